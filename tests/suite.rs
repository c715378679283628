//! Tests of what the crate offers to others: of the assertion language by random assertions, on a JVM, of the boundary, of pages.
//!
//! They are modules of the unit tests' program (`src/lib.rs`), not programs of their own. For those Cargo builds the crate once more, which
//! takes as long as the release build.

mod architecture;
mod assertion_jvm;
mod assertion_properties;
mod bridge_jvm;
#[path = "support/contents.rs"]
mod contents;
mod contents_jvm;
mod contents_properties;
mod derived_columns;
mod documentation;
mod evaluation;
mod example_capability;
#[path = "support/jvm.rs"]
mod jvm;
mod scale;
mod support;
mod threads;
