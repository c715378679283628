//! Co-evolution of two populations of assertions (GAssert, §3.2 and Algorithm 1).
//!
//! One population is selected for few false positives first, the other for few false negatives first ([`fitness`]); from time to time
//! they exchange their best ([`migration`]). Parents are chosen by tournament or by best match ([`selection`]), recombined by
//! merging or subtree crossover ([`crossover`]), changed by node or subtree mutation ([`mutation`]), at nodes that a selector
//! picks ([`node_selector`]).
//!
//! Trees are nodes of a hash-consed graph ([`crate::assertion::eval`]): an offspring shares all but a path with its parents, and
//! only what no tree had before is evaluated.
//!
//! Same seed, same result: every pair of parents draws from its own stream, named by (population, generation, pair), and
//! offspring are numbered in that order; neither depends on the number of threads. Only an interruption (budget, cancel) depends
//! on the clock.
//!
//! Where we differ from the paper, and why:
//! - best match samples exactly the paper's distribution without computing the weights of all individuals ([`selection`]);
//! - elites and migrants differ in behaviour (the states in which they are true): the same twice brings nothing; and a setting limits
//!   how many of one behaviour compete;
//! - random variables are drawn more often from those that differ between right and wrong executions (a setting);
//! - the result is the best over everything ever seen, not over the last populations, and what it does not need is cut off
//!   ([`reduction`]);
//! - numbers are Java's, exactly, and there are references.

pub mod crossover;
pub mod fitness;
#[cfg(test)]
pub(crate) mod fixtures;
pub mod history;
pub mod individual;
pub mod input;
pub mod migration;
pub mod mutation;
pub mod node_selector;
pub mod population;
pub mod reduction;
pub mod run;
pub mod selection;
pub mod settings;
pub mod stopping;
pub mod tree;
pub mod tree_factory;

pub use history::{GenerationFigures, PopulationFigures, to_csv};
pub use input::InputAssertion;
pub use run::{Candidate, Outcome, run};
pub use settings::Settings;
pub use stopping::StopReason;
