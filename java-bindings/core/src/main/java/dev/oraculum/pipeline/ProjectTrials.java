package dev.oraculum.pipeline;

import dev.oraculum.api.Engine;
import dev.oraculum.api.LeftOut;
import dev.oraculum.api.evidence.Counterexamples;
import dev.oraculum.api.evidence.EvidenceSummary;
import dev.oraculum.api.improve.AssertionText;
import dev.oraculum.api.improve.Clause;
import dev.oraculum.api.improve.Form;
import dev.oraculum.api.improve.Improve;
import dev.oraculum.api.improve.Patch;
import dev.oraculum.api.improve.Proof;
import dev.oraculum.api.improve.Proving;
import dev.oraculum.execution.CannotRunException;
import dev.oraculum.execution.ExecutionSettings;
import dev.oraculum.patch.SourcePatches;
import dev.oraculum.patch.SourcePatches.Insertion;
import dev.oraculum.proving.ClauseFailure;
import dev.oraculum.proving.PatchTrial;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CancellationException;
import java.util.function.BiFunction;

/**
 * What the project's own tests say of a result: further runs of the program as it is, of tests that are left out of the evidence; then the
 * tests on the patched program. Clauses that do not hold there are dropped; states in which they did not are evidence, as far as they can
 * be recorded, and the search may go on with them.
 */
final class ProjectTrials {
    private final Engine engine;
    private final Proving proving;
    private final FurtherRuns further;
    private final PatchTrial patch;
    private final List<LeftOut> leftOutBefore;
    private final BiFunction<VerifiedImprovement, Set<Integer>, VerifiedImprovement> without;

    private final List<LeftOut> dropped = new ArrayList<>();
    private long states;
    private long counterexamples;
    private int jvms;
    private int rounds;

    private ProjectTrials(
            Engine engine, Proving proving, FurtherRuns further, PatchTrial patch, List<LeftOut> leftOutBefore,
            BiFunction<VerifiedImprovement, Set<Integer>, VerifiedImprovement> without) {
        this.engine = engine;
        this.proving = proving;
        this.further = further;
        this.patch = patch;
        this.leftOutBefore = leftOutBefore;
        this.without = without;
    }

    /**
     * Trials of one method's assertions.
     *
     * @param leftOut tests that left no states
     * @param without the result without some of its clauses, verified
     */
    static ProjectTrials of(
            Improve request, Analysis analysis, Engine engine, List<LeftOut> leftOut,
            BiFunction<VerifiedImprovement, Set<Integer>, VerifiedImprovement> without) {
        List<String> testClasses = analysis.testClasses().get(analysis.testClasses().size() - 1);
        ExecutionSettings settings = EvidenceRun.settings(request, analysis, testClasses, FurtherRuns.wide(analysis.capture().plan()));
        Proving proving = request.proving();
        if (proving.sources() == null) {
            return new ProjectTrials(engine, proving, new FurtherRuns(engine, settings), null, leftOut, without);
        }
        ExecutionSettings reaching = settings.withTestClasses(analysis.provingClasses());
        PatchTrial patch = new PatchTrial(settings, reaching, proving, request.exits());
        return new ProjectTrials(engine, proving, new FurtherRuns(engine, reaching), patch, leftOut, without);
    }

    /**
     * What came of a trial.
     *
     * @param result without the clauses that were dropped
     * @param proof null: the search is to go on with the states that became evidence
     * @param patch that was tried; null: none was
     */
    record Outcome(VerifiedImprovement result, Proof proof, Patch patch) {
        Outcome(VerifiedImprovement result, Proof proof) {
            this(result, proof, null);
        }

        String describe() {
            return proof == null ? "not all clauses hold in further states: the search goes on with them"
                    : proof.status().words() + (proof.reason().isEmpty() ? "" : ": " + proof.reason());
        }
    }

    /** Tries a result, and drops what does not hold, until the rest does or the search is to go on. */
    Outcome of(VerifiedImprovement found, EvidenceSummary summary) {
        if (Thread.currentThread().isInterrupted()) {
            return new Outcome(found, Proof.notTried("the run was interrupted before it was tried"));
        }
        try {
            return settle(found, summary);
        } catch (CancellationException e) {
            Thread.currentThread().interrupt();
            return new Outcome(found, proof(Proof.Status.NOT_TRIED, "the run was interrupted while it was tried", 0));
        } catch (CannotRunException e) {
            return new Outcome(found, proof(Proof.Status.NOT_TRIED, "the tests cannot be run: " + e.getMessage(), 0));
        }
    }

    private Outcome settle(VerifiedImprovement found, EvidenceSummary summary) {
        VerifiedImprovement result = found;
        if (text(result).java().equals("true")) {
            return new Outcome(result, proof(Proof.Status.NOT_TRIED, "there is no assertion to try", 0));
        }
        Set<String> leftOut = new TreeSet<>();
        SearchAndVerify.testsLeftOut(leftOutBefore, summary).forEach(test -> leftOut.add(test.name()));
        int runs = 1;
        if (!leftOut.isEmpty()) {
            Counterexamples seen = record(leftOut, result);
            // What a record cannot tell speaks on the patched program, as often.
            runs = seen.judged() == seen.states() ? 1 : proving.runs();
            if (seen.counterexamples() > 0) {
                if (goesOn()) {
                    return new Outcome(result, null);
                }
                if (isGiven(result)) {
                    return new Outcome(result, proof(Proof.Status.REFUTED, "the assertion that was given is false in further states", 0));
                }
                result = withoutFalse(result);
            }
        }
        while (true) {
            if (text(result).java().equals("true")) {
                return new Outcome(result, proof(Proof.Status.NOT_TRIED, "no clause is left of the assertion", 0));
            }
            if (patch == null) {
                return new Outcome(result, proof(Proof.Status.NOT_TRIED, "no sources were given, so the patched program was not run", 0));
            }
            List<Clause> clauses = result.improvement().clauses();
            PatchTrial.Result tried = patch.of(List.of(insertion(result)), runs);
            jvms += tried.jvms();
            if (tried.failures().isEmpty()) {
                return new Outcome(result, concluded(tried), written(tried.patch(), proving));
            }
            Set<String> culprits = new TreeSet<>();
            tried.failures().values().forEach(failure -> culprits.addAll(failure.tests()));
            if (!culprits.isEmpty() && record(culprits, result).counterexamples() > 0 && goesOn()) {
                return new Outcome(result, null);
            }
            if (isGiven(result)) {
                String reason = tried.failures().values().iterator().next().reason();
                return new Outcome(result, proof(Proof.Status.REFUTED, "the assertion that was given " + reason, 0));
            }
            for (ClauseFailure failure : tried.failures().values()) {
                dropped.add(new LeftOut(clauses.get(failure.clause()).assertion(), failure.reason()));
            }
            result = without.apply(result, tried.failures().keySet());
        }
    }

    /** The change, for a user. */
    static Patch written(SourcePatches patch, Proving proving) {
        Path folder = proving.form() == Form.TEST ? proving.testSources() : proving.sources();
        return new Patch(folder, patch.diff(), patch.files(), patch.notes(), patch.failures());
    }

    private Proof concluded(PatchTrial.Result tried) {
        if (!tried.obstacle().isEmpty()) {
            return proof(Proof.Status.NOT_TRIED, tried.obstacle(), 0);
        }
        return tried.refuting().isEmpty()
                ? proof(Proof.Status.PROVEN, "", tried.tests())
                : proof(Proof.Status.REFUTED, "with the patch, " + String.join("; ", tried.refuting()), tried.tests());
    }

    private Proof proof(Proof.Status status, String reason, long tests) {
        return new Proof(status, reason, tests, jvms, states, counterexamples, rounds, dropped);
    }

    private static AssertionText text(VerifiedImprovement result) {
        return result.improvement().best().text();
    }

    /** Nothing is taken out of what a user has written. */
    private static boolean isGiven(VerifiedImprovement result) {
        return result.improvement().improved() == null;
    }

    /** The assertion with the texts of its clauses. */
    private Insertion insertion(VerifiedImprovement result) {
        List<AssertionText> clauses = result.improvement().clauses().stream().map(clause -> engine.check(clause.assertion())).toList();
        return new Insertion(engine.evidence().schema().method(), text(result), clauses);
    }

    private Counterexamples record(Set<String> tests, VerifiedImprovement result) {
        FurtherRuns.Seen seen = further.of(tests, text(result).assertion(), proving.runs());
        jvms += seen.jvms();
        states += seen.states().judged();
        counterexamples += seen.states().counterexamples();
        return seen.states();
    }

    /** Whether the search may go on once more. */
    private boolean goesOn() {
        if (rounds == proving.rounds()) {
            return false;
        }
        rounds++;
        return true;
    }

    /** Without the clauses that states refute which are evidence now. */
    private VerifiedImprovement withoutFalse(VerifiedImprovement result) {
        Set<Integer> wrong = new HashSet<>();
        List<Clause> clauses = result.improvement().clauses();
        for (int i = 0; i < clauses.size(); i++) {
            if (engine.evaluate(clauses.get(i).assertion()).fp() > 0) {
                wrong.add(i);
                dropped.add(new LeftOut(
                        clauses.get(i).assertion(), "is false in a further state of a test that is left out of the evidence"));
            }
        }
        return without.apply(result, wrong);
    }
}
