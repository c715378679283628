//! Vector kernels: what the evaluation does with whole columns at a time.
//!
//! Every operation exists at three levels of the processor, chosen at run time, as the library is built for the x86-64-v2
//! baseline. Arithmetic, logic and counting are written once, as loops that the compiler vectorises for each level. Comparisons
//! into a bitset are not: the compiler makes them bit by bit, so `compare` spells them out.
//!
//! Columns come in multiples of 64 rows, so that no kernel has a remainder to treat; bitsets have one word per 64 rows.

mod compare;
mod lane;
mod tally;

pub use crate::compute::level::Level;
pub use lane::{Buffer, Integral, Lane};
pub use tally::LANES as TALLY_WORDS;

/// A comparison. For references only `Eq` and `Ne`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

impl Comparison {
    /// The comparison that holds of (b, a) iff this one holds of (a, b).
    pub fn mirrored(self) -> Self {
        match self {
            Self::Eq | Self::Ne => self,
            Self::Lt => Self::Gt,
            Self::Le => Self::Ge,
            Self::Gt => Self::Lt,
            Self::Ge => Self::Le,
        }
    }

    /// Java's answer; with NaN only `Ne` is true.
    #[inline(always)]
    pub fn holds<T: PartialOrd>(self, a: T, b: T) -> bool {
        match self {
            Self::Eq => a == b,
            Self::Ne => a != b,
            Self::Lt => a < b,
            Self::Le => a <= b,
            Self::Gt => a > b,
            Self::Ge => a >= b,
        }
    }
}

/// An operation on two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arithmetic {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
}

/// The lesser or the greater of two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extremum {
    Min,
    Max,
}

/// An operation on the bits of two integers; the right operand of a shift is its distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bitwise {
    And,
    Or,
    Xor,
    Shl,
    Shr,
    Ushr,
}

/// An operation on two bitsets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Logic {
    And,
    Or,
    Xor,
    Implies,
    Equiv,
}

/// What a kernel reads: a column, or the same number in every row.
#[derive(Clone, Copy, Debug)]
pub enum Operand<'a, T> {
    Column(&'a [T]),
    Constant(T),
}

impl<T: Lane> Operand<'_, T> {
    /// Rows `from..from + len`, into the front of `to`.
    #[inline(always)]
    fn copy_chunk(self, from: usize, len: usize, to: &mut [T]) {
        match self {
            Self::Column(column) => to[..len].copy_from_slice(&column[from..from + len]),
            Self::Constant(constant) => to[..len].fill(constant),
        }
    }
}

/// `dst = f(a, b)`, elementwise. Columns must be at least as long as `dst`.
#[inline(always)]
fn zip<T: Lane>(dst: &mut [T], a: Operand<T>, b: Operand<T>, f: impl Fn(T, T) -> T) {
    let n = dst.len();
    match (a, b) {
        (Operand::Column(a), Operand::Column(b)) => {
            for ((dst, a), b) in dst.iter_mut().zip(&a[..n]).zip(&b[..n]) {
                *dst = f(*a, *b);
            }
        }
        (Operand::Column(a), Operand::Constant(b)) => dst.iter_mut().zip(&a[..n]).for_each(|(dst, a)| *dst = f(*a, b)),
        (Operand::Constant(a), Operand::Column(b)) => dst.iter_mut().zip(&b[..n]).for_each(|(dst, b)| *dst = f(a, *b)),
        (Operand::Constant(a), Operand::Constant(b)) => dst.fill(f(a, b)),
    }
}

mod body {
    //! The loops that the compiler vectorises; inlined into one function per level.
    pub use super::tally::tally;
    use super::{Arithmetic, Bitwise, Extremum, Integral, Lane, Logic, Operand, zip};

    #[inline(always)]
    pub fn arithmetic<T: Lane>(op: Arithmetic, dst: &mut [T], a: Operand<T>, b: Operand<T>) {
        match op {
            Arithmetic::Add => zip(dst, a, b, T::add),
            Arithmetic::Sub => zip(dst, a, b, T::sub),
            Arithmetic::Mul => zip(dst, a, b, T::mul),
            Arithmetic::Div => T::divide_into(dst, a, b),
            Arithmetic::Rem => T::remainder_into(dst, a, b),
        }
    }

    #[inline(always)]
    pub fn extremum<T: Lane>(op: Extremum, dst: &mut [T], a: Operand<T>, b: Operand<T>) {
        match op {
            Extremum::Min => zip(dst, a, b, T::min),
            Extremum::Max => zip(dst, a, b, T::max),
        }
    }

    #[inline(always)]
    pub fn bitwise<T: Integral>(op: Bitwise, dst: &mut [T], a: Operand<T>, b: Operand<T>) {
        match op {
            Bitwise::And => zip(dst, a, b, T::and),
            Bitwise::Or => zip(dst, a, b, T::or),
            Bitwise::Xor => zip(dst, a, b, T::xor),
            Bitwise::Shl => zip(dst, a, b, T::shl),
            Bitwise::Shr => zip(dst, a, b, T::shr),
            Bitwise::Ushr => zip(dst, a, b, T::ushr),
        }
    }

    #[inline(always)]
    pub fn map<T: Lane, U: Lane>(dst: &mut [U], a: &[T], f: impl Fn(T) -> U) {
        dst.iter_mut().zip(a).for_each(|(dst, a)| *dst = f(*a));
    }

    #[inline(always)]
    pub fn logic(op: Logic, dst: &mut [u64], a: &[u64], b: &[u64]) {
        let n = dst.len();
        let words = dst.iter_mut().zip(&a[..n]).zip(&b[..n]);
        match op {
            Logic::And => words.for_each(|((dst, a), b)| *dst = a & b),
            Logic::Or => words.for_each(|((dst, a), b)| *dst = a | b),
            Logic::Xor => words.for_each(|((dst, a), b)| *dst = a ^ b),
            Logic::Implies => words.for_each(|((dst, a), b)| *dst = !a | b),
            Logic::Equiv => words.for_each(|((dst, a), b)| *dst = !(a ^ b)),
        }
    }

    #[inline(always)]
    pub fn count(bits: &[u64], correct: &[u64], incorrect: &[u64]) -> (u32, u32) {
        let n = bits.len();
        let (mut fp, mut fn_) = (0u64, 0u64);
        for ((bits, correct), incorrect) in bits.iter().zip(&correct[..n]).zip(&incorrect[..n]) {
            fp += u64::from((correct & !bits).count_ones());
            fn_ += u64::from((incorrect & bits).count_ones());
        }
        (fp as u32, fn_ as u32)
    }
}

/// Instantiates the loops of [`body`] with the instructions of one level.
macro_rules! instantiate {
    ($level:ident, $features:literal) => {
        #[cfg(target_arch = "x86_64")]
        mod $level {
            use super::{Arithmetic, Bitwise, Extremum, Integral, Lane, Logic, Operand, TALLY_WORDS, body};

            #[target_feature(enable = $features)]
            pub fn arithmetic<T: Lane>(op: Arithmetic, dst: &mut [T], a: Operand<T>, b: Operand<T>) {
                body::arithmetic(op, dst, a, b);
            }

            #[target_feature(enable = $features)]
            pub fn extremum<T: Lane>(op: Extremum, dst: &mut [T], a: Operand<T>, b: Operand<T>) {
                body::extremum(op, dst, a, b);
            }

            #[target_feature(enable = $features)]
            pub fn bitwise<T: Integral>(op: Bitwise, dst: &mut [T], a: Operand<T>, b: Operand<T>) {
                body::bitwise(op, dst, a, b);
            }

            #[target_feature(enable = $features)]
            pub fn map<T: Lane, U: Lane>(dst: &mut [U], a: &[T], f: impl Fn(T) -> U) {
                body::map(dst, a, f);
            }

            #[target_feature(enable = $features)]
            pub fn logic(op: Logic, dst: &mut [u64], a: &[u64], b: &[u64]) {
                body::logic(op, dst, a, b);
            }

            #[target_feature(enable = $features)]
            pub fn count(bits: &[u64], correct: &[u64], incorrect: &[u64]) -> (u32, u32) {
                body::count(bits, correct, incorrect)
            }

            #[target_feature(enable = $features)]
            pub fn tally<'a>(counts: &mut [u32], bitsets: impl Iterator<Item = &'a [u64]>, planes: &mut Vec<[u64; TALLY_WORDS]>) {
                body::tally(counts, bitsets, planes);
            }
        }
    };
}
instantiate!(with_avx512, "avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq");
instantiate!(with_avx2, "avx2,popcnt");

/// The kernels of one level; having one is proof that the processor has that level.
#[derive(Clone, Copy, Debug)]
pub struct Kernels {
    level: Level,
}

/// Calls the level's instance of a kernel.
macro_rules! dispatch {
    ($self:ident, $kernel:ident($($argument:expr),*)) => {
        match $self.level {
            // SAFETY: a `Kernels` of this level is only constructed when the processor has the level's features.
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 => unsafe { with_avx512::$kernel($($argument),*) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Level::Avx2 => unsafe { with_avx2::$kernel($($argument),*) },
            _ => body::$kernel($($argument),*),
        }
    };
}

impl Kernels {
    /// The kernels of the best level that this processor has.
    pub fn best() -> Self {
        Self { level: Level::available().into_iter().max().unwrap_or(Level::Portable) }
    }

    /// The kernels of that level, if the processor has it.
    pub fn of(level: Level) -> Option<Self> {
        Level::available().contains(&level).then_some(Self { level })
    }

    pub fn level(self) -> Level {
        self.level
    }

    /// One bit per row: whether the comparison holds. Columns must have at least `64 * dst.len()` rows.
    #[inline]
    pub fn compare<T: compare::Compare>(self, op: Comparison, dst: &mut [u64], a: Operand<T>, b: Operand<T>) {
        let (op, a, b) = match (a, b) {
            (Operand::Constant(a), Operand::Constant(b)) => {
                dst.fill(if op.holds(a, b) { u64::MAX } else { 0 });
                return;
            }
            (Operand::Constant(a), Operand::Column(b)) => (op.mirrored(), b, Operand::Constant(a)),
            (Operand::Column(a), b) => (op, a, b),
        };
        let rows = dst.len() * 64;
        let a = &a[..rows];
        let b = match b {
            Operand::Column(b) => Operand::Column(&b[..rows]),
            constant => constant,
        };
        match self.level {
            // SAFETY: the processor has the level's features, see `dispatch`; the columns have 64 rows per word of `dst`.
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 => unsafe { T::compare_avx512(op, dst, a, b) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Level::Avx2 => unsafe { T::compare_avx2(op, dst, a, b) },
            _ => compare::portable(op, dst, a, b),
        }
    }

    /// `dst = a op b`, elementwise; columns at least as long as `dst`.
    #[inline]
    pub fn arithmetic<T: Lane>(self, op: Arithmetic, dst: &mut [T], a: Operand<T>, b: Operand<T>) {
        dispatch!(self, arithmetic(op, dst, a, b));
    }

    /// `dst = op(a, b)`, elementwise; columns at least as long as `dst`.
    #[inline]
    pub fn extremum<T: Lane>(self, op: Extremum, dst: &mut [T], a: Operand<T>, b: Operand<T>) {
        dispatch!(self, extremum(op, dst, a, b));
    }

    /// `dst = a op b`, elementwise; columns at least as long as `dst`.
    #[inline]
    pub fn bitwise<T: Integral>(self, op: Bitwise, dst: &mut [T], a: Operand<T>, b: Operand<T>) {
        dispatch!(self, bitwise(op, dst, a, b));
    }

    /// `dst = f(a)`, elementwise: negation and conversions. `f` is inlined.
    #[inline]
    pub fn map<T: Lane, U: Lane>(self, dst: &mut [U], a: &[T], f: impl Fn(T) -> U) {
        dispatch!(self, map(dst, a, f));
    }

    /// `dst = a op b`, wordwise; operands at least as long as `dst`.
    #[inline]
    pub fn logic(self, op: Logic, dst: &mut [u64], a: &[u64], b: &[u64]) {
        dispatch!(self, logic(op, dst, a, b));
    }

    /// False positives and false negatives: rows of `correct` that are not in `bits`, and rows of `incorrect` that are.
    #[inline]
    pub fn count(self, bits: &[u64], correct: &[u64], incorrect: &[u64]) -> (u32, u32) {
        dispatch!(self, count(bits, correct, incorrect))
    }

    /// For each of the 64 rows of each word: in how many of `bitsets` it is. All have the same number of words, at most
    /// [`TALLY_WORDS`], and `counts` has 64 elements for each. `planes` is scratch memory.
    #[inline]
    pub fn tally<'a>(self, counts: &mut [u32], bitsets: impl Iterator<Item = &'a [u64]>, planes: &mut Vec<[u64; TALLY_WORDS]>) {
        dispatch!(self, tally(counts, bitsets, planes));
    }
}

#[cfg(test)]
mod tests;
