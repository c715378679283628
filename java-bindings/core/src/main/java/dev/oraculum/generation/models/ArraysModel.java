package dev.oraculum.generation.models;

import java.util.List;

/** {@link java.util.Arrays}: what is asked of arrays most. */
final class ArraysModel {
    private ArraysModel() {}

    @SafeVarargs
    @SuppressWarnings("varargs")
    public static <T> List<T> asList(T... elements) {
        if (elements == null) {
            throw new NullPointerException();
        }
        return new FixedListModel<>(elements);
    }

    public static boolean equals(int[] first, int[] second) {
        if (first == second) {
            return true;
        }
        if (first == null || second == null || first.length != second.length) {
            return false;
        }
        for (int i = 0; i < first.length; i++) {
            if (first[i] != second[i]) {
                return false;
            }
        }
        return true;
    }

    public static boolean equals(Object[] first, Object[] second) {
        if (first == second) {
            return true;
        }
        if (first == null || second == null || first.length != second.length) {
            return false;
        }
        for (int i = 0; i < first.length; i++) {
            if (!AbstractCollectionModel.same(first[i], second[i])) {
                return false;
            }
        }
        return true;
    }

    public static int[] copyOf(int[] array, int length) {
        int[] copy = new int[length];
        for (int i = 0; i < array.length && i < length; i++) {
            copy[i] = array[i];
        }
        return copy;
    }

    public static int[] copyOfRange(int[] array, int from, int to) {
        if (from > to) {
            throw new IllegalArgumentException();
        }
        if (from < 0 || from > array.length) {
            throw new ArrayIndexOutOfBoundsException();
        }
        int[] copy = new int[to - from];
        for (int i = from; i < array.length && i < to; i++) {
            copy[i - from] = array[i];
        }
        return copy;
    }

    public static void fill(int[] array, int value) {
        for (int i = 0; i < array.length; i++) {
            array[i] = value;
        }
    }

    /** Orders by insertion: the result is the same. */
    public static void sort(int[] array) {
        for (int i = 1; i < array.length; i++) {
            int moved = array[i];
            int at = i;
            for (; at > 0 && array[at - 1] > moved; at--) {
                array[at] = array[at - 1];
            }
            array[at] = moved;
        }
    }
}
