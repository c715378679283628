//! Which of many generated assertions are probably wrong (Pastore, Mariani, "ZoomIn: discovering failures by detecting wrong assertions",
//! ICSE 2015).
//!
//! 1. [`plan`], [`invocations`]: invocations of the class under test, by the manual tests and by the generated ones, as records.
//! 2. [`constraints`]: what every entry and exit of the manual run fulfilled, as `infer` finds it.
//! 3. [`profiles`]: the statements that an invocation executed; [`detection`]: the invocations of the generated run that violate a
//!    constraint, each with the manual execution that is most similar to it.
//! 4. [`anomalies`]: the values of these violations, whose flow to assertions is followed in another run; [`flow`]: what it tells.
//! 5. [`score`]: violations far from all manual executions are left out, those of constraints that are often violated count little; what
//!    remains makes the scores of the assertions that it reaches. [`diversified`]: the order in which these are read. [`explain`]: the
//!    values
//!    that speak against an assertion.
//!
//! The result is a function of records, flow and settings, whatever the number of threads and the order in which tests arrive.

pub mod anomalies;
pub mod constraints;
pub mod detection;
pub mod diversified;
pub mod explain;
#[cfg(test)]
mod fixtures;
pub mod flow;
pub mod invocations;
pub mod plan;
pub mod profiles;
pub mod score;
pub mod settings;
#[cfg(test)]
mod tests;
pub mod unsafe_assertion;
