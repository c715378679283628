package adapters;

import dev.oraculum.spi.PathAttempt;
import dev.oraculum.spi.PathClause;
import dev.oraculum.spi.PathCondition;
import dev.oraculum.spi.PathSelector;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** How path selection fits the buffers that TARDIS's performers work on. */
final class Tardis {
    private Tardis() {}

    /** Shaped as TARDIS's: what a performer takes its work from. */
    interface InputBuffer<E> {
        List<E> pollN(int n, long timeout, TimeUnit unit) throws InterruptedException;
    }

    /** Shaped as TARDIS's: where a performer puts what it has made. */
    interface OutputBuffer<E> {
        boolean add(E item);
    }

    /** Shaped as TARDIS's: an alternative of an executed path. */
    record JbseResult(String entryPoint, List<String> pathCondition) {}

    /** TARDIS's buffer between symbolic execution and the search for tests, on Oraculum's selector. */
    static final class Buffer implements InputBuffer<JbseResult>, OutputBuffer<JbseResult>, AutoCloseable {
        private final PathSelector<JbseResult> selector;
        private final Map<JbseResult, PathAttempt<JbseResult>> underWay = new IdentityHashMap<>();

        Buffer(long seed) {
            selector = PathSelector.open(seed);
        }

        @Override
        public boolean add(JbseResult item) {
            return selector.offer(condition(item.pathCondition()), item) == PathSelector.Offer.QUEUED;
        }

        @Override
        public synchronized List<JbseResult> pollN(int n, long timeout, TimeUnit unit) throws InterruptedException {
            List<JbseResult> items = new ArrayList<>();
            selector.poll(java.time.Duration.of(timeout, unit.toChronoUnit())).ifPresent(attempt -> taken(attempt, items));
            selector.pollN(n - items.size()).forEach(attempt -> taken(attempt, items));
            return items;
        }

        private void taken(PathAttempt<JbseResult> attempt, List<JbseResult> items) {
            underWay.put(attempt.payload(), attempt);
            items.add(attempt.payload());
        }

        /** Called where TARDIS calls its own: for each executed path, and for each alternative without a test. */
        synchronized void learnPathConditionForIndexInfeasibility(JbseResult item, List<String> executed, boolean infeasible) {
            PathAttempt<JbseResult> attempt = underWay.remove(item);
            if (attempt == null) {
                selector.executed(condition(executed));
            } else if (infeasible) {
                selector.failed(attempt);
            } else {
                selector.solved(attempt, condition(executed));
            }
        }

        private static PathCondition condition(List<String> clauses) {
            return new PathCondition(clauses.stream().map(text -> (PathClause) new PathClause.Text(text, true)).toList());
        }

        @Override
        public void close() {
            selector.close();
        }
    }
}
