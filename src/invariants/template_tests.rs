//! One trace for each template: what has to be said of it, in Daikon's words.

use super::formula::{Constant, Formula, Predicate};
use super::samples::{Column, Data, Kind, Place, PointName, Samples, Shape, Variable};
use super::settings::Settings;
use super::texts::Texts;
use super::trace::Point;
use super::{PointInvariants, infer_point};
use crate::daikon::notation;
use crate::evidence::dataset::Bits;
use crate::evidence::text::TextPool;
use crate::relation::Relation;

const ROWS: i64 = 60;

/// A column of a name; the names of sequences end with `[]`.
enum Values {
    Ints(Vec<i64>),
    Booleans(Vec<i64>),
    References(Vec<i64>),
    Reals(Vec<f64>),
    Texts(Vec<&'static str>),
    Lists(Vec<Vec<i64>>),
    References2(Vec<Vec<i64>>),
}

fn ints(value: impl Fn(i64) -> i64) -> Values {
    Values::Ints((0..ROWS).map(value).collect())
}

fn reals(value: impl Fn(f64) -> f64) -> Values {
    Values::Reals((0..ROWS).map(|i| value(scatter(i) as f64 / 4.0)).collect())
}

fn lists(value: impl Fn(i64) -> Vec<i64>) -> Values {
    Values::Lists((0..ROWS).map(value).collect())
}

/// Numbers from -50 to 50 in no order, 0 among them.
fn scatter(i: i64) -> i64 {
    (i * 37 + 11) % 101 - 50
}

fn offsets<T>(lists: &[Vec<T>]) -> Vec<u32> {
    std::iter::once(0)
        .chain(lists.iter().scan(0, |end, l| {
            *end += l.len() as u32;
            Some(*end)
        }))
        .collect()
}

fn inferred_with(columns: Vec<(&str, Values)>, settings: &Settings) -> (Texts, PointInvariants) {
    let mut pool = TextPool::default();
    for (_, values) in &columns {
        if let Values::Texts(texts) = values {
            for text in texts {
                pool.intern(&text.encode_utf16().collect::<Vec<_>>());
            }
        }
    }
    let (texts, places) = Texts::of(&pool);
    let mut samples = Samples { rows: ROWS as usize, ..Samples::default() };
    for (name, values) in columns {
        let (kind, shape, data) = match values {
            Values::Ints(v) => (Kind::Integer, Shape::Scalar, Data::Integers(v)),
            Values::Booleans(v) => (Kind::Boolean, Shape::Scalar, Data::Integers(v)),
            Values::References(v) => (Kind::Reference, Shape::Scalar, Data::Integers(v)),
            Values::Reals(v) => (Kind::Real, Shape::Scalar, Data::Reals(v)),
            Values::Texts(v) => {
                let id = |t: &&str| pool.find(&t.encode_utf16().collect::<Vec<_>>()).expect("interned") as usize;
                (Kind::Text, Shape::Scalar, Data::Integers(v.iter().map(|t| places[id(t)]).collect()))
            }
            Values::Lists(v) => (Kind::Integer, Shape::Sequence, Data::IntegerLists { offsets: offsets(&v), items: v.concat() }),
            Values::References2(v) => (Kind::Reference, Shape::Sequence, Data::IntegerLists { offsets: offsets(&v), items: v.concat() }),
        };
        samples.push(Variable::new(name, kind, shape), Column { data, present: None });
    }
    let name = PointName { method: "C.m()".into(), place: Place::Entry };
    let point = infer_point(Point::new(name, samples), &texts, true, settings);
    (texts, point)
}

fn said(columns: Vec<(&str, Values)>) -> Vec<String> {
    said_with(columns, &Settings::default())
}

fn said_with(columns: Vec<(&str, Values)>, settings: &Settings) -> Vec<String> {
    let (texts, point) = inferred_with(columns, settings);
    let invariants = point.invariants.iter().filter(|i| i.is_reported());
    let equalities = point.equalities.iter().map(|e| notation::equality(e.leader, e.other, &point.samples));
    let implications = point.implications.iter().map(|i| notation::implication(i, &point.samples, &texts));
    equalities.chain(invariants.map(|i| notation::invariant(&i.candidate.formula, &point.samples, &texts))).chain(implications).collect()
}

/// What is off by default.
fn asked() -> Settings {
    Settings { bits: true, class_names: true, slices: true, ..Settings::default() }
}

fn check(columns: Vec<(&str, Values)>, expected: &[&str], unexpected: &[&str]) {
    check_said(&said(columns), expected, unexpected);
}

fn check_asked(columns: Vec<(&str, Values)>, expected: &[&str], unexpected: &[&str]) {
    check_said(&said_with(columns, &asked()), expected, unexpected);
}

fn check_said(said: &[String], expected: &[&str], unexpected: &[&str]) {
    for e in expected {
        assert!(said.iter().any(|s| s == e), "`{e}` is missing of {said:#?}");
    }
    for u in unexpected {
        assert!(!said.iter().any(|s| s == u), "`{u}` is among {said:#?}");
    }
}

#[test]
fn one_value() {
    check(vec![("x", ints(|_| 7))], &["x == 7"], &["x >= 7", "x <= 7", "x != 0"]);
    check(vec![("x", ints(|i| [3, -1, 8][i as usize % 3]))], &["x one of { -1, 3, 8 }"], &["x >= -1", "x != 0"]);
    check(vec![("x", ints(|i| i % 10))], &["x >= 0", "x <= 9"], &["x != 0"]);
    check(vec![("x", ints(|i| 3 * (i % 10) + 1))], &["x == 1  (mod 3)"], &[]);
    check(vec![("x", ints(|i| 1 << (i % 7)))], &["x is a power of 2"], &["x != 0", "x >= 1"]);
    check(vec![("b", Values::Booleans(vec![1; 60]))], &["b == true"], &[]);
    check(vec![("d", reals(|x| (4.0 * x).rem_euclid(7.0)))], &["d >= 0.0"], &["d != 0"]);
    check(vec![("r", Values::References((0..ROWS).map(|i| i % 9 + 1).collect()))], &["r != null"], &[]);
    check(vec![("r", Values::References(vec![0; 60]))], &["r == null"], &[]);
    check(vec![("r", Values::References(vec![5; 60]))], &["r has only one value", "r != null"], &[]);
}

#[test]
fn zero_is_missed_only_after_many_samples() {
    let nonzero = |i: i64| if scatter(i) == 0 { 1 } else { scatter(i) };
    check(vec![("x", ints(nonzero))], &[], &["x != 0"]);
    let near = |i: i64| [-2, -1, 1, 2, 3][i as usize % 5];
    check(vec![("x", ints(near))], &["x != 0"], &[]);
}

#[test]
fn texts() {
    let words = |f: fn(usize) -> &'static str| Values::Texts((0..ROWS as usize).map(f).collect());
    check(vec![("s", words(|_| "a\"b"))], &["s == \"a\\\"b\""], &["s is printable", "s.length() == 3"]);
    check(vec![("s", words(|i| ["ab", "b", "zz", "cab", "d e", "", "x"][i % 7]))], &["s is printable"], &["s.length() >= 0"]);
    let parts = vec![("s", words(|i| ["a", "b", "", "ca"][i % 4])), ("t", words(|i| ["ax", "by", "", "cab"][i % 4]))];
    check(parts, &["s is a prefix of t"], &["s <= t", "s is a substring of t"]);
}

#[test]
fn two_integers() {
    let x = || ("x", ints(scatter));
    let jitter = |i: i64| i * i % 7;
    check(vec![x(), ("y", ints(scatter))], &["x == y"], &[]);
    check(vec![x(), ("y", ints(|i| scatter(i) + jitter(i)))], &["x <= y"], &["x != y"]);
    check(vec![x(), ("y", ints(|i| scatter(i) - 1 - jitter(i)))], &["x > y"], &["x >= y", "x != y"]);
    check(vec![x(), ("y", ints(|i| scatter(i) + if i % 2 == 0 { 5 } else { -3 - jitter(i) }))], &["x != y"], &[]);
    check(vec![x(), ("y", ints(|i| 2 * scatter(i) - 3))], &["2 * x - y - 3 == 0"], &[]);
    check(vec![x(), ("y", ints(|i| scatter(i) + 1))], &["x - y + 1 == 0"], &["x < y", "x != y"]);
    check_asked(vec![x(), ("y", ints(|i| !scatter(i)))], &["x + y + 1 == 0"], &["x == ~y"]);
    check(vec![x(), ("y", ints(|i| scatter(i) * scatter(i)))], &["y == x**2"], &[]);
    check(vec![x(), ("y", ints(|i| scatter(i).abs()))], &["y == |x|"], &[]);
    let divisor = |i: i64| jitter(i) + 1;
    check(vec![("y", ints(divisor)), ("x", ints(|i| divisor(i) * (i * 31 % 17)))], &["x % y == 0"], &[]);
    check_asked(vec![x(), ("y", ints(|i| scatter(i) & (i * 5)))], &["y is a bitwise subset of x"], &[]);
    check_asked(vec![x(), ("y", ints(|i| !scatter(i) & (i * 7)))], &["(x & y == 0)"], &[]);
}

#[test]
fn two_booleans_and_two_references() {
    let flip = |i: i64| i * i % 3 % 2;
    let negated = Values::Booleans((0..ROWS).map(|i| 1 - flip(i)).collect());
    check(vec![("b", Values::Booleans((0..ROWS).map(flip).collect())), ("c", negated)], &["b != c"], &["b < c"]);
    let references = |shift: i64| Values::References((0..ROWS).map(|i| i + shift).collect());
    check(vec![("r", references(1)), ("s", references(2))], &[], &["r != s", "r < s", "r - s + 1 == 0"]);
}

#[test]
fn two_and_three_reals() {
    check(vec![("x", reals(|x| x)), ("y", reals(|x| 2.0 * x + 0.5))], &["y == 2.0 * x + 0.5"], &[]);
    check(vec![("x", reals(|x| x)), ("y", reals(|x| x * x))], &["y == x**2"], &[]);
    let second = |x: f64| (x * 12.0).rem_euclid(7.0);
    let columns = || vec![("x", reals(|x| x)), ("y", reals(second))];
    let with = |z: Values| columns().into_iter().chain([("z", z)]).collect();
    check(with(reals(|x| x - second(x))), &["z == x - y"], &[]);
    check(with(reals(|x| x.min(second(x)))), &["z == min(x, y)"], &["x >= z", "z <= x"]);
    let mut broken: Vec<f64> = (0..ROWS).map(|i| scatter(i) as f64 / 4.0).collect();
    broken[30] = f64::NAN;
    check(vec![("x", reals(|x| x)), ("y", Values::Reals(broken))], &[], &["x == y", "x <= y", "y >= -12.5"]);
}

#[test]
fn three_integers() {
    let y = |i: i64| (i * 29 + 5) % 23 - 6;
    let with = |z: &dyn Fn(i64, i64) -> i64| vec![("x", ints(scatter)), ("y", ints(y)), ("z", ints(|i| z(scatter(i), y(i))))];
    check(with(&|x, y| 2 * x - 3 * y + 4), &["2 * x - 3 * y - z + 4 == 0"], &[]);
    check(with(&|x, y| x.min(y)), &["z == min(x, y)"], &["x >= z", "y >= z"]);
    check(with(&|x, y| x.max(y)), &["z == max(x, y)"], &["x <= z", "y <= z"]);
    check(with(&|x, y| x * y), &["z == (x * y)"], &[]);
    check(with(&|x, y| super::formula::Function::Gcd.of_integers(x, y).expect("small")), &["z == gcd(x, y)"], &[]);
    check_asked(with(&|x, y| x & y), &["z == (x & y)"], &["z is a bitwise subset of x"]);
    check_asked(with(&|x, y| x | y), &["z == (x | y)"], &["x is a bitwise subset of z"]);
    check_asked(with(&|x, y| x ^ y), &["z == (x ^ y)"], &[]);
    let divisor = |i: i64| y(i).abs() + 1;
    let divided =
        |z: &dyn Fn(i64, i64) -> i64| vec![("x", ints(scatter)), ("y", ints(divisor)), ("z", ints(|i| z(scatter(i), divisor(i))))];
    check(divided(&|x, y| x / y), &["z == (x / y)"], &[]);
    check(divided(&|x, y| x % y), &["z == (x % y)"], &[]);
    let shift = |i: i64| i % 6;
    let shifted = |z: &dyn Fn(i64, i64) -> i64| vec![("x", ints(scatter)), ("y", ints(shift)), ("z", ints(|i| z(scatter(i), shift(i))))];
    check_asked(shifted(&|x, y| x << y), &["z == (x << y)"], &[]);
    check_asked(shifted(&|x, y| x >> y), &["z == (x >> y)"], &[]);
}

fn list(i: i64) -> Vec<i64> {
    (0..i % 5).map(|k| (i * 13 + k * 29) % 31 - 8).collect()
}

fn sorted(i: i64) -> Vec<i64> {
    let mut sorted = list(i);
    sorted.sort_unstable();
    sorted
}

#[test]
fn one_sequence() {
    check(
        vec![("a[]", lists(|i| list(i).into_iter().map(|x| x.rem_euclid(3)).collect()))],
        &["a[] elements one of { 0, 1, 2 }"],
        &["a[] elements >= 0"],
    );
    check(vec![("a[]", lists(|i| list(i).into_iter().map(|x| x.abs() % 12).collect()))], &["a[] elements >= 0"], &[]);
    check(vec![("a[]", lists(|i| list(i).into_iter().map(|x| 4 * x + 1).collect()))], &["a[] elements == 1  (mod 4)"], &[]);
    check(vec![("a[]", lists(sorted))], &["a[] sorted by <"], &["a[] sorted by <=", "a[] contains no duplicates"]);
    check(vec![("a[]", lists(|i| vec![i; (i % 4) as usize]))], &["a[] elements are equal"], &[]);
    check(vec![("a[]", lists(list))], &["a[] contains no duplicates"], &["size(a[]) >= 0"]);
    check(vec![("a[]", lists(|_| vec![1, 2]))], &["a[] == [1, 2]"], &["size(a[]) == 2", "a[] sorted by <"]);
    check(vec![("a[]", lists(|_| vec![]))], &["a[] == []"], &["a[] contains no duplicates", "size(a[]) == 0"]);
    check(vec![("a[]", Values::References2((0..ROWS).map(|i| vec![i + 1; 2]).collect()))], &["a[] elements != null"], &[]);
}

#[test]
fn a_sequence_and_a_value() {
    let largest = |i: i64| list(i).into_iter().max().unwrap_or(0);
    check(vec![("a[]", lists(list)), ("x", ints(largest))], &["a[] elements <= x"], &[]);
    check(vec![("a[]", lists(|i| [list(i), vec![scatter(i)]].concat())), ("x", ints(scatter))], &["x in a[]"], &[]);
    // An index that is always within bounds.
    let stack = |i: i64| (0..9).map(|k| if k <= i % 7 { 100 + k } else { 0 }).collect::<Vec<_>>();
    let columns = vec![("a[]", Values::References2((0..ROWS).map(stack).collect())), ("top", ints(|i| i % 7))];
    check_asked(
        columns,
        &["a[0..top] elements != null", "a[top+1..] elements == null"],
        &["a[top] != null", "a[0..top-1] elements != null"],
    );
}

#[test]
fn two_sequences() {
    check(vec![("a[]", lists(list)), ("b[]", lists(list))], &["a[] == b[]"], &["a[] is a subset of b[]"]);
    let reversed = |i: i64| list(i).into_iter().rev().collect();
    check(vec![("a[]", lists(list)), ("b[]", lists(reversed))], &["a[] is the reverse of b[]"], &["a[] is a subset of b[]"]);
    let shifted = |by: i64| lists(move |i| list(i).into_iter().map(|x| x + by + if by == 0 { 0 } else { x.rem_euclid(3) }).collect());
    check(vec![("a[]", lists(list)), ("b[]", shifted(1))], &["a[] < b[] (elementwise)"], &["a[] <= b[] (lexically)"]);
    check(
        vec![("a[]", lists(list)), ("b[]", lists(|i| list(i).into_iter().map(|x| 3 * x + 2).collect()))],
        &["3 * a[] - b[] + 2 == 0 (elementwise)"],
        &[],
    );
    check(
        vec![("a[]", lists(list)), ("b[]", lists(|i| [vec![99], list(i), vec![50]].concat()))],
        &["a[] is a subsequence of b[]"],
        &["a[] is a subset of b[]"],
    );
    let mixed = |i: i64| [sorted(i), vec![77]].concat().into_iter().rev().collect();
    check(vec![("a[]", lists(list)), ("b[]", lists(mixed))], &["a[] is a subset of b[]"], &[]);
}

#[test]
fn a_path_of_comparisons_implies_its_ends() {
    let step = |i: i64| i * i % 5;
    let columns =
        vec![("x", ints(scatter)), ("y", ints(|i| scatter(i) + step(i))), ("z", ints(|i| scatter(i) + step(i) + 1 + i % 4 * (i % 3)))];
    check(columns, &["x <= y", "y < z"], &["x < z"]);
}

#[test]
fn a_value_that_is_absent_says_nothing() {
    let (texts, mut point) = inferred_with(vec![("x", ints(scatter))], &Settings::default());
    let present: Bits = (0..ROWS).map(|i| i % 2 == 0).collect();
    let halved = (0..ROWS).map(|i| if i % 2 == 0 { scatter(i) + 1 } else { 0 }).collect();
    point.samples.push(Variable::new("y", Kind::Integer, Shape::Scalar), Column { data: Data::Integers(halved), present: Some(present) });
    let point = infer_point(Point::new(point.name, point.samples), &texts, true, &Settings::default());
    let line = point.invariants.iter().find(|i| notation::invariant(&i.candidate.formula, &point.samples, &texts) == "x - y + 1 == 0");
    assert_eq!(line.expect("a line where both are present").candidate.samples, 30);
}

#[test]
fn signs_are_said_where_the_setting_asks_for_them() {
    let bounds = |signs: bool, values: Values| -> Vec<String> {
        let (texts, point) = inferred_with(vec![("x", values)], &Settings { signs, ..Settings::default() });
        let reported = point.invariants.iter().filter(|i| i.is_reported());
        let said = reported.map(|i| notation::invariant(&i.candidate.formula, &point.samples, &texts));
        said.filter(|text| text.contains(">=") || text.contains("<=")).collect()
    };
    // No two values are alike, so that no exact bound is sure.
    assert_eq!(bounds(false, reals(|x| x * x + x / 1000.0 + 1.0)), Vec::<String>::new());
    assert_eq!(bounds(true, reals(|x| x * x + x / 1000.0 + 1.0)), ["x >= 0.0"]);
    assert_eq!(bounds(true, reals(|x| -x * x - x / 1000.0 - 1.0)), ["x <= 0.0"]);
    assert_eq!(bounds(true, reals(|x| x)), Vec::<String>::new(), "both signs");
    assert_eq!(bounds(true, ints(|i| i % 10)), ["x >= 0", "x <= 9"], "what is exact says more");
    let not_a_number = |x: f64| if x == 0.0 { f64::NAN } else { x * x };
    assert_eq!(bounds(true, reals(not_a_number)), Vec::<String>::new(), "NaN is not at least 0");
}

#[test]
fn settings_do_what_they_say() {
    let bounds = Settings { interesting_bounds_only: true, ..Settings::default() };
    let (texts, point) = inferred_with(vec![("x", ints(|i| i % 10 + 20)), ("y", ints(|i| i % 9))], &bounds);
    let text: Vec<String> = point.invariants.iter().map(|i| notation::invariant(&i.candidate.formula, &point.samples, &texts)).collect();
    assert!(text.contains(&"y >= 0".to_owned()) && !text.iter().any(|t| t.starts_with("x >=") || t.starts_with("y <=")), "{text:?}");
    assert!(Settings { confidence: f64::NAN, ..Settings::default() }.check().is_err());
    assert!(Settings { one_of: 0, ..Settings::default() }.check().is_err());
}

#[test]
fn what_is_noise_is_said_where_it_is_asked_for() {
    let stack = |i: i64| (0..9).map(|k| if k <= i % 7 { 100 + k } else { 0 }).collect::<Vec<_>>();
    let columns = || {
        vec![("a[]", Values::References2((0..ROWS).map(stack).collect())), ("top", ints(|i| i % 7)), ("y", ints(|i| !(i % 7) & (i * 7)))]
    };
    let parts = |said: &[String]| said.iter().filter(|s| s.contains("..") || s.contains('&') || s.contains("bitwise")).count();
    assert_eq!(parts(&said(columns())), 0);
    assert!(parts(&said_with(columns(), &asked())) > 2);
    // Of what is 0 or 1 nobody knows whether it is a place.
    let columns = vec![("a[]", Values::References2((0..ROWS).map(stack).collect())), ("flag", ints(|i| i % 2))];
    assert_eq!(parts(&said_with(columns, &asked())), 0);
}

#[test]
fn the_last_index_is_said_where_the_length_does_not_say_it() {
    let a = |i: i64| (0..2 + i % 7).map(|k| (i * 13 + k * 29) % 31).collect::<Vec<_>>();
    let last = |i: i64| 1 + i % 7;
    check(vec![("a[]", lists(a)), ("top", ints(last))], &["top == size(a[])-1"], &["top - size(a[]) + 1 == 0", "top < size(a[])"]);
    let below = |i: i64| if i % 3 == 0 { last(i) } else { i % 2 };
    check(vec![("a[]", lists(a)), ("i", ints(below))], &["i < size(a[])"], &["i <= size(a[])-1"]);
    check(vec![("a[]", lists(a)), ("i", ints(|i| last(i) - 1 - i * i % 2))], &["i < size(a[])-1"], &["i < size(a[])"]);
}

#[test]
fn constants_are_compared_with_variables_where_bounds_do_not_say_it() {
    let bounded = |i: i64| i % 10;
    check(vec![("x", ints(bounded)), ("LIMIT", ints(|_| 9))], &["x <= 9", "LIMIT == 9"], &["x <= LIMIT"]);
    check(vec![("x", ints(bounded)), ("LIMIT", ints(|_| 20))], &[], &["x < LIMIT", "x <= LIMIT"]);
    check(vec![("x", ints(|i| scatter(i) * 3)), ("LIMIT", ints(|_| 1000))], &["x < LIMIT"], &[]);
    let off = Settings { constants: false, ..Settings::default() };
    let said = said_with(vec![("x", ints(|i| scatter(i) * 3)), ("LIMIT", ints(|_| 1000))], &off);
    assert!(!said.contains(&"x < LIMIT".to_owned()), "{said:?}");
}

#[test]
fn lines_need_four_points_and_planes_five() {
    let few = |n: i64, f: fn(i64) -> i64| ints(move |i| f(i % n));
    let line = |n| said(vec![("x", few(n, |i| i * i * 5 + 1)), ("y", few(n, |i| 3 * (i * i * 5 + 1) + 2))]);
    assert!(line(4).contains(&"3 * x - y + 2 == 0".to_owned()), "{:?}", line(4));
    assert!(!line(3).contains(&"3 * x - y + 2 == 0".to_owned()));
    let x: fn(i64) -> i64 = |i| [1, 7, 3, 20, 11][i as usize];
    let y: fn(i64) -> i64 = |i| [5, 2, 9, 4, 30][i as usize];
    let plane = |n| {
        let z = ints(move |i| 2 * x(i % n) + 3 * y(i % n) + 1);
        said(vec![("x", few(n, x)), ("y", few(n, y)), ("z", z)])
    };
    assert!(plane(5).contains(&"2 * x + 3 * y - z + 1 == 0".to_owned()), "{:?}", plane(5));
    assert!(!plane(4).contains(&"2 * x + 3 * y - z + 1 == 0".to_owned()));
}

/// What is said of the exit of a method, of the variables and, last, its result.
fn said_at_exit(columns: Vec<(&str, Values)>, second_exit: Option<usize>, settings: &Settings) -> Vec<String> {
    let first_exit = second_exit.map(|second| (0..ROWS as usize).map(|row| row < second).collect());
    said_of_code(columns, first_exit, &|_| Vec::new(), settings)
}

/// The variable of a name.
type Find<'a> = &'a dyn Fn(&str) -> usize;

/// The same where it is known which conditions the code has, of the variables of those names. `orig(..)` are values of the entry.
fn said_of_code(
    columns: Vec<(&str, Values)>,
    first_exit: Option<Vec<bool>>,
    conditions: &dyn Fn(Find) -> Vec<Formula>,
    settings: &Settings,
) -> Vec<String> {
    let (texts, point) = inferred_with(columns, settings);
    let originals = point.samples.variables.iter().take_while(|v| v.derivation.is_none()).count();
    let mut samples = point.samples;
    samples.variables.truncate(originals);
    samples.columns.truncate(originals);
    samples.variables.iter_mut().for_each(|v| v.entry = v.name.starts_with("orig("));
    let name = PointName { method: "C.m()".into(), place: Place::Exit };
    let conditions = conditions(&|name| samples.find(name).expect("a variable"));
    let point = infer_point(Point { first_exit, conditions, ..Point::new(name, samples) }, &texts, true, settings);
    point.implications.iter().map(|i| notation::implication(i, &point.samples, &texts)).collect()
}

/// Two numbers that have nothing to do with the place of a row.
fn hashed(i: i64, salt: i64) -> i64 {
    ((i + 1) * 7919 + salt * 104_729).wrapping_mul(2_654_435_761) >> 13 & 0xff
}

#[test]
fn the_codes_own_conditions_tell_its_cases_apart() {
    let x = |i: i64| hashed(i, 1) % 20 - 10;
    let absolute = || {
        let columns = vec![("x", ints(x)), ("return", ints(|i| x(i).abs())), ("orig(x)", ints(x)), ("orig(y)", ints(|i| hashed(i, 2)))];
        let negative = |find: Find| vec![Formula::Unary(Predicate::AtMost(Constant::Integer(-1)), find("orig(x)"))];
        (columns, negative)
    };
    let (columns, negative) = absolute();
    let said = said_of_code(columns, None, &negative, &Settings::default());
    assert!(said.contains(&"(x == return)  <==>  (x >= 0)".to_owned()), "{said:?}");
    assert!(said.contains(&"(x <= -1)  ==>  (x + return == 0)".to_owned()), "{said:?}");
    assert!(!said.iter().any(|s| s.contains("(y)")), "it has nothing to do with it: {said:?}");
    let (columns, negative) = absolute();
    let off = Settings { code_conditions: false, ..Settings::default() };
    assert_eq!(said_of_code(columns, None, &negative, &off), Vec::<String>::new());
}

#[test]
fn what_the_code_asks_is_what_its_result_says() {
    // Ten of 60 are full.
    let size = |i: i64| if i % 6 == 0 { 9 } else { i % 5 };
    let limit = |i: i64| if i % 6 == 0 { 9 } else { 9 + i % 3 };
    let columns = || {
        let full = Values::Booleans((0..ROWS).map(|i| i64::from(size(i) == limit(i))).collect());
        vec![("size", ints(size)), ("limit", ints(limit)), ("return", full), ("orig(size)", ints(size))]
    };
    let full = |find: Find| vec![Formula::Compare(Relation::Equal, find("size"), find("limit"))];
    let said = said_of_code(columns(), None, &full, &Settings::default());
    assert!(said.contains(&"(size == limit)  <==>  (return == true)".to_owned()), "{said:?}");
    assert_eq!(said.iter().filter(|s| s.contains("limit)  <==>")).count(), 1, "once: {said:?}");
}

#[test]
fn two_exits_have_the_codes_condition() {
    let x = |i: i64| hashed(i, 3);
    let columns = vec![("x", ints(x)), ("return", ints(|i| if x(i) > 99 { -1 } else { x(i) })), ("orig(x)", ints(x))];
    let first_exit: Vec<bool> = (0..ROWS).map(|i| x(i) > 99).collect();
    let large = |find: Find| vec![Formula::Unary(Predicate::AtLeast(Constant::Integer(100)), find("orig(x)"))];
    let said = said_of_code(columns, Some(first_exit), &large, &Settings::default());
    assert!(said.contains(&"(x >= 100)  ==>  (return == -1)".to_owned()), "{said:?}");
    assert!(said.contains(&"(x <= 99)  ==>  (x == return)".to_owned()), "{said:?}");
}

#[test]
fn a_condition_that_decides_nothing_says_nothing() {
    for salt in 0..40 {
        let columns = vec![
            ("a", ints(|i| hashed(i, salt) % 3)),
            ("b", Values::Booleans((0..ROWS).map(|i| i64::from(hashed(i, salt + 100) % 9 == 0)).collect())),
            ("return", ints(|i| hashed(i, salt + 200) % 7)),
            ("orig(c)", ints(|i| hashed(i, salt + 300) % 2)),
            ("orig(d)", ints(|i| hashed(i, salt + 400) % 50)),
        ];
        let asked = |find: Find| {
            let half = Formula::Unary(Predicate::AtLeast(Constant::Integer(25)), find("orig(d)"));
            let one = Formula::Unary(Predicate::OneOf(vec![Constant::Integer(1)]), find("orig(c)"));
            vec![half, one]
        };
        let said = said_of_code(columns, None, &asked, &Settings { splits: true, ..Settings::default() });
        assert_eq!(said, Vec::<String>::new(), "salt {salt}");
    }
}

#[test]
fn of_two_conditions_the_weaker_one_is_said() {
    let x = |i: i64| hashed(i, 5) % 40;
    let columns = vec![("return", ints(|i| if x(i) < 20 { 7 } else { hashed(i, 6) })), ("orig(x)", ints(x))];
    let asked = |find: Find| [9, 19].map(|c| Formula::Unary(Predicate::AtMost(Constant::Integer(c)), find("orig(x)"))).to_vec();
    let said = said_of_code(columns, None, &asked, &Settings::default());
    assert_eq!(said, ["(orig(x) <= 19)  ==>  (return == 7)"]);
}

#[test]
fn what_holds_where_a_result_is_true_is_an_implication() {
    let size = |i: i64| i * i % 5;
    let columns = || {
        let empty = Values::Booleans((0..ROWS).map(|i| i64::from(size(i) == 0)).collect());
        vec![("size", ints(size)), ("x", ints(|i| if size(i) == 0 { 3 } else { scatter(i) })), ("return", empty)]
    };
    let said = said_at_exit(columns(), None, &Settings::default());
    assert!(said.contains(&"(size == 0)  <==>  (return == true)".to_owned()), "{said:?}");
    assert!(said.contains(&"(return == true)  ==>  (x == 3)".to_owned()), "{said:?}");
    let off = Settings { conditional: false, ..Settings::default() };
    assert_eq!(said_at_exit(columns(), None, &off), Vec::<String>::new());
    // Six samples are no evidence.
    let seldom = Values::Booleans((0..ROWS).map(|i| i64::from(i < 6)).collect());
    let said = said_at_exit(vec![("x", ints(|i| if i < 6 { 3 } else { scatter(i) })), ("return", seldom)], None, &Settings::default());
    assert_eq!(said, Vec::<String>::new());
}

#[test]
fn two_exits_are_told_apart_by_what_excludes_each_other() {
    let columns = || vec![("x", ints(|i| if i < 20 { -1 } else { i % 7 })), ("y", ints(|i| if i < 20 { 0 } else { scatter(i) + 100 }))];
    let said = said_at_exit(columns(), Some(20), &Settings::default());
    assert!(said.contains(&"(x == -1)  ==>  (y == 0)".to_owned()), "{said:?}");
    assert_eq!(said_at_exit(columns(), None, &Settings::default()), Vec::<String>::new(), "one exit");
    let settings = Settings { splits: true, ..Settings::default() };
    let mode = || vec![("mode", ints(|i| i % 3)), ("x", ints(|i| if i % 3 == 2 { 50 } else { scatter(i) }))];
    let said = said_at_exit(mode(), None, &settings);
    assert!(said.contains(&"(mode == 2)  ==>  (x == 50)".to_owned()), "{said:?}");
}

#[test]
fn the_preset_says_what_daikon_says_by_default_and_nothing_else() {
    let a = |i: i64| (0..9).map(|k| if k <= i % 7 { 100 + k } else { k }).collect::<Vec<_>>();
    let b = |i: i64| [vec![5], a(i), vec![99 + i]].concat();
    let words = |f: fn(usize) -> &'static str| Values::Texts((0..ROWS as usize).map(f).collect());
    let columns = || {
        vec![
            ("x", ints(|i| 4 * (i % 13))),
            ("y", ints(|i| scatter(i) + 70)),
            ("z", ints(|i| (4 * (i % 13)).min(scatter(i) + 70))),
            ("bits", ints(|i| (scatter(i) + 70) & (i * 5))),
            ("top", ints(|i| i % 7)),
            ("a[]", lists(a)),
            ("b[]", lists(b)),
            ("s", words(|i| ["a", "b", "", "ca", "d", "e"][i % 6])),
            ("t", words(|i| ["ax", "by", "", "cab", "d", "ef"][i % 6])),
        ]
    };
    let off = ["printable", ".length()", "prefix", "duplicates", "subset", "subsequence", "..", "(mod", "min(", "bitwise", "&"];
    let said = said_with(columns(), &Settings::paper());
    for form in off {
        assert!(!said.iter().any(|s| s.contains(form)), "`{form}` is off in Daikon: {said:#?}");
    }
    for expected in ["x >= 0", "z <= x", "z <= y"] {
        assert!(
            said.iter().any(|s| s == expected || *s == format!("{} >= {}", &expected[5..], &expected[..1])),
            "`{expected}` is missing of {said:#?}"
        );
    }
    // All of these are there where they are asked for.
    let said = said_with(columns(), &Settings { bits: true, slices: true, ..Settings::default() });
    for form in ["prefix", "subsequence", "..", "(mod", "min(", "bitwise"] {
        assert!(said.iter().any(|s| s.contains(form)), "`{form}` is missing of {said:#?}");
    }
}
