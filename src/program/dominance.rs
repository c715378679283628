//! Dominators, postdominators and control dependence (Ferrante, Ottenstein and Warren, TOPLAS 1987).

use super::flow::FlowGraph;
use petgraph::algo::dominators::{Dominators, simple_fast};
use petgraph::graph::{DiGraph, NodeIndex};

/// By block: the nearest block, other than itself, that is on every path from the entry to it. None for the entry and for blocks that
/// cannot be reached. Exceptions are paths too.
pub fn immediate_dominators(flow: &FlowGraph) -> Vec<Option<u32>> {
    let mut graph = DiGraph::<(), ()>::with_capacity(flow.successors.len(), flow.successors.len() * 2);
    let nodes: Vec<_> = flow.successors.iter().map(|_| graph.add_node(())).collect();
    for &from in &flow.order {
        for &to in flow.successors[from as usize].iter().chain(&flow.handlers[from as usize]) {
            graph.add_edge(nodes[from as usize], nodes[to as usize], ());
        }
    }
    let dominators = simple_fast(&graph, nodes[0]);
    nodes.iter().map(|&n| dominators.immediate_dominator(n).map(|d| d.index() as u32)).collect()
}

/// By block: the nearest block, other than itself, that is on every path from it to an exit; None where that is the end of the method.
/// Exceptions out of the blue are no paths here, and a loop without an exit ends at its last block.
pub fn immediate_postdominators(flow: &FlowGraph) -> Vec<Option<u32>> {
    let (dominators, exit) = backward(flow);
    (0..flow.successors.len())
        .map(|b| dominators.immediate_dominator(NodeIndex::new(b)).filter(|&d| d != exit).map(|d| d.index() as u32))
        .collect()
}

/// A branch of a block, and the successor it must take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Controller {
    pub branch: u32,
    pub taken: u32,
}

/// By block: the branches that decide directly whether it is executed, ascending.
pub fn control_dependence(flow: &FlowGraph) -> Vec<Vec<Controller>> {
    let postdominators = immediate_postdominators(flow);
    let mut controllers = vec![Vec::new(); flow.successors.len()];
    for &branch in &flow.order {
        let next = &flow.successors[branch as usize];
        if next.len() < 2 {
            continue;
        }
        for &taken in next {
            let stop = postdominators[branch as usize];
            let mut block = Some(taken);
            while let Some(b) = block.filter(|b| Some(*b) != stop) {
                controllers[b as usize].push(Controller { branch, taken });
                block = postdominators[b as usize];
            }
        }
    }
    controllers.iter_mut().for_each(|c| c.sort_unstable());
    controllers
}

/// The dominators of the reversed graph, from a common exit behind all ends.
fn backward(flow: &FlowGraph) -> (Dominators<NodeIndex>, NodeIndex) {
    let blocks = flow.successors.len();
    let mut graph = DiGraph::<(), ()>::with_capacity(blocks + 1, blocks * 2);
    let nodes: Vec<_> = (0..=blocks).map(|_| graph.add_node(())).collect();
    let exit = nodes[blocks];
    for &from in &flow.order {
        for &to in &flow.successors[from as usize] {
            graph.add_edge(nodes[to as usize], nodes[from as usize], ());
        }
        if flow.successors[from as usize].is_empty() {
            graph.add_edge(exit, nodes[from as usize], ());
        }
    }
    // What no exit is reached from: the last such block gets one, until there is none.
    loop {
        let dominators = simple_fast(&graph, exit);
        let ends = |b: u32| b == exit.index() as u32 || dominators.immediate_dominator(nodes[b as usize]).is_some();
        match flow.order.iter().rev().find(|&&b| !ends(b)) {
            Some(&endless) => graph.add_edge(exit, nodes[endless as usize], ()),
            None => return (dominators, exit),
        };
    }
}
