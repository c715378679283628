//! How values are made: slots of primitive types, arrays, collections of the JDK, and objects by their constructors.

use super::super::accessors::{Accessor, Base, Wanted};
use super::super::containers;
use super::super::template::{Action, Number, ValueId, class_of, signature};
use super::super::values::{NodeId, NodeKind};
use super::{MOST_NESTED, Scope, State, Synthesis};
use crate::program::facts::{ClassId, FieldId, MethodId, Role, access};
use rand::RngExt;
use std::collections::BTreeMap;

/// Slots begin with small numbers: many fields are numbers of things.
const MOST_WHOLE: i64 = 9;
/// How much likelier a class is for each field that it has of those that are asked for.
const FIELD_WEIGHT: f64 = 4.0;
/// How much likelier a constructor is for setting what nothing else sets.
const NEEDED_WEIGHT: f64 = 10.0;

/// Library classes without collections that are made all the same: class, descriptor of a constructor.
const LIBRARY: [(&str, &str); 7] = [
    ("java/lang/Object", "()V"),
    ("java/lang/StringBuilder", "()V"),
    ("java/util/Date", "(J)V"),
    ("java/util/Random", "(J)V"),
    ("java/math/BigDecimal", "(I)V"),
    ("java/util/concurrent/atomic/AtomicInteger", "(I)V"),
    ("java/util/concurrent/atomic/AtomicLong", "(J)V"),
];

/// A way to make an object: a constructor, or a static method that returns one.
struct Maker {
    method: MethodId,
    /// Fields of the object that it sets, and by which accessor.
    sets: Vec<(FieldId, Accessor)>,
    weight: f64,
}

impl Synthesis<'_> {
    /// Makes a value of a type; `node`: what it shall be in the graph, so that its children can be set.
    pub(super) fn make(&mut self, scope: &mut Scope, node: Option<NodeId>, descriptor: &str) -> ValueId {
        if descriptor.len() == 1 {
            return self.slot(descriptor, node.is_some_and(|n| scope.is_index(n)));
        }
        if descriptor.starts_with('[') {
            return self.array(scope, node, descriptor);
        }
        let declared = self.analysed(descriptor);
        let descriptor = node.map_or_else(|| descriptor.to_owned(), |n| self.narrowed(scope, n, descriptor));
        let name = class_of(&descriptor).unwrap_or("java/lang/Object").to_owned();
        match name.as_str() {
            "java/lang/String" | "java/lang/CharSequence" | "java/lang/Comparable" | "java/io/Serializable" => {
                return self.slot("Ljava/lang/String;", false);
            }
            "java/lang/Number" => {
                let number = self.slot("I", false);
                return self.boxed(number);
            }
            _ => {}
        }
        if let Some(primitive) = containers::primitive_of(&name) {
            let value = self.slot(&primitive.to_string(), node.is_some_and(|n| scope.is_index(n)));
            return self.boxed(value);
        }
        if let Some(class) = containers::implementation(&name) {
            let defines = format!("L{class};");
            return self.emit(Some(&defines), Action::Construct { class: class.into(), descriptor: "()V".into(), arguments: Vec::new() });
        }
        if let Some((class, constructor)) = LIBRARY.iter().find(|(class, _)| *class == name) {
            let arguments = signature(constructor).0.iter().map(|p| self.slot(p, false)).collect();
            let action = Action::Construct { class: (*class).into(), descriptor: (*constructor).into(), arguments };
            return self.emit(Some(&descriptor), action);
        }
        match self.analysed(&descriptor) {
            Some(class) if self.analysis.program.classes[class].access & access::ENUM != 0 => self.enum_constant(class),
            Some(class) => self.object(scope, node, class, declared.unwrap_or(class), &descriptor),
            None => self.emit(Some(&descriptor), Action::Null),
        }
    }

    /// The class of a descriptor, if it is of the program.
    fn analysed(&self, descriptor: &str) -> Option<ClassId> {
        let program = &self.analysis.program;
        let class = class_of(descriptor).and_then(|name| program.symbols.find(name)).and_then(|s| program.class(s));
        class.filter(|&c| program.classes[c].role != Role::Library)
    }

    // ---- slots -------------------------------------------------------------------------------------------------------

    /// A slot of a primitive type or a text; `index`: for a place in an array.
    pub(super) fn slot(&mut self, descriptor: &str, index: bool) -> ValueId {
        let value = match descriptor {
            "Z" => Number::Boolean(self.random.random::<bool>()),
            "F" | "D" => Number::Real(self.random.random_range(0..=MOST_WHOLE) as f64),
            "C" => Number::Whole(self.random.random_range(i64::from(b'a')..=i64::from(b'z'))),
            "Ljava/lang/String;" => {
                let letters = self.random.random_range(0..4);
                let value = (0..letters).map(|_| char::from(self.random.random_range(b'a'..=b'z'))).collect();
                return self.emit(Some(descriptor), Action::Text { constant: value });
            }
            _ => {
                let most = if index { i64::from(self.settings.max_array_length) - 1 } else { MOST_WHOLE };
                return self.whole(descriptor, 0, most.min(127));
            }
        };
        self.emit(Some(descriptor), Action::Primitive { constant: value })
    }

    pub(super) fn whole(&mut self, descriptor: &str, least: i64, most: i64) -> ValueId {
        let value = Number::Whole(self.random.random_range(least..=most.max(least)));
        self.emit(Some(descriptor), Action::Primitive { constant: value })
    }

    fn enum_constant(&mut self, class: ClassId) -> ValueId {
        let program = &self.analysis.program;
        let constants: Vec<String> =
            self.analysis.constants(class).iter().map(|&f| program.symbols.text(program.fields[f].name).to_owned()).collect();
        let class = self.text(program.classes[class].name).to_owned();
        let descriptor = format!("L{class};");
        if constants.is_empty() {
            return self.emit(Some(&descriptor), Action::Null);
        }
        let chosen = self.random.random_range(0..constants.len() as u32) as usize;
        self.emit(Some(&descriptor), Action::EnumConstant { class, name: constants[chosen].clone() })
    }

    /// A value of a primitive type in its box, others as they are.
    pub(super) fn boxed(&mut self, value: ValueId) -> ValueId {
        let descriptor = self.type_of(value).to_owned();
        let class = match descriptor.as_str() {
            "Z" => "java/lang/Boolean",
            "B" => "java/lang/Byte",
            "S" => "java/lang/Short",
            "C" => "java/lang/Character",
            "I" => "java/lang/Integer",
            "J" => "java/lang/Long",
            "F" => "java/lang/Float",
            "D" => "java/lang/Double",
            _ => return value,
        };
        let (result, signature) = (format!("L{class};"), format!("({descriptor})L{class};"));
        let action =
            Action::Call { owner: class.into(), name: "valueOf".into(), descriptor: signature, receiver: None, arguments: vec![value] };
        self.emit(Some(&result), action)
    }

    fn array(&mut self, scope: &Scope, node: Option<NodeId>, descriptor: &str) -> ValueId {
        let most = i64::from(self.settings.max_array_length);
        // What an input chooses as index must be inside.
        let chosen_elsewhere = node.is_some_and(|n| {
            scope.elements(n).iter().any(|&e| matches!(scope.kind(e), NodeKind::Element { index, .. } if !index.is_empty()))
        });
        let length = self.whole("I", if chosen_elsewhere { most } else { 1 }, most);
        self.emit(Some(descriptor), Action::NewArray { length })
    }

    // ---- types -------------------------------------------------------------------------------------------------------

    /// Whether a value can be passed where a type is asked for.
    pub(super) fn fits(&self, value: ValueId, descriptor: &str) -> bool {
        let found = self.type_of(value);
        if found == descriptor {
            return true;
        }
        let (Some(from), Some(to)) = (class_of(found), class_of(descriptor)) else {
            return found.starts_with('[') && descriptor == "Ljava/lang/Object;" || widens(found, descriptor);
        };
        let program = &self.analysis.program;
        let class = |name: &str| program.symbols.find(name).and_then(|s| program.class(s));
        to == "java/lang/Object"
            || containers::implementation(to) == Some(from)
            || to == "java/util/Collection" && containers::insertion(from).is_some_and(|(_, _, keyed)| !keyed)
            || class(from).zip(class(to)).is_some_and(|(from, to)| self.analysis.hierarchy.supertypes(from).contains(&to))
    }

    /// A type, or a subtype of it that what is read of the node asks for: whose field it is, whose method is called.
    pub(super) fn narrowed(&mut self, scope: &Scope, node: NodeId, descriptor: &str) -> String {
        let program = &self.analysis.program;
        let asked = |child: &NodeId| match scope.kind(*child) {
            NodeKind::Field { field, object } if *object == node => program.class(program.fields[*field].class),
            NodeKind::Call { method, arguments, is_static: false } if arguments.first().is_some_and(|a| a.contains(&node)) => {
                program.class(method.owner)
            }
            _ => None,
        };
        let Some(declared) = class_of(descriptor) else { return descriptor.to_owned() };
        let declared = program.symbols.find(declared).and_then(|s| program.class(s));
        let is_within = |class: ClassId| match declared {
            Some(declared) => {
                let types = &self.analysis.hierarchy;
                types.supertypes(class).contains(&declared) || program.classes[declared].access & access::INTERFACE != 0
            }
            None => true,
        };
        // Of a class that no test can name, an object may still come from a method that is declared to return something else.
        let named = |class: &ClassId| is_within(*class) && self.accessors.accessible.can_name(*class);
        let mut all: Vec<ClassId> = scope.children[node as usize].iter().filter_map(asked).filter(named).collect();
        // An object has the fields of its superclasses, too: only the lowest ask.
        let hierarchy = &self.analysis.hierarchy;
        let whole = all.clone();
        all.retain(|&c| !whole.iter().any(|&other| other != c && hierarchy.supertypes(other).contains(&c)));
        all.retain(|&c| declared.is_none_or(|d| !hierarchy.supertypes(d).contains(&c)));
        if all.is_empty() {
            return descriptor.to_owned();
        }
        let weights: Vec<f64> = all.iter().map(|c| whole.iter().filter(|w| hierarchy.supertypes(*c).contains(w)).count() as f64).collect();
        let chosen = self.draw(&weights);
        format!("L{};", self.text(self.analysis.program.classes[all[chosen]].name))
    }

    // ---- objects -----------------------------------------------------------------------------------------------------

    /// An object of a class, or of a subclass of it, that can be given where an object of the class `declared` is asked for.
    fn object(&mut self, scope: &mut Scope, node: Option<NodeId>, class: ClassId, declared: ClassId, descriptor: &str) -> ValueId {
        let nothing = |s: &mut Self| s.emit(Some(descriptor), Action::Null);
        let is_full = self.statements.len() >= self.settings.max_statements;
        self.truncated |= is_full;
        // What no branch asks for need not go on for ever.
        let is_deep = self.making.len() >= self.settings.construction_depth as usize || self.making.contains(&class);
        if is_full || is_deep && node.is_none() {
            return nothing(self);
        }
        let found = self.concrete(scope, node, class, declared).or_else(|| self.concrete(scope, node, declared, declared));
        let Some(class) = found else { return nothing(self) };
        let wanted: Vec<FieldId> = match node {
            Some(node) => scope.fields(node).into_iter().map(|(_, f)| f).chain(self.preset_fields(scope, node)).collect(),
            None => Vec::new(),
        };
        let makers = self.makers(class, &wanted);
        let weights: Vec<f64> = makers.iter().map(|m| m.weight).collect();
        let Some(maker) = (!makers.is_empty()).then(|| self.draw(&weights)).and_then(|m| makers.into_iter().nth(m)) else {
            return nothing(self);
        };
        self.making.push(class);
        let given = self.wired(scope, node, &maker);
        let empty = std::sync::Arc::new(Vec::new());
        let builds = maker.sets.iter().find(|(_, a)| self.passed(a, &a.value).is_none());
        let (nodes, value) = builds.map_or((&empty, &[][..]), |(_, a)| (&a.nodes, &a.value[..]));
        let arguments = self.arguments(maker.method, given, nodes, value);
        self.making.pop();
        let made = self.call_method(maker.method, None, arguments).expect("constructors and factories have a result");
        self.statements[made].defines = Some(format!("L{};", self.text(self.analysis.program.classes[class].name)));
        made
    }

    fn preset_fields(&self, scope: &Scope, node: NodeId) -> Vec<FieldId> {
        scope.presets.get(&node).into_iter().flatten().map(|(field, _)| *field).collect()
    }

    /// A class that a test can make objects of: the class itself, or a subclass; those first that have what is asked for.
    fn concrete(&mut self, scope: &Scope, node: Option<NodeId>, class: ClassId, declared: ClassId) -> Option<ClassId> {
        let program = &self.analysis.program;
        let hierarchy = &self.analysis.hierarchy;
        let fits = |c: ClassId| c == declared || hierarchy.supertypes(c).contains(&declared);
        let can_make = |s: &Self, c: ClassId| {
            fits(c)
                && program.classes[c].access & (access::ABSTRACT | access::INTERFACE) == 0
                && program.classes[c].role != Role::Library
                && s.accessors.accessible.can_name(c)
        };
        let asked: Vec<ClassId> =
            node.map_or(Vec::new(), |n| scope.fields(n).iter().filter_map(|(_, f)| program.class(program.fields[*f].class)).collect());
        let has = |c: ClassId| asked.iter().filter(|&&a| hierarchy.supertypes(c).contains(&a)).count();
        if can_make(self, class) && has(class) == asked.len() {
            return Some(class);
        }
        let candidates: Vec<ClassId> = hierarchy.subtypes(class).iter().copied().filter(|&c| can_make(self, c)).collect();
        // A class that is abstract may have a method that returns an object of it.
        if candidates.is_empty() {
            return Some(class).filter(|&c| fits(c) && self.accessors.accessible.can_name(c));
        }
        let weights: Vec<f64> = candidates.iter().map(|&c| 1.0 + FIELD_WEIGHT * has(c) as f64).collect();
        Some(candidates[self.draw(&weights)])
    }

    /// The constructors of a class that a test can call; if there are none, static methods that return its objects.
    fn makers(&mut self, class: ClassId, wanted: &[FieldId]) -> Vec<Maker> {
        let program = &self.analysis.program;
        let is_abstract = program.classes[class].access & (access::ABSTRACT | access::INTERFACE) != 0;
        let constructors = program.classes[class].methods.clone().filter(|&m| !is_abstract && self.is_constructor(m));
        let mut methods: Vec<MethodId> = constructors.filter(|&m| self.accessors.accessible.can_call(m)).collect();
        if methods.is_empty() {
            methods = self.factories(class);
        }
        let mut makers: Vec<Maker> = methods
            .into_iter()
            .map(|method| {
                let parameters = signature(self.text(self.analysis.program.methods[method].descriptor)).0.len();
                Maker { method, sets: Vec::new(), weight: 1.0 / (1.0 + parameters as f64) }
            })
            .collect();
        for &field in wanted {
            let all = self.accessors.to(Wanted::Write(field));
            let touched = self.accessors.accessible.can_touch(field) && self.analysis.program.fields[field].access & access::FINAL == 0;
            let otherwise = touched || all.iter().any(|a| a.score > 0.0 && !self.is_constructor(a.method));
            let weight = if otherwise { 0.5 } else { NEEDED_WEIGHT };
            for maker in &mut makers {
                let sets = |a: &&Accessor| a.method == maker.method && a.base == Base::Receiver && a.steps.is_empty() && a.score > 0.0;
                // A copy of an object with that field needs an object with that field.
                let plain = |a: &&Accessor| self.nested < MOST_NESTED || self.passed(a, &a.value).is_some();
                if let Some(accessor) = all.iter().find(|a| sets(a) && plain(a)) {
                    maker.weight += weight * accessor.score;
                    maker.sets.push((field, accessor.clone()));
                }
            }
        }
        makers
    }

    /// Static methods that return objects of a class.
    fn factories(&self, class: ClassId) -> Vec<MethodId> {
        self.analysis.factories(class).iter().copied().filter(|&m| self.accessors.accessible.can_call(m)).collect()
    }

    /// The arguments of a constructor that are what the graph has in the fields that it sets: by parameter.
    fn wired(&mut self, scope: &mut Scope, node: Option<NodeId>, maker: &Maker) -> BTreeMap<u32, ValueId> {
        let mut given = BTreeMap::new();
        let Some(node) = node else { return given };
        let descriptor = self.text(self.analysis.program.methods[maker.method].descriptor).to_owned();
        let (parameters, _) = signature(&descriptor);
        for (field, accessor) in &maker.sets {
            let Some(p) = self.passed(accessor, &accessor.value) else { continue };
            let preset = scope.presets.get(&node).into_iter().flatten().find(|(f, _)| f == field).map(|(_, value)| *value);
            let child = scope.fields(node).into_iter().find(|(_, f)| f == field).map(|(child, _)| child);
            let known = given.get(&p).copied().or_else(|| preset.filter(|&v| self.is_argument(v, maker.method, p)));
            let value = match (known, child) {
                (Some(known), _) => known,
                (None, Some(child)) if scope.states[child as usize] == State::Open => self.make(scope, Some(child), parameters[p as usize]),
                _ => continue,
            };
            given.insert(p, value);
            if let Some(child) = child.filter(|&c| scope.states[c as usize] == State::Open) {
                scope.states[child as usize] = State::Value(value);
            }
        }
        given
    }
}

/// Whether Java converts a primitive type to another by itself (JLS 5.1.2).
fn widens(from: &str, to: &str) -> bool {
    let rank = |d: &str| ["B", "S", "I", "J", "F", "D"].iter().position(|p| *p == d);
    match (rank(from), rank(to)) {
        (Some(from), Some(to)) => from <= to,
        (None, Some(to)) => from == "C" && to >= 2,
        _ => false,
    }
}
