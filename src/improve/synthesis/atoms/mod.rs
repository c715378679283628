//! Atoms: the smallest assertions, each with the states in which it holds.
//!
//! Comparisons of two leaves come in all six operators, from one pass over the pair. Comparisons with a compound term are too many to
//! be kept: those without false positives are, and equations that hold on a part of the correct states, which clauses can guard.
//! For a numeric term the strongest comparisons with a constant that have no false positives are those with its least and its
//! greatest value over the correct states: one pass, no search for constants.
//!
//! Two atoms that hold in the same states are one; the cheaper stays.

pub mod atom;
pub mod cells;
pub mod comparisons;
mod contents;
mod elements;
pub mod equivalence;
mod exact;
pub mod guarded;
pub mod join;
mod tautologies;
pub mod unordered;
pub mod vacuous;

use self::atom::Atom;
use crate::assertion::ast::{BinaryOp, Expr, Type, UnaryOp};
use crate::assertion::eval::frame::Frame;
use crate::assertion::eval::kernel::{Arithmetic, Kernels};
use crate::compute::control::Control;
use crate::evidence::dataset::Dataset;
use crate::evidence::schema::VarId;
use crate::improve::synthesis::atoms::comparisons::{comparisons, mirror};
use crate::improve::synthesis::atoms::tautologies::{is_tautology, odd_bound_price};
use crate::improve::synthesis::atoms::vacuous::is_vacuous;
use crate::improve::synthesis::naturalness::{is_written, mentions, role};
use crate::improve::synthesis::settings::Settings;
use crate::improve::synthesis::terms::column::{Relation, states};
use crate::improve::synthesis::terms::functions::is_of_bits;
use crate::improve::synthesis::terms::term::Term;
use crate::improve::synthesis::terms::{Terms, deep};
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use std::collections::HashMap;

/// The atoms, and what was left out.
#[derive(Debug, Default)]
pub struct Atoms {
    pub all: Vec<Atom>,
    /// Whether the bound on their number left something out.
    pub bounded: bool,
    /// Whether the bound on terms of two operators did.
    pub deep_bounded: bool,
    /// Whether the bound on memory did.
    pub out_of_memory: bool,
}

/// Pairs of leaves compared between two polls, and in parallel.
const CHUNK: usize = 64;
/// Words of correct states that decide whether a comparison with a compound term is worth a full one.
const SAMPLE_WORDS: usize = 4;
/// An equation with a compound term is kept if it holds in one of this many of the sampled correct states.
const PARTIAL_EQUATION: u32 = 8;
/// Deep terms that are kept for one variable.
const DEEP_TERMS_PER_VARIABLE: usize = 4;
/// What a comparison with a bound costs beyond its constant: the least and greatest values of a sample are no specification.
const THRESHOLD_PRICE: u32 = 1;
/// The price up to which the bound of a compound term is worth an atom.
const COMPOUND_THRESHOLD_PRICE: u32 = 1;

/// Atoms under construction.
pub struct Builder<'a> {
    pub frame: &'a Frame,
    pub dataset: &'a Dataset,
    pub settings: &'a Settings,
    pub kernels: Kernels,
    states: Vec<u64>,
    limit: usize,
    by_fingerprint: HashMap<u64, Vec<usize>>,
    pub atoms: Atoms,
}

/// The atoms over those terms. An interruption ends the enumeration early; what is there is sound.
pub fn enumerate(dataset: &Dataset, frame: &Frame, terms: &Terms, settings: &Settings, kernels: Kernels, control: &Control) -> Atoms {
    let mut builder = Builder::new(dataset, frame, settings, kernels);
    builder.unguarded(terms, control);
    builder.atoms
}

impl<'a> Builder<'a> {
    pub fn new(dataset: &'a Dataset, frame: &'a Frame, settings: &'a Settings, kernels: Kernels) -> Self {
        let affordable = (settings.atom_bytes() / (frame.words as u64 * 8).max(1)) as usize;
        Self {
            frame,
            dataset,
            settings,
            kernels,
            states: states(frame),
            limit: affordable.min(settings.max_atoms as usize),
            by_fingerprint: HashMap::new(),
            atoms: Atoms::default(),
        }
    }

    /// Everything that can be said of any state.
    pub fn unguarded(&mut self, terms: &Terms, control: &Control) {
        self.booleans();
        self.references(terms);
        self.pairs_of_leaves(terms, control);
        self.conditions_of_code(terms);
        self.contents(terms, control);
        self.exact(terms, control);
        self.elements(terms, control);
        self.equivalences_of_variables();
        self.thresholds(terms);
        self.compounds(terms, control);
        self.deep_equations(terms, control);
    }

    /// Takes the atom unless it is as good as constant, an accident of rounding, vacuous, or known in a form that is no dearer.
    pub fn offer(&mut self, mut atom: Atom) {
        atom.holds.iter_mut().zip(&self.states).for_each(|(h, s)| *h &= s);
        let (never, always) = (atom.holds.iter().all(|&h| h == 0), atom.holds == self.states);
        if never || always || is_tautology(&atom.expr) || is_vacuous(&atom.expr, self.dataset) {
            return;
        }
        let same = self.by_fingerprint.entry(fingerprint(atom.holds.iter().copied())).or_default();
        match same.iter().find(|&&i| self.atoms.all[i].holds == atom.holds) {
            Some(&i) if atom.price < self.atoms.all[i].price => self.atoms.all[i] = atom,
            Some(_) => {}
            None if self.atoms.all.len() >= self.limit => {
                self.atoms.bounded = true;
                self.atoms.out_of_memory = self.limit < self.settings.max_atoms as usize;
            }
            None => {
                same.push(self.atoms.all.len());
                self.atoms.all.push(atom);
            }
        }
    }

    fn full(&self) -> bool {
        self.atoms.all.len() >= self.limit
    }

    pub fn is_free_of_false_positives(&self, holds: &[u64]) -> bool {
        holds.iter().zip(self.frame.correct_rows()).all(|(h, c)| c & !h == 0)
    }

    /// Boolean variables, their negations, and equality of two of them.
    fn booleans(&mut self) {
        let ids: Vec<VarId> = (0..).zip(self.frame.types()).filter(|(_, ty)| *ty == Type::Boolean).map(|(id, _)| id).collect();
        let pre_state = |b: &Self, id| role(b.dataset, id).is_pre_state();
        let price = |b: &Self, id| 1 + role(b.dataset, id).price();
        for &id in &ids {
            let holds = self.frame.bits(id).to_vec();
            let not = Expr::unary(UnaryOp::Not, Expr::Var(id));
            self.offer(Atom {
                expr: not.clone(),
                price: price(self, id) + 1,
                complement: Some(Expr::Var(id)),
                pre_state: pre_state(self, id),
                holds: holds.iter().map(|h| !h).collect(),
            });
            self.offer(Atom { expr: Expr::Var(id), price: price(self, id), complement: Some(not), pre_state: pre_state(self, id), holds });
        }
        for (i, &a) in ids.iter().enumerate() {
            for &b in &ids[..i] {
                let [equal, different] = [BinaryOp::Equiv, BinaryOp::Xor].map(|op| Expr::binary(op, Expr::Var(b), Expr::Var(a)));
                let differ: Vec<u64> = self.frame.bits(a).iter().zip(self.frame.bits(b)).map(|(a, b)| a ^ b).collect();
                let price = price(self, a) + price(self, b) + 1;
                let pre_state = pre_state(self, a) && pre_state(self, b);
                let holds = differ.iter().map(|d| !d).collect();
                self.offer(Atom { expr: equal.clone(), price, complement: Some(different.clone()), pre_state, holds });
                self.offer(Atom { expr: different, price, complement: Some(equal), pre_state, holds: differ });
            }
        }
    }

    /// Null tests and identities.
    fn references(&mut self, terms: &Terms) {
        let null = Term {
            expr: Expr::Null,
            column: crate::improve::synthesis::terms::column::Column::constant(Type::Reference, 0),
            price: 1,
            pre_state: true,
        };
        for (i, term) in terms.references.iter().enumerate() {
            for other in terms.references[..i].iter().chain([&null]) {
                let relation = term.column.relation(&other.column, self.frame.words, self.kernels);
                if other.expr != Expr::Null && self.are_one_where_null(term, &null, &relation) {
                    continue;
                }
                for atom in comparisons(term, other, &relation, &[BinaryOp::Eq, BinaryOp::Ne], self.settings) {
                    self.offer(atom);
                }
            }
        }
    }

    /// Whether two references are the same in some correct states, and null in all of these: then a null test says it better.
    fn are_one_where_null(&self, term: &Term, null: &Term, relation: &Relation) -> bool {
        let is_null = term.column.relation(&null.column, self.frame.words, self.kernels).equal;
        let correct = self.frame.correct_rows();
        let same = || relation.equal.iter().zip(&is_null).zip(correct);
        same().any(|((e, _), c)| e & c != 0) && same().all(|((e, n), c)| e & c & !n == 0)
    }

    /// All comparisons of two leaves, pairs of cheap ones first.
    fn pairs_of_leaves(&mut self, terms: &Terms, control: &Control) {
        let leaves = &terms.leaves;
        let mut pairs: Vec<(u32, usize, usize)> = Vec::new();
        for (i, a) in leaves.iter().enumerate() {
            for (j, b) in leaves.iter().enumerate().take(i) {
                if !(a.is_constant() && b.is_constant()) {
                    pairs.push((a.price + b.price, j, i));
                }
            }
        }
        pairs.sort_by_key(|&(price, ..)| price);
        for chunk in pairs.chunks(CHUNK) {
            if self.full() || control.interruption().is_some() {
                self.atoms.bounded = true;
                return;
            }
            let made: Vec<Vec<Atom>> = chunk
                .into_par_iter()
                .map(|&(_, i, j)| {
                    // What the method gives back, or a variable, before what it is compared with.
                    let (i, j) = if subject(leaves, i) <= subject(leaves, j) { (i, j) } else { (j, i) };
                    let (a, b) = (&leaves[i], &leaves[j]);
                    let relation = a.column.relation(&b.column, self.frame.words, self.kernels);
                    comparisons(a, b, &relation, &BinaryOp::COMPARISONS, self.settings)
                })
                .collect();
            made.into_iter().flatten().for_each(|atom| self.offer(atom));
        }
    }

    /// Whether what was given to the method can be divided by a number that its code has: `year % 100 == 0`.
    fn conditions_of_code(&mut self, terms: &Terms) {
        let is_own = |divisor: &Expr| is_written(divisor, &self.dataset.constants);
        let zero = Term::constant(Type::Int, 0);
        let mut made = Vec::new();
        for term in terms.compounds.iter().filter(|term| term.pre_state) {
            if matches!(&term.expr, Expr::Binary(BinaryOp::Rem, _, divisor) if is_own(divisor)) {
                let relation = term.column.relation(&zero.column, self.frame.words, self.kernels);
                made.extend(comparisons(term, &zero, &relation, &[BinaryOp::Eq, BinaryOp::Ne], self.settings));
            }
        }
        made.into_iter().for_each(|atom| self.offer(atom));
    }

    /// Every numeric variable against its least and greatest value over the correct states; compound terms where that is a simple constant.
    fn thresholds(&mut self, terms: &Terms) {
        let leaves = terms.leaves.iter().filter(|t| !t.is_constant()).map(|t| (t, u32::MAX));
        for (term, most) in leaves.chain(terms.compounds.iter().map(|t| (t, COMPOUND_THRESHOLD_PRICE))) {
            let Some((low, high)) = term.column.bounds(0..self.frame.correct) else { continue };
            let bounds = if low == high { vec![(BinaryOp::Eq, low)] } else { vec![(BinaryOp::Ge, low), (BinaryOp::Le, high)] };
            for (op, bits) in bounds {
                let mut constant = Term::constant(narrowed(term.column.ty, bits), bits);
                let odd = THRESHOLD_PRICE + odd_bound_price(term);
                constant.price += odd;
                if constant.price - 1 - odd <= most {
                    let relation = term.column.relation(&constant.column, self.frame.words, self.kernels);
                    comparisons(term, &constant, &relation, &[op], self.settings).into_iter().for_each(|atom| self.offer(atom));
                }
            }
        }
    }

    /// Leaves against compound terms: what has no false positives, and equations that hold partly.
    fn compounds(&mut self, terms: &Terms, control: &Control) {
        let leaves: Vec<&Term> = terms.leaves.iter().collect();
        for compounds in terms.compounds.chunks(CHUNK) {
            if self.full() || control.interruption().is_some() {
                self.atoms.bounded = true;
                return;
            }
            let made: Vec<Vec<Atom>> = compounds
                .into_par_iter()
                .map(|compound| {
                    let worth = leaves.iter().filter(|leaf| !(leaf.pre_state && compound.pre_state));
                    worth.flat_map(|leaf| self.with_compound(leaf, compound)).collect()
                })
                .collect();
            made.into_iter().flatten().for_each(|atom| self.offer(atom));
        }
    }

    fn with_compound(&self, leaf: &Term, compound: &Term) -> Vec<Atom> {
        let correct = self.frame.correct_rows();
        let sampled = SAMPLE_WORDS.min(self.frame.correct_words);
        let sample = leaf.column.relation(&compound.column, sampled, self.kernels);
        let any = |set: &[u64]| set.iter().zip(correct).any(|(s, c)| s & c != 0);
        let (less, greater) = (any(&sample.less), any(&sample.greater));
        if less && greater {
            let count = |set: &[u64]| set.iter().zip(correct).map(|(s, c)| (s & c).count_ones()).sum::<u32>();
            let states: u32 = correct[..sampled].iter().map(|c| c.count_ones()).sum();
            let holds_partly = count(&sample.equal) * PARTIAL_EQUATION >= states && count(&sample.equal) > 1;
            // A constant equals everything somewhere.
            if leaf.is_constant() || leaf.pre_state || !holds_partly {
                return Vec::new();
            }
        }
        let relation = leaf.column.relation(&compound.column, self.frame.words, self.kernels);
        let (equal, less, greater) = (any(&relation.equal), any(&relation.less), any(&relation.greater));
        let ops: &[BinaryOp] = match (less, equal, greater) {
            (false, true, false) => &[BinaryOp::Eq],
            (true, true, false) => &[BinaryOp::Le, BinaryOp::Eq],
            (false, true, true) => &[BinaryOp::Ge, BinaryOp::Eq],
            (true, false, false) => &[BinaryOp::Lt],
            (false, false, true) => &[BinaryOp::Gt],
            (true, true, true) if !leaf.is_constant() => &[BinaryOp::Eq],
            _ => &[],
        };
        let ops = if is_of_bits(&compound.expr) && ops.contains(&BinaryOp::Eq) { &[BinaryOp::Eq][..] } else { ops };
        if is_of_bits(&compound.expr) && !ops.contains(&BinaryOp::Eq) {
            return Vec::new();
        }
        let (a, b) = if leaf.is_constant() { (compound, leaf) } else { (leaf, compound) };
        let relation = if leaf.is_constant() { relation.mirrored() } else { relation };
        let mirrored: Vec<BinaryOp> = ops.iter().map(|&op| if leaf.is_constant() { mirror(op) } else { op }).collect();
        let mut atoms = comparisons(a, b, &relation, &mirrored, self.settings);
        atoms.retain_mut(|atom| {
            // `x == y + 1` reads better than `x - y == 1`.
            atom.price += if leaf.is_constant() { 1 + odd_bound_price(compound) } else { 0 };
            let equation = matches!(&atom.expr, Expr::Binary(BinaryOp::Eq, ..)) && !leaf.is_constant() && !leaf.pre_state;
            equation || self.is_free_of_false_positives(&atom.holds)
        });
        atoms
    }

    /// Equations of a variable with a term of two operators, for variables that nothing smaller explains.
    fn deep_equations(&mut self, terms: &Terms, control: &Control) {
        if self.frame.correct < 2 {
            return;
        }
        let explained = |b: &Self, term: &Term| {
            b.atoms.all.iter().any(|atom| {
                let Expr::Binary(BinaryOp::Eq, left, right) = &atom.expr else { return false };
                let by = |one: &Expr, other: &Expr| *one == term.expr && !mentions(other, &term.expr);
                (by(left, right) || by(right, left)) && b.is_free_of_false_positives(&atom.holds)
            })
        };
        let targets: Vec<&Term> =
            terms.leaves.iter().filter(|t| !t.is_constant() && !t.pre_state && t.column.present.is_none() && !explained(self, t)).collect();
        if targets.is_empty() {
            return;
        }
        let limit = self.settings.max_deep_terms as usize / targets.len();
        let all: Vec<_> = deep(terms).filter(|(a, _, b)| !(a.is_constant() && b.is_constant())).take(limit + 1).collect();
        self.atoms.deep_bounded = all.len() > limit;
        let mut found = vec![0; targets.len()];
        for chunk in all[..all.len().min(limit)].chunks(1 << 14) {
            if self.full() || control.interruption().is_some() {
                self.atoms.bounded = true;
                return;
            }
            let matching: Vec<(usize, Atom)> = {
                let this = &*self;
                chunk.into_par_iter().flat_map_iter(|&(a, op, b)| this.equations_with(&targets, a, op, b)).collect()
            };
            for (i, atom) in matching {
                if found[i] < DEEP_TERMS_PER_VARIABLE {
                    found[i] += 1;
                    self.offer(atom);
                }
            }
        }
    }

    /// `target == (a op b)` for those targets for which it holds in every correct state.
    fn equations_with(&self, targets: &[&Term], a: &Term, op: Arithmetic, b: &Term) -> Vec<(usize, Atom)> {
        let correct = self.frame.correct_rows();
        let sample = a.column.combine(op, &b.column, 1, self.kernels);
        let mut found = Vec::new();
        for (i, target) in targets.iter().enumerate().filter(|(_, t)| t.column.ty == sample.ty) {
            if mentions(&a.expr, &target.expr) || mentions(&b.expr, &target.expr) {
                continue;
            }
            if correct[0] & !target.column.relation(&sample, 1, self.kernels).equal[0] == 0 {
                let term = a.combine(op, b, self.frame.words, self.kernels);
                let relation = target.column.relation(&term.column, self.frame.words, self.kernels);
                if self.is_free_of_false_positives(&relation.equal) {
                    let equation = comparisons(target, &term, &relation, &[BinaryOp::Eq], self.settings);
                    found.extend(equation.into_iter().map(|atom| (i, atom)));
                }
            }
        }
        found
    }
}

/// Orders leaves by how well they begin a comparison: what the method made before what it was given, and constants last.
fn subject(leaves: &[Term], index: usize) -> (bool, bool, usize) {
    (leaves[index].is_constant(), leaves[index].pre_state, index)
}

/// The constant's own type: an int where a long is one.
fn narrowed(ty: Type, bits: u64) -> Type {
    if ty == Type::Long && i32::try_from(bits as i64).is_ok() { Type::Int } else { ty }
}

pub fn fingerprint(words: impl Iterator<Item = u64>) -> u64 {
    words.fold(0, |hash, word| {
        let product = u128::from(hash ^ word ^ 0x243f_6a88_85a3_08d3) * 0x9e37_79b9_7f4a_7c15_u128;
        (product >> 64) as u64 ^ product as u64
    })
}
