package dev.oraculum.pipeline;

import dev.oraculum.api.Engine;
import dev.oraculum.api.JobListener;
import dev.oraculum.api.Phase;
import dev.oraculum.api.Problem;
import dev.oraculum.api.RunInfo;
import dev.oraculum.api.improve.Progress;
import dev.oraculum.execution.Jvm;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Runs the phases of a job, one after the other, and keeps their times and the warnings. The listener hears of them one at a time, whatever
 * thread they are from.
 */
final class JobClock {
    /** What these phases have found is worth something, even to a thread that was interrupted. */
    private static final Set<Phase> KEPT = Set.of(
            Phase.CLASS_TESTS, Phase.SEARCH, Phase.VERIFICATION, Phase.PROVING, Phase.INFERENCE, Phase.RANKING, Phase.SELECTION,
            Phase.COMPARISON,
            Phase.REPLAY);

    /** What the subjects of a job share; also the lock that lets one call at a time through. */
    private static final class Job {
        private final JobListener listener;
        private final List<String> warnings = new ArrayList<>();
        private final Set<Problem> problems = new LinkedHashSet<>();

        private Job(JobListener listener) {
            this.listener = listener;
        }
    }

    private final Job job;
    private final String subject;
    private final long start = System.nanoTime();
    private final Map<String, Double> elapsed = new LinkedHashMap<>();

    /** Of a whole job. */
    JobClock(JobListener listener) {
        this(new Job(listener), "");
    }

    private JobClock(Job job, String subject) {
        this.job = job;
        this.subject = subject;
    }

    /** Of one subject of the job, with times of its own. */
    JobClock of(String name) {
        return new JobClock(job, name);
    }

    /** @param outcome describes the phase's result for a reader */
    <T> T run(Phase phase, Supplier<T> work, Function<T, String> outcome) {
        return run(phase, "", work, outcome);
    }

    /** @param detail what more there is to say of the phase when it begins */
    <T> T run(Phase phase, String detail, Supplier<T> work, Function<T, String> outcome) {
        synchronized (job) {
            job.listener.phaseStarted(subject, phase, detail);
        }
        long begin = System.nanoTime();
        T result = uncancelled(phase, work);
        Duration time = Duration.ofNanos(System.nanoTime() - begin);
        String said = outcome.apply(result);
        synchronized (job) {
            elapsed.merge(phase.key(), seconds(time.toNanos()), (before, more) -> Math.round((before + more) * 1e3) / 1e3);
            job.listener.phaseFinished(subject, phase, time, said);
        }
        return result;
    }

    /** An interrupt closes files that are read and ends workers; whatever these say of it, the job was cancelled. */
    private static <T> T uncancelled(Phase phase, Supplier<T> work) {
        try {
            T result = work.get();
            if (!KEPT.contains(phase) && Thread.currentThread().isInterrupted()) {
                throw new CancellationException("the run was cancelled");
            }
            return result;
        } catch (RuntimeException e) {
            if (e instanceof CancellationException || !Thread.currentThread().isInterrupted()) {
                throw e;
            }
            CancellationException cancelled = new CancellationException("the run was cancelled");
            cancelled.initCause(e);
            throw cancelled;
        }
    }

    void subjectsFound(List<String> subjects) {
        synchronized (job) {
            job.listener.subjectsFound(subjects);
        }
    }

    void subjectStarted() {
        synchronized (job) {
            job.listener.subjectStarted(subject);
        }
    }

    void subjectFinished(int done, boolean hasResult, String outcome) {
        synchronized (job) {
            job.listener.subjectFinished(done, subject, hasResult, outcome);
        }
    }

    void advanced(Phase phase, int done, int total, String what) {
        synchronized (job) {
            job.listener.advanced(subject, phase, done, total, what);
        }
    }

    boolean searching(Progress progress) {
        synchronized (job) {
            return job.listener.searching(subject, progress);
        }
    }

    /** A warning that a user can do something about. */
    void warning(Problem problem, String message) {
        synchronized (job) {
            job.problems.add(problem);
            warning(message);
        }
    }

    void warning(String message) {
        synchronized (job) {
            job.warnings.add(subject.isEmpty() ? message : subject + ": " + message);
            job.listener.warning(subject, message);
        }
    }

    /** What a user can do something about. */
    void note(Problem problem) {
        synchronized (job) {
            job.problems.add(problem);
        }
    }

    /** A warning that the report has in a place of its own, where whoever listens finds it. */
    void note(String message) {
        synchronized (job) {
            job.warnings.add(message);
        }
    }

    /** Seconds by phase, and {@code total} up to now. */
    Map<String, Double> elapsed() {
        synchronized (job) {
            Map<String, Double> all = new LinkedHashMap<>(elapsed);
            all.put("total", total());
            return all;
        }
    }

    /** Seconds up to now. */
    double total() {
        return seconds(System.nanoTime() - start);
    }

    /**
     * How the run went.
     *
     * @param jvm that ran tests; null: none did
     * @param seed null: there is none
     */
    RunInfo info(Jvm jvm, Long seed) {
        return infoOf(jvm == null ? null : jvm.version(), seed);
    }

    /** @param jvm version of the one that ran tests, ours or the build's; null: none did */
    RunInfo infoOf(String jvm, Long seed) {
        synchronized (job) {
            return new RunInfo(job.warnings, List.copyOf(job.problems), elapsed(), Engine.info().version(), jvm, seed);
        }
    }

    private static double seconds(long nanos) {
        return Math.round(nanos / 1e6) / 1e3;
    }
}
