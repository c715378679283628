//! The assertion language: typed trees over the variables of a program point, with Java's semantics.
//!
//! | module | what it does |
//! | --- | --- |
//! | [`ast`] | the tree, its operators and types |
//! | [`typing`] | the type of every node, by Java's rules |
//! | [`parse`] | text to tree |
//! | [`render`] | tree to text: the assertion notation, and Java with guards |
//! | [`interpret`] | what an assertion is worth on one state: the definition of the semantics |
//! | [`eval`] | the same on all states at once, for the evolution |
//! | [`simplify`] | a smaller tree of the same meaning |
//!
//! Booleans are two-valued. Numbers and references may *fail* (an absent value, an integer division by zero), and a comparison
//! with a failing operand is false; see "An expression that would throw" in `docs/formats.md`.

pub mod ast;
pub mod check;
pub mod eval;
pub mod interpret;
mod names;
pub mod parse;
pub mod render;
pub mod simplify;
pub mod typing;

#[cfg(test)]
mod testing;
