package dev.oraculum.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Workers that start late, or not at all, and callers that are no workers. The JVM is a script, which may dawdle before it becomes the real
 * one.
 */
@DisabledOnOs(OS.WINDOWS)
class WorkerStartsEndToEndTest {
    @TempDir
    Path directory;

    /** Seconds; {@code make slow-start} sets others. */
    static List<Integer> delays() {
        return java.util.Arrays.stream(System.getProperty("oraculum.start.delays", "3").split(",")).map(Integer::valueOf).toList();
    }

    private Path script(String text) throws IOException {
        Path java = Files.createDirectories(directory.resolve("jvm/bin")).resolve("java");
        Files.writeString(java, "#!/bin/sh\n" + text + "\n");
        assertTrue(java.toFile().setExecutable(true));
        return java;
    }

    /** @param before a shell script that runs before the JVM, with its number in $n */
    private ExecutionSettings settings(String before) throws IOException {
        Path starts = Files.createDirectories(directory.resolve("starts"));
        Jvm running = Jvm.running();
        Path java = script("n=1; while ! mkdir " + starts + "/$n 2>/dev/null; do n=$((n+1)); done\n" + before + "\nexec " + running.java()
                + " \"$@\"");
        return new Subject(directory.resolve("subject"))
                .settings(new Jvm(running.home(), java, running.version(), running.featureVersion()));
    }

    private long starts() throws IOException {
        try (var entries = Files.list(directory.resolve("starts"))) {
            return entries.count();
        }
    }

    @ParameterizedTest
    @MethodSource("delays")
    void aLateWorkerIsAwaited(int seconds) throws Exception {
        try (WorkerPool pool = WorkerPool.open(settings("sleep " + seconds))) {
            OriginalRun run = pool.runOriginal(pool.discover().tests(), new Notebook());
            assertEquals(List.of(), run.failing());
            assertEquals(1, starts());
        }
    }

    /** Late between its call and its first word, too: the agent and the launcher are loaded there. Here the whole process sleeps. */
    @Test
    void aWorkerThatIsStoppedForAWhileIsAwaited() throws Exception {
        ExecutionSettings settings = settings("(sleep 0.6; kill -STOP $$; sleep 3; kill -CONT $$) &");
        try (WorkerPool pool = WorkerPool.open(settings)) {
            assertFalse(pool.discover().tests().isEmpty());
            assertEquals(1, starts());
        }
    }

    @Test
    void whoIsTooLateGetsASuccessorWithMoreTime() throws Exception {
        ExecutionSettings settings = settings("[ $n -gt 1 ] || sleep 1000");
        Budgets brief = settings.budgets().withStart(Duration.ofSeconds(4));
        try (WorkerPool pool = WorkerPool.open(settings.withBudgets(brief))) {
            assertFalse(pool.discover().tests().isEmpty());
            assertTrue(starts() >= 2);
        }
    }

    @Test
    void whatNeverStartsIsSaidAsItIs() throws Exception {
        ExecutionSettings settings = settings("echo I am busy; sleep 1000");
        Budgets brief = settings.budgets().withStart(Duration.ofMillis(300));
        try (WorkerPool pool = WorkerPool.open(settings.withBudgets(brief))) {
            String message = assertThrows(CannotRunException.class, pool::discover).getMessage();
            assertTrue(message.contains("does not start: it has not called within 1.2 s\nlast output:\nI am busy"), message);
            assertTrue(message.endsWith("That was attempt 3 of 3."), message);
            assertFalse(message.contains("SIGKILL"), message);
            assertEquals(3, starts());
        }
    }

    @Test
    void whatEndsBeforeItIsReadyGetsASuccessor() throws Exception {
        ExecutionSettings settings = settings("case $n in 1) exit 3;; 2) kill -TERM $$;; esac");
        try (WorkerPool pool = WorkerPool.open(settings)) {
            assertFalse(pool.discover().tests().isEmpty());
            assertEquals(3, starts());
        }
    }

    @Test
    void theStartBudgetKnowsHowSlowTheJvmIs() {
        Budgets budgets = Budgets.DEFAULTS;
        assertEquals(Duration.ofSeconds(30), budgets.start(Duration.ZERO, 1));
        assertEquals(Duration.ofSeconds(60), budgets.start(Duration.ofMillis(200), 2));
        assertEquals(Duration.ofSeconds(200), budgets.start(Duration.ofSeconds(25), 1));
        assertEquals(Duration.ofSeconds(800), budgets.start(Duration.ofSeconds(25), 3));
    }

    /** Calls whoever listens at the port that a worker is invited to, before the worker does. */
    private int port() throws Exception {
        long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        while (System.nanoTime() < deadline) {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(directory.resolve("ports"))) {
                for (Path file : files) {
                    String text = Files.readString(file);
                    if (text.endsWith("\n")) {
                        return Integer.parseInt(text.strip());
                    }
                }
            }
            Thread.sleep(10);
        }
        throw new AssertionError("no port");
    }

    @Test
    void strangersCostTheWorkerNothing() throws Exception {
        Files.createDirectories(directory.resolve("ports"));
        // The last argument in the file is the invitation.
        ExecutionSettings settings = settings("file=${1#@}; head -n 1 \"$(tail -n 1 $file | tr -d '\\\"')\" > " + directory.resolve("ports")
                + "/$n; sleep 2");
        AtomicInteger sentAway = new AtomicInteger();
        List<Socket> strangers = new ArrayList<>();
        Thread intruder = new Thread(() -> {
            try {
                int port = port();
                for (int i = 0; i < 100; i++) {
                    // Most say nothing, for as long as they can.
                    strangers.add(new Socket(InetAddress.getLoopbackAddress(), port));
                }
                for (byte[] words : List.of(
                        "GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII),
                        ByteBuffer.allocate(4).putInt(512 << 20).array(),
                        ByteBuffer.allocate(6).putInt(2).put((byte) 2).put((byte) 0).array(),
                        ByteBuffer.allocate(5 + 12).putInt(13).put((byte) 0).putInt(1 << 30).array())) {
                    Socket stranger = new Socket(InetAddress.getLoopbackAddress(), port);
                    strangers.add(stranger);
                    OutputStream out = stranger.getOutputStream();
                    out.write(words);
                    out.flush();
                    stranger.setSoTimeout(30_000);
                    if (stranger.getInputStream().read() < 0) {
                        sentAway.incrementAndGet();
                    }
                }
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        intruder.start();
        try (WorkerPool pool = WorkerPool.open(settings)) {
            assertFalse(pool.discover().tests().isEmpty());
            intruder.join();
            assertEquals(1, starts());
            assertEquals(4, sentAway.get());
            // Those who said nothing went when the worker was there.
            strangers.get(99).setSoTimeout(30_000);
            assertEquals(-1, strangers.get(99).getInputStream().read());
        } finally {
            for (Socket stranger : strangers) {
                stranger.close();
            }
        }
    }
}
