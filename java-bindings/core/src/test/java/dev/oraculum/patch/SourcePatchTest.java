package dev.oraculum.patch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.api.evidence.Exits;
import dev.oraculum.api.evidence.ValueType;
import dev.oraculum.api.evidence.Variable;
import dev.oraculum.api.improve.AssertionText;
import dev.oraculum.api.improve.ExitValue;
import dev.oraculum.verification.JdkCompiler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SourcePatchTest {
    private static final Variable X = new Variable("x", ValueType.INT, null, "x", null, null);
    private static final Variable OLD_X = new Variable("old_x", ValueType.INT, null, "old_x", "x", null);
    private static final Variable RESULT = new Variable("result", ValueType.INT, null, "result", null, null);

    @TempDir
    Path folder;

    private static AssertionText assertion(String java, Variable... variables) {
        return new AssertionText(java, java, 1, List.of(variables), List.of());
    }

    private SourcePatch insert(String source, String method, AssertionText assertion) throws Exception {
        Files.createDirectories(folder.resolve("pkg"));
        Files.writeString(folder.resolve("pkg/C.java"), source);
        return SourcePatch.insert(folder, method, assertion, Exits.ALL);
    }

    private void apply(SourcePatch patch, String... command) throws Exception {
        Path file = folder.resolve("change.patch");
        Files.writeString(file, patch.diff());
        Process process = new ProcessBuilder(command).directory(folder.toFile()).redirectInput(file.toFile()).redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), output + "\n" + patch.diff());
        assertTrue(!output.contains("fuzz") && !output.contains("offset"), output);
    }

    private Class<?> compileAndLoad(String name) throws Exception {
        Path classes = Files.createDirectories(folder.resolve("classes"));
        int status = JdkCompiler.get().run(null, null, null, "-Xlint:-options", "-d", classes.toString(),
                folder.resolve("pkg/C.java").toString());
        assertEquals(0, status, () -> {
            try {
                return Files.readString(folder.resolve("pkg/C.java"));
            } catch (java.io.IOException e) {
                return e.toString();
            }
        });
        @SuppressWarnings("resource")
        URLClassLoader loader = new URLClassLoader(new URL[] {classes.toUri().toURL()});
        loader.setDefaultAssertionStatus(true);
        return loader.loadClass(name);
    }

    private static Object call(Class<?> type, Object... arguments) throws Exception {
        for (Method method : type.getDeclaredMethods()) {
            if (method.getName().equals("m") && method.getParameterCount() == arguments.length) {
                method.setAccessible(true);
                try {
                    return method.invoke(null, arguments);
                } catch (InvocationTargetException e) {
                    return e.getCause().getClass().getSimpleName();
                }
            }
        }
        throw new AssertionError("no method m in " + type);
    }

    @Test
    void copiesForLambdasStandBeforeEachAssertionAndEntryCopiesAtTheStart() throws Exception {
        Variable a = new Variable("a[*]", ValueType.sequence(ValueType.INT), "a", "a", null, "int[]");
        Variable oldA = new Variable("old_a[*]", ValueType.sequence(ValueType.INT), "a", "old_a_copy", "a == null ? null : a.clone()",
                "int[]");
        AssertionText text = new AssertionText(
                "unchanged", "java.util.stream.IntStream.range(0, finalA.length).allMatch(k -> finalA[k] == old_a_copy[k])", 1,
                List.of(a, oldA), List.of(new ExitValue("finalA", "int[]", "a")));
        SourcePatch patch = insert(
                """
                package pkg;
                class C {
                    static void m(int[] a) {
                        int finalA = 1;
                        if (a[0] == 7) {
                            return;
                        }
                        a[0] *= finalA + a[0] % 2;
                        a = a.clone();
                    }
                }
                """,
                "pkg.C#m(int[])",
                text);
        assertEquals(2, patch.exits());
        apply(patch, "patch", "-p1", "--batch");
        Class<?> type = compileAndLoad("pkg.C");
        assertEquals(null, call(type, (Object) new int[] {7, 1}));
        assertEquals(null, call(type, (Object) new int[] {2, 1}));
        assertEquals("AssertionError", call(type, (Object) new int[] {3, 1}));
    }

    @Test
    void parametersOfLambdasGiveWayToLocalsInScope() throws Exception {
        Variable held = new Variable("result[*]", ValueType.sequence(ValueType.INT), "result", "result", null, "int[]");
        SourcePatch patch = insert(
                """
                package pkg;
                class C {
                    static int[] m(int x) {
                        for (int i = 0; ; i++) {
                            if (i == x) {
                                return new int[] {i};
                            }
                        }
                    }
                }
                """,
                "pkg.C#m(int)",
                assertion("java.util.stream.IntStream.range(0, result.length).allMatch(i -> result[i] > 1 &&"
                        + " java.util.Arrays.stream(result).anyMatch(e -> e > i))", held));
        assertTrue(patch.diff().contains("allMatch(i_ -> result[i_] > 1 && java.util.Arrays.stream(result).anyMatch(e -> e > i_))"),
                patch.diff());
        apply(patch, "patch", "-p1", "--batch");
        Class<?> type = compileAndLoad("pkg.C");
        assertEquals(2, ((int[]) call(type, 2))[0]);
        assertEquals("AssertionError", call(type, 1));
    }

    @Test
    void whatTheResultHoldsNeedsNoDeclaration() throws Exception {
        Variable held = new Variable("result[*]", ValueType.sequence(ValueType.INT), "result", "oraculumResult", null, "int[]");
        SourcePatch patch = insert(
                """
                package pkg;
                class C {
                    static int[] m(int x) {
                        int[] result = {x, x + 1};
                        return result;
                    }
                }
                """,
                "pkg.C#m(int)",
                assertion("oraculumResult != null && oraculumResult[0] == 2", held));
        assertTrue(patch.diff().contains("+        final int[] oraculumResult = result;\n"), patch.diff());
        apply(patch, "patch", "-p1", "--batch");
        Class<?> type = compileAndLoad("pkg.C");
        assertEquals(3, ((int[]) call(type, 2))[1]);
        assertEquals("AssertionError", call(type, 3));
    }

    @Test
    void manyMethodsMakeOneDiff() throws Exception {
        Files.createDirectories(folder.resolve("pkg"));
        Files.writeString(
                folder.resolve("pkg/C.java"),
                """
                package pkg;
                class C {
                    static int m(int x) {
                        return x + 1;
                    }

                    static int m(int x, int y) {
                        return x - y;
                    }
                }
                """);
        Files.writeString(folder.resolve("pkg/B.java"), "package pkg;\nclass B { static int m(int x) { return x; } }\n");
        SourcePatches patches = SourcePatches.insert(
                folder,
                List.of(
                        new SourcePatches.Insertion("pkg.C#m(int)", assertion("result > old_x", RESULT, OLD_X)),
                        new SourcePatches.Insertion("pkg.C#m(int,int)", assertion("result != 3", RESULT)),
                        new SourcePatches.Insertion("pkg.B#m(int)", assertion("result == x", RESULT, X)),
                        new SourcePatches.Insertion("pkg.C#gone()", assertion("true"))),
                Exits.ALL);
        assertEquals(List.of(Path.of("pkg/B.java"), Path.of("pkg/C.java")), patches.files());
        assertEquals(3, patches.methods());
        assertEquals(1, patches.failures().size());
        assertTrue(patches.failures().get(0).startsWith("pkg.C#gone(): "), patches.failures().get(0));
        apply(new SourcePatch(patches.files().get(0), patches.diff(), 3, List.of()), "patch", "-p1", "--batch");
        Class<?> type = compileAndLoad("pkg.C");
        assertEquals(3, call(type, 2));
        assertEquals("AssertionError", call(type, Integer.MAX_VALUE));
        assertEquals("AssertionError", call(type, 5, 2));
    }

    /** Bodies of {@code static int m(int x)} with all sorts of exits. */
    @ParameterizedTest
    @ValueSource(strings = {
        "{ return x; }",
        "{return x;}",
        "{\n        return x;\n    }",
        "{\n        if (x > 0) return 1; else return 2;\n    }",
        "{\n        if (x > 0)\n            return 1;\n        else\n            return 2;\n    }",
        "{\n        switch (x) {\n            case 1: return 10;\n            case 2:\n                return 20;\n            default:"
                + " return 3;\n        }\n    }",
        "{\n        switch (x) {\n            case 1 -> { return 10; }\n            case 2 -> { x++; return x; }\n            default"
                + " -> throw new IllegalStateException();\n        }\n    }",
        "{\n        return switch (x) { case 1 -> 10; default -> { int y = x; yield y * 2; } };\n    }",
        "{\n        java.util.function.IntUnaryOperator f = result -> { return result + 1; };\n        return f.applyAsInt(x);\n    }",
        "{\n        java.util.function.IntSupplier s = new java.util.function.IntSupplier() { public int getAsInt() { return 4; } };\n "
                + "       return s.getAsInt();\n    }",
        "{\n        int old_x = 3, result = 5;\n        { return result + old_x; }\n    }",
        "{\n        synchronized (String.class) {\n            try {\n                return x / 1;\n            } catch"
                + " (ArithmeticException e) {\n                return 0;\n            }\n        }\n    }",
        "{\n        for (int i = 0; ; i++)\n            if (i > x) return i;\n    }",
        "{\n        outer:\n        while (true) {\n            while (true) { if (x++ > 3) break outer; }\n        }\n        return"
                + " x;\n    }",
        "{\n        do { x++; if (x > 9) return x; } while (true);\n    }",
        "{ // a comment\n        x = x + 1; return x; /* after */ }",
        "{\n\t\tif (x > 2)\n\t\t\treturn x;\n\t\treturn -x;\n    }",
    })
    void everyNormalExitIsChecked(String body) throws Exception {
        String source = "package pkg;\n\nclass C {\n    static int m(int x) " + body + "\n}\n";
        AssertionText never = assertion("old_x != old_x || result == -1234567 && x == -1234567", OLD_X, X, RESULT);
        for (String lineEnd : List.of("\n", "\r\n")) {
            Files.createDirectories(folder.resolve("pkg"));
            Files.writeString(folder.resolve("pkg/C.java"), source);
            Class<?> original = compileAndLoad("pkg.C");
            SourcePatch patch = insert(source.replace("\n", lineEnd), "pkg.C#m(int)", never);
            apply(patch, "patch", "-p1", "--batch");
            String patched = Files.readString(folder.resolve("pkg/C.java"));
            int otherLineEnd = lineEnd.equals("\n") ? patched.indexOf('\r') : patched.replace("\r\n", "").indexOf('\n');
            assertEquals(-1, otherLineEnd, "the file keeps its one kind of line end");
            Class<?> changed = compileAndLoad("pkg.C");
            for (int x = -3; x <= 5; x++) {
                Object expected = call(original, x);
                assertEquals(expected instanceof Integer ? "AssertionError" : expected, call(changed, x), patched);
            }
        }
    }

    @Test
    void anAssertionThatHoldsChangesNothing() throws Exception {
        String source = "package pkg;\nclass C {\n    static int m(int x) { if (x < 0) return -x; x += 0; return x; }\n}\n";
        apply(insert(source, "pkg.C#m(int)", assertion("result >= 0 && (result == old_x || result == -old_x)", OLD_X, RESULT)), "git",
                "apply", "--whitespace=nowarn", "-");
        Class<?> changed = compileAndLoad("pkg.C");
        assertEquals(3, call(changed, -3));
        assertEquals(4, call(changed, 4));
        assertTrue(Files.readString(folder.resolve("pkg/C.java")).contains("assert result >= 0"));
    }

    @Test
    void theDiffSaysWhatIsInserted() throws Exception {
        String source = "package pkg;\n\nclass C {\n    static int m(int x) {\n        x++;\n        return x;\n    }\n}\n";
        assertEquals(
                """
                --- a/pkg/C.java
                +++ b/pkg/C.java
                @@ -2,7 +2,10 @@
                \s
                 class C {
                     static int m(int x) {
                +        final int old_x = x;
                         x++;
                -        return x;
                +        final int result = x;
                +        assert result > old_x : "result > old_x";
                +        return result;
                     }
                 }
                """,
                insert(source, "pkg.C#m(int)", assertion("result > old_x", OLD_X, RESULT)).diff());
    }

    @Test
    void aVoidMethodIsCheckedAtItsReturnsAndAtItsEnd() throws Exception {
        String source = "package pkg;\nclass C {\n    static void m(int x) {\n        if (x > 0) {\n            return;\n        }\n   "
                + "     if (x < -1) throw new IllegalStateException();\n    }\n}\n";
        SourcePatch patch = insert(source, "pkg.C#m(int)", assertion("old_x != x", OLD_X, X));
        assertEquals(2, patch.exits());
        apply(patch, "patch", "-p1", "--batch");
        Class<?> changed = compileAndLoad("pkg.C");
        assertEquals("AssertionError", call(changed, 1));
        assertEquals("AssertionError", call(changed, 0));
        assertEquals("IllegalStateException", call(changed, -5));
    }

    @Test
    void aConstructorReadsEntryValuesAfterItsSuperCall() throws Exception {
        String source = "package pkg;\nclass C extends Thread {\n    int size;\n    C(int x) {\n        super(\"c\");\n        size ="
                + " x;\n    }\n    static void m(int x) { new C(x); }\n}\n";
        apply(insert(source, "pkg.C#<init>(int)", assertion("this.size != old_x", OLD_X)), "patch", "-p1", "--batch");
        assertEquals("AssertionError", call(compileAndLoad("pkg.C"), 1));
    }

    @Test
    void overloadsGenericsVarargsAndNestedClassesAreTold() throws Exception {
        String source =
                """
                package pkg;
                import java.util.*;
                class C<E extends Comparable<E>> {
                    int m(long x) { return 1; }
                    static class D<K> {
                        static int m(int x) { return 2; }
                        static <T extends Number> int m(T t, List<? super T>[] lists, Map.Entry<T, K2> e, String... rest) { return 3; }
                        static class K2 {}
                    }
                }
                """;
        SourcePatch patch = insert(source, "pkg.C$D#m(java.lang.Number,java.util.List[],java.util.Map$Entry,java.lang.String[])",
                assertion("result == 3", RESULT));
        assertTrue(patch.diff().contains("+            final int result = 3;"), patch.diff());
        apply(patch, "patch", "-p1", "--batch");
        compileAndLoad("pkg.C$D");
    }

    @Test
    void aGenericReturnTypeKeepsItsArguments() throws Exception {
        String source = "package pkg;\nclass C {\n    static <T> java.util.List<T> m(T x) { return java.util.List.of(x); }\n}\n";
        Variable size = new Variable("result.size()", ValueType.INT, "result", "result.size()", null, null);
        SourcePatch patch = insert(source, "pkg.C#m(java.lang.Object)", assertion("result != null && result.size() == 1", size));
        assertTrue(patch.diff().contains("final java.util.List<T> result = java.util.List.of(x);"), patch.diff());
        apply(patch, "patch", "-p1", "--batch");
        assertEquals(List.of("a"), call(compileAndLoad("pkg.C"), "a"));
    }

    @Test
    void anExitInsideTryWithFinallyIsNoted() throws Exception {
        String source = "package pkg;\nclass C {\n    static int m(int x) {\n        try {\n            return x;\n        } finally"
                + " {\n            x++;\n        }\n    }\n}\n";
        SourcePatch patch = insert(source, "pkg.C#m(int)", assertion("result == x", RESULT, X));
        assertEquals(1, patch.notes().size());
        assertTrue(patch.notes().get(0).startsWith("pkg/C.java:5: "), patch.notes().get(0));
    }

    @Test
    void aFileWithoutANewLineAtItsEndAndWithSpacesInItsPathApplies() throws Exception {
        folder = Files.createDirectories(folder.resolve("with space"));
        SourcePatch patch = insert("package pkg; class C { static int m(int x) { return x; } }", "pkg.C#m(int)",
                assertion("result == x", RESULT, X));
        apply(patch, "patch", "-p1", "--batch");
        assertEquals(7, call(compileAndLoad("pkg.C"), 7));
    }

    @Test
    void aParameterThatTheClassFileDoesNotNameIsFoundByItsPlace() throws Exception {
        String source = "package pkg;\nclass C {\n    static int m(int a, int b) {\n        return a - b;\n    }\n}\n";
        Variable second = new Variable("arg1", ValueType.INT, null, "arg1", null, null);
        Variable old = new Variable("old_arg0", ValueType.INT, null, "old_arg0", "arg0", null);
        SourcePatch patch = insert(source, "pkg.C#m(int,int)", assertion("result == old_arg0 - arg1", RESULT, second, old));
        assertTrue(patch.diff().contains("+        final int old_arg0 = a;\n"), patch.diff());
        apply(patch, "patch", "-p1", "--batch");
        assertEquals(3, call(compileAndLoad("pkg.C"), 5, 2));
    }

    @Test
    void sourcesOfAnotherVersionAreRefused() {
        PatchException e = assertThrows(PatchException.class, () ->
                insert("package pkg; class C { static int m(int y) { return y; } }", "pkg.C#m(int)", assertion("result == x", RESULT, X)));
        assertTrue(e.getMessage().startsWith("pkg/C.java:1: ") && e.getMessage().contains("speaks of x"), e.getMessage());
    }

    @Test
    void saysWhatIsMissing() {
        PatchException noFile = assertThrows(PatchException.class,
                () -> SourcePatch.insert(folder, "pkg.Absent#m()", assertion("true"), Exits.ALL));
        assertTrue(noFile.getMessage().contains("pkg/Absent.java"), noFile.getMessage());
        PatchException noMethod = assertThrows(PatchException.class,
                () -> insert("package pkg; class C { int n(String s) { return 1; } }", "pkg.C#n(int)", assertion("true")));
        assertTrue(noMethod.getMessage().contains("only n(String)"), noMethod.getMessage());
        PatchException broken = assertThrows(PatchException.class,
                () -> insert("package pkg; class C { int n( }", "pkg.C#n(int)", assertion("true")));
        assertTrue(broken.getMessage().contains("does not parse"), broken.getMessage());
    }

    @Test
    void anAssertionThatAlwaysHoldsIsNotWritten() {
        PatchException e = assertThrows(PatchException.class,
                () -> insert("package pkg; class C { static int m(int y) { return y; } }", "pkg.C#m(int)", assertion("true")));
        assertTrue(e.getMessage().contains("always holds"), e.getMessage());
    }
}
