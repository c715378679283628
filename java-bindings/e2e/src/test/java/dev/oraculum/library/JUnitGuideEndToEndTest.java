package dev.oraculum.library;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.builds.InstalledMaven;
import dev.oraculum.cli.ConsolePage;
import dev.oraculum.process.LoggedProcess.Output;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Reads docs/guide/junit.md as a person would: types its commands in a copy of its project, {@code tests/junit-project}, and compares what
 * comes with what the page shows.
 */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the page's commands are a shell's")
class JUnitGuideEndToEndTest {
    @TempDir
    private Path folder;

    @Test
    void thePageShowsWhatItsCommandsPrint() throws Exception {
        InstalledMaven maven = InstalledMaven.in(folder);
        Path project = maven.copyOf("junit-project");
        Path root = Path.of(System.getProperty("oraculum.home")).resolve("../..").normalize();
        List<String> page = new ArrayList<>(Files.readAllLines(root.resolve("docs/guide/junit.md")));
        // JUnit4GuideEndToEndTest has that.
        page.subList(page.indexOf("## JUnit 4"), page.indexOf("## Evidence from your own test run")).clear();
        everyExcerptIsOfTheProject(page, project);
        List<ConsolePage.Step> steps = ConsolePage.steps(page);
        for (ConsolePage.Step step : steps) {
            List<String> shown = page.subList(step.outputFrom(), step.to());
            boolean fails = shown.stream().anyMatch(line -> line.contains("BUILD FAILURE"));
            Output output = maven.type(project, step.command());
            assertEquals(fails ? 1 : 0, output.exitCode(), step.command() + "\n" + output.text());
            List<String> printed = output.lines().stream().map(line -> line.replace(project.toString(), "/home/ada/shop")).toList();
            ConsolePage.compare("junit.md, line " + (step.from() + 1), shown, printed);
        }
        assertEquals(14, steps.size());
    }

    /** What people copy is what was run. */
    private static void everyExcerptIsOfTheProject(List<String> page, Path project) throws IOException {
        String pom = Files.readString(project.resolve("pom.xml"));
        String test = Files.readString(project.resolve("src/test/java/shop/BasketTest.java"));
        List<String> blocks = ConsolePage.blocks(page, "xml", "java");
        for (String block : blocks) {
            assertTrue(without(pom).contains(without(block)) || without(test).contains(without(block)), "not in the project:\n" + block);
        }
        assertTrue(blocks.size() >= 2, blocks.size() + " excerpts on the page");
    }

    /** Without indentation. */
    private static String without(String text) {
        return text.replaceAll("(?m)^\\s+", "");
    }
}
