package dev.oraculum.generation;

import dev.oraculum.internal.NativeLibrary;
import dev.oraculum.internal.TemporaryFolders;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * The native library of Z3 as a file that the engine can open: itself, or out of the jar of {@code tools.aqua:z3-turnkey}, which has that
 * of each platform.
 */
public final class SolverLibrary {
    /** By platform as {@link NativeLibrary} names it, where the library is in the jar. */
    private static final Map<String, String> IN_JAR = Map.of(
            "linux-x86_64", "com/microsoft/z3/linux/amd64/libz3.so",
            "linux-aarch64", "com/microsoft/z3/linux/aarch64/libz3.so",
            "macos-x86_64", "com/microsoft/z3/osx/amd64/libz3.dylib",
            "macos-aarch64", "com/microsoft/z3/osx/aarch64/libz3.dylib");

    private SolverLibrary() {}

    /**
     * @param library the library, or a jar that has it; what is out of a jar stays until this process ends
     * @return where the engine finds it
     * @throws IOException it is a jar that is not there, cannot be read, or has none for this platform; the message says which, and leaves
     *         the file's name to the caller
     */
    public static Path file(Path library) throws IOException {
        if (!library.toString().endsWith(".jar")) {
            return library.toAbsolutePath();
        }
        if (!Files.isRegularFile(library)) {
            throw new IOException("there is no such file");
        }
        String platform = NativeLibrary.platform();
        String name = IN_JAR.get(platform);
        try (ZipFile jar = new ZipFile(library.toFile())) {
            ZipEntry entry = name == null ? null : jar.getEntry(name);
            if (entry == null) {
                throw new IOException("it has no library of Z3 for " + platform);
            }
            Path file = TemporaryFolders.create("solver").resolve(name.substring(name.lastIndexOf('/') + 1));
            try (InputStream in = jar.getInputStream(entry)) {
                Files.copy(in, file);
            }
            return file;
        }
    }
}
