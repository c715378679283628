//! Locks of what requests change.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locks, also after a panic of another holder. Only for values that are whole after every step: each change is a single assignment,
/// or a transaction of its own.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
