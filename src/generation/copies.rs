//! Copies by serialization: an object is written by an `ObjectOutputStream` and read again. Nothing else calls `writeObject`, `readObject`,
//! `writeReplace` and `readResolve` of a class, which are private as a rule (Java Object Serialization Specification, 1.10). Seven
//! statements in a row are more than a search comes upon; people write just these.

use super::cluster::MemberId;
use super::maker::Maker;
use super::statement::{Slot, Statement, TestCase};
use super::types::Type;

impl Maker<'_> {
    /// Writes an object, and reads it again as what it is. `None`: the members for that are not known.
    pub(super) fn copy(&mut self, test: &mut TestCase, object: Slot) -> Option<Slot> {
        let cluster = self.cluster;
        let by = cluster.copying()?;
        let mut call = |member: MemberId, receiver: Option<Slot>, arguments: Vec<Slot>| {
            test.push(Statement::Invoke { member, receiver, arguments }, cluster.member(member).result.clone())
        };
        let bytes = call(by.bytes_out, None, vec![]);
        let out = call(by.out, None, vec![bytes]);
        call(by.write, Some(out), vec![object]);
        let written = call(by.to_bytes, Some(bytes), vec![]);
        let from = call(by.bytes_in, None, vec![written]);
        let input = call(by.input, None, vec![from]);
        let ty = Some(test.ty(object)).filter(|ty| ty.is_reference()).cloned().unwrap_or_else(|| Type::class(cluster.object));
        Some(test.push(Statement::Invoke { member: by.read, receiver: Some(input), arguments: vec![] }, ty))
    }
}

#[cfg(test)]
mod tests {
    use super::super::archive::Evaluated;
    use super::super::cluster::Cluster;
    use super::super::facts::TypeFacts;
    use super::super::goals::Goals;
    use super::super::serialization::{HOOKS, STREAMS};
    use super::super::settings::Settings;
    use super::super::tests::{class, fault, maker, member, point};
    use super::super::types::parse;
    use super::super::ways::Ways;
    use super::super::wire::End;
    use super::*;
    use serde_json::{Value, json};
    use std::sync::Arc;

    fn stream(name: &str, above: &str, members: Vec<Value>) -> Value {
        let mut stream = class(name, json!([]), &[], members);
        stream["superclass"] = json!(above);
        stream
    }

    /// A serializable `Box` with hooks, which takes an `InputStream`, and a private class in it that has hooks, too.
    fn facts() -> TypeFacts {
        let (output, input) = ("Ljava/io/OutputStream;", "Ljava/io/InputStream;");
        let init = |parameter: &str, of: &str| member("constructor", "<init>", &format!("({parameter})V"), &[parameter], of);
        let bytes_out = vec![
            member("constructor", "<init>", "()V", &[], "Ljava/io/ByteArrayOutputStream;"),
            member("method", "toByteArray", "()[B", &[], "[B"),
        ];
        let out = vec![
            init(output, "Ljava/io/ObjectOutputStream;"),
            member("method", "writeObject", "(Ljava/lang/Object;)V", &["Ljava/lang/Object;"], "V"),
        ];
        let read = vec![
            init(input, "Ljava/io/ObjectInputStream;"),
            member("method", "readObject", "()Ljava/lang/Object;", &[], "Ljava/lang/Object;"),
        ];
        let boxes = vec![
            member("constructor", "<init>", "()V", &[], "Lp/Box;"),
            member("method", "fill", "(Ljava/io/InputStream;)V", &[input], "V"),
        ];
        let goals = |class: &str, name: &str, descriptor: &str, member: Value, is: Value| {
            json!({"class": class, "name": name, "descriptor": descriptor, "member": member, "is": is, "calls": [],
                "blocks": [{"next": [], "handlers": []}], "points": [point("entry", 0, 1, 1)]})
        };
        let facts = json!({"version": 1, "target": "p/Box",
        "types": [
            class("p/Box", json!([]), &["Ljava/io/Serializable;"], boxes),
            stream("java/io/ByteArrayInputStream", input, vec![init("[B", "Ljava/io/ByteArrayInputStream;")]),
            stream("java/io/ByteArrayOutputStream", output, bytes_out),
            stream("java/io/ObjectInputStream", input, read),
            stream("java/io/ObjectOutputStream", output, out),
            class("java/io/InputStream", json!([]), &[], vec![]),
            class("java/io/OutputStream", json!([]), &[], vec![]),
            class("java/io/Serializable", json!([]), &[], vec![]),
        ],
        "literals": {"ints": [], "longs": [], "floats": [], "doubles": [], "strings": []}, "casts": [],
        "goals": [
            goals("p/Box", "fill", "(Ljava/io/InputStream;)V", json!([0, 1]), json!([0])),
            goals("p/Box", "readObject", HOOKS[1].1, json!(null), json!([0])),
            goals("p/Box$Form", "readResolve", HOOKS[3].1, json!(null), json!([])),
        ]});
        serde_json::from_value(facts).unwrap()
    }

    /// The constructors and methods that a test calls, in turn.
    fn called(cluster: &Cluster, test: &TestCase) -> Vec<String> {
        let invoked = test.steps.iter().filter_map(|step| step.statement.member());
        invoked.map(|m| format!("{} {}", cluster.names.text(cluster.member(m).owner), cluster.member(m).name)).collect()
    }

    #[test]
    fn what_only_serialization_calls_is_reached_by_a_copy() {
        let facts = facts();
        let cluster = Cluster::new(&facts).unwrap();
        let goals = Goals::new(&facts).unwrap();
        let mut ways = Ways::new(&facts, &cluster).unwrap();
        let settings = Settings { open_share: 1.0, ..Settings::default() };
        for open in [1, 2] {
            ways.find_open(&goals, 2 + open, |goal| goal as usize != open);
            assert_eq!(ways.open().len(), 1, "goal {open}");
            assert_eq!(ways.to(&goals, open as u32), ways.open());
            for seed in 0..20 {
                let mut test = TestCase::default();
                let mut maker = Maker { open: ways.open(), ..maker(&cluster, &settings, seed) };
                let copy = maker.insert_call(&mut test).unwrap();
                assert_eq!(fault(&cluster, &test), None);
                assert_eq!(test.ty(copy).signature(&cluster.names), "Lp/Box;");
                let of: Vec<&str> = vec![
                    "p/Box <init>",
                    "java/io/ByteArrayOutputStream <init>",
                    "java/io/ObjectOutputStream <init>",
                    "java/io/ObjectOutputStream writeObject",
                    "java/io/ByteArrayOutputStream toByteArray",
                    "java/io/ByteArrayInputStream <init>",
                    "java/io/ObjectInputStream <init>",
                    "java/io/ObjectInputStream readObject",
                ];
                assert_eq!(called(&cluster, &test), of);
            }
        }
        ways.find_open(&goals, 9, |_| true);
        assert!(ways.open().is_empty());
    }

    #[test]
    fn a_test_is_extended_by_a_copy_of_its_object() {
        let facts = facts();
        let cluster = Cluster::new(&facts).unwrap();
        let goals = Goals::new(&facts).unwrap();
        let mut ways = Ways::new(&facts, &cluster).unwrap();
        ways.find_open(&goals, 1, |goal| goal != 1);
        let settings = Settings { reuse_objects: 1.0, ..Settings::default() };
        let mut test = TestCase::default();
        test.push(Statement::Invoke { member: 0, receiver: None, arguments: vec![] }, Type::class(cluster.target));
        let one = Arc::new(Evaluated { test: test.clone(), end: End::Passed, reach: Default::default() });
        let mut maker = Maker { open: ways.open(), ..maker(&cluster, &settings, 1) };
        let extended = maker.extended(&[one]).unwrap();
        assert_eq!(extended.len(), 8);
        assert_eq!(extended.steps[3].statement.uses(), [2, 0], "the object that is there is written");
    }

    /// Code that asks for any stream is not given one of objects: it reads what such a stream has written, and little else.
    #[test]
    fn the_streams_of_objects_are_there_for_copies_only() {
        let made = |facts: &TypeFacts| {
            let mut cluster = Cluster::new(facts).unwrap();
            let ty = parse("Ljava/io/InputStream;", &mut cluster.names).unwrap();
            let settings = Settings { null_share: 0.0, ..Settings::default() };
            let of = |seed| {
                let mut test = TestCase::default();
                let slot = maker(&cluster, &settings, seed).made(&mut test, &ty, 0).unwrap();
                test.ty(slot).signature(&cluster.names)
            };
            let mut all: Vec<String> = (0..50).map(of).collect();
            all.sort();
            all.dedup();
            all
        };
        assert_eq!(made(&facts()), ["Ljava/io/ByteArrayInputStream;"]);
        let mut takes = facts();
        takes.types[0].members[1].parameters = vec!["Ljava/io/ObjectInputStream;".to_owned()];
        assert_eq!(made(&takes).len(), 2, "unless the code takes them");
    }

    #[test]
    fn without_the_streams_there_are_no_copies() {
        let mut facts = facts();
        facts.types.retain(|t| t.name != STREAMS[1]);
        let cluster = Cluster::new(&facts).unwrap();
        assert!(cluster.copying().is_none() && Cluster::new(&self::facts()).unwrap().copying().is_some());
        let goals = Goals::new(&facts).unwrap();
        let ways = Ways::new(&facts, &cluster).unwrap();
        assert!(ways.to(&goals, 1).is_empty());
    }
}
