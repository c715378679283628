package dev.oraculum.worker;

import dev.oraculum.runtime.protocol.Connection;
import dev.oraculum.runtime.protocol.Message;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * The worker's main method. The main thread carries out commands, one after the other, and with them runs the tests;
 * threads of our own read the line, write to it, and watch the clock.
 */
public final class Main {
    private Main() {}

    public static void main(String[] arguments) throws IOException {
        if (arguments.length != 1) {
            System.err.println("oraculum: a worker is started by its supervisor, not by hand");
            System.exit(2);
        }
        // A file, which goes at once: code under test can read arguments and environment.
        Path invitation = Path.of(arguments[0]);
        List<String> lines = Files.readAllLines(invitation);
        Files.delete(invitation);
        Connection connection = call(lines.get(0));
        Reports reports = new Reports(connection);
        reports.send(new Message.Hello(lines.get(1), ProcessHandle.current().pid(), System.getProperty("java.version")));

        LinkedBlockingQueue<Message> commands = new LinkedBlockingQueue<>();
        Threads.daemon("oraculum-commands", () -> readCommands(connection, commands));
        new Commands(reports).carryOut(commands);
    }

    /** However late we are: the supervisor ends a worker that is too late. */
    private static Connection call(String address) throws IOException {
        if (address.matches("\\d+")) {
            return new Connection(new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(address)));
        }
        return new Connection(SocketChannel.open(UnixDomainSocketAddress.of(address)));
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
