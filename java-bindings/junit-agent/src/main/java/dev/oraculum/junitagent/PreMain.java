package dev.oraculum.junitagent;

import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * Entry point of {@code -javaagent:oraculum-junit-agent.jar}. Nothing is woven but the mark at both ends of static initializers, until a
 * test asks for an oracle. With {@code =record=FOLDER} the tests are recorded by the plan in that folder. A fault here leaves the JVM as if
 * there were no agent; what asks for it then is told why.
 *
 * <p>It must be there from the start: the JDK lets a program attach an agent to itself only when told so on the command line (JEP 451),
 * and static initializers that have run by then cannot be told from tests.
 */
public final class PreMain {
    private static final String RUNTIME = "/META-INF/oraculum/oraculum-runtime.jar";
    private static final String RECORD = "record=";

    private PreMain() {}

    /** Called by the JVM before the program's main method. */
    public static void premain(String argument, Instrumentation instrumentation) {
        try {
            Path runtime = unpack();
            try {
                // It needs a file; the JVM has opened it when this returns.
                dev.oraculum.agent.PreMain.premain(runtime.toString(), instrumentation);
            } finally {
                remove(runtime);
            }
            Session.start();
            if (argument != null && !argument.isEmpty()) {
                record(argument);
            }
        } catch (Throwable t) {
            Session.fail(t.toString());
            System.err.println("oraculum: the agent is disabled: " + t);
        }
    }

    /** Nothing is recorded where that is impossible, which is said; what the tests do is none of its business. */
    private static void record(String argument) {
        try {
            if (!argument.startsWith(RECORD)) {
                throw new IllegalArgumentException("unknown argument \"" + argument + "\": expected " + RECORD + "FOLDER");
            }
            Session.record(Path.of(argument.substring(RECORD.length())));
        } catch (Throwable t) {
            System.err.println("oraculum: nothing is recorded: " + (t.getMessage() == null ? t : t.getMessage()));
        }
    }

    /** A file that nobody else can write. */
    private static Path unpack() throws IOException {
        try (InputStream in = PreMain.class.getResourceAsStream(RUNTIME)) {
            if (in == null) {
                throw new IOException("the agent's jar has no " + RUNTIME);
            }
            Path file = Files.createTempFile("oraculum-runtime", ".jar");
            Files.copy(in, file, StandardCopyOption.REPLACE_EXISTING);
            return file;
        }
    }

    /** At once where the system allows it: a JVM that is killed leaves nothing behind. */
    private static void remove(Path file) {
        try {
            Files.delete(file);
        } catch (IOException e) {
            file.toFile().deleteOnExit();
        }
    }
}
