//! Conditions with the same truth in every correct state, found by their truth there: `(x == y) == (result == 0)`.
//!
//! As clauses these are two, one for each direction, each with its own justification, and take twice the nodes: where no gate asks, the two
//! are one. All atoms of the same truth, or the opposite one, in the correct states fall into one class; of each class the cheapest are
//! paired, where the incorrect states part them.

use crate::assertion::ast::{BinaryOp, Expr, Type};
use crate::compute::control::Control;
use crate::evidence::schema::VarId;
use crate::improve::synthesis::atoms::atom::Atom;
use crate::improve::synthesis::atoms::{Builder, fingerprint};
use crate::improve::synthesis::naturalness;
use crate::improve::synthesis::simulated_faults;
use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};
use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap};

/// Atoms of a class that are paired, the cheapest.
const PAIRED: usize = 64;
/// Pairs of a class that become atoms: the best by what they kill for their price, of seen and of simulated states each.
const PAIRS_PER_CLASS: usize = 8;
/// Pairs that become atoms.
const PAIRS: usize = 512;

/// Two atoms of a class.
struct Pair {
    seen: u64,
    simulated: u64,
    atom: Atom,
}

impl Builder<'_> {
    /// `b == (comparison)` for boolean variables that come after the method.
    pub fn equivalences_of_variables(&mut self) {
        let ids = (0..).zip(self.frame.types()).filter(|(_, ty)| *ty == Type::Boolean).map(|(id, _)| id);
        let ids: Vec<VarId> = ids.filter(|&id| !naturalness::role(self.dataset, id).is_pre_state()).collect();
        let mut found = Vec::new();
        for id in ids {
            let bits = self.frame.bits(id);
            for atom in self.atoms.all.iter().filter(|a| comparison(&a.expr).is_some()) {
                let mut rows = bits.iter().zip(&atom.holds).zip(self.frame.correct_rows());
                if rows.all(|((b, h), c)| (b ^ h) & c == 0) {
                    found.push(Atom {
                        expr: Expr::binary(BinaryOp::Equiv, Expr::Var(id), atom.expr.clone()),
                        price: atom.price + 2,
                        complement: None,
                        pre_state: false,
                        holds: bits.iter().zip(&atom.holds).map(|(b, h)| !(b ^ h)).collect(),
                    });
                }
            }
        }
        found.into_iter().for_each(|atom| self.offer(atom));
    }

    /// `(condition) == (condition)` for atoms, at least one of which speaks of what the method leaves behind.
    pub fn equivalences(&self, control: &Control) -> Vec<Atom> {
        if self.frame.correct == 0 || control.interruption().is_some() {
            return Vec::new();
        }
        let is_simulated = simulated_faults::rows(self.dataset, self.frame);
        let pairs = |class: Vec<usize>| self.pairs_of(&class, &is_simulated);
        let mut found: Vec<Pair> = self.classes().into_par_iter().with_min_len(16).flat_map_iter(pairs).collect();
        let key = |p: &Pair| (share(p.seen, p.atom.price), share(p.simulated, p.atom.price), p.atom.price, p.atom.expr.clone());
        found.sort_by_cached_key(key);
        found.truncate(PAIRS);
        found.into_iter().map(|pair| pair.atom).collect()
    }

    /// Atoms by their truth in the correct states, up to negation: those that are not the same everywhere there, the cheapest of each
    /// class.
    fn classes(&self) -> Vec<Vec<usize>> {
        let correct = &self.frame.correct_rows()[..self.frame.correct_words];
        let mut order: Vec<usize> = (0..self.atoms.all.len()).collect();
        order.sort_by_key(|&i| (self.atoms.all[i].price, i));
        let mut by_truth: HashMap<u64, Vec<usize>> = HashMap::new();
        let mut classes: Vec<Vec<usize>> = Vec::new();
        for i in order {
            let holds = &self.atoms.all[i].holds;
            if holds.iter().zip(correct).all(|(h, c)| c & !h == 0) || holds.iter().zip(correct).all(|(h, c)| c & h == 0) {
                continue;
            }
            let of_truth = by_truth.entry(fingerprint(truth(holds, correct))).or_default();
            let same = |class: &&usize| truth(&self.atoms.all[classes[**class][0]].holds, correct).eq(truth(holds, correct));
            match of_truth.iter().find(same) {
                Some(&class) if classes[class].len() < PAIRED => classes[class].push(i),
                Some(_) => {}
                None => {
                    of_truth.push(classes.len());
                    classes.push(vec![i]);
                }
            }
        }
        classes.retain(|class| class.len() > 1);
        classes
    }

    fn pairs_of(&self, class: &[usize], is_simulated: &[u64]) -> Vec<Pair> {
        let incorrect = self.frame.incorrect_rows();
        let mut found: Vec<(u64, u64, u32, usize, usize)> = Vec::new();
        for (n, &i) in class.iter().enumerate() {
            for &j in &class[..n] {
                let (a, b) = (&self.atoms.all[j], &self.atoms.all[i]);
                if a.pre_state && b.pre_state || is_one_comparison(&a.expr, &b.expr) {
                    continue;
                }
                let killed = parted(a, b).zip(incorrect).map(|(parted, rows)| parted & rows);
                let (all, simulated) = killed.zip(is_simulated).fold((0, 0), |(all, simulated), (killed, is_simulated)| {
                    (all + u64::from(killed.count_ones()), simulated + u64::from((killed & is_simulated).count_ones()))
                });
                if all > 0 {
                    found.push((all - simulated, simulated, a.price + b.price + 1, j, i));
                }
            }
        }
        let mut kept = BTreeSet::new();
        found.sort_by_key(|&(seen, simulated, price, ..)| (share(seen, price), share(simulated, price), price));
        kept.extend(found.iter().take(PAIRS_PER_CLASS).copied());
        found.sort_by_key(|&(seen, simulated, price, ..)| (share(simulated, price), share(seen, price), price));
        kept.extend(found.iter().take(PAIRS_PER_CLASS).copied());
        kept.into_iter().map(|(seen, simulated, _, j, i)| self.pair(seen, simulated, j, i)).collect()
    }

    fn pair(&self, seen: u64, simulated: u64, i: usize, j: usize) -> Pair {
        let (a, b) = (&self.atoms.all[i], &self.atoms.all[j]);
        // What was there before the method ran first.
        let (a, b) = if b.pre_state { (b, a) } else { (a, b) };
        let agree = flipped(a, b) == 0;
        let (left, right, op) = match (agree, &b.complement, &a.complement) {
            (true, ..) => (a.expr.clone(), b.expr.clone(), BinaryOp::Equiv),
            (false, Some(not_b), _) => (a.expr.clone(), not_b.clone(), BinaryOp::Equiv),
            (false, None, Some(not_a)) => (not_a.clone(), b.expr.clone(), BinaryOp::Equiv),
            (false, None, None) => (a.expr.clone(), b.expr.clone(), BinaryOp::Xor),
        };
        let expr = Expr::binary(op, left, right);
        let price = naturalness::price(&expr, self.dataset, self.settings).max(a.price + b.price + 1);
        let states = self.frame.correct_rows().iter().zip(self.frame.incorrect_rows()).map(|(c, i)| c | i);
        let holds = parted(a, b).zip(states).map(|(parted, states)| !parted & states).collect();
        Pair { seen, simulated, atom: Atom { expr, price, complement: None, pre_state: false, holds } }
    }
}

/// What a weight is worth for its price, the most first.
fn share(weight: u64, price: u32) -> Reverse<u64> {
    Reverse(weight * 1000 / u64::from(price))
}

/// All bits if one of the two holds where the other does not: the first correct state, which is the first bit, tells.
fn flipped(a: &Atom, b: &Atom) -> u64 {
    if (a.holds[0] ^ b.holds[0]) & 1 == 1 { u64::MAX } else { 0 }
}

/// Where the two atoms of a class do not have the truth to each other that they have in the correct states; any bit where no state is.
fn parted<'a>(a: &'a Atom, b: &'a Atom) -> impl Iterator<Item = u64> + 'a {
    let flipped = flipped(a, b);
    a.holds.iter().zip(&b.holds).map(move |(a, b)| a ^ b ^ flipped)
}

/// The two sides of a comparison.
fn comparison(expr: &Expr) -> Option<(&Expr, &Expr)> {
    match expr {
        Expr::Binary(op, left, right) if BinaryOp::COMPARISONS.contains(op) => Some((left, right)),
        _ => None,
    }
}

/// Whether both compare the same two terms: some other comparison of the two says the same.
fn is_one_comparison(a: &Expr, b: &Expr) -> bool {
    let (Some((a1, a2)), Some((b1, b2))) = (comparison(a), comparison(b)) else { return false };
    a1 == b1 && a2 == b2 || a1 == b2 && a2 == b1
}

/// The correct states in which an atom holds, or fails if it fails in the first, which is the first bit.
fn truth<'a>(holds: &'a [u64], correct: &'a [u64]) -> impl Iterator<Item = u64> + 'a {
    let flipped = if holds[0] & 1 == 1 { 0 } else { u64::MAX };
    holds.iter().zip(correct).map(move |(h, c)| (h ^ flipped) & c)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assertion::{eval, render};
    use crate::improve::evolution::fixtures::{grid, int_method};
    use crate::improve::synthesis::{Material, Settings};

    #[test]
    fn conditions_of_the_same_truth_are_found_and_mean_what_their_columns_say() {
        let sign = |v: &[i64]| (v[0] - v[1]).signum();
        let data = int_method(&["x", "y"], &grid(2, -4..=4), &sign, &[&|v| -(v[0] - v[1]).signum(), &|_| 0, &|v| v[0] - v[1], &|_| 1]);
        let settings = Settings::default();
        let material = Material::new(&data, &settings, &Control::unlimited());
        let texts: Vec<String> = material.equivalences.iter().map(|a| render::render(&a.expr, &data.schema)).collect();
        for expected in ["(x == y) == (result == 0)", "(x > y) == (result > 0)"] {
            assert!(texts.iter().any(|t| t == expected), "{expected} is none of {texts:?}");
        }
        for atom in &material.equivalences {
            let (holds, deficiencies) = eval::evaluate(&data, &atom.expr);
            assert_eq!(deficiencies.false_positives, 0, "{:?}", atom.expr);
            assert!((0..data.rows).all(|row| holds.get(row) == atom.holds_in(material.frame.position(row))), "{:?}", atom.expr);
        }
    }

    #[test]
    fn two_comparisons_of_the_same_terms_are_no_equivalence() {
        let [x, y] = [Expr::Var(0), Expr::Var(1)];
        let [less, greater] = [BinaryOp::Lt, BinaryOp::Gt].map(|op| Expr::binary(op, x.clone(), y.clone()));
        assert!(is_one_comparison(&less, &Expr::binary(BinaryOp::Ge, y.clone(), x.clone())));
        assert!(is_one_comparison(&less, &greater));
        assert!(!is_one_comparison(&less, &Expr::binary(BinaryOp::Lt, x, Expr::Int(0))));
    }
}
