package dev.oraculum.facts;

import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The classes of a JDK, read from its run-time image through the {@code jrt:} file system. */
final class JdkImage implements AutoCloseable {
    private static final Pattern VERSION = Pattern.compile("(?m)^JAVA_VERSION=\"(?:1\\.)?(\\d+)");

    private final FileSystem files;
    private final boolean ownsFiles;
    private final int featureVersion;
    private final Map<String, Optional<String>> modules = new ConcurrentHashMap<>();
    private final PlatformSignatures release;

    private JdkImage(FileSystem files, boolean ownsFiles, int featureVersion, Path home) {
        this.files = files;
        this.ownsFiles = ownsFiles;
        this.featureVersion = featureVersion;
        this.release = PlatformSignatures.of(home);
    }

    /** The JDK this process runs on. */
    static JdkImage running() {
        return new JdkImage(FileSystems.getFileSystem(URI.create("jrt:/")), false, Runtime.version().feature(),
                Path.of(System.getProperty("java.home")));
    }

    /** The JDK of that home directory. */
    static JdkImage of(Path home) {
        int version = featureVersion(home);
        try {
            FileSystem files = FileSystems.newFileSystem(URI.create("jrt:/"), Map.of("java.home", home.toString()));
            return new JdkImage(files, true, version, home);
        } catch (IOException | RuntimeException e) {
            throw new ClassPathException("cannot read the JDK in " + home + ": " + ClassPath.reason(e), e);
        }
    }

    private static int featureVersion(Path home) {
        Path release = home.resolve("release");
        try {
            Matcher matcher = VERSION.matcher(Files.readString(release));
            if (!matcher.find()) {
                throw new ClassPathException("no JAVA_VERSION in " + release);
            }
            int version = Integer.parseInt(matcher.group(1));
            if (version < 17) {
                throw new ClassPathException(
                        "the JDK in " + home + " is version " + version + "; Oraculum needs 17 or later");
            }
            return version;
        } catch (IOException e) {
            throw new ClassPathException(
                    "no JDK in " + home + ": it has no readable file 'release' (" + ClassPath.reason(e) + ")", e);
        }
    }

    int featureVersion() {
        return featureVersion;
    }

    Optional<byte[]> find(String internalName) {
        return module(packageOf(internalName)).flatMap(module -> {
            Path file = files.getPath("/modules", module, internalName + ".class");
            return Files.isRegularFile(file) ? Optional.of(read(file)) : Optional.empty();
        });
    }

    /** The declarations of a class of the public API as of release 17, without code; of this release if the JDK does not have them. */
    Optional<byte[]> findDeclaration(String internalName) {
        return release.isKnown() && featureVersion > PlatformSignatures.RELEASE ? release.find(internalName) : find(internalName);
    }

    private static byte[] read(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new ClassPathException("cannot read " + file + " of the JDK: " + ClassPath.reason(e), e);
        }
    }

    /** Internal names of the classes in the package of a class; empty if no module has that package. */
    List<String> classesOfPackageOf(String internalName) {
        String packageName = packageOf(internalName);
        return module(packageName)
                .map(module -> classesIn(files.getPath("/modules", module, packageName), packageName))
                .orElse(List.of());
    }

    private static List<String> classesIn(Path directory, String packageName) {
        try (Stream<Path> children = Files.list(directory)) {
            return children.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".class"))
                    .map(name -> packageName + "/" + name.substring(0, name.length() - ".class".length()))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new ClassPathException("cannot list package " + packageName + ": " + ClassPath.reason(e), e);
        }
    }

    private Optional<String> module(String packageName) {
        return modules.computeIfAbsent(packageName, this::findModule);
    }

    private Optional<String> findModule(String packageName) {
        Path links = files.getPath("/packages", packageName.replace('/', '.'));
        if (packageName.isEmpty() || !Files.isDirectory(links)) {
            return Optional.empty();
        }
        try (Stream<Path> candidates = Files.list(links)) {
            // A package's resources may lie in several modules; its classes lie in one.
            return candidates
                    .map(link -> link.getFileName().toString())
                    .filter(module -> hasClasses(files.getPath("/modules", module, packageName)))
                    .findFirst();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static boolean hasClasses(Path directory) {
        if (!Files.isDirectory(directory)) {
            return false;
        }
        try (Stream<Path> children = Files.list(directory)) {
            return children.anyMatch(child -> child.toString().endsWith(".class"));
        } catch (IOException e) {
            return false;
        }
    }

    private static String packageOf(String internalName) {
        int slash = internalName.lastIndexOf('/');
        return slash < 0 ? "" : internalName.substring(0, slash);
    }

    @Override
    public void close() {
        release.close();
        if (ownsFiles) {
            try {
                files.close();
            } catch (IOException e) {
                throw new ClassPathException("cannot close the JDK image: " + ClassPath.reason(e), e);
            }
        }
    }
}
