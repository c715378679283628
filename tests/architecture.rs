//! The layers of ARCHITECTURE.md, as rules about the source text: comments, strings and tests aside, a room may import certain other
//! rooms only, and some words may stand in some rooms only.

#[path = "support/rust_source.rs"]
mod rust_source;

use rust_source::{below, code_lines, has_word, module_of, references, sources, without_prose, without_tests};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// What each room of `src` may import, itself aside. A room is a module with all that is inside it, but for rooms of their own; every
/// file belongs to one. Each room imports from rooms further up in this list only.
const ROOMS: &[(&str, &[&str])] = &[
    ("error", &[]),
    ("input", &["error"]),
    ("jvmti", &[]),
    ("relation", &[]),
    ("compute", &["error"]),
    ("settings", &["error"]),
    ("path", &["compute", "error", "relation", "settings"]),
    ("evidence", &["error", "input", "settings"]),
    ("assertion", &["compute", "error", "evidence"]),
    ("program", &["error", "settings"]),
    ("selection", &["error", "program", "settings"]),
    ("seed", &["compute", "error", "program", "settings"]),
    ("symbolic", &["compute", "error", "program", "relation"]),
    ("generation", &["compute", "error", "path", "program", "relation", "seed", "settings", "symbolic"]),
    ("invariants", &["assertion", "compute", "error", "evidence", "relation", "settings"]),
    ("daikon", &["error", "evidence", "input", "invariants", "relation"]),
    ("ranking", &["assertion", "compute", "daikon", "error", "evidence", "invariants", "relation", "settings"]),
    ("improve::synthesis::settings", &["error", "settings"]),
    ("improve::synthesis::bitset", &[]),
    ("improve::synthesis::naturalness", &["assertion", "evidence", "improve::synthesis::settings"]),
    ("improve::synthesis::terms", &["assertion", "compute", "evidence", "improve::synthesis::naturalness", "improve::synthesis::settings"]),
    (
        "improve::synthesis::simulated_faults",
        &[
            "assertion",
            "compute",
            "evidence",
            "improve::synthesis::naturalness",
            "improve::synthesis::settings",
            "improve::synthesis::terms",
        ],
    ),
    (
        "improve::synthesis::atoms",
        &[
            "assertion",
            "compute",
            "evidence",
            "improve::synthesis::bitset",
            "improve::synthesis::naturalness",
            "improve::synthesis::settings",
            "improve::synthesis::simulated_faults",
            "improve::synthesis::terms",
        ],
    ),
    (
        "improve::synthesis::clauses",
        &[
            "assertion",
            "compute",
            "evidence",
            "improve::synthesis::atoms",
            "improve::synthesis::bitset",
            "improve::synthesis::settings",
            "improve::synthesis::simulated_faults",
        ],
    ),
    (
        "improve::synthesis::gates",
        &[
            "assertion",
            "compute",
            "evidence",
            "improve::synthesis::atoms",
            "improve::synthesis::bitset",
            "improve::synthesis::clauses",
            "improve::synthesis::naturalness",
            "improve::synthesis::settings",
            "improve::synthesis::simulated_faults",
        ],
    ),
    ("improve::synthesis::choice", &["compute", "improve::synthesis::bitset", "improve::synthesis::clauses"]),
    (
        "improve::synthesis",
        &[
            "assertion",
            "compute",
            "evidence",
            "improve::synthesis::atoms",
            "improve::synthesis::bitset",
            "improve::synthesis::choice",
            "improve::synthesis::clauses",
            "improve::synthesis::gates",
            "improve::synthesis::naturalness",
            "improve::synthesis::settings",
            "improve::synthesis::simulated_faults",
            "improve::synthesis::terms",
        ],
    ),
    ("improve::evolution", &["assertion", "compute", "error", "evidence", "improve::synthesis::naturalness", "settings"]),
    ("improve::hybrid", &["assertion", "compute", "evidence", "improve::evolution", "improve::synthesis", "improve::synthesis::atoms"]),
    ("improve::frame", &["assertion", "evidence", "improve::synthesis::naturalness"]),
    ("improve::cases", &["assertion", "evidence", "improve::synthesis", "improve::synthesis::gates", "improve::synthesis::naturalness"]),
    ("improve::counters", &["assertion", "evidence", "improve::synthesis", "improve::synthesis::gates", "improve::synthesis::naturalness"]),
    ("improve::identity", &["assertion", "evidence", "improve::synthesis", "improve::synthesis::gates"]),
    // Only declares the seven.
    ("improve", &[]),
    (
        "engine",
        &[
            "assertion",
            "compute",
            "daikon",
            "error",
            "evidence",
            "generation",
            "improve::evolution",
            "improve::frame",
            "improve::cases",
            "improve::counters",
            "improve::identity",
            "improve::hybrid",
            "improve::synthesis",
            "improve::synthesis::gates",
            "input",
            "invariants",
            "path",
            "program",
            "ranking",
            "seed",
            "selection",
            "settings",
        ],
    ),
    ("bridge", &["assertion", "compute", "engine", "error", "jvmti", "ranking"]),
    // The crate's root: what it hands on.
    ("", &["error"]),
];

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
    "src/generation/",
    "src/improve/",
    "src/invariants/",
    "src/path/",
    "src/program/",
    "src/ranking/",
    "src/seed/",
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
        allowed: &["src/bridge/", "src/jvmti/", "src/assertion/eval/kernel", "src/path/kernel.rs"],
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
    Rule {
        words: &["rayon::"],
        allowed: &["src/program/", "src/selection/", "src/compute/", "src/assertion/eval/", "src/improve/", "src/invariants/"],
        within: &[],
        reason: "parallel work is the algorithms', inside a pool of ours: elsewhere rayon starts threads of its own (tests/threads.rs)",
    },
    Rule {
        words: &["serde_json::Value"],
        // The schema has defaults of every type.
        allowed: &["src/settings.rs"],
        within: &[],
        reason: "what crosses a boundary is typed",
    },
];

/// A file of tests that no line names would never run, and nobody would see it.
#[test]
fn every_file_of_tests_is_in_the_suite() {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let suite = fs::read_to_string(tests.join("suite.rs")).unwrap();
    for file in fs::read_dir(&tests).unwrap().map(|entry| entry.unwrap().path()) {
        if file.extension().is_some_and(|e| e == "rs") && !file.ends_with("suite.rs") {
            let line = format!("mod {};", file.file_stem().unwrap().to_str().unwrap());
            assert!(suite.lines().any(|l| l == line), "tests/suite.rs has no line `{line}`");
        }
    }
}

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

/// Names of command-line options in what is no comment: `--` and a letter are nothing else in Rust.
fn options(source: &str) -> Vec<(usize, &str)> {
    let code = source.lines().enumerate().map(|(i, line)| (i + 1, line.split("//").next().unwrap()));
    let named = |line: &str| line.match_indices("--").any(|(at, _)| line[at + 2..].starts_with(|c: char| c.is_ascii_lowercase()));
    code.filter(|(_, line)| named(line)).collect()
}

#[test]
fn messages_name_no_option_of_the_command_line() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let tests = |file: &PathBuf| file.file_stem().unwrap().to_str().unwrap().ends_with("tests");
    for file in sources(&root.join("src")).into_iter().filter(|file| !tests(file)) {
        let text = fs::read_to_string(&file).unwrap();
        assert_eq!(options(&text), [], "{}: name the setting: front doors say how they write it", file.display());
    }
    let planted = "// --ours\nError::invalid_input(\"raise it with \\\n  --max-states\")\nlet x = y--1;";
    assert_eq!(options(planted).len(), 1, "an option is found wherever in a string it stands");
}

#[test]
fn a_room_imports_only_what_the_table_allows() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let modules: BTreeSet<Vec<String>> = sources(&source).iter().map(|f| module_of(&below(&source, f))).collect();
    let children = |module: &[String], child: &str| modules.contains(&[module, &[child.to_owned()]].concat());
    let forbidden: Vec<String> = sources(&source)
        .iter()
        .flat_map(|file| forbidden_imports(&below(&source, file), &fs::read_to_string(file).unwrap(), &children))
        .collect();
    assert!(forbidden.is_empty(), "{}", forbidden.join("\n"));
}

#[test]
fn the_table_has_every_room_and_no_way_back_up() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for entry in fs::read_dir(&source).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let module = name.trim_end_matches(".rs");
        assert!(module == "lib" || ROOMS.iter().any(|(room, _)| *room == module), "src/{name} is in no room of the table");
    }
    for (place, (room, imports)) in ROOMS.iter().enumerate() {
        for import in *imports {
            let before = ROOMS[..place].iter().any(|(other, _)| other == import);
            assert!(before, "`{room}` imports `{import}`, which is not above it in the table");
        }
    }
}

#[test]
fn a_forbidden_import_is_found_wherever_it_stands() {
    let none = |_: &[String], _: &str| false;
    let of = |path: &str, source: &str| forbidden_imports(path, source, &none);
    let tests = "#[cfg(test)]\nmod tests {\n    use crate::engine::session::Session;\n    const S: &str = \"}\";\n}\n";
    assert_eq!(of("program/flow.rs", tests), [""; 0], "tests may");
    let after = format!("{tests}use crate::engine::session::Session;\n");
    assert_eq!(of("program/flow.rs", &after), ["program/flow.rs:6: `program` may not import `engine` (engine::session::Session)"]);
    let inline = "fn f() { let r = 'a'..=crate::bridge::handles::last(); }";
    assert_eq!(of("engine/rank.rs", inline), ["engine/rank.rs:1: `engine` may not import `bridge` (bridge::handles::last)"]);
    let tree = "use crate::{evidence::{schema::Schema, store},\n    ranking::settings::Settings as S};";
    assert_eq!(
        of("assertion/eval/mod.rs", tree),
        ["assertion/eval/mod.rs:2: `assertion` may not import `ranking` (ranking::settings::Settings)"]
    );
    let upwards = "use super::super::engine::result;";
    assert_eq!(of("compute/pool.rs", upwards), ["compute/pool.rs:1: `compute` may not import `engine` (engine::result)"]);
    assert_eq!(of("novelty/mod.rs", ""), ["novelty/mod.rs: in no room: add it to ROOMS"]);
    assert_eq!(of("improve/synthesis/terms/mod.rs", "use super::gates::Gate;").len(), 1);
    assert_eq!(of("program/flow.rs", "// use crate::engine::x;\n/* crate::engine::y */ const A: &str = r#\"crate::engine::z\"#;"), [""; 0]);
}

/// Files that call each other on the way down into what they simplify: terms have functions in them, functions conditions.
const RECURSIVE: [&str; 3] = ["assertion::simplify::function", "assertion::simplify::logic", "assertion::simplify::term"];

#[test]
fn no_files_import_each_other_in_a_circle() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let files = sources(&source).into_iter().map(|f| (below(&source, &f), fs::read_to_string(&f).unwrap()));
    let circles = circular(&files.filter(|(path, _)| !path.ends_with("testing.rs")).collect());
    assert_eq!(circles, RECURSIVE);
}

#[test]
fn a_circle_of_files_is_found() {
    let files = |c: &str| -> BTreeMap<String, String> {
        let own = [("a.rs", "use crate::b::B;"), ("b.rs", "fn f() { crate::c::d::g() }"), ("c/mod.rs", "use self::d::D;"), ("c/d.rs", c)];
        own.into_iter().map(|(path, source)| (path.to_owned(), source.to_owned())).collect()
    };
    assert_eq!(circular(&files("use super::C;")), [""; 0], "a module and its own part");
    assert_eq!(circular(&files("#[cfg(test)]\nmod tests {\n    use crate::a::A;\n}\n")), [""; 0], "tests may");
    assert_eq!(circular(&files("use crate::a::A;")), ["a", "b", "c::d"]);
}

/// The files that import each other in circles, sorted. A module and its own parts are no circle. `files`: sources by path.
fn circular(files: &BTreeMap<String, String>) -> Vec<String> {
    let modules: BTreeSet<Vec<String>> = files.keys().map(|path| module_of(path)).collect();
    let children = |module: &[String], child: &str| modules.contains(&[module, &[child.to_owned()]].concat());
    let imports: BTreeMap<Vec<String>, BTreeSet<Vec<String>>> = files
        .iter()
        .map(|(path, source)| {
            let module = module_of(path);
            let code = without_tests(&without_prose(source));
            let named = references(&code, &module, &children).into_iter().filter_map(|(_, mut target)| {
                while !target.is_empty() && !modules.contains(&target) {
                    target.pop();
                }
                let own = target.starts_with(&module) || module.starts_with(&target);
                (!own).then_some(target)
            });
            (module.clone(), named.collect())
        })
        .collect();
    let reaches = |from: &Vec<String>, to: &Vec<String>| {
        let (mut open, mut seen) = (vec![from], BTreeSet::new());
        while let Some(module) = open.pop() {
            for next in &imports[module] {
                if next == to {
                    return true;
                }
                if seen.insert(next) {
                    open.push(next);
                }
            }
        }
        false
    };
    imports.keys().filter(|module| reaches(module, module)).map(|module| module.join("::")).collect()
}

#[test]
fn every_file_says_what_it_is() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let silent: Vec<_> = sources(&root.join("src")).into_iter().filter(|f| !fs::read_to_string(f).unwrap().starts_with("//!")).collect();
    assert!(silent.is_empty(), "without a module comment: {silent:?}");
}

#[test]
fn the_rules_find_what_they_forbid() {
    let source = "//! unsafe in prose\nuse jni::Env; // unsafe\nlet text = \"unsafe\";\nunsafe { f() }\n\
                  #[cfg(test)]\nmod tests { unsafe {} }\nunsafe { g() }\n";
    let lines = code_lines(source);
    let with = |word| lines.iter().filter(|(_, l)| has_word(l, word)).map(|(n, _)| *n).collect::<Vec<_>>();
    assert_eq!(with("unsafe"), [4, 7], "tests aside, wherever they stand");
    assert_eq!(with("jni::"), [2]);
    assert!(!has_word("let jni_env = notjni::x;", "jni::"), "a word begins where no identifier goes on");
    assert!(has_word("pub static CACHE: OnceLock<u8> = OnceLock::new();", "static"));
    assert!(!has_word("fn name() -> &'static str;", "static"), "a lifetime is no state");
}

fn under(path: &str, places: &[&str]) -> bool {
    places.iter().any(|place| path.starts_with(place))
}

/// The room of a module, or of what is in one: the longest name in the table that it begins with.
fn room_of(path: &[String]) -> Option<&'static str> {
    // What the root hands on is not a module's.
    let root = path.is_empty() || matches!(path[0].as_str(), "Error" | "ErrorKind" | "Result");
    if root {
        return Some(if path.is_empty() { "" } else { "error" });
    }
    let begins =
        |room: &&str| !room.is_empty() && room.split("::").count() <= path.len() && room.split("::").zip(path).all(|(a, b)| a == b);
    ROOMS.iter().map(|(room, _)| *room).filter(begins).max_by_key(|room| room.len())
}

/// The imports of a file that the table does not allow. `path` is the file's below `src`.
fn forbidden_imports(path: &str, source: &str, children: &dyn Fn(&[String], &str) -> bool) -> Vec<String> {
    let module = module_of(path);
    let Some(room) = room_of(&module) else { return vec![format!("{path}: in no room: add it to ROOMS")] };
    let allowed = ROOMS.iter().find(|(name, _)| *name == room).expect("a room of the table").1;
    let code = without_tests(&without_prose(source));
    let mut found = BTreeSet::new();
    for (line, target) in references(&code, &module, children) {
        match room_of(&target) {
            Some(other) if other == room || allowed.contains(&other) => {}
            // A module that holds rooms and nothing else, on the way to one that is named elsewhere.
            Some(other) => _ = found.insert(format!("{path}:{line}: `{room}` may not import `{other}` ({})", target.join("::"))),
            None => _ = found.insert(format!("{path}:{line}: `{}` is in no room", target.join("::"))),
        }
    }
    found.into_iter().collect()
}
