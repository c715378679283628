//! Rust files as text: their code without prose and tests, the modules that it names, and where they are.

use std::fs;
use std::path::{Path, PathBuf};

/// A file's path below a folder.
pub fn below(folder: &Path, file: &Path) -> String {
    file.strip_prefix(folder).unwrap().to_str().unwrap().replace('\\', "/")
}

pub fn has_word(line: &str, word: &str) -> bool {
    line.match_indices(word).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        let after = line[at + word.len()..].chars().next();
        let identifier = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
        // `'static` is a lifetime.
        !identifier(before) && before != Some('\'') && (!word.ends_with(|c: char| c.is_alphanumeric()) || !identifier(after))
    })
}

/// The lines of code without comments, the contents of strings, and items of tests, with their numbers from 1.
pub fn code_lines(source: &str) -> Vec<(usize, String)> {
    let code = without_tests(&without_prose(source));
    code.lines().enumerate().map(|(i, line)| (i + 1, line.to_owned())).collect()
}

/// The source with comments and the contents of strings and characters blank; line ends stay.
pub fn without_prose(source: &str) -> String {
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
pub fn without_tests(code: &str) -> String {
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
pub fn references(code: &str, module: &[String], children: &dyn Fn(&[String], &str) -> bool) -> Vec<(usize, Vec<String>)> {
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
pub fn module_of(path: &str) -> Vec<String> {
    let path = path.strip_suffix(".rs").expect("a Rust file");
    let mut module: Vec<String> = path.split('/').map(str::to_owned).collect();
    if module.last().is_some_and(|l| l == "mod") || module == ["lib"] {
        module.pop();
    }
    module
}

/// The source files without those of tests.
pub fn sources(directory: &Path) -> Vec<PathBuf> {
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
