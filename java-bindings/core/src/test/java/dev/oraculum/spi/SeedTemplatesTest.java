package dev.oraculum.spi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.spi.SeedTemplatesException.Code;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What another generator asks, by the interfaces alone. */
class SeedTemplatesTest {
    private static final Path SUBJECTS = Path.of("../e2e/src/test/subjects/objects/main");

    /** What the subjects have not: inner classes, names that packages have, a branch that nothing leads to, and two in a line. */
    private static final String MORE = """
            package more;

            public class More {
                public class Wheel {
                    private int size;

                    public void setSize(int size) {
                        this.size = size;
                    }
                }

                public enum Colour { RED, GREEN }

                static class more {
                    Wheel wheel;
                    Colour colour;
                    String name;
                    int[][] sizes;
                }

                static int seen;

                boolean target(more given) {
                    return given.wheel.size == 3;
                }

                boolean named(more given) {
                    return given.colour == Colour.GREEN & given.name.length() > 4;
                }

                boolean sized(more given) {
                    return given.sizes[1][2] == 6;
                }

                static boolean target(more given, String name) {
                    return name.equals(given.name) && seen == 4;
                }

                private static boolean nobodyCallsThis(int x) {
                    return x > 3;
                }
            }
            """;

    @TempDir
    static Path folder;

    private static Path classes;

    @BeforeAll
    static void compile() throws IOException {
        List<String> sources = new ArrayList<>();
        try (Stream<Path> files = Files.walk(SUBJECTS)) {
            files.map(Path::toString).filter(file -> file.endsWith(".java")).sorted().forEach(sources::add);
        }
        Path more = Files.createDirectories(folder.resolve("sources/more")).resolve("More.java");
        sources.add(Files.writeString(more, MORE).toString());
        classes = Files.createDirectories(folder.resolve("classes"));
        assertEquals("", javac(classes, "", sources));
    }

    private static String javac(Path to, String classPath, List<String> sources) {
        List<String> arguments = new ArrayList<>(List.of("-g", "--release", "17", "-proc:none", "-nowarn", "-d", to.toString(), "-cp",
                classPath));
        arguments.addAll(sources);
        ByteArrayOutputStream messages = new ByteArrayOutputStream();
        int end = ToolProvider.getSystemJavaCompiler().run(null, messages, messages, arguments.toArray(String[]::new));
        return end == 0 ? "" : messages.toString(StandardCharsets.UTF_8);
    }

    private static Branch only(SeedTemplates templates, String className, String method) {
        List<Branch> found = templates.branches(className, method);
        assertEquals(1, found.size(), found.toString());
        return found.get(0);
    }

    @Test
    void branchesAreThoseOfTheClassAndOfItsNestedOnes() {
        try (SeedTemplates templates = SeedTemplates.on(List.of(classes))) {
            List<Branch> all = templates.branches("objects.Rules");
            List<Branch> check = templates.branches("objects.Rules", "check(Action,objects.Rules.GameState)");
            assertEquals(check, all.stream().filter(branch -> branch.method().equals("check")).toList());
            // Two players, open, the same, the switch, and within the cases one, two, two and one.
            assertEquals(11, check.size());
            assertEquals(List.of("objects/Rules", "objects/Rules$GameState"), all.stream().map(Branch::className).distinct().toList());
            assertEquals(templates.branches("objects.Rules$GameState"), templates.branches("objects/Rules$GameState"));
            assertEquals(1, templates.branches("objects.Rules.GameState").size());
            assertEquals(List.of(), templates.branches("objects.Awards", "<init>"));
        }
    }

    @Test
    void aTemplateIsDataAndJava() {
        try (SeedTemplates templates = SeedTemplates.on(List.of(classes))) {
            Branch branch = only(templates, "objects.Awards", "target");
            SeedTemplate template = templates.forBranch("objects.Awards", "target", branch.line(), 0);
            assertEquals(template, templates.forBranch(branch, 0));
            assertEquals(template.graph(), templates.graph(branch));
            assertEquals(ObjectConstructionGraph.Kind.PARAMETER, template.graph().nodes().get(0).kind());
            assertEquals(1, template.slots().size());
            int slot = template.slots().get(0);
            assertTrue(template.statements().get(slot) instanceof SeedTemplate.Primitive number && number.type().equals("I"));
            List<String> java = templates.java(template, Map.of(slot, "3 + 4"));
            assertEquals("int slot = 3 + 4;", java.get(slot));
            assertEquals("awards.target(student);", java.get(java.size() - 1).replaceAll(".* = ", ""));
            assertTrue(java.contains("objects.Awards.Cv cv = new objects.Awards.Cv();"), java.toString());
            IllegalArgumentException e = assertThrows(IllegalArgumentException.class, () -> templates.java(template, Map.of(99, "1")));
            assertEquals("statement 99 is no slot of the template; its slots are " + template.slots(), e.getMessage());
        }
    }

    @Test
    void anObjectIsOfTheTypeThatIsDeclared() {
        try (SeedTemplates templates = SeedTemplates.on(List.of(classes))) {
            Branch branch = only(templates, "objects.Ranks", "see");
            for (long seed = 0; seed < 10; seed++) {
                List<String> java = templates.java(templates.forBranch(branch, seed), Map.of());
                assertTrue(java.contains("objects.Ranks.Pony pony = new objects.Ranks.Pony();"), java.toString());
                assertTrue(java.stream().noneMatch(line -> line.contains("Raft") || line.contains("Tug")), java.toString());
            }
        }
    }

    @Test
    void whatNoTestCanSetIsSaid() {
        try (SeedTemplates templates = SeedTemplates.on(List.of(classes))) {
            SeedTemplate template = templates.forBranch(only(templates, "objects.Sealed", "target"), 1);
            assertEquals("nothing writes objects.Sealed$Vault.gold", template.unset().get(0).reason());
            assertTrue(template.unset().get(0).infeasible());
        }
    }

    /** Every template of every subject, in a class of its package. */
    @Test
    void everyTemplateCompiles() throws Exception {
        Map<String, List<String>> methods = new TreeMap<>();
        int count = 0;
        try (SeedTemplates templates = SeedTemplates.on(List.of(classes))) {
            for (String name : classNames()) {
                for (Branch branch : templates.branches(name)) {
                    for (long seed = 0; seed < 3; seed++) {
                        SeedTemplate template;
                        try {
                            template = templates.forBranch(branch, seed);
                        } catch (UnreachableBranchException e) {
                            assertEquals("nobodyCallsThis", branch.method());
                            assertEquals(branch, e.branch());
                            continue;
                        }
                        List<String> text = templates.java(template, Map.of());
                        assertEquals(template.statements().size(), text.size());
                        String entry = template.graph().entry();
                        methods.computeIfAbsent(entry.substring(0, entry.indexOf('/')), p -> new ArrayList<>()).add("    // " + branch
                                + "\n    static void test" + count++ + "() throws Throwable {\n        " + String.join("\n        ", text)
                                + "\n    }\n");
                    }
                }
            }
        }
        assertTrue(count > 100, count + " templates");
        List<String> sources = new ArrayList<>();
        for (Map.Entry<String, List<String>> in : methods.entrySet()) {
            Path file = Files.createDirectories(folder.resolve("tests").resolve(in.getKey())).resolve("Templates.java");
            String text = "package " + in.getKey() + ";\n\nclass Templates {\n" + String.join("\n", in.getValue()) + "}\n";
            sources.add(Files.writeString(file, text).toString());
        }
        assertEquals("", javac(Files.createDirectories(folder.resolve("compiled")), classes.toString(), sources));
    }

    private static List<String> classNames() throws IOException {
        try (Stream<Path> files = Files.walk(classes)) {
            return files.map(file -> classes.relativize(file).toString().replace(File.separatorChar, '.'))
                    .filter(file -> file.endsWith(".class") && !file.contains("$"))
                    .map(file -> file.substring(0, file.length() - ".class".length()))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void mistakesAreSaid() {
        try (SeedTemplates templates = SeedTemplates.on(List.of(classes))) {
            check("there is no class objects.Award on the class path; similar names: objects.Awards",
                    () -> templates.branches("objects.Award"));
            check("there is no method hit with code in objects.Awards; it has ", () -> templates.branches("objects.Awards", "hit"));
            check("'objects.Awards#a b' is no method", () -> templates.branches("objects.Awards", "a b"));
            check("objects.Awards#target has no branch in line 1; it has some in lines ",
                    () -> templates.forBranch("objects.Awards", "target", 1, 0));
            int line = templates.branches("more.More", "target(more,String)").get(0).line();
            check("line " + line + " of more.More#target(more,String) has 2 branches: choose one of Branch[className=more/More, ",
                    () -> templates.forBranch("more.More", "target(more,String)", line, 0));
            String descriptor = "(Lmore/More$more;Ljava/lang/String;)Z";
            check("which branch of more.More.target" + descriptor + ": choose one of the operations ",
                    () -> templates.forBranch(Branch.ofLine("more/More", "target", descriptor, line), 0));
            check("more.More.none()V has no branch, or there is no such method",
                    () -> templates.graph(Branch.ofLine("more/More", "none", "()V", 1)));
            check("seed is -1", () -> templates.forBranch(only(templates, "objects.Awards", "target"), -1));
        }
        check("there is no setting callDeep", () -> SeedTemplates.on(List.of(classes), Map.of("callDeep", "1")));
        check("callDepth", () -> SeedTemplates.on(List.of(classes), Map.of("callDepth", "21")));
        check("classPath is empty", () -> SeedTemplates.on(List.of()));
        SeedTemplatesException e =
                assertThrows(SeedTemplatesException.class, () -> SeedTemplates.on(List.of(folder.resolve("missing"))));
        assertEquals(Code.CLASS_PATH, e.code());
        assertTrue(e.getMessage().contains("missing"), e.getMessage());
    }

    private static void check(String message, Runnable call) {
        String said = assertThrows(IllegalArgumentException.class, call::run).getMessage();
        assertTrue(said.contains(message), said);
    }

    @Test
    void aBranchThatNothingLeadsToHasItsReason() {
        try (SeedTemplates templates = SeedTemplates.on(List.of(classes))) {
            Branch branch = only(templates, "more.More", "nobodyCallsThis");
            UnreachableBranchException e = assertThrows(UnreachableBranchException.class, () -> templates.graph(branch));
            assertEquals(Code.UNREACHABLE_BRANCH, e.code());
            assertTrue(e.getMessage().contains("no method that a test in the package of more.More.nobodyCallsThis can"), e.getMessage());
        }
    }

    @Test
    void settingsCount() {
        try (SeedTemplates templates = SeedTemplates.on(List.of(classes), Map.of("maxNodes", "2"))) {
            assertTrue(templates.graph(only(templates, "objects.Awards", "target")).truncated());
        }
    }

    /** More classes than are kept, asked again, in another order and by several threads: the same answers. */
    @Test
    void answersDependOnNothingElse() throws Exception {
        List<String> names = classNames();
        ExecutorService threads = Executors.newFixedThreadPool(3);
        try (SeedTemplates templates = SeedTemplates.on(List.of(classes)); SeedTemplates others = SeedTemplates.on(List.of(classes))) {
            Map<Branch, List<String>> first = new LinkedHashMap<>();
            for (String name : names) {
                first.putAll(texts(templates, name));
            }
            assertTrue(first.size() > 40, first.size() + " branches");
            List<Future<Map<Branch, List<String>>>> again = new ArrayList<>();
            for (int i = names.size() - 1; i >= 0; i--) {
                String name = names.get(i);
                again.add(threads.submit(() -> texts(others, name)));
            }
            Map<Branch, List<String>> second = new LinkedHashMap<>();
            for (Future<Map<Branch, List<String>>> one : again) {
                second.putAll(one.get());
            }
            assertEquals(first, second);
        } finally {
            threads.shutdownNow();
        }
    }

    private static Map<Branch, List<String>> texts(SeedTemplates templates, String className) {
        Map<Branch, List<String>> texts = new LinkedHashMap<>();
        for (Branch branch : templates.branches(className)) {
            if (!branch.method().equals("nobodyCallsThis")) {
                texts.put(branch, templates.java(templates.forBranch(branch, 5), Map.of()));
            }
        }
        return texts;
    }

    @Test
    void closedIsClosed() {
        SeedTemplates templates = SeedTemplates.on(List.of(classes));
        templates.close();
        templates.close();
        assertThrows(IllegalStateException.class, () -> templates.branches("objects.Awards"));
    }

    @Test
    void withoutAnImplementationItIsSaidWhatToDo() throws Exception {
        URL spi = SeedTemplates.class.getProtectionDomain().getCodeSource().getLocation();
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try (URLClassLoader alone = new URLClassLoader(new URL[] {spi}, ClassLoader.getPlatformClassLoader())) {
            thread.setContextClassLoader(alone);
            Class<?> type = alone.loadClass(SeedTemplates.class.getName());
            assertFalse(type == SeedTemplates.class);
            Throwable thrown = assertThrows(
                    ReflectiveOperationException.class, () -> type.getMethod("on", List.class).invoke(null, List.of(classes))).getCause();
            assertEquals(SeedTemplatesException.class.getName(), thrown.getClass().getName());
            assertTrue(thrown.getMessage().contains("there is no implementation") && thrown.getMessage().contains("dev.oraculum:oraculum"),
                    thrown.getMessage());
        } finally {
            thread.setContextClassLoader(before);
        }
    }
}
