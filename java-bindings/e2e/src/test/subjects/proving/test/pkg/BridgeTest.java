package pkg;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Does not name the class that it reaches. */
class BridgeTest {
    @Test
    void aLongTrain() {
        assertEquals(100, Bridge.pass(30));
    }
}
