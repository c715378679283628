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
use crate::seed::template::{Action, Template, class_of};
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
    /// Classes that templates name and the type facts lack, by internal name: those that nobody was asked for yet.
    wanted: BTreeSet<String>,
    /// The others of them.
    asked: BTreeSet<String>,
}

/// Classes that may be asked for in all: the type facts are to stay those of what a test needs.
const MOST_ASKED: usize = 150;

impl Templates {
    pub fn new(known: Known, cluster: &Cluster) -> Self {
        Self {
            known,
            index: MemberIndex::of(cluster),
            graphs: BTreeMap::new(),
            infeasible: BTreeMap::new(),
            figures: Figures::default(),
            made: BTreeSet::new(),
            wanted: BTreeSet::new(),
            asked: BTreeSet::new(),
        }
    }

    /// Classes that templates would have named if the type facts had them, by internal name, sorted; each is said once.
    pub fn take_wanted(&mut self) -> Vec<String> {
        let wanted = std::mem::take(&mut self.wanted);
        self.asked.extend(wanted.iter().cloned());
        wanted.into_iter().collect()
    }

    /// The cluster has types that it had not.
    pub fn know_more(&mut self, cluster: &Cluster) {
        self.index = MemberIndex::of(cluster);
    }

    /// Remembers the classes that a template names and the type facts lack; whether it has any of which nobody has said anything yet.
    fn wants_more(&mut self, template: &Template, cluster: &Cluster) -> bool {
        let is_known = |class: &str| cluster.names.find(class).is_some_and(|name| cluster.known(name).is_some());
        let mut waits = false;
        for class in named_classes(template).into_iter().filter(|class| !is_known(class)) {
            if self.wanted.len() + self.asked.len() < MOST_ASKED && !self.asked.contains(class) {
                self.wanted.insert(class.to_owned());
            }
            waits |= self.wanted.contains(class);
        }
        waits
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
            Ok(Some(test)) => {
                self.figures.tests += 1;
                self.made.insert(test.fingerprint());
                Some(test)
            }
            Ok(None) => None,
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

    /// `None`: it names classes of which nothing is known yet.
    fn try_test(&mut self, goals: &Goals, goal: GoalId, maker: &mut Maker) -> Result<Option<TestCase>, String> {
        let goal = &goals.goals[goal as usize];
        let place = place(&self.known.0, goal, &goals.methods[goal.method as usize])?;
        let settings = &maker.settings.seed;
        let graph = self.graph(place, settings)?;
        let (analysis, accessors) = &*self.known;
        let seed = maker.rng.random();
        let template = synthesize(analysis, &graph, settings, seed, accessors);
        if self.wants_more(&template, maker.cluster) {
            return Ok(None);
        }
        convert(&template, &self.index, maker).map(Some)
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

/// The classes that a template names, by internal name: of its values, and those whose members it uses.
fn named_classes(template: &Template) -> BTreeSet<&str> {
    let mut named = BTreeSet::new();
    for statement in &template.statements {
        let ty = statement.defines.as_deref().map(|descriptor| descriptor.trim_start_matches('['));
        named.extend(ty.and_then(class_of));
        match &statement.action {
            Action::Construct { class, .. } | Action::EnumConstant { class, .. } => {
                named.insert(class);
            }
            Action::Call { owner, .. } | Action::GetField { owner, .. } | Action::PutField { owner, .. } => {
                named.insert(owner);
            }
            _ => {}
        }
    }
    named
}
