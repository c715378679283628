package dev.oraculum.library;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.builds.InstalledMaven;
import dev.oraculum.process.LoggedProcess.Output;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A Maven project of its own, {@code tests/maven-project}, which has Oraculum as a dependency and runs improve, select, rank and infer in
 * its tests. It begins with an empty local repository and an empty folder for unpacked parts.
 */
class MavenProjectEndToEndTest {
    @TempDir
    private Path folder;

    @Test
    void aProjectThatDependsOnTheArtifactsRunsEveryJob() throws Exception {
        InstalledMaven maven = InstalledMaven.in(folder);
        Output output = maven.run(maven.copyOf("maven-project"), "test");
        assertEquals(0, output.exitCode(), output.text());
        assertTrue(output.text().contains("Tests run: 8, Failures: 0, Errors: 0, Skipped: 0"), output.text());
        try (Stream<Path> versions = Files.list(maven.parts())) {
            assertEquals(1, versions.count(), "its parts are unpacked once");
        }
        assertTrue(Files.isRegularFile(folder.resolve("repository/dev/oraculum/oraculum/0.1.0/oraculum-0.1.0.jar")));
    }
}
