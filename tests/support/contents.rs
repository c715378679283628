//! Random assertions over contents of strings, arrays and collections, exact integers, bits and quantifiers, and states for them.

use oraculum::assertion::ast::{BinaryOp, Element, Expr, Function, Quantifier, Type, UnaryOp};
use oraculum::assertion::{check, typing};
use oraculum::evidence::dataset::{Bits, Column, Dataset, TextPool, Values};
use oraculum::evidence::schema::{Schema, ValueType, VarId, Variable};

/// What a state has of a variable.
#[derive(Clone, Debug)]
pub enum Cell {
    /// No value: the receiver is null.
    Absent,
    Boolean(bool),
    /// Integers, and references by identity.
    Integral(i64),
    Real(f64),
    Text(Vec<u16>),
    Items(Vec<Cell>),
    /// A null element of a list of texts.
    Null,
}

const SCALARS: [(&str, ValueType); 14] = [
    ("b", ValueType::Boolean),
    ("p", ValueType::Boolean),
    ("by", ValueType::Byte),
    ("c", ValueType::Char),
    ("i", ValueType::Int),
    ("j", ValueType::Int),
    ("l", ValueType::Long),
    ("m", ValueType::Long),
    ("f", ValueType::Float),
    ("g", ValueType::Float),
    ("d", ValueType::Double),
    ("e", ValueType::Double),
    ("r", ValueType::Reference),
    ("q", ValueType::Reference),
];

/// Name of the holder, type of the contents, Java type, the observer of its length.
const HOLDERS: [(&str, ValueType, &str, &str); 27] = [
    ("a", ValueType::Sequence(Element::Int), "int[]", "a.length"),
    ("old_a", ValueType::Sequence(Element::Int), "int[]", "old_a.length"),
    ("la", ValueType::Sequence(Element::Long), "long[]", ""),
    ("da", ValueType::Sequence(Element::Double), "double[]", ""),
    ("fa", ValueType::Sequence(Element::Float), "float[]", ""),
    ("ca", ValueType::Sequence(Element::Char), "char[]", ""),
    ("ya", ValueType::Sequence(Element::Byte), "byte[]", "ya.length"),
    ("sa", ValueType::Sequence(Element::Short), "short[]", ""),
    ("ba", ValueType::Sequence(Element::Boolean), "boolean[]", ""),
    ("boxes", ValueType::Sequence(Element::Int), "java.lang.Integer[]", ""),
    ("names", ValueType::Sequence(Element::Text), "java.lang.String[]", ""),
    ("objects", ValueType::Sequence(Element::Reference), "java.lang.Object[]", "objects.length"),
    ("list", ValueType::Sequence(Element::Int), "java.util.List<java.lang.Integer>", "list.size()"),
    ("longs", ValueType::Sequence(Element::Long), "java.util.List<java.lang.Long>", ""),
    ("doubles", ValueType::Sequence(Element::Double), "java.util.List<java.lang.Double>", ""),
    ("floats", ValueType::Sequence(Element::Float), "java.util.List<java.lang.Float>", ""),
    ("chars", ValueType::Sequence(Element::Char), "java.util.List<java.lang.Character>", ""),
    ("flags", ValueType::Sequence(Element::Boolean), "java.util.List<java.lang.Boolean>", ""),
    ("words", ValueType::Sequence(Element::Text), "java.util.List<java.lang.String>", "words.size()"),
    ("things", ValueType::Sequence(Element::Reference), "java.util.List<?>", ""),
    ("set", ValueType::Bag(Element::Int), "java.util.Set<java.lang.Integer>", "set.size()"),
    ("bag", ValueType::Bag(Element::Double), "java.util.Collection<java.lang.Double>", ""),
    ("tags", ValueType::Bag(Element::Text), "java.util.Set<java.lang.String>", ""),
    ("texts", ValueType::Bag(Element::Text), "java.util.Collection<java.lang.String>", ""),
    ("refs", ValueType::Bag(Element::Reference), "java.util.Collection<?>", ""),
    ("s", ValueType::Text, "java.lang.String", "s.length()"),
    ("t", ValueType::Text, "java.lang.String", ""),
];

/// Identities of the objects that references are to.
pub const OBJECTS: i64 = 3;

/// Scalars, and the holders with the length and the contents of each; `map` with its keys and values.
pub fn schema() -> Schema {
    let mut variables: Vec<Variable> = Vec::new();
    let object = || Some("java.lang.Object".to_owned());
    for (name, value_type) in SCALARS {
        let java_type = (value_type == ValueType::Reference).then(object).flatten();
        variables.push(Variable { java_type, ..Variable::new(name, value_type) });
    }
    let read = |name: String, value_type, receiver: &str| Variable { receiver: Some(receiver.into()), ..Variable::new(name, value_type) };
    for (name, contents, java_type, length) in HOLDERS {
        variables.push(Variable { java_type: Some(java_type.into()), ..Variable::new(name, ValueType::Reference) });
        if !length.is_empty() {
            variables.push(Variable { java: Some(length.into()), ..read(length.into(), ValueType::Int, name) });
        }
        let java = Some(name.to_owned());
        variables.push(Variable { java, java_type: Some(java_type.into()), ..read(format!("{name}[*]"), contents, name) });
    }
    let map = Some("java.util.Map<java.lang.Integer, java.lang.Long>".to_owned());
    variables.push(Variable { java_type: map, ..Variable::new("map", ValueType::Reference) });
    for (view, element, java_type) in [
        ("map.keySet()", Element::Int, "java.util.Set<java.lang.Integer>"),
        ("map.values()", Element::Long, "java.util.Collection<java.lang.Long>"),
    ] {
        let contents = read(format!("{view}[*]"), ValueType::Bag(element), "map");
        variables.push(Variable { java: Some(view.into()), java_type: Some(java_type.into()), ..contents });
    }
    Schema { method: "p.C#m()".into(), variables }
}

/// A source of numbers (SplitMix64), so that one number stands for a whole case.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let x = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ (x >> 31)
    }

    pub fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    fn pick<T: Clone>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())].clone()
    }

    fn integer(&mut self, min: i64, max: i64) -> i64 {
        match self.below(6) {
            0 => self.pick(&[min, min + 1, max - 1, max]),
            1 => (min as i128 + (self.next() as i128).rem_euclid(max as i128 - min as i128 + 1)) as i64,
            _ => (self.below(6) as i64 - 2).clamp(min, max),
        }
    }

    fn real(&mut self) -> f64 {
        let special = [0.0, -0.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::MAX, f64::MIN_POSITIVE, 0.1, -1.5];
        if self.one_in(2) { self.pick(&special) } else { self.below(6) as f64 - 2.0 }
    }

    fn units(&mut self) -> Vec<u16> {
        let units = [0x61, 0x62, 0x41, 0x20, 0x9, 0xa, 0x22, 0x5c, 0xa0, 0x2003, 0xd83d, 0xde00, 0xdfff, 0, 0xe9];
        let length = self.below(4);
        (0..length).map(|_| if self.one_in(2) { 0x61 } else { self.pick(&units) }).collect()
    }
}

fn value(random: &mut Random, value_type: ValueType) -> Cell {
    match value_type {
        ValueType::Boolean => Cell::Boolean(random.one_in(2)),
        ValueType::Byte => Cell::Integral(random.integer(i8::MIN.into(), i8::MAX.into())),
        ValueType::Short => Cell::Integral(random.integer(i16::MIN.into(), i16::MAX.into())),
        ValueType::Char => Cell::Integral(if random.one_in(2) { 0x61 } else { random.integer(0, u16::MAX.into()) }),
        ValueType::Int => Cell::Integral(random.integer(i32::MIN.into(), i32::MAX.into())),
        ValueType::Long => Cell::Integral(random.integer(i64::MIN, i64::MAX)),
        ValueType::Float => Cell::Real(f64::from(random.real() as f32)),
        ValueType::Double => Cell::Real(random.real()),
        ValueType::Reference => Cell::Integral(random.below(OBJECTS as usize + 1) as i64),
        ValueType::Text => Cell::Text(random.units()),
        ValueType::Sequence(element) | ValueType::Bag(element) => {
            let length = random.below(5);
            let nullable = element == Element::Text;
            Cell::Items(
                (0..length).map(|_| if nullable && random.one_in(6) { Cell::Null } else { value(random, element.into()) }).collect(),
            )
        }
    }
}

/// A state: one cell for each variable of [`schema`].
pub fn state(random: &mut Random) -> Vec<Cell> {
    let schema = schema();
    let mut cells: Vec<Cell> = Vec::new();
    // Contents before their lengths, which follow from them.
    for v in &schema.variables {
        let receiver = v.receiver.as_deref().map(|name| schema.find(name).expect("a receiver comes first") as usize);
        let null = receiver.is_some_and(|r| matches!(cells[r], Cell::Integral(0)));
        let holds = v.value_type == ValueType::Reference && !matches!(v.name.as_str(), "r" | "q");
        cells.push(match v.value_type {
            _ if null => Cell::Absent,
            _ if holds => Cell::Integral(i64::from(!random.one_in(6))),
            value_type => {
                let mut cell = value(random, value_type);
                // Sets have no element twice; nor do keys, and there are as many values as keys.
                if let Cell::Items(items) = &mut cell
                    && (v.java_type.as_deref().is_some_and(|t| t.starts_with("java.util.Set")))
                {
                    let mut seen = Vec::new();
                    items.retain(|item| {
                        let key = format!("{item:?}");
                        let new = !seen.contains(&key);
                        seen.push(key);
                        new
                    });
                }
                if v.name == "map.values()[*]"
                    && let (Cell::Items(values), Some(Cell::Items(keys))) = (&mut cell, cells.last())
                {
                    while values.len() < keys.len() {
                        values.push(Cell::Integral(7));
                    }
                    values.truncate(keys.len());
                }
                cell
            }
        });
    }
    for (id, v) in schema.variables.iter().enumerate() {
        let Some(receiver) = v.receiver.as_deref().filter(|_| v.value_type == ValueType::Int) else { continue };
        let contents = schema.find(&format!("{receiver}[*]")).expect("the contents of what has a length") as usize;
        cells[id] = match &cells[contents] {
            Cell::Items(items) => Cell::Integral(items.len() as i64),
            Cell::Text(units) => Cell::Integral(units.len() as i64),
            other => other.clone(),
        };
    }
    cells
}

/// The states as a dataset, all of them correct.
pub fn dataset(states: &[Vec<Cell>]) -> Dataset {
    let schema = schema();
    let mut texts = TextPool::default();
    let columns = (0..schema.variables.len())
        .map(|v| {
            let cells: Vec<&Cell> = states.iter().map(|state| &state[v]).collect();
            let mut present = Bits::zeros(states.len());
            cells.iter().enumerate().for_each(|(row, cell)| present.set(row, !matches!(cell, Cell::Absent)));
            let values = values(schema.variables[v].value_type, &cells, &mut texts);
            Column { values, present: schema.variables[v].receiver.is_some().then_some(present) }
        })
        .collect();
    let correct_tests = Vec::new();
    Dataset {
        explored: false,
        schema,
        rows: states.len(),
        correct: states.len(),
        columns,
        origins: vec![],
        texts,
        correct_tests,
        constants: Default::default(),
    }
}

fn values(value_type: ValueType, cells: &[&Cell], texts: &mut TextPool) -> Values {
    match value_type {
        ValueType::Boolean => {
            let mut bits = Bits::zeros(cells.len());
            cells.iter().enumerate().for_each(|(row, cell)| bits.set(row, matches!(cell, Cell::Boolean(true))));
            Values::Boolean(bits)
        }
        ValueType::Float | ValueType::Double => {
            Values::Real(cells.iter().map(|cell| if let Cell::Real(x) = cell { *x } else { 0.0 }).collect())
        }
        ValueType::Text => {
            let id = |cell: &&Cell| if let Cell::Text(units) = cell { texts.intern(units) } else { TextPool::NULL };
            Values::Text(cells.iter().map(id).collect())
        }
        ValueType::Sequence(element) | ValueType::Bag(element) => {
            let (mut offsets, mut all): (Vec<u32>, Vec<&Cell>) = (vec![0], Vec::new());
            for cell in cells {
                if let Cell::Items(items) = cell {
                    all.extend(items);
                }
                offsets.push(all.len() as u32);
            }
            Values::Sequence { offsets, items: Box::new(values(element.into(), &all, texts)) }
        }
        _ => Values::Integral(cells.iter().map(|cell| if let Cell::Integral(x) = cell { *x } else { 0 }).collect()),
    }
}

/// Makes random well-typed expressions over [`schema`].
pub struct Generator<'r> {
    schema: Schema,
    random: &'r mut Random,
    quantifiers: u8,
}

impl<'r> Generator<'r> {
    pub fn new(random: &'r mut Random) -> Self {
        Self { schema: schema(), random, quantifiers: 0 }
    }

    fn variable(&mut self, fits: impl Fn(ValueType) -> bool) -> Expr {
        let ids = (0..).zip(&self.schema.variables).filter(|(_, v)| fits(v.value_type)).map(|(id, _): (VarId, _)| id);
        let ids: Vec<VarId> = ids.collect();
        Expr::Var(self.random.pick(&ids))
    }

    fn type_of(&self, expr: &Expr) -> Type {
        typing::type_of_checked(expr, &self.schema)
    }

    fn element_of(&self, container: &Expr) -> Element {
        self.type_of(container).element().expect("a container")
    }

    fn container(&mut self, fits: impl Fn(Element) -> bool) -> Expr {
        self.variable(|t| matches!(t, ValueType::Sequence(e) | ValueType::Bag(e) if fits(e)))
    }

    fn sequence(&mut self, fits: impl Fn(Element) -> bool) -> Expr {
        self.variable(|t| matches!(t, ValueType::Sequence(e) if fits(e)))
    }

    /// An int that is an index more often than others are.
    fn index(&mut self, of: &Expr, depth: usize) -> Expr {
        let length = || Expr::call(Function::Length, [of.clone()]);
        match self.random.below(if self.quantifiers > 0 { 9 } else { 5 }) {
            0 | 1 => Expr::Int(self.random.below(4) as i32 - usize::from(self.random.one_in(5)) as i32),
            2 => Expr::binary(BinaryOp::Sub, length(), Expr::Int(1)),
            3 => self.variable(|t| matches!(t, ValueType::Byte | ValueType::Int)),
            4 => self.int(depth),
            5 => Expr::binary(BinaryOp::Add, self.bound(), Expr::Int(1)),
            6 => Expr::binary(BinaryOp::Sub, self.bound(), Expr::Int(1)),
            _ => self.bound(),
        }
    }

    fn bound(&mut self) -> Expr {
        Expr::Bound(self.random.below(self.quantifiers.into()) as u8)
    }

    fn get(&mut self, fits: impl Fn(Element) -> bool, depth: usize) -> Expr {
        let of = self.sequence(fits);
        let index = self.index(&of, depth);
        Expr::call(Function::Get, [of, index])
    }

    fn int_element(e: Element) -> bool {
        matches!(e, Element::Byte | Element::Short | Element::Char | Element::Int)
    }

    fn int(&mut self, depth: usize) -> Expr {
        if depth == 0 || self.random.one_in(4) {
            return match self.random.below(if self.quantifiers > 0 { 5 } else { 4 }) {
                0 => Expr::Int(self.random.integer(i32::MIN.into(), i32::MAX.into()) as i32),
                1..=3 => self.variable(|t| matches!(t, ValueType::Byte | ValueType::Char | ValueType::Int)),
                _ => self.bound(),
            };
        }
        let depth = depth - 1;
        match self.random.below(12) {
            0 | 1 => self.get(Self::int_element, depth),
            2 => {
                let text = self.text(depth);
                let index = self.index(&text, depth);
                Expr::call(Function::Get, [text, index])
            }
            3 => {
                let of = if self.random.one_in(2) { self.text(depth) } else { self.container(|_| true) };
                Expr::call(Function::Length, [of])
            }
            4 => {
                let function = self.random.pick(&[Function::Count, Function::IndexOf]);
                self.search(function, depth)
            }
            5 => {
                let of = self.container(Self::int_element);
                Expr::call(self.random.pick(&[Function::Least, Function::Greatest]), [of])
            }
            6 => {
                let op = self.random.pick(&BinaryOp::BITWISE);
                let distance = if op.is_shift() && self.random.one_in(3) { self.long(depth) } else { self.int(depth) };
                Expr::binary(op, self.int(depth), distance)
            }
            7 => Expr::unary(self.random.pick(&[UnaryOp::BitNot, UnaryOp::Neg]), self.int(depth)),
            8 => Expr::call(self.random.pick(&[Function::Min, Function::Max]), [self.int(depth), self.int(depth)]),
            9 => Expr::call(Function::Abs, [self.int(depth)]),
            _ => Expr::binary(self.random.pick(&BinaryOp::ARITHMETIC), self.int(depth), self.int(depth)),
        }
    }

    fn long(&mut self, depth: usize) -> Expr {
        if depth == 0 {
            return match self.random.below(3) {
                0 => Expr::Long(self.random.integer(i64::MIN, i64::MAX)),
                _ => self.variable(|t| t == ValueType::Long),
            };
        }
        let depth = depth - 1;
        match self.random.below(7) {
            0 => self.get(|e| e == Element::Long, depth),
            1 => {
                let of = self.container(|e| Self::int_element(e) || e == Element::Long);
                Expr::call(Function::Sum, [of])
            }
            2 => {
                let of = self.container(|e| e == Element::Long);
                Expr::call(self.random.pick(&[Function::Least, Function::Greatest]), [of])
            }
            3 => {
                let op = self.random.pick(&BinaryOp::BITWISE);
                Expr::binary(op, self.long(depth), if self.random.one_in(2) { self.int(depth) } else { self.long(depth) })
            }
            4 => Expr::call(Function::Max, [self.long(depth), self.int(depth)]),
            5 => Expr::call(Function::Abs, [self.long(depth)]),
            _ => Expr::binary(self.random.pick(&BinaryOp::ARITHMETIC), self.int(depth), self.long(depth)),
        }
    }

    fn real(&mut self, depth: usize) -> Expr {
        let is_real = |e: Element| matches!(e, Element::Float | Element::Double);
        if depth == 0 {
            return match self.random.below(4) {
                0 => Expr::Double(self.random.real()),
                1 => Expr::Float(self.random.real() as f32),
                _ => self.variable(|t| matches!(t, ValueType::Float | ValueType::Double)),
            };
        }
        let depth = depth - 1;
        match self.random.below(6) {
            0 => self.get(is_real, depth),
            1 => {
                let of = self.sequence(is_real);
                Expr::call(Function::Sum, [of])
            }
            2 => {
                let of = self.container(is_real);
                Expr::call(self.random.pick(&[Function::Least, Function::Greatest]), [of])
            }
            3 => Expr::call(self.random.pick(&[Function::Min, Function::Max]), [self.real(depth), self.number(depth)]),
            4 => Expr::call(Function::Abs, [self.real(depth)]),
            _ => Expr::binary(self.random.pick(&BinaryOp::ARITHMETIC), self.real(depth), self.number(depth)),
        }
    }

    /// A number that is not exact.
    pub fn number(&mut self, depth: usize) -> Expr {
        match self.random.below(4) {
            0 | 1 => self.int(depth),
            2 => self.long(depth),
            _ => self.real(depth),
        }
    }

    fn exact(&mut self, depth: usize) -> Expr {
        let leaf = |g: &mut Self| {
            let operand = if g.random.one_in(2) { g.int(0) } else { g.long(0) };
            Expr::unary(UnaryOp::Exact, operand)
        };
        if depth == 0 {
            return leaf(self);
        }
        let depth = depth - 1;
        let other = |g: &mut Self| if g.random.one_in(2) { g.exact(depth) } else { g.long(0) };
        let term = match self.random.below(6) {
            0 => Expr::unary(UnaryOp::Neg, self.exact(depth)),
            1 => Expr::call(Function::Abs, [self.exact(depth)]),
            2 => Expr::call(self.random.pick(&[Function::Min, Function::Max]), [self.exact(depth), other(self)]),
            _ => Expr::binary(self.random.pick(&[BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul]), self.exact(depth), other(self)),
        };
        // Not too large; a number of a quantifier that is not there yet does not pass either.
        if check::type_of(&term, &self.schema).is_ok() { term } else { leaf(self) }
    }

    pub fn text(&mut self, depth: usize) -> Expr {
        if depth == 0 || self.random.one_in(3) {
            return if self.random.one_in(3) { Expr::Text(self.random.units().into()) } else { self.variable(|t| t == ValueType::Text) };
        }
        let depth = depth - 1;
        match self.random.below(6) {
            0 | 1 => self.get(|e| e == Element::Text, depth),
            2 => Expr::call(self.random.pick(&[Function::Strip, Function::Trim]), [self.text(depth)]),
            3 => Expr::call(Function::Concat, [self.text(depth), self.text(depth)]),
            _ => {
                let text = self.text(depth);
                let mut arguments = vec![text.clone(), self.index(&text, depth)];
                if self.random.one_in(2) {
                    arguments.push(self.index(&text, depth));
                }
                Expr::Call(Function::Substring, arguments)
            }
        }
    }

    fn reference(&mut self, depth: usize) -> Expr {
        match self.random.below(4) {
            0 => Expr::Null,
            1 if depth > 0 => self.get(|e| e == Element::Reference, depth - 1),
            _ => Expr::Var(self.schema.find(if self.random.one_in(2) { "r" } else { "q" }).expect("a reference")),
        }
    }

    /// `contains`, `count` or `indexOf`.
    fn search(&mut self, function: Function, depth: usize) -> Expr {
        if function != Function::Count && self.random.one_in(3) {
            let text = self.text(depth);
            let code = function == Function::IndexOf && self.random.one_in(3);
            let sought = if code { self.int(depth) } else { self.text(depth) };
            return Expr::call(function, [text, sought]);
        }
        let of = if function == Function::IndexOf { self.sequence(|_| true) } else { self.container(|_| true) };
        let element = self.element_of(&of);
        let sought = match element {
            Element::Boolean => self.boolean(depth.min(1)),
            Element::Reference => self.reference(depth),
            Element::Text => self.text(depth),
            Element::Float => self.variable(|t| t == ValueType::Float),
            Element::Double => {
                let real = self.real(depth);
                if self.type_of(&real).is_real() { real } else { self.int(depth) }
            }
            Element::Long if self.random.one_in(2) => self.long(depth),
            _ => self.int(depth),
        };
        Expr::call(function, [of, sought])
    }

    fn quantified(&mut self, depth: usize) -> Expr {
        let quantifier = self.random.pick(&[Quantifier::ForAll, Quantifier::Exists]);
        let of = if self.random.one_in(4) { self.variable(|t| t == ValueType::Text) } else { self.sequence(|_| true) };
        let length = Expr::call(Function::Length, [of.clone()]);
        let lo = match self.random.below(4) {
            0 => self.index(&of, depth),
            1 => Expr::Int(1),
            _ => Expr::Int(0),
        };
        let hi = match self.random.below(5) {
            0 => Expr::binary(BinaryOp::Sub, length, Expr::Int(1)),
            // Not too often: the range may be long.
            1 => self.variable(|t| t == ValueType::Byte),
            _ => length,
        };
        self.quantifiers += 1;
        let body = self.boolean(depth);
        self.quantifiers -= 1;
        Expr::quantified(quantifier, lo, hi, body)
    }

    /// A boolean expression.
    pub fn boolean(&mut self, depth: usize) -> Expr {
        if depth == 0 {
            return self.atom(0);
        }
        let depth = depth - 1;
        match self.random.below(9) {
            0 => Expr::unary(UnaryOp::Not, self.boolean(depth)),
            1..=3 => Expr::binary(self.random.pick(&BinaryOp::LOGICAL), self.boolean(depth), self.boolean(depth)),
            4 | 5 if self.quantifiers < 2 => self.quantified(depth),
            _ => self.atom(depth),
        }
    }

    fn atom(&mut self, depth: usize) -> Expr {
        let comparison = self.random.pick(&BinaryOp::COMPARISONS);
        match self.random.below(17) {
            0 => self.variable(|t| t == ValueType::Boolean),
            1 => self.get(|e| e == Element::Boolean, depth),
            2 => Expr::binary(BinaryOp::Eq, self.text(depth), self.text(depth)),
            3 => {
                let left = self.variable(|t| matches!(t, ValueType::Sequence(_) | ValueType::Bag(_)));
                let of = self.type_of(&left);
                let right = self.variable(|t| Type::from(t) == of);
                Expr::binary(BinaryOp::Eq, left, right)
            }
            4 => {
                let left = self.container(|_| true);
                let element = self.element_of(&left);
                let right = self.container(|e| e == element);
                Expr::call(Function::Permutation, [left, right])
            }
            5 => {
                let of = self.sequence(|e| !matches!(e, Element::Boolean | Element::Reference));
                Expr::call(self.random.pick(&[Function::Sorted, Function::StrictlySorted]), [of])
            }
            6 => Expr::call(self.random.pick(&[Function::StartsWith, Function::EndsWith]), [self.text(depth), self.text(depth)]),
            7 => Expr::call(Function::IsBlank, [self.text(depth)]),
            8 | 9 => self.search(Function::Contains, depth),
            10 => {
                let op = self.random.pick(&[BinaryOp::Eq, BinaryOp::Ne]);
                Expr::binary(op, self.reference(depth), self.reference(depth))
            }
            11 => {
                let holder = self.variable(|t| t == ValueType::Reference);
                Expr::binary(self.random.pick(&[BinaryOp::Eq, BinaryOp::Ne]), holder, Expr::Null)
            }
            12 => {
                let other = if self.random.one_in(2) { self.exact(1) } else { self.long(0) };
                Expr::binary(comparison, self.exact(2), other)
            }
            _ => Expr::binary(comparison, self.number(depth), self.number(depth)),
        }
    }
}
