package dev.oraculum.recording;

import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.UUID;
import java.util.zip.CRC32;
import java.util.zip.CheckedOutputStream;

/**
 * Writes what one run of tests in one JVM leaves into a file of the recording folder. The file has a name of its own and gets it when it is
 * whole, so any number of JVMs may write into the folder at a time, and one that is killed leaves nothing that is read.
 */
public final class RunWriter {
    private final Path partial;
    private final Path file;
    private final CRC32 checksum = new CRC32();
    private final DataOutputStream out;

    private RunWriter(Path partial, Path file) throws IOException {
        this.partial = partial;
        this.file = file;
        out = new DataOutputStream(new CheckedOutputStream(
                new BufferedOutputStream(Files.newOutputStream(partial, StandardOpenOption.CREATE_NEW)), checksum));
    }

    /**
     * Begins a file.
     *
     * @param key of the {@link RunPlan}
     */
    public static RunWriter begin(Path folder, String key) throws IOException {
        long now = System.currentTimeMillis();
        String name = "run-" + now + "-" + ProcessHandle.current().pid() + "-" + UUID.randomUUID();
        RunWriter writer = new RunWriter(folder.resolve("." + name + ".partial"), folder.resolve(name + RunFrames.SUFFIX));
        writer.out.writeInt(RunFrames.MAGIC);
        RunFrames.writeText(writer.out, key);
        RunFrames.writeText(writer.out, System.getProperty("java.version", ""));
        writer.out.writeLong(now);
        return writer;
    }

    /** A class with tests, whether one of them runs or not. */
    public void testClass(String binaryName) throws IOException {
        text(RunFrames.TEST_CLASS, binaryName);
    }

    /** What went wrong outside tests, or could not be woven. */
    public void problem(String what) throws IOException {
        text(RunFrames.PROBLEM, what);
    }

    /** A class of the plan was loaded from another class file than the planned one. */
    public void otherClass(String internalName) throws IOException {
        text(RunFrames.OTHER_CLASS, internalName);
    }

    /** Tests ran at the same time. */
    public void parallel() throws IOException {
        out.writeByte(RunFrames.PARALLEL);
    }

    private void text(byte kind, String text) throws IOException {
        out.writeByte(kind);
        RunFrames.writeText(out, text);
    }

    /**
     * A test has ended.
     *
     * @param test id, display name, class and method, as in {@link dev.oraculum.execution.TestCase}
     * @param outcome a {@link dev.oraculum.runtime.protocol.TestOutcome} by its name
     * @param failure class and message of what was thrown, frames below; empty: nothing
     * @param invocations by plan
     * @param records by plan: one batch each, which may be empty
     */
    public void test(List<String> test, String outcome, String failure, long nanos, List<Integer> invocations, List<byte[]> records)
            throws IOException {
        out.writeByte(RunFrames.TEST);
        for (String part : test) {
            RunFrames.writeText(out, part);
        }
        RunFrames.writeText(out, outcome);
        RunFrames.writeText(out, failure);
        out.writeLong(nanos);
        out.writeInt(invocations.size());
        for (int count : invocations) {
            out.writeInt(count);
        }
        out.writeInt(records.size());
        for (byte[] batch : records) {
            out.writeInt(batch.length);
            out.write(batch);
        }
    }

    /** The run is over: the file gets its name. */
    public void finish() throws IOException {
        out.writeByte(RunFrames.END);
        out.flush();
        out.writeInt((int) checksum.getValue());
        out.close();
        Files.move(partial, file, StandardCopyOption.ATOMIC_MOVE);
    }

    /** Drops the file. */
    public void abandon() {
        try (out) {
            Files.deleteIfExists(partial);
        } catch (IOException e) {
            // Nobody reads it.
        }
    }
}
