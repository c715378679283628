//! Monotonic GA (Campos, Ge, Albunian, Fraser, Eler and Arcuri, IST 2018): a population of whole suites of tests (Fraser and Arcuri, TSE
//! 2013). Two children replace their parents only if the better one is not worse than the better parent, so that the best never gets worse.
//!
//! A suite is the better, the nearer its tests are to what no test covers by now: the sum of the distances of its nearest tests. Goals that
//! are covered do not count any more: the archive has their tests (Rojas, Vivanti, Arcuri and Fraser, EMSE 2017). Of a suite only the tests
//! that changed are run again.

use super::{Algorithm, Context};
use crate::generation::archive::Evaluated;
use crate::generation::goals::GoalId;
use crate::generation::maker::Maker;
use crate::generation::operators::mutate;
use crate::generation::settings::TemplateUse;
use crate::generation::statement::TestCase;
use rand::RngExt;
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

/// Tests of a new suite, at most (EvoSuite 1.2.0: max_initial_tests).
const NEW_SUITE: usize = 10;
/// Tests of any suite; a child with more is rejected (EvoSuite 1.2.0: max_size).
const MOST_TESTS: usize = 100;
/// How much the best is preferred to the middle one (EvoSuite 1.2.0: rank_bias; Whitley, ICGA 1989).
const RANK_BIAS: f64 = 1.7;

/// A test and how far it is from each goal that the search aims at, between 0 and 1.
#[derive(Debug)]
struct Scored {
    test: Arc<Evaluated>,
    distances: Vec<f64>,
}

#[derive(Clone, Debug)]
struct Suite {
    tests: Vec<Arc<Scored>>,
    /// The least is the best.
    fitness: f64,
}

impl Suite {
    fn of(tests: Vec<Arc<Scored>>, aims: usize) -> Self {
        let nearest = |goal: usize| tests.iter().map(|t| t.distances[goal]).fold(1.0, f64::min);
        let fitness = (0..aims).map(nearest).sum();
        Self { tests, fitness }
    }

    fn statements(&self) -> usize {
        self.tests.iter().map(|t| t.test.test.len()).sum()
    }

    fn is_viable(&self) -> bool {
        (1..=MOST_TESTS).contains(&self.tests.len())
    }
}

/// A test of a child.
#[derive(Clone, Debug)]
enum Part {
    Inherited(Arc<Scored>),
    /// By its place in the batch.
    New(usize),
}

/// What the suites of a batch are made of.
#[derive(Debug)]
enum Plan {
    First(Vec<Vec<Part>>),
    /// Parents and children.
    Pairs(Vec<([Suite; 2], [Vec<Part>; 2])>),
}

#[derive(Debug, Default)]
pub struct Monotonic {
    /// The best first.
    population: Vec<Suite>,
    /// What distances are of.
    aims: Vec<GoalId>,
    /// Of batches on their way, the oldest first.
    plans: VecDeque<Plan>,
}

impl Monotonic {
    /// A suite, the better the likelier.
    fn parent(&self, maker: &mut Maker) -> &Suite {
        let drawn: f64 = maker.rng.random();
        let place = (RANK_BIAS - (RANK_BIAS * RANK_BIAS - 4.0 * (RANK_BIAS - 1.0) * drawn).sqrt()) / 2.0 / (RANK_BIAS - 1.0);
        &self.population[((self.population.len() as f64 * place) as usize).min(self.population.len() - 1)]
    }

    /// Each test changes with a chance of one in their number, one at least; then new ones may come.
    fn mutated(context: &Context, index: usize, tests: Vec<Arc<Scored>>, wanted: &[GoalId], batch: &mut Vec<TestCase>) -> Vec<Part> {
        let mut maker = context.maker(index);
        let count = tests.len();
        let sure = maker.rng.random_range(0..count.max(1));
        let mut parts = Vec::with_capacity(count + 1);
        for (place, scored) in tests.into_iter().enumerate() {
            if place != sure && !maker.chance(1.0 / count as f64) {
                parts.push(Part::Inherited(scored));
                continue;
            }
            let mutant = mutate(&mut maker, &scored.test.test, scored.test.last());
            // One that has lost its last statement is gone.
            if !mutant.is_empty() {
                parts.push(Part::New(batch.len()));
                batch.push(mutant);
            }
        }
        let mut chance = context.settings.fresh_share;
        while chance > 0.0 && maker.chance(chance) && parts.len() <= MOST_TESTS {
            let fresh = context.settings.templates == TemplateUse::Fresh;
            let seeded = if fresh { context.from_template(&mut maker, wanted) } else { None };
            let test = seeded.unwrap_or_else(|| maker.test());
            if !test.is_empty() {
                parts.push(Part::New(batch.len()));
                batch.push(test);
            }
            chance *= context.settings.fresh_share;
        }
        parts
    }

    fn first(&self, context: &Context, batch: &mut Vec<TestCase>) -> Plan {
        let initial = context.settings.templates == TemplateUse::Initial;
        let open = if initial { context.open_branches() } else { Vec::new() };
        let mut suites = Vec::with_capacity(context.settings.population + 1);
        for index in 0..context.settings.population {
            let mut maker = context.maker(index);
            let count = maker.rng.random_range(1..=NEW_SUITE);
            let mut parts = Vec::with_capacity(count);
            for _ in 0..count {
                let seeded = if initial { context.from_template(&mut maker, &open) } else { None };
                let test = seeded.unwrap_or_else(|| maker.test());
                if !test.is_empty() {
                    parts.push(Part::New(batch.len()));
                    batch.push(test);
                }
            }
            suites.push(parts);
        }
        for carved in context.carved.tests().chunks(MOST_TESTS) {
            suites.push((batch.len()..batch.len() + carved.len()).map(Part::New).collect());
            batch.extend(carved.iter().cloned());
        }
        Plan::First(suites)
    }

    fn pairs(&self, context: &Context, batch: &mut Vec<TestCase>) -> Plan {
        let wanted = if context.settings.templates == TemplateUse::Fresh { self.wanted(context) } else { Vec::new() };
        let count = (context.settings.population / 2).max(1);
        let pairs = (0..count).map(|pair| {
            let mut maker = context.maker(3 * pair);
            let (one, other) = (self.parent(&mut maker), self.parent(&mut maker));
            let (first, second) = if maker.chance(context.settings.crossover_rate) {
                cross(maker.rng.random(), &one.tests, &other.tests)
            } else {
                (one.tests.clone(), other.tests.clone())
            };
            let children =
                [Self::mutated(context, 3 * pair + 1, first, &wanted, batch), Self::mutated(context, 3 * pair + 2, second, &wanted, batch)];
            ([one.clone(), other.clone()], children)
        });
        Plan::Pairs(pairs.collect())
    }

    /// Distances are of what is aimed at now.
    fn aim(&mut self, context: &Context) {
        let aims = context.goals.aims(false, |g| context.archive.is_covered(g));
        if aims == self.aims {
            return;
        }
        self.aims = aims;
        let mut known = BTreeMap::new();
        let mut again = |suite: &mut Suite, aims: &[GoalId]| {
            let tests = suite.tests.iter().map(|scored| {
                let key = Arc::as_ptr(&scored.test) as usize;
                known.entry(key).or_insert_with(|| Arc::new(score(context, aims, scored.test.clone()))).clone()
            });
            *suite = Suite::of(tests.collect(), aims.len());
        };
        for suite in &mut self.population {
            again(suite, &self.aims);
        }
        for plan in &mut self.plans {
            if let Plan::Pairs(pairs) = plan {
                for (parents, children) in pairs {
                    parents.iter_mut().for_each(|parent| again(parent, &self.aims));
                    for part in children.iter_mut().flatten() {
                        if let Part::Inherited(scored) = part {
                            *scored = Arc::new(score(context, &self.aims, scored.test.clone()));
                        }
                    }
                }
            }
        }
    }

    /// A child; of tests that ended as none may that is kept nothing is left.
    fn born(&self, parts: Vec<Part>, batch: &[Option<Arc<Scored>>]) -> Suite {
        let tests = parts.into_iter().filter_map(|part| match part {
            Part::Inherited(scored) => Some(scored),
            Part::New(place) => batch.get(place).cloned().flatten(),
        });
        Suite::of(tests.collect(), self.aims.len())
    }

    /// The two that go on of parents and children.
    fn replaced(parents: [Suite; 2], children: [Suite; 2]) -> [Suite; 2] {
        let best = |suites: &[Suite; 2]| suites.iter().filter(|s| s.is_viable()).map(|s| s.fitness).fold(f64::INFINITY, f64::min);
        if best(&children) > best(&parents) {
            return parents;
        }
        let [one, other] = children;
        let [mother, father] = parents;
        match (one.is_viable(), other.is_viable()) {
            (true, true) => [one, other],
            (true, false) => [one, father],
            (false, true) => [mother, other],
            (false, false) => [mother, father],
        }
    }
}

/// How far a test is from each goal, of which 1 is farther than all.
fn score(context: &Context, aims: &[GoalId], test: Arc<Evaluated>) -> Scored {
    let distance = |&goal: &GoalId| {
        let distance = context.goals.fitness(goal, &test.reach);
        distance / (distance + 1.0)
    };
    Scored { distances: aims.iter().map(distance).collect(), test }
}

/// The first share of each suite and the rest of the other, so that children are not longer than the longer parent.
fn cross<T: Clone>(share: f64, one: &[T], other: &[T]) -> (Vec<T>, Vec<T>) {
    let at = |tests: &[T]| ((tests.len() as f64 * share) as usize).min(tests.len());
    let child = |head: &[T], tail: &[T]| head[..at(head)].iter().chain(&tail[at(tail)..]).cloned().collect();
    (child(one, other), child(other, one))
}

impl Algorithm for Monotonic {
    fn propose(&mut self, context: &Context) -> Vec<TestCase> {
        let mut batch = Vec::new();
        let plan = if self.population.is_empty() { self.first(context, &mut batch) } else { self.pairs(context, &mut batch) };
        if !batch.is_empty() {
            self.plans.push_back(plan);
        }
        batch
    }

    /// The batch may have one test more than was planned: that of a template.
    fn learn(&mut self, context: &Context, batch: Vec<Arc<Evaluated>>) {
        self.aim(context);
        let Some(plan) = self.plans.pop_front() else { return };
        let planned = match &plan {
            Plan::First(suites) => suites.iter().flatten().count(),
            Plan::Pairs(pairs) => pairs.iter().flat_map(|(_, children)| children).flatten().filter(|p| matches!(p, Part::New(_))).count(),
        };
        let scored: Vec<Option<Arc<Scored>>> =
            batch.into_iter().map(|test| test.is_sound().then(|| Arc::new(score(context, &self.aims, test)))).collect();
        // With the best of all, which is not lost.
        let mut next: Vec<Suite> = self.population.first().cloned().into_iter().collect();
        match plan {
            Plan::First(suites) => next.extend(suites.into_iter().map(|parts| self.born(parts, &scored)).filter(Suite::is_viable)),
            Plan::Pairs(pairs) => {
                for (parents, children) in pairs {
                    next.extend(Self::replaced(parents, children.map(|parts| self.born(parts, &scored))));
                }
            }
        }
        sort(&mut next);
        if let (Some(seeded), Some(best)) = (scored.get(planned).cloned().flatten(), next.first()) {
            let mut tests = best.tests.clone();
            if tests.len() == MOST_TESTS {
                tests.pop();
            }
            tests.push(seeded);
            next.push(Suite::of(tests, self.aims.len()));
            sort(&mut next);
        }
        next.truncate(context.settings.population);
        self.population = next;
    }
}

/// The best first; of equally good ones the shortest.
fn sort(suites: &mut [Suite]) {
    suites.sort_by(|a, b| a.fitness.total_cmp(&b.fitness).then_with(|| a.statements().cmp(&b.statements())));
}

#[cfg(test)]
mod tests {
    use super::{MOST_TESTS, Monotonic, Scored, Suite, cross};
    use crate::generation::archive::Evaluated;
    use crate::generation::statement::{Statement, TestCase};
    use crate::generation::types::Type;
    use crate::generation::wire::{Answer, End};
    use proptest::prelude::*;
    use std::sync::Arc;

    fn suite(distances: &[&[f64]]) -> Suite {
        let tests = distances.iter().map(|of_test| {
            let mut test = TestCase::default();
            test.push(Statement::Int(0), Type::Void);
            let test = Arc::new(Evaluated::new(test, Answer::new(End::Passed, Default::default())));
            Arc::new(Scored { test, distances: of_test.to_vec() })
        });
        Suite::of(tests.collect(), 2)
    }

    #[test]
    fn a_suite_is_as_near_as_its_nearest_tests() {
        assert_eq!(suite(&[&[0.5, 1.0], &[0.75, 0.25]]).fitness, 0.75);
        assert_eq!(suite(&[]).fitness, 2.0);
        assert!(!suite(&[]).is_viable());
        assert!(!suite(&vec![&[0.5, 0.5][..]; MOST_TESTS + 1]).is_viable());
    }

    #[test]
    fn children_replace_their_parents_unless_both_are_worse_than_both() {
        let fitness = |of: [Suite; 2]| of.map(|s| s.fitness);
        let (good, middle, bad) = (suite(&[&[0.0, 0.5]]), suite(&[&[0.5, 0.5]]), suite(&[&[1.0, 0.75]]));
        let (parents, empty) = ([middle.clone(), bad.clone()], suite(&[]));
        assert_eq!(fitness(Monotonic::replaced(parents.clone(), [bad.clone(), good.clone()])), [1.75, 0.5]);
        assert_eq!(fitness(Monotonic::replaced(parents.clone(), [bad.clone(), middle.clone()])), [1.75, 1.0], "not worse is enough");
        assert_eq!(fitness(Monotonic::replaced(parents.clone(), [bad.clone(), bad.clone()])), [1.0, 1.75], "the parents");
        assert_eq!(fitness(Monotonic::replaced(parents.clone(), [empty.clone(), good])), [1.0, 0.5], "one without tests is none");
        assert_eq!(fitness(Monotonic::replaced(parents, [empty.clone(), empty])), [1.0, 1.75]);
    }

    proptest! {
        #[test]
        fn children_have_what_their_parents_had(share in 0.0..1.0f64, one in 1usize..20, other in 1usize..20) {
            let (first, second): (Vec<i32>, Vec<i32>) = ((0..one as i32).collect(), (100..100 + other as i32).collect());
            let (a, b) = cross(share, &first, &second);
            let mut all: Vec<i32> = a.iter().chain(&b).copied().collect();
            all.sort_unstable();
            prop_assert_eq!(all, first.into_iter().chain(second).collect::<Vec<_>>());
            prop_assert!(!a.is_empty() && !b.is_empty() || one != other);
            prop_assert!(a.len() <= one.max(other) && b.len() <= one.max(other));
        }
    }
}
