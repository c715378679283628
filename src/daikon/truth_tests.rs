//! What is printed is true: an evaluator of its own, which knows neither the engine's columns nor its formulas, reads the traces and the
//! printed lines, and finds none that a sample breaks.

use super::dtrace::{Reader, Reading};
use super::notation;
use crate::invariants::formula::{Constant, Formula, Predicate};
use crate::invariants::infer;
use crate::invariants::samples::{Place, Samples};
use crate::invariants::settings::Settings;
use crate::relation::Relation;
use std::collections::{BTreeMap, HashMap};

#[derive(Clone, Debug, PartialEq)]
enum Value {
    Whole(i128),
    Real(f64),
    Text(String),
    List(Vec<Value>),
}

/// The variables of a sample: of the exit, and of the entry before it.
#[derive(Clone, Debug, Default)]
struct Sample {
    here: HashMap<String, Value>,
    entry: HashMap<String, Value>,
}

/// A value as a file or a printed line has it.
fn literal(text: &str) -> Option<Value> {
    match text {
        "true" => Some(Value::Whole(1)),
        "false" | "null" => Some(Value::Whole(0)),
        "NaN" => Some(Value::Real(f64::NAN)),
        _ if text.starts_with('"') => Some(Value::Text(text[1..text.len() - 1].to_owned())),
        _ if text.starts_with('[') => {
            let inner = text[1..text.len() - 1].replace(", ", " ");
            Some(Value::List(inner.split(' ').filter(|w| !w.is_empty()).map(|w| literal(w).expect(w)).collect()))
        }
        _ => text.parse().map(Value::Whole).ok().or_else(|| text.parse().map(Value::Real).ok()),
    }
}

/// The samples of a trace by point, exits by line and all together.
fn samples(trace: &str) -> BTreeMap<String, Vec<Sample>> {
    let mut points: BTreeMap<String, Vec<Sample>> = BTreeMap::new();
    let mut entry: HashMap<String, Value> = HashMap::new();
    for record in trace.split("\n\n").map(str::trim).filter(|r| r.contains(":::") && !r.contains("ppt ") && !r.starts_with("decl-version"))
    {
        let lines: Vec<&str> = record.lines().collect();
        let here: HashMap<String, Value> =
            lines[1..].chunks(3).filter(|v| v[2] != "2").map(|v| (v[0].replace("[..]", "[]"), literal(v[1]).expect(v[1]))).collect();
        if lines[0].ends_with("ENTER") {
            entry = here.clone();
            points.entry(lines[0].to_owned()).or_default().push(Sample { here, entry: HashMap::new() });
        } else {
            let sample = Sample { here, entry: entry.clone() };
            let all = lines[0].split("EXIT").next().expect("a name").to_owned() + "EXIT";
            points.entry(all).or_default().push(sample.clone());
            points.entry(lines[0].to_owned()).or_default().push(sample);
        }
    }
    points
}

impl Sample {
    /// The value of a printed name; `None`: there is none in this sample.
    fn value(&self, name: &str) -> Option<Value> {
        // An element of `orig(a[])` has that name here while a line is looked at place by place.
        if let Some(found) = self.here.get(name) {
            return Some(found.clone());
        }
        if let Some(inner) = name.strip_prefix("orig(").and_then(|n| n.strip_suffix(')')) {
            return Self { here: self.entry.clone(), entry: self.here.clone() }.value(inner);
        }
        if let Some(inner) = name.strip_prefix("post(").and_then(|n| n.strip_suffix(')')) {
            return Self { here: self.entry.clone(), entry: self.here.clone() }.value(inner);
        }
        if let Some(length) = name.strip_suffix("-1").filter(|n| n.starts_with("size(")) {
            let Value::Whole(length) = self.value(length)? else { panic!("{name} of no list") };
            return Some(Value::Whole(length - 1));
        }
        if let Some(inner) = name.strip_prefix("size(").and_then(|n| n.strip_suffix(')')) {
            let Value::List(items) = self.value(inner)? else { panic!("{name} of no list") };
            return Some(Value::Whole(items.len() as i128));
        }
        if let Some(inner) = name.strip_suffix(".length()") {
            return match self.value(inner)? {
                Value::Text(text) => Some(Value::Whole(text.encode_utf16().count() as i128)),
                // null
                Value::Whole(0) => None,
                other => panic!("{name} of {other:?}"),
            };
        }
        let (base, place) = name.strip_suffix(']').and_then(|n| n.split_once('['))?;
        let Value::List(items) = self.here.get(&format!("{base}[]"))?.clone() else { panic!("{name} of no list") };
        let part = |from: i128, to: i128| {
            (0 <= from && from <= to && to <= items.len() as i128).then(|| Value::List(items[from as usize..to as usize].to_vec()))
        };
        if let Some(last) = place.strip_prefix("0..") {
            part(0, self.index(last)? + 1)
        } else if let Some(first) = place.strip_suffix("..") {
            part(self.index(first)?, items.len() as i128)
        } else {
            items.get(usize::try_from(self.index(place)?).ok()?).cloned()
        }
    }

    /// `i`, `i+1`, `i-1`
    fn index(&self, text: &str) -> Option<i128> {
        let (name, shift) = match (text.strip_suffix("+1"), text.strip_suffix("-1")) {
            (Some(name), _) => (name, 1),
            (_, Some(name)) => (name, -1),
            _ => (text, 0),
        };
        match self.value(name)? {
            Value::Whole(index) => Some(index + shift),
            other => panic!("{text} is {other:?}"),
        }
    }

    /// A name or a constant.
    fn operand(&self, text: &str) -> Option<Value> {
        literal(text).or_else(|| self.value(text))
    }

    /// Whether a printed line is true here; `None`: a variable has no value.
    fn holds(&self, line: &str) -> Option<bool> {
        if let Some((x, y)) = line.split_once(")  <==>  (") {
            return Some(self.holds(x.strip_prefix('(')?)? == self.holds(y.strip_suffix(')')?)?);
        }
        if let Some((x, y)) = line.split_once(")  ==>  (") {
            return if self.holds(x.strip_prefix('(')?)? { self.holds(y.strip_suffix(')')?) } else { Some(true) };
        }
        if let Some(inner) = line.strip_prefix("!(").and_then(|l| l.strip_suffix(')')) {
            return self.holds(inner).map(|holds| !holds);
        }
        if let Some((x, y)) = line.split_once(" is a substring of ") {
            return self.texts(x, y, |x, y| y.contains(x));
        }
        if let Some((x, y)) = line.split_once(" is a prefix of ") {
            return self.texts(x, y, |x, y| y.starts_with(x));
        }
        if let Some((x, y)) = line.split_once(" is a suffix of ") {
            return self.texts(x, y, |x, y| y.ends_with(x));
        }
        if let Some((x, y)) = line.split_once(" is a bitwise subset of ") {
            return Some(self.whole(x)? | self.whole(y)? == self.whole(y)?);
        }
        if let Some((x, y)) = line.split_once(" is a subset of ") {
            let whole = self.list(y)?;
            return Some(self.list(x)?.iter().all(|e| whole.contains(e)));
        }
        if let Some((x, y)) = line.split_once(" is a subsequence of ") {
            let (part, whole) = (self.list(x)?, self.list(y)?);
            return Some(part.is_empty() || whole.windows(part.len()).any(|w| w == part));
        }
        if let Some((x, y)) = line.split_once(" is the reverse of ") {
            let mut reversed = self.list(y)?;
            reversed.reverse();
            return Some(self.list(x)? == reversed);
        }
        if let Some(a) = line.strip_suffix(" contains no duplicates") {
            let items = self.list(a)?;
            return Some(items.iter().enumerate().all(|(i, x)| !items[..i].contains(x)));
        }
        if let Some(a) = line.strip_suffix(" elements are equal") {
            return Some(self.list(a)?.windows(2).all(|w| w[0] == w[1]));
        }
        if let Some((a, symbol)) = line.split_once(" sorted by ") {
            return Some(self.list(a)?.windows(2).all(|w| compare(&w[0], symbol, &w[1])));
        }
        if let Some(x) = line.strip_suffix(" is printable") {
            let printable = |v: &Value| matches!(v, Value::Text(t) if t.chars().all(|c| (' '..='~').contains(&c)));
            return self.subjects(x).map(|values| values.iter().all(printable));
        }
        if let Some(x) = line.strip_suffix(" is a power of 2") {
            let power = |v: &Value| matches!(v, Value::Whole(v) if *v > 0 && v.count_ones() == 1);
            return self.subjects(x).map(|values| values.iter().all(power));
        }
        if let Some((x, modulus)) = line.strip_suffix(')').and_then(|l| l.split_once("  (mod ")) {
            let (x, remainder) = x.split_once(" == ").expect(line);
            let (modulus, remainder): (i128, i128) = (modulus.parse().expect(line), remainder.parse().expect(line));
            let is = |v: &Value| matches!(v, Value::Whole(v) if v.rem_euclid(modulus) == remainder);
            return self.subjects(x).map(|values| values.iter().all(is));
        }
        if let Some((x, values)) = line.strip_suffix(" }").and_then(|l| l.split_once(" one of { ")) {
            let lists = values.starts_with('[');
            let values: Vec<Value> = if lists {
                values[1..values.len() - 1].split("], [").map(|l| literal(&format!("[{l}]")).expect(line)).collect()
            } else {
                values.split(", ").map(|v| literal(v).expect(line)).collect()
            };
            let among = |v: &Value| values.iter().any(|w| compare(v, "==", w));
            return if lists { self.value(x).map(|v| among(&v)) } else { self.subjects(x).map(|v| v.iter().all(among)) };
        }
        if let Some((a, b, symbol)) = line.strip_suffix(" (elementwise)").and_then(comparison) {
            if symbol == "==" && b == "0" {
                return self.elementwise_line(a);
            }
            let (a, b) = (self.list(a)?, self.list(b)?);
            return Some(a.len() == b.len() && a.iter().zip(&b).all(|(x, y)| compare(x, symbol, y)));
        }
        if let Some((a, b, symbol)) = line.strip_suffix(" (lexically)").and_then(comparison) {
            let (a, b) = (self.list(a)?, self.list(b)?);
            let first = a.iter().zip(&b).find(|(x, y)| !compare(x, "==", y));
            let length = |n: usize| Value::Whole(n as i128);
            return Some(first.map_or_else(|| compare(&length(a.len()), symbol, &length(b.len())), |(x, y)| compare(x, symbol, y)));
        }
        // `(x >> y == 0)`
        if let Some(inner) = line.strip_prefix('(').and_then(|l| l.strip_suffix(" == 0)")) {
            return self.term(&format!("({inner})")).map(|v| v == Value::Whole(0));
        }
        if let Some((x, a)) = line.split_once(" in ") {
            let x = self.operand(x)?;
            return Some(self.list(a)?.iter().any(|e| compare(e, "==", &x)));
        }
        let (left, right, symbol) = comparison(line).unwrap_or_else(|| panic!("nobody knows `{line}`"));
        if let Some(list) = left.strip_suffix(" elements") {
            let right = self.operand(right)?;
            return Some(self.list(list)?.iter().all(|e| compare(e, symbol, &right)));
        }
        Some(compare(&self.term(left)?, symbol, &self.term(right)?))
    }

    /// The value of a scalar, or those of `a[] elements`.
    fn subjects(&self, text: &str) -> Option<Vec<Value>> {
        text.strip_suffix(" elements").map_or_else(|| self.value(text).map(|v| vec![v]), |list| self.list(list))
    }

    fn list(&self, name: &str) -> Option<Vec<Value>> {
        match self.operand(name)? {
            Value::List(items) => Some(items),
            other => panic!("{name} is {other:?}"),
        }
    }

    fn whole(&self, name: &str) -> Option<i128> {
        match self.operand(name)? {
            Value::Whole(value) => Some(value),
            other => panic!("{name} is {other:?}"),
        }
    }

    fn texts(&self, x: &str, y: &str, test: impl Fn(&str, &str) -> bool) -> Option<bool> {
        match (self.value(x)?, self.value(y)?) {
            (Value::Text(x), Value::Text(y)) => Some(test(&x, &y)),
            _ => Some(false),
        }
    }

    /// `a[] * 2 - b[] + 1`, place by place, is 0.
    fn elementwise_line(&self, text: &str) -> Option<bool> {
        let names: Vec<&str> = text.split(' ').filter(|w| w.ends_with(']') || w.ends_with("])")).collect();
        let lists: Vec<Vec<Value>> = names.iter().map(|n| self.list(n)).collect::<Option<_>>()?;
        let zero = |i: usize| {
            let mut place = self.clone();
            lists.iter().zip(&names).for_each(|(l, n)| drop(place.here.insert((*n).to_owned(), l[i].clone())));
            place.term(text) == Some(Value::Whole(0))
        };
        Some(lists.iter().all(|l| l.len() == lists[0].len()) && (0..lists[0].len()).all(zero))
    }

    /// A sum of products, a function, or one operand.
    fn term(&self, text: &str) -> Option<Value> {
        if let Some(found) = self.operand(text) {
            return Some(found);
        }
        if let Some(inner) = text.strip_prefix('(').and_then(|t| t.strip_suffix(')')) {
            let words: Vec<&str> = inner.split(' ').collect();
            let (x, y) = (self.operand(words[0])?, self.operand(words[2])?);
            return match (x, y, words[1]) {
                (Value::Real(x), Value::Real(y), "*") => Some(Value::Real(x * y)),
                (Value::Real(x), Value::Real(y), "/") => Some(Value::Real(x / y)),
                (Value::Whole(x), Value::Whole(y), operator) => Some(Value::Whole(match operator {
                    "*" => x * y,
                    "/" => x.checked_div(y)?,
                    "%" => x.checked_rem(y)?,
                    "&" => x & y,
                    "|" => x | y,
                    "^" => x ^ y,
                    "<<" => x << y,
                    ">>" => x >> y,
                    _ => panic!("nobody knows `{text}`"),
                })),
                _ => panic!("nobody knows `{text}`"),
            };
        }
        for name in ["min", "max", "gcd"] {
            if let Some((x, y)) = text.strip_prefix(name).and_then(|t| t.strip_prefix('(')?.strip_suffix(')')?.split_once(", ")) {
                let (x, y) = (self.operand(x)?, self.operand(y)?);
                return Some(match (name, &x, &y) {
                    ("gcd", Value::Whole(a), Value::Whole(b)) => {
                        let (mut a, mut b) = (a.abs(), b.abs());
                        while b != 0 {
                            (a, b) = (b, a % b);
                        }
                        Value::Whole(a)
                    }
                    ("min", ..) if compare(&x, "<=", &y) => x,
                    ("max", ..) if compare(&x, ">=", &y) => x,
                    _ => y,
                });
            }
        }
        if let Some(inner) = text.strip_suffix("**2") {
            let x = self.operand(inner)?;
            return Some(times(&x, &x));
        }
        if let Some(inner) = text.strip_prefix('|').and_then(|t| t.strip_suffix('|')) {
            return Some(match self.operand(inner)? {
                Value::Whole(x) => Value::Whole(x.abs()),
                Value::Real(x) => Value::Real(x.abs()),
                other => other,
            });
        }
        if let Some(inner) = text.strip_prefix('~') {
            return Some(Value::Whole(!self.whole(inner)?));
        }
        if let Some((x, y)) = text.split_once(" % ") {
            return self.whole(x)?.checked_rem(self.whole(y)?).map(Value::Whole);
        }
        // `- 2 * x + y - 3`
        let mut sum: Option<Value> = None;
        let mut negative = false;
        let mut product: Option<Value> = None;
        for word in text.split(' ') {
            match word {
                "+" | "-" => {
                    sum = Some(plus(sum, product.take(), negative));
                    negative = word == "-";
                }
                "*" => {}
                operand => {
                    let operand = self.operand(operand)?;
                    product = Some(product.map_or_else(|| operand.clone(), |p| times(&p, &operand)));
                }
            }
        }
        Some(plus(sum, product, negative))
    }
}

fn plus(sum: Option<Value>, product: Option<Value>, negative: bool) -> Value {
    match (sum, product) {
        (None, None) => Value::Whole(0),
        (Some(sum), None) => sum,
        (None | Some(Value::Whole(0)), Some(Value::Real(x))) => Value::Real(if negative { -x } else { x }),
        (None, Some(Value::Whole(x))) => Value::Whole(if negative { -x } else { x }),
        (Some(Value::Whole(sum)), Some(Value::Whole(x))) => Value::Whole(if negative { sum - x } else { sum + x }),
        (Some(Value::Real(sum)), Some(Value::Real(x))) => Value::Real(if negative { sum - x } else { sum + x }),
        other => panic!("no sum: {other:?}"),
    }
}

fn times(x: &Value, y: &Value) -> Value {
    match (x, y) {
        (Value::Whole(x), Value::Whole(y)) => Value::Whole(x * y),
        (Value::Real(x), Value::Real(y)) => Value::Real(x * y),
        other => panic!("no product: {other:?}"),
    }
}

/// The two sides of a comparison, and its symbol.
fn comparison(line: &str) -> Option<(&str, &str, &str)> {
    let symbols = ["==", "!=", "<=", ">=", "<", ">"];
    symbols.into_iter().find_map(|s| line.split_once(&format!(" {s} ")).map(|(x, y)| (x, y, s)))
}

fn compare(x: &Value, symbol: &str, y: &Value) -> bool {
    let order = match (x, y) {
        (Value::Whole(x), Value::Whole(y)) => Some(x.cmp(y)),
        (Value::Real(x), Value::Real(y)) => x.partial_cmp(y),
        (Value::Real(x), Value::Whole(y)) => x.partial_cmp(&(*y as f64)),
        (Value::Whole(x), Value::Real(y)) => (*x as f64).partial_cmp(y),
        (Value::Text(x), Value::Text(y)) => Some(x.cmp(y)),
        // null
        (Value::Text(_), Value::Whole(0)) | (Value::Whole(0), Value::Text(_)) => None,
        (Value::List(x), Value::List(y)) => (x == y).then_some(std::cmp::Ordering::Equal),
        other => panic!("nobody compares {other:?}"),
    };
    match symbol {
        "==" => order.is_some_and(|o| o.is_eq()),
        "!=" => order.is_none_or(|o| o.is_ne()),
        "<" => order.is_some_and(|o| o.is_lt()),
        "<=" => order.is_some_and(|o| o.is_le()),
        ">" => order.is_some_and(|o| o.is_gt()),
        _ => order.is_some_and(|o| o.is_ge()),
    }
}

/// Numbers in no order, the same ones for the same seed.
struct Draw(u64);

impl Draw {
    fn below(&mut self, n: u64) -> i64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % n) as i64
    }
}

/// A trace of a method with two exits: numbers, texts, lists and objects that depend on each other in ways that the seed says.
fn trace(seed: u64) -> String {
    let types = [
        ("x", "int"),
        ("y", "int"),
        ("z", "int"),
        ("this.top", "int"),
        ("d", "double"),
        ("e", "double"),
        ("s", "java.lang.String"),
        ("t", "java.lang.String"),
        ("b", "boolean"),
        ("r", "hashcode"),
        ("this.a[..]", "int[]"),
        ("c[..]", "int[]"),
        ("o[..]", "hashcode[]"),
    ];
    let mut text = "decl-version 2.0\nvar-comparability none\n\n".to_owned();
    for point in ["C.m():::ENTER", "C.m():::EXIT3", "C.m():::EXIT8"] {
        let variables: String = types.iter().map(|(name, rep_type)| format!("variable {name}\n  rep-type {rep_type}\n")).collect();
        text += &format!("ppt {point}\n{variables}\n");
    }
    let mut draw = Draw(seed.wrapping_mul(7919) + 13);
    let kind = (seed % 10) as i64;
    let list = |items: &[i64]| format!("[{}]", items.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "));
    for row in 0..40 + 3 * kind {
        let x = draw.below([2, 5, 9, 100][kind as usize % 4]) - [0, 3, 50][kind as usize % 3];
        let items: Vec<i64> = (0..2 + draw.below(5)).map(|i| if kind % 3 == 0 { x + i } else { draw.below(4) }).collect();
        for moment in 0..2 {
            let shift = moment * [1, 0, 2, -1][kind as usize % 4];
            let y = if kind % 2 == 0 { 2 * x + 1 + shift } else { draw.below(7) - 3 };
            let z = [x + y, x * y, x.min(y), x & y, y * y, draw.below(9)][((kind + seed as i64 / 10) % 6) as usize];
            let top = (draw.below(items.len() as u64) + shift).clamp(0, items.len() as i64 - 1);
            let (d, e) = (x as f64 / 4.0, if kind % 2 == 0 { 0.5 * (x as f64 / 4.0) + 1.0 } else { draw.below(9) as f64 - 2.5 });
            let s = ["\"\"", "\"a\"", "\"ab\"", "null"][draw.below(if kind % 4 == 1 { 4 } else { 3 }) as usize];
            let t = if s == "null" { "null".to_owned() } else { format!("{}z\"", &s[..s.len() - 1]) };
            let mut other = items.clone();
            match kind % 5 {
                0 => other.reverse(),
                1 => other.iter_mut().for_each(|v| *v = 3 * *v - 2),
                2 => drop(other.remove(0)),
                3 => other.sort_unstable(),
                _ => other.iter_mut().for_each(|v| *v += 1 + draw.below(2)),
            }
            let objects: Vec<i64> = items.iter().enumerate().map(|(i, _)| if i as i64 <= top { 100 + i as i64 } else { 0 }).collect();
            let point = if moment == 0 { "ENTER".to_owned() } else { format!("EXIT{}", [3, 8][row as usize % 2]) };
            let absent = kind % 3 == 2 && draw.below(5) == 0;
            let r = if absent { ("nonsensical".to_owned(), 2) } else { ((kind % 4 * (row % 3 + 1)).to_string(), 1) };
            text += &format!(
                "C.m():::{point}\nx\n{x}\n1\ny\n{y}\n1\nz\n{z}\n1\nthis.top\n{top}\n1\nd\n{d:?}\n1\ne\n{e:?}\n1\ns\n{s}\n1\nt\n{t}\n1\nb\n{}\n1\nr\n{}\n{}\n\
                 this.a[..]\n{}\n1\nc[..]\n{}\n1\no[..]\n{}\n1\n\n",
                x > 0,
                r.0,
                r.1,
                list(&items),
                list(&other),
                list(&objects)
            );
        }
    }
    text
}

/// What code with these variables may ask before it branches.
fn conditions(samples: &Samples) -> Vec<Formula> {
    let v = |name: &str| samples.find(&format!("orig({name})")).expect("a variable of the entry");
    let whole = |c| Constant::Integer(c);
    vec![
        Formula::Unary(Predicate::AtLeast(whole(1)), v("x")),
        Formula::Unary(Predicate::OneOf(vec![whole(2)]), v("y")),
        Formula::Unary(Predicate::AtMost(Constant::Real(0.5)), v("d")),
        Formula::Unary(Predicate::OneOf(vec![whole(0)]), v("r")),
        Formula::Unary(Predicate::OneOf(vec![whole(1)]), v("b")),
        Formula::Compare(Relation::Less, v("x"), v("y")),
        Formula::Compare(Relation::Less, v("d"), v("e")),
    ]
}

/// All templates.
fn everything() -> Settings {
    Settings { bits: true, shifts: true, signs: true, slices: true, class_names: true, splits: true, ..Settings::default() }
}

#[test]
fn nothing_that_is_printed_of_twenty_traces_is_false_in_any_sample() {
    let (mut checked, mut by_line, mut lines_seen) = (0, 0, std::collections::BTreeSet::new());
    for seed in 0..20 {
        let text = trace(seed);
        let by_point = samples(&text);
        let settings = Settings { confidence: if seed < 10 { 0.99 } else { 0.5 }, ..everything() };
        let mut reader = Reader::new(Reading::default());
        reader.read("f", text.as_bytes()).expect("is a trace");
        let mut trace = reader.finish().expect("has points").trace;
        for exit in trace.points.iter_mut().filter(|p| p.name.place == Place::Exit) {
            exit.conditions = conditions(&exit.samples);
        }
        let (texts, points) = infer(trace, true, &settings);
        for point in points.iter().filter(|p| !p.name.is_of_class()) {
            let seen = &by_point[&point.name.to_string()];
            assert_eq!(seen.len(), point.samples.rows, "{}", point.name);
            by_line += usize::from(matches!(point.name.place, Place::ExitAt(_)));
            let equalities = point.equalities.iter().map(|e| notation::equality(e.leader, e.other, &point.samples));
            let invariants = point.invariants.iter().map(|i| notation::invariant(&i.candidate.formula, &point.samples, &texts));
            let implications = point.implications.iter().map(|i| notation::implication(i, &point.samples, &texts));
            for line in equalities.chain(invariants).chain(implications) {
                if line.contains("==>") && line.contains(" has only one value") {
                    continue;
                }
                if let Some(name) = line.strip_suffix(" has only one value") {
                    let values: Vec<Value> = seen.iter().filter_map(|s| s.value(name)).collect();
                    assert!(values.windows(2).all(|w| w[0] == w[1]), "trace {seed}, {}: {line}", point.name);
                } else {
                    let held = seen.iter().filter_map(|s| s.holds(&line).map(|holds| (s, holds)));
                    let (mut there, mut broken) = (0, None);
                    for (sample, holds) in held {
                        there += 1;
                        broken = broken.or((!holds).then_some(sample));
                    }
                    assert!(broken.is_none(), "trace {seed}, {}: {line} in {broken:?}", point.name);
                    assert!(there > 0, "trace {seed}, {}: {line} is of no sample", point.name);
                }
                lines_seen.insert(line.clone());
                checked += 1;
            }
        }
    }
    // The test would be empty if there were little to find.
    assert!(checked > 4000 && lines_seen.len() > 1000, "{checked} lines, {} of them different", lines_seen.len());
    assert_eq!(by_line, 40, "two exits of each trace");
    for form in [
        " sorted by ",
        " is the reverse of ",
        "(elementwise)",
        " one of { [",
        "min(",
        "**2",
        " % ",
        " is a prefix of ",
        "  (mod ",
        " in ",
        "[0..",
        "size(this.a[])-1",
        ")  ==>  (",
        "(orig(y) != 2)  ",
        "<= 0.5))  ==>  (",
        ")  <==>  (",
    ] {
        let implications = || lines_seen.iter().filter(|l| l.contains("==>")).collect::<Vec<_>>();
        assert!(lines_seen.iter().any(|l| l.contains(form)), "no line has `{form}`; implications: {:#?}", implications());
    }
}

#[test]
fn the_evaluator_finds_what_is_false() {
    let by_point = samples(&trace(0));
    let entries = &by_point["C.m():::ENTER"];
    let broken = |line: &str| entries.iter().filter(|s| s.holds(line) == Some(false)).count();
    for line in ["x > y", "x == 1", "this.a[] sorted by >", "z == min(x, y)", "x % y == 0", "this.a[this.top] == 77"] {
        assert!(broken(line) > 0, "{line}");
    }
    assert_eq!(broken("c[] is the reverse of this.a[]"), 0);
    assert_eq!(broken("2 * x - y + 1 == 0"), 0);
}
