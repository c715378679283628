package dev.oraculum.pipeline;

/** Words for a reader. */
final class Text {
    private Text() {}

    /** {@code 1 mutant}, {@code 3 mutants}. */
    static String count(long n, String noun) {
        return n + " " + noun + (n == 1 ? "" : "s");
    }
}
