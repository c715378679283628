//! `constructionGraph` and `seedTemplate`: what a branch looks at, and a test with slots that builds it (EvoObj).

use super::capability::{Capability, empty_slot, operation};
use super::session::Session;
use crate::compute::lock::lock;
use crate::program::call_graph::Algorithm;
use crate::program::facts::{Kind, MethodId, Program};
use crate::seed::accessors::AccessorCache;
use crate::seed::analysis::{Analysis, Place};
use crate::seed::graph::{ObjectConstructionGraph, label};
use crate::seed::settings::Settings;
use crate::seed::synthesis::synthesize;
use crate::seed::template::Statement;
use crate::seed::values::NodeKind;
use crate::{Error, Result};
use serde::{Deserialize, Serialize};
use std::sync::{Arc, Mutex};

pub const CAPABILITY: Capability = Capability {
    operations: &[operation!("constructionGraph", construction_graph), operation!("seedTemplate", seed_template)],
    slot: empty_slot::<SeedSlot>,
};

/// A branch of a method of the classes that were added.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Branch {
    /// Internal name.
    pub class: String,
    pub method: String,
    pub descriptor: String,
    /// Number of the operation, as in the facts; null: the only branch of the line.
    pub operation: Option<u32>,
    pub line: Option<u32>,
}

/// The objects and fields that a branch looks at.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ConstructionGraph {
    pub branch: Branch,
    pub settings: Settings,
}

/// A test with slots that builds them.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SeedTemplate {
    pub branch: Branch,
    pub settings: Settings,
    /// The same seed gives the same template.
    pub seed: u64,
}

/// What was found out about the program, by how calls were followed.
#[derive(Default)]
pub struct SeedSlot {
    analyses: Mutex<Vec<(Algorithm, Known)>>,
}

/// Of one call graph.
pub(super) type Known = Arc<(Analysis, AccessorCache)>;

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Graph {
    /// `pkg/Class.name(descriptor)` of the method that a test calls: the branch's own, or one that leads to it.
    pub entry: String,
    /// Number of the branch's operation.
    pub operation: u32,
    pub line: u32,
    /// Each behind its parents.
    pub nodes: Vec<Node>,
    /// Whether a bound left something out.
    pub truncated: bool,
    /// For Graphviz.
    pub dot: String,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Node {
    /// `receiver`, `parameter`, `global` (a static field), `field`, `element`, `call`.
    pub kind: &'static str,
    /// Of the parameter, field or method; `[]` for an element.
    pub label: String,
    /// `pkg/Class.name` of a field, `pkg/Class.name(descriptor)` of a method that is called; else null.
    pub of: Option<String>,
    /// The object or container first, then what says which element; of a call all arguments.
    pub parents: Vec<u32>,
    /// Whether no other node is built from it.
    pub leaf: bool,
    /// Where the code first goes there; 0: unknown.
    pub line: u32,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Template {
    pub graph: Graph,
    /// The last is the call of `graph.entry`.
    pub statements: Vec<Statement>,
    /// Numbers of the statements whose values a search may choose.
    pub slots: Vec<usize>,
    /// By node of the graph: the statement that defines it, or null.
    pub by_node: Vec<Option<usize>>,
    pub unset: Vec<Unset>,
    /// Whether a bound left something out.
    pub truncated: bool,
}

/// A node that the template leaves as it is.
#[derive(Debug, Serialize)]
pub struct Unset {
    pub node: u32,
    pub reason: String,
    /// Whether no test in the package can set it.
    pub infeasible: bool,
}

fn construction_graph(session: &Session, request: ConstructionGraph) -> Result<Graph> {
    let known = analysis(session, &request.settings)?;
    session.pool().run(|| {
        let (analysis, _) = &*known;
        let graph = ObjectConstructionGraph::of(analysis, find(&analysis.program, &request.branch)?, &request.settings)?;
        Ok(describe(analysis, &graph))
    })
}

fn seed_template(session: &Session, request: SeedTemplate) -> Result<Template> {
    let known = analysis(session, &request.settings)?;
    session.pool().run(|| {
        let (analysis, cache) = &*known;
        let graph = ObjectConstructionGraph::of(analysis, find(&analysis.program, &request.branch)?, &request.settings)?;
        let template = synthesize(analysis, &graph, &request.settings, request.seed, cache);
        let slots = (0..template.statements.len()).filter(|&s| template.statements[s].action.is_slot()).collect();
        let unset = template.unset.into_iter().map(|u| Unset { node: u.node, reason: u.reason, infeasible: u.infeasible }).collect();
        Ok(Template {
            graph: describe(analysis, &graph),
            slots,
            statements: template.statements,
            by_node: template.by_node,
            unset,
            truncated: template.truncated,
        })
    })
}

/// What is known of the program of a session; found out when it is first asked for.
pub(super) fn analysis(session: &Session, settings: &Settings) -> Result<Known> {
    settings.check()?;
    let mut known = lock(&session.slot::<SeedSlot>().analyses);
    if let Some((_, analysis)) = known.iter().find(|(algorithm, _)| *algorithm == settings.call_graph) {
        return Ok(analysis.clone());
    }
    let program = session.program();
    let made = Arc::new((session.pool().run(|| Analysis::of(program, settings.call_graph)), AccessorCache::default()));
    known.push((settings.call_graph, made.clone()));
    Ok(made)
}

/// The branch that a request names.
fn find(program: &Program, branch: &Branch) -> Result<Place> {
    let Branch { class, method: name, descriptor, operation, line } = branch;
    let symbol = |text: &str| program.symbols.find(text);
    let found = symbol(class)
        .and_then(|c| program.class(c))
        .and_then(|c| program.declared(c, symbol(name)?, symbol(descriptor)?))
        .and_then(|m| program.methods[m].code.as_ref().map(|code| (m, code)));
    let text = format!("{class}.{name}{descriptor}");
    let Some((method, code)) = found else {
        return Err(Error::invalid_input(format!("there is no method {text} with code in the classes that were added")));
    };
    let branches = (0..).zip(&code.operations).filter_map(|(n, o)| match o {
        Some(o) if matches!(o.kind, Kind::Branch { .. }) => Some((n, o.line)),
        _ => None,
    });
    let all: Vec<(u32, u32)> = branches.collect();
    let fits = |&&(n, l): &&(u32, u32)| operation.is_none_or(|o| o == n) && line.is_none_or(|wanted| wanted == l);
    let fitting: Vec<(u32, u32)> = all.iter().filter(fits).copied().collect();
    match fitting[..] {
        [(operation, _)] => Ok(Place { method, operation }),
        [] if all.is_empty() => Err(Error::invalid_input(format!("{text} has no branch"))),
        _ => {
            let choice = if fitting.is_empty() { all } else { fitting };
            let choice: Vec<String> = choice.iter().map(|(n, l)| format!("{n} (line {l})")).collect();
            Err(Error::invalid_input(format!("which branch of {text}: choose one of the operations {}", choice.join(", "))))
        }
    }
}

fn describe(analysis: &Analysis, graph: &ObjectConstructionGraph) -> Graph {
    let program = &analysis.program;
    let text = |s| program.symbols.text(s);
    let field = |f: usize| format!("{}.{}", text(program.fields[f].class), text(program.fields[f].name));
    let nodes = graph.nodes.iter().zip(&graph.children).map(|(node, children)| {
        let (kind, of) = match &node.kind {
            NodeKind::Receiver => ("receiver", None),
            NodeKind::Parameter(_) => ("parameter", None),
            NodeKind::Global(f) => ("global", Some(field(*f))),
            NodeKind::Field { field: f, .. } => ("field", Some(field(*f))),
            NodeKind::Element { .. } => ("element", None),
            NodeKind::Call { method: m, .. } => ("call", Some(format!("{}.{}{}", text(m.owner), text(m.name), text(m.descriptor)))),
            NodeKind::Made { .. } => ("made", None),
        };
        Node {
            kind,
            label: label(analysis, graph.entry, &node.kind),
            of,
            parents: node.kind.parents(),
            leaf: children.is_empty(),
            line: analysis.line(node.place),
        }
    });
    Graph {
        entry: name_of(program, graph.entry),
        operation: graph.branch.operation,
        line: analysis.line(graph.branch),
        nodes: nodes.collect(),
        truncated: graph.truncated,
        dot: graph.dot(analysis),
    }
}

fn name_of(program: &Program, method: MethodId) -> String {
    let of = &program.methods[method];
    let text = |s| program.symbols.text(s);
    format!("{}.{}{}", text(program.classes[of.class].name), text(of.name), text(of.descriptor))
}
