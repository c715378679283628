//! A program point for the tests of this folder: every type, fields, observers, entry values, chains of receivers.

use super::ast::Expr;
use crate::evidence::schema::{Element, Schema, ValueType, Variable};

pub fn schema() -> Schema {
    use ValueType::*;
    let plain = |name: &str, value_type| Variable {
        name: name.into(),
        value_type,
        receiver: None,
        java: Some(name.into()),
        entry: None,
        java_type: (value_type == Reference).then(|| "java.lang.Object".into()),
    };
    let read = |name: &str, value_type, receiver: &str| Variable { receiver: Some(receiver.into()), ..plain(name, value_type) };
    let entry =
        |name: &str, value_type, java: &str, receiver: &str| Variable { java: Some(java.into()), ..read(name, value_type, receiver) };
    let contents = |name: &str, value_type, java_type: &str| Variable {
        java: Some(name.strip_suffix("[*]").expect("contents").replace("old_", "old").replace(".", "_").replace("this_", "this.")),
        java_type: Some(java_type.into()),
        ..read(name, value_type, name.strip_suffix("[*]").expect("contents"))
    };
    let boxed = |name: &str| Variable { java_type: Some("java.lang.Integer".into()), ..plain(name, Reference) };
    Schema {
        method: "p.C#m(int)".into(),
        variables: vec![
            plain("b", Boolean),
            plain("by", Byte),
            plain("s", Short),
            plain("c", Char),
            plain("i", Int),
            plain("j", Int),
            plain("l", Long),
            plain("f", Float),
            plain("d", Double),
            plain("r", Reference),
            plain("this", Reference),
            read("this.top", Int, "this"),
            entry("old_this.top", Int, "old_this_top", "this"),
            plain("list", Reference),
            read("list.size()", Int, "list"),
            read("list.isEmpty()", Boolean, "list"),
            plain("old_i", Int),
            read("this.items", Reference, "this"),
            read("this.items.length", Int, "this.items"),
            boxed("n"),
            read("n.intValue()", Int, "n"),
            plain("a", Reference),
            read("a.length", Int, "a"),
            contents("a[*]", Sequence(Element::Int), "int[]"),
            plain("old_a", Reference),
            contents("old_a[*]", Sequence(Element::Int), "int[]"),
            plain("words", Reference),
            read("words.size()", Int, "words"),
            contents("words[*]", Sequence(Element::Text), "java.util.List<java.lang.String>"),
            plain("t", Reference),
            read("t.length()", Int, "t"),
            contents("t[*]", Text, "java.lang.String"),
            plain("u", Reference),
            contents("u[*]", Text, "java.lang.String"),
            plain("map", Reference),
            Variable {
                receiver: Some("map".into()),
                java: Some("map.keySet()".into()),
                ..contents("map.keySet()[*]", Bag(Element::Int), "java.util.Set<java.lang.Integer>")
            },
            contents("this.items[*]", Sequence(Element::Reference), "java.lang.Object[]"),
        ],
    }
}

/// The variable of that name.
pub fn var(name: &str) -> Expr {
    Expr::Var(schema().find(name).expect("a variable of the test schema"))
}
