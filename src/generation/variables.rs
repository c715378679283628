//! What type variables stand for where tests make objects of generic classes and call generic methods.
//!
//! A variable is bound by where the result is needed, or it is chosen: first of a few types that every cluster can make, then of the
//! cluster's own. Both ways it keeps its bounds, in which it may stand itself: `T extends Comparable<? super T>` (JLS 4.4, 4.5).

use super::cluster::{Cluster, Member, Variable};
use super::facts::MemberKind;
use super::maker::Maker;
use super::types::{Argument, Name, Primitive, Substitution, Type};
use rand::RngExt;

impl Maker<'_> {
    /// A class with arguments of which values can be made.
    pub fn ground_class(&mut self, name: Name) -> Option<Type> {
        let known = self.cluster.known(name)?;
        let mut values = Substitution::new();
        self.choose_values(&known.variables, None, &mut values);
        Some(Type::Class(name, known.variables.iter().map(|v| Argument::Is(values[&v.name].clone())).collect()))
    }

    /// What the variables of a member and of its class stand for in a call. `None`: there is nothing within their bounds.
    ///
    /// `receiver`: the type of what it is called on; `wanted`: the type that its result must have, where it may choose.
    pub(super) fn variables_of_call(&mut self, member: &Member, receiver: Option<&Type>, wanted: Option<&Type>) -> Option<Substitution> {
        let cluster = self.cluster;
        let mut values = receiver.map_or_else(Substitution::new, |on| cluster.class_values(member, on));
        // One of the member hides one of its class that has the same name.
        member.variables.iter().for_each(|v| drop(values.remove(&v.name)));
        if let Some(wanted) = wanted {
            self.bind_result(member, wanted, &mut values);
            // `<T extends Comparable<T>> T max(T, T)` gives an `Object`, too: a `String`, for example.
            for variable in &member.variables {
                if values.contains_key(&variable.name) && !is_within_bounds(cluster, variable, &values) {
                    values.remove(&variable.name);
                }
            }
        }
        let of_class = &cluster.known(member.owner)?.variables;
        self.choose_values(&member.variables, Some(member), &mut values);
        self.choose_values(of_class, Some(member), &mut values);
        let chosen = if member.kind == MemberKind::Constructor { of_class.as_slice() } else { &[] };
        let mut variables = member.variables.iter().chain(chosen);
        variables.all(|v| is_within_bounds(cluster, v, &values)).then_some(values)
    }

    /// Chooses what the variables without a value stand for. `member`: of which class objects are given to it.
    fn choose_values(&mut self, variables: &[Variable], member: Option<&Member>, values: &mut Substitution) {
        for variable in variables {
            if !values.contains_key(&variable.name) {
                let is_told = member.is_some_and(|m| m.parameters.iter().any(|p| self.is_class_of(p, variable.name)));
                let chosen = self.choose_value(variable, is_told, values);
                values.insert(variable.name, chosen);
            }
        }
    }

    /// `Class<T>`, of a variable.
    fn is_class_of(&self, ty: &Type, variable: Name) -> bool {
        matches!(ty, Type::Class(class, arguments) if *class == self.cluster.class
            && matches!(&arguments[..], [Argument::Is(Type::Variable(name))] if *name == variable))
    }

    /// `is_told`: by a class object.
    fn choose_value(&mut self, variable: &Variable, is_told: bool, values: &Substitution) -> Type {
        let cluster = self.cluster;
        let fits = |candidate: &Type| {
            let mut with = values.clone();
            with.insert(variable.name, candidate.clone());
            is_within_bounds(cluster, variable, &with)
        };
        if is_told {
            let told = match self.any_class() {
                Type::Primitive(primitive) => Type::class(cluster.boxed(primitive)),
                other => cluster.erase(&other, &[]),
            };
            if fits(&told) {
                return told;
            }
        }
        let usual = [cluster.string, cluster.boxed(Primitive::Int), cluster.object].map(Type::class);
        let first = self.rng.random_range(0..usual.len());
        let mut candidates = usual[first..].iter().chain(&usual[..first]);
        if let Some(found) = candidates.find(|c| fits(c)) {
            return found.clone();
        }
        let own = cluster.types().iter().filter(|t| t.accessible && t.variables.is_empty() && cluster.cost_of_class(t.name).is_some());
        let own: Vec<Type> = own.map(|t| Type::class(t.name)).filter(|t| fits(t)).collect();
        self.choose(&own).cloned().unwrap_or_else(|| cluster.erased_bound(variable))
    }

    /// Finds what variables of a member, or of its class, must stand for so that its result has a type.
    pub(super) fn bind_result(&self, member: &Member, wanted: &Type, values: &mut Substitution) {
        let result = &member.result;
        if let (Type::Class(class, _), Type::Class(..)) = (wanted, result) {
            if let Some(as_wanted) = self.cluster.as_super(result, *class) {
                bind(&as_wanted, wanted, values);
            }
        } else if let (Type::Variable(name), Type::Primitive(primitive)) = (result, wanted) {
            values.entry(*name).or_insert_with(|| Type::class(self.cluster.boxed(*primitive)));
        } else {
            bind(result, wanted, values);
        }
    }
}

/// Whether what a variable stands for is of all its bounds. A bound with a variable that has no value yet may become anything.
fn is_within_bounds(cluster: &Cluster, variable: &Variable, values: &Substitution) -> bool {
    variable.bounds.iter().map(|b| b.substitute(values)).all(|b| !b.is_ground() || cluster.is_assignable(&values[&variable.name], &b))
}

/// Finds what the variables of a pattern stand for where it is to be a type.
fn bind(pattern: &Type, ty: &Type, values: &mut Substitution) {
    match (pattern, ty) {
        (Type::Variable(name), _) if ty.is_reference() => {
            values.entry(*name).or_insert_with(|| ty.clone());
        }
        (Type::Array(a), Type::Array(b)) => bind(a, b, values),
        (Type::Class(a, patterns), Type::Class(b, arguments)) if a == b && patterns.len() == arguments.len() => {
            for (pattern, argument) in patterns.iter().zip(arguments) {
                if let (Some(pattern), Some(argument)) = (pattern.witness(), argument.witness()) {
                    bind(pattern, argument, values);
                }
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::super::facts::TypeFacts;
    use super::super::settings::Settings;
    use super::super::statement::{Statement, TestCase};
    use super::super::tests::{class, fault, is_static, lock_facts, maker, member};
    use super::super::types::parse;
    use super::*;
    use serde_json::{Value, json};

    fn generic(mut member: Value, bound: &str) -> Value {
        member["typeParameters"] = json!([{"name": "T", "bounds": [bound]}]);
        member
    }

    fn interface(name: &str, parameters: Value) -> Value {
        let mut interface = class(name, parameters, &[], vec![]);
        interface["kind"] = json!("interface");
        interface["abstract"] = json!(true);
        interface
    }

    /// As in commons-lang3: `Range.is` and `ObjectUtils.max`, with the types around them as the JDK has them.
    fn range_facts(bound: &str) -> TypeFacts {
        let t = || json!([{"name": "T", "bounds": ["Ljava/lang/Object;"]}]);
        let of = is_static(member("method", "is", "(Ljava/lang/Comparable;)Lp/Range;", &["TT;"], "Lp/Range<TT;>;"));
        let max = is_static(member("method", "max", "(Ljava/lang/Comparable;)Ljava/lang/Comparable;", &["TT;"], "TT;"));
        let contains = member("method", "contains", "(Ljava/lang/Object;)Z", &["TT;"], "Z");
        let range = class("p/Range", t(), &[], vec![generic(of, bound), generic(max, bound), contains]);
        let comparable = interface("java/lang/Comparable", t());
        let string = class("java/lang/String", json!([]), &["Ljava/lang/Comparable<Ljava/lang/String;>;"], vec![]);
        let mut integer = class("java/lang/Integer", json!([]), &["Ljava/lang/Comparable<Ljava/lang/Integer;>;"], vec![]);
        integer["superclass"] = json!("Ljava/lang/Number;");
        let mut facts = lock_facts();
        facts.target = "p/Range".into();
        facts.types = vec![range, comparable, string, integer].into_iter().map(|t| serde_json::from_value(t).unwrap()).collect();
        facts.types.extend(lock_facts().types);
        facts.goals.clear();
        facts.types.iter_mut().for_each(|t| t.sam = None);
        facts
    }

    const RECURSIVE: [&str; 2] = ["Ljava/lang/Comparable<TT;>;", "Ljava/lang/Comparable<-TT;>;"];

    /// By signature, the ranges that tests make.
    fn ranges(bound: &str) -> Vec<String> {
        let cluster = Cluster::new(&range_facts(bound)).unwrap();
        let settings = Settings::default();
        let mut found = Vec::new();
        for seed in 0..300 {
            let mut test = TestCase::default();
            maker(&cluster, &settings, seed).call(&mut test, 2);
            assert_eq!(fault(&cluster, &test), None);
            let is = |step: &&super::super::statement::Step| step.statement.member() == Some(0);
            found.extend(test.steps.iter().filter(is).map(|step| step.ty.signature(&cluster.names)));
        }
        found.sort();
        found.dedup();
        found
    }

    #[test]
    fn a_bound_may_name_its_own_variable() {
        for bound in RECURSIVE {
            assert_eq!(ranges(bound), ["Lp/Range<Ljava/lang/Integer;>;", "Lp/Range<Ljava/lang/String;>;"], "{bound}");
        }
        assert!(ranges("Ljava/lang/Object;").contains(&"Lp/Range<Ljava/lang/Object;>;".to_owned()), "without a bound all do");
    }

    #[test]
    fn where_less_is_wanted_than_the_bound_a_type_within_it_is_chosen() {
        for bound in RECURSIVE {
            let mut cluster = Cluster::new(&range_facts(bound)).unwrap();
            let strings = parse("Lp/Range<Ljava/lang/String;>;", &mut cluster.names).unwrap();
            let objects = parse("Lp/Range<Ljava/lang/Object;>;", &mut cluster.names).unwrap();
            let object = Type::class(cluster.object);
            let settings = Settings::default();
            let t = cluster.names.find("T").unwrap();
            for seed in 0..50 {
                let mut maker = maker(&cluster, &settings, seed);
                let bound_to =
                    |m: &mut Maker, method, wanted| m.variables_of_call(cluster.member(method), None, Some(wanted)).unwrap()[&t].clone();
                assert_eq!(bound_to(&mut maker, 0, &strings), Type::class(cluster.string));
                for (method, wanted) in [(0, &objects), (1, &object)] {
                    let chosen = bound_to(&mut maker, method, wanted);
                    assert!([cluster.string, cluster.boxed(Primitive::Int)].map(Type::class).contains(&chosen), "{chosen:?}");
                }
            }
        }
    }

    /// `class Box<T>` with a method `<T extends Comparable<T>> T first(T)`: the method's variable is not that of the class.
    #[test]
    fn a_variable_of_a_method_hides_that_of_its_class() {
        let mut facts = range_facts(RECURSIVE[0]);
        facts.types[0].members[1].is_static = false;
        let mut cluster = Cluster::new(&facts).unwrap();
        let objects = parse("Lp/Range<Ljava/lang/Object;>;", &mut cluster.names).unwrap();
        let settings = Settings::default();
        let t = cluster.names.find("T").unwrap();
        for seed in 0..50 {
            let values = maker(&cluster, &settings, seed).variables_of_call(cluster.member(1), Some(&objects), None).unwrap();
            assert_ne!(values[&t], Type::class(cluster.object));
        }
    }

    /// `<T> T only(Class<T>)`: what the code names decides, and the class object is of what the variable stands for.
    #[test]
    fn a_variable_told_by_a_class_object_is_what_the_code_names() {
        let mut facts = range_facts(RECURSIVE[0]);
        let only = is_static(member("method", "only", "(Ljava/lang/Class;)Ljava/lang/Object;", &["Ljava/lang/Class<TT;>;"], "TT;"));
        facts.types[0].members.insert(0, serde_json::from_value(generic(only, "Ljava/lang/Object;")).unwrap());
        facts.classes = vec!["J".into(), "Lp/Key;".into()];
        let cluster = Cluster::new(&facts).unwrap();
        let settings = Settings::default();
        let mut given = std::collections::BTreeSet::new();
        for seed in 0..300 {
            let mut test = TestCase::default();
            let slot = maker(&cluster, &settings, seed).call(&mut test, 0).expect("it can be called");
            let result = test.ty(slot).descriptor(&cluster.names);
            let class = test.steps.iter().find_map(|s| if let Statement::Class(of) = &s.statement { Some(of) } else { None });
            // Null is a class object, too.
            let Some(class) = class.map(|of| of.descriptor(&cluster.names)) else { continue };
            assert!(class == result || class == "J" && result == "Ljava/lang/Long;", "{class} {result}");
            given.insert(class);
        }
        assert!(["J", "Lp/Key;", "Ljava/lang/String;"].iter().all(|wanted| given.contains(*wanted)), "{given:?}");
    }

    /// What a raw `Class` asks for may be of any class, and javac sees of which it is.
    #[test]
    fn a_class_object_of_any_class_is_not_given_where_only_some_are_asked_for() {
        let mut facts = range_facts(RECURSIVE[0]);
        let parameters = ["Ljava/lang/Class;", "Ljava/lang/Class<+Lp/Key;>;"];
        let both = is_static(member("method", "both", "(Ljava/lang/Class;Ljava/lang/Class;)V", &parameters, "V"));
        facts.types[0].members.insert(0, serde_json::from_value(both).unwrap());
        let cluster = Cluster::new(&facts).unwrap();
        let settings = Settings { reuse_objects: 1.0, null_share: 0.0, ..Settings::default() };
        let mut firsts = std::collections::BTreeSet::new();
        for seed in 0..300 {
            let mut test = TestCase::default();
            maker(&cluster, &settings, seed).call(&mut test, 0).expect("it can be called");
            let Statement::Invoke { arguments, .. } = &test.steps.last().unwrap().statement else { panic!("no call: {test:?}") };
            let class = |at: usize| match &test.steps[arguments[at] as usize].statement {
                Statement::Class(of) => of.descriptor(&cluster.names),
                other => format!("{other:?}"),
            };
            assert_eq!(class(1), "Lp/Key;", "{test:?}");
            firsts.insert(class(0));
        }
        assert!(firsts.len() > 2, "{firsts:?}");
    }
}
