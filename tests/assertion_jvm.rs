//! The interpreter and the Java renderer against a real JVM: a few thousand random assertions, as Java, on random states.
//!
//! In the generated Java a variable that is read through a reference is a method that throws where the reference is null,
//! so that a missing guard, or guards in the wrong order, show as an exception.

use std::fmt::Write as _;

use super::jvm;
use super::support::{OBJECTS_OF_X, OBJECTS_OF_Y, assertion, entangled_assertion, number, row, schema};
use oraculum::assertion::ast::{BinaryOp, Expr};
use oraculum::assertion::interpret::{self, Value};
use oraculum::assertion::render::{render, to_java};
use oraculum::assertion::simplify::{self, Facts};
use oraculum::evidence::schema::{Schema, ValueType, VarId};
use proptest::prop_oneof;
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;

/// Random assertions; as many again are what the simplifier makes of them.
const RANDOM: usize = 2000;
/// Random terms, each compared with the value that it has in one of the states.
const PINNED: usize = 2000;
const STATES: usize = 500;
const ASSERTIONS_PER_CLASS: usize = 300;

#[test]
fn java_agrees_with_the_interpreter_on_every_state() {
    let schema = schema();
    let facts = Facts::of_schema(&schema);
    let mut runner = TestRunner::deterministic();
    let states: Vec<_> = (0..STATES).map(|_| sample(&row(), &mut runner)).collect();
    let kinds = prop_oneof![assertion(), entangled_assertion()];
    let mut assertions: Vec<Expr> = (0..RANDOM).map(|_| sample(&kinds, &mut runner)).collect();
    assertions.extend(assertions.clone().iter().map(|e| simplify::simplify(e, &schema, &facts)));
    assertions.extend((0..PINNED).map(|i| pinned(sample(&number(), &mut runner), &states[i % STATES])));

    let bodies: Vec<String> = assertions.iter().map(|expr| format!("return {};", to_java(expr, &schema, &name))).collect();
    let program = jvm::Program { bodies: &bodies, bodies_per_class: ASSERTIONS_PER_CLASS, classes: &variables(&schema) };
    let answers = program.answers(STATES, &encode(&states));

    let mut differences = Vec::new();
    let mut both = [false; 2];
    for (state, answers) in states.iter().zip(answers.chunks(assertions.len())) {
        for (expr, &answer) in assertions.iter().zip(answers) {
            let expected = interpret::holds_on(expr, state);
            both[usize::from(expected)] = true;
            if answer != u8::from(expected) {
                let (java, text) = (jvm::in_words(answer), to_java(expr, &schema, &name));
                differences.push(format!("{}\nas {text}\nis {expected}, but {java} in Java, in\n{state:?}", render(expr, &schema)));
            }
        }
    }
    assert!(both[0] && both[1], "the assertions are neither all true nor all false");
    jvm::assert_none(differences);
}

/// `term == value`, the value being what the interpreter makes of the term in that state; comparisons alone would miss small errors.
fn pinned(term: Expr, state: &[Option<Value>]) -> Expr {
    let value = match interpret::evaluate(&term, &|id| state[id as usize].clone()) {
        None => return Expr::binary(BinaryOp::Eq, term.clone(), term),
        Some(Value::Int(x)) => Expr::Int(x),
        // As a float, so that Java converts the term.
        Some(Value::Long(x)) if x % 2 == 1 => Expr::Float(x as f32),
        Some(Value::Long(x)) => Expr::Long(x),
        Some(Value::Float(x)) => Expr::Float(x),
        Some(Value::Double(x)) => Expr::Double(x),
        Some(other) => panic!("{other:?} is no number"),
    };
    Expr::binary(BinaryOp::Eq, term, value)
}

fn sample<S: Strategy>(strategy: &S, runner: &mut TestRunner) -> S::Value {
    strategy.new_tree(runner).expect("the strategy generates").current()
}

/// A variable as the generated program reads it.
fn name(id: VarId) -> String {
    match &schema().variables[id as usize].receiver {
        Some(receiver) if receiver != "this" => format!("V.read{id}()"),
        _ => format!("V.v{id}"),
    }
}

/// The class of the variables, and those of the objects that they refer to.
fn variables(schema: &Schema) -> String {
    let mut fields = String::new();
    let mut load = String::new();
    for (id, variable) in (0..).zip(&schema.variables) {
        let (java_type, read) = match variable.value_type {
            ValueType::Boolean => ("boolean", "in.readLong() != 0".into()),
            ValueType::Byte => ("byte", "(byte) in.readLong()".into()),
            ValueType::Short => ("short", "(short) in.readLong()".into()),
            ValueType::Char => ("char", "(char) in.readLong()".into()),
            ValueType::Int => ("int", "(int) in.readLong()".into()),
            ValueType::Long => ("long", "in.readLong()".into()),
            ValueType::Float => ("float", "Float.intBitsToFloat((int) in.readLong())".into()),
            ValueType::Double => ("double", "Double.longBitsToDouble(in.readLong())".into()),
            ValueType::Reference => {
                let class = variable.java_type.as_deref().expect("references have a declared type");
                (class, format!("({class}) OBJECTS[(int) in.readLong()]"))
            }
            ValueType::Text | ValueType::Sequence(_) | ValueType::Bag(_) => unreachable!("not in the schema"),
        };
        let _ = writeln!(fields, "    static {java_type} v{id};");
        let _ = writeln!(load, "        v{id} = {read};");
        if let Some(receiver) = variable.receiver.as_deref().filter(|r| *r != "this") {
            let receiver = name(schema.find(receiver).expect("the receiver is a variable"));
            let _ = writeln!(
                fields,
                "    static {java_type} read{id}() {{ if ({receiver} == null) throw new NullPointerException(); return v{id}; }}"
            );
        }
    }

    format!(
        "class X {{ }}

class Y {{ }}

class V {{
    static final Object[] OBJECTS = {{ null{objects} }};
{fields}
    static void load(DataInputStream in, int state) throws IOException {{
{load}    }}
}}
",
        objects = ", new X()".repeat(OBJECTS_OF_X.count()) + &", new Y()".repeat(OBJECTS_OF_Y.count()),
    )
}

/// Eight bytes a value, as `DataInputStream` reads them; 0 where absent.
fn encode(states: &[Vec<Option<Value>>]) -> Vec<u8> {
    let bits = |value: &Option<Value>| match value {
        None => 0,
        Some(Value::Boolean(x)) => i64::from(*x),
        Some(Value::Int(x)) => i64::from(*x),
        Some(Value::Long(x) | Value::Reference(x)) => *x,
        Some(Value::Float(x)) => i64::from(x.to_bits()),
        Some(Value::Double(x)) => x.to_bits() as i64,
        Some(other) => panic!("no such values here: {other:?}"),
    };
    states.iter().flatten().flat_map(|value| bits(value).to_be_bytes()).collect()
}
