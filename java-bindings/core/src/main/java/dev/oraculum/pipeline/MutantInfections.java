package dev.oraculum.pipeline;

import dev.oraculum.generation.TypeFacts;
import dev.oraculum.generation.TypeFacts.Point;
import dev.oraculum.generation.TypeFacts.PointKind;
import dev.oraculum.kinds.coverage.CoverageFlow;
import dev.oraculum.mutation.Mutant;
import dev.oraculum.mutation.MutantPlace;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The goals whose tests infect a mutant: it makes another state of them at its instruction (weak mutation; Howden, TSE 1982). Where the
 * facts have no infections, there are none.
 */
final class MutantInfections {
    /** By class, method, descriptor and instruction the points that are there, each with its first goal. */
    private final Map<List<Object>, Map<PointKind, Integer>> points = new HashMap<>();

    /** @param classFiles that the facts' goals are of */
    MutantInfections(TypeFacts facts, List<byte[]> classFiles) {
        if (facts.goals().stream().flatMap(method -> method.points().stream()).noneMatch(point -> point.kind().infects())) {
            return;
        }
        List<CoverageFlow> flows = CoverageFlow.of(classFiles, true);
        int goal = 0;
        for (int method = 0; method < flows.size(); method++) {
            TypeFacts.MethodGoals of = facts.goals().get(method);
            for (int at = 0; at < of.points().size(); at++) {
                Point point = of.points().get(at);
                int instruction = flows.get(method).instructionOfPoint().get(at);
                points.computeIfAbsent(key(of.className(), of.name(), of.descriptor(), instruction), key -> new HashMap<>())
                        .put(point.kind(), goal);
                goal += point.goals();
            }
        }
    }

    private static List<Object> key(String className, String method, String descriptor, int instruction) {
        return List.of(className, method, descriptor, instruction);
    }

    /** Empty: nobody knows. */
    List<Integer> of(Mutant mutant, byte[] original) {
        Infection infection = points.isEmpty() ? null : Infection.of(mutant.mutator());
        MutantPlace place = infection == null ? null : MutantPlace.of(original, mutant).orElse(null);
        if (place == null) {
            return List.of();
        }
        String className = mutant.className().replace('.', '/');
        Integer first = points.getOrDefault(key(className, place.method(), place.descriptor(), place.instruction()), Map.of())
                .get(infection.kind());
        return first == null ? List.of() : List.of(first + infection.outcome());
    }

    /**
     * What infects.
     *
     * @param outcome which goal of the point
     */
    private record Infection(PointKind kind, int outcome) {
        /** By PIT's name of the kind of fault; null: all that reach it do, or nobody knows. */
        static Infection of(String mutator) {
            return switch (mutator) {
                case "CONDITIONALS_BOUNDARY" -> new Infection(PointKind.BOUNDARY, 0);
                case "MATH", "INVERT_NEGS" -> new Infection(PointKind.ARITHMETIC, 0);
                case "FALSE_RETURNS", "PRIMITIVE_RETURNS", "NULL_RETURNS", "EMPTY_RETURNS" -> new Infection(PointKind.RETURNED, 0);
                case "TRUE_RETURNS" -> new Infection(PointKind.RETURNED, 1);
                // The mutant always jumps, or never.
                case "REMOVE_CONDITIONALS_EQUAL_ELSE", "REMOVE_CONDITIONALS_ORDER_ELSE" -> new Infection(PointKind.JUMP, 1);
                case "REMOVE_CONDITIONALS_EQUAL_IF", "REMOVE_CONDITIONALS_ORDER_IF" -> new Infection(PointKind.JUMP, 0);
                default -> null;
            };
        }
    }
}
