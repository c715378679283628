//! Rules about the pages that people read: links lead somewhere, lines end before column 140, and the first page stays short.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const LONGEST_LINE: usize = 140;
const LONGEST_README: usize = 150;

/// Written by programs, row by row.
const GENERATED: &str = "docs/results/";

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The Markdown files of the repository, by their path in it.
fn pages() -> Vec<PathBuf> {
    let mut pages: Vec<PathBuf> = fs::read_dir(root()).expect("the repository").map(|entry| entry.expect("an entry").path()).collect();
    pages.retain(|path| path.is_file());
    collect(&root().join("docs"), &mut pages);
    pages.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    assert!(pages.len() > 20, "only {} pages are found", pages.len());
    pages
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of pages") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            collect(&path, files);
        } else {
            files.push(path);
        }
    }
}

fn name(page: &Path) -> String {
    page.strip_prefix(root()).expect("a page of the repository").display().to_string()
}

/// The lines outside of code blocks, with their numbers.
fn prose(text: &str) -> Vec<(usize, &str)> {
    let mut code = false;
    let mut prose = Vec::new();
    for (i, line) in text.lines().enumerate() {
        if line.trim_start().starts_with("```") {
            code = !code;
        } else if !code {
            prose.push((i + 1, line));
        }
    }
    prose
}

/// What the links of a line point to: `[..](target)`.
fn links(line: &str) -> Vec<&str> {
    line.match_indices("](").filter_map(|(at, _)| line[at + 2..].split_once(')')).map(|(target, _)| target).collect()
}

/// The name that code hosts give to a heading.
fn anchor(heading: &str) -> String {
    let text = heading.trim_start_matches('#').trim().to_lowercase();
    text.chars().filter(|c| c.is_alphanumeric() || *c == ' ' || *c == '-' || *c == '_').map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// What is wrong with a link; none: it leads somewhere.
fn broken(page: &Path, target: &str) -> Option<String> {
    if target.starts_with("http://") || target.starts_with("https://") {
        return None;
    }
    let (file, fragment) = target.split_once('#').unwrap_or((target, ""));
    let path = if file.is_empty() { page.to_path_buf() } else { page.parent().expect("a folder").join(file) };
    if !path.exists() {
        return Some(format!("{}: there is no {target}", name(page)));
    }
    if fragment.is_empty() {
        return None;
    }
    let text = fs::read_to_string(&path).unwrap_or_default();
    let found = prose(&text).iter().any(|(_, line)| line.starts_with('#') && anchor(line) == fragment);
    (!found).then(|| format!("{}: no heading of {} is #{fragment}", name(page), name(&path)))
}

#[test]
fn links_lead_somewhere() {
    let mut wrong = Vec::new();
    let mut seen = 0;
    for page in pages() {
        let text = fs::read_to_string(&page).expect("a page");
        for (_, line) in prose(&text) {
            for target in links(line) {
                seen += 1;
                wrong.extend(broken(&page, target));
            }
        }
    }
    assert!(seen > 50, "only {seen} links are found");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_link_that_leads_nowhere_is_found() {
    let readme = root().join("README.md");
    assert_eq!(links("see [a](docs/a.md) and [b](docs/README.md#x)"), ["docs/a.md", "docs/README.md#x"]);
    assert!(broken(&readme, "docs/no-such-page.md").is_some());
    assert!(broken(&readme, "docs/README.md#no-such-heading").is_some());
    assert!(broken(&readme, "docs/README.md#documentation").is_none());
}

#[test]
fn lines_end_before_column_140() {
    let mut wrong = Vec::new();
    for page in pages() {
        let text = fs::read_to_string(&page).expect("a page");
        if !name(&page).starts_with(GENERATED) {
            let long = prose(&text).into_iter().filter(|(_, line)| !line.starts_with('|') && line.chars().count() > LONGEST_LINE);
            wrong.extend(long.map(|(number, _)| format!("{}:{number}", name(&page))));
        }
    }
    assert!(wrong.is_empty(), "prose beyond column {LONGEST_LINE}:\n{}", wrong.join("\n"));
}

/// Class files say the lines of these, and tests expect them; or they are tests of others, word by word.
const AS_THEY_ARE: [&str; 4] =
    ["java-bindings/subjects/", "java-bindings/e2e/src/test/subjects/", "java-bindings/evaluation/src/faults/", "target/"];

/// The Rust and Java files of the repository, by their path in it.
fn sources() -> Vec<PathBuf> {
    let mut files = Vec::new();
    for folder in ["src", "tests", "examples", "benches", "guard", "solver", "java-bindings", "gradle", "maven", "docs"] {
        collect(&root().join(folder), &mut files);
    }
    files.retain(|path| path.extension().is_some_and(|extension| extension == "rs" || extension == "java"));
    files.retain(|path| AS_THEY_ARE.iter().all(|folder| !name(path).starts_with(folder) && !name(path).contains("/target/")));
    assert!(files.len() > 500, "only {} sources are found", files.len());
    files
}

#[test]
fn lines_of_code_end_before_column_140() {
    let mut wrong = Vec::new();
    for file in sources() {
        let text = fs::read_to_string(&file).expect("a source");
        // Texts that tests of Rust read or expect stand as they are; rustfmt keeps them, too.
        let texts = file.extension().is_some_and(|e| e == "rs") && name(&file).contains("tests");
        let long = text.lines().enumerate().filter(|(_, line)| line.chars().count() > LONGEST_LINE);
        let long = long.filter(|(_, line)| !(texts && (line.contains('"') || line.ends_with('\\'))));
        wrong.extend(long.map(|(i, _)| format!("{}:{}", name(&file), i + 1)));
    }
    assert!(wrong.is_empty(), "code beyond column {LONGEST_LINE}:\n{}", wrong.join("\n"));
}

#[test]
fn the_first_page_is_short() {
    let lines = fs::read_to_string(root().join("README.md")).expect("README.md").lines().count();
    assert!(lines <= LONGEST_README, "README.md has {lines} lines, and should have at most {LONGEST_README}");
}

/// What is linked into the engine, the guard and the solver's process comes with its licence: see NOTICE.
#[test]
fn every_crate_that_is_shipped_is_listed_with_its_licence() {
    let output = Command::new(env!("CARGO"))
        .args([
            "tree",
            "--offline",
            "-e",
            "normal",
            "-p",
            "oraculum",
            "-p",
            "oraculum-guard",
            "-p",
            "oraculum-solver",
            "--prefix",
            "none",
            "-f",
            "{p}|{r}",
        ])
        .current_dir(root())
        .output()
        .expect("cargo");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let tree = String::from_utf8(output.stdout).expect("UTF-8");
    let shipped: BTreeSet<&str> = tree
        .lines()
        .filter(|line| !line.contains(&format!("({}", root().display())))
        .filter_map(|line| line.split(' ').next())
        .filter(|name| !name.is_empty())
        .collect();
    assert!(shipped.len() > 30, "only {} crates are found", shipped.len());
    let text = fs::read_to_string(root().join("java-bindings/parts/src/main/native/THIRD-PARTY.txt")).expect("the list");
    let listed: BTreeSet<&str> =
        text.lines().take_while(|line| !line.starts_with("----")).filter_map(|line| line.split_once(": ")).map(|(name, _)| name).collect();
    let missing: Vec<&&str> = shipped.difference(&listed).collect();
    assert!(missing.is_empty(), "add to THIRD-PARTY.txt, with licence and copyright: {missing:?}");
}
