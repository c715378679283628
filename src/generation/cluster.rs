//! The test cluster: the types and members that tests of a class may use, and which members make or change values of a type
//! (EvoSuite's name for it; Fraser and Arcuri, TSE 2013).

pub mod copying;
mod relations;

use super::facts::{Literals, MemberKind, ReflectedFact, TypeFact, TypeFacts, TypeKind, TypeParameter};
use super::patterns::Pattern;
use super::serialization;
use super::types::{Name, Names, Primitive, Type, parse};
use crate::{Error, Result};
use std::collections::{BTreeMap, BTreeSet};

/// Place of a member in [`Cluster::members`]: the member number of the formats.
pub type MemberId = u32;

/// What an argument costs of a type of which nothing can be made but null: a call with any other argument is likelier to do something.
const COST_OF_ONLY_NULL: u32 = 10;

/// A type variable and its bounds.
#[derive(Clone, Debug)]
pub struct Variable {
    pub name: Name,
    pub bounds: Vec<Type>,
}

/// A type of which facts are known.
#[derive(Clone, Debug)]
pub struct KnownType {
    pub name: Name,
    pub kind: TypeKind,
    pub is_abstract: bool,
    pub accessible: bool,
    pub sealed: bool,
    pub variables: Vec<Variable>,
    /// With arguments in terms of the variables.
    pub supertypes: Vec<Type>,
    /// The one abstract method of a functional interface.
    pub sam: Option<MemberId>,
    /// Of an interface, the methods that an object of a test's own has to have; `None`: tests make none.
    pub stub: Option<Vec<MemberId>>,
    /// Whether a class of the cluster that has objects extends or implements it.
    pub implemented: bool,
    /// A type of the JDK that a template has brought in, or that is there for copies only. Its methods are not used to make other values:
    /// `Collections` alone would make most lists.
    pub aside: bool,
    pub members: std::ops::Range<MemberId>,
}

/// A constructor, method or field.
#[derive(Clone, Debug)]
pub struct Member {
    pub kind: MemberKind,
    /// Declares it.
    pub owner: Name,
    pub name: String,
    pub descriptor: String,
    pub is_static: bool,
    pub is_final: bool,
    pub is_abstract: bool,
    pub varargs: bool,
    pub deprecated: bool,
    /// A constructor whose first argument is an object of the class around its own: null cannot be given.
    pub needs_outer: bool,
    pub variables: Vec<Variable>,
    pub parameters: Vec<Type>,
    pub result: Type,
    pub exceptions: Vec<Name>,
}

impl Member {
    /// Whether it is called or read on an object.
    pub fn needs_receiver(&self) -> bool {
        !self.is_static && self.kind != MemberKind::Constructor
    }
}

/// A member that a test may look up in its class.
#[derive(Clone, Debug)]
pub struct Reflected {
    pub owner: Name,
    pub kind: MemberKind,
    pub name: String,
    pub parameters: Vec<Type>,
}

impl Reflected {
    fn read(fact: &ReflectedFact, names: &mut Names) -> Result<Self> {
        let parameters = fact.parameters.iter().map(|p| parse(p, names)).collect::<Result<_>>()?;
        Ok(Self { owner: names.of(&fact.owner), kind: fact.kind, name: fact.name.clone(), parameters })
    }
}

/// Constants of the code, by type.
#[derive(Clone, Debug, Default)]
pub struct Constants {
    pub ints: Vec<i32>,
    pub longs: Vec<i64>,
    pub floats: Vec<f32>,
    pub doubles: Vec<f64>,
    pub strings: Vec<String>,
    /// Those of `strings` that are regular expressions.
    pub patterns: Vec<Pattern>,
    /// Of `ints`, those that are most likely characters: printable ASCII, tabulators and ends of lines.
    pub characters: Vec<u16>,
    /// The others that can be a `char`.
    pub other_units: Vec<u16>,
}

#[derive(Clone, Debug)]
pub struct Cluster {
    pub names: Names,
    pub target: Name,
    pub members: Vec<Member>,
    pub constants: Constants,
    /// Those of the classes that the code calls or extends.
    pub collaborators: Constants,
    /// Types that the code under test asks objects for.
    pub casts: Vec<Type>,
    /// Types whose class objects the code names.
    pub classes: Vec<Type>,
    /// Members that a test may look up by their names.
    pub reflected: Vec<Reflected>,
    /// Members that have goals and that tests can call: what they are about. Ascending.
    pub subjects: Vec<MemberId>,
    /// Those of them that are called more often, as tests are wanted for them only; empty: none is.
    pub focus: Vec<MemberId>,
    types: Vec<KnownType>,
    places: BTreeMap<Name, usize>,
    /// By name number: itself and all its supertypes.
    ancestors: Vec<BTreeSet<Name>>,
    /// Names with descriptors of the methods that the code under test calls on objects.
    called: BTreeSet<String>,
    /// By name: members that give a value of that class or a subclass; ascending.
    producers: BTreeMap<Name, Vec<MemberId>>,
    /// By name: members that are called on an object of that class, or fields set, its supertypes' included; not those of `Object`.
    users: BTreeMap<Name, Vec<MemberId>>,
    /// By member: the least number of steps that a test needs to have its result; `None`: it cannot.
    costs: Vec<Option<u32>>,
    pub object: Name,
    pub string: Name,
    pub class: Name,
    boxes: [Name; 8],
    /// `String.getBytes(Charset)` and the field of UTF-8, if both are known.
    pub bytes_of_text: Option<(MemberId, MemberId)>,
    /// `String.toCharArray()`.
    pub characters_of_text: Option<MemberId>,
}

/// Version of the type facts that is read here.
const VERSION: u32 = 1;

impl Cluster {
    /// # Errors
    /// `InvalidInput`: another version, a signature that is none, places out of range, or no facts of the class under test.
    pub fn new(facts: &TypeFacts) -> Result<Self> {
        if facts.version != VERSION {
            return Err(Error::invalid_input(format!("type facts of version {}: this engine reads version {VERSION}", facts.version)));
        }
        let mut names = Names::default();
        let mut types = Vec::new();
        let mut members = Vec::new();
        for fact in &facts.types {
            types.push(read_type(fact, &mut names, &mut members)?);
        }
        let aside = serialization::set_aside(facts);
        types.iter_mut().for_each(|t: &mut KnownType| t.aside = aside.contains(&names.text(t.name)));
        for (place, fact) in facts.types.iter().enumerate() {
            types[place].sam = fact.sam.map(|of| facts.member_number(of).ok_or_else(|| sam_missing(fact))).transpose()?;
        }
        let target = names.of(&facts.target);
        let places: BTreeMap<Name, usize> = types.iter().enumerate().map(|(place, t): (usize, &KnownType)| (t.name, place)).collect();
        if !places.contains_key(&target) {
            return Err(Error::invalid_input(format!("no type facts of the class under test, {}", facts.target)));
        }
        let casts = facts.casts.iter().map(|n| if n.starts_with('[') { parse(n, &mut names) } else { Ok(Type::class(names.of(n))) });
        let casts = casts.collect::<Result<_>>()?;
        let classes = facts.classes.iter().map(|descriptor| parse(descriptor, &mut names)).collect::<Result<_>>()?;
        let reflected = facts.reflected.iter().map(|fact| Reflected::read(fact, &mut names)).collect::<Result<_>>()?;
        let mut subjects = Vec::new();
        for method in &facts.goals {
            subjects.extend(method.member.and_then(|places| facts.member_number(places)));
        }
        subjects.sort_unstable();
        let [object, string, class] = ["java/lang/Object", "java/lang/String", "java/lang/Class"].map(|n| names.of(n));
        let boxes = Primitive::ALL.map(|p| names.of(p.boxed()));
        let mut cluster = Self {
            target,
            constants: read_constants(&facts.literals)?,
            collaborators: read_constants(&facts.collaborators)?,
            casts,
            classes,
            reflected,
            called: facts.called.iter().cloned().collect(),
            subjects,
            focus: Vec::new(),
            ancestors: Vec::new(),
            producers: BTreeMap::new(),
            users: BTreeMap::new(),
            costs: Vec::new(),
            object,
            string,
            class,
            boxes,
            bytes_of_text: None,
            characters_of_text: None,
            names,
            members,
            types,
            places,
        };
        cluster.settle();
        Ok(cluster)
    }

    /// Adds types that the facts did not have; members that were known keep their numbers.
    ///
    /// # Errors
    /// `InvalidInput`: a signature that is none, places out of range, or a type that is known.
    pub fn add_types(&mut self, facts: &[TypeFact]) -> Result<()> {
        // So that a damaged one leaves nothing half done.
        let mut more = self.clone();
        let first = more.types.len();
        for fact in facts {
            let mut ty = read_type(fact, &mut more.names, &mut more.members)?;
            ty.aside = more.is_of_jdk(ty.name);
            if more.places.insert(ty.name, more.types.len()).is_some() {
                return Err(Error::invalid_input(format!("the type facts have {} already", fact.name)));
            }
            more.types.push(ty);
        }
        for (place, fact) in (first..).zip(facts) {
            let sam = |(ty, member): (u32, u32)| {
                let members = more.types.get(ty as usize)?.members.clone();
                members.start.checked_add(member).filter(|id| members.contains(id))
            };
            more.types[place].sam = fact.sam.map(|of| sam(of).ok_or_else(|| sam_missing(fact))).transpose()?;
        }
        more.settle();
        *self = more;
        Ok(())
    }

    /// What follows from the types and members.
    fn settle(&mut self) {
        let utf_8 = self.named("java/nio/charset/StandardCharsets", "UTF_8", "Ljava/nio/charset/Charset;");
        self.bytes_of_text = self.named("java/lang/String", "getBytes", "(Ljava/nio/charset/Charset;)[B").zip(utf_8);
        self.characters_of_text = self.named("java/lang/String", "toCharArray", "()[C");
        self.ancestors = (0..self.names.count() as u32).map(|n| self.ancestors_of(Name(n))).collect();
        for place in 0..self.types.len() {
            self.types[place].stub = self.methods_of_stub(&self.types[place]);
        }
        self.producers.clear();
        self.users.clear();
        self.index();
        self.costs = vec![None; self.members.len()];
        self.price();
        for place in 0..self.types.len() {
            let name = self.types[place].name;
            let made = |t: &KnownType| t.kind != TypeKind::Interface && !t.is_abstract && self.cost_of_class(t.name).is_some();
            self.types[place].implemented = self.types.iter().any(|t| made(t) && self.ancestors[t.name.0 as usize].contains(&name));
        }
    }

    /// Whether a class is one of the JDK's.
    pub fn is_of_jdk(&self, name: Name) -> bool {
        ["java/", "javax/", "jdk/", "sun/"].iter().any(|of_jdk| self.names.text(name).starts_with(of_jdk))
    }

    /// Adds constants to those of the code.
    ///
    /// # Errors
    /// `InvalidInput`: a text that is no real number.
    pub fn add_constants(&mut self, literals: &Literals) -> Result<()> {
        fn add<T>(to: &mut Vec<T>, from: Vec<T>, same: impl Fn(&T, &T) -> bool) {
            for one in from {
                if !to.iter().any(|known| same(known, &one)) {
                    to.push(one);
                }
            }
        }
        let more = read_constants(literals)?;
        let all = &mut self.constants;
        add(&mut all.ints, more.ints, i32::eq);
        add(&mut all.longs, more.longs, i64::eq);
        add(&mut all.floats, more.floats, |a, b| a.to_bits() == b.to_bits());
        add(&mut all.doubles, more.doubles, |a, b| a.to_bits() == b.to_bits());
        all.patterns.extend(more.strings.iter().filter(|text| !all.strings.contains(*text)).filter_map(|text| Pattern::of(text)));
        add(&mut all.strings, more.strings, String::eq);
        add(&mut all.characters, more.characters, u16::eq);
        add(&mut all.other_units, more.other_units, u16::eq);
        Ok(())
    }

    /// Whether the code under test calls a method of this name and descriptor on an object.
    pub fn is_called(&self, member: MemberId) -> bool {
        let member = self.member(member);
        self.called.contains(&format!("{}{}", member.name, member.descriptor))
    }

    pub(super) fn named(&self, owner: &str, name: &str, descriptor: &str) -> Option<MemberId> {
        let known = self.known(self.names.find(owner)?)?;
        known.members.clone().find(|&m| self.member(m).name == name && self.member(m).descriptor == descriptor)
    }

    fn ancestors_of(&self, name: Name) -> BTreeSet<Name> {
        let mut found = BTreeSet::from([name, self.object]);
        let mut open = vec![name];
        while let Some(next) = open.pop() {
            for supertype in self.known(next).into_iter().flat_map(|t| &t.supertypes) {
                if let Some(above) = supertype.name().filter(|&n| found.insert(n)) {
                    open.push(above);
                }
            }
        }
        // So that a boxed literal may be given for what boxes are.
        if self.boxes.contains(&name) && name != self.boxes[0] && name != self.boxes[3] {
            found.extend(self.names.find("java/lang/Number"));
        }
        if self.boxes.contains(&name) || name == self.string {
            found.extend(self.names.find("java/lang/Comparable"));
        }
        if name == self.string {
            found.extend(self.names.find("java/lang/CharSequence"));
        }
        found
    }

    /// The abstract methods of an interface and of those above it, nearest first; one with a default is none. `None`: it is no interface
    /// that a test can name and implement.
    fn methods_of_stub(&self, interface: &KnownType) -> Option<Vec<MemberId>> {
        const OF_EVERY_OBJECT: [&str; 3] = ["equals(Ljava/lang/Object;)", "hashCode()", "toString()"];
        if interface.kind != TypeKind::Interface || !interface.accessible || interface.sealed {
            return None;
        }
        let mut methods = Vec::new();
        let mut decided = BTreeSet::new();
        let mut open = vec![interface.name];
        let mut next = 0;
        while next < open.len() {
            let known = self.known(open[next])?;
            next += 1;
            for id in known.members.clone().filter(|&m| known.kind == TypeKind::Interface && !self.member(m).is_static) {
                let member = self.member(id);
                let parameters = member.descriptor.split_inclusive(')').next().unwrap_or_default();
                let key = format!("{}{parameters}", member.name);
                let is_method = member.kind == MemberKind::Method && !OF_EVERY_OBJECT.contains(&key.as_str());
                if is_method && decided.insert(key) && member.is_abstract {
                    methods.push(id);
                }
            }
            for above in known.supertypes.iter().filter_map(Type::name).filter(|&n| n != self.object) {
                if !open.contains(&above) {
                    open.push(above);
                }
            }
        }
        Some(methods)
    }

    fn index(&mut self) {
        for (id, member) in self.members.iter().enumerate() {
            let id = id as MemberId;
            if member.owner == self.object && member.kind == MemberKind::Method {
                // getClass, wait, notify: what they give depends on nothing that a test is about.
                continue;
            }
            let settable = member.kind == MemberKind::Field && !member.is_final;
            if member.kind == MemberKind::Constructor && self.known(member.owner).is_some_and(|t| t.is_abstract) {
                continue;
            }
            let makes = (member.kind != MemberKind::Field || member.is_static) && self.known(member.owner).is_none_or(|t| !t.aside);
            if let Some(result) = member.result.name().filter(|_| makes) {
                for &above in &self.ancestors[result.0 as usize] {
                    self.producers.entry(above).or_default().push(id);
                }
            }
            if (settable || member.kind == MemberKind::Method) && !member.is_static {
                for known in &self.types {
                    if self.ancestors[known.name.0 as usize].contains(&member.owner) {
                        self.users.entry(known.name).or_default().push(id);
                    }
                }
            }
        }
    }

    /// The least fixed point of the costs, by rounds: members number in the thousands, chains are short.
    fn price(&mut self) {
        loop {
            let mut better = Vec::new();
            for (id, member) in self.members.iter().enumerate() {
                if member.kind == MemberKind::Constructor && self.known(member.owner).is_some_and(|t| t.is_abstract) {
                    continue;
                }
                let receiver = member.needs_receiver().then(|| self.cost_of_class(member.owner));
                let arguments = member.parameters.iter().enumerate().map(|(place, p)| {
                    let nullable = p.is_reference() && !(place == 0 && member.needs_outer);
                    self.cost(p).or(nullable.then_some(COST_OF_ONLY_NULL))
                });
                let sum = receiver.into_iter().chain(arguments).try_fold(1u32, |sum, cost| Some(sum.saturating_add(cost?)));
                if let Some(sum) = sum.filter(|s| self.costs[id].is_none_or(|before| *s < before)) {
                    better.push((id, sum));
                }
            }
            if better.is_empty() {
                return;
            }
            better.into_iter().for_each(|(id, cost)| self.costs[id] = Some(cost));
        }
    }

    /// The least number of steps that make a value of a type; `None`: none can be made but null.
    pub fn cost(&self, ty: &Type) -> Option<u32> {
        match ty {
            Type::Void => None,
            Type::Primitive(_) | Type::Array(_) | Type::Variable(_) => Some(1),
            Type::Class(name, _) => self.cost_of_class(*name),
        }
    }

    /// The same for a class.
    pub fn cost_of_class(&self, name: Name) -> Option<u32> {
        let known = self.known(name);
        if self.is_literal(name) || known.is_some_and(|t| t.sam.is_some()) {
            return Some(1);
        }
        // A stub, and what its methods return.
        let stub = known.and_then(|t| t.stub.as_ref()).map(|_| 2);
        self.producers(name).iter().filter_map(|&m| self.costs[m as usize]).chain(stub).min()
    }

    /// What a method gives, called on an object of a type; `None`: nothing, or what it is depends on more than the type.
    pub fn result_of(&self, method: MemberId, on: &Type) -> Option<Type> {
        let member = self.member(method);
        let given = member.result.substitute(&self.class_values(member, on));
        (given != Type::Void && given.is_ground()).then_some(given)
    }

    /// The least number of steps to a member's result.
    pub fn cost_of_member(&self, member: MemberId) -> Option<u32> {
        self.costs[member as usize]
    }

    /// Whether a literal of the language is a value of the class.
    pub fn is_literal(&self, name: Name) -> bool {
        let literals = self.boxes.iter().chain([&self.string, &self.class, &self.object]);
        literals.into_iter().any(|&literal| self.is_subclass(literal, name))
    }

    pub fn known(&self, name: Name) -> Option<&KnownType> {
        self.places.get(&name).map(|&place| &self.types[place])
    }

    /// All types of which facts are known, the class under test first.
    pub fn types(&self) -> &[KnownType] {
        &self.types
    }

    pub fn member(&self, id: MemberId) -> &Member {
        &self.members[id as usize]
    }

    /// Members that give a value of a class or of a subclass.
    pub fn producers(&self, name: Name) -> &[MemberId] {
        self.producers.get(&name).map_or(&[], Vec::as_slice)
    }

    /// Methods to call and fields to set on an object of a class.
    pub fn users(&self, name: Name) -> &[MemberId] {
        self.users.get(&name).map_or(&[], Vec::as_slice)
    }
}

fn read_variables(parameters: &[TypeParameter], names: &mut Names) -> Result<Vec<Variable>> {
    let read = |p: &TypeParameter| {
        let bounds = p.bounds.iter().map(|b| parse(b, names)).collect::<Result<_>>()?;
        Ok(Variable { name: names.of(&p.name), bounds })
    };
    parameters.iter().map(read).collect()
}

fn read_type(fact: &TypeFact, names: &mut Names, members: &mut Vec<Member>) -> Result<KnownType> {
    let first = members.len() as MemberId;
    let owner = names.of(&fact.name);
    for member in &fact.members {
        members.push(Member {
            kind: member.kind,
            owner,
            name: member.name.clone(),
            descriptor: member.descriptor.clone(),
            is_static: member.is_static,
            is_final: member.is_final,
            is_abstract: member.is_abstract,
            varargs: member.varargs,
            deprecated: member.deprecated,
            needs_outer: fact.inner && member.kind == MemberKind::Constructor,
            variables: read_variables(&member.type_parameters, names)?,
            parameters: member.parameters.iter().map(|p| parse(p, names)).collect::<Result<_>>()?,
            result: parse(&member.result, names)?,
            exceptions: member.exceptions.iter().map(|n| names.of(n)).collect(),
        });
    }
    let last = members.len() as MemberId;
    let supertypes = fact.superclass.iter().chain(&fact.interfaces).map(|s| parse(s, names)).collect::<Result<_>>()?;
    Ok(KnownType {
        name: owner,
        kind: fact.kind,
        is_abstract: fact.is_abstract,
        accessible: fact.accessible,
        sealed: fact.sealed,
        variables: read_variables(&fact.parameters, names)?,
        supertypes,
        sam: None,
        stub: None,
        implemented: false,
        aside: false,
        members: first..last,
    })
}

fn sam_missing(fact: &TypeFact) -> Error {
    Error::invalid_input(format!("type facts of {}: `sam` is not the place of a member", fact.name))
}

fn read_constants(literals: &Literals) -> Result<Constants> {
    fn reals<T: std::str::FromStr>(texts: &[String]) -> Result<Vec<T>> {
        let read = |t: &String| t.replace("Infinity", "inf").parse().map_err(|_| Error::invalid_input(format!("`{t}` is no real number")));
        texts.iter().map(read).collect()
    }
    // Numbers of 1 to 7 are in all code, and characters in hardly any: they are none here.
    let units = literals.ints.iter().filter(|i| !(1..8).contains(*i)).filter_map(|&i| u16::try_from(i).ok());
    let (characters, other_units) = units.partition(|unit| matches!(unit, 9 | 10 | 13 | 32..127));
    Ok(Constants {
        ints: literals.ints.clone(),
        longs: literals.longs.clone(),
        floats: reals(&literals.floats)?,
        doubles: reals(&literals.doubles)?,
        strings: literals.strings.clone(),
        patterns: literals.strings.iter().filter_map(|text| Pattern::of(text)).collect(),
        characters,
        other_units,
    })
}
