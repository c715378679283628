//! The object construction graph of a branch (EvoObj, section 3.1): which fields and elements of a method's inputs a branch looks at, and
//! how to get to them.
//!
//! Both outcomes of a branch, and all cases of a switch, look at the same: they have one graph.

use super::accessibility::Accessibility;
use super::analysis::{Analysis, CallSite, Place, kind};
use super::settings::Settings;
use super::values::{Bounds, Node, NodeId, NodeKind, Values};
use crate::program::facts::{Kind, MethodId, access};
use crate::{Error, Result};
use std::collections::{BTreeSet, VecDeque};
use std::fmt::Write;

/// G = (I, N, E). A node's parents are its edges, in their roles ([`NodeKind`]); they stand before it.
#[derive(Clone, Debug)]
pub struct ObjectConstructionGraph {
    pub branch: Place,
    /// The method whose inputs the graph begins at: that of the branch, or, where tests cannot call it, one that leads to it.
    pub entry: MethodId,
    pub nodes: Vec<Node>,
    /// By node: those that it is a parent of, ascending.
    pub children: Vec<Vec<NodeId>>,
    /// Whether a bound left something out.
    pub truncated: bool,
}

impl ObjectConstructionGraph {
    /// The graph of a branch.
    ///
    /// # Errors
    /// `InvalidInput` if the operation is not a branch of the method, or no method that tests in its package can call leads to it.
    pub fn of(analysis: &Analysis, branch: Place, settings: &Settings) -> Result<Self> {
        let found = analysis.view(branch.method).and_then(|(code, _)| kind(code, branch.operation));
        if !matches!(found, Some(Kind::Branch { .. })) {
            return Err(Error::invalid_input(format!("operation {} is not a branch of its method", branch.operation)));
        }
        let bounds = Bounds { depth: settings.call_depth, nodes: settings.max_nodes, frames: settings.max_calls };
        let path = way_in(analysis, branch.method, settings)?;
        let entry = path.first().map_or(branch.method, |c| c.place.method);
        let mut values = Values::of(analysis, entry, bounds, true);
        let mut frame = 0;
        for call in &path {
            values.executed(frame, call.place.operation);
            let Some(inner) = values.enter(frame, call.place.operation, call.target) else { break };
            frame = inner;
        }
        values.branch(frame, branch.operation);
        let relevant = values.relevant();
        let truncated = values.is_truncated();
        let (nodes, children) = distilled(analysis, &values.nodes, &relevant);
        Ok(Self { branch, entry, nodes, children, truncated })
    }

    /// Nodes that no other is built from: the state that a search has to choose.
    pub fn leaves(&self) -> impl Iterator<Item = NodeId> {
        (0..).zip(&self.children).filter(|(_, c)| c.is_empty()).map(|(n, _)| n)
    }

    /// The graph in the language of Graphviz. Inputs are grey, fields red, elements blue, calls green.
    pub fn dot(&self, analysis: &Analysis) -> String {
        let mut text = String::from("digraph construction {\n  node [shape=box, style=filled];\n");
        for (id, node) in self.nodes.iter().enumerate() {
            let colour = match node.kind {
                NodeKind::Receiver | NodeKind::Parameter(_) | NodeKind::Made { .. } => "lightgrey",
                NodeKind::Global(_) | NodeKind::Field { .. } => "lightcoral",
                NodeKind::Element { .. } => "lightblue",
                NodeKind::Call { .. } => "palegreen",
            };
            let label = label(analysis, self.entry, &node.kind).replace('\\', "\\\\").replace('"', "\\\"");
            writeln!(text, "  n{id} [label=\"{label}\", fillcolor={colour}];").expect("texts take all");
        }
        for (id, node) in self.nodes.iter().enumerate() {
            let style = |role: usize| match (&node.kind, role) {
                (NodeKind::Element { .. }, 1..) => " [label=\"index\", style=dashed]",
                _ => "",
            };
            for (role, parent) in node.kind.parents().into_iter().enumerate() {
                writeln!(text, "  n{parent} -> n{id}{};", style(role)).expect("texts take all");
            }
        }
        text.push_str("}\n");
        text
    }
}

/// The calls by which a test gets into a method, fewest first: none, if it can call it itself.
fn way_in(analysis: &Analysis, method: MethodId, settings: &Settings) -> Result<Vec<CallSite>> {
    let program = &analysis.program;
    let text = |s| program.symbols.text(s);
    let class = text(program.classes[program.methods[method].class].name);
    let accessible = Accessibility::beside(program, method);
    let callable = |m: MethodId| accessible.can_call(m) && !program.methods[m].is(access::ABSTRACT);
    let mut open = VecDeque::from([(method, Vec::new())]);
    let mut seen = BTreeSet::from([method]);
    while let Some((first, path)) = open.pop_front() {
        if callable(first) {
            return Ok(path);
        }
        if path.len() >= settings.call_depth as usize {
            continue;
        }
        for &call in analysis.callers(first) {
            if seen.insert(call.place.method) {
                open.push_back((call.place.method, [&[call], &path[..]].concat()));
            }
        }
    }
    let name = format!("{}.{}", class.replace('/', "."), text(program.methods[method].name));
    Err(Error::invalid_input(format!(
        "no method that a test in the package of {name} can call leads to it within {} calls: choose another branch",
        settings.call_depth
    )))
}

/// What a node is called: the name of the parameter or field, `[]` for an element, `name()` for a call.
pub fn label(analysis: &Analysis, method: MethodId, kind: &NodeKind) -> String {
    let program = &analysis.program;
    let text = |s| program.symbols.text(s);
    match kind {
        NodeKind::Receiver => "this".into(),
        NodeKind::Parameter(index) => {
            let code = program.methods[method].code.as_ref();
            let named = code.and_then(|c| {
                c.operations.iter().flatten().find_map(|o| match o.kind {
                    Kind::Parameter { index: i, name, .. } if i == *index => name,
                    _ => None,
                })
            });
            named.map_or_else(|| format!("arg{index}"), |n| text(n).to_owned())
        }
        NodeKind::Global(field) => {
            let field = &program.fields[*field];
            format!("{}.{}", text(field.class).rsplit('/').next().unwrap_or_default(), text(field.name))
        }
        NodeKind::Field { field, .. } => text(program.fields[*field].name).into(),
        NodeKind::Element { .. } => "[]".into(),
        NodeKind::Call { method, .. } => format!("{}()", text(method.name)),
        NodeKind::Made { .. } => "new".into(),
    }
}

/// Keeps what is on a path from an input to a field or element that the branch looks at (section 3.1.2, "distilling relevant paths").
fn distilled(analysis: &Analysis, nodes: &[Node], relevant: &[NodeId]) -> (Vec<Node>, Vec<Vec<NodeId>>) {
    let mut rooted = vec![false; nodes.len()];
    for (id, node) in nodes.iter().enumerate() {
        rooted[id] = match &node.kind {
            NodeKind::Receiver | NodeKind::Parameter(_) => true,
            NodeKind::Global(field) => !is_constant(analysis, *field),
            NodeKind::Field { object, .. } => rooted[*object as usize],
            NodeKind::Element { container, .. } => rooted[*container as usize],
            NodeKind::Call { arguments, .. } => arguments.iter().flatten().any(|&a| rooted[a as usize]),
            NodeKind::Made { .. } => false,
        };
    }
    let mut kept = vec![false; nodes.len()];
    // What a black box computes is looked at through its arguments.
    let mut open: Vec<NodeId> = relevant.to_vec();
    let mut seen = vec![false; nodes.len()];
    while let Some(id) = open.pop() {
        if std::mem::replace(&mut seen[id as usize], true) {
            continue;
        }
        let node = &nodes[id as usize];
        if rooted[id as usize] && matches!(node.kind, NodeKind::Field { .. } | NodeKind::Element { .. } | NodeKind::Global(_)) {
            keep(nodes, &rooted, &mut kept, id);
        }
        open.extend(node.kind.parents());
    }
    let mut places = vec![NodeId::MAX; nodes.len()];
    let mut left: Vec<Node> = Vec::new();
    for (id, node) in nodes.iter().enumerate().filter(|(id, _)| kept[*id]) {
        places[id] = left.len() as NodeId;
        left.push(Node { kind: renumbered(&node.kind, &places), place: node.place });
    }
    let mut children = vec![Vec::new(); left.len()];
    for (id, node) in (0..).zip(&left) {
        let mut parents = node.kind.parents();
        parents.sort_unstable();
        parents.dedup();
        parents.into_iter().for_each(|p| children[p as usize].push(id));
    }
    (left, children)
}

/// Keeps a node and all that it is built from.
fn keep(nodes: &[Node], rooted: &[bool], kept: &mut [bool], id: NodeId) {
    let mut open = vec![id];
    while let Some(id) = open.pop() {
        if rooted[id as usize] && !std::mem::replace(&mut kept[id as usize], true) {
            open.extend(nodes[id as usize].kind.parents());
        }
    }
}

/// A primitive or a text that nothing changes.
fn is_constant(analysis: &Analysis, field: usize) -> bool {
    let field = &analysis.program.fields[field];
    let descriptor = analysis.program.symbols.text(field.descriptor);
    field.access & access::FINAL != 0 && (descriptor.len() == 1 || descriptor == "Ljava/lang/String;")
        || field.access & (access::SYNTHETIC | access::ENUM) != 0
        || !field.known
}

fn renumbered(kind: &NodeKind, places: &[NodeId]) -> NodeKind {
    let place = |id: &NodeId| places[*id as usize];
    let all = |ids: &[NodeId]| ids.iter().map(place).filter(|&p| p != NodeId::MAX).collect::<Vec<_>>();
    match kind {
        NodeKind::Field { field, object } => NodeKind::Field { field: *field, object: place(object) },
        NodeKind::Element { container, index, at } => NodeKind::Element { container: place(container), index: all(index), at: *at },
        NodeKind::Call { method, is_static, arguments } => {
            NodeKind::Call { method: *method, is_static: *is_static, arguments: arguments.iter().map(|a| all(a)).collect() }
        }
        other => other.clone(),
    }
}
