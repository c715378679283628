//! Carved sequences on the lock of the generator's tests.

use super::super::compared::Compared;
use super::conversion::tests_of;
use super::sequence::Sequence;
use super::*;
use crate::ErrorKind;
use crate::generation::algorithms::Context;
use crate::generation::archive::{Archive, Evaluated};
use crate::generation::facts::{Literals, TypeFacts};
use crate::generation::goals::{Goals, Reach};
use crate::generation::maker::Endless;
use crate::generation::minimise::Minimiser;
use crate::generation::round_trips::RoundTrips;
use crate::generation::run::Generation;
use crate::generation::settings::{Algorithm, Settings};
use crate::generation::tests::{fault, lock_facts, maker};
use crate::generation::wire::{Answer, End};
use serde_json::{Value, json};
use std::sync::Arc;

fn sequence(name: &str, statements: Value) -> Sequence {
    serde_json::from_value(json!({"name": name, "statements": statements})).unwrap()
}

fn text(value: &str) -> Value {
    json!({"type": "Ljava/lang/String;", "kind": "text", "value": value})
}

fn whole(ty: &str, value: i64) -> Value {
    json!({"type": ty, "kind": "whole", "value": value})
}

fn construct(class: &str, descriptor: &str, arguments: &[usize]) -> Value {
    json!({"type": format!("L{class};"), "kind": "construct", "class": class, "descriptor": descriptor, "arguments": arguments})
}

fn call(owner: &str, name: &str, descriptor: &str, receiver: Option<usize>, arguments: &[usize]) -> Value {
    let ty = descriptor.split(')').nth(1).unwrap();
    json!({"type": ty, "kind": "call", "owner": owner, "name": name, "descriptor": descriptor, "receiver": receiver,
        "arguments": arguments})
}

/// `new Lock(new Key("a", 7)).turn(42)`
fn turning() -> Value {
    json!([
        text("a"),
        whole("J", 7),
        construct("p/Key", "(Ljava/lang/String;J)V", &[0, 1]),
        construct("p/Lock", "(Lp/Key;)V", &[2]),
        whole("I", 42),
        call("p/Lock", "turn", "(I)Z", Some(3), &[4]),
    ])
}

fn carved_of(facts: &TypeFacts, sequences: &[Sequence]) -> (Cluster, Carved) {
    let cluster = Cluster::new(facts).unwrap();
    let settings = Settings::default();
    let carved = Carved::of(tests_of(sequences, &mut maker(&cluster, &settings, 1)).unwrap(), &cluster);
    for test in carved.tests() {
        assert_eq!(fault(&cluster, test), None);
    }
    (cluster, carved)
}

/// The tests in Java's order, a word a step: members by name, types by signature.
fn said(cluster: &Cluster, test: &TestCase) -> Vec<String> {
    let step = |s: &Step| {
        let what = match &s.statement {
            Statement::Invoke { member, receiver, arguments } => {
                let member = cluster.member(*member);
                format!("{}{:?}{:?}", member.name, receiver.map_or(-1, i64::from), arguments)
            }
            Statement::Get { member, receiver } => format!("get {} {receiver:?}", cluster.member(*member).name),
            Statement::Set { member, receiver, value } => format!("set {} {receiver:?} {value}", cluster.member(*member).name),
            other => format!("{other:?}"),
        };
        format!("{}: {what}", s.ty.signature(&cluster.names))
    };
    test.steps.iter().map(step).collect()
}

fn one(statements: Value) -> Vec<String> {
    let (cluster, carved) = carved_of(&lock_facts(), &[sequence("T#t", statements)]);
    carved.tests().first().map(|t| said(&cluster, t)).unwrap_or_default()
}

#[test]
fn a_sequence_becomes_a_typed_test() {
    assert_eq!(
        one(turning()),
        ["Ljava/lang/String;: Text(\"a\")", "J: Long(7)", "Lp/Key;: <init>-1[0, 1]", "Lp/Lock;: <init>-1[2]", "I: Int(42)", "Z: turn3[4]",]
    );
}

#[test]
fn every_kind_of_statement_can_be_said() {
    let lock = [text("a"), whole("J", 7), construct("p/Key", "(Ljava/lang/String;J)V", &[0, 1]), construct("p/Lock", "(Lp/Key;)V", &[2])];
    let with = |more: Vec<Value>| one(Value::Array(lock.iter().cloned().chain(more).collect()));
    let field = |kind: &str, more: Value| {
        let mut field = json!({"type": "Ljava/lang/String;", "kind": kind, "owner": "p/Lock", "name": "owner",
            "descriptor": "Ljava/lang/String;", "object": 3});
        field.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        field
    };
    assert_eq!(with(vec![field("getField", json!({}))])[4], "Ljava/lang/String;: get owner Some(3)");
    assert_eq!(with(vec![field("putField", json!({"type": "V", "value": 0}))])[4], "V: set owner Some(3) 0");
    assert_eq!(with(vec![whole("C", 65), call("p/Lock", "turn", "(I)Z", Some(3), &[4])])[4..], ["C: Char(65)", "Z: turn3[4]"]);
    let nothing = json!({"type": "Lp/Key;", "kind": "null"});
    assert_eq!(one(json!([nothing, construct("p/Lock", "(Lp/Key;)V", &[0])])), ["Lp/Key;: Null", "Lp/Lock;: <init>-1[0]"]);
    let array = json!({"type": "[Lp/Key;", "kind": "newArray", "length": 2});
    let store = json!({"type": "V", "kind": "putElement", "array": 3, "index": 1, "value": 2});
    let read = json!({"type": "Lp/Key;", "kind": "element", "array": 3, "index": 1});
    let all = one(json!([lock[0], lock[1], lock[2], array, store, read, construct("p/Lock", "(Lp/Key;)V", &[5])]));
    assert_eq!(
        all[3..],
        [
            "[Lp/Key;: Array { length: 2 }",
            "V: Store { array: 3, index: 1, value: 2 }",
            "Lp/Key;: Element { array: 3, index: 1 }",
            "Lp/Lock;: <init>-1[5]"
        ]
    );
    let real = |ty: &str, value: &str| {
        let (_, carved) = carved_of(
            &lock_facts(),
            &[sequence(
                "T#t",
                json!([
                    {"type": format!("[{ty}"), "kind": "newArray", "length": 1},
                    {"type": ty, "kind": "real", "value": value},
                    {"type": "V", "kind": "putElement", "array": 0, "index": 0, "value": 1},
                    {"type": "Lp/Key;", "kind": "null"},
                    construct("p/Lock", "(Lp/Key;)V", &[3]),
                ]),
            )],
        );
        carved.tests()[0].steps[1].statement.clone()
    };
    assert_eq!(real("D", "-Infinity"), Statement::Double(f64::NEG_INFINITY));
    assert_eq!(real("F", "1.5"), Statement::Float(1.5));
}

#[test]
fn a_lambda_is_an_object_that_the_search_makes_up() {
    let lambda = json!({"type": "Lp/Shape;", "kind": "lambda"});
    let test = one(json!([lambda, call("p/Key", "of", "(Lp/Shape;)Lp/Key;", None, &[0])]));
    assert!(test.iter().any(|s| s.starts_with("Lp/Shape;: Stub")), "{test:?}");
    assert!(test.last().unwrap().starts_with("Lp/Key;: of"), "{test:?}");
}

/// Class files of tests do not say with what a list is made.
#[test]
fn objects_of_generic_classes_get_the_arguments_that_their_use_asks_for() {
    let all = |element: Value| {
        one(json!([
            construct("java/util/ArrayList", "()V", &[]),
            element,
            call("java/util/ArrayList", "add", "(Ljava/lang/Object;)Z", Some(0), &[1]),
            {"type": "Lp/Key;", "kind": "null"},
            construct("p/Lock", "(Lp/Key;)V", &[3]),
            call("p/Lock", "all", "(Ljava/util/List;)I", Some(4), &[0]),
        ]))
    };
    assert_eq!(all(whole("I", 1))[0], "Ljava/util/ArrayList<Ljava/lang/Number;>;: <init>-1[]");
    let alone = one(json!([
        construct("java/util/ArrayList", "()V", &[]),
        text("x"),
        call("java/util/ArrayList", "add", "(Ljava/lang/Object;)Z", Some(0), &[1]),
    ]));
    assert_eq!(alone[0], "Ljava/util/ArrayList<Ljava/lang/Object;>;: <init>-1[]");
}

#[test]
fn what_cannot_be_said_goes_with_what_needs_it_and_the_rest_stays() {
    let mut statements = turning();
    let more = [
        construct("p/Unknown", "()V", &[]),
        call("p/Lock", "peek", "(Lp/Unknown;)V", Some(3), &[6]),
        call("p/Lock", "turn", "(I)Z", Some(3), &[0]),
        json!({"type": "Lp/Lock;", "kind": "null"}),
        call("p/Lock", "turn", "(I)Z", Some(9), &[4]),
        whole("B", 300),
    ];
    statements.as_array_mut().unwrap().extend(more);
    assert_eq!(one(statements), one(turning()), "no such class, no such method, a text for an int, a call on null, no byte");
    assert!(one(json!([text("alone")])).is_empty());
}

#[test]
fn equal_sequences_are_one_test() {
    let (_, carved) = carved_of(&lock_facts(), &[sequence("T#a", turning()), sequence("T#b", turning())]);
    assert_eq!(carved.tests().len(), 1);
}

#[test]
fn a_value_that_nothing_defines_is_refused() {
    let cluster = Cluster::new(&lock_facts()).unwrap();
    let settings = Settings::default();
    for wrong in [json!([construct("p/Lock", "(Lp/Key;)V", &[0])]), json!([construct("p/Lock", "(Lp/Key;)V", &[7])])] {
        let error = tests_of(&[sequence("T#t", wrong)], &mut maker(&cluster, &settings, 1)).unwrap_err();
        assert_eq!(error.kind, ErrorKind::InvalidInput);
        assert_eq!(error.message, "statement 0 of the carved test T#t uses a value that none before it defines");
    }
}

#[test]
fn objects_are_made_as_a_test_makes_them_with_what_it_does_to_them() {
    let mut statements = turning();
    // A setter of the lock, behind the call.
    statements.as_array_mut().unwrap().push(json!({"type": "V", "kind": "putField", "owner": "p/Lock", "name": "owner",
        "descriptor": "Ljava/lang/String;", "object": 3, "value": 0}));
    let (cluster, carved) = carved_of(&lock_facts(), &[sequence("T#t", statements)]);
    let settings = Settings { carved_objects: 1.0, ..Settings::default() };
    let mut maker = maker(&cluster, &settings, 1);
    maker.carved = &carved;
    let mut test = TestCase::default();
    test.push(Statement::Int(1), Type::Primitive(crate::generation::types::Primitive::Int));
    let slot = maker.carved_object(&mut test, &Type::class(cluster.target)).unwrap();
    assert_eq!(
        said(&cluster, &test)[1..],
        ["Ljava/lang/String;: Text(\"a\")", "J: Long(7)", "Lp/Key;: <init>-1[1, 2]", "Lp/Lock;: <init>-1[3]", "V: set owner Some(4) 1"]
    );
    assert_eq!(slot, 4);
    let never = Settings { carved_objects: 0.0, ..settings.clone() };
    maker.settings = &never;
    assert_eq!(maker.carved_object(&mut test, &Type::class(cluster.target)), None);
    maker.settings = &settings;
    assert_eq!(maker.carved_object(&mut test, &Type::class(cluster.string)), None);
}

fn passes_of(generation: &mut Generation) -> Vec<TestCase> {
    generation.propose().unwrap();
    let tests = generation.proposed().to_vec();
    let mut answer = vec![];
    let mut count = tests.len();
    while count >= 0x80 {
        answer.push(count as u8 | 0x80);
        count >>= 7;
    }
    answer.push(count as u8);
    answer.extend([0, 0, 0, 0, 0].repeat(tests.len()));
    generation.learn(Some(&answer)).unwrap();
    tests
}

#[test]
fn carved_tests_run_as_they_are_in_the_first_batch_and_their_clones_later() {
    for algorithm in [Algorithm::Dynamosa, Algorithm::Mosa, Algorithm::Random] {
        let settings = Settings { algorithm, carved_clones: 1.0, constants_share: 1.0, ..Settings::default() };
        let mut generation = Generation::new(&lock_facts(), settings, 1).unwrap();
        let literals = Literals { strings: vec!["of a test".into()], ..Literals::default() };
        assert_eq!(generation.use_existing(&[sequence("T#t", turning())], &literals, &[]), Ok(1));
        let first = passes_of(&mut generation);
        let (_, carved) = carved_of(&lock_facts(), &[sequence("T#t", turning())]);
        assert!(first.contains(&carved.tests()[0]), "{algorithm:?}");
        let text = |t: &TestCase, of: &str| t.steps.iter().any(|s| matches!(&s.statement, Statement::Text(t) if t.contains(of)));
        assert!(first.iter().any(|t| text(t, "of a test")), "{algorithm:?}: a constant of the tests");
        if algorithm != Algorithm::Random {
            assert!(passes_of(&mut generation).contains(&carved.tests()[0]), "{algorithm:?}: a clone without a mutation");
        }
        let late = generation.use_existing(&[], &Literals::default(), &[]).unwrap_err();
        assert_eq!(late.kind, ErrorKind::InvalidState);
    }
}

#[test]
fn no_test_is_kept_for_what_existing_tests_cover() {
    let cluster = Cluster::new(&lock_facts()).unwrap();
    let mut goals = Goals::new(&lock_facts()).unwrap();
    goals.leave_out(&[0, 1, 5, 5]);
    assert_eq!(goals.wanted(), 5);
    let mut archive = Archive::new(&goals);
    let settings = Settings::default();
    let test = maker(&cluster, &settings, 1).test();
    let offer = |archive: &mut Archive, reach: &[u32]| {
        let reach = Reach::new(reach.iter().map(|&g| (g, 0.0)).collect());
        archive.offer(&Arc::new(Evaluated::new(test.clone(), Answer::new(End::Passed, reach))));
    };
    let kept = |archive: &Archive| Minimiser::new(archive, goals.count()).kept().iter().map(|k| k.goals.clone()).collect::<Vec<_>>();
    offer(&mut archive, &[0, 1, 5]);
    assert_eq!((archive.covered(), kept(&archive)), (0, vec![]));
    assert_eq!(archive.sample(5).len(), 1, "of mutants there it may be a parent");
    offer(&mut archive, &[0, 2]);
    assert_eq!((archive.covered(), kept(&archive)), (1, vec![vec![2]]));
}

#[test]
fn a_search_ends_at_once_where_existing_tests_cover_all() {
    let mut generation = Generation::new(&lock_facts(), Settings::default(), 1).unwrap();
    let error = generation.use_existing(&[], &Literals::default(), &[8]).unwrap_err();
    assert_eq!(error.message, "existing tests cover goal 8: there are 8");
    generation.use_existing(&[], &Literals::default(), &(0..8).collect::<Vec<_>>()).unwrap();
    assert_eq!(generation.progress().goals, 0);
    assert!(generation.propose().is_none());
    assert!(generation.tests().is_empty());
}

/// Without existing tests nothing is drawn for them: results of other runs stay as they were.
#[test]
fn without_existing_tests_the_same_tests_are_made() {
    let cluster = Cluster::new(&lock_facts()).unwrap();
    let goals = Goals::new(&lock_facts()).unwrap();
    let archive = Archive::new(&goals);
    let made = |share: f64| {
        let settings = Settings { carved_clones: share, carved_objects: share, ..Settings::default() };
        let endless = Endless::new();
        let context = Context {
            cluster: &cluster,
            goals: &goals,
            settings: &settings,
            archive: &archive,
            endless: &endless,
            source: crate::compute::rng::Source::new(1),
            compared: &Compared::NONE,
            round: 1,
            templates: None,
            carved: &Carved::NONE,
            round_trips: &RoundTrips::NONE,
            open: &[],
        };
        (0..50).map(|index| context.maker(index).test()).collect::<Vec<_>>()
    };
    assert_eq!(made(0.0), made(1.0));
}
