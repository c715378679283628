package dev.oraculum.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.api.Engine;
import dev.oraculum.api.EngineOptions;
import dev.oraculum.api.select.OracleDatum;
import dev.oraculum.api.select.Selection;
import dev.oraculum.api.settings.SelectSettings;
import dev.oraculum.facts.ClassPath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Class files that javac of the JDK under test does not make: of other compilers, newer releases, and of sizes that nobody can analyse. */
class ClassFileKindsTest {
    /** Java 25 (JVMS, table 4.1-A). */
    private static final int JAVA_25 = 69;

    @TempDir
    Path directory;

    private record Found(Selection selection, ProgramFacts facts) {}

    private static Found select(Path entry, Set<String> analysed, SelectSettings settings) {
        try (ClassPath classPath = ClassPath.open(List.of(entry)); Engine engine = Engine.open(EngineOptions.inMemory())) {
            ProgramFacts facts = ProgramFacts.collect(classPath, analysed, List.of(), engine::addClass);
            return new Found(engine.select(settings, null, true), facts);
        }
    }

    /** {@code static int twice(int n) { int r = n + n; return r; }} in a class of a version, with as many locals as are asked for. */
    private void write(String name, int version, int locals, int instructions) throws IOException {
        ClassWriter type = new ClassWriter(0);
        type.visit(version, Opcodes.ACC_PUBLIC, name, null, "java/lang/Object", null);
        MethodVisitor method = type.visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, "twice", "(I)I", null, null);
        method.visitCode();
        Label start = new Label();
        Label end = new Label();
        method.visitLabel(start);
        method.visitLineNumber(3, start);
        for (int i = 0; i < instructions; i++) {
            method.visitInsn(Opcodes.NOP);
        }
        method.visitVarInsn(Opcodes.ILOAD, 0);
        method.visitVarInsn(Opcodes.ILOAD, 0);
        method.visitInsn(Opcodes.IADD);
        method.visitVarInsn(Opcodes.ISTORE, 1);
        Label after = new Label();
        method.visitLabel(after);
        method.visitLineNumber(4, after);
        method.visitVarInsn(Opcodes.ILOAD, 1);
        method.visitInsn(Opcodes.IRETURN);
        method.visitLabel(end);
        method.visitLocalVariable("n", "I", null, start, end, 0);
        method.visitLocalVariable("r", "I", null, after, end, 1);
        method.visitMaxs(2, locals);
        method.visitEnd();
        type.visitEnd();
        Files.write(directory.resolve(name + ".class"), type.toByteArray());
    }

    @Test
    void readsClassFilesOfJava25() throws IOException {
        write("Newest", JAVA_25, 2, 0);
        Found found = select(directory, Set.of("Newest"), Graph.published());
        assertEquals(List.of(), found.facts().problems());
        assertEquals(List.of("n", "r", "return value"), found.selection().data().stream().map(OracleDatum::variable).toList());
        List<String> chains = found.selection().chains().stream().map(c -> c.observed() + " -> " + c.observer()).toList();
        assertEquals(List.of("0 -> 1", "1 -> 2"), chains);
    }

    @Test
    void aMethodTooLargeIsNamedAndTheRestIsAnalysed() throws IOException {
        write("Large", Opcodes.V17, 60_000, 1000);
        write("Small", Opcodes.V17, 2, 0);
        Found found = select(directory, Set.of("Large", "Small"), Graph.published());
        assertEquals(1, found.facts().problems().size(), found.facts()::toString);
        String problem = found.facts().problems().get(0);
        assertTrue(problem.contains("Large#twice(I)I") && problem.contains("too large"), problem);
        assertTrue(found.selection().data().stream().allMatch(datum -> datum.className().equals("Small")));
        assertEquals(3, found.selection().data().size());
    }

    @Test
    void readsWhatKotlinCompiles() throws Exception {
        Path stdlib = Path.of(kotlin.text.Regex.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        Set<String> analysed = new TreeSet<>();
        try (ClassPath classPath = ClassPath.open(List.of(stdlib))) {
            classPath.projectClasses().stream().filter(name -> name.startsWith("kotlin/text/")).forEach(analysed::add);
        }
        Found found = select(stdlib, analysed, Graph.published());
        assertEquals(List.of(), found.facts().problems());
        List<String> indent = new ArrayList<>();
        for (OracleDatum datum : found.selection().data()) {
            if (datum.method().equals("replaceIndent")) {
                indent.add(datum.variable());
            }
        }
        // The receiver of an extension has a name that only Kotlin's compiler may give.
        assertTrue(indent.containsAll(List.of("newIndent", "lines", "minCommonIndent", "line", "return value")), indent::toString);
        assertEquals(10, found.selection().selected().size());
        assertTrue(found.selection().selected().get(0).capability() > 5);
    }

    @Test
    void sitesMayShareAMethodOrEachHaveItWhole() {
        String source =
                """
                class C {
                    static int a(int p) { int x = f(p); return x; }
                    static int b(int q) { int y = f(q); return y; }
                    private static int f(int n) { return n; }
                }""";
        Graph shared = Graph.of(directory, Graph.published(), null, source, "-g");
        Graph whole = Graph.of(directory, Graph.published().withShareSites(false), null, source, "-g");
        assertTrue(shared.chains().containsAll(List.of("f():4 -> x:2 0.5", "f():4 -> y:3 0.5", "p:2 -> n:4", "q:3 -> n:4")),
                () -> shared.chains().toString());
        assertTrue(whole.chains().containsAll(List.of("f():4 -> x:2", "f():4 -> y:3", "p:2 -> n:4", "q:3 -> n:4")),
                () -> whole.chains().toString());
    }
}
