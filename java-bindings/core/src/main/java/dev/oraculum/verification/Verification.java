package dev.oraculum.verification;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.oraculum.api.evidence.Evidence;
import dev.oraculum.api.evidence.Schema;
import dev.oraculum.api.improve.AssertionText;
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
     * Verifies an assertion against the class under test and all states. One that does not compile is not evaluated.
     *
     * @param schema the evidence summary's
     * @param className binary name of the class under test; null: there is only evidence, the assertion is not compiled against a class
     * @param classPath where it and what it needs is
     * @param judge runs it
     */
    public static Verification of(AssertionText text, Schema schema, Evidence evidence, String className, List<Path> classPath,
            StateJudge judge) {
        String error = inMethod(text, schema, className, classPath);
        if (error != null) {
            return new Verification(false, 0, 0, error, null);
        }
        StateForm.Outcome outcome = StateForm.check(
                text, schema.variables(), (first, into) -> evidence.readStates(text.assertion(), first, into), judge);
        Boolean compiled = outcome.compilationError() != null ? Boolean.FALSE : className == null ? null : Boolean.TRUE;
        return new Verification(compiled, outcome.states(), outcome.disagreements(), outcome.compilationError(),
                outcome.firstDisagreement());
    }

    private static String inMethod(AssertionText text, Schema schema, String className, List<Path> classPath) {
        return className == null ? null : JdkCompiler.deep(() -> MethodForm.compilationError(text, schema, className, classPath));
    }

    /**
     * Why an assertion does not compile, in its method or over recorded states; null if it does.
     *
     * @param className as for {@link #of}
     */
    public static String compilationError(AssertionText text, Schema schema, String className, List<Path> classPath) {
        String error = inMethod(text, schema, className, classPath);
        return error != null ? error : StateForm.compilationError(text, schema.variables());
    }
}
