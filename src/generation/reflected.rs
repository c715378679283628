//! Objects of reflection. Code that maps objects to something else is given a `Field`, a `Method` or a `Constructor`; none of them can be
//! made, and a search would not hit upon the name of one: a test looks up a member of which facts are known.

use super::cluster::{Cluster, MemberId, Reflected};
use super::facts::MemberKind;
use super::maker::Maker;
use super::statement::{Slot, Statement, TestCase};
use super::types::{Argument, Name, Type};

/// How often one is looked up where class objects can be given, too, as for an `AnnotatedElement`.
const BESIDE_CLASSES: f64 = 0.5;

impl Cluster {
    /// The method of `Class` that looks up members of a kind; `None`: it is not known.
    fn lookup(&self, kind: MemberKind) -> Option<MemberId> {
        let (name, descriptor) = match kind {
            MemberKind::Field => ("getDeclaredField", "(Ljava/lang/String;)Ljava/lang/reflect/Field;"),
            MemberKind::Method => ("getDeclaredMethod", "(Ljava/lang/String;[Ljava/lang/Class;)Ljava/lang/reflect/Method;"),
            MemberKind::Constructor => ("getDeclaredConstructor", "([Ljava/lang/Class;)Ljava/lang/reflect/Constructor;"),
        };
        self.named("java/lang/Class", name, descriptor)
    }

    /// The class object of a class: `Class<Owner>`.
    fn class_of(&self, owner: Name) -> Type {
        Type::Class(self.class, Box::new([Argument::Is(Type::class(owner))]))
    }
}

impl Maker<'_> {
    /// An object of reflection: a call that looks up one of the members that are known. `None`: none is of the type, or, where a class
    /// object is too, chance is against it.
    pub(super) fn object_of_reflection(&mut self, test: &mut TestCase, ty: &Type, name: Name) -> Option<Slot> {
        let cluster = self.cluster;
        if cluster.reflected.is_empty() || name == cluster.object {
            return None;
        }
        let kinds = [MemberKind::Field, MemberKind::Method, MemberKind::Constructor];
        let lookups: Vec<(MemberKind, MemberId)> = kinds.into_iter().filter_map(|k| Some((k, cluster.lookup(k)?))).collect();
        let fits = |of: &Reflected| {
            let lookup = lookups.iter().find(|(kind, _)| *kind == of.kind)?.1;
            let member = cluster.member(lookup);
            let found = member.result.substitute(&cluster.class_values(member, &cluster.class_of(of.owner)));
            (found.is_ground() && cluster.is_assignable(&found, ty)).then_some((lookup, found))
        };
        let fitting: Vec<(&Reflected, (MemberId, Type))> = cluster.reflected.iter().filter_map(|of| Some((of, fits(of)?))).collect();
        if fitting.is_empty() || cluster.is_literal(name) && !self.chance(BESIDE_CLASSES) {
            return None;
        }
        let (of, (lookup, found)) = self.choose(&fitting)?.clone();
        let class = test.push(Statement::Class(Type::class(of.owner)), cluster.class_of(of.owner));
        let mut arguments = Vec::new();
        if of.kind != MemberKind::Constructor {
            arguments.push(test.push(Statement::Text(of.name.clone()), Type::class(cluster.string)));
        }
        if of.kind != MemberKind::Field {
            arguments.push(self.classes_of(test, &of.parameters));
        }
        Some(test.push(Statement::Invoke { member: lookup, receiver: Some(class), arguments }, found))
    }

    /// An array of class objects.
    fn classes_of(&self, test: &mut TestCase, types: &[Type]) -> Slot {
        let any = Type::Class(self.cluster.class, Box::new([Argument::Any]));
        let array = test.push(Statement::Array { length: types.len() as u32 }, Type::Array(Box::new(any.clone())));
        for (index, ty) in (0..).zip(types) {
            let value = test.push(Statement::Class(ty.clone()), any.clone());
            test.push(Statement::Store { array, index, value }, Type::Void);
        }
        array
    }
}

#[cfg(test)]
mod tests {
    use super::super::facts::TypeFacts;
    use super::super::settings::Settings;
    use super::super::tests::{class, fault, lock_facts, maker, member};
    use super::super::types::parse;
    use super::*;
    use serde_json::{Value, json};

    /// With `Class`, what it looks up, and one member of each kind.
    fn facts() -> TypeFacts {
        let of = "[Ljava/lang/Class<*>;";
        let t = json!([{"name": "T", "bounds": ["Ljava/lang/Object;"]}]);
        let (field, method) = ("Ljava/lang/reflect/Field;", "Ljava/lang/reflect/Method;");
        let text = "Ljava/lang/String;";
        let lookups = vec![
            member("method", "getDeclaredField", &format!("({text}){field}"), &[text], field),
            member("method", "getDeclaredMethod", &format!("({text}[Ljava/lang/Class;){method}"), &[text, of], method),
            member(
                "method",
                "getDeclaredConstructor",
                "([Ljava/lang/Class;)Ljava/lang/reflect/Constructor;",
                &[of],
                "Ljava/lang/reflect/Constructor<TT;>;",
            ),
        ];
        let mut constructor = class("java/lang/reflect/Constructor", t.clone(), &["Ljava/lang/reflect/Member;"], vec![]);
        constructor["superclass"] = json!("Ljava/lang/Object;");
        let member_of = |name: &str| class(name, json!([]), &["Ljava/lang/reflect/Member;"], vec![]);
        let mut facts = lock_facts();
        let types: [Value; 5] = [
            class("java/lang/Class", t, &[], lookups),
            member_of("java/lang/reflect/Field"),
            member_of("java/lang/reflect/Method"),
            constructor,
            class("java/lang/reflect/Member", json!([]), &[], vec![]),
        ];
        facts.types.extend(types.into_iter().map(|t| serde_json::from_value::<super::super::facts::TypeFact>(t).unwrap()));
        let reflected = json!([
            {"owner": "p/Lock", "kind": "field", "name": "owner", "parameters": []},
            {"owner": "p/Lock", "kind": "method", "name": "turn", "parameters": ["I"]},
            {"owner": "p/Key", "kind": "constructor", "name": "<init>", "parameters": ["Ljava/lang/String;", "J"]},
        ]);
        facts.reflected = serde_json::from_value(reflected).unwrap();
        facts
    }

    /// The tests that make a value of a type, by the names that they look up; of a constructor its number of parameters.
    fn looked_up(signature: &str) -> Vec<String> {
        let mut cluster = Cluster::new(&facts()).unwrap();
        let ty = parse(signature, &mut cluster.names).unwrap();
        let settings = Settings::default();
        let mut found = Vec::new();
        for seed in 0..60 {
            let mut test = TestCase::default();
            let made = maker(&cluster, &settings, seed).made(&mut test, &ty, 0).unwrap();
            assert_eq!(fault(&cluster, &test), None);
            let Statement::Invoke { member, receiver, arguments } = &test.steps[made as usize].statement else { panic!("{test:?}") };
            assert!(matches!(test.steps[receiver.unwrap() as usize].statement, Statement::Class(_)));
            found.push(match &test.steps[arguments[0] as usize].statement {
                Statement::Text(name) => format!("{} {name}", cluster.member(*member).name),
                Statement::Array { length } => format!("{} {length}", cluster.member(*member).name),
                other => panic!("{other:?}"),
            });
        }
        found.sort();
        found.dedup();
        found
    }

    #[test]
    fn members_are_looked_up_by_their_names() {
        assert_eq!(looked_up("Ljava/lang/reflect/Field;"), ["getDeclaredField owner"]);
        assert_eq!(looked_up("Ljava/lang/reflect/Method;"), ["getDeclaredMethod turn"]);
        assert_eq!(looked_up("Ljava/lang/reflect/Constructor<*>;"), ["getDeclaredConstructor 2"]);
        let all = ["getDeclaredConstructor 2", "getDeclaredField owner", "getDeclaredMethod turn"];
        assert_eq!(looked_up("Ljava/lang/reflect/Member;"), all);
    }

    /// Of `Key` there is a constructor, of `Lock` none.
    #[test]
    fn a_constructor_is_of_the_class_that_is_asked_for() {
        assert_eq!(looked_up("Ljava/lang/reflect/Constructor<Lp/Key;>;"), ["getDeclaredConstructor 2"]);
        let mut cluster = Cluster::new(&facts()).unwrap();
        let ty = parse("Ljava/lang/reflect/Constructor<Lp/Lock;>;", &mut cluster.names).unwrap();
        let settings = Settings::default();
        let mut test = TestCase::default();
        assert_eq!(maker(&cluster, &settings, 1).object_of_reflection(&mut test, &ty, ty.name().unwrap()), None);
        assert!(test.is_empty());
    }
}
