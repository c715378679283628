//! `infer`: likely invariants of Daikon's files, or of the correct states of a method.

use super::assertions::AssertionText;
use super::capability::{Capability, no_slot, operation};
use super::request::Nothing;
use super::result::Done;
use super::session::Session;
use crate::assertion::ast::{BinaryOp, Expr, Type};
use crate::assertion::{check, eval, render};
use crate::compute::pool::Pool;
use crate::daikon::jml::Jml;
use crate::daikon::{self, Reading, notation};
use crate::evidence::assemble::Assembly;
use crate::evidence::dataset::Dataset;
use crate::invariants::samples::{Place, PointName, Samples};
use crate::invariants::says::Says;
use crate::invariants::settings::Settings;
use crate::invariants::texts::Texts;
use crate::invariants::{Invariant, PointInvariants, confidence, expression, infer, states};
use crate::{Error, Result};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

pub const CAPABILITY: Capability =
    Capability { operations: &[operation!("infer", run), operation!("writeTrace", write_trace)], slot: no_slot };

fn run(session: &Session, request: Infer) -> Result<Inferred> {
    match request.source {
        InferSource::Daikon { .. } => of_files(&request, session.pool()),
        InferSource::States(_) => {
            let evidence = session.evidence().assembly()?;
            of_states(&request, &evidence, session.pool())
        }
    }
}

/// The samples of a session's method as a file of Daikon's.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct WriteTrace {
    path: PathBuf,
    /// Whether what is in the file stays.
    append: bool,
}

fn write_trace(session: &Session, request: WriteTrace) -> Result<Done> {
    let evidence = session.evidence().assembly()?;
    let trace = states::trace(&evidence.dataset, &evidence.exits);
    daikon::write(&trace, &request.path, request.append).map(|()| Done {})
}

/// Nodes that the conjunction of all invariants may have, so that a search can begin from it.
const LARGEST_CONJUNCTION: usize = 40;

/// Likely invariants.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Infer {
    pub source: InferSource,
    pub settings: Settings,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[serde(rename_all_fields = "camelCase")]
pub enum InferSource {
    /// The correct states of the session.
    States(Nothing),
    /// Daikon's files.
    Daikon {
        decls: Vec<PathBuf>,
        traces: Vec<PathBuf>,
        /// Whether a reference is the same number in all samples, and not in one only, as in what `writeTrace` writes.
        lasting_identities: bool,
    },
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Inferred {
    pub points: Vec<InferredPoint>,
    /// Samples of exits whose entry is not in the trace; they are left out.
    pub exits_without_entry: u64,
    pub entries_without_exit: u64,
    /// Files of a trace that end before their last sample does: that sample is left out.
    pub truncated: Vec<TruncatedFile>,
    /// Of the states of a method: the invariants of its exit that the assertion language has words for, conjoined, the first of them as
    /// far as there is room. Null: there are none.
    pub assertion: Option<String>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct TruncatedFile {
    pub file: String,
    /// The last line that is there.
    pub line: u64,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct InferredPoint {
    /// `pkg.C.m(int):::EXIT12`.
    pub name: String,
    pub method: String,
    /// `object`, `entry`, `exit` or `other`.
    pub place: &'static str,
    /// Of one exit: its line.
    pub line: Option<u32>,
    pub samples: usize,
    pub variables: Vec<String>,
    /// Derived variables that there was no room for.
    pub variables_left_out: usize,
    pub invariants: Vec<InferredInvariant>,
    /// Justified invariants that others of this point imply.
    pub implied: usize,
    /// Justified invariants that another point says.
    pub elsewhere: usize,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct InferredInvariant {
    /// What it says, in a word.
    pub says: Says,
    /// In Daikon's notation.
    pub daikon: String,
    /// As JML; null where Java has no words for it.
    pub jml: Option<String>,
    /// In the assertion language, and as Java; null where it has no words for it, and for invariants of files.
    pub assertion: Option<String>,
    pub java: Option<String>,
    pub variables: Vec<String>,
    /// In 0..=1.
    pub confidence: f64,
    /// The samples, or elements, that it was judged by.
    pub samples: u64,
}

/// Infers from the files of a request.
pub fn of_files(request: &Infer, pool: &Pool) -> Result<Inferred> {
    request.settings.check()?;
    let InferSource::Daikon { decls, traces, lasting_identities } = &request.source else {
        return Err(Error::invalid_input("the request names no files"));
    };
    if traces.is_empty() {
        return Err(Error::invalid_input("there is no trace to infer from: name a .dtrace file"));
    }
    let read = daikon::read(decls, traces, Reading::of(&request.settings))?;
    let (texts, points) = pool.run(|| infer(read.trace, *lasting_identities, &request.settings));
    Ok(Inferred {
        points: points.iter().filter(|p| p.samples.rows > 0).map(|p| point(p, &texts, None)).collect(),
        exits_without_entry: read.exits_without_entry,
        entries_without_exit: read.entries_without_exit,
        truncated: read.truncated.into_iter().map(|t| TruncatedFile { file: t.file, line: t.line }).collect(),
        assertion: None,
    })
}

/// Infers from the correct states of a method.
pub fn of_states(request: &Infer, evidence: &Assembly, pool: &Pool) -> Result<Inferred> {
    request.settings.check()?;
    pool.run(|| {
        // The states are of one method: there is no other to share what holds of objects with.
        let settings = Settings { objects: false, ..request.settings.clone() };
        let data = &evidence.dataset;
        let trace = states::trace(data, &evidence.exits);
        let rows_of: Vec<(PointName, Vec<u32>)> =
            trace.points.iter().filter_map(|p| Some((p.name.clone(), p.entry_rows.clone()?))).collect();
        let (texts, points) = infer(trace, false, &settings);
        let words = |p: &PointInvariants| Words { data, rows: rows_of.iter().find(|r| r.0 == p.name).map(|r| &r.1[..]) };
        let assertion = points.iter().find(|p| p.name.place == Place::Exit).and_then(|p| words(p).conjunction(p, &texts));
        Ok(Inferred {
            points: points.iter().map(|p| point(p, &texts, Some(&words(p)))).collect(),
            exits_without_entry: 0,
            entries_without_exit: 0,
            truncated: Vec::new(),
            assertion: assertion.map(|e| AssertionText::of(&e, &data.schema).assertion),
        })
    })
}

/// What can be said of states in the assertion language.
struct Words<'a> {
    data: &'a Dataset,
    /// Of one exit among several: its states. `None`: all correct ones.
    rows: Option<&'a [u32]>,
}

impl Words<'_> {
    /// The expression, if it is well typed and true in all correct states of the point as Java computes.
    fn checked(&self, expr: Option<Expr>) -> Option<Expr> {
        let expr = expr.filter(|e| check::type_of(e, &self.data.schema) == Ok(Type::Boolean))?;
        let holds = eval::evaluate(self.data, &expr).0;
        let all = match self.rows {
            Some(rows) => rows.iter().all(|row| holds.get(*row as usize)),
            None => (0..self.data.correct).all(|row| holds.get(row)),
        };
        all.then_some(expr)
    }

    /// As an assertion, and as Java, which at the entry has the names of the entry.
    fn text(&self, expr: &Expr, at_entry: bool) -> (String, String) {
        let text = AssertionText::of(expr, &self.data.schema);
        let java = if at_entry { render::to_java_at_exit(expr, &states::schema_at_entry(&self.data.schema)).0 } else { text.java };
        (text.assertion, java)
    }

    /// Whether a sequence is what a `java.util.List` contains.
    fn is_list(&self, samples: &Samples, v: usize) -> bool {
        let variables = &self.data.schema.variables;
        let held_by = samples.variables[v].source.and_then(|id| variables[id as usize].receiver.as_deref());
        let java_type = held_by.and_then(|name| self.data.schema.find(name)).and_then(|id| variables[id as usize].java_type.as_deref());
        java_type.is_some_and(|java_type| !java_type.ends_with(']'))
    }

    fn of(&self, invariant: &Invariant, point: &PointInvariants, texts: &Texts) -> Option<Expr> {
        self.checked(expression::expression(&invariant.candidate.formula, &point.samples, texts, &self.data.schema))
    }

    fn of_equality(&self, leader: usize, other: usize, point: &PointInvariants, texts: &Texts) -> Option<Expr> {
        self.checked(expression::equality(leader, other, &point.samples, texts, &self.data.schema))
    }

    /// Equalities first, then invariants, each as long as there is room.
    fn conjunction(&self, point: &PointInvariants, texts: &Texts) -> Option<Expr> {
        let equalities =
            point.equalities.iter().filter(|e| e.is_reported()).filter_map(|e| self.of_equality(e.leader, e.other, point, texts));
        let invariants = point.invariants.iter().filter(|i| i.is_reported()).filter_map(|i| self.of(i, point, texts));
        let mut conjunction: Option<Expr> = None;
        for expr in equalities.chain(invariants) {
            let size = conjunction.as_ref().map_or(0, |c| c.size() + 1) + expr.size();
            if size <= LARGEST_CONJUNCTION {
                conjunction = Some(match conjunction {
                    None => expr,
                    Some(c) => Expr::binary(BinaryOp::And, c, expr),
                });
            }
        }
        conjunction
    }
}

/// An invariant in all notations.
struct Notations {
    daikon: String,
    jml: Option<String>,
    /// Of states.
    expr: Option<Expr>,
}

fn point(point: &PointInvariants, texts: &Texts, words: Option<&Words>) -> InferredPoint {
    let samples = &point.samples;
    let is_list = |v: usize| words.is_some_and(|w| w.is_list(samples, v));
    let jml = Jml { samples, texts, is_list: &is_list };
    let said = |says, notations: Notations, variables: &[usize], confidence, judged_by| {
        let text = notations.expr.zip(words).map(|(e, words)| words.text(&e, point.name.place == Place::Entry));
        InferredInvariant {
            says,
            daikon: notations.daikon,
            jml: notations.jml,
            assertion: text.as_ref().map(|t| t.0.clone()),
            java: text.map(|t| t.1),
            variables: variables.iter().map(|v| samples.variables[*v].name.clone()).collect(),
            confidence,
            samples: judged_by,
        }
    };
    let mut invariants = Vec::new();
    for equality in point.equalities.iter().filter(|e| e.is_reported()) {
        let (leader, other) = (equality.leader, equality.other);
        let notations = Notations {
            daikon: notation::equality(leader, other, samples),
            jml: jml.equality(leader, other),
            expr: words.and_then(|w| w.of_equality(leader, other, point, texts)),
        };
        let judged_by = samples.common_rows([leader]);
        invariants.push(said(Says::of_equality(leader, other, samples), notations, &[leader, other], confidence::JUSTIFIED, judged_by));
    }
    for invariant in point.invariants.iter().filter(|i| i.is_reported()) {
        let formula = &invariant.candidate.formula;
        let notations = Notations {
            daikon: notation::invariant(formula, samples, texts),
            jml: jml.formula(formula),
            expr: words.and_then(|w| w.of(invariant, point, texts)),
        };
        let (confidence, judged_by) = (invariant.candidate.confidence, invariant.candidate.samples);
        invariants.push(said(Says::of(formula, samples), notations, &formula.variables(), confidence, judged_by));
    }
    for implication in &point.implications {
        let notations = Notations {
            daikon: notation::implication(implication, samples, texts),
            jml: jml.implication(implication),
            expr: words.and_then(|w| w.checked(expression::implication(implication, samples, texts, &w.data.schema))),
        };
        let mut variables = implication.condition.formula.variables();
        let of_consequence = implication.consequence.variables();
        variables.extend(of_consequence.into_iter().filter(|v| !implication.condition.formula.variables().contains(v)));
        invariants.push(said(Says::Implication, notations, &variables, implication.confidence, implication.samples));
    }
    let (place, line) = match point.name.place {
        Place::Object => ("object", None),
        Place::Class => ("class", None),
        Place::Entry => ("entry", None),
        Place::Exit => ("exit", None),
        Place::ExitAt(line) => ("exit", Some(line)),
        Place::Other(_) => ("other", None),
    };
    InferredPoint {
        name: point.name.to_string(),
        method: point.name.method.clone(),
        place,
        line,
        samples: samples.rows,
        variables: samples.variables.iter().map(|v| v.name.clone()).collect(),
        variables_left_out: point.left_out,
        implied: point.invariants.iter().filter(|i| i.implied_by.is_some()).count(),
        elsewhere: point.invariants.iter().filter(|i| i.implied_by.is_none() && i.elsewhere.is_some()).count()
            + point.equalities.iter().filter(|e| e.elsewhere.is_some()).count(),
        invariants,
    }
}
