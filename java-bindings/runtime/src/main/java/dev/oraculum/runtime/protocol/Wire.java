package dev.oraculum.runtime.protocol;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** How values are laid out in a frame: big-endian, strings and lists with their length in front. */
final class Wire {
    private Wire() {}

    /** Reads one value. */
    interface Reader<T> {
        T read(DataInputStream in) throws IOException;
    }

    /** Writes one value. */
    interface Writer<T> {
        void write(DataOutputStream out, T value) throws IOException;
    }

    static void writeBytes(DataOutputStream out, byte[] bytes) throws IOException {
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    static byte[] readBytes(DataInputStream in) throws IOException {
        int length = readLength(in);
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new ProtocolException("a frame ends inside a value of " + length + " bytes");
        }
        return bytes;
    }

    /** A value that may be null. */
    static void writeOptionalBytes(DataOutputStream out, byte[] bytes) throws IOException {
        out.writeBoolean(bytes != null);
        if (bytes != null) {
            writeBytes(out, bytes);
        }
    }

    static byte[] readOptionalBytes(DataInputStream in) throws IOException {
        return in.readBoolean() ? readBytes(in) : null;
    }

    /** UTF-8 with an int length: {@code writeUTF} ends at 64 KB, and a failure message may be longer. */
    static void writeString(DataOutputStream out, String text) throws IOException {
        writeBytes(out, text.getBytes(StandardCharsets.UTF_8));
    }

    static String readString(DataInputStream in) throws IOException {
        return new String(readBytes(in), StandardCharsets.UTF_8);
    }

    static <T> void writeList(DataOutputStream out, List<T> values, Writer<T> writer) throws IOException {
        out.writeInt(values.size());
        for (T value : values) {
            writer.write(out, value);
        }
    }

    static <T> List<T> readList(DataInputStream in, Reader<T> reader) throws IOException {
        int size = readLength(in);
        List<T> values = new ArrayList<>(Math.min(size, 1 << 16));
        for (int i = 0; i < size; i++) {
            values.add(reader.read(in));
        }
        return List.copyOf(values);
    }

    static <E extends Enum<E>> E readEnum(DataInputStream in, E[] constants) throws IOException {
        int ordinal = in.readUnsignedByte();
        if (ordinal >= constants.length) {
            throw new ProtocolException(
                    "no constant " + ordinal + " in " + constants.getClass().getComponentType().getSimpleName());
        }
        return constants[ordinal];
    }

    private static int readLength(DataInputStream in) throws IOException {
        int length = in.readInt();
        if (length < 0 || length > Connection.LARGEST_FRAME) {
            throw new ProtocolException("a length of " + length + " in a frame");
        }
        return length;
    }
}
