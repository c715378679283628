//! What marks a worker and the processes that it starts: a variable of their environment, which they inherit.
//!
//! The supervisor gives each worker a name in `ORACULUM_WORKER`. The guard makes of it the mark `NAMESPACE.PID.STARTED.NAME`, with
//! the process id and the start time of the supervisor, and the namespace in which that id has a meaning: what is seen of another
//! container is left alone.

use crate::processes::{self, Process};
use rustix::process::{Pid, getppid};
use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::MetadataExt;

const VARIABLE: &str = "ORACULUM_WORKER";

struct Mark {
    namespace: u64,
    supervisor: Process,
    name: Vec<u8>,
}

/// The variable for the command's environment; none without a name, or without a supervisor.
pub fn of_command() -> Option<(&'static str, OsString)> {
    let name = env::var_os(VARIABLE)?;
    let (supervisor, _) = processes::stat(getppid()?)?;
    let mut mark = format!("{}.{}.{}.", namespace()?, supervisor.pid.as_raw_nonzero(), supervisor.started).into_bytes();
    mark.extend_from_slice(name.as_bytes());
    Some((VARIABLE, OsString::from_vec(mark)))
}

/// The processes of our user with the mark of this worker.
pub fn named(name: &OsStr) -> Vec<Process> {
    marked(|mark| mark.name == name.as_bytes())
}

/// The processes of our user with the mark of a supervisor that has ended.
pub fn of_supervisors_that_are_gone() -> Vec<Process> {
    marked(|mark| processes::stat(mark.supervisor.pid).is_none_or(|(process, _)| process != mark.supervisor))
}

fn marked(wanted: impl Fn(&Mark) -> bool) -> Vec<Process> {
    let (Some(namespace), Ok(ours)) = (namespace(), fs::metadata("/proc/self")) else {
        return Vec::new();
    };
    processes::all()
        .map(|(process, _)| process)
        .filter(|process| fs::metadata(path(*process, "")).is_ok_and(|of_process| of_process.uid() == ours.uid()))
        .filter(|process| mark(*process).is_some_and(|mark| mark.namespace == namespace && wanted(&mark)))
        .collect()
}

fn path(process: Process, file: &str) -> String {
    format!("/proc/{}/{file}", process.pid.as_raw_nonzero())
}

/// The environment is that with which the process was started; a zombie has none.
fn mark(process: Process) -> Option<Mark> {
    let environment = fs::read(path(process, "environ")).ok()?;
    let value = environment.split(|&byte| byte == 0).find_map(|variable| variable.strip_prefix(VARIABLE.as_bytes())?.strip_prefix(b"="))?;
    parse(value)
}

fn parse(value: &[u8]) -> Option<Mark> {
    let mut parts = value.splitn(4, |&byte| byte == b'.');
    let mut number = || std::str::from_utf8(parts.next()?).ok()?.parse::<u64>().ok();
    let (namespace, pid, started) = (number()?, number()?, number()?);
    let pid = Pid::from_raw(i32::try_from(pid).ok()?)?;
    Some(Mark { namespace, supervisor: Process { pid, started }, name: parts.next()?.to_vec() })
}

/// The namespace of process ids that we are in.
fn namespace() -> Option<u64> {
    fs::metadata("/proc/self/ns/pid").ok().map(|metadata| metadata.ino())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_mark_of_ours_is_left_alone() {
        let mark = parse(b"4026531836.17.4711.pool.worker").expect("a mark");
        assert_eq!((mark.namespace, mark.supervisor.started, mark.name.as_slice()), (4026531836, 4711, b"pool.worker".as_slice()));
        for other in ["", "name", "1.2.3", "1.0.3.x", "1.-2.3.x", "1.99999999999.3.x"] {
            assert!(parse(other.as_bytes()).is_none(), "{other}");
        }
    }
}
