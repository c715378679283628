package dev.oraculum.facts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.capture.CaptureSettings;
import dev.oraculum.capture.Project;
import dev.oraculum.facts.Purity.Call;
import dev.oraculum.program.EnginePurity;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.objectweb.asm.Opcodes;

class PurityTest {
    @TempDir
    Path directory;

    /** Each method's name says whether it is pure. */
    private static final String SUBJECT =
            """
            import java.util.*;
            public class S {
                private int n;
                private int[] data = {1, 2};
                private final List<String> list = new ArrayList<>();
                private S next;
                private static int counter;
                private Shape shape;
                private Base base;
                private Random random = new Random();
                private Step step;
                private StackTraceElement[] trace;
                volatile int v;

                public int pureGetter() { return n; }
                public boolean pureComparison() { return data.length > 1 && data[0] == n; }
                public int pureLoop() { int s = 0; for (int d : data) { s += d; } return s; }
                public int pureCopyChanged() { int[] copy = data.clone(); copy[0] = 5; return copy[0] + copy.length; }
                public int pureNewArrayFilled() { int[] a = new int[3]; fill(a, 4); return a[1]; }
                public int pureNewObjectChanged() { Square q = new Square(); q.side = 4; q.grow(); return q.area(); }
                public int pureArrayCopy() { int[] a = new int[2]; System.arraycopy(data, 0, a, 0, 2); return a[0]; }
                public int pureRecursion() { return next == null ? 0 : 1 + next.pureRecursion(); }
                public boolean pureEven() { return next == null || next.pureOdd(); }
                public boolean pureOdd() { return next != null && next.pureEven(); }
                public int pureListSize() { return list.size(); }
                public double pureMath() { return Math.sqrt(n) + Math.abs(n) + Math.max(n, 2) + Math.sin(n); }
                public int pureThrows() { if (n < 0) { throw new IllegalStateException("n is " + n); } return n; }
                public int pureVirtual() { return shape.area(); }
                public Integer pureBoxed() { return n; }
                public int pureVolatileRead() { return v; }
                public double pureBits() { return Double.doubleToLongBits(n) + Float.floatToIntBits(n); }
                public int pureStaticRead() { return counter; }
                public int pureStringSize() { return "abc".length() + "abc".charAt(n); }

                public int impureField() { n++; return n; }
                public int impureStatic() { return ++counter; }
                public int impureArray() { data[0] = 1; return 1; }
                public int impureThroughCall() { return helper(); }
                public int impureDeep() { return pureGetter() + deep(); }
                public int impureOtherObject() { next.n = 3; return 1; }
                public int impureAlias() { int[] a = data; a[0] = 2; return 1; }
                public int impureMaybeOwnArray() { int[] a = n > 0 ? data : new int[1]; a[0] = 1; return 1; }
                public int impurePassesField() { fill(data, 1); return 1; }
                public int impurePassesThis() { set(3); return n; }
                public int impureEscaped() { int[] a = new int[1]; data = a; return 1; }
                public synchronized int impureMonitorMethod() { return n; }
                public int impureMonitorBlock() { synchronized (this) { return n; } }
                public long impureTime() { return System.nanoTime(); }
                public int impureRandom() { return random.nextInt(); }
                public double impureMathRandom() { return Math.random(); }
                public int impureOutput() { System.out.println(n); return 1; }
                public int impureCollection() { list.add("x"); return list.size(); }
                public int impureIterator() { int s = 0; for (String x : list) { s += x.length(); } return s; }
                public int impureVirtual() { return ((Counting) shape).touch(); }
                public int impureOverride() { return base.base(); }
                public int pureFreshReceiver() { return new Sub().base(); }
                public int impureLambda() { java.util.function.IntSupplier f = () -> 3; return f.getAsInt(); }
                public int impureNative() { return System.identityHashCode(this); }
                public int impureHash() { return super.hashCode(); }
                public int impureText() { return ("a" + shape).length(); }
                public int impureRecord() { return new Pair(n, next).hashCode(); }
                public int impureReflection() throws Exception { return (int) S.class.getMethod("pureGetter").invoke(this); }
                public int impureOwnLambda() { return step.next(); }
                public int impureCaught() { try { return data[0]; } catch (RuntimeException e) { e.setStackTrace(trace); return 1; } }
                public int pureSlotReused() { int s = 0; for (int d : data) { s += d; } int[] a = new int[1]; a[0] = s; return a[0]; }
                public int pureText() { return ("a" + n).length(); }
                public int pureLoopedCopy() { int[] a = null; for (int i = 0; i < 2; i++) { a = new int[2]; a[i] = i; } return a[1]; }

                private int helper() { n = 2; return n; }
                private int deep() { return deeper(); }
                private int deeper() { counter = 1; return 1; }
                private static void fill(int[] a, int value) { for (int i = 0; i < a.length; i++) { a[i] = value; } }
                private void set(int value) { n = value; }
            }
            interface Step { int next(); boolean equals(Object other); }
            record Pair(int a, Object b) {}
            interface Shape { int area(); int sides(); }
            class Square implements Shape { int side; void grow() { side++; } public int area() { return side * side; } public int \
            sides() { return 4; } }
            class Circle implements Shape { int r; public int area() { return 3 * r * r; } public int sides() { return 0; } }
            interface Counting extends Shape { int touch(); }
            class Counter implements Counting {
                int touched;
                public int area() { return 1; }
                public int sides() { return 1; }
                public int touch() { return ++touched; }
            }
            class Base { int calls; int base() { return step(); } int step() { return 1; } }
            class Sub extends Base { int step() { return ++calls; } }
            """;

    @Test
    void tellsPureFromImpureMethodByMethod() {
        try (Project project = Project.of(directory, SUBJECT, "-g")) {
            ClassInfo subject = new Hierarchy(project.classPath()).find("S").orElseThrow();
            List<Call> calls = subject.methods().stream()
                    .filter(method -> method.is(Opcodes.ACC_PUBLIC) && !method.name().startsWith("<"))
                    .map(method -> new Call("S", method.name(), method.descriptor()))
                    .toList();
            var wrong = new TreeMap<String, String>();
            answers(project, calls).forEach((call, answer) -> {
                if (answer.isPure() != call.name().startsWith("pure")) {
                    wrong.put(call.name(), answer.isPure() ? "taken as pure" : answer.impurity());
                }
            });
            assertEquals(new TreeMap<>(), wrong);
            assertEquals(52, calls.size());
        }
    }

    private static Map<Call, Purity.Answer> answers(Project project, List<Call> calls) {
        return new EnginePurity().of(project.classPath(), calls, null);
    }

    private static String impurity(Project project, String method) {
        Call call = new Call("S", method, "()I");
        return answers(project, List.of(call)).get(call).impurity();
    }

    @Test
    void reasonsNameTheCulprit() {
        try (Project project = Project.of(directory, SUBJECT, "-g")) {
            assertEquals("calls S.deeper()I, which writes the static field S.counter", impurity(project, "impureDeep"));
            assertEquals("writes to its receiver", impurity(project, "impureField"));
            assertEquals("enters a monitor", impurity(project, "impureMonitorBlock"));
            assertEquals(
                    "calls the native method java/lang/System.identityHashCode(Ljava/lang/Object;)I", impurity(project, "impureNative"));
            assertEquals("calls Step.next()I, which a lambda may implement", impurity(project, "impureOwnLambda"));
        }
    }

    @Test
    void theMethodUnderTestAndItsCallersAreNoObservers() {
        String source =
                """
                public class R {
                    int n;
                    public int twice() { return 2 * n; }
                    public int viaTwice() { return twice() + 1; }
                    public int other() { return n; }
                }""";
        try (Project project = Project.of(directory, source, "-g")) {
            assertEquals(
                    List.of("result", "this", "this.n", "this.other()", "old_this.n", "old_this.other()"),
                    project.variables("R#twice"));
        }
    }

    @Test
    void publicObserversOnlyIsASetting() {
        String source =
                """
                public class V {
                    private int n;
                    public void m() { n++; }
                    public int shown() { return n; }
                    int near() { return n; }
                    private int hidden() { return n; }
                }""";
        try (Project project = Project.of(directory, source, "-g")) {
            assertTrue(project.variables("V#m").containsAll(List.of("this.shown()", "this.near()", "this.hidden()")));
            CaptureSettings published = CaptureSettings.DEFAULT.withPublicObserversOnly(true);
            String names = project.plan("V#m", published).schema().variables().stream()
                    .map(variable -> variable.name())
                    .collect(Collectors.joining(" "));
            assertEquals("this this.n this.shown() old_this.n old_this.shown()", names);
        }
    }
}
