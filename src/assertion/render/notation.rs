//! The assertion notation: Java's with the schema's names, JML's quantifiers, and functions where Java has no short form.

use super::{Precedence, Text, binary, literal, operands, unary};
use crate::assertion::ast::{BinaryOp, Expr, Function, Quantifier};
use crate::assertion::names;
use crate::evidence::schema::{Schema, ValueType, VarId};

/// The assertion in the notation that [`parse`](crate::assertion::parse::parse) reads back to the same tree.
///
/// A variable that the schema lacks is shown as `?n`, so that even an ill-typed tree can be shown in an error.
pub fn render(expr: &Expr, schema: &Schema) -> String {
    Notation { schema, bound: Vec::new() }.text(expr).text
}

#[derive(Clone)]
struct Notation<'a> {
    schema: &'a Schema,
    /// Names of the enclosing quantifiers' numbers, outermost first.
    bound: Vec<String>,
}

impl Notation<'_> {
    fn text(&self, expr: &Expr) -> Text {
        match expr {
            Expr::Var(id) => Text::new(self.variable(*id), Precedence::Primary),
            Expr::Bound(index) => {
                let name = self.bound.iter().rev().nth(usize::from(*index));
                Text::new(name.cloned().unwrap_or_else(|| format!("?number {index}")), Precedence::Primary)
            }
            Expr::Unary(op, operand) => unary(*op, operand, self.text(operand)),
            Expr::Binary(BinaryOp::Eq, left, right) if self.is_contents(left) && self.is_contents(right) => {
                self.method(left, "equals", &[right])
            }
            Expr::Binary(op, left, right) => {
                let (l, r) = operands(left, right, self.schema, |e| self.text(e));
                binary(*op, l, r)
            }
            Expr::Call(function, arguments) => self.call(*function, arguments),
            Expr::Quantified(quantifier, lo, hi, body) => {
                let name = self.free_name();
                let (lo, hi) = (self.text(lo).at_least(Precedence::Relational), self.text(hi).tighter_than(Precedence::Relational));
                let mut inside = self.clone();
                inside.bound.push(name.clone());
                let word = match quantifier {
                    Quantifier::ForAll => "forall",
                    Quantifier::Exists => "exists",
                };
                let body = inside.text(body).text;
                Text::new(format!("(\\{word} int {name}; {lo} <= {name} && {name} < {hi}; {body})"), Precedence::Primary)
            }
            leaf => literal(leaf),
        }
    }

    /// A variable's name, in backquotes if it is no Java path. The contents of a variable go by the variable's name.
    fn variable(&self, id: VarId) -> String {
        match self.schema.variables.get(id as usize) {
            None => format!("?{id}"),
            Some(v) => {
                let name = v.name.strip_suffix("[*]").filter(|_| v.value_type.is_contents()).unwrap_or(&v.name);
                if names::is_plain(name) { name.to_owned() } else { format!("`{}`", v.name.replace('`', "``")) }
            }
        }
    }

    fn call(&self, function: Function, arguments: &[Expr]) -> Text {
        use Function::*;
        let others: Vec<&Expr> = arguments.iter().skip(1).collect();
        match (function, arguments) {
            (Get, [of, index]) if self.is_text(of) => self.method(of, "charAt", &[index]),
            (Get, [of, index]) if self.is_array(of) => {
                let of = self.text(of).at_least(Precedence::Primary);
                Text::new(format!("{of}[{}]", self.text(index).text), Precedence::Primary)
            }
            (Get | Contains | IndexOf, [of, ..]) if !self.is_array(of) => self.method(of, function.name(), &others),
            (StartsWith | EndsWith | IsBlank | Strip | Trim | Concat | Substring, [of, ..]) => self.method(of, function.name(), &others),
            _ => Text::new(format!("{}({})", function.name(), self.list(&arguments.iter().collect::<Vec<_>>())), Precedence::Primary),
        }
    }

    fn method(&self, of: &Expr, name: &str, arguments: &[&Expr]) -> Text {
        let of = self.text(of).at_least(Precedence::Primary);
        Text::new(format!("{of}.{name}({})", self.list(arguments)), Precedence::Primary)
    }

    fn list(&self, arguments: &[&Expr]) -> String {
        arguments.iter().map(|a| self.text(a).text).collect::<Vec<_>>().join(", ")
    }

    fn value_type(&self, expr: &Expr) -> Option<ValueType> {
        match expr {
            Expr::Var(id) => self.schema.variables.get(*id as usize).map(|v| v.value_type),
            _ => None,
        }
    }

    /// Whether the expression, where the types are right, is a text rather than a sequence.
    fn is_text(&self, expr: &Expr) -> bool {
        // Only variables are sequences.
        !matches!(expr, Expr::Var(_)) || self.value_type(expr) == Some(ValueType::Text)
    }

    fn is_contents(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Text(_) => true,
            Expr::Call(function, arguments) => match function {
                Function::Strip | Function::Trim | Function::Concat | Function::Substring => true,
                Function::Get => {
                    arguments.first().and_then(|of| self.value_type(of)) == Some(ValueType::Sequence(crate::assertion::ast::Element::Text))
                }
                _ => false,
            },
            other => self.value_type(other).is_some_and(ValueType::is_contents),
        }
    }

    fn is_array(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Var(id) => self.schema.variables.get(*id as usize).and_then(|v| v.java_type.as_deref()).is_none_or(|t| t.ends_with("[]")),
            _ => false,
        }
    }

    /// A name for a quantifier's number that nothing else has.
    fn free_name(&self) -> String {
        let names = ["i", "j", "k"].map(str::to_owned).into_iter().chain((1..).map(|n| format!("i{n}")));
        let mut free = names.filter(|name| !self.bound.contains(name) && names::is_free(self.schema, name));
        free.next().expect("there are names without end")
    }
}
