//! What the code of a method asks before it branches, as formulas over the samples of its exits: of what was so on entry, where that is
//! known.

use super::formula::{Constant, Formula, Predicate};
use super::samples::{Kind, Samples, Var};
use crate::evidence::schema::Schema;
use crate::relation::Relation;

/// Conditions that samples are split by; those that come later are not tried.
const MOST: usize = 64;

/// The formulas of conditions such as `this.size == 0` and `x > y`; what is of no variable of the samples, or compares what cannot be
/// compared, has none.
pub fn formulas(conditions: &[String], schema: &Schema, samples: &Samples) -> Vec<Formula> {
    let mut formulas: Vec<Formula> = Vec::new();
    for condition in conditions {
        if let Some(formula) = formula(condition, schema, samples).filter(|f| formulas.len() < MOST && !formulas.contains(f)) {
            formulas.push(formula);
        }
    }
    formulas
}

fn formula(condition: &str, schema: &Schema, samples: &Samples) -> Option<Formula> {
    let mut words = condition.split(' ');
    let (left, relation, right) = (words.next()?, words.next()?, words.next()?);
    if words.next().is_some() {
        return None;
    }
    let relation = Relation::ALL.into_iter().find(|r| r.symbol() == relation)?;
    // Both of the entry, or, in a constructor, both of the exit.
    let find = |prefix: &str, name: &str| {
        let id = schema.find(&format!("{prefix}{name}"))?;
        let var = samples.variables.iter().position(|v| v.source == Some(id))?;
        samples.variables[var].is_scalar().then_some(var)
    };
    ["old_", ""].into_iter().find_map(|prefix| {
        let x = find(prefix, left)?;
        constant(right, samples.variables[x].kind).map_or_else(
            || find(prefix, right).and_then(|y| comparison(relation, x, y, samples)),
            |c| with_constant(relation, x, c, samples),
        )
    })
}

fn constant(text: &str, kind: Kind) -> Option<Constant> {
    match kind {
        Kind::Integer | Kind::Boolean => text.parse().ok().map(Constant::Integer),
        Kind::Real => text.parse().ok().map(Constant::Real),
        Kind::Reference => (text == "null").then_some(Constant::Integer(0)),
        Kind::Text | Kind::ClassName => None,
    }
}

/// The formula, or its opposite: it parts the samples alike.
fn with_constant(relation: Relation, x: Var, constant: Constant, samples: &Samples) -> Option<Formula> {
    let equality = matches!(relation, Relation::Equal | Relation::NotEqual);
    let predicate = match (constant, samples.variables[x].kind) {
        (Constant::Integer(_), Kind::Boolean | Kind::Reference) if !equality => return None,
        _ if equality => Predicate::OneOf(vec![constant]),
        (Constant::Integer(c), _) => match relation {
            Relation::Less => Predicate::AtMost(Constant::Integer(c.checked_sub(1)?)),
            Relation::Greater => Predicate::AtLeast(Constant::Integer(c.checked_add(1)?)),
            Relation::LessOrEqual => Predicate::AtMost(constant),
            _ => Predicate::AtLeast(constant),
        },
        (Constant::Real(_), _) => match relation {
            Relation::Less | Relation::GreaterOrEqual => Predicate::AtLeast(constant),
            _ => Predicate::AtMost(constant),
        },
    };
    Some(Formula::Unary(predicate, x))
}

fn comparison(relation: Relation, x: Var, y: Var, samples: &Samples) -> Option<Formula> {
    let kinds = [x, y].map(|v| samples.variables[v].kind);
    let ordered = matches!(kinds, [Kind::Integer, Kind::Integer] | [Kind::Real, Kind::Real]);
    let equality = matches!(relation, Relation::Equal | Relation::NotEqual);
    let identity = equality && matches!(kinds, [Kind::Reference, Kind::Reference] | [Kind::Boolean, Kind::Boolean]);
    (x != y && (ordered || identity)).then_some(Formula::Compare(relation, x, y))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evidence::schema::{ValueType, Variable};
    use crate::invariants::samples::{Column, Data, Shape, Variable as Sampled};

    fn schema_and_samples() -> (Schema, Samples) {
        let types = [
            ("x", ValueType::Int, Kind::Integer),
            ("this.size", ValueType::Int, Kind::Integer),
            ("old_x", ValueType::Int, Kind::Integer),
            ("old_this.size", ValueType::Int, Kind::Integer),
            ("old_r", ValueType::Reference, Kind::Reference),
            ("old_d", ValueType::Double, Kind::Real),
            ("old_b", ValueType::Boolean, Kind::Boolean),
        ];
        let variables = types.iter().map(|(name, value_type, _)| Variable::new(*name, *value_type)).collect();
        let mut samples = Samples::default();
        for (id, (name, _, kind)) in types.iter().enumerate() {
            let mut variable = Sampled::new(*name, *kind, Shape::Scalar);
            variable.source = Some(id as u32);
            samples.push(variable, Column { data: Data::empty(*kind, Shape::Scalar), present: None });
        }
        (Schema { method: "C#m()".into(), variables }, samples)
    }

    #[test]
    fn conditions_are_of_the_entry_and_the_strict_ones_of_integers_are_bounds() {
        let (schema, samples) = schema_and_samples();
        let of = |text: &str| formulas(&[text.to_owned()], &schema, &samples).pop();
        let (integer, real) = (Constant::Integer, Constant::Real);
        let unary = |predicate, v| Some(Formula::Unary(predicate, v));
        assert_eq!(of("x > 0"), unary(Predicate::AtLeast(integer(1)), 2));
        assert_eq!(of("x < 7"), unary(Predicate::AtMost(integer(6)), 2));
        assert_eq!(of("this.size == 0"), unary(Predicate::OneOf(vec![integer(0)]), 3));
        assert_eq!(of("r != null"), unary(Predicate::OneOf(vec![integer(0)]), 4));
        assert_eq!(of("d < 0.5"), unary(Predicate::AtLeast(real(0.5)), 5));
        assert_eq!(of("b == 1"), unary(Predicate::OneOf(vec![integer(1)]), 6));
        assert_eq!(of("x <= this.size"), Some(Formula::Compare(Relation::LessOrEqual, 2, 3)));
    }

    #[test]
    fn what_cannot_be_compared_or_is_not_there_is_no_condition() {
        let (schema, samples) = schema_and_samples();
        let least = i64::MIN;
        for text in ["y > 0", "x > d", "r < null", "b > 0", "x", "x > 0 or", "x ~ 0", "x == x", "r == 0", &format!("x < {least}")] {
            assert_eq!(formulas(&[text.to_owned()], &schema, &samples), Vec::new(), "{text}");
        }
    }
}
