//! Detection and ranking against their definitions.

use super::anomalies::Anomalies;
use super::constraints::Moment;
use super::detection::{Detection, Evidence, ViolatedConstraint, Violation};
use super::fixtures::{I, V, all_shapes, detected, entry, evidence, exit, method};
use super::flow::Flow;
use super::plan::ProfileMode;
use super::profiles::MostSimilar;
use super::score::{Position, rank};
use super::settings::{Aggregate, Constraints, Count, Settings, UniquenessCount};
use crate::compute::pool::Pool;
use crate::evidence::schema::{Element, ValueType};
use crate::invariants::formula::{Formula, Predicate};
use proptest::prelude::*;

const STATEMENTS: u32 = 40;

/// What an invocation of [`all_shapes`] may have: related values often, so that there is something to infer.
fn invocation() -> impl Strategy<Value = (Vec<V>, bool, Vec<u32>)> {
    let ints = || prop::option::weighted(0.9, prop::collection::vec(-2..4i64, 0..4));
    let text = prop_oneof![Just(None), Just(Some("")), Just(Some("a")), Just(Some("ab"))];
    let values = (-2..3i64, prop_oneof![Just(-0.0), Just(0.5), Just(f64::NAN), Just(2.0)], ints(), text, ints(), -2..3i64);
    let statements = prop::collection::vec(0..STATEMENTS, 0..6);
    (values, prop::bool::weighted(0.85), statements).prop_map(|((x, d, before, text, after, other), returned, statements)| {
        let object = |there: bool, id| V::Int(if there { id } else { 0 });
        let list = |list: &Option<Vec<i64>>| list.clone().map_or(V::Absent, V::Ints);
        let values = vec![
            V::Int(x),
            V::Real(d),
            object(before.is_some(), 1),
            list(&before),
            object(text.is_some(), 2),
            text.map_or(V::Absent, V::Text),
            if returned { object(after.is_some(), 1) } else { V::Absent },
            if returned { list(&after) } else { V::Absent },
            if returned { V::Int(if other > 0 { x } else { other }) } else { V::Absent },
            if returned { V::Texts(vec![text, Some("b")]) } else { V::Absent },
            if returned { V::Real(if x == 0 { 2.0 } else { d }) } else { V::Absent },
            if returned { V::Reals(vec![d, 2.0]) } else { V::Absent },
        ];
        (values, returned, statements)
    })
}

/// Invocations of several tests, numbered within each.
fn run(most: usize) -> impl Strategy<Value = Vec<I>> {
    prop::collection::vec((0..4u32, invocation()), 0..most).prop_map(|all| {
        let mut next = [0; 4];
        let one = |(test, (values, returned, statements)): (u32, (Vec<V>, bool, Vec<u32>))| {
            let number = next[test as usize];
            next[test as usize] += 1;
            I { test, method: 0, number, returned, statements, values }
        };
        all.into_iter().map(one).collect()
    })
}

fn lenient() -> Settings {
    let mut settings = Settings { constraints: Constraints::All, all_anomalies: true, ..Settings::default() };
    // Few samples are to be enough.
    settings.infer.confidence = 0.5;
    settings
}

fn of(manual: &[I], generated: &[I]) -> Evidence {
    evidence(vec![all_shapes()], STATEMENTS, ProfileMode::Cumulative, manual, generated)
}

/// All that a detection says, to be compared.
fn said(evidence: &Evidence, settings: &Settings, threads: usize) -> String {
    let (detection, anomalies) = Pool::new(threads).unwrap().run(|| detected(evidence, settings));
    let rows = |v: &Violation| {
        let generated = &evidence.generated.invocations()[v.row as usize];
        let similar = v.similar.map(|s| (s.dos, &evidence.manual.invocations()[s.row as usize]));
        (v.constraint, generated.test, generated.number, similar.map(|(dos, i)| (dos.to_bits(), i.test, i.number)))
    };
    let violations: Vec<_> = detection.violations.iter().map(rows).collect();
    format!("{:?} {:?} {violations:?} {:?}", detection.methods, detection.constraints, anomalies.list)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn the_manual_run_violates_no_constraint_of_its_own(manual in run(60)) {
        let evidence = of(&manual, &manual);
        for settings in [lenient(), Settings { nan_equals_nan: true, ..lenient() }, Settings::default()] {
            let (detection, anomalies) = detected(&evidence, &settings);
            let broken: Vec<_> = detection.constraints.iter().map(|c| &c.daikon).collect();
            prop_assert!(detection.violations.is_empty() && anomalies.list.is_empty(), "{:?}", broken);
        }
    }

    #[test]
    fn neither_threads_nor_the_order_of_tests_matter(
        manual in run(40),
        generated in run(40),
        shuffled in Just(()).prop_perturb(|(), mut r| [r.random::<u32>(), r.random()]),
    ) {
        let expected = said(&of(&manual, &generated), &lenient(), 1);
        // Tests in another order, each test's records in their own.
        let other = |run: &[I], key: u32| {
            let mut run = run.to_vec();
            run.sort_by_key(|i| (i.test.wrapping_mul(2_654_435_761) ^ key).reverse_bits());
            run
        };
        let [a, b] = shuffled;
        prop_assert_eq!(&expected, &said(&of(&other(&manual, a), &other(&generated, b)), &lenient(), 2));
    }

    #[test]
    fn violations_are_of_rows_that_break_a_constraint_which_all_manual_rows_keep(manual in run(40), generated in run(40)) {
        // Both runs as one: what the other run breaks, the union of both does not fulfil.
        let evidence = of(&manual, &generated);
        let (detection, anomalies) = detected(&evidence, &lenient());
        for violation in &detection.violations {
            let constraint = &detection.constraints[violation.constraint as usize];
            let row = &evidence.generated.invocations()[violation.row as usize];
            prop_assert!(row.returned || constraint.moment == Moment::Entry, "a throw has no exit");
            prop_assert!(!constraint.variables.is_empty());
            let own = |v: &&u32| anomalies.list.iter().any(|a| (a.test, a.invocation, a.variable) == (row.test, row.number, **v));
            prop_assert_eq!(constraint.variables.iter().filter(own).count(), constraint.variables.len());
        }
        for anomaly in &anomalies.list {
            prop_assert!(!anomalies.violations(anomaly.id).is_empty());
            prop_assert_eq!(anomaly.moment == Moment::Entry, anomaly.variable < 6);
        }
    }
}

/// Detections and flows made up at random: what is ranked does not depend on how it came about.
#[derive(Clone, Debug)]
struct Case {
    /// Variables of each constraint.
    constraints: Vec<Vec<u32>>,
    /// Constraint, row, degree of similarity in quarters.
    violations: Vec<(u32, u32, Option<u8>)>,
    /// Site, test, anomalies by their place modulo the number of the test's.
    flow: Vec<(u32, u32, Vec<usize>)>,
    settings: Settings,
}

const SITES: u32 = 7;
const TESTS: u32 = 3;
const ROWS: u32 = 9;

fn case() -> impl Strategy<Value = Case> {
    let constraints = prop::collection::vec(prop::collection::btree_set(0..3u32, 1..3).prop_map(|s| s.into_iter().collect()), 1..5);
    let violations = prop::collection::btree_map((0..5u32, 0..ROWS), prop::option::weighted(0.8, 0..=4u8), 0..30);
    let flow = prop::collection::vec((0..SITES, 0..TESTS, prop::collection::vec(0..40usize, 0..6)), 0..16);
    let switches = (any::<bool>(), any::<bool>(), any::<bool>(), any::<bool>(), any::<bool>(), 1..5usize);
    (constraints, violations, flow, switches).prop_map(|(constraints, violations, flow, switches)| {
        let number = constraints.len() as u32;
        let violations = violations.into_iter().filter(|((c, _), _)| *c < number).map(|((c, row), dos)| (c, row, dos)).collect();
        let (profile_filter, uniqueness, after, data_flow, events, top) = switches;
        let settings = Settings {
            profile_filter,
            uniqueness,
            uniqueness_count: if after { UniquenessCount::AfterFilter } else { UniquenessCount::BeforeFilter },
            data_flow,
            count: if events { Count::Events } else { Count::Constraints },
            top,
            all_anomalies: true,
            ..Settings { aggregate: Aggregate::Sum, ..Settings::default() }
        };
        Case { constraints, violations, flow, settings }
    })
}

impl Case {
    fn evidence(&self) -> Evidence {
        let variables = (0..3).map(|i| entry(&format!("v{i}"), ValueType::Int, None)).collect();
        let row = |row: u32| I {
            test: row / (ROWS / TESTS),
            method: 0,
            number: row,
            returned: true,
            statements: vec![],
            values: vec![V::Int(0), V::Int(0), V::Int(0)],
        };
        let rows: Vec<I> = (0..ROWS).map(row).collect();
        evidence(vec![method("m", variables)], 1, ProfileMode::Invocation, &rows, &rows)
    }

    fn detection(&self) -> Detection {
        let constraint = |variables: &Vec<u32>| ViolatedConstraint {
            method: 0,
            moment: Moment::Entry,
            formula: Formula::Unary(Predicate::NonZero, 0),
            daikon: String::new(),
            java: None,
            variables: variables.clone(),
            confidence: 1.0,
            samples: 1,
            decided: 1,
        };
        let violation = |&(constraint, row, dos): &(u32, u32, Option<u8>)| Violation {
            constraint,
            row,
            similar: dos.map(|quarters| MostSimilar { dos: f64::from(quarters) / 4.0, row: 0 }),
        };
        Detection {
            methods: vec![],
            constraints: self.constraints.iter().map(constraint).collect(),
            violations: self.violations.iter().map(violation).collect(),
            left_out: Default::default(),
            manual_profiles: 0,
            generated_profiles: 0,
            variables: vec![],
        }
    }

    /// SOSP of each site, by the definition.
    fn scores(&self, anomalies: &Anomalies, reached: &[(u32, u32, Vec<u32>)]) -> Vec<f64> {
        let kept = |v: &&(u32, u32, Option<u8>)| !self.settings.profile_filter || v.2.is_some_and(|q| q >= 3);
        let test_of = |row: u32| row / (ROWS / TESTS);
        let affects = |v: &(u32, u32, Option<u8>), site: u32| {
            reached.iter().filter(|r| r.0 == site && r.1 == test_of(v.1)).any(|(_, _, ids)| {
                let of_violation = |id: &u32| {
                    let a = &anomalies.list[*id as usize];
                    a.invocation == v.1 && self.constraints[v.0 as usize].contains(&a.variable)
                };
                !self.settings.data_flow || ids.iter().any(of_violation)
            })
        };
        let score = |site: u32| {
            let affecting = self.violations.iter().filter(kept).filter(|v| affects(v, site));
            let mut sum = 0.0;
            let mut seen = Vec::new();
            for v in affecting {
                let of_constraint = self.violations.iter().filter(|w| w.0 == v.0);
                let viol = if self.settings.uniqueness_count == UniquenessCount::AfterFilter {
                    of_constraint.filter(kept).count()
                } else {
                    of_constraint.count()
                };
                if self.settings.count == Count::Events || !seen.contains(&v.0) {
                    sum += if self.settings.uniqueness { 1.0 / viol as f64 } else { 1.0 };
                }
                seen.push(v.0);
            }
            sum
        };
        (0..SITES).map(score).collect()
    }
}

proptest! {
    #[test]
    fn the_ranking_is_that_of_the_definition(case in case()) {
        let (evidence, detection) = (case.evidence(), case.detection());
        let anomalies = Anomalies::of(&evidence, &detection, &case.settings);
        let mut flow = Flow::default();
        let mut reached = Vec::new();
        for (site, test, picks) in &case.flow {
            let own: Vec<u32> = anomalies.list.iter().filter(|a| a.test == *test).map(|a| a.id).collect();
            let ids: Vec<u32> = if own.is_empty() { vec![] } else { picks.iter().map(|p| own[p % own.len()]).collect() };
            flow.add(*test, *site, ids.clone());
            reached.push((*site, *test, ids));
        }
        // Sites in an order other than that of their places.
        let position = |site: u32| Position { class_name: "G".into(), method: "t".into(), line: (site * 3) % SITES, ordinal: 0 };
        let positions: Vec<Position> = (0..SITES).map(position).collect();
        let ranked = rank(&evidence, &detection, &anomalies, &flow, &positions, &case.settings);
        let expected = case.scores(&anomalies, &reached);
        for (score, expected) in ranked.scores.iter().zip(&expected) {
            prop_assert!((score - expected).abs() < 1e-9, "{:?} {:?}", ranked.scores, expected);
        }
        let equal = |a: f64, b: f64| (a - b).abs() < 1e-9;
        for (place, found) in ranked.unsafe_assertions.iter().enumerate() {
            let own = expected[found.site as usize];
            let better = expected.iter().filter(|s| **s > own && !equal(**s, own)).count();
            let tied: Vec<u32> = (0..SITES).filter(|s| equal(expected[*s as usize], own)).collect();
            prop_assert_eq!(found.position, (better + 1) as f64 + (tied.len() as f64 - 1.0) / 2.0);
            prop_assert_eq!(found.top, better < case.settings.top);
            // Among equals the earlier position comes first.
            let before = tied.iter().filter(|s| positions[**s as usize] < positions[found.site as usize]).count();
            prop_assert_eq!(place, better + before);
            prop_assert!(equal(found.reasons.iter().map(|r| r.score).sum(), own));
        }
        let zero = expected.iter().filter(|s| **s == 0.0).count();
        prop_assert_eq!(ranked.unsafe_assertions.len() + zero, SITES as usize);
        let rest = (zero > 0).then(|| (SITES as usize - zero + 1) as f64 + (zero as f64 - 1.0) / 2.0);
        prop_assert_eq!(ranked.rest_position, rest);
        let sites: std::collections::BTreeSet<u32> = reached.iter().map(|r| r.0).collect();
        prop_assert_eq!(ranked.executed, sites.len());
    }
}

#[test]
fn a_value_that_stays_nan_is_no_anomaly() {
    let reals = ValueType::Sequence(Element::Double);
    let variables = vec![
        entry("x", ValueType::Double, None),
        entry("v[*]", reals, None),
        exit("result", ValueType::Double, None),
        exit("v[*]", reals, None),
    ];
    let row = |number: u32, x: f64, result: f64| I {
        test: 0,
        method: 0,
        number,
        returned: true,
        statements: vec![],
        values: vec![V::Real(x), V::Reals(vec![28.0, x]), V::Real(result), V::Reals(vec![28.0, result])],
    };
    let manual: Vec<I> = (0..20).map(|i| row(i, f64::from(i % 7), f64::from(i % 7))).collect();
    let generated = [row(0, f64::NAN, f64::NAN), row(1, 1.0, f64::NAN)];
    let evidence = evidence(vec![method("m", variables)], 1, ProfileMode::Cumulative, &manual, &generated);
    let broken = |nan_equals_nan: bool| -> Vec<(String, u32)> {
        let (detection, _) = detected(&evidence, &Settings { nan_equals_nan, ..Settings::default() });
        let equalities = detection.violations.iter().map(|v| (detection.constraints[v.constraint as usize].daikon.clone(), v.row));
        equalities.filter(|(constraint, _)| constraint.contains(" == ")).collect()
    };
    let of = |row: u32| ["return == orig(x)", "orig(x) == return", "v[] == orig(v[])", "orig(v[]) == v[]"].map(|c| (c.to_owned(), row));
    let known = |found: &[(String, u32)], row: u32| of(row).iter().filter(|c| found.contains(c)).count();
    assert_eq!((known(&broken(true), 0), known(&broken(true), 1)), (0, 2), "{:?}", broken(true));
    assert_eq!((known(&broken(false), 0), known(&broken(false), 1)), (2, 2), "{:?}", broken(false));
}

#[test]
fn of_too_many_anomalies_those_of_rare_violations_remain() {
    let case = Case {
        constraints: vec![vec![0], vec![1]],
        violations: vec![(0, 0, Some(4)), (0, 1, Some(4)), (0, 3, Some(4)), (1, 2, Some(4))],
        flow: vec![],
        settings: Settings { max_anomalies_per_test: 2, ..Settings::default() },
    };
    let (evidence, detection) = (case.evidence(), case.detection());
    let anomalies = Anomalies::of(&evidence, &detection, &case.settings);
    let found: Vec<_> = anomalies.list.iter().map(|a| (a.id, a.test, a.invocation, a.variable)).collect();
    assert_eq!(found, [(0, 0, 0, 0), (1, 0, 2, 1), (2, 1, 3, 0)]);
    assert_eq!((anomalies.dropped, anomalies.tests_with_dropped), (1, vec![0]));
}

#[test]
fn a_value_that_cannot_be_read_breaks_nothing_but_a_null_that_never_was_does() {
    let variables =
        vec![entry("p", ValueType::Reference, None), entry("p.x", ValueType::Int, Some("old_p")), exit("result", ValueType::Int, None)];
    let row = |test, number, p: i64, x: V, result: i64| I {
        test,
        method: 0,
        number,
        returned: true,
        statements: vec![0],
        values: vec![V::Int(p), x, V::Int(result)],
    };
    let manual: Vec<I> = (0..20).map(|i| row(0, i, 1, V::Int(i64::from(i % 4) + 5), 7)).collect();
    let generated = [row(0, 0, 0, V::Absent, 7), row(0, 1, 1, V::Int(4), 7), row(0, 2, 1, V::Int(5), 8)];
    let evidence = evidence(vec![method("m", variables)], 1, ProfileMode::Cumulative, &manual, &generated);
    let mut settings = Settings::default();
    settings.infer.confidence = 0.1;
    let (detection, _) = detected(&evidence, &settings);
    let broken: Vec<_> = detection.violations.iter().map(|v| (&*detection.constraints[v.constraint as usize].daikon, v.row)).collect();
    assert!(broken.contains(&("p != null", 0)), "{broken:?}");
    assert!(broken.contains(&("p.x >= 5", 1)), "{broken:?}");
    assert!(broken.contains(&("return == 7", 2)), "{broken:?}");
    assert!(!broken.iter().any(|(constraint, row)| *row == 0 && constraint.contains("p.x")), "{broken:?}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    /// Beyond the limit the constraints that are violated most often go, the later first; and all else stays as it is.
    #[test]
    fn of_too_many_violations_those_of_the_rarest_stay(manual in run(30), generated in run(20), most in 1..60usize) {
        let evidence = of(&manual, &generated);
        let counted = |detection: &Detection| {
            let violations = |c: usize| detection.violations.iter().filter(|v| v.constraint as usize == c).count();
            detection.constraints.iter().enumerate().map(|(i, c)| (violations(i), format!("{:?} {:?}", c.moment, c.formula))).collect::<Vec<_>>()
        };
        let full = counted(&detected(&evidence, &lenient()).0);
        let limited = detected(&evidence, &Settings { max_violations: most, ..lenient() }).0;
        let mut rarest: Vec<usize> = (0..full.len()).collect();
        rarest.sort_by_key(|place| (full[*place].0, *place));
        let mut total = 0;
        let mut expected: Vec<usize> = rarest.into_iter().take_while(|place| { total += full[*place].0; total <= most }).collect();
        expected.sort_unstable();
        prop_assert_eq!(counted(&limited), expected.iter().map(|place| full[*place].clone()).collect::<Vec<_>>());
        let gone = full.iter().map(|c| c.0).sum::<usize>() - limited.violations.len();
        prop_assert_eq!((limited.left_out.constraints, limited.left_out.violations), (full.len() - expected.len(), gone as u64));
    }

    #[test]
    fn of_too_many_constraints_those_with_the_most_samples_stay(manual in run(30), most in 1..20usize) {
        let evidence = of(&manual, &[]);
        let full = detected(&evidence, &lenient()).0.methods[0];
        let limited = detected(&evidence, &Settings { max_constraints: most, ..lenient() }).0.methods[0];
        prop_assert!(limited.constraints <= 2 * most);
        prop_assert_eq!(limited.constraints + limited.constraints_left_out, full.constraints);
    }
}
