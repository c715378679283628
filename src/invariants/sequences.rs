//! Invariants of a sequence and a scalar, and of two sequences.

use super::confidence;
use super::formula::Formula;
use super::found::Candidate;
use super::pairs::{EQ, GT, LT, UNORDERED, comparable, flag, line_through, relation_of, says_something};
use super::samples::{Data, Derivation, Kind, Samples, Shape, Var};
use super::settings::Settings;
use super::unary::Number;
use crate::relation::Relation;
use std::cmp::Ordering;

/// Looks at a sequence and a scalar of the kind of its elements.
pub fn with_scalar(samples: &Samples, sequence: Var, scalar: Var) -> Vec<Candidate> {
    let mut found = Vec::new();
    if comparable(samples, sequence, scalar) {
        match (&samples.columns[sequence].data, &samples.columns[scalar].data) {
            (Data::IntegerLists { offsets, items }, Data::Integers(values)) => {
                elements_and_value(samples, (sequence, offsets, items), (scalar, values), &mut found);
            }
            (Data::RealLists { offsets, items }, Data::Reals(values)) => {
                elements_and_value(samples, (sequence, offsets, items), (scalar, values), &mut found);
            }
            _ => {}
        }
    }
    found
}

fn elements_and_value<T: Number>(
    samples: &Samples,
    (sequence, offsets, items): (Var, &[u32], &[T]),
    (scalar, values): (Var, &[T]),
    found: &mut Vec<Candidate>,
) {
    let kind = samples.variables[sequence].kind;
    let list = |row: usize| &items[offsets[row] as usize..offsets[row + 1] as usize];
    // Where the scalar is an element by its making, that it is a member says nothing.
    let (mut flags, mut compared, mut member, mut rows) = (0, 0, !from_one(samples, sequence, scalar), 0);
    for row in samples.rows_of([sequence, scalar]) {
        let value = values[row];
        let mut contains = false;
        for element in list(row) {
            flags |= flag(kind, samples.nan_equals_nan, element.constant(), value.constant());
            contains |= element.order(value).is_eq();
        }
        compared += u64::from(!list(row).is_empty());
        member &= contains;
        rows += 1;
        if !member && flags & (LT | EQ | GT) == LT | EQ | GT {
            return;
        }
    }
    if let Some(relation) = relation_of(flags).filter(|r| says_something(kind, *r)) {
        let formula = Formula::ElementsCompare(relation, sequence, scalar);
        found.push(Candidate { formula, confidence: confidence::coin(compared), samples: compared });
    }
    if member && rows > 0 {
        found.push(Candidate { formula: Formula::Member(scalar, sequence), confidence: confidence::common_property(rows), samples: rows });
    }
}

/// Whether both were read from one sequence.
fn from_one(samples: &Samples, x: Var, y: Var) -> bool {
    let root = |v: Var| match samples.variables[v].derivation {
        Some(Derivation::Length(_) | Derivation::LastIndex(_)) | None => v,
        Some(part) => part.base(),
    };
    root(x) == root(y)
}

/// Whether a sequence is a part of another, at a place that a variable names.
fn is_part(samples: &Samples, v: Var) -> bool {
    matches!(samples.variables[v].derivation, Some(Derivation::Head { .. } | Derivation::Tail { .. }))
}

/// Looks at two sequences.
pub fn with_sequence(samples: &Samples, settings: &Settings, x: Var, y: Var) -> Vec<Candidate> {
    let mut found = Vec::new();
    if comparable(samples, x, y) && !from_one(samples, x, y) {
        match (&samples.columns[x].data, &samples.columns[y].data) {
            (Data::IntegerLists { offsets: o, items: p }, Data::IntegerLists { offsets: r, items: q }) => {
                two(samples, (x, o, p), (y, r, q), &mut found);
                if samples.variables[x].kind == Kind::Integer && ordered(samples, x, y) {
                    elementwise_line(samples, (x, o, p), (y, r, q), &mut found);
                }
            }
            (Data::RealLists { offsets: o, items: p }, Data::RealLists { offsets: r, items: q }) => {
                two(samples, (x, o, p), (y, r, q), &mut found);
            }
            _ => {}
        }
    }
    found.retain(|c| settings.subsets || !matches!(c.formula, Formula::Subset(..) | Formula::Subsequence(..)));
    found
}

fn ordered(samples: &Samples, x: Var, y: Var) -> bool {
    samples.variables[x].shape == Shape::Sequence && samples.variables[y].shape == Shape::Sequence
}

/// What is still possible of two sequences, and the samples that speak for it.
struct Pair {
    /// Whether NaN equals NaN.
    nan: bool,
    lexical: u8,
    pairwise: Option<u8>,
    elements: u64,
    reverse: bool,
    reversed: u64,
    /// Of the first in the second, and of the second in the first.
    subset: [bool; 2],
    subsequence: [bool; 2],
    not_empty: [u64; 2],
}

fn two<T: Number>(samples: &Samples, (x, o, p): (Var, &[u32], &[T]), (y, r, q): (Var, &[u32], &[T]), found: &mut Vec<Candidate>) {
    let kind = samples.variables[x].kind;
    let ordered = ordered(samples, x, y);
    let mut pair = Pair {
        nan: samples.nan_equals_nan,
        lexical: 0,
        pairwise: ordered.then_some(0),
        elements: 0,
        reverse: ordered,
        reversed: 0,
        subset: [true; 2],
        subsequence: [ordered; 2],
        not_empty: [0; 2],
    };
    let mut rows = 0;
    for row in samples.rows_of([x, y]) {
        let (a, b) = (&p[o[row] as usize..o[row + 1] as usize], &q[r[row] as usize..r[row + 1] as usize]);
        pair.see(kind, a, b);
        rows += 1;
    }
    if rows == 0 {
        return;
    }
    let mut add = |formula, confidence, samples| found.push(Candidate { formula, confidence, samples });
    let telling = |r: &Relation| says_something(kind, *r);
    if let Some(relation) = relation_of(pair.lexical).filter(telling).filter(|r| ordered || *r == Relation::Equal) {
        let confidence = if relation == Relation::Equal { confidence::JUSTIFIED } else { confidence::coin(rows) };
        add(Formula::Lexical(relation, x, y), confidence, rows);
    }
    if let Some(relation) = pair.pairwise.and_then(relation_of).filter(telling).filter(|r| *r != Relation::Equal) {
        add(Formula::Pairwise(relation, x, y), confidence::coin(pair.elements), pair.elements);
    }
    if pair.reverse {
        add(Formula::Reverse(x, y), confidence::coin(pair.reversed), pair.reversed);
    }
    for (i, (part, whole)) in [(x, y), (y, x)].into_iter().enumerate() {
        let evidence = pair.not_empty[i];
        if is_part(samples, part) || is_part(samples, whole) {
            // Parts of one array before and after a call are parts of each other in many ways.
            continue;
        }
        if pair.subsequence[i] {
            add(Formula::Subsequence(part, whole), confidence::coin(evidence), evidence);
        } else if pair.subset[i] {
            add(Formula::Subset(part, whole), confidence::coin(evidence), evidence);
        }
    }
}

impl Pair {
    fn see<T: Number>(&mut self, kind: Kind, a: &[T], b: &[T]) {
        let first_unequal = a.iter().zip(b).map(|(x, y)| flag(kind, self.nan, x.constant(), y.constant())).find(|f| *f != EQ);
        self.lexical |= first_unequal.unwrap_or(match a.len().cmp(&b.len()) {
            Ordering::Less => LT,
            Ordering::Equal => EQ,
            Ordering::Greater => GT,
        });
        self.pairwise = self.pairwise.filter(|_| a.len() == b.len());
        if let Some(flags) = &mut self.pairwise {
            a.iter().zip(b).for_each(|(x, y)| *flags |= flag(kind, self.nan, x.constant(), y.constant()));
            self.elements += a.len() as u64;
            if *flags & UNORDERED != 0 && *flags & EQ != 0 {
                self.pairwise = None;
            }
        }
        let same = |x: &T, y: &T| x.order(*y).is_eq();
        self.reverse &= a.len() == b.len() && a.iter().zip(b.iter().rev()).all(|(x, y)| same(x, y));
        self.reversed += u64::from(a.len() > 1);
        for (i, (part, whole)) in [(a, b), (b, a)].into_iter().enumerate() {
            self.subset[i] = self.subset[i] && part.iter().all(|x| whole.iter().any(|y| same(x, y)));
            let run = |w: &[T]| w.iter().zip(part).all(|(x, y)| same(x, y));
            self.subsequence[i] = self.subsequence[i] && self.subset[i] && (part.is_empty() || whole.windows(part.len()).any(run));
            self.not_empty[i] += u64::from(!part.is_empty());
        }
    }
}

/// `a * x[i] + b * y[i] + c == 0` for sequences that are always equally long.
fn elementwise_line(samples: &Samples, (x, o, p): (Var, &[u32], &[i64]), (y, r, q): (Var, &[u32], &[i64]), found: &mut Vec<Candidate>) {
    let lists = |row: usize| (o[row] as usize..o[row + 1] as usize, r[row] as usize..r[row + 1] as usize);
    if samples.rows_of([x, y]).map(lists).any(|(a, b)| a.len() != b.len()) {
        return;
    }
    let points = samples.rows_of([x, y]).map(lists).flat_map(|(a, b)| p[a].iter().copied().zip(q[b].iter().copied()));
    if let Some((formula, count)) = line_through(points, x, y) {
        let confidence = if count >= confidence::POINTS_OF_A_LINE { confidence::JUSTIFIED } else { confidence::UNJUSTIFIED };
        found.push(Candidate { formula, confidence, samples: samples.common_rows([x, y]) });
    }
}
