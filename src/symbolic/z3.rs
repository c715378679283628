//! Z3 (de Moura and Bjørner, TACAS 2008), from a library that is opened at run time: neither the build nor a run needs it.
//!
//! Of its C interface eight functions are used: conditions go to it as text ([`super::smt`]). Problems of one execution share its state:
//! what they have in common is asserted once, level by level. Its limit is a count of its own steps (`rlimit`), never a clock, so that
//! equal sequences of problems have equal answers.

use super::smt::{declare_input, define, holds, read_values};
use super::solver::{Answer, Problem, Solver};
use super::term::{Node, Term};
use libloading::Library;
use std::collections::BTreeSet;
use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::fmt::Write;
use std::path::Path;
use std::sync::Mutex;

/// Z3 goes through terms by recursion.
const STACK: usize = 256 << 20;
/// Megabytes that it may take, in all contexts of the process.
const MEMORY: &str = "2000";

type Pointer = *mut c_void;

/// Its functions, as `z3_api.h` declares them.
#[derive(Clone, Copy, Debug)]
struct Functions {
    mk_config: unsafe extern "C" fn() -> Pointer,
    del_config: unsafe extern "C" fn(Pointer),
    mk_context: unsafe extern "C" fn(Pointer) -> Pointer,
    del_context: unsafe extern "C" fn(Pointer),
    set_error_handler: unsafe extern "C" fn(Pointer, Option<unsafe extern "C" fn(Pointer, c_int)>),
    eval_smtlib2_string: unsafe extern "C" fn(Pointer, *const c_char) -> *const c_char,
}

/// A context of the library, and what was asserted in it.
#[derive(Debug)]
pub struct Z3 {
    functions: Functions,
    context: Pointer,
    version: String,
    /// Whose terms are defined.
    path: Option<u64>,
    levels: Vec<Level>,
    /// Terms of all levels.
    defined: BTreeSet<Term>,
    /// Its last answer was none: what is asserted on top of such a state is refused, so the next problem begins anew.
    exhausted: bool,
    /// Why it is not asked any longer.
    failure: Option<String>,
}

/// What one condition has added.
#[derive(Debug)]
struct Level {
    condition: Term,
    defined: Vec<Term>,
}

// SAFETY: a context may go from thread to thread; it is used through `&mut` only.
unsafe impl Send for Z3 {}

/// Parameters of contexts to come are global: one is made at a time.
static MAKING: Mutex<()> = Mutex::new(());

impl Z3 {
    /// Opens a library.
    ///
    /// `limit`: what one problem may take, in Z3's units (`rlimit`); a million are half a second, about.
    ///
    /// # Errors
    /// A sentence: there is no such file, it is for another platform, or it is no Z3.
    pub fn open(library: &Path, limit: u64) -> Result<Self, String> {
        let failed = |e: libloading::Error| format!("{} cannot be used: {e}", library.display());
        // SAFETY: whoever names a library has its initialisers run; that is what naming it is for.
        let opened = unsafe { Library::new(library) }.map_err(failed)?;
        // SAFETY: the types are those of z3_api.h.
        let (functions, full_version, global_param_set) = unsafe {
            (
                Functions {
                    mk_config: *opened.get(b"Z3_mk_config\0").map_err(failed)?,
                    del_config: *opened.get(b"Z3_del_config\0").map_err(failed)?,
                    mk_context: *opened.get(b"Z3_mk_context\0").map_err(failed)?,
                    del_context: *opened.get(b"Z3_del_context\0").map_err(failed)?,
                    set_error_handler: *opened.get(b"Z3_set_error_handler\0").map_err(failed)?,
                    eval_smtlib2_string: *opened.get(b"Z3_eval_smtlib2_string\0").map_err(failed)?,
                },
                *opened.get::<unsafe extern "C" fn() -> *const c_char>(b"Z3_get_full_version\0").map_err(failed)?,
                *opened.get::<unsafe extern "C" fn(*const c_char, *const c_char)>(b"Z3_global_param_set\0").map_err(failed)?,
            )
        };
        // It has threads' ends and state of the process to see to: it stays.
        std::mem::forget(opened);
        let making = MAKING.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let memory = CString::new(MEMORY).expect("it has no 0");
        // SAFETY: the texts live as long as the calls, and the configuration as long as a context is made of it.
        let (context, version) = unsafe {
            global_param_set(c"memory_max_size".as_ptr(), memory.as_ptr());
            let config = (functions.mk_config)();
            let context = (functions.mk_context)(config);
            (functions.del_config)(config);
            (context, CStr::from_ptr(full_version()).to_string_lossy().into_owned())
        };
        if context.is_null() {
            return Err(format!("{} cannot be used: it makes no context", library.display()));
        }
        // SAFETY: without a handler, an error is an answer.
        unsafe { (functions.set_error_handler)(context, None) };
        let mut solver =
            Self { functions, context, version, path: None, levels: Vec::new(), defined: BTreeSet::new(), failure: None, exhausted: false };
        let answer = solver.evaluate(&format!("(set-option :rlimit {limit})"));
        drop(making);
        if answer.trim().is_empty() { Ok(solver) } else { Err(format!("{} cannot be used: {}", library.display(), answer.trim())) }
    }

    /// `Z3 4.14.1.0`.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// What it answers to commands in SMT-LIB.
    pub(super) fn evaluate(&mut self, commands: &str) -> String {
        /// To be taken to another thread.
        struct Sent(Pointer, CString);
        // SAFETY: this thread waits for the other one.
        unsafe impl Send for Sent {}
        let sent = Sent(self.context, CString::new(commands).expect("commands have no 0"));
        let evaluate = self.functions.eval_smtlib2_string;
        std::thread::scope(|scope| {
            let thread = std::thread::Builder::new().name("oraculum-z3".to_owned()).stack_size(STACK).spawn_scoped(scope, move || {
                let Sent(context, text) = { sent };
                // SAFETY: the context is alive, nobody else uses it, and the answer is copied before the next call.
                unsafe { CStr::from_ptr(evaluate(context, text.as_ptr())) }.to_string_lossy().into_owned()
            });
            match thread.map(|t| t.join()) {
                Ok(Ok(answer)) => answer,
                _ => "(error \"no thread for it\")".to_owned(),
            }
        })
    }

    /// The commands that leave these conditions asserted, and no others.
    fn assert(&mut self, problem: &Problem, conditions: &[Term]) -> String {
        let mut text = String::new();
        let exhausted = std::mem::take(&mut self.exhausted);
        let same = if self.path == Some(problem.path) && !exhausted {
            self.levels.iter().zip(conditions).take_while(|(level, condition)| level.condition == **condition).count()
        } else {
            0
        };
        self.path = Some(problem.path);
        let gone = self.levels.split_off(same);
        if !gone.is_empty() {
            let _ = write!(text, "(pop {})", gone.len());
        }
        for term in gone.iter().flat_map(|level| &level.defined) {
            self.defined.remove(term);
        }
        for &condition in &conditions[same..] {
            text.push_str("(push 1)");
            let mut defined = Vec::new();
            for term in problem.terms.below([condition]).into_iter().filter(|t| !self.defined.contains(t)) {
                if let Node::Input(input) = problem.terms.node(term) {
                    text.push_str(&declare_input(problem.terms, input));
                }
                text.push_str(&define(problem.terms, term));
                defined.push(term);
            }
            self.defined.extend(&defined);
            let _ = write!(text, "(assert {})", holds(problem.terms, condition));
            self.levels.push(Level { condition, defined });
        }
        text
    }

    fn ask(&mut self, problem: &Problem) -> Result<Answer, String> {
        let conditions = problem.relevant();
        if conditions.iter().any(|&c| problem.terms.as_constant(c).is_some()) {
            return Ok(Answer::Unsatisfiable);
        }
        let commands = self.assert(problem, &conditions);
        let answer = self.evaluate(&(commands + "(check-sat)"));
        match answer.trim() {
            "sat" => {}
            "unsat" => return Ok(Answer::Unsatisfiable),
            "unknown" => {
                self.exhausted = true;
                return Ok(Answer::Unknown);
            }
            other => return Err(other.to_owned()),
        }
        let inputs = problem.terms.below(conditions).into_iter().filter_map(|t| match problem.terms.node(t) {
            Node::Input(input) => Some(format!("i{input}")),
            _ => None,
        });
        let inputs: Vec<String> = inputs.collect();
        // An empty list of values is an error.
        let answer = if inputs.is_empty() { String::new() } else { self.evaluate(&format!("(get-value ({}))", inputs.join(" "))) };
        let values = read_values(problem.terms, &answer).ok_or(answer)?;
        let mut solution = problem.start.to_vec();
        for (input, value) in values {
            solution[input as usize] = value;
        }
        // The remainder of reals is any number there.
        Ok(if problem.is_solved_by(&solution) { Answer::Solved(solution) } else { Answer::Unknown })
    }
}

impl Solver for Z3 {
    fn solve(&mut self, problem: &Problem) -> Answer {
        if self.failure.is_some() {
            return Answer::Unknown;
        }
        self.ask(problem).unwrap_or_else(|error| {
            self.failure = Some(format!("{} has failed: {error}", self.version));
            Answer::Unknown
        })
    }

    fn failure(&self) -> Option<&str> {
        self.failure.as_deref()
    }
}

impl Drop for Z3 {
    fn drop(&mut self) {
        // SAFETY: nobody uses it any longer.
        unsafe { (self.functions.del_context)(self.context) };
    }
}
