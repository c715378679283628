//! The program of a session: its classes, and who may call whom.

use super::capability::{Capability, empty_slot, operation};
use super::session::Session;
use crate::compute::lock::lock;
use crate::program::call_graph::{self, Algorithm, Entries};
use crate::program::facts::{MethodId, Program, Role};
use crate::program::hierarchy::Hierarchy;
use crate::program::zero_one_cfa;
use crate::{Error, ErrorKind, Result};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

pub const CAPABILITY: Capability = Capability {
    operations: &[operation!("callGraph", |s: &Session, request: CallGraph| call_graph(&s.program(), &request))],
    slot: empty_slot::<Mutex<ProgramSlot>>,
};

/// Who may call whom among the classes that were added.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CallGraph {
    /// Internal names of the test classes that execution begins in; null: any client of the analysed classes.
    pub test_classes: Option<Vec<String>>,
    pub algorithm: Algorithm,
}

/// The program of a session: classes come until it is asked about.
#[derive(Debug)]
pub enum ProgramSlot {
    Growing(Program),
    Complete(Arc<Program>),
}

impl Default for ProgramSlot {
    fn default() -> Self {
        Self::Growing(Program::default())
    }
}

impl Session {
    /// The program, to which nothing is added from now on.
    pub fn program(&self) -> Arc<Program> {
        lock(self.slot::<Mutex<ProgramSlot>>()).complete()
    }

    /// Adds the facts of a class to the program under analysis (docs/formats.md, "Program facts").
    pub fn add_class(&self, record: &[u8]) -> Result<()> {
        lock(self.slot::<Mutex<ProgramSlot>>()).add(record)
    }
}

impl ProgramSlot {
    /// # Errors
    /// `InvalidInput` if the record is corrupt, `InvalidState` after the first question.
    pub fn add(&mut self, record: &[u8]) -> Result<()> {
        self.growing()?.add(record)
    }

    /// The program, while classes may be added.
    ///
    /// # Errors
    /// `InvalidState` after the first question.
    pub fn growing(&mut self) -> Result<&mut Program> {
        match self {
            Self::Growing(program) => Ok(program),
            Self::Complete(_) => Err(Error::new(ErrorKind::InvalidState, "the program is complete: classes were asked about already")),
        }
    }

    /// The program, to which nothing is added from now on.
    pub fn complete(&mut self) -> Arc<Program> {
        match self {
            Self::Complete(program) => program.clone(),
            Self::Growing(program) => {
                let mut program = std::mem::take(program);
                program.link();
                let program = Arc::new(program);
                *self = Self::Complete(program.clone());
                program
            }
        }
    }
}

/// The call graph from tests, or from any client of the analysed classes where there are none.
///
/// # Errors
/// `InvalidInput` if a test class is not there.
pub fn calls(program: &Program, test_classes: Option<&[String]>, algorithm: Algorithm) -> Result<call_graph::CallGraph> {
    let hierarchy = Hierarchy::of(program);
    let tests = test_classes.map(|names| test_methods(program, &hierarchy, names)).transpose()?;
    let entries = tests.as_ref().map_or(Entries::Everything, |methods| Entries::Methods(methods));
    Ok(match algorithm {
        Algorithm::Cfa => zero_one_cfa::call_graph(program, &hierarchy, &entries),
        Algorithm::Rta => call_graph::CallGraph::rapid_type_analysis(program, &hierarchy, &entries),
    })
}

/// The methods of test classes, inherited ones included.
fn test_methods(program: &Program, hierarchy: &Hierarchy, names: &[String]) -> Result<Vec<MethodId>> {
    let mut methods = Vec::new();
    for name in names {
        let class = program.symbols.find(name).and_then(|s| program.class(s)).filter(|&c| program.classes[c].role != Role::Library);
        let Some(class) = class else {
            return Err(Error::invalid_input(format!("there is no test class {}", name.replace('/', "."))));
        };
        for &s in hierarchy.supertypes(class) {
            let written =
                |m: &MethodId| program.methods[*m].code.is_some() && !program.symbols.text(program.methods[*m].name).starts_with("lambda$");
            methods.extend(program.classes[s].methods.clone().filter(written));
        }
    }
    methods.sort_unstable();
    methods.dedup();
    Ok(methods)
}

/// Who may call whom. Methods are `pkg/Class.name(descriptor)`.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Calls {
    /// All methods that may be executed, in the order of the code; the rest refers to their places.
    pub reachable: Vec<String>,
    /// (caller, callee), ascending.
    pub edges: Vec<(usize, usize)>,
    /// Methods that code outside may call, ascending.
    pub called_back: Vec<usize>,
}

/// # Errors
/// `InvalidInput` if a test class is not there.
pub fn call_graph(program: &Program, request: &CallGraph) -> Result<Calls> {
    let graph = calls(program, request.test_classes.as_deref(), request.algorithm)?;
    let reachable: Vec<MethodId> = (0..program.methods.len()).filter(|&m| graph.is_reachable(m)).collect();
    let place = |method: MethodId| reachable.binary_search(&method).expect("targets of reachable calls are reachable");
    let mut edges = BTreeSet::new();
    for &caller in &reachable {
        for (_, site) in graph.sites(caller) {
            edges.extend(site.targets.iter().map(|t| (place(caller), place(t.method))));
        }
    }
    let called_back = reachable.iter().enumerate().filter(|(_, m)| graph.is_called_back(**m)).map(|(at, _)| at).collect();
    let name = |&m: &MethodId| {
        let method = &program.methods[m];
        let text = |s| program.symbols.text(s);
        format!("{}.{}{}", text(program.classes[method.class].name), text(method.name), text(method.descriptor))
    };
    Ok(Calls { reachable: reachable.iter().map(name).collect(), edges: edges.into_iter().collect(), called_back })
}
