//! The alternatives of a path that was executed (TARDIS, section 3): for each clause the prefix before it, and its negation.

use super::condition::Condition;

/// The alternatives of an executed path, the shallowest first: those that negate clause `from` or a later one, counted from 0, and have at
/// most `most` clauses. A test that was made for an alternative of `n` clauses has alternatives of its own from `n` on: those before are
/// its parent's.
pub fn alternatives(executed: &Condition, from: usize, most: usize) -> impl Iterator<Item = Condition> {
    let depths = from..executed.clauses.len().min(most);
    depths.map(|depth| {
        let mut clauses = executed.clauses[..=depth].to_vec();
        clauses[depth] = clauses[depth].negated();
        Condition { clauses }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(from: usize, most: usize) -> Vec<String> {
        let executed = Condition::parse("x > 0 && y == null && z is fresh C").unwrap();
        alternatives(&executed, from, most).map(|a| a.text()).collect()
    }

    #[test]
    fn each_keeps_the_clauses_before_and_negates_one() {
        let all = ["x <= 0", "x > 0 && y != null", "x > 0 && y == null && z is not fresh C"];
        assert_eq!(texts(0, 9), all);
        assert_eq!(texts(1, 9), all[1..]);
        assert_eq!(texts(1, 2), all[1..2]);
        assert!(texts(3, 9).is_empty() && texts(7, 9).is_empty());
    }
}
