//! What the programs that search again over recorded evidence have in common.

use oraculum::engine::dispatch::Call;
use oraculum::engine::request;
use oraculum::engine::session::{Limits, Open, Session};
use oraculum::evidence::assemble::{Duplicates, InheritedCorruption, UNREADABLE_SHARE};
use oraculum::evidence::store::OpenMode;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

pub type Failure = Box<dyn std::error::Error>;

/// A session in memory.
pub fn open(threads: usize, max_unit_bytes: u64) -> Result<Session, Failure> {
    Ok(Session::open(&Open {
        threads,
        path: None,
        mode: OpenMode::New,
        limits: Limits { max_states: 10_000_000, max_unit_bytes, max_bytes: 2 << 30 },
        duplicate_incorrect: Duplicates::Drop,
        inherited_corruption: InheritedCorruption::default(),
        unreadable_share: UNREADABLE_SHARE,
    })?)
}

/// One request and its answer.
pub fn call(session: &Session, operation: Value) -> Result<Value, Failure> {
    let request = json!({"schemaVersion": request::SCHEMA_VERSION, "request": operation});
    Ok(serde_json::from_slice(&session.call(&request::parse::<Call>(request.to_string().as_bytes())?)?)?)
}

/// What was recorded in a folder, sorted: all, or what one of the words is part of.
pub fn recorded(folder: &Path, words: &[String], is_recorded: impl Fn(&Path) -> bool) -> Result<Vec<PathBuf>, Failure> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.to_string_lossy();
        if is_recorded(&path) && (words.is_empty() || words.iter().any(|word| name.contains(word))) {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// Parts what stands beside the options: the first that exists is the folder or file, the others are words.
pub fn folder_and_words(others: Vec<String>, default: &str) -> (PathBuf, Vec<String>) {
    let mut words = others;
    let folder = words.iter().position(|word| Path::new(word).exists()).map(|at| words.remove(at));
    (folder.map_or_else(|| PathBuf::from(default), PathBuf::from), words)
}
