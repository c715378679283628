//! What observers say of an object in a simulated state: it follows from what the object stores, as the correct states show.
//!
//! A simulated state has exit values of two calls, or one that is altered. An observer that would go on saying what it said there makes
//! states that no program can leave behind, and rewards clauses that say no more than how the observer is made.

use super::{Role, key};
use crate::evidence::dataset::{Column, Dataset};
use crate::evidence::schema::{ValueType, VarId};
use crate::improve::synthesis::naturalness::ENTRY;
use crate::improve::synthesis::terms::contents;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// Gives observers of the simulated rows, those after the dataset's own, the values that they have in correct states which store the same,
/// on entry or on exit. Where no correct state stores that, they keep what they have.
pub fn tell(dataset: &Dataset, roles: &[Role], columns: &mut [Column]) {
    let simulated = columns.first().map_or(0, |column| column.values.len()) - dataset.rows;
    for id in (0..columns.len()).filter(|id| roles[*id] == Role::Exit) {
        let Some(observer) = Observer::of(dataset, id) else { continue };
        let Some(known) = observer.values(dataset) else { continue };
        let stored: Vec<&Column> = observer.stored.iter().map(|v| &columns[*v]).collect();
        let source = |row: usize| known.get(&key(stored.iter().copied(), row)).copied();
        // Rows of one column, after which come those of the entry.
        let mut values = columns[id].clone();
        let own = values.values.len();
        observer.entry.iter().for_each(|entry| values.append(dataset.columns[*entry].clone()));
        let place = |source: usize| if source < dataset.rows { source } else { own + source - dataset.rows };
        let row = |row: usize| source(row).map_or(row, place);
        let rows: Vec<usize> = (0..dataset.rows).chain((dataset.rows..dataset.rows + simulated).map(row)).collect();
        columns[id] = values.gather(&rows);
    }
}

/// An observer, and the variables of the dataset that tell what its object stores.
struct Observer {
    observer: usize,
    stored: Vec<usize>,
    /// What the observer said on entry, where all that is stored is known as it was then.
    entry: Option<usize>,
    stored_on_entry: Vec<usize>,
}

impl Observer {
    /// `None` if the variable is no observer of a value, tells how many elements are known, or nothing is known of what its object stores.
    fn of(dataset: &Dataset, observer: usize) -> Option<Self> {
        let variables = &dataset.schema.variables;
        let variable = &variables[observer];
        let is_length = (0..variables.len() as VarId).any(|v| contents::length_variable(variables, v) == Some(observer as VarId));
        let is_value = !is_length && !matches!(variable.value_type, ValueType::Reference | ValueType::Sequence(_) | ValueType::Bag(_));
        let object = variable.name.strip_suffix("()").and_then(|name| name.rsplit_once('.')).map(|(object, _)| object)?;
        let is_stored = |v: usize| {
            let within = variables[v].name.strip_prefix(object).filter(|rest| rest.starts_with(['.', '[']));
            within.is_some_and(|rest| !rest.contains("()"))
        };
        let stored: Vec<usize> = (0..variables.len()).filter(|v| is_stored(*v)).collect();
        if !is_value || stored.is_empty() {
            return None;
        }
        let on_entry = |v: usize| {
            let entry = dataset.schema.find(&format!("{ENTRY}{}", variables[v].name)).map(|v: VarId| v as usize)?;
            (variables[entry].value_type == variables[v].value_type).then_some(entry)
        };
        let stored_on_entry: Option<Vec<usize>> = stored.iter().map(|v| on_entry(*v)).collect();
        let entry = stored_on_entry.as_ref().and(on_entry(observer));
        Some(Self { observer, stored, entry, stored_on_entry: stored_on_entry.unwrap_or_default() })
    }

    /// By what is stored: a row in which the observer says what it says of that, those of the entry after all others. `None` if it says
    /// different things of the same: it depends on what is not known.
    fn values(&self, dataset: &Dataset) -> Option<HashMap<u64, usize>> {
        let of_entry = self.entry.map(|entry| (entry, &self.stored_on_entry, dataset.rows));
        let mut known: HashMap<u64, (u64, usize)> = HashMap::new();
        for (observer, stored, first) in std::iter::once((self.observer, &self.stored, 0)).chain(of_entry) {
            for row in 0..dataset.correct {
                let said = key([&dataset.columns[observer]], row);
                match known.entry(key(stored.iter().map(|v| &dataset.columns[*v]), row)) {
                    Entry::Occupied(before) if before.get().0 != said => return None,
                    Entry::Occupied(_) => {}
                    Entry::Vacant(new) => _ = new.insert((said, first + row)),
                }
            }
        }
        Some(known.into_iter().map(|(stored, (_, row))| (stored, row)).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::super::with_simulated;
    use super::*;
    use crate::evidence::dataset::{Origin, Values};
    use crate::evidence::schema::{Schema, Variable};
    use crate::improve::evolution::fixtures::min_method;

    /// `boolean enter()` of a garage; what `free()` says is up to the test.
    fn garage(free: impl Fn(i64, i64, usize) -> i64) -> Dataset {
        let names = ["result", "this.places", "this.cars", "this.free()", "old_this.places", "old_this.cars", "old_this.free()"];
        let variables = names.iter().map(|name| Variable::new(*name, ValueType::Int)).collect();
        let states: Vec<(i64, i64)> = (0..6).flat_map(|places| (0..=places).map(move |cars| (places, cars))).collect();
        let mut columns: Vec<Vec<i64>> = vec![Vec::new(); names.len()];
        for (nth, &(places, cars)) in states.iter().enumerate() {
            let entered = i64::from(cars < places);
            let after = cars + entered;
            let row = [entered, places, after, free(places, after, nth), places, cars, free(places, cars, nth)];
            columns.iter_mut().zip(row).for_each(|(column, value)| column.push(value));
        }
        // A mutant that says yes where there is no place.
        let wrong = [1, 2, 2, free(2, 2, 0), 2, 2, free(2, 2, 0)];
        columns.iter_mut().zip(wrong).for_each(|(column, value)| column.push(value));
        Dataset {
            schema: Schema { method: "Garage#enter".into(), variables },
            rows: states.len() + 1,
            correct: states.len(),
            columns: columns.into_iter().map(|values| Column { values: Values::Integral(values), present: None }).collect(),
            origins: vec![Origin { mutant: 0, test: 0, pair: None }],
            correct_tests: vec![1; states.len()],
            ..min_method()
        }
    }

    fn value(dataset: &Dataset, name: &str, row: usize) -> i64 {
        let Values::Integral(values) = &dataset.columns[dataset.schema.find(name).unwrap() as usize].values else { unreachable!() };
        values[row]
    }

    fn simulated(data: &Dataset) -> Vec<[i64; 3]> {
        let more = with_simulated(data, 500);
        (data.rows..more.rows).map(|row| ["this.places", "this.cars", "this.free()"].map(|name| value(&more, name, row))).collect()
    }

    #[test]
    fn an_observer_says_what_follows_from_what_is_stored() {
        let data = garage(|places, cars, _| places - cars);
        let states = simulated(&data);
        assert!(states.len() > 50, "{}", states.len());
        // Where some call left, or found, that many cars in such a garage.
        let seen = |places: i64, cars: i64| cars <= places && places < 6 && cars >= 0;
        assert!(states.iter().all(|&[places, cars, free]| !seen(places, cars) || free == places - cars), "{states:?}");
        assert!(states.iter().filter(|&&[places, cars, _]| seen(places, cars)).count() > 50);
    }

    #[test]
    fn what_depends_on_more_is_left_as_it_was() {
        // Of the same places and cars it says different things.
        let data = garage(|places, cars, nth| places - cars + nth as i64);
        let states = simulated(&data);
        assert!(states.len() > 50, "{}", states.len());
        assert!(states.iter().any(|[places, cars, _]| cars > places));
    }
}
