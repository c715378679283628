package dev.oraculum.facts;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The class files of a project under test and of the JDK it runs on, as bytes: jars and directories in order, the first
 * that has a class wins, as in the JVM.
 *
 * <p>Jars named by a manifest's {@code Class-Path} follow the jar that names them; a multi-release jar is read as the
 * target JVM would read it. An entry that does not exist or is no jar is an error here although the JVM would ignore
 * it: a mistyped path should not look like a missing class. What only a manifest names may be missing.
 *
 * <p>Class names are internal names ({@code java/util/Map$Entry}). Instances may be used by several threads.
 */
public final class ClassPath implements AutoCloseable {
    private final List<ClassPathEntry> entries;
    private final JdkImage jdk;
    private volatile SortedSet<String> classNames;

    private ClassPath(List<ClassPathEntry> entries, JdkImage jdk) {
        this.entries = entries;
        this.jdk = jdk;
    }

    /**
     * Opens the jars and directories of a class path.
     *
     * @param paths the entries, in order; {@link #split} makes them from the text a user gives
     * @throws ClassPathException if an entry does not exist or cannot be read
     */
    public static ClassPath open(List<Path> paths) {
        return open(paths, Optional.empty());
    }

    /**
     * Opens a class path together with the JDK of the given home, or with the running one.
     *
     * @param javaHome the home directory of the target JVM, 17 or later
     * @throws ClassPathException if an entry or the JDK cannot be read
     */
    public static ClassPath open(List<Path> paths, Optional<Path> javaHome) {
        JdkImage jdk = javaHome.map(JdkImage::of).orElseGet(JdkImage::running);
        Map<Path, ClassPathEntry> opened = new LinkedHashMap<>();
        try {
            for (Path path : paths) {
                if (!Files.exists(path)) {
                    throw new ClassPathException("class path entry does not exist: " + path);
                }
                add(path, jdk.featureVersion(), opened);
            }
        } catch (RuntimeException e) {
            opened.values().forEach(ClassPathEntry::close);
            jdk.close();
            throw e;
        }
        return new ClassPath(List.copyOf(opened.values()), jdk);
    }

    /**
     * Splits a class path as the {@code java} launcher does: by the platform's path separator, {@code dir/*} standing for
     * the jars of that directory (in name order). Empty parts are left out.
     */
    public static List<Path> split(String classPath) {
        List<Path> paths = new ArrayList<>();
        for (String part : classPath.split(java.util.regex.Pattern.quote(File.pathSeparator))) {
            if (part.equals("*") || part.endsWith("/*") || part.endsWith(File.separator + "*")) {
                Path directory = Path.of(part.length() == 1 ? "." : part.substring(0, part.length() - 1));
                try (Stream<Path> files = Files.list(directory)) {
                    files.filter(file -> file.toString().endsWith(".jar") || file.toString().endsWith(".JAR"))
                            .sorted()
                            .forEach(paths::add);
                } catch (IOException e) {
                    throw new ClassPathException("cannot list class path entry " + part + ": " + reason(e), e);
                }
            } else if (!part.isEmpty()) {
                paths.add(Path.of(part));
            }
        }
        return paths;
    }

    private static void add(Path path, int featureVersion, Map<Path, ClassPathEntry> opened) {
        Path key;
        try {
            key = path.toRealPath();
        } catch (IOException e) {
            throw new ClassPathException("cannot read class path entry " + path + ": " + reason(e), e);
        }
        if (opened.containsKey(key)) {
            return;
        }
        ClassPathEntry entry = ClassPathEntry.open(path, featureVersion);
        opened.put(key, entry);
        for (Path named : entry.manifestClassPath()) {
            if (Files.isReadable(named)) {
                add(named, featureVersion, opened);
            }
        }
    }

    static String reason(Exception e) {
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }

    /** The jars and directories that are searched, those that manifests name included. */
    public List<Path> entries() {
        return entries.stream().map(ClassPathEntry::path).toList();
    }

    /** Feature version of the target JVM, for example 17. */
    public int javaVersion() {
        return jdk.featureVersion();
    }

    /** The class file of a class of the project, else of the JDK; empty if neither has it. */
    public Optional<byte[]> find(String internalName) {
        Optional<byte[]> bytes = findInProject(internalName);
        return bytes.isPresent() ? bytes : jdk.find(internalName);
    }

    /** The class file of a class of the project; empty if it has none, even if the JDK has. */
    public Optional<byte[]> findInProject(String internalName) {
        for (ClassPathEntry entry : entries) {
            Optional<byte[]> bytes = entry.find(internalName);
            if (bytes.isPresent()) {
                return bytes;
            }
        }
        return Optional.empty();
    }

    /** The jar or directory that a class of the project comes from. */
    public Optional<Path> origin(String internalName) {
        return entries.stream().filter(entry -> entry.contains(internalName)).map(ClassPathEntry::path).findFirst();
    }

    /** The JDK of the target JVM. */
    JdkImage jdk() {
        return jdk;
    }

    /** Internal names of all classes of the project, sorted; not those of the JDK, no module or package descriptors. */
    public SortedSet<String> projectClasses() {
        SortedSet<String> names = classNames;
        if (names == null) {
            TreeSet<String> all = new TreeSet<>();
            entries.forEach(entry -> entry.collectClassNames(all));
            names = Collections.unmodifiableSortedSet(all);
            classNames = names;
        }
        return names;
    }

    @Override
    public void close() {
        entries.forEach(ClassPathEntry::close);
        jdk.close();
    }
}
