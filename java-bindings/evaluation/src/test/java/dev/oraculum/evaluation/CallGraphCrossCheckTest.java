package dev.oraculum.evaluation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.api.Engine;
import dev.oraculum.api.EngineOptions;
import dev.oraculum.api.program.CallGraph;
import dev.oraculum.api.program.CallGraphAlgorithm;
import dev.oraculum.execution.TestSelection;
import dev.oraculum.facts.ClassPath;
import dev.oraculum.program.ProgramFacts;
import java.lang.reflect.Array;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Call graphs of a real library, from their published tests, against what the tests execute and against WALA's.
 *
 * <p>{@code -Dcallgraphs.report=FILE} adds what was found to a file; {@code -Dcallgraphs.libraries=a,b} chooses the libraries.
 */
class CallGraphCrossCheckTest {
    private static final Path FILES = Path.of("target/libraries");
    private static final String HEAD =
            """
            # Call graphs of real libraries

            Made by `make call-graphs`: libraries of the SODS study with their published tests, from which the graphs begin. Edges \
            between methods of the \
            library and its tests.
            *Executed*: calls that the tests make, traced at every method's entry (a call through the JDK is a call from outside; all of \
            those are among the \
            methods that the graph says outside code may call).
            *WALA*: `ZeroOneCFA` and RTA of WALA 1.6.12, the JDK's code included where it is not excluded for time, without reflection.
            Every executed call is in our graphs, or the test fails. What WALA has and ours lacks is in `call-graphs-missing.txt`; none \
            of it was executed.
            Those of commons-io are calls of `AbstractFileFilter.accept(File, String)` on filters that override that very method: WALA \
            lets all receivers of a \
            call flow to `this` of each of its targets,
            ours only those whose class selects the target.

            | library | algorithm | executed | ours | executed, not in ours | WALA's | executed, not in WALA's | WALA's, not in ours |
            | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |
            """;

    /** @param without ends of names of test classes that take too long */
    private record Library(String name, List<String> also, List<String> without) {
        List<Path> jars() {
            return Stream.concat(Stream.of(name, name + "-tests", "junit4", "hamcrest-core"), also.stream())
                    .map(n -> FILES.resolve(n + ".jar")).toList();
        }

        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Library> libraries() {
        List<String> chosen = List.of(System.getProperty("callgraphs.libraries", "csv").split(","));
        return Stream.of(
                        new Library("commons-csv-1.1", List.of("commons-io-2.4"), List.of("PerformanceTest")),
                        new Library("apache-mime4j-core-0.7.2", List.of("commons-io-2.4"), List.of()),
                        new Library("commons-io-2.4", List.of(), List.of()))
                .filter(library -> chosen.stream().anyMatch(library.name::contains));
    }

    @ParameterizedTest
    @MethodSource("libraries")
    void hasEveryCallThatTestsMakeAndThoseThatWalaHas(Library library) throws Exception {
        List<String> tests;
        List<String> analysed;
        try (ClassPath own = ClassPath.open(library.jars().subList(0, 1));
                ClassPath all = ClassPath.open(library.jars());
                ClassPath testJar = ClassPath.open(library.jars().subList(1, 2))) {
            analysed = List.copyOf(own.projectClasses());
            tests = TestSelection.allIn(testJar, all).stream().filter(test -> library.without.stream().noneMatch(test::endsWith)).toList();
        }
        Set<String> own = trace(library, tests);
        Set<String> executed = CallTrace.EDGES.stream().filter(edge -> !edge.endsWith(".<clinit>()V"))
                .collect(Collectors.toCollection(TreeSet::new));
        Set<String> outside = CallTrace.CALLED_FROM_OUTSIDE.stream().filter(callee -> !callee.endsWith(".<clinit>()V"))
                .collect(Collectors.toCollection(TreeSet::new));
        assertTrue(executed.size() > 300, () -> "too little was executed: " + executed.size());

        Map<CallGraphAlgorithm, SortedSet<String>> edges = new TreeMap<>();
        for (CallGraphAlgorithm algorithm : CallGraphAlgorithm.values()) {
            CallGraph graph = graph(library, analysed, tests, algorithm);
            SortedSet<String> ours = new TreeSet<>();
            graph.edges().forEach(e -> ours.add(graph.reachable().get(e.get(0)) + " -> " + graph.reachable().get(e.get(1))));
            edges.put(algorithm, ours);
            Set<String> calledBack = graph.calledBack().stream().map(graph.reachable()::get).collect(Collectors.toSet());
            assertEquals(Set.of(), minus(executed, ours), algorithm + ": executed and not in the graph");
            assertEquals(Set.of(), minus(outside, calledBack), algorithm + ": called from outside and not in the graph");
        }
        for (boolean zeroOneCfa : new boolean[] {true, false}) {
            SortedSet<String> wala = WalaCallGraph.edges(library.jars(), new TreeSet<>(tests), zeroOneCfa);
            wala.removeIf(edge -> edge.endsWith(".<clinit>()V") || !own.containsAll(classes(edge)));
            assertTrue(wala.size() > 300, () -> "WALA found too little: " + wala.size());
            SortedSet<String> ours = edges.get(zeroOneCfa ? CallGraphAlgorithm.CFA : CallGraphAlgorithm.RTA);
            SortedSet<String> missing = minus(wala, ours);
            assertEquals(Set.of(), intersection(missing, executed), "WALA has it, it was executed, and it is not in the graph");
            report(library, zeroOneCfa, executed, ours, wala, missing);
        }
    }

    private static CallGraph graph(Library library, List<String> analysed, List<String> tests, CallGraphAlgorithm algorithm) {
        try (ClassPath classPath = ClassPath.open(library.jars());
                ClassPath testJar = ClassPath.open(library.jars().subList(1, 2));
                Engine engine = Engine.open(EngineOptions.inMemory())) {
            ProgramFacts.collect(classPath, analysed, testJar.projectClasses(), engine::addClass);
            return engine.callGraph(tests.stream().map(name -> name.replace('.', '/')).toList(), algorithm);
        }
    }

    /** Runs the tests and returns the traced classes: the library's and its tests'. */
    private static Set<String> trace(Library library, List<String> tests) throws Exception {
        Set<String> traced;
        try (ClassPath own = ClassPath.open(library.jars().subList(0, 2))) {
            traced = own.projectClasses().stream().map(name -> name.replace('/', '.')).collect(Collectors.toSet());
        }
        ClassLoader loader = CallTrace.loader(library.jars(), traced::contains);
        List<Class<?>> classes = new ArrayList<>();
        for (String test : tests) {
            classes.add(Class.forName(test, false, loader));
        }
        Object array = Array.newInstance(Class.class, classes.size());
        for (int i = 0; i < classes.size(); i++) {
            Array.set(array, i, classes.get(i));
        }
        Thread.currentThread().setContextClassLoader(loader);
        try {
            loader.loadClass("org.junit.runner.JUnitCore").getMethod("runClasses", Class[].class).invoke(null, array);
        } finally {
            Thread.currentThread().setContextClassLoader(CallGraphCrossCheckTest.class.getClassLoader());
        }
        return traced;
    }

    /** Binary names of the caller's and the callee's class. */
    private static List<String> classes(String edge) {
        return Stream.of(edge.split(" -> ")).map(method -> method.substring(0, method.indexOf('(')))
                .map(m -> m.substring(0, m.lastIndexOf('.')).replace('/', '.')).toList();
    }

    private static SortedSet<String> minus(Set<String> of, Set<String> without) {
        SortedSet<String> rest = new TreeSet<>(of);
        rest.removeAll(without);
        return rest;
    }

    private static SortedSet<String> intersection(Set<String> a, Set<String> b) {
        SortedSet<String> both = new TreeSet<>(a);
        both.retainAll(b);
        return both;
    }

    private static void report(Library library, boolean zeroOneCfa, Set<String> executed, Set<String> ours, Set<String> wala,
            Set<String> missing) throws Exception {
        String property = System.getProperty("callgraphs.report", "");
        if (property.isEmpty()) {
            return;
        }
        Path file = Path.of(property);
        StringBuilder text = new StringBuilder(Files.exists(file) ? "" : HEAD);
        text.append(String.format("| %s | %s | %d | %d | %d | %d | %d | %d |%n", library, zeroOneCfa ? "0-1-CFA" : "RTA", executed.size(),
                ours.size(),
                minus(executed, ours).size(),
                wala.size(), minus(executed, wala).size(), missing.size()));
        Files.writeString(file, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        // Beside the table, so that it stays one.
        Files.write(file.resolveSibling("call-graphs-missing.txt"), missing.stream().map(edge -> library + " " + edge).toList(),
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
    }
}
