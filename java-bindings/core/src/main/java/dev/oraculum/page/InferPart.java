package dev.oraculum.page;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.oraculum.api.RunInfo;
import dev.oraculum.api.infer.ClassInvariants;
import dev.oraculum.api.infer.InferReport;
import dev.oraculum.api.infer.Inference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Likely invariants: a section a class, its objects first. */
final class InferPart implements Part {
    private static final Set<String> PLACES = Set.of("object", "class", "entry", "exit", "other");

    private final ResultFile file;
    private final String anchor;
    private final InferReport report;
    private final List<ClassInvariants> classes;

    /** @throws dev.oraculum.api.InvalidInputException a point lacks what its place on the page depends on */
    InferPart(ResultFile file, String anchor) {
        this.file = file;
        this.anchor = anchor;
        check(file);
        List<Inference.Point> points = new ArrayList<>();
        for (JsonNode point : file.json().path("points")) {
            try {
                points.add(ResultFile.MAPPER.treeToValue(point, Inference.Point.class));
            } catch (JsonProcessingException e) {
                throw file.damaged("points[" + points.size() + "]", "cannot be read: " + e.getOriginalMessage());
            }
        }
        report = new InferReport(1, null, points, List.of(), List.of(), 0, 0, List.of(), Map.of(), RunInfo.UNKNOWN);
        classes = report.byClass();
    }

    /** What is required is what says where an invariant belongs; the rest may be missing. */
    private static void check(ResultFile file) {
        JsonNode points = file.json().path("points");
        if (!points.isArray()) {
            throw file.damaged("points", "is no list");
        }
        for (int i = 0; i < points.size(); i++) {
            String at = "points[" + i + "]";
            JsonNode point = points.get(i);
            for (String field : List.of("name", "method", "place")) {
                if (Fields.text(point, field) == null) {
                    throw file.damaged(at + "." + field, "is missing or no text");
                }
            }
            if (!PLACES.contains(Fields.text(point, "place"))) {
                throw file.damaged(at + ".place", "is none of object, class, entry, exit, other");
            }
            if (!point.path("invariants").isArray()) {
                throw file.damaged(at + ".invariants", "is missing or no list");
            }
            for (int j = 0; j < point.path("invariants").size(); j++) {
                checkInvariant(file, at + ".invariants[" + j + "]", point.path("invariants").get(j));
            }
        }
    }

    private static void checkInvariant(ResultFile file, String at, JsonNode invariant) {
        String says = Fields.text(invariant, "says");
        if (Arrays.stream(Inference.Says.values()).noneMatch(known -> known.word().equals(says))) {
            throw file.damaged(at + ".says", "is missing or unknown to this version");
        }
        if (Fields.text(invariant, "daikon") == null) {
            throw file.damaged(at + ".daikon", "is missing or no text");
        }
        List<String> variables = Fields.texts(invariant, "variables");
        boolean named = variables.stream().anyMatch(name -> !name.startsWith("orig(")) || !Inference.Says.UNCHANGED.word().equals(says);
        if (variables.isEmpty() || variables.size() != invariant.path("variables").size() || !named) {
            throw file.damaged(at + ".variables", "is missing or has no name of a variable");
        }
    }

    @Override
    public String title() {
        return classes.size() == 1 ? "infer: " + classes.get(0).className() : "infer: " + classes(classes.size());
    }

    @Override
    public String summary() {
        return Fields.counted(report.invariants(), "invariant") + " at " + Fields.counted(report.points().size(), "program point");
    }

    private static String classes(long count) {
        return count + (count == 1 ? " class" : " classes");
    }

    @Override
    public List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < classes.size(); i++) {
            ClassInvariants of = classes.get(i);
            long said = of.objects().stream().mapToLong(block -> block.invariants().size()).sum()
                    + of.methods().stream().mapToLong(InferPart::said).sum()
                    + of.others().stream().mapToLong(block -> block.invariants().size()).sum();
            rows.add(new Row(of.className(), anchor(i), Fields.counted(said, "condition") + " shown", said == 0 ? Mood.PLAIN : Mood.GOOD,
                    Fields.counted(of.methods().size(), "method")));
        }
        for (JsonNode failure : Fields.objects(file.json(), "failures")) {
            String method = Fields.text(failure, "method");
            String reason = Fields.text(failure, "reason");
            if (method != null) {
                rows.add(new Row(method, null, "no invariants", Mood.LOOK, reason == null ? "" : reason));
            }
        }
        return rows;
    }

    /** What the page has rows for; what is left as it was is one row. */
    private static long said(ClassInvariants.Method method) {
        return method.requires().size() + method.ensures().size() + method.unchanged().size()
                + method.exits().stream().mapToLong(exit -> exit.ensures().size() + exit.unchanged().size()).sum();
    }

    private String anchor(int of) {
        return anchor + "-class-" + (of + 1);
    }

    @Override
    public void write(Html html) {
        html.paragraph("Requires: true at every entry. Ensures: true at every normal exit. Unchanged: at the exit what it was at the entry."
                + " old_x or orig(x) is x at the entry; result or return is what is returned.");
        for (int i = 0; i < classes.size(); i++) {
            ClassInvariants of = classes.get(i);
            html.open("article", "id", anchor(i), "aria-labelledby", anchor(i) + "-title");
            html.open("h3", "id", anchor(i) + "-title").code(of.className()).close();
            of.objects().forEach(block -> block(html, block.name().equals("class") ? "The class" : "All objects", block));
            of.methods().forEach(method -> method(html, method));
            of.others().forEach(block -> block(html, block.name(), block));
            html.close();
        }
        failures(html);
    }

    private static void block(Html html, String title, ClassInvariants.Block block) {
        html.heading(4, title);
        if (block.invariants().isEmpty()) {
            html.paragraph("No invariant.");
            return;
        }
        html.table(title + samples(block.samples()), "Condition", "Kind", "Samples#", "Confidence#");
        block.invariants().forEach(invariant -> {
            html.open("tr").rowCode(condition(invariant)).cell(invariant.says().word());
            judged(html, invariant);
        });
        html.endTable();
    }

    /** Samples of a point that was seen; a file may not say how often. */
    private static String samples(int count) {
        return count == 0 ? "" : ": " + Fields.counted(count, "sample");
    }

    private static void method(Html html, ClassInvariants.Method method) {
        html.open("h4").code(method.name()).close();
        if (said(method) == 0) {
            html.paragraph("No invariant.");
        } else {
            html.table(method.name() + samples(method.samples()), "Condition", "Holds", "Kind", "Samples#", "Confidence#");
            rows(html, "requires", method.requires());
            rows(html, "ensures", method.ensures());
            unchanged(html, "unchanged", method.unchanged());
            for (ClassInvariants.Exit exit : method.exits()) {
                rows(html, "ensures, exit at line " + exit.line(), exit.ensures());
                unchanged(html, "unchanged, exit at line " + exit.line(), exit.unchanged());
            }
            html.endTable();
        }
        if (method.variablesLeftOut() > 0) {
            html.paragraph(Fields.counted(method.variablesLeftOut(), "derived variable") + " left out: there was no room for more.");
        }
    }

    private static void rows(Html html, String when, List<Inference.Invariant> invariants) {
        invariants.forEach(invariant -> {
            html.open("tr").rowCode(condition(invariant)).cell(when).cell(invariant.says().word());
            judged(html, invariant);
        });
    }

    private static void judged(Html html, Inference.Invariant invariant) {
        // Records have numbers where the file may have none: an invariant that was judged by no sample does not exist.
        boolean told = invariant.samples() > 0;
        html.number(told ? Long.toString(invariant.samples()) : null);
        html.number(told ? String.format(Locale.ROOT, "%.3f", invariant.confidence()) : null).close();
    }

    private static void unchanged(Html html, String when, List<String> names) {
        names.forEach(name -> html.open("tr").rowCode(name).cell(when).cell(null).number(null).number(null).close());
    }

    /** As Java, where Java has words for it. */
    private static String condition(Inference.Invariant invariant) {
        return invariant.java() != null ? invariant.java() : invariant.jml() != null ? invariant.jml() : invariant.daikon();
    }

    private void failures(Html html) {
        JsonNode json = file.json();
        List<JsonNode> failures = Fields.objects(json, "failures");
        List<JsonNode> tests = Fields.objects(json, "testsLeftOut");
        if (!failures.isEmpty()) {
            html.open("article").heading(3, "Methods without invariants");
            html.table("Methods without invariants, and why", "Method", "Reason");
            failures.forEach(failure -> html.open("tr").rowCode(Fields.text(failure, "method"))
                    .sentence(Fields.text(failure, "reason")).close());
            html.endTable().close();
        }
        if (!tests.isEmpty()) {
            html.details("Tests that left no samples: " + tests.size());
            html.table("Tests that left no samples, and why", "Test", "Method", "Reason");
            tests.forEach(test -> html.open("tr").rowCode(Fields.text(test, "name")).codeCell(Fields.text(test, "method"))
                    .sentence(Fields.text(test, "reason")).close());
            html.endTable().close();
        }
        List<JsonNode> cut = Fields.objects(json, "truncated");
        if (!cut.isEmpty()) {
            html.details("Files that end within a sample: " + cut.size()).table("Files that end within a sample", "File", "Line#");
            cut.forEach(each -> html.open("tr").rowCode(Fields.text(each, "file")).number(Fields.value(each, "line")).close());
            html.endTable().close();
        }
        html.facts("Times", "Seconds", Fields.seconds(json));
    }
}
