//! Templates of random classes, and of hand-made ones that have what those lack: generics, casts, boxes, arrays, members of superclasses.

use super::Templates;
use super::conversion::{MemberIndex, convert};
use crate::generation::cluster::Cluster;
use crate::generation::facts::TypeFacts;
use crate::generation::goals::Goals;
use crate::generation::run::Generation;
use crate::generation::settings::{Algorithm, Settings, TemplateUse};
use crate::generation::statement::{Statement, TestCase};
use crate::generation::tests::{class, fault, is_static, lock_facts, maker, member, point};
use crate::program::call_graph::Algorithm as Calls;
use crate::program::facts::access;
use crate::seed::accessors::AccessorCache;
use crate::seed::analysis::Analysis;
use crate::seed::template::{Action, Number, Statement as Said, Template, ValueId, signature};
use crate::seed::test_program::{TestClass, program};
use crate::seed::tests::{Shape, Way, nested_classes, shape};
use proptest::prelude::*;
use serde_json::{Value, json};
use std::sync::Arc;

/// The type facts of classes; the target is the last.
fn facts(classes: &[TestClass]) -> TypeFacts {
    let describe = |of: &TestClass| {
        let mut members: Vec<Value> = Vec::new();
        for method in &of.methods {
            let (parameters, result) = signature(&method.descriptor);
            let itself = format!("L{};", of.name);
            let made = method.name == "<init>";
            let kind = if made { "constructor" } else { "method" };
            let fact = member(kind, &method.name, &method.descriptor, &parameters, if made { &itself } else { result });
            members.push(if method.access & access::STATIC != 0 { is_static(fact) } else { fact });
        }
        for (name, descriptor, _) in of.fields.iter().filter(|f| f.2 & access::PRIVATE == 0) {
            members.push(member("field", name, descriptor, &[], descriptor));
        }
        class(&of.name, json!([]), &[], members)
    };
    let target = classes.last().expect("a class");
    let types: Vec<Value> = classes.iter().rev().map(describe).collect();
    // The only branch of the only method is its last operation but for gaps.
    let method = &target.methods[0];
    let operations: usize = method.blocks.iter().map(|b| b.1.len()).sum();
    let mut jump = point("jump", 0, 10, 2);
    jump["operation"] = json!(method.parameters as usize + operations - 1);
    let goals = json!({"class": target.name, "name": method.name, "descriptor": method.descriptor, "member": [0, 0],
        "blocks": [{"next": [1, 2], "handlers": []}, {"next": [2], "handlers": []}, {"next": [], "handlers": []}],
        "points": [point("entry", 0, 10, 1), jump]});
    serde_json::from_value(json!({"version": 1, "target": target.name, "types": types,
        "literals": {"ints": [42], "longs": [], "floats": [], "doubles": [], "strings": []}, "casts": [], "goals": [goals]}))
    .expect("facts as the format says")
}

fn known(classes: &[TestClass]) -> super::Known {
    Arc::new((Analysis::of(Arc::new(program(classes)), Calls::Cfa), AccessorCache::default()))
}

/// A test of each outcome of the branch of nested classes.
fn seeded(shape: &Shape, seed: u64) -> (Cluster, Vec<Option<TestCase>>, super::Figures) {
    let classes = nested_classes(shape);
    let facts = facts(&classes);
    let (cluster, goals, settings) = (Cluster::new(&facts).unwrap(), Goals::new(&facts).unwrap(), Settings::default());
    let mut templates = Templates::new(known(&classes), &cluster);
    let mut tests = Vec::new();
    {
        let mut maker = maker(&cluster, &settings, seed);
        tests.extend([1, 2].map(|goal| templates.test(&goals, goal, &mut maker)));
    }
    let figures = templates.figures().clone();
    (cluster, tests, figures)
}

proptest! {
    #[test]
    fn every_template_becomes_a_typed_test_that_calls_the_target_last(shape in shape(), seed in 0u64..1000) {
        let (cluster, tests, figures) = seeded(&shape, seed);
        prop_assert_eq!(figures.tests, 2);
        prop_assert!(figures.refused.is_empty(), "{:?}", figures.refused);
        for test in tests {
            let test = test.expect("all that a template of these classes uses is in the type facts");
            prop_assert_eq!(fault(&cluster, &test), None);
            let Some(Statement::Invoke { member, .. }) = test.steps.last().map(|s| &s.statement) else { panic!("no call: {test:?}") };
            prop_assert_eq!(cluster.member(*member).name.as_str(), "t");
        }
    }

    #[test]
    fn what_no_test_can_set_is_said(shape in shape()) {
        let classes = nested_classes(&shape);
        let facts = facts(&classes);
        let (cluster, goals) = (Cluster::new(&facts).unwrap(), Goals::new(&facts).unwrap());
        let mut templates = Templates::new(known(&classes), &cluster);
        let reasons = templates.infeasible(&goals, 1, &Settings::default().seed);
        for (i, way) in shape.numbers.iter().enumerate() {
            let reachable = shape.objects[..i].iter().all(|o| *o != Way::Nothing);
            let said = reasons.contains(&format!("nothing writes p.C{i}.n"));
            prop_assert!(said || !reachable || *way != Way::Nothing, "{:?}", reasons);
            prop_assert!(!said || *way == Way::Nothing, "{:?}", reasons);
        }
    }

    #[test]
    fn the_same_seed_gives_the_same_test_and_another_draws_other_values(shape in shape(), seed in 0u64..1000) {
        prop_assert_eq!(seeded(&shape, seed).1, seeded(&shape, seed).1);
        let (_, tests, _) = seeded(&shape, seed);
        let numbers =
            |t: &Option<TestCase>| t.as_ref().map(|t| t.steps.iter().filter(|s| matches!(s.statement, Statement::Int(_))).count());
        if numbers(&tests[0]) > Some(3) {
            // Two draws may be alike by chance, not a hundred.
            prop_assert!((1..=100).any(|more| seeded(&shape, seed + more).1[0] != tests[0]));
        }
    }
}

// ---- hand-made templates -----------------------------------------------------------------------------------------------

fn said(defines: Option<&str>, action: Action) -> Said {
    Said { defines: defines.map(str::to_owned), action }
}

fn template(statements: Vec<Said>) -> Template {
    Template { statements, by_node: Vec::new(), unset: Vec::new(), truncated: false }
}

fn construct(class: &str, descriptor: &str, arguments: &[ValueId]) -> Said {
    said(Some(&format!("L{class};")), Action::Construct { class: class.into(), descriptor: descriptor.into(), arguments: arguments.into() })
}

fn call(defines: Option<&str>, of: (&str, &str, &str), receiver: Option<ValueId>, arguments: &[ValueId]) -> Said {
    let (owner, name, descriptor) = (of.0.into(), of.1.into(), of.2.into());
    said(defines, Action::Call { owner, name, descriptor, receiver, arguments: arguments.into() })
}

fn whole(descriptor: &str, value: i64) -> Said {
    said(Some(descriptor), Action::Primitive { constant: Number::Whole(value) })
}

/// A team has members in a list, a captain, who is a person, and a board of numbers; `p/Boss` is a person.
fn team() -> Cluster {
    let e = json!([{"name": "E", "bounds": ["Ljava/lang/Object;"]}]);
    let team = class(
        "p/Team",
        json!([]),
        &[],
        vec![
            member("constructor", "<init>", "(Ljava/util/List;)V", &["Ljava/util/List<Lp/Person;>;"], "Lp/Team;"),
            member("method", "captain", "()Lp/Person;", &[], "Lp/Person;"),
            member("method", "board", "([I)V", &["[I"], "V"),
            member("method", "rank", "(Ljava/lang/Integer;)V", &["Ljava/lang/Integer;"], "V"),
            member("method", "fire", "(Lp/Boss;)V", &["Lp/Boss;"], "V"),
            member("method", "colour", "(Lp/Colour;)V", &["Lp/Colour;"], "V"),
        ],
    );
    let mut list = class("java/util/List", e.clone(), &[], vec![]);
    list["kind"] = json!("interface");
    let array_list = class(
        "java/util/ArrayList",
        e,
        &["Ljava/util/List<TE;>;"],
        vec![
            member("constructor", "<init>", "()V", &[], "Ljava/util/ArrayList<TE;>;"),
            member("method", "add", "(Ljava/lang/Object;)Z", &["TE;"], "Z"),
        ],
    );
    let person = class("p/Person", json!([]), &[], vec![member("method", "setAge", "(I)V", &["I"], "V")]);
    let mut boss = class("p/Boss", json!([]), &[], vec![member("constructor", "<init>", "()V", &[], "Lp/Boss;")]);
    boss["superclass"] = json!("Lp/Person;");
    let constant = |name: &str| {
        let mut constant = is_static(member("field", name, "Lp/Colour;", &[], "Lp/Colour;"));
        constant["final"] = json!(true);
        constant
    };
    let mut colour = class("p/Colour", json!([]), &[], vec![constant("RED"), constant("BLUE")]);
    colour["kind"] = json!("enum");
    let facts = json!({"version": 1, "target": "p/Team", "types": [team, array_list, list, boss, colour, person],
        "literals": {"ints": [42], "longs": [], "floats": [], "doubles": [], "strings": []}, "casts": [], "goals": []});
    Cluster::new(&serde_json::from_value(facts).unwrap()).unwrap()
}

fn converted(cluster: &Cluster, statements: Vec<Said>) -> Result<TestCase, String> {
    let settings = Settings::default();
    let test = convert(&template(statements), &MemberIndex::of(cluster), &mut maker(cluster, &settings, 1));
    if let Ok(test) = &test {
        assert_eq!(fault(cluster, test), None);
    }
    test
}

fn types(cluster: &Cluster, test: &TestCase) -> Vec<String> {
    test.steps.iter().map(|s| s.ty.signature(&cluster.names)).collect()
}

#[test]
fn an_object_of_a_generic_class_gets_the_arguments_that_its_use_asks_for() {
    let cluster = team();
    let add = ("java/util/ArrayList", "add", "(Ljava/lang/Object;)Z");
    let test = converted(
        &cluster,
        vec![
            construct("java/util/ArrayList", "()V", &[]),
            construct("p/Boss", "()V", &[]),
            call(Some("Z"), add, Some(0), &[1]),
            construct("p/Team", "(Ljava/util/List;)V", &[0]),
        ],
    )
    .unwrap();
    assert_eq!(types(&cluster, &test), ["Ljava/util/ArrayList<Lp/Person;>;", "Lp/Boss;", "Z", "Lp/Team;"]);
    // A number is no person: there is another in its place, but not in the place of many.
    let with_numbers = |many: usize| {
        let mut statements = vec![construct("java/util/ArrayList", "()V", &[]), whole("I", 3)];
        statements.extend((0..many).map(|_| call(Some("Z"), add, Some(0), &[1])));
        statements.push(construct("p/Team", "(Ljava/util/List;)V", &[0]));
        converted(&cluster, statements)
    };
    let test = with_numbers(4).unwrap();
    assert_eq!(types(&cluster, &test).last().unwrap(), "Lp/Team;");
    assert_eq!(with_numbers(5).unwrap_err(), "I is given where Lp.Person; is expected");
}

#[test]
fn a_value_of_a_class_that_no_test_can_name_has_the_type_that_is_declared() {
    let cluster = team();
    let captain = call(Some("Lp/Team$1;"), ("p/Team", "captain", "()Lp/Person;"), Some(1), &[]);
    let list = said(Some("Ljava/util/List;"), Action::Null);
    let test = converted(&cluster, vec![list, construct("p/Team", "(Ljava/util/List;)V", &[0]), captain]).unwrap();
    assert_eq!(types(&cluster, &test).last().unwrap(), "Lp/Person;");
}

#[test]
fn classes_that_templates_name_are_asked_for_once_and_used_when_they_are_there() {
    let classes = nested_classes(&Shape::of_setters(3));
    let mut facts = facts(&classes);
    let late = facts.types.pop().expect("the innermost");
    let (mut cluster, goals, settings) = (Cluster::new(&facts).unwrap(), Goals::new(&facts).unwrap(), Settings::default());
    let mut templates = Templates::new(known(&classes), &cluster);
    assert_eq!(templates.test(&goals, 1, &mut maker(&cluster, &settings, 1)), None);
    assert_eq!(templates.take_wanted(), [&*late.name]);
    assert_eq!((templates.figures().tests, templates.figures().refused.len()), (0, 0));
    // Nobody has said anything of it.
    assert_eq!(templates.test(&goals, 1, &mut maker(&cluster, &settings, 1)), None);
    assert!(templates.take_wanted().is_empty());
    let reason = format!("the type facts have no {}.<init>()V", late.name.replace('/', "."));
    assert_eq!(templates.figures().refused.keys().collect::<Vec<_>>(), [&reason]);

    cluster.add_types(&[late]).unwrap();
    templates.know_more(&cluster);
    let test = templates.test(&goals, 1, &mut maker(&cluster, &settings, 1)).expect("all is there");
    assert_eq!(fault(&cluster, &test), None);
}

#[test]
fn what_a_call_gives_is_cast_where_a_subclass_is_used_and_members_of_superclasses_are_found() {
    let cluster = team();
    let test = converted(
        &cluster,
        vec![
            said(Some("Ljava/util/List;"), Action::Null),
            construct("p/Team", "(Ljava/util/List;)V", &[0]),
            call(Some("Lp/Person;"), ("p/Team", "captain", "()Lp/Person;"), Some(1), &[]),
            whole("I", 3),
            call(None, ("p/Boss", "setAge", "(I)V"), Some(2), &[3]),
            call(None, ("p/Team", "fire", "(Lp/Boss;)V"), Some(1), &[2]),
        ],
    )
    .unwrap();
    let boss = test.steps.iter().find(|s| matches!(s.statement, Statement::Invoke { member: 1, .. })).unwrap();
    assert_eq!(boss.ty.signature(&cluster.names), "Lp/Boss;");
}

#[test]
fn boxes_are_what_is_inside_and_lengths_and_indices_stay_as_the_template_has_them() {
    let cluster = team();
    let test = converted(
        &cluster,
        vec![
            construct("java/util/ArrayList", "()V", &[]),
            construct("p/Team", "(Ljava/util/List;)V", &[0]),
            whole("I", 3),
            said(Some("[I"), Action::NewArray { length: 2 }),
            whole("I", 1),
            call(Some("Ljava/lang/Integer;"), ("java/lang/Integer", "valueOf", "(I)Ljava/lang/Integer;"), None, &[4]),
            said(None, Action::PutElement { array: 3, index: 4, value: 4 }),
            call(None, ("p/Team", "board", "([I)V"), Some(1), &[3]),
            call(None, ("p/Team", "rank", "(Ljava/lang/Integer;)V"), Some(1), &[5]),
        ],
    )
    .unwrap();
    let statements: Vec<&Statement> = test.steps.iter().skip(2).map(|s| &s.statement).collect();
    assert_eq!(*statements[0], Statement::Array { length: 3 });
    assert_eq!(*statements[1], Statement::Int(1), "the length is in the array: {statements:?}");
    assert_eq!(*statements[2], Statement::Store { array: 2, index: 1, value: 3 });
    assert!(matches!(statements[4], Statement::Invoke { arguments, .. } if *arguments == [3]));
}

#[test]
fn constants_of_enums_are_drawn_and_numbers_are_those_of_the_code() {
    let cluster = team();
    let settings = Settings::default();
    let index = MemberIndex::of(&cluster);
    let said = template(vec![
        construct("java/util/ArrayList", "()V", &[]),
        construct("p/Team", "(Ljava/util/List;)V", &[0]),
        said(Some("Lp/Colour;"), Action::EnumConstant { class: "p/Colour".into(), name: "RED".into() }),
        call(None, ("p/Team", "colour", "(Lp/Colour;)V"), Some(1), &[2]),
        construct("p/Boss", "()V", &[]),
        whole("I", 7),
        call(None, ("p/Person", "setAge", "(I)V"), Some(4), &[5]),
    ]);
    let mut maker = maker(&cluster, &settings, 1);
    let tests: Vec<TestCase> = (0..60).map(|_| convert(&said, &index, &mut maker).unwrap()).collect();
    let colour =
        |t: &TestCase| t.steps.iter().find_map(|s| if let Statement::Get { member, .. } = s.statement { Some(member) } else { None });
    let mut colours: Vec<&str> = tests.iter().map(|t| cluster.member(colour(t).unwrap()).name.as_str()).collect();
    colours.sort_unstable();
    colours.dedup();
    assert_eq!(colours, ["BLUE", "RED"]);
    let has = |wanted: i32| tests.iter().filter(|t| t.steps.iter().any(|s| s.statement == Statement::Int(wanted))).count();
    assert!(has(42) > 10 && has(7) < 5, "{} {}", has(42), has(7));
}

#[test]
fn what_the_type_facts_have_not_is_said() {
    let cluster = team();
    let refusal = |statements| converted(&cluster, statements).unwrap_err();
    assert_eq!(refusal(vec![construct("q/Gone", "()V", &[])]), "the type facts have no Lq.Gone;");
    assert_eq!(refusal(vec![construct("p/Boss", "(I)V", &[])]), "the type facts have no p.Boss.<init>(I)V");
    let nobody = call(None, ("p/Boss", "resign", "()V"), Some(0), &[]);
    assert_eq!(refusal(vec![construct("p/Boss", "()V", &[]), nobody]), "the type facts have no p.Boss.resign()V");
}

// ---- in a search -------------------------------------------------------------------------------------------------------

fn generation(settings: Settings, shape: &Shape) -> Generation {
    let classes = nested_classes(shape);
    let mut generation = Generation::new(&facts(&classes), settings, 4).unwrap();
    generation.set_program(known(&classes));
    generation
}

/// The tests of some batches, none of which reaches anything.
fn batches(generation: &mut Generation, count: usize) -> Vec<Vec<TestCase>> {
    let mut all = Vec::new();
    for _ in 0..count {
        generation.propose().unwrap();
        let tests = generation.proposed().to_vec();
        let mut answer = vec![];
        let mut number = |mut value: usize| {
            while value >= 0x80 {
                answer.push(value as u8 | 0x80);
                value >>= 7;
            }
            answer.push(value as u8);
        };
        number(tests.len());
        for _ in &tests {
            // Passed; the method is entered, and the branch is 1 and 2 away; nothing was compared.
            number(0);
            number(1);
            number(0);
            number(0);
            number(0);
            number(0);
        }
        generation.learn(Some(&answer)).unwrap();
        all.push(tests);
    }
    all
}

#[test]
fn a_generation_asks_for_the_program_when_templates_can_come_and_not_before() {
    let needs = |templates, rounds: usize| {
        let mut generation = Generation::new(&lock_facts(), Settings { templates, templates_after: 0, ..Settings::default() }, 1).unwrap();
        (0..rounds).for_each(|_| _ = generation.propose());
        generation.needs_program()
    };
    for (templates, expected) in [
        (TemplateUse::Paper, [false, true]),
        (TemplateUse::Fresh, [false, true]),
        (TemplateUse::Initial, [true, true]),
        (TemplateUse::Off, [false, false]),
    ] {
        assert_eq!([needs(templates, 0), needs(templates, 1)], expected, "{templates:?}");
    }
}

#[test]
fn templates_come_when_their_setting_says() {
    let shape = Shape::of_setters(4);
    let seed = crate::seed::settings::Settings { application_probability: 1.0, ..Default::default() };
    for algorithm in [Algorithm::Dynamosa, Algorithm::Mosa, Algorithm::Random] {
        let run = |templates| {
            let mut generation = generation(Settings { algorithm, templates, seed: seed.clone(), ..Settings::default() }, &shape);
            let first = batches(&mut generation, 1).remove(0).len();
            let after_first = generation.template_figures().tests;
            let second = batches(&mut generation, 1).remove(0).len();
            (first, after_first, second, generation.template_figures().tests - after_first)
        };
        let (_, first, without, second) = run(TemplateUse::Off);
        assert_eq!((first, second), (0, 0), "{algorithm:?}");
        let (_, first, with, second) = run(TemplateUse::Paper);
        assert_eq!((first, second), (0, 1), "{algorithm:?}");
        assert_eq!(with, without + 1, "{algorithm:?}: beside the tests of the generation");
        let (_, first, _, second) = run(TemplateUse::Fresh);
        assert!(first == 0 && second >= 1, "{algorithm:?}: {second}");
        let (all, first, _, second) = run(TemplateUse::Initial);
        assert!(first as usize == all || algorithm == Algorithm::Random && first > 5, "{algorithm:?}: {first} of {all}");
        assert_eq!(second, 1, "{algorithm:?}");
    }
}
