//! Synthesis: computing what co-evolution searches for at random.
//!
//! GAssert has no such step; it is ours. A conjunction has no false positives iff each of its conjuncts has none, so the best assertion
//! over given atoms is a choice among clauses without false positives whose kills together miss the fewest incorrect states:
//!
//! | room | what is in it |
//! | --- | --- |
//! | [`terms`] | numeric terms, one for each distinct column; those of functions and of contents |
//! | [`atoms`] | comparisons, null tests, conditions on contents, quantifiers, each with the states in which it holds |
//! | [`clauses`] | disjunctions of atoms without false positives; states that no atom tells apart weigh as one |
//! | [`gates`] | which clauses the evidence justifies, by their significance |
//! | [`choice`] | the choice among them; for each size the best one; the certified floor |
//! | `simulated_faults` | incorrect states that a fault which no mutant made could leave behind |
//! | [`naturalness`] | the price by which equally good choices are told apart |
//!
//! Where states are few, some clause without false positives is always true by chance. Between choices that miss equally few incorrect
//! states the price decides: nodes, unusual constants, disequalities, and clauses that kill the states of a single mutant cost more.
//!
//! Deterministic, whatever the number of threads: nothing is random, parallel results are taken in order. Only an interruption
//! depends on the clock; what is found until then is sound.

pub mod atoms;
mod bitset;
pub mod choice;
pub mod clauses;
pub mod gates;
pub mod naturalness;
pub mod settings;
mod simulated_faults;
pub mod terms;

pub use choice::floor::Floor;
pub use settings::Settings;

use self::atoms::Builder;
use self::atoms::atom::Atom;
use self::choice::problem::{Cover, NODE, Problem};
use self::choice::{cover, pareto_front};
use self::clauses::signature::{self, Groups};
use self::clauses::{Clause, Matrix};
use self::gates::{Gate, Gates, confidence};
use crate::assertion::ast::Expr;
use crate::assertion::eval;
use crate::assertion::eval::deficiencies::Deficiencies;
use crate::assertion::eval::frame::Frame;
use crate::assertion::eval::kernel::Kernels;
use crate::compute::control::Control;
use crate::compute::pool::Pool;
use crate::evidence::dataset::Dataset;
use std::borrow::Cow;
use std::sync::OnceLock;

/// What the synthesis found.
#[derive(Clone, Debug, PartialEq)]
pub struct Synthesis {
    /// The conjunction of the clauses; `true` if there is none. It has no false positives.
    pub assertion: Expr,
    /// Incorrect states in which it is true.
    pub false_negatives: u32,
    /// The clauses, the shortest and most natural first.
    pub clauses: Vec<Conjunct>,
    pub floor: Floor,
    /// Whether no choice among the clauses that were considered is better, by false negatives and then by price.
    pub optimal: bool,
    /// Names of the settings that left something out.
    pub limits: Vec<&'static str>,
    /// Clauses considered.
    pub candidates: u64,
    /// The best choice if no clause has to pass a gate: nothing but the size tells equally good ones apart.
    pub ungated: Choice,
    /// What the choice costs: its price and that of the simulated states it misses, in thousandths of a node.
    pub cost: u64,
    /// The same of the trusted assertions together, if none of them has false positives.
    pub trusted_cost: Option<u64>,
}

/// A clause of the result, without false positives, and what it is worth.
#[derive(Clone, Debug, PartialEq)]
pub struct Conjunct {
    pub expr: Expr,
    /// Rows of the dataset: the incorrect states in which it is false, ascending.
    pub kills: Vec<u32>,
    /// How many of these no other clause of the result kills.
    pub distinct_kills: u32,
    /// The mutants that those states are of ([`Origin::mutant`](crate::evidence::dataset::Origin::mutant)), ascending.
    pub mutants: Vec<u32>,
    /// Correct states in which it says something: those in which its guard holds, if it has one.
    pub support: u32,
    /// Estimated probability that it is true of independent tests of the method ([`gates::confidence`]).
    pub confidence: f64,
}

/// A choice of clauses that was not taken.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    pub assertion: Expr,
    pub false_negatives: u32,
}

impl Synthesis {
    /// False negatives more than the floor: 0 is proven to be the best that the atoms allow. Negative where a clause from elsewhere
    /// says what no combination of the atoms can.
    pub fn gap(&self) -> i64 {
        i64::from(self.false_negatives) - i64::from(self.floor.fn_)
    }

    /// False negatives that the gates cost.
    pub fn gated(&self) -> u32 {
        self.false_negatives.saturating_sub(self.ungated.false_negatives)
    }
}

/// Synthesises an assertion of at most `max_size` nodes. `settings` must be valid ([`Settings::validate`]).
pub fn synthesize(dataset: &Dataset, settings: &Settings, max_size: u32, pool: &Pool, control: &Control) -> Synthesis {
    pool.run(|| Material::new(dataset, settings, control).choose(&[], &[], max_size, control))
}

/// The atoms of a dataset and the clauses that they make: what is chosen from, as often as there is something new beside.
#[derive(Debug)]
pub struct Material<'a> {
    dataset: &'a Dataset,
    /// With simulated states as its last incorrect ones.
    states: Cow<'a, Dataset>,
    settings: &'a Settings,
    frame: Frame,
    atoms: Vec<Atom>,
    /// By clause: its literals, indices of atoms.
    clauses: Vec<Vec<u32>>,
    /// By clause, once it was asked: whether the correct states justify it. What else is chosen from makes no difference to that.
    justified: Vec<OnceLock<Option<Gate>>>,
    /// Two conditions with the same truth, for choices without gates.
    equivalences: Vec<Atom>,
    floor: Floor,
    limits: Vec<&'static str>,
}

/// Rounds of clauses and of the guarded atoms that they call for.
const ROUNDS: usize = 2;

impl<'a> Material<'a> {
    /// Computes them, on the threads of the pool it is called in. An interruption ends it early; what is there is sound.
    pub fn new(dataset: &'a Dataset, settings: &'a Settings, control: &Control) -> Self {
        // The simulated ones take a copy of all states, and many states need them least.
        let bytes = dataset.rows as u64 * dataset.columns.len() as u64 * 8;
        let states = if settings.simulated_faults == 0 || bytes > settings.max_bytes / 16 {
            Cow::Borrowed(dataset)
        } else {
            Cow::Owned(simulated_faults::with_simulated(dataset, settings.simulated_faults as usize))
        };
        let simulated = states.rows - dataset.rows;
        let frame = Frame::new(&states);
        let kernels = Kernels::best();
        let terms = terms::enumerate(&states, &frame, settings, kernels, control);
        let mut builder = Builder::new(&states, &frame, settings, kernels);
        builder.unguarded(&terms, control);
        let mut clauses_bounded = false;
        let mut found: Vec<Vec<u32>> = Vec::new();
        for round in 0.. {
            let atoms: Vec<&Atom> = builder.atoms.all.iter().collect();
            let groups = signature::group(&frame, simulated, &atoms);
            let matrix = Matrix::new(&states, &frame, atoms, &groups, settings);
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
            (terms.out_of_memory || builder.atoms.out_of_memory, "maxBytes"),
        ];
        let equivalences = builder.equivalences(control);
        let atoms = std::mem::take(&mut builder.atoms.all);
        let floor = Floor::of(&signature::group(&frame, simulated, &atoms.iter().collect::<Vec<_>>()), atoms.len());
        let limits = limits.into_iter().filter(|(met, _)| *met).map(|(_, name)| name).collect();
        let justified = found.iter().map(|_| OnceLock::new()).collect();
        Self { dataset, states, settings, frame, atoms, clauses: found, justified, equivalences, floor, limits }
    }

    /// Chooses among the clauses and what the normal forms of `more` assertions consist of, as far as that has no false positives;
    /// `trusted` assertions pass every gate.
    pub fn choose(&self, more: &[Expr], trusted: &[Expr], max_size: u32, control: &Control) -> Synthesis {
        let mut candidates = Candidates { literals: self.clauses.clone(), others: Vec::new() };
        let own = self.clauses.len();
        let is_sound = trusted.iter().filter(|t| candidates.add(self, std::slice::from_ref(t))).count() == trusted.len();
        let of_trusted: Vec<usize> = (own..candidates.literals.len()).collect();
        for clause in more.iter().flat_map(gates::normal_form) {
            candidates.add(self, &clause);
        }
        let of_gates = candidates.literals.len();
        candidates.add_equivalences(self);
        self.with_clauses(&candidates, |matrix, groups, all| {
            let clauses = &all[..of_gates];
            let penalties = self.penalties(matrix);
            let gates = Gates::new(&self.states, self.settings, matrix);
            let is_trusted = |c: &Clause| matches!(c.literals[..], [l] if trusted.contains(&matrix.atom(l).expr));
            let passes = |i: usize| {
                let clause = &clauses[i];
                let unjustified = || match self.justified.get(i) {
                    Some(known) => *known.get_or_init(|| gates.doubts(clause)),
                    None => gates.doubts(clause),
                };
                !self.settings.gates || is_trusted(clause) || gates.refuses(clause).or_else(unjustified).is_none()
            };
            let answers: Vec<OnceLock<bool>> = clauses.iter().map(|_| OnceLock::new()).collect();
            let admits = |i: usize| *answers[i].get_or_init(|| passes(i));
            let max_nodes = self.settings.max_cover_nodes;
            let gated = Problem { clauses, admits: &admits, weights: &matrix.weights, penalties: &penalties, max_size, max_nodes };
            let trusted_cost = is_sound.then(|| gated.cover(of_trusted).cost);
            let mut cover = cover::choose(&gated, control);
            cover.chosen.sort_by_key(|&i| (clauses[i].price, clauses[i].size, &clauses[i].literals));
            let chosen = cover.chosen.iter().map(|&i| matrix.expr(&clauses[i]));
            let conjuncts = self.conjuncts(groups, matrix, &cover.chosen.iter().map(|&i| &clauses[i]).collect::<Vec<_>>());
            let assertion = Expr::conjunction(chosen);
            let false_negatives = self.evaluated(&assertion, u64::from(groups.inseparable) + cover.missed);
            let ungated = by_size(matrix, all, max_size, max_nodes, |problem| {
                let cover = cover::choose(problem, control);
                self.without_gates(matrix, groups, all, &cover)
            });
            let mut limits = self.limits.clone();
            limits.extend((!cover.optimal).then_some("maxCoverNodes"));
            Synthesis {
                assertion,
                false_negatives,
                clauses: conjuncts,
                floor: self.floor,
                optimal: cover.optimal,
                limits,
                candidates: clauses.len() as u64,
                ungated,
                cost: cover.cost,
                trusted_cost,
            }
        })
    }

    /// Choices without gates, as [`pareto_front`] makes them of the clauses, of those of `more` assertions and of these as they
    /// are: none both larger than another and no better; the largest comes first, `true` last.
    pub fn archive(&self, more: &[Expr], max_size: u32, control: &Control) -> Vec<Choice> {
        let mut candidates = Candidates { literals: self.clauses.clone(), others: Vec::new() };
        for clause in more.iter().flat_map(|m| gates::normal_form(m).into_iter().chain([vec![m.clone()]])) {
            candidates.add(self, &clause);
        }
        candidates.add_equivalences(self);
        self.with_clauses(&candidates, |matrix, groups, clauses| {
            by_size(matrix, clauses, max_size, 0, |problem| {
                let found = pareto_front::pareto_front(problem, cover::steps(problem), control);
                found.iter().map(|cover| self.without_gates(matrix, groups, clauses, cover)).collect()
            })
        })
    }

    /// Solves over those candidates: where their atoms are false, states that no atom tells apart as one, and the clauses in their order.
    fn with_clauses<T>(&self, candidates: &Candidates, solve: impl FnOnce(&Matrix, &Groups, &[Clause]) -> T) -> T {
        let atoms: Vec<&Atom> = self.atoms.iter().chain(&candidates.others).collect();
        let groups = signature::group(&self.frame, self.states.rows - self.dataset.rows, &atoms);
        let matrix = Matrix::new(&self.states, &self.frame, atoms, &groups, self.settings);
        let clauses: Vec<Clause> = candidates.literals.iter().map(|literals| matrix.clause_of(literals.clone())).collect();
        solve(&matrix, &groups, &clauses)
    }

    fn without_gates(&self, matrix: &Matrix, groups: &Groups, clauses: &[Clause], cover: &Cover) -> Choice {
        let assertion = Expr::conjunction(cover.chosen.iter().map(|&i| matrix.expr(&clauses[i])));
        Choice { false_negatives: self.evaluated(&assertion, u64::from(groups.inseparable) + cover.missed), assertion }
    }

    /// The false negatives of an assertion, which must be those that its columns say.
    fn evaluated(&self, assertion: &Expr, missed: u64) -> u32 {
        let (_, Deficiencies { false_positives, false_negatives }) = eval::evaluate(self.dataset, assertion);
        assert_eq!((false_positives, u64::from(false_negatives)), (0, missed), "columns and expressions mean the same");
        false_negatives
    }

    /// By group: what it costs to miss its simulated states.
    fn penalties(&self, matrix: &Matrix) -> Vec<u64> {
        let all = matrix.all_simulated().max(1);
        let price = u64::from(self.settings.simulated_faults_price) * NODE;
        matrix.simulated.iter().map(|&weight| weight * price / all).collect()
    }

    /// What each of the clauses is worth beside the others.
    fn conjuncts(&self, groups: &Groups, matrix: &Matrix, clauses: &[&Clause]) -> Vec<Conjunct> {
        let rows = |kills: &[u64]| -> Vec<u32> {
            let frame_rows = bitset::ones(kills).flat_map(|g| &groups.separable[g].rows[..groups.separable[g].weight() as usize]);
            let mut rows: Vec<u32> =
                frame_rows.map(|&row| (row as usize - self.frame.correct_words * 64 + self.frame.correct) as u32).collect();
            rows.sort_unstable();
            rows
        };
        let exhausted = gates::is_exhausted(self.dataset);
        let of_clause = |(i, clause): (usize, &&Clause)| {
            let mut alone = clause.kills.to_vec();
            let others = clauses.iter().enumerate().filter(|(j, _)| *j != i);
            let expr = matrix.expr(clause);
            others.for_each(|(_, other)| alone.iter_mut().zip(other.kills.iter()).for_each(|(a, k)| *a &= !k));
            Conjunct {
                kills: rows(&clause.kills),
                distinct_kills: matrix.weight(&alone) as u32,
                mutants: matrix.mutants_of(&clause.kills).into_iter().collect(),
                support: matrix.support(clause) as u32,
                confidence: confidence::of_clause(&expr, self.dataset, exhausted),
                expr,
            }
        };
        clauses.iter().enumerate().map(of_clause).collect()
    }

    /// A boolean expression as an atom.
    fn as_atom(&self, expr: &Expr) -> Atom {
        let (rows, _) = eval::evaluate(&self.states, expr);
        let mut holds = vec![0; self.frame.words];
        for row in bitset::ones(&rows.words) {
            let at = self.frame.position(row);
            holds[at / 64] |= 1 << (at % 64);
        }
        let price = naturalness::price(expr, self.dataset, self.settings);
        Atom { expr: expr.clone(), price, complement: None, pre_state: false, holds }
    }
}

/// Clauses to choose from: those of the material, and others.
struct Candidates {
    /// By clause: its literals, indices of the material's atoms and, after these, of the others.
    literals: Vec<Vec<u32>>,
    others: Vec<Atom>,
}

impl Candidates {
    /// Adds a disjunction; not if it has a false positive, and says so.
    fn add(&mut self, material: &Material, clause: &[Expr]) -> bool {
        let made: Vec<Atom> = clause.iter().map(|literal| material.as_atom(literal)).collect();
        let is_sound = terms::column::covers(made.iter().map(|a| &a.holds[..]), material.frame.correct_rows());
        if is_sound {
            self.literals.push(((material.atoms.len() + self.others.len()) as u32..).take(made.len()).collect());
            self.others.extend(made);
        }
        is_sound
    }

    fn add_equivalences(&mut self, material: &Material) {
        let first = (material.atoms.len() + self.others.len()) as u32;
        self.literals.extend((first..).take(material.equivalences.len()).map(|literal| vec![literal]));
        self.others.extend(material.equivalences.iter().cloned());
    }
}

/// Solves the problem of those clauses without gates, simulated states and prices.
fn by_size<T>(matrix: &Matrix, clauses: &[Clause], max_size: u32, max_nodes: u32, solve: impl FnOnce(&Problem) -> T) -> T {
    let clauses: Vec<Clause> = clauses.iter().map(|c| Clause { price: c.size, ..c.clone() }).collect();
    let penalties = vec![0; matrix.weights.len()];
    solve(&Problem { clauses: &clauses, admits: &|_| true, weights: &matrix.weights, penalties: &penalties, max_size, max_nodes })
}

/// Incorrect states that no clause kills, as words of the frame.
fn not_killed(frame: &Frame, groups: &Groups, clauses: &[Clause]) -> Vec<u64> {
    let mut killed = vec![0u64; groups.separable.len().div_ceil(64)];
    clauses.iter().for_each(|c| killed.iter_mut().zip(c.kills.iter()).for_each(|(all, k)| *all |= k));
    let mut rest = frame.incorrect_rows().to_vec();
    for group in bitset::ones(&killed) {
        groups.separable[group].rows.iter().for_each(|&row| rest[row as usize / 64] &= !(1 << (row % 64)));
    }
    rest
}

#[cfg(test)]
mod contents_tests;
#[cfg(test)]
mod specification_tests;
#[cfg(test)]
mod tests;
