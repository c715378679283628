//! `select`: from the classes of a program to its oracle data, in the order in which they are worth asserting on.

use super::capability::{Capability, empty_slot, operation};
use super::program::calls;
use super::session::Session;
use crate::Result;
use crate::compute::lock::lock;
use crate::program::call_graph::{Algorithm, CallGraph};
use crate::program::chains::{Chains, Conditions, Definition, Loops, Sites};
use crate::program::facts::{MethodId, Program, Role, Symbol};
use crate::selection::executed::{Executions, reached};
use crate::selection::oracle_data::{DatumKind, OracleData, OracleDatum};
use crate::selection::settings::{Settings, Variant};
use crate::selection::{Worth, select_worth};
use serde::{Deserialize, Serialize};
use std::sync::{Arc, Mutex};

pub const CAPABILITY: Capability = Capability { operations: &[operation!("select", run)], slot: empty_slot::<Mutex<LastAnalysis>> };

fn run(session: &Session, request: Select) -> Result<Selection> {
    let program = session.program();
    session.pool().run(|| {
        request.settings.check()?;
        let analysis = analysis(session, &program, &request)?;
        select(&program, &request, &analysis)
    })
}

/// What selections of the same program share: who may call whom, the data and their chains.
#[derive(Debug)]
pub struct Analysis {
    asked: Asked,
    calls: CallGraph,
    found: OracleData,
}

/// What an analysis depends on.
#[derive(Debug, PartialEq)]
struct Asked {
    test_classes: Option<Vec<String>>,
    call_graph: Algorithm,
    share_sites: bool,
    conditions: bool,
}

/// The last one is kept: which data there are is asked before what tests do with them, and much of the time goes into it.
type LastAnalysis = Option<Arc<Analysis>>;

fn analysis(session: &Session, program: &Program, request: &Select) -> Result<Arc<Analysis>> {
    let settings = &request.settings;
    let asked = Asked {
        test_classes: request.test_classes.clone(),
        call_graph: settings.call_graph,
        share_sites: settings.share_sites,
        conditions: settings.conditions,
    };
    let mut last = lock(session.slot::<Mutex<LastAnalysis>>());
    if let Some(known) = last.as_ref().filter(|known| known.asked == asked) {
        return Ok(known.clone());
    }
    let fresh = Arc::new(Analysis::of(program, asked)?);
    *last = Some(fresh.clone());
    Ok(fresh)
}

impl Analysis {
    fn of(program: &Program, asked: Asked) -> Result<Self> {
        let calls = calls(program, asked.test_classes.as_deref(), asked.call_graph)?;
        let sites = if asked.share_sites { Sites::Shared } else { Sites::Whole };
        let followed = if asked.conditions { Conditions::Followed } else { Conditions::Ignored };
        let found = OracleData::of(program, &Chains::of(program, &calls, Loops::OneIteration, sites, followed))?;
        Ok(Self { asked, calls, found })
    }
}

/// Which oracle data of the classes that were added are worth asserting on.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Select {
    pub settings: Settings,
    /// Internal names of the test classes that the selection is for; null: for any client.
    pub test_classes: Option<Vec<String>>,
    /// Of each test that was run, the data that it defines, as places in an earlier answer for the same program and tests; null: none was.
    pub executed: Option<Vec<Vec<usize>>>,
    /// Whether the answer holds all chains.
    pub graph: bool,
}

#[derive(Debug, Serialize)]
pub struct Selection {
    pub figures: Figures,
    /// All oracle data, in the order of the code; the rest refers to their places.
    pub data: Vec<Datum>,
    pub selected: Vec<Selected>,
    /// Conditions that are links of chains, whose places follow those of the data; none unless they are followed.
    pub conditions: Vec<Condition>,
    /// If asked for.
    pub chains: Option<Vec<Chain>>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Figures {
    pub classes: usize,
    pub methods: usize,
    /// Methods that the tests, or any client, may reach.
    pub reachable_methods: usize,
    pub data: usize,
    pub chains: usize,
    /// Chains left out because they close a cycle.
    pub cyclic_chains: usize,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Datum {
    /// Binary name.
    pub class_name: String,
    pub method: String,
    pub descriptor: String,
    /// File name of the source; null: unknown.
    pub source: Option<String>,
    /// 0: unknown.
    pub line: u32,
    pub kind: &'static str,
    /// Of the parameter, local or field; null for what is returned.
    pub name: Option<String>,
    /// Of a field, the class that declares it.
    pub owner: Option<String>,
    /// Whether an element of the variable is defined.
    pub element: bool,
    /// Numbers of the operations of the method that define it, parameters first; several where the compiler copied the statement.
    pub operations: Vec<u32>,
}

/// A branch.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Condition {
    /// Binary name.
    pub class_name: String,
    pub method: String,
    pub descriptor: String,
    /// 0: unknown.
    pub line: u32,
}

#[derive(Debug, Serialize)]
pub struct Selected {
    pub datum: usize,
    pub capability: f64,
    pub initial: f64,
    pub observes: Vec<Observed>,
}

#[derive(Debug, Serialize)]
pub struct Observed {
    pub datum: usize,
    pub capability: f64,
}

#[derive(Debug, Serialize)]
pub struct Chain {
    pub observer: usize,
    pub observed: usize,
    pub probability: f64,
}

fn select(program: &Program, request: &Select, analysis: &Analysis) -> Result<Selection> {
    let settings = &request.settings;
    let (how, impact) = settings.check()?;
    let Analysis { calls, found, .. } = analysis;
    let mut weights = vec![1.0; found.graph.data()];
    let mut executed_graph = None;
    if settings.variant == Variant::Observed {
        match request.executed.as_deref().map(|tests| Executions::of(found, tests)).transpose()? {
            Some(executions) => {
                weights = executions.weights();
                executed_graph = Some(executions.graph(&found.graph)?);
            }
            None => weights = reached(program, calls, found),
        }
    }
    let OracleData { data, operations, conditions, cyclic, .. } = found;
    let graph = executed_graph.as_ref().unwrap_or(&found.graph);
    let worth = Worth { candidates: data.len(), weights };
    let selected = select_worth(graph, how, impact, &worth, settings.count.min(data.len()));
    let analysed = |m: &MethodId| program.classes[program.methods[*m].class].role == Role::Analysed;
    let figures = Figures {
        classes: program.classes.iter().filter(|c| c.role == Role::Analysed).count(),
        methods: (0..program.methods.len()).filter(analysed).count(),
        reachable_methods: (0..program.methods.len()).filter(analysed).filter(|&m| calls.is_reachable(m)).count(),
        data: data.len(),
        chains: graph.chains(),
        cyclic_chains: *cyclic,
    };
    let chains = request.graph.then(|| {
        let of =
            |observer: usize| graph.observed_by(observer).map(move |(observed, probability)| Chain { observer, observed, probability });
        (0..graph.data()).flat_map(of).collect()
    });
    let observed = |(datum, capability)| Observed { datum, capability };
    let selected = selected.into_iter().map(|s| Selected {
        datum: s.datum,
        capability: s.capability,
        initial: s.initial,
        observes: s.observes.into_iter().filter(|&(place, _)| place < data.len()).map(observed).collect(),
    });
    Ok(Selection {
        figures,
        selected: selected.collect(),
        conditions: conditions.iter().map(|&c| condition(program, c)).collect(),
        chains,
        data: data.iter().zip(operations).map(|(d, o)| describe(program, d, o.clone())).collect(),
    })
}

fn condition(program: &Program, at: Definition) -> Condition {
    let method = &program.methods[at.method];
    let text = |s: Symbol| program.symbols.text(s).to_owned();
    let line = method.code.as_ref().and_then(|c| c.operations[at.operation as usize].as_ref()).map_or(0, |o| o.line);
    Condition {
        class_name: text(program.classes[method.class].name).replace('/', "."),
        method: text(method.name),
        descriptor: text(method.descriptor),
        line,
    }
}

fn describe(program: &Program, datum: &OracleDatum, operations: Vec<u32>) -> Datum {
    let method = &program.methods[datum.definition.method];
    let class = &program.classes[method.class];
    let text = |s: Symbol| program.symbols.text(s).to_owned();
    Datum {
        class_name: text(class.name).replace('/', "."),
        method: text(method.name),
        descriptor: text(method.descriptor),
        source: class.source.map(text),
        line: datum.line,
        kind: match datum.kind {
            DatumKind::Parameter => "parameter",
            DatumKind::Local => "local",
            DatumKind::Field => "field",
            DatumKind::Return => "return",
        },
        name: datum.name.map(text),
        owner: datum.owner.map(|o| text(o).replace('/', ".")),
        element: datum.element,
        operations,
    }
}
