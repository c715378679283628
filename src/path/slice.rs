//! What of a path condition decides whether its suffix can hold (TARDIS, section 4.1).
//!
//! The prefix of an alternative was executed, so it is satisfiable. What may make the whole unsatisfiable are the clauses that share a
//! symbol with the suffix, directly or by others. Which symbols a clause has is a setting. Taking whole objects as one symbol, as the
//! paper does, costs most of the benefit on its own example, and without slicing the classifier is hardly better than the order of arrival
//! (docs/results/paths.md).

use super::origins;
use crate::settings::choice;
use rustc_hash::FxHashMap;

choice! {
    /// Which clauses depend on each other.
    #[derive(Default)]
    pub enum Slicing {
        /// All: the whole path condition is classified.
        "off" = Off,
        /// Those with a common origin. Elements, lengths and fields are origins of their own: `a[0]` depends on neither `a.length` nor
        /// `a[1]`.
        #[default]
        "origins" = Origins,
        /// Also those with fields of one object, but not elements and lengths of one array: as the authors' code does it.
        "fields" = Fields,
        /// Also those with elements or the length of one array: variable-based and object-based dependency, as the paper has it.
        "objects" = Objects,
    }
}

impl Slicing {
    /// The symbols of a clause that has these origins.
    pub fn symbols(self, origins: &[String]) -> Vec<String> {
        let mut symbols = origins.to_vec();
        let containers = origins.iter().filter(|origin| match self {
            Self::Off | Self::Origins => false,
            Self::Fields => !origins::is_of_array(origin),
            Self::Objects => true,
        });
        symbols.extend(containers.filter_map(|origin| origins::container(origin)).map(str::to_owned));
        symbols.sort_unstable();
        symbols.dedup();
        symbols
    }
}

/// The slices of a path condition and of its prefixes.
#[derive(Debug)]
pub struct Slicer<'a> {
    slicing: Slicing,
    /// By clause.
    symbols: Vec<&'a [u32]>,
    /// By symbol: the clauses that have it, ascending.
    clauses: FxHashMap<u32, Vec<usize>>,
}

impl<'a> Slicer<'a> {
    /// Of clauses with these symbols.
    pub fn new(slicing: Slicing, symbols: Vec<&'a [u32]>) -> Self {
        let mut clauses: FxHashMap<u32, Vec<usize>> = FxHashMap::default();
        for (clause, symbols) in symbols.iter().enumerate() {
            symbols.iter().for_each(|&symbol| clauses.entry(symbol).or_default().push(clause));
        }
        Self { slicing, symbols, clauses }
    }

    /// Which of the first `length` clauses, at least one, are in the slice of the last of them; ascending.
    pub fn of_prefix(&self, length: usize) -> Vec<usize> {
        if self.slicing == Slicing::Off {
            return (0..length).collect();
        }
        let mut inside = vec![false; length];
        let mut seen = rustc_hash::FxHashSet::default();
        let mut waiting = vec![length - 1];
        inside[length - 1] = true;
        while let Some(clause) = waiting.pop() {
            for symbol in self.symbols[clause] {
                if seen.insert(*symbol) {
                    for &other in self.clauses[symbol].iter().take_while(|&&other| other < length) {
                        if !inside[other] {
                            inside[other] = true;
                            waiting.push(other);
                        }
                    }
                }
            }
        }
        (0..length).filter(|&clause| inside[clause]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::path::condition::Condition;

    /// The slice of a path condition, as text.
    fn slice(slicing: Slicing, text: &str) -> String {
        let condition = Condition::parse(text).unwrap();
        let mut numbers = FxHashMap::default();
        let symbols: Vec<Vec<u32>> = condition
            .clauses
            .iter()
            .map(|clause| {
                let symbols = slicing.symbols(&clause.origins());
                symbols
                    .into_iter()
                    .map(|symbol| {
                        let next = numbers.len() as u32;
                        *numbers.entry(symbol).or_insert(next)
                    })
                    .collect()
            })
            .collect();
        let slicer = Slicer::new(slicing, symbols.iter().map(Vec::as_slice).collect());
        let kept = slicer.of_prefix(symbols.len());
        kept.into_iter().map(|c| condition.clauses[c].text()).collect::<Vec<_>>().join(" && ")
    }

    #[test]
    fn clauses_that_share_a_symbol_are_kept_transitively() {
        let condition = "x < y && u > 3 && y == z && z > 5";
        assert_eq!(slice(Slicing::Origins, condition), "x < y && y == z && z > 5");
        assert_eq!(slice(Slicing::Off, condition), condition);
        assert_eq!(slice(Slicing::Origins, "x > 0"), "x > 0");
    }

    #[test]
    fn elements_lengths_and_fields_are_origins_of_their_own() {
        let condition = "this.a.length >= 1 && this.a[0] > 3 && this.f == 1 && this.a[1] <= 4 && this.g == 2";
        assert_eq!(slice(Slicing::Origins, condition), "this.g == 2");
        assert_eq!(slice(Slicing::Fields, condition), "this.f == 1 && this.g == 2");
        assert_eq!(slice(Slicing::Objects, condition), "this.f == 1 && this.g == 2");
        let element = "this.a.length >= 1 && this.a[0] > 3 && this.f == 1 && this.a[1] <= 4";
        assert_eq!(slice(Slicing::Origins, element), "this.a[1] <= 4");
        assert_eq!(slice(Slicing::Fields, element), "this.a[1] <= 4");
        assert_eq!(slice(Slicing::Objects, element), "this.a.length >= 1 && this.a[0] > 3 && this.a[1] <= 4");
    }

    #[test]
    fn an_array_is_joined_with_its_elements_by_whole_objects_only() {
        let condition = "this.a != null && this.a[0] > 3";
        assert_eq!(slice(Slicing::Origins, condition), "this.a[0] > 3");
        assert_eq!(slice(Slicing::Objects, condition), condition);
    }
}
