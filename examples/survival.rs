//! Do clauses survive tests that they were not learnt from?
//!
//! ```text
//! cargo run --release --example survival -- [--engine hybrid] [--set maxTerms=100] [--splits 3] [--share 0.5] [--threads 0] [--quiet]
//!     [--rows FILE] FOLDER.. [WORD..]
//! ```
//!
//! FOLDER has evidence files (`improve --class C --evidence FOLDER`), in folders of any depth. The tests of each method are parted several
//! times: from one part an assertion is learnt, and each of its clauses is judged by the correct states of the others that the first part
//! has not. Prints, over all methods and parts: assertions without a false clause, clauses that survive, and mutants' states of the other
//! tests that are rejected; and of clauses by their confidence how many survive. `--rows` writes a line of JSON for each clause.

use oraculum::assertion::ast::Expr;
use oraculum::assertion::eval;
use oraculum::assertion::render::render;
use oraculum::compute::control::Control;
use oraculum::compute::pool::Pool;
use oraculum::compute::rng::Source;
use oraculum::evidence::assemble::{Settings as Assembling, assemble};
use oraculum::evidence::dataset::{Dataset, Origin};
use oraculum::evidence::store::{OpenMode, Store};
use oraculum::improve::evolution::{InputAssertion, Settings as EvolutionSettings};
use oraculum::improve::hybrid::{self, Engine};
use oraculum::improve::synthesis::Settings as SynthesisSettings;
use rand::seq::SliceRandom;
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::{Path, PathBuf};

type Failure = Box<dyn std::error::Error>;

/// Groups of tests (a bit each in [`Dataset::correct_tests`]) below which nothing can be parted.
const FEWEST_GROUPS: usize = 4;
/// Correct states of other tests below which nothing is judged.
const FEWEST_STATES: usize = 3;

struct Arguments {
    engine: Engine,
    synthesis: SynthesisSettings,
    splits: u64,
    share: f64,
    threads: usize,
    quiet: bool,
    rows: Option<PathBuf>,
    folders: Vec<PathBuf>,
    words: Vec<String>,
}

#[derive(Default)]
struct Totals {
    methods: usize,
    assertions: usize,
    sound: usize,
    clauses: usize,
    survived: usize,
    killed: u64,
    incorrect: u64,
    by_confidence: BTreeMap<u32, (usize, usize)>,
}

fn main() -> Result<(), Failure> {
    let arguments = Arguments::parse()?;
    let pool = Pool::new(arguments.threads)?;
    let mut rows = arguments.rows.as_ref().map(std::fs::File::create).transpose()?;
    let mut totals = Totals::default();
    let mut files = Vec::new();
    arguments.folders.iter().try_for_each(|folder| files_of(folder, &mut files))?;
    files.sort();
    for file in files.iter().filter(|f| arguments.words.is_empty() || arguments.words.iter().any(|w| f.to_string_lossy().contains(w))) {
        let Ok(assembly) = assemble(&Store::open(file, OpenMode::Existing)?, &Assembling::default()) else { continue };
        let data = &assembly.dataset;
        let groups: Vec<u32> = (0..64).filter(|bit| data.correct_tests.iter().any(|tests| tests >> bit & 1 == 1)).collect();
        if groups.len() < FEWEST_GROUPS || data.rows == data.correct {
            continue;
        }
        totals.methods += 1;
        for split in 0..arguments.splits {
            let mut order = groups.clone();
            order.shuffle(&mut Source::new(1).stream([split]));
            let taken = ((groups.len() as f64 * arguments.share).round() as usize).clamp(1, groups.len() - 1);
            let learnt_from = order[..taken].iter().fold(0u64, |set, bit| set | 1 << bit);
            judge(data, learnt_from, split, &arguments, &pool, &mut totals, rows.as_mut())?;
        }
    }
    let Totals { methods, assertions, sound, clauses, survived, killed, incorrect, by_confidence } = totals;
    let share = |part: usize, all: usize| 100.0 * part as f64 / all.max(1) as f64;
    println!("{methods} methods; {assertions} assertions, {:.1} % without a false clause", share(sound, assertions));
    println!("{clauses} clauses, {:.1} % survive; {} false", share(survived, clauses), clauses - survived);
    println!("incorrect states of other tests rejected: {killed} of {incorrect}, {:.1} %", share(killed as usize, incorrect as usize));
    for (tenth, (all, good)) in by_confidence {
        println!("confidence .{tenth:02}: {all} clauses, {:.1} % survive", share(good, all));
    }
    Ok(())
}

fn judge(
    data: &Dataset,
    learnt_from: u64,
    split: u64,
    arguments: &Arguments,
    pool: &Pool,
    totals: &mut Totals,
    mut rows: Option<&mut std::fs::File>,
) -> Result<(), Failure> {
    let is_learnt = |row: usize| {
        if row < data.correct {
            data.correct_tests[row] & learnt_from != 0
        } else {
            learnt_from >> (data.origins[row - data.correct].test % 64) & 1 == 1
        }
    };
    let (learn, rest): (Vec<usize>, Vec<usize>) = (0..data.rows).partition(|&row| is_learnt(row));
    let learning = part(data, &learn, learnt_from);
    let judging = part(data, &rest, !learnt_from);
    if judging.correct < FEWEST_STATES || learning.correct == 0 {
        return Ok(());
    }
    let evolution = EvolutionSettings::default();
    let settings = hybrid::Settings { evolution: &evolution, synthesis: &arguments.synthesis };
    let input = InputAssertion::single(Expr::Bool(true));
    let (_, found) = hybrid::run(arguments.engine, &learning, &input, settings, 1, pool, &Control::unlimited());
    let synthesis = found.expect("an engine with a synthesis").synthesis;
    totals.incorrect += (judging.rows - judging.correct) as u64;
    totals.killed += (judging.rows - judging.correct) as u64 - u64::from(eval::evaluate(&judging, &synthesis.assertion).1.false_negatives);
    if synthesis.clauses.is_empty() {
        return Ok(());
    }
    totals.assertions += 1;
    let mut sound = true;
    for clause in &synthesis.clauses {
        let (holds, verdict) = eval::evaluate(&judging, &clause.expr);
        let good = verdict.false_positives == 0;
        sound &= good;
        totals.clauses += 1;
        totals.survived += usize::from(good);
        let tenth = totals.by_confidence.entry((clause.confidence * 20.0 + 1e-9) as u32 * 5).or_default();
        *tenth = (tenth.0 + 1, tenth.1 + usize::from(good));
        let text = render(&clause.expr, &data.schema);
        if !good && !arguments.quiet {
            let counterexample = (0..judging.correct).find(|&row| !holds.get(row)).unwrap_or_default();
            println!(
                "{} [{split}] {} of {} | {text} | {:.2} | mutants {} kills {} support {}/{} | {}",
                data.schema.method,
                verdict.false_positives,
                judging.correct,
                clause.confidence,
                clause.mutants.len(),
                clause.kills.len(),
                clause.support,
                learning.correct,
                state(&judging, &clause.expr, counterexample)
            );
        }
        if let Some(file) = &mut rows {
            let row = json!({
                "method": data.schema.method, "split": split, "clause": text, "survived": good, "confidence": clause.confidence,
            });
            writeln!(file, "{row}")?;
        }
    }
    totals.sound += usize::from(sound);
    Ok(())
}

/// The variables of an expression in a state.
fn state(data: &Dataset, expr: &Expr, row: usize) -> String {
    let mut ids = BTreeSet::new();
    expr.for_each_variable(&mut |id| {
        ids.insert(id);
    });
    let of = |id: u32| {
        let value = oraculum::assertion::interpret::variable_value(data, id, row);
        let text: String = format!("{value:?}").chars().take(80).collect();
        format!("{}={text}", data.schema.variables[id as usize].name)
    };
    ids.into_iter().map(of).collect::<Vec<_>>().join(" ")
}

/// The dataset with those of its rows only, and with those tests.
fn part(data: &Dataset, rows: &[usize], tests: u64) -> Dataset {
    let place = |row: u32| rows.binary_search(&(row as usize)).ok().map(|at| at as u32);
    let correct = rows.iter().filter(|&&row| row < data.correct).count();
    let origin = |&row: &usize| {
        let origin = data.origins[row - data.correct];
        Origin { pair: origin.pair.and_then(place), ..origin }
    };
    Dataset {
        explored: false,
        schema: data.schema.clone(),
        rows: rows.len(),
        correct,
        columns: data.columns.iter().map(|column| column.gather(rows)).collect(),
        origins: rows[correct..].iter().map(origin).collect(),
        texts: data.texts.clone(),
        correct_tests: rows[..correct].iter().map(|&row| data.correct_tests[row] & tests).collect(),
        constants: data.constants.clone(),
    }
}

fn files_of(folder: &Path, found: &mut Vec<PathBuf>) -> Result<(), Failure> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            files_of(&path, found)?;
        } else if path.extension().is_some_and(|e| e == "db") {
            found.push(path);
        }
    }
    Ok(())
}

impl Arguments {
    fn parse() -> Result<Self, Failure> {
        let (mut engine, mut settings) = ("synthesis".to_owned(), Map::new());
        let (mut splits, mut share, mut threads, mut quiet, mut rows) = (3, 0.5, 0, false, None);
        let (mut folders, mut words) = (Vec::new(), Vec::new());
        let mut arguments = std::env::args().skip(1);
        while let Some(argument) = arguments.next() {
            let mut value = || arguments.next().ok_or(format!("{argument} needs a value"));
            match argument.as_str() {
                "--engine" => engine = value()?,
                "--set" => {
                    let text = value()?;
                    let (name, value) = text.split_once('=').ok_or(format!("{text}: expected name=value"))?;
                    settings.insert(name.to_owned(), serde_json::from_str(value)?);
                }
                "--splits" => splits = value()?.parse()?,
                "--share" => share = value()?.parse()?,
                "--threads" => threads = value()?.parse()?,
                "--rows" => rows = Some(PathBuf::from(value()?)),
                "--quiet" => quiet = true,
                other if Path::new(other).is_dir() => folders.push(PathBuf::from(other)),
                other => words.push(other.to_owned()),
            }
        }
        let engine = serde_json::from_value(Value::String(engine))?;
        let synthesis = serde_json::from_value(Value::Object(settings))?;
        Ok(Self { engine, synthesis, splits, share, threads, quiet, rows, folders, words })
    }
}
