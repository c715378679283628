//! What a call may run.

use super::{Lacks, MOST_OVERRIDES, Purity, known};
use crate::program::call_graph::Target;
use crate::program::facts::{CallKind, ClassId, MethodId, MethodName, Role, access};
use std::collections::BTreeSet;

/// What a call may run.
#[derive(Clone, Debug, Default)]
pub struct Targets {
    /// Ascending; those whose code is to be looked at.
    pub methods: Vec<Target>,
    /// The arguments that the others write, the receiver first.
    pub written: BTreeSet<u32>,
}

/// What was found out of a call or method.
pub enum Found {
    Targets(Targets),
    /// It is impure, whatever the arguments are: why.
    Impure(String),
    /// Nothing yet: something was lacking.
    Lacking,
}

impl Purity {
    /// What a call may run.
    pub(super) fn resolve(&mut self, kind: Option<CallKind>, method: &MethodName, lacks: &mut Lacks) -> Found {
        if let Some(known) = self.targets.get(&(kind, *method)) {
            return Found::Targets(known.clone());
        }
        let found = self.find(kind, method, lacks);
        if let Found::Targets(targets) = &found {
            self.targets.insert((kind, *method), targets.clone());
        }
        found
    }

    fn find(&self, kind: Option<CallKind>, method: &MethodName, lacks: &mut Lacks) -> Found {
        let text = |s| self.program.symbols.text(s);
        let (owner, name, descriptor) = (text(method.owner), text(method.name), text(method.descriptor));
        let calls = |why: &str| Found::Impure(format!("calls {owner}.{name}{descriptor}, {why}"));
        if owner.starts_with('[') {
            return if matches!(name, "clone" | "getClass") { Found::Targets(Targets::default()) } else { calls("of an array") };
        }
        if let Some(found) = bootstrap(owner, descriptor) {
            return found;
        }
        let Some(class) = self.program.class(method.owner) else {
            if self.asked_classes.contains(owner) {
                return calls("which is not on the class path");
            }
            lacks.classes.insert(owner.to_owned());
            return Found::Lacking;
        };
        if !self.is_project(class) && self.is_read_only_by_contract(class, name) {
            return Found::Targets(Targets::default());
        }
        let Some(declared) = self.hierarchy.declaration(&self.program, class, method.name, method.descriptor) else {
            return calls("which is not on the class path");
        };
        let shift = if kind == Some(CallKind::Static) { 0 } else { -1 };
        let exact = matches!(kind, Some(CallKind::Static | CallKind::Special))
            || self.access(declared, access::PRIVATE | access::FINAL | access::STATIC)
            || self.program.classes[class].access & access::FINAL != 0;
        if exact { self.of_methods(&[declared].into(), shift) } else { self.overrides(class, declared, method, lacks) }
    }

    fn overrides(&self, class: ClassId, declared: MethodId, method: &MethodName, lacks: &mut Lacks) -> Found {
        let text = |s| self.program.symbols.text(s);
        let (owner, name, descriptor) = (text(method.owner), text(method.name), text(method.descriptor));
        let calls = |why: &str| Found::Impure(format!("calls {owner}.{name}{descriptor}, {why}"));
        let is_open = self.program.classes[class].access & (access::INTERFACE | access::ABSTRACT) != 0 || owner == "java/lang/Object";
        if is_open && !self.is_project(class) {
            return calls("which any class may implement");
        }
        let of_interface = self.program.classes[self.program.methods[declared].class].access & access::INTERFACE != 0;
        if of_interface && self.access(declared, access::ABSTRACT) && self.is_functional(class) {
            return calls("which a lambda may implement");
        }
        let Some(subtypes) = self.subtypes.get(owner) else {
            lacks.subtypes.insert(owner.to_owned());
            return Found::Lacking;
        };
        let mut implementations = BTreeSet::new();
        let mut lacking = false;
        for subtype in subtypes {
            let Some(class) = self.program.symbols.find(subtype).and_then(|s| self.program.class(s)) else {
                // One whose file is damaged is as good as missing.
                if !self.asked_classes.contains(subtype) {
                    lacks.classes.insert(subtype.clone());
                    lacking = true;
                }
                continue;
            };
            if self.program.classes[class].access & (access::INTERFACE | access::ABSTRACT) == 0 {
                implementations.extend(self.hierarchy.declaration(&self.program, class, method.name, method.descriptor));
            }
        }
        match implementations.len() {
            _ if lacking => Found::Lacking,
            0 => calls("which has no implementation on the class path"),
            n if n > MOST_OVERRIDES => calls("which has too many implementations"),
            _ => self.of_methods(&implementations, -1),
        }
    }

    fn of_methods(&self, methods: &BTreeSet<MethodId>, shift: i32) -> Found {
        let mut targets = Targets::default();
        for &method in methods {
            let (class, name, descriptor) = self.parts(method);
            if let Some(written) = known::written(&class, &name, &descriptor) {
                targets.written.extend(written);
            } else if self.is_native(method) {
                return Found::Impure(format!("calls the native method {class}.{name}{descriptor}"));
            } else {
                targets.methods.push(Target::new(method, shift));
            }
        }
        Found::Targets(targets)
    }

    /// Whether a class file of the project, not of the JDK, declares it.
    fn is_project(&self, class: ClassId) -> bool {
        self.program.classes[class].role != Role::Library
    }

    fn is_read_only_by_contract(&self, class: ClassId, name: &str) -> bool {
        known::CONTRACTS.iter().filter(|(_, names)| names.contains(&name)).any(|(ancestor, _)| {
            let supertypes = self.hierarchy.supertypes(class).iter();
            supertypes.map(|&s| self.program.symbols.text(self.program.classes[s].name)).any(|s| s == *ancestor)
        })
    }

    /// Whether a lambda could implement the type: an interface with one abstract method, beside those of Object (JLS 9.8).
    fn is_functional(&self, class: ClassId) -> bool {
        if self.program.classes[class].access & access::INTERFACE == 0 {
            return false;
        }
        let of_interface = |&s: &ClassId| self.program.classes[s].access & access::INTERFACE != 0;
        let methods =
            self.hierarchy.supertypes(class).iter().copied().filter(of_interface).flat_map(|s| self.program.classes[s].methods.clone());
        let abstract_methods: BTreeSet<_> = methods
            .map(|m| &self.program.methods[m])
            .filter(|m| m.is(access::ABSTRACT))
            .map(|m| (self.program.symbols.text(m.name), self.program.symbols.text(m.descriptor)))
            .filter(|of| !OF_OBJECT.contains(of))
            .collect();
        abstract_methods.len() == 1
    }
}

/// Public methods of Object, which an interface may declare again.
const OF_OBJECT: [(&str, &str); 3] = [("equals", "(Ljava/lang/Object;)Z"), ("hashCode", "()I"), ("toString", "()Ljava/lang/String;")];

/// What an `invokedynamic` does that makes no lambda; None: it is a call.
fn bootstrap(owner: &str, descriptor: &str) -> Option<Found> {
    if known::HARMLESS_BOOTSTRAPS.contains(&owner) {
        return Some(Found::Targets(Targets::default()));
    }
    (owner == known::CONCATENATION).then(|| {
        known::joined(descriptor).map_or(Found::Targets(Targets::default()), |of| Found::Impure(format!("makes a string of {of}")))
    })
}
