package dev.oraculum.recording;

import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** What files of a recording folder are made of: texts and bytes with their lengths in front, and frames that begin with one of these. */
final class RunFrames {
    static final int MAGIC = 0x4f52_5201;
    /** Of files that are whole. */
    static final String SUFFIX = ".recording";

    /** A class with tests was met: its binary name. */
    static final byte TEST_CLASS = 1;
    /** A test has ended. */
    static final byte TEST = 2;
    /** Something went wrong outside tests, or was not woven. */
    static final byte PROBLEM = 3;
    /** A class of the plan was another than the planned one: its internal name. */
    static final byte OTHER_CLASS = 4;
    /** Tests ran at the same time: what they left cannot be told apart. */
    static final byte PARALLEL = 5;
    /** The last one: CRC-32 of all before it. */
    static final byte END = 6;

    private static final int LONGEST = 1 << 30;

    private RunFrames() {}

    static void writeText(DataOutput out, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    static String readText(DataInputStream in) throws IOException {
        return new String(readBytes(in), StandardCharsets.UTF_8);
    }

    /** @throws IOException there are fewer, whatever their number says */
    static byte[] readBytes(DataInputStream in) throws IOException {
        int length = length(in);
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new IOException("it ends early");
        }
        return bytes;
    }

    static int length(DataInputStream in) throws IOException {
        int length = in.readInt();
        if (length < 0 || length > LONGEST) {
            throw new IOException("a length of " + length);
        }
        return length;
    }
}
