package sample;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** Attacks with threads, and on those of the worker. */
public class ThreadAttacks {
    static void act(String kind) throws Exception {
        switch (kind) {
            case "10 000 threads" -> start(10_000, LockSupport::park);
            case "20 threads that spin" -> start(20, ThreadAttacks::spin);
            case "20 threads that spin and catch everything" -> start(20, ThreadAttacks::spinForGood);
            case "static initializer spins" -> SpinningInitializer.touch();
            case "virtual threads" -> virtualThreads();
            case "common pool" -> IntStream.range(0, 8).parallel().forEach(i -> spin());
            case "deadlock" -> deadlock();
            case "keeps the monitor of System.out" -> keep(System.out);
            case "keeps the monitor of a class of the JDK" -> keep(java.util.Locale.class);
            case "interrupts all threads" -> all().forEach(Thread::interrupt);
            case "stops all threads" -> all().forEach(ThreadAttacks::stop);
            case "suspends all threads" -> suspendAll();
            case "uncaught exception handler" -> handler();
            case "shutdown hook" -> hook();
            case "finalizer" -> finalizers();
            case "cleaner" -> cleaner();
            case "names its thread like ours" -> startNamed("oraculum-evil");
            case "keeps the monitor of our threads" -> all().stream().filter(t -> t.getName().startsWith("oraculum-")).forEach(ThreadAttacks::keep);
            default -> throw new IllegalArgumentException(kind);
        }
    }

    static class SpinningInitializer {
        static long sum;

        static {
            sum = LongStream.range(0, Long.MAX_VALUE).sum();
        }

        static void touch() {}
    }

    static void spin() {
        LongStream.range(0, Long.MAX_VALUE).sum();
    }

    private static void spinForGood() {
        while (true) {
            try {
                spin();
            } catch (Throwable t) {
                // On it goes.
            }
        }
    }

    private static void start(int count, Runnable work) {
        for (int i = 0; i < count; i++) {
            new Thread(null, work, "hostile", 1 << 16).start();
        }
    }

    private static void startNamed(String name) {
        new Thread(ThreadAttacks::spin, name).start();
    }

    private static void virtualThreads() throws Exception {
        Method start = Thread.class.getMethod("startVirtualThread", Runnable.class);
        for (int i = 0; i < 100; i++) {
            start.invoke(null, (Runnable) ThreadAttacks::spin);
        }
    }

    private static void deadlock() throws InterruptedException {
        Object one = new Object();
        Object two = new Object();
        CountDownLatch both = new CountDownLatch(2);
        Thread other = new Thread(() -> lock(two, one, both));
        other.start();
        lock(one, two, both);
    }

    private static void lock(Object first, Object second, CountDownLatch both) {
        synchronized (first) {
            both.countDown();
            try {
                both.await();
            } catch (InterruptedException e) {
                return;
            }
            synchronized (second) {
                both.getCount();
            }
        }
    }

    private static void keep(Object monitor) {
        CountDownLatch kept = new CountDownLatch(1);
        new Thread(() -> {
            synchronized (monitor) {
                kept.countDown();
                spinForGood();
            }
        }).start();
        try {
            kept.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** All threads but this one. */
    private static List<Thread> all() {
        ThreadGroup root = Thread.currentThread().getThreadGroup();
        while (root.getParent() != null) {
            root = root.getParent();
        }
        Thread[] threads = new Thread[1000];
        int count = root.enumerate(threads, true);
        List<Thread> others = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            if (threads[i] != Thread.currentThread()) {
                others.add(threads[i]);
            }
        }
        return others;
    }

    @SuppressWarnings({"deprecation", "removal"})
    private static void stop(Thread thread) {
        thread.stop();
    }

    private static void suspendAll() throws Exception {
        Method suspend = Thread.class.getMethod("suspend");
        for (Thread thread : all()) {
            if (thread.getName().startsWith("oraculum-")) {
                suspend.invoke(thread);
            }
        }
    }

    private static void handler() throws InterruptedException {
        Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> spin());
        Thread thread = new Thread(() -> {
            throw new IllegalStateException();
        });
        thread.start();
        thread.join();
    }

    private static void hook() throws Exception {
        Runtime.getRuntime().addShutdownHook(new Thread(ThreadAttacks::spinForGood));
        Runtime.class.getMethod("exit", int.class).invoke(Runtime.getRuntime(), 3);
    }

    static class Finalized {
        @Override
        @SuppressWarnings({"deprecation", "removal"})
        protected void finalize() {
            spin();
        }
    }

    private static void finalizers() throws InterruptedException {
        for (int i = 0; i < 100; i++) {
            new Finalized();
        }
        System.gc();
        Thread.sleep(100);
    }

    private static void cleaner() throws InterruptedException {
        java.lang.ref.Cleaner cleaner = java.lang.ref.Cleaner.create();
        for (int i = 0; i < 100; i++) {
            cleaner.register(new Object(), ThreadAttacks::spin);
        }
        System.gc();
        Thread.sleep(100);
    }
}
