package dev.oraculum.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.api.Engine;
import dev.oraculum.api.EngineOptions;
import dev.oraculum.api.program.CallGraph;
import dev.oraculum.api.program.CallGraphAlgorithm;
import dev.oraculum.facts.ClassPath;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.commons.math3.util.FastMath;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The call graph of a real library against what a program really calls. */
class CallGraphTest {
    private static final String LIBRARY = "org.apache.commons.math3.";

    @ParameterizedTest
    @EnumSource
    void everyCallThatIsMadeIsInTheGraph(CallGraphAlgorithm algorithm) throws Exception {
        CallGraph graph = graph(algorithm);
        Set<String> edges = graph.edges().stream()
                .map(e -> graph.reachable().get(e.get(0)) + " -> " + graph.reachable().get(e.get(1)))
                .collect(Collectors.toSet());
        Set<String> calledBack = graph.calledBack().stream().map(graph.reachable()::get).collect(Collectors.toSet());

        ClassLoader loader = CallTrace.loader(name -> name.startsWith(LIBRARY) || name.startsWith(MathScenario.class.getName()));
        ((Runnable) loader.loadClass(MathScenario.class.getName()).getConstructor().newInstance()).run();

        // A class is initialized by whoever uses it first; that is no call.
        Set<String> missing = new TreeSet<>();
        CallTrace.EDGES.stream().filter(e -> !e.endsWith(".<clinit>()V")).filter(e -> !edges.contains(e)).forEach(missing::add);
        CallTrace.EDGES.stream()
                .map(e -> e.substring(e.indexOf(" -> ") + 4))
                .filter(callee -> !graph.reachable().contains(callee))
                .forEach(missing::add);
        CallTrace.CALLED_FROM_OUTSIDE.stream().filter(callee -> !callee.endsWith(".<clinit>()V") && !calledBack.contains(callee))
                .forEach(missing::add);
        assertTrue(CallTrace.EDGES.size() > 500, () -> "too little was called: " + CallTrace.EDGES.size());
        assertEquals(Set.of(), missing);
    }

    private static CallGraph graph(CallGraphAlgorithm algorithm) throws Exception {
        Path library = Path.of(FastMath.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        Path tests = Path.of(MathScenario.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        try (ClassPath classPath = ClassPath.open(List.of(library, tests));
                Engine engine = Engine.open(EngineOptions.inMemory())) {
            String scenario = MathScenario.class.getName().replace('.', '/');
            List<String> analysed = classPath.projectClasses().stream().filter(name -> name.startsWith(LIBRARY.replace('.', '/'))).toList();
            List<String> test = classPath.projectClasses().stream().filter(name -> name.startsWith(scenario)).toList();
            ProgramFacts.collect(classPath, analysed, test, engine::addClass);
            return engine.callGraph(List.of(scenario), algorithm);
        }
    }
}
