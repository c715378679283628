//! Arrays: their elements and lengths.

use super::{Machine, Step, Stepped, narrow};
use crate::program::facts::Symbol;
use crate::relation::Relation;
use crate::symbolic::heap::{Number, Object, Value};
use crate::symbolic::instruction::Kind;
use crate::symbolic::path::Stop;
use crate::symbolic::term::{Input, Origin};

impl Machine<'_> {
    pub fn new_array(&mut self, ty: &str, length: usize) -> Value {
        let element = Kind::of(&ty[1..]).unwrap_or(Kind::Reference);
        let ty = self.classes.symbols.of(ty);
        self.heap.add(Object::Array { ty, element, items: vec![Value::default_of(element); length] })
    }

    /// A new array of the test. Elements of one that is short, of numbers, may be chosen otherwise, until they are set.
    pub fn array_input(&mut self, slot: u32, ty: &str, length: usize) -> Value {
        const LONGEST: usize = 32;
        let array = self.new_array(ty, length);
        let Value::Object(id) = array else { return array };
        let element = Kind::of(&ty[1..]).unwrap_or(Kind::Reference);
        if let Value::Number(zero) = Value::default_of(element)
            && length <= LONGEST
        {
            let inputs = (0..length as u32).map(|index| {
                let input = Input { of: Origin::Element { slot, index }, value: zero.value, range: element.range() };
                Value::Number(Number { value: zero.value, term: Some(self.terms.input(input)) })
            });
            let inputs: Vec<Value> = inputs.collect();
            if let Object::Array { items, .. } = self.heap.get_mut(id) {
                *items = inputs;
            }
        }
        array
    }

    /// An element, of the test; `None`: the test throws.
    pub fn element(&mut self, array: Value, index: usize) -> Option<Value> {
        match array {
            Value::Object(id) => match self.heap.get(id) {
                Object::Array { items, .. } => items.get(index).copied(),
                _ => Some(Value::Unknown(Kind::Reference)),
            },
            Value::Null => None,
            _ => Some(Value::Unknown(Kind::Reference)),
        }
    }

    /// Sets an element, of the test; whether it does not throw. `from`: what kind of number the value is.
    pub fn store(&mut self, array: Value, index: usize, value: Value, from: Option<Kind>) -> bool {
        let Value::Object(id) = array else { return array != Value::Null };
        let kind = match self.heap.get(id) {
            Object::Array { element, .. } => *element,
            _ => return true,
        };
        let value = self.adapt_of(value, from, kind);
        let value = narrow(value, kind, &mut self.terms);
        match self.heap.get_mut(id) {
            Object::Array { items, .. } => items.get_mut(index).map(|item| *item = value).is_some(),
            _ => true,
        }
    }

    /// Whether an index is inside; if it is, it is taken as it is.
    pub(in crate::symbolic) fn index(&mut self, index: Number, length: Number) -> Result<Option<usize>, Stop> {
        let zero = Number::int(0);
        let not_below = self.relate(Relation::GreaterOrEqual, index, zero);
        let below_end = self.relate(Relation::Less, index, length);
        if !self.fork(not_below)? || !self.fork(below_end)? {
            return Ok(None);
        }
        let value = self.pin(index, "index")?;
        Ok(value.whole().and_then(|v| usize::try_from(v).ok()))
    }

    pub(super) fn array_load(&mut self, element: Kind) -> Stepped {
        let index = self.pop_number()?;
        let array = self.pop()?;
        let id = match array {
            Value::Null => return Ok(Step::Throw("java/lang/NullPointerException")),
            Value::Object(id) => id,
            _ => {
                self.push(Value::Unknown(element));
                return Ok(Step::Done);
            }
        };
        let Object::Array { items, element, .. } = self.heap.get(id) else { return Err(Stop::Unsupported) };
        let (length, element) = (Number::int(items.len() as i32), *element);
        let Some(index) = index else {
            self.push(Value::Unknown(element));
            return Ok(Step::Done);
        };
        let Some(place) = self.index(index, length)? else {
            return Ok(Step::Throw("java/lang/ArrayIndexOutOfBoundsException"));
        };
        if let Object::Array { items, .. } = self.heap.get(id) {
            let value = items[place];
            self.push(value);
        }
        Ok(Step::Done)
    }

    pub(super) fn array_store(&mut self) -> Stepped {
        let value = self.pop()?;
        let index = self.pop_number()?;
        let array = self.pop()?;
        let id = match array {
            Value::Null => return Ok(Step::Throw("java/lang/NullPointerException")),
            Value::Object(id) => id,
            _ => return Ok(Step::Done),
        };
        let Object::Array { items, element, .. } = self.heap.get_mut(id) else { return Err(Stop::Unsupported) };
        let (length, element) = (Number::int(items.len() as i32), *element);
        let Some(index) = index else {
            items.iter_mut().for_each(|item| *item = Value::Unknown(element));
            return Ok(Step::Done);
        };
        let Some(place) = self.index(index, length)? else {
            return Ok(Step::Throw("java/lang/ArrayIndexOutOfBoundsException"));
        };
        let value = narrow(value, element, &mut self.terms);
        if let Object::Array { items, .. } = self.heap.get_mut(id) {
            items[place] = value;
        }
        Ok(Step::Done)
    }

    /// A new array; its length is taken as it is.
    pub(super) fn allocate(&mut self, ty: Symbol, element: Kind) -> Stepped {
        const LONGEST: i64 = 1 << 20;
        let Some(length) = self.pop_number()? else {
            self.push(Value::Unknown(Kind::Reference));
            return Ok(Step::Done);
        };
        let negative = self.relate(Relation::Less, length, Number::int(0));
        if self.fork(negative)? {
            return Ok(Step::Throw("java/lang/NegativeArraySizeException"));
        }
        let length = self.pin(length, "length of an array")?.whole().unwrap_or(0);
        if length > LONGEST {
            return Err(Stop::Limit);
        }
        let array = self.heap.add(Object::Array { ty, element, items: vec![Value::default_of(element); length as usize] });
        self.push(array);
        Ok(Step::Done)
    }

    pub(super) fn allocate_all(&mut self, ty: Symbol, dimensions: usize) -> Stepped {
        const MOST: usize = 1 << 16;
        let mut lengths = Vec::with_capacity(dimensions);
        for _ in 0..dimensions {
            let Some(length) = self.pop_number()? else { return Err(Stop::Unknown) };
            let length = self.pin(length, "length of an array")?.whole().unwrap_or(0);
            lengths.push(usize::try_from(length).map_err(|_| Stop::Unsupported)?);
        }
        lengths.reverse();
        if lengths.iter().try_fold(1usize, |all, &l| all.checked_mul(l)).is_none_or(|all| all > MOST) {
            return Err(Stop::Limit);
        }
        let name = self.classes.symbols.text(ty).to_owned();
        let array = self.nested(&name, &lengths);
        self.push(array);
        Ok(Step::Done)
    }

    pub(super) fn nested(&mut self, ty: &str, lengths: &[usize]) -> Value {
        let array = self.new_array(ty, lengths[0]);
        if lengths.len() > 1
            && let Value::Object(id) = array
        {
            let inner: Vec<Value> = (0..lengths[0]).map(|_| self.nested(&ty[1..], &lengths[1..])).collect();
            if let Object::Array { items, .. } = self.heap.get_mut(id) {
                *items = inner;
            }
        }
        array
    }
}
