package dev.oraculum.generation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.internal.Uninterrupted;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class BesideSearchTest {
    @Test
    void givesWhatAnotherThreadHasMade() {
        try (BesideSearch<Thread> work = new BesideSearch<>("test-work", Thread::currentThread)) {
            assertNotSame(Thread.currentThread(), work.await());
            assertEquals("test-work", work.await().getName());
        }
    }

    @Test
    void aFailureComesWhenItIsAskedForAndNotBefore() {
        IllegalStateException exception = new IllegalStateException("no program");
        StackOverflowError error = new StackOverflowError();
        BesideSearch<String> failing = new BesideSearch<>("test-exception", () -> {
            throw exception;
        });
        BesideSearch<String> worse = new BesideSearch<>("test-error", () -> {
            throw error;
        });
        failing.close();
        worse.close();
        assertSame(exception, assertThrows(IllegalStateException.class, failing::await));
        assertSame(error, assertThrows(StackOverflowError.class, worse::await));
    }

    @Test
    void closingWaitsThroughAnInterrupt() {
        CountDownLatch mayEnd = new CountDownLatch(1);
        AtomicBoolean ended = new AtomicBoolean();
        BesideSearch<String> work = new BesideSearch<>("test-wait", () -> {
            Uninterrupted.await(mayEnd::await);
            ended.set(true);
            return "";
        });
        Thread.currentThread().interrupt();
        new Thread(mayEnd::countDown).start();
        work.close();
        assertTrue(Thread.interrupted(), "the interrupt is kept");
        assertTrue(ended.get());
    }
}
