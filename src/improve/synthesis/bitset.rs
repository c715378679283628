//! Sets as words of 64 bits.

/// The members of a set.
pub fn ones(words: &[u64]) -> impl Iterator<Item = usize> + '_ {
    words.iter().enumerate().flat_map(|(i, &word)| {
        std::iter::successors((word != 0).then_some(word), |w| Some(w & (w - 1)).filter(|w| *w != 0))
            .map(move |w| i * 64 + w.trailing_zeros() as usize)
    })
}

/// The members of both.
pub fn both(a: &[u64], b: &[u64]) -> Vec<u64> {
    a.iter().zip(b).map(|(a, b)| a & b).collect()
}

/// Whether it has no members.
pub fn is_empty(words: &[u64]) -> bool {
    words.iter().all(|&word| word == 0)
}

/// The number of members.
pub fn count(words: &[u64]) -> u32 {
    words.iter().map(|w| w.count_ones()).sum()
}

/// Whether it has that member.
pub fn contains(words: &[u64], member: usize) -> bool {
    words[member / 64] >> (member % 64) & 1 == 1
}
