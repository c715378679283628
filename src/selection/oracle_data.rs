//! Oracle data and their substitution graph, from a program's definition-use chains.
//!
//! - Copies that compilers make of one statement (`finally` blocks) are one datum.
//! - What cannot be observed is no datum: the compiler's own variables and methods, elements of arrays that nobody holds. Chains through
//!   it become chains from end to end, their probabilities multiplied.
//! - Tests define no data, and no chain leads through them.

use super::acyclic::break_cycles;
use super::graph::{Chain, SubstitutionGraph};
use crate::Result;
use crate::program::chains::{Chains, Definition, is_written};
use crate::program::facts::{BlockEntry, Code, Kind, Program, Role, Symbol, access};
use crate::program::reaching::{Variable, holders};
use hashbrown::HashMap;
use std::collections::{BTreeMap, BTreeSet};

/// What kind of variable a datum is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DatumKind {
    Parameter,
    Local,
    Field,
    /// What a method returns.
    Return,
}

/// A variable and the statement that defines it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OracleDatum {
    /// The statement; of copies the first.
    pub definition: Definition,
    pub kind: DatumKind,
    /// Name of the local, parameter or field; None for what is returned.
    pub name: Option<Symbol>,
    /// Of a field, the class that declares it.
    pub owner: Option<Symbol>,
    /// Whether the statement defines an element of it and not the variable as such.
    pub element: bool,
    /// Line in the source; 0: unknown.
    pub line: u32,
}

/// The oracle data of a program, in the order of its code, and how they substitute for each other.
#[derive(Clone, Debug)]
pub struct OracleData {
    pub data: Vec<OracleDatum>,
    /// By datum: the operations of its method that define it, ascending: several where the compiler copied the statement.
    pub operations: Vec<Vec<u32>>,
    /// Conditions that are links of chains, if they are followed.
    pub conditions: Vec<Definition>,
    /// Of the data by their places, then of the conditions.
    pub graph: SubstitutionGraph,
    /// Chains that recursion, or fields that methods write for each other, closed to cycles; they are left out.
    pub cyclic: usize,
}

impl OracleData {
    /// # Errors
    /// A fault of ours: the chains are no substitution graph.
    pub fn of(program: &Program, chains: &Chains) -> Result<Self> {
        let groups = Groups::of(program, chains);
        let mut edges = groups.merge(chains);
        let cyclic = break_cycles(groups.members.len(), &mut edges).len();
        let described: Vec<Option<OracleDatum>> = groups.members.iter().map(|&m| describe(program, chains.definitions[m])).collect();
        let conditions: Vec<usize> =
            (0..described.len()).filter(|&group| is_condition(program, chains.definitions[groups.members[group]])).collect();
        let hidden = |group: usize| described[group].is_none() && conditions.binary_search(&group).is_err();
        let edges = eliminate(groups.members.len(), edges, hidden);
        let mut index = vec![0; described.len()];
        let mut data = Vec::new();
        let mut operations = Vec::new();
        let mut copies = groups.operations(chains);
        for (group, datum) in described.into_iter().enumerate() {
            if let Some(datum) = datum {
                index[group] = data.len() as u32;
                data.push(datum);
                operations.push(std::mem::take(&mut copies[group]));
            }
        }
        for (place, &group) in conditions.iter().enumerate() {
            index[group] = (data.len() + place) as u32;
        }
        let renumbered = |c: Chain| Chain { observer: index[c.observer as usize], observed: index[c.observed as usize], ..c };
        let edges: Vec<Chain> = edges.into_iter().map(renumbered).collect();
        let graph = SubstitutionGraph::new(data.len() + conditions.len(), &edges)?;
        let conditions = conditions.into_iter().map(|group| chains.definitions[groups.members[group]]).collect();
        Ok(Self { data, operations, conditions, graph, cyclic })
    }
}

/// Definitions of analysed code, copies of one statement together.
struct Groups {
    /// By definition: its group; None for a test's.
    group: Vec<Option<u32>>,
    /// By group: its first definition.
    members: Vec<usize>,
}

impl Groups {
    fn of(program: &Program, chains: &Chains) -> Self {
        let mut group = Vec::with_capacity(chains.definitions.len());
        let mut members = Vec::new();
        let mut copies = Copies::default();
        for (id, definition) in chains.definitions.iter().enumerate() {
            let method = &program.methods[definition.method];
            if program.classes[method.class].role != Role::Analysed {
                group.push(None);
                continue;
            }
            let of = copies.statement(program, definition).map(|s| *copies.first.entry(s).or_insert(members.len() as u32));
            let of = of.unwrap_or(members.len() as u32);
            if of as usize == members.len() {
                members.push(id);
            }
            group.push(Some(of));
        }
        Self { group, members }
    }

    /// By group: the operations of its members, ascending.
    fn operations(&self, chains: &Chains) -> Vec<Vec<u32>> {
        let mut operations = vec![Vec::new(); self.members.len()];
        for (id, definition) in chains.definitions.iter().enumerate() {
            if let Some(group) = self.group[id] {
                operations[group as usize].push(definition.operation);
            }
        }
        operations.iter_mut().for_each(|o| o.sort_unstable());
        operations
    }

    /// The chains between groups. Copies are on different paths: what leads to them adds up; what leads from them is the likeliest.
    fn merge(&self, chains: &Chains) -> Vec<Chain> {
        let mut by_copy: BTreeMap<(u32, u32, u32), f64> = BTreeMap::new();
        for one in &chains.uses {
            let (Some(user), Some(used)) = (self.group[one.user as usize], self.group[one.used as usize]) else { continue };
            if user != used && one.probability > 0.0 {
                let best = by_copy.entry((user, used, one.user)).or_insert(0.0);
                *best = best.max(one.probability);
            }
        }
        let mut merged: BTreeMap<(u32, u32), f64> = BTreeMap::new();
        for ((user, used, _), probability) in by_copy {
            *merged.entry((user, used)).or_insert(0.0) += probability;
        }
        merged.into_iter().map(|((observer, observed), p)| Chain { observer, observed, probability: p.min(1.0) }).collect()
    }
}

/// What tells a statement from others of its method, where one has copies.
type Statement = (usize, u32, DatumKind, Option<Symbol>, u32);

/// Which definitions are copies of the same statement.
#[derive(Default)]
struct Copies {
    /// By method: whether each block is part of a handler of all exceptions; None if it has none.
    handlers: HashMap<usize, Option<Vec<bool>>, crate::program::facts::FixedHasher>,
    copied: HashMap<usize, BTreeSet<Statement>, crate::program::facts::FixedHasher>,
    first: HashMap<Statement, u32, crate::program::facts::FixedHasher>,
}

impl Copies {
    /// The statement of a definition, if it has a copy in a handler of all exceptions.
    fn statement(&mut self, program: &Program, definition: &Definition) -> Option<Statement> {
        let method = definition.method;
        let code = program.methods[method].code.as_ref()?;
        let inside = self.handlers.entry(method).or_insert_with(|| in_handlers(code)).clone()?;
        let copied = self.copied.entry(method).or_insert_with(|| {
            let operations = 0..code.operations.len() as u32;
            let handled = |&o: &u32| code.operations[o as usize].as_ref().is_some_and(|op| inside[op.block as usize]);
            operations.filter(handled).filter_map(|operation| statement(code, Definition { method, operation })).collect()
        });
        statement(code, *definition).filter(|s| copied.contains(s))
    }
}

fn statement(code: &Code, definition: Definition) -> Option<Statement> {
    let operation = code.operations[definition.operation as usize].as_ref()?;
    let (kind, name, slot) = match &operation.kind {
        Kind::Store { slot, name, .. } | Kind::Increment { slot, name } => (DatumKind::Local, *name, name.map_or(*slot, |_| 0)),
        Kind::PutField { field, .. } => (DatumKind::Field, None, *field),
        Kind::Return { .. } => (DatumKind::Return, None, 0),
        _ => return None,
    };
    Some((definition.method, operation.line, kind, name, slot))
}

/// By block: whether it is reached from a handler of all exceptions; None if there is no such handler.
fn in_handlers(code: &Code) -> Option<Vec<bool>> {
    let mut inside = vec![false; code.blocks.len()];
    let handler = |b: &u32| code.blocks[*b as usize].entry == BlockEntry::CatchAny;
    let mut open: Vec<u32> = (0..code.blocks.len() as u32).filter(handler).collect();
    if open.is_empty() {
        return None;
    }
    while let Some(block) = open.pop() {
        if !std::mem::replace(&mut inside[block as usize], true) {
            open.extend(&code.blocks[block as usize].successors);
        }
    }
    Some(inside)
}

/// Whether it is a branch that the author wrote.
fn is_condition(program: &Program, definition: Definition) -> bool {
    let operation = program.methods[definition.method].code.as_ref().and_then(|c| c.operations[definition.operation as usize].as_ref());
    is_written(program, definition.method) && matches!(operation.map(|o| &o.kind), Some(Kind::Branch { .. }))
}

/// The datum of a definition; None if it cannot be observed.
fn describe(program: &Program, definition: Definition) -> Option<OracleDatum> {
    if !is_written(program, definition.method) {
        return None;
    }
    let code = program.methods[definition.method].code.as_ref()?;
    let operation = code.operations[definition.operation as usize].as_ref()?;
    let datum = |kind, name| OracleDatum { definition, kind, name, owner: None, element: false, line: operation.line };
    match &operation.kind {
        Kind::Parameter { name, .. } => name.map(|n| datum(DatumKind::Parameter, Some(n))),
        Kind::Store { name, .. } | Kind::Increment { name, .. } => name.map(|n| datum(DatumKind::Local, Some(n))),
        Kind::PutField { field, .. } => field_datum(program, *field, datum(DatumKind::Field, None)),
        Kind::ArrayStore { array, .. } => match holders(code, array)[..] {
            [Variable::Field(field)] => {
                field_datum(program, field, datum(DatumKind::Field, None)).map(|d| OracleDatum { element: true, ..d })
            }
            [Variable::Local(slot)] => {
                local(code, slot, definition.operation).map(|(kind, name)| OracleDatum { element: true, ..datum(kind, Some(name)) })
            }
            _ => None,
        },
        Kind::Return { .. } => Some(datum(DatumKind::Return, None)),
        _ => None,
    }
}

fn field_datum(program: &Program, field: u32, datum: OracleDatum) -> Option<OracleDatum> {
    let field = &program.fields[field as usize];
    let written = field.known && field.access & access::SYNTHETIC == 0 && !program.symbols.text(field.name).contains('$');
    written.then_some(OracleDatum { name: Some(field.name), owner: Some(field.class), ..datum })
}

/// What the variable in a slot is called: by the last definition of it in the code before an operation.
fn local(code: &Code, slot: u32, before: u32) -> Option<(DatumKind, Symbol)> {
    code.operations[..before as usize].iter().rev().flatten().find_map(|o| match &o.kind {
        Kind::Store { slot: s, name, .. } | Kind::Increment { slot: s, name } if *s == slot => Some(name.map(|n| (DatumKind::Local, n))),
        Kind::Parameter { slot: s, name, .. } if *s == slot => Some(name.map(|n| (DatumKind::Parameter, n))),
        _ => None,
    })?
}

/// Takes nodes out of an acyclic graph; chains that met in one become chains from end to end.
fn eliminate(nodes: usize, edges: Vec<Chain>, hidden: impl Fn(usize) -> bool) -> Vec<Chain> {
    let mut observed: Vec<BTreeMap<u32, f64>> = vec![BTreeMap::new(); nodes];
    let mut observers: Vec<BTreeSet<u32>> = vec![BTreeSet::new(); nodes];
    for edge in &edges {
        observed[edge.observer as usize].insert(edge.observed, edge.probability);
        observers[edge.observed as usize].insert(edge.observer);
    }
    for node in (0..nodes).filter(|&n| hidden(n)) {
        let from = std::mem::take(&mut observed[node]);
        let to = std::mem::take(&mut observers[node]);
        for &source in from.keys() {
            observers[source as usize].remove(&(node as u32));
        }
        for &observer in &to {
            let Some(last) = observed[observer as usize].remove(&(node as u32)) else { continue };
            for (&source, &first) in &from {
                let known = observed[observer as usize].entry(source).or_insert(0.0);
                *known = known.max(first * last);
                observers[source as usize].insert(observer);
            }
        }
    }
    let chain = |(observer, of): (usize, BTreeMap<u32, f64>)| {
        of.into_iter().map(move |(observed, probability)| Chain { observer: observer as u32, observed, probability })
    };
    observed.into_iter().enumerate().flat_map(chain).collect()
}
