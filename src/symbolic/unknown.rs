//! What is not known any more: where values go that are not followed, and calls that are left before their end.

use super::heap::{Object, Value};
use super::instruction::Member;
use super::machine::{Frame, Machine, Then};
use crate::program::facts::Symbol;

impl Machine<'_> {
    /// Whether nobody knows any more what an object of a modelled class holds.
    pub(super) fn is_forgotten(&self, value: Option<Value>) -> bool {
        matches!(value, Some(Value::Object(id)) if matches!(self.heap.get(id), Object::Instance { touched: true, .. }))
    }

    /// What a method that a model does not have may change: its receiver, unless the JDK says that it only looks, and what the methods of
    /// `Collections` are given.
    pub(super) fn forget_changed(&mut self, method: Member, operands: &[Value]) {
        const LOOKS: [&str; 8] = ["equals", "hashCode", "toString", "stream", "parallelStream", "spliterator", "getClass", "copyInto"];
        let symbols = &self.classes.symbols;
        let all = symbols.text(method.owner) == "java/util/Collections";
        if all || !LOOKS.contains(&symbols.text(method.name)) {
            self.forget(&operands[..if all { operands.len() } else { operands.len().min(1) }]);
        }
    }

    /// Of objects of modelled classes, nothing is known any more.
    fn forget(&mut self, values: &[Value]) {
        for value in values {
            let Value::Object(id) = *value else { continue };
            if let Object::Instance { class, .. } = self.heap.get(id) {
                let class = *class;
                if self.is_of_model(class) {
                    *self.heap.get_mut(id) = Object::Instance { class, fields: Default::default(), touched: true };
                }
            }
        }
    }

    /// Whether a class is a model, or extends one.
    pub(super) fn is_of_model(&mut self, class: Symbol) -> bool {
        let mut at = Some(class);
        for _ in 0..1_000 {
            let Some(class) = at else { break };
            if self.classes.is_model(class) {
                return true;
            }
            at = self.classes.find(class).and_then(|found| found.superclass);
        }
        false
    }

    /// What is not known decides where code goes that is not under test, and whose branches nobody has looked at: its call gives an unknown
    /// value, as one of code that is not there, and its caller goes on. Of a model, all of it is left; of other code the innermost method.
    /// Whether there is such code above the given frames.
    pub(super) fn leave_call(&mut self, below: usize) -> bool {
        let is_model = |frame: &Frame| self.classes.is_model(frame.method.class);
        let model = self.frames.iter().position(is_model).filter(|&place| place >= below);
        let is_initializer = |then: Then| matches!(then, Then::Initialised(_));
        let left = || {
            let innermost = self.frames.len().checked_sub(1)?;
            let frame = &self.frames[innermost];
            (innermost >= below && !is_initializer(frame.then) && !self.is_observed(&frame.method)).then_some(innermost)
        };
        let Some(place) = model.or_else(left) else { return false };
        let mut left = self.frames.split_off(place);
        let (called, then) = (left[0].method.clone(), left[0].then);
        // The values that it was given are in its first variables, unless it has changed these.
        let given = std::mem::take(&mut left[0].locals);
        let name = self.told(called.class, called.name);
        if model.is_some() {
            self.lose(&given, &name);
            self.forget(&given);
        } else {
            self.forget_all(given);
        }
        self.note(&name);
        for frame in left {
            if let Then::Initialised(class) = frame.then {
                self.set_unknown(class);
            }
        }
        match then {
            Then::Give(Some(kind)) => self.push(Value::Unknown(kind)),
            Then::GiveObject(object) => self.push(object),
            Then::Give(None) | Then::Initialised(_) => {}
        }
        true
    }

    /// Code may have set any field of what it was given, and of what that refers to.
    fn forget_all(&mut self, values: Vec<Value>) {
        let mut seen = std::collections::BTreeSet::new();
        let mut open = values;
        while let Some(value) = open.pop() {
            let Value::Object(id) = value else { continue };
            if !seen.insert(id) {
                continue;
            }
            match self.heap.get(id).clone() {
                Object::Instance { class, fields, .. } if !self.is_enum(class) => {
                    open.extend(fields.into_values());
                    *self.heap.get_mut(id) = Object::Instance { class, fields: Default::default(), touched: true };
                }
                Object::Array { ty, element, items } => {
                    let unknown = vec![Value::Unknown(element); items.len()];
                    open.extend(items);
                    *self.heap.get_mut(id) = Object::Array { ty, element, items: unknown };
                }
                Object::Builder { class, .. } => {
                    *self.heap.get_mut(id) = Object::Instance { class, fields: Default::default(), touched: true };
                }
                Object::Lambda(lambda) => open.extend(lambda.captured),
                _ => {}
            }
        }
    }

    fn is_enum(&mut self, class: Symbol) -> bool {
        let superclass = self.classes.find(class).and_then(|found| found.superclass);
        superclass.is_some_and(|s| self.classes.symbols.text(s) == "java/lang/Enum")
    }

    /// Values go where they are not followed: terms among them are lost, and arrays and builders may be changed. Objects are not: what the
    /// JDK calls back mostly looks at them only, and the coverage shows where that was wrong.
    pub(super) fn lose(&mut self, values: &[Value], to: &str) {
        let mut symbolic = false;
        for value in values {
            match value {
                Value::Number(number) => symbolic |= number.term.is_some(),
                Value::Object(id) => match self.heap.get_mut(*id) {
                    Object::Array { items, element, .. } => {
                        let element = *element;
                        items.iter_mut().for_each(|item| *item = Value::Unknown(element));
                    }
                    Object::Text(text) => symbolic |= text.slot.is_some() || text.units.iter().any(|u| u.term.is_some()),
                    Object::Boxed { number, .. } => symbolic |= number.term.is_some(),
                    Object::Builder { class, .. } => {
                        let class = *class;
                        *self.heap.get_mut(*id) = Object::Instance { class, fields: Default::default(), touched: true };
                    }
                    Object::Instance { .. } | Object::Lambda(_) | Object::Class(_) => {}
                },
                Value::Null | Value::Unknown(_) => {}
            }
        }
        if symbolic {
            self.note(to);
        }
    }
}
