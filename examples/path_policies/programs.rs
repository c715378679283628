//! The programs: the sample class of the paper (Listing 1, reconstructed) and seven others with invariants that their methods keep. Each
//! is written as its method runs, on every state that its constructor and methods can make within the bounds given.

use super::trace::{Number, Trace};
use oraculum::relation::Relation::{Equal, Greater, GreaterOrEqual, Less, LessOrEqual, NotEqual};

/// A program by name, what it is, and all of its executions.
pub struct Program {
    pub name: &'static str,
    pub about: &'static str,
    pub run_all: fn(&mut dyn FnMut(Trace)),
}

pub const PROGRAMS: [Program; 8] = [
    Program {
        name: "Listing 1",
        about: "`SampleClass.run()`: scans `b` for negative elements, which the constructor refuses, behind conditions on `a`",
        run_all: listing_1,
    },
    Program { name: "array", about: "`count(x, y)` of an array of at most 5 elements from 0 to 9", run_all: array },
    Program { name: "AVL tree", about: "`insert(x)` with rebalancing, trees of up to 6 insertions", run_all: super::avl::avl_tree },
    Program { name: "array stack", about: "`drain(limit)` of a stack of capacity 7 that takes no negative numbers", run_all: array_stack },
    Program { name: "bounded queue", about: "`countUntil(x)` of a ring buffer of capacity 4 with elements from 0 to 100", run_all: queue },
    Program {
        name: "sorted list",
        about: "`insert(x)` into a linked list, ascending, of up to 8 elements, with its size",
        run_all: sorted_list,
    },
    Program { name: "date", about: "`compareTo(other)` of valid dates of the years 1 to 3000", run_all: date },
    Program { name: "parser", about: "`sum()` of a text of at most 5 digits, signs and spaces", run_all: parser },
];

/// Every sequence of so many values.
fn sequences(values: &[i64], length: usize) -> Vec<Vec<i64>> {
    (0..length).fold(vec![Vec::new()], |all, _| {
        all.iter().flat_map(|sequence| values.iter().map(move |v| [sequence.as_slice(), &[*v]].concat())).collect()
    })
}

/// An array as an input: its length and elements are origins.
struct Array<'a> {
    origin: &'a str,
    values: &'a [i64],
}

impl Array<'_> {
    fn length(&self) -> Number {
        Number::input(format!("{}.length", self.origin), self.values.len() as i64)
    }

    fn element(&self, at: usize) -> Number {
        Number::input(format!("{}[{at}]", self.origin), self.values[at])
    }

    /// Whether an index is outside, which the JVM asks at each access.
    fn outside(&self, t: &mut Trace, at: usize) -> bool {
        !t.test(&self.length(), Greater, at as i64)
    }
}

fn listing_1(found: &mut dyn FnMut(Trace)) {
    let b = [0; 10];
    for over in sequences(&[0, 1], 5) {
        let values: Vec<i64> = over.iter().enumerate().map(|(i, over)| 10 * (i as i64 + 1) + over).collect();
        let (a, b) = (Array { origin: "this.a", values: &values }, Array { origin: "this.b", values: &b });
        let mut t = Trace::default();
        let mut k = 0;
        let mut i = 0;
        while t.test(&a.length(), Greater, i as i64) {
            if t.test(&a.element(i), Greater, 10 * (i as i64 + 1)) {
                let mut j = 0;
                while t.test(&b.length(), Greater, j as i64) {
                    if t.test(&b.element(j), Less, 0) {
                        k = 1;
                    }
                    j += 1;
                }
            }
            i += 1;
        }
        assert_eq!(k, 0, "no constructor makes a negative element");
        found(t);
    }
}

/// `int[] data` of capacity 5, `int size`; `add` refuses what is not from 0 to 9.
fn array(found: &mut dyn FnMut(Trace)) {
    for size in 0..=5 {
        for mut values in sequences(&[0, 4, 9], size) {
            values.resize(5, 0);
            for (x, y) in [(0, 4), (4, 0), (9, 9), (4, 9), (7, 4), (-1, 12), (0, 0)] {
                let data = Array { origin: "this.data", values: &values };
                let (of_size, x, y) = (Number::input("this.size", size as i64), Number::input("x", x), Number::input("y", y));
                let mut t = Trace::default();
                let mut i = 0;
                while t.test(&of_size, Greater, i as i64) {
                    if data.outside(&mut t, i) {
                        break;
                    }
                    let element = data.element(i);
                    if t.test(&element, Less, 0) || t.test(&element, Greater, 9) {
                        break;
                    }
                    if !t.test(&element, Equal, x.clone()) {
                        t.test(&element, Equal, y.clone());
                    }
                    i += 1;
                }
                found(t);
            }
        }
    }
}

/// Which value an index has: an engine that reads an array there asks for one after the other.
fn concretised(t: &mut Trace, index: &Number, from: i64) {
    (from..).find(|&value| t.test(index, Equal, value));
}

/// `int[] elements` of capacity 7, `int top`; `push` refuses negative numbers.
fn array_stack(found: &mut dyn FnMut(Trace)) {
    const CAPACITY: usize = 7;
    for size in 0..=CAPACITY {
        for mut values in sequences(&[0, 3, 8], size) {
            values.resize(CAPACITY, 0);
            for limit in [-2, 0, 2, 3, 8, 11] {
                let elements = Array { origin: "this.elements", values: &values };
                let (top, limit) = (Number::input("this.top", size as i64), Number::input("limit", limit));
                let mut t = Trace::default();
                if t.test(&limit, Less, 0) || !t.test(&top, Greater, 0) || t.test(&top, Greater, elements.length()) {
                    found(t);
                    continue;
                }
                concretised(&mut t, &top, 1);
                let mut at = size;
                while at > 0 {
                    if elements.outside(&mut t, at - 1) {
                        break;
                    }
                    let element = elements.element(at - 1);
                    if t.test(&element, Less, 0) || t.test(&element, Less, limit.clone()) {
                        break;
                    }
                    t.test(&element, Equal, limit.clone());
                    at -= 1;
                }
                found(t);
            }
        }
    }
}

/// `int[] items` of capacity 4, `int head`, `int size`; `enqueue` refuses what is not from 0 to 100.
fn queue(found: &mut dyn FnMut(Trace)) {
    const CAPACITY: usize = 4;
    for values in sequences(&[0, 50, 100], CAPACITY) {
        for (head, size) in (0..CAPACITY).flat_map(|head| (0..=CAPACITY).map(move |size| (head, size))) {
            for x in [0, 50, 100, 7] {
                let items = Array { origin: "this.items", values: &values };
                let (of_head, of_size, x) =
                    (Number::input("this.head", head as i64), Number::input("this.size", size as i64), Number::input("x", x));
                let mut t = Trace::default();
                let mut i = 0;
                while t.test(&of_size, Greater, i as i64) {
                    if i == 0 {
                        if t.test(&of_head, Less, 0) || t.test(&of_head, GreaterOrEqual, items.length()) {
                            break;
                        }
                        concretised(&mut t, &of_head, 0);
                    }
                    let over = t.test(&Number::from((head + i) as i64), GreaterOrEqual, items.length());
                    let at = if over { head + i - CAPACITY } else { head + i };
                    if items.outside(&mut t, at) {
                        break;
                    }
                    let item = items.element(at);
                    if t.test(&item, Less, 0) || t.test(&item, Greater, 100) || t.test(&item, Equal, x.clone()) {
                        break;
                    }
                    i += 1;
                }
                found(t);
            }
        }
    }
}

/// `Node head` with `int value`, `Node next`, and `int size`; ascending, without duplicates. The method looks at all nodes.
fn sorted_list(found: &mut dyn FnMut(Trace)) {
    const LONGEST: usize = 8;
    for length in 0..=LONGEST {
        // All that counts of the elements is where x is among them.
        for x in 1..=2 * length as i64 + 1 {
            let (size, x) = (Number::input("this.size", length as i64), Number::input("x", x));
            let mut t = Trace::default();
            let mut node = String::from("this.head");
            let mut before: Option<Number> = None;
            let (mut count, mut behind) = (0, false);
            loop {
                if t.is_null(&node, count == length) {
                    t.test(&size, Equal, count as i64);
                    break;
                }
                let value = Number::input(format!("{node}.value"), 2 * (count as i64 + 1));
                if before.is_some_and(|before| t.test(&before, GreaterOrEqual, value.clone())) || t.test(&size, LessOrEqual, count as i64) {
                    break;
                }
                if !behind && t.test(&value, GreaterOrEqual, x.clone()) {
                    t.test(&value, Equal, x.clone());
                    behind = true;
                }
                before = Some(value);
                node += ".next";
                count += 1;
            }
            found(t);
        }
    }
}

fn days(year: i64, month: i64) -> i64 {
    match month {
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// `int year, month, day`, checked by the constructor.
fn date(found: &mut dyn FnMut(Trace)) {
    let mut dates = Vec::new();
    for year in [1, 4, 100, 400, 2000, 3000] {
        for month in 1..=12 {
            let last = days(year, month);
            dates.extend([1, 15, 28, last].map(|day| (year, month, day)));
        }
    }
    dates.sort_unstable();
    dates.dedup();
    for this in &dates {
        for other in &dates {
            let mut t = Trace::default();
            if let (Some(a), Some(b)) = (checked(&mut t, "this", *this), checked(&mut t, "other", *other)) {
                let differs = a.iter().zip(b).any(|(a, b)| t.test(a, Less, b.clone()) || t.test(a, Greater, b));
                assert_eq!(differs, this != other);
            }
            found(t);
        }
    }
}

/// Year, month and day of a date, which is not null; none, if it is no date.
fn checked(t: &mut Trace, origin: &str, (year, month, day): (i64, i64, i64)) -> Option<[Number; 3]> {
    if origin != "this" {
        t.is_null(origin, false);
    }
    let [year, month, day] =
        [("year", year), ("month", month), ("day", day)].map(|(f, value)| Number::input(format!("{origin}.{f}"), value));
    if t.test(&month, Less, 1)
        || t.test(&month, Greater, 12)
        || t.test(&day, Less, 1)
        || t.test(&year, Less, 1)
        || t.test(&year, Greater, 3000)
    {
        return None;
    }
    let length = if t.test(&month, Equal, 2) {
        let by_four = t.test(&year.modulo(4), Equal, 0);
        let leap = by_four && (t.test(&year.modulo(100), NotEqual, 0) || t.test(&year.modulo(400), Equal, 0));
        if leap { 29 } else { 28 }
    } else if [4, 6, 9, 11].into_iter().any(|short| t.test(&month, Equal, short)) {
        30
    } else {
        31
    };
    (!t.test(&day, Greater, length)).then_some([year, month, day])
}

/// `String text`, of digits, signs and spaces, as the constructor checks.
fn parser(found: &mut dyn FnMut(Trace)) {
    let characters = [' ', '+', '-', '0', '5', '9'].map(|c| c as i64);
    for length in 0..=5 {
        for text in sequences(&characters, length) {
            let mut t = Trace::default();
            parse(&mut t, &text);
            found(t);
        }
    }
}

fn parse(t: &mut Trace, text: &[i64]) {
    let length = Number::input("this.text.length()", text.len() as i64);
    let mut number = false;
    for (at, character) in text.iter().enumerate() {
        t.test(&length, Greater, at as i64);
        let c = Number::input(format!("this.text.charAt({at})"), *character);
        if t.test(&c, Equal, i64::from(b' ')) {
            continue;
        }
        if t.test(&c, GreaterOrEqual, i64::from(b'0')) && t.test(&c, LessOrEqual, i64::from(b'9')) {
            number = true;
        } else if t.test(&c, Equal, i64::from(b'+')) || t.test(&c, Equal, i64::from(b'-')) {
            // A sign needs a number before it.
            if !number {
                return;
            }
            number = false;
        } else {
            // The constructor lets neither of them in, nor anything else.
            let _ = t.test(&c, Equal, i64::from(b'(')) || t.test(&c, Equal, i64::from(b')'));
            return;
        }
    }
    t.test(&length, Greater, text.len() as i64);
}
