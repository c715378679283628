package dev.oraculum.api.improve;

import java.util.List;

/**
 * What mutants were refused (docs/containment.md). The states of a test from its first refusal on are no evidence.
 *
 * @param mutants how many were refused something
 * @param tests runs of tests on mutants that were refused something
 * @param refused what, by kind and target, at most {@value #MOST}, the most frequent first
 */
public record Contained(long mutants, long tests, List<Refusal> refused) {
    /** Refusals that are listed. */
    public static final int MOST = 100;

    /** Nothing was refused. */
    public static final Contained NONE = new Contained(0, 0, List.of());

    public Contained {
        refused = List.copyOf(refused);
    }

    /**
     * One kind of refusal.
     *
     * @param kind {@code write}, {@code process}, {@code net}, {@code exit}, {@code native}, {@code global} or {@code descriptor}
     * @param target the file, the command, the host; long numbers are taken out of it
     * @param mutants how many tried it
     */
    public record Refusal(String kind, String target, long mutants) {}
}
