package dev.oraculum.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What is swept: folders of dead processes of ours, and nothing else. Each process is a JVM of its own, with a temporary folder of the
 * test's.
 */
class TemporaryFoldersTest {
    @TempDir
    static Path outside;

    @TempDir
    private Path temporary;

    /** What the other JVM runs: makes a folder, fills it, says so, and waits for its input to end. */
    static final class Holder {
        private Holder() {}

        public static void main(String[] args) throws Exception {
            Path folder = TemporaryFolders.create("test");
            Files.createDirectories(folder.resolve("a/b"));
            Files.writeString(folder.resolve("a/b/file"), "text");
            System.out.println(folder);
            while (System.in.read() >= 0) {
                // It goes on until the test closes the stream.
            }
        }
    }

    private Process start() throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin/java").toString(), "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
        command.addAll(List.of("-Djava.io.tmpdir=" + temporary, "-cp",
                System.getProperty("java.class.path").replace(File.pathSeparator + File.pathSeparator, File.pathSeparator)));
        command.add(Holder.class.getName());
        return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    }

    private Path awaitFolder(Process holder) throws Exception {
        BufferedReader output = holder.inputReader();
        return Path.of(output.readLine());
    }

    private void end(Process holder) throws Exception {
        holder.getOutputStream().close();
        assertEquals(0, holder.waitFor());
    }

    private Set<String> left() throws Exception {
        try (Stream<Path> files = Files.list(temporary)) {
            return files.map(file -> file.getFileName().toString()).filter(name -> !name.startsWith("hsperfdata"))
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    @Test
    void aFolderGoesWithItsProcess() throws Exception {
        Process holder = start();
        Path folder = awaitFolder(holder);
        assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)));
        assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.getParent())));
        end(holder);
        assertEquals(Set.of(), left());
    }

    @Test
    void theNextProcessSweepsWhatAKilledOneLeftAndNotWhatARunningOneUses() throws Exception {
        Process running = start();
        Path used = awaitFolder(running);
        Process killed = start();
        Path abandoned = awaitFolder(killed);
        Path kept = Files.writeString(outside.resolve("kept"), "text");
        Files.createSymbolicLink(abandoned.resolve("a/link"), outside);
        Files.createSymbolicLink(abandoned.resolve("a/file-link"), kept);
        Files.setPosixFilePermissions(abandoned.resolve("a/b"), PosixFilePermissions.fromString("---------"));
        killed.destroyForcibly().waitFor();
        assertTrue(Files.exists(abandoned));

        Process next = start();
        awaitFolder(next);
        assertFalse(Files.exists(abandoned.getParent()), () -> "left: " + abandoned);
        assertTrue(Files.exists(used.resolve("a/b/file")));
        assertTrue(Files.exists(kept), "a symbolic link was followed");
        end(next);
        end(running);
        assertEquals(Set.of(), left());
    }

    @Test
    void whatIsNotOursStays() throws Exception {
        Path target = Files.createDirectories(temporary.resolve("target"));
        Files.writeString(target.resolve("lock"), "");
        Files.setPosixFilePermissions(target, PosixFilePermissions.fromString("rwx------"));
        Files.createSymbolicLink(temporary.resolve("oraculum-run-1-1-1"), target);
        folder("oraculum-run-1-1-2", "rwxr-xr-x", "lock");
        folder("oraculum-run-1-1-3", "rwx------", "no-lock");
        folder("oraculum-run-1-1-x", "rwx------", "lock");
        folder("oraculum-7", "rwx------", "lock");
        Path linked = folder("oraculum-run-1-1-4", "rwx------", "other");
        Files.createSymbolicLink(linked.resolve("lock"), target.resolve("lock"));
        Files.writeString(temporary.resolve("oraculum-run-1-1-5"), "a file");
        Set<String> before = left();
        folder("oraculum-run-1-1-6", "rwx------", "lock");
        Files.createDirectory(temporary.resolve("oraculum-run-1-1-7"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Process next = start();
        awaitFolder(next);
        end(next);
        assertEquals(before, left());
        assertTrue(Files.exists(target.resolve("lock")));
    }

    private Path folder(String name, String permissions, String file) throws Exception {
        Path folder = Files.createDirectory(temporary.resolve(name));
        Files.writeString(folder.resolve(file), "");
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString(permissions));
        return folder;
    }

    /** Each of them sweeps while others claim theirs: nobody loses a folder that is in use. */
    @Test
    void manyAtOnce() throws Exception {
        List<Process> all = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            all.add(start());
        }
        List<Path> folders = new ArrayList<>();
        for (Process process : all) {
            folders.add(awaitFolder(process));
        }
        for (Path folder : folders) {
            assertTrue(Files.exists(folder.resolve("a/b/file")));
        }
        for (Process process : all) {
            end(process);
        }
        assertEquals(Set.of(), left());
    }
}
