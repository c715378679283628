//! Terms about contents: elements, sums, extremes and places.
//!
//! Their columns are made by the interpreter, one evaluation per state. They go beside the leaves: they are compared with those and
//! with each other, and sums and differences with leaves become compound terms.

use crate::assertion::ast::{BinaryOp, Element, Expr, Function, Type};
use crate::assertion::eval::frame::Frame;
use crate::assertion::eval::kernel::{Arithmetic, Buffer, Kernels, Lane};
use crate::assertion::interpret::{self, Value};
use crate::compute::control::Control;
use crate::evidence::dataset::{Dataset, Values as DatasetValues};
use crate::evidence::schema::{ValueType, VarId, Variable};
use crate::improve::synthesis::naturalness::{constant_price, is_pre_state, role};
use crate::improve::synthesis::terms::column::{Column, Values};
use crate::improve::synthesis::terms::term::Term;
use rayon::iter::{IntoParallelIterator, IntoParallelRefIterator, ParallelIterator};

/// Expressions evaluated between two polls, and in parallel.
const CHUNK: usize = 16;
/// Evaluations of contents terms by the interpreter, at most.
const EVALUATIONS: usize = 1 << 26;
/// Scalar leaves that are tried as an index, or as what is sought.
const ARGUMENTS: usize = 6;
/// What a number that sums up all elements costs beyond its nodes: it says less than the elements do.
const AGGREGATE_PRICE: u32 = 3;
/// What a single element costs beyond its nodes.
const ELEMENT_PRICE: u32 = 2;
/// What a sum or difference with such a number, or an element, costs beyond.
const COMPOUND_PRICE: u32 = 3;

/// The contents variables of a dataset, one for each distinct column.
#[derive(Debug, Default)]
pub struct Holders {
    pub sequences: Vec<Holder>,
    pub bags: Vec<Holder>,
    pub texts: Vec<Holder>,
}

/// A contents variable.
#[derive(Clone, Debug)]
pub struct Holder {
    pub var: VarId,
    pub ty: Type,
    pub price: u32,
    pub pre_state: bool,
    /// Its number of elements: the variable that there is for that, or else a call.
    pub length: Expr,
}

impl Holder {
    pub fn expr(&self) -> Expr {
        Expr::Var(self.var)
    }
}

impl Holders {
    pub fn of(dataset: &Dataset) -> Self {
        let mut all: Vec<(VarId, Type)> =
            (0..).zip(&dataset.schema.variables).map(|(id, v)| (id, Type::from(v.value_type))).filter(|(_, ty)| ty.is_contents()).collect();
        all.sort_by_key(|&(id, _)| (role(dataset, id), id));
        let mut found = Self::default();
        for (var, ty) in all {
            let list = match ty {
                Type::Text => &mut found.texts,
                Type::Sequence(_) => &mut found.sequences,
                _ => &mut found.bags,
            };
            let column = &dataset.columns[var as usize];
            let known = list.iter().any(|h| h.ty == ty && same(column, &dataset.columns[h.var as usize]));
            if !known {
                let role = role(dataset, var);
                let holder = Holder { var, ty, price: 1 + role.price(), pre_state: role.is_pre_state(), length: length(dataset, var) };
                list.push(holder);
            }
        }
        found
    }

    pub fn is_empty(&self) -> bool {
        self.sequences.is_empty() && self.bags.is_empty() && self.texts.is_empty()
    }

    /// Sequences and bags.
    pub fn collections(&self) -> impl Iterator<Item = &Holder> {
        self.sequences.iter().chain(&self.bags)
    }

    pub fn all(&self) -> impl Iterator<Item = &Holder> {
        self.collections().chain(&self.texts)
    }
}

pub fn same(a: &crate::evidence::dataset::Column, b: &crate::evidence::dataset::Column) -> bool {
    let real_bits = |v: &DatasetValues| match v {
        DatasetValues::Sequence { offsets, items } => match &**items {
            DatasetValues::Real(items) => Some((offsets.clone(), items.iter().map(|x| x.to_bits()).collect::<Vec<_>>())),
            _ => None,
        },
        _ => None,
    };
    let equal = match (real_bits(&a.values), real_bits(&b.values)) {
        (Some(a), Some(b)) => a == b,
        _ => a.values == b.values,
    };
    equal && a.present == b.present
}

/// The variable that has the number of elements of a contents variable, or else a call that gives it.
pub fn length(dataset: &Dataset, contents: VarId) -> Expr {
    let variable = length_variable(&dataset.schema.variables, contents);
    variable.map_or_else(|| Expr::call(Function::Length, [Expr::Var(contents)]), Expr::Var)
}

/// The variable that has the number of elements of a contents variable.
pub fn length_variable(variables: &[Variable], contents: VarId) -> Option<VarId> {
    let receiver = variables[contents as usize].receiver.as_ref()?;
    let names = [".length", ".length()", ".size()"].map(|suffix| format!("{receiver}{suffix}"));
    (0..).zip(variables).find(|(_, v)| v.value_type == ValueType::Int && names.contains(&v.name)).map(|(id, _)| id)
}

/// What a term of contents costs a reader: its nodes, but not the number of a quantifier, which is part of reading an element.
pub fn price(expr: &Expr, dataset: &Dataset) -> u32 {
    match expr {
        Expr::Var(id) => 1 + role(dataset, *id).price(),
        Expr::Bound(_) => 0,
        Expr::Text(text) => 1 + text.len() as u32 / 2,
        constant if constant.is_constant() => 1 + constant_price(constant),
        // Different contents have equal sums.
        Expr::Call(Function::Sum | Function::Count | Function::Least | Function::Greatest, arguments) => {
            1 + AGGREGATE_PRICE + arguments.iter().map(|e| price(e, dataset)).sum::<u32>()
        }
        // One element says less than all.
        Expr::Call(Function::Get, arguments) if !arguments[1].is_open() => {
            1 + ELEMENT_PRICE + arguments.iter().map(|e| price(e, dataset)).sum::<u32>()
        }
        inner => 1 + inner.operands().into_iter().map(|e| price(e, dataset)).sum::<u32>(),
    }
}

/// The dataset's row at a row of the frame; `None`: padding.
pub fn dataset_row(frame: &Frame, at: usize) -> Option<usize> {
    match at.checked_sub(frame.correct_words * 64) {
        Some(incorrect) => (incorrect < frame.incorrect).then_some(frame.correct + incorrect),
        None => (at < frame.correct).then_some(at),
    }
}

/// The rows of the frame in which a boolean expression is true.
pub fn truths(dataset: &Dataset, frame: &Frame, expr: &Expr) -> Vec<u64> {
    let mut words = vec![0; frame.words];
    for at in 0..frame.words * 64 {
        if dataset_row(frame, at).is_some_and(|row| interpret::holds(expr, dataset, row)) {
            words[at / 64] |= 1 << (at % 64);
        }
    }
    words
}

/// The column of a number or reference.
pub fn numbers(dataset: &Dataset, frame: &Frame, expr: &Expr, ty: Type) -> Column {
    pub fn lane<T: Lane>(frame: &Frame, ty: Type, value: impl Fn(usize) -> Option<T>) -> Column {
        let mut present = vec![0u64; frame.words];
        let mut complete = true;
        let values = (0..frame.words * 64).map(|at| {
            let Some(row) = dataset_row(frame, at) else { return T::default() };
            let value = value(row);
            present[at / 64] |= u64::from(value.is_some()) << (at % 64);
            complete &= value.is_some();
            value.unwrap_or_default()
        });
        let values = Values::Column(Buffer::of(values, frame.words * 64));
        Column { ty, values, present: (!complete).then_some(present) }
    }
    let value = |row: usize| interpret::evaluate(expr, &|id| interpret::variable_value(dataset, id, row));
    macro_rules! of {
        ($kind:ident) => {
            lane(frame, ty, |row| match value(row)? {
                Value::$kind(x) => Some(x),
                other => unreachable!("a {} where {ty} is due", other.value_type()),
            })
        };
    }
    match ty {
        Type::Int => of!(Int),
        Type::Long => of!(Long),
        Type::Float => of!(Float),
        Type::Double => of!(Double),
        Type::Reference => of!(Reference),
        other => unreachable!("{other} has no lane"),
    }
}

/// How many expressions may be evaluated on all states.
pub fn affordable(frame: &Frame) -> usize {
    EVALUATIONS / (frame.correct + frame.incorrect).max(1)
}

/// Variables that are tried as an index or as what is sought: cheap ones of one type.
pub fn scalars(dataset: &Dataset, leaves: &[Term], fits: impl Fn(Type, ValueType) -> bool) -> Vec<Expr> {
    let variables = leaves.iter().filter(|t| match t.expr {
        Expr::Var(id) => fits(t.column.ty, dataset.schema.variables[id as usize].value_type),
        _ => false,
    });
    variables.map(|t| t.expr.clone()).take(ARGUMENTS).collect()
}

pub fn minus_one(e: Expr) -> Expr {
    Expr::binary(BinaryOp::Sub, e, Expr::Int(1))
}

/// Numbers (and references) that contents have, the cheapest first, at most `limit`; and whether a bound left something out.
pub fn terms(dataset: &Dataset, frame: &Frame, leaves: &[Term], references: &[Term], limit: usize, control: &Control) -> (Vec<Term>, bool) {
    let holders = Holders::of(dataset);
    if holders.is_empty() {
        return Default::default();
    }
    let mut wanted: Vec<Expr> = Vec::new();
    let call = |function, arguments: &[&Expr]| Expr::call(function, arguments.iter().map(|e| (*e).clone()).collect::<Vec<_>>());
    let indices = scalars(dataset, leaves, |ty, declared| ty == Type::Int && declared != ValueType::Char);
    for holder in holders.all() {
        let this = holder.expr();
        if matches!(holder.length, Expr::Call(..)) {
            wanted.push(holder.length.clone());
        }
        let element = match holder.ty {
            Type::Text => Type::Int,
            ty => ty.element().expect("a collection").into(),
        };
        if !matches!(holder.ty, Type::Bag(_)) && (element.is_number() || element == Type::Reference) {
            let mut places = vec![Expr::Int(0), minus_one(holder.length.clone()), Expr::Int(1)];
            // The last of those in use.
            places.extend(indices.iter().filter(|i| !holders.all().any(|h| h.length == **i)).cloned().map(minus_one));
            wanted.extend(places.iter().chain(&indices).map(|place| call(Function::Get, &[&this, place])));
        }
        let sought: Vec<Expr> = match holder.ty {
            Type::Text => {
                let chars = scalars(dataset, leaves, |_, declared| declared == ValueType::Char);
                chars.into_iter().chain(holders.texts.iter().filter(|t| t.var != holder.var).map(Holder::expr)).collect()
            }
            ty => sought(dataset, &holders, leaves, references, ty.element().expect("a collection")),
        };
        for x in &sought {
            if holder.ty != Type::Text {
                wanted.push(call(Function::Count, &[&this, x]));
            }
            if !matches!(holder.ty, Type::Bag(_)) {
                wanted.push(call(Function::IndexOf, &[&this, x]));
            }
        }
        if holder.ty != Type::Text && element.is_number() {
            wanted.extend([Function::Least, Function::Greatest].map(|f| call(f, &[&this])));
            if element.is_integer() || matches!(holder.ty, Type::Sequence(_)) {
                wanted.push(call(Function::Sum, &[&this]));
            }
        }
    }
    let mut wanted: Vec<(u32, Expr)> = wanted.into_iter().map(|e| (price(&e, dataset), e)).collect();
    wanted.sort_by_key(|(price, _)| *price);
    let limit = limit.min(affordable(frame));
    let mut bounded = wanted.len() > limit;
    wanted.truncate(limit);
    let types: Vec<Type> = frame.types().collect();
    let mut made = Vec::new();
    for chunk in wanted.chunks(CHUNK) {
        if control.interruption().is_some() {
            bounded = true;
            break;
        }
        let term = |(price, expr): &(u32, Expr)| {
            let ty = expr.type_with(&|id| types[id as usize]);
            let column = numbers(dataset, frame, expr, ty);
            Term { column, price: *price, pre_state: is_pre_state(expr, dataset), expr: expr.clone() }
        };
        made.extend(chunk.par_iter().map(term).collect::<Vec<_>>());
    }
    (made, bounded)
}

/// What is looked for in a collection: variables of its elements' type, but no number of elements.
pub fn sought(dataset: &Dataset, holders: &Holders, leaves: &[Term], references: &[Term], element: Element) -> Vec<Expr> {
    let mut found = match Type::from(element) {
        Type::Text => holders.texts.iter().map(Holder::expr).collect(),
        Type::Reference => scalars(dataset, references, |_, _| true),
        // An int is compared with longs as it is.
        ty @ (Type::Int | Type::Long) => scalars(dataset, leaves, |found, _| found == ty || found == Type::Int),
        ty => scalars(dataset, leaves, |found, _| found == ty),
    };
    found.retain(|e| holders.all().all(|holder| holder.length != *e));
    found
}

/// Compound terms of contents and leaves, at most `limit`: sums and differences, and means.
pub fn compounds(contents: &[Term], leaves: &[Term], limit: usize, words: usize, kernels: Kernels) -> Vec<Term> {
    let numeric = || contents.iter().filter(|t| t.column.ty != Type::Reference);
    let mut pairs: Vec<(&Term, Arithmetic, &Term)> = Vec::new();
    for (i, a) in numeric().enumerate() {
        for b in leaves.iter().filter(|b| !b.is_constant() || b.expr == Expr::Int(1)) {
            pairs.extend([(a, Arithmetic::Add, b), (a, Arithmetic::Sub, b)]);
            if !b.is_constant() && matches!(a.expr, Expr::Call(Function::Sum, _)) {
                pairs.push((a, Arithmetic::Div, b));
            }
        }
        for b in numeric().skip(i + 1).filter(|b| b.column.ty == a.column.ty) {
            pairs.extend([(a, Arithmetic::Add, b), (a, Arithmetic::Sub, b), (b, Arithmetic::Sub, a)]);
        }
    }
    pairs.sort_by_key(|(a, _, b)| a.price + b.price);
    pairs.truncate(limit);
    let combine = |(a, op, b): (&Term, Arithmetic, &Term)| {
        let term = a.combine(op, b, words, kernels);
        Term { price: term.price + COMPOUND_PRICE, ..term }
    };
    pairs.into_par_iter().map(combine).collect()
}
