package dev.oraculum.page;

import java.util.ArrayList;
import java.util.List;

/** A few words about results as a picture (SVG) for the first page of a project. */
final class Badge {
    private static final String LABEL = "oraculum";
    private static final int HEIGHT = 20;
    private static final int SPACE = 12;
    /** Of the font that it asks for, at 11 pixels: on average. */
    private static final double LETTER = 6.6;
    private static final int MANY_KILLED = 80;
    private static final int SOME_KILLED = 60;

    private long killed;
    private long killable;
    private long improved;
    private long methods;
    private long mismatches;
    private boolean checked;

    private Badge() {}

    static String of(List<ResultFile> files) {
        Badge badge = new Badge();
        files.forEach(badge::add);
        return badge.write();
    }

    private void add(ResultFile file) {
        switch (file.kind()) {
            case GENERATE -> file.results().forEach(of -> {
                killed += GeneratePart.killed(of);
                killable += GeneratePart.killable(of);
            });
            case IMPROVE -> file.results().forEach(of -> {
                methods++;
                improved += of.path("improved").isObject() ? 1 : 0;
            });
            case CHECK -> {
                checked = true;
                mismatches += Fields.objects(file.json(), "mismatches").size();
            }
            default -> {
                // Nothing that is better the more there is of it.
            }
        }
    }

    private String text() {
        List<String> said = new ArrayList<>();
        if (checked) {
            said.add(mismatches == 0 ? "oracle holds" : mismatches + (mismatches == 1 ? " mismatch" : " mismatches"));
        }
        if (killable > 0) {
            said.add(share() + " % of mutants killed");
        }
        if (methods > 0) {
            said.add(improved + " of " + methods + " assertions improved");
        }
        return said.isEmpty() ? "no figures" : String.join(", ", said);
    }

    /** Rounded down: 100 is all. */
    private long share() {
        return 100 * killed / killable;
    }

    private String colour() {
        if (mismatches > 0) {
            return "#b60205";
        }
        if (killable > 0) {
            return share() >= MANY_KILLED ? "#2c7a2c" : share() >= SOME_KILLED ? "#7d6608" : "#a04000";
        }
        return "#1f5f99";
    }

    private static int width(String text) {
        return (int) Math.ceil(text.length() * LETTER) + SPACE;
    }

    private String write() {
        String text = text();
        int left = width(LABEL);
        int right = width(text);
        return """
                <svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" role="img" aria-label="%s: %s">
                  <title>%s: %s</title>
                  <rect width="%d" height="%d" rx="3" fill="#444"/>
                  <path d="M%d 0h%da3 3 0 0 1 3 3v%da3 3 0 0 1-3 3H%dz" fill="%s"/>
                  <g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11" text-anchor="middle">
                    <text x="%d" y="14" textLength="%d">%s</text>
                    <text x="%d" y="14" textLength="%d">%s</text>
                  </g>
                </svg>
                """.formatted(left + right, HEIGHT, LABEL, text, LABEL, text, left + right, HEIGHT, left, right - 3, HEIGHT - 6, left,
                        colour(), left / 2, left - SPACE, LABEL, left + right / 2, right - SPACE, text);
    }
}
