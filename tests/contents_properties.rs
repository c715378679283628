//! What holds for every assertion over contents, exact integers, bits and quantifiers: it is well typed, parsing undoes rendering,
//! simplifying preserves the value.

use super::contents::{Generator, Random, dataset, schema, state};
use oraculum::assertion::ast::{Expr, Type};
use oraculum::assertion::{check, interpret, parse, render, simplify};

const CASES: u64 = 20_000;

/// The assertion of a case; small ones first.
fn assertion(case: u64) -> Expr {
    let mut random = Random::new(case);
    Generator::new(&mut random).boolean((1 + case * 4 / CASES) as usize)
}

#[test]
fn what_is_generated_is_well_typed_and_parsing_undoes_rendering() {
    let schema = schema();
    for case in 0..CASES {
        let expr = assertion(case);
        assert_eq!(check::type_of(&expr, &schema), Ok(Type::Boolean), "case {case}");
        let text = render::render(&expr, &schema);
        assert_eq!(parse::parse(&text, &schema), Ok(expr), "case {case}: {text}");
    }
}

#[test]
fn simplifying_preserves_the_value() {
    let schema = schema();
    let facts = simplify::Facts::of_schema(&schema);
    let mut random = Random::new(7);
    let data = dataset(&(0..60).map(|_| state(&mut random)).collect::<Vec<_>>());
    for case in 0..CASES / 2 {
        let expr = assertion(2 * case);
        let simple = simplify::simplify(&expr, &schema, &facts);
        let (before, after) = (render::render(&expr, &schema), render::render(&simple, &schema));
        assert_eq!(check::type_of(&simple, &schema), Ok(Type::Boolean), "case {case}: {before}\nbecame {after}");
        assert!(simple.size() <= expr.size(), "case {case}: {before}\ngrew to {after}");
        for row in 0..data.rows {
            let (was, is) = (interpret::holds(&expr, &data, row), interpret::holds(&simple, &data, row));
            assert_eq!(was, is, "case {case}, row {row}: {before}\nbecame {after}");
        }
        let again = simplify::simplify(&simple, &schema, &facts);
        assert_eq!(again, simple, "case {case}: {before}\nbecame {after}\nand then {}", render::render(&again, &schema));
    }
}
