package dev.oraculum.evaluation.generation;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/**
 * A library on Maven Central.
 *
 * @param group of its artifact
 * @param artifact its name
 * @param version of its artifact
 */
public record Library(String group, String artifact, String version) {
    /** Those of the first two sets, in the order of their list. */
    public static List<Library> all() throws IOException {
        return listed("libraries.txt");
    }

    /** Those of the third set, in the order of their list. */
    public static List<Library> ofThirdSet() throws IOException {
        return listed("libraries-third-set.txt");
    }

    /** Those of the eighth and ninth sets, in the order of their list. */
    public static List<Library> ofEighthSet() throws IOException {
        return listed("libraries-eighth-set.txt");
    }

    private static List<Library> listed(String resource) throws IOException {
        try (InputStream in = Library.class.getResourceAsStream(resource)) {
            List<String> lines = new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
            return lines.stream().filter(line -> !line.startsWith("#")).map(Library::read).toList();
        }
    }

    private static Library read(String line) {
        String[] parts = line.split(":");
        return new Library(parts[0], parts[1], parts[2]);
    }

    /**
     * Its jar, and then those that it needs at run time, got by Maven the first time.
     *
     * @param folder where libraries are kept
     */
    public List<Path> jars(Path folder) throws IOException, InterruptedException {
        return MavenFiles.of(folder.resolve(artifact), List.of(MavenFiles.dependency(group, artifact, version, null)), artifact + "-"
                + version + ".jar");
    }
}
