//! Path conditions of replayed tests as path selection reads them: clauses over origins.
//!
//! An origin says where a test's literal goes first: `Stack.push[1].arg0` is the first argument of the test's second call of `push`,
//! `new Stack[0].arg0[2]` the third element of an array, `Text.parse[0].arg0.length` the length of a text. So tests of the same shape have
//! the same clauses, and so, but for their numerals, have tests with more calls.

use super::super::cluster::{Cluster, MemberId};
use super::super::facts::MemberKind;
use super::super::statement::{Slot, Statement, TestCase};
use super::replay::kind_of;
use crate::path::condition::Clause;
use crate::program::facts::FixedHasher;
use crate::relation::Relation;
use crate::symbolic::path::Path;
use crate::symbolic::scalar::{Binary, Scalar, Sort, Unary};
use crate::symbolic::term::{Node, Origin, Term, Terms};
use std::collections::BTreeMap;
use std::hash::{BuildHasher, Hash};
use std::ops::Range;

/// Parts of a term that its text has, at most: of a longer one the text has a number and the origins.
const MOST_PARTS: usize = 48;
/// Origins that such a text has.
const MOST_ORIGINS: usize = 16;
/// Clauses of a path condition: what a slice costs grows with the square.
pub const MOST_CLAUSES: usize = 200;

/// The clauses of one path as text.
#[derive(Debug)]
pub struct Texts<'a> {
    terms: &'a Terms,
    /// By input.
    origins: Vec<String>,
    /// By term: equal terms over equal origins have equal numbers, whatever path they are of.
    numbers: Vec<u64>,
    /// By term: how many parts its text would have.
    parts: Vec<usize>,
}

impl<'a> Texts<'a> {
    pub fn of(cluster: &Cluster, test: &TestCase, terms: &'a Terms) -> Self {
        let slots = slots(cluster, test);
        let name = |slot: u32| slots.get(slot as usize).cloned().flatten().unwrap_or_else(|| format!("literal[{slot}]"));
        let origins: Vec<String> = terms
            .inputs
            .iter()
            .map(|input| match input.of {
                Origin::Number { slot } => name(slot),
                Origin::Length { slot } => format!("{}.length", name(slot)),
                Origin::Unit { slot, index } | Origin::Element { slot, index } => format!("{}[{index}]", name(slot)),
                Origin::Decimal { slot } => format!("{}.decimal", name(slot)),
            })
            .collect();
        let mut numbers: Vec<u64> = Vec::with_capacity(terms.len());
        let mut parts: Vec<usize> = Vec::with_capacity(terms.len());
        for place in 0..terms.len() as u32 {
            let node = terms.node(Term(place));
            let of = |t: Term| numbers[t.0 as usize];
            let parts_of = |t: Term| parts[t.0 as usize];
            let (number, below) = match node {
                Node::Constant(value) => (hash_of(&(0, value)), 0),
                Node::Input(input) => (hash_of(&(1, &origins[input as usize])), 0),
                Node::Unary(operation, a) => (hash_of(&(2, operation, of(a))), parts_of(a)),
                Node::Binary(operation, a, b) => (hash_of(&(3, operation, of(a), of(b))), parts_of(a).saturating_add(parts_of(b))),
                Node::Compare(relation, a, b) => (hash_of(&(4, relation, of(a), of(b))), parts_of(a).saturating_add(parts_of(b))),
                Node::Order(unordered, a, b) => (hash_of(&(5, unordered, of(a), of(b))), parts_of(a).saturating_add(parts_of(b))),
                Node::If(a, b, c) => {
                    let below = parts_of(a).saturating_add(parts_of(b)).saturating_add(parts_of(c));
                    (hash_of(&(6, of(a), of(b), of(c))), below)
                }
            };
            numbers.push(number);
            parts.push(below.saturating_add(1));
        }
        Self { terms, origins, numbers, parts }
    }

    /// What a test did, as far as it was decided by its literals: of a path, the clauses that could have gone otherwise. What was taken as
    /// it was is no decision.
    pub fn decisions(&self, path: &Path) -> Vec<Clause> {
        path.clauses.iter().filter(|c| !c.alternatives.is_empty()).map(|c| self.clause(c.condition)).collect()
    }

    /// The condition of a term that is to be other than 0.
    pub fn clause(&self, condition: Term) -> Clause {
        match self.terms.node(condition) {
            Node::Compare(relation, a, b) => {
                if self.terms.as_constant(b) == Some(Scalar::Int(0)) {
                    match self.terms.node(a) {
                        Node::Order(unordered, x, y) => return self.order(relation, unordered, x, y),
                        _ if relation == Relation::Equal && self.is_condition(a) => {
                            return Clause::Text { text: self.text(a), holds: false };
                        }
                        _ => {}
                    }
                }
                Clause::Compare { left: self.text(a), operator: relation, right: self.text(b) }
            }
            _ => Clause::Text { text: self.text(condition), holds: true },
        }
    }

    /// A comparison of reals: true of NaN where what it gives for that is in the relation to 0.
    fn order(&self, relation: Relation, unordered: i32, x: Term, y: Term) -> Clause {
        let (left, right) = (self.text(x), self.text(y));
        // Only `!=` is true of NaN by itself.
        if relation.holds(unordered, 0) && relation != Relation::NotEqual {
            Clause::Text { text: format!("{left} {} {right}", relation.negated().symbol()), holds: false }
        } else {
            Clause::Compare { left, operator: relation, right }
        }
    }

    fn is_condition(&self, term: Term) -> bool {
        matches!(self.terms.node(term), Node::Compare(..) | Node::Binary(Binary::And | Binary::Or, ..))
    }

    fn text(&self, term: Term) -> String {
        if self.parts[term.0 as usize] > MOST_PARTS {
            let below = self.terms.below([term]);
            let origins = below.into_iter().filter_map(|t| match self.terms.node(t) {
                Node::Input(input) => Some(self.origins[input as usize].clone()),
                _ => None,
            });
            let origins: Vec<String> = origins.take(MOST_ORIGINS).collect();
            return format!("term({}, {})", self.numbers[term.0 as usize], origins.join(", "));
        }
        // An operand.
        let inner = |t: Term| match self.terms.node(t) {
            Node::Constant(_) | Node::Input(_) => self.text(t),
            _ => format!("({})", self.text(t)),
        };
        match self.terms.node(term) {
            Node::Constant(value) => number(value),
            Node::Input(input) => self.origins[input as usize].clone(),
            Node::Unary(Unary::Negate, a) => format!("-{}", inner(a)),
            // What makes a number wider changes nothing of it.
            Node::Unary(Unary::ToLong, a) if self.terms.sort(a) == Sort::Int => self.text(a),
            Node::Unary(operation, a) => format!("({}) {}", type_of(operation), inner(a)),
            Node::Binary(operation, a, b) => format!("{} {} {}", inner(a), symbol(operation, self.is_condition(a)), inner(b)),
            Node::Compare(relation, a, b) => format!("{} {} {}", inner(a), relation.symbol(), inner(b)),
            Node::Order(_, a, b) => format!("{} <=> {}", inner(a), inner(b)),
            Node::If(condition, then, other) => format!("{} ? {} : {}", inner(condition), inner(then), inner(other)),
        }
    }
}

/// Which clauses of the path of a test, that of its shape first, an alternative has that comes behind so many of its decisions: of many
/// the last, and a clause in place of those before, with a number for what they are.
pub fn common(shape: u64, decisions: &[Clause], before: usize) -> (Option<Clause>, Range<usize>) {
    let left_out = before.saturating_sub(MOST_CLAUSES - 2);
    let first = (left_out > 0).then(|| of_shape(hash_of(&(shape, &decisions[..left_out]))));
    let from = if left_out > 0 { 1 + left_out } else { 0 };
    (first, from..1 + before)
}

/// What a test does, whatever its literals are: equal terms of equal shapes say the same.
pub fn shape_of(test: &TestCase) -> u64 {
    let mut text = String::new();
    for step in &test.steps {
        match &step.statement {
            // A text's length decides on the numbers of the terms behind it.
            Statement::Text(t) => text.push_str(&format!("t{};", t.encode_utf16().count())),
            literal if kind_of(literal).is_some() => text.push_str("l;"),
            other => text.push_str(&format!("{other:?};")),
        }
    }
    hash_of(&text)
}

/// The first clause of the path of a test: equal clauses of other shapes lead elsewhere.
pub fn of_shape(shape: u64) -> Clause {
    Clause::Compare { left: "shape".to_owned(), operator: Relation::Equal, right: shape.to_string() }
}

fn hash_of(value: &impl Hash) -> u64 {
    FixedHasher::default().hash_one(value)
}

fn type_of(operation: Unary) -> &'static str {
    match operation {
        Unary::Negate => "",
        Unary::ToInt => "int",
        Unary::ToLong => "long",
        Unary::ToFloat => "float",
        Unary::ToDouble => "double",
        Unary::ToByte => "byte",
        Unary::ToChar => "char",
        Unary::ToShort => "short",
    }
}

fn symbol(operation: Binary, of_conditions: bool) -> &'static str {
    match operation {
        Binary::Add => "+",
        Binary::Sub => "-",
        Binary::Mul => "*",
        Binary::Div => "/",
        Binary::Rem => "%",
        Binary::And if of_conditions => "&&",
        Binary::And => "&",
        Binary::Or if of_conditions => "||",
        Binary::Or => "|",
        Binary::Xor => "^",
        Binary::ShiftLeft => "<<",
        Binary::ShiftRight => ">>",
        Binary::ShiftRightUnsigned => ">>>",
    }
}

fn number(value: Scalar) -> String {
    match value {
        Scalar::Int(v) => v.to_string(),
        Scalar::Long(v) => v.to_string(),
        Scalar::Float(bits) => format!("{:?}", f32::from_bits(bits)).replace("inf", "Infinity"),
        Scalar::Double(bits) => format!("{:?}", f64::from_bits(bits)).replace("inf", "Infinity"),
    }
}

/// By slot, where a literal or a new array goes first; `None`: nowhere, or it is neither.
fn slots(cluster: &Cluster, test: &TestCase) -> Vec<Option<String>> {
    let mut names: Vec<Option<String>> = vec![None; test.len()];
    let mut calls: BTreeMap<MemberId, u32> = BTreeMap::new();
    // Where arrays go is known only behind what is stored in them.
    let mut stored: Vec<(Slot, Slot, u32)> = Vec::new();
    let first = |names: &mut Vec<Option<String>>, slot: Slot, name: String| {
        names[slot as usize].get_or_insert(name);
    };
    for step in &test.steps {
        match &step.statement {
            Statement::Invoke { member, arguments, .. } => {
                let count = calls.entry(*member).or_default();
                let call = format!("{}[{count}]", name_of(cluster, *member));
                *count += 1;
                for (place, &slot) in arguments.iter().enumerate() {
                    first(&mut names, slot, format!("{call}.arg{place}"));
                }
            }
            Statement::Set { member, value, .. } => first(&mut names, *value, name_of(cluster, *member)),
            Statement::Store { array, index, value } => stored.push((*array, *value, *index)),
            _ => {}
        }
    }
    // Arrays of arrays: the outer ones are stored into behind the inner ones.
    for (array, value, index) in stored.into_iter().rev() {
        if let Some(of) = names[array as usize].clone() {
            first(&mut names, value, format!("{of}[{index}]"));
        }
    }
    names
}

/// `Stack.push`; with the descriptor's letters where the class has several of that name.
fn name_of(cluster: &Cluster, id: MemberId) -> String {
    let member = cluster.member(id);
    let text = |name: &str| name.chars().map(|c| if c.is_alphanumeric() || c == '$' { c } else { '_' }).collect::<String>();
    let owner = cluster.names.text(member.owner);
    let owner = text(owner.rsplit('/').next().unwrap_or(owner));
    let own = if member.kind == MemberKind::Constructor { "new".to_owned() } else { text(&member.name) };
    let others = cluster.members.iter().filter(|m| m.owner == member.owner && m.name == member.name && m.kind == member.kind).count();
    if others > 1 {
        let parameters = member.descriptor.trim_start_matches('(').split(')').next().unwrap_or("");
        let parameters = parameters.rsplit('/').next().unwrap_or("");
        format!("{owner}.{own}_{}", text(parameters))
    } else {
        format!("{owner}.{own}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generation::facts::TypeFacts;
    use crate::generation::tests::{class, is_static, member};
    use crate::generation::types::Type;
    use crate::symbolic::term::Input;
    use serde_json::json;

    /// `class p.C { static void m(int x, int[] a); static void m(String s, long l); }`
    fn cluster() -> Cluster {
        let members = vec![
            is_static(member("method", "m", "(I[I)V", &["I", "[I"], "V")),
            is_static(member("method", "m", "(Ljava/lang/String;J)V", &["Ljava/lang/String;", "J"], "V")),
            is_static(member("method", "n", "(D)V", &["D"], "V")),
        ];
        let facts = json!({"version": 1, "target": "p/C", "types": [class("p/C", json!([]), &[], members)],
            "literals": {"ints": [], "longs": [], "floats": [], "doubles": [], "strings": []}, "casts": [],
            "goals": [{"class": "p/C", "name": "n", "descriptor": "(D)V", "member": [0, 2], "blocks": [{"next": [], "handlers": []}],
            "points": [crate::generation::tests::point("entry", 0, 1, 1)]}]});
        Cluster::new(&serde_json::from_value::<TypeFacts>(facts).unwrap()).unwrap()
    }

    fn int(of: Origin) -> Input {
        Input { of, value: Scalar::Int(1), range: (-1000, 1000) }
    }

    #[test]
    fn literals_are_named_by_the_call_that_they_go_to() {
        let cluster = cluster();
        let mut test = TestCase::default();
        let x = test.push(Statement::Int(1), Type::Void);
        let array = test.push(Statement::Array { length: 2 }, Type::Void);
        let element = test.push(Statement::Int(2), Type::Void);
        test.push(Statement::Store { array, index: 1, value: element }, Type::Void);
        test.push(Statement::Invoke { member: 0, receiver: None, arguments: vec![x, array] }, Type::Void);
        test.push(Statement::Invoke { member: 0, receiver: None, arguments: vec![x, array] }, Type::Void);
        let text = test.push(Statement::Text("ab".to_owned()), Type::Void);
        let wide = test.push(Statement::Long(2), Type::Void);
        test.push(Statement::Invoke { member: 1, receiver: None, arguments: vec![text, wide] }, Type::Void);
        let mut terms = Terms::default();
        let origins = [
            Origin::Number { slot: x },
            Origin::Number { slot: element },
            Origin::Element { slot: array, index: 0 },
            Origin::Length { slot: text },
            Origin::Unit { slot: text, index: 1 },
            Origin::Decimal { slot: text },
            Origin::Number { slot: wide },
        ];
        for of in origins {
            terms.input(int(of));
        }
        assert_eq!(
            Texts::of(&cluster, &test, &terms).origins,
            [
                "C.m_I_I[0].arg0",
                "C.m_I_I[0].arg1[1]",
                "C.m_I_I[0].arg1[0]",
                "C.m_String_J[0].arg0.length",
                "C.m_String_J[0].arg0[1]",
                "C.m_String_J[0].arg0.decimal",
                "C.m_String_J[0].arg1"
            ]
        );
    }

    #[test]
    fn clauses_are_java_and_their_origins_are_found() {
        let cluster = cluster();
        let mut test = TestCase::default();
        let slots = [0.5, 1.5].map(|v| test.push(Statement::Double(v), Type::Void));
        for slot in slots {
            test.push(Statement::Invoke { member: 2, receiver: None, arguments: vec![slot] }, Type::Void);
        }
        let mut terms = Terms::default();
        let [x, y] = slots.map(|slot| {
            let range = (0, 0);
            terms.input(Input { of: Origin::Number { slot }, value: Scalar::double(0.5), range })
        });
        let zero = terms.constant(Scalar::Int(0));
        let order = terms.order(1, x, y);
        let greater = terms.compare(Relation::Greater, order, zero);
        let at_most = terms.not(greater);
        let narrow = terms.unary(Unary::ToInt, x);
        let byte = terms.unary(Unary::ToByte, narrow);
        let five = terms.constant(Scalar::Int(5));
        let is_five = terms.compare(Relation::Equal, byte, five);
        let both = terms.and(is_five, at_most);
        let texts = Texts::of(&cluster, &test, &terms);
        let text = |t: Term| texts.clause(t).text();
        assert_eq!(text(greater), "!(C.n[0].arg0 <= C.n[1].arg0)", "true of NaN");
        assert_eq!(text(is_five), "(byte) ((int) C.n[0].arg0) == 5");
        assert_eq!(texts.clause(is_five).origins(), ["C.n[0].arg0"]);
        assert!(text(both).contains(" && "), "{}", text(both));
        assert_eq!(texts.clause(both).origins().len(), 2);
    }

    #[test]
    fn long_terms_keep_their_origins_and_are_told_apart() {
        let cluster = cluster();
        let mut test = TestCase::default();
        let slot = test.push(Statement::Int(1), Type::Void);
        let mut terms = Terms::default();
        let x = terms.input(int(Origin::Number { slot }));
        let mut long = |times: i32| {
            let mut sum = x;
            for _ in 0..100 {
                let factor = terms.constant(Scalar::Int(times));
                let product = terms.binary(Binary::Mul, sum, factor);
                sum = terms.binary(Binary::Add, product, x);
            }
            let zero = terms.constant(Scalar::Int(0));
            terms.compare(Relation::Less, sum, zero)
        };
        let (three, five) = (long(3), long(5));
        let texts = Texts::of(&cluster, &test, &terms);
        let (three, five) = (texts.clause(three), texts.clause(five));
        assert_ne!(three, five);
        assert!(three.text().len() < 200 && three.origins().contains(&"literal[0]".to_owned()), "{three}");
    }

    #[test]
    fn of_many_clauses_the_last_are_kept_and_the_others_count() {
        let clause = |n: usize| Clause::parse(&format!("x[{n}] > 0"));
        let decisions: Vec<Clause> = (0..MOST_CLAUSES + 10).map(clause).collect();
        let (first, kept) = common(1, &decisions, MOST_CLAUSES);
        assert_eq!(kept, 3..MOST_CLAUSES + 1, "with the clause before and the one behind as many as may be");
        let other = [&[clause(7)], &decisions[1..]].concat();
        assert!(first.is_some() && first != common(1, &other, MOST_CLAUSES).0);
        assert_eq!(first, common(1, &decisions[..MOST_CLAUSES], MOST_CLAUSES).0);
        assert_eq!(common(1, &decisions, MOST_CLAUSES - 2), (None, 0..MOST_CLAUSES - 1), "the shape is the first of them");
    }
}
