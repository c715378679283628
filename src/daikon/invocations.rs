//! Entries and exits of one method together.
//!
//! An exit is seen with the entry of the same invocation: its samples have the entry's values as `orig(..)`. Invocations are told apart
//! by their nonce, or, without one, as calls nest.

use crate::evidence::dataset::Bits;
use crate::invariants::samples::{Column, Data, Place, PointName, Samples, Variable};
use crate::invariants::trace::Point;
use hashbrown::HashMap;

/// What an invocation is told apart by: any text, most often a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Nonce {
    Number(u64),
    Text(Box<[u8]>),
}

impl Nonce {
    pub fn of(text: &[u8]) -> Self {
        let text = text.trim_ascii();
        let number = std::str::from_utf8(text).ok().filter(|t| !t.starts_with(['0', '+']) || *t == "0").and_then(|t| t.parse().ok());
        number.map_or_else(|| Self::Text(text.into()), Self::Number)
    }
}

/// The invocations that are not ended yet, by method: nonce and row of the entry.
#[derive(Default)]
pub struct Open {
    by_method: HashMap<String, Vec<(Option<Nonce>, u32)>>,
}

impl Open {
    pub fn enter(&mut self, method: &str, nonce: Option<Nonce>, row: u32) {
        match self.by_method.get_mut(method) {
            Some(open) => open.push((nonce, row)),
            None => drop(self.by_method.insert(method.to_owned(), vec![(nonce, row)])),
        }
    }

    /// Ends an invocation: that of the nonce, or the last one. The row of its entry; `None`: it is not in the trace.
    pub fn exit(&mut self, method: &str, nonce: Option<&Nonce>) -> Option<u32> {
        let open = self.by_method.get_mut(method)?;
        // Nearly always it is the last one.
        let at = open.iter().rposition(|(n, _)| nonce.is_none() || n.as_ref() == nonce)?;
        Some(open.remove(at).1)
    }

    /// The rows of the entries of those that never ended, by method.
    pub fn rows(&self) -> impl Iterator<Item = (&str, Vec<u32>)> {
        self.by_method.iter().map(|(method, open)| (method.as_str(), open.iter().map(|o| o.1).collect()))
    }

    /// How many never ended.
    pub fn count(&self) -> u64 {
        self.by_method.values().map(|open| open.len() as u64).sum()
    }
}

/// Adds the values that the variables of the entry had at these rows of it.
pub fn add_entry_values(samples: &mut Samples, entry: &Samples, rows: &[u32]) {
    for (variable, column) in entry.variables.iter().zip(&entry.columns) {
        let mut data = Data::empty(variable.kind, variable.shape);
        let mut present = Bits::zeros(rows.len());
        for (at, row) in rows.iter().enumerate() {
            data.push_from(&column.data, *row as usize);
            present.set(at, column.has(*row as usize));
        }
        // What groups mean is said of each point anew: the variable has that which it has at the exit.
        let (group, index_group) = samples.find(&variable.name).map_or((None, None), |v| {
            let at_exit = &samples.variables[v];
            (at_exit.group, at_exit.index_group)
        });
        let name = format!("orig({})", variable.name);
        let variable = Variable { name, entry: true, group, index_group, ..variable.clone() };
        samples.push(variable, Column { data, present: Some(present) });
    }
}

/// Points that are related: the first's samples are among the second's.
type Parents = Vec<(PointName, PointName)>;

/// Adds, after the last exit of each method, all its exits together: the variables that each of them has. A lone exit is all of them. All
/// exits have the parents that each exit has.
pub fn with_combined_exits(points: Vec<Point>, mut parents: Parents) -> (Vec<Point>, Parents) {
    let mut exits_of: HashMap<String, Vec<usize>> = HashMap::new();
    for (i, point) in points.iter().enumerate().filter(|(_, p)| matches!(p.name.place, Place::ExitAt(_))) {
        exits_of.entry(point.name.method.clone()).or_default().push(i);
    }
    let mut parents_of: HashMap<PointName, Vec<PointName>> = HashMap::new();
    for (child, parent) in &parents {
        parents_of.entry(child.clone()).or_default().push(parent.clone());
    }
    let mut combined: HashMap<usize, Option<Point>> = HashMap::new();
    for (method, exits) in exits_of {
        let of = |exit: usize| parents_of.get(&points[exit].name).map_or(&[][..], Vec::as_slice);
        let shared = of(exits[0]).iter().filter(|parent| exits.iter().all(|e| of(*e).contains(parent)));
        let all = PointName { method: method.clone(), place: Place::Exit };
        parents.extend(shared.map(|parent| (all.clone(), parent.clone())));
        let last = *exits.last().expect("one at least");
        let several = exits.len() > 1;
        let together = several.then(|| {
            let samples = all_exits(&exits.iter().map(|e| &points[*e].samples).collect::<Vec<_>>());
            let first = points[exits[0]].samples.rows;
            let first_exit = (exits.len() == 2).then(|| (0..samples.rows).map(|row| row < first).collect());
            Point { first_exit, ..Point::new(PointName { method, place: Place::Exit }, samples) }
        });
        combined.insert(last, together);
    }
    let mut result: Vec<Point> = Vec::new();
    for (i, mut point) in points.into_iter().enumerate() {
        match combined.remove(&i) {
            None => result.push(point),
            Some(None) => {
                point.name.place = Place::Exit;
                result.push(point);
            }
            Some(Some(together)) => result.extend([point, together]),
        }
    }
    (result, parents)
}

fn all_exits(exits: &[&Samples]) -> Samples {
    let mut samples = Samples { rows: exits.iter().map(|e| e.rows).sum(), ..Samples::default() };
    for variable in &exits[0].variables {
        let same = |other: &Variable| (other.kind, other.shape) == (variable.kind, variable.shape);
        let found: Option<Vec<_>> = exits.iter().map(|e| e.find(&variable.name).filter(|v| same(&e.variables[*v]))).collect();
        let Some(found) = found else { continue };
        let mut data = Data::empty(variable.kind, variable.shape);
        let mut present = Bits::zeros(samples.rows);
        for (exit, var) in exits.iter().zip(&found) {
            for row in 0..exit.rows {
                present.set(data.rows(), exit.columns[*var].has(row));
                data.push_from(&exit.columns[*var].data, row);
            }
        }
        let together = Variable {
            group: shared(exits, &variable.name, |v| v.group),
            index_group: shared(exits, &variable.name, |v| v.index_group),
            ..variable.clone()
        };
        samples.push(together, Column { data, present: Some(present) });
    }
    samples
}

/// The group that a variable has at all exits.
fn shared(exits: &[&Samples], name: &str, group: impl Fn(&Variable) -> Option<u64>) -> Option<u64> {
    let mut groups = exits.iter().map(|e| e.find(name).and_then(|v| group(&e.variables[v])));
    let first = groups.next().flatten();
    first.filter(|_| groups.all(|g| g == first))
}
