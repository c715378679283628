//! Whether a path condition has a solution, for the few kinds of clauses that the programs here have: comparisons of two inputs with an
//! offset, of an input with a constant, and of the remainder of one input with a constant.

use super::trace::{Step, Term, holds};
use oraculum::relation::Relation;
use std::collections::HashMap;

/// Values of an input whose remainders by 4, 100 and 400 are asked for: the two least and the two greatest years from 1 to 3000 of each of
/// the four classes, and some outside. Of two such inputs no more than their order is asked for, so that others change nothing.
const YEARS: [i64; 22] = [-8, -3, 0, 1, 2, 4, 8, 100, 200, 400, 800, 2400, 2800, 2700, 2900, 2992, 2996, 2998, 2999, 3000, 3001, 3200];

/// `left - right <= most`; place 0 is the constant 0.
#[derive(Clone, Copy, Debug)]
struct Difference {
    left: usize,
    right: usize,
    most: i64,
}

/// Whether inputs exist that take all branches. Lengths are not negative; of references only null is asked for, and never twice.
pub fn satisfiable(path: &[Step]) -> bool {
    let mut names: HashMap<&str, usize> = HashMap::new();
    let (mut exact, mut unequal, mut remainders) = (Vec::new(), Vec::new(), Vec::new());
    for step in path {
        let Step::Compare(left, operator, right) = step else { continue };
        if let (Term::Modulo(origin, by), Term::Constant(value)) = (left, right) {
            remainders.push((origin.as_str(), *by, *operator, *value));
            continue;
        }
        let mut side = |term: &'_ Term| match term {
            Term::Constant(value) => (0, *value),
            Term::Plus(origin, plus) => {
                let next = names.len() + 1;
                let name: &str = path.iter().find_map(|s| named(s, origin)).expect("it is a name of the path");
                (*names.entry(name).or_insert(next), *plus)
            }
            Term::Modulo(..) => panic!("remainders are compared with constants only"),
        };
        let ((left, plus), (right, more)) = (side(left), side(right));
        let difference = more - plus;
        let at_most = |most| Difference { left, right, most };
        let at_least = |least: i64| Difference { left: right, right: left, most: -least };
        match operator {
            Relation::Less => exact.push(at_most(difference - 1)),
            Relation::LessOrEqual => exact.push(at_most(difference)),
            Relation::Greater => exact.push(at_least(difference + 1)),
            Relation::GreaterOrEqual => exact.push(at_least(difference)),
            Relation::Equal => exact.extend([at_most(difference), at_least(difference)]),
            Relation::NotEqual => unequal.push((at_most(difference - 1), at_least(difference + 1))),
        }
    }
    for (name, place) in &names {
        if name.ends_with(".length") || name.ends_with(".length()") {
            exact.push(Difference { left: 0, right: *place, most: 0 });
        }
    }
    if remainders.is_empty() {
        return consistent(names.len() + 1, &mut exact, &unequal);
    }
    let mut origins: Vec<&str> = remainders.iter().map(|(origin, ..)| *origin).collect();
    origins.sort_unstable();
    origins.dedup();
    with_values(&origins, &mut |values| {
        let value = |origin: &str| values[origins.iter().position(|o| *o == origin).expect("it is one of them")];
        if !remainders.iter().all(|(origin, by, operator, right)| holds(value(origin) % by, *operator, *right)) {
            return false;
        }
        let mut with = exact.clone();
        for (origin, value) in origins.iter().zip(values) {
            if let Some(&place) = names.get(origin) {
                with.extend([Difference { left: place, right: 0, most: *value }, Difference { left: 0, right: place, most: -value }]);
            }
        }
        consistent(names.len() + 1, &mut with, &unequal)
    })
}

/// Whether some values of so many inputs fit.
fn with_values(origins: &[&str], fits: &mut dyn FnMut(&[i64]) -> bool) -> bool {
    let mut places = vec![0; origins.len()];
    loop {
        let values: Vec<i64> = places.iter().map(|&place| YEARS[place]).collect();
        if fits(&values) {
            return true;
        }
        let Some(next) = places.iter().position(|&place| place + 1 < YEARS.len()) else { return false };
        places[next] += 1;
        places[..next].fill(0);
    }
}

/// The name as it stands in a step.
fn named<'a>(step: &'a Step, origin: &str) -> Option<&'a str> {
    let of = |term: &'a Term| match term {
        Term::Plus(name, _) if name == origin => Some(name.as_str()),
        _ => None,
    };
    match step {
        Step::Compare(left, _, right) => of(left).or_else(|| of(right)),
        Step::Null(..) => None,
    }
}

/// Whether differences have a solution (no cycle of them adds up to less than 0), for one side of each inequality.
fn consistent(places: usize, exact: &mut Vec<Difference>, unequal: &[(Difference, Difference)]) -> bool {
    let mut distances = vec![0i64; places];
    for round in 0..=places {
        let mut changed = false;
        for d in exact.iter() {
            let through = distances[d.right] + d.most;
            if through < distances[d.left] {
                distances[d.left] = through;
                changed = true;
            }
        }
        if !changed {
            break;
        }
        if round == places {
            return false;
        }
    }
    // The solution found may meet all inequalities already.
    let met = |d: &Difference| distances[d.left] - distances[d.right] <= d.most;
    let Some(open) = unequal.iter().position(|(less, more)| !met(less) && !met(more)) else { return true };
    let (less, more) = unequal[open];
    let rest = [&unequal[..open], &unequal[open + 1..]].concat();
    [less, more].into_iter().any(|side| {
        exact.push(side);
        let found = consistent(places, exact, &rest);
        exact.pop();
        found
    })
}
