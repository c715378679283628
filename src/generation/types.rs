//! Types of Java as tests need them: generic signatures (JVMS 4.7.9.1) as trees, and the substitution of type variables.

use crate::{Error, Result};
use hashbrown::HashMap;
use std::collections::BTreeMap;

/// The name of a class or of a type variable, as a number of [`Names`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Name(pub u32);

/// Names, each once.
#[derive(Clone, Debug, Default)]
pub struct Names {
    texts: Vec<Box<str>>,
    numbers: HashMap<Box<str>, u32, crate::program::facts::FixedHasher>,
}

impl Names {
    pub fn of(&mut self, text: &str) -> Name {
        if let Some(&number) = self.numbers.get(text) {
            return Name(number);
        }
        let number = self.texts.len() as u32;
        self.texts.push(text.into());
        self.numbers.insert(text.into(), number);
        Name(number)
    }

    pub fn find(&self, text: &str) -> Option<Name> {
        self.numbers.get(text).map(|&n| Name(n))
    }

    pub fn text(&self, name: Name) -> &str {
        &self.texts[name.0 as usize]
    }

    /// How many there are; they are numbered from 0.
    pub fn count(&self) -> usize {
        self.texts.len()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Primitive {
    Boolean,
    Byte,
    Short,
    Char,
    Int,
    Long,
    Float,
    Double,
}

impl Primitive {
    pub const ALL: [Self; 8] = [Self::Boolean, Self::Byte, Self::Short, Self::Char, Self::Int, Self::Long, Self::Float, Self::Double];

    /// The letter of a descriptor.
    pub fn letter(self) -> char {
        ['Z', 'B', 'S', 'C', 'I', 'J', 'F', 'D'][self as usize]
    }

    /// Internal name of the class of its boxes.
    pub fn boxed(self) -> &'static str {
        [
            "java/lang/Boolean",
            "java/lang/Byte",
            "java/lang/Short",
            "java/lang/Character",
            "java/lang/Integer",
            "java/lang/Long",
            "java/lang/Float",
            "java/lang/Double",
        ][self as usize]
    }

    /// Whether a value may be given without a cast where the other type is expected (JLS 5.1.2, and the type itself).
    pub fn widens_to(self, other: Self) -> bool {
        use Primitive::{Boolean, Byte, Char, Short};
        match (self, other) {
            _ if self == other => true,
            (Boolean, _) | (_, Boolean) | (_, Char | Byte) | (Char, Short) => false,
            (Byte | Short | Char, _) => other > Char || (self == Byte && other == Short),
            _ => self < other,
        }
    }
}

/// A type. What has no [`Type::Variable`] in it is *ground*; every slot of a test has a ground type.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Type {
    Void,
    Primitive(Primitive),
    /// Without arguments: not generic, or raw.
    Class(Name, Box<[Argument]>),
    Array(Box<Type>),
    Variable(Name),
}

/// A type argument.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Argument {
    Is(Type),
    /// `? extends ..`
    Extends(Type),
    /// `? super ..`
    Super(Type),
    /// `?`
    Any,
}

/// What type variables stand for.
pub type Substitution = BTreeMap<Name, Type>;

impl Argument {
    /// A type whose values may be given where the argument is expected.
    pub fn witness(&self) -> Option<&Type> {
        match self {
            Self::Is(t) | Self::Extends(t) | Self::Super(t) => Some(t),
            Self::Any => None,
        }
    }

    fn map(&self, f: &mut impl FnMut(&Type) -> Type) -> Self {
        match self {
            Self::Is(t) => Self::Is(f(t)),
            Self::Extends(t) => Self::Extends(f(t)),
            Self::Super(t) => Self::Super(f(t)),
            Self::Any => Self::Any,
        }
    }
}

impl Type {
    /// A class without arguments.
    pub fn class(name: Name) -> Self {
        Self::Class(name, Box::default())
    }

    pub fn is_reference(&self) -> bool {
        !matches!(self, Self::Void | Self::Primitive(_))
    }

    /// The class, if it is one.
    pub fn name(&self) -> Option<Name> {
        if let Self::Class(name, _) = self { Some(*name) } else { None }
    }

    /// The same with variables replaced; one that has no value stays.
    pub fn substitute(&self, values: &Substitution) -> Self {
        match self {
            Self::Variable(name) => values.get(name).cloned().unwrap_or_else(|| self.clone()),
            Self::Array(element) => Self::Array(Box::new(element.substitute(values))),
            Self::Class(name, arguments) => {
                Self::Class(*name, arguments.iter().map(|a| a.map(&mut |t: &Type| t.substitute(values))).collect())
            }
            Self::Void | Self::Primitive(_) => self.clone(),
        }
    }

    /// Whether no variable is left.
    pub fn is_ground(&self) -> bool {
        match self {
            Self::Variable(_) => false,
            Self::Array(element) => element.is_ground(),
            Self::Class(_, arguments) => arguments.iter().all(|a| a.witness().is_none_or(Self::is_ground)),
            Self::Void | Self::Primitive(_) => true,
        }
    }

    /// Its signature; variables as `TName;`.
    pub fn signature(&self, names: &Names) -> String {
        let mut text = String::new();
        self.write(names, true, &mut text);
        text
    }

    /// Its descriptor, if it is ground.
    pub fn descriptor(&self, names: &Names) -> String {
        let mut text = String::new();
        self.write(names, false, &mut text);
        text
    }

    fn write(&self, names: &Names, generic: bool, out: &mut String) {
        match self {
            Self::Void => out.push('V'),
            Self::Primitive(primitive) => out.push(primitive.letter()),
            Self::Array(element) => {
                out.push('[');
                element.write(names, generic, out);
            }
            Self::Variable(name) => {
                out.push('T');
                out.push_str(names.text(*name));
                out.push(';');
            }
            Self::Class(name, arguments) => {
                out.push('L');
                out.push_str(names.text(*name));
                if generic && !arguments.is_empty() {
                    out.push('<');
                    for argument in arguments {
                        match argument {
                            Argument::Any => out.push('*'),
                            Argument::Extends(_) => out.push('+'),
                            Argument::Super(_) => out.push('-'),
                            Argument::Is(_) => {}
                        }
                        if let Some(witness) = argument.witness() {
                            witness.write(names, generic, out);
                        }
                    }
                    out.push('>');
                }
                out.push(';');
            }
        }
    }
}

/// Reads a signature of a type. Of a nested class's, only the last class's arguments are kept.
///
/// # Errors
/// `InvalidInput` if it is none.
pub fn parse(signature: &str, names: &mut Names) -> Result<Type> {
    let mut reader = Reader { text: signature.as_bytes(), at: 0, depth: 0, names };
    let read = reader.read().filter(|_| reader.at == signature.len());
    read.ok_or_else(|| Error::invalid_input(format!("`{signature}` is no signature of a type")))
}

/// Nesting beyond which nothing is read: no compiler writes it, and the reader calls itself.
const DEEPEST: u32 = 64;

struct Reader<'a> {
    text: &'a [u8],
    at: usize,
    depth: u32,
    names: &'a mut Names,
}

impl Reader<'_> {
    fn next(&mut self) -> Option<u8> {
        let byte = self.text.get(self.at).copied();
        self.at += 1;
        byte
    }

    fn until(&mut self, ends: &[u8]) -> Option<&str> {
        let from = self.at;
        let length = self.text.get(from..)?.iter().position(|b| ends.contains(b)).filter(|&l| l > 0)?;
        self.at += length;
        std::str::from_utf8(&self.text[from..from + length]).ok()
    }

    fn read(&mut self) -> Option<Type> {
        self.depth += 1;
        let read = if self.depth > DEEPEST { None } else { self.read_one() };
        self.depth -= 1;
        read
    }

    fn read_one(&mut self) -> Option<Type> {
        let letter = self.next()?;
        if let Some(&primitive) = Primitive::ALL.iter().find(|p| p.letter() == letter as char) {
            return Some(Type::Primitive(primitive));
        }
        match letter {
            b'V' => Some(Type::Void),
            b'[' => Some(Type::Array(Box::new(self.read()?))),
            b'T' => {
                let name = self.until(b";")?.to_owned();
                self.at += 1;
                Some(Type::Variable(self.names.of(&name)))
            }
            b'L' => self.class(),
            _ => None,
        }
    }

    fn class(&mut self) -> Option<Type> {
        let mut name = self.until(b"<;.")?.to_owned();
        let mut arguments = Vec::new();
        loop {
            match self.next()? {
                b';' => {
                    let name = self.names.of(&name);
                    return Some(Type::Class(name, arguments.into()));
                }
                b'.' => {
                    name.push('$');
                    name.push_str(self.until(b"<;.")?);
                    arguments.clear();
                }
                b'<' => {
                    while *self.text.get(self.at)? != b'>' {
                        arguments.push(self.argument()?);
                    }
                    self.at += 1;
                }
                _ => return None,
            }
        }
    }

    fn argument(&mut self) -> Option<Argument> {
        let wrap = match self.text.get(self.at)? {
            b'*' => {
                self.at += 1;
                return Some(Argument::Any);
            }
            b'+' => Argument::Extends,
            b'-' => Argument::Super,
            _ => return self.read().map(Argument::Is),
        };
        self.at += 1;
        self.read().map(wrap)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn signatures_are_read_and_written() {
        let mut names = Names::default();
        for text in ["I", "[[J", "Ljava/lang/String;", "TT;", "Ljava/util/Map<TK;+Ljava/util/List<[I>;>;", "Ljava/util/List<*>;", "V"] {
            assert_eq!(parse(text, &mut names).map(|t| t.signature(&names)), Ok(text.to_owned()));
        }
        let nested = parse("Lp/Outer<TT;>.Inner<TU;>;", &mut names).unwrap();
        assert_eq!(nested.signature(&names), "Lp/Outer$Inner<TU;>;");
        assert_eq!(nested.descriptor(&names), "Lp/Outer$Inner;");
        for wrong in ["", "X", "L;", "Lp/C", "II", "Lp/C<", "Lp/C<I", "T", "[", "Lp/C<>;x"] {
            assert!(parse(wrong, &mut names).is_err(), "{wrong}");
        }
        assert!(parse(&"[".repeat(1_000_000), &mut names).is_err());
    }

    #[test]
    fn variables_are_replaced_everywhere() {
        let mut names = Names::default();
        let list = parse("Ljava/util/List<+[TT;>;", &mut names).unwrap();
        let (t, string) = (names.of("T"), names.of("java/lang/String"));
        assert!(!list.is_ground());
        let ground = list.substitute(&Substitution::from([(t, Type::class(string))]));
        assert_eq!(ground.signature(&names), "Ljava/util/List<+[Ljava/lang/String;>;");
        assert!(ground.is_ground());
    }

    #[test]
    fn primitives_widen_as_the_language_says() {
        use Primitive::{Boolean, Byte, Char, Double, Float, Int, Long, Short};
        let allowed = [
            (Byte, Short),
            (Byte, Int),
            (Byte, Long),
            (Byte, Float),
            (Byte, Double),
            (Short, Int),
            (Short, Long),
            (Short, Float),
            (Short, Double),
            (Char, Int),
            (Char, Long),
            (Char, Float),
            (Char, Double),
            (Int, Long),
            (Int, Float),
            (Int, Double),
            (Long, Float),
            (Long, Double),
            (Float, Double),
        ];
        for from in Primitive::ALL {
            for to in Primitive::ALL {
                assert_eq!(from.widens_to(to), from == to || allowed.contains(&(from, to)), "{from:?} {to:?}");
            }
        }
        assert!(!Boolean.widens_to(Int));
    }

    proptest! {
        #[test]
        fn no_text_is_too_much(text in "[LTVI;\\[<>.+*\\-a/]{0,40}") {
            let mut names = Names::default();
            if let Ok(read) = parse(&text, &mut names) {
                let again = parse(&read.signature(&names), &mut names);
                prop_assert_eq!(again, Ok(read));
            }
        }
    }
}
