//! A session from the first request to the improved assertion, without Java.

use super::*;
use crate::ErrorKind;
use crate::compute::control::Snapshot;
use crate::engine::assertions::Fetch;
use crate::engine::improve::{Improve, ImproveCall, ImproveSlot, Improvement, Observer};
use crate::engine::parsing::parse_over;
use crate::engine::request;
use crate::engine::session::OpenCall;
use crate::evidence::record::Layout;
use crate::evidence::schema::Schema;
use crate::improve::evolution::StopReason;
use serde_json::{Value, json};
use std::path::Path;
use std::time::Duration;

fn parse<T: serde::de::DeserializeOwned>(request: Value) -> Result<T> {
    request::parse(json!({"schemaVersion": 1, "request": request}).to_string().as_bytes())
}

fn open_with(threads: usize, path: Option<&Path>, mode: &str, limits: Value) -> Result<Session> {
    let OpenCall::Open(open) = parse(json!({"open": {
        "threads": threads, "path": path, "mode": mode, "limits": limits, "duplicateIncorrect": "drop"}}))?;
    Session::open(&open)
}

pub fn in_memory(threads: usize) -> Session {
    open_with(threads, None, "new", json!({"maxStates": 1000, "maxUnitBytes": 100_000, "maxBytes": 1_000_000})).unwrap()
}

pub fn call(session: &Session, request: Value) -> Result<Value> {
    session.call(&parse(request)?).map(|json| serde_json::from_slice(&json).unwrap())
}

fn begin(session: &Session) {
    let variables = json!([{"name": "x", "type": "int"}, {"name": "result", "type": "int"}]);
    call(session, json!({"begin": {"schema": {"method": "C#abs(int)", "variables": variables}, "inputs": {}}})).unwrap();
}

fn records(states: &[(i64, i64)]) -> Vec<u8> {
    let schema = Schema {
        method: "C#abs(int)".into(),
        variables: ["x", "result"].map(|n| crate::evidence::schema::Variable::new(n, crate::evidence::schema::ValueType::Int)).into(),
    };
    let mut batch = Vec::new();
    for (invocation, &(x, result)) in states.iter().enumerate() {
        Layout::new(&schema).write(&mut batch, 0, invocation as u32, 0, &[Some(x as u64), Some(result as u64)]);
    }
    batch
}

fn begin_unit(session: &Session, index: u64, kind: &str) -> Result<u64> {
    let token = call(session, json!({"beginUnit": {"index": index, "id": format!("u{index}"), "kind": kind}}))?;
    Ok(token["unit"].as_u64().unwrap())
}

fn finish(session: &Session, unit: u64, tests: &[&str]) -> Result<Value> {
    call(session, json!({"finishUnit": {"unit": unit, "status": "completed", "tests": tests, "outcome": "{}"}}))
}

fn submit(session: &Session, index: u64, kind: &str, states: &[(i64, i64)]) {
    let unit = begin_unit(session, index, kind).unwrap();
    assert_eq!(session.append(unit, &records(states)), Ok(states.len()));
    finish(session, unit, &["t"]).unwrap();
}

/// abs, a mutant that returns x, one that returns -x.
fn abs(threads: usize) -> Session {
    let session = in_memory(threads);
    begin(&session);
    submit(&session, 0, "original", &[(-7, 7), (-1, 1), (0, 0), (1, 1), (5, 5)]);
    submit(&session, 1, "mutant", &[(-7, -7), (-1, -1), (0, 0), (1, 1), (5, 5)]);
    submit(&session, 2, "mutant", &[(-7, 7), (-1, 1), (0, 0), (1, -1), (5, -5)]);
    session
}

struct Nobody;

impl Observer for Nobody {
    fn interrupted(&mut self) -> bool {
        false
    }
    fn progress(&mut self, _: Snapshot, _: Duration) -> bool {
        true
    }
}

fn improve_request(assertion: &str, seed: i64, settings: Value) -> Improve {
    let ImproveCall::Improve(request) = parse(json!({"improve": {"assertion": assertion, "seed": seed, "budgetMillis": 60_000,
        "progressMillis": 1, "history": true, "settings": settings, "engine": "coevolution"}}))
    .unwrap();
    request
}

#[test]
fn every_engine_finds_a_perfect_assertion_for_abs_and_synthesis_tells_its_floor() {
    for (engine, synthesizes) in [("coevolution", false), ("synthesis", true), ("hybrid", true)] {
        let ImproveCall::Improve(request) = parse(json!({"improve": {"assertion": "true", "seed": 3, "budgetMillis": 60_000,
            "progressMillis": 10, "history": false, "settings": {"populationSize": 200, "migrants": 20},
            // Five states justify nothing: the gates would let no clause pass.
            "synthesis": {"gates": false}, "engine": engine}}))
        .unwrap();
        let improvement = abs(1).improve(&request, &mut Nobody).unwrap();
        assert_eq!((improvement.improved.unwrap().fn_, improvement.stop_reason), (0, StopReason::Perfect), "{engine}");
        assert_eq!(improvement.floor.map(|f| f.fn_), synthesizes.then_some(0), "{engine}");
        assert_eq!(improvement.gap, synthesizes.then_some(0), "{engine}");
    }
}

#[test]
fn the_clauses_of_the_best_assertion_say_what_they_are_good_for() {
    let figures = |assertion: &str| {
        let session = abs(1);
        let assembly = session.evidence().assembly().unwrap();
        let expr = parse_over(assertion, &assembly).unwrap();
        let clauses = crate::engine::clauses::of(&expr, &assembly, |e| session.evaluate(&assembly, e));
        clauses.into_iter().map(|c| (c.assertion, c.mutants, c.states, c.alone, c.support)).collect::<Vec<_>>()
    };
    assert_eq!(
        figures("result == x || result == -x && result >= 0"),
        [("result == x || result == -x && result >= 0".to_owned(), 1, 2, 2, 4)]
    );
    assert_eq!(
        figures("result >= 0 && (x < 0 ==> result == -x)"),
        [("result >= 0".to_owned(), 2, 4, 2, 5), ("x < 0 ==> result == -x".to_owned(), 1, 2, 0, 2)]
    );
    assert!(figures("true").is_empty());
}

fn improve(session: &Session, seed: i64) -> Improvement {
    session.improve(&improve_request("result >= x", seed, json!({"populationSize": 200, "migrants": 20})), &mut Nobody).unwrap()
}

#[test]
fn the_summary_counts_what_was_submitted() {
    let summary = call(&abs(1), json!({"summary": {}})).unwrap();
    assert_eq!((&summary["correct"], &summary["incorrect"], &summary["tests"]), (&json!(5), &json!(4), &json!(1)));
    let expected = json!({"total": 2, "killedBeforeAssertion": 0, "likelyEquivalent": 0, "notJudged": 0, "detected": 0, "survived": 2});
    assert_eq!((&summary["tooLong"], &summary["inheritedCorruption"]), (&json!(0), &json!(0)));
    assert_eq!(summary["mutants"], expected);
}

#[test]
fn an_assertion_is_scored_on_all_states() {
    let scored = call(&abs(1), json!({"evaluate": {"assertion": "result >= x"}})).unwrap();
    assert_eq!((&scored["fp"], &scored["fn"], &scored["text"]["size"]), (&json!(0), &json!(2), &json!(3)));
    let verdicts: Vec<_> = scored["verdicts"].as_array().unwrap().iter().map(|v| (&v["mutant"], &v["verdict"])).collect();
    assert_eq!(verdicts, [(&json!("u1"), &json!("survived")), (&json!("u2"), &json!("detected"))]);
}

#[test]
fn abs_is_improved_to_a_perfect_assertion_whatever_the_number_of_threads() {
    let improvement = improve(&abs(1), 3);
    let improved = improvement.improved.as_ref().unwrap();
    assert_eq!((improved.fp, improved.fn_, improvement.stop_reason), (0, 0, StopReason::Perfect));
    assert_eq!(improvement.history.len() as u32, improvement.generations + 1);
    let with_two = improve(&abs(2), 3);
    assert_eq!(with_two.improved.as_ref(), Some(improved));
    assert_eq!((with_two.history, with_two.evaluations), (improvement.history.clone(), improvement.evaluations));
    assert_ne!(improve(&abs(2), 4).history, improvement.history, "another seed, another search");
}

#[test]
fn an_assertion_that_is_best_already_is_not_improved() {
    let session = in_memory(1);
    begin(&session);
    submit(&session, 0, "original", &[(1, 1)]);
    let request = improve_request("true", 0, json!({"populationSize": 20, "migrants": 2, "elites": 2, "minGenerations": 3}));
    let improvement = session.improve(&request, &mut Nobody).unwrap();
    assert_eq!((improvement.initial.rank(), improvement.improved), ((0, 0, 1), None));
}

#[test]
fn states_are_fetched_with_their_verdict_in_batches_of_any_size() {
    let session = abs(1);
    let size = 4 + 1 + 1 + 16;
    let request = |first_state| Fetch { assertion: "result >= x".into(), first_state };
    let mut all = vec![0xee; 20 * size];
    assert_eq!(session.fetch(&request(0), &mut all), Ok((9, 9 * size)));
    let row = |i: usize| {
        let state = &all[i * size..][..size];
        assert_eq!(state[..4], [18, 0, 0, 0]);
        let value = |at: usize| i64::from_le_bytes(state[6 + 8 * at..][..8].try_into().unwrap());
        (state[4], state[5], value(0), value(1))
    };
    assert_eq!(row(0), (0b11, 0b11, -7, 7));
    assert_eq!((row(5), row(8)), ((0b10, 0b11, -7, -7), (0b00, 0b11, 5, -5)));
    let mut few = vec![0; 2 * size + 5];
    assert_eq!(session.fetch(&request(8), &mut few), Ok((1, size)));
    assert_eq!(few[..size], all[8 * size..9 * size]);
    assert_eq!(session.fetch(&request(9), &mut []), Ok((0, 0)));
    assert!(session.fetch(&request(0), &mut [0; 5]).unwrap_err().message.contains("the state takes 22"));
}

#[test]
fn contents_are_fetched_as_they_were_written() {
    use crate::evidence::record::Value;
    use crate::evidence::schema::{Element, ValueType, Variable};
    let types =
        [ValueType::Text, ValueType::Sequence(Element::Text), ValueType::Bag(Element::Double), ValueType::Sequence(Element::Boolean)];
    let mut variables = vec![Variable::new("r", ValueType::Reference)];
    for (i, t) in types.into_iter().enumerate() {
        variables.push(Variable { receiver: Some("r".into()), ..Variable::new(format!("r{i}[*]"), t) });
    }
    let schema = Schema { method: "C#m()".into(), variables };
    let session = in_memory(1);
    call(&session, json!({"begin": {"schema": schema, "inputs": {}}})).unwrap();
    let text = |t: &str| t.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
    let mut texts = Vec::new();
    [Some("ä"), None, Some("")].iter().for_each(|t| crate::evidence::contents::push_text(&mut texts, t.map(text).as_deref()));
    let bits = |values: &[u64]| values.iter().flat_map(|v| v.to_le_bytes()).collect::<Vec<u8>>();
    let doubles = [(-1.5f64).to_bits(), 2.0f64.to_bits()];
    let contents = [text("ab"), texts, bits(&doubles), bits(&[1, 0, 1])];
    let values: Vec<_> = std::iter::once(Value::Bits(1)).chain(contents.into_iter().map(|c| Value::Contents(c.into()))).map(Some).collect();
    let null: Vec<_> = std::iter::once(Some(Value::Bits(0))).chain([None, None, None, None]).collect();
    let layout = Layout::new(&schema);
    let mut batch = Vec::new();
    layout.write_values(&mut batch, 0, 0, 0, &values);
    layout.write_values(&mut batch, 0, 1, 0, &null);
    let unit = begin_unit(&session, 0, "original").unwrap();
    assert_eq!(session.append(unit, &batch), Ok(2));
    finish(&session, unit, &["t"]).unwrap();

    let mut expected = Vec::new();
    for state in [&values, &null] {
        let mut fetched = vec![0b11];
        layout.write_state(&mut fetched, state);
        expected.extend_from_slice(&(fetched.len() as u32).to_le_bytes());
        expected.extend_from_slice(&fetched);
    }
    let mut buffer = vec![0; 1000];
    let request = |first_state| Fetch { assertion: "true".into(), first_state };
    assert_eq!(session.fetch(&request(0), &mut buffer), Ok((2, expected.len())));
    assert_eq!(buffer[..expected.len()], expected);
    let mut short = vec![0; expected.len() - 1];
    assert_eq!(session.fetch(&request(0), &mut short).unwrap().0, 1, "whole states only");
}

#[test]
fn what_is_appended_is_evidence_only_once_its_unit_is_finished() {
    let session = abs(1);
    let unit = begin_unit(&session, 3, "mutant").unwrap();
    session.append(unit, &records(&[(9, 8)])).unwrap();
    assert_eq!(call(&session, json!({"summary": {}})).unwrap()["incorrect"], json!(4));
    finish(&session, unit, &["t"]).unwrap();
    assert_eq!(call(&session, json!({"summary": {}})).unwrap()["incorrect"], json!(5));
    assert_eq!(session.append(unit, &records(&[(9, 8)])).unwrap_err().kind, ErrorKind::InvalidState);
    assert_eq!(finish(&session, unit, &["t"]).unwrap_err().kind, ErrorKind::InvalidState);
}

#[test]
fn a_unit_has_its_index_and_id_alone_and_its_tests_are_listed() {
    let session = abs(1);
    assert_eq!(begin_unit(&session, 2, "mutant").unwrap_err().message, "unit 2 (`u2`) is finished already");
    let unit = begin_unit(&session, 5, "mutant").unwrap();
    assert_eq!(begin_unit(&session, 5, "mutant").unwrap_err().message, "unit 5 (`u5`) is open already");
    session.append(unit, &records(&[(9, 8)])).unwrap();
    assert_eq!(finish(&session, unit, &[]).unwrap_err().message, "unit `u5`: a state refers to test 0, but 0 tests are listed");
    call(&session, json!({"dropUnit": {"unit": unit}})).unwrap();
    begin_unit(&session, 5, "mutant").unwrap();
}

#[test]
fn a_unit_that_outgrows_its_bound_is_refused_and_keeps_what_it_has() {
    let session = in_memory(1);
    begin(&session);
    let unit = begin_unit(&session, 0, "original").unwrap();
    let many: Vec<_> = (0..3_000).map(|i| (i, i)).collect();
    session.append(unit, &records(&many[..2_000])).unwrap();
    let message = session.append(unit, &records(&many)).unwrap_err().message;
    assert!(message.contains("unit `u0` has more states than fit into 0 MiB"), "{message}");
    finish(&session, unit, &["t"]).unwrap();
    assert_eq!(call(&session, json!({"units": {}})).unwrap()["units"][0]["states"], json!(2_000));
}

#[test]
fn a_session_dropped_within_a_unit_leaves_the_finished_ones() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("e.db");
    let limits = json!({"maxStates": 1000, "maxUnitBytes": 100_000, "maxBytes": 1_000_000});
    let session = open_with(1, Some(&file), "new", limits.clone()).unwrap();
    begin(&session);
    submit(&session, 0, "original", &[(1, 1)]);
    let unfinished = begin_unit(&session, 1, "mutant").unwrap();
    session.append(unfinished, &records(&[(9, 8)])).unwrap();
    drop(session);
    let session = open_with(1, Some(&file), "resume", limits).unwrap();
    begin(&session);
    let units = call(&session, json!({"units": {}})).unwrap();
    assert_eq!(units["units"].as_array().unwrap().len(), 1);
    submit(&session, 1, "mutant", &[(1, 0)]);
    assert_eq!(call(&session, json!({"summary": {}})).unwrap()["incorrect"], json!(1));
}

#[test]
fn exported_states_import_into_the_same_evidence() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("states.jsonl");
    let session = abs(1);
    call(&session, json!({"exportStates": {"path": file}})).unwrap();
    assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 1, "no partial file stays");
    let again = in_memory(1);
    call(&again, json!({"importStates": {"path": file}})).unwrap();
    assert_eq!(call(&again, json!({"summary": {}})).unwrap(), call(&session, json!({"summary": {}})).unwrap());
    assert_eq!(improve(&again, 1).improved, improve(&session, 1).improved);
    let message = call(&again, json!({"importStates": {"path": dir.path().join("absent")}})).unwrap_err().message;
    assert!(message.starts_with("the states file") && message.ends_with("does not exist"), "{message}");
}

#[test]
fn requests_out_of_order_say_what_comes_first() {
    let session = in_memory(1);
    for request in
        [json!({"schema": {}}), json!({"check": {"assertion": "true"}}), json!({"beginUnit": {"index": 0, "id": "u", "kind": "original"}})]
    {
        let error = call(&session, request).unwrap_err();
        assert_eq!(error.kind, ErrorKind::InvalidState);
        assert!(error.message.contains("there is no evidence yet"), "{}", error.message);
    }
    begin(&session);
    let error = session.improve(&improve_request("true", 0, json!({})), &mut Nobody).unwrap_err();
    assert!(error.message.contains("no run of the original class is finished"), "{}", error.message);
    submit(&session, 0, "original", &[]);
    let error = session.improve(&improve_request("true", 0, json!({})), &mut Nobody).unwrap_err();
    assert!(error.message.contains("no stable test reached the end of the method"), "{}", error.message);
}

#[test]
fn settings_out_of_range_and_assertions_that_do_not_parse_are_refused() {
    let session = abs(1);
    let error = session.improve(&improve_request("true", 0, json!({"populationSize": 1})), &mut Nobody).unwrap_err();
    assert!(error.message.contains("populationSize"), "{}", error.message);
    let error = session.improve(&improve_request("result >= y", 0, json!({})), &mut Nobody).unwrap_err();
    assert!(error.message.contains('y') && error.kind == ErrorKind::InvalidInput, "{}", error.message);
}

/// Runs a search that would take long, with an observer that acts on its third question.
fn stopped_by(session: &Session, act: impl FnMut() -> bool) -> Improvement {
    struct Acting<F>(F, u32);
    impl<F: FnMut() -> bool> Observer for Acting<F> {
        fn interrupted(&mut self) -> bool {
            self.1 += 1;
            self.1 > 3 && (self.0)()
        }
        fn progress(&mut self, _: Snapshot, _: Duration) -> bool {
            true
        }
    }
    let endless = improve_request("true", 0, json!({"minGenerations": 1_000_000, "maxGenerations": 1_000_000}));
    session.improve(&endless, &mut Acting(act, 0)).unwrap()
}

#[test]
fn an_observer_a_canceller_and_a_closing_owner_end_a_search_with_the_best_so_far() {
    let session = abs(2);
    assert_eq!(stopped_by(&session, || true).stop_reason, StopReason::Cancelled);
    let cancelling = stopped_by(&session, || {
        session.cancel();
        false
    });
    assert_eq!((cancelling.stop_reason, cancelling.initial.fn_), (StopReason::Cancelled, 4));
}

#[test]
fn a_search_does_not_begin_on_a_closed_session() {
    let session = abs(1);
    assert_eq!(
        stopped_by(&session, || {
            session.close();
            false
        })
        .stop_reason,
        StopReason::Cancelled
    );
    let error = session.improve(&improve_request("true", 0, json!({})), &mut Nobody).unwrap_err();
    assert_eq!((error.kind, error.message.as_str()), (ErrorKind::InvalidState, "the engine is closed"));
}

#[test]
fn a_cancel_while_the_evidence_is_assembled_is_not_lost() {
    let session = abs(1);
    let endless = improve_request("true", 0, json!({"minGenerations": 1_000_000, "maxGenerations": 1_000_000}));
    let assembling = session.evidence().store();
    let improvement = std::thread::scope(|scope| {
        let search = scope.spawn(|| session.improve(&endless, &mut Nobody));
        while session.slot::<ImproveSlot>().is_free() {
            std::thread::yield_now();
        }
        session.cancel();
        drop(assembling);
        search.join().unwrap()
    });
    assert_eq!(improvement.unwrap().stop_reason, StopReason::Cancelled);
}

#[test]
fn one_search_runs_at_a_time_and_the_next_may_follow() {
    let session = abs(2);
    let mut second = None;
    stopped_by(&session, || {
        second = Some(session.improve(&improve_request("true", 0, json!({})), &mut Nobody).unwrap_err());
        true
    });
    assert_eq!(second.unwrap().kind, ErrorKind::InvalidState);
    assert_eq!(improve(&session, 3).stop_reason, StopReason::Perfect);
}

#[test]
fn the_engine_answers_while_it_searches() {
    let session = abs(1);
    let mut answer = Value::Null;
    stopped_by(&session, || {
        answer = call(&session, json!({"evaluate": {"assertion": "result >= 0"}})).unwrap();
        true
    });
    assert_eq!(answer["fn"], json!(0));
}

#[test]
fn constants_of_the_program_reach_the_dataset() {
    let session = in_memory(1);
    let schema = json!({"method": "C#m(int)", "variables": [{"name": "x", "type": "int"}]});
    let begin = json!({"begin": {"schema": schema, "inputs": {}, "constants": {"integers": [31], "reals": [0.5], "texts": ["k"]}}});
    call(&session, begin).unwrap();
    let unit = begin_unit(&session, 0, "original").unwrap();
    let mut batch = Vec::new();
    Layout::new(&serde_json::from_value(schema).unwrap()).write(&mut batch, 0, 0, 0, &[Some(1)]);
    session.append(unit, &batch).unwrap();
    finish(&session, unit, &["t"]).unwrap();
    let constants = session.evidence().assembly().unwrap().dataset.constants.clone();
    assert_eq!((constants.integers, constants.reals, constants.texts), (vec![31], vec![0.5], vec!["k".to_owned()]));
}
