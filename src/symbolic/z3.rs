//! Z3 (de Moura and Bjørner, TACAS 2008), in a process of its own ([`oraculum_solver`]): neither the build nor a run needs it, and a crash
//! of it ends nothing else.
//!
//! Conditions go to it as text ([`super::smt`]). Problems of one execution share its state: what they have in common is asserted once,
//! level by level. Its limit is a count of its own steps (`rlimit`), never a clock, so that equal sequences of problems have equal answers.
//! A process that ends by itself is started again, a few times; one that hangs, or answers what is no answer, is not asked any longer. What
//! it was asked then counts as unknown.

use super::smt::{declare_input, define, holds, read_values};
use super::solver::{Answer, Problem, Solver};
use super::term::{Node, Term};
use oraculum_solver::client::{Client, Lost};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How often a process that has ended by itself is started again.
const MOST_RESTARTS: u32 = 3;
/// How long a process may be at work on an answer, beside what its limit takes: far more than a busy machine needs.
const PATIENCE: Duration = Duration::from_secs(60);
/// The same for a million units of the limit: they take half a second, about.
const PATIENCE_OF_A_MILLION: Duration = Duration::from_secs(50);
/// Characters of a wrong answer that are said.
const MOST_SAID: usize = 200;

/// Where commands are answered.
pub trait Channel: Send + std::fmt::Debug {
    /// What the library calls itself: `Z3 4.14.1.0`.
    fn version(&self) -> &str;

    /// What it answers to commands in SMT-LIB.
    ///
    /// # Errors
    /// There is no answer, and will be none before it is started again.
    fn ask(&mut self, commands: &str) -> Result<String, Lost>;

    /// Starts it again: nothing is asserted any longer.
    ///
    /// # Errors
    /// A sentence: it cannot be used.
    fn restart(&mut self) -> Result<(), String>;
}

/// A process that has opened a library.
#[derive(Debug)]
struct Process {
    program: PathBuf,
    library: PathBuf,
    limit: u64,
    client: Client,
}

impl Process {
    fn start(program: &Path, library: &Path, limit: u64) -> Result<Self, String> {
        let millions = u32::try_from(limit / 1_000_000).unwrap_or(u32::MAX);
        let patience = PATIENCE.saturating_add(PATIENCE_OF_A_MILLION.saturating_mul(millions));
        let client = Client::start(program, library, limit, patience)?;
        Ok(Self { program: program.to_owned(), library: library.to_owned(), limit, client })
    }
}

impl Channel for Process {
    fn version(&self) -> &str {
        self.client.version()
    }

    fn ask(&mut self, commands: &str) -> Result<String, Lost> {
        self.client.ask(commands)
    }

    fn restart(&mut self) -> Result<(), String> {
        *self = Self::start(&self.program, &self.library, self.limit)?;
        Ok(())
    }
}

/// A context of the library, and what was asserted in it.
#[derive(Debug)]
pub struct Z3 {
    channel: Box<dyn Channel>,
    version: String,
    /// Whose terms are defined.
    path: Option<u64>,
    levels: Vec<Level>,
    /// Terms of all levels.
    defined: BTreeSet<Term>,
    /// Its last answer was none: what is asserted on top of such a state is refused, so the next problem begins anew.
    exhausted: bool,
    /// How often its process has ended by itself.
    ended: u32,
    /// What went wrong, as a sentence.
    failure: Option<String>,
    /// It is not asked any longer.
    is_given_up: bool,
    /// What it has done so far.
    work: u64,
}

/// What one condition has added.
#[derive(Debug)]
struct Level {
    condition: Term,
    defined: Vec<Term>,
}

/// Why a problem has no answer.
#[derive(Debug)]
enum Failed {
    Lost(Lost),
    /// An answer that is none.
    Nonsense(String),
}

impl Z3 {
    /// Starts a process that opens a library.
    ///
    /// - `program`: `oraculum-solver`;
    /// - `limit`: what one problem may take, in Z3's units (`rlimit`); a million are half a second, about.
    ///
    /// # Errors
    /// A sentence: there is no such program or file, the file is for another platform, or it is no Z3.
    pub fn open(program: &Path, library: &Path, limit: u64) -> Result<Self, String> {
        Ok(Self::over(Box::new(Process::start(program, library, limit)?)))
    }

    /// Answers come from a channel that is open.
    pub fn over(channel: Box<dyn Channel>) -> Self {
        Self {
            version: channel.version().to_owned(),
            channel,
            path: None,
            levels: Vec::new(),
            defined: BTreeSet::new(),
            exhausted: false,
            ended: 0,
            failure: None,
            is_given_up: false,
            work: 0,
        }
    }

    /// `Z3 4.14.1.0`.
    pub fn version(&self) -> &str {
        &self.version
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

    fn ask(&mut self, problem: &Problem) -> Result<Answer, Failed> {
        let conditions = problem.relevant();
        if conditions.iter().any(|&c| problem.terms.as_constant(c).is_some()) {
            return Ok(Answer::Unsatisfiable);
        }
        let commands = self.assert(problem, &conditions);
        let answer = self.channel.ask(&(commands + "(check-sat)")).map_err(Failed::Lost)?;
        match answer.trim() {
            "sat" => {}
            "unsat" => return Ok(Answer::Unsatisfiable),
            "unknown" => {
                self.exhausted = true;
                return Ok(Answer::Unknown);
            }
            other => return Err(Failed::Nonsense(other.to_owned())),
        }
        let inputs = problem.terms.below(conditions).into_iter().filter_map(|t| match problem.terms.node(t) {
            Node::Input(input) => Some(format!("i{input}")),
            _ => None,
        });
        let inputs: Vec<String> = inputs.collect();
        // An empty list of values is an error.
        let answer = if inputs.is_empty() {
            String::new()
        } else {
            self.channel.ask(&format!("(get-value ({}))", inputs.join(" "))).map_err(Failed::Lost)?
        };
        let values = read_values(problem.terms, &answer).ok_or(Failed::Nonsense(answer))?;
        let mut solution = problem.start.to_vec();
        for (input, value) in values {
            solution[input as usize] = value;
        }
        // The remainder of reals is any number there.
        Ok(if problem.is_solved_by(&solution) { Answer::Solved(solution) } else { Answer::Unknown })
    }
}

impl Z3 {
    fn give_up(&mut self, why: &str) {
        self.is_given_up = true;
        self.failure = Some(format!("{} has failed: {why}", self.version));
    }

    /// Starts the process again, unless it has ended too often.
    fn start_again(&mut self, ended: &Lost) {
        self.ended += 1;
        let times = if self.ended == 1 { "once".to_owned() } else { format!("{} times", self.ended) };
        if self.ended > MOST_RESTARTS {
            self.give_up(&format!("{ended}, {times} in all"));
            return;
        }
        self.failure = Some(format!("{} had to be started again {times}: {ended}", self.version));
        if let Err(reason) = self.channel.restart() {
            self.give_up(&format!("{ended}, and cannot be started again: {reason}"));
        }
        // Nothing is asserted in the new process.
        self.path = None;
        self.levels.clear();
        self.defined.clear();
        self.exhausted = false;
    }
}

/// What a term of a problem costs, written, read and solved, in evaluations of one.
const WORK_OF_A_TERM: u64 = 200;

impl Solver for Z3 {
    fn work(&self) -> u64 {
        self.work
    }

    fn solve(&mut self, problem: &Problem) -> Answer {
        if self.is_given_up {
            return Answer::Unknown;
        }
        self.work += WORK_OF_A_TERM * problem.terms.len() as u64;
        match self.ask(problem) {
            Ok(answer) => return answer,
            Err(Failed::Nonsense(answer)) => {
                let said: String = answer.trim().chars().take(MOST_SAID).collect();
                self.give_up(&format!("its answer is none: {said}"));
            }
            Err(Failed::Lost(ended @ Lost::Ended(_))) => self.start_again(&ended),
            Err(Failed::Lost(lost)) => self.give_up(&lost.to_string()),
        }
        Answer::Unknown
    }

    fn failure(&self) -> Option<&str> {
        self.failure.as_deref()
    }
}
