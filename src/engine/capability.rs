//! What a capability is: operations that callers name, and what a session keeps between them.
//!
//! A capability is one module here, registered by one line in `engine/mod.rs`. Callers reach it by the name of its operation, through one
//! native method (`NativeEngine.call`; in Java `Engine.call`), so that neither the bridge nor the session changes with it.
//! `engine/example` is one to copy.

use super::result::to_json;
use super::session::{Open, Session, Slot};
use crate::{Error, Result};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;

/// What callers may ask for.
#[derive(Debug)]
pub struct Capability {
    pub operations: &'static [Operation],
    /// What a session keeps for it, made when the session opens; [`no_slot`] where it keeps nothing.
    pub slot: fn(&Open) -> Result<Slot>,
}

/// Nothing is kept.
pub fn no_slot(_: &Open) -> Result<Slot> {
    Ok(Box::new(()))
}

/// A slot that begins empty.
pub fn empty_slot<T: Default + Send + Sync + 'static>(_: &Open) -> Result<Slot> {
    Ok(Box::<T>::default())
}

/// One thing that callers may ask for.
#[derive(Debug)]
pub struct Operation {
    /// As requests name it.
    pub name: &'static str,
    /// Decodes the request, does it, and encodes the answer.
    pub run: fn(&Session, &RawValue) -> Result<Vec<u8>>,
}

/// Reads the parameters of an operation.
///
/// # Errors
/// `InvalidInput` with what is wrong, and its place in the parameters.
pub fn decode<T: DeserializeOwned>(request: &RawValue) -> Result<T> {
    serde_json::from_str(request.get()).map_err(|e| Error::invalid_input(format!("the request does not parse: {e}")))
}

/// An operation of a name: its request is decoded, what the function answers is encoded.
macro_rules! operation {
    ($name:literal, $function:expr) => {
        $crate::engine::capability::Operation {
            name: $name,
            run: |session, request| {
                let request = $crate::engine::capability::decode(request)?;
                $crate::engine::capability::encode(&$function(session, request)?)
            },
        }
    };
}

/// Registers capabilities: modules of the room, and the table of what they offer.
macro_rules! capabilities {
    ($($(#[$attribute:meta])* $name:ident,)+) => {
        $($(#[$attribute])* pub mod $name;)+

        /// Every capability.
        pub const CAPABILITIES: &[&capability::Capability] = &[$($(#[$attribute])* &$name::CAPABILITY,)+];
    };
}

pub(crate) use {capabilities, operation};

/// An answer as JSON.
pub fn encode(answer: &impl Serialize) -> Result<Vec<u8>> {
    to_json(answer)
}
