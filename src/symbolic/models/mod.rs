//! What methods of the JDK do with values that may be terms, of those that code under test calls most. They do what the JDK's
//! documentation says; what is not modelled here gives a value that is not known.
//!
//! - [`numbers`]: `Math`, and `Character` of ASCII; [`boxes`]: numbers and truth values as objects, and texts that are read as such.
//! - [`texts`]: `String`, with [`letters`] (cases, order, blanks) and [`pieces`] (parts that are compared, replaced or split off);
//!   [`builders`]: `StringBuilder`; [`units`]: what these have in common.

mod boxes;
mod builders;
mod letters;
mod numbers;
mod pieces;
mod texts;
mod units;

use super::heap::{Number, Object, Value};
use super::instruction::{Member, Signature};
use super::machine::Machine;
use super::path::Stop;

/// What became of a call.
pub(super) enum Modelled {
    Gives(Option<Value>),
    /// An exception, by internal name.
    Throws(&'static str),
    /// It is not modelled.
    Not,
}

pub(super) type Answer = Result<Modelled, Stop>;

/// Operands: the receiver first, if there is one; it is not null.
pub(super) fn call(machine: &mut Machine, method: Member, signature: &Signature, operands: &[Value]) -> Answer {
    let symbols = &machine.classes.symbols;
    let owner = symbols.text(method.owner).to_owned();
    let name = symbols.text(method.name).to_owned();
    let descriptor = symbols.text(method.descriptor).to_owned();
    if owner == "java/lang/Object" && name == "<init>" {
        return Ok(Modelled::Gives(None));
    }
    if owner == INTRINSICS {
        return intrinsic(machine, &name, operands);
    }
    if let Some(answer) = plain_objects(machine, &owner, &name, &descriptor, operands) {
        return Ok(answer);
    }
    match owner.as_str() {
        "java/lang/Math" | "java/lang/StrictMath" => numbers::math(machine, &name, signature, operands),
        "java/lang/Character" if descriptor.starts_with("(C") || descriptor.starts_with("(I") => {
            match numbers::character(machine, &name, operands)? {
                Modelled::Not => boxes::call(machine, &owner, &name, &descriptor, operands),
                answer => Ok(answer),
            }
        }
        _ => match texts::call(machine, &owner, &name, &descriptor, operands)? {
            Modelled::Not => boxes::call(machine, &owner, &name, &descriptor, operands),
            answer => Ok(answer),
        },
    }
}

/// What models in Java ask for.
const INTRINSICS: &str = "dev/oraculum/generation/models/Intrinsics";

fn intrinsic(machine: &mut Machine, name: &str, operands: &[Value]) -> Answer {
    match (name, operands) {
        ("concrete", &[Value::Number(number)]) => {
            if number.term.is_some() {
                machine.note("order of a hash table");
            }
            Ok(Modelled::Gives(Some(Value::Number(Number::constant(number.value)))))
        }
        ("like", &[Value::Object(array), Value::Number(length)]) => match machine.heap.get(array) {
            Object::Array { ty, element, .. } => {
                let (ty, element) = (*ty, *element);
                let length = usize::try_from(length.as_int()).map_err(|_| Stop::Unsupported)?;
                let made = machine.heap.add(Object::Array { ty, element, items: vec![Value::default_of(element); length] });
                Ok(Modelled::Gives(Some(made)))
            }
            _ => Err(Stop::Unknown),
        },
        _ => Err(Stop::Unknown),
    }
}

/// Enums, exceptions, classes and arrays.
fn plain_objects(machine: &mut Machine, owner: &str, name: &str, descriptor: &str, operands: &[Value]) -> Option<Modelled> {
    let first = match operands.first() {
        Some(Value::Object(id)) => Some(*id),
        _ => None,
    };
    // Fields that no class file declares keep what these constructors are given.
    let enum_field = |machine: &mut Machine, field: &str| (machine.classes.symbols.of("java/lang/Enum"), machine.classes.symbols.of(field));
    if (owner, name) == ("java/lang/Enum", "<init>") {
        let (ordinal, text) = (enum_field(machine, "ordinal"), enum_field(machine, "name"));
        if let Object::Instance { fields, .. } = machine.heap.get_mut(first?) {
            fields.insert(text, *operands.get(1)?);
            fields.insert(ordinal, *operands.get(2)?);
        }
        return Some(Modelled::Gives(None));
    }
    match machine.heap.get(first?) {
        Object::Instance { fields, .. } if matches!(name, "ordinal" | "name") && descriptor.starts_with("()") => {
            let fields = fields.clone();
            let key = enum_field(machine, name);
            fields.get(&key).map(|&value| Modelled::Gives(Some(value)))
        }
        // What an exception says is not followed.
        Object::Instance { .. } if name == "<init>" && supertypes(owner).is_some() => {
            let owner = machine.classes.symbols.of(owner);
            Some(if machine.classes.is_model(owner) { Modelled::Not } else { Modelled::Gives(None) })
        }
        // That of `Object`, where no class says another.
        Object::Instance { class, .. } if name == "equals" && descriptor == "(Ljava/lang/Object;)Z" => {
            let class = *class;
            let other = *operands.get(1)?;
            let known = machine.compares_identity(class) && !matches!(other, Value::Unknown(_));
            known.then(|| Modelled::Gives(Some(Value::int(i32::from(other == operands[0])))))
        }
        Object::Instance { class, .. } if name == "getClass" => {
            let class = *class;
            let object = machine.heap.add(Object::Class(class));
            Some(Modelled::Gives(Some(object)))
        }
        // Whether assertions are enabled, the branches on it show.
        Object::Class(_) if name == "desiredAssertionStatus" => {
            Some(Modelled::Gives(Some(Value::Unknown(super::instruction::Kind::Boolean))))
        }
        Object::Array { .. } if name == "clone" => {
            let copy = machine.heap.get(first?).clone();
            let copy = machine.heap.add(copy);
            Some(Modelled::Gives(Some(copy)))
        }
        _ => None,
    }
}

/// Supertypes of types of the JDK, above all of exceptions, which code throws and catches; `None`: they are not known.
pub(super) fn supertypes(class: &str) -> Option<&'static [&'static str]> {
    Some(match class {
        "java/lang/Object" => &[],
        "java/lang/Comparable" | "java/io/Serializable" | "java/lang/Cloneable" | "java/lang/Iterable" | "java/lang/Runnable" => &[],
        "java/lang/Record" => &["java/lang/Object"],
        "java/lang/Readable" | "java/lang/AutoCloseable" => &[],
        "java/io/Closeable" => &["java/lang/AutoCloseable"],
        "java/io/Flushable" | "java/io/DataInput" => &[],
        "java/io/Reader" => &["java/lang/Readable", "java/io/Closeable"],
        "java/io/InputStream" => &["java/lang/Object", "java/io/Closeable"],
        "java/io/OutputStream" => &["java/lang/Object", "java/io/Closeable", "java/io/Flushable"],
        "java/util/Iterator" | "java/util/Map" | "java/util/RandomAccess" | "java/util/Map$Entry" | "java/util/AbstractMap" => &[],
        "java/util/AbstractSet" | "java/util/AbstractSequentialList" => &[],
        "java/util/ListIterator" => &["java/util/Iterator"],
        "java/util/Collection" => &["java/lang/Iterable"],
        "java/util/List" | "java/util/Set" | "java/util/Queue" => &["java/util/Collection"],
        "java/util/Deque" => &["java/util/Queue"],
        "java/util/HashSet" => &["java/util/AbstractSet", "java/lang/Cloneable", "java/io/Serializable"],
        "java/util/ArrayList" | "java/util/Vector" | "java/util/ArrayDeque" => &["java/lang/Cloneable", "java/io/Serializable"],
        "java/util/HashMap" => &["java/util/AbstractMap", "java/lang/Cloneable", "java/io/Serializable"],
        "java/util/LinkedList" => &["java/util/AbstractSequentialList", "java/lang/Cloneable", "java/io/Serializable"],
        "java/lang/Enum" => &["java/lang/Object", "java/lang/Comparable", "java/io/Serializable"],
        "java/lang/Throwable" => &["java/lang/Object", "java/io/Serializable"],
        "java/lang/Exception" | "java/lang/Error" => &["java/lang/Throwable"],
        "java/lang/RuntimeException"
        | "java/io/IOException"
        | "java/lang/CloneNotSupportedException"
        | "java/lang/InterruptedException"
        | "java/lang/ReflectiveOperationException" => &["java/lang/Exception"],
        "java/lang/ClassNotFoundException" => &["java/lang/ReflectiveOperationException"],
        "java/lang/AssertionError" | "java/lang/LinkageError" => &["java/lang/Error"],
        "java/io/UncheckedIOException"
        | "java/lang/ArithmeticException"
        | "java/lang/ArrayStoreException"
        | "java/lang/ClassCastException"
        | "java/lang/IllegalArgumentException"
        | "java/lang/IllegalStateException"
        | "java/lang/IndexOutOfBoundsException"
        | "java/lang/NegativeArraySizeException"
        | "java/lang/NullPointerException"
        | "java/lang/UnsupportedOperationException"
        | "java/nio/BufferOverflowException"
        | "java/nio/BufferUnderflowException"
        | "java/util/ConcurrentModificationException"
        | "java/util/EmptyStackException"
        | "java/util/NoSuchElementException" => &["java/lang/RuntimeException"],
        "java/lang/NumberFormatException" => &["java/lang/IllegalArgumentException"],
        "java/nio/InvalidMarkException" => &["java/lang/IllegalStateException"],
        "java/util/InputMismatchException" => &["java/util/NoSuchElementException"],
        "java/lang/ArrayIndexOutOfBoundsException" | "java/lang/StringIndexOutOfBoundsException" => {
            &["java/lang/IndexOutOfBoundsException"]
        }
        "java/io/FileNotFoundException" | "java/io/EOFException" | "java/net/MalformedURLException" => &["java/io/IOException"],
        _ => return None,
    })
}
