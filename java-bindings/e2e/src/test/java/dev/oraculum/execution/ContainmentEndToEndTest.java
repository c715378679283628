package dev.oraculum.execution;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.api.WorkerSettings;
import dev.oraculum.runtime.containment.Deed;
import dev.oraculum.runtime.containment.Deed.Kind;
import dev.oraculum.runtime.protocol.TestOutcome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.function.Executable;

/** What a mutant may not do is refused, whichever way it goes; what its test did on the original it may do, and leaves no trace. */
class ContainmentEndToEndTest {
    private static final String CLASS = "sample.Reach";

    private static final String TEMPLATE =
            """
            package sample;
            import java.io.*;
            import java.net.*;
            import java.nio.*;
            import java.nio.channels.*;
            import java.nio.charset.StandardCharsets;
            import java.nio.file.*;
            import java.nio.file.attribute.*;
            import java.util.*;
            public class Reach {
                static int offset;
                static final String OUT = "@OUT@";
                public static int twice(int x) {
                    try {
                        %s
                    } catch (Exception e) { }
                    return x * 2 + offset;
                }
            }
            """;

    /** Mutants cannot have lambdas: those are methods. */
    private static final String HELPER =
            """
            package sample;
            public class Later extends Thread {
                private final String path;
                Later(String path) { this.path = path; }
                @Override public void run() {
                    try { new java.io.FileOutputStream(path).close(); } catch (Exception e) { }
                }
                static void go(String path) throws Exception { Later later = new Later(path); later.start(); later.join(); }
            }
            """;

    /** {@code sun.misc.Unsafe}, by reflection: javac warns of it. */
    private static final String MEMORY =
            """
            package sample;
            public class Memory {
                static void call(String method, Object... arguments) throws Exception {
                    Class<?> type = Class.forName("sun.misc.Unsafe");
                    java.lang.reflect.Field only = type.getDeclaredField("theUnsafe");
                    only.setAccessible(true);
                    for (java.lang.reflect.Method one : type.getMethods()) {
                        if (one.getName().equals(method) && one.getParameterCount() == arguments.length) {
                            one.invoke(only.get(null), arguments);
                            return;
                        }
                    }
                    throw new AssertionError(method);
                }
                /** Where a byte of an array lies. */
                static long at(int place) throws Exception {
                    return ((Number) Class.forName("sun.misc.Unsafe").getField("ARRAY_BYTE_BASE_OFFSET").get(null)).longValue() + place;
                }
                /** Nothing of this leaves the array. */
                static void within() throws Exception {
                    call("getLong", new byte[8], at(0));
                    call("putInt", new byte[8], at(4), 1);
                    call("copyMemory", new byte[8], at(0), new byte[4], at(0), 4L);
                    call("setMemory", new byte[8], at(0), 8L, (byte) 1);
                }
            }
            """;

    /** Ways to change what is not the mutant's, by the kind of deed. TMP is a folder in its scratch folder. */
    private static final Map<Kind, List<String>> WAYS = new TreeMap<>(Map.of(
            Kind.WRITE, List.of(
                    "new FileOutputStream(OUT + `/a`).close();",
                    "new FileOutputStream(OUT + `/precious`, true).write(1);",
                    "new RandomAccessFile(OUT + `/precious`, `rw`).setLength(0);",
                    "new PrintWriter(OUT + `/a`).close();",
                    "FileChannel.open(Path.of(OUT, `precious`), StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING).close();",
                    "AsynchronousFileChannel.open(Path.of(OUT, `a`), StandardOpenOption.WRITE, StandardOpenOption.CREATE).close();",
                    "Files.writeString(Path.of(OUT, `a`), `x`);",
                    "Files.newByteChannel(Path.of(OUT, `a`), StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW).close();",
                    "Files.delete(Path.of(OUT, `precious`));",
                    "Files.delete(Path.of(OUT, `folder`));",
                    "new File(OUT, `precious`).delete();",
                    "new File(OUT, `folder`).delete();",
                    "new File(OUT, `precious`).renameTo(new File(OUT, `b`));",
                    "new File(OUT, `precious`).renameTo(new File(TMP, `b`));",
                    "Files.move(Path.of(OUT, `precious`), Path.of(OUT, `b`));",
                    "Files.move(Path.of(OUT, `precious`), Path.of(TMP, `b`));",
                    "Files.writeString(Path.of(TMP, `mine`), `x`); Files.move(Path.of(TMP, `mine`), Path.of(OUT, `precious`),"
                            + " StandardCopyOption.REPLACE_EXISTING);",
                    "Files.copy(Path.of(OUT, `precious`), Path.of(OUT, `b`));",
                    "new File(OUT, `d/e`).mkdirs();",
                    "Files.createDirectories(Path.of(OUT, `d`, `e`));",
                    "new File(OUT, `a`).createNewFile();",
                    "File.createTempFile(`abc`, `d`, new File(OUT));",
                    "Files.createTempFile(Path.of(OUT), `a`, `b`);",
                    "Files.createTempDirectory(Path.of(OUT), `a`);",
                    "new File(OUT, `precious`).setLastModified(0);",
                    "new File(OUT, `precious`).setReadOnly();",
                    "new File(OUT, `precious`).setExecutable(true);",
                    "Files.setLastModifiedTime(Path.of(OUT, `precious`), FileTime.fromMillis(0));",
                    "Files.setPosixFilePermissions(Path.of(OUT, `precious`), PosixFilePermissions.fromString(`rwxrwxrwx`));",
                    "Files.setAttribute(Path.of(OUT, `precious`), `unix:mode`, 0777);",
                    "Files.setAttribute(Path.of(OUT, `precious`), `user:note`, ByteBuffer.wrap(new byte[] {1}));",
                    "Files.createSymbolicLink(Path.of(OUT, `a`), Path.of(TMP));",
                    "Files.createLink(Path.of(TMP, `hard`), Path.of(OUT, `precious`)); Files.writeString(Path.of(TMP, `hard`), `x`);",
                    "Files.createSymbolicLink(Path.of(TMP, `soft`), Path.of(OUT, `precious`)); Files.writeString(Path.of(TMP, `soft`),"
                            + " `x`);",
                    "Files.createSymbolicLink(Path.of(TMP, `leads nowhere`), Path.of(OUT, `a`)); new FileOutputStream(TMP + `/leads"
                            + " nowhere`).close();",
                    "Files.createSymbolicLink(Path.of(TMP, `to folder`), Path.of(OUT)); new File(TMP, `to folder/precious`).delete();",
                    "new FileOutputStream(TMP + `/../../../../../../../../../../../..` + OUT + `/a`).close();",
                    "((SecureDirectoryStream<Path>) Files.newDirectoryStream(Path.of(OUT))).deleteFile(Path.of(`precious`));",
                    "((SecureDirectoryStream<Path>) Files.newDirectoryStream(Path.of(OUT))).newByteChannel(Path.of(`a`),"
                            + " Set.of(StandardOpenOption.WRITE, StandardOpenOption.CREATE)).close();",
                    "((SecureDirectoryStream<Path>) Files.newDirectoryStream(Path.of(OUT))).getFileAttributeView(Path.of(`precious`),"
                            + " BasicFileAttributeView.class).setTimes(FileTime.fromMillis(0), null, null);",
                    "Class.forName(`java.io.FileOutputStream`).getConstructor(String.class).newInstance(OUT + `/a`);",
                    "Files.class.getMethod(`delete`, Path.class).invoke(null, Path.of(OUT, `precious`));",
                    "new java.util.logging.FileHandler(OUT + `/log`).close();",
                    "FileSystems.newFileSystem(Path.of(OUT, `a.zip`), Map.of(`create`, `true`)).close();",
                    "Later.go(OUT + `/a`);"),
            Kind.PROCESS, List.of(
                    "new ProcessBuilder(`true`).redirectOutput(new File(OUT, `a`)).start();",
                    "new ProcessBuilder(`touch`, OUT + `/a`).start();",
                    "Runtime.getRuntime().exec(new String[] {`touch`, OUT + `/a`});",
                    "ProcessHandle.of(SUPERVISOR).get().destroyForcibly();"),
            Kind.NET, List.of(
                    "new Socket(`127.0.0.1`, PORT).close();",
                    "SocketChannel.open(new InetSocketAddress(`127.0.0.1`, PORT)).close();",
                    "new URL(`http://127.0.0.1:` + PORT).openStream();",
                    "AsynchronousSocketChannel.open().connect(new InetSocketAddress(`127.0.0.1`, PORT)).get();",
                    "new ServerSocket(0).close();",
                    "ServerSocketChannel.open().bind(null).close();",
                    "ServerSocketChannel.open(StandardProtocolFamily.UNIX).bind(UnixDomainSocketAddress.of(TMP + `/s`)).close();",
                    "new DatagramSocket().close();",
                    "DatagramChannel.open().send(ByteBuffer.allocate(1), new InetSocketAddress(`127.0.0.1`, PORT));"),
            Kind.NATIVE, List.of("System.load(`/no/such/library.so`);", "Runtime.getRuntime().loadLibrary(`nosuchlibrary`);"),
            Kind.GLOBAL, List.of("URL.setURLStreamHandlerFactory(null);"),
            Kind.DESCRIPTOR, List.of("new FileOutputStream(FileDescriptor.out).close();", "System.in.close();"),
            Kind.MEMORY, List.of(
                    "Memory.within(); Memory.call(`getByte`, new byte[8], Memory.at(8));",
                    "Memory.call(`putLong`, new byte[8], Memory.at(1), 7L);",
                    "Memory.call(`putByte`, new byte[8], Memory.at(-1), (byte) 7);",
                    "Memory.call(`compareAndSwapInt`, new int[1], Memory.at(4), 0, 1);",
                    "Memory.call(`copyMemory`, new byte[8], Memory.at(0), new byte[4], Memory.at(0), 5L);",
                    "Memory.call(`setMemory`, new byte[8], Memory.at(8), 1L, (byte) 7);"),
            Kind.EXIT, List.of(
                    "Runtime.class.getMethod(`halt`, int.class).invoke(Runtime.getRuntime(), 7);",
                    "System.class.getMethod(`exit`, int.class).invoke(null, 7);")));

    @TempDir
    Path directory;

    private record Way(Kind kind, String code) {}

    /** One test for each way, which makes the mutant go that way. */
    private static String tests(int count) {
        StringBuilder text = new StringBuilder("package sample;\npublic class ReachTest {\n");
        for (int i = 0; i < count; i++) {
            text.append("    @org.junit.jupiter.api.Test void way%d()".formatted(i))
                    .append(" { org.junit.jupiter.api.Assertions.assertEquals(%d, Reach.twice(%d)); }\n".formatted(2 * i, i));
        }
        return text.append("}\n").toString();
    }

    private SampleProject compile(String name, List<Path> libraries, String... sources) {
        return SampleProject.compile(directory.resolve(name), libraries, sources);
    }

    private static List<Path> junit() {
        return Distribution.junit("platform-1", "junit-jupiter", "junit-platform-commons", "opentest4j");
    }

    private String template(Path out, String body) {
        return TEMPLATE.replace("@OUT@", out.toString()).formatted(body);
    }

    private static ExecutionSettings settings(SampleProject project, String... tests) {
        return ExecutionSettings.of(Distribution.installation(), Jvm.running(), project.classPath(), List.of(tests),
                Subject.plan(project, CLASS + "#twice(int)"));
    }

    /** Every file below a folder: kind, permissions, time of the last change, text. */
    private static Map<String, String> snapshot(Path folder) {
        Map<String, String> found = new TreeMap<>();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.toList()) {
                PosixFileAttributes attributes = Files.readAttributes(file, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
                String time = attributes.isDirectory() ? "" : attributes.lastModifiedTime().toString();
                String text = attributes.isRegularFile() ? Files.readString(file) : "";
                found.put(folder.relativize(file).toString(),
                        attributes.isDirectory() + " " + attributes.permissions() + " " + time + " " + text);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return found;
    }

    private Path foreignFolder() throws IOException {
        Path out = Files.createDirectories(directory.resolve("foreign")).toRealPath();
        Files.writeString(out.resolve("precious"), "precious");
        Files.createDirectories(out.resolve("folder"));
        return out;
    }

    @Test
    void noWayLeadsOut() throws IOException {
        Path out = foreignFolder();
        Map<String, String> before = snapshot(out);
        List<Way> ways = new ArrayList<>();
        WAYS.forEach((kind, codes) -> codes.forEach(code -> ways.add(new Way(kind, code.replace('`', '"')))));
        String harmless = template(out, "if (x < 0) throw new Exception();");
        SampleProject project = compile("project", junit(), HELPER, MEMORY, harmless, tests(ways.size()));
        try (ServerSocket server = new ServerSocket(0);
                WorkerPool pool = WorkerPool.open(settings(project, "sample.ReachTest"))) {
            StringBuilder body = new StringBuilder(
                    "final long SUPERVISOR = %dL; final int PORT = %d;".formatted(ProcessHandle.current().pid(), server.getLocalPort()));
            body.append(" final String TMP = System.getProperty(\"java.io.tmpdir\");\n switch (x) {\n");
            for (int i = 0; i < ways.size(); i++) {
                body.append("case %d: { %s break; }\n".formatted(i, ways.get(i).code()));
            }
            byte[] mutant = compile("mutant", List.of(project.classes()), template(out, body.append("}").toString())).classFile(CLASS);
            Notebook notebook = new Notebook();
            OriginalRun original = pool.runOriginal(pool.discover().tests(), notebook);
            assertTrue(original.first().stream().allMatch(run -> run.deeds().isEmpty() && !run.contained()), "the original does nothing");

            UnitResult result = pool.runUnit(new Unit(Unit.FIRST_MUTANT, CLASS, mutant, original.reaching()), notebook);

            assertEquals(UnitEnd.COMPLETED, result.end(), result::explanation);
            List<Executable> checks = new ArrayList<>();
            for (TestRun run : result.tests()) {
                Way way = ways.get(Integer.parseInt(run.test().methodName().substring("way".length()).replace("()", "")));
                checks.add(() -> assertEquals(List.of(way.kind()), run.deeds().stream().map(Deed::kind).toList(), () -> way.code() + run));
                checks.add(() -> assertTrue(run.contained(), way.code()));
                checks.add(() -> assertEquals(0, notebook.states(result.unit()).get(run.test().methodName()), way.code()));
                boolean exits = way.kind() == Kind.EXIT;
                checks.add(() -> assertEquals(exits ? TestOutcome.EXIT_ATTEMPTED : TestOutcome.PASSED, run.outcome(), way.code()));
            }
            checks.add(() -> assertEquals(before, snapshot(out)));
            checks.add(() -> {
                server.setSoTimeout(1);
                org.junit.jupiter.api.Assertions.assertThrows(java.net.SocketTimeoutException.class, server::accept);
            });
            assertEquals(ways.size(), result.contained());
            assertAll(checks);
        }
    }

    /** What the tests of a project do with files in their folder, with names that differ from run to run, programs, sockets and globals. */
    private static final String BUSY_TEST =
            """
            package sample;
            import static org.junit.jupiter.api.Assertions.*;
            import java.io.*;
            import java.net.*;
            import java.nio.file.*;
            import java.util.*;
            import org.junit.jupiter.api.*;
            public class BusyTest {
                static final Path OUT = Path.of("@OUT@");
                @BeforeAll static void prepare() throws Exception { Files.createDirectories(OUT.resolve("target")); \
                Files.writeString(OUT.resolve("target/shared"), "4"); }
                @AfterAll static void clean() throws Exception { Files.delete(OUT.resolve("target/shared")); \
                Files.delete(OUT.resolve("target")); }
                @Test void readsWhatItWrites() throws Exception {
                    Path file = OUT.resolve("folder/number");
                    Files.writeString(file, "21");
                    assertEquals(1, file.toFile().getParentFile().list().length);
                    assertEquals(2, file.toFile().length());
                    assertEquals(42, Reach.twice(Integer.parseInt(Files.readString(file))));
                    assertTrue(file.toFile().delete());
                    assertFalse(Files.exists(file));
                    assertEquals(0, Reach.twice(new File(OUT.toFile(), "folder").list().length));
                }
                @Test void appendsAndMoves() throws Exception {
                    try (FileWriter writer = new FileWriter(OUT + "/precious", true)) { writer.write("!"); }
                    assertEquals(18, Reach.twice((int) Files.size(OUT.resolve("precious"))));
                    Files.move(OUT.resolve("precious"), OUT.resolve("moved"));
                    assertEquals(4, Reach.twice(OUT.toFile().list().length - 1));
                    Files.delete(OUT.resolve("moved"));
                    Files.writeString(OUT.resolve("precious"), "precious");
                }
                @Test void usesNamesThatDiffer() throws Exception {
                    Path folder = Files.createTempDirectory(OUT, "t");
                    File file = File.createTempFile("abc", ".x", folder.toFile());
                    Files.copy(OUT.resolve("precious"), folder.resolve("copy"));
                    assertEquals(4, Reach.twice((int) Files.list(folder).count()));
                    file.delete();
                    Files.delete(folder.resolve("copy"));
                    Files.delete(folder);
                }
                @Test void readsTheFixture() throws Exception {
                    assertEquals(8, Reach.twice(Integer.parseInt(Files.readString(OUT.resolve("target/shared")))));
                }
                @Test void startsAProgram() throws Exception {
                    assertEquals(0, Reach.twice(new ProcessBuilder("true").start().waitFor()));
                }
                @Test void talksToItself() throws Exception {
                    try (ServerSocket server = new ServerSocket(0); Socket client = new Socket("localhost", server.getLocalPort())) {
                        client.getOutputStream().write(7);
                        assertEquals(14, Reach.twice(server.accept().getInputStream().read()));
                    }
                }
                @Test void changesGlobals() {
                    assertNull(System.getProperty("busy"));
                    System.setProperty("busy", "5");
                    Locale.setDefault(Locale.GERMANY);
                    assertEquals(10, Reach.twice(Integer.getInteger("busy")));
                    assertEquals("1,5", String.format("%.1f", 1.5));
                    System.clearProperty("busy");
                }
            }
            """;

    @Test
    void whatTheOriginalDoesItsMutantsMayDoToo() throws IOException {
        Path out = foreignFolder();
        SampleProject project = compile("project", junit(), template(out, "if (x < 0) throw new Exception();"),
                BUSY_TEST.replace("@OUT@", out.toString()));
        try (WorkerPool pool = WorkerPool.open(settings(project, "sample.BusyTest"))) {
            Notebook notebook = new Notebook();
            OriginalRun original = pool.runOriginal(pool.discover().tests(), notebook);
            assertEquals(List.of(), original.failing(), () -> original.failing().get(0).failure());
            // Long numbers differ from run to run.
            String told = out.toString().replaceAll("\\d{5,}", "#");
            Map<String, List<String>> deeds = new TreeMap<>();
            original.first().forEach(run -> deeds.put(run.test().methodName(), run.deeds().stream().map(Deed::toString).toList()));
            assertEquals(List.of("write " + told + "/folder"), deeds.get("readsWhatItWrites"));
            assertEquals(List.of("write " + told), deeds.get("appendsAndMoves"));
            assertEquals(List.of("process start true"), deeds.get("startsAProgram"));
            assertEquals(List.of("net bind any", "net connect this machine"), deeds.get("talksToItself"));
            assertEquals(List.of("global default locale"), deeds.get("changesGlobals"));
            assertEquals(List.of(), deeds.get("readsTheFixture"));

            byte[] like = compile("like", List.of(project.classes()), template(out, "if (x < 1) throw new Exception();")).classFile(CLASS);
            byte[] wrong = compile("wrong", List.of(project.classes()), template(out, "offset = x > 3 ? x : 0;")).classFile(CLASS);
            // It never cleans up, as the test would: nobody else sees what it leaves.
            byte[] leaves = compile("leaves", List.of(project.classes()),
                    template(out, "Files.writeString(Path.of(OUT, \"folder\", \"left\"), \"x\");")).classFile(CLASS);
            Map<String, String> before = snapshot(out);
            int unit = Unit.FIRST_MUTANT;
            for (byte[] mutant : List.of(like, wrong, like)) {
                UnitResult result = pool.runUnit(new Unit(unit, CLASS, mutant, original.reaching()), notebook);
                assertEquals(UnitEnd.COMPLETED, result.end(), result::explanation);
                assertEquals(0, result.contained(), () -> result.deeds().toString());
                assertEquals(notebook.states(Unit.ORIGINAL), notebook.states(unit));
                assertEquals(mutant == wrong ? 5 : 0, result.tests().stream().filter(run -> run.outcome() == TestOutcome.FAILED).count(),
                        () -> result.tests().toString());
                assertEquals(before, withoutTimesOf("precious", before, snapshot(out)));
                unit++;
            }
            UnitResult left = pool.runUnit(new Unit(unit, CLASS, leaves, original.reaching()), notebook);
            Map<String, Boolean> contained = new TreeMap<>();
            left.tests().forEach(run -> contained.put(run.test().methodName(), run.contained()));
            assertFalse(contained.get("readsWhatItWrites"), "it may write there");
            assertTrue(contained.get("startsAProgram"), "it may not");
            assertFalse(Files.exists(out.resolve("folder").resolve("left")));
        }
    }

    /** The check after a unit runs tests of the original, which write this file anew. */
    private static Map<String, String> withoutTimesOf(String file, Map<String, String> expected, Map<String, String> found) {
        assertEquals(expected.get(file).replaceAll("\\d{4}-\\S*", ""), found.get(file).replaceAll("\\d{4}-\\S*", ""));
        found.put(file, expected.get(file));
        return found;
    }

    @Test
    void whatIsAllowedIsDone() throws IOException {
        Path out = foreignFolder();
        SampleProject project = compile("project", junit(), template(out, "if (x < 0) throw new Exception();"), tests(2));
        byte[] mutant = compile("mutant", List.of(project.classes()),
                template(out, "Files.writeString(Path.of(OUT, `a`), `x`); new ServerSocket(0).close();".replace('`', '"'))).classFile(
                        CLASS);
        ExecutionSettings settings = settings(project, "sample.ReachTest")
                .withSurroundings(WorkerSettings.DEFAULT.withAllow(List.of("write=" + out, "net")));
        try (WorkerPool pool = WorkerPool.open(settings)) {
            Notebook notebook = new Notebook();
            OriginalRun original = pool.runOriginal(pool.discover().tests(), notebook);
            UnitResult result = pool.runUnit(new Unit(Unit.FIRST_MUTANT, CLASS, mutant, original.reaching()), notebook);
            assertEquals(0, result.contained(), () -> result.deeds().toString());
            assertTrue(Files.exists(out.resolve("a")));
        }
    }
}
