//! Counters: of a number that every call raises or lowers by one, that is the first thing people say (ours). Clauses that reject as much
//! often imply it nearly, so that the choice leaves it out: `result == this.items[this.size]` beside `this.size == old_this.size - 1`.

use super::synthesis::gates::{confidence, is_exhausted, parts};
use super::synthesis::naturalness::ENTRY;
use crate::assertion::ast::{BinaryOp, Expr, Type};
use crate::assertion::interpret::holds;
use crate::evidence::dataset::{Column, Dataset};
use crate::evidence::schema::{ValueType, VarId};
use crate::improve::synthesis::Settings;

/// `counter == old_counter + 1`, or `- 1`, of fields of the receiver and sizes of what it and the arguments hold, where that is true in all
/// correct states and these justify it. Of several that always have the same value the first.
pub fn conditions(dataset: &Dataset, settings: &Settings) -> Vec<Expr> {
    let rows: Vec<usize> = (0..dataset.correct).collect();
    let values = |id: VarId| dataset.columns[id as usize].gather(&rows);
    let mut found: Vec<(Column, Expr)> = Vec::new();
    for (id, variable) in dataset.schema.variables.iter().enumerate() {
        let is_size = variable.name.ends_with(".size()") && variable.name != "this.size()";
        let is_field = variable.name.starts_with("this.") && !variable.name.ends_with("()") && !variable.name.ends_with(".length");
        let is_whole = variable.value_type != ValueType::Char && Type::from(variable.value_type).is_integer();
        let Some(entry) = dataset.schema.find(&format!("{ENTRY}{}", variable.name)) else { continue };
        if !is_whole || !(is_size || is_field) || found.iter().any(|(known, _)| *known == values(id as VarId)) {
            continue;
        }
        let by_one = |op| {
            let old = Expr::Var(entry);
            Expr::binary(BinaryOp::Eq, Expr::Var(id as VarId), Expr::binary(op, old, Expr::Int(1)))
        };
        let is_true = |condition: &Expr| rows.iter().all(|&row| holds(condition, dataset, row));
        let is_justified = |condition: &Expr| {
            confidence::of_clause(condition, dataset, is_exhausted(dataset)) >= settings.min_confidence
                && !parts::has_idle_part(condition, dataset, &rows, settings.part_support as usize)
        };
        let condition = [BinaryOp::Add, BinaryOp::Sub].map(by_one).into_iter().find(|c| is_true(c) && is_justified(c));
        found.extend(condition.map(|condition| (values(id as VarId), condition)));
    }
    found.into_iter().map(|(_, condition)| condition).collect()
}

/// Whether a conjunct says already how the counter of such a condition changes, in whatever order, of the counter itself or of what always
/// equals it: `result == this.size`, an observer.
pub fn is_said(condition: &Expr, conjuncts: &[&Expr], dataset: &Dataset) -> bool {
    let rows: Vec<usize> = (0..dataset.correct).collect();
    let values = |id: VarId| dataset.columns[id as usize].gather(&rows);
    let mentioned = |expr: &Expr| {
        let mut all: Vec<Column> = Vec::new();
        expr.for_each_variable(&mut |id| all.push(values(id)));
        all
    };
    let of_counter = mentioned(condition);
    conjuncts.iter().any(|known| {
        let of_known = mentioned(known);
        let same = |a: &[Column], b: &[Column]| a.iter().all(|column| b.contains(column));
        matches!(known, Expr::Binary(BinaryOp::Eq, ..)) && same(&of_known, &of_counter) && same(&of_counter, &of_known)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evidence::dataset::Values;
    use crate::improve::evolution::fixtures::{bin, correct_states, var};

    fn data(now: impl Fn(i64) -> i64) -> Dataset {
        let whole = |of: &dyn Fn(i64) -> i64| Values::Integral((0..40).map(of).collect());
        let before = |i: i64| i % 9;
        correct_states(vec![
            ("this.size", ValueType::Int, whole(&now)),
            ("old_this.size", ValueType::Int, whole(&before)),
            ("this.size()", ValueType::Int, whole(&now)),
            ("old_this.size()", ValueType::Int, whole(&before)),
            // Parameters are no counters.
            ("x", ValueType::Int, whole(&|i| i + 1)),
            ("old_x", ValueType::Int, whole(&|i| i)),
        ])
    }

    #[test]
    fn what_goes_up_or_down_by_one_is_said_once() {
        let by_one = |op| bin(BinaryOp::Eq, var(0), bin(op, var(1), Expr::Int(1)));
        let of = |now: fn(i64) -> i64| conditions(&data(now), &Settings::default());
        assert_eq!(of(|i| i % 9 + 1), [by_one(BinaryOp::Add)]);
        assert_eq!(of(|i| i % 9 - 1), [by_one(BinaryOp::Sub)]);
        assert_eq!(of(|i| if i == 17 { 4 } else { i % 9 + 1 }), []);
    }

    #[test]
    fn few_values_before_are_no_counter() {
        let mut few = data(|i| i % 2 + 1);
        for id in [1, 3] {
            few.columns[id].values = Values::Integral((0..40).map(|i| i % 2).collect());
        }
        assert_eq!(conditions(&few, &Settings::default()), []);
    }

    #[test]
    fn an_equation_of_the_same_two_says_it_already() {
        let up = bin(BinaryOp::Eq, var(0), bin(BinaryOp::Add, var(1), Expr::Int(1)));
        let other_way = bin(BinaryOp::Eq, var(1), bin(BinaryOp::Sub, var(0), Expr::Int(1)));
        let order = bin(BinaryOp::Gt, var(0), var(1));
        let data = data(|i| i % 9 + 1);
        assert!(is_said(&up, &[&order, &other_way], &data));
        assert!(!is_said(&up, &[&order], &data));
        let of_observer = bin(BinaryOp::Eq, var(2), bin(BinaryOp::Add, var(1), Expr::Int(1)));
        assert!(is_said(&up, &[&of_observer], &data));
        assert!(!is_said(&up, &[&bin(BinaryOp::Eq, var(0), var(2))], &data));
    }
}
