use super::*;
use proptest::prelude::*;
use proptest::sample::select;

fn is_path(text: &str) -> bool {
    check_path(text).is_ok()
}

#[test]
fn what_the_product_writes_is_accepted() {
    for text in [
        "x",
        "this",
        "this.top",
        "list.size()",
        "this.items.size()",
        "a.length",
        "n.intValue()",
        "m.keySet()",
        "old_this_top",
        "größe",
        "$1",
        "record",
        "var.yield",
        "x.finalValue",
        "a$b",
    ] {
        check_path(text).unwrap_or_else(|e| panic!("{e}"));
    }
    for text in [
        "x",
        "this.top",
        "this.isEmpty()",
        "x == null ? 0 : x.size()",
        "x == null ? false : x.isEmpty()",
        "a == null ? null : a.clone()",
        "l == null ? null : new java.util.ArrayList<>(l)",
        "m == null ? null : new java.util.LinkedHashSet<>(m.keySet())",
        "a == null || a.next == null ? 0 : a.next.value",
        "this.m == null ? null : new java.util.ArrayList<>(this.m.values())",
    ] {
        check_entry(text).unwrap_or_else(|e| panic!("{e}"));
    }
    for text in [
        "int",
        "int[][]",
        "java.lang.String",
        "pkg.Outer.Inner",
        "pkg.Outer$Inner[]",
        "java.util.Set<java.lang.Integer>",
        "java.util.List<?>",
        "A<B<? extends C>, D[]>.E<int[]>",
    ] {
        check_type(text).unwrap_or_else(|e| panic!("{e}"));
    }
}

#[test]
fn code_is_refused() {
    for text in [
        "",
        " ",
        "x ",
        " x",
        "x y",
        "1",
        "1 || new java.io.File(\"f\").mkdir()",
        "x + 1",
        "x()",
        "this()",
        "super.x",
        "x.super",
        "x.class",
        "x.new",
        "f(x)",
        "x.f(y)",
        "x.f( )",
        "x[0]",
        "x;",
        "x; y",
        "x/**/",
        "x//",
        "x\n",
        "\u{feff}x",
        "x\u{0}",
        "x\u{200b}",
        "x\u{202e}",
        "\\u0078",
        "x\\u003b",
        "\"x\"",
        "\"\"\"\nx\"\"\"",
        "'x'",
        "(x)",
        "(int) x",
        "x->x",
        "x::y",
        "@x",
        "x.<T>f()",
        "x..y",
        ".x",
        "x.",
        "x.y()()",
        "x=1",
        "x++",
        "new X()",
        "true",
        "null",
        "class",
        "_",
        "java.lang.Runtime.getRuntime()",
        "java",
        "Math.abs()",
        "x\u{2028}y",
        "²",
        "x²",
        "a·b",
    ] {
        assert!(!is_path(text), "{text}");
        assert!(check_entry(text).is_err(), "{text}");
    }
    for text in [
        "x == null ? 0 : 1 + x",
        "x == null ? 0 : x.f(1)",
        "x==null?0:x.size()",
        "x == null ? 1 : x.size()",
        "x != null ? 0 : x.y",
        "x == null ? x : x.y",
        "x == null",
        "x == null ? 0 : x == null ? 0 : x",
        "x == null || x.y ? 0 : x",
        "new java.util.ArrayList<>(x)",
        "x == null ? null : new java.io.File(x)",
        "x == null ? null : new java.util.ArrayList<>(x).size()",
        "x == null ? null : new java.util.ArrayList<>(x) {{ f(); }}",
        "x == null ? null : new java.util.ArrayList<>(new java.util.ArrayList<>(x))",
        "x == null ? null : x.clone(), y = 1",
    ] {
        assert!(check_entry(text).is_err(), "{text}");
    }
    for text in [
        "",
        "int x",
        "int[",
        "int []",
        "int[1]",
        "?",
        "A<>",
        "A<B",
        "A<B>>",
        "A<B>C",
        "int.x",
        "int<A>",
        "A x = f(); A",
        "A\n",
        "A&B",
        "A...",
        "@X A",
        "void",
        "A<? implements B>",
        "var",
        "a.record",
    ] {
        assert!(check_type(text).is_err(), "{text}");
    }
    let deep = format!("{}B{}", "A<".repeat(MAX_DEPTH + 1), ">".repeat(MAX_DEPTH + 1));
    assert!(check_type(&deep).is_err() && check_type(&deep[2..deep.len() - 1]).is_ok());
    let long = "x".repeat(MAX_BYTES + 1);
    assert!(!is_path(&long) && is_path(&long[1..]));
    let message = check_path(&format!("{long};\u{1b}[2J")).expect_err("too long").message;
    assert!(message.len() < 400 && message.contains("65542 bytes"), "{message}");
}

#[test]
fn a_refusal_says_what_is_accepted_and_shows_no_control_characters() {
    let message = check_path("x\u{1b}[2J\n").expect_err("control characters").message;
    assert_eq!(
        message,
        "`x\\u{1b}[2J\\n` is not accepted: expected a path of identifiers, fields and calls without arguments, such as `list.size()`"
    );
}

#[test]
fn every_name_has_an_identifier() {
    for (name, identifier) in [
        ("x", "x"),
        ("this.top", "this_top"),
        ("1", "_1"),
        ("class", "class_"),
        ("", "__"),
        ("java", "java_"),
        ("a b", "a_b"),
        ("this", "this"),
        ("old_l.size()", "old_l_size__"),
    ] {
        assert_eq!(identifier_for(name), identifier);
    }
}

fn name() -> impl Strategy<Value = String> {
    prop_oneof!["[a-z_$][A-Za-z0-9_$]{0,6}", select(vec!["größe", "record", "yield", "var", "값", "nameOf"]).prop_map(str::to_owned)]
        .prop_filter("no keyword", |n| is_identifier(n) && !TAKEN.contains(&n.as_str()))
}

fn path() -> impl Strategy<Value = String> {
    let segment = (name(), any::<bool>()).prop_map(|(n, call)| if call { format!(".{n}()") } else { format!(".{n}") });
    (prop_oneof![Just("this".to_owned()), name()], prop::collection::vec(segment, 0..5)).prop_map(|(root, rest)| root + &rest.concat())
}

/// Pieces of Java, and of what is no Java, in any order: hardly ever something that is accepted, and then only by being a path.
fn pieces() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        4 => select(vec![
            "x", "this", "list", ".", "()", "(", ")", " ", "+", ";", "\n", "\t", "/*", "*/", "//", "\\u003b", "\"", "\"\"\"", "'", "new ", "java.", "Runtime", "<", ">",
            "[", "]", "{", "}", "0", "1L", "==", " == null", " ? ", " : ", "null", "||", "&&", "->", "::", "@", "=", "class", "\u{200b}", "\u{2028}", "\u{1b}", "\u{0}", ",",
            "instanceof ", "new java.util.ArrayList<>(", "exit", "\r", "\u{feff}", "\u{37e}",
        ]).prop_map(str::to_owned),
        1 => any::<char>().prop_map(String::from),
    ];
    prop::collection::vec(piece, 0..12).prop_map(|pieces| pieces.concat())
}

/// What can stand nowhere in a path.
fn spoiler() -> impl Strategy<Value = char> {
    select(" ;\n()+\"'\\/*<>[]{}=!?:,@|&\0\u{1b}\u{200b}\u{2028}\u{85}".chars().collect::<Vec<_>>())
}

/// The grammar once more, as plainly as can be: no sign but of names, dots and empty parentheses.
fn is_harmless(text: &str) -> bool {
    !text.is_empty()
        && text.split('.').all(|segment| {
            let name = segment.strip_suffix("()").unwrap_or(segment);
            !name.is_empty()
                && name
                    .chars()
                    .all(|c| c == '_' || c == '$' || c.is_alphanumeric() || (!c.is_ascii() && !c.is_whitespace() && !c.is_control()))
        })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 20_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn hostile_texts_are_refused(text in pieces()) {
        if is_path(&text) {
            prop_assert!(is_harmless(&text), "{}", text);
        }
        if check_entry(&text).is_ok() {
            let parts = text.replace(" || ", "\u{1}").replace(" == null", "").replace(" ? ", "\u{1}").replace(" : ", "\u{1}");
            let values = parts.replace("new java.util.ArrayList<>(", "").replace("new java.util.LinkedHashSet<>(", "");
            prop_assert!(values.split('\u{1}').all(|v| is_harmless(v) || v.strip_suffix(')').is_some_and(is_harmless)), "{}", text);
        }
        if check_type(&text).is_ok() {
            prop_assert!(text.chars().all(|c| is_identifier_part(c) || "<>,.?[] ".contains(c)), "{}", text);
        }
    }

    #[test]
    fn one_sign_too_many_spoils_a_path(path in path(), sign in spoiler(), at in any::<prop::sample::Index>()) {
        prop_assert!(is_path(&path), "{}", path);
        let places: Vec<usize> = path.char_indices().map(|(i, _)| i).chain([path.len()]).collect();
        let mut spoiled = path.clone();
        spoiled.insert(places[at.index(places.len())], sign);
        prop_assert!(!is_path(&spoiled) && check_entry(&spoiled).is_err(), "{}", spoiled);
    }

    #[test]
    fn what_planning_can_write_is_accepted(path in path(), more in path(), zero in select(vec!["0", "false", "null"])) {
        let copies = ["new java.util.ArrayList<>", "new java.util.LinkedHashSet<>"].map(|copy| format!("{copy}({more})"));
        let copies = copies.into_iter().chain([format!("{path}.clone()"), more.clone()]);
        for value in copies {
            for text in [format!("{path} == null ? {zero} : {value}"), format!("{path} == null || {more} == null ? {zero} : {value}")] {
                prop_assert!(check_entry(&text).is_ok(), "{}", text);
            }
        }
        prop_assert!(check_entry(&path).is_ok());
    }

    #[test]
    fn any_name_gives_an_identifier(name in any::<String>()) {
        prop_assert!(name == "this" || check_identifier(&identifier_for(&name)).is_ok(), "{:?}", identifier_for(&name));
    }
}
