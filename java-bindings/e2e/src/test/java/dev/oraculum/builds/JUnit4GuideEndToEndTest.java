package dev.oraculum.builds;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.SameOnEveryJdk;
import dev.oraculum.cli.ConsolePage;
import dev.oraculum.process.LoggedProcess.Output;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Types the commands of the section "JUnit 4" of docs/guide/junit.md in a copy of its project, {@code tests/junit4-project}: an oracle
 * checked by a rule, in the JVM of Gradle's task {@code test}.
 */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the page's commands are a shell's")
@SameOnEveryJdk
class JUnit4GuideEndToEndTest {
    @TempDir
    private Path folder;

    @Test
    void theSectionShowsWhatItsCommandsPrint() throws Exception {
        InstalledGradle gradle = InstalledGradle.in(folder);
        Path project = UserProject.copy("junit4-project", folder.resolve("project"));
        List<String> page = Files.readAllLines(UserProject.ROOT.resolve("docs/guide/junit.md"));
        List<String> section = page.subList(page.indexOf("## JUnit 4"), page.indexOf("## Evidence from your own test run"));
        everyExcerptIsOfTheProject(section, project);
        try {
            List<ConsolePage.Step> steps = ConsolePage.steps(section);
            assertEquals(3, steps.size());
            for (ConsolePage.Step step : steps) {
                Output output = gradle.run(project, step.command());
                String text = String.join("\n", output.lines());
                System.out.println("$ " + step.command() + "\n" + text);
                List<String> shown = withoutSeconds(section.subList(step.outputFrom(), step.to()));
                ConsolePage.compare("junit.md, section JUnit 4, line " + (step.from() + 1), shown, withoutSeconds(output.lines()));
                boolean fails = shown.stream().anyMatch(line -> line.startsWith("BUILD FAILED"));
                assertEquals(fails, output.exitCode() != 0, text);
                // The prices of the parameterized class have the discount that they had.
                assertEquals(fails ? 1 : 0, output.lines().stream().filter(line -> line.matches(".* > .* FAILED")).count(), text);
            }
        } finally {
            gradle.stop(project);
        }
        assertTrue(Files.readString(project.resolve("src/test/oracle/oracle.json")).contains("20000"), "values of the parameterized class");
    }

    private static List<String> withoutSeconds(List<String> lines) {
        return lines.stream().map(line -> line.replaceAll("^(BUILD [A-Z]+ in ).*", "$1")).toList();
    }

    /** What people copy is what was run. */
    private static void everyExcerptIsOfTheProject(List<String> section, Path project) throws IOException {
        List<String> sources = new ArrayList<>();
        for (String file : List.of("build.gradle", "src/test/java/shop/BasketTest.java")) {
            sources.add(Files.readString(project.resolve(file)));
        }
        String all = sources.stream().collect(Collectors.joining());
        List<String> blocks = ConsolePage.blocks(section, "groovy", "java");
        assertEquals(3, blocks.size());
        blocks.forEach(block -> assertTrue(all.contains(block), "not in the project:\n" + block));
    }
}
