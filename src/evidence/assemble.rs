//! From the units of a [`Store`] to a [`Dataset`] (GAssert §3.1): which states are evidence, and what each mutant contributed.
//!
//! - Correct states are those of the first original run, duplicates dropped.
//! - Of a mutant's states, one equal to a correct state is no evidence: either it is its own pair (the mutant behaves alike there), or the
//!   state may arise in a right execution.
//! - Variables and tests that differ between two runs of the original are left out ([`stability`]), in mutants as well.
//! - Contents that a mutant made too long to be recorded are no evidence against an assertion over them: the state is dropped
//!   ([`Assembly::too_long`]).
//! - A mutant's state whose entry differs from that of its pair shows what an earlier mutated call left behind. It is dropped: no
//!   assertion at the exit of a call can blame that call for it. With [`InheritedCorruption::Keep`] it counts as evidence, as in the paper.
//! - Contents that cannot be read in a correct state (too long, of a class that is not the JDK's) cost the tests where that happens, if
//!   these are few ([`Settings::unreadable_share`]), and otherwise are left out.
//! - A value that is absent where its receiver is not null (an observer threw, a local is not in scope at every exit) cannot be guarded in
//!   Java, so the variable is left out, and so is whatever is read from a variable that is left out.
//!
//! - The states of generated tests are evidence as those of the project's tests are: correct ones, and incorrect ones of mutants. But what
//!   cannot be read in them costs no variable and no test, only the state: nobody has chosen what they are called with. An observer that
//!   throws there is left out, as it might throw anywhere.
//! - Counterexamples are correct states of tests that may be left out otherwise. They have no pair, and say nothing of what is stable or
//!   can be read: one that lacks a value which is kept is not used.
//!
//! States are compared by the bits of the variables that are kept, presence and contents included.

mod counterexamples;
mod entry;
mod gaps;

pub use self::counterexamples::{Counterexamples, counterexamples};
use self::entry::EntryPart;
use self::gaps::Gaps;
use super::constants::Constants;
use super::contents::{self, Pool};
use super::dataset::{Bits, Dataset, Origin};
use super::record::{Layout, Record, Value};
use super::rows::{Cells, RowSet};
use super::schema::{Schema, ValueType};
pub use super::settings::{Duplicates, InheritedCorruption, UNREADABLE_SHARE};
use super::stability::{self, Differences};
use super::store::Store;
use super::unit::UnitKind;
use super::visit::{LeftOut, test_of, visit};
use crate::{Error, Result};
use std::collections::{BTreeMap, HashMap, HashSet};

/// Bounds and choices of the assembly.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    pub duplicate_incorrect: Duplicates,
    pub inherited_corruption: InheritedCorruption,
    /// Of the tests and of their correct states, from 0 to 1: as many may be left out to keep contents that cannot be read in them.
    pub unreadable_share: f64,
    /// Rows, correct and incorrect.
    pub max_states: u64,
    /// Bytes of what the assembly holds at a time, estimated before it is allocated.
    pub max_bytes: u64,
}

impl Default for Settings {
    fn default() -> Self {
        let (duplicate_incorrect, inherited_corruption) = (Duplicates::Drop, InheritedCorruption::default());
        Self { duplicate_incorrect, inherited_corruption, unreadable_share: UNREADABLE_SHARE, max_states: 10_000_000, max_bytes: 2 << 30 }
    }
}

/// What a mutant left behind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mutant {
    pub id: String,
    /// Whether it reached the program point in a test that is used.
    pub reached: bool,
    /// States of it that are no correct ones and yet no evidence ([`Assembly::too_long`], [`Assembly::inherited_corruption`]).
    pub dropped: u64,
    /// Rows of its distinct incorrect states, ascending; several mutants may share one.
    pub rows: Vec<u32>,
}

/// The evidence as the algorithms take it, and what it was made of.
#[derive(Clone, Debug)]
pub struct Assembly {
    pub dataset: Dataset,
    /// In which correct states each normal exit was seen, by its number in bytecode order; a state may be that of several.
    pub exits: BTreeMap<u16, Bits>,
    /// Exits of the method in correct states of the tests that are used: what the distinct ones were made of.
    pub invocations: u64,
    /// In unit order; [`Origin::mutant`] is an index of this list.
    pub mutants: Vec<Mutant>,
    /// Tests that reached the program point, in order of first appearance; [`Origin::test`] is an index of this list.
    pub tests: Vec<String>,
    /// How many of them are generated.
    pub generated_tests: usize,
    pub variables_left_out: Vec<LeftOut>,
    pub tests_left_out: Vec<LeftOut>,
    /// States of mutants that were dropped, each time they occurred, because contents that are kept are absent though their receiver is
    /// there.
    pub too_long: u64,
    /// States of mutants that were dropped, each time they occurred, by [`InheritedCorruption::Drop`].
    pub inherited_corruption: u64,
    /// Indices of the kept variables in the store's schema.
    pub kept: Vec<usize>,
}

impl Assembly {
    /// Whether a state has every variable that is kept, or what it is read from is null.
    pub fn has_all(&self, schema: &Schema, record: &Record) -> bool {
        self.kept.iter().all(|&i| record.has(i) || receiver_of(schema, i).is_some_and(|r| !record.is_object(r)))
    }
}

/// What a variable is read from, as an index of the schema.
fn receiver_of(schema: &Schema, variable: usize) -> Option<usize> {
    schema.find(schema.variables[variable].receiver.as_deref()?).map(|r| r as usize)
}

/// Assembles the finished units of a store.
pub fn assemble(store: &Store, settings: &Settings) -> Result<Assembly> {
    let schema = store.schema()?.ok_or_else(|| Error::invalid_input("there is no evidence yet: no schema was submitted"))?;
    let layout = Layout::new(&schema);
    let units = store.units()?;
    let of = |kind| units.iter().filter(move |u| u.header.kind == kind);
    let originals: Vec<_> = of(UnitKind::Original).collect();
    let Some((first, again)) = originals.split_first() else {
        return Err(Error::invalid_input("there are no correct states: no run of the original class is finished"));
    };

    let mut gaps = Gaps::new(&schema);
    for unit in units.iter().filter(|u| u.header.kind != UnitKind::Counterexamples) {
        let original = unit.header.kind == UnitKind::Original;
        visit(store, &layout, unit, |record| {
            gaps.see(record, if original { Some(test_of(unit, record)?) } else { None });
            Ok(())
        })?;
    }
    let (mut variables_left_out, mut tests_left_out) = gaps.left_out(&schema, settings.unreadable_share);
    if !again.is_empty() {
        let needed = store.state_bytes(first.header.index)? + first.states * stability::BYTES_PER_STATE;
        if needed > settings.max_bytes {
            return Err(too_large(first.states, needed, settings.max_bytes));
        }
        let differences = Differences::between(store, &schema, &layout, first, again)?;
        differences.leave_out(&schema, &mut variables_left_out, &mut tests_left_out);
    }
    close_over_receivers(&schema, &mut variables_left_out);

    let is_out = |name: &str| variables_left_out.iter().any(|l| l.name == name);
    let kept: Vec<usize> = (0..schema.variables.len()).filter(|&i| !is_out(&schema.variables[i].name)).collect();
    if kept.is_empty() {
        return Err(Error::invalid_input(format!(
            "no variable of {} can be used: {}",
            schema.method,
            variables_left_out.iter().map(|l| format!("`{}` {}", l.name, l.reason)).collect::<Vec<_>>().join(", ")
        )));
    }
    let unstable: HashSet<&str> = tests_left_out.iter().map(|l| l.name.as_str()).collect();
    let mut rows = Rows::new(&schema, kept, settings);
    visit(store, &layout, first, |record| {
        let test = &first.tests[record.test as usize];
        if unstable.contains(test.as_str()) { Ok(()) } else { rows.add_correct(test, record).map(|_| ()) }
    })?;
    for unit in of(UnitKind::Generated) {
        visit(store, &layout, unit, |record| rows.add_generated(test_of(unit, record)?, record))?;
    }
    for unit in of(UnitKind::Counterexamples) {
        visit(store, &layout, unit, |record| rows.add_counterexample(test_of(unit, record)?, record).map(|_| ()))?;
    }
    for unit in of(UnitKind::Mutant) {
        rows.begin_mutant(&unit.header.id);
        visit(store, &layout, unit, |record| {
            let test = &unit.tests[record.test as usize];
            if unstable.contains(test.as_str()) { Ok(()) } else { rows.add_incorrect(test, record) }
        })?;
    }
    Ok(rows.finish(variables_left_out, tests_left_out, store.constants()?))
}

/// `needed` is an estimate for as many states as given, of which there may be more.
fn too_large(states: u64, needed: u64, max_bytes: u64) -> Error {
    Error::limit_reached(
        "maxBytes",
        format!(
            "the evidence is too large: {states} states take {} MiB of memory, about {} bytes each, and the limit is {} MiB; use fewer \
             tests, record less of a state, or raise the limit (maxBytes)",
            needed.div_ceil(1 << 20),
            needed / states.max(1),
            max_bytes >> 20
        ),
    )
}

/// What is read from a variable that is left out cannot be guarded: it goes too.
fn close_over_receivers(schema: &Schema, left_out: &mut Vec<LeftOut>) {
    loop {
        let is_out = |name: &str| left_out.iter().any(|l| l.name == name);
        let orphan = |v: &&super::schema::Variable| !is_out(&v.name) && v.receiver.as_deref().is_some_and(is_out);
        let Some(v) = schema.variables.iter().find(orphan) else { break };
        let reason = format!("is read from `{}`, which is left out", v.receiver.as_deref().unwrap_or_default());
        left_out.push(LeftOut { name: v.name.clone(), reason });
    }
}

/// The rows under construction.
struct Rows<'a> {
    schema: Schema,
    kept: Vec<usize>,
    settings: &'a Settings,
    /// What is kept and what it is read from, as indices of the store's schema; whether it is contents.
    reads: Vec<(usize, Option<usize>, bool)>,
    entry: EntryPart,
    /// Scratch: the state at hand.
    cells: Cells,
    contents: Pool,
    /// Items that the sequences and bags of the rows have as columns.
    column_items: u64,
    correct: RowSet,
    incorrect: RowSet,
    pairs: HashMap<(u32, u32), u32>,
    tests: Vec<String>,
    test_ids: HashMap<String, u32>,
    mutants: Vec<Mutant>,
    origins: Vec<Origin>,
    correct_tests: Vec<u64>,
    /// Of each exit a bit per correct row, as far as it was seen.
    exits: BTreeMap<u16, Bits>,
    too_long: u64,
    inherited_corruption: u64,
    /// States of generated tests.
    generated: usize,
    generated_tests: HashSet<u32>,
}

/// States of generated tests from which on they are taken to have tried what people's examples avoid.
const EXPLORED: usize = 50;

impl<'a> Rows<'a> {
    fn new(schema: &Schema, kept: Vec<usize>, settings: &'a Settings) -> Self {
        let reads = kept.iter().map(|&i| (i, receiver_of(schema, i), schema.variables[i].value_type.is_contents())).collect();
        let schema = Schema { method: schema.method.clone(), variables: kept.iter().map(|&i| schema.variables[i].clone()).collect() };
        let cells = Cells::new(kept.len());
        Self {
            correct: RowSet::new(&cells),
            incorrect: RowSet::new(&cells),
            entry: EntryPart::new(&schema),
            schema,
            kept,
            settings,
            reads,
            cells,
            contents: Pool::default(),
            column_items: 0,
            pairs: HashMap::new(),
            tests: Vec::new(),
            test_ids: HashMap::new(),
            mutants: Vec::new(),
            origins: Vec::new(),
            correct_tests: Vec::new(),
            exits: BTreeMap::new(),
            too_long: 0,
            inherited_corruption: 0,
            generated: 0,
            generated_tests: HashSet::new(),
        }
    }

    /// Gives the test.
    fn add_correct(&mut self, test: &str, record: &Record) -> Result<u32> {
        let (test, row) = self.correct_row(test, record)?;
        self.pairs.entry((test, record.invocation)).or_insert(row);
        Ok(test)
    }

    /// A test, and the row of a correct state of it.
    fn correct_row(&mut self, test: &str, record: &Record) -> Result<(u32, u32)> {
        let test = self.test(test);
        self.load(record);
        let row = match self.correct.find(&self.cells) {
            Some(row) => row,
            None => {
                self.require_room()?;
                self.correct_tests.push(0);
                self.correct.push(&self.cells)
            }
        };
        self.correct_tests[row as usize] |= 1 << (test % 64);
        let seen = self.exits.entry(record.exit).or_insert_with(|| Bits::zeros(0));
        seen.grow(self.correct.len());
        seen.set(row as usize, true);
        Ok((test, row))
    }

    /// A correct state of a generated test, unless it lacks something.
    fn add_generated(&mut self, test: &str, record: &Record) -> Result<()> {
        if self.lacks(record, |_| true) {
            return Ok(());
        }
        self.generated += 1;
        let test = self.add_correct(test, record)?;
        self.generated_tests.insert(test);
        Ok(())
    }

    /// The row of a correct state without a pair; `None`: it lacks something.
    fn add_counterexample(&mut self, test: &str, record: &Record) -> Result<Option<u32>> {
        if self.lacks(record, |_| true) {
            return Ok(None);
        }
        self.correct_row(test, record).map(|(_, row)| Some(row))
    }

    /// Whether something of these is absent though what it is read from is there.
    fn lacks(&self, record: &Record, of: impl Fn(bool) -> bool) -> bool {
        let absent = |i: usize, receiver: Option<usize>| !record.has(i) && receiver.is_none_or(|r| record.is_object(r));
        self.reads.iter().any(|&(i, receiver, contents)| of(contents) && absent(i, receiver))
    }

    fn begin_mutant(&mut self, id: &str) {
        self.mutants.push(Mutant { id: id.to_owned(), reached: false, dropped: 0, rows: Vec::new() });
    }

    fn add_incorrect(&mut self, test: &str, record: &Record) -> Result<()> {
        let mutant = self.mutants.len() - 1;
        self.mutants[mutant].reached = true;
        if self.lacks(record, |contents| contents) {
            self.too_long += 1;
            self.mutants[mutant].dropped += 1;
            return Ok(());
        }
        self.load(record);
        if self.correct.find(&self.cells).is_some() {
            return Ok(());
        }
        let pair = self.test_ids.get(test).and_then(|&test| self.pairs.get(&(test, record.invocation)).copied());
        if self.settings.inherited_corruption == InheritedCorruption::Drop
            && pair.is_some_and(|row| {
                let correct = |i| self.correct.value(row, i);
                self.entry.differs(correct, |i| self.cells.get(i), &self.contents)
            })
        {
            self.inherited_corruption += 1;
            self.mutants[mutant].dropped += 1;
            return Ok(());
        }
        let correct = self.correct.len() as u32;
        let known = self.incorrect.find(&self.cells);
        let row = match (known, self.settings.duplicate_incorrect) {
            (Some(row), Duplicates::Drop) => row,
            _ => {
                self.require_room()?;
                let test = self.test(test);
                self.origins.push(Origin { mutant: mutant as u32, test, pair });
                self.incorrect.push(&self.cells)
            }
        };
        self.mutants[mutant].rows.push(correct + row);
        Ok(())
    }

    fn load(&mut self, record: &Record) {
        for (to, &from) in self.kept.iter().enumerate() {
            let value = record.value(from, self.schema.variables[to].value_type);
            let bits = value.map(|value| match value {
                Value::Bits(bits) => bits,
                Value::Contents(bytes) => self.contents.intern(&bytes).into(),
            });
            self.cells.set(to, bits);
        }
    }

    fn test(&mut self, name: &str) -> u32 {
        if let Some(&id) = self.test_ids.get(name) {
            return id;
        }
        let id = self.tests.len() as u32;
        self.tests.push(name.to_owned());
        self.test_ids.insert(name.to_owned(), id);
        id
    }

    /// Refuses the next row, the state at hand, where it would break a bound. A row is held twice while it becomes columns, beside its
    /// index and origin.
    fn require_room(&mut self) -> Result<()> {
        let rows = (self.correct.len() + self.incorrect.len()) as u64 + 1;
        if rows > self.settings.max_states || rows > u64::from(u32::MAX) {
            return Err(Error::limit_reached(
                "maxStates",
                format!(
                    "the evidence has more than {} distinct states; use fewer tests, or raise the limit (maxStates)",
                    self.settings.max_states
                ),
            ));
        }
        for (i, v) in self.schema.variables.iter().enumerate().filter(|(_, v)| v.value_type.is_contents()) {
            let items = self.cells.get(i).map_or(0, |id| contents::count(v.value_type, self.contents.get(id as u32)));
            self.column_items += if v.value_type == ValueType::Text { 0 } else { u64::from(items) };
        }
        let bytes = rows * (2 * self.cells.bytes() as u64 + 48) + self.pairs.len() as u64 * 24;
        // The texts of the contents are held a second time as the dataset's.
        let bytes = bytes + 2 * self.contents.allocated() + 8 * self.column_items;
        if bytes > self.settings.max_bytes || self.column_items > u64::from(u32::MAX) {
            return Err(too_large(rows, bytes, self.settings.max_bytes));
        }
        Ok(())
    }

    fn finish(mut self, variables_left_out: Vec<LeftOut>, tests_left_out: Vec<LeftOut>, constants: Constants) -> Assembly {
        for mutant in &mut self.mutants {
            mutant.rows.sort_unstable();
            mutant.rows.dedup();
        }
        let (columns, texts) = super::rows::columns(&self.schema, &self.correct, &self.incorrect, &self.contents);
        let (correct, incorrect) = (self.correct.len(), self.incorrect.len());
        let rows = correct + incorrect;
        self.exits.values_mut().for_each(|seen| seen.grow(correct));
        let (schema, origins, correct_tests) = (self.schema, self.origins, self.correct_tests);
        let dataset =
            Dataset { schema, rows, correct, columns, origins, texts, correct_tests, constants, explored: self.generated >= EXPLORED };
        Assembly {
            dataset,
            exits: self.exits,
            invocations: self.pairs.len() as u64,
            mutants: self.mutants,
            tests: self.tests,
            generated_tests: self.generated_tests.len(),
            variables_left_out,
            tests_left_out,
            too_long: self.too_long,
            inherited_corruption: self.inherited_corruption,
            kept: self.kept,
        }
    }
}

#[cfg(test)]
#[path = "assemble_tests.rs"]
mod tests;
