//! `oraculum-solver LIBRARY LIMIT` opens a library of Z3 and answers commands: frames from standard input to standard output
//! ([`oraculum_solver::frame`]).
//!
//! Its first frame says what the library calls itself, or why it cannot be used. The program ends with its standard input, also while the
//! library is at work: whoever has started it may be gone. Nothing that the library prints gets between the frames, and a crash leaves no
//! file of memory behind.

#![forbid(unsafe_code)]

use oraculum_solver::frame::{self, ANSWER, REFUSAL};
use oraculum_solver::library::Library;
use std::env;
use std::fs::File;
use std::io;
use std::path::Path;
use std::process::{ExitCode, exit};
use std::sync::mpsc;
use std::thread;

fn main() -> ExitCode {
    let arguments: Vec<_> = env::args_os().skip(1).collect();
    let [library, limit] = &arguments[..] else { return usage() };
    let Some(limit) = limit.to_str().and_then(|text| text.parse().ok()) else { return usage() };
    match serve(Path::new(library), limit) {
        Ok(()) => ExitCode::SUCCESS,
        Err(e) => {
            eprintln!("oraculum-solver: {e}");
            ExitCode::FAILURE
        }
    }
}

fn usage() -> ExitCode {
    eprintln!("usage: oraculum-solver LIBRARY LIMIT");
    ExitCode::from(2)
}

fn serve(library: &Path, limit: u64) -> io::Result<()> {
    let mut out = answers()?;
    let (sender, commands) = mpsc::channel();
    thread::spawn(move || {
        while let Ok(Some(text)) = frame::read(&mut io::stdin().lock()) {
            if sender.send(text).is_err() {
                return;
            }
        }
        // The library may be at work, and never come back.
        exit(0);
    });
    let mut library = match Library::open(library, limit) {
        Ok(library) => library,
        Err(reason) => return write(&mut out, REFUSAL, &reason),
    };
    write(&mut out, ANSWER, library.version())?;
    for text in commands {
        let answer = library.evaluate(&text);
        write(&mut out, ANSWER, &answer)?;
    }
    Ok(())
}

fn write(out: &mut File, kind: u8, text: &str) -> io::Result<()> {
    frame::write(out, &[&[kind], text.as_bytes()].concat())
}

/// Standard output, which the library has no longer: what it prints goes to standard error.
#[cfg(unix)]
fn answers() -> io::Result<File> {
    use rustix::process::{Resource, Rlimit, setrlimit};
    setrlimit(Resource::Core, Rlimit { current: Some(0), maximum: Some(0) })?;
    let answers = rustix::io::dup(io::stdout())?;
    rustix::stdio::dup2_stdout(io::stderr())?;
    Ok(File::from(answers))
}

#[cfg(not(unix))]
fn answers() -> io::Result<File> {
    use std::os::windows::io::{AsHandle, OwnedHandle};
    io::stdout().as_handle().try_clone_to_owned().map(|handle: OwnedHandle| File::from(handle))
}
