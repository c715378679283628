//! Copies of local variables for the lambdas of an assertion's Java text: a lambda captures only what is assigned once
//! (JLS §15.27.2).

use super::{java_text, to_java_capturing};
use crate::assertion::ast::Expr;
use crate::evidence::java_text::is_identifier_part;
use crate::evidence::schema::{Schema, ValueType, VarId};
use serde::Serialize;

/// A declaration that has to stand right before the assertion: `final javaType name = java;`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ExitValue {
    /// The identifier by which the assertion's Java text goes in its lambdas.
    pub name: String,
    /// A primitive type, or the declared type of the reference.
    pub java_type: String,
    /// What it is at the exit. Where that is a local variable or parameter that is assigned once, `name` can be replaced by it.
    pub java: String,
}

/// The assertion's Java text at the program point and the declarations that it needs, in the order of the schema's variables.
pub fn to_java_at_exit(expr: &Expr, schema: &Schema) -> (String, Vec<ExitValue>) {
    let naming = |id: VarId| java_text(schema, id).into_owned();
    let captured_naming = |id: VarId| exit_value(schema, id).map_or_else(|| naming(id), |(value, rest)| value.name + &rest);
    let (java, captured) = to_java_capturing(expr, schema, &naming, &captured_naming);
    let mut values: Vec<ExitValue> = Vec::new();
    for (value, _) in captured.into_iter().filter_map(|id| exit_value(schema, id)) {
        match values.iter_mut().find(|v| v.name == value.name) {
            // The type of contents says what the elements are.
            Some(known) if value.java_type.ends_with('>') => *known = value,
            Some(_) => {}
            None => values.push(value),
        }
    }
    (java, values)
}

/// The copy through which a lambda reads the variable, and the text to append to its name; `None` if it needs none.
fn exit_value(schema: &Schema, id: VarId) -> Option<(ExitValue, String)> {
    let variable = &schema.variables[id as usize];
    // Entry values and the result are declared for the assertion, as final.
    let is_result = variable.name.strip_prefix("result").is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']));
    if variable.entry.is_some() || is_result {
        return None;
    }
    let text = java_text(schema, id).into_owned();
    let root: String = text.chars().take_while(|&c| is_identifier_part(c)).collect();
    let declared = (0..schema.variables.len() as VarId)
        .find(|&v| java_text(schema, v) == root && !schema.variables[v as usize].value_type.is_contents())?;
    if root == "this" {
        return None;
    }
    let type_of = |v: VarId| {
        let variable = &schema.variables[v as usize];
        match variable.value_type {
            ValueType::Reference => variable.java_type.clone().unwrap_or_else(|| "Object".to_owned()),
            primitive if !primitive.is_contents() => primitive.to_string(),
            _ => variable.java_type.clone().unwrap_or_else(|| "Object".to_owned()),
        }
    };
    if variable.value_type.is_contents() {
        let java = if text == root { text.clone() } else { format!("{root} == null ? null : {text}") };
        return Some((ExitValue { name: copy_name(schema, &text), java_type: type_of(id), java }, String::new()));
    }
    let rest = text[root.len()..].to_owned();
    Some((ExitValue { name: copy_name(schema, &root), java_type: type_of(declared), java: root }, rest))
}

/// `finalX` for `x`, `finalM_keySet` for `m.keySet()`, unless something has that name.
fn copy_name(schema: &Schema, text: &str) -> String {
    let words: Vec<&str> = text.split(|c| !is_identifier_part(c)).filter(|word| !word.is_empty()).collect();
    let mut chars = words.join("_");
    if let Some(first) = chars.chars().next() {
        chars.replace_range(..first.len_utf8(), &first.to_uppercase().to_string());
    }
    let mut name = format!("final{chars}");
    while (0..schema.variables.len() as VarId).any(|v| java_text(schema, v) == name) {
        name.push('_');
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assertion::parse::parse;
    use crate::assertion::testing::schema;

    fn at_exit(assertion: &str) -> (String, Vec<String>) {
        let schema = schema();
        let expr = parse(assertion, &schema).unwrap_or_else(|e| panic!("{e}"));
        let (java, values) = to_java_at_exit(&expr, &schema);
        (java, values.into_iter().map(|v| format!("final {} {} = {};", v.java_type, v.name, v.java)).collect())
    }

    #[test]
    fn lambdas_read_copies_of_locals() {
        let (java, values) = at_exit("(\\forall int k; 0 <= k && k < a.length; a[k] <= i) && i > 0");
        assert_eq!(java, "a != null && java.util.stream.IntStream.range(0, a.length).allMatch(k -> finalA[k] <= finalI) && i > 0");
        assert_eq!(values, ["final int finalI = i;", "final int[] finalA = a;"]);
    }

    #[test]
    fn fields_results_and_what_no_lambda_captures_need_no_copies() {
        assert_eq!(at_exit("contains(this.items, null)").1, [""; 0]);
        assert_eq!(at_exit("a[0] == i && sum(a) > 0 && words.contains(t)").1, [""; 0]);
    }

    #[test]
    fn what_is_read_through_a_local_is_copied_as_it_is_read() {
        let (java, values) = at_exit("(\\exists int k; 0 <= k && k < words.size(); map.keySet().contains(k) && words.get(k).equals(t))");
        assert!(java.contains("java.util.Collections.frequency(finalMap_keySet, k) > 0"), "{java}");
        assert_eq!(
            values,
            [
                "final java.util.List<java.lang.String> finalWords = words;",
                "final java.lang.String finalT = t;",
                "final java.lang.Object finalMap = map;",
                "final java.util.Set<java.lang.Integer> finalMap_keySet = map == null ? null : map.keySet();",
            ]
        );
    }
}
