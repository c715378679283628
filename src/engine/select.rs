//! `select`: from the classes of a program to its oracle data, in the order in which they are worth asserting on.

use super::capability::{Capability, no_slot, operation};
use super::program::calls;
use super::session::Session;
use crate::Result;
use crate::program::chains::{Chains, Loops, Sites};
use crate::program::facts::{MethodId, Program, Role, Symbol};
use crate::selection::oracle_data::{DatumKind, OracleData, OracleDatum};
use crate::selection::select as choose;
use crate::selection::settings::Settings;
use serde::{Deserialize, Serialize};

pub const CAPABILITY: Capability = Capability { operations: &[operation!("select", run)], slot: no_slot };

fn run(session: &Session, request: Select) -> Result<Selection> {
    let program = session.program();
    session.pool().run(|| select(&program, &request))
}

/// Which oracle data of the classes that were added are worth asserting on.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Select {
    pub settings: Settings,
    /// Internal names of the test classes that the selection is for; null: for any client.
    pub test_classes: Option<Vec<String>>,
    /// Whether the answer holds all chains.
    pub graph: bool,
}

#[derive(Debug, Serialize)]
pub struct Selection {
    pub figures: Figures,
    /// All oracle data, in the order of the code; the rest refers to their places.
    pub data: Vec<Datum>,
    pub selected: Vec<Selected>,
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

/// # Errors
/// `InvalidInput` if a setting is out of range or a test class is not there.
pub fn select(program: &Program, request: &Select) -> Result<Selection> {
    let settings = &request.settings;
    let (alpha, impact) = settings.check()?;
    let calls = calls(program, request.test_classes.as_deref(), settings.call_graph)?;
    let sites = if settings.share_sites { Sites::Shared } else { Sites::Whole };
    let OracleData { data, operations, graph, cyclic } = OracleData::of(program, &Chains::of(program, &calls, Loops::OneIteration, sites))?;
    let selected = choose(&graph, alpha, impact, settings.count.min(data.len()));
    let analysed = |m: &MethodId| program.classes[program.methods[*m].class].role == Role::Analysed;
    let figures = Figures {
        classes: program.classes.iter().filter(|c| c.role == Role::Analysed).count(),
        methods: (0..program.methods.len()).filter(analysed).count(),
        reachable_methods: (0..program.methods.len()).filter(analysed).filter(|&m| calls.is_reachable(m)).count(),
        data: data.len(),
        chains: graph.chains(),
        cyclic_chains: cyclic,
    };
    let chains = request.graph.then(|| {
        let of =
            |observer: usize| graph.observed_by(observer).map(move |(observed, probability)| Chain { observer, observed, probability });
        (0..data.len()).flat_map(of).collect()
    });
    let observed = |(datum, capability)| Observed { datum, capability };
    let selected = selected.into_iter().map(|s| Selected {
        datum: s.datum,
        capability: s.capability,
        initial: s.initial,
        observes: s.observes.into_iter().map(observed).collect(),
    });
    Ok(Selection {
        figures,
        selected: selected.collect(),
        chains,
        data: data.iter().zip(operations).map(|(d, o)| describe(program, d, o)).collect(),
    })
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
