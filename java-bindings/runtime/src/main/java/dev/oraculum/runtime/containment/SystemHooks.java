package dev.oraculum.runtime.containment;

import dev.oraculum.runtime.ExitAttempt;
import dev.oraculum.runtime.Recorder;
import dev.oraculum.runtime.containment.Deed.Kind;
import java.io.FileDescriptor;
import java.net.DatagramPacket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.file.Path;

/** What the JDK's methods on processes, sockets, native code, descriptors and the JVM itself ask first. */
public final class SystemHooks {
    private SystemHooks() {}

    // ---- the JVM

    /**
     * The JVM is to end.
     *
     * @throws ExitAttempt by code under test
     */
    public static void exit(int status) {
        if (Containment.holdsExit() && !handlesSignal()) {
            throw Recorder.exitAttempt(status);
        }
    }

    /** The JDK's own thread ends the JVM when a signal asks for it. */
    private static boolean handlesSignal() {
        Thread thread = Thread.currentThread();
        ThreadGroup group = thread.getThreadGroup();
        return group != null && group.getParent() == null && thread.getName().endsWith(" handler");
    }

    /** @param caller the class that loads a library; the JDK may */
    public static void load(Class<?> caller, String library) {
        if (Containment.applies() && !isOfJdk(caller)) {
            Containment.check(Kind.NATIVE, library);
        }
    }

    private static boolean isOfJdk(Class<?> caller) {
        ClassLoader loader = caller.getClassLoader();
        return loader == null || loader == ClassLoader.getPlatformClassLoader();
    }

    /** A native function is looked up by the foreign function interface. */
    public static void downcall() {
        if (Containment.applies()) {
            Containment.check(Kind.NATIVE, "a foreign function");
        }
    }

    /** @param descriptor about to be closed */
    public static void close(FileDescriptor descriptor) {
        if (Containment.applies()) {
            String name = descriptor == FileDescriptor.in ? "standard input" : descriptor == FileDescriptor.out ? "standard output"
                    : descriptor == FileDescriptor.err ? "standard error" : null;
            if (name != null) {
                Containment.check(Kind.DESCRIPTOR, name);
            }
        }
    }

    // ---- processes

    /** The same program with the same arguments may be started where the original did: other arguments make another deed of it. */
    public static void start(String[] command) {
        if (Containment.applies()) {
            Containment.check(Kind.PROCESS, "start " + String.join(" ", command));
        }
    }

    /** A process may be ended that this JVM has started. */
    public static void destroy(ProcessHandle process) {
        if (Containment.applies() && Containment.isMutant()) {
            boolean[] own = new boolean[1];
            Containment.inside(() -> own[0] = process.parent().filter(ProcessHandle.current()::equals).isPresent());
            if (!own[0]) {
                Containment.check(Kind.PROCESS, "end a process");
            }
        }
    }

    public static void raise(Object signal) {
        if (Containment.applies()) {
            Containment.check(Kind.PROCESS, "raise " + signal);
        }
    }

    // ---- sockets

    public static void connect(InetAddress address) {
        if (Containment.applies()) {
            Containment.check(Kind.NET, "connect " + host(address));
        }
    }

    public static void bind(InetAddress address) {
        if (Containment.applies()) {
            Containment.check(Kind.NET, "bind " + host(address));
        }
    }

    public static void connect(Path path) {
        if (Containment.applies()) {
            Containment.check(Kind.NET, "connect " + path);
        }
    }

    public static void bind(Path path) {
        if (Containment.applies()) {
            Containment.check(Kind.NET, "bind " + path);
        }
    }

    public static void connect(SocketAddress address) {
        connect(address instanceof InetSocketAddress inet ? inet.getAddress() : null);
    }

    public static void send(SocketAddress address) {
        if (address != null && Containment.applies()) {
            connect(address);
        }
    }

    public static void send(DatagramPacket packet) {
        if (packet != null && packet.getAddress() != null) {
            connect(packet.getAddress());
        }
    }

    private static String host(InetAddress address) {
        return address == null ? "any" : address.isLoopbackAddress() ? "this machine" : address.isAnyLocalAddress() ? "any"
                : address.getHostAddress();
    }
}
