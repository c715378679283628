//! Setters and getters: the methods by which a test may write or read a field that it cannot touch, and how likely each is to do so
//! (EvoObj, section 3.2.2).
//!
//! A candidate for a field is a method or constructor that a test may call and from which a path P = m_s .. m_e of calls leads to a write
//! (read) of the field, through any class. Its score is
//!
//! ```text
//! score(P) = n_v * (sum over m_i of comp(m_i)) / |P|
//! ```
//!
//! n_v is the number of parameters of m_s that flow into the written value; comp(m_i) is the share of the branches of m_i, counted by their
//! outcomes, that can reach the next call (in m_e: the write), and 1 where it has none. A method's score is its best path's. A candidate is
//! chosen with a probability proportional to its score, so that `void reset() { f = 0; }`, into which nothing flows, never is.
//!
//! Where we differ: the authors' code looks inside one class, matches fields by name, and has no comp. Getters have no value that flows in;
//! for them n_v is 1. An element that a method stores into the array or collection that a field holds is a write of the field's elements.

use super::accessibility::Accessibility;
use super::analysis::{Analysis, Place, kind};
use super::containers;
use super::settings::Settings;
use super::values::{Bounds, FrameId, Node, NodeId, NodeKind, Values};
use crate::compute::lock::lock;
use crate::program::call_graph::Target;
use crate::program::facts::{Code, FieldId, FixedHasher, Kind, MethodId, access};
use hashbrown::HashMap;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

/// What a path leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Wanted {
    /// The field is assigned.
    Write(FieldId),
    /// An element is put into the array or collection that the field holds.
    PutElement(FieldId),
    /// The method returns what the field holds, itself and no copy.
    Read(FieldId),
}

/// Whose field it is, as the first method of the path sees it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Base {
    Receiver,
    Parameter(u32),
    /// The field is static.
    Nobody,
}

/// A way to a field by calling a method.
#[derive(Clone, Debug)]
pub struct Accessor {
    pub method: MethodId,
    /// Not negative; 0: nothing that is passed flows into the field.
    pub score: f64,
    /// From which object ..
    pub base: Base,
    /// .. along which fields one comes to the object whose field it is.
    pub steps: Vec<FieldId>,
    /// The methods of the path, the accessor first.
    pub path: Vec<MethodId>,
    /// Access paths from the inputs of the method: what `value` and `index` refer to.
    pub nodes: Arc<Vec<Node>>,
    /// Of writes, what flows into the field or is the element: nodes.
    pub value: Vec<NodeId>,
    /// Of elements, what says where: nodes.
    pub index: Vec<NodeId>,
}

/// The accessors of one program that were found before.
#[derive(Debug, Default)]
pub struct AccessorCache {
    found: Mutex<HashMap<Question, Arc<Vec<Accessor>>, FixedHasher>>,
}

/// What is looked for, by tests of which package.
type Question = (Wanted, String, Limits);

/// The settings that decide what is found.
type Limits = [usize; 5];

/// The accessors of a program's fields, as tests in one package may use them.
pub struct Accessors<'a> {
    analysis: &'a Analysis,
    settings: &'a Settings,
    pub accessible: Accessibility<'a>,
    cache: &'a AccessorCache,
}

/// A call on a path, and the method that it is in.
#[derive(Clone, Copy, Debug)]
struct Step {
    place: Place,
    /// What the call enters; `None`: it is the access itself.
    target: Option<Target>,
}

impl<'a> Accessors<'a> {
    /// Of one program and one cache.
    pub fn of(analysis: &'a Analysis, settings: &'a Settings, accessible: Accessibility<'a>, cache: &'a AccessorCache) -> Self {
        Self { analysis, settings, accessible, cache }
    }

    /// The accessors, by method; of several paths of a method to the same object the best. Those with score 0 are there.
    pub fn to(&self, wanted: Wanted) -> Arc<Vec<Accessor>> {
        let Settings { accessor_depth, call_depth, max_accessor_calls, max_nodes, max_paths, .. } = *self.settings;
        let limits = [accessor_depth as usize, call_depth as usize, max_accessor_calls, max_nodes, max_paths];
        let key = (wanted, self.accessible.package().to_owned(), limits);
        let cache = &self.cache.found;
        if let Some(known) = lock(cache).get(&key) {
            return known.clone();
        }
        let found = Arc::new(self.search(wanted));
        lock(cache).entry(key).or_insert(found).clone()
    }

    fn search(&self, wanted: Wanted) -> Vec<Accessor> {
        let mut best: BTreeMap<(MethodId, Base, Vec<FieldId>), Accessor> = BTreeMap::new();
        for path in self.paths(wanted) {
            for accessor in self.scored(wanted, &path) {
                let key = (accessor.method, accessor.base.clone(), accessor.steps.clone());
                match best.get(&key) {
                    Some(known) if known.score >= accessor.score => {}
                    _ => _ = best.insert(key, accessor),
                }
            }
        }
        best.into_values().collect()
    }

    /// Where the field is accessed, in the order of the code.
    fn accesses(&self, wanted: Wanted) -> Vec<Place> {
        let program = &self.analysis.program;
        match wanted {
            Wanted::Write(field) => self.analysis.writers(field).to_vec(),
            Wanted::PutElement(field) => {
                let mut methods: Vec<MethodId> = self.analysis.readers(field).iter().map(|p| p.method).collect();
                methods.dedup();
                let stores = |&method: &MethodId| {
                    let code = program.methods[method].code.as_ref();
                    let operations = code.into_iter().flat_map(|c| (0..).zip(&c.operations));
                    operations
                        .filter(|(_, o)| o.as_ref().is_some_and(|o| self.puts(&o.kind)))
                        .map(move |(operation, _)| Place { method, operation })
                };
                methods.iter().flat_map(stores).collect()
            }
            Wanted::Read(field) => {
                // A getter returns: its path ends where the field is read.
                self.analysis.readers(field).to_vec()
            }
        }
    }

    fn puts(&self, kind: &Kind) -> bool {
        match kind {
            Kind::ArrayStore { .. } => true,
            Kind::Call(call) => self.mutation(call).is_some(),
            _ => false,
        }
    }

    fn mutation(&self, call: &crate::program::facts::Call) -> Option<containers::Mutation> {
        let symbols = &self.analysis.program.symbols;
        containers::mutation(symbols.text(call.method.owner), symbols.text(call.method.name), call.arguments.len())
    }

    /// The paths of calls to the field, shortest first, no method twice on one.
    fn paths(&self, wanted: Wanted) -> Vec<Vec<Step>> {
        let mut paths: Vec<Vec<Step>> = self.accesses(wanted).into_iter().map(|place| vec![Step { place, target: None }]).collect();
        let mut at = 0;
        while at < paths.len() && paths.len() < self.settings.max_paths {
            let path = &paths[at];
            at += 1;
            if path.len() > self.settings.accessor_depth as usize {
                continue;
            }
            let first = path[0].place.method;
            let longer = self.analysis.callers(first).iter().filter(|c| path.iter().all(|s| s.place.method != c.place.method));
            let longer: Vec<Vec<Step>> = longer
                .map(|c| [&[Step { place: c.place, target: Some(c.target) }], &path[..]].concat())
                .take(self.settings.max_paths - paths.len())
                .collect();
            paths.extend(longer);
        }
        paths.retain(|p| {
            self.accessible.can_call(p[0].place.method) && !self.analysis.program.methods[p[0].place.method].is(access::ABSTRACT)
        });
        paths
    }

    /// What a path writes or reads, for each object whose field that may be.
    fn scored(&self, wanted: Wanted, path: &[Step]) -> Vec<Accessor> {
        let analysis = self.analysis;
        let method = path[0].place.method;
        let bounds = Bounds { depth: self.settings.call_depth, nodes: self.settings.max_nodes, frames: self.settings.max_accessor_calls };
        let mut values = Values::of(analysis, method, bounds, false);
        let mut frame: FrameId = 0;
        for step in &path[..path.len() - 1] {
            let entered = step.target.and_then(|target| values.enter(frame, step.place.operation, target));
            let Some(inner) = entered else { return Vec::new() };
            frame = inner;
        }
        let last = path[path.len() - 1].place;
        let Some((code, _)) = analysis.view(last.method) else { return Vec::new() };
        let Some(access) = self.access(wanted, &mut values, frame, last, code) else { return Vec::new() };
        let Access { objects, value, index } = access;
        let inflow = match wanted {
            Wanted::Read(_) => 1.0,
            Wanted::Write(_) | Wanted::PutElement(_) => values.parameters_behind(&value).len() as f64,
        };
        let comp: f64 = path.iter().map(|step| self.comp(step.place)).sum();
        let score = inflow * comp / path.len() as f64;
        let nodes = Arc::new(values.nodes);
        let accessor = |(base, steps): (Base, Vec<FieldId>)| Accessor {
            method,
            score,
            base,
            steps,
            path: path.iter().map(|s| s.place.method).collect(),
            nodes: nodes.clone(),
            value: value.clone(),
            index: index.clone(),
        };
        objects
            .into_iter()
            .filter_map(|object| object.map_or(Some((Base::Nobody, Vec::new())), |o| route(&nodes, o)))
            .map(accessor)
            .collect()
    }

    /// What the last operation of a path accesses; `None`: another field.
    fn access(&self, wanted: Wanted, values: &mut Values, frame: FrameId, last: Place, code: &Code) -> Option<Access> {
        let is_static = |field: FieldId| self.analysis.program.fields[field].access & access::STATIC != 0;
        let holders = |values: &mut Values, field: FieldId, object: &[u32]| -> Vec<Option<NodeId>> {
            if is_static(field) { vec![None] } else { values.sources(frame, object).into_iter().map(Some).collect() }
        };
        match (wanted, kind(code, last.operation)?) {
            (Wanted::Write(field), Kind::PutField { object, value, .. }) => {
                let objects = holders(values, field, object);
                Some(Access { objects, value: values.sources(frame, value), index: Vec::new() })
            }
            (Wanted::PutElement(field), operation) => {
                let (container, value, index) = match operation {
                    Kind::ArrayStore { array, value, index } => (&array[..], &value[..], &index[..]),
                    Kind::Call(call) => {
                        let mutation = self.mutation(call)?;
                        let argument = |at: usize| &call.arguments[at][..];
                        (argument(mutation.container), argument(mutation.value), mutation.index.map_or(&[][..], argument))
                    }
                    _ => return None,
                };
                let objects: Vec<Option<NodeId>> = values
                    .sources(frame, container)
                    .into_iter()
                    .filter_map(|c| match values.nodes[c as usize].kind {
                        NodeKind::Field { field: f, object } if f == field => Some(Some(object)),
                        NodeKind::Global(f) if f == field => Some(None),
                        _ => None,
                    })
                    .collect();
                let (value, index) = (values.sources(frame, value), values.sources(frame, index));
                (!objects.is_empty()).then_some(Access { objects, value, index })
            }
            (Wanted::Read(field), Kind::GetField { object, .. }) => {
                let objects = holders(values, field, object);
                let returned = self.returns(values, field);
                let objects: Vec<_> = objects.into_iter().filter(|o| returned.contains(o)).collect();
                (!objects.is_empty()).then_some(Access { objects, value: Vec::new(), index: Vec::new() })
            }
            _ => None,
        }
    }

    /// The objects whose field the first method of a path returns itself: what is computed from it, or a copy of it, is not it.
    fn returns(&self, values: &mut Values, field: FieldId) -> Vec<Option<NodeId>> {
        let method = values.method();
        let Some((code, _)) = self.analysis.view(method) else { return Vec::new() };
        let program = &self.analysis.program;
        let descriptor = program.symbols.text(program.methods[method].descriptor);
        let of_field = program.symbols.text(program.fields[field].descriptor);
        let kind_of = |d: &str| d.as_bytes().first().map(|b| matches!(b, b'L' | b'['));
        let returned = descriptor.rsplit(')').next().unwrap_or_default();
        if kind_of(returned) != kind_of(of_field) || kind_of(of_field) == Some(false) && returned != of_field {
            return Vec::new();
        }
        let mut found = Vec::new();
        for operation in code.operations.iter().flatten() {
            let Kind::Return { value } = &operation.kind else { continue };
            let plain = self.plain(values, 0, code, value);
            found.extend(plain.into_iter().filter_map(|n| match values.nodes[n as usize].kind {
                NodeKind::Field { field: f, object } if f == field => Some(Some(object)),
                NodeKind::Global(f) if f == field => Some(None),
                _ => None,
            }));
        }
        found
    }

    /// The sources of a value, unless a library had its hands in it.
    fn plain(&self, values: &mut Values, frame: FrameId, code: &Code, sources: &[u32]) -> Vec<NodeId> {
        let through_library = sources.iter().any(|&s| match kind(code, s) {
            Some(Kind::Call(_)) => self.analysis.calls.site(values.method(), s).is_none_or(|site| site.targets.is_empty()),
            _ => false,
        });
        if through_library { Vec::new() } else { values.sources(frame, sources) }
    }

    /// The share of the outcomes of a method's branches that can reach an operation; 1 where it has no branches.
    fn comp(&self, place: Place) -> f64 {
        let Some((code, _)) = self.analysis.view(place.method) else { return 1.0 };
        let Some(block) = code.operations[place.operation as usize].as_ref().map(|o| o.block) else { return 1.0 };
        let reaches = reaching(code, block);
        let branching = code.blocks.iter().filter(|b| b.successors.len() > 1);
        let outcomes: Vec<u32> = branching.flat_map(|b| b.successors.iter().copied()).collect();
        if outcomes.is_empty() {
            return 1.0;
        }
        outcomes.iter().filter(|&&to| reaches[to as usize]).count() as f64 / outcomes.len() as f64
    }
}

/// What an operation accesses.
struct Access {
    /// `None`: nobody's, the field is static.
    objects: Vec<Option<NodeId>>,
    value: Vec<NodeId>,
    index: Vec<NodeId>,
}

/// From which input, along which fields, one comes to an object; `None`: not along fields.
fn route(nodes: &[Node], object: NodeId) -> Option<(Base, Vec<FieldId>)> {
    let mut steps = Vec::new();
    let mut at = object;
    loop {
        match &nodes[at as usize].kind {
            NodeKind::Receiver => break Some(Base::Receiver),
            NodeKind::Parameter(p) => break Some(Base::Parameter(*p)),
            NodeKind::Field { field, object } => {
                steps.push(*field);
                at = *object;
            }
            _ => break None,
        }
    }
    .map(|base| {
        steps.reverse();
        (base, steps)
    })
}

/// By block: whether control may come from it to another.
fn reaching(code: &Code, to: u32) -> Vec<bool> {
    let mut reaches = vec![false; code.blocks.len()];
    let mut before = vec![Vec::new(); code.blocks.len()];
    for (from, block) in (0..).zip(&code.blocks) {
        block.successors.iter().chain(&block.handlers).for_each(|&s| before[s as usize].push(from));
    }
    let mut open = vec![to];
    while let Some(block) = open.pop() {
        if !std::mem::replace(&mut reaches[block as usize], true) {
            open.extend(&before[block as usize]);
        }
    }
    reaches
}
