use super::*;
use crate::improve::evolution::fixtures::min_method;

fn value(dataset: &Dataset, name: &str, row: usize) -> i64 {
    let Values::Integral(values) = &dataset.columns[dataset.schema.find(name).unwrap() as usize].values else { unreachable!() };
    values[row]
}

#[test]
fn no_simulated_state_is_one_that_was_seen() {
    let data = min_method();
    let more = with_simulated(&data, 500);
    assert!(more.rows > data.rows + 100, "{} of {}", more.rows, data.rows);
    assert_eq!(more.correct, data.correct);
    let keys: Vec<u64> = (0..more.rows).map(|row| key(&more.columns, row)).collect();
    let seen: HashSet<u64> = keys[..data.rows].iter().copied().collect();
    let simulated: HashSet<u64> = keys[data.rows..].iter().copied().collect();
    assert!(simulated.is_disjoint(&seen));
    assert_eq!(simulated.len(), more.rows - data.rows);
}

#[test]
fn an_simulated_state_has_the_entry_values_of_its_pair_and_another_result() {
    let data = min_method();
    let more = with_simulated(&data, 500);
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
    let more = with_simulated(&data, 500);
    let first: Vec<usize> = (0..data.rows).collect();
    let columns: Vec<Column> = more.columns.iter().map(|c| c.gather(&first)).collect();
    assert_eq!(columns, data.columns);
    assert_eq!(more.origins[..data.origins.len()], data.origins);
}

#[test]
fn without_an_incorrect_state_nothing_is_simulated() {
    let mut data = min_method();
    let correct: Vec<usize> = (0..data.correct).collect();
    data.columns = data.columns.iter().map(|c| c.gather(&correct)).collect();
    data.rows = data.correct;
    data.origins.clear();
    assert_eq!(with_simulated(&data, 500).rows, data.rows);
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
    let more = with_simulated(&data, 500);
    let result = value(&data, "result", 0);
    let results: Vec<i64> = (2..more.rows).map(|row| value(&more, "result", row)).collect();
    assert_eq!(results, [result + 1, result - 1, -result]);
}

/// `boolean add(int[] a)` leaves its array and a size behind; the field and the observer of the size are one number.
fn method_with_exits() -> Dataset {
    use crate::evidence::schema::{Element, Schema, Variable};
    let arrays: Vec<Vec<i64>> = (0..24).map(|n| (0..2 + n % 5).map(|i| i + n).collect()).collect();
    let rows = arrays.len() + 1;
    let mut offsets = vec![0];
    let mut items = Vec::new();
    for row in 0..rows {
        items.extend(&arrays[row % arrays.len()]);
        offsets.push(items.len() as u32);
    }
    let integral = |of: &dyn Fn(i64) -> i64| Values::Integral((0..rows as i64).map(of).collect());
    let sequence = |items: Vec<i64>| Values::Sequence { offsets: offsets.clone(), items: Box::new(Values::Integral(items)) };
    let columns = [
        ("old_x", ValueType::Int, integral(&|i| i)),
        ("result", ValueType::Int, integral(&|i| if i == 24 { -7 } else { 2 * i })),
        ("this.size", ValueType::Int, integral(&|i| i + 1)),
        ("this.size()", ValueType::Int, integral(&|i| i + 1)),
        ("a[*]", ValueType::Sequence(Element::Int), sequence(items.clone())),
        ("local", ValueType::Int, integral(&|i| i * i)),
    ];
    Dataset {
        explored: false,
        schema: Schema { method: "Sample#add".into(), variables: columns.iter().map(|&(name, ty, _)| Variable::new(name, ty)).collect() },
        rows,
        correct: rows - 1,
        columns: columns.into_iter().map(|(_, _, values)| Column { values, present: None }).collect(),
        origins: vec![Origin { mutant: 0, test: 0, pair: Some(0) }],
        texts: Default::default(),
        correct_tests: Vec::new(),
        constants: Default::default(),
    }
}

#[test]
fn other_exit_values_are_simulated_with_the_right_result_too() {
    let data = method_with_exits();
    let more = with_simulated(&data, 2000);
    let of_pair = |row: usize, name: &str| {
        let pair = more.origins[row - more.correct].pair.unwrap() as usize;
        value(&more, name, row) == value(&data, name, pair)
    };
    let simulated = data.rows..more.rows;
    let wrong = |name: &str| simulated.clone().filter(|&row| of_pair(row, "result") && !of_pair(row, name)).count();
    assert!(wrong("this.size") > 20, "{}", wrong("this.size"));
    assert!(simulated.clone().any(|row| !of_pair(row, "result") && of_pair(row, "this.size")));
    for row in simulated {
        assert!(of_pair(row, "old_x"));
        // One number, seen in two ways.
        assert_eq!(value(&more, "this.size", row), value(&more, "this.size()", row));
        // What the method has in its hands is nobody's concern.
        assert!(of_pair(row, "local") || !of_pair(row, "result") && !of_pair(row, "this.size"));
    }
}

#[test]
fn of_an_array_an_element_is_another_two_are_exchanged_or_the_last_is_lost_or_there_twice() {
    let data = method_with_exits();
    let Values::Sequence { offsets, items } = &data.columns[4].values else { unreachable!() };
    let Values::Integral(before) = &**items else { unreachable!() };
    let Values::Sequence { offsets: new, items } = altered_sequences(offsets.clone(), (**items).clone(), RESIZING) else { unreachable!() };
    let Values::Integral(after) = *items else { unreachable!() };
    for (row, (old, new)) in offsets.windows(2).zip(new.windows(2)).enumerate() {
        let (before, after) = (&before[old[0] as usize..old[1] as usize], &after[new[0] as usize..new[1] as usize]);
        let differ: Vec<usize> = (0..after.len().min(before.len())).filter(|&i| before[i] != after[i]).collect();
        match row % 4 {
            0 => assert_eq!((after.len(), differ.len(), after[differ[0]]), (before.len(), 1, before[differ[0] + 1])),
            1 => {
                let at = differ[0];
                assert_eq!((after.len(), differ.len(), after[at], after[at + 1]), (before.len(), 2, before[at + 1], before[at]));
            }
            2 => assert_eq!(after, &before[..before.len() - 1]),
            _ => assert_eq!(after, [before, &before[before.len() - 1..]].concat()),
        }
    }
}

#[test]
fn a_shorter_or_longer_array_says_that_it_is() {
    let mut data = method_with_exits();
    data.schema.variables[4].receiver = Some("a".into());
    (data.schema.variables[5].name, data.schema.variables[5].receiver) = ("a.length".into(), Some("a".into()));
    let Values::Sequence { offsets, .. } = &data.columns[4].values else { unreachable!() };
    data.columns[5].values = Values::Integral(offsets.windows(2).map(|o| i64::from(o[1] - o[0])).collect());
    let mut columns = data.columns.clone();
    let rows = alter(&data, &mut columns, &[4], 60);
    let Values::Sequence { offsets, .. } = &columns[4].values else { unreachable!() };
    let Values::Integral(lengths) = &columns[5].values else { unreachable!() };
    assert!(offsets.windows(2).zip(lengths).all(|(o, &length)| i64::from(o[1] - o[0]) == length));
    let shorter = |&(nth, &row): &(usize, &usize)| lengths[data.rows + nth] < lengths[row];
    let longer = |&(nth, &row): &(usize, &usize)| lengths[data.rows + nth] > lengths[row];
    assert_eq!(rows.iter().enumerate().filter(shorter).count(), rows.len() / 4);
    assert_eq!(rows.iter().enumerate().filter(longer).count(), rows.len() / 4);
    // An array that is the same object as before keeps its length.
    let object = |name: &str| Variable { receiver: None, ..Variable::new(name, ValueType::Reference) };
    for name in ["a", "old_a"] {
        data.schema.variables.push(object(name));
        data.columns.push(Column { values: Values::Integral(vec![1; data.rows]), present: None });
    }
    let mut columns = data.columns.clone();
    let rows = alter(&data, &mut columns, &[4], 60);
    let Values::Integral(lengths) = &columns[5].values else { unreachable!() };
    assert!(rows.iter().enumerate().all(|(nth, &row)| lengths[data.rows + nth] == lengths[row]));
}

#[test]
fn a_local_that_is_the_result_goes_with_it() {
    let mut data = method_with_exits();
    data.columns[5].values = data.columns[1].values.clone();
    let more = with_simulated(&data, 2000);
    let simulated = data.rows..more.rows;
    assert!(simulated.clone().all(|row| value(&more, "local", row) == value(&more, "result", row)));
}

#[test]
fn a_write_is_lost_whole_or_of_one_element() {
    let mut data = method_with_exits();
    data.schema.variables[0].name = "old_a[*]".into();
    data.schema.variables[0].value_type = data.schema.variables[4].value_type;
    let Values::Sequence { offsets, items } = &data.columns[4].values else { unreachable!() };
    let Values::Integral(items) = &**items else { unreachable!() };
    let negative = Values::Integral(items.iter().map(|i| -i - 1).collect());
    data.columns[0].values = Values::Sequence { offsets: offsets.clone(), items: Box::new(negative) };
    let mut columns = data.columns.clone();
    let rows = undo(&data, &mut columns, &[4], 48);
    assert_eq!(rows.len(), 48);
    let elements = |column: &Column, row: usize| -> Vec<i64> {
        let Values::Sequence { offsets, items } = &column.values else { unreachable!() };
        let Values::Integral(items) = &**items else { unreachable!() };
        items[offsets[row] as usize..offsets[row + 1] as usize].to_vec()
    };
    for (nth, &row) in rows.iter().enumerate() {
        let (was, is, undone) = (elements(&data.columns[0], row), elements(&data.columns[4], row), elements(&columns[4], data.rows + nth));
        if nth % 2 == 0 {
            assert_eq!(undone, was);
        } else {
            let differ: Vec<usize> = (0..is.len()).filter(|&i| undone[i] != is[i]).collect();
            assert_eq!((differ.len(), undone[differ[0]]), (1, was[differ[0]]));
        }
    }
    // What has no entry value cannot be as it was.
    assert_eq!(undo(&data, &mut columns, &[2], 48), Vec::<usize>::new());
}

#[test]
fn an_object_is_taken_for_another_one_of_the_state_or_a_new_one() {
    let mut data = method_with_exits();
    let ids = |of: &dyn Fn(i64) -> i64| Values::Integral((0..data.rows as i64).map(of).collect());
    let (results, locals) = (ids(&|i| i % 3), ids(&|i| if i % 4 == 3 { i } else { 1 }));
    (data.columns[1].values, data.columns[5].values) = (results, locals);
    for id in [1, 5] {
        data.schema.variables[id].value_type = ValueType::Reference;
    }
    data.schema.variables[5].name = "old_element".into();
    let more = with_simulated(&data, 2000);
    let altered: Vec<(i64, i64, i64)> = (data.rows..more.rows)
        .filter(|&row| more.origins[row - more.correct].test == Kind::AlteredResult as u32)
        .map(|row| {
            let pair = more.origins[row - more.correct].pair.unwrap() as usize;
            (value(&more, "result", row), value(&data, "result", pair), value(&data, "old_element", pair))
        })
        .collect();
    assert!(altered.iter().all(|&(now, was, _)| now != was && now != 0), "{altered:?}");
    assert!(altered.iter().any(|&(now, _, element)| now == element));
    assert!(altered.iter().any(|&(now, was, element)| now > was.max(element)));
    // What is looked into stays what it is.
    data.schema.variables[3].receiver = Some("result".into());
    let more = with_simulated(&data, 2000);
    assert!(more.origins[data.origins.len()..].iter().all(|origin| origin.test != Kind::AlteredResult as u32));
}
