package dev.oraculum.api.infer;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.List;

/**
 * Likely invariants, as the engine answers.
 *
 * @param exitsWithoutEntry samples of exits whose entry is not in the trace; they were left out
 * @param entriesWithoutExit invocations in the trace that never ended
 * @param truncated files of the trace that end before their last sample does; that sample was left out
 * @param assertion of the states of a method: what the assertion language can say of its exit, conjoined as far as a search can begin from
 * it; null: nothing
 */
public record Inference(
        List<Point> points, long exitsWithoutEntry, long entriesWithoutExit, List<Truncated> truncated, String assertion) {
    /**
     * A file that was cut off.
     *
     * @param line the number of the last line that is there
     */
    public record Truncated(String file, long line) {}

    /**
     * A program point.
     *
     * @param name as Daikon writes it: {@code pkg.C.m(int):::EXIT12}
     * @param method {@code pkg.C.m(int)}, or the class of a point of objects or of a class
     * @param place {@code object}, {@code class}, {@code entry}, {@code exit} or {@code other}
     * @param line of one exit among several; null: all exits
     * @param samples how many
     * @param variables their names, the derived ones included
     * @param variablesLeftOut derived variables that there was no room for
     * @param invariants those to report
     * @param implied how many more are justified and follow from others of the point
     * @param elsewhere how many more are said at another point
     */
    public record Point(
            String name,
            String method,
            String place,
            Integer line,
            int samples,
            List<String> variables,
            int variablesLeftOut,
            List<Invariant> invariants,
            int implied,
            int elsewhere) {}

    /** What kind of thing an invariant says; in the order of how much that is, the most first. */
    public enum Says {
        /** What a value is, by others: {@code x == y}, a line, a function. */
        EQUATION("equation"),
        /** That a value is always the same. */
        CONSTANT("constant"),
        /** What holds where something else does. */
        IMPLICATION("implication"),
        /** What a sequence or a text is made of: sorted, a member, a part. */
        CONTENTS("contents"),
        /** Which of two values is larger. */
        ORDER("order"),
        /** That a value is one of a few. */
        VALUES("values"),
        /** Bounds, remainders, powers of 2. */
        BOUND("bound"),
        /** That a value is not 0 or null, or that two differ. */
        DIFFERENCE("difference"),
        /** That a value is what it was on entry. */
        UNCHANGED("unchanged");

        private final String word;

        Says(String word) {
            this.word = word;
        }

        @JsonValue
        public String word() {
            return word;
        }
    }

    /**
     * An invariant.
     *
     * @param says what kind of thing
     * @param daikon in Daikon's notation
     * @param jml as JML; null: Java has no words for it
     * @param assertion in the assertion language; null: it has no words for it, or the samples are those of a file
     * @param java the same as Java; at an entry with the names that values have there
     * @param confidence that it is no chance, 0 to 1
     * @param samples samples, or elements of sequences, that it was judged by
     */
    public record Invariant(
            Says says, String daikon, String jml, String assertion, String java, List<String> variables, double confidence, long samples) {}
}
