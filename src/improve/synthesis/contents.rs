//! Terms and conditions about contents: elements, sums, extremes and places; membership, order, permutation and equality; strings.
//!
//! Their columns are made by the interpreter, one evaluation per state. Terms go beside the leaves: they are compared with those and
//! with each other, and sums and differences with leaves become compound terms. Conditions are atoms as they are, and as what a
//! boolean that the method leaves behind equals.

use super::atoms::{Atom, Builder};
use super::column::{Column, Values};
use super::comparisons::comparisons;
use super::naturalness::{constant_price, is_pre_state, role};
use super::terms::{Term, Terms};
use crate::assertion::ast::{BinaryOp, Element, Expr, Function, JavaString, Type, UnaryOp};
use crate::assertion::eval::frame::Frame;
use crate::assertion::eval::kernel::{Arithmetic, Buffer, Kernels, Lane};
use crate::assertion::interpret::{self, Value};
use crate::compute::control::Control;
use crate::evidence::dataset::{Dataset, Values as DatasetValues};
use crate::evidence::schema::{ValueType, VarId, Variable};
use rayon::iter::{IntoParallelIterator, IntoParallelRefIterator, ParallelIterator};
use std::collections::BTreeMap;

/// Expressions evaluated between two polls, and in parallel.
const CHUNK: usize = 16;
/// Evaluations of contents terms by the interpreter, at most.
const EVALUATIONS: usize = 1 << 26;
/// Scalar leaves that are tried as an index, or as what is sought.
const ARGUMENTS: usize = 6;
/// An equation is kept if it holds in one of this many of the correct states.
const PARTIAL: u32 = 8;
/// What a number that sums up all elements costs beyond its nodes: it says less than the elements do.
const AGGREGATE_PRICE: u32 = 3;
/// What a single element costs beyond its nodes.
const ELEMENT_PRICE: u32 = 2;
/// What a sum or difference with such a number, or an element, costs beyond.
const COMPOUND_PRICE: u32 = 3;
/// String literals mined from the evidence.
const LITERALS: usize = 4;
/// String literals of the class's constants, its method's first.
const WRITTEN: usize = 4;
/// Code units of a string literal.
const LONGEST_LITERAL: usize = 16;
/// Derived texts that are compared with what the method left behind.
const TEXTS: usize = 96;

/// The contents variables of a dataset, one for each distinct column.
#[derive(Debug, Default)]
pub(super) struct Holders {
    pub sequences: Vec<Holder>,
    pub bags: Vec<Holder>,
    pub texts: Vec<Holder>,
}

/// A contents variable.
#[derive(Clone, Debug)]
pub(super) struct Holder {
    pub var: VarId,
    pub ty: Type,
    pub price: u32,
    pub pre_state: bool,
    /// Its number of elements: the variable that there is for that, or else a call.
    pub length: Expr,
}

impl Holder {
    pub fn expr(&self) -> Expr {
        Expr::Var(self.var)
    }
}

impl Holders {
    pub fn of(dataset: &Dataset) -> Self {
        let mut all: Vec<(VarId, Type)> =
            (0..).zip(&dataset.schema.variables).map(|(id, v)| (id, Type::from(v.value_type))).filter(|(_, ty)| ty.is_contents()).collect();
        all.sort_by_key(|&(id, _)| (role(dataset, id), id));
        let mut found = Self::default();
        for (var, ty) in all {
            let list = match ty {
                Type::Text => &mut found.texts,
                Type::Sequence(_) => &mut found.sequences,
                _ => &mut found.bags,
            };
            let column = &dataset.columns[var as usize];
            let known = list.iter().any(|h| h.ty == ty && same(column, &dataset.columns[h.var as usize]));
            if !known {
                let role = role(dataset, var);
                let holder = Holder { var, ty, price: 1 + role.price(), pre_state: role.is_pre_state(), length: length(dataset, var) };
                list.push(holder);
            }
        }
        found
    }

    pub fn is_empty(&self) -> bool {
        self.sequences.is_empty() && self.bags.is_empty() && self.texts.is_empty()
    }

    /// Sequences and bags.
    fn collections(&self) -> impl Iterator<Item = &Holder> {
        self.sequences.iter().chain(&self.bags)
    }

    fn all(&self) -> impl Iterator<Item = &Holder> {
        self.collections().chain(&self.texts)
    }
}

fn same(a: &crate::evidence::dataset::Column, b: &crate::evidence::dataset::Column) -> bool {
    let real_bits = |v: &DatasetValues| match v {
        DatasetValues::Sequence { offsets, items } => match &**items {
            DatasetValues::Real(items) => Some((offsets.clone(), items.iter().map(|x| x.to_bits()).collect::<Vec<_>>())),
            _ => None,
        },
        _ => None,
    };
    let equal = match (real_bits(&a.values), real_bits(&b.values)) {
        (Some(a), Some(b)) => a == b,
        _ => a.values == b.values,
    };
    equal && a.present == b.present
}

/// The variable that has the number of elements of a contents variable, or else a call that gives it.
fn length(dataset: &Dataset, contents: VarId) -> Expr {
    let variable = length_variable(&dataset.schema.variables, contents);
    variable.map_or_else(|| Expr::call(Function::Length, [Expr::Var(contents)]), Expr::Var)
}

/// The variable that has the number of elements of a contents variable.
pub(super) fn length_variable(variables: &[Variable], contents: VarId) -> Option<VarId> {
    let receiver = variables[contents as usize].receiver.as_ref()?;
    let names = [".length", ".length()", ".size()"].map(|suffix| format!("{receiver}{suffix}"));
    (0..).zip(variables).find(|(_, v)| v.value_type == ValueType::Int && names.contains(&v.name)).map(|(id, _)| id)
}

/// What a term of contents costs a reader: its nodes, but not the number of a quantifier, which is part of reading an element.
pub(super) fn price(expr: &Expr, dataset: &Dataset) -> u32 {
    match expr {
        Expr::Var(id) => 1 + role(dataset, *id).price(),
        Expr::Bound(_) => 0,
        Expr::Text(text) => 1 + text.len() as u32 / 2,
        constant if constant.is_constant() => 1 + constant_price(constant),
        // Different contents have equal sums.
        Expr::Call(Function::Sum | Function::Count | Function::Least | Function::Greatest, arguments) => {
            1 + AGGREGATE_PRICE + arguments.iter().map(|e| price(e, dataset)).sum::<u32>()
        }
        // One element says less than all.
        Expr::Call(Function::Get, arguments) if !arguments[1].is_open() => {
            1 + ELEMENT_PRICE + arguments.iter().map(|e| price(e, dataset)).sum::<u32>()
        }
        inner => 1 + inner.operands().into_iter().map(|e| price(e, dataset)).sum::<u32>(),
    }
}

/// The dataset's row at a row of the frame; `None`: padding.
pub(super) fn dataset_row(frame: &Frame, at: usize) -> Option<usize> {
    match at.checked_sub(frame.correct_words * 64) {
        Some(incorrect) => (incorrect < frame.incorrect).then_some(frame.correct + incorrect),
        None => (at < frame.correct).then_some(at),
    }
}

/// The rows of the frame in which a boolean expression is true.
pub(super) fn truths(dataset: &Dataset, frame: &Frame, expr: &Expr) -> Vec<u64> {
    let mut words = vec![0; frame.words];
    for at in 0..frame.words * 64 {
        if dataset_row(frame, at).is_some_and(|row| interpret::holds(expr, dataset, row)) {
            words[at / 64] |= 1 << (at % 64);
        }
    }
    words
}

/// The column of a number or reference.
fn numbers(dataset: &Dataset, frame: &Frame, expr: &Expr, ty: Type) -> Column {
    fn lane<T: Lane>(frame: &Frame, ty: Type, value: impl Fn(usize) -> Option<T>) -> Column {
        let mut present = vec![0u64; frame.words];
        let mut complete = true;
        let values = (0..frame.words * 64).map(|at| {
            let Some(row) = dataset_row(frame, at) else { return T::default() };
            let value = value(row);
            present[at / 64] |= u64::from(value.is_some()) << (at % 64);
            complete &= value.is_some();
            value.unwrap_or_default()
        });
        let values = Values::Column(Buffer::of(values, frame.words * 64));
        Column { ty, values, present: (!complete).then_some(present) }
    }
    let value = |row: usize| interpret::evaluate(expr, &|id| interpret::variable_value(dataset, id, row));
    macro_rules! of {
        ($kind:ident) => {
            lane(frame, ty, |row| match value(row)? {
                Value::$kind(x) => Some(x),
                other => unreachable!("a {} where {ty} is due", other.value_type()),
            })
        };
    }
    match ty {
        Type::Int => of!(Int),
        Type::Long => of!(Long),
        Type::Float => of!(Float),
        Type::Double => of!(Double),
        Type::Reference => of!(Reference),
        other => unreachable!("{other} has no lane"),
    }
}

/// How many expressions may be evaluated on all states.
fn affordable(frame: &Frame) -> usize {
    EVALUATIONS / (frame.correct + frame.incorrect).max(1)
}

/// Variables that are tried as an index or as what is sought: cheap ones of one type.
fn scalars(dataset: &Dataset, leaves: &[Term], fits: impl Fn(Type, ValueType) -> bool) -> Vec<Expr> {
    let variables = leaves.iter().filter(|t| match t.expr {
        Expr::Var(id) => fits(t.column.ty, dataset.schema.variables[id as usize].value_type),
        _ => false,
    });
    variables.map(|t| t.expr.clone()).take(ARGUMENTS).collect()
}

fn minus_one(e: Expr) -> Expr {
    Expr::binary(BinaryOp::Sub, e, Expr::Int(1))
}

/// Numbers (and references) that contents have, the cheapest first, at most `limit`; and whether a bound left something out.
pub(super) fn terms(
    dataset: &Dataset,
    frame: &Frame,
    leaves: &[Term],
    references: &[Term],
    limit: usize,
    control: &Control,
) -> (Vec<Term>, bool) {
    let holders = Holders::of(dataset);
    if holders.is_empty() {
        return Default::default();
    }
    let mut wanted: Vec<Expr> = Vec::new();
    let call = |function, arguments: &[&Expr]| Expr::call(function, arguments.iter().map(|e| (*e).clone()).collect::<Vec<_>>());
    let indices = scalars(dataset, leaves, |ty, declared| ty == Type::Int && declared != ValueType::Char);
    for holder in holders.all() {
        let this = holder.expr();
        if matches!(holder.length, Expr::Call(..)) {
            wanted.push(holder.length.clone());
        }
        let element = match holder.ty {
            Type::Text => Type::Int,
            ty => ty.element().expect("a collection").into(),
        };
        if !matches!(holder.ty, Type::Bag(_)) && (element.is_number() || element == Type::Reference) {
            let mut places = vec![Expr::Int(0), minus_one(holder.length.clone()), Expr::Int(1)];
            // The last of those in use.
            places.extend(indices.iter().filter(|i| !holders.all().any(|h| h.length == **i)).cloned().map(minus_one));
            wanted.extend(places.iter().chain(&indices).map(|place| call(Function::Get, &[&this, place])));
        }
        let sought: Vec<Expr> = match holder.ty {
            Type::Text => {
                let chars = scalars(dataset, leaves, |_, declared| declared == ValueType::Char);
                chars.into_iter().chain(holders.texts.iter().filter(|t| t.var != holder.var).map(Holder::expr)).collect()
            }
            ty => sought(dataset, &holders, leaves, references, ty.element().expect("a collection")),
        };
        for x in &sought {
            if holder.ty != Type::Text {
                wanted.push(call(Function::Count, &[&this, x]));
            }
            if !matches!(holder.ty, Type::Bag(_)) {
                wanted.push(call(Function::IndexOf, &[&this, x]));
            }
        }
        if holder.ty != Type::Text && element.is_number() {
            wanted.extend([Function::Least, Function::Greatest].map(|f| call(f, &[&this])));
            if element.is_integer() || matches!(holder.ty, Type::Sequence(_)) {
                wanted.push(call(Function::Sum, &[&this]));
            }
        }
    }
    let mut wanted: Vec<(u32, Expr)> = wanted.into_iter().map(|e| (price(&e, dataset), e)).collect();
    wanted.sort_by_key(|(price, _)| *price);
    let limit = limit.min(affordable(frame));
    let mut bounded = wanted.len() > limit;
    wanted.truncate(limit);
    let types: Vec<Type> = frame.types().collect();
    let mut made = Vec::new();
    for chunk in wanted.chunks(CHUNK) {
        if control.interruption().is_some() {
            bounded = true;
            break;
        }
        let term = |(price, expr): &(u32, Expr)| {
            let ty = expr.type_with(&|id| types[id as usize]);
            let column = numbers(dataset, frame, expr, ty);
            Term { column, price: *price, pre_state: is_pre_state(expr, dataset), expr: expr.clone() }
        };
        made.extend(chunk.par_iter().map(term).collect::<Vec<_>>());
    }
    (made, bounded)
}

/// What is looked for in a collection: variables of its elements' type, but no number of elements.
fn sought(dataset: &Dataset, holders: &Holders, leaves: &[Term], references: &[Term], element: Element) -> Vec<Expr> {
    let mut found = match Type::from(element) {
        Type::Text => holders.texts.iter().map(Holder::expr).collect(),
        Type::Reference => scalars(dataset, references, |_, _| true),
        // An int is compared with longs as it is.
        ty @ (Type::Int | Type::Long) => scalars(dataset, leaves, |found, _| found == ty || found == Type::Int),
        ty => scalars(dataset, leaves, |found, _| found == ty),
    };
    found.retain(|e| holders.all().all(|holder| holder.length != *e));
    found
}

/// Compound terms of contents and leaves, at most `limit`: sums and differences, and means.
pub(super) fn compounds(contents: &[Term], leaves: &[Term], limit: usize, words: usize, kernels: Kernels) -> Vec<Term> {
    let numeric = || contents.iter().filter(|t| t.column.ty != Type::Reference);
    let mut pairs: Vec<(&Term, Arithmetic, &Term)> = Vec::new();
    for (i, a) in numeric().enumerate() {
        for b in leaves.iter().filter(|b| !b.is_constant() || b.expr == Expr::Int(1)) {
            pairs.extend([(a, Arithmetic::Add, b), (a, Arithmetic::Sub, b)]);
            if !b.is_constant() && matches!(a.expr, Expr::Call(Function::Sum, _)) {
                pairs.push((a, Arithmetic::Div, b));
            }
        }
        for b in numeric().skip(i + 1).filter(|b| b.column.ty == a.column.ty) {
            pairs.extend([(a, Arithmetic::Add, b), (a, Arithmetic::Sub, b), (b, Arithmetic::Sub, a)]);
        }
    }
    pairs.sort_by_key(|(a, _, b)| a.price + b.price);
    pairs.truncate(limit);
    let combine = |(a, op, b): (&Term, Arithmetic, &Term)| {
        let term = a.combine(op, b, words, kernels);
        Term { price: term.price + COMPOUND_PRICE, ..term }
    };
    pairs.into_par_iter().map(combine).collect()
}

impl Builder<'_> {
    /// What can be said of contents as wholes.
    pub(super) fn contents(&mut self, terms: &Terms, control: &Control) {
        self.contents_terms(terms);
        let holders = Holders::of(self.dataset);
        if holders.is_empty() {
            return;
        }
        let wanted = conditions(self.dataset, self.frame, &holders, terms);
        let limit = affordable(self.frame);
        self.atoms.bounded |= wanted.len() > limit;
        for chunk in wanted[..wanted.len().min(limit)].chunks(CHUNK) {
            if control.interruption().is_some() {
                self.atoms.bounded = true;
                return;
            }
            let (dataset, frame) = (self.dataset, self.frame);
            let made: Vec<Vec<u64>> = chunk.par_iter().map(|expr| truths(dataset, frame, expr)).collect();
            for (expr, holds) in chunk.iter().zip(made) {
                self.offer_condition(terms, expr, price(expr, dataset), holds);
            }
        }
    }

    /// A condition, its negation, and it as the value of a boolean.
    pub(super) fn offer_condition(&mut self, terms: &Terms, expr: &Expr, price: u32, holds: Vec<u64>) {
        let pre_state = is_pre_state(expr, self.dataset);
        let not = Expr::unary(UnaryOp::Not, expr.clone());
        for atom in self.equivalences_with(expr, price, &holds).into_iter().chain(self.null_equivalences(terms, expr, price, &holds)) {
            self.offer(atom);
        }
        let negated = holds.iter().map(|h| !h).collect();
        let dearer = price + 1 + self.settings.disequality_price;
        self.offer(Atom { expr: expr.clone(), price, complement: Some(not.clone()), pre_state, holds });
        self.offer(Atom { expr: not, price: dearer, complement: Some(expr.clone()), pre_state, holds: negated });
    }

    /// `b == expr` for booleans that the method leaves behind, where it holds in every correct state.
    pub(super) fn equivalences_with(&self, expr: &Expr, price: u32, holds: &[u64]) -> Vec<Atom> {
        let booleans = (0..).zip(self.frame.types()).filter(|(_, ty)| *ty == Type::Boolean).map(|(id, _)| id);
        let left_behind = booleans.filter(|&id| !role(self.dataset, id).is_pre_state());
        let equal = left_behind.map(|id: VarId| (id, self.frame.bits(id).iter().zip(holds).map(|(b, h)| !(b ^ h)).collect::<Vec<u64>>()));
        let valid = equal.filter(|(_, holds)| self.is_free_of_false_positives(holds));
        valid
            .map(|(id, holds)| Atom {
                expr: Expr::binary(BinaryOp::Equiv, Expr::Var(id), expr.clone()),
                price: price + 2,
                complement: None,
                pre_state: false,
                holds,
            })
            .collect()
    }

    /// `(r == null) == expr` for references that the method leaves behind, where it holds in every correct state.
    fn null_equivalences(&self, terms: &Terms, expr: &Expr, price: u32, holds: &[u64]) -> Vec<Atom> {
        let left_behind = terms.references.iter().filter(|t| !t.pre_state && t.column.present.is_none());
        let made = left_behind.map(|t| {
            let null = t.column.relation(&Column::constant(Type::Reference, 0), self.frame.words, self.kernels).equal;
            let test = Expr::binary(BinaryOp::Eq, t.expr.clone(), Expr::Null);
            Atom {
                expr: Expr::binary(BinaryOp::Equiv, test, expr.clone()),
                price: t.price + 2 + price + 1,
                complement: None,
                pre_state: false,
                holds: null.iter().zip(holds).map(|(n, h)| !(n ^ h)).collect(),
            }
        });
        made.filter(|atom| self.is_free_of_false_positives(&atom.holds)).collect()
    }

    /// Comparisons of what contents have with leaves and with each other.
    fn contents_terms(&mut self, terms: &Terms) {
        let null = Term { expr: Expr::Null, column: Column::constant(Type::Reference, 0), price: 1, pre_state: true };
        for (i, term) in terms.contents.iter().enumerate() {
            let reference = term.column.ty == Type::Reference;
            let partners: Vec<&Term> = if reference {
                terms.contents[..i].iter().chain(&terms.references).chain([&null]).filter(|t| t.column.ty == Type::Reference).collect()
            } else {
                let small = |t: &&Term| !t.is_constant() || [Expr::Int(0), Expr::Int(1), Expr::Int(-1)].contains(&t.expr);
                terms.contents[..i].iter().filter(|t| t.column.ty != Type::Reference).chain(terms.leaves.iter().filter(small)).collect()
            };
            let made: Vec<Vec<Atom>> = partners.par_iter().map(|partner| self.comparisons_of_contents(term, partner)).collect();
            made.into_iter().flatten().for_each(|atom| self.offer(atom));
        }
    }

    fn comparisons_of_contents(&self, term: &Term, partner: &Term) -> Vec<Atom> {
        // What the method gives back, or a variable, before what it is compared with.
        let simple = |t: &Term| matches!(t.expr, Expr::Var(_));
        let first = |t: &Term| (t.is_constant(), t.expr == Expr::Null, t.pre_state, !simple(t));
        let (a, b) = if first(partner) < first(term) { (partner, term) } else { (term, partner) };
        let relation = a.column.relation(&b.column, self.frame.words, self.kernels);
        let ops = if a.column.ty == Type::Reference { &BinaryOp::COMPARISONS[..2] } else { &BinaryOp::COMPARISONS[..] };
        let atoms = comparisons(a, b, &relation, ops, self.settings);
        let correct: u32 = self.frame.correct_rows().iter().map(|c| c.count_ones()).sum();
        let holds = |atom: &Atom| atom.holds.iter().zip(self.frame.correct_rows()).map(|(h, c)| (h & c).count_ones()).sum::<u32>();
        let simple = simple(partner) || partner.is_constant();
        let worth = |atom: &Atom| {
            let equation = matches!(&atom.expr, Expr::Binary(BinaryOp::Eq, ..));
            let guard = atom.pre_state && simple;
            guard || (equation && holds(atom) * PARTIAL >= correct) || self.is_free_of_false_positives(&atom.holds)
        };
        atoms.into_iter().filter(worth).collect()
    }
}

/// Boolean expressions about contents, the cheapest first.
fn conditions(dataset: &Dataset, frame: &Frame, holders: &Holders, terms: &Terms) -> Vec<Expr> {
    let call = |function, arguments: &[&Expr]| Expr::call(function, arguments.iter().map(|e| (*e).clone()).collect::<Vec<_>>());
    let mut found = Vec::new();
    for (i, holder) in holders.collections().enumerate() {
        let (this, element) = (holder.expr(), holder.ty.element().expect("a collection"));
        if let Type::Sequence(element) = holder.ty {
            if element == Element::Text || Type::from(element).is_number() {
                found.extend([Function::Sorted, Function::StrictlySorted].map(|f| call(f, &[&this])));
            }
            if element == Element::Boolean {
                let places = [Expr::Int(0), minus_one(holder.length.clone())];
                let indices = scalars(dataset, &terms.leaves, |ty, declared| ty == Type::Int && declared != ValueType::Char);
                found.extend(places.iter().chain(&indices).map(|place| call(Function::Get, &[&this, place])));
            }
        }
        let sought = sought(dataset, holders, &terms.leaves, &terms.references, element);
        found.extend(sought.iter().map(|x| call(Function::Contains, &[&this, x])));
        for other in holders.collections().take(i).filter(|o| o.ty.element() == Some(element)) {
            // What the method leaves behind first.
            let later = other.pre_state && !holder.pre_state;
            let (a, b) = if later { (this.clone(), other.expr()) } else { (other.expr(), this.clone()) };
            found.push(call(Function::Permutation, &[&a, &b]));
            if other.ty == holder.ty {
                found.push(Expr::binary(BinaryOp::Eq, a, b));
            }
        }
    }
    found.extend(text_conditions(dataset, frame, holders, terms));
    found.sort_by_key(|e| price(e, dataset));
    found
}

/// What can be said of strings.
fn text_conditions(dataset: &Dataset, frame: &Frame, holders: &Holders, terms: &Terms) -> Vec<Expr> {
    let call = |function, arguments: &[&Expr]| Expr::call(function, arguments.iter().map(|e| (*e).clone()).collect::<Vec<_>>());
    let mut found = Vec::new();
    let mut derived: Vec<Expr> = literals(dataset, frame, holders);
    let indices = scalars(dataset, &terms.leaves, |ty, declared| ty == Type::Int && declared != ValueType::Char);
    let indices: Vec<Expr> = indices.into_iter().filter(|e| is_pre_state(e, dataset)).collect();
    for text in &holders.texts {
        let this = text.expr();
        found.push(call(Function::IsBlank, &[&this]));
        // Java's methods treat null as what has no characters.
        let holder = dataset.schema.variables[text.var as usize].receiver.as_ref().and_then(|r| dataset.schema.find(r));
        if let Some(holder) = holder.filter(|_| text.pre_state) {
            let null = Expr::binary(BinaryOp::Eq, Expr::Var(holder), Expr::Null);
            let empty = Expr::binary(BinaryOp::Eq, text.length.clone(), Expr::Int(0));
            let nothing = [call(Function::IsBlank, &[&this]), empty];
            found.extend(nothing.map(|e| Expr::binary(BinaryOp::Or, null.clone(), e)));
        }
        for other in holders.texts.iter().filter(|t| t.var != text.var) {
            let other = other.expr();
            found.extend([Function::StartsWith, Function::EndsWith, Function::Contains].map(|f| call(f, &[&this, &other])));
        }
        if !text.pre_state {
            continue;
        }
        derived.extend([Function::Strip, Function::Trim].map(|f| call(f, &[&this])));
        let own_length = |e: &&Expr| **e != text.length;
        for x in indices.iter().filter(own_length) {
            derived.push(call(Function::Substring, &[&this, x]));
            derived.push(call(Function::Substring, &[&this, &Expr::Int(0), x]));
            let ends = indices.iter().filter(own_length).filter(|y| *y != x);
            derived.extend(ends.map(|y| call(Function::Substring, &[&this, x, y])));
        }
        derived.push(call(Function::Substring, &[&this, &Expr::Int(1)]));
        derived.push(call(Function::Substring, &[&this, &Expr::Int(0), &minus_one(text.length.clone())]));
        for other in holders.texts.iter().filter(|t| t.pre_state) {
            derived.push(call(Function::Concat, &[&this, &other.expr()]));
        }
    }
    // The elements of sequences of strings that a string can be.
    for sequence in holders.sequences.iter().filter(|s| s.pre_state && s.ty.element() == Some(Element::Text)) {
        let places = [Expr::Int(0), minus_one(sequence.length.clone())];
        derived.extend(places.iter().chain(&indices).map(|place| call(Function::Get, &[&sequence.expr(), place])));
    }
    derived.sort_by_key(|e| price(e, dataset));
    derived.truncate(TEXTS);
    for (i, text) in holders.texts.iter().enumerate() {
        let equal = |other: &Expr| Expr::binary(BinaryOp::Eq, text.expr(), other.clone());
        found.extend(holders.texts[i + 1..].iter().map(|t| equal(&t.expr())));
        if !text.pre_state {
            found.extend(derived.iter().map(equal));
        } else {
            found.extend(derived.iter().filter(|d| matches!(d, Expr::Text(_))).map(equal));
        }
    }
    found
}

/// The empty string, those that the class writes down, and the most frequent of the correct states.
fn literals(dataset: &Dataset, frame: &Frame, holders: &Holders) -> Vec<Expr> {
    if holders.texts.is_empty() {
        return Vec::new();
    }
    let mut counts: BTreeMap<u32, u32> = BTreeMap::new();
    for text in &holders.texts {
        let DatasetValues::Text(ids) = &dataset.columns[text.var as usize].values else { continue };
        ids[..frame.correct].iter().for_each(|&id| *counts.entry(id).or_default() += 1);
    }
    let mut counts: Vec<(u32, u32)> = counts.into_iter().filter(|&(_, n)| n > 1).collect();
    counts.sort_by_key(|&(id, n)| (std::cmp::Reverse(n), id));
    let empty = JavaString::from("");
    let frequent = counts.iter().filter_map(|&(id, _)| dataset.texts.get(id)).cloned();
    let written = dataset.constants.texts.iter().map(|t| JavaString::from(t.as_str()));
    let is_short = |t: &JavaString| *t != empty && t.len() <= LONGEST_LITERAL;
    let mut found = vec![empty.clone()];
    for text in written.filter(is_short).take(WRITTEN).chain(frequent.filter(is_short).take(LITERALS)) {
        if !found.contains(&text) {
            found.push(text);
        }
    }
    found.into_iter().map(Expr::Text).collect()
}
