//! Corner cases that no correct state shows: a statement that depends on one is not believed, however often it held elsewhere.
//!
//! Example tests avoid the same corners again and again, so no number of states speaks for what happens there:
//!
//! - *Duplicates.* `i == indexOf(a, x)` says more than `a[i] == x` only where x occurs twice.
//! - *Rounding.* An equation with arithmetic of reals that was met by short numbers only (1.0, 0.25) is rarely exact for others.
//! - *Overflow.* An order with a sum, difference or product, and a remainder, quotient, extreme or absolute value of one, were met by small
//!   numbers only. Lengths and places do not get that large, and equations of sums and products wrap on both sides alike.
//! - *History.* What a field is afterwards was always met with one value of it before: `this.size == n` where every object was empty.
//! - *Sign.* A quotient, remainder, absolute value or operation on bits was met by numbers of one sign only, and so was a byte: it is
//!   extended with its sign.

use crate::assertion::ast::{BinaryOp, Expr, Function, OpKind, Type, UnaryOp};
use crate::assertion::check;
use crate::assertion::interpret::{self, Value};
use crate::evidence::dataset::Dataset;
use crate::evidence::schema::{ValueType, VarId, Variable};
use crate::improve::synthesis::gates::kinds::Kind;
use crate::improve::synthesis::naturalness::ENTRY;
use std::collections::BTreeSet;

/// States that must show a corner.
const SHOWN: usize = 2;
/// Bits of a significand that a short number has at most.
const SHORT_BITS: u32 = 18;

/// Whether a literal depends on a corner case that hardly any of those correct states shows.
pub fn is_untried(literal: &Expr, dataset: &Dataset, rows: &[usize]) -> bool {
    let corners = Corners { dataset, rows };
    corners.of_literal(literal) || corners.of_bytes(literal) || corners.of_history(literal)
}

struct Corners<'a> {
    dataset: &'a Dataset,
    rows: &'a [usize],
}

impl Corners<'_> {
    fn of_literal(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Binary(op, left, right) if op.kind() == OpKind::Comparison => {
                let equates = matches!(op, BinaryOp::Eq | BinaryOp::Ne);
                let sides = [&**left, &**right];
                let is_place = |e: &&Expr| matches!(e, Expr::Call(Function::IndexOf, _));
                let is_real = sides.iter().any(|side| self.is_real(side));
                // That something occurs nowhere is no matter of where it occurs first.
                let places = !sides.iter().any(|side| side.is_constant());
                places && sides.iter().any(|side| is_place(side) && !self.shows_duplicates(side))
                    || equates && is_real && sides.iter().any(|side| computes(side)) && !self.shows_long_reals(expr)
                    || !equates && !is_real && sides.iter().any(|side| self.may_wrap(side)) && !self.shows_large(expr)
                    || sides.iter().any(|side| self.of_term(side))
            }
            Expr::Binary(op, left, right) if op.kind() == OpKind::Logical => self.of_literal(left) || self.of_literal(right),
            Expr::Unary(UnaryOp::Not, inner) => self.of_literal(inner),
            Expr::Quantified(_, _, _, body) => self.of_literal(body),
            _ => false,
        }
    }

    /// Of a term within a comparison, whatever that is.
    fn of_term(&self, term: &Expr) -> bool {
        let here = match term {
            Expr::Binary(BinaryOp::Div | BinaryOp::Rem, left, right) if !self.is_real(term) => {
                !self.shows_sign(left) || [left, right].iter().any(|side| self.may_wrap(side) && !self.shows_large(side))
            }
            Expr::Binary(op, left, _) if op.kind() == OpKind::Bitwise => !self.shows_sign(left),
            Expr::Call(Function::Abs | Function::Min | Function::Max, arguments) if !self.is_real(term) => {
                let is_absolute = matches!(term, Expr::Call(Function::Abs, _));
                is_absolute && !self.shows_sign(&arguments[0]) || arguments.iter().any(|a| self.may_wrap(a) && !self.shows_large(a))
            }
            _ => false,
        };
        here || term.operands().into_iter().any(|operand| self.of_term(operand))
    }

    /// Whether it speaks of a byte that was never negative.
    fn of_bytes(&self, literal: &Expr) -> bool {
        self.variables(literal).into_iter().any(|id| {
            let is_byte = self.dataset.schema.variables[id as usize].value_type == ValueType::Byte;
            is_byte && !self.shows(|row| matches!(self.value(&Expr::Var(id), row), Some(Value::Int(v)) if v < 0))
        })
    }

    /// Whether it equates a number that the method leaves behind in an object with something else than its value on entry, and that was
    /// always the same.
    fn of_history(&self, literal: &Expr) -> bool {
        let Expr::Binary(BinaryOp::Eq, ..) = literal else { return false };
        let variables = self.variables(literal);
        variables.iter().any(|&id| {
            let Some(before) = self.before(id) else { return false };
            // What stays as it was needs no history.
            let stays = variables.contains(&before) || self.rows.iter().all(|&row| self.same(id, before, row));
            !stays && self.rows.iter().all(|&row| self.equal_in(before, row, self.rows[0]))
        })
    }

    /// The value on entry of a number that the method leaves behind in an object; the result may be the receiver.
    fn before(&self, id: VarId) -> Option<VarId> {
        let Variable { name, value_type, receiver, .. } = &self.dataset.schema.variables[id as usize];
        if receiver.is_none() || !Type::from(*value_type).is_number() || name.starts_with(ENTRY) {
            return None;
        }
        let find = |name: String| self.dataset.schema.find(&name);
        if let Some(before) = find(format!("{ENTRY}{name}")) {
            return Some(before);
        }
        let of_this = format!("this{}", name.strip_prefix("result")?);
        let this = find(of_this.clone())?;
        self.rows.iter().all(|&row| self.same(id, this, row)).then(|| find(format!("{ENTRY}{of_this}")))?
    }

    fn same(&self, a: VarId, b: VarId, row: usize) -> bool {
        let of = |id| interpret::variable_value(self.dataset, id, row);
        of(a) == of(b)
    }

    fn equal_in(&self, id: VarId, row: usize, other: usize) -> bool {
        let of = |row| interpret::variable_value(self.dataset, id, row);
        of(row) == of(other)
    }

    /// Whether the sequence holds what is sought more than once in some states.
    fn shows_duplicates(&self, place: &Expr) -> bool {
        let Expr::Call(Function::IndexOf, arguments) = place else { return true };
        if self.type_of(&arguments[0]) == Some(Type::Text) {
            // A text within a text: whether it occurs again is not told cheaply; two different places would be needed.
            return self.rows.iter().any(|&row| self.occurs_again(&arguments[0], &arguments[1], row));
        }
        let count = Expr::call(Function::Count, arguments.clone());
        self.rows.iter().any(|&row| matches!(self.value(&count, row), Some(Value::Int(n)) if n > 1))
    }

    fn occurs_again(&self, text: &Expr, sought: &Expr, row: usize) -> bool {
        let Some(Value::Text(text)) = self.value(text, row) else { return false };
        match self.value(sought, row) {
            Some(Value::Text(sought)) if !sought.is_empty() => text.windows(sought.len()).filter(|w| *w == &sought[..]).count() > 1,
            Some(Value::Int(sought)) => text.iter().filter(|&&unit| i32::from(unit) == sought).count() > 1,
            _ => false,
        }
    }

    /// Whether its variables had values in some states whose significands are long.
    fn shows_long_reals(&self, expr: &Expr) -> bool {
        let reals: Vec<VarId> = self.variables(expr).into_iter().filter(|&id| self.is_real(&Expr::Var(id))).collect();
        self.shows(|row| {
            reals.iter().any(|&id| match self.value(&Expr::Var(id), row) {
                Some(Value::Double(v)) => is_long(v, 52),
                Some(Value::Float(v)) => is_long(f64::from(v), 23),
                _ => false,
            })
        })
    }

    /// Whether a whole number in it came near the end of its range in some states.
    fn shows_large(&self, expr: &Expr) -> bool {
        let wide: Vec<VarId> = self.variables(expr).into_iter().filter(|&id| !self.is_small(id)).collect();
        self.shows(|row| {
            wide.iter().any(|&id| match self.value(&Expr::Var(id), row) {
                Some(Value::Int(v)) => v.unsigned_abs() > 1 << 30,
                Some(Value::Long(v)) => v.unsigned_abs() > 1 << 62,
                _ => false,
            })
        })
    }

    /// Whether the term was negative in some states, unless it never is.
    fn shows_sign(&self, term: &Expr) -> bool {
        if self.variables(term).into_iter().all(|id| self.is_small(id)) {
            return true;
        }
        self.shows(|row| match self.value(term, row) {
            Some(Value::Int(v)) => v < 0,
            Some(Value::Long(v)) => v < 0,
            _ => false,
        })
    }

    fn shows(&self, in_state: impl Fn(usize) -> bool) -> bool {
        self.rows.iter().filter(|&&row| in_state(row)).take(SHOWN).count() == SHOWN
    }

    /// Whether it adds, subtracts or multiplies ints or longs that may be of any size, and not just counts one up or down.
    fn may_wrap(&self, term: &Expr) -> bool {
        let here = match term {
            Expr::Binary(BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul, ..) | Expr::Unary(UnaryOp::Neg, _) => {
                matches!(self.type_of(term), Some(Type::Int | Type::Long)) && self.variables(term).into_iter().any(|id| !self.is_small(id))
            }
            _ => false,
        };
        here || matches!(term, Expr::Binary(..) | Expr::Unary(..)) && term.operands().into_iter().any(|operand| self.may_wrap(operand))
    }

    /// Whether a variable is a length, a size or a character, or another number that is no longer than its object.
    fn is_small(&self, id: VarId) -> bool {
        let variable = &self.dataset.schema.variables[id as usize];
        matches!(variable.value_type, ValueType::Char | ValueType::Boolean | ValueType::Reference)
            || variable.value_type.is_contents()
            || matches!(Kind::of_variable(id, self.dataset), Kind::Length | Kind::Place)
    }

    fn is_real(&self, expr: &Expr) -> bool {
        self.type_of(expr).is_some_and(Type::is_real)
    }

    /// The type of a closed expression.
    fn type_of(&self, expr: &Expr) -> Option<Type> {
        if expr.is_open() { None } else { check::type_of(expr, &self.dataset.schema).ok() }
    }

    fn value<'e>(&'e self, expr: &'e Expr, row: usize) -> Option<Value<'e>> {
        if expr.is_open() { None } else { interpret::evaluate(expr, &|id| interpret::variable_value(self.dataset, id, row)) }
    }

    fn variables(&self, expr: &Expr) -> BTreeSet<VarId> {
        let mut found = BTreeSet::new();
        expr.for_each_variable(&mut |id| {
            found.insert(id);
        });
        found
    }
}

/// Whether it has an arithmetic operator.
fn computes(term: &Expr) -> bool {
    matches!(term, Expr::Binary(op, ..) if op.kind() == OpKind::Arithmetic)
        || matches!(term, Expr::Call(Function::Sum, _))
        || term.operands().into_iter().any(computes)
}

/// Whether so many of the significand's bits are in use that sums and products are rounded.
fn is_long(value: f64, bits: u32) -> bool {
    let significand = value.to_bits() & ((1 << 52) - 1);
    value.is_finite() && significand != 0 && 52 - significand.trailing_zeros() > SHORT_BITS.min(bits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evidence::dataset::Values;
    use crate::evidence::schema::{Element, Schema};
    use crate::improve::evolution::fixtures::{bin, var};

    /// Correct states of numbers of that type, by variable.
    fn numbers(ty: ValueType, columns: &[(&str, Option<&str>, &[f64])]) -> Dataset {
        let whole = |values: &[f64]| Values::Integral(values.iter().map(|&v| v as i64).collect());
        let values = |values: &[f64]| if ty == ValueType::Double { Values::Real(values.to_vec()) } else { whole(values) };
        let variable = |&(name, receiver, _): &(&str, Option<&str>, &[f64])| Variable {
            receiver: receiver.map(str::to_owned),
            ..Variable::new(name, ty)
        };
        let rows = columns[0].2.len();
        Dataset {
            explored: false,
            schema: Schema { method: "Sample#method".into(), variables: columns.iter().map(variable).collect() },
            rows,
            correct: rows,
            columns: columns.iter().map(|c| crate::evidence::dataset::Column { values: values(c.2), present: None }).collect(),
            origins: Vec::new(),
            texts: Default::default(),
            correct_tests: vec![1; rows],
            constants: Default::default(),
        }
    }

    fn untried(expr: &Expr, data: &Dataset) -> bool {
        is_untried(expr, data, &(0..data.correct).collect::<Vec<_>>())
    }

    #[test]
    fn a_place_is_believed_where_duplicates_were_seen() {
        let data = |items: &[i64], offsets: &[u32]| {
            let mut data = numbers(ValueType::Int, &[("x", None, &[7.0, 8.0]), ("result", None, &[0.0, 0.0])]);
            data.schema.variables.push(Variable::new("a[*]", ValueType::Sequence(Element::Int)));
            let values = Values::Sequence { offsets: offsets.to_vec(), items: Box::new(Values::Integral(items.to_vec())) };
            data.columns.push(crate::evidence::dataset::Column { values, present: None });
            data
        };
        let place = bin(BinaryOp::Eq, var(1), Expr::call(Function::IndexOf, [var(2), var(0)]));
        assert!(untried(&place, &data(&[7, 9, 8, 9], &[0, 2, 4])));
        assert!(!untried(&place, &data(&[7, 7, 8, 9], &[0, 2, 4])));
        let nowhere = bin(BinaryOp::Eq, Expr::call(Function::IndexOf, [var(2), var(0)]), Expr::Int(-1));
        assert!(!untried(&nowhere, &data(&[7, 9, 8, 9], &[0, 2, 4])));
    }

    #[test]
    fn an_equation_of_reals_is_believed_where_they_were_long() {
        let product = bin(BinaryOp::Eq, var(1), bin(BinaryOp::Mul, var(0), Expr::Int(2)));
        let of = |x: [f64; 2]| numbers(ValueType::Double, &[("x", None, &x), ("result", None, &[2.0 * x[0], 2.0 * x[1]])]);
        assert!(untried(&product, &of([0.5, 3.0])) && !untried(&product, &of([0.1, 1.0 / 3.0])));
        assert!(!untried(&bin(BinaryOp::Eq, var(1), var(0)), &of([0.5, 3.0])));
    }

    #[test]
    fn an_order_of_a_sum_is_believed_where_it_was_near_overflow() {
        let order = |data: &Dataset| untried(&bin(BinaryOp::Le, var(1), bin(BinaryOp::Add, var(0), Expr::Int(5))), data);
        assert!(order(&numbers(ValueType::Int, &[("x", None, &[1.0, 2.0]), ("result", None, &[1.0, 2.0])])));
        assert!(!order(&numbers(ValueType::Int, &[("x", None, &[2e9, -2e9]), ("result", None, &[2e9, -2e9])])));
        assert!(!order(&numbers(ValueType::Int, &[("size", None, &[1.0, 2.0]), ("result", None, &[1.0, 2.0])])));
    }

    #[test]
    fn a_remainder_is_believed_where_it_was_negative() {
        let remainder = bin(BinaryOp::Eq, var(1), bin(BinaryOp::Rem, var(0), Expr::Int(3)));
        let of = |x: [f64; 2]| numbers(ValueType::Int, &[("x", None, &x), ("result", None, &[x[0] % 3.0, x[1] % 3.0])]);
        assert!(untried(&remainder, &of([4.0, 5.0])) && !untried(&remainder, &of([-4.0, -5.0])));
    }

    #[test]
    fn a_byte_was_negative_or_nothing_is_known_of_it() {
        let copy = bin(BinaryOp::Eq, var(1), var(0));
        let of = |x: [f64; 2]| numbers(ValueType::Byte, &[("b", None, &x), ("result", None, &x)]);
        assert!(untried(&copy, &of([4.0, 5.0])) && !untried(&copy, &of([-4.0, -5.0])));
    }

    #[test]
    fn what_a_field_becomes_is_believed_where_its_value_before_varied() {
        let size = bin(BinaryOp::Eq, var(0), var(2));
        let of = |before: [f64; 2]| {
            let columns =
                [("this.size", Some("this"), &[3.0, 4.0][..]), ("old_this.size", Some("this"), &before), ("n", None, &[3.0, 4.0])];
            numbers(ValueType::Int, &columns)
        };
        assert!(untried(&size, &of([0.0, 0.0])) && !untried(&size, &of([0.0, 1.0])));
        // With the value before in it, it says what that matters.
        assert!(!untried(&bin(BinaryOp::Eq, var(0), bin(BinaryOp::Add, var(1), var(2))), &of([0.0, 0.0])));
    }
}
