package dev.oraculum.api.improve;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.oraculum.api.LeftOut;
import java.util.List;

/**
 * What the project's own tests say of a result, beyond the evidence it was found on. Proven is not true: it is what these tests show.
 *
 * @param status what is known
 * @param reason why the result is not proven; empty: it is
 * @param tests that passed on the patched program, with assertions enabled
 * @param jvms fresh ones in which tests ran for this
 * @param furtherStates correct states of further runs, of tests that are left out of the evidence too, in which the assertion was evaluated
 * @param counterexamples states in which an assertion was false that the search had found; they are correct states of the evidence now
 * @param rounds how often the search went on with them
 * @param dropped clauses that did not hold on the project, each with the reason, and that no state of the evidence refutes
 */
public record Proof(
        Status status, String reason, long tests, int jvms, long furtherStates, long counterexamples, int rounds,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<LeftOut> dropped) {
    /** What is known of a result. */
    public enum Status {
        /** The patched sources compile, and every test that passed before passes with assertions enabled. */
        @JsonProperty("proven")
        PROVEN("proven"),
        /** It could not be tried: there are no sources, they do not compile, the run was interrupted. */
        @JsonProperty("notTried")
        NOT_TRIED("not proven"),
        /** Tests that passed before fail with the patch. */
        @JsonProperty("refuted")
        REFUTED("refuted");

        private final String words;

        Status(String words) {
            this.words = words;
        }

        /** For a reader. */
        public String words() {
            return words;
        }
    }

    /** Nobody asked. */
    public static final Proof NONE = notTried("there are only states, and no project to try it on");

    public Proof {
        dropped = dropped == null ? List.of() : List.copyOf(dropped);
    }

    /** One that could not be. */
    public static Proof notTried(String reason) {
        return new Proof(Status.NOT_TRIED, reason, 0, 0, 0, 0, 0, List.of());
    }

    /** The same, as it ended. */
    public Proof ended(Status how, String why, long testsPassed, int jvmsMore) {
        return new Proof(how, why, testsPassed, jvms + jvmsMore, furtherStates, counterexamples, rounds, dropped);
    }
}
