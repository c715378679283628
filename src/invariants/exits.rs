//! Exits by line beside all exits of a method together, as Daikon has them (`EXIT12` beside `EXIT`).
//!
//! What holds at one exit and not at another says what sends the method there, or what it does there. Tests that call a method twice may
//! come to each exit once: anything holds there then. Where a sample is a state of the tests, what is said of one exit has to be no chance
//! as the consequence of a condition has ([`super::conditional`]), and not what an implication says already, whose condition holds at that
//! exit and nowhere else. In a trace it is what Daikon says.

use super::conditional::is_linked;
use super::confidence;
use super::formula::Formula;
use super::found::{Elsewhere, PointInvariants};
use super::hierarchy::key;
use super::samples::{Place, Samples, Var};
use super::settings::Settings;
use super::texts::Texts;
use super::trace::Point;
use hashbrown::HashSet;

/// Leaves out exits by line that are not asked for, and those that are the only one of their method: all exits are that one.
pub fn retain(points: &mut Vec<Point>, settings: &Settings) {
    let keep: Vec<bool> = points.iter().map(|p| settings.exits_by_line && !is_lone_exit(points, p) || !has_all_exits(points, p)).collect();
    let mut keep = keep.into_iter();
    points.retain(|_| keep.next().unwrap_or(true));
}

fn is_lone_exit(points: &[Point], point: &Point) -> bool {
    let by_line = |p: &Point| matches!(p.name.place, Place::ExitAt(_));
    by_line(point) && points.iter().filter(|p| by_line(p) && p.name.method == point.name.method).count() == 1
}

/// Whether a point is an exit by line, and its method has a point for all its exits together.
fn has_all_exits(points: &[Point], point: &Point) -> bool {
    let all = |p: &Point| p.name.method == point.name.method && p.name.place == Place::Exit;
    matches!(point.name.place, Place::ExitAt(_)) && points.iter().any(all)
}

/// Marks what may be chance at an exit by line, and what all exits say of it by a condition. `rows`: of each point, the rows of all exits
/// that it has, where they are known.
pub fn mark(points: &mut [PointInvariants], rows: &[Option<Vec<u32>>], texts: &Texts, settings: &Settings) {
    for at in 0..points.len() {
        let all = points.iter().position(|p| p.name.method == points[at].name.method && p.name.place == Place::Exit);
        let (Some(rows), Some(all)) = (&rows[at], all) else { continue };
        let said = said_by_condition(&points[all], rows, texts);
        let leaders = leaders(&points[all]);
        let all_exits = Elsewhere { point: points[all].name.clone() };
        let (point, all) = (&points[at], &points[all].samples);
        let [own, others] = parts(all, rows);
        let limit = 1.0 - settings.confidence;
        let there: Vec<Option<Var>> = point.samples.variables.iter().map(|v| all.find(&v.name)).collect();
        let is_chance = |formula: &Formula| {
            if formula.variables().iter().any(|v| there[*v].is_none()) {
                // An element that the other exits do not have.
                return confidence::coin(own.rows as u64) < settings.confidence;
            }
            !is_linked(&formula.renamed(&|v| there[v].unwrap_or(v)), &own, &others, texts, limit)
        };
        let is_said = |formula: &Formula| {
            formula.variables().iter().all(|v| there[*v].is_some())
                && said.contains(&key(&formula.renamed(&|v| there[v].map_or(v, |v| leaders[v]))))
        };
        let said_invariants: Vec<bool> = point.invariants.iter().map(|i| is_said(&i.candidate.formula)).collect();
        let said_equalities: Vec<bool> = point.equalities.iter().map(|e| is_said(&e.formula(&point.samples))).collect();
        let invariants: Vec<bool> = point.invariants.iter().map(|i| is_chance(&i.candidate.formula)).collect();
        let equalities: Vec<bool> = point.equalities.iter().map(|e| is_chance(&e.formula(&point.samples))).collect();
        let point = &mut points[at];
        point.invariants.iter_mut().zip(invariants).for_each(|(i, chance)| i.chance = chance);
        point.equalities.iter_mut().zip(equalities).for_each(|(e, chance)| e.chance = chance);
        for (invariant, _) in point.invariants.iter_mut().zip(said_invariants).filter(|(i, said)| *said && i.elsewhere.is_none()) {
            invariant.elsewhere = Some(all_exits.clone());
        }
        for (equality, _) in point.equalities.iter_mut().zip(said_equalities).filter(|(e, said)| *said && e.elsewhere.is_none()) {
            equality.elsewhere = Some(all_exits.clone());
        }
    }
}

/// Of each variable the one that stands for it.
fn leaders(point: &PointInvariants) -> Vec<Var> {
    let mut leaders: Vec<Var> = (0..point.samples.variables.len()).collect();
    point.equalities.iter().for_each(|e| leaders[e.other] = e.leader);
    leaders
}

/// What a point says of these rows and of no others: conditions that hold in them, and what follows.
fn said_by_condition(point: &PointInvariants, rows: &[u32], texts: &Texts) -> HashSet<String> {
    let leaders = leaders(point);
    let key = |formula: &Formula| key(&formula.renamed(&|v| leaders[v]));
    let mut said = HashSet::new();
    for implication in &point.implications {
        let holds = |row: usize| implication.condition.holds(&point.samples, texts, row) == Some(true);
        if (0..point.samples.rows).all(|row| holds(row) == rows.binary_search(&(row as u32)).is_ok()) {
            said.insert(key(&implication.consequence));
            if !implication.condition.negated {
                said.insert(key(&implication.condition.formula));
            }
        }
    }
    said
}

/// The samples of those rows, and those of the others.
fn parts(all: &Samples, rows: &[u32]) -> [Samples; 2] {
    let mut others = all.clone();
    others.remove_rows(rows);
    let mut own = all.clone();
    let rest: Vec<u32> = (0..all.rows as u32).filter(|row| rows.binary_search(row).is_err()).collect();
    own.remove_rows(&rest);
    [own, others]
}
