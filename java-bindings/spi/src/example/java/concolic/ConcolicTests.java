package concolic;

import dev.oraculum.spi.PathAttempt;
import dev.oraculum.spi.PathClause.Compare;
import dev.oraculum.spi.PathCondition;
import dev.oraculum.spi.PathSelector;
import dev.oraculum.spi.PathSelector.Preset;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/**
 * A concolic test generator that is not Oraculum's, and lets Oraculum select its paths. It executes a test, negates each branch, and makes
 * tests for the alternatives; which of these is next, the selector says.
 */
public final class ConcolicTests {
    private final PathSelector<int[]> selector;
    private final Set<PathCondition> paths = new HashSet<>();
    private boolean yes;

    private ConcolicTests(PathSelector<int[]> selector) {
        this.selector = selector;
    }

    /** @param arguments attempts, seed */
    public static void main(String[] arguments) {
        if (arguments.length != 2) {
            System.err.println("expected: ATTEMPTS SEED, as in: 80 1");
            System.exit(2);
        }
        int attempts = Integer.parseInt(arguments[0]);
        long seed = Long.parseLong(arguments[1]);
        for (String policy : new String[] {"fifo", "random", "knn"}) {
            try (PathSelector<int[]> selector = PathSelector.open(seed, Preset.DEFAULT, Map.of("policy", policy))) {
                new ConcolicTests(selector).generate(policy, attempts, seed);
            }
        }
    }

    private void generate(String policy, int attempts, long seed) {
        // A test to begin with: small numbers, none of b below zero.
        int[] first = new Random(seed).ints(15, 0, 10).toArray();
        PathCondition path = execute(first).condition();
        selector.executed(path);
        offerAlternatives(first, path, 0);
        int solved = 0;
        for (int i = 0; i < attempts; i++) {
            Optional<PathAttempt<int[]>> next = selector.poll();
            if (next.isEmpty()) {
                break;
            }
            PathAttempt<int[]> attempt = next.get();
            int[] test = solve(attempt.condition(), attempt.payload());
            ExecutedPath executed = test == null ? null : execute(test);
            if (executed == null || !executed.beginsWith(attempt.condition())) {
                selector.failed(attempt);
                continue;
            }
            solved++;
            selector.solved(attempt, executed.condition());
            // Those before are alternatives of the test that this one comes from.
            offerAlternatives(test, executed.condition(), attempt.condition().clauses().size());
        }
        System.out.printf("%-6s  %2d of %d attempts succeeded, %2d paths, \"Yes\" %s%n", policy, solved, attempts, paths.size(),
                yes ? "reached" : "not reached");
    }

    /** Each alternative carries the test that it comes from. */
    private void offerAlternatives(int[] test, PathCondition executed, int from) {
        for (PathCondition alternative : selector.alternatives(executed, from)) {
            selector.offer(alternative, test);
        }
    }

    /** Null: the constructor refuses the values. */
    private ExecutedPath execute(int[] values) {
        SampleClass object;
        try {
            object = new SampleClass(values);
        } catch (IllegalArgumentException refused) {
            return null;
        }
        ExecutedPath path = new ExecutedPath();
        yes |= object.run(path).equals("Yes");
        paths.add(path.condition());
        return path;
    }

    /**
     * Values for which the last clause holds; those before hold for the parent's already. Null: no argument of the constructor sets its
     * origin.
     */
    private static int[] solve(PathCondition alternative, int[] parent) {
        Compare last = (Compare) alternative.clauses().get(alternative.clauses().size() - 1);
        if (last.left().endsWith(".length")) {
            return null;
        }
        int index = Integer.parseInt(last.left().replaceAll("\\D", ""));
        int constant = Integer.parseInt(last.right());
        int[] values = parent.clone();
        values[last.left().startsWith("this.a") ? index : 5 + index] = switch (last.operator()) {
            case GREATER, NOT_EQUAL -> constant + 1;
            case LESS -> constant - 1;
            case GREATER_OR_EQUAL, LESS_OR_EQUAL, EQUAL -> constant;
        };
        return values;
    }
}
