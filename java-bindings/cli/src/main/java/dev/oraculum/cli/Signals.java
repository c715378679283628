package dev.oraculum.cli;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;

/**
 * SIGINT, SIGTERM and SIGHUP: the first one tells the command to end with what is finished, a second one ends the process at once. Both
 * exit codes are a shell's, 128 and the signal's number. Where the JVM does not let us handle signals, it exits in its own way. SIGWINCH:
 * the terminal has another width now.
 */
final class Signals {
    private static final List<String> NAMES = List.of("INT", "TERM", "HUP");
    private static final String WINDOW_CHANGED = "WINCH";
    private static final int SHELL = 128;
    /**
     * A command that has not ended by then is in a part of its work that cannot be interrupted: what it has written stays, and nothing is
     * added.
     */
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    /** For the exit hooks: workers are ended, temporary folders removed. */
    private static final Duration EXIT_PATIENCE = Duration.ofSeconds(4);

    private static volatile int received;

    private Signals() {}

    /** Lets signals interrupt the thread that runs the command. */
    static void interrupt(Thread command) {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            InvocationHandler invocation = (proxy, method, arguments) -> switch (method.getName()) {
                case "handle" -> {
                    String name = (String) signal.getMethod("getName").invoke(arguments[0]);
                    if (name.equals(WINDOW_CHANGED)) {
                        Terminal.measure();
                    } else {
                        handle(command, (int) signal.getMethod("getNumber").invoke(arguments[0]), "SIG" + name);
                    }
                    yield null;
                }
                case "equals" -> proxy == arguments[0];
                case "hashCode" -> System.identityHashCode(proxy);
                default -> "oraculum's signal handler";
            };
            Object ours = Proxy.newProxyInstance(Signals.class.getClassLoader(), new Class<?>[] {handler}, invocation);
            Method handle = signal.getMethod("handle", signal, handler);
            for (String name : NAMES) {
                handle(name, signal, handle, ours);
            }
            if (Terminal.any()) {
                handle(WINDOW_CHANGED, signal, handle, ours);
            }
        } catch (ReflectiveOperationException e) {
            System.getLogger(Signals.class.getName()).log(System.Logger.Level.DEBUG, "signals are the JVM's", e);
        }
    }

    private static void handle(String name, Class<?> signal, Method handle, Object ours) throws ReflectiveOperationException {
        try {
            handle.invoke(null, signal.getConstructor(String.class).newInstance(name), ours);
        } catch (InvocationTargetException e) {
            System.getLogger(Signals.class.getName()).log(System.Logger.Level.DEBUG, "SIG" + name + " is the JVM's", e);
        }
    }

    private static void handle(Thread command, int number, String name) {
        if (received != 0) {
            Runtime.getRuntime().halt(SHELL + number);
        }
        received = number;
        command.interrupt();
        Thread deadline = new Thread(() -> end(number), "oraculum-stop");
        deadline.setDaemon(true);
        deadline.start();
        System.err.println("oraculum: " + name + ": ending with what is finished; a second signal ends at once");
    }

    private static void end(int number) {
        sleep(PATIENCE);
        Thread last = new Thread(() -> {
            sleep(EXIT_PATIENCE);
            Runtime.getRuntime().halt(SHELL + number);
        }, "oraculum-halt");
        last.setDaemon(true);
        last.start();
        System.exit(SHELL + number);
    }

    private static void sleep(Duration time) {
        try {
            Thread.sleep(time.toMillis());
        } catch (InterruptedException e) {
            // Nobody interrupts these threads; then it ends earlier.
        }
    }

    /** Whether a signal has told the command to end. */
    static boolean received() {
        return received != 0;
    }

    /** The exit code of a command that ended with this one by itself. */
    static int exitCode(int code) {
        return received == 0 ? code : SHELL + received;
    }
}
