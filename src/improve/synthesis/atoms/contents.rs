//! Conditions on contents: membership, order, permutation and equality; strings. They are atoms as they are, and as what a boolean that
//! the method leaves behind equals.

use crate::assertion::ast::{BinaryOp, Element, Expr, Function, JavaString, Type, UnaryOp};
use crate::assertion::eval::frame::Frame;
use crate::compute::control::Control;
use crate::evidence::dataset::{Dataset, Values as DatasetValues};
use crate::evidence::schema::{ValueType, VarId};
use crate::improve::synthesis::atoms::Builder;
use crate::improve::synthesis::atoms::atom::Atom;
use crate::improve::synthesis::atoms::comparisons::comparisons;
use crate::improve::synthesis::naturalness::{is_pre_state, role};
use crate::improve::synthesis::terms::Terms;
use crate::improve::synthesis::terms::column::Column;
use crate::improve::synthesis::terms::contents::{Holders, affordable, minus_one, price, scalars, sought, truths};
use crate::improve::synthesis::terms::term::Term;
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use std::collections::BTreeMap;

/// An equation is kept if it holds in one of this many of the correct states.
const PARTIAL: u32 = 8;
/// String literals mined from the evidence.
const LITERALS: usize = 4;
/// String literals of the class's constants, its method's first.
const WRITTEN: usize = 4;
/// Code units of a string literal.
const LONGEST_LITERAL: usize = 16;
/// Derived texts that are compared with what the method left behind.
const TEXTS: usize = 96;
/// Expressions evaluated between two polls, and in parallel.
const CHUNK: usize = 16;

impl Builder<'_> {
    /// What can be said of contents as wholes.
    pub fn contents(&mut self, terms: &Terms, control: &Control) {
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
    pub fn offer_condition(&mut self, terms: &Terms, expr: &Expr, price: u32, holds: Vec<u64>) {
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
    pub fn equivalences_with(&self, expr: &Expr, price: u32, holds: &[u64]) -> Vec<Atom> {
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
