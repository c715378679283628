package dev.oraculum.pipeline;

import dev.oraculum.api.Engine;
import dev.oraculum.api.EngineOptions;
import dev.oraculum.api.JobListener;
import dev.oraculum.api.OraculumException;
import dev.oraculum.api.Phase;
import dev.oraculum.api.ProjectException;
import dev.oraculum.api.Shard;
import dev.oraculum.api.improve.BatchReport;
import dev.oraculum.api.improve.Improve;
import dev.oraculum.api.improve.ImproveAll;
import dev.oraculum.api.improve.ImproveRequest;
import dev.oraculum.api.improve.ImproveResult;
import dev.oraculum.api.improve.MethodOutcome;
import dev.oraculum.api.improve.MethodResult;
import dev.oraculum.api.improve.Patch;
import dev.oraculum.api.improve.StopReason;
import dev.oraculum.internal.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * {@link dev.oraculum.api.Oraculum#improveAll}: many methods, as many at a time as there are threads, each with its own engine. The tests
 * on the original program run once for all methods of a class, and its mutants share the workers. What a method's result is does not depend
 * on which others there are, nor on when it is its turn.
 */
public final class BatchJob {
    /** How long an interrupted run waits for the methods under way. */
    private static final long INTERRUPTED_SECONDS = 5;

    private final Improve request;
    private final ProjectFiles files;
    private final JobClock clock;
    private final BatchFolder folder;
    /** Null: there is none. */
    private final History history;
    /** Threads of one method: more than one if there are fewer methods than threads. */
    private final int threadsEach;
    private final long deadline;
    /** Guarded by this. */
    private int done;

    private BatchJob(Improve request, ProjectFiles files, JobClock clock, BatchFolder folder, History history, int threadsEach,
            long deadline) {
        this.request = request;
        this.files = files;
        this.clock = clock;
        this.folder = folder;
        this.history = history;
        this.threadsEach = threadsEach;
        this.deadline = deadline;
    }

    /** See {@link dev.oraculum.api.Oraculum#improveAll}. */
    public static BatchReport improveAll(ImproveAll all, JobListener listener) {
        Improve request = all.each();
        return ImproveJob.withProjectErrors(() -> {
            ImproveJob.requireSettings(request);
            JobClock clock = new JobClock(listener);
            long start = System.nanoTime();
            long deadline = all.totalBudget() == null ? Long.MAX_VALUE : all.totalBudget().toNanos();
            int threads = ProjectRun.threads(request.project());
            try (BatchFolder folder = request.evidence() == null ? null : BatchFolder.open(request.evidence(), request.resume());
                    ProjectFiles files = ProjectFiles.open(request.project())) {
                List<String> every = files.methods(all.methods());
                List<String> methods = all.shard() == null ? every : all.shard().select(every, BatchSchedule::className);
                Shard.Part part = Shards.part(all.shard(), request.project(), BatchSchedule.byClass(every).size(),
                        List.copyOf(BatchSchedule.byClass(methods).keySet()), asked(request, String.join(",", every)));
                long seed = request.search().seed();
                if (methods.isEmpty()) {
                    // There are more shards than classes.
                    return BatchReport.of(seed, clock.total(), List.of(), clock.info(files.jvm(), seed)).withShard(part);
                }
                files.meetAll();
                clock.subjectsFound(methods);
                History history = all.history() == null ? null : History.open(all.history(), request.project(), files,
                        asked(request, String.valueOf(all.totalBudget())), clock::warning);
                Map<String, MethodResult> kept = history == null ? Map.of() : kept(history, request, files, methods);
                List<String> left = methods.stream().filter(method -> !kept.containsKey(method)).toList();
                int places = Math.max(1, Math.min(threads, left.size()));
                BatchJob job = new BatchJob(request, files, clock, folder, history, threads / places, deadline);
                kept.values().forEach(job::finish);
                Iterator<MethodResult> ran = job.run(left, places, start).iterator();
                List<MethodResult> results = methods.stream().map(method -> kept.getOrDefault(method, null))
                        .map(before -> before == null ? ran.next() : before).toList();
                Patch patch = null;
                if (request.proving().sources() != null && !Thread.currentThread().isInterrupted()) {
                    BatchProof proof = new BatchProof(request, files, clock, method -> job.again(method, start));
                    results = proof.of(results);
                    patch = proof.patch();
                }
                return BatchReport.of(seed, clock.total(), results, clock.info(files.jvm(), seed)).withPatch(patch).withShard(part);
            }
        });
    }

    /** Those whose result an earlier run has found, in their order. */
    private static Map<String, MethodResult> kept(History history, Improve request, ProjectFiles files, List<String> methods) {
        Map<String, MethodResult> kept = new LinkedHashMap<>();
        methods.forEach(method -> history.find(method, result -> Json.ofTree(result, MethodResult.class))
                .filter(before -> before.method().equals(method) && isOurs(request.withMethod(method), files, before))
                .ifPresent(before -> kept.put(method, before.withKept(true))));
        return kept;
    }

    /** Whether what a result has as Java is its assertion's: it goes into a patch, which is compiled and run. */
    private static boolean isOurs(Improve each, ProjectFiles files, MethodResult before) {
        if (before.report() == null) {
            return true;
        }
        try (Engine engine = Engine.open(EngineOptions.inMemory().withThreads(1))) {
            Analysis analysis = Analysis.withoutMutants(each, files, new JobClock(JobListener.NONE));
            engine.evidence().begin(analysis.schema(), analysis.inputs(), analysis.capture().constants());
            return SearchAndVerify.isOurs(before, engine);
        } catch (RuntimeException e) {
            // Its own turn will tell.
            return false;
        }
    }

    /**
     * What a result of the run depends on, beside code and tests.
     *
     * @param further what belongs to it, too
     */
    private static List<String> asked(Improve request, String further) {
        return List.of(further, request.search().toString(), request.states().toString(), request.mutators().toString(),
                request.mutate().name(), request.exits().name(), request.afterFailure().name(),
                request.project().workers().allow().toString());
    }

    private List<MethodResult> run(List<String> methods, int places, long start) {
        ExecutorService threads = Executors.newFixedThreadPool(places, task -> {
            Thread thread = new Thread(task, "oraculum-method");
            thread.setDaemon(true);
            return thread;
        });
        List<CompletableFuture<MethodResult>> pending = methods.stream().map(method -> new CompletableFuture<MethodResult>()).toList();
        BatchSchedule schedule = new BatchSchedule(methods);
        for (int i = 0; i < places; i++) {
            threads.execute(() -> work(schedule, methods, pending, places, start));
        }
        boolean interrupted = false;
        try {
            List<MethodResult> results = new ArrayList<>();
            while (results.size() < methods.size()) {
                CompletableFuture<MethodResult> next = pending.get(results.size());
                try {
                    results.add(interrupted && !next.isDone() ? unfinished(methods.get(results.size())) : next.get());
                } catch (InterruptedException e) {
                    interrupted = true;
                    threads.shutdownNow();
                    awaitEnd(threads);
                }
            }
            if (!results.isEmpty() && results.stream().allMatch(result -> result.outcome() == MethodOutcome.INTERRUPTED)) {
                throw new CancellationException("the run was cancelled");
            }
            return results;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw new IllegalStateException("a method's failure is a row", e.getCause());
        } finally {
            threads.shutdownNow();
            schedule.close();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** What one thread of the batch does. */
    private void work(BatchSchedule schedule, List<String> methods, List<CompletableFuture<MethodResult>> pending, int places, long start) {
        try {
            for (BatchSchedule.Task task = schedule.next(); task != null; task = schedule.next()) {
                BatchSchedule.ClassMethods of = task.of();
                if (task.isRecording()) {
                    ClassRecording recording = null;
                    try {
                        recording = isOver(start) ? null : record(of, of.methods().stream().map(methods::get).toList(), places);
                    } finally {
                        schedule.recorded(of, recording);
                    }
                } else {
                    CompletableFuture<MethodResult> result = pending.get(task.method());
                    try {
                        MethodResult found;
                        try {
                            found = finish(improve(methods.get(task.method()), of.recording(), start));
                            keep(found);
                        } finally {
                            // Before anybody knows of the last result: who has it may count on nothing being open.
                            schedule.finished(of);
                        }
                        result.complete(found);
                    } catch (Throwable t) {
                        result.completeExceptionally(t);
                    }
                }
            }
        } catch (InterruptedException | CancellationException e) {
            // What is left is told as unfinished.
            Thread.currentThread().interrupt();
        } catch (Throwable t) {
            pending.forEach(result -> result.completeExceptionally(t));
        }
    }

    /** What is found again if nothing changes. */
    private void keep(MethodResult found) {
        boolean ended = found.report() != null && found.report().stopReason() != StopReason.CANCELLED;
        if (history != null && (ended || found.outcome().isLasting())) {
            history.keep(found.method(), found);
        }
    }

    /** The tests of a class, run for all of its methods that can be asserted on; null: each method is on its own. */
    private ClassRecording record(BatchSchedule.ClassMethods of, List<String> methods, int places) {
        List<Analysis> recorded = new ArrayList<>();
        for (String method : methods) {
            Improve each = of(method);
            try {
                Analysis analysis = Analysis.withoutMutants(each, files, new JobClock(JobListener.NONE));
                if (!request.resume() || !EvidenceRun.isComplete(each, Analysis.of(each, files, new JobClock(JobListener.NONE)))) {
                    recorded.add(analysis);
                }
            } catch (RuntimeException e) {
                // Its own turn will tell.
            }
        }
        if (recorded.size() < 2) {
            return null;
        }
        JobClock ofClass = clock.of(of.className());
        return ofClass.run(
                Phase.CLASS_TESTS,
                "for " + recorded.size() + " methods",
                () -> ClassRecording.orNone(request, recorded, places * threadsEach, ofClass::warning),
                recording -> recording == null ? "each method on its own" : "");
    }

    /** What one method of the batch asks for. */
    private Improve of(String method) {
        return request.withMethod(method).withEvidence(folder == null ? null : folder.evidence(method));
    }

    private boolean isOver(long start) {
        return System.nanoTime() - start >= deadline;
    }

    private static MethodResult unfinished(String method) {
        return MethodResult.without(method, MethodOutcome.INTERRUPTED, "the run was interrupted before it was finished", 0);
    }

    /** Workers are ended by the threads that use them; a search that is interrupted ends with what it has. */
    private static void awaitEnd(ExecutorService threads) {
        try {
            threads.awaitTermination(INTERRUPTED_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException again) {
            // The exit hooks of the pools end what is left.
        }
    }

    private MethodResult finish(MethodResult result) {
        synchronized (this) {
            clock.of(result.method()).subjectFinished(++done, result.outcome().hasReport(), result.summary());
        }
        return result;
    }

    /** Improves a method again, this time with a proof of its own. */
    private MethodResult again(String method, long start) {
        return improve(method, null, start, true);
    }

    private MethodResult improve(String method, ClassRecording recorded, long start) {
        if (isOver(start)) {
            return MethodResult.without(method, MethodOutcome.OUT_OF_TIME, "the budget of the whole run was over before it was begun", 0);
        }
        clock.of(method).subjectStarted();
        return improve(method, recorded, start, false);
    }

    private MethodResult improve(String method, ClassRecording recorded, long start, boolean again) {
        JobClock ofMethod = clock.of(method);
        long begin = System.nanoTime();
        try {
            return ImproveJob.withProjectErrors(() -> attempt(method, recorded, ofMethod, start, begin, again));
        } catch (ProjectException e) {
            if (Thread.currentThread().isInterrupted()) {
                return unfinished(method);
            }
            MethodOutcome outcome = switch (e.kind()) {
                case NO_TESTS -> MethodOutcome.NO_TESTS;
                case NOT_OBSERVABLE -> MethodOutcome.NOT_OBSERVABLE;
                case OTHER -> MethodOutcome.PROJECT_FAILED;
            };
            String details = e.details().isEmpty() ? "" : " " + String.join("; ", e.details());
            return MethodResult.without(method, outcome, e.getMessage() + details, seconds(begin));
        } catch (IllegalArgumentException e) {
            if (folder == null || !request.resume()) {
                return internalError(method, e, begin);
            }
            return MethodResult.without(method, MethodOutcome.EVIDENCE_UNUSABLE, e.getMessage(), seconds(begin));
        } catch (RuntimeException | StackOverflowError | AssertionError | LinkageError e) {
            if (e instanceof CancellationException || Thread.currentThread().isInterrupted()) {
                return unfinished(method);
            }
            if (e instanceof OraculumException file && file.code() == OraculumException.Code.IO) {
                return MethodResult.without(method, MethodOutcome.EVIDENCE_UNUSABLE, e.getMessage(), seconds(begin));
            }
            return internalError(method, e, begin);
        }
    }

    private static MethodResult internalError(String method, Throwable e, long begin) {
        return MethodResult.without(method, MethodOutcome.INTERNAL_ERROR, e.getMessage() == null ? e.toString() : e.getMessage(),
                seconds(begin));
    }

    /** @param again whether it was improved before in this run, and now has a proof of its own; else the proof is of all methods */
    private MethodResult attempt(
            String method, ClassRecording recorded, JobClock ofMethod, long start, long begin, boolean again) {
        Improve each = of(method).withProject(request.project().withThreads(threadsEach));
        each = again ? each.withResume(folder != null) : each.withProving(request.proving().withSources(null));
        return attempt(each, recorded, ofMethod, start, begin, again);
    }

    private MethodResult attempt(
            Improve each, ClassRecording recorded, JobClock ofMethod, long start, long begin, boolean again) {
        String method = each.method();
        Analysis analysis = ofMethod.run(Phase.ANALYSIS, () -> Analysis.of(each, files, ofMethod), Analysis::describe);
        if (analysis.mutants().isEmpty()) {
            return MethodResult.without(method, MethodOutcome.NO_MUTANTS, "the mutators find nothing to change in it", seconds(begin));
        }
        ClassRecording shared = recorded != null && recorded.has(analysis) ? recorded : null;
        return ImproveJob.collect(each, analysis, shared, ofMethod, run -> {
            Duration left = deadline == Long.MAX_VALUE ? request.search().budget()
                    : Duration.ofNanos(Math.max(1_000_000, deadline - (System.nanoTime() - start)));
            Duration budget = left.compareTo(request.search().budget()) < 0 ? left : request.search().budget();
            ImproveRequest search = request.search().withAssertion(null).withHistory(false).withBudget(budget);
            MethodResult kept = folder == null || !request.resume() || again ? null : folder.result(method, search, request.states());
            if (kept != null && SearchAndVerify.isOurs(kept, run.engine())) {
                return kept;
            }
            ImproveResult result = ImproveJob.search(run, each.withSearch(search));
            MethodResult found = MethodResult.of(result.report(), result.improvement().best().text(), seconds(begin));
            if (folder != null && found.report().stopReason() != StopReason.CANCELLED) {
                folder.keep(found, search, request.states());
            }
            return found;
        });
    }

    private static double seconds(long since) {
        return Math.round((System.nanoTime() - since) / 1e6) / 1e3;
    }
}
