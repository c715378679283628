//! Methods of the JDK whose effects are taken as known: natives, which have no code to analyse, immutable values, and read-only methods of
//! interfaces and much overridden classes, by their contract. The less depends on a JDK's insides, the more every JDK agrees.

/// Methods, and the arguments that they write, the receiver first.
const WRITES: &[(&str, &str, &[u32])] = &[
    ("java/lang/Object", "getClass", &[]),
    ("java/lang/Object", "clone", &[]),
    ("java/lang/Class", "isArray", &[]),
    ("java/lang/Class", "isInstance", &[]),
    ("java/lang/Class", "isInterface", &[]),
    ("java/lang/Class", "isPrimitive", &[]),
    ("java/lang/Class", "isAssignableFrom", &[]),
    ("java/lang/Class", "desiredAssertionStatus", &[]),
    ("java/lang/Class", "getComponentType", &[]),
    ("java/lang/System", "arraycopy", &[2]),
    ("java/lang/Throwable", "<init>", &[0]),
    ("java/lang/Throwable", "fillInStackTrace", &[0]),
    ("java/lang/reflect/Array", "getLength", &[]),
    ("java/lang/reflect/Array", "newArray", &[]),
    // They build their messages through functional interfaces.
    ("java/util/Objects", "checkIndex", &[]),
    ("jdk/internal/util/Preconditions", "checkIndex", &[]),
];

/// Immutable values and the arithmetic on them: their methods only compute, however a JDK implements them, unless they are given something
/// that could be written or called back.
const VALUE_CLASSES: &[&str] = &[
    "java/lang/Math",
    "java/lang/StrictMath",
    "java/lang/Boolean",
    "java/lang/Byte",
    "java/lang/Short",
    "java/lang/Character",
    "java/lang/Integer",
    "java/lang/Long",
    "java/lang/Float",
    "java/lang/Double",
    "java/lang/String",
    "java/math/BigInteger",
    "java/math/BigDecimal",
];

const NOT_COMPUTING: &[(&str, &str)] = &[("java/lang/Math", "random"), ("java/lang/String", "intern")];

/// Read-only by contract for every type of the JDK below the first.
pub const CONTRACTS: &[(&str, &[&str])] = &[
    ("java/util/Collection", &["size", "isEmpty"]),
    ("java/util/Map", &["size", "isEmpty"]),
    ("java/util/List", &["get"]),
    ("java/lang/CharSequence", &["length", "isEmpty", "charAt"]),
];

/// Bootstrap methods of `invokedynamic` that call nothing of the program: switches, and constants.
pub const HARMLESS_BOOTSTRAPS: &[&str] =
    &["java/lang/invoke/LambdaMetafactory", "java/lang/runtime/SwitchBootstraps", "java/lang/invoke/ConstantBootstraps"];

/// Concatenation, which calls `toString` of what it joins.
pub const CONCATENATION: &str = "java/lang/invoke/StringConcatFactory";

/// The arguments that a JDK method writes, the receiver first, if they are known without looking at its code.
pub fn written(owner: &str, name: &str, descriptor: &str) -> Option<&'static [u32]> {
    if let Some((.., arguments)) = WRITES.iter().find(|(o, n, _)| (*o, *n) == (owner, name)) {
        return Some(arguments);
    }
    let value = |class: &str| VALUE_CLASSES.contains(&class);
    let computes = value(owner)
        && !NOT_COMPUTING.contains(&(owner, name))
        && parameters(descriptor).all(|p| p.len() == 1 || object(p).is_some_and(value));
    computes.then_some(if name == "<init>" { &[0] } else { &[] })
}

/// The first parameter that concatenation may call `toString` of: neither primitive nor a string.
pub fn joined(descriptor: &str) -> Option<&str> {
    parameters(descriptor).find(|p| p.len() > 1 && object(p) != Some("java/lang/String"))
}

/// The descriptors of a method's parameters.
fn parameters(descriptor: &str) -> impl Iterator<Item = &str> {
    let mut rest = descriptor.strip_prefix('(').and_then(|d| d.split(')').next()).unwrap_or_default();
    std::iter::from_fn(move || {
        let dimensions = rest.len() - rest.trim_start_matches('[').len();
        let end = dimensions
            + match rest[dimensions..].chars().next()? {
                'L' => rest[dimensions..].find(';')? + 1,
                first => first.len_utf8(),
            };
        let (parameter, more) = rest.split_at(end);
        rest = more;
        Some(parameter)
    })
}

/// The class of an object type's descriptor.
fn object(descriptor: &str) -> Option<&str> {
    descriptor.strip_prefix('L')?.strip_suffix(';')
}
