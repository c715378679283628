//! A capability to copy: counts how often a session was told each word. In tests only: what is shipped has no example.
//!
//! All of it is in this folder. What makes it known is its line in `engine/mod.rs`.

mod tally;

use self::tally::Tally;
use super::capability::{Capability, empty_slot, operation};
use super::session::Session;
use crate::compute::lock::lock;
use crate::{Error, Result};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Mutex;

pub const CAPABILITY: Capability = Capability { operations: &[operation!("countWords", count_words)], slot: empty_slot::<ExampleSlot> };

/// The request: `{"countWords": {"text": ".."}}`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CountWords {
    text: String,
}

/// The answer.
#[derive(Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct WordCounts {
    /// Of all texts so far.
    counts: BTreeMap<String, u64>,
}

/// What a session keeps: calls may come from several threads.
#[derive(Debug, Default)]
pub struct ExampleSlot {
    tally: Mutex<Tally>,
}

/// # Errors
/// `InvalidInput`: the text has no word.
fn count_words(session: &Session, request: CountWords) -> Result<WordCounts> {
    let mut tally = lock(&session.slot::<ExampleSlot>().tally);
    if !tally.add(&request.text) {
        return Err(Error::invalid_input("text has no word: give one with letters"));
    }
    Ok(WordCounts { counts: tally.counts().clone() })
}

#[cfg(test)]
mod tests {
    use crate::engine::request;
    use crate::engine::session::Session;
    use crate::engine::session::tests::in_memory;
    use serde_json::{Value, json};

    fn call(session: &Session, operation: Value) -> crate::Result<Value> {
        let request = json!({"schemaVersion": 1, "request": operation}).to_string();
        session.call(&request::parse(request.as_bytes())?).map(|answer| serde_json::from_slice(&answer).unwrap())
    }

    #[test]
    fn a_session_remembers_what_it_was_told_and_another_does_not() {
        let (session, other) = (in_memory(1), in_memory(1));
        assert_eq!(call(&session, json!({"countWords": {"text": "to be or"}})), Ok(json!({"counts": {"be": 1, "or": 1, "to": 1}})));
        assert_eq!(
            call(&session, json!({"countWords": {"text": "not to be"}})),
            Ok(json!({"counts": {"be": 2, "not": 1, "or": 1, "to": 2}}))
        );
        assert_eq!(call(&other, json!({"countWords": {"text": "be"}})), Ok(json!({"counts": {"be": 1}})));
    }

    #[test]
    fn wrong_requests_are_refused() {
        let refusal = |operation| call(&in_memory(1), operation).unwrap_err().message;
        assert_eq!(refusal(json!({"countWords": {"text": " "}})), "text has no word: give one with letters");
        assert!(refusal(json!({"countWords": {"texts": []}})).contains("unknown field `texts`"));
    }
}
