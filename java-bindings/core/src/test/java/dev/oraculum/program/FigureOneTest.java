package dev.oraculum.program;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.oraculum.api.select.Selection;
import dev.oraculum.api.settings.SelectSettings;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The worked example of SODS (Figure 1 of the paper), compiled by javac. */
class FigureOneTest {
    private static final String SOURCE =
            """
            class Factorial {
                void factorial() {
                    int n, factorial, i;
                    n = Integer.getInteger("n");
                    factorial = 1;
                    i = n;
                    if (n < 0) {
                        System.out.println("wrong");
                    } else {
                        if (n == 0) {
                            factorial = 0;
                        } else {
                            while (i > 0) {
                                factorial = multiply(factorial, i);
                                i = i - 1;
                            }
                        }
                        System.out.println(factorial);
                    }
                }
                int multiply(int num1, int num2) {
                    int result;
                    return result = num1 * num2;
                }
            }
            """;

    /** The paper's names. */
    private static final Map<String, String> NAMES = Map.of(
            "n:4", "o1", "factorial:5", "o2", "i:6", "o3", "factorial:11", "o4", "factorial:14", "o5", "i:15", "o6", "num1:23", "o7",
            "num2:23", "o8", "result:23", "o9");

    @TempDir
    Path directory;

    private Graph graph(SelectSettings settings) {
        return Graph.of(directory, settings, null, SOURCE, "-g");
    }

    @Test
    void dataAndEdgesAreThoseOfThePaper() {
        Graph graph = graph(Graph.published());
        assertEquals(List.of("n:4", "factorial:5", "i:6", "factorial:11", "factorial:14", "i:15", "num1:23", "num2:23", "result:23"),
                graph.data());
        assertEquals(
                List.of(
                        "n:4 -> i:6",
                        "result:23 -> factorial:14",
                        "i:6 -> i:15 0.125",
                        "factorial:5 -> num1:23 0.125",
                        "i:6 -> num2:23 0.125",
                        "num1:23 -> result:23",
                        "num2:23 -> result:23"),
                graph.chains());
    }

    @Test
    void selectionsAreThoseOfThePaper() {
        assertEquals(List.of("o9", "o3", "o2", "o4", "o5", "o6", "o7", "o8", "o1"), selected(Graph.published()));
        assertEquals(List.of("o9", "o4", "o5", "o6"), selected(Graph.published().withAlpha(0.5).withUniformImpact(1.0).withCount(4)));
        assertEquals(List.of("o9", "o3", "o5", "o4", "o6", "o2", "o7"), selected(Graph.published().withAlpha(0.5).withCount(7)));
        assertEquals(List.of("o5", "o3", "o4", "o6", "o2"), selected(Graph.published().withAlpha(1).withCount(5)));
    }

    @Test
    void capabilitiesAreThoseOfThePaper() {
        List<Double> capabilities = graph(Graph.published().withAlpha(0.5)).selection().selected().stream()
                .limit(3)
                .map(Selection.Selected::capability)
                .map(c -> Math.round(c * 1e4) / 1e4)
                .toList();
        assertEquals(List.of(3.1563, 1.9063, 1.0293), capabilities);
    }

    /** The same program with fields: every definition and use of factorial and i is of a field, and multiply's result is not named. */
    @Test
    void fieldsInsteadOfLocalsHaveTheSameEdges() {
        String fields = SOURCE.replace("int n, factorial, i;", "").replace("class Factorial {", "class Factorial { int n, factorial, i;");
        assertEquals(
                List.of(
                        ".n:4 -> .i:6",
                        "result:23 -> .factorial:14",
                        ".i:6 -> .i:15 0.125",
                        ".factorial:5 -> num1:23 0.125",
                        ".i:6 -> num2:23 0.125",
                        "num1:23 -> result:23",
                        "num2:23 -> result:23"),
                Graph.of(directory, fields, "-g").chains());
    }

    private List<String> selected(SelectSettings settings) {
        return graph(settings).selected().stream().map(NAMES::get).toList();
    }
}
