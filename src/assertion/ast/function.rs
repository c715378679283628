//! The functions of the assertion language, besides its operators.

/// A function of one to three arguments. A *container* is a sequence or bag, x a value that its elements are compared with.
///
/// Elements are compared as Java compares boxes and strings with `equals` (a NaN is equal to a NaN, 0.0 is not equal to -0.0), but
/// references by identity. A function fails where an argument fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Function {
    /// number → number, as `Math.abs`: the least int and long are their own. Exact integers too.
    Abs,
    /// number × number → number, as `Math.min`. Exact integers too.
    Min,
    /// number × number → number, as `Math.max`. Exact integers too.
    Max,
    /// sequence × int → element, text × int → code unit. Fails outside the sequence, and where a text element is null.
    Get,
    /// sequence, bag or text → int: number of elements or code units
    Length,
    /// container × x → boolean; text × text → boolean
    Contains,
    /// container × x → int: how many elements are equal to x
    Count,
    /// sequence × x → int, text × text → int, text × code point → int: place of the first occurrence, or -1
    IndexOf,
    /// container of numbers → long, wrapping; sequence of float or double → double, added from 0.0 on from left to right
    Sum,
    /// container of numbers → number, as `Math.min` of all; fails if it is empty
    Least,
    /// container of numbers → number, as `Math.max` of all; fails if it is empty
    Greatest,
    /// sequence of numbers or texts → boolean: each element is `<=` the next, texts as by `compareTo`; false if a text is null
    Sorted,
    /// sequence of numbers or texts → boolean: each element is `<` the next
    StrictlySorted,
    /// container × container of the same element type → boolean: equal as multisets
    Permutation,
    /// text × text → boolean
    StartsWith,
    /// text × text → boolean
    EndsWith,
    /// text → boolean, as `String.isBlank`
    IsBlank,
    /// text → text, as `String.strip`
    Strip,
    /// text → text, as `String.trim`
    Trim,
    /// text × text → text
    Concat,
    /// text × int → text, text × int × int → text, as `String.substring`; fails where that throws
    Substring,
}

impl Function {
    pub const ALL: [Self; 21] = [
        Self::Abs,
        Self::Min,
        Self::Max,
        Self::Get,
        Self::Length,
        Self::Contains,
        Self::Count,
        Self::IndexOf,
        Self::Sum,
        Self::Least,
        Self::Greatest,
        Self::Sorted,
        Self::StrictlySorted,
        Self::Permutation,
        Self::StartsWith,
        Self::EndsWith,
        Self::IsBlank,
        Self::Strip,
        Self::Trim,
        Self::Concat,
        Self::Substring,
    ];

    /// The function's name in the notation: `abs`, `get`, `startsWith`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Abs => "abs",
            Self::Min => "min",
            Self::Max => "max",
            Self::Get => "get",
            Self::Length => "length",
            Self::Contains => "contains",
            Self::Count => "count",
            Self::IndexOf => "indexOf",
            Self::Sum => "sum",
            Self::Least => "least",
            Self::Greatest => "greatest",
            Self::Sorted => "sorted",
            Self::StrictlySorted => "strictlySorted",
            Self::Permutation => "permutation",
            Self::StartsWith => "startsWith",
            Self::EndsWith => "endsWith",
            Self::IsBlank => "isBlank",
            Self::Strip => "strip",
            Self::Trim => "trim",
            Self::Concat => "concat",
            Self::Substring => "substring",
        }
    }
}
