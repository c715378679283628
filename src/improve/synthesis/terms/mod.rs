//! Numeric terms by bottom-up enumeration with observational equivalence (Udupa et al., PLDI 2013; Albarghouthi et al., CAV 2013):
//! of the terms that have the same value in every state only the cheapest is kept, and larger terms are built from those alone.

pub mod column;
pub mod contents;
pub mod functions;
pub mod term;

use self::term::{Term, operator};

use crate::assertion::ast::{Expr, Type, UnaryOp};
use crate::assertion::eval::frame::Frame;
use crate::assertion::eval::kernel::{Arithmetic, Kernels};
use crate::compute::control::Control;
use crate::evidence::dataset::{Dataset, Values as DatasetValues};
use crate::evidence::schema::VarId;
use crate::improve::synthesis::naturalness::{WRITTEN_PRICE, operator_price, role};
use crate::improve::synthesis::settings::Settings;
use crate::improve::synthesis::terms::column::{Column, states};
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use std::collections::{BTreeMap, HashSet};

/// What terms are built from, and what was built.
#[derive(Debug, Default)]
pub struct Terms {
    /// Numeric variables and constants, the cheapest first.
    pub leaves: Vec<Term>,
    /// Terms of one operator, the cheapest first; none has the column of a leaf.
    pub compounds: Vec<Term>,
    /// Numbers and references that contents have, the cheapest first.
    pub contents: Vec<Term>,
    /// Reference variables.
    pub references: Vec<Term>,
    /// Whether a bound left something out.
    pub bounded: bool,
    /// Whether the bound on memory did.
    pub out_of_memory: bool,
}

const OPERATORS: [Arithmetic; 5] = [Arithmetic::Add, Arithmetic::Sub, Arithmetic::Mul, Arithmetic::Rem, Arithmetic::Div];

/// Terms evaluated between two polls, and in parallel.
const CHUNK: usize = 128;

/// The terms of a dataset. An interruption ends the enumeration early; what is there is sound.
pub fn enumerate(dataset: &Dataset, frame: &Frame, settings: &Settings, kernels: Kernels, control: &Control) -> Terms {
    let mut terms = Terms::default();
    let mut known = Known::default();
    let rows = states(frame);
    let types: Vec<(VarId, Type)> = (0..).zip(frame.types()).filter(|(_, ty)| !ty.is_contents()).collect();
    let mut leaves: Vec<Term> = Vec::new();
    let column_bytes = (frame.words * 64 * 8).max(1) as u64;
    let affordable = (settings.term_bytes() / column_bytes) as usize;
    // The cheapest variables first, should there be no room for all.
    let mut numbers: Vec<(VarId, Type)> = types.iter().copied().filter(|(_, ty)| *ty != Type::Boolean).collect();
    numbers.sort_by_key(|&(id, _)| (role(dataset, id), id));
    terms.out_of_memory = numbers.len() > affordable;
    for &(id, ty) in numbers.iter().take(affordable) {
        let term = Term::variable(frame, dataset, id, ty);
        if ty == Type::Reference { terms.references.push(term) } else { leaves.push(term) }
    }
    leaves.sort_by_key(|t| (t.price, variable_rank(dataset, &t.expr)));
    terms.references.sort_by_key(|t| (t.price, variable_rank(dataset, &t.expr)));
    terms.references = distinct(std::mem::take(&mut terms.references), &mut Known::default(), &rows);
    leaves = distinct(leaves, &mut known, &rows);
    leaves.extend(constants(dataset, settings));
    leaves.sort_by_key(|t| t.price);
    let room = affordable - numbers.len().min(affordable);
    let (mut contents, bounded) = contents::terms(dataset, frame, &leaves, &terms.references, room / 4, control);
    terms.bounded |= bounded;
    contents = distinct(contents, &mut known, &rows);
    let room = room - contents.len();
    let limit = room.min(settings.max_terms as usize);
    compounds(&leaves, &rows, &mut known, limit, kernels, control, &mut terms);
    terms.out_of_memory |= terms.bounded && limit < settings.max_terms as usize;
    // Besides those of Java's five operators, as far as memory allows.
    let extra = (room - terms.compounds.len().min(room)).min(settings.max_terms as usize / 4);
    let made = contents::compounds(&contents, &leaves, extra / 2, frame.words, kernels);
    let rest = extra - made.len();
    terms.compounds.extend(distinct(made, &mut known, &rows));
    terms.compounds.extend(distinct(functions::compounds(&leaves, rest, frame.words, kernels, control), &mut known, &rows));
    terms.compounds.retain(|t| !is_uniform(&t.column, &rows));
    terms.compounds.sort_by_key(|t| t.price);
    terms.contents = contents;
    terms.leaves = leaves;
    terms
}

/// Roles in their order, then the schema's order.
fn variable_rank(dataset: &Dataset, expr: &Expr) -> (crate::improve::synthesis::naturalness::Role, VarId) {
    let Expr::Var(id) = expr else { unreachable!("a variable") };
    (role(dataset, *id), *id)
}

/// Fingerprints of the columns seen so far. Should two columns ever have the same one, a term is missed and nothing is wrong.
#[derive(Default)]
struct Known {
    fingerprints: HashSet<u64>,
}

impl Known {
    /// Whether the column is new; then it is known from now on.
    fn insert(&mut self, column: &Column) -> bool {
        self.fingerprints.insert(column.fingerprint())
    }
}

/// The first of each column.
fn distinct(terms: Vec<Term>, known: &mut Known, rows: &[u64]) -> Vec<Term> {
    let mut kept = Vec::new();
    for mut term in terms {
        term.column.normalise(rows);
        if known.insert(&term.column) {
            kept.push(term);
        }
    }
    kept
}

/// 0, 1, -1, 2, what the class writes down and the most frequent values of the correct states, for each kind of number that has variables.
fn constants(dataset: &Dataset, settings: &Settings) -> Vec<Term> {
    let (mut integers, mut reals): (BTreeMap<i64, u32>, BTreeMap<u64, u32>) = Default::default();
    let (mut has_integers, mut has_reals) = (false, false);
    for (column, variable) in dataset.columns.iter().zip(&dataset.schema.variables) {
        let present = |row: usize| column.present.as_ref().is_none_or(|p| p.get(row));
        match (&column.values, Type::from(variable.value_type)) {
            (_, Type::Reference) | (DatasetValues::Boolean(_) | DatasetValues::Text(_) | DatasetValues::Sequence { .. }, _) => {}
            (DatasetValues::Integral(values), _) => {
                has_integers = true;
                let values = values[..dataset.correct].iter().enumerate().filter(|&(row, _)| present(row));
                values.for_each(|(_, &v)| *integers.entry(v).or_default() += 1);
            }
            (DatasetValues::Real(values), _) => {
                has_reals = true;
                let values = values[..dataset.correct].iter().enumerate().filter(|&(row, v)| present(row) && v.is_finite());
                values.for_each(|(_, &v)| *reals.entry(v.to_bits()).or_default() += 1);
            }
        }
    }
    let mut found = Vec::new();
    if has_integers || has_reals {
        found.extend([0, 1, -1, 2].map(|c: i64| Term::constant(Type::Int, c as u64)));
    }
    let mined = settings.mined_constants as usize;
    let whole = |c: i64| if i32::try_from(c).is_ok() { Term::constant(Type::Int, c as u64) } else { Term::constant(Type::Long, c as u64) };
    let written = |all: usize| all.min(mined.div_ceil(2));
    if has_integers {
        let mut of_class = dataset.constants.integers.clone();
        of_class.retain(|c| !(-1..=2).contains(c));
        of_class.truncate(written(of_class.len()));
        let frequent = most_frequent(integers, mined - of_class.len(), |c| !(-1..=2).contains(c) && !of_class.contains(c));
        let written = of_class.into_iter().map(|c| as_written(whole(c)));
        found.extend(written.chain(frequent.into_iter().map(whole)));
    }
    if has_reals {
        let uncommon = |bits: &u64| ![0.0, 1.0, -1.0, 2.0].contains(&f64::from_bits(*bits));
        let mut of_class: Vec<u64> = dataset.constants.reals.iter().map(|c| c.to_bits()).filter(uncommon).collect();
        of_class.truncate(written(of_class.len()));
        let frequent = most_frequent(reals, mined - of_class.len(), |bits| uncommon(bits) && !of_class.contains(bits));
        let real = |bits| Term::constant(Type::Double, bits);
        let written = of_class.into_iter().map(|bits| as_written(real(bits)));
        found.extend(written.chain(frequent.into_iter().map(real)));
    }
    found
}

/// A constant that the author wrote down is no accident of the tests, however many digits it has.
fn as_written(constant: Term) -> Term {
    Term { price: constant.price.min(1 + WRITTEN_PRICE), ..constant }
}

fn most_frequent<T: Ord + Copy>(counts: BTreeMap<T, u32>, limit: usize, wanted: impl Fn(&T) -> bool) -> Vec<T> {
    let mut counts: Vec<(T, u32)> = counts.into_iter().filter(|(value, count)| *count > 1 && wanted(value)).collect();
    counts.sort_by_key(|&(value, count)| (std::cmp::Reverse(count), value));
    counts.into_iter().take(limit).map(|(value, _)| value).collect()
}

/// Terms of one operator over the leaves, cheapest first, until `limit` distinct ones.
fn compounds(leaves: &[Term], rows: &[u64], known: &mut Known, limit: usize, kernels: Kernels, control: &Control, terms: &mut Terms) {
    /// An operator with leaves, or the negation of a leaf.
    type Plan = (u32, usize, Option<(Arithmetic, usize)>);
    let mut plans: Vec<Plan> = Vec::new();
    for (i, left) in leaves.iter().enumerate() {
        if !left.is_constant() {
            plans.push((left.price + 1, i, None));
        }
        for (j, right) in leaves.iter().enumerate() {
            for op in OPERATORS {
                let commutes = matches!(op, Arithmetic::Add | Arithmetic::Mul);
                let real_remainder = op == Arithmetic::Rem && !left.column.ty.max(right.column.ty).is_integer();
                let constant = left.is_constant() && right.is_constant();
                let repeated = commutes && j < i || i == j && op != Arithmetic::Mul;
                if !constant && !repeated && !real_remainder {
                    let odd = operator_price(operator(op), &left.expr, &right.expr);
                    plans.push((left.price + right.price + 1 + odd, i, Some((op, j))));
                }
            }
        }
    }
    plans.sort_by_key(|&(price, ..)| price);
    for chunk in plans.chunks(CHUNK) {
        if terms.compounds.len() >= limit || control.interruption().is_some() {
            terms.bounded = true;
            break;
        }
        let made: Vec<Term> = chunk
            .par_iter()
            .map(|&(price, i, inner)| {
                let mut term = match inner {
                    Some((op, j)) => leaves[i].combine(op, &leaves[j], rows.len(), kernels),
                    None => Term {
                        expr: Expr::unary(UnaryOp::Neg, leaves[i].expr.clone()),
                        column: leaves[i].column.negated(rows.len(), kernels),
                        ..leaves[i].clone()
                    },
                };
                term.price = price;
                term.column.normalise(rows);
                term
            })
            .collect();
        for term in made {
            if !is_uniform(&term.column, rows) && known.insert(&term.column) {
                terms.compounds.push(term);
            }
        }
    }
    terms.compounds.truncate(limit);
}

/// The same number in every state: a constant in disguise.
fn is_uniform(column: &Column, rows: &[u64]) -> bool {
    let states = || (0..rows.len() * 64).filter(|row| rows[row / 64] >> (row % 64) & 1 == 1);
    column.present.is_none() && column.bounds(states()).is_some_and(|(low, high)| low == high)
}

/// Terms of two operators, `compound op leaf` or `leaf op compound`, in an order that does not depend on anything but the terms.
pub fn deep(terms: &Terms) -> impl Iterator<Item = (&Term, Arithmetic, &Term)> {
    terms.compounds.iter().flat_map(|compound| {
        terms.leaves.iter().flat_map(move |leaf| {
            // The remainder of a real by a larger one is that itself.
            let real = !compound.column.ty.max(leaf.column.ty).is_integer();
            OPERATORS.iter().filter(move |op| !(real && **op == Arithmetic::Rem)).flat_map(move |&op| {
                let mirrored = !matches!(op, Arithmetic::Add | Arithmetic::Mul);
                std::iter::once((compound, op, leaf)).chain(mirrored.then_some((leaf, op, compound)))
            })
        })
    })
}
