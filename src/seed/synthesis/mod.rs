//! From an object construction graph to a template (EvoObj, section 3.2.1).
//!
//! The graph is gone through breadth first from the inputs. A node gets a statement when its parents have theirs; until then it waits, a
//! few times. A field is assigned where the test may, else set by a setter that is drawn by its score; what only a constructor sets is
//! passed to it. An object inside another is made and set, too: a getter returns null until somebody did. It is got where nothing sets it.
//!
//! Objects are made from the outside in, and put into each other from the inside out, as in figure 2b of the paper: a setter sees an object
//! that is complete (one that puts players into a map by their number needs the number).

mod elements;
mod objects;

use super::accessibility::Accessibility;
use super::accessors::{Accessor, AccessorCache, Accessors, Base, Wanted};
use super::analysis::Analysis;
use super::containers;
use super::graph::ObjectConstructionGraph;
use super::settings::Settings;
use super::template::{Action, Statement, Template, Unset, ValueId, class_of, signature};
use super::values::{Node, NodeId, NodeKind};
use crate::compute::rng::{Source, Stream};
use crate::program::facts::{ClassId, FieldId, MethodId, access};
use rand::RngExt;
use std::collections::{BTreeMap, VecDeque};

/// A setter whose value comes out of fields of what is passed builds that first, and so on, this deep.
const MOST_NESTED: u32 = 2;

/// A template of a graph. The same seed gives the same template, whatever is in the cache.
pub fn synthesize(analysis: &Analysis, graph: &ObjectConstructionGraph, settings: &Settings, seed: u64, cache: &AccessorCache) -> Template {
    let method = graph.entry;
    let mut synthesis = Synthesis {
        analysis,
        settings,
        accessors: Accessors::of(analysis, settings, Accessibility::beside(&analysis.program, method), cache),
        random: Source::new(seed).stream([graph.branch.method as u64, u64::from(graph.branch.operation)]),
        statements: Vec::new(),
        making: Vec::new(),
        nested: 0,
        truncated: false,
    };
    let mut scope = Scope::new(&graph.nodes, graph.children.clone(), method);
    synthesis.build(&mut scope);
    synthesis.link(&mut scope);
    synthesis.call_entry(&mut scope);
    let by_node = scope.states.iter().map(|s| if let State::Value(v) = s { Some(*v) } else { None }).collect();
    let mut unset = scope.unset;
    unset.sort_by_key(|u| u.node);
    Template { statements: synthesis.statements, by_node, unset, truncated: synthesis.truncated }
}

/// What a template has for a node.
#[derive(Clone, Copy, Debug, PartialEq)]
enum State {
    /// It was not its turn.
    Open,
    Value(ValueId),
    /// Nothing of its own, but its elements or fields may be set through what it belongs to.
    Through,
    /// It cannot be had, and so neither what it is a parent of.
    Skipped,
}

/// How an object that was made gets to where it belongs.
enum Link {
    Assign { field: FieldId, object: Option<ValueId>, value: ValueId },
    PutElement { array: ValueId, index: ValueId, value: ValueId },
    Insert { container: ValueId, class: &'static str, key: Option<ValueId>, value: ValueId },
    Set { accessor: Box<Accessor>, object: Option<ValueId>, value: Option<ValueId>, index: Option<ValueId> },
}

/// The nodes of a graph, or of a setter's value, and what the template has for them.
struct Scope<'g> {
    nodes: &'g [Node],
    children: Vec<Vec<NodeId>>,
    /// Whose inputs the nodes begin at.
    method: MethodId,
    states: Vec<State>,
    links: Vec<Link>,
    unset: Vec<Unset>,
    /// By node: values that its fields shall have.
    presets: BTreeMap<NodeId, Vec<(FieldId, ValueId)>>,
}

impl<'g> Scope<'g> {
    fn new(nodes: &'g [Node], children: Vec<Vec<NodeId>>, method: MethodId) -> Self {
        Self {
            nodes,
            children,
            method,
            states: vec![State::Open; nodes.len()],
            links: Vec::new(),
            unset: Vec::new(),
            presets: BTreeMap::new(),
        }
    }

    /// The nodes that a value is built from, and itself.
    fn behind(nodes: &'g [Node], value: &[NodeId], method: MethodId) -> Self {
        let mut kept = vec![false; nodes.len()];
        let mut open = value.to_vec();
        while let Some(node) = open.pop() {
            if !std::mem::replace(&mut kept[node as usize], true) {
                open.extend(nodes[node as usize].kind.parents());
            }
        }
        let mut children = vec![Vec::new(); nodes.len()];
        let mut states = vec![State::Skipped; nodes.len()];
        for (id, node) in (0..).zip(nodes).filter(|(id, _)| kept[*id as usize]) {
            states[id as usize] = State::Open;
            let mut parents = node.kind.parents();
            parents.sort_unstable();
            parents.dedup();
            parents.into_iter().for_each(|p| children[p as usize].push(id));
        }
        Self { states, ..Self::new(nodes, children, method) }
    }

    fn value(&self, node: NodeId) -> Option<ValueId> {
        match self.states[node as usize] {
            State::Value(value) => Some(value),
            _ => None,
        }
    }

    fn kind(&self, node: NodeId) -> &'g NodeKind {
        &self.nodes[node as usize].kind
    }

    fn is_leaf(&self, node: NodeId) -> bool {
        self.children[node as usize].is_empty()
    }

    /// Children that are fields of the node itself: (node, field).
    fn fields(&self, node: NodeId) -> Vec<(NodeId, FieldId)> {
        let of = |&child: &NodeId| match self.kind(child) {
            NodeKind::Field { field, object } if *object == node => Some((child, *field)),
            _ => None,
        };
        self.children[node as usize].iter().filter_map(of).collect()
    }

    /// Children that are elements of the node itself.
    fn elements(&self, node: NodeId) -> Vec<NodeId> {
        let of = |child: &NodeId| matches!(self.kind(*child), NodeKind::Element { container, .. } if *container == node);
        self.children[node as usize].iter().copied().filter(of).collect()
    }

    fn is_index(&self, node: NodeId) -> bool {
        self.children[node as usize].iter().any(|&c| matches!(self.kind(c), NodeKind::Element { index, .. } if index.contains(&node)))
    }
}

struct Synthesis<'a> {
    analysis: &'a Analysis,
    settings: &'a Settings,
    accessors: Accessors<'a>,
    random: Stream,
    statements: Vec<Statement>,
    /// Classes whose objects are under construction, the innermost last.
    making: Vec<ClassId>,
    nested: u32,
    truncated: bool,
}

impl Synthesis<'_> {
    fn text(&self, symbol: crate::program::facts::Symbol) -> &str {
        self.analysis.program.symbols.text(symbol)
    }

    fn emit(&mut self, defines: Option<&str>, action: Action) -> ValueId {
        self.statements.push(Statement { defines: defines.filter(|d| *d != "V").map(str::to_owned), action });
        self.statements.len() - 1
    }

    /// The type of a value.
    fn type_of(&self, value: ValueId) -> &str {
        self.statements[value].defines.as_deref().unwrap_or("V")
    }

    // ---- breadth first -----------------------------------------------------------------------------------------------

    fn build(&mut self, scope: &mut Scope) {
        let roots = (0..scope.nodes.len() as NodeId).filter(|&n| scope.kind(n).parents().is_empty());
        let mut queue: VecDeque<(NodeId, u32)> = roots.map(|n| (n, 0)).collect();
        let mut visited = vec![false; scope.nodes.len()];
        while let Some((node, waited)) = queue.pop_front() {
            if visited[node as usize] || scope.states[node as usize] == State::Skipped {
                continue;
            }
            if self.statements.len() + scope.links.len() >= self.settings.max_statements {
                self.truncated = true;
                break;
            }
            if scope.states[node as usize] == State::Open {
                let parents = scope.kind(node).parents();
                if parents.iter().any(|&p| scope.states[p as usize] == State::Open) {
                    if waited < self.settings.requeues {
                        queue.push_back((node, waited + 1));
                    } else {
                        self.skip(scope, node, "what it is built from was not ready in time".into(), false);
                    }
                    continue;
                }
                self.visit(scope, node);
            }
            visited[node as usize] = true;
            queue.extend(scope.children[node as usize].iter().map(|&c| (c, 0)));
        }
    }

    fn skip(&mut self, scope: &mut Scope, node: NodeId, reason: String, infeasible: bool) {
        scope.states[node as usize] = State::Skipped;
        scope.unset.push(Unset { node, reason, infeasible });
    }

    fn visit(&mut self, scope: &mut Scope, node: NodeId) {
        match scope.kind(node) {
            NodeKind::Receiver => {
                let class = self.analysis.program.methods[scope.method].class;
                let descriptor = format!("L{};", self.text(self.analysis.program.classes[class].name));
                let value = self.make(scope, Some(node), &descriptor);
                scope.states[node as usize] = State::Value(value);
            }
            NodeKind::Parameter(index) => {
                let descriptor = self.text(self.analysis.program.methods[scope.method].descriptor).to_owned();
                let parameter = signature(&descriptor).0.get(*index as usize).map_or("I", |p| p).to_owned();
                let value = self.make(scope, Some(node), &parameter);
                scope.states[node as usize] = State::Value(value);
            }
            NodeKind::Global(field) => self.field(scope, node, *field, None),
            NodeKind::Field { field, object } => match scope.states[*object as usize] {
                State::Value(value) if !self.has_field(value, *field) => scope.states[node as usize] = State::Skipped,
                State::Skipped => scope.states[node as usize] = State::Skipped,
                _ => self.field(scope, node, *field, Some(*object)),
            },
            NodeKind::Element { container, index, .. } => match scope.states[*container as usize] {
                State::Skipped => scope.states[node as usize] = State::Skipped,
                _ => self.element(scope, node, *container, index),
            },
            NodeKind::Call { method, is_static, arguments } => self.black_box(scope, node, *method, *is_static, arguments),
            NodeKind::Made { .. } => scope.states[node as usize] = State::Skipped,
        }
    }

    /// Whether an object has a field: it is none of another subclass.
    fn has_field(&self, object: ValueId, field: FieldId) -> bool {
        let program = &self.analysis.program;
        let owner = program.class(program.fields[field].class);
        let class = class_of(self.type_of(object)).and_then(|c| program.symbols.find(c)).and_then(|s| program.class(s));
        class.zip(owner).is_some_and(|(class, owner)| self.analysis.hierarchy.supertypes(class).contains(&owner))
    }

    // ---- fields ------------------------------------------------------------------------------------------------------

    fn field(&mut self, scope: &mut Scope, node: NodeId, field: FieldId, object: Option<NodeId>) {
        let declared = &self.analysis.program.fields[field];
        let descriptor = self.text(declared.descriptor).to_owned();
        let holder = object.and_then(|o| scope.value(o));
        let reachable = object.is_none() || holder.is_some();
        let inner = !scope.is_leaf(node);
        let array = descriptor.starts_with('[');
        let container = array || class_of(&descriptor).is_some_and(containers::is_container);
        let puts = if inner && container { self.ways(scope, Wanted::PutElement(field), object) } else { Vec::new() };
        let assignable = reachable && declared.access & access::FINAL == 0 && self.accessors.accessible.can_touch(field);
        let sets = if assignable { Vec::new() } else { self.ways(scope, Wanted::Write(field), object) };
        if array && !puts.is_empty() && self.random.random::<f64>() >= self.settings.assign_element_probability {
            scope.states[node as usize] = State::Through;
        } else if assignable {
            let value = self.make(scope, Some(node), &descriptor);
            scope.states[node as usize] = State::Value(value);
            scope.links.push(Link::Assign { field, object: holder, value });
        } else if !sets.is_empty() || !array && !puts.is_empty() {
            let of_elements = if array { &[][..] } else { &puts[..] };
            let scores: Vec<f64> = sets.iter().chain(of_elements).map(|(a, _)| a.score).collect();
            let chosen = self.draw(&scores);
            match sets.into_iter().nth(chosen) {
                Some((accessor, object)) => self.set_by(scope, node, accessor, object, &descriptor),
                None => scope.states[node as usize] = State::Through,
            }
        } else if !inner {
            let (reason, infeasible) = self.why_unset(self.missing(scope, field, object));
            self.skip(scope, node, reason, infeasible);
        } else if let Some(value) = self.get(scope, node, field, object, &descriptor) {
            scope.states[node as usize] = State::Value(value);
        } else {
            scope.states[node as usize] = State::Through;
        }
    }

    /// Makes the value that a setter is given. It is called when the value is complete.
    fn set_by(&mut self, scope: &mut Scope, node: NodeId, accessor: Accessor, object: Option<ValueId>, descriptor: &str) {
        let parameter = self.passed(&accessor, &accessor.value);
        let value = parameter.map(|p| {
            let of = self.text(self.analysis.program.methods[accessor.method].descriptor).to_owned();
            let declared = signature(&of).0[p as usize].to_owned();
            // A parameter of a general type is given what the field may hold.
            let wanted = if class_of(&declared) == Some("java/lang/Object") { descriptor.to_owned() } else { declared };
            self.make(scope, Some(node), &wanted)
        });
        scope.states[node as usize] = value.map_or(State::Through, State::Value);
        scope.links.push(Link::Set { accessor: Box::new(accessor), object, value, index: None });
    }

    /// The parameter that is the value itself, not something computed from it.
    fn passed(&self, accessor: &Accessor, value: &[NodeId]) -> Option<u32> {
        value.iter().find_map(|&v| match accessor.nodes[v as usize].kind {
            NodeKind::Parameter(p) => Some(p),
            _ => None,
        })
    }

    /// The accessors that can be called for a field of an object, with the value that they are called on or given.
    fn ways(&mut self, scope: &Scope, wanted: Wanted, object: Option<NodeId>) -> Vec<(Accessor, Option<ValueId>)> {
        let all = self.accessors.to(wanted);
        let mut found = Vec::new();
        for accessor in all.iter().filter(|a| a.score > 0.0) {
            let builds = self.passed(accessor, &accessor.value).is_none() && !matches!(wanted, Wanted::Read(_));
            if builds && self.nested >= MOST_NESTED || accessor.base == Base::Receiver && self.is_constructor(accessor.method) {
                continue;
            }
            let mut at = object;
            for &step in accessor.steps.iter().rev() {
                at = at.and_then(|node| match scope.kind(node) {
                    NodeKind::Field { field, object } if *field == step => Some(*object),
                    _ => None,
                });
            }
            let value = at.and_then(|node| scope.value(node));
            match accessor.base {
                Base::Nobody if object.is_none() => found.push((accessor.clone(), None)),
                Base::Receiver if value.is_some_and(|v| self.is_receiver(v, accessor.method)) => found.push((accessor.clone(), value)),
                Base::Parameter(p) if value.is_some_and(|v| self.is_argument(v, accessor.method, p)) => {
                    found.push((accessor.clone(), value));
                }
                _ => {}
            }
        }
        found
    }

    fn is_constructor(&self, method: MethodId) -> bool {
        self.text(self.analysis.program.methods[method].name) == "<init>"
    }

    fn is_receiver(&self, value: ValueId, method: MethodId) -> bool {
        let class = self.analysis.program.classes[self.analysis.program.methods[method].class].name;
        self.fits(value, &format!("L{};", self.text(class)))
    }

    fn is_argument(&self, value: ValueId, method: MethodId, parameter: u32) -> bool {
        let descriptor = self.text(self.analysis.program.methods[method].descriptor);
        signature(descriptor).0.get(parameter as usize).is_some_and(|p| self.fits(value, p))
    }

    /// An object that nothing sets, by a getter or by reading its field.
    fn get(&mut self, scope: &Scope, node: NodeId, field: FieldId, object: Option<NodeId>, descriptor: &str) -> Option<ValueId> {
        let holder = object.and_then(|o| scope.value(o));
        let needed = self.narrowed(scope, node, descriptor);
        if (object.is_none() || holder.is_some()) && self.accessors.accessible.can_touch(field) {
            let declared = &self.analysis.program.fields[field];
            let (owner, name) = (self.text(declared.class).to_owned(), self.text(declared.name).to_owned());
            let action = Action::GetField { owner, name, descriptor: descriptor.to_owned(), object: holder };
            return Some(self.emit(Some(&needed), action));
        }
        let getters = self.ways(scope, Wanted::Read(field), object);
        let scores: Vec<f64> = getters.iter().map(|(a, _)| a.score).collect();
        let (accessor, value) = (!getters.is_empty()).then(|| self.draw(&scores)).and_then(|g| getters.into_iter().nth(g))?;
        let result = self.invoke(&accessor, value, None, None)?;
        self.statements[result].defines = Some(needed);
        Some(result)
    }

    /// The field for want of which another cannot be set: itself, or, where a test could assign it, the one that its object would be in.
    fn missing(&self, scope: &Scope, field: FieldId, object: Option<NodeId>) -> FieldId {
        let (mut missing, mut object) = (field, object);
        while let Some(holder) = object.filter(|&o| scope.value(o).is_none()) {
            let is_final = self.analysis.program.fields[missing].access & access::FINAL != 0;
            let NodeKind::Field { field, object: outer } = scope.kind(holder) else { break };
            if is_final || !self.accessors.accessible.can_touch(missing) {
                break;
            }
            (missing, object) = (*field, Some(*outer));
        }
        missing
    }

    fn why_unset(&mut self, field: FieldId) -> (String, bool) {
        let declared = &self.analysis.program.fields[field];
        let name = format!("{}.{}", self.text(declared.class).replace('/', "."), self.text(declared.name));
        let is_final = declared.access & access::FINAL != 0;
        if self.analysis.writers(field).is_empty() {
            return (format!("nothing writes {name}"), true);
        }
        let all = self.accessors.to(Wanted::Write(field));
        if all.is_empty() {
            return (format!("no accessible method or constructor leads to a write of {name}"), true);
        }
        if all.iter().all(|a| a.score == 0.0) {
            return (format!("what writes {name} takes no value from its parameters"), is_final);
        }
        (format!("what writes {name} cannot be called on the object at hand"), false)
    }

    // ---- calls -------------------------------------------------------------------------------------------------------

    /// The result of a call whose code is not known.
    fn black_box(
        &mut self,
        scope: &mut Scope,
        node: NodeId,
        method: crate::program::facts::MethodName,
        is_static: bool,
        arguments: &[Vec<NodeId>],
    ) {
        let (owner, name) = (self.text(method.owner).to_owned(), self.text(method.name).to_owned());
        let descriptor = self.text(method.descriptor).to_owned();
        let (parameters, result) = signature(&descriptor);
        let known = self.analysis.program.class(method.owner);
        let callable = match self.analysis.hierarchy.resolve(&self.analysis.program, &method) {
            crate::program::hierarchy::Selection::Known(found) => self.accessors.accessible.can_call(found),
            crate::program::hierarchy::Selection::Library => known.is_none_or(|c| self.accessors.accessible.can_name(c)),
        };
        if !callable || name == "<init>" {
            let reason = format!("tests cannot call {}.{name}", owner.replace('/', "."));
            return self.skip(scope, node, reason, false);
        }
        let first = usize::from(!is_static);
        let receiver = (!is_static).then(|| arguments.first().and_then(|a| a.iter().find_map(|&n| scope.value(n)))).flatten();
        if !is_static && receiver.is_none() {
            return scope.states[node as usize] = State::Skipped;
        }
        let mut passed = Vec::with_capacity(parameters.len());
        for (at, parameter) in parameters.iter().enumerate() {
            let given = arguments.get(at + first).and_then(|a| a.iter().filter_map(|&n| scope.value(n)).find(|&v| self.fits(v, parameter)));
            passed.push(given.unwrap_or_else(|| self.make(scope, None, parameter)));
        }
        let needed = self.narrowed(scope, node, result);
        let action = Action::Call { owner, name, descriptor: descriptor.clone(), receiver, arguments: passed };
        let value = self.emit(Some(&needed), action);
        scope.states[node as usize] = State::Value(value);
    }

    /// Calls an accessor. `value`, `index`: what flows into the field, if a parameter is that; else it is built. The result, if any.
    fn invoke(&mut self, accessor: &Accessor, object: Option<ValueId>, value: Option<ValueId>, index: Option<ValueId>) -> Option<ValueId> {
        let mut given = BTreeMap::new();
        if let Base::Parameter(p) = accessor.base {
            given.extend(object.map(|o| (p, o)));
        }
        if let (Some(p), Some(value)) = (self.passed(accessor, &accessor.value), value) {
            given.entry(p).or_insert(value);
        }
        if let (Some(p), Some(index)) = (self.passed(accessor, &accessor.index), index)
            && self.is_argument(index, accessor.method, p)
        {
            given.entry(p).or_insert(index);
        }
        let arguments = self.arguments(accessor.method, given, &accessor.nodes, &accessor.value);
        let receiver = object.filter(|_| accessor.base == Base::Receiver);
        self.call_method(accessor.method, receiver, arguments)
    }

    /// The arguments of a method: those that are given, and others with the fields that flow into a value.
    fn arguments(&mut self, method: MethodId, given: BTreeMap<u32, ValueId>, nodes: &[Node], value: &[NodeId]) -> Vec<ValueId> {
        let descriptor = self.text(self.analysis.program.methods[method].descriptor).to_owned();
        let (parameters, _) = signature(&descriptor);
        let mut scope = Scope::behind(nodes, value, method);
        for (id, node) in nodes.iter().enumerate() {
            match &node.kind {
                NodeKind::Parameter(p) if scope.states[id] == State::Open => {
                    if let Some(&known) = given.get(p) {
                        scope.states[id] = State::Value(known);
                    }
                }
                // What the value takes from the receiver is there already.
                NodeKind::Receiver => scope.states[id] = State::Skipped,
                _ => {}
            }
        }
        self.nested += 1;
        self.build(&mut scope);
        self.link(&mut scope);
        self.nested -= 1;
        let built =
            |scope: &Scope, p: u32| (0..).zip(nodes).find(|(_, n)| n.kind == NodeKind::Parameter(p)).and_then(|(id, _)| scope.value(id));
        let mut arguments = Vec::with_capacity(parameters.len());
        for (p, parameter) in (0..).zip(&parameters) {
            let known = given.get(&p).copied().or_else(|| built(&scope, p));
            arguments.push(known.unwrap_or_else(|| self.make(&mut scope, None, parameter)));
        }
        arguments
    }

    /// Calls a method or constructor; makes a receiver where none is given. The result, if any.
    fn call_method(&mut self, method: MethodId, receiver: Option<ValueId>, arguments: Vec<ValueId>) -> Option<ValueId> {
        let analysis = self.analysis;
        let of = &analysis.program.methods[method];
        let owner = self.text(analysis.program.classes[of.class].name).to_owned();
        let (name, descriptor) = (self.text(of.name).to_owned(), self.text(of.descriptor).to_owned());
        if name == "<init>" {
            let defines = format!("L{owner};");
            return Some(self.emit(Some(&defines), Action::Construct { class: owner, descriptor, arguments }));
        }
        let receiver = if of.is(access::STATIC) {
            None
        } else {
            let made = |s: &mut Self| s.make(&mut Scope::new(&[], Vec::new(), method), None, &format!("L{owner};"));
            Some(receiver.unwrap_or_else(|| made(self)))
        };
        let result = signature(&descriptor).1.to_owned();
        let value = self.emit(Some(&result), Action::Call { owner, name, descriptor, receiver, arguments });
        (result != "V").then_some(value)
    }

    // ---- the end -----------------------------------------------------------------------------------------------------

    /// Puts objects into each other, those made last first.
    fn link(&mut self, scope: &mut Scope) {
        for link in std::mem::take(&mut scope.links).into_iter().rev() {
            if self.statements.len() >= self.settings.max_statements {
                self.truncated = true;
                break;
            }
            match link {
                Link::Assign { field, object, value } => {
                    let field = &self.analysis.program.fields[field];
                    let (owner, name) = (self.text(field.class).to_owned(), self.text(field.name).to_owned());
                    let descriptor = self.text(field.descriptor).to_owned();
                    self.emit(None, Action::PutField { owner, name, descriptor, object, value });
                }
                Link::PutElement { array, index, value } => _ = self.emit(None, Action::PutElement { array, index, value }),
                Link::Insert { container, class, key, value } => {
                    let (name, descriptor, _) = containers::insertion(class).expect("a class that elements are put into");
                    let arguments = key.into_iter().chain([value]).collect();
                    let result = signature(descriptor).1;
                    let (owner, name) = (class_of(self.type_of(container)).unwrap_or(class).to_owned(), name.to_owned());
                    let action = Action::Call { owner, name, descriptor: descriptor.into(), receiver: Some(container), arguments };
                    self.emit(Some(result), action);
                }
                Link::Set { accessor, object, value, index } => _ = self.invoke(&accessor, object, value, index),
            }
        }
    }

    /// The call of the method that the template is for.
    fn call_entry(&mut self, scope: &mut Scope) {
        let program = &self.analysis.program;
        let method = scope.method;
        let descriptor = self.text(program.methods[method].descriptor).to_owned();
        let find = |scope: &Scope, kind: NodeKind| (0..).zip(scope.nodes).find(|(_, n)| n.kind == kind).and_then(|(id, _)| scope.value(id));
        let mut arguments = Vec::new();
        for (p, parameter) in (0..).zip(signature(&descriptor).0) {
            let known = find(scope, NodeKind::Parameter(p));
            arguments.push(known.unwrap_or_else(|| self.make(scope, None, parameter)));
        }
        let receiver = find(scope, NodeKind::Receiver);
        self.call_method(method, receiver, arguments);
    }

    // ---- chance ------------------------------------------------------------------------------------------------------

    /// A place, with a probability proportional to its weight; weights are not negative.
    fn draw(&mut self, weights: &[f64]) -> usize {
        let total: f64 = weights.iter().sum();
        let mut left = self.random.random::<f64>() * total;
        for (at, weight) in weights.iter().enumerate() {
            if left < *weight {
                return at;
            }
            left -= weight;
        }
        weights.iter().rposition(|w| *w > 0.0).unwrap_or(0)
    }
}
