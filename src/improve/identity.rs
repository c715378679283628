//! Identity: that a method gives back the receiver, or what it was given, is what people say first of it (ours). A mutant that gives back
//! null is rejected by `result != null` as well, which is shorter to find and says less.

use super::synthesis::Settings;
use super::synthesis::gates::second_names;
use crate::assertion::ast::{BinaryOp, Expr};
use crate::evidence::dataset::Dataset;

/// `result == this`, or a parameter in the place of `this`, where that is so in all correct states and these justify it.
pub fn condition(dataset: &Dataset, settings: &Settings) -> Option<Expr> {
    second_names::given_back(dataset, settings.min_confidence)
}

/// Whether the condition says a conjunct, too: that there is a result.
pub fn says(condition: &Expr, conjunct: &Expr) -> bool {
    let Expr::Binary(BinaryOp::Eq, result, _) = condition else { return false };
    matches!(conjunct, Expr::Binary(BinaryOp::Ne, left, right) if left == result && **right == Expr::Null)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::improve::evolution::fixtures::{bin, var};

    #[test]
    fn that_there_is_a_result_is_said() {
        let same = bin(BinaryOp::Eq, var(0), var(1));
        assert!(says(&same, &bin(BinaryOp::Ne, var(0), Expr::Null)));
        assert!(!says(&same, &bin(BinaryOp::Ne, var(1), Expr::Null)) && !says(&same, &same));
    }
}
