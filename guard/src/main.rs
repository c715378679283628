//! `oraculum-guard COMMAND [ARGUMENT]..` runs a command, and ends whatever the command has started.
//!
//! The supervisor starts its workers through this program. Code under test may start processes, and those may leave their parent
//! (double fork), their session (`setsid`, `nohup`) and their process group. They stay descendants of the guard, which is their
//! *subreaper* (`PR_SET_CHILD_SUBREAPER`, prctl(2)). The guard is a process of its own, as a supervisor may have other children:
//! a Gradle daemon has.
//!
//! The guard kills all its descendants when the command ends, when its own standard input ends (the supervisor closed it, or is
//! gone, however it ended), and when it is asked to end by SIGTERM, SIGINT or SIGHUP. The command gets no standard input; its output
//! is the guard's own.
//!
//! The exit status is that of the command, 128 + n after signal n, as shells have it; 127: the command cannot be started; 0: the
//! guard was asked to end the command.
//!
//! Who kills the guard kills the command, by its parent-death signal, but not what the command has started. That is found by the
//! mark that it has in its environment (see `mark`): `oraculum-guard --kill NAME` kills what has this name, `oraculum-guard --sweep`
//! what has the mark of a supervisor that is gone.

#![forbid(unsafe_code)]

#[cfg(target_os = "linux")]
mod guard;
#[cfg(target_os = "linux")]
mod mark;
#[cfg(target_os = "linux")]
mod processes;

use std::env;
use std::ffi::OsString;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<OsString> = env::args_os().skip(1).collect();
    if arguments.is_empty() {
        eprintln!("usage: oraculum-guard COMMAND [ARGUMENT].. | --kill NAME | --sweep");
        return ExitCode::from(2);
    }
    run(&arguments)
}

#[cfg(target_os = "linux")]
fn run(arguments: &[OsString]) -> ExitCode {
    guard::run(arguments)
}

#[cfg(not(target_os = "linux"))]
fn run(_: &[OsString]) -> ExitCode {
    eprintln!("oraculum-guard: only Linux has what it takes to find every descendant of a process");
    ExitCode::from(2)
}
