//! The values at the places of a sequence: its number, elements, neighbours, scalars, and what is made of two of them.

use super::*;

/// Scalars that elements and indices are compared with.
const SCALARS: usize = 10;
/// Scalars by which an index is shifted.
const SHIFTS: usize = 6;
/// Terms of one operator.
const COMPOUNDS: usize = 64;

/// What is at a place, or the same at all places.
#[derive(Clone, Debug)]
pub struct Value {
    pub expr: Expr,
    pub ty: Type,
    pub class: Class,
    pub cells: Cells,
    pub price: u32,
    pub pre_state: bool,
}

fn get(holder: &Holder, index: Expr) -> Expr {
    Expr::call(Function::Get, [holder.expr(), index])
}

impl Search<'_, '_> {
    pub fn row(&self, frame_row: u32) -> Option<usize> {
        dataset_row(self.builder.frame, frame_row as usize)
    }

    pub fn index(&self) -> Value {
        let cells = self.places.cells(|_, i| Some(i64::from(i)), Raw::Whole);
        Value { expr: PLACE, ty: Type::Int, class: Class::Integer, cells, price: 0, pre_state: true }
    }

    /// The element of a sequence at an index that depends on the place.
    pub fn element(&self, holder: &Holder, reader: &Reader, index: Expr, at: impl Fn(usize, i32) -> Option<i64>) -> Value {
        let expr = get(holder, index);
        let class = reader.class();
        let mut cells = if class == Class::Real {
            self.places.cells(|row, i| self.row(row).and_then(|row| reader.real(row, at(row, i)?)), Raw::Real)
        } else {
            self.places.cells(|row, i| self.row(row).and_then(|row| reader.whole(row, at(row, i)?)), Raw::Whole)
        };
        if class == Class::Boolean {
            // An absent boolean is false.
            cells.present.clone_from(&self.places.valid);
        }
        let dataset = self.builder.dataset;
        Value { ty: reader.element, class, cells, price: price(&expr, dataset), pre_state: is_pre_state(&expr, dataset), expr }
    }

    /// The elements at the place of all sequences, what the method leaves behind first, and of this one before others.
    pub fn elements(&self) -> Vec<Value> {
        let mut sequences = self.sequences.to_vec();
        sequences.sort_by_key(|h| (h.pre_state, h.var != self.holder.var));
        let dataset = self.builder.dataset;
        sequences.into_iter().map(|h| self.element(h, &Reader::new(dataset, h), PLACE, |_, i| Some(i.into()))).collect()
    }

    /// Elements of other places of sequences: neighbours, the mirrored place, and places that ints shift.
    pub fn shifted(&self) -> Vec<Value> {
        let dataset = self.builder.dataset;
        let class = Reader::new(dataset, self.holder).class();
        let ints: Vec<&Term> = self.terms.leaves.iter().filter(|t| self.is_number(t)).take(SHIFTS).collect();
        let mut made = Vec::new();
        for holder in self.sequences {
            let reader = Reader::new(dataset, holder);
            let other = holder.var != self.holder.var;
            if reader.class() != class || !holder.pre_state && !other && self.holder.pre_state {
                continue;
            }
            let binary = Expr::binary;
            let minus = |a, b| binary(BinaryOp::Sub, a, b);
            if other {
                let next = binary(BinaryOp::Add, PLACE, Expr::Int(1));
                made.push(self.element(holder, &reader, next, |_, i| Some(i64::from(i) + 1)));
                made.push(self.element(holder, &reader, minus(PLACE, Expr::Int(1)), |_, i| Some(i64::from(i) - 1)));
            }
            let mirrored = minus(minus(holder.length.clone(), Expr::Int(1)), PLACE);
            made.push(self.element(holder, &reader, mirrored, |row, i| Some(reader.len(row)? as i64 - 1 - i64::from(i))));
            for x in ints.iter().filter(|_| other) {
                let values = self.int_values(x);
                let plus = binary(BinaryOp::Add, PLACE, x.expr.clone());
                let sum = |row: usize, i: i32| values[row].map(|x| i.wrapping_add(x));
                made.push(self.element(holder, &reader, plus.clone(), |row, i| sum(row, i).map(i64::from)));
                let less = minus(PLACE, x.expr.clone());
                made.push(self.element(holder, &reader, less, |row, i| values[row].map(|x| i.wrapping_sub(x).into())));
                // By a length nothing is rotated.
                if self.sequences.iter().all(|sequence| x.expr != sequence.length) {
                    let rotated = binary(BinaryOp::Rem, plus, holder.length.clone());
                    let at = |row: usize, i: i32| sum(row, i)?.checked_rem(reader.len(row)? as i32).map(i64::from);
                    made.push(self.element(holder, &reader, rotated, at));
                }
            }
        }
        made.retain(|v| !is_empty(&v.cells.present));
        made
    }

    /// Whether it is an int variable from before the method ran that may count something.
    pub fn is_number(&self, term: &Term) -> bool {
        let Expr::Var(id) = term.expr else { return false };
        let declared = self.builder.dataset.schema.variables[id as usize].value_type;
        term.column.ty == Type::Int && term.pre_state && declared != ValueType::Char
    }

    /// The values of an int variable, by row of the dataset.
    pub fn int_values(&self, term: &Term) -> Vec<Option<i32>> {
        let frame = self.builder.frame;
        let rows: Vec<usize> = (0..frame.correct + frame.incorrect).map(|row| frame.position(row)).collect();
        let values = term.column.integers_at(&rows).into_iter().zip(&rows);
        let present = |at: usize| term.column.present.as_ref().is_none_or(|p| p[at / 64] >> (at % 64) & 1 == 1);
        values.map(|(v, &at)| present(at).then_some(v as i32)).collect()
    }

    /// What elements and indices are compared with.
    pub fn scalars(&self) -> Vec<Value> {
        let dataset = self.builder.dataset;
        let mut found = Vec::new();
        let of = |term: &Term, class| Value {
            expr: term.expr.clone(),
            ty: term.column.ty,
            class,
            cells: self.places.scalar(term),
            price: term.price,
            pre_state: term.pre_state,
        };
        for class in [Class::Integer, Class::Real] {
            let variables = self.terms.leaves.iter().filter(|t| !t.is_constant() && Class::of(t.column.ty) == Some(class));
            found.extend(variables.take(SCALARS).map(|t| of(t, class)));
            for constant in [0, 1, -1] {
                let cells = Cells::constant(&self.places, class, constant.into());
                found.push(Value { expr: Expr::Int(constant), ty: Type::Int, class, cells, price: 1, pre_state: true });
            }
        }
        found.extend(self.terms.references.iter().take(SCALARS).map(|t| of(t, Class::Reference)));
        let null = Cells::constant(&self.places, Class::Reference, 0);
        found.push(Value { expr: Expr::Null, ty: Type::Reference, class: Class::Reference, cells: null, price: 1, pre_state: true });
        for text in &self.holders.texts {
            let crate::evidence::dataset::Values::Text(ids) = &dataset.columns[text.var as usize].values else { continue };
            let present = &dataset.columns[text.var as usize].present;
            let id = |row: usize| Some(i64::from(ids[row])).filter(|id| *id != 0 && present.as_ref().is_none_or(|p| p.get(row)));
            let cells = self.places.cells(|row, _| self.row(row).and_then(id), Raw::Whole);
            let (expr, price, pre_state) = (text.expr(), text.price, text.pre_state);
            found.push(Value { expr, ty: Type::Text, class: Class::Text, cells, price, pre_state });
        }
        let booleans = (0..).zip(self.builder.frame.types()).filter(|(_, ty)| *ty == Type::Boolean).take(SCALARS);
        for (id, _) in booleans {
            let id: VarId = id;
            let bits = self.builder.frame.bits(id);
            let cells = self.places.cells(|row, _| Some((bits[row as usize / 64] >> (row % 64) & 1) as i64), Raw::Whole);
            let role = role(dataset, id);
            let (expr, pre_state) = (Expr::Var(id), role.is_pre_state());
            found.push(Value { expr, ty: Type::Boolean, class: Class::Boolean, cells, price: 1 + role.price(), pre_state });
        }
        found
    }

    /// What can be made of two elements, or of an element and a scalar, from before the method ran.
    pub fn compounds(&self, elements: &[Value], scalars: &[Value]) -> Vec<Value> {
        let class = Reader::new(self.builder.dataset, self.holder).class();
        if !matches!(class, Class::Integer | Class::Real) {
            return Vec::new();
        }
        let operands: Vec<&Value> = elements.iter().filter(|v| v.pre_state && v.class == class).take(3).collect();
        let others: Vec<&Value> = scalars.iter().filter(|v| v.pre_state && v.class == class && v.expr != Expr::Int(0)).collect();
        let mut made = Vec::new();
        for (i, a) in operands.iter().enumerate() {
            made.push(self.unary(a, Expr::unary(UnaryOp::Neg, a.expr.clone()), i64::wrapping_neg, |x| -x));
            made.push(self.unary(a, Expr::call(Function::Abs, [a.expr.clone()]), i64::wrapping_abs, f64::abs));
            for (j, b) in operands.iter().enumerate().map(|(j, b)| (Some(j), b)).chain(others.iter().map(|b| (None, b))) {
                let mirrored = j.is_none_or(|j| j > i);
                let different = a.expr != b.expr;
                for op in [BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul, BinaryOp::Div, BinaryOp::Rem] {
                    let commutes = matches!(op, BinaryOp::Add | BinaryOp::Mul);
                    if class == Class::Integer || !matches!(op, BinaryOp::Rem) {
                        let wanted = if commutes { j.is_none_or(|j| j >= i) } else { different };
                        made.extend(wanted.then(|| self.binary(op, a, b)));
                        made.extend((!commutes && different && mirrored).then(|| self.binary(op, b, a)));
                    }
                }
                if different && mirrored {
                    made.extend([Function::Min, Function::Max].map(|f| self.extremum(f, a, b)));
                }
            }
        }
        made.sort_by_key(|v| v.price);
        made.truncate(COMPOUNDS);
        made
    }

    pub fn unary(&self, a: &Value, expr: Expr, whole: fn(i64) -> i64, real: fn(f64) -> f64) -> Value {
        let narrow = narrow(a.ty);
        let cells = a.cells.combine(&a.cells, |x, _| narrow(whole(x)), |x, _| real(x));
        Value { expr, cells, price: a.price + 1, ..a.clone() }
    }

    pub fn binary(&self, op: BinaryOp, a: &Value, b: &Value) -> Value {
        let ty = a.ty.max(b.ty);
        let narrow = narrow(ty);
        let whole = |x: i64, y: i64| match op {
            BinaryOp::Add => narrow(x.wrapping_add(y)),
            BinaryOp::Sub => narrow(x.wrapping_sub(y)),
            BinaryOp::Mul => narrow(x.wrapping_mul(y)),
            // A division by zero is absent, see below.
            BinaryOp::Div => narrow(if y == 0 { 0 } else { x.wrapping_div(y) }),
            _ => narrow(if y == 0 { 0 } else { x.wrapping_rem(y) }),
        };
        let rounded = |x: f64| if ty == Type::Float { f64::from(x as f32) } else { x };
        let real = |x: f64, y: f64| match op {
            // Of floats, one operation on doubles that is rounded to a float is the operation on floats (Figueroa, 1995).
            BinaryOp::Add => rounded(x + y),
            BinaryOp::Sub => rounded(x - y),
            BinaryOp::Mul => rounded(x * y),
            _ => rounded(x / y),
        };
        let mut cells = a.cells.combine(&b.cells, whole, real);
        if let (BinaryOp::Div | BinaryOp::Rem, Raw::Whole(divisors)) = (op, &b.cells.values) {
            let divisible = divisors.chunks(64).map(|c| (0..).zip(c).fold(0, |w, (i, d)| w | u64::from(*d != 0) << i));
            cells.present.iter_mut().zip(divisible).for_each(|(p, d): (&mut u64, u64)| *p &= d);
        }
        let expr = Expr::binary(op, a.expr.clone(), b.expr.clone());
        let odd = u32::from(matches!(op, BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem));
        Value { expr, ty, class: a.class, cells, price: a.price + b.price + 1 + odd, pre_state: true }
    }

    pub fn extremum(&self, function: Function, a: &Value, b: &Value) -> Value {
        let least = function == Function::Min;
        let pick = |x: f64, y: f64| {
            // As `Math.min` and `Math.max`.
            if x.is_nan() || y.is_nan() {
                f64::NAN
            } else if x == y {
                if x.is_sign_negative() == least { x } else { y }
            } else if (x < y) == least {
                x
            } else {
                y
            }
        };
        let cells = a.cells.combine(&b.cells, |x, y| if least { x.min(y) } else { x.max(y) }, pick);
        let expr = Expr::call(function, [a.expr.clone(), b.expr.clone()]);
        Value { expr, ty: a.ty.max(b.ty), class: a.class, cells, price: a.price + b.price + 1, pre_state: true }
    }
}

/// Wraps a value as its type does.
fn narrow(ty: Type) -> fn(i64) -> i64 {
    if ty == Type::Int { |x| i64::from(x as i32) } else { |x| x }
}
