//! Random well-typed assertions and random states for the tests of the assertion language.

use oraculum::assertion::ast::{BinaryOp, Expr, Type, UnaryOp};
use oraculum::assertion::interpret::Value;
use oraculum::evidence::schema::{Schema, ValueType, VarId, Variable};
use proptest::prelude::*;

/// A program point with two or more variables of every type, fields of `this`, observers, entry values and a chain of receivers.
/// `x` and `y` have unrelated classes, `r` any.
pub fn schema() -> Schema {
    use ValueType::*;
    let variables = [
        ("b", Boolean, None),
        ("p", Boolean, None),
        ("by", Byte, None),
        ("s", Short, None),
        ("c", Char, None),
        ("c2", Char, None),
        ("i", Int, None),
        ("j", Int, None),
        ("l", Long, None),
        ("m", Long, None),
        ("f", Float, None),
        ("g", Float, None),
        ("d", Double, None),
        ("e", Double, None),
        ("r", Reference, None),
        ("x", Reference, None),
        ("y", Reference, None),
        ("this", Reference, None),
        ("this.top", Int, Some("this")),
        ("old_this.top", Int, Some("this")),
        ("this.ratio", Double, Some("this")),
        ("this.next", Reference, Some("this")),
        ("this.next.size()", Int, Some("this.next")),
        ("x.isEmpty()", Boolean, Some("x")),
        ("x.next", Reference, Some("x")),
        ("x.next.weight", Float, Some("x.next")),
        ("x.next.count()", Long, Some("x.next")),
        ("x.next.isOpen()", Boolean, Some("x.next")),
    ];
    let variable = |(name, value_type, receiver): (&str, ValueType, Option<&str>)| Variable {
        name: name.into(),
        value_type,
        receiver: receiver.map(Into::into),
        java: None,
        entry: None,
        java_type: match (value_type, name) {
            (Reference, "r") => Some("java.lang.Object".into()),
            (Reference, "y") => Some("Y".into()),
            (Reference, _) => Some("X".into()),
            _ => None,
        },
    };
    Schema { method: "p.C#m(int)".into(), variables: variables.map(variable).into() }
}

/// Identities of the objects of class `X`; those of class `Y` follow.
pub const OBJECTS_OF_X: std::ops::RangeInclusive<i64> = 1..=2;
pub const OBJECTS_OF_Y: std::ops::RangeInclusive<i64> = 3..=4;

/// The value of every variable of [`schema`] in one state; a variable is absent iff its receiver is null or absent.
pub fn row() -> impl Strategy<Value = Vec<Option<Value<'static>>>> {
    let values: Vec<_> = schema().variables.iter().map(value).collect();
    values.prop_map(|values| {
        let schema = schema();
        let mut row: Vec<Option<Value<'static>>> = Vec::new();
        for (variable, value) in schema.variables.iter().zip(values) {
            let receiver = variable.receiver.as_deref().map(|r| row[schema.find(r).expect("a receiver comes first") as usize].clone());
            row.push(if matches!(receiver, Some(None | Some(Value::Reference(0)))) { None } else { Some(value) });
        }
        row
    })
}

fn value(variable: &Variable) -> BoxedStrategy<Value<'static>> {
    let reference = |objects: std::ops::RangeInclusive<i64>| prop_oneof![1 => Just(0), 2 => objects].prop_map(Value::Reference).boxed();
    match (variable.value_type, variable.name.as_str()) {
        (ValueType::Boolean, _) => any::<bool>().prop_map(Value::Boolean).boxed(),
        (ValueType::Byte, _) => integer(i8::MIN.into(), i8::MAX.into()).prop_map(|x| Value::Int(x as i32)).boxed(),
        (ValueType::Short, _) => integer(i16::MIN.into(), i16::MAX.into()).prop_map(|x| Value::Int(x as i32)).boxed(),
        (ValueType::Char, _) => integer(0, u16::MAX.into()).prop_map(|x| Value::Int(x as i32)).boxed(),
        (ValueType::Int, _) => integer(i32::MIN.into(), i32::MAX.into()).prop_map(|x| Value::Int(x as i32)).boxed(),
        (ValueType::Long, _) => integer(i64::MIN, i64::MAX).prop_map(Value::Long).boxed(),
        (ValueType::Float, _) => float().prop_map(Value::Float).boxed(),
        (ValueType::Double, _) => double().prop_map(Value::Double).boxed(),
        (ValueType::Reference, "this") => Just(Value::Reference(1)).boxed(),
        (ValueType::Reference, "r") => reference(*OBJECTS_OF_X.start()..=*OBJECTS_OF_Y.end()),
        (ValueType::Reference, "y") => reference(OBJECTS_OF_Y),
        (ValueType::Reference, _) => reference(OBJECTS_OF_X),
        (ValueType::Text | ValueType::Sequence(_) | ValueType::Bag(_), _) => unreachable!("not in the schema"),
    }
}

/// To the nearest float it is 2^60 + 2^37; by way of the nearest double it would be 2^60.
const TWICE_ROUNDED: i64 = (1 << 60) + (1 << 36) + 1;

/// Small values, so that equality happens; extreme ones and their neighbours; anything.
fn integer(min: i64, max: i64) -> BoxedStrategy<i64> {
    let extreme =
        vec![min, min + 1, max - 1, max, i64::from(i32::MIN), i64::from(i32::MAX), 1 << 24, (1 << 24) + 1, (1 << 53) + 1, TWICE_ROUNDED]
            .into_iter()
            .filter(|x| (min..=max).contains(x))
            .collect::<Vec<_>>();
    prop_oneof![4 => (-3i64).max(min)..=3, 2 => proptest::sample::select(extreme), 2 => min..=max].boxed()
}

fn float() -> BoxedStrategy<f32> {
    let special = [0.0, -0.0, f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX, f32::MIN, f32::MIN_POSITIVE, f32::from_bits(1)];
    prop_oneof![
        3 => (-3i8..=3).prop_map(f32::from),
        3 => proptest::sample::select(special.to_vec()),
        1 => -3f32..3.0,
        1 => any::<u32>().prop_map(f32::from_bits),
    ]
    .boxed()
}

fn double() -> BoxedStrategy<f64> {
    let special = [0.0, -0.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::MAX, f64::MIN, f64::MIN_POSITIVE, f64::from_bits(1), 0.1];
    prop_oneof![
        3 => (-3i8..=3).prop_map(f64::from),
        3 => proptest::sample::select(special.to_vec()),
        1 => -3f64..3.0,
        1 => any::<u64>().prop_map(f64::from_bits),
        1 => float().prop_map(f64::from),
    ]
    .boxed()
}

/// Variables of the schema whose type fits.
fn variable(fits: fn(Type) -> bool) -> impl Strategy<Value = Expr> {
    let all: Vec<VarId> = (0..).zip(&schema().variables).filter(|(_, v)| fits(v.value_type.into())).map(|(id, _)| id).collect();
    proptest::sample::select(all).prop_map(Expr::Var)
}

/// A well-typed numeric expression over [`schema`].
pub fn number() -> impl Strategy<Value = Expr> {
    let literal = prop_oneof![
        4 => (-3..=3).prop_map(Expr::Int),
        1 => integer(i32::MIN.into(), i32::MAX.into()).prop_map(|x| Expr::Int(x as i32)),
        1 => integer(i64::MIN, i64::MAX).prop_map(Expr::Long),
        1 => float().prop_map(Expr::Float),
        1 => double().prop_map(Expr::Double),
        1 => (32..127).prop_map(Expr::Int),
    ];
    let leaf = prop_oneof![3 => variable(Type::is_number), 1 => literal];
    leaf.prop_recursive(4, 12, 2, |inner| {
        prop_oneof![
            1 => inner.clone().prop_map(|x| Expr::unary(UnaryOp::Neg, x)),
            6 => (proptest::sample::select(&BinaryOp::ARITHMETIC[..]), inner.clone(), inner)
                .prop_map(|(op, x, y)| Expr::binary(op, x, y)),
        ]
    })
}

/// A well-typed boolean expression over [`schema`], of up to about 60 nodes.
pub fn assertion() -> impl Strategy<Value = Expr> {
    let compared = (proptest::sample::select(&BinaryOp::COMPARISONS[..]), number(), number());
    let comparison = compared.prop_map(|(op, x, y)| Expr::binary(op, x, y));
    let reference = || prop_oneof![1 => Just(Expr::Null), 3 => variable(|t| t == Type::Reference)];
    let identity = (proptest::sample::select(vec![BinaryOp::Eq, BinaryOp::Ne]), reference(), reference());
    let identity = identity.prop_map(|(op, x, y)| Expr::binary(op, x, y));
    let leaf = prop_oneof![
        1 => any::<bool>().prop_map(Expr::Bool),
        2 => variable(|t| t == Type::Boolean),
        6 => comparison,
        2 => identity,
    ];
    leaf.prop_recursive(4, 12, 2, |inner| {
        prop_oneof![
            1 => inner.clone().prop_map(|x| Expr::unary(UnaryOp::Not, x)),
            5 => (proptest::sample::select(&BinaryOp::LOGICAL[..]), inner.clone(), inner)
                .prop_map(|(op, x, y)| Expr::binary(op, x, y)),
        ]
    })
}

/// An assertion over few variables and constants, so that its parts have much to say about each other.
pub fn entangled_assertion() -> impl Strategy<Value = Expr> {
    let schema = schema();
    let var = |name: &str| Expr::Var(schema.find(name).expect("a variable of the schema"));
    let integers = vec![var("i"), var("j"), var("c"), Expr::Int(0), Expr::Int(1), Expr::Int(2), Expr::Int(-1)];
    let longs = vec![var("l"), Expr::Long(0), Expr::Int(1), Expr::Long(i64::MAX), var("i")];
    let reals = vec![var("d"), var("f"), var("i"), Expr::Int(1), Expr::Double(1.5), Expr::Double(f64::NAN)];
    let size = || var("this.next.size()");
    let guarded = vec![size(), Expr::Int(0), var("i"), quotient(var("i"), var("j")), quotient(var("i"), size())];
    let pair = |terms: Vec<Expr>| (proptest::sample::select(terms.clone()), proptest::sample::select(terms));
    let terms = prop_oneof![4 => pair(integers), 1 => pair(longs), 2 => pair(reals), 2 => pair(guarded)];
    let comparison =
        (proptest::sample::select(&BinaryOp::COMPARISONS[..]), terms).prop_map(|(op, (left, right))| Expr::binary(op, left, right));
    let references = pair(vec![var("x"), var("r"), var("this.next"), var("x.next"), Expr::Null]);
    let identity = (proptest::sample::select(vec![BinaryOp::Eq, BinaryOp::Ne]), references)
        .prop_map(|(op, (left, right))| Expr::binary(op, left, right));
    let booleans = proptest::sample::select(vec![var("b"), var("p"), var("x.isEmpty()"), Expr::Bool(true)]);
    let leaf = prop_oneof![5 => comparison, 2 => booleans, 1 => identity];
    leaf.prop_recursive(4, 14, 2, |inner| {
        prop_oneof![
            1 => inner.clone().prop_map(|x| Expr::unary(UnaryOp::Not, x)),
            6 => (proptest::sample::select(&BinaryOp::LOGICAL[..]), inner.clone(), inner)
                .prop_map(|(op, x, y)| Expr::binary(op, x, y)),
        ]
    })
}

fn quotient(dividend: Expr, divisor: Expr) -> Expr {
    Expr::binary(BinaryOp::Div, dividend, divisor)
}
