//! What a method does by itself: the fields and elements that its own code accesses, its monitors, and its calls, whose effects others
//! add.

use super::origins::{Base, Bases, Origins};
use super::{Effect, Location};
use crate::program::facts::{Call, CallKind, Code, FieldId, Kind, Method, MethodName, Program, Sources, access};
use std::collections::BTreeMap;
use std::sync::Arc;

/// What a method does by itself.
#[derive(Debug, Default)]
pub struct Own {
    /// By effect: the first operation that has it. No [`Effect::Leaves`].
    pub effects: BTreeMap<Effect, u32>,
    /// In the order of the code; the making of a lambda stands for the calls of it that nobody sees.
    pub calls: Vec<OwnCall>,
}

/// A call, or the making of a lambda.
#[derive(Debug)]
pub struct OwnCall {
    pub operation: u32,
    /// None: a lambda is made.
    pub kind: Option<CallKind>,
    /// As the code names it; of a lambda, the method behind it.
    pub method: MethodName,
    /// What the arguments may be, the receiver first; of a lambda, the captured values.
    pub arguments: Arc<[Bases]>,
}

impl Own {
    pub fn of(program: &Program, method: &Method, code: &Code) -> Self {
        let origins = Origins::of(program, method, code);
        let mut own = Self::default();
        if method.is(access::SYNCHRONIZED) {
            own.effects.insert(Effect::Locks, 0);
        }
        for (operation, kind) in (0..).zip(&code.operations).filter_map(|(n, o)| o.as_ref().map(|o| (n, &o.kind))) {
            let arguments = |of: &[Sources]| of.iter().map(|a| origins.bases(a)).collect();
            match kind {
                Kind::GetField { field, object } => own.access(Effect::Reads, program, *field, object, &origins, operation),
                Kind::PutField { field, object, .. } => own.access(Effect::Writes, program, *field, object, &origins, operation),
                Kind::ArrayLoad { array, .. } => own.note(Effect::Reads, Location::Element, origins.bases(array), operation),
                Kind::ArrayStore { array, .. } => own.note(Effect::Writes, Location::Element, origins.bases(array), operation),
                Kind::Lock { .. } => _ = own.effects.entry(Effect::Locks).or_insert(operation),
                Kind::Call(Call { kind, method, arguments: of }) => {
                    own.calls.push(OwnCall { operation, kind: Some(*kind), method: *method, arguments: arguments(of) });
                }
                Kind::Lambda(lambda) => {
                    let arguments = arguments(&lambda.captured);
                    own.calls.push(OwnCall { operation, kind: None, method: lambda.implementation, arguments });
                }
                _ => {}
            }
        }
        own
    }

    fn access(
        &mut self,
        effect: fn(Location, Base) -> Effect,
        program: &Program,
        field: u32,
        object: &Sources,
        origins: &Origins,
        operation: u32,
    ) {
        let location = Location::Field(field as FieldId);
        if program.fields[field as usize].access & access::STATIC != 0 {
            self.effects.entry(effect(location, Base::Static)).or_insert(operation);
        } else {
            self.note(effect, location, origins.bases(object), operation);
        }
    }

    /// An operation accesses what may be any of these objects.
    fn note(&mut self, effect: fn(Location, Base) -> Effect, location: Location, of: Bases, operation: u32) {
        for base in of.iter() {
            self.effects.entry(effect(location, base)).or_insert(operation);
        }
    }
}
