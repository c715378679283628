package pkg;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Constructor;
import org.junit.jupiter.api.Test;

class NobodyTest {
    @Test
    void next() throws Exception {
        Constructor<Nobody> constructor = Nobody.class.getDeclaredConstructor(int.class);
        constructor.setAccessible(true);
        for (int number = 0; number < 12; number++) {
            assertEquals(number + 1, constructor.newInstance(number).next());
        }
    }
}
