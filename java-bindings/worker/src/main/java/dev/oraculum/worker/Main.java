package dev.oraculum.worker;

import dev.oraculum.runtime.protocol.Connection;
import dev.oraculum.runtime.protocol.Message;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * The worker's main method. The main thread carries out commands, one after the other, and with them runs the tests;
 * threads of our own read the line, write to it, and watch the clock.
 */
public final class Main {
    private static final int CONNECT_MILLIS = 10_000;

    private Main() {}

    public static void main(String[] arguments) throws IOException {
        String port = System.getenv(Connection.PORT_VARIABLE);
        String token = System.getenv(Connection.TOKEN_VARIABLE);
        if (port == null || token == null) {
            System.err.println("oraculum: a worker is started by its supervisor, not by hand");
            System.exit(2);
        }
        Socket socket = new Socket();
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(port)), CONNECT_MILLIS);
        Connection connection = new Connection(socket);
        Reports reports = new Reports(connection);
        reports.send(new Message.Hello(token, ProcessHandle.current().pid(), System.getProperty("java.version")));

        LinkedBlockingQueue<Message> commands = new LinkedBlockingQueue<>();
        Threads.daemon("oraculum-commands", () -> readCommands(connection, commands));
        new Commands(reports).carryOut(commands);
    }

    /** Ends the JVM the moment that the supervisor is gone: nobody is left to end it later. */
    private static void readCommands(Connection connection, LinkedBlockingQueue<Message> commands) {
        try {
            for (Message message = connection.read(); message != null; message = connection.read()) {
                commands.add(message);
            }
        } catch (IOException e) {
            // A broken line is as final as a closed one.
        } catch (OutOfMemoryError e) {
            Runtime.getRuntime().halt(Connection.EXIT_OUT_OF_MEMORY);
        } finally {
            end(Connection.EXIT_ALONE);
        }
    }

    /** Ends this process and those that tests have started. */
    static void end(int status) {
        try {
            ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
        } finally {
            Runtime.getRuntime().halt(status);
        }
    }
}
