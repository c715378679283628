//! The basic blocks of the class under test, with the goals that are decided in them.

use super::facts::{MethodGoals, PointKind};

/// A basic block of a method of the class under test.
#[derive(Clone, Debug, Default)]
pub struct Block {
    /// Of a block that ends in a branch by outcome.
    pub(super) next: Vec<u32>,
    pub(super) handlers: Vec<u32>,
    /// The goal of the first outcome of the branch at its end.
    pub(super) branch: Option<u32>,
    /// The goal of the handler that begins with it.
    pub(super) handler: Option<u32>,
    /// Goals of which a test must cover one to come to it.
    pub(super) parents: Vec<u32>,
}

impl Block {
    /// The blocks of a method whose first goal is `entry`, by its place; `parents_of` says of a block which goals it depends on.
    pub(super) fn all(method: &MethodGoals, entry: u32, parents_of: impl Fn(u32) -> Vec<u32>) -> Vec<Self> {
        let mut blocks: Vec<Self> = (0u32..)
            .zip(&method.blocks)
            .map(|(number, fact)| Self {
                next: fact.next.clone(),
                handlers: fact.handlers.clone(),
                parents: parents_of(number),
                ..Self::default()
            })
            .collect();
        let mut goal = entry;
        for point in &method.points {
            let block = &mut blocks[point.block as usize];
            match point.kind {
                PointKind::Jump | PointKind::Switch => block.branch = Some(goal),
                PointKind::Handler => block.handler = Some(goal),
                _ => {}
            }
            goal += point.goals;
        }
        blocks
    }
}
