//! The state of the analysis, and how calls and fields make objects flow.

use super::objects::{LIBRARY, Node, Nodes, OUTSIDE, Object, Objects, Site as Made, What};
use super::types::{Filter, Types};
use crate::program::call_graph::{Asked, Site, Target, handle};
use crate::program::facts::{ClassId, FieldId, FixedHasher, Lambda, MethodId, MethodName, Program, Role, access};
use crate::program::hierarchy::{Hierarchy, Selection};
use hashbrown::{HashMap, HashSet};
use std::rc::Rc;

/// What is done with each object that a variable comes to hold.
#[derive(Clone, Copy, Debug)]
pub enum Use {
    Load { field: FieldId, to: Node },
    Store { field: FieldId, from: Node },
    LoadElement { to: Node },
    StoreElement { from: Node },
    Receive { call: CallId },
    Escape,
}

/// Place of a call in [`Solver::calls`].
pub type CallId = usize;

/// A call whose targets depend on its receiver, or one that code outside makes.
#[derive(Clone, Debug)]
pub struct Pending {
    pub name: MethodName,
    /// By argument, the receiver first: the variables it may come from.
    pub arguments: Rc<[Vec<Node>]>,
    pub result: Node,
    /// Where its targets are noted, and how its arguments become parameters there.
    pub noted: Vec<(MethodId, u32, i32, u32)>,
    /// Whether code outside makes it.
    pub outside: bool,
    pub left: bool,
}

/// A function object.
#[derive(Clone, Debug)]
pub struct Function<'a> {
    pub lambda: &'a Lambda,
    pub method: MethodId,
    pub operation: u32,
    pub captured: Rc<[Vec<Node>]>,
}

pub struct Solver<'a> {
    pub program: &'a Program,
    pub hierarchy: &'a Hierarchy,
    pub types: Types<'a>,
    pub objects: Objects,
    pub nodes: Nodes<Use>,
    pub reachable: Vec<bool>,
    pub called_back: Vec<bool>,
    initialized: Vec<bool>,
    pub open: Vec<MethodId>,
    /// By method: its first variable: the receiver, what it returns, one an operation.
    base: HashMap<MethodId, Node, FixedHasher>,
    statics: HashMap<FieldId, Node, FixedHasher>,
    fields: HashMap<(Object, FieldId), Node, FixedHasher>,
    pub(super) fields_of: HashMap<Object, Vec<(FieldId, Node)>, FixedHasher>,
    elements: HashMap<Object, Node, FixedHasher>,
    /// What is read of a field of something outside, and what is written to it.
    pub(super) outside_fields: HashMap<FieldId, (Node, Node), FixedHasher>,
    /// What a call may enter, as far as it is known; by method and operation.
    pub found: HashMap<(MethodId, u32), Site, FixedHasher>,
    pub calls: Vec<Pending>,
    linked: HashSet<(CallId, MethodId), FixedHasher>,
    invoked: HashSet<(CallId, Object), FixedHasher>,
    pub lambdas: HashMap<Object, Function<'a>, FixedHasher>,
    /// Calls on something outside.
    pub(super) outside_calls: Vec<CallId>,
    pub(super) received_outside: HashSet<CallId, FixedHasher>,
    pub(super) escaped: Vec<Object>,
    pub(super) is_escaped: HashSet<Object, FixedHasher>,
    pub(super) entered_outside: HashSet<MethodId, FixedHasher>,
    /// Whether clients may do whatever they like.
    pub(super) any_client: bool,
    pub(super) asks: Asked,
    /// Holds what escapes.
    pub(super) escape: Node,
    /// Holds [`OUTSIDE`].
    pub(super) outside: Node,
    /// Holds [`LIBRARY`].
    pub(super) library: Node,
    /// Holds all exceptions.
    pub(super) thrown: Node,
}

impl<'a> Solver<'a> {
    pub fn new(program: &'a Program, hierarchy: &'a Hierarchy, any_client: bool) -> Self {
        let mut nodes = Nodes::new();
        let escape = nodes.add(4);
        let (outside, library, thrown) = (escape + 1, escape + 2, escape + 3);
        nodes.use_of(escape, Use::Escape);
        nodes.put(outside, &[OUTSIDE]);
        nodes.put(library, &[LIBRARY]);
        Self {
            program,
            hierarchy,
            types: Types::of(program, hierarchy),
            objects: Objects::new(),
            nodes,
            reachable: vec![false; program.methods.len()],
            called_back: vec![false; program.methods.len()],
            initialized: vec![false; program.classes.len()],
            open: Vec::new(),
            base: HashMap::default(),
            statics: HashMap::default(),
            fields: HashMap::default(),
            fields_of: HashMap::default(),
            elements: HashMap::default(),
            outside_fields: HashMap::default(),
            found: HashMap::default(),
            calls: Vec::new(),
            linked: HashSet::default(),
            invoked: HashSet::default(),
            lambdas: HashMap::default(),
            outside_calls: Vec::new(),
            received_outside: HashSet::default(),
            escaped: Vec::new(),
            is_escaped: HashSet::default(),
            entered_outside: HashSet::default(),
            any_client,
            asks: Asked::default(),
            escape,
            outside,
            library,
            thrown,
        }
    }

    pub fn run(&mut self) {
        loop {
            if let Some(method) = self.open.pop() {
                self.code(method);
            } else if let Some((objects, uses)) = self.nodes.next(&self.types, &self.objects) {
                for use_ in uses {
                    objects.iter().for_each(|&o| self.apply(use_, o));
                }
            } else {
                return;
            }
        }
    }

    // ---- variables -----------------------------------------------------------------------------------------------

    fn base(&mut self, method: MethodId) -> Node {
        let operations = self.program.methods[method].code.as_ref().map_or(0, |c| c.operations.len());
        let nodes = &mut self.nodes;
        *self.base.entry(method).or_insert_with(|| nodes.add(operations + 2))
    }

    pub fn receiver(&mut self, method: MethodId) -> Node {
        self.base(method)
    }

    pub fn returned(&mut self, method: MethodId) -> Node {
        self.base(method) + 1
    }

    /// What an operation defines or computes.
    pub fn value(&mut self, method: MethodId, operation: u32) -> Node {
        self.base(method) + 2 + operation
    }

    pub fn static_field(&mut self, field: FieldId) -> Node {
        let nodes = &mut self.nodes;
        *self.statics.entry(field).or_insert_with(|| nodes.add(1))
    }

    fn field(&mut self, object: Object, field: FieldId) -> Node {
        if let Some(&known) = self.fields.get(&(object, field)) {
            return known;
        }
        let node = self.nodes.add(1);
        self.fields.insert((object, field), node);
        self.fields_of.entry(object).or_default().push((field, node));
        if self.is_escaped.contains(&object) {
            self.open_field(field, node);
        }
        node
    }

    pub fn elements(&mut self, array: Object) -> Node {
        let nodes = &mut self.nodes;
        *self.elements.entry(array).or_insert_with(|| nodes.add(1))
    }

    pub fn connect(&mut self, from: Node, to: Node, filter: Filter) {
        self.nodes.connect(from, to, filter, &self.types, &self.objects);
    }

    pub fn used(&mut self, node: Node, what: Use) {
        for object in self.nodes.use_of(node, what) {
            self.apply(what, object);
        }
    }

    /// What a library returns or passes as a value of a type.
    pub fn put_outside(&mut self, to: Node, filter: Filter) {
        self.nodes.put(to, &[if filter == Filter::Library { LIBRARY } else { OUTSIDE }]);
    }

    // ---- objects come ----------------------------------------------------------------------------------------------

    fn apply(&mut self, what: Use, object: Object) {
        match what {
            Use::Escape => self.escape(object),
            Use::Receive { call } => self.receive(call, object),
            Use::Load { field, to } => match self.objects.what(object) {
                What::Outside => {
                    let (read, _) = self.outside_field(field);
                    self.connect(read, to, Filter::Any);
                }
                What::Instance(_) => {
                    let from = self.field(object, field);
                    self.connect(from, to, Filter::Any);
                }
                _ => {}
            },
            Use::Store { field, from } => match self.objects.what(object) {
                What::Outside => {
                    let (_, written) = self.outside_field(field);
                    self.connect(from, written, Filter::Any);
                }
                What::Instance(_) => {
                    let to = self.field(object, field);
                    self.connect(from, to, Filter::Any);
                }
                _ => {}
            },
            Use::LoadElement { to } => match self.objects.what(object) {
                What::Outside => self.nodes.put(to, &[OUTSIDE]),
                What::Library => self.nodes.put(to, &[LIBRARY]),
                What::Array => {
                    let from = self.elements(object);
                    self.connect(from, to, Filter::Any);
                }
                _ => {}
            },
            Use::StoreElement { from } => match self.objects.what(object) {
                What::Outside => self.connect(from, self.escape, Filter::Any),
                What::Array => {
                    let to = self.elements(object);
                    self.connect(from, to, Filter::Any);
                }
                _ => {}
            },
        }
    }

    pub fn make(&mut self, site: Made, class: ClassId) -> Object {
        self.initialize(class);
        self.objects.of(site, What::Instance(class))
    }

    // ---- methods are reached ---------------------------------------------------------------------------------------

    pub fn reach(&mut self, method: MethodId) {
        if self.program.methods[method].code.is_some() && !std::mem::replace(&mut self.reachable[method], true) {
            self.initialize(self.program.methods[method].class);
            self.open.push(method);
        }
    }

    /// The static initializers of a class and its supertypes run.
    pub fn initialize(&mut self, class: ClassId) {
        if std::mem::replace(&mut self.initialized[class], true) {
            return;
        }
        let program = self.program;
        for &s in self.hierarchy.supertypes(class) {
            let initializer = program.classes[s].methods.clone().find(|&m| program.symbols.text(program.methods[m].name) == "<clinit>");
            initializer.into_iter().for_each(|m| self.reach(m));
        }
        if self.asks.enums {
            self.enum_constants(class);
        }
    }

    pub fn is_initialized(&self, class: ClassId) -> bool {
        self.initialized[class]
    }

    // ---- calls -------------------------------------------------------------------------------------------------------

    pub fn note(&mut self, method: MethodId, operation: u32, target: Target) {
        let targets = &mut self.found.entry((method, operation)).or_default().targets;
        if let Err(at) = targets.binary_search(&target) {
            targets.insert(at, target);
        }
    }

    pub fn leaves(&mut self, method: MethodId, operation: u32) {
        self.found.entry((method, operation)).or_default().black_box = true;
    }

    /// A call whose target is known: arguments become parameters, the first of them number `first` of the method's.
    pub fn pass_arguments(&mut self, arguments: &[Vec<Node>], callee: MethodId, first: usize, result: Node) {
        let signature = self.types.signature(self.program.methods[callee].descriptor);
        for (at, sources) in arguments.iter().enumerate() {
            if let Some(&Some(filter)) = signature.parameters.get(first + at) {
                let parameter = self.value(callee, (first + at) as u32);
                sources.iter().for_each(|&from| self.connect(from, parameter, filter));
            }
        }
        if let Some(filter) = signature.result {
            let returned = self.returned(callee);
            self.connect(returned, result, filter);
        }
    }

    pub fn pend(&mut self, call: Pending) -> CallId {
        self.calls.push(call);
        self.calls.len() - 1
    }

    /// Waits for receivers of a call.
    pub fn await_receivers(&mut self, call: CallId) {
        let arguments = self.calls[call].arguments.clone();
        for &node in arguments.first().into_iter().flatten() {
            self.used(node, Use::Receive { call });
        }
    }

    pub(super) fn receive(&mut self, call: CallId, object: Object) {
        let name = self.calls[call].name;
        let owner = self.program.class(name.owner);
        let library = owner.is_none_or(|o| self.program.classes[o].role == Role::Library);
        match self.objects.what(object) {
            What::Outside => {
                if self.received_outside.insert(call) {
                    if library {
                        self.leave(call);
                    }
                    self.outside_calls.push(call);
                    for at in 0..self.escaped.len() {
                        self.receive(call, self.escaped[at]);
                    }
                }
            }
            What::Library if library => self.leave(call),
            What::Library => {}
            What::Instance(class) => {
                let fits = owner.map_or(self.hierarchy.is_incomplete(class), |o| self.types.is_subtype(class, o));
                if !fits {
                    return;
                }
                match self.hierarchy.select(self.program, class, name.name, name.descriptor) {
                    Selection::Known(method) if self.program.methods[method].code.is_some() => self.enter(call, method, object),
                    Selection::Known(_) => {
                        self.leave(call);
                        self.nodes.put(self.escape, &[object]);
                    }
                    Selection::Library => self.inherited(call, object, class),
                }
            }
            What::Array => {
                if self.program.symbols.text(name.name) == "clone" {
                    self.nodes.put(self.calls[call].result, &[object]);
                }
                self.noted_leave(call);
            }
            What::Lambda { .. } => {
                if self.invoked.insert((call, object)) {
                    self.invoke(call, object);
                }
            }
        }
    }

    fn enter(&mut self, call: CallId, method: MethodId, receiver: Object) {
        let this = self.receiver(method);
        self.nodes.put(this, &[receiver]);
        if self.linked.insert((call, method)) {
            self.note_all(call, method);
            let Pending { arguments, result, .. } = self.calls[call].clone();
            self.pass_arguments(&arguments[1..], method, 0, result);
            self.reach(method);
        }
    }

    fn note_all(&mut self, call: CallId, method: MethodId) {
        for (caller, operation, shift, first) in self.calls[call].noted.clone() {
            self.note(caller, operation, Target { method, shift, first });
        }
        if self.calls[call].outside {
            self.called_back[method] = true;
        }
    }

    fn noted_leave(&mut self, call: CallId) {
        for (caller, operation, ..) in self.calls[call].noted.clone() {
            self.leaves(caller, operation);
        }
    }

    /// A call goes to a library: its arguments escape, and anything may come back.
    pub fn leave(&mut self, call: CallId) {
        self.noted_leave(call);
        if !std::mem::replace(&mut self.calls[call].left, true) {
            let Pending { arguments, result, name, .. } = self.calls[call].clone();
            self.leave_with(&arguments[1..], result, name);
        }
    }

    /// Objects inherit the method from a library.
    fn inherited(&mut self, call: CallId, object: Object, class: ClassId) {
        let name = self.calls[call].name;
        self.noted_leave(call);
        match self.effect_of_inherited(class, name) {
            Inherited::Nothing => {}
            Inherited::Copies => self.nodes.put(self.calls[call].result, &[object]),
            Inherited::Anything => {
                self.leave(call);
                self.nodes.put(self.escape, &[object]);
            }
        }
    }

    /// The call of a function object.
    fn invoke(&mut self, call: CallId, object: Object) {
        let Some(made) = self.lambdas.get(&object).cloned() else { return };
        let Pending { name, arguments, result, noted, outside, .. } = self.calls[call].clone();
        let interface = made.lambda.interface;
        let default = self.program.class(interface.owner).map(|k| self.hierarchy.select(self.program, k, name.name, name.descriptor));
        match default {
            Some(Selection::Known(method)) if self.program.methods[method].code.is_some() => return self.enter(call, method, object),
            _ if name.name != interface.name => {
                self.leave(call);
                return self.nodes.put(self.escape, &[object]);
            }
            _ => {}
        }
        let captured = made.captured.len() as i32;
        let all: Rc<[Vec<Node>]> = made.captured.iter().chain(arguments.iter().skip(1)).cloned().collect();
        let kind = made.lambda.handle;
        let makes = handle::makes_object(kind);
        let target = match self.hierarchy.resolve(self.program, &made.lambda.implementation) {
            Selection::Known(method) => Some(method).filter(|&m| self.program.methods[m].code.is_some()),
            Selection::Library => None,
        };
        let private = target.filter(|&m| self.program.methods[m].is(access::PRIVATE));
        if handle::is_virtual(kind) && private.is_none() {
            // Argument 0 of the call is the function object; its receiver is captured or argument 1.
            let mut passed: Vec<_> = noted.iter().map(|&(m, o, shift, first)| (m, o, shift + captured - 1, first.max(1))).collect();
            passed.push((made.method, made.operation, -1, 0));
            let name = made.lambda.implementation;
            let inner = self.pend(Pending { name, arguments: all, result, noted: passed, outside, left: false });
            return self.await_receivers(inner);
        }
        let Some(method) = target else {
            self.leave_with(&all, result, made.lambda.implementation);
            if makes {
                self.nodes.put(result, &[LIBRARY]);
            }
            return self.noted_leave(call);
        };
        let receiver = usize::from(!self.program.methods[method].is(access::STATIC) && !makes);
        for (caller, operation, shift, _) in noted {
            self.note(caller, operation, Target { method, shift: shift + captured - receiver as i32, first: 1 });
        }
        if outside {
            self.called_back[method] = true;
        }
        self.note(made.method, made.operation, Target::new(method, -(receiver as i32)));
        let this = self.receiver(method);
        if receiver == 1 {
            let filter = Filter::Subtypes(self.program.methods[method].class);
            all.first().into_iter().flatten().for_each(|&from| self.connect(from, this, filter));
        }
        if makes {
            let object = self.make(Made::Operation(made.method, made.operation), self.program.methods[method].class);
            self.nodes.put(this, &[object]);
            self.nodes.put(result, &[object]);
        }
        self.pass_arguments(&all[receiver..], method, 0, result);
        self.reach(method);
    }
}

/// What a method that objects inherit from a library does with them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inherited {
    Nothing,
    /// It returns a copy: the same abstract object.
    Copies,
    Anything,
}
