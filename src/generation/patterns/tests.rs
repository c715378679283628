use super::Pattern;
use crate::compute::rng::Source;
use proptest::prelude::*;
use regex::Regex;

fn drawn(pattern: &str, seed: u64) -> Option<String> {
    Pattern::of(pattern).unwrap_or_else(|| panic!("`{pattern}` is a pattern")).draw(&mut Source::new(seed).stream([0]))
}

/// As another implementation has it; what both write in the same way.
fn matches_of_another(pattern: &str, text: &str) -> bool {
    Regex::new(&format!("^(?:{pattern})$")).unwrap_or_else(|e| panic!("{e}")).is_match(text)
}

#[test]
fn texts_that_are_drawn_match() {
    let patterns = [
        r"[A-Z]{2}\d{2}[A-Z0-9]{11,30}",
        r"^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$",
        r"([bcdelfmpSs-])(((r|-)(w|-)([xsStTL-]))((r|-)(w|-)([xsStTL-]))((r|-)(w|-)([xsStTL-])))\+?\s+(\d+)\s+(?:(\S+(?:\s\S+)*?)\s+)?",
        r"[^\x00-\x1f\x7f@]+@[\p{Alpha}\d]+(\.[a-z]{2,})+",
        r"[a-z&&[^aeiou]]+",
        r"(?:0x)?[0-9a-fA-F]+(?P<rest>[lL])?",
        r"\w+|\W{3}|\D\S",
        "[]a]{2}[^]b]",
        r"\Qa[b\E*c+[\]\-z]",
        r"\u0041[\u0042-\u0044]*\t?",
        r"(?i)x[ab]|(?i:y)[cd]",
        r".{3}[.*+?]",
    ];
    for pattern in patterns {
        // The other implementation writes these two differently.
        let other =
            pattern.replace(r"\Qa[b\E", r"a\[b").replace("[]a]", r"[\]a]").replace("[^]b]", r"[^\]b]").replace(r"\p{Alpha}", "a-zA-Z");
        for seed in 0..200 {
            let read = pattern.replace("?P<", "?<");
            let text = drawn(&read, seed).unwrap_or_else(|| panic!("a text of `{pattern}`"));
            assert!(matches_of_another(&other, &text), "`{pattern}`: {text:?}");
        }
    }
}

#[test]
fn what_only_java_writes_is_read() {
    for (pattern, expected) in [
        (r"(?<name>[ab])\k<name>\1", ["aaa", "bbb"]),
        (
            r"(?x) [ab] # a letter
            \ c",
            ["a c", "b c"],
        ),
        (r"(?=[ab])(?<!c)[ab]++$\Z", ["a", "b"]),
        (r"(?>[ab])*?\x{41}\0101?\cA{0}", ["A", "bA"]),
        (r"[\Qab\E]\b{g}", ["a", "b"]),
    ] {
        let texts: Vec<String> = (0..100).map(|seed| drawn(pattern, seed).expect("a text")).collect();
        for one in expected {
            assert!(texts.iter().any(|text| text == one), "`{pattern}`: no {one:?} in {texts:?}");
        }
    }
}

#[test]
fn sentences_and_formats_are_no_patterns() {
    for text in [
        "What?",
        "Hello, world (again).",
        "{0} of {1}",
        "a: %s [",
        "/*",
        "C:\\temp\\x",
        "[unclosed",
        "a{2",
        "(?<1a>[b])",
        "(?q)[a]",
        "[z-a]",
        "[a]{3,2}",
        "\\",
        "*.txt",
        "[a])",
        "([a]",
        "a|b",
        "1 + 2",
        "x*",
        r"\k<none>[a]",
        "[a-\\d]",
        "",
        "plain",
    ] {
        assert!(Pattern::of(text).is_none(), "{text}");
    }
}

#[test]
fn every_branch_and_every_part_of_a_set_is_drawn() {
    let texts: Vec<String> = (0..400).map(|seed| drawn("(a|b|[c_])[x0-9]?", seed).expect("a text")).collect();
    for start in ["a", "b", "c", "_"] {
        for end in ["", "x", "7"] {
            assert!(texts.iter().any(|text| *text == format!("{start}{end}")), "{start}{end}");
        }
    }
}

#[test]
fn there_is_an_end_to_texts_and_to_depth() {
    assert_eq!(drawn("(((a{1000}){1000}){1000}){1000}", 1), None);
    assert_eq!(drawn("((((){1000}){1000}){1000}){1000}", 1), None);
    assert_eq!(drawn("[a&&b]", 1), None);
    assert!(Pattern::of(&format!("{}[a]{}", "(".repeat(10_000), ")".repeat(10_000))).is_none());
    assert!(Pattern::of(&"[".repeat(10_000)).is_none());
}

/// Expressions that both implementations write in the same way.
fn expressions() -> impl Strategy<Value = String> {
    let atom = prop_oneof![
        "[a-f,;:]",
        Just(r"\d".to_owned()),
        Just(r"\S".to_owned()),
        Just(".".to_owned()),
        Just("[a-c_]".to_owned()),
        Just(r"[^x\s]".to_owned()),
        Just(r"\.".to_owned()),
        Just(r"[\w-]".to_owned()),
    ];
    atom.prop_recursive(4, 24, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 1..4).prop_map(|all| all.concat()),
            prop::collection::vec(inner.clone(), 2..4).prop_map(|all| format!("({})", all.join("|"))),
            (inner.clone(), prop::sample::select(vec!["*", "+", "?", "{2}", "{1,}", "{0,3}", "*?", "+?"]))
                .prop_map(|(e, q)| format!("(?:{e}){q}")),
        ]
    })
}

proptest! {
    #[test]
    fn texts_of_any_expression_match(expression in expressions(), seed in any::<u64>()) {
        let expression = format!("{expression}[ab]");
        if let Some(text) = drawn(&expression, seed) {
            prop_assert!(matches_of_another(&expression, &text), "`{}`: {:?}", expression, text);
        }
    }

    #[test]
    fn no_text_makes_the_reader_panic(text in r"[\[\]\\(){}?*+|^$&a-z0-9<>:=!#, -]{0,40}", seed in any::<u64>()) {
        if let Some(pattern) = Pattern::of(&text) {
            let drawn = pattern.draw(&mut Source::new(seed).stream([0]));
            prop_assert!(drawn.is_none_or(|text| text.chars().count() <= super::LONGEST));
        }
    }
}
