package dev.oraculum.pipeline;

import dev.oraculum.api.evidence.EvidenceSummary;
import dev.oraculum.api.evidence.MutantVerdict;
import java.util.List;
import java.util.regex.Pattern;

/**
 * How much speaks for a result.
 *
 * @param sufficient whether there is anything to call an assertion good by
 * @param summary for a reader
 */
record EvidenceInWords(boolean sufficient, String summary) {
    /** Mutants of PIT that any mention of the result, or of a boundary, tells from the original; ids as {@code min(int,int)/MATH/7}. */
    private static final Pattern TRIVIAL = Pattern.compile(".*/[A-Z_]*(RETURN|BOUNDARY)[A-Z_]*/\\d+");

    /** @param mutant its id */
    static boolean isTrivial(String mutant) {
        return TRIVIAL.matcher(mutant).matches();
    }

    static EvidenceInWords of(EvidenceSummary evidence, List<MutantVerdict> verdicts) {
        List<MutantVerdict> visible = verdicts.stream().filter(mutant -> mutant.incorrectStates() > 0).toList();
        long total = evidence.mutants().total();
        long written = evidence.tests() - evidence.generatedTests();
        long generated = evidence.generatedTests();
        String tests = generated == 0 ? Text.count(written, "test")
                : written == 0 ? Text.count(generated, "generated test")
                : Text.count(written, "test") + " and " + Text.count(generated, "generated one");
        String correct = tests + (evidence.tests() == 1 ? " returns" : " return") + " from the method "
                + (evidence.invocations() == 1 ? "once" : evidence.invocations() + " times") + ", in "
                + Text.count(evidence.correct(), "different correct state");
        if (visible.isEmpty()) {
            String none = total == 0 ? "there are no mutants"
                    : "of " + Text.count(total, "mutant") + " none is visible in the recorded state";
            return new EvidenceInWords(false, correct + "; " + none);
        }
        if (visible.size() == 1 && isTrivial(visible.get(0).mutant())) {
            return new EvidenceInWords(false, correct + "; of " + Text.count(total, "mutant")
                    + " one is visible in the recorded state, and it only changes a return value or a boundary");
        }
        return new EvidenceInWords(true, correct + "; " + visible.size() + " of " + Text.count(total, "mutant")
                + (visible.size() == 1 ? " is" : " are") + " visible in the recorded state, in "
                + Text.count(evidence.incorrect(), "incorrect one"));
    }
}
