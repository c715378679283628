package dev.oraculum.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How {@code bin/oraculum} starts its JVM. */
class LauncherEndToEndTest {
    private static final Path ARCHIVES = Cli.HOME.resolve("cds");
    private static final List<String> PARTS = List.of("lib", "worker", "junit", "native");

    @TempDir
    Path folder;

    /** Another JDK than the one that built the distribution has no archive, and reads the classes from their jars. */
    @Test
    void theJdkThatBuiltTheDistributionHasItsClassesInAnArchive() throws Exception {
        List<Path> archives;
        try (Stream<Path> files = Files.list(ARCHIVES)) {
            archives = files.toList();
        }
        assertEquals(1, archives.size(), archives.toString());
        boolean ours = archives.get(0).getFileName().toString().equals(System.getProperty("java.runtime.version") + ".jsa");
        Path loaded = folder.resolve("loaded.txt");
        Cli.Result result = Cli.run(List.of("--version"), Map.of("ORACULUM_JAVA_OPTIONS", "-Xlog:class+load:file=" + loaded));
        Cli.check(result, 0);
        String main = Files.readAllLines(loaded).stream().filter(line -> line.contains(" dev.oraculum.cli.Main source:")).findFirst()
                .orElseThrow();
        assertEquals(ours, main.contains("shared objects file"), main);
    }

    @Test
    void anArchiveThatDoesNotFitIsPassedOverInSilence() throws Exception {
        Cli.Result expected = Cli.run("--version");
        byte[] ofOtherPaths = Files.readAllBytes(onlyArchive());
        // The JVM writes the header last.
        byte[] unfinished = ofOtherPaths.clone();
        Arrays.fill(unfinished, 0, 4096, (byte) 0);
        for (byte[] archive : List.of(ofOtherPaths, unfinished, new byte[0], "no archive at all".repeat(10_000).getBytes())) {
            Path home = copyWithArchive(archive);
            Cli.Result result = start(home, Path.of(System.getProperty("java.home")));
            assertEquals(expected.toString(), result.toString());
            assertArrayEquals(archive, Files.readAllBytes(archiveOf(home)), "the archive was written");
            for (String part : PARTS) {
                Files.delete(home.resolve(part));
            }
        }
    }

    /** To start a JVM only to hear its version takes longer than all that the launcher does besides. */
    @Test
    void theVersionIsReadFromTheJdksFileWhereThereIsOne() throws Exception {
        Path jdk = Files.createDirectories(folder.resolve("a jdk"));
        Path calls = folder.resolve("calls.txt");
        Path java = Files.createDirectories(jdk.resolve("bin")).resolve("java");
        Files.writeString(java, "#!/bin/sh\necho \"$*\" >> '" + calls + "'\necho 'openjdk version \"17.0.1\" 2021-10-19' >&2\n");
        assertTrue(java.toFile().setExecutable(true));

        assertEquals(0, start(Cli.HOME, jdk).exitCode());
        List<String> asked = Files.readAllLines(calls);
        assertEquals(2, asked.size(), asked.toString());
        assertEquals("-version", asked.get(0));
        assertTrue(asked.get(1).endsWith("dev.oraculum.cli.Main --version"), asked.get(1));

        Files.delete(calls);
        Files.writeString(jdk.resolve("release"), "IMPLEMENTOR=\"Nobody\"\nJAVA_VERSION=\"17.0.1\"\nJAVA_RUNTIME_VERSION=\"17.0.1+12\"");
        assertEquals(0, start(Cli.HOME, jdk).exitCode());
        List<String> read = Files.readAllLines(calls);
        assertEquals(List.of(asked.get(1)), read);

        Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"11.0.2\"\n");
        Cli.Result old = start(Cli.HOME, jdk);
        assertEquals(3, old.exitCode(), old.toString());
        assertTrue(old.err().contains("11.0.2") && old.err().contains("JDK 17"), old.toString());
    }

    private static Path onlyArchive() throws IOException {
        try (Stream<Path> files = Files.list(ARCHIVES)) {
            return files.findFirst().orElseThrow();
        }
    }

    private static Path archiveOf(Path home) {
        return home.resolve("cds").resolve(System.getProperty("java.runtime.version") + ".jsa");
    }

    /** The distribution below another path, with these bytes as the archive of the JDK that runs the tests. */
    private Path copyWithArchive(byte[] archive) throws IOException {
        Path home = Files.createTempDirectory(folder, "home");
        for (String part : PARTS) {
            Files.createSymbolicLink(home.resolve(part), Cli.HOME.resolve(part));
        }
        Files.createDirectory(home.resolve("bin"));
        Files.copy(Cli.HOME.resolve("bin/oraculum"), home.resolve("bin/oraculum"));
        Files.createDirectory(home.resolve("cds"));
        Files.write(archiveOf(home), archive);
        return home;
    }

    private Cli.Result start(Path home, Path jdk) throws Exception {
        Path out = Files.createTempFile(folder, "launcher", ".out");
        Path err = Files.createTempFile(folder, "launcher", ".err");
        ProcessBuilder builder = new ProcessBuilder(home.resolve("bin/oraculum").toString(), "--version").redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().put("ORACULUM_JAVA_HOME", jdk.toString());
        return new Cli.Running(builder.start(), out, err).await();
    }
}
