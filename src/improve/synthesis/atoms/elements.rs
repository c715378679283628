//! Quantified atoms by synthesis on the level of elements: the rows are the places of a sequence in all states.
//!
//! A clause about a place, a comparison or an implication between two, that holds at every place of every correct state is, quantified
//! over the places, an atom without false positives; it kills the incorrect states that have a place where it does not. So what is
//! searched is small clauses without false positives again, over terms that speak of the place: its number, the elements there of
//! this and other sequences, of neighbours, shifted and mirrored, and what can be made of two of them.
//!
//! Comparisons that hold in a part of the correct states only become atoms too, for guards, and where they, or their existence, are
//! what a boolean result says.

mod values;

use self::values::Value;
use crate::assertion::ast::{BinaryOp, Expr, Function, Quantifier, Type, UnaryOp};
use crate::compute::control::Control;
use crate::evidence::schema::{ValueType, VarId};
use crate::improve::synthesis::atoms::Builder;
use crate::improve::synthesis::atoms::atom::Atom;
use crate::improve::synthesis::atoms::cells::{Cells, Class, Order, Places, Raw, Reader};
use crate::improve::synthesis::bitset::is_empty;
use crate::improve::synthesis::naturalness::{is_pre_state, role};
use crate::improve::synthesis::terms::Terms;
use crate::improve::synthesis::terms::contents::{Holder, Holders, dataset_row, price, truths};
use crate::improve::synthesis::terms::term::Term;
use rayon::iter::{IntoParallelIterator, IntoParallelRefIterator, ParallelIterator};
use std::cmp::Reverse;
use std::collections::HashMap;

/// Places of a sequence that are looked at.
const PLACES: usize = 1 << 18;
/// Sequences whose places are.
const SEQUENCES: usize = 8;
/// Implications that are kept of a condition.
const PER_CONDITION: usize = 16;
/// Atoms of the places of one sequence.
const ATOMS: usize = 64;
/// Comparisons that hold in some states only that are kept for guards.
const PARTIAL_ATOMS: usize = 16;
/// They hold in one of this many of the correct states.
const PARTIAL: u32 = 8;
/// What an equation of the index costs beyond its nodes.
const SINGLE_PLACE_PRICE: u32 = 3;
/// Places of correct states at which the condition of an implication holds at least.
const SUPPORT: u32 = 3;

/// A comparison at a place.
#[derive(Clone, Debug)]
struct Literal {
    expr: Expr,
    holds: Vec<u64>,
    price: u32,
    pre_state: bool,
    /// Says something that may be the condition of an implication.
    condition: bool,
    /// Speaks of an element; of the place alone, a quantifier says nothing that a comparison with the length does not.
    of_element: bool,
}

/// `condition ==> conclusion`, or the conclusion alone.
#[derive(Clone, Debug)]
struct Candidate {
    body: Expr,
    price: u32,
    /// Incorrect states with a place where it does not hold, as rows of the frame.
    kills: Vec<u64>,
    weight: u32,
}

impl Candidate {
    fn share(&self) -> u64 {
        u64::from(self.weight) * 1000 / u64::from(self.price)
    }
}

const PLACE: Expr = Expr::Bound(0);

impl Builder<'_> {
    /// Atoms about all places of a sequence.
    pub fn elements(&mut self, terms: &Terms, control: &Control) {
        let holders = Holders::of(self.dataset);
        let sequences: Vec<&Holder> = holders.sequences.iter().chain(&holders.texts).take(SEQUENCES).collect();
        for holder in &sequences {
            for shrink in [0, 1] {
                if control.interruption().is_some() {
                    self.atoms.bounded = true;
                    return;
                }
                let made = Places::new(self.dataset, self.frame, holder, shrink, PLACES);
                if made.words() == 0 || made.correct_words == 0 {
                    continue;
                }
                let atoms =
                    Search { builder: self, terms, holders: &holders, sequences: &sequences, holder, shrink, places: made }.atoms(control);
                atoms.into_iter().for_each(|atom| self.offer(atom));
            }
        }
    }
}

/// The search over the places of one sequence.
struct Search<'a, 'b> {
    builder: &'a Builder<'b>,
    terms: &'a Terms,
    holders: &'a Holders,
    sequences: &'a [&'a Holder],
    holder: &'a Holder,
    /// Places at the end that are left out: 1 where neighbours are compared.
    shrink: usize,
    places: Places,
}

impl Search<'_, '_> {
    fn atoms(&self, control: &Control) -> Vec<Atom> {
        let literals = self.literals();
        if control.interruption().is_some() {
            return Vec::new();
        }
        let cw = self.places.correct_words;
        let fails: Vec<Vec<u64>> = literals.iter().map(|l| l.holds.iter().zip(&self.places.valid).map(|(h, v)| !h & v).collect()).collect();
        let mut candidates: Vec<Candidate> = Vec::new();
        let mut open = Vec::new();
        let mut atoms = Vec::new();
        let mut partial: Vec<(Reverse<u32>, u32, usize)> = Vec::new();
        for (i, literal) in literals.iter().enumerate().filter(|(_, l)| l.of_element) {
            let always = is_empty(&fails[i][..cw]);
            if always && !literal.pre_state {
                candidates.extend(self.candidate(literal.expr.clone(), literal.price, &fails[i][cw..]));
            } else if !always {
                if !literal.pre_state {
                    open.push(i);
                }
                partial.extend(self.partial(literal, &fails[i]).map(|states| (Reverse(states), literal.price, i)));
            }
            atoms.extend(self.boolean_results(literal, &fails[i]));
        }
        partial.sort_unstable();
        for &(_, _, i) in partial.iter().take(PARTIAL_ATOMS) {
            let failed = self.places.states(&fails[i], 0, self.builder.frame.words);
            atoms.push(self.atom(literals[i].expr.clone(), literals[i].price, &failed));
        }
        candidates.extend(self.implications(&literals, &fails, &open, control));
        let chosen = chosen(candidates);
        atoms.extend(chosen.into_par_iter().map(|c| self.atom(c.body, c.price, &c.kills)).collect::<Vec<_>>());
        atoms
    }

    /// The conclusion that fails at those places of incorrect states.
    fn candidate(&self, body: Expr, price: u32, fails: &[u64]) -> Option<Candidate> {
        let kills = self.places.states(fails, self.places.correct_words, self.builder.frame.words);
        let weight = kills.iter().map(|w| w.count_ones()).sum();
        (weight > 0).then_some(Candidate { body, price, kills, weight })
    }

    /// Implications without false positives; of each condition the best.
    fn implications(&self, literals: &[Literal], fails: &[Vec<u64>], open: &[usize], control: &Control) -> Vec<Candidate> {
        let cw = self.places.correct_words;
        let conditions = conditions(literals, cw);
        let of_condition = |condition: &Literal| -> Vec<Candidate> {
            if control.interruption().is_some() {
                return Vec::new();
            }
            let mut made: Vec<Candidate> = Vec::new();
            for &i in open {
                let conclusion = &literals[i];
                let both = |words: std::ops::Range<usize>| condition.holds[words.clone()].iter().zip(&fails[i][words]);
                if both(0..cw).any(|(c, f)| c & f != 0) {
                    continue;
                }
                let violated: Vec<u64> = both(cw..self.places.words()).map(|(c, f)| c & f).collect();
                if is_empty(&violated) {
                    continue;
                }
                let body = Expr::binary(BinaryOp::Implies, condition.expr.clone(), conclusion.expr.clone());
                made.extend(self.candidate(body, condition.price + conclusion.price + 1, &violated));
            }
            made.sort_by_key(|c| (Reverse(c.share()), c.price));
            made.truncate(PER_CONDITION);
            made
        };
        let made: Vec<Vec<Candidate>> = conditions.par_iter().map(of_condition).collect();
        made.into_iter().flatten().collect()
    }

    /// In how many correct states a comparison holds everywhere, if a guard may make something of it.
    fn partial(&self, literal: &Literal, fails: &[u64]) -> Option<u32> {
        let equation = matches!(&literal.expr, Expr::Binary(BinaryOp::Eq | BinaryOp::Equiv, ..));
        if literal.pre_state || !equation {
            return None;
        }
        let cw = self.places.correct_words;
        let words = self.builder.frame.words;
        let count = |rows: &[u64]| rows.iter().map(|w| w.count_ones()).sum::<u32>();
        let all = count(&self.places.states(&self.places.valid[..cw], 0, words));
        let held = all - count(&self.places.states(&fails[..cw], 0, words));
        (held > 1 && held * PARTIAL >= all).then_some(held)
    }

    /// `b == \forall ..` and `b == \exists ..` for booleans that the method leaves behind.
    fn boolean_results(&self, literal: &Literal, fails: &[u64]) -> Vec<Atom> {
        if !self.places.complete {
            return Vec::new();
        }
        let price = self.price(literal.price);
        let failed = self.places.states(fails, 0, self.builder.frame.words);
        let all = self.quantified(Quantifier::ForAll, literal.expr.clone());
        let mut made = self.builder.equivalences_with(&all, price, &self.held(&failed));
        let some = self.places.states(&literal.holds, 0, self.builder.frame.words);
        made.extend(self.builder.equivalences_with(&self.quantified(Quantifier::Exists, literal.expr.clone()), price, &some));
        made
    }

    /// The states in which something that fails at a place of those states holds at all places.
    fn held(&self, failed: &[u64]) -> Vec<u64> {
        self.places.present.iter().zip(failed).map(|(p, f)| p & !f).collect()
    }

    fn quantified(&self, quantifier: Quantifier, body: Expr) -> Expr {
        let length = self.holder.length.clone();
        let hi = if self.shrink == 0 { length } else { Expr::binary(BinaryOp::Sub, length, Expr::Int(self.shrink as i32)) };
        Expr::quantified(quantifier, Expr::Int(0), hi, body)
    }

    /// The quantifier and its range, and the body.
    fn price(&self, body: u32) -> u32 {
        1 + price(&self.holder.length, self.builder.dataset) + self.shrink as u32 + body
    }

    /// That the body holds at all places; `failed`: the states with a place where it does not, as far as all places are known.
    fn atom(&self, body: Expr, price: u32, failed: &[u64]) -> Atom {
        let expr = self.quantified(Quantifier::ForAll, body);
        let holds = if self.places.complete { self.held(failed) } else { truths(self.builder.dataset, self.builder.frame, &expr) };
        let complement = Some(Expr::unary(UnaryOp::Not, expr.clone()));
        let pre_state = is_pre_state(&expr, self.builder.dataset);
        Atom { price: self.price(price), complement, pre_state, holds, expr }
    }

    /// Comparisons at a place, the cheapest first.
    fn literals(&self) -> Vec<Literal> {
        let own = self.element(self.holder, &Reader::new(self.builder.dataset, self.holder), PLACE, |_, i| Some(i.into()));
        let index = self.index();
        let scalars = self.scalars();
        let mut pairs: Vec<(Value, Value, bool)> = Vec::new();
        if self.shrink > 0 {
            let next = Expr::binary(BinaryOp::Add, PLACE, Expr::Int(1));
            let next = self.element(self.holder, &Reader::new(self.builder.dataset, self.holder), next, |_, i| Some(i64::from(i) + 1));
            pairs.push((own, next, true));
        } else {
            let elements = self.elements();
            for (i, a) in elements.iter().enumerate() {
                pairs.extend(elements[i + 1..].iter().map(|b| (a.clone(), b.clone(), true)));
                pairs.extend(scalars.iter().map(|b| (a.clone(), b.clone(), true)));
            }
            pairs.extend(scalars.iter().map(|b| (index.clone(), b.clone(), true)));
            pairs.push((own.clone(), index, true));
            let related = self.shifted().into_iter().chain(if own.pre_state { Vec::new() } else { self.compounds(&elements, &scalars) });
            pairs.extend(related.map(|b| (own.clone(), b, false)));
        }
        pairs.retain(|(a, b, _)| a.class == b.class);
        let made: Vec<Vec<Literal>> = pairs.par_iter().map(|(a, b, all)| self.comparisons(a, b, *all)).collect();
        let mut literals: Vec<Literal> = made.into_iter().flatten().collect();
        if self.shrink == 0 {
            literals.extend(self.truths());
        }
        literals.retain(|l| !is_empty(&l.holds));
        literals.sort_by_key(|l| l.price);
        // Of those that hold at the same places the cheapest is enough.
        let mut known: HashMap<Vec<u64>, ()> = HashMap::new();
        literals.retain(|l| known.insert(l.holds.clone(), ()).is_none());
        literals
    }

    fn comparisons(&self, a: &Value, b: &Value, all: bool) -> Vec<Literal> {
        // What the method gives back before what it is compared with, and elements before scalars.
        let (a, b) = if !b.pre_state && a.pre_state && b.expr != PLACE && a.expr != PLACE && all { (b, a) } else { (a, b) };
        let Order { equal, less, greater, defined } = a.cells.order(&b.cells);
        let price = a.price + b.price + 1;
        let pre_state = a.pre_state && b.pre_state;
        let condition = pre_state || a.expr == PLACE;
        let of_element = [&a.expr, &b.expr].into_iter().any(|e| e.is_open() && *e != PLACE);
        // What is said of one place only, or of all but one, is rarely all that there is to say.
        let equation = price + if a.expr == PLACE { SINGLE_PLACE_PRICE } else { 0 };
        let dearer = equation + self.builder.settings.disequality_price;
        let expr = |op| Expr::binary(op, a.expr.clone(), b.expr.clone());
        let or = |x: &[u64], y: &[u64]| -> Vec<u64> { x.iter().zip(y).map(|(x, y)| x | y).collect() };
        let differ: Vec<u64> = defined.iter().zip(&equal).map(|(d, e)| d & !e).collect();
        let literal = |expr, holds, price| Literal { expr, holds, price, pre_state, condition, of_element };
        match a.class {
            Class::Boolean => {
                vec![literal(expr(BinaryOp::Equiv), equal, price), literal(expr(BinaryOp::Xor), differ, dearer)]
            }
            Class::Text => {
                let different = equal.iter().zip(&self.places.valid).map(|(e, v)| !e & v).collect();
                let not = Expr::unary(UnaryOp::Not, expr(BinaryOp::Eq));
                vec![literal(expr(BinaryOp::Eq), equal, price), literal(not, different, dearer + 1)]
            }
            class => {
                let mut made = vec![literal(expr(BinaryOp::Eq), equal.clone(), equation)];
                if all {
                    made.push(literal(expr(BinaryOp::Ne), differ, dearer));
                }
                if all && class != Class::Reference {
                    // That an index is in a range says no less than an equation.
                    let price = price + if a.expr == PLACE { 0 } else { self.builder.settings.order_price };
                    made.push(literal(expr(BinaryOp::Lt), less.clone(), price));
                    made.push(literal(expr(BinaryOp::Ge), or(&greater, &equal), price));
                    made.push(literal(expr(BinaryOp::Le), or(&less, &equal), price));
                    made.push(literal(expr(BinaryOp::Gt), greater, price));
                }
                made
            }
        }
    }

    /// Boolean elements as they are.
    fn truths(&self) -> Vec<Literal> {
        let booleans = self.elements().into_iter().filter(|v| v.class == Class::Boolean);
        let one = Cells::constant(&self.places, Class::Boolean, 1);
        let literals = booleans.flat_map(|v| {
            let holds = v.cells.order(&one).equal;
            let not = holds.iter().zip(&self.places.valid).map(|(h, v)| !h & v).collect();
            let of = |expr, holds, price| Literal {
                expr,
                holds,
                price,
                pre_state: v.pre_state,
                condition: v.pre_state,
                of_element: v.expr.is_open(),
            };
            [of(v.expr.clone(), holds, v.price), of(Expr::unary(UnaryOp::Not, v.expr.clone()), not, v.price + 1)]
        });
        literals.collect()
    }
}

/// Literals that can be conditions, and intervals of the index; each holds at some places of correct states.
fn conditions(literals: &[Literal], correct_words: usize) -> Vec<Literal> {
    let single: Vec<&Literal> = literals.iter().filter(|l| l.condition).collect();
    let of_index = |op: BinaryOp| {
        single.iter().filter(
            move |l| matches!(&l.expr, Expr::Binary(o, left, right) if *o == op && **left == PLACE && matches!(**right, Expr::Var(_))),
        )
    };
    let mut found: Vec<Literal> = single.iter().map(|l| (*l).clone()).collect();
    for low in of_index(BinaryOp::Ge).chain(of_index(BinaryOp::Gt)) {
        for high in of_index(BinaryOp::Lt).chain(of_index(BinaryOp::Le)) {
            found.push(Literal {
                expr: Expr::binary(BinaryOp::And, low.expr.clone(), high.expr.clone()),
                holds: low.holds.iter().zip(&high.holds).map(|(a, b)| a & b).collect(),
                price: low.price + high.price + 1,
                pre_state: low.pre_state && high.pre_state,
                condition: true,
                of_element: false,
            });
        }
    }
    found.retain(|c| c.holds[..correct_words].iter().map(|w| w.count_ones()).sum::<u32>() >= SUPPORT);
    found
}

/// One candidate for each set of states killed; first those that together kill all, then those that kill most for their price.
fn chosen(candidates: Vec<Candidate>) -> Vec<Candidate> {
    let mut by_kills: HashMap<Vec<u64>, usize> = HashMap::new();
    let mut distinct: Vec<Candidate> = Vec::new();
    for candidate in candidates {
        match by_kills.get(&candidate.kills) {
            Some(&i) if candidate.price < distinct[i].price => distinct[i] = candidate,
            Some(_) => {}
            None => {
                by_kills.insert(candidate.kills.clone(), distinct.len());
                distinct.push(candidate);
            }
        }
    }
    let mut killed = vec![0u64; distinct.first().map_or(0, |c| c.kills.len())];
    let mut order: Vec<usize> = Vec::new();
    let mut rest: Vec<usize> = (0..distinct.len()).collect();
    rest.sort_by_key(|&i| (Reverse(distinct[i].share()), distinct[i].price, i));
    while order.len() < ATOMS / 2 {
        let new = |i: usize| distinct[i].kills.iter().zip(&killed).map(|(k, all)| (k & !all).count_ones()).sum::<u32>();
        let best = rest.iter().copied().map(|i| (u64::from(new(i)) * 1000 / u64::from(distinct[i].price), i)).filter(|b| b.0 > 0);
        let Some((_, best)) = best.reduce(|a, b| if b.0 > a.0 { b } else { a }) else { break };
        killed.iter_mut().zip(&distinct[best].kills).for_each(|(all, k)| *all |= k);
        order.push(best);
        rest.retain(|&i| i != best);
    }
    order.extend(rest);
    order.truncate(ATOMS);
    order.into_iter().map(|i| distinct[i].clone()).collect()
}
