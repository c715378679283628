package dev.oraculum.mutation;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import org.pitest.mutationtest.engine.gregor.MethodMutatorFactory;
import org.pitest.mutationtest.engine.gregor.config.Mutator;

/** A choice of mutators, by the names of PIT's and their groups, and our group of {@linkplain ClassicMutator classic operators}. */
public final class Mutators {
    /** PIT's own choice. */
    public static final String DEFAULT = "DEFAULTS";
    /** The group of all, which PIT knows but does not list. */
    private static final String ALL = "ALL";
    /** Our group of the classic operators. */
    public static final String CLASSIC = "CLASSIC";

    private final List<MethodMutatorFactory> chosen;
    private final Map<String, String> names = new HashMap<>();

    private Mutators(Collection<MethodMutatorFactory> chosen) {
        this.chosen = List.copyOf(chosen);
        for (MethodMutatorFactory mutator : chosen) {
            names.put(mutator.getGloballyUniqueId(), shortName(mutator));
        }
    }

    /**
     * Chooses by names: a mutator ({@code MATH}), a group ({@code DEFAULTS}, {@code STRONGER}, {@code ALL}: all of PIT's, {@code CLASSIC}),
     * or a mutator of PIT's with a minus in front to leave it out. Case does not matter.
     *
     * @throws IllegalArgumentException a name that PIT does not have, or nothing is left
     */
    public static Mutators named(List<String> names) {
        Collection<String> known = known();
        List<String> asked = new ArrayList<>();
        for (String name : names) {
            String upper = name.strip().toUpperCase(Locale.ROOT);
            String bare = upper.startsWith("-") ? upper.substring(1) : upper;
            if (!known.contains(bare)) {
                throw new IllegalArgumentException(
                        "no mutator or group is called " + name + "; there are " + String.join(", ", known));
            }
            asked.add(upper);
        }
        boolean classic = asked.remove(CLASSIC);
        Collection<MethodMutatorFactory> chosen = new ArrayList<>(Mutator.fromStrings(asked));
        if (classic) {
            chosen.addAll(ClassicMutator.all());
        }
        if (chosen.isEmpty()) {
            throw new IllegalArgumentException(
                    "no mutator is left by " + String.join(",", names) + "; name at least one to use");
        }
        return new Mutators(chosen);
    }

    /** PIT's defaults. */
    public static Mutators defaults() {
        return named(List.of(DEFAULT));
    }

    /** All names of mutators and groups, sorted. */
    public static Collection<String> known() {
        Collection<String> known = new TreeSet<>(Mutator.allMutatorIds());
        known.add(ALL);
        known.add(CLASSIC);
        return known;
    }

    List<MethodMutatorFactory> factories() {
        return chosen;
    }

    String nameOf(String globallyUniqueId) {
        return names.getOrDefault(globallyUniqueId, globallyUniqueId);
    }

    /** The hundred mutators that remove case n of a switch share one name; their ids tell them apart. */
    private static String shortName(MethodMutatorFactory mutator) {
        String name = mutator.getName();
        if (!name.contains("[")) {
            return name;
        }
        String id = mutator.getGloballyUniqueId();
        String number = id.replaceFirst("^.*?(\\d+)$", "$1");
        return "REMOVE_SWITCH" + (number.equals(id) ? "" : "_" + number);
    }
}
