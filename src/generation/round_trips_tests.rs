//! What is written and read back.

use super::cluster::Cluster;
use super::maker::Maker;
use super::round_trips::RoundTrips;
use super::settings::Settings;
use super::statement::{Statement, TestCase};
use super::tests::{class, fault, is_static, maker, member};
use serde_json::{Value, json};

/// A class of the program with a reader and a writer, beside what the JDK has for both.
fn cluster(members: Vec<Value>) -> Cluster {
    let stream = |name: &str, above: &str, members: Vec<Value>| {
        let mut stream = class(name, json!([]), &[], members);
        stream["superclass"] = json!(format!("L{above};"));
        stream
    };
    let constructor = |of: &str, parameters: &[&str]| {
        member("constructor", "<init>", &format!("({})V", parameters.concat()), parameters, &format!("L{of};"))
    };
    let (bytes_in, bytes_out) = ("java/io/ByteArrayInputStream", "java/io/ByteArrayOutputStream");
    let (data_in, data_out) = ("java/io/DataInputStream", "java/io/DataOutputStream");
    let types = [
        class("p/Form", json!([]), &[], members),
        stream(bytes_in, "java/io/InputStream", vec![constructor(bytes_in, &["[B"])]),
        stream(bytes_out, "java/io/OutputStream", vec![constructor(bytes_out, &[]), member("method", "toByteArray", "()[B", &[], "[B")]),
        stream(data_in, "java/io/InputStream", vec![constructor(data_in, &["Ljava/io/InputStream;"])]),
        stream(data_out, "java/io/OutputStream", vec![constructor(data_out, &["Ljava/io/OutputStream;"])]),
        class("java/io/InputStream", json!([]), &[], vec![]),
        class("java/io/OutputStream", json!([]), &[], vec![]),
    ];
    let facts = json!({"version": 1, "target": "p/Form", "types": types,
        "literals": {"ints": [], "longs": [], "floats": [], "doubles": [], "strings": []}, "casts": [], "goals": []});
    Cluster::new(&serde_json::from_value(facts).unwrap()).unwrap()
}

fn made(parameters: &[&str]) -> Value {
    member("constructor", "<init>", &format!("({})V", parameters.concat()), parameters, "Lp/Form;")
}

/// The members that are called, in their order.
fn calls(cluster: &Cluster, test: &TestCase) -> Vec<String> {
    let name = |statement: &Statement| {
        let member = cluster.member(statement.member()?);
        let owner = cluster.names.text(member.owner).rsplit('/').next()?;
        Some(format!("{owner}.{}", member.name))
    };
    test.steps.iter().filter_map(|step| name(&step.statement)).collect()
}

/// The calls of a test of one member, its first reader with what is read back whenever that can be.
fn round_trip(cluster: &Cluster, reader: &str) -> Vec<String> {
    let settings = Settings { round_trips: 1.0, reuse_objects: 0.0, null_share: 0.0, ..Settings::default() };
    let trips = RoundTrips::of(cluster);
    let mut maker = Maker { round_trips: &trips, ..maker(cluster, &settings, 3) };
    let id = (0..cluster.members.len() as u32).find(|&m| cluster.member(m).name == reader && !cluster.member(m).parameters.is_empty());
    let mut test = TestCase::default();
    maker.call(&mut test, id.unwrap()).unwrap();
    assert_eq!(fault(cluster, &test), None);
    calls(cluster, &test)
}

#[test]
fn a_stream_that_is_read_has_what_was_written() {
    let cluster = cluster(vec![
        made(&[]),
        member("method", "write", "(Ljava/io/DataOutputStream;)V", &["Ljava/io/DataOutputStream;"], "V"),
        member("method", "read", "(Ljava/io/DataInputStream;)V", &["Ljava/io/DataInputStream;"], "V"),
    ]);
    let calls = round_trip(&cluster, "read");
    let expected = [
        "ByteArrayOutputStream.<init>",
        "DataOutputStream.<init>",
        "Form.write",
        "ByteArrayOutputStream.toByteArray",
        "ByteArrayInputStream.<init>",
        "DataInputStream.<init>",
        "Form.read",
    ];
    assert_eq!(calls[calls.len() - expected.len()..], expected, "{calls:?}");
}

#[test]
fn a_text_is_read_by_what_makes_an_object_of_it_and_by_nothing_else() {
    let text = "Ljava/lang/String;";
    let cluster = cluster(vec![
        made(&[]),
        member("method", "toString", "()Ljava/lang/String;", &[], text),
        member("method", "name", "()Ljava/lang/String;", &[], text),
        is_static(member("method", "parse", "(Ljava/lang/String;)Lp/Form;", &[text], "Lp/Form;")),
        member("method", "rename", "(Ljava/lang/String;)V", &[text], "V"),
    ]);
    assert_eq!(round_trip(&cluster, "parse")[1..], ["Form.toString", "Form.parse"]);
    let calls = round_trip(&cluster, "rename");
    assert_ne!(calls[calls.len() - 2], "Form.toString", "{calls:?}");
    assert!(!calls.contains(&"Form.name".to_owned()), "{calls:?}");
}

#[test]
fn bytes_that_a_method_gives_are_read_as_a_stream() {
    let cluster = cluster(vec![made(&[]), member("method", "bytes", "()[B", &[], "[B"), made(&["Ljava/io/InputStream;"])]);
    let calls = round_trip(&cluster, "<init>");
    assert_eq!(calls[calls.len() - 3..], ["Form.bytes", "ByteArrayInputStream.<init>", "Form.<init>"], "{calls:?}");
}
