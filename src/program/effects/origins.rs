//! Which object an operand may be: where a method has it from. Values are followed through locals in the order of the code (a forward
//! dataflow analysis over its blocks), not through fields, elements and calls.

use crate::program::facts::{BlockEntry, Call, Code, Kind, Method, Program, access};
use std::fmt;

/// An object, as its method sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Base {
    /// The method's receiver.
    Receiver,
    /// A parameter of the method, from 0; the receiver does not count.
    Parameter(u32),
    /// No object: the field is static.
    Static,
    /// An object from elsewhere: a field, an element, the result of a call.
    Other,
}

/// Objects that a value may be, but for those that the method itself has made.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct Bases(u64);

impl Bases {
    /// Only objects that the method has made.
    pub const OWN: Self = Self(0);
    pub const OTHER: Self = Self(1);
    pub const RECEIVER: Self = Self(2);
    /// Parameters from this one on are objects from elsewhere.
    pub const PARAMETERS: u32 = 62;

    pub fn parameter(index: u32) -> Self {
        if index < Self::PARAMETERS { Self(4 << index) } else { Self::OTHER }
    }

    #[must_use]
    pub fn or(self, more: Self) -> Self {
        Self(self.0 | more.0)
    }

    pub fn iter(self) -> impl Iterator<Item = Base> {
        let has = move |bases: Self| self.0 & bases.0 != 0;
        let parameters = (0..Self::PARAMETERS).filter(move |&p| has(Self::parameter(p))).map(Base::Parameter);
        let receiver = has(Self::RECEIVER).then_some(Base::Receiver);
        receiver.into_iter().chain(parameters).chain(has(Self::OTHER).then_some(Base::Other))
    }
}

impl fmt::Debug for Bases {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// The objects that the values of a method may be.
#[derive(Debug)]
pub struct Origins {
    /// By operation: the value that it makes or reads.
    values: Vec<Bases>,
}

impl Origins {
    pub fn of(program: &Program, method: &Method, code: &Code) -> Self {
        // No compiler lets control fall into a handler. Where it does, a value may be the caught exception, which facts do not show.
        let odd = code.blocks.iter().flat_map(|b| &b.successors).any(|&b| code.blocks[b as usize].entry != BlockEntry::Normal);
        if odd {
            return Self { values: vec![Bases::OTHER; code.operations.len()] };
        }
        let mut solver = Solver { program, code, values: vec![Bases::OWN; code.operations.len()], changed: true };
        let mut entering: Vec<Option<Vec<Bases>>> = vec![None; code.blocks.len()];
        if let Some(first) = entering.first_mut() {
            let mut locals = vec![Bases::OTHER; slots(code)];
            if let Some(this) = locals.first_mut().filter(|_| !method.is(access::STATIC)) {
                *this = Bases::RECEIVER;
            }
            *first = Some(locals);
        }
        while std::mem::take(&mut solver.changed) {
            for block in 0..code.blocks.len() {
                solver.pass(block, &mut entering);
            }
        }
        // Facts have no code that control does not come to.
        for (block, _) in code.blocks.iter().zip(&entering).filter(|(_, locals)| locals.is_none()) {
            solver.values[block.operations.clone()].fill(Bases::OTHER);
        }
        Self { values: solver.values }
    }

    /// The objects that a value computed from those operations may be.
    pub fn bases(&self, sources: &[u32]) -> Bases {
        bases(&self.values, sources)
    }
}

fn bases(values: &[Bases], sources: &[u32]) -> Bases {
    if sources.is_empty() {
        // A constant, or a caught exception.
        return Bases::OTHER;
    }
    sources.iter().map(|&s| values.get(s as usize).copied().unwrap_or(Bases::OTHER)).fold(Bases::OWN, Bases::or)
}

/// Slots that the code uses, and that of the receiver.
fn slots(code: &Code) -> usize {
    let used = code.operations.iter().flatten().map(|o| match o.kind {
        Kind::Parameter { slot, .. } | Kind::Load { slot } | Kind::Store { slot, .. } => slot as usize + 1,
        _ => 1,
    });
    used.max().unwrap_or(1)
}

struct Solver<'a> {
    program: &'a Program,
    code: &'a Code,
    values: Vec<Bases>,
    changed: bool,
}

impl Solver<'_> {
    /// Passes what the locals hold at the beginning of a block on to those that may follow.
    fn pass(&mut self, block: usize, entering: &mut [Option<Vec<Bases>>]) {
        let Some(mut locals) = entering[block].clone() else { return };
        let code = self.code;
        let block = &code.blocks[block];
        // What they hold at any time in the block: an exception may come at any time.
        let mut ever = locals.clone();
        for operation in block.operations.clone() {
            let Some(op) = &code.operations[operation] else { continue };
            let value = match &op.kind {
                Kind::Parameter { index, slot, .. } => {
                    let parameter = Bases::parameter(*index);
                    locals[*slot as usize] = parameter;
                    parameter
                }
                Kind::Load { slot } => locals[*slot as usize],
                Kind::Store { slot, value, .. } => {
                    let stored = bases(&self.values, value);
                    locals[*slot as usize] = stored;
                    ever[*slot as usize] = ever[*slot as usize].or(stored);
                    Bases::OTHER
                }
                Kind::New { .. } | Kind::NewArray { .. } | Kind::Lambda(_) => Bases::OWN,
                Kind::Call(call) if copies_array(self.program, call) => Bases::OWN,
                _ => Bases::OTHER,
            };
            let known = &mut self.values[operation];
            self.changed |= known.or(value) != *known;
            *known = known.or(value);
        }
        for &next in &block.successors {
            self.changed |= join(&mut entering[next as usize], &locals);
        }
        for &handler in &block.handlers {
            self.changed |= join(&mut entering[handler as usize], &ever);
        }
    }
}

/// Whether that adds anything.
fn join(known: &mut Option<Vec<Bases>>, more: &[Bases]) -> bool {
    match known {
        None => {
            *known = Some(more.to_vec());
            true
        }
        Some(known) => {
            let mut changed = false;
            for (known, &more) in known.iter_mut().zip(more) {
                changed |= known.or(more) != *known;
                *known = known.or(more);
            }
            changed
        }
    }
}

/// Whether a call makes a new array: the `clone` of an array.
fn copies_array(program: &Program, call: &Call) -> bool {
    program.symbols.text(call.method.owner).starts_with('[') && program.symbols.text(call.method.name) == "clone"
}
