package dev.oraculum.api.improve;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import dev.oraculum.api.LeftOut;
import dev.oraculum.api.Phase;
import dev.oraculum.api.Report;
import dev.oraculum.api.RunInfo;
import dev.oraculum.api.evidence.MutantFigures;
import dev.oraculum.internal.Records;
import java.util.List;
import java.util.Map;

/**
 * Result of a job, as {@code improve --json} writes it (docs/formats.md, "Result of improve"). Everything but {@code elapsed} depends on
 * the project, the request and the seed only.
 *
 * @param schemaVersion 1
 * @param method {@code pkg.C#m(int,java.lang.String)}
 * @param seed of the search
 * @param stopReason why the search ended
 * @param generations completed
 * @param elapsed seconds by {@linkplain Phase#key phase}, and {@code total}
 * @param evidence what the assertion was judged by
 * @param initial the assertion that was given
 * @param improved the assertion found; null if there is none better
 * @param floor what no combination of the synthesis's atoms does better than; null, and absent, if there was no synthesis
 * @param gap false negatives of the best of the two less the floor's; null, and absent, if there is no floor or that one has false
 *     positives
 * @param ungated what would have been chosen if no clause had to pass a gate; null, and absent, if there was no synthesis
 * @param archive for each size the choice without gates that misses the fewest incorrect states, of those that the search met, none both
 *     larger
 *     than another and no better, the largest first; null, and absent, if there was no synthesis
 * @param clauses conjuncts of the best of the two, in its order, with what each is good for; empty for {@code true}
 * @param unchanged what the method leaves as it was, by its bytecode ({@link Improvement#unchanged})
 * @param clausesLeftOut clauses that were found and are not in the result, because their Java text does not compile, with the compiler's
 *     reason;
 *     absent if there are none
 * @param verified what the JVM says of the best of the two
 * @param assessed what generated tests say of it that the search had not seen; null, and absent, if it was not attacked
 * @param proof what the project's own tests say of it
 * @param survivingMutants mutants with incorrect states that the best of the two holds on
 * @param run how the run went; not part of the JSON
 */
public record ImproveReport(
        int schemaVersion,
        String method,
        long seed,
        StopReason stopReason,
        long generations,
        Map<String, Double> elapsed,
        Evidence evidence,
        Initial initial,
        Improved improved,
        @JsonInclude(JsonInclude.Include.NON_NULL) Floor floor,
        @JsonInclude(JsonInclude.Include.NON_NULL) Long gap,
        @JsonInclude(JsonInclude.Include.NON_NULL) Ungated ungated,
        @JsonInclude(JsonInclude.Include.NON_NULL) List<Ungated> archive,
        List<Clause> clauses,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> unchanged,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<LeftOut> clausesLeftOut,
        Verified verified,
        @JsonInclude(JsonInclude.Include.NON_NULL) Assessed assessed,
        Proof proof,
        List<String> survivingMutants,
        @JsonIgnore RunInfo run)
        implements Report {
    public ImproveReport {
        unchanged = unchanged == null ? List.of() : List.copyOf(unchanged);
        clausesLeftOut = clausesLeftOut == null ? List.of() : List.copyOf(clausesLeftOut);
        // What was kept by an earlier version has none.
        proof = proof == null ? Proof.notTried("an earlier version found it") : proof;
        run = run == null ? RunInfo.UNKNOWN : run;
    }

    /**
     * What the assertion was judged by.
     *
     * @param correct distinct correct states
     * @param incorrect distinct incorrect states
     * @param tests stable tests that reach the method
     * @param generatedTests how many of these are generated
     * @param invocations of the method that left these correct states
     * @param sufficient whether there is anything to call an assertion good by: mutants whose faults are visible in the recorded state, and
     *     not only one that changes a return value or a boundary
     * @param summary how much speaks for the result, in words
     * @param mutants mutants by what the best assertion says of them
     * @param variables names of the variables of a state
     * @param variablesLeftOut variables that are unstable or cannot be guarded, with the reason
     * @param testsLeftOut tests that fail or are unstable, with the reason
     * @param tooLong states of mutants that were not judged because their contents are too long to be recorded, or could not be read
     * @param inheritedCorruption states of mutants that were not judged because an earlier call had changed what the method was given
     * @param classesLeftOut classes met whose class files cannot be read, with the reason and the place
     * @param contained what mutants were refused
     * @param notRecorded runs of tests on mutants that left no states, and why
     */
    public record Evidence(
            long correct,
            long incorrect,
            long tests,
            long generatedTests,
            long invocations,
            boolean sufficient,
            String summary,
            MutantFigures mutants,
            List<String> variables,
            List<LeftOut> variablesLeftOut,
            List<LeftOut> testsLeftOut,
            long tooLong,
            long inheritedCorruption,
            List<LeftOut> classesLeftOut,
            Contained contained,
            NotRecorded notRecorded) {
        public Evidence {
            // What was kept by an earlier version has none.
            classesLeftOut = classesLeftOut == null ? List.of() : List.copyOf(classesLeftOut);
            contained = contained == null ? Contained.NONE : contained;
            notRecorded = notRecorded == null ? NotRecorded.NONE : notRecorded;
        }
    }

    /**
     * The assertion that was given.
     *
     * @param assertion in the assertion language
     * @param fp false positives: correct states on which it is false
     * @param fn false negatives: incorrect states on which it is true
     * @param size nodes of its tree
     */
    public record Initial(String assertion, long fp, long fn, int size) {}

    /**
     * The assertion found.
     *
     * @param assertion in the assertion language
     * @param java a Java boolean expression for the method's exits
     * @param entryValues declarations for the method's start that {@code java} needs
     * @param exitValues declarations that have to stand right before it
     * @param fp always 0
     * @param fn false negatives
     * @param size nodes of its tree
     */
    public record Improved(String assertion, String java, List<String> entryValues, List<String> exitValues, long fp, long fn, int size) {}

    /**
     * What the JDK's compiler and the JVM say of the best assertion.
     *
     * @param compiled it compiles, against the class under test if there is one
     * @param statesChecked states on which it was evaluated in the JVM
     * @param disagreements those on which the engine says otherwise; 0, or the job fails
     */
    public record Verified(boolean compiled, long statesChecked, long disagreements) {}

    /** The same with another proof. */
    public ImproveReport withProof(Proof other) {
        return Records.with(this, "proof", other);
    }

    /** Whether there is an assertion to use that the job found, or nothing was left to improve: never without evidence to say so by. */
    public boolean success() {
        boolean better = improved != null || initial.fp() == 0 && initial.fn() == 0;
        return better && evidence.sufficient() && proof.status() != Proof.Status.REFUTED;
    }
}
