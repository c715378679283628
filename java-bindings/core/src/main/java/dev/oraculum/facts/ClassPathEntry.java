package dev.oraculum.facts;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.zip.ZipFile;

/** One jar or directory of a class path. */
abstract class ClassPathEntry {
    private final Path path;

    private ClassPathEntry(Path path) {
        this.path = path;
    }

    /** Opens a directory or a jar; a multi-release jar shows the versions for the given feature version. */
    static ClassPathEntry open(Path path, int featureVersion) {
        if (Files.isDirectory(path)) {
            return new Directory(path);
        }
        try {
            Runtime.Version version = Runtime.Version.parse(Integer.toString(featureVersion));
            JarFile jar = new JarFile(path.toFile(), false, ZipFile.OPEN_READ, version);
            return new Jar(path, jar);
        } catch (IOException e) {
            throw unreadable(path, e);
        }
    }

    private static ClassPathException unreadable(Path path, Exception e) {
        return new ClassPathException(
                "cannot read class path entry " + path + ": neither a directory nor an intact jar ("
                        + ClassPath.reason(e) + ")",
                e);
    }

    final Path path() {
        return path;
    }

    abstract Optional<byte[]> find(String internalName);

    abstract boolean contains(String internalName);

    /** Whether the JVM lets no class that is not in this entry into the package of a class that is. */
    boolean isClosed(String internalName) {
        return false;
    }

    abstract void collectClassNames(Collection<String> names);

    /** The entries that this jar's manifest adds to the class path; they need not exist. */
    List<Path> manifestClassPath() {
        return List.of();
    }

    void close() {}

    /** All of a class file; a small jar may hold a file that fills the heap. */
    private static byte[] bounded(InputStream in) throws IOException {
        byte[] bytes = in.readNBytes(ClassFileCheck.MAX_BYTES + 1);
        if (bytes.length > ClassFileCheck.MAX_BYTES) {
            throw new IOException("it is larger than " + (ClassFileCheck.MAX_BYTES >> 20) + " MB");
        }
        return bytes;
    }

    private static boolean isClass(String file) {
        return file.endsWith(".class") && !file.endsWith("module-info.class") && !file.endsWith("package-info.class");
    }

    private static String className(String file) {
        return file.substring(0, file.length() - ".class".length());
    }

    private static final class Directory extends ClassPathEntry {
        Directory(Path path) {
            super(path);
        }

        /** Null: the file system has no files of such a name. */
        private Path file(String internalName) {
            try {
                return path().resolve(internalName + ".class");
            } catch (InvalidPathException e) {
                return null;
            }
        }

        @Override
        Optional<byte[]> find(String internalName) {
            Path file = file(internalName);
            if (file == null || !Files.isRegularFile(file)) {
                return Optional.empty();
            }
            try (InputStream in = Files.newInputStream(file)) {
                return Optional.of(bounded(in));
            } catch (IOException e) {
                throw new ClassPathException("it cannot be read (" + ClassPath.reason(e) + "); in " + path(), e);
            }
        }

        @Override
        boolean contains(String internalName) {
            Path file = file(internalName);
            return file != null && Files.isRegularFile(file);
        }

        @Override
        void collectClassNames(Collection<String> names) {
            try {
                Files.walkFileTree(path(), new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                        String name = path().relativize(file).toString().replace(File.separatorChar, '/');
                        if (isClass(name) && Files.isRegularFile(file)) {
                            names.add(className(name));
                        }
                        return FileVisitResult.CONTINUE;
                    }

                    /** A file or folder that has vanished, or that we may not enter, is none to the JVM either. */
                    @Override
                    public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
                        if (file.equals(path())) {
                            throw e;
                        }
                        return FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult postVisitDirectory(Path folder, IOException e) {
                        return FileVisitResult.CONTINUE;
                    }
                });
            } catch (IOException e) {
                throw unreadable(path(), e);
            }
        }
    }

    private static final class Jar extends ClassPathEntry {
        private final JarFile jar;

        Jar(Path path, JarFile jar) {
            super(path);
            this.jar = jar;
        }

        @Override
        Optional<byte[]> find(String internalName) {
            JarEntry entry = jar.getJarEntry(internalName + ".class");
            if (entry == null) {
                return Optional.empty();
            }
            try (InputStream in = jar.getInputStream(entry)) {
                return Optional.of(bounded(in));
            } catch (IOException | RuntimeException e) {
                throw new ClassPathException("the jar is damaged where it is (" + ClassPath.reason(e) + "); in " + path(), e);
            }
        }

        @Override
        boolean contains(String internalName) {
            return jar.getJarEntry(internalName + ".class") != null;
        }

        @Override
        void collectClassNames(Collection<String> names) {
            jar.versionedStream()
                    .map(JarEntry::getName)
                    .filter(name -> isClass(name) && !name.startsWith("META-INF/"))
                    .map(ClassPathEntry::className)
                    .forEach(names::add);
        }

        /** A class that is signed, or whose package is sealed (JAR File Specification, "Signed JAR File" and "Package Sealing"). */
        @Override
        boolean isClosed(String internalName) {
            Manifest manifest = manifest();
            if (manifest == null) {
                return false;
            }
            Attributes ofPackage = manifest.getAttributes(internalName.substring(0, internalName.lastIndexOf('/') + 1));
            String sealed = ofPackage == null ? null : ofPackage.getValue(Attributes.Name.SEALED);
            if ("true".equalsIgnoreCase(sealed != null ? sealed : manifest.getMainAttributes().getValue(Attributes.Name.SEALED))) {
                return true;
            }
            Attributes ofClass = manifest.getAttributes(internalName + ".class");
            return ofClass != null && ofClass.keySet().stream().anyMatch(key -> hasSuffix(key.toString(), "-DIGEST"))
                    && jar.stream().anyMatch(entry -> hasSuffix(entry.getName(), ".SF") && hasPrefix(entry.getName(), "META-INF/"));
        }

        private static boolean hasPrefix(String text, String prefix) {
            return text.regionMatches(true, 0, prefix, 0, prefix.length());
        }

        private static boolean hasSuffix(String text, String suffix) {
            return text.regionMatches(true, text.length() - suffix.length(), suffix, 0, suffix.length());
        }

        private Manifest manifest() {
            try {
                return jar.getManifest();
            } catch (IOException | RuntimeException e) {
                throw unreadable(path(), e);
            }
        }

        @Override
        List<Path> manifestClassPath() {
            Manifest manifest = manifest();
            String value = manifest == null ? null : manifest.getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
            List<Path> paths = new ArrayList<>();
            if (value != null) {
                URI base = path().toAbsolutePath().toUri();
                for (String part : value.trim().split(" +")) {
                    resolve(base, part).ifPresent(paths::add);
                }
            }
            return paths;
        }

        /** Manifest entries are URLs relative to the jar; like the JVM we skip what is no file. */
        private static Optional<Path> resolve(URI base, String part) {
            try {
                URI uri = base.resolve(new URI(part));
                return "file".equals(uri.getScheme()) ? Optional.of(Path.of(uri)) : Optional.empty();
            } catch (URISyntaxException | IllegalArgumentException e) {
                return Optional.empty();
            }
        }

        @Override
        void close() {
            try {
                jar.close();
            } catch (IOException e) {
                throw unreadable(path(), e);
            }
        }
    }
}
