//! Whatever a guarded command starts ends with it.
#![cfg(target_os = "linux")]

use std::fs;
use std::io::Read;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// Longer than anything takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

const GUARD: &str = env!("CARGO_BIN_EXE_oraculum-guard");

/// A shell script under guard, in a folder of its own; what it starts is known by a file that it keeps open there.
struct Guarded {
    folder: tempfile::TempDir,
    guard: Child,
}

impl Guarded {
    fn start(script: &str) -> Self {
        Self::named("", script)
    }

    fn named(name: &str, script: &str) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let guard = Command::new(GUARD)
            .args(["sh", "-c", &format!("exec 9>open; {script}")])
            .env("ORACULUM_WORKER", name)
            .current_dir(folder.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the guard starts");
        Self { folder, guard }
    }

    fn await_file(&self, name: &str) {
        await_that(&format!("the script makes {name}"), || self.folder.path().join(name).exists());
    }

    fn alive(&self) -> Vec<i32> {
        users(&self.folder.path().join("open"))
    }

    /// The guard's exit status. Its standard input stays open, unlike with `Child::wait`.
    fn status(&mut self) -> i32 {
        let mut code = None;
        await_that("the guard ends", || {
            code = self.guard.try_wait().expect("a child of ours");
            code.is_some()
        });
        let status = code.expect("it has ended");
        status.code().unwrap_or_else(|| -status.signal().expect("a signal"))
    }

    fn assert_nothing_is_left(&self) {
        await_that("nothing is left", || self.alive().is_empty());
    }
}

/// The processes that have this file open.
fn users(file: &Path) -> Vec<i32> {
    let mut found = Vec::new();
    for entry in fs::read_dir("/proc").expect("/proc").flatten() {
        let Some(pid) = entry.file_name().to_str().and_then(|name| name.parse().ok()) else { continue };
        let descriptors = fs::read_dir(entry.path().join("fd")).into_iter().flatten().flatten();
        if descriptors.into_iter().any(|descriptor| fs::read_link(descriptor.path()).is_ok_and(|target| target == file)) {
            found.push(pid);
        }
    }
    found
}

fn await_that(what: &str, mut condition: impl FnMut() -> bool) {
    let start = Instant::now();
    while !condition() {
        assert!(start.elapsed() < PATIENCE, "not within {PATIENCE:?}: {what}");
        thread::sleep(Duration::from_millis(5));
    }
}

fn kill(signal: &str, pid: u32) {
    assert!(Command::new("kill").args([signal, &pid.to_string()]).status().expect("kill").success());
}

/// Processes that leave parent, session, group, environment and terminal in all ways.
const DAEMONS: &str = "setsid sleep 1000 & (setsid nohup sleep 1001 >/dev/null 2>&1 &); (env -i sh -c 'setsid sleep 1002 & sleep 1003 &' &); \
                       (trap '' TERM HUP INT; sleep 1004) & ";

#[test]
fn nothing_outlives_the_command() {
    let mut guarded = Guarded::start(&format!("{DAEMONS} sleep 0.3; exit 7"));
    assert_eq!(guarded.status(), 7);
    assert_eq!(guarded.alive(), [], "when the guard is gone, all is gone");
}

#[test]
fn nothing_outlives_the_supervisor() {
    let mut guarded = Guarded::start(&format!("{DAEMONS} touch ready; sleep 1005"));
    guarded.await_file("ready");
    // They start in the background.
    await_that("what it has started runs", || guarded.alive().len() >= 5);
    drop(guarded.guard.stdin.take());
    assert_eq!(guarded.status(), 0);
    assert_eq!(guarded.alive(), []);
}

#[test]
fn a_guard_that_is_asked_to_end_ends_all() {
    let mut guarded = Guarded::start(&format!("{DAEMONS} touch ready; sleep 1005"));
    guarded.await_file("ready");
    kill("-TERM", guarded.guard.id());
    assert_eq!(guarded.status(), 0);
    assert_eq!(guarded.alive(), []);
}

#[test]
fn a_fork_bomb_is_outrun() {
    let bomb =
        "b() { if [ $1 -gt 0 ]; then b $(($1-1)) & b $(($1-1)) & fi; while :; do setsid sleep 0.01; done; }; b 6 & touch ready; sleep 1005";
    let mut guarded = Guarded::start(bomb);
    guarded.await_file("ready");
    await_that("the bomb has gone off", || guarded.alive().len() >= 100);
    drop(guarded.guard.stdin.take());
    assert_eq!(guarded.status(), 0);
    assert_eq!(guarded.alive(), []);
}

#[test]
fn the_status_of_the_command_and_its_output_come_through() {
    let mut guarded = Guarded::start("echo out; echo err >&2; read line && echo input; kill -9 $$");
    assert_eq!(guarded.status(), 128 + 9);
    let (mut out, mut err) = (String::new(), String::new());
    guarded.guard.stdout.take().expect("piped").read_to_string(&mut out).expect("text");
    guarded.guard.stderr.take().expect("piped").read_to_string(&mut err).expect("text");
    assert_eq!((out.as_str(), err.as_str()), ("out\n", "err\n"), "and no standard input");
}

#[test]
fn a_command_that_cannot_be_started_is_named() {
    let mut guard =
        Command::new(GUARD).arg("/no/such/program").stdin(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the guard starts");
    let input = guard.stdin.take();
    let output = guard.wait_with_output().expect("a child of ours");
    drop(input);
    assert_eq!(output.status.code(), Some(127));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("cannot start /no/such/program: No such file"), "{said}");
}

#[test]
fn a_signal_to_the_group_of_the_command_does_not_reach_the_guard() {
    let mut guarded = Guarded::start("setsid sleep 1000 & sleep 0.2; kill -9 0");
    assert_eq!(guarded.status(), 128 + 9);
    assert_eq!(guarded.alive(), []);
}

#[test]
fn what_a_killed_guard_leaves_is_found_by_its_mark() {
    let name = format!("test-{}", std::process::id());
    let mut guarded = Guarded::named(&name, "echo $$ > pid; (setsid sleep 1000 &); (setsid sleep 1001 &); touch ready; sleep 1005");
    let other = Guarded::named("another", "touch ready; sleep 1005");
    guarded.await_file("ready");
    other.await_file("ready");
    kill("-KILL", guarded.guard.id());
    assert_eq!(guarded.status(), -9);
    let command: i32 = fs::read_to_string(guarded.folder.path().join("pid")).expect("a pid").trim().parse().expect("a number");
    await_that("the command is gone by its parent-death signal", || !guarded.alive().contains(&command));
    assert!(!guarded.alive().is_empty(), "daemons are left");
    assert!(Command::new(GUARD).args(["--sweep"]).status().expect("the guard starts").success());
    assert!(!guarded.alive().is_empty(), "their supervisor is alive: that is us");
    assert!(Command::new(GUARD).args(["--kill", &name]).status().expect("the guard starts").success());
    guarded.assert_nothing_is_left();
    assert!(!other.alive().is_empty(), "another worker");
}

#[test]
fn what_a_killed_supervisor_with_a_killed_guard_leaves_is_swept() {
    let folder = tempfile::tempdir().expect("a folder");
    // A supervisor that does nothing but to start a guard. A job in the background would get an empty standard input.
    let script = "echo $PPID > guard; exec 9>open; (setsid sleep 1000 &); touch ready; exec sleep 1005";
    let mut supervisor = Command::new("sh")
        .args(["-c", "exec 3<&0; \"$0\" sh -c \"$1\" <&3 & wait", GUARD, script])
        .env("ORACULUM_WORKER", "swept")
        .current_dir(folder.path())
        .stdin(Stdio::piped())
        .spawn()
        .expect("a shell");
    await_that("the script runs", || folder.path().join("ready").exists());
    let guard = fs::read_to_string(folder.path().join("guard")).expect("a pid").trim().parse().expect("a number");
    kill("-KILL", guard);
    kill("-KILL", supervisor.id());
    supervisor.wait().expect("a child of ours");
    let left = || users(&folder.path().join("open"));
    // What is left, another guard on this machine may have swept by now.
    await_that("the command is gone by its parent-death signal", || left().len() <= 1);
    assert!(Command::new(GUARD).arg("--sweep").status().expect("the guard starts").success());
    await_that("nothing is left", || left().is_empty());
}
