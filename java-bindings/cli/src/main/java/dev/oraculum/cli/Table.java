package dev.oraculum.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * Rows of cells, laid out for a width. Where they do not fit, cells of text are broken at word and name boundaries; where that would leave
 * hardly anything, a row is a paragraph.
 *
 * <p>Not picocli's {@code TextTable}: its columns have fixed widths, no numbers to the right, and it breaks long names anywhere.
 */
final class Table {
    private static final String GAP = "  ";
    /** Less of a text is no column. */
    private static final int NARROWEST = 14;

    private final List<String> header;
    private final boolean[] numbers;
    private final List<List<String>> rows = new ArrayList<>();

    /** @param header names of columns; one that ends in {@code #} has numbers, which stand to the right */
    Table(String... header) {
        this.header = Arrays.stream(header).map(name -> name.endsWith("#") ? name.substring(0, name.length() - 1) : name).toList();
        numbers = new boolean[header.length];
        for (int i = 0; i < header.length; i++) {
            numbers[i] = header[i].endsWith("#");
        }
    }

    void row(List<String> cells) {
        if (cells.size() != header.size()) {
            throw new IllegalArgumentException(cells.size() + " cells in a table of " + header.size() + " columns");
        }
        rows.add(cells);
    }

    /** @param width columns of the terminal */
    List<String> lines(int width) {
        int[] widths = widths(width);
        List<String> lines = new ArrayList<>();
        if (widths == null) {
            rows.forEach(row -> paragraph(row, width, lines));
            return lines;
        }
        line(header, widths, lines);
        rows.forEach(row -> line(row, widths, lines));
        return lines;
    }

    /** Widths of the columns; null: no table of this width. */
    private int[] widths(int width) {
        int[] widths = new int[header.size()];
        for (int i = 0; i < widths.length; i++) {
            int column = i;
            widths[i] = Math.max(Layout.width(header.get(i)), rows.stream().mapToInt(row -> Layout.width(row.get(column))).max().orElse(0));
        }
        long excess = Arrays.stream(widths).asLongStream().sum() + (long) GAP.length() * (widths.length - 1) - width;
        // The widest text gives way first, down to the next widest.
        while (excess > 0) {
            int widest = -1;
            for (int i = 0; i < widths.length; i++) {
                if (!numbers[i] && widths[i] > NARROWEST && (widest < 0 || widths[i] > widths[widest])) {
                    widest = i;
                }
            }
            if (widest < 0) {
                return null;
            }
            widths[widest]--;
            excess--;
        }
        return widths;
    }

    private void line(List<String> row, int[] widths, List<String> lines) {
        List<List<String>> cells = new ArrayList<>();
        for (int i = 0; i < widths.length; i++) {
            cells.add(Layout.fit(row.get(i), widths[i], numbers[i] ? 0 : 1));
        }
        int height = Collections.max(cells.stream().map(List::size).toList());
        for (int k = 0; k < height; k++) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < widths.length; i++) {
                String text = k < cells.get(i).size() ? cells.get(i).get(k) : "";
                String padding = " ".repeat(Math.max(0, widths[i] - Layout.width(text)));
                line.append(numbers[i] ? padding + text : text + padding).append(GAP);
            }
            lines.add(line.toString().stripTrailing());
        }
    }

    /** The first text, and below it every other cell with its column's name. */
    private void paragraph(List<String> row, int width, List<String> lines) {
        int title = 0;
        while (title < row.size() - 1 && numbers[title]) {
            title++;
        }
        lines.addAll(Layout.fit(row.get(title), width, 1));
        List<String> cells = new ArrayList<>();
        for (int i = 0; i < row.size(); i++) {
            if (i != title && !row.get(i).isEmpty()) {
                cells.add(header.get(i).isEmpty() ? row.get(i) : header.get(i) + " " + row.get(i));
            }
        }
        lines.addAll(Layout.fit(GAP + String.join(", ", cells), width, GAP.length()));
    }
}
