package dev.oraculum.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The examples of the comments of the API and of the interfaces for other generators, and of the guides, compile. */
class DocumentationTest {
    private static final Pattern COMMENT = Pattern.compile("<pre>\\{@code\\n(.*?)\\n \\* \\}</pre>", Pattern.DOTALL);
    private static final Pattern PAGE = Pattern.compile("```java\\n(.*?)```", Pattern.DOTALL);

    @TempDir
    Path folder;

    private record Example(String where, String code) {}

    private static List<Example> examples(Path root, String ending, Pattern pattern) throws IOException {
        List<Example> found = new ArrayList<>();
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file : files.filter(f -> f.toString().endsWith(ending)).sorted().toList()) {
                Matcher matcher = pattern.matcher(Files.readString(file));
                while (matcher.find()) {
                    found.add(new Example(file.toString(), matcher.group(1).replaceAll("(?m)^ \\* ?", "")));
                }
            }
        }
        return found;
    }

    /** Imports of all packages of the API. */
    private static String imports() throws IOException {
        Path sources = Path.of("src/main/java");
        try (Stream<Path> files = Files.walk(sources.resolve("dev/oraculum/api"))) {
            return files.filter(Files::isDirectory)
                    .map(folder -> "import " + sources.relativize(folder).toString().replace(File.separatorChar, '.') + ".*; ")
                    .collect(Collectors.joining("", "", "import dev.oraculum.spi.*; "));
        }
    }

    /** What an example takes for granted: a class path, and a project unless it makes one. */
    private static String asClass(String name, Example example) throws IOException {
        String given = example.code().contains("Project project =") ? ""
                : "Project project = Project.of(List.of(classes), List.of(testClasses));\n";
        return imports() + "import java.nio.file.Path; import java.time.Duration; import java.util.*;\n"
                + "import static org.junit.jupiter.api.Assertions.*;\n"
                + "class " + name + " { void run(Path classes, Path testClasses, Path junit) throws Exception {\n" + given + example.code()
                + "\n} java.nio.ByteBuffer states(Schema schema, long[][] rows) { return null; } }";
    }

    @Test
    void everyExampleCompiles() throws IOException {
        List<Example> examples = new ArrayList<>(examples(Path.of("src/main/java/dev/oraculum/api"), ".java", COMMENT));
        assertTrue(examples.size() >= 4, examples.toString());
        examples.addAll(examples(Path.of("../spi/src/main/java"), ".java", COMMENT));
        examples.addAll(examples(Path.of("../../docs"), ".md", PAGE).stream()
                .filter(e -> e.code().contains("Oraculum.") || e.code().contains("SeedTemplates.on")
                        || e.code().contains("PathSelector.open"))
                .toList());
        assertTrue(examples.stream().filter(example -> example.code().contains("SeedTemplates.on")).count() >= 3, examples.toString());
        assertTrue(examples.stream().filter(example -> example.code().contains("PathSelector.open")).count() >= 2, examples.toString());
        List<JavaFileObject> sources = new ArrayList<>();
        for (Example example : examples) {
            String name = "Example" + sources.size();
            String text = asClass(name, example);
            sources.add(new SimpleJavaFileObject(URI.create("string:///" + name + ".java"), JavaFileObject.Kind.SOURCE) {
                @Override
                public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                    return text;
                }

                @Override
                public String getName() {
                    return example.where();
                }
            });
        }
        DiagnosticCollector<JavaFileObject> said = new DiagnosticCollector<>();
        String classPath = System.getProperty("java.class.path") + File.pathSeparator + "target/classes";
        List<String> options = List.of("-proc:none", "-d", folder.toString(), "-cp", classPath);
        ToolProvider.getSystemJavaCompiler().getTask(null, null, said, options, null, sources).call();
        assertEquals(List.of(), said.getDiagnostics().stream().filter(d -> d.getKind() == Diagnostic.Kind.ERROR).map(Object::toString)
                .toList());
    }
}
