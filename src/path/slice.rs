//! What of a path condition decides whether its suffix can hold (TARDIS, section 4.1).
//!
//! The prefix of an alternative was executed, so it is satisfiable. What may make the whole unsatisfiable are the clauses that share a
//! symbol with the suffix, directly or by others. Which symbols a clause has is a setting. Taking whole objects as one symbol, as the
//! paper does, costs most of the benefit on its own example, and without slicing the classifier is hardly better than the order of arrival
//! (docs/results/paths.md).

use super::origins;
use crate::settings::choice;
use rustc_hash::FxHashMap;
use std::ops::Range;

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

/// The slices of a path condition, of its prefixes and of its alternatives.
///
/// Clauses that share symbols are found by the symbols: what a slice costs depends on what is in it, not on the length of the path.
#[derive(Clone, Debug)]
pub struct Slicer {
    slicing: Slicing,
    /// By clause: its symbols, by their places in `clauses`.
    symbols: Lists,
    /// By symbol: the clauses that have it, ascending.
    clauses: Lists,
    /// By symbol, its place in `clauses`.
    places: FxHashMap<u32, u32>,
    /// By symbol and by clause, the number of the last slice that it was in: so nothing has to be cleared between two slices.
    symbol_seen: Vec<u32>,
    clause_seen: Vec<u32>,
    slices: u32,
}

/// Lists of numbers, one behind the other.
#[derive(Clone, Debug, Default)]
struct Lists {
    /// Where each ends, and the next begins.
    ends: Vec<u32>,
    numbers: Vec<u32>,
}

impl Lists {
    fn of(&self, place: u32) -> &[u32] {
        let begin = place.checked_sub(1).map_or(0, |before| self.ends[before as usize]);
        &self.numbers[begin as usize..self.ends[place as usize] as usize]
    }

    /// By number: in which of these lists it is, ascending.
    fn inverted(&self, count: usize) -> Self {
        let mut begins = vec![0u32; count + 1];
        self.numbers.iter().for_each(|&number| begins[number as usize + 1] += 1);
        (0..count).for_each(|number| begins[number + 1] += begins[number]);
        let mut numbers = vec![0; self.numbers.len()];
        for place in 0..self.ends.len() as u32 {
            for &number in self.of(place) {
                let next = &mut begins[number as usize];
                numbers[*next as usize] = place;
                *next += 1;
            }
        }
        begins.truncate(count);
        Self { ends: begins, numbers }
    }
}

impl Slicer {
    /// Of clauses with these symbols.
    pub fn new<'a>(slicing: Slicing, clauses: impl IntoIterator<Item = &'a [u32]>) -> Self {
        let mut places = FxHashMap::default();
        let mut symbols = Lists::default();
        for of_clause in clauses {
            symbols.numbers.extend(of_clause.iter().map(|&symbol| {
                let next = places.len() as u32;
                *places.entry(symbol).or_insert(next)
            }));
            symbols.ends.push(symbols.numbers.len() as u32);
        }
        let clauses = symbols.inverted(places.len());
        let (symbol_seen, clause_seen) = (vec![0; places.len()], vec![0; symbols.ends.len()]);
        Self { slicing, symbols, clauses, places, symbol_seen, clause_seen, slices: 0 }
    }

    /// Which of the first `length` clauses, at least one, are in the slice of the last of them; ascending.
    pub fn of_prefix(&mut self, length: usize) -> Vec<usize> {
        let last = length as u32 - 1;
        let symbols = self.symbols.of(last).to_vec();
        let mut slice = self.connected(0..length - 1, symbols, &[]).0;
        slice.push(length - 1);
        slice
    }

    /// Which of some clauses of the path are in the slice of an alternative that has these, and behind them one with the symbols `taken`;
    /// ascending. And whether a clause with the symbols `first`, which stands before them all, is.
    pub fn of_alternative(&mut self, before: Range<usize>, first: &[u32], taken: &[u32]) -> (Vec<usize>, bool) {
        let known = |symbols: &[u32]| symbols.iter().filter_map(|symbol| self.places.get(symbol).copied()).collect::<Vec<u32>>();
        let (mut open, of_first) = (known(taken), known(first));
        let joined = taken.iter().any(|symbol| first.contains(symbol));
        if joined {
            open.extend(&of_first);
        }
        let (slice, reached) = self.connected(before, open, &of_first);
        (slice, joined || reached || self.slicing == Slicing::Off)
    }

    /// The clauses of a range that share symbols with some, directly or by others; and whether a clause with the symbols `first` does.
    fn connected(&mut self, within: Range<usize>, mut open: Vec<u32>, first: &[u32]) -> (Vec<usize>, bool) {
        if self.slicing == Slicing::Off {
            return (within.collect(), false);
        }
        self.slices += 1;
        let (mut found, mut reached) = (Vec::new(), false);
        while let Some(symbol) = open.pop() {
            if std::mem::replace(&mut self.symbol_seen[symbol as usize], self.slices) == self.slices {
                continue;
            }
            if !reached && first.contains(&symbol) {
                reached = true;
                open.extend(first);
            }
            let with_it = self.clauses.of(symbol);
            let from = with_it.partition_point(|&clause| (clause as usize) < within.start);
            for &clause in with_it[from..].iter().take_while(|&&clause| (clause as usize) < within.end) {
                if std::mem::replace(&mut self.clause_seen[clause as usize], self.slices) != self.slices {
                    found.push(clause as usize);
                    open.extend(self.symbols.of(clause));
                }
            }
        }
        found.sort_unstable();
        (found, reached)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compute::rng::Source;
    use crate::path::condition::Condition;
    use rand::RngExt;

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
        let mut slicer = Slicer::new(slicing, symbols.iter().map(Vec::as_slice));
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

    /// By going through all clauses until none is added.
    fn plain(symbols: &[Vec<u32>]) -> Vec<usize> {
        let mut inside = vec![false; symbols.len()];
        inside[symbols.len() - 1] = true;
        loop {
            let joins =
                |c: &usize| !inside[*c] && (0..symbols.len()).any(|o| inside[o] && symbols[o].iter().any(|s| symbols[*c].contains(s)));
            match (0..symbols.len()).find(joins) {
                Some(clause) => inside[clause] = true,
                None => return (0..symbols.len()).filter(|&c| inside[c]).collect(),
            }
        }
    }

    #[test]
    fn slices_of_prefixes_and_alternatives_are_what_shares_symbols() {
        let mut random = Source::new(2).stream([9]);
        for _ in 0..300 {
            let mut clause = || (0..random.random_range(0..3)).map(|_| random.random_range(0..9)).collect::<Vec<u32>>();
            let path: Vec<Vec<u32>> = (0..10).map(|_| clause()).collect();
            let (first, taken) = (clause(), clause());
            let mut slicer = Slicer::new(Slicing::Origins, path.iter().map(Vec::as_slice));
            for length in 1..=path.len() {
                assert_eq!(slicer.of_prefix(length), plain(&path[..length]));
                let from = random.random_range(0..length);
                let whole = [std::slice::from_ref(&first), &path[from..length], std::slice::from_ref(&taken)].concat();
                let (mut slice, has_first) = slicer.of_alternative(from..length, &first, &taken);
                slice.iter_mut().for_each(|place| *place = *place - from + 1);
                if has_first {
                    slice.insert(0, 0);
                }
                slice.push(whole.len() - 1);
                assert_eq!(slice, plain(&whole));
            }
        }
    }
}
