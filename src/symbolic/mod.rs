//! Dynamic symbolic execution: the byte code of a test's calls is replayed with terms over the test's literals, which gives the condition
//! under which other literals take the same path (King, CACM 1976; Godefroid, Klarlund and Sen, PLDI 2005). For a branch that was not
//! taken, the conditions before it and its own are solved, and the solution is another test.
//!
//! - [`class_file`]: class files, with their code as [`instruction`]s.
//! - [`scalar`]: numbers of the JVM; [`term`]: expressions of them over inputs.
//! - [`heap`]: values and objects; [`machine`]: the interpreter, in rooms for conditions, fields, arrays and instructions; `calls`, and
//!   `models` of the JDK's methods; `unknown`: calls that are not followed.
//! - [`path`]: the path condition and its alternatives.
//! - [`solver`]: inputs that fulfil conditions; [`propagation`]: a solver of our own, which asks [`operands`] what an operand should be;
//!   [`z3`]: a library in a process of its own, told of them as [`smt`] text.
//!
//! Nothing here knows what a test is, runs one, or knows a clock.

mod calls;
pub mod class_file;
pub mod heap;
pub mod instruction;
pub mod machine;
mod models;
pub mod operands;
pub mod path;
pub mod propagation;
#[cfg(test)]
mod random_tests;
pub mod scalar;
pub mod smt;
pub mod solver;
pub mod term;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod text_tests;
mod unknown;
pub mod z3;
#[cfg(test)]
mod z3_tests;
