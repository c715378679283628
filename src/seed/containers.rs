//! What the JDK's collections do with elements, by name: libraries are black boxes, and without this every list would end the search.
//!
//! A list, set, queue, map, optional or iterator is a container of elements, and so is an array. A view of a container (its iterator, its
//! values, its stream) is the container.

/// What a call of the JDK gives back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Returned {
    /// What an argument is, or a view of it.
    Same { argument: usize },
    /// An element; `index`: the argument that says which.
    Element { container: usize, index: Option<usize> },
    /// Something about the elements: how many there are, whether there is one that is equal to another.
    About { container: usize },
}

/// What a call of the JDK puts into a container.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mutation {
    pub container: usize,
    /// The argument that is put in.
    pub value: usize,
    /// The argument that says where: an index, or a key.
    pub index: Option<usize>,
}

/// What a library's method returns; the receiver is argument 0. `None`: nothing is known.
pub fn returned(owner: &str, name: &str, arguments: usize) -> Option<Returned> {
    let same = |argument| Some(Returned::Same { argument }).filter(|_| argument < arguments);
    match (owner, name) {
        ("java/util/Objects", "requireNonNull" | "requireNonNullElse") => return same(0),
        ("java/util/Optional", "of" | "ofNullable") => return same(0),
        ("java/util/Collections", n) if n.starts_with("unmodifiable") || n.starts_with("synchronized") => return same(0),
        ("java/util/Arrays", "asList" | "stream" | "copyOf" | "copyOfRange") => return same(0),
        ("java/util/List" | "java/util/Set" | "java/util/Map", "copyOf") => return same(0),
        (o, "valueOf" | "toString") if is_box(o) && arguments == 1 => return same(0),
        (o, n) if is_box(o) && n.ends_with("Value") => return same(0),
        ("java/lang/String", "valueOf" | "trim" | "toString" | "toLowerCase" | "toUpperCase" | "strip" | "intern") => return same(0),
        _ => {}
    }
    if !is_container(owner) || arguments == 0 {
        return None;
    }
    let element = |index: Option<usize>| Some(Returned::Element { container: 0, index: index.filter(|&i| i < arguments) });
    match name {
        "iterator" | "listIterator" | "descendingIterator" | "values" | "entrySet" | "keySet" | "subList" | "stream" | "parallelStream"
        | "clone" | "toArray" | "headSet" | "tailSet" | "headMap" | "tailMap" | "filter" | "sorted" | "distinct" | "limit" | "skip"
        | "spliterator" => same(0),
        // Of an iterator over entries the entry is the container's element, and so are its key and value.
        "getKey" | "getValue" => same(0),
        "get" | "getOrDefault" | "elementAt" | "remove" => element(Some(1)),
        "next" | "previous" | "peek" | "poll" | "element" | "pop" | "take" | "first" | "last" | "getFirst" | "getLast" | "peekFirst"
        | "peekLast" | "pollFirst" | "pollLast" | "removeFirst" | "removeLast" | "nextElement" | "firstElement" | "lastElement"
        | "orElse" | "orElseThrow" | "orElseGet" | "findFirst" | "findAny" => element(None),
        "size" | "isEmpty" | "contains" | "containsKey" | "containsValue" | "indexOf" | "hasNext" | "hasPrevious" | "isPresent"
        | "hasMoreElements" | "count" => Some(Returned::About { container: 0 }),
        _ => None,
    }
}

/// What a library's method puts into a container.
pub fn mutation(owner: &str, name: &str, arguments: usize) -> Option<Mutation> {
    if !is_container(owner) || owner.ends_with("Optional") {
        return None;
    }
    let put = |value, index| Some(Mutation { container: 0, value, index });
    match (name, arguments) {
        ("add" | "addElement" | "addFirst" | "addLast" | "offer" | "offerFirst" | "offerLast" | "push", 2) => put(1, None),
        ("addAll", 2) => put(1, None),
        ("add" | "set" | "setElementAt" | "put" | "putIfAbsent" | "replace", 3) => put(2, Some(1)),
        _ => None,
    }
}

/// A class of the JDK that is made where a type asks for a collection.
pub fn implementation(type_name: &str) -> Option<&'static str> {
    Some(match type_name {
        "java/util/List"
        | "java/util/Collection"
        | "java/lang/Iterable"
        | "java/util/AbstractList"
        | "java/util/AbstractCollection"
        | "java/util/SequencedCollection" => "java/util/ArrayList",
        "java/util/Set" | "java/util/AbstractSet" | "java/util/SequencedSet" => "java/util/LinkedHashSet",
        "java/util/Map" | "java/util/AbstractMap" | "java/util/SequencedMap" => "java/util/LinkedHashMap",
        "java/util/Queue" | "java/util/Deque" => "java/util/ArrayDeque",
        "java/util/SortedSet" | "java/util/NavigableSet" => "java/util/TreeSet",
        "java/util/SortedMap" | "java/util/NavigableMap" => "java/util/TreeMap",
        "java/util/concurrent/ConcurrentMap" => "java/util/concurrent/ConcurrentHashMap",
        "java/util/ArrayList" => "java/util/ArrayList",
        "java/util/LinkedList" => "java/util/LinkedList",
        "java/util/HashSet" => "java/util/HashSet",
        "java/util/LinkedHashSet" => "java/util/LinkedHashSet",
        "java/util/TreeSet" => "java/util/TreeSet",
        "java/util/HashMap" => "java/util/HashMap",
        "java/util/LinkedHashMap" => "java/util/LinkedHashMap",
        "java/util/TreeMap" => "java/util/TreeMap",
        "java/util/Hashtable" => "java/util/Hashtable",
        "java/util/Vector" => "java/util/Vector",
        "java/util/Stack" => "java/util/Stack",
        "java/util/ArrayDeque" => "java/util/ArrayDeque",
        "java/util/PriorityQueue" => "java/util/PriorityQueue",
        "java/util/concurrent/ConcurrentHashMap" => "java/util/concurrent/ConcurrentHashMap",
        _ => return None,
    })
}

/// The call that puts an element into a container of that class, and whether it takes a key.
pub fn insertion(class: &str) -> Option<(&'static str, &'static str, bool)> {
    let class = implementation(class)?;
    if class.contains("Map") || class.ends_with("Hashtable") {
        Some(("put", "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;", true))
    } else {
        Some(("add", "(Ljava/lang/Object;)Z", false))
    }
}

/// Whether objects of the type hold elements.
pub fn is_container(type_name: &str) -> bool {
    let simple = type_name.rsplit('/').next().unwrap_or_default();
    let known = [
        "List",
        "Set",
        "Map",
        "Queue",
        "Deque",
        "Collection",
        "Iterator",
        "Iterable",
        "Enumeration",
        "Vector",
        "Stack",
        "Optional",
        "Hashtable",
        "Stream",
        "Entry",
    ];
    (type_name.starts_with("java/util/") || type_name == "java/lang/Iterable") && known.iter().any(|k| simple.ends_with(k))
}

fn is_box(owner: &str) -> bool {
    primitive_of(owner).is_some()
}

/// The primitive type of a box.
pub fn primitive_of(class: &str) -> Option<char> {
    Some(match class {
        "java/lang/Boolean" => 'Z',
        "java/lang/Byte" => 'B',
        "java/lang/Short" => 'S',
        "java/lang/Character" => 'C',
        "java/lang/Integer" => 'I',
        "java/lang/Long" => 'J',
        "java/lang/Float" => 'F',
        "java/lang/Double" => 'D',
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn views_are_their_container_and_elements_come_out_of_it() {
        assert_eq!(returned("java/util/Map", "values", 1), Some(Returned::Same { argument: 0 }));
        assert_eq!(returned("java/util/Map", "get", 2), Some(Returned::Element { container: 0, index: Some(1) }));
        assert_eq!(returned("java/util/Iterator", "next", 1), Some(Returned::Element { container: 0, index: None }));
        assert_eq!(returned("java/util/List", "size", 1), Some(Returned::About { container: 0 }));
        assert_eq!(returned("java/lang/Integer", "intValue", 1), Some(Returned::Same { argument: 0 }));
        assert_eq!(returned("java/io/File", "get", 1), None);
    }

    #[test]
    fn what_is_put_in_is_the_last_argument() {
        assert_eq!(mutation("java/util/Map", "put", 3), Some(Mutation { container: 0, value: 2, index: Some(1) }));
        assert_eq!(mutation("java/util/List", "add", 2), Some(Mutation { container: 0, value: 1, index: None }));
        assert_eq!(mutation("java/util/List", "clear", 1), None);
    }
}
