//! Read and write effects: which fields and array elements a method may read or write, itself or by what it calls, and how it comes to
//! that (side-effect analysis over a call graph: Banning, POPL 1979; for objects, Salcianu and Rinard, "Purity and side effect analysis
//! for Java programs", VMCAI 2005).
//!
//! An effect names the object as the method sees it ([`Base`]): its receiver, a parameter, or one from elsewhere. What happens to objects
//! that the method or its callees made is no effect of it. A method is *pure* if it writes nothing that existed before, and calls nothing
//! that the program does not know. Locks are not seen.
//!
//! What libraries do is not known: a call that leaves the known code is an effect of its own, [`Effect::Leaves`], and who asks decides
//! which of them are harmless. Static initializers belong to nobody who triggers them.
//!
//! The effects are the least fixed point over the methods that are asked about and all they may reach. It is computed in rounds: what is
//! found in round n is n calls away, so that each path is one of the shortest.

pub mod origins;
#[cfg(test)]
mod tests;

pub use self::origins::Base;

use self::origins::Origins;
use super::call_graph::{CallGraph, Target};
use super::facts::{Call, Code, FieldId, FixedHasher, Kind, MethodId, MethodName, Program, Sources};
use hashbrown::HashMap;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// What may be read or written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Location {
    Field(FieldId),
    /// An element of an array, whichever.
    Element,
}

/// What a method may do to the world.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Effect {
    Reads(Location, Base),
    Writes(Location, Base),
    /// A call leaves the code that is known; the place of the method's name in [`Effects::left_to`].
    Leaves(usize),
}

/// One step of a path: an operation of a method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    pub method: MethodId,
    pub operation: u32,
}

/// How a method comes to an effect.
#[derive(Clone, Copy, Debug)]
enum Cause {
    /// By an operation of its own.
    Own(u32),
    /// By a call, whose target has that effect.
    Call { operation: u32, target: MethodId, effect: Effect },
}

/// The effects of some methods and of all that they may reach.
#[derive(Debug)]
pub struct Effects {
    by_method: BTreeMap<MethodId, BTreeMap<Effect, Cause>>,
    left_to: Vec<MethodName>,
}

/// A call of known code, and what its arguments may be.
struct Entered {
    operation: u32,
    target: Target,
    arguments: Rc<[BTreeSet<Base>]>,
}

impl Effects {
    /// The effects of these methods and of all that they may reach.
    pub fn of(program: &Program, calls: &CallGraph, roots: &[MethodId]) -> Self {
        let mut analysis =
            Analysis { program, calls, left_to: Vec::new(), numbers: HashMap::default(), entered: BTreeMap::new(), found: BTreeMap::new() };
        analysis.explore(roots);
        analysis.solve();
        Self { by_method: analysis.found, left_to: analysis.left_to }
    }

    /// Of a method, ascending; empty for one that no root reaches.
    pub fn of_method(&self, method: MethodId) -> impl Iterator<Item = Effect> + '_ {
        self.by_method.get(&method).into_iter().flat_map(|found| found.keys().copied())
    }

    /// The library methods, or methods without code, that are called.
    pub fn left_to(&self) -> &[MethodName] {
        &self.left_to
    }

    /// Whether the method writes nothing that existed before it was called, where `harmless` says so of all calls that leave the code.
    pub fn is_pure(&self, method: MethodId, harmless: impl Fn(&MethodName) -> bool) -> bool {
        self.of_method(method).all(|effect| match effect {
            Effect::Reads(..) => true,
            Effect::Writes(..) => false,
            Effect::Leaves(name) => harmless(&self.left_to[name]),
        })
    }

    /// The operations by which a method comes to an effect: calls, each of the method that the one before calls, and then the access or
    /// the call that leaves the code. There is no shorter path. `None`: the method has no such effect.
    pub fn path(&self, mut method: MethodId, mut effect: Effect) -> Option<Vec<Step>> {
        let mut path = Vec::new();
        loop {
            match *self.by_method.get(&method)?.get(&effect)? {
                Cause::Own(operation) => {
                    path.push(Step { method, operation });
                    return Some(path);
                }
                Cause::Call { operation, target, effect: next } => {
                    path.push(Step { method, operation });
                    (method, effect) = (target, next);
                }
            }
        }
    }
}

struct Analysis<'a> {
    program: &'a Program,
    calls: &'a CallGraph,
    left_to: Vec<MethodName>,
    /// Their places.
    numbers: HashMap<MethodName, usize, FixedHasher>,
    entered: BTreeMap<MethodId, Vec<Entered>>,
    found: BTreeMap<MethodId, BTreeMap<Effect, Cause>>,
}

impl Analysis<'_> {
    /// Finds what is reached, and what each method does by itself.
    fn explore(&mut self, roots: &[MethodId]) {
        let mut open = roots.to_vec();
        while let Some(method) = open.pop() {
            if self.found.contains_key(&method) {
                continue;
            }
            let mut own = BTreeMap::new();
            let mut entered = Vec::new();
            match &self.program.methods[method].code {
                Some(code) => self.read(method, code, &mut own, &mut entered),
                None => {
                    let name = self.name_of(method);
                    own.insert(Effect::Leaves(self.number(name)), Cause::Own(0));
                }
            }
            open.extend(entered.iter().map(|e| e.target.method));
            self.found.insert(method, own);
            self.entered.insert(method, entered);
        }
    }

    fn read(&mut self, method: MethodId, code: &Code, own: &mut BTreeMap<Effect, Cause>, entered: &mut Vec<Entered>) {
        let origins = Origins::of(&self.program.methods[method], code);
        for (operation, kind) in (0..).zip(&code.operations).filter_map(|(n, o)| o.as_ref().map(|o| (n, &o.kind))) {
            let mut access = |effect: fn(Location, Base) -> Effect, location: Location, bases: BTreeSet<Base>| {
                for base in bases {
                    own.entry(effect(location, base)).or_insert(Cause::Own(operation));
                }
            };
            match kind {
                Kind::GetField { field, object } => access(Effect::Reads, self.field(*field), self.holders(&origins, *field, object)),
                Kind::PutField { field, object, .. } => access(Effect::Writes, self.field(*field), self.holders(&origins, *field, object)),
                Kind::ArrayLoad { array, .. } => access(Effect::Reads, Location::Element, origins.bases(array)),
                Kind::ArrayStore { array, .. } => access(Effect::Writes, Location::Element, origins.bases(array)),
                Kind::Call(Call { method: name, arguments, .. }) => self.call(method, operation, name, arguments, &origins, own, entered),
                Kind::Lambda(lambda) => {
                    self.call(method, operation, &lambda.implementation, &lambda.captured, &origins, own, entered);
                }
                _ => {}
            }
        }
    }

    #[expect(clippy::too_many_arguments, reason = "what is known of a call, and where its effects go")]
    fn call(
        &mut self,
        method: MethodId,
        operation: u32,
        name: &MethodName,
        arguments: &[Sources],
        origins: &Origins,
        own: &mut BTreeMap<Effect, Cause>,
        entered: &mut Vec<Entered>,
    ) {
        let Some(site) = self.calls.site(method, operation) else { return };
        if site.black_box {
            let number = self.number(*name);
            own.entry(Effect::Leaves(number)).or_insert(Cause::Own(operation));
        }
        if !site.targets.is_empty() {
            let arguments: Rc<[BTreeSet<Base>]> = arguments.iter().map(|a| origins.bases(a)).collect();
            entered.extend(site.targets.iter().map(|&target| Entered { operation, target, arguments: arguments.clone() }));
        }
    }

    /// The objects whose field is accessed.
    fn holders(&self, origins: &Origins, field: u32, object: &Sources) -> BTreeSet<Base> {
        let is_static = self.program.fields[field as usize].access & super::facts::access::STATIC != 0;
        if is_static { [Base::Static].into() } else { origins.bases(object) }
    }

    fn field(&self, field: u32) -> Location {
        Location::Field(field as FieldId)
    }

    fn name_of(&self, method: MethodId) -> MethodName {
        let method = &self.program.methods[method];
        MethodName { owner: self.program.classes[method.class].name, name: method.name, descriptor: method.descriptor }
    }

    fn number(&mut self, name: MethodName) -> usize {
        let left_to = &mut self.left_to;
        *self.numbers.entry(name).or_insert_with(|| {
            left_to.push(name);
            left_to.len() - 1
        })
    }

    /// Passes effects on to callers, round by round.
    fn solve(&mut self) {
        let mut fresh: BTreeMap<MethodId, Vec<Effect>> = self.found.iter().map(|(&m, own)| (m, own.keys().copied().collect())).collect();
        while !fresh.is_empty() {
            let mut next: BTreeMap<MethodId, BTreeMap<Effect, Cause>> = BTreeMap::new();
            for (&caller, entered) in &self.entered {
                let known = &self.found[&caller];
                for call in entered {
                    for &effect in fresh.get(&call.target.method).into_iter().flatten() {
                        let cause = Cause::Call { operation: call.operation, target: call.target.method, effect };
                        for seen in call.seen_by_caller(effect).into_iter().filter(|e| !known.contains_key(e)) {
                            next.entry(caller).or_default().entry(seen).or_insert(cause);
                        }
                    }
                }
            }
            fresh = next.iter().map(|(&m, found)| (m, found.keys().copied().collect())).collect();
            for (method, found) in next {
                self.found.entry(method).or_default().extend(found);
            }
        }
    }
}

impl Entered {
    /// An effect of the target as an effect of the caller; empty: it happens to objects that the caller made.
    fn seen_by_caller(&self, effect: Effect) -> Vec<Effect> {
        let of = |base: Base| match base {
            Base::Static | Base::Other => [base].into(),
            Base::Receiver => self.argument(-1),
            Base::Parameter(p) => self.argument(p as i32),
        };
        match effect {
            Effect::Reads(location, base) => of(base).into_iter().map(|b| Effect::Reads(location, b)).collect(),
            Effect::Writes(location, base) => of(base).into_iter().map(|b| Effect::Writes(location, b)).collect(),
            Effect::Leaves(_) => vec![effect],
        }
    }

    /// What a parameter of the target may be; -1: its receiver.
    fn argument(&self, parameter: i32) -> BTreeSet<Base> {
        let argument = usize::try_from(parameter - self.target.shift).ok().filter(|&a| a >= self.target.first as usize);
        // A parameter that is no argument of the call is one that only the unseen caller of a lambda knows.
        argument.and_then(|a| self.arguments.get(a)).cloned().unwrap_or_else(|| [Base::Other].into())
    }
}
