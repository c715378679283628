//! The interpreter and the Java renderer against a real JVM, on contents of strings, arrays and collections, exact integers, bits
//! and quantifiers: random assertions, as Java, on random states of real arrays, lists, sets, maps and strings.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use super::contents::{Cell, Generator, OBJECTS, Random, dataset, schema, state};
use super::jvm;
use oraculum::assertion::ast::{BinaryOp, Expr, JavaString};
use oraculum::assertion::interpret::{self, Value};
use oraculum::assertion::render::{java_text, render, to_java, to_java_at_exit};
use oraculum::assertion::simplify::{self, Facts};
use oraculum::evidence::dataset::Dataset;
use oraculum::evidence::schema::{Element, Schema, ValueType, VarId};

const RANDOM: u64 = 1500;
/// Terms, each compared with the value that it has in one of the states.
const PINNED: u64 = 1500;
const STATES: usize = 150;
const ASSERTIONS_PER_CLASS: usize = 150;

#[test]
fn java_agrees_with_the_interpreter_on_every_state() {
    let schema = schema();
    let mut random = Random::new(11);
    let states: Vec<Vec<Cell>> = (0..STATES).map(|_| state(&mut random)).collect();
    let data = dataset(&states);
    let mut assertions: Vec<Expr> = (0..RANDOM).map(|case| Generator::new(&mut random).boolean((1 + case % 3) as usize)).collect();
    let facts = Facts::of_schema(&schema);
    assertions.extend((0..RANDOM as usize).step_by(3).map(|i| simplify::simplify(&assertions[i], &schema, &facts)).collect::<Vec<_>>());
    assertions.extend((0..PINNED).map(|case| pinned(case, &mut random, &data)));

    // Each as the state form has it, which reads static fields, and as it stands in a method, where lambdas may not capture the locals.
    let in_fields = |expr: &Expr| format!("return {};", to_java(expr, &schema, &|id| name(id, &schema)));
    let bodies: Vec<String> = assertions.iter().flat_map(|expr| [in_fields(expr), in_a_method(expr, &schema)]).collect();
    let program = jvm::Program { bodies: &bodies, bodies_per_class: ASSERTIONS_PER_CLASS, classes: &variables(&schema) };
    let answers = program.answers(STATES, &states.iter().flat_map(|state| encode(state, &schema)).collect::<Vec<u8>>());

    let mut differences = Vec::new();
    let mut both = [0; 2];
    for (row, answers) in answers.chunks(bodies.len()).enumerate() {
        for ((expr, answers), bodies) in assertions.iter().zip(answers.chunks(2)).zip(bodies.chunks(2)) {
            let expected = interpret::holds(expr, &data, row);
            both[usize::from(expected)] += 1;
            for (&answer, text) in answers.iter().zip(bodies) {
                if answer != u8::from(expected) {
                    let (java, used) = (jvm::in_words(answer), used_values(expr, &schema, &data, row));
                    differences.push(format!("{}\nas {text}\nis {expected}, but {java} in Java, in\n{used}", render(expr, &schema)));
                }
            }
        }
    }
    let share = both[1] * 100 / (both[0] + both[1]);
    assert!((10..=90).contains(&share), "{share} % of the answers are true");
    jvm::assert_none(differences);
}

/// Statements as in a method that has the variables as parameters and locals which are assigned again, so that no lambda may capture them.
fn in_a_method(expr: &Expr, schema: &Schema) -> String {
    let (java, exit_values) = to_java_at_exit(expr, schema);
    let mut roots = BTreeSet::new();
    expr.for_each_variable(&mut |id| {
        // Of `old_a.length` that is `old_a`.
        roots.insert(java_text(schema, id).split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default().to_owned());
    });
    let mut body = String::new();
    for variable in schema.variables.iter().filter(|v| roots.contains(&v.name)) {
        let (name, value_type) = (&variable.name, variable.value_type.to_string());
        let java_type = variable.java_type.as_deref().unwrap_or(&value_type);
        write!(body, "{java_type} {name} = V.{name}; {name} = {name}; ").expect("a string takes all");
    }
    for value in exit_values {
        write!(body, "final {} {} = {}; ", value.java_type, value.name, value.java).expect("a string takes all");
    }
    body + &format!("return {java};")
}

fn used_values(expr: &Expr, schema: &Schema, data: &Dataset, row: usize) -> String {
    let mut used = BTreeMap::new();
    expr.for_each_variable(&mut |id| {
        used.insert(schema.variables[id as usize].name.clone(), format!("{:?}", interpret::variable_value(data, id, row)));
    });
    format!("row {row}: {used:?}")
}

/// `term == value`, or `term.equals(value)`, the value being what the interpreter makes of the term in one state.
fn pinned(case: u64, random: &mut Random, data: &Dataset) -> Expr {
    let row = random.below(data.rows);
    let mut generator = Generator::new(random);
    let term = if case.is_multiple_of(3) { generator.text(2) } else { generator.number(2) };
    let value = match interpret::evaluate(&term, &|id| interpret::variable_value(data, id, row)) {
        None => term.clone(),
        Some(Value::Int(x)) => Expr::Int(x),
        Some(Value::Long(x)) => Expr::Long(x),
        Some(Value::Float(x)) => Expr::Float(x),
        Some(Value::Double(x)) => Expr::Double(x),
        Some(Value::Text(units)) => Expr::Text(JavaString::from(&*units)),
        Some(other) => panic!("{other:?} is no number or text"),
    };
    Expr::binary(BinaryOp::Eq, term, value)
}

/// A variable as the generated program reads it: a static field, or what is read from one.
fn name(id: VarId, schema: &Schema) -> String {
    let name = &schema.variables[id as usize].name;
    format!("V.{}", name.strip_suffix("[*]").unwrap_or(name))
}

fn box_of(element: Element) -> &'static str {
    match element {
        Element::Boolean => "Boolean",
        Element::Byte => "Byte",
        Element::Short => "Short",
        Element::Char => "Character",
        Element::Int => "Integer",
        Element::Long => "Long",
        Element::Float => "Float",
        Element::Double => "Double",
        Element::Reference => "Object",
        Element::Text => "String",
    }
}

/// How an element or scalar is read from the stream of states.
fn read(value_type: ValueType) -> String {
    match value_type {
        ValueType::Boolean => "in.readLong() != 0".into(),
        ValueType::Float => "Float.intBitsToFloat((int) in.readLong())".into(),
        ValueType::Double => "Double.longBitsToDouble(in.readLong())".into(),
        ValueType::Reference => "OBJECTS[(int) in.readLong()]".into(),
        ValueType::Text => "text(in)".into(),
        integer => format!("({integer}) in.readLong()"),
    }
}

/// The class of the variables.
fn variables(schema: &Schema) -> String {
    let (mut fields, mut load) = (String::new(), String::new());
    for variable in &schema.variables {
        let base = variable.name.strip_suffix("[*]").unwrap_or(&variable.name);
        let java_type = variable.java_type.clone().unwrap_or_else(|| variable.value_type.to_string());
        match variable.value_type {
            ValueType::Text => {
                let _ = writeln!(load, "        {base} = text(in);");
            }
            ValueType::Sequence(element) | ValueType::Bag(element) => {
                let element_read = read(element.into());
                let array = java_type.strip_suffix("[]");
                let target = if base.starts_with("map.") { base.replace(['.', '(', ')'], "_") } else { base.to_owned() };
                let _ = writeln!(load, "        n = in.readInt();");
                if let Some(of) = array {
                    let _ = writeln!(load, "        {target} = n < 0 ? null : new {of}[n];");
                    let _ = writeln!(load, "        for (int i = 0; i < n; i++) {target}[i] = {element_read};");
                } else {
                    let class = box_of(element);
                    let _ = writeln!(load, "        java.util.ArrayList<{class}> {target}_ = n < 0 ? null : new java.util.ArrayList<>();");
                    let _ = writeln!(load, "        for (int i = 0; i < n; i++) {target}_.add({element_read});");
                    let make = if java_type.starts_with("java.util.List") {
                        "list"
                    } else if java_type.starts_with("java.util.Set") {
                        "set"
                    } else {
                        "collection"
                    };
                    if base.starts_with("map.") {
                        let _ = writeln!(fields, "    static java.util.List<{class}> {target};");
                        let _ = writeln!(load, "        {target} = {target}_;");
                    } else {
                        let _ = writeln!(load, "        {target} = {make}({target}_);");
                    }
                }
            }
            // A length, which the holder has.
            ValueType::Int if variable.receiver.is_some() => {}
            ValueType::Reference if !matches!(variable.name.as_str(), "r" | "q") => {
                let _ = writeln!(fields, "    static {java_type} {};", variable.name);
            }
            value_type => {
                let _ = writeln!(fields, "    static {java_type} {};", variable.name);
                let _ = writeln!(load, "        {} = {};", variable.name, read(value_type));
            }
        }
    }

    format!(
        "class V {{
    static final Object[] OBJECTS = {{ null{objects} }};
    static int state;
{fields}
    static String text(DataInputStream in) throws IOException {{
        int n = in.readInt();
        if (n < 0) return null;
        char[] units = new char[n];
        for (int i = 0; i < n; i++) units[i] = in.readChar();
        return new String(units);
    }}

    static <T> java.util.List<T> list(java.util.List<T> items) {{
        if (items == null || items.contains(null)) return items;
        return state % 3 == 0 ? items : state % 3 == 1 ? java.util.List.copyOf(items) : new java.util.LinkedList<>(items);
    }}

    @SuppressWarnings(\"unchecked\")
    static <T> java.util.Set<T> set(java.util.List<T> items) {{
        if (items == null) return null;
        java.util.Set<T> set = items.contains(null) || state % 2 == 0
            ? new java.util.LinkedHashSet<>()
            : new java.util.TreeSet<T>((java.util.Comparator<T>) java.util.Comparator.reverseOrder());
        set.addAll(items);
        return set;
    }}

    static <T> java.util.Collection<T> collection(java.util.List<T> items) {{
        return items == null || items.contains(null) || state % 2 == 0 ? items : new java.util.ArrayDeque<>(items);
    }}

    static void load(DataInputStream in, int number) throws IOException {{
        state = number;
        int n;
{load}        map = map_keySet__ == null ? null : new java.util.LinkedHashMap<>();
        if (map != null) for (int i = 0; i < map_keySet__.size(); i++) map.put(map_keySet__.get(i), map_values__.get(i));
    }}
}}
",
        objects = ", new Object()".repeat(OBJECTS as usize),
    )
}

/// Big-endian, as `DataInputStream` reads: eight bytes a scalar; a count and the elements of contents, -1 for null.
fn encode(state: &[Cell], schema: &Schema) -> Vec<u8> {
    let mut bytes = Vec::new();
    for (variable, cell) in schema.variables.iter().zip(state) {
        let is_length = variable.value_type == ValueType::Int && variable.receiver.is_some();
        let is_holder = variable.value_type == ValueType::Reference && !matches!(variable.name.as_str(), "r" | "q");
        if !is_length && !is_holder {
            encode_cell(cell, variable.value_type, &mut bytes);
        }
    }
    bytes
}

fn encode_cell(cell: &Cell, value_type: ValueType, into: &mut Vec<u8>) {
    match cell {
        Cell::Absent | Cell::Null => into.extend((-1i32).to_be_bytes()),
        Cell::Boolean(x) => into.extend(i64::from(*x).to_be_bytes()),
        Cell::Integral(x) => into.extend(x.to_be_bytes()),
        Cell::Real(x) if value_type == ValueType::Float => into.extend(i64::from((*x as f32).to_bits()).to_be_bytes()),
        Cell::Real(x) => into.extend(x.to_bits().to_be_bytes()),
        Cell::Text(units) => {
            into.extend((units.len() as i32).to_be_bytes());
            units.iter().for_each(|unit| into.extend(unit.to_be_bytes()));
        }
        Cell::Items(items) => {
            let (ValueType::Sequence(element) | ValueType::Bag(element)) = value_type else { unreachable!("items of a {value_type}") };
            into.extend((items.len() as i32).to_be_bytes());
            items.iter().for_each(|item| encode_cell(item, element.into(), into));
        }
    }
}
