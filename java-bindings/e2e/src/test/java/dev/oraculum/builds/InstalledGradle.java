package dev.oraculum.builds;

import static org.junit.jupiter.api.Assumptions.abort;

import dev.oraculum.process.LoggedProcess;
import dev.oraculum.process.LoggedProcess.Output;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;

/**
 * The Gradle on the path, in a user home of its own, with repositories of this build instead of those on the net.
 *
 * @param jdk that Gradle itself runs on; tasks of the plugin run tests on another one, if the build says so
 */
record InstalledGradle(Path jdk, Path home, Path repository, Path others) {
    /** The newest that Gradle 4.4.1, as Debian has it, runs on; newer ones run on it too. */
    private static final String JDK = "17";

    /**
     * For a build in a folder, on the JDK of this test where the plugin runs it. Where there is no Gradle, or no JDK for it, the test is
     * aborted, with the reason printed.
     *
     * @param folder an empty one
     */
    static InstalledGradle in(Path folder) throws IOException {
        Optional<Path> jdk = suitableJdk();
        if (executable().isEmpty() || jdk.isEmpty()) {
            String reason = "[gradle] not run: there is no " + (jdk.isEmpty() ? "JDK 17 for an old Gradle" : "`gradle` on the path");
            System.out.println(reason);
            abort(reason);
        }
        InstalledGradle gradle = new InstalledGradle(jdk.orElseThrow(), folder.resolve("home"),
                Path.of(System.getProperty("oraculum.repository")), Path.of(System.getProperty("oraculum.local.repository")));
        return gradle.prepared(Map.of("oraculum.jvm", System.getProperty("java.home")));
    }

    /** Where `gradle` is; empty: nowhere on the path. */
    private static Optional<Path> executable() {
        return Arrays.stream(System.getenv("PATH").split(File.pathSeparator)).map(folder -> Path.of(folder, "gradle"))
                .filter(Files::isExecutable).findFirst();
    }

    /** A JDK that an old Gradle runs on: that of this test, or one that lies beside it or that JAVA_HOME names. */
    private static Optional<Path> suitableJdk() throws IOException {
        List<Path> candidates = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"))));
        Optional.ofNullable(System.getenv("JAVA_HOME")).map(Path::of).ifPresent(candidates::add);
        try (Stream<Path> beside = Files.list(candidates.get(0).toRealPath().getParent())) {
            beside.sorted().forEach(candidates::add);
        }
        for (Path candidate : candidates) {
            Path release = candidate.resolve("release");
            if (Files.isRegularFile(release) && Files.isExecutable(candidate.resolve("bin/javac"))) {
                Properties properties = new Properties();
                try (var in = Files.newInputStream(release)) {
                    properties.load(in);
                }
                if (properties.getProperty("JAVA_VERSION", "").replace("\"", "").split("[.+-]")[0].equals(JDK)) {
                    return Optional.of(candidate);
                }
            }
        }
        return Optional.empty();
    }

    /** @param properties of gradle.properties in the user home */
    private InstalledGradle prepared(Map<String, String> properties) throws IOException {
        Files.createDirectories(home.resolve("init.d"));
        StringBuilder lines = new StringBuilder("org.gradle.console=plain\norg.gradle.daemon.idletimeout=60000\n");
        properties.forEach((name, value) -> lines.append(name).append('=').append(value).append('\n'));
        Files.writeString(home.resolve("gradle.properties"), lines);
        Files.writeString(home.resolve("init.d/repositories.gradle"), """
                def places = { it.clear(); it.maven { url '%s' }; it.maven { url '%s' } }
                settingsEvaluated { settings -> places(settings.pluginManagement.repositories) }
                allprojects { project -> project.afterEvaluate { places(project.repositories) } }
                """.formatted(repository.toUri(), others.toUri()));
        return this;
    }

    /** Runs a shell script with `gradle` on the path. */
    Output run(Path folder, String script) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder("sh", "-ec", script).directory(folder.toFile())
                .redirectInput(Path.of("/dev/null").toFile());
        Map<String, String> environment = builder.environment();
        List.of("GRADLE_OPTS", "JAVA_OPTS").forEach(environment::remove);
        environment.put("JAVA_HOME", jdk.toString());
        environment.put("GRADLE_USER_HOME", home.toString());
        environment.put("ORACULUM_CACHE", home.resolve("parts").toString());
        return LoggedProcess.run(builder);
    }

    /** Ends the daemons of this user home, and no others. */
    void stop(Path folder) throws IOException, InterruptedException {
        run(folder, "gradle --stop");
    }
}
