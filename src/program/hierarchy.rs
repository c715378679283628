//! Subtypes, and which method a call selects (JVMS 5.4.3.3, 5.4.6).

use super::facts::{ClassId, FixedHasher, MethodId, MethodName, Program, Role, Symbol, access};
use hashbrown::HashMap;

/// Where the search for a method's implementation ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Selection {
    /// In a class whose code is known.
    Known(MethodId),
    /// In a library, or in a class that is missing.
    Library,
}

/// The type hierarchy of a program.
#[derive(Clone, Debug, Default)]
pub struct Hierarchy {
    /// Methods of the program that are in `declared`.
    methods: usize,
    declared: HashMap<(ClassId, Symbol, Symbol), MethodId, FixedHasher>,
    /// By class: all its supertypes that have a record, nearest first, itself at the head; superclasses before interfaces.
    supertypes: Vec<Vec<ClassId>>,
    /// By class: how many of those are its superclasses and itself.
    superclasses: Vec<usize>,
    /// By class: whether one of its supertypes is missing.
    incomplete: Vec<bool>,
    /// By class: itself and all its subtypes, ascending.
    subtypes: Vec<Vec<ClassId>>,
}

impl Hierarchy {
    pub fn of(program: &Program) -> Self {
        let mut hierarchy = Self::default();
        hierarchy.grow(program);
        hierarchy
    }

    /// Takes in the classes that the program has got since. Their supertypes come before them or with them: what a class has been found to
    /// lack is not looked for again.
    pub fn grow(&mut self, program: &Program) {
        for (id, method) in program.methods.iter().enumerate().skip(self.methods) {
            self.declared.entry((method.class, method.name, method.descriptor)).or_insert(id);
        }
        self.methods = program.methods.len();
        let first = self.supertypes.len();
        self.subtypes.resize(program.classes.len(), Vec::new());
        for class in first..program.classes.len() {
            let (all, classes, complete) = supertypes_of(program, class);
            all.iter().for_each(|&s| self.subtypes[s].push(class));
            self.supertypes.push(all);
            self.superclasses.push(classes);
            self.incomplete.push(!complete);
        }
    }

    /// The class and all its supertypes that have a record, nearest first.
    pub fn supertypes(&self, class: ClassId) -> &[ClassId] {
        &self.supertypes[class]
    }

    /// The class and all its subtypes.
    pub fn subtypes(&self, class: ClassId) -> &[ClassId] {
        &self.subtypes[class]
    }

    /// Whether a supertype of the class is missing, so that nobody knows what it overrides.
    pub fn is_incomplete(&self, class: ClassId) -> bool {
        self.incomplete[class]
    }

    /// Whether the class is of that type.
    pub fn is_subtype(&self, class: ClassId, ancestor: ClassId) -> bool {
        self.supertypes[class].contains(&ancestor)
    }

    /// The implementation that objects of a class have for a method.
    pub fn select(&self, program: &Program, class: ClassId, name: Symbol, descriptor: Symbol) -> Selection {
        // What an interface declares is an implementation if it is a default method, unless it is asked for the interface itself.
        let inherited = |m: MethodId| !self.superclasses_of(class).contains(&program.methods[m].class);
        let found = self.declaration(program, class, name, descriptor);
        let found = found.filter(|&m| !(program.methods[m].is(access::ABSTRACT) && inherited(m)));
        found.map_or(Selection::Library, |m| self.known(program, m))
    }

    /// The class and its superclasses.
    fn superclasses_of(&self, class: ClassId) -> &[ClassId] {
        &self.supertypes[class][..self.superclasses[class]]
    }

    /// The declaration that objects of a class have for a method, of whatever class: of a superclass before those of interfaces, of these
    /// one with code before those without, of an interface before those that it extends.
    pub fn declaration(&self, program: &Program, class: ClassId, name: Symbol, descriptor: Symbol) -> Option<MethodId> {
        let (classes, interfaces) = self.supertypes[class].split_at(self.superclasses[class]);
        if let Some(&found) = classes.iter().find_map(|&s| self.declared.get(&(s, name, descriptor))) {
            return Some(found);
        }
        let is_abstract = |m: MethodId| program.methods[m].is(access::ABSTRACT);
        let declared = interfaces.iter().filter_map(|&s| self.declared.get(&(s, name, descriptor)).copied());
        declared.filter(|&m| !program.methods[m].is(access::STATIC | access::PRIVATE)).reduce(|best, next| {
            let narrower = self.is_subtype(program.methods[next].class, program.methods[best].class);
            if is_abstract(best) && !is_abstract(next) || narrower && is_abstract(best) == is_abstract(next) { next } else { best }
        })
    }

    /// The method that a name stands for, without regard to the receiver.
    pub fn resolve(&self, program: &Program, method: &MethodName) -> Selection {
        let Some(owner) = program.class(method.owner) else { return Selection::Library };
        for &s in &self.supertypes[owner] {
            if let Some(&found) = self.declared.get(&(s, method.name, method.descriptor)) {
                return self.known(program, found);
            }
        }
        Selection::Library
    }

    /// The class that declares the method of a library which objects of a class inherit, as far as records say.
    pub fn declaring(&self, class: ClassId, name: Symbol, descriptor: Symbol) -> Option<ClassId> {
        self.supertypes[class].iter().copied().find(|&s| self.declared.contains_key(&(s, name, descriptor)))
    }

    fn known(&self, program: &Program, method: MethodId) -> Selection {
        match program.classes[program.methods[method].class].role {
            Role::Library => Selection::Library,
            Role::Analysed | Role::Test => Selection::Known(method),
        }
    }
}

/// (the class, its superclasses, then all interfaces breadth first; how many are classes; whether all were found)
fn supertypes_of(program: &Program, class: ClassId) -> (Vec<ClassId>, usize, bool) {
    let mut all = vec![class];
    let mut complete = true;
    let mut next = program.classes[class].superclass;
    while let Some(name) = next {
        match program.class(name) {
            Some(id) if !all.contains(&id) => {
                all.push(id);
                next = program.classes[id].superclass;
            }
            Some(_) => break,
            None => {
                complete = false;
                break;
            }
        }
    }
    let classes = all.len();
    let mut at = 0;
    while at < all.len() {
        for &name in &program.classes[all[at]].interfaces {
            match program.class(name) {
                Some(id) if !all.contains(&id) => all.push(id),
                Some(_) => {}
                None => complete = false,
            }
        }
        at += 1;
    }
    (all, classes, complete)
}
