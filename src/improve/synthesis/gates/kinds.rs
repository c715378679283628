//! What a number counts: comparisons and sums of unrelated kinds hold by chance more often than by intention.
//!
//! Abstract types after Guo, Perkins, McCamant and Ernst ("Dynamic inference of abstract types", ISSTA 2006) would tell them apart by
//! what the program does with them; here the type, the way a value is read and its name have to do.

use crate::assertion::ast::{BinaryOp, Element, Expr, Function, OpKind, Type, UnaryOp};
use crate::evidence::dataset::Dataset;
use crate::evidence::schema::{ValueType, VarId};
use crate::improve::synthesis::naturalness::{ENTRY, Role, constant_price, is_pre_state, is_written, role};

/// What a number counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A literal: of whatever kind is wanted.
    Any,
    /// How many there are.
    Length,
    /// Where something is.
    Place,
    Character,
    /// Another whole number.
    Number,
    Real,
    /// No number.
    Other,
}

/// Names of fields, parameters and methods that are lengths or places, by their last word.
const LENGTHS: [&str; 7] = ["length", "size", "count", "capacity", "cardinality", "width", "height"];
const PLACES: [&str; 15] =
    ["index", "position", "pos", "offset", "start", "end", "front", "back", "rear", "head", "tail", "top", "cursor", "first", "last"];

impl Kind {
    pub fn of(expr: &Expr, dataset: &Dataset) -> Self {
        match expr {
            Expr::Var(id) => Self::of_variable(*id, dataset),
            Expr::Bound(_) => Self::Place,
            Expr::Unary(UnaryOp::Neg | UnaryOp::Exact | UnaryOp::BitNot, operand) => Self::of(operand, dataset),
            Expr::Binary(op, left, right) if matches!(op.kind(), OpKind::Arithmetic | OpKind::Bitwise) => {
                Self::of(left, dataset).joined(Self::of(right, dataset))
            }
            Expr::Call(Function::Length | Function::Count, _) => Self::Length,
            Expr::Call(Function::IndexOf, _) => Self::Place,
            Expr::Call(Function::Abs | Function::Min | Function::Max, arguments) => {
                arguments.iter().map(|a| Self::of(a, dataset)).reduce(Self::joined).unwrap_or(Self::Other)
            }
            Expr::Call(Function::Get | Function::Sum | Function::Least | Function::Greatest, arguments) => {
                Self::of_elements(&arguments[0], dataset)
            }
            constant if constant.is_constant() => Self::Any,
            _ => Self::Other,
        }
    }

    /// What a variable counts.
    pub fn of_variable(id: VarId, dataset: &Dataset) -> Self {
        let variable = &dataset.schema.variables[id as usize];
        match variable.value_type {
            ValueType::Char => Self::Character,
            ValueType::Float | ValueType::Double => Self::Real,
            ValueType::Byte | ValueType::Short | ValueType::Int | ValueType::Long => {
                let name = variable.name.rsplit('.').next().unwrap_or_default().trim_end_matches("()");
                let name = name.strip_prefix(ENTRY).unwrap_or(name).to_ascii_lowercase();
                let is = |words: &[&str]| words.iter().any(|word| name.ends_with(word));
                match () {
                    () if is(&LENGTHS) => Self::Length,
                    () if is(&PLACES) => Self::Place,
                    () => Self::Number,
                }
            }
            _ => Self::Other,
        }
    }

    fn of_elements(contents: &Expr, dataset: &Dataset) -> Self {
        let Expr::Var(id) = contents else { return Self::Other };
        match Type::from(dataset.schema.variables[*id as usize].value_type) {
            Type::Text => Self::Character,
            ty => match ty.element() {
                Some(Element::Char) => Self::Character,
                Some(Element::Float | Element::Double) => Self::Real,
                Some(Element::Byte | Element::Short | Element::Int | Element::Long) => Self::Number,
                _ => Self::Other,
            },
        }
    }

    fn joined(self, other: Self) -> Self {
        if self == Self::Any { other } else { self }
    }

    /// How unrelated two kinds are: 0 to 2.
    pub fn distance(self, other: Self) -> u32 {
        use Kind::{Any, Character, Length, Number, Other, Place, Real};
        match (self, other) {
            (a, b) if a == b => 0,
            (Any | Other, _) | (_, Any | Other) | (Length, Place) | (Place, Length) => 0,
            (Number, Length | Place | Character | Real) | (Length | Place | Character | Real, Number) => 1,
            _ => 2,
        }
    }
}

/// Whether a literal relates what is hardly ever related: characters and lengths, what all elements add up to and anything but a value of
/// its own, an order of a remainder or quotient by another variable, that contents differ, where one value is and where another one, or
/// what is computed, or a real, and a number that the code does not have.
pub fn is_unrelated(literal: &Expr, dataset: &Dataset) -> bool {
    clashes(literal, dataset) > 1
        || sums_up_loosely(literal)
        || bounds_quotient(literal, dataset)
        || denies_contents(literal, dataset)
        || compares_places_loosely(literal)
        || bounds_by_accident(literal, dataset)
}

/// Whether a sum, a number of occurrences or an extreme of elements is compared with something that is no variable, or only bounded.
fn sums_up_loosely(expr: &Expr) -> bool {
    let sums_up = |e: &Expr| matches!(e, Expr::Call(Function::Sum | Function::Least | Function::Greatest, _));
    let contains = |e: &Expr| any(e, &sums_up);
    match expr {
        Expr::Binary(op, left, right) if op.kind() == OpKind::Comparison => {
            let sides = [(left, right), (right, left)];
            let is_plain = sides.iter().any(|(one, other)| sums_up(one) && matches!(***other, Expr::Var(_)));
            (contains(left) || contains(right)) && !(is_plain && *op == BinaryOp::Eq)
        }
        _ => expr.operands().into_iter().any(sums_up_loosely),
    }
}

fn bounds_quotient(expr: &Expr, dataset: &Dataset) -> bool {
    let divides = |e: &Expr| matches!(e, Expr::Binary(BinaryOp::Div | BinaryOp::Rem, _, divisor) if !divisor.is_constant());
    let is_quotient = |e: &Expr| matches!(e, Expr::Binary(BinaryOp::Div, ..));
    match expr {
        // `x / y == 1` bounds x by y, twice; `x / 2 == 0` by numbers that it does not say.
        Expr::Binary(BinaryOp::Eq, left, right) if left.is_constant() || right.is_constant() => is_quotient(left) || is_quotient(right),
        Expr::Binary(BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge | BinaryOp::Ne, left, right) => {
            [left, right].into_iter().any(|side| any(side, &divides) && Kind::of(side, dataset) != Kind::Real)
        }
        _ => expr.operands().into_iter().any(|operand| bounds_quotient(operand, dataset)),
    }
}

/// Whether it compares the place of one value with that of another, or with how often one is there; or says how often a value is *not*
/// there, by a variable.
fn compares_places_loosely(expr: &Expr) -> bool {
    let of = |e: &Expr, function: Function| matches!(e, Expr::Call(f, _) if *f == function);
    let is_found = |e: &Expr| of(e, Function::IndexOf) || of(e, Function::Count);
    match expr {
        Expr::Binary(op, left, right) if op.kind() == OpKind::Comparison => {
            let counts_other = *op == BinaryOp::Ne && (of(left, Function::Count) || of(right, Function::Count));
            is_found(left) && is_found(right) || counts_other && !left.is_constant() && !right.is_constant()
        }
        _ => expr.operands().into_iter().any(compares_places_loosely),
    }
}

/// Whether it bounds what is computed by a number that the author of the method did not write: `x * y < 7`, `x > y - 100`, `x < max(y, 3)`;
/// or a real, computed or not, that is not the result, by such a one that is not 0. Such numbers come from the values that were tried.
fn bounds_by_accident(expr: &Expr, dataset: &Dataset) -> bool {
    let is_arithmetic = |e: &Expr| matches!(e, Expr::Binary(op, ..) if op.kind() == OpKind::Arithmetic);
    let is_odd = |e: &Expr| e.is_constant() && constant_price(e) > 1 && !is_written(e, &dataset.constants);
    let is_own = |e: &Expr| e.is_constant() && is_written(e, &dataset.constants);
    let is_extreme = |e: &Expr| match e {
        Expr::Call(Function::Min | Function::Max, of) => of.iter().any(|e| e.is_constant() && constant_price(e) > 0 && !is_own(e)),
        _ => false,
    };
    let is_result = |e: &Expr| matches!(e, Expr::Var(id) if dataset.schema.variables[*id as usize].name == "result");
    let is_real = |e: &Expr| !e.is_constant() && !is_result(e) && Kind::of(e, dataset) == Kind::Real;
    let is_number = |e: &Expr| {
        matches!(e, Expr::Double(v) if *v != 0.0)
            || matches!(e, Expr::Float(v) if *v != 0.0)
            || matches!(e, Expr::Int(v) if *v != 0)
            || matches!(e, Expr::Long(v) if *v != 0)
    };
    match expr {
        Expr::Binary(BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge | BinaryOp::Ne, left, right) => {
            let sides = [left, right];
            let is_beside_real = |one: &Expr, other: &Expr| is_real(one) && is_number(other) && !is_own(other);
            sides.iter().any(|side| is_arithmetic(side)) && sides.iter().any(|side| is_odd(side) || any(side, &is_odd))
                || sides.iter().any(|side| any(side, &is_extreme))
                || is_beside_real(left, right)
                || is_beside_real(right, left)
        }
        _ => expr.operands().into_iter().any(|operand| bounds_by_accident(operand, dataset)),
    }
}

/// Whether it says that what an object holds is not what another holds, in whatever order.
fn denies_contents(literal: &Expr, dataset: &Dataset) -> bool {
    let Expr::Unary(UnaryOp::Not, inner) = literal else { return false };
    match &**inner {
        Expr::Call(Function::Permutation, _) => true,
        Expr::Binary(BinaryOp::Eq, left, _) => {
            matches!(&**left, Expr::Var(id) if dataset.schema.variables[*id as usize].value_type.is_contents())
                && !is_pre_state(literal, dataset)
        }
        _ => false,
    }
}

/// Whether a literal compares two fields or observers of different names, where not both are lengths or places; `alone`: neither is. Such a
/// comparison is an accident of the tests, more often than not, where it is the condition of something else, or an order: but what is
/// within the length of something may be said by itself.
pub fn are_strangers(literal: &Expr, alone: bool, dataset: &Dataset) -> bool {
    let compared = match literal {
        Expr::Unary(UnaryOp::Not, inner) => inner,
        other => other,
    };
    let Expr::Binary(op, left, right) = compared else { return false };
    let (Expr::Var(a), Expr::Var(b)) = (&**left, &**right) else { return false };
    if op.kind() != OpKind::Comparison {
        return false;
    }
    let is_part = |id: VarId| dataset.schema.variables[id as usize].name.contains('.') && role(dataset, id) != Role::Result;
    let is_extent = |id: VarId| matches!(Kind::of_variable(id, dataset), Kind::Length | Kind::Place);
    let is_number = |id: VarId| Kind::of_variable(id, dataset) != Kind::Other;
    let are_extents = if alone { is_extent(*a) || is_extent(*b) } else { is_extent(*a) && is_extent(*b) };
    is_part(*a) && is_part(*b) && is_number(*a) && last_name(*a, dataset) != last_name(*b, dataset) && !are_extents
}

/// What the last thing on the way to a value is called.
fn last_name(id: VarId, dataset: &Dataset) -> &str {
    let name = &dataset.schema.variables[id as usize].name;
    name.rsplit('.').next().unwrap_or(name)
}

fn any(expr: &Expr, test: &impl Fn(&Expr) -> bool) -> bool {
    test(expr) || expr.operands().into_iter().any(|operand| any(operand, test))
}

/// How unrelated the numbers are that an expression compares or adds up, all such places together.
pub fn clashes(expr: &Expr, dataset: &Dataset) -> u32 {
    let here = match expr {
        Expr::Binary(op, left, right) if matches!(op.kind(), OpKind::Arithmetic | OpKind::Bitwise | OpKind::Comparison) => {
            Kind::of(left, dataset).distance(Kind::of(right, dataset))
        }
        Expr::Call(Function::Min | Function::Max, arguments) => Kind::of(&arguments[0], dataset).distance(Kind::of(&arguments[1], dataset)),
        _ => 0,
    };
    here + expr.operands().into_iter().map(|operand| clashes(operand, dataset)).sum::<u32>()
}

/// Comparisons, sums and other operations on lengths of which at least one is divided, multiplied, or compared with that of another
/// object: `a.length % b.size()`.
pub fn foreign_lengths(expr: &Expr, dataset: &Dataset) -> u32 {
    let is_length = |e: &Expr| matches!(Kind::of(e, dataset), Kind::Length | Kind::Place);
    let here = match expr {
        Expr::Binary(op, left, right) if is_length(left) && is_length(right) => match op {
            // A place in a ring.
            BinaryOp::Rem if Kind::of(left, dataset) == Kind::Place => 0,
            BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem => 2,
            _ if matches!(op.kind(), OpKind::Arithmetic | OpKind::Comparison) => u32::from(owner(left, dataset) != owner(right, dataset)),
            _ => 0,
        },
        _ => 0,
    };
    here + expr.operands().into_iter().map(|operand| foreign_lengths(operand, dataset)).sum::<u32>()
}

/// Whose value the first variable is, before and after the call alike.
fn owner(expr: &Expr, dataset: &Dataset) -> Option<String> {
    let mut first = None;
    expr.for_each_variable(&mut |id| {
        first.get_or_insert(id);
    });
    let variable = &dataset.schema.variables[first? as usize];
    let owner = variable.receiver.as_ref().unwrap_or(&variable.name);
    Some(owner.strip_prefix(ENTRY).unwrap_or(owner).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evidence::schema::{Schema, Variable};
    use crate::improve::evolution::fixtures::{bin, var};

    fn data() -> Dataset {
        use crate::evidence::dataset::{Column, Values};
        let of = |name: &str, ty, receiver: Option<&str>| Variable { receiver: receiver.map(str::to_owned), ..Variable::new(name, ty) };
        Dataset {
            explored: false,
            schema: Schema {
                method: "Sample#method".into(),
                variables: vec![
                    of("a.length", ValueType::Int, Some("a")),
                    of("b.size()", ValueType::Int, Some("b")),
                    of("c", ValueType::Char, None),
                    of("amount", ValueType::Int, None),
                    of("price", ValueType::Double, None),
                    of("a[*]", ValueType::Sequence(Element::Int), Some("a")),
                    of("old_a[*]", ValueType::Sequence(Element::Int), Some("a")),
                    of("old_a.length", ValueType::Int, Some("old_a")),
                ],
            },
            rows: 0,
            correct: 0,
            // No states: of what was changed only the names tell.
            columns: (0..8).map(|v| Column { values: Values::Integral(vec![v]), present: None }).collect(),
            origins: Vec::new(),
            texts: Default::default(),
            correct_tests: Vec::new(),
            constants: Default::default(),
        }
    }

    #[test]
    fn characters_are_no_lengths_and_lengths_no_reals() {
        let data = data();
        let less = |a, b| bin(BinaryOp::Lt, var(a), var(b));
        assert!(is_unrelated(&less(2, 0), &data) && is_unrelated(&less(0, 4), &data));
        assert!(!is_unrelated(&less(3, 0), &data) && !is_unrelated(&less(3, 4), &data) && !is_unrelated(&less(0, 1), &data));
        assert!(!is_unrelated(&bin(BinaryOp::Eq, var(2), Expr::Int(65)), &data));
    }

    #[test]
    fn what_elements_add_up_to_is_a_result_or_nothing() {
        let data = data();
        let sum = || Expr::call(Function::Sum, [var(5)]);
        assert!(!is_unrelated(&bin(BinaryOp::Eq, var(3), sum()), &data));
        assert!(is_unrelated(&bin(BinaryOp::Le, var(3), sum()), &data));
        assert!(is_unrelated(&bin(BinaryOp::Eq, sum(), Expr::call(Function::Sum, [var(6)])), &data));
    }

    #[test]
    fn remainders_of_lengths_are_not_bounded() {
        let data = data();
        let rest = bin(BinaryOp::Rem, var(0), var(1));
        assert!(is_unrelated(&bin(BinaryOp::Le, rest.clone(), Expr::Int(1)), &data));
        assert!(!is_unrelated(&bin(BinaryOp::Eq, var(3), rest), &data));
        assert!(!is_unrelated(&bin(BinaryOp::Le, bin(BinaryOp::Rem, var(0), Expr::Int(2)), Expr::Int(0)), &data));
    }

    #[test]
    fn that_contents_differ_is_no_statement() {
        let data = data();
        let not = |e| Expr::unary(UnaryOp::Not, e);
        assert!(is_unrelated(&not(Expr::call(Function::Permutation, [var(5), var(6)])), &data));
        assert!(is_unrelated(&not(bin(BinaryOp::Eq, var(5), var(6))), &data));
        assert!(!is_unrelated(&bin(BinaryOp::Eq, var(5), var(6)), &data));
    }

    #[test]
    fn places_are_not_compared_with_places_and_counts_are_not_denied() {
        let data = data();
        let place = |v: u32| Expr::call(Function::IndexOf, [var(5), var(v)]);
        let count = || Expr::call(Function::Count, [var(5), var(3)]);
        assert!(is_unrelated(&bin(BinaryOp::Eq, place(3), place(4)), &data) && is_unrelated(&bin(BinaryOp::Eq, count(), place(3)), &data));
        assert!(is_unrelated(&bin(BinaryOp::Ne, var(0), count()), &data) && !is_unrelated(&bin(BinaryOp::Eq, var(0), count()), &data));
        assert!(!is_unrelated(&bin(BinaryOp::Ne, count(), Expr::Int(0)), &data));
    }

    #[test]
    fn what_is_computed_is_bounded_by_numbers_of_the_code_alone() {
        let mut data = data();
        let product = || bin(BinaryOp::Mul, var(3), var(3));
        let of = |bound: i32, data: &Dataset| is_unrelated(&bin(BinaryOp::Lt, product(), Expr::Int(bound)), data);
        assert!(of(7, &data) && !of(1, &data) && !of(2, &data));
        let beside = bin(BinaryOp::Lt, var(3), bin(BinaryOp::Sub, var(3), Expr::Int(100)));
        assert!(is_unrelated(&beside, &data) && !is_unrelated(&bin(BinaryOp::Lt, var(3), Expr::Int(100)), &data));
        data.constants.integers = vec![7];
        assert!(!of(7, &data));
    }

    #[test]
    fn reals_are_bounded_by_zero_numbers_of_the_code_and_results_by_one() {
        let mut data = data();
        data.schema.variables[3] = Variable::new("result", ValueType::Double);
        let of = |v: u32, op, bound: f64, data: &Dataset| is_unrelated(&bin(op, var(v), Expr::Double(bound)), data);
        assert!(of(4, BinaryOp::Ge, -1.0, &data) && of(4, BinaryOp::Ne, 2.0, &data));
        assert!(!of(4, BinaryOp::Ge, 0.0, &data) && !of(3, BinaryOp::Le, 1.0, &data));
        assert!(of(4, BinaryOp::Lt, 2.0, &data));
        let difference = bin(BinaryOp::Sub, var(4), var(3));
        assert!(is_unrelated(&bin(BinaryOp::Ge, difference, Expr::Int(2)), &data));
        data.constants.reals = vec![2.0];
        assert!(!of(4, BinaryOp::Ne, 2.0, &data));
        let extreme = |bound: i32| bin(BinaryOp::Ge, var(0), Expr::call(Function::Min, [var(1), Expr::Int(bound)]));
        assert!(is_unrelated(&extreme(10), &data) && !is_unrelated(&extreme(0), &data));
    }

    #[test]
    fn conditions_on_two_fields_of_different_names_are_of_strangers() {
        let mut data = data();
        let names = ["this.missed", "this.hash", "old_this.missed", "x", "this.seconds.length"];
        data.schema.variables.truncate(names.len());
        data.schema.variables.iter_mut().zip(names).for_each(|(v, name)| *v = Variable::new(name, ValueType::Int));
        let less = |a, b| bin(BinaryOp::Lt, var(a), var(b));
        let of = |a, b| are_strangers(&less(a, b), false, &data);
        assert!(of(0, 1) && of(2, 1) && are_strangers(&Expr::unary(UnaryOp::Not, bin(BinaryOp::Eq, var(0), var(1))), false, &data));
        assert!(are_strangers(&less(0, 1), true, &data) && of(0, 4) && !are_strangers(&less(0, 4), true, &data));
        assert!(!of(0, 2) && !of(0, 3));
    }

    #[test]
    fn lengths_of_different_objects_are_foreign_before_and_after_alike() {
        let data = data();
        assert_eq!(foreign_lengths(&bin(BinaryOp::Eq, var(0), var(7)), &data), 0);
        assert_eq!(foreign_lengths(&bin(BinaryOp::Eq, var(0), var(1)), &data), 1);
        assert_eq!(foreign_lengths(&bin(BinaryOp::Eq, var(3), bin(BinaryOp::Mul, var(0), var(1))), &data), 2);
    }
}
