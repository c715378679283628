//! How two values compare: the six relations of conditions, of invariants and of what programs branch on.

use serde::{Deserialize, Serialize};
use std::cmp::Ordering;

/// How two values compare. What is in no order with anything, a NaN for example, is unequal to all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Relation {
    #[serde(rename = "==")]
    Equal,
    #[serde(rename = "<")]
    Less,
    #[serde(rename = "<=")]
    LessOrEqual,
    #[serde(rename = ">")]
    Greater,
    #[serde(rename = ">=")]
    GreaterOrEqual,
    #[serde(rename = "!=")]
    NotEqual,
}

impl Relation {
    pub const ALL: [Self; 6] = [Self::Equal, Self::Less, Self::LessOrEqual, Self::Greater, Self::GreaterOrEqual, Self::NotEqual];

    /// Whether it holds of values in that order; `None`: they are in none.
    pub fn admits(self, order: Option<Ordering>) -> bool {
        match self {
            Self::Equal => order == Some(Ordering::Equal),
            Self::NotEqual => order != Some(Ordering::Equal),
            Self::Less => order == Some(Ordering::Less),
            Self::LessOrEqual => matches!(order, Some(Ordering::Less | Ordering::Equal)),
            Self::Greater => order == Some(Ordering::Greater),
            Self::GreaterOrEqual => matches!(order, Some(Ordering::Greater | Ordering::Equal)),
        }
    }

    pub fn holds<T: PartialOrd>(self, a: T, b: T) -> bool {
        self.admits(a.partial_cmp(&b))
    }

    /// The same, said of the sides exchanged.
    pub fn mirrored(self) -> Self {
        match self {
            Self::Less => Self::Greater,
            Self::LessOrEqual => Self::GreaterOrEqual,
            Self::Greater => Self::Less,
            Self::GreaterOrEqual => Self::LessOrEqual,
            same => same,
        }
    }

    /// What holds where this does not, of values that are in some order.
    pub fn negated(self) -> Self {
        match self {
            Self::Equal => Self::NotEqual,
            Self::NotEqual => Self::Equal,
            Self::Less => Self::GreaterOrEqual,
            Self::LessOrEqual => Self::Greater,
            Self::Greater => Self::LessOrEqual,
            Self::GreaterOrEqual => Self::Less,
        }
    }

    /// As Java writes it.
    pub fn symbol(self) -> &'static str {
        match self {
            Self::Equal => "==",
            Self::NotEqual => "!=",
            Self::Less => "<",
            Self::LessOrEqual => "<=",
            Self::Greater => ">",
            Self::GreaterOrEqual => ">=",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn negations_and_mirrors_hold_where_they_should() {
        for relation in Relation::ALL {
            for (a, b) in [(1, 2), (2, 2), (3, 2)] {
                assert_eq!(relation.holds(a, b), !relation.negated().holds(a, b), "{relation:?}");
                assert_eq!(relation.holds(a, b), relation.mirrored().holds(b, a), "{relation:?}");
            }
            assert_eq!(relation.holds(f64::NAN, 1.0), relation == Relation::NotEqual);
            assert_eq!(serde_json::to_value(relation).unwrap(), relation.symbol());
        }
    }
}
