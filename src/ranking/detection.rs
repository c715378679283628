//! From the records of both runs to the violated constraints: each violation with the manual execution that is most similar to it.

use super::constraints::{self, Constraint, MethodStates, Moment};
use super::invocations::{Invocation, Reader, Records};
use super::plan::{Method, Plan, Test};
use super::profiles::{ManualProfiles, MostSimilar, ProfileId, Profiles, Wanted};
use super::settings::Settings;
use crate::Result;
use crate::compute::parallel;
use crate::evidence::dataset::TextPool;
use crate::evidence::schema::VarId;
use crate::invariants::formula::Formula;
use crate::invariants::samples::Variable;
use crate::invariants::texts::Texts;
use hashbrown::{HashMap, HashSet};
use std::sync::Arc;

/// The records of both runs, sorted, and which tests count.
#[derive(Debug)]
pub struct Evidence {
    pub plan: Plan,
    pub reader: Reader,
    pub manual: Arc<Records>,
    pub generated: Arc<Records>,
    pub manual_tests: Vec<Test>,
    pub generated_tests: Vec<Test>,
}

/// A constraint that the generated run violates.
#[derive(Clone, Debug)]
pub struct ViolatedConstraint {
    pub method: u32,
    pub moment: Moment,
    pub formula: Formula,
    /// In Daikon's notation.
    pub daikon: String,
    /// As Java; `None`: it cannot be said.
    pub java: Option<String>,
    /// The recorded variables that it speaks of, ascending.
    pub variables: Vec<VarId>,
    pub confidence: f64,
    pub samples: u64,
    /// Samples of the generated run in which it is true or false.
    pub decided: u64,
}

/// A violation of a constraint.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Violation {
    /// Place in [`Detection::constraints`].
    pub constraint: u32,
    /// Invocation of the generated run.
    pub row: u32,
    /// `None`: no manual test executes the method.
    pub similar: Option<MostSimilar>,
}

impl Violation {
    pub fn dos(&self) -> Option<f64> {
        self.similar.map(|s| s.dos)
    }
}

/// What was seen of a method.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MethodFigures {
    pub manual_invocations: usize,
    pub generated_invocations: usize,
    pub constraints: usize,
    /// Derived variables that there was no room for.
    pub variables_left_out: usize,
    /// Constraints beyond [`Settings::max_constraints`].
    pub constraints_left_out: usize,
}

/// What the generated run violates.
pub struct Detection {
    pub methods: Vec<MethodFigures>,
    /// By method, moment, and the order in which they were inferred.
    pub constraints: Vec<ViolatedConstraint>,
    /// By constraint and row.
    pub violations: Vec<Violation>,
    /// Violated constraints that were left out by [`Settings::max_violations`], and their violations.
    pub left_out: LeftOut,
    pub manual_profiles: usize,
    pub generated_profiles: usize,
    /// The variables of each method's moments, derived ones included; none where there are no constraints.
    pub variables: Vec<[Vec<Variable>; 2]>,
}

/// Violated constraints that there was no room for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LeftOut {
    pub constraints: usize,
    pub violations: u64,
}

/// What was found for one method.
#[derive(Default)]
struct Found {
    figures: MethodFigures,
    constraints: Vec<ViolatedConstraint>,
    /// Rows among all invocations of the generated run, by constraint.
    violations: Vec<Vec<u32>>,
    variables: [Vec<Variable>; 2],
}

/// Detects the violations.
///
/// # Errors
/// `InvalidInput`: more elements than can be counted.
pub fn detect(evidence: &Evidence, settings: &Settings) -> Result<Detection> {
    let statements = evidence.plan.statements;
    let mut profiles = Profiles::default();
    let manual_ids = profiles.of_run(&evidence.manual, statements, evidence.plan.profile);
    let generated_ids = profiles.of_run(&evidence.generated, statements, evidence.plan.profile);
    let manual_rows = rows_by_method(&evidence.plan, evidence.manual.invocations(), &evidence.manual_tests);
    let generated_rows = rows_by_method(&evidence.plan, evidence.generated.invocations(), &evidence.generated_tests);
    let mut detection = Detection {
        methods: Vec::new(),
        constraints: Vec::new(),
        violations: Vec::new(),
        left_out: LeftOut::default(),
        manual_profiles: distinct(&manual_rows, &manual_ids),
        generated_profiles: distinct(&generated_rows, &generated_ids),
        variables: Vec::new(),
    };
    let mut found_of = Vec::new();
    for (id, method) in evidence.plan.methods.iter().enumerate() {
        found_of.push(of_method(evidence, id, method, [&manual_rows[id], &generated_rows[id]], settings, &mut detection.left_out)?);
        leave_out(&mut found_of, settings.max_violations, &mut detection.left_out);
    }
    let manual: Vec<ManualProfiles> =
        manual_rows.iter().map(|rows| ManualProfiles::of(&profiles, rows.iter().map(|row| (*row, manual_ids[*row as usize])))).collect();
    let wanted = found_of.iter().enumerate().flat_map(|(id, found)| {
        let rows = found.violations.iter().flatten();
        rows.map(move |row| (*row, id as u32))
    });
    let wanted = wanted.map(|(row, method)| (generated_ids[row as usize], method));
    let similar = most_similar(&profiles, &manual, wanted.collect());
    for (id, found) in found_of.into_iter().enumerate() {
        for (constraint, rows) in found.constraints.into_iter().zip(found.violations) {
            let number = detection.constraints.len() as u32;
            detection.constraints.push(constraint);
            let similar = |row: u32| similar[&(generated_ids[row as usize], id as u32)];
            detection.violations.extend(rows.into_iter().map(|row| Violation { constraint: number, row, similar: similar(row) }));
        }
        detection.methods.push(found.figures);
        detection.variables.push(found.variables);
    }
    Ok(detection)
}

/// The invocations of each method, ascending, of tests that count.
fn rows_by_method(plan: &Plan, invocations: &[Invocation], tests: &[Test]) -> Vec<Vec<u32>> {
    let mut rows = vec![Vec::new(); plan.methods.len()];
    for (row, invocation) in invocations.iter().enumerate() {
        if tests[invocation.test as usize].used {
            rows[invocation.method as usize].push(row as u32);
        }
    }
    rows
}

fn distinct(rows: &[Vec<u32>], ids: &[ProfileId]) -> usize {
    rows.iter().flatten().map(|row| ids[*row as usize]).collect::<HashSet<_>>().len()
}

/// Of each distinct profile and method the most similar profile that the manual run has of the method.
fn most_similar(
    profiles: &Profiles,
    manual: &[ManualProfiles],
    mut wanted: Vec<(ProfileId, u32)>,
) -> HashMap<(ProfileId, u32), Option<MostSimilar>> {
    wanted.sort_unstable();
    wanted.dedup();
    let by_profile: Vec<&[(ProfileId, u32)]> = wanted.chunk_by(|a, b| a.0 == b.0).collect();
    let found = parallel::flat_map(&by_profile, |methods| {
        let mut to = Wanted::new(profiles, methods[0].0);
        methods.iter().map(|of| (*of, manual[of.1 as usize].most_similar(&mut to))).collect()
    });
    found.into_iter().collect()
}

/// Leaves constraints out until there are at most so many violations: those violated most often, which say least, the later first. To do it
/// now and then leaves out the same as to do it at the end: what goes early would go then, too.
fn leave_out(found: &mut [Found], most: usize, left_out: &mut LeftOut) {
    let mut total: usize = found.iter().flat_map(|f| &f.violations).map(Vec::len).sum();
    if total <= most {
        return;
    }
    let places = found.iter().enumerate().flat_map(|(m, f)| f.violations.iter().enumerate().map(move |(c, rows)| (rows.len(), m, c)));
    let mut places: Vec<(usize, usize, usize)> = places.collect();
    places.sort_unstable();
    let mut gone: HashSet<(usize, usize)> = HashSet::new();
    while total > most
        && let Some((rows, method, constraint)) = places.pop()
    {
        total -= rows;
        gone.insert((method, constraint));
        left_out.constraints += 1;
        left_out.violations += rows as u64;
    }
    for (method, found) in found.iter_mut().enumerate() {
        let all = std::mem::take(&mut found.constraints).into_iter().zip(std::mem::take(&mut found.violations));
        let stays = |constraint: usize| !gone.contains(&(method, constraint));
        (found.constraints, found.violations) = all.enumerate().filter(|(place, _)| stays(*place)).map(|(_, kept)| kept).unzip();
    }
}

/// The constraints with the most samples, of equal ones the earlier, in their order.
fn best_founded(mut constraints: Vec<Constraint>, most: usize) -> Vec<Constraint> {
    if constraints.len() > most {
        let mut samples: Vec<u64> = constraints.iter().map(|c| c.samples).collect();
        samples.sort_unstable_by(|a, b| b.cmp(a));
        let least = samples[most - 1];
        let mut room = samples[..most].iter().filter(|s| **s == least).count();
        constraints.retain(|c| {
            let tied = c.samples == least && room > 0;
            room -= usize::from(tied);
            c.samples > least || tied
        });
    }
    constraints
}

/// Constraints whose violations are looked for at a time.
const AT_A_TIME: usize = 1024;

fn of_method(
    evidence: &Evidence,
    id: usize,
    method: &Method,
    rows: [&[u32]; 2],
    settings: &Settings,
    left_out: &mut LeftOut,
) -> Result<Found> {
    let states = |records, rows| method_states(&evidence.reader, method, records, rows);
    let (manual, generated) = (states(&evidence.manual, rows[0]), states(&evidence.generated, rows[1]));
    let mut found = Found {
        figures: MethodFigures { manual_invocations: rows[0].len(), generated_invocations: rows[1].len(), ..MethodFigures::default() },
        ..Found::default()
    };
    if rows[0].is_empty() {
        return Ok(found);
    }
    let mut pool = TextPool::default();
    let [entry, exit] = Moment::ALL.map(|moment| constraints::dataset(method, &manual.at(moment), &mut pool));
    let mut data = [entry?, exit?];
    let [entry, exit] = Moment::ALL.map(|moment| constraints::dataset(method, &generated.at(moment), &mut pool));
    let generated_data = [entry?, exit?];
    let (texts, places) = Texts::of(&pool);
    data.iter_mut().for_each(|d| d.texts = pool.clone());
    for mut point in constraints::infer_constraints(method, [&data[0], &data[1]], &texts, &places, settings) {
        found.figures.variables_left_out += point.left_out;
        let moment = point.moment;
        let mut others = constraints::samples_like(&generated_data[moment as usize], &texts, &places, moment, &point.samples.variables);
        others.nan_equals_nan = point.samples.nan_equals_nan;
        let own_rows: Vec<u32> = generated.rows(moment).map(|row| rows[1][row]).collect();
        let inferred = point.constraints.len();
        let constraints = best_founded(std::mem::take(&mut point.constraints), settings.max_constraints);
        found.figures.constraints += constraints.len();
        found.figures.constraints_left_out += inferred - constraints.len();
        let mut constraints = constraints.into_iter();
        loop {
            let some: Vec<Constraint> = constraints.by_ref().take(AT_A_TIME).collect();
            if some.is_empty() {
                break;
            }
            let fates = constraints::fates(&some, &others, &texts);
            for (constraint, fate) in some.into_iter().zip(fates).filter(|(_, fate)| !fate.violating.is_empty()) {
                found.constraints.push(ViolatedConstraint {
                    method: id as u32,
                    moment,
                    daikon: constraints::in_daikon(&constraint.formula, &point.samples, &texts),
                    java: constraints::in_java(&constraint.formula, &point.samples, &texts, &data[moment as usize], moment),
                    variables: constraints::recorded(&constraint.formula, &point.samples.variables),
                    formula: constraint.formula,
                    confidence: constraint.confidence,
                    samples: constraint.samples,
                    decided: fate.decided,
                });
                found.violations.push(fate.violating.into_iter().map(|row| own_rows[row as usize]).collect());
            }
            leave_out(std::slice::from_mut(&mut found), settings.max_violations, left_out);
        }
        found.variables[moment as usize] = point.samples.variables;
    }
    Ok(found)
}

/// The states of some invocations of a method.
pub fn method_states<'a>(reader: &Reader, method: &'a Method, records: &'a Records, rows: &[u32]) -> MethodStates<'a> {
    let invocations = rows.iter().map(|row| &records.invocations()[*row as usize]);
    MethodStates {
        method,
        states: invocations.clone().map(|i| records.state(reader, i)).collect(),
        returned: invocations.map(|i| i.returned).collect(),
    }
}

impl Detection {
    /// How often each constraint is violated, and how often with a similar manual execution.
    pub fn counts(&self, settings: &Settings) -> Vec<Counts> {
        let mut counts: Vec<Counts> = self.constraints.iter().map(|c| Counts { decided: c.decided, ..Counts::default() }).collect();
        for violation in &self.violations {
            let of = &mut counts[violation.constraint as usize];
            of.violations += 1;
            of.kept += u64::from(settings.keeps(violation.dos()));
        }
        counts
    }
}

/// Violations of a constraint.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub violations: u64,
    /// Those that the profile filter keeps.
    pub kept: u64,
    /// Executions that keep or violate it.
    pub decided: u64,
}
