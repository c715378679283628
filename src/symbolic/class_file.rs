//! Class files, decoded when they are first needed (crate `cafebabe`).

use super::instruction::{CallKind, HandleKind, Instruction as I, Kind, Member, Signature};
use super::scalar::{Binary, Scalar, Unary};
use crate::program::facts::{Symbol, Symbols};
use crate::relation::Relation;
use crate::{Error, Result};
use cafebabe::attributes::{AttributeData, AttributeInfo, BootstrapMethodEntry, CodeData};
use cafebabe::bytecode::{Opcode, PrimitiveArrayType};
use cafebabe::constant_pool::{BootstrapArgument, LiteralConstant, Loadable, MemberRef, MethodHandle, ObjectArrayType, ReferenceKind};
use cafebabe::{MethodAccessFlags, ParseOptions};
use hashbrown::HashMap;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A constant: a number or a text.
#[derive(Clone, Debug, PartialEq)]
pub enum Constant {
    Number(Scalar),
    Text(Arc<[u16]>),
}

#[derive(Clone, Debug)]
pub struct Field {
    pub name: Symbol,
    pub descriptor: Symbol,
    pub kind: Kind,
    pub is_static: bool,
    pub constant: Option<Constant>,
}

#[derive(Debug)]
pub struct Method {
    pub class: Symbol,
    pub name: Symbol,
    pub descriptor: Symbol,
    pub signature: Signature,
    pub is_static: bool,
    pub is_private: bool,
    /// None: abstract or native.
    pub code: Option<Code>,
}

#[derive(Debug)]
pub struct Code {
    pub instructions: Vec<I>,
    /// In the order in which the JVM asks them.
    pub handlers: Vec<Handler>,
    pub locals: usize,
    /// How many conditional jumps and switches there are.
    pub branches: u32,
}

/// Places of instructions; from the first up to the one before the second.
#[derive(Clone, Copy, Debug)]
pub struct Handler {
    pub from: usize,
    pub to: usize,
    pub at: usize,
    /// None: any.
    pub catches: Option<Symbol>,
}

#[derive(Debug)]
pub struct Class {
    pub name: Symbol,
    pub superclass: Option<Symbol>,
    pub interfaces: Vec<Symbol>,
    pub is_interface: bool,
    pub fields: Vec<Field>,
    pub methods: Vec<Arc<Method>>,
    /// Texts of its code, by their hash code.
    pub texts: BTreeMap<i32, Vec<Arc<[u16]>>>,
}

impl Class {
    pub fn method(&self, name: Symbol, descriptor: Symbol) -> Option<&Arc<Method>> {
        self.methods.iter().find(|m| m.name == name && m.descriptor == descriptor)
    }
}

/// The classes of a program under test, by their files.
#[derive(Debug, Default)]
pub struct Classes {
    pub symbols: Symbols,
    files: HashMap<Symbol, Arc<[u8]>, crate::program::facts::FixedHasher>,
    /// None: it cannot be decoded.
    decoded: HashMap<Symbol, Option<Arc<Class>>, crate::program::facts::FixedHasher>,
}

impl Classes {
    /// Adds a class file under its internal name; of two the first counts.
    pub fn add(&mut self, name: &str, file: Vec<u8>) {
        let name = self.symbols.of(name);
        self.files.entry(name).or_insert_with(|| file.into());
    }

    /// Adds a class that no file says.
    #[cfg(test)]
    pub fn insert(&mut self, class: Class) {
        self.decoded.insert(class.name, Some(Arc::new(class)));
    }

    /// Whether a class is a model of one of the JDK, or a part of such a model: it has the name of that class.
    pub fn is_model(&self, class: Symbol) -> bool {
        self.symbols.text(class).starts_with("java/")
            && (self.files.contains_key(&class) || self.decoded.get(&class).is_some_and(Option::is_some))
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.files.len()
    }

    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// A class; `None`: its file is not there, or is damaged.
    pub fn find(&mut self, name: Symbol) -> Option<Arc<Class>> {
        if let Some(known) = self.decoded.get(&name) {
            return known.clone();
        }
        let file = self.files.get(&name).cloned();
        let class = file.and_then(|file| decode(&file, &mut self.symbols).ok()).filter(|c| c.name == name).map(Arc::new);
        self.decoded.insert(name, class.clone());
        class
    }
}

/// `String.hashCode()`.
pub fn hash_of(units: &[u16]) -> i32 {
    units.iter().fold(0i32, |hash, &unit| hash.wrapping_mul(31).wrapping_add(i32::from(unit)))
}

/// # Errors
/// `InvalidInput`: it is no class file.
pub fn decode(file: &[u8], symbols: &mut Symbols) -> Result<Class> {
    let mut options = ParseOptions::default();
    options.parse_bytecode(true);
    let parsed = cafebabe::parse_class_with_options(file, &options).map_err(|e| Error::invalid_input(format!("a class file: {e}")))?;
    let name = symbols.of(&parsed.this_class);
    let bootstraps = parsed.attributes.iter().find_map(|a| match &a.data {
        AttributeData::BootstrapMethods(all) => Some(all.as_slice()),
        _ => None,
    });
    let fields = parsed.fields.iter().map(|field| {
        let descriptor = field.descriptor.to_string();
        let constant = field.attributes.iter().find_map(|a| match &a.data {
            AttributeData::ConstantValue(value) => Some(constant(value)),
            _ => None,
        });
        Field {
            name: symbols.of(&field.name),
            kind: Kind::of(&descriptor).unwrap_or(Kind::Reference),
            descriptor: symbols.of(&descriptor),
            is_static: field.access_flags.contains(cafebabe::FieldAccessFlags::STATIC),
            constant,
        }
    });
    let fields: Vec<Field> = fields.collect();
    let mut texts: BTreeMap<i32, Vec<Arc<[u16]>>> = BTreeMap::new();
    let mut methods = Vec::with_capacity(parsed.methods.len());
    for method in &parsed.methods {
        let descriptor = method.descriptor.to_string();
        let signature = Signature::of(&descriptor).ok_or_else(|| Error::invalid_input(format!("{descriptor} is no descriptor")))?;
        let code =
            code_of(&method.attributes).map(|code| Decoder { bootstraps: bootstraps.unwrap_or(&[]), symbols }.code(code)).transpose()?;
        for instruction in code.iter().flat_map(|c| &c.instructions) {
            if let I::PushText(text) = instruction {
                let same = texts.entry(hash_of(text)).or_default();
                if !same.contains(text) {
                    same.push(text.clone());
                }
            }
        }
        methods.push(Arc::new(Method {
            class: name,
            name: symbols.of(&method.name),
            descriptor: symbols.of(&descriptor),
            signature,
            is_static: method.access_flags.contains(MethodAccessFlags::STATIC),
            is_private: method.access_flags.contains(MethodAccessFlags::PRIVATE),
            code,
        }));
    }
    Ok(Class {
        name,
        superclass: parsed.super_class.as_ref().map(|s| symbols.of(s)),
        interfaces: parsed.interfaces.iter().map(|i| symbols.of(i)).collect(),
        is_interface: parsed.access_flags.contains(cafebabe::ClassAccessFlags::INTERFACE),
        fields,
        methods,
        texts,
    })
}

fn code_of<'a, 'b>(attributes: &'b [AttributeInfo<'a>]) -> Option<&'b CodeData<'a>> {
    attributes.iter().find_map(|a| match &a.data {
        AttributeData::Code(code) => Some(code),
        _ => None,
    })
}

fn constant(value: &LiteralConstant) -> Constant {
    match value {
        LiteralConstant::Integer(value) => Constant::Number(Scalar::Int(*value)),
        LiteralConstant::Long(value) => Constant::Number(Scalar::Long(*value)),
        LiteralConstant::Float(value) => Constant::Number(Scalar::float(*value)),
        LiteralConstant::Double(value) => Constant::Number(Scalar::double(*value)),
        LiteralConstant::String(text) => Constant::Text(text.encode_utf16().collect()),
        LiteralConstant::StringBytes(bytes) => Constant::Text(modified_utf8(bytes).into()),
    }
}

/// Code units of a text that is not Unicode, in the encoding of class files (JVMS 4.4.7). Bytes that end too early are left out.
fn modified_utf8(bytes: &[u8]) -> Vec<u16> {
    let mut units = Vec::with_capacity(bytes.len());
    let mut rest = bytes;
    while let Some(&first) = rest.first() {
        let length = if first < 0x80 { 1 } else { 2 + usize::from(first >= 0xe0) };
        let Some(one) = rest.get(..length) else { break };
        let low = |at: usize| u16::from(one[at] & 0x3f);
        units.push(match length {
            1 => u16::from(first),
            2 => u16::from(first & 0x1f) << 6 | low(1),
            _ => u16::from(first & 0x0f) << 12 | low(1) << 6 | low(2),
        });
        rest = &rest[length..];
    }
    units
}

struct Decoder<'a> {
    bootstraps: &'a [BootstrapMethodEntry<'a>],
    symbols: &'a mut Symbols,
}

impl Decoder<'_> {
    fn code(&mut self, data: &CodeData) -> Result<Code> {
        let wrong = |what: &str| Error::invalid_input(format!("a class file: {what}"));
        let bytecode = data.bytecode.as_ref().ok_or_else(|| wrong("code without instructions"))?;
        let opcodes = &bytecode.opcodes;
        let place = |offset: usize| if offset >= data.code.len() { Some(opcodes.len()) } else { bytecode.get_opcode_index(offset) };
        let mut instructions = Vec::with_capacity(opcodes.len());
        let mut branches = 0;
        for (offset, opcode) in opcodes {
            let target = |jump: i32| {
                let at = usize::try_from(*offset as i64 + i64::from(jump)).ok();
                at.and_then(|at| bytecode.get_opcode_index(at)).ok_or_else(|| wrong("a jump into nowhere"))
            };
            let instruction = self.instruction(opcode, &target, branches)?;
            branches += u32::from(matches!(
                instruction,
                I::JumpOnZero(..) | I::JumpOnInts(..) | I::JumpOnSame(..) | I::JumpOnNull(..) | I::Switch { .. }
            ));
            instructions.push(instruction);
        }
        let handlers = data.exception_table.iter().map(|entry| {
            Some(Handler {
                from: place(entry.start_pc.into())?,
                to: place(entry.end_pc.into())?,
                at: place(entry.handler_pc.into()).filter(|&at| at < opcodes.len())?,
                catches: entry.catch_type.as_ref().map(|t| self.symbols.of(t)),
            })
        });
        let handlers = handlers.collect::<Option<Vec<_>>>().ok_or_else(|| wrong("a handler of nothing"))?;
        Ok(Code { instructions, handlers, locals: data.max_locals.into(), branches })
    }

    fn member(&mut self, member: &MemberRef) -> Member {
        Member {
            owner: self.symbols.of(&member.class_name),
            name: self.symbols.of(&member.name_and_type.name),
            descriptor: self.symbols.of(&member.name_and_type.descriptor),
        }
    }

    fn signature(descriptor: &str) -> Result<Arc<Signature>> {
        Signature::of(descriptor).map(Arc::new).ok_or_else(|| Error::invalid_input(format!("{descriptor} is no descriptor of a method")))
    }

    fn call(&mut self, kind: CallKind, method: &MemberRef) -> Result<I> {
        Ok(I::Call { kind, method: self.member(method), signature: Self::signature(&method.name_and_type.descriptor)? })
    }

    fn type_name(&mut self, ty: &ObjectArrayType) -> Symbol {
        match ty {
            ObjectArrayType::ArrayType(descriptor) => self.symbols.of(&descriptor.to_string()),
            ObjectArrayType::BinaryName(name) => self.symbols.of(name),
        }
    }

    fn loadable(&mut self, value: &Loadable) -> I {
        match value {
            Loadable::LiteralConstant(literal) => match constant(literal) {
                Constant::Number(number) => I::Push(number),
                Constant::Text(text) => I::PushText(text),
            },
            Loadable::ClassInfo(name) => I::PushClass(self.symbols.of(name)),
            Loadable::MethodHandle(_) | Loadable::MethodType(_) | Loadable::Dynamic(_) => I::PushOther,
        }
    }

    fn dynamic(&mut self, index: u16, name: &str, descriptor: &str) -> Result<I> {
        let signature = Self::signature(descriptor)?;
        let Some(entry) = self.bootstraps.get(usize::from(index)) else { return Ok(I::Dynamic(signature)) };
        let made_by = (&*entry.method.class_name, &*entry.method.member_ref.name);
        match (made_by, entry.arguments.as_slice()) {
            (("java/lang/invoke/StringConcatFactory", "makeConcatWithConstants"), [BootstrapArgument::LiteralConstant(recipe)]) => {
                // Further arguments stand for constants that the recipe cannot have: rare, and left alone.
                let Constant::Text(recipe) = constant(recipe) else { return Ok(I::Dynamic(signature)) };
                Ok(I::Concatenate { recipe, parameters: signature.parameters.clone().into() })
            }
            (("java/lang/invoke/LambdaMetafactory", "metafactory"), [_, BootstrapArgument::MethodHandle(handle), _]) => {
                self.lambda(handle, name, descriptor, &signature).map(|lambda| lambda.unwrap_or(I::Dynamic(signature)))
            }
            _ => Ok(I::Dynamic(signature)),
        }
    }

    fn lambda(&mut self, handle: &MethodHandle, name: &str, descriptor: &str, signature: &Signature) -> Result<Option<I>> {
        let kind = match handle.kind {
            ReferenceKind::InvokeVirtual | ReferenceKind::InvokeInterface => HandleKind::Virtual,
            ReferenceKind::InvokeSpecial => HandleKind::Special,
            ReferenceKind::InvokeStatic => HandleKind::Static,
            ReferenceKind::NewInvokeSpecial => HandleKind::Constructor,
            _ => return Ok(None),
        };
        let interface = descriptor.rsplit_once(")L").and_then(|(_, name)| name.strip_suffix(';'));
        let Some(interface) = interface else { return Ok(None) };
        let method = MemberRef { class_name: handle.class_name.clone(), name_and_type: handle.member_ref.clone() };
        Ok(Some(I::Lambda {
            interface: self.symbols.of(interface),
            name: self.symbols.of(name),
            kind,
            method: self.member(&method),
            signature: Self::signature(&method.name_and_type.descriptor)?,
            captured: signature.parameters.len(),
        }))
    }

    fn switch(cases: Vec<(i32, i32)>, default: i32, branch: u32, target: &impl Fn(i32) -> Result<usize>) -> Result<I> {
        let default = target(default)?;
        // As goals are numbered: the default first, then other targets by their first case.
        let mut outcomes = vec![default];
        let mut numbered = Vec::with_capacity(cases.len());
        for (key, jump) in cases {
            let at = target(jump)?;
            let outcome = outcomes.iter().position(|&o| o == at).unwrap_or_else(|| {
                outcomes.push(at);
                outcomes.len() - 1
            });
            numbered.push((key, at, outcome as u32));
        }
        Ok(I::Switch { cases: numbered, default, branch })
    }

    fn instruction(&mut self, opcode: &Opcode, target: &impl Fn(i32) -> Result<usize>, branch: u32) -> Result<I> {
        use Opcode as O;
        let int = |value: i32| I::Push(Scalar::Int(value));
        let zero = |relation, jump: i32| target(jump).map(|at| I::JumpOnZero(relation, at, branch));
        let ints = |relation, jump: i32| target(jump).map(|at| I::JumpOnInts(relation, at, branch));
        Ok(match opcode {
            O::Nop => I::Nop,
            O::AconstNull => I::PushNull,
            O::IconstM1 => int(-1),
            O::Iconst0 => int(0),
            O::Iconst1 => int(1),
            O::Iconst2 => int(2),
            O::Iconst3 => int(3),
            O::Iconst4 => int(4),
            O::Iconst5 => int(5),
            O::Lconst0 => I::Push(Scalar::Long(0)),
            O::Lconst1 => I::Push(Scalar::Long(1)),
            O::Fconst0 => I::Push(Scalar::float(0.0)),
            O::Fconst1 => I::Push(Scalar::float(1.0)),
            O::Fconst2 => I::Push(Scalar::float(2.0)),
            O::Dconst0 => I::Push(Scalar::double(0.0)),
            O::Dconst1 => I::Push(Scalar::double(1.0)),
            O::Bipush(value) => int((*value).into()),
            O::Sipush(value) => int((*value).into()),
            O::Ldc(value) | O::LdcW(value) | O::Ldc2W(value) => self.loadable(value),
            O::Aload(slot) | O::Iload(slot) | O::Lload(slot) | O::Fload(slot) | O::Dload(slot) => I::Load(*slot),
            O::Astore(slot) | O::Istore(slot) | O::Lstore(slot) | O::Fstore(slot) | O::Dstore(slot) => I::Store(*slot),
            O::Iinc(slot, by) => I::Increment(*slot, (*by).into()),
            O::Iaload => I::ArrayLoad(Kind::Int),
            O::Laload => I::ArrayLoad(Kind::Long),
            O::Faload => I::ArrayLoad(Kind::Float),
            O::Daload => I::ArrayLoad(Kind::Double),
            O::Aaload => I::ArrayLoad(Kind::Reference),
            O::Baload => I::ArrayLoad(Kind::Byte),
            O::Caload => I::ArrayLoad(Kind::Char),
            O::Saload => I::ArrayLoad(Kind::Short),
            O::Iastore => I::ArrayStore(Kind::Int),
            O::Lastore => I::ArrayStore(Kind::Long),
            O::Fastore => I::ArrayStore(Kind::Float),
            O::Dastore => I::ArrayStore(Kind::Double),
            O::Aastore => I::ArrayStore(Kind::Reference),
            O::Bastore => I::ArrayStore(Kind::Byte),
            O::Castore => I::ArrayStore(Kind::Char),
            O::Sastore => I::ArrayStore(Kind::Short),
            O::Pop => I::Pop,
            O::Pop2 => I::Pop2,
            O::Dup => I::Dup,
            O::DupX1 => I::DupX1,
            O::DupX2 => I::DupX2,
            O::Dup2 => I::Dup2,
            O::Dup2X1 => I::Dup2X1,
            O::Dup2X2 => I::Dup2X2,
            O::Swap => I::Swap,
            O::Iadd | O::Ladd | O::Fadd | O::Dadd => I::Binary(Binary::Add),
            O::Isub | O::Lsub | O::Fsub | O::Dsub => I::Binary(Binary::Sub),
            O::Imul | O::Lmul | O::Fmul | O::Dmul => I::Binary(Binary::Mul),
            O::Idiv | O::Ldiv | O::Fdiv | O::Ddiv => I::Binary(Binary::Div),
            O::Irem | O::Lrem | O::Frem | O::Drem => I::Binary(Binary::Rem),
            O::Iand | O::Land => I::Binary(Binary::And),
            O::Ior | O::Lor => I::Binary(Binary::Or),
            O::Ixor | O::Lxor => I::Binary(Binary::Xor),
            O::Ishl | O::Lshl => I::Binary(Binary::ShiftLeft),
            O::Ishr | O::Lshr => I::Binary(Binary::ShiftRight),
            O::Iushr | O::Lushr => I::Binary(Binary::ShiftRightUnsigned),
            O::Ineg | O::Lneg | O::Fneg | O::Dneg => I::Unary(Unary::Negate),
            O::I2l | O::F2l | O::D2l => I::Unary(Unary::ToLong),
            O::I2f | O::L2f | O::D2f => I::Unary(Unary::ToFloat),
            O::I2d | O::L2d | O::F2d => I::Unary(Unary::ToDouble),
            O::L2i | O::F2i | O::D2i => I::Unary(Unary::ToInt),
            O::I2b => I::Unary(Unary::ToByte),
            O::I2c => I::Unary(Unary::ToChar),
            O::I2s => I::Unary(Unary::ToShort),
            O::Lcmp => I::Order(0),
            O::Fcmpl | O::Dcmpl => I::Order(-1),
            O::Fcmpg | O::Dcmpg => I::Order(1),
            O::Ifeq(jump) => zero(Relation::Equal, *jump)?,
            O::Ifne(jump) => zero(Relation::NotEqual, *jump)?,
            O::Iflt(jump) => zero(Relation::Less, *jump)?,
            O::Ifge(jump) => zero(Relation::GreaterOrEqual, *jump)?,
            O::Ifgt(jump) => zero(Relation::Greater, *jump)?,
            O::Ifle(jump) => zero(Relation::LessOrEqual, *jump)?,
            O::IfIcmpeq(jump) => ints(Relation::Equal, *jump)?,
            O::IfIcmpne(jump) => ints(Relation::NotEqual, *jump)?,
            O::IfIcmplt(jump) => ints(Relation::Less, *jump)?,
            O::IfIcmpge(jump) => ints(Relation::GreaterOrEqual, *jump)?,
            O::IfIcmpgt(jump) => ints(Relation::Greater, *jump)?,
            O::IfIcmple(jump) => ints(Relation::LessOrEqual, *jump)?,
            O::IfAcmpeq(jump) => I::JumpOnSame(true, target(*jump)?, branch),
            O::IfAcmpne(jump) => I::JumpOnSame(false, target(*jump)?, branch),
            O::Ifnull(jump) => I::JumpOnNull(true, target(*jump)?, branch),
            O::Ifnonnull(jump) => I::JumpOnNull(false, target(*jump)?, branch),
            O::Goto(jump) => I::Goto(target(*jump)?),
            O::Tableswitch(table) => {
                let cases = table.jumps.iter().enumerate().map(|(at, &jump)| (table.low.wrapping_add(at as i32), jump));
                Self::switch(cases.collect(), table.default, branch, target)?
            }
            O::Lookupswitch(table) => Self::switch(table.match_offsets.clone(), table.default, branch, target)?,
            O::Ireturn | O::Lreturn | O::Freturn | O::Dreturn | O::Areturn | O::Return => I::Return,
            O::Getstatic(field) => I::GetStatic(self.member(field)),
            O::Putstatic(field) => I::PutStatic(self.member(field)),
            O::Getfield(field) => I::GetField(self.member(field)),
            O::Putfield(field) => I::PutField(self.member(field)),
            O::Invokevirtual(method) => self.call(CallKind::Virtual, method)?,
            O::Invokespecial(method) => self.call(CallKind::Special, method)?,
            O::Invokestatic(method) => self.call(CallKind::Static, method)?,
            O::Invokeinterface(method, _) => self.call(CallKind::Interface, method)?,
            O::Invokedynamic(call) => self.dynamic(call.attr_index, &call.name_and_type.name, &call.name_and_type.descriptor)?,
            O::New(class) => I::New(self.symbols.of(class)),
            O::Newarray(element) => I::NewArray(match element {
                PrimitiveArrayType::Boolean => Kind::Boolean,
                PrimitiveArrayType::Char => Kind::Char,
                PrimitiveArrayType::Float => Kind::Float,
                PrimitiveArrayType::Double => Kind::Double,
                PrimitiveArrayType::Byte => Kind::Byte,
                PrimitiveArrayType::Short => Kind::Short,
                PrimitiveArrayType::Int => Kind::Int,
                PrimitiveArrayType::Long => Kind::Long,
            }),
            O::Anewarray(element) => {
                let array = match element {
                    ObjectArrayType::ArrayType(descriptor) => format!("[{descriptor}"),
                    ObjectArrayType::BinaryName(name) => format!("[L{name};"),
                };
                I::NewObjectArray(self.symbols.of(&array))
            }
            O::Multianewarray(array, dimensions) => I::NewArrays(self.type_name(array), *dimensions),
            O::Arraylength => I::ArrayLength,
            O::Athrow => I::Throw,
            O::Checkcast(ty) => I::CheckCast(self.type_name(ty)),
            O::Instanceof(ty) => I::InstanceOf(self.type_name(ty)),
            O::Monitorenter | O::Monitorexit => I::Monitor,
            O::Jsr(_) | O::Ret(_) | O::Breakpoint | O::Impdep1 | O::Impdep2 => I::Unsupported,
        })
    }
}
