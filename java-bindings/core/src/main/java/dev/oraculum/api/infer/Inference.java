package dev.oraculum.api.infer;

import java.util.List;

/**
 * Likely invariants, as the engine answers.
 *
 * @param exitsWithoutEntry samples of exits whose entry is not in the trace; they were left out
 * @param entriesWithoutExit invocations in the trace that never ended
 * @param truncated files of the trace that end before their last sample does; that sample was left out
 * @param assertion of the states of a method: what the assertion language can say of its exit, conjoined as far as a search can begin from it; null: nothing
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

    /**
     * An invariant.
     *
     * @param daikon in Daikon's notation
     * @param assertion in the assertion language; null: it has no words for it, or the samples are those of a file
     * @param java the same as Java
     * @param confidence that it is no chance, 0 to 1
     * @param samples samples, or elements of sequences, that it was judged by
     */
    public record Invariant(String daikon, String assertion, String java, List<String> variables, double confidence, long samples) {}
}
