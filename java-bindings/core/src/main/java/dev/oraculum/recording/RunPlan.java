package dev.oraculum.recording;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the test run of a build is to record: the file {@value #FILE} of a recording folder (docs/formats.md, "Recordings of a build's own
 * test run"). A job makes it, the agent in the JVMs of the tests records by it, and a later job of the same request reads what they wrote.
 *
 * @param inputs what the recording depends on, by name, as text or digest
 * @param subjects what each plan, or each datum of a plan of data, is about, as the job names it
 * @param classes SHA-256 of class files that the tests may load, in hexadecimal digits, by internal name
 * @param plan a {@link dev.oraculum.runtime.Plan} as bytes
 */
public record RunPlan(Map<String, String> inputs, List<String> subjects, Map<String, String> classes, byte[] plan) {
    /** Its name in a recording folder. */
    public static final String FILE = "plan";

    private static final int MAGIC = 0x4f52_0001;

    public RunPlan {
        inputs = Map.copyOf(inputs);
        subjects = List.copyOf(subjects);
        classes = Map.copyOf(classes);
        plan = plan.clone();
    }

    /** The bytes of the file. */
    public byte[] toBytes() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            DataOutputStream out = new DataOutputStream(bytes);
            out.writeInt(MAGIC);
            write(out, inputs);
            out.writeInt(subjects.size());
            for (String subject : subjects) {
                RunFrames.writeText(out, subject);
            }
            write(out, classes);
            out.writeInt(plan.length);
            out.write(plan);
            out.write(sha256(bytes.toByteArray()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private static void write(DataOutputStream out, Map<String, String> map) throws IOException {
        out.writeInt(map.size());
        for (Map.Entry<String, String> entry : new TreeMap<>(map).entrySet()) {
            RunFrames.writeText(out, entry.getKey());
            RunFrames.writeText(out, entry.getValue());
        }
    }

    /**
     * Reads the bytes of the file.
     *
     * @throws IOException they are no plan of this version, or damaged
     */
    public static RunPlan read(byte[] bytes) throws IOException {
        byte[] digest = sha256(new byte[0]);
        int length = bytes.length - digest.length;
        if (length < Integer.BYTES) {
            throw new IOException("it has only " + bytes.length + " bytes");
        }
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes, 0, length));
        if (in.readInt() != MAGIC) {
            throw new IOException("it is no plan of this version");
        }
        byte[] content = Arrays.copyOf(bytes, length);
        if (!MessageDigest.isEqual(sha256(content), Arrays.copyOfRange(bytes, length, bytes.length))) {
            throw new IOException("its checksum is wrong");
        }
        Map<String, String> inputs = readMap(in);
        List<String> subjects = new ArrayList<>();
        for (int i = in.readInt(); i > 0; i--) {
            subjects.add(RunFrames.readText(in));
        }
        Map<String, String> classes = readMap(in);
        byte[] plan = RunFrames.readBytes(in);
        return new RunPlan(inputs, subjects, classes, plan);
    }

    private static Map<String, String> readMap(DataInputStream in) throws IOException {
        Map<String, String> map = new TreeMap<>();
        for (int i = in.readInt(); i > 0; i--) {
            map.put(RunFrames.readText(in), RunFrames.readText(in));
        }
        return map;
    }

    /** Names this plan in what is recorded by it. */
    public String key() {
        return digest(toBytes());
    }

    /** SHA-256 as hexadecimal digits. */
    public static String digest(byte[] bytes) {
        return HexFormat.of().formatHex(sha256(bytes));
    }

    private static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }
}
