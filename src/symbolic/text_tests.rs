//! What methods of texts give, as values and as terms, against what their documentation says.

use super::class_file::Classes;
use super::instruction::{CallKind, Instruction as I, Kind};
use super::path::Path;
use super::scalar::Scalar;
use super::term::{Origin, Term};
use super::tests::{Argument, call, class, holds, method, returned, run, text_call, units};

/// Code that makes a number of the text in local 0, and what that is.
struct Subject {
    what: &'static str,
    code: fn(&mut Classes) -> Vec<I>,
    expected: fn(&str) -> i32,
}

fn hash(text: &str) -> i32 {
    text.bytes().fold(0i32, |hash, unit| hash.wrapping_mul(31).wrapping_add(i32::from(unit)))
}

fn int(value: i32) -> I {
    I::Push(Scalar::Int(value))
}

/// `text.NAME(..).hashCode()`, with what is pushed before.
fn hashed(classes: &mut Classes, name: &str, descriptor: &str, pushed: Vec<I>) -> Vec<I> {
    let (call, hash) = (text_call(classes, name, descriptor), text_call(classes, "hashCode", "()I"));
    [vec![I::Load(0)], pushed, vec![call, hash, I::Return]].concat()
}

fn number(classes: &mut Classes, name: &str, descriptor: &str, pushed: Vec<I>) -> Vec<I> {
    let call = text_call(classes, name, descriptor);
    [vec![I::Load(0)], pushed, vec![call, I::Return]].concat()
}

const GIVES_TEXT: &str = "()Ljava/lang/String;";
const OF_TEXTS: &str = "(Ljava/lang/CharSequence;Ljava/lang/CharSequence;)Ljava/lang/String;";

fn is_blank(unit: char) -> bool {
    matches!(unit, '\t'..='\r' | '\u{1c}'..=' ')
}

/// The difference of the first units that differ, or of the lengths.
fn compared(a: &str, b: &str) -> i32 {
    let differ = a.bytes().zip(b.bytes()).find(|(a, b)| a != b);
    differ.map_or(a.len() as i32 - b.len() as i32, |(a, b)| i32::from(a) - i32::from(b))
}

/// As `split` of the JDK: what is empty at the end is left out, unless nothing was split.
fn pieces(text: &str, by: char) -> Vec<&str> {
    let mut pieces: Vec<&str> = text.split(by).collect();
    while pieces.len() > 1 && pieces.last() == Some(&"") {
        pieces.pop();
    }
    if pieces == [""] && !text.is_empty() { Vec::new() } else { pieces }
}

const SUBJECTS: [Subject; 19] = [
    Subject { what: "trim", code: |c| hashed(c, "trim", GIVES_TEXT, vec![]), expected: |t| hash(t.trim_matches(|unit| unit <= ' ')) },
    Subject { what: "strip", code: |c| hashed(c, "strip", GIVES_TEXT, vec![]), expected: |t| hash(t.trim_matches(is_blank)) },
    Subject {
        what: "stripLeading",
        code: |c| hashed(c, "stripLeading", GIVES_TEXT, vec![]),
        expected: |t| hash(t.trim_start_matches(is_blank)),
    },
    Subject {
        what: "stripTrailing",
        code: |c| hashed(c, "stripTrailing", GIVES_TEXT, vec![]),
        expected: |t| hash(t.trim_end_matches(is_blank)),
    },
    Subject { what: "isBlank", code: |c| number(c, "isBlank", "()Z", vec![]), expected: |t| i32::from(t.chars().all(is_blank)) },
    Subject { what: "toLowerCase", code: |c| hashed(c, "toLowerCase", GIVES_TEXT, vec![]), expected: |t| hash(&t.to_ascii_lowercase()) },
    Subject { what: "toUpperCase", code: |c| hashed(c, "toUpperCase", GIVES_TEXT, vec![]), expected: |t| hash(&t.to_ascii_uppercase()) },
    Subject {
        what: "compareTo",
        code: |c| number(c, "compareTo", "(Ljava/lang/String;)I", vec![units("b A")]),
        expected: |t| compared(t, "b A"),
    },
    Subject {
        what: "compareToIgnoreCase",
        code: |c| number(c, "compareToIgnoreCase", "(Ljava/lang/String;)I", vec![units("b A")]),
        expected: |t| compared(&t.to_ascii_lowercase(), "b a"),
    },
    Subject {
        what: "equalsIgnoreCase",
        code: |c| number(c, "equalsIgnoreCase", "(Ljava/lang/String;)Z", vec![units("Ba")]),
        expected: |t| i32::from(t.eq_ignore_ascii_case("ba")),
    },
    Subject {
        what: "replace of characters",
        code: |c| hashed(c, "replace", "(CC)Ljava/lang/String;", vec![int(97), int(66)]),
        expected: |t| hash(&t.replace('a', "B")),
    },
    Subject {
        what: "replace of texts",
        code: |c| hashed(c, "replace", OF_TEXTS, vec![units("aa"), units("b")]),
        expected: |t| hash(&t.replace("aa", "b")),
    },
    Subject { what: "repeat", code: |c| hashed(c, "repeat", "(I)Ljava/lang/String;", vec![int(3)]), expected: |t| hash(&t.repeat(3)) },
    Subject {
        what: "startsWith from a place",
        code: |c| number(c, "startsWith", "(Ljava/lang/String;I)Z", vec![units("a"), int(1)]),
        expected: |t| i32::from(t.get(1..).is_some_and(|rest| rest.starts_with('a'))),
    },
    Subject {
        what: "regionMatches",
        code: |c| number(c, "regionMatches", "(ILjava/lang/String;II)Z", vec![int(1), units("xaB"), int(1), int(2)]),
        expected: |t| i32::from(t.get(1..3) == Some("aB")),
    },
    Subject {
        what: "regionMatches ignoring case",
        code: |c| number(c, "regionMatches", "(ZILjava/lang/String;II)Z", vec![int(1), int(0), units("Ab"), int(0), int(2)]),
        expected: |t| i32::from(t.get(0..2).is_some_and(|begin| begin.eq_ignore_ascii_case("ab"))),
    },
    Subject {
        what: "pieces of split",
        code: |c| {
            let split = text_call(c, "split", "(Ljava/lang/String;)[Ljava/lang/String;");
            vec![I::Load(0), units("a"), split, I::ArrayLength, I::Return]
        },
        expected: |t| pieces(t, 'a').len() as i32,
    },
    Subject {
        what: "the last of two pieces of split",
        code: |c| {
            let split = text_call(c, "split", "(Ljava/lang/String;I)[Ljava/lang/String;");
            let hash = text_call(c, "hashCode", "()I");
            let last = vec![I::ArrayLength, int(1), I::Binary(super::scalar::Binary::Sub), I::ArrayLoad(Kind::Reference), hash, I::Return];
            [vec![I::Load(0), units("\\ "), int(2), split, I::Store(1), I::Load(1), I::Load(1)], last].concat()
        },
        expected: |t| hash(t.split_once(' ').map_or(t, |(_, rest)| rest)),
    },
    Subject {
        what: "what is read as true",
        code: |c| vec![I::Load(0), call(c, CallKind::Static, "java/lang/Boolean", "parseBoolean", "(Ljava/lang/String;)Z"), I::Return],
        expected: |t| i32::from(t.eq_ignore_ascii_case("true")),
    },
];

/// Every text of at most three of some letters, and some longer ones.
fn texts() -> Vec<&'static str> {
    const LETTERS: [char; 4] = ['a', 'B', ' ', '\t'];
    let mut all = vec![String::new()];
    for length in 1..=3usize {
        for number in 0..LETTERS.len().pow(length as u32) {
            all.push((0..length).map(|at| LETTERS[number / LETTERS.len().pow(at as u32) % LETTERS.len()]).collect());
        }
    }
    all.extend([" \u{1c}aaaab\u{0} ", "b A", "TrUe", "ttue", "aaaa", "xaB"].map(str::to_owned));
    all.into_iter().map(|text| &*Box::leak(text.into_boxed_str())).collect()
}

/// What the inputs of a path are of another text.
fn inputs(path: &Path, text: &str) -> Vec<Scalar> {
    let of = |origin: &Origin| match origin {
        Origin::Length { .. } => text.len() as i32,
        Origin::Unit { index, .. } => text.as_bytes().get(*index as usize).map_or(0, |&unit| i32::from(unit)),
        other => panic!("{other:?}"),
    };
    path.terms.inputs.iter().map(|input| Scalar::Int(of(&input.of))).collect()
}

fn value_of(path: &Path, term: Term, inputs: &[Scalar]) -> Scalar {
    let mut values = Vec::new();
    path.terms.evaluate(inputs, &mut values);
    values[term.0 as usize]
}

#[test]
fn methods_of_texts_give_what_their_documentation_says_of_all_texts_on_their_path() {
    let texts = texts();
    let mut terms = Vec::new();
    for subject in &SUBJECTS {
        let mut others = 0;
        for executed in &texts {
            let mut classes = Classes::default();
            let code = (subject.code)(&mut classes);
            let m = method(&mut classes, "m", "(Ljava/lang/String;)I", code, vec![]);
            class(&mut classes, vec![m]);
            let (path, outcome) = run(&mut classes, "(Ljava/lang/String;)I", &[Argument::Text(executed)]);
            assert_eq!(path.stop, None, "{} of {executed:?}: {:?}", subject.what, path.concretised);
            let (value, term) = returned(&outcome);
            assert_eq!(value, Scalar::Int((subject.expected)(executed)), "{} of {executed:?}", subject.what);
            for other in &texts {
                let inputs = inputs(&path, other);
                if !holds(&path, path.clauses.len(), &inputs) {
                    continue;
                }
                others += usize::from(other != executed);
                if term.is_some() && terms.last() != Some(&subject.what) {
                    terms.push(subject.what);
                }
                let value = term.map_or(value, |term| value_of(&path, term, &inputs));
                assert_eq!(value, Scalar::Int((subject.expected)(other)), "{} of {executed:?}, and of {other:?}", subject.what);
            }
        }
        assert!(others > texts.len(), "{}: {others} other texts", subject.what);
    }
    // How many pieces there are, the path says.
    assert_eq!(terms.len() + 1, SUBJECTS.len(), "{terms:?}");
}
