//! The assertion language: typed trees over the variables of a program point, with Java's semantics.

pub mod ast;
