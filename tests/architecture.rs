//! The layers of ARCHITECTURE.md, as rules about the source text: comments, strings and tests aside, some words may stand in some
//! rooms only.

use std::fs;
use std::path::{Path, PathBuf};

/// A word of code that is at home in some places only.
struct Rule {
    words: &'static [&'static str],
    /// Places where the words may stand; a directory ends with `/`.
    allowed: &'static [&'static str],
    /// Where the rule holds; empty: everywhere.
    within: &'static [&'static str],
    reason: &'static str,
}

/// The modules that compute and nothing else.
const ALGORITHMS: &[&str] = &[
    "src/assertion/",
    "src/improve/",
    "src/invariants/",
    "src/program/",
    "src/ranking/",
    "src/selection/",
    "src/evidence/dataset.rs",
    "src/evidence/record.rs",
    "src/evidence/rows.rs",
    "src/evidence/schema.rs",
    "src/evidence/stability.rs",
    "src/evidence/state_columns.rs",
    "src/evidence/unit.rs",
    "src/evidence/verdict.rs",
    "src/compute/rng.rs",
];

const RULES: &[Rule] = &[
    Rule { words: &["jni::"], allowed: &["src/bridge/"], within: &[], reason: "only the bridge knows JNI" },
    Rule {
        words: &["unsafe"],
        allowed: &["src/bridge/", "src/jvmti/", "src/assertion/eval/kernel"],
        within: &[],
        reason: "unsafe code is at the boundaries and in the kernels only",
    },
    Rule {
        words: &["std::fs", "std::io", "std::net", "std::env", "std::process", "std::time", "std::thread", "println!", "eprintln!"],
        allowed: &[],
        within: ALGORITHMS,
        reason: "algorithms do no I/O and see no clock, so that they cannot fail and can be repeated",
    },
    Rule {
        words: &["static", "thread_local!", "lazy_static!"],
        allowed: &[],
        within: ALGORITHMS,
        reason: "algorithms have no global state",
    },
    Rule {
        words: &["rand::rng", "thread_rng", "from_os_rng", "from_entropy", "RandomState", "seed_from_u64"],
        allowed: &["src/compute/rng.rs"],
        within: &[],
        reason: "all randomness comes from the one seeded source",
    },
    Rule {
        words: &["rusqlite::"],
        allowed: &["src/evidence/store.rs", "src/evidence/integrity.rs"],
        within: &[],
        reason: "only the store knows the database",
    },
    Rule { words: &["crate::bridge"], allowed: &["src/bridge/"], within: &[], reason: "nothing depends on the bridge" },
    Rule {
        words: &["crate::engine::session", "crate::engine::request", "crate::engine::improve"],
        allowed: &["src/bridge/", "src/engine/"],
        within: &[],
        reason: "the algorithms do not know who asks",
    },
    Rule {
        words: &["rayon::"],
        allowed: &["src/program/", "src/selection/", "src/compute/", "src/assertion/eval/", "src/improve/", "src/invariants/"],
        within: &[],
        reason: "parallel work is the algorithms', inside a pool of ours: elsewhere rayon starts threads of its own (tests/threads.rs)",
    },
    Rule { words: &["serde_json::Value"], allowed: &[], within: &[], reason: "what crosses a boundary is typed" },
];

#[test]
fn words_stand_only_in_the_rooms_where_they_are_at_home() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut breaches = Vec::new();
    for file in sources(&root.join("src")) {
        let path = file.strip_prefix(root).unwrap().to_str().unwrap().replace('\\', "/");
        for (number, line) in code_lines(&fs::read_to_string(&file).unwrap()) {
            for rule in RULES {
                let applies = rule.within.is_empty() || under(&path, rule.within);
                if applies && !under(&path, rule.allowed) {
                    for word in rule.words.iter().filter(|w| has_word(&line, w)) {
                        breaches.push(format!("{path}:{number}: `{word}`: {}", rule.reason));
                    }
                }
            }
        }
    }
    assert!(breaches.is_empty(), "{}", breaches.join("\n"));
}

#[test]
fn every_file_says_what_it_is() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let silent: Vec<_> = sources(&root.join("src")).into_iter().filter(|f| !fs::read_to_string(f).unwrap().starts_with("//!")).collect();
    assert!(silent.is_empty(), "without a module comment: {silent:?}");
}

#[test]
fn the_rules_find_what_they_forbid() {
    let source =
        "//! unsafe in prose\nuse jni::Env; // unsafe\nlet text = \"unsafe\";\nunsafe { f() }\n#[cfg(test)]\nmod tests { unsafe {} }\n";
    let lines = code_lines(source);
    let with = |word| lines.iter().filter(|(_, l)| has_word(l, word)).map(|(n, _)| *n).collect::<Vec<_>>();
    assert_eq!(with("unsafe"), [4]);
    assert_eq!(with("jni::"), [2]);
    assert!(!has_word("let jni_env = notjni::x;", "jni::"), "a word begins where no identifier goes on");
    assert!(has_word("pub static CACHE: OnceLock<u8> = OnceLock::new();", "static"));
    assert!(!has_word("fn name() -> &'static str;", "static"), "a lifetime is no state");
}

fn under(path: &str, places: &[&str]) -> bool {
    places.iter().any(|place| path.starts_with(place))
}

fn has_word(line: &str, word: &str) -> bool {
    line.match_indices(word).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        let after = line[at + word.len()..].chars().next();
        let identifier = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
        // `'static` is a lifetime.
        !identifier(before) && before != Some('\'') && (!word.ends_with(|c: char| c.is_alphanumeric()) || !identifier(after))
    })
}

/// The lines of code before the tests, without comments and the contents of strings, with their numbers from 1.
fn code_lines(source: &str) -> Vec<(usize, String)> {
    let code = source.split("#[cfg(test)]").next().unwrap_or_default();
    let strip = |line: &str| {
        let mut code = String::new();
        let mut in_string = false;
        let mut characters = line.chars().peekable();
        while let Some(c) = characters.next() {
            match c {
                '\\' if in_string => {
                    characters.next();
                }
                '"' => in_string = !in_string,
                '/' if !in_string && characters.peek() == Some(&'/') => break,
                _ if !in_string => code.push(c),
                _ => {}
            }
        }
        code
    };
    code.lines().enumerate().map(|(i, line)| (i + 1, strip(line))).collect()
}

/// The source files without those of tests.
fn sources(directory: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|e| e == "rs") && !path.to_str().unwrap().ends_with("tests.rs") {
            found.push(path);
        }
    }
    found.sort();
    found
}
