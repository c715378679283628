//! Compiles the kill switch (`src/jvmti/stop_thread.c`) against the headers of a JDK: the one of `JAVA_HOME`, or the one whose
//! `javac` or `java` is on the path. Without headers the library is built without it, and says so.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=src/jvmti/stop_thread.c");
    println!("cargo:rerun-if-env-changed=JAVA_HOME");
    println!("cargo:rustc-check-cfg=cfg(oraculum_jvmti)");
    let platform = match env::var("CARGO_CFG_TARGET_OS").as_deref() {
        Ok("macos") => "darwin",
        Ok("windows") => "win32",
        _ => "linux",
    };
    let Some(include) = candidates().into_iter().map(|home| home.join("include")).find(|i| i.join("jvmti.h").is_file()) else {
        println!("cargo:warning=no jvmti.h found (JAVA_HOME, javac and java on the path): building without the kill switch");
        return;
    };
    // A JDK has the machine's header of its own platform only. For another one any will do: they differ in how functions are exported
    // and called on 32 bits, and this file exports none to Java.
    let machine = [platform, "linux", "darwin", "win32"].into_iter().map(|name| include.join(name)).find(|folder| folder.is_dir());
    let compiled = cc::Build::new()
        .file("src/jvmti/stop_thread.c")
        .include(&include)
        .includes(machine)
        .warnings_into_errors(env::var_os("CI").is_some())
        .try_compile("oraculum_jvmti");
    match compiled {
        Ok(()) => println!("cargo:rustc-cfg=oraculum_jvmti"),
        Err(e) => println!("cargo:warning=stop_thread.c does not compile: building without the kill switch: {e}"),
    }
}

/// Homes of JDKs, in the order of preference.
fn candidates() -> Vec<PathBuf> {
    let mut homes: Vec<PathBuf> = env::var_os("JAVA_HOME").map(PathBuf::from).into_iter().collect();
    let path = env::var_os("PATH").unwrap_or_default();
    for name in ["javac", "java"] {
        let executables = env::split_paths(&path).map(|directory| directory.join(format!("{name}{}", env::consts::EXE_SUFFIX)));
        // The path has links; the headers are beside the real file.
        homes.extend(
            executables.filter_map(|e| fs::canonicalize(e).ok()).filter_map(|e| e.parent().and_then(Path::parent).map(Path::to_owned)),
        );
    }
    homes
}
