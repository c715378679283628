//! Making the chains acyclic.
//!
//! What a loop carries is dropped before; cycles are left where methods are recursive, where several call sites share a method, and
//! where methods write fields for each other. Which chains go is a minimum feedback arc set, which is hard; this is the greedy
//! heuristic of Eades, Lin and Smyth (Information Processing Letters, 1993), by the chains' probabilities, in each strongly connected
//! part of its own.

use super::graph::Chain;
use petgraph::algo::tarjan_scc;
use petgraph::graph::DiGraph;
use std::collections::BTreeSet;

/// Removes chains until there is no cycle, unlikely ones first; among equals those that lead back in the order of the data. Returns what
/// was removed.
pub fn break_cycles(data: usize, chains: &mut Vec<Chain>) -> Vec<Chain> {
    let component = components(data, chains);
    let inside = |c: &Chain| component[c.observed as usize] == component[c.observer as usize];
    let place = sequence(data, chains.iter().filter(|c| inside(c)));
    let backward = |c: &Chain| inside(c) && place[c.observed as usize] >= place[c.observer as usize];
    let removed = chains.iter().copied().filter(backward).collect();
    chains.retain(|c| !backward(c));
    removed
}

/// By datum: its strongly connected component.
fn components(data: usize, chains: &[Chain]) -> Vec<u32> {
    let mut graph = DiGraph::<(), ()>::with_capacity(data, chains.len());
    let nodes: Vec<_> = (0..data).map(|_| graph.add_node(())).collect();
    for chain in chains {
        graph.add_edge(nodes[chain.observed as usize], nodes[chain.observer as usize], ());
    }
    let mut component = vec![0; data];
    for (number, members) in tarjan_scc(&graph).iter().enumerate() {
        for node in members {
            component[node.index()] = number as u32;
        }
    }
    component
}

/// A chain's weight in units that add up exactly.
fn weight(chain: &Chain) -> i64 {
    1 + (chain.probability * (1u64 << 32) as f64) as i64
}

/// By datum: its place in a sequence along which most of the chains lead forward. Chains between components do not matter, so all
/// components are sequenced together.
fn sequence<'a>(data: usize, chains: impl Iterator<Item = &'a Chain>) -> Vec<usize> {
    let mut leaving: Vec<Vec<(u32, i64)>> = vec![Vec::new(); data];
    let mut entering: Vec<Vec<(u32, i64)>> = vec![Vec::new(); data];
    let mut balance = vec![0i64; data];
    for chain in chains.filter(|c| c.observed != c.observer) {
        let (from, to, weight) = (chain.observed, chain.observer, weight(chain));
        leaving[from as usize].push((to, weight));
        entering[to as usize].push((from, weight));
        balance[from as usize] += weight;
        balance[to as usize] -= weight;
    }
    let mut out: Vec<usize> = leaving.iter().map(Vec::len).collect();
    let mut into: Vec<usize> = entering.iter().map(Vec::len).collect();
    let mut place = vec![usize::MAX; data];
    let (mut first, mut last) = (0, data);
    // The greatest surplus of what leaves over what enters first, then the lowest datum.
    let mut queue: BTreeSet<(i64, u32)> = (0..data as u32).map(|d| (-balance[d as usize], d)).collect();
    let mut sinks: BTreeSet<u32> = (0..data as u32).filter(|&d| out[d as usize] == 0).collect();
    let mut sources: BTreeSet<u32> = (0..data as u32).filter(|&d| into[d as usize] == 0).collect();
    while let Some(next) = sinks
        .pop_last()
        .map(|d| (d, true))
        .or_else(|| sources.pop_first().map(|d| (d, false)))
        .or_else(|| queue.first().map(|&(_, d)| (d, false)))
    {
        let (datum, at_the_end) = next;
        if place[datum as usize] != usize::MAX {
            continue;
        }
        queue.remove(&(-balance[datum as usize], datum));
        if at_the_end {
            last -= 1;
            place[datum as usize] = last;
        } else {
            place[datum as usize] = first;
            first += 1;
        }
        let mut change = |other: u32, by: i64| {
            if place[other as usize] == usize::MAX {
                queue.remove(&(-balance[other as usize], other));
                balance[other as usize] += by;
                queue.insert((-balance[other as usize], other));
                true
            } else {
                false
            }
        };
        for &(to, weight) in &leaving[datum as usize] {
            if change(to, weight) {
                into[to as usize] -= 1;
                if into[to as usize] == 0 {
                    sources.insert(to);
                }
            }
        }
        for &(from, weight) in &entering[datum as usize] {
            if change(from, -weight) {
                out[from as usize] -= 1;
                if out[from as usize] == 0 {
                    sinks.insert(from);
                }
            }
        }
    }
    place
}
