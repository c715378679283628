//! `purity`: which calls are free of side effects. The classes come as they turn out to be needed: an answer is final, or says what to add
//! (`NativeEngine.addClass`) before the question is asked again.

use super::capability::{Capability, empty_slot, operation};
use super::program::ProgramSlot;
use super::session::Session;
use crate::Result;
use crate::compute::lock::lock;
use crate::program::purity::{Lacks, Purity, Question, Verdict};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Mutex;

pub const CAPABILITY: Capability =
    Capability { operations: &[operation!("purity", run), operation!("writes", writes)], slot: empty_slot::<Mutex<Purity>> };

/// Calls of instance methods without parameters, on objects that somebody else has made.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PurityOf {
    pub calls: Vec<Question>,
    /// Whether calls may reach this method is answered, too; null: nobody asks.
    pub reaching: Option<Question>,
    /// What was lacking, and is known now: by class, the names of all its subtypes and its own.
    pub subtypes: BTreeMap<String, Vec<String>>,
}

/// Exactly one of both.
#[derive(Debug, Serialize)]
pub struct Answer {
    pub lacks: Option<Lacks>,
    /// In the order of the request.
    pub calls: Option<Vec<OneCall>>,
}

#[derive(Debug, Serialize)]
pub struct OneCall {
    /// Why the call may have a side effect; null: it has none.
    pub impurity: Option<String>,
    /// Whether it is pure and may reach the method that was asked about.
    pub reaches: bool,
}

/// # Errors
/// `InvalidState` if the program was asked about otherwise already: then nothing can be added to it.
fn run(session: &Session, request: PurityOf) -> Result<Answer> {
    let mut program = lock(session.slot::<Mutex<ProgramSlot>>());
    let mut purity = lock(session.slot::<Mutex<Purity>>());
    for (class, names) in request.subtypes {
        purity.add_subtypes(class, names);
    }
    Ok(match purity.answer(program.growing()?, &request.calls, request.reaching.as_ref()) {
        Err(lacks) => Answer { lacks: Some(lacks), calls: None },
        Ok(verdicts) => Answer { lacks: None, calls: Some(verdicts.into_iter().map(OneCall::from).collect()) },
    })
}

/// What a call of any method may write.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct WritesOf {
    pub call: Question,
    pub is_static: bool,
    /// As for `purity`.
    pub subtypes: BTreeMap<String, Vec<String>>,
}

/// Both null: it may write anything.
#[derive(Debug, Serialize)]
pub struct WritesAnswer {
    pub lacks: Option<Lacks>,
    pub writes: Option<WritesFound>,
}

#[derive(Debug, Serialize)]
pub struct WritesFound {
    /// Names of fields, of whatever class.
    pub fields: Vec<String>,
    /// Whether elements of arrays may be written.
    pub elements: bool,
    /// Whether something in an object of the JDK may be.
    pub inside: bool,
}

/// # Errors
/// As `purity`.
fn writes(session: &Session, request: WritesOf) -> Result<WritesAnswer> {
    let mut program = lock(session.slot::<Mutex<ProgramSlot>>());
    let mut purity = lock(session.slot::<Mutex<Purity>>());
    for (class, names) in request.subtypes {
        purity.add_subtypes(class, names);
    }
    Ok(match purity.writes(program.growing()?, &request.call, request.is_static) {
        Err(lacks) => WritesAnswer { lacks: Some(lacks), writes: None },
        Ok(found) => WritesAnswer {
            lacks: None,
            writes: found.map(|w| WritesFound { fields: w.fields.into_iter().collect(), elements: w.elements, inside: w.inside }),
        },
    })
}

impl From<Verdict> for OneCall {
    fn from(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Pure { reaches } => Self { impurity: None, reaches },
            Verdict::Impure(why) => Self { impurity: Some(why), reaches: false },
        }
    }
}
