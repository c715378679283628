//! Terms over the inputs of a test: what an execution has computed, as an expression. Equal terms are one.

use super::scalar::{Binary, Scalar, Sort, Unary};
use crate::relation::Relation;
use hashbrown::HashMap;

/// Place of a term in [`Terms`]; what it is made of has lower places.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Term(pub u32);

/// Number of an input.
pub type InputId = u32;

/// What a solver may choose: a literal of the test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Input {
    pub of: Origin,
    /// What it is in the test that was executed.
    pub value: Scalar,
    /// Of whole numbers: the least and the greatest value, both included.
    pub range: (i64, i64),
}

/// Where a test says an input. A slot is the place of a statement of the test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Origin {
    /// A number, character or truth value.
    Number { slot: u32 },
    /// The length of a text.
    Length { slot: u32 },
    /// A code unit of a text. One behind the text's end is an input all the same: the text may become longer.
    Unit { slot: u32, index: u32 },
    /// An element of a new array of numbers.
    Element { slot: u32, index: u32 },
    /// The number that a text is, in decimal; [`NO_DECIMAL`]: it is none.
    Decimal { slot: u32 },
}

/// What a text is that is no decimal number; `Long.MIN_VALUE` itself is not told from it.
pub const NO_DECIMAL: i64 = i64::MIN;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Node {
    Constant(Scalar),
    Input(InputId),
    Unary(Unary, Term),
    /// A whole number divided by zero counts as 0: where it could be, the path has a clause that it is not.
    Binary(Binary, Term, Term),
    /// 1 or 0.
    Compare(Relation, Term, Term),
    /// -1, 0 or 1; the number is what a NaN gives.
    Order(i32, Term, Term),
    /// The second where the first is not zero, else the third.
    If(Term, Term, Term),
}

/// The terms of one execution.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    nodes: Vec<Node>,
    sorts: Vec<Sort>,
    places: HashMap<Node, Term, rustc_hash::FxBuildHasher>,
    pub inputs: Vec<Input>,
}

impl Terms {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    pub fn node(&self, term: Term) -> Node {
        self.nodes[term.0 as usize]
    }

    pub fn sort(&self, term: Term) -> Sort {
        self.sorts[term.0 as usize]
    }

    fn intern(&mut self, node: Node) -> Term {
        if let Some(&known) = self.places.get(&node) {
            return known;
        }
        let sort = match node {
            Node::Constant(scalar) => scalar.sort(),
            Node::Input(input) => self.inputs[input as usize].value.sort(),
            Node::Unary(operation, a) => match operation {
                Unary::Negate => self.sort(a),
                Unary::ToLong => Sort::Long,
                Unary::ToFloat => Sort::Float,
                Unary::ToDouble => Sort::Double,
                Unary::ToInt | Unary::ToByte | Unary::ToChar | Unary::ToShort => Sort::Int,
            },
            Node::Binary(_, a, _) | Node::If(_, a, _) => self.sort(a),
            Node::Compare(..) | Node::Order(..) => Sort::Int,
        };
        let term = Term(self.nodes.len() as u32);
        self.nodes.push(node);
        self.sorts.push(sort);
        self.places.insert(node, term);
        term
    }

    /// A new input.
    pub fn input(&mut self, input: Input) -> Term {
        let number = self.inputs.len() as InputId;
        self.inputs.push(input);
        self.intern(Node::Input(number))
    }

    pub fn constant(&mut self, value: Scalar) -> Term {
        self.intern(Node::Constant(value))
    }

    pub fn as_constant(&self, term: Term) -> Option<Scalar> {
        match self.node(term) {
            Node::Constant(value) => Some(value),
            _ => None,
        }
    }

    pub fn unary(&mut self, operation: Unary, a: Term) -> Term {
        if let Some(folded) = self.as_constant(a).and_then(|a| Scalar::unary(operation, a)) {
            return self.constant(folded);
        }
        let a = match operation {
            Unary::ToByte => self.unmasked(a, 0xff),
            Unary::ToChar | Unary::ToShort => self.unmasked(a, 0xffff),
            Unary::ToInt if self.sort(a) == Sort::Long => self.unmasked(a, 0xffff_ffff),
            _ => a,
        };
        if let (Unary::ToInt, Node::Unary(Unary::ToLong, inner)) = (operation, self.node(a))
            && self.sort(inner) == Sort::Int
        {
            return inner;
        }
        let same = match operation {
            Unary::ToInt => self.sort(a) == Sort::Int,
            Unary::ToLong => self.sort(a) == Sort::Long,
            Unary::ToFloat => self.sort(a) == Sort::Float,
            Unary::ToDouble => self.sort(a) == Sort::Double,
            Unary::Negate => false,
            // What is in the range already.
            Unary::ToByte => self.within(a, -128, 127),
            Unary::ToChar => self.within(a, 0, 65_535),
            Unary::ToShort => self.within(a, -32_768, 32_767),
        };
        if same { a } else { self.intern(Node::Unary(operation, a)) }
    }

    fn within(&self, term: Term, least: i64, most: i64) -> bool {
        self.range(term).is_some_and(|(low, high)| least <= low && high <= most)
    }

    /// Between what a whole number lies, as far as its last operation says; `None`: it is a real.
    fn range(&self, term: Term) -> Option<(i64, i64)> {
        let all = match self.sort(term) {
            Sort::Int => (i64::from(i32::MIN), i64::from(i32::MAX)),
            Sort::Long => (i64::MIN, i64::MAX),
            Sort::Float | Sort::Double => return None,
        };
        Some(match self.node(term) {
            Node::Constant(value) => value.whole().map_or(all, |v| (v, v)),
            // A text that is no number is none of its range.
            Node::Input(input) if matches!(self.inputs[input as usize].of, Origin::Decimal { .. }) => all,
            // What was executed may lie beyond what a solver may choose.
            Node::Input(input) => {
                let Input { range, value, .. } = self.inputs[input as usize];
                value.whole().map_or(range, |v| (range.0.min(v), range.1.max(v)))
            }
            Node::Unary(Unary::ToByte, _) => (-128, 127),
            Node::Unary(Unary::ToChar, _) => (0, 65_535),
            Node::Unary(Unary::ToShort, _) => (-32_768, 32_767),
            Node::Unary(Unary::ToLong, a) => self.range(a).unwrap_or(all),
            _ if self.is_condition(term) => (0, 1),
            Node::Binary(Binary::And, a, b) => [a, b].into_iter().find_map(|t| self.mask(t)).map_or(all, |mask| (0, mask)),
            _ => all,
        })
    }

    /// A constant that is not negative.
    fn mask(&self, term: Term) -> Option<i64> {
        self.as_constant(term).and_then(Scalar::whole).filter(|&mask| mask >= 0)
    }

    /// What a term is without a mask that has all of some lowest bits.
    fn unmasked(&self, term: Term, bits: i64) -> Term {
        let Node::Binary(Binary::And, a, b) = self.node(term) else { return term };
        let has_all = |t: Term| self.as_constant(t).and_then(Scalar::whole).is_some_and(|mask| mask & bits == bits);
        match (has_all(a), has_all(b)) {
            (_, true) => a,
            (true, _) => b,
            _ => term,
        }
    }

    pub fn binary(&mut self, operation: Binary, a: Term, b: Term) -> Term {
        if let (Some(a), Some(b)) = (self.as_constant(a), self.as_constant(b))
            && let Some(folded) = Scalar::binary(operation, a, b)
        {
            return self.constant(folded);
        }
        // Of whole numbers only: of reals, 0 has a sign.
        let is = |term: Term, whole: i64| self.as_constant(term).and_then(Scalar::whole) == Some(whole);
        match operation {
            Binary::Add if is(a, 0) => b,
            Binary::Add | Binary::Sub if is(b, 0) => a,
            Binary::Mul if is(a, 1) => b,
            Binary::Mul if is(b, 1) => a,
            Binary::Or | Binary::Xor if is(a, 0) => b,
            Binary::Or | Binary::Xor if is(b, 0) => a,
            // A mask of the lowest bits of what has no others.
            Binary::And if self.mask(b).is_some_and(|m| m & m.wrapping_add(1) == 0 && self.within(a, 0, m)) => a,
            _ => self.intern(Node::Binary(operation, a, b)),
        }
    }

    pub fn order(&mut self, unordered: i32, a: Term, b: Term) -> Term {
        self.intern(Node::Order(unordered, a, b))
    }

    /// Whether a term is 0 or 1.
    fn is_condition(&self, term: Term) -> bool {
        match self.node(term) {
            Node::Compare(..) => true,
            Node::Constant(Scalar::Int(value)) => value == 0 || value == 1,
            Node::If(_, a, b) => self.is_condition(a) && self.is_condition(b),
            Node::Binary(Binary::And | Binary::Or | Binary::Xor, a, b) => self.is_condition(a) && self.is_condition(b),
            _ => false,
        }
    }

    pub fn compare(&mut self, relation: Relation, a: Term, b: Term) -> Term {
        if let (Some(x), Some(y)) = (self.as_constant(a), self.as_constant(b))
            && let Some(holds) = Scalar::compare(relation, x, y)
        {
            return self.constant(Scalar::boolean(holds));
        }
        if let (Some((a_least, a_most)), Some((b_least, b_most))) = (self.range(a), self.range(b)) {
            // Both ends say the same of all between them, unless it is equality that is asked for.
            let ends = [relation.holds(a_least, b_most), relation.holds(a_most, b_least)];
            let decided = match relation {
                Relation::Equal | Relation::NotEqual => a_most < b_least || b_most < a_least,
                _ => ends[0] == ends[1],
            };
            if decided {
                return self.constant(Scalar::boolean(ends[0]));
            }
        }
        if self.as_constant(b) == Some(Scalar::Int(0)) {
            match (self.node(a), relation) {
                // What a jump asks of a condition is the condition.
                (_, Relation::NotEqual) if self.is_condition(a) => return a,
                (Node::Compare(inner, x, y), Relation::Equal) if matches!(self.sort(x), Sort::Int | Sort::Long) => {
                    return self.compare(inner.negated(), x, y);
                }
                // `lcmp` and a jump are one comparison of longs; of reals, the NaN keeps them two.
                (Node::Order(_, x, y), relation) if self.sort(x) == Sort::Long => return self.compare(relation, x, y),
                _ => {}
            }
        }
        self.intern(Node::Compare(relation, a, b))
    }

    /// The condition that holds where this one does not.
    pub fn not(&mut self, condition: Term) -> Term {
        let zero = self.constant(Scalar::Int(0));
        self.compare(Relation::Equal, condition, zero)
    }

    pub fn and(&mut self, a: Term, b: Term) -> Term {
        match (self.as_constant(a), self.as_constant(b)) {
            (Some(Scalar::Int(0)), _) => a,
            (_, Some(Scalar::Int(0))) => b,
            (Some(_), _) => b,
            (_, Some(_)) => a,
            _ => self.intern(Node::Binary(Binary::And, a, b)),
        }
    }

    pub fn choose(&mut self, condition: Term, then: Term, other: Term) -> Term {
        match self.as_constant(condition) {
            Some(value) => {
                if value.is_true() {
                    then
                } else {
                    other
                }
            }
            None if then == other => then,
            None => self.intern(Node::If(condition, then, other)),
        }
    }

    /// What all terms are, by place, for values of the inputs, by number.
    pub fn evaluate(&self, inputs: &[Scalar], values: &mut Vec<Scalar>) {
        values.clear();
        values.reserve(self.nodes.len());
        for place in 0..self.nodes.len() {
            let value = self.value_of(self.nodes[place], self.sorts[place], inputs, values);
            values.push(value);
        }
    }

    /// What one node is, where its parts are known.
    pub fn value_of(&self, node: Node, sort: Sort, inputs: &[Scalar], values: &[Scalar]) -> Scalar {
        let of = |term: Term| values[term.0 as usize];
        let zero = match sort {
            Sort::Int => Scalar::Int(0),
            Sort::Long => Scalar::Long(0),
            Sort::Float => Scalar::float(0.0),
            Sort::Double => Scalar::double(0.0),
        };
        match node {
            Node::Constant(value) => value,
            Node::Input(input) => inputs[input as usize],
            Node::Unary(operation, a) => Scalar::unary(operation, of(a)).unwrap_or(zero),
            Node::Binary(operation, a, b) => Scalar::binary(operation, of(a), of(b)).unwrap_or(zero),
            Node::Compare(relation, a, b) => Scalar::boolean(Scalar::compare(relation, of(a), of(b)).unwrap_or(false)),
            Node::Order(unordered, a, b) => Scalar::Int(Scalar::order(unordered, of(a), of(b)).unwrap_or(0)),
            Node::If(condition, then, other) => of(if of(condition).is_true() { then } else { other }),
        }
    }

    /// The values of the inputs in the test that was executed.
    pub fn executed(&self) -> Vec<Scalar> {
        self.inputs.iter().map(|i| i.value).collect()
    }

    /// The terms that some are made of, themselves included, ascending.
    pub fn below(&self, roots: impl IntoIterator<Item = Term>) -> Vec<Term> {
        let mut seen = vec![false; self.nodes.len()];
        let mut open: Vec<Term> = roots.into_iter().collect();
        while let Some(term) = open.pop() {
            if std::mem::replace(&mut seen[term.0 as usize], true) {
                continue;
            }
            match self.node(term) {
                Node::Constant(_) | Node::Input(_) => {}
                Node::Unary(_, a) => open.push(a),
                Node::Binary(_, a, b) | Node::Compare(_, a, b) | Node::Order(_, a, b) => open.extend([a, b]),
                Node::If(a, b, c) => open.extend([a, b, c]),
            }
        }
        (0..self.nodes.len() as u32).map(Term).filter(|t| seen[t.0 as usize]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masks_and_ranges_of_bytes_say_what_needs_no_solver() {
        let mut terms = Terms::default();
        let byte = |terms: &mut Terms, index| {
            let of = Origin::Element { slot: 0, index };
            terms.input(Input { of, value: Scalar::Int(0), range: (-128, 127) })
        };
        let (x, y) = (byte(&mut terms, 0), byte(&mut terms, 1));
        let [zero, mask, most] = [0, 255, 256].map(|value| terms.constant(Scalar::Int(value)));
        let read = terms.binary(Binary::And, x, mask);
        assert_eq!(terms.unary(Unary::ToByte, read), x, "a byte that was read is the byte that was written");
        assert_ne!(terms.unary(Unary::ToShort, read), x, "255 is not -1");
        assert_eq!(terms.binary(Binary::And, read, mask), read);
        assert_ne!(terms.binary(Binary::And, x, mask), x);
        let long = terms.unary(Unary::ToLong, x);
        assert_eq!(terms.unary(Unary::ToInt, long), x);
        let truth = |terms: &mut Terms, relation, a, b| {
            let term = terms.compare(relation, a, b);
            terms.as_constant(term).map(Scalar::is_true)
        };
        for (relation, a, b, expected) in [
            (Relation::Less, read, zero, Some(false)),
            (Relation::GreaterOrEqual, read, zero, Some(true)),
            (Relation::Less, read, most, Some(true)),
            (Relation::Less, read, mask, None),
            (Relation::LessOrEqual, read, mask, Some(true)),
            (Relation::Equal, read, most, Some(false)),
            (Relation::NotEqual, most, read, Some(true)),
            (Relation::NotEqual, read, mask, None),
            (Relation::Greater, x, zero, None),
            (Relation::Equal, x, y, None),
            (Relation::LessOrEqual, x, y, None),
        ] {
            assert_eq!(truth(&mut terms, relation, a, b), expected, "{relation:?}");
        }
        assert_eq!(terms.binary(Binary::Or, zero, y), y);
    }

    /// A text that was executed may have characters that no solver may choose: what is asked of these is not decided.
    #[test]
    fn an_executed_value_beyond_the_range_of_its_input_decides_nothing() {
        let mut terms = Terms::default();
        let of = Origin::Unit { slot: 0, index: 0 };
        let beyond = terms.input(Input { of, value: Scalar::Int(0xdc00), range: (0, 0xd7ff) });
        let first = terms.constant(Scalar::Int(0xd800));
        let is_low = terms.compare(Relation::Less, beyond, first);
        assert_eq!(terms.as_constant(is_low), None);
        let mut values = Vec::new();
        terms.evaluate(&terms.executed(), &mut values);
        assert!(!values[is_low.0 as usize].is_true());
    }

    fn int(terms: &mut Terms, slot: u32, value: i32) -> Term {
        let range = (i64::from(i32::MIN), i64::from(i32::MAX));
        terms.input(Input { of: Origin::Number { slot }, value: Scalar::Int(value), range })
    }

    #[test]
    fn equal_terms_are_one_and_constants_are_folded() {
        let mut terms = Terms::default();
        let x = int(&mut terms, 0, 1);
        let two = terms.constant(Scalar::Int(2));
        assert_eq!(terms.binary(Binary::Add, x, two), terms.binary(Binary::Add, x, two));
        let four = terms.binary(Binary::Add, two, two);
        assert_eq!(terms.as_constant(four), Some(Scalar::Int(4)));
        let zero = terms.constant(Scalar::Int(0));
        assert_eq!((terms.binary(Binary::Add, zero, x), terms.binary(Binary::Sub, x, zero)), (x, x));
        assert_ne!(terms.binary(Binary::Sub, zero, x), x);
        let quotient = terms.binary(Binary::Div, two, zero);
        assert_eq!(terms.as_constant(quotient), None, "what would throw is not folded");
    }

    #[test]
    fn a_jump_on_a_condition_is_the_condition_or_what_holds_where_it_does_not() {
        let mut terms = Terms::default();
        let (x, y) = (int(&mut terms, 0, 1), int(&mut terms, 1, 1));
        let zero = terms.constant(Scalar::Int(0));
        let less = terms.compare(Relation::Less, x, y);
        assert_eq!(terms.compare(Relation::NotEqual, less, zero), less);
        assert_eq!(terms.not(less), terms.compare(Relation::GreaterOrEqual, x, y));
        let (a, b) = (terms.unary(Unary::ToLong, x), terms.unary(Unary::ToLong, y));
        let order = terms.order(0, a, b);
        assert_eq!(terms.compare(Relation::LessOrEqual, order, zero), terms.compare(Relation::LessOrEqual, a, b));
        let (a, b) = (terms.unary(Unary::ToDouble, x), terms.unary(Unary::ToDouble, y));
        let order = terms.order(-1, a, b);
        let jump = terms.compare(Relation::LessOrEqual, order, zero);
        assert_ne!(jump, terms.compare(Relation::LessOrEqual, a, b), "a NaN makes the jump, and is not less or equal");
    }
}
