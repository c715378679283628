use super::*;
use crate::improve::evolution::fixtures::min_method;

fn value(dataset: &Dataset, name: &str, row: usize) -> i64 {
    let Values::Integral(values) = &dataset.columns[dataset.schema.find(name).unwrap() as usize].values else { unreachable!() };
    values[row]
}

#[test]
fn no_imagined_state_is_one_that_was_seen() {
    let data = min_method();
    let more = with_imagined(&data, 500);
    assert!(more.rows > data.rows + 100, "{} of {}", more.rows, data.rows);
    assert_eq!(more.correct, data.correct);
    let keys: Vec<u64> = (0..more.rows).map(|row| key(&more.columns, row)).collect();
    let seen: HashSet<u64> = keys[..data.rows].iter().copied().collect();
    let imagined: HashSet<u64> = keys[data.rows..].iter().copied().collect();
    assert!(imagined.is_disjoint(&seen));
    assert_eq!(imagined.len(), more.rows - data.rows);
}

#[test]
fn an_imagined_state_has_the_entry_values_of_its_pair_and_another_result() {
    let data = min_method();
    let more = with_imagined(&data, 500);
    for (i, origin) in more.origins.iter().enumerate().skip(data.origins.len()) {
        let (row, pair) = (more.correct + i, origin.pair.unwrap() as usize);
        assert_eq!(origin.mutant, NO_MUTANT);
        assert!(pair < more.correct);
        for name in ["x", "y"] {
            assert_eq!(value(&more, name, row), value(&data, name, pair), "{name} of {row}");
        }
        assert_ne!(value(&more, "result", row), value(&data, "result", pair));
    }
}

#[test]
fn what_was_seen_stays_where_it_was() {
    let data = min_method();
    let more = with_imagined(&data, 500);
    let first: Vec<usize> = (0..data.rows).collect();
    let columns: Vec<Column> = more.columns.iter().map(|c| c.gather(&first)).collect();
    assert_eq!(columns, data.columns);
    assert_eq!(more.origins[..data.origins.len()], data.origins);
}

#[test]
fn without_an_incorrect_state_nothing_is_imagined() {
    let mut data = min_method();
    let correct: Vec<usize> = (0..data.correct).collect();
    data.columns = data.columns.iter().map(|c| c.gather(&correct)).collect();
    data.rows = data.correct;
    data.origins.clear();
    assert_eq!(with_imagined(&data, 500).rows, data.rows);
}

#[test]
fn of_one_state_nothing_but_its_result_is_altered() {
    let mut data = min_method();
    // The smallest inputs, and what is incorrect of others.
    let two = [0, data.rows - 1];
    data.columns = data.columns.iter().map(|c| c.gather(&two)).collect();
    (data.rows, data.correct) = (2, 1);
    data.origins.truncate(1);
    data.correct_tests.clear();
    let more = with_imagined(&data, 500);
    let result = value(&data, "result", 0);
    let results: Vec<i64> = (2..more.rows).map(|row| value(&more, "result", row)).collect();
    assert_eq!(results, [result + 1, result - 1, -result]);
}
