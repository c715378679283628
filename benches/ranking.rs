//! Ranking: from the records of two runs to the violations and their anomalies, and from the flow to the ranking.
//!
//! `cargo bench --bench ranking`. A million invocations of twenty methods with a dozen variables, ten thousand distinct profiles of two
//! thousand statements, about a hundred thousand violations.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use oraculum::compute::pool::Pool;
use oraculum::compute::rng::Source;
use oraculum::evidence::record::Value;
use oraculum::evidence::schema::{Schema, ValueType, Variable};
use oraculum::ranking::anomalies::Anomalies;
use oraculum::ranking::detection::{Detection, Evidence, detect};
use oraculum::ranking::flow::Flow;
use oraculum::ranking::invocations::{Header, Reader, Records};
use oraculum::ranking::plan::{Method, Plan, ProfileMode, Run, Test};
use oraculum::ranking::score::{Position, rank};
use oraculum::ranking::settings::Settings;
use rand::RngExt;
use std::hint::black_box;
use std::sync::Arc;
use std::time::Duration;

const METHODS: u32 = 20;
const STATEMENTS: u32 = 2_000;
const TESTS: u32 = 500;
/// Of each test.
const INVOCATIONS: u32 = 1_000;
const SITES_OF_A_TEST: u32 = 4;

fn method(number: u32) -> Method {
    let entry = |i: u32| {
        let mut variable = Variable::new(format!("old_p{i}"), if i == 5 { ValueType::Double } else { ValueType::Int });
        variable.entry = Some(format!("p{i}"));
        variable
    };
    let exit = |i: u32| Variable::new(if i == 0 { "result".to_owned() } else { format!("this.f{i}") }, ValueType::Int);
    let variables = (0..6).map(entry).chain((0..6).map(exit)).collect();
    let schema = Schema { method: format!("pkg.C#m{number}()"), variables };
    Method { class_name: "pkg/C".into(), name: format!("m{number}"), descriptor: "()I".into(), schema }
}

fn records(reader: &Reader, run: Run) -> Records {
    let mut records = Records::default();
    for test in 0..TESTS {
        let mut random = Source::new(1).stream([run as u64, u64::from(test)]);
        let mut batch = Vec::new();
        for number in 0..INVOCATIONS {
            let a = random.random_range(0..100i64);
            // One of five invocations of the generated run does what no manual test does.
            let odd = i64::from(run == Run::Generated && number % 5 == 0);
            let entry = [a, a + 1, 3 * a, random.random_range(0..5), 7];
            let exit = [a + odd, 2 * a, random.random_range(0..1_000), 7, a, random.random_range(0..2)];
            let real = (a as f64 / 4.0).to_bits();
            let bits = entry.into_iter().map(|v| v as u64).chain([real]).chain(exit.into_iter().map(|v| v as u64));
            let values: Vec<Option<Value>> = bits.map(|b| Some(Value::Bits(b))).collect();
            let statements: Vec<u32> =
                if number % 100 == 0 { (0..40).map(|_| random.random_range(0..STATEMENTS)).collect() } else { vec![] };
            let header = Header { test, method: number % METHODS, number, returned: number % 50 != 1 };
            reader.write(&mut batch, header, &statements, &values);
        }
        let read = reader.read(run, 0, &batch).expect("records");
        records.add(&batch, read);
    }
    records.sort(run).expect("each once");
    records
}

fn evidence() -> Evidence {
    let plan = Plan { methods: (0..METHODS).map(method).collect(), statements: STATEMENTS, profile: ProfileMode::Cumulative };
    let reader = Reader::new(&plan);
    let tests = || (0..TESTS).map(|t| Test { name: format!("t{t}"), used: true }).collect();
    Evidence {
        manual: Arc::new(records(&reader, Run::Manual)),
        generated: Arc::new(records(&reader, Run::Generated)),
        manual_tests: tests(),
        generated_tests: tests(),
        plan,
        reader,
    }
}

/// Each site is reached by the anomalies of a part of its test's invocations.
fn flow(anomalies: &Anomalies) -> Flow {
    let mut flow = Flow::default();
    let mut reached = vec![Vec::new(); (TESTS * SITES_OF_A_TEST) as usize];
    for a in &anomalies.list {
        let site = a.test * SITES_OF_A_TEST + a.invocation % SITES_OF_A_TEST;
        reached[site as usize].push(a.id);
    }
    reached.into_iter().enumerate().for_each(|(site, ids)| flow.add(site as u32 / SITES_OF_A_TEST, site as u32, ids));
    flow
}

fn ranking(c: &mut Criterion) {
    let evidence = evidence();
    let settings = Settings { threshold: 0.1, ..Settings::default() };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let mut group = c.benchmark_group("ranking");
    group.warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(5)).sample_size(10);
    group.throughput(Throughput::Elements(2 * u64::from(TESTS * INVOCATIONS)));
    let detected = |pool: &Pool| -> (Detection, Anomalies) {
        pool.run(|| {
            let detection = detect(&evidence, &settings).expect("few elements");
            let anomalies = Anomalies::of(&evidence, &detection, &settings);
            (detection, anomalies)
        })
    };
    for threads in [1, threads] {
        let pool = Pool::new(threads).expect("threads");
        group.bench_function(format!("detect, {threads} threads"), |b| b.iter(|| black_box(detected(&pool))));
    }
    let pool = Pool::new(threads).expect("threads");
    let (detection, anomalies) = detected(&pool);
    println!(
        "{} profiles, {} violations of {} constraints, {} anomalies",
        detection.manual_profiles + detection.generated_profiles,
        detection.violations.len(),
        detection.constraints.len(),
        anomalies.list.len()
    );
    let flow = flow(&anomalies);
    let position = |site: u32| Position { class_name: "G".into(), method: "t()V".into(), line: site, ordinal: 0 };
    let positions: Vec<Position> = (0..TESTS * SITES_OF_A_TEST).map(position).collect();
    group.bench_function("rank", |b| b.iter(|| black_box(rank(&evidence, &detection, &anomalies, &flow, &positions, &settings))));
    group.finish();
}

criterion_group!(benches, ranking);
criterion_main!(benches);
