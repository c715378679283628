package dev.oraculum.facts;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** Class names close to a mistyped one. */
public final class SimilarNames {
    private static final int SHOWN = 5;

    private SimilarNames() {}

    /** Up to five names, nearest first: same simple name elsewhere, other case, or a few wrong letters. */
    public static List<String> of(String written, Collection<String> internalNames) {
        String simple = simple(written.replace('/', '.'));
        int tolerated = Math.max(1, simple.length() / 4);
        return internalNames.stream()
                .map(name -> name.replace('/', '.'))
                .filter(name -> distance(simple, simple(name), tolerated) <= tolerated)
                .sorted(Comparator.<String>comparingInt(name -> distance(simple, simple(name), tolerated))
                        .thenComparingInt(name -> distance(written, name, Integer.MAX_VALUE))
                        .thenComparing(Comparator.naturalOrder()))
                .limit(SHOWN)
                .toList();
    }

    private static String simple(String name) {
        int start = Math.max(name.lastIndexOf('.'), name.lastIndexOf('$')) + 1;
        return name.substring(start);
    }

    /** Edit distance without regard to case; anything above {@code limit} may come out as {@code limit + 1}. */
    private static int distance(String left, String right, int limit) {
        String a = left.toLowerCase(Locale.ROOT);
        String b = right.toLowerCase(Locale.ROOT);
        if (Math.abs(a.length() - b.length()) > limit) {
            return limit + 1;
        }
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int substituted = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(substituted, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[b.length()];
    }
}
