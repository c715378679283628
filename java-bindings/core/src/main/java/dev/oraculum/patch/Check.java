package dev.oraculum.patch;

import dev.oraculum.api.improve.AssertionText;
import dev.oraculum.api.improve.Form;
import dev.oraculum.verification.JavaExpressions;
import java.util.List;
import java.util.function.BiFunction;

/**
 * A condition that is checked at an exit.
 *
 * @param java the condition
 * @param form the statements that check a condition, by its text in the method and the indentation of one level
 */
record Check(String java, BiFunction<String, String, List<String>> form) {

    /** The statements. */
    List<String> statements(String condition, String indent) {
        return form.apply(condition, indent);
    }

    /** The assertion as it stands in a patch. */
    static Check of(AssertionText assertion, Form form) {
        String text = JavaExpressions.stringLiteral(assertion.assertion());
        return new Check(assertion.java(), switch (form) {
            case ASSERT -> (condition, indent) -> List.of("assert " + condition + " : " + text + ";");
            case THROW -> (condition, indent) ->
                    List.of("if (!(" + condition + ")) {", indent + "throw new AssertionError(" + text + ");", "}");
            case TEST -> throw new IllegalArgumentException("an assertion in a test stands at no exit");
        });
    }

    /**
     * A clause on trial: that it is false, or throws, is noted by the runtime under a number. False, it does not end the method, so that
     * all clauses have their say; what it throws goes on, as it would from an assertion.
     */
    static Check onTrial(AssertionText clause, int number) {
        return new Check(clause.java(), (condition, indent) -> List.of(
                "try {",
                indent + "if (!(" + condition + ")) {",
                indent + indent + "dev.oraculum.runtime.Trial.failed(" + number + ");",
                indent + "}",
                "} catch (java.lang.Throwable oraculumThrown" + number + ") {",
                indent + "dev.oraculum.runtime.Trial.failed(" + number + ", oraculumThrown" + number + ");",
                indent + "throw oraculumThrown" + number + ";",
                "}"));
    }
}
