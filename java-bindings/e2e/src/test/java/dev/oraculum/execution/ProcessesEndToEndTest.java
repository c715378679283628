package dev.oraculum.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.api.WorkerSettings;
import dev.oraculum.runtime.protocol.TestOutcome;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Workers and their supervisor as processes: neither outlives its use, and which JVM they are is said clearly. */
class ProcessesEndToEndTest {
    /** More than a process takes to end on a busy machine. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @TempDir
    Path directory;

    /** A supervisor in a process of its own: prints the ids of its workers, then runs a unit that never ends. */
    static final class Supervisor {
        public static void main(String[] arguments) {
            Subject subject = new Subject(Path.of(arguments[0]));
            Budgets patient = Budgets.DEFAULTS.withTime(1, Duration.ofMinutes(5));
            try (WorkerPool pool = WorkerPool.open(subject.settings(Jvm.running()).withBudgets(patient)
                    .withSurroundings(WorkerSettings.DEFAULT.withAllow(List.of("net"))))) {
                Notebook notebook = new Notebook();
                OriginalRun original = pool.runOriginal(pool.discover().tests(), notebook);
                byte[] mutant = subject.mutant(
                        "try { new java.net.ServerSocket(0).accept(); } catch (java.io.IOException e) { } return x;");
                pool.processIds().forEach(System.out::println);
                System.out.println("running");
                pool.runUnit(new Unit(2, Subject.CLASS, mutant, original.reaching()), notebook);
            }
        }
    }

    private Process startSupervisor(List<Long> workers) throws IOException {
        Process supervisor = new ProcessBuilder(
                        Jvm.running().java().toString(),
                        "-Doraculum.home=" + System.getProperty("oraculum.home"),
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        Supervisor.class.getName(),
                        directory.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        BufferedReader output =
                new BufferedReader(new InputStreamReader(supervisor.getInputStream(), StandardCharsets.UTF_8));
        for (String line = output.readLine(); !"running".equals(line); line = output.readLine()) {
            workers.add(Long.parseLong(line));
        }
        return supervisor;
    }

    private static void assertGone(List<Long> processes) throws InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (processes.stream().anyMatch(pid -> ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false))) {
            assertTrue(System.nanoTime() < deadline, "still alive after " + PATIENCE + ": " + processes);
            Thread.sleep(20);
        }
    }

    @Test
    void aWorkerDoesNotOutliveASupervisorThatIsKilled() throws Exception {
        List<Long> workers = new ArrayList<>();
        Process supervisor = startSupervisor(workers);
        assertFalse(workers.isEmpty());
        supervisor.destroyForcibly().waitFor();
        assertGone(workers);
    }

    @Test
    void aWorkerDoesNotOutliveASupervisorThatIsAskedToEnd() throws Exception {
        List<Long> workers = new ArrayList<>();
        Process supervisor = startSupervisor(workers);
        supervisor.destroy();
        assertTrue(supervisor.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS));
        assertGone(workers);
    }

    @Test
    void aWorkerKilledFromOutsideCostsNothing() throws Exception {
        Subject subject = new Subject(directory);
        try (WorkerPool pool = WorkerPool.open(subject.settings(Jvm.running()))) {
            Notebook notebook = new Notebook();
            OriginalRun original = pool.runOriginal(pool.discover().tests(), notebook);
            byte[] slow = subject.mutant("try { Thread.sleep(1_500); } catch (InterruptedException e) { } return x * 2;");
            Unit unit = new Unit(2, Subject.CLASS, slow, original.reaching().subList(0, 1));
            long victim = pool.processIds().get(0);
            Thread killer = new Thread(() -> {
                try {
                    Thread.sleep(700);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                ProcessHandle.of(victim).ifPresent(ProcessHandle::destroyForcibly);
            });
            killer.start();
            UnitResult result = pool.runUnit(unit, notebook);
            killer.join();
            assertFalse(pool.processIds().contains(victim));
            assertEquals(UnitEnd.COMPLETED, result.end(), result::explanation);
            assertEquals(Map.of("a_zero", 1), notebook.states(2));
        }
    }

    @Test
    void aUnitOfJunit4TestsEndsLikeOneOfJupiterTests() {
        Subject subject = Subject.withJunit4(directory);
        Budgets brief = Budgets.DEFAULTS.withTime(1, Duration.ofMillis(500));
        try (WorkerPool pool = WorkerPool.open(subject.settings(Jvm.running()).withHeap(64).withBudgets(brief))) {
            Notebook notebook = new Notebook();
            OriginalRun original = pool.runOriginal(pool.discover().tests(), notebook);
            byte[] sleeps = subject.mutant("try { Thread.sleep(1_000_000); } catch (InterruptedException e) { } return x;");
            UnitResult slept = pool.runUnit(new Unit(2, Subject.CLASS, sleeps, original.reaching()), notebook);
            assertEquals(UnitEnd.TIMED_OUT, slept.end(), slept::explanation);
            assertEquals("", slept.explanation());
            assertEquals(
                    List.of(TestOutcome.TIMED_OUT, TestOutcome.NOT_RUN, TestOutcome.NOT_RUN),
                    slept.tests().stream().map(TestRun::outcome).toList());
            byte[] hoards = subject.mutant(
                    "java.util.List<long[]> all = new java.util.ArrayList<>(); while (true) { all.add(new long[1 << 16]); }");
            UnitResult hoarded = pool.runUnit(new Unit(3, Subject.CLASS, hoards, original.reaching()), notebook);
            assertEquals(UnitEnd.OUT_OF_MEMORY, hoarded.end(), hoarded::explanation);
            byte[] wrong = subject.mutant("return x * 2 + 1;");
            UnitResult failed = pool.runUnit(new Unit(4, Subject.CLASS, wrong, original.reaching()), notebook);
            assertEquals(UnitEnd.COMPLETED, failed.end(), failed::explanation);
            assertEquals(Map.of("a_zero", 1, "b_three", 1, "c_many", 10), notebook.states(4));
        }
    }

    @Test
    void aWorkerThatFallsSilentIsGivenUp() throws Exception {
        Subject subject = new Subject(directory);
        Budgets impatient = Budgets.DEFAULTS.withTime(1, Duration.ofMillis(200)).withPatience(Duration.ofSeconds(1));
        try (WorkerPool pool = WorkerPool.open(subject.settings(Jvm.running()).withBudgets(impatient))) {
            Notebook notebook = new Notebook();
            OriginalRun original = pool.runOriginal(pool.discover().tests(), notebook);
            Unit first = new Unit(2, Subject.CLASS, subject.mutant("return -x;"), original.reaching());
            assertEquals(UnitEnd.COMPLETED, pool.runUnit(first, notebook).end());
            long frozen = pool.processIds().get(0);
            assertEquals(0, new ProcessBuilder("kill", "-STOP", Long.toString(frozen)).start().waitFor());
            UnitResult result = pool.runUnit(new Unit(3, Subject.CLASS, subject.mutant("return x;"), original.reaching()), notebook);
            assertEquals(UnitEnd.UNRESPONSIVE, result.end(), result::explanation);
            assertGone(List.of(frozen));
            Unit next = new Unit(4, Subject.CLASS, subject.mutant("return x + 1;"), original.reaching());
            assertEquals(UnitEnd.COMPLETED, pool.runUnit(next, notebook).end());
        }
    }

    @Test
    void whatATestChangesForTheWholeJvmIsPutBack() {
        SampleProject project = SampleProject.compile(
                directory.resolve("global"),
                Distribution.samples("junit-4.8"),
                """
                package global;
                import static org.junit.Assert.*;
                import java.util.*;
                public class GlobalTest {
                    @org.junit.Test public void changesWhatIsGlobal() {
                        assertNull(System.getProperty("global.x"));
                        assertEquals(Locale.US, Locale.getDefault());
                        assertEquals("UTC", TimeZone.getDefault().getID());
                        assertSame(GlobalTest.class.getClassLoader(), Thread.currentThread().getContextClassLoader());
                        System.setProperty("global.x", "y");
                        System.clearProperty("java.io.tmpdir");
                        Locale.setDefault(Locale.JAPAN);
                        TimeZone.setDefault(TimeZone.getTimeZone("Asia/Tokyo"));
                        Thread.currentThread().setContextClassLoader(null);
                        Thread.currentThread().interrupt();
                    }
                }
                """);
        ExecutionSettings settings = ExecutionSettings.of(
                Distribution.installation(), Jvm.running(), project.classPath(), List.of("global.GlobalTest"), new byte[0]);
        try (WorkerPool pool = WorkerPool.open(settings)) {
            OriginalRun run = pool.runOriginal(pool.discover().tests(), new Notebook());
            assertEquals(List.of(), run.failing());
            assertEquals(List.of(), run.unstable());
        }
    }

    @Test
    void anInterruptCancelsARun() throws Exception {
        Subject subject = new Subject(directory);
        Budgets patient = Budgets.DEFAULTS.withTime(1, Duration.ofMinutes(5));
        WorkerPool pool = WorkerPool.open(subject.settings(Jvm.running()).withBudgets(patient)
                .withSurroundings(WorkerSettings.DEFAULT.withAllow(List.of("net"))));
        try (pool) {
            Notebook notebook = new Notebook();
            OriginalRun original = pool.runOriginal(pool.discover().tests(), notebook);
            byte[] mutant = subject.mutant("java.util.stream.LongStream.range(0, Long.MAX_VALUE).sum(); return x;");
            Thread self = Thread.currentThread();
            Thread interrupter = new Thread(() -> {
                try {
                    Thread.sleep(500);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                self.interrupt();
            });
            interrupter.start();
            assertThrows(
                    CancellationException.class,
                    () -> pool.runUnits(List.of(new Unit(2, Subject.CLASS, mutant, original.reaching())), notebook));
            assertTrue(Thread.interrupted());
        }
        assertEquals(List.of(), pool.processIds());
    }

    @Test
    void resultsDoNotDependOnTheNumberOfWorkers() throws Exception {
        Subject subject = new Subject(directory);
        List<String> bodies = List.of(
                "return x * 2 + 1;",
                "offset = 5; return x * 2;",
                "return x * 2 + offset;",
                "while (true) { x++; }",
                "return -x;",
                "return x * 2;");
        List<byte[]> mutants = bodies.stream().map(subject::mutant).toList();
        Set<String> seen = new java.util.HashSet<>();
        for (int workers : List.of(1, 2)) {
            try (WorkerPool pool = WorkerPool.open(subject.settings(Jvm.running()).withWorkers(workers))) {
                Notebook notebook = new Notebook();
                OriginalRun original = pool.runOriginal(pool.discover().tests(), notebook);
                List<Unit> units = new ArrayList<>();
                for (byte[] mutant : mutants) {
                    units.add(new Unit(2 + units.size(), Subject.CLASS, mutant, original.reaching()));
                }
                StringBuilder text = new StringBuilder();
                // Not runUnits: for units as small as these it would start no second worker. The first units wait for each other,
                // so that all workers are there, however late a thread of ours comes.
                Set<Long> used = ConcurrentHashMap.newKeySet();
                CountDownLatch together = new CountDownLatch(workers);
                UnitSink sink = new UnitSink() {
                    @Override
                    public void started(int unit) {
                        together.countDown();
                        try {
                            together.await();
                        } catch (InterruptedException e) {
                            throw new IllegalStateException(e);
                        }
                        used.addAll(pool.processIds());
                        notebook.started(unit);
                    }

                    @Override
                    public void test(int unit, TestRun run, List<ByteBuffer> states) {
                        notebook.test(unit, run, states);
                    }
                };
                ExecutorService threads = Executors.newFixedThreadPool(workers);
                List<Future<UnitResult>> results =
                        units.stream().map(unit -> threads.submit(() -> pool.runUnit(unit, sink))).toList();
                threads.shutdown();
                for (Future<UnitResult> future : results) {
                    UnitResult result = future.get();
                    text.append(result.unit()).append(' ').append(result.end()).append(' ');
                    result.tests().forEach(run -> text.append(run.outcome()).append(' ').append(run.ticks()).append(' '));
                    text.append(new java.util.TreeMap<>(notebook.states(result.unit()))).append('\n');
                }
                assertTrue(used.size() >= workers, used::toString);
                seen.add(text.toString());
            }
        }
        assertEquals(1, seen.size(), () -> String.join("\n---\n", seen));
    }

    @Test
    void whatTestsPrintDoesNotDisturbTheLine() {
        SampleProject project = SampleProject.compile(
                directory.resolve("noise"),
                Distribution.samples("junit-4.8"),
                """
                package noise;
                public class NoiseTest {
                    @org.junit.Test public void prints() throws Exception {
                        byte[] junk = new byte[1 << 20];
                        new java.util.Random(1).nextBytes(junk);
                        System.out.write(junk);
                        System.err.write(junk);
                        System.out.close();
                        org.junit.Assert.assertEquals(-1, System.in.read());
                    }
                }
                """);
        ExecutionSettings settings = ExecutionSettings.of(
                Distribution.installation(), Jvm.running(), project.classPath(), List.of("noise.NoiseTest"), new byte[0]);
        try (WorkerPool pool = WorkerPool.open(settings)) {
            assertEquals(List.of(), pool.runOriginal(pool.discover().tests(), new Notebook()).failing());
        }
    }

    @Test
    void theJvmIsAskedWhoItIs() {
        Jvm running = Jvm.running();
        assertEquals(Runtime.version().feature(), running.featureVersion());
        Jvm asked = Jvm.at(running.java());
        assertEquals(running, new Jvm(asked.home(), asked.java(), asked.version(), asked.featureVersion()));
        assertTrue(asked.answered().toNanos() > 0);
    }

    private Path fakeJava(String script) throws IOException {
        Path java = Files.createDirectories(directory.resolve("fake/bin")).resolve("java");
        Files.writeString(java, "#!/bin/sh\n" + script + "\n");
        assertTrue(java.toFile().setExecutable(true));
        return directory.resolve("fake");
    }

    @Test
    void whatIsNoJvmOrTooOldIsRefusedByName() throws IOException {
        Path old = fakeJava("echo '    java.version = 11.0.22' >&2; echo '    java.home = /old' >&2");
        String tooOld = assertThrows(CannotRunException.class, () -> Jvm.at(old)).getMessage();
        assertEquals(
                "the JVM at " + old + " is version 11.0.22: Oraculum runs tests on JDK 17 or later", tooOld);
        Path none = directory.resolve("nowhere");
        assertTrue(assertThrows(CannotRunException.class, () -> Jvm.at(none)).getMessage().contains("no such file"));
        Path empty = Files.createDirectories(directory.resolve("empty"));
        assertTrue(assertThrows(CannotRunException.class, () -> Jvm.at(empty)).getMessage().contains("no bin/java"));
        Path text = Files.writeString(directory.resolve("text"), "hello");
        assertTrue(assertThrows(CannotRunException.class, () -> Jvm.at(text)).getMessage().contains("not executable"));
        Path other = fakeJava("echo I am a teapot; exit 3");
        String teapot = assertThrows(CannotRunException.class, () -> Jvm.at(other)).getMessage();
        assertTrue(teapot.contains("ended with 3 and said: I am a teapot"), teapot);
    }

    /** The JVM that runs these tests, but for the first starts, which are killed. */
    private ExecutionSettings killedAtFirst(int times) throws IOException {
        Path starts = Files.createDirectories(directory.resolve("starts" + times));
        Jvm running = Jvm.running();
        String script = "for i in $(seq 1 " + times + "); do if mkdir " + starts + "/$i 2>/dev/null; then kill -9 $$; fi; done; exec "
                + running.java() + " \"$@\"";
        Path java = fakeJava(script).resolve("bin/java");
        Subject subject = new Subject(directory.resolve("subject" + times));
        return subject.settings(new Jvm(running.home(), java, running.version(), running.featureVersion()));
    }

    @Test
    void aWorkerThatIsKilledBeforeItsFirstWordGetsASuccessor() throws IOException {
        try (WorkerPool pool = WorkerPool.open(killedAtFirst(1))) {
            assertFalse(pool.discover().tests().isEmpty());
        }
    }

    @Test
    void workersThatAreKilledAgainAndAgainEndTheRun() throws IOException {
        try (WorkerPool pool = WorkerPool.open(killedAtFirst(9))) {
            String message = assertThrows(CannotRunException.class, pool::discover).getMessage();
            assertTrue(message.contains("does not start: signal SIGKILL"), message);
        }
    }

    /**
     * The first process that has the worker's id is the JDK's spawn helper: a signal may hit that as well. A worker
     * that has said its first word is left alone.
     */
    @ParameterizedTest
    @ValueSource(ints = {0, 0, 0, 0, 1, 2, 5, 20, 50})
    void aWorkerMayBeKilledAtAnyMomentOfItsStart(int milliseconds) throws Exception {
        Set<Long> before = ProcessHandle.current().children().map(ProcessHandle::pid).collect(Collectors.toSet());
        try (WorkerPool pool = WorkerPool.open(new Subject(directory.resolve("subject")).settings(Jvm.running()))) {
            AtomicBoolean killed = new AtomicBoolean();
            AtomicBoolean over = new AtomicBoolean();
            Thread killer = new Thread(() -> {
                while (!killed.get() && !over.get() && pool.processIds().isEmpty()) {
                    Optional<ProcessHandle> worker = ProcessHandle.current()
                            .children()
                            .filter(child -> !before.contains(child.pid()))
                            .findFirst();
                    if (worker.isPresent()) {
                        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(milliseconds));
                        killed.set(pool.processIds().isEmpty() && worker.get().destroyForcibly());
                    }
                }
            });
            killer.start();
            try {
                assertFalse(pool.discover().tests().isEmpty());
            } finally {
                over.set(true);
                killer.join();
            }
            assertTrue(killed.get() || milliseconds > 0, "no worker was killed");
        }
    }
}
