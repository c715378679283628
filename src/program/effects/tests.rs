//! Effects of small methods, and on random programs against the definition, computed as it reads.

use super::*;
use crate::program::call_graph::Site;
use crate::program::facts::{Block, BlockEntry, Call, CallKind, Class, Code, Field, Kind, Method, Operation, Role, Sources, access};
use proptest::prelude::*;
use std::collections::BTreeSet;

const SLOTS: u32 = 4;

/// A program of one class with so many fields, the last one static.
struct Made {
    program: Program,
    calls: CallGraph,
}

impl Made {
    fn new(fields: usize) -> Self {
        let mut program = Program::default();
        let name = program.symbols.of("p/C");
        program.classes.push(Class {
            name,
            role: Role::Analysed,
            access: 0,
            superclass: None,
            interfaces: Vec::new(),
            source: None,
            methods: 0..0,
        });
        for i in 0..fields {
            let (field, descriptor) = (program.symbols.of(&format!("f{i}")), program.symbols.of("I"));
            let access = if i + 1 == fields { access::STATIC } else { 0 };
            program.fields.push(Field { class: name, name: field, descriptor, access, known: true });
        }
        Self { program, calls: CallGraph { sites: Vec::new(), reachable: Vec::new(), entered_by: Vec::new(), called_back: Vec::new() } }
    }

    /// A method of one block.
    fn method(&mut self, is_static: bool, kinds: Vec<Kind>) -> MethodId {
        let block = Block { entry: BlockEntry::Normal, successors: Vec::new(), handlers: Vec::new(), operations: 0..kinds.len() };
        self.method_of(is_static, kinds, vec![block])
    }

    fn method_of(&mut self, is_static: bool, kinds: Vec<Kind>, blocks: Vec<Block>) -> MethodId {
        let method = self.program.methods.len();
        let (name, descriptor) = (self.program.symbols.of(&format!("m{method}")), self.program.symbols.of("()V"));
        let block = |n: usize| blocks.iter().position(|b| b.operations.contains(&n)).unwrap_or(0) as u32;
        let operations = (0..).zip(kinds).map(|(n, kind)| Some(Operation { block: block(n), line: 0, kind })).collect();
        let code = Some(Code { blocks, operations });
        let access = if is_static { access::STATIC } else { 0 };
        self.program.methods.push(Method { class: 0, name, descriptor, access, code, awaits_code: false });
        self.calls.sites.push(Default::default());
        method
    }

    /// What the call at an operation may enter.
    fn site(&mut self, method: MethodId, operation: u32, targets: &[MethodId], black_box: bool) {
        let receiver = |m: MethodId| i32::from(!self.program.methods[m].is(access::STATIC));
        let targets = targets.iter().map(|&m| Target::new(m, -receiver(m))).collect();
        self.calls.sites[method].insert(operation, Site { targets, black_box });
    }

    fn call(&mut self, arguments: Vec<Sources>) -> Kind {
        let method = MethodName {
            owner: self.program.classes[0].name,
            name: self.program.symbols.of("called"),
            descriptor: self.program.symbols.of("()V"),
        };
        Kind::Call(Call { kind: CallKind::Virtual, method, arguments })
    }

    fn effects(&self) -> Effects {
        Effects::of(&self.program, &self.calls, &(0..self.program.methods.len()).collect::<Vec<_>>())
    }
}

fn from(operations: &[u32]) -> Sources {
    operations.into()
}

fn all(effects: &Effects, method: MethodId) -> Vec<Effect> {
    effects.of_method(method).collect()
}

const F: Location = Location::Field(0);

/// `void set() { this.f0 = .. }`
fn setter(made: &mut Made) -> MethodId {
    made.method(false, vec![Kind::Load { slot: 0 }, Kind::PutField { field: 0, object: from(&[0]), value: from(&[]) }])
}

#[test]
fn a_setter_writes_its_receiver_and_a_caller_what_it_passes() {
    let mut made = Made::new(2);
    let set = setter(&mut made);
    // void of(C c) { c.set(); }   static void fresh() { new C().set(); }
    let call = made.call(vec![from(&[1])]);
    let of = made.method(true, vec![Kind::Parameter { index: 0, slot: 0, name: None }, Kind::Load { slot: 0 }, call]);
    made.site(of, 2, &[set], false);
    let class = made.program.classes[0].name;
    let call = made.call(vec![from(&[2])]);
    let store = Kind::Store { slot: 1, name: None, value: from(&[0]) };
    let fresh = made.method(true, vec![Kind::New { class }, store, Kind::Load { slot: 1 }, call]);
    made.site(fresh, 3, &[set], false);
    let effects = made.effects();
    assert_eq!(all(&effects, set), [Effect::Writes(F, Base::Receiver)]);
    assert_eq!(all(&effects, of), [Effect::Writes(F, Base::Parameter(0))]);
    assert_eq!(all(&effects, fresh), []);
    assert!(effects.is_pure(fresh, |_| false) && !effects.is_pure(of, |_| true));
    let path = effects.path(of, Effect::Writes(F, Base::Parameter(0))).unwrap();
    assert_eq!(path, [Step { method: of, operation: 2 }, Step { method: set, operation: 1 }]);
    assert_eq!(effects.path(fresh, Effect::Writes(F, Base::Other)), None);
}

#[test]
fn what_comes_from_a_field_or_a_call_is_an_object_from_elsewhere() {
    let mut made = Made::new(3);
    // this.f0[..] = ..;  f2 (static) is read; an element of a parameter is read
    let code = vec![
        Kind::Parameter { index: 0, slot: 1, name: None },
        Kind::Load { slot: 0 },
        Kind::GetField { field: 0, object: from(&[1]) },
        Kind::ArrayStore { array: from(&[2]), index: from(&[]), value: from(&[]) },
        Kind::GetField { field: 2, object: from(&[]) },
        Kind::Load { slot: 1 },
        Kind::ArrayLoad { array: from(&[5]), index: from(&[]) },
    ];
    let method = made.method(false, code);
    let effects = made.effects();
    let expected = [
        Effect::Reads(F, Base::Receiver),
        Effect::Reads(Location::Field(2), Base::Static),
        Effect::Reads(Location::Element, Base::Parameter(0)),
        Effect::Writes(Location::Element, Base::Other),
    ];
    assert_eq!(all(&effects, method), expected);
}

#[test]
fn calls_that_leave_the_code_are_for_the_asker_to_judge() {
    let mut made = Made::new(1);
    let call = made.call(vec![from(&[0])]);
    let leaves = made.method(false, vec![Kind::Load { slot: 0 }, call]);
    made.site(leaves, 1, &[], true);
    let call = made.call(vec![from(&[0])]);
    let caller = made.method(false, vec![Kind::Load { slot: 0 }, call]);
    made.site(caller, 1, &[leaves], false);
    let effects = made.effects();
    assert_eq!(all(&effects, caller), [Effect::Leaves(0)]);
    assert!(effects.is_pure(caller, |name| made.program.symbols.text(name.name) == "called"));
    assert!(!effects.is_pure(caller, |_| false));
}

#[test]
fn a_local_is_what_was_stored_last() {
    let mut made = Made::new(1);
    let class = made.program.classes[0].name;
    // C c = this.f0; c.f0 = ..; c = new C(); c.f0 = ..;
    let code = |first: Kind| {
        vec![
            Kind::Load { slot: 0 },
            first,
            Kind::Store { slot: 1, name: None, value: from(&[1]) },
            Kind::New { class },
            Kind::Store { slot: 1, name: None, value: from(&[3]) },
            Kind::Load { slot: 1 },
            Kind::ArrayStore { array: from(&[5]), index: from(&[]), value: from(&[]) },
        ]
    };
    let fresh = made.method(false, code(Kind::ArrayLoad { array: from(&[0]), index: from(&[]) }));
    assert!(all(&made.effects(), fresh).iter().all(|e| matches!(e, Effect::Reads(..))));
    // The same with an exception between the two that leads to the write.
    let blocks = |handler: u32| {
        let block = |operations, successors: &[u32], handlers: &[u32]| Block {
            entry: if successors.is_empty() { BlockEntry::Catch } else { BlockEntry::Normal },
            successors: successors.to_vec(),
            handlers: handlers.to_vec(),
            operations,
        };
        vec![block(0..3, &[1], &[]), block(3..5, &[1], &[handler]), block(5..7, &[], &[])]
    };
    let caught = made.method_of(false, code(Kind::ArrayLoad { array: from(&[0]), index: from(&[]) }), blocks(2));
    assert!(all(&made.effects(), caught).contains(&Effect::Writes(Location::Element, Base::Other)));
}

#[test]
fn the_clone_of_an_array_is_new_and_monitors_are_seen() {
    let mut made = Made::new(1);
    let mut call = |owner: &str| {
        let symbols = &mut made.program.symbols;
        let method = MethodName { owner: symbols.of(owner), name: symbols.of("clone"), descriptor: symbols.of("()Ljava/lang/Object;") };
        Kind::Call(Call { kind: CallKind::Virtual, method, arguments: vec![from(&[0])] })
    };
    let store = |array: u32| Kind::ArrayStore { array: from(&[array]), index: from(&[]), value: from(&[]) };
    let (array, other) = (call("[I"), call("p/C"));
    let copied = made.method(false, vec![Kind::Load { slot: 0 }, array, store(1)]);
    let unknown = made.method(false, vec![Kind::Load { slot: 0 }, other, store(1)]);
    let locks = made.method(false, vec![Kind::Load { slot: 0 }, Kind::Lock { object: from(&[0]) }]);
    let effects = made.effects();
    assert_eq!(all(&effects, copied), []);
    assert_eq!(all(&effects, unknown), [Effect::Writes(Location::Element, Base::Other)]);
    assert_eq!(all(&effects, locks), [Effect::Locks]);
    assert!(!effects.is_pure(locks, |_| true));
}

/// Operations as small numbers: what each does, of which slot or field, with which other operations.
type Random = Vec<(u8, u32, u32, Vec<usize>)>;

fn random(methods: &[(bool, Random)]) -> Made {
    let mut made = Made::new(3);
    for (is_static, code) in methods {
        let parameters = (0..2).map(|index| Kind::Parameter { index, slot: index + u32::from(!is_static), name: None });
        let mut kinds: Vec<Kind> = parameters.collect();
        for (what, a, b, _) in code {
            let n = kinds.len() as u32;
            let (x, y) = (from(&[a % n]), from(&[b % n]));
            let slot = a % SLOTS;
            let class = made.program.classes[0].name;
            kinds.push(match what {
                0 | 1 => Kind::Load { slot },
                2 | 12 => Kind::Store { slot, name: None, value: y },
                3 => Kind::New { class },
                4 => Kind::GetField { field: b % 3, object: x },
                5 => Kind::PutField { field: b % 3, object: x, value: from(&[]) },
                6 => Kind::ArrayStore { array: from(&[a % n, b % n]), index: from(&[]), value: from(&[]) },
                13 => Kind::Lock { object: x },
                _ => made.call(vec![x, y, from(&[(a + b) % n])]),
            });
        }
        made.method_of(*is_static, kinds, random_blocks(code));
    }
    for (method, (_, code)) in methods.iter().enumerate() {
        for (i, (what, a, _, targets)) in code.iter().enumerate().filter(|(_, c)| (7..12).contains(&c.0)) {
            let mut targets: Vec<MethodId> = targets.iter().map(|t| t % methods.len()).collect();
            targets.sort_unstable();
            targets.dedup();
            made.site(method, i as u32 + 2, &targets, *what == 9 && a % 2 == 0);
        }
    }
    made
}

/// Blocks of about three operations, the parameters in the first. Each leads on to the next, some to others as well; some are handlers,
/// to which control comes by exceptions only.
fn random_blocks(code: &Random) -> Vec<Block> {
    let total = code.len() + 2;
    let mut blocks: Vec<Block> = Vec::new();
    let mut begin = 0;
    while begin < total {
        let end = if begin == 0 { 2 } else { (begin + 3).min(total) };
        blocks.push(Block { entry: BlockEntry::Normal, successors: Vec::new(), handlers: Vec::new(), operations: begin..end });
        begin = end;
    }
    let count = blocks.len();
    // The last one may be the handler of any other.
    let handler = (count > 2 && code.len().is_multiple_of(2)).then_some(count as u32 - 1);
    for (at, block) in blocks.iter_mut().enumerate() {
        let number = |n: usize| code.get(n).map_or(0, |(_, a, b, _)| (a ^ b) as usize);
        let mut next: BTreeSet<u32> = [at as u32 + 1].into();
        if number(at) % 3 == 0 {
            next.insert((number(at) / 3 % count) as u32);
        }
        let handlers = handler.filter(|&h| h != at as u32 && at > 0 && number(at + 1) % 2 == 0);
        block.successors = next.into_iter().filter(|&n| (1..count as u32).contains(&n) && Some(n) != handler).collect();
        block.handlers = handlers.into_iter().collect();
    }
    if let Some(handler) = handler {
        blocks[handler as usize].entry = BlockEntry::Catch;
    }
    blocks
}

/// What a slot may hold when control comes to an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Held {
    /// What it held at the beginning: the receiver, or nothing that anybody knows.
    Entry,
    By(usize),
}

/// The definitions of a slot that may reach each operation, by walking all ways from each definition until the next one.
fn reaching(code: &Code, slot: u32) -> Vec<BTreeSet<Held>> {
    let count = code.operations.len();
    let defines = |n: usize| {
        matches!(&code.operations[n].as_ref().unwrap().kind,
            Kind::Parameter { slot: s, .. } | Kind::Store { slot: s, .. } if *s == slot)
    };
    let block = |n: usize| &code.blocks[code.operations[n].as_ref().unwrap().block as usize];
    let first = |b: u32| code.blocks[b as usize].operations.start;
    // Places before what follows an operation: the next one, or a handler if an exception comes when it is done.
    let after = |n: usize| -> Vec<usize> {
        let of = block(n);
        let next = if n + 1 < of.operations.end { vec![n + 1] } else { of.successors.iter().map(|&b| first(b)).collect() };
        next.into_iter().chain(of.handlers.iter().map(|&b| first(b))).collect()
    };
    let walk = |mut open: Vec<usize>, ends: &dyn Fn(usize) -> bool| -> BTreeSet<usize> {
        let mut met = BTreeSet::new();
        while let Some(n) = open.pop() {
            if met.insert(n) {
                open.extend(block(n).handlers.iter().map(|&b| first(b)));
                if !ends(n) {
                    open.extend(after(n));
                }
            }
        }
        met
    };
    let mut found = vec![BTreeSet::new(); count];
    walk(vec![0], &defines).into_iter().for_each(|n| _ = found[n].insert(Held::Entry));
    for definition in walk(vec![0], &|_| false).into_iter().filter(|&n| defines(n)) {
        walk(after(definition), &defines).into_iter().for_each(|n| _ = found[n].insert(Held::By(definition)));
    }
    found
}

/// The objects that an operation's value may be, by the rules as they read: the closure of "may be the same object as".
fn same(made: &Made, method: MethodId) -> Vec<BTreeSet<Base>> {
    let of = &made.program.methods[method];
    let code = of.code.as_ref().unwrap();
    let kinds: Vec<&Kind> = code.operations.iter().map(|o| &o.as_ref().unwrap().kind).collect();
    let held: Vec<_> = (0..SLOTS).map(|slot| reaching(code, slot)).collect();
    let mut bases = vec![BTreeSet::new(); kinds.len()];
    for _ in 0..=kinds.len() {
        for (i, kind) in kinds.iter().enumerate() {
            let found: BTreeSet<Base> = match kind {
                // Nothing is known of what control does not come to.
                _ if held[0][i].is_empty() => [Base::Other].into(),
                Kind::Parameter { index, .. } => [Base::Parameter(*index)].into(),
                Kind::New { .. } => BTreeSet::new(),
                Kind::Load { slot } => {
                    let mut all: BTreeSet<Base> = BTreeSet::new();
                    for &held in &held[*slot as usize][i] {
                        match held {
                            Held::Entry if !of.is(access::STATIC) && *slot == 0 => _ = all.insert(Base::Receiver),
                            Held::Entry => _ = all.insert(Base::Other),
                            Held::By(n) => match kinds[n] {
                                Kind::Store { value, .. } => value.iter().for_each(|&v| all.extend(bases[v as usize].clone())),
                                _ => all.extend(bases[n].clone()),
                            },
                        }
                    }
                    all
                }
                _ => [Base::Other].into(),
            };
            bases[i] = found;
        }
    }
    bases
}

/// By method and effect: operations on the shortest path to it, by repeating the definition until nothing changes.
fn naive(made: &Made) -> BTreeMap<(MethodId, Effect), usize> {
    let methods = made.program.methods.len();
    let bases: Vec<_> = (0..methods).map(|m| same(made, m)).collect();
    let mut found: BTreeMap<(MethodId, Effect), usize> = BTreeMap::new();
    loop {
        let before = found.clone();
        let mut note = |method, effect, length: usize| {
            let known = found.entry((method, effect)).or_insert(length);
            *known = (*known).min(length);
        };
        for (m, bases) in bases.iter().enumerate() {
            let of = |sources: &Sources| -> BTreeSet<Base> {
                if sources.is_empty() { [Base::Other].into() } else { sources.iter().flat_map(|&s| bases[s as usize].clone()).collect() }
            };
            let code = made.program.methods[m].code.as_ref().unwrap();
            for (o, operation) in code.operations.iter().enumerate() {
                match &operation.as_ref().unwrap().kind {
                    Kind::GetField { field: 2, .. } => note(m, Effect::Reads(Location::Field(2), Base::Static), 1),
                    Kind::PutField { field: 2, .. } => note(m, Effect::Writes(Location::Field(2), Base::Static), 1),
                    Kind::GetField { field, object } => {
                        of(object).into_iter().for_each(|b| note(m, Effect::Reads(Location::Field(*field as usize), b), 1));
                    }
                    Kind::PutField { field, object, .. } => {
                        of(object).into_iter().for_each(|b| note(m, Effect::Writes(Location::Field(*field as usize), b), 1));
                    }
                    Kind::ArrayStore { array, .. } => of(array).into_iter().for_each(|b| note(m, Effect::Writes(Location::Element, b), 1)),
                    Kind::Lock { .. } => note(m, Effect::Locks, 1),
                    Kind::Call(call) => {
                        let site = made.calls.site(m, o as u32).unwrap();
                        if site.black_box {
                            note(m, Effect::Leaves(0), 1);
                        }
                        for target in &site.targets {
                            let receiver = usize::from(!made.program.methods[target.method].is(access::STATIC));
                            let passed = |base: Base| match base {
                                Base::Receiver => of(&call.arguments[0]),
                                Base::Parameter(p) => call.arguments.get(p as usize + receiver).map_or([Base::Other].into(), of),
                                other => [other].into(),
                            };
                            for (&(_, effect), &length) in before.iter().filter(|((owner, _), _)| *owner == target.method) {
                                match effect {
                                    Effect::Reads(l, b) => passed(b).into_iter().for_each(|b| note(m, Effect::Reads(l, b), length + 1)),
                                    Effect::Writes(l, b) => passed(b).into_iter().for_each(|b| note(m, Effect::Writes(l, b), length + 1)),
                                    Effect::Locks | Effect::Leaves(_) => note(m, effect, length + 1),
                                }
                            }
                        }
                    }
                    _ => {}
                }
            }
        }
        if found == before {
            return found;
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]
    #[test]
    fn effects_and_shortest_paths_are_those_of_the_definition(
        methods in proptest::collection::vec(
            (
                any::<bool>(),
                proptest::collection::vec((0u8..14, any::<u32>(), any::<u32>(), proptest::collection::vec(any::<usize>(), 0..3)), 0..10),
            ),
            1..7,
        ),
    ) {
        let methods: Vec<(bool, Random)> = methods
            .into_iter()
            .map(|(s, code)| (s, code.into_iter().map(|(what, a, b, targets)| (what, a % 1000, b % 1000, targets)).collect()))
            .collect();
        let made = random(&methods);
        let effects = made.effects();
        let expected = naive(&made);
        let found: BTreeSet<(MethodId, Effect)> =
            (0..methods.len()).flat_map(|m| effects.of_method(m).map(move |e| (m, e))).collect();
        prop_assert_eq!(&found, &expected.keys().copied().collect::<BTreeSet<_>>());
        for (&(method, effect), &length) in &expected {
            let path = effects.path(method, effect).unwrap();
            prop_assert_eq!(path.len(), length, "{:?} of {}", effect, method);
            prop_assert_eq!(path[0].method, method);
            for step in path.windows(2) {
                let site = made.calls.site(step[0].method, step[0].operation).unwrap();
                prop_assert!(site.targets.iter().any(|t| t.method == step[1].method));
            }
        }
    }
}
