package dev.oraculum.evaluation;

import dev.oraculum.api.JobListener;
import dev.oraculum.api.Oraculum;
import dev.oraculum.api.Project;
import dev.oraculum.api.select.OracleDatum;
import dev.oraculum.api.select.Select;
import dev.oraculum.api.select.Selection;
import dev.oraculum.api.settings.SelectSettings;
import dev.oraculum.evaluation.LinePlot.Line;
import dev.oraculum.execution.CannotRunException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * How many faults selected oracle data detect (SODS, section 4): docs/results/select-effectiveness.md and .svg.
 *
 * <p>Arguments: the checkout; {@code --mutants N}: how many to draw a library; words of which one must occur in a library's name (then the page goes to
 * standard output).
 */
public final class SelectEffectiveness {
    private static final int MOST = 10;
    private static final int GROUPS = 20;
    private static final int GROUP = 40;
    private static final int DRAWS = 500;
    private static final long SEED = 1;
    /** How far down the selection is looked at for data that the tests define. */
    private static final int DEEP = 2000;
    private static final double TARGET = 42.5;

    private static final String PLAIN = "SODS";
    private static final String EXTENDED = "SODS, extended";
    private static final String EXECUTED = "SODS, extended, defined by the tests";
    private static final String RANDOM = "random";
    private static final String RANDOM_EXECUTED = "random, defined by the tests";
    private static final String CENTRAL = "centrality, static graph";
    private static final String CENTRAL_EXECUTED = "centrality, executed graph";

    /** @param without ends of names of test classes that are left out */
    private record Library(String name, List<String> also, List<String> without) {}

    private static final List<Library> LIBRARIES = List.of(
            new Library("commons-csv-1.1", List.of("commons-io-2.4"), List.of("PerformanceTest")),
            // Gigabytes copied, and threads waited for.
            new Library("commons-io-2.4", List.of(), List.of("IOUtilsCopyTestCase", "CountingOutputStreamTest", "CountingInputStreamTest", "TailerTest",
                    "FileCleaningTrackerTestCase", "FileCleanerTestCase")),
            new Library("apache-mime4j-core-0.7.2", List.of("commons-io-2.4"), List.of()));

    /** @param rates by approach, by group, by size - 1: percent of the group's faults detected */
    private record Outcome(Library library, int candidates, int tests, int mutants, int drawn, int detectable, Map<String, double[][]> rates) {
        double average(String approach, int size) {
            return Arrays.stream(rates.get(approach)).mapToDouble(group -> group[size - 1]).average().orElse(0);
        }

        double deviation(String approach, int size) {
            double average = average(approach, size);
            return Math.sqrt(Arrays.stream(rates.get(approach)).mapToDouble(group -> (group[size - 1] - average) * (group[size - 1] - average)).average()
                    .orElse(0));
        }
    }

    private SelectEffectiveness() {}

    /** Exit code 0 iff the extended variant reaches the target at ten data and is above all baselines, on average. */
    public static void main(String[] arguments) throws IOException {
        Path checkout = Path.of(arguments[0]).toAbsolutePath().normalize();
        List<String> words = new ArrayList<>(List.of(arguments).subList(1, arguments.length));
        int option = words.indexOf("--mutants");
        int drawn = option < 0 ? 200 : Integer.parseInt(words.remove(option + 1));
        words.remove("--mutants");
        List<Outcome> outcomes = new ArrayList<>();
        boolean complete = true;
        for (Library library : LIBRARIES) {
            if (words.isEmpty() || words.stream().anyMatch(library.name::contains)) {
                System.err.println("select effectiveness " + library.name);
                try {
                    outcomes.add(run(checkout, library, drawn));
                } catch (CannotRunException e) {
                    // The others' figures are worth having; the exit code says that one is missing.
                    System.err.println(library.name + " is left out: " + e.getMessage());
                    complete = false;
                }
            }
        }
        if (outcomes.isEmpty()) {
            throw new IllegalStateException("no library could be run");
        }
        String page = page(outcomes);
        if (words.isEmpty()) {
            Files.writeString(checkout.resolve("docs/results/select-effectiveness.md"), page);
            Files.writeString(checkout.resolve("docs/results/select-effectiveness.svg"), plot(outcomes));
            System.err.println("wrote docs/results/select-effectiveness.md and .svg");
        } else {
            System.out.print(page);
        }
        System.exit(complete && reached(outcomes) ? 0 : 1);
    }

    private static boolean reached(List<Outcome> outcomes) {
        double best = Math.max(average(outcomes, EXTENDED, MOST), average(outcomes, EXECUTED, MOST));
        return best >= TARGET && Stream.of(RANDOM, RANDOM_EXECUTED, CENTRAL, CENTRAL_EXECUTED).allMatch(b -> average(outcomes, b, MOST) < best);
    }

    private static double average(List<Outcome> outcomes, String approach, int size) {
        return outcomes.stream().mapToDouble(o -> o.average(approach, size)).average().orElse(0);
    }

    // ---- one library -------------------------------------------------------------------------------------------------

    private static Outcome run(Path checkout, Library library, int drawn) throws IOException {
        Path files = checkout.resolve("java-bindings/evaluation/target/libraries");
        List<Path> classPath = new ArrayList<>(List.of(files.resolve(library.name + ".jar")));
        library.also.forEach(name -> classPath.add(files.resolve(name + ".jar")));
        List<Path> tests = List.of(files.resolve(library.name + "-tests.jar"), files.resolve("junit4.jar"), files.resolve("hamcrest-core.jar"));
        Select any = Select.of(Project.of(classPath)).withSettings(SelectSettings.defaults().withCount(DEEP)).withGraph(true);
        Select tailored = any.withProject(any.project().withTests(tests));
        Selection plain = Oraculum.select(any, JobListener.NONE).selection();
        List<OracleDatum> data = plain.data();
        Map<OracleDatum, Integer> index = new HashMap<>();
        IntStream.range(0, data.size()).forEach(i -> index.put(data.get(i), i));
        Set<Long> pairs = new HashSet<>();
        plain.chains().forEach(c -> pairs.add((long) c.observed() * data.size() + c.observer()));
        DetectionMatrix matrix = DetectionMatrix.of(checkout.resolve("build/dist"), classPath, tests, library.without, data, drawn, SEED, pairs);

        Random random = new Random(SEED);
        List<Integer> all = IntStream.range(0, data.size()).boxed().toList();
        List<Integer> defined = all.stream().filter(i -> matrix.definedBy()[i] > 0).toList();
        Map<String, List<List<Integer>>> orders = new LinkedHashMap<>();
        List<Integer> extended = order(Oraculum.select(tailored, JobListener.NONE).selection(), index);
        orders.put(PLAIN, List.of(order(plain, index)));
        orders.put(EXTENDED, List.of(extended));
        orders.put(EXECUTED, List.of(extended.stream().filter(i -> matrix.definedBy()[i] > 0).toList()));
        for (double alpha : new double[] {0.25, 0.5, 1}) {
            Selection other = Oraculum.select(tailored.withSettings(tailored.settings().withAlpha(alpha)), JobListener.NONE).selection();
            orders.put(EXECUTED + ", alpha " + alpha, List.of(order(other, index).stream().filter(i -> matrix.definedBy()[i] > 0).toList()));
        }
        Selection whole = Oraculum.select(tailored.withSettings(tailored.settings().withShareSites(false)), JobListener.NONE).selection();
        orders.put(EXECUTED + ", whole sites", List.of(order(whole, index).stream().filter(i -> matrix.definedBy()[i] > 0).toList()));
        orders.put(RANDOM, draws(all, random));
        orders.put(RANDOM_EXECUTED, draws(defined, random));
        double[] once = plain.chains().stream().mapToDouble(c -> c.probability()).toArray();
        double[] executed = plain.chains().stream().mapToDouble(c -> matrix.together().getOrDefault((long) c.observed() * data.size() + c.observer(), 0))
                .toArray();
        orders.put(CENTRAL, List.of(Centrality.order(data.size(), plain.chains(), once)));
        orders.put(CENTRAL_EXECUTED, List.of(Centrality.order(data.size(), plain.chains(), executed)));

        List<BitSet> detectable = matrix.detectable();
        List<List<BitSet>> groups = groups(detectable, new Random(SEED));
        Map<String, double[][]> rates = new LinkedHashMap<>();
        orders.forEach((approach, drawnOrders) -> rates.put(approach, groups.stream().map(group -> rates(group, drawnOrders)).toArray(double[][]::new)));
        return new Outcome(library, data.size(), matrix.tests(), matrix.mutants(), matrix.detectedBy().size(), detectable.size(), rates);
    }

    private static List<Integer> order(Selection selection, Map<OracleDatum, Integer> index) {
        return selection.selected().stream().map(s -> index.get(selection.data().get(s.datum()))).filter(java.util.Objects::nonNull).toList();
    }

    private static List<List<Integer>> draws(List<Integer> data, Random random) {
        List<List<Integer>> draws = new ArrayList<>();
        for (int i = 0; i < DRAWS; i++) {
            draws.add(random.ints(0, data.size()).distinct().limit(Math.min(MOST, data.size())).mapToObj(data::get).toList());
        }
        return draws;
    }

    private static List<List<BitSet>> groups(List<BitSet> mutants, Random random) {
        List<List<BitSet>> groups = new ArrayList<>();
        List<BitSet> shuffled = new ArrayList<>(mutants);
        for (int i = 0; i < GROUPS; i++) {
            Collections.shuffle(shuffled, random);
            groups.add(List.copyOf(shuffled.subList(0, Math.min(GROUP, shuffled.size()))));
        }
        return groups;
    }

    /** By size - 1: percent of the mutants detected, on average over the orders. */
    private static double[] rates(List<BitSet> mutants, List<List<Integer>> orders) {
        double[] rates = new double[MOST];
        for (List<Integer> order : orders) {
            for (BitSet mutant : mutants) {
                int first = IntStream.range(0, Math.min(MOST, order.size())).filter(i -> mutant.get(order.get(i))).findFirst().orElse(MOST);
                for (int size = first; size < MOST; size++) {
                    rates[size] += 100.0 / mutants.size() / orders.size();
                }
            }
        }
        return rates;
    }

    // ---- the page ----------------------------------------------------------------------------------------------------

    private static String plot(List<Outcome> outcomes) {
        List<Line> lines = Stream.of(PLAIN, EXTENDED, EXECUTED, RANDOM, RANDOM_EXECUTED, CENTRAL, CENTRAL_EXECUTED)
                .map(approach -> new Line(approach, IntStream.rangeClosed(1, MOST).mapToDouble(size -> average(outcomes, approach, size)).toArray()))
                .toList();
        return LinePlot.svg("Faults detected, average of " + outcomes.size() + " libraries", "selected data", "faults detected", lines);
    }

    private static String page(List<Outcome> outcomes) {
        StringBuilder page = new StringBuilder("# How many faults do selected oracle data detect?\n\n");
        page.append(
                "Made by `make select-effectiveness`. Libraries of the study in the SODS paper whose tests are published, with those tests; tests that take "
                + "longer than 300 ms or do not pass are left out.\n");
        page.append("Faults are mutants of PIT's default mutators in the classes that the tests reach, drawn with seed ").append(SEED)
                .append("; those that no datum of the library detects (equivalent, not reached) are left out.\n");
        page.append(GROUPS).append(" groups of ").append(GROUP)
                .append(" faults a library. A datum detects a fault when the sequence of its values in some test differs from the original's; data that "
                + "differ between two\n");
        page.append("runs of the original in a test detect nothing there. Assertions of the tests are not looked at.\n\n");
        page.append(
                "- SODS: alpha 0, differentiated fp, for any client. Extended: for these tests, by 0-1-CFA. Defined by the tests: the same order without "
                + "data that no test defines, as `--record` leaves them out.\n");
        page.append("- Random: ").append(DRAWS).append(" draws, of all data or of those that the tests define.\n");
        page.append(
                "- Centrality: eigenvector centrality, on the static graph (chains weighed by their probability) and on the executed one (by the number of "
                + "tests that define both ends), after Dodona's.\n\n");
        page.append("![faults detected](select-effectiveness.svg)\n\n");
        page.append("| library | candidates | tests | mutants | drawn | detected by some datum |\n| --- | ---: | ---: | ---: | ---: | ---: |\n");
        outcomes.forEach(o -> page.append(
                String.format(Locale.ROOT, "| %s | %d | %d | %d | %d | %d |%n", o.library.name, o.candidates, o.tests, o.mutants, o.drawn, o.detectable)));
        page.append("\nPercent of faults detected, by number of data, average of the libraries:\n\n| approach |");
        IntStream.rangeClosed(1, MOST).forEach(size -> page.append(' ').append(size).append(" |"));
        page.append("\n| --- |").append(" ---: |".repeat(MOST)).append('\n');
        for (String approach : outcomes.get(0).rates.keySet()) {
            page.append("| ").append(approach).append(" |");
            IntStream.rangeClosed(1, MOST).forEach(size -> page.append(String.format(Locale.ROOT, " %.1f |", average(outcomes, approach, size))));
            page.append('\n');
        }
        page.append("\nAt ten data, by library: average and standard deviation over the groups:\n\n| approach |");
        outcomes.forEach(o -> page.append(' ').append(o.library.name).append(" |"));
        page.append("\n| --- |").append(" ---: |".repeat(outcomes.size())).append('\n');
        for (String approach : outcomes.get(0).rates.keySet()) {
            page.append("| ").append(approach).append(" |");
            outcomes.forEach(o -> page.append(String.format(Locale.ROOT, " %.1f ± %.1f |", o.average(approach, MOST), o.deviation(approach, MOST))));
            page.append('\n');
        }
        page.append("\nPublished for ten data, nine Java programs and mutants of Major: Dodona 38.4, SODS 40.8, extended 42.5.\n");
        return page.toString();
    }
}
