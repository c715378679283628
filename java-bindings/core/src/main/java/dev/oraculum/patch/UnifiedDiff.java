package dev.oraculum.patch;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Unified diffs, by Myers' greedy algorithm (An O(ND) Difference Algorithm and Its Variations, 1986). */
final class UnifiedDiff {
    private static final int CONTEXT = 3;

    private UnifiedDiff() {}

    /** A line of the edit script: both, removed or added; with the numbers (from 0) it has, or would have, on either side. */
    private record Line(char kind, String text, int before, int after) {}

    /** The diff of one file; empty if the texts are equal. Line ends are part of the lines, so CRLF files stay as they are. */
    static String of(Path path, String before, String after) {
        List<Line> script = script(lines(before), lines(after));
        StringBuilder diff = new StringBuilder();
        int i = 0;
        while (i < script.size()) {
            if (script.get(i).kind() == ' ') {
                i++;
                continue;
            }
            int end = i;
            for (int j = i; j < script.size() && j <= end + 2 * CONTEXT + 1; j++) {
                if (script.get(j).kind() != ' ') {
                    end = j;
                }
            }
            hunk(script.subList(Math.max(0, i - CONTEXT), Math.min(script.size(), end + 1 + CONTEXT)), diff);
            i = end + 1;
        }
        return diff.isEmpty() ? "" : header(path) + diff;
    }

    private static String header(Path path) {
        String name = path.toString().replace('\\', '/');
        // A tab ends a name that has spaces in it, for patch and git alike.
        String end = name.contains(" ") ? "\t\n" : "\n";
        return "--- " + quoted("a/" + name) + end + "+++ " + quoted("b/" + name) + end;
    }

    /** A name with control characters or quotes as git writes it, in quotes with C's escapes: a line end in it would end the header. */
    private static String quoted(String name) {
        if (name.chars().noneMatch(c -> c < ' ' || c == 0x7f || c == '"')) {
            return name;
        }
        StringBuilder quoted = new StringBuilder("\"");
        for (char c : name.toCharArray()) {
            quoted.append(c == '"' ? "\\\"" : c < ' ' || c == 0x7f ? String.format("\\%03o", (int) c) : String.valueOf(c));
        }
        return quoted.append('"').toString();
    }

    private static void hunk(List<Line> lines, StringBuilder diff) {
        long removed = lines.stream().filter(l -> l.kind() != '+').count();
        long added = lines.stream().filter(l -> l.kind() != '-').count();
        diff.append("@@ -").append(lines.get(0).before() + (removed == 0 ? 0 : 1)).append(',').append(removed);
        diff.append(" +").append(lines.get(0).after() + (added == 0 ? 0 : 1)).append(',').append(added).append(" @@\n");
        for (Line line : lines) {
            diff.append(line.kind()).append(line.text());
            if (!line.text().endsWith("\n")) {
                diff.append("\n\\ No newline at end of file\n");
            }
        }
    }

    private static List<String> lines(String text) {
        List<String> lines = new ArrayList<>();
        for (int start = 0; start < text.length(); ) {
            int end = text.indexOf('\n', start);
            end = end < 0 ? text.length() : end + 1;
            lines.add(text.substring(start, end));
            start = end;
        }
        return lines;
    }

    private static List<Line> script(List<String> a, List<String> b) {
        List<int[]> furthest = new ArrayList<>();
        int offset = a.size() + b.size() + 1;
        int[] v = new int[2 * offset + 1];
        for (int d = 0; d <= a.size() + b.size(); d++) {
            // Only the diagonals -d..d matter to the way back.
            furthest.add(Arrays.copyOfRange(v, offset - d - 1, offset + d + 2));
            for (int k = -d; k <= d; k += 2) {
                boolean down = k == -d || k != d && v[offset + k - 1] < v[offset + k + 1];
                int x = down ? v[offset + k + 1] : v[offset + k - 1] + 1;
                int y = x - k;
                while (x < a.size() && y < b.size() && a.get(x).equals(b.get(y))) {
                    x++;
                    y++;
                }
                v[offset + k] = x;
                if (x >= a.size() && y >= b.size()) {
                    return wayBack(a, b, furthest);
                }
            }
        }
        throw new AssertionError("an edit script of all lines always exists");
    }

    private static List<Line> wayBack(List<String> a, List<String> b, List<int[]> furthest) {
        ArrayList<Line> script = new ArrayList<>();
        int x = a.size();
        int y = b.size();
        for (int d = furthest.size() - 1; d >= 0; d--) {
            int[] v = furthest.get(d);
            int center = d + 1;
            int k = x - y;
            boolean down = k == -d || k != d && v[center + k - 1] < v[center + k + 1];
            int previousK = down ? k + 1 : k - 1;
            int previousX = d == 0 ? 0 : v[center + previousK];
            int previousY = d == 0 ? 0 : previousX - previousK;
            int startX = d == 0 ? 0 : down ? previousX : previousX + 1;
            while (x > startX && y > (d == 0 ? 0 : startX - k)) {
                script.add(new Line(' ', a.get(--x), x, --y));
            }
            if (d > 0) {
                if (down) {
                    script.add(new Line('+', b.get(--y), x, y));
                } else {
                    script.add(new Line('-', a.get(--x), x, y));
                }
            }
        }
        java.util.Collections.reverse(script);
        return script;
    }
}
