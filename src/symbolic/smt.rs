//! Terms as text of SMT-LIB 2.6 (Barrett, Fontaine and Tinelli, 2017): theories of bit-vectors and of IEEE 754 numbers.
//!
//! An `int` is a bit-vector of 32 bits, a `long` one of 64; reals are `Float32` and `Float64`, rounded to nearest, ties to even. Whole
//! numbers are never of the theory of integers: overflow is the point. What Java defines and SMT-LIB leaves open is written out: division
//! by zero is 0 (a path has a clause that it is not), a shift takes five or six bits of its distance, a conversion of a real saturates, and
//! makes 0 of NaN. Only the remainder of reals is any number: its result has to be checked, as that of every solver.

use super::scalar::{Binary, Scalar, Sort, Unary};
use super::term::{InputId, Node, Origin, Term, Terms};
use crate::relation::Relation;
use std::fmt::Write;

/// The commands that declare an input, as its bits, and say its range.
pub fn declare_input(terms: &Terms, input: InputId) -> String {
    let of = &terms.inputs[input as usize];
    let bits = bits_of(of.value.sort());
    let mut text = format!("(declare-const i{input} (_ BitVec {bits}))");
    if let Some(value) = of.value.whole() {
        let hex = |v: i64| if bits == 32 { format!("#x{:08x}", v as i32) } else { format!("#x{v:016x}") };
        let (least, most) = of.range;
        let (least, most) = if bits == 32 { (least.max(i32::MIN.into()), most.min(i32::MAX.into())) } else { (least, most) };
        // What it is in the executed test may be beside the range.
        let _ =
            write!(text, "(assert (or (= i{input} {}) (and (bvsle {} i{input}) (bvsle i{input} {}))))", hex(value), hex(least), hex(most));
        if matches!(of.of, Origin::Unit { .. }) {
            // Half of a pair of code units is no text.
            let _ = write!(text, "(assert (or (bvult i{input} {}) (bvugt i{input} {})))", hex(0xd800), hex(0xdfff));
        }
    }
    text
}

/// The command that defines a term, whose parts are defined: `t` and its place; where it is a truth value by itself, also `b` and its
/// place.
pub fn define(terms: &Terms, term: Term) -> String {
    let place = term.0;
    let sort = terms.sort(term);
    let of = |t: Term| format!("t{}", t.0);
    let value = match terms.node(term) {
        Node::Constant(value) => constant(value),
        Node::Input(input) => match sort {
            Sort::Int | Sort::Long => format!("i{input}"),
            real => format!("((_ to_fp {}) i{input})", widths(real)),
        },
        Node::Unary(operation, a) => unary(operation, terms.sort(a), &of(a)),
        Node::Binary(Binary::Rem, ..) if matches!(sort, Sort::Float | Sort::Double) => {
            return format!("(declare-const t{place} {})", name_of(sort));
        }
        Node::Binary(operation @ (Binary::And | Binary::Or), a, b) if is_truth(terms, term) => {
            let word = if operation == Binary::And { "and" } else { "or" };
            return truth(place, &format!("({word} b{} b{})", a.0, b.0));
        }
        Node::Binary(operation, a, b) => binary(operation, sort, terms.sort(b), &of(a), &of(b)),
        Node::Compare(relation, a, b) => return truth(place, &compare(relation, terms.sort(a), &of(a), &of(b))),
        Node::Order(unordered, a, b) => {
            let (sort, a, b) = (terms.sort(a), of(a), of(b));
            let less = compare(Relation::Less, sort, &a, &b);
            let equal = compare(Relation::Equal, sort, &a, &b);
            let greater = compare(Relation::Greater, sort, &a, &b);
            let [less_is, equal_is, greater_is, other] = [-1, 0, 1, unordered].map(|v| constant(Scalar::Int(v)));
            format!("(ite {less} {less_is} (ite {equal} {equal_is} (ite {greater} {greater_is} {other})))")
        }
        Node::If(condition, then, other) => format!("(ite {} {} {})", holds(terms, condition), of(then), of(other)),
    };
    format!("(define-fun t{place} () {} {value})", name_of(sort))
}

/// That a term is other than 0.
pub fn holds(terms: &Terms, term: Term) -> String {
    if is_truth(terms, term) {
        return format!("b{}", term.0);
    }
    match terms.sort(term) {
        Sort::Int => format!("(not (= t{} #x00000000))", term.0),
        Sort::Long => format!("(not (= t{} #x0000000000000000))", term.0),
        Sort::Float | Sort::Double => format!("(not (fp.isZero t{}))", term.0),
    }
}

/// The bits of inputs, in an answer to `(get-value (i0 ..))`.
///
/// Returns `None` where the text is no such answer.
pub fn read_values(terms: &Terms, answer: &str) -> Option<Vec<(InputId, Scalar)>> {
    let words: Vec<&str> = answer.split(|c: char| c.is_whitespace() || c == '(' || c == ')').filter(|w| !w.is_empty()).collect();
    let (pairs, rest) = words.as_chunks::<2>();
    if !rest.is_empty() {
        return None;
    }
    pairs
        .iter()
        .map(|[name, bits]| {
            let input: InputId = name.strip_prefix('i')?.parse().ok()?;
            let of = terms.inputs.get(input as usize)?;
            let bits = u64::from_str_radix(bits.strip_prefix("#x")?, 16).ok()?;
            let value = match of.value.sort() {
                Sort::Int => Scalar::Int(bits as u32 as i32),
                Sort::Long => Scalar::Long(bits as i64),
                Sort::Float => Scalar::Float(bits as u32),
                Sort::Double => Scalar::Double(bits),
            };
            Some((input, value))
        })
        .collect()
}

/// Whether a term is 1 or 0 by what it is made of, and has a truth value in the text.
fn is_truth(terms: &Terms, term: Term) -> bool {
    match terms.node(term) {
        Node::Compare(..) => true,
        Node::Binary(Binary::And | Binary::Or, a, b) => is_truth(terms, a) && is_truth(terms, b),
        _ => false,
    }
}

fn truth(place: u32, condition: &str) -> String {
    format!("(define-fun b{place} () Bool {condition})(define-fun t{place} () (_ BitVec 32) (ite b{place} #x00000001 #x00000000))")
}

fn bits_of(sort: Sort) -> u32 {
    match sort {
        Sort::Int | Sort::Float => 32,
        Sort::Long | Sort::Double => 64,
    }
}

fn name_of(sort: Sort) -> &'static str {
    match sort {
        Sort::Int => "(_ BitVec 32)",
        Sort::Long => "(_ BitVec 64)",
        Sort::Float => "(_ FloatingPoint 8 24)",
        Sort::Double => "(_ FloatingPoint 11 53)",
    }
}

/// Bits of the exponent and of the significand.
fn widths(sort: Sort) -> &'static str {
    if matches!(sort, Sort::Float) { "8 24" } else { "11 53" }
}

/// A number as Z3 reads it.
pub fn constant(value: Scalar) -> String {
    match value {
        Scalar::Int(v) => format!("#x{v:08x}"),
        Scalar::Long(v) => format!("#x{v:016x}"),
        Scalar::Float(bits) => format!("((_ to_fp 8 24) #x{bits:08x})"),
        Scalar::Double(bits) => format!("((_ to_fp 11 53) #x{bits:016x})"),
    }
}

fn unary(operation: Unary, from: Sort, a: &str) -> String {
    let is_real = matches!(from, Sort::Float | Sort::Double);
    match operation {
        Unary::Negate if is_real => format!("(fp.neg {a})"),
        Unary::Negate => format!("(bvneg {a})"),
        Unary::ToByte => format!("((_ sign_extend 24) ((_ extract 7 0) {a}))"),
        Unary::ToShort => format!("((_ sign_extend 16) ((_ extract 15 0) {a}))"),
        Unary::ToChar => format!("((_ zero_extend 16) ((_ extract 15 0) {a}))"),
        Unary::ToInt if from == Sort::Long => format!("((_ extract 31 0) {a})"),
        Unary::ToLong if from == Sort::Int => format!("((_ sign_extend 32) {a})"),
        Unary::ToInt if is_real => saturated(from, Scalar::Int(i32::MIN), Scalar::Int(i32::MAX), a),
        Unary::ToLong if is_real => saturated(from, Scalar::Long(i64::MIN), Scalar::Long(i64::MAX), a),
        // Of whole numbers and of reals alike.
        Unary::ToFloat => format!("((_ to_fp 8 24) RNE {a})"),
        Unary::ToDouble => format!("((_ to_fp 11 53) RNE {a})"),
        Unary::ToInt | Unary::ToLong => a.to_owned(),
    }
}

/// A real as a whole number: rounded to zero, at least and at most so much, 0 of NaN (JVMS 2.8; `fp.to_sbv` leaves all but the first open).
fn saturated(from: Sort, least: Scalar, most: Scalar, a: &str) -> String {
    let bits = bits_of(least.sort());
    // The number next above the greatest is a power of two, and has no rounding in any sort.
    let bound = |value: f64| constant(if from == Sort::Float { Scalar::float(value as f32) } else { Scalar::double(value) });
    let power = 2.0f64.powi(bits as i32 - 1);
    let (low, high) = (bound(-power), bound(power));
    let zero = constant(if bits == 32 { Scalar::Int(0) } else { Scalar::Long(0) });
    let (least, most) = (constant(least), constant(most));
    format!("(ite (fp.isNaN {a}) {zero} (ite (fp.leq {a} {low}) {least} (ite (fp.geq {a} {high}) {most} ((_ fp.to_sbv {bits}) RTZ {a}))))")
}

fn binary(operation: Binary, sort: Sort, distance: Sort, a: &str, b: &str) -> String {
    if matches!(sort, Sort::Float | Sort::Double) {
        let word = match operation {
            Binary::Add => "fp.add",
            Binary::Sub => "fp.sub",
            Binary::Mul => "fp.mul",
            _ => "fp.div",
        };
        return format!("({word} RNE {a} {b})");
    }
    let zero = constant(if sort == Sort::Int { Scalar::Int(0) } else { Scalar::Long(0) });
    let word = match operation {
        Binary::Add => "bvadd",
        Binary::Sub => "bvsub",
        Binary::Mul => "bvmul",
        Binary::And => "bvand",
        Binary::Or => "bvor",
        Binary::Xor => "bvxor",
        Binary::Div => return format!("(ite (= {b} {zero}) {zero} (bvsdiv {a} {b}))"),
        Binary::Rem => return format!("(ite (= {b} {zero}) {zero} (bvsrem {a} {b}))"),
        Binary::ShiftLeft => "bvshl",
        Binary::ShiftRight => "bvashr",
        Binary::ShiftRightUnsigned => "bvlshr",
    };
    if !operation.is_shift() {
        return format!("({word} {a} {b})");
    }
    let low = format!("(bvand {b} {})", constant(Scalar::Int(bits_of(sort) as i32 - 1)));
    match (sort, distance) {
        (Sort::Long, Sort::Int) => format!("({word} {a} ((_ zero_extend 32) {low}))"),
        _ => format!("({word} {a} {low})"),
    }
}

fn compare(relation: Relation, sort: Sort, a: &str, b: &str) -> String {
    let word = match (relation, matches!(sort, Sort::Float | Sort::Double)) {
        (Relation::Equal, false) => "=",
        (Relation::NotEqual, false) => "distinct",
        (Relation::Less, false) => "bvslt",
        (Relation::LessOrEqual, false) => "bvsle",
        (Relation::Greater, false) => "bvsgt",
        (Relation::GreaterOrEqual, false) => "bvsge",
        (Relation::Equal, true) => "fp.eq",
        (Relation::NotEqual, true) => return format!("(not (fp.eq {a} {b}))"),
        (Relation::Less, true) => "fp.lt",
        (Relation::LessOrEqual, true) => "fp.leq",
        (Relation::Greater, true) => "fp.gt",
        (Relation::GreaterOrEqual, true) => "fp.geq",
    };
    format!("({word} {a} {b})")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::symbolic::term::Input;

    #[test]
    fn a_term_is_defined_once_its_parts_are() {
        let mut terms = Terms::default();
        let x = terms.input(Input { of: Origin::Number { slot: 0 }, value: Scalar::Int(3), range: (-128, 127) });
        let five = terms.constant(Scalar::Int(-5));
        let sum = terms.binary(Binary::Add, x, five);
        let less = terms.compare(Relation::Less, sum, x);
        let text: Vec<String> = terms.below([less]).into_iter().map(|t| define(&terms, t)).collect();
        assert_eq!(
            text,
            [
                "(define-fun t0 () (_ BitVec 32) i0)",
                "(define-fun t1 () (_ BitVec 32) #xfffffffb)",
                "(define-fun t2 () (_ BitVec 32) (bvadd t0 t1))",
                "(define-fun b3 () Bool (bvslt t2 t0))(define-fun t3 () (_ BitVec 32) (ite b3 #x00000001 #x00000000))",
            ]
        );
        assert_eq!(holds(&terms, less), "b3");
        assert_eq!(holds(&terms, sum), "(not (= t2 #x00000000))");
        assert_eq!(
            declare_input(&terms, 0),
            "(declare-const i0 (_ BitVec 32))(assert (or (= i0 #x00000003) (and (bvsle #xffffff80 i0) (bvsle i0 #x0000007f))))"
        );
    }

    #[test]
    fn values_are_read_by_the_sort_of_their_input() {
        let mut terms = Terms::default();
        let range = (i64::MIN, i64::MAX);
        for (slot, value) in [Scalar::Int(0), Scalar::Long(0), Scalar::float(0.0), Scalar::double(0.0)].into_iter().enumerate() {
            terms.input(Input { of: Origin::Number { slot: slot as u32 }, value, range });
        }
        let answer = "((i0 #xfffffffe)\n (i1 #x8000000000000000)\n (i2 #x3f800000)\n (i3 #x7ff8000000000000))";
        let values = read_values(&terms, answer).unwrap();
        assert_eq!(values[..3], [(0, Scalar::Int(-2)), (1, Scalar::Long(i64::MIN)), (2, Scalar::float(1.0))]);
        assert!(values[3].1.real().unwrap().is_nan());
        for wrong in ["(i0 7)", "(i9 #x00000000)", "(error \"model is not available\")", "(i0)"] {
            assert_eq!(read_values(&terms, wrong), None, "{wrong}");
        }
    }
}
