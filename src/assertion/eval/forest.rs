//! Hash-consed trees together with what evaluation found out about them.

use super::block::{Block, Scratch, bitset, run};
use super::dag::{Dag, GONE, NodeId, Nodes, Renumbering};
use super::deficiencies::Deficiencies;
use super::frame::{BLOCK_WORDS, Frame};
use super::kernel::Kernels;
use super::plan::{Planner, Slot};
use crate::assertion::ast::{Expr, Type};
use crate::compute::pool;
use rayon::iter::{IndexedParallelIterator, IntoParallelRefMutIterator, ParallelIterator};
use std::sync::{Mutex, PoisonError};

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
    /// Whether the bitsets of all boolean nodes are kept, or only those of the roots that were asked for.
    keeps_all: bool,
    /// By node: the number of the bitset that is kept of it, or [`GONE`].
    slots: Vec<Slot>,
    /// Nodes that [`Forest::evaluate`] has seen.
    evaluated: usize,
    /// By slot; `None`: not counted yet.
    assessments: Vec<Option<Assessment>>,
    planner: Planner,
    /// One per thread.
    scratch: Vec<Mutex<Scratch>>,
}

/// Words of a frame, some 260 000 states, above which only the bitsets of roots are kept. Those of all nodes of a population, some
/// ten thousand, would take gigabytes; computing inner nodes anew takes three to four times as long.
const MAX_WORDS_TO_KEEP_ALL: usize = 1 << 12;

impl Forest {
    pub fn new(frame: &Frame, kernels: Kernels) -> Self {
        Self::keeping(frame, kernels, frame.words <= MAX_WORDS_TO_KEEP_ALL)
    }

    /// One that keeps the bitsets of all boolean nodes, so that they are computed once, or only those of roots.
    pub fn keeping(frame: &Frame, kernels: Kernels, all: bool) -> Self {
        let blocks = (0..frame.blocks()).map(|index| Block::new(index, frame.block(index).len())).collect();
        Self {
            dag: Dag::with_terms(frame.terms().clone()),
            kernels,
            types: frame.types().collect(),
            absent: frame.absent().collect(),
            blocks,
            keeps_all: all,
            slots: Vec::new(),
            evaluated: 0,
            assessments: Vec::new(),
            planner: Planner::default(),
            scratch: Vec::new(),
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
        let new = self.evaluated as NodeId..self.dag.len() as NodeId;
        let uncounted = self.assign_slots(roots);
        let Todo { nodes, slots: targets, copies } = if self.keeps_all { self.new_nodes(new) } else { self.all_nodes(&uncounted) };
        self.scratch.resize_with(self.scratch.len().max(rayon_threads()), Mutex::default);
        let Self { dag, planner, absent, slots, assessments, blocks, keeps_all, scratch, .. } = self;
        let plan = planner.plan(dag, nodes.iter().copied(), if *keeps_all { slots } else { &targets }, absent);
        let (kept, kernels, keeps_all) = (assessments.len(), self.kernels, *keeps_all);
        let uncounted: Vec<Slot> = uncounted.into_iter().map(|root| slots[root as usize]).collect();
        let work = |block: &mut Block| {
            if interrupted() {
                return false;
            }
            let scratch = &mut *scratch[rayon::current_thread_index().unwrap_or(0)].lock().unwrap_or_else(PoisonError::into_inner);
            let needed = kept * block.words;
            if block.bits.len() < needed {
                // Room for as much again: fresh pages and copying are what growing costs.
                if block.bits.capacity() < needed {
                    block.bits.reserve_exact(2 * needed - block.bits.len());
                }
                block.bits.resize(needed, 0);
            }
            if keeps_all {
                run(frame, kernels, plan, block.index, block.words, &mut block.bits, scratch);
            } else {
                let mut bits = std::mem::take(&mut scratch.bits);
                bits.resize(bits.len().max(nodes.len() * BLOCK_WORDS), 0);
                run(frame, kernels, plan, block.index, block.words, &mut bits, scratch);
                for &(from, to) in &copies {
                    block.bits[to as usize * block.words..][..block.words].copy_from_slice(bitset(&bits, block.words, from));
                }
                scratch.bits = bits;
            }
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
        let complete = match &mut blocks[..] {
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

    /// Gives bitsets to the nodes that need one now; the roots that have not been counted yet, each once.
    fn assign_slots(&mut self, roots: impl Iterator<Item = NodeId>) -> Vec<NodeId> {
        let Self { dag, slots, assessments, keeps_all, .. } = self;
        let mut assign = || {
            assessments.push(None);
            assessments.len() as Slot - 1
        };
        for node in &dag.nodes()[slots.len()..] {
            slots.push(if *keeps_all && node.ty == Type::Boolean { assign() } else { GONE });
        }
        self.evaluated = slots.len();
        let mut uncounted = Vec::new();
        // A root that occurs twice is counted once: the mark keeps it from being taken again.
        let mark = Some(Assessment { deficiencies: Deficiencies { false_positives: 0, false_negatives: 0 }, behaviour: 0 });
        for root in roots {
            if slots[root as usize] == GONE {
                assessments.push(None);
                slots[root as usize] = assessments.len() as Slot - 1;
            }
            let assessment = &mut assessments[slots[root as usize] as usize];
            if assessment.is_none() {
                *assessment = mark;
                uncounted.push(root);
            }
        }
        uncounted
    }

    /// The boolean nodes of that range, into the bitsets that are kept of them.
    fn new_nodes(&self, range: std::ops::Range<NodeId>) -> Todo {
        let nodes = range.filter(|&id| self.dag.node(id).ty == Type::Boolean).collect();
        Todo { nodes, slots: Vec::new(), copies: Vec::new() }
    }

    /// The boolean nodes of the trees, into bitsets of the moment, of which those of the roots are then kept.
    fn all_nodes(&self, roots: &[NodeId]) -> Todo {
        const WANTED: Slot = 0;
        let mut slots = vec![GONE; self.dag.len()];
        roots.iter().for_each(|&root| slots[root as usize] = WANTED);
        // Operands come before their users: one backward pass reaches all.
        for id in (0..slots.len()).rev().filter(|&id| self.dag.nodes()[id].ty == Type::Boolean) {
            if slots[id] != GONE {
                let operands = self.dag.nodes()[id].operands().iter();
                operands.filter(|&&o| self.dag.node(o).ty == Type::Boolean).for_each(|&o| slots[o as usize] = WANTED);
            }
        }
        let nodes: Vec<NodeId> = (0..slots.len() as NodeId).filter(|&id| slots[id as usize] != GONE).collect();
        (0..).zip(&nodes).for_each(|(slot, &id)| slots[id as usize] = slot);
        let copies = roots.iter().map(|&root| (slots[root as usize], self.slots[root as usize])).collect();
        Todo { nodes, slots, copies }
    }

    /// Forgets the values of all nodes, but not the trees: the next [`Forest::evaluate`] computes them again.
    pub fn forget_values(&mut self) {
        self.evaluated = 0;
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

    /// The bits of a root given to [`Forest::evaluate`] in the words of one block, one per row of the frame. Padding rows hold anything.
    #[inline]
    pub fn block_bits(&self, block: usize, node: NodeId) -> &[u64] {
        let block = &self.blocks[block];
        bitset(&block.bits, block.words, self.slots[node as usize])
    }

    /// One bit of such a root, at a frame's row.
    #[inline]
    pub fn bit(&self, node: NodeId, row: usize) -> bool {
        let word = row / 64;
        let bits = self.block_bits(word / BLOCK_WORDS, node);
        bits[word % BLOCK_WORDS] >> (row % 64) & 1 == 1
    }

    /// All words of such a root.
    pub fn bits(&self, node: NodeId) -> Vec<u64> {
        (0..self.blocks.len()).flat_map(|b| self.block_bits(b, node).iter().copied()).collect()
    }

    /// Drops every node that no root's tree contains; all were given to [`Forest::evaluate`]. They are renumbered by what is returned.
    pub fn retain(&mut self, roots: impl Iterator<Item = NodeId>) -> Renumbering {
        debug_assert_eq!(self.slots.len(), self.dag.len(), "everything is evaluated");
        let roots: Vec<NodeId> = roots.collect();
        let renumbering = self.dag.retain(roots.iter().copied());
        // The bitsets that stay, with the new numbers of their nodes, in the order of the bitsets: each moves towards the front.
        let mut staying: Vec<(Slot, NodeId)> = if self.keeps_all {
            (0..).zip(&renumbering).filter(|(_, new)| **new != GONE).map(|(old, new)| (self.slots[old], *new)).collect()
        } else {
            roots.iter().map(|&root| (self.slots[root as usize], renumbering[root as usize])).collect()
        };
        staying.retain(|(slot, _)| *slot != GONE);
        staying.sort_unstable();
        staying.dedup();
        self.slots = vec![GONE; self.dag.len()];
        for (kept, &(slot, node)) in staying.iter().enumerate() {
            self.assessments[kept] = self.assessments[slot as usize];
            for block in &mut self.blocks {
                let from = slot as usize * block.words;
                block.bits.copy_within(from..from + block.words, kept * block.words);
            }
            self.slots[node as usize] = kept as Slot;
        }
        self.evaluated = self.slots.len();
        self.assessments.truncate(staying.len());
        renumbering
    }

    /// Memory of the bitsets that are kept.
    pub fn bytes(&self) -> usize {
        self.blocks.iter().map(|block| 8 * block.bits.capacity()).sum()
    }
}

/// What has to be computed.
struct Todo {
    /// Boolean nodes in ascending order.
    nodes: Vec<NodeId>,
    /// By node: the bitset to compute it into, where that is not the one that is kept.
    slots: Vec<Slot>,
    /// Bitsets to keep: computed as, kept as.
    copies: Vec<(Slot, Slot)>,
}

/// Threads that may evaluate at the same time.
fn rayon_threads() -> usize {
    if pool::inside() { rayon::current_num_threads() } else { 1 }
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
