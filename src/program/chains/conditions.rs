//! Conditions as links of chains: what a branch decides on, and what it decides about.
//!
//! The papers' chains are data flow alone. With conditions, a branch stands among the definitions: it uses what its condition reads, and
//! what is executed only on one of its ways uses it (control dependence, Ferrante, Ottenstein and Warren, TOPLAS 1987): definitions,
//! further branches, and the parameters of what is called there. So a fault in a condition, or in what it reads, is followed to what it
//! lets happen.

use super::{Linker, Use, View, block};
use crate::program::call_graph::Site;
use crate::program::dominance::control_dependence;
use crate::program::facts::{Code, Kind, MethodId};
use crate::program::flow::FlowGraph;

/// Whether branches are links of chains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conditions {
    /// They are not, as SODS has it.
    Ignored,
    Followed,
}

/// The branches of a method.
#[derive(Default)]
pub(super) struct Branches {
    /// Operations, ascending.
    pub operations: Vec<u32>,
    /// By block: the branch operations that decide directly whether it is executed, ascending.
    controllers: Vec<Vec<u32>>,
}

impl Branches {
    pub fn of(code: &Code, flow: &FlowGraph) -> Self {
        let mut at_end = vec![None; code.blocks.len()];
        let mut operations = Vec::new();
        for (number, operation) in code.operations.iter().enumerate() {
            if let Some(operation) = operation.as_ref().filter(|o| matches!(o.kind, Kind::Branch { .. })) {
                at_end[operation.block as usize] = Some(number as u32);
                operations.push(number as u32);
            }
        }
        let deciding = |controllers: Vec<crate::program::dominance::Controller>| {
            let mut branches: Vec<u32> = controllers.iter().filter_map(|c| at_end[c.branch as usize]).collect();
            branches.dedup();
            branches
        };
        Self { operations, controllers: control_dependence(flow).into_iter().map(deciding).collect() }
    }

    /// The branches that decide directly about an operation.
    fn deciding(&self, code: &Code, operation: u32) -> &[u32] {
        self.controllers.get(block(code, operation) as usize).map_or(&[], Vec::as_slice)
    }
}

impl Linker<'_> {
    /// The chains from conditions to a definition or branch that they decide about.
    pub(super) fn decided(&self, method: MethodId, view: &View, operation: u32, uses: &mut Vec<Use>) {
        let user = self.ids[&(method, operation)];
        for &branch in view.branches.deciding(view.code, operation) {
            if let Some(&used) = self.ids.get(&(method, branch)) {
                uses.push(Use { user, used, probability: view.likelihood(branch, operation) });
            }
        }
    }

    /// The chains from conditions to the parameters of what is called if they hold.
    pub(super) fn decided_calls(&self, method: MethodId, view: &View, operation: u32, site: &Site, uses: &mut Vec<Use>) {
        let dispatch = 1.0 / site.targets.len().max(1) as f64;
        for &branch in view.branches.deciding(view.code, operation) {
            let Some(&used) = self.ids.get(&(method, branch)) else { continue };
            for target in &site.targets {
                let Some(view_of_target) = self.views.get(&target.method) else { continue };
                for &parameter in view_of_target.definitions.iter().take_while(|&&o| self.is_parameter(target.method, o)) {
                    let probability = view.likelihood(branch, operation) * dispatch;
                    uses.push(Use { user: self.ids[&(target.method, parameter)], used, probability });
                }
            }
        }
    }
}
