//! `settings`: the schema of all settings, for front ends, pages and build files.

use super::capability::{Capability, no_slot, operation};
use super::request::Nothing;
use super::session::Session;
use crate::Error;
use crate::evidence;
use crate::improve::{evolution, synthesis};
use crate::settings::Setting;
use crate::{generation, invariants, path, ranking, seed, selection};
use serde::Serialize;

pub const CAPABILITY: Capability =
    Capability { operations: &[operation!("settings", |_: &Session, _: Nothing| Ok::<_, Error>(schema()))], slot: no_slot };

/// Settings that are given together.
#[derive(Debug, Serialize)]
pub struct Group {
    pub name: &'static str,
    /// What names have in front where several groups are given together.
    pub prefix: &'static str,
    /// What the settings are about.
    pub title: &'static str,
    pub settings: Vec<Setting>,
}

/// All settings.
#[derive(Debug, Serialize)]
pub struct Schema {
    pub groups: Vec<Group>,
}

/// What a ranking decides itself: it has settings of its own for the first two, no objects, no traces, and no implications.
const NOT_OF_CONSTRAINTS: [&str; 8] =
    ["signs", "nanEqualsNan", "objects", "unmatchedEntries", "conditional", "codeConditions", "splits", "exitsByLine"];

pub fn schema() -> Schema {
    let mut rank = ranking::settings::Settings::table();
    let constraints = invariants::settings::Settings::table().into_iter().filter(|s| !NOT_OF_CONSTRAINTS.contains(&s.name.as_str()));
    let [default, paper] =
        [ranking::settings::Settings::default(), ranking::settings::Settings::paper()].map(|s| crate::settings::values(&s.infer));
    rank.extend(constraints.map(|s| {
        let (default, paper) = (default[&s.name].clone(), paper[&s.name].clone());
        Setting { name: format!("infer.{}", s.name), default, paper, ..s }
    }));
    let mut generate = generation::settings::Settings::table();
    generate.extend(seed::settings::Settings::table().into_iter().map(|s| Setting { name: format!("generate.seed.{}", s.name), ..s }));
    let group = |name, title, settings| Group { name, prefix: "", title, settings };
    Schema {
        groups: vec![
            group("search", "improve: co-evolution", evolution::Settings::table()),
            Group { prefix: "synthesis.", ..group("synthesis", "improve: synthesis", synthesis::Settings::table()) },
            group("states", "improve: states", evidence::settings::Settings::table()),
            group("infer", "infer", invariants::settings::Settings::table()),
            group("rank", "rank", rank),
            group("select", "select", selection::settings::Settings::table()),
            group("seed", "seed templates", seed::settings::Settings::table()),
            Group { prefix: "generate.", ..group("generate", "generate", generate) },
            group("paths", "path selection", path::settings::Settings::table()),
        ],
    }
}

#[cfg(test)]
#[path = "settings_tests.rs"]
mod tests;
