package dev.oraculum.evaluation;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/** Classes of ours that the end-to-end tests have, as subjects. */
public final class Fixtures {
    private Fixtures() {}

    /** Compiles the sources of a folder and of those below it. */
    public static void compile(Path sources, Path classes) throws IOException {
        Files.createDirectories(classes);
        List<String> arguments = new ArrayList<>(List.of("-g", "--release", "17", "-proc:none", "-d", classes.toString()));
        try (Stream<Path> files = Files.walk(sources)) {
            files.map(Path::toString).filter(file -> file.endsWith(".java")).sorted().forEach(arguments::add);
        }
        ByteArrayOutputStream messages = new ByteArrayOutputStream();
        if (ToolProvider.getSystemJavaCompiler().run(null, messages, messages, arguments.toArray(String[]::new)) != 0) {
            throw new IllegalStateException(messages.toString(StandardCharsets.UTF_8));
        }
    }

    /** Names of the classes of a package, in order: one for each source of its folder. */
    public static List<String> names(Path folder, String packageName) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).filter(file -> file.endsWith(".java"))
                    .map(file -> packageName + "." + file.replace(".java", "")).sorted().toList();
        }
    }
}
