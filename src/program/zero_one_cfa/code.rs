//! The operations of a method that is reached.

use super::FEW_SITES;
use super::calls::{Function, Noted, Pending};
use super::nodes::Node;
use super::objects::{LIBRARY, Object, Site as Made, What};
use super::solver::{Inherited, Solver, Use};
use super::types::Filter;
use crate::program::call_graph::{Target, direct};
use crate::program::facts::{
    BlockEntry, Call, CallKind, Code, FixedHasher, Kind, Lambda, MethodId, Operation, Program, Role, Symbol, access,
};
use crate::program::flow::FlowGraph;
use crate::program::hierarchy::Selection;
use crate::program::reaching::{Effects, Origin, Reaching};
use hashbrown::HashMap;
use std::rc::Rc;

/// Only locals are looked at.
struct NoEffects;

impl Effects for NoEffects {
    fn writes(&self, _: u32) -> &[u32] {
        &[]
    }

    fn enters(&self, _: u32) -> bool {
        false
    }
}

/// Which definitions of a local reach a load of it.
enum Locals {
    /// By slot: all its definitions; each slot has one, or nobody cares.
    Single(HashMap<u32, Vec<u32>, FixedHasher>),
    Reaching(Reaching),
}

impl Locals {
    fn of(code: &Code) -> Self {
        let mut definitions: HashMap<u32, Vec<u32>, FixedHasher> = HashMap::default();
        for (number, operation) in code.operations.iter().enumerate() {
            if let Some(Kind::Parameter { slot, .. } | Kind::Store { slot, .. }) = operation.as_ref().map(|o| &o.kind) {
                definitions.entry(*slot).or_default().push(number as u32);
            }
        }
        if definitions.values().all(|d| d.len() == 1) {
            Self::Single(definitions)
        } else {
            Self::Reaching(Reaching::of(code, &FlowGraph::whole(code), &NoEffects))
        }
    }

    fn at(&self, code: &Code, load: u32, slot: u32) -> Vec<u32> {
        match self {
            Self::Single(definitions) => definitions.get(&slot).cloned().unwrap_or_default(),
            Self::Reaching(reaching) => {
                let defined = |origin| match origin {
                    // An element that is written is no new value of the local.
                    Origin::Definition(o) => {
                        matches!(code.operations[o as usize].as_ref()?.kind, Kind::Parameter { .. } | Kind::Store { .. }).then_some(o)
                    }
                    Origin::Entry | Origin::Call(_) => None,
                };
                reaching.at(load).filter_map(defined).collect()
            }
        }
    }
}

impl<'a> Solver<'a> {
    pub fn code(&mut self, method: MethodId) {
        let program: &'a Program = self.program;
        let Some(code) = &program.methods[method].code else { return };
        let mut made: HashMap<Symbol, usize, FixedHasher> = HashMap::default();
        for operation in code.operations.iter().flatten() {
            if let Kind::New { class } = operation.kind {
                *made.entry(class).or_default() += 1;
            }
        }
        let locals = Locals::of(code);
        for (number, operation) in code.operations.iter().enumerate() {
            if let Some(operation) = operation {
                self.operation(method, code, &locals, &made, number as u32, operation);
            }
        }
        self.record_methods(method, code);
    }

    /// The variables that an operand may come from.
    fn sources(&mut self, method: MethodId, code: &Code, block: u32, operand: &[u32]) -> Vec<Node> {
        if operand.is_empty() {
            // A constant, or what a handler caught.
            let caught = code.blocks[block as usize].entry != BlockEntry::Normal;
            return if caught { vec![self.library, self.thrown] } else { vec![self.library] };
        }
        operand.iter().map(|&o| self.value(method, o)).collect()
    }

    fn operation(
        &mut self,
        method: MethodId,
        code: &Code,
        locals: &Locals,
        made: &HashMap<Symbol, usize, FixedHasher>,
        number: u32,
        operation: &'a Operation,
    ) {
        let value = self.value(method, number);
        let block = operation.block;
        match &operation.kind {
            Kind::Load { slot } => {
                let definitions = locals.at(code, number, *slot);
                if definitions.is_empty() && *slot == 0 && !self.program.methods[method].is(access::STATIC) {
                    let this = self.receiver(method);
                    self.connect(this, value, Filter::Any);
                }
                for definition in definitions {
                    let from = self.value(method, definition);
                    self.connect(from, value, Filter::Any);
                }
            }
            Kind::Store { value: operand, .. } => {
                let from = self.sources(method, code, block, operand);
                from.into_iter().for_each(|f| self.connect(f, value, Filter::Any));
            }
            Kind::GetField { field, object } => {
                let (field, object) = (*field as usize, self.holders(method, code, block, object));
                self.get_field(field, object, value);
            }
            Kind::PutField { field, object, value: operand } => {
                let field = *field as usize;
                let object = self.holders(method, code, block, object);
                let from = self.sources(method, code, block, operand);
                self.put_field(field, object, from, value);
            }
            Kind::ArrayLoad { array, .. } => {
                for from in self.sources(method, code, block, array) {
                    self.used(from, Use::LoadElement { to: value });
                }
            }
            Kind::ArrayStore { array, value: operand, .. } => {
                let from = self.sources(method, code, block, operand);
                from.into_iter().for_each(|f| self.connect(f, value, Filter::Any));
                for to in self.sources(method, code, block, array) {
                    self.used(to, Use::StoreElement { from: value });
                }
            }
            Kind::New { class } => self.new_object(method, number, *class, made[class], value),
            Kind::NewArray { sizes } => {
                let object = self.objects.of(Made::Operation(method, number), What::Array);
                self.nodes.put(value, object);
                if sizes.len() > 1 {
                    // Arrays of all dimensions are one object.
                    let elements = self.elements(object);
                    self.nodes.put(elements, object);
                }
            }
            Kind::Call(call) => self.call(method, code, block, number, call, value),
            Kind::Lambda(lambda) => self.lambda(method, code, block, number, lambda, value),
            Kind::Return { value: operand } => {
                let filter = self.types.signature(self.program.methods[method].descriptor).result;
                if let Some(filter) = filter {
                    let returned = self.returned(method);
                    let from = self.sources(method, code, block, operand);
                    from.into_iter().for_each(|f| self.connect(f, returned, filter));
                }
            }
            Kind::Parameter { .. } | Kind::Increment { .. } | Kind::Throw { .. } | Kind::Branch { .. } | Kind::Lock { .. } => {}
        }
    }

    // ---- fields ------------------------------------------------------------------------------------------------------

    /// The variables that hold the object of a field; None: the field is static.
    fn holders(&mut self, method: MethodId, code: &Code, block: u32, object: &[u32]) -> Option<Vec<Node>> {
        (!object.is_empty()).then(|| self.sources(method, code, block, object))
    }

    fn get_field(&mut self, field: usize, object: Option<Vec<Node>>, to: Node) {
        let declared = &self.program.fields[field];
        let filter = self.types.descriptor(self.program.symbols.text(declared.descriptor));
        if object.is_none() {
            self.initialize_owner(declared.class);
        }
        let Some(filter) = filter else { return };
        match object {
            _ if !self.program.fields[field].known => self.put_outside(to, filter),
            None => {
                let from = self.static_field(field);
                self.connect(from, to, Filter::Any);
            }
            Some(objects) => objects.into_iter().for_each(|o| self.used(o, Use::Load { field, to })),
        }
    }

    fn put_field(&mut self, field: usize, object: Option<Vec<Node>>, from: Vec<Node>, value: Node) {
        let declared = &self.program.fields[field];
        let filter = self.types.descriptor(self.program.symbols.text(declared.descriptor));
        if object.is_none() {
            self.initialize_owner(declared.class);
        }
        let Some(filter) = filter else { return };
        from.into_iter().for_each(|f| self.connect(f, value, filter));
        match object {
            _ if !self.program.fields[field].known => self.connect(value, self.escape, Filter::Any),
            None => {
                let to = self.static_field(field);
                self.connect(value, to, Filter::Any);
            }
            Some(objects) => objects.into_iter().for_each(|o| self.used(o, Use::Store { field, from: value })),
        }
    }

    fn initialize_owner(&mut self, name: Symbol) {
        if let Some(class) = self.program.class(name) {
            self.initialize(class);
        }
    }

    // ---- objects -----------------------------------------------------------------------------------------------------

    fn new_object(&mut self, method: MethodId, number: u32, name: Symbol, places: usize, to: Node) {
        let class = self.program.class(name).filter(|&c| self.program.classes[c].role != Role::Library);
        let Some(class) = class else { return self.nodes.put(to, LIBRARY) };
        let throwable = self
            .hierarchy
            .supertypes(class)
            .iter()
            .any(|&s| self.program.symbols.text(self.program.classes[s].name) == "java/lang/Throwable");
        let site = if throwable {
            Made::Class(class)
        } else if places > FEW_SITES {
            Made::Method(method, class)
        } else {
            Made::Operation(method, number)
        };
        let object = self.make(site, class);
        self.nodes.put(to, object);
        if throwable || self.hierarchy.is_incomplete(class) {
            self.nodes.put(self.thrown, object);
        }
    }

    fn lambda(&mut self, method: MethodId, code: &Code, block: u32, number: u32, lambda: &'a Lambda, to: Node) {
        let object: Object = self.objects.of(Made::Operation(method, number), What::Lambda { interface: lambda.interface.owner });
        let captured: Vec<Vec<Node>> = lambda.captured.iter().map(|c| self.sources(method, code, block, c)).collect();
        self.lambdas.insert(object, Function { lambda, method, operation: number, captured: Rc::from(captured) });
        self.nodes.put(to, object);
    }

    /// What a record's own methods do with its components: the JDK calls the same method on them.
    fn record_methods(&mut self, method: MethodId, code: &Code) {
        let m = &self.program.methods[method];
        let class = &self.program.classes[m.class];
        let record = class.superclass.is_some_and(|s| self.program.symbols.text(s) == "java/lang/Record");
        if record && matches!(self.program.symbols.text(m.name), "toString" | "hashCode" | "equals") {
            for (number, operation) in code.operations.iter().enumerate() {
                if matches!(operation.as_ref().map(|o| &o.kind), Some(Kind::GetField { .. })) {
                    let component = self.value(method, number as u32);
                    self.connect(component, self.escape, Filter::Any);
                }
            }
        }
    }

    // ---- calls -------------------------------------------------------------------------------------------------------

    fn call(&mut self, method: MethodId, code: &Code, block: u32, number: u32, call: &Call, result: Node) {
        // Values of primitive types hold no objects.
        let signature = self.types.signature(call.method.descriptor);
        let receiver = usize::from(call.kind != CallKind::Static);
        let mut arguments = Vec::with_capacity(call.arguments.len());
        for (at, operand) in call.arguments.iter().enumerate() {
            let reference = at < receiver || matches!(signature.parameters.get(at - receiver), Some(Some(_)));
            arguments.push(if reference { self.sources(method, code, block, operand) } else { Vec::new() });
        }
        match call.kind {
            CallKind::Static | CallKind::Special => self.direct_call(method, number, call, &arguments, result),
            CallKind::Virtual | CallKind::Interface => {
                let private = match self.hierarchy.resolve(self.program, &call.method) {
                    Selection::Known(m) if self.program.methods[m].is(access::PRIVATE) && self.program.methods[m].code.is_some() => Some(m),
                    _ => None,
                };
                if let Some(callee) = private {
                    return self.known_call(method, number, Target::new(callee, -1), &arguments, result);
                }
                let noted = vec![Noted { method, operation: number, shift: -1, first: 0 }];
                let call = self.pend(Pending {
                    name: call.method,
                    arguments: Rc::from(arguments),
                    result,
                    noted,
                    outside: false,
                    left: false,
                    noted_left: false,
                    passed_on: None,
                });
                self.await_receivers(call);
            }
        }
    }

    fn direct_call(&mut self, method: MethodId, number: u32, call: &Call, arguments: &[Vec<Node>], result: Node) {
        if let Some(target) = direct(self.program, self.hierarchy, call) {
            return self.known_call(method, number, target, arguments, result);
        }
        self.leaves(method, number);
        let (owner, name) = (self.program.symbols.text(call.method.owner), self.program.symbols.text(call.method.name));
        match (owner, name) {
            ("java/lang/Object" | "java/lang/Enum" | "java/lang/Record", "<init>") => {}
            // The type of an object is asked for, nothing else.
            ("java/lang/runtime/SwitchBootstraps", _) => {}
            ("java/lang/System", "arraycopy") if arguments.len() == 5 => {
                for &from in &arguments[0] {
                    self.used(from, Use::LoadElement { to: result });
                }
                for &to in &arguments[2] {
                    self.used(to, Use::StoreElement { from: result });
                }
            }
            ("java/util/Arrays", "copyOf" | "copyOfRange") if (1..=3).contains(&arguments.len()) => {
                arguments[0].iter().for_each(|&from| self.connect(from, result, Filter::Array));
            }
            ("java/util/Objects", "requireNonNull") if arguments.len() == 1 => {
                arguments[0].iter().for_each(|&from| self.connect(from, result, Filter::Any));
            }
            _ if call.kind == CallKind::Special => {
                let class = self.program.methods[method].class;
                let effect = if name == "<init>" { Inherited::Anything } else { self.effect_of_inherited(class, call.method) };
                match effect {
                    Inherited::Nothing => {}
                    Inherited::Copies => arguments[0].iter().for_each(|&from| self.connect(from, result, Filter::Any)),
                    Inherited::Anything => {
                        arguments[0].iter().for_each(|&from| self.connect(from, self.escape, Filter::Any));
                        self.leave_with(&arguments[1..], result, call.method);
                    }
                }
            }
            _ => self.leave_with(arguments, result, call.method),
        }
    }

    fn known_call(&mut self, method: MethodId, number: u32, target: Target, arguments: &[Vec<Node>], result: Node) {
        self.note(method, number, target);
        let callee = target.method;
        let receiver = usize::from(!self.program.methods[callee].is(access::STATIC));
        if receiver == 1 {
            let this = self.receiver(callee);
            let filter = Filter::Subtypes(self.program.methods[callee].class);
            arguments.first().into_iter().flatten().for_each(|&from| self.connect(from, this, filter));
        }
        self.pass_arguments(arguments.get(receiver..).unwrap_or_default(), callee, 0, result);
        self.reach(callee);
    }
}
