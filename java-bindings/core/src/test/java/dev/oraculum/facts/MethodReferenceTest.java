package dev.oraculum.facts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.oraculum.capture.CapturePlanner;
import dev.oraculum.capture.CaptureSettings;
import dev.oraculum.capture.Project;
import dev.oraculum.facts.MethodReferenceException.Kind;
import dev.oraculum.program.EnginePurity;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MethodReferenceTest {
    private static final String SOURCE =
            """
            package p.q;
            import java.util.*;
            public abstract class Outer extends Parent {
                public Outer() {}
                public Outer(int x) {}
                public int one(int x) { return x; }
                public int two(int x) { return x; }
                public int two(String s, int... xs) { return 2; }
                public int two(List<String> list, Map.Entry<String, Integer> e) { return 3; }
                public abstract int open();
                public native int machine();
                public static class Inner { public int[] in(int[][] a) { return a[0]; } }
            }
            class Parent { protected long inherited(long x) { return x; } }
            """;

    @TempDir
    Path directory;

    private Project project;

    @BeforeEach
    void compile() {
        project = Project.of(directory, SOURCE, "-g");
    }

    @AfterEach
    void close() {
        project.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "p.q.Outer#one                          | p.q.Outer#one(int)",
                "p.q.Outer#one( int )                   | p.q.Outer#one(int)",
                "p/q/Outer#one(int)                     | p.q.Outer#one(int)",
                "p.q.Outer#two(int)                     | p.q.Outer#two(int)",
                "p.q.Outer#two(java.lang.String,int[])  | p.q.Outer#two(java.lang.String,int[])",
                "p.q.Outer#two(String, int...)          | p.q.Outer#two(java.lang.String,int[])",
                "p.q.Outer#two(List<String>,Map.Entry<String, Integer>) | p.q.Outer#two(java.util.List,java.util.Map$Entry)",
                "p.q.Outer#<init>(int)                  | p.q.Outer#<init>(int)",
                "p.q.Outer.Inner#in                     | p.q.Outer$Inner#in(int[][])",
                "p.q.Outer$Inner#in(int[][])            | p.q.Outer$Inner#in(int[][])",
            })
    void findsTheMethod(String written, String method) {
        assertEquals(method, MethodReference.parse(written).resolve(project.classPath()).toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "p.q.Outer", "p.q.Outer.one(int)", "#one", "p.q.Outer#", "p.q.Outer#one(int", "a b#c", "C#m(,)",
            "C#m(int)x"})
    void rejectsWhatIsNoReference(String written) {
        MethodReferenceException e = assertThrows(MethodReferenceException.class, () -> MethodReference.parse(written));
        assertEquals(Kind.SYNTAX, e.kind());
        assertEquals(
                "'" + written + "' is no method: write pkg.Class#method(int,java.lang.String) or pkg.Class#method",
                e.getMessage());
    }

    private void fails(String written, Kind kind, String message) {
        MethodReference reference = MethodReference.parse(written);
        MethodReferenceException e =
                assertThrows(MethodReferenceException.class, () -> reference.resolve(project.classPath()));
        assertEquals(message, e.getMessage());
        assertEquals(kind, e.kind());
    }

    @Test
    void suggestsClassesWithSimilarNames() {
        fails("p.q.Outr#one", Kind.UNKNOWN_CLASS,
                "no class p.q.Outr on the class path (" + directory + "); did you mean\n  p.q.Outer");
        fails("wrong.Inner#in", Kind.UNKNOWN_CLASS,
                "no class wrong.Inner on the class path (" + directory + "); did you mean\n  p.q.Outer$Inner");
        fails("java.lang.String#length", Kind.CLASS_OF_JDK,
                "java.lang.String is a class of the JDK; only classes of the class path can be observed");
    }

    @Test
    void listsWhatCouldBeMeant() {
        fails("p.q.Outer#two", Kind.AMBIGUOUS,
                "p.q.Outer#two is ambiguous, write one of\n  p.q.Outer#two(int)\n  p.q.Outer#two(java.lang.String,int[])\n"
                        + "  p.q.Outer#two(java.util.List,java.util.Map$Entry)");
        fails("p.q.Outer#one(long)", Kind.UNKNOWN_METHOD,
                "no method p.q.Outer#one(long); methods of that name are\n  p.q.Outer#one(int)");
        fails("p.q.Outer.Inner#nothing", Kind.UNKNOWN_METHOD,
                "no method nothing in p.q.Outer$Inner; its methods are\n  p.q.Outer$Inner#<init>()\n"
                        + "  p.q.Outer$Inner#in(int[][])");
    }

    @Test
    void saysWhereAnInheritedMethodIsDeclared() {
        fails("p.q.Outer#inherited(long)", Kind.UNKNOWN_METHOD,
                "p.q.Outer#inherited(long) is declared in p.q.Parent, write\n  p.q.Parent#inherited(long)");
    }

    @Test
    void rejectsMethodsWithoutCode() {
        fails("p.q.Outer#open", Kind.NOT_OBSERVABLE,
                "p.q.Outer#open() is abstract: it has no code that could be observed; name an implementation of it");
        fails("p.q.Outer#machine", Kind.NOT_OBSERVABLE,
                "p.q.Outer#machine() is native: it has no code that could be observed");
    }

    @Test
    void namesADamagedClassFile() throws Exception {
        byte[] intact = project.compiled().bytes("p/q/Parent");
        Files.write(directory.resolve("Cut.class"), Arrays.copyOf(intact, intact.length / 2));
        fails("Cut#inherited", Kind.UNREADABLE_CLASS,
                "the class file of Cut cannot be read: it is damaged (it ends too early, or refers to what it does not have); in "
                        + directory);
    }

    @Test
    void aDamagedClassFileElsewhereDoesNotMatter() throws Exception {
        Files.write(directory.resolve("Broken.class"), new byte[] {1, 2, 3});
        ResolvedMethod method = MethodReference.parse("p.q.Outer#one").resolve(project.classPath());
        assertEquals(
                "result", CapturePlanner.plan(project.classPath(), method, CaptureSettings.DEFAULT, new EnginePurity()).schema().variables()
                        .get(1).name());
    }
}
