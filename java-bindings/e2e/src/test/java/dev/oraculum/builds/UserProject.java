package dev.oraculum.builds;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The projects in {@code tests}: each is as a user of Oraculum might have it. */
final class UserProject {
    /** The folder that all this is built in. */
    static final Path ROOT = Path.of(System.getProperty("oraculum.home")).resolve("../..").normalize();

    private UserProject() {}

    /**
     * A copy of a project, without what a build of it may have left.
     *
     * @param name of its folder in {@code tests}
     * @param to a folder that is not there yet
     */
    static Path copy(String name, Path to) throws IOException {
        Path from = ROOT.resolve("tests").resolve(name);
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.filter(path -> !from.relativize(path).toString().matches("(.*[/\\\\])?target([/\\\\].*)?")).toList()) {
                Files.copy(file, to.resolve(from.relativize(file).toString()));
            }
        }
        return to;
    }
}
