package dev.oraculum.evaluation.merging;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What a person said of clauses who read them beside the method's source and documentation. Kept in docs/results/merge-rate-reading.tsv, a
 * clause a line: method, clause, verdict, and, where there is something to say, a remark; so it holds for every state of the code that
 * finds the same clause. Lines that begin with {@code #} are comments.
 */
record Reading(Map<String, Verdict> verdicts, Map<String, String> remarks) {
    /** The file, from the checkout. */
    static final String FILE = "docs/results/merge-rate-reading.tsv";

    /** What a clause is. */
    enum Verdict {
        /** True, and worth a line in the source: it says something of what the method is for. */
        USEFUL,
        /** True, and says little: a maintainer would leave it out. */
        LITTLE,
        /** True of every method of these types, or by definition. */
        VACUOUS,
        /** Some call that the method allows makes it false. */
        FALSE;

        String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    static Reading of(Path checkout) throws IOException {
        Map<String, Verdict> verdicts = new HashMap<>();
        Map<String, String> remarks = new HashMap<>();
        Path file = checkout.resolve(FILE);
        List<String> lines = Files.exists(file) ? Files.readAllLines(file) : List.of();
        for (int number = 1; number <= lines.size(); number++) {
            String line = lines.get(number - 1);
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            String[] parts = line.split("\t");
            if (parts.length < 3 || parts.length > 4) {
                throw new IllegalArgumentException(file + ", line " + number + ": expected method, clause, verdict and perhaps a remark");
            }
            String key = key(parts[0], parts[1]);
            verdicts.put(key, Verdict.valueOf(parts[2].toUpperCase(Locale.ROOT)));
            if (parts.length > 3) {
                remarks.put(key, parts[3]);
            }
        }
        return new Reading(verdicts, remarks);
    }

    private static String key(String method, String clause) {
        return method + "\t" + clause;
    }

    /** Null: nobody has read it. */
    Verdict of(String method, String clause) {
        return verdicts.get(key(method, clause));
    }

    /** Empty: there is none. */
    String remark(String method, String clause) {
        return remarks.getOrDefault(key(method, clause), "");
    }
}
