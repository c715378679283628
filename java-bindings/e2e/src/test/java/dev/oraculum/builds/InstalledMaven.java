package dev.oraculum.builds;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.process.LoggedProcess;
import dev.oraculum.process.LoggedProcess.Output;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The Maven that builds this project, as somebody has it who uses Oraculum: with an empty local repository and an empty folder for unpacked
 * parts. Our artifacts come from the repository that this build has filled with what it would install, those of others from the user's
 * local repository, where they are because they were needed to get here; nothing is fetched from the net. It runs on the JDK of the test.
 *
 * @param folder where it has its files
 */
public record InstalledMaven(Path folder) {
    private static final String NAME = System.getProperty("os.name").startsWith("Windows") ? "mvn.cmd" : "mvn";
    private static final Path COMMAND = Path.of(System.getProperty("oraculum.maven")).resolve("bin").resolve(NAME);

    /** @param folder an empty one */
    public static InstalledMaven in(Path folder) throws IOException {
        InstalledMaven maven = new InstalledMaven(folder);
        Files.createDirectories(folder.resolve("bin"));
        Files.writeString(maven.settings(), """
                <settings>
                  <localRepository>%s</localRepository>
                  <profiles>
                    <profile>
                      <id>built</id>
                      <repositories>
                        %s
                        %s
                      </repositories>
                      <pluginRepositories>
                        %s
                        %s
                      </pluginRepositories>
                    </profile>
                  </profiles>
                  <activeProfiles><activeProfile>built</activeProfile></activeProfiles>
                </settings>
                """.formatted(folder.resolve("repository"), repository("repository", "oraculum", "oraculum.repository"),
                repository("repository", "central", "oraculum.local.repository"),
                repository("pluginRepository", "oraculum", "oraculum.repository"),
                repository("pluginRepository", "central", "oraculum.local.repository")));
        String line = "exec '" + String.join("' '", maven.command()) + "' \"$@\"";
        Path script = Files.writeString(folder.resolve("bin/mvn"), "#!/bin/sh\n" + line + "\n");
        assertTrue(script.toFile().setExecutable(true), script.toString());
        return maven;
    }

    private static String repository(String element, String id, String property) {
        return "<" + element + "><id>" + id + "</id><url>" + Path.of(System.getProperty(property)).toUri() + "</url>"
                + "<releases><checksumPolicy>ignore</checksumPolicy></releases></" + element + ">";
    }

    private Path settings() {
        return folder.resolve("settings.xml");
    }

    /** Where it unpacks the parts of Oraculum. */
    public Path parts() {
        return folder.resolve("parts");
    }

    private List<String> command() {
        return List.of(COMMAND.toString(), "-B", "-ntp", "-Dstyle.color=never", "-s", settings().toString());
    }

    /** Runs Maven. */
    public Output run(Path project, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(command());
        command.addAll(List.of(arguments));
        return start(project, command);
    }

    /** Runs a shell script with this `mvn`, and the built `oraculum`, on the path. */
    public Output type(Path project, String script) throws IOException, InterruptedException {
        Output output = start(project, List.of("sh", "-c", script));
        System.out.println("$ " + script + "\n" + output.text());
        return output;
    }

    private Output start(Path project, List<String> command) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command).directory(project.toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("ORACULUM_JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("ORACULUM_CACHE", parts().toString());
        Path oraculum = Path.of(System.getProperty("oraculum.home")).toAbsolutePath().resolve("bin");
        builder.environment().merge("PATH", folder.resolve("bin") + ":" + oraculum, (path, first) -> first + ":" + path);
        builder.environment().remove("MAVEN_ARGS");
        // As this build does: a build of a small project compiles little, and is over before the second compiler has paid.
        builder.environment().put("MAVEN_OPTS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC");
        return LoggedProcess.run(builder);
    }

    /** A copy of a project of {@code tests}, without what a build of it may have left. */
    public Path copyOf(String name) throws IOException {
        return UserProject.copy(name, folder.resolve("project"));
    }
}
