package dev.oraculum.verification;

import dev.oraculum.api.OraculumException;
import dev.oraculum.internal.Uninterrupted;
import dev.oraculum.runtime.states.JudgeMain;
import dev.oraculum.runtime.states.Judgement;
import dev.oraculum.runtime.states.StateVariable;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.List;

/**
 * A process that judges states ({@link JudgeMain}). It has nothing on its class path but the runtime's jar, and no environment.
 * It starts beside whatever else is to be done; it ends when it is closed, and with the supervisor.
 */
public final class StateJudge implements StateForm.Judge, AutoCloseable {
    private static final int ATTEMPTS = 2;

    private Process process;
    private DataOutputStream commands;
    private DataInputStream answers;
    private byte[] loaded;
    private int restarts;

    private StateJudge(Process process) {
        use(process);
    }

    private void use(Process next) {
        process = next;
        commands = new DataOutputStream(next.getOutputStream());
        answers = new DataInputStream(new BufferedInputStream(next.getInputStream()));
    }

    /**
     * Starts the process and does not wait for it.
     *
     * @throws OraculumException it cannot be started
     */
    public static StateJudge start() {
        return new StateJudge(launch());
    }

    /** The process, for tests. */
    Process process() {
        return process;
    }

    private static Process launch() {
        IOException problem = null;
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            try {
                Path java = Path.of(System.getProperty("java.home"), "bin", File.separatorChar == '\\' ? "java.exe" : "java");
                ProcessBuilder builder = new ProcessBuilder(
                        java.toString(),
                        "-Xmx1g",
                        "-Xss16m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:-CreateCoredumpOnCrash",
                        "-XX:-UsePerfData",
                        "-Xshare:auto",
                        "-cp",
                        runtime().toString(),
                        JudgeMain.class.getName());
                builder.redirectError(ProcessBuilder.Redirect.DISCARD);
                // Nothing it does depends on the user's environment; a JAVA_TOOL_OPTIONS would only disturb.
                builder.environment().keySet().removeIf(name -> !name.equals("SystemRoot"));
                return builder.start();
            } catch (IOException e) {
                problem = e;
            }
        }
        throw new OraculumException(OraculumException.Code.PROCESS, "cannot start the JVM that verifies assertions: "
                + problem.getMessage(), problem);
    }

    /** The jar or folder that has the runtime's classes. */
    public static Path runtime() {
        CodeSource source = JudgeMain.class.getProtectionDomain().getCodeSource();
        try {
            if (source != null) {
                return Path.of(source.getLocation().toURI()).toAbsolutePath();
            }
        } catch (URISyntaxException | java.nio.file.FileSystemNotFoundException | IllegalArgumentException e) {
            throw new OraculumException(OraculumException.Code.INTERNAL, "the runtime's classes are in no file, but in "
                    + source.getLocation(), e);
        }
        throw new OraculumException(OraculumException.Code.INTERNAL, "the runtime's classes are in no file");
    }

    @Override
    public void load(String className, byte[] classFile, List<StateVariable> variables) {
        loaded = JudgeMain.loadCommand(className, classFile, variables);
        try {
            send(loaded);
        } catch (IOException killed) {
            restart(killed);
        }
    }

    @Override
    public Judgement.Batch judge(long first, ByteBuffer states, int count) {
        byte[] command = JudgeMain.judgeCommand(first, states, count);
        try {
            return verdict(command);
        } catch (IOException killed) {
            restart(killed);
            try {
                return verdict(command);
            } catch (IOException again) {
                throw gone(again);
            }
        }
    }

    private Judgement.Batch verdict(byte[] command) throws IOException {
        send(command);
        return new Judgement.Batch(answers.readInt(), text());
    }

    /** A process that somebody ended gets a successor, which judges as it would have. */
    private void restart(IOException killed) {
        if (restarts++ == ATTEMPTS) {
            throw gone(killed);
        }
        close();
        use(launch());
        try {
            send(loaded);
        } catch (IOException again) {
            throw gone(again);
        }
    }

    /** Sends a command and waits until it is done. */
    private void send(byte[] command) throws IOException {
        commands.writeInt(command.length);
        commands.write(command);
        commands.flush();
        if (answers.readUnsignedByte() != JudgeMain.DONE) {
            throw new OraculumException(OraculumException.Code.INTERNAL, "the assertion cannot be evaluated in the JVM: " + text());
        }
    }

    private String text() throws IOException {
        return new String(answers.readNBytes(answers.readInt()), StandardCharsets.UTF_8);
    }

    private OraculumException gone(IOException problem) {
        String how = process.isAlive() ? problem.toString() : "it ended with status " + process.exitValue();
        return new OraculumException(OraculumException.Code.PROCESS, "the JVM that verifies assertions is gone: " + how + "; run again",
                problem);
    }

    /** Ends the process and waits for it. */
    @Override
    public void close() {
        process.destroyForcibly();
        Uninterrupted.await(process::waitFor);
    }
}
