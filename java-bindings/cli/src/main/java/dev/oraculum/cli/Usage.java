package dev.oraculum.cli;

import dev.oraculum.api.Oraculum;
import dev.oraculum.facts.SimilarNames;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
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

    /** What to do where file names have characters that the locale has not. */
    static String encodingHint() {
        String encoding = System.getProperty("sun.jnu.encoding", "");
        return encoding.startsWith("UTF") ? "" : "; file names are taken as " + encoding
                + " here: set LC_ALL to a UTF-8 locale, such as C.UTF-8";
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

    /** @param file may be null: not given */
    static void requireFile(CommandSpec spec, String option, Path file) {
        if (file == null || Files.isRegularFile(file)) {
            return;
        }
        String what = Files.isDirectory(file) ? "is a folder; name a file" : Files.exists(file) ? "is a device or pipe; name a file"
                : "does not exist; name a file";
        throw wrong(spec, option + " " + file + " " + what);
    }

    /** @param folder may be null: not given */
    static void requireFolder(CommandSpec spec, String option, Path folder, String which) {
        if (folder != null && !Files.isDirectory(folder)) {
            throw wrong(spec, option + " " + folder + (Files.exists(folder) ? " is no folder; give " : " does not exist; give ") + which);
        }
    }

    /** The end of a sentence that says what a user may have meant; empty if nothing is near. */
    static String didYouMean(String written, Collection<String> names) {
        List<String> similar = SimilarNames.of(written, names);
        return similar.isEmpty() ? "" : "; did you mean " + String.join(" or ", similar) + "?";
    }

    /** The entries of a class path that an option has. */
    static List<Path> split(CommandSpec spec, String option, String path) {
        try {
            List<Path> entries = Oraculum.classPath(path);
            if (entries.isEmpty()) {
                throw wrong(spec, option + " is empty: name jars or folders");
            }
            return entries;
        } catch (InvalidPathException e) {
            throw wrong(spec, option + ": '" + e.getInput() + "' is no path: " + e.getReason() + encodingHint());
        }
    }
}
