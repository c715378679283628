package dev.oraculum.runtime;

import java.lang.ref.WeakReference;
import java.lang.reflect.Array;
import java.util.Objects;

/**
 * Copies of primitive arrays. Of the arrays that were copied last, one that holds the same still is not copied again: code under test calls
 * method after method on the same few objects, and most of these change nothing. Nobody writes to a copy. Arrays are held weakly, and only
 * compared with, so recording keeps none alive.
 */
final class ArrayCopies {
    /** Arrays whose copies are known: an operation on two vectors that makes a third goes from one to the other. */
    private static final int KNOWN = 4;
    /** Elements from which on looking is cheaper than copying. */
    private static final int LOOK_FROM = 16;

    /** An array and what it held. Immutable, so that threads may race for the places: at worst one copies what another one knows. */
    private static final class Known extends WeakReference<Object> {
        /** To compare with: bit for bit what it held, for arrays that differ in nothing but the bits of a NaN are slow to compare. */
        private final Object held;

        private final Object copy;

        Known(Object array) {
            super(array);
            this.held = cloned(array);
            this.copy = withOneNan(held);
        }
    }

    private static final long NAN = Double.doubleToLongBits(Double.NaN);

    private final Known[] known = new Known[KNOWN];
    private int oldest;

    /** @return an array of the same type with the same elements, which may be shared; of doubles all NaN are {@link Double#NaN} */
    Object of(Object array) {
        if (Array.getLength(array) < LOOK_FROM) {
            return withOneNan(cloned(array));
        }
        int place = -1;
        for (int i = 0; i < KNOWN && place < 0; i++) {
            Known candidate = known[i];
            if (candidate != null && candidate.refersTo(array)) {
                if (Objects.deepEquals(array, candidate.held)) { // Of reals all NaN are one, and the zeros are two: as in records.
                    return candidate.copy;
                }
                place = i;
            }
        }
        if (place < 0) {
            place = oldest;
            oldest = (place + 1) % KNOWN;
        }
        Known fresh = new Known(array);
        known[place] = fresh;
        return fresh.copy;
    }

    private static Object cloned(Object array) {
        int length = Array.getLength(array);
        Object clone = Array.newInstance(array.getClass().getComponentType(), length);
        System.arraycopy(array, 0, clone, 0, length);
        return clone;
    }

    /**
     * Doubles as records have them. Processors make NaNs of other bits than {@link Double#NaN}. Here and not in the record, because a copy
     * is written many times.
     */
    private static Object withOneNan(Object clone) {
        if (!(clone instanceof double[] doubles)) {
            return clone;
        }
        double[] copy = doubles;
        for (int i = 0; i < doubles.length; i++) {
            if (Double.isNaN(doubles[i]) && Double.doubleToRawLongBits(doubles[i]) != NAN) {
                copy = copy == doubles ? doubles.clone() : copy;
                copy[i] = Double.NaN;
            }
        }
        return copy;
    }
}
