//! A library of Z3 in a process of its own: what crashes there or never comes back takes nobody else with it.
//!
//! - [`library`]: Z3's C interface, opened at run time.
//! - [`frame`]: how commands and answers lie in a stream; `main.rs`, the program `oraculum-solver`, reads the one and writes the other.
//! - [`client`]: starts the program and asks it.
//!
//! Nothing here knows what is solved for: commands are text of SMT-LIB.

pub mod client;
pub mod frame;
pub mod library;
