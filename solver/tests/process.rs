//! Libraries that crash, hang or talk nonsense, compiled here, and none of them takes this process with it.
#![cfg(unix)]

use oraculum_solver::client::{Client, Lost};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

const PROGRAM: &str = env!("CARGO_BIN_EXE_oraculum-solver");

/// Longer than anything takes on a busy machine.
const LONG: Duration = Duration::from_secs(60);

/// The functions of z3_api.h that are used. `EVALUATE` is what becomes of commands other than those of the beginning.
const SOURCE: &str = r#"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static int context;
void *Z3_mk_config(void) { return &context; }
void Z3_del_config(void *c) { (void)c; }
void *Z3_mk_context(void *c) { return c; }
void Z3_del_context(void *c) { (void)c; }
void Z3_set_error_handler(void *c, void *h) { (void)c; (void)h; }
const char *Z3_get_full_version(void) { return "Fake 1.0"; }
void Z3_global_param_set(const char *name, const char *value) { (void)name; (void)value; }
const char *Z3_eval_smtlib2_string(void *c, const char *text) {
    (void)c;
    if (strstr(text, "set-option")) { return ""; }
    EVALUATE
}
"#;

/// Compiles a library.
fn library(folder: &Path, name: &str, evaluate: &str) -> PathBuf {
    let (source, library) = (folder.join(format!("{name}.c")), folder.join(format!("lib{name}.so")));
    std::fs::write(&source, SOURCE.replace("EVALUATE", evaluate)).unwrap();
    let compiled = Command::new("cc").args(["-shared", "-fPIC", "-o"]).arg(&library).arg(&source).output().expect("a C compiler");
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    library
}

fn start(library: &Path, patience: Duration) -> Client {
    Client::start(Path::new(PROGRAM), library, 1000, patience).unwrap()
}

#[test]
fn commands_are_answered_in_turn_whatever_the_library_prints() {
    let folder = tempfile::tempdir().unwrap();
    let echo = library(folder.path(), "echo", r#"printf("chatter"); fflush(stdout); return text;"#);
    let mut client = start(&echo, LONG);
    assert_eq!(client.version(), "Fake 1.0");
    // More than a pipe holds.
    for text in ["(check-sat)".to_owned(), String::new(), "x".repeat(1 << 20)] {
        assert_eq!(client.ask(&text).unwrap(), text);
    }
}

#[test]
fn a_library_that_aborts_ends_its_own_process_only() {
    let folder = tempfile::tempdir().unwrap();
    let aborts = library(folder.path(), "aborts", "abort();");
    let lost = start(&aborts, LONG).ask("(check-sat)").unwrap_err();
    assert!(matches!(&lost, Lost::Ended(how) if how.contains("SIGABRT") && !how.contains("core")), "{lost:?}");
    let exits = library(folder.path(), "exits", "exit(3);");
    assert_eq!(start(&exits, LONG).ask("(check-sat)"), Err(Lost::Ended("exit status: 3".to_owned())));
}

#[test]
fn a_library_that_hangs_is_killed_when_the_clock_is_up() {
    let folder = tempfile::tempdir().unwrap();
    let hangs = library(folder.path(), "hangs", "for (;;) { sleep(1); }");
    let mut client = start(&hangs, Duration::from_secs(2));
    assert_eq!(client.ask("(check-sat)"), Err(Lost::Hung(Duration::from_secs(2))));
    let lost = client.ask("(check-sat)").unwrap_err();
    assert!(matches!(&lost, Lost::Ended(how) if how.contains("SIGKILL")), "it is gone: {lost:?}");
}

#[test]
fn a_process_that_hangs_ends_when_nobody_asks_any_longer() {
    let folder = tempfile::tempdir().unwrap();
    let hangs = library(
        folder.path(),
        "waits",
        &format!(
            "FILE *f = fopen(\"{}\", \"w\"); fprintf(f, \"%d\", (int)getpid()); fclose(f); for (;;) {{ sleep(1); }}",
            folder.path().join("pid").display()
        ),
    );
    let mut child = Command::new(PROGRAM)
        .arg(&hangs)
        .arg("1000")
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    oraculum_solver::frame::write(&mut input, b"(check-sat)").unwrap();
    let begin = Instant::now();
    while !folder.path().join("pid").exists() {
        assert!(begin.elapsed() < LONG, "the library is asked");
        std::thread::sleep(Duration::from_millis(10));
    }
    drop(input);
    assert!(child.wait().unwrap().success());
}

#[test]
fn what_cannot_be_used_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let start = |program: &Path, library: &Path| Client::start(program, library, 1000, LONG).unwrap_err();
    let (program, missing) = (Path::new(PROGRAM), folder.path().join("missing.so"));
    let text = folder.path().join("text.so");
    std::fs::write(&text, "no library").unwrap();
    for file in [missing.clone(), text] {
        let error = start(program, &file);
        assert!(error.starts_with(&format!("{} cannot be used: ", file.display())), "{error}");
    }
    let error = start(program, Path::new("libc.so.6"));
    assert!(error.contains("libc.so.6 cannot be used: ") && error.contains("Z3_mk_config"), "{error}");
    let error = start(&missing, &missing);
    assert!(error.starts_with(&format!("{} cannot be started: ", missing.display())), "{error}");
    // A program that speaks otherwise.
    let error = start(Path::new("/bin/echo"), &missing);
    assert!(error.contains("cannot be used: its process"), "{error}");
}

/// Its constructor runs when it is opened.
#[test]
fn a_library_that_crashes_when_it_is_opened_is_no_library() {
    let folder = tempfile::tempdir().unwrap();
    let source = "return \"\"; } __attribute__((constructor)) static void opened(void) { abort();";
    let error = Client::start(Path::new(PROGRAM), &library(folder.path(), "bad", source), 1000, LONG).unwrap_err();
    assert!(error.contains("cannot be used: its process has ended by itself (signal: 6"), "{error}");
}
