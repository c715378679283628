//! The values of invocations, for people to read.

use super::constraints::{self, Moment};
use super::detection::{Detection, Evidence, method_states};
use crate::Result;
use crate::daikon::notation;
use crate::evidence::dataset::TextPool;
use crate::invariants::texts::Texts;
use hashbrown::HashMap;
use serde::Serialize;

/// Elements of a sequence, and characters of a text, that are shown.
const SHOWN: usize = 40;

/// A variable of a constraint in an invocation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ShownValue {
    /// In Daikon's notation.
    pub name: String,
    /// As Java writes it; `null`; `object` and a number for other references, equal ones of an invocation by equal numbers. A variable
    /// that is absent, because what it is read from is null, says so.
    pub value: String,
}

/// The values of the variables of violated constraints in the invocations that violate them.
///
/// # Errors
/// `InvalidInput`: more elements than can be counted.
pub fn values(evidence: &Evidence, detection: &Detection, violations: &[u32]) -> Result<HashMap<u32, Vec<ShownValue>>> {
    let mut by_point: HashMap<(u32, Moment), Vec<u32>> = HashMap::new();
    for &v in violations {
        let constraint = &detection.constraints[detection.violations[v as usize].constraint as usize];
        by_point.entry((constraint.method, constraint.moment)).or_default().push(v);
    }
    let mut shown = HashMap::new();
    for ((id, moment), violations) in by_point {
        let method = &evidence.plan.methods[id as usize];
        let mut rows: Vec<u32> = violations.iter().map(|v| detection.violations[*v as usize].row).collect();
        rows.sort_unstable();
        rows.dedup();
        let states = method_states(&evidence.reader, method, &evidence.generated, &rows);
        let mut pool = TextPool::default();
        let data = constraints::dataset(method, &states.states, &mut pool)?;
        let (texts, places) = Texts::of(&pool);
        let variables = &detection.variables[id as usize][moment as usize];
        let samples = constraints::samples_like(&data, &texts, &places, moment, variables);
        for v in violations {
            let violation = &detection.violations[v as usize];
            let row = rows.binary_search(&violation.row).expect("a row that was collected");
            let of =
                |var: usize| ShownValue { name: variables[var].name.clone(), value: notation::value(&samples, &texts, var, row, SHOWN) };
            let formula = &detection.constraints[violation.constraint as usize].formula;
            shown.insert(v, formula.variables().into_iter().map(of).collect());
        }
    }
    Ok(shown)
}
