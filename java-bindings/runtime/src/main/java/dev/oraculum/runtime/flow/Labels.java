package dev.oraculum.runtime.flow;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * The labels of one test. A label is the number of a set of anomalies, 0 of the empty one; equal sets have equal numbers, and a union
 * that was asked for before is looked up. Labels of different tests are different, so that those which a thread brings along from
 * another test mean nothing.
 */
final class Labels {
    /** Beyond it, memoised unions are forgotten. */
    private static final int MOST_UNIONS = 1 << 20;

    /** Ids in all sets together: 32 MiB of them. Few large sets take as much as many small ones. */
    private static final int MOST_IDS = 1 << 23;

    private final int most;
    /** What a label has on top of the place of its set. */
    private final int base;
    private final int[] all;
    private int[][] sets = new int[16][];
    private int count;
    private final Map<Ids, Integer> numbers = new HashMap<>();
    private final Map<Long, Integer> unions = new HashMap<>();
    private int everything;
    private long stored;

    private record Ids(int[] ids) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Ids that && Arrays.equals(ids, that.ids);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(ids);
        }
    }

    /**
     * @param after the greatest label of the test before
     * @param most sets; where there would be more, a union is that of all anomalies
     * @param all anomalies of the test, ascending
     */
    Labels(int after, int most, int[] all) {
        this.base = after > Integer.MAX_VALUE / 2 ? 0 : after;
        this.most = most;
        this.all = all;
        number(new int[0]);
    }

    synchronized int of(int anomaly) {
        return number(new int[] {anomaly});
    }

    synchronized int union(int a, int b) {
        if (a == b || b == 0) {
            return a;
        }
        if (a == 0) {
            return b;
        }
        if (!isOwn(a) || !isOwn(b)) {
            return isOwn(a) ? a : isOwn(b) ? b : 0;
        }
        long key = a < b ? (long) a << 32 | b : (long) b << 32 | a;
        Integer known = unions.get(key);
        if (known != null) {
            return known;
        }
        int union = count >= most || stored > MOST_IDS ? everything() : number(merged(sets[a - base], sets[b - base]));
        if (unions.size() >= MOST_UNIONS) {
            unions.clear();
        }
        unions.put(key, union);
        return union;
    }

    private int everything() {
        if (everything == 0) {
            everything = number(all);
        }
        return everything;
    }

    /** The anomalies of a label, ascending. */
    synchronized int[] ids(int label) {
        return isOwn(label) ? sets[label - base] : sets[0];
    }

    private boolean isOwn(int label) {
        return label > base && label - base < count;
    }

    /** The greatest label. */
    synchronized int end() {
        return base + count - 1;
    }

    /** Whether a union had to be taken for all anomalies. */
    synchronized boolean isExhausted() {
        return everything != 0;
    }

    private int number(int[] ids) {
        Integer known = numbers.putIfAbsent(new Ids(ids), count == 0 ? 0 : base + count);
        if (known != null) {
            return known;
        }
        if (count == sets.length) {
            sets = Arrays.copyOf(sets, 2 * count);
        }
        sets[count] = ids;
        stored += ids.length;
        return count++ == 0 ? 0 : base + count - 1;
    }

    private static int[] merged(int[] a, int[] b) {
        int[] merged = new int[a.length + b.length];
        int i = 0;
        int j = 0;
        int n = 0;
        while (i < a.length || j < b.length) {
            if (j == b.length || i < a.length && a[i] < b[j]) {
                merged[n++] = a[i++];
            } else {
                if (i < a.length && a[i] == b[j]) {
                    i++;
                }
                merged[n++] = b[j++];
            }
        }
        return Arrays.copyOf(merged, n);
    }
}
