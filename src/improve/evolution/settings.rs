//! The parameters of the evolution, with the values of the paper's Table 3 as defaults.

use crate::{Error, Result};
use serde::{Deserialize, Serialize};

/// Every parameter of the co-evolution. "Ours" marks those that the paper does not have or leaves open.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct Settings {
    /// N: individuals in each of the two populations. Paper: 1000.
    pub population_size: u32,
    /// Generations after which a perfect assertion ends the run; until then it is made smaller. Paper: 100.
    pub min_generations: u32,
    /// Generations after which the run ends in any case. Paper: 10000.
    pub max_generations: u32,
    /// Elites pass unchanged into every n-th generation. Paper: 1.
    pub elitism_every: u32,
    /// How many elites. Paper: 10.
    pub elites: u32,
    /// The populations exchange individuals in every n-th generation. Paper: 100.
    pub migration_every: u32,
    /// M: how many individuals migrate each way. Paper: 160.
    pub migrants: u32,
    /// Probability that two parents are recombined, rather than copied. Paper: 0.90.
    pub crossover_probability: f64,
    /// Probability that an offspring is mutated. Paper: 0.20.
    pub mutation_probability: f64,
    /// Probability that parents are chosen by tournament, rather than by best match. Paper: 0.50.
    pub tournament_probability: f64,
    /// K: individuals per tournament. Paper: 2.
    pub tournament_size: u32,
    /// Probability that a crossover merges, rather than swaps subtrees. Paper: 0.50.
    pub merging_probability: f64,
    /// Probability that nodes are picked by the state-diff selector, rather than uniformly. Paper: 0.50.
    pub state_diff_probability: f64,
    /// Probability that a mutation replaces a node, rather than a subtree. Ours: 0.50; the paper names both and no share.
    pub node_mutation_probability: f64,
    /// Bound on the size of an assertion, in nodes; an offspring above it is replaced by its parent. Paper: 50.
    pub max_size: u32,
    /// Share of the initial population that is random; the rest are mutants of the input assertion and its conjuncts. Paper: 0.5.
    pub random_initial_share: f64,
    /// Greatest depth of a random tree; each draws its own from 1 to this. Ours: 4; the paper says "random".
    pub max_tree_depth: u32,
    /// Probability that a number ends in a leaf before its depth is used up. Ours: 0.5.
    pub leaf_probability: f64,
    /// Probability that a variable leaf is drawn from the variables that differ between some incorrect state and the correct state that
    /// belongs to it, rather than from all: without one of these no assertion tells the two apart. Ours: 0.25; 0: as published.
    pub discriminating_variable_probability: f64,
    /// Whether of variables that are equal in all states only the most natural one is drawn (`x` and not also `old_x`, where the method
    /// never changes x): the others say the same and make the search longer. Ours: no, as published.
    pub distinct_variables: bool,
    /// Whether trees may have `abs`, `min`, `max` and the operations on bits of integers besides the paper's functions. Ours: no.
    pub extended_grammar: bool,
    /// Probability that a leaf is drawn from the derived terms of the assertions to start from (on contents, exact integers, with
    /// quantifiers), if there are any of its kind, rather than from the variables. Ours: 0.25.
    pub derived_term_probability: f64,
    /// Memory for the columns of derived terms, in bytes; assertions to start from whose terms do not fit are left out. Ours: 1 GiB.
    pub max_derived_bytes: u64,
    /// Individuals of the same behaviour (true in the same states) that compete in tournaments; further ones lose against all others,
    /// so that no assertion floods a population in its many spellings. Ours: 5; `None`: no limit, as published.
    pub behaviour_copies: Option<u32>,
    /// Generations that a perfect assertion gets, from its first appearance, to become smaller, if that is later than
    /// [`Settings::min_generations`]. Ours: 50; 0: as published.
    pub shrink_generations: u32,
    /// Probability that a number leaf is a constant, in the first generation. The authors' code: 0.10.
    pub constant_probability_initial: f64,
    /// The same from generation [`Settings::constant_ramp_generations`] on, growing evenly until then. The authors' code: 0.30.
    pub constant_probability_final: f64,
    /// Generations over which the probability of constants grows. Ours: 100.
    pub constant_ramp_generations: u32,
    /// Probability that a constant is one of a few frequent ones (0, 1, -1, 2, 10, 100), rather than near a value that the evidence has.
    /// The authors' code: 0.10.
    pub frequent_constant_probability: f64,
    /// Generations without a better assertion after which the run ends; `None`: never, as published.
    pub stagnation_generations: Option<u32>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            population_size: 1000,
            min_generations: 100,
            max_generations: 10_000,
            elitism_every: 1,
            elites: 10,
            migration_every: 100,
            migrants: 160,
            crossover_probability: 0.90,
            mutation_probability: 0.20,
            tournament_probability: 0.50,
            tournament_size: 2,
            merging_probability: 0.50,
            state_diff_probability: 0.50,
            node_mutation_probability: 0.50,
            max_size: 50,
            random_initial_share: 0.5,
            max_tree_depth: 4,
            leaf_probability: 0.5,
            discriminating_variable_probability: 0.25,
            distinct_variables: false,
            extended_grammar: false,
            derived_term_probability: 0.25,
            max_derived_bytes: 1 << 30,
            behaviour_copies: Some(5),
            shrink_generations: 50,
            constant_probability_initial: 0.10,
            constant_probability_final: 0.30,
            constant_ramp_generations: 100,
            frequent_constant_probability: 0.10,
            stagnation_generations: None,
        }
    }
}

/// Random trees deeper than this would exceed any sensible size bound.
const MAX_TREE_DEPTH: u32 = 16;
/// Largest population and largest size: both leave room in 32 bits for every sum over them.
const MAX_POPULATION: u32 = 1_000_000;
const MAX_SIZE: u32 = 10_000;

impl Settings {
    /// Checks the ranges.
    ///
    /// # Errors
    /// `InvalidInput` that names the setting as the user writes it, its value and the range.
    pub fn validate(&self) -> Result<()> {
        integer("populationSize", self.population_size, 2, MAX_POPULATION)?;
        let population = ("populationSize", self.population_size);
        integer("maxGenerations", self.max_generations, 1, u32::MAX)?;
        at_most(("minGenerations", self.min_generations), ("maxGenerations", self.max_generations), 0)?;
        integer("elitismEvery", self.elitism_every, 1, u32::MAX)?;
        at_most(("elites", self.elites), population, 0)?;
        integer("migrationEvery", self.migration_every, 1, u32::MAX)?;
        at_most(("migrants", self.migrants), population, 0)?;
        at_most(("tournamentSize", self.tournament_size), population, 1)?;
        integer("maxSize", self.max_size, 1, MAX_SIZE)?;
        integer("maxTreeDepth", self.max_tree_depth, 1, MAX_TREE_DEPTH)?;
        if let Some(copies) = self.behaviour_copies {
            integer("behaviourCopies", copies, 1, u32::MAX)?;
        }
        if let Some(generations) = self.stagnation_generations {
            integer("stagnationGenerations", generations, 1, u32::MAX)?;
        }
        for (name, value) in [
            ("crossoverProbability", self.crossover_probability),
            ("mutationProbability", self.mutation_probability),
            ("tournamentProbability", self.tournament_probability),
            ("mergingProbability", self.merging_probability),
            ("stateDiffProbability", self.state_diff_probability),
            ("nodeMutationProbability", self.node_mutation_probability),
            ("randomInitialShare", self.random_initial_share),
            ("leafProbability", self.leaf_probability),
            ("discriminatingVariableProbability", self.discriminating_variable_probability),
            ("derivedTermProbability", self.derived_term_probability),
            ("constantProbabilityInitial", self.constant_probability_initial),
            ("constantProbabilityFinal", self.constant_probability_final),
            ("frequentConstantProbability", self.frequent_constant_probability),
        ] {
            if !(0.0..=1.0).contains(&value) {
                return Err(Error::invalid_input(format!("setting {name} is {value}: choose a probability from 0 to 1")));
            }
        }
        Ok(())
    }

    /// Probability that a number leaf is a constant, in that generation.
    pub fn constant_probability(&self, generation: u32) -> f64 {
        let (from, to) = (self.constant_probability_initial, self.constant_probability_final);
        let progress = f64::from(generation) / f64::from(self.constant_ramp_generations.max(1));
        from + (to - from) * progress.min(1.0)
    }
}

fn integer(name: &str, value: u32, min: u32, max: u32) -> Result<()> {
    if (min..=max).contains(&value) {
        Ok(())
    } else {
        Err(Error::invalid_input(format!("setting {name} is {value}: choose a whole number from {min} to {max}")))
    }
}

/// Checks a setting that another one bounds. Either may be the one that the user chose.
fn at_most((name, value): (&str, u32), (bound, most): (&str, u32), least: u32) -> Result<()> {
    if (least..=most).contains(&value) {
        return Ok(());
    }
    let other = if value > most { format!(", or {bound} of at least {value}") } else { String::new() };
    Err(Error::invalid_input(format!("setting {name} is {value} and setting {bound} {most}: choose {name} from {least} to {most}{other}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_are_valid_and_are_what_an_empty_object_means() {
        Settings::default().validate().unwrap();
        assert_eq!(serde_json::from_str::<Settings>("{}").unwrap(), Settings::default());
    }

    #[test]
    fn an_unknown_setting_is_refused() {
        let error = serde_json::from_str::<Settings>(r#"{"populationsize": 10}"#).unwrap_err();
        assert!(error.to_string().contains("populationsize"), "{error}");
    }

    #[test]
    fn a_value_out_of_range_is_named_with_its_range() {
        let check = |json: &str, expected: &str| {
            let error = serde_json::from_str::<Settings>(json).unwrap().validate().unwrap_err();
            assert_eq!(error.message, expected);
        };
        check(r#"{"populationSize": 1}"#, "setting populationSize is 1: choose a whole number from 2 to 1000000");
        check(r#"{"mutationProbability": 1.5}"#, "setting mutationProbability is 1.5: choose a probability from 0 to 1");
        check(
            r#"{"maxGenerations": 10, "minGenerations": 11}"#,
            "setting minGenerations is 11 and setting maxGenerations 10: choose minGenerations from 0 to 10, or maxGenerations of at \
             least 11",
        );
        check(
            r#"{"populationSize": 20, "migrants": 5, "elites": 21}"#,
            "setting elites is 21 and setting populationSize 20: choose elites from 0 to 20, or populationSize of at least 21",
        );
    }

    #[test]
    fn constants_become_more_frequent_over_the_ramp_and_then_stay() {
        let settings = Settings::default();
        let at = |generation| (settings.constant_probability(generation) * 100.0).round();
        assert_eq!([at(0), at(50), at(100), at(5000)], [10.0, 20.0, 30.0, 30.0]);
    }
}
