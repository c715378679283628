//! Random trees (§3.2, "tree factory"): the root of a given kind, the depth bounded by a given number of levels.

use super::node_selector::Differences;
use super::settings::Settings;
use crate::assertion::ast::{BinaryOp, Type, UnaryOp};
use crate::assertion::eval::dag::{Kind, Node, NodeId, Nodes, Op};
use crate::assertion::eval::frame::Frame;
use crate::compute::rng::Stream;
use crate::evidence::dataset::{Dataset, Values};
use crate::evidence::schema::VarId;
use crate::improve::synthesis::naturalness::role;
use rand::RngExt;

pub const EQUALITIES: [BinaryOp; 2] = [BinaryOp::Eq, BinaryOp::Ne];

/// Constants that programs have often.
const FREQUENT: [i32; 6] = [0, 1, -1, 2, 10, 100];

/// The paper's functions of numbers with a number as their result.
const ARITHMETIC: [Op; 5] =
    [Op::Binary(BinaryOp::Add), Op::Binary(BinaryOp::Sub), Op::Binary(BinaryOp::Mul), Op::Binary(BinaryOp::Div), Op::Binary(BinaryOp::Rem)];

/// The same and ours, for [`Settings::extended_grammar`].
const EXTENDED: [Op; 15] = [
    ARITHMETIC[0],
    ARITHMETIC[1],
    ARITHMETIC[2],
    ARITHMETIC[3],
    ARITHMETIC[4],
    Op::Min,
    Op::Max,
    Op::Abs,
    Op::BitNot,
    Op::Binary(BinaryOp::BitAnd),
    Op::Binary(BinaryOp::BitOr),
    Op::Binary(BinaryOp::BitXor),
    Op::Binary(BinaryOp::Shl),
    Op::Binary(BinaryOp::Shr),
    Op::Binary(BinaryOp::Ushr),
];

/// What trees are made of.
#[derive(Debug)]
pub struct Vocabulary<'a> {
    dataset: &'a Dataset,
    numbers: Group,
    booleans: Group,
    references: Group,
}

/// The leaves of one kind that are no constants.
#[derive(Debug, Default)]
struct Group {
    variables: Vec<Node>,
    /// Variables that differ between some incorrect state and the correct state that belongs to it.
    discriminating: Vec<Node>,
    /// Terms that the assertions to start from have.
    derived: Vec<Node>,
}

impl Group {
    fn is_empty(&self) -> bool {
        self.variables.is_empty() && self.derived.is_empty()
    }
}

impl<'a> Vocabulary<'a> {
    /// The variables of the dataset and the derived terms of its frame.
    pub fn new(dataset: &'a Dataset, frame: &Frame, differences: &Differences, settings: &Settings) -> Self {
        let (numbers, booleans, references) = (Group::default(), Group::default(), Group::default());
        let mut vocabulary = Self { dataset, numbers, booleans, references };
        let variables: Vec<VarId> = if settings.distinct_variables {
            distinct_variables(dataset, frame)
        } else {
            (0..dataset.schema.variables.len() as VarId).collect()
        };
        let types: Vec<Type> = frame.types().collect();
        for (var, ty) in variables.into_iter().map(|var| (var, types[var as usize])).filter(|(_, ty)| !ty.is_contents()) {
            let leaf = Node::var(var, ty);
            let group = vocabulary.group_mut(leaf.kind());
            group.variables.push(leaf);
            if differences.varying().contains(&var) {
                group.discriminating.push(leaf);
            }
        }
        for leaf in frame.terms().all().iter().map(Node::derived) {
            vocabulary.group_mut(leaf.kind()).derived.push(leaf);
        }
        vocabulary
    }

    fn group_mut(&mut self, kind: Kind) -> &mut Group {
        match kind {
            Kind::Boolean => &mut self.booleans,
            Kind::Number => &mut self.numbers,
            Kind::Reference => &mut self.references,
        }
    }
}

/// One variable of each group of those that are equal in all states: the most natural, the one with the shortest name, the first.
fn distinct_variables(dataset: &Dataset, frame: &Frame) -> Vec<VarId> {
    let mut order: Vec<VarId> = (0..dataset.schema.variables.len() as VarId).collect();
    order.sort_by_key(|&var| (role(dataset, var), dataset.schema.variables[var as usize].name.len(), var));
    let types: Vec<Type> = frame.types().collect();
    let mut kept: Vec<VarId> = Vec::new();
    for var in order {
        let equal = |&other: &VarId| types[var as usize] == types[other as usize] && frame.are_equal(var, other);
        if !kept.iter().any(equal) {
            kept.push(var);
        }
    }
    kept.sort_unstable();
    kept
}

/// Makes random trees of one generation.
#[derive(Clone, Copy, Debug)]
pub struct TreeFactory<'a> {
    vocabulary: &'a Vocabulary<'a>,
    settings: &'a Settings,
    constant_probability: f64,
}

/// One of them, with equal probabilities.
pub fn choose<T: Copy>(from: &[T], rng: &mut Stream) -> T {
    from[rng.random_range(0..from.len() as u32) as usize]
}

impl<'a> TreeFactory<'a> {
    pub fn new(vocabulary: &'a Vocabulary<'a>, settings: &'a Settings, generation: u32) -> Self {
        Self { vocabulary, settings, constant_probability: settings.constant_probability(generation) }
    }

    /// A variable or derived term of the group, which is not empty.
    fn variable(&self, group: &Group, rng: &mut Stream) -> Node {
        if group.variables.is_empty() || !group.derived.is_empty() && rng.random_bool(self.settings.derived_term_probability) {
            return choose(&group.derived, rng);
        }
        let among_discriminating = !group.discriminating.is_empty() && rng.random_bool(self.settings.discriminating_variable_probability);
        choose(if among_discriminating { &group.discriminating } else { &group.variables }, rng)
    }

    /// The functions of numbers with a number as their result.
    fn functions(&self) -> &'static [Op] {
        if self.settings.extended_grammar { &EXTENDED } else { &ARITHMETIC }
    }

    /// Another function of two numbers, with a number as its result, of the same operands.
    pub fn other_function(&self, nodes: &mut impl Nodes, op: Op, operands: [NodeId; 2], rng: &mut Stream) -> NodeId {
        loop {
            let other = other_than(op, self.functions(), rng);
            let of_two = !matches!(other, Op::Abs | Op::BitNot);
            if let Some(node) = apply(nodes, other, operands).filter(|_| of_two) {
                return nodes.add(node);
            }
        }
    }

    /// A tree of that kind and of random depth.
    pub fn random_tree(&self, nodes: &mut impl Nodes, kind: Kind, rng: &mut Stream) -> NodeId {
        let depth = rng.random_range(1..=self.settings.max_tree_depth);
        self.tree(nodes, kind, depth, rng)
    }

    /// A tree of that kind with at most `depth` levels; a boolean without boolean variables has one more: a comparison.
    pub fn tree(&self, nodes: &mut impl Nodes, kind: Kind, depth: u32, rng: &mut Stream) -> NodeId {
        match kind {
            Kind::Boolean => self.boolean(nodes, depth, rng),
            Kind::Number => self.number(nodes, depth, rng),
            Kind::Reference => self.reference_leaf(nodes, rng),
        }
    }

    fn boolean(&self, nodes: &mut impl Nodes, depth: u32, rng: &mut Stream) -> NodeId {
        let Vocabulary { numbers, booleans, references, .. } = self.vocabulary;
        if depth <= 1 && !booleans.is_empty() {
            return self.boolean_leaf(nodes, rng);
        }
        // Functions with a boolean result, all alike: as many as each group has, and one for a leaf.
        let comparisons = if numbers.is_empty() { 0 } else { BinaryOp::COMPARISONS.len() as u32 };
        let equalities = if references.is_empty() { 0 } else { EQUALITIES.len() as u32 };
        let logic = if depth <= 1 || (depth == 2 && booleans.is_empty()) { 0 } else { BinaryOp::LOGICAL.len() as u32 + 1 };
        let leaf = u32::from(!booleans.is_empty());
        let all = comparisons + equalities + logic + leaf;
        if all == 0 {
            return self.boolean_leaf(nodes, rng);
        }
        let mut choice = rng.random_range(0..all);
        if choice < comparisons {
            return self.comparison(nodes, BinaryOp::COMPARISONS[choice as usize], depth, rng);
        }
        choice -= comparisons;
        if choice < equalities {
            let (left, right) = (self.reference_variable(nodes, rng), self.reference_leaf(nodes, rng));
            return binary(nodes, EQUALITIES[choice as usize], left, right);
        }
        choice -= equalities;
        if choice < leaf {
            return self.boolean_leaf(nodes, rng);
        }
        choice -= leaf;
        let left = self.boolean(nodes, depth - 1, rng);
        if choice == BinaryOp::LOGICAL.len() as u32 {
            let node = Node::unary(UnaryOp::Not, (left, nodes.node(left))).expect("a boolean");
            return nodes.add(node);
        }
        let right = self.boolean(nodes, depth - 1, rng);
        binary(nodes, BinaryOp::LOGICAL[choice as usize], left, right)
    }

    /// A comparison of numbers; never of two literals.
    fn comparison(&self, nodes: &mut impl Nodes, op: BinaryOp, depth: u32, rng: &mut Stream) -> NodeId {
        let mut left = self.number(nodes, depth.saturating_sub(1), rng);
        let right = self.number(nodes, depth.saturating_sub(1), rng);
        if nodes.node(left).op == nodes.node(right).op && nodes.node(left).op == Op::Literal {
            left = self.number_variable(nodes, rng);
        }
        binary(nodes, op, left, right)
    }

    fn number(&self, nodes: &mut impl Nodes, depth: u32, rng: &mut Stream) -> NodeId {
        if depth <= 1 || rng.random_bool(self.settings.leaf_probability) {
            return self.number_leaf(nodes, rng);
        }
        let op = choose(self.functions(), rng);
        let left = self.number(nodes, depth - 1, rng);
        let right = if matches!(op, Op::Abs | Op::BitNot) { left } else { self.number(nodes, depth - 1, rng) };
        // The operations on bits take no floating-point numbers.
        let node = match apply(nodes, op, [left, right]) {
            Some(node) => node,
            None if op == Op::BitNot => return left,
            None => apply(nodes, choose(&ARITHMETIC, rng), [left, right]).expect("arithmetic takes any numbers"),
        };
        nodes.add(node)
    }

    /// A leaf of that kind.
    pub fn leaf(&self, nodes: &mut impl Nodes, kind: Kind, rng: &mut Stream) -> NodeId {
        match kind {
            Kind::Boolean => self.boolean_leaf(nodes, rng),
            Kind::Number => self.number_leaf(nodes, rng),
            Kind::Reference => self.reference_leaf(nodes, rng),
        }
    }

    fn boolean_leaf(&self, nodes: &mut impl Nodes, rng: &mut Stream) -> NodeId {
        let booleans = &self.vocabulary.booleans;
        if booleans.is_empty() || rng.random_bool(self.constant_probability) {
            let value = u64::from(rng.random::<bool>());
            nodes.add(Node::literal(value, Type::Boolean))
        } else {
            nodes.add(self.variable(booleans, rng))
        }
    }

    fn number_leaf(&self, nodes: &mut impl Nodes, rng: &mut Stream) -> NodeId {
        if self.vocabulary.numbers.is_empty() || rng.random_bool(self.constant_probability) {
            let (bits, ty) = self.constant(rng);
            nodes.add(Node::literal(bits, ty))
        } else {
            self.number_variable(nodes, rng)
        }
    }

    fn number_variable(&self, nodes: &mut impl Nodes, rng: &mut Stream) -> NodeId {
        nodes.add(self.variable(&self.vocabulary.numbers, rng))
    }

    fn reference_leaf(&self, nodes: &mut impl Nodes, rng: &mut Stream) -> NodeId {
        if self.vocabulary.references.is_empty() || rng.random::<bool>() {
            nodes.add(Node::null())
        } else {
            self.reference_variable(nodes, rng)
        }
    }

    fn reference_variable(&self, nodes: &mut impl Nodes, rng: &mut Stream) -> NodeId {
        nodes.add(self.variable(&self.vocabulary.references, rng))
    }

    /// A constant of the type of some variable: a frequent one, or a value that this variable has in some state, or one next to it.
    fn constant(&self, rng: &mut Stream) -> (u64, Type) {
        let Vocabulary { dataset, numbers, .. } = self.vocabulary;
        if numbers.variables.is_empty() {
            return (choose(&FREQUENT, rng) as u64, Type::Int);
        }
        let variable = choose(&numbers.variables, rng);
        let (var, ty) = (variable.variable(), variable.ty);
        if dataset.rows == 0 || rng.random_bool(self.settings.frequent_constant_probability) {
            return (literal_bits(ty, choose(&FREQUENT, rng)), ty);
        }
        let row = rng.random_range(0..dataset.rows as u64) as usize;
        // Half the constants are the value itself, the others its neighbours at distance one.
        let step = choose(&[0i8, 0, 1, -1], rng);
        let bits = match &dataset.columns[var as usize].values {
            Values::Integral(values) if ty == Type::Int => (values[row] as i32).wrapping_add(step.into()) as u64,
            Values::Integral(values) => values[row].wrapping_add(step.into()) as u64,
            Values::Real(values) if ty == Type::Float => u64::from((values[row] as f32 + f32::from(step)).to_bits()),
            Values::Real(values) => (values[row] + f64::from(step)).to_bits(),
            Values::Boolean(_) | Values::Text(_) | Values::Sequence { .. } => unreachable!("a number variable"),
        };
        // A literal NaN or infinity has no short Java text and compares like nothing else: zero instead.
        let finite = match ty {
            Type::Float => f32::from_bits(bits as u32).is_finite(),
            Type::Double => f64::from_bits(bits).is_finite(),
            _ => true,
        };
        (if finite { bits } else { 0 }, ty)
    }
}

/// The bits of a whole number as a literal of that type.
fn literal_bits(ty: Type, value: i32) -> u64 {
    match ty {
        Type::Float => u64::from((value as f32).to_bits()),
        Type::Double => f64::from(value).to_bits(),
        _ => value as u64,
    }
}

/// `op` of numbers; of the first only, if it takes one. `None` if it does not take them.
fn apply(nodes: &impl Nodes, op: Op, [left, right]: [NodeId; 2]) -> Option<Node> {
    let (left, right) = ((left, nodes.node(left)), (right, nodes.node(right)));
    match op {
        Op::Abs => Node::abs(left),
        Op::BitNot => Node::unary(UnaryOp::BitNot, left),
        Op::Min | Op::Max => Node::extremum(op, left, right),
        Op::Binary(op) => Node::binary(op, left, right),
        Op::Literal | Op::Null | Op::Var | Op::Derived | Op::Neg | Op::Not => unreachable!("not among the functions drawn"),
    }
}

/// Adds `left op right`, which must be well typed.
pub fn binary(nodes: &mut impl Nodes, op: BinaryOp, left: NodeId, right: NodeId) -> NodeId {
    let node = Node::binary(op, (left, nodes.node(left)), (right, nodes.node(right))).expect("well typed by construction");
    nodes.add(node)
}

/// One of the group that is not `op`, with equal probabilities.
pub fn other_than<T: Copy + PartialEq>(op: T, group: &[T], rng: &mut Stream) -> T {
    loop {
        let other = choose(group, rng);
        if other != op {
            return other;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::fixtures::every_kind;
    use super::*;
    use crate::assertion::ast::Expr;
    use crate::assertion::eval::dag::Dag;
    use crate::compute::rng::Source;

    fn with_factory(settings: &Settings, generation: u32, check: impl FnOnce(&TreeFactory)) {
        let data = every_kind();
        let differences = Differences::new(&data, &Frame::new(&data));
        let vocabulary = Vocabulary::new(&data, &Frame::new(&data), &differences, settings);
        check(&TreeFactory::new(&vocabulary, settings, generation));
    }

    fn depth(expr: &Expr) -> u32 {
        match expr {
            Expr::Unary(_, a) => 1 + depth(a),
            Expr::Binary(_, a, b) => 1 + depth(a).max(depth(b)),
            _ => 1,
        }
    }

    #[test]
    fn trees_have_the_kind_and_at_most_the_depth_that_was_asked_for() {
        with_factory(&Settings::default(), 0, |factory| {
            let mut rng = Source::new(1).stream([0]);
            let mut dag = Dag::default();
            for wanted in 1..=5 {
                for kind in [Kind::Boolean, Kind::Number, Kind::Reference] {
                    for _ in 0..200 {
                        let root = factory.tree(&mut dag, kind, wanted, &mut rng);
                        assert_eq!(dag.node(root).kind(), kind);
                        let expr = dag.expr(root);
                        assert!(depth(&expr) <= wanted, "{expr:?}");
                        assert_eq!(expr.size(), dag.node(root).size as usize);
                    }
                }
            }
        });
    }

    #[test]
    fn every_function_and_every_variable_occurs() {
        with_factory(&Settings::default(), 0, |factory| {
            let mut rng = Source::new(2).stream([0]);
            let mut dag = Dag::default();
            (0..3_000).for_each(|_| {
                factory.random_tree(&mut dag, Kind::Boolean, &mut rng);
            });
            let has = |op: Op| dag.nodes().iter().any(|n| n.op == op);
            for op in [BinaryOp::ARITHMETIC.as_slice(), &BinaryOp::COMPARISONS, &BinaryOp::LOGICAL].concat() {
                assert!(has(Op::Binary(op)), "{op:?}");
            }
            assert!(has(Op::Not) && has(Op::Null));
            for var in 0..5 {
                assert!(dag.nodes().iter().any(|n| n.op == Op::Var && n.variable() == var), "variable {var}");
            }
        });
    }

    #[test]
    fn the_extended_grammar_has_all_functions_and_operations_on_bits_of_integers_only() {
        let settings = Settings { extended_grammar: true, ..Settings::default() };
        with_factory(&settings, 0, |factory| {
            let mut rng = Source::new(6).stream([0]);
            let mut dag = Dag::default();
            (0..3_000).for_each(|_| {
                factory.random_tree(&mut dag, Kind::Boolean, &mut rng);
            });
            for op in EXTENDED {
                assert!(dag.nodes().iter().any(|n| n.op == op), "{op:?}");
            }
            let of_bits = |n: &&Node| matches!(n.op, Op::BitNot | Op::Binary(BinaryOp::BitAnd | BinaryOp::Shl | BinaryOp::Ushr));
            assert!(dag.nodes().iter().filter(of_bits).all(|n| n.ty.is_integer()));
        });
    }

    #[test]
    fn of_equal_variables_the_most_natural_is_drawn_if_the_setting_says_so() {
        use super::super::fixtures::variable;
        use crate::evidence::schema::ValueType;
        let mut data = every_kind();
        // `y` has the values of `d`, and so has `old_d`; `i` has those of `x`, but another type.
        for (name, value_type, like) in [("y", ValueType::Double, 1), ("old_d", ValueType::Double, 1), ("i", ValueType::Long, 0)] {
            data.schema.variables.push(variable(name, value_type));
            data.columns.push(data.columns[like].clone());
        }
        let frame = Frame::new(&data);
        assert_eq!(distinct_variables(&data, &frame), [0, 1, 2, 3, 4, 7], "d never changes, so it stands for itself and `y`");
        for (setting, expected) in [(false, 5), (true, 3)] {
            let settings = Settings { distinct_variables: setting, ..Settings::default() };
            let vocabulary = Vocabulary::new(&data, &frame, &Differences::new(&data, &frame), &settings);
            assert_eq!(vocabulary.numbers.variables.len(), expected);
        }
    }

    #[test]
    fn derived_terms_are_leaves_drawn_with_the_probability_of_the_setting() {
        use crate::assertion::ast::{Expr, Function};
        // A call of a kernel is no derived term; an exact comparison is one, and boolean.
        let exact = |x| Expr::unary(UnaryOp::Exact, x);
        let term = Expr::binary(BinaryOp::Lt, exact(Expr::Var(0)), exact(Expr::call(Function::Abs, [Expr::Var(0)])));
        let data = every_kind();
        let mut frame = Frame::new(&data);
        frame.derive(&data, &term, usize::MAX, &|| false).unwrap();
        let vocabulary = Vocabulary::new(&data, &frame, &Differences::new(&data, &frame), &Settings::default());
        for (derived_term_probability, expected) in [(0.0, 0..=0), (0.5, 850..=950), (1.0, 1800..=1800)] {
            // A tenth of the leaves are constants.
            let settings = Settings { derived_term_probability, ..Settings::default() };
            let factory = TreeFactory::new(&vocabulary, &settings, 0);
            let mut dag = Dag::with_terms(frame.terms().clone());
            let mut rng = Source::new(7).stream([0]);
            let mut drawn = 0;
            let mut leaves = 0;
            while leaves < 1_800 {
                let leaf = factory.boolean_leaf(&mut dag, &mut rng);
                leaves += u32::from(dag.node(leaf).op != Op::Literal);
                drawn += u32::from(dag.node(leaf).op == Op::Derived);
                if dag.node(leaf).op == Op::Derived {
                    assert_eq!((dag.expr(leaf), dag.node(leaf).size), (term.clone(), 6));
                }
            }
            assert!(expected.contains(&drawn), "{drawn}");
        }
    }

    #[test]
    fn no_comparison_is_of_two_literals() {
        let settings =
            Settings { constant_probability_initial: 0.9, constant_probability_final: 0.9, leaf_probability: 1.0, ..Settings::default() };
        with_factory(&settings, 0, |factory| {
            let mut rng = Source::new(3).stream([0]);
            let mut dag = Dag::default();
            for _ in 0..500 {
                factory.random_tree(&mut dag, Kind::Boolean, &mut rng);
            }
            let literal = |id: NodeId| dag.node(id).op == Op::Literal && dag.node(id).kind() == Kind::Number;
            assert!(!dag.nodes().iter().any(|n| n.operands().len() == 2 && n.operands().iter().all(|&o| literal(o))));
        });
    }

    #[test]
    fn constants_are_frequent_ones_or_at_most_one_away_from_a_value_of_the_evidence() {
        let share = |frequent: f64| {
            let settings = Settings { frequent_constant_probability: frequent, ..Settings::default() };
            let mut constants = Vec::new();
            with_factory(&settings, 0, |factory| {
                let mut rng = Source::new(4).stream([0]);
                constants = (0..500).map(|_| factory.constant(&mut rng)).collect();
            });
            constants
        };
        for (bits, ty) in share(0.0) {
            match ty {
                Type::Int => assert!((6..=8).contains(&(bits as i32))),
                Type::Double => assert!([-0.5, 0.5, 1.5, 2.5].contains(&f64::from_bits(bits))),
                other => panic!("no variable is a {other}"),
            }
        }
        for (bits, ty) in share(1.0) {
            let value = if ty == Type::Int { f64::from(bits as i32) } else { f64::from_bits(bits) };
            assert!(FREQUENT.map(f64::from).contains(&value), "{value}");
        }
    }

    #[test]
    fn discriminating_variables_are_drawn_with_the_probability_of_the_setting() {
        let draws = |discriminating_variable_probability| {
            let mut count = 0;
            with_factory(&Settings { discriminating_variable_probability, ..Settings::default() }, 0, |factory| {
                let mut rng = Source::new(5).stream([0]);
                let mut dag = Dag::default();
                count = (0..2_000)
                    .filter(|_| {
                        let id = factory.number_variable(&mut dag, &mut rng);
                        dag.node(id).variable() == 1
                    })
                    .count();
            });
            count
        };
        // `d` is one of the two numbers, and the only one that differs.
        assert!((900..1_100).contains(&draws(0.0)));
        assert_eq!(draws(1.0), 2_000);
    }
}
