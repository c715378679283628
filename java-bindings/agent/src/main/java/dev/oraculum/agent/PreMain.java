package dev.oraculum.agent;

import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/**
 * Entry point of {@code -javaagent:oraculum-agent.jar[=path of the runtime's jar]}.
 *
 * <p>Puts the runtime on the bootstrap search before anything refers to it; without an argument it is the
 * {@code oraculum-runtime*.jar} beside the agent's jar. A fault here leaves the JVM as if there were no agent.
 */
public final class PreMain {
    private static final String PROBES = "dev.oraculum.runtime.Probes";

    private PreMain() {}

    /** Called by the JVM before the program's main method. */
    public static void premain(String argument, Instrumentation instrumentation) {
        start(argument, instrumentation);
    }

    /** Called by the JVM when the agent is attached to a running program. */
    public static void agentmain(String argument, Instrumentation instrumentation) {
        start(argument, instrumentation);
    }

    private static void start(String argument, Instrumentation instrumentation) {
        try {
            if (!runtimeIsVisible()) {
                Path runtime = argument == null || argument.isBlank() ? besideAgent() : Path.of(argument);
                instrumentation.appendToBootstrapClassLoaderSearch(new JarFile(runtime.toFile()));
            }
            Agent.start(instrumentation);
        } catch (Throwable t) {
            System.err.println("oraculum: the agent is disabled: " + t);
        }
    }

    private static boolean runtimeIsVisible() {
        try {
            Class.forName(PROBES, false, null);
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    private static Path besideAgent() throws Exception {
        Path agent = Path.of(PreMain.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        try (Stream<Path> files = Files.list(agent.getParent())) {
            List<Path> runtimes = files.filter(file -> file.getFileName().toString().matches("oraculum-runtime.*\\.jar"))
                    .sorted()
                    .toList();
            if (runtimes.isEmpty()) {
                throw new IllegalStateException("no oraculum-runtime*.jar beside " + agent);
            }
            return runtimes.get(0);
        }
    }
}
