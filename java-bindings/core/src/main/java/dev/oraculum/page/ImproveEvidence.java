package dev.oraculum.page;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What an assertion was judged by, and who has checked it, in sentences. */
final class ImproveEvidence {
    private ImproveEvidence() {}

    static void evidence(Html html, JsonNode evidence) {
        String summary = Fields.text(evidence, "summary");
        if (summary == null && !evidence.path("correct").isNumber() && !evidence.path("incorrect").isNumber()) {
            return;
        }
        html.heading(4, "Evidence");
        if (summary != null) {
            html.paragraph(summary + ".");
        }
        html.table("What the assertion was judged by", "Evidence", "Number#");
        html.figure("different correct states", Fields.value(evidence, "correct"));
        html.figure("different incorrect states", Fields.value(evidence, "incorrect"));
        html.figure("tests that reach the method", Fields.value(evidence, "tests"));
        html.figure("generated tests among them", Fields.value(evidence, "generatedTests"));
        html.figure("invocations of the method", Fields.value(evidence, "invocations"));
        html.endTable();
        List<String> notJudged = new ArrayList<>();
        if (Fields.count(evidence, "tooLong") > 0) {
            notJudged.add(Fields.counted(evidence, "tooLong", "state")
                    + " of mutants not judged: contents too long to be recorded, or not readable");
        }
        if (Fields.count(evidence, "inheritedCorruption") > 0) {
            notJudged.add(Fields.counted(evidence, "inheritedCorruption", "state")
                    + " of mutants not judged: an earlier call had changed what the method was given");
        }
        JsonNode notRecorded = evidence.path("notRecorded");
        Fields.objects(notRecorded, "reasons").forEach(reason -> notJudged.add(
                Stream.of(Fields.counted(reason, "tests", "run"), Fields.text(reason, "reason")).filter(Objects::nonNull)
                        .collect(Collectors.joining(" of tests on mutants left no states: "))));
        html.list(notJudged);
        LeftOutTable.write(html, evidence, "testsLeftOut", "Tests left out");
        LeftOutTable.write(html, evidence, "variablesLeftOut", "Variables left out");
        LeftOutTable.write(html, evidence, "classesLeftOut", "Classes whose class files cannot be read");
        refused(html, evidence.path("contained"));
        List<String> variables = Fields.texts(evidence, "variables");
        if (!variables.isEmpty()) {
            html.details("Variables of a state: " + variables.size()).open("ul", "class", "names");
            variables.forEach(variable -> html.open("li").code(variable).close());
            html.close().close();
        }
    }

    private static void refused(Html html, JsonNode contained) {
        List<JsonNode> refused = Fields.objects(contained, "refused");
        if (!refused.isEmpty()) {
            html.details("What mutants were refused: " + refused.size()).table("What mutants were refused", "Target", "Kind", "Mutants#");
            for (JsonNode refusal : refused) {
                html.open("tr").rowCode(Fields.text(refusal, "target")).cell(Fields.text(refusal, "kind"));
                html.number(Fields.value(refusal, "mutants")).close();
            }
            html.endTable().close();
        }
    }

    static void checks(Html html, JsonNode method) {
        List<String> sentences = new ArrayList<>();
        verified(method.path("verified"), sentences);
        assessed(method.path("assessed"), sentences);
        proof(method.path("proof"), sentences);
        if (sentences.isEmpty()) {
            return;
        }
        html.heading(4, "Checks").list(sentences);
        LeftOutTable.write(html, method.path("assessed"), "dropped", "Clauses dropped because generated tests refute them");
        LeftOutTable.write(html, method.path("proof"), "dropped", "Clauses dropped because they do not hold on the project");
    }

    private static void verified(JsonNode verified, List<String> sentences) {
        JsonNode compiled = verified.path("compiled");
        if (compiled.isBoolean() && !compiled.booleanValue()) {
            sentences.add("Verified: no; the Java text of this assertion does not compile.");
        } else if (compiled.isBoolean()) {
            String states = Fields.counted(verified, "statesChecked", "state");
            String disagreements = Fields.counted(verified, "disagreements", "disagreement");
            sentences.add("Verified: compiled by the JDK's compiler"
                    + (states == null ? "" : "; evaluated in the JVM on " + states + " of the evidence")
                    + (disagreements == null ? "" : ", " + disagreements + " with the engine") + ".");
        }
    }

    private static void assessed(JsonNode assessed, List<String> sentences) {
        String states = Fields.counted(assessed, "states", "state");
        String tests = Fields.counted(assessed, "tests", "generated test");
        if (states == null || tests == null) {
            return;
        }
        String counterexamples = Fields.count(assessed, "counterexamples") == 0 ? ""
                : "; " + Fields.counted(assessed, "counterexamples", "counterexample") + " of earlier rounds became evidence";
        sentences.add(Fields.count(assessed, "states") == 0
                ? "Attacked: in vain; none of " + tests + " comes to an end of the method."
                : "Attacked: true in " + states + " of " + tests + " that the search had not seen" + counterexamples + ".");
    }

    private static void proof(JsonNode proof, List<String> sentences) {
        String status = Fields.text(proof, "status");
        if (status == null) {
            return;
        }
        String reason = Fields.text(proof, "reason");
        String because = reason == null || reason.isEmpty() ? "" : ": " + reason;
        String tests = Fields.counted(proof, "tests", "test");
        String jvms = Fields.counted(proof, "jvms", "fresh JVM");
        sentences.add(switch (status) {
            case "proven" -> "Proven on the project's tests: the patched sources compile" + (tests == null ? "" : ", and " + tests
                    + " pass with assertions enabled" + (jvms == null ? "" : ", in " + jvms)) + ".";
            case "notTried" -> "Not proven on the project's tests" + because + ".";
            case "refuted" -> "Refuted by the project's tests" + because + ".";
            default -> status + because + ".";
        });
        if (Fields.count(proof, "furtherStates") > 0) {
            sentences.add("Evaluated in " + Fields.counted(proof, "furtherStates", "further correct state") + " of the project's tests"
                    + (Fields.count(proof, "counterexamples") == 0 ? "" : ", "
                            + Fields.counted(proof, "counterexamples", "counterexample") + " among them")
                    + ".");
        }
    }
}
