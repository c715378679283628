package dev.oraculum.capture;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.oraculum.testing.State;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * One small class per language feature: the variables of its method, and the values recorded when a test calls it; compiled
 * for several releases with debug tables, and for the oldest without.
 */
class LanguageFeaturesTest {
    private static final List<Integer> RELEASES =
            Stream.of(8, 11, 17, Runtime.version().feature()).distinct().toList();

    @TempDir
    Path directory;

    /**
     * What to compile and what to expect. Expectations are written {@code name=value} in schema order, a state after the
     * other, lists without spaces; {@code locals} are names that only a class file with debug tables has, and parameters turn into
     * {@code arg0, arg1, ..} without them.
     */
    private record Feature(
            String name, int since, String source, String method, Project.Body test, List<String> parameters,
            List<String> locals, List<String> states) {
        Feature(String name, String source, String method, Project.Body test, String parameters, String locals, String... states) {
            this(name, 8, source, method, test, words(parameters), words(locals), List.of(states));
        }

        Feature since(int release) {
            return new Feature(name, release, source, method, test, parameters, locals, states);
        }

        private static List<String> words(String text) {
            return text.isEmpty() ? List.of() : List.of(text.split(" "));
        }

        @Override
        public String toString() {
            return name;
        }
    }

    private static Project.Body call(String method, Class<?>[] types, Object[]... calls) {
        return type -> {
            for (Object[] arguments : calls) {
                var target = type.getDeclaredMethod(method, types);
                target.setAccessible(true);
                boolean isStatic = java.lang.reflect.Modifier.isStatic(target.getModifiers());
                Object receiver = null;
                if (!isStatic) {
                    var constructor = type.getDeclaredConstructor();
                    constructor.setAccessible(true);
                    receiver = constructor.newInstance();
                }
                try {
                    target.invoke(receiver, arguments);
                } catch (java.lang.reflect.InvocationTargetException expectedBySomeTests) {
                    if (!(expectedBySomeTests.getCause() instanceof IllegalArgumentException)) {
                        throw expectedBySomeTests;
                    }
                }
            }
        };
    }

    private static Class<?>[] types(Class<?>... types) {
        return types;
    }

    private static Object[] with(Object... arguments) {
        return arguments;
    }

    private static final List<Feature> FEATURES = List.of(
            new Feature(
                    "everyPrimitiveType",
                    """
                    public class C {
                        static double m(boolean z, byte b, short s, char c, int i, long j, float f, double d) {
                            return z ? b + s + c + i + j + f + d : 0;
                        }
                    }""",
                    "C#m",
                    call("m", types(boolean.class, byte.class, short.class, char.class, int.class, long.class, float.class,
                            double.class), with(true, (byte) -1, (short) 2, 'a', 3, 4L, 0.5f, 0.25)),
                    "z b s c i j f d", "",
                    "z=true b=-1 s=2 c=97 i=3 j=4 f=0.5 d=0.25 result=105.75 old_z=true old_b=-1 old_s=2 old_c=97 old_i=3"
                            + " old_j=4 old_f=0.5 old_d=0.25"),
            new Feature(
                    "reassignedParameterAndWideLocals",
                    """
                    public class C {
                        static long m(long a, int b) {
                            double half = a / 2.0;
                            long twice = a * 2;
                            a = -1;
                            return twice + b;
                        }
                    }""",
                    "C#m", call("m", types(long.class, int.class), with(5L, 3)), "a b", "half twice",
                    "a=-1 b=3 half=2.5 twice=10 result=13 old_a=5 old_b=3"),
            new Feature(
                    "everyExitOfAMethod",
                    """
                    public class C {
                        static int m(int x) {
                            int before = x + 1;
                            if (x < 0) {
                                int inner = 7;
                                return -1;
                            }
                            int after = x * 2;
                            return after;
                        }
                    }""",
                    "C#m", call("m", types(int.class), with(-3), with(4)), "x", "before",
                    "x=-3 before=-2 result=-1 old_x=-3", "x=4 before=5 result=8 old_x=4"),
            new Feature(
                    "onlyDefinitelyAssignedLocals",
                    """
                    public class C {
                        static void m(boolean p) {
                            int maybe;
                            int always;
                            if (p) { maybe = 1; always = maybe; } else { always = 2; }
                            always++;
                        }
                    }""",
                    "C#m", call("m", types(boolean.class), with(true), with(false)), "p", "always",
                    "p=true always=2 old_p=true", "p=false always=3 old_p=false"),
            new Feature(
                    "oneNameInTwoScopesOfTwoTypes",
                    """
                    public class C {
                        static int m(int x) {
                            if (x > 0) { int t = x; return t; }
                            else { long t = -x; return (int) t; }
                        }
                    }""",
                    "C#m", call("m", types(int.class), with(2), with(-2)), "x", "",
                    "x=2 result=2 old_x=2", "x=-2 result=2 old_x=-2"),
            new Feature(
                    "synchronizedMethod",
                    "public class C { int n = 1; synchronized int m(int d) { n += d; return n; } }",
                    "C#m", call("m", types(int.class), with(2)), "d", "",
                    "d=2 result=3 this=1 this.n=3 old_d=2 old_this.n=1"),
            new Feature(
                    "tryFinally",
                    """
                    public class C {
                        int n;
                        int m(int d) {
                            try {
                                if (d == 0) { return n; }
                                return 10 / d;
                            } catch (RuntimeException e) {
                                return -1;
                            } finally {
                                n++;
                            }
                        }
                    }""",
                    "C#m", call("m", types(int.class), with(0), with(5)), "d", "",
                    "d=0 result=0 this=1 this.n=1 old_d=0 old_this.n=0",
                    "d=5 result=2 this=1 this.n=1 old_d=5 old_this.n=0"),
            new Feature(
                    "switchOverStrings",
                    """
                    public class C {
                        static int m(String s) {
                            switch (s) {
                                case "a": return 1;
                                case "b": return 2;
                                default: return s.length();
                            }
                        }
                    }""",
                    "C#m", call("m", types(String.class), with("b"), with("ccc")), "s", "",
                    "s=1 s.isEmpty()=false s.length()=1 s[*]=b result=2 old_s=1 old_s.isEmpty()=false old_s.length()=1"
                            + " old_s[*]=b",
                    "s=1 s.isEmpty()=false s.length()=3 s[*]=ccc result=3 old_s=1 old_s.isEmpty()=false old_s.length()=3"
                            + " old_s[*]=ccc"),
            new Feature(
                    "loopWithBreakAndContinue",
                    """
                    public class C {
                        static int m(int[] a) {
                            int sum = 0;
                            for (int i = 0; i < a.length; i++) {
                                if (a[i] < 0) { continue; }
                                if (a[i] > 99) { break; }
                                sum += a[i];
                            }
                            return sum;
                        }
                    }""",
                    "C#m", call("m", types(int[].class), with(new int[] {1, -5, 3, 100, 7})), "a", "sum",
                    "a=1 a.length=5 a[*]=[1,-5,3,100,7] sum=4 result=4 old_a=1 old_a.length=5 old_a[*]=[1,-5,3,100,7]"),
            new Feature(
                    "nullsAndIdentities",
                    "public class C { static Object m(Object a, int[] b, String c) { return a; } }",
                    "C#m", call("m", types(Object.class, int[].class, String.class), with("x", null, null)), "a b c", "",
                    "a=1 b=0 b.length=- b[*]=- c=0 c.isEmpty()=- c.length()=- c[*]=- result=1 old_a=1 old_b=0"
                            + " old_b.length=- old_b[*]=- old_c=0"
                            + " old_c.isEmpty()=- old_c.length()=- old_c[*]=-"),
            new Feature(
                    "boxes",
                    "public class C { static Boolean m(Integer n, Character c, Double d) { return n == null; } }",
                    "C#m", call("m", types(Integer.class, Character.class, Double.class), with(1000, 'x', null)), "n c d", "",
                    "n=1 n.intValue()=1000 c=2 c.charValue()=120 d=0 d.doubleValue()=- result=3 result.booleanValue()=false"
                            + " old_n=1 old_n.intValue()=1000 old_c=2 old_c.charValue()=120 old_d=0 old_d.doubleValue()=-"),
            new Feature(
                    "varargsAndGenerics",
                    """
                    public class C {
                        static <T extends CharSequence> int m(java.util.List<T> list, T... more) { return list.size(); }
                    }""",
                    "C#m", call("m", types(List.class, CharSequence[].class),
                            with(List.of("p", "q"), new CharSequence[] {"r"})),
                    "list more", "",
                    "list=1 list.isEmpty()=false list.size()=2 list[*]=[3,4] more=2 more.length=1 more[*]=[5] result=2 old_list=1"
                            + " old_list.isEmpty()=false old_list.size()=2 old_list[*]=[3,4] old_more=2 old_more.length=1"
                            + " old_more[*]=[5]"),
            new Feature(
                    "constructor",
                    """
                    public class C extends B {
                        final int twice;
                        C(int x) { super(x > 0 ? new int[x] : new int[0]); twice = 2 * x; x = 0; }
                    }
                    class B { protected int[] room; B(int[] r) { room = r; } }""",
                    "C#<init>",
                    type -> {
                        var constructor = type.getDeclaredConstructor(int.class);
                        constructor.setAccessible(true);
                        constructor.newInstance(3);
                    },
                    "x", "",
                    "x=0 this=1 this.twice=6 this.room=2 this.room.length=3 this.room[*]=[0,0,0] old_x=3"),
            new Feature(
                    "defaultMethodOfAnInterface",
                    """
                    public interface C {
                        int base();
                        default int m(int x) { return base() + x; }
                        class Impl implements C { private int calls; public int base() { return calls + 40; } }
                    }""",
                    "C#m",
                    type -> {
                        Object impl = Class.forName("C$Impl", true, type.getClassLoader())
                                .getConstructor()
                                .newInstance();
                        type.getMethod("m", int.class).invoke(impl, 2);
                    },
                    "x", "",
                    "x=2 result=42 this=1 old_x=2"),
            new Feature(
                    "staticMethodOfAnInterface",
                    "public interface C { static int m(int x) { return x + 1; } }",
                    "C#m", call("m", types(int.class), with(1)), "x", "", "x=1 result=2 old_x=1"),
            new Feature(
                    "enumMethod",
                    """
                    public enum C {
                        A, B;
                        boolean m(C other) { return compareTo(other) < 0; }
                    }""",
                    "C#m",
                    type -> {
                        Object[] constants = type.getEnumConstants();
                        var method = type.getDeclaredMethod("m", type);
                        method.setAccessible(true);
                        method.invoke(constants[0], constants[1]);
                    },
                    "other", "",
                    "other=1 other.ordinal()=1 result=true this=2 this.ordinal()=0 old_other=1 old_other.ordinal()=1"
                            + " old_this.ordinal()=0"),
            new Feature(
                            "recordMethod",
                            """
                            public record C(int x, double y) {
                                C() { this(1, 2.5); }
                                double m() { return x * y; }
                            }""",
                            "C#m", call("m", types(), with()), "", "",
                            "result=2.5 this=1 this.x=1 this.y=2.5 this.x()=1 this.y()=2.5 old_this.x=1 old_this.y=2.5"
                                    + " old_this.x()=1 old_this.y()=2.5")
                    .since(17),
            new Feature(
                    "lambdaInside",
                    """
                    public class C {
                        static int m(int x) {
                            java.util.function.IntUnaryOperator f = v -> v + x;
                            int y = f.applyAsInt(10);
                            return y;
                        }
                    }""",
                    "C#m", call("m", types(int.class), with(1)), "x", "f y",
                    "x=1 f=1 y=11 result=11 old_x=1"),
            new Feature(
                    "innerClass",
                    """
                    public class C {
                        int base = 5;
                        class Inner { int m(int x) { return base + x; } }
                        static void test() { new C().new Inner().m(2); }
                    }""",
                    "C.Inner#m",
                    type -> {
                        var outer = Class.forName("C", true, type.getClassLoader());
                        var test = outer.getDeclaredMethod("test");
                        test.setAccessible(true);
                        test.invoke(null);
                    },
                    "x", "",
                    "x=2 result=7 this=1 old_x=2"),
            new Feature(
                    "exceptionalExitsLeaveNoState",
                    """
                    public class C {
                        static int m(int x) {
                            if (x < 0) { throw new IllegalArgumentException(); }
                            return x;
                        }
                    }""",
                    "C#m", call("m", types(int.class), with(-1), with(1)), "x", "", "x=1 result=1 old_x=1"),
            new Feature(
                    "recursionRecordsEveryCall",
                    "public class C { static int m(int n) { return n <= 1 ? 1 : n * m(n - 1); } }",
                    "C#m", call("m", types(int.class), with(3)), "n", "",
                    "n=1 result=1 old_n=1", "n=2 result=2 old_n=2", "n=3 result=6 old_n=3"),
            new Feature(
                    "aVariableCalledResult",
                    "public class C { static int m(int x) { int result = x + 1; return result * 2; } }",
                    "C#m", call("m", types(int.class), with(1)), "x", "local_result",
                    "x=1 local_result=2 result=4 old_x=1"));

    static Stream<Arguments> compiled() {
        List<Arguments> all = new ArrayList<>();
        for (Feature feature : FEATURES) {
            for (int release : RELEASES) {
                if (release >= feature.since()) {
                    all.add(Arguments.of(feature, release, true));
                }
            }
            all.add(Arguments.of(feature, feature.since(), false));
        }
        return all.stream();
    }

    @ParameterizedTest(name = "{0}, release {1}, debug tables {2}")
    @MethodSource("compiled")
    void recordsExactlyTheseVariablesAndValues(Feature feature, int release, boolean debug) throws Exception {
        String[] options = {"--release", Integer.toString(release), debug ? "-g" : "-g:none", "-Xlint:none"};
        try (Project project = Project.of(directory, feature.source(), options)) {
            PlannedCapture capture = project.plan(feature.method());
            List<String> states = project.record(capture, feature.test()).stream()
                    .map(LanguageFeaturesTest::text)
                    .toList();
            List<String> expected = feature.states().stream()
                    .map(state -> debug ? state : withoutDebugTables(feature, state))
                    .toList();
            assertEquals(String.join("\n", expected), String.join("\n", states));
        }
    }

    private static String text(State state) {
        List<String> values = new ArrayList<>();
        state.values().forEach((name, value) -> values.add(name + "=" + (value == null ? "-" : value.toString().replace(" ", ""))));
        return String.join(" ", values);
    }

    private static String withoutDebugTables(Feature feature, String state) {
        Map<String, String> renamed = new LinkedHashMap<>();
        for (int i = 0; i < feature.parameters().size(); i++) {
            renamed.put(feature.parameters().get(i), "arg" + i);
        }
        List<String> kept = new ArrayList<>();
        for (String value : state.split(" ")) {
            String prefix = value.startsWith("old_") ? "old_" : "";
            String variable = value.substring(prefix.length()).split("[.=\\[]")[0];
            if (!feature.locals().contains(variable)) {
                String rest = value.substring(prefix.length() + variable.length());
                kept.add(prefix + renamed.getOrDefault(variable, variable) + rest);
            }
        }
        return String.join(" ", kept);
    }
}
