//! The samples of a program point as columns: one column per variable, one row per sample.

use crate::evidence::dataset::Bits;
use crate::evidence::schema::VarId;

/// Index of a variable in its [`Samples`].
pub type Var = usize;

/// What the values of a variable, or the elements of its sequences, are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// 0 or 1.
    Boolean,
    /// byte, short, char, int and long.
    Integer,
    /// The identity of an object, 0 for null.
    Reference,
    /// float and double.
    Real,
    /// The place of a text in [`super::texts::Texts`], 0 for null.
    Text,
    /// The place of a class's name in [`super::texts::Texts`]: compared for equality only.
    ClassName,
}

/// Whether a variable is one value or many.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    Scalar,
    /// Elements in an order.
    Sequence,
    /// Elements whose order means nothing.
    Bag,
}

/// How a variable was made of others of the point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Derivation {
    /// The number of elements of a sequence, or code units of a text.
    Length(Var),
    /// The last index of a sequence, -1 of one without elements.
    LastIndex(Var),
    /// `sequence[index + shift]`.
    Element { sequence: Var, index: Var, shift: i64 },
    /// `sequence[0..index + shift]`, both ends included.
    Head { sequence: Var, index: Var, shift: i64 },
    /// `sequence[index + shift..]`, to the end.
    Tail { sequence: Var, index: Var, shift: i64 },
}

impl Derivation {
    /// The sequence or text that the variable was read from.
    pub fn base(self) -> Var {
        match self {
            Self::Length(base) | Self::LastIndex(base) => base,
            Self::Element { sequence, .. } | Self::Head { sequence, .. } | Self::Tail { sequence, .. } => sequence,
        }
    }

    /// The variable that says which part of the sequence it is.
    pub fn index(self) -> Option<Var> {
        match self {
            Self::Length(_) | Self::LastIndex(_) => None,
            Self::Element { index, .. } | Self::Head { index, .. } | Self::Tail { index, .. } => Some(index),
        }
    }
}

/// A variable of a program point.
#[derive(Clone, Debug, PartialEq)]
pub struct Variable {
    /// In Daikon's notation: `this.top`, `orig(x)`, `a[]`, `size(a[])`.
    pub name: String,
    pub kind: Kind,
    pub shape: Shape,
    /// Whether it is a value that the method had on entry, seen at its exit.
    pub entry: bool,
    /// Whether it is known beforehand that it is never null.
    pub non_null: bool,
    /// The least and the greatest number of its type, or of its elements' type, where the type is known: bounds that say nothing.
    pub range: Option<(i64, i64)>,
    /// Variables of different groups mean different things and are not compared; `None`: comparable with all.
    pub group: Option<u64>,
    /// Of a sequence: the group of its length, and of what names its elements.
    pub index_group: Option<u64>,
    pub derivation: Option<Derivation>,
    /// The variable of the schema that this one stands for, if the samples are states of a method.
    pub source: Option<VarId>,
}

impl Variable {
    pub fn new(name: impl Into<String>, kind: Kind, shape: Shape) -> Self {
        Self {
            name: name.into(),
            kind,
            shape,
            entry: false,
            non_null: false,
            range: None,
            group: None,
            index_group: None,
            derivation: None,
            source: None,
        }
    }

    pub fn is_scalar(&self) -> bool {
        self.shape == Shape::Scalar
    }
}

/// The values of a variable. Where it is absent the value is 0, or no elements, and means nothing.
#[derive(Clone, Debug, PartialEq)]
pub enum Data {
    /// All kinds but reals.
    Integers(Vec<i64>),
    Reals(Vec<f64>),
    /// Row r has the items `offsets[r]..offsets[r + 1]`.
    IntegerLists {
        offsets: Vec<u32>,
        items: Vec<i64>,
    },
    RealLists {
        offsets: Vec<u32>,
        items: Vec<f64>,
    },
}

impl Data {
    /// No rows yet of a variable.
    pub fn empty(kind: Kind, shape: Shape) -> Self {
        match (kind == Kind::Real, shape == Shape::Scalar) {
            (false, true) => Self::Integers(Vec::new()),
            (true, true) => Self::Reals(Vec::new()),
            (false, false) => Self::IntegerLists { offsets: vec![0], items: Vec::new() },
            (true, false) => Self::RealLists { offsets: vec![0], items: Vec::new() },
        }
    }

    pub fn rows(&self) -> usize {
        match self {
            Self::Integers(values) => values.len(),
            Self::Reals(values) => values.len(),
            Self::IntegerLists { offsets, .. } | Self::RealLists { offsets, .. } => offsets.len() - 1,
        }
    }

    /// Appends a row without a value.
    pub fn push_absent(&mut self) {
        match self {
            Self::Integers(values) => values.push(0),
            Self::Reals(values) => values.push(0.0),
            Self::IntegerLists { offsets, .. } | Self::RealLists { offsets, .. } => offsets.push(*offsets.last().expect("starts with 0")),
        }
    }

    /// Appends a row of other data of the same type.
    ///
    /// # Panics
    /// If the type is another.
    pub fn push_from(&mut self, other: &Self, row: usize) {
        let range = |offsets: &[u32]| offsets[row] as usize..offsets[row + 1] as usize;
        match (self, other) {
            (Self::Integers(to), Self::Integers(from)) => to.push(from[row]),
            (Self::Reals(to), Self::Reals(from)) => to.push(from[row]),
            (Self::IntegerLists { offsets, items }, Self::IntegerLists { offsets: o, items: from }) => {
                items.extend_from_slice(&from[range(o)]);
                offsets.push(items.len() as u32);
            }
            (Self::RealLists { offsets, items }, Self::RealLists { offsets: o, items: from }) => {
                items.extend_from_slice(&from[range(o)]);
                offsets.push(items.len() as u32);
            }
            _ => panic!("rows of one type go to rows of another"),
        }
    }
}

/// A variable's column.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    pub data: Data,
    /// `None`: present in every row.
    pub present: Option<Bits>,
}

impl Column {
    pub fn has(&self, row: usize) -> bool {
        self.present.as_ref().is_none_or(|p| p.get(row))
    }

    /// Whether the variable is present in some row.
    pub fn is_ever_present(&self) -> bool {
        self.data.rows() > 0 && self.present.as_ref().is_none_or(|p| p.words.iter().any(|w| *w != 0))
    }

    /// Makes presence in every row say so by `None`.
    pub fn normalise(&mut self) {
        if self.present.as_ref().is_some_and(|p| (0..p.words.len()).all(|w| p.words[w] == full_word(p.len, w))) {
            self.present = None;
        }
    }
}

/// The value of a variable in a row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Cell<'a> {
    Integer(i64),
    Real(f64),
    Integers(&'a [i64]),
    Reals(&'a [f64]),
}

/// All samples of a program point.
#[derive(Clone, Debug, Default)]
pub struct Samples {
    pub rows: usize,
    /// Whether NaN equals NaN where two values are compared.
    pub nan_equals_nan: bool,
    pub variables: Vec<Variable>,
    /// One per variable.
    pub columns: Vec<Column>,
}

impl Samples {
    /// The value in a row; `None`: absent.
    pub fn cell(&self, var: Var, row: usize) -> Option<Cell<'_>> {
        let column = &self.columns[var];
        let range = |offsets: &[u32]| offsets[row] as usize..offsets[row + 1] as usize;
        column.has(row).then(|| match &column.data {
            Data::Integers(values) => Cell::Integer(values[row]),
            Data::Reals(values) => Cell::Real(values[row]),
            Data::IntegerLists { offsets, items } => Cell::Integers(&items[range(offsets)]),
            Data::RealLists { offsets, items } => Cell::Reals(&items[range(offsets)]),
        })
    }

    /// The blocks of 64 rows in which all of the variables are present in some row: the first row and a bit per row.
    pub fn common<'a, const N: usize>(&'a self, variables: [Var; N]) -> impl Iterator<Item = (usize, u64)> + 'a {
        let presence = variables.map(|v| self.columns[v].present.as_ref());
        let rows = self.rows;
        (0..rows.div_ceil(64)).filter_map(move |w| {
            let word = presence.iter().flatten().fold(full_word(rows, w), |word, p| word & p.words[w]);
            (word != 0).then_some((w * 64, word))
        })
    }

    /// Number of rows in which all of the variables are present.
    pub fn common_rows<const N: usize>(&self, variables: [Var; N]) -> u64 {
        self.common(variables).map(|(_, word)| u64::from(word.count_ones())).sum()
    }

    /// The rows themselves, in order.
    pub fn rows_of<'a, const N: usize>(&'a self, variables: [Var; N]) -> impl Iterator<Item = usize> + 'a {
        self.common(variables).flat_map(|(start, word)| ones(word).map(move |bit| start + bit))
    }

    /// Whether the first variable is present wherever both others are.
    pub fn covers(&self, var: Var, x: Var, y: Var) -> bool {
        self.columns[var]
            .present
            .as_ref()
            .is_none_or(|present| self.common([x, y]).all(|(start, word)| word & !present.words[start / 64] == 0))
    }

    /// Whether a variable is of integers, all of them within a range.
    pub fn is_within(&self, var: Var, range: std::ops::RangeInclusive<i64>) -> bool {
        let Data::Integers(values) = &self.columns[var].data else { return false };
        self.rows_of([var]).all(|row| range.contains(&values[row]))
    }

    /// Leaves out rows.
    pub fn remove_rows(&mut self, rows: &[u32]) {
        let mut kept = vec![true; self.rows];
        rows.iter().for_each(|row| kept[*row as usize] = false);
        let kept: Vec<usize> = (0..self.rows).filter(|row| kept[*row]).collect();
        for (variable, column) in self.variables.iter().zip(&mut self.columns) {
            let mut data = Data::empty(variable.kind, variable.shape);
            kept.iter().for_each(|row| data.push_from(&column.data, *row));
            let present = column.present.as_ref().map(|present| kept.iter().map(|row| present.get(*row)).collect());
            *column = Column { data, present };
        }
        self.rows = kept.len();
    }

    /// The variable of that name.
    pub fn find(&self, name: &str) -> Option<Var> {
        self.variables.iter().position(|v| v.name == name)
    }

    /// Adds a variable.
    ///
    /// # Panics
    /// If the column has another number of rows.
    pub fn push(&mut self, variable: Variable, mut column: Column) -> Var {
        assert_eq!(column.data.rows(), self.rows, "rows of {}", variable.name);
        column.normalise();
        self.variables.push(variable);
        self.columns.push(column);
        self.variables.len() - 1
    }
}

/// The places of the bits that are set.
pub fn ones(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (word != 0).then(|| {
            let bit = word.trailing_zeros() as usize;
            word &= word - 1;
            bit
        })
    })
}

/// The word of a bitset in which all of the first `len` bits are set.
pub fn full_word(len: usize, word: usize) -> u64 {
    match len.saturating_sub(word * 64) {
        0 => 0,
        bits @ 1..64 => (1 << bits) - 1,
        _ => u64::MAX,
    }
}

/// Where in a program a point is.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PointName {
    /// `pkg.C.m(int)`, or the class of a point of objects.
    pub method: String,
    pub place: Place,
}

/// Which point of a method or class.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Place {
    /// What holds of objects of the class whenever they are seen from outside.
    Object,
    /// What holds of the class itself: of its static fields.
    Class,
    Entry,
    /// All normal exits together.
    Exit,
    /// One exit, by line.
    ExitAt(u32),
    /// Whatever else a trace calls a point.
    Other(String),
}

impl PointName {
    /// Whether it is of a class and not of a method.
    pub fn is_of_class(&self) -> bool {
        matches!(self.place, Place::Object | Place::Class)
    }
}

impl std::fmt::Display for PointName {
    /// As Daikon writes it: `pkg.C.m(int):::EXIT12`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:::", self.method)?;
        match &self.place {
            Place::Object => f.write_str("OBJECT"),
            Place::Class => f.write_str("CLASS"),
            Place::Entry => f.write_str("ENTER"),
            Place::Exit => f.write_str("EXIT"),
            Place::ExitAt(line) => write!(f, "EXIT{line}"),
            Place::Other(name) => f.write_str(name),
        }
    }
}
