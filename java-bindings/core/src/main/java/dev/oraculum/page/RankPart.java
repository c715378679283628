package dev.oraculum.page;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Assertions of generated tests that may be wrong: the ranking, then the reasons of each. */
final class RankPart implements Part {
    private static final int REASONS_SAID = 3;
    private static final double MOST = 100;

    private final JsonNode json;
    private final String anchor;
    private final List<JsonNode> assertions;

    RankPart(ResultFile file, String anchor) {
        json = file.json();
        this.anchor = anchor;
        assertions = Fields.objects(json, "assertions");
    }

    private String className() {
        return Objects.requireNonNullElse(Fields.text(json, "className"), "class without a name");
    }

    @Override
    public String title() {
        return "rank: " + className();
    }

    @Override
    public String summary() {
        String total = Fields.value(json.path("totals"), "assertions");
        String unsafe = Fields.value(json.path("totals"), "unsafe");
        String read = Fields.value(json, "toRead");
        return (total == null || unsafe == null
                ? Fields.counted(assertions.size(), "unsafe assertion")
                : unsafe + " of " + total + " assertions unsafe")
                + (read == null || assertions.isEmpty() ? "" : ", " + read + " to read first");
    }

    @Override
    public List<Row> rows() {
        String unsafe = assertions.isEmpty() ? "no unsafe assertion" : Fields.counted(assertions.size(), "unsafe assertion");
        return List.of(new Row(className(), anchor, unsafe, assertions.isEmpty() ? Mood.GOOD : Mood.LOOK, summary()));
    }

    @Override
    public List<Finding> findings() {
        double total = Math.max(1, Fields.count(json.path("totals"), "assertions"));
        List<Finding> found = new ArrayList<>();
        for (JsonNode assertion : assertions) {
            String test = Objects.requireNonNullElse(Fields.text(assertion, "test"), "a test");
            double position = assertion.path("position").asDouble(total);
            StringBuilder text = new StringBuilder("Position " + Fields.position(assertion, "position") + " of " + (long) total
                    + ", suspiciousness score " + Fields.decimal(assertion, "score", 3) + ".");
            Fields.objects(assertion, "reasons").stream().limit(REASONS_SAID).forEach(reason -> text.append(" At the ")
                    .append(Fields.text(reason, "moment")).append(" of ").append(Fields.text(reason, "method")).append(", ")
                    .append(Objects.requireNonNullElse(Fields.text(reason, "constraint"), Fields.text(reason, "daikon")))
                    .append(" does not hold, as it does in all manual tests."));
            found.add(new Finding(
                    Finding.Rule.UNSAFE_ASSERTION,
                    assertion.path("top").asBoolean(false) ? Finding.Level.WARNING : Finding.Level.NOTE, text.toString(),
                    Fields.text(assertion, "file"), (int) Fields.count(assertion, "line"), Fields.text(assertion, "text"), test,
                    test + "#" + Fields.count(assertion, "ordinal"),
                    // SARIF's rank is a priority from 0 to 100, the first assertion's is the highest.
                    Math.max(0, Math.min(MOST, MOST * (total - position + 1) / total)),
                    Map.of("position", position, "suspiciousness", assertion.path("score").asDouble())));
        }
        return found;
    }

    private String anchor(int assertion) {
        return anchor + "-assertion-" + (assertion + 1);
    }

    @Override
    public void write(Html html) {
        if (!assertions.isEmpty()) {
            html.heading(3, "Ranking");
            html.table("Unsafe assertions, the most suspicious first", "Assertion", "Position#", "Score#", "Read", "Test", "Place");
            for (int i = 0; i < assertions.size(); i++) {
                row(html, assertions.get(i), i);
            }
            html.endTable();
            String rest = Fields.position(json, "restPosition");
            if (rest != null) {
                html.paragraph("All other assertions share the position " + rest + ".");
            }
        }
        for (int i = 0; i < assertions.size(); i++) {
            assertion(html, assertions.get(i), i);
        }
        suites(html);
        sentences(html, "notObserved", "What could not be observed");
        sentences(html, "problems", "What went wrong outside of tests");
        html.facts("Times", "Seconds", Fields.seconds(json));
    }

    private void row(Html html, JsonNode assertion, int place) {
        boolean first = assertion.path("top").asBoolean(false);
        html.open("tr", first ? new String[] {"class", "look"} : new String[0]);
        html.open("th", "scope", "row").open("a", "href", "#" + anchor(place)).code(named(assertion)).close().close();
        html.number(Fields.position(assertion, "position")).number(Fields.decimal(assertion, "score", 3)).cell(first ? "first" : "later");
        html.codeCell(Fields.text(assertion, "test")).codeCell(place(assertion)).close();
    }

    /** The assertion as it is written, or what it calls. */
    private static String named(JsonNode assertion) {
        String text = Fields.text(assertion, "text");
        String kind = Fields.text(assertion, "kind");
        return text != null ? text : kind != null ? kind : "assertion";
    }

    /** {@code pkg/CTest.java:12}; null: the file does not say. */
    private static String place(JsonNode assertion) {
        String source = Fields.text(assertion, "file");
        return source == null ? null : source + (Fields.count(assertion, "line") > 0 ? ":" + Fields.count(assertion, "line") : "");
    }

    private void assertion(Html html, JsonNode assertion, int place) {
        html.open("article", "id", anchor(place), "aria-labelledby", anchor(place) + "-title");
        String position = Fields.position(assertion, "position");
        html.open("h3", "id", anchor(place) + "-title").text(position == null ? "" : "Position " + position + ": ");
        html.code(Objects.requireNonNullElse(Fields.text(assertion, "test"), named(assertion))).close();
        html.open("pre").code(named(assertion)).close();
        String score = Fields.decimal(assertion, "score", 3);
        List<String> said = Stream.of(score == null ? null : "score " + score, place(assertion))
                .filter(Objects::nonNull)
                .toList();
        if (!said.isEmpty()) {
            html.paragraph(String.join(", ", said));
        }
        List<String> tests = Fields.texts(assertion, "tests");
        if (!tests.isEmpty()) {
            html.paragraph("Affected in:").open("ul");
            tests.forEach(test -> html.open("li").code(test).close());
            html.close();
        }
        reasons(html, assertion);
        html.close();
    }

    private static void reasons(Html html, JsonNode assertion) {
        List<JsonNode> reasons = Fields.objects(assertion, "reasons");
        if (!reasons.isEmpty()) {
            html.table("What always holds in the manual tests and not where this assertion's values come from",
                    "Constraint", "At", "Score#",
                    "Violations#", "Held in samples#", "Confidence#", "An example");
            for (JsonNode reason : reasons) {
                String constraint = Fields.text(reason, "constraint");
                html.open("tr").rowCode(constraint == null ? Fields.text(reason, "daikon") : constraint).open("td");
                String moment = Fields.text(reason, "moment");
                String method = Fields.text(reason, "method");
                html.text(moment == null ? "" : moment + " of ");
                (method == null ? html : html.code(method)).close();
                html.number(Fields.decimal(reason, "score", 3)).number(violations(reason));
                html.number(Fields.value(reason, "samples")).number(Fields.decimal(reason, "confidence", 3));
                example(html, reason);
                html.close();
            }
            html.endTable();
        }
        if (Fields.count(assertion, "reasonsLeftOut") > 0) {
            html.paragraph("The file leaves out " + Fields.counted(Fields.count(assertion, "reasonsLeftOut"), "further reason") + ".");
        }
    }

    /** Those that affect the assertion, of all; null: the file does not say. */
    private static String violations(JsonNode reason) {
        String affecting = Fields.value(reason, "violations");
        String all = Fields.value(reason, "allViolations");
        return affecting == null || all == null ? affecting : affecting + " of " + all;
    }

    /** The first example: values, and the manual test that is most like it. */
    private static void example(Html html, JsonNode reason) {
        html.open("td", "class", "wide");
        List<JsonNode> examples = Fields.objects(reason, "examples");
        if (!examples.isEmpty()) {
            JsonNode example = examples.get(0);
            String values = Fields.objects(example, "values").stream()
                    .filter(value -> Fields.text(value, "name") != null && Fields.value(value, "value") != null)
                    .map(value -> Fields.text(value, "name") + " = " + Fields.value(value, "value"))
                    .collect(Collectors.joining(", "));
            if (!values.isEmpty()) {
                html.code(values);
            }
            String similar = Fields.text(example.path("similar"), "test");
            String degree = Fields.decimal(example, "dos", 2);
            if (similar != null) {
                html.text((values.isEmpty() ? "" : "; ") + (degree == null ? "" : "similarity " + degree + " to ")).code(similar);
            }
        }
        html.close();
    }

    private void suites(Html html) {
        if (!json.path("manual").isObject() && !json.path("generated").isObject()) {
            return;
        }
        html.heading(3, "Tests");
        html.table("Tests of both suites", "Suite", "Found#", "Passed#", "Execute the class#", "Invocations#");
        for (String suite : List.of("manual", "generated")) {
            JsonNode of = json.path(suite);
            if (of.isObject()) {
                html.open("tr").element("th", suite, "scope", "row").number(Fields.value(of, "tests")).number(Fields.value(of, "used"));
                html.number(Fields.value(of, "reaching")).number(Fields.value(of, "invocations")).close();
            }
        }
        html.endTable();
        LeftOutTable.write(html, json.path("manual"), "leftOut", "Manual tests left out");
        LeftOutTable.write(html, json.path("generated"), "leftOut", "Generated tests left out");
    }

    private void sentences(Html html, String name, String title) {
        List<String> sentences = new ArrayList<>(Fields.texts(json, name));
        if (!sentences.isEmpty()) {
            html.details(title + ": " + sentences.size()).list(sentences).close();
        }
    }
}
