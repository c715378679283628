//! The instructions, each with its numbers and its terms (JVMS 17, 6.5).

use super::{Machine, Step, Stepped, Then, narrow};
use crate::program::facts::Symbol;
use crate::relation::Relation;
use crate::symbolic::heap::{Number, Object, Text, Value};
use crate::symbolic::instruction::{Instruction, Kind};
use crate::symbolic::path::Stop;
use crate::symbolic::scalar::{Binary, Scalar, Unary};
use std::collections::BTreeMap;
use std::sync::Arc;

impl Machine<'_> {
    pub(in crate::symbolic) fn instance(&mut self, class: Symbol) -> Value {
        let name = self.classes.symbols.text(class);
        let object = if matches!(name, "java/lang/StringBuilder" | "java/lang/StringBuffer") {
            Object::Builder { class, units: Vec::new() }
        } else {
            Object::Instance { class, fields: BTreeMap::new(), touched: false }
        };
        self.heap.add(object)
    }

    pub(super) fn exception(&mut self, class: &str) -> Value {
        let class = self.classes.symbols.of(class);
        self.heap.add(Object::Instance { class, fields: BTreeMap::new(), touched: true })
    }

    pub(super) fn is_boxed(&self, object: crate::symbolic::heap::ObjectId) -> bool {
        matches!(self.heap.get(object), Object::Boxed { .. })
    }

    /// A text that nothing of the test says.
    pub(in crate::symbolic) fn text(&mut self, units: Arc<[Number]>) -> Value {
        self.heap.add(Object::Text(Text { units, slot: None }))
    }

    pub(super) fn constant_text(&mut self, text: &Arc<[u16]>) -> Value {
        if let Some(&known) = self.interned.get(text) {
            return known;
        }
        let value = self.text(text.iter().map(|&unit| Number::int(i32::from(unit))).collect());
        self.interned.insert(text.clone(), value);
        value
    }

    pub(in crate::symbolic) fn arithmetic(&mut self, operation: Binary, a: Number, b: Number) -> Option<Number> {
        let value = Scalar::binary(operation, a.value, b.value)?;
        let symbolic = a.term.is_some() || b.term.is_some();
        let term = symbolic.then(|| {
            let (a, b) = (self.term(a), self.term(b));
            self.terms.binary(operation, a, b)
        });
        Some(Number { value, term: term.filter(|&t| self.terms.as_constant(t).is_none()) })
    }

    pub(in crate::symbolic) fn converted(&mut self, operation: Unary, a: Number) -> Option<Number> {
        let value = Scalar::unary(operation, a.value)?;
        Some(Number { value, term: a.term.map(|t| self.terms.unary(operation, t)) })
    }

    pub(super) fn execute(&mut self, instruction: &Instruction) -> Stepped {
        use Instruction as I;
        match instruction {
            I::Nop => {}
            I::Push(number) => self.push(Value::Number(Number::constant(*number))),
            I::PushNull => self.push(Value::Null),
            I::PushText(text) => {
                let value = self.constant_text(text);
                self.push(value);
            }
            I::PushClass(name) => {
                let value = self.heap.add(Object::Class(*name));
                self.push(value);
            }
            I::PushOther => self.push(Value::Unknown(Kind::Reference)),
            I::Load(slot) => {
                let frame = self.frames.last().ok_or(Stop::Unsupported)?;
                let value = *frame.locals.get(usize::from(*slot)).ok_or(Stop::Unsupported)?;
                self.push(value);
            }
            I::Store(slot) => {
                let value = self.pop()?;
                let frame = self.frames.last_mut().ok_or(Stop::Unsupported)?;
                *frame.locals.get_mut(usize::from(*slot)).ok_or(Stop::Unsupported)? = value;
            }
            I::Increment(slot, by) => {
                let frame = self.frames.last().ok_or(Stop::Unsupported)?;
                let before = *frame.locals.get(usize::from(*slot)).ok_or(Stop::Unsupported)?;
                let after = match before {
                    Value::Number(number) => {
                        self.arithmetic(Binary::Add, number, Number::int(*by)).map(Value::Number).ok_or(Stop::Unsupported)?
                    }
                    other => other,
                };
                if let Some(frame) = self.frames.last_mut() {
                    frame.locals[usize::from(*slot)] = after;
                }
            }
            I::ArrayLoad(element) => return self.array_load(*element),
            I::ArrayStore(_) => return self.array_store(),
            I::Pop | I::Pop2 | I::Dup | I::DupX1 | I::DupX2 | I::Dup2 | I::Dup2X1 | I::Dup2X2 | I::Swap => self.shuffle(instruction)?,
            I::Unary(operation) => {
                let value = match self.pop()? {
                    Value::Number(number) => self.converted(*operation, number).map(Value::Number).ok_or(Stop::Unsupported)?,
                    Value::Unknown(kind) => Value::Unknown(match operation {
                        Unary::Negate => kind,
                        Unary::ToLong => Kind::Long,
                        Unary::ToFloat => Kind::Float,
                        Unary::ToDouble => Kind::Double,
                        _ => Kind::Int,
                    }),
                    _ => return Err(Stop::Unsupported),
                };
                self.push(value);
            }
            I::Binary(operation) => return self.binary(*operation),
            I::Order(unordered) => {
                let (b, a) = (self.pop_number()?, self.pop_number()?);
                let value = match (a, b) {
                    (Some(a), Some(b)) => {
                        let value = Scalar::order(*unordered, a.value, b.value).ok_or(Stop::Unsupported)?;
                        let symbolic = a.term.is_some() || b.term.is_some();
                        let term = symbolic.then(|| {
                            let (a, b) = (self.term(a), self.term(b));
                            self.terms.order(*unordered, a, b)
                        });
                        Value::Number(Number { value: Scalar::Int(value), term })
                    }
                    _ => Value::Unknown(Kind::Int),
                };
                self.push(value);
            }
            I::JumpOnZero(relation, target, number) => {
                let value = self.pop_number()?;
                let condition = value.map(|v| self.relate(*relation, v, Number::int(0)));
                self.jump(condition, *target, *number)?;
            }
            I::JumpOnInts(relation, target, number) => {
                let (b, a) = (self.pop_number()?, self.pop_number()?);
                let condition = a.zip(b).map(|(a, b)| self.relate(*relation, a, b));
                self.jump(condition, *target, *number)?;
            }
            I::JumpOnSame(same, target, number) => {
                let (b, a) = (self.pop()?, self.pop()?);
                let known = match (a, b) {
                    (Value::Unknown(_), _) | (_, Value::Unknown(_)) => None,
                    // Equal small numbers may be one object (JLS 5.1.7).
                    (Value::Object(x), Value::Object(y)) if x != y && self.is_boxed(x) && self.is_boxed(y) => None,
                    _ => Some(a == b),
                };
                let condition = known.map(|k| Number::constant(Scalar::boolean(k == *same)));
                self.jump(condition, *target, *number)?;
            }
            I::JumpOnNull(null, target, number) => {
                let known = match self.pop()? {
                    Value::Null => Some(true),
                    Value::Object(_) => Some(false),
                    _ => None,
                };
                let condition = known.map(|k| Number::constant(Scalar::boolean(k == *null)));
                self.jump(condition, *target, *number)?;
            }
            I::Goto(target) => {
                if let Some(frame) = self.frames.last_mut() {
                    frame.next = *target;
                }
            }
            I::Switch { cases, default, branch } => {
                let value = self.pop()?;
                self.switch(value, cases, *default, *branch)?;
            }
            I::Return => self.leave()?,
            I::GetStatic(member) => {
                let class = self.field(*member).map_or(member.owner, |f| f.0);
                if !self.initialise(class)? {
                    let value = self.static_field(*member);
                    self.push(value);
                }
            }
            I::PutStatic(member) => {
                let found = self.field(*member);
                if !self.initialise(found.map_or(member.owner, |f| f.0))? {
                    let value = self.pop()?;
                    if let Some((class, kind)) = found {
                        let value = narrow(value, kind, &mut self.terms);
                        self.statics.insert((class, member.name), value);
                    }
                }
            }
            I::GetField(member) => {
                let object = self.pop()?;
                match self.get_field(object, *member) {
                    Ok(value) => self.push(value),
                    Err(exception) => return Ok(Step::Throw(exception)),
                }
            }
            I::PutField(member) => {
                let (value, object) = (self.pop()?, self.pop()?);
                if let Err(exception) = self.put_field(object, *member, value) {
                    return Ok(Step::Throw(exception));
                }
            }
            I::Call { kind, method, signature } => {
                let count = signature.parameters.len() + usize::from(*kind != crate::symbolic::instruction::CallKind::Static);
                let frame = self.frames.last_mut().ok_or(Stop::Unsupported)?;
                let from = frame.stack.len().checked_sub(count).ok_or(Stop::Unsupported)?;
                let operands = frame.stack.split_off(from);
                let depth = self.frames.len();
                let step = self.invoke(*kind, *method, signature, operands.clone())?;
                // An initializer runs first: the call takes its operands when it is begun anew.
                if self.frames.len() > depth && matches!(self.frames[depth].then, Then::Initialised(_)) {
                    self.frames[depth - 1].stack.extend(operands);
                }
                return Ok(step);
            }
            I::Concatenate { recipe, parameters } => self.concatenate(recipe, parameters)?,
            I::Lambda { interface, name, kind, method, signature, captured } => {
                let frame = self.frames.last_mut().ok_or(Stop::Unsupported)?;
                let from = frame.stack.len().checked_sub(*captured).ok_or(Stop::Unsupported)?;
                let captured = frame.stack.split_off(from);
                let lambda = crate::symbolic::heap::Lambda {
                    interface: *interface,
                    name: *name,
                    kind: *kind,
                    method: *method,
                    signature: signature.clone(),
                    captured,
                };
                let value = self.heap.add(Object::Lambda(lambda));
                self.push(value);
            }
            I::Dynamic(signature) => {
                let operands = (0..signature.parameters.len()).map(|_| self.pop()).collect::<Result<Vec<_>, _>>()?;
                self.lose(&operands, "invokedynamic");
                if let Some(kind) = signature.result {
                    self.push(Value::Unknown(kind));
                }
            }
            I::New(class) => {
                if !self.initialise(*class)? {
                    let object = self.instance(*class);
                    self.push(object);
                }
            }
            I::NewArray(element) => {
                let letter = match element {
                    Kind::Boolean => "[Z",
                    Kind::Byte => "[B",
                    Kind::Char => "[C",
                    Kind::Short => "[S",
                    Kind::Int => "[I",
                    Kind::Long => "[J",
                    Kind::Float => "[F",
                    _ => "[D",
                };
                let ty = self.classes.symbols.of(letter);
                return self.allocate(ty, *element);
            }
            I::NewObjectArray(ty) => return self.allocate(*ty, Kind::Reference),
            I::NewArrays(ty, dimensions) => return self.allocate_all(*ty, usize::from(*dimensions)),
            I::ArrayLength => {
                let value = match self.pop()? {
                    Value::Null => return Ok(Step::Throw("java/lang/NullPointerException")),
                    Value::Object(id) => match self.heap.get(id) {
                        Object::Array { items, .. } => Value::int(items.len() as i32),
                        _ => return Err(Stop::Unsupported),
                    },
                    _ => Value::Unknown(Kind::Int),
                };
                self.push(value);
            }
            I::Throw => {
                return Ok(match self.pop()? {
                    Value::Null => Step::Throw("java/lang/NullPointerException"),
                    value => Step::ThrowObject(value),
                });
            }
            I::CheckCast(ty) => {
                let value = self.pop()?;
                if let Value::Object(id) = value
                    && self.is_instance(id, *ty) == Some(false)
                {
                    return Ok(Step::Throw("java/lang/ClassCastException"));
                }
                self.push(value);
            }
            I::InstanceOf(ty) => {
                let is = match self.pop()? {
                    Value::Null => Some(false),
                    Value::Object(id) => self.is_instance(id, *ty),
                    _ => None,
                };
                self.push(is.map_or(Value::Unknown(Kind::Int), |is| Value::int(i32::from(is))));
            }
            I::Monitor => {
                if self.pop()? == Value::Null {
                    return Ok(Step::Throw("java/lang/NullPointerException"));
                }
            }
            I::Unsupported => return Err(Stop::Unsupported),
        }
        Ok(Step::Done)
    }

    /// Instructions that move what is on the stack; a long or double is one here, where it is two to the JVM.
    pub(super) fn shuffle(&mut self, instruction: &Instruction) -> Result<(), Stop> {
        use Instruction as I;
        let stack = &mut self.frames.last_mut().ok_or(Stop::Unsupported)?.stack;
        let mut pop = || stack.pop().ok_or(Stop::Unsupported);
        // From the top; the last of the group to be written back is the top again.
        let top = pop()?;
        let back: Vec<Value> = match instruction {
            I::Pop => Vec::new(),
            I::Pop2 if top.is_wide() => Vec::new(),
            I::Pop2 => {
                pop()?;
                Vec::new()
            }
            I::Dup => vec![top, top],
            I::Swap => {
                let under = pop()?;
                vec![top, under]
            }
            I::DupX1 => {
                let under = pop()?;
                vec![top, under, top]
            }
            I::DupX2 => {
                let second = pop()?;
                if second.is_wide() {
                    vec![top, second, top]
                } else {
                    let third = pop()?;
                    vec![top, third, second, top]
                }
            }
            I::Dup2 if top.is_wide() => vec![top, top],
            I::Dup2 => {
                let second = pop()?;
                vec![second, top, second, top]
            }
            I::Dup2X1 if top.is_wide() => {
                let second = pop()?;
                vec![top, second, top]
            }
            I::Dup2X1 => {
                let (second, third) = (pop()?, pop()?);
                vec![second, top, third, second, top]
            }
            _ => {
                // dup2_x2, in its four forms.
                let moved = if top.is_wide() { vec![top] } else { vec![pop()?, top] };
                let next = pop()?;
                let over = if next.is_wide() { vec![next] } else { vec![pop()?, next] };
                [moved.clone(), over, moved].concat()
            }
        };
        stack.extend(back);
        Ok(())
    }

    pub(super) fn binary(&mut self, operation: Binary) -> Stepped {
        let (b, a) = (self.pop()?, self.pop()?);
        let value = match (a, b) {
            (Value::Number(a), Value::Number(b)) => {
                let divides = matches!(operation, Binary::Div | Binary::Rem) && b.value.whole().is_some();
                if divides {
                    let zero = Number::constant(if matches!(b.value, Scalar::Long(_)) { Scalar::Long(0) } else { Scalar::Int(0) });
                    let by_zero = self.relate(Relation::Equal, b, zero);
                    if self.fork(by_zero)? {
                        return Ok(Step::Throw("java/lang/ArithmeticException"));
                    }
                }
                Value::Number(self.arithmetic(operation, a, b).ok_or(Stop::Unsupported)?)
            }
            (Value::Unknown(kind), _) => Value::Unknown(kind),
            (Value::Number(a), Value::Unknown(_)) => Value::Unknown(match a.value {
                Scalar::Int(_) => Kind::Int,
                Scalar::Long(_) => Kind::Long,
                Scalar::Float(_) => Kind::Float,
                Scalar::Double(_) => Kind::Double,
            }),
            _ => return Err(Stop::Unsupported),
        };
        self.push(value);
        Ok(Step::Done)
    }
}
