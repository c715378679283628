package dev.oraculum.pipeline;

import dev.oraculum.api.generate.GenerateReport.MutantEnd;
import dev.oraculum.facts.ClassPath;
import dev.oraculum.facts.ClassPathException;
import dev.oraculum.generation.AssertionChoice;
import dev.oraculum.generation.AssertionChoice.Target;
import dev.oraculum.generation.GenerationRun;
import dev.oraculum.generation.GenerationRun.Survived;
import dev.oraculum.generation.KeptTests.Extent;
import dev.oraculum.generation.KeptTests.Kept;
import dev.oraculum.generation.TypeFacts;
import dev.oraculum.mutation.EquivalentMutants;
import dev.oraculum.mutation.Mutant;
import dev.oraculum.mutation.MutantSchemata;
import dev.oraculum.mutation.Mutants;
import dev.oraculum.mutation.Mutators;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The mutants of a class and of what is nested in it, and what its tests make of them. */
final class ClassMutants {
    /** A JVM runs it once, before there is a mutant. */
    private static final String STATIC_INITIALIZER = "<clinit>(";

    private final ClassPath classPath;
    private final TypeFacts facts;
    private final MutantInfections infections;
    private final int most;
    private final List<Mutant> all;
    private final Map<String, byte[]> originals = new HashMap<>();
    /** By place among all. */
    private final List<Optional<MutantSchemata.Place>> places;
    /** Places among all. */
    private final Set<Integer> equivalent = new HashSet<>();
    /** By place among those that were to be run, the place among all. */
    private final List<Integer> chosen = new ArrayList<>();
    /** The same, numbered so. */
    private final List<Target> targets = new ArrayList<>();
    /** Places among the chosen ones. */
    private Set<Integer> run = Set.of();

    /**
     * @param classFiles that the facts' goals are of
     * @param isMeant which of them count
     * @param most mutants that are run; of more, as many at even distances
     */
    ClassMutants(ClassPath classPath, TypeFacts facts, List<byte[]> classFiles, Predicate<Mutant> isMeant, int most) {
        this.classPath = classPath;
        this.facts = facts;
        infections = new MutantInfections(facts, classFiles);
        this.most = most;
        all = most == 0 ? List.of() : TypeFacts.classes(classPath, facts.target()).stream()
                .flatMap(name -> of(classPath, name).stream())
                .filter(mutant -> !mutant.method().startsWith(STATIC_INITIALIZER))
                .filter(isMeant)
                .toList();
        places = places();
    }

    /** Those of a class are next to each other. */
    private List<Optional<MutantSchemata.Place>> places() {
        List<Optional<MutantSchemata.Place>> found = new ArrayList<>();
        all.stream().collect(Collectors.groupingBy(Mutant::className, LinkedHashMap::new, Collectors.toList()))
                .forEach((name, mutants) -> found.addAll(MutantSchemata.of(original(mutants.get(0)), mutants)));
        return found;
    }

    private static List<Mutant> of(ClassPath classPath, String name) {
        try {
            return Mutants.ofClass(classPath, name, Mutators.defaults());
        } catch (ClassPathException e) {
            // Its tests are worth having without them.
            return List.of();
        }
    }

    /** All of them, by class and line. */
    List<Mutant> all() {
        return all;
    }

    /** The class file that a mutant is of. */
    byte[] original(Mutant mutant) {
        return originals.computeIfAbsent(
                mutant.className(), name -> classPath.findInProject(name.replace('.', '/')).orElseThrow());
    }

    /**
     * Looks which are equivalent, as long as there is time: of those that survived the run, and of those that were not run. The others are
     * none.
     *
     * @param survivors their numbers in the run
     */
    void prove(List<Integer> survivors, BooleanSupplier more) {
        List<Integer> open = new ArrayList<>(survivors.stream().map(chosen::get).toList());
        Set<Integer> ran = run.stream().map(chosen::get).collect(Collectors.toSet());
        IntStream.range(0, all.size()).filter(place -> !ran.contains(place)).forEach(open::add);
        Map<String, EquivalentMutants> byClass = new HashMap<>();
        for (int place : open) {
            Mutant mutant = all.get(place);
            if (!more.getAsBoolean()) {
                return;
            }
            if (byClass.computeIfAbsent(mutant.className(), name -> new EquivalentMutants(original(mutant))).isProved(mutant)) {
                equivalent.add(place);
            }
        }
    }

    /** Lines of which the beginning is covered. */
    private Set<Integer> lines(Set<Integer> covered) {
        Set<Integer> lines = new HashSet<>();
        int goal = 0;
        for (TypeFacts.MethodGoals method : facts.goals()) {
            for (TypeFacts.Point point : method.points()) {
                for (int outcome = 0; outcome < point.goals(); outcome++) {
                    if (covered.contains(goal++)) {
                        lines.add(point.line());
                    }
                }
            }
        }
        return lines;
    }

    private static boolean isReached(Mutant mutant, Set<Integer> lines) {
        return mutant.line() <= 0 || lines.contains(mutant.line());
    }

    /** Runs those whose lines the tests reach, as long as there is time. */
    void run(AssertionChoice choice, List<Kept> tests, BooleanSupplier more) {
        Set<Integer> covered = new HashSet<>();
        tests.forEach(test -> covered.addAll(test.covers()));
        Set<Integer> lines = lines(covered);
        List<Integer> reached = new ArrayList<>();
        for (int place = 0; place < all.size(); place++) {
            if (isReached(all.get(place), lines)) {
                reached.add(place);
            }
        }
        int count = Math.min(most, reached.size());
        for (int i = 0; i < count; i++) {
            int place = reached.get((int) ((long) i * reached.size() / count));
            chosen.add(place);
            Mutant mutant = all.get(place);
            targets.add(new Target(i, mutant, places.get(place).orElse(null), goals(mutant), infections.of(mutant, original(mutant))));
        }
        run = choice.run(targets, more);
    }

    /**
     * Tries variants of the tests on those that survive and are not equivalent, round by round, as long as there is time and some round
     * kills one.
     */
    void breedKillers(AssertionChoice choice, List<Integer> survivors, VariantRounds rounds, BooleanSupplier more) {
        List<Target> open = new ArrayList<>(
                survivors.stream().filter(number -> !equivalent.contains(chosen.get(number))).map(targets::get).toList());
        while (!open.isEmpty() && rounds.goOn() && more.getAsBoolean()) {
            Set<Integer> killed = rounds.run(times -> choice.tryVariants(open, times, more));
            open.removeIf(target -> killed.contains(target.number()));
        }
    }

    /** The goals of a mutant's line; where it has none, that of its method's entry. */
    List<Integer> goals(Mutant mutant) {
        List<Integer> ofLine = new ArrayList<>();
        List<Integer> ofMethod = new ArrayList<>();
        int goal = 0;
        for (TypeFacts.MethodGoals method : facts.goals()) {
            boolean same = method.className().replace('/', '.').equals(mutant.className());
            for (TypeFacts.Point point : method.points()) {
                if (same && point.kind() == TypeFacts.PointKind.LINE && point.line() == mutant.line()) {
                    ofLine.add(goal);
                }
                if (same && point.kind() == TypeFacts.PointKind.ENTRY
                        && mutant.method().equals(ScopedGoals.signature(method.name(), method.descriptor()))) {
                    ofMethod.add(goal);
                }
                goal += point.goals();
            }
        }
        return ofLine.isEmpty() ? ofMethod : ofLine;
    }

    /**
     * What the written tests make of each: killed, equivalent, or survived; null: it was not run. Mutants are their places among all.
     *
     * @param written by place of a test that is written, what it asserts
     */
    Outcome outcome(GenerationRun generation, Map<Integer, Extent> written) {
        Map<Integer, Survived> survived = new HashMap<>();
        Set<Integer> killed = new TreeSet<>();
        if (!run.isEmpty()) {
            GenerationRun.Verdicts verdicts = generation.verdicts(written);
            verdicts.killed().forEach(number -> killed.add(chosen.get(number)));
            verdicts.survived().stream().filter(one -> run.contains(one.mutant()))
                    .forEach(one -> survived.put(chosen.get(one.mutant()), one));
        }
        return new Outcome(killed, Set.copyOf(equivalent), survived);
    }

    /** Mutants by their places among all; those that are nowhere were not run. */
    record Outcome(Set<Integer> killed, Set<Integer> equivalent, Map<Integer, Survived> survived) {
        /** What can be said of one without knowing whether it is reached; null: nothing. */
        MutantEnd end(int place) {
            return killed.contains(place) ? MutantEnd.KILLED : equivalent.contains(place) ? MutantEnd.EQUIVALENT : null;
        }
    }
}
