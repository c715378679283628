package dev.oraculum.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.api.Engine;
import dev.oraculum.api.EngineOptions;
import dev.oraculum.api.program.CallGraph;
import dev.oraculum.api.program.CallGraphAlgorithm;
import dev.oraculum.facts.ClassPath;
import dev.oraculum.testing.Compiled;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Call graphs of small programs, by 0-1-CFA and by rapid type analysis, against what is read off their sources. Execution begins in
 * {@code T}.
 */
class CallGraphAlgorithmsTest {
    /** Two implementations of an interface, both instantiated by every program below that says so. */
    private static final String SHAPES =
            """
            interface Shape { int area(); }
            class Square implements Shape { public int area() { return 4; } }
            class Circle implements Shape { public int area() { return 3; } }
            """;

    @TempDir
    Path directory;

    /**
     * A program.
     *
     * @param edges that both find: {@code A.m -> B.n}, without constructors
     * @param onlyTypes those that only rapid type analysis has
     */
    private record Example(String name, String source, List<String> edges, List<String> onlyTypes) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Example> examples() {
        return Stream.of(
                new Example(
                        "locals", SHAPES + """
                        class T { int t() { Shape s = new Square(); Shape c = new Circle(); return s.area(); } }""",
                        List.of("T.t -> Square.area"), List.of("T.t -> Circle.area")),
                new Example(
                        "a local that is defined again", SHAPES + """
                        class T { int t() { Shape s = new Square(); int a = s.area(); s = new Circle(); return a + u(s); } int u(Shape s) \
                        { return s.area(); } }""",
                        List.of("T.t -> Square.area", "T.t -> T.u", "T.u -> Circle.area"),
                        List.of("T.t -> Circle.area", "T.u -> Square.area")),
                new Example(
                        "fields of different objects", SHAPES + """
                        class Box { Shape s; Box(Shape s) { this.s = s; } }
                        class T {
                            int t() { Box a = new Box(new Square()); return get(a); }
                            int get(Box b) { Shape s = b.s; return s.area(); }
                            int u() { Box b = new Box(null); b.s = new Circle(); return 0; }
                        }""",
                        List.of("T.t -> T.get", "T.get -> Square.area"), List.of("T.get -> Circle.area")),
                new Example(
                        "elements of different arrays", SHAPES + """
                        class T { int t() { Shape[] a = {new Square()}; Shape[] b = {new Circle()}; return a[0].area() + b.length; } }""",
                        List.of("T.t -> Square.area"), List.of("T.t -> Circle.area")),
                new Example(
                        "copies of arrays", SHAPES + """
                        class T {
                            int t() { Shape[] a = {new Square()}; Shape[] b = a.clone(); Shape[] c = new Shape[1]; System.arraycopy(b, 0, \
                            c, 0, 1); return c[0].area(); }
                            Shape u() { return new Circle(); }
                        }""",
                        List.of("T.t -> Square.area"), List.of("T.t -> Circle.area")),
                new Example(
                        "a method is one for all its callers", SHAPES + """
                        class T { int t() { return id(new Square()).area() + (id(new Circle()) == null ? 1 : 0); } Shape id(Shape s) { \
                        return s; } }""",
                        List.of("T.t -> T.id", "T.t -> Square.area", "T.t -> Circle.area"), List.of()),
                new Example(
                        "through a collection of the JDK", SHAPES + """
                        class T { int t() { java.util.List<Shape> l = new java.util.ArrayList<>(); l.add(new Square()); Shape kept = new \
                        Circle(); return l.get(0).area(); } }""",
                        List.of("T.t -> Square.area"), List.of("T.t -> Circle.area")),
                new Example(
                        "inherited and called on super", """
                        class A { int f() { return g(); } int g() { return 1; } }
                        class B extends A { int g() { return 1 + super.g(); } }
                        class T { int t() { return new B().f(); } Object u() { return new A(); } }""",
                        List.of("T.t -> A.f", "A.f -> B.g", "B.g -> A.g"), List.of("A.f -> A.g")),
                new Example(
                        "lambdas", """
                        interface Op { int on(int a); default int twice(int a) { return on(on(a)); } }
                        class T {
                            int t() { Op inc = a -> a + 1; return inc.twice(1); }
                            int u() { Op dec = a -> a - 1; return dec.on(1); }
                        }""",
                        List.of("T.t -> T.lambda$t$0", "T.t -> Op.twice", "Op.twice -> T.lambda$t$0", "T.u -> T.lambda$u$1"),
                        List.of("Op.twice -> T.lambda$u$1", "T.u -> T.lambda$t$0")),
                new Example(
                        "method references", SHAPES + """
                        class T {
                            int t() { java.util.function.ToIntFunction<Shape> f = Shape::area; return f.applyAsInt(new Square()); }
                            Shape u() { java.util.function.Supplier<Shape> s = Circle::new; return s.get(); }
                            int v() { java.util.function.IntSupplier s = new Square()::area; return s.getAsInt(); }
                        }""",
                        List.of("T.t -> Square.area", "T.v -> Square.area"),
                        List.of("T.t -> Circle.area")),
                new Example(
                        "references to the method of what they are themselves", SHAPES + """
                        interface Op { Shape on(Shape s); }
                        class T {
                            int t() { Op op = s -> s; for (int i = 0; i < 3; i++) op = wrap(op); return op.on(new Square()).area(); }
                            static Op wrap(Op op) { return op::on; }
                            Shape u() { return new Circle(); }
                        }""",
                        // Of an Op that a client wraps, nothing is known.
                        List.of("T.t -> T.wrap", "T.t -> T.lambda$t$0", "T.wrap -> T.lambda$t$0", "T.t -> Square.area",
                                "T.t -> Circle.area"),
                        List.of()),
                new Example(
                        "exceptions", """
                        class E extends RuntimeException { int code() { return 1; } }
                        class F extends E { int code() { return 2; } }
                        class T { int t() { try { u(); return 0; } catch (E e) { return e.code(); } } void u() { throw new F(); } }""",
                        List.of("T.t -> T.u", "T.t -> F.code"), List.of()),
                new Example(
                        "static fields", SHAPES + """
                        class T { static Shape s = new Square(); static Shape c = new Circle(); int t() { return s.area(); } }""",
                        List.of("T.t -> Square.area"), List.of("T.t -> Circle.area")),
                new Example(
                        "records and enums", """
                        record P(int x) { int twice() { return x() * 2; } }
                        enum E { A { int f() { return 1; } }, B; int f() { return 0; } }
                        class T { int t() { return new P(1).twice() + E.A.f(); } }""",
                        List.of("T.t -> P.twice", "P.twice -> P.x", "T.t -> E$1.f", "E.<clinit> -> E.$values"), List.of("T.t -> E.f")));
    }

    @ParameterizedTest
    @MethodSource("examples")
    void hasTheEdgesOfItsSource(Example example) {
        assertEquals(new TreeSet<>(example.edges()), edges(example.source(), CallGraphAlgorithm.CFA));
        SortedSet<String> all = new TreeSet<>(example.edges());
        all.addAll(example.onlyTypes());
        assertEquals(all, edges(example.source(), CallGraphAlgorithm.RTA));
    }

    private SortedSet<String> edges(String source, CallGraphAlgorithm algorithm) {
        CallGraph graph = graph(source, algorithm);
        SortedSet<String> edges = new TreeSet<>();
        for (List<Integer> edge : graph.edges()) {
            String callee = name(graph.reachable().get(edge.get(1)));
            if (!callee.endsWith(".<init>")) {
                edges.add(name(graph.reachable().get(edge.get(0))) + " -> " + callee);
            }
        }
        return edges;
    }

    private static String name(String method) {
        return method.substring(0, method.indexOf('('));
    }

    private CallGraph graph(String source, CallGraphAlgorithm algorithm) {
        Compiled compiled = Compiled.of(source, "-g");
        Graph.write(directory, compiled);
        SortedSet<String> analysed = new TreeSet<>(compiled.classes().keySet());
        analysed.remove("T");
        try (ClassPath classPath = ClassPath.open(List.of(directory));
                Engine engine = Engine.open(EngineOptions.inMemory())) {
            ProgramFacts facts = ProgramFacts.collect(classPath, analysed, List.of("T"), engine::addClass);
            assertTrue(facts.problems().isEmpty() && facts.missing().isEmpty(), facts::toString);
            return engine.callGraph(List.of("T"), algorithm);
        }
    }

    /** What libraries may call back, in either direction. */
    @ParameterizedTest
    @MethodSource("callbacks")
    void callsBack(Example example) {
        for (CallGraphAlgorithm algorithm : CallGraphAlgorithm.values()) {
            CallGraph graph = graph(example.source(), algorithm);
            SortedSet<String> called = new TreeSet<>();
            graph.calledBack().forEach(m -> called.add(name(graph.reachable().get(m))));
            called.removeIf(method -> method.startsWith("T.") && !method.contains("lambda$") || method.endsWith("<init>"));
            SortedSet<String> expected = new TreeSet<>(example.edges());
            if (algorithm == CallGraphAlgorithm.RTA) {
                expected.addAll(example.onlyTypes());
            }
            assertEquals(expected, called, algorithm.toString());
        }
    }

    static Stream<Example> callbacks() {
        String values = """
                class V implements Comparable<V> {
                    public int compareTo(V o) { return 0; }
                    public String toString() { return ""; }
                }
                """;
        return Stream.of(
                new Example(
                        "of what escapes to a library", values + """
                        class T { void t() { java.util.Collections.sort(new java.util.ArrayList<V>(java.util.List.of(new V()))); } }""",
                        List.of("V.compareTo", "V.toString"), List.of()),
                new Example(
                        "of nothing else", values + """
                        class T { V t() { V v = new V(); return v.equals(null) ? null : w(v); } private V w(V v) { return null; } }""",
                        List.of(), List.of("V.compareTo", "V.toString")),
                new Example(
                        "to build a string", values + """
                        class T { String t() { return "a" + new V(); } }""",
                        List.of("V.compareTo", "V.toString"), List.of()),
                new Example(
                        "of lambdas that escape", """
                        class T {
                            void t() { java.util.List.of(1).forEach(i -> System.nanoTime()); }
                            void u() { Runnable r = () -> System.nanoTime(); r.run(); }
                        }""",
                        List.of("T.lambda$t$0"), List.of("T.lambda$u$1")),
                new Example(
                        "of a subclass of one of its classes", """
                        class L extends java.util.AbstractList<Integer> { public Integer get(int i) { return i; } public int size() { \
                        return 1; } }
                        class T { int t() { return new L().indexOf(0); } }""",
                        List.of("L.get", "L.size"), List.of()),
                new Example(
                        "of the JDK's own accord, by name", """
                        enum E { A; static E of(String s) { return valueOf(s); } }
                        class S implements java.io.Serializable { private Object readResolve() { return this; } }
                        class T {
                            E t() { return E.of("A"); }
                            void u(java.io.ObjectOutputStream o) throws Exception { o.writeObject(new S()); }
                        }""",
                        List.of("E.values", "S.readResolve"), List.of()));
    }
}
