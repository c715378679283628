//! Names of several parts, elements, functions and methods.

use super::lexer::TokenKind;
use super::{Fault, MAX_DEPTH, Node, Parsed, Parser, Segment, spelled};
use crate::assertion::ast::{BinaryOp, Element, Expr, Function, Type, UnaryOp};
use crate::assertion::names::{self, Resolution};
use crate::assertion::typing;

/// The functions that Java has under that path and name.
fn java_function(path: &str, name: &str) -> Option<&'static str> {
    match (path.strip_prefix("java.lang.").or_else(|| path.strip_prefix("java.util.")).unwrap_or(path), name) {
        ("Math", "abs") => Some("abs"),
        ("Math", "min") => Some("min"),
        ("Math", "max") => Some("max"),
        ("Arrays", "equals") => Some("equals"),
        ("Collections", "frequency") => Some("count"),
        ("Collections", "min") => Some("least"),
        ("Collections", "max") => Some("greatest"),
        _ => None,
    }
}

/// What a method of the contents computes, besides `equals` and `isEmpty`.
fn method_function(name: &str) -> Option<Function> {
    use Function::*;
    Some(match name {
        "get" | "charAt" => Get,
        "length" | "size" => Length,
        "contains" => Contains,
        "indexOf" => IndexOf,
        "startsWith" => StartsWith,
        "endsWith" => EndsWith,
        "isBlank" => IsBlank,
        "strip" => Strip,
        "trim" => Trim,
        "concat" => Concat,
        "substring" => Substring,
        _ => return None,
    })
}

/// Whether contents have it without arguments.
fn is_property(segment: &Segment) -> bool {
    let method = matches!(segment.word.as_str(), "length" | "size" | "isEmpty" | "isBlank" | "strip" | "trim");
    if segment.call { method } else { segment.word == "length" }
}

impl Parser<'_> {
    /// `true`, `false`, `null`, a constant of a box class, a quantifier's number, a variable, or a property of its contents.
    pub(super) fn named(&mut self, path: &[Segment]) -> Parsed<Node> {
        let (start, end) = (path[0].start, path[path.len() - 1].end);
        let leaf = |expr: Expr, value_type| Ok(Node { expr, value_type, start, end, depth: 1 });
        let name = spelled(path);
        match name.as_str() {
            "true" => return leaf(Expr::Bool(true), Type::Boolean),
            "false" => return leaf(Expr::Bool(false), Type::Boolean),
            "null" => return leaf(Expr::Null, Type::Reference),
            _ => {}
        }
        if let Some(constant) = names::constant(&name) {
            let value_type = typing::type_of_checked(&constant, self.schema);
            return leaf(constant, value_type);
        }
        // The innermost quantifier's number hides whatever else has its name.
        if let Some(index) = self.bound.iter().rev().position(|bound| *bound == name) {
            return leaf(Expr::Bound(index as u8), Type::Int);
        }
        // The longest part that is a variable; what follows has to be a property of its contents.
        for length in (1..=path.len()).rev() {
            let (part, properties) = path.split_at(length);
            if !properties.iter().all(is_property) {
                break;
            }
            let part_name = spelled(part);
            let mut node = match names::resolve(self.schema, &part_name, self.on_entry) {
                Resolution::Unknown => match names::resolve_contents(self.schema, &part_name, self.on_entry) {
                    Some(id) => self.leaf(id, start, part[length - 1].end),
                    None => continue,
                },
                _ => self.variable(&part_name, start, part[length - 1].end)?,
            };
            if properties.is_empty() {
                return Ok(node);
            }
            node = self.contents(node);
            if !node.value_type.is_contents() {
                break;
            }
            for property in properties {
                node = self.method(node, property, Vec::new())?;
            }
            return Ok(node);
        }
        self.variable(&name, start, end)
    }

    /// `name(..)` after a path, or alone; the next token is the opening parenthesis.
    pub(super) fn call_with_arguments(&mut self, path: &[Segment], name: &Segment) -> Parsed<Node> {
        let start = path.first().unwrap_or(name).start;
        if path.is_empty() && name.word == "old" {
            self.next += 1;
            return self.old(start);
        }
        let function = match path {
            [] => Some(name.word.as_str()),
            path => java_function(&spelled(path), &name.word),
        };
        let Some(function) = function else {
            let receiver = self.named(path)?;
            let arguments = self.arguments()?;
            return self.method(receiver, name, arguments);
        };
        let known = Function::ALL.into_iter().find(|f| f.name() == function);
        if known.is_none() && !matches!(function, "exact" | "equals" | "size") {
            let names: Vec<&str> = Function::ALL.iter().map(|f| f.name()).chain(["exact", "equals"]).collect();
            let message = format!(
                "unknown function `{function}`: only observers without parameters are part of the state, and these functions: {}",
                names.join(", ")
            );
            return Err(Fault::new(start, name.end, message));
        }
        let mut arguments = self.arguments()?;
        let end = self.tokens[self.next - 1].end;
        match (function, arguments.len()) {
            ("exact", 1) => {
                let operand = arguments.remove(0);
                self.exact(operand, start, end)
            }
            ("equals", 2) => {
                let right = arguments.remove(1);
                self.equality(arguments.remove(0), right, start, end)
            }
            ("exact" | "equals", n) => {
                let takes = if function == "exact" { "one argument" } else { "two arguments" };
                Err(Fault::new(start, end, format!("`{function}` takes {takes}, but here are {n}")))
            }
            _ => self.call(known.unwrap_or(Function::Length), arguments, start, end),
        }
    }

    /// Expressions in parentheses, with commas between them.
    fn arguments(&mut self) -> Parsed<Vec<Node>> {
        let start = self.tokens[self.next].start;
        self.next += 1;
        self.enter(start)?;
        let mut arguments = Vec::new();
        if !self.accept(")") {
            loop {
                arguments.push(self.expression()?);
                if self.accept(")") {
                    break;
                }
                if !self.accept(",") {
                    return Err(self.unexpected("an operator, `,` or `)`"));
                }
            }
        }
        self.depth -= 1;
        Ok(arguments)
    }

    /// `of[index]`; the next token is the opening bracket.
    pub(super) fn element(&mut self, of: Node) -> Parsed<Node> {
        let start = self.tokens[self.next].start;
        self.next += 1;
        self.enter(start)?;
        let index = self.expression()?;
        if !self.accept("]") {
            return Err(self.unexpected("an operator or `]`"));
        }
        self.depth -= 1;
        let (start, end) = (of.start, self.tokens[self.next - 1].end);
        let of = self.container(of)?;
        self.call(Function::Get, vec![of, index], start, end)
    }

    /// What follows a dot after an expression that is no name.
    pub(super) fn member(&mut self, of: Node) -> Parsed<Node> {
        let token = self.tokens[self.next].clone();
        let TokenKind::Identifier(word) = token.kind else { return Err(self.unexpected("a name after the dot")) };
        self.next += 1;
        let call = *self.peek() == TokenKind::Symbol("(");
        let segment = Segment { word, call, start: token.start, end: token.end };
        let arguments = if call { self.arguments()? } else { Vec::new() };
        if !call && segment.word != "length" {
            let message = format!("`{}` is no method: only `length` is read without parentheses", segment.word);
            return Err(Fault::new(segment.start, segment.end, message));
        }
        self.method(of, &segment, arguments)
    }

    /// `of.name(arguments)`, whose last token was read.
    fn method(&mut self, of: Node, name: &Segment, mut arguments: Vec<Node>) -> Parsed<Node> {
        let (start, end) = (of.start, arguments.last().map_or(name.end, |a| a.end).max(self.tokens[self.next - 1].end));
        let word = name.word.as_str();
        let function = method_function(word);
        if function.is_none() && !matches!(word, "equals" | "isEmpty") {
            let message = format!(
                "`{word}` with arguments is not part of the state: only observers without parameters are, and of texts, arrays and \
                 collections: get, charAt, contains, indexOf, equals, startsWith, endsWith, strip, trim, isBlank, concat, substring"
            );
            return Err(Fault::new(name.start, end, message));
        }
        let of = self.container(of)?;
        match (function, word, arguments.len()) {
            (_, "equals", 1) => self.equality(of, arguments.remove(0), start, end),
            (_, "isEmpty", 0) => {
                let length = self.call(Function::Length, vec![of], start, end)?;
                let zero = Node { expr: Expr::Int(0), value_type: Type::Int, start, end, depth: 1 };
                self.compound(
                    |mut nodes| Expr::binary(BinaryOp::Eq, nodes.remove(0), nodes.remove(0)),
                    Type::Boolean,
                    vec![length, zero],
                    start,
                    end,
                )
            }
            (Some(function), ..) => {
                arguments.insert(0, of);
                self.call(function, arguments, start, end)
            }
            (None, _, n) => {
                let takes = if word == "equals" { "one argument" } else { "no arguments" };
                Err(Fault::new(start, end, format!("`{word}` takes {takes}, but here are {n}")))
            }
        }
    }

    /// The function's call, its arguments converted to what it takes.
    fn call(&self, function: Function, arguments: Vec<Node>, start: usize, end: usize) -> Parsed<Node> {
        use Function::*;
        let mut converted: Vec<Node> = Vec::new();
        for (i, argument) in arguments.into_iter().enumerate() {
            let first = converted.first().map(|node| node.value_type);
            converted.push(match (function, i) {
                (Abs | Min | Max, _) => self.unboxed(argument, Type::is_number),
                (_, 0) => self.container(argument)?,
                (Contains | Count | IndexOf, _) => match first.and_then(Type::element) {
                    None | Some(Element::Text) => self.contents(argument),
                    Some(Element::Reference) => argument,
                    Some(element) => self.unboxed(argument, |t| (t == Type::Boolean) == (element == Element::Boolean)),
                },
                (Get | Substring, _) => self.unboxed(argument, |t| t == Type::Int),
                _ => self.contents(argument),
            });
        }
        // An int where a text's code point could also be meant stays one; a box that is a text's argument has no contents.
        let types: Vec<Type> = converted.iter().map(|node| node.value_type).collect();
        let value_type = typing::call_type(function, &types).map_err(|mismatch| {
            let found: Vec<(&str, Type)> = converted.iter().map(|n| (&self.text[n.start..n.end], n.value_type)).collect();
            let message = typing::call_message(function, mismatch, &found);
            match mismatch.culprit {
                Some(i) => Fault::new(converted[i].start, converted[i].end, message),
                None => Fault::new(start, end, message),
            }
        })?;
        self.compound(|arguments| Expr::Call(function, arguments), value_type, converted, start, end)
    }

    fn equality(&self, left: Node, right: Node, start: usize, end: usize) -> Parsed<Node> {
        let (left, right) = (self.container(left)?, self.container(right)?);
        if left.value_type != right.value_type {
            let found = |n: &Node| format!("`{}` is {}", &self.text[n.start..n.end], typing::a(n.value_type));
            let message = format!("`equals` takes two contents of one type, but {} and {}", found(&left), found(&right));
            return Err(Fault::new(start, end, message));
        }
        self.compound(
            |mut nodes| Expr::binary(BinaryOp::Eq, nodes.remove(0), nodes.remove(0)),
            Type::Boolean,
            vec![left, right],
            start,
            end,
        )
    }

    fn exact(&self, operand: Node, start: usize, end: usize) -> Parsed<Node> {
        let operand = self.unboxed(operand, Type::is_integer);
        let value_type = typing::unary_type(UnaryOp::Exact, operand.value_type).map_err(|mismatch| {
            let text = &self.text[operand.start..operand.end];
            let message = format!("`exact` takes {}, but `{text}` is {}", mismatch.takes, typing::a(operand.value_type));
            Fault::new(operand.start, operand.end, message)
        })?;
        self.compound(|mut nodes| Expr::unary(UnaryOp::Exact, nodes.remove(0)), value_type, vec![operand], start, end)
    }

    /// A node of these operands, unless it is nested too deeply or exact and too large.
    pub(super) fn compound(
        &self,
        build: impl FnOnce(Vec<Expr>) -> Expr,
        value_type: Type,
        operands: Vec<Node>,
        start: usize,
        end: usize,
    ) -> Parsed<Node> {
        let depth = 1 + operands.iter().map(|node| node.depth).max().unwrap_or(0);
        if depth > MAX_DEPTH {
            return Err(self.too_deep(start, end));
        }
        let expr = build(operands.into_iter().map(|node| node.expr).collect());
        self.bounded(Node { expr, value_type, start, end, depth })
    }

    /// A reference variable whose contents are in the state, as its contents; anything else as it is.
    fn contents(&self, node: Node) -> Node {
        match node.expr {
            Expr::Var(id) if node.value_type == Type::Reference => match names::contents_of(self.schema, id) {
                Some(contents) => Node { start: node.start, end: node.end, ..self.leaf(contents, node.start, node.end) },
                None => node,
            },
            _ => node,
        }
    }

    /// The contents that the node has or is.
    fn container(&self, node: Node) -> Parsed<Node> {
        let node = self.contents(node);
        if node.value_type.is_contents() {
            return Ok(node);
        }
        let text = &self.text[node.start..node.end];
        let message = match node.value_type {
            Type::Reference => format!("the contents of `{text}` are not part of the state"),
            other => format!("`{text}` is {}: only texts, arrays and collections have contents", typing::a(other)),
        };
        Err(Fault::new(node.start, node.end, message))
    }
}
