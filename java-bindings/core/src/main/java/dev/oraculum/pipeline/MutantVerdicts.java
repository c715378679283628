package dev.oraculum.pipeline;

import dev.oraculum.api.generate.GenerateReport.Blocked;
import dev.oraculum.api.generate.GenerateReport.Difference;
import dev.oraculum.api.generate.GenerateReport.MissedBy;
import dev.oraculum.api.generate.GenerateReport.MutantEnd;
import dev.oraculum.api.generate.GenerateReport.MutantResult;
import dev.oraculum.generation.GenerationRun;
import dev.oraculum.generation.GenerationRun.BlockPlace;
import dev.oraculum.generation.GenerationRun.Reached;
import dev.oraculum.generation.GenerationRun.Shown;
import dev.oraculum.generation.GenerationRun.Survived;
import dev.oraculum.generation.SuiteCheck;
import dev.oraculum.generation.TypeFacts;
import dev.oraculum.kinds.coverage.CoverageFlow;
import dev.oraculum.mutation.Mutant;
import dev.oraculum.mutation.MutantPlace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The verdict on each mutant of a class. Whether tests come to a mutant's place is known by the basic block of its first instruction: what
 * else is in its line may run without it.
 */
final class MutantVerdicts {
    /** Names of tests that a mutant comes with. */
    private static final int MOST_NAMES = 5;

    private final ClassMutants mutants;
    private final TypeFacts facts;
    private final SuiteCheck check;
    /** Names of the written tests, as the check has kept them. */
    private final List<String> names;
    private final GenerationRun generation;
    /** By class, method and descriptor the place among the facts' goals. */
    private final Map<List<String>, Integer> methods = new HashMap<>();
    private final List<CoverageFlow> flows;

    /**
     * @param classFiles that the facts' goals are of
     * @param names of the written tests
     */
    MutantVerdicts(
            ClassMutants mutants, TypeFacts facts, List<byte[]> classFiles, SuiteCheck check, List<String> names,
            GenerationRun generation) {
        this.mutants = mutants;
        this.facts = facts;
        this.check = check;
        this.names = names;
        this.generation = generation;
        flows = CoverageFlow.of(classFiles, false);
        for (TypeFacts.MethodGoals method : facts.goals()) {
            methods.put(List.of(method.className(), method.name(), method.descriptor()), methods.size());
        }
    }

    /** Mutant by mutant. */
    List<MutantResult> all() {
        ClassMutants.Outcome outcome = mutants.outcome(generation, check.extents());
        Map<Integer, Reached> reached = reached(outcome);
        List<MutantResult> results = new ArrayList<>();
        for (int place = 0; place < mutants.all().size(); place++) {
            Mutant mutant = mutants.all().get(place);
            MutantEnd end = outcome.end(place);
            results.add(end != null ? result(mutant, end, List.of(), null, null)
                    : undetected(mutant, reached.get(place), outcome.survived().get(place)));
        }
        return results;
    }

    /** By mutant that is neither killed nor equivalent the tests that come to it; none: it is not known where in its line it is. */
    private Map<Integer, Reached> reached(ClassMutants.Outcome outcome) {
        List<Integer> asked = new ArrayList<>();
        List<BlockPlace> blocks = new ArrayList<>();
        for (int place = 0; place < mutants.all().size(); place++) {
            Mutant mutant = mutants.all().get(place);
            if (outcome.end(place) == null) {
                MutantPlace of = MutantPlace.of(mutants.original(mutant), mutant).orElse(null);
                Integer method = of == null ? null
                        : methods.get(List.of(mutant.className().replace('.', '/'), of.method(), of.descriptor()));
                if (method != null) {
                    asked.add(place);
                    blocks.add(new BlockPlace(method, flows.get(method).blockOf(of.instruction())));
                }
            }
        }
        Map<Integer, Reached> reached = new HashMap<>();
        List<Reached> answers = generation.blockReach(check.coveredBy(), blocks);
        for (int i = 0; i < asked.size(); i++) {
            reached.put(asked.get(i), answers.get(i));
        }
        return reached;
    }

    private MutantResult undetected(Mutant mutant, Reached reached, Survived survived) {
        // Who comes to a block need not come to its end, and so not to each of its lines.
        List<Integer> come = byLine(mutant).stream().filter(test -> reached == null || reached.tests().contains(test)).toList();
        if (come.isEmpty()) {
            return result(mutant, MutantEnd.NOT_REACHED, List.of(), null, reached == null ? null : blocked(mutant, reached.blocked()));
        }
        if (survived == null) {
            return result(mutant, MutantEnd.NOT_RUN, List.of(), null, null);
        }
        Set<Integer> ran = new HashSet<>(survived.missed());
        List<Integer> missed = come.stream().filter(test -> ran.contains(check.places().get(test))).toList();
        if (missed.isEmpty()) {
            return result(mutant, MutantEnd.NOT_RUN, List.of(), null, null);
        }
        Shown shown = survived.difference();
        if (shown == null) {
            return result(mutant, MutantEnd.UNCHANGED, missed, null, null);
        }
        int written = shown.test() == null ? -1 : check.places().indexOf(shown.test());
        Difference difference =
                new Difference(written < 0 ? null : names.get(written), shown.of(), shown.original(), shown.mutant(), shown.why());
        return result(mutant, MutantEnd.UNASSERTED, missed, difference, null);
    }

    /** The tests that run its line, or, where that is not known, its method. */
    private List<Integer> byLine(Mutant mutant) {
        List<Integer> goals = mutants.goals(mutant);
        List<Integer> tests = new ArrayList<>();
        for (int test = 0; test < check.coveredBy().size(); test++) {
            if (goals.stream().anyMatch(check.coveredBy().get(test)::contains)) {
                tests.add(test);
            }
        }
        return tests;
    }

    private MutantResult result(Mutant mutant, MutantEnd end, List<Integer> missed, Difference difference, Blocked blocked) {
        MissedBy missedBy = new MissedBy(missed.size(), missed.stream().limit(MOST_NAMES).map(names::get).toList());
        return new MutantResult(
                mutant.className(), mutant.id(), mutant.line(), mutant.description(), end, missedBy, difference, blocked);
    }

    /** @param goal null: an exception leaves the code before the mutant */
    private Blocked blocked(Mutant mutant, Integer goal) {
        int number = 0;
        for (TypeFacts.MethodGoals method : facts.goals()) {
            for (TypeFacts.Point point : method.points()) {
                if (goal != null && goal < number + point.goals()) {
                    return new Blocked(kind(point.kind()), name(method), point.line(), goal - number);
                }
                number += point.goals();
            }
        }
        return new Blocked("exception", mutant.className() + "." + mutant.method(), mutant.line() > 0 ? mutant.line() : -1, 0);
    }

    static String kind(TypeFacts.PointKind kind) {
        return switch (kind) {
            case ENTRY -> "method";
            case JUMP, SWITCH -> "branch";
            case HANDLER -> "handler";
            case LINE -> "line";
            case BOUNDARY, ARITHMETIC, RETURNED -> "infection";
        };
    }

    static String name(TypeFacts.MethodGoals method) {
        return method.className().replace('/', '.') + "." + method.name() + method.descriptor();
    }
}
