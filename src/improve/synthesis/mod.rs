//! Synthesis: computing what co-evolution searches for at random.
//!
//! GAssert has no such step; it is ours. A conjunction has no false positives iff each of its conjuncts has none, so the best assertion
//! over given atoms is a choice among clauses without false positives whose kills together miss the fewest incorrect states:
//!
//! | module | step |
//! | --- | --- |
//! | [`terms`] | numeric terms, one for each distinct column |
//! | [`atoms`] | comparisons, thresholds, null tests and boolean variables, each with the states in which it holds |
//! | [`guarded`], [`join`] | comparisons that hold where a guard does |
//! | [`signature`] | states that no atom tells apart weigh as one |
//! | [`floor`] | how few false negatives a combination of the atoms can have at all |
//! | [`clauses`] | disjunctions of atoms without false positives |
//! | [`cover`] | the choice among them |
//! | [`naturalness`] | the price by which equally good choices are told apart |
//!
//! Where states are few, some clause without false positives is always true by chance. Between choices that miss equally few incorrect
//! states the price decides: nodes, unusual constants, disequalities, and clauses that kill the states of a single mutant cost more.
//!
//! Deterministic, whatever the number of threads: nothing is random, parallel results are taken in order. Only an interruption
//! depends on the clock; what is found until then is sound.

pub mod atoms;
pub mod clauses;
pub mod column;
pub mod cover;
pub mod floor;
pub mod guarded;
pub mod join;
pub mod naturalness;
pub mod settings;
pub mod signature;
pub mod terms;

pub use floor::Floor;
pub use settings::Settings;

use self::atoms::{Atom, Builder};
use self::clauses::{Clause, Matrix};
use self::cover::Problem;
use self::signature::Groups;
use crate::assertion::ast::{BinaryOp, Expr};
use crate::assertion::eval;
use crate::assertion::eval::forest::{Deficiencies, Forest};
use crate::assertion::eval::frame::Frame;
use crate::assertion::eval::kernel::Kernels;
use crate::engine::control::Control;
use crate::engine::pool::Pool;
use crate::evidence::dataset::Dataset;

/// What the synthesis found.
#[derive(Clone, Debug, PartialEq)]
pub struct Synthesis {
    /// The conjunction of the clauses; `true` if there is none. It has no false positives.
    pub assertion: Expr,
    /// Incorrect states in which it is true.
    pub false_negatives: u32,
    /// The clauses, the shortest and most natural first; each without false positives.
    pub clauses: Vec<Expr>,
    pub floor: Floor,
    /// Whether no choice among the clauses that were considered is better, by false negatives and then by price.
    pub optimal: bool,
    /// Names of the settings that left something out.
    pub limits: Vec<&'static str>,
    /// Clauses considered.
    pub candidates: u64,
}

impl Synthesis {
    /// False negatives more than the floor: 0 is proven to be the best that the atoms allow. Negative where a clause from elsewhere
    /// says what no combination of the atoms can.
    pub fn gap(&self) -> i64 {
        i64::from(self.false_negatives) - i64::from(self.floor.fn_)
    }
}

/// Synthesises an assertion of at most `max_size` nodes. `settings` must be valid ([`Settings::validate`]).
pub fn synthesize(dataset: &Dataset, settings: &Settings, max_size: u32, pool: &Pool, control: &Control) -> Synthesis {
    pool.run(|| Material::new(dataset, settings, control).choose(&[], max_size, control))
}

/// The atoms of a dataset and the clauses that they make: what is chosen from, as often as there is something new beside.
#[derive(Debug)]
pub struct Material<'a> {
    dataset: &'a Dataset,
    settings: &'a Settings,
    frame: Frame,
    atoms: Vec<Atom>,
    /// By clause: its literals, indices of atoms.
    clauses: Vec<Vec<u32>>,
    floor: Floor,
    limits: Vec<&'static str>,
}

/// Rounds of clauses and of the guarded atoms that they call for.
const ROUNDS: usize = 2;

impl<'a> Material<'a> {
    /// Computes them, on the threads of the pool it is called in. An interruption ends it early; what is there is sound.
    pub fn new(dataset: &'a Dataset, settings: &'a Settings, control: &Control) -> Self {
        let frame = Frame::new(dataset);
        let kernels = Kernels::best();
        let terms = terms::enumerate(dataset, &frame, settings, kernels, control);
        let mut builder = Builder::new(dataset, &frame, settings, kernels);
        builder.unguarded(&terms, control);
        let mut clauses_bounded = false;
        let mut found: Vec<Vec<u32>> = Vec::new();
        for round in 0.. {
            let atoms = &builder.atoms.all;
            let groups = signature::group(&frame, atoms);
            let matrix = Matrix::new(dataset, &frame, atoms, &groups, settings);
            let (clauses, bounded) = clauses::generate(&matrix, control);
            clauses_bounded |= bounded;
            let residual = not_killed(&frame, &groups, &clauses);
            found = clauses.into_iter().map(|c| c.literals).collect();
            let done = round + 1 == ROUNDS || residual.iter().all(|&w| w == 0) || control.interruption().is_some();
            if done || !builder.guarded(&terms, &residual, control) {
                break;
            }
        }
        let limits = [
            (terms.bounded, "maxTerms"),
            (builder.atoms.bounded, "maxAtoms"),
            (builder.atoms.deep_bounded, "maxDeepTerms"),
            (clauses_bounded, "maxPairAtoms"),
        ];
        let atoms = std::mem::take(&mut builder.atoms.all);
        let floor = Floor::of(&signature::group(&frame, &atoms), atoms.len());
        let limits = limits.into_iter().filter(|(met, _)| *met).map(|(_, name)| name).collect();
        Self { dataset, settings, frame, atoms, clauses: found, floor, limits }
    }

    /// Chooses among the clauses and `more` assertions without false positives; what of those has one is left aside.
    pub fn choose(&self, more: &[Expr], max_size: u32, control: &Control) -> Synthesis {
        let mut atoms = self.atoms.clone();
        atoms.extend(self.as_atoms(more));
        let groups = signature::group(&self.frame, &atoms);
        let matrix = Matrix::new(self.dataset, &self.frame, &atoms, &groups, self.settings);
        let own = self.clauses.iter().cloned();
        let clauses: Vec<Clause> =
            own.chain((self.atoms.len()..atoms.len()).map(|i| vec![i as u32])).map(|literals| matrix.clause_of(literals)).collect();
        let problem = Problem { clauses: &clauses, weights: &matrix.weights, max_size, max_nodes: self.settings.max_cover_nodes };
        let mut cover = cover::choose(&problem, control);
        cover.chosen.sort_by_key(|&i| (clauses[i].price, clauses[i].size, &clauses[i].literals));
        let chosen: Vec<Expr> = cover.chosen.iter().map(|&i| matrix.expr(&clauses[i])).collect();
        let assertion = chosen.iter().cloned().reduce(|a, b| Expr::binary(BinaryOp::And, a, b)).unwrap_or(Expr::Bool(true));
        let (_, Deficiencies { false_positives, false_negatives }) = eval::evaluate(self.dataset, &assertion);
        assert_eq!(
            (false_positives, u64::from(false_negatives)),
            (0, u64::from(groups.inseparable) + cover.missed),
            "columns and expressions mean the same"
        );
        let mut limits = self.limits.clone();
        limits.extend((!cover.optimal).then_some("maxCoverNodes"));
        Synthesis {
            assertion,
            false_negatives,
            clauses: chosen,
            floor: self.floor,
            optimal: cover.optimal,
            limits,
            candidates: clauses.len() as u64,
        }
    }

    /// Assertions from elsewhere as atoms, those without false positives.
    fn as_atoms(&self, exprs: &[Expr]) -> Vec<Atom> {
        let states = column::states(&self.frame);
        let mut forest = Forest::new(&self.frame, Kernels::best());
        let roots: Vec<_> = exprs.iter().map(|e| forest.add_expr(e).expect("a well-typed assertion")).collect();
        forest.evaluate(&self.frame, roots.iter().copied(), &|| false);
        let sound = exprs.iter().zip(roots).filter(|(_, root)| forest.deficiencies(*root).false_positives == 0);
        sound
            .map(|(expr, root)| Atom {
                expr: expr.clone(),
                price: naturalness::price(expr, self.dataset),
                complement: None,
                pre_state: false,
                holds: forest.bits(root).iter().zip(&states).map(|(b, s)| b & s).collect(),
            })
            .collect()
    }
}

/// Incorrect states that no clause kills, as words of the frame.
fn not_killed(frame: &Frame, groups: &Groups, clauses: &[Clause]) -> Vec<u64> {
    let mut killed = vec![0u64; groups.separable.len().div_ceil(64)];
    clauses.iter().for_each(|c| killed.iter_mut().zip(&c.kills).for_each(|(all, k)| *all |= k));
    let mut rest = frame.incorrect_rows().to_vec();
    for group in clauses::ones(&killed) {
        groups.separable[group].rows.iter().for_each(|&row| rest[row as usize / 64] &= !(1 << (row % 64)));
    }
    rest
}

#[cfg(test)]
mod tests;
