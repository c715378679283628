//! JML's quantifiers: `(\\forall int i; lo <= i && i < hi; body)`.

use super::lexer::TokenKind;
use super::{Fault, Node, Parsed, Parser};
use crate::assertion::ast::{BinaryOp, Expr, Quantifier, Type};
use crate::assertion::typing;

/// The quantifier of that name.
pub(super) fn quantifier(word: &str) -> Option<Quantifier> {
    match word {
        "forall" => Some(Quantifier::ForAll),
        "exists" => Some(Quantifier::Exists),
        _ => None,
    }
}

impl Parser<'_> {
    /// The rest of a quantified expression whose parenthesis, at `start`, was read; the next token is the quantifier.
    pub(super) fn quantified(&mut self, quantifier: Quantifier, start: usize) -> Parsed<Node> {
        self.enter(start)?;
        self.next += 1;
        if *self.peek() != TokenKind::Identifier("int".into()) {
            return Err(self.unexpected("`int`"));
        }
        self.next += 1;
        let TokenKind::Identifier(name) = self.peek().clone() else {
            return Err(self.unexpected("a name for the quantifier's number"));
        };
        self.next += 1;
        if !self.accept(";") {
            return Err(self.unexpected("`;` and the range"));
        }
        self.bound.push(name.clone());
        let range = self.expression()?;
        if !self.accept(";") {
            return Err(self.unexpected("`;` and the body"));
        }
        let body = self.expression()?;
        if !self.accept(")") {
            return Err(self.unexpected("an operator or `)`"));
        }
        self.bound.pop();
        self.depth -= 1;

        let body = self.unboxed(body, |t| t == Type::Boolean);
        if body.value_type != Type::Boolean {
            let message =
                format!("a quantifier's body is boolean, but `{}` is {}", &self.text[body.start..body.end], typing::a(body.value_type));
            return Err(Fault::new(body.start, body.end, message));
        }
        let Some((lo, hi)) = bounds(&range.expr) else {
            let message = format!("a quantifier's range is written `lo <= {name} && {name} < hi`, without `{name}` in lo and hi");
            return Err(Fault::new(range.start, range.end, message));
        };
        for bound in [&lo, &hi] {
            let found = typing::type_of_checked(bound, self.schema);
            if found != Type::Int {
                return Err(Fault::new(
                    range.start,
                    range.end,
                    format!("a quantifier's range is of ints, but a bound is {}", typing::a(found)),
                ));
            }
        }
        let end = self.tokens[self.next - 1].end;
        let build = |mut nodes: Vec<Expr>| Expr::quantified(quantifier, lo, hi, nodes.remove(1));
        self.compound(build, Type::Boolean, vec![range, body], start, end)
    }
}

/// lo and hi of `lo <= i && i < hi`, i being the innermost quantifier's number; outside of that quantifier.
fn bounds(range: &Expr) -> Option<(Expr, Expr)> {
    let Expr::Binary(BinaryOp::And, first, second) = range else { return None };
    let (mut lo, mut hi) = (None, None);
    for comparison in [first, second] {
        let Expr::Binary(op, left, right) = &**comparison else { return None };
        let number = Expr::Bound(0);
        let (op, bound) = match (**left == number, **right == number) {
            (true, false) => (*op, right),
            (false, true) => (op.mirrored(), left),
            _ => return None,
        };
        // One more or less is another int, unless it is the last one.
        let next = |bound: &Expr| match bound {
            Expr::Int(x) => x.checked_add(1).map(Expr::Int),
            _ => None,
        };
        let (place, bound) = match op {
            BinaryOp::Ge => (&mut lo, bound.outside()?),
            BinaryOp::Gt => (&mut lo, next(bound)?),
            BinaryOp::Lt => (&mut hi, bound.outside()?),
            BinaryOp::Le => (&mut hi, next(bound)?),
            _ => return None,
        };
        if place.replace(bound).is_some() {
            return None;
        }
    }
    Some((lo?, hi?))
}
