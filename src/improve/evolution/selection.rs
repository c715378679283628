//! Parent selection: tournament, and the paper's best match (§3.2, "Parent selection").
//!
//! Best match, for the population selected for few false positives: cov(a) is the set of correct states in which a is true; the
//! first parent p1 is drawn uniformly, the second with a probability proportional to |cov(a) \ cov(p1)|. The other population
//! mirrors this with the incorrect states in which a is false.
//!
//! Computing that weight for every individual, for every pair of parents, is what most of the published tool's time goes into. The
//! same distribution comes out of drawing uniformly from all pairs (state, individual) such that the state is in the
//! individual's cover but not in p1's: an individual occurs in as many of them as its weight is. So first a state, with a
//! probability proportional to the number of individuals that cover it (counted once per generation), then one of these
//! individuals. The cost is that of looking at the states that p1 does not cover.

use super::fitness::Objective;
use super::individual::Individual;
use crate::assertion::eval::forest::Forest;
use crate::assertion::eval::frame::{BLOCK_WORDS, Frame};
use crate::assertion::eval::kernel::TALLY_WORDS;
use crate::compute::rng::Stream;
use rand::RngExt;

/// The winner of a tournament among `size` individuals drawn at random; equally fit ones win with equal probabilities, and those that
/// are surplus only among themselves.
pub fn tournament(individuals: &[Individual], objective: Objective, size: u32, rng: &mut Stream) -> usize {
    let draw = |rng: &mut Stream| rng.random_range(0..individuals.len() as u32) as usize;
    let mut winner = draw(rng);
    let mut equals = 1;
    for _ in 1..size {
        let rival = draw(rng);
        let key = |i: usize| (individuals[i].surplus, objective.fitness(&individuals[i]));
        match key(rival).cmp(&key(winner)) {
            std::cmp::Ordering::Less => (winner, equals) = (rival, 1),
            std::cmp::Ordering::Equal => {
                equals += 1;
                if rng.random_range(0..equals) == 0u32 {
                    winner = rival;
                }
            }
            std::cmp::Ordering::Greater => {}
        }
    }
    winner
}

/// How many individuals of a population cover each state.
#[derive(Debug)]
pub struct Covers {
    /// Words of the frame that hold the states of interest.
    words: std::ops::Range<usize>,
    /// The states are covered where an individual is true (correct states), or where it is false (incorrect states).
    covered_where: bool,
    /// By state from the first word on: the number of individuals that cover it; 0 for padding.
    counts: Vec<u32>,
    /// By word: the sum of its counts.
    sums: Vec<u64>,
}

/// Attempts to hit an individual that covers a given state before they are counted through.
const ATTEMPTS: u32 = 48;

/// Words whose sums are kept between the two passes of a selection.
const SUMS: usize = 64;

impl Covers {
    pub fn new(frame: &Frame, forest: &Forest, individuals: &[Individual], objective: Objective) -> Self {
        let (words, covered_where, rows) = match objective {
            Objective::FalsePositives => (0..frame.correct_words, true, frame.correct_rows()),
            Objective::FalseNegatives => (frame.correct_words..frame.words, false, frame.incorrect_rows()),
        };
        let mut counts = vec![0; words.len() * 64];
        let mut planes = Vec::new();
        let mut word = words.start;
        while word < words.end {
            // As many words as are counted together, of one block.
            let block = word / BLOCK_WORDS;
            let end = words.end.min(word + TALLY_WORDS).min((block + 1) * BLOCK_WORDS);
            let within = word % BLOCK_WORDS..word % BLOCK_WORDS + end - word;
            let counts = &mut counts[(word - words.start) * 64..(end - words.start) * 64];
            let bitsets = individuals.iter().map(|i| &forest.block_bits(block, i.root)[within.clone()]);
            forest.kernels().tally(counts, bitsets, &mut planes);
            word = end;
        }
        let all = individuals.len() as u32;
        for (row, count) in counts.iter_mut().enumerate() {
            let is_state = rows[words.start + row / 64] >> (row % 64) & 1 == 1;
            let covering = if covered_where { *count } else { all - *count };
            *count = if is_state { covering } else { 0 };
        }
        let sums = counts.chunks_exact(64).map(|word| word.iter().map(|&c| u64::from(c)).sum()).collect();
        Self { words, covered_where, counts, sums }
    }

    /// The states of that word that the individual covers; padding rows hold anything.
    #[inline]
    fn covered(&self, forest: &Forest, individual: &Individual, word: usize) -> u64 {
        let bits = forest.block_bits(word / BLOCK_WORDS, individual.root)[word % BLOCK_WORDS];
        if self.covered_where { bits } else { !bits }
    }

    /// Draws the second parent; `None` if nobody covers a state that the first parent does not.
    pub fn best_match(&self, forest: &Forest, individuals: &[Individual], first: usize, rng: &mut Stream) -> Option<usize> {
        let missed = |word: usize| !self.covered(forest, &individuals[first], word);
        // By word, of those at the beginning: what follows is summed again where the draw ends there.
        let mut sums = [0; SUMS];
        let mut total = 0;
        for (at, word) in self.words.clone().enumerate() {
            let sum = self.sum_over(at, missed(word));
            total += sum;
            if at < SUMS {
                sums[at] = sum;
            }
        }
        if total == 0 {
            return None;
        }
        let mut chosen = rng.random_range(0..total);
        for (at, word) in self.words.clone().enumerate() {
            let inside = if at < SUMS { sums[at] } else { self.sum_over(at, missed(word)) };
            if chosen >= inside {
                chosen -= inside;
                continue;
            }
            let mut rows = missed(word);
            loop {
                let bit = rows.trailing_zeros() as usize;
                let count = u64::from(self.counts[(word - self.words.start) * 64 + bit]);
                if chosen < count {
                    return Some(self.one_that_covers(forest, individuals, word, bit, count as u32, rng));
                }
                chosen -= count;
                rows &= rows - 1;
            }
        }
        unreachable!("the chosen pair is one of the total")
    }

    /// The sum of the counts over those rows of a word.
    #[inline]
    fn sum_over(&self, at: usize, rows: u64) -> u64 {
        let over = |mut rows: u64| {
            let mut sum = 0;
            while rows != 0 {
                sum += u64::from(self.counts[at * 64 + rows.trailing_zeros() as usize]);
                rows &= rows - 1;
            }
            sum
        };
        if rows.count_ones() <= 32 { over(rows) } else { self.sums[at] - over(!rows) }
    }

    /// One of the `count` individuals that cover the state, with equal probabilities.
    fn one_that_covers(&self, forest: &Forest, individuals: &[Individual], word: usize, bit: usize, count: u32, rng: &mut Stream) -> usize {
        let covers = |i: usize| self.covered(forest, &individuals[i], word) >> bit & 1 == 1;
        for _ in 0..ATTEMPTS {
            let i = rng.random_range(0..individuals.len() as u32) as usize;
            if covers(i) {
                return i;
            }
        }
        let nth = rng.random_range(0..count) as usize;
        (0..individuals.len()).filter(|&i| covers(i)).nth(nth).expect("as many individuals cover the state as were counted")
    }
}

#[cfg(test)]
mod tests {
    use super::super::fixtures::min_method;
    use super::super::input::InputAssertion;
    use super::super::node_selector::Differences;
    use super::super::population::{Context, Population};
    use super::super::settings::Settings;
    use super::super::tree_factory::Vocabulary;
    use super::*;
    use crate::assertion::ast::Expr;
    use crate::compute::control::Control;
    use crate::compute::rng::Source;

    /// A population of that objective after a few generations over the states of `min`, and what it was made from.
    fn with_population(objective: Objective, size: u32, check: impl FnOnce(&Frame, &Forest, &[Individual])) {
        let data = min_method();
        let frame = Frame::new(&data);
        let differences = Differences::new(&data, &frame);
        let settings = Settings { population_size: size, elites: 2, migrants: 2, ..Settings::default() };
        let vocabulary = Vocabulary::new(&data, &frame, &differences, &settings);
        let control = Control::unlimited();
        let context = Context {
            frame: &frame,
            vocabulary: &vocabulary,
            differences: &differences,
            settings: &settings,
            source: Source::new(3),
            control: &control,
        };
        let mut population = Population::initial(&context, objective, &InputAssertion::single(Expr::Bool(true))).unwrap();
        for generation in 1..4 {
            population.step(&context, generation).unwrap();
        }
        check(&frame, &population.forest, &population.individuals);
    }

    /// cov of the paper, state by state.
    fn cover(frame: &Frame, forest: &Forest, individual: &Individual, objective: Objective) -> Vec<bool> {
        let holds = |row| forest.bit(individual.root, frame.position(row));
        match objective {
            Objective::FalsePositives => (0..frame.correct).map(holds).collect(),
            Objective::FalseNegatives => (frame.correct..frame.correct + frame.incorrect).map(|row| !holds(row)).collect(),
        }
    }

    #[test]
    fn each_state_is_counted_with_the_individuals_that_cover_it() {
        for objective in [Objective::FalsePositives, Objective::FalseNegatives] {
            with_population(objective, 150, |frame, forest, individuals| {
                let covers = Covers::new(frame, forest, individuals, objective);
                let expected: Vec<Vec<bool>> = individuals.iter().map(|i| cover(frame, forest, i, objective)).collect();
                for state in 0..expected[0].len() {
                    let count = expected.iter().filter(|c| c[state]).count();
                    assert_eq!(covers.counts[state] as usize, count, "state {state}");
                }
                assert!(covers.counts[expected[0].len()..].iter().all(|&c| c == 0), "padding is no state");
            });
        }
    }

    /// The share of draws of each individual is its weight |cov(a) \ cov(p1)| over the sum of all weights.
    #[test]
    fn best_match_draws_by_the_papers_weights() {
        const DRAWS: u32 = 40_000;
        for objective in [Objective::FalsePositives, Objective::FalseNegatives] {
            with_population(objective, 40, |frame, forest, individuals| {
                let covers = Covers::new(frame, forest, individuals, objective);
                let all: Vec<Vec<bool>> = individuals.iter().map(|i| cover(frame, forest, i, objective)).collect();
                for first in 0..individuals.len() {
                    let weight = |a: &Vec<bool>| a.iter().zip(&all[first]).filter(|&(&a, &p1)| a && !p1).count() as u32;
                    let weights: Vec<u32> = all.iter().map(weight).collect();
                    let total: u32 = weights.iter().sum();
                    let mut rng = Source::new(5).stream([first as u64]);
                    if total == 0 {
                        assert_eq!(covers.best_match(forest, individuals, first, &mut rng), None);
                        continue;
                    }
                    let mut drawn = vec![0u32; individuals.len()];
                    for _ in 0..DRAWS {
                        drawn[covers.best_match(forest, individuals, first, &mut rng).unwrap()] += 1;
                    }
                    for (i, &weight) in weights.iter().enumerate() {
                        let expected = f64::from(DRAWS) * f64::from(weight) / f64::from(total);
                        // Five standard deviations of a binomial count, and one draw for the small ones.
                        let tolerance = 5.0 * expected.sqrt() + 1.0;
                        assert!((f64::from(drawn[i]) - expected).abs() < tolerance, "{} draws, {expected} expected", drawn[i]);
                        assert!(weight > 0 || drawn[i] == 0, "an individual that adds nothing is never drawn");
                    }
                }
            });
        }
    }

    #[test]
    fn the_fitter_of_two_wins_a_tournament_and_equals_win_alike() {
        let individual = |root, false_positives| Individual {
            root,
            deficiencies: crate::assertion::eval::deficiencies::Deficiencies { false_positives, false_negatives: 0 },
            behaviour: root.into(),
            surplus: false,
            size: 1,
            tie: 0,
        };
        let mut rng = Source::new(1).stream([0]);
        let mut wins = |all: &[Individual], size| {
            let mut wins = vec![0; all.len()];
            (0..10_000).for_each(|_| wins[tournament(all, Objective::FalsePositives, size, &mut rng)] += 1);
            wins
        };
        // Drawn with replacement: the better one of two loses only where it is not drawn at all.
        let two = wins(&[individual(0, 1), individual(1, 2)], 2);
        assert!((7_200..7_800).contains(&two[0]), "{two:?}");
        let alike = wins(&[individual(0, 1), individual(1, 1), individual(2, 1)], 3);
        assert!(alike.iter().all(|w| (3_000..3_700).contains(w)), "{alike:?}");
        let surplus = wins(&[Individual { surplus: true, ..individual(0, 1) }, individual(1, 9)], 2);
        assert!((7_200..7_800).contains(&surplus[1]), "{surplus:?}");
        let uniform = wins(&[individual(0, 1), individual(1, 9)], 1);
        assert!(uniform.iter().all(|w| (4_700..5_300).contains(w)), "{uniform:?}");
    }
}
