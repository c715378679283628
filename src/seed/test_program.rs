//! Programs for tests, written as the records of docs/formats.md ("Program facts").

use crate::program::facts::{MethodId, Program};

/// Numbers of operations; parameters come first.
pub type From<'a> = &'a [u32];

/// An operation of a method.
#[derive(Clone, Debug)]
pub enum Op {
    Load(u32),
    /// Owner, name, descriptor, object; without object: static.
    Get(String, String, String, Option<Vec<u32>>),
    Put(String, String, String, Option<Vec<u32>>, Vec<u32>),
    /// 0 virtual, 1 special, 2 static, 3 interface; owner, name, descriptor, arguments.
    Call(u32, String, String, String, Vec<Vec<u32>>),
    Return(Vec<u32>),
    Branch(Vec<Vec<u32>>),
}

/// A method: blocks with their successors; block 0 has the parameters and is not given.
#[derive(Clone, Debug)]
pub struct TestMethod {
    pub name: String,
    pub descriptor: String,
    pub access: u32,
    pub parameters: u32,
    pub blocks: Vec<(Vec<u32>, Vec<Op>)>,
}

impl TestMethod {
    /// A public method of one block.
    pub fn straight(name: &str, descriptor: &str, parameters: u32, operations: Vec<Op>) -> Self {
        Self { name: name.into(), descriptor: descriptor.into(), access: 1, parameters, blocks: vec![(Vec::new(), operations)] }
    }
}

#[derive(Clone, Debug)]
pub struct TestClass {
    pub name: String,
    /// Name, descriptor, access.
    pub fields: Vec<(String, String, u32)>,
    pub methods: Vec<TestMethod>,
}

/// The record of a class.
#[derive(Default)]
struct Writer {
    texts: Vec<String>,
    body: Vec<u8>,
}

impl Writer {
    fn number(&mut self, mut value: u32) {
        while value > 0x7f {
            self.body.push(value as u8 & 0x7f | 0x80);
            value >>= 7;
        }
        self.body.push(value as u8);
    }

    fn text(&mut self, text: &str) -> u32 {
        if let Some(known) = self.texts.iter().position(|t| t == text) {
            return known as u32;
        }
        self.texts.push(text.into());
        self.texts.len() as u32 - 1
    }

    fn put(&mut self, text: &str) {
        let number = self.text(text);
        self.number(number);
    }

    fn sources(&mut self, sources: From) {
        self.number(sources.len() as u32);
        sources.iter().for_each(|&s| self.number(s));
    }

    fn operation(&mut self, line: u32, op: &Op) {
        let tag = match op {
            Op::Load(_) => 2,
            Op::Get(..) => 5,
            Op::Put(..) => 6,
            Op::Call(..) => 11,
            Op::Return(_) => 13,
            Op::Branch(_) => 15,
        };
        self.number(tag);
        self.number(line);
        match op {
            Op::Load(slot) => self.number(*slot),
            Op::Get(owner, name, descriptor, object) | Op::Put(owner, name, descriptor, object, _) => {
                [owner, name, descriptor].into_iter().for_each(|t| self.put(t));
                self.number(u32::from(object.is_none()));
                if let Some(object) = object {
                    self.sources(object);
                }
                if let Op::Put(.., value) = op {
                    self.sources(value);
                }
            }
            Op::Call(kind, owner, name, descriptor, arguments) => {
                self.number(*kind);
                [owner, name, descriptor].into_iter().for_each(|t| self.put(t));
                self.number(arguments.len() as u32);
                arguments.iter().for_each(|a| self.sources(a));
            }
            Op::Return(value) => self.sources(value),
            Op::Branch(operands) => {
                self.number(operands.len() as u32);
                operands.iter().for_each(|o| self.sources(o));
            }
        }
    }

    fn method(&mut self, method: &TestMethod) {
        self.put(&method.name);
        self.put(&method.descriptor);
        self.number(method.access);
        self.number(1);
        let operations: usize = method.blocks.iter().map(|(_, o)| o.len()).sum();
        self.number(method.parameters + operations as u32);
        self.number(method.blocks.len() as u32 + 1);
        // The parameters.
        for number in [0, 1, 1, 0, method.parameters, 0] {
            self.number(number);
        }
        let first_slot = u32::from(method.access & crate::program::facts::access::STATIC == 0);
        for parameter in 0..method.parameters {
            for number in [1, 1, first_slot + parameter, 0] {
                self.number(number);
            }
        }
        let mut next = method.parameters;
        for (line, (successors, operations)) in (10..).zip(&method.blocks) {
            self.number(0);
            self.sources(successors);
            self.number(0);
            self.number(operations.len() as u32);
            self.number(next);
            operations.iter().for_each(|o| self.operation(line, o));
            next += operations.len() as u32;
        }
    }
}

/// All classes are public and analysed.
pub fn program(classes: &[TestClass]) -> Program {
    let mut program = Program::default();
    for class in classes {
        let mut out = Writer::default();
        out.put(&class.name);
        for number in [1, 1, 0, 0, 0, class.fields.len() as u32] {
            out.number(number);
        }
        for (name, descriptor, access) in &class.fields {
            out.put(name);
            out.put(descriptor);
            out.number(*access);
        }
        out.number(class.methods.len() as u32);
        class.methods.iter().for_each(|m| out.method(m));
        let mut record = Writer::default();
        record.number(out.texts.len() as u32);
        for text in &out.texts {
            record.number(text.len() as u32);
            record.body.extend(text.bytes());
        }
        record.body.extend(out.body);
        program.add(&record.body).expect("a record as the format says");
    }
    program.link();
    program
}

/// A method by class and name.
pub fn method(program: &Program, class: &str, name: &str) -> MethodId {
    let text = |s| program.symbols.text(s);
    let found = (0..program.methods.len()).find(|&m| {
        let method = &program.methods[m];
        text(program.classes[method.class].name) == class && text(method.name) == name
    });
    found.unwrap_or_else(|| panic!("{class}.{name}"))
}
