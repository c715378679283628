//! The program `oraculum-solver`, as who asks it sees it.
//!
//! There is one clock here, for a process that hangs: the library's own limit is a count, so that an answer never depends on time. A
//! process that has not answered when the clock is up is killed, and the caller has to say so.

use crate::frame::{self, ANSWER, REFUSAL};
use std::fmt;
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// Why there is no answer; the process is gone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lost {
    /// It ended by itself; its status, as `signal: 6 (SIGABRT)`.
    Ended(String),
    /// It had not answered after this time, and was killed.
    Hung(Duration),
    /// What came is no frame, or none that answers; it was killed.
    Damaged(String),
}

impl fmt::Display for Lost {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ended(status) => write!(to, "its process has ended by itself ({status})"),
            Self::Hung(after) => write!(to, "its process gave no answer for {} s and was killed", after.as_secs()),
            Self::Damaged(how) => write!(to, "its process does not answer as it should ({how})"),
        }
    }
}

/// A running process that has opened a library. It ends when this is dropped.
#[derive(Debug)]
pub struct Client {
    child: Child,
    input: ChildStdin,
    output: ChildStdout,
    patience: Duration,
    version: String,
}

impl Client {
    /// Starts the program.
    ///
    /// - `program`: `oraculum-solver`;
    /// - `limit`: of one answer, in the units of the library;
    /// - `patience`: after so long a process counts as hung; it should be far more than the limit takes.
    ///
    /// # Errors
    /// A sentence that names the file: the program or the library cannot be used.
    pub fn start(program: &Path, library: &Path, limit: u64, patience: Duration) -> Result<Self, String> {
        let mut child = Command::new(program)
            .arg(library)
            .arg(limit.to_string())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            // A library may write what nobody has asked for.
            .stderr(Stdio::null())
            .spawn()
            .map_err(|e| format!("{} cannot be started: {e}", program.display()))?;
        let (input, output) = (child.stdin.take().expect("it is piped"), child.stdout.take().expect("it is piped"));
        let mut client = Self { child, input, output, patience, version: String::new() };
        let cannot = |why: &dyn fmt::Display| format!("{} cannot be used: {why}", library.display());
        let first = client.exchange(None).map_err(|lost| cannot(&lost))?;
        match (first.as_bytes().first(), first.get(1..)) {
            (Some(&ANSWER), Some(version)) => client.version = version.to_owned(),
            (Some(&REFUSAL), Some(reason)) => return Err(reason.to_owned()),
            _ => return Err(cannot(&"its process does not say what it is")),
        }
        Ok(client)
    }

    /// What the library calls itself.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// What the library answers to commands.
    ///
    /// # Errors
    /// There is no answer, and will be none.
    pub fn ask(&mut self, commands: &str) -> Result<String, Lost> {
        let answer = self.exchange(Some(commands))?;
        match answer.strip_prefix(char::from(ANSWER)) {
            Some(text) => Ok(text.to_owned()),
            None => {
                let _ = self.child.kill();
                Err(Lost::Damaged("a frame without an answer".to_owned()))
            }
        }
    }

    /// Writes a frame, if there is one to write, and reads one.
    fn exchange(&mut self, commands: Option<&str>) -> Result<String, Lost> {
        let Self { child, input, output, patience, .. } = self;
        let patience = *patience;
        let (answered, exchanged) = mpsc::channel::<()>();
        let (answer, hung) = thread::scope(|scope| {
            // Reading has no clock of its own: when it takes too long, the other end goes away.
            let watch = thread::Builder::new().name("oraculum-solver-watch".to_owned()).spawn_scoped(scope, move || {
                let hung = exchanged.recv_timeout(patience) == Err(mpsc::RecvTimeoutError::Timeout);
                if hung {
                    let _ = child.kill();
                }
                hung
            });
            let answer = match &watch {
                Err(e) => Err(std::io::Error::new(e.kind(), e.to_string())),
                Ok(_) => commands.map_or(Ok(()), |text| frame::write(input, text.as_bytes())).and_then(|()| frame::read(output)),
            };
            drop(answered);
            (answer, watch.is_ok_and(|w| w.join().unwrap_or(false)))
        });
        match answer {
            Ok(Some(answer)) => Ok(answer),
            _ if hung => Err(Lost::Hung(patience)),
            Err(e) if e.kind() == std::io::ErrorKind::InvalidData => {
                let _ = self.child.kill();
                Err(Lost::Damaged(e.to_string()))
            }
            // It is about to end, if it has not: both its streams are closed.
            _ => Err(Lost::Ended(self.status())),
        }
    }

    /// How a process ends whose output has.
    fn status(&mut self) -> String {
        const MOST_WAITS: u32 = 500;
        for _ in 0..MOST_WAITS {
            match self.child.try_wait() {
                Ok(Some(status)) => return status.to_string(),
                Ok(None) => thread::sleep(Duration::from_millis(2)),
                Err(e) => return e.to_string(),
            }
        }
        let _ = self.child.kill();
        "its output was closed".to_owned()
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
