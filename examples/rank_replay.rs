//! Ranks again what the runs of `rank` left, by any settings, without a run: `make rank-results SUBJECTS=--prepare` writes the folders.
//!
//! ```text
//! cargo run --release --example rank_replay -- [--set threshold=0.5] [--set infer.confidence=0.95] [--show 20] [--threads 0] FOLDER
//! [WORD..]
//! ```
//!
//! Prints for every fault the position of the first wrong assertion, in how many, and how many have a score; with `--show` the first
//! so many assertions and the first wrong one, with the constraints that speak against each.

mod shared;

use self::shared::{Failure, call};
use oraculum::ranking::plan::Run;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// `ranking.json.gz`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Recorded {
    manual_tests: Value,
    generated_tests: Value,
    sites: Vec<Value>,
    /// Whether each site is known to be wrong.
    wrong: Vec<bool>,
    /// Test, invocation and variable of every value.
    values: Vec<(u32, u32, u32)>,
    /// Which of these values reached which sites.
    flow: Vec<FlowOfTest>,
}

#[derive(Deserialize)]
struct FlowOfTest {
    test: u32,
    sites: Vec<Reached>,
}

#[derive(Deserialize)]
struct Reached {
    site: u32,
    executions: u64,
    threw: bool,
    anomalies: Vec<usize>,
}

struct Arguments {
    settings: Map<String, Value>,
    show: usize,
    threads: usize,
    folder: PathBuf,
    words: Vec<String>,
}

fn main() -> Result<(), Failure> {
    let arguments = Arguments::parse()?;
    let (mut faults, mut in_top) = (0, 0);
    println!(
        "{:<20} {:>8} {:>10} {:>6} {:>7} {:>5} {:>7} {:>7}",
        "fault", "first", "assertions", "wrong", "unsafe", "top", "read %", "seconds"
    );
    for folder in shared::recorded(&arguments.folder, &arguments.words, |path| path.join("ranking.json.gz").exists())? {
        faults += 1;
        in_top += usize::from(replay(&folder, &arguments)?);
    }
    println!("in the top: {in_top} of {faults}");
    Ok(())
}

/// Whether a wrong assertion is in Top-N.
fn replay(folder: &Path, arguments: &Arguments) -> Result<bool, Failure> {
    let recorded: Recorded = serde_json::from_reader(flate2::read::GzDecoder::new(std::fs::File::open(folder.join("ranking.json.gz"))?))?;
    let session = shared::open(arguments.threads, 2 << 30)?;
    let plan: Value = serde_json::from_slice(&std::fs::read(folder.join("plan.json"))?)?;
    call(&session, json!({"openRanking": plan}))?;
    for (run, file) in [(Run::Manual, "manual.records"), (Run::Generated, "generated.records")] {
        session.append_invocations(run, 0, &std::fs::read(folder.join(file))?)?;
    }
    let start = Instant::now();
    let request = json!({"manualTests": recorded.manual_tests, "generatedTests": recorded.generated_tests, "settings": arguments.settings});
    let detected = call(&session, json!({"detectAnomalies": request}))?;
    call(&session, json!({"addFlow": {"tests": flow(&recorded, &detected)}}))?;
    let ranking = call(&session, json!({"rank": {"sites": recorded.sites, "settings": arguments.settings}}))?;
    let seconds = start.elapsed().as_secs_f64();
    let assertions = ranking["assertions"].as_array().ok_or("no assertions")?;
    let is_wrong = |a: &&Value| recorded.wrong[a["site"].as_u64().unwrap_or_default() as usize];
    let first = assertions.iter().find(is_wrong);
    let position = first.and_then(|a| a["position"].as_f64());
    let in_top = first.is_some_and(|a| a["top"] == true);
    println!(
        "{:<20} {:>8} {:>10} {:>6} {:>7} {:>5} {:>7} {:>7.2}",
        folder.file_name().unwrap_or_default().to_string_lossy(),
        position.map_or("-".to_owned(), |p| format!("{p:.1}")),
        recorded.sites.len(),
        recorded.wrong.iter().filter(|w| **w).count(),
        assertions.len(),
        if in_top { "yes" } else { "no" },
        position.map_or("-".to_owned(), |p| format!("{:.2}", 100.0 * p / recorded.sites.len() as f64)),
        seconds
    );
    for assertion in assertions.iter().take(arguments.show).chain(first.filter(|_| arguments.show > 0)) {
        describe(assertion, &recorded, &ranking, &plan);
    }
    Ok(in_top)
}

/// What of the recorded flow is of anomalies.
fn flow(recorded: &Recorded, detected: &Value) -> Value {
    let key = |a: &Value, name: &str| a[name].as_u64().unwrap_or_default() as u32;
    let anomalies = detected["anomalies"].as_array().map_or(&[][..], Vec::as_slice);
    let ids: HashMap<(u32, u32, u32), &Value> =
        anomalies.iter().map(|a| ((key(a, "test"), key(a, "invocation"), key(a, "variable")), &a["id"])).collect();
    let site = |s: &Reached| {
        let reached: Vec<&Value> = s.anomalies.iter().filter_map(|v| ids.get(&recorded.values[*v]).copied()).collect();
        json!({"site": s.site, "executions": s.executions, "threw": s.threw, "anomalies": reached})
    };
    recorded.flow.iter().map(|t| json!({"test": t.test, "sites": t.sites.iter().map(site).collect::<Vec<_>>()})).collect()
}

fn describe(assertion: &Value, recorded: &Recorded, ranking: &Value, plan: &Value) {
    let site = assertion["site"].as_u64().unwrap_or_default() as usize;
    println!(
        "  {:>6} {:>9.4} {} {} ({})",
        assertion["position"],
        assertion["score"].as_f64().unwrap_or_default(),
        if recorded.wrong[site] { "WRONG" } else { "     " },
        recorded.sites[site]["text"],
        assertion["tests"][0].as_str().unwrap_or_default()
    );
    for reason in assertion["reasons"].as_array().into_iter().flatten() {
        let constraint = &ranking["constraints"][reason["constraint"].as_u64().unwrap_or_default() as usize];
        let values: Vec<String> = reason["examples"][0]["values"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|v| format!("{} = {}", v["name"].as_str().unwrap_or_default(), v["value"].as_str().unwrap_or_default()))
            .collect();
        println!(
            "           {:>8.4} {}x {} {} {}: `{}` n={} violated {} kept {} dos {:.2}; {}",
            reason["score"].as_f64().unwrap_or_default(),
            reason["violations"],
            plan["methods"][constraint["method"].as_u64().unwrap_or_default() as usize]["name"].as_str().unwrap_or_default(),
            plan["methods"][constraint["method"].as_u64().unwrap_or_default() as usize]["descriptor"].as_str().unwrap_or_default(),
            constraint["moment"].as_str().unwrap_or_default(),
            constraint["daikon"].as_str().unwrap_or_default(),
            constraint["samples"],
            constraint["violations"],
            constraint["keptViolations"],
            reason["examples"][0]["dos"].as_f64().unwrap_or(-1.0),
            values.join(", ")
        );
    }
}

impl Arguments {
    fn parse() -> Result<Self, Failure> {
        let mut parsed = Self { settings: Map::new(), show: 0, threads: 0, folder: PathBuf::new(), words: Vec::new() };
        let mut arguments = std::env::args().skip(1);
        let mut others = Vec::new();
        while let Some(argument) = arguments.next() {
            let mut value = || arguments.next().ok_or(format!("{argument} needs a value"));
            match argument.as_str() {
                "--set" => setting(&mut parsed.settings, &value()?)?,
                "--show" => parsed.show = value()?.parse()?,
                "--threads" => parsed.threads = value()?.parse()?,
                _ => others.push(argument),
            }
        }
        (parsed.folder, parsed.words) = shared::folder_and_words(others, "build/rank");
        Ok(parsed)
    }
}

/// `infer.NAME=VALUE` is a setting of the inference; a value that is no JSON is a word.
fn setting(settings: &mut Map<String, Value>, text: &str) -> Result<(), Failure> {
    let (name, value) = text.split_once('=').ok_or(format!("{text}: expected name=value"))?;
    let value = serde_json::from_str(value).unwrap_or_else(|_| Value::from(value));
    match name.strip_prefix("infer.") {
        Some(name) => settings.entry("infer").or_insert_with(|| json!({}))[name] = value,
        None => settings.insert(name.to_owned(), value).map_or((), drop),
    }
    Ok(())
}
