//! The registry of open sessions.

use crate::engine::session::Session;
use crate::{Error, ErrorKind, Result};
use once_cell::sync::Lazy;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

#[derive(Default)]
struct Registry {
    last: u64,
    sessions: HashMap<u64, Arc<Session>>,
}

static REGISTRY: Lazy<Mutex<Registry>> = Lazy::new(Mutex::default);

/// Registers a session; its handle, never 0 and never used before.
pub fn insert(session: Session) -> u64 {
    let mut registry = registry();
    registry.last += 1;
    let handle = registry.last;
    registry.sessions.insert(handle, Arc::new(session));
    handle
}

/// The session of a handle.
///
/// # Errors
/// `InvalidState` if it is closed, or was never open.
pub fn get(handle: i64) -> Result<Arc<Session>> {
    let session = registry().sessions.get(&(handle as u64)).cloned();
    session.ok_or_else(|| Error::new(ErrorKind::InvalidState, "the engine is closed"))
}

/// Closes a session, ending its search; a handle that is closed already is ignored. Whoever is using the session keeps it until
/// they are done.
pub fn remove(handle: i64) {
    // The lock is gone before the session is: dropping it closes a database and joins threads.
    let session = registry().sessions.remove(&(handle as u64));
    if let Some(session) = session {
        session.close();
    }
}

fn registry() -> MutexGuard<'static, Registry> {
    REGISTRY.lock().unwrap_or_else(PoisonError::into_inner)
}
