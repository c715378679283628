//! Compares policies of path selection on recorded pools: docs/results/paths.md and .svg.
//!
//! ```text
//! cargo run --release --example path_policies -- [FOLDER]
//! ```
//!
//! Prints the page, or writes it and the plots to a folder.

mod avl;
mod page;
mod pool;
mod programs;
mod replay;
mod solver;
mod trace;

use page::{Figures, page};
use pool::Pool;
use programs::PROGRAMS;
use replay::{POLICIES, replay};
use std::path::PathBuf;

const SEEDS: u64 = 30;

fn main() -> std::io::Result<()> {
    let mut figures = Vec::new();
    for program in PROGRAMS {
        let pool = Pool::of(&program);
        let runs = POLICIES.iter().map(|policy| (0..SEEDS).map(|seed| replay(&pool, policy, seed)).collect()).collect();
        figures.push(Figures { program, pool, runs });
    }
    let (text, plot) = page(&figures);
    match std::env::args().nth(1).map(PathBuf::from) {
        Some(folder) => {
            std::fs::write(folder.join("paths.md"), text)?;
            std::fs::write(folder.join("paths.svg"), plot)
        }
        None => {
            print!("{text}");
            Ok(())
        }
    }
}
