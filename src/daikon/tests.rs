//! Files in, columns and invariants out.

use super::dtrace::{ReadTrace, Reader, Reading};
use super::notation;
use crate::invariants::infer;
use crate::invariants::samples::{Data, Place};
use crate::invariants::settings::Settings;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::Write;

const DECLS: &str = "\
// made by hand
decl-version 2.0
var-comparability none

ppt C.pop():::ENTER
ppt-type enter
variable this
  var-kind variable
  dec-type C
  rep-type hashcode
  flags is_param non_null
variable this.a
  var-kind field a
  dec-type java.lang.Object[]
  rep-type hashcode
variable this.a[..]
  var-kind array
  array 1
  dec-type java.lang.Object[]
  rep-type hashcode[]
variable this.top
  var-kind field top
  dec-type int
  rep-type int
variable this.LIMIT
  dec-type int
  rep-type int
  constant 100

ppt C.pop():::EXIT7
ppt-type subexit
variable this
  rep-type hashcode
  flags is_param non_null
variable this.a
  rep-type hashcode
variable this.a[..]
  rep-type hashcode[]
variable this.top
  rep-type int
variable return
  dec-type java.lang.String
  rep-type java.lang.String
";

/// Invocations of `pop` on stacks of some sizes.
fn trace() -> String {
    let mut trace = String::new();
    for (nonce, top) in (0..40).map(|i| (i, i % 9)) {
        let array = |top: i64| (0..10).map(|i| if i <= top { format!("{}", 100 + i) } else { "null".into() }).collect::<Vec<_>>().join(" ");
        trace += &format!(
            "\nC.pop():::ENTER\nthis_invocation_nonce\n{nonce}\nthis\n5\n1\nthis.a\n77\n1\nthis.a[..]\n[{}]\n1\nthis.top\n{top}\n1\n",
            array(top)
        );
        trace += &format!(
            "\nC.pop():::EXIT7\nthis_invocation_nonce\n{nonce}\nthis\n5\n1\nthis.a\n77\n1\nthis.a[..]\n[{}]\n1\nthis.top\n{}\n1\nreturn\n\"item \\\"{top}\\\"\"\n1\n",
            array(top - 1),
            top - 1
        );
    }
    trace
}

fn read(parts: &[&str]) -> crate::Result<ReadTrace> {
    let mut reader = Reader::new(Reading::default());
    for (i, part) in parts.iter().enumerate() {
        reader.read(&format!("file{i}"), part.as_bytes())?;
    }
    reader.finish()
}

fn refusal(parts: &[&str]) -> String {
    read(parts).expect_err("is wrong").message
}

#[test]
fn what_holds_of_a_stack_is_said_as_daikon_says_it() {
    let read = read(&[DECLS, &trace()]).expect("is right");
    assert_eq!((read.exits_without_entry, read.entries_without_exit), (0, 0));
    let (texts, points) = infer(read.trace, true, &Settings { slices: true, ..Settings::default() });
    let exit = points.iter().find(|p| p.name.place == Place::Exit).expect("an exit");
    assert_eq!((exit.name.to_string().as_str(), exit.samples.rows), ("C.pop():::EXIT", 40));
    let said: Vec<String> = points
        .iter()
        .flat_map(|p| {
            p.invariants.iter().filter(|i| i.is_reported()).map(|i| notation::invariant(&i.candidate.formula, &p.samples, &texts))
        })
        .collect();
    let expected = [
        "this.top - orig(this.top) + 1 == 0",
        "this.a[0..this.top] elements != null",
        "this.a[this.top+1..] elements == null",
        "this.top >= -1",
        "return is printable",
        "this.a has only one value",
        "this.a != null",
    ];
    for invariant in expected {
        assert!(said.iter().any(|s| s == invariant), "{invariant} is missing of {said:#?}");
    }
    // What follows from these is not said.
    for implied in ["this.top < orig(this.top)", "this.top != orig(this.top)"] {
        assert!(!said.iter().any(|s| s == implied), "{implied} is implied");
    }
}

#[test]
fn declarations_may_stand_in_the_trace_and_both_may_be_packed() {
    let all = format!("{DECLS}{}", trace());
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("stack.dtrace.gz");
    let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
    packed.write_all(all.as_bytes()).expect("memory");
    std::fs::write(&path, packed.finish().expect("memory")).expect("a file");
    let read = super::read(&[], std::slice::from_ref(&path), Reading::default()).expect("is right");
    assert_eq!(read.trace.points.iter().map(|p| p.samples.rows).collect::<Vec<_>>(), [40, 40]);
    std::fs::write(&path, b"no gzip").expect("a file");
    let message = super::read(&[], &[path], Reading::default()).expect_err("not packed").message;
    assert!(message.contains("stack.dtrace.gz"), "{message}");
}

#[test]
fn values_are_read_as_they_are_written() {
    let decls = "decl-version 2.0\n\nppt p:::POINT\nvariable d\n  rep-type double\nvariable b\n  rep-type boolean\nvariable s\n  rep-type java.lang.String\n\
                 variable t[..]\n  rep-type java.lang.String[]\n\n";
    let sample = |d: &str, b: &str, s: &str, t: &str| format!("p:::POINT\nd\n{d}\n1\nb\n{b}\n0\ns\n{s}\n1\nt[..]\n{t}\n1\n\n");
    let read = read(&[
        decls,
        &sample("NaN", "true", "\"a\\u00e9\\n\\101\"", "[\"x y\" null \"\"]"),
        &sample("-1.5E-3", "0", "null", "[]"),
        &sample("nonsensical", "1", "nonsensical", "nonsensical").replace("nonsensical\n1", "nonsensical\n2"),
    ])
    .expect("is right");
    let samples = &read.trace.points[0].samples;
    let Data::Reals(reals) = &samples.columns[0].data else { panic!("reals") };
    assert!(reals[0].is_nan() && reals[1] == -1.5e-3);
    assert_eq!([0, 1, 2].map(|r| samples.columns[0].has(r)), [true, true, false]);
    assert_eq!(samples.columns[1].data, Data::Integers(vec![1, 0, 1]));
    let Data::Integers(places) = &samples.columns[2].data else { panic!("texts") };
    assert_eq!(read.trace.texts.get(places[0]).map(ToString::to_string), Some("a\u{e9}\nA".to_owned()));
    assert_eq!((places[1], samples.columns[2].has(1)), (0, true), "null is a value");
    let Data::IntegerLists { offsets, items } = &samples.columns[3].data else { panic!("lists") };
    assert_eq!((offsets.as_slice(), items[1]), (&[0, 3, 3, 3][..], 0));
}

#[test]
fn version_1_is_understood() {
    let decls =
        "VarComparability\nnone\n\nDECLARE\nf:::ENTER\nx\nint\nint\n1\nk\nint\nint = 5\n1\n\nDECLARE\nf:::EXIT1\nreturn\nint\nint\n1\n\n";
    let trace: String = (0..3).map(|i| format!("f:::ENTER\nx\n{i}\n1\n\nf:::EXIT1\nreturn\n{}\n1\n\n", i + 1)).collect();
    let read = read(&[decls, &trace]).expect("is right");
    let names: Vec<&str> = read.trace.points[1].samples.variables.iter().map(|v| v.name.as_str()).collect();
    assert_eq!(names, ["return", "orig(x)"], "calls without nonce are matched as they nest");
    assert_eq!(read.trace.points[1].samples.rows, 3);
}

#[test]
fn an_exit_without_its_entry_is_left_out_and_counted() {
    let decls = "decl-version 2.0\n\nppt f():::ENTER\nvariable x\n  rep-type int\n\nppt f():::EXIT1\nvariable return\n  rep-type int\n\n";
    let trace = "f():::EXIT1\nthis_invocation_nonce\n9\nreturn\n1\n1\n\nf():::ENTER\nthis_invocation_nonce\n1\nx\n1\n1\n\n";
    let read = read(&[decls, trace]).expect("is right");
    assert_eq!((read.exits_without_entry, read.entries_without_exit), (1, 1));
    let rows = |read: ReadTrace| read.trace.points.iter().map(|p| p.samples.rows).collect::<Vec<_>>();
    assert_eq!(rows(read), [0, 0], "a call that did not return says nothing of what the method needs");
    let mut reader = Reader::new(Reading { unmatched_entries: true, ..Reading::default() });
    reader.read("f", format!("{decls}{trace}").as_bytes()).expect("is right");
    assert_eq!(rows(reader.finish().expect("has points")), [1, 0]);
}

#[test]
fn what_the_objects_say_is_said_of_them_and_not_at_the_points_that_have_them_as_parent() {
    let of = |point: &str, parent: &str, of_variable: &str| format!("ppt {point}\n{parent}variable this.n\nrep-type int\n{of_variable}\n");
    let relation = ("parent parent C:::OBJECT 1\n", "parent C:::OBJECT 1\n");
    let mut text = of("C:::OBJECT", "", "");
    for (point, (of_point, of_variable)) in [("C.m():::ENTER", relation), ("C.m():::EXIT3", relation), ("C.hidden():::ENTER", ("", ""))] {
        text += &of(point, of_point, of_variable);
    }
    for i in 0..40 {
        let sample = |point: &str, n: i32| format!("{point}\nthis.n\n{n}\n1\n\n");
        text += &(sample("C.m():::ENTER", i % 3 * 2 + 4)
            + &sample("C.m():::EXIT3", i % 3 * 2 + 6)
            + &sample("C.hidden():::ENTER", 4 + 2 * (i % 7)));
    }
    let read = read(&[&text]).expect("is right");
    let (texts, points) = infer(read.trace, true, &Settings::default());
    let said = |name: &str| -> Vec<String> {
        let point = points.iter().find(|p| p.name.to_string() == name).expect(name);
        let reported = point.invariants.iter().filter(|i| i.is_reported());
        reported.map(|i| notation::invariant(&i.candidate.formula, &point.samples, &texts)).collect()
    };
    let even = "this.n == 0  (mod 2)".to_owned();
    assert_eq!(points[0].samples.rows, 80, "the entries and exits that name it");
    assert!(said("C:::OBJECT").contains(&even), "{:?}", said("C:::OBJECT"));
    assert!(!said("C.m():::EXIT").contains(&even), "{:?}", said("C.m():::EXIT"));
    assert!(said("C.hidden():::ENTER").contains(&even), "it is none of the objects' points: {:?}", said("C.hidden():::ENTER"));
}

#[test]
fn what_is_wrong_is_said_with_file_and_line() {
    let decls = "decl-version 2.0\n\nppt p:::POINT\nvariable x\n  rep-type int\nvariable a[..]\n  rep-type int[]\n\n";
    let cases = [
        ("p:::POINT\nx\nseven\n1\n", "file1, line 3: `seven` as the value of x: expected an integer of 64 bits"),
        ("p:::POINT\nx\n7\n3\n", "file1, line 4: `3` where 0, 1 or 2 says"),
        ("p:::POINT\ny\n7\n1\n", "file1, line 2: `y` in a sample of p:::POINT where the variable `x` is declared"),
        ("p:::POINT\nx\n7\n1\n\n", "file1, line 5: the sample ends in a sample of p:::POINT where the variable `a[..]`"),
        ("p:::POINT\nx\n7\n1\na[..]\n[1 2\n1\n", "file1, line 6: `[1 2` as the value of a[]"),
        ("p:::POINT\nx\n7\n1\na[..]\n[1]\n1\nz\n", "file1, line 8: `z` in a sample of p:::POINT after its last variable"),
        ("q:::POINT\nx\n7\n1\n", "file1, line 1: a sample of `q:::POINT`, which is not declared"),
        ("\nnonsense\n", "file1, line 2: `nonsense`: expected a declaration"),
        ("p:::POINT\nx\n99999999999999999999\n1\n", "expected an integer of 64 bits"),
    ];
    for (trace, expected) in cases {
        let message = refusal(&[decls, trace]);
        assert!(message.contains(expected), "{message}");
    }
    assert!(refusal(&["decl-version 3.0\n"]).contains("line 1: declarations of version `3.0`"));
    assert!(refusal(&["ppt p:::POINT\nvariable x\n  rep-type complex\n"]).contains("has the rep-type `complex`"));
    assert!(refusal(&[""]).contains("no program point"));
}

#[test]
fn long_lines_and_large_files_are_refused_with_the_setting_that_raises_the_limit() {
    let refusal = |settings: Settings, text: &str| {
        let mut reader = Reader::new(Reading::of(&settings));
        reader.read("t", text.as_bytes()).expect_err("too much").message
    };
    let long = format!("// {}\n", "x".repeat(3 << 20));
    let message = refusal(Settings { max_line_bytes: 1 << 20, ..Settings::default() }, &long);
    assert!(message.starts_with("t, line 1: the line is longer than 1 MiB") && message.contains("maxLineBytes"), "{message}");
    let message = refusal(Settings { max_trace_bytes: 1 << 20, ..Settings::default() }, &"\n".repeat(2 << 20));
    assert!(message.contains("more than 1 MiB so far, unpacked") && message.contains("maxTraceBytes"), "{message}");
    // Both files count together.
    let mut reader = Reader::new(Reading::of(&Settings { max_trace_bytes: DECLS.len() as u64, ..Settings::default() }));
    reader.read("d", DECLS.as_bytes()).expect("just fits");
    assert!(reader.read("t", trace().as_bytes()).is_err());
}

#[test]
fn a_line_of_three_gigabytes_in_a_small_packed_file_is_refused_early() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("bomb.dtrace.gz");
    // A member of 64 MiB, again and again: what packs to megabytes and unpacks to gigabytes.
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    packed.write_all(&vec![b'x'; 64 << 20]).expect("memory");
    std::fs::write(&path, packed.finish().expect("memory").repeat(48)).expect("a file");
    let message = super::read(&[], &[path], Reading::default()).expect_err("too long").message;
    assert!(message.contains("bomb.dtrace.gz, line 1: the line is longer than 64 MiB"), "{message}");
}

#[test]
fn what_is_no_trace_at_all_is_wrong_input() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
    packed.write_all(format!("{DECLS}{}", trace()).as_bytes()).expect("memory");
    let whole = packed.finish().expect("memory");
    let mut changed = whole.clone();
    changed[whole.len() / 2] ^= 0x55;
    let bytes = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).expect("a file");
        path
    };
    let cases = [
        (bytes("empty.gz", b""), "cannot unpack"),
        (bytes("cut.gz", &whole[..40]), "cannot unpack"),
        (bytes("changed.gz", &changed), ""),
        (bytes("text.gz", b"decl-version 2.0\n"), "cannot unpack"),
        (bytes("packed.dtrace", &whole), "expected a declaration"),
        (folder.path().to_owned(), "is a folder: name a file"),
        ("/dev/zero".into(), "is a device or a pipe"),
        (folder.path().join("none"), "does not exist"),
    ];
    for (path, expected) in cases {
        let error = super::read(&[], std::slice::from_ref(&path), Reading::default()).expect_err("no trace");
        assert_eq!(error.kind, crate::ErrorKind::InvalidInput, "{error}");
        assert!(error.message.contains(expected) && error.message.contains(&*path.display().to_string()), "{error}");
    }
    // What a JVM that was killed has left: all samples but the one that was being written.
    let read = super::read(&[], &[bytes("killed.gz", &whole[..whole.len() / 2])], Reading::default()).expect("is of use");
    let rows: Vec<usize> = read.trace.points.iter().map(|p| p.samples.rows).collect();
    assert!(rows[0] >= rows[1] && rows[1] > 0 && rows[0] < 40, "{rows:?}");
    assert!(read.truncated.len() == 1 && read.truncated[0].file.ends_with("killed.gz"), "{:?}", read.truncated);
    let marked = [b"\xef\xbb\xbf", DECLS.as_bytes(), trace().as_bytes()].concat();
    super::read(&[], &[bytes("marked.dtrace", &marked)], Reading::default()).expect("a byte-order mark is passed over");
}

#[test]
fn more_than_the_limit_is_refused() {
    let mut reader = Reader::new(Reading { max_bytes: 100, ..Reading::default() });
    reader.read("d", DECLS.as_bytes()).expect("declarations");
    let message = reader.read("t", trace().as_bytes()).expect_err("too much").message;
    assert!(message.contains("t, line ") && message.contains("raise the limit"), "{message}");
    // Four values of eight bytes, and ten elements: the first sample is too much, by its elements.
    let mut reader = Reader::new(Reading { max_bytes: 4 * 8 + 9 * 8, ..Reading::default() });
    reader.read("d", DECLS.as_bytes()).expect("declarations");
    let message = reader.read("t", trace().as_bytes()).expect_err("too much").message;
    assert!(message.contains("t, line 17"), "{message}");
}
