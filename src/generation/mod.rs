//! Generation of tests: which calls, on which objects, reach which goals of a class under test.
//!
//! - [`facts`]: what is told of types and goals; [`types`]: types of Java; [`cluster`]: what tests may use.
//! - [`statement`]: tests as data; [`maker`] makes them at random, with `literals` and `variables`, [`operators`] change them;
//!   [`ways`]: which calls lead to goals, `open_calls` makes them, [`copies`] those by `serialization`;
//!   [`reflected`]: members that tests look up by their names;
//!   [`compared`]: texts that the code has compared; [`patterns`]: texts that match its regular expressions.
//! - [`goals`]: what is to be covered, and how far a test is from it; [`blockers`]: where tests come to, in `blocks`, and what keeps
//!   them from the rest; [`archive`]: the best test of each goal.
//! - [`algorithms`]: searches, one interface; [`minimise`]: fewer and shorter tests.
//! - [`templates`]: seed templates (EvoObj) as tests; [`carved`]: what existing tests do.
//! - [`symbolic`]: literals that lead to a branch, by symbolic execution; `portfolio`: whether it or the search is next.
//! - [`assertions`]: what the tests assert, chosen by the mutants that it kills.
//! - [`wire`]: batches for workers, and their answers; [`run`]: all of it, batch by batch; [`fatal`]: tests that no JVM survives.
//!
//! Nothing here runs a test or knows a clock: whoever drives it does.

pub mod algorithms;
pub mod archive;
#[cfg(test)]
mod archive_tests;
pub mod assertions;
pub mod blockers;
mod blocks;
pub mod carved;
pub mod cluster;
pub mod compared;
pub mod copies;
pub mod facts;
pub mod fatal;
pub mod goals;
#[cfg(test)]
mod infections_tests;
mod literals;
pub mod maker;
pub mod minimise;
mod open_calls;
pub mod operators;
pub mod patterns;
mod portfolio;
pub mod reflected;
pub mod round_trips;
#[cfg(test)]
mod round_trips_tests;
pub mod run;
#[cfg(test)]
mod run_tests;
#[cfg(test)]
mod scope_tests;
mod serialization;
pub mod settings;
mod simpler;
pub mod statement;
pub mod symbolic;
pub mod templates;
#[cfg(test)]
mod tests;
pub mod types;
mod variables;
pub mod variants;
#[cfg(test)]
mod variants_tests;
pub mod ways;
pub mod wire;
mod written;
