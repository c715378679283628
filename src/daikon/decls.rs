//! Declarations of program points and their variables.

use super::lines::{Lines, shown};
use crate::Result;
use crate::evidence::schema::integer_types;
use crate::invariants::samples::{Kind, Place, PointName, Shape, Variable};
use std::borrow::Cow;
use std::io::Read;

/// A name as a file has it.
#[derive(Clone, Debug, PartialEq)]
pub struct Title {
    /// As declared.
    declared: Vec<u8>,
    /// Without escapes. Of version 1, which has none, the same.
    plain: Vec<u8>,
    /// Whether the declarations of the file escape names.
    escaped: bool,
}

impl Title {
    fn of_version_2(declared: &[u8]) -> Self {
        Self { declared: declared.to_vec(), plain: unescaped(declared).into_owned(), escaped: true }
    }

    fn of_version_1(declared: &[u8]) -> Self {
        Self { declared: declared.to_vec(), plain: declared.to_vec(), escaped: false }
    }

    /// The spellings that samples are looked up by.
    pub fn spellings(&self) -> [&[u8]; 2] {
        [&self.declared, &self.plain]
    }

    /// Whether a line of a sample names it. Front ends escape names in declarations only (Chicory), in both, or in none.
    pub fn is(&self, line: &[u8]) -> bool {
        line == self.declared || line == self.plain || (self.escaped && *unescaped(line.trim_ascii()) == self.plain[..])
    }

    /// Without escapes.
    pub fn plain(&self) -> &[u8] {
        &self.plain
    }

    /// Whether a name without escapes is this.
    pub fn is_plain(&self, name: &[u8]) -> bool {
        self.plain == name
    }

    pub fn text(&self) -> String {
        text(&self.plain).into_owned()
    }
}

/// A program point as declared.
#[derive(Clone, Debug, PartialEq)]
pub struct PointDeclaration {
    /// The line that samples begin with.
    pub title: Title,
    pub name: PointName,
    /// The points whose samples include those of this one.
    pub parents: Vec<ParentPoint>,
    pub variables: Vec<VariableDeclaration>,
}

/// `parent parent NAME ID` of a point.
#[derive(Clone, Debug, PartialEq)]
pub struct ParentPoint {
    /// Its name without escapes.
    pub point: Vec<u8>,
    /// What the variables of the point name the relation by.
    pub relation: Vec<u8>,
}

/// `parent NAME ID [VARIABLE]` of a variable.
#[derive(Clone, Debug, PartialEq)]
pub struct ParentVariable {
    pub point: Vec<u8>,
    pub relation: Vec<u8>,
    /// The name there, without escapes; `None`: the same.
    pub variable: Option<Vec<u8>>,
}

/// A variable whose values are in the trace.
#[derive(Clone, Debug, PartialEq)]
pub struct VariableDeclaration {
    /// The line that its value comes after.
    pub title: Title,
    pub variable: Variable,
    pub parents: Vec<ParentVariable>,
}

/// What the beginning of a file says of all that follows.
#[derive(Clone, Copy, Debug)]
pub struct Header {
    /// Whether comparability is meant by numbers; otherwise all variables are comparable.
    pub implicit_comparability: bool,
    /// Whether types are Java's, so that `char` has the numbers from 0 to 65535.
    pub java: bool,
}

impl Default for Header {
    fn default() -> Self {
        Self { implicit_comparability: true, java: false }
    }
}

/// What is said of a variable before it is known to be complete.
struct Draft {
    title: Title,
    rep_type: Option<String>,
    /// The numbers of the declared type.
    range: Option<(i64, i64)>,
    /// What `min-value` and `max-value` say.
    least: Option<i64>,
    greatest: Option<i64>,
    class_name: bool,
    non_null: bool,
    unordered: bool,
    constant: bool,
    group: Option<u64>,
    index_group: Option<u64>,
    parents: Vec<ParentVariable>,
}

impl Draft {
    fn of(title: Title) -> Self {
        Self {
            title,
            rep_type: None,
            range: None,
            least: None,
            greatest: None,
            class_name: false,
            non_null: false,
            unordered: false,
            constant: false,
            group: None,
            index_group: None,
            parents: Vec::new(),
        }
    }
}

/// The point of a name without escapes: `pkg.C.m(int):::EXIT12`.
pub fn point_name(plain: &[u8]) -> Option<PointName> {
    let text = text(plain);
    let (method, place) = text.rsplit_once(":::")?;
    let place = match place {
        "OBJECT" => Place::Object,
        "CLASS" => Place::Class,
        "ENTER" => Place::Entry,
        "EXIT" => Place::Exit,
        other => match other.strip_prefix("EXIT").and_then(|line| line.parse().ok()) {
            Some(line) => Place::ExitAt(line),
            None => Place::Other(other.to_owned()),
        },
    };
    Some(PointName { method: method.to_owned(), place })
}

/// Names of version 2.0 have `\_` for a space and `\\` for a backslash. Any other backslash is one.
pub fn unescaped(name: &[u8]) -> Cow<'_, [u8]> {
    if memchr::memchr(b'\\', name).is_none() {
        return Cow::Borrowed(name);
    }
    let mut plain = Vec::with_capacity(name.len());
    let mut rest = name;
    while let [first, after @ ..] = rest {
        rest = after;
        plain.push(match (first, after) {
            (b'\\', [b'_', after @ ..]) => {
                rest = after;
                b' '
            }
            (b'\\', [b'\\', after @ ..]) => {
                rest = after;
                b'\\'
            }
            _ => *first,
        });
    }
    Cow::Owned(plain)
}

/// Bytes as text. What is not UTF-8, as strings of C programs may be, is taken byte for character, so that different bytes stay different.
pub fn text(bytes: &[u8]) -> Cow<'_, str> {
    std::str::from_utf8(bytes).map_or_else(|_| Cow::Owned(bytes.iter().copied().map(char::from).collect()), Cow::Borrowed)
}

/// Reads a declaration of version 2.0 up to the empty line after it; its first line, `ppt NAME`, has been read.
pub fn version_2<R: Read>(title: &[u8], header: Header, lines: &mut Lines<R>) -> Result<PointDeclaration> {
    let mut point = begin(Title::of_version_2(title), lines)?;
    let mut draft: Option<Draft> = None;
    while let Some(line) = lines.next()?.map(<[u8]>::trim_ascii).filter(|line| !line.is_empty()) {
        let line = line.to_vec();
        let (word, rest) = line.iter().position(u8::is_ascii_whitespace).map_or((&line[..], &b""[..]), |at| (&line[..at], &line[at..]));
        let rest = rest.trim_ascii();
        if word == b"variable" {
            finish(draft.take(), &mut point, lines)?;
            draft = Some(Draft::of(Title::of_version_2(rest)));
            continue;
        }
        let Some(draft) = &mut draft else {
            // What else is said of the point, its name says.
            if word == b"parent" {
                point.parents.extend(parent_of_point(rest));
            }
            continue;
        };
        match word {
            b"dec-type" if header.java => draft.range = range_of_java(&text(rest)),
            b"min-value" => draft.least = text(rest).parse().ok(),
            b"max-value" => draft.greatest = text(rest).parse().ok(),
            b"rep-type" => draft.rep_type = Some(text(&unescaped(rest)).into_owned()),
            b"flags" => {
                for flag in rest.split(u8::is_ascii_whitespace) {
                    match flag {
                        b"non_null" => draft.non_null = true,
                        b"classname" => draft.class_name = true,
                        b"not_ordered" => draft.unordered = true,
                        _ => {}
                    }
                }
            }
            b"constant" => draft.constant = true,
            b"parent" => draft.parents.extend(parent_of_variable(rest)),
            b"comparability" if header.implicit_comparability => (draft.group, draft.index_group) = groups(rest),
            _ => {}
        }
    }
    finish(draft, &mut point, lines)?;
    Ok(point)
}

/// Reads a declaration of version 1 up to the empty line after it; its first line, `DECLARE`, has been read.
pub fn version_1<R: Read>(header: Header, lines: &mut Lines<R>) -> Result<PointDeclaration> {
    let title = lines.next()?.unwrap_or_default().to_vec();
    let mut point = begin(Title::of_version_1(&title), lines)?;
    while let Some(title) = lines.next()?.filter(|line| !line.is_empty()) {
        let title = title.to_vec();
        let mut draft = Draft::of(Title::of_version_1(&title));
        let mut following = || -> Result<String> {
            let line = lines.next()?.map(|line| text(line).into_owned());
            line.ok_or_else(|| lines.error(format!("the file ends within the declaration of the variable {}", shown(&title))))
        };
        let (declared, representation, comparability) = (following()?, following()?, following()?);
        let remarks = declared.split_once('#').map_or("", |(_, remarks)| remarks).replace(' ', "");
        let says = |remark: &str| remarks.split(',').any(|r| r == remark);
        (draft.unordered, draft.non_null) = (says("hasOrder=false"), says("hasNull=false"));
        let (rep_type, constant) = match representation.split_once('=') {
            Some((rep_type, _)) => (rep_type.trim(), true),
            None => (representation.trim(), false),
        };
        (draft.rep_type, draft.constant) = (Some(rep_type.to_owned()), constant);
        draft.class_name = title.ends_with(b".class") || title.ends_with(b".getClass()");
        if header.implicit_comparability {
            (draft.group, draft.index_group) = groups(comparability.as_bytes());
        }
        finish(Some(draft), &mut point, lines)?;
    }
    Ok(point)
}

fn begin<R: Read>(title: Title, lines: &Lines<R>) -> Result<PointDeclaration> {
    match point_name(&title.plain) {
        Some(name) => Ok(PointDeclaration { title, name, parents: Vec::new(), variables: Vec::new() }),
        None => Err(lines.error(format!("{} is no name of a program point: `:::` is missing", shown(&title.plain)))),
    }
}

/// Words between white space, without escapes.
fn words(text: &[u8]) -> impl Iterator<Item = Vec<u8>> + '_ {
    text.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()).map(|word| unescaped(word).into_owned())
}

/// `parent NAME ID`, a point whose samples include those of this one; `user NAME ID`, whose objects it has, is `None`.
fn parent_of_point(text: &[u8]) -> Option<ParentPoint> {
    let mut words = words(text);
    let kind = words.next()?;
    Some(ParentPoint { point: words.next()?, relation: words.next()? }).filter(|_| kind == b"parent")
}

fn parent_of_variable(text: &[u8]) -> Option<ParentVariable> {
    let mut words = words(text);
    Some(ParentVariable { point: words.next()?, relation: words.next()?, variable: words.next() })
}

/// The numbers of a comparability such as `7` or `7[8]`: of the value or the elements, and of what names the elements. A negative one is
/// comparable with all.
fn groups(text: &[u8]) -> (Option<u64>, Option<u64>) {
    let Ok(text) = std::str::from_utf8(text) else { return (None, None) };
    let mut numbers = text.split('[').map(|number| number.trim_end_matches([']', ' ']).trim().parse().ok());
    (numbers.next().flatten(), numbers.next().flatten())
}

/// The numbers of an integer type of Java, or of the elements of its arrays.
fn range_of_java(declared: &str) -> Option<(i64, i64)> {
    let element = declared.trim_end_matches("[]");
    integer_types().find(|(name, _)| *name == element).map(|(_, range)| range)
}

fn finish<R: Read>(draft: Option<Draft>, point: &mut PointDeclaration, lines: &Lines<R>) -> Result<()> {
    let Some(draft) = draft else { return Ok(()) };
    let name = draft.title.text();
    if draft.constant {
        // Its value is not in the trace.
        return Ok(());
    }
    let Some(rep_type) = draft.rep_type else { return Err(lines.error(format!("the variable `{name}` has no rep-type"))) };
    let suffix = ["[]", "[..]"].into_iter().find_map(|suffix| rep_type.strip_suffix(suffix));
    let (element, shape) = match suffix {
        None => (rep_type.as_str(), Shape::Scalar),
        Some(element) if draft.unordered => (element.trim_end(), Shape::Bag),
        Some(element) => (element.trim_end(), Shape::Sequence),
    };
    let kind = match element {
        "boolean" => Kind::Boolean,
        "int" | "long" | "long long int" | "short" | "byte" | "char" => Kind::Integer,
        "hashcode" | "pointer" | "address" => Kind::Reference,
        "double" | "float" => Kind::Real,
        "java.lang.String" | "String" | "string" if draft.class_name => Kind::ClassName,
        "java.lang.String" | "String" | "string" => Kind::Text,
        _ => {
            let known = if element.ends_with(']') {
                "arrays of one dimension, as Daikon itself reads"
            } else {
                "boolean, int, hashcode, double, java.lang.String, or one of these and []"
            };
            return Err(lines.error(format!("the variable `{name}` has the rep-type `{rep_type}`: expected {known}")));
        }
    };
    if point.variables.iter().any(|v| v.title.plain == draft.title.plain) {
        return Err(lines.error(format!("the variable `{name}` is declared twice at {}", point.name)));
    }
    let mut variable = Variable::new(name.replace("[..]", "[]"), kind, shape);
    variable.non_null = draft.non_null;
    if kind == Kind::Integer && (draft.range, draft.least, draft.greatest) != (None, None, None) {
        let (least, greatest) = draft.range.unwrap_or((i64::MIN, i64::MAX));
        variable.range = Some((draft.least.unwrap_or(least), draft.greatest.unwrap_or(greatest)));
    }
    variable.group = draft.group;
    variable.index_group = draft.index_group;
    point.variables.push(VariableDeclaration { title: draft.title, variable, parents: draft.parents });
    Ok(())
}
