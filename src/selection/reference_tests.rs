//! On random graphs: the rows against a sum over all paths, the selection against the paper's algorithm on the whole matrix.

use super::acyclic::break_cycles;
use super::capability::{capabilities, capability_row};
use super::*;
use proptest::prelude::*;

/// A random acyclic graph, whose topological order is not that of the indices.
fn graphs() -> impl Strategy<Value = (usize, Vec<Chain>)> {
    (1usize..14).prop_flat_map(|data| {
        let order = Just((0..data as u32).collect::<Vec<_>>()).prop_shuffle();
        let edges = proptest::collection::vec(proptest::option::weighted(0.4, 0.01f64..=1.0), data * data);
        (order, edges).prop_map(move |(order, edges)| {
            let mut chains = Vec::new();
            for from in 0..data {
                for to in from + 1..data {
                    if let Some(probability) = edges[from * data + to] {
                        chains.push(Chain { observer: order[to], observed: order[from], probability });
                    }
                }
            }
            (data, chains)
        })
    })
}

fn alphas() -> impl Strategy<Value = f64> {
    prop_oneof![Just(0.0), Just(0.25), Just(0.5), Just(1.0), 0.0f64..=1.0]
}

/// The sum over all paths from `observed` to `observer` of `alpha^(s-1) x product`, path by path.
fn sum_over_paths(chains: &[Chain], alpha: f64, observer: u32, observed: u32) -> f64 {
    chains
        .iter()
        .filter(|c| c.observer == observer)
        .map(|c| {
            let direct = if c.observed == observed { c.probability } else { 0.0 };
            // 0^0 = 1: a single chain counts whole, a longer path not at all.
            let longer = if alpha == 0.0 { 0.0 } else { alpha * c.probability * sum_over_paths(chains, alpha, c.observed, observed) };
            direct + longer
        })
        .sum()
}

/// The greatest of the paths from `observed` to `observer`, path by path; None: there is none.
fn strongest_path(chains: &[Chain], alpha: f64, observer: u32, observed: u32) -> Option<f64> {
    let through = |c: &Chain| {
        let direct = (c.observed == observed).then_some(c.probability);
        let longer = strongest_path(chains, alpha, c.observed, observed).map(|rest| alpha * c.probability * rest);
        direct.into_iter().chain(longer.filter(|_| alpha > 0.0)).reduce(f64::max)
    };
    chains.iter().filter(|c| c.observer == observer).filter_map(through).reduce(f64::max)
}

fn matrix(data: usize, chains: &[Chain], alpha: f64) -> Vec<Vec<f64>> {
    let foc = |i: usize, j: usize| if i == j { 1.0 } else { sum_over_paths(chains, alpha, i as u32, j as u32).min(1.0) };
    (0..data).map(|i| (0..data).map(|j| foc(i, j)).collect()).collect()
}

/// Algorithm 1 of the paper, with its update of the whole matrix.
struct Naive {
    foc: Vec<Vec<f64>>,
    total: Vec<f64>,
    fp: Vec<f64>,
    selected: Vec<bool>,
}

impl Naive {
    fn new(foc: Vec<Vec<f64>>) -> Self {
        let data = foc.len();
        Self { total: foc.iter().map(|row| row.iter().sum()).collect(), foc, fp: vec![0.0; data], selected: vec![false; data] }
    }

    fn take(&mut self, k: usize, impact: Impact) {
        self.selected[k] = true;
        self.total[k] = 0.0;
        for i in 0..self.foc.len() {
            if self.foc[k][i] > 0.0 {
                let f = match impact {
                    Impact::Differentiated => {
                        self.fp[i] += self.foc[k][i];
                        self.fp[i].min(1.0)
                    }
                    Impact::Uniform(f) => f,
                };
                for s in (0..self.foc.len()).filter(|&s| !self.selected[s]) {
                    self.total[s] -= self.foc[s][i] * f;
                    self.foc[s][i] *= 1.0 - f;
                }
            }
        }
    }
}

proptest! {
    #[test]
    fn without_the_chains_that_close_cycles_there_is_a_graph(
        edges in proptest::collection::vec((0u32..12, 0u32..12, 0.01f64..=1.0), 0..60),
    ) {
        let mut chains: Vec<Chain> = Vec::new();
        for (observer, observed, probability) in edges {
            if !chains.iter().any(|c| (c.observer, c.observed) == (observer, observed)) {
                chains.push(Chain { observer, observed, probability });
            }
        }
        let (before, acyclic) = (chains.clone(), SubstitutionGraph::new(12, &chains).is_ok());
        let removed = break_cycles(12, &mut chains);
        prop_assert!(SubstitutionGraph::new(12, &chains).is_ok());
        prop_assert_eq!(removed.len() + chains.len(), before.len());
        prop_assert!(!acyclic || removed.is_empty(), "without a cycle nothing goes");
    }

    #[test]
    fn a_row_is_the_sum_over_all_paths((data, chains) in graphs(), alpha in alphas()) {
        let graph = SubstitutionGraph::new(data, &chains).unwrap();
        let expected = matrix(data, &chains, alpha);
        let alpha = Alpha::new(alpha).unwrap();
        for (i, row) in expected.iter().enumerate() {
            let mut found = vec![0.0; data];
            for (j, foc) in capability_row(&graph, alpha, i) {
                found[j] = foc;
            }
            for (j, (f, e)) in found.iter().zip(row).enumerate() {
                prop_assert!((f - e).abs() <= 1e-9, "FOC({i},{j}) is {f}, not {e}");
            }
        }
        for (i, (foc, row)) in capabilities(&graph, alpha).iter().zip(&expected).enumerate() {
            prop_assert!((foc - row.iter().sum::<f64>()).abs() <= 1e-9, "FOC({i})");
        }
    }

    #[test]
    fn a_row_of_strongest_paths_has_the_greatest_path_to_each((data, chains) in graphs(), alpha in alphas()) {
        let graph = SubstitutionGraph::new(data, &chains).unwrap();
        let how = Substitution { alpha: Alpha::new(alpha).unwrap(), paths: Paths::Strongest };
        for i in 0..data {
            let mut found = vec![None; data];
            for (j, foc) in capability_row(&graph, how, i) {
                found[j] = Some(foc);
            }
            for (j, f) in found.iter().enumerate() {
                let expected = if i == j { Some(1.0) } else { strongest_path(&chains, alpha, i as u32, j as u32) };
                prop_assert_eq!(f.is_some(), expected.is_some(), "FOC({},{})", i, j);
                prop_assert!((f.unwrap_or(0.0) - expected.unwrap_or(0.0)).abs() <= 1e-9, "FOC({i},{j}) is {f:?}, not {expected:?}");
            }
        }
    }

    #[test]
    fn with_weights_each_selected_datum_is_the_best_candidate_of_the_weighed_matrix(
        (data, chains) in graphs(),
        weights in proptest::collection::vec(prop_oneof![Just(0.0), Just(1.0), 0.0f64..=1.0], 14),
        candidates in 1usize..14,
    ) {
        let graph = SubstitutionGraph::new(data, &chains).unwrap();
        let worth = Worth { candidates: candidates.min(data), weights: weights[..data].to_vec() };
        let alpha = Alpha::new(0.5).unwrap();
        let mut weighed = matrix(data, &chains, 0.5);
        let mut selected: Vec<usize> = Vec::new();
        // What is left of observing each place, as the differentiated impact takes it away.
        let mut observed = vec![0.0f64; data];
        for s in select_worth(&graph, alpha.into(), Impact::Differentiated, &worth, data) {
            prop_assert!(s.datum < worth.candidates && !selected.contains(&s.datum));
            let total = |i: usize| weighed[i].iter().zip(&worth.weights).map(|(foc, weight)| foc * weight).sum::<f64>();
            let best = (0..worth.candidates).filter(|i| !selected.contains(i)).map(total).fold(0.0, f64::max);
            if s.capability > 1e-9 {
                prop_assert!((s.capability - best).abs() <= 1e-9 && (total(s.datum) - best).abs() <= 1e-9, "{s:?}, best {best}");
            }
            for j in (0..data).filter(|&j| weighed[s.datum][j] > 0.0).collect::<Vec<_>>() {
                observed[j] += weighed[s.datum][j];
                let left = 1.0 - observed[j].min(1.0);
                (0..data).filter(|&i| i != s.datum).for_each(|i| weighed[i][j] *= left);
            }
            selected.push(s.datum);
        }
        prop_assert_eq!(selected.len(), worth.candidates);
    }

    #[test]
    fn each_selected_datum_is_one_that_the_whole_matrix_would_select(
        (data, chains) in graphs(),
        alpha in alphas(),
        impact in prop_oneof![Just(Impact::Differentiated), (0.0f64..=1.0).prop_map(Impact::Uniform), Just(Impact::Uniform(1.0))],
    ) {
        let graph = SubstitutionGraph::new(data, &chains).unwrap();
        let mut naive = Naive::new(matrix(data, &chains, alpha));
        let initial = naive.total.clone();
        let selection = select(&graph, Alpha::new(alpha).unwrap(), impact, data);
        prop_assert_eq!(selection.len(), data);
        for (at, s) in selection.iter().enumerate() {
            let best = naive.total.iter().copied().fold(0.0, f64::max);
            prop_assert!((s.capability - best).abs() <= 1e-9 && (naive.total[s.datum] - best).abs() <= 1e-9, "step {}: {:?}, best {}", at, s, best);
            prop_assert!(!naive.selected[s.datum]);
            // Of clear ties the lowest index; of zeros the greatest initial capability.
            for other in 0..s.datum {
                let lower_index_ties = !naive.selected[other] && naive.total[other] > best - 1e-13 && best > 1e-9;
                prop_assert!(!lower_index_ties, "{} ties with {}", other, s.datum);
            }
            if s.capability == 0.0 {
                let left = (0..data).filter(|&d| !naive.selected[d]).map(|d| initial[d]).fold(0.0, f64::max);
                prop_assert!((initial[s.datum] - left).abs() <= 1e-9);
            }
            naive.take(s.datum, impact);
        }
    }
}
