package dev.oraculum.facts;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
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

    /**
     * What is in the files that {@link #collectClassNames} does not name, by their names, in the order of these: resources, descriptors of
     * packages and modules, versions of a class for other releases.
     */
    abstract void digestOtherFiles(MessageDigest digest);

    private static void digest(MessageDigest digest, String name, byte[] content) {
        for (byte[] part : List.of(name.getBytes(StandardCharsets.UTF_8), content)) {
            digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(part.length).flip());
            digest.update(part);
        }
    }

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
            files((name, file) -> {
                if (isClass(name)) {
                    names.add(className(name));
                }
            });
        }

        @Override
        void digestOtherFiles(MessageDigest digest) {
            SortedMap<String, Path> others = new TreeMap<>();
            files((name, file) -> {
                if (!isClass(name)) {
                    others.put(name, file);
                }
            });
            others.forEach((name, file) -> {
                try {
                    digest(digest, name, Files.readAllBytes(file));
                } catch (NoSuchFileException e) {
                    // It has vanished since.
                } catch (IOException e) {
                    throw new ClassPathException("cannot read " + file + ": " + ClassPath.reason(e), e);
                }
            });
        }

        /** All regular files with their places below the folder, as class files name theirs. */
        private void files(BiConsumer<String, Path> each) {
            try {
                Files.walkFileTree(path(), new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                        if (Files.isRegularFile(file)) {
                            each.accept(path().relativize(file).toString().replace(File.separatorChar, '/'), file);
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

        private static boolean isOwnClass(String name) {
            return isClass(name) && !name.startsWith("META-INF/");
        }

        @Override
        void digestOtherFiles(MessageDigest digest) {
            List<JarEntry> others = jar.stream().filter(entry -> !entry.isDirectory() && !isOwnClass(entry.getName()))
                    .sorted(Comparator.comparing(JarEntry::getName)).toList();
            for (JarEntry entry : others) {
                try (InputStream in = jar.getInputStream(entry)) {
                    digest(digest, entry.getName(), in.readAllBytes());
                } catch (IOException | RuntimeException e) {
                    throw new ClassPathException("cannot read " + entry.getName() + " in " + path() + ": " + ClassPath.reason(e), e);
                }
            }
        }

        @Override
        void collectClassNames(Collection<String> names) {
            jar.versionedStream()
                    .map(JarEntry::getName)
                    .filter(Jar::isOwnClass)
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
