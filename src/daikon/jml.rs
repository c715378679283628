//! Invariants as JML (Leavens et al., "JML Reference Manual", chapters 9 and 12): `\result`, `\old`, quantifiers.
//!
//! Values of a trace have the names that its front end gave them; here they become expressions of Java, as far as Java has any.

use crate::invariants::Implication;
use crate::invariants::formula::{Constant, Formula, Function, Notation, Numeric, Part, Predicate};
use crate::invariants::samples::{Derivation, Kind, Samples, Shape, Var};
use crate::invariants::texts::Texts;
use crate::relation::Relation;

/// Elements of the longest sequence that is spelled out.
const LONGEST_LIST: usize = 8;

/// Says formulas of the samples of a point.
pub struct Jml<'a> {
    pub samples: &'a Samples,
    pub texts: &'a Texts,
    /// Whether a sequence is of a `java.util.List`, and not of an array.
    pub is_list: &'a dyn Fn(Var) -> bool,
}

/// A sequence, or a part of one: its elements by index, and the indices from the first to before the last.
struct Range {
    element: Box<dyn Fn(&str) -> String>,
    from: String,
    to: String,
}

impl Range {
    fn within(&self, index: &str) -> String {
        format!("{} <= {index} && {index} < {}", self.from, self.to)
    }
}

impl Jml<'_> {
    /// The formula; `None`: Java has no words for it.
    pub fn formula(&self, formula: &Formula) -> Option<String> {
        let body = self.unguarded(formula)?;
        let mut guards: Vec<String> = Vec::new();
        for v in formula.variables() {
            for guard in self.guards(v)? {
                if !guards.contains(&guard) {
                    guards.push(guard);
                }
            }
        }
        let guards: String = guards.into_iter().map(|g| format!("{g} == null || ")).collect();
        Some(format!("{guards}{body}"))
    }

    /// `leader == other`
    pub fn equality(&self, leader: Var, other: Var) -> Option<String> {
        let scalar = self.samples.variables[leader].is_scalar();
        self.formula(&if scalar {
            Formula::Compare(Relation::Equal, leader, other)
        } else {
            Formula::Lexical(Relation::Equal, leader, other)
        })
    }

    pub fn implication(&self, implication: &Implication) -> Option<String> {
        let arrow = if implication.equivalent { "<==>" } else { "==>" };
        let condition = self.formula(&implication.condition.formula)?;
        let not = if implication.condition.negated { "!" } else { "" };
        Some(format!("{not}({condition}) {arrow} ({})", self.formula(&implication.consequence)?))
    }

    fn kind(&self, v: Var) -> Kind {
        self.samples.variables[v].kind
    }

    /// What is null where the variable has no value; `None`: nobody knows.
    fn guards(&self, v: Var) -> Option<Vec<String>> {
        let variable = &self.samples.variables[v];
        if let Some(derivation) = variable.derivation {
            let mut guards = self.guards(derivation.base())?;
            guards.extend(derivation.index().map_or(Some(Vec::new()), |index| self.guards(index))?);
            return Some(guards);
        }
        if self.samples.columns[v].present.is_none() {
            return Some(Vec::new());
        }
        let path = self.path(v)?;
        let path = path.split_once("[]").map_or(path.as_str(), |p| p.0);
        let sequence = !variable.is_scalar();
        let ends: Vec<usize> = path.match_indices('.').map(|m| m.0).chain(sequence.then_some(path.len())).collect();
        let guards: Vec<String> =
            ends.into_iter().map(|end| &path[..end]).filter(|p| *p != "this").map(|p| self.at_its_time(v, p.to_owned())).collect();
        (!guards.is_empty()).then_some(guards)
    }

    /// The name of a variable that was read, as Java has it, elements as `[]`.
    fn path(&self, v: Var) -> Option<String> {
        let variable = &self.samples.variables[v];
        let name = variable.name.strip_prefix("orig(").and_then(|n| n.strip_suffix(')')).filter(|_| variable.entry);
        let name = name.unwrap_or(&variable.name);
        let name = if variable.kind == Kind::Text { name.strip_suffix(".toString").unwrap_or(name) } else { name };
        let mut path = match name.strip_prefix("return") {
            Some(rest) if rest.is_empty() || rest.starts_with(['.', '[']) => format!("\\result{rest}"),
            _ => name.to_owned(),
        };
        if variable.kind == Kind::ClassName && path.ends_with("getClass()") {
            path += ".getName()";
        }
        let java = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '.' | '(' | ')' | '\\');
        path.replacen("[]", "", 1).chars().all(java).then_some(path)
    }

    /// The value on entry, where the variable is one.
    fn at_its_time(&self, v: Var, text: String) -> String {
        if self.samples.variables[v].entry { format!("\\old({text})") } else { text }
    }

    fn scalar(&self, v: Var) -> Option<String> {
        Some(self.at_its_time(v, self.scalar_then(v)?))
    }

    /// A scalar, without saying when.
    fn scalar_then(&self, v: Var) -> Option<String> {
        match self.samples.variables[v].derivation {
            Some(Derivation::Length(base)) if self.samples.variables[base].is_scalar() => Some(format!("{}.length()", self.path(base)?)),
            Some(Derivation::Length(base)) => Some(self.sequence(base)?.2),
            Some(Derivation::LastIndex(base)) => Some(format!("{} - 1", self.sequence(base)?.2)),
            Some(Derivation::Element { sequence, index, shift }) => Some(self.element(sequence, &self.index(sequence, index, shift)?)?),
            Some(Derivation::Head { .. } | Derivation::Tail { .. }) => None,
            None => Some(self.path(v)?).filter(|p| !p.contains("[]")),
        }
    }

    /// What is before the index of a sequence that was read, what is after it, and its length.
    fn sequence(&self, v: Var) -> Option<(String, String, String)> {
        if self.samples.variables[v].shape == Shape::Bag {
            return None;
        }
        let path = self.path(v)?;
        let (before, after) = path.split_once("[]")?;
        let length = if (self.is_list)(v) { "size()" } else { "length" };
        Some((before.to_owned(), after.to_owned(), format!("{before}.{length}")))
    }

    fn element(&self, sequence: Var, index: &str) -> Option<String> {
        let (before, after, _) = self.sequence(sequence)?;
        Some(if (self.is_list)(sequence) { format!("{before}.get({index}){after}") } else { format!("{before}[{index}]{after}") })
    }

    /// The index at which a sequence is read; `None`: it is one after the call into a sequence before it.
    fn index(&self, sequence: Var, index: Var, shift: i64) -> Option<String> {
        let text = match (self.samples.variables[sequence].entry, self.samples.variables[index].entry) {
            (true, true) | (false, false) => self.scalar_then(index)?,
            (false, true) => self.scalar(index)?,
            (true, false) => return None,
        };
        Some(match shift {
            0 => text,
            s if s < 0 => format!("{text} - {}", -s),
            s => format!("{text} + {s}"),
        })
    }

    fn range(&self, v: Var) -> Option<Range> {
        let (sequence, from, to) = match self.samples.variables[v].derivation {
            Some(Derivation::Head { sequence, index, shift }) => (sequence, "0".to_owned(), self.index(sequence, index, shift + 1)?),
            Some(Derivation::Tail { sequence, index, shift }) => {
                (sequence, self.index(sequence, index, shift)?, self.sequence(sequence)?.2)
            }
            _ => (v, "0".to_owned(), self.sequence(v)?.2),
        };
        let entry = self.samples.variables[v].entry;
        let old = move |text: String| if entry { format!("\\old({text})") } else { text };
        let (before, after, _) = self.sequence(sequence)?;
        let list = (self.is_list)(sequence);
        let element =
            Box::new(move |i: &str| old(if list { format!("{before}.get({i}){after}") } else { format!("{before}[{i}]{after}") }));
        let bound = |text: String| if text == "0" { text } else { self.at_its_time(v, text) };
        Some(Range { element, from: bound(from), to: bound(to) })
    }

    fn for_all(&self, v: Var, of_element: impl FnOnce(&str) -> Option<String>) -> Option<String> {
        let range = self.range(v)?;
        Some(format!("(\\forall int i; {}; {})", range.within("i"), of_element(&(range.element)("i"))?))
    }

    fn constant(&self, constant: Constant, v: Var) -> Option<String> {
        Some(match (constant, self.kind(v)) {
            (Constant::Real(x), _) if x.is_nan() => return None,
            (Constant::Real(x), _) if x.is_infinite() => format!("Double.{}_INFINITY", if x > 0.0 { "POSITIVE" } else { "NEGATIVE" }),
            (Constant::Real(x), _) => format!("{x:?}"),
            (Constant::Integer(x), Kind::Boolean) => (x != 0).to_string(),
            (Constant::Integer(0), Kind::Reference | Kind::Text | Kind::ClassName) => "null".to_owned(),
            (Constant::Integer(_), Kind::Reference) => return None,
            (Constant::Integer(place), Kind::Text | Kind::ClassName) => super::notation::quoted(self.texts.get(place)?.units()),
            (Constant::Integer(x), Kind::Integer | Kind::Real) => number(x),
        })
    }

    fn compare(kind: Kind, relation: Relation, x: &str, y: &str) -> String {
        let text = matches!(kind, Kind::Text | Kind::ClassName) && x != "null" && y != "null";
        match (text, relation) {
            (true, Relation::Equal) if y.starts_with('"') => format!("{y}.equals({x})"),
            (true, Relation::Equal) => format!("java.util.Objects.equals({x}, {y})"),
            (true, Relation::NotEqual) => format!("!java.util.Objects.equals({x}, {y})"),
            (true, _) => format!("{x}.compareTo({y}) {} 0", relation.symbol()),
            (false, _) => format!("{x} {} {y}", relation.symbol()),
        }
    }

    fn predicate(&self, predicate: &Predicate, v: Var, x: &str) -> Option<String> {
        let kind = self.kind(v);
        Some(match predicate {
            Predicate::OneOf(values) => {
                let one = |c: &Constant| Some(Self::compare(kind, Relation::Equal, x, &self.constant(*c, v)?));
                values.iter().map(one).collect::<Option<Vec<_>>>()?.join(" || ")
            }
            Predicate::NonZero if matches!(kind, Kind::Integer | Kind::Real) => format!("{x} != 0"),
            Predicate::NonZero => format!("{x} != null"),
            Predicate::AtLeast(c) => Self::compare(kind, Relation::GreaterOrEqual, x, &self.constant(*c, v)?),
            Predicate::AtMost(c) => Self::compare(kind, Relation::LessOrEqual, x, &self.constant(*c, v)?),
            Predicate::Modulus { modulus, remainder } => format!("Math.floorMod({x}, {modulus}) == {remainder}"),
            Predicate::PowerOfTwo => format!("{x} > 0 && ({x} & ({x} - 1)) == 0"),
            Predicate::Printable => return None,
        })
    }

    fn unguarded(&self, formula: &Formula) -> Option<String> {
        match formula {
            Formula::Unary(predicate, v) if self.samples.variables[*v].is_scalar() => self.predicate(predicate, *v, &self.scalar(*v)?),
            Formula::Unary(predicate, v) => self.for_all(*v, |e| self.predicate(predicate, *v, e)),
            Formula::SequenceOneOf(lists, v) => self.one_of_lists(lists, *v),
            Formula::Neighbours(relation, v) => {
                let range = self.range(*v)?;
                let both = Self::compare(self.kind(*v), *relation, &(range.element)("i - 1"), &(range.element)("i"));
                Some(format!("(\\forall int i; {} < i && i < {}; {both})", range.from, range.to))
            }
            Formula::NoDuplicates(v) => {
                let range = self.range(*v)?;
                let differ = Self::compare(self.kind(*v), Relation::NotEqual, &(range.element)("i"), &(range.element)("j"));
                Some(format!("(\\forall int i, j; {} <= i && i < j && j < {}; {differ})", range.from, range.to))
            }
            Formula::Compare(relation, x, y) => Some(Self::compare(self.kind(*x), *relation, &self.scalar(*x)?, &self.scalar(*y)?)),
            Formula::ElementsCompare(relation, a, y) => {
                let y = self.scalar(*y)?;
                self.for_all(*a, |e| Some(Self::compare(self.kind(*a), *relation, e, &y)))
            }
            Formula::Pairwise(relation, a, b) => self.pairwise(*relation, *a, *b),
            Formula::Lexical(Relation::Equal, a, b) => self.pairwise(Relation::Equal, *a, *b),
            Formula::Lexical(..) | Formula::Subsequence(..) => None,
            Formula::Linear { terms, constant } => self.linear(terms, *constant),
            Formula::RealLinear { result, terms, constant } => {
                let mut sum = String::new();
                for (factor, v) in terms {
                    let value = self.scalar(*v)?;
                    let product = if factor.abs() == 1.0 { value } else { format!("{:?} * {value}", factor.abs()) };
                    add(&mut sum, *factor < 0.0, &product);
                }
                if *constant != 0.0 {
                    add(&mut sum, *constant < 0.0, &format!("{:?}", constant.abs()));
                }
                Some(format!("{} == {sum}", self.scalar(*result)?))
            }
            Formula::Numeric(numeric, x, y) => {
                let (x, y) = (self.scalar(*x)?, self.scalar(*y)?);
                Some(match numeric {
                    Numeric::Divides => format!("{x} % {y} == 0"),
                    Numeric::Square => format!("{x} == {y} * {y}"),
                    Numeric::Absolute => format!("{x} == Math.abs({y})"),
                    Numeric::Complement => format!("{x} == ~{y}"),
                    Numeric::BitSubset => format!("({x} | {y}) == {x}"),
                    Numeric::BitsDisjoint => format!("({x} & {y}) == 0"),
                    Numeric::ShiftedOut => format!("({x} >> {y}) == 0"),
                })
            }
            Formula::Within(part, x, y) => {
                let method = match part {
                    Part::Anywhere => "contains",
                    Part::Start => "startsWith",
                    Part::End => "endsWith",
                };
                Some(format!("{}.{method}({})", self.scalar(*y)?, self.scalar(*x)?))
            }
            Formula::Member(x, a) => {
                let range = self.range(*a)?;
                let same = Self::compare(self.kind(*a), Relation::Equal, &(range.element)("i"), &self.scalar(*x)?);
                Some(format!("(\\exists int i; {}; {same})", range.within("i")))
            }
            Formula::Subset(a, b) => {
                let range = self.range(*b)?;
                self.for_all(*a, |e| {
                    let same = Self::compare(self.kind(*a), Relation::Equal, e, &(range.element)("j"));
                    Some(format!("(\\exists int j; {}; {same})", range.within("j")))
                })
            }
            Formula::Reverse(a, b) => {
                let (x, y) = (self.range(*a)?, self.range(*b)?);
                let mirrored = (y.element)(&format!("{} - 1 - i", y.to));
                let same = Self::compare(self.kind(*a), Relation::Equal, &(x.element)("i"), &mirrored);
                let whole = [*a, *b].iter().all(|v| self.samples.variables[*v].derivation.is_none());
                whole.then(|| format!("{} == {} && (\\forall int i; {}; {same})", x.to, y.to, x.within("i")))
            }
            Formula::Function { function, result, x, y } => {
                let (z, x, y) = (self.scalar(*result)?, self.scalar(*x)?, self.scalar(*y)?);
                match (function, function.notation()) {
                    // Java has no such method.
                    (Function::Gcd, _) => None,
                    (_, Notation::Infix(operator)) => Some(format!("{z} == ({x} {operator} {y})")),
                    (_, Notation::Call(name)) => Some(format!("{z} == Math.{name}({x}, {y})")),
                }
            }
        }
    }

    fn one_of_lists(&self, lists: &[Vec<Constant>], v: Var) -> Option<String> {
        let range = self.range(v)?;
        if range.from != "0" || lists.iter().any(|list| list.len() > LONGEST_LIST) {
            return None;
        }
        let one = |list: &Vec<Constant>| {
            let mut text = format!("{} == {}", range.to, list.len());
            for (i, element) in list.iter().enumerate() {
                let value = self.constant(*element, v)?;
                text += &format!(" && {}", Self::compare(self.kind(v), Relation::Equal, &(range.element)(&i.to_string()), &value));
            }
            Some(text)
        };
        let lists: Vec<String> = lists.iter().map(one).collect::<Option<_>>()?;
        Some(if let [only] = &lists[..] { only.clone() } else { lists.iter().map(|l| format!("({l})")).collect::<Vec<_>>().join(" || ") })
    }

    fn pairwise(&self, relation: Relation, a: Var, b: Var) -> Option<String> {
        let (x, y) = (self.range(a)?, self.range(b)?);
        if x.from != y.from {
            return None;
        }
        let both = Self::compare(self.kind(a), relation, &(x.element)("i"), &(y.element)("i"));
        let lengths = if x.to == y.to { String::new() } else { format!("{} == {} && ", x.to, y.to) };
        Some(format!("{lengths}(\\forall int i; {}; {both})", x.within("i")))
    }

    /// Equations are true of numbers that wrap, too.
    fn linear(&self, terms: &[(i64, Var)], constant: i128) -> Option<String> {
        let scalar = self.samples.variables[terms[0].1].is_scalar();
        let mut sum = String::new();
        for (factor, v) in terms {
            let value = if scalar { self.scalar(*v)? } else { (self.range(*v)?.element)("i") };
            let value = if value.ends_with(" - 1") { format!("({value})") } else { value };
            let size = factor.checked_abs()?;
            let product = if size == 1 { value } else { format!("{} * {value}", number(size)) };
            add(&mut sum, *factor < 0, &product);
        }
        if constant != 0 {
            add(&mut sum, constant < 0, &number(i64::try_from(constant.checked_abs()?).ok()?));
        }
        if scalar {
            return Some(format!("{sum} == 0"));
        }
        self.for_all(terms[0].1, |_| Some(format!("{sum} == 0")))
    }
}

fn add(sum: &mut String, negative: bool, term: &str) {
    *sum += match (negative, sum.is_empty()) {
        (false, true) => "",
        (true, true) => "-",
        (false, false) => " + ",
        (true, false) => " - ",
    };
    *sum += term;
}

/// A literal of an `int`, or of a `long` where that is too small.
fn number(value: i64) -> String {
    if i32::try_from(value).is_ok() { value.to_string() } else { format!("{value}L") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::invariants::samples::{Column, Data, Variable};

    fn samples() -> Samples {
        let mut samples = Samples { rows: 1, ..Samples::default() };
        let mut add = |name: &str, kind, shape, entry, derivation| {
            let mut variable = Variable::new(name, kind, shape);
            (variable.entry, variable.derivation) = (entry, derivation);
            let mut data = Data::empty(kind, shape);
            data.push_absent();
            samples.push(variable, Column { data, present: None })
        };
        add("x", Kind::Integer, Shape::Scalar, false, None);
        add("orig(this.top)", Kind::Integer, Shape::Scalar, true, None);
        add("return", Kind::Integer, Shape::Scalar, false, None);
        add("this.a[]", Kind::Integer, Shape::Sequence, false, None);
        add("orig(this.a[])", Kind::Integer, Shape::Sequence, true, None);
        add("size(this.a[])", Kind::Integer, Shape::Scalar, false, Some(Derivation::Length(3)));
        add("this.a[orig(this.top)]", Kind::Integer, Shape::Scalar, false, Some(Derivation::Element { sequence: 3, index: 1, shift: -1 }));
        add("orig(s.toString)", Kind::Text, Shape::Scalar, true, None);
        add("::global", Kind::Integer, Shape::Scalar, false, None);
        samples
    }

    fn said(formula: &Formula, is_list: bool) -> Option<String> {
        Jml { samples: &samples(), texts: &Texts::default(), is_list: &|_| is_list }.formula(formula)
    }

    #[test]
    fn values_are_named_as_jml_names_them() {
        let compare = |x, y| said(&Formula::Compare(Relation::LessOrEqual, x, y), false).expect("has words");
        assert_eq!(compare(0, 1), "x <= \\old(this.top)");
        assert_eq!(compare(2, 5), "\\result <= this.a.length");
        assert_eq!(compare(6, 0), "this.a[\\old(this.top) - 1] <= x");
        assert_eq!(said(&Formula::Compare(Relation::Less, 0, 5), true).as_deref(), Some("x < this.a.size()"));
        assert_eq!(said(&Formula::Unary(Predicate::NonZero, 7), false).as_deref(), Some("\\old(s) != null"));
        assert_eq!(said(&Formula::Unary(Predicate::NonZero, 8), false), None, "Java has no such name");
    }

    #[test]
    fn elements_are_quantified() {
        let text = said(&Formula::Lexical(Relation::Equal, 3, 4), false).expect("has words");
        assert_eq!(
            text,
            "this.a.length == \\old(this.a.length) && (\\forall int i; 0 <= i && i < this.a.length; this.a[i] == \\old(this.a[i]))"
        );
        let text = said(&Formula::Neighbours(Relation::Less, 3), true).expect("has words");
        assert_eq!(text, "(\\forall int i; 0 < i && i < this.a.size(); this.a.get(i - 1) < this.a.get(i))");
        let linear = Formula::Linear { terms: vec![(2, 0), (-1, 5)], constant: 3_000_000_000 };
        assert_eq!(said(&linear, false).as_deref(), Some("2 * x - this.a.length + 3000000000L == 0"));
    }

    #[test]
    fn functions_are_java_s_where_it_has_them() {
        let of = |function| said(&Formula::Function { function, result: 2, x: 0, y: 1 }, false);
        assert_eq!(of(Function::Max).as_deref(), Some("\\result == Math.max(x, \\old(this.top))"));
        assert_eq!(of(Function::ShiftLeft).as_deref(), Some("\\result == (x << \\old(this.top))"));
        assert_eq!(of(Function::Gcd), None);
    }
}
