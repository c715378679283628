//! Invocation records as the recorder in the worker writes them (docs/formats.md, "Invocation records"): checked once, on arrival, and
//! kept as they are.

use super::plan::{Plan, Run, Test};
use crate::evidence::record::{Layout, State, Value};
use crate::{Error, Result};

/// Bytes before the statements: length, test, method, invocation, end, number of statements.
const HEADER: usize = 4 + 4 + 4 + 4 + 1 + 4;

/// What is known of a record without reading it again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Invocation {
    /// Place in the run's list of tests.
    pub test: u32,
    pub method: u32,
    /// Among the planned invocations of the test, by entry, from 0.
    pub number: u32,
    /// Whether it ended normally.
    pub returned: bool,
    batch: u32,
    at: u32,
}

/// What a record begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    pub test: u32,
    pub method: u32,
    pub number: u32,
    pub returned: bool,
}

/// How records are read: the layouts of all methods.
#[derive(Debug)]
pub struct Reader {
    layouts: Vec<Layout>,
    names: Vec<String>,
    statements: u32,
}

impl Reader {
    pub fn new(plan: &Plan) -> Self {
        Self {
            layouts: plan.methods.iter().map(|m| Layout::new(&m.schema)).collect(),
            names: plan.methods.iter().map(|m| m.to_string()).collect(),
            statements: plan.statements,
        }
    }

    /// Checks a batch of whole records. `first_test` is added to the tests that they name.
    ///
    /// # Errors
    /// `InvalidInput` with run, test, method, invocation and byte.
    pub fn read(&self, run: Run, first_test: u32, batch: &[u8]) -> Result<Vec<Invocation>> {
        let mut found = Vec::new();
        let mut at = 0;
        while at < batch.len() {
            let rest = &batch[at..];
            let (invocation, size) = self.record(first_test, rest).map_err(|why| {
                Error::invalid_input(format!("invocation record {} of a batch of the {run} run, at byte {at}: {why}", found.len()))
            })?;
            let at_u32 = u32::try_from(at).map_err(|_| Error::invalid_input("a batch of invocation records has 4 GiB or more"))?;
            found.push(Invocation { at: at_u32, ..invocation });
            at += size;
        }
        Ok(found)
    }

    /// The first record and its size.
    fn record(&self, first_test: u32, bytes: &[u8]) -> std::result::Result<(Invocation, usize), String> {
        let field = |at: usize| bytes.get(at..at + 4).map(|b| u32::from_le_bytes(b.try_into().expect("four bytes")));
        let header = (field(0), field(4), field(8), field(12), bytes.get(16), field(17));
        let (Some(length), Some(test), Some(method), Some(number), Some(&end), Some(statements)) = header else {
            return Err(format!("the batch ends within it: {} bytes are left, its beginning has {HEADER}", bytes.len()));
        };
        let test = test.checked_add(first_test).ok_or_else(|| format!("test {test} after {first_test} others is out of range"))?;
        let place = |why: String| {
            let name = self.names.get(method as usize).map_or_else(|| format!("method {method}"), Clone::clone);
            format!("test {test}, invocation {number} ({name}): {why}")
        };
        let layout = self.layouts.get(method as usize);
        let layout = layout.ok_or_else(|| place(format!("the plan has {} methods", self.layouts.len())))?;
        let size = (length as usize).saturating_add(4);
        let Some(record) = bytes.get(..size) else {
            return Err(place(format!("the batch ends within it: {} bytes are left where the record has {size}", bytes.len())));
        };
        if end > 1 {
            return Err(place(format!("its end is {end}: expected 0 (returned) or 1 (threw)")));
        }
        let rest = record.get(HEADER..).unwrap_or_default();
        let listed = (statements as usize).checked_mul(4).and_then(|bytes| rest.split_at_checked(bytes));
        let Some((ids, state)) = listed.filter(|_| size >= HEADER) else {
            return Err(place(format!("it has {size} bytes, too few for {statements} statements")));
        };
        if let Some(id) = ids_of(ids).find(|id| *id >= self.statements) {
            return Err(place(format!("statement {id} is none of the plan's {}", self.statements)));
        }
        layout.check_state(state).map_err(place)?;
        Ok((Invocation { test, method, number, returned: end == 0, batch: 0, at: 0 }, size))
    }

    /// Appends a record as the recorder writes it; `values` are present where they are `Some`.
    ///
    /// # Panics
    /// If there is no such method, or not one value per variable.
    pub fn write(&self, into: &mut Vec<u8>, header: Header, statements: &[u32], values: &[Option<Value>]) {
        let start = into.len();
        into.extend_from_slice(&[0; 4]);
        for field in [header.test, header.method, header.number] {
            into.extend_from_slice(&field.to_le_bytes());
        }
        into.push(u8::from(!header.returned));
        into.extend_from_slice(&(statements.len() as u32).to_le_bytes());
        statements.iter().for_each(|s| into.extend_from_slice(&s.to_le_bytes()));
        self.layouts[header.method as usize].write_state(into, values);
        let length = (into.len() - start - 4) as u32;
        into[start..start + 4].copy_from_slice(&length.to_le_bytes());
    }

    fn layout(&self, invocation: &Invocation) -> &Layout {
        &self.layouts[invocation.method as usize]
    }
}

fn ids_of(bytes: &[u8]) -> impl Iterator<Item = u32> + '_ {
    bytes.chunks_exact(4).map(|b| u32::from_le_bytes(b.try_into().expect("four bytes")))
}

/// The records of one run.
#[derive(Debug, Default)]
pub struct Records {
    batches: Vec<Box<[u8]>>,
    bytes: u64,
    invocations: Vec<Invocation>,
}

impl Records {
    /// Adds a batch that was read.
    pub fn add(&mut self, batch: &[u8], read: Vec<Invocation>) {
        let number = self.batches.len() as u32;
        self.batches.push(batch.into());
        self.bytes += batch.len() as u64;
        self.invocations.extend(read.into_iter().map(|i| Invocation { batch: number, ..i }));
    }

    /// Bytes of all batches.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Puts the records of each test together, tests in their order, the records of one in the order in which they arrived. That order,
    /// and with it all results, does not depend on which test arrived first.
    ///
    /// # Errors
    /// `InvalidInput`: a test has an invocation twice.
    pub fn sort(&mut self, run: Run) -> Result<()> {
        self.invocations.sort_by_key(|i| i.test);
        let mut numbers = Vec::new();
        for test in self.invocations.chunk_by(|a, b| a.test == b.test) {
            numbers.clear();
            numbers.extend(test.iter().map(|i| i.number));
            numbers.sort_unstable();
            if let Some(twice) = numbers.windows(2).find(|w| w[0] == w[1]) {
                let (test, number) = (test[0].test, twice[0]);
                return Err(Error::invalid_input(format!(
                    "test {test} of the {run} run has invocation {number} twice: append the records of a test once"
                )));
            }
        }
        Ok(())
    }

    /// Checks that the tests are listed.
    ///
    /// # Errors
    /// `InvalidInput`: a record names a test that is not.
    pub fn check_tests(&self, run: Run, tests: &[Test]) -> Result<()> {
        match self.invocations.iter().map(|i| i.test as usize).max().filter(|last| *last >= tests.len()) {
            None => Ok(()),
            Some(last) => {
                Err(Error::invalid_input(format!("a record of the {run} run names test {last}, but {} tests are listed", tests.len())))
            }
        }
    }

    /// All invocations in their order.
    pub fn invocations(&self) -> &[Invocation] {
        &self.invocations
    }

    /// The statements that a record names.
    pub fn statements(&self, invocation: &Invocation) -> impl Iterator<Item = u32> + '_ {
        ids_of(self.parts(invocation).0)
    }

    /// The state of a record.
    pub fn state(&self, reader: &Reader, invocation: &Invocation) -> State<'_> {
        reader.layout(invocation).state(self.parts(invocation).1)
    }

    /// Statements and state.
    fn parts(&self, invocation: &Invocation) -> (&[u8], &[u8]) {
        let bytes = &self.batches[invocation.batch as usize][invocation.at as usize..];
        let field = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes")) as usize;
        bytes[HEADER..4 + field(0)].split_at(4 * field(17))
    }
}

#[cfg(test)]
#[path = "invocations_tests.rs"]
mod tests;
