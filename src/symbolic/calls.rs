//! Which code a call runs, and what is known of one whose code is not there.

use super::class_file::Method;
use super::heap::{Lambda, Number, Object, ObjectId, Value, box_of};
use super::instruction::{CallKind, HandleKind, Kind, Member, Signature};
use super::machine::{Machine, Step, Stepped, Then};
use super::models::{self, Modelled};
use super::scalar::Unary;
use crate::program::facts::Symbol;
use std::sync::Arc;

const NULL_POINTER: Step = Step::Throw("java/lang/NullPointerException");

impl Machine<'_> {
    /// Calls a method: enters its code, or models it, or takes its result as unknown. Operands: the receiver first, if it has one.
    pub(super) fn invoke(&mut self, kind: CallKind, method: Member, signature: &Signature, operands: Vec<Value>) -> Stepped {
        let receiver = if kind == CallKind::Static { None } else { operands.first().copied() };
        if receiver == Some(Value::Null) {
            return Ok(NULL_POINTER);
        }
        let selected = match (kind, receiver) {
            (CallKind::Static, _) => {
                let found = self.lookup(method.owner, method);
                let class = found.as_ref().map_or(method.owner, |m| m.class);
                if self.initialise(class)? {
                    return Ok(Step::Done);
                }
                found
            }
            (CallKind::Special, _) => self.lookup(method.owner, method),
            (_, Some(Value::Object(object))) => match self.heap.get(object) {
                Object::Lambda(lambda) if lambda.name == method.name => {
                    let lambda = lambda.clone();
                    return self.call_lambda(&lambda, signature, &operands[1..]);
                }
                Object::Lambda(lambda) => self.lookup(lambda.interface, method),
                Object::Instance { class, .. } => {
                    let class = *class;
                    let private = self.lookup(method.owner, method).filter(|m| m.is_private);
                    private.or_else(|| self.lookup(class, method))
                }
                _ => None,
            },
            // Nobody knows what is called; what is private cannot be overridden.
            _ => self.lookup(method.owner, method).filter(|m| m.is_private),
        };
        let selected = selected.filter(|m| m.code.is_some() && !(self.classes.is_model(m.class) && self.is_forgotten(receiver)));
        match selected {
            Some(found) => {
                let mut arguments = Vec::with_capacity(operands.len());
                arguments.extend(receiver);
                let given = &operands[usize::from(receiver.is_some())..];
                for (&value, &kind) in given.iter().zip(&found.signature.parameters) {
                    arguments.push(self.adapt(value, kind));
                }
                self.enter(found, arguments, Then::Give(signature.result))?;
                Ok(Step::Done)
            }
            None => self.outside(method, signature, &operands),
        }
    }

    /// A method of a class, its superclasses and interfaces; one with code, if there is any.
    fn lookup(&mut self, class: Symbol, method: Member) -> Option<Arc<Method>> {
        let mut at = Some(class);
        let mut interfaces = Vec::new();
        // A class file may say that a class is its own superclass.
        for _ in 0..1_000 {
            let Some(found) = at.and_then(|class| self.classes.find(class)) else { break };
            if let Some(declared) = found.method(method.name, method.descriptor) {
                return Some(declared.clone());
            }
            interfaces.extend(found.interfaces.iter().copied());
            at = found.superclass;
        }
        let mut place = 0;
        while place < interfaces.len() && place < 1_000 {
            if let Some(found) = self.classes.find(interfaces[place]) {
                if let Some(declared) = found.method(method.name, method.descriptor).filter(|m| m.code.is_some()) {
                    return Some(declared.clone());
                }
                interfaces.extend(found.interfaces.iter().copied());
            }
            place += 1;
        }
        None
    }

    fn call_lambda(&mut self, lambda: &Lambda, signature: &Signature, given: &[Value]) -> Stepped {
        let mut operands = lambda.captured.clone();
        operands.extend(given);
        if lambda.kind == HandleKind::Constructor {
            if self.initialise(lambda.method.owner)? {
                return Ok(Step::Done);
            }
            let Some(constructor) = self.lookup(lambda.method.owner, lambda.method).filter(|m| m.code.is_some()) else {
                return self.outside(lambda.method, signature, &operands);
            };
            let object = self.instance(lambda.method.owner);
            let mut arguments = vec![object];
            for (&value, &kind) in operands.iter().zip(&constructor.signature.parameters) {
                arguments.push(self.adapt(value, kind));
            }
            self.enter(constructor, arguments, Then::GiveObject(object))?;
            return Ok(Step::Done);
        }
        let called = Signature { parameters: lambda.signature.parameters.clone(), result: signature.result };
        self.invoke(lambda.call_kind(), lambda.method, &called, operands)
    }

    /// A call of code that is not there.
    fn outside(&mut self, method: Member, signature: &Signature, operands: &[Value]) -> Stepped {
        match models::call(self, method, signature, operands)? {
            Modelled::Gives(value) => {
                if let Some(value) = value {
                    self.push(value);
                }
                Ok(Step::Done)
            }
            Modelled::Throws(class) => Ok(Step::Throw(class)),
            Modelled::Not => {
                let name = self.told(method.owner, method.name);
                self.lose(operands, &name);
                self.forget_changed(method, operands);
                if let Some(kind) = signature.result {
                    self.push(Value::Unknown(kind));
                }
                Ok(Step::Done)
            }
        }
    }

    pub(super) fn told(&self, class: Symbol, method: Symbol) -> String {
        let symbols = &self.classes.symbols;
        format!("{}.{}", symbols.text(class).replace('/', "."), symbols.text(method))
    }

    /// A value as a parameter, element or result of some kind takes it: boxed, unboxed or widened.
    pub(super) fn adapt(&mut self, value: Value, to: Kind) -> Value {
        self.adapt_of(value, None, to)
    }

    /// The same; `from`: what kind of number it is, where an `int` may be several.
    pub(super) fn adapt_of(&mut self, value: Value, from: Option<Kind>, to: Kind) -> Value {
        match value {
            Value::Number(number) if to == Kind::Reference => self.boxed(from, number),
            Value::Object(id) if to != Kind::Reference => match self.heap.get(id) {
                Object::Boxed { number, .. } => {
                    let number = *number;
                    self.widened(number, to)
                }
                _ => Value::Unknown(to),
            },
            Value::Number(number) => self.widened(number, to),
            Value::Unknown(_) => Value::Unknown(to),
            other => other,
        }
    }

    fn widened(&mut self, number: Number, to: Kind) -> Value {
        let operation = match to {
            Kind::Long => Unary::ToLong,
            Kind::Float => Unary::ToFloat,
            Kind::Double => Unary::ToDouble,
            _ => return Value::Number(number),
        };
        self.converted(operation, number).map_or(Value::Unknown(to), Value::Number)
    }

    pub(super) fn boxed(&mut self, kind: Option<Kind>, number: Number) -> Value {
        use super::scalar::Scalar as S;
        let kind = kind.unwrap_or(match number.value {
            S::Int(_) => Kind::Int,
            S::Long(_) => Kind::Long,
            S::Float(_) => Kind::Float,
            S::Double(_) => Kind::Double,
        });
        self.heap.add(Object::Boxed { kind, number })
    }

    // ---- types --------------------------------------------------------------------------------------------------

    /// Whether objects of a class, of which no class file says how they are compared, are equal to themselves only.
    pub(super) fn compares_identity(&mut self, class: Symbol) -> bool {
        let mut at = class;
        for _ in 0..1_000 {
            if matches!(self.classes.symbols.text(at), "java/lang/Object" | "java/lang/Enum") {
                return true;
            }
            let found = self.classes.find(at).filter(|_| !self.classes.is_model(at));
            let Some(superclass) = found.and_then(|f| f.superclass) else { return false };
            at = superclass;
        }
        false
    }

    /// Whether an object is of a type; `None`: it is not known.
    pub(super) fn is_instance(&mut self, object: ObjectId, ty: Symbol) -> Option<bool> {
        let name = self.classes.symbols.text(ty);
        if name == "java/lang/Object" {
            return Some(true);
        }
        match self.heap.get(object) {
            Object::Instance { class, .. } => {
                let class = *class;
                self.is_subtype(class, ty)
            }
            // Newer versions of the JDK know more interfaces of them.
            _ if name.starts_with("java/lang/constant/") => None,
            Object::Text(_) => {
                Some(matches!(name, "java/lang/String" | "java/lang/CharSequence" | "java/lang/Comparable" | "java/io/Serializable"))
            }
            Object::Boxed { kind, .. } => {
                let numeric = !matches!(kind, Kind::Boolean | Kind::Char);
                let of_all = matches!(name, "java/lang/Comparable" | "java/io/Serializable");
                Some(name == box_of(*kind) || of_all || numeric && name == "java/lang/Number")
            }
            Object::Builder { class, .. } => {
                let is = *class == ty || name == "java/lang/CharSequence";
                if !is && name.starts_with("java/") { None } else { Some(is) }
            }
            Object::Array { ty: own, .. } => {
                if *own == ty {
                    Some(true)
                } else if name.starts_with("[L") || name.starts_with("[[") {
                    None
                } else {
                    Some(matches!(name, "java/lang/Cloneable" | "java/io/Serializable"))
                }
            }
            Object::Lambda(lambda) => Some(true).filter(|_| lambda.interface == ty),
            Object::Class(_) => Some(true).filter(|_| name == "java/lang/Class"),
        }
    }

    /// Whether a class is another, or a subclass of it; `None`: it is not known.
    pub(super) fn is_subtype(&mut self, class: Symbol, of: Symbol) -> Option<bool> {
        let mut open = vec![class];
        let mut unknown = false;
        let mut place = 0;
        while place < open.len() && place < 1_000 {
            let at = open[place];
            if at == of {
                return Some(true);
            }
            match self.classes.find(at) {
                Some(found) => {
                    open.extend(found.superclass);
                    open.extend(found.interfaces.iter().copied());
                    if self.classes.is_model(at) {
                        let more = models::supertypes(self.classes.symbols.text(at)).unwrap_or_default();
                        open.extend(more.iter().map(|s| self.classes.symbols.of(s)));
                    }
                }
                None => match models::supertypes(self.classes.symbols.text(at)) {
                    Some(supertypes) => open.extend(supertypes.iter().map(|s| self.classes.symbols.of(s))),
                    None => unknown = true,
                },
            }
            place += 1;
        }
        // Newer versions of the JDK know more interfaces of them.
        let unknown = unknown || self.classes.symbols.text(of).starts_with("java/util/Sequenced");
        // A class of the program is no supertype of one of the JDK.
        if unknown && (self.classes.is_model(of) || self.classes.find(of).is_none()) { None } else { Some(false) }
    }
}
