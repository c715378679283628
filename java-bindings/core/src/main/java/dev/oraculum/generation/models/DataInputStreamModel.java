package dev.oraculum.generation.models;

import java.io.DataInput;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/** {@link java.io.DataInputStream}, all but the deprecated {@code readLine}. */
class DataInputStreamModel extends FilterInputStreamModel implements DataInput {
    DataInputStreamModel(InputStream in) {
        super(in);
    }

    @Override
    public int read(byte[] into) throws IOException {
        return in.read(into, 0, into.length);
    }

    private int next() throws IOException {
        int read = in.read();
        if (read < 0) {
            throw new EOFException();
        }
        return read;
    }

    @Override
    public void readFully(byte[] into) throws IOException {
        readFully(into, 0, into.length);
    }

    @Override
    public void readFully(byte[] into, int from, int length) throws IOException {
        if (length > into.length - from || from < 0 || length < 0) {
            throw new IndexOutOfBoundsException();
        }
        int done = 0;
        while (done < length) {
            int read = in.read(into, from + done, length - done);
            if (read < 0) {
                throw new EOFException();
            }
            done += read;
        }
    }

    @Override
    public int skipBytes(int count) throws IOException {
        int total = 0;
        while (total < count) {
            int skipped = (int) in.skip(count - total);
            if (skipped <= 0) {
                break;
            }
            total += skipped;
        }
        return total;
    }

    @Override
    public boolean readBoolean() throws IOException {
        return next() != 0;
    }

    @Override
    public byte readByte() throws IOException {
        return (byte) next();
    }

    @Override
    public int readUnsignedByte() throws IOException {
        return next();
    }

    @Override
    public short readShort() throws IOException {
        return (short) readUnsignedShort();
    }

    @Override
    public int readUnsignedShort() throws IOException {
        int high = next();
        return high << 8 | next();
    }

    @Override
    public char readChar() throws IOException {
        return (char) readUnsignedShort();
    }

    @Override
    public int readInt() throws IOException {
        int high = readUnsignedShort();
        return high << 16 | readUnsignedShort();
    }

    @Override
    public long readLong() throws IOException {
        long high = readInt();
        return high << 32 | readInt() & 0xffffffffL;
    }

    @Override
    public float readFloat() throws IOException {
        return Float.intBitsToFloat(readInt());
    }

    @Override
    public double readDouble() throws IOException {
        return Double.longBitsToDouble(readLong());
    }

    @Override
    public String readLine() {
        throw Intrinsics.unmodelled();
    }

    @Override
    public String readUTF() throws IOException {
        byte[] bytes = new byte[readUnsignedShort()];
        readFully(bytes, 0, bytes.length);
        StringBuilder text = new StringBuilder();
        for (byte unit : bytes) {
            // Units of more than one byte would be a decoder here.
            if (unit < 0) {
                throw Intrinsics.unmodelled();
            }
            text.append((char) unit);
        }
        return text.toString();
    }
}
