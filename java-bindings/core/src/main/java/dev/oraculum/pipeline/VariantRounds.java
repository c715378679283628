package dev.oraculum.pipeline;

import java.util.Collection;
import java.util.function.DoubleSupplier;
import java.util.function.IntFunction;

/**
 * How large the rounds are in which variants of tests are tried on mutants. Most of what a round costs is the same for few variants and for
 * many: each mutant is put into a JVM, the class as it is is looked at in each. So a round after one that killed nothing is twice as large,
 * and one after a success half as large: what was just found is bred from soon.
 */
final class VariantRounds {
    /** Times the size of the smallest round. */
    private static final int LARGEST = 8;

    private final int patience;
    private final DoubleSupplier secondsLeft;
    /** Of the round that comes, in sizes of the smallest. */
    private int times = 1;
    /** Rounds without a success, each counted by its size. */
    private int futile;
    /** What a round took, by size. */
    private double seconds;

    /**
     * @param patience rounds of the smallest size that may kill none in a row
     * @param secondsLeft how much time there is
     */
    VariantRounds(int patience, DoubleSupplier secondsLeft) {
        this.patience = patience;
        this.secondsLeft = secondsLeft;
    }

    /** Whether there is another round, if there is time for one. */
    boolean goOn() {
        return futile < patience;
    }

    /**
     * Runs a round.
     *
     * @param round gets its size, in sizes of the smallest round
     * @return what it killed
     */
    <T extends Collection<?>> T run(IntFunction<T> round) {
        int size = size();
        double before = secondsLeft.getAsDouble();
        T killed = round.apply(size);
        seconds = (before - secondsLeft.getAsDouble()) / size;
        if (killed.isEmpty()) {
            futile += size;
            times = Math.min(LARGEST, 2 * size);
        } else {
            futile = 0;
            times = Math.max(1, size / 2);
        }
        return killed;
    }

    /** No larger than there is patience for. The clock has a say only where the time would be up before the end of the round. */
    private int size() {
        int size = Math.min(times, patience - futile);
        while (size > 1 && size * seconds > secondsLeft.getAsDouble()) {
            size /= 2;
        }
        return size;
    }
}
