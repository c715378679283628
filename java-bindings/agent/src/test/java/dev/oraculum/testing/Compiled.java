package dev.oraculum.testing;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import javax.tools.DiagnosticCollector;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Classes compiled in memory by this JDK's compiler, and loaded after a transformation of their bytes. */
public record Compiled(Map<String, byte[]> classes) {
    /** Compiles one source file; class files are keyed by internal name. */
    public static Compiled of(String source, String... options) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
        Map<String, ByteArrayOutputStream> outputs = new LinkedHashMap<>();
        StandardJavaFileManager standard = compiler.getStandardFileManager(diagnostics, null, null);
        JavaFileManager files = new ForwardingJavaFileManager<>(standard) {
            @Override
            public JavaFileObject getJavaFileForOutput(
                    Location location, String name, JavaFileObject.Kind kind, javax.tools.FileObject sibling) {
                return new SimpleJavaFileObject(URI.create("mem:///" + name.replace('.', '/') + ".class"), kind) {
                    @Override
                    public OutputStream openOutputStream() {
                        return outputs.computeIfAbsent(name.replace('.', '/'), key -> new ByteArrayOutputStream());
                    }
                };
            }
        };
        JavaFileObject file = new SimpleJavaFileObject(URI.create("mem:///Source.java"), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return source;
            }

            @Override
            public boolean isNameCompatible(String simpleName, Kind kind) {
                return true;
            }
        };
        List<String> all = new ArrayList<>(Arrays.asList(options));
        all.add("-Xlint:-options");
        if (!compiler.getTask(null, files, diagnostics, all, null, List.of(file)).call()) {
            throw new IllegalArgumentException(diagnostics.getDiagnostics().toString());
        }
        Map<String, byte[]> classes = new LinkedHashMap<>();
        outputs.forEach((name, bytes) -> classes.put(name, bytes.toByteArray()));
        return new Compiled(classes);
    }

    /** Writes the class files to where a class path with that folder has them. */
    public void writeTo(Path folder) throws IOException {
        for (Map.Entry<String, byte[]> one : classes.entrySet()) {
            Path file = folder.resolve(one.getKey() + ".class");
            Files.createDirectories(file.getParent());
            Files.write(file, one.getValue());
        }
    }

    public byte[] bytes(String internalName) {
        return classes.get(internalName);
    }

    /** A loader that defines these classes, each as the transformation leaves it. */
    public ClassLoader load(UnaryOperator<byte[]> transformation) {
        return new ClassLoader(Compiled.class.getClassLoader()) {
            @Override
            protected Class<?> findClass(String name) throws ClassNotFoundException {
                byte[] bytes = classes.get(name.replace('.', '/'));
                if (bytes == null) {
                    throw new ClassNotFoundException(name);
                }
                byte[] woven = transformation.apply(bytes);
                return defineClass(name, woven, 0, woven.length);
            }
        };
    }
}
