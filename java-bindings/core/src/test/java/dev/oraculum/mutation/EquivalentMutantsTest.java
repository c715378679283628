package dev.oraculum.mutation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.facts.ClassPath;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Proved mutants run on many values beside the class as it is; what only looks alike is not proved. */
class EquivalentMutantsTest {
    private static final String SOURCE =
            """
            package pkg;
            import java.util.*;
            public class Alike {
                public static int greater(int a, int b) { return a > b ? a : b; }
                public static int greaterOrSum(int a, int b) { return a > b ? a : b + 1; }
                public static double greaterReal(double a, double b) { return a > b ? a : b; }
                public static long lesser(long a, long b) { return a < b ? a : b; }
                public static int absolute(int a) { return a < 0 ? -a : a; }
                public static int absoluteOfOne(int a) { return a < 1 ? -a : a; }
                public static int clamp(int a) { if (a < 0) { a = 0; } if (a > 9) { a = 9; } return a; }
                public static int clampBeside(int a) { if (a < 0) { a = 1; } return a; }
                public static int best(int a, int b, int c) { int best = a; if (b > best) { best = b; } if (c > best) { best = c; }
                    return best; }
                public static int timesOne(int a) { return a * 1; }
                public static int timesTwo(int a) { return a * 2; }
                public static long minusOne(long a) { return a * -1L; }
                public static int plusZero(int a) { int none = 0; return a + none; }
                public static int shiftedByNothing(int a) { return a << 32; }
                public static int shiftedByOne(int a) { return a << 33; }
                public static double realTimesOne(double a) { return a * 1.0; }
                public static double realTimesTwo(double a) { return a * 2.0; }
                public static double realPlusZero(double a) { return a + 0.0; }
                public static int half(int a) { return "abcdefg".length() >>> 1; }
                public static int halfOfAny(int a) { return a >>> 1; }
                public static int unread(int a) { int count = 0; count++; return a; }
                public static int read(int a) { int count = 0; count++; return a + count; }
                public static int known(int a) { int none = 0; if (none == 0) { return a; } return none; }
                public static int zero(int a) { if (a == 0) { return a; } return 7; }
                public static int sameEitherWay(int a, int b) { if (a == b) { return a; } return b; }
                public static int otherEitherWay(int a, int b) { if (a == b + 1) { return a; } return b; }
                public static Object given(Object a) { if (a == null) { return a; } return "x"; }
                public static List<String> nothing(int a) { return Collections.emptyList(); }
                public static List<String> notNothing(int a) { return List.of("a"); }
                public static String text(int a) { return a > 3 ? "" : "b"; }
                public static int late(int a) { int r = 1; try { r = a / (a - 1); } catch (ArithmeticException e) { r += 5; } return r; }
                public static int kept(int a) { int r = 1; try { r = 2; r = 8 / a; } catch (ArithmeticException e) { return r; } return r; }
                public static int loop(int n) { int s = 0; for (int i = 0; i < (n & 7); i++) { s += i; } return s; }
                public static int loopOfTwo(int n) { int s = 0; for (int i = 0; i < (n & 7); i += 2) { s += i; } return s; }
                public static int negated(int a) { return -(-a); }
                public static int remainder(int a) { return a % 1; }
                public static int cases(int a) { switch (a) { case 1: return 3; case 2: return 3; default: return 3; } }
                public static boolean both(int a, int b) { return a > 0 && b > 0; }
                private int field = 3;
                public int own() { return field * 0; }
            }
            """;

    private static final List<Object> INTS = List.of(-9, -2, -1, 0, 1, 2, 3, 9, 10, Integer.MIN_VALUE, Integer.MAX_VALUE);
    private static final List<Object> LONGS = List.of(-2L, -1L, 0L, 1L, 5L, Long.MIN_VALUE, Long.MAX_VALUE);
    private static final List<Object> REALS = List.of(-1.5, -0.0, 0.0, 1.0, Double.MIN_VALUE, Double.NaN, Double.POSITIVE_INFINITY);

    @TempDir
    Path directory;

    private ClassPath compile() throws Exception {
        Path file = Files.createDirectories(directory.resolve("pkg")).resolve("Alike.java");
        Files.writeString(file, SOURCE);
        int status = ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "--release", "17", "-g", "-nowarn", "-d", directory.toString(), file.toString());
        assertEquals(0, status);
        return ClassPath.open(List.of(directory));
    }

    private interface Consumer {
        void accept(String method, Mutant mutant) throws Exception;
    }

    private int proved(List<String> mutators, Consumer consumer) throws Exception {
        try (ClassPath classPath = compile()) {
            EquivalentMutants equivalent = new EquivalentMutants(classPath.findInProject("pkg/Alike").orElseThrow());
            List<Mutant> mutants = Mutants.ofClass(classPath, "pkg/Alike", Mutators.named(mutators));
            for (Mutant mutant : mutants) {
                if (equivalent.isProved(mutant)) {
                    consumer.accept(mutant.method().substring(0, mutant.method().indexOf('(')), mutant);
                }
            }
            return mutants.size();
        }
    }

    @Test
    void whatIsProvedDoesTheSame() throws Exception {
        byte[][] original = new byte[1][];
        List<String> proved = new ArrayList<>();
        try (ClassPath classPath = compile()) {
            original[0] = classPath.findInProject("pkg/Alike").orElseThrow();
        }
        int all = proved(List.of("DEFAULTS", "CLASSIC"), (method, mutant) -> {
            proved.add(method);
            assertEquals(outcomes(original[0], method), outcomes(mutant.bytes(), method), method + " " + mutant.sentence());
        });
        assertTrue(all > 300, all + " mutants");
        assertTrue(proved.size() > 40 && proved.contains("half"), proved.toString());
    }

    @Test
    void whatOnlyLooksAlikeIsNotProved() throws Exception {
        Map<String, Set<String>> proved = new TreeMap<>();
        proved(List.of("DEFAULTS"), (method, mutant) -> proved.computeIfAbsent(method, m -> new TreeSet<>()).add(
                mutant.mutator().replaceFirst("_(EQUAL|ORDER)_(IF|ELSE)$", "")));
        String boundary = "CONDITIONALS_BOUNDARY";
        assertEquals(
                Map.ofEntries(
                        Map.entry("greater", Set.of(boundary)), Map.entry("lesser", Set.of(boundary)),
                        Map.entry("absolute", Set.of(boundary)), Map.entry("clamp", Set.of(boundary)),
                        Map.entry("best", Set.of(boundary)), Map.entry("timesOne", Set.of("MATH")),
                        Map.entry("minusOne", Set.of("MATH")), Map.entry("plusZero", Set.of("MATH")),
                        Map.entry("shiftedByNothing", Set.of("MATH")), Map.entry("realTimesOne", Set.of("MATH")),
                        Map.entry("unread", Set.of("INCREMENTS")), Map.entry("known", Set.of("PRIMITIVE_RETURNS")),
                        Map.entry("zero", Set.of("PRIMITIVE_RETURNS")), Map.entry("sameEitherWay", Set.of("REMOVE_CONDITIONALS")),
                        Map.entry("given", Set.of("NULL_RETURNS")), Map.entry("nothing", Set.of("EMPTY_RETURNS")),
                        Map.entry("remainder", Set.of("PRIMITIVE_RETURNS")), Map.entry("own", Set.of("PRIMITIVE_RETURNS"))),
                proved);
    }

    /** A class is equivalent to itself whatever javac lays out: with and without debug information. */
    @Test
    void everyMutantThatIsTheOriginalIsProved() throws Exception {
        try (ClassPath classPath = compile()) {
            byte[] original = classPath.findInProject("pkg/Alike").orElseThrow();
            EquivalentMutants equivalent = new EquivalentMutants(original);
            for (Mutant mutant : Mutants.ofClass(classPath, "pkg/Alike", Mutators.defaults())) {
                Mutant none = new Mutant(mutant.id(), mutant.className(), mutant.method(), mutant.mutator(), 0, "none", original);
                assertTrue(equivalent.isProved(none), mutant.method());
            }
        }
    }

    private static final class Loader extends ClassLoader {
        Class<?> define(byte[] bytes) {
            return defineClass("pkg.Alike", bytes, 0, bytes.length);
        }
    }

    private static List<Object> outcomes(byte[] bytes, String name) throws Exception {
        Class<?> type = new Loader().define(bytes);
        Method method = Arrays.stream(type.getMethods()).filter(m -> m.getName().equals(name)).findFirst().orElse(null);
        if (method == null) {
            return List.of();
        }
        List<List<Object>> calls = new ArrayList<>(List.of(List.of()));
        for (Class<?> parameter : method.getParameterTypes()) {
            List<Object> values = parameter == int.class ? INTS : parameter == long.class ? LONGS : parameter == double.class ? REALS
                    : Arrays.asList(null, "a");
            List<List<Object>> more = new ArrayList<>();
            for (List<Object> call : calls) {
                for (Object value : values) {
                    List<Object> longer = new ArrayList<>(call);
                    longer.add(value);
                    more.add(longer);
                }
            }
            calls = more;
        }
        List<Object> outcomes = new ArrayList<>();
        Object receiver = type.getConstructor().newInstance();
        for (List<Object> call : calls) {
            outcomes.add(outcome(method, receiver, call));
        }
        return outcomes;
    }

    private static Object outcome(Method method, Object receiver, List<Object> arguments) throws IllegalAccessException {
        try {
            Object result = method.invoke(receiver, arguments.toArray());
            // Zeros are told apart.
            return result instanceof Double real ? Double.doubleToRawLongBits(real) : result;
        } catch (InvocationTargetException e) {
            return e.getCause().getClass();
        }
    }
}
