//! Assertions as Java expressions that never throw and give the same answer.
//!
//! Where a comparison would fail, Java would throw; so each comparison is preceded by its guards (`docs/formats.md`, "An
//! expression that would throw"): receivers that are not null, outermost first, integer divisors that are not zero, indices in
//! their range. A guard is left out where Java's short-circuit evaluation has established it already:
//! `list == null || list.size() > 0` needs none.
//!
//! | module | what it writes |
//! | --- | --- |
//! | here | connectives, comparisons, arithmetic, quantifiers |
//! | `guards` | what must hold before an operand is evaluated, and what is known to hold |
//! | `calls` | functions: of texts, arrays and collections |
//! | `exit_values` | copies of the local variables that lambdas capture |

mod calls;
mod exit_values;
mod guards;

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::BTreeSet;

pub use self::exit_values::{ExitValue, to_java_at_exit};
use self::guards::Guard;
use super::{Precedence, Text, binary, is_comparison, literal, operands, unary};
use crate::assertion::ast::{BinaryOp, Expr, Function, OpKind, Quantifier, Type, UnaryOp};
use crate::assertion::typing;
use crate::evidence::java_text::is_identifier_part;
use crate::evidence::schema::{Schema, VarId};

/// The Java text that reads a variable at the program point: its `java`, or its name as an identifier.
pub fn java_text(schema: &Schema, id: VarId) -> Cow<'_, str> {
    schema.variables[id as usize].java_text()
}

/// The assertion as a Java boolean expression, with guards.
///
/// `naming` gives the text that reads a variable, a Java primary expression such as an identifier or a call
/// ([`java_text`] for code at the program point). The assertion has to be well typed over the schema.
///
/// The receiver `this` is never null, so it needs no guard.
pub fn to_java(expr: &Expr, schema: &Schema, naming: &dyn Fn(VarId) -> String) -> String {
    to_java_capturing(expr, schema, naming, naming).0
}

/// [`to_java`], with another text for the variables that a lambda captures, and these variables. Java lets a lambda capture only
/// local variables that are assigned once (JLS §15.27.2).
pub fn to_java_capturing(
    expr: &Expr,
    schema: &Schema,
    naming: &dyn Fn(VarId) -> String,
    captured_naming: &dyn Fn(VarId) -> String,
) -> (String, BTreeSet<VarId>) {
    let captured = RefCell::default();
    let java = Java { schema, naming, captured_naming, captured: &captured, in_lambda: false, bound: Vec::new(), taken: Vec::new() };
    let text = java.boolean(expr, &[]).text;
    (text, captured.into_inner())
}

#[derive(Clone)]
struct Java<'a> {
    schema: &'a Schema,
    naming: &'a dyn Fn(VarId) -> String,
    captured_naming: &'a dyn Fn(VarId) -> String,
    captured: &'a RefCell<BTreeSet<VarId>>,
    in_lambda: bool,
    /// Names of the numbers of the enclosing quantifiers, outermost first.
    bound: Vec<String>,
    /// Names of the parameters of the enclosing lambdas.
    taken: Vec<String>,
}

impl Java<'_> {
    fn type_of(&self, expr: &Expr) -> Type {
        typing::type_of_checked(expr, self.schema)
    }

    fn name(&self, id: VarId) -> String {
        if self.in_lambda {
            self.captured.borrow_mut().insert(id);
            (self.captured_naming)(id)
        } else {
            (self.naming)(id)
        }
    }

    /// A name for a lambda's parameter: no local variable may have it (JLS §6.4).
    fn fresh(&self, preferred: &[&str]) -> String {
        let texts: Vec<Cow<str>> = (0..self.schema.variables.len() as VarId).map(|id| java_text(self.schema, id)).collect();
        let used = |name: &str| texts.iter().any(|text| text.split(|c| !is_identifier_part(c)).any(|word| word == name));
        let numbered = (1..).map(|n| format!("{}{n}", preferred[0]));
        let mut names = preferred.iter().map(|&name| name.to_owned()).chain(numbered);
        names.find(|name| !used(name) && !self.taken.contains(name)).expect("there are names without end")
    }

    /// The place inside of a lambda with that parameter.
    fn inside(&self, parameter: &str) -> Self {
        let mut inside = self.clone();
        inside.in_lambda = true;
        inside.taken.push(parameter.to_owned());
        inside
    }

    /// A boolean expression, evaluated where the guards `known` hold.
    fn boolean(&self, expr: &Expr, known: &[Guard]) -> Text {
        match expr {
            Expr::Var(_) => self.guarded(expr, known, |_| self.plain(expr)),
            Expr::Call(..) => self.guarded(expr, known, |known| self.call(expr, known)),
            Expr::Quantified(..) => self.guarded(expr, known, |known| self.quantified(expr, known)),
            Expr::Unary(UnaryOp::Not, operand) => self.negated(operand, known),
            Expr::Binary(op, left, right) if is_comparison(*op) => self.guarded(expr, known, |_| self.comparison(*op, left, right)),
            Expr::Binary(op @ (BinaryOp::And | BinaryOp::Or), left, right) => {
                let l = self.boolean(left, known);
                let r = self.boolean(right, &self.with(known, left, *op == BinaryOp::And));
                let level = Precedence::of(*op);
                // Both are associative, so that a right operand of the same operator needs no parentheses.
                Text::new(format!("{} {} {}", l.at_least(level), op.symbol(), r.at_least(level)), level)
            }
            Expr::Binary(BinaryOp::Implies, left, right) => {
                let l = self.negated(left, known).at_least(Precedence::Or);
                let r = self.boolean(right, &self.with(known, left, true));
                Text::new(format!("{l} || {}", r.at_least(Precedence::Or)), Precedence::Or)
            }
            Expr::Binary(op, left, right) => {
                debug_assert_eq!(op.kind(), OpKind::Logical, "a boolean is no arithmetic");
                binary(*op, self.boolean(left, known), self.boolean(right, known))
            }
            leaf => literal(leaf),
        }
    }

    /// The negation of a boolean expression; of a comparison that cannot fail here it is the opposite one.
    fn negated(&self, expr: &Expr, known: &[Guard]) -> Text {
        match expr {
            Expr::Unary(UnaryOp::Not, operand) => self.boolean(operand, known),
            Expr::Binary(op, left, right) if self.missing(expr, known).is_empty() => match self.opposite(*op, left, right) {
                Some(opposite) => self.comparison(opposite, left, right),
                None => unary(UnaryOp::Not, expr, self.boolean(expr, known)),
            },
            _ => unary(UnaryOp::Not, expr, self.boolean(expr, known)),
        }
    }

    /// The comparison that is false exactly where this one is true; with NaN, only `==` and `!=` have one.
    fn opposite(&self, op: BinaryOp, left: &Expr, right: &Expr) -> Option<BinaryOp> {
        let whole = |e: &Expr| self.type_of(e).is_integer() || self.type_of(e) == Type::Exact;
        let integers = || whole(left) && whole(right);
        match op {
            BinaryOp::Eq => Some(BinaryOp::Ne),
            BinaryOp::Ne => Some(BinaryOp::Eq),
            BinaryOp::Lt if integers() => Some(BinaryOp::Ge),
            BinaryOp::Le if integers() => Some(BinaryOp::Gt),
            BinaryOp::Gt if integers() => Some(BinaryOp::Le),
            BinaryOp::Ge if integers() => Some(BinaryOp::Lt),
            _ => None,
        }
    }

    /// A comparison without its guards; of contents only `==` and its opposite.
    fn comparison(&self, op: BinaryOp, left: &Expr, right: &Expr) -> Text {
        let (l_type, r_type) = (self.type_of(left), self.type_of(right));
        if l_type.is_contents() {
            let equal = self.contents_equal(left, right);
            return if op == BinaryOp::Ne { unary(UnaryOp::Not, left, equal) } else { equal };
        }
        if l_type == Type::Exact || r_type == Type::Exact {
            let (l, r) = (self.exact(left).text, self.exact(right).text);
            return match op {
                BinaryOp::Eq => Text::new(format!("{l}.equals({r})"), Precedence::Primary),
                BinaryOp::Ne => Text::new(format!("!{l}.equals({r})"), Precedence::Unary),
                op => Text::new(format!("{l}.compareTo({r}) {} 0", op.symbol()), Precedence::of(op)),
            };
        }
        let (mut l, r) = operands(left, right, self.schema, |e| self.plain(e));
        if self.incomparable(left, right) {
            l = cast("Object", l);
        } else if matches!(op, BinaryOp::Eq | BinaryOp::Ne)
            && let (Some(primitive), Some(_)) = (self.boxed(left), self.boxed(right))
        {
            // Two boxes would be compared by identity.
            l = cast(primitive, l);
        }
        binary(op, l, r)
    }

    /// A number, reference or text, its guards being somebody else's care.
    fn plain(&self, expr: &Expr) -> Text {
        match expr {
            _ if self.type_of(expr) == Type::Exact => self.exact(expr),
            Expr::Var(id) => Text::new(self.name(*id), Precedence::Primary),
            Expr::Bound(index) => {
                let name = self.bound.iter().rev().nth(usize::from(*index)).expect("an enclosing quantifier");
                Text::new(name.clone(), Precedence::Primary)
            }
            Expr::Unary(op, operand) => unary(*op, operand, self.plain(operand)),
            Expr::Binary(op, left, right) => binary(*op, self.plain(left), self.plain(right)),
            Expr::Call(..) => self.call(expr, &[]),
            leaf => literal(leaf),
        }
    }

    /// An exact integer, or an int or long made one, as a `BigInteger`.
    fn exact(&self, expr: &Expr) -> Text {
        let value_of = |e: &Expr| format!("java.math.BigInteger.valueOf({})", self.plain(e).text);
        let method = |receiver: &Expr, name: &str, argument: Option<&Expr>| {
            let argument = argument.map(|e| self.exact(e).text).unwrap_or_default();
            format!("{}.{name}({argument})", self.exact(receiver).text)
        };
        let text = match expr {
            e if self.type_of(e) != Type::Exact => value_of(e),
            Expr::Unary(UnaryOp::Exact, operand) => value_of(operand),
            Expr::Unary(_, operand) => method(operand, "negate", None),
            Expr::Binary(op, left, right) => {
                let name = match op {
                    BinaryOp::Add => "add",
                    BinaryOp::Sub => "subtract",
                    _ => "multiply",
                };
                method(left, name, Some(right))
            }
            Expr::Call(function, arguments) => {
                let name = match function {
                    Function::Abs => "abs",
                    Function::Min => "min",
                    _ => "max",
                };
                method(&arguments[0], name, arguments.get(1))
            }
            other => unreachable!("{other:?} is no exact term"),
        };
        Text::new(text, Precedence::Primary)
    }

    /// A quantified expression without its guards, evaluated where the guards `known` hold.
    fn quantified(&self, expr: &Expr, known: &[Guard]) -> Text {
        let Expr::Quantified(quantifier, lo, hi, body) = expr else { unreachable!("a quantified expression") };
        let name = self.fresh(&["i", "j", "k"]);
        let mut inside = self.inside(&name);
        inside.bound.push(name.clone());
        let mut known: Vec<Guard> = known.iter().map(Guard::inside).collect();
        known.push(Guard::Range(Expr::Bound(0), lo.inside(), hi.inside()));
        let body = inside.boolean(body, &known).text;
        let matches = match quantifier {
            Quantifier::ForAll => "allMatch",
            Quantifier::Exists => "anyMatch",
        };
        let (lo, hi) = (self.plain(lo).text, self.plain(hi).text);
        Text::new(format!("java.util.stream.IntStream.range({lo}, {hi}).{matches}({name} -> {body})"), Precedence::Primary)
    }

    /// The text of the expression after those of its guards that are not known.
    fn guarded(&self, expr: &Expr, known: &[Guard], text: impl FnOnce(&[Guard]) -> Text) -> Text {
        let missing = self.missing(expr, known);
        if missing.contains(&Guard::Never) {
            return Text::new("false", Precedence::Primary);
        }
        if missing.is_empty() {
            return text(known);
        }
        let mut parts: Vec<String> = missing.iter().map(|g| self.guard(g)).collect();
        let known = [known, &missing].concat();
        parts.push(text(&known).at_least(Precedence::And));
        Text::new(parts.join(" && "), Precedence::And)
    }

    /// Whether javac may refuse to compare the two: references whose declared types differ (JLS §15.21.3).
    fn incomparable(&self, left: &Expr, right: &Expr) -> bool {
        if self.type_of(left) != Type::Reference || *left == Expr::Null || *right == Expr::Null {
            return false;
        }
        let declared = |e: &Expr| match e {
            Expr::Var(id) => self.schema.variables[*id as usize].java_type.as_deref(),
            // Elements of a type that nothing says.
            _ => None,
        };
        let object = Some("java.lang.Object");
        let variables = matches!((left, right), (Expr::Var(_), Expr::Var(_)));
        !variables || (declared(left) != declared(right) && declared(left) != object && declared(right) != object)
    }
}

fn cast(to: &str, text: Text) -> Text {
    Text::new(format!("({to}) {}", text.at_least(Precedence::Unary)), Precedence::Unary)
}

#[cfg(test)]
mod tests {
    use super::super::super::parse::parse;
    use super::super::super::testing::schema;
    use super::*;

    /// The assertion's Java text with the schema's own names.
    fn java(assertion: &str, expected: &str) {
        let schema = schema();
        let expr = parse(assertion, &schema).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(to_java(&expr, &schema, &|id| java_text(&schema, id).into_owned()), expected, "from `{assertion}`");
    }

    #[test]
    fn divisors_are_guarded_once_a_comparison() {
        java("i / j > 1", "j != 0 && i / j > 1");
        java("i / j > i % j", "j != 0 && i / j > i % j");
        java("i / (i / j) > 1", "j != 0 && i / j != 0 && i / (i / j) > 1");
        java("!(i % j == 0)", "!(j != 0 && i % j == 0)");
        java("l / i > 0 && d / i > 0", "i != 0 && l / i > 0 && d / i > 0");
        java("f / i > d % i", "f / i > d % i");
    }

    #[test]
    fn constant_divisors_need_no_guard() {
        java("i % 2 == 0", "i % 2 == 0");
        java("i / (1 - 1) == 0", "false");
        java("!(i / 0 == 0)", "!false");
        java("i / (1 / 0) == 0", "false");
    }

    #[test]
    fn receivers_are_guarded_and_this_is_not() {
        java("list.size() > 0", "list != null && list.size() > 0");
        java("list.size() == list.size() + 1", "list != null && list.size() == list.size() + 1");
        java("!list.isEmpty()", "!(list != null && list.isEmpty())");
        java("this.top > old_this.top", "this.top > old_this_top");
        java("this.items.length > 0", "this.items != null && this.items.length > 0");
        java("this.items == null", "this.items == null");
    }

    #[test]
    fn what_is_established_is_not_guarded_again() {
        java("list != null && list.size() > 0", "list != null && list.size() > 0");
        java("list == null || list.size() > 0", "list == null || list.size() > 0");
        java("list != null ==> list.size() > 0", "list == null || list.size() > 0");
        java("list.size() > 0 && !list.isEmpty()", "list != null && list.size() > 0 && !list.isEmpty()");
        java("d > 0 ==> !(i == 0) && !(d <= 1)", "!(d > 0) || i != 0 && !(d <= 1)");
        java("j > 0 ==> i / j > 0", "j <= 0 || i / j > 0");
        java("j <= 0 || i / j > 0", "j <= 0 || i / j > 0");
        java("j >= 0 ==> i / j > 0", "j < 0 || j != 0 && i / j > 0");
    }

    #[test]
    fn what_may_have_failed_is_still_guarded() {
        java("list.size() == 0 || i / list.size() > 0", "list != null && list.size() == 0 || list != null && i / list.size() > 0");
        java("(b == (j != 0)) && i / j > 0", "b == (j != 0) && j != 0 && i / j > 0");
        java("b || list.size() > 0 || list.isEmpty()", "b || list != null && list.size() > 0 || list != null && list.isEmpty()");
    }

    #[test]
    fn logic_becomes_javas_operators() {
        java("b ==> i > 0", "!b || i > 0");
        java("!b ==> i > 0", "b || i > 0");
        java("(b ==> b) ==> b", "!(!b || b) || b");
        java("b <==> i > 0 && b", "b == (i > 0 && b)");
        java("b ^ list.isEmpty()", "b != (list != null && list.isEmpty())");
        java("b && (b && (b || (b || b)))", "b && b && (b || b || b)");
        java("-(-i) == -2147483648 && c >= '0'", "-(-i) == Integer.MIN_VALUE && c >= '0'");
        java("null == null && 1 < 2.0f", "null == null && 1 < 2.0f");
    }

    #[test]
    fn references_of_different_classes_are_compared_as_objects() {
        let mut typed = schema();
        typed.variables[9].java_type = Some("java.lang.String".into());
        let expr = Expr::binary(BinaryOp::Eq, Expr::Var(9), Expr::Var(19));
        assert_eq!(to_java(&expr, &typed, &|id| java_text(&typed, id).into_owned()), "(Object) r == n");
        java("r == n", "r == n");
    }

    #[test]
    fn indices_are_guarded_by_what_is_not_known_of_them() {
        java("a[0] == i", "a != null && a.length > 0 && a[0] == i");
        java(
            "a[2] == i && a[1] > 0 && a.length > 3 && a[3] == 0",
            "a != null && a.length > 2 && a[2] == i && a[1] > 0 && a.length > 3 && a[3] == 0",
        );
        java("a[i] == 0", "a != null && i >= 0 && i < a.length && a[i] == 0");
        java("0 <= i && i < a.length ==> a[i] == 0", "!(0 <= i && a != null && i < a.length) || a[i] == 0");
        java("i < 0 || i >= a.length || a[i] == 0", "i < 0 || a != null && i >= a.length || a != null && a[i] == 0");
        java("a[-1] == 0", "false");
        java("a[a.length - 1] == 0", "a != null && a.length - 1 >= 0 && a[a.length - 1] == 0");
        java("a.length > 0 && a[a.length - 1] == 0", "a != null && a.length > 0 && a[a.length - 1] == 0");
        java("a[i / j] == 0", "a != null && j != 0 && i / j >= 0 && i / j < a.length && a[i / j] == 0");
        java("words[c].length() > 2", "words != null && c < words.size() && words.get(c) != null && words.get(c).length() > 2");
        java("least(a) == 3 && a[0] > 3", "a != null && a.length > 0 && java.util.Arrays.stream(a).min().getAsInt() == 3 && a[0] > 3");
    }

    #[test]
    fn quantifiers_are_streams_and_know_their_range() {
        let range = "java.util.stream.IntStream.range";
        java("(\\forall int i; 0 <= i && i < a.length; a[i] > 0)", &format!("a != null && {range}(0, a.length).allMatch(k -> a[k] > 0)"));
        java(
            "(\\forall int i; 0 <= i && i < a.length - 1; a[i] <= a[i + 1])",
            &format!("a != null && {range}(0, a.length - 1).allMatch(k -> a[k] <= a[k + 1])"),
        );
        java(
            "(\\forall int i; 1 <= i && i < a.length; a[i - 1] != a[i])",
            &format!("a != null && {range}(1, a.length).allMatch(k -> a[k - 1] != a[k])"),
        );
        java(
            "(\\exists int q; 0 <= q && q < a.length; a[q] == old_a[q])",
            &format!("a != null && {range}(0, a.length).anyMatch(k -> old_a != null && k < olda.length && a[k] == olda[k])"),
        );
        java(
            "(\\forall int p; 0 <= p && p < a.length; (\\exists int q; 0 <= q && q < p; a[p] == a[q]))",
            &format!("a != null && {range}(0, a.length).allMatch(k -> {range}(0, k).anyMatch(i1 -> a[k] == a[i1]))"),
        );
        java(
            "!(\\exists int q; i / j <= q && q < 3; b)",
            &format!("!(j != 0 && (long) 3 - i / j <= 1048576 && {range}(i / j, 3).anyMatch(k -> b))"),
        );
        java("(\\exists int q; 0 <= q && q < i; b)", &format!("i <= 1048576 && {range}(0, i).anyMatch(k -> b)"));
        java(
            "(\\forall int q; 0 <= q && q < i; a[q] > 0 && b)",
            &format!("{range}(0, i).allMatch(k -> a != null && k < a.length && a[k] > 0 && b)"),
        );
    }

    #[test]
    fn texts_are_compared_by_equals_with_no_more_guards_than_needed() {
        java("t.equals(u)", "t != null && t.equals(u)");
        java("t.equals(\"x\")", "\"x\".equals(t)");
        java("!t.equals(u) && u.equals(t)", "!(t != null && t.equals(u)) && u != null && u.equals(t)");
        java("t != null && !t.equals(u)", "t != null && !t.equals(u)");
        java("u.equals(t.strip())", "t != null && t.strip().equals(u)");
        java("words.get(0).equals(t)", "words != null && words.size() > 0 && words.get(0) != null && words.get(0).equals(t)");
        java("t.startsWith(u)", "t != null && u != null && t.startsWith(u)");
        java("t.substring(1, i).isBlank()", "t != null && 1 <= i && i <= t.length() && t.substring(1, i).isBlank()");
        java("t.charAt(0) == 'a'", "t != null && t.length() > 0 && t.charAt(0) == 'a'");
        java("t.concat(\"\\\"\\u00e9\\n\").isBlank()", "t != null && t.concat(\"\\\"\\u00e9\\n\").isBlank()");
    }

    #[test]
    fn containers_have_the_methods_of_java_util() {
        java("a.equals(old_a)", "a != null && old_a != null && java.util.Arrays.equals(a, olda)");
        java("words.contains(t)", "words != null && t != null && words.contains(t)");
        java("map.keySet().contains(c)", "map != null && java.util.Collections.frequency(map.keySet(), (int) c) > 0");
        java("contains(a, i)", "a != null && java.util.Arrays.stream(a).anyMatch(e -> e == i)");
        java("count(a, i) == 1", "a != null && (int) java.util.Arrays.stream(a).filter(e -> e == i).count() == 1");
        java(
            "indexOf(a, i) < 0",
            "a != null && java.util.stream.IntStream.range(0, a.length).filter(k -> a[k] == i).findFirst().orElse(-1) < 0",
        );
        java("contains(items, r)", "this.items != null && java.util.Arrays.stream(this.items).anyMatch(e -> (Object) e == r)");
        java("items[0] == r", "this.items != null && this.items.length > 0 && (Object) this.items[0] == r");
        java("sum(a) == 3", "a != null && java.util.Arrays.stream(a).asLongStream().sum() == 3");
        java("greatest(map.keySet()) > i", "map != null && map.keySet().size() > 0 && java.util.Collections.max(map.keySet()) > i");
        java("sorted(a)", "a != null && java.util.stream.IntStream.range(1, a.length).allMatch(k -> a[k - 1] <= a[k])");
        java(
            "permutation(a, map.keySet())",
            "a != null && map != null && java.util.Arrays.equals(java.util.Arrays.stream(a).sorted().toArray(), \
             map.keySet().stream().mapToInt(e -> e).sorted().toArray())",
        );
    }

    #[test]
    fn exact_integers_are_big_integers() {
        let of = "java.math.BigInteger.valueOf";
        java("exact(i) * j == l", &format!("{of}(i).multiply({of}(j)).equals({of}(l))"));
        java("exact(i) * j != l", &format!("!{of}(i).multiply({of}(j)).equals({of}(l))"));
        java("!(abs(exact(i)) - 1 < j)", &format!("{of}(i).abs().subtract({of}(1)).compareTo({of}(j)) >= 0"));
    }
}
