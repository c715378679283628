//! States as JSON lines (docs/formats.md, "States as JSON lines"): evidence without a JVM. Both directions stream.
//!
//! [`import`] turns a file into the units that a run would have left: one of the original, then one per mutant, those that the header
//! names first, then the others in order of first appearance. [`export`] writes the states that an assembly used, so that importing them
//! assembles to the same data set.

mod header;
mod line;
mod value;

use super::assemble::Assembly;
use super::record::{Layout, MAX_TAIL_BYTES, Value};
use super::schema::{Schema, Variable};
use super::store::{RUN_BYTES, Store};
use super::unit::{UnitHeader, UnitInfo, UnitKind};
use super::visit::visit;
use crate::input::{BYTE_ORDER_MARK, unreadable};
use crate::{Error, ErrorKind, Result};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::io::{BufRead, Read, Write};

/// A longer line is not a state, but a file without line ends.
const MAX_LINE_BYTES: u64 = 16 << 20;

/// Reads states into a store without evidence. `name` is the file's, for messages; `max_bytes` bounds the records held in memory.
pub fn import(store: &mut Store, mut input: impl BufRead, name: &str, max_bytes: u64) -> Result<()> {
    if store.schema()?.is_some() {
        return Err(Error::invalid_input(format!("{} is not empty: states are imported into new evidence only", store.name())));
    }
    let mut text = Vec::new();
    let mut number = 0;
    if !next_line(&mut input, &mut text, &mut number, name)? {
        return Err(Error::invalid_input(format!("{name} is empty: expected a header line and one state a line")));
    }
    let line::Told { schema, mutants, constants } = line::header(&text, name)?;
    let layout = Layout::new(&schema);
    let received = with_receivers(&schema);
    let mut units = vec![Unit::new(None)];
    let mut places: HashMap<String, usize> = HashMap::new();
    for mutant in mutants {
        if places.insert(mutant.clone(), units.len()).is_some() {
            return Err(Error::invalid_input(format!("{name}, line 1: the header names the mutant \"{mutant}\" twice")));
        }
        units.push(Unit::new(Some(mutant)));
    }
    let mut bytes = 0;
    while next_line(&mut input, &mut text, &mut number, name)? {
        let state = line::state(&text, &schema).map_err(|e| e.at(name, number))?;
        if let Some(&(id, receiver)) = received.iter().find(|&&(id, receiver)| is_read_through_null(&state.values, id, receiver)) {
            let [variable, receiver] = [id, receiver].map(|i| &schema.variables[i].name);
            return Err(Error::invalid_input(format!(
                "{name}, line {number}, column 1: `{variable}` has a value although `{receiver}`, which it is read from, is null; write \
                 null for it"
            )));
        }
        let contents = contents_bytes(&state.values);
        if contents > MAX_TAIL_BYTES {
            return Err(Error::invalid_input(format!(
                "{name}, line {number}, column 1: the contents of the state take {contents} bytes, more than \
                 {MAX_TAIL_BYTES}; leave the longest out (null)"
            )));
        }
        bytes += (layout.fixed_bytes() + contents) as u64;
        if bytes > max_bytes {
            let limit = max_bytes >> 20;
            return Err(Error::limit_reached(
                "maxBytes",
                format!("{name}, line {number}: more states than fit into {limit} MiB; use fewer, or raise the limit (maxBytes)"),
            ));
        }
        let unit = match state.mutant {
            None => 0,
            Some(mutant) => *places.entry(mutant).or_insert_with_key(|mutant| {
                units.push(Unit::new(Some(mutant.clone())));
                units.len() - 1
            }),
        };
        units[unit].add(&layout, &state.test, state.pair, &state.values);
    }
    store.atomically(|store| {
        store.begin(&schema, &BTreeMap::from([("states".to_owned(), "imported".to_owned())]))?;
        store.set_constants(&constants)?;
        for (index, unit) in units.into_iter().enumerate() {
            let (info, records) = unit.finish(index as u64);
            store.add(&info, layout.runs(&records, RUN_BYTES))?;
        }
        Ok(())
    })
}

/// Each variable that is read from another one, and that one.
fn with_receivers(schema: &Schema) -> Vec<(usize, usize)> {
    let receiver = |v: &Variable| schema.find(v.receiver.as_deref()?).map(|r| r as usize);
    schema.variables.iter().enumerate().filter_map(|(id, v)| Some((id, receiver(v)?))).collect()
}

/// Such a state would be judged differently by the engine and by Java, whose guard stops at the null.
fn is_read_through_null(values: &[Option<Value>], id: usize, receiver: usize) -> bool {
    values[id].is_some() && values[receiver].as_ref().is_none_or(|v| *v == Value::Bits(0))
}

fn contents_bytes(values: &[Option<Value>]) -> usize {
    let bytes = |v: &Option<Value>| if let Some(Value::Contents(bytes)) = v { bytes.len() } else { 0 };
    values.iter().map(bytes).sum()
}

/// Writes the header and the states of the assembly's variables and tests: those of the first original run, then each mutant's.
pub fn export(store: &Store, assembly: &Assembly, output: &mut impl Write) -> Result<()> {
    let schema = &assembly.dataset.schema;
    let full = store.schema()?.ok_or_else(|| Error::new(ErrorKind::Internal, "an assembly without a schema"))?;
    let layout = Layout::new(&full);
    let out: HashSet<&str> = assembly.tests_left_out.iter().map(|l| l.name.as_str()).collect();
    let units = store.units()?;
    let first = units.iter().find(|u| u.header.kind == UnitKind::Original).into_iter();
    let is_further = |kind| matches!(kind, UnitKind::Generated | UnitKind::Counterexamples);
    let further = units.iter().filter(|u| is_further(u.header.kind));
    let mutants = units.iter().filter(|u| u.header.kind == UnitKind::Mutant);
    let mut buffer = Vec::new();
    let names = mutants.clone().map(|u| u.header.id.clone()).collect();
    line::write_header(&mut buffer, line::Told { schema: schema.clone(), mutants: names, constants: assembly.dataset.constants.clone() });
    for unit in first.chain(further).chain(mutants) {
        let mutant = (unit.header.kind == UnitKind::Mutant).then_some(unit.header.id.as_str());
        visit(store, &layout, unit, |record| {
            let test = unit.tests[record.test as usize].as_str();
            let used = if is_further(unit.header.kind) { assembly.has_all(&full, record) } else { !out.contains(test) };
            if used {
                let values = assembly.kept.iter().zip(&schema.variables).map(|(&i, v)| (v.value_type, record.value(i, v.value_type)));
                line::write_state(&mut buffer, test, mutant, record.invocation, values);
                if buffer.len() > 1 << 16 {
                    output.write_all(&buffer).map_err(write_error)?;
                    buffer.clear();
                }
            }
            Ok(())
        })?;
    }
    output.write_all(&buffer).and_then(|()| output.flush()).map_err(write_error)
}

fn write_error(e: std::io::Error) -> Error {
    Error::new(ErrorKind::Io, format!("cannot write the states: {e}"))
}

/// The next line that is not blank, without its end; false at the end of the input.
fn next_line(input: &mut impl BufRead, text: &mut Vec<u8>, number: &mut usize, name: &str) -> Result<bool> {
    loop {
        text.clear();
        *number += 1;
        if *number == 1 {
            let begin = input.fill_buf().map_err(|e| unreadable(name, &e))?;
            let mark = if begin.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() } else { 0 };
            input.consume(mark);
        }
        let read = input.by_ref().take(MAX_LINE_BYTES).read_until(b'\n', text);
        let read = read.map_err(|e| unreadable(name, &e))?;
        if read as u64 == MAX_LINE_BYTES {
            return Err(Error::invalid_input(format!(
                "{name}, line {number}: longer than {} MiB: is this a states file?",
                MAX_LINE_BYTES >> 20
            )));
        }
        if read == 0 || !text.trim_ascii().is_empty() {
            return Ok(read != 0);
        }
    }
}

/// A unit being read.
struct Unit {
    mutant: Option<String>,
    tests: Vec<String>,
    ids: HashMap<String, u32>,
    states: u64,
    records: Vec<u8>,
}

impl Unit {
    fn new(mutant: Option<String>) -> Self {
        Self { mutant, tests: Vec::new(), ids: HashMap::new(), states: 0, records: Vec::new() }
    }

    fn add(&mut self, layout: &Layout, test: &str, invocation: u32, values: &[Option<Value>]) {
        let id = match self.ids.get(test) {
            Some(&id) => id,
            None => {
                let id = self.tests.len() as u32;
                self.tests.push(test.to_owned());
                self.ids.insert(test.to_owned(), id);
                id
            }
        };
        self.states += 1;
        layout.write_values(&mut self.records, id, invocation, 0, values);
    }

    fn finish(self, index: u64) -> (UnitInfo, Vec<u8>) {
        let (id, kind) = match self.mutant {
            None => ("original run".to_owned(), UnitKind::Original),
            Some(mutant) => (mutant, UnitKind::Mutant),
        };
        let header = UnitHeader { index, id, kind };
        (UnitInfo { header, status: "imported".into(), tests: self.tests, outcome: "{}".into(), states: self.states }, self.records)
    }
}

#[cfg(test)]
mod tests;
