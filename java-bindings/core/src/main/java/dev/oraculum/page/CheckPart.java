package dev.oraculum.page;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** What a version of the code does otherwise than the oracle has it. */
final class CheckPart implements Part {
    private final JsonNode json;
    private final String anchor;
    private final List<JsonNode> mismatches;

    CheckPart(ResultFile file, String anchor) {
        json = file.json();
        this.anchor = anchor;
        mismatches = Fields.objects(json, "mismatches");
    }

    @Override
    public String title() {
        return "check: " + (mismatches.isEmpty() ? "no mismatch" : mismatches());
    }

    private String mismatches() {
        return mismatches.size() + (mismatches.size() == 1 ? " mismatch" : " mismatches");
    }

    @Override
    public String summary() {
        return (mismatches.isEmpty() ? "no mismatch" : mismatches())
                + " in " + Fields.counted(Fields.count(json, "valuesCompared"), "comparison") + " of a variable in a test, of "
                + Fields.counted(Fields.count(json, "testsRun"), "test");
    }

    /** The classes that have a variable with other values. */
    @Override
    public List<Row> rows() {
        Map<String, Integer> classes = new LinkedHashMap<>();
        mismatches.forEach(mismatch -> classes.merge(
                Objects.requireNonNullElse(Fields.text(mismatch.path("datum"), "className"), "class without a name"), 1, Integer::sum));
        List<Row> rows = new ArrayList<>();
        classes.forEach((name, count) -> rows.add(
                new Row(name, anchor, count + (count == 1 ? " mismatch" : " mismatches"), Mood.LOOK, "")));
        return rows;
    }

    @Override
    public List<Finding> findings() {
        List<Finding> found = new ArrayList<>();
        // Not by line, which an edit above it moves; a method may define a variable at several.
        Map<String, Integer> ofKey = new LinkedHashMap<>();
        for (JsonNode mismatch : mismatches) {
            JsonNode datum = mismatch.path("datum");
            String test = Objects.requireNonNullElse(Fields.text(mismatch, "test"), "a test");
            String where = Objects.requireNonNullElse(Data.place(datum), "an unknown place");
            String expected = Fields.value(mismatch, "expected");
            String actual = Fields.value(mismatch, "actual");
            String values = expected == null || actual == null ? "" : ": expected " + expected + ", actual " + actual;
            String method = where.replaceAll(":[0-9]+$", "");
            String key = test + " " + Data.variable(datum) + " " + method;
            found.add(new Finding(
                    Finding.Rule.ORACLE_MISMATCH, Finding.Level.ERROR, Data.variable(datum) + " at " + where + " in " + test + ": "
                            + kind(mismatch) + values + ".",
                    Finding.fileOf(Fields.text(datum, "className")), (int) Fields.count(datum, "line"), null,
                    method, key + " " + ofKey.merge(key, 1, Integer::sum), null, Map.of()));
        }
        return found;
    }

    @Override
    public void write(Html html) {
        if (!mismatches.isEmpty()) {
            html.heading(3, "Mismatches");
            html.table("Variables with other values than recorded: of each test, the first value that differs",
                    "Variable", "Defined at", "Test", "Value#", "Expected", "Actual", "Values expected#", "Values now#", "Kind");
            for (JsonNode mismatch : mismatches) {
                JsonNode datum = mismatch.path("datum");
                html.open("tr", "class", "look").rowCode(Data.variable(datum)).codeCell(Data.place(datum));
                html.codeCell(Fields.text(mismatch, "test")).number(Long.toString(Fields.count(mismatch, "index") + 1));
                html.codeCell(Fields.value(mismatch, "expected")).codeCell(Fields.value(mismatch, "actual"));
                html.number(Fields.value(mismatch, "expectedCount")).number(Fields.value(mismatch, "actualCount"));
                html.sentence(kind(mismatch)).close();
            }
            html.endTable();
        }
        LeftOutTable.write(html, json, "testsNotPassing", "Tests that passed when the oracle was recorded, and do not now");
        LeftOutTable.write(html, json, "testsNotRecorded", "Tests whose values could not be compared");
        sentences(html, "testsGone", "Tests that are not there any more");
        List<JsonNode> gone = Fields.objects(json, "dataGone");
        if (!gone.isEmpty()) {
            html.table("Variables that this version does not define", "Variable", "Defined at", "Tests#", "Reason");
            gone.forEach(each -> html.open("tr").rowCode(Data.variable(each.path("datum"))).codeCell(Data.place(each.path("datum")))
                    .number(Fields.value(each, "tests")).sentence(Fields.text(each, "reason")).close());
            html.endTable();
        }
        sentences(html, "problems", "What went wrong outside of tests");
    }

    /** In words; a kind that this version does not know, as it is. */
    private static String kind(JsonNode mismatch) {
        String kind = Fields.text(mismatch, "kind");
        String words = switch (kind == null ? "" : kind) {
            case "value" -> "another value";
            case "count" -> "more or fewer values";
            case "missing" -> "not defined any more";
            case "new" -> "not defined before";
            case "state" -> "objects hold something else inside";
            default -> kind;
        };
        boolean varies = mismatch.path("repeatable").isBoolean() && !mismatch.path("repeatable").booleanValue();
        return varies ? words + "; another run gave other values again" : words;
    }

    private void sentences(Html html, String name, String title) {
        List<String> sentences = Fields.texts(json, name);
        if (!sentences.isEmpty()) {
            html.details(title + ": " + sentences.size()).list(sentences).close();
        }
    }
}
