package dev.oraculum.runtime.protocol;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;

/**
 * One end of the line between supervisor and worker. A frame is its length (int, of what follows), then the kind (one
 * byte) and the fields of the {@link Message}.
 *
 * <p>A plain {@link Socket}, not a channel: a channel closes itself when the thread that uses it is interrupted, and
 * both sides interrupt threads for a living. One thread may read while others write.
 */
public final class Connection implements Closeable {
    /** Larger frames are an error: nothing that we send comes near. */
    public static final int LARGEST_FRAME = 512 << 20;

    /** Environment variable that tells the worker where its supervisor listens: a port of the loopback interface. */
    public static final String PORT_VARIABLE = "ORACULUM_WORKER_PORT";
    /** Environment variable with the secret that the worker must say; never on the command line, which others can read. */
    public static final String TOKEN_VARIABLE = "ORACULUM_WORKER_TOKEN";

    /** Exit status of a worker whose supervisor is gone. */
    public static final int EXIT_ALONE = 97;
    /** Exit status of a worker that found no memory for its own threads. */
    public static final int EXIT_OUT_OF_MEMORY = 98;

    private final Socket socket;
    private final DataInputStream in;
    private final OutputStream out;
    private final Object writing = new Object();

    public Connection(Socket socket) throws IOException {
        this.socket = socket;
        socket.setTcpNoDelay(true);
        in = new DataInputStream(new BufferedInputStream(socket.getInputStream(), 1 << 16));
        out = socket.getOutputStream();
    }

    /**
     * Waits for the next message.
     *
     * @return null when the other side closed the line between two frames
     */
    public Message read() throws IOException {
        int first = in.read();
        if (first < 0) {
            return null;
        }
        int length = first << 24 | in.readUnsignedByte() << 16 | in.readUnsignedShort();
        if (length < 1 || length > LARGEST_FRAME) {
            throw new ProtocolException("a frame of " + Integer.toUnsignedString(length) + " bytes");
        }
        byte[] frame = in.readNBytes(length);
        if (frame.length < length) {
            throw new EOFException("the line broke inside a frame");
        }
        DataInputStream fields = new DataInputStream(new ByteArrayInputStream(frame));
        Message message = Message.read(fields);
        if (fields.available() > 0) {
            throw new ProtocolException(fields.available() + " bytes too many in a frame of " + message.kind());
        }
        return message;
    }

    /** Sends one message, whole. */
    public void write(Message message) throws IOException {
        byte[] frame = encode(message);
        synchronized (writing) {
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
        socket.close();
    }
}
