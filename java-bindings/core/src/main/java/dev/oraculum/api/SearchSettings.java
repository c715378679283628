package dev.oraculum.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.oraculum.internal.Requests;

/**
 * Parameters of the co-evolution (GAssert, section 3 and Table 3); null means the published value, given here, or where the paper has none,
 * ours. Probabilities and
 * shares are from 0 to 1; a value out of its range is refused before anything runs, with the range.
 *
 * @param populationSize N: individuals in each of the two populations. Paper: 1000.
 * @param minGenerations generations after which a perfect assertion ends the run; until then it is made smaller. Paper: 100.
 * @param maxGenerations generations after which the run ends in any case. Paper: 10000.
 * @param elitismEvery elites pass unchanged into every n-th generation. Paper: 1.
 * @param elites how many elites. Paper: 10.
 * @param migrationEvery the populations exchange individuals in every n-th generation. Paper: 100.
 * @param migrants M: how many individuals migrate each way. Paper: 160.
 * @param crossoverProbability probability that two parents are recombined, rather than copied. Paper: 0.90.
 * @param mutationProbability probability that an offspring is mutated. Paper: 0.20.
 * @param tournamentProbability probability that parents are chosen by tournament, rather than by best match. Paper: 0.50.
 * @param tournamentSize K: individuals per tournament. Paper: 2.
 * @param mergingProbability probability that a crossover merges, rather than swaps subtrees. Paper: 0.50.
 * @param stateDiffProbability probability that nodes are picked by the state-diff selector, rather than uniformly. Paper: 0.50.
 * @param nodeMutationProbability probability that a mutation replaces a node, rather than a subtree. Ours: 0.50; the paper names both and
 *     no share.
 * @param maxSize bound on the size of an assertion, in nodes; an offspring above it is replaced by its parent. Paper: 50.
 * @param randomInitialShare share of the initial population that is random; the rest are mutants of the input assertion and its conjuncts.
 *     Paper: 0.5.
 * @param maxTreeDepth greatest depth of a random tree; each draws its own from 1 to this. Ours: 4; the paper says "random".
 * @param leafProbability probability that a number ends in a leaf before its depth is used up. Ours: 0.5.
 * @param discriminatingVariableProbability probability that a variable leaf is drawn from the variables that differ between right and wrong
 *     executions, rather than from all. Ours: 0.25; 0: as published.
 * @param behaviourCopies individuals of the same behaviour that compete in tournaments; further ones lose against all others. Ours: 5; as
 *     published there is no limit: a number as large as the population.
 * @param shrinkGenerations generations that a perfect assertion gets, from its first appearance, to become smaller. Ours: 50; 0: as
 *     published.
 * @param constantProbabilityInitial probability that a number leaf is a constant, in the first generation. The authors' code: 0.10.
 * @param constantProbabilityFinal the same from generation {@code constantRampGenerations} on, growing evenly until then. The authors'
 *     code: 0.30.
 * @param constantRampGenerations generations over which the probability of constants grows. Ours: 100.
 * @param frequentConstantProbability probability that a constant is one of a few frequent ones (0, 1, -1, 2, 10, 100), rather than near a
 *     value that the evidence has. The authors' code: 0.10.
 * @param stagnationGenerations generations without a better assertion after which the run ends; null, the default: never, as published.
 * @param distinctVariables whether of variables that are equal in all states only the most natural one is drawn. Ours: false, as published.
 * @param extendedGrammar whether trees may have {@code abs}, {@code min}, {@code max} and the operations on bits besides the paper's
 *     functions. Ours: false, as published.
 * @param derivedTermProbability probability that a leaf is drawn from the terms over contents and exact integers of the assertions to start
 *     from, if there are any of its
 *     kind. Ours: 0.25.
 * @param maxDerivedBytes bytes of the columns of these terms; what does not fit is left out. Ours: 1 GiB.
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record SearchSettings(
        Integer populationSize,
        Integer minGenerations,
        Integer maxGenerations,
        Integer elitismEvery,
        Integer elites,
        Integer migrationEvery,
        Integer migrants,
        Double crossoverProbability,
        Double mutationProbability,
        Double tournamentProbability,
        Integer tournamentSize,
        Double mergingProbability,
        Double stateDiffProbability,
        Double nodeMutationProbability,
        Integer maxSize,
        Double randomInitialShare,
        Integer maxTreeDepth,
        Double leafProbability,
        Double discriminatingVariableProbability,
        Integer behaviourCopies,
        Integer shrinkGenerations,
        Double constantProbabilityInitial,
        Double constantProbabilityFinal,
        Integer constantRampGenerations,
        Double frequentConstantProbability,
        Integer stagnationGenerations,
        Boolean distinctVariables,
        Boolean extendedGrammar,
        Double derivedTermProbability,
        Long maxDerivedBytes) {
    /** The published parameters. */
    public static SearchSettings defaults() {
        return new SearchSettings(
                null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null,
                        null, null, null, null, null, null, null, null, null, null);
    }

    /**
     * These settings with another value of one of them.
     *
     * @param value null: the engine's default
     * @throws IllegalArgumentException there is no such setting, or it has another type
     */
    public SearchSettings with(String name, Object value) {
        return Requests.withSetting(SearchSettings.class, this, name, value);
    }

    public SearchSettings withPopulationSize(Integer populationSize) {
        return with("populationSize", populationSize);
    }

    public SearchSettings withMinGenerations(Integer minGenerations) {
        return with("minGenerations", minGenerations);
    }

    public SearchSettings withMaxGenerations(Integer maxGenerations) {
        return with("maxGenerations", maxGenerations);
    }

    public SearchSettings withElitismEvery(Integer elitismEvery) {
        return with("elitismEvery", elitismEvery);
    }

    public SearchSettings withElites(Integer elites) {
        return with("elites", elites);
    }

    public SearchSettings withMigrationEvery(Integer migrationEvery) {
        return with("migrationEvery", migrationEvery);
    }

    public SearchSettings withMigrants(Integer migrants) {
        return with("migrants", migrants);
    }

    public SearchSettings withCrossoverProbability(Double crossoverProbability) {
        return with("crossoverProbability", crossoverProbability);
    }

    public SearchSettings withMutationProbability(Double mutationProbability) {
        return with("mutationProbability", mutationProbability);
    }

    public SearchSettings withTournamentProbability(Double tournamentProbability) {
        return with("tournamentProbability", tournamentProbability);
    }

    public SearchSettings withTournamentSize(Integer tournamentSize) {
        return with("tournamentSize", tournamentSize);
    }

    public SearchSettings withMergingProbability(Double mergingProbability) {
        return with("mergingProbability", mergingProbability);
    }

    public SearchSettings withStateDiffProbability(Double stateDiffProbability) {
        return with("stateDiffProbability", stateDiffProbability);
    }

    public SearchSettings withNodeMutationProbability(Double nodeMutationProbability) {
        return with("nodeMutationProbability", nodeMutationProbability);
    }

    public SearchSettings withMaxSize(Integer maxSize) {
        return with("maxSize", maxSize);
    }

    public SearchSettings withRandomInitialShare(Double randomInitialShare) {
        return with("randomInitialShare", randomInitialShare);
    }

    public SearchSettings withMaxTreeDepth(Integer maxTreeDepth) {
        return with("maxTreeDepth", maxTreeDepth);
    }

    public SearchSettings withLeafProbability(Double leafProbability) {
        return with("leafProbability", leafProbability);
    }

    public SearchSettings withDiscriminatingVariableProbability(Double discriminatingVariableProbability) {
        return with("discriminatingVariableProbability", discriminatingVariableProbability);
    }

    public SearchSettings withBehaviourCopies(Integer behaviourCopies) {
        return with("behaviourCopies", behaviourCopies);
    }

    public SearchSettings withShrinkGenerations(Integer shrinkGenerations) {
        return with("shrinkGenerations", shrinkGenerations);
    }

    public SearchSettings withConstantProbabilityInitial(Double constantProbabilityInitial) {
        return with("constantProbabilityInitial", constantProbabilityInitial);
    }

    public SearchSettings withConstantProbabilityFinal(Double constantProbabilityFinal) {
        return with("constantProbabilityFinal", constantProbabilityFinal);
    }

    public SearchSettings withConstantRampGenerations(Integer constantRampGenerations) {
        return with("constantRampGenerations", constantRampGenerations);
    }

    public SearchSettings withFrequentConstantProbability(Double frequentConstantProbability) {
        return with("frequentConstantProbability", frequentConstantProbability);
    }

    public SearchSettings withStagnationGenerations(Integer stagnationGenerations) {
        return with("stagnationGenerations", stagnationGenerations);
    }

    public SearchSettings withDistinctVariables(Boolean distinctVariables) {
        return with("distinctVariables", distinctVariables);
    }

    public SearchSettings withExtendedGrammar(Boolean extendedGrammar) {
        return with("extendedGrammar", extendedGrammar);
    }

    public SearchSettings withDerivedTermProbability(Double derivedTermProbability) {
        return with("derivedTermProbability", derivedTermProbability);
    }

    public SearchSettings withMaxDerivedBytes(Long maxDerivedBytes) {
        return with("maxDerivedBytes", maxDerivedBytes);
    }
}
