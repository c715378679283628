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
#[derive(Clone, Debug)]
pub struct Hierarchy {
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
        let mut declared = HashMap::default();
        for (id, method) in program.methods.iter().enumerate() {
            declared.entry((method.class, method.name, method.descriptor)).or_insert(id);
        }
        let count = program.classes.len();
        let mut supertypes = Vec::with_capacity(count);
        let mut superclasses = Vec::with_capacity(count);
        let mut incomplete = Vec::with_capacity(count);
        for class in 0..count {
            let (all, classes, complete) = supertypes_of(program, class);
            supertypes.push(all);
            superclasses.push(classes);
            incomplete.push(!complete);
        }
        let mut subtypes = vec![Vec::new(); count];
        for (class, all) in supertypes.iter().enumerate() {
            all.iter().for_each(|&s| subtypes[s].push(class));
        }
        Self { declared, supertypes, superclasses, incomplete, subtypes }
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

    /// The implementation that objects of a class have for a method.
    pub fn select(&self, program: &Program, class: ClassId, name: Symbol, descriptor: Symbol) -> Selection {
        let (classes, interfaces) = self.supertypes[class].split_at(self.superclasses[class]);
        for &s in classes {
            if let Some(&found) = self.declared.get(&(s, name, descriptor)) {
                return self.known(program, found);
            }
        }
        // A default method; of an interface before those that it extends.
        for &s in interfaces {
            if let Some(&found) = self.declared.get(&(s, name, descriptor))
                && !program.methods[found].is(access::ABSTRACT)
            {
                return self.known(program, found);
            }
        }
        Selection::Library
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
