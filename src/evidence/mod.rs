//! Evidence: the program states that executions left behind (algorithms section "State" and "Evidence" of GAssert, §3.1).
//!
//! A [`schema::Schema`] names the variables of a program point; a [`dataset::Dataset`] holds the states as columns,
//! correct ones first.

pub mod dataset;
pub mod schema;
