package dev.oraculum.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Reads the tutorial as a person would: types its commands in a copy of its project, on a terminal of 100 columns, and compares what comes
 * with what the page shows. Times differ, and where lines are broken with them: both are left out of the comparison, and so are warnings
 * of the JVM about Maven. A line {@code ...} on a page stands for lines that it leaves out. {@code -Doraculum.tutorial.update=true} writes
 * what comes into the pages.
 */
@DisabledOnOs(value = {OS.WINDOWS, OS.MAC}, disabledReason = "script(1) has other options there")
class TutorialEndToEndTest {
    private static final int COLUMNS = 100;
    private static final int FEWEST_COMMANDS = 10;
    private static final String LEFT_OUT = "...";
    /** Newer JVMs have such lines about the libraries of Maven. */
    private static final String JVM_WARNING = "WARNING: ";
    private static final Pattern TIME = Pattern.compile("\\d+\\.\\d s\\b");

    @TempDir
    private Path folder;

    /** Lines {@code from} (the command) to {@code to} of a page, exclusive. */
    private record Step(String command, int from, int outputFrom, int to) {}

    @Test
    void everyPageShowsWhatItsCommandsPrint() throws Exception {
        Path tutorial = tutorial();
        Path copy = copy(tutorial.resolve("sample"));
        List<Path> pages;
        try (Stream<Path> files = Files.list(tutorial)) {
            pages = files.filter(file -> file.getFileName().toString().matches("\\d-.*\\.md")).sorted().toList();
        }
        int commands = 0;
        for (Path page : pages) {
            commands += read(page, copy);
        }
        assertTrue(commands >= FEWEST_COMMANDS, commands + " commands on " + pages);
    }

    private static int read(Path page, Path copy) throws IOException, InterruptedException {
        List<String> lines = new ArrayList<>(Files.readAllLines(page));
        List<Step> steps = steps(lines);
        List<List<String>> outputs = new ArrayList<>();
        for (Step step : steps) {
            List<String> output = new ArrayList<>(Screen.run(copy, COLUMNS, step.command()).lines());
            if (step.command().startsWith("mvn ")) {
                output.removeIf(line -> line.startsWith(JVM_WARNING));
            }
            while (!output.isEmpty() && output.get(output.size() - 1).isEmpty()) {
                output.remove(output.size() - 1);
            }
            outputs.add(output);
            if (!Boolean.getBoolean("oraculum.tutorial.update")) {
                compare(page.getFileName() + ", line " + (step.from() + 1), lines.subList(step.outputFrom(), step.to()), output);
            }
        }
        if (Boolean.getBoolean("oraculum.tutorial.update")) {
            for (int i = steps.size() - 1; i >= 0; i--) {
                List<String> shown = lines.subList(steps.get(i).outputFrom(), steps.get(i).to());
                if (!shown.contains(LEFT_OUT)) {
                    shown.clear();
                    shown.addAll(outputs.get(i));
                }
            }
            Files.write(page, lines);
        }
        return steps.size();
    }

    /** The commands of the blocks {@code console}: lines behind a dollar sign, and those that they go on with. */
    private static List<Step> steps(List<String> lines) {
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

    private static void compare(String where, List<String> shown, List<String> printed) {
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

    private static Path tutorial() {
        Path at = Path.of("").toAbsolutePath();
        while (!Files.isDirectory(at.resolve("docs/tutorial"))) {
            at = at.getParent();
        }
        return at.resolve("docs/tutorial");
    }

    private Path copy(Path sample) throws IOException {
        Path copy = folder.resolve("sample");
        try (Stream<Path> files = Files.walk(sample)) {
            for (Path file : files.toList()) {
                Path target = copy.resolve(sample.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(file, target);
                }
            }
        }
        return copy;
    }
}
