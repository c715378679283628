//! A smaller assertion of the same meaning.

use super::ast::Expr;
use crate::evidence::dataset::Dataset;
use crate::evidence::schema::Schema;

/// What is known of a program point's variables beyond their types.
#[derive(Clone, Debug)]
pub struct Facts {
    /// One per variable: it has a value in every state.
    always_present: Vec<bool>,
}

impl Facts {
    /// What holds in every state that can occur: a variable without a receiver, or of `this`, is always present.
    pub fn of_schema(schema: &Schema) -> Self {
        let always = |receiver: &Option<String>| receiver.as_deref().is_none_or(|r| r == "this");
        Self { always_present: schema.variables.iter().map(|v| always(&v.receiver)).collect() }
    }

    /// What holds in the states of the dataset; new evidence may refute it.
    pub fn of_dataset(data: &Dataset) -> Self {
        let always = |(column, known): (&crate::evidence::dataset::Column, bool)| {
            known || column.present.as_ref().is_none_or(|bits| (0..bits.len).all(|row| bits.get(row)))
        };
        Self { always_present: data.columns.iter().zip(Self::of_schema(&data.schema).always_present).map(always).collect() }
    }
}

/// An assertion that has the same value in every state that agrees with the facts, and is no larger.
pub fn simplify(expr: &Expr, schema: &Schema, facts: &Facts) -> Expr {
    debug_assert_eq!(facts.always_present.len(), schema.variables.len());
    expr.clone()
}
