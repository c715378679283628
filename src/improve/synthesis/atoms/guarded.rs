//! Comparisons that hold where a guard does: what an implication has on its right side.
//!
//! There are too many comparisons of compound terms for all to be atoms; of those without false positives each is one anyway. A clause of
//! two literals needs less: the second has only to hold in the correct states in which the first does not, its *region*. So for the
//! cheapest distinct regions every comparison of a leaf with a compound term is tried, and every equation of a variable with a term of
//! two operators, or with the sum or difference of two compound terms. Those that kill there what no clause kills yet become atoms.

use crate::assertion::ast::BinaryOp;
use crate::assertion::eval::kernel::Arithmetic;
use crate::compute::control::Control;
use crate::improve::synthesis::atoms::Builder;
use crate::improve::synthesis::atoms::atom::Atom;
use crate::improve::synthesis::atoms::comparisons::{comparisons, mirror};
use crate::improve::synthesis::atoms::join::Join;
use crate::improve::synthesis::naturalness::mentions;
use crate::improve::synthesis::terms::column::{Column, Relation};
use crate::improve::synthesis::terms::functions::is_of_bits;
use crate::improve::synthesis::terms::term::Term;
use crate::improve::synthesis::terms::{Terms, deep};
use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, IntoParallelRefIterator, ParallelIterator};
use std::cmp::Reverse;
use std::collections::HashSet;

/// Regions in which a term of two operators, or a sum of two compound terms, is tried.
const EQUATION_REGIONS: usize = 12;
/// Variables for which one is.
const EQUATION_TARGETS: usize = 8;
/// Correct states that a region has at least: anything holds on fewer.
const LEAST_ROWS: u32 = 3;
/// Candidates of a region that are remembered, the best.
const CANDIDATES: usize = 48;
/// Comparisons that become atoms, at most.
const CHOSEN: usize = 256;
/// Compound terms between two polls, and in parallel.
const CHUNK: usize = 128;
/// Correct states by which equations are sifted: those of one word.
pub const SAMPLE: usize = 64;

/// Where a guard's clause depends on its second literal.
struct Region {
    /// Correct states in which the guard's literal is false; words of the frame's correct states.
    correct: Vec<u64>,
    /// Incorrect states in which it is and that no clause kills; words of the frame.
    targets: Vec<u64>,
    /// Those correct states, of the sampled ones.
    sample: u64,
    price: u32,
}

/// A comparison that holds in the region, and what it kills there.
struct Candidate {
    share: u64,
    price: u32,
    region: usize,
    /// In the order of enumeration.
    number: (usize, usize, u8),
    kills: Vec<u64>,
    atom: Atom,
}

impl Candidate {
    fn order(&self) -> (Reverse<u64>, u32, usize, (usize, usize, u8)) {
        (Reverse(self.share), self.price, self.region, self.number)
    }
}

impl Builder<'_> {
    /// Adds atoms for the incorrect states `residual` (words of the frame), which no clause kills. Whether any was added.
    pub fn guarded(&mut self, terms: &Terms, residual: &[u64], control: &Control) -> bool {
        let rows = self.sample_rows();
        let regions = self.regions(residual, &rows);
        let mut best: Vec<Vec<Candidate>> = regions.iter().map(|_| Vec::new()).collect();
        let mut first = 0;
        for compounds in terms.compounds.chunks(CHUNK) {
            if control.interruption().is_some() {
                self.atoms.bounded = true;
                break;
            }
            let this = &*self;
            let made: Vec<Vec<Candidate>> =
                compounds.par_iter().enumerate().map(|(i, c)| this.comparisons_of(terms, &regions, first + i, c)).collect();
            keep_best(&mut best, made.into_iter().flatten());
            first += compounds.len();
        }
        let targets: Vec<&Term> =
            terms.leaves.iter().filter(|t| !t.is_constant() && !t.pre_state && t.column.present.is_none()).take(EQUATION_TARGETS).collect();
        self.deep_equations_of(terms, &targets, &regions, &rows, &mut best, control);
        self.sums_of(terms, &targets, &regions, &rows, &mut best, control);
        let known = self.atoms.all.len();
        self.take(best.into_iter().flatten().collect());
        self.atoms.all.len() > known
    }

    /// Correct states, spread evenly.
    pub fn sample_rows(&self) -> Vec<usize> {
        let n = self.frame.correct;
        if n <= SAMPLE { (0..n).collect() } else { (0..SAMPLE).map(|i| i * n / SAMPLE).collect() }
    }

    /// All correct states, then the distinct regions of the cheapest atoms.
    fn regions(&self, residual: &[u64], rows: &[usize]) -> Vec<Region> {
        let region = |correct: Vec<u64>, targets: Vec<u64>, price| {
            let sample = (0..).zip(rows).filter(|&(_, &row)| correct[row / 64] >> (row % 64) & 1 == 1).fold(0, |s, (i, _)| s | 1 << i);
            Region { correct, targets, sample, price }
        };
        let words = self.frame.correct_words;
        let mut regions = vec![region(self.frame.correct_rows()[..words].to_vec(), residual.to_vec(), 0)];
        let mut known: HashSet<Vec<u64>> = regions.iter().map(|r| r.correct.clone()).collect();
        let mut order: Vec<usize> = (0..self.atoms.all.len()).collect();
        order.sort_by_key(|&i| (self.atoms.all[i].price, !self.atoms.all[i].pre_state, i));
        for i in order {
            let atom = &self.atoms.all[i];
            let fails = |rows: &[u64]| -> Vec<u64> { atom.holds.iter().zip(rows).map(|(h, r)| !h & r).collect() };
            let mut correct = fails(self.frame.correct_rows());
            correct.truncate(words);
            let targets = fails(residual);
            let large = correct.iter().map(|w| w.count_ones()).sum::<u32>() >= LEAST_ROWS;
            if large && targets.iter().any(|&w| w != 0) && known.insert(correct.clone()) {
                regions.push(region(correct, targets, atom.price + 1));
                if regions.len() > self.settings.max_guards as usize {
                    break;
                }
            }
        }
        regions
    }

    /// The comparisons of a compound term with every leaf, for every region in which one holds.
    fn comparisons_of(&self, terms: &Terms, regions: &[Region], number: usize, compound: &Term) -> Vec<Candidate> {
        let mut found = Vec::new();
        for (l, leaf) in terms.leaves.iter().enumerate() {
            if leaf.pre_state && compound.pre_state {
                continue;
            }
            let relation = leaf.column.relation(&compound.column, self.frame.words, self.kernels);
            for (r, region) in regions.iter().enumerate() {
                let Some(op) = strongest(&relation, &region.correct) else { continue };
                if op != BinaryOp::Eq && is_of_bits(&compound.expr) {
                    continue;
                }
                let (a, b, op) = if leaf.is_constant() { (compound, leaf, mirror(op)) } else { (leaf, compound, op) };
                let price = a.price + b.price + 1 + u32::from(leaf.is_constant()) + region.price;
                let Some(share) = share(&relation, op, leaf.is_constant(), region, price) else { continue };
                found.push(((r, number, l), (share, price), (a, b, op)));
            }
        }
        // Few are remembered of each region: the atoms of the others are never made.
        found.sort_by_key(|&((r, _, l), (share, price), _)| (r, Reverse(share), price, l));
        let mut made: Vec<Candidate> = Vec::new();
        let (mut last, mut count) = (usize::MAX, 0);
        for ((region, number, l), (share, price), (a, b, op)) in found {
            count = if region == last { count + 1 } else { 0 };
            last = region;
            if count < CANDIDATES / 8 {
                made.extend(self.candidate(&regions[region], region, (number, l, 0), (share, price), (a, b, op)));
            }
        }
        made
    }

    fn candidate(
        &self,
        place: &Region,
        region: usize,
        number: (usize, usize, u8),
        (share, price): (u64, u32),
        (a, b, op): (&Term, &Term, BinaryOp),
    ) -> Option<Candidate> {
        let relation = a.column.relation(&b.column, self.frame.words, self.kernels);
        let atom = comparisons(a, b, &relation, &[op], self.settings).pop()?;
        let kills: Vec<u64> = place.targets.iter().zip(&atom.holds).map(|(t, h)| t & !h).collect();
        Some(Candidate { share, price, region, number, kills, atom })
    }

    /// Equations of a variable with a term of two operators, in every region.
    fn deep_equations_of(
        &mut self,
        terms: &Terms,
        targets: &[&Term],
        regions: &[Region],
        rows: &[usize],
        best: &mut [Vec<Candidate>],
        control: &Control,
    ) {
        if targets.is_empty() || rows.len() < LEAST_ROWS as usize {
            return;
        }
        let sampled = |t: &Term| Term { column: t.column.gather(rows), ..t.clone() };
        let small = Terms {
            leaves: terms.leaves.iter().map(sampled).collect(),
            compounds: terms.compounds.iter().map(sampled).collect(),
            ..Terms::default()
        };
        let target_samples: Vec<Term> = targets.iter().map(|t| sampled(t)).collect();
        let limit = self.settings.max_deep_terms as usize / targets.len();
        let full = deep(terms).zip(deep(&small)).enumerate().filter(|(_, ((a, _, b), _))| !(a.is_constant() && b.is_constant()));
        let all: Vec<_> = full.take(limit + 1).collect();
        self.atoms.deep_bounded |= all.len() > limit;
        let regions_tried = &regions[..regions.len().min(EQUATION_REGIONS + 1)];
        for chunk in all[..all.len().min(limit)].chunks(1 << 14) {
            if control.interruption().is_some() {
                self.atoms.deep_bounded = true;
                return;
            }
            let this = &*self;
            let made: Vec<Candidate> = chunk
                .into_par_iter()
                .flat_map_iter(|&(n, ((a, op, b), (small_a, _, small_b)))| {
                    let sample = small_a.column.combine(op, &small_b.column, 1, this.kernels);
                    let mut found = Vec::new();
                    for (t, target) in target_samples.iter().enumerate() {
                        if sample.ty != target.column.ty || mentions(&a.expr, &target.expr) || mentions(&b.expr, &target.expr) {
                            continue;
                        }
                        let equal = target.column.relation(&sample, 1, this.kernels).equal[0];
                        found.extend(
                            this.equation(regions_tried, equal, targets[t], (n, t, 1), || a.combine(op, b, this.frame.words, this.kernels)),
                        );
                    }
                    found
                })
                .collect();
            keep_best(best, made.into_iter());
        }
    }

    /// Equations of a variable with the sum or difference of two compound terms.
    fn sums_of(
        &mut self,
        terms: &Terms,
        targets: &[&Term],
        regions: &[Region],
        rows: &[usize],
        best: &mut [Vec<Candidate>],
        control: &Control,
    ) {
        for (t, target) in targets.iter().enumerate() {
            if control.interruption().is_some() {
                self.atoms.deep_bounded = true;
                return;
            }
            let summands: Vec<&Term> = terms
                .compounds
                .iter()
                .filter(|c| c.column.ty == target.column.ty && c.column.present.is_none() && !mentions(&c.expr, &target.expr))
                .collect();
            let regions_tried = &regions[..regions.len().min(EQUATION_REGIONS + 1)];
            let this = &*self;
            let made: Vec<Vec<Candidate>> = regions_tried
                .into_par_iter()
                .enumerate()
                .map(|(r, region)| {
                    if region.sample.count_ones() < LEAST_ROWS {
                        return Vec::new();
                    }
                    let of_region: Vec<usize> = (0..rows.len()).filter(|i| region.sample >> i & 1 == 1).map(|i| rows[i]).collect();
                    let join = Join::new(&target.column, summands.iter().map(|c| &c.column), &of_region);
                    let found = join.matches().into_iter().take(CANDIDATES);
                    let equation = |(a, op, b): (usize, Arithmetic, usize)| {
                        this.equation_in(r, region, target, (a, b, 2 + t as u8), || {
                            summands[a].combine(op, summands[b], this.frame.words, this.kernels)
                        })
                    };
                    found.filter_map(equation).collect()
                })
                .collect();
            keep_best(best, made.into_iter().flatten());
        }
    }

    /// `target == term` for the regions on whose samples it holds, if it does on the whole region.
    fn equation(
        &self,
        regions: &[Region],
        equal: u64,
        target: &Term,
        number: (usize, usize, u8),
        term: impl Fn() -> Term,
    ) -> Vec<Candidate> {
        let fits = |region: &Region| region.sample.count_ones() >= LEAST_ROWS && region.sample & !equal == 0;
        let fitting = regions.iter().enumerate().filter(|(_, region)| fits(region));
        fitting.filter_map(|(r, region)| self.equation_in(r, region, target, number, &term)).collect()
    }

    fn equation_in(
        &self,
        index: usize,
        region: &Region,
        target: &Term,
        number: (usize, usize, u8),
        term: impl Fn() -> Term,
    ) -> Option<Candidate> {
        let term = term();
        let relation = target.column.relation(&term.column, self.frame.words, self.kernels);
        if strongest(&relation, &region.correct) != Some(BinaryOp::Eq) {
            return None;
        }
        let price = target.price + term.price + 1 + region.price;
        let share = share(&relation, BinaryOp::Eq, false, region, price)?;
        self.candidate(region, index, number, (share, price), (target, &term, BinaryOp::Eq))
    }

    /// Offers the candidates that kill the most per price, as long as one kills what no one before did.
    fn take(&mut self, mut candidates: Vec<Candidate>) {
        candidates.sort_by_key(Candidate::order);
        let mut killed = vec![0u64; self.frame.words];
        for _ in 0..CHOSEN {
            let gain = |c: &Candidate| {
                let fresh: u64 = c.kills.iter().zip(&killed).map(|(k, d)| u64::from((k & !d).count_ones())).sum();
                fresh * 1000 / u64::from(c.price)
            };
            // Of equals the first.
            let Some((i, most)) = candidates.iter().map(gain).enumerate().max_by_key(|&(i, gain)| (gain, Reverse(i))) else { break };
            if most == 0 {
                break;
            }
            let chosen = candidates.remove(i);
            killed.iter_mut().zip(&chosen.kills).for_each(|(d, k)| *d |= k);
            self.offer(chosen.atom);
        }
        // The best of each region beside: the choice among clauses weighs more than kills.
        candidates.truncate(CHOSEN);
        candidates.into_iter().for_each(|c| self.offer(c.atom));
    }
}

/// The strongest comparison that holds in all those correct states; an order of mere neighbours counts as well.
fn strongest(relation: &Relation, rows: &[u64]) -> Option<BinaryOp> {
    let (mut less, mut equal, mut greater) = (false, false, false);
    for (i, &row) in rows.iter().enumerate() {
        let (l, e, g) = (relation.less[i] & row, relation.equal[i] & row, relation.greater[i] & row);
        less |= l != 0;
        equal |= e != 0;
        greater |= g != 0;
        if less && greater || l | e | g != row {
            return None;
        }
    }
    match (less, equal, greater) {
        (false, true, false) => Some(BinaryOp::Eq),
        (true, true, false) => Some(BinaryOp::Le),
        (false, true, true) => Some(BinaryOp::Ge),
        (true, false, false) => Some(BinaryOp::Lt),
        (false, false, true) => Some(BinaryOp::Gt),
        _ => None,
    }
}

/// States of the region that the comparison kills, per price in thousandths; `None` if there is none.
fn share(relation: &Relation, op: BinaryOp, mirrored: bool, region: &Region, price: u32) -> Option<u64> {
    let op = if mirrored { mirror(op) } else { op };
    let kills: u32 = (0..region.targets.len())
        .map(|i| {
            let (l, e, g) = (relation.less[i], relation.equal[i], relation.greater[i]);
            let holds = match op {
                BinaryOp::Eq => e,
                BinaryOp::Le => l | e,
                BinaryOp::Ge => g | e,
                BinaryOp::Lt => l,
                _ => g,
            };
            (region.targets[i] & !holds).count_ones()
        })
        .sum();
    (kills > 0).then(|| u64::from(kills) * 1000 / u64::from(price))
}

/// Sorts the candidates into their regions, of each of which the best stay.
fn keep_best(best: &mut [Vec<Candidate>], candidates: impl Iterator<Item = Candidate>) {
    for candidate in candidates {
        best[candidate.region].push(candidate);
    }
    for of_region in best.iter_mut().filter(|b| b.len() > CANDIDATES) {
        of_region.sort_by_key(Candidate::order);
        of_region.truncate(CANDIDATES);
    }
}

impl Column {
    /// The values at those rows, of which there are at most [`SAMPLE`], as the first rows of a column of one word.
    pub fn gather(&self, rows: &[usize]) -> Self {
        let present = self.present.as_ref().map(|p| {
            let bit = |(i, &row): (usize, &usize)| (p[row / 64] >> (row % 64) & 1) << i;
            vec![rows.iter().enumerate().map(bit).fold(0, |all, b| all | b)]
        });
        Self { ty: self.ty, values: self.values_at(rows), present }
    }
}
