//! Contents of strings, arrays, collections and maps as bytes: the form of a record's tail (docs/formats.md, "States as binary
//! records"), little-endian.
//!
//! A text is its UTF-16 code units. A sequence or bag is its elements one after the other: numbers, booleans and references as 8
//! bytes (i64, or f64 bits), texts as a length (u32, [`NULL_TEXT`] for null) and that many code units.
//!
//! Equal contents have equal *canonical* bytes: every NaN is one NaN, and the elements of a bag are sorted.

use super::bits::{CANONICAL_NAN, in_range};
use super::schema::{Element, ValueType};
use std::borrow::Cow;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hasher};

/// The length of an element that is no text but null.
pub const NULL_TEXT: u32 = u32::MAX;

/// Bytes that the contents take which begin at `at` and have `count` code units or elements; `None`: more than there are.
pub(super) fn measure(value_type: ValueType, tail: &[u8], at: usize, count: u32) -> Option<usize> {
    let rest = tail.get(at..)?;
    let count = count as usize;
    let size = match element(value_type) {
        None => count.checked_mul(2)?,
        Some(Element::Text) => {
            let mut elements = TextElements(rest);
            for _ in 0..count {
                elements.next()?;
            }
            rest.len() - elements.0.len()
        }
        Some(_) => count.checked_mul(8)?,
    };
    (size <= rest.len()).then_some(size)
}

/// The first element that is no value of the type, as bits.
pub(super) fn out_of_range(value_type: ValueType, bytes: &[u8]) -> Option<u64> {
    match element(value_type) {
        None | Some(Element::Text) => None,
        Some(element) => numbers(bytes).find(|&bits| !in_range(element.into(), bits)),
    }
}

/// The canonical form of contents as written.
pub(super) fn canonical(value_type: ValueType, bytes: &[u8]) -> Cow<'_, [u8]> {
    let real = |e: Element| matches!(e, Element::Float | Element::Double);
    let bag = matches!(value_type, ValueType::Bag(_));
    match element(value_type) {
        Some(Element::Text) if bag => {
            let mut elements: Vec<Option<&[u8]>> = TextElements(bytes).collect();
            elements.sort_by(|a, b| a.map(units).into_iter().flatten().cmp(b.map(units).into_iter().flatten()).then(a.cmp(b)));
            // Null before all texts, the empty one included.
            elements.sort_by_key(Option::is_some);
            let mut sorted = Vec::with_capacity(bytes.len());
            elements.into_iter().for_each(|e| push_text(&mut sorted, e));
            Cow::Owned(sorted)
        }
        Some(e) if e != Element::Text && (bag || (real(e) && numbers(bytes).any(|b| f64::from_bits(b).is_nan()))) => {
            let one_nan = |bits: u64| if real(e) && f64::from_bits(bits).is_nan() { CANONICAL_NAN } else { bits };
            let mut values: Vec<u64> = numbers(bytes).map(one_nan).collect();
            match (bag, real(e)) {
                (true, true) => values.sort_by(|a, b| f64::from_bits(*a).total_cmp(&f64::from_bits(*b))),
                (true, false) => values.sort_by_key(|&v| v as i64),
                (false, _) => {}
            }
            Cow::Owned(values.into_iter().flat_map(u64::to_le_bytes).collect())
        }
        _ => Cow::Borrowed(bytes),
    }
}

/// How many code units or elements contents have.
pub fn count(value_type: ValueType, bytes: &[u8]) -> u32 {
    (match element(value_type) {
        None => bytes.len() / 2,
        Some(Element::Text) => TextElements(bytes).count(),
        Some(_) => bytes.len() / 8,
    }) as u32
}

/// Type of the elements of a sequence or bag.
pub(super) fn element(value_type: ValueType) -> Option<Element> {
    match value_type {
        ValueType::Sequence(element) | ValueType::Bag(element) => Some(element),
        _ => None,
    }
}

/// The elements of a sequence or bag of anything but texts, as record bits.
pub fn numbers(bytes: &[u8]) -> impl Iterator<Item = u64> + '_ {
    bytes.chunks_exact(8).map(|b| u64::from_le_bytes(b.try_into().expect("eight bytes")))
}

/// The elements of a sequence or bag of texts, each as bytes; ends where the bytes do, or are none.
pub fn texts(bytes: &[u8]) -> impl Iterator<Item = Option<&[u8]>> {
    TextElements(bytes)
}

/// The code units of a text.
pub fn units(bytes: &[u8]) -> impl Iterator<Item = u16> + '_ {
    bytes.chunks_exact(2).map(|b| u16::from_le_bytes([b[0], b[1]]))
}

/// Appends an element that is a text.
pub fn push_text(into: &mut Vec<u8>, text: Option<&[u8]>) {
    into.extend_from_slice(&text.map_or(NULL_TEXT, |t| (t.len() / 2) as u32).to_le_bytes());
    into.extend_from_slice(text.unwrap_or_default());
}

struct TextElements<'a>(&'a [u8]);

impl<'a> Iterator for TextElements<'a> {
    type Item = Option<&'a [u8]>;

    fn next(&mut self) -> Option<Self::Item> {
        let (length, rest) = self.0.split_first_chunk::<4>()?;
        let length = u32::from_le_bytes(*length);
        let bytes = if length == NULL_TEXT { 0 } else { (length as usize).checked_mul(2)? };
        let (text, rest) = rest.split_at_checked(bytes)?;
        self.0 = rest;
        Some((length != NULL_TEXT).then_some(text))
    }
}

/// Contents by number: each once, so that states are compared by their numbers.
#[derive(Debug, Default)]
pub(super) struct Pool {
    bytes: Vec<u8>,
    /// End of each contents in `bytes`.
    ends: Vec<usize>,
    /// First contents of each hash; those of equal hash follow by `next`.
    heads: HashMap<u64, u32>,
    next: Vec<u32>,
}

const NONE: u32 = u32::MAX;

impl Pool {
    /// The number of canonical contents, a new one if they are new.
    ///
    /// # Panics
    /// If there are 2^32 - 1 already.
    pub fn intern(&mut self, contents: &[u8]) -> u32 {
        let mut hasher = DefaultHasher::new();
        hasher.write(contents);
        let new = u32::try_from(self.ends.len()).ok().filter(|&n| n != NONE).expect("fewer than 2^32 contents");
        let head = *self.heads.entry(hasher.finish()).or_insert(new);
        let mut at = head;
        while at != new && at != NONE {
            if self.get(at) == contents {
                return at;
            }
            at = self.next[at as usize];
        }
        self.bytes.extend_from_slice(contents);
        self.ends.push(self.bytes.len());
        // The new one goes second in its chain: the first stays first without a walk to the end.
        let second = if head == new { NONE } else { std::mem::replace(&mut self.next[head as usize], new) };
        self.next.push(second);
        new
    }

    /// The contents of that number.
    ///
    /// # Panics
    /// If there are none.
    pub fn get(&self, id: u32) -> &[u8] {
        let id = id as usize;
        &self.bytes[id.checked_sub(1).map_or(0, |before| self.ends[before])..self.ends[id]]
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Bytes that it holds.
    pub fn allocated(&self) -> u64 {
        self.bytes.len() as u64 + 48 * self.ends.len() as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn longs(values: &[i64]) -> Vec<u8> {
        values.iter().flat_map(|v| v.to_le_bytes()).collect()
    }

    fn doubles(values: &[f64]) -> Vec<u8> {
        values.iter().flat_map(|v| v.to_le_bytes()).collect()
    }

    fn text_elements(values: &[Option<&str>]) -> Vec<u8> {
        let mut bytes = Vec::new();
        for v in values {
            let text: Option<Vec<u8>> = v.map(|t| t.encode_utf16().flat_map(u16::to_le_bytes).collect());
            push_text(&mut bytes, text.as_deref());
        }
        bytes
    }

    #[test]
    fn a_bag_has_one_canonical_form_a_sequence_keeps_its_order() {
        let bag = |e, bytes: &[u8]| canonical(ValueType::Bag(e), bytes).into_owned();
        assert_eq!(bag(Element::Int, &longs(&[3, -1, 3])), longs(&[-1, 3, 3]));
        let reals = doubles(&[f64::from_bits(0xfff8_0000_0000_0001), 0.0, -0.0, f64::NEG_INFINITY]);
        assert_eq!(bag(Element::Double, &reals), doubles(&[f64::NEG_INFINITY, -0.0, 0.0, f64::from_bits(CANONICAL_NAN)]));
        let texts = text_elements(&[Some("b"), Some(""), None, Some("aa"), Some("\u{e000}"), Some("\u{10000}"), None]);
        let sorted = text_elements(&[None, None, Some(""), Some("aa"), Some("b"), Some("\u{10000}"), Some("\u{e000}")]);
        assert_eq!(bag(Element::Text, &texts), sorted, "code units in Java's order, null first");
        let sequence = longs(&[3, -1]);
        assert!(matches!(canonical(ValueType::Sequence(Element::Int), &sequence), Cow::Borrowed(b) if b == sequence));
        assert!(matches!(canonical(ValueType::Sequence(Element::Text), &texts), Cow::Borrowed(b) if b == texts));
        let nan = doubles(&[f64::from_bits(0x7ff8_0000_0000_0002), 1.0]);
        assert_eq!(*canonical(ValueType::Sequence(Element::Float), &nan), doubles(&[f64::from_bits(CANONICAL_NAN), 1.0]));
    }

    #[test]
    fn elements_are_counted_and_read() {
        let texts_of = text_elements(&[None, Some("ab"), Some("")]);
        assert_eq!(count(ValueType::Bag(Element::Text), &texts_of), 3);
        assert_eq!(texts(&texts_of).map(|t| t.map(|t| units(t).count())).collect::<Vec<_>>(), [None, Some(2), Some(0)]);
        assert_eq!(count(ValueType::Text, &[0; 6]), 3);
        assert_eq!(count(ValueType::Sequence(Element::Byte), &longs(&[1, 2])), 2);
        assert_eq!(numbers(&longs(&[1, -2])).map(|b| b as i64).collect::<Vec<_>>(), [1, -2]);
    }

    proptest! {
        #[test]
        fn a_pool_gives_equal_numbers_to_equal_contents_alone(all in prop::collection::vec(prop::collection::vec(0..3u8, 0..4), 0..60)) {
            let mut pool = Pool::default();
            let ids: Vec<u32> = all.iter().map(|c| pool.intern(c)).collect();
            for (i, c) in all.iter().enumerate() {
                prop_assert_eq!(pool.get(ids[i]), c.as_slice());
                prop_assert_eq!(ids[i], ids[all.iter().position(|d| d == c).unwrap()]);
            }
            prop_assert_eq!(pool.len(), ids.iter().max().map_or(0, |&m| m as usize + 1));
        }
    }
}
