package dev.oraculum.changes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.api.Project;
import dev.oraculum.api.ProjectException;
import dev.oraculum.api.change.ChangedCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChangedMethodsTest {
    private static final String CALC = """
            package pkg;

            public class Calc {
                private int limit = 3;

                public Calc() {
                }

                /** The smaller one. */
                public int min(int a, int b) {
                    return a < b ? a : b;
                }

                @Deprecated
                public int max(int a, int b) {
                    return a > b ? a : b;
                }

                public <T> String text(java.util.List<T> of) {
                    Runnable lambda = () ->
                            System.out.println(of);
                    return of.toString();
                }

                static class Inner {
                    int twice(int x) {
                        return 2 * x;
                    }
                }
            }
            """;

    @TempDir
    Path folder;

    private Path source;

    @BeforeEach
    void repository() throws Exception {
        git("init", "-q", "-b", "main");
        source = folder.resolve("module/src/pkg/Calc.java");
        Files.createDirectories(source.getParent());
        Files.writeString(source, CALC);
        Files.writeString(folder.resolve("module/src/pkg/Other.java"),
                "package pkg;\n\nclass Other {\n    int one() {\n        return 1;\n    }\n}\n");
        commit();
    }

    private void git(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("git", "-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"));
        command.addAll(List.of(arguments));
        Process git = new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).start();
        String said = new String(git.getInputStream().readAllBytes());
        assertEquals(0, git.waitFor(), said);
    }

    private void commit() throws IOException, InterruptedException {
        git("add", "-A");
        git("commit", "-q", "-m", "x");
    }

    private void edit(String from, String to) throws IOException {
        String text = Files.readString(source);
        assertTrue(text.contains(from));
        Files.writeString(source, text.replace(from, to));
    }

    private ChangedCode since(String revision) throws IOException {
        Path classes = Files.createDirectories(folder.resolve("target/classes"));
        List<String> arguments = new ArrayList<>(List.of("-g", "-d", classes.toString()));
        try (Stream<Path> files = Files.list(source.getParent())) {
            files.map(Path::toString).forEach(arguments::add);
        }
        assertEquals(0, ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new)));
        return ChangedCode.since(Project.of(List.of(classes)), folder.resolve("module"), revision);
    }

    @Test
    void whatIsNotCommittedCounts() throws Exception {
        assertEquals(List.of(), since("HEAD").methods());
        edit("return a < b ? a : b;", "return a <= b ? a : b;");
        ChangedCode changed = since("HEAD");
        assertEquals(List.of("pkg.Calc#min(int,int)"), changed.methods());
        assertEquals(List.of("module/src/pkg/Calc.java"), changed.files());
        assertEquals(List.of("pkg.Calc"), changed.classes());
        assertEquals(List.of(), changed.constructors());
    }

    @Test
    void lambdasAnnotationsAndNestedClassesBelongToTheirMethods() throws Exception {
        edit("System.out.println(of);", "System.err.println(of);");
        edit("@Deprecated", "@Deprecated(since = \"1\")");
        edit("return 2 * x;", "return x + x;");
        edit("public Calc() {\n    }", "public Calc() {\n        limit++;\n    }");
        ChangedCode changed = since("main");
        assertEquals(List.of("pkg.Calc#max(int,int)", "pkg.Calc#text(java.util.List)", "pkg.Calc$Inner#twice(int)"), changed.methods());
        assertEquals(List.of("pkg.Calc#<init>()"), changed.constructors());
    }

    @Test
    void commentsAndFieldsAreOfNoMethodAndGoneLinesOfTheirs() throws Exception {
        edit("/** The smaller one. */", "/** The lesser. */");
        edit("limit = 3", "limit = 4");
        assertEquals(List.of(), since("HEAD").methods());
        edit("        Runnable lambda = () ->\n                System.out.println(of);\n", "");
        assertEquals(List.of("pkg.Calc#text(java.util.List)"), since("HEAD").methods());
    }

    @Test
    void newFilesAndWhatTheBranchDidOnly() throws Exception {
        git("checkout", "-q", "-b", "branch");
        Files.writeString(folder.resolve("module/src/pkg/Added.java"), "package pkg;\nclass Added {\n    int two() { return 2; }\n}\n");
        git("checkout", "-q", "main");
        git("stash", "-q", "-u");
        edit("a > b ? a : b", "b < a ? a : b");
        commit();
        git("checkout", "-q", "branch");
        git("stash", "pop", "-q");
        assertEquals(List.of("pkg.Added#two()"), since("main").methods(), "main's own change is no change of the branch");
        commit();
        assertEquals(List.of("pkg.Added#two()"), since("main").methods());
    }

    @Test
    void whatCannotBeAsked() throws Exception {
        assertTrue(assertThrows(IllegalArgumentException.class, () -> since("no-such")).getMessage().contains("no revision \"no-such\""));
        assertTrue(assertThrows(IllegalArgumentException.class, () -> since("--output=x")).getMessage().contains("no revision"));
        assertTrue(Files.notExists(folder.resolve("module/x")));
        ProjectException none = assertThrows(ProjectException.class,
                () -> ChangedCode.since(Project.of(List.of(folder)), folder.resolve("nowhere"), "HEAD"));
        assertTrue(none.getMessage().contains("no folder"), none.getMessage());
    }

    /** Lines of a hunk may look like anything. */
    @Test
    void aPatchIsReadByItsCounts() {
        Map<String, BitSet> lines = new TreeMap<>();
        GitChanges.read(new String[] {
            "diff --git a/A.java b/A.java", "--- a/A.java", "+++ b/A.java", "@@ -3,2 +3,2 @@ class A", "--- x", "-y", "+++ b/B.java", "+z",
            "@@ -9 +8,0 @@", "-gone", "diff --git a/C.java b/C.java", "--- a/C.java", "+++ \"b/C \\\"1\\\".java\"", "@@ -0,0 +1,2 @@", "+a",
                    "+b",
            "diff --git a/D.java b/D.java", "deleted file mode 100644", "--- a/D.java", "+++ /dev/null", "@@ -1 +0,0 @@", "-d",
        }, lines);
        assertEquals(Map.of("A.java", bits(3, 4, 8, 9), "C \"1\".java", bits(1, 2)), lines);
    }

    private static BitSet bits(int... set) {
        BitSet bits = new BitSet();
        for (int bit : set) {
            bits.set(bit);
        }
        return bits;
    }
}
