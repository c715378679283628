//! The generator on classes that are told by hand; their code is played by functions here.

use super::carved::Carved;
use super::cluster::Cluster;
use super::compared::Compared;
use super::facts::TypeFacts;
use super::goals::{FARTHEST, Goal, GoalKind, Goals, Reach};
use super::maker::{Endless, Maker};
use super::operators::{Misfit, cross, misfit, mutate};
use super::round_trips::RoundTrips;
use super::run::Generation;
use super::settings::Settings;
use super::statement::{Statement, TestCase};
use super::types::{Type, parse};
use super::wire::Shared;
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

pub(super) fn cluster() -> Cluster {
    Cluster::new(&lock_facts()).unwrap()
}

pub(super) fn maker<'a>(cluster: &'a Cluster, settings: &'a Settings, seed: u64) -> Maker<'a> {
    static NONE: Endless = Endless::new();
    static NOTHING: Compared = Compared::NONE;
    static NO_TESTS: Carved = Carved::NONE;
    static NO_TRIPS: RoundTrips = RoundTrips::NONE;
    let rng = Source::new(seed).stream([0]);
    Maker { cluster, settings, endless: &NONE, compared: &NOTHING, carved: &NO_TESTS, round_trips: &NO_TRIPS, open: &[], rng }
}

/// Whether everything that is used fits where it is used.
pub(super) fn fault(cluster: &Cluster, test: &TestCase) -> Option<String> {
    if !test.is_well_formed() {
        return Some(format!("not well formed: {test:?}"));
    }
    misfit(cluster, test).map(|Misfit { at, slot, expected: ty, .. }| {
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

/// Where an `int` was given for an `Integer`, javac takes no `short`.
#[test]
fn a_number_may_stand_only_for_one_of_its_own_type() {
    let mut cluster = cluster();
    let mut ty = |text: &str| parse(text, &mut cluster.names).unwrap();
    let (short, int, boxed, object) = (ty("S"), ty("I"), ty("Ljava/lang/Integer;"), ty("Ljava/lang/Object;"));
    let settings = Settings::default();
    for seed in 0..50 {
        let mut maker = maker(&cluster, &settings, seed);
        assert!(!maker.may_stand_for(&short, &int) && !maker.may_stand_for(&boxed, &int));
        assert!(maker.may_stand_for(&int, &int) && maker.may_stand_for(&int, &boxed) && maker.may_stand_for(&short, &object));
        let mut test = TestCase::default();
        test.push(Statement::Short(1), short.clone());
        let made = maker.value_instead(&mut test, &int).unwrap();
        assert_eq!(*test.ty(made), int);
    }
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
fn an_interface_without_implementation_gets_an_object_whose_methods_give_values_of_their_types() {
    let given = |methods, called: &[&str]| {
        let facts = TypeFacts { called: called.iter().map(ToString::to_string).collect(), ..stub_facts(methods) };
        let cluster = Cluster::new(&facts).unwrap();
        let settings = Settings { null_share: 0.0, ..Settings::default() };
        let mut found = std::collections::BTreeSet::new();
        for seed in 0..100 {
            let mut test = TestCase::default();
            maker(&cluster, &settings, seed).call(&mut test, 0);
            assert_eq!(fault(&cluster, &test), None);
            for step in &test.steps {
                let Statement::Stub { answers } = &step.statement else { continue };
                for answer in answers {
                    for slot in [Some(answer.first), answer.then].into_iter().flatten() {
                        assert_eq!(test.ty(slot).signature(&cluster.names), cluster.member(answer.method).result.signature(&cluster.names));
                    }
                    let times = if answer.then.is_some() { " twice" } else { "" };
                    found.insert(format!("{}{times}", cluster.member(answer.method).name));
                }
            }
        }
        found.into_iter().collect::<Vec<_>>()
    };
    assert_eq!(given(3, &[]), ["isOn", "level", "name"], "not of the default method, nor of equals");
    assert_eq!(given(30, &[]).len(), 3, "others give nothing");
    let mut facts = stub_facts(3);
    facts.types[1].sealed = true;
    let sealed = Cluster::new(&facts).unwrap();
    assert_eq!(sealed.known(sealed.names.find("p/Sensor").unwrap()).unwrap().stub, None);
    assert_eq!(given(30, &["isOn()Z", "name()V"]), ["isOn", "isOn twice"], "what the code calls, and only that");
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
fn types_that_are_added_change_no_numbers_and_damaged_ones_nothing() {
    let mut cluster = Cluster::new(&lock_facts()).unwrap();
    let fact = |value: Value| serde_json::from_value::<super::facts::TypeFact>(value).unwrap();
    let before: Vec<String> = cluster.members.iter().map(|m| m.name.clone()).collect();
    let places = cluster.types().len();
    let step = |place: usize| {
        let mut step = interface("p/Step", &[], vec![is_abstract(member("method", "go", "()V", &[], "V"))]);
        step["sam"] = json!([place, 0]);
        fact(step)
    };
    let random =
        || fact(class("java/util/Random", json!([]), &[], vec![member("constructor", "<init>", "()V", &[], "Ljava/util/Random;")]));
    for damaged in [vec![random(), step(places + 2)], vec![random(), random()]] {
        cluster.add_types(&damaged).unwrap_err();
        assert_eq!((cluster.types().len(), cluster.members.len()), (places, before.len()));
    }
    cluster.add_types(&[random(), step(places + 1)]).unwrap();
    assert_eq!(cluster.members[..before.len()].iter().map(|m| m.name.clone()).collect::<Vec<_>>(), before);
    let known = |name: &str| cluster.known(cluster.names.find(name).unwrap()).unwrap();
    assert_eq!(known("p/Step").sam, Some(before.len() as u32 + 1));
    // What a class of the JDK makes is not offered to the search.
    assert!(known("java/util/Random").aside && cluster.producers(known("java/util/Random").name).is_empty());
}

#[test]
fn workers_hear_of_members_of_a_type_that_was_only_named() {
    let fact = class("java/util/Random", json!([]), &[], vec![member("constructor", "<init>", "()V", &[], "Ljava/util/Random;")]);
    let mut facts = lock_facts();
    facts.casts.push("java/util/Random".to_owned());
    let mut cluster = Cluster::new(&facts).unwrap();
    let mut shared = Shared::new(&cluster);
    let before = shared.news(&cluster).expect("the first time");
    assert_eq!(shared.news(&cluster), None);
    cluster.add_types(&[serde_json::from_value(fact).unwrap()]).unwrap();
    shared.add_types(&cluster);
    assert!(shared.news(&cluster).expect("a member more").len() > before.len());
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
    let goal = |parents| Goal {
        kind: GoalKind::Branch,
        method: 0,
        line: -1,
        outcome: 0,
        operation: None,
        parents,
        coverable: true,
        wanted: true,
        sought: false,
    };
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
        let all = [0, 1, 2, 3, 4, 5];
        prop_assert_eq!(goals.fitnesses(&all, &reach, &mut Default::default()), all.map(|goal| goals.fitness(goal, &reach)));
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
        if let Ok(answers) = super::wire::read_answers(&bytes, tests, 8, true) {
            prop_assert_eq!(answers.len(), tests);
        }
    }
}

/// It is another one in each JVM as a rule, and so is what comes of it.
#[test]
fn hash_codes_are_given_to_no_other_call() {
    let members = vec![
        member("constructor", "<init>", "()V", &[], "Lp/Era;"),
        member("method", "hashCode", "()I", &[], "I"),
        member("method", "next", "()I", &[], "I"),
        member("method", "year", "(I)I", &["I"], "I"),
    ];
    let goals = json!({"class": "p/Era", "name": "year", "descriptor": "(I)I", "member": [0, 3],
        "blocks": [{"next": [], "handlers": []}], "points": [point("entry", 0, 1, 1)]});
    let asked = json!({"class": "p/Era", "name": "hashCode", "descriptor": "()I", "member": [0, 1],
        "blocks": [{"next": [], "handlers": []}], "points": [point("entry", 0, 2, 1)]});
    let next = json!({"class": "p/Era", "name": "next", "descriptor": "()I", "member": [0, 2],
        "blocks": [{"next": [], "handlers": []}], "points": [point("entry", 0, 3, 1)]});
    let facts = json!({"version": 1, "target": "p/Era", "types": [class("p/Era", json!([]), &[], members)],
        "literals": {"ints": [], "longs": [], "floats": [], "doubles": [], "strings": []}, "casts": [], "goals": [asked, next, goals]});
    let cluster = Cluster::new(&serde_json::from_value(facts).unwrap()).unwrap();
    let settings = Settings::default();
    let mut uses = [0; 3];
    for seed in 0..300 {
        let mut maker = maker(&cluster, &settings, seed);
        let mut test = maker.test();
        for _ in 0..5 {
            test = mutate(&mut maker, &test, test.len());
        }
        for step in &test.steps {
            let Statement::Invoke { member: 3, ref arguments, .. } = step.statement else { continue };
            let from = &test.steps[arguments[0] as usize].statement;
            uses[match from {
                Statement::Invoke { member: 1, .. } => 0,
                Statement::Invoke { member: 2, .. } => 1,
                _ => 2,
            }] += 1;
        }
    }
    assert!(uses[0] == 0 && uses[1] > 50 && uses[2] > 50, "{uses:?}");
}
