//! Replay of a test's calls: byte code is interpreted with the numbers of the test and, side by side, with terms over its inputs, as
//! concolic execution does (Godefroid, Klarlund and Sen, PLDI 2005).
//!
//! Nothing is recorded for it but what the search records anyway, the coverage of the test. What a call of code without a class file gives
//! is unknown, unless `models` know it; a branch on it goes where the coverage says that the test went, if it went one way only. And each
//! branch that is replayed is compared with the coverage: one that the test did not take ends the replay as diverged.

mod arrays;
mod conditions;
mod fields;
mod instructions;

use super::class_file::{Classes, Method};
use super::heap::{Heap, Number, Object, Text, Value};
use super::instruction::{Instruction, Kind, Member};
use super::path::{Branch, Clause, Path, Stop};
use super::scalar::{Scalar, Unary};
use super::term::{Input, Origin, Term, Terms};
use crate::program::facts::Symbol;
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
    undecided: Vec<Branch>,
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
            undecided: Vec::new(),
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
                Err(Stop::Unknown | Stop::Unsupported) if self.leave_call(below) => {}
                // Of an initializer that cannot be replayed only its class is unknown.
                Err(stop) => {
                    let initializer = self.frames.iter().position(|f| matches!(f.then, Then::Initialised(_)));
                    let Some(place) = initializer.filter(|&p| p >= below && stop != Stop::Limit) else { return Err(stop) };
                    for frame in self.frames.split_off(place) {
                        if let Then::Initialised(class) = frame.then {
                            self.set_unknown(class);
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

    /// Whether somebody has looked which ways the branches of a method went.
    pub(super) fn is_observed(&self, method: &Method) -> bool {
        self.observed.had(method, 0, 0).is_some()
    }

    /// What a static initializer of a class has not set is unknown.
    pub(super) fn set_unknown(&mut self, class: Symbol) {
        self.uninitialised.insert(class);
    }

    /// The path condition.
    pub fn finish(self) -> Path {
        let Self { terms, clauses, undecided, stop, concretised, steps, .. } = self;
        Path { terms, clauses, undecided, stop, concretised, steps }
    }

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
