package dev.oraculum.verification;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.oraculum.api.AssertionText;
import dev.oraculum.api.Evidence;
import dev.oraculum.api.Schema;
import java.nio.file.Path;
import java.util.List;

/**
 * What the JDK's compiler and the JVM say of an assertion.
 *
 * @param compiled it compiles as it will stand in the method; null: there was no class to compile it against
 * @param statesChecked states on which it was evaluated in the JVM
 * @param disagreements those of them on which the engine says otherwise
 * @param compilationError the compiler's first error, or null
 * @param firstDisagreement the first state of {@code disagreements}, for a reader, or null
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Verification(Boolean compiled, long statesChecked, long disagreements, String compilationError, String firstDisagreement) {

    /** Whether the assertion may be given to a user. */
    public boolean passed() {
        return !Boolean.FALSE.equals(compiled) && disagreements == 0;
    }

    /**
     * Verifies an assertion against the class under test and all states.
     *
     * @param schema the evidence summary's
     * @param className binary name of the class under test; null: there is only evidence, the assertion is not compiled against a class
     * @param classPath where it and what it needs is
     */
    public static Verification of(AssertionText text, Schema schema, Evidence evidence, String className, List<Path> classPath) {
        String error = className == null ? null : MethodForm.compilationError(text, schema, className, classPath);
        StateForm.Outcome outcome = StateForm.check(text, schema.variables(), (first, into) -> evidence.readStates(text.assertion(), first, into));
        return new Verification(className == null ? null : error == null, outcome.states(), outcome.disagreements(), error, outcome.firstDisagreement());
    }
}
