//! Fingerprints of path conditions: a Bloom filter of two dimensions (TARDIS, section 4.2).
//!
//! A clause without its numerals, the *abstract clause*, switches on columns of row 0; the clause itself, the *concrete clause*, switches
//! on bits in rows 1 to 15 of these columns. So clauses that differ in their numbers only are near each other. Three hash functions choose
//! the columns and the rows. The authors' are one hash code plus 217, 341 and 403, so that they fall together for many texts; ours are
//! independent. The j-th function of the concrete clause goes to the column of the j-th function of the abstract one; that each goes to
//! each, as the authors had it, is a setting: better on some programs, worse on others (docs/results/paths.md).

use super::origins;
use crate::compute::rng::mix;

/// Rows: the abstract clauses, and 15 for the concrete ones.
pub const ROWS: usize = 16;
pub const COLUMNS: usize = 64;
/// Hash functions.
pub const HASHES: usize = 3;

/// A row of bits for each of [`ROWS`]; bit `c` is column `c`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fingerprint(pub [u64; ROWS]);

impl Fingerprint {
    pub const EMPTY: Self = Self([0; ROWS]);

    /// Bits that are on.
    pub fn bits(&self) -> u32 {
        self.0.iter().map(|row| row.count_ones()).sum()
    }

    /// Switches on what a clause does.
    pub fn add(&mut self, clause: &Places) {
        self.0[0] |= clause.columns;
        for (row, column) in &clause.bits {
            self.0[usize::from(*row)] |= 1 << column;
        }
    }
}

/// What a clause switches on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Places {
    /// Of row 0.
    columns: u64,
    /// Row, from 1, and column.
    bits: Vec<(u8, u8)>,
}

impl Places {
    /// Of the text of a clause. `full`: each hash of the concrete clause goes to each column, in place of its own.
    pub fn of(text: &str, full: bool) -> Self {
        let abstracts = hashes(&origins::without_numerals(text)).map(column);
        let rows = hashes(text).map(row);
        let columns = abstracts.iter().fold(0, |columns, column| columns | 1 << column);
        let pairs = (0..HASHES).flat_map(|r| (0..HASHES).map(move |c| (r, c))).filter(|(r, c)| full || r == c);
        let mut bits: Vec<(u8, u8)> = pairs.map(|(r, c)| (rows[r], abstracts[c])).collect();
        bits.sort_unstable();
        bits.dedup();
        Self { columns, bits }
    }
}

/// The first bits of the fractions of pi: a number for each hash function that nobody chose.
const KEYS: [u64; HASHES] = [0x243f_6a88_85a3_08d3, 0x1319_8a2e_0370_7344, 0xa409_3822_299f_31d0];

/// Three hash codes of a text: each is mixed from a key of its own, eight bytes at a time.
pub fn hashes(text: &str) -> [u64; HASHES] {
    KEYS.map(|key| {
        let chunks = text.as_bytes().chunks(8).map(|chunk| {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            u64::from_le_bytes(word)
        });
        chunks.fold(mix(key ^ text.len() as u64), |state, word| mix(state ^ word))
    })
}

/// A column, by the upper bits of a hash code.
fn column(hash: u64) -> u8 {
    (hash >> 58) as u8
}

/// A row from 1 to 15, by the lower half of a hash code: a text without numerals, which is both its clauses, has rows that its columns do
/// not determine.
fn row(hash: u64) -> u8 {
    1 + (((hash & 0xffff_ffff) * (ROWS as u64 - 1)) >> 32) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fingerprint(clauses: &[&str], full: bool) -> Fingerprint {
        let mut all = Fingerprint::EMPTY;
        clauses.iter().for_each(|clause| all.add(&Places::of(clause, full)));
        all
    }

    #[test]
    fn clauses_that_differ_in_numerals_share_their_columns() {
        let (a, b) = (fingerprint(&["this.a[0] > 10"], false), fingerprint(&["this.a[3] > 25"], false));
        assert_eq!(a.0[0], b.0[0]);
        assert_ne!(a, b);
        assert_ne!(a.0[0], fingerprint(&["this.b[0] > 10"], false).0[0]);
        let columns = |f: Fingerprint| f.0[1..].iter().fold(0, |all, row| all | row);
        assert_eq!(columns(a), a.0[0], "each concrete bit is below an abstract one, and none of these is without");
    }

    #[test]
    fn a_clause_has_three_bits_below_its_columns_or_nine() {
        let (mut pairs, mut full) = (0, 0);
        for i in 0..1000 {
            let text = format!("{}x{i}.f < 0", (b'a' + (i % 26) as u8) as char);
            let (few, many) = (fingerprint(&[&text], false), fingerprint(&[&text], true));
            let below = |f: Fingerprint| f.bits() - f.0[0].count_ones();
            assert_eq!(few.0[0], many.0[0]);
            assert!(few.0.iter().zip(many.0).all(|(f, m)| f & m == *f));
            assert!((1..=3).contains(&below(few)) && (1..=9).contains(&below(many)));
            pairs += below(few);
            full += below(many);
        }
        // Some fall together: of 3 columns out of 64, and of 9 places out of 45.
        assert!(pairs > 2900 && full > 7000, "{pairs} and {full} bits");
    }

    /// The columns and rows of every two of the six choices, over many texts that look alike, are independent: chi square.
    #[test]
    fn hashes_are_pairwise_uncorrelated() {
        const TEXTS: usize = 200_000;
        let texts: Vec<String> = (0..TEXTS).map(|i| format!("this.a{}[{}] > {}", i % 71, i / 71 % 97, i)).collect();
        let hashes: Vec<[u64; HASHES]> = texts.iter().map(|text| hashes(text)).collect();
        let column_of = |t: usize, h: usize| usize::from(column(hashes[t][h]));
        let row_of = |t: usize, h: usize| usize::from(row(hashes[t][h])) - 1;
        // (64 columns or 15 rows) of one function against those of another, and columns against rows of the same.
        for a in 0..HASHES {
            for b in a + 1..HASHES {
                check(&format!("columns {a} and {b}"), 64, 64, (0..TEXTS).map(|t| (column_of(t, a), column_of(t, b))));
                check(&format!("rows {a} and {b}"), 15, 15, (0..TEXTS).map(|t| (row_of(t, a), row_of(t, b))));
            }
            for b in 0..HASHES {
                check(&format!("column {a} and row {b}"), 64, 15, (0..TEXTS).map(|t| (column_of(t, a), row_of(t, b))));
            }
        }
    }

    /// Both numbers are uniform and independent: Pearson's statistic is within five standard deviations of its expectation.
    fn check(what: &str, lines: usize, columns: usize, pairs: impl Iterator<Item = (usize, usize)>) {
        let mut counts = vec![0u32; lines * columns];
        let mut all = 0u32;
        for (a, b) in pairs {
            counts[a * columns + b] += 1;
            all += 1;
        }
        let expected = f64::from(all) / counts.len() as f64;
        let statistic: f64 = counts.iter().map(|&count| (f64::from(count) - expected).powi(2) / expected).sum();
        let degrees = counts.len() as f64 - 1.0;
        assert!((statistic - degrees).abs() < 5.0 * (2.0 * degrees).sqrt(), "{what}: chi square {statistic}, {degrees} degrees of freedom");
    }
}
