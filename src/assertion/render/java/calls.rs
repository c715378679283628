//! Functions in Java: methods of `String`, arrays and collections, and streams where there is no method.

use super::guards::{Guard, receiver_first};
use super::{Java, cast};
use crate::assertion::ast::{Element, Expr, Function, Type};
use crate::assertion::render::{Precedence, Text};
use crate::evidence::schema::ValueType;

const ARRAYS: &str = "java.util.Arrays";
const COLLECTIONS: &str = "java.util.Collections";
const RANGE: &str = "java.util.stream.IntStream.range";

/// How Java holds the elements of a container.
#[derive(Clone, Copy, PartialEq)]
enum Holder {
    /// `int[]`
    PrimitiveArray,
    /// `Integer[]`, `String[]`, `Object[]`
    ObjectArray,
    List,
    /// A set, or another collection, whose `contains` and `equals` may follow rules of their own.
    Collection,
}

/// The primitive type of the elements' boxes; `None` for references and texts.
fn primitive(element: Element) -> Option<&'static str> {
    Some(match element {
        Element::Boolean => "boolean",
        Element::Byte => "byte",
        Element::Short => "short",
        Element::Char => "char",
        Element::Int => "int",
        Element::Long => "long",
        Element::Float => "float",
        Element::Double => "double",
        Element::Reference | Element::Text => return None,
    })
}

fn primary(text: String) -> Text {
    Text::new(text, Precedence::Primary)
}

impl Java<'_> {
    /// A call without its guards; a boolean argument is evaluated where the guards `known` hold.
    pub(super) fn call(&self, expr: &Expr, known: &[Guard]) -> Text {
        use Function::*;
        let Expr::Call(function, arguments) = expr else { unreachable!("a call") };
        let text = |i: usize| self.plain(&arguments[i]).text;
        let receiver = || self.plain(&arguments[0]).at_least(Precedence::Primary);
        let is_text = self.type_of(&arguments[0]) == Type::Text;
        match function {
            Abs => primary(format!("Math.abs({})", text(0))),
            Min | Max => primary(format!("Math.{}({}, {})", function.name(), text(0), text(1))),
            Get if is_text => primary(format!("{}.charAt({})", receiver(), text(1))),
            Get => primary(self.element(&arguments[0], &text(1))),
            Length => primary(self.length(&arguments[0])),
            Contains if is_text => primary(format!("{}.contains({})", receiver(), text(1))),
            IndexOf if is_text => primary(format!("{}.indexOf({})", receiver(), text(1))),
            Contains | Count | IndexOf => self.search(*function, &arguments[0], &arguments[1], known),
            Sum => self.sum(&arguments[0]),
            Least => self.extreme(&arguments[0], "min"),
            Greatest => self.extreme(&arguments[0], "max"),
            Sorted => self.in_order(&arguments[0], "<="),
            StrictlySorted => self.in_order(&arguments[0], "<"),
            Permutation => self.permutation(&arguments[0], &arguments[1]),
            StartsWith | EndsWith | IsBlank | Strip | Trim | Concat | Substring => {
                let others = (1..arguments.len()).map(text).collect::<Vec<_>>().join(", ");
                primary(format!("{}.{}({others})", receiver(), function.name()))
            }
        }
    }

    fn element_type(&self, container: &Expr) -> Element {
        self.type_of(container).element().expect("an array or collection")
    }

    fn holder(&self, container: &Expr) -> Holder {
        let Expr::Var(id) = container else { unreachable!("only variables are arrays and collections") };
        let variable = &self.schema.variables[*id as usize];
        let bare = variable.java_type.as_deref().map(|t| t.strip_suffix("[]"));
        match (bare, variable.value_type) {
            (Some(Some(element)), _) if primitive(self.element_type(container)) == Some(element) => Holder::PrimitiveArray,
            (Some(Some(_)), _) => Holder::ObjectArray,
            // Without a declared type, the simplest.
            (None, ValueType::Sequence(element)) if primitive(element).is_some() => Holder::PrimitiveArray,
            (None, ValueType::Sequence(_)) => Holder::ObjectArray,
            (_, ValueType::Sequence(_)) => Holder::List,
            _ => Holder::Collection,
        }
    }

    /// The primitive type, if the expression is a box in Java.
    pub(super) fn boxed(&self, expr: &Expr) -> Option<&'static str> {
        match expr {
            Expr::Call(Function::Get | Function::Least | Function::Greatest, arguments) if self.type_of(&arguments[0]) != Type::Text => {
                let element = self.element_type(&arguments[0]);
                let is_box = match expr {
                    Expr::Call(Function::Get, _) => true,
                    _ => has_natural_order(element),
                };
                primitive(element).filter(|_| is_box && self.holder(&arguments[0]) != Holder::PrimitiveArray)
            }
            _ => None,
        }
    }

    /// The static type of a primitive or box in Java.
    fn java_type(&self, expr: &Expr) -> &'static str {
        let of = |value_type: ValueType| Element::ALL.into_iter().find(|&e| ValueType::from(e) == value_type).and_then(primitive);
        let declared = match expr {
            Expr::Var(id) => of(self.schema.variables[*id as usize].value_type),
            Expr::Call(Function::Get, arguments) => self.type_of(&arguments[0]).element().map_or(Some("char"), primitive),
            Expr::Call(Function::Least | Function::Greatest, _) => self.boxed(expr),
            _ => None,
        };
        declared.unwrap_or(match self.type_of(expr) {
            Type::Boolean => "boolean",
            Type::Int => "int",
            Type::Long => "long",
            Type::Float => "float",
            Type::Double => "double",
            other => unreachable!("{other} is not primitive"),
        })
    }

    pub(super) fn length(&self, container: &Expr) -> String {
        let text = self.plain(container).at_least(Precedence::Primary);
        match self.type_of(container) {
            Type::Text => format!("{text}.length()"),
            _ => match self.holder(container) {
                Holder::PrimitiveArray | Holder::ObjectArray => format!("{text}.length"),
                Holder::List | Holder::Collection => format!("{text}.size()"),
            },
        }
    }

    /// The element at an index.
    fn element(&self, container: &Expr, index: &str) -> String {
        let text = self.plain(container).at_least(Precedence::Primary);
        match self.holder(container) {
            Holder::PrimitiveArray | Holder::ObjectArray => format!("{text}[{index}]"),
            Holder::List | Holder::Collection => format!("{text}.get({index})"),
        }
    }

    /// The container as a collection whose elements are compared by `equals`; `None` for arrays of primitives.
    fn collection(&self, container: &Expr) -> Option<String> {
        let text = self.plain(container).text;
        match self.holder(container) {
            Holder::PrimitiveArray => None,
            Holder::ObjectArray => Some(format!("{ARRAYS}.asList({text})")),
            Holder::List | Holder::Collection => Some(text),
        }
    }

    /// `contains`, `count` or `indexOf` of an element.
    fn search(&self, function: Function, container: &Expr, sought: &Expr, known: &[Guard]) -> Text {
        let element = self.element_type(container);
        let boxed = if element == Element::Reference { None } else { self.as_box(sought, element, known) };
        if let (Some(collection), Some(sought)) = (self.collection(container), boxed) {
            // Sorted sets compare by their order, and some others refuse null; lists go by `equals`.
            let own = self.holder(container) != Holder::Collection;
            return match function {
                Function::Contains if own => primary(format!("{collection}.contains({sought})")),
                Function::Contains => Text::new(format!("{COLLECTIONS}.frequency({collection}, {sought}) > 0"), Precedence::Relational),
                Function::Count => primary(format!("{COLLECTIONS}.frequency({collection}, {sought})")),
                _ => primary(format!("{collection}.indexOf({sought})")),
            };
        }
        if function != Function::IndexOf
            && let Some(stream) = self.stream(container)
        {
            let name = self.fresh(&["e", "x", "v"]);
            let test = self.inside(&name).is_element(&name, element, sought, known);
            return match function {
                Function::Contains => primary(format!("{stream}.anyMatch({name} -> {test})")),
                _ => cast("int", primary(format!("{stream}.filter({name} -> {test}).count()"))),
            };
        }
        let name = self.fresh(&["i", "j", "k"]);
        let inside = self.inside(&name);
        let test = inside.is_element(&inside.element(container, &name), element, sought, known);
        let range = format!("{RANGE}(0, {})", self.length(container));
        match function {
            Function::Contains => primary(format!("{range}.anyMatch({name} -> {test})")),
            Function::Count => cast("int", primary(format!("{range}.filter({name} -> {test}).count()"))),
            _ => primary(format!("{range}.filter({name} -> {test}).findFirst().orElse(-1)")),
        }
    }

    /// The value as an argument that becomes a box of the elements' type, or a text; `None` if the conversion could lose something.
    fn as_box(&self, value: &Expr, element: Element, known: &[Guard]) -> Option<String> {
        let text = if self.type_of(value) == Type::Boolean { self.boolean(value, known) } else { self.plain(value) };
        match primitive(element) {
            None => Some(text.text),
            Some(to) if self.java_type(value) == to => Some(text.text),
            Some(to @ ("int" | "long" | "float" | "double")) => Some(cast(to, text).text),
            Some(_) => None,
        }
    }

    /// Whether the element, read by that text, is the value sought.
    fn is_element(&self, text: &str, element: Element, sought: &Expr, known: &[Guard]) -> String {
        let value = || self.plain(sought);
        match element {
            Element::Float => format!("Float.compare({text}, {}) == 0", value().text),
            Element::Double => format!("Double.compare({text}, {}) == 0", value().text),
            Element::Text => format!("{}.equals({text})", value().at_least(Precedence::Primary)),
            Element::Reference => format!("(Object) {text} == {}", value().tighter_than(Precedence::Equality)),
            Element::Boolean => format!("{text} == {}", self.boolean(sought, known).tighter_than(Precedence::Relational)),
            // A box that is compared with a box would be compared by identity.
            _ => match self.boxed(sought) {
                Some(primitive) => format!("{text} == {}", cast(primitive, value()).text),
                None => format!("{text} == {}", value().tighter_than(Precedence::Equality)),
            },
        }
    }

    /// The elements as a stream, if Java has one of these.
    fn stream(&self, container: &Expr) -> Option<String> {
        let text = self.plain(container);
        match (self.holder(container), self.element_type(container)) {
            (Holder::PrimitiveArray, Element::Int | Element::Long | Element::Double) | (Holder::ObjectArray, _) => {
                Some(format!("{ARRAYS}.stream({})", text.text))
            }
            (Holder::PrimitiveArray, _) => None,
            (Holder::List | Holder::Collection, _) => Some(format!("{}.stream()", text.at_least(Precedence::Primary))),
        }
    }

    /// The elements as a stream of int, long or double, as `to` says: `Int`, `Long` or `Double`.
    fn numbers(&self, container: &Expr, to: &str) -> String {
        let element = self.element_type(container);
        let array = self.holder(container) == Holder::PrimitiveArray;
        let convert = |text: &str| if element == Element::Boolean { format!("{text} ? 1 : 0") } else { text.to_owned() };
        match (self.stream(container), element, to) {
            (Some(stream), Element::Int, "Int") | (Some(stream), Element::Long, "Long") | (Some(stream), Element::Double, "Double")
                if array =>
            {
                stream
            }
            (Some(stream), _, _) if array => format!("{stream}.as{to}Stream()"),
            (Some(stream), ..) => {
                let name = self.fresh(&["e", "x", "v"]);
                format!("{stream}.mapTo{to}({name} -> {})", convert(&name))
            }
            (None, ..) => {
                let name = self.fresh(&["i", "j", "k"]);
                let map = if to == "Int" { "map".to_owned() } else { format!("mapTo{to}") };
                let element = convert(&self.inside(&name).element(container, &name));
                format!("{RANGE}(0, {}).{map}({name} -> {element})", self.length(container))
            }
        }
    }

    fn sum(&self, container: &Expr) -> Text {
        primary(match Type::from(self.element_type(container)) {
            // `sum()` of a DoubleStream compensates rounding errors.
            Type::Float | Type::Double => format!("{}.reduce(0.0, Double::sum)", self.numbers(container, "Double")),
            _ => format!("{}.sum()", self.numbers(container, "Long")),
        })
    }

    fn extreme(&self, container: &Expr, name: &str) -> Text {
        let element = self.element_type(container);
        if let Some(collection) = self.collection(container)
            && has_natural_order(element)
        {
            return primary(format!("{COLLECTIONS}.{name}({collection})"));
        }
        let to = numeric_stream(element);
        let extreme = primary(format!("{}.{name}().getAs{to}()", self.numbers(container, to)));
        if element == Element::Float { cast("float", extreme) } else { extreme }
    }

    fn in_order(&self, container: &Expr, op: &str) -> Text {
        let name = self.fresh(&["i", "j", "k"]);
        let inside = self.inside(&name);
        let (before, here) = (inside.element(container, &format!("{name} - 1")), inside.element(container, &name));
        let test = match self.element_type(container) {
            Element::Text => format!("{before} != null && {here} != null && {before}.compareTo({here}) {op} 0"),
            _ => format!("{before} {op} {here}"),
        };
        primary(format!("{RANGE}(1, {}).allMatch({name} -> {test})", self.length(container)))
    }

    /// Equality of texts, or of arrays or collections of one type.
    pub(super) fn contents_equal(&self, left: &Expr, right: &Expr) -> Text {
        let (l, r) = (self.plain(left), self.plain(right));
        match self.type_of(left) {
            Type::Text => {
                let (receiver, argument) = receiver_first(left, right);
                let receiver = self.plain(receiver).at_least(Precedence::Primary);
                primary(format!("{receiver}.equals({})", self.plain(argument).text))
            }
            Type::Bag(_) => self.permutation(left, right),
            Type::Sequence(Element::Reference) => {
                let name = self.fresh(&["i", "j", "k"]);
                let inside = self.inside(&name);
                let (a, b) = (inside.element(left, &name), inside.element(right, &name));
                let (n, m) = (self.length(left), self.length(right));
                Text::new(format!("{n} == {m} && {RANGE}(0, {n}).allMatch({name} -> (Object) {a} == {b})"), Precedence::And)
            }
            Type::Sequence(element) => match (self.holder(left), self.holder(right)) {
                (Holder::PrimitiveArray, Holder::PrimitiveArray) | (Holder::ObjectArray, Holder::ObjectArray) => {
                    primary(format!("{ARRAYS}.equals({}, {})", l.text, r.text))
                }
                (Holder::PrimitiveArray, _) | (_, Holder::PrimitiveArray) => {
                    let to = numeric_stream(element);
                    primary(format!("{ARRAYS}.equals({}.toArray(), {}.toArray())", self.numbers(left, to), self.numbers(right, to)))
                }
                _ => {
                    let [a, b] = [left, right].map(|e| self.collection(e).expect("no array of primitives"));
                    primary(format!("{a}.equals({b})"))
                }
            },
            other => unreachable!("equality of a {other}"),
        }
    }

    fn permutation(&self, left: &Expr, right: &Expr) -> Text {
        let element = self.element_type(left);
        if primitive(element).is_some() {
            let to = numeric_stream(element);
            let [a, b] = [left, right].map(|e| format!("{}.sorted().toArray()", self.numbers(e, to)));
            return primary(format!("{ARRAYS}.equals({a}, {b})"));
        }
        let name = self.fresh(&["e", "x", "v"]);
        let inside = self.inside(&name);
        let count = |e: &Expr| match element {
            Element::Reference => {
                let other = inside.fresh(&["f", "y", "w"]);
                let stream = inside.inside(&other).stream(e).expect("no array of primitives");
                format!("{stream}.filter({other} -> {other} == {name}).count()")
            }
            _ => format!("{COLLECTIONS}.frequency({}, {name})", inside.collection(e).expect("no array of primitives")),
        };
        let stream = self.stream(left).expect("no array of primitives");
        let sizes = format!("{} == {}", self.length(left), self.length(right));
        let text = format!("{sizes} && {stream}.allMatch({name} -> {} == {})", count(left), count(right));
        Text::new(text, Precedence::And)
    }
}

/// The kind of stream, of `IntStream`, `LongStream` and `DoubleStream`, that has all values of the element type.
fn numeric_stream(element: Element) -> &'static str {
    match element {
        Element::Long => "Long",
        Element::Float | Element::Double => "Double",
        _ => "Int",
    }
}

/// Whether boxes compare as their numbers do: `Float` and `Double` have NaN above all.
fn has_natural_order(element: Element) -> bool {
    matches!(element, Element::Byte | Element::Short | Element::Char | Element::Int | Element::Long)
}
