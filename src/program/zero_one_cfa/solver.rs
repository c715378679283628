//! The state of the analysis, and how calls and fields make objects flow.

use super::calls::{CallId, Entered, Function, Pending};
use super::escaped::{Escaped, OutsideCalls};
use super::nodes::{Node, Nodes};
use super::objects::{LIBRARY, OUTSIDE, Object, Objects, Site as Made, What};
use super::types::{Filter, Types};
use crate::program::call_graph::{Asked, Site, Target};
use crate::program::facts::{ClassId, FieldId, FixedHasher, MethodId, Program, Role};
use crate::program::hierarchy::{Hierarchy, Selection};
use hashbrown::{HashMap, HashSet};

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
    /// What a call may enter, as far as it is known, in no order and perhaps more than once; by method and operation.
    pub found: HashMap<(MethodId, u32), Site, FixedHasher>,
    pub calls: Vec<Pending>,
    linked: HashSet<(CallId, MethodId), FixedHasher>,
    invoked: HashSet<(CallId, Object), FixedHasher>,
    pub lambdas: HashMap<Object, Function<'a>, FixedHasher>,
    /// By function object: the call that it passes on for calls that were passed on already.
    pub(super) passed_on: HashMap<Object, CallId, FixedHasher>,
    /// What is still to be done with objects that variables hold.
    due: Vec<(Use, Object)>,
    /// Calls on something outside.
    pub(super) outside_calls: OutsideCalls,
    pub(super) received_outside: HashSet<CallId, FixedHasher>,
    pub(super) escaped: Escaped,
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
    /// How many objects were given to uses, and to calls as receivers: what takes the time.
    work: u64,
}

/// What the work of a use is, in words of objects that flow: measured on large libraries.
const WORDS_OF_A_USE: u64 = 4;

impl<'a> Solver<'a> {
    pub fn new(program: &'a Program, hierarchy: &'a Hierarchy, any_client: bool) -> Self {
        let mut nodes = Nodes::new();
        let escape = nodes.add(4);
        let (outside, library, thrown) = (escape + 1, escape + 2, escape + 3);
        nodes.use_of(escape, Use::Escape);
        nodes.put(outside, OUTSIDE);
        nodes.put(library, LIBRARY);
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
            passed_on: HashMap::default(),
            due: Vec::new(),
            outside_calls: OutsideCalls::default(),
            received_outside: HashSet::default(),
            escaped: Escaped::of(program.classes.len()),
            is_escaped: HashSet::default(),
            entered_outside: HashSet::default(),
            any_client,
            asks: Asked::default(),
            escape,
            outside,
            library,
            thrown,
            work: 0,
        }
    }

    /// Goes on until nothing is left to do, or until it has done so much; whether nothing is left. An object that is given to a use or to
    /// a call counts as much as [`WORDS_OF_A_USE`] words of objects that flow.
    pub fn run(&mut self, most: u64) -> bool {
        while self.work * WORDS_OF_A_USE + self.nodes.passed() <= most {
            self.work += 1;
            if let Some((use_, object)) = self.due.pop() {
                self.apply(use_, object);
            } else if let Some(method) = self.open.pop() {
                self.code(method);
            } else if let Some((objects, uses)) = self.nodes.next(&self.types, &self.objects) {
                self.work += uses.len() as u64 * objects.len() as u64;
                for use_ in uses {
                    objects.iter().for_each(|o| self.apply(use_, o));
                }
            } else {
                return true;
            }
        }
        false
    }

    // ---- variables -----------------------------------------------------------------------------------------------

    fn base(&mut self, method: MethodId) -> Node {
        if let Some(&base) = self.base.get(&method) {
            return base;
        }
        let declared = &self.program.methods[method];
        let operations = declared.code.as_ref().map_or(0, |c| c.operations.len());
        // The first operations are the parameters; facts may have fewer than the descriptor says.
        let parameters = self.types.signature(declared.descriptor).parameters.len();
        let base = self.nodes.add(operations.max(parameters) + 2);
        self.base.insert(method, base);
        base
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

    /// Something is done with each object that a variable holds, now and later. Not at once: one call may bring the receivers of the
    /// next, and a stack has an end.
    pub fn used(&mut self, node: Node, what: Use) {
        self.due.extend(self.nodes.use_of(node, what).iter().map(|object| (what, object)));
    }

    /// What a library returns or passes as a value of a type.
    pub fn put_outside(&mut self, to: Node, filter: Filter) {
        self.nodes.put(to, if filter == Filter::Library { LIBRARY } else { OUTSIDE });
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
                What::Outside => self.nodes.put(to, OUTSIDE),
                What::Library => self.nodes.put(to, LIBRARY),
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
        self.found.entry((method, operation)).or_default().targets.push(target);
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
        self.work += 1;
        let name = self.calls[call].name;
        let owner = self.program.class(name.owner);
        let library = owner.is_none_or(|o| self.program.classes[o].role == Role::Library);
        match self.objects.what(object) {
            What::Outside => {
                if self.received_outside.insert(call) {
                    if library {
                        self.leave(call);
                    }
                    self.receive_escaped(call, owner);
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
                        self.nodes.put(self.escape, object);
                    }
                    Selection::Library => self.inherited(call, object, class),
                }
            }
            What::Array => {
                if self.program.symbols.text(name.name) == "clone" {
                    self.nodes.put(self.calls[call].result, object);
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

    pub(super) fn enter(&mut self, call: CallId, method: MethodId, receiver: Object) {
        let this = self.receiver(method);
        self.nodes.put(this, receiver);
        if self.linked.insert((call, method)) {
            self.note_entered(call, Entered { method, shift: 0, first: None });
            let (arguments, result) = (self.calls[call].arguments.clone(), self.calls[call].result);
            self.pass_arguments(&arguments[1..], method, 0, result);
            self.reach(method);
        }
    }

    /// A call goes to a library: its arguments escape, and anything may come back.
    pub fn leave(&mut self, call: CallId) {
        self.noted_leave(call);
        if !std::mem::replace(&mut self.calls[call].left, true) {
            let Pending { ref arguments, result, name, .. } = self.calls[call];
            let arguments = arguments.clone();
            self.leave_with(&arguments[1..], result, name);
        }
    }

    /// Objects inherit the method from a library.
    fn inherited(&mut self, call: CallId, object: Object, class: ClassId) {
        let name = self.calls[call].name;
        self.noted_leave(call);
        match self.effect_of_inherited(class, name) {
            Inherited::Nothing => {}
            Inherited::Copies => self.nodes.put(self.calls[call].result, object),
            Inherited::Anything => {
                self.leave(call);
                self.nodes.put(self.escape, object);
            }
        }
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
