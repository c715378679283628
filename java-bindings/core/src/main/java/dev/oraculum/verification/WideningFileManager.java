package dev.oraculum.verification;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.ForwardingJavaFileObject;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.JavaFileObject.Kind;
import javax.tools.SimpleJavaFileObject;

/** Shows the compiler rewritten copies of the class files it reads, and keeps the classes it writes in memory. */
final class WideningFileManager extends ForwardingJavaFileManager<JavaFileManager> {
    private final UnaryOperator<byte[]> rewrite;
    private final Map<String, ByteArrayOutputStream> written = new LinkedHashMap<>();

    WideningFileManager(JavaFileManager files, UnaryOperator<byte[]> rewrite) {
        super(files);
        this.rewrite = rewrite;
    }

    /** What the compiler wrote, by binary name. */
    Map<String, byte[]> classes() {
        Map<String, byte[]> classes = new LinkedHashMap<>();
        written.forEach((name, bytes) -> classes.put(name, bytes.toByteArray()));
        return classes;
    }

    private static final class Rewritten extends ForwardingJavaFileObject<JavaFileObject> {
        private final UnaryOperator<byte[]> rewrite;

        Rewritten(JavaFileObject original, UnaryOperator<byte[]> rewrite) {
            super(original);
            this.rewrite = rewrite;
        }

        JavaFileObject original() {
            return fileObject;
        }

        @Override
        public InputStream openInputStream() throws IOException {
            try (InputStream in = super.openInputStream()) {
                return new ByteArrayInputStream(rewrite.apply(in.readAllBytes()));
            }
        }
    }

    @Override
    public Iterable<JavaFileObject> list(Location location, String packageName, Set<Kind> kinds, boolean recurse) throws IOException {
        List<JavaFileObject> files = new ArrayList<>();
        for (JavaFileObject file : super.list(location, packageName, kinds, recurse)) {
            files.add(file.getKind() == Kind.CLASS ? new Rewritten(file, rewrite) : file);
        }
        return files;
    }

    @Override
    public JavaFileObject getJavaFileForInput(Location location, String className, Kind kind) throws IOException {
        JavaFileObject file = super.getJavaFileForInput(location, className, kind);
        return file != null && kind == Kind.CLASS ? new Rewritten(file, rewrite) : file;
    }

    @Override
    public String inferBinaryName(Location location, JavaFileObject file) {
        return super.inferBinaryName(location, original(file));
    }

    @Override
    public boolean isSameFile(FileObject a, FileObject b) {
        return super.isSameFile(original(a), original(b));
    }

    @Override
    public boolean contains(Location location, FileObject file) throws IOException {
        return super.contains(location, original(file));
    }

    @Override
    public Location getLocationForModule(Location location, JavaFileObject file) throws IOException {
        return super.getLocationForModule(location, original(file));
    }

    @Override
    public JavaFileObject getJavaFileForOutput(Location location, String className, Kind kind, FileObject sibling) {
        return new SimpleJavaFileObject(URI.create("memory:///" + className.replace('.', '/') + kind.extension), kind) {
            @Override
            public OutputStream openOutputStream() {
                return written.computeIfAbsent(className, name -> new ByteArrayOutputStream());
            }
        };
    }

    private static JavaFileObject original(JavaFileObject file) {
        return file instanceof Rewritten rewritten ? rewritten.original() : file;
    }

    private static FileObject original(FileObject file) {
        return file instanceof Rewritten rewritten ? rewritten.original() : file;
    }
}
