package dev.oraculum.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.oraculum.api.Engine;
import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class NativeLibraryTest {
    private static final Path BUILT = Path.of(System.getProperty(NativeLibrary.PROPERTY));

    @TempDir
    private Path directory;

    /** What {@link LoadingScenario} says in a JVM with these options, from the classes that Maven packs, temporary files below {@link #directory}. */
    private String loading(String... options) throws Exception {
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-Djava.io.tmpdir=" + directory, "-Djava.library.path="));
        command.addAll(List.of(options));
        String classPath = String.join(File.pathSeparator, System.getProperty("java.class.path"), System.getProperty("surefire.test.class.path", ""));
        command.addAll(List.of("-cp", classPath, LoadingScenario.class.getName()));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().remove(NativeLibrary.VARIABLE);
        Process process = builder.start();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    }

    private static String named(Path file) {
        return "-D" + NativeLibrary.PROPERTY + "=" + file;
    }

    @Test
    void theLibraryIsInTheJarAndLeavesNothingBehind() throws Exception {
        assertEquals("loaded " + NativeLibrary.platform(), loading());
        try (Stream<Path> left = Files.list(directory)) {
            assertEquals(List.of(), left.filter(p -> p.getFileName().toString().startsWith("oraculum")).toList());
        }
    }

    @Test
    void theLibraryPathIsLookedAt() throws Exception {
        assertEquals("loaded " + NativeLibrary.platform(), loading("-Djava.library.path=" + BUILT.getParent(), "-Djava.io.tmpdir=/nonexistent"));
    }

    @Test
    void aNamedLibraryMustBeThereAndBeOne() throws Exception {
        Path absent = directory.resolve("absent.so");
        assertEquals(
                "NATIVE_LIBRARY: the native library " + absent + " (from oraculum.native or ORACULUM_NATIVE) does not exist", loading(named(absent)));
        Path text = Files.writeString(directory.resolve("text.so"), "no library");
        // The JVM has its say before it refuses.
        String message = loading(named(text));
        assertTrue(message.contains("NATIVE_LIBRARY: the native library " + text + " does not load on "), message);
    }

    @Test
    void aPlatformWithoutALibraryIsNamedWithThePlacesLookedIn() throws Exception {
        String message = loading("-Dos.arch=sparc");
        assertTrue(message.startsWith("NATIVE_LIBRARY: no native library for linux-sparc: looked in the system property oraculum.native"), message);
    }

    @Test
    void aDirectoryThatCannotBeWrittenIsNamed() throws Exception {
        String message = loading("-Djava.io.tmpdir=/nonexistent");
        assertTrue(message.startsWith("NATIVE_LIBRARY: cannot unpack the native library below /nonexistent"), message);
    }

    @Test
    void platformsHaveTheNamesOfTheJarsDirectories() {
        assertEquals("linux-x86_64", NativeLibrary.platform("Linux", "amd64"));
        assertEquals("macos-aarch64", NativeLibrary.platform("Mac OS X", "aarch64"));
        assertEquals("windows-x86_64", NativeLibrary.platform("Windows 11", "amd64"));
    }

    @Test
    void aSecondClassLoaderHasItsOwnEngine() throws Exception {
        NativeLibrary.load();
        List<URL> urls = new ArrayList<>();
        for (Class<?> type : List.of(Engine.class, ObjectMapper.class, JsonParser.class, JsonProperty.class)) {
            urls.add(type.getProtectionDomain().getCodeSource().getLocation());
        }
        try (URLClassLoader other = new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader())) {
            Class<?> engine = other.loadClass(Engine.class.getName());
            assertNotSame(Engine.class, engine);
            assertNotNull(engine.getMethod("info").invoke(null));
        }
    }

    @Test
    void workersGetTheNamedFile() {
        assertEquals(BUILT.toAbsolutePath(), NativeLibrary.fileForWorkers(directory));
    }
}
