package dev.oraculum.pipeline;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.oraculum.api.Engine;
import dev.oraculum.api.EngineOptions;
import dev.oraculum.api.InvalidInputException;
import dev.oraculum.api.JobListener;
import dev.oraculum.api.OraculumException;
import dev.oraculum.api.Problem;
import dev.oraculum.api.ProjectException;
import dev.oraculum.api.Shard;
import dev.oraculum.api.generate.ClassOutcome;
import dev.oraculum.api.generate.ClassResult;
import dev.oraculum.api.generate.Generate;
import dev.oraculum.api.generate.GenerateAll;
import dev.oraculum.api.generate.GenerateAll.Existing;
import dev.oraculum.api.generate.GenerateAllReport;
import dev.oraculum.api.generate.GenerateReport;
import dev.oraculum.generation.GenerationRun;
import dev.oraculum.internal.Json;
import dev.oraculum.internal.Records;
import dev.oraculum.internal.WholeFile;
import dev.oraculum.pipeline.TestableClasses.Candidate;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * {@link dev.oraculum.api.Oraculum#generateAll}: many classes, as many at a time as there are threads, each with its own engine and
 * workers. The file of a class is written as soon as it is ready.
 */
public final class GenerateAllJob {
    /** How long an interrupted run waits for the classes under way. */
    private static final long INTERRUPTED_SECONDS = 5;
    /** Of files that are there already, so many are named. */
    private static final int NAMED = 5;

    private final GenerateAll request;
    private final JobClock clock;
    private final List<Candidate> candidates;
    private final int threadsOfEach;
    /** By place of the class; guarded by this. */
    private final ClassResult[] results;
    private final BudgetShares shares;
    /** Null: there is none. */
    private final History history;
    /** Results that an earlier run has found, by class. */
    private final Map<String, ClassResult> kept = new HashMap<>();
    /** By file the class whose tests it has: the first of those that would have it, whichever thread comes first. */
    private final Map<String, String> taken = new HashMap<>();
    /** The class whose turn it is; guarded by this. */
    private int next;
    /** Guarded by this. */
    private int done;
    /** What ended a thread and is none of a class; guarded by this. */
    private Throwable failure;

    /**
     * @param every the classes of the run
     * @param candidates those of its shard
     */
    private GenerateAllJob(
            GenerateAll request, JobClock clock, List<Candidate> every, List<Candidate> candidates, History history, long start,
            int places) {
        this.request = request;
        this.clock = clock;
        this.candidates = candidates;
        this.history = history;
        results = new ClassResult[candidates.size()];
        if (history != null) {
            candidates.stream().filter(candidate -> candidate.fault() == null && candidate.branches() > 0)
                    .forEach(candidate -> before(candidate).ifPresent(result -> kept.put(candidate.name(), result)));
        }
        every.stream().filter(candidate -> candidate.fault() == null && candidate.branches() > 0)
                .forEach(candidate -> taken.putIfAbsent(candidate.testPath(), candidate.name()));
        List<Integer> weights = candidates.stream().map(this::weight).toList();
        threadsOfEach = Math.max(1, ProjectRun.threads(request.project()) / places);
        shares = request.totalBudget() == null ? null : new BudgetShares(start, request.totalBudget(), places, weights);
    }

    /** See {@link dev.oraculum.api.Oraculum#generateAll}. */
    public static GenerateAllReport generate(GenerateAll request, JobListener listener) {
        return ImproveJob.withProjectErrors(() -> {
            long start = System.nanoTime();
            JobClock clock = new JobClock(listener);
            requireSettings(request.each());
            List<Candidate> every = TestableClasses.of(request.project(), request.classes());
            List<Candidate> candidates = request.shard() == null ? every : request.shard().select(every, Candidate::name);
            Shard.Part part = Shards.part(request.shard(), request.project(), every.size(),
                    candidates.stream().map(Candidate::name).toList(),
                    asked(request, every.stream().map(Candidate::name).toList().toString()));
            requireFree(request, candidates);
            clock.subjectsFound(candidates.stream().map(Candidate::name).toList());
            int places = Math.max(1, Math.min(ProjectRun.threads(request.project()), candidates.size()));
            try (ProjectFiles files = request.history() == null ? null : ProjectFiles.open(request.project())) {
                History history = files == null ? null : History.open(request.history(), request.project(), files,
                        asked(request, "history"), clock::warning);
                GenerateAllJob job = new GenerateAllJob(request, clock, every, candidates, history, start, places);
                List<ClassResult> results = job.run(places);
                long seed = request.each().seed();
                return GenerateAllReport.of(seed, clock.total(), results, clock.info(ProjectRun.jvm(request.project()), seed))
                        .withShard(part);
            }
        });
    }

    /**
     * What a result of the run depends on, beside code and tests.
     *
     * @param further what belongs to it, too
     */
    private static List<String> asked(GenerateAll request, String further) {
        Generate each = request.each();
        return List.of(further, each.settings().toString(), String.valueOf(each.seed()),
                String.valueOf(each.maxTests()), String.valueOf(each.junit()), String.valueOf(each.budget()),
                String.valueOf(request.totalBudget()), String.valueOf(each.solverLibrary() != null));
    }

    /** Else each class would tell. */
    private static void requireSettings(Generate each) {
        try (Engine engine = Engine.open(EngineOptions.inMemory().withThreads(1))) {
            GenerationRun.check(engine, each.settings());
        }
    }

    private static void requireFree(GenerateAll request, List<Candidate> candidates) {
        if (request.out() == null || request.existing() != Existing.STOP) {
            return;
        }
        List<String> there = candidates.stream().filter(candidate -> candidate.branches() > 0)
                .flatMap(candidate -> there(request, candidate)).map(Path::toString).toList();
        if (!there.isEmpty()) {
            String more = there.size() > NAMED ? ", .." : "";
            throw new InvalidInputException(
                    Problem.Code.FILES_EXIST.problem(),
                    Text.count(there.size(), "file") + " of tests " + (there.size() == 1 ? "is" : "are") + " there already: "
                            + String.join(", ", there.subList(0, Math.min(NAMED, there.size()))) + more + "; nothing was run");
        }
    }

    private static Path file(GenerateAll request, Candidate candidate) {
        return request.out().resolve(candidate.testPath());
    }

    /** Those of the files that a class may have which are there already. */
    private static Stream<Path> there(GenerateAll request, Candidate candidate) {
        Path faults = request.out().resolve(candidate.faultsPath());
        return Stream.of(file(request, candidate), faults).filter(Files::exists);
    }

    /** Those that are not run take none of the budget. */
    private int weight(Candidate candidate) {
        return candidate.fault() == null && !kept.containsKey(candidate.name()) ? candidate.branches() : 0;
    }

    private List<ClassResult> run(int places) {
        ExecutorService threads = Executors.newFixedThreadPool(places, task -> {
            Thread thread = new Thread(task, "oraculum-class");
            thread.setDaemon(true);
            return thread;
        });
        for (int i = 0; i < places; i++) {
            threads.execute(this::work);
        }
        threads.shutdown();
        boolean interrupted = false;
        try {
            threads.awaitTermination(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            interrupted = true;
            threads.shutdownNow();
            awaitEnd(threads);
        }
        return results(interrupted);
    }

    private synchronized List<ClassResult> results(boolean interrupted) {
        if (failure instanceof Error error) {
            throw error;
        }
        if (failure instanceof RuntimeException ours) {
            throw ours;
        }
        List<ClassResult> all = new ArrayList<>();
        for (int place = 0; place < results.length; place++) {
            all.add(results[place] == null ? unfinished(candidates.get(place).name()) : results[place]);
        }
        if (interrupted) {
            if (all.stream().noneMatch(result -> result.outcome().hasReport())) {
                throw new CancellationException("the run was cancelled");
            }
            Thread.currentThread().interrupt();
        }
        return all;
    }

    /** Workers are ended by the threads that use them. */
    private static void awaitEnd(ExecutorService threads) {
        try {
            threads.awaitTermination(INTERRUPTED_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException again) {
            // The exit hooks of the pools end what is left.
        }
    }

    private synchronized int turn() {
        return failure == null && next < candidates.size() ? next++ : -1;
    }

    /** What one thread does. */
    private void work() {
        try {
            for (int place = turn(); place >= 0 && !Thread.currentThread().isInterrupted(); place = turn()) {
                Candidate candidate = candidates.get(place);
                ClassResult result = withoutRun(candidate);
                if (result == null && kept.containsKey(candidate.name())) {
                    result = again(candidate);
                } else if (result == null) {
                    try {
                        result = generate(place, candidate);
                    } finally {
                        ended(place);
                    }
                }
                finish(place, result);
            }
        } catch (Throwable t) {
            synchronized (this) {
                failure = t;
            }
        }
    }

    private void ended(int place) {
        if (shares != null) {
            shares.ended(place);
        }
    }

    private synchronized void finish(int place, ClassResult result) {
        if (result.outcome() == ClassOutcome.INTERRUPTED) {
            return;
        }
        results[place] = result;
        clock.of(result.className()).subjectFinished(++done, result.outcome().hasReport(), result.summary());
    }

    private static ClassResult unfinished(String className) {
        return ClassResult.without(className, ClassOutcome.INTERRUPTED, "the run was interrupted before it was finished", 0);
    }

    /** Of a class that need not or cannot be run; null: it can. */
    private ClassResult withoutRun(Candidate candidate) {
        if (candidate.fault() != null) {
            return ClassResult.without(
                    candidate.name(), ClassOutcome.PROJECT_FAILED, "its class file cannot be read: " + candidate.fault(), 0);
        }
        if (candidate.branches() == 0) {
            String why = candidate.generated() ? "all of its code is annotated as generated" : "it has no code that a test could run";
            return ClassResult.without(candidate.name(), ClassOutcome.NO_CODE, why, 0);
        }
        String path = candidate.testPath();
        String other = taken.get(path);
        if (!other.equals(candidate.name())) {
            return ClassResult.without(
                    candidate.name(), ClassOutcome.ALREADY_THERE, path + " has the tests of " + other, 0);
        }
        if (request.out() == null || request.existing() == Existing.REPLACE) {
            return null;
        }
        return there(request, candidate).findFirst()
                .map(file -> ClassResult.without(candidate.name(), ClassOutcome.ALREADY_THERE, file + " is there already", 0)).orElse(null);
    }

    private ClassResult generate(int place, Candidate candidate) {
        JobClock ofClass = clock.of(candidate.name());
        long begin = System.nanoTime();
        Duration budget = shares == null ? request.each().budget() : shares.begin(begin, place, weight(candidate));
        if (budget == null) {
            return ClassResult.without(
                    candidate.name(), ClassOutcome.OUT_OF_TIME, "the budget of the whole run was over before it was begun", 0);
        }
        ofClass.subjectStarted();
        try {
            return ImproveJob.withProjectErrors(() -> attempt(candidate, budget, ofClass, begin));
        } catch (ProjectException e) {
            if (Thread.currentThread().isInterrupted()) {
                return unfinished(candidate.name());
            }
            String details = e.details().isEmpty() ? "" : " " + String.join("; ", e.details());
            return ClassResult.without(candidate.name(), ClassOutcome.PROJECT_FAILED, e.getMessage() + details, seconds(begin));
        } catch (RuntimeException | StackOverflowError | AssertionError | LinkageError e) {
            if (e instanceof CancellationException || Thread.currentThread().isInterrupted()) {
                return unfinished(candidate.name());
            }
            ClassOutcome outcome = e instanceof OraculumException file && file.code() == OraculumException.Code.IO
                    ? ClassOutcome.NOT_WRITTEN : ClassOutcome.INTERNAL_ERROR;
            return ClassResult.without(candidate.name(), outcome, e.getMessage() == null ? e.toString() : e.getMessage(), seconds(begin));
        }
    }

    /** What an earlier run has found of a class. Files are where this run would write them, whatever the result says. */
    private Optional<ClassResult> before(Candidate candidate) {
        return history.find(candidate.name(), json -> {
            ClassResult result = ClassResult.of(report((ObjectNode) json.get("report")), json.get("seconds").asDouble()).withKept(true);
            boolean ours = result.className().equals(candidate.name()) && result.report().allFiles().stream()
                    .allMatch(file -> List.of(candidate.testPath(), candidate.faultsPath()).contains(file.path()));
            if (!ours) {
                throw new IllegalArgumentException("the result of another class");
            }
            return result;
        });
    }

    /** Settings are those of the request, which the history has compared. */
    private GenerateReport report(ObjectNode json) {
        json.remove("settings");
        return Records.with(Json.ofTree(json, GenerateReport.class), "settings", request.each().settings());
    }

    private ClassResult again(Candidate candidate) {
        ClassResult before = kept.get(candidate.name());
        try {
            if (request.out() != null) {
                before.report().allFiles().forEach(this::write);
            }
            return before;
        } catch (OraculumException e) {
            return ClassResult.without(candidate.name(), ClassOutcome.NOT_WRITTEN, e.getMessage(), 0);
        }
    }

    private ClassResult attempt(Candidate candidate, Duration budget, JobClock ofClass, long begin) {
        Generate each = request.each().withClassName(candidate.name()).withBudget(budget);
        GenerateReport report = GenerateJob.generate(each, ofClass, threadsOfEach);
        if (request.out() != null) {
            report.allFiles().forEach(this::write);
        }
        ClassResult result = ClassResult.of(report, seconds(begin));
        if (history != null && report.stop() != GenerateReport.Stop.INTERRUPTED) {
            history.keep(candidate.name(), result);
        }
        return result;
    }

    private void write(GenerateReport.File file) {
        Path path = request.out().resolve(file.path());
        try {
            Files.createDirectories(path.getParent());
            WholeFile.write(path, file.source().getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            String reason = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
            throw new OraculumException(OraculumException.Code.IO, "cannot write " + path + ": " + reason, e);
        }
    }

    private static double seconds(long since) {
        return Math.round((System.nanoTime() - since) / 1e6) / 1e3;
    }
}
