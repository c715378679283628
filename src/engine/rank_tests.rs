//! A ranking from the plan to the explanation, without Java: `Complex.conjugate` of commons-math 1.2, by hand.

use super::*;
use crate::engine::dispatch::Call;
use crate::engine::request;
use crate::engine::session::OpenCall;
use crate::engine::session::Session;
use crate::evidence::record::Value as Bits;
use crate::ranking::invocations::Header;
use serde_json::{Value, json};

fn parse<T: serde::de::DeserializeOwned>(request: Value) -> Result<T> {
    request::parse(json!({"schemaVersion": 1, "request": request}).to_string().as_bytes())
}

fn session(threads: usize) -> Session {
    let limits = json!({"maxStates": 1000, "maxUnitBytes": 100_000, "maxBytes": 1_000_000});
    let OpenCall::Open(open) =
        parse(json!({"open": {"threads": threads, "path": null, "mode": "new", "limits": limits, "duplicateIncorrect": "drop"}})).unwrap();
    Session::open(&open).unwrap()
}

fn call(session: &Session, request: Value) -> Result<Value> {
    session.call(&parse::<Call>(request)?).map(|json| serde_json::from_slice(&json).unwrap())
}

/// conjugate: `this.imaginary` at entry, `result.imaginary` at exit, which is its negative.
fn plan() -> Value {
    let variables = json!([
        {"name": "old_this.imaginary", "type": "double", "entry": "this.imaginary"},
        {"name": "result", "type": "reference"},
        {"name": "result.imaginary", "type": "double", "receiver": "result"}]);
    let schema = json!({"method": "pkg.Complex#conjugate()", "variables": variables});
    json!({"methods": [{"className": "pkg/Complex", "name": "conjugate", "descriptor": "()Lpkg/Complex;", "schema": schema}], "statements": 8, "profile": "cumulative"})
}

fn records(of: &[(u32, u32, f64, &[u32])]) -> Vec<u8> {
    let plan: Plan = serde_json::from_value(plan()).unwrap();
    let reader = Reader::new(&plan);
    let mut batch = Vec::new();
    for &(test, number, imaginary, statements) in of {
        let bits = |value: f64| Some(Bits::Bits(value.to_bits()));
        let values = [bits(imaginary), Some(Bits::Bits(1)), bits(-imaginary)];
        reader.write(&mut batch, Header { test, method: 0, number, returned: true }, statements, &values);
    }
    batch
}

/// Twelve manual invocations over both signs, none of them 0: `return.imaginary != 0` after enough of them. Three generated tests: in 0 the
/// imaginary part is 0, in 1 too but far from all that manual tests do, in 2 all is well.
fn recorded(threads: usize) -> Session {
    let session = session(threads);
    call(&session, json!({"openRanking": plan()})).unwrap();
    let manual: Vec<(u32, u32, f64, &[u32])> = (0..300)
        .map(|i| (0, i, if i % 2 == 0 { 1.0 } else { -1.0 } * (1.0 + f64::from(i % 7)), if i == 0 { &[0, 1, 2, 3][..] } else { &[] }))
        .collect();
    assert_eq!(session.append_invocations(Run::Manual, 0, &records(&manual)), Ok(300));
    let generated: [(u32, u32, f64, &[u32]); 3] = [(0, 4, 0.0, &[0, 1, 2]), (1, 0, 0.0, &[4, 5, 6, 7]), (2, 0, 2.0, &[0, 1, 2, 3])];
    // The second batch counts its tests from 0.
    assert_eq!(session.append_invocations(Run::Generated, 0, &records(&generated[..1])), Ok(1));
    let others: Vec<_> = generated[1..].iter().map(|&(test, number, imaginary, s)| (test - 1, number, imaginary, s)).collect();
    assert_eq!(session.append_invocations(Run::Generated, 1, &records(&others)), Ok(2));
    session
}

fn tests(names: &[&str]) -> Value {
    names.iter().map(|n| json!({"name": n, "used": true})).collect()
}

fn detect(session: &Session, settings: Value) -> Result<Value> {
    call(
        session,
        json!({"detectAnomalies": {"manualTests": tests(&["M#m"]), "generatedTests": tests(&["G#a", "G#b", "G#c"]), "settings": settings}}),
    )
}

fn sites() -> Value {
    (0..4)
        .map(|i| json!({"className": "G", "method": "t", "descriptor": "()V", "line": 10 + i, "ordinal": i, "kind": "assertFalse", "text": null}))
        .collect()
}

/// By the paper's scores, where the settings say nothing else.
fn rank(session: &Session, settings: Value) -> Result<Value> {
    let mut all = json!({"aggregate": "sum"});
    all.as_object_mut().unwrap().extend(settings.as_object().unwrap().clone());
    ranked(session, all)
}

fn ranked(session: &Session, settings: Value) -> Result<Value> {
    call(session, json!({"rank": {"sites": sites(), "settings": settings}}))
}

/// Every executed site, and which of the test's anomalies reached it.
fn add_flow(session: &Session, detected: &Value) {
    let of = |test: u64| -> Vec<u64> {
        let all = detected["anomalies"].as_array().unwrap();
        all.iter().filter(|a| a["test"] == test).map(|a| a["id"].as_u64().unwrap()).collect()
    };
    let site = |site: u32, anomalies: &[u64]| json!({"site": site, "executions": 1, "threw": false, "anomalies": anomalies});
    let tests = json!([
        {"test": 0, "sites": [site(0, &of(0)), site(1, &[])]},
        {"test": 1, "sites": [site(2, &of(1))]},
        {"test": 2, "sites": [site(3, &[])]}]);
    call(session, json!({"addFlow": {"tests": tests}})).unwrap();
}

fn found(ranking: &Value) -> Vec<(u64, f64, f64)> {
    let assertions = ranking["assertions"].as_array().unwrap();
    assertions.iter().map(|a| (a["site"].as_u64().unwrap(), a["score"].as_f64().unwrap(), a["position"].as_f64().unwrap())).collect()
}

#[test]
fn the_wrong_assertion_of_the_example_is_found_and_explained() {
    let session = recorded(2);
    let detected = detect(&session, json!({})).unwrap();
    assert_eq!(
        detected["methods"],
        json!([{"manualInvocations": 300, "generatedInvocations": 3, "constraints": detected["constraints"], "variablesLeftOut": 0}])
    );
    // 0 breaks `this.imaginary != 0` at the entry, `return.imaginary != 0` and `return.imaginary != orig(this.imaginary)` at the exit, in
    // two tests; the second is far from all manual ones.
    assert_eq!((&detected["violations"], &detected["keptViolations"]), (&json!(6), &json!(3)));
    let anomalies = json!([
        {"id": 0, "test": 0, "invocation": 4, "method": 0, "moment": "entry", "variable": 0},
        {"id": 1, "test": 0, "invocation": 4, "method": 0, "moment": "exit", "variable": 2}]);
    assert_eq!(detected["anomalies"], anomalies);
    add_flow(&session, &detected);
    let ranking = rank(&session, json!({})).unwrap();
    // Each constraint is violated twice: 1/2 + 1/2 + 1/2.
    assert_eq!(found(&ranking), [(0, 1.5, 1.0)]);
    assert_eq!(ranking["scores"], json!([1.5, 0.0, 0.0, 0.0]));
    assert_eq!(ranking["restPosition"], json!(3.0));
    let totals = &ranking["totals"];
    assert_eq!(
        (&totals["assertions"], &totals["executed"], &totals["unsafe"], &totals["violatedConstraints"]),
        (&json!(4), &json!(4), &json!(1), &json!(3))
    );
    let constraints = ranking["constraints"].as_array().unwrap();
    assert_eq!((&constraints[0]["daikon"], &constraints[0]["java"]), (&json!("this.imaginary != 0"), &json!("this.imaginary != 0.0")));
    assert_eq!(
        (&constraints[1]["daikon"], &constraints[1]["java"]),
        (&json!("return.imaginary != 0"), &json!("result != null && result_imaginary != 0.0"))
    );
    assert_eq!(
        (&constraints[1]["violations"], &constraints[1]["keptViolations"], &constraints[1]["uniqueness"]),
        (&json!(2), &json!(1), &json!(0.5))
    );
    let reasons = &ranking["assertions"][0]["reasons"];
    let example = json!([{"test": "G#a", "invocation": 4, "dos": 0.75, "similar": {"test": "M#m", "invocation": 0},
        "values": [{"name": "return.imaginary", "value": "-0.0"}]}]);
    assert_eq!((&reasons[1]["constraint"], &reasons[1]["examples"]), (&json!(1), &example));
    assert_eq!(ranking["assertions"][0]["tests"], json!(["G#a"]));
    assert_eq!(ranking["assertions"][0]["top"], json!(true));
}

#[test]
fn each_part_of_the_technique_can_be_switched_off() {
    let session = recorded(1);
    let detected = detect(&session, json!({"allAnomalies": true})).unwrap();
    assert_eq!(detected["anomalies"].as_array().unwrap().len(), 4);
    add_flow(&session, &detected);
    let of = |settings: Value| found(&rank(&session, settings).unwrap());
    assert_eq!(of(json!({})), [(0, 1.5, 1.0)]);
    assert_eq!(of(json!({"profileFilter": false})), [(0, 1.5, 1.5), (2, 1.5, 1.5)]);
    assert_eq!(of(json!({"threshold": 0.76})), []);
    assert_eq!(of(json!({"threshold": 0.0})), [(0, 1.5, 1.5), (2, 1.5, 1.5)], "a similarity of 0 is enough");
    assert_eq!(of(json!({"uniqueness": false})), [(0, 3.0, 1.0)]);
    assert_eq!(of(json!({"uniquenessCount": "afterFilter"})), [(0, 3.0, 1.0)]);
    assert_eq!(of(json!({"dataFlow": false})), [(0, 1.5, 1.5), (1, 1.5, 1.5)]);
    assert_eq!(of(json!({"count": "constraints", "uniqueness": false})), [(0, 3.0, 1.0)]);
    let all = of(json!({"profileFilter": false, "dataFlow": false, "uniqueness": false, "top": 1}));
    assert_eq!(all, [(0, 3.0, 2.0), (1, 3.0, 2.0), (2, 3.0, 2.0)]);
}

#[test]
fn the_strongest_constraint_decides_weighed_by_its_reliability_and_by_what_was_read() {
    let session = recorded(1);
    let detected = detect(&session, json!({"allAnomalies": true})).unwrap();
    add_flow(&session, &detected);
    assert_eq!(found(&ranked(&session, json!({})).unwrap()), [(0, 0.5, 1.0)]);
    // Violated by two of three executions: (1 + 1) / (3 + 2) of 1/2.
    let answer = ranked(&session, json!({"reliability": true})).unwrap();
    assert_eq!(found(&answer), [(0, 0.5 * 0.4, 1.0)]);
    let reasons = answer["assertions"][0]["reasons"].as_array().unwrap();
    assert!(reasons.len() == 3 && reasons.iter().all(|r| r["score"] == json!(0.5 * 0.4)), "{reasons:?}");
    // The same constraints speak against the other one, which was read before.
    let both = ranked(&session, json!({"profileFilter": false, "reliability": true, "diversified": true})).unwrap();
    assert_eq!(found(&both), [(0, 0.5 * 0.4, 1.0), (2, 0.5 * 0.4 * (2.0 / 3.0), 2.0)]);
}

#[test]
fn what_cannot_be_answered_is_refused_with_the_reason() {
    let session = recorded(1);
    let refusal = |result: Result<Value>| result.unwrap_err().message;
    assert!(refusal(rank(&session, json!({}))).contains("detect them first"));
    assert!(refusal(detect(&session, json!({"threshold": 1.5}))).contains("setting threshold is 1.5: choose a number from 0 to 1"));
    let too_few = json!({"manualTests": tests(&["M#m"]), "generatedTests": tests(&["G#a"]), "settings": {}});
    assert!(refusal(call(&session, json!({"detectAnomalies": too_few}))).contains("names test 2, but 1 tests are listed"));
    let detected = detect(&session, json!({})).unwrap();
    assert!(session.append_invocations(Run::Manual, 0, &[]).unwrap_err().message.contains("detected already"));
    let flow = |test: u32, anomaly: u32| {
        let site = json!({"site": 9, "executions": 1, "threw": false, "anomalies": [anomaly]});
        call(&session, json!({"addFlow": {"tests": [{"test": test, "sites": [site]}]}}))
    };
    assert!(refusal(flow(7, 0)).contains("names test 7: there are 3"));
    assert!(refusal(flow(1, 0)).contains("names anomaly 0, which is none of that test"));
    assert!(refusal(flow(0, 99)).contains("names anomaly 99"));
    add_flow(&session, &detected);
    assert!(refusal(rank(&session, json!({"profileFilter": false}))).contains("allAnomalies"));
    assert!(refusal(rank(&session, json!({"threshold": 0.5}))).contains("allAnomalies"));
    flow(0, 0).unwrap();
    assert!(refusal(rank(&session, json!({}))).contains("names site 9: 4 sites are listed"));
    assert!(
        refusal(call(&session, json!({"openRanking": {"methods": [], "statements": 0, "profile": "invocation"}}))).contains("no method")
    );
    let nothing = super::super::session::Session::open(&{
        let OpenCall::Open(open) = parse(json!({"open": {"threads": 1, "path": null, "mode": "new", "limits": {"maxStates": 1, "maxUnitBytes": 10, "maxBytes": 10}, "duplicateIncorrect": "drop"}})).unwrap();
        open
    })
    .unwrap();
    assert!(nothing.append_invocations(Run::Manual, 0, &[]).unwrap_err().message.contains("no ranking yet"));
    call(&nothing, json!({"openRanking": plan()})).unwrap();
    let large = records(&[(0, 0, 1.0, &[])]);
    assert!(nothing.append_invocations(Run::Manual, 0, &large).unwrap_err().message.contains("maxUnitBytes"));
}

#[test]
fn a_test_that_does_not_count_leaves_no_trace() {
    let session = recorded(1);
    let settings = json!({"allAnomalies": true});
    let unused = json!([{"name": "G#a", "used": false}, {"name": "G#b", "used": true}, {"name": "G#c", "used": true}]);
    let detected =
        call(&session, json!({"detectAnomalies": {"manualTests": tests(&["M#m"]), "generatedTests": unused, "settings": settings}}))
            .unwrap();
    assert_eq!((&detected["violations"], &detected["methods"][0]["generatedInvocations"]), (&json!(3), &json!(2)));
    let unused = json!([{"name": "M#m", "used": false}]);
    let detected = call(
        &session,
        json!({"detectAnomalies": {"manualTests": unused, "generatedTests": tests(&["a", "b", "c"]), "settings": settings}}),
    )
    .unwrap();
    assert_eq!((&detected["violations"], &detected["constraints"], &detected["manualProfiles"]), (&json!(0), &json!(0), &json!(0)));
}
