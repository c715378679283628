//! What must hold before Java may evaluate an operand, and what is known to hold at a place.

use super::{Java, Precedence, cast, is_comparison};
use crate::assertion::ast::{BinaryOp, Expr, Function, LONGEST_RANGE, OpKind, Quantifier, Type, UnaryOp};
use crate::assertion::interpret::{self, Value};
use crate::evidence::schema::{ValueType, VarId};

/// Something that holds, or has to.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Guard {
    NonNull(VarId),
    NonZero(Expr),
    /// The int is at least 0.
    NotNegative(Expr),
    /// The int is less than the length of the array, collection or text.
    Below(Expr, Expr),
    /// The int is at most the length of the text.
    UpTo(Expr, Expr),
    /// The first int is at most the second.
    AtMost(Expr, Expr),
    /// The element, a text, is not null.
    Element(Expr),
    /// From the first int to the second there are not too many for a quantifier.
    Narrow(Expr, Expr),
    /// What always fails is compared: the comparison is false.
    Never,
    /// The number of a quantifier, lo and hi. Known only.
    Range(Expr, Expr, Expr),
    /// A comparison of ints that is true. Known only.
    Comparison(BinaryOp, Expr, Expr),
}

impl Guard {
    /// The same inside of one more quantifier.
    pub fn inside(&self) -> Self {
        let i = Expr::inside;
        match self {
            Self::NonNull(_) | Self::Never => self.clone(),
            Self::NonZero(x) => Self::NonZero(i(x)),
            Self::NotNegative(x) => Self::NotNegative(i(x)),
            Self::Element(x) => Self::Element(i(x)),
            Self::Below(x, y) => Self::Below(i(x), i(y)),
            Self::UpTo(x, y) => Self::UpTo(i(x), i(y)),
            Self::AtMost(x, y) => Self::AtMost(i(x), i(y)),
            Self::Narrow(x, y) => Self::Narrow(i(x), i(y)),
            Self::Range(x, y, z) => Self::Range(i(x), i(y), i(z)),
            Self::Comparison(op, x, y) => Self::Comparison(*op, i(x), i(y)),
        }
    }
}

impl Java<'_> {
    pub(super) fn guard(&self, guard: &Guard) -> String {
        let int = |e: &Expr| self.plain(e).tighter_than(Precedence::Relational);
        match guard {
            Guard::NonNull(id) => format!("{} != null", self.name(*id)),
            Guard::NonZero(divisor) => format!("{} != 0", self.plain(divisor).at_least(Precedence::Equality)),
            Guard::NotNegative(x) => format!("{} >= 0", int(x)),
            Guard::Below(Expr::Int(x), of) => format!("{} > {x}", self.length(of)),
            Guard::Below(x, of) => format!("{} < {}", int(x), self.length(of)),
            Guard::UpTo(Expr::Int(x), of) => format!("{} >= {x}", self.length(of)),
            Guard::UpTo(x, of) => format!("{} <= {}", int(x), self.length(of)),
            Guard::AtMost(x, y) => format!("{} <= {}", int(x), int(y)),
            Guard::Narrow(Expr::Int(lo), hi) if *lo <= 0 => format!("{} <= {}", int(hi), i64::from(*lo) + LONGEST_RANGE),
            Guard::Narrow(lo, hi) => {
                let [lo, hi] = [lo, hi].map(|e| self.plain(e));
                format!("{} - {} <= {LONGEST_RANGE}", cast("long", hi).text, lo.tighter_than(Precedence::Additive))
            }
            Guard::Element(element) => format!("{} != null", self.plain(element).text),
            Guard::Never | Guard::Range(..) | Guard::Comparison(..) => unreachable!("{guard:?} is not written"),
        }
    }

    /// The guards of an expression that do not hold yet, in an order in which none throws.
    pub(super) fn missing(&self, expr: &Expr, known: &[Guard]) -> Vec<Guard> {
        let mut all = known.to_vec();
        for guard in self.guards(expr) {
            if !self.is_known(&guard, &all) {
                all.push(guard);
            }
        }
        all.split_off(known.len())
    }

    /// What must hold for no operand to fail, in an order in which no guard throws.
    fn guards(&self, expr: &Expr) -> Vec<Guard> {
        let mut guards = Vec::new();
        match expr {
            Expr::Binary(BinaryOp::Eq, left, right) if self.type_of(left) == Type::Text => {
                let (receiver, argument) = receiver_first(left, right);
                self.collect(receiver, &mut guards);
                // `equals` of null is false.
                self.collect_nullable(argument, &mut guards);
            }
            Expr::Quantified(quantifier, lo, hi, body) => {
                self.collect(lo, &mut guards);
                self.collect(hi, &mut guards);
                // Where the range goes beyond what is indexed, the body is false, and so is the quantifier.
                if *quantifier == Quantifier::Exists || !is_indexed(body) {
                    add(&mut guards, Guard::Narrow((**lo).clone(), (**hi).clone()));
                }
            }
            expr => self.collect(expr, &mut guards),
        }
        guards
    }

    /// The guards of an expression that may be a null text.
    fn collect_nullable(&self, expr: &Expr, guards: &mut Vec<Guard>) {
        let mut all = guards.clone();
        self.collect(expr, &mut all);
        let own = match expr {
            Expr::Var(id) => self.receivers(*id).first().map(|&receiver| Guard::NonNull(receiver)),
            Expr::Call(Function::Get, _) => Some(Guard::Element(expr.clone())),
            _ => None,
        };
        all.retain(|guard| guards.contains(guard) || Some(guard) != own.as_ref());
        *guards = all;
    }

    fn collect(&self, expr: &Expr, guards: &mut Vec<Guard>) {
        match expr {
            Expr::Var(id) => {
                for receiver in self.receivers(*id).into_iter().rev() {
                    add(guards, Guard::NonNull(receiver));
                }
            }
            Expr::Unary(_, operand) => self.collect(operand, guards),
            Expr::Binary(op, left, right) => {
                self.collect(left, guards);
                self.collect(right, guards);
                let divides = matches!(op, BinaryOp::Div | BinaryOp::Rem);
                if divides && self.type_of(expr).is_integer() {
                    match constant_value(right) {
                        Some(divisor) if is_zero(&divisor) => add(guards, Guard::Never),
                        Some(_) => {}
                        None => add(guards, Guard::NonZero((**right).clone())),
                    }
                }
            }
            Expr::Call(function, arguments) => {
                // A boolean has its guards with it.
                arguments.iter().filter(|a| self.type_of(a) != Type::Boolean).for_each(|a| self.collect(a, guards));
                let argument = |i: usize| arguments[i].clone();
                match function {
                    Function::Get => {
                        self.not_negative(&arguments[1], guards);
                        add(guards, Guard::Below(argument(1), argument(0)));
                        if self.type_of(expr) == Type::Text {
                            add(guards, Guard::Element(expr.clone()));
                        }
                    }
                    Function::Least | Function::Greatest => add(guards, Guard::Below(Expr::Int(0), argument(0))),
                    Function::Substring => {
                        self.not_negative(&arguments[1], guards);
                        if arguments.len() > 2 {
                            add(guards, Guard::AtMost(argument(1), argument(2)));
                        }
                        add(guards, Guard::UpTo(argument(arguments.len() - 1), argument(0)));
                    }
                    _ => {}
                }
            }
            _ => {}
        }
    }

    fn not_negative(&self, index: &Expr, guards: &mut Vec<Guard>) {
        let constantly = matches!(constant_value(index), Some(Value::Int(x)) if x < 0);
        add(guards, if constantly { Guard::Never } else { Guard::NotNegative(index.clone()) });
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
    pub(super) fn with(&self, known: &[Guard], expr: &Expr, value: bool) -> Vec<Guard> {
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
            (Expr::Var(_) | Expr::Call(..) | Expr::Quantified(..), true) => known.extend(self.guards(expr)),
            (Expr::Binary(op, left, right), _) if is_comparison(*op) => {
                // A comparison that is true has not failed. One that is false may have, because of one of its guards:
                // then whatever comes later is stopped by the same guard, before it matters what we conclude here.
                if value {
                    self.collect(expr, known);
                }
                if self.type_of(left) == Type::Int && self.type_of(right) == Type::Int {
                    let op = if value { Some(*op) } else { self.opposite(*op, left, right) };
                    known.extend(op.map(|op| Guard::Comparison(op, (**left).clone(), (**right).clone())));
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
        let (guard, nothing): (_, Value) = match (term, self.type_of(term)) {
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

    fn is_known(&self, guard: &Guard, known: &[Guard]) -> bool {
        known.contains(guard)
            || match guard {
                Guard::NotNegative(x) => self.least(x, known).is_some_and(|least| least >= 0),
                Guard::Below(Expr::Int(x), of) => self.least_length(of, known) > i64::from(*x),
                Guard::Below(x, of) => self.beyond(x, of, known).is_some_and(|beyond| beyond < 0),
                Guard::UpTo(Expr::Int(x), of) => self.least_length(of, known) >= i64::from(*x),
                Guard::UpTo(x, of) => self.beyond(x, of, known).is_some_and(|beyond| beyond <= 0),
                Guard::AtMost(Expr::Int(x), y) => self.least(y, known).is_some_and(|least| least >= i64::from(*x)),
                Guard::AtMost(x, y) => x == y,
                Guard::Narrow(Expr::Int(lo), Expr::Int(hi)) => i64::from(*hi) - i64::from(*lo) <= LONGEST_RANGE,
                // No longer than a recorded array or text.
                Guard::Narrow(lo, hi) => {
                    self.least(lo, known).is_some_and(|least| least >= 0)
                        && self.containers().any(|of| self.beyond(hi, &of, known).is_some_and(|beyond| beyond <= 0))
                }
                _ => false,
            }
    }

    /// A number that the int is not less than.
    fn least(&self, x: &Expr, known: &[Guard]) -> Option<i64> {
        let by_form = match x {
            Expr::Int(c) => Some(i64::from(*c)),
            Expr::Var(id) if self.schema.variables[*id as usize].value_type == ValueType::Char || self.is_length(x) => Some(0),
            Expr::Call(Function::Length | Function::Count, _) => Some(0),
            Expr::Bound(_) => known.iter().find_map(|guard| match guard {
                Guard::Range(number, lo, _) if number == x => self.least(lo, known),
                _ => None,
            }),
            _ => None,
        };
        let by_term = shifted(x).and_then(|(term, shift)| {
            // No overflow: upwards, if the term stays below some length by as much.
            let whole = shift <= 0 || self.containers().any(|of| self.beyond(term, &of, known).is_some_and(|beyond| beyond + shift <= 0));
            self.least(term, known).filter(|_| whole).map(|least| least + shift).filter(|&least| least >= i64::from(i32::MIN))
        });
        let by_comparison = known.iter().filter_map(|guard| match guard {
            Guard::NotNegative(term) if term == x => Some(0),
            guard => match compared_with(guard, x)? {
                (BinaryOp::Gt, Expr::Int(c)) => Some(i64::from(*c) + 1),
                (BinaryOp::Ge | BinaryOp::Eq, Expr::Int(c)) => Some((*c).into()),
                _ => None,
            },
        });
        by_comparison.chain(by_form).chain(by_term).max()
    }

    /// How far the int may be beyond the length of the container; -1 for the last index.
    fn beyond(&self, x: &Expr, of: &Expr, known: &[Guard]) -> Option<i64> {
        if self.is_length_of(x, of) {
            return Some(0);
        }
        let by_term = shifted(x).and_then(|(term, shift)| {
            // No overflow: downwards, if the term is not too low; upwards, if it stays within the length.
            let beyond = self.beyond(term, of, known)? + shift;
            let whole = if shift > 0 { beyond <= 0 } else { self.least(term, known)? + shift >= i64::from(i32::MIN) };
            whole.then_some(beyond)
        });
        let by_guard = known.iter().filter_map(|guard| match guard {
            Guard::Range(number, _, hi) if number == x => self.beyond(hi, of, known).map(|beyond| beyond - 1),
            Guard::Below(term, container) if term == x && container == of => Some(-1),
            Guard::UpTo(term, container) if term == x && container == of => Some(0),
            guard => match compared_with(guard, x)? {
                (BinaryOp::Lt, y) if self.is_length_of(y, of) => Some(-1),
                (BinaryOp::Le | BinaryOp::Eq, y) if self.is_length_of(y, of) => Some(0),
                _ => None,
            },
        });
        by_guard.chain(by_term).min()
    }

    /// A number that the length of the container is not less than.
    fn least_length(&self, of: &Expr, known: &[Guard]) -> i64 {
        let bounds = known.iter().filter_map(|guard| match guard {
            Guard::Below(Expr::Int(c), container) if container == of => Some(i64::from(*c) + 1),
            Guard::UpTo(Expr::Int(c), container) if container == of => Some((*c).into()),
            // There is a number between lo and hi.
            Guard::Range(_, lo, hi) => Some(self.least(lo, known)? + 1 - self.beyond(hi, of, known)?),
            Guard::NonZero(length) if self.is_length_of(length, of) => Some(1),
            Guard::Comparison(_, x, y) => {
                let length = [x, y].into_iter().find(|e| self.is_length_of(e, of))?;
                match compared_with(guard, length)? {
                    (BinaryOp::Gt, Expr::Int(c)) => Some(i64::from(*c) + 1),
                    (BinaryOp::Ge | BinaryOp::Eq, Expr::Int(c)) => Some((*c).into()),
                    _ => None,
                }
            }
            _ => None,
        });
        bounds.max().unwrap_or(0).max(0)
    }

    /// The texts, arrays and collections of the state.
    fn containers(&self) -> impl Iterator<Item = Expr> {
        let variables = (0..).zip(&self.schema.variables);
        variables.filter(|(_, v)| v.value_type.is_contents()).map(|(id, _)| Expr::Var(id))
    }

    /// Whether the expression is the length of the container.
    fn is_length_of(&self, x: &Expr, of: &Expr) -> bool {
        match (x, of) {
            (Expr::Call(Function::Length, arguments), of) => arguments[0] == *of,
            (Expr::Var(length), Expr::Var(of)) => self.schema.is_length_of(*length, *of),
            _ => false,
        }
    }

    fn is_length(&self, x: &Expr) -> bool {
        self.containers().any(|of| self.is_length_of(x, &of))
    }
}

/// Whether the body can only be true where the innermost quantifier's number is, but for a constant, an index of something.
fn is_indexed(body: &Expr) -> bool {
    let is_index = |e: &Expr| *e == Expr::Bound(0) || shifted(e).is_some_and(|(term, shift)| *term == Expr::Bound(0) && shift.abs() < 256);
    fn has_element(e: &Expr, is_index: &dyn Fn(&Expr) -> bool) -> bool {
        match e {
            Expr::Call(Function::Get, arguments) if is_index(&arguments[1]) => true,
            // A boolean that has no value is false, and does not fail.
            Expr::Quantified(..) | Expr::Unary(UnaryOp::Not, _) => false,
            Expr::Binary(op, ..) if matches!(op.kind(), OpKind::Comparison | OpKind::Logical) => false,
            Expr::Call(Function::Contains | Function::Count | Function::IndexOf, arguments) => has_element(&arguments[0], is_index),
            e => e.operands().into_iter().any(|operand| has_element(operand, is_index)),
        }
    }
    match body {
        Expr::Binary(BinaryOp::And, left, right) => is_indexed(left) || is_indexed(right),
        Expr::Binary(op, left, right) if is_comparison(*op) => has_element(left, &is_index) || has_element(right, &is_index),
        Expr::Call(..) => has_element(body, &is_index),
        _ => false,
    }
}

fn add(guards: &mut Vec<Guard>, guard: Guard) {
    if !guards.contains(&guard) {
        guards.push(guard);
    }
}

/// `x op y`, if that is what is known to be true.
fn compared_with<'g>(guard: &'g Guard, x: &Expr) -> Option<(BinaryOp, &'g Expr)> {
    match guard {
        Guard::Comparison(op, left, right) if left == x => Some((*op, right)),
        Guard::Comparison(op, left, right) if right == x => Some((op.mirrored(), left)),
        _ => None,
    }
}

/// x and c, if the term is `x + c`; x and -c, if it is `x - c`.
fn shifted(term: &Expr) -> Option<(&Expr, i64)> {
    match term {
        Expr::Binary(op @ (BinaryOp::Add | BinaryOp::Sub), x, c) => match **c {
            Expr::Int(c) => Some((x, if *op == BinaryOp::Add { c.into() } else { -i64::from(c) })),
            _ => None,
        },
        _ => None,
    }
}

/// The value of a number or reference without variables; `None` if it has some, or fails.
fn constant_value(expr: &Expr) -> Option<Value<'_>> {
    let mut variables = expr.is_open();
    expr.for_each_variable(&mut |_| variables = true);
    if variables { None } else { interpret::evaluate(expr, &|_| None) }
}

fn is_zero(value: &Value) -> bool {
    matches!(value, Value::Int(0) | Value::Long(0))
}

/// The operands of an equality of texts: the one whose `equals` is called, which has to have a value, and the other.
pub(super) fn receiver_first<'e>(left: &'e Expr, right: &'e Expr) -> (&'e Expr, &'e Expr) {
    let never_null = |e: &Expr| match e {
        Expr::Text(_) => true,
        Expr::Call(function, _) => *function != Function::Get,
        _ => false,
    };
    if never_null(right) && !never_null(left) { (right, left) } else { (left, right) }
}
