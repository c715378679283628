//! Input that nobody means well with: valid facts, records, requests and files, made at random and then damaged. Nothing panics, nothing
//! takes for ever, and what is refused leaves nothing behind. `ORACULUM_FUZZ_CASES` sets the number of cases (`make fuzz`: a million).

use super::*;
use crate::assertion::parse::parse;
use crate::daikon::fuzz_trace;
use crate::engine::assertions::Fetch;
use crate::engine::dispatch::Call;
use crate::engine::evidence::{Begin, FinishUnit};
use crate::engine::request;
use crate::engine::session::Limits;
use crate::evidence::contents::push_text;
use crate::evidence::record::Layout;
use crate::evidence::record::Value;
use crate::evidence::schema::{Element, Schema, ValueType, Variable};
use crate::evidence::store::Store;
use crate::evidence::unit::UnitHeader;
use crate::evidence::{json_lines, store};
use crate::path::condition::{Clause, Condition};
use crate::path::origins::{container, without_numerals};
use crate::program::facts::Program;
use crate::ranking::invocations::{Header, Reader, Records};
use crate::ranking::plan::{Method, Plan, ProfileMode, Run, Test};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use serde_json::json;
use std::borrow::Cow;
use std::cell::Cell;
use std::sync::Arc;

/// Cases of the suite.
const CASES: u32 = 20_000;

/// Runs a share (in thousandths) of all cases; the same ones each time, unless more are asked for.
fn for_all<S: Strategy>(share: u32, strategy: S, check: impl Fn(S::Value)) {
    let asked = std::env::var("ORACULUM_FUZZ_CASES").ok().and_then(|n| n.parse::<u32>().ok());
    let cases = (u64::from(asked.unwrap_or(CASES)) * u64::from(share) / 1000).max(1) as u32;
    let config = Config { cases, failure_persistence: None, max_shrink_iters: 200, ..Config::default() };
    let mut runner = match asked {
        Some(_) => TestRunner::new(config),
        None => TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha)),
    };
    let outcome = runner.run(&strategy, |value| {
        check(value);
        Ok(())
    });
    if let Err(e) = outcome {
        panic!("{e}");
    }
    println!("{cases} cases");
}

/// Choices, out of which a generator makes something valid.
struct Choices<'a>(&'a [u32], Cell<usize>);

impl<'a> Choices<'a> {
    fn new(choices: &'a [u32]) -> Self {
        Self(choices, Cell::new(0))
    }

    fn below(&self, limit: usize) -> usize {
        let at = self.1.replace(self.1.get() + 1);
        // Past their end all choices are the first.
        self.0.get(at).map_or(0, |c| *c as usize % limit.max(1))
    }

    fn of<T: Copy>(&self, all: &[T]) -> T {
        all[self.below(all.len())]
    }
}

fn choices() -> impl Strategy<Value = Vec<u32>> {
    vec(any::<u32>(), 0..150)
}

/// A change of some bytes: what, where, with what.
type Damage = (u8, u16, u32);

fn damage() -> impl Strategy<Value = Vec<Damage>> {
    prop_oneof![1 => Just(Vec::new()), 3 => vec(any::<Damage>(), 1..4)]
}

fn damaged(mut bytes: Vec<u8>, damages: &[Damage]) -> Vec<u8> {
    for &(what, at, with) in damages {
        if bytes.is_empty() {
            return bytes;
        }
        let at = usize::from(at) % bytes.len();
        let number = [0, 1, 0x7fff_ffff, 0x8000_0000, u32::MAX, u32::MAX - 1, bytes.len() as u32, with][with as usize % 8];
        match what % 8 {
            0 => bytes[at] ^= 1 << (with % 8),
            1 => bytes[at] = with as u8,
            2 => bytes.truncate(at),
            3 => bytes.insert(at, with as u8),
            4 => drop(bytes.drain(at..(at + 1 + with as usize % 8).min(bytes.len()))),
            5 => bytes.iter_mut().skip(at).zip(number.to_le_bytes()).for_each(|(byte, new)| *byte = new),
            6 => {
                let end = (at + 1 + with as usize % 32).min(bytes.len());
                let again = bytes[at..end].to_vec();
                bytes.splice(at..at, again);
            }
            _ => bytes.iter_mut().skip(at).take(4).for_each(|byte| *byte = 0xff),
        }
    }
    bytes
}

// ---- facts of classes

fn number(into: &mut Vec<u8>, mut value: usize) {
    while value > 0x7f {
        into.push(value as u8 | 0x80);
        value >>= 7;
    }
    into.push(value as u8);
}

const TEXTS: [&str; 18] = [
    "A",
    "B",
    "C",
    "java/lang/Object",
    "<init>",
    "<clinit>",
    "m",
    "n",
    "lambda$m$0",
    "f",
    "()V",
    "(I)I",
    "(LA;[LB;)LA;",
    "LA;",
    "[LB;",
    "I",
    "(",
    "Lx",
];

/// A class that obeys the format, though not the JVM's rules.
fn class(c: &Choices) -> Vec<u8> {
    let mut out = Vec::new();
    number(&mut out, TEXTS.len());
    for text in TEXTS {
        number(&mut out, text.len());
        out.extend_from_slice(text.as_bytes());
    }
    let (class, any) = (|c: &Choices| c.below(4), |c: &Choices| c.below(TEXTS.len()));
    let optional = |out: &mut Vec<u8>, c: &Choices| number(out, c.below(TEXTS.len() + 1));
    number(&mut out, class(c));
    number(&mut out, c.of(&[1, 1, 2, 0]));
    number(&mut out, c.of(&[1, 0x401, 0x201, 0x4001]));
    number(&mut out, c.below(5));
    let interfaces = c.below(3);
    number(&mut out, interfaces);
    (0..interfaces).for_each(|_| number(&mut out, class(c)));
    optional(&mut out, c);
    let fields = c.below(3);
    number(&mut out, fields);
    for _ in 0..fields {
        [c.of(&[6, 7, 9]), any(c), c.of(&[1, 2, 8, 9])].into_iter().for_each(|n| number(&mut out, n));
    }
    let methods = c.below(4);
    number(&mut out, methods);
    for _ in 0..methods {
        [c.of(&[4, 5, 6, 7, 8]), c.of(&[10, 11, 12, 16, 15]), c.of(&[1, 9, 2, 0x401])].into_iter().for_each(|n| number(&mut out, n));
        let code = c.of(&[1, 1, 1, 0, 2]);
        number(&mut out, code);
        if code == 1 {
            self::code(&mut out, c);
        }
    }
    out
}

fn code(out: &mut Vec<u8>, c: &Choices) {
    let blocks = 1 + c.below(5);
    let sizes: Vec<usize> = (0..blocks).map(|_| c.below(4)).collect();
    let total = sizes.iter().sum::<usize>() + c.below(2);
    number(out, total);
    number(out, blocks);
    let mut first = 0;
    for size in sizes {
        number(out, c.below(3));
        for _ in 0..2 {
            let targets = c.below(3);
            number(out, targets);
            (0..targets).for_each(|_| number(out, c.below(blocks)));
        }
        number(out, size);
        number(out, first);
        first += size;
        (0..size).for_each(|_| operation(out, c, total));
    }
}

fn operation(out: &mut Vec<u8>, c: &Choices, total: usize) {
    let sources = |out: &mut Vec<u8>| {
        let count = c.below(3);
        number(out, count);
        (0..count).for_each(|_| number(out, c.below(total)));
    };
    let operands = |out: &mut Vec<u8>| {
        let count = c.below(3);
        number(out, count);
        (0..count).for_each(|_| sources(out));
    };
    let method =
        |out: &mut Vec<u8>| [c.below(4), c.of(&[4, 5, 6, 7, 8]), c.of(&[10, 11, 12, 16, 15])].into_iter().for_each(|n| number(out, n));
    let tag = 1 + c.below(15);
    number(out, tag);
    number(out, c.below(100));
    match tag {
        1 | 3 | 4 => {
            number(out, c.below(4));
            number(out, c.below(TEXTS.len() + 1));
            if tag == 3 {
                sources(out);
            }
        }
        2 => number(out, c.below(4)),
        5 | 6 => {
            [c.below(4), c.of(&[6, 7, 9]), c.of(&[13, 14, 15, 17])].into_iter().for_each(|n| number(out, n));
            let is_static = c.below(2);
            number(out, is_static);
            if is_static == 0 {
                sources(out);
            }
            if tag == 6 {
                sources(out);
            }
        }
        7 => (0..2).for_each(|_| sources(out)),
        8 => (0..3).for_each(|_| sources(out)),
        9 => number(out, c.below(4)),
        10 | 15 => operands(out),
        11 => {
            number(out, c.below(4));
            method(out);
            operands(out);
        }
        12 => {
            method(out);
            number(out, c.of(&[5, 6, 7, 8, 9, 0]));
            method(out);
            operands(out);
        }
        _ => sources(out),
    }
}

#[test]
fn a_class_that_is_refused_leaves_nothing_behind() {
    for_all(300, (choices(), choices(), damage()), |(first, second, damages)| {
        let mut program = Program::default();
        let _ = program.add(&class(&Choices::new(&first)));
        let before = program.clone();
        if program.add(&damaged(class(&Choices::new(&second)), &damages)).is_err() {
            assert!(program.is_same(&before), "{damages:?}");
        }
    });
}

#[test]
fn whatever_classes_are_accepted_are_analysed() {
    for_all(100, vec((choices(), damage()), 1..4), |classes| {
        let session = program_session();
        let mut accepted = 0;
        for (choices, damages) in &classes {
            accepted += usize::from(session.add_class(&damaged(class(&Choices::new(choices)), damages)).is_ok());
        }
        for algorithm in ["cfa", "rta"] {
            let _ = call(&session, json!({"callGraph": {"testClasses": null, "algorithm": algorithm}}));
            let methods = program_methods(&session);
            let _ = call(&session, json!({"effects": {"methods": methods, "testClasses": null, "callGraph": algorithm}}));
        }
        let _ = request::parse(select("cfa").as_bytes()).and_then(|call| session.call(&call));
        assert!(accepted <= classes.len());
    });
}

fn call(session: &Session, operation: serde_json::Value) -> Result<Vec<u8>> {
    session.call(&request::parse(json!({"schemaVersion": 1, "request": operation}).to_string().as_bytes())?)
}

/// The names of all methods that have code.
fn program_methods(session: &Session) -> Vec<String> {
    let program = session.program();
    let text = |s| program.symbols.text(s);
    let coded = program.methods.iter().filter(|m| m.code.is_some());
    coded.map(|m| format!("{}.{}{}", text(program.classes[m.class].name), text(m.name), text(m.descriptor))).collect()
}

fn select(call_graph: &str) -> String {
    format!(
        r#"{{"schemaVersion":1,"request":{{"select":{{"settings":{{"count":5,"variant":"observed","alpha":0.5,"paths":"strongest","uniformImpact":null,"shareSites":false,"conditions":true,"callGraph":"{call_graph}"}},"testClasses":null,"executed":[[0]],"graph":true}}}}}}"#
    )
}

/// One thread for all cases: what a case leaves behind is forgotten.
fn program_session() -> Session {
    session(1 << 20)
}

fn session(max_unit_bytes: u64) -> Session {
    Session::open(&Open {
        threads: 1,
        path: None,
        mode: store::OpenMode::New,
        limits: Limits { max_states: 10_000, max_unit_bytes, max_bytes: 1 << 24 },
        duplicate_incorrect: Default::default(),
        inherited_corruption: Default::default(),
        unreadable_share: 0.1,
    })
    .expect("memory")
}

// ---- states and invocations

const TYPES: [ValueType; 10] = [
    ValueType::Int,
    ValueType::Boolean,
    ValueType::Double,
    ValueType::Float,
    ValueType::Char,
    ValueType::Reference,
    ValueType::Text,
    ValueType::Sequence(Element::Int),
    ValueType::Bag(Element::Text),
    ValueType::Bag(Element::Double),
];

fn schema(c: &Choices) -> Schema {
    let variables = (0..1 + c.below(10)).map(|i| Variable::new(format!("v{i}"), c.of(&TYPES)));
    Schema { method: "C#m()".into(), variables: variables.collect() }
}

fn value(value_type: ValueType, c: &Choices) -> Option<Value<'static>> {
    let contents = |bytes: Vec<u8>| Some(Value::Contents(Cow::Owned(bytes)));
    if c.below(5) == 0 {
        return None;
    }
    match value_type {
        ValueType::Text => contents((0..2 * c.below(4)).map(|_| c.below(256) as u8).collect()),
        ValueType::Sequence(_) => contents((0..c.below(4)).flat_map(|_| (c.below(100) as u64).to_le_bytes()).collect()),
        ValueType::Bag(Element::Text) => {
            let mut bytes = Vec::new();
            for _ in 0..c.below(4) {
                push_text(&mut bytes, (c.below(3) > 0).then_some(&[97, 0, 0, 0xd8][..2 * c.below(3)]));
            }
            contents(bytes)
        }
        ValueType::Bag(_) => contents((0..c.below(4)).flat_map(|_| c.of(&[0.0, -0.0, f64::NAN, 1.5]).to_le_bytes()).collect()),
        ValueType::Double | ValueType::Float => Some(Value::Bits(c.of(&[0.0f64, -0.0, f64::NAN, f64::INFINITY, 2.0]).to_bits())),
        _ => Some(Value::Bits(c.below(2) as u64)),
    }
}

fn states(schema: &Schema, c: &Choices) -> Vec<u8> {
    let mut batch = Vec::new();
    for i in 0..1 + c.below(4) as u32 {
        let values: Vec<_> = schema.variables.iter().map(|v| value(v.value_type, c)).collect();
        Layout::new(schema).write_values(&mut batch, c.below(3) as u32, i, 0, &values);
    }
    batch
}

#[test]
fn a_batch_of_states_that_passes_is_read_as_it_is() {
    for_all(250, (choices(), damage()), |(choices, damages)| {
        let c = Choices::new(&choices);
        let schema = schema(&c);
        let layout = Layout::new(&schema);
        let batch = damaged(states(&schema, &c), &damages);
        match layout.check(&batch) {
            Ok(count) => {
                assert_eq!(layout.records(&batch).count(), count);
                assert_eq!(layout.runs(&batch, 64).collect::<Vec<_>>().concat(), batch);
                for record in layout.records(&batch) {
                    schema.variables.iter().enumerate().for_each(|(i, v)| _ = record.value(i, v.value_type));
                }
            }
            Err(e) => assert!(!damages.is_empty(), "{e}"),
        }
    });
}

#[test]
fn evidence_of_damaged_states_is_assembled_or_refused() {
    for_all(20, (choices(), vec((choices(), damage()), 1..4)), |(of_schema, units)| {
        let session = session(1 << 12);
        let schema = schema(&Choices::new(&of_schema));
        session
            .evidence()
            .begin(&Begin { schema: schema.clone(), inputs: Default::default(), constants: Default::default() })
            .expect("a schema");
        for (index, (choices, damages)) in units.iter().enumerate() {
            let kind = if index == 0 { crate::evidence::unit::UnitKind::Original } else { crate::evidence::unit::UnitKind::Mutant };
            let unit = session.evidence().begin_unit(UnitHeader { index: index as u64, id: format!("u{index}"), kind }).expect("a unit");
            let _ = session.append(unit, &damaged(states(&schema, &Choices::new(choices)), damages));
            let _ = session.evidence().finish_unit(FinishUnit {
                unit,
                status: "completed".into(),
                tests: vec!["a".into(), "b".into(), "c".into()],
                outcome: String::new(),
            });
        }
        if session.evidence().assembly().is_ok() {
            let mut into = vec![0; 1 << 14];
            session.fetch(&Fetch { assertion: "true".into(), first_state: 0 }, &mut into).expect("states");
        }
    });
}

#[test]
fn invocation_records_that_pass_are_ranked_by() {
    for_all(100, (choices(), vec((choices(), damage()), 1..6)), |(of_plan, batches)| {
        let c = Choices::new(&of_plan);
        let method = |i: usize| Method { class_name: "C".into(), name: format!("m{i}"), descriptor: "()V".into(), schema: schema(&c) };
        let plan = Plan { methods: (0..1 + c.below(2)).map(method).collect(), statements: 70, profile: ProfileMode::Cumulative };
        let reader = Reader::new(&plan);
        let mut runs = [Records::default(), Records::default()];
        for (i, (choices, damages)) in batches.iter().enumerate() {
            let c = Choices::new(choices);
            let method = c.below(plan.methods.len());
            let values: Vec<_> = plan.methods[method].schema.variables.iter().map(|v| value(v.value_type, &c)).collect();
            let header = Header { test: c.below(3) as u32, method: method as u32, number: i as u32, returned: c.below(4) > 0 };
            let mut batch = Vec::new();
            reader.write(&mut batch, header, &[c.below(70) as u32], &values);
            let batch = damaged(batch, damages);
            if let Ok(read) = reader.read(Run::Manual, 0, &batch) {
                runs[i % 2].add(&batch, read);
            }
        }
        let tests = |prefix: &str| (0..3).map(|i| Test { name: format!("{prefix}{i}"), used: i > 0 }).collect::<Vec<_>>();
        let mut all = runs.iter_mut().zip([Run::Manual, Run::Generated]);
        let complete = all.all(|(records, run)| records.check_tests(run, &tests("t")).and_then(|()| records.sort(run)).is_ok());
        // Inference takes a thousand times as long as decoding.
        if complete && of_plan.first().is_some_and(|c| c % 16 == 0) {
            let [manual, generated] = runs.map(Arc::new);
            let (manual_tests, generated_tests) = (tests("m"), tests("g"));
            let evidence =
                crate::ranking::detection::Evidence { reader: Reader::new(&plan), plan, manual, generated, manual_tests, generated_tests };
            let _ = crate::ranking::detection::detect(&evidence, &Default::default());
        }
    });
}

// ---- texts

const REQUESTS: [&str; 12] = [
    r#"{"schemaVersion":1,"request":{"begin":{"schema":{"method":"C#m()","variables":[{"name":"x","type":"int"},{"name":"s[*]","type":"text"}]},"inputs":{"a":"b"},"constants":{"integers":[1],"reals":[1.5],"texts":["t"]}}}}"#,
    r#"{"schemaVersion":1,"request":{"schema":{}}}"#,
    r#"{"schemaVersion":1,"request":{"units":{}}}"#,
    r#"{"schemaVersion":1,"request":{"beginUnit":{"index":0,"id":"u","kind":"original"}}}"#,
    r#"{"schemaVersion":1,"request":{"finishUnit":{"unit":1,"status":"completed","tests":["t"],"outcome":"{}"}}}"#,
    r#"{"schemaVersion":1,"request":{"summary":{}}}"#,
    r#"{"schemaVersion":1,"request":{"check":{"assertion":"x > 0 && forall(i : 0 .. 3 : i < x) || (x == 1 ==> x + 2 * x >= 0)"}}}"#,
    r#"{"schemaVersion":1,"request":{"evaluate":{"assertion":"x / x == 1"}}}"#,
    r#"{"schemaVersion":1,"request":{"openRanking":{"methods":[{"className":"C","name":"m","descriptor":"()V","schema":{"method":"C#m()","variables":[{"name":"x","type":"int"}]}}],"statements":7,"profile":"cumulative"}}}"#,
    r#"{"schemaVersion":1,"request":{"detectAnomalies":{"manualTests":[{"name":"a","used":true}],"generatedTests":[{"name":"b","used":true}],"settings":{"threshold":0.5,"infer":{"confidence":0.9}}}}}"#,
    r#"{"schemaVersion":1,"request":{"addFlow":{"tests":[{"test":0,"sites":[{"site":0,"executions":1,"threw":false,"anomalies":[0]}]}]}}}"#,
    r#"{"schemaVersion":1,"request":{"rank":{"sites":[{"className":"T","method":"t","descriptor":"()V","line":3,"ordinal":0,"kind":"assertTrue","text":null}],"settings":{}}}}"#,
];

#[test]
fn damaged_requests_are_answered_or_refused() {
    let session = session(1 << 12);
    for_all(150, (0..REQUESTS.len(), damage()), |(which, damages)| {
        if let Ok(call) = request::parse::<Call>(&damaged(REQUESTS[which].as_bytes().to_vec(), &damages)) {
            let _ = session.call(&call);
        }
    });
}

/// Requests of a selection of paths, in an order in which they all succeed.
const PATH_REQUESTS: [&str; 9] = [
    r#"{"schemaVersion":1,"request":{"openPaths":{"settings":{"slicing":"objects","zerosVote":true,"maxClauses":40},"seed":3}}}"#,
    r#"{"schemaVersion":1,"request":{"executedPath":{"path":{"clauses":[{"kind":"text","text":"this.a[0] > 1 && this.a[this.i] <= 2 && s.equals(\"&&\")","holds":true}]}}}}"#,
    r#"{"schemaVersion":1,"request":{"offerPaths":{"alternatives":[{"condition":{"clauses":[{"kind":"compare","left":"this.a.length","operator":">=","right":"-1.5e3"},{"kind":"null","origin":"o.p","holds":false},{"kind":"fresh","origin":"o","class":"p.C","holds":true},{"kind":"alias","origin":"o.q","other":"o","holds":true}]},"branches":["b"]},{"condition":{"clauses":[{"kind":"text","text":"this.b[3] < 0","holds":true}]}}]}}}"#,
    r#"{"schemaVersion":1,"request":{"pollPaths":{"count":2}}}"#,
    r#"{"schemaVersion":1,"request":{"reportPath":{"id":0,"outcome":"failed"}}}"#,
    r#"{"schemaVersion":1,"request":{"reportPath":{"id":1,"outcome":"solved","executed":{"clauses":[{"kind":"text","text":"this.b[3] < 0 && x == y","holds":true}]}}}}"#,
    r#"{"schemaVersion":1,"request":{"pathAlternatives":{"executed":{"clauses":[{"kind":"text","text":"x > 0 && y > 0","holds":true}]},"from":0}}}"#,
    r#"{"schemaVersion":1,"request":{"coverBranches":{"branches":["b","c"]}}}"#,
    r#"{"schemaVersion":1,"request":{"learnPathTraining":{"training":"{\"format\":\"oraculum path training\",\"version\":1,\"slicing\":\"objects\",\"clauses\":[\"x > 0\",\"y == null\"],\"items\":[{\"label\":\"feasible\",\"slice\":[0,1]},{\"label\":\"infeasible\",\"slice\":[1]}]}"}}}"#,
];

#[test]
fn damaged_requests_leave_a_selection_of_paths_whole() {
    let session = session(1 << 12);
    for request in PATH_REQUESTS {
        let call = request::parse::<Call>(request.as_bytes()).expect(request);
        session.call(&call).expect(request);
    }
    for_all(60, vec(damage(), PATH_REQUESTS.len()), |damages| {
        for (request, damages) in PATH_REQUESTS.iter().zip(&damages) {
            if let Ok(call) = request::parse::<Call>(&damaged(request.as_bytes().to_vec(), damages)) {
                let _ = session.call(&call);
            }
        }
        call(&session, json!({"pollPaths": {"count": 9}})).expect("a selection is open");
        call(&session, json!({"pathStatistics": {}})).expect("a selection is open");
    });
}

/// Any text is a path condition or is refused, and what is read is written so that it is read alike.
#[test]
fn any_text_of_a_path_condition_is_read_or_refused() {
    const PARTS: [&str; 24] = [
        "x",
        "this",
        ".",
        "a",
        "[",
        "]",
        "(",
        ")",
        "0",
        "-7",
        " ",
        "&&",
        "!",
        "==",
        "<",
        ">=",
        "null",
        "\"",
        "'",
        "\\",
        " is fresh ",
        "é",
        "length",
        "1e-",
    ];
    for_all(500, vec(0..PARTS.len(), 0..24), |parts| {
        let text: String = parts.into_iter().map(|part| PARTS[part]).collect();
        if let Ok(condition) = Condition::parse(&text) {
            for clause in &condition.clauses {
                let written = clause.text();
                assert_eq!(Clause::parse(&written).text(), written, "{text}");
                let _ = (clause.origins(), without_numerals(&written), clause.negated());
                assert!(clause.origins().iter().all(|origin| container(origin).is_none_or(|c| c.len() < origin.len())), "{text}");
            }
        }
    });
    for deep in ["x[", "f(", "(", "!", "-", "x.", "\"", "x < "] {
        let _ = Condition::parse(&deep.repeat(20_000)).map(|condition| condition.clauses[0].origins().len());
    }
}

#[test]
fn damaged_states_files_are_imported_or_refused() {
    let file = "{\"schemaVersion\":1,\"method\":\"C#m()\",\"variables\":[{\"name\":\"x\",\"type\":\"int\"},{\"name\":\"s\",\"type\":\"reference\"},{\"name\":\"s[*]\",\"type\":\"text\",\"receiver\":\"s\"},{\"name\":\"d\",\"type\":\"double[]\"}],\"mutants\":[\"m\"]}\n\
        {\"correct\":true,\"test\":\"t\",\"mutant\":null,\"pair\":0,\"values\":[1,2,\"a\\ud800\",[1.5,\"NaN\"]]}\n\
        {\"correct\":false,\"test\":\"t\",\"mutant\":\"m\",\"pair\":0,\"values\":[-1,0,null,null]}\n";
    for_all(30, damage(), |damages| {
        let mut store = Store::in_memory().expect("memory");
        let _ = json_lines::import(&mut store, &damaged(file.as_bytes().to_vec(), &damages)[..], "f", 1 << 20);
    });
}

#[test]
fn damaged_traces_are_read_or_refused() {
    let file = "decl-version 2.0\nvar-comparability none\n\nppt C.m():::ENTER\nvariable x\n  rep-type int\nvariable a[..]\n  rep-type java.lang.String[]\n\n\
        ppt C.m():::EXIT7\nvariable x\n  rep-type double\nvariable return\n  rep-type boolean\n\n\
        C.m():::ENTER\nthis_invocation_nonce\n1\nx\n7\n1\na[..]\n[\"b\\u00e9\\101\" null]\n1\n\nC.m():::EXIT7\nthis_invocation_nonce\n1\nx\n1.5E3\n1\nreturn\ntrue\n1\n";
    for_all(50, damage(), |damages| fuzz_trace(&damaged(file.as_bytes().to_vec(), &damages)));
}

#[test]
fn depth_is_no_danger() {
    let schema =
        Schema { method: "C#m()".into(), variables: vec![Variable::new("x", ValueType::Int), Variable::new("b", ValueType::Boolean)] };
    let deep = 100_000;
    for text in [
        format!("{}b{}", "(".repeat(deep), ")".repeat(deep)),
        format!("{}b", "!".repeat(deep)),
        format!("{}x > 0", "-".repeat(deep)),
        format!("x{} > 0", " + x".repeat(deep)),
        format!("b{}", " && b".repeat(deep)),
        format!("{}b", "b ==> ".repeat(deep)),
        "forall(i : 0 .. x : ".repeat(deep),
        format!("x{}", ".length()".repeat(deep)),
        "abs(".repeat(deep),
        "\"".to_owned() + &"\\".repeat(deep),
    ] {
        let outcome = with_deep_stack(|| parse(&text, &schema));
        assert!(outcome.is_err(), "{}", &text[..20]);
    }
    let nested = format!(r#"{{"schemaVersion":1,"request":{}"#, "[".repeat(deep));
    assert!(request::parse::<Call>(nested.as_bytes()).is_err());
    assert_eq!(with_deep_stack(|| parse("\u{feff}b", &schema)), parse("b", &schema), "a byte-order mark");
}
