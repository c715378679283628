//! Feedback-directed random tests (Pacheco, Lahiri, Ernst and Ball, ICSE 2007): sequences that ended well are extended by one more call.
//! Where what tests do is wanted, those that did something new are changed, too.

use super::{Algorithm, Context};
use crate::generation::archive::Evaluated;
use crate::generation::maker::Maker;
use crate::generation::operators::mutate;
use crate::generation::settings::TemplateUse;
use crate::generation::statement::TestCase;
use crate::generation::wire::End;
use rand::RngExt;
use std::sync::Arc;

/// Sequences that are kept for extension; beyond, a random one makes room.
const MOST_SEQUENCES: usize = 20_000;

/// Attempts at a first test of a batch, beyond its size: a call may fail for lack of an argument. A batch without tests ends the search.
const MORE_ATTEMPTS: usize = 100;

#[derive(Debug, Default)]
pub struct Random {
    sequences: Vec<Arc<Evaluated>>,
    /// Those that did something new.
    notable: Vec<Arc<Evaluated>>,
    batches: u64,
}

impl Random {
    /// A sequence to extend. Where what tests do is wanted, the longest of some, so that objects come that much has happened to.
    fn parent(&self, context: &Context, maker: &mut Maker) -> Option<Arc<Evaluated>> {
        let mut best = maker.choose(&self.sequences)?;
        for _ in 1..context.settings.longest_of {
            let other = maker.choose(&self.sequences)?;
            best = if other.test.len() > best.test.len() { other } else { best };
        }
        Some(best.clone())
    }

    /// A changed copy of a test that did something new: what it needed to get there is mostly kept.
    fn changed(&self, maker: &mut Maker) -> Option<TestCase> {
        const ATTEMPTS: usize = 10;
        let old = maker.choose(&self.notable)?.clone();
        (0..ATTEMPTS).map(|_| mutate(maker, &old.test, old.last())).find(|test| !test.is_empty() && *test != old.test)
    }
}

impl Algorithm for Random {
    fn propose(&mut self, context: &Context) -> Vec<TestCase> {
        let mut tests = Vec::with_capacity(context.settings.random_batch);
        let first = self.sequences.is_empty();
        let seeding = match context.settings.templates {
            TemplateUse::Fresh => !first,
            TemplateUse::Initial => first,
            TemplateUse::Paper | TemplateUse::Off => false,
        };
        if first {
            tests.extend(context.carved.tests().iter().cloned());
        }
        let wanted = if seeding { self.wanted(context) } else { Vec::new() };
        let batch = context.settings.random_batch;
        let is_wanted = |index: usize, tests: &[TestCase]| index < batch || tests.is_empty() && index < batch + MORE_ATTEMPTS;
        for index in 0.. {
            if !is_wanted(index, &tests) {
                break;
            }
            let mut maker = context.maker(index);
            maker.open = &[];
            let changes = context.settings.changed_share;
            if changes > 0.0
                && maker.chance(changes)
                && let Some(test) = self.changed(&mut maker)
            {
                tests.push(test);
                continue;
            }
            let old = if maker.chance(0.1) { None } else { self.parent(context, &mut maker) };
            if seeding
                && old.is_none()
                && let Some(test) = context.from_template(&mut maker, &wanted)
            {
                tests.push(test);
                continue;
            }
            let mut test = old.map(|e| e.test.clone()).unwrap_or_default();
            if test.len() + 1 > context.settings.max_statements {
                test = TestCase::default();
            }
            let before = test.clone();
            if maker.insert_call(&mut test).is_none() {
                test = before;
            } else if context.settings.repeat_share > 0.0 && maker.chance(context.settings.repeat_share) {
                maker.repeat_call(&mut test);
            }
            if !test.is_empty() {
                tests.push(test);
            }
        }
        tests
    }

    fn learn(&mut self, context: &Context, batch: Vec<Arc<Evaluated>>) {
        self.batches += 1;
        // A stream of its own: the round is that of the batch that is made next.
        let mut rng = context.source.stream([u64::MAX, self.batches]);
        for test in batch {
            if test.end != End::Passed {
                continue;
            }
            if self.sequences.len() < MOST_SEQUENCES {
                self.sequences.push(test);
            } else {
                let place = rng.random_range(0..MOST_SEQUENCES);
                self.sequences[place] = test;
            }
        }
    }

    fn note(&mut self, tests: Vec<Arc<Evaluated>>) {
        let room = MOST_SEQUENCES.saturating_sub(self.notable.len());
        self.notable.extend(tests.into_iter().filter(|test| !test.test.is_empty()).take(room));
    }
}
