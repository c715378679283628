//! `effects`: what methods may read and write, and how they come to it.

use super::capability::{Capability, no_slot, operation};
use super::program::calls;
use super::session::Session;
use crate::program::call_graph::Algorithm;
use crate::program::effects::{Base, Effect, Effects as Found, Location};
use crate::program::facts::{MethodId, MethodName, Program};
use crate::{Error, Result};
use serde::{Deserialize, Serialize};

pub const CAPABILITY: Capability = Capability { operations: &[operation!("effects", run)], slot: no_slot };

fn run(session: &Session, request: EffectsOf) -> Result<Effects> {
    let program = session.program();
    session.pool().run(|| effects(&program, &request))
}

/// What methods of the classes that were added may read and write.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct EffectsOf {
    /// `pkg/Class.name(descriptor)`.
    pub methods: Vec<String>,
    /// Internal names of the test classes that execution begins in; null: any client of the analysed classes. Only calls that happen
    /// then have targets.
    pub test_classes: Option<Vec<String>>,
    pub call_graph: Algorithm,
}

#[derive(Debug, Serialize)]
pub struct Effects {
    /// In the order of the request.
    pub methods: Vec<MethodEffects>,
}

#[derive(Debug, Serialize)]
pub struct MethodEffects {
    pub method: String,
    pub effects: Vec<OneEffect>,
}

#[derive(Debug, Serialize)]
pub struct OneEffect {
    /// `read`, `write`, `lock`: a monitor is entered, or `leave`: a call leaves the code that is known.
    pub access: &'static str,
    /// `pkg/Class.name` of a field, `pkg/Class.name(descriptor)` of a method that is left to; null: an element of an array, or
    /// a monitor.
    pub of: Option<String>,
    /// Whose field or element: `receiver`, `parameter`, `static`, `other`; null for monitors and calls that leave.
    pub base: Option<&'static str>,
    /// Which parameter, from 0; the receiver does not count.
    pub parameter: Option<u32>,
    /// The calls that lead to it and at last the access: none is shorter.
    pub path: Vec<PathStep>,
}

#[derive(Debug, Serialize)]
pub struct PathStep {
    /// `pkg/Class.name(descriptor)`.
    pub method: String,
    /// Number of the operation, as in the facts.
    pub operation: u32,
    /// 0: unknown.
    pub line: u32,
}

/// # Errors
/// `InvalidInput` if a method or a test class is not there.
pub fn effects(program: &Program, request: &EffectsOf) -> Result<Effects> {
    let calls = calls(program, request.test_classes.as_deref(), request.call_graph)?;
    let roots: Vec<MethodId> = request.methods.iter().map(|name| find(program, name)).collect::<Result<_>>()?;
    let found = Found::of(program, &calls, &roots);
    let methods = roots.iter().zip(&request.methods).map(|(&root, name)| MethodEffects {
        method: name.clone(),
        effects: found.of_method(root).map(|effect| describe(program, &found, root, effect)).collect(),
    });
    Ok(Effects { methods: methods.collect() })
}

fn find(program: &Program, name: &str) -> Result<MethodId> {
    let parts = name.find('(').and_then(|end| name[..end].rfind('.').map(|dot| (&name[..dot], &name[dot + 1..end], &name[end..])));
    let found = parts.and_then(|(class, method, descriptor)| {
        let symbol = |text| program.symbols.find(text);
        program.declared(program.class(symbol(class)?)?, symbol(method)?, symbol(descriptor)?)
    });
    found.ok_or_else(|| Error::invalid_input(format!("there is no method {name} in the classes that were added")))
}

fn describe(program: &Program, found: &Found, method: MethodId, effect: Effect) -> OneEffect {
    let text = |s| program.symbols.text(s);
    let (access, of, base) = match effect {
        Effect::Reads(location, base) => ("read", field(program, location), Some(base)),
        Effect::Writes(location, base) => ("write", field(program, location), Some(base)),
        Effect::Locks => ("lock", None, None),
        Effect::Leaves(place) => {
            let MethodName { owner, name, descriptor } = found.left_to()[place];
            ("leave", Some(format!("{}.{}{}", text(owner), text(name), text(descriptor))), None)
        }
    };
    let path = found.path(method, effect).unwrap_or_default().into_iter().map(|step| {
        let of = &program.methods[step.method];
        let line = of.code.as_ref().and_then(|c| c.operations.get(step.operation as usize)).and_then(|o| o.as_ref()).map_or(0, |o| o.line);
        let name = format!("{}.{}{}", text(program.classes[of.class].name), text(of.name), text(of.descriptor));
        PathStep { method: name, operation: step.operation, line }
    });
    OneEffect {
        access,
        of,
        base: base.map(|b| match b {
            Base::Receiver => "receiver",
            Base::Parameter(_) => "parameter",
            Base::Static => "static",
            Base::Other => "other",
        }),
        parameter: base.and_then(|b| if let Base::Parameter(p) = b { Some(p) } else { None }),
        path: path.collect(),
    }
}

fn field(program: &Program, location: Location) -> Option<String> {
    match location {
        Location::Field(field) => {
            let field = &program.fields[field];
            Some(format!("{}.{}", program.symbols.text(field.class), program.symbols.text(field.name)))
        }
        Location::Element | Location::Inside => None,
    }
}
