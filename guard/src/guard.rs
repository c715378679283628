//! The two roles of this program: the guard, and the process that becomes the guarded command.

use crate::{mark, processes};
use rustix::io::Errno;
use rustix::process::{
    self, Pid, PidfdFlags, Signal, WaitOptions, WaitStatus, getpid, getppid, pidfd_open, pidfd_send_signal, set_child_subreaper,
    set_parent_process_death_signal, setsid,
};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use std::env;
use std::ffi::OsString;
use std::io::{self, Read};
use std::os::fd::OwnedFd;
use std::os::unix::process::CommandExt;
use std::process::{Command, ExitCode, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

/// Followed by the process id of the guard and the command: the second role. For our own use.
const BECOME: &str = "--become";

const KILL: &str = "--kill";
const SWEEP: &str = "--sweep";

/// The command cannot be started, as shells say it.
const NOT_STARTED: u8 = 127;

pub fn run(arguments: &[OsString]) -> ExitCode {
    let status = match arguments {
        [role, parent, command @ ..] if role == BECOME && !command.is_empty() => Err(become_command(parent, command)),
        [role, name] if role == KILL => Ok(end_marked(|| mark::named(name))),
        [role] if role == SWEEP => Ok(end_marked(mark::of_supervisors_that_are_gone)),
        command => guard(command),
    };
    match status {
        Ok(status) => ExitCode::from(status),
        Err(e) => {
            eprintln!("oraculum-guard: {e}");
            ExitCode::from(NOT_STARTED)
        }
    }
}

fn end_marked(find: impl Fn() -> Vec<processes::Process>) -> u8 {
    processes::kill_all(find);
    0
}

/// Runs the command and returns the exit status to end with, when no descendant is left.
fn guard(command: &[OsString]) -> io::Result<u8> {
    // What the terminal sends to the supervisor's process group is not for us. Refused to the leader of a group, which has its own.
    let _ = setsid();
    set_child_subreaper(Some(getpid()))?;
    let mut signals = Signals::new([SIGTERM, SIGINT, SIGHUP])?;
    let child = Command::new(env::current_exe()?)
        .arg(BECOME)
        .arg(getpid().as_raw_nonzero().to_string())
        .args(command)
        .envs(mark::of_command())
        .stdin(Stdio::null())
        .spawn()?;
    let victim = Arc::new(Victim::of(Pid::from_child(&child)));

    let at_end_of_input = Arc::clone(&victim);
    thread::spawn(move || {
        await_end_of_input();
        at_end_of_input.kill();
    });
    let at_signal = Arc::clone(&victim);
    thread::spawn(move || {
        if signals.forever().next().is_some() {
            at_signal.kill();
        }
    });

    let status = reap_until(victim.pid)?;
    processes::kill_all(processes::descendants);
    Ok(if victim.killed.load(Ordering::SeqCst) { 0 } else { exit_status(status) })
}

/// The process that is the command, or is about to become it.
struct Victim {
    pid: Pid,
    /// Names this process even when its id has been given to another; none on kernels before 5.3.
    descriptor: Option<OwnedFd>,
    /// Whether it is us who ended it.
    killed: AtomicBool,
}

impl Victim {
    fn of(pid: Pid) -> Self {
        Self { pid, descriptor: pidfd_open(pid, PidfdFlags::empty()).ok(), killed: AtomicBool::new(false) }
    }

    /// What it has started is killed by the main thread, which sees it end.
    fn kill(&self) {
        let sent = match &self.descriptor {
            Some(descriptor) => pidfd_send_signal(descriptor, Signal::KILL),
            None => process::kill_process(self.pid, Signal::KILL),
        };
        // An error says that it has ended.
        self.killed.fetch_or(sent.is_ok(), Ordering::SeqCst);
    }
}

/// Nothing is ever written there: the supervisor holds the other end, and closes it or dies.
fn await_end_of_input() {
    let mut input = io::stdin().lock();
    let mut unused = [0; 64];
    loop {
        match input.read(&mut unused) {
            Ok(0) => return,
            Ok(_) => {}
            Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => return,
        }
    }
}

/// Reaps children, adopted ones included, until the command ends.
fn reap_until(command: Pid) -> io::Result<WaitStatus> {
    loop {
        match process::wait(WaitOptions::empty()) {
            Ok(Some((pid, status))) if pid == command => return Ok(status),
            Ok(_) | Err(Errno::INTR) => {}
            Err(e) => return Err(e.into()),
        }
    }
}

fn exit_status(status: WaitStatus) -> u8 {
    let code = status.exit_status().or_else(|| status.terminating_signal().map(|signal| 128 + signal));
    code.and_then(|code| u8::try_from(code).ok()).unwrap_or(NOT_STARTED)
}

/// The second role: returns only if the command cannot be started.
fn become_command(parent: &OsString, command: &[OsString]) -> io::Error {
    // `kill(0, ..)` of code under test reaches its own group, not the guard.
    let _ = setsid();
    if let Err(e) = set_parent_process_death_signal(Some(Signal::KILL)) {
        return e.into();
    }
    // The guard may have been killed before it was asked for.
    let guard = getppid().map(|pid| pid.as_raw_nonzero().to_string());
    if guard.as_deref() != parent.to_str() {
        return io::Error::other("the guard is gone");
    }
    let error = Command::new(&command[0]).args(&command[1..]).exec();
    io::Error::new(error.kind(), format!("cannot start {}: {error}", command[0].display()))
}
