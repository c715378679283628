//! Invariants as Daikon prints them.

use crate::invariants::formula::{Constant, Formula, Notation, Numeric, Part, Predicate};
use crate::invariants::samples::{Cell, Kind, Samples, Var};
use crate::invariants::texts::Texts;
use crate::invariants::{Condition, Implication};
use crate::relation::Relation;
use std::fmt::Write;

/// A line of 75 signs, as between program points.
pub const RULE: &str = "===========================================================================";

/// An invariant in Daikon's words.
pub fn invariant(formula: &Formula, samples: &Samples, texts: &Texts) -> String {
    Printer { samples, texts }.formula(formula)
}

/// `(x > 0)  <==>  (return == true)`
pub fn implication(implication: &Implication, samples: &Samples, texts: &Texts) -> String {
    let consequence = invariant(&implication.consequence, samples, texts);
    let condition = Printer { samples, texts }.condition(&implication.condition);
    if implication.equivalent { format!("({consequence})  <==>  ({condition})") } else { format!("({condition})  ==>  ({consequence})") }
}

/// `leader == other`
pub fn equality(leader: Var, other: Var, samples: &Samples) -> String {
    format!("{} == {}", samples.variables[leader].name, samples.variables[other].name)
}

/// The value of a variable in a row, at most so many elements or characters of it.
pub fn value(samples: &Samples, texts: &Texts, var: Var, row: usize, most: usize) -> String {
    let printer = Printer { samples, texts };
    let one = |constant: Constant| match (constant, samples.variables[var].kind) {
        (Constant::Integer(id), Kind::Reference) if id != 0 => format!("object {id}"),
        (Constant::Integer(place), Kind::Text) if texts.get(place).is_some_and(|t| t.len() > most) => {
            let units = texts.get(place).map_or(&[][..], |t| t.units());
            format!("{}.. ({} characters)", quoted(&units[..most]), units.len())
        }
        _ => printer.constant(constant, var),
    };
    let list = |elements: &mut dyn Iterator<Item = Constant>, length: usize| {
        let mut shown: Vec<String> = elements.take(most).map(one).collect();
        if length > most {
            shown.push(format!(".. ({length} elements)"));
        }
        format!("[{}]", shown.join(", "))
    };
    match samples.cell(var, row) {
        None => "absent".to_owned(),
        Some(Cell::Integer(value)) => one(Constant::Integer(value)),
        Some(Cell::Real(value)) => one(Constant::Real(value)),
        Some(Cell::Integers(values)) => list(&mut values.iter().map(|v| Constant::Integer(*v)), values.len()),
        Some(Cell::Reals(values)) => list(&mut values.iter().map(|v| Constant::Real(*v)), values.len()),
    }
}

struct Printer<'a> {
    samples: &'a Samples,
    texts: &'a Texts,
}

impl Printer<'_> {
    fn name(&self, v: Var) -> &str {
        &self.samples.variables[v].name
    }

    fn formula(&self, formula: &Formula) -> String {
        let n = |v: &Var| self.name(*v);
        match formula {
            Formula::Unary(predicate, v) => self.unary(predicate, *v),
            Formula::SequenceOneOf(lists, v) => {
                let texts: Vec<String> = lists.iter().map(|list| format!("[{}]", self.constants(list, *v))).collect();
                match &texts[..] {
                    [only] => format!("{} == {only}", n(v)),
                    several => format!("{} one of {{ {} }}", n(v), several.join(", ")),
                }
            }
            Formula::Neighbours(Relation::Equal, v) => format!("{} elements are equal", n(v)),
            Formula::Neighbours(relation, v) => format!("{} sorted by {}", n(v), relation.symbol()),
            Formula::NoDuplicates(v) => format!("{} contains no duplicates", n(v)),
            Formula::Compare(relation, x, y) => format!("{} {} {}", n(x), relation.symbol(), n(y)),
            Formula::ElementsCompare(relation, a, y) => format!("{} elements {} {}", n(a), relation.symbol(), n(y)),
            Formula::Pairwise(relation, a, b) => format!("{} {} {} (elementwise)", n(a), relation.symbol(), n(b)),
            Formula::Lexical(Relation::Equal, a, b) => format!("{} == {}", n(a), n(b)),
            Formula::Lexical(relation, a, b) => format!("{} {} {} (lexically)", n(a), relation.symbol(), n(b)),
            Formula::Linear { terms, constant } => {
                let elementwise = if self.samples.variables[terms[0].1].is_scalar() { "" } else { " (elementwise)" };
                let mut text = String::new();
                for (factor, v) in terms {
                    let size = factor.unsigned_abs();
                    let product = if size == 1 { self.name(*v).to_owned() } else { format!("{size} * {}", self.name(*v)) };
                    text += &signed(*factor < 0, &product, text.is_empty());
                }
                if *constant != 0 {
                    text += &signed(*constant < 0, &constant.unsigned_abs().to_string(), false);
                }
                format!("{text} == 0{elementwise}")
            }
            Formula::RealLinear { result, terms, constant } => {
                let mut text = String::new();
                for (factor, v) in terms {
                    let size = factor.abs();
                    let product = if size == 1.0 { self.name(*v).to_owned() } else { format!("{size:?} * {}", self.name(*v)) };
                    text += &signed(*factor < 0.0, &product, text.is_empty());
                }
                if *constant != 0.0 {
                    text += &signed(*constant < 0.0, &format!("{:?}", constant.abs()), false);
                }
                format!("{} == {text}", n(result))
            }
            Formula::Numeric(numeric, x, y) => match numeric {
                Numeric::Divides => format!("{} % {} == 0", n(x), n(y)),
                Numeric::Square => format!("{} == {}**2", n(x), n(y)),
                Numeric::Absolute => format!("{} == |{}|", n(x), n(y)),
                Numeric::Complement => format!("{} == ~{}", n(x), n(y)),
                Numeric::BitSubset => format!("{} is a bitwise subset of {}", n(y), n(x)),
                Numeric::BitsDisjoint => format!("({} & {} == 0)", n(x), n(y)),
                Numeric::ShiftedOut => format!("({} >> {} == 0)", n(x), n(y)),
            },
            Formula::Within(part, x, y) => {
                let what = match part {
                    Part::Anywhere => "substring",
                    Part::Start => "prefix",
                    Part::End => "suffix",
                };
                format!("{} is a {what} of {}", n(x), n(y))
            }
            Formula::Member(x, a) => format!("{} in {}", n(x), n(a)),
            Formula::Subset(a, b) => format!("{} is a subset of {}", n(a), n(b)),
            Formula::Subsequence(a, b) => format!("{} is a subsequence of {}", n(a), n(b)),
            Formula::Reverse(a, b) => format!("{} is the reverse of {}", n(a), n(b)),
            Formula::Function { function, result, x, y } => match function.notation() {
                Notation::Infix(operator) => format!("{} == ({} {operator} {})", n(result), n(x), n(y)),
                Notation::Call(name) => format!("{} == {name}({}, {})", n(result), n(x), n(y)),
            },
        }
    }

    fn condition(&self, condition: &Condition) -> String {
        let said = self.formula(&condition.formula);
        match &condition.formula {
            _ if !condition.negated => said,
            Formula::Unary(Predicate::OneOf(values), v) if values.len() == 1 => {
                format!("{} != {}", self.name(*v), self.constant(values[0], *v))
            }
            _ => format!("!({said})"),
        }
    }

    fn unary(&self, predicate: &Predicate, v: Var) -> String {
        let variable = &self.samples.variables[v];
        let subject = if variable.is_scalar() { variable.name.clone() } else { format!("{} elements", variable.name) };
        match predicate {
            Predicate::OneOf(values) => match &values[..] {
                [Constant::Integer(id)] if variable.kind == Kind::Reference && *id != 0 => format!("{subject} has only one value"),
                [only] => format!("{subject} == {}", self.constant(*only, v)),
                several => format!("{subject} one of {{ {} }}", self.constants(several, v)),
            },
            Predicate::NonZero if matches!(variable.kind, Kind::Integer | Kind::Real) => format!("{subject} != 0"),
            Predicate::NonZero => format!("{subject} != null"),
            Predicate::AtLeast(least) => format!("{subject} >= {}", self.constant(*least, v)),
            Predicate::AtMost(most) => format!("{subject} <= {}", self.constant(*most, v)),
            Predicate::Modulus { modulus, remainder } => format!("{subject} == {remainder}  (mod {modulus})"),
            Predicate::PowerOfTwo => format!("{subject} is a power of 2"),
            Predicate::Printable => format!("{subject} is printable"),
        }
    }

    fn constants(&self, values: &[Constant], v: Var) -> String {
        values.iter().map(|c| self.constant(*c, v)).collect::<Vec<_>>().join(", ")
    }

    fn constant(&self, constant: Constant, v: Var) -> String {
        match (constant, self.samples.variables[v].kind) {
            (Constant::Real(value), _) if value.is_nan() => "NaN".to_owned(),
            (Constant::Real(value), _) if value.is_infinite() => if value > 0.0 { "Infinity" } else { "-Infinity" }.to_owned(),
            (Constant::Real(value), _) => format!("{value:?}"),
            (Constant::Integer(value), Kind::Boolean) => (value != 0).to_string(),
            (Constant::Integer(0), Kind::Reference | Kind::Text | Kind::ClassName) => "null".to_owned(),
            (Constant::Integer(place), Kind::Text) => self.texts.get(place).map_or_else(String::new, |t| quoted(t.units())),
            (Constant::Integer(place), Kind::ClassName) => self.texts.get(place).map_or_else(String::new, |t| format!("{t}.class")),
            (Constant::Integer(value), _) => value.to_string(),
        }
    }
}

fn signed(negative: bool, term: &str, first: bool) -> String {
    match (negative, first) {
        (false, true) => term.to_owned(),
        (true, true) => format!("- {term}"),
        (false, false) => format!(" + {term}"),
        (true, false) => format!(" - {term}"),
    }
}

/// A text as Java and Daikon's files write it.
pub fn quoted(units: &[u16]) -> String {
    let mut quoted = String::from("\"");
    for decoded in char::decode_utf16(units.iter().copied()) {
        match decoded {
            Ok('"') => quoted.push_str("\\\""),
            Ok('\\') => quoted.push_str("\\\\"),
            Ok('\n') => quoted.push_str("\\n"),
            Ok('\r') => quoted.push_str("\\r"),
            Ok('\t') => quoted.push_str("\\t"),
            Ok(c) if c.is_control() => write!(quoted, "\\u{:04x}", c as u32).expect("a string takes all"),
            Ok(c) => quoted.push(c),
            Err(lone) => write!(quoted, "\\u{:04x}", lone.unpaired_surrogate()).expect("a string takes all"),
        }
    }
    quoted.push('"');
    quoted
}
