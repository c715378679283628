package dev.oraculum.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.api.WorkerSettings;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whatever tests start ends with their worker, and their worker with its supervisor. Nothing here is refused by the agent: these are tests
 * of the original program.
 */
@EnabledOnOs(OS.LINUX)
class ContainedProcessesEndToEndTest {
    private static final String BOMB =
            "b() { if [ $1 -gt 0 ]; then b $(($1-1)) & b $(($1-1)) & fi; while :; do setsid sleep 0.01; done; }; b 6 & ";

    @TempDir
    Path directory;

    private Leftovers leftovers;

    @BeforeEach
    void name() {
        leftovers = new Leftovers(directory.resolve("open"));
    }

    @AfterEach
    void end() throws IOException {
        // Of a test that fails.
        leftovers.alive().forEach(pid -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly));
    }

    private ExecutionSettings project(String body) {
        SampleProject project = SampleProject.compile(
                directory.resolve("project"),
                Distribution.samples("junit-4.8"),
                """
                package starts;
                public class StartsTest {
                    @org.junit.Test public void starts() throws Exception {
                        %s
                    }
                }
                """.formatted(body));
        return ExecutionSettings.of(
                Distribution.installation(), Jvm.running(), project.classPath(), List.of("starts.StartsTest"), new byte[0]);
    }

    @Test
    void whatTestsLeaveBehindEndsWithThePool() throws Exception {
        ExecutionSettings settings = project(leftovers.running(Leftovers.DAEMONS + "sleep 1005"));
        try (WorkerPool pool = WorkerPool.open(settings)) {
            assertEquals(List.of(), pool.runOriginal(pool.discover().tests(), new Notebook()).failing());
            leftovers.awaitAtLeast(5);
        }
        assertEquals(List.of(), leftovers.alive());
    }

    @Test
    void aForkBombIsOutrun() throws Exception {
        ExecutionSettings settings = project(leftovers.running(BOMB + "sleep 1005"));
        try (WorkerPool pool = WorkerPool.open(settings)) {
            pool.runOnce(Unit.ORIGINAL, pool.discover().tests(), new Notebook());
            leftovers.awaitAtLeast(100);
        }
        assertEquals(List.of(), leftovers.alive());
    }

    /** The guard is the parent of the JVM: a test can kill it. */
    @Test
    void whoKillsTheGuardEndsTheWorkerAndAllThatItStarted() throws Exception {
        Path ready = directory.resolve("ready");
        ExecutionSettings settings = project(leftovers.running(
                "(setsid sleep 1000 &); (setsid sleep 1001 &); touch " + ready + "; sleep 1002")
                + "while (!new java.io.File(\"" + ready
                + "\").exists()) { Thread.sleep(5); } ProcessHandle.current().parent().get().destroyForcibly(); Thread.sleep(600_000);");
        try (WorkerPool pool = WorkerPool.open(settings)) {
            UnitResult result = pool.runOnce(Unit.ORIGINAL, pool.discover().tests(), new Notebook());
            assertEquals(UnitEnd.KILLED, result.end(), result::explanation);
            assertTrue(leftovers.alive().isEmpty(), "the pool is open, but the worker is gone");
        }
    }

    /** A supervisor in a process of its own; its test says when all is running. */
    static final class Supervisor {
        public static void main(String[] arguments) throws Exception {
            ContainedProcessesEndToEndTest test = new ContainedProcessesEndToEndTest();
            test.directory = Path.of(arguments[0]);
            test.name();
            ExecutionSettings settings = test.project(test.leftovers.running(Leftovers.DAEMONS + "sleep 1005") + "Thread.sleep(600_000);");
            try (WorkerPool pool = WorkerPool.open(settings)) {
                List<TestCase> tests = pool.discover().tests();
                System.out.println(pool.processIds().get(0));
                pool.runOnce(Unit.ORIGINAL, tests, new Notebook());
            }
        }
    }

    /** Returns it with the process id of its worker. */
    private Process startSupervisor(StringBuilder worker) throws IOException, InterruptedException {
        Process supervisor = new ProcessBuilder(
                        Jvm.running().java().toString(),
                        "-Doraculum.home=" + System.getProperty("oraculum.home"),
                        "-Doraculum.samples=" + System.getProperty("oraculum.samples"),
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        Supervisor.class.getName(),
                        directory.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        worker.append(new BufferedReader(new InputStreamReader(supervisor.getInputStream(), StandardCharsets.UTF_8)).readLine());
        leftovers.awaitAtLeast(5);
        return supervisor;
    }

    @Test
    void nothingOutlivesASupervisorThatIsKilled() throws Exception {
        StringBuilder worker = new StringBuilder();
        Process supervisor = startSupervisor(worker);
        supervisor.destroyForcibly().waitFor();
        leftovers.awaitNone();
        assertFalse(ProcessHandle.of(Long.parseLong(worker.toString())).map(ProcessHandle::isAlive).orElse(false));
    }

    @Test
    void whatASupervisorAndItsGuardLeaveWhenBothAreKilledIsSweptByTheNextRun() throws Exception {
        StringBuilder worker = new StringBuilder();
        Process supervisor = startSupervisor(worker);
        ProcessHandle jvm = ProcessHandle.of(Long.parseLong(worker.toString())).orElseThrow();
        ProcessHandle guard = jvm.parent().orElseThrow();
        assertEquals("oraculum-guard", Path.of(guard.info().command().orElseThrow()).getFileName().toString());
        // Stopped first, so that neither sees the other's end.
        assertEquals(0, new ProcessBuilder("kill", "-STOP", Long.toString(guard.pid())).start().waitFor());
        supervisor.destroyForcibly().waitFor();
        guard.destroyForcibly();
        jvm.onExit().get();
        assertFalse(leftovers.alive().isEmpty(), "nothing was left");
        WorkerProcess.sweep(Distribution.installation().guard().orElseThrow());
        // Two of them have thrown their environment away, and with it the mark.
        assertTrue(leftovers.alive().size() <= 2, () -> "left: " + supervisor.pid());
    }

    /** As on other systems than Linux. */
    @Test
    void withoutAGuardWorkersRunAndAWarningSaysWhatThatMeans() throws Exception {
        Installation whole = Distribution.installation();
        Installation unguarded = new Installation(
                whole.agentJar(), whole.workerJar(), whole.platform1(), whole.platform6(), whole.nativeLibrary(), Optional.empty(),
                whole.solver());
        ExecutionSettings settings = project(leftovers.running("sleep 1000"));
        ExecutionSettings without = ExecutionSettings.of(
                unguarded, settings.jvm(), settings.classPath(), settings.testClasses(), new byte[0]);
        try (WorkerPool pool = WorkerPool.open(without)) {
            assertEquals(List.of(), pool.runOriginal(pool.discover().tests(), new Notebook()).failing());
            assertTrue(pool.notices().get(0).contains("no oraculum-guard"), () -> pool.notices().toString());
            leftovers.awaitAtLeast(1);
        }
        // It has not left its parent.
        leftovers.awaitNone();
        try (WorkerPool pool = WorkerPool.open(settings)) {
            assertEquals(List.of(), pool.notices());
        }
    }

    @Test
    void aWorkerHasATemporaryFolderOfItsOwnAndNoCredentials() throws Exception {
        Path seen = directory.resolve("seen");
        ExecutionSettings settings = project("""
                java.util.List<String> lines = new java.util.ArrayList<>();
                lines.add(System.getProperty("java.io.tmpdir"));
                lines.add(System.getenv("TMPDIR"));
                lines.add(java.io.File.createTempFile("abc", "d").getParent());
                lines.add(java.nio.file.Files.getPosixFilePermissions(java.nio.file.Path.of(lines.get(0))).toString());
                lines.add(System.getenv("PATH"));
                lines.add(String.valueOf(System.getenv().keySet().stream().filter(name -> name.startsWith("ORACULUM_")).toList()));
                lines.add(String.valueOf(System.in.read()));
                lines.add(new java.io.File("").getAbsolutePath());
                java.nio.file.Files.write(java.nio.file.Path.of("%s"), lines);
                """.formatted(seen));
        Path temporary;
        Path here = Files.createDirectories(directory.resolve("here"));
        try (WorkerPool pool = WorkerPool.open(settings.withSurroundings(WorkerSettings.DEFAULT.withWorkingDirectory(here)))) {
            UnitResult result = pool.runOnce(Unit.ORIGINAL, pool.discover().tests(), new Notebook());
            assertEquals(List.of(), result.tests().stream().map(TestRun::failure).filter(failure -> !failure.isEmpty()).toList());
            List<String> lines = Files.readAllLines(seen);
            temporary = Path.of(lines.get(0));
            assertEquals(lines.get(0), lines.get(1));
            assertEquals(lines.get(0), lines.get(2));
            assertTrue(lines.get(3).contains("OWNER_WRITE") && !lines.get(3).contains("GROUP"), lines.get(3));
            assertEquals(System.getenv("PATH"), lines.get(4));
            assertEquals("[ORACULUM_WORKER]", lines.get(5));
            assertEquals("-1", lines.get(6));
            assertEquals(here.toString(), lines.get(7));
            assertTrue(Files.isDirectory(temporary));
        }
        assertFalse(Files.exists(temporary));
    }
}
