package dev.oraculum.page;

import java.util.Map;

/**
 * Something in a result that somebody should look at, where it is.
 *
 * @param level how much it matters
 * @param message a sentence or more, for people
 * @param file of the source, below some folder of sources: {@code pkg/C.java}; null: it is not known
 * @param line 0: it is not known
 * @param snippet what stands in that line; null: it is not known
 * @param name of the test, method or class that it is about
 * @param key tells it from others of its rule, in this run and the next
 * @param rank from 0 to 100, the highest first; null: none
 * @param figures further ones, by name
 */
record Finding(
        Rule rule, Level level, String message, String file, int line, String snippet, String name, String key, Double rank,
        Map<String, Double> figures) {
    /** SARIF's levels (3.27.10). */
    enum Level {
        ERROR,
        WARNING,
        NOTE
    }

    /** What there is to find. */
    enum Rule {
        /** Of rank. */
        UNSAFE_ASSERTION("unsafe-assertion", "UnsafeAssertion", "assertion/v1", Level.WARNING, "The assertion may be wrong",
                "It depends on values that break what always holds in the manual tests, in an execution that is similar to theirs: it may"
                        + " assert what a fault does."),
        /** Of check. */
        ORACLE_MISMATCH("oracle-mismatch", "OracleMismatch", "mismatch/v1", Level.ERROR, "The code gives other values than the oracle has",
                "A variable was given other values in a test than when the oracle was recorded."),
        /** Of generate. */
        BROKEN_CONTRACT("broken-contract", "BrokenContract", "contract/v1", Level.ERROR, "Objects break a contract",
                "Objects that tests have made do not keep what Object or Comparable promises."),
        /** Of generate. */
        SURVIVING_MUTANT("surviving-mutant", "SurvivingMutant", "mutant/v1", Level.NOTE, "No test notices a change",
                "The tests of the class pass as well if this line is changed as it says.");

        private final String id;
        private final String title;
        private final String fingerprint;
        private final Level level;
        private final String brief;
        private final String full;

        Rule(String id, String title, String fingerprint, Level level, String brief, String full) {
            this.id = id;
            this.title = title;
            this.fingerprint = fingerprint;
            this.level = level;
            this.brief = brief;
            this.full = full;
        }

        String id() {
            return id;
        }

        String title() {
            return title;
        }

        /** What the key of a finding is called; another version of keys has another name. */
        String fingerprint() {
            return fingerprint;
        }

        Level level() {
            return level;
        }

        String brief() {
            return brief;
        }

        String full() {
            return full;
        }
    }

    /** {@code pkg/C.java} of {@code pkg.C$Nested}; null: there is no class. */
    static String fileOf(String className) {
        if (className == null) {
            return null;
        }
        int nested = className.indexOf('$', className.lastIndexOf('.') + 2);
        return (nested < 0 ? className : className.substring(0, nested)).replace('.', '/') + ".java";
    }
}
