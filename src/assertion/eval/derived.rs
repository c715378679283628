//! Derived columns: terms that no kernel computes, as columns of their own.
//!
//! Kernels know Java's operators on numbers, booleans and references. What is about contents, exact integers, text or a quantifier
//! is the interpreter's. The outermost subtrees of that kind have a number, boolean or reference as their value; each is computed
//! once for all states, row by row, and is a leaf from then on, like a variable. Trees speak of a derived term by its column in the
//! [`Frame`](super::frame::Frame), whose first columns are those of the variables.

use crate::assertion::ast::{Expr, Type};
use crate::evidence::schema::VarId;
use std::collections::HashMap;

/// Index of a column of a [`Frame`](super::frame::Frame): of a variable, the same as its [`VarId`]; of derived terms, from the
/// number of variables on.
pub type ColumnId = u32;

/// A term that is computed by the interpreter.
#[derive(Clone, Debug)]
pub struct DerivedTerm {
    pub expr: Expr,
    /// A boolean, a reference, or one of Java's numbers.
    pub ty: Type,
    pub column: ColumnId,
    /// Number of nodes.
    pub size: u32,
    /// The variables of the term, without repetitions, in ascending order.
    pub variables: Vec<VarId>,
}

/// The derived terms of a frame.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    first: ColumnId,
    list: Vec<DerivedTerm>,
    index: HashMap<Expr, usize>,
}

impl Terms {
    /// No terms yet, of a frame with so many variables.
    pub(super) fn new(variables: usize) -> Self {
        Self { first: variables as ColumnId, ..Self::default() }
    }

    /// Names a term; the caller has its column.
    pub(super) fn push(&mut self, expr: Expr, ty: Type) {
        let mut variables = Vec::new();
        expr.for_each_variable(&mut |v| variables.push(v));
        variables.sort_unstable();
        variables.dedup();
        let column = self.first + self.list.len() as ColumnId;
        let size = u32::try_from(expr.size()).unwrap_or(u32::MAX);
        self.index.insert(expr.clone(), self.list.len());
        self.list.push(DerivedTerm { expr, ty, column, size, variables });
    }

    /// The term that is this expression.
    pub fn find(&self, expr: &Expr) -> Option<&DerivedTerm> {
        self.index.get(expr).map(|&i| &self.list[i])
    }

    /// The term of that column.
    ///
    /// # Panics
    /// If the column is a variable's, or there is none.
    pub fn of_column(&self, column: ColumnId) -> &DerivedTerm {
        &self.list[(column - self.first) as usize]
    }

    /// All, in the order of their columns.
    pub fn all(&self) -> &[DerivedTerm] {
        &self.list
    }
}

/// Calls `visit` with the outermost subtrees that need a column of their own, left to right. `types` has each variable's type.
pub fn for_each_outermost<'e>(expr: &'e Expr, types: &[Type], visit: &mut impl FnMut(&'e Expr)) {
    if needs_interpreter(expr, types) {
        visit(expr);
    } else {
        expr.operands().into_iter().for_each(|operand| for_each_outermost(operand, types, visit));
    }
}

/// Whether the root of the expression has no kernel. What speaks of a variable that does not exist has none either.
pub(super) fn needs_interpreter(expr: &Expr, types: &[Type]) -> bool {
    expr.needs_interpreter(&|var| types.get(var as usize).copied().unwrap_or(Type::Boolean))
}
