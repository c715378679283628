package dev.oraculum.execution;

import dev.oraculum.runtime.protocol.Connection;
import dev.oraculum.runtime.protocol.Message;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Where one worker calls. Anyone on this machine may call as well; only our worker knows the token. A stranger may send one small frame
 * and costs the worker nothing: callers are heard at the same time, until the worker is there or the reception closes.
 */
final class Reception implements Closeable {
    /** Callers that have not said who they are; of more, those who have been silent longest are sent away. */
    private static final int CALLERS = 64;
    private static final int POLL_MILLIS = 50;
    /** {@code sun_path} of unix(7), without the byte that ends it. */
    private static final int LONGEST_SOCKET = 107;

    /** A caller who knows the token. */
    record Call(Connection connection, Message.Hello hello) {}

    private final String name;
    private final Door door;
    private final String token = newToken();
    private final BlockingQueue<Call> welcome = new ArrayBlockingQueue<>(1);

    // Guarded by this.
    private final Deque<Connection> callers = new ArrayDeque<>();
    private boolean closed;

    /** Where callers come in. */
    private interface Door extends Closeable {
        Connection accept() throws IOException;

        boolean isOpen();

        /** As the worker's main method understands it. */
        String address();
    }

    private Reception(Door door, String name) {
        this.door = door;
        this.name = name;
        daemon("-reception", this::accept);
    }

    /**
     * At a port of the loopback interface.
     *
     * @param name begins the names of its threads
     */
    static Reception atLoopback(String name) throws IOException {
        ServerSocket server = new ServerSocket(0, CALLERS, InetAddress.getLoopbackAddress());
        return new Reception(
                new Door() {
                    @Override
                    public Connection accept() throws IOException {
                        return new Connection(server.accept());
                    }

                    @Override
                    public boolean isOpen() {
                        return !server.isClosed();
                    }

                    @Override
                    public String address() {
                        return Integer.toString(server.getLocalPort());
                    }

                    @Override
                    public void close() throws IOException {
                        server.close();
                    }
                },
                name);
    }

    /** Why a socket in a folder cannot be called; empty: it can. */
    static Optional<String> problemAt(Path folder) {
        int length = folder.resolve("line").toString().getBytes(StandardCharsets.UTF_8).length;
        return length <= LONGEST_SOCKET
                ? Optional.empty()
                : Optional.of("the path of a socket in " + folder + " is too long; a shorter java.io.tmpdir helps");
    }

    /**
     * At a Unix domain socket, for workers without a network.
     *
     * @param socket does not exist yet; the path of such a socket has at most some 100 bytes
     */
    static Reception at(Path socket, String name) throws IOException {
        ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            server.bind(UnixDomainSocketAddress.of(socket), CALLERS);
        } catch (IOException e) {
            server.close();
            throw new IOException("no socket at " + socket + ": " + e.getMessage(), e);
        }
        return new Reception(
                new Door() {
                    @Override
                    public Connection accept() throws IOException {
                        return new Connection(server.accept());
                    }

                    @Override
                    public boolean isOpen() {
                        return server.isOpen();
                    }

                    @Override
                    public String address() {
                        return socket.toString();
                    }

                    @Override
                    public void close() throws IOException {
                        server.close();
                    }
                },
                name);
    }

    private static String newToken() {
        byte[] secret = new byte[32];
        new SecureRandom().nextBytes(secret);
        return HexFormat.of().formatHex(secret);
    }

    /** What the worker needs to know: where to call, and the token. */
    String invitation() {
        return door.address() + "\n" + token + "\n";
    }

    /**
     * Waits for the worker's call.
     *
     * @return null if the process ended or the time is over
     */
    Call await(WorkerProcess process, Deadline deadline) throws InterruptedException {
        while (true) {
            boolean over = !process.isAlive() || deadline.isOver();
            Call call = welcome.poll(POLL_MILLIS, TimeUnit.MILLISECONDS);
            if (call != null || over) {
                return call;
            }
        }
    }

    private void accept() {
        while (true) {
            try {
                Connection caller = door.accept();
                register(caller);
                daemon("-caller", () -> greet(caller));
            } catch (IOException e) {
                if (!door.isOpen()) {
                    return;
                }
                // One caller that went away, or no descriptor left for a moment.
                pause();
            } catch (OutOfMemoryError e) {
                // No thread for this one.
                pause();
            }
        }
    }

    private static void pause() {
        try {
            Thread.sleep(POLL_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void register(Connection caller) throws IOException {
        Connection silent = null;
        synchronized (this) {
            if (closed) {
                silent = caller;
            } else {
                callers.add(caller);
                if (callers.size() > CALLERS) {
                    silent = callers.remove();
                }
            }
        }
        if (silent != null) {
            silent.close();
        }
    }

    private void greet(Connection caller) {
        try {
            if (caller.read(Connection.LARGEST_GREETING) instanceof Message.Hello hello && knowsToken(hello)) {
                boolean first;
                synchronized (this) {
                    callers.remove(caller);
                    first = !closed && welcome.offer(new Call(caller, hello));
                }
                if (first) {
                    return;
                }
            }
        } catch (IOException | RuntimeException e) {
            // A stranger that speaks another language.
        }
        try {
            synchronized (this) {
                callers.remove(caller);
            }
            caller.close();
        } catch (IOException e) {
            // Gone is gone.
        }
    }

    private boolean knowsToken(Message.Hello hello) {
        return MessageDigest.isEqual(hello.token().getBytes(StandardCharsets.UTF_8), token.getBytes(StandardCharsets.UTF_8));
    }

    private void daemon(String suffix, Runnable work) {
        Thread thread = new Thread(work, name + suffix);
        thread.setDaemon(true);
        thread.start();
    }

    /** Sends everyone away but the worker whose call was taken. */
    @Override
    public void close() throws IOException {
        door.close();
        Deque<Connection> rest;
        synchronized (this) {
            closed = true;
            rest = new ArrayDeque<>(callers);
            callers.clear();
        }
        for (Connection caller : rest) {
            caller.close();
        }
        Call untaken = welcome.poll();
        if (untaken != null) {
            untaken.connection().close();
        }
    }
}
