package dev.oraculum.execution;

import static dev.oraculum.execution.UnitEnd.BLOCKED_ON_IO;
import static dev.oraculum.execution.UnitEnd.BLOCKED_ON_MONITOR;
import static dev.oraculum.execution.UnitEnd.COMPLETED;
import static dev.oraculum.execution.UnitEnd.CRASHED;
import static dev.oraculum.execution.UnitEnd.EXITED;
import static dev.oraculum.execution.UnitEnd.KILLED;
import static dev.oraculum.execution.UnitEnd.OUT_OF_MEMORY;
import static dev.oraculum.execution.UnitEnd.STUCK_IN_STATIC_INITIALIZER;
import static dev.oraculum.execution.UnitEnd.TIMED_OUT;
import static dev.oraculum.execution.UnitEnd.UNRESPONSIVE;
import static dev.oraculum.execution.UnitEnd.UNSTOPPABLE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.oraculum.runtime.protocol.TestOutcome;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Mutants at their worst, each of a kind: the run ends and is classified, the next unit runs as ever, no process is left, and no file
 * outside the worker's own folder has changed.
 *
 * <p>The attacks are in {@code src/test/subjects/hostile}. {@code -Doraculum.hostile=all} runs also those that take seconds each ({@code
 * make hostile}).
 */
class HostileMutantsEndToEndTest {
    /** More than a process takes to end on a busy machine. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final boolean ALL = "all".equals(System.getProperty("oraculum.hostile"));

    /** Kinds that take seconds, or are like others. */
    private static final Set<String> SLOW = Set.of(
            "200 processes",
            "accept",
            "rubbish on the worker's line",
            "a huge frame on the worker's line",
            "halt by reflection",
            "security manager",
            "heap",
            "direct memory",
            "20 threads that spin and catch everything",
            "common pool",
            "keeps the monitor of System.out",
            "keeps the monitor of our threads",
            "suspends all threads",
            "uncaught exception handler",
            "shutdown hook",
            "cleaner",
            "names its thread like ours",
            "a deep chain of causes",
            "10 000 suppressed exceptions",
            "getMessage never ends and catches everything",
            "getCause never ends");

    @TempDir
    static Path directory;

    private static String marker;
    private static Path guard;
    private static ServerSocket server;
    private static Subject subject;
    private static WorkerPool pool;
    private static Notebook notebook;
    private static List<TestCase> reaching;
    private static Unit harmless;
    private static int nextUnit = Unit.FIRST_MUTANT;
    private static Map<String, String> guarded;
    private static Set<String> here;

    /**
     * A kind of attack.
     *
     * @param ends how its unit may end
     * @param fromVersion of Java
     * @param toVersion the last version of Java that has it
     */
    record Attack(String group, String kind, Set<UnitEnd> ends, int fromVersion, int toVersion) {
        Attack from(int version) {
            return new Attack(group, kind, ends, version, toVersion);
        }

        Attack upTo(int version) {
            return new Attack(group, kind, ends, fromVersion, version);
        }

        @Override
        public String toString() {
            return group + ": " + kind;
        }
    }

    private static Attack attack(String group, String kind, UnitEnd... ends) {
        return new Attack(group, kind, Set.of(ends), 17, Integer.MAX_VALUE);
    }

    static Stream<Attack> attacks() {
        return Stream.of(files(), processes(), network(), jvm(), memory(), threads(), exceptions()).flatMap(s -> s);
    }

    private static Stream<Attack> files() {
        return Stream.of(
                        "delete",
                        "delete a tree",
                        "delete on exit",
                        "write at an absolute path",
                        "write by FileOutputStream",
                        "write by a relative path",
                        "write above the working directory",
                        "symbolic link out of scratch",
                        "symbolic link to a folder",
                        "hard link",
                        "rename over a file",
                        "rename a file away",
                        "copy over a file",
                        "chmod",
                        "chmod by File",
                        "touch",
                        "touch by File",
                        "truncate by RandomAccessFile",
                        "truncate by FileChannel",
                        "write by Files",
                        "write by mapped memory",
                        "write by AsynchronousFileChannel",
                        "write by FileWriter",
                        "write by PrintStream",
                        "make a folder",
                        "make a temporary file",
                        "zip file system",
                        "preferences",
                        "log file",
                        "output of a process",
                        "by /proc/self/cwd")
                .map(kind -> attack("files", kind, COMPLETED));
    }

    private static Stream<Attack> processes() {
        return Stream.of(
                attack("processes", "start", COMPLETED),
                attack("processes", "start by Runtime", COMPLETED),
                attack("processes", "double fork", COMPLETED),
                attack("processes", "double fork that ignores signals", COMPLETED),
                attack("processes", "200 processes", COMPLETED),
                attack("processes", "ends the parent", COMPLETED, KILLED, EXITED),
                attack("processes", "ends the supervisor", COMPLETED),
                attack("processes", "kills its own JVM by a shell", COMPLETED, KILLED),
                attack("processes", "kills the parent by a shell", COMPLETED, KILLED, EXITED),
                attack("processes", "kills the supervisor by a shell", COMPLETED),
                attack("processes", "stops the supervisor by a shell", COMPLETED),
                attack("processes", "ends itself by ProcessHandle", COMPLETED));
    }

    private static Stream<Attack> network() {
        return Stream.of(
                attack("network", "accept", COMPLETED, BLOCKED_ON_IO),
                attack("network", "bind", COMPLETED),
                attack("network", "connect", COMPLETED),
                attack("network", "connect by a channel", COMPLETED),
                attack("network", "send a datagram", COMPLETED),
                attack("network", "rubbish on the worker's line", COMPLETED, UNRESPONSIVE, EXITED),
                attack("network", "a huge frame on the worker's line", COMPLETED, UNRESPONSIVE, EXITED),
                attack("network", "closes the worker's line", COMPLETED, UNRESPONSIVE, EXITED));
    }

    private static Stream<Attack> jvm() {
        return Stream.of(
                attack("jvm", "crash by Unsafe", CRASHED),
                attack("jvm", "exit", COMPLETED),
                attack("jvm", "exit by reflection", COMPLETED, EXITED),
                attack("jvm", "halt by reflection", COMPLETED, EXITED),
                attack("jvm", "reads standard input", COMPLETED),
                attack("jvm", "output flood", TIMED_OUT),
                attack("jvm", "closes descriptors", COMPLETED),
                attack("jvm", "opens files without end", COMPLETED, TIMED_OUT, OUT_OF_MEMORY),
                attack("jvm", "system properties", COMPLETED),
                attack("jvm", "clears all properties", COMPLETED),
                attack("jvm", "locale and zone", COMPLETED),
                attack("jvm", "replaces System.out", COMPLETED),
                attack("jvm", "System.out is null", COMPLETED),
                attack("jvm", "context class loader", COMPLETED),
                attack("jvm", "security provider", COMPLETED),
                attack("jvm", "removes all security providers", COMPLETED),
                attack("jvm", "security manager", COMPLETED, EXITED, UNRESPONSIVE),
                attack("jvm", "loads a library", COMPLETED),
                attack("jvm", "loads a library by path", COMPLETED),
                attack("jvm", "foreign function", COMPLETED, EXITED).from(22),
                attack("jvm", "changes the recorder", COMPLETED),
                attack("jvm", "changes the agent", COMPLETED),
                attack("jvm", "ends the recording", COMPLETED),
                attack("jvm", "redefines its class", COMPLETED));
    }

    private static Stream<Attack> memory() {
        return Stream.of(
                attack("memory", "heap", OUT_OF_MEMORY),
                attack("memory", "direct memory", OUT_OF_MEMORY, COMPLETED),
                // Whichever thread first finds no room for a class: on a busy machine that may be one of ours.
                attack("memory", "metaspace", OUT_OF_MEMORY, TIMED_OUT, UNRESPONSIVE),
                attack("memory", "stack", COMPLETED));
    }

    private static Stream<Attack> threads() {
        return Stream.of(
                attack("threads", "10 000 threads", COMPLETED, OUT_OF_MEMORY, TIMED_OUT),
                attack("threads", "20 threads that spin", COMPLETED, TIMED_OUT),
                attack("threads", "20 threads that spin and catch everything", COMPLETED, TIMED_OUT),
                attack("threads", "static initializer spins", STUCK_IN_STATIC_INITIALIZER),
                attack("threads", "virtual threads", COMPLETED, TIMED_OUT).from(21),
                attack("threads", "common pool", TIMED_OUT, UNSTOPPABLE),
                attack("threads", "deadlock", BLOCKED_ON_MONITOR),
                attack("threads", "keeps the monitor of System.out", COMPLETED, TIMED_OUT),
                attack("threads", "keeps the monitor of a class of the JDK", UnitEnd.values()),
                attack("threads", "interrupts all threads", COMPLETED),
                attack("threads", "stops all threads", COMPLETED, EXITED, UNRESPONSIVE).upTo(19),
                attack("threads", "suspends all threads", COMPLETED, EXITED, UNRESPONSIVE).upTo(19),
                attack("threads", "uncaught exception handler", TIMED_OUT),
                attack("threads", "shutdown hook", UnitEnd.values()),
                attack("threads", "finalizer", COMPLETED),
                attack("threads", "cleaner", COMPLETED),
                attack("threads", "names its thread like ours", COMPLETED),
                attack("threads", "keeps the monitor of our threads", COMPLETED, TIMED_OUT));
    }

    private static Stream<Attack> exceptions() {
        return Stream.of(
                        "a huge message",
                        "a message of unpaired surrogates",
                        "a deep chain of causes",
                        "a chain of causes that is a circle",
                        "10 000 suppressed exceptions",
                        "toString throws",
                        "everything throws an error",
                        "getMessage never ends",
                        "getMessage never ends and catches everything",
                        "toString never ends",
                        "getCause never ends",
                        "getStackTrace is null",
                        "recurses in getMessage",
                        "a subclass of StackOverflowError",
                        "ThreadDeath",
                        "one of our own signals")
                .map(kind -> kind.contains("never ends and") ? attack("exceptions", kind, UNSTOPPABLE)
                        : attack("exceptions", kind, COMPLETED, TIMED_OUT));
    }

    @BeforeAll
    static void runOriginal() throws IOException {
        marker = "9" + System.nanoTime() % 1_000_000_000L;
        guard = Files.createDirectories(directory.resolve("guard"));
        Files.writeString(guard.resolve("a.txt"), "a");
        Files.writeString(Files.createDirectory(guard.resolve("folder")).resolve("b.txt"), "b");
        server = new ServerSocket(0);
        List<String> attacks;
        try (Stream<Path> files = Files.list(Path.of("src/test/subjects/hostile/sample"))) {
            attacks = files.sorted().map(HostileMutantsEndToEndTest::read).toList();
        }
        subject = new Subject(directory, attacks);
        Budgets budgets = Budgets.DEFAULTS.withTime(2, Duration.ofSeconds(1));
        pool = WorkerPool.open(subject.settings(Jvm.running()).withHeap(64).withBudgets(budgets).withJvmArguments(List.of(
                "-XX:MaxMetaspaceSize=48m",
                "-Dhostile.guard=" + guard.toAbsolutePath(),
                "-Dhostile.marker=" + marker,
                "-Dhostile.port=" + server.getLocalPort(),
                "-Dhostile.supervisor=" + ProcessHandle.current().pid())));
        notebook = new Notebook();
        OriginalRun original = pool.runOriginal(pool.discover().tests(), notebook);
        assertEquals(List.of(), original.failing());
        reaching = original.reaching();
        harmless = new Unit(nextUnit++, Subject.CLASS, subject.mutant("return Attacks.isClean() ? x * 2 : -1;"), reaching);
        guarded = tree(guard);
        here = around();
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @AfterAll
    static void noProcessIsLeft() throws Exception {
        List<Long> workers = pool.processIds();
        pool.close();
        server.close();
        assertEquals(List.of(), workers.stream().filter(pid -> ProcessHandle.of(pid).isPresent()).toList());
        assertEquals(List.of(), ProcessHandle.current().children().filter(ProcessHandle::isAlive).toList());
        assertNoProcessIsLeft();
        assertNothingChanged();
    }

    @ParameterizedTest
    @MethodSource("attacks")
    void endsAndLeavesNothingBehind(Attack attack) throws Exception {
        int version = Runtime.version().feature();
        assumeTrue(version >= attack.fromVersion() && version <= attack.toVersion(), "on another version of Java");
        assumeTrue(ALL || !SLOW.contains(attack.kind()), "only with -Doraculum.hostile=all");
        String body = "if (x == 0) Attacks.act(\"" + attack.group() + "\", \"" + attack.kind() + "\"); return x * 2;";
        UnitResult result = pool.runUnit(new Unit(nextUnit++, Subject.CLASS, subject.mutant(body), reaching), notebook);
        UnitResult next = pool.runUnit(harmless, notebook);
        assertTrue(attack.ends().contains(result.end()), result::toString);
        assertFalse(result.sentence().isBlank());
        if (attack.kind().equals("rubbish on the worker's line")) {
            assertTrue(result.explanation().startsWith("something else than the worker has written to its line"), "it was not awaited: "
                    + result);
        }
        assertEquals(COMPLETED, next.end(), next::explanation);
        assertEquals(List.of(TestOutcome.PASSED, TestOutcome.PASSED, TestOutcome.PASSED), next.tests().stream().map(TestRun::outcome)
                .toList(), next::toString);
        assertEquals(Map.of("a_zero", 1, "b_three", 1, "c_many", 10), notebook.states(next.unit()));
        assertNoProcessIsLeft();
        assertNothingChanged();
    }

    private static void assertNothingChanged() throws IOException {
        assertEquals(guarded, tree(guard));
        assertEquals(here, around());
    }

    private static void assertNoProcessIsLeft() throws Exception {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        for (List<String> left = marked(); !left.isEmpty(); left = marked()) {
            assertTrue(System.nanoTime() < deadline, "processes are left: " + left);
            Thread.sleep(20);
        }
    }

    /** What is under a folder, with contents, permissions and times. */
    private static Map<String, String> tree(Path folder) throws IOException {
        Map<String, String> tree = new TreeMap<>();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.toList()) {
                String contents = Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
                        ? Files.readString(file, StandardCharsets.ISO_8859_1) : "";
                Map<String, Object> attributes = Files.readAttributes(file, "unix:mode,lastModifiedTime,nlink,ino",
                        LinkOption.NOFOLLOW_LINKS);
                tree.put(file.toString(), new TreeMap<>(attributes) + contents);
            }
        }
        return tree;
    }

    /** Files of the folder that we work in, of those above it, and of the user that bear our mark. */
    private static Set<String> around() throws IOException {
        Set<String> names = new java.util.TreeSet<>();
        Path current = Path.of("").toAbsolutePath();
        List<Path> folders = List.of(current, current.getParent(), current.getParent().getParent(), Path.of(System.getProperty("user.home"))
                .resolve(".java/.userPrefs"));
        for (Path folder : folders) {
            if (Files.isDirectory(folder)) {
                try (Stream<Path> files = Files.list(folder)) {
                    files.map(Path::toString).filter(name -> folder.equals(current) || name.contains(marker)).forEach(names::add);
                }
            }
        }
        return names;
    }

    /** Processes that bear our mark. */
    private static List<String> marked() throws IOException {
        try (Stream<Path> processes = Files.list(Path.of("/proc"))) {
            return processes.map(process -> process.resolve("cmdline"))
                    .filter(Files::isReadable)
                    .map(HostileMutantsEndToEndTest::commandLine)
                    .filter(line -> Arrays.asList(line.split("[\0 ;]")).contains(marker))
                    .toList();
        }
    }

    private static String commandLine(Path file) {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return ""; // It has just ended.
        }
    }
}
