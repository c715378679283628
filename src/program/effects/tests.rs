//! Effects of small methods, and on random programs against the definition, computed as it reads.

use super::*;
use crate::program::call_graph::Site;
use crate::program::facts::{CallKind, Class, Field, Method, Operation, Role, access};
use proptest::prelude::*;

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

    fn method(&mut self, is_static: bool, kinds: Vec<Kind>) -> MethodId {
        let method = self.program.methods.len();
        let (name, descriptor) = (self.program.symbols.of(&format!("m{method}")), self.program.symbols.of("()V"));
        let operations = kinds.into_iter().map(|kind| Some(Operation { block: 0, line: 0, kind })).collect();
        let code = Some(Code { blocks: Vec::new(), operations });
        let access = if is_static { access::STATIC } else { 0 };
        self.program.methods.push(Method { class: 0, name, descriptor, access, code });
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
                2 => Kind::Store { slot, name: None, value: y },
                3 => Kind::New { class },
                4 => Kind::GetField { field: b % 3, object: x },
                5 => Kind::PutField { field: b % 3, object: x, value: from(&[]) },
                6 => Kind::ArrayStore { array: from(&[a % n, b % n]), index: from(&[]), value: from(&[]) },
                _ => made.call(vec![x, y, from(&[(a + b) % n])]),
            });
        }
        made.method(*is_static, kinds);
    }
    for (method, (_, code)) in methods.iter().enumerate() {
        for (i, (what, a, _, targets)) in code.iter().enumerate().filter(|(_, c)| c.0 > 6) {
            let mut targets: Vec<MethodId> = targets.iter().map(|t| t % methods.len()).collect();
            targets.sort_unstable();
            targets.dedup();
            made.site(method, i as u32 + 2, &targets, *what == 9 && a % 2 == 0);
        }
    }
    made
}

/// The objects that an operation's value may be, by the rules as they read: the closure of "may be the same object as".
fn same(made: &Made, method: MethodId) -> Vec<BTreeSet<Base>> {
    let of = &made.program.methods[method];
    let code: Vec<&Kind> = of.code.as_ref().unwrap().operations.iter().map(|o| &o.as_ref().unwrap().kind).collect();
    let mut bases = vec![BTreeSet::new(); code.len()];
    for _ in 0..=code.len() {
        for (i, kind) in code.iter().enumerate() {
            let found: BTreeSet<Base> = match kind {
                Kind::Parameter { index, .. } => [Base::Parameter(*index)].into(),
                Kind::New { .. } => BTreeSet::new(),
                Kind::Load { slot } => {
                    let mut all: BTreeSet<Base> = BTreeSet::new();
                    let this = !of.is(access::STATIC) && *slot == 0;
                    all.extend(this.then_some(Base::Receiver));
                    let mut written = this;
                    for (j, other) in code.iter().enumerate() {
                        match other {
                            Kind::Parameter { slot: s, .. } if s == slot => (written, _) = (true, all.extend(bases[j].clone())),
                            Kind::Store { slot: s, value, .. } if s == slot => {
                                written = true;
                                value.iter().for_each(|&v| all.extend(bases[v as usize].clone()));
                            }
                            _ => {}
                        }
                    }
                    all.extend((!written).then_some(Base::Other));
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
                                    Effect::Leaves(_) => note(m, effect, length + 1),
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
            (any::<bool>(), proptest::collection::vec((0u8..12, any::<u32>(), any::<u32>(), proptest::collection::vec(any::<usize>(), 0..3)), 0..10)),
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
