package dev.oraculum.api.select;

import java.util.List;

/**
 * Oracle data in the order in which they are worth asserting on.
 *
 * @param figures of the analysis
 * @param data all oracle data, in the order of the code; the rest refers to their places in this list
 * @param selected in the order of the selection
 * @param conditions branches that are links of chains; in the chains their places follow those of the data
 * @param chains all chains of the substitution graph, by observer; null unless asked for
 */
public record Selection(Figures figures, List<OracleDatum> data, List<Selected> selected, List<Condition> conditions, List<Chain> chains) {

    /**
     * Sizes.
     *
     * @param classes analysed classes
     * @param methods their methods
     * @param reachableMethods those that the tests, or without tests any client, may reach
     * @param data oracle data of those
     * @param chains chains between them
     * @param cyclicChains chains left out because they close a cycle: of recursion, or of fields that methods write for each other
     */
    public record Figures(int classes, int methods, int reachableMethods, int data, int chains, int cyclicChains) {}

    /**
     * A selected oracle datum.
     *
     * @param datum its place
     * @param capability its fault-observing capability when it was selected, what others observe already counting less; 0: it adds nothing
     * @param initial its fault-observing capability before anything was selected
     * @param observes what it observes, itself included, the best first
     */
    public record Selected(int datum, double capability, double initial, List<Observed> observes) {}

    /** @param capability how well the datum at that place is observed: above 0, at most 1 */
    public record Observed(int datum, double capability) {}

    /**
     * A branch.
     *
     * @param className binary name
     * @param descriptor of the method
     * @param line 0: unknown
     */
    public record Condition(String className, String method, String descriptor, int line) {}

    /**
     * A definition-use chain.
     *
     * @param observer the datum whose definition uses the other's value, or the condition that reads it
     * @param observed the other
     * @param probability how likely the observer is defined when the observed is
     */
    public record Chain(int observer, int observed, double probability) {}
}
