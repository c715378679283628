//! The texts of a trace, sorted: a text is its place, so that texts are compared as numbers are.

use crate::evidence::text::{JavaString, TextPool};

/// Distinct texts in the order of `String.compareTo`. Place 0 is null.
#[derive(Clone, Debug, Default)]
pub struct Texts {
    sorted: Vec<JavaString>,
    printable: Vec<bool>,
}

impl Texts {
    /// The texts of a pool, and the place of each of its ids.
    pub fn of(pool: &TextPool) -> (Self, Vec<i64>) {
        let mut ids: Vec<u32> = (1..=pool.len() as u32).collect();
        ids.sort_by(|a, b| pool.get(*a).cmp(&pool.get(*b)));
        let mut places = vec![0; pool.len() + 1];
        let mut texts = Self::default();
        for id in ids {
            let text = pool.get(id).expect("an id of the pool").clone();
            texts.printable.push(text.units().iter().all(|u| (32..=126).contains(u) || matches!(u, 9 | 10 | 13)));
            texts.sorted.push(text);
            places[id as usize] = texts.sorted.len() as i64;
        }
        (texts, places)
    }

    /// The text at a place; `None`: null.
    ///
    /// # Panics
    /// If there is none.
    pub fn get(&self, place: i64) -> Option<&JavaString> {
        (place != 0).then(|| &self.sorted[place as usize - 1])
    }

    /// Whether the text has only characters that ASCII prints, and white space; false of null.
    pub fn is_printable(&self, place: i64) -> bool {
        place != 0 && self.printable[place as usize - 1]
    }

    /// Whether one text occurs in the other, and if so whether as its beginning and end; false of null.
    pub fn within(&self, part: i64, whole: i64) -> Within {
        let (Some(part), Some(whole)) = (self.get(part), self.get(whole)) else { return Within::default() };
        let (part, whole) = (part.units(), whole.units());
        let anywhere = part.is_empty() || whole.windows(part.len()).any(|w| w == part);
        Within { anywhere, start: whole.starts_with(part), end: whole.ends_with(part) }
    }

    /// Number of texts, null not counted.
    pub fn len(&self) -> usize {
        self.sorted.len()
    }

    pub fn is_empty(&self) -> bool {
        self.sorted.is_empty()
    }
}

/// Where one text occurs in another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Within {
    pub anywhere: bool,
    pub start: bool,
    pub end: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_in_the_order_of_the_texts() {
        let mut pool = TextPool::default();
        let ids = ["b", "", "a\u{7f}"].map(|t| pool.intern(&t.encode_utf16().collect::<Vec<_>>()));
        let (texts, places) = Texts::of(&pool);
        assert_eq!(ids.map(|id| places[id as usize]), [3, 1, 2]);
        assert_eq!(texts.get(3), Some(&JavaString::from("b")));
        assert_eq!((texts.get(0), texts.is_printable(2), texts.is_printable(3)), (None, false, true));
        assert_eq!(texts.within(1, 3), Within { anywhere: true, start: true, end: true });
        assert_eq!(texts.within(0, 3), Within::default());
    }
}
