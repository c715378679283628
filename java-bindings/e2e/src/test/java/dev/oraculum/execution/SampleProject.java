package dev.oraculum.execution;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** A project made of source texts, compiled when a test runs. */
record SampleProject(Path classes, List<Path> libraries) {
    private static final Pattern PACKAGE = Pattern.compile("package ([\\w.]+);");
    private static final Pattern TYPE = Pattern.compile("public (?:abstract |final )*(?:class|@?interface) (\\w+)");

    static SampleProject compile(Path directory, List<Path> libraries, String... sources) {
        try {
            Files.createDirectories(directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter messages = new StringWriter();
        List<String> options = new ArrayList<>(
                List.of("--release", "17", "-g", "-parameters", "-proc:none", "-nowarn", "-d", directory.toString(), "-cp"));
        options.add(Stream.concat(Stream.of(directory), libraries.stream())
                .map(Path::toString)
                .collect(Collectors.joining(java.io.File.pathSeparator)));
        List<JavaFileObject> files = Arrays.stream(sources).<JavaFileObject>map(SampleProject::file).toList();
        if (!compiler.getTask(messages, null, null, options, null, files).call()) {
            throw new IllegalStateException("the sample project does not compile:\n" + messages);
        }
        return new SampleProject(directory, libraries);
    }

    private static JavaFileObject file(String source) {
        Matcher type = TYPE.matcher(source);
        Matcher inPackage = PACKAGE.matcher(source);
        if (!type.find() || !inPackage.find()) {
            throw new IllegalArgumentException("no public type in a package:\n" + source);
        }
        URI name = URI.create("string:///" + inPackage.group(1).replace('.', '/') + "/" + type.group(1) + ".java");
        return new SimpleJavaFileObject(name, JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return source;
            }
        };
    }

    /** The class path: what was compiled, then the libraries. */
    List<Path> classPath() {
        return Stream.concat(Stream.of(classes), libraries.stream()).toList();
    }

    /** The class file of a class, by binary name. */
    byte[] classFile(String name) {
        try {
            return Files.readAllBytes(classes.resolve(name.replace('.', '/') + ".class"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
