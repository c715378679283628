//! Sets of abstract objects: sixty-four to a word, and only words that are not empty. Most variables hold a handful of objects, some hold
//! thousands; both are united word by word.

use super::objects::Object;

/// A set of objects.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Set {
    /// Number of a word and its bits; ascending, no word is 0.
    words: Vec<(u32, u64)>,
}

impl Set {
    pub fn of(object: Object) -> Self {
        Self { words: vec![(object / 64, 1 << (object % 64))] }
    }

    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// How many words it takes: what a union costs.
    pub fn words(&self) -> usize {
        self.words.len()
    }

    pub fn len(&self) -> usize {
        self.words.iter().map(|w| w.1.count_ones() as usize).sum()
    }

    /// Ascending.
    pub fn iter(&self) -> impl Iterator<Item = Object> + '_ {
        self.words.iter().flat_map(|&(number, bits)| {
            let mut left = bits;
            std::iter::from_fn(move || {
                let at = (left != 0).then(|| left.trailing_zeros())?;
                left &= left - 1;
                Some(number * 64 + at)
            })
        })
    }

    /// An object that is larger than all that are in it.
    pub fn push(&mut self, object: Object) {
        let (number, bit) = (object / 64, 1 << (object % 64));
        match self.words.last_mut() {
            Some(last) if last.0 == number => last.1 |= bit,
            _ => self.words.push((number, bit)),
        }
    }

    /// Those that are in `other`, too.
    pub fn and(&self, other: &Self) -> Self {
        let mut of_other = other.words.iter().peekable();
        let words = self.words.iter().filter_map(|&(number, bits)| {
            while of_other.next_if(|w| w.0 < number).is_some() {}
            let both = of_other.next_if(|w| w.0 == number).map_or(0, |w| w.1 & bits);
            (both != 0).then_some((number, both))
        });
        Self { words: words.collect() }
    }

    /// Adds all of another; those that were not in it.
    pub fn add(&mut self, other: &Self) -> Self {
        let mut new = Vec::new();
        let (mut at, mut places) = (0, 0);
        for &(number, bits) in &other.words {
            at += self.words[at..].partition_point(|w| w.0 < number);
            let here = self.words.get_mut(at).filter(|w| w.0 == number);
            let missing = bits & !here.as_ref().map_or(0, |w| w.1);
            if missing != 0 {
                new.push((number, missing));
            }
            match here {
                Some(word) => word.1 |= bits,
                None => places += 1,
            }
        }
        if places > 0 {
            self.widen(&new, places);
        }
        Self { words: new }
    }

    /// Words that it does not have yet, so many of these, get their places: from the end, so that each word moves once.
    fn widen(&mut self, new: &[(u32, u64)], places: usize) {
        let mut from = self.words.len();
        self.words.resize(from + places, (0, 0));
        let mut to = self.words.len();
        for &(number, bits) in new.iter().rev() {
            while from > 0 && self.words[from - 1].0 > number {
                (from, to) = (from - 1, to - 1);
                self.words[to] = self.words[from];
            }
            if from == 0 || self.words[from - 1].0 < number {
                to -= 1;
                self.words[to] = (number, bits);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Set;
    use proptest::collection::btree_set;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn set(objects: &BTreeSet<u32>) -> Set {
        let mut set = Set::default();
        objects.iter().for_each(|&o| set.push(o));
        set
    }

    proptest! {
        #[test]
        fn as_an_ordered_set_does(a in btree_set(0u32..1000, 0..60), b in btree_set(0u32..1000, 0..60)) {
            let (first, second) = (set(&a), set(&b));
            prop_assert_eq!(first.iter().collect::<BTreeSet<_>>(), a.clone());
            prop_assert_eq!(first.len(), a.len());
            prop_assert_eq!(first.is_empty(), a.is_empty());
            prop_assert_eq!(first.and(&second), set(&(&a & &b)));
            let mut both = first.clone();
            let new = both.add(&second);
            prop_assert_eq!(both, set(&(&a | &b)));
            prop_assert_eq!(new, set(&(&b - &a)));
        }
    }
}
