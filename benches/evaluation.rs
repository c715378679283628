//! Evaluation of assertions over states: node-evaluations per second, and comparisons per second by level of the processor.
//!
//! `cargo bench --bench evaluation`; criterion's "thrpt" is the figure. One thread.

mod support;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use oraculum::assertion::ast::{BinaryOp, Expr};
use oraculum::assertion::eval::dag::NodeId;
use oraculum::assertion::eval::forest::Forest;
use oraculum::assertion::eval::frame::Frame;
use oraculum::assertion::eval::kernel::{Arithmetic, Buffer, Comparison, Kernels, Level, Operand};
use oraculum::assertion::interpret;
use oraculum::compute::pool::Pool;
use oraculum::evidence::dataset::Dataset;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::hint::black_box;
use std::time::Duration;

const STATES: [usize; 4] = [256, 1_000, 10_000, 100_000];
/// Nodes per tree: 6 comparisons under 5 logical nodes, 5 arithmetic nodes under the comparisons, 17 leaves, 1 negation.
const NODES: usize = 34;
const TREES: usize = 256;

/// A tree of [`NODES`] nodes over twenty variables. No division, which costs what it costs on any machine.
fn tree(rng: &mut Xoshiro256PlusPlus) -> Expr {
    let var = |rng: &mut Xoshiro256PlusPlus| Expr::Var(rng.random_range(0..20));
    let pick = |from: &[BinaryOp], rng: &mut Xoshiro256PlusPlus| from[rng.random_range(0..from.len())];
    let comparisons: Vec<Expr> = (0..6)
        .map(|i| {
            let left = if i == 0 { var(rng) } else { Expr::binary(pick(&BinaryOp::ARITHMETIC[..3], rng), var(rng), var(rng)) };
            let right = if i % 3 == 2 { Expr::Double(f64::from(rng.random_range(-16..16)) / 4.0) } else { var(rng) };
            Expr::binary(pick(&BinaryOp::COMPARISONS, rng), left, right)
        })
        .collect();
    let negated = |e| Expr::unary(oraculum::assertion::ast::UnaryOp::Not, e);
    let tree = comparisons.into_iter().reduce(|a, b| Expr::binary(pick(&BinaryOp::LOGICAL, rng), a, b)).expect("six");
    let tree = negated(tree);
    assert_eq!(tree.size(), NODES);
    tree
}

fn trees(c: &mut Criterion) {
    let mut group = c.benchmark_group("tree of 34 nodes, node-evaluations, FP and FN counted");
    group.warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(2)).sample_size(20);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    let trees: Vec<Expr> = (0..TREES).map(|_| tree(&mut rng)).collect();
    let pool = Pool::new(1).expect("one thread");
    for states in STATES {
        let data = support::doubles(states);
        let frame = Frame::new(&data);
        group.throughput(Throughput::Elements((TREES * NODES * states) as u64));
        for level in Level::available() {
            let mut forest = Forest::new(&frame, Kernels::of(level).expect("available"));
            let roots: Vec<NodeId> = trees.iter().map(|t| forest.add_expr(t).expect("well typed")).collect();
            group.bench_with_input(BenchmarkId::new(format!("{level:?}"), states), &states, |b, _| {
                let once = || {
                    forest.forget_values();
                    assert!(forest.evaluate(&frame, roots.iter().copied(), &|| false));
                    roots.iter().map(|&r| forest.deficiencies(r).false_positives).sum::<u32>()
                };
                pool.run(move || b.iter(once));
            });
        }
        let few = if states > 10_000 { 1 } else { 16 };
        group.throughput(Throughput::Elements((few * NODES * states) as u64));
        group.bench_with_input(BenchmarkId::new("recursive interpreter", states), &states, |b, _| {
            b.iter(|| trees[..few].iter().map(|t| recursively(t, &data)).fold((0, 0), |a, c| (a.0 + c.0, a.1 + c.1)));
        });
    }
    group.finish();
}

/// False positives and false negatives, state by state over boxed nodes.
fn recursively(expr: &Expr, data: &Dataset) -> (usize, usize) {
    let holds = |row: &usize| interpret::holds(expr, data, *row);
    ((0..data.correct).filter(|row| !holds(row)).count(), (data.correct..data.rows).filter(holds).count())
}

fn comparisons(c: &mut Criterion) {
    let mut group = c.benchmark_group("compare two columns into a bitset");
    group.warm_up_time(Duration::from_millis(300)).measurement_time(Duration::from_secs(1)).sample_size(20);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    for rows in [2_048, 16_384, 131_072] {
        let random: Vec<i32> = (0..2 * rows).map(|_| rng.random_range(-9..9)).collect();
        let (left, right) = random.split_at(rows);
        let column = |v: &[i32]| Buffer::of(v.iter().map(|&x| f64::from(x)), rows);
        let (a, b) = (column(left), column(right));
        let ints = |v: &[i32]| Buffer::of(v.iter().copied(), rows);
        let (a32, b32) = (ints(left), ints(right));
        let mut bits = vec![0u64; rows / 64];
        group.throughput(Throughput::Elements(rows as u64));
        for level in Level::available() {
            let kernels = Kernels::of(level).expect("available");
            group.bench_with_input(BenchmarkId::new(format!("f64 < f64, {level:?}"), rows), &rows, |bencher, _| {
                let (a, b) = (Operand::Column(a.view::<f64>()), Operand::Column(b.view::<f64>()));
                bencher.iter(|| kernels.compare(Comparison::Lt, black_box(&mut bits), a, b));
            });
            group.bench_with_input(BenchmarkId::new(format!("int <= int, {level:?}"), rows), &rows, |bencher, _| {
                let (a, b) = (Operand::Column(a32.view::<i32>()), Operand::Column(b32.view::<i32>()));
                bencher.iter(|| kernels.compare(Comparison::Le, black_box(&mut bits), a, b));
            });
        }
    }
    group.finish();
}

fn arithmetic(c: &mut Criterion) {
    let mut group = c.benchmark_group("arithmetic on two columns of 2048");
    group.warm_up_time(Duration::from_millis(200)).measurement_time(Duration::from_millis(500)).sample_size(20);
    let rows = 2_048;
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(6);
    let mut random = || -> Vec<i32> { (0..rows).map(|_| rng.random_range(-999..999)).collect() };
    let (left, right) = (random(), random());
    let kernels = Kernels::best();
    group.throughput(Throughput::Elements(rows as u64));
    macro_rules! lane {
        ($t:ty, $name:literal) => {
            let column = |v: &[i32]| Buffer::of(v.iter().map(|&x| x as $t), rows);
            let (a, b, mut dst) = (column(&left), column(&right), Buffer::with_rows(rows));
            for op in [Arithmetic::Add, Arithmetic::Mul, Arithmetic::Div, Arithmetic::Rem] {
                group.bench_function(format!("{} {op:?}", $name), |bencher| {
                    let (a, b) = (Operand::Column(a.view::<$t>()), Operand::Column(b.view::<$t>()));
                    bencher.iter(|| kernels.arithmetic(op, black_box(&mut dst.view_mut::<$t>()[..rows]), a, b));
                });
            }
        };
    }
    lane!(i32, "int");
    lane!(i64, "long");
    lane!(f32, "float");
    lane!(f64, "double");
    group.finish();
}

criterion_group!(benches, trees, comparisons, arithmetic);
criterion_main!(benches);
