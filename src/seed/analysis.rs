//! What is known of the methods of a program, each found out when it is first asked for.

use super::template::{class_of, signature};
use crate::program::call_graph::{Algorithm, CallGraph, Entries, Target};
use crate::program::dominance::control_dependence;
use crate::program::facts::{ClassId, Code, FieldId, FixedHasher, Kind, MethodId, Program, Role, Symbol, access};
use crate::program::flow::FlowGraph;
use crate::program::hierarchy::Hierarchy;
use crate::program::reaching::{Effects, Reaching};
use crate::program::zero_one_cfa;
use hashbrown::HashMap;
use std::sync::{Arc, OnceLock};

/// A program with its call graph, its hierarchy and what follows for each method.
#[derive(Debug)]
pub struct Analysis {
    pub program: Arc<Program>,
    pub hierarchy: Hierarchy,
    pub calls: CallGraph,
    views: Vec<OnceLock<View>>,
    /// By method: where it is called, in the order of the code.
    callers: Vec<Vec<CallSite>>,
    /// By field: the operations that write it.
    writers: HashMap<FieldId, Vec<Place>, FixedHasher>,
    /// By field: the operations that read it.
    readers: HashMap<FieldId, Vec<Place>, FixedHasher>,
    /// By name of a class: the static methods of analysed classes that are declared to return its objects.
    factories: HashMap<Symbol, Vec<MethodId>, FixedHasher>,
    /// By name of an enum: the fields that are its constants.
    constants: HashMap<Symbol, Vec<FieldId>, FixedHasher>,
}

/// An operation of a method.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    pub method: MethodId,
    pub operation: u32,
}

/// A call that may enter a method.
#[derive(Clone, Copy, Debug)]
pub struct CallSite {
    pub place: Place,
    pub target: Target,
}

/// What is known of one method's code.
#[derive(Debug)]
pub struct View {
    /// Which definitions reach which uses; calls are not looked into.
    pub reaching: Reaching,
    /// By block: the blocks whose branches decide directly whether it is executed, ascending.
    pub controllers: Vec<Vec<u32>>,
    /// By block: those that normally lead to it.
    pub predecessors: Vec<Vec<u32>>,
}

/// What calls write is looked up where it matters.
struct NoEffects;

impl Effects for NoEffects {
    fn writes(&self, _: u32) -> &[u32] {
        &[]
    }

    fn enters(&self, _: u32) -> bool {
        false
    }
}

/// Words of objects that flow in 0-1-CFA, at most: a few seconds of work. commons-math3 (2800 methods) and guava (6000) take 35 million.
const MOST_FLOWING: u64 = 40_000_000;

impl Analysis {
    /// The call graph is that of any client: a test may call every method. Of a program that is too large for 0-1-CFA it is that of rapid
    /// type analysis.
    pub fn of(program: Arc<Program>, algorithm: Algorithm) -> Self {
        Self::within(program, algorithm, MOST_FLOWING)
    }

    /// `most`: how many objects may flow in 0-1-CFA before the program is too large for it.
    pub fn within(program: Arc<Program>, algorithm: Algorithm, most: u64) -> Self {
        let hierarchy = Hierarchy::of(&program);
        let rapid = |program: &Program, hierarchy: &Hierarchy| CallGraph::rapid_type_analysis(program, hierarchy, &Entries::Everything);
        let calls = match algorithm {
            Algorithm::Cfa => zero_one_cfa::call_graph_within(&program, &hierarchy, &Entries::Everything, most)
                .unwrap_or_else(|| rapid(&program, &hierarchy)),
            Algorithm::Rta => rapid(&program, &hierarchy),
        };
        let mut callers = vec![Vec::new(); program.methods.len()];
        let (mut writers, mut readers): (HashMap<_, Vec<_>, _>, HashMap<_, Vec<_>, _>) = Default::default();
        for (method, code) in program.methods.iter().enumerate().filter_map(|(id, m)| m.code.as_ref().map(|c| (id, c))) {
            for (operation, site) in calls.sites(method) {
                // Making a lambda calls nothing yet.
                let is_call = matches!(kind(code, operation), Some(Kind::Call(_)));
                for &target in site.targets.iter().filter(|_| is_call) {
                    callers[target.method].push(CallSite { place: Place { method, operation }, target });
                }
            }
            for (operation, found) in (0..).zip(&code.operations) {
                match found.as_ref().map(|o| &o.kind) {
                    Some(Kind::PutField { field, .. }) => {
                        writers.entry(*field as FieldId).or_default().push(Place { method, operation });
                    }
                    Some(Kind::GetField { field, .. }) => {
                        readers.entry(*field as FieldId).or_default().push(Place { method, operation });
                    }
                    _ => {}
                }
            }
        }
        let views = (0..program.methods.len()).map(|_| OnceLock::new()).collect();
        let factories = factories(&program);
        let mut constants: HashMap<_, Vec<_>, _> = HashMap::default();
        for (id, field) in program.fields.iter().enumerate().filter(|(_, f)| f.access & access::ENUM != 0) {
            constants.entry(field.class).or_default().push(id);
        }
        Self { program, hierarchy, calls, views, callers, writers, readers, factories, constants }
    }

    /// The code of a method, and what is known of it.
    pub fn view(&self, method: MethodId) -> Option<(&Code, &View)> {
        let code = self.program.methods[method].code.as_ref()?;
        Some((code, self.views[method].get_or_init(|| View::of(code))))
    }

    /// Where a method is called.
    pub fn callers(&self, method: MethodId) -> &[CallSite] {
        &self.callers[method]
    }

    pub fn writers(&self, field: FieldId) -> &[Place] {
        self.writers.get(&field).map_or(&[], Vec::as_slice)
    }

    pub fn readers(&self, field: FieldId) -> &[Place] {
        self.readers.get(&field).map_or(&[], Vec::as_slice)
    }

    /// Static methods of analysed classes that are declared to return objects of a class, ascending.
    pub fn factories(&self, class: ClassId) -> &[MethodId] {
        self.factories.get(&self.program.classes[class].name).map_or(&[], Vec::as_slice)
    }

    /// The fields that are constants of an enum, ascending; of another class none.
    pub fn constants(&self, class: ClassId) -> &[FieldId] {
        self.constants.get(&self.program.classes[class].name).map_or(&[], Vec::as_slice)
    }

    pub fn line(&self, place: Place) -> u32 {
        let code = self.program.methods[place.method].code.as_ref();
        code.and_then(|c| c.operations.get(place.operation as usize)).and_then(Option::as_ref).map_or(0, |o| o.line)
    }
}

fn factories(program: &Program) -> HashMap<Symbol, Vec<MethodId>, FixedHasher> {
    let mut factories: HashMap<_, Vec<_>, _> = HashMap::default();
    for (id, method) in program.methods.iter().enumerate() {
        if method.is(access::STATIC)
            && program.classes[method.class].role == Role::Analysed
            && let (_, result) = signature(program.symbols.text(method.descriptor))
            && let Some(class) = class_of(result).and_then(|name| program.symbols.find(name))
        {
            factories.entry(class).or_default().push(id);
        }
    }
    factories
}

/// What an operation does; `None`: there is none of that number.
pub fn kind(code: &Code, operation: u32) -> Option<&Kind> {
    code.operations.get(operation as usize)?.as_ref().map(|o| &o.kind)
}

impl View {
    fn of(code: &Code) -> Self {
        let flow = FlowGraph::whole(code);
        let controllers = control_dependence(&flow).into_iter().map(|all| {
            let mut branches: Vec<u32> = all.into_iter().map(|c| c.branch).collect();
            branches.dedup();
            branches
        });
        let mut predecessors = vec![Vec::new(); code.blocks.len()];
        for (from, block) in (0..).zip(&code.blocks) {
            block.successors.iter().for_each(|&to| predecessors[to as usize].push(from));
        }
        Self { reaching: Reaching::of(code, &flow, &NoEffects), controllers: controllers.collect(), predecessors }
    }
}
