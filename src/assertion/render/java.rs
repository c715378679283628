//! Assertions as Java expressions that never throw and give the same answer.
//!
//! Where a comparison would fail, Java would throw; so each comparison is preceded by its guards (`docs/formats.md`, "An
//! expression that would throw"): receivers that are not null, outermost first, and integer divisors that are not zero.
//! A guard is left out where Java's short-circuit evaluation has established it already:
//! `list == null || list.size() > 0` needs none.

use std::borrow::Cow;

use super::{Precedence, Text, binary, is_comparison, literal, operands, unary};
use crate::assertion::ast::{BinaryOp, Expr, OpKind, Type, UnaryOp};
use crate::assertion::interpret::{self, Value};
use crate::assertion::typing;
use crate::evidence::schema::{Schema, VarId};

/// The Java text that reads a variable at the program point: its `java`, or its name as an identifier.
pub fn java_text(schema: &Schema, id: VarId) -> Cow<'_, str> {
    let variable = &schema.variables[id as usize];
    match &variable.java {
        Some(java) => Cow::Borrowed(java),
        None => Cow::Owned(variable.name.chars().map(|c| if c.is_alphanumeric() || c == '_' || c == '$' { c } else { '_' }).collect()),
    }
}

/// The assertion as a Java boolean expression, with guards.
///
/// `naming` gives the text that reads a variable, a Java primary expression such as an identifier or a call
/// ([`java_text`] for code at the program point). The assertion has to be well typed over the schema.
///
/// The receiver `this` is never null, so it needs no guard.
pub fn to_java(expr: &Expr, schema: &Schema, naming: &dyn Fn(VarId) -> String) -> String {
    Java { schema, naming }.boolean(expr, &[]).text
}

/// What must hold before an operand may be evaluated.
#[derive(Clone, Debug, PartialEq)]
enum Guard {
    NonNull(VarId),
    NonZero(Expr),
    /// A divisor that is constantly zero: the comparison is false.
    Never,
}

struct Java<'a> {
    schema: &'a Schema,
    naming: &'a dyn Fn(VarId) -> String,
}

impl Java<'_> {
    /// A boolean expression, evaluated where the guards `known` hold.
    fn boolean(&self, expr: &Expr, known: &[Guard]) -> Text {
        match expr {
            Expr::Var(_) => self.guarded(expr, known, self.plain(expr)),
            Expr::Unary(UnaryOp::Not, operand) => self.negated(operand, known),
            Expr::Binary(op, left, right) if is_comparison(*op) => self.guarded(expr, known, self.comparison(*op, left, right)),
            Expr::Binary(op @ (BinaryOp::And | BinaryOp::Or), left, right) => {
                let l = self.boolean(left, known);
                let r = self.boolean(right, &self.with(known, left, *op == BinaryOp::And));
                let level = Precedence::of(*op);
                // Both are associative, so that a right operand of the same operator needs no parentheses.
                Text::new(format!("{} {} {}", l.at_least(level), op.symbol(), r.at_least(level)), level)
            }
            Expr::Binary(BinaryOp::Implies, left, right) => {
                let l = self.negated(left, known).at_least(Precedence::Or);
                let r = self.boolean(right, &self.with(known, left, true));
                Text::new(format!("{l} || {}", r.at_least(Precedence::Or)), Precedence::Or)
            }
            Expr::Binary(op, left, right) => {
                debug_assert_eq!(op.kind(), OpKind::Logical, "a boolean is no arithmetic");
                binary(*op, self.boolean(left, known), self.boolean(right, known))
            }
            leaf => literal(leaf),
        }
    }

    /// The negation of a boolean expression; of a comparison that cannot fail here it is the opposite one.
    fn negated(&self, expr: &Expr, known: &[Guard]) -> Text {
        match expr {
            Expr::Unary(UnaryOp::Not, operand) => self.boolean(operand, known),
            Expr::Binary(op, left, right) if self.guards(expr).iter().all(|g| known.contains(g)) => match self.opposite(*op, left, right) {
                Some(opposite) => self.comparison(opposite, left, right),
                None => unary(UnaryOp::Not, expr, self.boolean(expr, known)),
            },
            _ => unary(UnaryOp::Not, expr, self.boolean(expr, known)),
        }
    }

    /// The comparison that is false exactly where this one is true; with NaN, only `==` and `!=` have one.
    fn opposite(&self, op: BinaryOp, left: &Expr, right: &Expr) -> Option<BinaryOp> {
        let integers =
            || typing::type_of_checked(left, self.schema).is_integer() && typing::type_of_checked(right, self.schema).is_integer();
        match op {
            BinaryOp::Eq => Some(BinaryOp::Ne),
            BinaryOp::Ne => Some(BinaryOp::Eq),
            BinaryOp::Lt if integers() => Some(BinaryOp::Ge),
            BinaryOp::Le if integers() => Some(BinaryOp::Gt),
            BinaryOp::Gt if integers() => Some(BinaryOp::Le),
            BinaryOp::Ge if integers() => Some(BinaryOp::Lt),
            _ => None,
        }
    }

    /// A comparison without its guards.
    fn comparison(&self, op: BinaryOp, left: &Expr, right: &Expr) -> Text {
        let (l, r) = operands(left, right, self.schema, |e| self.plain(e));
        let l = if self.incomparable(left, right) { Text::new(format!("(Object) {}", l.text), Precedence::Unary) } else { l };
        binary(op, l, r)
    }

    /// A number or reference, its guards being somebody else's care.
    fn plain(&self, expr: &Expr) -> Text {
        match expr {
            Expr::Var(id) => Text::new((self.naming)(*id), Precedence::Primary),
            Expr::Unary(op, operand) => unary(*op, operand, self.plain(operand)),
            Expr::Binary(op, left, right) => binary(*op, self.plain(left), self.plain(right)),
            leaf => literal(leaf),
        }
    }

    /// A comparison or boolean variable after those of its guards that are not known.
    fn guarded(&self, expr: &Expr, known: &[Guard], text: Text) -> Text {
        let missing: Vec<Guard> = self.guards(expr).into_iter().filter(|g| !known.contains(g)).collect();
        if missing.contains(&Guard::Never) {
            return Text::new("false", Precedence::Primary);
        }
        if missing.is_empty() {
            return text;
        }
        let mut parts: Vec<String> = missing.iter().map(|g| self.guard(g)).collect();
        parts.push(text.at_least(Precedence::And));
        Text::new(parts.join(" && "), Precedence::And)
    }

    fn guard(&self, guard: &Guard) -> String {
        match guard {
            Guard::NonNull(id) => format!("{} != null", (self.naming)(*id)),
            Guard::NonZero(divisor) => format!("{} != 0", self.plain(divisor).at_least(Precedence::Equality)),
            Guard::Never => unreachable!("a comparison that always fails is rendered as false"),
        }
    }

    /// What must hold for no operand to fail, in an order in which no guard throws.
    fn guards(&self, expr: &Expr) -> Vec<Guard> {
        let mut guards = Vec::new();
        self.collect(expr, &mut guards);
        guards
    }

    fn collect(&self, expr: &Expr, guards: &mut Vec<Guard>) {
        let mut add = |guard: Guard| {
            if !guards.contains(&guard) {
                guards.push(guard);
            }
        };
        match expr {
            Expr::Var(id) => {
                for receiver in self.receivers(*id).into_iter().rev() {
                    add(Guard::NonNull(receiver));
                }
            }
            Expr::Unary(_, operand) => self.collect(operand, guards),
            Expr::Binary(op, left, right) => {
                self.collect(left, guards);
                self.collect(right, guards);
                let divides = matches!(op, BinaryOp::Div | BinaryOp::Rem);
                if divides && typing::type_of_checked(expr, self.schema).is_integer() {
                    let guard = match constant_value(right) {
                        Some(divisor) if is_zero(&divisor) => Guard::Never,
                        Some(_) => return,
                        None => Guard::NonZero((**right).clone()),
                    };
                    if !guards.contains(&guard) {
                        guards.push(guard);
                    }
                }
            }
            _ => {}
        }
    }

    /// The references that a variable is read through, nearest first, up to `this`, which is never null.
    fn receivers(&self, id: VarId) -> Vec<VarId> {
        let mut chain = Vec::new();
        let mut at = id;
        while let Some(receiver) = self.schema.variables[at as usize].receiver.as_deref()
            && receiver != "this"
            && let Some(next) = self.schema.find(receiver)
            && !chain.contains(&next)
        {
            chain.push(next);
            at = next;
        }
        chain
    }

    /// `known`, and what follows from `expr` having the value `value`.
    fn with(&self, known: &[Guard], expr: &Expr, value: bool) -> Vec<Guard> {
        let mut all = known.to_vec();
        self.establish(expr, value, &mut all);
        all
    }

    fn establish(&self, expr: &Expr, value: bool, known: &mut Vec<Guard>) {
        match (expr, value) {
            (Expr::Unary(UnaryOp::Not, operand), _) => self.establish(operand, !value, known),
            (Expr::Binary(BinaryOp::And, left, right), true) | (Expr::Binary(BinaryOp::Or, left, right), false) => {
                self.establish(left, value, known);
                self.establish(right, value, known);
            }
            (Expr::Binary(BinaryOp::Implies, left, right), false) => {
                self.establish(left, true, known);
                self.establish(right, false, known);
            }
            (Expr::Var(_), true) => known.extend(self.guards(expr)),
            (Expr::Binary(op, left, right), _) if is_comparison(*op) => {
                // A comparison that is true has not failed. One that is false may have, because of one of its guards:
                // then whatever comes later is stopped by the same guard, before it matters what we conclude here.
                if value {
                    known.extend(self.guards(expr));
                }
                for (side, constant) in [(left, right), (right, left)] {
                    known.extend(self.excluded(*op, value, (left, right), side, constant));
                }
            }
            _ => {}
        }
    }

    /// The guard on `term`, one side of a comparison whose other side is `constant`: that it is not null or not zero,
    /// because the comparison would have another value then.
    fn excluded(&self, op: BinaryOp, value: bool, (left, right): (&Expr, &Expr), term: &Expr, constant: &Expr) -> Option<Guard> {
        let constant = constant_value(constant)?;
        let (guard, nothing): (_, Value) = match (term, typing::type_of_checked(term, self.schema)) {
            (Expr::Var(id), Type::Reference) => (Guard::NonNull(*id), Value::Reference(0)),
            (Expr::Null, _) => return None,
            (_, Type::Int) => (Guard::NonZero(term.clone()), Value::Int(0)),
            (_, Type::Long) => (Guard::NonZero(term.clone()), Value::Long(0)),
            _ => return None,
        };
        let (l, r) = if std::ptr::eq(term, left) { (nothing, constant) } else { (constant, nothing) };
        debug_assert!(std::ptr::eq(term, left) || std::ptr::eq(term, right));
        (interpret::compare(op, l, r) != value).then_some(guard)
    }

    /// Whether javac may refuse to compare the two: references whose declared types differ (JLS §15.21.3).
    fn incomparable(&self, left: &Expr, right: &Expr) -> bool {
        let declared = |e: &Expr| match e {
            Expr::Var(id) => self.schema.variables[*id as usize].java_type.as_deref(),
            _ => None,
        };
        let references = matches!((left, right), (Expr::Var(_), Expr::Var(_)))
            && typing::type_of_checked(left, self.schema) == Type::Reference
            && typing::type_of_checked(right, self.schema) == Type::Reference;
        let object = Some("java.lang.Object");
        references && declared(left) != declared(right) && declared(left) != object && declared(right) != object
    }
}

/// The value of a number or reference without variables; `None` if it has some, or fails.
fn constant_value(expr: &Expr) -> Option<Value<'_>> {
    let mut variables = false;
    expr.for_each_variable(&mut |_| variables = true);
    if variables { None } else { interpret::evaluate(expr, &|_| None) }
}

fn is_zero(value: &Value) -> bool {
    matches!(value, Value::Int(0) | Value::Long(0))
}

#[cfg(test)]
mod tests {
    use super::super::super::parse::parse;
    use super::super::super::testing::schema;
    use super::*;

    /// The assertion's Java text with the schema's own names.
    fn java(assertion: &str, expected: &str) {
        let schema = schema();
        let expr = parse(assertion, &schema).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(to_java(&expr, &schema, &|id| java_text(&schema, id).into_owned()), expected, "from `{assertion}`");
    }

    #[test]
    fn divisors_are_guarded_once_a_comparison() {
        java("i / j > 1", "j != 0 && i / j > 1");
        java("i / j > i % j", "j != 0 && i / j > i % j");
        java("i / (i / j) > 1", "j != 0 && i / j != 0 && i / (i / j) > 1");
        java("!(i % j == 0)", "!(j != 0 && i % j == 0)");
        java("l / i > 0 && d / i > 0", "i != 0 && l / i > 0 && d / i > 0");
        java("f / i > d % i", "f / i > d % i");
    }

    #[test]
    fn constant_divisors_need_no_guard() {
        java("i % 2 == 0", "i % 2 == 0");
        java("i / (1 - 1) == 0", "false");
        java("!(i / 0 == 0)", "!false");
        java("i / (1 / 0) == 0", "false");
    }

    #[test]
    fn receivers_are_guarded_and_this_is_not() {
        java("list.size() > 0", "list != null && list.size() > 0");
        java("list.size() == list.size() + 1", "list != null && list.size() == list.size() + 1");
        java("!list.isEmpty()", "!(list != null && list.isEmpty())");
        java("this.top > old_this.top", "this.top > old_this_top");
        java("this.items.length > 0", "this.items != null && this.items.length > 0");
        java("this.items == null", "this.items == null");
    }

    #[test]
    fn what_is_established_is_not_guarded_again() {
        java("list != null && list.size() > 0", "list != null && list.size() > 0");
        java("list == null || list.size() > 0", "list == null || list.size() > 0");
        java("list != null ==> list.size() > 0", "list == null || list.size() > 0");
        java("list.size() > 0 && !list.isEmpty()", "list != null && list.size() > 0 && !list.isEmpty()");
        java("d > 0 ==> !(i == 0) && !(d <= 1)", "!(d > 0) || i != 0 && !(d <= 1)");
        java("j > 0 ==> i / j > 0", "j <= 0 || i / j > 0");
        java("j <= 0 || i / j > 0", "j <= 0 || i / j > 0");
        java("j >= 0 ==> i / j > 0", "j < 0 || j != 0 && i / j > 0");
    }

    #[test]
    fn what_may_have_failed_is_still_guarded() {
        java("list.size() == 0 || i / list.size() > 0", "list != null && list.size() == 0 || list != null && i / list.size() > 0");
        java("(b == (j != 0)) && i / j > 0", "b == (j != 0) && j != 0 && i / j > 0");
        java("b || list.size() > 0 || list.isEmpty()", "b || list != null && list.size() > 0 || list != null && list.isEmpty()");
    }

    #[test]
    fn logic_becomes_javas_operators() {
        java("b ==> i > 0", "!b || i > 0");
        java("!b ==> i > 0", "b || i > 0");
        java("(b ==> b) ==> b", "!(!b || b) || b");
        java("b <==> i > 0 && b", "b == (i > 0 && b)");
        java("b ^ list.isEmpty()", "b != (list != null && list.isEmpty())");
        java("b && (b && (b || (b || b)))", "b && b && (b || b || b)");
        java("-(-i) == -2147483648 && c >= '0'", "-(-i) == Integer.MIN_VALUE && c >= '0'");
        java("null == null && 1 < 2.0f", "null == null && 1 < 2.0f");
    }

    #[test]
    fn references_of_different_classes_are_compared_as_objects() {
        let mut typed = schema();
        typed.variables[9].java_type = Some("java.lang.String".into());
        let expr = Expr::binary(BinaryOp::Eq, Expr::Var(9), Expr::Var(19));
        assert_eq!(to_java(&expr, &typed, &|id| java_text(&typed, id).into_owned()), "(Object) r == n");
        java("r == n", "r == n");
    }
}
