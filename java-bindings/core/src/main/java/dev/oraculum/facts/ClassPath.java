package dev.oraculum.facts;

import java.io.File;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The class files of a project under test and of the JDK it runs on, as bytes: jars and directories in order, the first
 * that has a class wins, as in the JVM.
 *
 * <p>Jars named by a manifest's {@code Class-Path} follow the jar that names them; a multi-release jar is read as the
 * target JVM would read it. An entry that does not exist or is no jar is an error here although the JVM would ignore
 * it: a mistyped path should not look like a missing class. What only a manifest names may be missing.
 *
 * <p>Every class file of the project is checked before anybody gets it ({@link ClassFileCheck}). One that cannot be read is as good as
 * missing, as it is to the JVM, and {@link #unreadable} names it.
 *
 * <p>Class names are internal names ({@code java/util/Map$Entry}). Instances may be used by several threads.
 */
public final class ClassPath implements AutoCloseable {
    /** A library has some thousands. */
    private static final int MOST_OF_A_LIBRARY = 20_000;

    private final List<ClassPathEntry> entries;
    private final JdkImage jdk;
    /** Feature version of the JVM that loads the classes; 0: none does. */
    private final int target;

    private final Map<String, Checked> checked = new ConcurrentHashMap<>();
    private final Map<String, List<String>> supertypes = new ConcurrentHashMap<>();
    private final SortedMap<String, String> unreadable = new ConcurrentSkipListMap<>();
    private volatile SortedSet<String> classNames;
    /** Who extends or implements whom, of classes that a {@link Hierarchy} has read: each reads them all. */
    private final Map<String, Map<String, List<String>>> directSubtypes = new ConcurrentHashMap<>();
    /** By jar or directory. */
    private final Map<String, Library> libraries = new ConcurrentHashMap<>();

    /** What a check found of a file with some content. */
    private record Checked(int content, boolean readable) {}

    private ClassPath(List<ClassPathEntry> entries, JdkImage jdk, int target) {
        this.entries = entries;
        this.jdk = jdk;
        this.target = target;
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
     * @param javaHome the home directory of the JVM that will load the classes, 17 or later; class files that are newer cannot be read.
     * Empty: none will
     * @throws ClassPathException if an entry or the JDK cannot be read
     */
    public static ClassPath open(List<Path> paths, Optional<Path> javaHome) {
        JdkImage jdk = javaHome.map(JdkImage::of).orElseGet(JdkImage::running);
        Map<Path, ClassPathEntry> opened = new LinkedHashMap<>();
        try {
            for (Path path : paths) {
                if (!Files.exists(path)) {
                    throw new ClassPathException("class path entry does not exist: " + path.toAbsolutePath());
                }
                add(path, jdk.featureVersion(), opened);
            }
        } catch (RuntimeException e) {
            opened.values().forEach(ClassPathEntry::close);
            jdk.close();
            throw e;
        }
        return new ClassPath(List.copyOf(opened.values()), jdk, javaHome.isPresent() ? jdk.featureVersion() : 0);
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
        // These say only the path, which our messages have said.
        if (e instanceof NoSuchFileException) {
            return "there is no such file or folder";
        }
        if (e instanceof NotDirectoryException) {
            return "it is no folder";
        }
        if (e instanceof AccessDeniedException) {
            return "access is denied";
        }
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

    /** The class file of a class of the project, else of the JDK; empty if neither has it, or it cannot be read. */
    public Optional<byte[]> find(String internalName) {
        Optional<byte[]> bytes = findInProject(internalName);
        return bytes.isPresent() || !Descriptors.isClass(internalName) ? bytes : jdk.find(internalName);
    }

    /** The class file of a class of the project; empty if it has none, even if the JDK has, or it cannot be read. */
    public Optional<byte[]> findInProject(String internalName) {
        return read(internalName).filter(bytes -> isReadable(internalName, bytes));
    }

    /**
     * The class file of a class of the project; else of a class of the JDK the public API that it had in release 17, without code, so
     * that what is computed from it does not depend on the JDK. A JVM without a compiler knows its own release only.
     */
    public Optional<byte[]> findDeclaration(String internalName) {
        Optional<byte[]> bytes = findInProject(internalName);
        return bytes.isPresent() || !Descriptors.isClass(internalName) ? bytes : jdk.findDeclaration(internalName);
    }

    /** The class file of a class of the project, which is not checked. */
    Optional<byte[]> uncheckedFile(String internalName) {
        return read(internalName);
    }

    /** All classes of the project. */
    public Library library() {
        return Library.of(this, projectClasses());
    }

    /**
     * The classes of the jar or directory that a class of the project comes from, the first {@value #MOST_OF_A_LIBRARY} of them by name.
     * They are read once for all that look at this class path.
     */
    public Library libraryOf(String internalName) {
        String scope = origin(internalName).map(Object::toString).orElse("");
        return libraries.computeIfAbsent(
                scope, key -> Library.of(this, classesBeside(internalName).stream().limit(MOST_OF_A_LIBRARY).toList()));
    }

    /** Internal names of the classes in the jar or directory that a class of the project comes from, sorted; empty if it has none. */
    public SortedSet<String> classesBeside(String internalName) {
        TreeSet<String> all = new TreeSet<>();
        entries.stream().filter(entry -> entry.contains(internalName)).findFirst().ifPresent(entry -> entry.collectClassNames(all));
        all.removeIf(name -> !Descriptors.isClass(name));
        return all;
    }

    /**
     * By class its direct subtypes among some classes, found once for all that look at this class path.
     *
     * @param scope tells the classes from others
     * @param index finds them
     */
    Map<String, List<String>> directSubtypes(String scope, Supplier<Map<String, List<String>>> index) {
        return directSubtypes.computeIfAbsent(scope, key -> index.get());
    }

    private Optional<byte[]> read(String internalName) {
        if (!Descriptors.isClass(internalName)) {
            return Optional.empty();
        }
        for (ClassPathEntry entry : entries) {
            try {
                Optional<byte[]> bytes = entry.find(internalName);
                if (bytes.isPresent()) {
                    return bytes;
                }
            } catch (ClassPathException e) {
                // The JVM would not go on to the next entry either.
                unreadable.put(internalName, e.getMessage());
                return Optional.empty();
            }
        }
        return Optional.empty();
    }

    private boolean isReadable(String internalName, byte[] classFile) {
        int content = Arrays.hashCode(classFile);
        Checked known = checked.get(internalName);
        if (known == null || known.content() != content) {
            ClassFileCheck.Verdict verdict = ClassFileCheck.of(internalName, classFile, target);
            supertypes.put(internalName, verdict.supertypes());
            String fault = verdict.fault() == null && isOwnSupertype(internalName) ? "it is among its own superclasses or superinterfaces"
                    : verdict.fault();
            if (fault == null) {
                unreadable.remove(internalName);
            } else {
                unreadable.put(internalName, fault + origin(internalName).map(entry -> "; in " + entry).orElse(""));
            }
            known = new Checked(content, fault == null);
            checked.put(internalName, known);
        }
        return known.readable();
    }

    private boolean isOwnSupertype(String internalName) {
        Set<String> seen = new HashSet<>();
        Deque<String> open = new ArrayDeque<>(supertypesOf(internalName));
        while (!open.isEmpty()) {
            String next = open.poll();
            if (next.equals(internalName)) {
                return true;
            }
            if (seen.add(next)) {
                open.addAll(supertypesOf(next));
            }
        }
        return false;
    }

    private List<String> supertypesOf(String internalName) {
        List<String> known = supertypes.get(internalName);
        if (known == null) {
            known = read(internalName).map(bytes -> ClassFileCheck.of(internalName, bytes, target).supertypes()).orElse(List.of());
            supertypes.put(internalName, known);
        }
        return known;
    }

    /**
     * The classes asked for so far whose class files cannot be read: why, and where they are, by internal name.
     */
    public SortedMap<String, String> unreadable() {
        return Collections.unmodifiableSortedMap(new TreeMap<>(unreadable));
    }

    /** The jar or directory that a class of the project comes from. */
    public Optional<Path> origin(String internalName) {
        return entries.stream().filter(entry -> entry.contains(internalName)).map(ClassPathEntry::path).findFirst();
    }

    /**
     * Whether the JVM lets no other class into the package of a class of the project: it is signed, or its package is sealed. False for a
     * class that nobody has.
     */
    public boolean isClosed(String internalName) {
        return entries.stream().filter(entry -> entry.contains(internalName)).findFirst()
                .filter(entry -> entry.isClosed(internalName)).isPresent();
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
            all.removeIf(name -> !Descriptors.isClass(name));
            names = Collections.unmodifiableSortedSet(all);
            classNames = names;
        }
        return names;
    }

    /**
     * What is in the files beside the classes of {@link #projectClasses}: resources, descriptors of packages and modules, versions of a
     * class for other releases. Where the entries are, and when files were written, does not matter.
     *
     * @throws ClassPathException one of them cannot be read
     */
    public void digestOtherFiles(MessageDigest digest) {
        entries.forEach(entry -> entry.digestOtherFiles(digest));
    }

    @Override
    public void close() {
        entries.forEach(ClassPathEntry::close);
        jdk.close();
    }
}
