package dev.oraculum.page;

import com.fasterxml.jackson.databind.JsonNode;
import dev.oraculum.api.generate.ClassOutcome;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/** Generated tests: a section a class, with what they cover and which mutants they kill. */
final class GeneratePart implements Part {
    private static final String KILLED = "KILLED";
    private static final String NOT_RUN = "NOT_RUN";
    private static final String UNCHANGED = "UNCHANGED";
    private static final String EQUIVALENT = "EQUIVALENT";

    private final String anchor;
    private final List<JsonNode> classes;
    private final List<JsonNode> failures;

    GeneratePart(ResultFile file, String anchor) {
        this.anchor = anchor;
        classes = file.results();
        failures = Fields.objects(file.json(), "failures");
    }

    @Override
    public String title() {
        return classes.size() == 1 && failures.isEmpty()
                ? "generate: " + name(classes.get(0))
                : "generate: " + (classes.size() + failures.size() == 1 ? "1 class" : classes.size() + failures.size() + " classes");
    }

    @Override
    public String summary() {
        return Fields.counted(classes.stream().mapToLong(GeneratePart::tests).sum(), "test") + ", " + figures(classes);
    }

    @Override
    public List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < classes.size(); i++) {
            JsonNode each = classes.get(i);
            long faults = Fields.objects(each, "faults").size();
            String outcome = tests(each) == 0 ? ClassOutcome.NO_TESTS.words() : Fields.counted(tests(each), "test");
            Mood mood = faults > 0 ? Mood.LOOK : tests(each) == 0 ? Mood.PLAIN : Mood.GOOD;
            rows.add(new Row(name(each), anchor(i), outcome, mood,
                    figures(List.of(each)) + (faults == 0 ? "" : "; contracts that are broken: " + faults)));
        }
        for (JsonNode failure : failures) {
            rows.add(new Row(name(failure), null, outcome(failure), Mood.LOOK,
                    Objects.requireNonNullElse(Fields.text(failure, "reason"), "")));
        }
        return rows;
    }

    @Override
    public void write(Html html) {
        for (int i = 0; i < classes.size(); i++) {
            JsonNode each = classes.get(i);
            html.open("article", "id", anchor(i), "aria-labelledby", anchor(i) + "-title");
            html.open("h3", "id", anchor(i) + "-title").code(name(each)).close();
            scope(html, each);
            faults(html, each);
            coverage(html, each);
            mutants(html, each);
            missed(html, each);
            more(html, each);
            html.close();
        }
        if (!failures.isEmpty()) {
            html.open("article").heading(3, "Classes without a result");
            html.table("Classes without a result, and why", "Class", "Outcome", "Reason");
            failures.forEach(failure -> html.open("tr").rowCode(name(failure)).cell(outcome(failure))
                    .sentence(Fields.text(failure, "reason")).close());
            html.endTable().close();
        }
    }

    private String anchor(int place) {
        return anchor + "-class-" + (place + 1);
    }

    private static String name(JsonNode of) {
        return Objects.requireNonNullElse(Fields.text(of, "className"), "class without a name");
    }

    private static long tests(JsonNode of) {
        return Fields.objects(of, "files").stream().mapToLong(file -> Fields.count(file, "tests")).sum();
    }

    /** {@code 35 of 40 branches, 21 of 30 mutants killed}, as the command says it; equivalent mutants cannot be killed. */
    private static String figures(List<JsonNode> of) {
        long covered = of.stream().mapToLong(each -> Fields.count(each.path("coverage").path("branch"), "covered")).sum();
        long goals = of.stream().mapToLong(each -> Fields.count(each.path("coverage").path("branch"), "goals")).sum();
        Map<String, Long> ends = ends(of);
        long killable = ends.values().stream().mapToLong(Long::longValue).sum() - ends.getOrDefault(EQUIVALENT, 0L);
        return covered + " of " + goals + (goals == 1 ? " branch" : " branches")
                + (ends.isEmpty() ? "" : ", " + ends.getOrDefault(KILLED, 0L) + " of " + killable + " mutants killed");
    }

    /** How many mutants ended in which way. */
    private static Map<String, Long> ends(List<JsonNode> of) {
        Map<String, Long> ends = new LinkedHashMap<>();
        for (JsonNode each : of) {
            Fields.objects(each, "mutants").stream().map(mutant -> Fields.text(mutant, "end")).filter(Objects::nonNull)
                    .forEach(end -> ends.merge(end, 1L, Long::sum));
        }
        return ends;
    }

    /** An outcome's name in JSON in words; one that this version does not know, as it is. */
    private static String outcome(JsonNode failure) {
        String name = Fields.text(failure, "outcome");
        for (ClassOutcome outcome : ClassOutcome.values()) {
            if (name != null && outcome.name().replace("_", "").equalsIgnoreCase(name)) {
                return outcome.words();
            }
        }
        return name;
    }

    private static void scope(Html html, JsonNode of) {
        String method = Fields.text(of.path("scope"), "method");
        long line = Fields.count(of.path("scope"), "line");
        if (method != null || line > 0) {
            html.open("p").text("Tests were wanted for ");
            (method == null ? html : html.text("the method ").code(method)).text(method == null || line == 0 ? "" : ", ");
            html.text((line == 0 ? "" : "line " + line) + " only.").close();
        }
    }

    private static void faults(Html html, JsonNode of) {
        List<JsonNode> faults = Fields.objects(of, "faults");
        if (!faults.isEmpty()) {
            html.table("Contracts that are broken, each with a test that fails", "Class", "Contract", "Test", "Failure");
            faults.forEach(fault -> html.open("tr", "class", "look").rowCode(name(fault)).codeCell(Fields.text(fault, "contract"))
                    .codeCell(Fields.text(fault, "test")).sentence(Fields.text(fault, "failure")).close());
            html.endTable();
        }
    }

    private static void coverage(Html html, JsonNode of) {
        if (of.path("coverage").isObject()) {
            html.table("What tests cover, these or existing ones", "Kind", "Covered#", "Goals#");
            of.path("coverage").properties().forEach(kind -> html.open("tr").element("th", kind.getKey(), "scope", "row")
                    .number(Fields.value(kind.getValue(), "covered")).number(Fields.value(kind.getValue(), "goals")).close());
            html.endTable();
        }
    }

    private static void mutants(Html html, JsonNode of) {
        Map<String, Long> ends = ends(List.of(of));
        if (ends.isEmpty()) {
            return;
        }
        html.table("Mutants by verdict", "Verdict", "Mutants#");
        ends.forEach((end, count) -> html.figure(words(end), count.toString()));
        html.endTable();
        List<JsonNode> alive = alive(of);
        if (!alive.isEmpty()) {
            html.table("Mutants that no test kills", "Mutant", "Line#", "Change", "Verdict", "What is known");
            for (JsonNode mutant : alive) {
                html.open("tr", "class", "look").rowCode(Fields.text(mutant, "id")).number(line(mutant));
                html.sentence(Fields.text(mutant, "description")).cell(words(Fields.text(mutant, "end"))).sentence(known(mutant)).close();
            }
            html.endTable();
        }
    }

    /** How many mutants of a result are killed. */
    static long killed(JsonNode of) {
        return ends(List.of(of)).getOrDefault(KILLED, 0L);
    }

    /** How many mutants of a result could be. */
    static long killable(JsonNode of) {
        return ends(List.of(of)).entrySet().stream().filter(end -> !end.getKey().equals(EQUIVALENT)).mapToLong(Map.Entry::getValue).sum();
    }

    private static List<JsonNode> alive(JsonNode of) {
        return Fields.objects(of, "mutants").stream()
                .filter(mutant -> !List.of(KILLED, EQUIVALENT).contains(Objects.requireNonNullElse(Fields.text(mutant, "end"), KILLED)))
                .toList();
    }

    /** Mutants that nobody ran, and that change nothing, say nothing of the tests. */
    @Override
    public List<Finding> findings() {
        List<Finding> found = new ArrayList<>();
        for (JsonNode each : classes) {
            for (JsonNode fault : Fields.objects(each, "faults")) {
                String contract = Fields.text(fault, "contract");
                String failure = Fields.text(fault, "failure");
                found.add(new Finding(
                        Finding.Rule.BROKEN_CONTRACT, Finding.Level.ERROR, "Not so that " + contract
                                + (failure == null ? "" : "; " + Fields.text(fault, "test") + " fails with " + failure) + ".",
                        Finding.fileOf(Fields.text(fault, "className")), 0, null, name(fault), name(fault) + " " + contract, null,
                        Map.of()));
            }
            for (JsonNode mutant : alive(each)) {
                String end = Fields.text(mutant, "end");
                if (List.of(NOT_RUN, UNCHANGED).contains(Objects.requireNonNullElse(end, NOT_RUN))) {
                    continue;
                }
                String className = Fields.text(mutant, "className");
                String id = Fields.text(mutant, "id");
                String known = known(mutant);
                found.add(new Finding(
                        Finding.Rule.SURVIVING_MUTANT, Finding.Level.NOTE, "No test notices it: " + Fields.text(mutant, "description")
                                + " (" + words(end) + (known == null ? "" : "; " + known) + ").",
                        Finding.fileOf(className), (int) Fields.count(mutant, "line"), null,
                        className + "." + (id == null ? "" : id.replaceAll("/.*", "")), className + " " + id, null, Map.of()));
            }
        }
        return found;
    }

    private static String words(String end) {
        return end.toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /** The line of something; null: it is not known. */
    private static String line(JsonNode of) {
        return Fields.count(of, "line") > 0 ? Long.toString(Fields.count(of, "line")) : null;
    }

    /** Which tests miss a mutant, what is otherwise on it, what keeps tests from it; null: nothing of these. */
    private static String known(JsonNode mutant) {
        List<String> said = new ArrayList<>();
        long missedBy = Fields.count(mutant.path("missedBy"), "count");
        List<String> tests = Fields.texts(mutant.path("missedBy"), "tests");
        if (missedBy > 0) {
            said.add(Fields.counted(missedBy, "test") + (missedBy == 1 ? " passes on it" : " pass on it")
                    + (tests.isEmpty() ? "" : ": " + String.join(", ", tests) + (tests.size() < missedBy ? ", .." : "")));
        }
        JsonNode difference = mutant.path("difference");
        String original = Fields.value(difference, "original");
        String other = Fields.value(difference, "mutant");
        String why = Fields.text(difference, "why");
        if (Fields.text(difference, "of") != null && original != null && other != null) {
            said.add(Fields.text(difference, "of") + " is " + other + " in place of " + original
                    + (why == null ? "" : " (" + words(why) + ")"));
        }
        JsonNode blocked = mutant.path("blocked");
        String method = Fields.text(blocked, "method");
        if (Fields.text(blocked, "kind") != null && method != null) {
            said.add("kept away by the " + Fields.text(blocked, "kind") + " in " + method
                    + (line(blocked) == null ? "" : ", line " + line(blocked)));
        }
        return said.isEmpty() ? null : String.join("; ", said);
    }

    private static void missed(Html html, JsonNode of) {
        List<JsonNode> missed = Fields.objects(of, "missed");
        if (!missed.isEmpty()) {
            html.details("Goals that no test covers: " + missed.size());
            html.table("Goals that no test covers", "Method", "Kind", "Line#", "Outcome#", "Perhaps impossible, since");
            for (JsonNode goal : missed) {
                html.open("tr").rowCode(Fields.text(goal, "method")).cell(Fields.text(goal, "kind")).number(line(goal));
                html.number("branch".equals(Fields.text(goal, "kind")) ? Fields.value(goal, "outcome") : null);
                html.sentence(String.join("; ", Fields.texts(goal, "infeasible"))).close();
            }
            html.endTable().close();
        }
    }

    private static void more(Html html, JsonNode of) {
        List<JsonNode> files = Fields.objects(of, "files");
        if (!files.isEmpty()) {
            html.table("Files of tests", "File", "Tests#");
            files.forEach(file -> html.open("tr").rowCode(Fields.text(file, "path")).number(Fields.value(file, "tests")).close());
            html.endTable();
        }
        LeftOutTable.write(html, of.path("existing"), "notPassing", "Existing tests that do not pass or were not run");
        List<String> left = of.path("left").properties().stream().filter(entry -> entry.getValue().isNumber())
                .map(entry -> entry.getKey() + ": " + entry.getValue().asText()).toList();
        if (!left.isEmpty()) {
            html.details("Tests that were found and are not written, by reason").list(left).close();
        }
        List<String> missing = Fields.texts(of, "missingTypes");
        if (!missing.isEmpty()) {
            html.details("Classes that the class path lacks: " + missing.size()).list(missing).close();
        }
        String stop = Fields.text(of, "stop");
        html.facts("The search", "Seed", Fields.value(of, "seed"), "Tests that were run", Fields.value(of, "executed"),
                "Ended because of", stop == null ? null : words(stop), "Seconds", Fields.seconds(of));
    }
}
