//! What a caller gets back; the Java records of `dev.oraculum.api` are the other side.

use super::clauses::Clause;
use crate::assertion::ast::Expr;
use crate::assertion::render::{self, ExitValue};
use crate::assertion::typing;
use crate::evidence::assemble::{Assembly, LeftOut};
use crate::evidence::dataset::Bits;
use crate::evidence::schema::{Schema, VarId, Variable};
use crate::evidence::unit::UnitInfo;
use crate::evidence::verdict::{self, MutantFigures, MutantVerdict};
use crate::{Error, ErrorKind, Result};
use serde::Serialize;
use std::collections::BTreeSet;

/// The answer of an operation that has nothing to say.
#[derive(Debug, Serialize)]
pub struct Done {}

#[derive(Debug, Serialize)]
pub struct UnitToken {
    pub unit: u64,
}

#[derive(Debug, Serialize)]
pub struct Units {
    pub units: Vec<UnitInfo>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct EvidenceSummary<'a> {
    pub correct: usize,
    pub incorrect: usize,
    pub tests: usize,
    pub mutants: MutantFigures,
    pub schema: Schema,
    pub variables_left_out: &'a [LeftOut],
    pub tests_left_out: &'a [LeftOut],
    pub too_long: u64,
    pub inherited_corruption: u64,
}

impl<'a> EvidenceSummary<'a> {
    pub fn of(assembly: &'a Assembly) -> Self {
        let data = &assembly.dataset;
        let mut all = Bits::zeros(data.rows);
        (0..data.rows).for_each(|row| all.set(row, true));
        Self {
            correct: data.correct,
            incorrect: data.rows - data.correct,
            tests: assembly.tests.len(),
            mutants: verdict::figures(&verdict::mutant_verdicts(assembly, &all)),
            schema: data.schema.spelled(),
            variables_left_out: &assembly.variables_left_out,
            tests_left_out: &assembly.tests_left_out,
            too_long: assembly.too_long,
            inherited_corruption: assembly.inherited_corruption,
        }
    }
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
        debug_assert!(typing::type_of(expr, schema).is_ok());
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

/// The engine itself.
#[derive(Debug, Serialize)]
pub struct EngineInfo {
    pub version: &'static str,
    pub target: String,
    pub cpu: String,
    pub processors: usize,
}

/// A result as JSON.
pub fn to_json(result: &impl Serialize) -> Result<Vec<u8>> {
    serde_json::to_vec(result).map_err(|e| Error::new(ErrorKind::Internal, format!("cannot write the result as JSON: {e}")))
}
