package dev.oraculum.builds;

import static org.junit.jupiter.api.Assertions.assertAll;
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
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/**
 * Reads the page of the Gradle plugin as a person would: types its commands in a copy of its project, {@code tests/gradle-project}, and
 * compares what comes with what the page shows. The plugin comes out of the artifacts, by its marker. The tests of the project run on the
 * JDK of this test, Gradle on one that it can run on.
 */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the page's commands are a shell's")
@SameOnEveryJdk
class GradleProjectEndToEndTest {
    private static final int FEWEST_COMMANDS = 8;

    @TempDir
    private Path folder;

    @Test
    void thePageShowsWhatItsCommandsPrint() throws Exception {
        InstalledGradle gradle = InstalledGradle.in(folder);
        Path project = UserProject.copy("gradle-project", folder.resolve("project"));
        List<String> page = Files.readAllLines(UserProject.ROOT.resolve("docs/guide/gradle.md"));
        everyScriptOnThePageIsInTheProject(page, project);
        try {
            List<ConsolePage.Step> steps = ConsolePage.steps(page);
            // All differences of the page in one report.
            List<Executable> comparisons = new ArrayList<>();
            for (ConsolePage.Step step : steps) {
                Output output = gradle.run(project, step.command());
                System.out.println("$ " + step.command() + "\n" + String.join("\n", output.lines()));
                List<String> shown = page.subList(step.outputFrom(), step.to());
                List<String> printed = output.lines().stream().map(line -> line.replace(project.toString(), "/home/ada/shop")).toList();
                comparisons.add(() -> ConsolePage.compare("gradle.md, line " + (step.from() + 1), shown, printed));
                boolean fails = shown.stream().anyMatch(line -> line.startsWith("* What went wrong"));
                assertEquals(fails, output.exitCode() != 0, String.join("\n", output.lines()));
            }
            assertAll(comparisons);
            assertTrue(steps.size() >= FEWEST_COMMANDS, steps.size() + " commands");
        } finally {
            gradle.stop(project);
        }
        for (String report : List.of("improve/improve.json", "improve/improve.patch", "infer/infer.txt", "rank/shop.Basket.json",
                "select/select.json", "select/oracle.json", "check/check.json", "generate/generate.json", "report.html")) {
            assertTrue(Files.size(project.resolve("app/build/oraculum").resolve(report)) > 0, report);
        }
        try (Stream<Path> generated = Files.walk(project.resolve("app/build/oraculum/generate/tests"))) {
            assertTrue(generated.anyMatch(file -> file.toString().endsWith(".java")), "generated tests");
        }
    }

    /** What people copy is what was run. */
    private static void everyScriptOnThePageIsInTheProject(List<String> page, Path project) throws IOException {
        StringBuilder scripts = new StringBuilder();
        try (Stream<Path> files = Files.walk(project)) {
            for (Path file : files.filter(f -> f.toString().endsWith(".gradle")).toList()) {
                scripts.append(Files.readString(file)).append('\n');
            }
        }
        List<String> blocks = ConsolePage.blocks(page, "groovy");
        for (String block : blocks) {
            assertTrue(scripts.indexOf(block) >= 0, "no script of tests/gradle-project has\n" + block);
        }
        assertTrue(blocks.size() > 2, blocks.size() + " scripts on the page");
    }
}
