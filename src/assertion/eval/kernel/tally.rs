//! In how many of many bitsets each row is: the vertical counters of Harley and Seal (Knuth, TAOCP 4A, §7.1.3; Muła, Kurz and
//! Lemire, "Faster population counts using AVX2 instructions"), eight words at a time.

/// Words that are counted together: one vector of 512 bits, two of 256.
pub const LANES: usize = 8;
type Vector = [u64; LANES];

#[inline(always)]
fn zip(a: Vector, b: Vector, f: impl Fn(u64, u64) -> u64) -> Vector {
    let mut out = [0; LANES];
    for i in 0..LANES {
        out[i] = f(a[i], b[i]);
    }
    out
}

/// Adds three one-bit numbers in every bit: the low and the high bit of the sum.
#[inline(always)]
fn add(a: Vector, b: Vector, c: Vector) -> (Vector, Vector) {
    let half = zip(a, b, |a, b| a ^ b);
    let carry = zip(zip(a, b, |a, b| a & b), zip(half, c, |h, c| h & c), |x, y| x | y);
    (zip(half, c, |h, c| h ^ c), carry)
}

/// Up to [`LANES`] words; missing ones are 0.
#[inline(always)]
fn load(words: &[u64]) -> Vector {
    match words.try_into() {
        Ok(all) => all,
        Err(_) => {
            let mut some = [0; LANES];
            some[..words.len()].copy_from_slice(words);
            some
        }
    }
}

/// For each of the 64 rows of each of `width` words, at most [`LANES`]: in how many of `bitsets`, all of that width, it is.
/// `counts` has 64 elements per word. `planes` is scratch memory.
#[inline(always)]
pub fn tally<'a>(counts: &mut [u32], mut bitsets: impl Iterator<Item = &'a [u64]>, planes: &mut Vec<[u64; LANES]>) {
    // Bit k of every row's counter is in plane k.
    planes.clear();
    let (mut ones, mut twos, mut fours) = ([0; LANES], [0; LANES], [0; LANES]);
    let mut carry;
    while let Some(first) = bitsets.next() {
        let mut next = || bitsets.next().map_or([0; LANES], load);
        let (two_a, two_b, two_c, two_d, four_a, four_b);
        (ones, two_a) = add(ones, load(first), next());
        (ones, two_b) = add(ones, next(), next());
        (ones, two_c) = add(ones, next(), next());
        (ones, two_d) = add(ones, next(), next());
        (twos, four_a) = add(twos, two_a, two_b);
        (twos, four_b) = add(twos, two_c, two_d);
        (fours, carry) = add(fours, four_a, four_b);
        for plane in planes.iter_mut() {
            if carry == [0; LANES] {
                break;
            }
            let sum = zip(*plane, carry, |p, c| p ^ c);
            carry = zip(*plane, carry, |p, c| p & c);
            *plane = sum;
        }
        if carry != [0; LANES] {
            planes.push(carry);
        }
    }
    counts.fill(0);
    let low = [ones, twos, fours];
    for (k, plane) in low.iter().chain(planes.iter()).enumerate() {
        for (word, counts) in plane.iter().zip(counts.chunks_exact_mut(64)) {
            for (bit, count) in counts.iter_mut().enumerate() {
                *count += ((word >> bit & 1) as u32) << k;
            }
        }
    }
}
