//! What of a class only serialization calls, and the streams of the JDK by which tests reach it ([`super::copies`]).

use super::facts::TypeFacts;

/// Methods that only serialization calls: names and descriptors.
pub(super) const HOOKS: [(&str, &str); 4] = [
    ("writeObject", "(Ljava/io/ObjectOutputStream;)V"),
    ("readObject", "(Ljava/io/ObjectInputStream;)V"),
    ("writeReplace", "()Ljava/lang/Object;"),
    ("readResolve", "()Ljava/lang/Object;"),
];

/// What writes objects, and what reads them.
pub const STREAMS: [&str; 2] = ["java/io/ObjectOutputStream", "java/io/ObjectInputStream"];
/// Code that takes one of these is given streams.
const TAKEN: [&str; 4] = [STREAMS[0], STREAMS[1], "java/io/ObjectOutput", "java/io/ObjectInput"];

/// Whether a method is one that only serialization calls.
pub fn is_hook(name: &str, descriptor: &str) -> bool {
    HOOKS.contains(&(name, descriptor))
}

/// The streams of the facts that are there for copies only: what else asks for a stream is not given one of these.
pub fn set_aside(facts: &TypeFacts) -> Vec<&'static str> {
    let copies = facts.goals.iter().any(|g| is_hook(&g.name, &g.descriptor));
    let takes = |p: &String| TAKEN.iter().any(|taken| p.strip_prefix('L').and_then(|p| p.strip_suffix(';')) == Some(*taken));
    let of_program = facts.types.iter().filter(|t| !t.name.starts_with("java/"));
    let taken = of_program.flat_map(|t| &t.members).any(|m| m.parameters.iter().chain([&m.result]).any(takes));
    if copies && !taken { STREAMS.to_vec() } else { Vec::new() }
}
