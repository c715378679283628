//! How sure one can be that an invariant does not hold by chance (Daikon's `Invariant` and the `computeConfidence` of its templates;
//! Ernst et al., "Dynamically discovering likely program invariants", TSE 27(2), 2001, section 5).
//!
//! A confidence is in 0..=1; an invariant is justified if it reaches the limit (0.99 by default).

/// Of what no number of samples makes likely.
pub const UNJUSTIFIED: f64 = 0.0;
/// Of what one sample is enough for.
pub const JUSTIFIED: f64 = 1.0;

/// Least samples of a bound before it is looked at (Daikon's `required_samples`, which are to be exceeded).
const SAMPLES_FOR_A_BOUND: u64 = 5;
/// Samples that have to be at a bound itself.
const SAMPLES_AT_BOUND: f64 = 3.0;
/// Widest range that a missing 0 is judged by.
const WIDEST_RANGE: f64 = 50.0;
/// The range by which a missing null is judged.
const RANGE_OF_REFERENCES: f64 = 3.0;
/// Distinct points that a line needs, and a plane: more than determine it (Daikon's `MINPAIRS` and `MINTRIPLES`).
pub const POINTS_OF_A_LINE: usize = 4;
pub const POINTS_OF_A_PLANE: usize = 5;
/// Distinct pairs of arguments that a function of two variables needs.
pub const ARGUMENTS_OF_A_FUNCTION: usize = 5;

/// That a relation that a coin would decide held in all samples.
pub fn coin(samples: u64) -> f64 {
    1.0 - power(0.5, samples)
}

/// That a property which nine of ten values have held of all.
pub fn common_property(samples: u64) -> f64 {
    1.0 - power(0.9, samples)
}

/// That a property which one of ten values has held of all.
pub fn rare_property(samples: u64) -> f64 {
    1.0 - power(0.1, samples)
}

/// That no value was null.
pub fn non_null(samples: u64) -> f64 {
    1.0 - power(1.0 - 1.0 / RANGE_OF_REFERENCES, samples)
}

/// That no value was 0, of values that lie on both sides of it. `least` and `greatest` are of the samples.
pub fn non_zero(samples: u64, least: f64, greatest: f64) -> f64 {
    if least > 0.0 || greatest < 0.0 {
        // A bound says more.
        return UNJUSTIFIED;
    }
    let range = (greatest - least + 1.0).min(WIDEST_RANGE);
    1.0 - power(1.0 - 1.0 / range, samples)
}

/// That all values have one remainder.
pub fn modulus(samples: u64, modulus: u64) -> f64 {
    1.0 - power(1.0 - 1.0 / modulus as f64, samples)
}

/// A bound, the two values next to it, and the far end: how often each was seen.
#[derive(Clone, Copy, Debug)]
pub struct BoundSamples {
    pub samples: u64,
    /// Of the bound, the next value inwards, and the one after that.
    pub counts: [u64; 3],
    /// Distances of these from the bound; infinite where there is none.
    pub distances: [f64; 3],
    /// From the bound to the far end.
    pub width: f64,
    /// Whether the bound is a lower one that is 0: more common than others.
    pub lower_zero: bool,
}

/// That a bound is no chance: it was hit often enough, and either much more often than other values (a truncated distribution) or
/// about as often as its neighbours, which are there (a uniform one).
pub fn bound(b: &BoundSamples) -> f64 {
    if b.samples <= SAMPLES_FOR_A_BOUND {
        return UNJUSTIFIED;
    }
    let mut average = (b.samples as f64 / (b.width + 1.0)).min(100.0);
    if b.lower_zero {
        average /= 5.0;
    }
    let at_bound = doubt(b.counts[0] as f64, SAMPLES_AT_BOUND);
    let truncated = doubt(b.counts[0] as f64, 5.0 * average);
    let uniform = if b.distances[1] == 1.0 && b.distances[2] == 2.0 {
        both(
            both(doubt(b.counts[0] as f64, average / 2.0), doubt(b.counts[1] as f64, average / 2.0)),
            doubt(b.counts[2] as f64, average / 2.0),
        )
    } else {
        1.0
    };
    1.0 - both(at_bound, truncated.min(uniform))
}

/// How much is missing to so many: 0 from the goal on, 1 at one or less.
fn doubt(seen: f64, goal: f64) -> f64 {
    if seen >= goal {
        0.0
    } else if seen <= 1.0 {
        1.0
    } else {
        1.0 - (seen - 1.0) / (goal - 1.0)
    }
}

/// The doubt about two things that both have to be.
fn both(a: f64, b: f64) -> f64 {
    a + b - a * b
}

fn power(base: f64, exponent: u64) -> f64 {
    base.powf(exponent as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_coin_needs_seven_samples() {
        assert!(coin(6) < 0.99 && coin(7) > 0.99);
        assert_eq!(coin(0), UNJUSTIFIED);
    }

    #[test]
    fn non_null_needs_twelve() {
        assert!(non_null(11) < 0.99 && non_null(12) > 0.99);
    }

    #[test]
    fn zero_is_missed_in_wide_ranges_only_after_many_samples() {
        assert!(non_zero(227, -1000.0, 1000.0) < 0.99 && non_zero(228, -1000.0, 1000.0) > 0.99);
        assert_eq!(non_zero(1_000_000, 1.0, 9.0), UNJUSTIFIED);
    }

    #[test]
    fn a_bound_is_hit_often_or_has_neighbours() {
        let uniform = BoundSamples { samples: 60, counts: [6, 6, 6], distances: [0.0, 1.0, 2.0], width: 9.0, lower_zero: false };
        assert!(bound(&uniform) > 0.99);
        assert!(bound(&BoundSamples { counts: [1, 6, 6], ..uniform }) < 0.99, "hit once");
        assert!(bound(&BoundSamples { distances: [0.0, 3.0, 4.0], ..uniform }) < 0.99, "a gap next to it");
        assert!(bound(&BoundSamples { distances: [0.0, 3.0, 4.0], counts: [30, 6, 6], ..uniform }) > 0.99, "a truncated distribution");
        assert_eq!(bound(&BoundSamples { samples: 5, ..uniform }), UNJUSTIFIED);
    }
}
