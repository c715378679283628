package pkg;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class RunawayTest {
    @Test
    public void countTo() {
        for (int n = 0; n < 20; n++) {
            assertEquals(n, Runaway.countTo(n));
        }
    }

    @Test
    public void fill() {
        for (int n = 0; n < 5; n++) {
            assertEquals(n, Runaway.fill(n));
        }
    }

    @Test
    public void depth() {
        for (int n = 0; n < 20; n++) {
            assertEquals(n, Runaway.depth(n));
        }
    }

    @Test
    public void exitUnless() {
        for (int n = 0; n < 20; n++) {
            assertEquals(n + 1, Runaway.exitUnless(n));
        }
    }

    @Test
    public void acceptIf() throws Exception {
        for (int n = 0; n < 20; n++) {
            assertEquals(n + 1, Runaway.acceptIf(n));
        }
    }
}
