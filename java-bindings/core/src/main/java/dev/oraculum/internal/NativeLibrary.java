package dev.oraculum.internal;

import dev.oraculum.api.OraculumException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * Finds and loads liboraculum, once per JVM, from the first of these places that has it:
 *
 * <ol>
 *   <li>the file named by the system property {@code oraculum.native} or the environment variable {@code ORACULUM_NATIVE};
 *   <li>{@code java.library.path};
 *   <li>{@code native/} in the folder of a distribution that the system property {@code oraculum.home} names;
 *   <li>the jars on the class path ({@code META-INF/native/<os>-<arch>/}), see {@link PackedParts}.
 * </ol>
 */
public final class NativeLibrary {
    /** System property that names the library file. */
    public static final String PROPERTY = "oraculum.native";
    /** Environment variable that names it. */
    public static final String VARIABLE = "ORACULUM_NATIVE";

    /** System property that names the folder of a distribution. */
    public static final String HOME = "oraculum.home";

    private static boolean done;

    private NativeLibrary() {}

    /**
     * Loads the library if that has not been done.
     *
     * @throws OraculumException it is nowhere, or does not load; the message says where it was looked for
     */
    public static synchronized void load() {
        if (done) {
            return;
        }
        Optional<Path> named = named();
        if (named.isPresent()) {
            if (!Files.isRegularFile(named.get())) {
                throw failure("the native library " + named.get() + " (from " + PROPERTY + " or " + VARIABLE + ") does not exist", null);
            }
            loadFile(named.get());
        } else if (!loadFromLibraryPath()) {
            loadFile(ofDistribution().or(NativeLibrary::unpacked).orElseThrow(NativeLibrary::nowhere));
        }
        done = true;
        EngineLog.connect();
    }

    /** The library that the user has named, which worker JVMs load too. */
    public static Optional<Path> named() {
        String property = System.getProperty(PROPERTY);
        String named = property != null ? property : System.getenv(VARIABLE);
        return named == null || named.isBlank() ? Optional.empty() : Optional.of(Path.of(named).toAbsolutePath());
    }

    /** A library file belongs to one class loader at a time: a second one, such as a build tool's for its next run, gets a copy. */
    private static void loadFile(Path file) {
        try {
            System.load(file.toString());
        } catch (UnsatisfiedLinkError e) {
            if (!String.valueOf(e.getMessage()).contains("already loaded in another classloader")) {
                throw doesNotLoad(file, e, "");
            }
            try {
                loadCopy(Files.readAllBytes(file));
            } catch (IOException unreadable) {
                throw failure("cannot read the native library " + file + ": " + unreadable.getMessage(), unreadable);
            }
        }
    }

    private static boolean loadFromLibraryPath() {
        try {
            System.loadLibrary("oraculum");
            return true;
        } catch (UnsatisfiedLinkError e) {
            if (String.valueOf(e.getMessage()).startsWith("no oraculum in")) {
                return false;
            }
            throw failure("the native library on java.library.path does not load: " + e.getMessage(), e);
        }
    }

    private static Optional<Path> ofDistribution() {
        String home = System.getProperty(HOME);
        return Optional.ofNullable(home).map(folder -> Path.of(folder, "native", fileName()).toAbsolutePath()).filter(Files::isRegularFile);
    }

    private static Optional<Path> unpacked() {
        return PackedParts.home().map(parts -> parts.resolve(PackedParts.NATIVE + fileName())).filter(Files::isRegularFile);
    }

    private static OraculumException nowhere() {
        return failure(
                "no native library for " + platform() + ": looked in the system property " + PROPERTY + ", the environment variable "
                        + VARIABLE
                        + ", java.library.path, the system property " + HOME + " and META-INF/native/" + platform()
                        + " of the class path; add the jar"
                        + " dev.oraculum:oraculum-parts of this platform, or build the library with `cargo build --release` and name"
                        + " the file in " + VARIABLE,
                null);
    }

    private static void loadCopy(byte[] content) {
        Path directory = null;
        Path file = null;
        try {
            // Only the owner may look into it, so nobody can exchange the file between writing and loading.
            directory = TemporaryFolders.create("native");
            file = directory.resolve(fileName());
            write(file, content);
            System.load(file.toString());
        } catch (UnsatisfiedLinkError e) {
            throw doesNotLoad(file, e,
                    "; it was unpacked there: if that file system is mounted noexec, let java.io.tmpdir be another directory");
        } catch (IOException e) {
            throw failure("cannot unpack the native library below " + System.getProperty("java.io.tmpdir") + ": " + e.getMessage(), e);
        } finally {
            deleteQuietly(file);
            deleteQuietly(directory);
        }
    }

    private static void write(Path file, byte[] content) {
        try {
            Files.write(file, content);
            if (!Arrays.equals(Files.readAllBytes(file), content)) {
                throw failure("the native library in " + file + " is not what was written there (disk full?)", null);
            }
        } catch (IOException e) {
            throw failure("cannot write the native library to " + file + ": " + e.getMessage(), e);
        }
    }

    private static OraculumException doesNotLoad(Path file, UnsatisfiedLinkError e, String ifNotExecutable) {
        String message = String.valueOf(e.getMessage());
        boolean notExecutable = message.contains("failed to map segment") || message.contains("Operation not permitted");
        return failure("the native library " + file + " does not load on " + platform() + ": " + message
                + (notExecutable ? ifNotExecutable : ""), e);
    }

    private static void deleteQuietly(Path path) {
        if (path != null) {
            try {
                Files.deleteIfExists(path);
            } catch (IOException e) {
                // Windows keeps a loaded library locked; it stays in the temporary directory.
                path.toFile().deleteOnExit();
            }
        }
    }

    /** Of this JVM: {@code linux-x86_64}, {@code macos-aarch64}, .. */
    public static String platform() {
        return platform(System.getProperty("os.name"), System.getProperty("os.arch"));
    }

    /** {@code linux-x86_64}, {@code macos-aarch64}, ..; what is not known is passed through, so that a message can name it. */
    static String platform(String osName, String osArch) {
        String os = osName.toLowerCase(Locale.ROOT);
        String system = os.startsWith("linux") ? "linux" : os.startsWith("mac") ? "macos" : os.startsWith("windows") ? "windows"
                : os.replace(' ', '_');
        String arch = osArch.toLowerCase(Locale.ROOT);
        String machine = arch.equals("amd64") ? "x86_64" : arch.equals("arm64") ? "aarch64" : arch;
        return system + "-" + machine;
    }

    private static String fileName() {
        return System.mapLibraryName("oraculum");
    }

    private static OraculumException failure(String message, Throwable cause) {
        return new OraculumException(OraculumException.Code.NATIVE_LIBRARY, message, cause);
    }
}
