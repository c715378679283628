package dev.oraculum.runtime;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.lang.reflect.Array;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A copy is what the array holds at that time, whatever was copied before. */
class ArrayCopiesTest {
    /** More than a collection takes on a busy machine. */
    private static final long PATIENCE_MILLIS = 30_000;

    @ParameterizedTest
    @ValueSource(classes = {boolean.class, byte.class, short.class, char.class, int.class, long.class, float.class, double.class})
    void everyCopyHoldsWhatTheArrayHolds(Class<?> element) {
        ArrayCopies copies = new ArrayCopies();
        Random random = new Random(7);
        Object[] arrays = new Object[6];
        for (int i = 0; i < arrays.length; i++) {
            arrays[i] = Array.newInstance(element, 4 * i + 8);
        }
        for (int round = 0; round < 2_000; round++) {
            Object array = arrays[random.nextInt(arrays.length)];
            if (random.nextBoolean()) {
                set(array, random.nextInt(Array.getLength(array)), random.nextInt(3));
            }
            Object copy = copies.of(array);
            assertNotSame(array, copy);
            assertArrayEquals(new Object[] {array}, new Object[] {copy});
        }
    }

    private static void set(Object array, int index, int value) {
        if (array instanceof boolean[] booleans) {
            booleans[index] = value == 0;
        } else if (array instanceof char[] chars) {
            chars[index] = (char) value;
        } else {
            Array.setByte(array, index, (byte) value); // Widened to what the array holds.
        }
    }

    @Test
    void whatHasNotChangedIsCopiedOnce() {
        ArrayCopies copies = new ArrayCopies();
        double[] one = new double[50];
        double[] other = new double[50];
        one[3] = Double.NaN;
        Object first = copies.of(one);
        Object second = copies.of(other);
        one[3] = Double.longBitsToDouble(0x7ff8_0000_0000_0001L);
        assertSame(first, copies.of(one), "all NaN are one");
        assertSame(second, copies.of(other));
        other[7] = -0.0;
        assertNotSame(second, copies.of(other), "the zeros are two");
        assertArrayEquals(new double[50], (double[]) second);
    }

    @Test
    void noArrayIsKeptAlive() throws InterruptedException {
        ArrayCopies copies = new ArrayCopies();
        ReferenceQueue<int[]> collected = new ReferenceQueue<>();
        int[] array = new int[100];
        WeakReference<int[]> reference = new WeakReference<>(array, collected);
        copies.of(array);
        array = null;
        System.gc();
        assertSame(reference, collected.remove(PATIENCE_MILLIS), "the array is held");
        assertArrayEquals(new int[100], (int[]) copies.of(new int[100]));
    }
}
