//! Specifications that need contents, quantifiers or exact integers: synthesised from few states, they have to be right on all.

use super::specification_tests::*;
use super::*;
use crate::assertion::interpret;
use crate::assertion::render;
use crate::evidence::schema::ValueType;

#[test]
fn sorting_is_order_and_the_same_elements() {
    let inputs = |n, seed| arrays(n, 6, 9, seed).into_iter().map(|a| vec![V::Ints(a)]).collect::<Vec<_>>();
    let of = |f: fn(&mut Vec<i64>)| {
        move |v: &[V]| {
            let mut a = ints(&v[0]);
            f(&mut a);
            vec![V::Ints(a)]
        }
    };
    let (sort, nothing, reversed) = (
        of(|a| a.sort()),
        of(|_| {}),
        of(|a| {
            a.sort();
            a.reverse();
        }),
    );
    let (zero, lost) = (
        of(|a| {
            a.sort();
            if !a.is_empty() {
                a[0] = 0
            }
        }),
        of(|a| {
            a.sort();
            if a.len() > 1 {
                a[0] = a[1]
            }
        }),
    );
    let (unfinished, dropped) = (
        of(|a| {
            if a.len() > 2 {
                a[1..].sort()
            }
        }),
        of(|a| {
            a.sort();
            a.pop();
        }),
    );
    let (filled, shifted) = (
        of(|a| {
            a.sort();
            let n = a.len();
            a[n / 2..].fill(99)
        }),
        of(|a| {
            a.sort();
            a.iter_mut().for_each(|x| *x += 1)
        }),
    );
    let text = assert_equivalent(
        "sort",
        &[("old_a", INTS), ("a", INTS)],
        &inputs(40, 1),
        &sort,
        &[&nothing, &reversed, &zero, &lost, &unfinished],
        &inputs(150, 2),
        &[&dropped, &filled, &shifted],
    );
    assert_eq!(text, "sorted(a) && permutation(a, old_a)");
}

#[test]
fn replacing_needs_two_quantified_implications() {
    let inputs = |n, seed| {
        let mut next = numbers(seed);
        arrays(n, 6, 5, seed).into_iter().map(|a| vec![V::Int(next(5) - 1), V::Int(next(5) - 1), V::Ints(a)]).collect::<Vec<_>>()
    };
    fn of(f: impl Fn(i64, i64, i64, usize) -> i64) -> impl Fn(&[V]) -> Vec<V> {
        move |v| vec![V::Ints(ints(&v[2]).iter().enumerate().map(|(i, &x)| f(x, int(&v[0]), int(&v[1]), i)).collect())]
    }
    let replace = of(|x, from, to, _| if x == from { to } else { x });
    let (nothing, all, negated) = (of(|x, _, _, _| x), of(|_, _, to, _| to), of(|x, from, to, _| if x == from { x } else { to }));
    let (swapped, first, zero) = (
        of(|x, from, to, _| if x == to { from } else { x }),
        of(|x, from, to, i| if x == from && i == 0 { to } else { x }),
        of(|x, from, _, _| if x == from { 0 } else { x }),
    );
    let (later, other) = (
        of(|x, from, to, i| if x == from && i > 0 { to } else { x }),
        of(|x, from, to, i| {
            if x == from {
                to
            } else if i == 2 {
                x + 1
            } else {
                x
            }
        }),
    );
    assert_equivalent(
        "replaceAll",
        &[
            ("from", ValueType::Int),
            ("to", ValueType::Int),
            ("old_a", INTS),
            ("old_from", ValueType::Int),
            ("old_to", ValueType::Int),
            ("a", INTS),
        ],
        &inputs(60, 3),
        &entries(&replace),
        &[&entries(&nothing), &entries(&all), &entries(&negated), &entries(&swapped), &entries(&first), &entries(&zero)],
        &inputs(200, 4),
        &[&entries(&later), &entries(&other)],
    );
}

#[test]
fn copying_says_what_is_copied_and_what_is_filled() {
    let inputs = |n, seed| {
        let mut next = numbers(seed);
        arrays(n, 6, 9, seed).into_iter().map(|a| vec![V::Ints(a), V::Int(next(9))]).collect::<Vec<_>>()
    };
    fn of(f: impl Fn(&[i64], i64) -> Vec<i64>) -> impl Fn(&[V]) -> Vec<V> {
        move |v| vec![v[0].clone(), v[1].clone(), V::Ints(f(&ints(&v[0]), int(&v[1])))]
    }
    fn at(a: &[i64], i: i64) -> i64 {
        a.get(i as usize).copied().unwrap_or(0)
    }
    let copy = of(|a, n| (0..n).map(|i| at(a, i)).collect());
    let (whole, empty, one) = (of(|a, _| a.to_vec()), of(|_, n| vec![0; n as usize]), of(|a, n| (0..n).map(|i| at(a, i + 1)).collect()));
    let (filled, longer) =
        (of(|a, n| (0..n).map(|i| a.get(i as usize).copied().unwrap_or(1)).collect()), of(|a, n| (0..=n).map(|i| at(a, i)).collect()));
    let (last, plus) =
        (of(|a, n| (0..n).map(|i| if i == n - 1 { 7 } else { at(a, i) }).collect()), of(|a, n| (0..n).map(|i| at(a, i) + 1).collect()));
    assert_equivalent(
        "copyOf",
        &[("a", INTS), ("n", ValueType::Int), ("old_a", INTS), ("old_n", ValueType::Int), ("result", INTS)],
        &inputs(60, 5),
        &copy,
        &[&whole, &empty, &one, &filled, &longer],
        &inputs(200, 6),
        &[&last, &plus],
    );
}

#[test]
fn reversing_mirrors() {
    let inputs = |n, seed| arrays(n, 6, 9, seed).into_iter().map(|a| vec![V::Ints(a)]).collect::<Vec<_>>();
    let of = |f: fn(&mut Vec<i64>)| {
        move |v: &[V]| {
            let mut a = ints(&v[0]);
            f(&mut a);
            vec![V::Ints(a)]
        }
    };
    let (reverse, nothing, sorted, rotated) = (
        of(|a| a.reverse()),
        of(|_| {}),
        of(|a| a.sort()),
        of(|a| {
            if !a.is_empty() {
                a.rotate_left(1)
            }
        }),
    );
    let (half, zero) = (
        of(|a| {
            let n = a.len();
            a[n / 2..].reverse()
        }),
        of(|a| a.fill(0)),
    );
    let (swapped, dropped) = (
        of(|a| {
            a.reverse();
            if a.len() > 2 {
                a.swap(0, 1)
            }
        }),
        of(|a| {
            a.reverse();
            if a.len() > 3 {
                a.pop();
            }
        }),
    );
    assert_equivalent(
        "reverse",
        &[("old_a", INTS), ("a", INTS)],
        &inputs(40, 7),
        &reverse,
        &[&nothing, &sorted, &rotated, &half, &zero],
        &inputs(150, 8),
        &[&swapped, &dropped],
    );
}

fn search_inputs(n: usize, seed: u64) -> Vec<Vec<V>> {
    let mut next = numbers(seed);
    arrays(n, 6, 6, seed).into_iter().map(|a| vec![V::Ints(a), V::Int(next(6) - 2)]).collect()
}

#[test]
fn membership_and_place_are_functions() {
    fn of<T>(f: impl Fn(&[i64], i64) -> T, make: fn(T) -> V) -> impl Fn(&[V]) -> Vec<V> {
        move |v| vec![v[0].clone(), v[1].clone(), make(f(&ints(&v[0]), int(&v[1])))]
    }
    let names = |ty| [("a", INTS), ("x", ValueType::Int), ("old_a", INTS), ("old_x", ValueType::Int), ("result", ty)];
    let contains = of(|a, x| a.contains(&x), V::Bool);
    let (no, yes, not) = (of(|_, _| false, V::Bool), of(|_, _| true, V::Bool), of(|a, x| !a.contains(&x), V::Bool));
    let (first, last) = (of(|a, x| a.first() == Some(&x), V::Bool), of(|a, x| a.last() == Some(&x), V::Bool));
    let text = assert_equivalent(
        "contains",
        &names(ValueType::Boolean),
        &search_inputs(60, 9),
        &contains,
        &[&no, &yes, &not, &first],
        &search_inputs(200, 10),
        &[&last],
    );
    assert_eq!(text, "result == contains(a, x)");
    fn place(a: &[i64], x: i64) -> i64 {
        a.iter().position(|y| *y == x).map_or(-1, |i| i as i64)
    }
    let index = of(place, V::Int);
    let (none, next, zero) = (of(|_, _| -1, V::Int), of(|a, x| place(a, x) + 1, V::Int), of(|a, x| place(a, x).max(0), V::Int));
    let final_one = of(|a, x| a.iter().rposition(|y| *y == x).map_or(-1, |i| i as i64), V::Int);
    let length = of(|a, _| a.len() as i64, V::Int);
    let text = assert_equivalent(
        "indexOf",
        &names(ValueType::Int),
        &search_inputs(60, 11),
        &index,
        &[&none, &next, &zero, &final_one],
        &search_inputs(200, 12),
        &[&length],
    );
    assert_eq!(text, "result == indexOf(a, x)");
}

#[test]
fn a_list_grows_by_what_is_added() {
    let inputs = |n, seed| {
        search_inputs(n, seed)
            .into_iter()
            .map(|mut v| {
                v.swap(0, 1);
                v
            })
            .collect::<Vec<_>>()
    };
    fn of(f: impl Fn(&mut Vec<i64>, i64)) -> impl Fn(&[V]) -> Vec<V> {
        move |v| {
            let mut a = ints(&v[1]);
            f(&mut a, int(&v[0]));
            vec![v[0].clone(), V::Ints(a)]
        }
    }
    let add = of(|a, x| a.push(x));
    let (nothing, first, cleared, zero) = (of(|_, _| {}), of(|a, x| a.insert(0, x)), of(|a, x| *a = vec![x]), of(|a, _| a.push(0)));
    let (twice, changed, spoiled) = (
        of(|a, x| a.extend([x, x])),
        of(|a, x| {
            if let Some(y) = a.first_mut() {
                *y += 1
            };
            a.push(x)
        }),
        of(|a, x| {
            let n = a.len();
            if n > 1 {
                a[n / 2] = 9
            };
            a.push(x)
        }),
    );
    assert_equivalent(
        "add",
        &[("x", ValueType::Int), ("old_items", INTS), ("old_x", ValueType::Int), ("items", INTS)],
        &inputs(60, 13),
        &add,
        &[&nothing, &first, &cleared, &zero, &twice, &changed],
        &inputs(200, 14),
        &[&spoiled],
    );
}

/// Pairs of longs, many near the ends of their range.
fn long_pairs(n: usize, seed: u64) -> Vec<Vec<V>> {
    let mut next = numbers(seed);
    let mut one = move || match next(6) {
        0 => i64::MAX - next(5),
        1 => i64::MIN + next(5),
        2 => next(1 << 20) * next(1 << 20) * (1 - 2 * next(2)) * next(1 << 20),
        3 => (next(1 << 31) - (1 << 30)) * 7,
        _ => next(9) - 4,
    };
    (0..n).map(|_| vec![V::Int(one()), V::Int(one())]).collect()
}

#[test]
fn exact_integers_say_what_overflow_means() {
    let names = [
        ("a", ValueType::Long),
        ("b", ValueType::Long),
        ("old_a", ValueType::Long),
        ("old_b", ValueType::Long),
        ("result", ValueType::Long),
    ];
    fn of(f: impl Fn(i64, i64) -> i64) -> impl Fn(&[V]) -> Vec<V> {
        move |v| vec![v[0].clone(), v[1].clone(), V::Int(f(int(&v[0]), int(&v[1])))]
    }
    let multiply = of(i64::saturating_mul);
    let (wraps, a, greatest, least) = (
        of(i64::wrapping_mul),
        of(|a, _| a),
        of(|a, b| a.checked_mul(b).unwrap_or(i64::MAX)),
        of(|a, b| a.checked_mul(b).unwrap_or(i64::MIN)),
    );
    let (swapped, zero, off) = (
        of(|a, b| a.checked_mul(b).unwrap_or(if (a < 0) != (b < 0) { i64::MAX } else { i64::MIN })),
        of(|a, b| a.checked_mul(b).unwrap_or(0)),
        of(|a, b| a.saturating_mul(b).saturating_add(1)),
    );
    let text = assert_equivalent(
        "saturatedMultiply",
        &names,
        &long_pairs(120, 15),
        &multiply,
        &[&wraps, &a, &greatest, &least, &zero],
        &long_pairs(400, 16),
        &[&swapped, &off],
    );
    assert!(text.contains("exact(a) * b"), "{text}");
    // It returns only where the difference fits.
    let fits = |inputs: Vec<Vec<V>>| inputs.into_iter().filter(|v| int(&v[0]).checked_sub(int(&v[1])).is_some()).collect::<Vec<_>>();
    let subtract = of(i64::wrapping_sub);
    let (added, a, mirrored, off) =
        (of(i64::wrapping_add), of(|a, _| a), of(|a, b| b.wrapping_sub(a)), of(|a, b| a.wrapping_sub(b).wrapping_add(1)));
    let (correct, mut incorrect) = states(&fits(long_pairs(150, 17)), &subtract, &[&added, &a, &mirrored]);
    // A mutant that lost its check returns where the method throws.
    let throws = long_pairs(100, 18).into_iter().filter(|v| int(&v[0]).checked_sub(int(&v[1])).is_none());
    incorrect.extend(throws.map(|v| (3, [v.clone(), subtract(&v)].concat())));
    let data = dataset(&names, &correct, &incorrect);
    let found = synthesize(&data, &Settings::default(), 50, &Pool::new(1).unwrap(), &Control::unlimited());
    let text = render::render(&found.assertion, &data.schema);
    println!("subAndCheck: {text}");
    let others: Vec<Vec<V>> = long_pairs(400, 19);
    let right: Vec<Vec<V>> = fits(others.clone()).iter().map(|v| [v.clone(), subtract(v)].concat()).collect();
    let wrong: Vec<(u32, Vec<V>)> = others
        .iter()
        .filter(|v| int(&v[0]).checked_sub(int(&v[1])).is_none())
        .map(|v| (0, [v.clone(), subtract(v)].concat()))
        .chain(fits(others.clone()).iter().map(|v| (1, [v.clone(), off(v)].concat())))
        .collect();
    let unseen = dataset(&names, &right, &wrong);
    for row in 0..unseen.rows {
        assert_eq!(interpret::holds(&found.assertion, &unseen, row), row < unseen.correct, "{text} on row {row}");
    }
}

#[test]
fn strings_are_stripped() {
    let words = [
        "", " ", "a", " a", "a ", " a b ", "\t x\n", "ab c", "  ", "zz top ", "\n", "  lead", "trail  ", " both ", "-", " - ", "one",
        " two", "three ", "f o u r", "\t", " five\n", "six six", "   seven",
    ];
    let more = ["   ", "q", " q", "q ", " q w ", "\tz", "none", "e  e", "  \t", "y\n"];
    let inputs = |words: &[&str]| words.iter().map(|w| Some((*w).to_owned())).chain([None]).map(|w| vec![V::Text(w)]).collect::<Vec<_>>();
    fn of(f: impl Fn(Option<String>) -> Option<String>) -> impl Fn(&[V]) -> Vec<V> {
        move |v| vec![v[0].clone(), V::Text(f(text(&v[0])))]
    }
    let strip = of(|s| s.map(|s| s.trim().to_owned()).filter(|s| !s.is_empty()));
    let (same, empty, null, start) = (
        of(|s| s),
        of(|s| s.map(|s| s.trim().to_owned())),
        of(|_| None),
        of(|s| s.map(|s| s.trim_start().to_owned()).filter(|s| !s.is_empty())),
    );
    let (end, never_null) =
        (of(|s| s.map(|s| s.trim_end().to_owned()).filter(|s| !s.is_empty())), of(|s| Some(s.unwrap_or_default().trim().to_owned())));
    let constant = of(|s| s.map(|_| "a".to_owned()));
    let names = [("s", ValueType::Text), ("old_s", ValueType::Text), ("result", ValueType::Text)];
    assert_equivalent(
        "stripToNull",
        &names,
        &inputs(&words),
        &strip,
        &[&same, &empty, &null, &start, &never_null, &constant],
        &inputs(&more),
        &[&end],
    );
}

/// The tests of three of the eleven states give null: what they say of null alone is too little, but it is only where the rest applies.
#[test]
fn where_a_result_is_null_nothing_else_is_to_be_justified() {
    let words = ["", "  ", "a", " b", "c ", " d e ", "\tf", "gh\n", " - ", "two words"];
    let inputs: Vec<Vec<V>> = words.iter().map(|w| Some((*w).to_owned())).chain([None]).map(|w| vec![V::Text(w)]).collect();
    fn of(f: impl Fn(Option<String>) -> Option<String>) -> impl Fn(&[V]) -> Vec<V> {
        move |v| vec![v[0].clone(), V::Text(f(text(&v[0])))]
    }
    let strip = of(|s| s.map(|s| s.trim().to_owned()).filter(|s| !s.is_empty()));
    let (same, constant) = (of(|s| s), of(|s| s.map(|_| "a".to_owned())));
    let (correct, incorrect) = states(&inputs, &strip, &[&same, &constant]);
    let mut data = dataset(&[("s", ValueType::Text), ("old_s", ValueType::Text), ("result", ValueType::Text)], &correct, &incorrect);
    data.correct_tests = (0..data.correct).map(|row| 1 << (row % 5)).collect();
    let found = synthesize(&data, &Settings::default(), 50, &Pool::new(1).unwrap(), &Control::unlimited());
    let text = render::render(&found.assertion, &data.schema);
    assert!(text.contains("strip()") && found.false_negatives == 0, "{text}");
}

#[test]
fn extremes_of_parameters_are_terms() {
    let names = ["x", "lo", "hi", "old_x", "old_lo", "old_hi", "result"].map(|name| (name, ValueType::Int));
    let inputs = |n, seed| {
        let mut next = numbers(seed);
        (0..n).map(|_| [next(41) - 20, next(20) - 15, next(20) + 5].map(V::Int).to_vec()).collect::<Vec<_>>()
    };
    fn of(f: impl Fn(i64, i64, i64) -> i64) -> impl Fn(&[V]) -> Vec<V> {
        move |v| [v, &[V::Int(f(int(&v[0]), int(&v[1]), int(&v[2])))]].concat()
    }
    let clamp = of(|x, lo, hi| x.clamp(lo, hi));
    let (x, lo, hi, off) = (of(|x, _, _| x), of(|_, lo, _| lo), of(|_, _, hi| hi), of(|x, lo, hi| x.clamp(lo, hi) + 1));
    let (below, above) = (of(|x, lo, _| x.max(lo)), of(|x, _, hi| x.min(hi)));
    let mutants: [Method; 4] = [&x, &lo, &hi, &off];
    let text = assert_equivalent("clamp", &names, &inputs(80, 20), &clamp, &mutants, &inputs(200, 21), &[&below, &above]);
    assert!(text.contains("max(") && text.contains("min("), "{text}");
}
