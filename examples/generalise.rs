//! Learns on the states of one file and judges on those of another: `make generalisation` writes the pairs
//! (`build/generalisation/NAME.learn.jsonl` and `NAME.validate.jsonl`, one half of the tests and of the mutators each).
//!
//! ```text
//! cargo run --release --example generalise -- [--engine hybrid] [--set maxTerms=100] [--evolution maxSize=30] [--budget 20] [--seed 1]
//!     [--threads 0] [--quiet] [--archive] FOLDER-OR-FILE.. [WORD..]
//! ```
//!
//! Prints for every pair: false positives on unseen tests, unseen incorrect states missed, mutants of unseen mutators detected of those
//! that left an incorrect state, and the assertion; with `--archive` the archive, false negatives and size of each choice.

mod shared;

use self::shared::{Failure, call};
use oraculum::compute::control::Snapshot;
use oraculum::engine::improve::{ImproveCall, Observer};
use oraculum::engine::request;
use oraculum::engine::session::Session;
use serde_json::{Map, Value, json};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

struct Nobody;

impl Observer for Nobody {
    fn interrupted(&mut self) -> bool {
        false
    }

    fn progress(&mut self, _snapshot: Snapshot, _elapsed: Duration) -> bool {
        true
    }
}

struct Arguments {
    engine: String,
    synthesis: Map<String, Value>,
    evolution: Map<String, Value>,
    budget: f64,
    seed: i64,
    threads: usize,
    quiet: bool,
    archive: bool,
    folder: PathBuf,
    words: Vec<String>,
}

fn main() -> Result<(), Failure> {
    let arguments = Arguments::parse()?;
    println!(
        "{:<44} {:>5} {:>5} {:>5} | {:>5} {:>5} | {:>4} {:>5} {:>9} {:>7}",
        "subject", "S+", "S-", "FN", "V+", "V-", "FP", "FN", "score", "seconds"
    );
    let mut totals = (0, 0, 0, 0);
    for learn in pairs(&arguments)? {
        let name = learn.file_name().unwrap_or_default().to_string_lossy().replace(".learn.jsonl", "");
        let (fp, detected, killable) = judge(&name, &learn, &arguments)?;
        totals = (totals.0 + fp, totals.1 + u64::from(fp > 0), totals.2 + detected, totals.3 + killable);
    }
    let (fp, unsound, detected, killable) = totals;
    println!("FP {fp} in {unsound} subjects; mutants detected {detected} of {killable}");
    Ok(())
}

/// False positives, mutants detected, mutants that left an incorrect state.
fn judge(name: &str, learn: &Path, arguments: &Arguments) -> Result<(u64, u64, u64), Failure> {
    let session = open(learn, arguments)?;
    let summary = call(&session, json!({"summary": {}}))?;
    let request = json!({"schemaVersion": request::SCHEMA_VERSION, "request": {"improve": {
        "assertion": null, "seed": arguments.seed, "budgetMillis": (arguments.budget * 1000.0) as u64, "progressMillis": 1000,
        "history": false, "settings": arguments.evolution, "engine": arguments.engine, "synthesis": arguments.synthesis,
    }}});
    let ImproveCall::Improve(request) = request::parse(request.to_string().as_bytes())?;
    let start = Instant::now();
    let improvement = serde_json::to_value(session.improve(&request, &mut Nobody)?)?;
    let seconds = start.elapsed().as_secs_f64();
    let best = if improvement["improved"].is_null() { &improvement["initial"] } else { &improvement["improved"] };
    let assertion = best["text"]["assertion"].as_str().unwrap_or("true");
    let validate = PathBuf::from(learn.to_string_lossy().replace(".learn.jsonl", ".validate.jsonl"));
    let judge = open(&validate, arguments)?;
    let unseen = call(&judge, json!({"summary": {}}))?;
    let verdict = call(&judge, json!({"evaluate": {"assertion": assertion}}))?;
    let figure = |value: &Value| value.as_u64().unwrap_or(0);
    let (detected, survived) = (figure(&verdict["mutants"]["detected"]), figure(&verdict["mutants"]["survived"]));
    println!(
        "{:<44} {:>5} {:>5} {:>5} | {:>5} {:>5} | {:>4} {:>5} {:>4}/{:<4} {:>7.2}",
        name,
        figure(&summary["correct"]),
        figure(&summary["incorrect"]),
        figure(&best["fn"]),
        figure(&unseen["correct"]),
        figure(&unseen["incorrect"]),
        figure(&verdict["fp"]),
        figure(&verdict["fn"]),
        detected,
        detected + survived,
        seconds
    );
    if !arguments.quiet {
        println!("    {assertion}");
    }
    for choice in improvement["archive"].as_array().filter(|_| arguments.archive).into_iter().flatten() {
        let text = choice["text"]["assertion"].as_str().or(choice["assertion"].as_str()).unwrap_or_default();
        println!("    {:>5} {:>5}  {text}", figure(&choice["fn"]), figure(&choice["size"]));
    }
    Ok((figure(&verdict["fp"]), detected, detected + survived))
}

fn open(states: &Path, arguments: &Arguments) -> Result<Session, Failure> {
    let session = shared::open(arguments.threads, 256 << 20)?;
    call(&session, json!({"importStates": {"path": states}}))?;
    Ok(session)
}

/// The files to learn from, sorted.
fn pairs(arguments: &Arguments) -> Result<Vec<PathBuf>, Failure> {
    if arguments.folder.is_file() {
        return Ok(vec![arguments.folder.clone()]);
    }
    shared::recorded(&arguments.folder, &arguments.words, |path| path.to_string_lossy().ends_with(".learn.jsonl"))
}

impl Arguments {
    fn parse() -> Result<Self, Failure> {
        let mut parsed = Self {
            engine: "hybrid".into(),
            synthesis: Map::new(),
            evolution: Map::new(),
            budget: 20.0,
            seed: 1,
            threads: 0,
            quiet: false,
            archive: false,
            folder: PathBuf::new(),
            words: Vec::new(),
        };
        let mut arguments = std::env::args().skip(1);
        let mut others = Vec::new();
        while let Some(argument) = arguments.next() {
            let mut value = || arguments.next().ok_or(format!("{argument} needs a value"));
            match argument.as_str() {
                "--engine" => parsed.engine = value()?,
                "--budget" => parsed.budget = value()?.parse()?,
                "--seed" => parsed.seed = value()?.parse()?,
                "--threads" => parsed.threads = value()?.parse()?,
                "--set" => setting(&mut parsed.synthesis, &value()?)?,
                "--evolution" => setting(&mut parsed.evolution, &value()?)?,
                "--quiet" => parsed.quiet = true,
                "--archive" => parsed.archive = true,
                _ => others.push(argument),
            }
        }
        (parsed.folder, parsed.words) = shared::folder_and_words(others, "build/generalisation");
        Ok(parsed)
    }
}

fn setting(settings: &mut Map<String, Value>, text: &str) -> Result<(), Failure> {
    let (name, value) = text.split_once('=').ok_or(format!("{text}: expected name=value"))?;
    settings.insert(name.to_owned(), serde_json::from_str(value)?);
    Ok(())
}
