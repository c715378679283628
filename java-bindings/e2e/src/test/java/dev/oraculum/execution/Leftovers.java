package dev.oraculum.execution;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The processes that code under test has started: each has a file open, and none can close it in a way that this does not see. What such
 * code does to parents, sessions, groups and environments makes no difference.
 */
final class Leftovers {
    /** More than a process takes to end on a busy machine. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** Daemons of all kinds; the shell's descriptor 9 is the file that is open. */
    static final String DAEMONS = "setsid sleep 1000 & (setsid nohup sleep 1001 >/dev/null 2>&1 &); "
            + "(env -i sh -c 'setsid sleep 1002 & sleep 1003 &' &); (trap '' TERM HUP INT; sleep 1004) & ";

    private final Path file;

    /** @param file to be opened by what is looked for; nothing else has it open */
    Leftovers(Path file) {
        this.file = file.toAbsolutePath();
    }

    /** Java text that runs a shell script with the file open. */
    String running(String script) {
        String command = "exec 9>" + file + "; " + script;
        return "try { Runtime.getRuntime().exec(new String[] {\"sh\", \"-c\", \"" + command.replace("\\", "\\\\").replace("\"", "\\\"")
                + "\"}); } catch (java.io.IOException e) { throw new RuntimeException(e); }";
    }

    List<Long> alive() throws IOException {
        List<Long> found = new ArrayList<>();
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
            for (Path process : processes) {
                if (isOpenIn(process)) {
                    found.add(Long.parseLong(process.getFileName().toString()));
                }
            }
        }
        return found;
    }

    private boolean isOpenIn(Path process) {
        try (DirectoryStream<Path> descriptors = Files.newDirectoryStream(process.resolve("fd"))) {
            for (Path descriptor : descriptors) {
                if (Files.readSymbolicLink(descriptor).equals(file)) {
                    return true;
                }
            }
        } catch (IOException | java.nio.file.DirectoryIteratorException e) {
            // It has ended meanwhile.
        }
        return false;
    }

    void awaitAtLeast(int count) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (alive().size() < count) {
            assertTrue(System.nanoTime() < deadline, () -> "fewer than " + count + " processes after " + PATIENCE);
            Thread.sleep(10);
        }
    }

    void awaitNone() throws IOException, InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        for (List<Long> left = alive(); !left.isEmpty(); left = alive()) {
            assertTrue(System.nanoTime() < deadline, "still alive after " + PATIENCE + ": " + left);
            Thread.sleep(10);
        }
    }
}
