//! Text to assertion: Java's boolean expressions over the variables of a program point.
//!
//! Literals, `! - ~`, `* / %`, `+ -`, shifts, comparisons, `& ^ |` and `&& ||`, with Java's precedence (JLS §15),
//! and below them implication (`==>` or `implies`, to the right) and equivalence (`<==>`); indexing, functions and methods (`calls`),
//! and JML's quantifiers.
//! Names are those of the schema; also JML's `\result` and `\old(..)`, the Java text of a variable, and a field without `this.`
//! A reference's name also means the contents of the object, where contents are due.
//! Types are checked while parsing, so that an error can point at the text.

mod calls;
mod lexer;
mod quantifiers;

use self::lexer::{Fault, Token, TokenKind};
use super::ast::{BinaryOp, Expr, OpKind, Type, UnaryOp};
use super::names::{self, Resolution};
use super::typing::{self, Culprit};
use crate::error::{Error, Result};
use crate::evidence::schema::{Schema, ValueType, VarId};

/// How deep an expression may nest. Everything that walks a tree recurses, and must not overflow the stack of a Java thread.
pub const MAX_DEPTH: usize = 256;

/// The boolean expression that the text says.
///
/// # Errors
/// `InvalidInput` with what was expected, the line with a caret below the place, and for an unknown variable the known ones:
/// the text does not parse, a name is unknown, types do not fit, it is not boolean, or it nests deeper than [`MAX_DEPTH`].
pub fn parse(text: &str, schema: &Schema) -> Result<Expr> {
    // Some editors put a byte-order mark before a text.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    parse_text(text, schema).map_err(|fault| Error::invalid_input(fault.in_text(text)))
}

fn parse_text(text: &str, schema: &Schema) -> std::result::Result<Expr, Fault> {
    let tokens = lexer::tokenize(text)?;
    let mut parser = Parser { text, schema, tokens, next: 0, depth: 0, on_entry: false, bound: Vec::new() };
    if parser.peek() == &TokenKind::End {
        return Err(Fault::new(0, 0, "the assertion is empty: write a boolean expression, such as `true`"));
    }
    let root = parser.expression()?;
    if parser.peek() != &TokenKind::End {
        return Err(parser.unexpected("an operator or the end of the assertion"));
    }
    let root = parser.unboxed(root, |t| t == Type::Boolean);
    if root.value_type != Type::Boolean {
        let message = format!("an assertion is boolean, but this is {}", typing::a(root.value_type));
        return Err(Fault::new(root.start, root.end, message));
    }
    Ok(root.expr)
}

/// A part of a dotted name: an identifier, perhaps with `()`.
struct Segment {
    word: String,
    call: bool,
    start: usize,
    end: usize,
}

/// The segments as the schema writes names.
fn spelled(path: &[Segment]) -> String {
    let words: Vec<String> = path.iter().map(|s| if s.call { format!("{}()", s.word) } else { s.word.clone() }).collect();
    words.join(".")
}

/// A typed sub-expression and the bytes of the text it was read from.
struct Node {
    expr: Expr,
    value_type: Type,
    start: usize,
    end: usize,
    depth: usize,
}

struct Parser<'a> {
    text: &'a str,
    schema: &'a Schema,
    tokens: Vec<Token>,
    next: usize,
    /// Parentheses around the place where we are.
    depth: usize,
    /// Inside `\old(..)`.
    on_entry: bool,
    /// Names of the numbers of the quantifiers around the place, outermost first.
    bound: Vec<String>,
}

type Parsed<T> = std::result::Result<T, Fault>;

/// An infix operator: how tightly it binds, and what it is on numbers or references, and on booleans.
#[derive(Clone, Copy)]
struct Infix {
    precedence: u8,
    right: bool,
    number: Option<BinaryOp>,
    boolean: Option<BinaryOp>,
    start: usize,
    end: usize,
}

impl Parser<'_> {
    fn peek(&self) -> &TokenKind {
        &self.tokens[self.next].kind
    }

    fn advance(&mut self) -> Token {
        let token = self.tokens[self.next].clone();
        if token.kind != TokenKind::End {
            self.next += 1;
        }
        token
    }

    fn accept(&mut self, symbol: &'static str) -> bool {
        let found = *self.peek() == TokenKind::Symbol(symbol);
        self.next += usize::from(found);
        found
    }

    /// The fault that the next token is not what was expected.
    fn unexpected(&self, expected: &str) -> Fault {
        let token = &self.tokens[self.next];
        let found = match &token.kind {
            TokenKind::End => "but the assertion ends here".to_owned(),
            _ => format!("found `{}`", &self.text[token.start..token.end]),
        };
        let hint = match &token.kind {
            TokenKind::Symbol(";") => ": an assertion is one expression, without `;`",
            TokenKind::Identifier(word) if word == "instanceof" => ": classes are not part of the state",
            TokenKind::Identifier(word) if word == "and" => ": conjunction is `&&`",
            TokenKind::Identifier(word) if word == "or" => ": disjunction is `||`",
            _ => "",
        };
        Fault::new(token.start, token.end, format!("expected {expected}, {found}{hint}"))
    }

    fn too_deep(&self, start: usize, end: usize) -> Fault {
        Fault::new(start, end, format!("the assertion nests deeper than {MAX_DEPTH} levels"))
    }

    /// Operands and infix operators, by precedence; recursion happens at parentheses only.
    fn expression(&mut self) -> Parsed<Node> {
        let mut operands = vec![self.operand()?];
        let mut operators: Vec<Infix> = Vec::new();
        while let Some(operator) = self.infix() {
            self.next += 1;
            while let Some(top) = operators.last()
                && (top.precedence > operator.precedence || (top.precedence == operator.precedence && !operator.right))
            {
                self.reduce(&mut operands, &mut operators)?;
            }
            operators.push(operator);
            operands.push(self.operand()?);
        }
        while !operators.is_empty() {
            self.reduce(&mut operands, &mut operators)?;
        }
        Ok(operands.pop().expect("one operand is left when every operator is reduced"))
    }

    /// Replaces the last operator and its two operands by their node.
    fn reduce(&self, operands: &mut Vec<Node>, operators: &mut Vec<Infix>) -> Parsed<()> {
        let operator = operators.pop().expect("an operator to reduce");
        let right = operands.pop().expect("a right operand");
        let left = operands.pop().expect("a left operand");
        operands.push(self.binary(operator, left, right)?);
        Ok(())
    }

    /// The infix operator at the next token, if there is one.
    fn infix(&self) -> Option<Infix> {
        use BinaryOp::*;
        let token = &self.tokens[self.next];
        let (precedence, number, boolean) = match &token.kind {
            TokenKind::Symbol("<==>") => (1, None, Some(Equiv)),
            TokenKind::Symbol("==>") => (2, None, Some(Implies)),
            TokenKind::Identifier(word) if word == "implies" => (2, None, Some(Implies)),
            TokenKind::Symbol("||") => (3, None, Some(Or)),
            TokenKind::Symbol("&&") => (4, None, Some(And)),
            TokenKind::Symbol("|") => (5, Some(BitOr), Some(Or)),
            TokenKind::Symbol("^") => (6, Some(BitXor), Some(Xor)),
            TokenKind::Symbol("&") => (7, Some(BitAnd), Some(And)),
            TokenKind::Symbol("==") => (8, Some(Eq), Some(Equiv)),
            TokenKind::Symbol("!=") => (8, Some(Ne), Some(Xor)),
            TokenKind::Symbol("<") => (9, Some(Lt), None),
            TokenKind::Symbol("<=") => (9, Some(Le), None),
            TokenKind::Symbol(">") => (9, Some(Gt), None),
            TokenKind::Symbol(">=") => (9, Some(Ge), None),
            TokenKind::Symbol("<<") => (10, Some(Shl), None),
            TokenKind::Symbol(">>") => (10, Some(Shr), None),
            TokenKind::Symbol(">>>") => (10, Some(Ushr), None),
            TokenKind::Symbol("+") => (11, Some(Add), None),
            TokenKind::Symbol("-") => (11, Some(Sub), None),
            TokenKind::Symbol("*") => (12, Some(Mul), None),
            TokenKind::Symbol("/") => (12, Some(Div), None),
            TokenKind::Symbol("%") => (12, Some(Rem), None),
            _ => return None,
        };
        Some(Infix { precedence, right: precedence == 2, number, boolean, start: token.start, end: token.end })
    }

    fn binary(&self, operator: Infix, mut left: Node, mut right: Node) -> Parsed<Node> {
        let op = match (operator.number, operator.boolean) {
            (None, Some(op)) => {
                left = self.unboxed(left, |t| t == Type::Boolean);
                right = self.unboxed(right, |t| t == Type::Boolean);
                op
            }
            (Some(on_others), Some(on_booleans)) => {
                // Java compares two boxes by identity, and unboxes one that meets a primitive.
                let primitive = |node: &Node| node.value_type != Type::Reference;
                if primitive(&left) {
                    right = self.unboxed(right, |t| (t == Type::Boolean) == (left.value_type == Type::Boolean));
                } else if primitive(&right) {
                    left = self.unboxed(left, |t| (t == Type::Boolean) == (right.value_type == Type::Boolean));
                } else if on_others.kind() == OpKind::Bitwise {
                    (left, right) = (self.unboxed(left, |_| true), self.unboxed(right, |_| true));
                }
                if left.value_type == Type::Boolean && right.value_type == Type::Boolean { on_booleans } else { on_others }
            }
            (Some(op), None) => {
                left = self.unboxed(left, Type::is_number);
                right = self.unboxed(right, Type::is_number);
                op
            }
            (None, None) => unreachable!("every operator takes something"),
        };
        let (start, end) = (left.start, right.end);
        if matches!(op, BinaryOp::Eq | BinaryOp::Ne) && (left.value_type.is_contents() || right.value_type.is_contents()) {
            let symbol = &self.text[operator.start..operator.end];
            let message = format!("`{symbol}` compares references: contents are compared with `equals`, as in `s.equals(t)`");
            return Err(Fault::new(start, end, message));
        }
        let value_type = typing::binary_type(op, left.value_type, right.value_type).map_err(|mismatch| {
            let (l, r) = (&self.text[left.start..left.end], &self.text[right.start..right.end]);
            let mut message = typing::mismatch_message(op, mismatch, (l, left.value_type), (r, right.value_type));
            let symbol = &self.text[operator.start..operator.end];
            message = message.replacen(&format!("`{}`", op.symbol()), &format!("`{symbol}`"), 1);
            if left.value_type == Type::Boolean || right.value_type == Type::Boolean {
                message = message.replacen("two integers, int or long", "two booleans or two integers", 1);
            }
            if operator.precedence == 9 && left.value_type == Type::Boolean {
                message.push_str("; a chain `a < b < c` is written `a < b && b < c`");
            }
            match mismatch.culprit {
                Culprit::Left => Fault::new(left.start, left.end, message),
                Culprit::Right => Fault::new(right.start, right.end, message),
                Culprit::Both => Fault::new(start, end, message),
            }
        })?;
        let depth = 1 + left.depth.max(right.depth);
        if depth > MAX_DEPTH {
            return Err(self.too_deep(operator.start, operator.end));
        }
        self.bounded(Node { expr: Expr::binary(op, left.expr, right.expr), value_type, start, end, depth })
    }

    /// The node, unless it is exact and may be too large.
    fn bounded(&self, node: Node) -> Parsed<Node> {
        if node.value_type == Type::Exact && typing::exact_range(&node.expr, self.schema).is_none() {
            let message = format!("`{}` {}", &self.text[node.start..node.end], typing::TOO_LARGE);
            return Err(Fault::new(node.start, node.end, message));
        }
        Ok(node)
    }

    /// Prefix operators and what they apply to.
    fn operand(&mut self) -> Parsed<Node> {
        let mut prefixes = Vec::new();
        while matches!(self.peek(), TokenKind::Symbol("!" | "-" | "+" | "~")) {
            prefixes.push(self.advance());
        }
        // A minus right before a literal belongs to it: only so is Integer.MIN_VALUE a literal.
        let number = matches!(self.peek(), TokenKind::Integer { .. } | TokenKind::Float(_) | TokenKind::Double(_));
        let sign = match prefixes.last() {
            Some(token) if number && token.kind == TokenKind::Symbol("-") => prefixes.pop(),
            _ => None,
        };
        let mut node = self.primary(sign)?;
        while let Some(prefix) = prefixes.pop() {
            node = self.prefixed(&prefix, node)?;
        }
        Ok(node)
    }

    fn prefixed(&self, prefix: &Token, operand: Node) -> Parsed<Node> {
        let (op, operand) = match prefix.kind {
            TokenKind::Symbol("!") => (UnaryOp::Not, self.unboxed(operand, |t| t == Type::Boolean)),
            TokenKind::Symbol("~") => (UnaryOp::BitNot, self.unboxed(operand, Type::is_integer)),
            _ => (UnaryOp::Neg, self.unboxed(operand, Type::is_number)),
        };
        let symbol = &self.text[prefix.start..prefix.end];
        let value_type = typing::unary_type(op, operand.value_type).map_err(|mismatch| {
            let found = typing::a(operand.value_type);
            let message = format!("`{symbol}` takes {}, but `{}` is {found}", mismatch.takes, &self.text[operand.start..operand.end]);
            Fault::new(operand.start, operand.end, message)
        })?;
        let (start, end) = (prefix.start, operand.end);
        if symbol == "+" {
            return Ok(Node { start, ..operand });
        }
        if operand.depth >= MAX_DEPTH {
            return Err(self.too_deep(start, prefix.end));
        }
        self.bounded(Node { expr: Expr::unary(op, operand.expr), value_type, start, end, depth: operand.depth + 1 })
    }

    /// A primary expression and the elements and methods of it that follow.
    fn primary(&mut self, sign: Option<Token>) -> Parsed<Node> {
        let mut node = self.simple(sign)?;
        loop {
            if *self.peek() == TokenKind::Symbol("[") {
                node = self.element(node)?;
            } else if self.accept(".") {
                node = self.member(node)?;
            } else {
                return Ok(node);
            }
        }
    }

    /// A literal, a name, a call, or an expression in parentheses; `sign` is the minus of a number.
    fn simple(&mut self, sign: Option<Token>) -> Parsed<Node> {
        let token = self.tokens[self.next].clone();
        let start = sign.as_ref().map_or(token.start, |s| s.start);
        let leaf = |expr, value_type| Ok(Node { expr, value_type, start, end: token.end, depth: 1 });
        match token.kind {
            TokenKind::Integer { magnitude, long, decimal } => {
                self.next += 1;
                let most = if long { i64::MAX as u64 } else { i32::MAX as u64 };
                if decimal && sign.is_none() && magnitude > most {
                    let message = format!("`{}` is too large for {}", &self.text[start..token.end], if long { "a long" } else { "an int" });
                    return Err(Fault::new(start, token.end, message));
                }
                // Hexadecimal, octal and binary literals give the bits; decimal ones reach 2^31 only with their sign.
                let bits = if sign.is_some() { magnitude.wrapping_neg() } else { magnitude };
                if long { leaf(Expr::Long(bits as i64), Type::Long) } else { leaf(Expr::Int(bits as i32), Type::Int) }
            }
            TokenKind::Float(x) => {
                self.next += 1;
                leaf(Expr::Float(if sign.is_some() { -x } else { x }), Type::Float)
            }
            TokenKind::Double(x) => {
                self.next += 1;
                leaf(Expr::Double(if sign.is_some() { -x } else { x }), Type::Double)
            }
            TokenKind::Char(unit) => {
                self.next += 1;
                leaf(Expr::Int(i32::from(unit)), Type::Int)
            }
            TokenKind::Text(units) => {
                self.next += 1;
                leaf(Expr::Text(units.into()), Type::Text)
            }
            TokenKind::Symbol("(") => {
                self.next += 1;
                if let TokenKind::Jml(word) = self.peek()
                    && let Some(quantifier) = quantifiers::quantifier(word)
                {
                    return self.quantified(quantifier, token.start);
                }
                let cast = matches!(self.peek(), TokenKind::Identifier(word) if is_primitive(word));
                if cast && self.tokens[self.next + 1].kind == TokenKind::Symbol(")") {
                    let end = self.tokens[self.next + 1].end;
                    return Err(Fault::new(token.start, end, "casts are not part of the assertion language"));
                }
                self.parenthesised(token.start)
            }
            TokenKind::Identifier(_) => self.path(),
            TokenKind::Quoted(name) => {
                self.next += 1;
                self.variable(&name, token.start, token.end)
            }
            TokenKind::Jml(word) => match word.as_str() {
                "result" => self.path(),
                "old" => {
                    self.next += 1;
                    if !self.accept("(") {
                        return Err(self.unexpected("`(` after `\\old`"));
                    }
                    self.old(token.start)
                }
                _ if quantifiers::quantifier(&word).is_some() => {
                    let message = format!("a quantifier is written in parentheses: `(\\{word} int i; 0 <= i && i < a.length; a[i] > 0)`");
                    Err(Fault::new(token.start, token.end, message))
                }
                _ => Err(Fault::new(
                    token.start,
                    token.end,
                    format!("unknown `\\{word}`: expected `\\result`, `\\old(..)`, `\\forall` or `\\exists`"),
                )),
            },
            _ => Err(self.unexpected("a variable, a literal, `!`, `-` or `(`")),
        }
    }

    /// Notes that an opening parenthesis or bracket was read, which starts at that byte.
    fn enter(&mut self, start: usize) -> Parsed<()> {
        self.depth += 1;
        if self.depth > MAX_DEPTH { Err(self.too_deep(start, start + 1)) } else { Ok(()) }
    }

    /// The expression after an opening parenthesis, and the closing one.
    fn parenthesised(&mut self, start: usize) -> Parsed<Node> {
        self.enter(start)?;
        let inner = self.expression()?;
        if !self.accept(")") {
            return Err(self.unexpected("an operator or `)`"));
        }
        self.depth -= 1;
        Ok(Node { start, end: self.tokens[self.next - 1].end, ..inner })
    }

    /// `\old(e)`: e with the values that its variables had on entry.
    fn old(&mut self, start: usize) -> Parsed<Node> {
        if self.on_entry {
            return Err(Fault::new(start, self.tokens[self.next - 1].end, "`\\old` inside `\\old` means nothing"));
        }
        self.on_entry = true;
        let node = self.parenthesised(start)?;
        self.on_entry = false;
        Ok(node)
    }

    /// A name, what is read or called through it, or a function's call: identifiers joined by dots, each perhaps with `()`,
    /// the last one perhaps with arguments.
    fn path(&mut self) -> Parsed<Node> {
        let mut path: Vec<Segment> = Vec::new();
        loop {
            let token = self.tokens[self.next].clone();
            let word = match token.kind {
                TokenKind::Identifier(word) => word,
                TokenKind::Jml(word) if path.is_empty() => word,
                _ => return Err(self.unexpected("a name after the dot")),
            };
            self.next += 1;
            let mut segment = Segment { word, call: false, start: token.start, end: token.end };
            if *self.peek() == TokenKind::Symbol("(") {
                if self.tokens[self.next + 1].kind == TokenKind::Symbol(")") && segment.word != "old" {
                    segment.end = self.tokens[self.next + 1].end;
                    segment.call = true;
                    self.next += 2;
                } else {
                    return self.call_with_arguments(&path, &segment);
                }
            }
            if path.len() >= MAX_DEPTH {
                return Err(self.too_deep(segment.start, segment.end));
            }
            path.push(segment);
            if !self.accept(".") {
                return self.named(&path);
            }
        }
    }

    /// The variable of that name, as a node.
    fn variable(&self, name: &str, start: usize, end: usize) -> Parsed<Node> {
        match names::resolve(self.schema, name, self.on_entry) {
            Resolution::Variable(id) => Ok(self.leaf(id, start, end)),
            Resolution::Ambiguous(ids) => {
                let candidates = ids.iter().map(|&id| format!("`{}`", self.name(id))).collect::<Vec<_>>().join(" or ");
                Err(Fault::new(start, end, format!("`{name}` is ambiguous: write {candidates}")))
            }
            Resolution::Unknown => Err(Fault::new(start, end, self.unknown(name))),
        }
    }

    fn leaf(&self, id: VarId, start: usize, end: usize) -> Node {
        Node { expr: Expr::Var(id), value_type: self.schema.variables[id as usize].value_type.into(), start, end, depth: 1 }
    }

    fn unknown(&self, name: &str) -> String {
        let value = if self.on_entry { " on entry" } else { "" };
        let mut message = format!("unknown variable `{name}`{value}");
        let prefixed = if self.on_entry { format!("old_{name}") } else { name.to_owned() };
        if let Some(closest) = names::closest(self.schema, &prefixed) {
            message.push_str(&format!("; did you mean `{closest}`?"));
        }
        let known = self.schema.variables.iter().map(|v| v.name.as_str()).collect::<Vec<_>>();
        match known[..] {
            [] => message.push_str(" (the state has no variables)"),
            _ => message.push_str(&format!(" (known: {})", known.join(", "))),
        }
        message
    }

    fn name(&self, id: VarId) -> &str {
        &self.schema.variables[id as usize].name
    }

    /// A boxed variable where a primitive of a fitting type is due: the value in the box, as Java's unboxing conversion (JLS §5.1.8).
    fn unboxed(&self, node: Node, fits: impl Fn(Type) -> bool) -> Node {
        let Expr::Var(id) = node.expr else { return node };
        if node.value_type != Type::Reference {
            return node;
        }
        let name = self.name(id);
        let value = self.schema.variables.iter().position(|v| {
            let getter = v.name.strip_prefix(name).and_then(|rest| rest.strip_prefix('.')).and_then(|rest| rest.strip_suffix("Value()"));
            v.receiver.as_deref() == Some(name)
                && getter.is_some_and(is_primitive)
                && v.value_type != ValueType::Reference
                && fits(v.value_type.into())
        });
        match value {
            Some(i) => Node { expr: Expr::Var(i as VarId), value_type: self.schema.variables[i].value_type.into(), ..node },
            None => node,
        }
    }
}

fn is_primitive(word: &str) -> bool {
    matches!(word, "boolean" | "byte" | "short" | "char" | "int" | "long" | "float" | "double")
}

#[cfg(test)]
mod tests;
