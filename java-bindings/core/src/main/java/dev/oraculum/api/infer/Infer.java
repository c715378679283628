package dev.oraculum.api.infer;

import dev.oraculum.api.JobListener;
import dev.oraculum.api.MethodSelection;
import dev.oraculum.api.Phase;
import dev.oraculum.api.Project;
import dev.oraculum.api.Request;
import dev.oraculum.api.evidence.Exits;
import dev.oraculum.api.settings.InferSettings;
import dev.oraculum.api.settings.StateSettings;
import dev.oraculum.internal.Records;
import dev.oraculum.pipeline.InferJob;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/**
 * Infer likely invariants of methods from runs of their tests on the unchanged program.
 *
 * @param project the methods' code and tests
 * @param methods whose invariants
 * @param settings of the inference
 * @param exits at which normal exits states are taken
 * @param states what is recorded of a state
 * @param trace a file to write the samples to, as a trace of Daikon's; null: none
 * @param recorded a folder with what test runs of the build recorded, which take the place of runs of our own ({@link
 *     dev.oraculum.api.Oraculum#planRecording(Infer, Path)}); null: the tests are run
 */
public record Infer(
        Project project, MethodSelection methods, InferSettings settings, Exits exits, StateSettings states, Path trace, Path recorded)
        implements Request<InferReport> {
    public Infer {
        Objects.requireNonNull(project, "project");
        Objects.requireNonNull(methods, "methods");
        Objects.requireNonNull(settings, "settings");
        Objects.requireNonNull(exits, "exits");
        Objects.requireNonNull(states, "states");
    }

    /** All defaults. */
    public static Infer of(Project project, MethodSelection methods) {
        return new Infer(project, methods, InferSettings.defaults(), Exits.ALL, StateSettings.DEFAULT, null, null);
    }

    @Override
    public List<Phase> phases() {
        return List.of(Phase.CLASS_TESTS, Phase.ANALYSIS, Phase.TESTS, Phase.DATASET, Phase.INFERENCE);
    }

    @Override
    public InferReport run(JobListener listener) {
        return InferJob.infer(this, listener);
    }

    public Infer withProject(Project changed) {
        return Records.with(this, "project", changed);
    }

    public Infer withMethods(MethodSelection changed) {
        return Records.with(this, "methods", changed);
    }

    public Infer withSettings(InferSettings changed) {
        return Records.with(this, "settings", changed);
    }

    public Infer withExits(Exits which) {
        return Records.with(this, "exits", which);
    }

    public Infer withStates(StateSettings changed) {
        return Records.with(this, "states", changed);
    }

    /** Takes what test runs of the build recorded into a folder, and runs no tests. */
    public Infer withRecorded(Path folder) {
        return Records.with(this, "recorded", folder);
    }

    public Infer withTrace(Path file) {
        return Records.with(this, "trace", file);
    }
}
