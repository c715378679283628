//! The generator on classes that are told by hand; their code is played by functions here.

use super::carved::Carved;
use super::cluster::Cluster;
use super::facts::TypeFacts;
use super::goals::{FARTHEST, Goal, GoalKind, Goals, Reach};
use super::maker::{Endless, Maker};
use super::operators::{cross, misfit, mutate};
use super::run::Generation;
use super::settings::{Algorithm, Settings};
use super::statement::{Slot, Statement, TestCase};
use super::types::{Type, parse};
use crate::compute::rng::Source;
use proptest::prelude::*;
use serde_json::{Value, json};

pub(super) fn member(kind: &str, name: &str, descriptor: &str, parameters: &[&str], result: &str) -> Value {
    json!({"kind": kind, "name": name, "descriptor": descriptor, "static": false, "final": false, "abstract": false, "varargs": false,
        "typeParameters": [], "parameters": parameters, "result": result, "exceptions": [], "deprecated": false})
}

pub(super) fn is_static(mut member: Value) -> Value {
    member["static"] = json!(true);
    member
}

pub(super) fn class(name: &str, parameters: Value, interfaces: &[&str], members: Vec<Value>) -> Value {
    json!({"name": name, "kind": "class", "abstract": false, "accessible": true, "parameters": parameters,
        "superclass": "Ljava/lang/Object;", "interfaces": interfaces, "sam": null, "members": members})
}

/// A lock that is opened by turning it to 42 in three turns, each of a key; with generic helpers around it.
fn lock_types() -> Vec<Value> {
    let lock = class(
        "p/Lock",
        json!([]),
        &[],
        vec![
            member("constructor", "<init>", "(Lp/Key;)V", &["Lp/Key;"], "Lp/Lock;"),
            member("method", "turn", "(I)Z", &["I"], "Z"),
            member("method", "all", "(Ljava/util/List;)I", &["Ljava/util/List<+Ljava/lang/Number;>;"], "I"),
            member("field", "owner", "Ljava/lang/String;", &[], "Ljava/lang/String;"),
        ],
    );
    let key = class(
        "p/Key",
        json!([]),
        &[],
        vec![
            member("constructor", "<init>", "(Ljava/lang/String;J)V", &["Ljava/lang/String;", "J"], "Lp/Key;"),
            is_static(member("method", "of", "(Lp/Shape;)Lp/Key;", &["Lp/Shape;"], "Lp/Key;")),
        ],
    );
    let mut shape = class("p/Shape", json!([]), &[], vec![member("method", "bits", "()I", &[], "I")]);
    shape["kind"] = json!("interface");
    shape["abstract"] = json!(true);
    shape["sam"] = json!([4, 0]);
    let e = json!([{"name": "E", "bounds": ["Ljava/lang/Object;"]}]);
    let mut list = class("java/util/List", e.clone(), &[], vec![]);
    list["kind"] = json!("interface");
    list["abstract"] = json!(true);
    let array_list = class(
        "java/util/ArrayList",
        e,
        &["Ljava/util/List<TE;>;"],
        vec![
            member("constructor", "<init>", "()V", &[], "Ljava/util/ArrayList<TE;>;"),
            member("method", "add", "(Ljava/lang/Object;)Z", &["TE;"], "Z"),
        ],
    );
    vec![lock, array_list, list, key, shape]
}

pub(super) fn point(kind: &str, block: u32, line: i32, goals: u32) -> Value {
    json!({"kind": kind, "block": block, "line": line, "goals": goals})
}

/// `turn`: if (by > 0) { if (position == 42) {..} }; `all`: straight.
pub(super) fn lock_facts() -> TypeFacts {
    let turn = json!({"class": "p/Lock", "name": "turn", "descriptor": "(I)Z", "member": [0, 1],
        "blocks": [{"next": [1, 3], "handlers": []}, {"next": [2, 3], "handlers": []}, {"next": [3], "handlers": []},
            {"next": [], "handlers": []}],
        "points": [point("entry", 0, 5, 1), point("jump", 0, 5, 2), point("jump", 1, 6, 2), point("line", 2, 7, 1)]});
    let all = json!({"class": "p/Lock", "name": "all", "descriptor": "(Ljava/util/List;)I", "member": [0, 2],
        "blocks": [{"next": [], "handlers": []}], "points": [point("entry", 0, 12, 1), point("line", 0, 12, 1)]});
    let facts = json!({"version": 1, "target": "p/Lock", "types": lock_types(),
        "literals": {"ints": [42], "longs": [], "floats": [], "doubles": ["NaN", "-Infinity", "1.5"], "strings": ["open"]},
        "casts": [], "goals": [turn, all]});
    serde_json::from_value(facts).unwrap()
}

fn cluster() -> Cluster {
    Cluster::new(&lock_facts()).unwrap()
}

pub(super) fn maker<'a>(cluster: &'a Cluster, settings: &'a Settings, seed: u64) -> Maker<'a> {
    static NONE: Endless = Endless::new();
    static NO_TESTS: Carved = Carved::NONE;
    Maker { cluster, settings, endless: &NONE, compared: &[], carved: &NO_TESTS, rng: Source::new(seed).stream([0]) }
}

/// Whether everything that is used fits where it is used.
pub(super) fn fault(cluster: &Cluster, test: &TestCase) -> Option<String> {
    if !test.is_well_formed() {
        return Some(format!("not well formed: {test:?}"));
    }
    misfit(cluster, test).map(|(at, slot, ty)| {
        let names = &cluster.names;
        format!("statement {at} of {test:?}: {} for {}", test.ty(slot).signature(names), ty.signature(names))
    })
}

/// `char[]` of `"text".toCharArray()`, `byte[]` of `"text".getBytes(StandardCharsets.UTF_8)`, or arrays of numbers.
#[test]
fn arrays_of_bytes_and_characters_are_often_made_of_texts() {
    let get_bytes = "(Ljava/nio/charset/Charset;)[B";
    let string = class(
        "java/lang/String",
        json!([]),
        &[],
        vec![
            member("method", "getBytes", "()[B", &[], "[B"),
            member("method", "getBytes", get_bytes, &["Ljava/nio/charset/Charset;"], "[B"),
            member("method", "toCharArray", "()[C", &[], "[C"),
        ],
    );
    let utf_8 = is_static(member("field", "UTF_8", "Ljava/nio/charset/Charset;", &[], "Ljava/nio/charset/Charset;"));
    let charsets = class("java/nio/charset/StandardCharsets", json!([]), &[], vec![utf_8]);
    let mut facts = lock_facts();
    for fact in [string, charsets, class("java/nio/charset/Charset", json!([]), &[], vec![])] {
        facts.types.push(serde_json::from_value(fact).unwrap());
    }
    let mut cluster = Cluster::new(&facts).unwrap();
    let settings = Settings::default();
    for (text, called) in [("[B", get_bytes), ("[C", "()[C"), ("[I", "")] {
        let ty = parse(text, &mut cluster.names).unwrap();
        let mut of_text = 0;
        for seed in 0..200 {
            let mut test = TestCase::default();
            let made = maker(&cluster, &settings, seed).made(&mut test, &ty, 0).unwrap();
            assert_eq!(fault(&cluster, &test), None);
            assert_eq!(*test.ty(made), ty);
            if let Some(by) = test.steps[made as usize].statement.member() {
                assert_eq!(cluster.member(by).descriptor, called);
                of_text += 1;
            }
        }
        assert!(if called.is_empty() { of_text == 0 } else { (60..140).contains(&of_text) }, "{text}: {of_text} of 200");
    }
    assert!(self::cluster().bytes_of_text.is_none() && self::cluster().characters_of_text.is_none(), "their members are not known");
}

#[test]
fn types_know_their_supertypes_with_arguments() {
    let mut cluster = cluster();
    let mut ty = |text: &str| parse(text, &mut cluster.names).unwrap();
    let strings = ty("Ljava/util/ArrayList<Ljava/lang/String;>;");
    let list_of_strings = ty("Ljava/util/List<Ljava/lang/String;>;");
    let list_of_numbers = ty("Ljava/util/List<+Ljava/lang/Number;>;");
    let integers = ty("Ljava/util/ArrayList<Ljava/lang/Integer;>;");
    let (int, long, object, boxed) = (ty("I"), ty("J"), ty("Ljava/lang/Object;"), ty("Ljava/lang/Integer;"));
    let (ints, objects, strings_array) = (ty("[I"), ty("[Ljava/lang/Object;"), ty("[Ljava/lang/String;"));
    assert_eq!(cluster.as_super(&strings, list_of_strings.name().unwrap()), Some(list_of_strings.clone()));
    let assignable = |a: &Type, b: &Type| cluster.is_assignable(a, b);
    assert!(assignable(&strings, &list_of_strings));
    assert!(!assignable(&strings, &list_of_numbers));
    assert!(assignable(&integers, &list_of_numbers));
    assert!(!assignable(&list_of_strings, &strings));
    assert!(assignable(&int, &long) && !assignable(&long, &int));
    assert!(assignable(&int, &object) && assignable(&int, &boxed) && !assignable(&int, &ty_long(&cluster)));
    assert!(assignable(&boxed, &int) && assignable(&boxed, &long));
    assert!(assignable(&strings_array, &objects) && !assignable(&ints, &objects) && assignable(&ints, &object));
}

fn ty_long(cluster: &Cluster) -> Type {
    Type::class(cluster.names.find("java/lang/Long").unwrap())
}

fn is_abstract(mut member: Value) -> Value {
    member["abstract"] = json!(true);
    member
}

fn interface(name: &str, interfaces: &[&str], members: Vec<Value>) -> Value {
    let mut interface = class(name, json!([]), interfaces, members);
    interface["kind"] = json!("interface");
    interface["abstract"] = json!(true);
    interface["superclass"] = json!("Ljava/lang/Object;");
    interface
}

/// A method takes an interface that nothing implements: it has so many methods, `name` above it and a default one.
fn stub_facts(methods: usize) -> TypeFacts {
    let mut own = vec![
        is_abstract(member("method", "level", "()I", &[], "I")),
        is_abstract(member("method", "isOn", "()Z", &[], "Z")),
        is_abstract(member("method", "equals", "(Ljava/lang/Object;)Z", &["Ljava/lang/Object;"], "Z")),
        member("method", "size", "()J", &[], "J"),
    ];
    own.extend((3..methods).map(|i| is_abstract(member("method", &format!("m{i}"), "()V", &[], "V"))));
    let above = vec![
        is_abstract(member("method", "name", "()Ljava/lang/String;", &[], "Ljava/lang/String;")),
        is_abstract(member("method", "size", "()J", &[], "J")),
    ];
    let check = is_static(member("method", "check", "(Lp/Sensor;)V", &["Lp/Sensor;"], "V"));
    let types =
        vec![class("p/Alarm", json!([]), &[], vec![check]), interface("p/Sensor", &["Lp/Named;"], own), interface("p/Named", &[], above)];
    let mut facts = lock_facts();
    facts.target = "p/Alarm".into();
    facts.types = types.into_iter().map(|t| serde_json::from_value(t).unwrap()).collect();
    facts.goals.clear();
    facts
}

#[test]
fn an_interface_without_implementation_gets_an_object_whose_methods_give_a_value_of_one_of_their_types() {
    let given = |methods| {
        let cluster = Cluster::new(&stub_facts(methods)).unwrap();
        let settings = Settings { null_share: 0.0, ..Settings::default() };
        let mut found = std::collections::BTreeSet::new();
        for seed in 0..100 {
            let mut test = TestCase::default();
            maker(&cluster, &settings, seed).call(&mut test, 0);
            assert_eq!(fault(&cluster, &test), None);
            for step in &test.steps {
                if let Statement::Stub { result } = step.statement {
                    found.insert(result.map(|slot| test.ty(slot).signature(&cluster.names)));
                }
            }
        }
        found.into_iter().map(|ty| ty.unwrap_or_default()).collect::<Vec<_>>()
    };
    assert_eq!(given(3), ["I", "Ljava/lang/String;", "Z"], "not of the default method, nor of equals");
    assert_eq!(given(10).len(), 3);
    assert!(given(11).is_empty(), "a reader would see too many");
}

#[test]
fn facts_that_are_wrong_are_refused() {
    let refusal = |change: &dyn Fn(&mut TypeFacts)| {
        let mut facts = lock_facts();
        change(&mut facts);
        Generation::new(&facts, Settings::default(), 1).map(|_| ()).unwrap_err().message
    };
    assert_eq!(refusal(&|f| f.version = 2), "type facts of version 2: this engine reads version 1");
    assert_eq!(refusal(&|f| f.target = "p/Other".into()), "no type facts of the class under test, p/Other");
    assert_eq!(refusal(&|f| f.types[0].members[0].result = "Q".into()), "`Q` is no signature of a type");
    assert_eq!(refusal(&|f| f.types[0].sam = Some((0, 99))), "type facts of p/Lock: `sam` is not the place of a member");
    assert!(refusal(&|f| f.goals[0].points[1].goals = 3).contains("not as many goals as its block has successors"));
    assert!(refusal(&|f| f.goals[0].points[1].block = 9).contains("in a block that is not there"));
    assert!(refusal(&|f| f.goals[0].blocks[0].next[0] = 9).contains("followed by one that is not there"));
    assert!(refusal(&|f| f.goals[0].member = Some((0, 9))).contains("`member` is no place of a member"));
    assert_eq!(refusal(&|f| f.literals.doubles[0] = "one".into()), "`one` is no real number");
}

#[test]
fn goals_depend_on_the_branches_around_them() {
    let goals = Goals::new(&lock_facts()).unwrap();
    let parents: Vec<Vec<u32>> = goals.goals.iter().map(|g| g.parents.clone()).collect();
    // Entry; by > 0 and not; position == 42 and not; the line inside; the other method.
    let expected: [&[u32]; 8] = [&[], &[0], &[0], &[1], &[1], &[3], &[], &[6]];
    assert_eq!(parents, expected);
    assert_eq!(goals.goals[5].kind, GoalKind::Line);
    assert_eq!(goals.methods[0].member, Some(1));
    let reach = super::goals::Reach::new(vec![(0, 0.0), (1, 9.0), (2, 0.0)]);
    assert_eq!(goals.fitness(2, &reach), 0.0);
    assert_eq!(goals.fitness(1, &reach), 0.9);
    assert_eq!(goals.fitness(3, &reach), 1.9, "one level, and the distance of the branch that was not taken");
    assert_eq!(goals.fitness(5, &reach), 2.9);
    assert_eq!(goals.fitness(7, &reach), super::goals::FARTHEST);
}

/// The definition, way by way; only for few goals.
fn nearest_by_all_ways(goals: &Goals, goal: u32, reach: &Reach, level: u32) -> f64 {
    let known = reach.distance(goal).map(|d| d / (d + 1.0));
    let way = |&p: &u32| nearest_by_all_ways(goals, p, reach, level + 1);
    known.unwrap_or_else(|| match &goals.goals[goal as usize].parents {
        parents if level < 8 => (parents.iter().map(way).fold(FARTHEST, f64::min) + 1.0).min(FARTHEST),
        _ => FARTHEST,
    })
}

fn goals_of(parents: Vec<Vec<u32>>) -> Goals {
    let goal =
        |parents| Goal { kind: GoalKind::Branch, method: 0, line: -1, outcome: 0, operation: None, parents, coverable: true, wanted: true };
    Goals { goals: parents.into_iter().map(goal).collect(), ..Goals::default() }
}

proptest! {
    #[test]
    fn the_nearest_known_goal_counts_by_levels(
        parents in proptest::collection::vec(proptest::collection::vec(0u32..6, 0..3), 6),
        near in proptest::collection::vec((0u32..6, 0.0..9.0), 0..3),
    ) {
        let goals = goals_of(parents);
        let reach = Reach::new(near);
        for goal in 0..6 {
            prop_assert!((goals.fitness(goal, &reach) - nearest_by_all_ways(&goals, goal, &reach, 0)).abs() < 1e-9);
        }
    }
}

/// Each of 60 goals depends on all others: there are more ways than could ever be gone.
#[test]
fn goals_that_depend_on_each_other_in_circles_are_gone_through_once() {
    let goals = goals_of(vec![(0..60).collect(); 60]);
    assert_eq!(goals.fitness(0, &Reach::new(vec![(59, 1.0)])), 1.5);
    assert_eq!(goals.fitness(0, &Reach::default()), FARTHEST);
}

#[test]
fn what_uses_a_removed_statement_goes_too() {
    let cluster = cluster();
    let int = parse("I", &mut cluster.names.clone()).unwrap();
    let mut test = TestCase::default();
    let array = test.push(Statement::Array { length: 2 }, Type::Array(Box::new(int.clone())));
    test.push(Statement::Int(1), int.clone());
    let value = test.push(Statement::Int(2), int.clone());
    test.push(Statement::Store { array, index: 0, value }, Type::Void);
    test.push(Statement::Element { array, index: 0 }, int);
    let mut smaller = test.clone();
    smaller.remove_unused();
    assert_eq!(smaller.len(), 4);
    assert_eq!(smaller.steps[2].statement, Statement::Store { array: 0, index: 0, value: 1 });
    test.remove_with_users(vec![false, true, true, false, false]);
    assert_eq!(test.len(), 2);
    assert_eq!(test.steps[1].statement, Statement::Element { array: 0, index: 0 });
}

proptest! {
    #[test]
    fn every_test_that_is_made_changed_or_crossed_is_typed(seed in any::<u64>()) {
        let (cluster, settings) = (cluster(), Settings::default());
        let mut maker = maker(&cluster, &settings, seed);
        let mut one = maker.test();
        let mut other = maker.test();
        for _ in 0..30 {
            prop_assert_eq!(fault(&cluster, &one), None);
            one = mutate(&mut maker, &one, usize::MAX);
            let last = other.len() / 2;
            other = mutate(&mut maker, &other, last);
            if let Some((a, b)) = cross(&mut maker, &one, &other) {
                prop_assert_eq!(fault(&cluster, &a), None);
                prop_assert_eq!(fault(&cluster, &b), None);
                (one, other) = (a, b);
            }
            let mut small = one.clone();
            small.remove_unused();
            prop_assert_eq!(fault(&cluster, &small), None);
        }
    }

    #[test]
    fn damaged_answers_are_refused_and_not_more(bytes in proptest::collection::vec(any::<u8>(), 0..60), tests in 0usize..4) {
        if let Ok(answers) = super::wire::read_answers(&bytes, tests, 8) {
            prop_assert_eq!(answers.len(), tests);
        }
    }
}

fn number(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

/// Plays the worker: the answer to a batch that has been decoded already, by what `Lock` does.
fn play(cluster: &Cluster, tests: &[TestCase]) -> Vec<u8> {
    let mut out = Vec::new();
    number(&mut out, tests.len() as u64);
    for test in tests {
        let mut positions = vec![0i32; test.len()];
        let mut reach: Vec<(u32, f64)> = Vec::new();
        let mut turned = vec![0u32; test.len()];
        let mut end: Option<u32> = None;
        for (at, step) in test.steps.iter().enumerate() {
            let Statement::Invoke { member, receiver: Some(lock), arguments } = &step.statement else { continue };
            if cluster.member(*member).name == "all" {
                reach.extend([(6, 0.0), (7, 0.0)]);
                continue;
            }
            if cluster.member(*member).name != "turn" {
                continue;
            }
            let by = match test.steps[arguments[0] as usize].statement {
                Statement::Int(v) => v,
                Statement::Char(v) => i32::from(v),
                Statement::Byte(v) => i32::from(v),
                Statement::Short(v) => i32::from(v),
                _ => 0,
            };
            let lock = *lock as usize;
            reach.push((0, 0.0));
            if by <= 0 {
                reach.extend([(2, 0.0), (1, 1.0 - f64::from(by))]);
                end = end.or((by == 0).then_some(at as u32));
                if end.is_some() {
                    break;
                }
                continue;
            }
            reach.extend([(1, 0.0), (2, f64::from(by))]);
            positions[lock] = positions[lock].wrapping_add(by);
            turned[lock] += 1;
            // Three turns at least.
            let gap = (f64::from(positions[lock]) - 42.0).abs() + 50.0 * f64::from(3u32.saturating_sub(turned[lock]));
            if gap == 0.0 {
                reach.extend([(3, 0.0), (4, 1.0), (5, 0.0)]);
            } else {
                reach.extend([(3, gap), (4, 0.0)]);
            }
        }
        match end {
            None => out.push(0),
            Some(statement) => {
                out.push(1);
                number(&mut out, u64::from(statement));
                number(&mut out, 1);
                number(&mut out, u64::from(b'E'));
                out.push(1);
            }
        }
        let reach = super::goals::Reach::new(reach);
        for wanted in [true, false] {
            let goals: Vec<u32> = (0..8).filter(|&g| reach.distance(g).is_some_and(|d| (d == 0.0) == wanted)).collect();
            number(&mut out, goals.len() as u64);
            let mut before = 0;
            for goal in goals {
                number(&mut out, u64::from(goal - before));
                before = goal;
                if !wanted {
                    out.extend(reach.distance(goal).unwrap().to_bits().to_be_bytes());
                }
            }
        }
        // Nothing was compared.
        number(&mut out, 0);
    }
    out
}

/// Drives a generation until it has nothing to do, or has run so many tests; some batches at a time.
pub(super) fn drive(generation: &mut Generation, at_most: u64, ahead: usize, lose: Option<u64>) {
    let mut flying = std::collections::VecDeque::new();
    let mut number = 0;
    loop {
        while flying.len() <= ahead && generation.progress().tests < at_most {
            match generation.propose() {
                Some(_) => flying.push_back(generation.proposed().to_vec()),
                None => break,
            }
        }
        let Some(tests) = flying.pop_front() else { return };
        let answer = play(generation.cluster(), &tests);
        number += 1;
        generation.learn((lose != Some(number)).then_some(answer.as_slice())).unwrap();
    }
}

fn settings(algorithm: Algorithm) -> Settings {
    Settings { algorithm, ..Settings::default() }
}

#[test]
fn goals_deep_inside_are_reached_by_each_search_and_tests_become_small() {
    // To come to 42 in three turns takes a direction, which random tests have not.
    for (algorithm, covered, at_most) in
        [(Algorithm::Dynamosa, 8, 40_000), (Algorithm::Mosa, 8, 40_000), (Algorithm::Monotonic, 8, 40_000), (Algorithm::Random, 6, 5_000)]
    {
        let mut generation = Generation::new(&lock_facts(), settings(algorithm), 3).unwrap();
        drive(&mut generation, at_most, 0, None);
        assert_eq!(generation.progress().covered, covered, "{algorithm:?}: {:?}", generation.progress());
        let before: usize = generation.tests().iter().map(|k| k.test.test.len()).sum();
        generation.minimise();
        drive(&mut generation, u64::MAX, 0, None);
        let kept = generation.tests();
        let after: usize = kept.iter().map(|k| k.test.test.len()).sum();
        assert!(after <= before, "{algorithm:?}");
        let mut goals: Vec<u32> = kept.iter().flat_map(|k| k.goals.clone()).collect();
        goals.sort_unstable();
        assert_eq!(goals.len(), covered, "{algorithm:?}: each goal is one test's");
        for one in &kept {
            assert_eq!(fault(generation.cluster(), &one.test.test), None);
            for at in (0..one.test.test.len()).rev() {
                let mut smaller = one.test.test.clone();
                smaller.remove_with_users((0..smaller.len()).map(|i| i == at).collect());
                let answer = play(generation.cluster(), &[smaller]);
                let again = super::wire::read_answers(&answer, 1, 8).unwrap().remove(0);
                assert!(!one.goals.iter().all(|&g| again.reach.covers(g)), "{algorithm:?}: statement {at} of {:?}", one.test.test);
            }
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_tests_and_a_lost_worker_ends_nothing() {
    for algorithm in [Algorithm::Dynamosa, Algorithm::Mosa, Algorithm::Monotonic, Algorithm::Random] {
        let run = |seed, lose| {
            let mut generation = Generation::new(&lock_facts(), settings(algorithm), seed).unwrap();
            drive(&mut generation, 5_000, 1, lose);
            let tests: Vec<TestCase> = generation.archive().tests().iter().map(|e| e.test.clone()).collect();
            (tests, generation.progress())
        };
        assert_eq!(run(5, None), run(5, None));
        assert_ne!(run(5, None).0, run(6, None).0);
        for lost in [1, 2] {
            let (_, progress) = run(5, Some(lost));
            assert!(progress.covered >= 6, "{algorithm:?}: {progress:?}");
        }
    }
}

#[test]
fn answers_without_a_batch_are_refused() {
    let mut generation = Generation::new(&lock_facts(), Settings::default(), 1).unwrap();
    assert_eq!(generation.learn(None).unwrap_err().message, "an answer, but no batch is on its way");
    let batch = generation.propose().unwrap();
    assert_eq!(batch.tests, Settings::default().population);
    assert!(generation.learn(Some(&[0])).unwrap_err().message.contains("it is of 0 tests: 50 were asked for"));
}

/// Whatever the class compares the makers of keys with, keys get from then on.
#[test]
fn what_the_class_has_compared_comes_into_the_next_tests() {
    let mut generation = Generation::new(&lock_facts(), settings(Algorithm::Random), 1).unwrap();
    let has_secret = |tests: &[TestCase]| tests.iter().flat_map(|t| &t.steps).any(|s| s.statement == Statement::Text("secret".into()));
    let count = generation.propose().unwrap().tests;
    assert!(!has_secret(generation.proposed()));
    let mut answer = Vec::new();
    number(&mut answer, count as u64);
    // The status, goals reached, goals near, and of the last test one text.
    answer.extend([0, 0, 0, 0].repeat(count - 1));
    answer.extend([0, 0, 0, 1, 6]);
    answer.extend(b"secret");
    generation.learn(Some(&answer)).unwrap();
    generation.propose().unwrap();
    assert!(has_secret(generation.proposed()));
}

#[test]
fn values_are_written_as_the_format_says() {
    let cluster = cluster();
    let mut shared = super::wire::Shared::new(&cluster);
    let mut names = cluster.names.clone();
    let mut ty = |text: &str| parse(text, &mut names).unwrap();
    let mut test = TestCase::default();
    let text: Slot = test.push(Statement::Text("aä".into()), ty("Ljava/lang/String;"));
    let long = test.push(Statement::Long(-2), ty("J"));
    let key = test.push(Statement::Invoke { member: 6, receiver: None, arguments: vec![text, long] }, ty("Lp/Key;"));
    test.push(Statement::Invoke { member: 0, receiver: None, arguments: vec![key] }, ty("Lp/Lock;"));
    test.push(Statement::Float(1.0), ty("F"));
    let bytes = shared.batch(&cluster, &[test], 300);
    let expected = [10, 0xac, 2, 1, 5, 9, 2, 97, 0xe4, 1, 6, 3, 11, 6, 0, 1, 11, 0, 2, 7, 0x3f, 0x80, 0, 0];
    assert_eq!(bytes, expected);
    assert_eq!(cluster.member(6).name, "<init>");
}

/// A test of one call of `turn`, or of none, as a worker says that it ended.
fn evaluated(cluster: &Cluster, by: i32, end: super::wire::End, reach: Vec<(u32, f64)>) -> std::sync::Arc<super::archive::Evaluated> {
    let mut names = cluster.names.clone();
    let mut ty = |text: &str| parse(text, &mut names).unwrap();
    let mut test = TestCase::default();
    let lock = test.push(Statement::Null, ty("Lp/Lock;"));
    let number = test.push(Statement::Int(by), ty("I"));
    test.push(Statement::Invoke { member: 1, receiver: Some(lock), arguments: vec![number] }, ty("Z"));
    let answer = super::wire::Answer { end, reach: Reach::new(reach), compared: Vec::new() };
    std::sync::Arc::new(super::archive::Evaluated::new(test, answer))
}

fn threw() -> super::wire::End {
    super::wire::End::Threw { statement: 2, exception: "E".into(), expected: true }
}

/// A branch that only a test that throws takes is still wanted of one that does not, for a while; its line is not.
#[test]
fn tests_that_do_not_throw_are_sought_for_branches_that_only_others_take() {
    let cluster = cluster();
    let mut archive = super::archive::Archive::new(&Goals::new(&lock_facts()).unwrap());
    archive.offer(&evaluated(&cluster, 1, threw(), vec![(1, 0.0), (5, 0.0)]));
    assert!(archive.is_covered(1) && archive.is_improvable(1));
    assert!(!archive.is_improvable(5), "a line");
    assert!(!archive.is_improvable(2), "not covered");
    archive.offer(&evaluated(&cluster, 2, threw(), vec![(3, 0.0)]));
    archive.offer(&evaluated(&cluster, 3, super::wire::End::Passed, vec![(1, 0.0)]));
    assert!(!archive.is_improvable(1), "there is one");
    assert!(archive.is_improvable(3));
    for by in 0..6_000 {
        archive.offer(&evaluated(&cluster, by, super::wire::End::Passed, vec![(0, 0.0)]));
    }
    assert!(!archive.is_improvable(3), "all that throw, it seems");
}

/// Of the tests that reach a line some are remembered, each once; not those that throw.
#[test]
fn some_tests_that_reach_a_line_are_remembered() {
    let cluster = cluster();
    let mut archive = super::archive::Archive::new(&Goals::new(&lock_facts()).unwrap());
    for by in (0..2_000).chain(0..2_000) {
        let end = if by % 2 == 0 { super::wire::End::Passed } else { threw() };
        archive.offer(&evaluated(&cluster, by, end, vec![(3, 0.0), (5, 0.0)]));
    }
    let sample = archive.sample(5);
    assert_eq!(sample.len(), 8);
    assert!(sample.iter().all(|e| e.end == super::wire::End::Passed));
    assert!((0..8).all(|i| (0..i).all(|j| sample[i].test != sample[j].test)), "one is there twice");
    let late = sample.iter().filter(|e| matches!(e.test.steps[1].statement, Statement::Int(by) if by >= 100)).count();
    assert!(late >= 4, "the first ones stayed: {late}");
    assert!(archive.sample(3).is_empty(), "no line");
}

/// A call that a clock had to end is made less and less, others as before.
#[test]
fn calls_that_do_not_come_back_become_rare() {
    let (cluster, settings) = (cluster(), Settings::default());
    let calls = |endless: &Endless| {
        let made = (0..300u64).map(|seed| Maker { endless, ..maker(&cluster, &settings, seed) }.test());
        made.flat_map(|t| t.steps).filter(|s| s.statement.member() == Some(1)).count()
    };
    let before = calls(&Endless::new());
    let after = calls(&Endless::from([(1, 4)]));
    assert!(before > 100, "{before}");
    assert!(after * 10 < before, "{after} of {before}");
}

/// The batch says which call it was: the last one that ran, when those behind it did not.
#[test]
fn a_generation_learns_which_calls_do_not_come_back() {
    let mut generation = Generation::new(&lock_facts(), settings(Algorithm::Dynamosa), 3).unwrap();
    let mut turns = Vec::new();
    for _ in 0..60 {
        let batch = generation.propose().unwrap();
        let tests = generation.proposed().to_vec();
        turns.push(tests.iter().flat_map(|t| &t.steps).filter(|s| s.statement.member() == Some(1)).count());
        // The first test with a turn hangs in it; nothing behind it runs.
        let mut out = vec![batch.tests as u8];
        let hanging = tests.iter().position(|t| t.steps.iter().any(|s| s.statement.member() == Some(1))).unwrap_or(usize::MAX);
        for (number, test) in tests.iter().enumerate() {
            match number.cmp(&hanging) {
                std::cmp::Ordering::Less => out.extend([0, 0, 0, 0]),
                std::cmp::Ordering::Equal => {
                    let at = test.steps.iter().position(|s| s.statement.member() == Some(1)).unwrap();
                    out.extend([2, at as u8, 0, 0, 0]);
                }
                std::cmp::Ordering::Greater => out.extend([3, 0, 0, 0]),
            }
        }
        generation.learn(Some(&out)).unwrap();
    }
    let (first, last): (usize, usize) = (turns[..5].iter().sum(), turns[55..].iter().sum());
    assert!(last * 5 < first, "{turns:?}");
}

/// A worker's answer that says of each statement and observation the same: nothing, or a number; but of one statement of one test another.
fn values(tests: &[(super::assertions::observers::Observed, super::wire::End)], said: &[u8], other: Option<(usize, usize)>) -> Vec<u8> {
    let mut out = vec![];
    number(&mut out, tests.len() as u64);
    for (at, (observed, end)) in tests.iter().enumerate() {
        let values = match end {
            super::wire::End::Threw { statement, .. } => {
                out.extend([1, *statement as u8, 1, b'E', 1]);
                *statement as usize
            }
            _ => {
                out.push(0);
                observed.test.len() + observed.observations.len()
            }
        };
        for value in 0..values {
            out.extend(if other == Some((at, value)) { &[6, 84] } else { said });
        }
    }
    out
}

/// What the kept tests do not notice a variant does: it is kept, asserts what it noticed, and the mutant counts as killed.
#[test]
fn variants_that_kill_a_mutant_are_kept() {
    use super::assertions::Verdict;
    use super::assertions::differences::{Difference, Why};
    use super::run::Group;
    let mut generation = Generation::new(&lock_facts(), settings(Algorithm::Dynamosa), 3).unwrap();
    drive(&mut generation, 40_000, 0, None);
    generation.minimise();
    drive(&mut generation, u64::MAX, 0, None);
    generation.observe(&Default::default());
    let group = |generation: &mut Generation, group: Group| -> Vec<_> {
        let ends: Vec<_> = generation.tests().iter().map(|k| k.test.end.clone()).collect();
        let tests = generation.group(group).unwrap().tests().to_vec();
        tests
            .into_iter()
            .enumerate()
            .map(|(i, t)| (t, if group == Group::Kept { ends[i].clone() } else { super::wire::End::Passed }))
            .collect()
    };
    let kept = group(&mut generation, Group::Kept);
    // Of what they give nothing can be said.
    let nothing = values(&kept, &[0], None);
    generation.group(Group::Kept).unwrap().learn(&nothing, false).unwrap();
    let (places, batch) = generation.reaching(Group::Kept, 7, &[5]).unwrap();
    assert!(!places.is_empty() && places.len() < kept.len() && places.len() == batch.tests, "those that reach the line");
    let reaching: Vec<_> = places.iter().map(|&p| kept[p].clone()).collect();
    let assertions = generation.group(Group::Kept).unwrap();
    assert!(!assertions.learn_mutant(7, &places, Some(&values(&reaching, &[0], None))).unwrap());
    let (cluster, assertions) = generation.assertions().unwrap();
    assert_eq!(assertions.killers(cluster)[&7], Vec::<usize>::new());
    for round in 0..3 {
        generation.breed(&[(7, vec![5])].into());
        let variants = group(&mut generation, Group::Variants);
        assert!(!variants.is_empty(), "round {round}");
        for (variant, _) in &variants {
            assert_eq!(fault(generation.cluster(), &variant.test), None);
        }
        let same = values(&variants, &[6, 2], None);
        generation.group(Group::Variants).unwrap().learn(&same, false).unwrap();
        let (bred_for, _) = generation.reaching(Group::Variants, 7, &[]).unwrap();
        let bred: Vec<_> = bred_for.iter().map(|&p| variants[p].clone()).collect();
        let turn = |t: &TestCase| t.steps.iter().position(|s| s.statement.member() == Some(1));
        let (noticing, place) = bred.iter().enumerate().find_map(|(i, v)| Some((i, turn(&v.0.test)?))).unwrap();
        let noticed = if round == 2 { Some((noticing, place)) } else { None };
        let answer = values(&bred, &[6, 2], noticed);
        let differs = generation.group(Group::Variants).unwrap().learn_mutant(7, &bred_for, Some(&answer)).unwrap();
        assert_eq!(differs, round == 2);
        let before = generation.tests().len();
        let killed = generation.adopt().unwrap();
        if round < 2 {
            assert!(killed.is_empty() && generation.tests().len() == before);
            assert_eq!(generation.seen_by_variant(7), None);
            continue;
        }
        assert_eq!(killed, [7].into());
        assert_eq!(generation.tests().len(), before + 1);
        assert_eq!(generation.tests()[before].test.test, bred[noticing].0.test);
        let (cluster, assertions) = generation.assertions().unwrap();
        let chosen = assertions.choose(cluster).pop().unwrap();
        assert!(chosen.iter().any(|a| a.place == place), "{chosen:?}");
        let written = |last: bool| (0..=before).map(|t| (t, t < before || last)).collect::<Vec<_>>();
        assert_eq!(assertions.verdicts(cluster, &written(true))[&7], Verdict::Killed);
        let without = assertions.verdicts(cluster, &written(false))[&7].clone();
        let seen = Difference {
            test: Some(before),
            of: "the result of Lock.turn(..)".into(),
            original: "1".into(),
            mutant: "42".into(),
            why: Why::NotWritten,
        };
        let ran = places.iter().copied().chain([before]).collect();
        assert_eq!(without, Verdict::Survived { missed: ran, difference: Some(seen.clone()) }, "without its assertions");
        let only_first = assertions.verdicts(cluster, &written(true)[..before])[&7].clone();
        assert_eq!(only_first, Verdict::Survived { missed: places.clone(), difference: Some(seen.clone()) }, "it is not written");
        assert_eq!(generation.seen_by_variant(7), Some(&seen.in_variant()));
        // A new worker runs the variant, too.
        let [ordered, reversed] = generation.both_orders(Group::Kept);
        assert_eq!([ordered.tests, reversed.tests], [before + 1; 2]);
        let all = group(&mut generation, Group::Kept);
        generation.group(Group::Kept).unwrap().learn(&values(&all, &[0], None), false).unwrap();
    }
}
