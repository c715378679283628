//! Tests that depend on the order in which they run, found before they are written: *polluters* leave something behind in static state that
//! makes *victims* do otherwise, unless a *cleaner* runs between them (Shi, Lam, Oei, Xie and Marinov, "iFixFlakies", ESEC/FSE 2019).
//!
//! Workers run the tests in many orders without putting static state back in between. Orders are the rows of a Williams design (Williams,
//! "Experimental designs balanced for the estimation of residual effects of treatments", 1949): each test comes once right behind each
//! other, where no cleaner is between them. Only if a test did otherwise than alone, pairs of tests say because of which others. Then the
//! victim asserts less, or one of the two goes, so that the fewest are changed.

use super::{Assertions, Base};
use crate::Result;
use crate::generation::assertions::values::Run;
use crate::generation::wire::End;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// Runs of tests in all orders together, and of pairs: what keeps large suites from taking seconds for this.
const MOST_RUNS: usize = 10_000;

/// Runs of tests in a batch, about; even, so that no batch ends within a pair.
const RUNS_OF_BATCH: usize = 1000;

/// Why a test is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Role {
    /// Others do otherwise after it.
    Polluter,
    /// It ends otherwise after others.
    Victim,
    /// When other threads of the program come first, it was refused something: a thread that it starts does what no test may do.
    Refused,
}

/// Tests to be run, in this order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    /// Places of the tests.
    pub tests: Vec<usize>,
    /// Static state is put back behind so many, and not before.
    pub together: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// All tests, in many orders.
    Orders,
    /// Each by itself, once: whether static state can be put back.
    Alone,
    /// Those that did otherwise, behind each other.
    Pairs,
    /// The tests that are left, in many orders.
    Rest,
    Done,
}

/// The search for them. It asks for rounds and learns what they showed.
#[derive(Debug)]
pub struct Dependences {
    phase: Phase,
    /// Of the phase, still to be learnt; the first is the one that is asked for.
    rounds: VecDeque<Round>,
    /// By test that did otherwise in some order, what all its runs have in common.
    victims: BTreeMap<usize, Base>,
    /// By polluter and victim, what the victim did behind it.
    pairs: BTreeMap<(usize, usize), Run>,
}

impl Dependences {
    /// `tests`: how many there are.
    pub fn new(tests: usize) -> Self {
        let all: Vec<usize> = (0..tests).collect();
        Self { phase: Phase::Orders, rounds: in_orders(&all), victims: BTreeMap::new(), pairs: BTreeMap::new() }
    }

    /// What is to be run next; `None`: all is known.
    pub fn next(&self) -> Option<&Round> {
        self.rounds.front()
    }

    /// What the round showed that is asked for.
    ///
    /// `runs`: none if no worker survived it. What is known by then is what counts.
    pub fn learn(&mut self, assertions: &mut Assertions, runs: Option<Vec<Run>>) {
        let Some(round) = self.rounds.pop_front() else { return };
        let Some(runs) = runs else {
            log::debug!("tests in other orders: no answer in {:?}", self.phase);
            if self.phase != Phase::Rest {
                self.weaken_all(assertions);
            }
            return self.end();
        };
        // One that was not run, as a limit of the batch was reached, says nothing.
        let differing = |(test, run): (usize, Run)| (run.end != End::NotRun && !assertions.agrees(test, &run)).then_some((test, run));
        match self.phase {
            Phase::Orders => {
                let differing: Vec<_> = round.tests.into_iter().zip(runs).filter_map(differing).collect();
                for (test, run) in differing {
                    self.victims.entry(test).or_insert_with(|| assertions.base[test].clone()).meet(&run);
                }
            }
            Phase::Alone => {
                if round.tests.into_iter().zip(runs).any(|run| differing(run).is_some()) {
                    // What tests leave is not put back: what a pair shows may be the work of any test before.
                    return self.end();
                }
            }
            Phase::Pairs => {
                let before = round.tests.clone();
                for (at, run) in round.tests.into_iter().zip(runs).enumerate().skip(1).step_by(2) {
                    if let Some((victim, run)) = differing(run) {
                        self.pairs.insert((before[at - 1], victim), run);
                    }
                }
            }
            Phase::Rest => {
                let differing: Vec<_> = round.tests.into_iter().zip(runs).filter_map(differing).collect();
                differing.iter().for_each(|(test, run)| weaken(assertions, *test, run));
            }
            Phase::Done => {}
        }
        if self.rounds.is_empty() {
            self.next_phase(assertions);
        }
    }

    fn end(&mut self) {
        self.phase = Phase::Done;
        self.rounds.clear();
    }

    fn next_phase(&mut self, assertions: &mut Assertions) {
        log::debug!("tests in other orders: {:?} is over, {} victims, {} pairs", self.phase, self.victims.len(), self.pairs.len());
        let all: Vec<usize> = (0..assertions.tests().len()).collect();
        match self.phase {
            Phase::Orders if !self.victims.is_empty() => {
                self.phase = Phase::Alone;
                self.rounds = VecDeque::from([Round { tests: all, together: 1 }]);
            }
            Phase::Alone => {
                self.phase = Phase::Pairs;
                let pairs = self.victims.keys().flat_map(|&victim| all.iter().filter(move |&&t| t != victim).map(move |&t| [t, victim]));
                let tests: Vec<usize> = pairs.take(MOST_RUNS / 2).flatten().collect();
                self.rounds = tests.chunks(RUNS_OF_BATCH).map(|some| Round { tests: some.to_vec(), together: 2 }).collect();
            }
            Phase::Pairs => {
                self.decide(assertions);
                self.phase = Phase::Rest;
                let rest: Vec<usize> = all.into_iter().filter(|&test| assertions.role(test).is_none()).collect();
                self.rounds = in_orders(&rest);
            }
            Phase::Orders | Phase::Rest | Phase::Done => self.end(),
        }
    }

    /// Polluters that go, and what the other victims no longer assert.
    fn decide(&mut self, assertions: &mut Assertions) {
        let edges = self.pairs.iter().map(|(&pair, run)| (pair, run.end != assertions.base[pair.1].run.end)).collect();
        for (test, role) in fewest(edges) {
            assertions.leave_out(test, role);
        }
        for (&(polluter, victim), run) in &self.pairs {
            if assertions.role(polluter).is_none() && assertions.role(victim).is_none() {
                weaken(assertions, victim, run);
            }
        }
        // It takes more than one other to make these do otherwise.
        let explained: BTreeSet<usize> = self.pairs.keys().map(|pair| pair.1).collect();
        self.victims.retain(|test, _| !explained.contains(test) && assertions.role(*test).is_none());
        self.weaken_all(assertions);
    }

    fn weaken_all(&mut self, assertions: &mut Assertions) {
        for (test, common) in std::mem::take(&mut self.victims) {
            let ends_otherwise = common.unstable && !assertions.base[test].unstable;
            assertions.base[test] = Base { unstable: assertions.base[test].unstable, ..common };
            if ends_otherwise {
                assertions.leave_out(test, Role::Victim);
            }
        }
    }
}

/// What a test did otherwise is not asserted; if it ended otherwise, it goes.
fn weaken(assertions: &mut Assertions, test: usize, run: &Run) {
    if assertions.base[test].run.end != run.end {
        assertions.leave_out(test, Role::Victim);
    } else {
        assertions.base[test].meet(run);
    }
}

/// Orders of tests in which each comes once right behind each other; the first of them, if they were too many runs.
fn in_orders(tests: &[usize]) -> VecDeque<Round> {
    if tests.len() < 2 {
        return VecDeque::new();
    }
    let orders: Vec<Vec<usize>> = williams(tests.len()).take((MOST_RUNS / tests.len()).max(2)).collect();
    let of_batch = (RUNS_OF_BATCH / tests.len()).max(1);
    let round = |some: &[Vec<usize>]| Round { tests: some.iter().flatten().map(|&place| tests[place]).collect(), together: tests.len() };
    orders.chunks(of_batch).map(round).collect()
}

/// The rows of a Williams design over `0..count`. Of an odd count it is the one for one more, without that one.
fn williams(count: usize) -> impl Iterator<Item = Vec<usize>> {
    let even = count + count % 2;
    // 0, 1, n - 1, 2, n - 2 ..: each difference of neighbours once.
    let first = (0..even).map(move |at| if at % 2 == 1 { at.div_ceil(2) } else { (even - at / 2) % even });
    (0..even).map(move |row| first.clone().map(|place| (place + row) % even).filter(|&place| place < count).collect())
}

/// Which tests go, so that of all pairs of a polluter and a victim the polluter is gone, the victim, or what the victim asserted: a greedy
/// choice by how many pairs it settles. A test that goes counts for two that assert less.
///
/// `edges`: by pair whether the victim ends otherwise, so that it is no use to assert less.
fn fewest(edges: BTreeMap<(usize, usize), bool>) -> BTreeMap<usize, Role> {
    let mut open = edges;
    let mut gone = BTreeMap::new();
    while !open.is_empty() {
        let tests: BTreeSet<usize> = open.keys().flat_map(|&(polluter, victim)| [polluter, victim]).collect();
        let choices = tests.into_iter().flat_map(|test| {
            let pollutes = open.keys().filter(|pair| pair.0 == test).count();
            let suffers = open.keys().filter(|pair| pair.1 == test).count();
            let ends_otherwise = open.iter().any(|(pair, &ends)| pair.1 == test && ends);
            let weaker = if ends_otherwise { 0 } else { 2 * suffers };
            [(weaker, true, 0, Reverse(test)), (pollutes + suffers, false, pollutes, Reverse(test))]
        });
        let Some((_, weaker, pollutes, Reverse(test))) = choices.max() else { break };
        if !weaker {
            gone.insert(test, if pollutes > 0 { Role::Polluter } else { Role::Victim });
        }
        open.retain(|&(polluter, victim), _| victim != test && (weaker || polluter != test));
    }
    gone
}

/// Reads an answer to a round.
///
/// # Errors
/// `DamagedAnswer`: it cannot be read.
pub fn read(assertions: &Assertions, round: &Round, answer: &[u8]) -> Result<Vec<Run>> {
    super::values::read(answer, &assertions.shapes(round.tests.iter().map(|&test| &assertions.tests[test])))
}

#[cfg(test)]
mod tests {
    use super::super::values::Value;
    use super::super::{Observed, TestCase};
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn each_test_comes_once_right_behind_each_other() {
        for count in 2..12 {
            let mut pairs = BTreeMap::new();
            for row in williams(count) {
                assert_eq!(row.iter().copied().collect::<BTreeSet<_>>(), (0..count).collect(), "each once in a row");
                row.windows(2).for_each(|pair| *pairs.entry((pair[0], pair[1])).or_insert(0) += 1);
            }
            let all = (0..count).flat_map(|a| (0..count).map(move |b| (a, b))).filter(|(a, b)| a != b);
            // Without the one that an odd count lacks, those around it are neighbours, too.
            assert!(all.clone().all(|pair| pairs.get(&pair).is_some_and(|&times| times >= 1)), "{count}: {pairs:?}");
            assert!(count % 2 == 1 || pairs.values().all(|&times| times == 1), "{count}: {pairs:?}");
        }
    }

    #[test]
    fn large_suites_run_in_fewer_orders() {
        let tests: Vec<usize> = (0..600).collect();
        let rounds = in_orders(&tests);
        let runs: usize = rounds.iter().map(|round| round.tests.len()).sum();
        assert!((MOST_RUNS - 600..=MOST_RUNS).contains(&runs), "{runs}");
        assert!(rounds.iter().all(|round| round.together == 600 && round.tests.len() % 600 == 0));
        assert!(in_orders(&tests[..1]).is_empty());
    }

    fn of(values: &[(usize, usize)], ends: &[(usize, usize)]) -> BTreeMap<(usize, usize), bool> {
        values.iter().map(|&pair| (pair, false)).chain(ends.iter().map(|&pair| (pair, true))).collect()
    }

    #[test]
    fn the_fewest_tests_are_changed() {
        assert!(fewest(of(&[(0, 1)], &[])).is_empty(), "one victim asserts less");
        assert!(fewest(of(&[(0, 1), (0, 2)], &[])).is_empty(), "two that assert less are no worse than one that goes");
        assert_eq!(fewest(of(&[(0, 1), (0, 2), (0, 3)], &[])), BTreeMap::from([(0, Role::Polluter)]));
        assert_eq!(fewest(of(&[], &[(2, 1)])), BTreeMap::from([(2, Role::Polluter)]), "an end cannot be left unsaid");
        assert_eq!(fewest(of(&[], &[(2, 1), (3, 1), (4, 1)])), BTreeMap::from([(1, Role::Victim)]));
        // A counter that all tests change, and of which all tests say something: none goes.
        let all: Vec<_> = (0..6).flat_map(|a| (0..6).map(move |b| (a, b))).filter(|(a, b)| a != b).collect();
        assert!(fewest(of(&all, &[])).is_empty());
    }

    /// A test of a program with a few static fields.
    #[derive(Clone, Copy, Debug)]
    struct Scripted {
        /// The field that it sets, and to what.
        sets: Option<(usize, i32)>,
        /// The field that it says something of, and whether it throws where that is not zero.
        reads: Option<(usize, bool)>,
    }

    const FIELDS: usize = 3;

    /// What tests do in this order; fields are put back behind so many.
    fn run(world: &[Scripted], order: &[usize], together: usize, fields: &mut [i32; FIELDS], puts_back: bool) -> Vec<Run> {
        let mut runs = Vec::new();
        for (at, &test) in order.iter().enumerate() {
            let (value, throws) = world[test].reads.map_or((0, false), |(field, throws)| (fields[field], throws));
            let end =
                if throws && value != 0 { End::Threw { statement: 0, exception: "E".to_owned(), expected: true } } else { End::Passed };
            runs.push(Run { end, values: vec![Value::Int(value)] });
            if let Some((field, value)) = world[test].sets {
                fields[field] = value;
            }
            if puts_back && (at + 1) % together == 0 {
                *fields = [0; FIELDS];
            }
        }
        runs
    }

    /// Each test by itself.
    fn observed(world: &[Scripted]) -> Assertions {
        let base = (0..world.len()).flat_map(|test| run(world, &[test], 1, &mut [0; FIELDS], true));
        Assertions {
            tests: vec![Observed { test: TestCase { steps: Vec::new() }, observations: Vec::new() }; world.len()],
            base: base.map(|run| Base { run, unstable: false }).collect(),
            mutants: BTreeMap::new(),
            left_out: BTreeMap::new(),
        }
    }

    /// Asks for all rounds.
    fn found(world: &[Scripted], puts_back: bool) -> Assertions {
        let mut fields = [0; FIELDS];
        let mut assertions = observed(world);
        let mut dependences = Dependences::new(world.len());
        while let Some(round) = dependences.next().cloned() {
            let runs = run(world, &round.tests, round.together, &mut fields, puts_back);
            dependences.learn(&mut assertions, Some(runs));
        }
        assertions
    }

    fn scripted() -> impl Strategy<Value = Scripted> {
        let sets = prop::option::weighted(0.3, (0..FIELDS, 0i32..3));
        let reads = prop::option::weighted(0.5, (0..FIELDS, any::<bool>()));
        (sets, reads).prop_map(|(sets, reads)| Scripted { sets, reads })
    }

    proptest! {
        /// What is still asserted holds in every order of the tests that are left.
        #[test]
        fn what_is_left_does_not_depend_on_the_order(
            world in prop::collection::vec(scripted(), 2..14),
            order in Just((0..14).collect::<Vec<usize>>()).prop_shuffle(),
        ) {
            let assertions = found(&world, true);
            let order: Vec<usize> = order.into_iter().filter(|&t| t < world.len() && assertions.role(t).is_none()).collect();
            let runs = run(&world, &order, 1, &mut [0; FIELDS], false);
            for (&test, run) in order.iter().zip(&runs) {
                prop_assert!(assertions.agrees(test, run), "test {test} of {world:?} in {order:?}");
            }
            // Nothing is lost for nothing.
            let depend = world.iter().any(|t| t.sets.is_some_and(|(_, to)| to != 0)) && world.iter().any(|t| t.reads.is_some());
            prop_assert!(depend || assertions.left_out.is_empty());
        }
    }

    const IDLE: Scripted = Scripted { sets: None, reads: None };
    const READER: Scripted = Scripted { sets: None, reads: Some((0, false)) };
    const THROWER: Scripted = Scripted { sets: None, reads: Some((0, true)) };
    const POLLUTER: Scripted = Scripted { sets: Some((0, 1)), reads: None };
    const CLEANER: Scripted = Scripted { sets: Some((0, 0)), reads: None };

    #[test]
    fn a_polluter_of_many_goes_and_they_keep_what_they_say() {
        let assertions = found(&[READER, READER, POLLUTER, READER, CLEANER], true);
        assert_eq!(assertions.left_out, BTreeMap::from([(2, Role::Polluter)]));
        assert!(assertions.base.iter().all(|base| base.run.values == [Value::Int(0)]));
    }

    #[test]
    fn a_single_victim_says_less() {
        let assertions = found(&[READER, POLLUTER, IDLE], true);
        assert!(assertions.left_out.is_empty());
        assert_eq!(assertions.base[0].run.values, [Value::Nothing]);
        assert_eq!(assertions.base[2].run.values, [Value::Int(0)]);
    }

    #[test]
    fn where_state_cannot_be_put_back_all_stays_as_it_is() {
        let assertions = found(&[THROWER, POLLUTER, THROWER], false);
        assert!(assertions.left_out.is_empty());
        assert!(assertions.base.iter().all(|base| !base.unstable && base.run.values == [Value::Int(0)]));
    }

    #[test]
    fn a_lost_worker_leaves_what_is_known() {
        let world = [READER, POLLUTER];
        let mut assertions = observed(&world);
        let mut dependences = Dependences::new(2);
        let round = dependences.next().cloned().expect("orders");
        dependences.learn(&mut assertions, Some(run(&world, &round.tests, 2, &mut [0; FIELDS], true)));
        dependences.learn(&mut assertions, None);
        assert_eq!(dependences.next(), None);
        assert_eq!(assertions.base[0].run.values, [Value::Nothing]);
    }
}
