//! The parameters of the co-evolution: GAssert's, with the values of its Table 3, and ours.

use crate::settings::settings;
use crate::{Error, Result};

/// Random trees deeper than this would exceed any sensible size bound.
const MAX_TREE_DEPTH: u32 = 16;
/// Largest population and largest size: both leave room in 32 bits for every sum over them.
const MAX_POPULATION: u32 = 1_000_000;
const MAX_SIZE: u32 = 10_000;

settings! {
    /// Every parameter of the co-evolution. The paper's are those of its Table 3; where it leaves something open, or where experience
    /// taught us better, the value is ours, and [`Settings::paper`] has what was published.
    pub struct Settings with prefix "" {
        /// N: individuals in each of the two populations.
        population_size: u32 = 1000, in 2..=MAX_POPULATION, "GAssert, Table 3";
        /// Generations after which a perfect assertion ends the run; until then it is made smaller. At most `maxGenerations`.
        min_generations: u32 = 100, "GAssert, Table 3";
        /// Generations after which the run ends in any case.
        max_generations: u32 = 10_000, in 1.., "GAssert, Table 3";
        /// Elites pass unchanged into every n-th generation.
        elitism_every: u32 = 1, in 1.., "GAssert, Table 3";
        /// How many elites. At most `populationSize`.
        elites: u32 = 10, "GAssert, Table 3";
        /// The populations exchange individuals in every n-th generation.
        migration_every: u32 = 100, in 1.., "GAssert, Table 3";
        /// M: how many individuals migrate each way. At most `populationSize`.
        migrants: u32 = 160, "GAssert, Table 3";
        /// Probability that two parents are recombined, rather than copied.
        crossover_probability: f64 = 0.90, in 0.0..=1.0, "GAssert, Table 3";
        /// Probability that an offspring is mutated.
        mutation_probability: f64 = 0.20, in 0.0..=1.0, "GAssert, Table 3";
        /// Probability that parents are chosen by tournament, rather than by best match.
        tournament_probability: f64 = 0.50, in 0.0..=1.0, "GAssert, Table 3";
        /// K: individuals per tournament. At most `populationSize`.
        tournament_size: u32 = 2, in 1.., "GAssert, section 3.3";
        /// Probability that a crossover merges, rather than swaps subtrees.
        merging_probability: f64 = 0.50, in 0.0..=1.0, "GAssert, Table 3";
        /// Probability that nodes are picked by the state-diff selector, rather than uniformly.
        state_diff_probability: f64 = 0.50, in 0.0..=1.0, "GAssert, Table 3";
        /// Probability that a mutation replaces a node, rather than a subtree.
        node_mutation_probability: f64 = 0.50, in 0.0..=1.0, "ours: the paper names both and no share";
        /// Bound on the size of an assertion, in nodes; an offspring above it is replaced by its parent.
        max_size: u32 = 50, in 1..=MAX_SIZE, "GAssert, Table 3";
        /// Share of the initial population that is random; the rest are mutants of the input assertion and its conjuncts.
        random_initial_share: f64 = 0.5, in 0.0..=1.0, "GAssert, section 3.3";
        /// Greatest depth of a random tree; each draws its own from 1 to this.
        max_tree_depth: u32 = 4, in 1..=MAX_TREE_DEPTH, "ours: the paper says random";
        /// Probability that a number ends in a leaf before its depth is used up.
        leaf_probability: f64 = 0.5, in 0.0..=1.0, "ours: the paper leaves it open";
        /// Probability that a variable leaf is drawn from the variables that differ between some incorrect state and the correct state that
        /// belongs to it, rather than from all: without one of these no assertion tells the two apart.
        discriminating_variable_probability: f64 = 0.25, in 0.0..=1.0, paper 0.0, "ours: the paper draws from all variables alike";
        /// Whether of variables that are equal in all states only the most natural one is drawn (`x` and not also `old_x`, where the method
        /// never changes x): the others say the same and make the search longer.
        distinct_variables: bool = false, "GAssert, section 3.2: all variables of a state";
        /// Whether trees may have `abs`, `min`, `max` and the operations on bits of integers besides the paper's functions.
        extended_grammar: bool = false, "GAssert, section 3.3: its functions only";
        /// Probability that a leaf is drawn from the derived terms of the assertions to start from (on contents, exact integers, with
        /// quantifiers), if there are any of its kind, rather than from the variables.
        derived_term_probability: f64 = 0.25, in 0.0..=1.0, paper 0.0, "ours: the paper has no such terms";
        /// Memory for the columns of derived terms, in bytes; assertions to start from whose terms do not fit are left out.
        max_derived_bytes: u64 = 1 << 30, "ours";
        /// Individuals of the same behaviour (true in the same states) that compete in tournaments; further ones lose against all others,
        /// so that no assertion floods a population in its many spellings. `none`: no limit.
        behaviour_copies: Option<u32> = Some(5), in 1.., paper None, "ours: the paper has no such limit";
        /// Generations that a perfect assertion gets, from its first appearance, to become smaller, if that is later than
        /// `minGenerations`.
        shrink_generations: u32 = 50, paper 0, "ours: in the paper a perfect assertion ends the run after `minGenerations`";
        /// Probability that a number leaf is a constant, in the first generation.
        constant_probability_initial: f64 = 0.10, in 0.0..=1.0, "the authors' code";
        /// The same from generation `constantRampGenerations` on, growing evenly until then.
        constant_probability_final: f64 = 0.30, in 0.0..=1.0, "the authors' code";
        /// Generations over which the probability of constants grows.
        constant_ramp_generations: u32 = 100, "ours: the paper leaves it open";
        /// Probability that a constant is one of a few frequent ones (0, 1, -1, 2, 10, 100), rather than near a value that the evidence
        /// has.
        frequent_constant_probability: f64 = 0.10, in 0.0..=1.0, "the authors' code";
        /// Generations without a better assertion after which the run ends. `none`: never.
        stagnation_generations: Option<u32> = None, in 1.., "GAssert, section 3.3: no such end";
    }
}

impl Settings {
    /// Checks the ranges, and the settings that bound each other.
    ///
    /// # Errors
    /// `InvalidInput` that names the setting as the user writes it, its value and the range.
    pub fn validate(&self) -> Result<()> {
        self.check_ranges()?;
        let population = ("populationSize", self.population_size);
        at_most(("minGenerations", self.min_generations), ("maxGenerations", self.max_generations), 0)?;
        at_most(("elites", self.elites), population, 0)?;
        at_most(("migrants", self.migrants), population, 0)?;
        at_most(("tournamentSize", self.tournament_size), population, 1)
    }

    /// Probability that a number leaf is a constant, in that generation.
    pub fn constant_probability(&self, generation: u32) -> f64 {
        let (from, to) = (self.constant_probability_initial, self.constant_probability_final);
        let progress = f64::from(generation) / f64::from(self.constant_ramp_generations.max(1));
        from + (to - from) * progress.min(1.0)
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
        check(r#"{"mutationProbability": 1.5}"#, "setting mutationProbability is 1.5: choose a number from 0 to 1");
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
