//! How types relate: boxes, subclasses with their type arguments, erasure, and what may be given where something else is expected.

use super::{Cluster, KnownType, Member, Variable};
use crate::generation::types::{Argument, Name, Primitive, Substitution, Type};

impl Cluster {
    /// The box class of a primitive type.
    pub fn boxed(&self, primitive: Primitive) -> Name {
        self.boxes[primitive as usize]
    }

    /// The primitive type whose box class it is.
    pub fn unboxed(&self, name: Name) -> Option<Primitive> {
        Primitive::ALL.into_iter().find(|&p| self.boxed(p) == name)
    }

    /// Whether a class is the one under test, or nested in it.
    pub fn is_target(&self, class: Name) -> bool {
        let nested = || self.names.text(class).strip_prefix(self.names.text(self.target)).is_some_and(|rest| rest.starts_with('$'));
        class == self.target || nested()
    }

    pub fn is_subclass(&self, name: Name, of: Name) -> bool {
        of == self.object || self.ancestors[name.0 as usize].contains(&of)
    }

    /// What a type is as one of its supertypes: `ArrayList<String>` as `Collection` is `Collection<String>`. A raw type's is raw.
    pub fn as_super(&self, ty: &Type, class: Name) -> Option<Type> {
        let Type::Class(name, arguments) = ty else {
            return (class == self.object && ty.is_reference()).then(|| Type::class(class));
        };
        if *name == class {
            return Some(ty.clone());
        }
        if !self.is_subclass(*name, class) {
            return None;
        }
        let Some(known) = self.known(*name) else { return Some(Type::class(class)) };
        let raw = arguments.len() != known.variables.len();
        let values = if raw { Substitution::new() } else { self.values(known, arguments) };
        let found = known.supertypes.iter().find_map(|s| self.as_super(s, class));
        let found = found.unwrap_or_else(|| Type::class(class)).substitute(&values);
        Some(if raw && !known.variables.is_empty() { Type::class(class) } else { found })
    }

    /// What the variables of a type stand for, given arguments.
    fn values(&self, known: &KnownType, arguments: &[Argument]) -> Substitution {
        let value = |(variable, argument): (&Variable, &Argument)| {
            let value = argument.witness().cloned().unwrap_or_else(|| self.erased_bound(variable));
            (variable.name, value)
        };
        known.variables.iter().zip(arguments).map(value).collect()
    }

    /// The class that a variable's values have at least.
    pub fn erased_bound(&self, variable: &Variable) -> Type {
        let first = variable.bounds.first().map(|b| self.erase(b, &[]));
        first.unwrap_or_else(|| Type::class(self.object))
    }

    /// A type without arguments; variables become their bounds.
    pub fn erase(&self, ty: &Type, variables: &[Variable]) -> Type {
        match ty {
            Type::Class(name, _) => Type::class(*name),
            Type::Array(element) => Type::Array(Box::new(self.erase(element, variables))),
            Type::Variable(name) => {
                // A variable bounded by another ends at one bounded by a class, or at itself, which no compiler writes.
                let next = variables.iter().position(|v| v.name == *name);
                next.map_or_else(
                    || Type::class(self.object),
                    |place| {
                        let bound = variables[place].bounds.first();
                        bound.map_or_else(|| Type::class(self.object), |b| self.erase(b, &variables[..place]))
                    },
                )
            }
            Type::Void | Type::Primitive(_) => ty.clone(),
        }
    }

    /// What the variables of a member's class stand for where it is used on a receiver of that type, or for which a constructor is to give
    /// that type.
    pub fn class_values(&self, member: &Member, on: &Type) -> Substitution {
        let Some(known) = self.known(member.owner) else { return Substitution::new() };
        match self.as_super(on, member.owner) {
            Some(Type::Class(_, arguments)) if arguments.len() == known.variables.len() => self.values(known, &arguments),
            _ => Substitution::new(),
        }
    }

    /// Whether a value of one ground type may be given where another is expected: subclasses, widening, boxing. Raw types may stand for
    /// generic ones.
    pub fn is_assignable(&self, from: &Type, to: &Type) -> bool {
        match (from, to) {
            (Type::Primitive(a), Type::Primitive(b)) => a.widens_to(*b),
            (Type::Primitive(a), Type::Class(..)) => self.is_assignable(&Type::class(self.boxed(*a)), to),
            (Type::Class(name, _), Type::Primitive(b)) => self.unboxed(*name).is_some_and(|a| a.widens_to(*b)),
            (Type::Array(a), Type::Array(b)) => {
                if a.is_reference() && b.is_reference() {
                    self.is_assignable(a, b)
                } else {
                    a == b
                }
            }
            (Type::Array(_), Type::Class(name, _)) => {
                *name == self.object || matches!(self.names.text(*name), "java/lang/Cloneable" | "java/io/Serializable")
            }
            (Type::Class(..), Type::Class(class, expected)) => match self.as_super(from, *class) {
                Some(Type::Class(_, given)) => {
                    given.len() != expected.len() || given.iter().zip(expected).all(|(g, e)| self.is_contained(g, e))
                }
                _ => false,
            },
            _ => false,
        }
    }

    /// Whether a type argument is one of those that another stands for (JLS 4.5.1).
    fn is_contained(&self, given: &Argument, expected: &Argument) -> bool {
        match (given, expected) {
            (_, Argument::Any) => true,
            (Argument::Is(a), Argument::Is(b)) => a == b,
            (Argument::Is(a) | Argument::Extends(a), Argument::Extends(b)) => a.is_reference() && self.is_assignable(a, b),
            (Argument::Is(a) | Argument::Super(a), Argument::Super(b)) => self.is_assignable(b, a),
            _ => given == expected,
        }
    }
}
