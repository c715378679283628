//! What a method was given: the part of a state that its entry values make up.

use super::super::contents::{self, Pool};
use super::super::schema::{Element, Schema, ValueType};
use std::collections::HashMap;

/// The entry values among the variables that are kept.
pub(super) struct EntryPart {
    /// Columns and their types.
    variables: Vec<(usize, ValueType)>,
}

impl EntryPart {
    pub fn new(schema: &Schema) -> Self {
        // Files written by hand need not have `entry`: the name says it there.
        let told = schema.variables.iter().any(|v| v.entry.is_some());
        let is_entry = |v: &super::super::schema::Variable| if told { v.entry.is_some() } else { v.name.starts_with("old_") };
        let variables = schema.variables.iter().enumerate().filter(|(_, v)| is_entry(v)).map(|(i, v)| (i, v.value_type)).collect();
        Self { variables }
    }

    /// Whether two states, as functions from column to cell, were given different things. Identities are numbered over the whole state,
    /// so it is only asked whether the same entry references are the same object in both.
    pub fn differs(&self, a: impl Fn(usize) -> Option<u64>, b: impl Fn(usize) -> Option<u64>, pool: &Pool) -> bool {
        let (mut of_a, mut of_b) = (Identities::default(), Identities::default());
        self.variables.iter().any(|&(i, value_type)| match (a(i), b(i)) {
            (Some(a), Some(b)) => match value_type {
                ValueType::Reference => of_a.number(a) != of_b.number(b),
                ValueType::Sequence(Element::Reference) | ValueType::Bag(Element::Reference) => {
                    let [a, b] = [a, b].map(|id| contents::numbers(pool.get(id as u32)));
                    let bag = matches!(value_type, ValueType::Bag(_));
                    of_a.numbers(a, bag) != of_b.numbers(b, bag)
                }
                _ => a != b,
            },
            (None, None) => false,
            _ => true,
        })
    }
}

/// Identities of one state by order of first appearance in its entry part; 0 is null.
#[derive(Default)]
struct Identities(HashMap<u64, u64>);

impl Identities {
    fn number(&mut self, identity: u64) -> u64 {
        if identity == 0 {
            return 0;
        }
        let next = self.0.len() as u64 + 1;
        *self.0.entry(identity).or_insert(next)
    }

    fn numbers(&mut self, identities: impl Iterator<Item = u64>, bag: bool) -> Vec<u64> {
        if !bag {
            return identities.map(|i| self.number(i)).collect();
        }
        // A bag comes sorted by identity: what is known already first, so that the order of the others does not matter.
        let (known, new): (Vec<u64>, Vec<u64>) = identities.partition(|i| *i == 0 || self.0.contains_key(i));
        let mut numbers: Vec<u64> = known.into_iter().map(|i| self.number(i)).collect();
        numbers.sort_unstable();
        // Of objects met here for the first time it can only be told how often each occurs.
        let mut new: Vec<(usize, u64)> = new.chunk_by(|a, b| a == b).map(|same| (same.len(), same[0])).collect();
        new.sort_by_key(|&(count, _)| count);
        for (count, identity) in new {
            let number = self.number(identity);
            numbers.extend(std::iter::repeat_n(number, count));
        }
        numbers
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evidence::schema::Variable;

    fn pool_of(all: &[&[u64]]) -> Pool {
        let mut pool = Pool::default();
        for identities in all {
            pool.intern(&identities.iter().flat_map(|i| i.to_le_bytes()).collect::<Vec<_>>());
        }
        pool
    }

    fn differs(types: &[ValueType], a: &[Option<u64>], b: &[Option<u64>], pool: &Pool) -> bool {
        let variables = types.iter().enumerate().map(|(i, &t)| Variable::new(format!("old_{i}"), t)).collect();
        EntryPart::new(&Schema { method: "m".into(), variables }).differs(|i| a[i], |i| b[i], pool)
    }

    #[test]
    fn the_same_objects_under_other_numbers_are_no_difference() {
        let refs = [ValueType::Reference; 3];
        let pool = Pool::default();
        assert!(!differs(&refs, &[Some(1), Some(2), Some(1)], &[Some(5), Some(3), Some(5)], &pool));
        assert!(differs(&refs, &[Some(1), Some(2), Some(1)], &[Some(5), Some(3), Some(3)], &pool));
        assert!(differs(&refs, &[Some(1), Some(0), Some(1)], &[Some(1), Some(2), Some(1)], &pool));
        assert!(differs(&refs, &[Some(1), Some(1), None], &[Some(1), Some(1), Some(1)], &pool));
    }

    #[test]
    fn elements_of_contents_are_objects_too() {
        let pool = pool_of(&[&[7, 8, 0, 7], &[2, 3, 0, 2], &[2, 3, 0, 3], &[4, 9, 9], &[3, 3, 5], &[3, 5, 5]]);
        let sequence = [ValueType::Sequence(Element::Reference)];
        assert!(!differs(&sequence, &[Some(0)], &[Some(1)], &pool));
        assert!(differs(&sequence, &[Some(0)], &[Some(2)], &pool));
        let bag = [ValueType::Bag(Element::Reference)];
        assert!(!differs(&bag, &[Some(3)], &[Some(4)], &pool), "one object once, one twice, whichever has the smaller number");
        let known = [ValueType::Reference, ValueType::Bag(Element::Reference)];
        assert!(!differs(&known, &[Some(9), Some(3)], &[Some(3), Some(4)], &pool));
        assert!(differs(&known, &[Some(9), Some(3)], &[Some(3), Some(5)], &pool));
    }

    #[test]
    fn only_entry_values_count() {
        let mut old = Variable::new("renamed", ValueType::Int);
        old.entry = Some("x".into());
        let variables = vec![Variable::new("old_x", ValueType::Int), old];
        let part = EntryPart::new(&Schema { method: "m".into(), variables });
        let (a, b, c) = ([Some(1), Some(5)], [Some(2), Some(5)], [Some(1), Some(6)]);
        assert!(!part.differs(|i| a[i], |i| b[i], &Pool::default()));
        assert!(part.differs(|i| a[i], |i| c[i], &Pool::default()));
    }
}
