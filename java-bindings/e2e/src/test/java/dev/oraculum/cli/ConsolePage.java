package dev.oraculum.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A page with commands and what they print. Times differ, and where lines are broken with them: both are left out of the comparison. A line
 * {@code ...} on a page stands for lines that it leaves out.
 */
public final class ConsolePage {
    static final String LEFT_OUT = "...";
    private static final Pattern TIME = Pattern.compile("\\d+\\.\\d s\\b");

    /** Lines {@code from} (the command) to {@code to} of a page, exclusive. */
    public record Step(String command, int from, int outputFrom, int to) {}

    private ConsolePage() {}

    /** The commands of the blocks {@code console}: lines behind a dollar sign, and those that they go on with. */
    public static List<Step> steps(List<String> lines) {
        List<Step> steps = new ArrayList<>();
        boolean console = false;
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).startsWith("```")) {
                console = lines.get(i).equals("```console");
            } else if (console && lines.get(i).startsWith("$ ")) {
                int end = i;
                StringBuilder command = new StringBuilder(lines.get(i).substring(2));
                while (lines.get(end).endsWith("\\")) {
                    command.append('\n').append(lines.get(++end));
                }
                int next = end + 1;
                while (!lines.get(next).startsWith("$ ") && !lines.get(next).startsWith("```")) {
                    next++;
                }
                steps.add(new Step(command.toString(), i, end + 1, next));
            }
        }
        return steps;
    }

    /** What stands in the blocks of one of these languages: {@code xml}, say. Each line ends. */
    public static List<String> blocks(List<String> lines, String... languages) {
        List<String> blocks = new ArrayList<>();
        StringBuilder block = null;
        for (String line : lines) {
            if (block == null && List.of(languages).stream().anyMatch(language -> line.equals("```" + language))) {
                block = new StringBuilder();
            } else if (line.equals("```") && block != null) {
                blocks.add(block.toString());
                block = null;
            } else if (block != null) {
                block.append(line).append('\n');
            }
        }
        return blocks;
    }

    public static void compare(String where, List<String> shown, List<String> printed) {
        if (!shown.contains(LEFT_OUT)) {
            assertEquals(words(shown), words(printed), where + ":\n" + String.join("\n", printed));
            return;
        }
        String rest = words(printed);
        List<List<String>> parts = new ArrayList<>(List.of(new ArrayList<>()));
        for (String line : shown) {
            if (line.equals(LEFT_OUT)) {
                parts.add(new ArrayList<>());
            } else {
                parts.get(parts.size() - 1).add(line);
            }
        }
        for (List<String> part : parts) {
            int at = rest.indexOf(words(part));
            assertTrue(at >= 0, where + ": the page shows\n" + String.join("\n", part) + "\nand this is printed\n"
                    + String.join("\n", printed));
            rest = rest.substring(at + words(part).length());
        }
    }

    /** Without times and line ends. */
    private static String words(List<String> lines) {
        return TIME.matcher(lines.stream().map(String::strip).collect(Collectors.joining(" "))).replaceAll("# s").replace(" ", "");
    }
}
