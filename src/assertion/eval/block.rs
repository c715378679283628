//! Running a plan on one block of rows.

use super::frame::{BLOCK_WORDS, Frame};
use super::kernel::{Buffer, Comparison, Integral, Kernels, Lane, Operand};
use super::lanes::{LaneKind, with_integral_lane, with_lane, with_promotion};
use super::plan::{Guard, Map, Plan, Slot, Source, Step};

/// What is known of the rows of one block.
#[derive(Debug)]
pub struct Block {
    pub index: usize,
    /// Words per bitset.
    pub words: usize,
    /// Bitset after bitset.
    pub bits: Vec<u64>,
    /// Of the roots to assess: false positives, false negatives, and this block's part of the behaviour.
    pub counts: Vec<(u32, u32, u64)>,
}

impl Block {
    /// No bitsets yet.
    pub fn new(index: usize, words: usize) -> Self {
        Self { index, words, bits: Vec::new(), counts: Vec::new() }
    }
}

/// Memory for the numbers of a plan, whatever the block, and for bitsets that are not kept.
#[derive(Debug, Default)]
pub struct Scratch {
    columns: Vec<Buffer>,
    guards: Vec<u64>,
    pub bits: Vec<u64>,
}

#[inline]
pub fn bitset(bits: &[u64], words: usize, slot: Slot) -> &[u64] {
    &bits[slot as usize * words..][..words]
}

/// One plan on one block.
struct Run<'r> {
    index: usize,
    words: usize,
    bits: &'r mut [u64],
    columns: &'r mut [Buffer],
    guards: &'r mut [u64],
}

/// Computes the slots that the plan names into `bits`, which has room for them, for the rows of a block of so many words.
pub fn run(frame: &Frame, kernels: Kernels, plan: &Plan, index: usize, words: usize, bits: &mut [u64], scratch: &mut Scratch) {
    let Scratch { columns, guards, .. } = scratch;
    // As many rows as any block has.
    if columns.len() < plan.columns as usize {
        columns.resize_with(plan.columns as usize, || Buffer::with_rows(BLOCK_WORDS * 64));
    }
    if guards.len() < plan.guards as usize * BLOCK_WORDS {
        guards.resize(plan.guards as usize * BLOCK_WORDS, 0);
    }
    Run { index, words, bits, columns, guards }.steps(frame, kernels, plan);
}

impl Run<'_> {
    fn steps(&mut self, frame: &Frame, kernels: Kernels, plan: &Plan) {
        let words = self.words;
        for &step in &plan.steps {
            match step {
                Step::Column { dst, column } => {
                    let range = frame.block(self.index);
                    self.slot_mut(dst).copy_from_slice(&frame.bits(column)[range]);
                }
                Step::Constant { dst, value } => self.slot_mut(dst).fill(if value { u64::MAX } else { 0 }),
                Step::Not { dst, a } => {
                    let (dst, a, _) = self.slots(dst, a, a);
                    dst.iter_mut().zip(a).for_each(|(dst, a)| *dst = !a);
                }
                Step::Logic { op, dst, a, b } => {
                    let (dst, a, b) = self.slots(dst, a, b);
                    kernels.logic(op, dst, a, b);
                }
                Step::Compare { lane, op, dst, a, b } => with_lane!(lane, T => {
                    let Self { bits, columns, .. } = self;
                    let dst = &mut bits[dst as usize * words..][..words];
                    let operand = |source| operand::<T>(frame, self.index, words, columns, source);
                    kernels.compare(op, dst, operand(a), operand(b));
                }),
                Step::Restrict { dst, guard } => {
                    let Self { bits, guards, .. } = self;
                    let dst = &mut bits[dst as usize * words..][..words];
                    let guard = guard_bits(frame, self.index, words, guards, guard);
                    dst.iter_mut().zip(guard).for_each(|(dst, guard)| *dst &= guard);
                }
                Step::Arithmetic { lane, op, dst, a, b } => with_lane!(lane, T => {
                    self.write_column::<T>(dst, |columns, index, out| {
                        let operand = |source| operand::<T>(frame, index, words, columns, source);
                        kernels.arithmetic(op, out, operand(a), operand(b));
                    });
                }),
                Step::Extremum { lane, op, dst, a, b } => with_lane!(lane, T => {
                    self.write_column::<T>(dst, |columns, index, out| {
                        let operand = |source| operand::<T>(frame, index, words, columns, source);
                        kernels.extremum(op, out, operand(a), operand(b));
                    });
                }),
                Step::Bitwise { lane, op, dst, a, b } => with_integral_lane!(lane, T => {
                    self.write_column::<T>(dst, |columns, index, out| {
                        let operand = |source| operand::<T>(frame, index, words, columns, source);
                        kernels.bitwise(op, out, operand(a), operand(b));
                    });
                }),
                Step::Map { lane, op: Map::Negate, dst, a } => {
                    with_lane!(lane, T => self.map::<T, T>(frame, kernels, dst, a, Lane::negate));
                }
                Step::Map { lane, op: Map::Abs, dst, a } => with_lane!(lane, T => self.map::<T, T>(frame, kernels, dst, a, Lane::abs)),
                Step::Map { lane, op: Map::Complement, dst, a } => {
                    with_integral_lane!(lane, T => self.map::<T, T>(frame, kernels, dst, a, Integral::complement));
                }
                Step::Convert { from, to, dst, a } => self.convert(frame, kernels, (from, to), dst, a),
                Step::NonZero { lane, dst, a } => with_lane!(lane, T => {
                    let Self { guards, columns, .. } = self;
                    let dst = &mut guards[dst as usize * words..][..words];
                    let a = operand::<T>(frame, self.index, words, columns, a);
                    kernels.compare(Comparison::Ne, dst, a, Operand::Constant(T::default()));
                }),
                Step::Both { dst, a, b } => {
                    for i in 0..words {
                        let both = guard_bits(frame, self.index, words, self.guards, a)[i]
                            & guard_bits(frame, self.index, words, self.guards, b)[i];
                        self.guards[dst as usize * words + i] = both;
                    }
                }
            }
        }
    }

    fn map<T: Lane, U: Lane>(&mut self, frame: &Frame, kernels: Kernels, dst: u32, a: Source, f: impl Fn(T) -> U) {
        let words = self.words;
        self.write_column::<U>(dst, |columns, index, out| match operand::<T>(frame, index, words, columns, a) {
            Operand::Column(a) => kernels.map(out, a, f),
            Operand::Constant(a) => out.fill(f(a)),
        });
    }

    fn convert(&mut self, frame: &Frame, kernels: Kernels, lanes: (LaneKind, LaneKind), dst: u32, a: Source) {
        match lanes {
            // The distance of a shift.
            (LaneKind::I64, LaneKind::I32) => self.map::<i64, i32>(frame, kernels, dst, a, |v| v as i32),
            (from, to) => with_promotion!(from, to, (F, T) => self.map::<F, T>(frame, kernels, dst, a, |v| v as T)),
        }
    }

    fn slot_mut(&mut self, slot: Slot) -> &mut [u64] {
        &mut self.bits[slot as usize * self.words..][..self.words]
    }

    /// A slot to write and two earlier ones to read.
    fn slots(&mut self, dst: Slot, a: Slot, b: Slot) -> (&mut [u64], &[u64], &[u64]) {
        let (earlier, rest) = self.bits.split_at_mut(dst as usize * self.words);
        (&mut rest[..self.words], bitset(earlier, self.words, a), bitset(earlier, self.words, b))
    }

    /// Lets `write` fill a scratch column from the others.
    fn write_column<T: Lane>(&mut self, dst: u32, write: impl FnOnce(&[Buffer], usize, &mut [T])) {
        let mut column = std::mem::take(&mut self.columns[dst as usize]);
        write(self.columns, self.index, &mut column.view_mut::<T>()[..self.words * 64]);
        self.columns[dst as usize] = column;
    }
}

#[inline]
fn operand<'a, T: Lane>(frame: &'a Frame, block: usize, words: usize, columns: &'a [Buffer], source: Source) -> Operand<'a, T> {
    match source {
        Source::Column(column) => {
            let range = frame.block(block);
            Operand::Column(&frame.numbers(column).view::<T>()[range.start * 64..range.end * 64])
        }
        Source::Scratch(column) => Operand::Column(&columns[column as usize].view::<T>()[..words * 64]),
        Source::Constant(bits) => Operand::Constant(T::from_literal(bits)),
    }
}

#[inline]
fn guard_bits<'a>(frame: &'a Frame, block: usize, words: usize, guards: &'a [u64], guard: Guard) -> &'a [u64] {
    match guard {
        Guard::Presence(column) => &frame.present(column).expect("guarded because it may be absent")[frame.block(block)],
        Guard::Scratch(guard) => &guards[guard as usize * words..][..words],
    }
}
