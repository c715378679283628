//! Java's strings: sequences of UTF-16 code units, surrogates paired or not.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

/// A string as Java has it. Cloning is cheap; equality and order are those of the code units (`String.compareTo`).
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct JavaString(Arc<[u16]>);

impl JavaString {
    pub fn units(&self) -> &[u16] {
        &self.0
    }

    /// Number of code units, as `String.length()`.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl From<&str> for JavaString {
    fn from(text: &str) -> Self {
        Self(text.encode_utf16().collect())
    }
}

impl From<&[u16]> for JavaString {
    fn from(units: &[u16]) -> Self {
        Self(units.into())
    }
}

impl From<Vec<u16>> for JavaString {
    fn from(units: Vec<u16>) -> Self {
        Self(units.into())
    }
}

impl std::borrow::Borrow<[u16]> for JavaString {
    fn borrow(&self) -> &[u16] {
        &self.0
    }
}

impl fmt::Display for JavaString {
    /// The text, with U+FFFD for a lone surrogate.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&String::from_utf16_lossy(&self.0))
    }
}

impl fmt::Debug for JavaString {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let chars = char::decode_utf16(self.0.iter().copied());
        let text: String = chars.map(|c| c.map_or_else(|lone| format!("\\u{:04x}", lone.unpaired_surrogate()), String::from)).collect();
        write!(f, "{text:?}")
    }
}

/// Each text once. An id is a text's place in the order of first appearance, from 1 on; 0 is null.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TextPool {
    texts: Vec<JavaString>,
    ids: HashMap<JavaString, u32>,
}

impl TextPool {
    /// The id of null.
    pub const NULL: u32 = 0;

    /// The text's id, a new one if it is new.
    ///
    /// # Panics
    /// If there are 2^32 - 1 texts already.
    pub fn intern(&mut self, units: &[u16]) -> u32 {
        if let Some(&id) = self.ids.get(units) {
            return id;
        }
        let text = JavaString::from(units);
        self.texts.push(text.clone());
        let id = u32::try_from(self.texts.len()).expect("fewer than 2^32 texts");
        self.ids.insert(text, id);
        id
    }

    /// The text of that id; `None`: null.
    ///
    /// # Panics
    /// If no text has the id.
    pub fn get(&self, id: u32) -> Option<&JavaString> {
        (id != Self::NULL).then(|| &self.texts[id as usize - 1])
    }

    /// The id of a text that is in the pool.
    pub fn find(&self, units: &[u16]) -> Option<u32> {
        self.ids.get(units).copied()
    }

    /// Number of texts, null not counted.
    pub fn len(&self) -> usize {
        self.texts.len()
    }

    pub fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }

    /// The texts in the order of their ids, from 1 on.
    pub fn texts(&self) -> &[JavaString] {
        &self.texts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_texts_have_equal_ids_in_order_of_appearance() {
        let mut pool = TextPool::default();
        let unit = |text: &str| text.encode_utf16().collect::<Vec<_>>();
        let ids = ["b", "", "b", "a"].map(|text| pool.intern(&unit(text)));
        assert_eq!(ids, [1, 2, 1, 3]);
        assert_eq!((pool.get(2), pool.get(TextPool::NULL)), (Some(&JavaString::from("")), None));
        assert_eq!((pool.find(&unit("a")), pool.find(&unit("c")), pool.len()), (Some(3), None, 3));
    }

    #[test]
    fn a_lone_surrogate_is_a_code_unit_like_any_other() {
        let lone = JavaString::from(vec![0x61, 0xd800]);
        assert_eq!(lone.len(), 2);
        assert_eq!(lone.to_string(), "a\u{fffd}");
        assert_eq!(format!("{lone:?}"), "\"a\\\\ud800\"");
        assert_ne!(lone, JavaString::from(vec![0x61, 0xd801]));
        assert_eq!(JavaString::from("\u{1f600}").len(), 2);
    }
}
