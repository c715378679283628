package dev.oraculum.builds;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
 * Reads the page of the Maven plugin as a person would: types its commands in a copy of its project, {@code tests/maven-plugin-project},
 * and compares what comes with what the page shows. Maven, the goals and the tests of the project run on the JDK of this test.
 */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the page's commands are a shell's")
class MavenPluginEndToEndTest {
    private static final int FEWEST_COMMANDS = 12;

    @TempDir
    private Path folder;

    @Test
    void thePageShowsWhatItsCommandsPrint() throws Exception {
        InstalledMaven maven = InstalledMaven.in(folder);
        Path project = maven.copyOf("maven-plugin-project");
        Path root = Path.of(System.getProperty("oraculum.home")).resolve("../..").normalize();
        List<String> page = Files.readAllLines(root.resolve("docs/guide/maven.md"));
        everyExcerptIsOfTheProject(page, project);
        List<ConsolePage.Step> steps = ConsolePage.steps(page);
        // All differences of the page in one report.
        List<Executable> comparisons = new ArrayList<>();
        for (ConsolePage.Step step : steps) {
            List<String> shown = page.subList(step.outputFrom(), step.to());
            boolean fails = shown.stream().anyMatch(line -> line.startsWith("[ERROR]"));
            Output output = maven.type(project, step.command());
            assertEquals(fails ? 1 : 0, output.exitCode(), step.command() + "\n" + output.text());
            List<String> printed = output.lines().stream().map(line -> line.replace(project.toString(), "/home/ada/tram")).toList();
            comparisons.add(() -> ConsolePage.compare("maven.md, line " + (step.from() + 1), shown, printed));
        }
        assertAll(comparisons);
        assertTrue(steps.size() >= FEWEST_COMMANDS, steps.size() + " commands");
        for (String report : List.of("tickets/target/oraculum/improve/improve.json", "tickets/target/oraculum/improve/improve.patch",
                "tickets/target/oraculum/infer/infer.txt", "tickets/target/oraculum/rank/tram.Card.json",
                "tickets/target/oraculum/select/oracle.json", "tickets/target/oraculum/generate/generate.json",
                "tickets/target/oraculum/merge/merged.json",
                "tickets/target/oraculum/report.html", "tickets-tests/target/oraculum/improve/improve.json",
                "target/oraculum/report.html")) {
            assertTrue(Files.size(project.resolve(report)) > 0, report);
        }
        try (Stream<Path> generated = Files.walk(project.resolve("tickets/target/oraculum/generate/tests"))) {
            assertTrue(generated.anyMatch(file -> file.toString().endsWith(".java")), "generated tests");
        }
        String all = Files.readString(project.resolve("target/oraculum/report.html"));
        assertTrue(all.contains("tickets/improve.json") && all.contains("tickets-tests/improve.json") && all.contains("tram.Fare#of"), all);
    }

    /** What people copy is what was run. */
    private static void everyExcerptIsOfTheProject(List<String> page, Path project) throws IOException {
        StringBuilder poms = new StringBuilder();
        try (Stream<Path> files = Files.walk(project)) {
            for (Path file : files.filter(f -> f.endsWith("pom.xml")).toList()) {
                poms.append(withoutIndentation(Files.readString(file)));
            }
        }
        List<String> blocks = ConsolePage.blocks(page, "xml");
        for (String block : blocks) {
            assertTrue(poms.indexOf(withoutIndentation(block)) >= 0, "no pom of tests/maven-plugin-project has\n" + block);
        }
        assertTrue(blocks.size() > 2, blocks.size() + " excerpts on the page");
    }

    private static String withoutIndentation(String text) {
        return text.replaceAll("(?m)^\\s+", "");
    }
}
