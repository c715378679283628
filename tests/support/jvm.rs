//! Java for the tests: generated assertions on a JDK, each evaluated in every state, and a JVM in the process of the tests, for what
//! the boundary does.

use jni::{InitArgsBuilder, JNIVersion, JavaVM};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// A process has one JVM. This one has the Java classes of the boundary, what they need, and `tests/support/Words.java`, compiled from
/// the source.
pub fn in_process() -> &'static JavaVM {
    static JVM: OnceLock<(JavaVM, tempfile::TempDir)> = OnceLock::new();
    let start = || {
        let classes = tempfile::tempdir().unwrap();
        let project = Path::new(env!("CARGO_MANIFEST_DIR"));
        let sources = project.join("java-bindings/core/src/main/java");
        let of_boundary = ["internal/NativeEngine.java", "api/OraculumException.java"].map(|f| sources.join("dev/oraculum").join(f));
        let files = of_boundary.into_iter().chain([project.join("tests/support/Words.java")]);
        let options = ["--release", "17", "-implicit:class", "-sourcepath"];
        let javac = Command::new("javac").args(options).arg(&sources).arg("-d").arg(classes.path()).args(files).status();
        assert!(javac.expect("javac is on the path").success());
        let arguments = InitArgsBuilder::new()
            .version(JNIVersion::V1_8)
            .option(format!("-Djava.class.path={}", classes.path().display()))
            .option("-Xcheck:jni")
            .build()
            .unwrap();
        (JavaVM::new(arguments).unwrap(), classes)
    };
    &JVM.get_or_init(start).0
}

/// A Java program that evaluates assertions.
pub struct Program<'a> {
    /// Of each assertion, statements that return a boolean.
    pub bodies: &'a [String],
    /// A class file holds at most 65,535 constants, a method 64 KiB of code (JVMS §4.11).
    pub bodies_per_class: usize,
    /// Top-level classes, of which `V` has `static void load(DataInputStream in, int state)`, which reads the next state.
    pub classes: &'a str,
}

impl Program<'_> {
    /// Evaluates every assertion in every state; by state and then by assertion: 0 false, 1 true, 2 an exception.
    pub fn answers(&self, states: usize, encoded: &[u8]) -> Vec<u8> {
        let directory = tempfile::tempdir().expect("a temporary directory");
        std::fs::write(directory.path().join("Check.java"), self.source(states)).expect("the source is written");
        std::fs::write(directory.path().join("states"), encoded).expect("the states are written");
        let java = java_launcher();
        let run = Command::new(&java)
            .args(["-Xshare:auto", "-XX:TieredStopAtLevel=1", "Check.java", "states", "answers"])
            .current_dir(directory.path())
            .output()
            .unwrap_or_else(|e| panic!("no JDK: {} cannot be started ({e}); set JAVA_HOME to a JDK 17 or newer", java.display()));
        assert!(run.status.success(), "{} failed:\n{}", java.display(), String::from_utf8_lossy(&run.stderr));
        let answers = std::fs::read(directory.path().join("answers")).expect("the program wrote its answers");
        assert_eq!(answers.len(), self.bodies.len() * states);
        answers
    }

    fn source(&self, states: usize) -> String {
        let (mut classes, mut calls) = (String::new(), String::new());
        for (c, chunk) in self.bodies.chunks(self.bodies_per_class).enumerate() {
            writeln!(classes, "class A{c} {{").expect("a string takes all");
            let mut all = String::new();
            for (i, body) in chunk.iter().enumerate() {
                writeln!(classes, "    static boolean b{i}() {{ {body} }}").expect("a string takes all");
                writeln!(
                    classes,
                    "    static int a{i}() {{ try {{ return b{i}() ? 1 : 0; }} catch (RuntimeException e) {{ return 2; }} }}"
                )
                .expect("a string takes all");
                writeln!(all, "        out.write(a{i}());").expect("a string takes all");
            }
            writeln!(classes, "    static void all(OutputStream out) throws IOException {{\n{all}    }}\n}}").expect("a string takes all");
            writeln!(calls, "                A{c}.all(out);").expect("a string takes all");
        }
        format!(
            "import java.io.*;

public class Check {{
    public static void main(String[] files) throws IOException {{
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(new FileInputStream(files[0])));
                OutputStream out = new BufferedOutputStream(new FileOutputStream(files[1]))) {{
            for (int state = 0; state < {states}; state++) {{
                V.load(in, state);
{calls}            }}
        }}
    }}
}}

{}
{classes}",
            self.classes
        )
    }
}

/// An answer in words.
pub fn in_words(answer: u8) -> &'static str {
    ["false", "true"].get(usize::from(answer)).unwrap_or(&"an exception")
}

/// Fails with the shortest of the differences, if there are any.
pub fn assert_none(mut differences: Vec<String>) {
    differences.sort_by_key(String::len);
    let shown = differences[..differences.len().min(5)].join("\n\n");
    assert!(differences.is_empty(), "{} differences, of which\n{shown}", differences.len());
}

/// `java` of JAVA_HOME, or else of the PATH.
fn java_launcher() -> PathBuf {
    let file = format!("java{}", std::env::consts::EXE_SUFFIX);
    match std::env::var_os("JAVA_HOME").filter(|home| !home.is_empty()) {
        Some(home) => PathBuf::from(home).join("bin").join(file),
        None => PathBuf::from(file),
    }
}
