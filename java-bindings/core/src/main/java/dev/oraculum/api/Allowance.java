package dev.oraculum.api;

import dev.oraculum.runtime.containment.Deed.Kind;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** What mutants may do outside of their scratch folder: {@code write=FOLDER}, or a kind of deed by its name. */
final class Allowance {
    private static final String WRITE = Kind.WRITE.word() + "=";

    /** Ending the JVM is never allowed: nothing would be learnt from it. */
    private static final Set<String> KINDS = Arrays.stream(Kind.values())
            .filter(kind -> kind != Kind.WRITE && kind != Kind.EXIT)
            .map(Kind::word)
            .collect(Collectors.toCollection(TreeSet::new));

    private Allowance() {}

    /**
     * The entries, sorted, each once, with absolute folders.
     *
     * @throws IllegalArgumentException one of them is of no known kind, or its folder is none
     */
    static List<String> checked(List<String> entries) {
        return entries.stream().map(Allowance::checked).distinct().sorted().toList();
    }

    private static String checked(String entry) {
        if (KINDS.contains(entry)) {
            return entry;
        }
        if (!entry.startsWith(WRITE) || entry.length() == WRITE.length()) {
            throw new IllegalArgumentException("mutants may be allowed " + WRITE + "FOLDER, " + String.join(", ", KINDS) + "; not \""
                    + entry + "\"");
        }
        try {
            return WRITE + Path.of(entry.substring(WRITE.length())).toAbsolutePath().normalize();
        } catch (InvalidPathException e) {
            throw new IllegalArgumentException("mutants may be allowed " + WRITE + "FOLDER: " + e.getMessage(), e);
        }
    }
}
