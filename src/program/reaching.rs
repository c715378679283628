//! Reaching definitions (Aho, Lam, Sethi and Ullman, section 9.2.4) of locals and fields, over a whole flow graph or one without cycles.
//!
//! A field is one variable, whatever object it belongs to; so is an array with all its elements, named by the variable that holds it.
//! What a call may write is a definition that lets others through.

use super::facts::FixedHasher;
use super::facts::{Code, FieldId, Kind, Sources};
use super::flow::FlowGraph;
use hashbrown::HashMap;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Variable {
    Local(u32),
    Field(u32),
}

/// Where the value of a variable comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Origin {
    /// From before the method: fields only.
    Entry,
    /// An operation that defines it.
    Definition(u32),
    /// A call, which may have written it.
    Call(u32),
}

#[derive(Clone, Copy, Debug)]
struct Definition {
    variable: Variable,
    origin: Origin,
    /// Whether older definitions end here.
    kills: bool,
}

/// Which definitions reach each use in a method.
#[derive(Clone, Debug)]
pub struct Reaching {
    definitions: Vec<Definition>,
    /// By operation that uses a variable: places in `definitions`.
    reaching: HashMap<u32, Vec<u32>, FixedHasher>,
    /// By place in `definitions`: whether it reaches an end of the method or a call that may read it.
    leaves: Vec<bool>,
}

/// What is known of the calls of a method.
pub trait Effects {
    /// Fields that the call may write, ascending.
    fn writes(&self, operation: u32) -> &[u32];
    /// Whether the call is one of analysed code.
    fn enters(&self, operation: u32) -> bool;
}

impl Reaching {
    pub fn of(code: &Code, flow: &FlowGraph, effects: &impl Effects) -> Self {
        let definitions = definitions(code, flow, effects);
        let mut by_variable: HashMap<Variable, Vec<u32>, FixedHasher> = HashMap::default();
        for (place, definition) in definitions.iter().enumerate() {
            by_variable.entry(definition.variable).or_default().push(place as u32);
        }
        let mut by_operation: HashMap<u32, Vec<u32>, FixedHasher> = HashMap::default();
        for (place, definition) in definitions.iter().enumerate() {
            if let Origin::Definition(operation) | Origin::Call(operation) = definition.origin {
                by_operation.entry(operation).or_default().push(place as u32);
            }
        }
        let words = definitions.len().div_ceil(64);
        let mut solver = Solver { code, definitions: &definitions, by_variable, by_operation, words };
        let entering = solver.solve(flow);
        let mut reaching = HashMap::default();
        let mut leaves = vec![false; definitions.len()];
        for &block in &flow.order {
            let mut live = entering[block as usize].clone();
            for operation in code.blocks[block as usize].operations.clone() {
                let Some(op) = &code.operations[operation] else { continue };
                let operation = operation as u32;
                if let Some(variable) = used(&op.kind)
                    && let Some(places) = solver.by_variable.get(&variable)
                {
                    reaching.insert(operation, places.iter().copied().filter(|&p| has(&live, p)).collect::<Vec<u32>>());
                }
                if matches!(op.kind, Kind::Call(_) | Kind::Lambda(_)) && effects.enters(operation) {
                    (0..definitions.len() as u32).filter(|&p| has(&live, p)).for_each(|p| leaves[p as usize] = true);
                }
                solver.apply(operation, &mut live);
            }
            if flow.successors[block as usize].is_empty() {
                (0..definitions.len() as u32).filter(|&p| has(&live, p)).for_each(|p| leaves[p as usize] = true);
            }
        }
        Self { definitions, reaching, leaves }
    }

    /// The definitions that reach the use of an operation: a load, an increment, a field that is read.
    pub fn at(&self, operation: u32) -> impl Iterator<Item = Origin> {
        self.reaching.get(&operation).into_iter().flatten().map(|&p| self.definitions[p as usize].origin)
    }

    /// Definitions of fields that are seen outside: (field, operation).
    pub fn leaving(&self) -> impl Iterator<Item = (FieldId, u32)> {
        self.definitions.iter().zip(&self.leaves).filter(|(_, leaves)| **leaves).filter_map(|(d, _)| match (d.variable, d.origin) {
            (Variable::Field(field), Origin::Definition(operation)) => Some((field as FieldId, operation)),
            _ => None,
        })
    }
}

/// The variable that an operation reads.
fn used(kind: &Kind) -> Option<Variable> {
    match kind {
        Kind::Load { slot } | Kind::Increment { slot, .. } => Some(Variable::Local(*slot)),
        Kind::GetField { field, .. } => Some(Variable::Field(*field)),
        _ => None,
    }
}

/// The variables that hold an array: loads and fields it was computed from; of an element of an array of arrays, those of the outer one.
pub fn holders(code: &Code, array: &Sources) -> Vec<Variable> {
    let mut holders = Vec::new();
    let mut open: Vec<u32> = array.to_vec();
    let mut seen = open.clone();
    while let Some(source) = open.pop() {
        match code.operations[source as usize].as_ref().map(|o| &o.kind) {
            Some(Kind::Load { slot }) => holders.push(Variable::Local(*slot)),
            Some(Kind::GetField { field, .. }) => holders.push(Variable::Field(*field)),
            Some(Kind::ArrayLoad { array, .. }) => {
                for &outer in array.iter().filter(|o| !seen.contains(o)).collect::<Vec<_>>() {
                    seen.push(outer);
                    open.push(outer);
                }
            }
            _ => {}
        }
    }
    holders.sort_unstable();
    holders.dedup();
    holders
}

fn definitions(code: &Code, flow: &FlowGraph, effects: &impl Effects) -> Vec<Definition> {
    let mut definitions = Vec::new();
    let mut fields = Vec::new();
    for &block in &flow.order {
        for operation in code.blocks[block as usize].operations.clone() {
            let Some(op) = &code.operations[operation] else { continue };
            let operation = operation as u32;
            let mut define = |variable, origin, kills| {
                definitions.push(Definition { variable, origin, kills });
                fields.extend(if let Variable::Field(f) = variable { Some(f) } else { None });
            };
            match &op.kind {
                Kind::Parameter { slot, .. } | Kind::Store { slot, .. } | Kind::Increment { slot, .. } => {
                    define(Variable::Local(*slot), Origin::Definition(operation), true);
                }
                Kind::PutField { field, .. } => define(Variable::Field(*field), Origin::Definition(operation), true),
                Kind::ArrayStore { array, .. } => {
                    for holder in holders(code, array) {
                        define(holder, Origin::Definition(operation), false);
                    }
                }
                Kind::GetField { field, .. } => fields.push(*field),
                Kind::Call(_) | Kind::Lambda(_) => {
                    for &field in effects.writes(operation) {
                        definitions.push(Definition { variable: Variable::Field(field), origin: Origin::Call(operation), kills: false });
                    }
                }
                _ => {}
            }
        }
    }
    fields.sort_unstable();
    fields.dedup();
    // What a call may write matters where the method speaks of it.
    definitions.retain(|d| !matches!(d.variable, Variable::Field(f) if fields.binary_search(&f).is_err()));
    let entry = |&field: &u32| Definition { variable: Variable::Field(field), origin: Origin::Entry, kills: false };
    definitions.extend(fields.iter().map(entry));
    definitions
}

struct Solver<'a> {
    code: &'a Code,
    definitions: &'a [Definition],
    by_variable: HashMap<Variable, Vec<u32>, FixedHasher>,
    by_operation: HashMap<u32, Vec<u32>, FixedHasher>,
    words: usize,
}

impl Solver<'_> {
    /// By block: the definitions that reach its beginning.
    fn solve(&mut self, flow: &FlowGraph) -> Vec<Vec<u64>> {
        let mut entering = vec![vec![0u64; self.words]; flow.successors.len()];
        for (place, definition) in self.definitions.iter().enumerate() {
            if definition.origin == Origin::Entry {
                set(&mut entering[0], place as u32);
            }
        }
        let mut changed = true;
        while changed {
            changed = false;
            for &block in &flow.order {
                let mut live = entering[block as usize].clone();
                // An exception may come before or after each definition of the block.
                let mut thrown = live.clone();
                let may_throw = !flow.handlers[block as usize].is_empty();
                for operation in self.code.blocks[block as usize].operations.clone() {
                    self.apply(operation as u32, &mut live);
                    if may_throw {
                        join(&mut thrown, &live);
                    }
                }
                for &to in &flow.successors[block as usize] {
                    changed |= join(&mut entering[to as usize], &live);
                }
                for &to in &flow.handlers[block as usize] {
                    changed |= join(&mut entering[to as usize], &thrown);
                }
            }
        }
        entering
    }

    fn apply(&self, operation: u32, live: &mut [u64]) {
        let Some(places) = self.by_operation.get(&operation) else { return };
        for &place in places {
            let definition = &self.definitions[place as usize];
            if definition.kills {
                self.by_variable[&definition.variable].iter().for_each(|&p| live[p as usize / 64] &= !(1 << (p % 64)));
            }
            set(live, place);
        }
    }
}

fn set(bits: &mut [u64], place: u32) {
    bits[place as usize / 64] |= 1 << (place % 64);
}

pub(super) fn has(bits: &[u64], place: u32) -> bool {
    bits[place as usize / 64] >> (place % 64) & 1 != 0
}

/// Adds bits to others; whether that changed them.
pub(super) fn join(into: &mut [u64], from: &[u64]) -> bool {
    let mut changed = false;
    for (a, b) in into.iter_mut().zip(from) {
        changed |= *a | b != *a;
        *a |= b;
    }
    changed
}
