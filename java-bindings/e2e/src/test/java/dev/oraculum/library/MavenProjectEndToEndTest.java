package dev.oraculum.library;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A Maven project of its own, {@code tests/maven-project}, which has Oraculum as a dependency and runs improve, select, rank and infer in
 * its tests. It begins with an empty local repository and an empty folder for unpacked parts.
 */
class MavenProjectEndToEndTest {
    private static final long MINUTES = 10;
    private static final Path MAVEN = Path.of(System.getProperty("oraculum.maven"));
    /** What Maven would install. */
    private static final Path REPOSITORY = Path.of(System.getProperty("oraculum.repository"));
    /** The user's: it has the plugins and libraries of others, for they were needed to get here. */
    private static final Path SEED = Path.of(System.getProperty("oraculum.local.repository"));

    @TempDir
    private Path directory;

    @Test
    void aProjectThatDependsOnTheArtifactsRunsEveryJob() throws Exception {
        Path project = directory.resolve("project");
        copy(Path.of(System.getProperty("oraculum.home")).resolve("../../tests/maven-project").normalize(), project);
        String output = maven(project, "-Drepository.oraculum=" + REPOSITORY.toUri(), "-Drepository.others=" + SEED.toUri(), "test");
        assertTrue(output.contains("Tests run: 8, Failures: 0, Errors: 0, Skipped: 0"), output);
        try (Stream<Path> versions = Files.list(directory.resolve("cache"))) {
            assertEquals(1, versions.count(), "its parts are unpacked once");
        }
        assertTrue(Files.isRegularFile(directory.resolve("repository/dev/oraculum/oraculum/0.1.0/oraculum-0.1.0.jar")));
    }

    private String maven(Path project, String... arguments) throws IOException, InterruptedException {
        boolean windows = System.getProperty("os.name").startsWith("Windows");
        List<String> command = new ArrayList<>(List.of(
                MAVEN.resolve("bin").resolve(windows ? "mvn.cmd" : "mvn").toString(),
                "-B", "-ntp", "-Dstyle.color=never", "-Dmaven.repo.local=" + directory.resolve("repository")));
        command.addAll(List.of(arguments));
        Path log = directory.resolve("maven.log");
        ProcessBuilder builder = new ProcessBuilder(command).directory(project.toFile()).redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("ORACULUM_CACHE", directory.resolve("cache").toString());
        List.of("MAVEN_OPTS", "MAVEN_ARGS", "ORACULUM_NATIVE", "JAVA_TOOL_OPTIONS").forEach(builder.environment()::remove);
        Process process = builder.start();
        boolean ended = process.waitFor(MINUTES, TimeUnit.MINUTES);
        if (!ended) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly().waitFor();
        }
        String output = Files.readString(log);
        assertTrue(ended && process.exitValue() == 0, output);
        return output;
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.filter(path -> !from.relativize(path).startsWith("target")).toList()) {
                Files.copy(file, to.resolve(from.relativize(file).toString()));
            }
        }
    }
}
