//! MOSA (Panichella, Kifetew and Tonella, ICST 2015) and DynaMOSA (the same, TSE 2018): a population of tests, for which each goal is an
//! objective of its own. DynaMOSA looks only at goals whose turn has come: those of which a branch that they depend on is covered.

use super::{Algorithm, Context};
use crate::generation::archive::Evaluated;
use crate::generation::goals::{GoalId, Walk};
use crate::generation::operators::{cross, mutate};
use crate::generation::settings::TemplateUse;
use crate::generation::statement::TestCase;
use crate::generation::wire::End;
use rand::RngExt;
use std::collections::BTreeMap;
use std::sync::Arc;

#[derive(Debug)]
pub struct Mosa {
    /// Whether goals become active one after the other.
    dynamic: bool,
    /// The best first.
    population: Vec<Arc<Evaluated>>,
    /// By infection that the search aims at, the nearest of the tests that came to its place.
    near: BTreeMap<GoalId, Arc<Evaluated>>,
}

/// Share of the offspring that is made of tests near to an infection as long as there are other goals to aim at: one of so many. In the
/// population, these would keep the nearest to branches from being parents.
const FOR_INFECTIONS: usize = 10;

impl Mosa {
    pub fn new(dynamic: bool) -> Self {
        Self { dynamic, population: Vec::new(), near: BTreeMap::new() }
    }

    /// Uncovered goals, of DynaMOSA only those whose turn has come.
    fn active(&self, context: &Context) -> Vec<GoalId> {
        context.goals.aims(self.dynamic, |g| context.archive.is_covered(g))
    }

    fn offspring(&self, context: &Context, index: usize, out: &mut Vec<TestCase>) {
        let mut maker = context.maker(index);
        let mut parent = || {
            let drawn = (0..context.settings.tournament).map(|_| maker.rng.random_range(0..self.population.len()));
            &self.population[drawn.min().unwrap_or(0)]
        };
        let (one, other) = (parent(), parent());
        let crossed = if maker.chance(context.settings.crossover_rate) { cross(&mut maker, &one.test, &other.test) } else { None };
        let changed = crossed.is_some();
        let (first, second) = crossed.unwrap_or_else(|| (one.test.clone(), other.test.clone()));
        for (child, parent) in [(first, one), (second, other)] {
            // Behind the statement that threw nothing runs.
            let last = if changed { child.len() } else { parent.last() };
            let mut mutant = mutate(&mut maker, &child, last);
            if !changed && mutant == child {
                mutant = mutate(&mut maker, &child, last);
            }
            if !mutant.is_empty() {
                out.push(mutant);
            }
        }
    }

    /// Of tests that came to the places of infections, keeps the nearest to each: one that is as near takes the place of an earlier one, as
    /// most infections have no distance that leads to them.
    fn come_near(&mut self, infections: &[GoalId], tests: &[Arc<Evaluated>]) {
        self.near.retain(|goal, _| infections.contains(goal));
        for &goal in infections {
            let far = |test: &Evaluated| test.reach.distance(goal).map(|distance| (distance, test.test.len()));
            for test in tests.iter().filter(|test| far(test).is_some()) {
                if self.near.get(&goal).is_none_or(|best| far(test) <= far(best)) {
                    self.near.insert(goal, test.clone());
                }
            }
        }
    }

    /// A test that may infect: the nearest to an infection, changed. Each has its turn, `many` in a generation.
    fn infecting(&self, context: &Context, index: usize, many: usize) -> TestCase {
        let mut maker = context.maker(index);
        let turn = (context.round as usize * many + index) % self.near.len().max(1);
        let Some(test) = self.near.values().nth(turn) else { return TestCase::default() };
        let mutant = mutate(&mut maker, &test.test, test.last());
        if mutant == test.test { mutate(&mut maker, &test.test, test.last()) } else { mutant }
    }

    /// A test without parents in the population: new, or of the archive or an existing one and mutated up to twice.
    fn fresh(context: &Context, index: usize, wanted: &[GoalId], archived: &[Arc<Evaluated>]) -> TestCase {
        let mut maker = context.maker(index);
        if maker.chance(0.5)
            && let Some(test) = maker.choose(archived).cloned()
        {
            if !context.open.is_empty()
                && maker.chance(context.settings.open_share)
                && let Some(extended) = maker.extended(archived)
            {
                return extended;
            }
            let mut mutant = test.test.clone();
            for _ in 0..maker.rng.random_range(0..=2) {
                mutant = mutate(&mut maker, &mutant, test.last());
            }
            return mutant;
        }
        let carved = context.carved.tests();
        if !carved.is_empty()
            && maker.chance(context.settings.carved_clones)
            && let Some(mut test) = maker.choose(carved).cloned()
        {
            for _ in 0..maker.rng.random_range(0..=2) {
                let last = test.len();
                test = mutate(&mut maker, &test, last);
            }
            return test;
        }
        let seeded = if context.settings.templates == TemplateUse::Fresh { context.from_template(&mut maker, wanted) } else { None };
        seeded.unwrap_or_else(|| maker.test())
    }
}

impl Algorithm for Mosa {
    fn propose(&mut self, context: &Context) -> Vec<TestCase> {
        let size = context.settings.population;
        let mut tests = Vec::with_capacity(size + 1);
        if self.population.is_empty() {
            let initial = context.settings.templates == TemplateUse::Initial;
            let open = if initial { context.open_branches() } else { Vec::new() };
            tests.extend((0..size).map(|index| {
                let mut maker = context.maker(index);
                let seeded = if initial { context.from_template(&mut maker, &open) } else { None };
                seeded.unwrap_or_else(|| maker.test())
            }));
            tests.extend(context.carved.tests().iter().cloned());
            // It stays so while several first batches are on their way.
        } else {
            let fresh = (size as f64 * context.settings.fresh_share).round() as usize;
            let mut index = 0;
            let infecting = if self.near.is_empty() { 0 } else { (size / FOR_INFECTIONS).min(size - fresh.min(size)) };
            while tests.len() < size - fresh.min(size) - infecting && index < 2 * size {
                self.offspring(context, index, &mut tests);
                index += 1;
            }
            tests.extend((0..infecting).map(|at| self.infecting(context, 3 * size + at, infecting)));
            let wanted = self.wanted(context);
            let archived = context.archive.tests();
            tests.extend((0..fresh).map(|at| Self::fresh(context, 2 * size + at, &wanted, &archived)));
        }
        tests.retain(|t| !t.is_empty());
        tests
    }

    fn wanted(&self, context: &Context) -> Vec<GoalId> {
        context.branches_of(self.active(context))
    }

    fn learn(&mut self, context: &Context, batch: Vec<Arc<Evaluated>>) {
        let mut all = std::mem::take(&mut self.population);
        all.extend(batch.into_iter().filter(|e| e.is_sound()));
        let mut active = self.active(context);
        active.extend((0..context.goals.count() as GoalId).filter(|&g| context.archive.is_improvable(g)));
        let infections = context.infections();
        self.come_near(&infections, &all);
        if active.is_empty() {
            active = infections;
        }
        self.population = survivors(context, &all, &active);
    }

    fn adopt(&mut self, context: &Context, tests: Vec<Arc<Evaluated>>) {
        self.learn(context, tests);
    }
}

/// How far a test is from what is wanted of each goal: to cover it, or, if tests that throw do, to cover it without.
fn fitnesses(context: &Context, goals: &[GoalId], test: &Evaluated, walk: &mut Walk) -> Vec<f64> {
    let mut fitnesses = context.goals.fitnesses(goals, &test.reach, walk);
    goals.iter().zip(&mut fitnesses).for_each(|(&goal, fitness)| *fitness = from_wanted(context, goal, test, *fitness));
    fitnesses
}

fn from_wanted(context: &Context, goal: GoalId, test: &Evaluated, distance: f64) -> f64 {
    match context.archive.is_covered(goal) {
        true if distance == 0.0 => {
            if test.end == End::Passed {
                0.0
            } else {
                0.5
            }
        }
        true => 0.5 + distance,
        false => distance,
    }
}

/// The best tests: for each goal the nearest first, then front after front by dominance, each front by how few others are near.
fn survivors(context: &Context, all: &[Arc<Evaluated>], active: &[GoalId]) -> Vec<Arc<Evaluated>> {
    let size = context.settings.population;
    let mut walk = Walk::default();
    let fitness: Vec<Vec<f64>> = all.iter().map(|e| fitnesses(context, active, e, &mut walk)).collect();
    survivors_by(size, &fitness, &all.iter().map(|e| e.test.len()).collect::<Vec<_>>()).into_iter().map(|i| all[i].clone()).collect()
}

/// The places of the best, by the distance of each from each goal and their lengths.
fn survivors_by(size: usize, fitness: &[Vec<f64>], lengths: &[usize]) -> Vec<usize> {
    let goals = fitness.first().map_or(0, Vec::len);
    // By goal the nearest: of equally near ones the shortest.
    let mut nearest: Vec<usize> = vec![0; goals];
    let mut differs = vec![false; goals];
    for (at, of_test) in fitness.iter().enumerate() {
        for (goal, &distance) in of_test.iter().enumerate() {
            let best = nearest[goal];
            let order = distance.total_cmp(&fitness[best][goal]);
            differs[goal] |= order.is_ne();
            if order.then(lengths[at].cmp(&lengths[best])).is_lt() {
                nearest[goal] = at;
            }
        }
    }
    // Goals that all are equally far from, as they are from most, say nothing of one against another.
    let telling = |of_test: &Vec<f64>| of_test.iter().zip(&differs).filter(|(_, differs)| **differs).map(|(&f, _)| f).collect();
    let fitness: Vec<Vec<f64>> = fitness.iter().map(telling).collect();
    let mut left: Vec<bool> = vec![true; fitness.len()];
    let mut kept: Vec<usize> = Vec::with_capacity(size);
    let take = |front: Vec<usize>, kept: &mut Vec<usize>, left: &mut Vec<bool>| {
        front.iter().for_each(|&i| left[i] = false);
        let mut front = by_crowding(&front, &fitness);
        front.truncate(size - kept.len().min(size));
        kept.extend(front);
    };
    // The preference criterion.
    let mut preferred = nearest;
    preferred.sort_unstable();
    preferred.dedup();
    take(preferred, &mut kept, &mut left);
    while kept.len() < size && left.contains(&true) {
        let rest: Vec<usize> = (0..left.len()).filter(|&i| left[i]).collect();
        let front: Vec<usize> =
            rest.iter().copied().filter(|&i| !rest.iter().any(|&j| j != i && dominates(&fitness[j], &fitness[i]))).collect();
        take(front, &mut kept, &mut left);
    }
    kept
}

fn dominates(one: &[f64], other: &[f64]) -> bool {
    let mut better = false;
    for (a, b) in one.iter().zip(other) {
        if a > b {
            return false;
        }
        better |= a < b;
    }
    better
}

/// A front, its loneliest tests first: those that differ from another in the most goals (subvector dominance; Köppen and Yoshida, EMO
/// 2007).
fn by_crowding(front: &[usize], fitness: &[Vec<f64>]) -> Vec<usize> {
    let crowding = |i: usize| {
        let worse = |j: usize| fitness[i].iter().zip(&fitness[j]).map(|(a, b)| u32::from(a > b)).sum::<u32>();
        front.iter().filter(|&&j| j != i).map(|&j| worse(j)).max().unwrap_or(0)
    };
    let mut ranked: Vec<(u32, usize)> = front.iter().map(|&i| (crowding(i), i)).collect();
    ranked.sort_unstable();
    ranked.into_iter().map(|r| r.1).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compute::rng::Source;

    /// Front by front, as the definitions have it.
    fn plain(size: usize, fitness: &[Vec<f64>], lengths: &[usize]) -> Vec<usize> {
        let goals = fitness[0].len();
        let mut left: Vec<usize> = (0..fitness.len()).collect();
        let near =
            |&a: &usize, &b: &usize, g: usize| fitness[a][g].total_cmp(&fitness[b][g]).then(lengths[a].cmp(&lengths[b])).then(a.cmp(&b));
        let nearest = |g| (0..fitness.len()).min_by(|a, b| near(a, b, g)).unwrap();
        let mut front: Vec<usize> = (0..goals).map(nearest).collect();
        front.sort_unstable();
        front.dedup();
        let mut kept = Vec::new();
        loop {
            left.retain(|i| !front.contains(i));
            let worse = |i: usize, j: usize| (0..goals).filter(|&g| fitness[i][g] > fitness[j][g]).count();
            let distance = |i: usize| front.iter().filter(|&&j| j != i).map(|&j| goals - worse(i, j)).min().unwrap_or(goals);
            let mut ranked: Vec<(usize, usize)> = front.iter().map(|&i| (distance(i), i)).collect();
            ranked.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
            kept.extend(ranked.into_iter().map(|r| r.1));
            if kept.len() >= size || left.is_empty() {
                kept.truncate(size);
                return kept;
            }
            let is_first = |&&i: &&usize| !left.iter().any(|&j| j != i && dominates(&fitness[j], &fitness[i]));
            front = left.iter().filter(is_first).copied().collect();
        }
    }

    #[test]
    fn survivors_are_those_of_the_definitions() {
        for seed in 0..300 {
            let mut rng = Source::new(4).stream([seed]);
            let (tests, goals) = (rng.random_range(1..30), rng.random_range(0..8));
            // Few distances, so that many are equal, and goals from which all are equally far.
            let far: Vec<bool> = (0..goals).map(|_| rng.random_bool(0.3)).collect();
            let mut of_test = || far.iter().map(|&far| if far { 5.0 } else { f64::from(rng.random_range(0..4u8)) }).collect();
            let fitness: Vec<Vec<f64>> = (0..tests).map(|_| of_test()).collect();
            let lengths: Vec<usize> = (0..tests).map(|_| rng.random_range(1..4)).collect();
            for size in [1, 5, 40] {
                assert_eq!(survivors_by(size, &fitness, &lengths), plain(size, &fitness, &lengths), "population {seed}");
            }
        }
    }
}
