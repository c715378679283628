//! What libraries and clients may do with what escapes to them.

use super::calls::{CallId, Pending};
use super::nodes::Node;
use super::objects::{LIBRARY, OUTSIDE, Object, Site as Made, What};
use super::solver::{Inherited, Solver};
use super::types::Filter;
use crate::program::call_graph::SERIALIZATION;
use crate::program::facts::{ClassId, FieldId, MethodId, MethodName, Role, access};
use crate::program::hierarchy::Selection;
use std::rc::Rc;

impl Solver<'_> {
    // ---- where execution begins --------------------------------------------------------------------------------------

    /// Methods are called on objects of their classes.
    pub fn entries(&mut self, methods: &[MethodId]) {
        let mut classes: Vec<ClassId> = methods.iter().map(|&m| self.program.methods[m].class).collect();
        classes.sort_unstable();
        classes.dedup();
        classes.retain(|&c| self.is_concrete(c));
        for &class in &classes {
            let object = self.make(Made::Class(class), class);
            self.nodes.put(self.escape, object);
        }
        for &method in methods {
            self.call_back(method, None);
            if !self.program.methods[method].is(access::STATIC) {
                let this = self.receiver(method);
                let declaring = self.program.methods[method].class;
                for &class in &classes {
                    if !self.types.is_subtype(class, declaring) {
                        continue;
                    }
                    let object = self.make(Made::Class(class), class);
                    self.nodes.put(this, object);
                }
            }
        }
    }

    /// Clients make objects of all classes, extend them, call what is not private, and write fields that are not.
    pub fn any_client(&mut self) {
        let program = self.program;
        for class in (0..program.classes.len()).filter(|&c| program.classes[c].role == Role::Analysed) {
            let object = self.is_concrete(class).then(|| self.make(Made::Class(class), class));
            object.into_iter().for_each(|o| self.nodes.put(self.escape, o));
            self.initialize(class);
            for method in program.classes[class].methods.clone() {
                let m = &program.methods[method];
                if m.is(access::PRIVATE) || m.is(access::SYNTHETIC) && !m.is(access::BRIDGE) {
                    self.reach(method);
                } else if m.is(access::STATIC) {
                    self.call_back(method, None);
                } else if let Some(object) = object {
                    self.call_back(method, Some(object));
                } else {
                    self.call_back(method, Some(OUTSIDE));
                }
            }
        }
        for (id, field) in program.fields.iter().enumerate() {
            let analysed = program.class(field.class).is_some_and(|c| program.classes[c].role == Role::Analysed);
            if !field.known || !analysed || field.access & (access::PRIVATE | access::SYNTHETIC) != 0 {
                continue;
            }
            let Some(filter) = self.types.descriptor(program.symbols.text(field.descriptor)) else { continue };
            let (read, written) = if field.access & access::STATIC != 0 {
                let node = self.static_field(id);
                (node, node)
            } else {
                self.outside_field(id)
            };
            self.connect(read, self.escape, Filter::Any);
            if field.access & access::FINAL == 0 {
                self.put_outside(written, filter);
            }
        }
    }

    fn is_concrete(&self, class: ClassId) -> bool {
        self.program.classes[class].access & (access::ABSTRACT | access::INTERFACE) == 0
    }

    // ---- calls from outside ------------------------------------------------------------------------------------------

    /// Code outside may call a method, with anything.
    pub fn call_back(&mut self, method: MethodId, receiver: Option<Object>) {
        if self.program.methods[method].code.is_none() {
            return;
        }
        if let Some(object) = receiver {
            let this = self.receiver(method);
            self.nodes.put(this, object);
        }
        if self.entered_outside.insert(method) {
            self.called_back[method] = true;
            let signature = self.types.signature(self.program.methods[method].descriptor);
            for (at, filter) in signature.parameters.iter().enumerate() {
                if let Some(filter) = *filter {
                    let parameter = self.value(method, at as u32);
                    self.put_outside(parameter, filter);
                }
            }
            if signature.result.is_some() {
                let returned = self.returned(method);
                self.connect(returned, self.escape, Filter::Any);
            }
            self.reach(method);
        }
    }

    /// Code outside comes to know an object.
    pub(super) fn escape(&mut self, object: Object) {
        if matches!(object, OUTSIDE | LIBRARY) || !self.is_escaped.insert(object) {
            return;
        }
        match self.objects.what(object) {
            What::Instance(class) => {
                self.escaped.by_class[class].push(object);
                let (hierarchy, unknown) = (self.hierarchy, self.hierarchy.is_incomplete(class).then_some(None));
                for owner in hierarchy.supertypes(class).iter().copied().map(Some).chain(unknown) {
                    for at in 0..self.outside_calls.by_owner.get(&owner).map_or(0, Vec::len) {
                        self.receive(self.outside_calls.by_owner[&owner][at], object);
                    }
                }
                self.call_back_on(object, class);
                for (field, node) in self.fields_of.get(&object).cloned().unwrap_or_default() {
                    self.open_field(field, node);
                }
            }
            What::Array => {
                self.escaped.arrays.push(object);
                // A call that meets one array has met all, but for `clone`.
                let first = self.escaped.arrays.len() == 1;
                for at in 0..if first { self.outside_calls.all.len() } else { self.outside_calls.clones.len() } {
                    let call = if first { self.outside_calls.all[at] } else { self.outside_calls.clones[at] };
                    self.receive(call, object);
                }
                let elements = self.elements(object);
                self.nodes.put(elements, OUTSIDE);
                self.connect(elements, self.escape, Filter::Any);
            }
            What::Lambda { .. } => {
                self.escaped.functions.push(object);
                for at in 0..self.outside_calls.all.len() {
                    self.receive(self.outside_calls.all[at], object);
                }
                self.call_function(object);
            }
            What::Outside | What::Library => {}
        }
    }

    /// A call on something outside, of a method of a class; `None`: of one without a record. It may be on all that escaped.
    pub(super) fn receive_escaped(&mut self, call: CallId, owner: Option<ClassId>) {
        let is_clone = self.program.symbols.text(self.calls[call].name.name) == "clone";
        self.outside_calls.all.push(call);
        self.outside_calls.by_owner.entry(owner).or_default().push(call);
        if is_clone {
            self.outside_calls.clones.push(call);
        }
        let (program, hierarchy) = (self.program, self.hierarchy);
        let incomplete = (0..program.classes.len()).filter(|&c| owner.is_none() && hierarchy.is_incomplete(c));
        for class in owner.map_or(&[][..], |o| hierarchy.subtypes(o)).iter().copied().chain(incomplete) {
            for at in 0..self.escaped.by_class[class].len() {
                self.receive(call, self.escaped.by_class[class][at]);
            }
        }
        for at in 0..self.escaped.functions.len() {
            self.receive(call, self.escaped.functions[at]);
        }
        for at in 0..if is_clone { self.escaped.arrays.len() } else { self.escaped.arrays.len().min(1) } {
            self.receive(call, self.escaped.arrays[at]);
        }
    }

    fn call_back_on(&mut self, object: Object, class: ClassId) {
        let (program, hierarchy) = (self.program, self.hierarchy);
        let everything = hierarchy.is_incomplete(class) || self.any_client;
        for &s in hierarchy.supertypes(class) {
            if program.classes[s].role != Role::Library && !everything {
                continue;
            }
            for method in program.classes[s].methods.clone() {
                let m = &program.methods[method];
                if m.is(access::STATIC | access::PRIVATE) || program.symbols.text(m.name).starts_with('<') {
                    continue;
                }
                if let Selection::Known(found) = hierarchy.select(program, class, m.name, m.descriptor) {
                    self.call_back(found, Some(object));
                }
            }
        }
        if self.asks.serialization {
            self.serialize(object, class);
        }
    }

    fn serialize(&mut self, object: Object, class: ClassId) {
        let program = self.program;
        for &s in self.hierarchy.supertypes(class).iter().filter(|&&s| program.classes[s].role != Role::Library) {
            for method in program.classes[s].methods.clone() {
                if SERIALIZATION.contains(&program.symbols.text(program.methods[method].name)) {
                    self.call_back(method, Some(object));
                }
            }
        }
    }

    /// The method behind a function object is called, with anything.
    fn call_function(&mut self, object: Object) {
        let Some(function) = self.lambdas.get(&object) else { return };
        let name = function.lambda.interface;
        let parameters = self.types.signature(name.descriptor).parameters.len();
        let mut arguments = vec![vec![self.outside]; parameters + 1];
        arguments[0] = Vec::new();
        let call = Pending {
            name,
            arguments: Rc::from(arguments),
            result: self.escape,
            noted: Vec::new(),
            outside: true,
            left: false,
            noted_left: false,
            passed_on: None,
        };
        let call = self.pend(call);
        self.receive(call, object);
        if let Some(class) = self.program.class(name.owner) {
            self.call_back_on(object, class);
        }
    }

    // ---- fields of what escaped --------------------------------------------------------------------------------------

    /// A field of something outside: what is read of it, what is written to it.
    pub(super) fn outside_field(&mut self, field: FieldId) -> (Node, Node) {
        let nodes = &mut self.nodes;
        *self.outside_fields.entry(field).or_insert_with(|| {
            let first = nodes.add(2);
            (first, first + 1)
        })
    }

    pub(super) fn open_field(&mut self, field: FieldId, node: Node) {
        let (read, written) = self.outside_field(field);
        self.connect(node, read, Filter::Any);
        self.connect(written, node, Filter::Any);
    }

    // ---- calls to outside --------------------------------------------------------------------------------------------

    /// Arguments (without the receiver) go to a library, anything of the result's type may come back.
    pub fn leave_with(&mut self, arguments: &[Vec<Node>], result: Node, name: MethodName) {
        let signature = self.types.signature(name.descriptor);
        for (at, sources) in arguments.iter().enumerate() {
            // Of a lambda's method the receiver is among the arguments.
            let declared = if arguments.len() == signature.parameters.len() { signature.parameters[at] } else { Some(Filter::Any) };
            if let Some(filter) = declared {
                sources.iter().for_each(|&from| self.connect(from, self.escape, filter));
            }
        }
        if let Some(filter) = signature.result {
            self.put_outside(result, filter);
        }
        self.asked(name);
    }

    fn asked(&mut self, name: MethodName) {
        let before = self.asks;
        self.asks.note(self.program, &name);
        if self.asks.enums && !before.enums {
            let initialized: Vec<ClassId> = (0..self.program.classes.len()).filter(|&c| self.is_initialized(c)).collect();
            initialized.into_iter().for_each(|c| self.enum_constants(c));
        }
        if self.asks.serialization && !before.serialization {
            for class in 0..self.escaped.by_class.len() {
                for at in 0..self.escaped.by_class[class].len() {
                    self.serialize(self.escaped.by_class[class][at], class);
                }
            }
        }
    }

    pub fn enum_constants(&mut self, class: ClassId) {
        let program = self.program;
        if program.classes[class].access & access::ENUM != 0 {
            let values = program.classes[class].methods.clone().find(|&m| program.symbols.text(program.methods[m].name) == "values");
            values.into_iter().for_each(|m| self.call_back(m, None));
        }
    }

    /// What the methods of `Object` and `Enum` do, which are known.
    pub fn effect_of_inherited(&self, class: ClassId, name: MethodName) -> Inherited {
        let declaring =
            self.hierarchy.declaring(class, name.name, name.descriptor).map(|c| self.program.symbols.text(self.program.classes[c].name));
        match (declaring, self.program.symbols.text(name.name)) {
            (Some("java/lang/Object"), "clone") => Inherited::Copies,
            (Some("java/lang/Object"), "getClass" | "hashCode" | "equals" | "notify" | "notifyAll" | "wait") => Inherited::Nothing,
            (Some("java/lang/Enum"), "name" | "ordinal" | "compareTo" | "equals" | "hashCode" | "getDeclaringClass" | "toString") => {
                Inherited::Nothing
            }
            _ => Inherited::Anything,
        }
    }
}
