//! The call graph, by rapid type analysis (Bacon and Sweeney, OOPSLA 1996): a virtual call may reach the implementations of classes
//! that reachable code instantiates.
//!
//! Libraries are black boxes that may call back: of an instantiated class, every method that overrides one of a library's; the method
//! behind a lambda wherever it is made. Calls of its interface's method reach a lambda too.

use super::facts::{Call, CallKind, ClassId, FixedHasher, Kind, Lambda, MethodId, MethodName, Program, Role, Symbol, access};
use super::hierarchy::{Hierarchy, Selection};
use crate::settings::choice;
use hashbrown::HashMap;

choice! {
    /// How call graphs are made.
    pub enum Algorithm {
        /// 0-1-CFA.
        "cfa" = Cfa,
        /// Rapid type analysis.
        "rta" = Rta,
    }
}

/// A method that a call may enter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Target {
    pub method: MethodId,
    /// Argument p of the call (the receiver counts) is parameter p + shift of the method (its receiver does not).
    pub(super) shift: i32,
    /// The first argument that is passed on: the function object is not.
    pub(super) first: u32,
}

impl Target {
    pub(super) fn new(method: MethodId, shift: i32) -> Self {
        Self { method, shift, first: 0 }
    }

    /// The argument that a parameter of the method comes from; `None` for the receiver. No argument of the call: what a lambda captured.
    pub fn argument(&self, parameter: Option<u32>) -> Option<usize> {
        let at = parameter.map_or(-1, |p| p as i32) - self.shift;
        usize::try_from(at).ok().filter(|&a| a >= self.first as usize)
    }

    /// The parameter that an argument becomes; None for a receiver.
    pub fn parameter(&self, argument: usize) -> Option<u32> {
        if argument < self.first as usize { None } else { u32::try_from(argument as i32 + self.shift).ok() }
    }
}

/// A call, or the making of a lambda, which stands for the calls of it that nobody sees.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Site {
    /// Ascending.
    pub targets: Vec<Target>,
    /// Whether it may leave the code that is known.
    pub black_box: bool,
}

/// Where execution begins.
#[derive(Clone, Debug)]
pub enum Entries<'a> {
    /// Every method of the analysed classes, on objects of all of them: what clients of a library may do.
    Everything,
    /// These methods, usually of tests; objects are what reachable code makes.
    Methods(&'a [MethodId]),
}

#[derive(Clone, Debug)]
pub struct CallGraph {
    /// By method, by operation.
    pub(super) sites: Vec<HashMap<u32, Site, FixedHasher>>,
    pub(super) reachable: Vec<bool>,
    /// By method: number of sites that may enter it.
    pub(super) entered_by: Vec<u32>,
    /// By method: whether code outside may call it, as an entry or through a library.
    pub(super) called_back: Vec<bool>,
}

impl CallGraph {
    pub fn rapid_type_analysis(program: &Program, hierarchy: &Hierarchy, entries: &Entries) -> Self {
        let mut analysis = Analysis::new(program, hierarchy);
        match entries {
            Entries::Everything => {
                let analysed = |c: &ClassId| program.classes[*c].role == Role::Analysed;
                for class in (0..program.classes.len()).filter(analysed) {
                    program.classes[class].methods.clone().for_each(|m| analysis.enter(m));
                    analysis.instantiate(class);
                }
            }
            Entries::Methods(methods) => {
                for &method in *methods {
                    analysis.enter(method);
                    analysis.instantiate(program.methods[method].class);
                }
            }
        }
        analysis.run();
        analysis.graph()
    }

    /// The calls of a method and what they may enter.
    pub fn site(&self, method: MethodId, operation: u32) -> Option<&Site> {
        self.sites[method].get(&operation)
    }

    /// By operation, ascending.
    pub fn sites(&self, method: MethodId) -> Vec<(u32, &Site)> {
        let mut sites: Vec<_> = self.sites[method].iter().map(|(&o, s)| (o, s)).collect();
        sites.sort_unstable_by_key(|(o, _)| *o);
        sites
    }

    pub fn is_reachable(&self, method: MethodId) -> bool {
        self.reachable[method]
    }

    /// Whether code outside may call the method.
    pub fn is_called_back(&self, method: MethodId) -> bool {
        self.called_back[method]
    }

    /// Number of sites that may enter a method.
    pub fn entered_by(&self, method: MethodId) -> u32 {
        self.entered_by[method]
    }
}

struct Analysis<'a> {
    program: &'a Program,
    hierarchy: &'a Hierarchy,
    reachable: Vec<bool>,
    called_back: Vec<bool>,
    instantiated: Vec<bool>,
    initialized: Vec<bool>,
    asked: Asked,
    open: Vec<MethodId>,
    /// Methods of virtual calls met so far, and what they may enter.
    names: HashMap<MethodName, Site, FixedHasher>,
    /// By owner: the names met so far.
    by_owner: HashMap<Symbol, Vec<MethodName>, FixedHasher>,
    /// By interface method: the lambdas made so far.
    lambdas: HashMap<MethodName, Vec<Target>, FixedHasher>,
}

impl<'a> Analysis<'a> {
    fn new(program: &'a Program, hierarchy: &'a Hierarchy) -> Self {
        let (methods, classes) = (program.methods.len(), program.classes.len());
        Self {
            program,
            hierarchy,
            reachable: vec![false; methods],
            called_back: vec![false; methods],
            instantiated: vec![false; classes],
            initialized: vec![false; classes],
            asked: Asked::default(),
            open: Vec::new(),
            names: HashMap::default(),
            by_owner: HashMap::default(),
            lambdas: HashMap::default(),
        }
    }

    fn enter(&mut self, method: MethodId) {
        self.called_back[method] = true;
        self.reach(method);
    }

    fn reach(&mut self, method: MethodId) {
        if !std::mem::replace(&mut self.reachable[method], true) {
            self.initialize(self.program.methods[method].class);
            self.open.push(method);
        }
    }

    /// The static initializers of a class and its superclasses run.
    fn initialize(&mut self, class: ClassId) {
        if std::mem::replace(&mut self.initialized[class], true) {
            return;
        }
        let program = self.program;
        for &s in self.hierarchy.supertypes(class) {
            let initializer = program.classes[s].methods.clone().find(|&m| program.symbols.text(program.methods[m].name) == "<clinit>");
            initializer.filter(|&m| program.methods[m].code.is_some()).into_iter().for_each(|m| self.reach(m));
        }
    }

    fn instantiate(&mut self, class: ClassId) {
        if self.program.classes[class].access & (access::ABSTRACT | access::INTERFACE) == 0 {
            self.has_objects(class);
        }
    }

    /// There are objects of a class, or of an interface that a lambda implements.
    fn has_objects(&mut self, class: ClassId) {
        if std::mem::replace(&mut self.instantiated[class], true) {
            return;
        }
        self.initialize(class);
        let (program, hierarchy) = (self.program, self.hierarchy);
        for &s in hierarchy.supertypes(class) {
            for name in self.by_owner.get(&program.classes[s].name).cloned().unwrap_or_default() {
                self.dispatch(class, name);
            }
            let overridable = program.classes[s].role == Role::Library || hierarchy.is_incomplete(class);
            if overridable {
                for method in program.classes[s].methods.clone() {
                    let m = &program.methods[method];
                    if m.is(access::STATIC | access::PRIVATE) || program.symbols.text(m.name).starts_with('<') {
                        continue;
                    }
                    if let Selection::Known(found) = hierarchy.select(program, class, m.name, m.descriptor) {
                        self.enter(found);
                    }
                }
            }
        }
    }

    /// Objects of a class may be receivers of a call.
    fn dispatch(&mut self, class: ClassId, name: MethodName) {
        match self.hierarchy.select(self.program, class, name.name, name.descriptor) {
            Selection::Known(method) if self.program.methods[method].code.is_some() => {
                self.add(name, Target::new(method, -1));
                self.reach(method);
            }
            // The method that a lambda implements.
            Selection::Known(_) if self.program.classes[class].access & access::INTERFACE != 0 => {}
            _ => self.names.entry(name).or_default().black_box = true,
        }
    }

    fn add(&mut self, name: MethodName, target: Target) {
        let targets = &mut self.names.entry(name).or_default().targets;
        if let Err(at) = targets.binary_search(&target) {
            targets.insert(at, target);
        }
    }

    fn run(&mut self) {
        while !self.open.is_empty() {
            self.reached();
            self.called_by_name();
        }
    }

    /// What the JDK calls by name, where code asks for it.
    fn called_by_name(&mut self) {
        for (id, class) in self.program.classes.iter().enumerate().filter(|(_, c)| c.role != Role::Library) {
            for method in class.methods.clone() {
                let name = self.program.symbols.text(self.program.methods[method].name);
                let called = self.asked.enums && self.initialized[id] && class.access & access::ENUM != 0 && name == "values"
                    || self.asked.serialization && SERIALIZATION.contains(&name) && self.has_instances(id);
                if called && !self.called_back[method] {
                    self.enter(method);
                }
            }
        }
    }

    fn has_instances(&self, class: ClassId) -> bool {
        self.hierarchy.subtypes(class).iter().any(|&s| self.instantiated[s])
    }

    fn reached(&mut self) {
        while let Some(method) = self.open.pop() {
            let program = self.program;
            let Some(code) = &program.methods[method].code else { continue };
            for operation in code.operations.iter().flatten() {
                match &operation.kind {
                    Kind::New { class } => {
                        if let Some(class) = program.class(*class) {
                            self.instantiate(class);
                        }
                    }
                    Kind::GetField { field, object } | Kind::PutField { field, object, .. } if object.is_empty() => {
                        if let Some(class) = program.class(program.fields[*field as usize].class) {
                            self.initialize(class);
                        }
                    }
                    Kind::Call(call) => self.call(call),
                    Kind::Lambda(lambda) => self.lambda(lambda),
                    _ => {}
                }
            }
        }
    }

    fn call(&mut self, call: &Call) {
        self.asked.note(self.program, &call.method);
        match call.kind {
            CallKind::Static | CallKind::Special => {
                if let Some(target) = direct(self.program, self.hierarchy, call) {
                    self.reach(target.method);
                }
            }
            CallKind::Virtual | CallKind::Interface => self.virtual_call(call.method),
        }
    }

    fn virtual_call(&mut self, name: MethodName) {
        if self.names.contains_key(&name) {
            return;
        }
        let (program, hierarchy) = (self.program, self.hierarchy);
        self.names.insert(name, Site::default());
        for target in self.lambdas.get(&name).cloned().unwrap_or_default() {
            self.add(name, target);
        }
        self.by_owner.entry(name.owner).or_default().push(name);
        let owner = program.class(name.owner);
        let private = match hierarchy.resolve(program, &name) {
            Selection::Known(method) if program.methods[method].is(access::PRIVATE) => Some(method),
            _ => None,
        };
        match (owner, private) {
            (_, Some(method)) => {
                self.add(name, Target::new(method, -1));
                self.reach(method);
            }
            (Some(owner), None) => {
                if program.classes[owner].role == Role::Library {
                    self.names.entry(name).or_default().black_box = true;
                }
                for &class in hierarchy.subtypes(owner) {
                    if self.instantiated[class] {
                        self.dispatch(class, name);
                    }
                }
            }
            (None, None) => self.names.entry(name).or_default().black_box = true,
        }
    }

    fn lambda(&mut self, lambda: &Lambda) {
        if handle::is_virtual(lambda.handle) {
            if let Some(interface) = self.program.class(lambda.interface.owner) {
                self.has_objects(interface);
            }
            return self.virtual_call(lambda.implementation);
        }
        let Some(implementation) = implementation(self.program, self.hierarchy, lambda) else { return };
        if handle::makes_object(lambda.handle)
            && let Some(class) = self.program.class(lambda.implementation.owner)
        {
            self.instantiate(class);
        }
        if let Some(interface) = self.program.class(lambda.interface.owner) {
            self.has_objects(interface);
        }
        self.enter(implementation);
        // Argument 0 of a call is the function object.
        let receiver = i32::from(!self.program.methods[implementation].is(access::STATIC) && !handle::makes_object(lambda.handle));
        let target = Target { method: implementation, shift: lambda.captured.len() as i32 - 1 - receiver, first: 1 };
        let known = self.lambdas.entry(lambda.interface).or_default();
        if !known.contains(&target) {
            known.push(target);
            if self.names.contains_key(&lambda.interface) {
                self.add(lambda.interface, target);
            }
        }
    }

    fn graph(self) -> CallGraph {
        let (program, hierarchy) = (self.program, self.hierarchy);
        let mut sites = vec![HashMap::default(); program.methods.len()];
        let mut entered_by = vec![0; program.methods.len()];
        for method in (0..program.methods.len()).filter(|&m| self.reachable[m]) {
            let Some(code) = &program.methods[method].code else { continue };
            for (number, operation) in code.operations.iter().enumerate() {
                let site = match operation.as_ref().map(|o| &o.kind) {
                    Some(Kind::Call(call)) if matches!(call.kind, CallKind::Static | CallKind::Special) => {
                        let target = direct(program, hierarchy, call);
                        Site { targets: target.into_iter().collect(), black_box: target.is_none() }
                    }
                    Some(Kind::Call(call)) => {
                        let mut site = self.names[&call.method].clone();
                        // An interface that nobody known implements is implemented elsewhere.
                        site.black_box |= site.targets.is_empty();
                        site
                    }
                    Some(Kind::Lambda(lambda)) if handle::is_virtual(lambda.handle) => {
                        Site { black_box: true, ..self.names[&lambda.implementation].clone() }
                    }
                    Some(Kind::Lambda(lambda)) => match implementation(program, hierarchy, lambda) {
                        Some(method) => {
                            let receiver = !program.methods[method].is(access::STATIC) && !handle::makes_object(lambda.handle);
                            Site { targets: vec![Target::new(method, -i32::from(receiver))], black_box: true }
                        }
                        None => Site { targets: Vec::new(), black_box: true },
                    },
                    _ => continue,
                };
                site.targets.iter().for_each(|t| entered_by[t.method] += 1);
                sites[method].insert(number as u32, site);
            }
        }
        CallGraph { sites, reachable: self.reachable, entered_by, called_back: self.called_back }
    }
}

/// What serialization calls by name (Java Object Serialization Specification, sections 2.3, 2.5, 3.4, 3.5, 3.7).
pub(super) const SERIALIZATION: [&str; 5] = ["readObject", "writeObject", "readObjectNoData", "readResolve", "writeReplace"];

/// What code asks the JDK for, which then calls methods by name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Asked {
    /// The constants of enums: their `values`.
    pub enums: bool,
    /// To write or read objects: [`SERIALIZATION`].
    pub serialization: bool,
}

impl Asked {
    /// Takes note of a call of a library.
    pub fn note(&mut self, program: &Program, call: &MethodName) {
        let (owner, name) = (program.symbols.text(call.owner), program.symbols.text(call.name));
        self.enums |= matches!((owner, name), ("java/lang/Enum", "valueOf") | ("java/lang/Class", "getEnumConstants"))
            || matches!(owner, "java/util/EnumSet" | "java/util/EnumMap");
        self.serialization |= matches!(owner, "java/io/ObjectOutputStream" | "java/io/ObjectInputStream");
    }
}

/// The one method that a static or special call enters, if its code is known.
pub(super) fn direct(program: &Program, hierarchy: &Hierarchy, call: &Call) -> Option<Target> {
    match hierarchy.resolve(program, &call.method) {
        Selection::Known(method) if program.methods[method].code.is_some() => {
            Some(Target::new(method, if call.kind == CallKind::Static { 0 } else { -1 }))
        }
        _ => None,
    }
}

/// The method behind a lambda, if its code is known.
pub(super) fn implementation(program: &Program, hierarchy: &Hierarchy, lambda: &Lambda) -> Option<MethodId> {
    match hierarchy.resolve(program, &lambda.implementation) {
        Selection::Known(method) if program.methods[method].code.is_some() => Some(method),
        _ => None,
    }
}

pub(super) mod handle {
    /// REF_newInvokeSpecial.
    const NEW: u32 = 8;

    /// REF_invokeVirtual and REF_invokeInterface.
    pub fn is_virtual(kind: u32) -> bool {
        matches!(kind, 5 | 9)
    }

    pub fn makes_object(kind: u32) -> bool {
        kind == NEW
    }
}
