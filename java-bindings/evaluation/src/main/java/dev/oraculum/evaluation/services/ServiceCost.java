package dev.oraculum.evaluation.services;

import dev.oraculum.spi.AssertionEngine;
import dev.oraculum.spi.GeneratedAssertion;
import dev.oraculum.spi.ImprovedAssertion;
import dev.oraculum.spi.PathCondition;
import dev.oraculum.spi.PathSelector;
import dev.oraculum.spi.PointInvocation;
import dev.oraculum.spi.PointMethod;
import dev.oraculum.spi.PointVariable;
import dev.oraculum.spi.ProgramPoint;
import dev.oraculum.spi.SuspicionRanker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * What the services of {@code oraculum-spi} cost a generator that opens thousands of small sessions in its own JVM, and whether these leave
 * anything behind: time of a call, memory of the process as the system has it, and threads; by one thread, then by eight.
 */
public final class ServiceCost {
    private static final int SESSIONS = 10_000;
    private static final int THREADS = 8;
    private static final int STEPS = 5;

    private ServiceCost() {}

    /** What a kind of session does; the answer has to be the same each time. */
    private record Kind(String name, Callable<String> session) {}

    /** @param arguments how many sessions of each kind; default: 10 000 */
    public static void main(String[] arguments) throws Exception {
        int sessions = arguments.length == 0 ? SESSIONS : Integer.parseInt(arguments[0]);
        List<Kind> kinds = List.of(
                new Kind("AssertionEngine: 40 states, evaluate", () -> assertion(false)),
                new Kind("AssertionEngine: 40 states, improve", () -> assertion(true)),
                new Kind("PathSelector: 8 offers, 8 polls", ServiceCost::paths),
                new Kind("SuspicionRanker: 20 tests, rank", ServiceCost::suspicion));
        System.out.printf("%d sessions of each kind in one JVM, Java %s%n%n", sessions, System.getProperty("java.version"));
        System.out.printf("%-40s %10s %10s  %s%n", "session", "1 thread", "8 threads", "MiB of the process and threads after each fifth");
        for (Kind kind : kinds) {
            // The compilers have done most of their work when it counts.
            String answer = warmedUp(kind, Math.max(50, sessions / 20));
            List<String> memory = new ArrayList<>();
            double alone = 0;
            for (int step = 0; step < STEPS; step++) {
                alone += run(kind, answer, sessions / STEPS, 1);
                memory.add(memory());
            }
            double together = run(kind, answer, sessions, THREADS);
            memory.add(memory());
            System.out.printf(Locale.ROOT, "%-40s %7.3f ms %7.3f ms  %s%n", kind.name(), 1000 * alone / (sessions / STEPS * STEPS),
                    1000 * together / sessions, String.join(" ", memory));
        }
    }

    private static String warmedUp(Kind kind, int times) throws Exception {
        String answer = kind.session().call();
        run(kind, answer, times, 1);
        return answer;
    }

    /** Seconds. */
    private static double run(Kind kind, String answer, int sessions, int threads) throws InterruptedException, ExecutionException {
        long start = System.nanoTime();
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            List<Future<Void>> running = new ArrayList<>();
            for (int thread = 0; thread < threads; thread++) {
                int from = thread;
                running.add(pool.submit(() -> {
                    for (int i = from; i < sessions; i += threads) {
                        String other = kind.session().call();
                        if (!other.equals(answer)) {
                            throw new IllegalStateException(kind.name() + " answered " + other + " after " + answer);
                        }
                    }
                    return null;
                }));
            }
            for (Future<Void> future : running) {
                future.get();
            }
        } finally {
            pool.shutdown();
        }
        return (System.nanoTime() - start) / 1e9;
    }

    /** Resident memory in MiB, and threads, as the system has them. */
    private static String memory() throws IOException {
        System.gc();
        var status = new TreeMap<String, String>();
        for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
            int colon = line.indexOf(':');
            status.put(line.substring(0, colon), line.substring(colon + 1).strip());
        }
        return Long.parseLong(status.get("VmRSS").split(" ")[0]) / 1024 + "/" + status.get("Threads");
    }

    private static String assertion(boolean search) {
        ProgramPoint point = new ProgramPoint("C#max(int,int)", List.of(
                PointVariable.of("a", "int"), PointVariable.of("b", "int"), PointVariable.of("result", "int")));
        try (AssertionEngine engine = AssertionEngine.open(point)) {
            for (int i = 0; i < 20; i++) {
                int a = i * 37 % 11;
                int b = i * 53 % 13;
                engine.correct("t" + i, List.of(a, b, Math.max(a, b)));
                engine.incorrect("min", "t" + i, List.of(a, b, Math.min(a, b)));
            }
            if (!search) {
                return "" + engine.evaluate("result >= a && result >= b").falseNegatives();
            }
            ImprovedAssertion found = engine.improve(null, 1, Duration.ofMinutes(1));
            return found.best().assertion();
        }
    }

    private static String paths() {
        StringBuilder order = new StringBuilder();
        try (PathSelector<Integer> selector = PathSelector.open(1)) {
            for (int i = 0; i < 8; i++) {
                selector.offer(PathCondition.ofText("this.a[" + i + "] <= 10 && this.a[" + (i + 1) + "] > " + i), i);
            }
            for (int i = 0; i < 8; i++) {
                var attempt = selector.poll().orElseThrow();
                order.append(attempt.payload());
                if (i % 2 == 0) {
                    selector.failed(attempt);
                } else {
                    selector.solved(attempt, attempt.condition());
                }
            }
        }
        return order.toString();
    }

    private static String suspicion() {
        PointMethod method = new PointMethod("C", "m", "(I)V", List.of(
                PointVariable.onEntry("old_amount", "int", "amount"), PointVariable.of("this.balance", "int")));
        try (SuspicionRanker ranker = SuspicionRanker.open(List.of(method), 2)) {
            for (int i = 0; i < 20; i++) {
                int amount = 37 * i % 97;
                ranker.manual("m" + i, List.of(new PointInvocation(0, 0, List.of(amount, 100 - amount), Set.of(0, 1))));
            }
            ranker.generated("g", List.of(new PointInvocation(0, 0, List.of(300, -200), Set.of(0, 1))));
            return ranker.rank(List.of(new GeneratedAssertion("g", "balance == -200", List.of(0)))).toString();
        }
    }
}
