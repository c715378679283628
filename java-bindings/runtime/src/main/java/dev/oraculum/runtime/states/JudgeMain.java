package dev.oraculum.runtime.states;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The process that judges states (docs/formats.md, "The judge"): commands come in by standard input, answers go out by standard output. It
 * ends when its input does, that is with its supervisor.
 */
public final class JudgeMain {
    /** Commands. */
    public static final int LOAD = 1;

    public static final int JUDGE = 2;
    /** Answers. */
    public static final int DONE = 0;

    public static final int FAILED = 1;
    /** No command is longer. */
    public static final int LARGEST_COMMAND = 256 << 20;

    private static final int EXIT_ALONE = 97;

    private Judgement judgement;

    private JudgeMain() {}

    public static void main(String[] arguments) throws IOException {
        DataInputStream in = new DataInputStream(new BufferedInputStream(System.in, 1 << 16));
        DataOutputStream out = new DataOutputStream(new BufferedOutputStream(System.out, 1 << 12));
        // What is loaded here has no way to print, but a JVM has.
        System.setOut(new PrintStream(System.err, true));
        JudgeMain judge = new JudgeMain();
        java.util.concurrent.SynchronousQueue<byte[]> commands = new java.util.concurrent.SynchronousQueue<>();
        Thread reader = new Thread(() -> read(in, commands), "oraculum-commands");
        reader.setDaemon(true);
        reader.start();
        while (true) {
            try {
                judge.carryOut(ByteBuffer.wrap(commands.take()), out);
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    /** On a thread of its own: the process ends the moment that its input does, whatever it is doing. */
    private static void read(DataInputStream in, java.util.concurrent.SynchronousQueue<byte[]> commands) {
        try {
            while (true) {
                int length = in.readInt();
                if (length < 1 || length > LARGEST_COMMAND) {
                    throw new IOException("a command of " + length + " bytes");
                }
                byte[] command = in.readNBytes(length);
                if (command.length < length) {
                    throw new EOFException();
                }
                commands.put(command);
            }
        } catch (IOException | InterruptedException | OutOfMemoryError e) {
            Runtime.getRuntime().halt(e instanceof OutOfMemoryError ? EXIT_ALONE + 1 : EXIT_ALONE);
        }
    }

    private void carryOut(ByteBuffer command, DataOutputStream out) throws IOException {
        try {
            switch (command.get()) {
                case LOAD -> {
                    load(command);
                    out.writeByte(DONE);
                }
                case JUDGE -> {
                    Judgement.Batch batch = judgement.judge(command.getLong(), command, command.getInt());
                    out.writeByte(DONE);
                    out.writeInt(batch.disagreements());
                    write(out, batch.example());
                }
                default -> throw new IOException("no such command");
            }
        } catch (Throwable e) {
            out.writeByte(FAILED);
            write(out, e.toString());
        }
        out.flush();
    }

    private static void write(DataOutputStream out, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    private void load(ByteBuffer command) throws IOException, ReflectiveOperationException {
        DataInputStream in = new DataInputStream(
                new java.io.ByteArrayInputStream(command.array(), command.position(), command.remaining()));
        String className = in.readUTF();
        byte[] classFile = in.readNBytes(in.readInt());
        int n = in.readInt();
        List<StateVariable> variables = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            variables.add(StateVariable.read(in));
        }
        judgement = new Judgement(className, classFile, variables);
    }

    /** The command that judges the states from a buffer's position to its limit, which is its position afterwards. */
    public static byte[] judgeCommand(long first, ByteBuffer states, int count) {
        ByteBuffer command = ByteBuffer.allocate(1 + 8 + 4 + states.remaining());
        return command.put((byte) JUDGE).putLong(first).putInt(count).put(states).array();
    }

    /** The command that loads an assertion. */
    public static byte[] loadCommand(String className, byte[] classFile, List<StateVariable> variables) {
        java.io.ByteArrayOutputStream bytes = new java.io.ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeByte(LOAD);
            out.writeUTF(className);
            out.writeInt(classFile.length);
            out.write(classFile);
            out.writeInt(variables.size());
            for (StateVariable variable : variables) {
                variable.write(out);
            }
        } catch (IOException e) {
            throw new java.io.UncheckedIOException("memory is writable", e);
        }
        return bytes.toByteArray();
    }
}
