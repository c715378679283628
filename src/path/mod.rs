//! Path selection: which of the alternatives of executed paths to make a test for next.
//!
//! After "Combining dynamic symbolic execution, machine learning and search-based testing to automatically generate test cases for classes"
//! (TARDIS). A concolic engine negates each branch of an executed path; of the alternatives most may be satisfiable, and still no test of
//! the public methods reaches them. A [`Selector`](selector::Selector) learns from attempts that succeeded and failed which to try: each
//! alternative is sliced ([`slice`]: what its last clause depends on), gets a [`fingerprint`], and its three nearest neighbours among what
//! was learnt ([`knn`]) vote; four [`buckets`] of votes are drawn from with 50, 30, 15 and 5 per cent.
//!
//! Where we differ from the paper, and from its authors' code, is a setting ([`settings::Settings`], with the presets `paper` and
//! `authors`), but for these: the hash functions are independent; three votes are three (the authors' classifier counts those of the losing
//! label, so that this never occurred); an attempt that fails does not take back that another one at the same slice succeeded.
//!
//! The answer is exact at any time: an alternative keeps its neighbours, which a new training item is compared with once, and a corrected
//! label makes those vote anew that it is a neighbour of. The room knows nothing of programs: clauses come from whoever executes them.

pub mod alike;
pub mod alternatives;
pub mod buckets;
pub mod clauses;
pub mod condition;
pub mod fingerprint;
pub mod kernel;
pub mod knn;
pub mod origins;
pub mod queue;
pub mod roulette;
pub mod selector;
pub mod settings;
pub mod slice;
pub mod training;
pub mod tree;
