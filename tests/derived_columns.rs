//! Terms without kernels (contents, text, exact integers, quantifiers) are columns like any other: assertions that have them are, on
//! all states at once, what the interpreter says of each.

use oraculum::assertion::ast::{BinaryOp::*, Element, Expr, Function, Quantifier, UnaryOp};
use oraculum::assertion::check::type_of;
use oraculum::assertion::eval;
use oraculum::assertion::eval::frame::{Frame, Underived};
use oraculum::assertion::eval::kernel::{Kernels, Level};
use oraculum::assertion::eval::{deficiencies::Deficiencies, forest::Forest};
use oraculum::assertion::interpret;
use oraculum::compute::pool::Pool;
use oraculum::evidence::dataset::{Bits, Column, Dataset, TextPool, Values};
use oraculum::evidence::schema::{Schema, ValueType, VarId, Variable};
use proptest::prelude::*;

const VARIABLES: [(&str, ValueType); 19] = [
    ("i", ValueType::Int),
    ("j", ValueType::Int),
    ("l", ValueType::Long),
    ("x", ValueType::Double),
    ("p", ValueType::Boolean),
    ("r", ValueType::Reference),
    ("a", ValueType::Reference),
    ("a[*]", ValueType::Sequence(Element::Int)),
    ("b[*]", ValueType::Sequence(Element::Int)),
    ("d[*]", ValueType::Sequence(Element::Double)),
    ("set[*]", ValueType::Bag(Element::Int)),
    ("objects[*]", ValueType::Sequence(Element::Reference)),
    ("names[*]", ValueType::Sequence(Element::Text)),
    ("s[*]", ValueType::Text),
    ("t[*]", ValueType::Text),
    ("flags[*]", ValueType::Sequence(Element::Boolean)),
    ("c", ValueType::Char),
    ("longs[*]", ValueType::Sequence(Element::Long)),
    ("f", ValueType::Float),
];

fn schema() -> Schema {
    let variables = VARIABLES.map(|(name, value_type)| Variable::new(name, value_type));
    Schema { method: "p.C#m()".into(), variables: variables.into() }
}

fn var(name: &str) -> Expr {
    Expr::Var(VARIABLES.iter().position(|v| v.0 == name).expect("a variable") as VarId)
}

/// The value of one variable in one row, before it is put into a column.
#[derive(Clone, Debug)]
enum Cell {
    Absent,
    Bits(i64),
    Real(f64),
    Text(String),
    Items(Vec<Cell>),
}

fn cell(value_type: ValueType) -> BoxedStrategy<Cell> {
    let items = |element: Element| proptest::collection::vec(present(element.into()), 0..6).prop_map(Cell::Items).boxed();
    match value_type {
        ValueType::Sequence(element) | ValueType::Bag(element) => prop_oneof![1 => Just(Cell::Absent), 6 => items(element)].boxed(),
        ValueType::Text => prop_oneof![1 => Just(Cell::Absent), 5 => present(value_type)].boxed(),
        other => present(other),
    }
}

fn present(value_type: ValueType) -> BoxedStrategy<Cell> {
    let small = (-3i64..=6).prop_map(Cell::Bits);
    match value_type {
        ValueType::Boolean => (0i64..=1).prop_map(Cell::Bits).boxed(),
        ValueType::Char => (95i64..=100).prop_map(Cell::Bits).boxed(),
        ValueType::Reference => (0i64..=3).prop_map(Cell::Bits).boxed(),
        ValueType::Int => prop_oneof![6 => small, 1 => any::<i32>().prop_map(|v| Cell::Bits(v.into()))].boxed(),
        ValueType::Long => prop_oneof![4 => small, 1 => any::<i64>().prop_map(Cell::Bits)].boxed(),
        ValueType::Float => (-3i8..=3).prop_map(|v| Cell::Real(f64::from(v) / 2.0)).boxed(),
        ValueType::Double => {
            let special = proptest::sample::select(vec![0.0, -0.0, f64::NAN, f64::INFINITY, 0.1]);
            prop_oneof![3 => (-3i8..=3).prop_map(f64::from), 1 => special].prop_map(Cell::Real).boxed()
        }
        ValueType::Text => "[ab_ ]{0,4}".prop_map(Cell::Text).boxed(),
        other => unreachable!("{other} is no element"),
    }
}

fn row() -> impl Strategy<Value = Vec<Cell>> {
    VARIABLES.map(|(_, value_type)| cell(value_type)).to_vec()
}

fn values(cells: &[Cell], value_type: ValueType, texts: &mut TextPool) -> Values {
    match value_type {
        ValueType::Boolean => {
            let mut bits = Bits::zeros(cells.len());
            cells.iter().enumerate().for_each(|(i, c)| bits.set(i, matches!(c, Cell::Bits(1))));
            Values::Boolean(bits)
        }
        ValueType::Float | ValueType::Double => Values::Real(cells.iter().map(|c| if let Cell::Real(v) = c { *v } else { 0.0 }).collect()),
        ValueType::Text => {
            let id = |c: &Cell| match c {
                Cell::Text(text) => texts.intern(&text.encode_utf16().collect::<Vec<_>>()),
                _ => TextPool::NULL,
            };
            Values::Text(cells.iter().map(id).collect())
        }
        ValueType::Sequence(element) | ValueType::Bag(element) => {
            let (mut offsets, mut all) = (vec![0], Vec::new());
            for cell in cells {
                if let Cell::Items(items) = cell {
                    all.extend(items.iter().cloned());
                }
                offsets.push(all.len() as u32);
            }
            Values::Sequence { offsets, items: Box::new(values(&all, element.into(), texts)) }
        }
        _ => Values::Integral(cells.iter().map(|c| if let Cell::Bits(v) = c { *v } else { 0 }).collect()),
    }
}

fn dataset(rows: &[Vec<Cell>], correct: usize) -> Dataset {
    let mut texts = TextPool::default();
    let column = |(v, (_, value_type)): (usize, &(&str, ValueType))| {
        let cells: Vec<Cell> = rows.iter().map(|row| row[v].clone()).collect();
        let mut present = Bits::zeros(rows.len());
        cells.iter().enumerate().for_each(|(i, c)| present.set(i, !matches!(c, Cell::Absent)));
        let everywhere = cells.iter().all(|c| !matches!(c, Cell::Absent));
        Column { values: values(&cells, *value_type, &mut texts), present: (!everywhere).then_some(present) }
    };
    let columns = VARIABLES.iter().enumerate().map(column).collect();
    Dataset {
        explored: false,
        schema: schema(),
        rows: rows.len(),
        correct,
        columns,
        origins: vec![],
        texts,
        correct_tests: vec![],
        constants: Default::default(),
    }
}

fn select(names: &'static [&'static str]) -> impl Strategy<Value = Expr> + Clone {
    proptest::sample::select(names).prop_map(var)
}

fn call(function: Function, arguments: impl Into<Vec<Expr>>) -> Expr {
    Expr::call(function, arguments)
}

const INTS: &[&str] = &["a[*]", "b[*]"];
const CONTAINERS: &[&str] = &["a[*]", "b[*]", "set[*]"];
const TEXTS: &[&str] = &["s[*]", "t[*]"];
const SEQUENCES: &[&str] = &["a[*]", "b[*]", "d[*]", "objects[*]", "names[*]", "flags[*]", "longs[*]"];

fn text() -> BoxedStrategy<Expr> {
    let literal = "[ab_]{0,2}".prop_map(|t| Expr::Text(t.as_str().into()));
    let leaf = prop_oneof![3 => select(TEXTS), 1 => literal];
    prop_oneof![
        5 => leaf.clone(),
        1 => leaf.clone().prop_map(|t| call(Function::Strip, [t])),
        1 => (leaf.clone(), leaf.clone()).prop_map(|(t, u)| call(Function::Concat, [t, u])),
        1 => (leaf.clone(), 0..3).prop_map(|(t, i)| call(Function::Substring, [t, Expr::Int(i)])),
        1 => select(&["i"]).prop_map(|i| call(Function::Get, [var("names[*]"), i])),
    ]
    .boxed()
}

/// Of type int.
fn int() -> BoxedStrategy<Expr> {
    let leaf = prop_oneof![3 => select(&["i", "j", "c"]), 1 => (-2..=4).prop_map(Expr::Int)].boxed();
    let bits = proptest::sample::select(vec![BitAnd, BitOr, BitXor, Shl, Shr, Ushr, Add, Sub, Mul, Div, Rem]);
    let extremum = proptest::sample::select(vec![Function::Min, Function::Max]);
    leaf.prop_recursive(3, 10, 2, move |inner| {
        prop_oneof![
            3 => (bits.clone(), inner.clone(), inner.clone()).prop_map(|(op, x, y)| Expr::binary(op, x, y)),
            // A shift of an int by a long is an int.
            1 => (proptest::sample::select(vec![Shl, Shr, Ushr]), inner.clone()).prop_map(|(op, x)| Expr::binary(op, x, var("l"))),
            1 => inner.clone().prop_map(|x| Expr::unary(UnaryOp::BitNot, x)),
            1 => inner.clone().prop_map(|x| call(Function::Abs, [x])),
            1 => (extremum.clone(), inner.clone(), inner.clone()).prop_map(|(f, x, y)| call(f, [x, y])),
            2 => (select(INTS), inner.clone()).prop_map(|(a, i)| call(Function::Get, [a, i])),
            1 => (text(), inner.clone()).prop_map(|(s, i)| call(Function::Get, [s, i])),
            2 => select(SEQUENCES).prop_map(|a| call(Function::Length, [a])),
            1 => text().prop_map(|s| call(Function::Length, [s])),
            1 => (select(CONTAINERS), inner.clone()).prop_map(|(a, i)| call(Function::Count, [a, i])),
            1 => (select(INTS), inner).prop_map(|(a, i)| call(Function::IndexOf, [a, i])),
            1 => select(CONTAINERS).prop_map(|a| call(Function::Least, [a])),
        ]
    })
    .boxed()
}

fn number() -> BoxedStrategy<Expr> {
    let wide = prop_oneof![
        2 => select(&["l", "x", "f"]),
        1 => select(&["a[*]", "set[*]", "longs[*]", "d[*]"]).prop_map(|a| call(Function::Sum, [a])),
        1 => select(&["d[*]", "longs[*]"]).prop_map(|a| call(Function::Greatest, [a])),
        1 => int().prop_map(|i| call(Function::Get, [var("d[*]"), i])),
        1 => any::<i64>().prop_map(Expr::Long),
        1 => (-4i8..4).prop_map(|v| Expr::Double(f64::from(v) / 2.0)),
    ];
    let wide = (wide.clone(), wide, proptest::sample::select(vec![Function::Min, Function::Max])).prop_flat_map(
        |(x, y, f)| prop_oneof![3 => Just(x.clone()), 1 => Just(call(f, [x.clone(), y])), 1 => Just(call(Function::Abs, [x]))],
    );
    prop_oneof![3 => int(), 2 => wide].boxed()
}

fn comparison(left: BoxedStrategy<Expr>, right: BoxedStrategy<Expr>) -> BoxedStrategy<Expr> {
    (proptest::sample::select(vec![Eq, Ne, Lt, Le, Gt, Ge]), left, right).prop_map(|(op, x, y)| Expr::binary(op, x, y)).boxed()
}

fn boolean() -> BoxedStrategy<Expr> {
    let exact = || int().prop_filter("small enough to be exact", |i| i.size() < 4).prop_map(|i| Expr::unary(UnaryOp::Exact, i)).boxed();
    let reference = || {
        let element = int().prop_map(|i| call(Function::Get, [var("objects[*]"), i]));
        prop_oneof![2 => select(&["r", "a"]), 1 => element, 1 => Just(Expr::Null)].boxed()
    };
    let quantified = {
        let element = |i: Expr| call(Function::Get, [var("a[*]"), i]);
        let next = || Expr::binary(Add, Expr::Bound(0), Expr::Int(1));
        let bodies = vec![
            Expr::binary(Le, element(Expr::Bound(0)), element(next())),
            Expr::binary(Ne, element(Expr::Bound(0)), var("i")),
            call(Function::Contains, [var("b[*]"), element(Expr::Bound(0))]),
        ];
        let quantifier = proptest::sample::select(vec![Quantifier::ForAll, Quantifier::Exists]);
        let length = || call(Function::Length, [var("a[*]")]);
        let hi = prop_oneof![
            Just(length()),
            Just(Expr::binary(Sub, length(), Expr::Int(1))),
            Just(call(Function::Min, [var("j"), Expr::Int(8)]))
        ];
        (quantifier, hi, proptest::sample::select(bodies)).prop_map(|(q, hi, body)| Expr::quantified(q, Expr::Int(0), hi, body))
    };
    prop_oneof![
        4 => comparison(number(), number()),
        1 => comparison(exact(), prop_oneof![exact(), select(&["l"]).boxed()].boxed()),
        2 => (text(), text()).prop_map(|(s, t)| Expr::binary(Eq, s, t)),
        1 => (text(), text()).prop_map(|(s, t)| call(Function::StartsWith, [s, t])),
        1 => (text(), text()).prop_map(|(s, t)| call(Function::Contains, [s, t])),
        1 => (select(INTS), select(INTS)).prop_map(|(a, b)| Expr::binary(Eq, a, b)),
        1 => (select(CONTAINERS), select(CONTAINERS)).prop_map(|(a, b)| call(Function::Permutation, [a, b])),
        1 => select(&["a[*]", "d[*]", "names[*]"]).prop_map(|a| call(Function::Sorted, [a])),
        1 => (select(CONTAINERS), int()).prop_map(|(a, i)| call(Function::Contains, [a, i])),
        1 => int().prop_map(|i| call(Function::Get, [var("flags[*]"), i])),
        1 => (proptest::sample::select(vec![Eq, Ne]), reference(), reference()).prop_map(|(op, x, y)| Expr::binary(op, x, y)),
        2 => quantified,
        1 => Just(var("p")),
    ]
    .boxed()
}

fn assertion() -> BoxedStrategy<Expr> {
    boolean()
        .prop_recursive(3, 8, 2, |inner| {
            let logical = proptest::sample::select(vec![And, Or, Xor, Implies, Equiv]);
            prop_oneof![
                1 => inner.clone().prop_map(|x| Expr::unary(UnaryOp::Not, x)),
                4 => (logical, inner.clone(), inner).prop_map(|(op, x, y)| Expr::binary(op, x, y)),
            ]
        })
        .boxed()
}

fn evidence() -> impl Strategy<Value = Dataset> {
    let sized = prop_oneof![6 => 1usize..90, 1 => 120usize..400];
    let rows = sized.prop_flat_map(|n| proptest::collection::vec(row(), n));
    rows.prop_flat_map(|rows| {
        let all = rows.len();
        (Just(rows), 0..=all).prop_map(|(rows, correct)| dataset(&rows, correct))
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, ..ProptestConfig::default() })]

    #[test]
    fn columns_and_interpreter_agree_on_every_state(expr in assertion(), data in evidence()) {
        type_of(&expr, &data.schema).map_err(|e| TestCaseError::fail(e.message))?;
        let expected: Vec<bool> = (0..data.rows).map(|row| interpret::holds(&expr, &data, row)).collect();
        let deficiencies = Deficiencies {
            false_positives: expected[..data.correct].iter().filter(|&&b| !b).count() as u32,
            false_negatives: expected[data.correct..].iter().filter(|&&b| b).count() as u32,
        };
        for level in Level::available() {
            let (bits, counted) = eval::evaluate_with(Kernels::of(level).unwrap(), &data, &expr);
            let actual: Vec<bool> = (0..data.rows).map(|row| bits.get(row)).collect();
            prop_assert_eq!(&actual, &expected, "{:?}", level);
            prop_assert_eq!(counted, deficiencies, "{:?}", level);
        }
        // Inside a pool, where the rows are shared among threads.
        let pool = Pool::new(2).unwrap();
        prop_assert_eq!(pool.run(|| eval::evaluate(&data, &expr)), eval::evaluate(&data, &expr));
    }

    #[test]
    fn a_tree_with_derived_terms_is_the_expression_that_it_was_made_from(expr in assertion(), data in evidence()) {
        use oraculum::assertion::eval::dag::Nodes;
        let frame = eval::frame_of(&data, &expr, usize::MAX, &|| false).unwrap();
        let mut forest = Forest::new(&frame, Kernels::best());
        let root = forest.add_expr(&expr).unwrap();
        let again = forest.dag.expr(root);
        prop_assert_eq!(forest.dag.node(root).size as usize, expr.size());
        prop_assert_eq!(forest.add_expr(&again), Some(root));
        prop_assert_eq!(again.size(), expr.size());
    }
}

/// `sum(a) > i && s.equals(t)`
fn two_terms() -> Expr {
    let sum = Expr::binary(Gt, call(Function::Sum, [var("a[*]")]), var("i"));
    Expr::binary(And, sum, Expr::binary(Eq, var("s[*]"), var("t[*]")))
}

fn some_rows(n: usize) -> Dataset {
    use proptest::strategy::ValueTree;
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let rows: Vec<Vec<Cell>> = (0..n).map(|_| row().new_tree(&mut runner).unwrap().current()).collect();
    dataset(&rows, n / 3)
}

#[test]
fn an_expression_whose_columns_have_no_room_is_interpreted() {
    let data = some_rows(300);
    let mut frame = Frame::new(&data);
    assert_eq!(frame.derive(&data, &two_terms(), 1_000, &|| false), Err(Underived::TooLarge));
    assert_eq!(frame.derived_bytes(), 0);
    // Room for the equality, a bit per state, but not for the sum, 8 bytes per state.
    let mut forest = Forest::new(&frame, Kernels::best());
    assert_eq!(forest.add_expr(&two_terms()), None);
    frame.derive(&data, &Expr::binary(Eq, var("s[*]"), var("t[*]")), 1_000, &|| false).unwrap();
    assert!((1..=1_000).contains(&frame.derived_bytes()));
    assert_eq!(eval::evaluate_within(Kernels::best(), &data, &two_terms(), 1_000), eval::evaluate(&data, &two_terms()));
}

#[test]
fn an_interrupted_derivation_says_so() {
    let data = some_rows(300);
    assert_eq!(Frame::new(&data).derive(&data, &two_terms(), usize::MAX, &|| true), Err(Underived::Interrupted));
}

#[test]
fn a_term_has_one_column_however_often_it_occurs() {
    let data = some_rows(100);
    let twice = Expr::binary(Or, two_terms(), Expr::unary(UnaryOp::Not, two_terms()));
    let frame = eval::frame_of(&data, &twice, usize::MAX, &|| false).unwrap();
    assert_eq!(frame.terms().all().len(), 2);
    let sum = &frame.terms().all()[0];
    assert_eq!((&sum.expr, sum.column as usize), (&call(Function::Sum, [var("a[*]")]), VARIABLES.len()));
}
