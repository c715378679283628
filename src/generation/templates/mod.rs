//! Seed templates in a search (EvoObj: Lin, Ong, Sun, Fraser and Dong, ESEC/FSE 2021, section 3.3): a branch that no test covers gets a
//! test which builds the objects that it looks at. What the search still has to find are the values in them.

pub mod conversion;
#[cfg(test)]
mod tests;

use super::cluster::Cluster;
use super::goals::{Goal, GoalId, GoalMethod, Goals};
use super::maker::Maker;
use super::statement::TestCase;
use crate::program::facts::Kind;
use crate::seed::accessors::AccessorCache;
use crate::seed::analysis::{Analysis, Place, kind};
use crate::seed::graph::ObjectConstructionGraph;
use crate::seed::settings::Settings;
use crate::seed::synthesis::synthesize;
use conversion::{MemberIndex, convert};
use rand::RngExt;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// What was found out about the program under test.
pub type Known = Arc<(Analysis, AccessorCache)>;

/// How templates went.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Figures {
    /// Tests with a template.
    pub tests: u64,
    /// Templates that became no test, by reason.
    pub refused: BTreeMap<String, u64>,
}

/// The templates of a class under test.
#[derive(Debug)]
pub struct Templates {
    known: Known,
    index: MemberIndex,
    /// By branch; an error says why it has none.
    graphs: BTreeMap<Place, Result<Arc<ObjectConstructionGraph>, String>>,
    /// By branch: what no test can set.
    infeasible: BTreeMap<Place, Vec<String>>,
    figures: Figures,
    /// Tests that were made, by fingerprint.
    made: BTreeSet<u64>,
}

impl Templates {
    pub fn new(known: Known, cluster: &Cluster) -> Self {
        Self {
            known,
            index: MemberIndex::of(cluster),
            graphs: BTreeMap::new(),
            infeasible: BTreeMap::new(),
            figures: Figures::default(),
            made: BTreeSet::new(),
        }
    }

    pub fn figures(&self) -> &Figures {
        &self.figures
    }

    /// Whether a test is one that was made of a template, unchanged.
    pub fn made(&self, test: &TestCase) -> bool {
        !self.made.is_empty() && self.made.contains(&test.fingerprint())
    }

    /// A test with the template of a branch. Setters, getters and values are drawn anew each time. `None`: it has no template, or one that
    /// tests cannot have.
    pub fn test(&mut self, goals: &Goals, goal: GoalId, maker: &mut Maker) -> Option<TestCase> {
        let made = self.try_test(goals, goal, maker);
        match made {
            Ok(test) => {
                self.figures.tests += 1;
                self.made.insert(test.fingerprint());
                Some(test)
            }
            Err(reason) => {
                *self.figures.refused.entry(reason).or_default() += 1;
                None
            }
        }
    }

    /// What no test in the package can set of that which a branch looks at, and why: it may not be possible to cover it.
    pub fn infeasible(&mut self, goals: &Goals, goal: GoalId, settings: &Settings) -> Vec<String> {
        let goal = &goals.goals[goal as usize];
        let Ok(place) = place(&self.known.0, goal, &goals.methods[goal.method as usize]) else { return Vec::new() };
        if let Some(known) = self.infeasible.get(&place) {
            return known.clone();
        }
        let Ok(graph) = self.graph(place, settings) else { return Vec::new() };
        let (analysis, accessors) = &*self.known;
        // What cannot be set at all no draw sets.
        let template = synthesize(analysis, &graph, settings, 0, accessors);
        let mut reasons: Vec<String> = template.unset.into_iter().filter(|u| u.infeasible).map(|u| u.reason).collect();
        reasons.sort_unstable();
        reasons.dedup();
        self.infeasible.insert(place, reasons.clone());
        reasons
    }

    fn graph(&mut self, place: Place, settings: &Settings) -> Result<Arc<ObjectConstructionGraph>, String> {
        let analysis = &self.known.0;
        let made = || ObjectConstructionGraph::of(analysis, place, settings).map(Arc::new).map_err(|e| e.message);
        self.graphs.entry(place).or_insert_with(made).clone()
    }

    fn try_test(&mut self, goals: &Goals, goal: GoalId, maker: &mut Maker) -> Result<TestCase, String> {
        let goal = &goals.goals[goal as usize];
        let place = place(&self.known.0, goal, &goals.methods[goal.method as usize])?;
        let settings = &maker.settings.seed;
        let graph = self.graph(place, settings)?;
        let (analysis, accessors) = &*self.known;
        let seed = maker.rng.random();
        convert(&synthesize(analysis, &graph, settings, seed, accessors), &self.index, maker)
    }
}

/// The operation of a branch.
///
/// # Errors
/// Why the program under analysis has none.
pub fn place(analysis: &Analysis, goal: &Goal, method: &GoalMethod) -> Result<Place, String> {
    let program = &analysis.program;
    let symbol = |text: &str| program.symbols.find(text);
    let found = symbol(&method.class)
        .and_then(|c| program.class(c))
        .and_then(|c| program.declared(c, symbol(&method.name)?, symbol(&method.descriptor)?));
    let branch = found.zip(goal.operation).filter(|&(m, operation)| {
        program.methods[m].code.as_ref().is_some_and(|code| matches!(kind(code, operation), Some(Kind::Branch { .. })))
    });
    let (method, operation) = branch.ok_or_else(|| "the branch is not in the facts of the program".to_owned())?;
    Ok(Place { method, operation })
}
