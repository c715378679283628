//! Invariants of three scalar variables: planes, and one that is a function of the two others.
//!
//! Among n variables there are n³/6 triples, nearly all of them of nothing. A few sampled rows decide: a determinant in wrapping
//! arithmetic is 0 wherever the exact one is, and costs nine multiplications; the results that a function has on four rows are looked
//! up in a table of the variables by their values there, so that no third variable is tried that cannot be.
//!
//! Three variables are looked at if they are present in the same rows, those aside that are always present.

use super::confidence::{self, POINTS_OF_A_PLANE};
use super::formula::{Formula, Function};
use super::found::{Candidate, LinearPairs};
use super::pairs::comparable;
use super::samples::{Data, Samples, Var, ones};
use super::settings::Settings;
use crate::compute::parallel;
use crate::evidence::dataset::Bits;
use hashbrown::HashMap;

/// Rows on which triples are tried before all rows are.
const SAMPLED: usize = 16;
/// Rows by which results are looked up.
const SIGNATURE: usize = 4;

type Signature = [u64; SIGNATURE];

/// Looks at all triples of scalars of one kind, none of them constant. Pairs on a line are not parts of planes: what a third variable
/// has to do with one, it has with the other.
pub fn infer(samples: &Samples, variables: &[Var], lines: &LinearPairs, settings: &Settings) -> Vec<Candidate> {
    let mut patterns: Vec<Option<&Bits>> = vec![None];
    for var in variables {
        let present = samples.columns[*var].present.as_ref();
        if !patterns.contains(&present) {
            patterns.push(present);
        }
    }
    let mut found = Vec::new();
    for pattern in patterns {
        let present = |v: Var| samples.columns[v].present.as_ref();
        let members: Vec<Var> = variables.iter().copied().filter(|v| present(*v).is_none() || present(*v) == pattern).collect();
        let rows = Rows::of(samples, pattern, &members);
        if rows.sampled.len() < 2 {
            continue;
        }
        let counts = |triple: [Var; 3]| pattern.is_none() || triple.into_iter().any(|v| present(v).is_some());
        if settings.linear_ternary {
            // Of variables on one line the first is enough: what it has to do with two others, the rest have too.
            let stands_for = |u: Var, v: Var| lines.contains(u, v) && (present(u).is_none() || present(u) == present(v));
            let first = |v: &Var| !members.iter().any(|u| u < v && stands_for(*u, *v));
            let members: Vec<Var> = members.iter().copied().filter(first).collect();
            found.extend(planes(samples, &members, &rows, lines, &counts));
        }
        if settings.functions {
            found.extend(functions(samples, &members, &rows, &counts, settings.bits));
        }
    }
    found
}

/// The rows in which a set of variables is present, and a few of them, evenly spread.
struct Rows<'a> {
    samples: &'a Samples,
    pattern: Option<&'a Bits>,
    sampled: Vec<usize>,
}

impl<'a> Rows<'a> {
    fn of(samples: &'a Samples, pattern: Option<&'a Bits>, members: &[Var]) -> Self {
        let mut rows = Self { samples, pattern, sampled: Vec::new() };
        if members.len() > 2 {
            let count = rows.all().count();
            let step = (count / SAMPLED).max(1);
            rows.sampled = rows.all().step_by(step).take(SAMPLED).collect();
        }
        rows
    }

    fn all(&self) -> impl Iterator<Item = usize> + use<'a> {
        let (samples, pattern) = (self.samples, self.pattern);
        (0..samples.rows.div_ceil(64)).flat_map(move |w| {
            let word = pattern.map_or(super::samples::full_word(samples.rows, w), |p| p.words[w]);
            ones(word).map(move |bit| w * 64 + bit)
        })
    }
}

fn planes(
    samples: &Samples,
    members: &[Var],
    rows: &Rows,
    lines: &LinearPairs,
    counts: &(dyn Fn([Var; 3]) -> bool + Sync),
) -> Vec<Candidate> {
    // The differences to the first sampled row; wrapping, reals as approximate numbers.
    let integer = |v: Var| matches!(samples.columns[v].data, Data::Integers(_));
    let differences: Vec<Vec<i64>> = members
        .iter()
        .map(|v| match &samples.columns[*v].data {
            Data::Integers(values) => rows.sampled.iter().map(|r| values[*r].wrapping_sub(values[rows.sampled[0]])).collect(),
            _ => Vec::new(),
        })
        .collect();
    let real_differences: Vec<Vec<f64>> = members
        .iter()
        .map(|v| match &samples.columns[*v].data {
            Data::Reals(values) => rows.sampled.iter().map(|r| values[*r] - values[rows.sampled[0]]).collect(),
            _ => Vec::new(),
        })
        .collect();
    let pairs: Vec<(usize, usize)> = (0..members.len()).flat_map(|i| (i + 1..members.len()).map(move |j| (i, j))).collect();
    let of_pair = |&(i, j): &(usize, usize)| {
        let mut found = Vec::new();
        if !comparable(samples, members[i], members[j]) || lines.contains(members[i], members[j]) {
            return found;
        }
        for k in j + 1..members.len() {
            let triple = [members[i], members[j], members[k]];
            let flat = if integer(members[i]) != integer(members[k]) {
                false
            } else if integer(members[i]) {
                flat(&differences[i], &differences[j], &differences[k])
            } else {
                nearly_flat(&real_differences[i], &real_differences[j], &real_differences[k])
            };
            let possible = flat && counts(triple) && comparable(samples, triple[0], triple[2]);
            if possible && !lines.contains(triple[0], triple[2]) && !lines.contains(triple[1], triple[2]) {
                found.extend(if integer(triple[0]) { plane(samples, triple, rows) } else { real_plane(samples, triple, rows) });
            }
        }
        found
    };
    parallel::flat_map(&pairs, of_pair)
}

/// Whether the sampled points may be on a plane: no determinant of the first two differences and another one is other than 0.
fn flat(x: &[i64], y: &[i64], z: &[i64]) -> bool {
    let minor = |a: &[i64], b: &[i64]| a[1].wrapping_mul(b[2]).wrapping_sub(a[2].wrapping_mul(b[1]));
    if x.len() < 4 {
        return true;
    }
    let (yz, xz, xy) = (minor(y, z), minor(x, z), minor(x, y));
    (3..x.len()).all(|k| x[k].wrapping_mul(yz).wrapping_sub(y[k].wrapping_mul(xz)).wrapping_add(z[k].wrapping_mul(xy)) == 0)
}

/// The same in floating point, with room for what rounding does.
fn nearly_flat(x: &[f64], y: &[f64], z: &[f64]) -> bool {
    const ROOM: f64 = 1e-6;
    if x.len() < 4 {
        return true;
    }
    let (yz, xz, xy) = (y[1] * z[2] - y[2] * z[1], x[1] * z[2] - x[2] * z[1], x[1] * y[2] - x[2] * y[1]);
    (3..x.len()).all(|k| {
        let terms = [x[k] * yz, -y[k] * xz, z[k] * xy];
        let size = (x[k] * y[1] * z[2]).abs().max((x[k] * y[2] * z[1]).abs()).max(terms.iter().fold(0.0, |a, t| a.max(t.abs())));
        terms.iter().sum::<f64>().abs() <= ROOM * size
    })
}

fn plane(samples: &Samples, triple: [Var; 3], rows: &Rows) -> Option<Candidate> {
    let [Data::Integers(a), Data::Integers(b), Data::Integers(c)] = triple.map(|v| &samples.columns[v].data) else { return None };
    let mut distinct: Vec<[i64; 3]> = Vec::with_capacity(POINTS_OF_A_PLANE);
    let mut plane: Option<[i128; 4]> = None;
    let mut count = 0;
    for row in rows.all() {
        let point = [a[row], b[row], c[row]];
        count += 1;
        if distinct.len() < POINTS_OF_A_PLANE && plane.is_some() && !distinct.contains(&point) {
            distinct.push(point);
        }
        if let Some(p) = plane {
            if (0..3).map(|i| p[i] * i128::from(point[i])).sum::<i128>() + p[3] != 0 {
                return None;
            }
            continue;
        }
        if !distinct.contains(&point) {
            if distinct.len() >= 2 {
                // Points that gave no plane yet are on the line of the first two.
                plane = through(distinct[0], distinct[1], point).ok()?;
            }
            if distinct.len() < POINTS_OF_A_PLANE {
                distinct.push(point);
            }
        }
    }
    let [p, q, r, constant] = plane?;
    let coefficient = |x: i128| i64::try_from(x).ok().filter(|x| *x != 0);
    let terms = vec![(coefficient(p)?, triple[0]), (coefficient(q)?, triple[1]), (coefficient(r)?, triple[2])];
    let confidence = if distinct.len() >= POINTS_OF_A_PLANE { confidence::JUSTIFIED } else { confidence::UNJUSTIFIED };
    Some(Candidate { formula: Formula::Linear { terms, constant }, confidence, samples: count })
}

/// Of a plane whose coefficients have more than 32 bits, which is chance.
struct TooLarge;

/// The plane through three points, its first coefficient positive; `None` if they are on a line.
fn through(p: [i64; 3], q: [i64; 3], r: [i64; 3]) -> Result<Option<[i128; 4]>, TooLarge> {
    let minus = |a: [i64; 3], b: [i64; 3]| [0, 1, 2].map(|i| i128::from(a[i]) - i128::from(b[i]));
    let (u, v) = (minus(q, p), minus(r, p));
    let cross = |i: usize, j: usize| u[i].checked_mul(v[j])?.checked_sub(u[j].checked_mul(v[i])?);
    let normal = [cross(1, 2).ok_or(TooLarge)?, cross(2, 0).ok_or(TooLarge)?, cross(0, 1).ok_or(TooLarge)?];
    let divisor = normal.iter().fold(0u128, |d, n| gcd(d, n.unsigned_abs()));
    let Some(sign) = normal.iter().map(|n| n.signum()).find(|sign| *sign != 0) else { return Ok(None) };
    let divisor = i128::try_from(divisor).map_err(|_| TooLarge)?;
    let reduced = normal.map(|n| sign * (n / divisor));
    if reduced.iter().any(|n| i32::try_from(*n).is_err()) {
        return Err(TooLarge);
    }
    let constant = -(0..3).map(|i| reduced[i] * i128::from(p[i])).sum::<i128>();
    Ok(Some([reduced[0], reduced[1], reduced[2], constant]))
}

fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// `z == p * x + q * y + c` for one of the three as z, with whole or half coefficients, exact in doubles.
fn real_plane(samples: &Samples, triple: [Var; 3], rows: &Rows) -> Option<Candidate> {
    let [Data::Reals(a), Data::Reals(b), Data::Reals(c)] = triple.map(|v| &samples.columns[v].data) else { return None };
    let columns = [a, b, c];
    for (x, y, z) in [(0, 1, 2), (0, 2, 1), (1, 2, 0)] {
        let at = |row: usize| (columns[x][row], columns[y][row], columns[z][row]);
        let Some((p, q, constant)) = coefficients(rows, &at) else { continue };
        let mut distinct: Vec<(f64, f64, f64)> = Vec::new();
        let mut count = 0;
        let fits = rows.all().all(|row| {
            let point = at(row);
            count += 1;
            if distinct.len() < POINTS_OF_A_PLANE && !distinct.contains(&point) {
                distinct.push(point);
            }
            p * point.0 + q * point.1 + constant == point.2
        });
        if fits {
            let formula = Formula::RealLinear { result: triple[z], terms: vec![(p, triple[x]), (q, triple[y])], constant };
            let confidence = if distinct.len() >= POINTS_OF_A_PLANE { confidence::JUSTIFIED } else { confidence::UNJUSTIFIED };
            return Some(Candidate { formula, confidence, samples: count });
        }
    }
    None
}

/// Coefficients that the sampled rows suggest, the constant rounded like them.
fn coefficients(rows: &Rows, at: &dyn Fn(usize) -> (f64, f64, f64)) -> Option<(f64, f64, f64)> {
    let halves = |x: f64| (2.0 * x).round() / 2.0;
    let first = at(*rows.sampled.first()?);
    for i in 1..rows.sampled.len() {
        for j in i + 1..rows.sampled.len() {
            let (u, v) = (at(rows.sampled[i]), at(rows.sampled[j]));
            let (ux, uy, uz) = (u.0 - first.0, u.1 - first.1, u.2 - first.2);
            let (vx, vy, vz) = (v.0 - first.0, v.1 - first.1, v.2 - first.2);
            let determinant = ux * vy - uy * vx;
            if !determinant.is_finite() || determinant.abs() <= 1e-9 * (ux * vy).abs().max((uy * vx).abs()) {
                continue;
            }
            let (p, q) = (halves((uz * vy - uy * vz) / determinant), halves((ux * vz - uz * vx) / determinant));
            let constant = halves(first.2 - p * first.0 - q * first.1);
            return (p != 0.0 && q != 0.0 && p.is_finite() && q.is_finite() && constant.is_finite()).then_some((p, q, constant));
        }
    }
    None
}

fn functions(samples: &Samples, members: &[Var], rows: &Rows, counts: &(dyn Fn([Var; 3]) -> bool + Sync), bits: bool) -> Vec<Candidate> {
    let step = (rows.sampled.len() / SIGNATURE).max(1);
    let probes: Signature = std::array::from_fn(|i| rows.sampled[(i * step).min(rows.sampled.len() - 1)] as u64);
    let signature_of = |v: Var| -> Signature {
        probes.map(|row| match &samples.columns[v].data {
            Data::Integers(values) => values[row as usize] as u64,
            Data::Reals(values) => real_bits(values[row as usize]),
            _ => unreachable!("scalars only"),
        })
    };
    let mut by_signature: HashMap<Signature, Vec<Var>> = HashMap::new();
    for v in members {
        by_signature.entry(signature_of(*v)).or_default().push(*v);
    }
    let pairs: Vec<(Var, Var)> = members.iter().flat_map(|x| members.iter().map(move |y| (*x, *y))).filter(|(x, y)| x != y).collect();
    let of_pair = |&(x, y): &(Var, Var)| {
        let mut found = Vec::new();
        if !comparable(samples, x, y) {
            return found;
        }
        for function in Function::ALL.into_iter().filter(|f| (x < y || !f.is_symmetric()) && (bits || !f.is_of_bits())) {
            let results = match (&samples.columns[x].data, &samples.columns[y].data) {
                (Data::Integers(a), Data::Integers(b)) => signature(&probes, |row| function.of_integers(a[row], b[row]).map(|z| z as u64)),
                (Data::Reals(a), Data::Reals(b)) if function.is_real() => {
                    signature(&probes, |row| function.of_reals(a[row], b[row]).map(real_bits))
                }
                _ => None,
            };
            for &result in results.and_then(|s| by_signature.get(&s)).into_iter().flatten() {
                if result != x && result != y && comparable(samples, x, result) && counts([x, y, result]) {
                    found.extend(function_of(samples, function, result, x, y, rows));
                }
            }
        }
        found
    };
    parallel::flat_map(&pairs, of_pair)
}

fn real_bits(value: f64) -> u64 {
    if value == 0.0 { 0 } else { value.to_bits() }
}

fn signature(probes: &Signature, value: impl Fn(usize) -> Option<u64>) -> Option<Signature> {
    let mut signature = [0; SIGNATURE];
    for (to, row) in signature.iter_mut().zip(probes) {
        *to = value(*row as usize)?;
    }
    Some(signature)
}

fn function_of(samples: &Samples, function: Function, result: Var, x: Var, y: Var, rows: &Rows) -> Option<Candidate> {
    let mut distinct: Vec<(u64, u64)> = Vec::new();
    let mut count = 0;
    let mut see = |point: (u64, u64)| {
        count += 1;
        if distinct.len() < confidence::ARGUMENTS_OF_A_FUNCTION && !distinct.contains(&point) {
            distinct.push(point);
        }
    };
    match [result, x, y].map(|v| &samples.columns[v].data) {
        [Data::Integers(c), Data::Integers(a), Data::Integers(b)] => {
            for row in rows.all() {
                if function.of_integers(a[row], b[row]) != Some(c[row]) {
                    return None;
                }
                see((a[row] as u64, b[row] as u64));
            }
        }
        [Data::Reals(c), Data::Reals(a), Data::Reals(b)] => {
            for row in rows.all() {
                if function.of_reals(a[row], b[row]) != Some(c[row]) {
                    return None;
                }
                see((a[row].to_bits(), b[row].to_bits()));
            }
        }
        _ => return None,
    }
    let confidence = if distinct.len() >= confidence::ARGUMENTS_OF_A_FUNCTION { confidence::coin(count) } else { confidence::UNJUSTIFIED };
    Some(Candidate { formula: Formula::Function { function, result, x, y }, confidence, samples: count })
}
