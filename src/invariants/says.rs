//! What kind of thing an invariant says, for readers who want the most telling first.

use super::formula::{Formula, Numeric, Predicate};
use super::samples::{Kind, Samples, Var};
use crate::relation::Relation;
use serde::Serialize;

/// In a word. The order is that of how much is said, the most first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Says {
    /// What a value is, by others: `x == y`, a line, a function.
    Equation,
    /// That a value is always the same.
    Constant,
    /// What holds where something else does.
    Implication,
    /// What a sequence or a text is made of: sorted, a member, a part.
    Contents,
    /// Which of two values is larger.
    Order,
    /// That a value is one of a few.
    Values,
    /// Bounds, remainders, powers of 2.
    Bound,
    /// That a value is not 0 or null, or that two differ.
    Difference,
    /// That a value is what it was on entry.
    Unchanged,
}

impl Says {
    pub fn of_equality(leader: Var, other: Var, samples: &Samples) -> Self {
        let [x, y] = [leader, other].map(|v| &samples.variables[v]);
        let entry_of = |now: &str, entry: &str| entry.strip_prefix("orig(").and_then(|n| n.strip_suffix(')')) == Some(now);
        if entry_of(&x.name, &y.name) || entry_of(&y.name, &x.name) { Self::Unchanged } else { Self::Equation }
    }

    pub fn of(formula: &Formula, samples: &Samples) -> Self {
        match formula {
            Formula::Compare(Relation::Equal, x, y) | Formula::Lexical(Relation::Equal, x, y) => Self::of_equality(*x, *y, samples),
            Formula::Linear { .. } | Formula::RealLinear { .. } | Formula::Function { .. } | Formula::Reverse(..) => Self::Equation,
            Formula::Numeric(Numeric::Square | Numeric::Absolute | Numeric::Complement, ..) => Self::Equation,
            Formula::Pairwise(Relation::Equal, ..) | Formula::ElementsCompare(Relation::Equal, ..) => Self::Equation,
            // One object is no value that a reader knows.
            Formula::Unary(Predicate::OneOf(values), v) if values.len() == 1 && samples.variables[*v].kind != Kind::Reference => {
                Self::Constant
            }
            Formula::SequenceOneOf(lists, _) if lists.len() == 1 => Self::Constant,
            Formula::Unary(Predicate::OneOf(_), _) | Formula::SequenceOneOf(..) => Self::Values,
            Formula::Unary(Predicate::NonZero, _)
            | Formula::Compare(Relation::NotEqual, ..)
            | Formula::ElementsCompare(Relation::NotEqual, ..)
            | Formula::Pairwise(Relation::NotEqual, ..)
            | Formula::Lexical(Relation::NotEqual, ..) => Self::Difference,
            Formula::Unary(..) => Self::Bound,
            Formula::Neighbours(..)
            | Formula::NoDuplicates(_)
            | Formula::Within(..)
            | Formula::Member(..)
            | Formula::Subset(..)
            | Formula::Subsequence(..) => Self::Contents,
            Formula::Compare(..) | Formula::ElementsCompare(..) | Formula::Pairwise(..) | Formula::Lexical(..) => Self::Order,
            Formula::Numeric(..) => Self::Order,
        }
    }
}
