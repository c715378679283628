//! Assertions over the evidence: as text, with their figures, and with the states in which they hold.

use super::capability::{Capability, Operation, decode, empty_slot};
use super::clauses::{self, Clause};
use super::evidence::EvidenceSlot;
use super::parsing::parse_over;
use super::result::to_json;
use super::session::Session;
use super::states::States;
use crate::assertion::ast::Expr;
use crate::assertion::check;
use crate::assertion::parse::parse;
use crate::assertion::render::{self, ExitValue};
use crate::compute::lock::lock;
use crate::compute::pool::with_deep_stack;
use crate::evidence::assemble::Assembly;
use crate::evidence::dataset::Bits;
use crate::evidence::schema::{Schema, VarId, Variable};
use crate::evidence::verdict::{self, MutantFigures, MutantVerdict};
use crate::{Error, Result};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

/// The operation of `NativeEngine.fetch`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum FetchCall {
    Fetch(Fetch),
}

pub const CAPABILITY: Capability = Capability {
    operations: &[
        Operation { name: "check", run: |s, r| check(&decode(r)?, &s.evidence().schema()?) },
        Operation { name: "evaluate", run: |s, r| scored(&decode(r)?, &*s.evidence().assembly()?, &|a, e| s.evaluate(a, e)) },
        Operation { name: "clauses", run: |s, r| clauses(&decode(r)?, &*s.evidence().assembly()?, &|a, e| s.evaluate(a, e)) },
    ],
    slot: empty_slot::<AssertionSlot>,
};

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AssertionOf {
    pub assertion: String,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Fetch {
    pub assertion: String,
    pub first_state: u64,
}

/// An assertion as text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct AssertionText {
    pub assertion: String,
    pub java: String,
    pub size: usize,
    pub variables: Vec<Variable>,
    /// What `java` needs declared right before it.
    pub exit_values: Vec<ExitValue>,
}

impl AssertionText {
    pub fn of(expr: &Expr, schema: &Schema) -> Self {
        debug_assert!(check::type_of(expr, schema).is_ok());
        let mut used = BTreeSet::new();
        expr.for_each_variable(&mut |id| {
            used.insert(id);
        });
        // A guard reads the receiver, and the receiver's receiver, of what the assertion reads.
        let mut pending: Vec<VarId> = used.iter().copied().collect();
        while let Some(id) = pending.pop() {
            let receiver = schema.variables[id as usize].receiver.as_deref().and_then(|name| schema.find(name));
            pending.extend(receiver.filter(|&r| used.insert(r)));
        }
        let (java, exit_values) = render::to_java_at_exit(expr, schema);
        Self {
            assertion: render::render(expr, schema),
            java,
            exit_values,
            size: expr.size(),
            variables: used.into_iter().map(|id| schema.variables[id as usize].spelled()).collect(),
        }
    }
}

/// An assertion and how well it separates the evidence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ScoredAssertion {
    pub text: AssertionText,
    pub fp: usize,
    #[serde(rename = "fn")]
    pub fn_: usize,
    pub mutants: MutantFigures,
    pub verdicts: Vec<MutantVerdict>,
}

impl ScoredAssertion {
    /// `holds`: in which rows of the assembly the assertion is true.
    pub fn of(expr: &Expr, assembly: &Assembly, holds: &Bits) -> Self {
        let (fp, fn_) = verdict::false_positives_and_negatives(assembly, holds);
        let verdicts = verdict::mutant_verdicts(assembly, holds);
        let text = AssertionText::of(expr, &assembly.dataset.schema);
        Self { text, fp, fn_, mutants: verdict::figures(&verdicts), verdicts }
    }

    /// False positives, then false negatives, then size: smaller is better.
    pub fn rank(&self) -> (usize, usize, usize) {
        (self.fp, self.fn_, self.text.size)
    }
}

/// What the clauses of an assertion are good for.
#[derive(Debug, Serialize)]
pub struct Clauses {
    pub clauses: Vec<Clause>,
}

/// The last assertion whose states were fetched, and where it holds: batches of one check evaluate it once.
#[derive(Debug, Default)]
pub struct AssertionSlot {
    fetched: Mutex<Option<Fetched>>,
}

#[derive(Debug)]
struct Fetched {
    assertion: String,
    assembly: Arc<Assembly>,
    holds: Arc<Bits>,
}

/// Says in which rows an assertion is true.
pub type Evaluate<'a> = &'a (dyn Fn(&Assembly, &Expr) -> Bits + Sync);

/// The assertion as the engine reads it, as JSON.
pub fn check(request: &AssertionOf, schema: &Schema) -> Result<Vec<u8>> {
    with_deep_stack(|| parse(&request.assertion, schema).and_then(|expr| to_json(&AssertionText::of(&expr, schema))))
}

/// The assertion with its figures, as JSON.
pub fn scored(request: &AssertionOf, assembly: &Assembly, evaluate: Evaluate) -> Result<Vec<u8>> {
    let expr = parse_over(&request.assertion, assembly)?;
    let holds = evaluate(assembly, &expr);
    with_deep_stack(|| to_json(&ScoredAssertion::of(&expr, assembly, &holds)))
}

/// What each clause of the assertion is good for, as JSON.
pub fn clauses(request: &AssertionOf, assembly: &Assembly, evaluate: Evaluate) -> Result<Vec<u8>> {
    let expr = parse_over(&request.assertion, assembly)?;
    with_deep_stack(|| to_json(&Clauses { clauses: clauses::of(&expr, assembly, |e| evaluate(assembly, e)) }))
}

impl Session {
    /// Writes states from a row on, as `Evidence.readStates` documents them; (states, bytes).
    pub fn fetch(&self, request: &Fetch, into: &mut [u8]) -> Result<(usize, usize)> {
        self.slot::<AssertionSlot>().fetch(request, self.evidence(), &|a, e| self.evaluate(a, e), into)
    }
}

impl AssertionSlot {
    /// Writes states from a row on, as `Evidence.readStates` documents them; (states, bytes).
    pub fn fetch(&self, request: &Fetch, evidence: &EvidenceSlot, evaluate: Evaluate, into: &mut [u8]) -> Result<(usize, usize)> {
        let assembly = evidence.assembly()?;
        let holds = self.holds(&request.assertion, &assembly, evaluate)?;
        let data = &assembly.dataset;
        let states = States::new(data, &holds);
        let first = request.first_state.min(data.rows as u64) as usize;
        let (mut row, mut written) = (first, 0);
        let mut state = Vec::new();
        while row < data.rows {
            state.clear();
            states.write(row, &mut state);
            let Some(room) = into.get_mut(written..written + state.len()) else { break };
            room.copy_from_slice(&state);
            (row, written) = (row + 1, written + state.len());
        }
        if row == first && first < data.rows {
            return Err(Error::invalid_input(format!("the buffer has room for {} bytes: the state takes {}", into.len(), state.len())));
        }
        Ok((row - first, written))
    }

    fn holds(&self, assertion: &str, assembly: &Arc<Assembly>, evaluate: Evaluate) -> Result<Arc<Bits>> {
        let mut fetched = lock(&self.fetched);
        if let Some(f) = &*fetched
            && f.assertion == assertion
            && Arc::ptr_eq(&f.assembly, assembly)
        {
            return Ok(f.holds.clone());
        }
        let expr = parse_over(assertion, assembly)?;
        let holds = Arc::new(evaluate(assembly, &expr));
        *fetched = Some(Fetched { assertion: assertion.to_owned(), assembly: assembly.clone(), holds: holds.clone() });
        Ok(holds)
    }
}
