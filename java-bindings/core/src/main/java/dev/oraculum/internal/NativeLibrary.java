package dev.oraculum.internal;

import dev.oraculum.api.OraculumException;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;

/**
 * Finds and loads liboraculum, once per JVM, from the first of these places that has it: the file named by the system property {@code oraculum.native} or the
 * environment variable {@code ORACULUM_NATIVE}; {@code java.library.path}; this library's own jar ({@code META-INF/native/<os>-<arch>/}).
 */
public final class NativeLibrary {
    /** System property that names the library file. */
    public static final String PROPERTY = "oraculum.native";
    /** Environment variable that names it. */
    public static final String VARIABLE = "ORACULUM_NATIVE";

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
        String named = named();
        if (named != null) {
            Path file = Path.of(named).toAbsolutePath();
            if (!Files.isRegularFile(file)) {
                throw failure("the native library " + file + " (from " + PROPERTY + " or " + VARIABLE + ") does not exist", null);
            }
            loadNamed(file);
        } else if (!loadFromLibraryPath()) {
            loadFromJar();
        }
        done = true;
        EngineLog.connect();
    }

    /**
     * The library as a file that outlives this JVM's start, for worker JVMs to load: the named file, or a private copy out of the jar that the caller owns.
     *
     * @param directory where a copy is put if one is needed
     * @return the file, or null if the library is in no place that can be named ({@code java.library.path} only)
     */
    public static Path fileForWorkers(Path directory) {
        String named = named();
        if (named != null) {
            return Path.of(named).toAbsolutePath();
        }
        for (String entry : System.getProperty("java.library.path", "").split(File.pathSeparator)) {
            Path file = entry.isEmpty() ? null : Path.of(entry, fileName());
            if (file != null && Files.isRegularFile(file)) {
                return file.toAbsolutePath();
            }
        }
        byte[] content = packed();
        if (content == null) {
            return null;
        }
        Path file = directory.resolve(fileName());
        write(file, content);
        return file;
    }

    private static String named() {
        String property = System.getProperty(PROPERTY);
        String named = property != null ? property : System.getenv(VARIABLE);
        return named == null || named.isBlank() ? null : named;
    }

    /** A library file belongs to one class loader at a time: a second one, such as a build tool's for its next run, gets a copy. */
    private static void loadNamed(Path file) {
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

    private static void loadFromJar() {
        byte[] content = packed();
        if (content == null) {
            throw failure(
                    "no native library for " + platform() + ": looked in the system property " + PROPERTY + ", the environment variable " + VARIABLE
                            + ", java.library.path and " + resource() + "; build it with `cargo build --release` and name the file in " + VARIABLE,
                    null);
        }
        loadCopy(content);
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
            throw doesNotLoad(file, e, "; it was unpacked there: if that file system is mounted noexec, let java.io.tmpdir be another directory");
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
        return failure("the native library " + file + " does not load on " + platform() + ": " + message + (notExecutable ? ifNotExecutable : ""), e);
    }

    private static byte[] packed() {
        try (InputStream in = NativeLibrary.class.getResourceAsStream(resource())) {
            return in == null ? null : in.readAllBytes();
        } catch (IOException e) {
            throw failure("cannot read " + resource() + " of the jar: " + e.getMessage(), e);
        }
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

    static String platform() {
        return platform(System.getProperty("os.name"), System.getProperty("os.arch"));
    }

    /** {@code linux-x86_64}, {@code macos-aarch64}, ..; what is not known is passed through, so that a message can name it. */
    static String platform(String osName, String osArch) {
        String os = osName.toLowerCase(Locale.ROOT);
        String system = os.startsWith("linux") ? "linux" : os.startsWith("mac") ? "macos" : os.startsWith("windows") ? "windows" : os.replace(' ', '_');
        String arch = osArch.toLowerCase(Locale.ROOT);
        String machine = arch.equals("amd64") ? "x86_64" : arch.equals("arm64") ? "aarch64" : arch;
        return system + "-" + machine;
    }

    private static String fileName() {
        return System.mapLibraryName("oraculum");
    }

    private static String resource() {
        return "/META-INF/native/" + platform() + "/" + fileName();
    }

    private static OraculumException failure(String message, Throwable cause) {
        return new OraculumException(OraculumException.Code.NATIVE_LIBRARY, message, cause);
    }
}
