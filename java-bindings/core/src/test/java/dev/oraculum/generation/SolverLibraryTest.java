package dev.oraculum.generation;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.internal.NativeLibrary;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class SolverLibraryTest {
    private static final byte[] CONTENT = {1, 2, 3};

    @TempDir
    private Path folder;

    private Path jar(String... entries) throws IOException {
        Path file = folder.resolve("solver.jar");
        try (OutputStream out = Files.newOutputStream(file); ZipOutputStream zip = new ZipOutputStream(out)) {
            for (String entry : entries) {
                zip.putNextEntry(new ZipEntry(entry));
                zip.write(CONTENT);
            }
        }
        return file;
    }

    private static String refused(Path library) {
        return assertThrows(IOException.class, () -> SolverLibrary.file(library)).getMessage();
    }

    @Test
    void aFileThatIsNoJarIsTheLibraryItself() throws IOException {
        Path library = Path.of("libz3.so");
        assertEquals(library.toAbsolutePath(), SolverLibrary.file(library));
    }

    @Test
    @EnabledOnOs(value = {OS.LINUX, OS.MAC}, disabledReason = "the jar's names of other systems are not known here")
    void theLibraryOfThisPlatformIsTakenOutOfItsJar() throws IOException {
        List<String> systems =
                List.of("linux/amd64/libz3.so", "linux/aarch64/libz3.so", "osx/amd64/libz3.dylib", "osx/aarch64/libz3.dylib");
        Path library = SolverLibrary.file(jar(systems.stream().map(name -> "com/microsoft/z3/" + name).toArray(String[]::new)));
        assertArrayEquals(CONTENT, Files.readAllBytes(library));
        assertEquals(NativeLibrary.platform().startsWith("linux") ? "libz3.so" : "libz3.dylib", library.getFileName().toString());
    }

    @Test
    void aJarThatCannotServeIsRefused() throws IOException {
        assertEquals("there is no such file", refused(folder.resolve("missing.jar")));
        assertEquals("it has no library of Z3 for " + NativeLibrary.platform(), refused(jar("com/microsoft/z3/Native.class")));
        Path text = Files.writeString(folder.resolve("text.jar"), "no jar");
        assertTrue(refused(text).contains("zip"), refused(text));
    }
}
