package dev.oraculum.services;

import dev.oraculum.api.Engine;
import dev.oraculum.api.EngineOptions;
import dev.oraculum.api.OraculumException;
import dev.oraculum.api.settings.PathSettings;
import dev.oraculum.internal.Requests;
import dev.oraculum.spi.PathAttempt;
import dev.oraculum.spi.PathCondition;
import dev.oraculum.spi.PathSelector;
import dev.oraculum.spi.PathSelectorException;
import dev.oraculum.spi.PathSelectorException.Code;
import dev.oraculum.spi.PathSelectorProvider;
import dev.oraculum.spi.PathStatistics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * The engine's path selection, as concolic engines ask for it. The engine has conditions and what was learnt; payloads are here. One call
 * at a time: an answer takes microseconds.
 */
public final class EnginePathSelector<P> implements PathSelector<P> {
    /** What an alternative that waits was offered with. */
    private record Waiting<P>(PathCondition condition, P payload) {}

    private final Engine engine;
    private final Duration attemptBudget;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition offered = lock.newCondition();
    private final Map<Long, Waiting<P>> waiting = new HashMap<>();
    private final Map<Long, PathAttempt<P>> underWay = new HashMap<>();
    private boolean closed;

    private EnginePathSelector(Engine engine, Duration attemptBudget) {
        this.engine = engine;
        this.attemptBudget = attemptBudget;
    }

    /** What {@link java.util.ServiceLoader} finds. */
    public static final class Provider implements PathSelectorProvider {
        /** For the loader of services. */
        public Provider() {}

        @Override
        public <P> PathSelector<P> open(long seed, Preset preset, Map<String, String> settings) {
            if (seed < 0) {
                throw new IllegalArgumentException("seed is " + seed + ": expected 0 or more");
            }
            PathSettings chosen = switch (preset) {
                case DEFAULT -> PathSettings.defaults();
                case PAPER -> PathSettings.paper();
                case AUTHORS -> PathSettings.authors();
            };
            for (Map.Entry<String, String> setting : settings.entrySet()) {
                chosen = chosen.with(setting.getKey(), setting.getValue());
            }
            Duration attemptBudget = Duration.ofSeconds((Long) chosen.get("attemptSeconds"));
            Requests.OpenPaths request = new Requests.OpenPaths(chosen, seed);
            return translated(() -> {
                // One thread: a selection has nothing to share out.
                Engine engine = Engine.open(EngineOptions.inMemory().withThreads(1));
                try {
                    engine.call("openPaths", request, Requests.Done.class);
                    return new EnginePathSelector<>(engine, attemptBudget);
                } catch (RuntimeException e) {
                    engine.close();
                    throw e;
                }
            });
        }
    }

    @Override
    public Offer offer(PathCondition condition, P payload, Collection<String> branches) {
        Requests.OfferPaths request =
                new Requests.OfferPaths(List.of(new Requests.OfferedPath(condition, List.copyOf(branches))));
        return answer(() -> {
            Requests.PathOffer offer = engine.call("offerPaths", request, Requests.PathOffers.class).offers().get(0);
            if (offer.id() != null) {
                waiting.put(offer.id(), new Waiting<>(condition, payload));
                offered.signal();
            }
            return offer.outcome();
        });
    }

    @Override
    public Optional<PathAttempt<P>> poll() {
        return pollN(1).stream().findFirst();
    }

    @Override
    public Optional<PathAttempt<P>> poll(Duration timeout) throws InterruptedException {
        long left = timeout.toNanos();
        lock.lockInterruptibly();
        try {
            while (waiting.isEmpty() && left > 0 && !closed) {
                left = offered.awaitNanos(left);
            }
            return poll();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public List<PathAttempt<P>> pollN(int count) {
        if (count < 0) {
            throw new IllegalArgumentException("count is " + count + ": expected 0 or more");
        }
        return answer(() -> {
            List<PathAttempt<P>> attempts = new ArrayList<>();
            for (Requests.PathAttemptAnswer a : engine.call("pollPaths", new Requests.PollPaths(count), Requests.PathAttempts.class)
                    .attempts()) {
                Waiting<P> of = waiting.remove(a.id());
                PathAttempt<P> attempt = new PathAttempt<>(a.id(), of.condition(), of.payload(), a.choice(), a.prediction());
                underWay.put(a.id(), attempt);
                attempts.add(attempt);
            }
            return List.copyOf(attempts);
        });
    }

    @Override
    public List<P> solved(PathAttempt<P> attempt, PathCondition executed) {
        Objects.requireNonNull(executed, "executed");
        return answer(() -> report(attempt, "solved", executed));
    }

    @Override
    public void failed(PathAttempt<P> attempt) {
        answer(() -> report(attempt, "failed", null));
    }

    @Override
    public void unsatisfiable(PathAttempt<P> attempt) {
        answer(() -> report(attempt, "unsatisfiable", null));
    }

    @Override
    public void release(PathAttempt<P> attempt) {
        answer(() -> {
            List<Long> overtaken = send(attempt, "released", null);
            if (overtaken.isEmpty()) {
                waiting.put(attempt.id(), new Waiting<>(attempt.condition(), attempt.payload()));
                offered.signal();
            }
            return null;
        });
    }

    @Override
    public List<P> executed(PathCondition path) {
        Requests.ExecutedPath request = new Requests.ExecutedPath(path);
        return answer(() -> payloads(engine.call("executedPath", request, Requests.OvertakenPaths.class).overtaken()));
    }

    @Override
    public void covered(Collection<String> branches) {
        Requests.CoverBranches request = new Requests.CoverBranches(List.copyOf(branches));
        answer(() -> engine.call("coverBranches", request, Requests.Done.class));
    }

    @Override
    public List<PathCondition> alternatives(PathCondition executed, int from) {
        if (from < 0) {
            throw new IllegalArgumentException("from is " + from + ": expected 0 or more");
        }
        Requests.PathAlternativesOf request = new Requests.PathAlternativesOf(executed, from);
        return answer(() -> engine.call("pathAlternatives", request, Requests.PathAlternatives.class).alternatives());
    }

    @Override
    public String training() {
        return answer(() -> engine.call("pathTraining", new Requests.Nothing(), Requests.PathTraining.class).training());
    }

    @Override
    public void learn(String training) {
        Requests.PathTraining request = new Requests.PathTraining(Objects.requireNonNull(training, "training"));
        answer(() -> engine.call("learnPathTraining", request, Requests.Done.class));
    }

    @Override
    public Duration attemptBudget() {
        return attemptBudget;
    }

    @Override
    public PathStatistics statistics() {
        return answer(() -> engine.call("pathStatistics", new Requests.Nothing(), PathStatistics.class));
    }

    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            waiting.clear();
            underWay.clear();
            engine.close();
            offered.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private List<P> report(PathAttempt<P> attempt, String outcome, PathCondition executed) {
        return payloads(send(attempt, outcome, executed));
    }

    /** Numbers of what needs no attempt any longer. */
    private List<Long> send(PathAttempt<P> attempt, String outcome, PathCondition executed) {
        // Another selector may have one of the same number.
        if (underWay.get(attempt.id()) != attempt) {
            throw new IllegalStateException("attempt " + attempt.id()
                    + " is not under way in this selector: it was reported on, or it is another selector's");
        }
        Requests.ReportPath request = new Requests.ReportPath(attempt.id(), outcome, executed);
        List<Long> overtaken = engine.call("reportPath", request, Requests.OvertakenPaths.class).overtaken();
        underWay.remove(attempt.id());
        return overtaken;
    }

    private List<P> payloads(List<Long> overtaken) {
        List<P> payloads = new ArrayList<>();
        overtaken.forEach(id -> payloads.add(waiting.remove(id).payload()));
        return payloads;
    }

    private <T> T answer(Supplier<T> question) {
        lock.lock();
        try {
            if (closed) {
                throw new IllegalStateException("this path selector is closed");
            }
            return translated(question);
        } finally {
            lock.unlock();
        }
    }

    private static <T> T translated(Supplier<T> question) {
        try {
            return question.get();
        } catch (OraculumException e) {
            boolean library = e.code() == OraculumException.Code.NATIVE_LIBRARY;
            throw new PathSelectorException(library ? Code.NATIVE_LIBRARY : Code.INTERNAL, e.getMessage(), e);
        }
    }
}
