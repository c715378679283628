//! Read and write effects: which fields and array elements a method may read or write, itself or by what it calls, and how it comes to
//! that (side-effect analysis over a call graph: Banning, POPL 1979; for objects, Salcianu and Rinard, "Purity and side effect analysis
//! for Java programs", VMCAI 2005).
//!
//! An effect names the object as the method sees it ([`Base`]): its receiver, a parameter, or one from elsewhere. What happens to objects
//! that the method or its callees made is no effect of it. Monitors are an effect, whosever they are. A method is *pure* if it writes
//! nothing that existed before, enters no monitor, and calls nothing that the program does not know.
//!
//! What libraries do is not known: a call that leaves the known code is an effect of its own, [`Effect::Leaves`], and who asks decides
//! which of them are harmless. Static initializers belong to nobody who triggers them.
//!
//! The effects are the least fixed point over the methods that are asked about and all they may reach. It is computed in rounds: what is
//! found in round n is n calls away, so that each path is one of the shortest. What a method does by itself is in [`own`]; where calls
//! lead, a [`CallGraph`] says, or [`super::purity`], which reads code only as far as it has to.

pub mod origins;
pub mod own;
#[cfg(test)]
mod tests;

pub use self::origins::{Base, Bases};

use self::own::{Own, OwnCall};
use super::call_graph::{CallGraph, Target};
use super::facts::{FieldId, FixedHasher, MethodId, MethodName, Program};
use hashbrown::HashMap;
use std::collections::BTreeMap;
use std::sync::Arc;

/// What may be read or written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Location {
    Field(FieldId),
    /// An element of an array, whichever.
    Element,
    /// Anything in an object of a library, whose code is not looked at.
    Inside,
}

/// What a method may do to the world.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Effect {
    Reads(Location, Base),
    Writes(Location, Base),
    /// A monitor is entered.
    Locks,
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

impl Effects {
    /// The effects of these methods and of all that they may reach.
    pub fn of(program: &Program, calls: &CallGraph, roots: &[MethodId]) -> Self {
        let mut graph = Graph { program, calls, left_to: Vec::new(), numbers: HashMap::default(), propagation: Propagation::default() };
        graph.explore(roots);
        Self { by_method: graph.propagation.solve(), left_to: graph.left_to }
    }

    /// Of a method, ascending; empty for one that no root reaches.
    pub fn of_method(&self, method: MethodId) -> impl Iterator<Item = Effect> + '_ {
        self.by_method.get(&method).into_iter().flat_map(|found| found.keys().copied())
    }

    /// The library methods, or methods without code, that are called.
    pub fn left_to(&self) -> &[MethodName] {
        &self.left_to
    }

    /// Whether the method writes nothing that existed before it was called, and enters no monitor, where `harmless` says so of all calls
    /// that leave the code.
    pub fn is_pure(&self, method: MethodId, harmless: impl Fn(&MethodName) -> bool) -> bool {
        self.of_method(method).all(|effect| match effect {
            Effect::Reads(..) => true,
            Effect::Writes(..) | Effect::Locks => false,
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

/// The methods of a call graph.
struct Graph<'a> {
    program: &'a Program,
    calls: &'a CallGraph,
    left_to: Vec<MethodName>,
    /// Their places.
    numbers: HashMap<MethodName, usize, FixedHasher>,
    propagation: Propagation,
}

impl Graph<'_> {
    /// Finds what is reached, and what each method does by itself.
    fn explore(&mut self, roots: &[MethodId]) {
        let program = self.program;
        let mut open = roots.to_vec();
        while let Some(method) = open.pop() {
            if self.propagation.found.contains_key(&method) {
                continue;
            }
            let of = &program.methods[method];
            let Some(code) = &of.code else {
                let name = MethodName { owner: program.classes[of.class].name, name: of.name, descriptor: of.descriptor };
                let leaves = Effect::Leaves(self.number(name));
                self.propagation.add(method, [(leaves, 0)].into(), Vec::new());
                continue;
            };
            let Own { mut effects, calls } = Own::of(program, of, code);
            let mut entered = Vec::new();
            for call in calls {
                let Some(site) = self.calls.site(method, call.operation) else { continue };
                if site.black_box {
                    effects.entry(Effect::Leaves(self.number(call.method))).or_insert(call.operation);
                }
                entered.extend(site.targets.iter().map(|&target| Entered::new(&call, target)));
            }
            open.extend(entered.iter().map(|e| e.target.method));
            self.propagation.add(method, effects, entered);
        }
    }

    fn number(&mut self, name: MethodName) -> usize {
        let left_to = &mut self.left_to;
        *self.numbers.entry(name).or_insert_with(|| {
            left_to.push(name);
            left_to.len() - 1
        })
    }
}

/// A call of known code, and what its arguments may be.
#[derive(Debug)]
pub(super) struct Entered {
    operation: u32,
    target: Target,
    /// The receiver first, if there is one.
    arguments: Arc<[Bases]>,
}

/// Passes effects from methods to those that call them.
#[derive(Debug, Default)]
pub(super) struct Propagation {
    found: BTreeMap<MethodId, BTreeMap<Effect, Cause>>,
    entered: BTreeMap<MethodId, Vec<Entered>>,
}

impl Propagation {
    /// Adds a method: what it does itself, by which operation, and what it calls.
    pub fn add(&mut self, method: MethodId, own: BTreeMap<Effect, u32>, entered: Vec<Entered>) {
        self.found.insert(method, own.into_iter().map(|(effect, operation)| (effect, Cause::Own(operation))).collect());
        self.entered.insert(method, entered);
    }

    /// The effects of all methods that were added, the callees' included.
    pub fn effects(self) -> Effects {
        Effects { by_method: self.solve(), left_to: Vec::new() }
    }

    /// Round by round.
    fn solve(mut self) -> BTreeMap<MethodId, BTreeMap<Effect, Cause>> {
        let mut fresh: BTreeMap<MethodId, Vec<Effect>> = self.found.iter().map(|(&m, own)| (m, own.keys().copied().collect())).collect();
        fresh.retain(|_, effects| !effects.is_empty());
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
        self.found
    }
}

impl Entered {
    pub fn new(call: &OwnCall, target: Target) -> Self {
        Self { operation: call.operation, target, arguments: call.arguments.clone() }
    }

    /// An effect of the target as an effect of the caller; empty: it happens to objects that the caller made.
    fn seen_by_caller(&self, effect: Effect) -> Vec<Effect> {
        let of = |base: Base| -> Vec<Base> {
            match base {
                Base::Static | Base::Other => vec![base],
                Base::Receiver => self.argument(-1).iter().collect(),
                Base::Parameter(p) => self.argument(p as i32).iter().collect(),
            }
        };
        match effect {
            Effect::Reads(location, base) => of(base).into_iter().map(|b| Effect::Reads(location, b)).collect(),
            Effect::Writes(location, base) => of(base).into_iter().map(|b| Effect::Writes(location, b)).collect(),
            Effect::Locks | Effect::Leaves(_) => vec![effect],
        }
    }

    /// What a parameter of the target may be; -1: its receiver.
    fn argument(&self, parameter: i32) -> Bases {
        let argument = usize::try_from(parameter - self.target.shift).ok().filter(|&a| a >= self.target.first as usize);
        // A parameter that is no argument of the call is one that only the unseen caller of a lambda knows.
        argument.and_then(|a| self.arguments.get(a)).copied().unwrap_or(Bases::OTHER)
    }
}
