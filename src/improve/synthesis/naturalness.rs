//! What an atom costs a reader, in nodes: the description length by which equally good assertions are told apart.
//!
//! A node costs 1. A constant costs more the more digits it takes to say, and 0, 1 and -1 nothing more: they are in most
//! specifications, while 4711 was in some test. A variable costs more where another would be expected: in the order result, entry
//! values and what the method never changed, other values on exit, and last parameters that the method has overwritten.

use crate::assertion::ast::{BinaryOp, Expr, Function, OpKind};
use crate::evidence::constants::Constants;
use crate::evidence::dataset::{Dataset, Values};
use crate::evidence::schema::VarId;
use crate::improve::synthesis::settings::Settings;

/// What constants cost beyond their node.
pub fn constant_price(constant: &Expr) -> u32 {
    let whole = |value: u64| match value {
        0 | 1 => 0,
        2 => 1,
        more => 2 + u64::BITS - more.leading_zeros(),
    };
    let real = |value: f64| {
        if value.fract() == 0.0 && value.abs() < 1e15 { whole(value.abs() as u64) } else { 16 }
    };
    match constant {
        Expr::Int(value) => whole(value.unsigned_abs().into()),
        Expr::Long(value) => whole(value.unsigned_abs()),
        Expr::Float(value) => real(f64::from(*value)),
        Expr::Double(value) => real(*value),
        _ => 0,
    }
}

/// What a constant costs beyond its node that the author of the method wrote down, at most.
pub(super) const WRITTEN_PRICE: u32 = 1;

/// Whether it has a constant that the author wrote down, beyond those that are everywhere.
pub fn is_written(part: &Expr, constants: &Constants) -> bool {
    let here = match part {
        Expr::Int(value) => value.unsigned_abs() > 1 && constants.own_integers().contains(&i64::from(*value)),
        Expr::Long(value) => value.unsigned_abs() > 1 && constants.own_integers().contains(value),
        Expr::Double(value) => constants.own_reals().contains(value),
        _ => false,
    };
    here || part.operands().into_iter().any(|operand| is_written(operand, constants))
}

/// What it costs that two conditions have the same truth, and neither is of what was given to the method.
const EQUIVALENCE_PRICE: u32 = 20;
/// What the product of a term with itself costs beyond: `x == x * x` is rarely how one says that it is 0 or 1.
const SQUARE_PRICE: u32 = 3;
/// What it costs that a constant is divided: `1 / x` and `7 % x` are rarely how one says something of x.
const CONSTANT_DIVIDEND_PRICE: u32 = 3;
/// What it costs that something is divided by a term of several nodes.
const COMPOUND_DIVISOR_PRICE: u32 = 4;
/// What an operation on bits costs: few specifications have one.
pub(super) const BITWISE_PRICE: u32 = 4;

/// What an arithmetic operator, or one on bits, costs beyond its node: `x * y` and `x / y` are in fewer specifications than `x + y`.
pub(super) fn operator_price(op: BinaryOp, left: &Expr, right: &Expr) -> u32 {
    match op {
        BinaryOp::Mul if left == right => 1 + SQUARE_PRICE,
        BinaryOp::Mul => 1,
        BinaryOp::Div | BinaryOp::Rem => {
            let dividend = if left.is_constant() { CONSTANT_DIVIDEND_PRICE } else { 0 };
            let divisor = if right.size() > 1 { COMPOUND_DIVISOR_PRICE } else { 0 };
            1 + dividend + divisor
        }
        op if op.kind() == OpKind::Bitwise => BITWISE_PRICE,
        _ => 0,
    }
}

/// What it costs that a number is kept within two of -1, 0 and 1: `max(0, min(1, x))` is a condition in the guise of a number.
const TRUTH_AS_NUMBER_PRICE: u32 = 6;

/// What `min` or `max` of those arguments costs beyond its node.
pub(super) fn extreme_price(arguments: &[Expr]) -> u32 {
    let is_usual = |e: &Expr| e.is_constant() && constant_price(e) == 0;
    let is_bounded = |e: &Expr| matches!(e, Expr::Call(Function::Min | Function::Max, inner) if inner.iter().any(is_usual));
    if arguments.iter().any(is_usual) && arguments.iter().any(is_bounded) { TRUTH_AS_NUMBER_PRICE } else { 0 }
}

/// What a comparison of a variable with a term of the same variable costs beyond: `result == result % 2` bounds it in a roundabout way.
const OF_ITSELF_PRICE: u32 = 6;

/// What it costs beyond that one of the two sides is a variable of which the other speaks as well.
pub fn of_itself_price(left: &Expr, right: &Expr) -> u32 {
    let speaks_of = |term: &Expr, variable: &Expr| term != variable && mentions(term, variable);
    if speaks_of(left, right) || speaks_of(right, left) { OF_ITSELF_PRICE } else { 0 }
}

/// Whether a variable is part of an expression.
pub(super) fn mentions(expr: &Expr, variable: &Expr) -> bool {
    matches!(variable, Expr::Var(id) if expr.mentions(*id))
}

/// What an expression costs: its nodes, and what its constants, variables and operators cost beyond.
pub fn price(expr: &Expr, dataset: &Dataset, settings: &Settings) -> u32 {
    let of = |e: &Expr| price(e, dataset, settings);
    match expr {
        Expr::Var(id) => 1 + role(dataset, *id).price(),
        Expr::Binary(op, left, right) => {
            let odd = match op {
                op if matches!(op.kind(), OpKind::Arithmetic | OpKind::Bitwise) => operator_price(*op, left, right),
                BinaryOp::Ne if **right != Expr::Null => settings.disequality_price,
                BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge => settings.order_price,
                // When the method does something is said so; that two things it does are equally true is rarely how one says anything.
                BinaryOp::Equiv | BinaryOp::Xor if ![left, right].iter().any(|e| matches!(***e, Expr::Var(_))) => {
                    if [left, right].iter().any(|e| is_pre_state(e, dataset)) { 2 } else { EQUIVALENCE_PRICE }
                }
                _ => 0,
            };
            let of_itself = if BinaryOp::COMPARISONS.contains(op) { of_itself_price(left, right) } else { 0 };
            1 + odd + of_itself + of(left) + of(right)
        }
        constant if constant.is_constant() && is_written(constant, &dataset.constants) => 1 + constant_price(constant).min(WRITTEN_PRICE),
        constant if constant.is_constant() => 1 + constant_price(constant),
        Expr::Call(Function::Min | Function::Max, arguments) => 1 + extreme_price(arguments) + arguments.iter().map(of).sum::<u32>(),
        inner => 1 + inner.operands().into_iter().map(of).sum::<u32>(),
    }
}

/// Whether all variables of the expression are from before the method ran.
pub(super) fn is_pre_state(expr: &Expr, dataset: &Dataset) -> bool {
    let mut all = true;
    expr.for_each_variable(&mut |id| all &= role(dataset, id).is_pre_state());
    all
}

/// What a variable is to the method, the most natural first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    Result,
    /// Has its entry value in every state, or has no entry value and is no part of the result: a parameter that nobody assigns.
    Unchanged,
    /// Read on entry.
    Entry,
    /// Read on exit, and differs from its entry value somewhere.
    Exit,
    /// A variable of the method's body, or what is reached through it: how it works, not what it does.
    Local,
    /// A parameter that was overwritten, or what is reached through it: rarely what a specification speaks of.
    Overwritten,
}

/// What a variable of the method's body costs beyond its node: so much that whatever inputs and results say comes first.
const LOCAL_PRICE: u32 = 6;

impl Role {
    /// What a variable of this role costs beyond its node.
    pub fn price(self) -> u32 {
        match self {
            Self::Overwritten => 2,
            Self::Local => LOCAL_PRICE,
            _ => 0,
        }
    }

    /// Whether the value was there before the method ran.
    pub fn is_pre_state(self) -> bool {
        matches!(self, Self::Unchanged | Self::Entry)
    }
}

/// What the names of entry values begin with.
pub(in crate::improve) const ENTRY: &str = "old_";

/// The role of a variable of the dataset.
pub fn role(dataset: &Dataset, id: VarId) -> Role {
    let name = &dataset.schema.variables[id as usize].name;
    if name == "result" || name.starts_with("result.") || name.starts_with("result[") {
        Role::Result
    } else if name.starts_with(ENTRY) {
        Role::Entry
    } else {
        match dataset.schema.find(&format!("{ENTRY}{name}")) {
            Some(entry) if same(dataset, id, entry) => Role::Unchanged,
            Some(_) if name.contains(['.', '[']) => of_owner(dataset, name).unwrap_or(Role::Exit),
            Some(_) => Role::Overwritten,
            // Fields and observers without an entry value may have been changed; `this` cannot be.
            None if name == "this" => Role::Unchanged,
            // Parameters have entry values, where there are any.
            None if !name.contains(['.', '[']) && has_entries(dataset) => Role::Local,
            None => of_owner(dataset, name).unwrap_or(Role::Exit),
        }
    }
}

/// What is reached through a variable of the method's body, or a parameter that was overwritten, is as much the method's own as that.
fn of_owner(dataset: &Dataset, name: &str) -> Option<Role> {
    let (owner, _) = name.split_at(name.find(['.', '['])?);
    let role = role(dataset, dataset.schema.find(owner)?);
    matches!(role, Role::Local | Role::Overwritten).then_some(role)
}

fn has_entries(dataset: &Dataset) -> bool {
    dataset.schema.variables.iter().any(|v| v.name.starts_with(ENTRY))
}

fn same(dataset: &Dataset, a: VarId, b: VarId) -> bool {
    let (a, b) = (&dataset.columns[a as usize], &dataset.columns[b as usize]);
    let values = match (&a.values, &b.values) {
        (Values::Real(a), Values::Real(b)) => a.iter().map(|v| v.to_bits()).eq(b.iter().map(|v| v.to_bits())),
        (a, b) => a == b,
    };
    values && a.present == b.present
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_constants_are_cheaper_than_large_ones() {
        let prices = [0, -1, 2, 10, 4711, i32::MIN].map(|c| constant_price(&Expr::Int(c)));
        assert!(prices.is_sorted() && prices[1] == 0 && prices[5] > prices[4], "{prices:?}");
        assert!(constant_price(&Expr::Double(0.37)) > constant_price(&Expr::Double(12.0)));
    }

    #[test]
    fn that_two_things_are_equally_true_is_dear_but_when_the_method_does_something_is_not() {
        use crate::improve::evolution::fixtures::{bin, min_method, var};
        let mut data = min_method();
        data.schema.variables[0].name = "old_x".into();
        data.schema.variables[1].name = "old_y".into();
        let price = |e: &Expr| price(e, &data, &Settings::default());
        let equal = |v: u32| bin(BinaryOp::Eq, var(2), var(v));
        let of_input = bin(BinaryOp::Eq, var(0), var(1));
        assert_eq!(price(&bin(BinaryOp::Equiv, equal(0), of_input.clone())), price(&equal(0)) + price(&of_input) + 3);
        assert_eq!(price(&bin(BinaryOp::Equiv, equal(0), equal(1))), price(&equal(0)) + price(&equal(1)) + 1 + EQUIVALENCE_PRICE);
    }

    #[test]
    fn a_square_costs_more_than_a_product() {
        use crate::improve::evolution::fixtures::{bin, min_method, var};
        let data = min_method();
        let price = |e: &Expr| price(e, &data, &Settings::default());
        assert_eq!(price(&bin(BinaryOp::Mul, var(0), var(0))), price(&bin(BinaryOp::Mul, var(0), var(1))) + SQUARE_PRICE);
    }

    #[test]
    fn a_condition_as_a_number_is_dear_and_bounds_of_a_number_are_not() {
        use crate::improve::evolution::fixtures::{min_method, var};
        let data = min_method();
        let price = |low: i32, high: i32| {
            let inner = Expr::call(Function::Min, [var(0), Expr::Int(high)]);
            price(&Expr::call(Function::Max, [inner, Expr::Int(low)]), &data, &Settings::default())
        };
        assert_eq!(price(0, 1), 5 + TRUTH_AS_NUMBER_PRICE);
        assert_eq!(price(0, 255), 5 + constant_price(&Expr::Int(255)));
    }

    #[test]
    fn divisors_of_several_nodes_constant_dividends_and_bits_cost_more() {
        use crate::improve::evolution::fixtures::{bin, min_method, var};
        let data = min_method();
        let price = |op, left: Expr, right: Expr| price(&bin(op, left, right), &data, &Settings::default());
        let (one, sum) = (Expr::Int(1), bin(BinaryOp::Add, var(1), var(2)));
        assert_eq!(price(BinaryOp::Rem, var(0), sum.clone()), price(BinaryOp::Rem, sum, var(0)) + COMPOUND_DIVISOR_PRICE);
        assert_eq!(price(BinaryOp::Div, one.clone(), var(0)), price(BinaryOp::Div, var(0), one.clone()) + CONSTANT_DIVIDEND_PRICE);
        assert_eq!(price(BinaryOp::BitAnd, var(0), one.clone()), price(BinaryOp::Add, var(0), one) + BITWISE_PRICE);
    }

    #[test]
    fn to_compare_a_variable_with_what_is_made_of_it_is_dear() {
        use crate::improve::evolution::fixtures::{bin, min_method, var};
        let data = min_method();
        let price = |e: &Expr| price(e, &data, &Settings::default());
        let remainder = |v: u32| bin(BinaryOp::Rem, var(v), Expr::Int(2));
        assert_eq!(price(&bin(BinaryOp::Eq, var(2), remainder(2))), price(&bin(BinaryOp::Eq, var(2), remainder(1))) + OF_ITSELF_PRICE);
        assert_eq!(price(&bin(BinaryOp::Lt, remainder(1), var(1))), price(&bin(BinaryOp::Lt, remainder(0), var(1))) + OF_ITSELF_PRICE);
    }

    #[test]
    fn what_is_reached_through_a_local_is_the_methods_own() {
        use crate::improve::evolution::fixtures::min_method;
        let mut data = min_method();
        let names = ["old_x", "copy", "copy.length"];
        data.schema.variables.iter_mut().zip(names).for_each(|(v, name)| v.name = name.into());
        assert_eq!([0, 1, 2].map(|id| role(&data, id)), [Role::Entry, Role::Local, Role::Local]);
        data.schema.variables[1].name = "this".into();
        data.schema.variables[2].name = "this.length".into();
        assert_eq!(role(&data, 2), Role::Exit);
    }
}
