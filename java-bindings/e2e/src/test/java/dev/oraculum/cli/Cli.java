package dev.oraculum.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;

/**
 * Runs the built distribution on the JDK that runs the tests. The first run of each test class starts the command as a user does; so do
 * those with an environment of their own, and those that are not waited for. The others run the same command in the test's JVM, on the
 * same parts of the distribution: hundreds of JVMs that only started were a third of what the tests took.
 */
final class Cli {
    static final Path HOME = Path.of(System.getProperty("oraculum.home")).toAbsolutePath().normalize();
    private static final long MINUTES = 5;
    private static final String GENERATED = "--generated-tests";
    private static final String ASSESSOR = "--assessor-tests";
    /** Classes of a start as the JVM has them in memory, for a JDK that the distribution has none for. */
    private static final Path CLASS_DATA = Path.of(System.getProperty("oraculum.class.data", ""));
    /** What the launcher says with class data of the distribution. */
    private static final String QUIET = "-Xlog:cds*=off" + (Runtime.version().feature() < 24 ? "" : ",aot*=off");

    /** Test classes whose first run there was. */
    private static final Set<String> STARTED = ConcurrentHashMap.newKeySet();

    private Cli() {}

    record Result(int exitCode, String out, String err) {
        /** Both streams, for the message of a test that fails. */
        @Override
        public String toString() {
            return "exit code " + exitCode + "\n--- out\n" + out + "\n--- err\n" + err;
        }
    }

    /** A run that goes on. */
    record Running(Process process, Path out, Path err) {
        Result await() throws InterruptedException {
            if (!process.waitFor(MINUTES, TimeUnit.MINUTES)) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly().waitFor();
                throw new AssertionError("the command did not end within " + MINUTES + " minutes:\n" + read(err));
            }
            return new Result(process.exitValue(), read(out), read(err));
        }

        /** Waits until the command has said something on standard error, or is over. */
        void awaitError(String text) throws InterruptedException {
            while (process.isAlive() && !read(err).contains(text)) {
                Thread.sleep(5);
            }
        }

        String errorSoFar() {
            return read(err);
        }

        private static String read(Path file) {
            try {
                return Files.readString(file);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    static Result run(List<String> arguments) throws IOException, InterruptedException {
        return isFirstOfItsClass() ? asUsersDo(arguments) : inThisJvm(byTestsOfTheProject(arguments));
    }

    /** A run in a JVM of its own: for what is about the process itself. */
    static Result asUsersDo(List<String> arguments) throws IOException, InterruptedException {
        return start(arguments).await();
    }

    /** Where no test class is on the stack, in a thread of a test's for example, each run is the first. */
    private static boolean isFirstOfItsClass() {
        Optional<String> testClass = StackWalker.getInstance().walk(frames -> frames.map(StackWalker.StackFrame::getClassName)
                .map(name -> name.replaceFirst("\\$.*", "")).filter(name -> name.endsWith("EndToEndTest")).reduce((near, far) -> far));
        return testClass.map(STARTED::add).orElse(true);
    }

    private static Result inThisJvm(List<String> arguments) throws InterruptedException {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        FutureTask<Integer> run = new FutureTask<>(() -> {
            try (PrintWriter said = new PrintWriter(out); PrintWriter warned = new PrintWriter(err)) {
                return Main.run(said, warned, arguments.toArray(String[]::new));
            }
        });
        Thread thread = new Thread(run, "oraculum-command");
        thread.setDaemon(true);
        thread.start();
        try {
            return new Result(run.get(MINUTES, TimeUnit.MINUTES), out.toString(), err.toString());
        } catch (TimeoutException e) {
            String stack = Arrays.stream(thread.getStackTrace()).map(frame -> "\tat " + frame).collect(Collectors.joining("\n"));
            thread.interrupt();
            throw new AssertionError("the command did not end within " + MINUTES + " minutes:\n" + err + "\n" + stack);
        } catch (ExecutionException e) {
            throw new AssertionError("the command did not end by itself: " + err, e.getCause());
        }
    }

    static Result run(String... arguments) throws IOException, InterruptedException {
        return run(List.of(arguments));
    }

    static Running start(List<String> arguments) throws IOException {
        return start(arguments, "");
    }

    /** @param temporary the run's folder for temporary files; it is in the command line of every process of the run that is a JVM */
    static Running start(List<String> arguments, Path temporary) throws IOException {
        // Runs this short gain nothing from the second compiler.
        return start(arguments, "-XX:TieredStopAtLevel=1 -Djava.io.tmpdir=" + temporary);
    }

    /** @param environment variables beside those of this process */
    static Result run(List<String> arguments, Map<String, String> environment) throws IOException, InterruptedException {
        return start(List.of(), arguments, environment).await();
    }

    /** @param javaOptions of the JVM of the command line, as {@code ORACULUM_JAVA_OPTIONS} has them */
    static Running start(List<String> arguments, String javaOptions) throws IOException {
        return start(List.of(), arguments, javaOptions.isEmpty() ? Map.of() : Map.of("ORACULUM_JAVA_OPTIONS", javaOptions));
    }

    /**
     * @param before what starts the command, in front of it
     * @param environment variables beside those of the tests
     */
    static Running start(List<String> before, List<String> arguments, Map<String, String> environment) throws IOException {
        List<String> command = new ArrayList<>(before);
        command.add(HOME.resolve("bin/oraculum").toString());
        command.addAll(byTestsOfTheProject(arguments));
        Path out = Files.createTempFile("oraculum-e2e", ".out");
        Path err = Files.createTempFile("oraculum-e2e", ".err");
        out.toFile().deleteOnExit();
        err.toFile().deleteOnExit();
        ProcessBuilder builder = new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
        builder.environment().put("ORACULUM_JAVA_HOME", System.getProperty("java.home"));
        if (Files.isRegularFile(CLASS_DATA)) {
            builder.environment().put("ORACULUM_JAVA_OPTIONS", "-XX:SharedArchiveFile=" + CLASS_DATA + " " + QUIET);
        }
        builder.environment().putAll(environment);
        return new Running(builder.start(), out, err);
    }

    /** Most tests are of a project whose own tests leave known states: there are no generated ones but where a test asks for them. */
    private static List<String> byTestsOfTheProject(List<String> arguments) {
        boolean records = arguments.contains("--classpath") && Set.of("improve", "export-states").contains(arguments.get(0));
        if (!records || arguments.contains(GENERATED)) {
            return arguments;
        }
        List<String> all = new ArrayList<>(arguments);
        all.addAll(List.of(GENERATED, "0"));
        if (arguments.get(0).equals("improve") && !arguments.contains(ASSESSOR)) {
            all.addAll(List.of(ASSESSOR, "0"));
        }
        return all;
    }

    /**
     * Fails unless a run ended as expected, without a stack trace.
     *
     * @param parts each of them is in one of its streams
     */
    static void check(Result result, int exitCode, String... parts) {
        assertEquals(exitCode, result.exitCode(), result.toString());
        for (String part : parts) {
            assertTrue(result.err().contains(part) || result.out().contains(part), "expected '" + part + "' in " + result);
        }
        assertFalse(result.err().contains("\tat ") || result.err().contains("fault of Oraculum"), result.toString());
    }

    static JsonNode json(Path file) throws IOException {
        return new ObjectMapper().readTree(file.toFile());
    }

    /** The result but for times: what must not depend on threads, JDK or kills. */
    static String withoutTimes(Path file) throws IOException {
        ObjectNode json = (ObjectNode) json(file);
        json.remove("elapsed");
        return json.toPrettyString();
    }
}
