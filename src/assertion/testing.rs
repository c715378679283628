//! A program point for the tests of this folder: every type, fields, observers, entry values, chains of receivers.

use super::ast::Expr;
use crate::evidence::schema::{Schema, ValueType, Variable};

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
        ],
    }
}

/// The variable of that name.
pub fn var(name: &str) -> Expr {
    Expr::Var(schema().find(name).expect("a variable of the test schema"))
}
