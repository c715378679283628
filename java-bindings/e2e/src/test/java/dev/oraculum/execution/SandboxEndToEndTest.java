package dev.oraculum.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.oraculum.api.WorkerSettings;
import dev.oraculum.api.WorkerSettings.Sandbox;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Workers in bubblewrap, where it works. */
class SandboxEndToEndTest {
    @TempDir
    Path directory;

    private static void requireBubblewrap() {
        Optional<String> problem = Bubblewrap.problem();
        problem.ifPresent(why -> System.out.println("not tested: workers in a sandbox: " + why));
        assumeTrue(problem.isEmpty(), () -> problem.orElse(""));
    }

    @Test
    void testsWriteToScratchOnlyAndReachNobody() throws IOException {
        requireBubblewrap();
        Path outside = directory.resolve("outside");
        SampleProject project = SampleProject.compile(
                directory.resolve("project"),
                Distribution.samples("junit-4.8"),
                """
                package boxed;
                import static org.junit.Assert.*;
                import java.io.*;
                public class BoxedTest {
                    @org.junit.Test public void writesToScratch() throws Exception {
                        File file = File.createTempFile("abc", "d");
                        try (FileWriter writer = new FileWriter(file)) { writer.write("x"); }
                        assertEquals(1, file.length());
                    }
                    @org.junit.Test public void writesOutside() throws Exception {
                        try { new FileWriter("%1$s").close(); fail(); } catch (IOException e) { }
                        assertEquals(1, Runtime.getRuntime().exec(new String[] {"sh", "-c", "touch %1$s || exit 1"}).waitFor());
                    }
                    @org.junit.Test public void reachesTheNetwork() throws Exception {
                        try { new java.net.Socket("192.0.2.1", 80); fail(); } catch (java.net.SocketException e) { }
                    }
                    @org.junit.Test public void seesOthers() throws Exception {
                        assertTrue(ProcessHandle.allProcesses().count() < 8);
                    }
                    @org.junit.Test public void leavesADaemon() throws Exception {
                        Runtime.getRuntime().exec(new String[] {"sh", "-c", "exec 9<%2$s; setsid sleep 1000 & sleep 1001"});
                        Thread.sleep(200);
                    }
                }
                """.formatted(outside, Files.createFile(directory.resolve("open"))));
        ExecutionSettings settings = ExecutionSettings.of(
                        Distribution.installation(), Jvm.running(), project.classPath(), List.of("boxed.BoxedTest"), new byte[0])
                .withSurroundings(WorkerSettings.DEFAULT.withSandbox(Sandbox.ON));
        Leftovers leftovers = new Leftovers(directory.resolve("open"));
        try (WorkerPool pool = WorkerPool.open(settings)) {
            UnitResult result = pool.runOnce(Unit.ORIGINAL, pool.discover().tests(), new Notebook());
            assertEquals(UnitEnd.COMPLETED, result.end(), result::explanation);
            assertEquals(5, result.tests().size());
            assertEquals(List.of(), result.tests().stream().map(TestRun::failure).filter(failure -> !failure.isEmpty()).toList());
            assertFalse(leftovers.alive().isEmpty());
            assertEquals(List.of(), pool.notices());
        }
        assertEquals(List.of(), leftovers.alive());
        assertFalse(Files.exists(outside));
    }

    /** Interrupts and kills work in a sandbox as they do outside. */
    @Test
    void mutantsEndAsTheyDoOutside() {
        requireBubblewrap();
        Subject subject = new Subject(directory);
        Budgets brief = Budgets.DEFAULTS.withTime(1, java.time.Duration.ofMillis(500));
        ExecutionSettings settings = subject.settings(Jvm.running())
                .withBudgets(brief)
                .withSurroundings(WorkerSettings.DEFAULT.withSandbox(Sandbox.AUTO));
        try (WorkerPool pool = WorkerPool.open(settings)) {
            Notebook notebook = new Notebook();
            OriginalRun original = pool.runOriginal(pool.discover().tests(), notebook);
            byte[] wrong = subject.mutant("return x * 2 + 1;");
            assertEquals(UnitEnd.COMPLETED, pool.runUnit(new Unit(2, Subject.CLASS, wrong, original.reaching()), notebook).end());
            assertEquals(Map.of("a_zero", 1, "b_three", 1, "c_many", 10), notebook.states(2));
            byte[] sleeps = subject.mutant("try { Thread.sleep(1_000_000); } catch (InterruptedException e) { } return x;");
            UnitResult slept = pool.runUnit(new Unit(3, Subject.CLASS, sleeps, original.reaching()), notebook);
            assertEquals(UnitEnd.TIMED_OUT, slept.end(), slept::explanation);
            byte[] ends = subject.mutant("Runtime.getRuntime().halt(5); return x;");
            UnitResult ended = pool.runUnit(new Unit(4, Subject.CLASS, ends, original.reaching()), notebook);
            assertTrue(ended.end() == UnitEnd.EXITED || ended.end() == UnitEnd.COMPLETED, ended::explanation);
        }
    }

    @Test
    void aSocketThatCannotBeCalledIsFoundBefore() {
        assertEquals(Optional.empty(), Reception.problemAt(
                Path.of("/tmp/oraculum-run-1234567-1795368101670-18446744073709551615/workers-18446744073709551615/worker-9999")));
        String problem = Reception.problemAt(Path.of("/" + "x".repeat(100), "worker")).orElseThrow();
        assertTrue(problem.contains("is too long"), problem);
    }

    @Test
    void aWorkingDirectoryThatIsNotThereIsNamed() {
        Path absent = directory.resolve("absent");
        ExecutionSettings settings = new Subject(directory).settings(Jvm.running())
                .withSurroundings(WorkerSettings.DEFAULT.withWorkingDirectory(absent));
        String message = assertThrows(CannotRunException.class, () -> WorkerPool.open(settings).close()).getMessage();
        assertEquals("the working directory of the tests is no folder: " + absent, message);
    }
}
