//! Replay of a test's calls: byte code is interpreted with the numbers of the test and, side by side, with terms over its inputs, as
//! concolic execution does (Godefroid, Klarlund and Sen, PLDI 2005).
//!
//! Nothing is recorded for it but what the search records anyway, the coverage of the test. What a call of code without a class file gives
//! is unknown, unless `models` know it; a branch on it goes where the coverage says that the test went, if it went one way only. And each
//! branch that is replayed is compared with the coverage: one that the test did not take ends the replay as diverged.

use super::class_file::{Classes, Constant, Method};
use super::heap::{Heap, Number, Object, Text, Value};
use super::instruction::{Case, Instruction, Kind, Member};
use super::path::{Alternative, Branch, Clause, Path, Stop};
use super::scalar::{Binary, Scalar, Unary};
use super::term::{Input, NO_DECIMAL, Origin, Term, Terms};
use crate::program::facts::Symbol;
use crate::relation::Relation;
use hashbrown::{HashMap, HashSet};
use std::collections::BTreeMap;
use std::sync::Arc;

type FixedHasher = crate::program::facts::FixedHasher;

/// Code units that a text may be given: those that are a character alone.
const UNITS: (i64, i64) = (0, 0xd7ff);

/// What is known of the execution that is replayed.
pub trait Observed {
    /// Whether a branch had an outcome at least once; `None`: nobody has looked.
    fn had(&self, method: &Method, branch: u32, outcome: u32) -> Option<bool>;
}

/// Bounds of a replay.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Instructions.
    pub steps: u64,
    /// Calls that have not returned.
    pub depth: usize,
    /// Clauses.
    pub clauses: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { steps: 100_000, depth: 256, clauses: 2_000 }
    }
}

/// How a call has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Returned(Option<Value>),
    Threw,
}

/// What a frame does when its code has returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Then {
    /// Gives the caller the result, as this kind.
    Give(Option<Kind>),
    /// Gives the caller an object that it has constructed.
    GiveObject(Value),
    /// Is a static initializer: the caller begins its instruction anew.
    Initialised(Symbol),
}

#[derive(Debug)]
pub(super) struct Frame {
    pub method: Arc<Method>,
    /// The instruction that runs.
    pub at: usize,
    /// The next.
    pub next: usize,
    pub stack: Vec<Value>,
    pub locals: Vec<Value>,
    pub then: Then,
}

/// What an instruction did.
pub(super) enum Step {
    Done,
    /// An exception of this class, by internal name.
    Throw(&'static str),
    /// An exception that is an object.
    ThrowObject(Value),
}

pub(super) type Stepped = Result<Step, Stop>;

pub struct Machine<'a> {
    pub(super) classes: &'a mut Classes,
    observed: &'a dyn Observed,
    limits: Limits,
    pub terms: Terms,
    pub(super) heap: Heap,
    statics: HashMap<(Symbol, Symbol), Value, FixedHasher>,
    initialised: HashSet<Symbol, FixedHasher>,
    /// Classes whose initializer could not be replayed: fields that it has not set are unknown.
    uninitialised: HashSet<Symbol, FixedHasher>,
    pub(super) frames: Vec<Frame>,
    clauses: Vec<Clause>,
    concretised: BTreeMap<String, u64>,
    steps: u64,
    units: BTreeMap<(u32, u32), Term>,
    lengths: BTreeMap<u32, Term>,
    decimals: BTreeMap<u32, Term>,
    /// By the term of a text's hash code, the text: the term is right for its length only, which nothing has said yet.
    hashes: BTreeMap<Term, Text>,
    interned: BTreeMap<Arc<[u16]>, Value>,
    /// There are more clauses than the limit allows.
    overfull: bool,
    stop: Option<Stop>,
}

impl std::fmt::Debug for Machine<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.debug_struct("Machine").field("frames", &self.frames.len()).field("steps", &self.steps).finish_non_exhaustive()
    }
}

impl<'a> Machine<'a> {
    pub fn new(classes: &'a mut Classes, observed: &'a dyn Observed, limits: Limits) -> Self {
        Self {
            classes,
            observed,
            limits,
            terms: Terms::default(),
            heap: Heap::default(),
            statics: HashMap::default(),
            initialised: HashSet::default(),
            uninitialised: HashSet::default(),
            frames: Vec::new(),
            clauses: Vec::new(),
            concretised: BTreeMap::new(),
            steps: 0,
            units: BTreeMap::new(),
            lengths: BTreeMap::new(),
            decimals: BTreeMap::new(),
            hashes: BTreeMap::new(),
            interned: BTreeMap::new(),
            overfull: false,
            stop: None,
        }
    }

    // ---- what a test's statements do --------------------------------------------------------------------------------

    /// A number of the test that may be chosen otherwise. Of `int`s, what it is in the source says the range.
    pub fn number(&mut self, slot: u32, kind: Kind, value: Scalar) -> Value {
        let term = self.terms.input(Input { of: Origin::Number { slot }, value, range: kind.range() });
        Value::Number(Number { value, term: Some(term) })
    }

    /// A text of the test that may be chosen otherwise, its length included.
    ///
    /// `longest`: code units that it may have.
    pub fn text_input(&mut self, slot: u32, units: &[u16], longest: usize) -> Value {
        let length = Scalar::Int(units.len() as i32);
        let range = (0, longest.max(units.len()) as i64);
        let of_length = self.terms.input(Input { of: Origin::Length { slot }, value: length, range });
        self.lengths.insert(slot, of_length);
        let numbers = units.iter().enumerate().map(|(index, &unit)| {
            let value = Scalar::Int(i32::from(unit));
            let term = self.terms.input(Input { of: Origin::Unit { slot, index: index as u32 }, value, range: UNITS });
            self.units.insert((slot, index as u32), term);
            Number { value, term: Some(term) }
        });
        let units: Arc<[Number]> = numbers.collect();
        self.heap.add(Object::Text(Text { units, slot: Some(slot) }))
    }

    /// The class object of a class, by internal name, or descriptor of an array.
    pub fn class_object(&mut self, name: &str) -> Value {
        let name = self.classes.symbols.of(name);
        self.heap.add(Object::Class(name))
    }

    /// A member by its names.
    pub fn member(&mut self, owner: &str, name: &str, descriptor: &str) -> Member {
        let symbols = &mut self.classes.symbols;
        Member { owner: symbols.of(owner), name: symbols.of(name), descriptor: symbols.of(descriptor) }
    }

    /// A value of the test as a parameter or field of some kind takes it; `from`: what kind of number it is in the test.
    pub fn passed(&mut self, value: Value, from: Option<Kind>, to: Kind) -> Value {
        self.adapt_of(value, from, to)
    }

    /// A method or constructor, by its names, as `invokestatic`, `invokevirtual` or `new` and `invokespecial` call it.
    ///
    /// # Errors
    /// Where the replay has to end.
    pub fn call(&mut self, method: Member, is_static: bool, receiver: Option<Value>, arguments: &[Value]) -> Result<Outcome, Stop> {
        if let Some(stop) = &self.stop {
            return Err(stop.clone());
        }
        let called = self.run_call(method, is_static, receiver, arguments);
        if let Err(stop) = &called {
            self.stop = Some(stop.clone());
        }
        self.frames.clear();
        called
    }

    fn run_call(&mut self, method: Member, is_static: bool, receiver: Option<Value>, arguments: &[Value]) -> Result<Outcome, Stop> {
        let signature = super::instruction::Signature::of(self.classes.symbols.text(method.descriptor)).ok_or(Stop::Unsupported)?;
        let constructor = self.classes.symbols.text(method.name) == "<init>";
        // The frame below all: takes the result.
        let empty = Arc::new(Method {
            class: method.owner,
            name: method.name,
            descriptor: method.descriptor,
            signature: super::instruction::Signature { parameters: Vec::new(), result: None },
            is_static: true,
            is_private: false,
            code: Some(super::class_file::Code { instructions: vec![Instruction::Nop], handlers: Vec::new(), locals: 0, branches: 0 }),
        });
        self.frames.push(Frame { method: empty, at: 0, next: 0, stack: Vec::new(), locals: Vec::new(), then: Then::Give(None) });
        let mut made = None;
        let mut operands = Vec::with_capacity(arguments.len() + 1);
        if constructor {
            let object = self.instance(method.owner);
            made = Some(object);
            operands.push(object);
        } else if !is_static {
            operands.push(receiver.ok_or(Stop::Unsupported)?);
        }
        operands.extend(arguments.iter().copied());
        let kind = if constructor {
            super::instruction::CallKind::Special
        } else if is_static {
            super::instruction::CallKind::Static
        } else {
            super::instruction::CallKind::Virtual
        };
        // A static initializer may have to run first: the call is made as often as it asks to be begun anew.
        let mut result = loop {
            let begun = self.frames.len();
            let step = self.invoke(kind, method, &signature, operands.clone());
            if let Ok(Step::Done) = step
                && self.frames.len() > begun
                && matches!(self.frames[begun].then, Then::Initialised(_))
            {
                match self.run_above(1)? {
                    Some(thrown) => break Some(thrown),
                    None => continue,
                }
            }
            match step? {
                Step::Done => break self.run_above(1)?,
                Step::Throw(_) | Step::ThrowObject(_) => break Some(Value::Unknown(Kind::Reference)),
            }
        };
        if result.take().is_some() {
            return Ok(Outcome::Threw);
        }
        let given = self.frames.last_mut().and_then(|f| f.stack.pop());
        Ok(Outcome::Returned(made.or(given)))
    }

    /// Runs the frames above some; what the lowest of them has thrown.
    fn run_above(&mut self, below: usize) -> Result<Option<Value>, Stop> {
        while self.frames.len() > below {
            let stepped = self.step();
            let thrown = match stepped {
                Ok(Step::Done) => continue,
                Ok(Step::Throw(class)) => Ok(self.exception(class)),
                Ok(Step::ThrowObject(object)) => Ok(object),
                Err(stop) => Err(stop),
            };
            match thrown {
                Ok(exception) => {
                    if !self.unwind(exception, below)? {
                        return Ok(Some(exception));
                    }
                }
                // Of an initializer that cannot be replayed only its class is unknown.
                Err(stop) => {
                    let initializer = self.frames.iter().position(|f| matches!(f.then, Then::Initialised(_)));
                    let Some(place) = initializer.filter(|&p| p >= below && stop != Stop::Limit) else { return Err(stop) };
                    for frame in self.frames.drain(place..) {
                        if let Then::Initialised(class) = frame.then {
                            self.uninitialised.insert(class);
                        }
                    }
                }
            }
        }
        Ok(None)
    }

    /// Looks for a handler; whether there is one above the given frames.
    fn unwind(&mut self, exception: Value, below: usize) -> Result<bool, Stop> {
        let class = match exception {
            Value::Object(id) => match self.heap.get(id) {
                Object::Instance { class, .. } => Some(*class),
                _ => None,
            },
            _ => None,
        };
        while self.frames.len() > below {
            let (handlers, at) = {
                let frame = &self.frames[self.frames.len() - 1];
                let handlers = frame.method.code.as_ref().map_or_else(Vec::new, |c| c.handlers.clone());
                (handlers, frame.at)
            };
            for handler in handlers.iter().filter(|h| h.from <= at && at < h.to) {
                let catches = match (handler.catches, class) {
                    (None, _) => Some(true),
                    (Some(caught), Some(class)) => self.is_subtype(class, caught),
                    (Some(_), None) => None,
                };
                if catches.ok_or(Stop::Unknown)? {
                    let frame = self.frames.last_mut().ok_or(Stop::Unsupported)?;
                    frame.stack.clear();
                    frame.stack.push(exception);
                    frame.next = handler.at;
                    return Ok(true);
                }
            }
            let gone = self.frames.pop();
            if let Some(Then::Initialised(class)) = gone.map(|f| f.then) {
                self.uninitialised.insert(class);
                return Err(Stop::Unsupported);
            }
        }
        Ok(false)
    }

    /// The path condition.
    pub fn finish(self) -> Path {
        Path { terms: self.terms, clauses: self.clauses, stop: self.stop, concretised: self.concretised, steps: self.steps }
    }

    // ---- path condition ---------------------------------------------------------------------------------------------

    /// The term of a number, to be part of others.
    pub(super) fn term(&mut self, number: Number) -> Term {
        let Some(term) = number.term else { return self.terms.constant(number.value) };
        if let Some(text) = self.hashes.remove(&term) {
            self.overfull |= self.fix_length(&text).is_err();
        }
        term
    }

    /// From here on the path is that of texts of this length.
    pub(super) fn fix_length(&mut self, text: &Text) -> Result<(), Stop> {
        let length = self.length_of(text);
        self.pin(length, "length of a text").map(drop)
    }

    /// The hash code of a text. A switch on it asks for texts.
    pub(super) fn hash(&mut self, text: &Text) -> Number {
        let mut hash = Number::int(0);
        for &unit in text.units.iter() {
            let times = self.arithmetic(Binary::Mul, hash, Number::int(31)).unwrap_or(hash);
            hash = self.arithmetic(Binary::Add, times, unit).unwrap_or(times);
        }
        if text.slot.is_some() {
            // That of the empty text depends on its length, too.
            let length = self.length_of(text);
            let zero = self.arithmetic(Binary::Sub, length, Number::constant(length.value)).unwrap_or(hash);
            hash = self.arithmetic(Binary::Add, hash, zero).unwrap_or(hash);
        }
        if let (Some(term), Some(_)) = (hash.term, text.slot) {
            self.hashes.insert(term, text.clone());
        }
        hash
    }

    /// Whether a text equals another, both of code units; as a term over the lengths and units.
    pub(super) fn same_text(&mut self, a: &Text, b: &Text) -> Result<Number, Stop> {
        let (a, b) = if a.slot.is_none() { (b, a) } else { (a, b) };
        if b.slot.is_some() {
            self.fix_length(b)?;
        }
        let length = self.length_of(a);
        let mut same = self.relate(Relation::Equal, length, Number::int(b.units.len() as i32));
        if same.term.is_none() && !same.value.is_true() {
            return Ok(same);
        }
        for (index, &unit) in b.units.iter().enumerate() {
            let own = self.unit_of(a, index);
            let equal = self.relate(Relation::Equal, own, unit);
            same = self.both(same, equal);
        }
        Ok(same)
    }

    /// Whether two conditions hold.
    pub(super) fn both(&mut self, a: Number, b: Number) -> Number {
        let value = Scalar::boolean(a.value.is_true() && b.value.is_true());
        let symbolic = a.term.is_some() || b.term.is_some();
        let term = symbolic.then(|| {
            let (a, b) = (self.term(a), self.term(b));
            self.terms.and(a, b)
        });
        Number { value, term: term.filter(|&t| self.terms.as_constant(t).is_none()) }
    }

    /// The number that a text of the test is in decimal, as a `long`; `None`: the text is no literal of the test.
    pub(super) fn decimal_of(&mut self, text: &Text, range: (i64, i64)) -> Option<Number> {
        let slot = text.slot?;
        let value = Scalar::Long(decimal(&text.units.iter().map(|u| u.as_int() as u16).collect::<Vec<_>>(), range).unwrap_or(NO_DECIMAL));
        let terms = &mut self.terms;
        let term = *self.decimals.entry(slot).or_insert_with(|| terms.input(Input { of: Origin::Decimal { slot }, value, range }));
        Some(Number { value, term: Some(term) })
    }

    pub(super) fn add_clause(&mut self, clause: Clause) -> Result<(), Stop> {
        if self.terms.as_constant(clause.condition).is_some() && clause.alternatives.is_empty() {
            return Ok(());
        }
        if self.clauses.len() >= self.limits.clauses {
            return Err(Stop::Limit);
        }
        self.clauses.push(clause);
        Ok(())
    }

    /// What holds for these inputs, and has to for the path to be the same; no branch of the code.
    pub(super) fn require(&mut self, condition: Option<Term>) -> Result<(), Stop> {
        condition.map_or(Ok(()), |condition| self.add_clause(Clause { condition, branch: None, alternatives: Vec::new() }))
    }

    /// Whether an instruction or model takes one of two ways that are no branch of the code, as a condition says: the other is an
    /// alternative.
    pub(super) fn fork(&mut self, condition: Number) -> Result<bool, Stop> {
        let holds = condition.value.is_true();
        if let Some(term) = condition.term {
            let not = self.terms.not(term);
            let (taken, other) = if holds { (term, not) } else { (not, term) };
            self.add_clause(Clause { condition: taken, branch: None, alternatives: vec![Alternative { outcome: 0, condition: other }] })?;
        }
        Ok(holds)
    }

    /// A number is taken as it is: other inputs may make it another, and lead elsewhere.
    pub(super) fn pin(&mut self, number: Number, why: &str) -> Result<Scalar, Stop> {
        // A NaN equals nothing: there is no condition that says so.
        let is_nan = number.value.real().is_some_and(f64::is_nan);
        if let Some(term) = number.term {
            self.note(why);
            if is_nan {
                return Ok(number.value);
            }
            let constant = self.terms.constant(number.value);
            let same = self.terms.compare(Relation::Equal, term, constant);
            self.require(Some(same))?;
        }
        Ok(number.value)
    }

    /// A term is lost, or taken as a number.
    pub(super) fn note(&mut self, why: &str) {
        match self.concretised.get_mut(why) {
            Some(count) => *count += 1,
            None => {
                self.concretised.insert(why.to_owned(), 1);
            }
        }
    }

    /// Whether a relation holds, and as a term, if it is one.
    pub(super) fn relate(&mut self, relation: Relation, a: Number, b: Number) -> Number {
        let value = Scalar::boolean(Scalar::compare(relation, a.value, b.value).unwrap_or(false));
        let symbolic = a.term.is_some() || b.term.is_some();
        let term = symbolic.then(|| {
            let (a, b) = (self.term(a), self.term(b));
            self.terms.compare(relation, a, b)
        });
        Number { value, term: term.filter(|&t| self.terms.as_constant(t).is_none()) }
    }

    /// The length of a text, and as a term of what input it is.
    pub(super) fn length_of(&self, text: &Text) -> Number {
        let term = text.slot.and_then(|slot| self.lengths.get(&slot)).copied();
        Number { value: Scalar::Int(text.units.len() as i32), term }
    }

    /// A code unit of a text; of one that is an input, also behind its end, where it is 0 by now.
    pub(super) fn unit_of(&mut self, text: &Text, index: usize) -> Number {
        if let Some(&unit) = text.units.get(index) {
            return unit;
        }
        let Some(slot) = text.slot else { return Number::int(0) };
        let value = Scalar::Int(0);
        let of = Origin::Unit { slot, index: index as u32 };
        let terms = &mut self.terms;
        let term = *self.units.entry((slot, index as u32)).or_insert_with(|| terms.input(Input { of, value, range: UNITS }));
        Number { value, term: Some(term) }
    }

    fn branch(&self, number: u32) -> Option<Branch> {
        self.frames.last().map(|f| Branch { method: f.method.clone(), number })
    }

    /// Which way a branch goes: the outcome that is known, or the only one that the execution had.
    fn decide(&mut self, number: u32, outcomes: u32, known: Option<u32>) -> Result<u32, Stop> {
        let Some(frame) = self.frames.last() else { return Err(Stop::Unsupported) };
        // What static initializers do belongs to no test.
        let initialising = self.frames.iter().any(|f| matches!(f.then, Then::Initialised(_)));
        let had = |outcome| if initialising { None } else { self.observed.had(&frame.method, number, outcome) };
        match known {
            Some(outcome) if had(outcome) == Some(false) => Err(Stop::Diverged),
            Some(outcome) => Ok(outcome),
            None => {
                let mut seen = (0..outcomes).filter(|&o| had(o) == Some(true));
                let only = seen.next().ok_or(if had(0).is_some() { Stop::Diverged } else { Stop::Unknown })?;
                if seen.next().is_some() { Err(Stop::Unknown) } else { Ok(only) }
            }
        }
    }

    /// Goes one way or another, as a condition says.
    fn jump(&mut self, condition: Option<Number>, target: usize, number: u32) -> Result<(), Stop> {
        let known = condition.map(|c| u32::from(!c.value.is_true()));
        let outcome = self.decide(number, 2, known)?;
        if let Some(term) = condition.and_then(|c| c.term) {
            let other = self.terms.not(term);
            let (taken, left) = if outcome == 0 { (term, other) } else { (other, term) };
            let branch = self.branch(number).ok_or(Stop::Unsupported)?;
            let alternatives = vec![Alternative { outcome: 1 - outcome, condition: left }];
            self.add_clause(Clause { condition: taken, branch: Some(branch), alternatives })?;
        }
        if outcome == 0
            && let Some(frame) = self.frames.last_mut()
        {
            frame.next = target;
        }
        Ok(())
    }

    fn switch(&mut self, value: Value, cases: &[Case], default: usize, number: u32) -> Result<(), Stop> {
        let outcomes = 1 + cases.iter().map(|c| c.2).max().unwrap_or(0);
        let chosen = |value: i32| cases.iter().find(|c| c.0 == value).map_or((default, 0), |c| (c.1, c.2));
        let number_of = match value {
            Value::Number(number) => Some(number),
            _ => None,
        };
        let known = number_of.map(|n| chosen(n.as_int()).1);
        let outcome = self.decide(number, outcomes, known)?;
        let hashed = number_of.and_then(|n| n.term).and_then(|t| self.hashes.remove(&t));
        if let Some(text) = hashed {
            return self.switch_on_text(&text, cases, default, number, outcome);
        }
        if let Some((value, term)) = number_of.and_then(|n| n.term.map(|t| (n.as_int(), t))) {
            let mut others = Vec::new();
            let condition_of = |machine: &mut Self, key: i32| {
                let key = machine.terms.constant(Scalar::Int(key));
                machine.terms.compare(Relation::Equal, term, key)
            };
            let taken = if cases.iter().any(|c| c.0 == value) {
                condition_of(self, value)
            } else {
                let mut none = self.terms.constant(Scalar::Int(1));
                for case in cases {
                    let key = self.terms.constant(Scalar::Int(case.0));
                    let differs = self.terms.compare(Relation::NotEqual, term, key);
                    none = self.terms.and(none, differs);
                }
                none
            };
            for &(key, _, of) in cases.iter().filter(|c| c.2 != outcome) {
                let condition = condition_of(self, key);
                others.push(Alternative { outcome: of, condition });
            }
            if outcome != 0 {
                let mut none = self.terms.constant(Scalar::Int(1));
                for case in cases.iter().filter(|c| c.2 != 0) {
                    let key = self.terms.constant(Scalar::Int(case.0));
                    let differs = self.terms.compare(Relation::NotEqual, term, key);
                    none = self.terms.and(none, differs);
                }
                others.push(Alternative { outcome: 0, condition: none });
            }
            let branch = self.branch(number).ok_or(Stop::Unsupported)?;
            self.add_clause(Clause { condition: taken, branch: Some(branch), alternatives: others })?;
        }
        let target = cases.iter().find(|c| c.2 == outcome).map_or(default, |c| c.1);
        if let Some(frame) = self.frames.last_mut() {
            frame.next = if outcome == 0 { default } else { target };
        }
        Ok(())
    }

    /// A switch on the hash code of a text, as that on texts is compiled: its cases are the texts of the class that have the hash codes.
    /// Another text of one of these hash codes goes another way than is said here; the execution shows it.
    fn switch_on_text(&mut self, text: &Text, cases: &[Case], default: usize, number: u32, outcome: u32) -> Result<(), Stop> {
        let class = self.frames.last().map(|f| f.method.class);
        let texts = class.and_then(|c| self.classes.find(c)).map(|c| c.texts.clone()).unwrap_or_default();
        let mut none = Number::constant(Scalar::boolean(true));
        let mut taken = None;
        let mut alternatives = Vec::new();
        for &(key, _, of) in cases {
            for constant in texts.get(&key).into_iter().flatten() {
                let constant = Text { units: constant.iter().map(|&unit| Number::int(i32::from(unit))).collect(), slot: None };
                let same = self.same_text(text, &constant)?;
                let Some(term) = same.term else { continue };
                if of != outcome {
                    alternatives.push(Alternative { outcome: of, condition: term });
                } else if same.value.is_true() {
                    taken = Some(term);
                }
                let differs = self.terms.not(term);
                let differs = Number { value: Scalar::boolean(!same.value.is_true()), term: Some(differs) };
                none = self.both(none, differs);
            }
        }
        if let Some(none) = none.term.filter(|_| outcome != 0) {
            alternatives.push(Alternative { outcome: 0, condition: none });
        }
        let branch = self.branch(number).ok_or(Stop::Unsupported)?;
        match taken.or(none.term.filter(|_| none.value.is_true())) {
            Some(condition) => self.add_clause(Clause { condition, branch: Some(branch), alternatives })?,
            None => self.fix_length(text)?,
        }
        let target = cases.iter().find(|c| c.2 == outcome).map_or(default, |c| c.1);
        if let Some(frame) = self.frames.last_mut() {
            frame.next = if outcome == 0 { default } else { target };
        }
        Ok(())
    }

    // ---- instructions -----------------------------------------------------------------------------------------------

    pub(super) fn push(&mut self, value: Value) {
        if let Some(frame) = self.frames.last_mut() {
            frame.stack.push(value);
        }
    }

    pub(super) fn pop(&mut self) -> Result<Value, Stop> {
        self.frames.last_mut().and_then(|f| f.stack.pop()).ok_or(Stop::Unsupported)
    }

    /// A number; `None`: it is unknown.
    fn pop_number(&mut self) -> Result<Option<Number>, Stop> {
        match self.pop()? {
            Value::Number(number) => Ok(Some(number)),
            Value::Unknown(_) => Ok(None),
            _ => Err(Stop::Unsupported),
        }
    }

    pub(super) fn instance(&mut self, class: Symbol) -> Value {
        let name = self.classes.symbols.text(class);
        let object = if matches!(name, "java/lang/StringBuilder" | "java/lang/StringBuffer") {
            Object::Builder { class, units: Vec::new() }
        } else {
            Object::Instance { class, fields: BTreeMap::new(), touched: false }
        };
        self.heap.add(object)
    }

    fn exception(&mut self, class: &str) -> Value {
        let class = self.classes.symbols.of(class);
        self.heap.add(Object::Instance { class, fields: BTreeMap::new(), touched: true })
    }

    fn is_boxed(&self, object: super::heap::ObjectId) -> bool {
        matches!(self.heap.get(object), Object::Boxed { .. })
    }

    /// A text that nothing of the test says.
    pub(super) fn text(&mut self, units: Arc<[Number]>) -> Value {
        self.heap.add(Object::Text(Text { units, slot: None }))
    }

    fn constant_text(&mut self, text: &Arc<[u16]>) -> Value {
        if let Some(&known) = self.interned.get(text) {
            return known;
        }
        let value = self.text(text.iter().map(|&unit| Number::int(i32::from(unit))).collect());
        self.interned.insert(text.clone(), value);
        value
    }

    /// Begins the static initializers of a class and its superclasses that have not run: whether there are any, and the instruction has to
    /// be begun anew after them.
    pub(super) fn initialise(&mut self, class: Symbol) -> Result<bool, Stop> {
        let mut begun = false;
        let mut at = Some(class);
        let caller = self.frames.len().checked_sub(1);
        let (name, descriptor) = (self.classes.symbols.of("<clinit>"), self.classes.symbols.of("()V"));
        while let Some(class) = at.filter(|c| !self.initialised.contains(c)) {
            let Some(found) = self.classes.find(class) else { break };
            self.initialised.insert(class);
            for field in found.fields.iter().filter(|f| f.is_static) {
                if let Some(constant) = &field.constant {
                    let value = match constant {
                        Constant::Number(number) => Value::Number(Number::constant(*number)),
                        Constant::Text(text) => self.constant_text(text),
                    };
                    self.statics.insert((class, field.name), value);
                }
            }
            if let Some(method) = found.method(name, descriptor).filter(|m| m.code.is_some()) {
                // That of a superclass comes on top, and runs first.
                self.enter(method.clone(), Vec::new(), Then::Initialised(class))?;
                begun = true;
            }
            at = found.superclass;
        }
        if begun && let Some(frame) = caller.map(|place| &mut self.frames[place]) {
            frame.next = frame.at;
        }
        Ok(begun)
    }

    /// Enters a method with code.
    pub(super) fn enter(&mut self, method: Arc<Method>, arguments: Vec<Value>, then: Then) -> Result<(), Stop> {
        if self.frames.len() >= self.limits.depth {
            return Err(Stop::Limit);
        }
        let locals = method.code.as_ref().map_or(0, |c| c.locals);
        let mut all = Vec::with_capacity(locals);
        for argument in arguments {
            all.push(argument);
            if argument.is_wide() {
                all.push(Value::Null);
            }
        }
        if all.len() > locals {
            return Err(Stop::Unsupported);
        }
        all.resize(locals, Value::Null);
        self.frames.push(Frame { method, at: 0, next: 0, stack: Vec::new(), locals: all, then });
        Ok(())
    }

    /// The class that declares a field, and the field's kind; `None`: its class has no file.
    pub(super) fn field(&mut self, member: Member) -> Option<(Symbol, Kind)> {
        let mut open = vec![member.owner];
        let mut at = 0;
        while at < open.len() && at < 1_000 {
            let class = self.classes.find(open[at])?;
            if let Some(field) = class.fields.iter().find(|f| f.name == member.name && f.descriptor == member.descriptor) {
                return Some((class.name, field.kind));
            }
            open.extend(class.interfaces.iter().copied());
            open.extend(class.superclass);
            at += 1;
        }
        None
    }

    fn kind_of(&self, member: Member) -> Kind {
        Kind::of(self.classes.symbols.text(member.descriptor)).unwrap_or(Kind::Reference)
    }

    /// What a field of an object is; an exception's class, where it is null.
    pub fn get_field(&mut self, object: Value, member: Member) -> Result<Value, &'static str> {
        let kind = self.kind_of(member);
        match object {
            Value::Null => Err("java/lang/NullPointerException"),
            Value::Object(id) => {
                let declared = self.field(member);
                Ok(match (self.heap.get(id), declared) {
                    (Object::Instance { fields, touched, .. }, Some((class, kind))) => match fields.get(&(class, member.name)) {
                        Some(&value) => value,
                        None if *touched => Value::Unknown(kind),
                        None => Value::default_of(kind),
                    },
                    _ => Value::Unknown(kind),
                })
            }
            _ => Ok(Value::Unknown(kind)),
        }
    }

    pub fn put_field(&mut self, object: Value, member: Member, value: Value) -> Result<(), &'static str> {
        match object {
            Value::Null => return Err("java/lang/NullPointerException"),
            Value::Object(id) => {
                let declared = self.field(member);
                if let (Object::Instance { fields, .. }, Some((class, kind))) = (self.heap.get_mut(id), declared) {
                    let value = narrow(value, kind, &mut self.terms);
                    fields.insert((class, member.name), value);
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// What a static field is, of a class that is initialised.
    fn static_field(&mut self, member: Member) -> Value {
        let kind = self.kind_of(member);
        match self.field(member) {
            Some((class, kind)) => match self.statics.get(&(class, member.name)) {
                Some(&value) => value,
                None if self.uninitialised.contains(&class) => Value::Unknown(kind),
                None => Value::default_of(kind),
            },
            None => Value::Unknown(kind),
        }
    }

    /// A static field, of the test; initializers run first.
    ///
    /// # Errors
    /// Where the replay has to end.
    pub fn get_static(&mut self, member: Member) -> Result<Value, Stop> {
        let class = self.field(member).map_or(member.owner, |f| f.0);
        self.initialise_now(class)?;
        Ok(self.static_field(member))
    }

    /// # Errors
    /// Where the replay has to end.
    pub fn put_static(&mut self, member: Member, value: Value) -> Result<(), Stop> {
        let found = self.field(member);
        self.initialise_now(found.map_or(member.owner, |f| f.0))?;
        if let Some((class, kind)) = found {
            let value = narrow(value, kind, &mut self.terms);
            self.statics.insert((class, member.name), value);
        }
        Ok(())
    }

    fn initialise_now(&mut self, class: Symbol) -> Result<(), Stop> {
        if let Some(stop) = &self.stop {
            return Err(stop.clone());
        }
        let ran = self.initialise(class).and_then(|_| self.run_above(0));
        self.frames.clear();
        match ran {
            Ok(_) => Ok(()),
            Err(stop) => {
                self.stop = Some(stop.clone());
                Err(stop)
            }
        }
    }

    pub fn new_array(&mut self, ty: &str, length: usize) -> Value {
        let element = Kind::of(&ty[1..]).unwrap_or(Kind::Reference);
        let ty = self.classes.symbols.of(ty);
        self.heap.add(Object::Array { ty, element, items: vec![Value::default_of(element); length] })
    }

    /// A new array of the test. Elements of one that is short, of numbers, may be chosen otherwise, until they are set.
    pub fn array_input(&mut self, slot: u32, ty: &str, length: usize) -> Value {
        const LONGEST: usize = 32;
        let array = self.new_array(ty, length);
        let Value::Object(id) = array else { return array };
        let element = Kind::of(&ty[1..]).unwrap_or(Kind::Reference);
        if let Value::Number(zero) = Value::default_of(element)
            && length <= LONGEST
        {
            let inputs = (0..length as u32).map(|index| {
                let input = Input { of: Origin::Element { slot, index }, value: zero.value, range: element.range() };
                Value::Number(Number { value: zero.value, term: Some(self.terms.input(input)) })
            });
            let inputs: Vec<Value> = inputs.collect();
            if let Object::Array { items, .. } = self.heap.get_mut(id) {
                *items = inputs;
            }
        }
        array
    }

    /// An element, of the test; `None`: the test throws.
    pub fn element(&mut self, array: Value, index: usize) -> Option<Value> {
        match array {
            Value::Object(id) => match self.heap.get(id) {
                Object::Array { items, .. } => items.get(index).copied(),
                _ => Some(Value::Unknown(Kind::Reference)),
            },
            Value::Null => None,
            _ => Some(Value::Unknown(Kind::Reference)),
        }
    }

    /// Sets an element, of the test; whether it does not throw. `from`: what kind of number the value is.
    pub fn store(&mut self, array: Value, index: usize, value: Value, from: Option<Kind>) -> bool {
        let Value::Object(id) = array else { return array != Value::Null };
        let kind = match self.heap.get(id) {
            Object::Array { element, .. } => *element,
            _ => return true,
        };
        let value = self.adapt_of(value, from, kind);
        let value = narrow(value, kind, &mut self.terms);
        match self.heap.get_mut(id) {
            Object::Array { items, .. } => items.get_mut(index).map(|item| *item = value).is_some(),
            _ => true,
        }
    }

    pub(super) fn arithmetic(&mut self, operation: Binary, a: Number, b: Number) -> Option<Number> {
        let value = Scalar::binary(operation, a.value, b.value)?;
        let symbolic = a.term.is_some() || b.term.is_some();
        let term = symbolic.then(|| {
            let (a, b) = (self.term(a), self.term(b));
            self.terms.binary(operation, a, b)
        });
        Some(Number { value, term: term.filter(|&t| self.terms.as_constant(t).is_none()) })
    }

    pub(super) fn converted(&mut self, operation: Unary, a: Number) -> Option<Number> {
        let value = Scalar::unary(operation, a.value)?;
        Some(Number { value, term: a.term.map(|t| self.terms.unary(operation, t)) })
    }

    /// Whether an index is inside; if it is, it is taken as it is.
    pub(super) fn index(&mut self, index: Number, length: Number) -> Result<Option<usize>, Stop> {
        let zero = Number::int(0);
        let not_below = self.relate(Relation::GreaterOrEqual, index, zero);
        let below_end = self.relate(Relation::Less, index, length);
        if !self.fork(not_below)? || !self.fork(below_end)? {
            return Ok(None);
        }
        let value = self.pin(index, "index")?;
        Ok(value.whole().and_then(|v| usize::try_from(v).ok()))
    }

    fn array_load(&mut self, element: Kind) -> Stepped {
        let index = self.pop_number()?;
        let array = self.pop()?;
        let id = match array {
            Value::Null => return Ok(Step::Throw("java/lang/NullPointerException")),
            Value::Object(id) => id,
            _ => {
                self.push(Value::Unknown(element));
                return Ok(Step::Done);
            }
        };
        let Object::Array { items, element, .. } = self.heap.get(id) else { return Err(Stop::Unsupported) };
        let (length, element) = (Number::int(items.len() as i32), *element);
        let Some(index) = index else {
            self.push(Value::Unknown(element));
            return Ok(Step::Done);
        };
        let Some(place) = self.index(index, length)? else {
            return Ok(Step::Throw("java/lang/ArrayIndexOutOfBoundsException"));
        };
        if let Object::Array { items, .. } = self.heap.get(id) {
            let value = items[place];
            self.push(value);
        }
        Ok(Step::Done)
    }

    fn array_store(&mut self) -> Stepped {
        let value = self.pop()?;
        let index = self.pop_number()?;
        let array = self.pop()?;
        let id = match array {
            Value::Null => return Ok(Step::Throw("java/lang/NullPointerException")),
            Value::Object(id) => id,
            _ => return Ok(Step::Done),
        };
        let Object::Array { items, element, .. } = self.heap.get_mut(id) else { return Err(Stop::Unsupported) };
        let (length, element) = (Number::int(items.len() as i32), *element);
        let Some(index) = index else {
            items.iter_mut().for_each(|item| *item = Value::Unknown(element));
            return Ok(Step::Done);
        };
        let Some(place) = self.index(index, length)? else {
            return Ok(Step::Throw("java/lang/ArrayIndexOutOfBoundsException"));
        };
        let value = narrow(value, element, &mut self.terms);
        if let Object::Array { items, .. } = self.heap.get_mut(id) {
            items[place] = value;
        }
        Ok(Step::Done)
    }

    /// A new array; its length is taken as it is.
    fn allocate(&mut self, ty: Symbol, element: Kind) -> Stepped {
        const LONGEST: i64 = 1 << 20;
        let Some(length) = self.pop_number()? else {
            self.push(Value::Unknown(Kind::Reference));
            return Ok(Step::Done);
        };
        let negative = self.relate(Relation::Less, length, Number::int(0));
        if self.fork(negative)? {
            return Ok(Step::Throw("java/lang/NegativeArraySizeException"));
        }
        let length = self.pin(length, "length of an array")?.whole().unwrap_or(0);
        if length > LONGEST {
            return Err(Stop::Limit);
        }
        let array = self.heap.add(Object::Array { ty, element, items: vec![Value::default_of(element); length as usize] });
        self.push(array);
        Ok(Step::Done)
    }

    fn step(&mut self) -> Stepped {
        self.steps += 1;
        if self.steps > self.limits.steps || self.overfull {
            return Err(Stop::Limit);
        }
        let frame = self.frames.last_mut().ok_or(Stop::Unsupported)?;
        let method = frame.method.clone();
        let code = method.code.as_ref().ok_or(Stop::Unsupported)?;
        frame.at = frame.next;
        frame.next += 1;
        let instruction = code.instructions.get(frame.at).ok_or(Stop::Unsupported)?;
        self.execute(instruction)
    }

    fn execute(&mut self, instruction: &Instruction) -> Stepped {
        use Instruction as I;
        match instruction {
            I::Nop => {}
            I::Push(number) => self.push(Value::Number(Number::constant(*number))),
            I::PushNull => self.push(Value::Null),
            I::PushText(text) => {
                let value = self.constant_text(text);
                self.push(value);
            }
            I::PushClass(name) => {
                let value = self.heap.add(Object::Class(*name));
                self.push(value);
            }
            I::PushOther => self.push(Value::Unknown(Kind::Reference)),
            I::Load(slot) => {
                let frame = self.frames.last().ok_or(Stop::Unsupported)?;
                let value = *frame.locals.get(usize::from(*slot)).ok_or(Stop::Unsupported)?;
                self.push(value);
            }
            I::Store(slot) => {
                let value = self.pop()?;
                let frame = self.frames.last_mut().ok_or(Stop::Unsupported)?;
                *frame.locals.get_mut(usize::from(*slot)).ok_or(Stop::Unsupported)? = value;
            }
            I::Increment(slot, by) => {
                let frame = self.frames.last().ok_or(Stop::Unsupported)?;
                let before = *frame.locals.get(usize::from(*slot)).ok_or(Stop::Unsupported)?;
                let after = match before {
                    Value::Number(number) => {
                        self.arithmetic(Binary::Add, number, Number::int(*by)).map(Value::Number).ok_or(Stop::Unsupported)?
                    }
                    other => other,
                };
                if let Some(frame) = self.frames.last_mut() {
                    frame.locals[usize::from(*slot)] = after;
                }
            }
            I::ArrayLoad(element) => return self.array_load(*element),
            I::ArrayStore(_) => return self.array_store(),
            I::Pop | I::Pop2 | I::Dup | I::DupX1 | I::DupX2 | I::Dup2 | I::Dup2X1 | I::Dup2X2 | I::Swap => self.shuffle(instruction)?,
            I::Unary(operation) => {
                let value = match self.pop()? {
                    Value::Number(number) => self.converted(*operation, number).map(Value::Number).ok_or(Stop::Unsupported)?,
                    Value::Unknown(kind) => Value::Unknown(match operation {
                        Unary::Negate => kind,
                        Unary::ToLong => Kind::Long,
                        Unary::ToFloat => Kind::Float,
                        Unary::ToDouble => Kind::Double,
                        _ => Kind::Int,
                    }),
                    _ => return Err(Stop::Unsupported),
                };
                self.push(value);
            }
            I::Binary(operation) => return self.binary(*operation),
            I::Order(unordered) => {
                let (b, a) = (self.pop_number()?, self.pop_number()?);
                let value = match (a, b) {
                    (Some(a), Some(b)) => {
                        let value = Scalar::order(*unordered, a.value, b.value).ok_or(Stop::Unsupported)?;
                        let symbolic = a.term.is_some() || b.term.is_some();
                        let term = symbolic.then(|| {
                            let (a, b) = (self.term(a), self.term(b));
                            self.terms.order(*unordered, a, b)
                        });
                        Value::Number(Number { value: Scalar::Int(value), term })
                    }
                    _ => Value::Unknown(Kind::Int),
                };
                self.push(value);
            }
            I::JumpOnZero(relation, target, number) => {
                let value = self.pop_number()?;
                let condition = value.map(|v| self.relate(*relation, v, Number::int(0)));
                self.jump(condition, *target, *number)?;
            }
            I::JumpOnInts(relation, target, number) => {
                let (b, a) = (self.pop_number()?, self.pop_number()?);
                let condition = a.zip(b).map(|(a, b)| self.relate(*relation, a, b));
                self.jump(condition, *target, *number)?;
            }
            I::JumpOnSame(same, target, number) => {
                let (b, a) = (self.pop()?, self.pop()?);
                let known = match (a, b) {
                    (Value::Unknown(_), _) | (_, Value::Unknown(_)) => None,
                    // Equal small numbers may be one object (JLS 5.1.7).
                    (Value::Object(x), Value::Object(y)) if x != y && self.is_boxed(x) && self.is_boxed(y) => None,
                    _ => Some(a == b),
                };
                let condition = known.map(|k| Number::constant(Scalar::boolean(k == *same)));
                self.jump(condition, *target, *number)?;
            }
            I::JumpOnNull(null, target, number) => {
                let known = match self.pop()? {
                    Value::Null => Some(true),
                    Value::Object(_) => Some(false),
                    _ => None,
                };
                let condition = known.map(|k| Number::constant(Scalar::boolean(k == *null)));
                self.jump(condition, *target, *number)?;
            }
            I::Goto(target) => {
                if let Some(frame) = self.frames.last_mut() {
                    frame.next = *target;
                }
            }
            I::Switch { cases, default, branch } => {
                let value = self.pop()?;
                self.switch(value, cases, *default, *branch)?;
            }
            I::Return => self.leave()?,
            I::GetStatic(member) => {
                let class = self.field(*member).map_or(member.owner, |f| f.0);
                if !self.initialise(class)? {
                    let value = self.static_field(*member);
                    self.push(value);
                }
            }
            I::PutStatic(member) => {
                let found = self.field(*member);
                if !self.initialise(found.map_or(member.owner, |f| f.0))? {
                    let value = self.pop()?;
                    if let Some((class, kind)) = found {
                        let value = narrow(value, kind, &mut self.terms);
                        self.statics.insert((class, member.name), value);
                    }
                }
            }
            I::GetField(member) => {
                let object = self.pop()?;
                match self.get_field(object, *member) {
                    Ok(value) => self.push(value),
                    Err(exception) => return Ok(Step::Throw(exception)),
                }
            }
            I::PutField(member) => {
                let (value, object) = (self.pop()?, self.pop()?);
                if let Err(exception) = self.put_field(object, *member, value) {
                    return Ok(Step::Throw(exception));
                }
            }
            I::Call { kind, method, signature } => {
                let count = signature.parameters.len() + usize::from(*kind != super::instruction::CallKind::Static);
                let frame = self.frames.last_mut().ok_or(Stop::Unsupported)?;
                let from = frame.stack.len().checked_sub(count).ok_or(Stop::Unsupported)?;
                let operands = frame.stack.split_off(from);
                let depth = self.frames.len();
                let step = self.invoke(*kind, *method, signature, operands.clone())?;
                // An initializer runs first: the call takes its operands when it is begun anew.
                if self.frames.len() > depth && matches!(self.frames[depth].then, Then::Initialised(_)) {
                    self.frames[depth - 1].stack.extend(operands);
                }
                return Ok(step);
            }
            I::Concatenate { recipe, parameters } => self.concatenate(recipe, parameters)?,
            I::Lambda { interface, name, kind, method, signature, captured } => {
                let frame = self.frames.last_mut().ok_or(Stop::Unsupported)?;
                let from = frame.stack.len().checked_sub(*captured).ok_or(Stop::Unsupported)?;
                let captured = frame.stack.split_off(from);
                let lambda = super::heap::Lambda {
                    interface: *interface,
                    name: *name,
                    kind: *kind,
                    method: *method,
                    signature: signature.clone(),
                    captured,
                };
                let value = self.heap.add(Object::Lambda(lambda));
                self.push(value);
            }
            I::Dynamic(signature) => {
                let operands = (0..signature.parameters.len()).map(|_| self.pop()).collect::<Result<Vec<_>, _>>()?;
                self.lose(&operands, "invokedynamic");
                if let Some(kind) = signature.result {
                    self.push(Value::Unknown(kind));
                }
            }
            I::New(class) => {
                if !self.initialise(*class)? {
                    let object = self.instance(*class);
                    self.push(object);
                }
            }
            I::NewArray(element) => {
                let letter = match element {
                    Kind::Boolean => "[Z",
                    Kind::Byte => "[B",
                    Kind::Char => "[C",
                    Kind::Short => "[S",
                    Kind::Int => "[I",
                    Kind::Long => "[J",
                    Kind::Float => "[F",
                    _ => "[D",
                };
                let ty = self.classes.symbols.of(letter);
                return self.allocate(ty, *element);
            }
            I::NewObjectArray(ty) => return self.allocate(*ty, Kind::Reference),
            I::NewArrays(ty, dimensions) => return self.allocate_all(*ty, usize::from(*dimensions)),
            I::ArrayLength => {
                let value = match self.pop()? {
                    Value::Null => return Ok(Step::Throw("java/lang/NullPointerException")),
                    Value::Object(id) => match self.heap.get(id) {
                        Object::Array { items, .. } => Value::int(items.len() as i32),
                        _ => return Err(Stop::Unsupported),
                    },
                    _ => Value::Unknown(Kind::Int),
                };
                self.push(value);
            }
            I::Throw => {
                return Ok(match self.pop()? {
                    Value::Null => Step::Throw("java/lang/NullPointerException"),
                    value => Step::ThrowObject(value),
                });
            }
            I::CheckCast(ty) => {
                let value = self.pop()?;
                if let Value::Object(id) = value
                    && self.is_instance(id, *ty) == Some(false)
                {
                    return Ok(Step::Throw("java/lang/ClassCastException"));
                }
                self.push(value);
            }
            I::InstanceOf(ty) => {
                let is = match self.pop()? {
                    Value::Null => Some(false),
                    Value::Object(id) => self.is_instance(id, *ty),
                    _ => None,
                };
                self.push(is.map_or(Value::Unknown(Kind::Int), |is| Value::int(i32::from(is))));
            }
            I::Monitor => {
                if self.pop()? == Value::Null {
                    return Ok(Step::Throw("java/lang/NullPointerException"));
                }
            }
            I::Unsupported => return Err(Stop::Unsupported),
        }
        Ok(Step::Done)
    }

    fn allocate_all(&mut self, ty: Symbol, dimensions: usize) -> Stepped {
        const MOST: usize = 1 << 16;
        let mut lengths = Vec::with_capacity(dimensions);
        for _ in 0..dimensions {
            let Some(length) = self.pop_number()? else { return Err(Stop::Unknown) };
            let length = self.pin(length, "length of an array")?.whole().unwrap_or(0);
            lengths.push(usize::try_from(length).map_err(|_| Stop::Unsupported)?);
        }
        lengths.reverse();
        if lengths.iter().try_fold(1usize, |all, &l| all.checked_mul(l)).is_none_or(|all| all > MOST) {
            return Err(Stop::Limit);
        }
        let name = self.classes.symbols.text(ty).to_owned();
        let array = self.nested(&name, &lengths);
        self.push(array);
        Ok(Step::Done)
    }

    fn nested(&mut self, ty: &str, lengths: &[usize]) -> Value {
        let array = self.new_array(ty, lengths[0]);
        if lengths.len() > 1
            && let Value::Object(id) = array
        {
            let inner: Vec<Value> = (0..lengths[0]).map(|_| self.nested(&ty[1..], &lengths[1..])).collect();
            if let Object::Array { items, .. } = self.heap.get_mut(id) {
                *items = inner;
            }
        }
        array
    }

    /// Instructions that move what is on the stack; a long or double is one here, where it is two to the JVM.
    fn shuffle(&mut self, instruction: &Instruction) -> Result<(), Stop> {
        use Instruction as I;
        let stack = &mut self.frames.last_mut().ok_or(Stop::Unsupported)?.stack;
        let mut pop = || stack.pop().ok_or(Stop::Unsupported);
        // From the top; the last of the group to be written back is the top again.
        let top = pop()?;
        let back: Vec<Value> = match instruction {
            I::Pop => Vec::new(),
            I::Pop2 if top.is_wide() => Vec::new(),
            I::Pop2 => {
                pop()?;
                Vec::new()
            }
            I::Dup => vec![top, top],
            I::Swap => {
                let under = pop()?;
                vec![top, under]
            }
            I::DupX1 => {
                let under = pop()?;
                vec![top, under, top]
            }
            I::DupX2 => {
                let second = pop()?;
                if second.is_wide() {
                    vec![top, second, top]
                } else {
                    let third = pop()?;
                    vec![top, third, second, top]
                }
            }
            I::Dup2 if top.is_wide() => vec![top, top],
            I::Dup2 => {
                let second = pop()?;
                vec![second, top, second, top]
            }
            I::Dup2X1 if top.is_wide() => {
                let second = pop()?;
                vec![top, second, top]
            }
            I::Dup2X1 => {
                let (second, third) = (pop()?, pop()?);
                vec![second, top, third, second, top]
            }
            _ => {
                // dup2_x2, in its four forms.
                let moved = if top.is_wide() { vec![top] } else { vec![pop()?, top] };
                let next = pop()?;
                let over = if next.is_wide() { vec![next] } else { vec![pop()?, next] };
                [moved.clone(), over, moved].concat()
            }
        };
        stack.extend(back);
        Ok(())
    }

    fn binary(&mut self, operation: Binary) -> Stepped {
        let (b, a) = (self.pop()?, self.pop()?);
        let value = match (a, b) {
            (Value::Number(a), Value::Number(b)) => {
                let divides = matches!(operation, Binary::Div | Binary::Rem) && b.value.whole().is_some();
                if divides {
                    let zero = Number::constant(if matches!(b.value, Scalar::Long(_)) { Scalar::Long(0) } else { Scalar::Int(0) });
                    let by_zero = self.relate(Relation::Equal, b, zero);
                    if self.fork(by_zero)? {
                        return Ok(Step::Throw("java/lang/ArithmeticException"));
                    }
                }
                Value::Number(self.arithmetic(operation, a, b).ok_or(Stop::Unsupported)?)
            }
            (Value::Unknown(kind), _) => Value::Unknown(kind),
            (Value::Number(a), Value::Unknown(_)) => Value::Unknown(match a.value {
                Scalar::Int(_) => Kind::Int,
                Scalar::Long(_) => Kind::Long,
                Scalar::Float(_) => Kind::Float,
                Scalar::Double(_) => Kind::Double,
            }),
            _ => return Err(Stop::Unsupported),
        };
        self.push(value);
        Ok(Step::Done)
    }

    /// The method returns.
    fn leave(&mut self) -> Result<(), Stop> {
        let mut frame = self.frames.pop().ok_or(Stop::Unsupported)?;
        let given = match frame.method.signature.result {
            Some(kind) => Some(narrow(frame.stack.pop().ok_or(Stop::Unsupported)?, kind, &mut self.terms)),
            None => None,
        };
        match frame.then {
            Then::Give(expected) => {
                if let (Some(value), Some(kind)) = (given, expected) {
                    let from = frame.method.signature.result;
                    let value = self.adapt_of(value, from, kind);
                    self.push(value);
                }
            }
            Then::GiveObject(object) => self.push(object),
            Then::Initialised(_) => {}
        }
        Ok(())
    }
}

/// The number that a text is, as `Long.parseLong` and `Integer.parseInt` read it: ASCII digits behind a sign. Other digits of Unicode are
/// not read; a text that has some counts as none.
pub fn decimal(units: &[u16], range: (i64, i64)) -> Option<i64> {
    let text = String::from_utf16(units).ok()?;
    let digits = text.strip_prefix(['-', '+']).unwrap_or(&text);
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    text.parse::<i64>().ok().filter(|n| (range.0..=range.1).contains(n))
}

/// An `int` as a field, element or result of its kind keeps it.
pub(super) fn narrow(value: Value, kind: Kind, terms: &mut Terms) -> Value {
    let operation = match kind {
        Kind::Byte => Unary::ToByte,
        Kind::Char => Unary::ToChar,
        Kind::Short => Unary::ToShort,
        _ => return value,
    };
    match value {
        Value::Number(Number { value: scalar @ Scalar::Int(_), term }) => {
            let narrowed = Scalar::unary(operation, scalar).unwrap_or(scalar);
            Value::Number(Number { value: narrowed, term: term.map(|t| terms.unary(operation, t)) })
        }
        other => other,
    }
}
