package dev.oraculum.page;

import com.fasterxml.jackson.databind.JsonNode;
import dev.oraculum.api.improve.MethodOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Better assertions: a section a method. */
final class ImprovePart implements Part {
    /** A mutant's name: {@code min(int,int)/MATH/7}, method, kind of fault and instruction. */
    private static final Pattern MUTANT = Pattern.compile("(.+)/([A-Z0-9_]+)/([0-9]+)", Pattern.DOTALL);

    private final ResultFile file;
    private final String anchor;
    private final List<JsonNode> methods;
    private final List<JsonNode> failures;

    ImprovePart(ResultFile file, String anchor) {
        this.file = file;
        this.anchor = anchor;
        methods = file.results();
        failures = Fields.objects(file.json(), "failures");
    }

    @Override
    public String title() {
        return methods.size() == 1 && failures.isEmpty() && Fields.text(methods.get(0), "method") != null
                ? "improve: " + Fields.text(methods.get(0), "method")
                : "improve: " + Fields.counted(methods.size() + (long) failures.size(), "method");
    }

    @Override
    public String summary() {
        if (!file.json().has("results")) {
            return Objects.requireNonNullElse(outcome(file.json()), "one method");
        }
        List<String> words = new ArrayList<>();
        file.json().path("outcomes").properties().forEach(entry -> {
            if (entry.getValue().isNumber()) {
                words.add(entry.getValue().asText() + " " + words(entry.getKey()));
            }
        });
        String total = Fields.counted(methods.size() + (long) failures.size(), "method");
        return words.isEmpty() ? total : total + ": " + String.join(", ", words);
    }

    @Override
    public List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < methods.size(); i++) {
            JsonNode method = methods.get(i);
            String outcome = outcome(method);
            rows.add(new Row(name(method), anchor(i), outcome, mood(outcome), figures(method)));
        }
        for (JsonNode failure : failures) {
            String outcome = Fields.text(failure, "outcome");
            rows.add(new Row(name(failure), null, outcome == null ? null : words(outcome), Mood.LOOK,
                    Objects.requireNonNullElse(Fields.text(failure, "reason"), "")));
        }
        return rows;
    }

    @Override
    public void write(Html html) {
        for (int i = 0; i < methods.size(); i++) {
            JsonNode method = methods.get(i);
            html.open("article", "id", anchor(i), "aria-labelledby", anchor(i) + "-title");
            html.open("h3", "id", anchor(i) + "-title").code(name(method)).close();
            outcomeOf(html, method);
            assertion(html, method);
            clauses(html, method);
            mutants(html, method);
            ImproveEvidence.evidence(html, method.path("evidence"));
            ImproveEvidence.checks(html, method);
            more(html, method);
            html.close();
        }
        if (!failures.isEmpty()) {
            html.open("article").heading(3, "Methods without a result");
            html.table("Methods without a result, and why", "Method", "Outcome", "Reason");
            for (JsonNode failure : failures) {
                String outcome = Fields.text(failure, "outcome");
                html.open("tr").rowCode(name(failure)).cell(outcome == null ? null : words(outcome));
                html.sentence(Fields.text(failure, "reason")).close();
            }
            html.endTable().close();
        }
    }

    private String anchor(int method) {
        return anchor + "-method-" + (method + 1);
    }

    private static String name(JsonNode method) {
        return Objects.requireNonNullElse(Fields.text(method, "method"), "method without a name");
    }

    /** In words, as the command's table has them; null: the file does not say enough. */
    static String outcome(JsonNode method) {
        JsonNode sufficient = method.path("evidence").path("sufficient");
        JsonNode improved = method.path("improved");
        if (sufficient.isBoolean() && !sufficient.booleanValue()) {
            return MethodOutcome.NO_EVIDENCE.words();
        }
        if ("refuted".equals(Fields.text(method.path("proof"), "status"))) {
            return MethodOutcome.REFUTED.words();
        }
        if (improved.isObject()) {
            return MethodOutcome.IMPROVED.words();
        }
        JsonNode initial = method.path("initial");
        if (!improved.isNull() || !initial.path("fp").isNumber() || !initial.path("fn").isNumber()) {
            return null;
        }
        boolean perfect = Fields.count(initial, "fp") == 0 && Fields.count(initial, "fn") == 0;
        return (perfect ? MethodOutcome.NOTHING_TO_IMPROVE : MethodOutcome.NOT_IMPROVED).words();
    }

    private static Mood mood(String outcome) {
        return outcome == null || outcome.equals(MethodOutcome.NOTHING_TO_IMPROVE.words()) ? Mood.PLAIN
                : outcome.equals(MethodOutcome.IMPROVED.words()) ? Mood.GOOD : Mood.LOOK;
    }

    /** An outcome's name in JSON in words; one that this version does not know, as it is. */
    static String words(String name) {
        for (MethodOutcome outcome : MethodOutcome.values()) {
            if (lower(outcome.name()).replace("_", "").equals(name.toLowerCase(Locale.ROOT))) {
                return outcome.words();
            }
        }
        return name;
    }

    static String lower(String constant) {
        return constant.toLowerCase(Locale.ROOT);
    }

    private static String figures(JsonNode method) {
        String before = Fields.value(method.path("initial"), "fn");
        String after = Fields.value(method.path("improved"), "fn");
        String missed = before == null ? null
                : "false negatives " + before + (after == null ? "" : " before, " + after + " after");
        String survived = Fields.value(method.path("evidence").path("mutants"), "survived");
        return Stream.of(missed, survived == null ? null : "mutants that survive: " + survived)
                .filter(Objects::nonNull)
                .collect(Collectors.joining("; "));
    }

    private static void outcomeOf(Html html, JsonNode method) {
        String outcome = outcome(method);
        String figures = figures(method);
        if (outcome == null && figures.isEmpty()) {
            return;
        }
        html.open("p");
        if (outcome != null) {
            html.element("span", outcome, "class", mood(outcome).style()).text(" ");
        }
        html.text(figures).close();
    }

    private static void assertion(Html html, JsonNode method) {
        JsonNode improved = method.path("improved");
        String java = Fields.text(improved, "java");
        if (java != null) {
            html.heading(4, "Assertion");
            declarations(html, "At the start of the method:", Fields.texts(improved, "entryValues"));
            declarations(html, "Right before the assertion:", Fields.texts(improved, "exitValues"));
            html.paragraph("At every normal exit:").open("pre").code("assert " + java + ";").close();
        }
        String initial = Fields.text(method.path("initial"), "assertion");
        String found = Fields.text(improved, "assertion");
        if (java == null && found == null && initial == null) {
            return;
        }
        if (java == null) {
            html.heading(4, "Assertion");
        }
        html.open("dl");
        term(html, "Before, in the assertion language", initial);
        term(html, "After, in the assertion language", found);
        html.close();
    }

    private static void declarations(Html html, String where, List<String> lines) {
        if (!lines.isEmpty()) {
            html.paragraph(where).open("pre").code(String.join("\n", lines)).close();
        }
    }

    private static void term(Html html, String name, String code) {
        if (code != null) {
            html.element("dt", name).open("dd").code(code).close();
        }
    }

    private static void clauses(Html html, JsonNode method) {
        List<JsonNode> clauses = Fields.objects(method, "clauses");
        if (!clauses.isEmpty()) {
            html.heading(4, "Clauses");
            html.table("What each clause is good for",
                    "Clause", "Mutants killed#", "States rejected#", "By it alone#", "States that support it#",
                    "Confidence#");
            for (JsonNode clause : clauses) {
                html.open("tr").rowCode(Fields.text(clause, "assertion")).number(Fields.value(clause, "mutants"));
                html.number(Fields.value(clause, "states")).number(Fields.value(clause, "alone")).number(Fields.value(clause, "support"));
                html.number(Fields.decimal(clause, "confidence", 2)).close();
            }
            html.endTable();
            html.paragraph("Rejected are incorrect states; correct ones support a clause. Confidence: the estimated probability that"
                    + " the clause is true of independent tests of the same kind.");
        }
        List<String> unchanged = Fields.texts(method, "unchanged");
        if (!unchanged.isEmpty()) {
            html.paragraph("Left as it was by the method's bytecode, whatever its input:").open("ul");
            unchanged.forEach(each -> html.open("li").code(each).close());
            html.close();
        }
        LeftOutTable.write(html, method, "clausesLeftOut", "Clauses that do not compile");
    }

    private static void mutants(Html html, JsonNode method) {
        JsonNode figures = method.path("evidence").path("mutants");
        List<String> survivors = Fields.texts(method, "survivingMutants");
        if (!figures.isObject() && survivors.isEmpty()) {
            return;
        }
        html.heading(4, "Mutants");
        if (figures.isObject()) {
            html.table("Mutants by verdict", "Verdict", "Mutants#");
            verdict(html, figures, "detected", "detected by the assertion", "good");
            verdict(html, figures, "survived", "survived: incorrect states that the assertion accepts", "look");
            verdict(html, figures, "likelyEquivalent", "not visible in the recorded state", null);
            verdict(html, figures, "killedBeforeAssertion", "died before the assertion", null);
            verdict(html, figures, "notJudged", "not judged", null);
            verdict(html, figures, "total", "all", null);
            html.endTable();
        }
        if (!survivors.isEmpty()) {
            survivors(html, survivors);
        }
    }

    /** @param style of its row where there are any; null: as others */
    private static void verdict(Html html, JsonNode figures, String name, String words, String style) {
        String number = Fields.value(figures, name);
        if (number != null) {
            boolean stands = style != null && !number.equals("0");
            html.open("tr", stands ? new String[] {"class", style} : new String[0]);
            html.element("th", words, "scope", "row").number(number).close();
        }
    }

    private static void survivors(Html html, List<String> names) {
        List<Matcher> parts = names.stream().map(MUTANT::matcher).toList();
        if (!parts.stream().allMatch(Matcher::matches)) {
            html.table("Mutants that survive", "Mutant");
            names.forEach(name -> html.open("tr", "class", "look").rowCode(name).close());
        } else {
            html.table("Mutants that survive", "Mutant", "In", "Kind of fault", "Instruction#");
            for (Matcher part : parts) {
                html.open("tr", "class", "look").rowCode(part.group()).codeCell(part.group(1));
                html.cell(part.group(2)).number(part.group(3)).close();
            }
        }
        html.endTable();
    }

    private static void more(Html html, JsonNode method) {
        List<JsonNode> archive = Fields.objects(method, "archive");
        if (!archive.isEmpty()) {
            html.details("Other choices by size, without gates: " + archive.size());
            html.table("Of each size the choice that misses the fewest incorrect states, whatever the evidence justifies",
                    "Assertion", "Size#",
                    "False negatives#");
            for (JsonNode choice : archive) {
                html.open("tr").rowCode(Fields.text(choice, "assertion")).number(Fields.value(choice, "size"));
                html.number(Fields.value(choice, "fn")).close();
            }
            html.endTable().close();
        }
        html.facts(
                "Search and times",
                "Seed", Fields.value(method, "seed"),
                "Search ended", Fields.text(method, "stopReason"),
                "Generations", Fields.value(method, "generations"),
                "Fewest false negatives of any choice", Fields.value(method.path("floor"), "fn"),
                "Size before", Fields.value(method.path("initial"), "size"),
                "Size after", Fields.value(method.path("improved"), "size"),
                "Seconds", Fields.seconds(method));
    }
}
