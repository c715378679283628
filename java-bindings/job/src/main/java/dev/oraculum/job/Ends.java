package dev.oraculum.job;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Properties;

/** How a job ended, for the user of a build. */
final class Ends {
    private static final int DETAILS_SHOWN = 20;

    private final Properties end;
    private final Remedies remedies;

    Ends(Properties end, Wording wording) {
        this.end = end;
        this.remedies = new Remedies(wording);
    }

    /**
     * @param scratch where the stack trace of a fault of ours is kept
     * @throws JobException there is no result; the message says what is wrong, where, and what to do in the build
     */
    void requireResult(File scratch) {
        String kind = end.getProperty("failure");
        if (kind == null) {
            return;
        }
        List<String> lines = new ArrayList<>();
        lines.add(end.getProperty("message"));
        List<String> details = lines(end.getProperty("details"));
        details.stream().limit(DETAILS_SHOWN).forEach(detail -> lines.add("  " + detail));
        if (details.size() > DETAILS_SHOWN) {
            lines.add("  .. and " + (details.size() - DETAILS_SHOWN) + " more");
        }
        String code = end.getProperty("code");
        String remedy = remedies.of(code, settings(end.getProperty("settings")));
        if (remedy != null) {
            lines.add(remedy);
        }
        switch (kind) {
            case "INPUT":
                throw JobException.input(String.join("\n", withPage(lines, code)));
            case "INTERNAL":
                lines.add("this is a fault of Oraculum, not of your project; " + keepTrace(scratch) + " helps to find it");
                throw JobException.failed(String.join("\n", lines));
            default:
                throw JobException.failed(String.join("\n", withPage(lines, code)));
        }
    }

    Properties properties() {
        return end;
    }

    private static List<String> withPage(List<String> lines, String code) {
        boolean explained = !Arrays.asList("INVALID_INPUT", "PROJECT_UNUSABLE", "CANCELLED", "INTERNAL").contains(code);
        if (explained) {
            lines.add("more: docs/errors/" + code.toLowerCase(Locale.ROOT).replace('_', '-') + ".md");
        }
        return lines;
    }

    /** What to do about warnings of a job that went well. */
    List<String> remedies() {
        List<String> found = new ArrayList<>();
        for (String problem : lines(end.getProperty("problems"))) {
            int at = problem.indexOf('=');
            String remedy = remedies.of(problem.substring(0, at), settings(problem.substring(at + 1)));
            if (remedy != null && !found.contains(remedy)) {
                found.add(remedy);
            }
        }
        return found;
    }

    private String keepTrace(File scratch) {
        File file = new File(scratch, "fault.txt");
        try {
            Files.write(file.toPath(), end.getProperty("trace", "").getBytes(StandardCharsets.UTF_8));
            return file.getPath();
        } catch (IOException e) {
            return "what follows\n" + end.getProperty("trace", "");
        }
    }

    private static List<String> lines(String text) {
        return text == null || text.isEmpty() ? Collections.emptyList() : Arrays.asList(text.split("\n"));
    }

    private static List<String> settings(String text) {
        return text == null || text.isEmpty() ? Collections.emptyList() : Arrays.asList(text.split(","));
    }
}
