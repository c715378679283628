//! Which calls are free of side effects: by the effects of all that they may run ([`super::effects`]), over code that is read only as far
//! as the answer needs it.
//!
//! A call is *pure* iff nothing that it can reach writes a static field, a field or array element of an object that existed before the
//! call, enters a monitor or runs native code (and with that, does I/O, reads the clock or a source of randomness). Objects that the call
//! itself makes may be written.
//!
//! Targets of calls are found by class hierarchy analysis (Dean, Grove and Chambers, ECOOP 1995): every override that is known of. A call
//! on an interface or abstract class of the JDK is impure unless its contract says otherwise ([`known`]); one that a lambda might answer,
//! or that reaches more than [`MOST_METHODS`] methods, counts as impure.
//!
//! Not seen: static initializers (they run once, whoever comes first), and classes that are loaded from elsewhere at run time.
//!
//! The code of a JDK is large, and most questions are answered by little of it. So the asker brings declarations and code as they turn out
//! to be needed, round by round: an answer is either final or says what it lacks ([`Lacks`]). What was said to lack and is not there in
//! the next round does not exist.

mod known;
mod targets;
#[cfg(test)]
mod tests;

use self::targets::{Found, Targets};
use super::effects::own::{Own, OwnCall};
use super::effects::{Base, Effect, Effects, Entered, Location, Propagation};
use super::facts::{CallKind, FixedHasher, MethodId, MethodName, Program, access};
use super::hierarchy::Hierarchy;
use hashbrown::{HashMap, HashSet};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

/// Methods that a call may reach and still be looked at.
pub const MOST_METHODS: usize = 3000;
/// Implementations that a call may have.
const MOST_OVERRIDES: usize = 150;

/// A call of an instance method without parameters, on an object that somebody else has made.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Question {
    /// Internal name of the receiver's static type.
    pub receiver: String,
    pub name: String,
    pub descriptor: String,
}

/// What the next round needs, each in order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Lacks {
    /// Classes without a record: internal names.
    pub classes: BTreeSet<String>,
    /// Classes of which the names of all subtypes are needed, themselves included.
    pub subtypes: BTreeSet<String>,
    /// Methods whose code is needed: class, name, descriptor.
    pub code: BTreeSet<(String, String, String)>,
}

impl Lacks {
    pub fn is_empty(&self) -> bool {
        self.classes.is_empty() && self.subtypes.is_empty() && self.code.is_empty()
    }
}

/// Whether a call is free of side effects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is; and it may reach the method that was asked about, or not.
    Pure { reaches: bool },
    /// It may have one: why.
    Impure(String),
}

/// What a call may write of objects that existed before it; the parts of one's own are told apart by nothing but their names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Writes {
    /// Names of fields, of whatever class.
    pub fields: BTreeSet<String>,
    /// Some element of some array.
    pub elements: bool,
    /// Something in an object, or an array, that the JDK is given.
    pub inside: bool,
}

/// What is known so far of the classes that calls may reach.
#[derive(Debug, Default)]
pub struct Purity {
    /// The asker's, while it is asked.
    program: Program,
    hierarchy: Hierarchy,
    /// By class: the names of its subtypes and its own.
    subtypes: HashMap<String, Vec<String>, FixedHasher>,
    own: HashMap<MethodId, Own, FixedHasher>,
    targets: HashMap<(Option<CallKind>, MethodName), Targets, FixedHasher>,
    /// By method: what its calls may enter, or why it is impure whatever its arguments are.
    looked_at: HashMap<MethodId, Result<Arc<[MethodId]>, String>, FixedHasher>,
    /// By call: what all of it reaches.
    decided: HashMap<MethodName, (Targets, Reached), FixedHasher>,
    asked_classes: HashSet<String, FixedHasher>,
}

/// What a call reaches.
#[derive(Clone, Debug)]
enum Reached {
    /// Nothing of it is impure whatever its arguments are.
    All(Arc<BTreeSet<MethodId>>),
    Impure(String),
}

impl Purity {
    /// Says which subtypes a class has, itself included.
    /// Those that have no record when they are asked for do not exist.
    pub fn add_subtypes(&mut self, class: String, names: Vec<String>) {
        self.subtypes.entry(class).or_insert(names);
    }

    /// Answers questions, in order; or says what the program lacks to answer all. It is the same program each time, with more classes and
    /// more code.
    ///
    /// # Errors
    /// What is lacking.
    pub fn answer(&mut self, program: &mut Program, questions: &[Question], about: Option<&Question>) -> Result<Vec<Verdict>, Lacks> {
        std::mem::swap(&mut self.program, program);
        let answer = self.answer_all(questions, about);
        std::mem::swap(&mut self.program, program);
        answer
    }

    /// What a call may write, instance or `is_static`; none: it runs code that is not known. Or what the program lacks to answer.
    ///
    /// # Errors
    /// What is lacking.
    pub fn writes(&mut self, program: &mut Program, question: &Question, is_static: bool) -> Result<Option<Writes>, Lacks> {
        std::mem::swap(&mut self.program, program);
        self.hierarchy.grow(&self.program);
        let mut lacks = Lacks::default();
        let answer = self.written_by(question, is_static, &mut lacks);
        std::mem::swap(&mut self.program, program);
        answer.ok_or_else(|| {
            self.asked_classes.extend(lacks.classes.iter().cloned());
            lacks
        })
    }

    /// None: something is lacking.
    fn written_by(&mut self, question: &Question, is_static: bool, lacks: &mut Lacks) -> Option<Option<Writes>> {
        let symbols = &mut self.program.symbols;
        let Question { receiver, name, descriptor } = question;
        let name = MethodName { owner: symbols.of(receiver), name: symbols.of(name), descriptor: symbols.of(descriptor) };
        let kind = if is_static { CallKind::Static } else { CallKind::Virtual };
        let roots = match self.resolve(Some(kind), &name, lacks) {
            Found::Targets(roots) => roots,
            Found::Impure(_) => return Some(None),
            Found::Lacking => return None,
        };
        let mut all: BTreeSet<MethodId> = roots.methods.iter().map(|t| t.method).collect();
        let mut open: VecDeque<MethodId> = all.iter().copied().collect();
        let mut lacking = false;
        while let Some(method) = open.pop_front() {
            match self.code_of(method, lacks) {
                None => lacking = true,
                Some(false) => return Some(None),
                Some(true) => match self.enters(method, lacks) {
                    None => lacking = true,
                    Some(Err(_)) => return Some(None),
                    Some(Ok(next)) => open.extend(next.iter().copied().filter(|&m| all.insert(m))),
                },
            }
            if all.len() > MOST_METHODS {
                return Some(None);
            }
        }
        if lacking {
            return None;
        }
        let mut propagation = Propagation::default();
        for &method in &all {
            let (effects, entered) = self.effects(method);
            propagation.add(method, effects, entered);
        }
        let effects = propagation.effects();
        let mut writes = Writes { inside: !roots.written.is_empty(), ..Writes::default() };
        for effect in roots.methods.iter().flat_map(|target| effects.of_method(target.method)) {
            match effect {
                Effect::Writes(Location::Field(field), _) => {
                    writes.fields.insert(self.program.symbols.text(self.program.fields[field].name).to_owned());
                }
                Effect::Writes(Location::Element, _) => writes.elements = true,
                Effect::Writes(Location::Inside, _) => writes.inside = true,
                _ => {}
            }
        }
        Some(Some(writes))
    }

    /// Whether the method has code that can be looked at. None: it is lacking.
    fn code_of(&mut self, method: MethodId, lacks: &mut Lacks) -> Option<bool> {
        let of = &self.program.methods[method];
        match &of.code {
            None if of.awaits_code => {
                lacks.code.insert(self.parts(method));
                None
            }
            None => Some(false),
            Some(code) => {
                if !self.own.contains_key(&method) {
                    self.own.insert(method, Own::of(&self.program, of, code));
                }
                Some(true)
            }
        }
    }

    fn answer_all(&mut self, questions: &[Question], about: Option<&Question>) -> Result<Vec<Verdict>, Lacks> {
        self.hierarchy.grow(&self.program);
        let mut lacks = Lacks::default();
        let reached: Vec<Option<(Targets, Reached)>> = questions.iter().map(|question| self.reach(question, &mut lacks)).collect();
        let Some(reached) = reached.into_iter().collect::<Option<Vec<_>>>() else {
            self.asked_classes.extend(lacks.classes.iter().cloned());
            return Err(lacks);
        };
        let mut propagation = Propagation::default();
        let all: BTreeSet<MethodId> = reached
            .iter()
            .filter_map(|(_, r)| if let Reached::All(m) = r { Some(m) } else { None })
            .flat_map(|m| m.iter().copied())
            .collect();
        for &method in &all {
            let (effects, entered) = self.effects(method);
            propagation.add(method, effects, entered);
        }
        let effects = propagation.effects();
        let goal = about.and_then(|method| self.declared(method));
        let verdict = |(targets, reached)| match reached {
            Reached::Impure(why) => Verdict::Impure(why),
            Reached::All(methods) => match self.effect(&targets, &effects) {
                Some(why) => Verdict::Impure(why),
                None => Verdict::Pure { reaches: goal.is_some_and(|g| methods.contains(&g)) },
            },
        };
        Ok(reached.into_iter().map(verdict).collect())
    }

    fn declared(&self, method: &Question) -> Option<MethodId> {
        let find = |text| self.program.symbols.find(text);
        let class = self.program.class(find(&method.receiver)?)?;
        self.program.declared(class, find(&method.name)?, find(&method.descriptor)?)
    }

    /// Collects what a call reaches, breadth first; stops at the first thing that is impure whatever the arguments are. None: something is
    /// lacking.
    fn reach(&mut self, question: &Question, lacks: &mut Lacks) -> Option<(Targets, Reached)> {
        let Question { receiver, name, descriptor } = question;
        let symbols = &mut self.program.symbols;
        let name = MethodName { owner: symbols.of(receiver), name: symbols.of(name), descriptor: symbols.of(descriptor) };
        if let Some(known) = self.decided.get(&name) {
            return Some(known.clone());
        }
        let found = match self.resolve(Some(CallKind::Virtual), &name, lacks) {
            Found::Targets(roots) => {
                let reached = self.reach_from(&roots, lacks)?;
                (roots, reached)
            }
            Found::Impure(why) => (Targets::default(), Reached::Impure(why)),
            Found::Lacking => return None,
        };
        self.decided.insert(name, found.clone());
        Some(found)
    }

    fn reach_from(&mut self, roots: &Targets, lacks: &mut Lacks) -> Option<Reached> {
        let mut all: BTreeSet<MethodId> = roots.methods.iter().map(|t| t.method).collect();
        let mut open: VecDeque<MethodId> = all.iter().copied().collect();
        let mut lacking = false;
        while let Some(method) = open.pop_front() {
            match self.look_at(method, lacks) {
                None => lacking = true,
                Some(Err(why)) => {
                    let root = roots.methods.iter().any(|t| t.method == method);
                    return Some(Reached::Impure(if root { why } else { format!("calls {}, which {why}", self.text(method)) }));
                }
                Some(Ok(next)) => open.extend(next.iter().copied().filter(|&m| all.insert(m))),
            }
            if all.len() > MOST_METHODS {
                return Some(Reached::Impure(format!("reaches more than {MOST_METHODS} methods")));
            }
        }
        (!lacking).then(|| Reached::All(Arc::new(all)))
    }

    /// What the calls of a method may enter, or why it is impure whatever its arguments are. None: something is lacking.
    fn look_at(&mut self, method: MethodId, lacks: &mut Lacks) -> Option<Result<Arc<[MethodId]>, String>> {
        if let Some(known) = self.looked_at.get(&method) {
            return Some(known.clone());
        }
        let of = &self.program.methods[method];
        let found = match &of.code {
            None if of.awaits_code => {
                lacks.code.insert(self.parts(method));
                return None;
            }
            None => Err("has no code to analyse".to_owned()),
            Some(code) => {
                if !self.own.contains_key(&method) {
                    self.own.insert(method, Own::of(&self.program, of, code));
                }
                match self.own[&method].effects.keys().find_map(|&effect| self.definite(effect)) {
                    Some(why) => Err(why),
                    None => self.enters(method, lacks)?,
                }
            }
        };
        self.looked_at.insert(method, found.clone());
        Some(found)
    }

    /// What the calls of a method may enter.
    fn enters(&mut self, method: MethodId, lacks: &mut Lacks) -> Option<Result<Arc<[MethodId]>, String>> {
        let calls: Vec<_> = self.own[&method].calls.iter().filter(|c| c.kind.is_some()).map(|c| (c.kind, c.method)).collect();
        let mut all = Vec::new();
        let mut lacking = false;
        for (kind, name) in calls {
            match self.resolve(kind, &name, lacks) {
                Found::Targets(targets) => all.extend(targets.methods.iter().map(|t| t.method)),
                Found::Lacking => lacking = true,
                Found::Impure(why) => return Some(Err(why)),
            }
        }
        (!lacking).then(|| Ok(all.into()))
    }

    /// What makes a method impure whatever its arguments are.
    fn definite(&self, effect: Effect) -> Option<String> {
        match effect {
            Effect::Writes(location, Base::Static) => Some(format!("writes the static field {}", self.location(location))),
            Effect::Writes(location, Base::Other) => {
                Some(format!("writes {} of an object that it did not create", self.location(location)))
            }
            Effect::Locks => Some("enters a monitor".to_owned()),
            _ => None,
        }
    }

    /// What a method that looks pure does to its arguments, and what it calls.
    fn effects(&self, method: MethodId) -> (BTreeMap<Effect, u32>, Vec<Entered>) {
        let Own { effects, calls } = &self.own[&method];
        // Reads are many, and nobody asks.
        let mut effects: BTreeMap<Effect, u32> =
            effects.iter().filter(|(e, _)| !matches!(e, Effect::Reads(..))).map(|(&e, &o)| (e, o)).collect();
        let mut entered = Vec::new();
        for call in calls.iter().filter(|c| c.kind.is_some()) {
            let targets = &self.targets[&(call.kind, call.method)];
            entered.extend(targets.methods.iter().map(|&target| Entered::new(call, target)));
            for base in written(call, &targets.written) {
                effects.entry(Effect::Writes(Location::Inside, base)).or_insert(call.operation);
            }
        }
        (effects, entered)
    }

    /// Why a call has an effect, if it has one, by the effects of all that it reaches.
    fn effect(&self, targets: &Targets, effects: &Effects) -> Option<String> {
        if !targets.written.is_empty() {
            return Some("writes to its receiver".to_owned());
        }
        targets.methods.iter().find_map(|target| {
            let effect = effects.of_method(target.method).next()?;
            let path = effects.path(target.method, effect)?;
            // Writes of arguments become writes of something else where something else is passed on.
            let culprit = path.iter().rev().map(|step| step.method).find(|&m| effects.of_method(m).any(|e| e == effect))?;
            let what = match effect {
                Effect::Writes(_, Base::Receiver | Base::Parameter(_)) => "writes to its receiver".to_owned(),
                _ => "lets another method write an object that it did not create".to_owned(),
            };
            Some(if culprit == target.method || matches!(effect, Effect::Writes(_, Base::Receiver)) {
                what
            } else {
                format!("calls {}, which {what}", self.text(culprit))
            })
        })
    }

    fn parts(&self, method: MethodId) -> (String, String, String) {
        let method = &self.program.methods[method];
        let text = |s| self.program.symbols.text(s).to_owned();
        (text(self.program.classes[method.class].name), text(method.name), text(method.descriptor))
    }

    /// `pkg/Class.name(descriptor)`.
    fn text(&self, method: MethodId) -> String {
        let (class, name, descriptor) = self.parts(method);
        format!("{class}.{name}{descriptor}")
    }

    fn location(&self, location: Location) -> String {
        match location {
            Location::Field(field) => {
                let field = &self.program.fields[field];
                let text = |s| self.program.symbols.text(s);
                format!("{}.{}", text(field.class), text(field.name))
            }
            Location::Element => "an array element".to_owned(),
            Location::Inside => "a part".to_owned(),
        }
    }

    fn access(&self, method: MethodId, flags: u32) -> bool {
        self.program.methods[method].access & flags != 0
    }

    fn is_native(&self, method: MethodId) -> bool {
        self.access(method, access::NATIVE)
    }
}

/// The objects that a call writes.
fn written(call: &OwnCall, arguments: &BTreeSet<u32>) -> BTreeSet<Base> {
    arguments.iter().filter_map(|&a| call.arguments.get(a as usize)).flat_map(|bases| bases.iter()).collect()
}
