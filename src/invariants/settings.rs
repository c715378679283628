//! What is looked for, and how much evidence it needs.

use crate::settings::settings;

settings! {
    /// Settings of the inference. The `paper` values are Daikon as it comes (5.8), which GAssert and ZoomIn ran: `--preset daikon`.
    pub struct Settings with prefix "" {
        /// Confidence that an invariant must have.
        confidence: f64 = 0.99, in 0.0..=1.0, "Daikon's `confidence_limit`";
        /// How many values `one of` may name.
        one_of: usize = 3, in 1..=100, "Daikon's `OneOf.size`";
        /// Whether `x >= c` and `x <= c` are reported for c in -1..=2 only.
        interesting_bounds_only: bool = false, paper true, "ours: Daikon's `minimal_interesting` is -1, its `maximal_interesting` 2";
        /// Whether remainders are reported.
        modulus: bool = true, paper false, "ours: off in Daikon";
        /// Whether operations on bits are looked at: bits of one value in another, disjoint bits, complements, and, with `functions`, `&`,
        /// `|`, `^`, `<<` and `>>`.
        bits: bool = false, "Daikon";
        /// Whether, with `bits`, `(x >> y) == 0` is reported: whatever is small, shifted by a length.
        shifts: bool = false, "Daikon";
        /// Whether the classes of objects are reported, where the samples have them.
        class_names: bool = false, paper true, "ours: on in Daikon, and mostly noise";
        /// Whether what texts are made of is reported: that they are printable, part of one another, and their numbers of characters.
        characters: bool = true, paper false, "ours: off in Daikon";
        /// Whether sequences are said to have no duplicates, and to be subsets or subsequences of one another.
        subsets: bool = true, paper false, "ours: off in Daikon";
        /// Whether linear relations of three variables are reported.
        linear_ternary: bool = true, "Daikon";
        /// Whether `z == f(x, y)` is reported.
        functions: bool = true, paper false, "ours: off in Daikon";
        /// Whether elements of sequences at the places that variables name are looked at: `a[i]`, `a[i-1]`.
        subscripts: bool = true, "Daikon";
        /// Whether parts of sequences that begin or end at the places that variables name are looked at: `a[0..i]`, `a[i+1..]`.
        slices: bool = false, "Daikon";
        /// Whether the last index of a sequence is looked at: `size(a[])-1`.
        last_index: bool = true, "Daikon";
        /// Whether variables are compared with those that have one value only.
        constants: bool = true, "Daikon";
        /// Whether what holds where a boolean result is true, and where it is false, is reported, and what holds at one of two exits:
        /// `(return == true)  ==>  (x > 0)`.
        conditional: bool = true, "Daikon";
        /// Whether, with `conditional`, exits are also split by what the code asks before it goes one way or the other: `x > 0`,
        /// `this.size == 0`, `lo <= hi`. What a trace has no code for has none.
        code_conditions: bool = true, paper false, "ours: Daikon takes conditions from a file, which its tool makes of the sources";
        /// Whether, with `conditional`, exits are also split by each boolean, and by each variable with at most `oneOf` values, such as an
        /// enum's.
        splits: bool = false, "Daikon, which takes other conditions than the result from a file";
        /// Whether what holds at each of several exits is reported, too, where it is more than what holds at all of them.
        exits_by_line: bool = true, "Daikon";
        /// How many variables may be derived at a point; more are left out, and their number is reported.
        max_derived: usize = 256, "ours: a bound on time";
        /// Whether what holds wherever an object is seen from outside is reported once, for its class.
        objects: bool = true, "Daikon";
        /// Whether an entry counts whose call did not return, because it threw or the trace ends.
        unmatched_entries: bool = false, "Daikon";
        /// Whether `x >= 0` and `x <= 0` are reported of what was never on the other side, however seldom it was near 0.
        signs: bool = false, "Daikon's `Positive` is off";
        /// Whether NaN equals NaN where two values are compared; else as in Java.
        nan_equals_nan: bool = false, paper true, "ours: Daikon's fuzzy comparison takes NaN for NaN";
        /// Bytes that a line of a trace may have.
        max_line_bytes: u64 = 64 << 20, in 1.., "ours: a bound on memory";
        /// Bytes that the files of a trace may have together, unpacked.
        max_trace_bytes: u64 = 64 << 30, in 1.., "ours: a bound on time";
        /// Bytes that the samples of a trace may take in memory.
        max_sample_bytes: u64 = 8 << 30, in 1.., "ours: a bound on memory";
    }
}

impl Settings {
    /// # Errors
    /// `InvalidInput`: what is out of range, and the range.
    pub fn check(&self) -> crate::Result<()> {
        self.check_ranges()
    }
}
