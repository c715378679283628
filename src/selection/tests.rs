//! The worked example of the paper (Figure 1), from the bare graph, and what is refused.

use super::acyclic::break_cycles;
use super::capability::{capabilities, capability_row};
use super::executed::Executions;
use super::oracle_data::{DatumKind, OracleData, OracleDatum};
use super::*;
use crate::program::chains::Definition;

/// o1 .. o9 as 0 .. 8: n read; factorial = 1; i = n; factorial = 0; factorial = multiply(..); i = i - 1; num1; num2; result.
fn figure_1() -> SubstitutionGraph {
    let p = 0.125;
    let chains = [(1, 3, 1.0), (3, 6, p), (3, 8, p), (2, 7, p), (7, 9, 1.0), (8, 9, 1.0), (9, 5, 1.0)];
    let chains = chains.map(|(observed, observer, probability)| Chain { observer: observer - 1, observed: observed - 1, probability });
    SubstitutionGraph::new(9, &chains).unwrap()
}

fn alpha(value: f64) -> Alpha {
    Alpha::new(value).unwrap()
}

/// (o1-based datum, capability) of a selection.
fn selection(a: f64, impact: Impact, count: usize) -> Vec<(usize, f64)> {
    select(&figure_1(), alpha(a), impact, count).into_iter().map(|s| (s.datum + 1, s.capability)).collect()
}

#[test]
fn figure_1_without_transitive_substitution() {
    assert_eq!(capabilities(&figure_1(), alpha(0.0)), [1.0, 1.0, 2.0, 1.0, 2.0, 1.125, 1.125, 1.125, 3.0]);
    let order = [(9, 3.0), (3, 2.0), (2, 1.0), (4, 1.0), (5, 1.0), (6, 1.0), (7, 0.0), (8, 0.0), (1, 0.0)];
    assert_eq!(selection(0.0, Impact::Differentiated, 10), order);
}

#[test]
fn figure_1_with_half_transitive_substitution() {
    let foc = [1.0, 1.0, 2.0, 1.0, 3.078125, 1.1875, 1.125, 1.1875, 3.15625];
    assert_eq!(capabilities(&figure_1(), alpha(0.5)), foc);
    let uniform = selection(0.5, Impact::Uniform(1.0), 4);
    assert_eq!(uniform, [(9, 3.15625), (4, 1.0), (5, 1.0), (6, 1.0)]);
    let rounded: Vec<_> = selection(0.5, Impact::Differentiated, 7).into_iter().map(|(o, c)| (o, (c * 1e4).round() / 1e4)).collect();
    assert_eq!(rounded, [(9, 3.1563), (3, 1.9063), (5, 1.0293), (4, 1.0), (6, 1.0), (2, 0.8514), (7, 0.0060)]);
}

#[test]
fn figure_1_with_whole_transitive_substitution() {
    let chosen = selection(1.0, Impact::Differentiated, 5);
    assert_eq!(chosen, [(5, 4.375), (3, 1.75), (4, 1.0), (6, 1.0), (2, 0.875)]);
}

#[test]
fn a_selected_datum_says_what_it_observes() {
    let first = select(&figure_1(), alpha(0.5), Impact::Differentiated, 1).remove(0);
    assert_eq!(first.observes, [(6, 1.0), (7, 1.0), (8, 1.0), (1, 0.0625), (2, 0.0625), (0, 0.03125)]);
    assert_eq!(capability_row(&figure_1(), alpha(0.0), 4), [(4, 1.0), (8, 1.0)]);
}

#[test]
fn the_sum_over_paths_is_capped_when_it_is_read_only() {
    // 0 -> 1, 2, 3 -> 4 -> 5: three paths of probability 1 to 4 are 3, not 1, on their way to 5.
    let chains = [(0, 1), (0, 2), (0, 3), (1, 4), (2, 4), (3, 4), (4, 5)].map(|(observed, observer)| {
        let probability = if observer == 5 { 0.5 } else { 1.0 };
        Chain { observer, observed, probability }
    });
    let graph = SubstitutionGraph::new(6, &chains).unwrap();
    assert_eq!(capability_row(&graph, alpha(1.0), 4).last(), Some(&(0, 1.0)));
    assert_eq!(capability_row(&graph, alpha(1.0), 5).last(), Some(&(0, 1.0)), "0.5 x 3, capped");
}

#[test]
fn no_data_no_selection() {
    let graph = SubstitutionGraph::new(0, &[]).unwrap();
    assert_eq!(select(&graph, alpha(1.0), Impact::Differentiated, 10), []);
    assert_eq!(selection(0.0, Impact::Differentiated, 0), []);
}

#[test]
fn what_is_no_substitution_graph_is_refused() {
    let refusal = |chains: &[(u32, u32, f64)]| {
        let chains: Vec<_> = chains.iter().map(|&(observed, observer, probability)| Chain { observer, observed, probability }).collect();
        SubstitutionGraph::new(3, &chains).unwrap_err().message
    };
    assert_eq!(refusal(&[(0, 3, 1.0)]), "a chain leads from datum 0 to 3, but there are 3 data");
    assert!(refusal(&[(0, 1, 0.0)]).contains("above 0 and at most 1"));
    assert!(refusal(&[(0, 1, f64::NAN)]).contains("above 0 and at most 1"));
    assert!(refusal(&[(0, 1, 1.0), (0, 1, 0.5)]).starts_with("two chains"));
    assert!(refusal(&[(0, 1, 1.0), (1, 2, 1.0), (2, 0, 1.0)]).contains("cycle"));
    assert!(Alpha::new(1.5).is_err() && Alpha::new(f64::NAN).is_err());
    assert!(Impact::uniform(-0.1).is_err());
}

#[test]
fn cycles_are_broken_at_their_least_likely_chain_and_nowhere_else() {
    let chain = |observed, observer, probability| Chain { observer, observed, probability };
    // A cycle 0 1 2 whose unlikely chain is 1 -> 2, a chain against the order outside of it, a datum that uses itself.
    let mut chains = vec![chain(0, 1, 1.0), chain(1, 2, 0.1), chain(2, 0, 1.0), chain(4, 3, 1.0), chain(3, 3, 1.0)];
    assert_eq!(break_cycles(5, &mut chains), [chain(1, 2, 0.1), chain(3, 3, 1.0)]);
    assert_eq!(chains, [chain(0, 1, 1.0), chain(2, 0, 1.0), chain(4, 3, 1.0)]);
    // Of equals the one that leads back.
    let mut equal = vec![chain(0, 1, 0.5), chain(1, 2, 0.5), chain(2, 0, 0.5)];
    assert_eq!(break_cycles(3, &mut equal), [chain(2, 0, 0.5)]);
}

/// Data 0, 1 and 2 and a condition 3, of one method but for datum 2: 0 -> 3 -> 1 -> 2.
fn with_condition() -> OracleData {
    let definition = |place: usize| Definition { method: place / 2 % 2, operation: place as u32 };
    let datum =
        |place| OracleDatum { definition: definition(place), kind: DatumKind::Return, name: None, owner: None, element: false, line: 0 };
    let chain = |observed, observer| Chain { observer, observed, probability: 0.5 };
    OracleData {
        data: (0..3).map(datum).collect(),
        operations: vec![Vec::new(); 3],
        conditions: vec![Definition { method: 0, operation: 9 }],
        graph: SubstitutionGraph::new(4, &[chain(0, 3), chain(3, 1), chain(1, 2)]).unwrap(),
        cyclic: 0,
    }
}

#[test]
fn what_no_test_executes_counts_nothing_and_chains_need_both_ends_in_one_test() {
    let data = with_condition();
    let executions = Executions::of(&data, &[vec![0], vec![0, 1], vec![2]]).unwrap();
    assert_eq!(executions.weights(), [1.0; 4]);
    let graph = executions.graph(&data.graph).unwrap();
    assert_eq!((graph.chains(), graph.observed_by(2).count()), (2, 0), "1 and 2 are never in one test");
    assert_eq!(graph.observed_by(1).collect::<Vec<_>>(), [(3, 1.0)]);
    // The condition is executed where what it reads is, though what it decides about is not.
    let skipped = Executions::of(&data, &[vec![0], vec![2]]).unwrap();
    assert_eq!(skipped.weights(), [1.0, 0.0, 1.0, 1.0]);
    assert_eq!(Executions::of(&data, &[]).unwrap().weights(), [0.0; 4]);
    assert!(Executions::of(&data, &[vec![3]]).unwrap_err().message.contains("test 0 defines datum 3, but there are 3 data"));
}

#[test]
fn conditions_are_observed_and_never_selected() {
    let data = with_condition();
    let worth = Worth { candidates: 3, weights: vec![1.0; 4] };
    let how = Substitution { alpha: alpha(1.0), paths: Paths::Strongest };
    let order: Vec<_> = select_worth(&data.graph, how, Impact::Differentiated, &worth, 10).iter().map(|s| s.datum).collect();
    // 2 observes 1 by a half, the condition by a quarter and 0 by an eighth; 1 is left with 0.5 + 0.375 + 0.21875, 0 with 0.875.
    assert_eq!(order, [2, 1, 0]);
}
