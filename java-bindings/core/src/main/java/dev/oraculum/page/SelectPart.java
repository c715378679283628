package dev.oraculum.page;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** Variables that are worth asserting on, with their capability. */
final class SelectPart implements Part {
    private final JsonNode json;
    private final String anchor;
    private final List<JsonNode> selected;

    SelectPart(ResultFile file, String anchor) {
        json = file.json();
        this.anchor = anchor;
        selected = Fields.objects(json, "selected");
    }

    @Override
    public String title() {
        return "select: " + Fields.counted(selected.size(), "variable");
    }

    @Override
    public String summary() {
        JsonNode figures = json.path("figures");
        String classes = Fields.value(figures, "classes");
        String ofClasses = classes == null ? null : classes + (classes.equals("1") ? " class" : " classes");
        List<String> analysed = Stream.of(ofClasses, Fields.counted(figures, "methods", "method"))
                .filter(Objects::nonNull)
                .toList();
        return Fields.counted(selected.size(), "variable") + " selected"
                + (analysed.isEmpty() ? "" : " in " + String.join(" with ", analysed));
    }

    /** The classes that have a selected variable, in the order in which they are selected first. */
    @Override
    public List<Row> rows() {
        List<String> classes = selected.stream().map(choice -> Fields.text(choice.path("datum"), "className")).filter(Objects::nonNull)
                .distinct().toList();
        List<Row> rows = new ArrayList<>();
        for (String name : classes) {
            long count = selected.stream().filter(choice -> name.equals(Fields.text(choice.path("datum"), "className"))).count();
            rows.add(new Row(name, anchor, Fields.counted(count, "variable"), Mood.GOOD, ""));
        }
        return rows;
    }

    @Override
    public void write(Html html) {
        if (!selected.isEmpty()) {
            html.heading(3, "Variables");
            html.table("Selected variables, the most capable first",
                    "Variable", "Rank#", "Capability#", "Before any selection#", "Defined at",
                    "Observes");
            for (JsonNode choice : selected) {
                JsonNode datum = choice.path("datum");
                html.open("tr").rowCode(Data.variable(datum)).number(Fields.value(choice, "rank"));
                html.number(Fields.decimal(choice, "capability", 3)).number(Fields.decimal(choice, "initialCapability", 3));
                html.codeCell(Data.place(datum));
                observes(html, choice);
                html.close();
            }
            html.endTable();
            html.paragraph("Capability: the number of definitions and conditions whose faults are expected to show in the variable, itself"
                    + " included; what variables before it show already is discounted.");
        }
        figures(html);
        sentences(html, "testClasses", "Test classes that the selection is for");
        sentences(html, "missing", "Classes that are not on the class path");
        sentences(html, "problems", "What could not be analysed or run");
        html.facts("Times", "Seconds", Fields.seconds(json));
    }

    private void figures(Html html) {
        JsonNode figures = json.path("figures");
        if (!figures.isObject()) {
            return;
        }
        html.heading(3, "Analysis").table("What was analysed", "What", "Number#");
        html.figure("classes", Fields.value(figures, "classes"));
        html.figure("methods", Fields.value(figures, "methods"));
        html.figure("methods that can be reached", Fields.value(figures, "reachableMethods"));
        html.figure("oracle data", Fields.value(figures, "data"));
        html.figure("chains", Fields.value(figures, "chains"));
        html.figure("chains left out because they close a cycle", Fields.value(figures, "cyclicChains"));
        html.endTable();
    }

    private static void observes(Html html, JsonNode choice) {
        List<String> observed = Fields.objects(choice, "observes").stream()
                .map(each -> Data.variable(each.path("datum"))
                        + (Fields.count(each.path("datum"), "line") > 0 ? ":" + Fields.count(each.path("datum"), "line") : "")
                        + (Fields.decimal(each, "capability", 2) == null || "1.00".equals(Fields.decimal(each, "capability", 2)) ? ""
                                : " (" + Fields.decimal(each, "capability", 2) + ")"))
                .toList();
        html.open("td");
        if (!observed.isEmpty()) {
            html.details(Fields.counted(observed.size(), "other")).open("ul", "class", "names");
            observed.forEach(each -> html.open("li").code(each).close());
            html.close().close();
        }
        html.close();
    }

    private void sentences(Html html, String name, String title) {
        List<String> sentences = Fields.texts(json, name);
        if (!sentences.isEmpty()) {
            html.details(title + ": " + sentences.size()).list(sentences).close();
        }
    }
}
