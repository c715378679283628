package dev.oraculum.pipeline;

import dev.oraculum.api.BatchListener;
import dev.oraculum.api.Engine;
import dev.oraculum.api.EngineOptions;
import dev.oraculum.api.ImproveListener;
import dev.oraculum.api.ImproveProject;
import dev.oraculum.api.InferReport;
import dev.oraculum.api.InferSettings;
import dev.oraculum.api.Inference;
import dev.oraculum.api.LeftOut;
import dev.oraculum.api.MethodSelection;
import dev.oraculum.api.Phase;
import dev.oraculum.api.ProjectException;
import dev.oraculum.internal.Json;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;

/**
 * {@link dev.oraculum.api.Oraculum#infer}: the tests run on the unchanged program, and what held at the entries and exits of methods is
 * reported. The tests of a class run twice, for all of its methods at once; what differs between the runs is left out.
 */
public final class InferJob {
    private InferJob() {}

    /** See {@link dev.oraculum.api.Oraculum#infer}. */
    public static InferReport infer(ImproveProject project, MethodSelection selection, InferSettings settings, BatchListener listener) {
        return ImproveJob.withProjectErrors(() -> {
            long start = System.nanoTime();
            List<Inference.Point> points = new ArrayList<>();
            List<InferReport.Failure> failures = new ArrayList<>();
            List<InferReport.TestLeftOut> testsLeftOut = new ArrayList<>();
            try (ProjectFiles files = ProjectFiles.open(project)) {
                List<String> methods = project.method().isEmpty() ? files.methods(selection) : List.of(project.method());
                listener.started(methods);
                for (List<String> ofClass : BatchSchedule.byClass(methods).values()) {
                    try (ClassRecording recorded = record(project, ofClass, files, listener)) {
                        for (String method : ofClass) {
                            if (!points.isEmpty() && Thread.currentThread().isInterrupted()) {
                                failures.add(interrupted(method));
                                continue;
                            }
                            listener.methodStarted(method);
                            try {
                                OfMethod found = ImproveJob.withProjectErrors(() ->
                                        ofMethod(project.withMethod(method), recorded, files, settings, listener));
                                points.addAll(found.inference().points());
                                found.testsLeftOut().forEach(test ->
                                        testsLeftOut.add(new InferReport.TestLeftOut(method, test.name(), test.reason())));
                            } catch (CancellationException e) {
                                if (points.isEmpty()) {
                                    throw e;
                                }
                                failures.add(interrupted(method));
                            } catch (ProjectException e) {
                                if (e.kind() == ProjectException.Kind.OTHER || methods.size() == 1) {
                                    throw e;
                                }
                                failures.add(new InferReport.Failure(method, e.getMessage()));
                            }
                        }
                    }
                }
            }
            return new InferReport(Json.SCHEMA_VERSION, settings, points, failures, testsLeftOut, 0, 0, elapsed(start));
        });
    }

    /** The tests of a class, run for all of its methods; null: each is on its own. */
    private static ClassRecording record(ImproveProject project, List<String> methods, ProjectFiles files, BatchListener listener) {
        String className = BatchSchedule.className(methods.get(0));
        List<Analysis> recorded = new ArrayList<>();
        if (methods.size() > 1 && !Thread.currentThread().isInterrupted()) {
            for (String method : methods) {
                try {
                    recorded.add(Analysis.withoutMutants(project.withMethod(method), files, ImproveListener.NONE));
                } catch (RuntimeException e) {
                    // Its own turn will tell.
                }
            }
        }
        if (recorded.size() < 2) {
            return null;
        }
        listener.recordingStarted(className, recorded.size());
        try {
            return ClassRecording.orNone(project, recorded, 1, message -> listener.warning(className, message));
        } catch (CancellationException e) {
            // The thread is interrupted, which ends the methods one by one.
            return null;
        } finally {
            listener.recordingFinished(className);
        }
    }

    private static InferReport.Failure interrupted(String method) {
        return new InferReport.Failure(method, "the run was interrupted before it was finished");
    }

    private record OfMethod(Inference inference, List<LeftOut> testsLeftOut) {}

    private static OfMethod ofMethod(
            ImproveProject project, ClassRecording recorded, ProjectFiles files, InferSettings settings, BatchListener listener) {
        ImproveListener ears = new ImproveListener() {
            @Override
            public void phaseStarted(Phase phase) {
                listener.phaseStarted(project.method(), phase);
            }

            @Override
            public void warning(String message) {
                listener.warning(project.method(), message);
            }
        };
        PhaseClock clock = new PhaseClock(ears);
        Analysis analysis = clock.run(Phase.ANALYSIS, () -> Analysis.withoutMutants(project, files, ears), Analysis::describe);
        ClassRecording shared = recorded != null && recorded.has(analysis) ? recorded : null;
        return ImproveJob.collect(project, analysis, shared, clock, ears, run -> {
            List<LeftOut> testsLeftOut = SearchAndVerify.testsLeftOut(run.evidence().testsLeftOut(), run.summary());
            return new OfMethod(run.engine().infer(settings), testsLeftOut);
        });
    }

    /** See {@link dev.oraculum.api.Oraculum#inferTraces}. */
    public static InferReport inferTraces(List<Path> declarations, List<Path> traces, InferSettings settings, int threads) {
        long start = System.nanoTime();
        try (Engine engine = Engine.open(EngineOptions.inMemory().withThreads(threads))) {
            Inference found = engine.inferTraces(declarations, traces, settings);
            return new InferReport(
                    Json.SCHEMA_VERSION, settings, found.points(), List.of(), List.of(), found.exitsWithoutEntry(),
                            found.entriesWithoutExit(), elapsed(start));
        }
    }

    private static Map<String, Double> elapsed(long start) {
        return Map.of("total", Math.round((System.nanoTime() - start) / 1e6) / 1e3);
    }
}
