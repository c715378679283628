//! `generate`: tests of a class, batch by batch. The caller runs the batches and says when the search has had enough.
//!
//! `openGeneration`, then `proposeTests` (once, perhaps, it asks for the program under test: classes are added, then `useProgram`) and `learnTests` in turns (several batches may be on their way; their answers are learnt in the
//! order of the proposals), `minimiseTests` and again batches, `observeTests` for a batch that asks for values, `keptTests`,
//! `closeGeneration`.

use super::capability::{Capability, empty_slot, operation};
use super::session::Session;
use crate::compute::lock::lock;
use crate::generation::archive::Evaluated;
use crate::generation::cluster::Cluster;
use crate::generation::facts::TypeFacts;
use crate::generation::run::{Generation, Progress};
use crate::generation::settings::Settings;
use crate::generation::statement::{Slot, Statement};
use crate::generation::wire::{End, FORMAT};
use crate::{Error, ErrorKind, Result};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

pub const CAPABILITY: Capability = Capability {
    operations: &[
        operation!("openGeneration", open),
        operation!("proposeTests", propose),
        operation!("useProgram", use_program),
        operation!("learnTests", learn),
        operation!("minimiseTests", minimise),
        operation!("observeTests", observe),
        operation!("keptTests", kept),
        operation!("closeGeneration", close),
    ],
    slot: empty_slot::<GenerationSlot>,
};

/// The generations of a session, by number.
#[derive(Debug, Default)]
pub struct GenerationSlot {
    open: Mutex<Open>,
}

#[derive(Debug, Default)]
struct Open {
    last: u64,
    /// A lock each, so that several classes have tests generated at a time.
    generations: BTreeMap<u64, Arc<Mutex<Generation>>>,
}

impl GenerationSlot {
    fn get(&self, number: u64) -> Result<Arc<Mutex<Generation>>> {
        let found = lock(&self.open).generations.get(&number).cloned();
        found.ok_or_else(|| Error::new(ErrorKind::InvalidState, format!("there is no generation {number}, or it was closed")))
    }
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OpenGeneration {
    pub facts: TypeFacts,
    #[serde(default)]
    pub settings: Settings,
    pub seed: u64,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Opened {
    pub generation: u64,
    pub goals: usize,
    /// The format of batches.
    pub format: &'static str,
}

fn open(session: &Session, request: OpenGeneration) -> Result<Opened> {
    let generation = Generation::new(&request.facts, request.settings, request.seed)?;
    let goals = generation.goals().coverable();
    let mut open = lock(&session.slot::<GenerationSlot>().open);
    open.last += 1;
    let number = open.last;
    open.generations.insert(number, Arc::new(Mutex::new(generation)));
    Ok(Opened { generation: number, goals, format: FORMAT })
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OfGeneration {
    pub generation: u64,
}

/// A batch; without tests: there is nothing to try before a batch on its way has ended, or, if there is none, at all, or it needs the
/// program first.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Proposed {
    /// Whether seed templates need the facts of the program under test: add its classes to the session, call `useProgram`, and propose
    /// again. It is asked once.
    pub needs_program: bool,
    pub tests: usize,
    /// Base64.
    pub shared: String,
    /// Base64.
    pub batch: String,
}

fn propose(session: &Session, request: OfGeneration) -> Result<Proposed> {
    let generation = session.slot::<GenerationSlot>().get(request.generation)?;
    let mut generation = lock(&generation);
    let needs_program = generation.needs_program();
    let batch = if needs_program { None } else { generation.propose() };
    Ok(batch.map_or_else(
        || Proposed { needs_program, tests: 0, shared: String::new(), batch: String::new() },
        |b| Proposed { needs_program, tests: b.tests, shared: STANDARD.encode(b.shared), batch: STANDARD.encode(b.bytes) },
    ))
}

/// The program of the session is that of the class under test, as far as templates look at it. No class is added any more.
fn use_program(session: &Session, request: OfGeneration) -> Result<()> {
    let generation = session.slot::<GenerationSlot>().get(request.generation)?;
    let mut generation = lock(&generation);
    let known = super::seed::analysis(session, generation.seed_settings())?;
    generation.set_program(known);
    Ok(())
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct LearnTests {
    pub generation: u64,
    /// Of the oldest batch on its way, base64; null: its worker was lost.
    pub answer: Option<String>,
}

fn learn(session: &Session, request: LearnTests) -> Result<Progress> {
    let generation = session.slot::<GenerationSlot>().get(request.generation)?;
    let answer = request.answer.map(|a| STANDARD.decode(a)).transpose();
    let answer = answer.map_err(|e| Error::invalid_input(format!("`answer` is no base64: {e}")))?;
    lock(&generation).learn(answer.as_deref())
}

/// The kept tests as a batch that asks for values.
fn observe(session: &Session, request: OfGeneration) -> Result<Proposed> {
    let generation = session.slot::<GenerationSlot>().get(request.generation)?;
    let batch = lock(&generation).observation();
    Ok(Proposed { needs_program: false, tests: batch.tests, shared: STANDARD.encode(batch.shared), batch: STANDARD.encode(batch.bytes) })
}

fn minimise(session: &Session, request: OfGeneration) -> Result<Progress> {
    let generation = session.slot::<GenerationSlot>().get(request.generation)?;
    let mut generation = lock(&generation);
    generation.minimise();
    Ok(generation.progress())
}

fn close(session: &Session, request: OfGeneration) -> Result<()> {
    lock(&session.slot::<GenerationSlot>().open).generations.remove(&request.generation);
    Ok(())
}

/// The tests of a generation (docs/formats.md, "Generated tests").
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct KeptTests {
    pub tests: Vec<KeptTest>,
    /// Goals that no test covers, and one could, ascending.
    pub missed: Vec<u32>,
    /// By goal of these: fields that its branch looks at and no test in the package can set, and why.
    pub infeasible: BTreeMap<u32, Vec<String>>,
    pub templates: TemplateFigures,
}

/// How seed templates went.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct TemplateFigures {
    /// Tests that began as a template.
    pub tests: u64,
    /// Templates that became no test, by reason.
    pub refused: BTreeMap<String, u64>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct KeptTest {
    pub steps: Vec<KeptStep>,
    /// Goals that it is kept for, ascending.
    pub goals: Vec<u32>,
    /// All goals that it covers, ascending.
    pub covers: Vec<u32>,
    /// Binary name of what its last statement throws.
    pub throws: Option<String>,
    /// Of what it throws: by a `throw` of the code under test, or of a type that it declares.
    pub expected: bool,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct KeptStep {
    /// Signature of its value's type; `V`: none.
    pub r#type: String,
    #[serde(flatten)]
    pub statement: KeptStatement,
}

/// Reals are written so that Java reads them: `NaN`, `-Infinity`, `1.5`.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum KeptStatement {
    Null,
    Boolean(bool),
    Byte(i8),
    Short(i16),
    Char(u16),
    Int(i32),
    Long(i64),
    Float(String),
    Double(String),
    String(String),
    Class(String),
    Invoke { member: u32, receiver: Option<Slot>, arguments: Vec<Slot> },
    Get { member: u32, receiver: Option<Slot> },
    Set { member: u32, receiver: Option<Slot>, value: Slot },
    Array { length: u32 },
    Element { array: Slot, index: u32 },
    Store { array: Slot, index: u32, value: Slot },
    Stub { result: Option<Slot> },
}

fn kept(session: &Session, request: OfGeneration) -> Result<KeptTests> {
    let generation = session.slot::<GenerationSlot>().get(request.generation)?;
    let generation = lock(&generation);
    let tests = generation.tests().into_iter().map(|kept| describe(generation.cluster(), &kept.test, kept.goals)).collect();
    let missed = (0..generation.goals().count() as u32)
        .filter(|&g| generation.goals().goals[g as usize].coverable && !generation.archive().is_covered(g))
        .collect();
    let figures = generation.template_figures();
    let infeasible = generation.infeasible();
    Ok(KeptTests { tests, missed, infeasible, templates: TemplateFigures { tests: figures.tests, refused: figures.refused } })
}

fn describe(cluster: &Cluster, test: &Evaluated, goals: Vec<u32>) -> KeptTest {
    let (throws, expected) = match &test.end {
        End::Threw { exception, expected, .. } => (Some(exception.clone()), *expected),
        _ => (None, false),
    };
    let steps = test
        .test
        .steps
        .iter()
        .map(|step| KeptStep { r#type: step.ty.signature(&cluster.names), statement: statement(cluster, &step.statement) });
    KeptTest { steps: steps.collect(), goals, covers: test.reach.covered().collect(), throws, expected }
}

fn real(value: f64, text: &str) -> String {
    if value.is_infinite() { if value > 0.0 { "Infinity".into() } else { "-Infinity".into() } } else { text.to_owned() }
}

fn statement(cluster: &Cluster, statement: &Statement) -> KeptStatement {
    use KeptStatement as K;
    use Statement as S;
    match statement {
        S::Null => K::Null,
        S::Boolean(v) => K::Boolean(*v),
        S::Byte(v) => K::Byte(*v),
        S::Short(v) => K::Short(*v),
        S::Char(v) => K::Char(*v),
        S::Int(v) => K::Int(*v),
        S::Long(v) => K::Long(*v),
        S::Float(v) => K::Float(real(f64::from(*v), &format!("{v:?}"))),
        S::Double(v) => K::Double(real(*v, &format!("{v:?}"))),
        S::Text(text) => K::String(text.clone()),
        S::Class(class) => K::Class(class.descriptor(&cluster.names)),
        S::Invoke { member, receiver, arguments } => K::Invoke { member: *member, receiver: *receiver, arguments: arguments.clone() },
        S::Get { member, receiver } => K::Get { member: *member, receiver: *receiver },
        S::Set { member, receiver, value } => K::Set { member: *member, receiver: *receiver, value: *value },
        S::Array { length } => K::Array { length: *length },
        S::Element { array, index } => K::Element { array: *array, index: *index },
        S::Store { array, index, value } => K::Store { array: *array, index: *index, value: *value },
        S::Stub { result } => K::Stub { result: *result },
    }
}
