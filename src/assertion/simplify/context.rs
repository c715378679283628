//! What is known at a place of an assertion: the facts, and that the expressions around it are true or false.

use super::Facts;
use crate::assertion::ast::{BinaryOp, Expr, Function, OpKind, Type, UnaryOp};
use crate::assertion::interpret::{self, Value};
use crate::assertion::typing;
use crate::evidence::schema::{Schema, VarId};

#[derive(Clone)]
pub(super) struct Context<'a> {
    pub schema: &'a Schema,
    facts: &'a Facts,
    /// Boolean expressions and their values here.
    pub(super) known: Vec<(Expr, bool)>,
    /// Variables that have a value here.
    present: Vec<VarId>,
    /// References that are not null here.
    non_null: Vec<VarId>,
    /// Integer terms that are not zero here, if they do not fail.
    non_zero: Vec<Expr>,
    /// Float and double terms that are not NaN here.
    ordered: Vec<Expr>,
}

impl<'a> Context<'a> {
    pub fn new(schema: &'a Schema, facts: &'a Facts) -> Self {
        let (known, non_zero, ordered) = (Vec::new(), Vec::new(), Vec::new());
        let non_null = schema.find("this").into_iter().collect();
        Self { schema, facts, known, present: Vec::new(), non_null, non_zero, ordered }
    }

    pub fn type_of(&self, expr: &Expr) -> Type {
        typing::type_of_checked(expr, self.schema)
    }

    /// Whether a number or reference may fail here.
    pub fn can_fail(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Var(id) => !self.is_present(*id),
            Expr::Unary(_, operand) => self.can_fail(operand),
            Expr::Binary(op, left, right) => {
                let divides = matches!(op, BinaryOp::Div | BinaryOp::Rem) && self.type_of(expr).is_integer();
                (divides && self.can_be_zero(right)) || self.can_fail(left) || self.can_fail(right)
            }
            Expr::Call(function, arguments) => self.call_can_fail(*function) || arguments.iter().any(|a| self.can_fail(a)),
            _ => false,
        }
    }

    /// Whether a function may fail on arguments that do not.
    fn call_can_fail(&self, function: Function) -> bool {
        matches!(function, Function::Get | Function::Least | Function::Greatest | Function::Substring)
    }

    /// Whether a number or reference fails in every state: it divides by a constant zero.
    pub fn always_fails(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Unary(_, operand) => self.always_fails(operand),
            Expr::Binary(op, left, right) => {
                let by_zero = matches!(op, BinaryOp::Div | BinaryOp::Rem) && matches!(**right, Expr::Int(0) | Expr::Long(0));
                (by_zero && self.type_of(expr).is_integer()) || self.always_fails(left) || self.always_fails(right)
            }
            _ => false,
        }
    }

    /// Whether a number may be NaN here.
    pub fn can_be_nan(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Float(x) => x.is_nan(),
            Expr::Double(x) => x.is_nan(),
            Expr::Unary(_, operand) => self.can_be_nan(operand),
            _ => matches!(self.type_of(expr), Type::Float | Type::Double) && !self.ordered.contains(expr),
        }
    }

    /// Least and greatest value that an int or long term can have.
    pub fn range(&self, expr: &Expr) -> (i64, i64) {
        match expr {
            Expr::Int(x) => (i64::from(*x), i64::from(*x)),
            Expr::Long(x) => (*x, *x),
            Expr::Var(id) => self.schema.variables[*id as usize].value_type.range().unwrap_or((i64::MIN, i64::MAX)),
            Expr::Binary(BinaryOp::Rem, dividend, divisor) if self.type_of(expr).is_integer() => match **divisor {
                Expr::Int(n) if n != 0 => {
                    let most = i64::from(n.unsigned_abs()) - 1;
                    let (least, greatest) = self.range(dividend);
                    (if least >= 0 { 0 } else { -most }, if greatest <= 0 { 0 } else { most })
                }
                _ => (i64::MIN, i64::MAX),
            },
            Expr::Call(Function::Length | Function::Count, _) => (0, i64::from(i32::MAX)),
            Expr::Call(Function::IndexOf, _) => (-1, i64::from(i32::MAX)),
            Expr::Call(Function::Get, arguments) if self.type_of(&arguments[0]) == Type::Text => (0, i64::from(u16::MAX)),
            Expr::Binary(BinaryOp::BitAnd, _, mask) if matches!(**mask, Expr::Int(0..)) => match **mask {
                Expr::Int(mask) => (0, i64::from(mask)),
                _ => unreachable!("just matched"),
            },
            _ if self.type_of(expr) == Type::Int => (i64::from(i32::MIN), i64::from(i32::MAX)),
            _ => (i64::MIN, i64::MAX),
        }
    }

    /// Whether a reference that does not fail may be null.
    pub fn can_be_null(&self, expr: &Expr) -> bool {
        !matches!(expr, Expr::Var(id) if self.non_null.contains(id))
    }

    fn can_be_zero(&self, expr: &Expr) -> bool {
        let (least, greatest) = self.range(expr);
        least <= 0 && greatest >= 0 && !self.non_zero.contains(expr)
    }

    fn is_present(&self, id: VarId) -> bool {
        if self.facts.always_present(id) || self.present.contains(&id) {
            return true;
        }
        self.receiver(id).is_some_and(|receiver| self.non_null.contains(&receiver) && self.is_present(receiver))
    }

    fn receiver(&self, id: VarId) -> Option<VarId> {
        self.schema.find(self.schema.variables[id as usize].receiver.as_deref()?)
    }

    /// Whether reading some variable of the expression reads through `reference`.
    pub fn reads_through(&self, expr: &Expr, reference: VarId) -> bool {
        let mut found = false;
        expr.for_each_variable(&mut |id| {
            let mut at = id;
            // A chain of receivers that is longer than there are variables goes in a circle.
            for _ in 0..self.schema.variables.len() {
                let Some(receiver) = self.receiver(at) else { break };
                found |= receiver == reference;
                at = receiver;
            }
        });
        found
    }

    /// What is known here inside of one more quantifier: nothing of the outer ones' numbers, which are called otherwise there.
    pub fn inside(&self) -> Self {
        let mut inside = self.clone();
        inside.known.retain(|(expr, _)| !expr.is_open());
        inside.non_zero.retain(|expr| !expr.is_open());
        inside.ordered.retain(|expr| !expr.is_open());
        inside
    }

    /// Whether the expression is the length of the contents.
    pub fn is_length_of(&self, expr: &Expr, of: &Expr) -> bool {
        match (expr, of) {
            (Expr::Call(Function::Length, arguments), of) => arguments[0] == *of,
            (Expr::Var(length), Expr::Var(of)) => self.schema.is_length_of(*length, *of),
            _ => false,
        }
    }

    /// The context where, besides, each expression has the value beside it.
    pub fn with<'e>(&self, items: impl IntoIterator<Item = &'e (Expr, bool)>) -> Self {
        let mut context = self.clone();
        for (expr, value) in items {
            context.learn(expr, *value);
        }
        context
    }

    fn learn(&mut self, expr: &Expr, value: bool) {
        match (expr, value) {
            (Expr::Unary(UnaryOp::Not, operand), _) => self.learn(operand, !value),
            (Expr::Binary(BinaryOp::And, left, right), true) | (Expr::Binary(BinaryOp::Or, left, right), false) => {
                self.learn(left, value);
                self.learn(right, value);
            }
            (Expr::Binary(BinaryOp::Implies, left, right), false) => {
                self.learn(left, true);
                self.learn(right, false);
            }
            (Expr::Var(_), true) => self.has_value(expr),
            (Expr::Binary(op, left, right), _) if op.kind() == OpKind::Comparison => {
                if value {
                    self.has_value(expr);
                    if *op != BinaryOp::Ne {
                        self.is_ordered(left);
                        self.is_ordered(right);
                    }
                }
                if !self.can_fail(left) && !self.can_fail(right) {
                    self.exclude(*op, value, left, right, true);
                    self.exclude(*op, value, right, left, false);
                }
            }
            _ => {}
        }
        if !self.known.iter().any(|(e, _)| e == expr) {
            self.known.push((expr.clone(), value));
        }
    }

    /// No part of the expression failed.
    fn has_value(&mut self, expr: &Expr) {
        match expr {
            Expr::Var(id) => {
                let mut at = *id;
                while !self.present.contains(&at) {
                    self.present.push(at);
                    let Some(receiver) = self.receiver(at) else { break };
                    self.non_null.push(receiver);
                    at = receiver;
                }
            }
            Expr::Unary(_, operand) => self.has_value(operand),
            Expr::Binary(op, left, right) => {
                self.has_value(left);
                self.has_value(right);
                if matches!(op, BinaryOp::Div | BinaryOp::Rem) && self.type_of(expr).is_integer() {
                    self.non_zero.push((**right).clone());
                }
            }
            _ => {}
        }
    }

    /// The term is not NaN, and so is nothing that it is computed from.
    fn is_ordered(&mut self, term: &Expr) {
        if matches!(self.type_of(term), Type::Float | Type::Double) {
            self.ordered.push(term.clone());
            match term {
                Expr::Unary(_, operand) => self.is_ordered(operand),
                Expr::Binary(_, left, right) => {
                    self.is_ordered(left);
                    self.is_ordered(right);
                }
                _ => {}
            }
        }
    }

    /// `term` is not zero or not null if its comparison with the constant would have another value then.
    fn exclude(&mut self, op: BinaryOp, value: bool, term: &Expr, constant: &Expr, term_is_left: bool) {
        let Some(constant) = constant.is_constant().then(|| interpret::evaluate(constant, &|_| None)).flatten() else { return };
        let nothing = match self.type_of(term) {
            Type::Reference => Value::Reference(0),
            Type::Int => Value::Int(0),
            Type::Long => Value::Long(0),
            _ => return,
        };
        let reference = matches!(nothing, Value::Reference(_));
        let (left, right) = if term_is_left { (nothing, constant) } else { (constant, nothing) };
        if interpret::compare(op, left, right) != value {
            match term {
                Expr::Var(id) if reference => self.non_null.push(*id),
                _ if reference => {}
                _ => self.non_zero.push(term.clone()),
            }
        }
    }
}
