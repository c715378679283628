//! What is reported is true, what is true and justified is found, and what is left out follows.

use super::formula::{Constant, Formula, Function, Numeric};
use super::samples::{Cell, Column, Data, Derivation, Kind, Place, PointName, Samples, Shape, Var, Variable};
use super::settings::Settings;
use super::texts::Texts;
use super::trace::{Point, Trace};
use super::{PointInvariants, infer, infer_point};
use crate::compute::pool::Pool;
use crate::daikon::notation;
use crate::evidence::dataset::Bits;
use crate::evidence::text::TextPool;
use crate::relation::Relation;
use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus as Rng;

const WORDS: [&str; 7] = ["", "a", "ab", "abc", "b", "\u{7f}", "xabc"];

fn words() -> (Texts, Vec<i64>) {
    let mut pool = TextPool::default();
    for word in WORDS {
        pool.intern(&word.encode_utf16().collect::<Vec<_>>());
    }
    Texts::of(&pool)
}

fn integer(rng: &mut Rng) -> i64 {
    match rng.random_range(0..40) {
        0 => i64::MIN,
        1 => i64::MAX,
        2..10 => rng.random_range(-100..100),
        _ => rng.random_range(-3..6),
    }
}

fn real(rng: &mut Rng) -> f64 {
    match rng.random_range(0..40) {
        0 => f64::NAN,
        1 => f64::INFINITY,
        2 => -0.0,
        3..10 => rng.random_range(-5.0..5.0),
        _ => f64::from(rng.random_range(-3..6)) / 2.0,
    }
}

fn value(kind: Kind, rng: &mut Rng) -> Constant {
    match kind {
        Kind::Boolean => Constant::Integer(rng.random_range(0..2)),
        Kind::Integer => Constant::Integer(integer(rng)),
        Kind::Reference => Constant::Integer(rng.random_range(0..4)),
        Kind::Real => Constant::Real(real(rng)),
        Kind::Text | Kind::ClassName => Constant::Integer(rng.random_range(0..=WORDS.len() as i64)),
    }
}

/// A value of a row: absent, a scalar, or a list.
type Row = Vec<Option<Vec<Constant>>>;

fn push(data: &mut Data, value: Option<&[Constant]>) {
    let integer = |c: &Constant| if let Constant::Integer(x) = c { *x } else { panic!("no integer") };
    let real = |c: &Constant| if let Constant::Real(x) = c { *x } else { panic!("no real") };
    match (data, value) {
        (data, None) => data.push_absent(),
        (Data::Integers(values), Some(v)) => values.push(integer(&v[0])),
        (Data::Reals(values), Some(v)) => values.push(real(&v[0])),
        (Data::IntegerLists { offsets, items }, Some(v)) => {
            items.extend(v.iter().map(integer));
            offsets.push(items.len() as u32);
        }
        (Data::RealLists { offsets, items }, Some(v)) => {
            items.extend(v.iter().map(real));
            offsets.push(items.len() as u32);
        }
    }
}

fn samples_of(variables: &[Variable], rows: &[Row]) -> Samples {
    let mut samples = Samples { rows: rows.len(), ..Samples::default() };
    for (v, variable) in variables.iter().enumerate() {
        let mut data = Data::empty(variable.kind, variable.shape);
        rows.iter().for_each(|row| push(&mut data, row[v].as_deref()));
        let present: Bits = rows.iter().map(|row| row[v].is_some()).collect();
        samples.push(variable.clone(), Column { data, present: Some(present) });
    }
    samples
}

/// Variables of a kind, some of which depend on others, so that there is something to find.
fn random_point(rng: &mut Rng) -> (Vec<Variable>, Vec<Row>) {
    let mut variables = Vec::new();
    let kinds =
        [Kind::Integer, Kind::Integer, Kind::Integer, Kind::Real, Kind::Real, Kind::Text, Kind::Boolean, Kind::Reference, Kind::ClassName];
    for i in 0..rng.random_range(2..9) {
        let kind = kinds[rng.random_range(0..kinds.len())];
        let shape = [Shape::Scalar, Shape::Scalar, Shape::Scalar, Shape::Sequence, Shape::Bag][rng.random_range(0..5)];
        variables.push(Variable::new(format!("v{i}"), kind, shape));
    }
    let dependence: Vec<(u32, usize, usize)> =
        (0..variables.len()).map(|v| (rng.random_range(0..14), rng.random_range(0..v.max(1)), rng.random_range(0..v.max(1)))).collect();
    let absence = rng.random_range(0..4) == 0;
    let rows = rng.random_range(1..60);
    let rows = (0..rows).map(|_| random_row(&variables, &dependence, absence, rng)).collect();
    (variables, rows)
}

fn random_row(variables: &[Variable], dependence: &[(u32, usize, usize)], absence: bool, rng: &mut Rng) -> Row {
    let mut row: Row = Vec::new();
    for (v, variable) in variables.iter().enumerate() {
        let (how, p, q) = dependence[v];
        let like = |w: usize| w < v && (variables[w].kind, variables[w].shape) == (variable.kind, variable.shape);
        let known = |w: usize| if like(w) { row[w].clone() } else { None };
        let free = |rng: &mut Rng| {
            let count = if variable.is_scalar() { 1 } else { rng.random_range(0..4) };
            (0..count).map(|_| value(variable.kind, rng)).collect::<Vec<_>>()
        };
        let value = match (how, known(p), known(q)) {
            (0, Some(x), _) => x,
            (1, Some(x), _) if !variable.is_scalar() => x.into_iter().rev().collect(),
            (2, Some(x), _) if !variable.is_scalar() => x.into_iter().skip(1).collect(),
            (3, _, _) if !variable.is_scalar() => {
                let mut sorted = free(rng);
                sorted.sort_by(|a, b| a.compare(*b));
                sorted
            }
            (_, Some(x), Some(y)) if variable.is_scalar() && matches!(variable.kind, Kind::Integer | Kind::Real) => {
                dependent(how, x[0], y[0]).map_or_else(|| free(rng), |z| vec![z])
            }
            (13, _, _) => vec![free(rng).first().map_or(Constant::Integer(0), |c| match c {
                Constant::Integer(_) => Constant::Integer(1),
                Constant::Real(_) => Constant::Real(0.5),
            })],
            _ => free(rng),
        };
        let fits = |c: &Constant| matches!(c, Constant::Real(_)) == (variable.kind == Kind::Real);
        let value = if value.iter().all(fits) { value } else { free(rng) };
        row.push((!(absence && rng.random_range(0..4) == 0)).then_some(value));
    }
    row
}

fn dependent(how: u32, x: Constant, y: Constant) -> Option<Constant> {
    match (x, y) {
        (Constant::Integer(x), Constant::Integer(y)) => match how {
            4 => x.checked_add(1),
            5 => x.checked_mul(2)?.checked_sub(3),
            6 => Some(x.min(y)),
            7 => Some(x & y),
            8 => x.checked_add(y),
            9 => x.checked_mul(y),
            10 => x.checked_mul(x),
            11 => Function::Gcd.of_integers(x, y),
            12 => Some(!x),
            _ => None,
        }
        .map(Constant::Integer),
        (Constant::Real(x), Constant::Real(y)) => match how {
            4 => Some(x + 1.0),
            5 => Some(2.0 * x - 3.0),
            6 => Function::Min.of_reals(x, y),
            8 => Some(x - y),
            9 => Some(x * y),
            10 => Some(x * x),
            _ => None,
        }
        .map(Constant::Real),
        _ => None,
    }
}

fn inferred(variables: &[Variable], rows: &[Row], settings: &Settings) -> (Texts, PointInvariants) {
    let (texts, _) = words();
    let name = PointName { method: "C.m()".into(), place: Place::Entry };
    // Texts of kinds that need text were drawn as places.
    let point = infer_point(Point::new(name, samples_of(variables, rows)), &texts, true, settings);
    (texts, point)
}

fn lenient() -> Settings {
    // Little evidence has to do where traces are short.
    Settings { confidence: 0.5, bits: true, shifts: true, class_names: true, slices: true, splits: true, ..Settings::default() }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn no_invariant_is_false_on_any_sample(seed: u64) {
        let mut rng = Rng::seed_from_u64(seed);
        let (variables, rows) = random_point(&mut rng);
        let (texts, point) = inferred(&variables, &rows, &lenient());
        for invariant in &point.invariants {
            for row in 0..point.samples.rows {
                let holds = invariant.candidate.formula.holds(&point.samples, &texts, row);
                let text = notation::invariant(&invariant.candidate.formula, &point.samples, &texts);
                prop_assert!(holds != Some(false), "{text} in row {row} of {:?}", rows);
            }
        }
        for implication in &point.implications {
            for row in 0..point.samples.rows {
                let holds = implication.holds(&point.samples, &texts, row);
                prop_assert!(holds != Some(false), "{} in row {row}", notation::implication(implication, &point.samples, &texts));
            }
        }
        for equality in &point.equalities {
            for row in 0..point.samples.rows {
                let (x, y) = (point.samples.cell(equality.leader, row), point.samples.cell(equality.other, row));
                prop_assert!(x == y, "{}", notation::equality(equality.leader, equality.other, &point.samples));
            }
        }
    }

    #[test]
    fn what_is_suppressed_follows_in_every_sample(seed: u64) {
        let mut rng = Rng::seed_from_u64(seed);
        let (variables, rows) = random_point(&mut rng);
        let (texts, point) = inferred(&variables, &rows, &lenient());
        // Rows that the invariants were not inferred from: such as were seen, with a value of another row or a new one here and there.
        let strange: Vec<Row> = (0..60).map(|_| disturbed(&variables, &rows, &mut rng)).collect();
        let strange = with_derived(&point.samples, &strange, &texts);
        for invariant in &point.invariants {
            let Some(by) = &invariant.implied_by else { continue };
            for row in 0..strange.rows {
                let premises = by.iter().all(|i| point.invariants[*i].candidate.formula.holds(&strange, &texts, row) == Some(true));
                if premises {
                    let show = |f: &Formula| notation::invariant(f, &point.samples, &texts);
                    let holds = invariant.candidate.formula.holds(&strange, &texts, row);
                    let premises: Vec<String> = by.iter().map(|i| show(&point.invariants[*i].candidate.formula)).collect();
                    prop_assert!(holds != Some(false), "{} does not follow from {premises:?}", show(&invariant.candidate.formula));
                }
            }
        }
    }

    #[test]
    fn what_is_true_of_two_or_three_numbers_is_found(seed: u64) {
        let mut rng = Rng::seed_from_u64(seed);
        let (variables, rows) = random_point(&mut rng);
        let (texts, point) = inferred(&variables, &rows, &lenient());
        let leads = |v: &Var| point.equalities.iter().all(|e| e.other != *v) && !is_constant(&point.samples, *v);
        let last_index = |v: Var| matches!(point.samples.variables[v].derivation, Some(Derivation::LastIndex(_)));
        // A last index is what the length says, but for a few comparisons; so is what is equal to one.
        let as_length = |v: Var| last_index(v) || point.equalities.iter().any(|e| e.leader == v && last_index(e.other));
        let numbers: Vec<Var> = (0..point.samples.variables.len()).filter(leads).filter(|v| !as_length(*v)).filter(|v| {
            point.samples.variables[*v].is_scalar() && point.samples.variables[*v].kind == Kind::Integer
        }).collect();
        let said = |wanted: &Formula| point.invariants.iter().any(|i| i.candidate.formula == *wanted);
        let mut expected = Vec::new();
        for &x in &numbers {
            for &y in numbers.iter().filter(|y| **y > x) {
                let lengths = [x, y].map(|v| matches!(point.samples.variables[v].derivation, Some(Derivation::Length(_))));
                if lengths == [true, true] {
                    continue;
                }
                use Relation::{Equal, Greater, GreaterOrEqual, Less, LessOrEqual, NotEqual};
                let strongest = [Equal, Less, Greater, LessOrEqual, GreaterOrEqual, NotEqual];
                expected.extend(strongest.into_iter().map(|r| Formula::Compare(r, x, y)).find(|f| holds_always(f, &point.samples, &texts)));
                let numeric = Numeric::ALL.into_iter().map(|n| Formula::Numeric(n, x, y));
                expected.extend(numeric.filter(|f| holds_always(f, &point.samples, &texts)));
                for &z in numbers.iter().filter(|z| **z != x && **z != y) {
                    let everywhere = [x, y, z].iter().all(|v| point.samples.columns[*v].present.is_none());
                    let enough = distinct(&point.samples, x, y) >= 5;
                    let functions = Function::ALL.into_iter().map(|function| Formula::Function { function, result: z, x, y });
                    expected.extend(functions.filter(|f| everywhere && enough && holds_always(f, &point.samples, &texts)));
                }
            }
        }
        for formula in expected {
            let text = notation::invariant(&formula, &point.samples, &texts);
            prop_assert!(said(&formula), "{text} is missing of {rows:?}");
        }
    }

    #[test]
    fn threads_do_not_matter(seed: u64) {
        let mut rng = Rng::seed_from_u64(seed);
        let points: Vec<(Vec<Variable>, Vec<Row>)> = (0..2).map(|_| random_point(&mut rng)).collect();
        let run = |threads: Option<usize>| {
            let (texts, _) = words();
            let points = points.iter().enumerate().map(|(i, (variables, rows))| {
                let name = PointName { method: format!("C.m{i}()"), place: Place::Entry };
                Point::new(name, samples_of(variables, rows))
            });
            let trace = Trace { texts, points: points.collect(), parents: Vec::new() };
            let work = || {
                let (_, points) = infer(trace.clone(), false, &lenient());
                format!("{:?}", points.iter().map(|p| (&p.invariants, &p.implications)).collect::<Vec<_>>())
            };
            threads.map_or_else(work, |n| Pool::new(n).expect("threads").run(work))
        };
        let alone = run(None);
        for threads in [1, 3] {
            prop_assert_eq!(&run(Some(threads)), &alone);
        }
    }
}

fn is_constant(samples: &Samples, v: Var) -> bool {
    let mut cells = samples.rows_of([v]).map(|row| samples.cell(v, row));
    let first = cells.next();
    cells.all(|c| Some(c) == first)
}

fn distinct(samples: &Samples, x: Var, y: Var) -> usize {
    let mut points: Vec<(i64, i64)> = samples
        .rows_of([x, y])
        .filter_map(|row| match (samples.cell(x, row), samples.cell(y, row)) {
            (Some(Cell::Integer(a)), Some(Cell::Integer(b))) => Some((a, b)),
            _ => None,
        })
        .collect();
    points.sort_unstable();
    points.dedup();
    points.len()
}

fn holds_always(formula: &Formula, samples: &Samples, texts: &Texts) -> bool {
    let mut seen = false;
    (0..samples.rows).all(|row| {
        let holds = formula.holds(samples, texts, row);
        seen |= holds.is_some();
        holds != Some(false)
    }) && seen
}

fn disturbed(variables: &[Variable], rows: &[Row], rng: &mut Rng) -> Row {
    let mut row = rows[rng.random_range(0..rows.len())].clone();
    for _ in 0..rng.random_range(1..4) {
        let v = rng.random_range(0..variables.len());
        row[v] = if rng.random_range(0..2) == 0 {
            rows[rng.random_range(0..rows.len())][v].clone()
        } else {
            let count = if variables[v].is_scalar() { 1 } else { rng.random_range(0..4) };
            Some((0..count).map(|_| value(variables[v].kind, rng)).collect())
        };
    }
    row
}

/// The rows with the values that the derived variables have in them.
fn with_derived(like: &Samples, rows: &[Row], texts: &Texts) -> Samples {
    let originals: Vec<Variable> = like.variables.iter().filter(|v| v.derivation.is_none()).cloned().collect();
    let mut samples = samples_of(&originals, rows);
    for variable in like.variables.iter().filter(|v| v.derivation.is_some()) {
        let derivation = variable.derivation.expect("derived");
        let mut data = Data::empty(variable.kind, variable.shape);
        let mut present = Bits::zeros(rows.len());
        for row in 0..rows.len() {
            let value = derived(&samples, texts, derivation, row);
            present.set(row, value.is_some());
            push(&mut data, value.as_deref());
        }
        samples.push(variable.clone(), Column { data, present: Some(present) });
    }
    samples
}

fn derived(samples: &Samples, texts: &Texts, derivation: Derivation, row: usize) -> Option<Vec<Constant>> {
    let list: Vec<Constant> = match samples.cell(derivation.base(), row)? {
        Cell::Integers(items) => items.iter().map(|x| Constant::Integer(*x)).collect(),
        Cell::Reals(items) => items.iter().map(|x| Constant::Real(*x)).collect(),
        Cell::Integer(place) => return Some(vec![Constant::Integer(texts.get(place)?.len() as i64)]),
        Cell::Real(_) => return None,
    };
    let index = match derivation.index() {
        Some(index) => match samples.cell(index, row)? {
            Cell::Integer(index) => index,
            _ => return None,
        },
        None => 0,
    };
    let at = |i: Option<i64>| usize::try_from(i?).ok().filter(|i| *i <= list.len());
    match derivation {
        Derivation::Length(_) => Some(vec![Constant::Integer(list.len() as i64)]),
        Derivation::LastIndex(_) => Some(vec![Constant::Integer(list.len() as i64 - 1)]),
        Derivation::Element { shift, .. } => Some(vec![*list.get(at(index.checked_add(shift))?)?]),
        Derivation::Head { shift, .. } => Some(list[..at(index.checked_add(shift)?.checked_add(1))?].to_vec()),
        Derivation::Tail { shift, .. } => Some(list[at(index.checked_add(shift))?..].to_vec()),
    }
}
