package dev.oraculum.library;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.cli.ConsolePage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
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
    private static final long MINUTES = 10;
    private static final Path HOME = Path.of(System.getProperty("oraculum.home")).toAbsolutePath().normalize();

    @TempDir
    private Path folder;

    @Test
    void thePageShowsWhatItsCommandsPrint() throws Exception {
        Path root = HOME.resolve("../..").normalize();
        Path project = folder.resolve("project");
        copy(root.resolve("tests/junit-project"), project);
        List<String> page = Files.readAllLines(root.resolve("docs/guide/junit.md"));
        everyExcerptIsOfTheProject(page, project);
        Path bin = Files.createDirectories(folder.resolve("bin"));
        script(bin.resolve("oraculum"), "exec '" + HOME.resolve("bin/oraculum") + "' \"$@\"");
        script(bin.resolve("mvn"), "exec '" + Path.of(System.getProperty("oraculum.maven")).resolve("bin/mvn")
                + "' -B -ntp -Dstyle.color=never -Dmaven.repo.local='" + folder.resolve("repository") + "' -Drepository.oraculum="
                + Path.of(System.getProperty("oraculum.repository")).toUri() + " -Drepository.others="
                + Path.of(System.getProperty("oraculum.local.repository")).toUri() + " \"$@\"");
        List<ConsolePage.Step> steps = ConsolePage.steps(page);
        for (ConsolePage.Step step : steps) {
            List<String> shown = page.subList(step.outputFrom(), step.to());
            boolean fails = shown.stream().anyMatch(line -> line.contains("BUILD FAILURE"));
            List<String> printed = run(project, bin, step.command(), fails ? 1 : 0);
            ConsolePage.compare("junit.md, line " + (step.from() + 1), shown, printed);
        }
        assertEquals(4, steps.size());
    }

    private static void script(Path file, String line) throws IOException {
        Files.writeString(file, "#!/bin/sh\n" + line + "\n");
        assertTrue(file.toFile().setExecutable(true));
    }

    private List<String> run(Path project, Path bin, String command, int exitCode) throws Exception {
        Path log = folder.resolve("log");
        ProcessBuilder builder = new ProcessBuilder("sh", "-c", command).directory(project.toFile()).redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("ORACULUM_JAVA_HOME", System.getProperty("java.home"));
        builder.environment().merge("PATH", "", (path, none) -> bin + ":" + path);
        List.of("MAVEN_OPTS", "MAVEN_ARGS", "ORACULUM_NATIVE", "JAVA_TOOL_OPTIONS").forEach(builder.environment()::remove);
        Process process = builder.start();
        if (!process.waitFor(MINUTES, TimeUnit.MINUTES)) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly().waitFor();
        }
        List<String> lines = Files.readAllLines(log);
        System.out.println("$ " + command + "\n" + String.join("\n", lines));
        assertEquals(exitCode, process.exitValue(), command + "\n" + String.join("\n", lines));
        return lines;
    }

    /** What people copy is what was run. */
    private static void everyExcerptIsOfTheProject(List<String> page, Path project) throws IOException {
        String pom = Files.readString(project.resolve("pom.xml"));
        String test = Files.readString(project.resolve("src/test/java/shop/BasketTest.java"));
        List<String> block = null;
        int blocks = 0;
        for (String line : page) {
            if (line.equals("```xml") || line.equals("```java")) {
                block = new ArrayList<>();
            } else if (line.equals("```") && block != null) {
                String text = String.join("\n", block) + "\n";
                assertTrue(without(pom).contains(without(text)) || without(test).contains(without(text)), "not in the project:\n" + text);
                blocks++;
                block = null;
            } else if (block != null) {
                block.add(line);
            }
        }
        assertTrue(blocks >= 2, blocks + " excerpts on the page");
    }

    /** Without indentation. */
    private static String without(String text) {
        return text.replaceAll("(?m)^\\s+", "");
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.filter(path -> !from.relativize(path).startsWith("target")).toList()) {
                Files.copy(file, to.resolve(from.relativize(file).toString()));
            }
        }
    }
}
