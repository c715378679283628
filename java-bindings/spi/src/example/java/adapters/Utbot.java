package adapters;

import dev.oraculum.spi.PathAttempt;
import dev.oraculum.spi.PathClause;
import dev.oraculum.spi.PathCondition;
import dev.oraculum.spi.PathSelector;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** How path selection fits a symbolic engine with a queue of states. */
final class Utbot {
    private Utbot() {}

    /** Shaped as UTBot's: a state of symbolic execution. */
    record ExecutionState(List<String> constraints) {}

    /** Shaped as UTBot's: which state is executed next. */
    interface StateSelector {
        void offer(ExecutionState state);

        ExecutionState peek();

        ExecutionState poll();

        boolean remove(ExecutionState state);

        boolean isEmpty();
    }

    /** That queue, on Oraculum's selector. */
    static final class Selector implements StateSelector, AutoCloseable {
        private final PathSelector<ExecutionState> selector;
        private final Set<ExecutionState> removed = Collections.newSetFromMap(new IdentityHashMap<>());
        private final IdentityHashMap<ExecutionState, PathAttempt<ExecutionState>> underWay = new IdentityHashMap<>();
        /** Polled, and not yet asked for. */
        private PathAttempt<ExecutionState> next;

        Selector(long seed) {
            selector = PathSelector.open(seed);
        }

        @Override
        public void offer(ExecutionState state) {
            selector.offer(condition(state.constraints()), state);
        }

        @Override
        public ExecutionState peek() {
            while (next == null) {
                Optional<PathAttempt<ExecutionState>> polled = selector.poll();
                if (polled.isEmpty()) {
                    return null;
                }
                if (removed.remove(polled.get().payload())) {
                    selector.unsatisfiable(polled.get());
                } else {
                    next = polled.get();
                }
            }
            return next.payload();
        }

        @Override
        public ExecutionState poll() {
            ExecutionState state = peek();
            if (state != null) {
                underWay.put(state, next);
                next = null;
            }
            return state;
        }

        @Override
        public boolean remove(ExecutionState state) {
            if (next != null && next.payload() == state) {
                selector.unsatisfiable(next);
                next = null;
                return true;
            }
            return removed.add(state);
        }

        @Override
        public boolean isEmpty() {
            return peek() == null;
        }

        /** What UTBot knows when a state has ended: its path, or that nothing was found. */
        void ended(ExecutionState state, List<String> executed) {
            PathAttempt<ExecutionState> attempt = underWay.remove(state);
            if (executed == null) {
                selector.failed(attempt);
            } else {
                selector.solved(attempt, condition(executed));
            }
        }

        private static PathCondition condition(List<String> constraints) {
            List<PathClause> clauses = new ArrayList<>();
            constraints.forEach(text -> clauses.add(new PathClause.Text(text, true)));
            return new PathCondition(clauses);
        }

        @Override
        public void close() {
            selector.close();
        }
    }
}
