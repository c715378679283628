package dev.oraculum.execution;

import dev.oraculum.api.WorkerSettings;
import dev.oraculum.runtime.protocol.Connection;
import dev.oraculum.runtime.protocol.Message;
import dev.oraculum.runtime.protocol.ProtocolException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/** One worker process and the line to it. Used by one thread at a time, but {@link #destroy} by any. */
final class Worker implements AutoCloseable {
    private static final int REPORTS_WAITING = 256;
    private static final int NO_PLAN = -1;
    private static final int ANY_PLAN = -2;

    /** The line is closed or broken: the process has ended or is about to. */
    static final class Gone extends Exception {
        private static final long serialVersionUID = 1L;

        Gone(String message) {
            super(message);
        }
    }

    /** No fault of what it should run: another attempt may succeed. */
    static final class NotStarted extends Exception {
        private static final long serialVersionUID = 1L;

        NotStarted(String message) {
            super(message);
        }

        NotStarted(String message, IOException cause) {
            super(message, cause);
        }
    }

    /** The last entry of the queue of reports. */
    private record EndOfLine(String reason) {}

    private final WorkerProcess process;
    private final WorkerFolder folder;
    private final OutputTail output;
    private final Connection connection;
    private final long pid;
    private final BlockingQueue<Object> reports = new ArrayBlockingQueue<>(REPORTS_WAITING);
    private volatile boolean destroyed;
    /** What came over the line that is no message; null: nothing. */
    private volatile String rubbish;
    private int unitsRun;
    /** The plan of the units that ran here last; {@link #NO_PLAN}, or {@link #ANY_PLAN} as long as only the original did. */
    private int plan = NO_PLAN;
    /** Plans whose tests ran here. */
    private final BitSet warm = new BitSet();

    private Worker(WorkerProcess process, WorkerFolder folder, OutputTail output, Connection connection, long pid, String name) {
        this.process = process;
        this.folder = folder;
        this.output = output;
        this.connection = connection;
        this.pid = pid;
        Thread reader = new Thread(this::readReports, name + "-reports");
        reader.setDaemon(true);
        reader.start();
    }

    /**
     * Starts a worker and sets it up.
     *
     * @param classPath of the JVM under test, without our own jar
     * @param home a directory for what this worker needs on disk; removed with the worker
     * @param sandboxed whether it runs in {@link Bubblewrap}
     * @param limit how long all of it may take
     * @throws NotStarted it ended before it was ready, or was not ready in time, or the system did not start it
     * @throws CannotRunException it refuses to be set up
     */
    static Worker start(ExecutionSettings settings, List<Path> classPath, Path home, boolean sandboxed, String name, Duration limit)
            throws InterruptedException, NotStarted {
        Deadline deadline = Deadline.in(limit);
        WorkerFolder folder = null;
        Worker worker = null;
        boolean ready = false;
        try {
            folder = WorkerFolder.create(home);
            try (Reception reception = sandboxed ? Reception.at(folder.line(), name) : Reception.atLoopback(name)) {
                worker = started(settings, classPath, folder, reception, sandboxed, name, deadline);
            }
            worker.configure(settings, deadline);
            ready = true;
            return worker;
        } catch (IOException e) {
            throw new NotStarted(cannotStart(settings.jvm(), e.getMessage()), e);
        } finally {
            if (!ready && worker != null) {
                worker.close();
            } else if (!ready && folder != null) {
                folder.delete();
            }
        }
    }

    private static Worker started(
            ExecutionSettings settings, List<Path> classPath, WorkerFolder folder, Reception reception, boolean sandboxed, String name,
                    Deadline deadline)
            throws IOException, InterruptedException, NotStarted {
        Files.writeString(folder.invitation(), reception.invitation());
        WorkerSettings surroundings = settings.surroundings();
        Map<String, String> variables = WorkerEnvironment.of(System.getenv(), surroundings.environment(), folder.temporary());
        variables.putAll(settings.variables());
        List<String> command = new ArrayList<>(sandboxed ? Bubblewrap.command(folder.home()) : List.of());
        command.add(settings.jvm().java().toString());
        command.add("@" + WorkerArguments.write(settings, classPath, folder));
        WorkerProcess process = WorkerProcess.start(
                settings.installation().guard(),
                command,
                variables,
                surroundings.workingDirectory());
        OutputTail output = new OutputTail(name + "-output", process.output());
        Reception.Call call = null;
        try {
            call = reception.await(process, deadline);
            if (call == null) {
                throw notReady(settings.jvm(), process, folder, output, deadline, "it has not called");
            }
        } finally {
            if (call == null) {
                process.close();
            }
        }
        // In a sandbox it has an id of its own.
        return new Worker(process, folder, output, call.connection(), sandboxed ? process.pid() : call.hello().pid(), name);
    }

    private void configure(ExecutionSettings settings, Deadline deadline) throws InterruptedException, NotStarted {
        try {
            send(new Message.Configure(
                    settings.plan(),
                    settings.classPath().stream().map(path -> path.toAbsolutePath().toString()).toList(),
                    settings.installation().nativeLibrary().map(path -> path.toAbsolutePath().toString()).orElse(""),
                    (int) settings.budgets().grace().toMillis(),
                    folder.scratch().toString(),
                    settings.surroundings().allow()));
            Message answer = next(deadline.left());
            if (answer == null) {
                throw notReady(settings.jvm(), process, folder, output, deadline, "it has called, but was not ready");
            }
            if (!(answer instanceof Message.Ready)) {
                throw new CannotRunException("a worker cannot be set up: " + Workers.refusal(answer));
            }
        } catch (Gone e) {
            ProcessEnd end = awaitEnd();
            throw new NotStarted(doesNotStart(settings.jvm(), end.end().sentence() + ": " + end.explanation()));
        }
    }

    /** Why there is no worker: it ended, or its time is over, in which case how we end it says nothing. */
    private static NotStarted notReady(
            Jvm jvm, WorkerProcess process, WorkerFolder folder, OutputTail output, Deadline deadline, String how)
            throws InterruptedException {
        if (!process.isAlive()) {
            return new NotStarted(doesNotStart(jvm, ProcessEnd.of(process.exitValue(), folder.errorFile(), output.lastLines())
                    .explanation()));
        }
        process.close();
        String said = output.lastLines();
        String late = how + " within " + Deadline.text(deadline.limit());
        return new NotStarted(doesNotStart(jvm, late + (said.isEmpty() ? "" : "\nlast output:\n" + said)));
    }

    private static String doesNotStart(Jvm jvm, String why) {
        return "the JVM under test (" + jvm.java() + ") does not start: " + why;
    }

    private static String cannotStart(Jvm jvm, String why) {
        return "cannot start the JVM under test (" + jvm.java() + "): " + why;
    }

    private void readReports() {
        String reason = "the worker closed the line";
        try {
            for (Message message = connection.read(); message != null; message = connection.read()) {
                reports.put(message);
            }
        } catch (ProtocolException e) {
            reason = e.getMessage();
            rubbish = reason;
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
        if (rubbish != null) {
            // It is not about to end.
            destroy();
            return new ProcessEnd(UnitEnd.UNRESPONSIVE, "something else than the worker has written to its line: " + rubbish);
        }
        if (!process.waitFor(5)) {
            destroy();
            return new ProcessEnd(UnitEnd.UNRESPONSIVE, "the worker closed its line and went on");
        }
        return ProcessEnd.of(process.exitValue(), folder.errorFile(), output.lastLines());
    }

    /** What the process has printed last. */
    String lastLines() throws InterruptedException {
        return output.lastLines();
    }

    /** The process id of the JVM; in a sandbox, of the process that ends with it. */
    long pid() {
        return pid;
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

    /** All tests of all plans have run here, and nothing else. */
    void isAsTheOriginalLeftIt(int plans) {
        warm.set(0, plans);
        plan = ANY_PLAN;
    }

    /** The tests of a plan have run here and left what they should: units of this plan are next. */
    void turnTo(int next) {
        warm.set(next);
        plan = next;
    }

    /** Whether units of a plan may run here as it is. */
    boolean isReadyFor(int next) {
        return plan == next || plan == ANY_PLAN && warm.get(next);
    }

    /** Whether the classes that the tests of a plan use are initialized here. */
    boolean isWarmFor(int next) {
        return warm.get(next);
    }

    /** How many units this worker has been given. */
    int unitsRun() {
        return unitsRun;
    }

    /** Ends the process and whatever it started, at once. */
    void destroy() {
        destroyed = true;
        process.destroy();
        try {
            connection.close();
        } catch (IOException e) {
            // Closed is closed.
        }
        reports.clear();
    }

    /** Destroys the process, waits until it is gone with all that it started, and removes its files. */
    @Override
    public void close() {
        destroy();
        process.close();
        folder.delete();
    }
}
