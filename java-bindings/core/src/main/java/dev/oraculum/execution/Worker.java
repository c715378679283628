package dev.oraculum.execution;

import dev.oraculum.runtime.protocol.Connection;
import dev.oraculum.runtime.protocol.Message;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** One worker process and the line to it. Used by one thread at a time, but {@link #destroy} by any. */
final class Worker implements AutoCloseable {
    private static final String MAIN_CLASS = "dev.oraculum.worker.Main";
    private static final int REPORTS_WAITING = 256;

    /** The line is closed or broken: the process has ended or is about to. */
    static final class Gone extends Exception {
        private static final long serialVersionUID = 1L;

        Gone(String message) {
            super(message);
        }
    }

    /** The process was ended by a signal from outside, or not started at all, which is no fault of what it should run. */
    static final class Killed extends Exception {
        private static final long serialVersionUID = 1L;

        Killed(String message) {
            super(message);
        }

        Killed(String message, IOException cause) {
            super(message, cause);
        }
    }

    /** The last entry of the queue of reports. */
    private record EndOfLine(String reason) {}

    private final Process process;
    private final WorkerFolder folder;
    private final OutputTail output;
    private final Connection connection;
    private final BlockingQueue<Object> reports = new ArrayBlockingQueue<>(REPORTS_WAITING);
    private volatile boolean destroyed;
    private int unitsRun;

    private Worker(Process process, WorkerFolder folder, OutputTail output, Connection connection, String name) {
        this.process = process;
        this.folder = folder;
        this.output = output;
        this.connection = connection;
        Thread reader = new Thread(this::readReports, name + "-reports");
        reader.setDaemon(true);
        reader.start();
    }

    /**
     * Starts a worker and waits for its first word.
     *
     * @param classPath of the JVM under test, without our own jar
     * @param home a directory for what this worker needs on disk; removed with the worker
     * @throws CannotRunException the process ends before it says anything
     * @throws Killed it was killed before it said anything, or the system did not start it
     */
    static Worker start(ExecutionSettings settings, List<Path> classPath, Path home, String name)
            throws InterruptedException, Killed {
        try (ServerSocket server = new ServerSocket(0, 4, InetAddress.getLoopbackAddress())) {
            WorkerFolder folder = WorkerFolder.create(home);
            String token = newToken();
            ProcessBuilder builder = new ProcessBuilder(
                    settings.jvm().java().toString(), "@" + writeArguments(settings, classPath, folder));
            builder.redirectErrorStream(true);
            builder.environment().put("TMPDIR", folder.temporary().toString());
            builder.environment().put(Connection.PORT_VARIABLE, Integer.toString(server.getLocalPort()));
            builder.environment().put(Connection.TOKEN_VARIABLE, token);
            Process process = startProcess(builder, settings.jvm());
            OutputTail output = new OutputTail(name + "-output", process.getInputStream());
            try {
                process.getOutputStream().close();
                Connection connection = accept(server, process, token, settings.budgets().start());
                if (connection != null) {
                    return new Worker(process, folder, output, connection, name);
                }
                boolean late = process.isAlive();
                process.destroyForcibly().waitFor();
                ProcessEnd end = ProcessEnd.of(process.exitValue(), folder.errorFile(), output.lastLines());
                String message = "the JVM under test (" + settings.jvm().java() + ") does not start: " + end.explanation();
                if (end.end() == UnitEnd.KILLED && !late) {
                    throw new Killed(message);
                }
                throw new CannotRunException(message);
            } catch (IOException | InterruptedException | RuntimeException e) {
                process.destroyForcibly();
                throw e;
            }
        } catch (IOException e) {
            throw new CannotRunException(cannotStart(settings.jvm(), e), e);
        }
    }

    /**
     * That this JVM can run was seen when it was chosen. If it does not start now, the system was out of something for
     * a moment, or the JDK's spawn helper was killed, which runs under the worker's process id before the worker does.
     */
    private static Process startProcess(ProcessBuilder builder, Jvm jvm) throws Killed {
        try {
            return builder.start();
        } catch (IOException e) {
            throw new Killed(cannotStart(jvm, e), e);
        }
    }

    private static String cannotStart(Jvm jvm, IOException problem) {
        return "cannot start the JVM under test (" + jvm.java() + "): " + problem.getMessage();
    }

    private static String newToken() {
        byte[] secret = new byte[32];
        new SecureRandom().nextBytes(secret);
        return HexFormat.of().formatHex(secret);
    }

    /** Waits for the worker's call; null if the process ended or the time is over. */
    private static Connection accept(ServerSocket server, Process process, String token, Duration limit)
            throws IOException {
        server.setSoTimeout(100);
        long deadline = System.nanoTime() + limit.toNanos();
        while (System.nanoTime() < deadline) {
            boolean alive = process.isAlive();
            try {
                Socket socket = server.accept();
                Connection connection = greet(socket, token);
                if (connection != null) {
                    return connection;
                }
            } catch (SocketTimeoutException e) {
                if (!alive) {
                    return null;
                }
            }
        }
        return null;
    }

    /** Anyone on this machine may call; only our worker knows the token. */
    private static Connection greet(Socket socket, String token) throws IOException {
        Connection connection = null;
        try {
            socket.setSoTimeout(2_000);
            connection = new Connection(socket);
            if (connection.read() instanceof Message.Hello hello
                    && MessageDigest.isEqual(
                            hello.token().getBytes(StandardCharsets.UTF_8), token.getBytes(StandardCharsets.UTF_8))) {
                socket.setSoTimeout(0);
                return connection;
            }
        } catch (IOException e) {
            // A stranger that speaks another language, or says nothing.
        }
        socket.close();
        return null;
    }

    /** All arguments go into a file: class paths outgrow command lines, and paths may contain spaces. */
    private static Path writeArguments(ExecutionSettings settings, List<Path> classPath, WorkerFolder folder) throws IOException {
        List<String> arguments = new ArrayList<>(List.of(
                "-javaagent:" + settings.installation().agentJar().toAbsolutePath(),
                "-Xmx" + settings.heapMegabytes() + "m",
                "-XX:ErrorFile=" + folder.errorFile(),
                // A file of each JVM in the folder for temporary files of all, which a JVM that is killed leaves behind.
                "-XX:-UsePerfData",
                "-Djava.io.tmpdir=" + folder.temporary(),
                "-XX:-CreateCoredumpOnCrash",
                // A counted loop without safepoints holds up the kill switch and every stack trace; only some collectors
                // ask for them by default.
                "-XX:+IgnoreUnrecognizedVMOptions",
                "-XX:+UseCountedLoopSafepoints",
                "-XX:LoopStripMiningIter=1000",
                "--enable-native-access=ALL-UNNAMED",
                // The tests run as Surefire and Gradle run them: with assertions.
                "-ea",
                "-Djava.awt.headless=true",
                // The same dates and numbers on every machine; an argument of the user overrides this.
                "-Duser.language=en",
                "-Duser.country=US",
                "-Duser.timezone=UTC",
                "-Dfile.encoding=UTF-8"));
        if (settings.jvmArguments().stream().noneMatch(argument -> argument.matches("-XX:\\+Use\\w+GC"))) {
            // Several small JVMs at once: collector threads would fight for the processors.
            arguments.add("-XX:+UseSerialGC");
        }
        arguments.addAll(settings.jvmArguments());
        arguments.add("-cp");
        arguments.add(Stream.concat(classPath.stream(), Stream.of(settings.installation().workerJar()))
                .map(path -> path.toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator)));
        arguments.add(MAIN_CLASS);
        Path file = folder.arguments();
        Charset encoding = Charset.forName(System.getProperty("native.encoding", Charset.defaultCharset().name()));
        Files.write(file, arguments.stream().map(Worker::quote).toList(), encoding);
        return file;
    }

    private static String quote(String argument) {
        return '"' + argument.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    private void readReports() {
        String reason = "the worker closed the line";
        try {
            for (Message message = connection.read(); message != null; message = connection.read()) {
                reports.put(message);
            }
        } catch (IOException e) {
            reason = e.getMessage();
        } catch (InterruptedException e) {
            reason = "interrupted";
        }
        try {
            // Never blocks for good: whoever gives up on this worker empties the queue.
            reports.put(new EndOfLine(reason));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    void send(Message command) throws Gone {
        try {
            connection.write(command);
        } catch (IOException e) {
            throw new Gone(e.getMessage());
        }
    }

    /**
     * The next report.
     *
     * @return null if none came in time
     */
    Message next(Duration limit) throws Gone, InterruptedException {
        Object report = reports.poll(limit.toNanos(), TimeUnit.NANOSECONDS);
        if (report instanceof EndOfLine end) {
            reports.add(end);
            throw new Gone(end.reason());
        }
        return (Message) report;
    }

    /** Waits for the process to end, destroys it if it does not, and says how it ended. */
    ProcessEnd awaitEnd() throws InterruptedException {
        if (!process.waitFor(5, TimeUnit.SECONDS)) {
            destroy();
            return new ProcessEnd(UnitEnd.UNRESPONSIVE, "the worker closed its line and went on");
        }
        return ProcessEnd.of(process.exitValue(), folder.errorFile(), output.lastLines());
    }

    /** What the process has printed last. */
    String lastLines() throws InterruptedException {
        return output.lastLines();
    }

    /** Where code under test may write as it likes. */
    Path scratch() {
        return folder.scratch();
    }

    long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return !destroyed && process.isAlive();
    }

    void countUnit() {
        unitsRun++;
    }

    /** What was run to warm the JVM up does not count. */
    void forgetUnits() {
        unitsRun = 0;
    }

    /** How many units this worker has been given. */
    int unitsRun() {
        return unitsRun;
    }

    /** Ends the process and whatever it started, at once. */
    void destroy() {
        destroyed = true;
        List<ProcessHandle> descendants = process.descendants().toList();
        process.destroyForcibly();
        descendants.forEach(ProcessHandle::destroyForcibly);
        try {
            connection.close();
        } catch (IOException e) {
            // Closed is closed.
        }
        reports.clear();
    }

    /** Destroys the process, waits until it is gone and removes its files. */
    @Override
    public void close() {
        destroy();
        try {
            process.waitFor(10, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        folder.delete();
    }
}
