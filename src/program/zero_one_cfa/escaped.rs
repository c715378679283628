//! What code outside knows, and calls on what it knows: each of the calls may be on each of the objects whose class has the method.

use super::calls::CallId;
use super::objects::Object;
use crate::program::facts::{ClassId, FixedHasher};
use hashbrown::HashMap;

/// Calls on something outside.
#[derive(Debug, Default)]
pub struct OutsideCalls {
    pub all: Vec<CallId>,
    /// By the class of the method that is called; `None`: it has no record.
    pub by_owner: HashMap<Option<ClassId>, Vec<CallId>, FixedHasher>,
    /// Those of `clone`.
    pub clones: Vec<CallId>,
}

/// Objects that code outside knows.
#[derive(Debug)]
pub struct Escaped {
    pub by_class: Vec<Vec<Object>>,
    pub arrays: Vec<Object>,
    pub functions: Vec<Object>,
}

impl Escaped {
    /// None, of so many classes.
    pub fn of(classes: usize) -> Self {
        Self { by_class: vec![Vec::new(); classes], arrays: Vec::new(), functions: Vec::new() }
    }
}
