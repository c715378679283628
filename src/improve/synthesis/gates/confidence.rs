//! How probable it is that a clause is true of tests that nobody has run yet.
//!
//! By how improbable chance is ([`super::significance`]) alone that cannot be told: states of one class's tests are alike, and the choice
//! takes the best of very many clauses. So it is counted: clauses were learnt on a part of the tests of some 200 methods of known
//! libraries and judged by the other tests (`cargo run --release --example survival`). What tells those that survive from the others is
//! what kind of statement a clause is, and in how many different states it was met; of each kind there is a row of the table below. Lengths
//! of unrelated objects, and numbers of unrelated kinds, take more of them ([`super::kinds`]).
//!
//! The shares are rounded from counts of commons-lang3 and commons-math3, which were looked at while the table was made; forms of which few
//! clauses were seen (quotients, orders of two reals) are set by hand, below what was counted. No library was kept apart from it.
//!
//! It speaks of further tests of the same kind. Inputs that such tests never try are another matter ([`super::corner_cases`]).

use super::kinds;
use super::{is_domain, normal_form};
use crate::assertion::ast::{BinaryOp, Expr, Function, OpKind, Type};
use crate::assertion::check;
use crate::assertion::interpret;
use crate::evidence::dataset::{Column, Dataset};
use crate::evidence::schema::VarId;
use crate::improve::synthesis::naturalness::{constant_price, is_pre_state, is_written};
use crate::improve::synthesis::simulated_faults::key;
use std::collections::{BTreeSet, HashSet};

/// Kinds of statements that are equally credible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// Two values are equal, and neither is computed.
    Equation,
    /// Whole numbers, one of them computed, are equal.
    Computed,
    /// The same with a quotient or remainder.
    Quotient,
    /// Reals, one of them computed, are equal.
    ComputedReal,
    /// A boolean is true exactly where a comparison is.
    Condition,
    /// Of whole numbers, or of a real and zero.
    Order,
    /// Of two reals.
    RealOrder,
    ComputedOrder,
    /// An order with a constant that is in few specifications.
    Bound,
    Disequality,
    /// A boolean is always true, or always false.
    Always,
    /// Something is never empty, or always.
    Emptiness,
    /// What objects hold.
    Contents,
    /// An order of all elements.
    ContentsOrder,
}

/// Different states, up to which the columns of the table go; the last one has no end.
const STATES: [f64; 4] = [5.0, 10.0, 20.0, 50.0];
/// What an order of few states is worth in a disjunction, and a bound.
const ORDER_IN_DISJUNCTION: f64 = 0.65;
const BOUND_IN_DISJUNCTION: f64 = 0.4;
/// What another literal is worth beside others.
const LITERAL: f64 = 0.97;
/// One of two cases of a boolean: what the other literals say is judged by themselves.
const CASE: f64 = 0.9;
/// How much less few states of unrelated things say than few of one.
const UNRELATED: f64 = 0.15;
/// By how much the states of one group of tests alone count less.
const ONE_GROUP: f64 = 0.9;
/// What is true where every input was seen.
const CERTAIN: f64 = 0.99;

impl Form {
    /// Share that survived, by different states.
    fn survived(self) -> [f64; 5] {
        match self {
            Self::Equation => [0.75, 0.78, 0.90, 0.94, 0.97],
            Self::Computed => [0.70, 0.75, 0.87, 0.88, 0.92],
            Self::Quotient => [0.50, 0.60, 0.68, 0.75, 0.85],
            Self::ComputedReal => [0.10, 0.25, 0.40, 0.55, 0.70],
            Self::Condition => [0.70, 0.70, 0.80, 0.90, 0.93],
            Self::Order => [0.60, 0.65, 0.78, 0.85, 0.85],
            Self::RealOrder => [0.30, 0.35, 0.60, 0.65, 0.70],
            Self::ComputedOrder => [0.05, 0.30, 0.55, 0.60, 0.60],
            Self::Bound => [0.30, 0.40, 0.60, 0.65, 0.70],
            Self::Disequality => [0.72; 5],
            Self::Always => [0.40; 5],
            Self::Emptiness => [0.85; 5],
            Self::Contents => [0.60, 0.70, 0.88, 0.95, 0.97],
            Self::ContentsOrder => [0.30, 0.50, 0.60, 0.60, 0.60],
        }
    }
}

/// Estimated probability, from 0 to 1, that a boolean expression is true of independent tests: that of the least credible literal of its
/// clauses. `exhausted`: there is no input that was not seen.
pub fn of_clause(expr: &Expr, dataset: &Dataset, exhausted: bool) -> f64 {
    let of_disjunction = |literals: Vec<Expr>| {
        let beside = |i: usize| literals.iter().enumerate().filter(move |(other, _)| *other != i).map(|(_, e)| e);
        let claims: Vec<usize> = (0..literals.len()).filter(|&i| !is_domain(&literals[i], beside(i), dataset)).collect();
        let of_claim = |&i: &usize| {
            let others = || beside(i);
            let is_asked = |&row: &usize| !others().any(|other| interpret::holds(other, dataset, row));
            let region = super::asked::asked(&literals[i], (0..dataset.correct).filter(is_asked), dataset);
            of_literal(&literals[i], &region, claims.len() == 1, dataset)
        };
        claims.iter().map(of_claim).fold(CERTAIN, f64::min)
    };
    if exhausted { CERTAIN } else { normal_form(expr).into_iter().map(of_disjunction).fold(CERTAIN, f64::min) }
}

/// The same of a literal that is met in those correct states, in which all others of its clause are false; `alone`: there are none.
pub fn of_literal(literal: &Expr, region: &[usize], alone: bool, dataset: &Dataset) -> f64 {
    // Tests in which a method never finds anything to return say little of those in which it does.
    let form = if alone && is_no_result(literal, dataset) { Form::Always } else { Shape::of(literal, dataset).form() };
    let unrelated = f64::from(1 + 2 * kinds::foreign_lengths(literal, dataset) + kinds::clashes(literal, dataset));
    // The same values in another state say less than other values, but something.
    let states = (distinct(dataset, literal, region) as f64 * region.len() as f64).sqrt() / unrelated;
    let survived = form.survived()[STATES.iter().filter(|&&end| states >= end).count()];
    let survived = if unrelated > 1.0 && states < STATES[1] { survived - UNRELATED } else { survived };
    let is_guard = is_pre_state(literal, dataset);
    let beside_others = match form {
        // It is said of some states only, so it tells cases apart.
        Form::Always if region.len() < dataset.correct => return CASE,
        _ if alone => 1.0,
        // When the method does something, in plain terms.
        Form::Order | Form::Disequality | Form::Equation if is_guard && unrelated < 2.0 => return CASE,
        Form::Order if states >= STATES[3] => LITERAL,
        Form::Order | Form::RealOrder | Form::ComputedOrder => ORDER_IN_DISJUNCTION,
        Form::Bound => BOUND_IN_DISJUNCTION,
        Form::Always => return CASE,
        _ => LITERAL,
    };
    let groups = |tests: &mut dyn Iterator<Item = &u64>| tests.fold(0, |all, tests| all | tests).count_ones();
    let of_region = groups(&mut region.iter().filter_map(|&row| dataset.correct_tests.get(row)));
    let is_of_one_group = of_region == 1 && groups(&mut dataset.correct_tests.iter()) > 1;
    survived * beside_others * if is_of_one_group { ONE_GROUP } else { 1.0 }
}

/// Whether it says that there is no result.
fn is_no_result(literal: &Expr, dataset: &Dataset) -> bool {
    let Expr::Binary(BinaryOp::Eq, left, right) = literal else { return false };
    matches!((&**left, &**right), (Expr::Var(id), Expr::Null) if dataset.schema.variables[*id as usize].name == "result")
}

/// How many different values the variables of an expression have together in those rows.
fn distinct(dataset: &Dataset, expr: &Expr, rows: &[usize]) -> usize {
    let mut variables: BTreeSet<VarId> = BTreeSet::new();
    expr.for_each_variable(&mut |id| {
        variables.insert(id);
    });
    let columns: Vec<&Column> = variables.iter().map(|&id| &dataset.columns[id as usize]).collect();
    rows.iter().map(|&row| key(columns.iter().copied(), row)).collect::<HashSet<u64>>().len()
}

/// What an expression is made of: how many of each.
#[derive(Default)]
struct Shape {
    equations: u32,
    orders: u32,
    /// Orders of two reals, neither of which is zero.
    real_orders: u32,
    disequalities: u32,
    /// Functions of contents, and quantifiers.
    contents: u32,
    arithmetic: u32,
    quotients: u32,
    /// Smallest, largest and absolute values: none of them rounds.
    extremes: u32,
    /// Equations of reals.
    reals: u32,
    /// Constants that are in few specifications.
    unusual: u32,
    /// Tests of whether something is empty.
    emptiness: u32,
}

impl Shape {
    fn of(expr: &Expr, dataset: &Dataset) -> Self {
        let mut shape = Self::default();
        shape.add(expr, dataset);
        shape
    }

    fn add(&mut self, expr: &Expr, dataset: &Dataset) {
        let is_real = |e: &Expr| !e.is_open() && check::type_of(e, &dataset.schema).is_ok_and(Type::is_real);
        match expr {
            Expr::Binary(op, left, right) => match op {
                BinaryOp::Eq | BinaryOp::Equiv => {
                    self.equations += 1;
                    self.reals += u32::from(is_real(left) || is_real(right));
                }
                BinaryOp::Ne | BinaryOp::Xor => self.disequalities += 1,
                BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge => {
                    self.orders += 1;
                    let is_zero = |e: &Expr| matches!(e, Expr::Int(0) | Expr::Long(0)) || matches!(e, Expr::Double(v) if *v == 0.0);
                    self.real_orders += u32::from((is_real(left) || is_real(right)) && !is_zero(left) && !is_zero(right));
                }
                // What the author divides by is no guess.
                BinaryOp::Div | BinaryOp::Rem if !is_written(right, &dataset.constants) => self.quotients += 1,
                op if matches!(op.kind(), OpKind::Arithmetic | OpKind::Bitwise) => self.arithmetic += 1,
                _ => {}
            },
            Expr::Call(Function::Abs | Function::Min | Function::Max, _) => self.extremes += 1,
            Expr::Call(..) | Expr::Quantified(..) => self.contents += 1,
            Expr::Var(id) => self.emptiness += u32::from(dataset.schema.variables[*id as usize].name.ends_with("mpty()")),
            constant if constant.is_constant() => self.unusual += u32::from(constant_price(constant) > 0),
            _ => {}
        }
        expr.operands().into_iter().for_each(|operand| self.add(operand, dataset));
    }

    fn form(&self) -> Form {
        let rounds = self.arithmetic + self.quotients > 0;
        let computes = rounds || self.extremes > 0;
        match () {
            () if self.contents > 0 && self.orders > 0 && self.equations == 0 => Form::ContentsOrder,
            () if self.contents > 0 => Form::Contents,
            () if self.equations > 0 && self.equations + self.orders + self.disequalities > 1 => Form::Condition,
            () if self.reals > 0 && rounds => Form::ComputedReal,
            () if self.equations > 0 && self.quotients > 0 => Form::Quotient,
            () if self.equations > 0 && computes => Form::Computed,
            () if self.equations > 0 => Form::Equation,
            () if self.orders > 0 && self.unusual > 0 => Form::Bound,
            () if self.orders > 0 && computes => Form::ComputedOrder,
            () if self.real_orders > 0 => Form::RealOrder,
            () if self.orders > 0 => Form::Order,
            () if self.disequalities > 0 => Form::Disequality,
            () if self.emptiness > 0 => Form::Emptiness,
            () => Form::Always,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evidence::dataset::Values;
    use crate::evidence::schema::{Schema, ValueType, Variable};
    use crate::improve::evolution::fixtures::{bin, var};
    use crate::improve::synthesis::Settings;

    /// So many different correct states of two numbers that are equal, seen in so many tests.
    fn equal(states: i64, tests: u32, ty: ValueType) -> Dataset {
        let values = || match ty {
            ValueType::Double => Values::Real((0..states).map(|v| v as f64).collect()),
            _ => Values::Integral((0..states).collect()),
        };
        Dataset {
            explored: false,
            schema: Schema { method: "Sample#method".into(), variables: ["x", "result"].map(|name| Variable::new(name, ty)).to_vec() },
            rows: states as usize,
            correct: states as usize,
            columns: vec![Column { values: values(), present: None }, Column { values: values(), present: None }],
            origins: Vec::new(),
            texts: Default::default(),
            correct_tests: (0..states).map(|state| 1 << (state as u32 % tests)).collect(),
            constants: Default::default(),
        }
    }

    fn confidence(expr: &Expr, data: &Dataset) -> f64 {
        of_clause(expr, data, false)
    }

    #[test]
    fn more_states_and_more_tests_make_a_statement_more_credible() {
        let equation = bin(BinaryOp::Eq, var(1), var(0));
        let of = |states, tests| confidence(&equation, &equal(states, tests, ValueType::Int));
        assert!(of(4, 4) < of(12, 4) && of(12, 4) < of(60, 4));
        let data = equal(24, 2, ValueType::Int);
        let of_one: Vec<usize> = (0..24).step_by(2).collect();
        let of_both: Vec<usize> = (0..12).collect();
        assert!(of_literal(&equation, &of_one, true, &data) < of_literal(&equation, &of_both, true, &data));
        assert_eq!(of_clause(&equation, &equal(2, 1, ValueType::Int), true), CERTAIN);
    }

    #[test]
    fn equations_are_more_credible_than_orders_and_plain_ones_than_computed_ones() {
        let data = equal(30, 5, ValueType::Int);
        let of = |op| confidence(&bin(op, var(1), var(0)), &data);
        let computed = |op| confidence(&bin(op, var(1), bin(BinaryOp::Add, var(0), Expr::Int(0))), &data);
        assert!(of(BinaryOp::Eq) > of(BinaryOp::Le));
        assert!(of(BinaryOp::Eq) > computed(BinaryOp::Eq) && of(BinaryOp::Le) > computed(BinaryOp::Le));
        let reals = equal(30, 5, ValueType::Double);
        assert!(confidence(&bin(BinaryOp::Le, var(1), var(0)), &reals) < of(BinaryOp::Le));
        assert!(confidence(&bin(BinaryOp::Ge, var(1), Expr::Int(0)), &reals) > confidence(&bin(BinaryOp::Ge, var(1), var(0)), &reals));
    }

    #[test]
    fn the_larger_of_two_reals_is_not_rounded() {
        let data = equal(12, 5, ValueType::Double);
        let of = |right: Expr| confidence(&bin(BinaryOp::Eq, var(1), right), &data);
        let larger = of(Expr::call(Function::Max, [var(0), Expr::Double(-1.0)]));
        assert!(larger > of(bin(BinaryOp::Add, var(0), Expr::Double(0.0))) && larger < of(var(0)));
        assert!(larger >= Settings::default().min_confidence);
    }

    #[test]
    fn a_clause_is_as_credible_as_its_least_credible_literal() {
        let data = equal(60, 5, ValueType::Int);
        let order = bin(BinaryOp::Le, var(1), var(0));
        let equation = bin(BinaryOp::Eq, var(1), var(0));
        let both = bin(BinaryOp::And, equation.clone(), order.clone());
        assert_eq!(confidence(&both, &data), confidence(&order, &data));
        // Beside the other literal the order was never needed.
        assert!(confidence(&bin(BinaryOp::Or, equation, order.clone()), &data) < confidence(&order, &data));
    }
}
