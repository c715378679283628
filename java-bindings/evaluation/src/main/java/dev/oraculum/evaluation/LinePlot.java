package dev.oraculum.evaluation;

import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** A line plot as SVG, readable on light and dark backgrounds: sizes 1 to n across, percentages up. */
public final class LinePlot {
    private static final int WIDTH = 760;
    private static final int HEIGHT = 420;
    private static final int LEFT = 50;
    private static final int RIGHT = 230;
    private static final int TOP = 30;
    private static final int BOTTOM = 45;
    private static final List<String> COLOURS =
            List.of("#1f77b4", "#d62728", "#2ca02c", "#9467bd", "#ff7f0e", "#8c564b", "#e377c2", "#7f7f7f");

    /** @param percent by size, from 1 */
    public record Line(String name, double[] percent) {}

    private LinePlot() {}

    public static String svg(String title, String across, String up, List<Line> lines) {
        int sizes = lines.get(0).percent.length;
        return svg(title, across, IntStream.rangeClosed(1, sizes).mapToObj(Integer::toString).toList(), up, lines);
    }

    /** @param steps what stands below each point */
    public static String svg(String title, String across, List<String> steps, String up, List<Line> lines) {
        double most = lines.stream().flatMapToDouble(line -> java.util.Arrays.stream(line.percent)).max().orElse(1);
        double top = Math.max(10, Math.ceil(most / 10) * 10);
        int sizes = steps.size();
        StringBuilder svg = new StringBuilder();
        svg.append(String.format(Locale.ROOT,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" font-size=\"12\">%n",
                WIDTH, HEIGHT));
        svg.append(String.format(Locale.ROOT, "<rect width=\"%d\" height=\"%d\" fill=\"#ffffff\"/>%n", WIDTH, HEIGHT));
        text(svg, WIDTH / 2.0, 18, "middle", title);
        for (int percent = 0; percent <= top; percent += 10) {
            double y = y(percent, top);
            svg.append(String.format(Locale.ROOT, "<line x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\" stroke=\"#dddddd\"/>%n", LEFT, y,
                    WIDTH - RIGHT, y));
            text(svg, LEFT - 6, y + 4, "end", percent + " %");
        }
        for (int size = 1; size <= sizes; size++) {
            text(svg, x(size, sizes), HEIGHT - BOTTOM + 18, "middle", steps.get(size - 1));
        }
        text(svg, (LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - 8, "middle", across);
        svg.append(String.format(Locale.ROOT, "<text x=\"14\" y=\"%d\" text-anchor=\"middle\" transform=\"rotate(-90 14 %d)\">%s</text>%n",
                HEIGHT / 2,
                HEIGHT / 2, escape(up)));
        for (int i = 0; i < lines.size(); i++) {
            line(svg, lines.get(i), COLOURS.get(i % COLOURS.size()), top, TOP + 20 * i + 10);
        }
        return svg.append("</svg>\n").toString();
    }

    private static void line(StringBuilder svg, Line line, String colour, double top, double legend) {
        StringBuilder points = new StringBuilder();
        for (int size = 1; size <= line.percent.length; size++) {
            points.append(String.format(Locale.ROOT, "%.1f,%.1f ", x(size, line.percent.length), y(line.percent[size - 1], top)));
        }
        svg.append(String.format(Locale.ROOT, "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"2\" points=\"%s\"/>%n", colour,
                points.toString().strip()));
        int x = WIDTH - RIGHT + 15;
        svg.append(String.format(Locale.ROOT, "<line x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\" stroke=\"%s\" stroke-width=\"2\"/>%n", x,
                legend, x + 20,
                legend, colour));
        text(svg, x + 26, legend + 4, "start", line.name);
    }

    private static double x(int size, int sizes) {
        return LEFT + (WIDTH - LEFT - RIGHT) * (size - 0.5) / sizes;
    }

    private static double y(double percent, double top) {
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * percent / top;
    }

    private static void text(StringBuilder svg, double x, double y, String anchor, String text) {
        svg.append(String.format(Locale.ROOT, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>%n", x, y, anchor, escape(text)));
    }

    private static String escape(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
