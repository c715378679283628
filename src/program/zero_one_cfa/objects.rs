//! Abstract objects.

use crate::program::facts::{ClassId, FixedHasher, MethodId, Symbol};
use hashbrown::HashMap;

/// Place of an abstract object in [`Objects`].
pub type Object = u32;

/// Whatever code outside holds: every object that escaped, and those of libraries.
pub const OUTSIDE: Object = 0;
/// An object of a library.
pub const LIBRARY: Object = 1;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    Outside,
    Library,
    Instance(ClassId),
    Array,
    Lambda { interface: Symbol },
}

/// Where an object is made, as far as objects are told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Site {
    Operation(MethodId, u32),
    /// Those of one class that a method makes at very many places.
    Method(MethodId, ClassId),
    /// All of a class: exceptions, and what clients make.
    Class(ClassId),
}

#[derive(Debug)]
pub struct Objects {
    what: Vec<What>,
    by_site: HashMap<Site, Object, FixedHasher>,
}

impl Objects {
    pub fn new() -> Self {
        Self { what: vec![What::Outside, What::Library], by_site: HashMap::default() }
    }

    pub fn what(&self, object: Object) -> What {
        self.what[object as usize]
    }

    /// How many there are.
    pub fn count(&self) -> Object {
        self.what.len() as Object
    }

    pub fn of(&mut self, site: Site, what: What) -> Object {
        *self.by_site.entry(site).or_insert_with(|| {
            self.what.push(what);
            (self.what.len() - 1) as Object
        })
    }
}
