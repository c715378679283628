//! The engine works on threads of its own, and starts no others: it is a guest in the user's JVM.

use oraculum::compute::control::Snapshot;
use oraculum::engine::assertions::Fetch;
use oraculum::engine::improve::{ImproveCall, Observer};
use oraculum::engine::request;
use oraculum::engine::session::OpenCall;
use oraculum::engine::session::Session;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::io::Write;
use std::process::Command;
use std::time::Duration;

struct Nobody;

impl Observer for Nobody {
    fn interrupted(&mut self) -> bool {
        false
    }
    fn progress(&mut self, _: Snapshot, _: Duration) -> bool {
        true
    }
}

fn parse<T: DeserializeOwned>(request: Value) -> T {
    request::parse(json!({"schemaVersion": 1, "request": request}).to_string().as_bytes()).unwrap()
}

/// States of `abs` and of a mutant that returns its argument: enough for several blocks of rows.
fn states() -> tempfile::NamedTempFile {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    let variables = json!([{"name": "x", "type": "int"}, {"name": "result", "type": "int"}]);
    writeln!(file, "{}", json!({"schemaVersion": 1, "method": "C#abs(int)", "variables": variables})).unwrap();
    for mutant in [None, Some("m")] {
        for (pair, x) in (-4_000i32..4_000).enumerate() {
            let result = if mutant.is_none() { x.abs() } else { x };
            let state = json!({"correct": mutant.is_none(), "test": "t", "mutant": mutant, "pair": pair, "values": [x, result]});
            writeln!(file, "{state}").unwrap();
        }
    }
    file
}

/// In a process of its own, because rayon's global pool, once started, stays.
#[test]
fn no_call_starts_threads_besides_those_of_the_session() {
    let test = concat!(module_path!(), "::in_this_process").split_once("::").expect("the module of a crate").1;
    let process = Command::new(std::env::current_exe().unwrap()).args([test, "--exact", "--ignored"]).output().unwrap();
    let said = String::from_utf8_lossy(&process.stdout);
    assert!(process.status.success() && said.contains("1 passed"), "{said}{}", String::from_utf8_lossy(&process.stderr));
}

#[test]
#[ignore = "the test above runs it in a process of its own"]
fn in_this_process() {
    let limits = json!({"maxStates": 100_000, "maxUnitBytes": 100_000_000, "maxBytes": 100_000_000});
    let open = json!({"open": {"threads": 2, "path": null, "mode": "new", "limits": limits, "duplicateIncorrect": "drop"}});
    let OpenCall::Open(open) = parse(open);
    let session = Session::open(&open).unwrap();
    let file = states();
    let call = |request| -> Value { serde_json::from_slice(&session.call(&parse(request)).unwrap()).unwrap() };
    call(json!({"importStates": {"path": file.path()}}));
    let scored = call(json!({"evaluate": {"assertion": "result >= 0"}}));
    assert_eq!((&scored["fp"], &scored["fn"]), (&json!(0), &json!(0)));
    let mut buffer = vec![0; 1 << 20];
    session.fetch(&Fetch { assertion: "result >= x".into(), first_state: 0 }, &mut buffer).unwrap();
    for engine in ["coevolution", "synthesis", "hybrid"] {
        let ImproveCall::Improve(request) = parse(json!({"improve": {"assertion": "result >= x", "seed": 1, "budgetMillis": 60_000,
            "progressMillis": 10, "history": false, "engine": engine,
            "settings": {"populationSize": 50, "migrants": 5, "minGenerations": 2, "maxGenerations": 4}}}));
        session.improve(&request, &mut Nobody).unwrap();
    }
    // Only the first who asks for it can shape the global pool.
    rayon::ThreadPoolBuilder::new().num_threads(1).build_global().expect("nothing has started rayon's global pool");
}
