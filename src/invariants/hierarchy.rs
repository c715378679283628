//! Program points in their relation to each other: what holds at one because it holds at another is not said again.
//!
//! An exit at a line is an exit; what an exit says of entry values only, the entry says; and what holds of objects whenever they are seen
//! from outside holds at each entry and exit (Daikon's program point hierarchy, without its sharing of computations).

use super::formula::{Formula, Numeric};
use super::found::{Elsewhere, PointInvariants};
use super::samples::{Column, Data, Place, PointName, Samples, Var, Variable};
use super::trace::Point;
use crate::evidence::dataset::Bits;
use crate::relation::Relation;
use hashbrown::{HashMap, HashSet};

/// The points of objects, made of the entries and exits of each class's methods: what is called `this`, or read from it.
///
/// What some of them do not know is left out, unless it is another variable under a second name: an observer is not asked at its own entry
/// and exit. Where more than half of the points know it, and it is always that variable, it is taken for it at the others, too.
pub fn object_points(points: &[Point]) -> Vec<Point> {
    let mut classes: Vec<(String, Vec<usize>)> = Vec::new();
    for (i, point) in points.iter().enumerate() {
        let own = |v: &Variable| is_own(v) && !v.entry;
        if matches!(point.name.place, Place::Entry | Place::Exit) && point.samples.rows > 0 && point.samples.variables.iter().any(own) {
            let class = class_of(&point.name.method);
            match classes.iter_mut().find(|c| c.0 == class) {
                Some(found) => found.1.push(i),
                None => classes.push((class, vec![i])),
            }
        }
    }
    let is_own = |p: &Point, class: &str| p.name.place == Place::Object && p.name.method == class && p.samples.rows > 0;
    let has_own = |class: &str| points.iter().any(|p| is_own(p, class));
    classes
        .into_iter()
        .filter(|(class, members)| members.len() > 1 && !has_own(class))
        .map(|(class, members)| object_point(class, &members, points))
        .collect()
}

fn is_own(variable: &Variable) -> bool {
    let of_this = variable.name.strip_prefix("this");
    // `->` and `[` of C++.
    of_this.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']) || rest.starts_with("->"))
}

/// `pkg.C` of `pkg.C.m(int)`.
fn class_of(method: &str) -> String {
    let name = method.split('(').next().unwrap_or(method);
    name.rsplit_once('.').map_or(name, |(class, _)| class).to_owned()
}

fn object_point(class: String, members: &[usize], points: &[Point]) -> Point {
    let name = PointName { method: class, place: Place::Object };
    let mut samples = Samples { rows: members.iter().map(|m| points[*m].samples.rows).sum(), ..Samples::default() };
    let of_members = members.iter().flat_map(|m| &points[*m].samples.variables);
    let mut seen: HashSet<&str> = HashSet::new();
    let mut partly: Vec<(Variable, Column, Bits)> = Vec::new();
    for variable in of_members.filter(|v| is_own(v) && !v.entry && v.derivation.is_none()) {
        let there: Vec<Option<Var>> = members.iter().map(|m| points[*m].samples.find(&variable.name)).collect();
        if !seen.insert(&variable.name) || 2 * there.iter().flatten().count() <= members.len() {
            continue;
        }
        let mut data = Data::empty(variable.kind, variable.shape);
        let mut present = Bits::zeros(samples.rows);
        let mut unknown = Bits::zeros(samples.rows);
        for (member, var) in members.iter().zip(&there) {
            let own = &points[*member].samples;
            let Some(column) = var.map(|v| &own.columns[v]) else {
                for _ in 0..own.rows {
                    unknown.set(data.rows(), true);
                    data.push_absent();
                }
                continue;
            };
            if std::mem::discriminant(&column.data) != std::mem::discriminant(&data) {
                break;
            }
            for row in 0..own.rows {
                present.set(data.rows(), column.has(row));
                data.push_from(&column.data, row);
            }
        }
        if data.rows() != samples.rows {
            continue;
        }
        let variable = Variable { group: None, index_group: None, ..variable.clone() };
        let column = Column { data, present: Some(present) };
        if there.iter().all(Option::is_some) {
            samples.push(variable, column);
        } else {
            partly.push((variable, column, unknown));
        }
    }
    for (variable, column, unknown) in partly {
        if let Some(same) = (0..samples.variables.len()).find(|v| is_second_name(&samples, *v, &variable, &column, &unknown)) {
            let column = samples.columns[same].clone();
            samples.push(variable, column);
        }
    }
    Point::new(name, samples)
}

/// Whether a column is that of a variable in all rows that are known.
fn is_second_name(samples: &Samples, v: Var, variable: &Variable, column: &Column, unknown: &Bits) -> bool {
    let like = |w: &Variable| (w.kind, w.shape) == (variable.kind, variable.shape);
    let mut other = Samples { rows: samples.rows, ..Samples::default() };
    let w = other.push(variable.clone(), column.clone());
    like(&samples.variables[v]) && (0..samples.rows).all(|row| unknown.get(row) || other.cell(w, row) == samples.cell(v, row))
}

/// Marks what is said at another point. `parents`: points and those whose samples include theirs; of none, names say it.
pub fn mark(points: &mut [PointInvariants], parents: &[(PointName, PointName)]) {
    let indexes: Vec<Index> = points.iter().map(Index::of).collect();
    let mut parents_of: HashMap<&PointName, Vec<&PointName>> = HashMap::new();
    parents.iter().for_each(|(child, parent)| parents_of.entry(child).or_default().push(parent));
    let by_name: HashMap<PointName, usize> = points.iter().enumerate().map(|(i, p)| (p.name.clone(), i)).collect();
    let mut marks = Vec::new();
    for (i, point) in points.iter().enumerate() {
        let at = |method: &str, place: Place| by_name.get(&PointName { method: method.to_owned(), place }).copied();
        let mut elsewhere: Vec<(usize, bool)> = Vec::new();
        if parents.is_empty() && point.name.place != Place::Object {
            elsewhere.extend(at(&class_of(&point.name.method), Place::Object).map(|p| (p, false)));
        }
        elsewhere.extend(ancestors(&point.name, &parents_of).into_iter().filter_map(|p| by_name.get(p)).map(|p| (*p, false)));
        if matches!(point.name.place, Place::ExitAt(_)) {
            elsewhere.extend(at(&point.name.method, Place::Exit).map(|p| (p, false)));
        }
        if matches!(point.name.place, Place::Exit | Place::ExitAt(_)) {
            elsewhere.extend(at(&point.name.method, Place::Entry).map(|p| (p, true)));
        }
        let known = |formula: &Formula, equality: bool| {
            elsewhere.iter().find_map(|(p, entry)| {
                // That a value is that of the entry, the entry cannot say.
                let names = |v: Var| name_there(point, v, *entry, !equality);
                indexes[*p].says(formula, &points[*p], &names).then(|| Elsewhere { point: points[*p].name.clone() })
            })
        };
        let formulas: Vec<Option<Elsewhere>> = point.invariants.iter().map(|inv| known(&inv.candidate.formula, false)).collect();
        let equalities: Vec<Option<Elsewhere>> =
            point.equalities.iter().map(|e| known(&Formula::Compare(Relation::Equal, e.leader, e.other), true)).collect();
        marks.push((i, formulas, equalities));
    }
    for (i, formulas, equalities) in marks {
        for (inv, mark) in points[i].invariants.iter_mut().zip(formulas) {
            inv.elsewhere = mark;
        }
        for (equality, mark) in points[i].equalities.iter_mut().zip(equalities) {
            equality.elsewhere = mark;
        }
    }
}

/// The parents of a point, theirs, and so on.
fn ancestors<'a>(point: &'a PointName, parents_of: &HashMap<&'a PointName, Vec<&'a PointName>>) -> Vec<&'a PointName> {
    let mut found = vec![point];
    let mut at = 0;
    while at < found.len() {
        let of = parents_of.get(found[at]).into_iter().flatten().copied();
        let new: Vec<&PointName> = of.filter(|p| !found.contains(p)).collect();
        found.extend(new);
        at += 1;
    }
    found.split_off(1)
}

/// The names that a variable may have at the other point: at the entry, those of the entry values that it is equal to.
fn name_there(point: &PointInvariants, var: Var, entry: bool, by_equality: bool) -> Vec<String> {
    let strip = |name: &str| name.strip_prefix("orig(").and_then(|n| n.strip_suffix(')')).map(str::to_owned);
    let variable = &point.samples.variables[var];
    if !entry {
        return vec![variable.name.clone()];
    }
    let equal = point.equalities.iter().filter(|e| by_equality && e.leader == var).map(|e| e.other);
    std::iter::once(var)
        .chain(equal)
        .filter(|v| point.samples.variables[*v].entry)
        .filter_map(|v| strip(&point.samples.variables[v].name))
        .collect()
}

/// What a point says, in a form in which it can be found.
struct Index {
    said: HashSet<String>,
    leaders: Vec<Var>,
    by_name: HashMap<String, Var>,
}

impl Index {
    fn of(point: &PointInvariants) -> Self {
        let mut leaders: Vec<Var> = (0..point.samples.variables.len()).collect();
        for equality in &point.equalities {
            leaders[equality.other] = equality.leader;
        }
        let by_name = point.samples.variables.iter().enumerate().map(|(i, v)| (v.name.clone(), i)).collect();
        let said = point.invariants.iter().map(|inv| key(&inv.candidate.formula)).collect();
        Self { said, leaders, by_name }
    }

    fn says(&self, formula: &Formula, point: &PointInvariants, names: &dyn Fn(Var) -> Vec<String>) -> bool {
        let mut there = HashMap::new();
        for var in formula.variables() {
            let found = names(var).into_iter().find_map(|name| self.by_name.get(&name));
            let Some(found) = found.filter(|f| point.samples.columns[**f].is_ever_present()) else { return false };
            there.insert(var, self.leaders[*found]);
        }
        if let Formula::Compare(relation, x, y) = formula
            && there[x] == there[y]
        {
            return relation.admits(Some(std::cmp::Ordering::Equal));
        }
        let distinct: HashSet<Var> = there.values().copied().collect();
        distinct.len() == there.len() && self.said.contains(&key(&formula.renamed(&|v| there[&v])))
    }
}

/// The formula's text in a form that does not depend on the order of variables where that does not matter.
pub fn key(formula: &Formula) -> String {
    let mut formula = formula.clone();
    match &mut formula {
        Formula::Compare(relation, x, y) | Formula::Pairwise(relation, x, y) | Formula::Lexical(relation, x, y) if *x > *y => {
            *relation = relation.mirrored();
            std::mem::swap(x, y);
        }
        Formula::Numeric(Numeric::Complement | Numeric::BitsDisjoint, x, y) | Formula::Reverse(x, y) if *x > *y => std::mem::swap(x, y),
        Formula::Linear { terms, constant } => {
            terms.sort_by_key(|t| t.1);
            if terms[0].0 < 0 {
                terms.iter_mut().for_each(|t| t.0 = -t.0);
                *constant = -*constant;
            }
        }
        Formula::Function { function, x, y, .. } if function.is_symmetric() && *x > *y => std::mem::swap(x, y),
        _ => {}
    }
    format!("{formula:?}")
}
