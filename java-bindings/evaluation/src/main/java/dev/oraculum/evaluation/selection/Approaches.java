package dev.oraculum.evaluation.selection;

import dev.oraculum.api.Engine;
import dev.oraculum.api.EngineOptions;
import dev.oraculum.api.Project;
import dev.oraculum.api.select.OracleDatum;
import dev.oraculum.api.select.Select;
import dev.oraculum.api.select.Selection;
import dev.oraculum.api.settings.SelectSettings;
import dev.oraculum.facts.ClassPath;
import dev.oraculum.pipeline.SelectFacts;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The orders in which approaches take the data of a library. */
final class Approaches implements AutoCloseable {
    static final String PLAIN = "SODS";
    static final String EXTENDED = "SODS, extended";
    static final String BEFORE = "SODS, extended, sites shared, defined by the tests";
    static final String REACHED = "observed, without tests";
    static final String OBSERVED = "observed";
    static final String RANDOM = "random";
    static final String RANDOM_EXECUTED = "random, defined by the tests";
    static final String CENTRAL = "centrality, static graph";
    static final String CENTRAL_EXECUTED = "centrality, executed graph";

    /** How far down the selection is looked at for data that the tests define. */
    private static final int DEEP = 2000;
    private static final int DRAWS = 500;
    private static final double[] ALPHAS = {0, 0.25, 0.5, 0.6, 0.7, 0.8, 0.9, 1};
    private static final SelectSettings PAPER = SelectSettings.paper().withCount(DEEP);

    private final Program any;
    private final Program tailored;
    private final List<OracleDatum> data;
    private final Map<OracleDatum, Integer> places = new HashMap<>();
    private DetectionMatrix matrix;

    Approaches(SelectLibrary.Files files) {
        Project project = Project.of(files.classPath());
        any = Program.of(project);
        tailored = Program.of(project.withTests(files.tests()));
        data = any.select(PAPER, null, false).data();
        data.forEach(datum -> places.put(datum, places.size()));
    }

    /** Classes that an engine has read, for many selections. */
    private record Program(Engine engine, List<String> testClasses) implements AutoCloseable {
        static Program of(Project project) {
            Engine engine = Engine.open(EngineOptions.inMemory());
            try (ClassPath classPath = ClassPath.open(Stream.concat(project.classPath().stream(), project.tests().stream()).toList())) {
                return new Program(engine, SelectFacts.of(Select.of(project), classPath, engine).testClasses());
            }
        }

        Selection select(SelectSettings settings, List<List<Integer>> executed, boolean graph) {
            return engine.select(settings, testClasses, executed, graph);
        }

        @Override
        public void close() {
            engine.close();
        }
    }

    @Override
    public void close() {
        any.close();
        tailored.close();
    }

    /** All data of the library, for any client. */
    List<OracleDatum> data() {
        return data;
    }

    /** Settings among which the default was chosen, by what they are called. */
    static Map<String, SelectSettings> grid() {
        Map<String, SelectSettings> grid = new LinkedHashMap<>();
        for (SelectSettings.Paths paths : SelectSettings.Paths.values()) {
            for (boolean conditions : new boolean[] {false, true}) {
                for (double alpha : ALPHAS) {
                    String several = paths.name().toLowerCase(Locale.ROOT);
                    String name = "observed: " + several + ", alpha " + alpha + (conditions ? ", conditions" : "");
                    SelectSettings settings = SelectSettings.defaults().withCount(Outcome.MOST).withPaths(paths);
                    grid.put(name, settings.withConditions(conditions).withAlpha(alpha));
                }
            }
        }
        return grid;
    }

    /** By approach: orders, of which the average counts. */
    Map<String, List<List<Integer>>> orders(DetectionMatrix faults) {
        matrix = faults;
        int[] definedBy = matrix.definedBy();
        SelectSettings shared = PAPER.withShareSites(true);
        SelectSettings defaults = SelectSettings.defaults().withCount(Outcome.MOST);
        Map<String, List<List<Integer>>> orders = new LinkedHashMap<>();
        orders.put(PLAIN, List.of(order(any.select(PAPER, null, false))));
        orders.put(EXTENDED, List.of(order(tailored.select(PAPER, null, false))));
        orders.put(BEFORE, List.of(order(tailored.select(shared, null, false)).stream().filter(datum -> definedBy[datum] > 0).toList()));
        orders.put(REACHED, List.of(order(any.select(defaults, null, false))));
        List<List<Integer>> executed = executed();
        orders.put(OBSERVED, List.of(order(tailored.select(defaults, executed, false))));
        grid().forEach((name, settings) -> orders.put(name, List.of(order(tailored.select(settings, executed, false)))));
        Random random = new Random(MatrixRun.SEED);
        List<Integer> all = IntStream.range(0, data.size()).boxed().toList();
        orders.put(RANDOM, draws(all, random));
        orders.put(RANDOM_EXECUTED, draws(all.stream().filter(datum -> definedBy[datum] > 0).toList(), random));
        List<Selection.Chain> chains = any.select(shared, null, true).chains();
        double[] probable = chains.stream().mapToDouble(Selection.Chain::probability).toArray();
        orders.put(CENTRAL, List.of(Centrality.order(data.size(), chains, probable)));
        double[] executedTogether = chains.stream().mapToDouble(this::together).toArray();
        orders.put(CENTRAL_EXECUTED, List.of(Centrality.order(data.size(), chains, executedTogether)));
        return orders;
    }

    /** How many tests define both ends. */
    private int together(Selection.Chain chain) {
        return (int) matrix.tests().stream()
                .filter(test -> test.definitions().containsKey(chain.observed()) && test.definitions().containsKey(chain.observer()))
                .count();
    }

    /** Of each test what it defines, by places among the data that the tests may reach. */
    private List<List<Integer>> executed() {
        Map<OracleDatum, Integer> reachable = new HashMap<>();
        tailored.select(PAPER, null, false).data().forEach(datum -> reachable.put(datum, reachable.size()));
        return matrix.tests().stream()
                .map(test -> test.definitions().keySet())
                .map(defined -> defined.stream().map(place -> reachable.get(data.get(place))).filter(Objects::nonNull).toList())
                .toList();
    }

    private List<Integer> order(Selection selection) {
        return selection.selected().stream()
                .map(chosen -> places.get(selection.data().get(chosen.datum())))
                .filter(Objects::nonNull)
                .toList();
    }

    private static List<List<Integer>> draws(List<Integer> data, Random random) {
        List<List<Integer>> draws = new ArrayList<>();
        for (int i = 0; i < DRAWS; i++) {
            draws.add(random.ints(0, data.size()).distinct().limit(Math.min(Outcome.MOST, data.size())).mapToObj(data::get).toList());
        }
        return draws;
    }
}
