package pkg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import java.lang.reflect.Field;
import org.junit.jupiter.api.Test;

class PurseTest {
    @Test
    void amountsBelowTheLimitStay() {
        for (int amount = 0; amount < 20; amount++) {
            assertEquals(amount, Purse.cut(amount, 20));
        }
    }

    @Test
    void amountsAboveTheLimitAreCut() {
        for (int amount = 5; amount < 20; amount++) {
            assertEquals(4, Purse.cut(amount, 4));
        }
    }

    /** Passes, and with BREAK_RECORDER in the environment Oraculum cannot record it. */
    @Test
    void nobodyKnowsWhatThisOneDid() throws Exception {
        if (System.getenv("BREAK_RECORDER") != null) {
            breakRecorder();
        }
        assertEquals(3, Purse.cut(3, 4));
    }

    /** With NEEDS_PURSE in the environment it needs another variable, before it calls anything ("early") or after it. */
    @Test
    void needsAToken() {
        String when = System.getenv("NEEDS_PURSE");
        if ("early".equals(when)) {
            assertNotNull(System.getenv("PURSE_TOKEN"), "no token");
        }
        assertEquals(1, Purse.cut(1, 9));
        if (when != null) {
            assertNotNull(System.getenv("PURSE_TOKEN"), "no token");
        }
    }

    private static void breakRecorder() throws Exception {
        Field current = Class.forName("dev.oraculum.runtime.Recorder").getDeclaredField("recordings");
        current.setAccessible(true);
        for (Object recording : (Object[]) current.get(null)) {
            for (Field field : recording.getClass().getDeclaredFields()) {
                if (field.getName().equals("reader") || field.getName().equals("sorts")) {
                    field.setAccessible(true);
                    field.set(recording, field.getType() == char[].class ? new char[0] : null);
                }
            }
        }
    }
}
