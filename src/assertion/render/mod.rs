//! Assertions as text: the notation that the parser reads, and Java ([`to_java`]).
//!
//! The notation is Java's with the schema's names, and `==>` for implication; it says nothing of guards, for a comparison
//! that fails is false. `parse(render(e)) == e` for every well-typed e that nests no deeper than the parser allows.

mod java;
mod notation;

use super::ast::{BinaryOp, Element, Expr, Function, OpKind, UnaryOp};
use super::names;
use crate::evidence::schema::{Schema, ValueType};

pub use self::java::{ExitValue, java_text, to_java, to_java_at_exit, to_java_capturing};
pub use self::notation::render;

/// How tightly a text binds; the operators' levels are Java's (JLS §15), with implication below them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Precedence {
    Implies,
    Or,
    And,
    BitOr,
    BitXor,
    BitAnd,
    Equality,
    Relational,
    Shift,
    Additive,
    Multiplicative,
    Unary,
    /// A negative literal: an operand like any other, but `--` before it would be Java's decrement.
    Signed,
    Primary,
}

impl Precedence {
    fn of(op: BinaryOp) -> Self {
        match op {
            BinaryOp::Implies => Self::Implies,
            BinaryOp::Or => Self::Or,
            BinaryOp::And => Self::And,
            BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Equiv | BinaryOp::Xor => Self::Equality,
            BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge => Self::Relational,
            BinaryOp::Add | BinaryOp::Sub => Self::Additive,
            BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem => Self::Multiplicative,
            BinaryOp::BitOr => Self::BitOr,
            BinaryOp::BitXor => Self::BitXor,
            BinaryOp::BitAnd => Self::BitAnd,
            BinaryOp::Shl | BinaryOp::Shr | BinaryOp::Ushr => Self::Shift,
        }
    }
}

/// A text and how tightly it binds.
#[derive(Clone, Debug)]
struct Text {
    text: String,
    precedence: Precedence,
}

impl Text {
    fn new(text: impl Into<String>, precedence: Precedence) -> Self {
        Self { text: text.into(), precedence }
    }

    /// The text, in parentheses unless it binds at least as tightly as `least`.
    fn at_least(self, least: Precedence) -> String {
        if self.precedence >= least { self.text } else { format!("({})", self.text) }
    }

    /// The text, in parentheses unless it binds tighter than `other`.
    fn tighter_than(self, other: Precedence) -> String {
        if self.precedence > other { self.text } else { format!("({})", self.text) }
    }
}

fn unary(op: UnaryOp, operand: &Expr, text: Text) -> Text {
    match op {
        UnaryOp::Not => Text::new(format!("!{}", text.at_least(Precedence::Unary)), Precedence::Unary),
        UnaryOp::BitNot => Text::new(format!("~{}", text.at_least(Precedence::Unary)), Precedence::Unary),
        UnaryOp::Exact => Text::new(format!("exact({})", text.text), Precedence::Primary),
        // `-1` is a literal, so that the negation of 1 needs its parentheses; `--` would be Java's decrement.
        UnaryOp::Neg => {
            let number = matches!(operand, Expr::Int(_) | Expr::Long(_) | Expr::Float(_) | Expr::Double(_));
            let named = text.text.starts_with(|c: char| c.is_alphabetic());
            let bare = text.precedence == Precedence::Primary && (!number || named);
            Text::new(if bare { format!("-{}", text.text) } else { format!("-({})", text.text) }, Precedence::Unary)
        }
    }
}

/// `left op right` with the parentheses that the tree needs; those around a comparison that is compared are for the reader.
fn binary(op: BinaryOp, left: Text, right: Text) -> Text {
    let precedence = Precedence::of(op);
    let (left, right) = match op {
        BinaryOp::Implies => (left.tighter_than(precedence), right.at_least(precedence)),
        BinaryOp::Equiv | BinaryOp::Xor => (left.tighter_than(Precedence::Relational), right.tighter_than(Precedence::Relational)),
        _ => (left.at_least(precedence), right.tighter_than(precedence)),
    };
    Text::new(format!("{left} {} {right}", op.symbol()), precedence)
}

/// Both operands' texts; a character's code that is compared with a character is shown as the character.
fn operands(left: &Expr, right: &Expr, schema: &Schema, text: impl Fn(&Expr) -> Text) -> (Text, Text) {
    let beside = |e: &Expr, other: &Expr| match e {
        Expr::Int(code) if is_char(other, schema) => character(*code).unwrap_or_else(|| text(e)),
        _ => text(e),
    };
    (beside(left, right), beside(right, left))
}

/// Whether the expression is a char to Java: such a variable, element or `charAt`.
fn is_char(expr: &Expr, schema: &Schema) -> bool {
    let variable = |e: &Expr| match e {
        Expr::Var(id) => schema.variables.get(*id as usize).map(|v| v.value_type),
        _ => None,
    };
    match expr {
        Expr::Call(Function::Get, arguments) => match arguments.first() {
            Some(of @ Expr::Var(_)) => matches!(variable(of), Some(ValueType::Text | ValueType::Sequence(Element::Char))),
            // No other expression than a variable gives a sequence, but of texts or as text.
            Some(_) => true,
            None => false,
        },
        other => variable(other) == Some(ValueType::Char),
    }
}

/// The character literal of a printable ASCII code.
fn character(code: i32) -> Option<Text> {
    let c = u8::try_from(code).ok().map(char::from).filter(|c| (' '..='~').contains(c))?;
    let text = if c == '\'' || c == '\\' { format!("'\\{c}'") } else { format!("'{c}'") };
    Some(Text::new(text, Precedence::Primary))
}

/// A constant as Java and the notation write it: extreme values by name, the others in the shortest form that reads back exactly.
fn literal(constant: &Expr) -> Text {
    if let Some(name) = names::name_of_constant(constant) {
        return Text::new(name, Precedence::Primary);
    }
    let text = match constant {
        Expr::Bool(x) => x.to_string(),
        Expr::Int(x) => x.to_string(),
        Expr::Long(x) => format!("{x}L"),
        Expr::Float(x) => format!("{x:?}f"),
        Expr::Double(x) => format!("{x:?}"),
        Expr::Null => "null".to_owned(),
        Expr::Text(text) => return Text::new(string(text.units()), Precedence::Primary),
        other => unreachable!("not a constant: {other:?}"),
    };
    let precedence = if text.starts_with('-') { Precedence::Signed } else { Precedence::Primary };
    Text { text, precedence }
}

/// A string literal (JLS §3.10.5). What is not ASCII is escaped, so that it survives any encoding of a source file.
fn string(units: &[u16]) -> String {
    let mut text = String::from('"');
    for &unit in units {
        match u8::try_from(unit).map(char::from) {
            Ok('"') => text.push_str("\\\""),
            Ok('\\') => text.push_str("\\\\"),
            Ok('\n') => text.push_str("\\n"),
            Ok('\r') => text.push_str("\\r"),
            Ok('\t') => text.push_str("\\t"),
            Ok(c @ ' '..='~') => text.push(c),
            // Java replaces \u escapes before it knows of string literals: a line break must not be one.
            Ok(c) if c.is_ascii_control() => text.push_str(&format!("\\{:03o}", u32::from(c))),
            _ => text.push_str(&format!("\\u{unit:04x}")),
        }
    }
    text.push('"');
    text
}

/// Whether the operator compares numbers or references.
fn is_comparison(op: BinaryOp) -> bool {
    op.kind() == OpKind::Comparison
}

#[cfg(test)]
mod tests {
    use super::super::parse;
    use super::super::testing::{schema, var};
    use super::*;

    fn shows(expr: Expr, expected: &str) {
        assert_eq!(render(&expr, &schema()), expected);
        assert_eq!(parse::parse(&format!("({expected}) == 0"), &schema()), Ok(Expr::binary(BinaryOp::Eq, expr, Expr::Int(0))));
    }

    fn neg(e: Expr) -> Expr {
        Expr::unary(UnaryOp::Neg, e)
    }

    #[test]
    fn a_negative_literal_is_not_a_negated_one() {
        shows(Expr::Int(-1), "-1");
        shows(neg(Expr::Int(1)), "-(1)");
        shows(neg(Expr::Int(-1)), "-(-1)");
        shows(neg(neg(var("i"))), "-(-i)");
        shows(neg(Expr::Int(i32::MIN)), "-Integer.MIN_VALUE");
        shows(Expr::binary(BinaryOp::Sub, var("i"), Expr::Long(-1)), "i - -1L");
    }

    #[test]
    fn floating_point_literals_read_back_exactly() {
        shows(Expr::Float(0.1), "0.1f");
        shows(Expr::Double(-0.0), "-0.0");
        shows(Expr::Double(1e300), "1e300");
        shows(Expr::Double(f64::NAN), "Double.NaN");
        shows(Expr::Float(f32::from_bits(3)), "4e-45f");
    }

    #[test]
    fn codes_beside_a_char_are_characters() {
        let eq = |l, r| render(&Expr::binary(BinaryOp::Eq, l, r), &schema());
        assert_eq!(eq(var("c"), Expr::Int(97)), "c == 'a'");
        assert_eq!(eq(Expr::Int(39), var("c")), "'\\'' == c");
        assert_eq!(eq(var("c"), Expr::Int(7)), "c == 7");
        assert_eq!(eq(var("i"), Expr::Int(97)), "i == 97");
    }

    #[test]
    fn names_that_are_no_java_path_are_quoted() {
        let mut odd = schema();
        odd.variables[0].name = "is `it`".into();
        let text = render(&Expr::Var(0), &odd);
        assert_eq!(text, "`is ``it```");
        assert_eq!(parse::parse(&text, &odd), Ok(Expr::Var(0)));
    }
}
