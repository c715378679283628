//! The paper's example of scores, and what holds for every template of random classes.

use super::accessibility::Accessibility;
use super::accessors::{Accessor, AccessorCache, Accessors, Wanted};
use super::analysis::{Analysis, Place};
use super::graph::ObjectConstructionGraph;
use super::settings::Settings;
use super::synthesis::synthesize;
use super::template::{Action, Template, ValueId, signature};
use super::test_program::{Op, TestClass, TestMethod, method, program};
use crate::program::call_graph::{Algorithm, Entries};
use crate::program::facts::{Kind, Program, access};
use crate::program::hierarchy::Hierarchy;
use crate::program::zero_one_cfa;
use proptest::prelude::*;
use std::sync::Arc;

fn analysis(program: Program) -> Analysis {
    Analysis::of(Arc::new(program), Algorithm::Cfa)
}

fn text(t: &str) -> String {
    t.into()
}

fn call(owner: &str, name: &str, descriptor: &str, arguments: &[&[u32]]) -> Op {
    Op::Call(0, text(owner), text(name), text(descriptor), arguments.iter().map(|a| a.to_vec()).collect())
}

const PRIVATE: u32 = access::PRIVATE;

/// Figure 6 of the paper: `m1(a, b) { if (..) m2(a); m3(b); }  m2(a) { m3(a.getB()); }  m3(b) { this.f = b.getF(); }  m4() { this.f = 1; }`
fn figure_of_setters() -> Program {
    let m1 = TestMethod {
        blocks: vec![
            (vec![2, 3], vec![Op::Branch(vec![vec![]])]),
            (vec![3], vec![Op::Load(0), Op::Load(1), call("p/C", "m2", "(Lp/B;)V", &[&[3], &[4]])]),
            (vec![], vec![Op::Load(0), Op::Load(2), call("p/C", "m3", "(Lp/B;)V", &[&[6], &[7]])]),
        ],
        ..TestMethod::straight("m1", "(Lp/B;Lp/B;)V", 2, Vec::new())
    };
    let get_b = call("p/B", "getB", "()Lp/B;", &[&[2]]);
    let m2 = TestMethod::straight("m2", "(Lp/B;)V", 1, vec![Op::Load(0), Op::Load(1), get_b, call("p/C", "m3", "(Lp/B;)V", &[&[1], &[3]])]);
    let put = |object: u32, value: &[u32]| Op::Put(text("p/C"), text("f"), text("I"), Some(vec![object]), value.to_vec());
    let m3 = TestMethod::straight("m3", "(Lp/B;)V", 1, vec![Op::Load(0), Op::Load(1), call("p/B", "getF", "()I", &[&[2]]), put(1, &[3])]);
    let m4 = TestMethod::straight("m4", "()V", 0, vec![Op::Load(0), put(0, &[])]);
    let getter = |name: &str, field: &str, descriptor: &str| {
        let get = Op::Get(text("p/B"), text(field), text(descriptor), Some(vec![0]));
        TestMethod::straight(name, &format!("(){descriptor}"), 0, vec![Op::Load(0), get, Op::Return(vec![1])])
    };
    program(&[
        TestClass { name: text("p/C"), fields: vec![(text("f"), text("I"), PRIVATE)], methods: vec![m1, m2, m3, m4] },
        TestClass {
            name: text("p/B"),
            fields: vec![(text("b"), text("Lp/B;"), PRIVATE), (text("f"), text("I"), PRIVATE)],
            methods: vec![getter("getB", "b", "Lp/B;"), getter("getF", "f", "I")],
        },
    ])
}

/// What is too large for 0-1-CFA has the call graph of rapid type analysis, and its templates with it.
#[test]
fn a_program_that_is_too_large_has_the_coarser_call_graph() {
    let graph = |algorithm, most| {
        let analysis = Analysis::within(Arc::new(figure_of_setters()), algorithm, most);
        let sites = (0..analysis.program.methods.len()).map(|m| {
            let mut sites: Vec<_> = analysis.calls.sites(m).into_iter().map(|(operation, site)| format!("{operation} {site:?}")).collect();
            sites.sort();
            sites
        });
        sites.collect::<Vec<_>>()
    };
    assert_eq!(graph(Algorithm::Cfa, 3), graph(Algorithm::Rta, u64::MAX));
    let program = figure_of_setters();
    let hierarchy = Hierarchy::of(&program);
    let ends = |most| zero_one_cfa::call_graph_within(&program, &hierarchy, &Entries::Everything, most).is_some();
    assert!(!ends(3) && ends(1_000));
}

/// The setters of `p/C.f`: (method, score).
fn scores(analysis: &Analysis, settings: &Settings) -> Vec<(String, f64)> {
    let program = &analysis.program;
    let field = program.fields.iter().position(|f| program.symbols.text(f.class) == "p/C").expect("a field");
    let found = Accessors::of(analysis, settings, Accessibility::of(program, "p/"), &AccessorCache::default()).to(Wanted::Write(field));
    let name = |a: &Accessor| program.symbols.text(program.methods[a.method].name).to_owned();
    found.iter().map(|a| (name(a), a.score)).collect()
}

#[test]
fn the_scores_of_the_papers_example() {
    let analysis = analysis(figure_of_setters());
    let expected: Vec<(String, f64)> = [("m1", 1.0), ("m2", 1.0), ("m3", 1.0), ("m4", 0.0)].map(|(m, s)| (text(m), s)).into();
    assert_eq!(scores(&analysis, &Settings::default()), expected);
}

#[test]
fn a_call_under_a_condition_counts_half_where_there_is_no_other_path() {
    let mut classes = figure_of_setters();
    let m1 = method(&classes, "p/C", "m1");
    // Without the call of m3 behind the condition.
    let code = classes.methods[m1].code.as_mut().expect("code");
    let last = code.operations.iter().rposition(|o| matches!(o.as_ref().map(|o| &o.kind), Some(Kind::Call(_)))).expect("a call");
    code.operations[last] = None;
    let found = scores(&analysis(classes), &Settings::default());
    // (1/2 + 1 + 1) / 3
    assert!((found[0].1 - 2.5 / 3.0).abs() < 1e-12, "{found:?}");
}

#[test]
fn no_call_may_lie_between_where_the_depth_is_nothing() {
    let analysis = analysis(figure_of_setters());
    let names: Vec<String> = scores(&analysis, &Settings { accessor_depth: 0, ..Settings::default() }).into_iter().map(|s| s.0).collect();
    assert_eq!(names, ["m3", "m4"]);
}

/// How a field can be set.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Way {
    Public,
    Setter,
    Constructor,
    Nothing,
}

/// Classes `p/C0 ..`: class i has an object of each later class and an int, and each field one way to be set.
#[derive(Clone, Debug)]
pub(crate) struct Shape {
    pub(crate) objects: Vec<Way>,
    pub(crate) numbers: Vec<Way>,
}

impl Shape {
    /// So many classes, all of whose fields have setters.
    pub(crate) fn of_setters(classes: usize) -> Self {
        Self { objects: vec![Way::Setter; classes - 1], numbers: vec![Way::Setter; classes] }
    }
}

fn way() -> impl Strategy<Value = Way> {
    prop_oneof![3 => Just(Way::Setter), 1 => Just(Way::Public), 1 => Just(Way::Constructor), 1 => Just(Way::Nothing)]
}

pub(crate) fn shape() -> impl Strategy<Value = Shape> {
    (1usize..5).prop_flat_map(|depth| {
        let ways = |n| proptest::collection::vec(way(), n);
        (ways(depth), ways(depth + 1)).prop_map(|(objects, numbers)| Shape { objects, numbers })
    })
}

/// Field `o` of class i is of class i + 1; `n` is an int. `p/T.t(C0)` has a branch over all numbers.
fn nested(shape: &Shape) -> Program {
    program(&nested_classes(shape))
}

/// The classes of [`nested`].
pub(crate) fn nested_classes(shape: &Shape) -> Vec<TestClass> {
    let count = shape.numbers.len();
    let mut classes: Vec<TestClass> = (0..count).map(|i| nested_class(shape, i)).collect();
    let mut operations = vec![Op::Load(0)];
    let mut operands = Vec::new();
    // Operation 0 is the parameter; each object is loaded from the one before.
    let mut object = 1;
    for i in 0..count {
        operations.push(Op::Get(format!("p/C{i}"), text("n"), text("I"), Some(vec![object])));
        operands.push(vec![operations.len() as u32]);
        if i + 1 < count {
            operations.push(Op::Get(format!("p/C{i}"), text("o"), format!("Lp/C{};", i + 1), Some(vec![object])));
            object = operations.len() as u32;
        }
    }
    let branch = Op::Branch(vec![operands.concat()]);
    let blocks = vec![(vec![2, 3], [operations, vec![branch]].concat()), (vec![3], vec![]), (vec![], vec![])];
    let t = TestMethod { access: access::PUBLIC | access::STATIC, blocks, ..TestMethod::straight("t", "(Lp/C0;)V", 1, Vec::new()) };
    classes.push(TestClass { name: text("p/T"), fields: Vec::new(), methods: vec![t] });
    classes
}

fn nested_class(shape: &Shape, i: usize) -> TestClass {
    let name = format!("p/C{i}");
    let object = shape.objects.get(i).map(|&way| ("o", format!("Lp/C{};", i + 1), way));
    let members: Vec<(&str, String, Way)> = object.into_iter().chain([("n", text("I"), shape.numbers[i])]).collect();
    let access = |way| if way == Way::Public { access::PUBLIC } else { PRIVATE };
    let fields = members.iter().map(|(f, d, way)| (text(f), d.clone(), access(*way))).collect();
    let put = |field: &str, descriptor: &str, object: u32, value: u32| {
        Op::Put(name.clone(), text(field), text(descriptor), Some(vec![object]), vec![value])
    };
    let mut methods = Vec::new();
    for (field, descriptor, _) in members.iter().filter(|(_, _, way)| *way == Way::Setter) {
        let operations = vec![Op::Load(0), Op::Load(1), put(field, descriptor, 1, 2)];
        methods.push(TestMethod::straight(&format!("set_{field}"), &format!("({descriptor})V"), 1, operations));
    }
    let wired: Vec<_> = members.iter().filter(|(_, _, way)| *way == Way::Constructor).collect();
    let parameters: String = wired.iter().map(|(_, d, _)| d.as_str()).collect();
    let mut operations = Vec::new();
    for (at, (field, descriptor, _)) in (0u32..).zip(wired.iter().copied()) {
        let first = wired.len() as u32 + operations.len() as u32;
        operations.extend([Op::Load(0), Op::Load(1 + at), put(field, descriptor, first, first + 1)]);
    }
    methods.push(TestMethod::straight("<init>", &format!("({parameters})V"), wired.len() as u32, operations));
    TestClass { name, fields, methods }
}

fn template(analysis: &Analysis, settings: &Settings, seed: u64) -> (ObjectConstructionGraph, Template) {
    let t = method(&analysis.program, "p/T", "t");
    let code = analysis.program.methods[t].code.as_ref().expect("code");
    let branch = code.operations.iter().position(|o| matches!(o.as_ref().map(|o| &o.kind), Some(Kind::Branch { .. }))).expect("a branch");
    let graph = ObjectConstructionGraph::of(analysis, Place { method: t, operation: branch as u32 }, settings).expect("a branch");
    let template = synthesize(analysis, &graph, settings, seed, &AccessorCache::default());
    (graph, template)
}

/// What a statement passes, and what the member that it is passed to takes.
fn passed(template: &Template, action: &Action) -> Vec<(ValueId, String)> {
    let parameters = |descriptor: &str| signature(descriptor).0.into_iter().map(str::to_owned).collect::<Vec<_>>();
    match action {
        Action::Construct { descriptor, arguments, .. } => arguments.iter().copied().zip(parameters(descriptor)).collect(),
        Action::Call { owner, descriptor, receiver, arguments, .. } => {
            let receiver = receiver.map(|r| (r, format!("L{owner};")));
            receiver.into_iter().chain(arguments.iter().copied().zip(parameters(descriptor))).collect()
        }
        Action::PutField { owner, descriptor, object, value, .. } => {
            let object = object.map(|o| (o, format!("L{owner};")));
            object.into_iter().chain([(*value, descriptor.clone())]).collect()
        }
        Action::GetField { owner, object, .. } => object.map(|o| (o, format!("L{owner};"))).into_iter().collect(),
        Action::NewArray { length } => vec![(*length, text("I"))],
        Action::PutElement { array, index, value } => {
            let component = template.statements[*array].defines.as_deref().unwrap_or_default()[1..].to_owned();
            vec![(*index, text("I")), (*value, component)]
        }
        _ => Vec::new(),
    }
}

proptest! {
    #[test]
    fn values_are_defined_before_they_are_used_and_types_agree(shape in shape(), seed in 0u64..1000) {
        let analysis = analysis(nested(&shape));
        let (graph, template) = template(&analysis, &Settings::default(), seed);
        prop_assert!(!graph.truncated && !template.truncated);
        for (number, statement) in template.statements.iter().enumerate() {
            for used in statement.action.uses() {
                prop_assert!(used < number && template.statements[used].defines.is_some());
            }
            for (value, descriptor) in passed(&template, &statement.action) {
                prop_assert_eq!(template.statements[value].defines.as_deref(), Some(descriptor.as_str()));
            }
        }
        let calls_target = |a: &Action| matches!(a, Action::Call { name, .. } if name == "t");
        prop_assert!(calls_target(&template.statements.last().expect("a call").action));
    }

    /// What can be set is set, down to the first object that cannot; and what cannot is said.
    #[test]
    fn each_number_is_set_or_it_is_said_why_not(shape in shape(), seed in 0u64..1000) {
        let analysis = analysis(nested(&shape));
        let (graph, template) = template(&analysis, &Settings::default(), seed);
        let mut reachable = true;
        let leaves: Vec<u32> = graph.leaves().collect();
        for (i, way) in shape.numbers.iter().enumerate() {
            // Numbers are leaves, in the order of the classes.
            let leaf = leaves[i];
            let known = template.by_node[leaf as usize].is_some();
            prop_assert_eq!(known, reachable && *way != Way::Nothing, "number of class {}", i);
            if !known {
                let said = template.unset.iter().find(|u| u.node == leaf);
                prop_assert!(said.is_some_and(|u| !u.reason.is_empty() && (u.infeasible || *way != Way::Nothing)));
            }
            reachable &= shape.objects.get(i).is_none_or(|o| *o != Way::Nothing);
        }
    }

    #[test]
    fn a_seed_gives_one_template_and_no_bound_is_passed(shape in shape(), seed in 0u64..1000, most in 4usize..30) {
        let settings = Settings { max_statements: most, ..Settings::default() };
        let (first, second) = (analysis(nested(&shape)), analysis(nested(&shape)));
        let one = template(&first, &settings, seed).1;
        prop_assert_eq!(&one, &template(&second, &settings, seed).1);
        // A statement that is under way when the bound is met gets its arguments, and the target is called.
        prop_assert!(one.truncated || one.statements.len() <= most + 4, "{} of {}", one.statements.len(), most);
    }
}
