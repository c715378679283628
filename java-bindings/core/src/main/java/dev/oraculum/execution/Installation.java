package dev.oraculum.execution;

import dev.oraculum.internal.NativeLibrary;
import dev.oraculum.internal.PackedParts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Our own parts that are files: what goes into the JVM under test, and native code.
 *
 * @param agentJar the {@code -javaagent}
 * @param workerJar main class of the worker; goes to the end of its class path
 * @param platform1 launcher and engines of JUnit Platform 1.x
 * @param platform6 the same of JUnit 6
 * @param nativeLibrary liboraculum with the kill switch; empty: the ladder goes from interrupt to the end of the worker
 * @param guard starts workers, and ends with them what they have started; empty: processes that leave their parent outlive the worker
 * @param solver opens a library of Z3 in a process of its own; empty: there is no Z3
 */
public record Installation(
        Path agentJar, Path workerJar, List<Path> platform1, List<Path> platform6, Optional<Path> nativeLibrary, Optional<Path> guard,
        Optional<Path> solver) {
    private static final String GUARD = "oraculum-guard";
    private static final String SOLVER = "oraculum-solver";

    public Installation {
        platform1 = List.copyOf(platform1);
        platform6 = List.copyOf(platform6);
    }

    /**
     * The parts from the first of these places that is there: the folder that the caller names; the folder that the system property {@code
     * oraculum.home} names; the jars on the class path, unpacked ({@link PackedParts}).
     *
     * @param named the folder of a distribution, or null
     * @throws CannotRunException it is in none of them, or something is missing there
     */
    public static Installation find(Path named) {
        String home = System.getProperty(NativeLibrary.HOME);
        if (named != null || home != null) {
            return at(named == null ? Path.of(home) : named);
        }
        return at(PackedParts.home().orElseThrow(() -> new CannotRunException(
                "where Oraculum's own parts are is not known: put the jar dev.oraculum:oraculum-parts on the class path, or let the"
                        + " installation or the system property " + NativeLibrary.HOME + " be the folder of a distribution")));
    }

    /**
     * The parts of a distribution: {@code worker/}, {@code junit/platform-1/}, {@code junit/platform-6/},
     * {@code native/}.
     *
     * @throws CannotRunException something that every run needs is missing
     */
    public static Installation at(Path home) {
        Path agent = home.resolve("worker").resolve("oraculum-agent.jar");
        Path worker = home.resolve("worker").resolve("oraculum-worker.jar");
        for (Path jar : List.of(agent, worker)) {
            if (!Files.isRegularFile(jar)) {
                throw new CannotRunException("the distribution in " + home + " is not complete: " + jar
                        + " is missing; build it again with `make dist`");
            }
        }
        return new Installation(
                agent,
                worker,
                jars(home.resolve("junit").resolve("platform-1")),
                jars(home.resolve("junit").resolve("platform-6")),
                NativeLibrary.named().or(() -> files(home.resolve("native")).stream().filter(Installation::isLibrary).findFirst()),
                program(home, GUARD).filter(guard -> isLinux()),
                program(home, SOLVER));
    }

    private static Optional<Path> program(Path home, String name) {
        return files(home.resolve("native")).stream().filter(file -> file.getFileName().toString().equals(name)).map(Path::toAbsolutePath)
                .findFirst();
    }

    private static boolean isLibrary(Path file) {
        return file.getFileName().toString().equals(System.mapLibraryName("oraculum"));
    }

    /** Elsewhere nothing adopts the processes whose parent has ended. */
    private static boolean isLinux() {
        return System.getProperty("os.name").equals("Linux");
    }

    private static List<Path> jars(Path directory) {
        List<Path> jars = files(directory).stream()
                .filter(file -> file.getFileName().toString().endsWith(".jar"))
                .toList();
        if (jars.isEmpty()) {
            throw new CannotRunException(
                    "the distribution is not complete: no jar in " + directory + "; build it again with `make dist`");
        }
        return jars;
    }

    private static List<Path> files(Path directory) {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        } catch (IOException e) {
            throw new CannotRunException("cannot read " + directory + ": " + e.getMessage(), e);
        }
    }
}
