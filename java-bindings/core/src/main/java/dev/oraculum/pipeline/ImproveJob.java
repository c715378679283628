package dev.oraculum.pipeline;

import dev.oraculum.api.Engine;
import dev.oraculum.api.EngineOptions;
import dev.oraculum.api.JobListener;
import dev.oraculum.api.OpenMode;
import dev.oraculum.api.Phase;
import dev.oraculum.api.ProjectException;
import dev.oraculum.api.evidence.EvidenceSummary;
import dev.oraculum.api.evidence.MutantFigures;
import dev.oraculum.api.improve.Improve;
import dev.oraculum.api.improve.ImproveRequest;
import dev.oraculum.api.improve.ImproveResult;
import dev.oraculum.api.settings.InferSettings;
import dev.oraculum.execution.CannotRunException;
import dev.oraculum.facts.ClassPathException;
import dev.oraculum.facts.MethodReferenceException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/** {@link dev.oraculum.api.Oraculum#improve}: from a project to a verified assertion. */
public final class ImproveJob {
    private ImproveJob() {}

    /** See {@link dev.oraculum.api.Oraculum#improve}. */
    public static ImproveResult improve(Improve request, JobListener listener) {
        return collect(request, listener, run -> search(run, request));
    }

    /** The second half: the search on the evidence, the verification, the proof. */
    static ImproveResult search(Collected run, Improve request) {
        SearchAndVerify.Origin origin = new SearchAndVerify.Origin(
                run.analysis().jvm(),
                run.analysis().className(),
                run.analysis().classPath(),
                run.evidence().testsLeftOut(),
                run.analysis().classesLeftOut(),
                run.evidence().contained(),
                run.evidence().notRecorded());
        SearchAndVerify.Trials trials = without ->
                ProjectTrials.of(request, run.analysis(), run.engine(), run.evidence().testsLeftOut(), without);
        SearchAndVerify.Attacks attacks = request.states().assessorTests() == 0 ? null
                : without -> new Assessor(request, run.analysis(), run.engine(), without, run.clock()::warning);
        return SearchAndVerify.run(
                run.engine(), started(request.search(), run.engine()), run.summary(), origin, attacks, trials, run.clock());
    }

    /** The request with its initial assertion, where that is to be the invariants. */
    static ImproveRequest started(ImproveRequest request, Engine engine) {
        boolean fromInvariants = request.assertion() == null && request.initial() == ImproveRequest.Initial.INVARIANTS;
        return fromInvariants ? request.withAssertion(engine.infer(InferSettings.defaults()).assertion()) : request;
    }

    /** See {@link dev.oraculum.api.Oraculum#exportStates(Improve, Path, JobListener)}. */
    public static void exportStates(Improve request, Path output, JobListener listener) {
        collect(request, listener, run -> {
            run.engine().evidence().exportStates(output);
            return null;
        });
    }

    /** A job whose evidence is complete. */
    record Collected(Engine engine, Analysis analysis, EvidenceRun.Outcome evidence, EvidenceSummary summary, JobClock clock) {}

    private static <T> T collect(Improve request, JobListener listener, Function<Collected, T> then) {
        return withProjectErrors(() -> {
            requireSettings(request);
            JobClock clock = new JobClock(listener);
            Analysis analysis = clock.run(Phase.ANALYSIS, () -> Analysis.of(request, clock), Analysis::describe);
            return collect(request, analysis, null, clock, then);
        });
    }

    /**
     * The first half, after the analysis: the evidence.
     *
     * @param recorded the tests on the original program, run for several methods; null: run them for this one
     */
    static <T> T collect(
            Improve request, Analysis analysis, ClassRecording recorded, JobClock clock, Function<Collected, T> then) {
        try (Engine engine = open(request)) {
            engine.evidence().begin(analysis.schema(), analysis.inputs(), analysis.capture().constants());
            if (request.search().assertion() != null) {
                // A wrong assertion should not cost a run of all tests.
                engine.check(request.search().assertion());
            }
            EvidenceRun.Outcome evidence = EvidenceRun.collect(request, analysis, recorded, engine.evidence(), clock);
            EvidenceSummary summary = clock.run(Phase.DATASET, engine.evidence()::summary, ImproveJob::describe);
            if (summary.correct() == 0) {
                throw new ProjectException(
                        ProjectException.Kind.NO_TESTS,
                        "no test leaves " + analysis.schema().method()
                                + " by a normal exit in a reproducible way, so there is nothing to assert; add a test that calls it and "
                                        + "that it returns to",
                        List.of());
            }
            return then.apply(new Collected(engine, analysis, evidence, summary, clock));
        }
    }

    /** A wrong setting should not cost a run of all tests, nor an analysis. */
    static void requireSettings(Improve request) {
        try (Engine engine = Engine.open(EngineOptions.inMemory().withThreads(1).withStates(request.states()))) {
            engine.check(request.search());
        }
    }

    static Engine open(Improve request) {
        EngineOptions options = request.evidence() == null
                ? EngineOptions.inMemory()
                : EngineOptions.file(request.evidence(), request.resume() ? OpenMode.RESUME : OpenMode.NEW);
        return Engine.open(options.withThreads(request.project().threads()).withStates(request.states()));
    }

    static String describe(EvidenceSummary summary) {
        MutantFigures mutants = summary.mutants();
        return summary.correct() + " correct and " + summary.incorrect() + " incorrect states of " + summary.schema().variables().size()
                + " variables; of " + mutants.total() + " mutants " + mutants.killedBeforeAssertion() + " died before the assertion, "
                        + mutants.likelyEquivalent() + " not visible in the recorded state";
    }

    static <T> T withProjectErrors(Supplier<T> job) {
        try {
            return job.get();
        } catch (CannotRunException | ClassPathException e) {
            throw new ProjectException(e.getMessage(), e);
        } catch (MethodReferenceException e) {
            throw switch (e.kind()) {
                case SYNTAX, AMBIGUOUS -> e;
                case UNKNOWN_CLASS, UNKNOWN_METHOD, UNREADABLE_CLASS, CLASS_OF_JDK -> new ProjectException(e.getMessage(), e);
                case NOT_OBSERVABLE -> new ProjectException(ProjectException.Kind.NOT_OBSERVABLE, e.getMessage(), e);
            };
        }
    }
}
