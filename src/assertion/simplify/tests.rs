use super::super::parse::parse;
use super::super::render::render;
use super::super::testing::schema;
use super::*;

fn becomes(assertion: &str, expected: &str) {
    let schema = schema();
    let expr = parse(assertion, &schema).unwrap_or_else(|e| panic!("{e}"));
    let simple = simplify(&expr, &schema, &Facts::of_schema(&schema));
    assert_eq!(render(&simple, &schema), expected, "from `{assertion}`");
}

fn stays(assertion: &str) {
    becomes(assertion, assertion);
}

#[test]
fn constants_are_computed() {
    becomes("2 + 3 * 4 == 14 && b", "b");
    becomes("i == Integer.MAX_VALUE + 1", "i == Integer.MIN_VALUE");
    becomes("1 / 0 == 1 || b", "b");
    becomes("d < 1.0 / 0.0", "d < Double.POSITIVE_INFINITY");
    becomes("f == 1 / 3f", "f == 0.33333334f");
}

#[test]
fn booleans_follow_boolean_algebra() {
    becomes("b && true && b", "b");
    becomes("b || !b", "true");
    becomes("b && !b", "false");
    becomes("!!b", "b");
    becomes("b == true", "b");
    becomes("b ^ b", "false");
    becomes("(b == (i > 0)) == (i > 0)", "b");
    becomes("b == i > 0 ^ !(i <= 0 == list.isEmpty())", "b != list.isEmpty()");
    becomes("!b == (i > 0)", "b != (i > 0)");
    becomes("b && (b || i > 0)", "b");
    becomes("b && (b ==> i > 0)", "b && i > 0");
    becomes("b || b && i > 0", "b");
    becomes("(b || i > 0) && (b || j > 0)", "b || i > 0 && j > 0");
    becomes("(b ==> i > 0) && (!b ==> i > 0)", "i > 0");
    becomes("b && i > 0 || b && i <= 0", "b");
}

#[test]
fn negations_move_inside_where_nothing_fails() {
    becomes("!(i < j)", "i >= j");
    becomes("!(i < j && i == 0)", "i != 0 || i >= j");
    becomes("!(i < j || b)", "i >= j && !b");
    becomes("!(b ==> i < j)", "b && i >= j");
    becomes("!(i < j) ==> b", "b || i < j");
    stays("!(list.size() > 0)");
    stays("!(i / j > 0)");
    stays("!(d < 0.0)");
    becomes("!(d == 0)", "d != 0");
}

#[test]
fn what_may_fail_or_be_nan_is_kept() {
    becomes("i == i", "true");
    stays("d == d");
    stays("list.size() == list.size()");
    becomes("b || list.size() <= list.size()", "b || list.size() <= list.size()");
    becomes("list == null || list.size() <= list.size()", "true");
    stays("i / j == i / j");
    becomes("j != 0 && i / j == i / j", "j != 0");
    becomes("list != null && list.size() == list.size()", "list != null");
    stays("f - f == 0");
    stays("f != d && !(d < f)");
    becomes("d <= 3 && !(d < f) && f == f", "d <= 3 && d >= f");
    becomes("i - i == 0", "true");
    stays("d + 0.0 > 1.0 / d");
    becomes("d * 1 + -0.0 > 3", "d > 3");
}

#[test]
fn a_guard_that_the_comparison_implies_is_dropped() {
    becomes("list != null && list.size() > 0", "list.size() > 0");
    becomes("list == null || list.size() > 0", "list == null || list.size() > 0");
    becomes("list != null ==> !(list.size() < 3)", "!(list.size() < 3)");
    becomes("list != null && !(list.size() < 3)", "list.size() >= 3");
    becomes("j != 0 && !(i / j > 3)", "j != 0 && i / j <= 3");
    becomes("this != null && b", "b");
}

#[test]
fn comparisons_of_the_same_operands_merge() {
    becomes("i <= j && i < j", "i < j");
    becomes("i <= j && j <= i", "i == j");
    becomes("i <= j && i != j", "i < j");
    becomes("i < j || i == j", "i <= j");
    becomes("i < j && j < i", "false");
    becomes("i < j || i >= j", "true");
    becomes("d < f || d >= f", "d < f || d >= f");
    becomes("d <= f && d >= f", "f == d");
}

#[test]
fn comparisons_with_constants_merge() {
    becomes("i < 3 && i < 5", "i < 3");
    becomes("i < 3 || i < 5", "i < 5");
    becomes("i > 2 && i < 4", "i == 3");
    becomes("i >= 3 && i <= 3", "i == 3");
    becomes("i < 3 && i > 5", "false");
    becomes("i < 5 || i > 3", "true");
    becomes("d < 5 || d > 3", "d < 5 || d > 3");
    becomes("i != 0 && i >= 0", "i > 0");
    becomes("c >= 0 && by <= 127", "true");
    becomes("i > 3000000000L", "false");
    becomes("3 < i", "i > 3");
    becomes("i < 5.0 && l == 7L", "i < 5 && l == 7");
    becomes("i % 10 < 10", "true");
    becomes("(i == 1 || i == 2) && i > 0", "i == 1 || i == 2");
    becomes("!(i == 1 || b) && (i < 1 || i > 1)", "i != 1 && !b");
}

#[test]
fn chains_of_comparisons_imply_their_ends() {
    becomes("i < j && j < s && i < s", "i < j && j < s");
    becomes("i <= j && j <= s && s <= i", "s == i && s == j");
    becomes("i < j && j < s && s < i", "false");
    becomes("i < j && j < 3 && i < 5", "i < j && j < 3");
    // i and f are compared as floats, which is no order of i and d.
    becomes("i <= f && f <= d && i <= d", "i <= f && i <= d && f <= d");
}

#[test]
fn integer_sums_cancel() {
    becomes("i + 1 + 2 == 7", "i == 4");
    becomes("i + 1 - 1 > j", "i > j");
    becomes("i - j == 0", "i == j");
    becomes("i + j == i + s", "s == j");
    becomes("i + j - j > s", "i > s");
    becomes("i * j == j * i && d + f == f + d", "f + d == f + d");
    becomes("j * 2 > i", "2 * j > i");
    becomes("i - -j > 0", "i + j > 0");
    becomes("-(i - j) > 0", "j - i > 0");
    becomes("0 - i > 1 * j", "-i > j");
    becomes("l + 1 + 1 > 0", "l + 2 > 0");
    becomes("i * 0 == 0", "true");
    stays("0 * list.size() == 0");
    // int j negated as int, then widened: the least int stays negative.
    stays("l - -j > 0");
    stays("d - d == 0");
}

#[test]
fn items_come_in_reading_order() {
    becomes("(i == j || i == s) && i <= j && b && r != null", "r != null && b && i <= j && (s == i || i == j)");
}

#[test]
fn facts_of_the_evidence_make_presence_known() {
    use crate::evidence::dataset::{Bits, Column, Dataset, Values};
    let schema = schema();
    let columns = schema.variables.iter().map(|_| Column { values: Values::Integral(vec![1]), present: None }).collect();
    let mut data = Dataset {
        explored: false,
        schema: schema.clone(),
        rows: 1,
        correct: 1,
        columns,
        origins: vec![],
        texts: Default::default(),
        correct_tests: Vec::new(),
        constants: Default::default(),
    };
    let expr = parse("!(list.size() > 0)", &schema).expect("parses");
    let simple = |data: &Dataset| render(&simplify(&expr, &schema, &Facts::of_dataset(data)), &schema);
    assert_eq!(simple(&data), "list.size() <= 0");
    data.columns[14].present = Some(Bits::zeros(1));
    assert_eq!(simple(&data), "!(list.size() > 0)");
}

#[test]
fn functions_and_bits_simplify() {
    becomes("abs(-i) == abs(-3)", "abs(i) == 3");
    becomes("max(i, i) == (j & -1)", "i == j");
    becomes("min(i, j) == i", "i <= j");
    becomes("max(i, j) > i", "i < j");
    becomes("(i ^ -1) == ~j", "~i == ~j");
    becomes("i << 33 == 2", "i << 1 == 2");
    becomes("count(a, i) > 0", "contains(a, i)");
    becomes("indexOf(words, t) != -1", "words.contains(t)");
    becomes("t.strip().strip().equals(\"\")", "t.isBlank()");
    becomes("(\\exists int k; 0 <= k && k < a.length; a[k] == i)", "contains(a, i)");
    stays("count(a, i) == 0");
}

#[test]
fn the_smallest_form_is_found_in_any_order() {
    let schema = schema();
    let smallest_of = |assertion: &str| {
        let expr = parse(assertion, &schema).unwrap_or_else(|e| panic!("{e}"));
        render(&smallest(&expr, &schema, &Facts::of_schema(&schema)), &schema)
    };
    assert_eq!(smallest_of("(i < 2) != (i > 0)"), "i != 1");
    assert_eq!(smallest_of("(b == (i == 1)) != (i >= 2)"), "b == i >= 1".replace("i >= 1", "(i >= 1)"));
}

#[test]
fn conjuncts_are_read_one_by_one() {
    let schema = schema();
    let apart = |assertion: &str| render(&clauses_apart(parse(assertion, &schema).unwrap()), &schema);
    assert_eq!(apart("!(b || i > 0 || !(j > 0))"), "!b && !(i > 0) && j > 0");
    assert_eq!(apart("b && !(i > 0 || j > 0)"), "b && !(i > 0) && !(j > 0)");
    assert_eq!(apart("!(b && i > 0)"), "!(b && i > 0)");
    assert_eq!(apart("b || !(i > 0 || j > 0)"), "b || !(i > 0 || j > 0)");
}
