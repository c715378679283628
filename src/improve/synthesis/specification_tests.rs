//! How it is tested that a specification is found: methods and mutants as functions on states, and what is synthesised from some of their
//! states judged on others.

use super::*;
use crate::assertion::{interpret, render};
use crate::evidence::dataset::{Bits, Column, Origin, TextPool, Values};
use crate::evidence::schema::{Element, Schema, ValueType, Variable};

/// A value of a state.
#[derive(Clone, Debug, PartialEq)]
pub enum V {
    Int(i64),
    Bool(bool),
    Ints(Vec<i64>),
    /// A string, or null.
    Text(Option<String>),
}

/// Columns of states over those variables. A sequence `a` brings `a.length`, a string `s` its identity and `s.length()`.
pub fn dataset(names: &[(&str, ValueType)], correct: &[Vec<V>], incorrect: &[(u32, Vec<V>)]) -> Dataset {
    let rows: Vec<&Vec<V>> = correct.iter().chain(incorrect.iter().map(|(_, s)| s)).collect();
    let mut texts = TextPool::default();
    let (mut variables, mut columns) = (Vec::new(), Vec::new());
    let mut add = |name: String, ty, receiver: Option<String>, values, present: Option<Bits>| {
        variables.push(Variable { receiver, ..Variable::new(&name, ty) });
        columns.push(Column { values, present });
    };
    for (v, (name, ty)) in names.iter().enumerate() {
        match &rows[0][v] {
            V::Int(_) => {
                let of = |r: &&Vec<V>| if let V::Int(x) = r[v] { x } else { unreachable!() };
                add((*name).into(), *ty, None, Values::Integral(rows.iter().map(of).collect()), None);
            }
            V::Bool(_) => {
                let of = |r: &&Vec<V>| if let V::Bool(x) = r[v] { x } else { unreachable!() };
                add((*name).into(), *ty, None, Values::Boolean(rows.iter().map(of).collect()), None);
            }
            V::Ints(_) => {
                let of = |r: &&Vec<V>| if let V::Ints(x) = &r[v] { x.clone() } else { unreachable!() };
                let all: Vec<Vec<i64>> = rows.iter().map(of).collect();
                let offsets = std::iter::once(0).chain(all.iter().scan(0, |n, x| {
                    *n += x.len() as u32;
                    Some(*n)
                }));
                let values = Values::Sequence { offsets: offsets.collect(), items: Box::new(Values::Integral(all.concat())) };
                add(format!("{name}[*]"), *ty, Some((*name).into()), values, None);
                let lengths = Values::Integral(all.iter().map(|x| x.len() as i64).collect());
                add(format!("{name}.length"), ValueType::Int, Some((*name).into()), lengths, None);
            }
            V::Text(_) => {
                let of = |r: &&Vec<V>| if let V::Text(x) = &r[v] { x.clone() } else { unreachable!() };
                let all: Vec<Option<String>> = rows.iter().map(of).collect();
                let mut id = |s: &Option<String>| s.as_ref().map_or(0, |s| texts.intern(&s.encode_utf16().collect::<Vec<_>>()));
                let ids: Vec<u32> = all.iter().map(&mut id).collect();
                let present: Bits = all.iter().map(Option::is_some).collect();
                let present = all.iter().any(Option::is_none).then_some(present);
                add((*name).into(), ValueType::Reference, None, Values::Integral(ids.iter().map(|&i| i.into()).collect()), None);
                let lengths = all.iter().map(|s| s.as_ref().map_or(0, |s| s.encode_utf16().count() as i64)).collect();
                add(format!("{name}[*]"), *ty, Some((*name).into()), Values::Text(ids), present.clone());
                add(format!("{name}.length()"), ValueType::Int, Some((*name).into()), Values::Integral(lengths), present);
            }
        }
    }
    Dataset {
        explored: false,
        schema: Schema { method: "Sample#method()".into(), variables },
        rows: rows.len(),
        correct: correct.len(),
        columns,
        origins: incorrect.iter().map(|(mutant, _)| Origin { mutant: *mutant, test: 0, pair: None }).collect(),
        texts,
        correct_tests: Vec::new(),
        constants: Default::default(),
    }
}

pub type State = Vec<V>;

pub type Method<'a> = &'a dyn Fn(&[V]) -> Vec<V>;

/// What the method and its mutants leave behind: states of entry values followed by what the method makes of them.
pub fn states(inputs: &[Vec<V>], method: Method, mutants: &[Method]) -> (Vec<State>, Vec<(u32, State)>) {
    let state = |input: &Vec<V>, f: Method| [input.clone(), f(input)].concat();
    let mut correct: Vec<Vec<V>> = Vec::new();
    for input in inputs {
        let s = state(input, method);
        if !correct.contains(&s) {
            correct.push(s);
        }
    }
    let mut incorrect: Vec<(u32, Vec<V>)> = Vec::new();
    for (m, mutant) in (0..).zip(mutants) {
        for input in inputs {
            let s = state(input, *mutant);
            if !correct.contains(&s) && !incorrect.iter().any(|(_, i)| *i == s) {
                incorrect.push((m, s));
            }
        }
    }
    (correct, incorrect)
}

/// A sequence of numbers that look random.
pub fn numbers(seed: u64) -> impl FnMut(i64) -> i64 {
    let mut state = seed;
    move |below| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((state >> 33) % below as u64) as i64
    }
}

/// Synthesises from the method's states on the inputs, and checks the assertion on other inputs with right results and with all of the
/// `wrong` ones that differ: it must say exactly which are right.
pub fn assert_equivalent(
    name: &str,
    names: &[(&str, ValueType)],
    inputs: &[Vec<V>],
    method: Method,
    mutants: &[Method],
    others: &[Vec<V>],
    wrong: &[Method],
) -> String {
    let (correct, incorrect) = states(inputs, method, mutants);
    let data = dataset(names, &correct, &incorrect);
    assert_atoms_mean_what_they_say(name, &data);
    let found = [1, 2].map(|threads| synthesize(&data, &Settings::default(), 50, &Pool::new(threads).unwrap(), &Control::unlimited()));
    assert_eq!(found[0], found[1], "{name}: the number of threads changes nothing");
    let found = &found[0];
    let text = render::render(&found.assertion, &data.schema);
    println!(
        "{name}: {text}\n    FN {} floor {} ungated {}: {}; {} atoms, {} + {} states, {:?}",
        found.false_negatives,
        found.floor.fn_,
        found.ungated.false_negatives,
        render::render(&found.ungated.assertion, &data.schema),
        found.floor.atoms,
        data.correct,
        data.rows - data.correct,
        found.limits
    );
    let all: Vec<Method> = mutants.iter().chain(wrong).copied().collect();
    let (right, wrong) = states(others, method, &all);
    let unseen = dataset(names, &right, &wrong);
    for row in 0..unseen.rows {
        let state = if row < right.len() { &right[row] } else { &wrong[row - right.len()].1 };
        let judged = interpret::holds(&found.assertion, &unseen, row);
        assert_eq!(judged, row < right.len(), "{name}: {text}\n  on {state:?}, by {:?}", row.checked_sub(right.len()).map(|i| wrong[i].0));
    }
    text
}

/// Columns are computed in many ways; each must be what the interpreter says.
pub fn assert_atoms_mean_what_they_say(name: &str, data: &Dataset) {
    let frame = Frame::new(data);
    let (settings, control, kernels) = (Settings::default(), Control::unlimited(), Kernels::best());
    let terms = terms::enumerate(data, &frame, &settings, kernels, &control);
    for atom in atoms::enumerate(data, &frame, &terms, &settings, kernels, &control).all {
        for row in 0..data.rows {
            let at = frame.position(row);
            let holds = atom.holds[at / 64] >> (at % 64) & 1 == 1;
            let text = || render::render(&atom.expr, &data.schema);
            assert_eq!(interpret::holds(&atom.expr, data, row), holds, "{name}: {} in row {row}", text());
            if let Some(complement) = &atom.complement {
                assert_eq!(interpret::holds(complement, data, row), !holds, "{name}: not {} in row {row}", text());
            }
        }
    }
}

pub fn ints(v: &V) -> Vec<i64> {
    if let V::Ints(x) = v { x.clone() } else { panic!("{v:?}") }
}

pub fn int(v: &V) -> i64 {
    if let V::Int(x) = v { *x } else { panic!("{v:?}") }
}

pub fn text(v: &V) -> Option<String> {
    if let V::Text(x) = v { x.clone() } else { panic!("{v:?}") }
}

pub const INTS: ValueType = ValueType::Sequence(Element::Int);

/// Arrays of up to `most` small numbers.
pub fn arrays(n: usize, most: i64, range: i64, seed: u64) -> Vec<Vec<i64>> {
    let mut next = numbers(seed);
    (0..n).map(|_| (0..next(most + 1)).map(|_| next(range) - range / 3).collect()).collect()
}

/// Puts what the method does not change before what it leaves behind.
pub fn entries<'a>(f: &'a dyn Fn(&[V]) -> Vec<V>) -> impl Fn(&[V]) -> Vec<V> + 'a {
    move |v| [vec![v[0].clone(), v[1].clone()], f(v)].concat()
}
