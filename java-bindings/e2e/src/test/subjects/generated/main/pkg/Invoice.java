package pkg;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;

/** What it does shows in what it was given, in what it gives, and in what that gives; what it refuses, in words. */
public class Invoice {
    private final List<Line> lines = new ArrayList<>();

    /** What an order is of. */
    public static class Line {
        private final String article;
        private final int count;

        Line(String article, int count) {
            this.article = article;
            this.count = count;
        }

        String article() {
            return article;
        }

        public List<String> copies() {
            List<String> all = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                all.add(article);
            }
            return all;
        }
    }

    public void add(String article, int count) {
        if (count < 0) {
            throw new IllegalArgumentException("negative count");
        }
        if (count > 3) {
            throw new IllegalArgumentException("too many by " + (count - 3));
        }
        lines.add(new Line(article, count));
    }

    public Line last() {
        return lines.isEmpty() ? null : lines.get(lines.size() - 1);
    }

    public BigDecimal price(int cents) {
        return BigDecimal.valueOf(cents, 2);
    }

    public LocalDate due(int day) {
        return LocalDate.ofEpochDay(day).plusDays(14);
    }

    public void print(StringBuilder out) {
        for (Line line : lines) {
            out.append(line.count).append(' ').append(line.article).append(';');
        }
    }

    /** Its words are the JDK's. */
    public int number(String text) {
        return Integer.parseInt(text);
    }
}
