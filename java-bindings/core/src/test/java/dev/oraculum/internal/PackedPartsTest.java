package dev.oraculum.internal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.oraculum.api.OraculumException;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PackedPartsTest {
    private static final String PLATFORM = "some-machine";
    private static final Map<String, byte[]> PARTS =
            Map.of("worker/agent.jar", bytes("agent"), "junit/platform-1/launcher.jar", bytes("launcher"), "junit/platform-1/engine.jar",
                    bytes("engine"));
    private static final Map<String, byte[]> NATIVE = Map.of("library.so", bytes("library"), "guard", bytes("#!/bin/sh\n"));

    @TempDir
    private Path directory;

    private Path packed;
    private Path cache;

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @BeforeEach
    void pack() throws IOException {
        packed = directory.resolve("packed");
        cache = directory.resolve("cache");
        PackedFiles.write(packed, "META-INF/oraculum/", PARTS);
        PackedFiles.write(packed, "META-INF/native/" + PLATFORM + "/", NATIVE);
    }

    private Optional<Path> unpack(PartsCache to) throws IOException {
        try (URLClassLoader loader = new URLClassLoader(new URL[] {packed.toUri().toURL()}, null)) {
            return new PackedParts(loader, PLATFORM).unpack(to);
        }
    }

    private Path unpack() throws IOException {
        return unpack(new PartsCache(cache, null)).orElseThrow();
    }

    private static void check(Path home) throws IOException {
        Map<String, byte[]> expected = new TreeMap<>(PARTS);
        NATIVE.forEach((path, content) -> expected.put("native/" + path, content));
        try (Stream<Path> files = Files.walk(home)) {
            List<String> found = files.filter(file -> !Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS))
                    .map(file -> home.relativize(file).toString()).sorted().toList();
            assertEquals(List.copyOf(expected.keySet()), found);
        }
        for (Map.Entry<String, byte[]> file : expected.entrySet()) {
            assertArrayEquals(file.getValue(), Files.readAllBytes(home.resolve(file.getKey())), file.getKey());
            assertFalse(Files.isSymbolicLink(home.resolve(file.getKey())));
        }
    }

    private static String permissions(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    private OraculumException refused(PartsCache to) {
        return assertThrows(OraculumException.class, () -> unpack(to));
    }

    @Test
    void allIsUnpackedForTheOwnerOnly() throws IOException {
        Path home = unpack();
        check(home);
        assertEquals(cache.toRealPath(), home.getParent());
        for (Path folder : List.of(cache, home, home.resolve("native"), home.resolve("junit/platform-1"))) {
            assertEquals("rwx------", permissions(folder), folder.toString());
        }
        assertEquals("rw-------", permissions(home.resolve("worker/agent.jar")));
        assertEquals("r-x------", permissions(home.resolve("native/guard")));
    }

    @Test
    void whatIsWholeIsNotWrittenAgain() throws IOException {
        Path agent = unpack().resolve("worker/agent.jar");
        FileTime longAgo = FileTime.from(Instant.EPOCH);
        Files.setLastModifiedTime(agent, longAgo);
        unpack();
        assertEquals(longAgo, Files.getLastModifiedTime(agent));
    }

    /** Each kind of damage is mended, and nothing outside is touched. */
    @Test
    void whatIsDamagedOrAlteredIsWrittenAnew() throws IOException {
        Path outside = Files.writeString(directory.resolve("outside"), "not ours");
        Path agent = unpack().resolve("worker/agent.jar");
        Path home = unpack();
        List<Damage> kinds = List.of(
                () -> Files.delete(agent),
                () -> Files.writeString(agent, ""),
                () -> Files.writeString(agent, "Agent"),
                () -> Files.writeString(Files.createDirectory(replaced(agent)).resolve("inside"), "a folder"),
                () -> Files.createSymbolicLink(replaced(agent), outside),
                () -> Files.createSymbolicLink(replaced(home.resolve("native")), Files.createDirectories(directory.resolve("elsewhere"))),
                () -> Files.setPosixFilePermissions(home.resolve("native/guard"), PosixFilePermissions.fromString("rw-rw-rw-")),
                () -> Files.setPosixFilePermissions(home.resolve("worker"), PosixFilePermissions.fromString("rwxrwxrwx")),
                () -> Files.writeString(home.resolve("junit/platform-1/planted.jar"), "found by listing the folder"),
                () -> Files.writeString(replaced(home), "a file"),
                () -> Files.createSymbolicLink(replaced(home), Files.createDirectories(directory.resolve("elsewhere"))));
        for (Damage damage : kinds) {
            damage.run();
            assertEquals(home, unpack());
            check(home);
            assertEquals("rwx------", permissions(home.resolve("worker")));
            assertEquals("not ours", Files.readString(outside));
        }
        try (Stream<Path> elsewhere = Files.list(directory.resolve("elsewhere"))) {
            assertEquals(List.of(), elsewhere.toList());
        }
    }

    private interface Damage {
        void run() throws IOException;
    }

    private static Path replaced(Path path) {
        TemporaryFolders.delete(path);
        return path;
    }

    @Test
    void manyMayUnpackAtOnce() throws Exception {
        int threads = 8;
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            for (int round = 0; round < 20; round++) {
                TemporaryFolders.delete(cache);
                CyclicBarrier start = new CyclicBarrier(threads);
                List<Future<Path>> homes = new ArrayList<>();
                for (int i = 0; i < threads; i++) {
                    homes.add(pool.submit(() -> {
                        start.await();
                        Path home = unpack();
                        for (String path : PARTS.keySet()) {
                            assertArrayEquals(PARTS.get(path), Files.readAllBytes(home.resolve(path)));
                        }
                        return home;
                    }));
                }
                for (Future<Path> home : homes) {
                    home.get();
                }
                check(homes.get(0).get());
            }
        } finally {
            pool.shutdownNow();
        }
    }

    @Test
    void versionsThatNobodyUsesGo() throws IOException {
        Path first = unpack();
        PackedFiles.write(packed, "META-INF/oraculum/", Map.of("worker/agent.jar", bytes("a later agent")));
        Path second = unpack();
        assertNotEquals(first, second);
        assertTrue(Files.exists(first), "used a moment ago");
        Path others = Files.createDirectory(cache.resolve("others"));
        Path unfinished = Files.writeString(cache.resolve(PartsCache.NEW + "1"), "of a process that was killed");
        for (Path old : List.of(first, second, others, unfinished)) {
            Files.setLastModifiedTime(old, FileTime.from(Instant.now().minus(Duration.ofDays(PartsCache.UNUSED_DAYS + 1))));
        }
        PackedFiles.write(packed, "META-INF/oraculum/", Map.of("worker/agent.jar", bytes("the latest agent")));
        Path third = unpack();
        try (Stream<Path> left = Files.list(cache)) {
            assertEquals(Stream.of(others, third).sorted().toList(), left.sorted().toList());
        }
    }

    @Test
    void aFolderThatOthersMayWriteIntoIsRefused() throws IOException {
        Files.createDirectory(cache);
        Files.setPosixFilePermissions(cache, PosixFilePermissions.fromString("rwxrwxrwx"));
        String message = refused(new PartsCache(cache, null)).getMessage();
        assertTrue(message.contains("other users may write into it"), message);
        assertTrue(message.contains("oraculum.cache"), message);
        assertEquals("rwxrwxrwx", permissions(cache), "rights of a folder that is not ours alone stay");
        try (Stream<Path> left = Files.list(cache)) {
            assertEquals(List.of(), left.toList());
        }
    }

    /** The user's folder that cannot be used is passed over; a named one is not. */
    @Test
    void withoutTheUsersFolderATemporaryOneServes() throws IOException {
        Path file = Files.writeString(directory.resolve("file"), "no folder");
        Path home = unpack(new PartsCache(null, file.resolve("oraculum"))).orElseThrow();
        check(home);
        assertTrue(home.startsWith(Path.of(System.getProperty("java.io.tmpdir")).toRealPath()));
        refused(new PartsCache(file.resolve("oraculum"), null));
    }

    @Test
    void aDamagedJarIsNamed() throws IOException {
        Files.writeString(packed.resolve("META-INF/oraculum/worker/agent.jar"), "of another version");
        String message = refused(new PartsCache(cache, null)).getMessage();
        assertTrue(message.startsWith("META-INF/oraculum/worker/agent.jar is not what the index says: "), message);
        Files.delete(packed.resolve("META-INF/oraculum/worker/agent.jar"));
        message = refused(new PartsCache(cache, null)).getMessage();
        assertTrue(message.contains("is in the index, but not in the jar"), message);
        try (Stream<Path> left = Files.walk(cache)) {
            assertEquals(List.of(), left.filter(path -> path.getFileName().toString().startsWith(PartsCache.NEW)).toList());
        }
    }

    @Test
    void noPathOfAnIndexLeadsOut() throws IOException {
        for (String path : List.of("../outside", "/outside", "worker/../../outside", "worker/./agent.jar", "", "a b", ".hidden")) {
            Files.writeString(packed.resolve("META-INF/oraculum/index"), "0".repeat(64) + " " + path + "\n");
            String message = refused(new PartsCache(cache, null)).getMessage();
            assertTrue(message.startsWith("META-INF/oraculum/index has a line that is no SHA-256 and path: "), message);
        }
        assertFalse(Files.exists(directory.resolve("outside")));
    }

    @Test
    void aClassPathWithoutPartsHasNone() throws IOException {
        TemporaryFolders.delete(packed);
        Files.createDirectory(packed);
        assertEquals(Optional.empty(), unpack(new PartsCache(cache, null)));
        assertFalse(Files.exists(cache));
    }

    @Test
    void aFolderOfAnotherUserIsRefused() throws IOException {
        Files.createDirectory(cache);
        assumeTrue(isRoot(), "only the administrator can give a folder away");
        Files.setOwner(cache, cache.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody"));
        String message = refused(new PartsCache(cache, null)).getMessage();
        assertTrue(message.contains("the folder belongs to another user"), message);
    }

    private boolean isRoot() throws IOException {
        return Files.getOwner(directory).getName().equals("root");
    }
}
