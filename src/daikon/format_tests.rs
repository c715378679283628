//! Every construct of Daikon's files, as docs/daikon-format.md lists them: what is written by hand here is read as it says.

use super::dtrace::{ReadTrace, Reader, Reading};
use crate::invariants::samples::{Cell, Kind, Samples};
use crate::invariants::trace::Trace;
use proptest::prelude::*;

/// A row of the page, files, and what is read of them, or the end of what is said of them.
struct Case {
    row: &'static str,
    files: &'static [&'static str],
    read: Result<&'static str, &'static str>,
}

fn read(files: &[&str]) -> crate::Result<ReadTrace> {
    let mut reader = Reader::new(Reading::default());
    for (i, file) in files.iter().enumerate() {
        reader.read(&format!("file{i}"), file.as_bytes())?;
    }
    reader.finish()
}

/// A line for each point with samples and each variable: `name kind: values`.
fn dump(read: &ReadTrace) -> String {
    let mut text = String::new();
    for point in &read.trace.points {
        text += &format!("{}\n", point.name);
        for (var, variable) in point.samples.variables.iter().enumerate() {
            let values: Vec<String> = (0..point.samples.rows).map(|row| cell(&read.trace, &point.samples, var, row)).collect();
            let kind = format!("{:?}{}", variable.kind, ["", "[]", "{}"][variable.shape as usize]);
            let groups = [variable.group, variable.index_group].into_iter().flatten().map(|g| format!(" ~{g}")).collect::<String>();
            let non_null = if variable.non_null { " non-null" } else { "" };
            let range = variable.range.map_or(String::new(), |(least, greatest)| format!(" from {least} to {greatest}"));
            text += &format!("{} {kind}{groups}{non_null}{range}: {}\n", variable.name, values.join(", "));
        }
    }
    for cut in &read.truncated {
        text += &format!("cut off: {} {}\n", cut.file, cut.line);
    }
    let open = (read.exits_without_entry, read.entries_without_exit);
    if open != (0, 0) {
        text += &format!("open: {open:?}\n");
    }
    text
}

pub(super) fn cell(trace: &Trace, samples: &Samples, var: usize, row: usize) -> String {
    let kind = samples.variables[var].kind;
    let integer = |value: i64| match kind {
        Kind::Text | Kind::ClassName => trace.texts.get(value).map_or("null".into(), |t| format!("{:?}", t.to_string())),
        _ => value.to_string(),
    };
    match samples.cell(var, row) {
        None => "-".into(),
        Some(Cell::Integer(value)) => integer(value),
        Some(Cell::Real(value)) => format!("{value:?}"),
        Some(Cell::Integers(values)) => format!("[{}]", values.iter().map(|v| integer(*v)).collect::<Vec<_>>().join(" ")),
        Some(Cell::Reals(values)) => format!("{values:?}"),
    }
}

/// The declaration of one variable of a type at p:::POINT, and a sample for each value.
macro_rules! of_type {
    ($rep_type:literal, $($value:literal),+) => {
        concat!("decl-version 2.0\n\nppt p:::POINT\nvariable v\n  rep-type ", $rep_type, "\n\n", $("p:::POINT\nv\n", $value, "\n1\n\n"),+)
    };
}

/// The same with further lines that say more of the variable.
macro_rules! saying {
    ($rep_type:literal, $more:literal, $value:literal) => {
        concat!(
            "decl-version 2.0\n\nppt p:::POINT\nvariable v\n  rep-type ",
            $rep_type,
            "\n  ",
            $more,
            "\n\np:::POINT\nv\n",
            $value,
            "\n1\n"
        )
    };
}

/// A method of version 2.0 with one parameter x.
const METHOD: &str =
    "decl-version 2.0\n\nppt m():::ENTER\nvariable x\n  rep-type int\n\nppt m():::EXIT7\nvariable return\n  rep-type int\n\n";

const CASES: &[Case] = &[
    Case {
        row: "comments and empty lines",
        files: &["// one\n# two\n\n\n\nppt p:::POINT\nvariable v\n  rep-type int\n\n# three\np:::POINT\nv\n1\n1\n\n// four\n\n"],
        read: Ok("p:::POINT\nv Integer: 1\n"),
    },
    Case {
        row: "declarations in files of their own",
        files: &["decl-version 2.0\n\nppt p:::POINT\nvariable v\nrep-type int\n", "p:::POINT\nv\n1\n1\n"],
        read: Ok("p:::POINT\nv Integer: 1\n"),
    },
    Case {
        row: "`decl-version`",
        files: &["decl-version 1.0\n\nDECLARE\np:::POINT\nv\nint\nint\n-1\n\np:::POINT\nv\n1\n1\n"],
        read: Ok("p:::POINT\nv Integer: 1\n"),
    },
    Case { row: "`decl-version`", files: &["decl-version 3.0\n"], read: Err("declarations of version `3.0`: 1 and 2.0 are understood") },
    Case {
        row: "`input-language`",
        files: &["input-language C/C++\ndecl-version 2.0\n", of_type!("int", "1")],
        read: Ok("p:::POINT\nv Integer: 1\n"),
    },
    Case {
        row: "`input-language`",
        files: &["input-language Java\n", saying!("int", "dec-type char", "1")],
        read: Ok("p:::POINT\nv Integer: 1\n"),
    },
    Case {
        row: "`var-comparability`",
        files: &[
            "var-comparability implicit\n\nppt p:::A\nvariable v\nrep-type int\ncomparability 5\n\n",
            "var-comparability none\n\nppt p:::B\nvariable v\nrep-type int\ncomparability 5\n",
            "ppt p:::C\nvariable v\nrep-type int\ncomparability 5\n",
        ],
        read: Ok("p:::A\nv Integer ~5: \np:::B\nv Integer: \np:::C\nv Integer ~5: \n"),
    },
    Case {
        row: "`ListImplementors`",
        files: &["ListImplementors\njava.util.LinkedList\nC\n\n", of_type!("int", "1")],
        read: Ok("p:::POINT\nv Integer: 1\n"),
    },
    Case {
        row: "`ppt`: a name, with `\\_` and `\\\\`",
        files: &[
            "ppt C.add(int,\\_int):::ENTER\nvariable a\\_b\\\\c\nrep-type int\n\n",
            "C.add(int, int):::ENTER\na b\\\\c\n1\n1\n\nC.add(int,\\_int):::ENTER\na\\_b\\\\c\n2\n1\n\nC.add(int, int):::ENTER\na b\\c\n3\n1\n",
        ],
        read: Ok("C.add(int, int):::ENTER\na b\\c Integer: 1, 2, 3\nopen: (0, 3)\n"),
    },
    Case {
        row: "`ppt`: a name, with `\\_` and `\\\\`",
        files: &["ppt nothing\n"],
        read: Err("`nothing` is no name of a program point: `:::` is missing"),
    },
    Case {
        row: "`ppt-type`, `flags`, `ppt-successors`, `ppt-func`, `ppt-length` of a point",
        files: &[
            "ppt p:::POINT\nppt-type point\nflags static return\nppt-func f\nppt-length 3\nppt-successors q\nvariable v\nrep-type int\n\np:::POINT\nv\n1\n1\n",
        ],
        read: Ok("p:::POINT\nv Integer: 1\n"),
    },
    Case {
        row: "`parent` of a point or a variable",
        files: &[
            "ppt C:::CLASS\nvariable C.n\nrep-type int\n\n\
             ppt C:::OBJECT\nparent parent C:::CLASS 1\nvariable this.x\nrep-type int\nvariable C.n\nrep-type int\nparent C:::CLASS 1\n\n\
             ppt C.m(int,\\_D):::ENTER\nparent parent C:::OBJECT 7\nparent user D:::OBJECT 8\nvariable x\nrep-type int\nparent C:::OBJECT 7 this.x\n\
             variable C.n\nrep-type int\nparent C:::OBJECT 7\n\n\
             ppt C.hidden():::ENTER\nvariable this.x\nrep-type int\n\n\
             ppt C.make():::ENTER\nparent parent C:::CLASS 1\nvariable C.n\nrep-type int\nparent C:::CLASS 1\n\n",
            "C.m(int, D):::ENTER\nx\n1\n1\nC.n\n2\n1\n\nC.hidden():::ENTER\nthis.x\n3\n1\n\nC.make():::ENTER\nC.n\n4\n1\n",
        ],
        read: Ok("C:::CLASS\nC.n Integer: 2, 4\nC:::OBJECT\nthis.x Integer: 1\nC.n Integer: 2\n\
                  C.m(int, D):::ENTER\nx Integer: 1\nC.n Integer: 2\nC.hidden():::ENTER\nthis.x Integer: 3\nC.make():::ENTER\nC.n Integer: 4\n\
                  open: (0, 3)\n"),
    },
    Case {
        row: "`ENTER` and `EXIT` with a number",
        files: &[METHOD, "m():::ENTER\nx\n1\n1\n\nm():::EXIT7\nreturn\n2\n1\n"],
        read: Ok("m():::ENTER\nx Integer: 1\nm():::EXIT\nreturn Integer: 2\norig(x) Integer: 1\n"),
    },
    Case {
        row: "`ENTER` and `EXIT` with a number",
        files: &[
            "ppt m():::EXIT7\nvariable r\nrep-type int\n\nppt m():::ENTER\n\nppt m():::EXIT8\nvariable r\nrep-type int\n\nm():::ENTER\n\nm():::EXIT7\nr\n1\n1\n\nm():::ENTER\n\nm():::EXIT8\nr\n2\n1\n",
        ],
        read: Ok("m():::EXIT7\nr Integer: 1\nm():::ENTER\nm():::EXIT8\nr Integer: 2\nm():::EXIT\nr Integer: 1, 2\n"),
    },
    Case {
        row: "`OBJECT`, `CLASS`, `POINT` and any other place",
        files: &[
            "ppt C:::OBJECT\nvariable this\nrep-type hashcode\n\nppt C:::CLASS\nvariable C.n\nrep-type int\n\nppt C.m():::THROWS\nvariable x\nrep-type int\n\nC:::OBJECT\nthis\n1\n1\n\nC:::CLASS\nC.n\n2\n1\n\nC.m():::THROWS\nx\n3\n1\n",
        ],
        read: Ok("C:::OBJECT\nthis Reference: 1\nC:::CLASS\nC.n Integer: 2\nC.m():::THROWS\nx Integer: 3\n"),
    },
    Case { row: "a point declared again", files: &[of_type!("int", "1"), of_type!("int", "2")], read: Ok("p:::POINT\nv Integer: 1, 2\n") },
    Case {
        row: "a point declared again",
        files: &[of_type!("int", "1"), of_type!("double", "2")],
        read: Err("p:::POINT is declared again, and otherwise"),
    },
    Case {
        row: "`variable`: a name, `..` where indices are",
        files: &["ppt p:::POINT\nvariable this->next[..].data\nrep-type int[]\n\np:::POINT\nthis->next[..].data\n[1 2]\n1\n"],
        read: Ok("p:::POINT\nthis->next[].data Integer[]: [1 2]\n"),
    },
    Case {
        row: "`variable`: a name, `..` where indices are",
        files: &["ppt p:::POINT\nvariable v\nrep-type int\nvariable v\nrep-type int\n"],
        read: Err("the variable `v` is declared twice at p:::POINT"),
    },
    Case { row: "`var-kind`", files: &[saying!("int", "var-kind field f", "1")], read: Ok("p:::POINT\nv Integer: 1\n") },
    Case { row: "`enclosing-var`", files: &[saying!("int", "enclosing-var this", "1")], read: Ok("p:::POINT\nv Integer: 1\n") },
    Case { row: "`reference-type`", files: &[saying!("int", "reference-type offset", "1")], read: Ok("p:::POINT\nv Integer: 1\n") },
    Case { row: "`array`", files: &[saying!("int[]", "array 1", "[1]")], read: Ok("p:::POINT\nv Integer[]: [1]\n") },
    Case { row: "`dec-type`", files: &[saying!("int", "dec-type unsigned\\_char", "1")], read: Ok("p:::POINT\nv Integer: 1\n") },
    Case {
        row: "`dec-type`",
        files: &[concat!(
            "input-language Java\n\nppt p:::POINT\nvariable v\ndec-type char\nrep-type int\n",
            "variable w\ndec-type byte[]\nrep-type int[]\nvariable r\ndec-type java.util.List\nrep-type hashcode\n\n",
            "p:::POINT\nv\n1\n1\nw\n[2]\n1\nr\n3\n1\n"
        )],
        read: Ok("p:::POINT\nv Integer from 0 to 65535: 1\nw Integer[] from -128 to 127: [2]\nr Reference: 3\n"),
    },
    Case {
        row: "`rep-type boolean`",
        files: &[of_type!("boolean", "true", "false", "0", "1", "204")],
        read: Ok("p:::POINT\nv Boolean: 1, 0, 0, 1, 1\n"),
    },
    Case {
        row: "`rep-type int`",
        files: &[of_type!("int", "-7", "0x1f", "18446744073709551615", "-9223372036854775808")],
        read: Ok("p:::POINT\nv Integer: -7, 31, -1, -9223372036854775808\n"),
    },
    Case { row: "`rep-type int`", files: &[of_type!("int", "99999999999999999999")], read: Err("expected an integer of 64 bits") },
    Case { row: "`rep-type int`", files: &[of_type!("int", "null")], read: Err("expected an integer of 64 bits") },
    Case {
        row: "`rep-type hashcode`, `pointer`, `address`",
        files: &[of_type!("hashcode", "17", "null", "0x7ffe0010", "0xffffffffffffffff")],
        read: Ok("p:::POINT\nv Reference: 17, 0, 2147352592, -1\n"),
    },
    Case {
        row: "`rep-type hashcode`, `pointer`, `address`",
        files: &[of_type!("pointer", "17")],
        read: Ok("p:::POINT\nv Reference: 17\n"),
    },
    Case {
        row: "`rep-type double`, `float`",
        files: &[of_type!("double", "1", "-1.5E-3", "1e+06", "NaN", "-nan", "inf", "-Infinity")],
        read: Ok("p:::POINT\nv Real: 1.0, -0.0015, 1000000.0, NaN, NaN, inf, -inf\n"),
    },
    Case {
        row: "`rep-type java.lang.String`, `string`, `String`",
        files: &[of_type!("java.lang.String", r#""a \"b\" \\ \n\r\t\101\u00e9""#, "null", r#""""#, r#""é""#)],
        read: Ok("p:::POINT\nv Text: \"a \\\"b\\\" \\\\ \\n\\r\\tA\u{e9}\", null, \"\", \"\u{e9}\"\n"),
    },
    Case {
        row: "`rep-type java.lang.String`, `string`, `String`",
        files: &[of_type!("string", r#""c""#)],
        read: Ok("p:::POINT\nv Text: \"c\"\n"),
    },
    Case {
        row: "`rep-type java.lang.String`, `string`, `String`",
        files: &[of_type!("String", r#""c""#)],
        read: Ok("p:::POINT\nv Text: \"c\"\n"),
    },
    Case {
        row: "`rep-type java.lang.String`, `string`, `String`",
        files: &[of_type!("string", "open")],
        read: Err("expected a text in quotes, or null"),
    },
    Case {
        row: "an array: `[]` or `[..]` after one of these",
        files: &[
            "ppt p:::POINT\nvariable a[..]\nrep-type int[]\nvariable b[..]\nrep-type double[..]\nvariable c[..]\nrep-type string[]\nvariable d[..]\nrep-type hashcode[]\n\np:::POINT\na[..]\n[1 -2 0x3]\n1\nb[..]\n[ 1.5 NaN ]\n1\nc[..]\n[\"x y\" null \"]\"]\n1\nd[..]\n[1 null]\n1\n\np:::POINT\na[..]\n[]\n1\nb[..]\nnull\n1\nc[..]\n[\"a\" nonsensical]\n1\nd[..]\nnonsensical\n2\n",
        ],
        read: Ok(
            "p:::POINT\na[] Integer[]: [1 -2 3], []\nb[] Real[]: [1.5, NaN], -\nc[] Text[]: [\"x y\" null \"]\"], -\nd[] Reference[]: [1 0], -\n",
        ),
    },
    Case {
        row: "an array: `[]` or `[..]` after one of these",
        files: &["ppt p:::POINT\nvariable v\nrep-type int[][]\n"],
        read: Err("has the rep-type `int[][]`: expected arrays of one dimension, as Daikon itself reads"),
    },
    Case {
        row: "texts that are hash codes",
        files: &[
            of_type!("java.lang.String[]", "[17 null 0x10]", "null"),
            "ppt q:::POINT\nvariable w\nrep-type java.lang.String\n\nq:::POINT\nw\n99\n1\n",
        ],
        read: Ok("p:::POINT\nv Reference[]: [17 0 16], -\nq:::POINT\nw Reference: 99\n"),
    },
    Case {
        row: "any other `rep-type`",
        files: &[of_type!("complex", "1")],
        read: Err(
            "the variable `v` has the rep-type `complex`: expected boolean, int, hashcode, double, java.lang.String, or one of these and []",
        ),
    },
    Case { row: "any other `rep-type`", files: &["ppt p:::POINT\nvariable v\n"], read: Err("the variable `v` has no rep-type") },
    Case {
        row: "`flags`: `non_null`",
        files: &[saying!("hashcode", "flags is_param non_null", "1")],
        read: Ok("p:::POINT\nv Reference non-null: 1\n"),
    },
    Case {
        row: "`flags`: `classname`",
        files: &[saying!("java.lang.String", "flags synthetic classname", "\"C\"")],
        read: Ok("p:::POINT\nv ClassName: \"C\"\n"),
    },
    Case {
        row: "`flags`: `not_ordered`",
        files: &[saying!("int[]", "flags not_ordered", "[2 1]")],
        read: Ok("p:::POINT\nv Integer{}: [2 1]\n"),
    },
    Case {
        row: "`flags`: any other",
        files: &[saying!("int", "flags is_param no_dups nomod synthetic to_string is_property is_enum is_readonly", "1")],
        read: Ok("p:::POINT\nv Integer: 1\n"),
    },
    Case { row: "`lang-flags`", files: &[saying!("int", "lang-flags public static", "1")], read: Ok("p:::POINT\nv Integer: 1\n") },
    Case {
        row: "`comparability`",
        files: &[saying!("int[]", "comparability 8[5]", "[1]")],
        read: Ok("p:::POINT\nv Integer[] ~8 ~5: [1]\n"),
    },
    Case { row: "`comparability`", files: &[saying!("int", "comparability -1", "1")], read: Ok("p:::POINT\nv Integer: 1\n") },
    Case {
        row: "`constant`",
        files: &["ppt p:::POINT\nvariable K\nrep-type int\nconstant 5\nvariable v\nrep-type int\n\np:::POINT\nv\n1\n1\n"],
        read: Ok("p:::POINT\nv Integer: 1\n"),
    },
    Case { row: "`function-args`", files: &[saying!("int", "function-args a.b this.f1", "1")], read: Ok("p:::POINT\nv Integer: 1\n") },
    Case {
        row: "`min-value`, `max-value`",
        files: &[saying!("int", "min-value 0\n  max-value 9", "1")],
        read: Ok("p:::POINT\nv Integer from 0 to 9: 1\n"),
    },
    Case { row: "`min-value`, `max-value`", files: &[saying!("double", "min-value 0.5", "1")], read: Ok("p:::POINT\nv Real: 1.0\n") },
    Case {
        row: "`min-length`, `max-length`, `valid-values`",
        files: &[saying!("int", "min-length 0\n  max-length 3\n  valid-values [1 2]", "1")],
        read: Ok("p:::POINT\nv Integer: 1\n"),
    },
    Case {
        row: "`DECLARE` (version 1)",
        files: &[
            "VarComparability\nimplicit\n\nDECLARE\nC.m(int, int):::ENTER\nx\nint # isParam=true\nint\n5\na[]\nint[] # hasOrder = false\nint[]\n8[5]\ns\nString\nString\n-1\nr\nObject # isParam = true, hasNull = false\nhashcode\n22\n\nC.m(int, int):::ENTER\nx\n1\n1\na[]\n[1]\n1\ns\n\"t\"\n1\nr\n3\n1\n",
        ],
        read: Ok(
            "C.m(int, int):::ENTER\nx Integer ~5: 1\na[] Integer{} ~8 ~5: [1]\ns Text: \"t\"\nr Reference ~22 non-null: 3\nopen: (0, 1)\n",
        ),
    },
    Case {
        row: "`DECLARE` (version 1)",
        files: &[
            "VarComparability\nnone\n\nDECLARE\np:::POINT\nv\nint\nint\n5\nv.class\njava.lang.Class\njava.lang.String\n5\n\np:::POINT\nv\n1\n1\nv.class\n\"C\"\n1\n",
        ],
        read: Ok("p:::POINT\nv Integer: 1\nv.class ClassName: \"C\"\n"),
    },
    Case {
        row: "a constant of version 1: `int = 5`",
        files: &["DECLARE\np:::POINT\nk\nint\nint = 5\n1\nv\nint\nint\n1\n\np:::POINT\nv\n1\n1\n"],
        read: Ok("p:::POINT\nv Integer ~1: 1\n"),
    },
    Case {
        row: "`this_invocation_nonce`",
        files: &[
            METHOD,
            "m():::ENTER\nthis_invocation_nonce\n1\nx\n1\n1\n\nm():::ENTER\nthis_invocation_nonce\nthread-2/7\nx\n2\n1\n\nm():::EXIT7\nthis_invocation_nonce\n1\nreturn\n10\n1\n\nm():::EXIT7\nthis_invocation_nonce\nthread-2/7\nreturn\n20\n1\n",
        ],
        read: Ok("m():::ENTER\nx Integer: 1, 2\nm():::EXIT\nreturn Integer: 10, 20\norig(x) Integer: 1, 2\n"),
    },
    Case {
        row: "an exit without entry, an entry without exit",
        files: &[METHOD, "m():::EXIT7\nthis_invocation_nonce\n9\nreturn\n1\n1\n\nm():::ENTER\nthis_invocation_nonce\n1\nx\n1\n1\n"],
        read: Ok("m():::ENTER\nx Integer: \nm():::EXIT\nreturn Integer: \norig(x) Integer: \nopen: (1, 1)\n"),
    },
    Case {
        row: "a sample: names, values, and whether modified",
        files: &["ppt p:::POINT\nvariable a\nrep-type int\nvariable b\nrep-type int\n\np:::POINT\na\n1\n0\nb\n2\n1\n"],
        read: Ok("p:::POINT\na Integer: 1\nb Integer: 2\n"),
    },
    Case {
        row: "a sample: names, values, and whether modified",
        files: &["ppt p:::POINT\nvariable a\nrep-type int\nvariable b\nrep-type int\n\np:::POINT\nb\n1\n0\na\n2\n1\n"],
        read: Err("line 8: `b` in a sample of p:::POINT where the variable `a` is declared"),
    },
    Case {
        row: "a sample: names, values, and whether modified",
        files: &["p:::POINT\n"],
        read: Err("a sample of `p:::POINT`, which is not declared: give its .decls file, before the trace"),
    },
    Case {
        row: "`nonsensical`, `uninit`, `missing`",
        files: &[
            "ppt p:::POINT\nvariable v\nrep-type int\n\np:::POINT\nv\nnonsensical\n2\n\np:::POINT\nv\nuninit\n2\n\np:::POINT\nv\nmissing\n2\n\np:::POINT\nv\n5\n2\n\np:::POINT\nv\n6\n1\n",
        ],
        read: Ok("p:::POINT\nv Integer: -, -, -, -, 6\n"),
    },
    Case {
        row: "a file that is cut off",
        files: &[METHOD, "m():::ENTER\nx\n1\n1\n\nm():::EXIT7\nreturn\n2\n1\n\nm():::ENTER\nx\n1\n1\n\nm():::EXIT7\nreturn\n2"],
        read: Ok("m():::ENTER\nx Integer: 1\nm():::EXIT\nreturn Integer: 2\norig(x) Integer: 1\ncut off: file1 18\nopen: (0, 1)\n"),
    },
    Case {
        row: "a file that is cut off",
        files: &[METHOD, "m():::ENTER\nx\n1\n1\n\nm():::EX"],
        read: Ok("m():::ENTER\nx Integer: \nm():::EXIT\nreturn Integer: \norig(x) Integer: \ncut off: file1 6\nopen: (0, 1)\n"),
    },
    Case {
        row: "a file that is cut off",
        files: &["DECLARE\np:::POINT\nv\nint\n"],
        read: Err("line 4: the file ends within the declaration of the variable `v`"),
    },
];

#[test]
fn every_construct_is_read_as_the_page_says() {
    for case in CASES {
        let read = read(case.files);
        match case.read {
            Ok(expected) => assert_eq!(dump(&read.expect(case.row)), expected, "{}", case.row),
            Err(expected) => {
                let message = read.expect_err(case.row).message;
                assert!(message.ends_with(expected), "{}: {message}", case.row);
            }
        }
    }
}

#[test]
fn the_page_lists_what_is_tested_and_nothing_else() {
    let page = include_str!("../../docs/daikon-format.md");
    let mut rows: Vec<&str> = page.lines().filter_map(|l| l.strip_prefix("| ")).filter_map(|l| l.split(" | ").next()).collect();
    rows.retain(|row| !["construct", "---"].contains(row));
    let mut tested: Vec<&str> = Vec::new();
    CASES.iter().map(|c| c.row).filter(|row| tested.last() != Some(row)).collect::<Vec<_>>().into_iter().for_each(|row| tested.push(row));
    tested.dedup();
    assert_eq!(rows, tested);
}

proptest! {
    #[test]
    fn no_bytes_make_the_reader_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        super::fuzz_trace(&bytes);
    }

    /// Whole files with lines changed, left out, doubled and cut.
    #[test]
    fn no_damage_makes_the_reader_panic(
        case in 0..CASES.len(),
        changes in prop::collection::vec((any::<usize>(), any::<u8>(), 0..4u8), 1..6),
        end in any::<usize>(),
    ) {
        let mut bytes = CASES[case].files.concat().into_bytes();
        for (at, byte, how) in changes {
            let at = at % bytes.len().max(1);
            match how {
                _ if bytes.is_empty() => {}
                0 => bytes[at] = byte,
                1 => drop(bytes.remove(at)),
                2 => bytes.insert(at, byte),
                _ => {
                    let copy = bytes[at..(at + 20).min(bytes.len())].to_vec();
                    bytes.splice(at..at, copy);
                }
            }
        }
        bytes.truncate(end % (2 * bytes.len() + 1));
        super::fuzz_trace(&bytes);
    }
}
