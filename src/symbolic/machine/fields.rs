//! Fields, of objects and of classes, and the static initializers that run before these are used.

use super::{Machine, Then, narrow};
use crate::program::facts::Symbol;
use crate::symbolic::class_file::Constant;
use crate::symbolic::heap::{Number, Object, Value};
use crate::symbolic::instruction::{Kind, Member};
use crate::symbolic::path::Stop;

impl Machine<'_> {
    /// Begins the static initializers of a class and its superclasses that have not run: whether there are any, and the instruction has to
    /// be begun anew after them.
    pub(in crate::symbolic) fn initialise(&mut self, class: Symbol) -> Result<bool, Stop> {
        let mut begun = false;
        let mut at = Some(class);
        let caller = self.frames.len().checked_sub(1);
        let (name, descriptor) = (self.classes.symbols.of("<clinit>"), self.classes.symbols.of("()V"));
        while let Some(class) = at.filter(|c| !self.initialised.contains(c)) {
            let Some(found) = self.classes.find(class) else { break };
            self.initialised.insert(class);
            for field in found.fields.iter().filter(|f| f.is_static) {
                if let Some(constant) = &field.constant {
                    let value = match constant {
                        Constant::Number(number) => Value::Number(Number::constant(*number)),
                        Constant::Text(text) => self.constant_text(text),
                    };
                    self.statics.insert((class, field.name), value);
                }
            }
            if let Some(method) = found.method(name, descriptor).filter(|m| m.code.is_some()) {
                // That of a superclass comes on top, and runs first.
                self.enter(method.clone(), Vec::new(), Then::Initialised(class))?;
                begun = true;
            }
            at = found.superclass;
        }
        if begun && let Some(frame) = caller.map(|place| &mut self.frames[place]) {
            frame.next = frame.at;
        }
        Ok(begun)
    }

    /// The class that declares a field, and the field's kind; `None`: no class that has a file does.
    pub(in crate::symbolic) fn field(&mut self, member: Member) -> Option<(Symbol, Kind)> {
        let mut open = vec![member.owner];
        let mut at = 0;
        while at < open.len() && at < 1_000 {
            let found = self.classes.find(open[at]);
            at += 1;
            // An interface of the JDK, mostly: what a superclass declares is found all the same.
            let Some(class) = found else { continue };
            if let Some(field) = class.fields.iter().find(|f| f.name == member.name && f.descriptor == member.descriptor) {
                return Some((class.name, field.kind));
            }
            open.extend(class.interfaces.iter().copied());
            open.extend(class.superclass);
        }
        None
    }

    pub(super) fn kind_of(&self, member: Member) -> Kind {
        Kind::of(self.classes.symbols.text(member.descriptor)).unwrap_or(Kind::Reference)
    }

    /// What a field of an object is; an exception's class, where it is null.
    pub fn get_field(&mut self, object: Value, member: Member) -> Result<Value, &'static str> {
        let kind = self.kind_of(member);
        match object {
            Value::Null => Err("java/lang/NullPointerException"),
            Value::Object(id) => {
                let declared = self.field(member);
                Ok(match (self.heap.get(id), declared) {
                    (Object::Instance { fields, touched, .. }, Some((class, kind))) => match fields.get(&(class, member.name)) {
                        Some(&value) => value,
                        None if *touched => Value::Unknown(kind),
                        None => Value::default_of(kind),
                    },
                    _ => Value::Unknown(kind),
                })
            }
            _ => Ok(Value::Unknown(kind)),
        }
    }

    pub fn put_field(&mut self, object: Value, member: Member, value: Value) -> Result<(), &'static str> {
        match object {
            Value::Null => return Err("java/lang/NullPointerException"),
            Value::Object(id) => {
                let declared = self.field(member);
                if let (Object::Instance { fields, .. }, Some((class, kind))) = (self.heap.get_mut(id), declared) {
                    let value = narrow(value, kind, &mut self.terms);
                    fields.insert((class, member.name), value);
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// What a static field is, of a class that is initialised.
    pub(super) fn static_field(&mut self, member: Member) -> Value {
        let kind = self.kind_of(member);
        match self.field(member) {
            Some((class, kind)) => match self.statics.get(&(class, member.name)) {
                Some(&value) => value,
                None if self.uninitialised.contains(&class) => Value::Unknown(kind),
                None => Value::default_of(kind),
            },
            None => Value::Unknown(kind),
        }
    }

    /// A static field, of the test; initializers run first.
    ///
    /// # Errors
    /// Where the replay has to end.
    pub fn get_static(&mut self, member: Member) -> Result<Value, Stop> {
        let class = self.field(member).map_or(member.owner, |f| f.0);
        self.initialise_now(class)?;
        Ok(self.static_field(member))
    }

    /// # Errors
    /// Where the replay has to end.
    pub fn put_static(&mut self, member: Member, value: Value) -> Result<(), Stop> {
        let found = self.field(member);
        self.initialise_now(found.map_or(member.owner, |f| f.0))?;
        if let Some((class, kind)) = found {
            let value = narrow(value, kind, &mut self.terms);
            self.statics.insert((class, member.name), value);
        }
        Ok(())
    }

    pub(super) fn initialise_now(&mut self, class: Symbol) -> Result<(), Stop> {
        if let Some(stop) = &self.stop {
            return Err(stop.clone());
        }
        let ran = self.initialise(class).and_then(|_| self.run_above(0));
        self.frames.clear();
        match ran {
            Ok(_) => Ok(()),
            Err(stop) => {
                self.stop = Some(stop.clone());
                Err(stop)
            }
        }
    }
}
