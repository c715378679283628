package dev.oraculum.cli;

import dev.oraculum.api.ProjectException;
import dev.oraculum.facts.ClassPath;
import dev.oraculum.facts.ClassPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** What is wrong with a command line, as picocli reports its own findings. */
final class Usage {
    private Usage() {}

    /** An exception that ends in exit code 2 and the message. */
    static ParameterException wrong(CommandSpec spec, String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    /** @param options in the order in which they are asked for, as pairs of name and value; null: not given */
    static void requireGiven(CommandSpec spec, Map<String, ?> options) {
        List<String> missing = new ArrayList<>();
        options.forEach((name, value) -> {
            if (value == null) {
                missing.add(name);
            }
        });
        if (!missing.isEmpty()) {
            throw wrong(spec, "missing " + String.join(", ", missing));
        }
    }

    static void requireSeconds(CommandSpec spec, String option, Integer seconds) {
        if (seconds != null && seconds < 1) {
            throw wrong(spec, option + " " + seconds + ": expected 1 or more seconds");
        }
    }

    static void requireThreads(CommandSpec spec, int threads) {
        if (threads < 0) {
            throw wrong(spec, "--threads " + threads + ": expected 1 or more, or 0 for one per processor");
        }
    }

    /** The entries of a class path that an option has. */
    static List<Path> split(CommandSpec spec, String option, String path) {
        try {
            List<Path> entries = ClassPath.split(path);
            if (entries.isEmpty()) {
                throw wrong(spec, option + " is empty: name jars or folders");
            }
            return entries;
        } catch (ClassPathException e) {
            throw new ProjectException(e.getMessage(), e);
        }
    }
}
