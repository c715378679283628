package dev.oraculum.evaluation.selection;

import dev.oraculum.evaluation.LinePlot;
import dev.oraculum.evaluation.LinePlot.Line;
import dev.oraculum.evaluation.selection.SelectLibrary.Set;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** docs/results/select-effectiveness.md and .svg. */
final class EffectivenessPage {
    private static final int MOST = Outcome.MOST;
    private static final int[] SHOWN = {1, 3, 10};
    private static final List<String> APPROACHES = List.of(
            Approaches.OBSERVED, Approaches.REACHED, Approaches.BEFORE, Approaches.EXTENDED, Approaches.PLAIN, Approaches.CENTRAL_EXECUTED,
            Approaches.CENTRAL, Approaches.RANDOM_EXECUTED, Approaches.RANDOM, Outcome.CEILING);

    private final List<Outcome> all;
    private final List<Outcome> chosenOn;
    private final List<Outcome> second;
    private final Map<String, String> failed;

    /** @param failed by name of a library: why it could not be run */
    EffectivenessPage(List<Outcome> outcomes, Map<String, String> failed) {
        all = List.copyOf(outcomes);
        chosenOn = all.stream().filter(outcome -> outcome.library().set() != Set.SECOND).toList();
        second = all.stream().filter(outcome -> outcome.library().set() == Set.SECOND).toList();
        this.failed = failed;
    }

    private static double average(List<Outcome> outcomes, ToDoubleFunction<Outcome> value) {
        return outcomes.stream().mapToDouble(value).average().orElse(0);
    }

    private static double average(List<Outcome> outcomes, String approach, int size) {
        return average(outcomes, outcome -> outcome.average(approach, size));
    }

    /** Whether the default is where it should be, on average: a quarter with one datum, so much of the ceiling with more. */
    boolean reached() {
        return average(all, Approaches.OBSERVED, 1) >= 25 && ofCeiling(all, Approaches.OBSERVED, 3) >= 60
                && ofCeiling(all, Approaches.OBSERVED, 10) >= 75
                        && IntStream.rangeClosed(1, MOST).allMatch(
                        size -> Stream.of(Approaches.PLAIN, Approaches.EXTENDED)
                                .allMatch(paper -> average(all, Approaches.OBSERVED, size) >= average(all, paper, size)));
    }

    private static double ofCeiling(List<Outcome> outcomes, String approach, int size) {
        return 100 * average(outcomes, approach, size) / average(outcomes, Outcome.CEILING, size);
    }

    private static IntStream sizes() {
        return IntStream.rangeClosed(1, MOST);
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }

    String plot() {
        List<Line> lines = APPROACHES.stream()
                .filter(approach -> !approach.equals(Approaches.RANDOM) && !approach.equals(Approaches.CENTRAL))
                .map(approach -> new Line(approach, sizes().mapToDouble(size -> average(all, approach, size)).toArray()))
                .toList();
        return LinePlot.svg("Faults detected, average of " + all.size() + " libraries", "selected data", "faults detected", lines);
    }

    String text() throws IOException {
        StringBuilder page = new StringBuilder(note("introduction.md"));
        page.append("\n## Libraries\n\n| library | set | candidates | tests | mutants | drawn | detected by some datum | by its text |\n");
        page.append("| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |\n");
        for (Outcome outcome : all) {
            DetectionMatrix matrix = outcome.matrix();
            page.append(String.format(Locale.ROOT, "| %s | %s | %d | %d | %d | %d | %d | %d |%n", outcome.library().name(),
                    outcome.library().set().name().toLowerCase(Locale.ROOT), matrix.candidates(), matrix.tests().size(), matrix.mutants(),
                    matrix.drawn().size(), matrix.detectable().size(), matrix.detectableByText().size()));
        }
        failed.forEach((name, reason) -> page.append("\n").append(name).append(" could not be run: ").append(reason).append("\n"));
        long byState = all.stream().flatMap(outcome -> outcome.matrix().drawn().stream()).mapToLong(fault -> fault.byState().size()).sum();
        long byText = all.stream().flatMap(outcome -> outcome.matrix().drawn().stream()).mapToLong(fault -> fault.byText().size()).sum();
        page.append(text("%nPairs of a fault and a datum that detects it: %d by the state of objects, %d by their text (two levels)"
                + " alone.%n", byState,
                byText));
        page.append("\n## Faults detected, by number of data\n\nPercent, average of all libraries above:\n\n").append(bySize(all));
        page.append("\nIn percent of the ceiling:\n\n| approach | 1 | 3 | 10 |\n| --- | ---: | ---: | ---: |\n");
        for (String approach : APPROACHES.subList(0, APPROACHES.size() - 1)) {
            page.append("| ").append(approach).append(" |");
            for (int size : SHOWN) {
                page.append(String.format(Locale.ROOT, " %.0f |", ofCeiling(all, approach, size)));
            }
            page.append('\n');
        }
        page.append("\nBy library, with one, three and ten data; at ten with the standard deviation over the groups:\n\n");
        page.append(byLibrary(all));
        page.append("\n## The choice of the default, by leave-one-library-out\n\n").append(note("choice.md")).append('\n');
        page.append(leaveOneOut());
        page.append("\nAll that was compared, average of these libraries:\n\n");
        page.append("| settings | 1 | 3 | 10 | mean of 1 to 10 |\n| --- | ---: | ---: | ---: | ---: |\n");
        for (String name : ranked(chosenOn)) {
            page.append(text("| %s | %.1f | %.1f | %.1f | %.1f |%n", name, average(chosenOn, name, 1), average(chosenOn, name, 3),
                    average(chosenOn, name, 10), average(chosenOn, outcome -> outcome.mean(name))));
        }
        if (!second.isEmpty()) {
            page.append("\n## The second set, run once after the choice\n\n").append(bySize(second));
        }
        return page.append('\n').append(note("findings.md")).toString();
    }

    private static String bySize(List<Outcome> outcomes) {
        StringBuilder table = new StringBuilder("| approach |");
        IntStream.rangeClosed(1, MOST).forEach(size -> table.append(' ').append(size).append(" |"));
        table.append("\n| --- |").append(" ---: |".repeat(MOST)).append('\n');
        for (String approach : APPROACHES) {
            table.append("| ").append(approach).append(" |");
            sizes().forEach(size -> table.append(text(" %.1f |", average(outcomes, approach, size))));
            table.append('\n');
        }
        return table.toString();
    }

    private static String byLibrary(List<Outcome> outcomes) {
        StringBuilder table = new StringBuilder("| library |");
        List<String> shown = List.of(Approaches.OBSERVED, Approaches.REACHED, Approaches.EXTENDED, Approaches.PLAIN, Outcome.CEILING);
        shown.forEach(approach -> table.append(' ').append(approach).append(" |"));
        table.append("\n| --- |").append(" --- |".repeat(shown.size())).append('\n');
        for (Outcome outcome : outcomes) {
            table.append("| ").append(outcome.library().name()).append(" |");
            shown.forEach(approach -> table.append(String.format(Locale.ROOT, " %.0f, %.0f, %.0f ± %.0f |", outcome.average(approach, 1),
                    outcome.average(approach, 3), outcome.average(approach, 10), outcome.deviation(approach, 10))));
            table.append('\n');
        }
        return table.toString();
    }

    /** The grid's settings, those with the highest mean over sizes and libraries first; among equals as in the grid. */
    private static List<String> ranked(List<Outcome> outcomes) {
        List<String> names = new ArrayList<>(Approaches.grid().keySet());
        names.sort(Comparator.comparingDouble(name -> -average(outcomes, outcome -> outcome.mean(name))));
        return names;
    }

    private String leaveOneOut() {
        StringBuilder table = new StringBuilder("| left out | chosen on the others | 1 | 3 | 10 | ").append(Approaches.OBSERVED)
                .append(": 1 | 3 | 10 |\n| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |\n");
        double[] sums = new double[2 * SHOWN.length];
        for (Outcome left : chosenOn) {
            String chosen = ranked(chosenOn.stream().filter(outcome -> outcome != left).toList()).get(0);
            table.append("| ").append(left.library().name()).append(" | ").append(chosen).append(" |");
            int column = 0;
            for (String approach : List.of(chosen, Approaches.OBSERVED)) {
                for (int size : SHOWN) {
                    sums[column++] += left.average(approach, size);
                    table.append(String.format(Locale.ROOT, " %.1f |", left.average(approach, size)));
                }
            }
            table.append('\n');
        }
        return table.append("| average | |")
                .append(java.util.Arrays.stream(sums).mapToObj(sum -> String.format(Locale.ROOT, " %.1f |", sum / chosenOn.size()))
                        .collect(Collectors.joining()))
                .append('\n').toString();
    }

    private static String note(String name) throws IOException {
        try (InputStream in = EffectivenessPage.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
