package dev.oraculum.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.runtime.KillSwitch;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class KillSwitchTest {
    private static long counter;

    @BeforeAll
    static void load() {
        assertTrue(KillSwitch.load(System.getProperty(NativeLibrary.PROPERTY)));
        assertTrue(KillSwitch.available());
        assertTrue(KillSwitch.load("loading again does not look at the path"));
    }

    /** Stops a thread that runs {@code work}; what it died of. */
    private static Throwable killed(Runnable work) throws InterruptedException {
        AtomicReference<Throwable> death = new AtomicReference<>();
        CountDownLatch started = new CountDownLatch(1);
        Thread thread = new Thread(() -> {
            started.countDown();
            work.run();
        });
        thread.setUncaughtExceptionHandler((t, e) -> death.set(e));
        thread.start();
        started.await();
        Thread.sleep(50);
        Error error = new Error("killed");
        assertEquals(0, KillSwitch.stop(thread, error));
        thread.join(10_000);
        assertFalse(thread.isAlive());
        assertSame(error, death.get());
        return death.get();
    }

    @Test
    void loopsSleepAndParkEnd() throws InterruptedException {
        killed(() -> {
            while (true) {
                counter++;
            }
        });
        killed(() -> {
            StringBuilder[] garbage = new StringBuilder[16];
            for (int i = 0; ; i++) {
                garbage[i & 15] = new StringBuilder(100);
            }
        });
        killed(() -> {
            while (true) {
                LockSupport.park();
            }
        });
        killed(() -> {
            try {
                Thread.sleep(Long.MAX_VALUE);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
    }

    @Test
    void aThreadThatIsNotAliveIsSaidToBeSo() {
        assertEquals(15, KillSwitch.stop(new Thread(() -> {}), new Error("never")));
        assertThrows(NullPointerException.class, () -> KillSwitch.stop(null, new Error()));
        assertThrows(NullPointerException.class, () -> KillSwitch.stop(Thread.currentThread(), null));
    }
}
