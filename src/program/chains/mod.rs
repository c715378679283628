//! Definition-use chains within and across methods.
//!
//! A *definition* is a parameter, a store to a local, a field or an array element, or a value that is returned. It uses the values that
//! its statement reads: a copy on the operand stack is looked through, so is what a black box was given to compute from. Calls and
//! returns are assignments: of arguments to parameters, of returned values to what the caller makes of them.
//!
//! Fields are one variable each (aliases are not told apart). Across methods a field's definition is used by every method that reads
//! what it did not write itself.
//!
//! What the texts do not say and is ours: a call that may enter k methods is a branch with k ways; of several methods that read a field
//! each is as likely to be the next.

mod conditions;

use super::call_graph::{CallGraph, Site};
use super::facts::{Code, FixedHasher, Kind, MethodId, Program, Role, Sources, access};
use super::flow::FlowGraph;
use super::reaching::{Effects, Origin, Reaching, Variable, has, holders, join};
use hashbrown::HashMap;
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

use conditions::Branches;
pub use conditions::Conditions;

/// Place of a definition in [`Chains::definitions`].
pub type DefinitionId = u32;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Definition {
    pub method: MethodId,
    pub operation: u32,
}

/// The definition of `user` uses the value of `used`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Use {
    pub user: DefinitionId,
    pub used: DefinitionId,
    /// How likely the user is executed when the used is; 0 where only another iteration of a loop gets there.
    pub probability: f64,
}

/// Whether chains that a loop carries from one iteration to the next count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loops {
    /// They do not: each loop is executed once, as SODS has it.
    OneIteration,
    Whole,
}

/// What becomes of a method with several callers, and of a field with several readers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sites {
    /// Each is as likely as the others.
    Shared,
    /// Each counts as if it were the only one.
    Whole,
}

#[derive(Clone, Debug)]
pub struct Chains {
    /// By method, by operation; branches among them where conditions are followed.
    pub definitions: Vec<Definition>,
    /// By user, then by used; no pair twice.
    pub uses: Vec<Use>,
}

impl Chains {
    /// The chains among the reachable methods.
    pub fn of(program: &Program, calls: &CallGraph, loops: Loops, sites: Sites, conditions: Conditions) -> Self {
        let methods: Vec<MethodId> =
            (0..program.methods.len()).filter(|&m| calls.is_reachable(m) && program.methods[m].code.is_some()).collect();
        let written = fields_written(program, calls, &methods);
        let views: HashMap<MethodId, View, FixedHasher> = methods
            .par_iter()
            .map(|&m| (m, View::of(program, calls, &written, m, loops, conditions)))
            .collect::<Vec<_>>()
            .into_iter()
            .collect();
        let mut definitions = Vec::new();
        for &method in &methods {
            definitions.extend(views[&method].definitions.iter().map(|&operation| Definition { method, operation }));
        }
        let ids: HashMap<(MethodId, u32), DefinitionId, FixedHasher> =
            definitions.iter().enumerate().map(|(id, d)| ((d.method, d.operation), id as u32)).collect();
        let heap = Heap::of(program, &methods, &views);
        let linker = Linker { calls, views: &views, ids: &ids, heap: &heap, sites };
        let mut uses: BTreeMap<(DefinitionId, DefinitionId), f64> = BTreeMap::new();
        let found: Vec<Vec<Use>> = methods.par_iter().map(|&m| linker.uses_in(m)).collect();
        for one in found.into_iter().flatten() {
            let probability = uses.entry((one.user, one.used)).or_insert(0.0);
            *probability = probability.max(one.probability);
        }
        let uses = uses.into_iter().map(|((user, used), probability)| Use { user, used, probability }).collect();
        Self { definitions, uses }
    }
}

/// What a single method has: its definitions, what reaches them, how its blocks follow each other.
struct View<'a> {
    code: &'a Code,
    reaching: Reaching,
    /// By block that has a definition or a call, or is the entry: the likelihood of the others.
    likelihood: HashMap<u32, Vec<f64>, FixedHasher>,
    /// Operations that define something, and branches that are links, ascending.
    definitions: Vec<u32>,
    branches: Branches,
    /// Definitions whose value the method returns.
    returned: Vec<u32>,
    /// By operation that makes an object or array: what it is computed from besides its operands.
    initial: HashMap<u32, Vec<Sources>, FixedHasher>,
}

impl<'a> View<'a> {
    fn of(program: &'a Program, calls: &CallGraph, written: &Written, method: MethodId, loops: Loops, conditions: Conditions) -> Self {
        let code = program.methods[method].code.as_ref().expect("methods with code");
        let once = FlowGraph::one_iteration(code);
        let effects = CallEffects::of(calls, written, method);
        let reaching = match loops {
            Loops::OneIteration => Reaching::of(code, &once, &effects),
            Loops::Whole => Reaching::of(code, &FlowGraph::whole(code), &effects),
        };
        let (mut definitions, returned) = defining(code);
        let branches = match conditions {
            Conditions::Ignored => Branches::default(),
            Conditions::Followed => Branches::of(code, &once),
        };
        definitions.extend(&branches.operations);
        definitions.sort_unstable();
        let mut blocks: BTreeSet<u32> = definitions.iter().map(|&o| block(code, o)).collect();
        blocks.extend(calls.sites(method).iter().map(|(o, _)| block(code, *o)));
        blocks.insert(0);
        let likelihood = blocks.into_iter().map(|b| (b, once.likelihood(b))).collect();
        let initial = initial_values(code, |operation| calls.site(method, operation));
        Self { code, reaching, likelihood, definitions, branches, returned, initial }
    }

    /// How likely an operation is executed when another is.
    fn likelihood(&self, from: u32, to: u32) -> f64 {
        let (from, to) = (block(self.code, from), block(self.code, to));
        self.likelihood[&from][to as usize]
    }
}

fn block(code: &Code, operation: u32) -> u32 {
    code.operations[operation as usize].as_ref().map_or(0, |o| o.block)
}

/// The operations that define something, and those whose value is returned. `return x = e` is one definition, of x.
fn defining(code: &Code) -> (Vec<u32>, Vec<u32>) {
    let mut definitions = Vec::new();
    let mut returned = Vec::new();
    for (number, operation) in code.operations.iter().enumerate() {
        let Some(operation) = operation else { continue };
        let number = number as u32;
        match &operation.kind {
            Kind::Parameter { .. } | Kind::Store { .. } | Kind::Increment { .. } | Kind::PutField { .. } | Kind::ArrayStore { .. } => {
                definitions.push(number);
            }
            Kind::Return { value } => {
                let before = number.checked_sub(1).and_then(|b| code.operations[b as usize].as_ref());
                let assigned = before.filter(|b| b.line == operation.line && b.block == operation.block).and_then(|b| assigned(&b.kind));
                if assigned.is_some_and(|assigned| assigned == value && !value.is_empty()) {
                    returned.push(number - 1);
                } else {
                    definitions.push(number);
                    returned.push(number);
                }
            }
            _ => {}
        }
    }
    (definitions, returned)
}

/// The value that an assignment leaves behind as its own.
fn assigned(kind: &Kind) -> Option<&Sources> {
    match kind {
        Kind::Store { value, .. } | Kind::PutField { value, .. } | Kind::ArrayStore { value, .. } => Some(value),
        _ => None,
    }
}

/// By operation that makes an object or array: the arguments of a library's constructor, the elements of an array's initializer.
fn initial_values<'a>(code: &Code, site: impl Fn(u32) -> Option<&'a Site>) -> HashMap<u32, Vec<Sources>, FixedHasher> {
    let mut initial: HashMap<u32, Vec<Sources>, FixedHasher> = HashMap::default();
    let made = |source: &u32| {
        matches!(code.operations[*source as usize].as_ref().map(|o| &o.kind), Some(Kind::New { .. } | Kind::NewArray { .. }))
    };
    for (number, operation) in code.operations.iter().enumerate() {
        match operation.as_ref().map(|o| &o.kind) {
            Some(Kind::Call(call)) if call.kind == super::facts::CallKind::Special => {
                let black_box = site(number as u32).is_none_or(|s| s.targets.is_empty());
                if let Some(receiver) = call.arguments.first().filter(|_| black_box) {
                    for source in receiver.iter().copied().filter(made) {
                        initial.entry(source).or_default().extend(call.arguments[1..].iter().cloned());
                    }
                }
            }
            Some(Kind::ArrayStore { array, value, .. }) => {
                for source in array.iter().copied().filter(made) {
                    initial.entry(source).or_default().push(value.clone());
                }
            }
            _ => {}
        }
    }
    initial
}

/// By method: the fields that it, or what it calls, may write, ascending.
type Written = Vec<Vec<u32>>;

fn fields_written(program: &Program, calls: &CallGraph, methods: &[MethodId]) -> Written {
    let words = program.fields.len().div_ceil(64);
    let mut written: Vec<Vec<u64>> = vec![Vec::new(); program.methods.len()];
    let mut callers: Vec<Vec<MethodId>> = vec![Vec::new(); program.methods.len()];
    for &method in methods {
        let mut own = vec![0u64; words];
        let mut write = |field: u32| own[field as usize / 64] |= 1 << (field % 64);
        let code = program.methods[method].code.as_ref().expect("methods with code");
        for operation in code.operations.iter().flatten() {
            match &operation.kind {
                Kind::PutField { field, .. } => write(*field),
                Kind::ArrayStore { array, .. } => {
                    holders(code, array).into_iter().for_each(|v| {
                        if let Variable::Field(f) = v {
                            write(f)
                        }
                    });
                }
                _ => {}
            }
        }
        written[method] = own;
        let called: BTreeSet<MethodId> = calls.sites(method).iter().flat_map(|(_, s)| s.targets.iter().map(|t| t.method)).collect();
        called.into_iter().for_each(|callee| callers[callee].push(method));
    }
    let mut waiting = vec![false; program.methods.len()];
    let mut open: VecDeque<MethodId> = methods.iter().copied().filter(|&m| written[m].iter().any(|w| *w != 0)).collect();
    open.iter().for_each(|&m| waiting[m] = true);
    while let Some(method) = open.pop_front() {
        waiting[method] = false;
        let writes = std::mem::take(&mut written[method]);
        for &caller in callers[method].iter().filter(|&&c| c != method) {
            if join(&mut written[caller], &writes) && !std::mem::replace(&mut waiting[caller], true) {
                open.push_back(caller);
            }
        }
        written[method] = writes;
    }
    let fields = |bits: Vec<u64>| (0..program.fields.len() as u32).filter(|&f| !bits.is_empty() && has(&bits, f)).collect();
    written.into_iter().map(fields).collect()
}

struct CallEffects<'a> {
    calls: &'a CallGraph,
    method: MethodId,
    /// By operation that is a call.
    writes: HashMap<u32, Vec<u32>, FixedHasher>,
}

impl<'a> CallEffects<'a> {
    fn of(calls: &'a CallGraph, written: &Written, method: MethodId) -> Self {
        let mut writes = HashMap::default();
        for (operation, site) in calls.sites(method) {
            let fields: BTreeSet<u32> = site.targets.iter().flat_map(|t| written[t.method].iter().copied()).collect();
            writes.insert(operation, fields.into_iter().collect());
        }
        Self { calls, method, writes }
    }
}

impl Effects for CallEffects<'_> {
    fn writes(&self, operation: u32) -> &[u32] {
        self.writes.get(&operation).map_or(&[], Vec::as_slice)
    }

    fn enters(&self, operation: u32) -> bool {
        self.calls.site(self.method, operation).is_some_and(|s| !s.targets.is_empty())
    }
}

/// The fields between methods.
struct Heap {
    /// By field: the definitions that are seen outside their method.
    leaving: HashMap<u32, Vec<(MethodId, u32)>, FixedHasher>,
    /// By field: number of methods that read what others wrote.
    readers: HashMap<u32, u32, FixedHasher>,
}

impl Heap {
    fn of(program: &Program, methods: &[MethodId], views: &HashMap<MethodId, View, FixedHasher>) -> Self {
        let mut leaving: HashMap<u32, Vec<(MethodId, u32)>, FixedHasher> = HashMap::default();
        let mut readers: HashMap<u32, u32, FixedHasher> = HashMap::default();
        for &method in methods {
            let view = &views[&method];
            for (field, operation) in view.reaching.leaving() {
                if program.fields[field].known {
                    leaving.entry(field as u32).or_default().push((method, operation));
                }
            }
            let mut read = BTreeSet::new();
            for (number, operation) in view.code.operations.iter().enumerate() {
                if let Some(Kind::GetField { field, .. }) = operation.as_ref().map(|o| &o.kind)
                    && view.reaching.at(number as u32).any(|o| !matches!(o, Origin::Definition(_)))
                {
                    read.insert(*field);
                }
            }
            read.into_iter().for_each(|f| *readers.entry(f).or_default() += 1);
        }
        Self { leaving, readers }
    }
}

/// Where a value that an operation uses comes from, with the likelihood that the operation is executed when the definition was.
type Found = BTreeMap<DefinitionId, f64>;

struct Linker<'a> {
    calls: &'a CallGraph,
    views: &'a HashMap<MethodId, View<'a>, FixedHasher>,
    ids: &'a HashMap<(MethodId, u32), DefinitionId, FixedHasher>,
    heap: &'a Heap,
    sites: Sites,
}

impl Linker<'_> {
    /// The chains whose user is in a method, or is a parameter of what it calls.
    fn uses_in(&self, method: MethodId) -> Vec<Use> {
        let view = &self.views[&method];
        let mut uses = Vec::new();
        for &operation in &view.definitions {
            let user = self.ids[&(method, operation)];
            let mut found = Found::new();
            let mut search = Search { linker: self, method, view, at: operation, seen: BTreeSet::new(), found: &mut found };
            search.operands(operation);
            uses.extend(found.into_iter().map(|(used, probability)| Use { user, used, probability }));
            self.decided(method, view, operation, &mut uses);
        }
        for (operation, site) in self.calls.sites(method) {
            self.arguments(method, view, operation, site, &mut uses);
            self.decided_calls(method, view, operation, site, &mut uses);
        }
        uses
    }

    fn arguments(&self, method: MethodId, view: &View, operation: u32, site: &Site, uses: &mut Vec<Use>) {
        let arguments = match view.code.operations[operation as usize].as_ref().map(|o| &o.kind) {
            Some(Kind::Call(call)) => &call.arguments,
            Some(Kind::Lambda(lambda)) => &lambda.captured,
            _ => return,
        };
        let dispatch = 1.0 / site.targets.len().max(1) as f64;
        for (position, argument) in arguments.iter().enumerate() {
            if argument.is_empty() {
                continue;
            }
            let mut found = Found::new();
            let mut search = Search { linker: self, method, view, at: operation, seen: BTreeSet::new(), found: &mut found };
            search.sources(argument);
            for target in &site.targets {
                let Some(parameter) = target.parameter(position) else { continue };
                if let Some(&user) = self.ids.get(&(target.method, parameter))
                    && self.is_parameter(target.method, parameter)
                {
                    uses.extend(found.iter().map(|(&used, &p)| Use { user, used, probability: p * dispatch }));
                }
            }
        }
    }

    /// Parameters are the first operations of a method, in order.
    fn is_parameter(&self, method: MethodId, operation: u32) -> bool {
        let code = self.views[&method].code;
        matches!(code.operations[operation as usize].as_ref().map(|o| &o.kind), Some(Kind::Parameter { .. }))
    }

    fn share(&self, among: u32) -> f64 {
        match self.sites {
            Sites::Shared => 1.0 / f64::from(among.max(1)),
            Sites::Whole => 1.0,
        }
    }
}

/// The search for the definitions that an operation uses.
struct Search<'a> {
    linker: &'a Linker<'a>,
    method: MethodId,
    view: &'a View<'a>,
    at: u32,
    seen: BTreeSet<u32>,
    found: &'a mut Found,
}

impl Search<'_> {
    /// What a definition reads.
    fn operands(&mut self, operation: u32) {
        match self.view.code.operations[operation as usize].as_ref().map(|o| &o.kind) {
            Some(Kind::Store { value, .. } | Kind::Return { value }) => self.sources(value),
            Some(Kind::PutField { object, value, .. }) => {
                self.sources(object);
                self.sources(value);
            }
            Some(Kind::ArrayStore { array, index, value }) => {
                // The array is what is defined: its holder is not used, but what leads to the holder is.
                self.leading_to(array);
                self.sources(index);
                self.sources(value);
            }
            Some(Kind::Increment { .. }) => self.reaching(operation),
            Some(Kind::Branch { operands }) => operands.iter().for_each(|o| self.sources(o)),
            _ => {}
        }
    }

    fn leading_to(&mut self, array: &Sources) {
        let mut open: Vec<u32> = array.to_vec();
        // An array may be an element of itself.
        let mut followed: BTreeSet<u32> = open.iter().copied().collect();
        while let Some(source) = open.pop() {
            match self.view.code.operations[source as usize].as_ref().map(|o| &o.kind) {
                Some(Kind::GetField { object, .. }) => self.sources(object),
                Some(Kind::ArrayLoad { array, index }) => {
                    open.extend(array.iter().filter(|&&a| followed.insert(a)));
                    self.sources(index);
                }
                Some(Kind::Call(_)) => self.sources(&[source]),
                _ => {}
            }
        }
    }

    fn sources(&mut self, sources: &[u32]) {
        for &source in sources {
            if self.seen.insert(source) {
                self.source(source);
            }
        }
    }

    fn source(&mut self, source: u32) {
        match self.view.code.operations[source as usize].as_ref().map(|o| &o.kind) {
            Some(Kind::Load { .. }) => self.reaching(source),
            Some(Kind::GetField { object, .. }) => {
                self.sources(object);
                self.reaching(source);
            }
            Some(Kind::ArrayLoad { array, index }) => {
                self.sources(array);
                self.sources(index);
            }
            Some(Kind::NewArray { sizes }) => {
                sizes.iter().for_each(|s| self.sources(s));
                self.initial(source);
            }
            Some(Kind::New { .. }) => self.initial(source),
            Some(Kind::Lambda(lambda)) => lambda.captured.iter().for_each(|c| self.sources(c)),
            Some(Kind::Call(call)) => {
                let site = self.linker.calls.site(self.method, source);
                for target in site.into_iter().flat_map(|s| &s.targets) {
                    self.returned(target.method, source);
                }
                if site.is_none_or(|s| s.black_box) {
                    call.arguments.iter().for_each(|a| self.sources(a));
                }
            }
            _ => {}
        }
    }

    fn initial(&mut self, source: u32) {
        let view = self.view;
        view.initial.get(&source).into_iter().flatten().for_each(|s| self.sources(s));
    }

    /// The values that a method returned to the call `site`.
    fn returned(&mut self, method: MethodId, site: u32) {
        let Some(view) = self.linker.views.get(&method) else { return };
        let share = self.linker.share(self.linker.calls.entered_by(method)) * self.view.likelihood(site, self.at);
        for &operation in &view.returned {
            self.add((method, operation), share);
        }
    }

    fn reaching(&mut self, operation: u32) {
        let view = self.view;
        for origin in view.reaching.at(operation) {
            match origin {
                Origin::Definition(definition) => {
                    self.add((self.method, definition), view.likelihood(definition, self.at));
                }
                Origin::Entry => self.outside_values(operation, view.likelihood[&0][block(view.code, self.at) as usize]),
                Origin::Call(call) => self.outside_values(operation, view.likelihood(call, self.at)),
            }
        }
    }

    /// A field that other methods wrote.
    fn outside_values(&mut self, operation: u32, likelihood: f64) {
        let Some(Kind::GetField { field, .. }) = self.view.code.operations[operation as usize].as_ref().map(|o| &o.kind) else { return };
        let share = self.linker.share(self.linker.heap.readers.get(field).copied().unwrap_or(1)) * likelihood;
        let heap = self.linker.heap;
        for &(method, definition) in heap.leaving.get(field).into_iter().flatten() {
            // The same method's is of an earlier call of it.
            if method != self.method {
                self.add((method, definition), share);
            }
        }
    }

    fn add(&mut self, definition: (MethodId, u32), probability: f64) {
        if let Some(&id) = self.linker.ids.get(&definition) {
            let known = self.found.entry(id).or_insert(0.0);
            *known = known.max(probability);
        }
    }
}

/// Whether a method's definitions may be selected: it is analysed, and its author wrote it.
pub fn is_written(program: &Program, method: MethodId) -> bool {
    let m = &program.methods[method];
    let class = &program.classes[m.class];
    let name = program.symbols.text(m.name);
    let made_by_enum = class.access & access::ENUM != 0 && m.is(access::STATIC) && matches!(name, "values" | "valueOf");
    class.role == Role::Analysed
        && class.access & access::SYNTHETIC == 0
        && !made_by_enum
        && (!m.is(access::SYNTHETIC | access::BRIDGE) || name.starts_with("lambda$"))
}
