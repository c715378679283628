//! Clauses without false positives: disjunctions of atoms, of which a conjunction has no false positives either.
//!
//! A clause of the literals a, b, .. has no false positive iff no correct state makes all of them false, and kills the incorrect states
//! that do. Single atoms and pairs are tried exhaustively, within a bound on the number of atoms; wider clauses are built for the
//! incorrect states that no narrower one kills, as small covers of the correct states by atoms that are false there.

pub mod signature;

use crate::assertion::ast::{BinaryOp, Expr};
use crate::assertion::eval::frame::Frame;
use crate::compute::control::Control;
use crate::evidence::dataset::Dataset;
use crate::improve::synthesis::atoms::atom::Atom;
use crate::improve::synthesis::bitset::{both, contains, count, is_empty, ones};
use crate::improve::synthesis::clauses::signature::{Group, Groups};
use crate::improve::synthesis::settings::Settings;
use crate::improve::synthesis::simulated_faults::{self, NO_MUTANT};
use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, IntoParallelRefIterator, ParallelIterator};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

/// A clause without false positives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clause {
    /// Indices of the atoms, ascending.
    pub literals: Vec<u32>,
    /// One bit per separable group: every literal is false there.
    pub kills: Arc<[u64]>,
    /// Description length in nodes, with what the settings add.
    pub price: u32,
    /// Nodes.
    pub size: u32,
}

/// Clauses that are kept of a pair's first literal, by what nothing smaller kills, by all they kill, and by the simulated states of it.
const PAIRS_PER_ATOM: usize = 8;
/// Words of bitsets that all pairs together may take to be tried.
const PAIR_WORDS: f64 = 16e9;
/// Groups that get a clause of their own, at most.
const WIDE_CLAUSES: usize = 96;
/// Groups treated in parallel.
const WIDE_BATCH: usize = 8;
/// First literals tried for each.
const WIDE_STARTS: usize = 6;

/// Where atoms are false, group by group.
#[derive(Debug)]
pub struct Matrix<'a> {
    atoms: Vec<&'a Atom>,
    settings: &'a Settings,
    /// By atom: correct groups in which it is false.
    fails: Vec<Vec<u64>>,
    /// By atom: separable groups in which it is false.
    kills: Vec<Vec<u64>>,
    /// By atom: whether it tells some incorrect state from the correct state that belongs to it.
    discriminating: Vec<bool>,
    /// By separable group: its number of states that were seen.
    pub weights: Vec<u32>,
    /// By separable group: the weight of its simulated states.
    pub simulated: Vec<u64>,
    correct: &'a [Group],
    /// By separable group: the mutants that its states are of, ascending.
    mutants: Vec<Vec<u32>>,
    several_mutants: bool,
    simulated_rows: Vec<u64>,
    /// Every group has one state, and that was seen.
    all_single: bool,
}

/// Weight of all simulated states of a kind.
const KIND: u64 = 1 << 20;

/// By group: the weight of its simulated states. Every kind of fault is as likely as any other, however many states there are of it.
fn simulated_weights(dataset: &Dataset, frame: &Frame, groups: &[Group]) -> Vec<u64> {
    let origin = |row: &u32| dataset.origins[*row as usize - frame.correct_words * 64];
    let kinds = |group: &Group| -> Vec<u32> { group.rows[group.weight() as usize..].iter().map(|row| origin(row).test).collect() };
    let mut states: BTreeMap<u32, u64> = BTreeMap::new();
    groups.iter().flat_map(kinds).for_each(|kind| *states.entry(kind).or_default() += 1);
    groups.iter().map(|group| kinds(group).iter().map(|kind| KIND / states[kind]).sum()).collect()
}

impl<'a> Matrix<'a> {
    pub fn new(dataset: &Dataset, frame: &Frame, atoms: Vec<&'a Atom>, groups: &'a Groups, settings: &'a Settings) -> Self {
        let gather = |groups: &[Group]| -> Vec<Vec<u64>> {
            let rows: Vec<u32> = groups.iter().map(|g| g.rows[0]).collect();
            let of_atom = |atom: &Atom| {
                let mut words = vec![0; rows.len().div_ceil(64)];
                for (group, &row) in rows.iter().enumerate() {
                    let holds = atom.holds[row as usize / 64] >> (row % 64) & 1;
                    words[group / 64] |= (holds ^ 1) << (group % 64);
                }
                words
            };
            atoms.par_iter().map(|atom| of_atom(atom)).collect()
        };
        let mutant = |row: &u32| dataset.origins[*row as usize - frame.correct_words * 64].mutant;
        let mutants = groups.separable.iter().map(|g| {
            let mut mutants: Vec<u32> = g.rows[..g.weight() as usize].iter().map(mutant).collect();
            mutants.sort_unstable();
            mutants.dedup();
            mutants
        });
        let discriminating = |atom: &Atom| {
            let holds = |row: usize| atom.holds[row / 64] >> (row % 64) & 1;
            dataset.origins.iter().enumerate().any(|(i, origin)| match origin.pair {
                Some(pair) => holds(frame.position(dataset.correct + i)) != holds(frame.position(pair as usize)),
                None => !atom.pre_state,
            })
        };
        let several_mutants = dataset.origins.iter().any(|o| o.mutant != NO_MUTANT && o.mutant != dataset.origins[0].mutant);
        let (fails, kills) = (gather(&groups.correct), gather(&groups.separable));
        Self {
            settings,
            fails,
            kills,
            discriminating: atoms.par_iter().map(|atom| discriminating(atom)).collect(),
            atoms,
            weights: groups.separable.iter().map(Group::weight).collect(),
            simulated: simulated_weights(dataset, frame, &groups.separable),
            correct: &groups.correct,
            mutants: mutants.collect(),
            simulated_rows: simulated_faults::rows(dataset, frame),
            several_mutants,
            all_single: groups.separable.iter().all(|g| g.rows.len() == 1 && g.simulated == 0),
        }
    }

    pub fn atom(&self, index: u32) -> &'a Atom {
        self.atoms[index as usize]
    }

    /// Correct groups in which the atom is false.
    pub fn fails(&self, atom: u32) -> &[u64] {
        &self.fails[atom as usize]
    }

    /// Words of an atom's sets.
    fn words(&self) -> usize {
        self.correct.len().div_ceil(64) + self.weights.len().div_ceil(64)
    }

    /// Simulated states, as words of the frame.
    pub fn simulated_rows(&self) -> &[u64] {
        &self.simulated_rows
    }

    /// Weight of the simulated states that some atom tells from the correct ones.
    pub fn all_simulated(&self) -> u64 {
        self.simulated.iter().sum()
    }

    /// Correct states in which the clause's guard holds: all if it has none.
    pub fn support(&self, clause: &Clause) -> u64 {
        let (guards, rest): (Vec<u32>, Vec<u32>) = clause.literals.iter().partition(|&&l| self.is_guard(l));
        let guarded = !rest.is_empty();
        let holds = |group: usize| !guarded || guards.iter().all(|&g| contains(&self.fails[g as usize], group));
        (0..self.correct.len()).filter(|&group| holds(group)).map(|group| u64::from(self.correct[group].weight())).sum()
    }

    fn is_guard(&self, literal: u32) -> bool {
        let atom = self.atom(literal);
        atom.pre_state && atom.complement.is_some()
    }

    /// The mutants with a state in those separable groups.
    pub fn mutants_of(&self, groups: &[u64]) -> BTreeSet<u32> {
        ones(groups).flat_map(|g| &self.mutants[g]).copied().collect()
    }

    /// Number of states in those groups.
    pub fn weight(&self, groups: &[u64]) -> u64 {
        if self.all_single {
            groups.iter().map(|w| u64::from(w.count_ones())).sum()
        } else {
            ones(groups).map(|g| u64::from(self.weights[g])).sum()
        }
    }

    /// Weight of the simulated states in those groups.
    pub fn simulated(&self, groups: &[u64]) -> u64 {
        ones(groups).map(|g| self.simulated[g]).sum()
    }

    /// The clause of those literals and what it kills.
    pub fn clause_of(&self, literals: Vec<u32>) -> Clause {
        let kills = literals.iter().map(|&l| &self.kills[l as usize]);
        let kills = kills.fold(None, |all: Option<Vec<u64>>, k| Some(all.map_or_else(|| k.clone(), |all| both(&all, k))));
        self.clause(literals, kills.expect("a clause has a literal"))
    }

    /// The clause of those literals.
    fn clause(&self, mut literals: Vec<u32>, kills: Vec<u64>) -> Clause {
        literals.sort_unstable();
        let connectives = literals.len() as u32 - 1;
        let atoms = || literals.iter().map(|&l| self.atoms[l as usize]);
        let price = atoms().map(|a| a.price).sum::<u32>() + connectives + self.narrowness(&kills);
        let size = atoms().map(|a| a.expr.size() as u32).sum::<u32>() + connectives;
        Clause { price, size, literals, kills: kills.into() }
    }

    /// The price of killing one mutant only.
    fn narrowness(&self, kills: &[u64]) -> u32 {
        let mut mutants = ones(kills).flat_map(|g| &self.mutants[g]);
        let first = mutants.next();
        let one_only = self.several_mutants && first.is_some() && mutants.all(|m| Some(m) == first);
        if one_only { self.settings.single_mutant_price } else { 0 }
    }

    /// The clause as an expression: what is known before the method ran implies the rest, where there is such a part.
    pub fn expr(&self, clause: &Clause) -> Expr {
        let atoms: Vec<&Atom> = clause.literals.iter().map(|&l| self.atoms[l as usize]).collect();
        let (guards, rest): (Vec<&Atom>, Vec<&Atom>) = atoms.into_iter().partition(|a| a.pre_state && a.complement.is_some());
        let join = |op, parts: Vec<Expr>| parts.into_iter().reduce(|a, b| Expr::binary(op, a, b));
        let disjunction = |atoms: &[&Atom]| {
            let mut atoms = atoms.to_vec();
            atoms.sort_by_key(|a| (a.price, &a.expr));
            join(BinaryOp::Or, atoms.iter().map(|a| a.expr.clone()).collect())
        };
        let guard = join(BinaryOp::And, guards.iter().filter_map(|a| a.complement.clone()).collect());
        match (guard, disjunction(&rest)) {
            (Some(guard), Some(rest)) => Expr::binary(BinaryOp::Implies, guard, rest),
            (_, Some(rest)) => rest,
            _ => disjunction(&guards).expect("a clause has a literal"),
        }
    }
}

/// Clauses without false positives that kill something, one for each set of kills, the cheapest.
pub fn generate(matrix: &Matrix, control: &Control) -> (Vec<Clause>, bool) {
    let bytes = (matrix.weights.len().div_ceil(64) * 8).max(1) as u64;
    let mut found = Found { limit: (matrix.settings.clause_bytes() / bytes).max(1) as usize, ..Found::default() };
    for (atom, (fails, kills)) in (0..).zip(matrix.fails.iter().zip(&matrix.kills)) {
        if is_empty(fails) && !is_empty(kills) {
            found.add(matrix.clause(vec![atom], kills.clone()));
        }
    }
    let mut bounded = false;
    if matrix.settings.max_width >= 2 {
        let residual = found.residual(matrix.weights.len());
        bounded |= pairs(matrix, &residual, &mut found, control);
    }
    if matrix.settings.max_width >= 3 {
        bounded |= wide(matrix, &mut found, control);
    }
    (found.clauses, bounded || found.bounded)
}

#[derive(Default)]
struct Found {
    clauses: Vec<Clause>,
    by_kills: HashMap<Arc<[u64]>, usize>,
    /// Clauses that there is room for.
    limit: usize,
    bounded: bool,
}

impl Found {
    fn add(&mut self, clause: Clause) {
        match self.by_kills.get(&clause.kills) {
            Some(&i) if order(&clause) < order(&self.clauses[i]) => self.clauses[i] = clause,
            Some(_) => {}
            None if self.clauses.len() >= self.limit => self.bounded = true,
            None => {
                self.by_kills.insert(clause.kills.clone(), self.clauses.len());
                self.clauses.push(clause);
            }
        }
    }

    /// Groups that no clause kills.
    fn residual(&self, groups: usize) -> Vec<u64> {
        let mut rest = vec![u64::MAX; groups.div_ceil(64)];
        if !groups.is_multiple_of(64) {
            *rest.last_mut().expect("there is a group") = u64::MAX >> (64 - groups % 64);
        }
        for clause in &self.clauses {
            rest.iter_mut().zip(clause.kills.iter()).for_each(|(r, k)| *r &= !k);
        }
        rest
    }
}

/// The cheaper clause first; then the one of earlier, hence cheaper, atoms.
fn order(clause: &Clause) -> (u32, u32, &[u32]) {
    (clause.price, clause.size, &clause.literals)
}

/// Clauses of two literals; of each first literal the best are kept. Whether a bound left something out.
///
/// A clause that holds in the correct state that belongs to an incorrect one and is false in that has a literal that tells the two apart.
/// So one literal is of the cheapest atoms that tell anything, and the other of those or of the cheapest others, as a guard.
fn pairs(matrix: &Matrix, residual: &[u64], found: &mut Found, control: &Control) -> bool {
    let useful = |a: &usize| !is_empty(&matrix.fails[*a]) && !is_empty(&matrix.kills[*a]);
    let (mut pool, mut guards): (Vec<usize>, Vec<usize>) = (0..matrix.atoms.len()).filter(useful).partition(|&a| matrix.discriminating[a]);
    // So many that trying all takes no longer than so many words.
    let words = matrix.words().max(1) as f64;
    let limit = (matrix.settings.max_pair_atoms as usize).min((PAIR_WORDS / words).sqrt() as usize);
    let bounded = pool.len().max(guards.len()) > limit;
    for atoms in [&mut pool, &mut guards] {
        atoms.sort_by_key(|&a| (matrix.atoms[a].price, a));
        atoms.truncate(limit);
    }
    let of_first = |i: usize| -> Vec<Clause> {
        if control.interruption().is_some() {
            return Vec::new();
        }
        let a = pool[i];
        let mut valid: Vec<(u64, u64, u64, u32, usize)> = Vec::new();
        for &b in pool[i + 1..].iter().chain(&guards) {
            let disjoint = matrix.fails[a].iter().zip(&matrix.fails[b]).all(|(a, b)| a & b == 0);
            if disjoint && matrix.kills[a].iter().zip(&matrix.kills[b]).any(|(a, b)| a & b != 0) {
                let kills = both(&matrix.kills[a], &matrix.kills[b]);
                let price = matrix.atoms[a].price + matrix.atoms[b].price + 1;
                let share = |weight: u64| weight * 1000 / u64::from(price);
                let rest = share(matrix.weight(&both(&kills, residual)));
                valid.push((rest, share(matrix.weight(&kills)), share(matrix.simulated(&kills)), price, b));
            }
        }
        let mut kept: Vec<usize> = Vec::new();
        valid.sort_by_key(|&(rest, all, _, price, b)| (Reverse(rest), Reverse(all), price, b));
        kept.extend(valid.iter().take(PAIRS_PER_ATOM).filter(|v| v.0 > 0).map(|v| v.4));
        valid.sort_by_key(|&(_, all, simulated, price, b)| (Reverse(all), Reverse(simulated), price, b));
        kept.extend(valid.iter().take(PAIRS_PER_ATOM).filter(|v| v.1 > 0).map(|v| v.4));
        valid.sort_by_key(|&(_, all, simulated, price, b)| (Reverse(simulated), Reverse(all), price, b));
        kept.extend(valid.iter().take(PAIRS_PER_ATOM).filter(|v| v.2 > 0).map(|v| v.4));
        kept.sort_unstable();
        kept.dedup();
        kept.into_iter().map(|b| matrix.clause(vec![a as u32, b as u32], both(&matrix.kills[a], &matrix.kills[b]))).collect()
    };
    let made: Vec<Vec<Clause>> = (0..pool.len()).into_par_iter().with_min_len(4).map(of_first).collect();
    made.into_iter().flatten().for_each(|clause| found.add(clause));
    bounded || control.interruption().is_some()
}

/// Clauses for the groups that nothing kills yet, the heaviest first. Whether a bound left some without.
fn wide(matrix: &Matrix, found: &mut Found, control: &Control) -> bool {
    let residual = found.residual(matrix.weights.len());
    let mut pending: Vec<usize> = ones(&residual).filter(|&g| matrix.weights[g] > 0).collect();
    pending.sort_by_key(|&g| (Reverse(matrix.weights[g]), g));
    let bounded = pending.len() > WIDE_CLAUSES;
    pending.truncate(WIDE_CLAUSES);
    let mut killed = vec![0; residual.len()];
    for batch in pending.chunks(WIDE_BATCH) {
        if control.interruption().is_some() {
            return true;
        }
        let batch: Vec<usize> = batch.iter().copied().filter(|&g| !contains(&killed, g)).collect();
        let made: Vec<Option<Clause>> = batch.into_par_iter().map(|g| wide_clause(matrix, g, &residual)).collect();
        for clause in made.into_iter().flatten() {
            killed.iter_mut().zip(clause.kills.iter()).for_each(|(all, k)| *all |= k);
            found.add(clause);
        }
    }
    bounded
}

/// The cheapest clause found that kills the group: atoms that are false there, each taken to leave the fewest correct groups uncovered.
fn wide_clause(matrix: &Matrix, group: usize, residual: &[u64]) -> Option<Clause> {
    let mut candidates: Vec<usize> = (0..matrix.atoms.len()).filter(|&a| contains(&matrix.kills[a], group)).collect();
    candidates.sort_by_key(|&a| (count(&matrix.fails[a]), matrix.atoms[a].price, a));
    let clauses = candidates.iter().take(WIDE_STARTS).filter_map(|&first| {
        let mut literals = vec![first as u32];
        let mut fails = matrix.fails[first].clone();
        while !is_empty(&fails) {
            if literals.len() >= matrix.settings.max_width as usize {
                return None;
            }
            let rest = |a: usize| matrix.fails[a].iter().zip(&fails).map(|(a, f)| (a & f).count_ones()).sum::<u32>();
            let next = candidates.iter().copied().min_by_key(|&a| (rest(a), matrix.atoms[a].price, a))?;
            if rest(next) == count(&fails) {
                return None;
            }
            fails = both(&fails, &matrix.fails[next]);
            literals.push(next as u32);
        }
        // A later literal may have made an earlier one needless.
        let mut i = 0;
        while literals.len() > 1 && i < literals.len() {
            let others: Vec<u32> = literals.iter().copied().filter(|l| *l != literals[i]).collect();
            let covered = others
                .iter()
                .map(|&l| &matrix.fails[l as usize])
                .fold(None, |all: Option<Vec<u64>>, f| Some(all.map_or_else(|| f.clone(), |all| both(&all, f))));
            if covered.is_some_and(|c| is_empty(&c)) { literals = others } else { i += 1 }
        }
        Some(matrix.clause_of(literals))
    });
    clauses.min_by_key(|c| (Reverse(matrix.weight(&both(&c.kills, residual)) * 1000 / u64::from(c.price)), c.price, c.literals.clone()))
}
