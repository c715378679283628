//! Sums, differences and products that do not overflow, for methods that are about what happens where Java's would.
//!
//! Only values from before the method ran are operands, and only what overflows in some state is worth an exact term: elsewhere Java's
//! own arithmetic says the same. Columns are of 128 bits; typing keeps the terms within them.

use crate::assertion::ast::{BinaryOp, Expr, Function, Type, UnaryOp};
use crate::compute::control::Control;
use crate::improve::synthesis::atoms::Builder;
use crate::improve::synthesis::atoms::atom::Atom;
use crate::improve::synthesis::terms::Terms;
use crate::improve::synthesis::terms::contents::{dataset_row, price};
use crate::improve::synthesis::terms::term::Term;
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

/// Variables that are tried as operands, the cheapest.
const OPERANDS: usize = 12;
/// An equation is kept if it holds in one of this many of the correct states.
const PARTIAL: u32 = 8;
/// Incorrect states of which a comparison must kill one to be worth a column.
const INCORRECT_SAMPLE: usize = 1024;

/// What an exact term costs beside its nodes: in Java it is arithmetic of `BigInteger`, which nobody writes where that of ints says it.
const EXACT_PRICE: u32 = 3;

/// An exact term and its value in every row of the frame.
struct Exact {
    expr: Expr,
    price: u32,
    values: Vec<i128>,
    present: Vec<u64>,
    /// Of the operands, as Java computes.
    ty: Type,
}

/// Whether one of two numbers is equal to, less than, .. the other.
fn holds(op: BinaryOp, a: i128, b: i128) -> bool {
    match op {
        BinaryOp::Eq => a == b,
        BinaryOp::Ne => a != b,
        BinaryOp::Lt => a < b,
        BinaryOp::Le => a <= b,
        BinaryOp::Gt => a > b,
        BinaryOp::Ge => a >= b,
        other => unreachable!("{other:?} is no comparison"),
    }
}

fn bounds(ty: Type) -> ((Expr, i128), (Expr, i128)) {
    match ty {
        Type::Int => ((Expr::Int(i32::MIN), i32::MIN.into()), (Expr::Int(i32::MAX), i32::MAX.into())),
        _ => ((Expr::Long(i64::MIN), i64::MIN.into()), (Expr::Long(i64::MAX), i64::MAX.into())),
    }
}

impl Builder<'_> {
    /// Comparisons of exact terms with variables and with the bounds of their type.
    pub fn exact(&mut self, terms: &Terms, control: &Control) {
        let variables = |t: &&Term| t.column.ty.is_integer() && !t.is_constant();
        let targets: Vec<&Term> = terms.leaves.iter().filter(variables).collect();
        let operands: Vec<&Term> = targets.iter().copied().filter(|t| t.pre_state).take(OPERANDS).collect();
        let mut plans: Vec<Vec<&Term>> = operands.iter().map(|t| vec![*t]).collect();
        for (i, x) in operands.iter().enumerate() {
            plans.extend(operands.iter().enumerate().filter(|(j, _)| *j >= i).map(|(_, y)| vec![*x, *y]));
        }
        for plan in plans {
            if control.interruption().is_some() {
                self.atoms.bounded = true;
                return;
            }
            for exact in self.exact_terms(&plan) {
                let made = self.exact_atoms(&exact, &targets);
                made.into_iter().for_each(|atom| self.offer(atom));
            }
        }
    }

    /// The exact terms of one or two operands that overflow somewhere.
    fn exact_terms(&self, operands: &[&Term]) -> Vec<Exact> {
        let ty = operands.iter().map(|t| t.column.ty).max().expect("an operand");
        let rows: Vec<usize> = (0..self.frame.words * 64).collect();
        let columns: Vec<Vec<i64>> = operands.iter().map(|t| t.column.integers_at(&rows)).collect();
        let mut present: Vec<u64> = vec![u64::MAX; self.frame.words];
        for set in operands.iter().filter_map(|t| t.column.present.as_ref()) {
            present.iter_mut().zip(set).for_each(|(p, s)| *p &= s);
        }
        type Wide = fn(i128, i128) -> i128;
        let exact = |t: &Term| Expr::unary(UnaryOp::Exact, t.expr.clone());
        let wanted: Vec<(Expr, Wide, bool)> = match operands {
            [x] => vec![
                (Expr::unary(UnaryOp::Neg, exact(x)), |x, _| -x, false),
                (Expr::call(Function::Abs, [exact(x)]), |x, _| x.abs(), false),
                (Expr::binary(BinaryOp::Add, exact(x), Expr::Int(1)), |x, _| x + 1, false),
                (Expr::binary(BinaryOp::Sub, exact(x), Expr::Int(1)), |x, _| x - 1, false),
            ],
            [x, y] => {
                let of = |op, x: &Term, y: &Term| Expr::binary(op, exact(x), y.expr.clone());
                let mut wanted: Vec<(Expr, Wide, bool)> =
                    vec![(of(BinaryOp::Mul, x, y), |x, y| x * y, false), (of(BinaryOp::Add, x, y), |x, y| x + y, false)];
                if x.expr != y.expr {
                    wanted.push((of(BinaryOp::Sub, x, y), |x, y| x - y, false));
                    wanted.push((of(BinaryOp::Sub, y, x), |y, x| y - x, true));
                }
                wanted
            }
            _ => unreachable!("one or two operands"),
        };
        let ((_, least), (_, greatest)) = bounds(ty);
        let state = |row: usize| dataset_row(self.frame, row).is_some() && present[row / 64] >> (row % 64) & 1 == 1;
        let made = wanted.into_iter().map(|(expr, apply, mirrored)| {
            let (a, b) = (&columns[0], columns.get(1).unwrap_or(&columns[0]));
            let (a, b) = if mirrored { (b, a) } else { (a, b) };
            let values: Vec<i128> = a.iter().zip(b).map(|(&x, &y)| apply(x.into(), y.into())).collect();
            Exact { price: price(&expr, self.dataset), expr, values, present: present.clone(), ty }
        });
        let overflows = |e: &Exact| (0..).zip(&e.values).any(|(row, v)| !(least..=greatest).contains(v) && state(row));
        made.filter(overflows).collect()
    }

    fn exact_atoms(&self, exact: &Exact, targets: &[&Term]) -> Vec<Atom> {
        let ((min_expr, min), (max_expr, max)) = bounds(exact.ty);
        let mut atoms = Vec::new();
        let constant = |c: i128| vec![c; exact.values.len()];
        // Where the result does not fit, and on which side.
        for (bound, value, inside) in [(&max_expr, max, BinaryOp::Le), (&min_expr, min, BinaryOp::Ge)] {
            let outside = if inside == BinaryOp::Le { BinaryOp::Gt } else { BinaryOp::Lt };
            for (op, opposite) in [(inside, outside), (outside, inside)] {
                let comparison = |op| Expr::binary(op, exact.expr.clone(), bound.clone());
                let total = exact.present.iter().all(|&p| p == u64::MAX);
                let complement = total.then(|| comparison(opposite));
                atoms.push(self.exact_atom(comparison(op), exact, &constant(value), op, complement));
            }
        }
        // What saturates at one end does so at the other, though no test may show it: of an equation with one bound, no value of the
        // target's type could be right beyond the other.
        let clamped = {
            let expr = Expr::call(Function::Min, [exact.expr.clone(), max_expr.clone()]);
            let expr = Expr::call(Function::Max, [expr, min_expr.clone()]);
            let values = exact.values.iter().map(|v| (*v).min(max).max(min)).collect();
            // Its bounds are no mined constants: they are what the type can hold.
            Exact { expr, price: exact.price + 4, values, present: exact.present.clone(), ty: exact.ty }
        };
        let sample = [self.sample_rows(), self.sample_of_incorrect()];
        let rows: Vec<usize> = (0..exact.values.len()).collect();
        for target in targets {
            let forms = BinaryOp::COMPARISONS.into_iter().flat_map(|op| [(exact, op), (&clamped, op)]);
            let wanted: Vec<(&Exact, BinaryOp)> = forms
                .filter(|(form, op)| std::ptr::eq(*form, exact) || !target.pre_state && *op == BinaryOp::Eq)
                .filter(|(form, op)| may_be_kept(target, form, *op, &sample))
                .collect();
            if wanted.is_empty() {
                continue;
            }
            let values: Vec<i128> = target.column.integers_at(&rows).into_iter().map(i128::from).collect();
            let made: Vec<Atom> = wanted.par_iter().map(|(form, op)| self.exact_comparison(target, &values, form, *op)).collect();
            let correct: u32 = self.frame.correct_rows().iter().map(|c| c.count_ones()).sum();
            let count = |atom: &Atom| atom.holds.iter().zip(self.frame.correct_rows()).map(|(h, c)| (h & c).count_ones()).sum::<u32>();
            atoms.extend(made.into_iter().filter(|atom| {
                let equation = matches!(&atom.expr, Expr::Binary(BinaryOp::Eq, ..)) && !target.pre_state;
                equation && count(atom) * PARTIAL >= correct || self.is_free_of_false_positives(&atom.holds)
            }));
        }
        atoms
    }

    /// Incorrect states, spread evenly.
    fn sample_of_incorrect(&self) -> Vec<usize> {
        let n = self.frame.incorrect;
        let taken = n.min(INCORRECT_SAMPLE);
        (0..taken).map(|i| self.frame.correct_words * 64 + i * n / taken).collect()
    }

    /// `target op exact`.
    fn exact_comparison(&self, target: &Term, values: &[i128], exact: &Exact, op: BinaryOp) -> Atom {
        let mut present = exact.present.clone();
        if let Some(set) = &target.column.present {
            present.iter_mut().zip(set).for_each(|(p, s)| *p &= s);
        }
        let expr = Expr::binary(op, target.expr.clone(), exact.expr.clone());
        let odd = match op {
            BinaryOp::Eq => 0,
            BinaryOp::Ne => self.settings.disequality_price,
            _ => self.settings.order_price,
        };
        let price = target.price + exact.price + 1 + odd + EXACT_PRICE;
        Atom { expr, price, complement: None, pre_state: target.pre_state, holds: column(values, &exact.values, op, &present) }
    }

    fn exact_atom(&self, expr: Expr, exact: &Exact, values: &[i128], op: BinaryOp, complement: Option<Expr>) -> Atom {
        let holds = column(&exact.values, values, op, &exact.present);
        Atom { expr, price: exact.price + 2, complement, pre_state: true, holds }
    }
}

/// Whether those correct and incorrect states leave it open that `target op exact` has no false positive and kills something, or, of an
/// equation for what the method leaves behind, that it holds partly: columns of 128 bits take long.
fn may_be_kept(target: &Term, exact: &Exact, op: BinaryOp, [correct, incorrect]: &[Vec<usize>; 2]) -> bool {
    let is_present = |row: usize| {
        let bit = |set: &[u64]| set[row / 64] >> (row % 64) & 1 == 1;
        bit(&exact.present) && target.column.present.as_deref().is_none_or(bit)
    };
    let count = |rows: &[usize]| {
        let values = target.column.integers_at(rows);
        rows.iter().zip(values).filter(|&(&row, value)| is_present(row) && holds(op, value.into(), exact.values[row])).count()
    };
    let (of_correct, none) = (count(correct), correct.is_empty());
    if op == BinaryOp::Eq && !target.pre_state {
        none || of_correct > 0
    } else {
        of_correct == correct.len() && (incorrect.is_empty() || count(incorrect) < incorrect.len())
    }
}

/// The present rows in which `a op b` holds.
fn column(a: &[i128], b: &[i128], op: BinaryOp, present: &[u64]) -> Vec<u64> {
    let word = |(a, b): (&[i128], &[i128])| (0..).zip(a.iter().zip(b)).fold(0, |w, (i, (&a, &b))| w | u64::from(holds(op, a, b)) << i);
    a.chunks(64).zip(b.chunks(64)).map(word).zip(present).map(|(w, p)| w & p).collect()
}
