//! A selection of paths by its requests.

use crate::engine::session::Session;
use crate::engine::session::tests::{call, in_memory};
use crate::error::ErrorKind;
use serde_json::{Value, json};

fn text(text: &str) -> Value {
    json!({"clauses": [{"kind": "text", "text": text, "holds": true}]})
}

fn opened() -> Session {
    let session = in_memory(1);
    call(&session, json!({"openPaths": {"settings": {}, "seed": 1}})).unwrap();
    session
}

fn refusal(session: &Session, request: Value) -> String {
    call(session, request).unwrap_err().message
}

#[test]
fn a_selection_goes_from_the_first_offer_to_what_was_learnt() {
    let session = opened();
    let compare = json!({"clauses": [{"kind": "compare", "left": "x", "operator": ">", "right": "0"}]});
    let alternatives =
        json!([{"condition": compare}, {"condition": text("x > 0")}, {"condition": text("y > 0 && z == null"), "branches": ["b"]}]);
    let offers = call(&session, json!({"offerPaths": {"alternatives": alternatives}})).unwrap();
    let expected = json!([{"outcome": "queued", "id": 0}, {"outcome": "seen", "id": null}, {"outcome": "queued", "id": 1}]);
    assert_eq!(offers["offers"], expected, "a comparison is what its text is");
    let attempts = call(&session, json!({"pollPaths": {"count": 5}})).unwrap();
    let expected = json!([{"id": 0, "choice": "fifo", "prediction": null}, {"id": 1, "choice": "fifo", "prediction": null}]);
    assert_eq!(attempts["attempts"], expected);
    call(&session, json!({"reportPath": {"id": 0, "outcome": "solved", "executed": text("x > 0 && w < 3")}})).unwrap();
    call(&session, json!({"reportPath": {"id": 1, "outcome": "failed"}})).unwrap();
    assert_eq!(call(&session, json!({"executedPath": {"path": text("v > 0")}})).unwrap(), json!({"overtaken": []}));
    call(&session, json!({"coverBranches": {"branches": ["b"]}})).unwrap();
    let statistics = call(&session, json!({"pathStatistics": {}})).unwrap();
    assert_eq!((&statistics["feasibleItems"], &statistics["infeasibleItems"]), (&json!(3), &json!(1)));
    let training = call(&session, json!({"pathTraining": {}})).unwrap();
    let other = opened();
    call(&other, json!({"learnPathTraining": training})).unwrap();
    assert_eq!(call(&other, json!({"pathTraining": {}})).unwrap(), training);
}

#[test]
fn alternatives_negate_one_clause_after_the_other() {
    let session = opened();
    let executed = json!({"clauses": [
        {"kind": "compare", "left": "x", "operator": "<", "right": "3"},
        {"kind": "fresh", "origin": "o", "class": "C", "holds": true},
        {"kind": "text", "text": "f(x) || g(x)", "holds": true}]});
    let found = call(&session, json!({"pathAlternatives": {"executed": executed, "from": 1}})).unwrap();
    let found = found["alternatives"].as_array().unwrap();
    assert_eq!(found.len(), 2);
    assert_eq!(found[0]["clauses"][1], json!({"kind": "fresh", "origin": "o", "class": "C", "holds": false}));
    assert_eq!(found[1]["clauses"][2], json!({"kind": "text", "text": "f(x) || g(x)", "holds": false}));
    assert_eq!(found[1]["clauses"][0], executed["clauses"][0]);
}

#[test]
fn what_is_wrong_is_said_and_changes_nothing() {
    let session = in_memory(1);
    let closed = call(&session, json!({"pollPaths": {"count": 1}})).unwrap_err();
    assert_eq!((closed.kind, closed.message.as_str()), (ErrorKind::InvalidState, "no selection of paths was opened"));
    let open = |settings: Value| json!({"openPaths": {"settings": settings, "seed": 1}});
    assert!(refusal(&session, open(json!({"maxClauses": 0}))).contains("setting maxClauses is 0: choose a whole number from 1 to 100000"));
    assert!(refusal(&session, open(json!({"slicing": "some"}))).contains("unknown variant `some`"));
    assert!(refusal(&session, open(json!({"loud": true}))).contains("unknown field `loud`"));
    let session = opened();
    let offered = json!([{"condition": text("x > 0")}, {"condition": text("y > 0 &&")}]);
    assert_eq!(refusal(&session, json!({"offerPaths": {"alternatives": offered}})), "clause 2 of a path condition is empty");
    assert!(refusal(&session, json!({"offerPaths": {"alternatives": [{"condition": {"clauses": []}}]}})).contains("has no clause"));
    assert_eq!(call(&session, json!({"pathStatistics": {}})).unwrap()["offered"], json!(0));
    let report = json!({"reportPath": {"id": 3, "outcome": "failed"}});
    assert_eq!(refusal(&session, report), "attempt 3 is not under way: it was reported on, or never polled");
    let report = json!({"reportPath": {"id": 3, "outcome": "failed", "executed": text("x > 0")}});
    assert!(refusal(&session, report).starts_with("executed is given of an attempt that is not solved"));
    assert!(refusal(&session, json!({"learnPathTraining": {"training": "{"}})).starts_with("the training set does not parse: EOF"));
}
