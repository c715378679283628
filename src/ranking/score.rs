//! Suspiciousness scores and the ranking by them (ZoomIn, section 3.3).
//!
//! A violation cv of a constraint c has the uniqueness score US(cv) = 1 / viol(c); an assertion a has SOSP(a), the sum of US over the
//! violations that the profile filter keeps and that affect it; it is unsafe if that is more than 0. That is the paper's score
//! ([`Settings::paper`]); ours takes the strongest of them instead of the sum. It can weigh a constraint by its [`reliability`], too,
//! and list assertions [diversified](super::diversified).

use super::anomalies::Anomalies;
use super::detection::{Counts, Detection, Evidence};
use super::diversified;
use super::flow::Flow;
use super::settings::{Aggregate, Count, Settings, UniquenessCount};
use super::unsafe_assertion::{Reason, Unsafe, aggregate};
use hashbrown::{HashMap, HashSet};
use std::collections::{BTreeMap, BTreeSet};

/// Where an assertion stands; the order of these is the order of assertions with equal scores.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    pub class_name: String,
    pub method: String,
    pub line: u32,
    pub ordinal: u32,
}

/// All assertions in their order.
#[derive(Clone, Debug, PartialEq)]
pub struct Ranked {
    pub unsafe_assertions: Vec<Unsafe>,
    /// SOSP of each site.
    pub scores: Vec<f64>,
    /// Sites that were executed.
    pub executed: usize,
    /// The position that all other sites share; `None`: there are none.
    pub rest_position: Option<f64>,
}

/// What affects one site, by constraint.
#[derive(Default)]
struct Affected {
    tests: BTreeSet<u32>,
    by_constraint: BTreeMap<u32, (u64, Vec<u32>)>,
}

impl Affected {
    fn add(&mut self, test: u32, found: &[ByConstraint], examples: usize) {
        if !found.is_empty() {
            self.tests.insert(test);
        }
        for of in found {
            let (violations, shown) = self.by_constraint.entry(of.constraint).or_default();
            *violations += of.violations;
            let room = examples.saturating_sub(shown.len());
            shown.extend(of.examples.iter().take(room));
        }
    }
}

/// Violations of one constraint.
struct ByConstraint {
    constraint: u32,
    violations: u64,
    examples: Vec<u32>,
}

/// Groups violations, which are ascending and with that by constraint.
fn by_constraint(detection: &Detection, violations: &[u32], examples: usize) -> Vec<ByConstraint> {
    let constraint = |v: &u32| detection.violations[*v as usize].constraint;
    let groups = violations.chunk_by(|a, b| constraint(a) == constraint(b));
    groups
        .map(|group| ByConstraint {
            constraint: constraint(&group[0]),
            violations: group.len() as u64,
            examples: group.iter().take(examples).copied().collect(),
        })
        .collect()
}

/// Ranks the assertion sites. Sites that the flow names are below `positions.len()`, its anomalies below the number of anomalies.
pub fn rank(
    evidence: &Evidence,
    detection: &Detection,
    anomalies: &Anomalies,
    flow: &Flow,
    positions: &[Position],
    settings: &Settings,
) -> Ranked {
    let counts = detection.counts(settings);
    let keeps = |violation: &u32| settings.keeps(detection.violations[*violation as usize].dos());
    let mut affected: Vec<Affected> = positions.iter().map(|_| Affected::default()).collect();
    let reached = flow.reached();
    // Many sites of a test are reached by the same anomalies, and none by those of another test.
    let mut of_set: HashMap<u32, Vec<ByConstraint>> = HashMap::new();
    let mut of_test: HashMap<u32, Vec<ByConstraint>> = HashMap::new();
    if !settings.data_flow {
        let mut by_test: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        for (i, violation) in detection.violations.iter().enumerate().filter(|(i, _)| keeps(&(*i as u32))) {
            by_test.entry(evidence.generated.invocations()[violation.row as usize].test).or_default().push(i as u32);
        }
        of_test = by_test.into_iter().map(|(test, all)| (test, by_constraint(detection, &all, settings.max_examples))).collect();
    }
    for &(test, site, set) in &reached {
        let found = if settings.data_flow {
            of_set.entry(set).or_insert_with(|| {
                let mut all: Vec<u32> = flow.set(set).iter().flat_map(|a| anomalies.violations(*a)).copied().filter(keeps).collect();
                all.sort_unstable();
                all.dedup();
                by_constraint(detection, &all, settings.max_examples)
            })
        } else {
            of_test.entry(test).or_default()
        };
        affected[site as usize].add(test, found, settings.max_examples);
    }
    let executed = reached.iter().map(|r| r.1).collect::<HashSet<_>>().len();
    let mut found: Vec<Unsafe> =
        affected.into_iter().enumerate().filter_map(|(site, a)| unsafe_assertion(site, a, &counts, settings)).collect();
    found.sort_by_key(|u| (&positions[u.site as usize], u.site));
    let mut found = diversified::listed(found, detection.constraints.len(), settings);
    place(&mut found, settings.top);
    let mut scores = vec![0.0; positions.len()];
    found.iter().for_each(|u| scores[u.site as usize] = u.score);
    let rest = positions.len() - found.len();
    let rest_position = (rest > 0).then(|| shared_position(found.len() + 1, rest));
    Ranked { unsafe_assertions: found, scores, executed, rest_position }
}

fn unsafe_assertion(site: usize, affected: Affected, counts: &[Counts], settings: &Settings) -> Option<Unsafe> {
    let mut reasons: Vec<Reason> = affected
        .by_constraint
        .into_iter()
        .map(|(constraint, (violations, examples))| {
            let counted = if settings.aggregate == Aggregate::Sum && settings.count == Count::Events { violations } else { 1 };
            let counts = counts[constraint as usize];
            let score = counted as f64 * uniqueness(counts, settings) * reliability(counts, settings);
            Reason { constraint, violations, score, examples }
        })
        .collect();
    reasons.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.constraint.cmp(&b.constraint)));
    let score = aggregate(reasons.iter().map(|r| r.score), settings);
    (score > 0.0).then(|| Unsafe {
        site: site as u32,
        score,
        position: 0.0,
        top: false,
        tests: affected.tests.into_iter().collect(),
        reasons,
    })
}

/// How far a constraint can be relied on: the share of executions that can be expected to keep it, by the rule of succession from those
/// of the generated run; in 0..1. One that most of them violate says what the manual tests happened to do, and not what is usual.
pub fn reliability(counts: Counts, settings: &Settings) -> f64 {
    if !settings.reliability {
        return 1.0;
    }
    let kept = counts.decided.saturating_sub(counts.violations);
    (kept + 1) as f64 / (counts.decided.max(counts.violations) + 2) as f64
}

/// The uniqueness score of a violation of a constraint that is violated so often: in 0..=1.
pub fn uniqueness(counts: Counts, settings: &Settings) -> f64 {
    if !settings.uniqueness {
        return 1.0;
    }
    let violations = match settings.uniqueness_count {
        UniquenessCount::BeforeFilter => counts.violations,
        UniquenessCount::AfterFilter => counts.kept,
    };
    1.0 / violations.max(1) as f64
}

/// The positions of assertions in their order, and which are in Top-N.
fn place(found: &mut [Unsafe], top: usize) {
    let mut before = 0;
    for tied in found.chunk_by_mut(|a, b| a.score == b.score) {
        let position = shared_position(before + 1, tied.len());
        tied.iter_mut().for_each(|u| (u.position, u.top) = (position, before < top));
        before += tied.len();
    }
}

/// The position of each of so many that share the places from one on.
fn shared_position(first: usize, members: usize) -> f64 {
    first as f64 + (members as f64 - 1.0) / 2.0
}
