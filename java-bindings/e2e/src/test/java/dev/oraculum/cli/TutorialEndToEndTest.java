package dev.oraculum.cli;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.SameOnEveryJdk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
@SameOnEveryJdk
class TutorialEndToEndTest {
    private static final int COLUMNS = 100;
    private static final int FEWEST_COMMANDS = 10;
    /** Newer JVMs have such lines about the libraries of Maven. */
    private static final String JVM_WARNING = "WARNING: ";

    @TempDir
    private Path folder;

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
        List<ConsolePage.Step> steps = ConsolePage.steps(lines);
        List<List<String>> outputs = new ArrayList<>();
        for (ConsolePage.Step step : steps) {
            List<String> output = new ArrayList<>(Screen.run(copy, COLUMNS, step.command()).lines());
            if (step.command().startsWith("mvn ")) {
                output.removeIf(line -> line.startsWith(JVM_WARNING));
            }
            while (!output.isEmpty() && output.get(output.size() - 1).isEmpty()) {
                output.remove(output.size() - 1);
            }
            outputs.add(output);
            if (!Boolean.getBoolean("oraculum.tutorial.update")) {
                ConsolePage.compare(page.getFileName() + ", line " + (step.from() + 1), lines.subList(step.outputFrom(), step.to()),
                        output);
            }
        }
        if (Boolean.getBoolean("oraculum.tutorial.update")) {
            for (int i = steps.size() - 1; i >= 0; i--) {
                List<String> shown = lines.subList(steps.get(i).outputFrom(), steps.get(i).to());
                if (!shown.contains(ConsolePage.LEFT_OUT)) {
                    shown.clear();
                    shown.addAll(outputs.get(i));
                }
            }
            Files.write(page, lines);
        }
        return steps.size();
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
