package dev.oraculum.pipeline;

import dev.oraculum.api.Engine;
import dev.oraculum.api.EngineOptions;
import dev.oraculum.api.JobListener;
import dev.oraculum.api.LeftOut;
import dev.oraculum.api.MethodSelection;
import dev.oraculum.api.Phase;
import dev.oraculum.api.ProjectException;
import dev.oraculum.api.improve.Improve;
import dev.oraculum.api.infer.Infer;
import dev.oraculum.api.infer.InferReport;
import dev.oraculum.api.infer.Inference;
import dev.oraculum.api.settings.InferSettings;
import dev.oraculum.internal.Json;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;

/**
 * {@link dev.oraculum.api.Oraculum#infer}: the tests run on the unchanged program, and what held at the entries and exits of methods is
 * reported. The tests of a class run twice, for all of its methods at once; what differs between the runs is left out. Where test runs of
 * the build have recorded that, these take the place of ours.
 */
public final class InferJob {
    private InferJob() {}

    /** See {@link dev.oraculum.api.Oraculum#infer}. */
    public static InferReport infer(Infer request, JobListener listener) {
        return ImproveJob.withProjectErrors(() -> {
            JobClock clock = new JobClock(listener);
            List<Inference.Point> points = new ArrayList<>();
            List<InferReport.Failure> failures = new ArrayList<>();
            List<InferReport.TestLeftOut> testsLeftOut = new ArrayList<>();
            try (ProjectFiles files = ProjectFiles.open(request.project()); TraceFile trace = TraceFile.of(request.trace())) {
                List<String> methods = methods(request, files);
                clock.subjectsFound(methods);
                RecordedStates states = request.recorded() == null ? null : RecordedStates.of(request, files, clock::warning);
                int done = 0;
                for (List<String> ofClass : BatchSchedule.byClass(methods).values()) {
                    List<Inference.Point> ofMethods = new ArrayList<>();
                    try (ClassRecording recorded = record(request, ofClass, files, states, clock);
                            ObjectFacts objects = ObjectFacts.of(ofClass, request.settings())) {
                        for (String method : ofClass) {
                            done++;
                            boolean any = !points.isEmpty() || !ofMethods.isEmpty();
                            if (any && Thread.currentThread().isInterrupted()) {
                                failures.add(interrupted(method));
                                continue;
                            }
                            JobClock ofMethod = clock.of(method);
                            ofMethod.subjectStarted();
                            try {
                                OfMethod found = ImproveJob.withProjectErrors(() ->
                                        ofMethod(
                                                evidence(request, method), states, recorded, files, request.settings(),
                                                List.of(trace, objects.samples()), ofMethod));
                                ofMethods.addAll(found.inference().points());
                                found.testsLeftOut().forEach(test ->
                                        testsLeftOut.add(new InferReport.TestLeftOut(method, test.name(), test.reason())));
                                ofMethod.subjectFinished(done, true, describe(found.inference()));
                            } catch (CancellationException e) {
                                if (!any) {
                                    throw e;
                                }
                                failures.add(interrupted(method));
                            } catch (ProjectException e) {
                                if (e.kind() == ProjectException.Kind.OTHER || methods.size() == 1) {
                                    throw e;
                                }
                                failures.add(new InferReport.Failure(method, e.getMessage()));
                                ofMethod.subjectFinished(done, false, e.getMessage());
                            }
                        }
                        points.addAll(objects.with(ofMethods));
                    }
                }
                trace.finish();
                return new InferReport(Json.SCHEMA_VERSION, request.settings(), points, failures, testsLeftOut, 0, 0, List.of(),
                        Map.of("total", clock.total()),
                        clock.infoOf(states == null ? files.jvm().version() : states.jvms(), null));
            }
        });
    }

    /** The methods that are meant, by class; one that is named alone is as the user writes it. */
    static List<String> methods(Infer request, ProjectFiles files) {
        return isOne(request.methods()) ? request.methods().methods() : files.methods(request.methods());
    }

    /** As the user writes it. */
    private static boolean isOne(MethodSelection methods) {
        return methods.methods().size() == 1 && methods.classes().isEmpty() && methods.packages().isEmpty();
    }

    /** The evidence of a method; nothing is mutated and nothing is searched. */
    static Improve evidence(Infer request, String method) {
        return Improve.of(request.project(), method)
                .withExits(request.exits())
                .withStates(request.states());
    }

    /** The tests of a class, run for all of its methods; null: each is on its own. */
    private static ClassRecording record(
            Infer request, List<String> methods, ProjectFiles files, RecordedStates states, JobClock clock) {
        if (states != null) {
            List<Analysis> analysed = methods.stream().flatMap(method -> states.analysis(method).stream()).toList();
            JobClock ofClass = clock.of(BatchSchedule.className(methods.get(0)));
            return analysed.isEmpty() ? null : ClassRecording.of(states, analysed, ofClass::warning);
        }
        List<Analysis> recorded = new ArrayList<>();
        if (methods.size() > 1 && !Thread.currentThread().isInterrupted()) {
            for (String method : methods) {
                try {
                    recorded.add(Analysis.withoutMutants(evidence(request, method), files, new JobClock(JobListener.NONE)));
                } catch (RuntimeException e) {
                    // Its own turn will tell.
                }
            }
        }
        if (recorded.size() < 2) {
            return null;
        }
        JobClock ofClass = clock.of(BatchSchedule.className(methods.get(0)));
        try {
            return ofClass.run(
                    Phase.CLASS_TESTS,
                    "for " + recorded.size() + " methods",
                    () -> ClassRecording.orNone(evidence(request, methods.get(0)), recorded, 1, ofClass::warning),
                    recording -> recording == null ? "each method on its own" : "");
        } catch (CancellationException e) {
            // The thread is interrupted, which ends the methods one by one.
            return null;
        }
    }

    private static InferReport.Failure interrupted(String method) {
        return new InferReport.Failure(method, "the run was interrupted before it was finished");
    }

    private record OfMethod(Inference inference, List<LeftOut> testsLeftOut) {}

    private static OfMethod ofMethod(
            Improve request,
            RecordedStates states,
            ClassRecording recorded,
            ProjectFiles files,
            InferSettings settings,
            List<TraceFile> traces,
            JobClock clock) {
        Analysis analysis = clock.run(Phase.ANALYSIS, () -> analysis(request, states, files, clock), Analysis::describe);
        ClassRecording shared = recorded != null && recorded.has(analysis) ? recorded : null;
        return ImproveJob.collect(request, analysis, shared, clock, run -> {
            List<LeftOut> testsLeftOut = SearchAndVerify.testsLeftOut(run.evidence().testsLeftOut(), run.summary());
            traces.forEach(trace -> trace.add(run.engine()));
            Inference found = clock.run(Phase.INFERENCE, () -> run.engine().infer(settings), InferJob::describe);
            return new OfMethod(found, testsLeftOut);
        });
    }

    /** That of the plan by which the states were recorded, where there is one. */
    private static Analysis analysis(Improve request, RecordedStates states, ProjectFiles files, JobClock clock) {
        Analysis planned = states == null ? null : states.analysis(request.method()).orElse(null);
        if (planned == null) {
            return Analysis.withoutMutants(request, files, clock);
        }
        planned.capture().dropped().forEach(clock::warning);
        return planned;
    }

    private static String describe(Inference found) {
        int invariants = found.points().stream().mapToInt(point -> point.invariants().size()).sum();
        return Text.count(invariants, "invariant") + " at " + Text.count(found.points().size(), "program point");
    }

    /** See {@link dev.oraculum.api.Oraculum#inferTraces}. */
    public static InferReport inferTraces(List<Path> declarations, List<Path> traces, InferSettings settings, int threads) {
        JobClock clock = new JobClock(JobListener.NONE);
        try (Engine engine = Engine.open(EngineOptions.inMemory().withThreads(threads))) {
            Inference found = engine.inferTraces(declarations, traces, settings);
            return new InferReport(
                    Json.SCHEMA_VERSION, settings, found.points(), List.of(), List.of(), found.exitsWithoutEntry(),
                    found.entriesWithoutExit(), found.truncated(), Map.of("total", clock.total()), clock.info(null, null));
        }
    }
}
