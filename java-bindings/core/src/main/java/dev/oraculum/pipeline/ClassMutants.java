package dev.oraculum.pipeline;

import dev.oraculum.api.generate.GenerateReport.MutantEnd;
import dev.oraculum.api.generate.GenerateReport.MutantResult;
import dev.oraculum.facts.ClassPath;
import dev.oraculum.facts.ClassPathException;
import dev.oraculum.generation.AssertionChoice;
import dev.oraculum.generation.AssertionChoice.Target;
import dev.oraculum.generation.GenerationRun;
import dev.oraculum.generation.KeptTests.Kept;
import dev.oraculum.generation.SuiteCheck;
import dev.oraculum.generation.TypeFacts;
import dev.oraculum.mutation.Mutant;
import dev.oraculum.mutation.Mutants;
import dev.oraculum.mutation.Mutators;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/** The mutants of a class and of what is nested in it, and what its tests make of them. */
final class ClassMutants {
    /** A JVM runs it once, before there is a mutant. */
    private static final String STATIC_INITIALIZER = "<clinit>(";

    private final TypeFacts facts;
    private final int most;
    private final List<Mutant> all;
    /** By place among those that were to be run, the place among all. */
    private final List<Integer> chosen = new ArrayList<>();
    /** The same, numbered so. */
    private final List<Target> targets = new ArrayList<>();
    /** Places among the chosen ones. */
    private Set<Integer> run = Set.of();

    /**
     * @param isMeant which of them count
     * @param most mutants that are run; of more, as many at even distances
     */
    ClassMutants(ClassPath classPath, TypeFacts facts, Predicate<Mutant> isMeant, int most) {
        this.facts = facts;
        this.most = most;
        all = most == 0 ? List.of() : TypeFacts.classes(classPath, facts.target()).stream()
                .flatMap(name -> of(classPath, name).stream())
                .filter(mutant -> !mutant.method().startsWith(STATIC_INITIALIZER))
                .filter(isMeant)
                .toList();
    }

    private static List<Mutant> of(ClassPath classPath, String name) {
        try {
            return Mutants.ofClass(classPath, name, Mutators.defaults());
        } catch (ClassPathException e) {
            // Its tests are worth having without them.
            return List.of();
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

    /** Runs those that the tests reach, as long as there is time. */
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
            targets.add(new Target(i, all.get(place), goals(all.get(place))));
        }
        run = choice.run(targets, more);
    }

    /**
     * Tries variants of the tests on those that survive, round by round, as long as there is time and some round kills one.
     *
     * @param rounds in a row that may kill none
     */
    void breedKillers(AssertionChoice choice, List<Integer> survivors, int rounds, BooleanSupplier more) {
        List<Target> open = new ArrayList<>(survivors.stream().map(targets::get).toList());
        int futile = 0;
        while (!open.isEmpty() && futile < rounds && more.getAsBoolean()) {
            Set<Integer> killed = choice.tryVariants(open, more);
            open.removeIf(target -> killed.contains(target.number()));
            futile = killed.isEmpty() ? futile + 1 : 0;
        }
    }

    /** The goals of a mutant's line; where it has none, that of its method's entry. */
    private List<Integer> goals(Mutant mutant) {
        List<Integer> ofLine = new ArrayList<>();
        List<Integer> ofMethod = new ArrayList<>();
        int goal = 0;
        for (TypeFacts.MethodGoals method : facts.goals()) {
            boolean same = method.className().replace('/', '.').equals(mutant.className());
            for (TypeFacts.Point point : method.points()) {
                if (same && point.kind() == TypeFacts.PointKind.LINE && point.line() == mutant.line()) {
                    ofLine.add(goal);
                }
                if (same && point.kind() == TypeFacts.PointKind.ENTRY && mutant.method().equals(ScopedGoals.signature(method.name(), method.descriptor()))) {
                    ofMethod.add(goal);
                }
                goal += point.goals();
            }
        }
        return ofLine.isEmpty() ? ofMethod : ofLine;
    }

    /** @param generation null: it kept no test */
    List<MutantResult> results(SuiteCheck check, GenerationRun generation) {
        Set<Integer> killed = new HashSet<>();
        if (generation != null) {
            Set<Integer> asserted = new TreeSet<>();
            Set<Integer> bare = new TreeSet<>();
            for (int i = 0; i < check.kept().size(); i++) {
                (check.kept().get(i).assertions().isEmpty() ? bare : asserted).add(check.places().get(i));
            }
            generation.verdicts(asserted, bare).killed().forEach(mutant -> killed.add(chosen.get(mutant)));
        }
        Set<Integer> ran = new HashSet<>();
        run.forEach(place -> ran.add(chosen.get(place)));
        Set<Integer> lines = lines(check.covered());
        List<MutantResult> results = new ArrayList<>();
        for (int place = 0; place < all.size(); place++) {
            Mutant mutant = all.get(place);
            MutantEnd end = killed.contains(place) ? MutantEnd.KILLED
                    : !isReached(mutant, lines) ? MutantEnd.NOT_REACHED
                    : ran.contains(place) ? MutantEnd.SURVIVED : MutantEnd.NOT_RUN;
            results.add(new MutantResult(mutant.className(), mutant.id(), mutant.line(), mutant.description(), end));
        }
        return results;
    }
}
