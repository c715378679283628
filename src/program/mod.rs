//! The program under analysis, from the facts that the Java side reads off class files (docs/formats.md, "Program facts"), and the
//! graphs that follow from them.
//!
//! - [`facts`]: classes, methods, and their operations in blocks, decoded.
//! - [`flow`]: the control flow graph of a method, whole and with one iteration a loop; how likely one block leads to another.
//! - [`dominance`]: dominators, postdominators, control dependence.
//! - [`reaching`]: which definitions reach which uses within a method.
//! - [`hierarchy`]: subtypes, and which method a call selects.
//! - [`call_graph`]: who may call whom; rapid type analysis.
//! - [`zero_one_cfa`]: the same by a points-to analysis, more exactly.
//! - [`chains`]: definition-use chains within and across methods.
//! - [`effects`]: which fields and array elements a method may read or write, and by which calls.
//! - [`purity`]: which calls are free of side effects, by these; of libraries the code is read as far as the answer needs it.
//!
//! Libraries are black boxes: what they return depends on all they were given.

pub mod call_graph;
pub mod chains;
pub mod dominance;
pub mod effects;
pub mod facts;
pub mod flow;
pub mod hierarchy;
pub mod purity;
pub mod reaching;
#[cfg(test)]
mod tests;
pub mod zero_one_cfa;
