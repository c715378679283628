//! Gates against over-fitting: which clauses the evidence justifies (ours; after Daikon's statistical justification, Ernst et al., IEEE TSE
//! 27(2), 2001, §3.3, and the minimum description length principle).
//!
//! Every clause considered is true in all correct states that were seen. Among many clauses some are so by chance, and fail on the next
//! test. How improbable chance is, is measured in *bits*: n bits mean a probability of 2^-n that a clause of no truth has no false
//! positive.
//!
//! For each literal of a clause there are the correct states in which all others are false; the clause says that it holds there. What
//! speaks for it is the most of:
//!
//! - how often it holds in the simulated states (`simulated_faults`) in which all others are false, to the power of the number of states;
//! - of a comparison of two terms: how often it holds when the values of one side come from another state, to that power; of an equation
//!   of whole numbers, that further distinct values are met by chance;
//! - of a bound by a constant: it is met often enough, by enough samples, in the tests of every fold as the others meet it;
//! - in a disjunction: how often it holds in all correct states, drawn without replacement (Fisher's exact test);
//! - of a boolean or null test on its own: the half to the power of the number of states.
//!
//! The null test of what another literal looks into claims nothing itself, nor does a condition that the method's code has. An order of
//! whole numbers that is hardly ever met says nothing.
//! A clause passes if each literal has the bits that the confidence asks for, and so many for each node of its description: of long ones
//! there are more to be true by chance. The tests are parted into folds, and the confidence must be met without the fold that speaks most
//! for the literal: tests have habits, and what is true of one test's states only is no property of the method. It must also kill enough
//! to be worth its length, and the states of enough mutants; and it must speak of what the method leaves behind.

mod asked;
pub mod confidence;
pub mod corner_cases;
pub mod kinds;
pub mod parts;
pub mod second_names;
pub mod significance;

use crate::assertion::ast::{BinaryOp, Expr, Type, UnaryOp};
use crate::assertion::check;
use crate::assertion::interpret::{self, Value};
use crate::evidence::dataset::Dataset;
use crate::evidence::schema::{ValueType, VarId};
use crate::improve::synthesis::atoms::atom::Atom;
use crate::improve::synthesis::atoms::vacuous;
use crate::improve::synthesis::bitset::ones;
use crate::improve::synthesis::clauses::{Clause, Matrix};
use crate::improve::synthesis::gates::significance::{Bound, Significance, Strength, disjoint_bits, is_bound_by_constant};
use crate::improve::synthesis::naturalness::{Role, is_pre_state, is_written, role};
use crate::improve::synthesis::settings::Settings;

/// Why a clause is not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Gate {
    /// It speaks of the state before the method ran only.
    Precondition,
    /// It is true by types or definition ([`vacuous`]).
    Vacuous,
    /// It speaks of a variable of the method's body: how the method works, not what it does.
    Local,
    /// It speaks of what other variables say as well, or better ([`second_names`]).
    SecondName,
    /// It relates numbers of unrelated kinds ([`kinds`]).
    Unrelated,
    /// `folds`: what speaks for it is said by the tests of one fold only.
    Folds,
    /// `minMutants`; simulated states are those of one mutant more. Or it rejects no state of a mutant, and is no equation.
    Mutants,
    /// `confidence`, `boundSamples` and `boundHits`
    Confidence,
    /// `descriptionBits`
    Description,
    /// `pricePerKill`
    Kills,
    /// `minConfidence`: too few of its kind survive other tests.
    Survival,
    /// `partSupport`: a part of it matters in too few states.
    Part,
    /// It depends on a corner case that no state shows ([`corner_cases`]), and no generated test has tried.
    CornerCase,
}

/// Parameters whose combinations are few enough to be seen all.
const EXHAUSTIBLE: usize = 6;

/// Judges clauses by a dataset.
pub struct Gates<'a> {
    dataset: &'a Dataset,
    settings: &'a Settings,
    matrix: &'a Matrix<'a>,
    significance: Significance<'a>,
    /// By fold: its correct states, of those that were seen in the tests of one fold only. Empty if there are no two folds.
    folds: Vec<Vec<usize>>,
    /// There is no input that was not seen.
    exhausted: bool,
    /// Ascending.
    second_names: Vec<VarId>,
}

/// A literal of a clause.
struct Literal<'a> {
    atom: &'a Atom,
    others: Vec<&'a Atom>,
    /// Correct states (dataset rows) in which all others are false, and of which the literal says something: the clause says of these that
    /// it holds.
    region: Vec<usize>,
}

impl<'a> Literal<'a> {
    fn of(gates: &Gates<'a>, literals: &[u32], index: usize) -> Self {
        let other = |&(i, _): &(usize, &u32)| i != index;
        let others: Vec<&Atom> = literals.iter().enumerate().filter(other).map(|(_, &l)| gates.matrix.atom(l)).collect();
        let atom = gates.matrix.atom(literals[index]);
        let rows = (0..gates.dataset.correct).filter(|&row| others.iter().all(|a| !a.holds_in(row)));
        let region = asked::asked(&atom.expr, rows, gates.dataset);
        Self { atom, others, region }
    }

    /// In a disjunction, a statement that is no comparison of two numbers is measured by the states in which it is false.
    fn is_measured_by_falsity(&self, gates: &Gates<'a>) -> bool {
        let expr = &self.atom.expr;
        !self.others.is_empty() && !is_bound_by_constant(expr) && !gates.significance.is_relation(expr)
    }

    /// Nodes of its description, with the connective.
    fn price(&self) -> u32 {
        self.atom.price + u32::from(!self.others.is_empty())
    }
}

impl<'a> Gates<'a> {
    pub fn new(dataset: &'a Dataset, settings: &'a Settings, matrix: &'a Matrix<'a>) -> Self {
        Self {
            dataset,
            settings,
            matrix,
            significance: Significance::new(dataset, bits_of(settings.confidence)),
            folds: folds(dataset, settings.folds),
            exhausted: is_exhausted(dataset),
            second_names: second_names::of(dataset, settings.min_confidence),
        }
    }

    /// The first gate that the clause does not pass.
    pub fn rejects(&self, clause: &Clause) -> Option<Gate> {
        self.refuses(clause).or_else(|| self.doubts(clause))
    }

    /// The gate that it does not pass for what it speaks of and kills.
    pub fn refuses(&self, clause: &Clause) -> Option<Gate> {
        // Of entry values alone no method can be blamed.
        if clause.literals.iter().all(|&l| self.matrix.atom(l).pre_state) {
            return Some(Gate::Precondition);
        }
        let literals: Vec<&Expr> = clause.literals.iter().map(|&l| &self.matrix.atom(l).expr).collect();
        let is_seen = self.matrix.weight(&clause.kills) > 0;
        if literals.iter().any(|literal| vacuous::is_vacuous(literal, self.dataset))
            || !is_seen && vacuous::relates_observers(&literals, self.dataset)
            || vacuous::defines_observers(&literals, self.dataset)
        {
            return Some(Gate::Vacuous);
        }
        if literals.iter().any(|literal| literal.has_variable(|id| role(self.dataset, id) == Role::Local)) {
            return Some(Gate::Local);
        }
        if literals.iter().any(|literal| literal.has_variable(|id| self.second_names.binary_search(&id).is_ok())) {
            return Some(Gate::SecondName);
        }
        if literals.iter().any(|literal| kinds::is_unrelated(literal, self.dataset)) {
            return Some(Gate::Unrelated);
        }
        let alone = literals.len() == 1;
        if literals.iter().any(|literal| (!alone || is_order(literal)) && kinds::are_strangers(literal, alone, self.dataset)) {
            return Some(Gate::Unrelated);
        }
        // What no mutant asks for must say exactly what is left behind: most orders and disequalities that hold are loose.
        if !is_seen && !self.exhausted && !literals.iter().any(|literal| equates(literal)) {
            return Some(Gate::Mutants);
        }
        let price = clause.literals.iter().map(|&l| self.matrix.atom(l).price).sum::<u32>() + clause.literals.len() as u32 - 1;
        let simulated = self.matrix.simulated(&clause.kills);
        let worth = self.matrix.weight(&clause.kills) as f64 * f64::from(self.settings.price_per_kill)
            + simulated as f64 / self.matrix.all_simulated().max(1) as f64 * f64::from(self.settings.simulated_faults_price);
        if worth < f64::from(price) {
            return Some(Gate::Kills);
        }
        if self.matrix.mutants_of(&clause.kills).len() + usize::from(simulated > 0) < self.settings.min_mutants as usize {
            return Some(Gate::Mutants);
        }
        None
    }

    /// The gate that it does not pass for what speaks for its being true.
    pub fn doubts(&self, clause: &Clause) -> Option<Gate> {
        if self.exhausted {
            return None;
        }
        if self.loose_orders(clause).is_some_and(|confidence| confidence < self.settings.min_confidence) {
            return Some(Gate::Survival);
        }
        // With less than that, nothing is left to validate with.
        let tells = |fold: &&Vec<usize>| self.dataset.correct - fold.len() >= self.settings.bound_samples as usize;
        (0..clause.literals.len()).find_map(|i| {
            if self.is_domain(&clause.literals, i) {
                return None;
            }
            let literal = Literal::of(self, &clause.literals, i);
            if !self.dataset.explored && corner_cases::is_untried(&literal.atom.expr, self.dataset, &literal.region) {
                return Some(Gate::CornerCase);
            }
            let claims = (0..clause.literals.len()).filter(|&j| !self.is_domain(&clause.literals, j)).count();
            if confidence::of_literal(&literal.atom.expr, &literal.region, claims == 1, self.dataset) < self.settings.min_confidence {
                return Some(Gate::Survival);
            }
            if parts::has_idle_part(&literal.atom.expr, self.dataset, &literal.region, self.settings.part_support as usize) {
                return Some(Gate::Part);
            }
            let description = self.settings.description_bits * f64::from(literal.price());
            let Strength { bits, bound } = self.evidence(&literal, &literal.region, description.max(bits_of(self.settings.confidence)));
            if bits < bits_of(self.settings.confidence) || bound.as_ref().is_some_and(|b| !self.is_met(b, literal.others.is_empty())) {
                return Some(Gate::Confidence);
            }
            if bound.is_some_and(|b| self.is_of_one_fold(&b)) {
                return Some(Gate::Folds);
            }
            if bits < description {
                return Some(Gate::Description);
            }
            let without = |fold: &Vec<usize>| -> Vec<usize> {
                literal.region.iter().copied().filter(|row| fold.binary_search(row).is_err()).collect()
            };
            let enough = bits_of(self.settings.confidence);
            let refuted = |fold: &Vec<usize>| self.bits(&literal, &without(fold), enough) < enough;
            self.folds.iter().filter(tells).any(refuted).then_some(Gate::Folds)
        })
    }

    /// How probable it is that a clause is true that says nothing but orders, and nothing about the input: each of them was made to hold
    /// where the others do not, and each may fail by itself.
    fn loose_orders(&self, clause: &Clause) -> Option<f64> {
        let literals = &clause.literals;
        let is_loose = |&l: &u32| is_order(&self.matrix.atom(l).expr) && !self.matrix.atom(l).pre_state;
        if literals.len() < 2 || !literals.iter().all(is_loose) {
            return None;
        }
        let confidence = |i: usize| {
            let literal = Literal::of(self, literals, i);
            confidence::of_literal(&literal.atom.expr, &literal.region, false, self.dataset)
        };
        Some((0..literals.len()).map(confidence).product())
    }

    fn is_domain(&self, literals: &[u32], index: usize) -> bool {
        let expr = |literal: u32| &self.matrix.atom(literal).expr;
        let others = literals.iter().enumerate().filter(|(i, _)| *i != index).map(|(_, &other)| expr(other));
        is_domain(expr(literals[index]), others, self.dataset)
    }

    /// What speaks for the literal's being true in those correct states, in which all others are false; as many bits as are there, or
    /// enough.
    fn evidence(&self, literal: &Literal<'a>, rows: &[usize], enough: f64) -> Strength {
        let expr = &literal.atom.expr;
        let is_ordered = matches!(expr, Expr::Binary(BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge, ..));
        if is_ordered && !literal.is_measured_by_falsity(self) {
            // Whether it is a bound has to be known.
            let Strength { bits, bound } = self.significance.strength(expr, rows);
            return Strength {
                bits: if self.is_worthless(literal, rows) { 0.0 } else { bits.max(self.bits_by_falsity(literal, rows)) },
                bound,
            };
        }
        Strength { bits: self.bits(literal, rows, enough), bound: None }
    }

    /// The bits of [`Self::evidence`].
    fn bits(&self, literal: &Literal<'a>, rows: &[usize], enough: f64) -> f64 {
        if self.is_worthless(literal, rows) {
            return 0.0;
        }
        // What takes no value of a term first.
        let bits = self.bits_by_falsity(literal, rows);
        if bits >= enough || literal.is_measured_by_falsity(self) {
            bits
        } else {
            bits.max(self.significance.strength(&literal.atom.expr, rows).bits)
        }
    }

    fn is_worthless(&self, literal: &Literal<'a>, rows: &[usize]) -> bool {
        self.is_loose(literal.atom, rows) || self.has_real_remainder(&literal.atom.expr)
    }

    /// What speaks for it by how often it is false in simulated states and, in a disjunction, in correct ones.
    fn bits_by_falsity(&self, literal: &Literal, rows: &[usize]) -> f64 {
        let simulated = -self.simulated_strength(literal).log2() * rows.len() as f64;
        if literal.others.is_empty() { simulated } else { simulated.max(self.fisher(literal, rows.len())) }
    }

    /// Whether it is an order of two numbers that the method leaves behind or makes, whose bound is hardly ever met: a tighter one would be
    /// as true of these states.
    fn is_loose(&self, atom: &'a Atom, rows: &[usize]) -> bool {
        let Expr::Binary(op @ (BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge), left, right) = &atom.expr else { return false };
        // Where one side is a constant, that is no measured bound, or judged as one.
        if left.is_constant() || right.is_constant() {
            return false;
        }
        !atom.pre_state && self.significance.meets(*op, left, right, rows).len() < self.settings.bound_hits as usize
    }

    /// What is left of a division of reals has no value for infinities, and hardly one for large numbers.
    fn has_real_remainder(&self, expr: &Expr) -> bool {
        let is_real = |e: &Expr| matches!(check::type_of(e, &self.dataset.schema), Ok(Type::Float | Type::Double));
        matches!(expr, Expr::Binary(BinaryOp::Rem, ..)) && is_real(expr) || expr.operands().into_iter().any(|e| self.has_real_remainder(e))
    }

    /// How often the literal holds in the simulated states in which all others are false.
    fn simulated_strength(&self, literal: &Literal) -> f64 {
        let words = self.matrix.simulated_rows();
        let (mut all, mut holds) = (0, 0);
        for (word, &rows) in words.iter().enumerate().filter(|(_, rows)| **rows != 0) {
            let rows = literal.others.iter().fold(rows, |rows, other| rows & !other.holds[word]);
            all += rows.count_ones();
            holds += (rows & literal.atom.holds[word]).count_ones();
        }
        (f64::from(holds) + 1.0) / (f64::from(all) + 2.0)
    }

    /// Bits for a literal of a disjunction that holds in all of so many states, by how often it holds in all correct states.
    fn fisher(&self, literal: &Literal, draws: usize) -> f64 {
        let n = self.dataset.correct;
        let fails = (0..n).filter(|&row| !literal.atom.holds_in(row)).count();
        disjoint_bits(n as u64, fails as u64, draws as u64)
    }

    fn is_met(&self, bound: &Bound, alone: bool) -> bool {
        let enough = self.dataset.correct as u64 >= u64::from(self.settings.bound_samples);
        (!alone || enough) && bound.hits.len() >= self.settings.bound_hits as usize
    }

    /// Whether some fold's tests alone meet the bound: without them it would have been another, and they would break it.
    fn is_of_one_fold(&self, bound: &Bound) -> bool {
        self.folds.iter().any(|fold| bound.hits.iter().all(|hit| fold.binary_search(hit).is_ok()))
    }
}

/// Whether a literal says where another one applies, and was not found among many guards: it is the null test of what that looks into
/// (`result == null || result.equals(..)`), or a condition of the method's own code (`units > 1000`, where the author wrote 1000).
fn is_domain<'e>(literal: &Expr, others: impl Iterator<Item = &'e Expr>, dataset: &Dataset) -> bool {
    let others: Vec<&Expr> = others.collect();
    is_null_test_of(literal, &others, dataset)
        || is_condition_of_code(literal, dataset) && others.iter().any(|other| !is_pre_state(other, dataset) && is_exact(other))
}

fn is_null_test_of(literal: &Expr, others: &[&Expr], dataset: &Dataset) -> bool {
    let Expr::Binary(BinaryOp::Eq, left, right) = literal else { return false };
    let (Expr::Var(reference), Expr::Null) = (&**left, &**right) else { return false };
    let variables = &dataset.schema.variables;
    let owner = Some(&variables[*reference as usize].name);
    others.iter().any(|other| {
        let mut looks_into = false;
        other.for_each_variable(&mut |id| looks_into |= variables[id as usize].receiver.as_ref() == owner);
        looks_into
    })
}

/// Nodes of a condition of the code: `year % 100 != 0`.
const CONDITION_SIZE: usize = 5;

fn is_condition_of_code(literal: &Expr, dataset: &Dataset) -> bool {
    // That one value is an exception, a test shows as well.
    let compares = match literal {
        Expr::Binary(BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge, ..) => true,
        Expr::Binary(BinaryOp::Eq | BinaryOp::Ne, left, _) => matches!(**left, Expr::Binary(BinaryOp::Rem, ..)),
        _ => false,
    };
    compares
        && literal.size() <= CONDITION_SIZE
        && is_pre_state(literal, dataset)
        && literal.operands().iter().any(|side| side.is_constant())
        && is_written(literal, &dataset.constants)
}

/// Whether it leaves what it speaks of no choice.
fn is_exact(literal: &Expr) -> bool {
    match literal {
        Expr::Var(_) => true,
        Expr::Unary(UnaryOp::Not, inner) => matches!(**inner, Expr::Var(_)),
        other => equates(other),
    }
}

/// Whether it is an order of two values, or denies one.
fn is_order(literal: &Expr) -> bool {
    match literal {
        Expr::Unary(UnaryOp::Not, inner) => is_order(inner),
        other => matches!(other, Expr::Binary(BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge, ..)),
    }
}

/// Whether it says what something is equal to, or is at all places.
fn equates(literal: &Expr) -> bool {
    match literal {
        Expr::Binary(BinaryOp::Eq | BinaryOp::Equiv | BinaryOp::Xor, ..) | Expr::Call(..) => true,
        Expr::Binary(BinaryOp::Implies, _, conclusion) => equates(conclusion),
        Expr::Quantified(_, _, _, body) => equates(body),
        _ => false,
    }
}

fn bits_of(confidence: f64) -> f64 {
    -(1.0 - confidence).log2()
}

/// The correct states that were seen in tests of one fold only, fold by fold.
fn folds(dataset: &Dataset, count: u32) -> Vec<Vec<usize>> {
    let of_tests = &dataset.correct_tests;
    let seen = of_tests.iter().fold(0, |all, tests| all | tests);
    let count = count.min(seen.count_ones());
    if count < 2 {
        return Vec::new();
    }
    let fold_of = |test: u32| (seen & ((1 << test) - 1)).count_ones() % count;
    let mut folds = vec![Vec::new(); count as usize];
    for (row, &tests) in of_tests.iter().enumerate() {
        let mut of_row = ones(std::slice::from_ref(&tests)).map(|test| fold_of(test as u32));
        if let Some(first) = of_row.next()
            && of_row.all(|fold| fold == first)
        {
            folds[first as usize].push(row);
        }
    }
    folds
}

/// Whether the method's input is a few booleans, all combinations of which were seen: what holds then holds always.
pub fn is_exhausted(dataset: &Dataset) -> bool {
    let inputs: Vec<usize> = (0..dataset.schema.variables.len()).filter(|&id| role(dataset, id as u32).is_pre_state()).collect();
    let booleans = inputs.iter().all(|&id| dataset.schema.variables[id].value_type == ValueType::Boolean);
    let entries: Vec<usize> = inputs.into_iter().filter(|&id| dataset.schema.variables[id].name.starts_with("old_")).collect();
    if !booleans || entries.is_empty() || entries.len() > EXHAUSTIBLE {
        return false;
    }
    let mut seen = 0u64;
    for row in 0..dataset.correct {
        let holds = |id: usize| interpret::variable_value(dataset, id as u32, row) == Some(Value::Boolean(true));
        let index = entries.iter().fold(0, |index, &id| index * 2 + u32::from(holds(id)));
        seen |= 1 << index;
    }
    seen.count_ones() == 1 << entries.len()
}

/// The clauses of an assertion in conjunctive normal form, each a list of literals; the assertion itself where that gets too long.
pub fn normal_form(expr: &Expr) -> Vec<Vec<Expr>> {
    fn product(left: Vec<Vec<Expr>>, right: Vec<Vec<Expr>>) -> Vec<Vec<Expr>> {
        left.iter().flat_map(|a| right.iter().map(move |b| [&a[..], b].concat())).collect()
    }
    fn of(expr: &Expr, positive: bool) -> Vec<Vec<Expr>> {
        use BinaryOp::{And, Implies, Or};
        let both = |l: Vec<Vec<Expr>>, r: Vec<Vec<Expr>>, conjunction: bool| if conjunction { [l, r].concat() } else { product(l, r) };
        match expr {
            Expr::Unary(UnaryOp::Not, operand) => of(operand, !positive),
            Expr::Binary(And, l, r) => both(of(l, positive), of(r, positive), positive),
            Expr::Binary(Or, l, r) => both(of(l, positive), of(r, positive), !positive),
            Expr::Binary(Implies, l, r) => both(of(l, !positive), of(r, positive), !positive),
            Expr::Binary(BinaryOp::Equiv, l, r) if !positive => vec![vec![Expr::binary(BinaryOp::Xor, *l.clone(), *r.clone())]],
            Expr::Binary(BinaryOp::Xor, l, r) if !positive => vec![vec![Expr::binary(BinaryOp::Equiv, *l.clone(), *r.clone())]],
            literal if positive => vec![vec![literal.clone()]],
            literal => vec![vec![Expr::unary(UnaryOp::Not, literal.clone())]],
        }
    }
    let mut clauses = of(expr, true);
    for clause in &mut clauses {
        clause.sort();
        clause.dedup();
    }
    clauses.sort();
    clauses.dedup();
    if clauses.len() > MAX_CLAUSES || clauses.iter().any(|c| c.len() > MAX_LITERALS) { vec![vec![expr.clone()]] } else { clauses }
}

const MAX_CLAUSES: usize = 12;
const MAX_LITERALS: usize = 8;

#[cfg(test)]
#[path = "gates_tests.rs"]
mod tests;
