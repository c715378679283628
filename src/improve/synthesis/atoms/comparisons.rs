//! Comparisons of two terms as atoms, made of the one relation that all of them read.

use crate::assertion::ast::{BinaryOp, Expr, Function, Type, UnaryOp};
use crate::improve::synthesis::atoms::atom::Atom;
use crate::improve::synthesis::naturalness::{constant_price, of_itself_price};
use crate::improve::synthesis::settings::Settings;
use crate::improve::synthesis::terms::column::Relation;
use crate::improve::synthesis::terms::term::Term;

impl Relation {
    pub fn mirrored(self) -> Self {
        Self { less: self.greater, greater: self.less, ..self }
    }
}

pub fn mirror(op: BinaryOp) -> BinaryOp {
    match op {
        BinaryOp::Lt => BinaryOp::Gt,
        BinaryOp::Le => BinaryOp::Ge,
        BinaryOp::Gt => BinaryOp::Lt,
        BinaryOp::Ge => BinaryOp::Le,
        other => other,
    }
}

pub fn complement(op: BinaryOp) -> BinaryOp {
    match op {
        BinaryOp::Eq => BinaryOp::Ne,
        BinaryOp::Ne => BinaryOp::Eq,
        BinaryOp::Lt => BinaryOp::Ge,
        BinaryOp::Ge => BinaryOp::Lt,
        BinaryOp::Gt => BinaryOp::Le,
        BinaryOp::Le => BinaryOp::Gt,
        other => unreachable!("{other:?} is no comparison"),
    }
}

/// Those comparisons of two terms; of reals, where a NaN was seen, also what says of an order that it is not the other way round, which
/// is true of NaN.
pub fn comparisons(a: &Term, b: &Term, relation: &Relation, ops: &[BinaryOp], settings: &Settings) -> Vec<Atom> {
    let ty = a.column.ty.max(b.column.ty);
    // Where everything is defined, and nothing NaN, exactly one of a comparison and its complement holds.
    let total = relation.defined.is_none() && (ty.is_integer() || ty == Type::Reference) && !may_fail(a) && !may_fail(b);
    let sets = |op| -> (&[u64], &[u64]) {
        match op {
            BinaryOp::Eq | BinaryOp::Ne => (&relation.equal, &[]),
            BinaryOp::Lt => (&relation.less, &[]),
            BinaryOp::Gt => (&relation.greater, &[]),
            BinaryOp::Le => (&relation.less, &relation.equal),
            BinaryOp::Ge => (&relation.greater, &relation.equal),
            other => unreachable!("{other:?} is no comparison"),
        }
    };
    let price = a.price + b.price + 1 + of_itself_price(&a.expr, &b.expr);
    let expr = |op| Expr::binary(op, a.expr.clone(), b.expr.clone());
    let pre_state = a.pre_state && b.pre_state;
    let union = |op| -> Vec<u64> {
        let (one, other) = sets(op);
        let others = other.iter().copied().chain(std::iter::repeat(0));
        one.iter().zip(others).map(|(a, b)| a | b).collect()
    };
    let comparison = |op: BinaryOp| {
        let (mut holds, mut price) = (union(op), price);
        if op == BinaryOp::Ne {
            let nothing = Vec::new();
            let defined = relation.defined.as_ref().unwrap_or(&nothing).iter().copied().chain(std::iter::repeat(u64::MAX));
            holds.iter_mut().zip(defined).for_each(|(h, d)| *h = !*h & d);
            // A null test is no weaker a statement than its opposite.
            price += if b.expr == Expr::Null { 0 } else { settings.disequality_price };
        } else if op != BinaryOp::Eq {
            price += settings.order_price;
        } else if pre_state && constant_price(&b.expr) > 0 {
            // That it is the one number which was tried there says less than on which side of another it is.
            price += settings.order_price + 1;
        }
        Atom { expr: expr(op), price, complement: total.then(|| expr(complement(op))), pre_state, holds }
    };
    let mut made: Vec<Atom> = ops.iter().map(|&op| comparison(op)).collect();
    if matches!(ty, Type::Float | Type::Double) && relation.defined.is_none() {
        for &op in ops.iter().filter(|op| !matches!(op, BinaryOp::Eq | BinaryOp::Ne)) {
            let opposite = complement(op);
            let holds = union(opposite).iter().map(|h| !h).collect();
            let not = Expr::unary(UnaryOp::Not, expr(opposite));
            // The same as the comparison, if no NaN was seen; then it is known already.
            made.push(Atom { expr: not, price: price + settings.order_price + 1, complement: Some(expr(opposite)), pre_state, holds });
        }
    }
    made
}

/// Whether the term divides, or reads contents, and so may fail in a state that was not seen.
fn may_fail(term: &Term) -> bool {
    fn divides(expr: &Expr) -> bool {
        match expr {
            Expr::Unary(_, operand) => divides(operand),
            Expr::Binary(op, left, right) => matches!(op, BinaryOp::Div | BinaryOp::Rem) || divides(left) || divides(right),
            Expr::Call(Function::Abs | Function::Min | Function::Max, arguments) => arguments.iter().any(divides),
            Expr::Call(..) => true,
            _ => false,
        }
    }
    divides(&term.expr)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assertion::eval::frame::Frame;
    use crate::assertion::eval::kernel::Kernels;
    use crate::compute::control::Control;
    use crate::evidence::dataset::{Column, Values};
    use crate::evidence::schema::ValueType;
    use crate::improve::evolution::fixtures::{bin, min_method, var};
    use crate::improve::synthesis::atoms::enumerate;
    use crate::improve::synthesis::terms;

    #[test]
    fn where_a_nan_was_seen_an_order_has_a_form_that_is_true_of_it() {
        let mut data = min_method();
        let reals = |of: &dyn Fn(usize) -> f64| Column { values: Values::Real((0..data.rows).map(of).collect()), present: None };
        let x = reals(&|i| if i == 3 { f64::NAN } else { i as f64 });
        let result = reals(&|i| if i == 3 { f64::NAN } else { i as f64 + if i < data.correct { -0.5 * (i % 2) as f64 } else { 0.5 } });
        (data.columns[0], data.columns[2]) = (x, result);
        [0, 2].into_iter().for_each(|v| data.schema.variables[v].value_type = ValueType::Double);
        let frame = Frame::new(&data);
        let (settings, control) = (Settings::default(), Control::unlimited());
        let terms = terms::enumerate(&data, &frame, &settings, Kernels::best(), &control);
        let atoms = enumerate(&data, &frame, &terms, &settings, Kernels::best(), &control);
        let greater = [bin(BinaryOp::Gt, var(2), var(0)), bin(BinaryOp::Lt, var(0), var(2))];
        let is_not_greater = |a: &&Atom| matches!(&a.expr, Expr::Unary(UnaryOp::Not, inner) if greater.contains(&**inner));
        let found = atoms.all.iter().find(is_not_greater).expect("it is an atom");
        assert!((0..data.correct).all(|row| found.holds_in(row)));
        assert!(greater.contains(found.complement.as_ref().unwrap()));
    }
}
