//! The algorithm of the example: it knows nothing of requests and sessions.

use std::collections::BTreeMap;

/// How often each word was said.
#[derive(Debug, Default)]
pub struct Tally {
    counts: BTreeMap<String, u64>,
}

impl Tally {
    /// Counts the words of a text; whether there are any.
    pub fn add(&mut self, text: &str) -> bool {
        let words = text.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty());
        let mut any = false;
        for word in words {
            *self.counts.entry(word.to_lowercase()).or_default() += 1;
            any = true;
        }
        any
    }

    pub fn counts(&self) -> &BTreeMap<String, u64> {
        &self.counts
    }
}
