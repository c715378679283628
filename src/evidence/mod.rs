//! Evidence: the program states that executions left behind (algorithms section "State" and "Evidence" of GAssert, §3.1).
//!
//! A [`schema::Schema`] names the variables of a program point. States arrive as binary [`record`]s, [`unit`] by unit, or as
//! [`json_lines`]; a [`store`] keeps them; [`assemble`] makes of them a [`dataset::Dataset`], which holds the states as columns, correct
//! ones first.

pub mod assemble;
mod bits;
pub mod constants;
pub mod contents;
pub mod dataset;
mod integrity;
pub mod java_text;
pub mod json_lines;
pub mod record;
mod rows;
pub mod schema;
pub mod settings;
mod stability;
pub mod state_columns;
pub mod store;
pub mod text;
pub mod unit;
pub mod verdict;
pub mod visit;
