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
use crate::engine::rng::Stream;
use rand::RngExt;

/// The winner of a tournament among `size` individuals drawn at random; equally fit ones win with equal probabilities.
pub fn tournament(individuals: &[Individual], objective: Objective, size: u32, rng: &mut Stream) -> usize {
    let draw = |rng: &mut Stream| rng.random_range(0..individuals.len() as u32) as usize;
    let mut winner = draw(rng);
    let mut equals = 1;
    for _ in 1..size {
        let rival = draw(rng);
        match objective.fitness(&individuals[rival]).cmp(&objective.fitness(&individuals[winner])) {
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

impl Covers {
    pub fn new(frame: &Frame, forest: &Forest, individuals: &[Individual], objective: Objective) -> Self {
        let (words, covered_where, rows) = match objective {
            Objective::FalsePositives => (0..frame.correct_words, true, frame.correct_rows()),
            Objective::FalseNegatives => (frame.correct_words..frame.words, false, frame.incorrect_rows()),
        };
        let mut covers = Self { counts: vec![0; words.len() * 64], sums: vec![0; words.len()], words, covered_where };
        // Counters of all 64 states of a word at once, bit k of all of them in plane k.
        let mut planes: Vec<u64> = Vec::new();
        for word in covers.words.clone() {
            planes.clear();
            for individual in individuals {
                let mut carry = covers.covered(forest, individual, word) & rows[word];
                for plane in &mut planes {
                    let sum = *plane ^ carry;
                    carry &= *plane;
                    *plane = sum;
                    if carry == 0 {
                        break;
                    }
                }
                if carry != 0 {
                    planes.push(carry);
                }
            }
            let at = word - covers.words.start;
            for (bit, count) in covers.counts[at * 64..at * 64 + 64].iter_mut().enumerate() {
                *count = planes.iter().enumerate().map(|(k, plane)| ((plane >> bit & 1) as u32) << k).sum();
            }
            covers.sums[at] = covers.counts[at * 64..at * 64 + 64].iter().map(|&c| u64::from(c)).sum();
        }
        covers
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
        let sum = |word: usize| -> u64 {
            let at = word - self.words.start;
            self.sum_over(at, missed(word))
        };
        let total: u64 = self.words.clone().map(sum).sum();
        if total == 0 {
            return None;
        }
        let mut chosen = rng.random_range(0..total);
        for word in self.words.clone() {
            let inside = sum(word);
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
