//! Rows of a data set in words of 64 bits: the correct ones first, the incorrect ones from a word of their own.

use crate::evidence::dataset::Dataset;

/// How the dataset's rows are spread over words.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    pub correct: usize,
    pub correct_words: usize,
    pub words: usize,
    pub rows: usize,
}

impl Layout {
    pub fn of(dataset: &Dataset) -> Self {
        let correct_words = dataset.correct.div_ceil(64);
        let words = correct_words + (dataset.rows - dataset.correct).div_ceil(64);
        Self { correct: dataset.correct, words, correct_words, rows: dataset.rows }
    }

    /// The dataset's row that is at a row of the frame; `None`: padding.
    pub fn dataset_row(&self, at: usize) -> Option<usize> {
        let row = match at.checked_sub(self.correct_words * 64) {
            Some(incorrect) => self.correct + incorrect,
            None if at < self.correct => at,
            None => return None,
        };
        (row < self.rows).then_some(row)
    }

    pub fn bits(&self, of: impl Fn(usize) -> bool) -> Vec<u64> {
        let mut words = vec![0; self.words];
        for row in 0..self.rows {
            let at = if row < self.correct { row } else { self.correct_words * 64 + row - self.correct };
            words[at / 64] |= u64::from(of(row)) << (at % 64);
        }
        words
    }

    pub fn spread<'a, T: Copy, U: Default>(&self, values: &'a [T], convert: impl Fn(T) -> U + 'a) -> impl Iterator<Item = U> + 'a {
        let padding = self.correct_words * 64 - self.correct;
        let (correct, incorrect) = values.split_at(self.correct);
        let mut row = 0;
        let end = correct.len() + padding + incorrect.len();
        std::iter::from_fn(move || {
            let at = row;
            row += 1;
            if at < correct.len() {
                Some(convert(correct[at]))
            } else if at < correct.len() + padding {
                Some(U::default())
            } else if at < end {
                Some(convert(incorrect[at - correct.len() - padding]))
            } else {
                None
            }
        })
    }
}
