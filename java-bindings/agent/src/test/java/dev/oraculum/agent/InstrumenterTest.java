package dev.oraculum.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.runtime.Plan;
import dev.oraculum.runtime.Recorder;
import dev.oraculum.runtime.StatePlan;
import dev.oraculum.runtime.StatePlan.Exit;
import dev.oraculum.runtime.StatePlan.Moment;
import dev.oraculum.runtime.StatePlan.Root;
import dev.oraculum.runtime.StatePlan.RootKind;
import dev.oraculum.runtime.TestTally;
import dev.oraculum.testing.Compiled;
import dev.oraculum.testing.State;
import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Class files that the compiler at hand does not make: old, odd or huge ones; and the probes' effect on running code. */
class InstrumenterTest {
    private static final StatePlan PLAN = new StatePlan(
            "C",
            "m",
            "(IJ)I",
            1,
            List.of(new Exit(0, -1, 0)),
            List.of(new Root(RootKind.PARAMETER, 1, "j", "J")),
            List.of(new Root(RootKind.RESULT, -1, "result", "I")),
            List.of(
                    new StatePlan.Variable("old_j", 'J', Moment.ENTRY, 0, List.of()),
                    new StatePlan.Variable("result", 'I', Moment.EXIT, 0, List.of())),
            StatePlan.Limits.DEFAULT);

    private final List<String> notices = new ArrayList<>();

    private static byte[] classWith(int version, int flags, Consumer<MethodVisitor> code) {
        ClassWriter writer = new ClassWriter(flags);
        writer.visit(version, Opcodes.ACC_PUBLIC | Opcodes.ACC_SUPER, "C", null, "java/lang/Object", null);
        MethodVisitor method = writer.visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, "m", "(IJ)I", null, null);
        method.visitCode();
        code.accept(method);
        method.visitMaxs(4, 4);
        method.visitEnd();
        writer.visitEnd();
        return writer.toByteArray();
    }

    /** {@code while (i > 0) i--; return i;} */
    private static void countDown(MethodVisitor method) {
        Label head = new Label();
        Label end = new Label();
        method.visitLabel(head);
        method.visitVarInsn(Opcodes.ILOAD, 0);
        method.visitJumpInsn(Opcodes.IFLE, end);
        method.visitIincInsn(0, -1);
        method.visitJumpInsn(Opcodes.GOTO, head);
        method.visitLabel(end);
        method.visitVarInsn(Opcodes.ILOAD, 0);
        method.visitInsn(Opcodes.IRETURN);
    }

    private Object run(byte[] classFile) throws Exception {
        Optional<byte[]> woven = new Instrumenter(PLAN, notices::add).instrument(classFile, true);
        ClassLoader loader = new Compiled(Map.of("C", classFile)).load(bytes -> woven.orElse(bytes));
        return loader.loadClass("C").getMethod("m", int.class, long.class).invoke(null, 3, 9L);
    }

    private List<State> record(byte[] classFile) throws Exception {
        Recorder.install(PLAN);
        Recorder.beginTest(0, 1000);
        assertEquals(0, run(classFile));
        Recorder.endTest();
        return State.decode(PLAN, Recorder.drain(0));
    }

    @ParameterizedTest
    @ValueSource(ints = {45, 46, 47, 48, 49, 50})
    void weavesClassFilesWithoutStackMapFrames(int major) throws Exception {
        int version = major == 45 ? Opcodes.V1_1 : major;
        List<State> states = record(classWith(version, 0, InstrumenterTest::countDown));
        assertEquals(List.of(new State(0, 0, 0, Map.of("old_j", 9L, "result", 0L))), states);
        assertEquals(List.of(), notices);
    }

    @Test
    void leavesSubroutinesAloneAndSaysSo() throws Exception {
        byte[] classFile = classWith(Opcodes.V1_4, 0, method -> {
            Label subroutine = new Label();
            method.visitJumpInsn(Opcodes.JSR, subroutine);
            method.visitInsn(Opcodes.ICONST_0);
            method.visitInsn(Opcodes.IRETURN);
            method.visitLabel(subroutine);
            method.visitVarInsn(Opcodes.ASTORE, 3);
            method.visitVarInsn(Opcodes.RET, 3);
        });
        assertEquals(List.of(), record(classFile));
        assertEquals(
                List.of("C.m(IJ)I has subroutines (jsr/ret), which are not woven: it is left as it is, so none of its states"
                        + " can be recorded"),
                notices);
    }

    /** {@code countDown} behind so many no-ops that the method has the given length. */
    private static byte[] ofLength(int length) {
        return classWith(Opcodes.V1_5, 0, method -> {
            for (int i = length - 12; i > 0; i--) {
                method.visitInsn(Opcodes.NOP);
            }
            countDown(method);
        });
    }

    @Test
    void aMethodThatWouldGrowTooLongIsLeftAloneWithANotice() throws Exception {
        assertEquals(List.of(), record(ofLength(65_530)));
        assertEquals(
                List.of(
                        "C.m(IJ)I is too long for tick probes: its loops are not bounded",
                        "C.m(IJ)I is too long for probes: it is left as it is, so none of its states can be recorded"),
                notices);
        notices.clear();
        assertEquals(1, record(ofLength(65_502)).size());
        assertEquals(List.of("C.m(IJ)I is too long for tick probes: its loops are not bounded"), notices);
    }

    @Test
    void jumpsThatGrowBeyondTheirRangeAreWidened() throws Exception {
        String many = "if (x[i % x.length] > 0) { x[i % x.length]--; i++; }\n".repeat(1200);
        Compiled compiled = Compiled.of(
                "public class C { public static int m(int[] x) { int i = 0; while (i < 10) { " + many + " i++; } return i; } }");
        ClassLoader loader = compiled.load(
                bytes -> new Instrumenter((Plan) null, notices::add).instrument(bytes, true).orElseThrow());
        var m = loader.loadClass("C").getMethod("m", int[].class);
        Object plain = compiled.load(bytes -> bytes).loadClass("C").getMethod("m", int[].class).invoke(null, new int[] {3});
        Recorder.beginTest(0, 1000);
        assertEquals(plain, m.invoke(null, new int[] {3}));
        Recorder.endTest();
        assertEquals(List.of(), notices);
    }

    @Test
    void aClassFileOfAnUnknownVersionIsRefused() {
        byte[] classFile = classWith(Opcodes.V1_8, ClassWriter.COMPUTE_FRAMES, InstrumenterTest::countDown);
        classFile[7] = (byte) 200;
        Instrumenter instrumenter = new Instrumenter(PLAN, notices::add);
        assertThrows(IllegalArgumentException.class, () -> instrumenter.instrument(classFile, true));
    }

    private static final Map<String, String> ENDLESS = new LinkedHashMap<>();

    static {
        ENDLESS.put("while", "while (true) { }");
        ENDLESS.put("for", "for (int i = 0; i >= 0; i = i == 5 ? 0 : i + 1) { }");
        ENDLESS.put("do", "int i = 0; do { i++; } while (i != -1 || i == i);");
        ENDLESS.put("recursion", "m();");
        ENDLESS.put("mutual recursion through a lambda", "Runnable r = () -> m(); r.run();");
        ENDLESS.put("a loop that catches everything", "while (true) { try { m2(); } catch (Throwable t) { } }");
        ENDLESS.put("a labelled continue", "a: while (true) { for (int i = 0; i < 3; i++) { continue a; } }");
        ENDLESS.put("a switch in a loop", "int i = 0; while (true) { switch (i) { case 0: i = 1; continue; default: i = 0; } }");
        ENDLESS.put("a loop in finally", "try { m2(); } finally { while (true) { } }");
    }

    static Iterable<String> endless() {
        return ENDLESS.keySet();
    }

    @ParameterizedTest
    @org.junit.jupiter.params.provider.MethodSource("endless")
    void whateverRunsForEverRunsIntoTheBudget(String kind) throws Exception {
        Compiled compiled =
                Compiled.of("public class C { static void m2() { } public static void m() { " + ENDLESS.get(kind) + " } }");
        ClassLoader loader = compiled.load(
                bytes -> new Instrumenter((Plan) null, notices::add).instrument(bytes, true).orElseThrow());
        var m = loader.loadClass("C").getMethod("m");
        Recorder.beginTest(0, 500);
        InvocationTargetException thrown = assertThrows(InvocationTargetException.class, () -> m.invoke(null));
        TestTally tally = Recorder.endTest();
        assertEquals("TickBudgetExceeded", thrown.getCause().getClass().getSimpleName());
        assertTrue(tally.overBudget());
    }

    /** What allocates by a length n, and how many ticks 1 MiB elements take beside the one of the method. */
    private static final Map<String, Integer> ALLOCATING = new LinkedHashMap<>();

    static {
        ALLOCATING.put("return new byte[n];", 1024);
        ALLOCATING.put("return new long[n];", 8192);
        ALLOCATING.put("return new String[n];", 4096);
        ALLOCATING.put("return new short[n / 1024][1024];", 2048);
        ALLOCATING.put("return new int[3][n / 1024][1024];", 4096);
        ALLOCATING.put("return new int[n / 1024][];", 4);
        ALLOCATING.put("return new int[1048576];", 4096);
        ALLOCATING.put("return new int[] {1, 2, 3};", 0);
        ALLOCATING.put("return new java.util.ArrayList<Object>(n);", 4096);
        ALLOCATING.put("return new java.io.PushbackInputStream(System.in, n);", 1024);
        ALLOCATING.put("return java.nio.LongBuffer.allocate(n);", 8192);
        ALLOCATING.put("return java.util.Arrays.copyOf(new char[0], n);", 2048);
        ALLOCATING.put("return \"ab\".repeat(n);", 1024);
        ALLOCATING.put("return new java.util.BitSet(n);", 128);
        ALLOCATING.put("return Integer.valueOf(n);", 0);
    }

    static Iterable<String> allocating() {
        return ALLOCATING.keySet();
    }

    @ParameterizedTest
    @org.junit.jupiter.params.provider.MethodSource("allocating")
    void whatIsAllocatedByALengthTakesTicks(String code) throws Exception {
        ClassLoader loader = Compiled.of("public class C { public static Object m(int n) { " + code + " } }").load(
                bytes -> new Instrumenter((Plan) null, notices::add).instrument(bytes, true).orElseThrow());
        var m = loader.loadClass("C").getMethod("m", int.class);
        int ticks = 1 + ALLOCATING.get(code);
        Recorder.beginTest(0, ticks);
        m.invoke(null, 1 << 20);
        assertEquals(ticks, Recorder.endTest().ticks());
        Recorder.beginTest(1, ticks - 1);
        assertThrows(InvocationTargetException.class, () -> m.invoke(null, 1 << 20), "one tick fewer does not do");
        assertTrue(Recorder.endTest().overBudget());
    }

    @Test
    void aLengthThatNoHeapHasEndsBeforeTheHeapIsAsked() throws Exception {
        ClassLoader loader = Compiled.of("public class C { public static Object m(int n) { return new long[n][n]; } }").load(
                bytes -> new Instrumenter((Plan) null, notices::add).instrument(bytes, true).orElseThrow());
        var m = loader.loadClass("C").getMethod("m", int.class);
        Recorder.beginTest(0, 100_000);
        Throwable thrown = assertThrows(InvocationTargetException.class, () -> m.invoke(null, Integer.MAX_VALUE)).getCause();
        assertEquals("TickBudgetExceeded", thrown.getClass().getSimpleName());
        Recorder.endTest();
        Recorder.beginTest(1, 100_000);
        thrown = assertThrows(InvocationTargetException.class, () -> m.invoke(null, -1)).getCause();
        assertEquals(NegativeArraySizeException.class, thrown.getClass());
        assertEquals(1, Recorder.endTest().ticks());
    }

    @Test
    void aClassOutsideTheScopeIsNotTouched() {
        byte[] classFile = classWith(Opcodes.V1_5, 0, InstrumenterTest::countDown);
        assertEquals(Optional.empty(), new Instrumenter((Plan) null, notices::add).instrument(classFile, false));
    }
}
