//! Texts that match regular expressions of the code under test. A search that changes one character at a time hardly ever finds one
//! (Shahbaz, McMinn and Stevenson, QSIC 2012, on what valid texts give a search).
//!
//! A text of the code is taken for a regular expression if it can be read as one and has something that plain texts do not have
//! ([`Pattern::of`]). A mistake costs some tests, and nothing else. Nothing here relies on a drawn text to match.

mod syntax;
#[cfg(test)]
mod tests;

use crate::compute::rng::Stream;
use rand::RngExt;
use syntax::{Item, Node, Set};

/// Repetitions beyond the fewest, where there may be any number; each one more half as often.
const FURTHER: u32 = 8;
/// Characters of a drawn text.
const LONGEST: usize = 2000;
/// Draws of a character that is not in a set, before all of ASCII are tried in order.
const DRAWS: usize = 32;

/// A regular expression of `java.util.regex`.
#[derive(Clone, Debug)]
pub struct Pattern {
    node: Node,
    /// How many capturing groups it has.
    groups: usize,
}

impl Pattern {
    /// A text as a pattern, if it is one and says so: it has a class of characters, or repeats anything or something longer than a
    /// character.
    pub fn of(text: &str) -> Option<Self> {
        // Of most texts this is all that is done.
        if !text.contains(['\\', '[', '*', '+', '{', '?']) {
            return None;
        }
        let (node, groups) = syntax::parse(text)?;
        if is_telling(&node) { Some(Self { node, groups }) } else { None }
    }

    /// A text that matches as a whole, but for what is asked of its surroundings. `None`: it would be too long, or there is none.
    pub fn draw(&self, rng: &mut Stream) -> Option<String> {
        let mut drawing = Drawing { rng, text: String::new(), left: LONGEST, groups: vec![String::new(); self.groups + 1] };
        drawing.node(&self.node)?;
        Some(drawing.text)
    }
}

fn is_telling(node: &Node) -> bool {
    match node {
        Node::Literal(_) => false,
        Node::One(set) => !is_any(set),
        Node::Back(_) => true,
        Node::Sequence(nodes) | Node::Choice(nodes) => nodes.iter().any(is_telling),
        Node::Group(_, node) => is_telling(node),
        // `What?` and `a, b...` are sentences.
        Node::Repeated { node, .. } => !matches!(**node, Node::Literal(_)),
    }
}

/// A dot.
fn is_any(set: &Set) -> bool {
    matches!(set.items[..], [Item::Range(' ', '~')]) && !set.negated
}

struct Drawing<'a> {
    rng: &'a mut Stream,
    text: String,
    /// Characters and empty repetitions.
    left: usize,
    /// What each has matched.
    groups: Vec<String>,
}

impl Drawing<'_> {
    fn spend(&mut self) -> Option<()> {
        self.left = self.left.checked_sub(1)?;
        Some(())
    }

    fn push(&mut self, character: char) -> Option<()> {
        self.spend()?;
        self.text.push(character);
        Some(())
    }

    fn node(&mut self, node: &Node) -> Option<()> {
        match node {
            Node::Literal(character) => self.push(*character),
            Node::One(set) => {
                let character = self.character(set)?;
                self.push(character)
            }
            Node::Sequence(nodes) => nodes.iter().try_for_each(|node| self.node(node)),
            Node::Choice(nodes) => {
                let chosen = self.rng.random_range(0..nodes.len());
                self.node(&nodes[chosen])
            }
            Node::Group(number, node) => {
                let from = self.text.len();
                self.node(node)?;
                self.groups[*number] = self.text[from..].to_owned();
                Some(())
            }
            Node::Back(number) => {
                let text = self.groups.get(*number)?.clone();
                text.chars().try_for_each(|character| self.push(character))
            }
            Node::Repeated { node, least, most } => {
                for _ in 0..self.times(*least, *most) {
                    self.spend()?;
                    self.node(node)?;
                }
                Some(())
            }
        }
    }

    /// Few, most often; rarely the most.
    fn times(&mut self, least: u32, most: Option<u32>) -> u32 {
        if let Some(most) = most.filter(|most| most - least > 1)
            && self.rng.random_bool(0.1)
        {
            return most;
        }
        let further = most.map_or(FURTHER, |most| (most - least).min(FURTHER));
        least + (0..further).take_while(|_| self.rng.random_bool(0.5)).count() as u32
    }

    /// A character of a set: each of its parts as often as the others, else those of `[a-z0-9_]` would hardly ever be `_`.
    fn character(&mut self, set: &Set) -> Option<char> {
        for _ in 0..DRAWS {
            let drawn = if set.negated || set.items.is_empty() { Some(self.between(' ', '~')) } else { self.item(set) };
            if let Some(character) = drawn.filter(|&c| set.contains(c)) {
                return Some(character);
            }
        }
        ('\0'..='\u{7f}').find(|&c| set.contains(c))
    }

    fn item(&mut self, set: &Set) -> Option<char> {
        let chosen = self.rng.random_range(0..set.items.len());
        match &set.items[chosen] {
            Item::Range(first, last) => Some(self.between(*first, *last)),
            Item::Set(inner) => self.character(inner),
        }
    }

    fn between(&mut self, first: char, last: char) -> char {
        let drawn = self.rng.random_range(u32::from(first)..=u32::from(last));
        // What is no character are halves of surrogate pairs.
        char::from_u32(drawn).unwrap_or(first)
    }
}
