//! The selector by its calls, and its incremental classification against one from scratch.

use super::*;
use crate::path::knn::{K, Similarity};
use crate::path::slice::Slicing;
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::BTreeSet;
use std::ops::Range;

fn condition(text: &str) -> Condition {
    Condition::parse(text).unwrap()
}

fn offer(selector: &mut Selector, text: &str) -> Offer {
    selector.offer(&condition(text), &[]).unwrap()
}

fn queued(selector: &mut Selector, text: &str) -> u64 {
    match offer(selector, text) {
        Offer::Queued(id) => id,
        other => panic!("{text}: {other:?}"),
    }
}

fn solved(path: &str) -> Outcome {
    Outcome::Solved(Some(condition(path)))
}

#[test]
fn alternatives_come_in_order_until_the_first_has_failed() {
    let mut selector = Selector::new(Settings::default(), 1).unwrap();
    let ids: Vec<u64> = (0..6).map(|i| queued(&mut selector, &format!("x[{i}] > 0"))).collect();
    for (step, id) in ids[..3].iter().enumerate() {
        let attempt = selector.poll(1)[0];
        assert_eq!((attempt.id, attempt.choice), (*id, Choice::Fifo));
        let outcome = if step == 2 { Outcome::Failed } else { solved(&format!("x[{step}] > 0 && y[{step}] < 0")) };
        assert_eq!(selector.report(*id, &outcome), Ok(vec![]));
    }
    let attempt = selector.poll(1)[0];
    assert_eq!(attempt.choice, Choice::Knn);
    assert!(attempt.classification.is_some());
    let mut paper = Selector::new(Settings { fifo_until_infeasible: false, ..Settings::default() }, 1).unwrap();
    for path in ["a > 0", "b > 0", "c > 0"] {
        paper.executed(&condition(path)).unwrap();
    }
    for alternative in ["d > 0", "e > 0"] {
        queued(&mut paper, alternative);
    }
    assert_eq!(paper.poll(1)[0].choice, Choice::Knn);
    assert_eq!(paper.poll(1)[0].choice, Choice::Fifo, "only one waits");
}

#[test]
fn alternatives_are_classified_by_what_they_are_like() {
    let mut selector = Selector::new(Settings::default(), 3).unwrap();
    for i in 0..3 {
        selector.executed(&condition(&format!("this.a[{i}] > {} && this.b[{i}] >= 0", i * 10))).unwrap();
        let id = queued(&mut selector, &format!("this.b[{i}] < 0"));
        assert_eq!(selector.poll(1)[0].id, id);
        selector.report(id, &Outcome::Failed).unwrap();
    }
    let good: BTreeSet<u64> = (3..8).map(|i| queued(&mut selector, &format!("this.b[0] >= 0 && this.a[{i}] > {}", i * 10))).collect();
    let bad: Vec<u64> = (3..8).map(|i| queued(&mut selector, &format!("this.a[0] > 0 && this.b[{i}] < 0"))).collect();
    assert_eq!(selector.statistics().buckets, [5, 0, 0, 5]);
    for attempt in selector.poll(10) {
        let classification = attempt.classification.unwrap();
        assert_eq!(classification.label == Label::Feasible, good.contains(&attempt.id));
        assert_eq!(bad.contains(&attempt.id), classification.label == Label::Infeasible);
    }
}

#[test]
fn a_label_is_corrected_by_a_later_success() {
    let both = |correct_labels| {
        let settings = Settings { correct_labels, ..Settings::default() };
        let mut selector = Selector::new(settings, 1).unwrap();
        let id = queued(&mut selector, "x > 5");
        selector.poll(1);
        selector.report(id, &Outcome::Failed).unwrap();
        selector.executed(&condition("x > 5")).unwrap();
        // A failure after a success takes nothing back.
        let other = queued(&mut selector, "y > 0 && x > 5");
        selector.poll(1);
        selector.report(other, &Outcome::Failed).unwrap();
        let statistics = selector.statistics();
        (statistics.feasible_items, statistics.infeasible_items, statistics.corrected_items)
    };
    assert_eq!(both(true), (1, 0, 1));
    assert_eq!(both(false), (1, 1, 0));
}

#[test]
fn what_was_seen_is_not_queued_again() {
    let mut selector = Selector::new(Settings { max_clauses: 2, max_pending: 2, ..Settings::default() }, 1).unwrap();
    let first = queued(&mut selector, "x > 0 && y > 0");
    assert_eq!(offer(&mut selector, "x > 0  &&  y>0"), Offer::Seen);
    assert_eq!(offer(&mut selector, "x > 0 && y > 0 && z > 0"), Offer::TooLong);
    queued(&mut selector, "y > 0");
    assert_eq!(offer(&mut selector, "z > 0"), Offer::Full);
    assert_eq!(selector.executed(&condition("x > 0 && y > 0 && z > 0")), Ok(vec![first]), "it needs no attempt now");
    assert_eq!(offer(&mut selector, "x > 0"), Offer::Seen, "it was executed");
    let statistics = selector.statistics();
    assert_eq!((statistics.overtaken, statistics.seen, statistics.too_long, statistics.full, statistics.pending), (1, 2, 1, 1, 1));
    assert!(selector.offer(&Condition::default(), &[]).unwrap_err().message.contains("no clause"));
}

#[test]
fn several_attempts_are_under_way_and_each_ends_once() {
    let mut selector = Selector::new(Settings::default(), 1).unwrap();
    let ids: Vec<u64> = (0..5).map(|i| queued(&mut selector, &format!("x{i} > 0"))).collect();
    assert_eq!(selector.poll(3).iter().map(|a| a.id).collect::<Vec<_>>(), ids[..3]);
    assert_eq!(selector.statistics().in_flight, 3);
    assert_eq!(selector.report(ids[1], &Outcome::Released), Ok(vec![]));
    assert_eq!(selector.report(ids[0], &Outcome::Unsatisfiable), Ok(vec![]));
    let error = selector.report(ids[0], &Outcome::Failed).unwrap_err();
    assert_eq!(error.kind, ErrorKind::InvalidState);
    assert!(selector.report(ids[4], &Outcome::Failed).is_err(), "it waits");
    assert_eq!(selector.poll(1)[0].id, ids[1], "released: the oldest again");
    let statistics = selector.statistics();
    assert_eq!((statistics.unsatisfiable, statistics.released, statistics.feasible_items + statistics.infeasible_items), (1, 1, 0));
    selector.report(ids[2], &solved("x2 <= 0")).unwrap();
    assert_eq!(selector.statistics().diverged, 1);
}

#[test]
fn covered_branches_count_as_the_setting_says() {
    let drawn = |covered_weight| {
        let mut first = 0;
        for seed in 0..200 {
            let settings = Settings { covered_weight, fifo_until_infeasible: false, ..Settings::default() };
            let mut selector = Selector::new(settings, seed).unwrap();
            (0..3).for_each(|i| drop(selector.executed(&condition(&format!("x[{i}] > 0"))).unwrap()));
            let ids = [7, 8].map(|i| match selector.offer(&condition(&format!("x[{i}] > 0")), &[format!("branch {i}")]).unwrap() {
                Offer::Queued(id) => id,
                other => panic!("{other:?}"),
            });
            selector.cover(&["branch 7".into(), "branch 9".into()]);
            first += u32::from(selector.poll(1)[0].id == ids[0]);
        }
        first
    };
    assert!((70..130).contains(&drawn(1.0)), "both alike: {}", drawn(1.0));
    assert_eq!(drawn(0.0), 0);
}

#[test]
fn what_is_covered_comes_last_where_its_share_is_none_whatever_the_policy_and_the_votes() {
    for policy in [Policy::Knn, Policy::Fifo, Policy::Random] {
        for seed in 0..50 {
            let settings = Settings { policy, covered_weight: 0.0, fifo_until_infeasible: false, ..Settings::default() };
            let mut selector = Selector::new(settings, seed).unwrap();
            (0..3).for_each(|i| drop(selector.executed(&condition(&format!("x[{i}] > 0"))).unwrap()));
            let mut offer = |text: &str, branch: &str| match selector.offer(&condition(text), &[branch.to_owned()]).unwrap() {
                Offer::Queued(id) => id,
                other => panic!("{other:?}"),
            };
            // The votes are for the covered ones: nothing is known of the others.
            let covered = [offer("x[7] > 0", "a"), offer("x[8] > 0", "a")];
            let open = [offer("y == 1", "b"), offer("z == 1", "b")];
            selector.cover(&["a".to_owned()]);
            let order: Vec<u64> = selector.poll(4).iter().map(|attempt| attempt.id).collect();
            assert!(order[..2].iter().all(|id| open.contains(id)) && order[2..].iter().all(|id| covered.contains(id)), "{order:?}");
            assert_eq!(selector.statistics().pending, 0);
        }
    }
}

#[test]
fn a_training_set_is_kept_and_used_again() {
    let mut selector = Selector::new(Settings::default(), 1).unwrap();
    selector.executed(&condition("this.a[0] > 1 && this.a[1] > 2 && this.a[0] < this.a[1]")).unwrap();
    let id = queued(&mut selector, "this.b[0] < 0");
    selector.poll(1);
    selector.report(id, &Outcome::Failed).unwrap();
    let file = selector.training();
    assert_eq!((file.clauses.len(), file.items.len()), (4, 4));
    assert_eq!(file.items[2].slice, [0, 1, 2]);
    let mut other = Selector::new(Settings::default(), 2).unwrap();
    other.load(&file).unwrap();
    assert_eq!(other.training(), file);
    for alternative in ["this.a[5] > 3", "this.b[7] < 0"] {
        queued(&mut other, alternative);
    }
    assert_eq!(other.poll(1)[0].choice, Choice::Knn, "it knows of a failure");
    let refusal = |change: fn(&mut TrainingFile), settings: Settings| {
        let mut changed = file.clone();
        change(&mut changed);
        let mut selector = Selector::new(settings, 1).unwrap();
        let message = selector.load(&changed).unwrap_err().message;
        assert_eq!(selector.training().items.len(), 0, "nothing is learnt of it");
        message
    };
    let default = Settings::default;
    assert!(refusal(|f| f.version = 2, default()).contains("of version 2, expected"));
    assert!(refusal(|_| {}, Settings::paper()).contains("its setting slicing is \"origins\", this selector's is \"objects\""));
    assert!(refusal(|_| {}, Settings { max_training: 3, ..default() }).contains("the setting maxTraining allows 3"));
    assert!(refusal(|f| f.items[1].slice[0] = 4, default()).ends_with("item 1 names clause 4, and there are 4"));
    assert!(refusal(|f| f.items[1].slice.clear(), default()).contains("item 1 has 0 clauses"));
    assert!(refusal(|f| f.clauses[0].clear(), default()).contains("clause 0 is empty"));
}

#[test]
fn the_same_seed_and_calls_choose_the_same() {
    let choices = |seed, settings: &Settings| {
        let mut walk = Walk::new(settings.clone(), seed, 77);
        (0..400).for_each(|_| walk.step());
        walk.chosen
    };
    for settings in [Settings::default(), Settings::paper(), Settings::authors()] {
        assert_eq!(choices(1, &settings), choices(1, &settings));
        assert_ne!(choices(1, &settings), choices(2, &settings));
    }
}

#[test]
fn presets_differ_where_the_paper_and_its_authors_do() {
    let (ours, paper, authors) = (Settings::default(), Settings::paper(), Settings::authors());
    assert_eq!((ours.slicing, paper.slicing, authors.slicing), (Slicing::Origins, Slicing::Objects, Slicing::Fields));
    assert_eq!((ours.zeros_vote, paper.zeros_vote, authors.zeros_vote), (false, true, false));
    assert_eq!((ours.correct_labels, paper.correct_labels, authors.correct_labels), (true, true, false));
    assert_eq!((ours.reclassify_after, paper.reclassify_after, authors.reclassify_after), (1, 5, 5));
    assert_eq!((ours.full_mapping, paper.full_mapping, authors.full_mapping), (false, false, true));
    assert_eq!(
        Settings { reclassify_after: 0, ..ours }.check().unwrap_err().message.split(':').next(),
        Some("setting reclassifyAfter is 0")
    );
}

/// Random calls of a selector, of conditions that are often alike.
struct Walk {
    selector: Selector,
    random: Xoshiro256PlusPlus,
    chosen: Vec<u64>,
}

impl Walk {
    fn new(settings: Settings, seed: u64, walk: u64) -> Self {
        Self { selector: Selector::new(settings, seed).unwrap(), random: Source::new(walk).stream([0]), chosen: Vec::new() }
    }

    fn condition(&mut self) -> Condition {
        self.condition_of(1..5, 3)
    }

    /// Of so many clauses, over so many numbers.
    fn condition_of(&mut self, clauses: Range<usize>, numbers: u32) -> Condition {
        let clauses = (0..self.random.random_range(clauses)).map(|_| {
            let (of, at, number) = (self.random.random_range(0..5), self.random.random_range(0..4), self.random.random_range(0..numbers));
            let text = match self.random.random_range(0..5) {
                0 => format!("v{of}.a[{at}] > {number}"),
                1 => format!("v{of}.a[{at}] <= v{at}.f"),
                2 => format!("v{of}.f == {number}"),
                3 => format!("v{of}.o == null"),
                _ => format!("v{of}.a.length > {number}"),
            };
            Clause::parse(&text)
        });
        Condition { clauses: clauses.collect() }
    }

    fn step(&mut self) {
        match self.random.random_range(0..10) {
            0..4 => {
                let condition = self.condition();
                self.selector.offer(&condition, &[]).unwrap();
            }
            4..7 => {
                let attempts = self.selector.poll(1);
                self.chosen.extend(attempts.iter().map(|a| a.id));
            }
            7 => {
                let condition = self.condition();
                self.selector.executed(&condition).unwrap();
            }
            _ => {
                let under_way: Vec<u64> = self.selector.in_flight.keys().copied().collect();
                if !under_way.is_empty() {
                    let id = under_way[self.random.random_range(0..under_way.len())];
                    let outcome = match self.random.random_range(0..8) {
                        0 => Outcome::Solved(None),
                        1 => Outcome::Solved(Some(self.condition())),
                        2 => Outcome::Unsatisfiable,
                        3 => Outcome::Released,
                        _ => Outcome::Failed,
                    };
                    self.selector.report(id, &outcome).unwrap();
                }
            }
        }
    }

    /// Compares what some or all alternatives that wait were classified as with a classification from scratch.
    fn check(&mut self, some: usize) {
        let count = self.selector.queue.len();
        for i in 0..some.min(count) {
            let place = if some >= count { i } else { self.random.random_range(0..count) };
            self.selector.check_from_scratch(place);
        }
    }
}

impl Selector {
    /// That neighbours, vote and bucket of a waiting alternative are those that all training items give, compared one by one.
    fn check_from_scratch(&self, place: usize) {
        let pending = &self.queue.pending[place];
        let clauses = &pending.alternative.clauses;
        assert_eq!(self.sliced(clauses), (pending.alternative.slice.clone(), pending.alternative.fingerprint));
        let mut items: Vec<(u32, Similarity)> = (0..self.training.labels().len() as u32)
            .map(|item| {
                let other = self.training.fingerprint_from_scratch(item, &self.clauses);
                let query = &pending.alternative.fingerprint;
                let common = query.0.iter().zip(&other.0).map(|(a, b)| (a & b).count_ones()).sum();
                (item, Similarity::new(common, query.bits(), other.bits()))
            })
            .collect();
        items.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
        items.truncate(K);
        let similar: Vec<u32> = items.iter().filter(|(_, s)| !s.is_zero()).map(|(item, _)| *item).collect();
        let alike = &self.alike.alike[pending.alike as usize];
        assert_eq!(alike.neighbours.items().collect::<Vec<_>>(), similar);
        assert!(alike.members.contains(&pending.id));
        for item in &similar {
            assert!(self.alike.neighbour_of[*item as usize].contains(&pending.alike));
        }
        if !self.training.can_vote() {
            assert_eq!((pending.classification, pending.place), (None, None));
            return;
        }
        let labels =
            items.iter().filter(|(_, s)| self.settings.zeros_vote || !s.is_zero()).map(|(i, _)| self.training.labels()[*i as usize]);
        let labels: Vec<Label> = labels.collect();
        let feasible = labels.iter().filter(|label| **label == Label::Feasible).count();
        let expected = match (labels.len(), feasible) {
            (3, 3) => (Label::Feasible, 3),
            (3 | 2, 2) => (Label::Feasible, 2),
            (3, 1) | (2, 0) => (Label::Infeasible, 2),
            _ => (Label::Infeasible, 3),
        };
        let classification = pending.classification.unwrap();
        assert_eq!((classification.label, classification.votes), expected);
        let mean = items.iter().map(|(_, s)| s.value()).sum::<f64>() / K as f64;
        assert!((classification.similarity - mean).abs() < 1e-12);
    }

    /// That what is kept beside the alternatives that wait is about them and nothing else.
    fn check_books(&self) {
        self.queue.check_books();
        self.alike.check_books();
        for pending in &self.queue.pending {
            assert_eq!(self.alike.number_of(&pending.alternative.fingerprint), Some(pending.alike));
        }
        assert_eq!(self.alike.members(), self.queue.len());
    }
}

impl TrainingSet {
    fn fingerprint_from_scratch(&self, item: u32, clauses: &Clauses) -> Fingerprint {
        clauses.fingerprint(self.slice(item).iter().copied())
    }
}

/// Steps of random calls; `ORACULUM_PATH_STEPS` sets another number.
fn steps() -> usize {
    std::env::var("ORACULUM_PATH_STEPS").ok().and_then(|steps| steps.parse().ok()).unwrap_or(6_000)
}

#[test]
fn incremental_classification_is_that_from_scratch() {
    let (mut left, mut walks, mut corrected, mut most) = (steps(), 0, 0, 0);
    while left > 0 {
        let default = Settings::default();
        let settings = match walks % 4 {
            0 => default,
            1 => Settings { zeros_vote: true, ..default },
            2 => Settings { correct_labels: false, slicing: Slicing::Objects, ..default },
            _ => Settings { full_mapping: true, slicing: Slicing::Off, ..default },
        };
        let mut walk = Walk::new(Settings { max_training: 200, max_pending: 200, ..settings }, 1, walks);
        for step in 1..=1000.min(left) {
            walk.step();
            walk.check(4);
            if step % 50 == 0 {
                walk.check(usize::MAX);
                walk.selector.check_books();
            }
        }
        left -= 1000.min(left);
        walks += 1;
        corrected += walk.selector.training.corrected();
        most = most.max(walk.selector.training.labels().len());
    }
    println!("{} steps in {walks} walks, {corrected} labels corrected, up to {most} items", steps());
    assert!(corrected > 0 && most > 100, "{corrected} labels corrected, up to {most} items");
}

#[test]
fn what_is_classified_later_is_classified_right() {
    let mut walk = Walk::new(Settings { reclassify_after: 7, ..Settings::default() }, 1, 5);
    let mut classified = 0;
    for _ in 0..1000 {
        walk.step();
        if walk.selector.grown == 0 && walk.selector.queue.changed.is_empty() {
            walk.check(usize::MAX);
            classified += 1;
        }
        walk.selector.check_books();
    }
    assert!(classified > 10);
}

/// Two selectors are told the same, one clause by clause, one by ways: all that they say is the same.
#[test]
fn ways_and_their_exits_are_what_they_are_clause_by_clause() {
    for seed in 0..12 {
        let mut random = Source::new(8).stream([seed]);
        let slicing = [Slicing::Origins, Slicing::Fields, Slicing::Objects, Slicing::Off][seed as usize % 4];
        let settings = Settings { slicing, max_clauses: 12, max_pending: 60, ..Settings::default() };
        let (mut plain, mut by_ways) = (Selector::new(settings.clone(), seed).unwrap(), Selector::new(settings, seed).unwrap());
        for _ in 0..150 {
            let mut clause = || {
                let (field, index, number) = (random.random_range(0..4), random.random_range(0..2), random.random_range(0..2));
                Clause::parse(&format!("this.f{field}.g[{index}] > {}", ["this.f0.length", "3"][number]))
            };
            let path: Vec<Clause> = (0..15).map(|_| clause()).collect();
            let path = &path[..random.random_range(1..16)];
            let whole = Condition { clauses: path.to_vec() };
            let mut way = by_ways.way(path).unwrap();
            if random.random_bool(0.6) {
                assert_eq!(plain.executed(&whole).unwrap(), by_ways.executed_way(&mut way));
            }
            for _ in 0..6 {
                let mut clause = |of: u32| Clause::parse(&format!("this.f{}.h == {of}", random.random_range(0..3)));
                let (one, taken) = (clause(1), clause(2));
                let first = Some(&one).filter(|_| random.random_bool(0.4));
                let from = if first.is_some() { random.random_range(0..=path.len()) } else { 0 };
                let common = from..random.random_range(from..=path.len());
                let clauses = first.into_iter().chain(&path[common.clone()]).chain([&taken]).cloned().collect();
                let branches = [random.random_range(0..5).to_string()];
                let offered = by_ways.offer_exit(&mut way, &Exit { first, common, taken: &taken }, &branches).unwrap();
                assert_eq!(plain.offer(&Condition { clauses }, &branches).unwrap(), offered);
            }
            let attempts = plain.poll(2);
            assert_eq!(by_ways.poll(2), attempts);
            for attempt in attempts {
                let overtaken = match random.random_range(0..3) {
                    0 => plain.report(attempt.id, &Outcome::Failed).map(|o| (o, by_ways.report(attempt.id, &Outcome::Failed).unwrap())),
                    1 => plain.report(attempt.id, &Outcome::Released).map(|o| (o, by_ways.report(attempt.id, &Outcome::Released).unwrap())),
                    _ => plain
                        .report(attempt.id, &Outcome::Solved(Some(whole.clone())))
                        .map(|o| (o, by_ways.report_solved(attempt.id, &mut way).unwrap())),
                };
                let (one, other) = overtaken.unwrap();
                assert_eq!(one, other);
            }
            assert_eq!(plain.statistics(), by_ways.statistics());
            by_ways.check_books();
        }
        let slices = |selector: &Selector| -> Vec<Vec<String>> {
            let text = |clause: &u32| selector.clauses.known[*clause as usize].text.to_string();
            selector.queue.pending.iter().map(|p| p.alternative.slice.iter().map(text).collect()).collect()
        };
        assert_eq!(slices(&plain), slices(&by_ways));
        assert!(plain.statistics().pending > 20 && plain.statistics().solved > 10);
    }
}

/// 10 000 alternatives and 10 000 training items; the numbers of their clauses are so many that few are alike.
#[test]
#[ignore = "large: cargo test --release -- --ignored large_tables"]
fn large_tables_stay_exact() {
    let mut walk = Walk::new(Settings::default(), 1, 9);
    while walk.selector.training.labels().len() < 10_000 {
        let path = walk.condition_of(2..9, 2000);
        walk.selector.executed(&path).unwrap();
        let failed = walk.condition_of(2..9, 2000);
        if let Offer::Queued(id) = walk.selector.offer(&failed, &[]).unwrap() {
            walk.selector.poll(1);
            walk.selector.report(id, &Outcome::Failed).unwrap();
        }
    }
    while walk.selector.queue.pending.len() < 10_000 {
        let path = walk.condition_of(2..9, 2000);
        walk.selector.offer(&path, &[]).unwrap();
    }
    let items = walk.selector.training.labels().len();
    let kinds: BTreeSet<u32> = walk.selector.queue.pending.iter().map(|pending| pending.alike).collect();
    assert!(kinds.len() > 5_000, "{} fingerprints", kinds.len());
    for step in 0..100 {
        walk.step();
        for pending in &walk.selector.queue.pending {
            let neighbours = &walk.selector.alike.alike[pending.alike as usize].neighbours;
            assert_eq!(*neighbours, walk.selector.training.index().nearest(&pending.alternative.fingerprint), "step {step}");
            let vote = neighbours.vote(walk.selector.training.labels(), false);
            assert_eq!(pending.classification, Some(vote));
        }
        walk.check(20);
    }
    walk.selector.check_books();
    let learnt = walk.selector.training.labels().len() - items;
    println!("{} fingerprints wait; 100 steps, {learnt} items learnt", kinds.len());
    assert!(learnt > 0);
}
