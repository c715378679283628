//! Invariants over the states of a method as expressions of the assertion language.
//!
//! Not everything can be said there (`printable`, the greatest common divisor, the order of dictionaries), and what can be is said with
//! the guards that absent values need: `list == null || list.size() > 0`. Java's arithmetic wraps; an equation over the integers is true
//! of wrapped numbers too, but an order is not, so that callers evaluate what they get on the states it came from.

use super::formula::{Constant, Formula, Function, Numeric, Part, Predicate};
use super::found::Implication;
use super::samples::{Derivation, Kind, Samples, Shape, Var};
use super::texts::Texts;
use crate::assertion::ast::{BinaryOp, Expr, Function as Call, JavaString, Quantifier, UnaryOp};
use crate::evidence::schema::{Schema, ValueType};
use crate::relation::Relation;

/// The expression of a formula over states of the schema; `None`: the language has no words for it.
pub fn expression(formula: &Formula, samples: &Samples, texts: &Texts, schema: &Schema) -> Option<Expr> {
    let translator = Translator { samples, texts, schema };
    let body = translator.formula(formula)?;
    translator.guarded(formula, body)
}

/// `leader == other`
pub fn equality(leader: Var, other: Var, samples: &Samples, texts: &Texts, schema: &Schema) -> Option<Expr> {
    let scalar = samples.variables[leader].is_scalar();
    let formula = if scalar { Formula::Compare(Relation::Equal, leader, other) } else { Formula::Lexical(Relation::Equal, leader, other) };
    expression(&formula, samples, texts, schema)
}

/// `condition ==> consequence`, or that they are equivalent.
pub fn implication(implication: &Implication, samples: &Samples, texts: &Texts, schema: &Schema) -> Option<Expr> {
    let [condition, consequence] =
        [&implication.condition.formula, &implication.consequence].map(|f| expression(f, samples, texts, schema));
    let condition = if implication.condition.negated { Expr::unary(UnaryOp::Not, condition?) } else { condition? };
    let operator = if implication.equivalent { BinaryOp::Equiv } else { BinaryOp::Implies };
    Some(Expr::binary(operator, condition, consequence?))
}

struct Translator<'a> {
    samples: &'a Samples,
    texts: &'a Texts,
    schema: &'a Schema,
}

fn relation(relation: Relation) -> BinaryOp {
    match relation {
        Relation::Equal => BinaryOp::Eq,
        Relation::NotEqual => BinaryOp::Ne,
        Relation::Less => BinaryOp::Lt,
        Relation::LessOrEqual => BinaryOp::Le,
        Relation::Greater => BinaryOp::Gt,
        Relation::GreaterOrEqual => BinaryOp::Ge,
    }
}

fn integer(value: i64) -> Expr {
    i32::try_from(value).map_or(Expr::Long(value), Expr::Int)
}

fn any(alternatives: impl Iterator<Item = Expr>) -> Option<Expr> {
    alternatives.reduce(|a, b| Expr::binary(BinaryOp::Or, a, b))
}

fn both(a: Expr, b: Expr) -> Expr {
    Expr::binary(BinaryOp::And, a, b)
}

impl Translator<'_> {
    fn kind(&self, v: Var) -> Kind {
        self.samples.variables[v].kind
    }

    /// The value of a scalar, or the contents of a sequence.
    fn value(&self, v: Var) -> Option<Expr> {
        let variable = &self.samples.variables[v];
        if let Some(id) = variable.source {
            return Some(Expr::Var(id));
        }
        match variable.derivation? {
            Derivation::Length(base) => Some(Expr::call(Call::Length, [self.value(base)?])),
            Derivation::LastIndex(base) => {
                let length = Expr::call(Call::Length, [self.value(base)?]);
                Some(Expr::binary(BinaryOp::Sub, length, integer(1)))
            }
            Derivation::Element { sequence, index, shift } => {
                Some(Expr::call(Call::Get, [self.value(sequence)?, self.place(index, shift)?]))
            }
            Derivation::Head { .. } | Derivation::Tail { .. } => None,
        }
    }

    fn place(&self, index: Var, shift: i64) -> Option<Expr> {
        let id = self.samples.variables[index].source?;
        let long = self.schema.variables[id as usize].value_type == ValueType::Long;
        let index = Expr::Var(id);
        match shift {
            // Indices are ints.
            _ if long => None,
            0 => Some(index),
            s if s < 0 => Some(Expr::binary(BinaryOp::Sub, index, integer(-s))),
            s => Some(Expr::binary(BinaryOp::Add, index, integer(s))),
        }
    }

    /// The sequence, and which of its indices the variable has.
    fn range(&self, v: Var) -> Option<(Expr, Expr, Expr)> {
        let variable = &self.samples.variables[v];
        if variable.shape != Shape::Sequence {
            return None;
        }
        let whole = |base: Var| Some(Expr::call(Call::Length, [self.value(base)?]));
        Some(match variable.derivation {
            Some(Derivation::Head { sequence, index, shift }) => (self.value(sequence)?, Expr::Int(0), self.place(index, shift + 1)?),
            Some(Derivation::Tail { sequence, index, shift }) => (self.value(sequence)?, self.place(index, shift)?, whole(sequence)?),
            _ => (self.value(v)?, Expr::Int(0), whole(v)?),
        })
    }

    /// That all elements are so.
    fn all(&self, v: Var, of_element: impl Fn(Expr) -> Option<Expr>) -> Option<Expr> {
        let (sequence, from, to) = self.range(v)?;
        let element = Expr::call(Call::Get, [sequence.inside(), Expr::Bound(0)]);
        Some(Expr::quantified(Quantifier::ForAll, from, to, of_element(element)?))
    }

    fn constant(&self, constant: Constant, v: Var) -> Option<Expr> {
        Some(match (constant, self.kind(v)) {
            (Constant::Real(value), _) => Expr::Double(value),
            (Constant::Integer(0), Kind::Reference) => Expr::Null,
            (Constant::Integer(value), Kind::Integer) => integer(value),
            (Constant::Integer(place), Kind::Text) => Expr::Text(JavaString::from(self.texts.get(place)?.units())),
            _ => return None,
        })
    }

    /// A comparison of two values of a kind.
    fn compare(&self, kind: Kind, r: Relation, x: Expr, y: Expr) -> Option<Expr> {
        match (kind, r) {
            (Kind::Integer | Kind::Real, _) | (Kind::Reference, Relation::Equal | Relation::NotEqual) => {
                Some(Expr::binary(relation(r), x, y))
            }
            (Kind::Boolean, Relation::Equal) => Some(Expr::binary(BinaryOp::Equiv, x, y)),
            (Kind::Boolean, Relation::NotEqual) => Some(Expr::binary(BinaryOp::Xor, x, y)),
            (Kind::Text, Relation::Equal) => Some(Expr::binary(BinaryOp::Eq, x, y)),
            (Kind::Text, Relation::NotEqual) => Some(Expr::unary(UnaryOp::Not, Expr::binary(BinaryOp::Eq, x, y))),
            _ => None,
        }
    }

    fn predicate(&self, predicate: &Predicate, v: Var, x: Expr) -> Option<Expr> {
        let kind = self.kind(v);
        match predicate {
            Predicate::OneOf(values) if kind == Kind::Boolean => match &values[..] {
                [Constant::Integer(0)] => Some(Expr::unary(UnaryOp::Not, x)),
                [_] => Some(x),
                _ => None,
            },
            Predicate::OneOf(values) => {
                let one: Option<Vec<Expr>> =
                    values.iter().map(|c| Some(Expr::binary(BinaryOp::Eq, x.clone(), self.constant(*c, v)?))).collect();
                any(one?.into_iter())
            }
            Predicate::NonZero if kind == Kind::Reference => Some(Expr::binary(BinaryOp::Ne, x, Expr::Null)),
            Predicate::NonZero => match kind {
                Kind::Integer => Some(Expr::binary(BinaryOp::Ne, x, Expr::Int(0))),
                Kind::Real => Some(Expr::binary(BinaryOp::Ne, x, Expr::Double(0.0))),
                _ => None,
            },
            Predicate::AtLeast(least) => Some(Expr::binary(BinaryOp::Ge, x, self.constant(*least, v)?)),
            Predicate::AtMost(most) => Some(Expr::binary(BinaryOp::Le, x, self.constant(*most, v)?)),
            Predicate::Modulus { modulus, remainder } => {
                let (modulus, remainder) = (integer(i64::try_from(*modulus).ok()?), integer(i64::try_from(*remainder).ok()?));
                let rest = Expr::binary(BinaryOp::Rem, x, modulus.clone());
                // Java's remainder has the sign of the dividend.
                let rest = if remainder == Expr::Int(0) {
                    rest
                } else {
                    Expr::binary(BinaryOp::Rem, Expr::binary(BinaryOp::Add, rest, modulus.clone()), modulus)
                };
                Some(Expr::binary(BinaryOp::Eq, rest, remainder))
            }
            Predicate::PowerOfTwo => {
                let less = Expr::binary(BinaryOp::Sub, x.clone(), Expr::Int(1));
                let bits = Expr::binary(BinaryOp::Eq, Expr::binary(BinaryOp::BitAnd, x.clone(), less), Expr::Int(0));
                Some(both(Expr::binary(BinaryOp::Gt, x, Expr::Int(0)), bits))
            }
            Predicate::Printable => None,
        }
    }

    fn formula(&self, formula: &Formula) -> Option<Expr> {
        let value = |v: &Var| self.value(*v);
        match formula {
            Formula::Unary(predicate, v) if self.samples.variables[*v].is_scalar() => self.predicate(predicate, *v, value(v)?),
            Formula::Unary(predicate, v) => self.all(*v, |e| self.predicate(predicate, *v, e)),
            Formula::SequenceOneOf(lists, v) if lists.len() == 1 && lists[0].is_empty() => {
                Some(Expr::binary(BinaryOp::Eq, Expr::call(Call::Length, [value(v)?]), Expr::Int(0)))
            }
            Formula::SequenceOneOf(..) => None,
            Formula::Neighbours(r, v) => self.neighbours(*r, *v),
            Formula::NoDuplicates(v) => {
                let (sequence, from, to) = self.range(*v)?;
                let at = |bound: u8| Expr::call(Call::Get, [sequence.inside().inside(), Expr::Bound(bound)]);
                let differ = self.compare(self.kind(*v), Relation::NotEqual, at(0), at(1))?;
                let before = Expr::quantified(Quantifier::ForAll, from.inside(), Expr::Bound(0), differ);
                Some(Expr::quantified(Quantifier::ForAll, from, to, before))
            }
            Formula::Compare(r, x, y) => self.compare(self.kind(*x), *r, value(x)?, value(y)?),
            Formula::ElementsCompare(r, a, y) => {
                let y = value(y)?.inside();
                self.all(*a, |e| self.compare(self.kind(*a), *r, e, y.clone()))
            }
            Formula::Pairwise(r, a, b) => {
                let (b, kind) = (value(b)?, self.kind(*a));
                let each = self.all(*a, |e| self.compare(kind, *r, e, Expr::call(Call::Get, [b.inside(), Expr::Bound(0)])))?;
                Some(both(self.same_length(value(a)?, b), each))
            }
            Formula::Lexical(Relation::Equal, a, b) => Some(Expr::binary(BinaryOp::Eq, value(a)?, value(b)?)),
            Formula::Lexical(..) | Formula::Subsequence(..) => None,
            Formula::Linear { terms, constant } => self.linear(terms, *constant),
            Formula::RealLinear { result, terms, constant } => {
                let mut sum: Option<Expr> = None;
                for (factor, v) in terms {
                    let double = self.samples.variables[*v]
                        .source
                        .is_some_and(|id| self.schema.variables[id as usize].value_type == ValueType::Double);
                    let product =
                        if *factor == 1.0 && double { value(v)? } else { Expr::binary(BinaryOp::Mul, Expr::Double(*factor), value(v)?) };
                    sum = Some(match sum {
                        None => product,
                        Some(sum) => Expr::binary(BinaryOp::Add, sum, product),
                    });
                }
                let sum = if *constant == 0.0 { sum? } else { Expr::binary(BinaryOp::Add, sum?, Expr::Double(*constant)) };
                Some(Expr::binary(BinaryOp::Eq, value(result)?, sum))
            }
            Formula::Numeric(numeric, x, y) => {
                let (x, y) = (value(x)?, value(y)?);
                let zero = |e: Expr| Expr::binary(BinaryOp::Eq, e, Expr::Int(0));
                Some(match numeric {
                    Numeric::Divides => zero(Expr::binary(BinaryOp::Rem, x, y)),
                    Numeric::Square => Expr::binary(BinaryOp::Eq, x, Expr::binary(BinaryOp::Mul, y.clone(), y)),
                    Numeric::Absolute => Expr::binary(BinaryOp::Eq, x, Expr::call(Call::Abs, [y])),
                    Numeric::Complement => Expr::binary(BinaryOp::Eq, x, Expr::unary(UnaryOp::BitNot, y)),
                    Numeric::BitSubset => Expr::binary(BinaryOp::Eq, Expr::binary(BinaryOp::BitOr, x.clone(), y), x),
                    Numeric::BitsDisjoint => zero(Expr::binary(BinaryOp::BitAnd, x, y)),
                    Numeric::ShiftedOut => zero(Expr::binary(BinaryOp::Shr, x, y)),
                })
            }
            Formula::Within(part, x, y) => {
                let function = match part {
                    Part::Anywhere => Call::Contains,
                    Part::Start => Call::StartsWith,
                    Part::End => Call::EndsWith,
                };
                Some(Expr::call(function, [value(y)?, value(x)?]))
            }
            Formula::Member(x, a) => Some(Expr::call(Call::Contains, [value(a)?, value(x)?])),
            Formula::Subset(a, b) => {
                let b = value(b)?.inside();
                self.all(*a, |e| Some(Expr::call(Call::Contains, [b.clone(), e])))
            }
            Formula::Reverse(a, b) => {
                let (b, kind) = (value(b)?, self.kind(*a));
                let last = Expr::binary(BinaryOp::Sub, Expr::call(Call::Length, [b.inside()]), Expr::Int(1));
                let mirrored = Expr::call(Call::Get, [b.inside(), Expr::binary(BinaryOp::Sub, last, Expr::Bound(0))]);
                let each = self.all(*a, |e| self.compare(kind, Relation::Equal, e, mirrored.clone()))?;
                Some(both(self.same_length(value(a)?, b), each))
            }
            Formula::Function { function, result, x, y } => {
                let (x, y) = (value(x)?, value(y)?);
                let binary = |op, x, y| Some(Expr::binary(op, x, y));
                let computed = match function {
                    Function::Min => Some(Expr::call(Call::Min, [x, y])),
                    Function::Max => Some(Expr::call(Call::Max, [x, y])),
                    Function::Multiply => binary(BinaryOp::Mul, x, y),
                    Function::Divide => binary(BinaryOp::Div, x, y),
                    Function::Remainder => binary(BinaryOp::Rem, x, y),
                    Function::BitAnd => binary(BinaryOp::BitAnd, x, y),
                    Function::BitOr => binary(BinaryOp::BitOr, x, y),
                    Function::BitXor => binary(BinaryOp::BitXor, x, y),
                    Function::ShiftLeft => binary(BinaryOp::Shl, x, y),
                    Function::ShiftRight => binary(BinaryOp::Shr, x, y),
                    Function::Gcd => None,
                };
                Some(Expr::binary(BinaryOp::Eq, value(result)?, computed?))
            }
        }
    }

    fn same_length(&self, a: Expr, b: Expr) -> Expr {
        Expr::binary(BinaryOp::Eq, Expr::call(Call::Length, [a]), Expr::call(Call::Length, [b]))
    }

    fn neighbours(&self, r: Relation, v: Var) -> Option<Expr> {
        let kind = self.kind(v);
        let whole = self.samples.variables[v].source.is_some() && matches!(kind, Kind::Integer | Kind::Real | Kind::Text);
        match r {
            Relation::LessOrEqual if whole => return Some(Expr::call(Call::Sorted, [self.value(v)?])),
            Relation::Less if whole => return Some(Expr::call(Call::StrictlySorted, [self.value(v)?])),
            _ => {}
        }
        let (sequence, from, to) = self.range(v)?;
        let at = |index: Expr| Expr::call(Call::Get, [sequence.inside(), index]);
        let next = at(Expr::binary(BinaryOp::Add, Expr::Bound(0), Expr::Int(1)));
        let body = self.compare(kind, r, at(Expr::Bound(0)), next)?;
        Some(Expr::quantified(Quantifier::ForAll, from, Expr::binary(BinaryOp::Sub, to, Expr::Int(1)), body))
    }

    /// Solved for a variable whose coefficient is 1 or -1, the last of them, if there is one.
    fn linear(&self, terms: &[(i64, Var)], constant: i128) -> Option<Expr> {
        if terms.iter().any(|t| !self.samples.variables[t.1].is_scalar()) {
            return None;
        }
        let solved = terms.iter().rposition(|t| t.0.abs() == 1);
        let sign = solved.map_or(1, |s| -terms[s].0);
        let mut sum: Option<Expr> = None;
        for (_, (factor, v)) in terms.iter().enumerate().filter(|(i, _)| Some(*i) != solved) {
            let factor = factor * sign;
            let value = self.value(*v)?;
            let product = |size: i64| if size == 1 { value.clone() } else { Expr::binary(BinaryOp::Mul, integer(size), value.clone()) };
            sum = Some(match sum {
                Some(sum) if factor < 0 => Expr::binary(BinaryOp::Sub, sum, product(-factor)),
                Some(sum) => Expr::binary(BinaryOp::Add, sum, product(factor)),
                None if factor == -1 => Expr::unary(UnaryOp::Neg, value),
                None => product(factor),
            });
        }
        let constant = i64::try_from(constant).ok()?.checked_mul(sign)?;
        let sum = sum?;
        match solved {
            Some(s) => {
                let sum = match constant {
                    0 => sum,
                    c if c < 0 => Expr::binary(BinaryOp::Sub, sum, integer(c.checked_neg()?)),
                    c => Expr::binary(BinaryOp::Add, sum, integer(c)),
                };
                Some(Expr::binary(BinaryOp::Eq, self.value(terms[s].1)?, sum))
            }
            None => Some(Expr::binary(BinaryOp::Eq, sum, integer(constant.checked_neg()?))),
        }
    }

    /// `receiver == null || body` for what is absent in some state.
    fn guarded(&self, formula: &Formula, body: Expr) -> Option<Expr> {
        let mut guards: Vec<u32> = Vec::new();
        let mut sources: Vec<Var> = formula.variables().into_vec();
        for v in formula.variables() {
            if let Some(derivation) = self.samples.variables[v].derivation {
                sources.extend([Some(derivation.base()), derivation.index()].into_iter().flatten());
            }
        }
        for v in sources {
            let Some(id) = self.samples.variables[v].source else { continue };
            if self.samples.columns[v].present.is_none() {
                continue;
            }
            let receiver = self.schema.find(self.schema.variables[id as usize].receiver.as_deref()?)?;
            let seen = self.samples.variables.iter().position(|w| w.source == Some(receiver));
            if seen.is_none_or(|w| self.samples.columns[w].present.is_some()) {
                return None;
            }
            if !guards.contains(&receiver) {
                guards.push(receiver);
            }
        }
        let absent = guards.into_iter().map(|id| Expr::binary(BinaryOp::Eq, Expr::Var(id), Expr::Null));
        any(absent.chain(std::iter::once(body)))
    }
}
