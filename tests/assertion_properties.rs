//! What holds for every assertion: parsing undoes rendering, the parser survives any text, simplifying preserves the value.

use super::support::{assertion, entangled_assertion, row, schema};
use oraculum::assertion::ast::Type;
use oraculum::assertion::{check, interpret, parse, render, simplify};
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn parsing_undoes_rendering(expr in assertion()) {
        let schema = schema();
        let text = render::render(&expr, &schema);
        prop_assert_eq!(parse::parse(&text, &schema), Ok(expr), "{}", text);
    }

    #[test]
    fn what_is_generated_is_well_typed(expr in assertion()) {
        prop_assert_eq!(check::type_of(&expr, &schema()), Ok(Type::Boolean));
    }

    #[test]
    fn any_text_is_an_assertion_or_an_error(text in any::<String>()) {
        if let Err(error) = parse::parse(&text, &schema()) {
            prop_assert!(error.message.starts_with("assertion, "), "{}", error);
        }
    }

    #[test]
    fn any_sequence_of_tokens_is_an_assertion_or_an_error(text in tokens()) {
        match parse::parse(&text, &schema()) {
            Ok(expr) => prop_assert_eq!(check::type_of(&expr, &schema()), Ok(Type::Boolean)),
            Err(error) => prop_assert!(error.message.lines().count() >= 3, "{}", error),
        }
    }
}

#[test]
fn the_examples_of_the_documentation_are_assertions() {
    use oraculum::evidence::schema::{Element, Schema, ValueType, Variable};
    let variable = |(name, value_type, receiver): (&str, ValueType, Option<&str>)| Variable {
        name: name.into(),
        value_type,
        receiver: receiver.map(Into::into),
        java: None,
        entry: None,
        java_type: None,
    };
    let variables = [
        ("result", ValueType::Int, None),
        ("x", ValueType::Int, None),
        ("this", ValueType::Reference, None),
        ("this.top", ValueType::Int, Some("this")),
        ("old_this.top", ValueType::Int, Some("this")),
        ("list", ValueType::Reference, None),
        ("list.size()", ValueType::Int, Some("list")),
        ("list.isEmpty()", ValueType::Boolean, Some("list")),
        ("found", ValueType::Boolean, None),
        ("index", ValueType::Int, None),
        ("c", ValueType::Char, None),
        ("mask", ValueType::Long, None),
        ("ratio", ValueType::Float, None),
        ("count", ValueType::Int, None),
        ("a", ValueType::Reference, None),
        ("a.length", ValueType::Int, Some("a")),
        ("a[*]", ValueType::Sequence(Element::Int), Some("a")),
        ("old_a", ValueType::Reference, None),
        ("old_a[*]", ValueType::Sequence(Element::Int), Some("old_a")),
        ("list[*]", ValueType::Sequence(Element::Int), Some("list")),
        ("s", ValueType::Reference, None),
        ("s[*]", ValueType::Text, Some("s")),
        ("t", ValueType::Reference, None),
        ("t[*]", ValueType::Text, Some("t")),
        ("map", ValueType::Reference, None),
        ("map.keySet()[*]", ValueType::Bag(Element::Int), Some("map")),
        ("map.values()[*]", ValueType::Bag(Element::Long), Some("map")),
    ];
    let schema = Schema { method: "p.C#m(int)".into(), variables: variables.map(variable).into() };
    let document = include_str!("../docs/assertion-language.md");
    let block = document.split("```").find_map(|block| block.strip_prefix("assertion\n")).expect("a block of examples");
    assert!(block.lines().count() > 5);
    for example in block.lines() {
        parse::parse(example, &schema).unwrap_or_else(|e| panic!("{e}"));
    }
}

/// Text that gets past the lexer more often than any text does.
fn tokens() -> impl Strategy<Value = String> {
    let token = prop_oneof![
        4 => r"(b|i|d|r|x|this\.top|x\.isEmpty\(\)|old_this\.top|null|true|1|2L|0\.5f|'a'|Double\.NaN)",
        4 => r"(==|!=|<=|>=|<|>|&&|\|\||\+|-|\*|/|%|!|\^|==>|<==>|implies)",
        2 => r"(\(|\)|\\old\(|\.|\[|`|'|\\)",
        1 => r"[0-9a-fxlLe._]{1,8}",
    ];
    proptest::collection::vec(token, 0..20).prop_map(|tokens| tokens.join(" "))
}

/// Simplifies, and checks all that is promised of it.
fn check_simplification(expr: &oraculum::assertion::ast::Expr, rows: &[Vec<Option<interpret::Value>>]) -> Result<(), TestCaseError> {
    let schema = schema();
    let facts = simplify::Facts::of_schema(&schema);
    let simple = simplify::simplify(expr, &schema, &facts);
    let (before, after) = (render::render(expr, &schema), render::render(&simple, &schema));
    prop_assert_eq!(check::type_of(&simple, &schema), Ok(Type::Boolean));
    prop_assert!(simple.size() <= expr.size(), "{} grew to {}", before, after);
    for row in rows {
        let (was, is) = (interpret::holds_on(expr, row), interpret::holds_on(&simple, row));
        prop_assert_eq!(was, is, "{}\nbecame {}\nwhich differs in {:?}", before, after, row);
    }
    let again = simplify::simplify(&simple, &schema, &facts);
    prop_assert_eq!(&again, &simple, "{}\nbecame {}\nand then {}", before, after, render::render(&again, &schema));
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, ..ProptestConfig::default() })]

    #[test]
    fn simplifying_preserves_the_value(expr in assertion(), rows in proptest::collection::vec(row(), 20)) {
        check_simplification(&expr, &rows)?;
    }

    #[test]
    fn simplifying_entangled_comparisons_preserves_the_value(
        expr in entangled_assertion(),
        rows in proptest::collection::vec(row(), 40),
    ) {
        check_simplification(&expr, &rows)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn the_smallest_form_has_the_same_value(expr in entangled_assertion(), rows in proptest::collection::vec(row(), 40)) {
        let schema = schema();
        let facts = simplify::Facts::of_schema(&schema);
        let (simple, smallest) = (simplify::simplify(&expr, &schema, &facts), simplify::smallest(&expr, &schema, &facts));
        let (before, after) = (render::render(&expr, &schema), render::render(&smallest, &schema));
        prop_assert_eq!(check::type_of(&smallest, &schema), Ok(Type::Boolean));
        prop_assert!(smallest.size() <= simple.size(), "{} became {}", before, after);
        for row in &rows {
            prop_assert_eq!(interpret::holds_on(&expr, row), interpret::holds_on(&smallest, row), "{}\nbecame {}\nwhich differs in {:?}", before, after, row);
        }
    }
}
