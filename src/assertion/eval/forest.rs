//! Hash-consed trees together with what evaluation found out about them.

use super::block::{Block, bitset};
use super::dag::{Dag, GONE, NodeId, Nodes, Renumbering};
use super::frame::{BLOCK_WORDS, Frame};
use super::kernel::Kernels;
use super::plan::{Planner, Slot};
use crate::assertion::ast::{Expr, Type};
use crate::engine::pool;
use rayon::iter::{IndexedParallelIterator, IntoParallelRefMutIterator, ParallelIterator};

/// False positives: correct states in which the assertion is false. False negatives: incorrect states in which it is true.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Deficiencies {
    pub false_positives: u32,
    pub false_negatives: u32,
}

/// What is known of a boolean node as an assertion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Assessment {
    pub deficiencies: Deficiencies,
    /// Fingerprint of the set of states in which it is true: equal for equal sets, and for different ones with a probability of
    /// about 2^-64.
    pub behaviour: u64,
}

/// A [`Dag`], the bitset of each of its boolean nodes, and the deficiencies of those that were asked for.
#[derive(Debug)]
pub struct Forest {
    pub dag: Dag,
    kernels: Kernels,
    /// Type of each variable.
    types: Vec<Type>,
    /// Whether each column of the frame may be absent.
    absent: Vec<bool>,
    blocks: Vec<Block>,
    /// By node: its bitset's number if it is boolean, [`GONE`] otherwise.
    slots: Vec<Slot>,
    /// By slot; `None`: not counted yet.
    assessments: Vec<Option<Assessment>>,
    planner: Planner,
}

impl Forest {
    pub fn new(frame: &Frame, kernels: Kernels) -> Self {
        let blocks = (0..frame.blocks()).map(|index| Block::new(index, frame.block(index).len())).collect();
        Self {
            dag: Dag::with_terms(frame.terms().clone()),
            kernels,
            types: frame.types().collect(),
            absent: frame.absent().collect(),
            blocks,
            slots: Vec::new(),
            assessments: Vec::new(),
            planner: Planner::default(),
        }
    }

    pub fn kernels(&self) -> Kernels {
        self.kernels
    }

    /// Adds a tree; `None` if it is not well typed, or the frame had not its derived terms ([`Frame::derive`]).
    pub fn add_expr(&mut self, expr: &Expr) -> Option<NodeId> {
        self.dag.add_expr(expr, &self.types)
    }

    /// Evaluates every boolean node that is new since the last call, and counts the deficiencies of `roots`: on all threads of the
    /// pool that the caller is inside of, or on the caller's alone ([`Pool::run`](pool::Pool::run)).
    ///
    /// `interrupted` is polled once per block; when it says true the rest is skipped, `false` is returned and the forest must not be
    /// used any more.
    pub fn evaluate(&mut self, frame: &Frame, roots: impl Iterator<Item = NodeId>, interrupted: &(dyn Fn() -> bool + Sync)) -> bool {
        let evaluated = self.slots.len();
        for node in &self.dag.nodes()[evaluated..] {
            let slot = if node.ty == Type::Boolean {
                self.assessments.push(None);
                self.assessments.len() as Slot - 1
            } else {
                GONE
            };
            self.slots.push(slot);
        }
        let plan = self.planner.plan(&self.dag, evaluated as NodeId..self.dag.len() as NodeId, &self.slots, &self.absent);
        // A root that occurs twice is counted once: the mark keeps it from being taken again.
        let mark = Some(Assessment { deficiencies: Deficiencies { false_positives: 0, false_negatives: 0 }, behaviour: 0 });
        let mut uncounted = Vec::new();
        for root in roots {
            let slot = self.slots[root as usize];
            if self.assessments[slot as usize].is_none() {
                self.assessments[slot as usize] = mark;
                uncounted.push(slot);
            }
        }
        let slots = self.assessments.len();
        let kernels = self.kernels;
        let work = |block: &mut Block| {
            if interrupted() {
                return false;
            }
            if block.bits.len() < slots * block.words {
                block.bits.resize(slots * block.words, 0);
            }
            block.run(frame, kernels, plan);
            let range = frame.block(block.index);
            let (correct, incorrect) = (&frame.correct_rows()[range.clone()], &frame.incorrect_rows()[range]);
            block.counts.clear();
            for &slot in &uncounted {
                let bits = bitset(&block.bits, block.words, slot);
                let (false_positives, false_negatives) = kernels.count(bits, correct, incorrect);
                block.counts.push((false_positives, false_negatives, fingerprint(block.index, bits, correct, incorrect)));
            }
            true
        };
        let complete = match &mut self.blocks[..] {
            [block] => work(block),
            blocks if !pool::inside() => blocks.iter_mut().all(work),
            blocks => blocks.par_iter_mut().with_min_len(1).map(work).reduce(|| true, |a, b| a && b),
        };
        if complete {
            for (i, &slot) in uncounted.iter().enumerate() {
                let none = Assessment { deficiencies: Deficiencies { false_positives: 0, false_negatives: 0 }, behaviour: 0 };
                let sum = self.blocks.iter().map(|b| b.counts[i]).fold(none, |mut sum, (false_positives, false_negatives, part)| {
                    sum.deficiencies.false_positives += false_positives;
                    sum.deficiencies.false_negatives += false_negatives;
                    sum.behaviour ^= part;
                    sum
                });
                self.assessments[slot as usize] = Some(sum);
            }
        }
        complete
    }

    /// Forgets the values of all nodes, but not the trees: the next [`Forest::evaluate`] computes them again.
    pub fn forget_values(&mut self) {
        self.slots.clear();
        self.assessments.clear();
    }

    /// What is known of a root given to [`Forest::evaluate`].
    #[inline]
    pub fn assessment(&self, root: NodeId) -> Assessment {
        self.assessments[self.slots[root as usize] as usize].expect("the root was given to evaluate")
    }

    /// The deficiencies of a root given to [`Forest::evaluate`].
    #[inline]
    pub fn deficiencies(&self, root: NodeId) -> Deficiencies {
        self.assessment(root).deficiencies
    }

    /// The bits of a boolean node in the words of one block, one per row of the frame. Padding rows hold anything.
    #[inline]
    pub fn block_bits(&self, block: usize, node: NodeId) -> &[u64] {
        let block = &self.blocks[block];
        bitset(&block.bits, block.words, self.slots[node as usize])
    }

    /// One bit of a boolean node, at a frame's row.
    #[inline]
    pub fn bit(&self, node: NodeId, row: usize) -> bool {
        let word = row / 64;
        let bits = self.block_bits(word / BLOCK_WORDS, node);
        bits[word % BLOCK_WORDS] >> (row % 64) & 1 == 1
    }

    /// All words of a boolean node.
    pub fn bits(&self, node: NodeId) -> Vec<u64> {
        (0..self.blocks.len()).flat_map(|b| self.block_bits(b, node).iter().copied()).collect()
    }

    /// Drops every node that no root's tree contains. The roots are renumbered by what is returned.
    pub fn retain(&mut self, roots: impl Iterator<Item = NodeId>) -> Renumbering {
        debug_assert_eq!(self.slots.len(), self.dag.len(), "everything is evaluated");
        let renumbering = self.dag.retain(roots);
        // Nodes keep their order, and so do their slots: every bitset moves towards the front.
        let mut kept = 0;
        let mut slots = Vec::with_capacity(self.dag.len());
        for (old, &new) in renumbering.iter().enumerate() {
            if new == GONE {
                continue;
            }
            let slot = self.slots[old];
            if slot == GONE {
                slots.push(GONE);
                continue;
            }
            self.assessments[kept] = self.assessments[slot as usize];
            for block in &mut self.blocks {
                let from = slot as usize * block.words;
                block.bits.copy_within(from..from + block.words, kept * block.words);
            }
            slots.push(kept as Slot);
            kept += 1;
        }
        self.slots = slots;
        self.assessments.truncate(kept);
        renumbering
    }
}

/// A block's part of a behaviour: every word is mixed with its position by a full multiplication (as wyhash does), and the words,
/// as the blocks, are joined by exclusive or: in any order.
#[inline]
fn fingerprint(block: usize, bits: &[u64], correct: &[u64], incorrect: &[u64]) -> u64 {
    let first = (block * BLOCK_WORDS) as u64;
    let words = bits.iter().zip(correct.iter().zip(incorrect));
    (first..).zip(words).fold(0, |sum, (position, (bits, (correct, incorrect)))| {
        let word = bits & (correct | incorrect);
        let key = (position + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let product = u128::from(word ^ key) * u128::from(key ^ 0xd6e8_feb8_6659_fd93);
        sum ^ (product >> 64) as u64 ^ product as u64
    })
}
