//! Which object an operand may be: where a method has it from.
//!
//! Locals are not told apart by where they are read: a local may be whatever is stored in its slot anywhere in the method. That is sound,
//! and enough for what javac writes.

use crate::program::facts::{Code, Kind, Method, access};
use std::collections::{BTreeMap, BTreeSet};

/// An object, as its method sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Base {
    /// The method's receiver.
    Receiver,
    /// A parameter of the method, from 0; the receiver does not count.
    Parameter(u32),
    /// No object: the field is static.
    Static,
    /// An object from elsewhere: a field, an element, the result of a call.
    Other,
}

/// The objects that values of a method may be; those that it makes itself are left out.
pub struct Origins<'a> {
    code: &'a Code,
    receiver: bool,
    /// By slot: the operations that define it.
    definitions: BTreeMap<u32, Vec<u32>>,
}

impl<'a> Origins<'a> {
    pub fn of(method: &Method, code: &'a Code) -> Self {
        let mut definitions: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        for (number, operation) in (0..).zip(&code.operations) {
            if let Some(Kind::Parameter { slot, .. } | Kind::Store { slot, .. }) = operation.as_ref().map(|o| &o.kind) {
                definitions.entry(*slot).or_default().push(number);
            }
        }
        Self { code, receiver: !method.is(access::STATIC), definitions }
    }

    /// The objects that a value computed from those operations may be. Empty: only such as the method made.
    pub fn bases(&self, sources: &[u32]) -> BTreeSet<Base> {
        let mut found = BTreeSet::new();
        let mut seen = BTreeSet::new();
        if sources.is_empty() {
            // A constant, or a caught exception.
            found.insert(Base::Other);
        }
        let mut open: Vec<u32> = sources.to_vec();
        while let Some(number) = open.pop() {
            if !seen.insert(number) {
                continue;
            }
            match self.code.operations.get(number as usize).and_then(|o| o.as_ref()).map(|o| &o.kind) {
                Some(Kind::New { .. } | Kind::NewArray { .. } | Kind::Lambda(_)) => {}
                Some(Kind::Parameter { index, .. }) => _ = found.insert(Base::Parameter(*index)),
                Some(Kind::Load { slot }) => self.stored(*slot, &mut open, &mut found),
                _ => _ = found.insert(Base::Other),
            }
        }
        found
    }

    /// What a slot may hold.
    fn stored(&self, slot: u32, open: &mut Vec<u32>, found: &mut BTreeSet<Base>) {
        let definitions = self.definitions.get(&slot).map_or(&[][..], |d| d);
        for &number in definitions {
            match self.code.operations[number as usize].as_ref().map(|o| &o.kind) {
                Some(Kind::Store { value, .. }) if value.is_empty() => _ = found.insert(Base::Other),
                Some(Kind::Store { value, .. }) => open.extend_from_slice(value),
                _ => open.push(number),
            }
        }
        if self.receiver && slot == 0 {
            found.insert(Base::Receiver);
        } else if definitions.is_empty() {
            found.insert(Base::Other);
        }
    }
}
