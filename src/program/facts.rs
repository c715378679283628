//! Classes, methods and operations, as the records of docs/formats.md ("Program facts") say them.

use crate::{Error, Result};
use hashbrown::HashMap;
use std::hash::{BuildHasherDefault, DefaultHasher};

/// A text that occurs in a program, as a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Symbol(u32);

/// The texts of a program, each once.
#[derive(Clone, Debug, Default)]
pub struct Symbols {
    texts: Vec<Box<str>>,
    /// The hasher is one that no chosen texts can slow down.
    numbers: HashMap<Box<str>, u32, BuildHasherDefault<DefaultHasher>>,
}

/// A hasher of numbers without a random seed, so that nothing depends on one.
pub type FixedHasher = rustc_hash::FxBuildHasher;

impl Symbols {
    pub fn of(&mut self, text: &str) -> Symbol {
        if let Some(&number) = self.numbers.get(text) {
            return Symbol(number);
        }
        let number = self.texts.len() as u32;
        self.texts.push(text.into());
        self.numbers.insert(text.into(), number);
        Symbol(number)
    }

    /// The symbol of a text that occurs.
    pub fn find(&self, text: &str) -> Option<Symbol> {
        self.numbers.get(text).map(|&n| Symbol(n))
    }

    pub fn text(&self, symbol: Symbol) -> &str {
        &self.texts[symbol.0 as usize]
    }
}

/// What a class is to an analysis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// A black box; its supertypes and overridable methods are known.
    Library,
    Analysed,
    /// It calls the analysed classes and defines nothing that could be selected.
    Test,
}

pub mod access {
    //! Flags of the class-file format (JVMS, tables 4.1-B, 4.5-A, 4.6-A).
    pub const PUBLIC: u32 = 0x0001;
    pub const PRIVATE: u32 = 0x0002;
    pub const PROTECTED: u32 = 0x0004;
    pub const STATIC: u32 = 0x0008;
    pub const FINAL: u32 = 0x0010;
    pub const SYNCHRONIZED: u32 = 0x0020;
    pub const BRIDGE: u32 = 0x0040;
    pub const NATIVE: u32 = 0x0100;
    pub const INTERFACE: u32 = 0x0200;
    pub const ABSTRACT: u32 = 0x0400;
    pub const SYNTHETIC: u32 = 0x1000;
    pub const ENUM: u32 = 0x4000;
}

/// Place of a class in [`Program::classes`].
pub type ClassId = usize;
/// Place of a method in [`Program::methods`].
pub type MethodId = usize;
/// Place of a field in [`Program::fields`].
pub type FieldId = usize;

#[derive(Clone, Debug)]
pub struct Class {
    /// Internal name: `java/util/Map$Entry`.
    pub name: Symbol,
    pub role: Role,
    pub access: u32,
    pub superclass: Option<Symbol>,
    pub interfaces: Vec<Symbol>,
    pub source: Option<Symbol>,
    /// Its methods, in the order of the class file.
    pub methods: std::ops::Range<MethodId>,
}

#[derive(Clone, Debug)]
pub struct Field {
    /// The class that declares it; of a library's, the one that the code names.
    pub class: Symbol,
    pub name: Symbol,
    pub descriptor: Symbol,
    pub access: u32,
    /// Whether an analysed class or a test declares it.
    pub known: bool,
}

#[derive(Clone, Debug)]
pub struct Method {
    pub class: ClassId,
    pub name: Symbol,
    pub descriptor: Symbol,
    pub access: u32,
    /// None: abstract, native, of a library, or of a kind that could not be read.
    pub code: Option<Code>,
    /// Whether it has code that a record is still to bring ([`Program::add`]).
    pub awaits_code: bool,
}

impl Method {
    pub fn is(&self, flag: u32) -> bool {
        self.access & flag != 0
    }
}

/// The blocks and operations of a method's code.
#[derive(Clone, Debug)]
pub struct Code {
    /// In the order of the code; the first is empty but for the parameters.
    pub blocks: Vec<Block>,
    /// By number; gaps stand for code that cannot be reached.
    pub operations: Vec<Option<Operation>>,
}

/// How control comes into a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockEntry {
    Normal,
    Catch,
    /// The handler of every exception: a copy of a `finally` block, or the end of a `synchronized` one.
    CatchAny,
}

#[derive(Clone, Debug)]
pub struct Block {
    pub entry: BlockEntry,
    /// Ascending.
    pub successors: Vec<u32>,
    /// Blocks that an exception in this one may lead to, ascending.
    pub handlers: Vec<u32>,
    /// Numbers of its operations.
    pub operations: std::ops::Range<usize>,
}

/// The numbers of the operations that a value was computed from; none: a constant, or a caught exception.
pub type Sources = Box<[u32]>;

#[derive(Clone, Debug)]
pub struct Operation {
    pub block: u32,
    /// Line in the source; 0: unknown.
    pub line: u32,
    pub kind: Kind,
}

/// What an operation does. Names are None for variables of the compiler's own. `Lock`: a monitor is entered.
#[derive(Clone, Debug)]
pub enum Kind {
    Parameter { index: u32, slot: u32, name: Option<Symbol> },
    Load { slot: u32 },
    Store { slot: u32, name: Option<Symbol>, value: Sources },
    Increment { slot: u32, name: Option<Symbol> },
    GetField { field: u32, object: Sources },
    PutField { field: u32, object: Sources, value: Sources },
    ArrayLoad { array: Sources, index: Sources },
    ArrayStore { array: Sources, index: Sources, value: Sources },
    New { class: Symbol },
    NewArray { sizes: Vec<Sources> },
    Call(Call),
    Lambda(Lambda),
    Return { value: Sources },
    Throw { value: Sources },
    Branch { operands: Vec<Sources> },
    Lock { object: Sources },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CallKind {
    Virtual,
    Special,
    Static,
    Interface,
}

/// A method as code names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MethodName {
    pub owner: Symbol,
    pub name: Symbol,
    pub descriptor: Symbol,
}

#[derive(Clone, Debug)]
pub struct Call {
    pub kind: CallKind,
    pub method: MethodName,
    /// The receiver first, if there is one.
    pub arguments: Vec<Sources>,
}

/// A function object made of a lambda or method reference.
#[derive(Clone, Debug)]
pub struct Lambda {
    /// The method of the functional interface.
    pub interface: MethodName,
    /// Kind of the method handle (JVMS, table 5.4.3.5-A): 6 static, 7 special, 8 constructor, 5 and 9 virtual.
    pub handle: u32,
    pub implementation: MethodName,
    pub captured: Vec<Sources>,
}

/// Classes whose fields and methods are numbered and whose names are resolved.
#[derive(Clone, Debug, Default)]
pub struct Program {
    pub symbols: Symbols,
    pub classes: Vec<Class>,
    pub methods: Vec<Method>,
    pub fields: Vec<Field>,
    by_name: HashMap<Symbol, ClassId, FixedHasher>,
    by_field: HashMap<(Symbol, Symbol, Symbol), FieldId, FixedHasher>,
}

impl Program {
    /// The class of an internal name, if the program has its record.
    pub fn class(&self, name: Symbol) -> Option<ClassId> {
        self.by_name.get(&name).copied()
    }

    /// A method declared in a class.
    pub fn declared(&self, class: ClassId, name: Symbol, descriptor: Symbol) -> Option<MethodId> {
        self.classes[class].methods.clone().find(|&m| self.methods[m].name == name && self.methods[m].descriptor == descriptor)
    }

    /// Adds the record of a class; of two with the same name the first counts. Or code that the record of a class has left out.
    ///
    /// # Errors
    /// `InvalidInput` if the bytes are not such a record; the program is then what it was.
    pub fn add(&mut self, record: &[u8]) -> Result<()> {
        let before = (self.symbols.texts.len(), self.fields.len(), self.methods.len());
        let added = self.read(record);
        if added.is_err() {
            let (symbols, fields, methods) = before;
            self.methods.truncate(methods);
            for field in self.fields.drain(fields..) {
                self.by_field.remove(&(field.class, field.name, field.descriptor));
            }
            for text in self.symbols.texts.drain(symbols..) {
                self.symbols.numbers.remove(&text);
            }
        }
        added
    }

    fn read(&mut self, record: &[u8]) -> Result<()> {
        let mut reader = Reader { bytes: record, at: 0, texts: Vec::new(), operations: 0, statics: Vec::new() };
        for _ in 0..reader.count()? {
            let length = reader.count()?;
            let text = std::str::from_utf8(reader.take(length)?).map_err(|_| corrupt("a text that is not UTF-8", reader.at))?;
            let symbol = self.symbols.of(text);
            reader.texts.push(symbol);
        }
        self.class_record(&mut reader)?;
        // The class that declares the field may have no record.
        for field in reader.statics {
            if !self.fields[field].known {
                self.fields[field].access |= access::STATIC;
            }
        }
        Ok(())
    }

    fn class_record(&mut self, r: &mut Reader) -> Result<()> {
        let name = r.text()?;
        let role = match r.number()? {
            0 => Role::Library,
            1 => Role::Analysed,
            2 => Role::Test,
            3 => return self.more_code(name, r),
            _ => return Err(corrupt("an unknown role", r.at)),
        };
        let access = r.number()?;
        let superclass = r.optional()?;
        let interfaces = (0..r.count()?).map(|_| r.text()).collect::<Result<_>>()?;
        let source = r.optional()?;
        if self.by_name.contains_key(&name) {
            return Ok(());
        }
        let id = self.classes.len();
        let mut declared = Vec::new();
        for _ in 0..r.count()? {
            let (field, descriptor, access) = (r.text()?, r.text()?, r.number()?);
            declared.push((self.field(name, field, descriptor), access));
        }
        let first = self.methods.len();
        for _ in 0..r.count()? {
            let (method, descriptor, access) = (r.text()?, r.text()?, r.number()?);
            let (code, awaits_code) = match r.number()? {
                0 | 2 => (None, false),
                1 => (Some(self.code(r)?), false),
                3 => (None, true),
                _ => return Err(corrupt("an unknown kind of code", r.at)),
            };
            self.methods.push(Method { class: id, name: method, descriptor, access, code, awaits_code });
        }
        if r.at < r.bytes.len() {
            return Err(corrupt("more bytes than it says", r.at));
        }
        // From here on nothing fails: what a refused record would leave behind in what was there before comes last.
        for (field, access) in declared {
            // It may have been read before its class was known.
            self.fields[field].access = access;
            self.fields[field].known = role != Role::Library;
        }
        let methods = first..self.methods.len();
        self.classes.push(Class { name, role, access, superclass, interfaces, source, methods });
        self.by_name.insert(name, id);
        Ok(())
    }

    /// Code of methods of a class that has its record. Of a method that has its code already it is left out.
    fn more_code(&mut self, class: Symbol, r: &mut Reader) -> Result<()> {
        let mut brought = Vec::new();
        for _ in 0..r.count()? {
            let (name, descriptor) = (r.text()?, r.text()?);
            let method = self.class(class).and_then(|c| self.declared(c, name, descriptor));
            let method = method.ok_or_else(|| corrupt("code of a method that no record has declared", r.at))?;
            let code = match r.number()? {
                1 => Some(self.code(r)?),
                2 => None,
                _ => return Err(corrupt("an unknown kind of code", r.at)),
            };
            brought.push((method, code));
        }
        if r.at < r.bytes.len() {
            return Err(corrupt("more bytes than it says", r.at));
        }
        for (method, code) in brought {
            let method = &mut self.methods[method];
            if std::mem::take(&mut method.awaits_code) {
                method.code = code;
            }
        }
        Ok(())
    }

    /// The field that a class of that name declares, as far as is known.
    fn field(&mut self, class: Symbol, name: Symbol, descriptor: Symbol) -> FieldId {
        let fields = &mut self.fields;
        *self.by_field.entry((class, name, descriptor)).or_insert_with(|| {
            fields.push(Field { class, name, descriptor, access: 0, known: false });
            fields.len() - 1
        })
    }

    /// Replaces fields that are named by a subclass by those that its supertypes declare. To be called once, when all classes are there.
    pub fn link(&mut self) {
        let resolved: Vec<u32> = (0..self.fields.len()).map(|f| self.declaring(f) as u32).collect();
        for operation in self.methods.iter_mut().filter_map(|m| m.code.as_mut()).flat_map(|c| c.operations.iter_mut().flatten()) {
            if let Kind::GetField { field, .. } | Kind::PutField { field, .. } = &mut operation.kind {
                *field = resolved[*field as usize];
            }
        }
    }

    /// The field that a name stands for (JVMS 5.4.3.2): of the class, its superinterfaces, its superclasses.
    fn declaring(&self, field: FieldId) -> FieldId {
        let Field { class, name, descriptor, .. } = self.fields[field];
        let mut open = vec![class];
        // A class among its own supertypes would be refused by the JVM; here it must not loop.
        let mut steps = 0;
        while let Some(next) = open.pop() {
            let declared = self.by_field.get(&(next, name, descriptor)).copied().filter(|&f| self.fields[f].known);
            if let Some(found) = declared {
                return found;
            }
            steps += 1;
            if let Some(id) = self.class(next).filter(|_| steps < 10_000) {
                open.extend(self.classes[id].superclass);
                open.extend(self.classes[id].interfaces.iter().rev());
            }
        }
        field
    }

    fn code(&mut self, r: &mut Reader) -> Result<Code> {
        let total = r.count()?;
        r.operations += total;
        // Each takes a byte or more, but those that cannot be reached.
        if r.operations > r.bytes.len() + MOST_GAPS {
            return Err(corrupt("more operations than it has room for", r.at));
        }
        let block_count = r.count()?;
        let mut operations: Vec<Option<Operation>> = vec![None; total];
        let mut blocks = Vec::new();
        for block in 0..block_count {
            let entry = match r.number()? {
                0 => BlockEntry::Normal,
                1 => BlockEntry::Catch,
                2 => BlockEntry::CatchAny,
                _ => return Err(corrupt("an unknown kind of block", r.at)),
            };
            let mut targets = || -> Result<Vec<u32>> {
                let count = r.count()?;
                (0..count).map(|_| r.below(block_count)).collect()
            };
            let (successors, handlers) = (targets()?, targets()?);
            let count = r.count()?;
            let first = r.number()? as usize;
            if first + count > total {
                return Err(corrupt("an operation outside its method", r.at));
            }
            for (at, slot) in operations[first..first + count].iter_mut().enumerate() {
                if slot.is_some() {
                    return Err(corrupt("an operation of two blocks", r.at));
                }
                *slot = Some(self.operation(r, block as u32, at as u32, total)?);
            }
            blocks.push(Block { entry, successors, handlers, operations: first..first + count });
        }
        if blocks.is_empty() {
            return Err(corrupt("code without a block", r.at));
        }
        Ok(Code { blocks, operations })
    }

    fn operation(&mut self, r: &mut Reader, block: u32, index: u32, total: usize) -> Result<Operation> {
        let tag = r.number()?;
        let line = r.number()?;
        let kind = match tag {
            1 => Kind::Parameter { index, slot: r.below(MOST_SLOTS)?, name: r.optional()? },
            2 => Kind::Load { slot: r.below(MOST_SLOTS)? },
            3 => Kind::Store { slot: r.below(MOST_SLOTS)?, name: r.optional()?, value: r.sources(total)? },
            4 => Kind::Increment { slot: r.below(MOST_SLOTS)?, name: r.optional()? },
            5 | 6 => {
                let field = self.field(r.text()?, r.text()?, r.text()?);
                let object = if r.number()? == 0 {
                    r.sources(total)?
                } else {
                    r.statics.push(field);
                    Sources::default()
                };
                let field = field as u32;
                if tag == 5 { Kind::GetField { field, object } } else { Kind::PutField { field, object, value: r.sources(total)? } }
            }
            7 => Kind::ArrayLoad { array: r.sources(total)?, index: r.sources(total)? },
            8 => Kind::ArrayStore { array: r.sources(total)?, index: r.sources(total)?, value: r.sources(total)? },
            9 => Kind::New { class: r.text()? },
            10 => Kind::NewArray { sizes: r.operands(total)? },
            11 => {
                let kind = match r.number()? {
                    0 => CallKind::Virtual,
                    1 => CallKind::Special,
                    2 => CallKind::Static,
                    3 => CallKind::Interface,
                    _ => return Err(corrupt("an unknown kind of call", r.at)),
                };
                let (method, arguments) = (r.method()?, r.operands(total)?);
                if kind != CallKind::Static && arguments.is_empty() {
                    return Err(corrupt("a call without its receiver", r.at));
                }
                Kind::Call(Call { kind, method, arguments })
            }
            12 => {
                let interface = r.method()?;
                Kind::Lambda(Lambda { interface, handle: r.number()?, implementation: r.method()?, captured: r.operands(total)? })
            }
            13 => Kind::Return { value: r.sources(total)? },
            14 => Kind::Throw { value: r.sources(total)? },
            15 => Kind::Branch { operands: r.operands(total)? },
            16 => Kind::Lock { object: r.sources(total)? },
            _ => return Err(corrupt("an unknown kind of operation", r.at)),
        };
        Ok(Operation { block, line, kind })
    }
}

fn corrupt(what: &str, at: usize) -> Error {
    Error::invalid_input(format!("the facts of a class are corrupt: {what}, near byte {at}"))
}

/// Operations of a record that cannot be reached and so take no bytes.
const MOST_GAPS: usize = 1 << 20;
/// Local variables of a method (JVMS, 4.7.3).
const MOST_SLOTS: usize = 1 << 16;

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    texts: Vec<Symbol>,
    /// Those of all methods so far.
    operations: usize,
    /// Fields that code takes for static ones.
    statics: Vec<FieldId>,
}

impl<'a> Reader<'a> {
    fn number(&mut self) -> Result<u32> {
        let mut value = 0u64;
        for shift in (0..35).step_by(7) {
            let byte = *self.bytes.get(self.at).ok_or_else(|| corrupt("they end early", self.at))?;
            self.at += 1;
            value |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return u32::try_from(value).map_err(|_| corrupt("a number too large", self.at));
            }
        }
        Err(corrupt("a number too large", self.at))
    }

    /// A number of things that follow, each of a byte or more, or of operations, which are fewer than the bytes of the largest class.
    fn count(&mut self) -> Result<usize> {
        let count = self.number()? as usize;
        if count > self.bytes.len() { Err(corrupt("a count larger than the record", self.at)) } else { Ok(count) }
    }

    fn below(&mut self, limit: usize) -> Result<u32> {
        let number = self.number()?;
        if (number as usize) < limit { Ok(number) } else { Err(corrupt("a number out of range", self.at)) }
    }

    fn take(&mut self, length: usize) -> Result<&'a [u8]> {
        let bytes = self.bytes.get(self.at..self.at + length).ok_or_else(|| corrupt("they end early", self.at))?;
        self.at += length;
        Ok(bytes)
    }

    fn text(&mut self) -> Result<Symbol> {
        let number = self.below(self.texts.len())?;
        Ok(self.texts[number as usize])
    }

    fn optional(&mut self) -> Result<Option<Symbol>> {
        let number = self.below(self.texts.len() + 1)?;
        Ok(number.checked_sub(1).map(|n| self.texts[n as usize]))
    }

    fn method(&mut self) -> Result<MethodName> {
        Ok(MethodName { owner: self.text()?, name: self.text()?, descriptor: self.text()? })
    }

    fn sources(&mut self, total: usize) -> Result<Sources> {
        let count = self.count()?;
        (0..count).map(|_| self.below(total)).collect()
    }

    fn operands(&mut self, total: usize) -> Result<Vec<Sources>> {
        let count = self.count()?;
        (0..count).map(|_| self.sources(total)).collect()
    }
}

#[cfg(test)]
impl Program {
    /// Whether nothing tells the two apart.
    pub fn is_same(&self, other: &Self) -> bool {
        let sizes = |p: &Self| (p.by_name.len(), p.by_field.len(), p.symbols.numbers.len());
        let text = |p: &Self| format!("{:?} {:?} {:?} {:?}", p.symbols.texts, p.classes, p.methods, p.fields);
        sizes(self) == sizes(other) && text(self) == text(other)
    }
}
