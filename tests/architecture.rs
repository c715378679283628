//! The layers of ARCHITECTURE.md, as rules about the source text: comments, strings and tests aside, a room may import certain other
//! rooms only, and some words may stand in some rooms only.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// What each room of `src` may import, itself aside. A room is a module with all that is inside it, but for rooms of their own; every
/// file belongs to one. Each room imports from rooms further up in this list only.
const ROOMS: &[(&str, &[&str])] = &[
    ("error", &[]),
    ("input", &["error"]),
    ("jvmti", &[]),
    ("compute", &["error"]),
    ("evidence", &["error", "input"]),
    ("assertion", &["compute", "error", "evidence"]),
    ("program", &["error"]),
    ("selection", &["error", "program"]),
    ("invariants", &["assertion", "compute", "error", "evidence"]),
    ("daikon", &["error", "evidence", "input", "invariants"]),
    ("ranking", &["assertion", "compute", "daikon", "error", "evidence", "invariants"]),
    ("improve::synthesis::settings", &["error"]),
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
    ("improve::evolution", &["assertion", "compute", "error", "evidence", "improve::synthesis::naturalness"]),
    ("improve::hybrid", &["assertion", "compute", "evidence", "improve::evolution", "improve::synthesis", "improve::synthesis::atoms"]),
    // Only declares the three.
    ("improve", &[]),
    (
        "engine",
        &[
            "assertion",
            "compute",
            "daikon",
            "error",
            "evidence",
            "improve::evolution",
            "improve::hybrid",
            "improve::synthesis",
            "input",
            "invariants",
            "program",
            "ranking",
            "selection",
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

/// A file's path below a folder.
fn below(folder: &Path, file: &Path) -> String {
    file.strip_prefix(folder).unwrap().to_str().unwrap().replace('\\', "/")
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

/// The lines of code without comments, the contents of strings, and items of tests, with their numbers from 1.
fn code_lines(source: &str) -> Vec<(usize, String)> {
    let code = without_tests(&without_prose(source));
    code.lines().enumerate().map(|(i, line)| (i + 1, line.to_owned())).collect()
}

/// The source with comments and the contents of strings and characters blank; line ends stay.
fn without_prose(source: &str) -> String {
    let characters: Vec<char> = source.chars().collect();
    let at = |i: usize| characters.get(i).copied().unwrap_or('\0');
    let starts = |i: usize, text: &str| text.chars().enumerate().all(|(n, c)| at(i + n) == c);
    let mut code = String::with_capacity(source.len());
    let blank = |code: &mut String, from: usize, to: usize| {
        characters[from..to.min(characters.len())].iter().for_each(|&c| code.push(if c == '\n' { '\n' } else { ' ' }));
    };
    let mut i = 0;
    while i < characters.len() {
        let end = if starts(i, "//") {
            (i..characters.len()).find(|&k| at(k) == '\n').unwrap_or(characters.len())
        } else if starts(i, "/*") {
            let mut depth = 0;
            let mut k = i;
            loop {
                if starts(k, "/*") {
                    (depth, k) = (depth + 1, k + 2);
                } else if starts(k, "*/") {
                    (depth, k) = (depth - 1, k + 2);
                } else {
                    k += 1;
                }
                if depth == 0 || k >= characters.len() {
                    break k;
                }
            }
        } else if at(i) == 'r'
            && (at(i + 1) == '"' || starts(i + 1, "#\"") || starts(i + 1, "##\""))
            && !at(i.wrapping_sub(1)).is_alphanumeric()
        {
            let hashes = (i + 1..).take_while(|&k| at(k) == '#').count();
            let close: String = std::iter::once('"').chain(std::iter::repeat_n('#', hashes)).collect();
            (i + 2 + hashes..characters.len()).find(|&k| starts(k, &close)).map_or(characters.len(), |k| k + 1 + hashes)
        } else if at(i) == '"' {
            let mut k = i + 1;
            while k < characters.len() && at(k) != '"' {
                k += if at(k) == '\\' { 2 } else { 1 };
            }
            k + 1
        } else if at(i) == '\'' && at(i + 1) == '\\' {
            (i + 3..characters.len()).find(|&k| at(k) == '\'').map_or(characters.len(), |k| k + 1)
        } else if at(i) == '\'' && at(i + 2) == '\'' {
            i + 3
        } else {
            code.push(at(i));
            i += 1;
            continue;
        };
        blank(&mut code, i, end);
        i = end;
    }
    code
}

/// Code with the items blank that only tests have, whatever comes after them.
fn without_tests(code: &str) -> String {
    const MARK: &str = "#[cfg(test)]";
    let mut rest = code;
    let mut kept = String::with_capacity(code.len());
    while let Some(at) = rest.find(MARK) {
        kept.push_str(&rest[..at]);
        let mut depth = 0i32;
        let mut end = rest.len();
        for (i, c) in rest[at..].char_indices() {
            match c {
                '{' | '(' | '[' => depth += 1,
                '}' | ')' | ']' => depth -= 1,
                _ => {}
            }
            // A field or variant ends with its comma, or where what it is in does.
            let over = depth < 0 || depth == 0 && matches!(c, ';' | '}' | ',');
            if over {
                end = at + i + if depth < 0 { 0 } else { 1 };
                break;
            }
        }
        rest[at..end].chars().for_each(|c| kept.push(if c == '\n' { '\n' } else { ' ' }));
        rest = &rest[end..];
    }
    kept + rest
}

/// The modules that code refers to by path, in full (`a::b::C`), with the lines of the references. `module` is the code's own.
fn references(code: &str, module: &[String], children: &dyn Fn(&[String], &str) -> bool) -> Vec<(usize, Vec<String>)> {
    let tokens = tokens(code);
    let mut found = Vec::new();
    let mut i = 0;
    while i < tokens.len() {
        let text = |i: usize| tokens.get(i).map_or("", |t| t.1.as_str());
        if text(i) == "use" {
            let mut paths = Vec::new();
            i = use_tree(&tokens, i + 1, &[], &mut paths);
            found.extend(paths);
        } else if text(i + 1) == "::" && !matches!(text(i.wrapping_sub(1)), "::" | "in") && is_word(text(i)) {
            let mut path = vec![text(i).to_owned()];
            let line = tokens[i].0;
            while text(i + 1) == "::" && is_word(text(i + 2)) {
                path.push(text(i + 2).to_owned());
                i += 2;
            }
            found.push((line, path));
            i += 1;
        } else {
            i += 1;
        }
    }
    let absolute = |(line, path): (usize, Vec<String>)| {
        let mut base = module.to_vec();
        let mut rest = &path[..];
        match path[0].as_str() {
            "crate" => (base, rest) = (Vec::new(), &path[1..]),
            "self" | "super" => {
                while let Some(first) = rest.first().filter(|f| *f == "self" || *f == "super") {
                    if first == "super" {
                        base.pop();
                    }
                    rest = &rest[1..];
                }
            }
            child if !children(module, child) => return None,
            _ => {}
        }
        base.extend_from_slice(rest);
        Some((line, base))
    };
    found.into_iter().filter_map(absolute).collect()
}

/// Collects the paths of a `use` from a token on; the token after it.
fn use_tree(tokens: &[(usize, String)], mut i: usize, prefix: &[String], paths: &mut Vec<(usize, Vec<String>)>) -> usize {
    let mut path = prefix.to_vec();
    let line = tokens.get(i).map_or(0, |t| t.0);
    while let Some((_, text)) = tokens.get(i) {
        match text.as_str() {
            "::" => i += 1,
            "{" => {
                i += 1;
                while tokens.get(i).is_some_and(|t| t.1 != "}") {
                    let next = use_tree(tokens, i, &path, paths);
                    i = if next == i || tokens.get(next).is_some_and(|t| t.1 == ",") { next + 1 } else { next };
                }
                return i + 1;
            }
            "as" => i += 2,
            word if is_word(word) => {
                path.push(word.to_owned());
                i += 1;
            }
            "*" => i += 1,
            _ => break,
        }
    }
    if !path.is_empty() {
        paths.push((line, path));
    }
    i
}

fn is_word(text: &str) -> bool {
    text.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// Words, `::` and other characters, with their lines.
fn tokens(code: &str) -> Vec<(usize, String)> {
    let mut found: Vec<(usize, String)> = Vec::new();
    for (number, line) in code.lines().enumerate() {
        let mut rest = line.trim_start();
        while let Some(first) = rest.chars().next() {
            let word = |c: char| c.is_alphanumeric() || c == '_';
            let length = if word(first) {
                rest.find(|c| !word(c)).unwrap_or(rest.len())
            } else if rest.starts_with("::") {
                2
            } else {
                first.len_utf8()
            };
            found.push((number + 1, rest[..length].to_owned()));
            rest = rest[length..].trim_start();
        }
    }
    found
}

/// The module that a file is, from its path below `src`.
fn module_of(path: &str) -> Vec<String> {
    let path = path.strip_suffix(".rs").expect("a Rust file");
    let mut module: Vec<String> = path.split('/').map(str::to_owned).collect();
    if module.last().is_some_and(|l| l == "mod") || module == ["lib"] {
        module.pop();
    }
    module
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
