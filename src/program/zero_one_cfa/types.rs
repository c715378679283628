//! What a declared type lets through: objects whose class cannot be that type do not flow into its variables.

use super::objects::{Object, Objects, What};
use crate::program::facts::{ClassId, FixedHasher, Kind, Program, Role, Symbol, access};
use crate::program::hierarchy::Hierarchy;
use hashbrown::{HashMap, HashSet};
use std::rc::Rc;

/// What a variable of a declared type may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Filter {
    Any,
    Array,
    /// Objects of a class with a record and of its subtypes.
    Subtypes(ClassId),
    /// A type without a record that is missing, or an interface that lambdas implement.
    Unknown,
    /// A type of a library that no analysed class extends: strings, boxed values, streams.
    Library,
}

/// The reference types of a method's descriptor; None: primitive or void.
#[derive(Debug)]
pub struct Signature {
    pub parameters: Vec<Option<Filter>>,
    pub result: Option<Filter>,
}

/// Declared types, each looked at once.
pub struct Types<'a> {
    program: &'a Program,
    hierarchy: &'a Hierarchy,
    /// By class: whether objects of known code may be of it.
    inhabited: Vec<bool>,
    /// Supertypes without a record, and interfaces without one that lambdas implement.
    open: HashSet<Symbol, FixedHasher>,
    signatures: HashMap<Symbol, Rc<Signature>, FixedHasher>,
}

impl<'a> Types<'a> {
    pub fn of(program: &'a Program, hierarchy: &'a Hierarchy) -> Self {
        let mut open: HashSet<Symbol, FixedHasher> = HashSet::default();
        let mut inhabited: Vec<bool> =
            (0..program.classes.len()).map(|c| hierarchy.subtypes(c).iter().any(|&s| program.classes[s].role != Role::Library)).collect();
        for class in &program.classes {
            open.extend(class.superclass.into_iter().chain(class.interfaces.iter().copied()).filter(|&s| program.class(s).is_none()));
        }
        for operation in program.methods.iter().filter_map(|m| m.code.as_ref()).flat_map(|c| c.operations.iter().flatten()) {
            if let Kind::Lambda(lambda) = &operation.kind {
                match program.class(lambda.interface.owner) {
                    Some(class) => hierarchy.supertypes(class).iter().for_each(|&s| inhabited[s] = true),
                    None => _ = open.insert(lambda.interface.owner),
                }
            }
        }
        Self { program, hierarchy, inhabited, open, signatures: HashMap::default() }
    }

    /// Of a type's descriptor; None: primitive.
    pub fn descriptor(&self, descriptor: &str) -> Option<Filter> {
        match descriptor.as_bytes().first()? {
            b'[' => Some(Filter::Array),
            b'L' => Some(self.named(descriptor.get(1..descriptor.len() - 1)?)),
            _ => None,
        }
    }

    /// Of an internal name.
    pub fn named(&self, name: &str) -> Filter {
        if name == "java/lang/Object" {
            return Filter::Any;
        }
        if name.starts_with('[') {
            return Filter::Array;
        }
        let Some(symbol) = self.program.symbols.find(name) else { return Filter::Library };
        match self.program.class(symbol) {
            Some(class) if self.inhabited[class] => Filter::Subtypes(class),
            None if self.open.contains(&symbol) => Filter::Unknown,
            _ => Filter::Library,
        }
    }

    pub fn signature(&mut self, descriptor: Symbol) -> Rc<Signature> {
        if let Some(known) = self.signatures.get(&descriptor) {
            return known.clone();
        }
        let text = self.program.symbols.text(descriptor);
        let (parameters, result) = text.strip_prefix('(').and_then(|t| t.split_once(')')).unwrap_or(("", "V"));
        let parameters = split(parameters).into_iter().map(|p| self.descriptor(p)).collect();
        let signature = Rc::new(Signature { parameters, result: self.descriptor(result) });
        self.signatures.insert(descriptor, signature.clone());
        signature
    }

    pub fn accepts(&self, filter: Filter, objects: &Objects, object: Object) -> bool {
        match (filter, objects.what(object)) {
            (Filter::Any, _) | (_, What::Library) => true,
            (Filter::Library, _) => false,
            (_, What::Outside) => true,
            (Filter::Subtypes(class), What::Instance(of)) => self.is_subtype(of, class),
            (Filter::Subtypes(class), What::Lambda { interface }) => match self.program.class(interface) {
                Some(of) => self.is_subtype(of, class) || self.is_library_interface(class),
                None => self.is_library_interface(class),
            },
            // Cloneable and Serializable.
            (Filter::Subtypes(class), What::Array) => self.is_library_interface(class),
            (Filter::Array, what) => what == What::Array,
            (Filter::Unknown, What::Instance(of)) => self.hierarchy.is_incomplete(of),
            (Filter::Unknown, what) => matches!(what, What::Lambda { .. }),
        }
    }

    pub fn is_subtype(&self, class: ClassId, of: ClassId) -> bool {
        self.hierarchy.subtypes(of).binary_search(&class).is_ok()
    }

    fn is_library_interface(&self, class: ClassId) -> bool {
        let class = &self.program.classes[class];
        class.role == Role::Library && class.access & access::INTERFACE != 0
    }
}

/// The descriptors of parameters.
fn split(mut parameters: &str) -> Vec<&str> {
    let mut all = Vec::new();
    while !parameters.is_empty() {
        let dimensions = parameters.bytes().take_while(|&b| b == b'[').count();
        let element = &parameters.as_bytes()[dimensions..];
        let length = match element.first() {
            Some(b'L') => element.iter().position(|&b| b == b';').map_or(element.len(), |end| end + 1),
            Some(_) => 1,
            None => 0,
        };
        // Names may hold any character, so an odd descriptor may end inside one: the rest is one parameter then.
        let (first, rest) = parameters.split_at_checked(dimensions + length).unwrap_or((parameters, ""));
        all.push(first);
        parameters = rest;
    }
    all
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn parameters_of_a_descriptor() {
        assert_eq!(split("I[[JLjava/lang/String;[Lp/C;Z"), ["I", "[[J", "Ljava/lang/String;", "[Lp/C;", "Z"]);
        assert_eq!(split(""), [""; 0]);
        assert_eq!(split("[Lp/é"), ["[Lp/é"]);
    }
}
