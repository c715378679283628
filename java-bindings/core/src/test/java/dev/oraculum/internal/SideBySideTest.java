package dev.oraculum.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SideBySideTest {
    @Test
    void resultsStandInTheOrderOfTheWorks() {
        CountDownLatch secondIsDone = new CountDownLatch(1);
        List<Supplier<Integer>> works = List.of(
                () -> {
                    Uninterrupted.await(secondIsDone::await);
                    return 1;
                },
                () -> {
                    secondIsDone.countDown();
                    return 2;
                });
        assertEquals(List.of(1, 2), SideBySide.all(2, works));
    }

    @Test
    void oneThreadIsTheOneThatAsks() {
        List<Supplier<Thread>> works = List.of(Thread::currentThread, Thread::currentThread);
        assertEquals(List.of(Thread.currentThread(), Thread.currentThread()), SideBySide.all(1, works));
    }

    @Test
    void noMoreThreadsThanAreMeant() {
        Set<Thread> threads = ConcurrentHashMap.newKeySet();
        SideBySide.all(2, IntStream.range(0, 20).<Supplier<Boolean>>mapToObj(i -> () -> threads.add(Thread.currentThread())).toList());
        assertTrue(threads.size() <= 2, threads::toString);
    }

    @Test
    void theFirstFailureInOrderIsThrownWhenAllAreOver() {
        AtomicBoolean last = new AtomicBoolean();
        List<Supplier<Integer>> works = List.of(
                () -> 1,
                () -> {
                    throw new IllegalStateException("second");
                },
                () -> {
                    throw new IllegalArgumentException("third");
                },
                () -> {
                    last.set(true);
                    return 4;
                });
        assertEquals("second", assertThrows(IllegalStateException.class, () -> SideBySide.all(2, works)).getMessage());
        assertTrue(last.get());
    }

    @Test
    void anInterruptEndsThoseThatRunAndBeginsNoMore() {
        CountDownLatch bothRun = new CountDownLatch(2);
        List<Integer> ended = new ArrayList<>();
        List<Supplier<Integer>> works = new ArrayList<>();
        Thread asking = Thread.currentThread();
        for (int i = 0; i < 5; i++) {
            int number = i;
            works.add(() -> {
                bothRun.countDown();
                try {
                    bothRun.await();
                    asking.interrupt();
                    new CountDownLatch(1).await();
                } catch (InterruptedException e) {
                    synchronized (ended) {
                        ended.add(number);
                    }
                }
                return number;
            });
        }
        assertThrows(CancellationException.class, () -> SideBySide.all(2, works));
        assertTrue(Thread.interrupted(), "the interrupt is there again");
        assertEquals(Set.of(0, 1), Set.copyOf(ended));
    }
}
