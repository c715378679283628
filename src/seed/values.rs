//! Where values come from: a backward slice over data and control dependence (EvoObj, section 3.1.2), across calls, from operations of a
//! method back to its inputs.
//!
//! What is found are [`Node`]s, each an access path: an input, a field of a node, an element of a node, the result of a call that is a
//! black box. Equal paths are one node, however often the code goes along them. So a callee's `this.players` on the caller's `state` is
//! the field of the caller's object: the alias links of the paper are not edges that are added but how nodes are named, and receivers and
//! parameters of callees never become nodes.
//!
//! Ours, where the paper is silent: a value with several possible sources is several nodes; a loop or recursion is followed once around
//! (`node.next` is one node, then the bound on calls ends it); what a method makes itself is looked into (what a constructor or an
//! assignment before put there), and is no node of the graph in the end.

use super::analysis::{Analysis, Place, View, kind};
use super::containers::{self, Returned};
use crate::program::call_graph::Target;
use crate::program::facts::{Call, CallKind, Code, FieldId, FixedHasher, Kind, MethodId, MethodName, access};
use crate::program::reaching::Origin;
use hashbrown::{HashMap, HashSet};

/// Place of a node in [`Values::nodes`].
pub type NodeId = u32;
/// A call chain from the method that is looked at; 0: the method itself.
pub type FrameId = u32;

/// An access path, by its last step.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum NodeKind {
    /// The receiver of the method.
    Receiver,
    /// A parameter of the method, from 0; the receiver does not count.
    Parameter(u32),
    /// A static field.
    Global(FieldId),
    Field {
        field: FieldId,
        object: NodeId,
    },
    /// An element of an array or collection. `index`: what says which, ascending; `at`: the place that does, where it is a constant.
    Element {
        container: NodeId,
        index: Vec<NodeId>,
        at: Option<Place>,
    },
    /// What a call returns whose code is not known, or too deep. By argument, the receiver first: what it may be, ascending.
    Call {
        method: MethodName,
        is_static: bool,
        arguments: Vec<Vec<NodeId>>,
    },
    /// An object or array that the code makes.
    Made {
        frame: FrameId,
        operation: u32,
    },
}

/// A node, and where the code goes along its path first.
#[derive(Clone, Debug)]
pub struct Node {
    pub kind: NodeKind,
    pub place: Place,
}

impl NodeKind {
    /// The nodes that must be there before, in their roles.
    pub fn parents(&self) -> Vec<NodeId> {
        match self {
            Self::Receiver | Self::Parameter(_) | Self::Global(_) | Self::Made { .. } => Vec::new(),
            Self::Field { object, .. } => vec![*object],
            Self::Element { container, index, .. } => [&[*container], &index[..]].concat(),
            Self::Call { arguments, .. } => arguments.concat(),
        }
    }
}

/// How far values are followed.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    pub depth: u32,
    pub nodes: usize,
    pub frames: usize,
}

/// A value that may come from more nodes has the first of them only: a template follows few.
const MOST_SOURCES: usize = 32;
/// Values that are computed from each other this far apart are not followed further; the stack is finite.
const MOST_STEPS: u32 = 600;

struct Frame {
    method: MethodId,
    /// The call that entered it: frame, operation, target.
    caller: Option<(FrameId, u32, Target)>,
    depth: u32,
}

/// The values of a method's operations, found as they are asked for.
pub struct Values<'a> {
    analysis: &'a Analysis,
    bounds: Bounds,
    /// A node stands behind its parents.
    pub nodes: Vec<Node>,
    numbers: HashMap<NodeKind, NodeId, FixedHasher>,
    frames: Vec<Frame>,
    entered: HashMap<(FrameId, u32, MethodId), FrameId, FixedHasher>,
    known: HashMap<(FrameId, u32), Vec<NodeId>, FixedHasher>,
    /// Blocks whose control dependence was followed.
    controlled: HashSet<(FrameId, u32), FixedHasher>,
    /// Whether controlling branches are followed.
    control: bool,
    /// What branches look at that decide about what was followed; ascending once [`Values::relevant`] returns it.
    relevant: Vec<NodeId>,
    steps: u32,
    truncated: bool,
}

impl<'a> Values<'a> {
    /// The values of a method.
    ///
    /// `control`: whether branches that decide about a value count as its sources, too.
    pub fn of(analysis: &'a Analysis, method: MethodId, bounds: Bounds, control: bool) -> Self {
        Self {
            analysis,
            bounds,
            nodes: Vec::new(),
            numbers: HashMap::default(),
            frames: vec![Frame { method, caller: None, depth: 0 }],
            entered: HashMap::default(),
            known: HashMap::default(),
            controlled: HashSet::default(),
            control,
            relevant: Vec::new(),
            steps: 0,
            truncated: false,
        }
    }

    /// The method that is looked at.
    pub fn method(&self) -> MethodId {
        self.frames[0].method
    }

    /// Whether a bound left something out.
    pub fn is_truncated(&self) -> bool {
        self.truncated
    }

    /// What the branches look at that were followed, ascending.
    pub fn relevant(&self) -> Vec<NodeId> {
        let mut all = self.relevant.clone();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// Follows a branch: what it looks at, and what decides whether it is executed.
    pub fn branch(&mut self, frame: FrameId, operation: u32) {
        let analysis = self.analysis;
        let Some((code, _)) = analysis.view(self.frames[frame as usize].method) else { return };
        if let Some(Kind::Branch { operands }) = kind(code, operation) {
            for operand in operands {
                let found = self.sources(frame, operand);
                self.relevant.extend(found);
            }
            self.deciding(frame, operation, operands.iter().all(|o| o.len() == 1));
        }
    }

    /// Follows what decides whether an operation is executed.
    pub fn executed(&mut self, frame: FrameId, operation: u32) {
        self.deciding(frame, operation, true);
    }

    /// The nodes that a value computed from those operations may come from, ascending.
    pub fn sources(&mut self, frame: FrameId, sources: &[u32]) -> Vec<NodeId> {
        let mut all = Vec::new();
        for &source in sources {
            all.extend(self.value(frame, source));
        }
        sorted(all)
    }

    /// The frame of a call that enters a target; `None`: it is too deep, or there are too many.
    pub fn enter(&mut self, frame: FrameId, operation: u32, target: Target) -> Option<FrameId> {
        if let Some(&known) = self.entered.get(&(frame, operation, target.method)) {
            return Some(known);
        }
        let depth = self.frames[frame as usize].depth + 1;
        if depth > self.bounds.depth || self.frames.len() >= self.bounds.frames {
            self.truncated |= self.frames.len() >= self.bounds.frames;
            return None;
        }
        let id = self.frames.len() as FrameId;
        self.frames.push(Frame { method: target.method, caller: Some((frame, operation, target)), depth });
        self.entered.insert((frame, operation, target.method), id);
        Some(id)
    }

    /// What an operation leaves on the stack, or defines.
    pub fn value(&mut self, frame: FrameId, operation: u32) -> Vec<NodeId> {
        if let Some(known) = self.known.get(&(frame, operation)) {
            return known.clone();
        }
        if self.steps >= MOST_STEPS {
            self.truncated = true;
            return Vec::new();
        }
        self.steps += 1;
        // Who asks again on the way, around a loop, gets what is known until then.
        self.known.insert((frame, operation), Vec::new());
        let mut found = self.compute(frame, operation);
        self.truncated |= found.len() > MOST_SOURCES;
        found.truncate(MOST_SOURCES);
        self.steps -= 1;
        self.known.insert((frame, operation), found.clone());
        found
    }

    fn compute(&mut self, frame: FrameId, operation: u32) -> Vec<NodeId> {
        let analysis = self.analysis;
        let method = self.frames[frame as usize].method;
        let Some((code, view)) = analysis.view(method) else { return Vec::new() };
        let place = Place { method, operation };
        let Some(kind) = kind(code, operation) else { return Vec::new() };
        self.deciding(frame, operation, true);
        match kind {
            Kind::Parameter { index, .. } => self.parameter(frame, place, Some(*index)),
            Kind::Load { slot } => {
                let definitions: Vec<Origin> = view.reaching.at(operation).collect();
                if definitions.is_empty() && *slot == 0 && !analysis.program.methods[method].is(access::STATIC) {
                    return self.parameter(frame, place, None);
                }
                self.locals(frame, operation, definitions)
            }
            Kind::Increment { .. } => self.locals(frame, operation, view.reaching.at(operation).collect()),
            Kind::Store { value, .. } => {
                if value.len() != 1 {
                    self.deciding(frame, operation, false);
                }
                self.sources(frame, value)
            }
            Kind::GetField { field, object } => self.get_field(frame, place, *field as FieldId, object),
            Kind::ArrayLoad { array, index } => {
                let containers = self.sources(frame, array);
                let indices = self.sources(frame, index);
                self.elements(frame, place, containers, indices, true)
            }
            Kind::New { .. } | Kind::NewArray { .. } => self.node(NodeKind::Made { frame, operation }, place),
            Kind::Call(call) => self.call(frame, place, call),
            _ => Vec::new(),
        }
    }

    /// The definitions of a local that reach an operation.
    fn locals(&mut self, frame: FrameId, operation: u32, definitions: Vec<Origin>) -> Vec<NodeId> {
        let analysis = self.analysis;
        let Some((code, _)) = analysis.view(self.frames[frame as usize].method) else { return Vec::new() };
        let mut found = Vec::new();
        for origin in definitions {
            let Origin::Definition(definition) = origin else { continue };
            if matches!(kind(code, definition), Some(Kind::Parameter { .. } | Kind::Store { .. } | Kind::Increment { .. })) {
                found.extend(self.value(frame, definition));
                self.known.insert((frame, operation), sorted(found.clone()));
            }
        }
        sorted(found)
    }

    /// A parameter (`None`: the receiver) of the method of a frame: an input, or what the caller passes.
    fn parameter(&mut self, frame: FrameId, place: Place, index: Option<u32>) -> Vec<NodeId> {
        let Some((caller, operation, target)) = self.frames[frame as usize].caller else {
            return self.node(index.map_or(NodeKind::Receiver, NodeKind::Parameter), place);
        };
        let analysis = self.analysis;
        let Some((code, _)) = analysis.view(self.frames[caller as usize].method) else { return Vec::new() };
        let Some(Kind::Call(call)) = kind(code, operation) else { return Vec::new() };
        let argument = target.argument(index).and_then(|a| call.arguments.get(a));
        argument.map_or(Vec::new(), |sources| self.sources(caller, sources))
    }

    fn get_field(&mut self, frame: FrameId, place: Place, field: FieldId, object: &[u32]) -> Vec<NodeId> {
        let declared = &self.analysis.program.fields[field];
        if object.is_empty() || declared.access & access::STATIC != 0 {
            return self.node(NodeKind::Global(field), place);
        }
        let objects = self.sources(frame, object);
        let (mut found, covered) = self.assigned_before(frame, place, &objects);
        for object in objects {
            if let NodeKind::Made { frame: maker, operation } = self.nodes[object as usize].kind {
                found.extend(self.initialised(maker, operation, field));
            } else if !covered {
                found.extend(self.node(NodeKind::Field { field, object }, place));
            }
        }
        sorted(found)
    }

    /// What the same method assigned to a field before it reads it; and whether nothing older is seen there.
    fn assigned_before(&mut self, frame: FrameId, place: Place, objects: &[NodeId]) -> (Vec<NodeId>, bool) {
        let analysis = self.analysis;
        let Some((code, view)) = analysis.view(place.method) else { return (Vec::new(), false) };
        let mut found = Vec::new();
        let mut covered = objects.len() == 1;
        for origin in view.reaching.at(place.operation) {
            let Origin::Definition(definition) = origin else {
                covered = false;
                continue;
            };
            // An element that is written leaves the field what it was.
            let Some(Kind::PutField { object, value, .. }) = kind(code, definition) else {
                covered = false;
                continue;
            };
            let written = self.sources(frame, object);
            covered &= written == objects;
            if written.iter().any(|w| objects.contains(w)) {
                found.extend(self.sources(frame, value));
            }
        }
        (found, covered)
    }

    /// What the constructor of an object that is made put into a field.
    fn initialised(&mut self, frame: FrameId, made: u32, field: FieldId) -> Vec<NodeId> {
        let analysis = self.analysis;
        let method = self.frames[frame as usize].method;
        let Some((code, _)) = analysis.view(method) else { return Vec::new() };
        let mut found = Vec::new();
        for (operation, kind) in (0..).zip(&code.operations).filter_map(|(n, o)| o.as_ref().map(|o| (n, &o.kind))) {
            let Kind::Call(call) = kind else { continue };
            let constructs = call.kind == CallKind::Special && call.arguments.first().is_some_and(|r| r.contains(&made));
            let Some(site) = analysis.calls.site(method, operation).filter(|_| constructs) else { continue };
            for &target in &site.targets {
                if let Some(inner) = self.enter(frame, operation, target) {
                    found.extend(self.put_on_receiver(inner, field));
                }
            }
        }
        sorted(found)
    }

    /// What the method of a frame puts into a field of its receiver, itself or by another constructor.
    fn put_on_receiver(&mut self, frame: FrameId, field: FieldId) -> Vec<NodeId> {
        let analysis = self.analysis;
        let method = self.frames[frame as usize].method;
        let Some((code, _)) = analysis.view(method) else { return Vec::new() };
        let is_this = |sources: &[u32]| matches!(sources, [one] if matches!(kind(code, *one), Some(Kind::Load { slot: 0 })));
        let mut found = Vec::new();
        for (operation, kind) in (0..).zip(&code.operations).filter_map(|(n, o)| o.as_ref().map(|o| (n, &o.kind))) {
            match kind {
                Kind::PutField { field: written, object, value } if *written as FieldId == field && is_this(object) => {
                    found.extend(self.sources(frame, value));
                }
                Kind::Call(call) if call.kind == CallKind::Special && call.arguments.first().is_some_and(|r| is_this(r)) => {
                    for &target in analysis.calls.site(method, operation).iter().flat_map(|s| &s.targets) {
                        if let Some(inner) = self.enter(frame, operation, target) {
                            found.extend(self.put_on_receiver(inner, field));
                        }
                    }
                }
                _ => {}
            }
        }
        found
    }

    /// Elements of containers. `indexed`: a constant says which where no node does.
    fn elements(&mut self, frame: FrameId, place: Place, containers: Vec<NodeId>, index: Vec<NodeId>, indexed: bool) -> Vec<NodeId> {
        let mut found = Vec::new();
        for container in containers {
            if let NodeKind::Made { frame: maker, operation } = self.nodes[container as usize].kind {
                if maker == frame {
                    found.extend(self.stored(frame, operation));
                }
                continue;
            }
            let at = (indexed && index.is_empty()).then_some(place);
            found.extend(self.node(NodeKind::Element { container, index: index.clone(), at }, place));
        }
        sorted(found)
    }

    /// What the method that makes an array puts into it.
    fn stored(&mut self, frame: FrameId, made: u32) -> Vec<NodeId> {
        let analysis = self.analysis;
        let Some((code, _)) = analysis.view(self.frames[frame as usize].method) else { return Vec::new() };
        let mut found = Vec::new();
        for operation in code.operations.iter().flatten() {
            if let Kind::ArrayStore { array, value, .. } = &operation.kind
                && array.contains(&made)
            {
                found.extend(self.sources(frame, value));
            }
        }
        found
    }

    fn call(&mut self, frame: FrameId, place: Place, call: &Call) -> Vec<NodeId> {
        let analysis = self.analysis;
        let site = analysis.calls.site(place.method, place.operation);
        let targets = site.map_or(&[][..], |s| &s.targets[..]);
        let mut found = Vec::new();
        let mut black_box = targets.is_empty();
        for &target in targets {
            match self.enter(frame, place.operation, target) {
                Some(inner) => found.extend(self.returned(inner)),
                None => black_box = true,
            }
        }
        if black_box {
            found.extend(self.library(frame, place, call));
        }
        sorted(found)
    }

    /// What the method of a frame returns.
    fn returned(&mut self, frame: FrameId) -> Vec<NodeId> {
        let analysis = self.analysis;
        let Some((code, _)) = analysis.view(self.frames[frame as usize].method) else { return Vec::new() };
        let mut found = Vec::new();
        for (operation, kind) in (0..).zip(&code.operations).filter_map(|(n, o)| o.as_ref().map(|o| (n, &o.kind))) {
            if let Kind::Return { value } = kind {
                self.deciding(frame, operation, value.len() == 1);
                found.extend(self.sources(frame, value));
            }
        }
        found
    }

    /// What a call returns whose code is not known.
    fn library(&mut self, frame: FrameId, place: Place, call: &Call) -> Vec<NodeId> {
        let symbols = &self.analysis.program.symbols;
        let (owner, name) = (symbols.text(call.method.owner), symbols.text(call.method.name));
        let mut arguments: Vec<Vec<NodeId>> = Vec::with_capacity(call.arguments.len());
        for sources in &call.arguments {
            arguments.push(self.sources(frame, sources));
        }
        match containers::returned(owner, name, arguments.len()) {
            Some(Returned::Same { argument }) => std::mem::take(&mut arguments[argument]),
            Some(Returned::Element { container, index }) => {
                let at = index.map(|i| arguments[i].clone());
                self.elements(frame, place, arguments[container].clone(), at.clone().unwrap_or_default(), at.is_some())
            }
            Some(Returned::About { container }) => {
                // What is asked for (`contains(x)`) counts as well.
                let others: Vec<NodeId> =
                    arguments.iter().enumerate().filter(|(a, _)| *a != container).flat_map(|(_, n)| n.clone()).collect();
                let mut found = self.elements(frame, place, arguments[container].clone(), Vec::new(), false);
                found.extend(others);
                found
            }
            None if arguments.iter().all(Vec::is_empty) || symbols.text(call.method.descriptor).ends_with(")V") => Vec::new(),
            None => {
                let is_static = call.kind == CallKind::Static;
                self.node(NodeKind::Call { method: call.method, is_static, arguments }, place)
            }
        }
    }

    /// Follows the branches that decide whether an operation is executed; `plain`: its operand has one source. Where a value has several
    /// sources, or is one of several constants, the branches before decide which.
    fn deciding(&mut self, frame: FrameId, operation: u32, plain: bool) {
        if !self.control {
            return;
        }
        let analysis = self.analysis;
        let Some((code, view)) = analysis.view(self.frames[frame as usize].method) else { return };
        let Some(block) = code.operations.get(operation as usize).and_then(Option::as_ref).map(|o| o.block) else { return };
        self.controllers(frame, code, view, block);
        let before = &view.predecessors[block as usize];
        if !plain && before.len() > 1 {
            for &block in before {
                self.controllers(frame, code, view, block);
                // The last of them may itself be the branch.
                self.branch_of(frame, code, block);
            }
        }
    }

    fn controllers(&mut self, frame: FrameId, code: &Code, view: &View, block: u32) {
        if self.controlled.insert((frame, block)) {
            for &controller in &view.controllers[block as usize] {
                self.branch_of(frame, code, controller);
            }
        }
    }

    fn branch_of(&mut self, frame: FrameId, code: &Code, block: u32) {
        if self.steps >= MOST_STEPS {
            self.truncated = true;
            return;
        }
        let operations = code.blocks[block as usize].operations.clone();
        let branch = operations.rev().find(|&o| matches!(kind(code, o as u32), Some(Kind::Branch { .. })));
        if let Some(branch) = branch
            // Bit 31 tells branches from blocks.
            && self.controlled.insert((frame, branch as u32 | 1 << 31))
        {
            self.steps += 1;
            self.branch(frame, branch as u32);
            self.steps -= 1;
        }
    }

    fn node(&mut self, kind: NodeKind, place: Place) -> Vec<NodeId> {
        if let Some(&known) = self.numbers.get(&kind) {
            return vec![known];
        }
        if self.nodes.len() >= self.bounds.nodes {
            self.truncated = true;
            return Vec::new();
        }
        let id = self.nodes.len() as NodeId;
        self.numbers.insert(kind.clone(), id);
        self.nodes.push(Node { kind, place });
        vec![id]
    }

    /// All inputs that a value depends on: parameters of the method, from 0; ascending.
    pub fn parameters_behind(&self, values: &[NodeId]) -> Vec<u32> {
        let mut found = Vec::new();
        let mut seen: HashSet<NodeId, FixedHasher> = HashSet::default();
        let mut open = values.to_vec();
        while let Some(node) = open.pop() {
            if seen.insert(node) {
                match &self.nodes[node as usize].kind {
                    NodeKind::Parameter(p) => found.push(*p),
                    other => open.extend(other.parents()),
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }
}

fn sorted(mut nodes: Vec<NodeId>) -> Vec<NodeId> {
    nodes.sort_unstable();
    nodes.dedup();
    nodes
}
