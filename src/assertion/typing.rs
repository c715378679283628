//! Types of expressions, by Java's rules: binary numeric promotion (JLS §5.6.2), no conversion between booleans, numbers and references.

use super::ast::{BinaryOp, Element, Expr, Function, OpKind, Type, UnaryOp};
use crate::evidence::schema::{Schema, VarId};

/// Which operand has the wrong type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Culprit {
    Left,
    Right,
    /// Each would do alone; they do not go together.
    Both,
}

/// Why an operator does not apply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mismatch {
    pub culprit: Culprit,
    /// What the operator takes, as the end of the sentence "`+` takes ...".
    pub takes: &'static str,
}

/// Why a function does not apply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CallMismatch {
    /// Index of the argument that has the wrong type; `None`: they are too many or too few, or do not go together.
    pub culprit: Option<usize>,
    /// What the function takes, as the end of the sentence "`min` takes ...".
    pub takes: &'static str,
}

/// The common type that Java computes a number × number operator in; `None` unless both are numbers of Java's.
pub fn promote(left: Type, right: Type) -> Option<Type> {
    // The order of `Type` is that of widening.
    (left.is_number() && right.is_number()).then(|| left.max(right))
}

/// The wider of two types that go together: exact integers are wider than int and long.
pub(super) fn wider(left: Type, right: Type) -> Type {
    left.max(right)
}

fn is_numeric(t: Type) -> bool {
    t.is_number() || t == Type::Exact
}

/// Whether the two are numbers of which one can be converted to the other's type.
fn go_together(left: Type, right: Type) -> bool {
    let exact = left == Type::Exact || right == Type::Exact;
    is_numeric(left) && is_numeric(right) && !(exact && (left.is_real() || right.is_real()))
}

/// Type of `op operand`.
pub fn unary_type(op: UnaryOp, operand: Type) -> std::result::Result<Type, Mismatch> {
    let (fits, takes, result) = match op {
        UnaryOp::Neg => (is_numeric(operand), "a number", operand),
        UnaryOp::Not => (operand == Type::Boolean, "a boolean", operand),
        UnaryOp::BitNot => (operand.is_integer(), "an int or long", operand),
        UnaryOp::Exact => (operand.is_integer(), "an int or long", Type::Exact),
    };
    if fits { Ok(result) } else { Err(Mismatch { culprit: Culprit::Right, takes }) }
}

/// Type of `left op right`.
pub fn binary_type(op: BinaryOp, left: Type, right: Type) -> std::result::Result<Type, Mismatch> {
    let of_each = |fits: fn(Type) -> bool, takes| match (fits(left), fits(right)) {
        (true, true) => Ok(()),
        (false, true) => Err(Mismatch { culprit: Culprit::Left, takes }),
        (true, false) => Err(Mismatch { culprit: Culprit::Right, takes }),
        (false, false) => Err(Mismatch { culprit: Culprit::Both, takes }),
    };
    let numbers = || {
        of_each(is_numeric, "two numbers")?;
        let takes = "exact integers only with exact integers, ints and longs";
        if go_together(left, right) { Ok(wider(left, right)) } else { Err(Mismatch { culprit: Culprit::Both, takes }) }
    };
    match op.kind() {
        OpKind::Arithmetic if matches!(op, BinaryOp::Div | BinaryOp::Rem) => {
            of_each(Type::is_number, "two numbers that are not exact").map(|()| wider(left, right))
        }
        OpKind::Arithmetic => numbers(),
        OpKind::Bitwise => {
            of_each(Type::is_integer, "two integers, int or long").map(|()| if op.is_shift() { left } else { wider(left, right) })
        }
        OpKind::Logical => of_each(|t| t == Type::Boolean, "two booleans").map(|()| Type::Boolean),
        OpKind::Comparison if matches!(op, BinaryOp::Eq | BinaryOp::Ne) && !(is_numeric(left) && is_numeric(right)) => {
            let contents = op == BinaryOp::Eq && left == right && left.is_contents();
            if contents || (left == Type::Reference && right == Type::Reference) {
                Ok(Type::Boolean)
            } else {
                Err(Mismatch { culprit: Culprit::Both, takes: "two numbers, two booleans or two references" })
            }
        }
        OpKind::Comparison => numbers().map(|_| Type::Boolean),
    }
}

/// Whether a value of that type can be compared with elements of that type without losing anything.
fn is_element(value: Type, element: Element) -> bool {
    let of_element = Type::from(element);
    let exact = matches!((value, of_element), (Type::Int, Type::Long | Type::Double) | (Type::Float, Type::Double));
    value == of_element || exact
}

/// Type of a call.
pub fn call_type(function: Function, arguments: &[Type]) -> std::result::Result<Type, CallMismatch> {
    use Function::*;
    let numbers = |t: Type| t.element().map(Type::from).filter(|t| t.is_number());
    let wrong = |culprit, takes| Err(CallMismatch { culprit, takes });
    match function {
        Abs => match *arguments {
            [x] if is_numeric(x) => Ok(x),
            _ => wrong(None, "a number"),
        },
        Min | Max => match *arguments {
            [x, y] if go_together(x, y) => Ok(wider(x, y)),
            [x, y] if is_numeric(x) && !is_numeric(y) => wrong(Some(1), "two numbers"),
            [x, y] if is_numeric(y) && !is_numeric(x) => wrong(Some(0), "two numbers"),
            _ => wrong(None, "two numbers"),
        },
        Get => {
            let takes = "an array, list or text, and an int";
            match *arguments {
                [Type::Sequence(element), Type::Int] => Ok(element.into()),
                [Type::Text, Type::Int] => Ok(Type::Int),
                [Type::Sequence(_) | Type::Text, _] => wrong(Some(1), takes),
                [_, _] => wrong(Some(0), takes),
                _ => wrong(None, takes),
            }
        }
        Length => match *arguments {
            [t] if t.is_contents() => Ok(Type::Int),
            _ => wrong(None, "an array, collection or text"),
        },
        Contains | Count | IndexOf => {
            let result = if function == Contains { Type::Boolean } else { Type::Int };
            let takes = match function {
                Contains => "an array or collection and a value of its elements' type, or two texts",
                Count => "an array or collection and a value of its elements' type",
                _ => "an array or list and a value of its elements' type, or a text and a text or code point",
            };
            match *arguments {
                [Type::Bag(_), _] if function == IndexOf => wrong(Some(0), takes),
                [Type::Sequence(element) | Type::Bag(element), x] if is_element(x, element) => Ok(result),
                [Type::Sequence(_) | Type::Bag(_), _] => wrong(Some(1), takes),
                [Type::Text, Type::Text] if function != Count => Ok(result),
                [Type::Text, Type::Int] if function == IndexOf => Ok(result),
                [Type::Text, _] if function != Count => wrong(Some(1), takes),
                [_, _] => wrong(Some(0), takes),
                _ => wrong(None, takes),
            }
        }
        Sum => match *arguments {
            [t] if numbers(t).is_some_and(Type::is_integer) => Ok(Type::Long),
            // The sum of floating-point numbers depends on their order.
            [t @ Type::Sequence(_)] if numbers(t).is_some() => Ok(Type::Double),
            _ => wrong(None, "an array or collection of integers, or an array or list of floating-point numbers"),
        },
        Least | Greatest => match *arguments {
            [t] if numbers(t).is_some() => Ok(numbers(t).expect("just asked")),
            _ => wrong(None, "an array or collection of numbers"),
        },
        Sorted | StrictlySorted => match *arguments {
            [t @ Type::Sequence(element)] if numbers(t).is_some() || element == Element::Text => Ok(Type::Boolean),
            _ => wrong(None, "an array or list of numbers or strings"),
        },
        Permutation => match *arguments {
            [x, y] if x.element().is_some() && x.element() == y.element() => Ok(Type::Boolean),
            _ => wrong(None, "two arrays or collections of one element type"),
        },
        StartsWith | EndsWith => texts(arguments, 2, "two texts").map(|()| Type::Boolean),
        Concat => texts(arguments, 2, "two texts").map(|()| Type::Text),
        IsBlank => texts(arguments, 1, "a text").map(|()| Type::Boolean),
        Strip | Trim => texts(arguments, 1, "a text").map(|()| Type::Text),
        Substring => {
            let takes = "a text and one or two ints";
            match *arguments {
                [Type::Text, Type::Int] | [Type::Text, Type::Int, Type::Int] => Ok(Type::Text),
                [Type::Text, ref ints @ ..] if matches!(ints.len(), 1 | 2) => {
                    wrong(ints.iter().position(|t| *t != Type::Int).map(|i| i + 1), takes)
                }
                [_, _] | [_, _, _] => wrong(Some(0), takes),
                _ => wrong(None, takes),
            }
        }
    }
}

fn texts(arguments: &[Type], number: usize, takes: &'static str) -> std::result::Result<(), CallMismatch> {
    let culprit = if arguments.len() == number { arguments.iter().position(|t| *t != Type::Text) } else { None };
    let fits = arguments.len() == number && culprit.is_none();
    if fits { Ok(()) } else { Err(CallMismatch { culprit, takes }) }
}

/// The type of variable `id`; `None` if the schema has no such variable.
pub fn variable_type(id: VarId, schema: &Schema) -> Option<Type> {
    schema.variables.get(id as usize).map(|v| v.value_type.into())
}

impl Expr {
    /// Whether the root is an operator or literal that only the interpreter knows. Java's operators and literals on numbers,
    /// booleans and references, and `abs`, `min` and `max` of numbers, are left to kernels, whatever their operands are; the operands
    /// have to be looked at one by one.
    ///
    /// `type_of` gives the types of variables. A variable of contents needs the interpreter too. Every expression that
    /// needs it and has a number, boolean or reference as its value can be a column of its own; the outermost such ones of an assertion
    /// contain all that is exact, or of contents, or a quantifier's.
    pub fn needs_interpreter(&self, type_of: &dyn Fn(VarId) -> Type) -> bool {
        let special = |e: &Expr| {
            let t = e.type_with(type_of);
            t == Type::Exact || t.is_contents()
        };
        match self {
            Self::Bool(_) | Self::Int(_) | Self::Long(_) | Self::Float(_) | Self::Double(_) | Self::Null => false,
            Self::Call(Function::Abs | Function::Min | Function::Max, arguments) => arguments.iter().any(special),
            Self::Text(_) | Self::Bound(_) | Self::Call(..) | Self::Quantified(..) => true,
            Self::Var(id) => type_of(*id).is_contents(),
            Self::Unary(op, operand) => match op {
                UnaryOp::Exact => true,
                UnaryOp::BitNot | UnaryOp::Neg | UnaryOp::Not => special(operand),
            },
            Self::Binary(_, left, right) => special(left) || special(right),
        }
    }

    /// The type of a well-typed expression, given the types of its variables.
    ///
    /// # Panics
    /// Perhaps, if it is not well typed.
    pub fn type_with(&self, type_of: &dyn Fn(VarId) -> Type) -> Type {
        match self {
            Self::Bool(_) => Type::Boolean,
            Self::Int(_) | Self::Bound(_) => Type::Int,
            Self::Long(_) => Type::Long,
            Self::Float(_) => Type::Float,
            Self::Double(_) => Type::Double,
            Self::Null => Type::Reference,
            Self::Text(_) => Type::Text,
            Self::Var(id) => type_of(*id),
            Self::Unary(UnaryOp::Exact, _) => Type::Exact,
            Self::Unary(_, operand) => operand.type_with(type_of),
            Self::Binary(op, left, right) => match op.kind() {
                OpKind::Comparison | OpKind::Logical => Type::Boolean,
                _ if op.is_shift() => left.type_with(type_of),
                OpKind::Arithmetic | OpKind::Bitwise => wider(left.type_with(type_of), right.type_with(type_of)),
            },
            Self::Call(function, arguments) => {
                let types: Vec<Type> = arguments.iter().map(|a| a.type_with(type_of)).collect();
                call_type(*function, &types).expect("a well-typed call")
            }
            Self::Quantified(..) => Type::Boolean,
        }
    }
}

/// What is said of an exact term that [`exact_range`] refuses.
pub(super) const TOO_LARGE: &str = "may be too large: exact integers have at most 127 bits";

/// Least and greatest value that the types of its parts allow an exact, int or long term; `None` if they need more than 128 bits with the
/// sign.
pub(super) fn exact_range(expr: &Expr, schema: &Schema) -> Option<(i128, i128)> {
    let range = |e: &Expr| exact_range(e, schema);
    let corners = |(a, b): (i128, i128), (c, d): (i128, i128), f: fn(i128, i128) -> Option<i128>| {
        let all = [f(a, c)?, f(a, d)?, f(b, c)?, f(b, d)?];
        Some((all.into_iter().min()?, all.into_iter().max()?))
    };
    if type_of_checked(expr, schema) != Type::Exact {
        let within = |least: i64, greatest: i64| Some((least.into(), greatest.into()));
        return match expr {
            Expr::Int(x) => within((*x).into(), (*x).into()),
            Expr::Long(x) => within(*x, *x),
            Expr::Var(id) => {
                let (least, greatest) = schema.variables[*id as usize].value_type.range().unwrap_or((i64::MIN, i64::MAX));
                within(least, greatest)
            }
            _ if type_of_checked(expr, schema) == Type::Int => within(i32::MIN.into(), i32::MAX.into()),
            _ => within(i64::MIN, i64::MAX),
        };
    }
    match expr {
        Expr::Unary(UnaryOp::Exact, operand) => range(operand),
        Expr::Unary(_, operand) => range(operand).and_then(|(least, greatest)| Some((greatest.checked_neg()?, least.checked_neg()?))),
        Expr::Binary(op, left, right) => {
            let apply: fn(i128, i128) -> Option<i128> = match op {
                BinaryOp::Add => i128::checked_add,
                BinaryOp::Sub => i128::checked_sub,
                _ => i128::checked_mul,
            };
            corners(range(left)?, range(right)?, apply)
        }
        Expr::Call(Function::Abs, arguments) => {
            let (least, greatest) = range(&arguments[0])?;
            let (a, b) = (least.checked_abs()?, greatest.checked_abs()?);
            Some((if least <= 0 && greatest >= 0 { 0 } else { a.min(b) }, a.max(b)))
        }
        Expr::Call(Function::Min, arguments) => corners(range(&arguments[0])?, range(&arguments[1])?, |x, y| Some(x.min(y))),
        Expr::Call(Function::Max, arguments) => corners(range(&arguments[0])?, range(&arguments[1])?, |x, y| Some(x.max(y))),
        other => unreachable!("{other:?} is no exact term"),
    }
}

/// The type of an expression that is known to be well typed (one that [`check::type_of`](super::check::type_of) or the parser accepted).
///
/// # Panics
/// If it has a variable that the schema does not have.
pub fn type_of_checked(expr: &Expr, schema: &Schema) -> Type {
    expr.type_with(&|id| schema.variables[id as usize].value_type.into())
}

/// The prefix operator as the notation writes it.
pub(super) fn unary_symbol(op: UnaryOp) -> &'static str {
    match op {
        UnaryOp::Neg => "-",
        UnaryOp::Not => "!",
        UnaryOp::BitNot => "~",
        UnaryOp::Exact => "exact",
    }
}

/// "`min` takes two numbers, but `b` is a boolean", given the arguments as text with their types.
pub(super) fn call_message(function: Function, mismatch: CallMismatch, arguments: &[(&str, Type)]) -> String {
    let shown = |&(text, t): &(&str, Type)| format!("`{text}` is {}", a(t));
    let found = match mismatch.culprit {
        Some(i) => shown(&arguments[i]),
        None if arguments.is_empty() => "there is no argument".to_owned(),
        None => arguments.iter().map(shown).collect::<Vec<_>>().join(" and "),
    };
    format!("`{}` takes {}, but {found}", function.name(), mismatch.takes)
}

/// "`+` takes two numbers, but `b` is a boolean", given both operands as text with their types.
pub(super) fn mismatch_message(op: BinaryOp, mismatch: Mismatch, left: (&str, Type), right: (&str, Type)) -> String {
    let found = match mismatch.culprit {
        Culprit::Left => format!("`{}` is {}", left.0, a(left.1)),
        Culprit::Right => format!("`{}` is {}", right.0, a(right.1)),
        Culprit::Both => format!("`{}` is {} and `{}` is {}", left.0, a(left.1), right.0, a(right.1)),
    };
    format!("`{}` takes {}, but {found}", op.symbol(), mismatch.takes)
}

/// The type with its article.
pub(super) fn a(t: Type) -> String {
    format!("{} {t}", if matches!(t, Type::Int | Type::Exact) { "an" } else { "a" })
}
