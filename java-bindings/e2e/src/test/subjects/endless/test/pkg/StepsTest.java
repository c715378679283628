package pkg;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StepsTest {
    @Test
    void counts() {
        assertEquals(4, Steps.from(7, 2));
    }

    @Test
    void never() {
        assertEquals(0, Steps.from(7, 0));
    }

    @Test
    void crashes() throws ReflectiveOperationException {
        assertEquals(3, Steps.from(3, 1));
        java.lang.reflect.Field unsafe = sun.misc.Unsafe.class.getDeclaredField("theUnsafe");
        unsafe.setAccessible(true);
        ((sun.misc.Unsafe) unsafe.get(null)).putAddress(0, 0);
    }

    @Test
    void halts() throws ReflectiveOperationException {
        assertEquals(3, Steps.from(3, 1));
        Runtime.class.getMethod("halt", int.class).invoke(Runtime.getRuntime(), 7);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 5})
    void ends(int step) {
        assertEquals(5 / step, Steps.from(5, step));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 0})
    void sometimesEnds(int step) {
        assertEquals(9, Steps.from(9, step));
    }
}
