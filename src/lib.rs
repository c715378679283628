//! The engine of Oraculum: every algorithm, none of the JVM.
//!
//! The way of the data is the way of the folders: **evidence in → engine → result out.**
//!
//! | room | what it holds |
//! | --- | --- |
//! | [`compute`] | what computations run on: threads, parallel loops, cancel and progress, the one source of randomness |
//! | [`settings`] | settings declared once: names, defaults, ranges, published values, documentation |
//! | [`evidence`] | program states of correct and incorrect executions: schema, columns, store |
//! | [`assertion`] | the assertion language: tree, types, parser, renderer, simplifier, evaluation |
//! | [`improve`] | GAssert: co-evolution of two populations of assertions |
//! | [`program`] | facts of class files: control flow, definition-use chains, call graph |
//! | [`seed`] | EvoObj: what a branch looks at, and tests that build it |
//! | [`selection`] | SODS: which variables are worth asserting on |
//! | [`symbolic`] | dynamic symbolic execution: byte code replayed with terms, path conditions, a solver |
//! | [`generation`] | tests as typed statements, and searches for those that reach goals: DynaMOSA, MOSA, random |
//! | [`path`] | TARDIS: which alternatives of executed paths to make a test for next |
//! | [`invariants`] | likely invariants of program points: templates, confidence, suppression of the implied |
//! | [`ranking`] | ZoomIn: which generated assertions are probably wrong |
//! | [`daikon`] | Daikon's files and notation |
//! | [`engine`] | requests decoded, sessions held: one file and one slot for each capability |
//! | [`bridge`] | the only code that knows JNI |
//! | `jvmti` | the kill switch: JVMTI `StopThread`, in C |
//!
//! Rules kept by `tests/architecture.rs`: `jni::` only in `bridge`; `unsafe` only in `bridge`, `jvmti` and the
//! evaluation kernels; no I/O, clock or global state in the algorithm modules.

pub mod assertion;
pub mod bridge;
pub mod compute;
pub mod daikon;
pub mod engine;
pub mod error;
pub mod evidence;
pub mod generation;
pub mod improve;
mod input;
pub mod invariants;
mod jvmti;
pub mod path;
pub mod program;
pub mod ranking;
pub mod relation;
pub mod seed;
pub mod selection;
pub mod settings;
pub mod symbolic;

pub use error::{Error, ErrorKind, Result};

#[cfg(test)]
extern crate self as oraculum;
#[cfg(test)]
#[path = "../tests/suite.rs"]
mod suite;
