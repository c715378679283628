package dev.oraculum.pipeline;

import dev.oraculum.api.improve.Contained;
import dev.oraculum.execution.UnitResult;
import dev.oraculum.runtime.containment.Deed;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Adds up what mutants were refused, in any order of the mutants. */
final class ContainedUnits {
    private final Map<Deed, Long> mutantsByDeed = new TreeMap<>(Comparator.comparing(Deed::kind).thenComparing(Deed::target));
    private long mutants;
    private long tests;

    /**
     * What one unit keeps of it.
     *
     * @param tests those that were refused something
     * @param refused what it was
     */
    record OfUnit(long tests, List<Deed> refused) {
        OfUnit {
            refused = List.copyOf(refused);
        }

        static OfUnit of(UnitResult result) {
            return new OfUnit(result.contained(), List.copyOf(result.deeds()));
        }
    }

    /** @param unit null: nothing was refused, or the evidence is of a release that did not refuse anything */
    void add(OfUnit unit) {
        if (unit == null || unit.refused().isEmpty()) {
            return;
        }
        mutants++;
        tests += unit.tests();
        unit.refused().forEach(deed -> mutantsByDeed.merge(deed, 1L, Long::sum));
    }

    Contained sum() {
        List<Contained.Refusal> refused = new ArrayList<>();
        mutantsByDeed.forEach((deed, count) -> refused.add(new Contained.Refusal(deed.kind().word(), deed.target(), count)));
        // A stable sort: equally frequent ones stay in the order of kind and target.
        refused.sort(Comparator.comparingLong(Contained.Refusal::mutants).reversed());
        return new Contained(mutants, tests, refused.subList(0, Math.min(Contained.MOST, refused.size())));
    }
}
