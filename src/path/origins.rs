//! Origins in the text of a clause, and the text without its numerals.

use rustc_hash::FxHashSet;

/// Words that stand in clauses and name no input: of Java also the primitive types, as casts have them.
const WORDS: [&str; 17] = [
    "null",
    "true",
    "false",
    "NaN",
    "Infinity",
    "instanceof",
    "new",
    "and",
    "not",
    "boolean",
    "byte",
    "short",
    "char",
    "int",
    "long",
    "float",
    "double",
];

/// How deep brackets of origins may be inside each other. What is deeper is no part of an origin: texts are data, and a text of 64 KiB that
/// opens brackets only would be gone through once for each.
const MOST_DEPTH: usize = 64;

fn is_name_start(c: char) -> bool {
    c.is_alphabetic() || c == '_' || c == '$'
}

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$'
}

/// The origins that a text speaks of, in its order, also those inside brackets and parentheses of others: of `this.a[this.i]` both
/// `this.a[this.i]` and `this.i`. What stands in quotes is none.
pub fn of(text: &str) -> Vec<String> {
    let (mut found, mut seen) = (Vec::new(), FxHashSet::default());
    // Places inside of origins that were found: to be looked through, too.
    let mut inside = vec![text];
    while let Some(text) = inside.pop() {
        let mut at = 0;
        while let Some(c) = text[at..].chars().next() {
            if c == '"' || c == '\'' {
                at = after_quotes(text, at);
            } else if c.is_ascii_digit() {
                at = after_numeral(text, at);
            } else if is_name_start(c) {
                let end = after_origin(text, at, &mut inside);
                let origin = &text[at..end];
                if !WORDS.contains(&origin) && seen.insert(origin) {
                    found.push(origin.to_owned());
                }
                at = end;
            } else {
                at += c.len_utf8();
            }
        }
    }
    found
}

/// Whether a text is one origin and nothing else.
pub fn is_origin(text: &str) -> bool {
    text.starts_with(is_name_start) && !WORDS.contains(&text) && after_origin(text, 0, &mut Vec::new()) == text.len()
}

/// What holds an origin: the object of a field or call, the array of an element or of a length; none, if it is an input itself.
pub fn container(origin: &str) -> Option<&str> {
    let end = match origin.chars().next_back()? {
        ']' => opening(origin, '[', ']')?,
        ')' => {
            let call = &origin[..opening(origin, '(', ')')?];
            return container(call);
        }
        _ => last_dot(origin)?,
    };
    Some(&origin[..end])
}

/// Whether an origin is the element or the length of an array.
pub fn is_of_array(origin: &str) -> bool {
    origin.ends_with(']') || origin.ends_with(".length")
}

/// The text without its numerals: `this.a[0] > -5` becomes `this.a[] > `. Digits of names stay, and so does what stands in quotes.
pub fn without_numerals(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let end = if c == '"' || c == '\'' {
            after_quotes(text, at)
        } else if is_name_start(c) {
            at + text[at..].find(|c| !is_name(c)).unwrap_or(text.len() - at)
        } else if c.is_ascii_digit() {
            at = after_numeral(text, at);
            continue;
        } else if c == '-' && is_sign(&out, &text[at + 1..]) {
            at += 1;
            continue;
        } else {
            at + c.len_utf8()
        };
        out.push_str(&text[at..end]);
        at = end;
    }
    out
}

/// Whether a minus belongs to the numeral behind it: no term is before it.
fn is_sign(before: &str, after: &str) -> bool {
    after.starts_with(|c: char| c.is_ascii_digit())
        && before.trim_end().chars().next_back().is_none_or(|c| !is_name(c) && !matches!(c, ')' | ']' | '}' | '"' | '\''))
}

/// The end of the quotes that open there.
fn after_quotes(text: &str, at: usize) -> usize {
    let quote = text[at..].chars().next();
    let mut escaped = false;
    for (i, c) in text[at..].char_indices().skip(1) {
        if Some(c) == quote && !escaped {
            return at + i + 1;
        }
        escaped = c == '\\' && !escaped;
    }
    text.len()
}

/// The end of the numeral that begins there: `12`, `0x1F`, `1.5e-3`, `10L`.
fn after_numeral(text: &str, at: usize) -> usize {
    let bytes = text.as_bytes();
    let hexadecimal = bytes[at] == b'0' && matches!(bytes.get(at + 1), Some(b'x' | b'X'));
    let mut end = at;
    while let Some(&byte) = bytes.get(end) {
        let sign = matches!(byte, b'+' | b'-') && !hexadecimal && end > at && matches!(bytes[end - 1], b'e' | b'E');
        let sign = sign && bytes.get(end + 1).is_some_and(u8::is_ascii_digit);
        if !(byte.is_ascii_alphanumeric() || byte == b'.' || byte == b'_' || sign) {
            break;
        }
        end += 1;
    }
    end
}

/// The end of the origin that begins there; what its brackets and parentheses hold is added to `inside`.
fn after_origin<'a>(text: &'a str, at: usize, inside: &mut Vec<&'a str>) -> usize {
    let name = |at: usize| at + text[at..].find(|c| !is_name(c)).unwrap_or(text.len() - at);
    let mut end = name(at);
    loop {
        let mut rest = text[end..].chars();
        match rest.next() {
            Some('.') if rest.next().is_some_and(is_name_start) => end = name(end + 1),
            Some(open @ ('[' | '(')) => match closing(text, end, open) {
                Some(close) => {
                    inside.push(&text[end + 1..close]);
                    end = close + 1;
                }
                None => return end,
            },
            _ => return end,
        }
    }
}

/// Where the bracket that opens there is closed.
fn closing(text: &str, at: usize, open: char) -> Option<usize> {
    let close = if open == '[' { ']' } else { ')' };
    let mut depth = 0usize;
    let mut i = at;
    while let Some(c) = text[i..].chars().next() {
        if c == '"' || c == '\'' {
            i = after_quotes(text, i);
            continue;
        }
        depth += usize::from(c == open);
        depth -= usize::from(c == close);
        if depth == 0 || depth > MOST_DEPTH {
            return (depth == 0).then_some(i);
        }
        i += c.len_utf8();
    }
    None
}

/// Where the bracket that ends a text opens.
fn opening(text: &str, open: char, close: char) -> Option<usize> {
    let mut depth = 0usize;
    for (at, c) in text.char_indices().rev() {
        depth += usize::from(c == close);
        if c == open {
            depth = depth.checked_sub(1)?;
            if depth == 0 {
                return Some(at);
            }
        }
    }
    None
}

/// The last dot that is not inside brackets.
fn last_dot(origin: &str) -> Option<usize> {
    let mut depth = 0usize;
    for (at, c) in origin.char_indices().rev() {
        match c {
            ']' | ')' => depth += 1,
            '[' | '(' => depth = depth.saturating_sub(1),
            '.' if depth == 0 => return Some(at),
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn origins_are_found_with_those_inside_of_them() {
        let check = |text: &str, expected: &[&str]| {
            let (mut found, mut expected): (Vec<_>, Vec<_>) = (of(text), expected.iter().map(|o| (*o).to_owned()).collect());
            found.sort();
            expected.sort();
            assert_eq!(found, expected, "{text}");
        };
        check("this.a[0] > 10", &["this.a[0]"]);
        check("this.a[this.i] <= this.a.length - 1e-3", &["this.a[this.i]", "this.i", "this.a.length"]);
        check("s.charAt(n + 1) == 'x'", &["s.charAt(n + 1)", "n"]);
        check("m.get(\"a.b\").size() > 0x1F", &["m.get(\"a.b\").size()"]);
        check("{V3} == 3 && V12.f", &["V3", "V12.f"]);
        check("a[b[c[0]]] != null", &["a[b[c[0]]]", "b[c[0]]", "c[0]"]);
        check("(> this.a 0)", &["this.a"]);
        check("ärger.größe < 3", &["ärger.größe"]);
        check("a[3", &["a"]);
        check("true == false", &[]);
        check("(byte) x == (int) (y / 2.5)", &["x", "y"]);
        assert_eq!(of(&"x[".repeat(30_000)), ["x"]);
        assert_eq!(of(&("y(".repeat(30_000) + &")".repeat(30_000))).len(), 65, "as deep as brackets count");
    }

    #[test]
    fn only_numerals_are_left_out() {
        let check = |text: &str, expected: &str| assert_eq!(without_numerals(text), expected, "{text}");
        check("this.a[0] > 10", "this.a[] > ");
        check("a1.x2[12] >= -5", "a1.x2[] >= ");
        check("x - 5 > y1-6", "x -  > y1-");
        check("x > 1.5e-3 + 0x1Fe - 2L", "x >  +  - ");
        check("s.equals(\"10\") && c == '1'", "s.equals(\"10\") && c == '1'");
        check("f(-1) == -2", "f() == ");
    }

    #[test]
    fn containers_are_one_step_up() {
        let check = |origin: &str, expected: Option<&str>| assert_eq!(container(origin), expected, "{origin}");
        check("this.a[0]", Some("this.a"));
        check("this.a.length", Some("this.a"));
        check("this.a", Some("this"));
        check("this", None);
        check("m.get(a.b)", Some("m"));
        check("f(x)", None);
        check("a[b[0]]", Some("a"));
        assert!(is_of_array("a[0]") && is_of_array("a.length") && !is_of_array("a.size"));
    }

    #[test]
    fn an_origin_alone_is_told_from_a_term() {
        for origin in ["x", "this.a[0]", "m.get(a, b).c"] {
            assert!(is_origin(origin), "{origin}");
        }
        for term in ["x + 1", "3", "", "null", "a b", "x.", "a[3"] {
            assert!(!is_origin(term), "{term}");
        }
    }
}
