use super::super::render::render;
use super::super::testing::{schema, var};
use super::*;

/// The text parses, and the tree reads as `expected`.
fn reads(text: &str, expected: &str) {
    match parse(text, &schema()) {
        Ok(expr) => assert_eq!(render(&expr, &schema()), expected, "from `{text}`"),
        Err(e) => panic!("`{text}`: {e}"),
    }
}

/// The text is refused with a message that has each of the parts.
fn refused(text: &str, parts: &[&str]) {
    let message = match parse(text, &schema()) {
        Ok(expr) => panic!("`{text}` was read as {expr:?}"),
        Err(e) => e.message,
    };
    for part in parts {
        assert!(message.contains(part), "expected `{part}` in\n{message}");
    }
}

fn int(text: &str) -> Expr {
    match parse(&format!("i == {text}"), &schema()) {
        Ok(Expr::Binary(BinaryOp::Eq, _, right)) => *right,
        other => panic!("{other:?}"),
    }
}

#[test]
fn operators_bind_as_in_java() {
    reads("i + j * i - j < 3 && b || !b", "i + j * i - j < 3 && b || !b");
    reads("(i + (j * i)) - j < 3 && (b || !b)", "i + j * i - j < 3 && (b || !b)");
    reads("i - (j - i) > 0", "i - (j - i) > 0");
    reads("i < j == b", "(i < j) == b");
    reads("b & i < j | b ^ b", "b && i < j || b != b");
    reads("b == b != b", "(b == b) != b");
}

#[test]
fn implication_binds_weakest_and_to_the_right() {
    reads("b ==> b implies i > 0 || b", "b ==> b ==> i > 0 || b");
    reads("(b ==> b) ==> b", "(b ==> b) ==> b");
    reads("b ==> b <==> b", "(b ==> b) == b");
}

#[test]
fn literals_are_javas() {
    assert_eq!(int("-2147483648"), Expr::Int(i32::MIN));
    assert_eq!(int("0xFFFF_FFFF"), Expr::Int(-1));
    assert_eq!(int("0b101"), Expr::Int(5));
    assert_eq!(int("017"), Expr::Int(15));
    assert_eq!(int("9223372036854775807L"), Expr::Long(i64::MAX));
    assert_eq!(int("-9223372036854775808l"), Expr::Long(i64::MIN));
    assert_eq!(int("0x8000000000000000L"), Expr::Long(i64::MIN));
    assert_eq!(int("1e3"), Expr::Double(1000.0));
    assert_eq!(int("-.5f"), Expr::Float(-0.5));
    assert_eq!(int("-0.0"), Expr::Double(-0.0));
    assert_eq!(int("3d"), Expr::Double(3.0));
    assert_eq!(int("'a'"), Expr::Int(97));
    assert_eq!(int("'\\''"), Expr::Int(39));
    assert_eq!(int("'\\u00e9'"), Expr::Int(0xe9));
    assert_eq!(int("Integer.MIN_VALUE"), Expr::Int(i32::MIN));
    assert_eq!(int("java.lang.Long.MAX_VALUE"), Expr::Long(i64::MAX));
    assert_eq!(int("Float.NaN"), Expr::Float(f32::NAN));
    assert_eq!(int("Double.NEGATIVE_INFINITY"), Expr::Double(f64::NEG_INFINITY));
    assert_eq!(int("-(1)"), Expr::unary(UnaryOp::Neg, Expr::Int(1)));
}

#[test]
fn literals_out_of_range_are_refused() {
    refused("i == 2147483648", &["column 6", "`2147483648` is too large for an int"]);
    refused("i == -2147483649", &["too large for an int: append `L`"]);
    refused("i == 99999999999999999999", &["too large for a long"]);
    refused("d == 1e999", &["too large for a double"]);
    refused("d == 1e-999", &["too small for a double"]);
    refused("i == 08", &["no octal number"]);
    refused("i == 12abc", &["`12abc` is no number"]);
    refused("i == 'ab'", &["one character between apostrophes"]);
    refused("i == '", &["empty"]);
}

#[test]
fn every_spelling_of_a_variable_means_it() {
    reads("this.top == old_this.top", "this.top == old_this.top");
    reads("top == \\old(top)", "this.top == old_this.top");
    reads("top == old_top", "this.top == old_this.top");
    reads("top == old_this_top", "this.top == old_this.top");
    reads("\\old(i + top) > old(i)", "old_i + old_this.top > old_i");
    reads("list . size ( ) > 0 && !list.isEmpty()", "list.size() > 0 && !list.isEmpty()");
    reads("items.length > 0", "this.items.length > 0");
    reads("`list.size()` > 0", "list.size() > 0");
}

#[test]
fn a_box_is_unboxed_where_java_unboxes() {
    reads("n < 3", "n.intValue() < 3");
    reads("n == 3 && 3 != n", "n.intValue() == 3 && 3 != n.intValue()");
    reads("-n + n == 0", "-n.intValue() + n.intValue() == 0");
    reads("n == r || n == null", "n == r || n == null");
}

#[test]
fn an_unknown_variable_gets_a_suggestion_and_the_list() {
    refused("lst.size() > 0", &["unknown variable `lst.size()`; did you mean `list.size()`? (known: b, by, s,", "\n  ^^^^^^^^^^"]);
    refused("i > \\old(j)", &["unknown variable `j` on entry; did you mean `old_i`?", "column 10"]);
    refused("\\result > 0", &["unknown variable `result`", "(known: "]);
}

#[test]
fn an_error_points_at_its_place() {
    let message = parse("i < j && (b || )", &schema()).expect_err("an operand is missing").message;
    assert_eq!(
        message,
        "assertion, column 16: expected a variable, a literal, `!`, `-` or `(`, found `)`\n  i < j && (b || )\n                 ^"
    );
    let message = parse("b &&\n  i +", &schema()).expect_err("an operand is missing").message;
    assert_eq!(
        message,
        "assertion, line 2, column 6: expected a variable, a literal, `!`, `-` or `(`, but the assertion ends here\n    i +\n       ^"
    );
}

#[test]
fn ill_typed_text_is_refused_with_the_types() {
    refused("i + 1", &["an assertion is boolean, but this is an int", "  ^^^^^"]);
    refused("r", &["an assertion is boolean, but this is a reference"]);
    refused("b && i", &["`&&` takes two booleans, but `i` is an int", "column 6"]);
    refused("(i & b) == 0", &["`&` takes two booleans or two integers", "`b` is a boolean"]);
    refused("(d & 3) == 0", &["`&` takes two integers, int or long, but `d` is a double"]);
    refused("~d == 0", &["`~` takes an int or long, but `d` is a double"]);
    refused("exact(d) == 0", &["`exact` takes an int or long, but `d` is a double"]);
    refused("exact(i) == d", &["exact integers only with exact integers, ints and longs"]);
    refused("exact(i) / 2 == 1", &["two numbers that are not exact"]);
    refused("exact(l) * l * l > 0", &["`exact(l) * l * l` may be too large", "127 bits"]);
    refused("min(i, b) == 0", &["`min` takes two numbers, but `b` is a boolean", "column 8"]);
    refused("0 < i < 3", &["`<` takes two numbers, but `0 < i` is a boolean", "a < b && b < c"]);
    refused("!i == 0", &["`!` takes a boolean, but `i` is an int"]);
    refused("i == null", &["`i` is an int and `null` is a reference"]);
    refused("b <==> i", &["`<==>` takes two booleans, but `i` is an int"]);
}

#[test]
fn what_java_has_and_we_have_not_is_named() {
    refused("i = 3", &["compare with `==`"]);
    refused("i++ > 3", &["must not change the state"]);
    refused("i === 3", &["`===`"]);
    refused("b ? b : b", &["conditional"]);
    refused("r == \"x\"", &["`==` compares references: contents are compared with `equals`"]);
    refused("r.equals(\"x\")", &["the contents of `r` are not part of the state"]);
    refused("t != u.strip()", &["`!=` compares references"]);
    refused("\"\"\"x\"\"\"", &["text blocks"]);
    refused("t.equals(\"x)", &["no closing quotation mark"]);
    refused("t.matches(\"x\")", &["`matches` with arguments is not part of the state", "startsWith"]);
    refused("f(i) == 0", &["unknown function `f`", "observers", "abs, min, max"]);
    refused("(long) i == 0", &["casts"]);
    refused("list.get(0) == null", &["the contents of `list` are not part of the state"]);
    refused("z[0] == 0", &["unknown variable `z`"]);
    refused("i[0] == 0", &["`i` is an int: only texts, arrays and collections have contents"]);
    refused("a[b] == 0", &["`get` takes an array, list or text, and an int, but `b` is a boolean"]);
    refused("a[0 == 0", &["expected an operator or `]`"]);
    refused("a.equals(words)", &["`equals` takes two contents of one type", "`a` is a sequence of int"]);
    refused("contains(words, 1)", &["`contains` takes", "`1` is an int"]);
    refused("sum(words) > 0", &["`sum` takes", "`words` is a sequence of text"]);
    refused("exact(i, j) == 0", &["`exact` takes one argument, but here are 2"]);
    refused("b and b", &["conjunction is `&&`"]);
    refused("i > 3;", &["without `;`"]);
    refused("i # 3", &["unexpected character `#`"]);
    refused("\\forall", &["a quantifier is written in parentheses"]);
    refused("\\fresh", &["unknown `\\fresh`"]);
    refused("(\\forall i; i < 3; b)", &["expected `int`, found `i`"]);
    refused("(\\forall int k; k < 3; b)", &["range is written `lo <= k && k < hi`"]);
    refused("(\\forall int k; 0 <= k && k <= i; b)", &["range is written"]);
    refused("(\\forall int k; 0 <= k && k < k; b)", &["range is written"]);
    refused("(\\forall int k; 0 <= k && k < l; b)", &["a quantifier's range is of ints, but a bound is a long"]);
    refused("(\\exists int k; 0 <= k && k < 3; k)", &["a quantifier's body is boolean, but `k` is an int"]);
    refused("(\\exists int k; 0 <= k && k < 3; b) && k > 0", &["unknown variable `k`"]);
    refused("", &["the assertion is empty"]);
    refused("  \n ", &["the assertion is empty"]);
}

#[test]
fn bit_operations_bind_as_in_java() {
    reads("(i & 3) == 0 && (i | j ^ s & 1) == ~j", "(i & 3) == 0 && (i | j ^ s & 1) == ~j");
    reads("i << 1 + j < 3 >> 1 >>> l", "i << 1 + j < 3 >> 1 >>> l");
    reads("(i << 1) + j < -(~i)", "(i << 1) + j < -(~i)");
    reads("(n & 1) == 0", "(n.intValue() & 1) == 0");
    reads("(b & b | b ^ b) == b", "(b && b || b != b) == b");
}

#[test]
fn functions_have_javas_names_and_short_ones() {
    reads("Math.abs(i) + java.lang.Math.min(j, 2L) == max(d, n)", "abs(i) + min(j, 2L) == max(d, n.intValue())");
    reads("exact(i) * j - 1 == exact(l)", "exact(i) * j - 1 == exact(l)");
    reads("Arrays.equals(a, \\old(a))", "a.equals(old_a)");
    reads("java.util.Collections.frequency(words, t) == 1", "count(words, t) == 1");
}

#[test]
fn contents_go_by_the_name_of_what_has_them() {
    reads("a[0] == \\old(a[i]) || a[1] > \\old(a)[\\old(i)]", "a[0] == old_a[old_i] || a[1] > old_a[old_i]");
    reads("words.get(0).equals(t) && words[1].charAt(2) == 'a'", "words.get(0).equals(t) && words.get(1).charAt(2) == 'a'");
    reads("a.length == length(old_a) && words.size() == 0", "a.length == length(old_a) && words.size() == 0");
    reads("t.length() == u.length()", "t.length() == length(u)");
    reads("t.strip().isEmpty() || u.isEmpty()", "length(t.strip()) == 0 || length(u) == 0");
    reads("t.strip().length() < words.get(i).trim().length()", "length(t.strip()) < length(words.get(i).trim())");
    reads("contains(a, i) == words.contains(\"x\")", "contains(a, i) == words.contains(\"x\")");
    reads("map.keySet().contains(n) && count(map.keySet(), 1) == 0", "map.keySet().contains(n.intValue()) && count(map.keySet(), 1) == 0");
    reads(
        "contains(items, r) && items[0] == r && items[0] != null",
        "contains(this.items, r) && this.items[0] == r && this.items[0] != null",
    );
    reads("sum(a) + least(a) > greatest(map.keySet())", "sum(a) + least(a) > greatest(map.keySet())");
    reads("sorted(a) && strictlySorted(words) && permutation(a, \\old(a))", "sorted(a) && strictlySorted(words) && permutation(a, old_a)");
    reads("t.concat(\"\\\"\\u00e9\\n\").startsWith(u.substring(1, 2))", "t.concat(\"\\\"\\u00e9\\n\").startsWith(u.substring(1, 2))");
    reads("\"abc\".contains(t) && t.indexOf('a') == indexOf(t, u)", "\"abc\".contains(t) && t.indexOf(97) == t.indexOf(u)");
    reads("t == u && t != null", "t == u && t != null");
    reads("t.substring(i).endsWith(\"\")", "t.substring(i).endsWith(\"\")");
}

#[test]
fn quantifiers_are_jmls() {
    reads("(\\forall int k; 0 <= k && k < a.length; a[k] > 0)", "(\\forall int k; 0 <= k && k < a.length; a[k] > 0)");
    reads("!(\\exists int q; a.length > q && q > 0; a[q] == i)", "!(\\exists int k; 1 <= k && k < a.length; a[k] == i)");
    reads(
        "(\\forall int i; 0 <= i && i < 3; (\\exists int m; i <= m && m < j; a[i] == \\old(a[m])))",
        "(\\forall int k; 0 <= k && k < 3; (\\exists int i1; k <= i1 && i1 < j; a[k] == old_a[i1]))",
    );
    reads("(\\forall int k; 0 <= k && k <= 2; b ==> k > 0) || b", "(\\forall int k; 0 <= k && k < 3; b ==> k > 0) || b");
}

#[test]
fn nesting_is_bounded_whatever_nests() {
    let deep = |n: usize, open: &str, close: &str| format!("{}b{}", open.repeat(n), close.repeat(n));
    assert!(parse(&deep(MAX_DEPTH, "(", ")"), &schema()).is_ok());
    refused(&deep(MAX_DEPTH + 1, "(", ")"), &["deeper than 256"]);
    refused(&deep(100_000, "(", ")"), &["deeper than 256"]);
    assert!(parse(&deep(MAX_DEPTH - 1, "!", ""), &schema()).is_ok());
    refused(&deep(100_000, "!", ""), &["deeper than 256"]);
    refused(&format!("b{}", " && b".repeat(100_000)), &["deeper than 256"]);
    refused(&format!("b{}", " ==> b".repeat(100_000)), &["deeper than 256"]);
    refused(&format!("{}i{} == 0", "abs(".repeat(100_000), ")".repeat(100_000)), &["deeper than 256"]);
    refused(&format!("{}i", "a[".repeat(100_000)), &["deeper than 256"]);
    refused(&format!("t{}.isBlank()", ".strip()".repeat(100_000)), &["deeper than 256"]);
    refused(&format!("t.strip(){}.isBlank()", ".strip()".repeat(100_000)), &["deeper than 256"]);
    refused(&"(\\forall int k; 0 <= k && k < 3; ".repeat(100_000), &["deeper than 256"]);
}

#[test]
fn two_variables_of_one_java_text_must_be_told_apart() {
    let mut twice = schema();
    let same =
        |name: &str| crate::evidence::schema::Variable { name: name.into(), java: Some("same".into()), ..twice.variables[4].clone() };
    let (x, y) = (same("p.x"), same("p.y"));
    twice.variables.extend([x, y]);
    let message = parse("same > 0", &twice).expect_err("ambiguous").message;
    assert!(message.contains("`same` is ambiguous: write `p.x` or `p.y`"), "{message}");
}

#[test]
fn a_local_hides_a_field_of_its_name() {
    let mut hidden = schema();
    hidden.variables[4].name = "top".into();
    assert_eq!(parse("top == 0", &hidden).ok(), Some(Expr::binary(BinaryOp::Eq, var("i"), Expr::Int(0))));
}
