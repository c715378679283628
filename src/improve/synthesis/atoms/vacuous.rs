//! Statements that no maintainer would keep, whatever the evidence: they are true by types or definition, or compare what must not be
//! compared so.
//!
//! - An order or disequality that every value of the type meets: `a.length >= 0`, `a.indexOf(x) >= -1`.
//! - `==` or `!=` of boxed numbers and strings: it compares objects, and which values share one is the JVM's affair (JLS §5.1.7).
//! - `!=` of references of different classes: no two such objects are one.
//! - `this` as an element of a collection, or a collection as an element of one of its own type.
//! - An enum constant's place (`ordinal()`) in arithmetic or in an order with anything else: it is a name, not a number.
//! - A relation among the observers of one object that rejects nothing that was seen, or says when one observer is true, or is of a number
//!   of the JDK: that is how the object is defined, and no statement about the method.
//! - `==` of the elements of two sequences of reals: a NaN that stayed where it was is not equal to itself. `equals` says it.

use crate::assertion::ast::{BinaryOp, Expr, Function, OpKind, UnaryOp};
use crate::evidence::dataset::Dataset;
use crate::evidence::schema::{Element, ValueType, VarId, Variable};
use std::collections::BTreeSet;

/// Classes whose objects are values: `==` says nothing of these.
const VALUE_CLASSES: [&str; 9] = [
    "java.lang.Boolean",
    "java.lang.Byte",
    "java.lang.Short",
    "java.lang.Character",
    "java.lang.Integer",
    "java.lang.Long",
    "java.lang.Float",
    "java.lang.Double",
    "java.lang.String",
];

/// Whether an atom is such a statement by what it is made of.
pub fn is_vacuous(atom: &Expr, dataset: &Dataset) -> bool {
    match atom {
        Expr::Unary(UnaryOp::Not, inner) => is_vacuous_comparison(inner, dataset, true) || has_vacuous_part(inner, dataset),
        _ => is_vacuous_comparison(atom, dataset, false) || has_vacuous_part(atom, dataset),
    }
}

/// Whether the literals relate observers of one object, at one time, and nothing else.
pub fn relates_observers(literals: &[&Expr], dataset: &Dataset) -> bool {
    let mut found = BTreeSet::new();
    literals.iter().for_each(|literal| {
        literal.for_each_variable(&mut |id| {
            found.insert(id);
        });
    });
    let variables: Vec<&Variable> = found.iter().map(|&id| &dataset.schema.variables[id as usize]).collect();
    are_of_one_object(&variables)
}

/// Whether the literals say only how an object is defined, whatever they reject: how two observers of one number of the JDK go together
/// (`n.bitCount() >= n.signum()`), or that one observer is true exactly where others say something (`isEmpty() == (size() == 0)`).
pub fn defines_observers(literals: &[&Expr], dataset: &Dataset) -> bool {
    if !relates_observers(literals, dataset) {
        return false;
    }
    let mut first = None;
    literals.iter().for_each(|literal| {
        literal.for_each_variable(&mut |id| {
            first.get_or_insert(id);
        });
    });
    let object = first.and_then(|id| dataset.schema.variables[id as usize].receiver.as_deref());
    let class = |name: &str| dataset.schema.variables.iter().find(|v| v.name == name).and_then(|v| v.java_type.as_deref());
    let is_number = object.and_then(class).is_some_and(|class| class.starts_with("java.math."));
    is_number || matches!(literals, [Expr::Binary(BinaryOp::Equiv | BinaryOp::Xor, ..)])
}

/// Whether there are two or more of one object at one time, an observer among them.
fn are_of_one_object(variables: &[&Variable]) -> bool {
    let has_observer = variables.iter().any(|v| v.name.ends_with("()"));
    let owners: BTreeSet<Option<&str>> = variables.iter().map(|v| owner(v)).collect();
    variables.len() >= 2 && has_observer && owners.len() == 1 && !owners.contains(&None)
}

/// The object that a variable is read from, before or after the call; the receiver's own fields and observers name none.
fn owner(variable: &Variable) -> Option<&str> {
    let of_this = ["this", "old_this"].into_iter().find(|this| variable.name.strip_prefix(this).is_some_and(|rest| rest.starts_with('.')));
    variable.receiver.as_deref().or(of_this)
}

fn is_vacuous_comparison(expr: &Expr, dataset: &Dataset, negated: bool) -> bool {
    let Expr::Binary(op, left, right) = expr else { return false };
    if op.kind() != OpKind::Comparison {
        return false;
    }
    if let (Expr::Var(a), Expr::Var(b)) = (&**left, &**right)
        && is_reference(dataset, *a)
        && is_reference(dataset, *b)
    {
        return [a, b].into_iter().any(|&id| is_value_class(dataset, id))
            || (*op == BinaryOp::Ne) != negated && are_unrelated(dataset, *a, *b);
    }
    let always = |term: &Expr, op: BinaryOp, constant: &Expr| {
        let (Some(least), Some(constant)) = (least_of(term, dataset), whole(constant)) else { return false };
        match op {
            BinaryOp::Ge => constant <= least,
            BinaryOp::Gt | BinaryOp::Ne => constant < least,
            // Its negation is as empty: it is false everywhere.
            BinaryOp::Lt => constant <= least,
            BinaryOp::Le | BinaryOp::Eq => constant < least,
            _ => false,
        }
    };
    // `-a.length <= 0`
    let negated = |term: &Expr, op: BinaryOp, constant: &Expr| match (term, whole(constant)) {
        (Expr::Unary(UnaryOp::Neg, inner), Some(constant)) => {
            constant.checked_neg().and_then(|c| i32::try_from(c).ok()).is_some_and(|c| always(inner, op.mirrored(), &Expr::Int(c)))
        }
        _ => false,
    };
    let either = |term: &Expr, op: BinaryOp, constant: &Expr| always(term, op, constant) || negated(term, op, constant);
    either(left, *op, right) || either(right, op.mirrored(), left)
}

/// Whether a part of it compares what must not be compared so.
fn has_vacuous_part(expr: &Expr, dataset: &Dataset) -> bool {
    let variable = |e: &Expr| match e {
        Expr::Var(id) => Some(&dataset.schema.variables[*id as usize]),
        _ => None,
    };
    let is_this = |e: &Expr| variable(e).is_some_and(|v| v.name == "this" || v.name == "old_this");
    // The object whose contents they are, or another one that is declared as it is.
    let is_holder = |contents: &Expr, e: &Expr| {
        let declared = |name: &str| dataset.schema.variables.iter().find(|v| v.name == name).and_then(|v| v.java_type.as_deref());
        match (variable(contents).and_then(|c| c.receiver.as_deref()), variable(e)) {
            (Some(holder), Some(v)) => v.name == holder || v.java_type.is_some() && v.java_type.as_deref() == declared(holder),
            _ => false,
        }
    };
    let is_place = |e: &Expr| variable(e).is_some_and(|v| v.name.ends_with(".ordinal()"));
    let has_place = |e: &Expr| is_place(e) || any(e, &is_place);
    let odd = match expr {
        Expr::Call(Function::Contains | Function::Count | Function::IndexOf, arguments) => {
            arguments.iter().skip(1).any(|e| is_this(e) || is_holder(&arguments[0], e))
        }
        Expr::Call(_, arguments) => arguments.iter().any(has_place),
        Expr::Binary(op, left, right) => {
            let is_element = |e: &Expr| matches!(e, Expr::Call(Function::Get, _));
            let is_real_element = |e: &Expr| match e {
                Expr::Call(Function::Get, of) => variable(&of[0]).is_some_and(|v| is_of_reals(v.value_type)),
                _ => false,
            };
            let is_of = |element: &Expr, e: &Expr| matches!(element, Expr::Call(Function::Get, of) if is_holder(&of[0], e));
            match op.kind() {
                OpKind::Arithmetic | OpKind::Bitwise => has_place(left) || has_place(right),
                OpKind::Comparison if is_real_element(left) && is_real_element(right) => true,
                OpKind::Comparison if is_element(left) && is_this(right) || is_this(left) && is_element(right) => true,
                OpKind::Comparison if is_of(left, right) || is_of(right, left) => true,
                OpKind::Comparison => [(left, right), (right, left)].iter().any(|(one, other)| {
                    let equates = matches!(op, BinaryOp::Eq | BinaryOp::Ne);
                    is_place(one) && !(equates && is_place(other))
                }),
                OpKind::Logical => false,
            }
        }
        _ => false,
    };
    odd || expr.operands().into_iter().any(|operand| has_vacuous_part(operand, dataset))
}

fn is_of_reals(contents: ValueType) -> bool {
    matches!(contents, ValueType::Sequence(Element::Float | Element::Double) | ValueType::Bag(Element::Float | Element::Double))
}

fn any(expr: &Expr, test: &impl Fn(&Expr) -> bool) -> bool {
    expr.operands().into_iter().any(|operand| test(operand) || any(operand, test))
}

fn is_reference(dataset: &Dataset, id: VarId) -> bool {
    dataset.schema.variables[id as usize].value_type == ValueType::Reference
}

fn is_value_class(dataset: &Dataset, id: VarId) -> bool {
    dataset.schema.variables[id as usize].java_type.as_deref().is_some_and(|class| VALUE_CLASSES.contains(&class))
}

/// Whether the two are declared of different classes, of which neither is that of all objects. Of subclasses the evidence knows nothing:
/// that two objects of related classes differ is left out as well.
fn are_unrelated(dataset: &Dataset, a: VarId, b: VarId) -> bool {
    let class = |id: VarId| {
        let declared = dataset.schema.variables[id as usize].java_type.as_deref()?;
        Some(declared.split('<').next().unwrap_or(declared))
    };
    let is_object = |class: &str| class == "java.lang.Object";
    matches!((class(a), class(b)), (Some(a), Some(b)) if a != b && !is_object(a) && !is_object(b))
}

/// The least value that the term's type or meaning allows, if it is a small one.
fn least_of(term: &Expr, dataset: &Dataset) -> Option<i64> {
    match term {
        Expr::Var(id) => {
            let Variable { name, value_type, .. } = &dataset.schema.variables[*id as usize];
            let is_length = [".length", ".length()", ".size()", ".ordinal()"].iter().any(|suffix| name.ends_with(suffix));
            (is_length || *value_type == ValueType::Char).then_some(0)
        }
        Expr::Call(Function::Length | Function::Count, _) => Some(0),
        Expr::Call(Function::IndexOf, _) => Some(-1),
        _ => None,
    }
}

fn whole(constant: &Expr) -> Option<i64> {
    match constant {
        Expr::Int(value) => Some(i64::from(*value)),
        Expr::Long(value) => Some(*value),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evidence::schema::Schema;
    use crate::improve::evolution::fixtures::{bin, var};

    /// Variables of those names, types and declared classes.
    fn data(variables: &[(&str, ValueType, Option<&str>, Option<&str>)]) -> Dataset {
        let variable = |&(name, value_type, java_type, receiver): &(&str, ValueType, Option<&str>, Option<&str>)| Variable {
            java_type: java_type.map(str::to_owned),
            receiver: receiver.map(str::to_owned),
            ..Variable::new(name, value_type)
        };
        Dataset {
            explored: false,
            schema: Schema { method: "Sample#method".into(), variables: variables.iter().map(variable).collect() },
            rows: 0,
            correct: 0,
            columns: Vec::new(),
            origins: Vec::new(),
            texts: Default::default(),
            correct_tests: Vec::new(),
            constants: Default::default(),
        }
    }

    #[test]
    fn what_every_length_meets_is_vacuous() {
        let data = data(&[("a.length", ValueType::Int, None, Some("a")), ("n", ValueType::Int, None, None)]);
        let of = |op, v: u32, c: i32| is_vacuous(&bin(op, var(v), Expr::Int(c)), &data);
        assert!(of(BinaryOp::Ge, 0, 0) && of(BinaryOp::Gt, 0, -1) && of(BinaryOp::Ne, 0, -1) && of(BinaryOp::Lt, 0, 0));
        assert!(!of(BinaryOp::Ge, 0, 1) && !of(BinaryOp::Ne, 0, 0) && !of(BinaryOp::Eq, 0, 0) && !of(BinaryOp::Ge, 1, 0));
        assert!(is_vacuous(&bin(BinaryOp::Le, Expr::Int(0), var(0)), &data));
        let less = |v: u32, c: i32| bin(BinaryOp::Le, Expr::unary(UnaryOp::Neg, var(v)), Expr::Int(c));
        assert!(is_vacuous(&less(0, 0), &data) && !is_vacuous(&less(0, -1), &data) && !is_vacuous(&less(1, 0), &data));
        let enumeration = self::data(&[("e.ordinal()", ValueType::Int, None, Some("e"))]);
        assert!(is_vacuous(&less(0, 0), &enumeration));
        let place = Expr::call(Function::IndexOf, [var(0), var(1)]);
        assert!(is_vacuous(&bin(BinaryOp::Ge, place.clone(), Expr::Int(-1)), &data));
        assert!(!is_vacuous(&bin(BinaryOp::Eq, place, Expr::Int(-1)), &data));
    }

    #[test]
    fn objects_that_are_values_are_not_compared_by_identity() {
        let reference = |class| ("x", ValueType::Reference, Some(class), None);
        let data = data(&[
            reference("java.lang.Integer"),
            ("y", ValueType::Reference, Some("java.lang.Integer"), None),
            ("a", ValueType::Reference, Some("pkg.Node"), None),
            ("b", ValueType::Reference, Some("pkg.Node"), None),
            ("list", ValueType::Reference, Some("java.util.List<java.lang.String>"), None),
        ]);
        assert!(is_vacuous(&bin(BinaryOp::Eq, var(0), var(1)), &data) && is_vacuous(&bin(BinaryOp::Ne, var(0), var(2)), &data));
        assert!(!is_vacuous(&bin(BinaryOp::Eq, var(0), Expr::Null), &data));
        assert!(!is_vacuous(&bin(BinaryOp::Eq, var(2), var(3)), &data) && !is_vacuous(&bin(BinaryOp::Ne, var(2), var(3)), &data));
        assert!(is_vacuous(&bin(BinaryOp::Ne, var(2), var(4)), &data) && !is_vacuous(&bin(BinaryOp::Eq, var(2), var(4)), &data));
        assert!(is_vacuous(&Expr::unary(UnaryOp::Not, bin(BinaryOp::Eq, var(2), var(4))), &data));
    }

    #[test]
    fn this_is_no_element_and_an_ordinal_no_number() {
        let data = data(&[
            ("list[*]", ValueType::Sequence(Element::Reference), None, Some("list")),
            ("this", ValueType::Reference, Some("pkg.C"), None),
            ("mode.ordinal()", ValueType::Int, None, Some("mode")),
            ("rest", ValueType::Int, None, None),
            ("other.ordinal()", ValueType::Int, None, Some("other")),
        ]);
        assert!(is_vacuous(&Expr::call(Function::Contains, [var(0), var(1)]), &data));
        assert!(is_vacuous(&Expr::unary(UnaryOp::Not, Expr::call(Function::Contains, [var(0), var(1)])), &data));
        let shifted = bin(BinaryOp::Sub, var(2), Expr::Int(7));
        assert!(is_vacuous(&bin(BinaryOp::Eq, var(3), shifted), &data) && is_vacuous(&bin(BinaryOp::Eq, var(2), var(3)), &data));
        assert!(!is_vacuous(&bin(BinaryOp::Eq, var(2), var(4)), &data));
    }

    #[test]
    fn how_observers_are_defined_is_no_statement_whatever_it_rejects() {
        let observer = |name, ty| (name, ty, None, Some("n"));
        let data = data(&[
            ("n", ValueType::Reference, Some("java.math.BigInteger"), None),
            observer("n.bitCount()", ValueType::Int),
            observer("n.signum()", ValueType::Int),
            ("list", ValueType::Reference, Some("pkg.Bag"), None),
            ("list.isEmpty()", ValueType::Boolean, None, Some("list")),
            ("list.count()", ValueType::Int, None, Some("list")),
            ("list.limit()", ValueType::Int, None, Some("list")),
        ]);
        let defines = |literal: &Expr| defines_observers(&[literal], &data);
        assert!(defines(&bin(BinaryOp::Ge, var(1), var(2))));
        assert!(!defines(&bin(BinaryOp::Ge, var(1), Expr::Int(1))));
        assert!(defines(&bin(BinaryOp::Equiv, var(4), bin(BinaryOp::Eq, var(5), Expr::Int(0)))));
        // An invariant of the user's own class.
        assert!(!defines(&bin(BinaryOp::Le, var(5), var(6))));
        assert!(!defines(&bin(BinaryOp::Equiv, var(4), bin(BinaryOp::Eq, var(2), Expr::Int(0)))));
    }

    #[test]
    fn elements_that_are_reals_are_not_compared_one_by_one() {
        let data = data(&[
            ("a[*]", ValueType::Sequence(Element::Double), None, Some("a")),
            ("old_a[*]", ValueType::Sequence(Element::Double), None, Some("old_a")),
            ("b[*]", ValueType::Sequence(Element::Int), None, Some("b")),
            ("x", ValueType::Double, None, None),
        ]);
        let first = |v: u32| Expr::call(Function::Get, [var(v), Expr::Int(0)]);
        let same = |a, b| is_vacuous(&bin(BinaryOp::Eq, a, b), &data);
        assert!(same(first(0), first(1)) && !same(first(2), first(2)) && !same(first(0), var(3)));
        assert!(!same(var(0), var(1)));
    }

    #[test]
    fn a_list_is_no_element_of_one_like_it() {
        let data = data(&[
            ("list[*]", ValueType::Sequence(Element::Reference), Some("java.util.List<?>"), Some("list")),
            ("list", ValueType::Reference, Some("java.util.List"), None),
            ("other", ValueType::Reference, Some("java.util.List"), None),
            ("x", ValueType::Reference, Some("java.lang.Object"), None),
        ]);
        let first = || Expr::call(Function::Get, [var(0), Expr::Int(0)]);
        let of = |v: u32| is_vacuous(&bin(BinaryOp::Eq, first(), var(v)), &data);
        assert!(of(1) && of(2) && !of(3));
        assert!(is_vacuous(&Expr::call(Function::Contains, [var(0), var(1)]), &data));
        assert!(!is_vacuous(&Expr::call(Function::Contains, [var(0), var(3)]), &data));
    }

    #[test]
    fn observers_of_one_object_are_related_by_its_definition() {
        let data = data(&[
            ("result.isEmpty()", ValueType::Boolean, None, Some("result")),
            ("result.size()", ValueType::Int, None, Some("result")),
            ("this.size()", ValueType::Int, None, None),
            ("result.first", ValueType::Int, None, Some("result")),
            ("result.last", ValueType::Int, None, Some("result")),
            ("this.count", ValueType::Int, None, None),
            ("old_this.count", ValueType::Int, None, None),
        ]);
        let related = |a, b| relates_observers(&[&bin(BinaryOp::Eq, var(a), var(b))], &data);
        assert!(related(0, 1) && related(1, 3) && !related(1, 2) && !related(3, 4));
        assert!(related(2, 5) && !related(2, 6) && !related(5, 6));
    }
}
