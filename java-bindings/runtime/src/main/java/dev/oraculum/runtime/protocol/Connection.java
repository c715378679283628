package dev.oraculum.runtime.protocol;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UTFDataFormatException;
import java.net.Socket;
import java.nio.channels.SocketChannel;

/**
 * One end of the line between supervisor and worker. A frame is its length (int, of what follows), then the kind (one
 * byte) and the fields of the {@link Message}.
 *
 * <p>A plain {@link Socket} where there is a network, not a channel: a channel closes itself when the thread that uses
 * it is interrupted, and both sides interrupt threads for a living. One thread may read while others write.
 */
public final class Connection implements Closeable {
    /** Larger frames are an error: nothing that we send comes near. */
    public static final int LARGEST_FRAME = 512 << 20;

    /** The largest first frame of a worker. What comes before the token is from a stranger. */
    public static final int LARGEST_GREETING = 1 << 10;

    /** Exit status of a worker whose supervisor is gone. */
    public static final int EXIT_ALONE = 97;
    /** Exit status of a worker that found no memory for its own threads. */
    public static final int EXIT_OUT_OF_MEMORY = 98;

    /** Exit status of a worker one of whose own threads was stopped by the code under test. */
    public static final int EXIT_MUTE = 99;

    private final Closeable line;
    private final DataInputStream in;
    private final OutputStream out;
    private final Object writing = new Object();
    /** Guarded by {@link #writing}. */
    private final Repeats written = new Repeats();
    /** Of the thread that reads. */
    private final Repeats read = new Repeats();

    public Connection(Socket socket) throws IOException {
        this(socket, socket.getInputStream(), socket.getOutputStream());
        socket.setTcpNoDelay(true);
    }

    /** Over a Unix domain socket, which has no {@link Socket}. */
    public Connection(SocketChannel channel) {
        this(channel, ChannelStreams.input(channel), ChannelStreams.output(channel));
    }

    private Connection(Closeable line, InputStream in, OutputStream out) {
        this.line = line;
        this.in = new DataInputStream(new BufferedInputStream(in, 1 << 16));
        this.out = out;
    }

    /**
     * Waits for the next message.
     *
     * @return null when the other side closed the line between two frames
     */
    public Message read() throws IOException {
        return read(LARGEST_FRAME);
    }

    /**
     * The same for a message of limited size.
     *
     * @throws ProtocolException the frame is larger, of which nothing is read then, or no message
     */
    public Message read(int largest) throws IOException {
        int first = in.read();
        if (first < 0) {
            return null;
        }
        int length = first << 24 | in.readUnsignedByte() << 16 | in.readUnsignedShort();
        if (length < 1 || length > largest) {
            throw new ProtocolException("a frame of " + Integer.toUnsignedString(length) + " bytes");
        }
        byte[] frame = in.readNBytes(length);
        if (frame.length < length) {
            throw new EOFException("the line broke inside a frame");
        }
        DataInputStream fields = new DataInputStream(new ByteArrayInputStream(frame));
        Message message = message(fields);
        if (fields.available() > 0) {
            throw new ProtocolException(fields.available() + " bytes too many in a frame of " + message.kind());
        }
        return message instanceof Message.Run run ? read.complete(run) : message;
    }

    private static Message message(DataInputStream fields) throws IOException {
        try {
            return Message.read(fields);
        } catch (EOFException | UTFDataFormatException | RuntimeException e) {
            throw new ProtocolException("a frame that is no message: " + e);
        }
    }

    /** Sends one message, whole. */
    public void write(Message message) throws IOException {
        synchronized (writing) {
            byte[] frame = encode(message instanceof Message.Run run ? written.shorten(run) : message);
            out.write(frame);
            out.flush();
        }
    }

    private static byte[] encode(Message message) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);
        DataOutputStream fields = new DataOutputStream(bytes);
        fields.writeInt(0);
        fields.writeByte(message.kind().ordinal());
        message.write(fields);
        byte[] frame = bytes.toByteArray();
        int length = frame.length - Integer.BYTES;
        for (int i = 0; i < Integer.BYTES; i++) {
            frame[i] = (byte) (length >>> (24 - 8 * i));
        }
        return frame;
    }

    @Override
    public void close() throws IOException {
        line.close();
    }
}
