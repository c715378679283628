//! Questions about classes that come when they are asked for. What javac makes of real code is tested from the Java side, where it can be
//! compiled (`PurityTest`).

use super::*;
use std::collections::BTreeMap;

const RUN: &str = "()I";

/// The record of a class, as it grows.
#[derive(Default)]
struct Record {
    texts: Vec<String>,
    body: Vec<u8>,
}

impl Record {
    fn number(&mut self, mut value: usize) {
        while value > 0x7f {
            self.body.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.body.push(value as u8);
    }

    fn text(&mut self, text: &str) -> usize {
        let place = self.texts.iter().position(|t| t == text);
        place.unwrap_or_else(|| {
            self.texts.push(text.to_owned());
            self.texts.len() - 1
        })
    }

    fn all(&mut self, numbers: &[usize]) {
        numbers.iter().for_each(|&n| self.number(n));
    }

    fn texts(&mut self, texts: &[&str]) {
        for text in texts {
            let place = self.text(text);
            self.number(place);
        }
    }

    fn bytes(self) -> Vec<u8> {
        let mut whole = Self::default();
        whole.number(self.texts.len());
        for text in &self.texts {
            whole.number(text.len());
            whole.body.extend(text.bytes());
        }
        whole.body.extend(self.body);
        whole.body
    }
}

/// What the code of a method does; each with the receiver.
#[derive(Clone)]
enum Do {
    Put(&'static str),
    PutStatic(&'static str),
    Lock,
    /// 0 virtual, 1 special, 2 static.
    Call(usize, &'static str, &'static str),
}

#[derive(Clone)]
struct Class {
    role: usize,
    access: u32,
    supertypes: Vec<&'static str>,
    /// By name; none: abstract or native.
    methods: Vec<(String, u32, Option<Vec<Do>>)>,
}

/// Answers as the Java side does: what is there, once it is asked for.
#[derive(Default)]
struct World {
    classes: BTreeMap<&'static str, Class>,
    /// What was asked for, in order.
    asked: Vec<String>,
}

impl World {
    fn class(&mut self, name: &'static str, access: u32, supertypes: &[&'static str]) -> &mut Class {
        let class = Class { role: 1, access, supertypes: supertypes.to_vec(), methods: Vec::new() };
        self.classes.entry(name).or_insert(class)
    }

    fn record(&self, name: &str) -> Vec<u8> {
        let class = &self.classes[name];
        let mut record = Record::default();
        record.texts(&[name]);
        record.all(&[class.role, class.access as usize]);
        let superclass = class.supertypes.iter().find(|s| self.classes[*s].access & access::INTERFACE == 0);
        let superclass = superclass.map_or(0, |s| record.text(s) + 1);
        record.number(superclass);
        let interfaces: Vec<&str> = class.supertypes.iter().copied().filter(|s| self.classes[s].access & access::INTERFACE != 0).collect();
        record.number(interfaces.len());
        record.texts(&interfaces);
        record.all(&[0, 0, class.methods.len()]);
        for (method, access, code) in &class.methods {
            record.texts(&[method, RUN]);
            record.all(&[*access as usize, if code.is_some() { 3 } else { 0 }]);
        }
        record.bytes()
    }

    fn code(&self, class: &str, method: &str) -> Vec<u8> {
        let (.., code) = self.classes[class].methods.iter().find(|(name, ..)| name == method).unwrap();
        let code = code.as_ref().unwrap();
        let mut record = Record::default();
        record.texts(&[class]);
        record.all(&[3, 1]);
        record.texts(&[method, RUN]);
        // Two operations each; an empty block, and one with all.
        record.all(&[1, 2 * code.len(), 2, 0, 1, 1, 0, 0, 0, 0, 0, 0, 2 * code.len(), 0]);
        for (n, what) in code.iter().enumerate() {
            let receiver = 2 * n;
            record.all(&[2, 0, 0]);
            match what {
                Do::Put(field) | Do::PutStatic(field) => {
                    record.all(&[6, 0]);
                    record.texts(&[class, field, "I"]);
                    if matches!(what, Do::Put(_)) { record.all(&[0, 1, receiver, 0]) } else { record.all(&[1, 0]) }
                }
                Do::Lock => record.all(&[16, 0, 1, receiver]),
                Do::Call(kind, owner, name) => {
                    record.all(&[11, 0, *kind]);
                    record.texts(&[owner, name, RUN]);
                    if *kind == 2 { record.number(0) } else { record.all(&[1, 1, receiver]) }
                }
            }
        }
        record.bytes()
    }

    fn declare(&self, program: &mut Program, name: &str) {
        if let Some(class) = self.classes.get(name) {
            class.supertypes.iter().for_each(|s| self.declare(program, s));
            program.add(&self.record(name)).unwrap();
        }
    }

    fn is_below(&self, name: &str, ancestor: &str) -> bool {
        name == ancestor || self.classes[name].supertypes.iter().any(|s| self.is_below(s, ancestor))
    }

    fn ask(&mut self, calls: &[(&str, &str)], about: Option<(&str, &str)>) -> Vec<Verdict> {
        let question = |(receiver, name): (&str, &str)| Question { receiver: receiver.into(), name: name.into(), descriptor: RUN.into() };
        let questions: Vec<Question> = calls.iter().copied().map(question).collect();
        let about = about.map(question);
        self.answered(|purity, program| purity.answer(program, &questions, about.as_ref()))
    }

    fn writes(&mut self, class: &str, method: &str) -> Option<Writes> {
        let question = Question { receiver: class.into(), name: method.into(), descriptor: RUN.into() };
        self.answered(|purity, program| purity.writes(program, &question, false))
    }

    /// Brings what is lacking until there is an answer.
    fn answered<T>(&mut self, ask: impl Fn(&mut Purity, &mut Program) -> Result<T, Lacks>) -> T {
        let (mut purity, mut program) = (Purity::default(), Program::default());
        for _ in 0..100 {
            let lacks = match ask(&mut purity, &mut program) {
                Ok(answer) => return answer,
                Err(lacks) => lacks,
            };
            for class in &lacks.classes {
                self.asked.push(class.clone());
                self.declare(&mut program, class);
            }
            for class in lacks.subtypes {
                self.asked.push(format!("below {class}"));
                let names: Vec<&str> = self.classes.keys().copied().filter(|name| self.is_below(name, &class)).collect();
                purity.add_subtypes(class, names.into_iter().map(str::to_owned).collect());
            }
            for (class, method, _) in &lacks.code {
                self.asked.push(format!("{class}.{method}"));
                program.add(&self.code(class, method)).unwrap();
            }
        }
        panic!("no end: {:?}", self.asked);
    }

    fn one(&mut self, class: &str, method: &str) -> Verdict {
        self.ask(&[(class, method)], None).remove(0)
    }
}

impl Class {
    fn with(&mut self, method: &str, access: u32, code: Option<Vec<Do>>) -> &mut Self {
        self.methods.push((method.to_owned(), access, code));
        self
    }

    fn does(&mut self, method: &str, code: &[Do]) -> &mut Self {
        self.with(method, 0, Some(code.to_vec()))
    }
}

const PURE: Verdict = Verdict::Pure { reaches: false };

fn impure(why: &str) -> Verdict {
    Verdict::Impure(why.to_owned())
}

#[test]
fn what_a_call_reaches_is_asked_for_and_no_more() {
    let mut world = World::default();
    let class = world.class("C", 0, &[]);
    class.does("get", &[Do::Call(0, "C", "other")]).does("other", &[]).does("unused", &[Do::Call(0, "D", "get")]);
    assert_eq!(world.one("C", "get"), PURE);
    assert_eq!(world.asked, ["C", "below C", "C.get", "C.other"]);
}

#[test]
fn what_is_impure_whatever_it_is_given_ends_the_search() {
    let mut world = World::default();
    world.class("C", 0, &[]).does("get", &[Do::PutStatic("f"), Do::Call(0, "D", "get")]).does("of", &[Do::Call(2, "C", "get")]);
    world.class("C", 0, &[]).does("locks", &[Do::Lock]);
    world.class("C", 0, &[]).with("native", access::NATIVE, None).does("runs", &[Do::Call(1, "C", "native")]);
    assert_eq!(world.one("C", "get"), impure("writes the static field C.f"));
    assert_eq!(world.one("C", "of"), impure("calls C.get()I, which writes the static field C.f"));
    assert_eq!(world.one("C", "locks"), impure("enters a monitor"));
    assert_eq!(world.one("C", "runs"), impure("calls the native method C.native()I"));
    assert!(!world.asked.iter().any(|asked| asked.starts_with('D')), "{:?}", world.asked);
}

#[test]
fn writes_count_if_their_object_was_there_before() {
    let mut world = World::default();
    world.class("C", 0, &[]).does("set", &[Do::Put("f")]).does("through", &[Do::Call(1, "C", "set")]);
    assert_eq!(world.one("C", "set"), impure("writes to its receiver"));
    assert_eq!(world.one("C", "through"), impure("writes to its receiver"));
}

#[test]
fn what_a_method_writes_is_named_whoever_does_it_for_it() {
    let mut world = World::default();
    world
        .class("C", 0, &[])
        .does("set", &[Do::Put("f")])
        .does("through", &[Do::Call(1, "C", "set"), Do::PutStatic("g")])
        .does("get", &[])
        .with("native", access::NATIVE, None)
        .does("unknown", &[Do::Put("f"), Do::Call(1, "C", "native")]);
    world.class("Heir", 0, &["C"]).does("get", &[Do::Put("h")]);
    let fields = |names: &[&str]| Writes { fields: names.iter().map(|&n| n.to_owned()).collect(), ..Writes::default() };
    assert_eq!(world.writes("C", "set"), Some(fields(&["f"])));
    assert_eq!(world.writes("C", "through"), Some(fields(&["f", "g"])));
    assert_eq!(world.writes("C", "get"), Some(fields(&["h"])), "an override may");
    assert_eq!(world.writes("Heir", "set"), Some(fields(&["f"])));
    assert_eq!(world.writes("C", "unknown"), None);
}

#[test]
fn every_override_counts_and_what_cannot_have_one_is_exact() {
    let mut world = World::default();
    world.class("C", 0, &[]).does("get", &[]).with("fixed", access::FINAL, Some(Vec::new()));
    world.class("Heir", 0, &["C"]).does("get", &[Do::Put("f")]).does("fixed", &[Do::Put("f")]);
    world.class("Shape", access::INTERFACE | access::ABSTRACT, &[]).with("area", access::ABSTRACT, None).with(
        "sides",
        access::ABSTRACT,
        None,
    );
    world.class("Square", 0, &["Shape"]).does("area", &[]).does("sides", &[Do::PutStatic("f")]);
    assert_eq!(world.one("C", "get"), impure("writes to its receiver"));
    assert_eq!(world.one("C", "fixed"), PURE);
    assert_eq!(world.one("Shape", "area"), PURE);
    assert_eq!(world.one("Shape", "sides"), impure("writes the static field Square.f"));
}

#[test]
fn who_else_may_implement_it_is_not_known() {
    let mut world = World::default();
    let one = |world: &mut World, name, role| {
        let class = world.class(name, access::INTERFACE | access::ABSTRACT, &[]);
        class.role = role;
        class.with("run", access::ABSTRACT, None);
    };
    one(&mut world, "Task", 1);
    one(&mut world, "java/Task", 0);
    world.class("C", 0, &["Task", "java/Task"]).does("run", &[]);
    assert_eq!(world.one("Task", "run"), impure("calls Task.run()I, which a lambda may implement"));
    assert_eq!(world.one("java/Task", "run"), impure("calls java/Task.run()I, which any class may implement"));
    assert_eq!(world.one("C", "run"), PURE);
    assert_eq!(world.one("Gone", "run"), impure("calls Gone.run()I, which is not on the class path"));
    assert_eq!(world.one("C", "gone"), impure("calls C.gone()I, which is not on the class path"));
}

#[test]
fn whether_it_reaches_a_method_is_said_of_what_is_pure() {
    let mut world = World::default();
    let class = world.class("C", 0, &[]);
    class.does("a", &[Do::Call(0, "C", "b")]).does("b", &[Do::Call(0, "C", "a")]).does("c", &[]);
    let verdicts = world.ask(&[("C", "a"), ("C", "c")], Some(("C", "b")));
    assert_eq!(verdicts, [Verdict::Pure { reaches: true }, PURE]);
}

#[test]
fn answers_do_not_depend_on_what_else_is_asked() {
    let mut world = World::default();
    world
        .class("C", 0, &[])
        .does("get", &[])
        .does("set", &[Do::Put("f")])
        .does("both", &[Do::Call(0, "C", "get"), Do::Call(0, "C", "set")]);
    let calls = [("C", "get"), ("C", "both"), ("C", "set"), ("D", "get")];
    let alone: Vec<Verdict> = calls.iter().map(|(class, method)| world.one(class, method)).collect();
    assert_eq!(world.ask(&calls, None), alone);
}

#[test]
fn a_call_that_reaches_too_much_is_not_looked_through() {
    let mut world = World::default();
    let class = world.class("C", access::FINAL, &[]);
    let names: Vec<&'static str> = (0..=MOST_METHODS).map(|n| &*Box::leak(format!("m{n}").into_boxed_str())).collect();
    let all = |names: &[&'static str]| names.iter().map(|&name| Do::Call(0, "C", name)).collect::<Vec<_>>();
    class.does("few", &all(&names[1..]).split_off(1)).does("many", &all(&names));
    names.iter().for_each(|name| _ = class.does(name, &[]));
    assert_eq!(world.one("C", "few"), PURE);
    assert_eq!(world.one("C", "many"), impure(&format!("reaches more than {MOST_METHODS} methods")));
}

#[test]
fn methods_of_the_jdk_are_known_by_what_they_are_given() {
    assert_eq!(known::written("java/lang/System", "arraycopy", "(Ljava/lang/Object;ILjava/lang/Object;II)V"), Some(&[2][..]));
    assert_eq!(known::written("java/lang/Math", "max", "(II)I"), Some(&[][..]));
    assert_eq!(known::written("java/math/BigDecimal", "<init>", "(Ljava/lang/String;)V"), Some(&[0][..]));
    assert_eq!(known::written("java/lang/Math", "random", "()D"), None);
    // It writes the array; it may call back.
    assert_eq!(known::written("java/lang/String", "getChars", "(II[CI)V"), None);
    assert_eq!(known::written("java/lang/String", "valueOf", "(Ljava/lang/Object;)Ljava/lang/String;"), None);
    assert_eq!(known::joined("(IJLjava/lang/String;)Ljava/lang/String;"), None);
    assert_eq!(known::joined("(I[[Ljava/lang/String;Z)Ljava/lang/String;"), Some("[[Ljava/lang/String;"));
}
