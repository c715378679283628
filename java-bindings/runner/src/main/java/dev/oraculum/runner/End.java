package dev.oraculum.runner;

import dev.oraculum.api.OraculumException;
import dev.oraculum.api.Problem;
import dev.oraculum.api.ProjectException;
import dev.oraculum.api.Setting;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CancellationException;
import java.util.stream.Collectors;

/** How a job ended, for the plugin that asked for it: figures that it may judge, or what is wrong. */
final class End {
    /** Whose fault it is that there is no result. */
    private enum Kind {
        INPUT,
        PROJECT,
        ENVIRONMENT,
        CANCELLED,
        INTERNAL
    }

    private final Properties properties = new Properties();

    void figure(String name, long value) {
        properties.setProperty(name, Long.toString(value));
    }

    /** What the job's warnings are about and somebody can do something about. */
    void problems(List<Problem> problems) {
        properties.setProperty("problems", problems.stream().map(problem -> problem.code() + "=" + names(problem))
                .collect(Collectors.joining("\n")));
    }

    /** Nothing of it went well: the same as an exception with this message. */
    void failed(Problem problem, String message, List<String> details) {
        failed(Kind.PROJECT, problem, message, details);
    }

    void failed(Throwable thrown) {
        Problem problem = Problem.of(thrown);
        Kind kind = kind(thrown);
        String message = thrown.getMessage() == null ? thrown.toString() : thrown.getMessage();
        if (thrown instanceof OutOfMemoryError) {
            message = "out of memory (" + message + "): give Oraculum's JVM more by jvmArgs, such as -Xmx4g";
        }
        failed(kind, problem, message, thrown instanceof ProjectException project ? project.details() : List.of());
        if (kind == Kind.INTERNAL) {
            StringWriter trace = new StringWriter();
            thrown.printStackTrace(new PrintWriter(trace));
            properties.setProperty("trace", trace.toString());
        }
    }

    private void failed(Kind kind, Problem problem, String message, List<String> details) {
        properties.setProperty("failure", kind.name());
        properties.setProperty("code", problem.code().name());
        properties.setProperty("settings", names(problem));
        properties.setProperty("message", message);
        properties.setProperty("details", String.join("\n", details));
    }

    private static String names(Problem problem) {
        return problem.settings().stream().map(Setting::apiName).collect(Collectors.joining(","));
    }

    private static Kind kind(Throwable thrown) {
        if (thrown instanceof ProjectException) {
            return Kind.PROJECT;
        }
        if (thrown instanceof IllegalArgumentException) {
            return Kind.INPUT;
        }
        if (thrown instanceof CancellationException) {
            return Kind.CANCELLED;
        }
        boolean environment = thrown instanceof OraculumException ours && ours.code() != OraculumException.Code.INTERNAL
                || thrown instanceof OutOfMemoryError;
        return environment ? Kind.ENVIRONMENT : Kind.INTERNAL;
    }

    boolean isFailure() {
        return properties.containsKey("failure");
    }

    /** The whole file or none: its absence says that this JVM did not come so far. */
    void write(Path file) throws IOException {
        Path fresh = file.resolveSibling(file.getFileName() + ".new");
        try (Writer out = Files.newBufferedWriter(fresh, StandardCharsets.UTF_8)) {
            properties.store(out, null);
        }
        Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }
}
