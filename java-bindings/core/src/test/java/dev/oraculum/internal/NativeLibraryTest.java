package dev.oraculum.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.oraculum.api.Engine;
import dev.oraculum.spi.Branch;
import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class NativeLibraryTest {
    private static final Path BUILT = Path.of(System.getProperty(NativeLibrary.PROPERTY));

    @TempDir
    private Path directory;

    /**
     * What {@link LoadingScenario} says in a JVM with these options, with the library packed on its class path, all its files below {@link
     * #directory}.
     */
    private String loading(String... options) throws Exception {
        return loading(List.of(), options);
    }

    private String loading(List<String> before, String... options) throws Exception {
        List<String> command = new ArrayList<>(before);
        command.addAll(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-Djava.io.tmpdir=" + directory, "-Djava.library.path=",
                "-Duser.home=" + directory));
        command.addAll(List.of(options));
        String classPath = String.join(
                File.pathSeparator, packed().toString(), System.getProperty("java.class.path"),
                System.getProperty("surefire.test.class.path", ""));
        command.addAll(List.of("-cp", classPath, LoadingScenario.class.getName()));
        return run(command);
    }

    /** What a program prints. */
    private static String run(List<String> command) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        List.of(NativeLibrary.VARIABLE, PartsCache.VARIABLE, "XDG_CACHE_HOME").forEach(builder.environment()::remove);
        Process process = builder.start();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    }

    /** A class path entry as the jar of native code is; written once, whichever of several threads comes first. */
    private synchronized Path packed() throws IOException {
        Path root = directory.resolve("packed");
        if (!Files.exists(root)) {
            PackedFiles.write(root, "META-INF/native/" + NativeLibrary.platform() + "/",
                    Map.of(BUILT.getFileName().toString(), Files.readAllBytes(BUILT)));
        }
        return root;
    }

    private static String named(Path file) {
        return "-D" + NativeLibrary.PROPERTY + "=" + file;
    }

    @Test
    void theLibraryIsUnpackedOnceForAllProcesses() throws Exception {
        String loaded = "loaded " + NativeLibrary.platform();
        List<CompletableFuture<String>> processes = Stream.generate(() -> CompletableFuture.supplyAsync(this::loadingUnpacked)).limit(3)
                .toList();
        for (CompletableFuture<String> process : processes) {
            assertEquals(loaded, process.get());
        }
        List<Path> unpacked = librariesBelow(directory.resolve(".cache/oraculum"));
        assertEquals(1, unpacked.size(), unpacked.toString());
        FileTime written = Files.getLastModifiedTime(unpacked.get(0));
        assertEquals(loaded, loading());
        assertEquals(written, Files.getLastModifiedTime(unpacked.get(0)));
        try (Stream<Path> left = Files.list(directory)) {
            assertEquals(List.of(), left.filter(p -> p.getFileName().toString().startsWith("oraculum")).toList());
        }
    }

    private String loadingUnpacked() {
        try {
            return loading();
        } catch (Exception e) {
            throw new CompletionException(e);
        }
    }

    /** Beside them are the jars of oraculum-parts, if they are packed by now. */
    private static List<Path> librariesBelow(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.getFileName().equals(BUILT.getFileName())).toList();
        }
    }

    @Test
    void theDistributionIsLookedAtBeforeTheJars() throws Exception {
        Path nativeFolder = Files.createDirectories(directory.resolve("home/native"));
        Files.writeString(nativeFolder.resolve(BUILT.getFileName()), "no library");
        String message = loading("-Doraculum.home=" + directory.resolve("home"));
        assertTrue(message.contains("NATIVE_LIBRARY: the native library " + nativeFolder.resolve(BUILT.getFileName())
                + " does not load on "), message);
    }

    /** The default folder, the temporary one and a named one on a file system from which nothing can be run. */
    @Test
    void aFileSystemWithoutExecutionIsNamedWithTheWayOut() throws Exception {
        List<String> mounting = List.of("unshare", "--mount", "sh", "-c", "mount -t tmpfs -o noexec none \"$0\" && exec \"$@\"");
        Path noexec = Files.createDirectories(directory.resolve("noexec"));
        List<String> probe = new ArrayList<>(mounting);
        probe.addAll(List.of(noexec.toString(), "true"));
        assumeTrue(run(probe).equals(""), "this system lets nobody mount a file system");
        List<String> before = new ArrayList<>(mounting);
        before.add(noexec.toString());
        String home = "-Duser.home=" + noexec;
        assertEquals("loaded " + NativeLibrary.platform(), loading(before, home));
        String message = loading(before, home, "-Djava.io.tmpdir=" + noexec);
        assertTrue(message.startsWith("IO: cannot unpack Oraculum's own parts into " + noexec + ": "), message);
        assertTrue(message.contains("does not let programs be run (is it mounted noexec?)"), message);
        assertTrue(message.endsWith(
                "let the system property oraculum.cache or the environment variable ORACULUM_CACHE name a folder of yours from "
                + "which programs can be run"), message);
        String named = loading(before, "-Doraculum.cache=" + noexec);
        assertTrue(named.startsWith("IO: cannot unpack Oraculum's own parts into " + noexec
                + " (from oraculum.cache or ORACULUM_CACHE): "), named);
        assertEquals("loaded " + NativeLibrary.platform(), loading(before, home, "-Djava.io.tmpdir=" + noexec, "-Doraculum.cache="
                + directory.resolve("named")));
        assertEquals(1, librariesBelow(directory.resolve("named")).size());
    }

    @Test
    void theLibraryPathIsLookedAt() throws Exception {
        assertEquals("loaded " + NativeLibrary.platform(),
                loading("-Djava.library.path=" + BUILT.getParent(), "-Djava.io.tmpdir=/nonexistent"));
    }

    @Test
    void aNamedLibraryMustBeThereAndBeOne() throws Exception {
        Path absent = directory.resolve("absent.so");
        assertEquals(
                "NATIVE_LIBRARY: the native library " + absent + " (from oraculum.native or ORACULUM_NATIVE) does not exist",
                loading(named(absent)));
        Path text = Files.writeString(directory.resolve("text.so"), "no library");
        // The JVM has its say before it refuses.
        String message = loading(named(text));
        assertTrue(message.contains("NATIVE_LIBRARY: the native library " + text + " does not load on "), message);
    }

    @Test
    void aPlatformWithoutALibraryIsNamedWithThePlacesLookedIn() throws Exception {
        String message = loading("-Dos.arch=sparc");
        assertTrue(message.startsWith("NATIVE_LIBRARY: no native library for linux-sparc: looked in the system property oraculum.native"),
                message);
    }

    @Test
    void aDirectoryThatCannotBeWrittenIsNamed() throws Exception {
        String message = loading("-Djava.io.tmpdir=/nonexistent", "-Duser.home=/nonexistent");
        assertTrue(message.startsWith("IO: cannot unpack Oraculum's own parts into /nonexistent"), message);
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
        for (Class<?> type : List.of(Engine.class, Branch.class, ObjectMapper.class, JsonParser.class, JsonProperty.class)) {
            urls.add(type.getProtectionDomain().getCodeSource().getLocation());
        }
        try (URLClassLoader other = new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader())) {
            Class<?> engine = other.loadClass(Engine.class.getName());
            assertNotSame(Engine.class, engine);
            assertNotNull(engine.getMethod("info").invoke(null));
        }
    }
}
