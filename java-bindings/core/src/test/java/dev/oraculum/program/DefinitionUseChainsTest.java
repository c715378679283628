package dev.oraculum.program;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.oraculum.api.program.CallGraphAlgorithm;
import dev.oraculum.api.settings.SelectSettings;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** One small class per language feature, compiled by javac for several releases: its oracle data, and the chains between them. */
class DefinitionUseChainsTest {
    private static final List<Integer> RELEASES = Stream.of(8, 11, 17, Runtime.version().feature()).distinct().toList();

    @TempDir
    Path directory;

    /**
     * What to compile and what to expect.
     *
     * @param since the oldest release it compiles for, or the oldest whose class files look like this
     * @param data {@code variable:line}
     * @param chains {@code observed -> observer}, with the probability where it is not 1
     */
    private record Feature(String name, int since, String source, List<String> data, List<String> chains) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static Feature feature(String name, int since, String source, String data, String... chains) {
        return new Feature(name, since, source, List.of(data.split(" ")), List.of(chains));
    }

    private static final List<Feature> FEATURES = List.of(
            feature(
                    "forLoop", 8,
                    """
                    class C {
                        static int m(int n) {
                            int s = 0;
                            for (int i = 0; i < n; i++) {
                                s += i;
                            }
                            return s;
                        }
                    }""",
                    "n:3 s:3 i:4 s:5 i:4 m():7",
                    "s:3 -> s:5 0.5", "i:4 -> s:5 0.5", "i:4 -> i:4 0.5", "s:3 -> m():7", "s:5 -> m():7"),
            feature(
                    "doLoop", 8,
                    """
                    class C {
                        static int m(int n) {
                            int d = 0;
                            do {
                                n = n / 10;
                                d++;
                            } while (n > 0);
                            return d;
                        }
                    }""",
                    "n:3 d:3 n:5 d:6 m():8",
                    "n:3 -> n:5", "d:3 -> d:6", "d:6 -> m():8"),
            feature(
                    "loopThatIsLeftInside", 8,
                    """
                    class C {
                        static int m(int n) {
                            int k = n;
                            while (true) {
                                int j = k * 2;
                                if (j > 100) {
                                    return j;
                                }
                                k = j;
                            }
                        }
                    }""",
                    "n:3 k:3 j:5 m():7 k:9",
                    // The method ends nowhere else: who comes to the loop comes to the return.
                    "n:3 -> k:3", "k:3 -> j:5", "j:5 -> m():7", "j:5 -> k:9 0.5"),
            feature(
                    "tryFinally", 8,
                    """
                    class C {
                        static int m(int a) {
                            int x = a;
                            try {
                                x = Integer.parseInt("" + a);
                            } catch (NumberFormatException e) {
                                x = -1;
                            } finally {
                                a = x + 1;
                            }
                            return a;
                        }
                    }""",
                    "a:3 x:3 x:5 e:6 x:7 a:9 m():11",
                    "a:3 -> x:3", "a:3 -> x:5", "x:5 -> a:9", "x:7 -> a:9", "x:3 -> a:9 0.5", "a:9 -> m():11"),
            feature(
                    "switchOnStrings", 8,
                    """
                    class C {
                        static int m(String s) {
                            int r;
                            switch (s) {
                                case "a": r = 1; break;
                                case "b": r = 2; break;
                                default: r = s.length();
                            }
                            return r;
                        }
                    }""",
                    "s:4 r:5 r:6 r:7 m():9",
                    "s:4 -> r:7 0.3333", "r:5 -> m():9", "r:6 -> m():9", "r:7 -> m():9"),
            feature(
                    "conditions", 8,
                    """
                    class C {
                        static int m(int a, int b) {
                            int x = a > 0 ? a : b;
                            if (a > 1 || b > 1) {
                                x = b;
                            }
                            return x;
                        }
                    }""",
                    "a:3 b:3 x:3 x:5 m():7",
                    "a:3 -> x:3", "b:3 -> x:3", "b:3 -> x:5 0.75", "x:3 -> m():7", "x:5 -> m():7"),
            feature(
                    "arrays", 8,
                    """
                    class C {
                        static int m(int[] a) {
                            int[] b = new int[a.length];
                            int i = 0;
                            for (int x : a) {
                                b[i] = x * 2;
                                i++;
                            }
                            return b[0];
                        }
                    }""",
                    "a:3 b:3 i:4 x:5 b[]:6 i:7 m():9",
                    "a:3 -> b:3", "a:3 -> x:5 0.5", "i:4 -> b[]:6 0.5", "x:5 -> b[]:6", "i:4 -> i:7 0.5", "b:3 -> m():9", "b[]:6 -> m():9"),
            feature(
                    "arraysOfArraysInFields", 8,
                    """
                    class C {
                        int[][] grid = new int[3][3];
                        void set(int i, int v) {
                            grid[i][0] = v;
                        }
                        int get(int i) {
                            return grid[i][0];
                        }
                    }""",
                    ".grid:2 i:4 v:4 .grid[]:4 i:7 get():7",
                    "i:4 -> .grid[]:4", "v:4 -> .grid[]:4", "i:7 -> get():7", ".grid:2 -> get():7 0.5", ".grid[]:4 -> get():7 0.5"),
            feature(
                    "lambdas", 8,
                    """
                    import java.util.function.IntUnaryOperator;
                    class C {
                        static int m(int k) {
                            int base = k + 1;
                            IntUnaryOperator f = y -> y + base;
                            return f.applyAsInt(k);
                        }
                    }""",
                    "k:4 base:4 f:5 m():6 base:5 y:5 lambda$m$0():5",
                    "k:4 -> base:4", "base:4 -> f:5", "lambda$m$0():5 -> m():6 0.5", "base:4 -> base:5",
                    "k:4 -> y:5", "y:5 -> lambda$m$0():5", "base:5 -> lambda$m$0():5"),
            feature(
                    "methodReferences", 8,
                    """
                    import java.util.List;
                    import java.util.stream.Collectors;
                    class C {
                        static int twice(int x) {
                            return 2 * x;
                        }
                        static List<Integer> m(List<Integer> in) {
                            List<Integer> out = in.stream().map(C::twice).collect(Collectors.toList());
                            return out;
                        }
                    }""",
                    "x:5 twice():5 in:8 out:8 m():9",
                    "x:5 -> twice():5", "in:8 -> out:8", "out:8 -> m():9"),
            feature(
                    "records", 17,
                    """
                    record P(int x, int y) {
                        int sum() { return x + y; }
                        int twice() { return x() * 2; }
                    }""",
                    "x:1 y:1 .x:1 .y:1 sum():2 twice():3 toString():1 hashCode():1 o:1 equals():1 x():1 y():1",
                    "x:1 -> .x:1", "y:1 -> .y:1", ".x:1 -> sum():2 0.2", ".y:1 -> sum():2 0.2", "x():1 -> twice():3",
                    ".x:1 -> toString():1 0.2",
                    ".y:1 -> toString():1 0.2", ".x:1 -> hashCode():1 0.2", ".y:1 -> hashCode():1 0.2", "o:1 -> equals():1",
                    ".x:1 -> equals():1 0.2",
                    ".y:1 -> equals():1 0.2", ".x:1 -> x():1 0.2", ".y:1 -> y():1 0.2"),
            feature(
                    "variableArity", 8,
                    """
                    class C {
                        static int first(int... xs) {
                            return xs[0];
                        }
                        static int m(int a, int b) {
                            int r = first(a, b);
                            return r;
                        }
                    }""",
                    "xs:3 first():3 a:6 b:6 r:6 m():7",
                    "a:6 -> xs:3", "b:6 -> xs:3", "xs:3 -> first():3", "first():3 -> r:6", "r:6 -> m():7"),
            feature(
                    "innerClasses", 11,
                    """
                    class C {
                        private int total;
                        class Adder {
                            void add(int k) { total += k; }
                        }
                        int get() { return total; }
                    }""",
                    "k:4 .total:4 get():6",
                    "k:4 -> .total:4", ".total:4 -> get():6 0.5"),
            feature(
                    "anonymousClasses", 8,
                    """
                    class C {
                        static int m(int k) {
                            Object o = new Object() {
                                @Override public int hashCode() { return k; }
                            };
                            return o.hashCode();
                        }
                    }""",
                    "hashCode():4 k:3 o:3 m():6",
                    "k:3 -> hashCode():4", "hashCode():4 -> m():6"),
            feature(
                    "staticAndInstanceFields", 8,
                    """
                    class C {
                        static int counter;
                        int id;
                        C() { counter = counter + 1; id = counter; }
                        int next() { return id + 1; }
                    }""",
                    ".counter:4 .id:4 next():5",
                    ".counter:4 -> .id:4", ".id:4 -> next():5"),
            feature(
                    "fieldsThatACalleeWrites", 8,
                    """
                    class C {
                        private int f;
                        private void set(int v) {
                            f = v;
                        }
                        int m(int a) {
                            f = 0;
                            set(a);
                            return f;
                        }
                    }""",
                    "v:4 .f:4 a:7 .f:7 m():9",
                    "a:7 -> v:4", "v:4 -> .f:4", ".f:7 -> m():9", ".f:4 -> m():9"),
            feature(
                    "recursion", 8,
                    """
                    class C {
                        static int fib(int n) {
                            if (n < 2) return n;
                            return fib(n - 1) + fib(n - 2);
                        }
                    }""",
                    "n:3 fib():3 fib():4",
                    "n:3 -> fib():3 0.5", "fib():3 -> fib():4 0.5"),
            feature(
                    "patterns", 17,
                    """
                    class C {
                        static int m(Object o) {
                            if (o instanceof String s) {
                                return s.length();
                            }
                            return 0;
                        }
                    }""",
                    "o:3 s:3 m():4 m():6",
                    "o:3 -> s:3 0.5", "s:3 -> m():4"),
            feature(
                    "dispatch", 8,
                    """
                    interface Shape { int area(int k); }
                    class Square implements Shape { public int area(int s) { return s * s; } }
                    class Twice implements Shape { public int area(int t) { return 2 * t; } }
                    class C {
                        static int m(Shape shape, int k) {
                            return shape.area(k);
                        }
                    }""",
                    "s:2 area():2 t:3 area():3 shape:6 k:6 m():6",
                    "k:6 -> s:2 0.5", "k:6 -> t:3 0.5", "s:2 -> area():2", "t:3 -> area():3", "area():2 -> m():6", "area():3 -> m():6"),
            feature(
                    "severalCallSites", 8,
                    """
                    class C {
                        static int inc(int x) {
                            return x + 1;
                        }
                        static int m(int a) {
                            int b = inc(a);
                            int c = inc(b);
                            return c;
                        }
                    }""",
                    "x:3 inc():3 a:6 b:6 c:7 m():8",
                    // inc() -> b, b -> x, x -> inc() would be a cycle: its least likely chain, the first, is left out.
                    "a:6 -> x:3", "b:6 -> x:3", "x:3 -> inc():3", "inc():3 -> c:7 0.5", "c:7 -> m():8"),
            feature(
                    "constructorsOfLibraries", 8,
                    """
                    class C {
                        static String m(char c, int k) {
                            StringBuilder b = new StringBuilder(k);
                            b.append(c);
                            return b.toString();
                        }
                    }""",
                    "c:3 k:3 b:3 m():5",
                    "k:3 -> b:3", "b:3 -> m():5"),
            feature(
                    "synchronizedAndShortCircuit", 8,
                    """
                    class C {
                        private boolean on;
                        boolean m(boolean p, boolean q) {
                            synchronized (this) {
                                on = p && q;
                            }
                            return on;
                        }
                    }""",
                    "p:4 q:4 .on:5 m():7",
                    ".on:5 -> m():7"));

    /**
     * By feature: chains where rapid type analysis does not know that a call stays in the code: then what it returns depends on all it is
     * given.
     */
    private static final Map<String, List<String>> ALSO_BY_TYPES =
            Map.of("lambdas", List.of("f:5 -> m():6", "k:4 -> m():6"), "anonymousClasses", List.of("o:3 -> m():6"));

    static Stream<Arguments> featuresAndReleases() {
        return FEATURES.stream().flatMap(f -> RELEASES.stream().filter(r -> r >= f.since()).map(r -> Arguments.of(f, r)));
    }

    @ParameterizedTest(name = "{0} --release {1}")
    @MethodSource("featuresAndReleases")
    void hasTheDataAndChainsOfItsSource(Feature feature, int release) {
        Graph graph = Graph.of(directory, feature.source(), "-g", "--release", Integer.toString(release));
        assertEquals(sorted(feature.data()), sorted(graph.data()));
        assertEquals(sorted(feature.chains()), sorted(graph.chains()));

        SelectSettings byTypes = Graph.published().withCallGraph(CallGraphAlgorithm.RTA);
        Graph rough = Graph.of(directory, byTypes, null, feature.source(), "-g", "--release", Integer.toString(release));
        List<String> also = ALSO_BY_TYPES.getOrDefault(feature.name(), List.of());
        assertEquals(sorted(Stream.concat(feature.chains().stream(), also.stream()).toList()), sorted(rough.chains()));
    }

    @Test
    void withoutDebugTablesVariablesAreNamedByTheirPlace() {
        String source =
                """
                class C {
                    static int m(long a, int b) {
                        int x = b + 1;
                        b = x;
                        return (int) (a + b);
                    }
                }""";
        Graph graph = Graph.of(directory, source, "-g:none");
        assertEquals(List.of("arg0:0", "arg1:0", "local3:0", "arg1:0", "m():0"), graph.data());
        assertEquals(List.of("arg1:0 -> local3:0", "local3:0 -> arg1:0", "arg0:0 -> m():0", "arg1:0 -> m():0"), graph.chains());
    }

    private static List<String> sorted(List<String> lines) {
        return lines.stream().sorted().toList();
    }
}
