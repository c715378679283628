//! `generate`: tests of a class, batch by batch. The caller runs the batches and says when the search has had enough.
//!
//! `openGeneration`, perhaps `useExistingTests`, then `proposeTests` and `learnTests` in turns; several batches may be on their way, and
//! their answers are learnt in the order of the proposals. Once, perhaps, `proposeTests` asks for the program under test: classes are
//! added, then `useProgram`. Who adds them before it asks, and has `analyseProgram` run beside the search, does not wait then. From then
//! on it may say classes of which templates need the type facts: `addTypes`. Once, perhaps, it asks for the class files, of which
//! `useClassFiles` tells it (`generation_symbolic`). `useSolverLibrary` names a library that symbolic execution solves with, before the
//! search.
//!
//! `minimiseTests`, and again batches. Then what the tests assert (`generation_assertions`), `keptTests`, and `closeGeneration`. Who
//! has many generations before them asks `checkGeneration` first, whether the settings are right.

use super::capability::{Capability, empty_slot, operation};
use super::generation_assertions;
use super::generation_existing;
use super::generation_lost;
use super::generation_slot::{GenerationSlot, OfGeneration, decode};
use super::generation_symbolic;
use super::generation_tests::{self, KeptTest, describe};
use super::session::Session;
use crate::Result;
use crate::compute::lock::lock;
use crate::generation::facts::{TypeFact, TypeFacts};
use crate::generation::run::{Finder, Generation, Progress};
use crate::generation::settings::Settings;
use crate::generation::symbolic::Figures as SymbolicFigures;
use crate::generation::symbolic::obstacles::Obstacle;
use crate::generation::wire::FORMAT;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

pub const CAPABILITY: Capability = Capability {
    operations: &[
        operation!("checkGeneration", check),
        operation!("openGeneration", open),
        operation!("useExistingTests", generation_existing::use_existing),
        operation!("proposeTests", propose),
        operation!("analyseProgram", analyse_program),
        operation!("useProgram", use_program),
        operation!("addTypes", add_types),
        operation!("useClassFiles", generation_symbolic::use_class_files),
        operation!("useSolverLibrary", generation_symbolic::use_solver_library),
        operation!("learnTests", learn),
        operation!("proposeAgain", generation_lost::propose_again),
        operation!("learnAgain", generation_lost::learn_again),
        operation!("minimiseTests", minimise),
        operation!("observeTests", generation_assertions::observe),
        operation!("proposeFatalTests", generation_lost::propose_fatal),
        operation!("learnFatalTests", generation_lost::learn_fatal),
        operation!("leaveOutFatalTests", generation_lost::leave_out_fatal),
        operation!("learnObserved", generation_assertions::learn),
        operation!("isAsObserved", generation_assertions::is_as_before),
        operation!("testsForMutant", generation_assertions::tests_for_mutant),
        operation!("learnMutant", generation_assertions::learn_mutant),
        operation!("forgetMutants", generation_assertions::forget),
        operation!("variantsKill", generation_assertions::variants_kill),
        operation!("survivingMutants", generation_assertions::survivors),
        operation!("breedVariants", generation_assertions::breed),
        operation!("keepVariants", generation_assertions::keep_variants),
        operation!("proposeOrders", generation_assertions::propose_orders),
        operation!("learnOrders", generation_assertions::learn_orders),
        operation!("testsBehindOtherThreads", generation_assertions::behind_other_threads),
        operation!("mutantVerdicts", generation_assertions::verdicts),
        operation!("blockReach", generation_assertions::block_reach),
        operation!("keptTests", kept),
        operation!("closeGeneration", close),
    ],
    slot: empty_slot::<GenerationSlot>,
};

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CheckGeneration {
    pub settings: Settings,
}

fn check(_: &Session, request: CheckGeneration) -> Result<()> {
    request.settings.check()
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OpenGeneration {
    pub facts: TypeFacts,
    #[serde(default)]
    pub settings: Settings,
    pub seed: u64,
    /// The goals that tests are wanted for, by number; null: all.
    #[serde(default)]
    pub scope: Option<Vec<u32>>,
    /// Whether it goes on when all goals are covered.
    #[serde(default)]
    pub explore: bool,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Opened {
    pub generation: u64,
    /// How many are wanted and can be covered.
    pub goals: usize,
    /// The format of batches.
    pub format: &'static str,
}

fn open(session: &Session, request: OpenGeneration) -> Result<Opened> {
    let generation = Generation::of_goals(&request.facts, request.scope.as_deref(), request.settings, request.seed)?;
    let generation = if request.explore { generation.exploring() } else { generation };
    let goals = generation.goals().wanted();
    let mut open = lock(&session.slot::<GenerationSlot>().open);
    open.last += 1;
    let number = open.last;
    open.generations.insert(number, Arc::new(Mutex::new(generation)));
    Ok(Opened { generation: number, goals, format: FORMAT })
}

/// A batch; without tests: there is nothing to try before a batch on its way has ended, or, if there is none, at all, or it needs the
/// program first, or it has tried something in vain.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Proposed {
    /// Whether seed templates need the facts of the program under test: add its classes to the session, call `useProgram`, and propose
    /// again. It is asked once.
    pub needs_program: bool,
    /// Whether it may ask for them later: what is added, and analysed by `analyseProgram`, meanwhile is not waited for then.
    pub program_later: bool,
    /// Whether symbolic execution needs the class files of the program under test: call `useClassFiles`, and propose again. It is asked
    /// once.
    pub needs_classes: bool,
    /// Whether there is no batch only because no alternative that was tried got a test: unless time is up, propose again.
    pub tries_again: bool,
    pub tests: usize,
    /// Classes of which seed templates need the type facts, by internal name: call `addTypes` before the next proposal.
    pub wanted_types: Vec<String>,
    /// Base64; null: as it was said last.
    pub shared: Option<String>,
    /// Base64.
    pub batch: String,
}

fn propose(session: &Session, request: OfGeneration) -> Result<Proposed> {
    let generation = session.slot::<GenerationSlot>().get(request.generation)?;
    let mut generation = lock(&generation);
    let needs_classes = generation.needs_classes();
    let needs_program = !needs_classes && generation.needs_program();
    let batch = if needs_program || needs_classes { None } else { generation.propose() };
    Ok(Proposed {
        needs_program,
        program_later: !needs_program && generation.may_need_program(),
        needs_classes,
        tries_again: batch.is_none() && generation.tries_again(),
        tests: batch.as_ref().map_or(0, |b| b.tests),
        wanted_types: generation.take_wanted_types(),
        shared: batch.as_ref().and_then(|b| b.shared.as_ref()).map(|s| STANDARD.encode(s)),
        batch: batch.map_or_else(String::new, |b| STANDARD.encode(b.bytes)),
    })
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AddTypes {
    pub generation: u64,
    /// Behind those that the generation has: their places, too, begin behind these.
    pub types: Vec<TypeFact>,
}

/// Types that templates need join the facts.
fn add_types(session: &Session, request: AddTypes) -> Result<()> {
    let generation = session.slot::<GenerationSlot>().get(request.generation)?;
    lock(&generation).add_types(&request.types)
}

/// Finds out about the program of the session what templates need, beside the search. No class is added any more.
fn analyse_program(session: &Session, request: OfGeneration) -> Result<()> {
    let generation = session.slot::<GenerationSlot>().get(request.generation)?;
    // The generation goes on meanwhile.
    let settings = lock(&generation).seed_settings().clone();
    super::seed::analysis(session, &settings).map(drop)
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
    /// Of the oldest batch on its way, base64; null: its worker was lost, and what is known of its tests `learnAgain` was told.
    pub answer: Option<String>,
    /// Places of those of its tests that did what no test had done before, as far as whoever explores can see.
    #[serde(default)]
    pub notable: Vec<u32>,
}

fn learn(session: &Session, request: LearnTests) -> Result<Progress> {
    let generation = session.slot::<GenerationSlot>().get(request.generation)?;
    let answer = decode(request.answer)?;
    lock(&generation).learn_of(answer.as_deref(), &request.notable)
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
    /// Wanted goals that no test covers, and one could, ascending.
    pub missed: Vec<u32>,
    /// By goal of these: fields that its branch looks at and no test in the package can set, and why.
    pub infeasible: BTreeMap<u32, Vec<String>>,
    /// By missed branch, why symbolic execution has made no test for it; none where no test that was replayed came to it.
    pub obstacles: BTreeMap<u32, Obstacle>,
    /// By goal that a test covers, what made the first that did.
    pub finders: BTreeMap<u32, Finder>,
    pub templates: TemplateFigures,
    pub symbolic: SymbolicFigures,
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

fn kept(session: &Session, request: OfGeneration) -> Result<KeptTests> {
    let generation = session.slot::<GenerationSlot>().get(request.generation)?;
    let mut generation = lock(&generation);
    let tests = generation.tests();
    let missed = (0..generation.goals().count() as u32)
        .filter(|&g| generation.goals().goals[g as usize].wanted && !generation.archive().is_covered(g))
        .collect();
    let mut described: Vec<_> = tests.into_iter().map(|kept| describe(generation.cluster(), &kept.test, kept.goals)).collect();
    if let Ok((cluster, assertions)) = generation.assertions() {
        for ((test, observed), chosen) in described.iter_mut().zip(assertions.tests()).zip(assertions.choose(cluster)) {
            generation_tests::add(cluster, test, observed, chosen);
        }
        described.iter_mut().enumerate().for_each(|(place, test)| test.depends = assertions.role(place));
    }
    let figures = generation.template_figures();
    let infeasible = generation.infeasible();
    let templates = TemplateFigures { tests: figures.tests, refused: figures.refused };
    Ok(KeptTests {
        tests: described,
        missed,
        infeasible,
        obstacles: generation.obstacles(),
        finders: generation.finders().clone(),
        templates,
        symbolic: generation.symbolic_figures(),
    })
}
