//! Build script; the JVMTI part of the kill switch is compiled here (see `src/jvmti`).
fn main() {
    println!("cargo:rerun-if-changed=build.rs");
}
