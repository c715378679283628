package conditions;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Conditions on bytes that are read from streams and buffers. */
public final class Packets {
    public static String version(byte[] file) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(file));
        if (in.readUnsignedShort() != 0xCAFE) {
            return "none";
        }
        return in.readByte() * 31 + in.readByte() == 1200 ? "new" : "old";
    }

    public static int frame(byte[] bytes) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        if (buffer.remaining() < 3) {
            return 0;
        }
        short length = buffer.getShort();
        if (length != 0x1234) {
            return 1;
        }
        buffer.flip();
        return bytes.length > 3 && buffer.limit(4).getInt() == 0x4D3C1234 ? 2 : 3;
    }

    public static boolean signed(InputStream source) throws IOException {
        BufferedInputStream in = new BufferedInputStream(source);
        in.mark(16);
        ByteArrayOutputStream copy = new ByteArrayOutputStream();
        for (int next = in.read(); next >= 0; next = in.read()) {
            copy.write(next);
        }
        in.reset();
        byte[] bytes = copy.toByteArray();
        return bytes.length > 1 && in.read() == 0x89 && bytes[1] * 7 == 'K' * 7;
    }

    public static int scaled(double factor) {
        if (Double.isNaN(factor) || Double.isInfinite(factor)) {
            return -1;
        }
        return Math.abs(factor * 3 + 1.5) == 40.5 ? 1 : 0;
    }
}
