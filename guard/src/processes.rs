//! The processes of this machine, and how some of them are ended.

use rustix::io::Errno;
use rustix::process::{self, Pid, PidfdFlags, Signal, WaitOptions, getpid, pidfd_open, pidfd_send_signal};
use std::collections::{HashMap, HashSet};
use std::fs;
use std::thread;
use std::time::Duration;

/// Who starts processes without end is stopped in so many rounds, or killed as far as that went.
const STOPPING_ROUNDS: usize = 100;

/// Between two rounds, for the system to end what was killed.
const PAUSE: Duration = Duration::from_millis(1);
const LONGEST_PAUSE: Duration = Duration::from_millis(50);

/// A process as `/proc/PID/stat` (proc(5)) has it. Process ids are given again; id and start time together are not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Process {
    pub pid: Pid,
    /// In ticks since the system started.
    pub started: u64,
}

/// Kills all processes that `find` finds, again and again, and reaps those that are children of ours; returns when none is left
/// but such as we may not signal, which run as another user.
///
/// All are stopped before the first is killed: a stopped process starts no other one.
pub fn kill_all(find: impl Fn() -> Vec<Process>) {
    let mut pause = PAUSE;
    let mut foreign = HashSet::new();
    loop {
        stop_all(&find, &mut foreign);
        for process in find() {
            signal(process, Signal::KILL, &mut foreign);
        }
        reap();
        if find().iter().all(|process| foreign.contains(process)) {
            return;
        }
        thread::sleep(pause);
        pause = (pause * 2).min(LONGEST_PAUSE);
    }
}

fn stop_all(find: impl Fn() -> Vec<Process>, foreign: &mut HashSet<Process>) {
    let mut stopped = HashSet::new();
    for _ in 0..STOPPING_ROUNDS {
        let running: Vec<Process> = find().into_iter().filter(|process| stopped.insert(*process)).collect();
        if running.is_empty() {
            return;
        }
        for process in running {
            signal(process, Signal::STOP, foreign);
        }
    }
}

/// Ended descendants that wait to be reaped by us.
fn reap() {
    while let Ok(Some(_)) = process::wait(WaitOptions::NOHANG) {}
}

/// Sends a signal to this process and to no other one that has got its id since.
fn signal(to: Process, signal: Signal, foreign: &mut HashSet<Process>) {
    let sent = match pidfd_open(to.pid, PidfdFlags::empty()) {
        Ok(descriptor) => match stat(to.pid) {
            Some((process, _)) if process == to => pidfd_send_signal(descriptor, signal),
            _ => Err(Errno::SRCH),
        },
        // Kernels before 5.3, or a filter of system calls.
        Err(Errno::NOSYS | Errno::PERM) => process::kill_process(to.pid, signal),
        Err(e) => Err(e),
    };
    if sent == Err(Errno::PERM) {
        foreign.insert(to);
    }
}

/// All processes with their parents, zombies included.
pub fn all() -> impl Iterator<Item = (Process, Pid)> {
    fs::read_dir("/proc")
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| entry.file_name().to_str().and_then(|name| name.parse().ok()).and_then(Pid::from_raw))
        .filter_map(stat)
}

/// All that descend from this process, zombies included.
pub fn descendants() -> Vec<Process> {
    let mut children: HashMap<Pid, Vec<Process>> = HashMap::new();
    for (process, parent) in all() {
        children.entry(parent).or_default().push(process);
    }
    let mut found = children.remove(&getpid()).unwrap_or_default();
    let mut next = 0;
    while next < found.len() {
        found.extend(children.remove(&found[next].pid).unwrap_or_default());
        next += 1;
    }
    found
}

/// The process and its parent; none if it has ended, or if the kernel is its parent.
pub fn stat(pid: Pid) -> Option<(Process, Pid)> {
    parse(pid, &fs::read(format!("/proc/{}/stat", pid.as_raw_nonzero())).ok()?)
}

/// `12 (a name (may have) anything) S 1 ..`: the parent is field 4, the start time field 22.
fn parse(pid: Pid, stat: &[u8]) -> Option<(Process, Pid)> {
    let name_end = stat.iter().rposition(|&byte| byte == b')')?;
    let mut fields = std::str::from_utf8(&stat[name_end + 1..]).ok()?.split_ascii_whitespace();
    let parent = Pid::from_raw(fields.nth(1)?.parse().ok()?)?;
    let started = fields.nth(17)?.parse().ok()?;
    Some((Process { pid, started }, parent))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_may_have_anything() {
        let stat = b"7 (a) S 9 (\xff) R 3 7 7 0 -1 4194304 105 0 0 0 0 0 0 0 20 0 1 0 4711 8192 0";
        let pid = Pid::from_raw(7).expect("not 0");
        let (process, parent) = parse(pid, stat).expect("a line of stat");
        assert_eq!((process.started, parent.as_raw_nonzero().get()), (4711, 3));
        assert!(parse(pid, b"7 (a) S").is_none());
        assert!(parse(pid, b"7 (a) S 0 0 0 0 -1 4194304 105 0 0 0 0 0 0 0 20 0 1 0 4711").is_none(), "the kernel is the parent");
    }

    #[test]
    fn this_process_is_read() {
        let (process, parent) = stat(getpid()).expect("we are alive");
        assert!(process.started > 0);
        assert_eq!(Some(parent), rustix::process::getppid());
    }
}
