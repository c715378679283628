package dev.oraculum.api.improve;

import dev.oraculum.api.JobListener;
import dev.oraculum.api.Phase;
import dev.oraculum.api.Project;
import dev.oraculum.api.Request;
import dev.oraculum.api.evidence.Exits;
import dev.oraculum.api.settings.StateSettings;
import dev.oraculum.internal.Records;
import dev.oraculum.pipeline.ImproveJob;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/**
 * Improve the assertion of one method with the tests of its project. Begin with {@link #of} and change what should differ.
 *
 * @param project the method's code and tests
 * @param method {@code pkg.C#m}, or {@code pkg.C#m(int,java.lang.String)} where {@code m} is overloaded; {@code pkg.C#<init>(int)} is a
 *     constructor
 * @param search what to search for: initial assertion, seed, budget, settings
 * @param mutators names of PIT's mutators or groups of them; empty: PIT's defaults
 * @param mutate what to mutate
 * @param exits at which normal exits states are taken
 * @param afterFailure what a test on a mutant does after a failed assertion
 * @param states what is recorded of a state, and which states become evidence
 * @param evidence file that evidence is written to as it comes; null: kept in memory
 * @param resume continue what {@code evidence} holds
 * @param proving how the result is proven on the project's own tests
 */
public record Improve(
        Project project,
        String method,
        ImproveRequest search,
        List<String> mutators,
        Mutate mutate,
        Exits exits,
        AfterFailure afterFailure,
        StateSettings states,
        Path evidence,
        boolean resume,
        Proving proving)
        implements Request<ImproveResult> {

    /** What to mutate. */
    public enum Mutate {
        /** The method under test. */
        METHOD,
        /** The whole class of the method. */
        CLASS
    }

    /** What a test on a mutant does after an assertion of JUnit, Hamcrest or TestNG has failed. */
    public enum AfterFailure {
        /** It goes on, so that a test over many inputs leaves an incorrect state behind for each. */
        CONTINUE,
        /** It ends, as tests do. */
        STOP
    }

    public Improve {
        Objects.requireNonNull(project, "project");
        Objects.requireNonNull(method, "method");
        Objects.requireNonNull(search, "search");
        mutators = List.copyOf(mutators);
        Objects.requireNonNull(mutate, "mutate");
        Objects.requireNonNull(exits, "exits");
        Objects.requireNonNull(afterFailure, "afterFailure");
        Objects.requireNonNull(states, "states");
        Objects.requireNonNull(proving, "proving");
        if (resume && evidence == null) {
            throw new IllegalArgumentException("there is nothing to resume without an evidence file");
        }
    }

    /** All defaults. */
    public static Improve of(Project project, String method) {
        return new Improve(project, method, ImproveRequest.defaults(), List.of(), Mutate.METHOD, Exits.ALL, AfterFailure.CONTINUE,
                StateSettings.DEFAULT, null, false, Proving.DEFAULT);
    }

    @Override
    public List<Phase> phases() {
        List<Phase> all = List.of(Phase.ANALYSIS, Phase.TESTS, Phase.FURTHER_TESTS, Phase.MUTANTS, Phase.DATASET, Phase.SEARCH,
                Phase.VERIFICATION, Phase.ASSESSMENT, Phase.PROVING);
        return all.stream()
                .filter(phase -> phase != Phase.FURTHER_TESTS || states.generatedTests() > 0)
                .filter(phase -> phase != Phase.ASSESSMENT || states.assessorTests() > 0)
                .toList();
    }

    @Override
    public ImproveResult run(JobListener listener) {
        return ImproveJob.improve(this, listener);
    }

    public Improve withProject(Project changed) {
        return Records.with(this, "project", changed);
    }

    /** The same for another method. */
    public Improve withMethod(String name) {
        return Records.with(this, "method", name);
    }

    public Improve withSearch(ImproveRequest request) {
        return Records.with(this, "search", request);
    }

    /** @param names of PIT's mutators or groups of them; empty: PIT's defaults */
    public Improve withMutators(List<String> names) {
        return Records.with(this, "mutators", names);
    }

    public Improve withMutate(Mutate what) {
        return Records.with(this, "mutate", what);
    }

    public Improve withExits(Exits which) {
        return Records.with(this, "exits", which);
    }

    public Improve withAfterFailure(AfterFailure what) {
        return Records.with(this, "afterFailure", what);
    }

    public Improve withStates(StateSettings settings) {
        return Records.with(this, "states", settings);
    }

    /** @param file null: evidence is kept in memory */
    public Improve withEvidence(Path file) {
        return Records.with(this, "evidence", file);
    }

    public Improve withProving(Proving changed) {
        return Records.with(this, "proving", changed);
    }

    /** Continues what the evidence file holds. */
    public Improve withResume(boolean resumed) {
        return Records.with(this, "resume", resumed);
    }
}
