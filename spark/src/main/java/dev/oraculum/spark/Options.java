package dev.oraculum.spark;

import java.io.Serializable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What the driver is asked for.
 *
 * @param oraculum the command line as one jar, {@code oraculum.jar}, where every machine finds it
 * @param results a folder that all machines share
 * @param json where the merged result goes, on the machine of the driver
 * @param folder in which relative paths of the command are meant
 * @param command {@code improve} or {@code generate}, with its options
 */
record Options(String oraculum, String results, String json, String folder, List<String> command) implements Serializable {
    static final String USAGE = "usage: --oraculum oraculum.jar --results FOLDER --json FILE -- improve|generate OPTIONS";

    private static final Set<String> COMMANDS = Set.of("improve", "generate");
    /** What the driver says itself, and by which a command keeps what it has done, as the driver does. */
    private static final Set<String> OWN = Set.of("--shard", "--json", "--evidence", "--resume");
    static final String FORCE = "--force";
    private static final String OUT = "--out";
    /** As of the command line. */
    private static final String DEFAULT_OUT = "oraculum-tests";

    Options {
        command = List.copyOf(command);
    }

    /** @param folder in which relative paths are meant */
    static Options parse(List<String> arguments, Path folder) throws UsageException {
        int end = arguments.indexOf("--");
        if (end < 0) {
            throw new UsageException("the command to divide is missing, behind `--`; " + USAGE);
        }
        String oraculum = null;
        String results = null;
        String json = null;
        List<String> own = arguments.subList(0, end);
        for (int at = 0; at < own.size(); at += 2) {
            String value = at + 1 < own.size() ? own.get(at + 1) : null;
            if (value == null) {
                throw new UsageException(own.get(at) + " has no value; " + USAGE);
            }
            switch (own.get(at)) {
                case "--oraculum" -> oraculum = folder.resolve(value).toString();
                case "--results" -> results = folder.resolve(value).toString();
                case "--json" -> json = folder.resolve(value).toString();
                default -> throw new UsageException("there is no option " + own.get(at) + "; " + USAGE);
            }
        }
        if (oraculum == null || results == null || json == null) {
            String missing = oraculum == null ? "--oraculum" : results == null ? "--results" : "--json";
            throw new UsageException(missing + " is missing; " + USAGE);
        }
        List<String> command = new ArrayList<>(arguments.subList(end + 1, arguments.size()));
        if (command.isEmpty() || !COMMANDS.contains(command.get(0))) {
            throw new UsageException("only improve and generate are divided; " + USAGE);
        }
        for (String option : command) {
            if (OWN.stream().anyMatch(name -> option.equals(name) || option.startsWith(name + "="))) {
                throw new UsageException(option + " is the driver's: leave it out of the command; " + USAGE);
            }
        }
        return new Options(oraculum, results, json, folder.toString(), command);
    }

    /** Where the command writes tests; empty: it writes none. */
    Optional<Path> tests() {
        if (!command.get(0).equals("generate")) {
            return Optional.empty();
        }
        String out = DEFAULT_OUT;
        for (int at = 0; at < command.size(); at++) {
            if (command.get(at).startsWith(OUT + "=")) {
                out = command.get(at).substring(OUT.length() + 1);
            } else if (command.get(at).equals(OUT) && at + 1 < command.size()) {
                out = command.get(at + 1);
            }
        }
        return Optional.of(Path.of(folder).resolve(out));
    }

    /** Whether tests that are there may be written over. */
    boolean isForced() {
        return command.contains(FORCE);
    }
}
