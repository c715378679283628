package dev.oraculum.evaluation.generation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Files of artifacts and of all that they need. */
final class MavenFiles {
    private static final String PROJECT = """
            <project><modelVersion>4.0.0</modelVersion><groupId>dev.oraculum.evaluation</groupId><artifactId>files</artifactId>
            <version>1</version><packaging>pom</packaging><dependencies>%s</dependencies></project>
            """;

    private MavenFiles() {}

    /** @param classifier null: none */
    static String dependency(String group, String artifact, String version, String classifier) {
        String text = String.format(Locale.ROOT, "<groupId>%s</groupId><artifactId>%s</artifactId><version>%s</version>", group, artifact,
                version);
        return "<dependency>" + text + (classifier == null ? "" : "<classifier>" + classifier + "</classifier>") + "</dependency>";
    }

    /** The jars in a folder, which is filled the first time; the one named comes first. */
    static List<Path> of(Path folder, List<String> dependencies, String first) throws IOException, InterruptedException {
        if (!Files.exists(folder.resolve(first))) {
            Files.createDirectories(folder);
            Path pom = folder.resolve("pom.xml");
            Files.writeString(pom, String.format(Locale.ROOT, PROJECT, String.join("", dependencies)));
            List<String> command = List.of(
                    "mvn", "-B", "-ntp", "-q", "-f", pom.toString(), "dependency:copy-dependencies", "-DincludeScope=runtime",
                    "-DoutputDirectory=" + folder);
            if (new ProcessBuilder(command).inheritIO().start().waitFor() != 0) {
                throw new IOException("Maven did not get " + first);
            }
        }
        List<Path> jars = new ArrayList<>(List.of(folder.resolve(first)));
        try (Stream<Path> files = Files.list(folder)) {
            files.filter(f -> f.toString().endsWith(".jar") && !f.getFileName().toString().equals(first)).sorted().forEach(jars::add);
        }
        return jars;
    }
}
