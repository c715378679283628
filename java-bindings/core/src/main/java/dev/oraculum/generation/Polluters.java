package dev.oraculum.generation;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Finds a test that makes later ones fail by what it leaves behind, in static fields above all: a polluter of victims, in the words of Shi,
 * Lam, Oei, Xie and Marinov (iFixFlakies, ESEC/FSE 2019). To weaken the victims would cost many tests for the sake of one.
 *
 * @param <T> tests
 */
final class Polluters<T> {
    /** A victim passes where it runs alone: as many failing tests are tried, since each takes a JVM. */
    private static final int MOST_ALONE = 4;

    private final Function<List<T>, Set<T>> failing;

    /** @param failing runs tests in this order in a JVM of their own; those that fail */
    Polluters(Function<List<T>, Set<T>> failing) {
        this.failing = failing;
    }

    /**
     * One polluter.
     *
     * @param order of all tests
     * @param failed those that failed when they ran in this order
     * @return empty: each of the failing tests that were tried fails alone, too, or it takes two others to make it fail
     */
    Optional<T> find(List<T> order, Set<T> failed) {
        // The first test of all has nobody before it.
        List<T> candidates = order.stream().skip(1).filter(failed::contains).limit(MOST_ALONE).toList();
        for (T candidate : candidates) {
            if (failing.apply(List.of(candidate)).isEmpty()) {
                return of(candidate, order.subList(0, order.indexOf(candidate)));
            }
        }
        return Optional.empty();
    }

    /** Bisection of the tests before the victim: what is found is tried, since it may take two of them. */
    private Optional<T> of(T victim, List<T> before) {
        List<T> suspects = before;
        while (suspects.size() > 1) {
            int half = suspects.size() / 2;
            List<T> second = suspects.subList(half, suspects.size());
            suspects = isFailing(victim, second) ? second : suspects.subList(0, half);
        }
        return suspects.stream().filter(suspect -> isFailing(victim, List.of(suspect))).findFirst();
    }

    private boolean isFailing(T victim, List<T> before) {
        List<T> order = new ArrayList<>(before);
        order.add(victim);
        return failing.apply(order).contains(victim);
    }
}
