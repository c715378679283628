//! Calls that wait for their receivers, and what they become when their receivers are function objects.

use super::nodes::Node;
use crate::program::facts::{FixedHasher, Lambda, MethodId, MethodName};
use hashbrown::HashSet;
use std::rc::Rc;

/// Place of a call in [`Solver::calls`](super::solver::Solver::calls).
pub type CallId = usize;

/// A call whose targets depend on its receiver, or one that code outside makes.
#[derive(Debug)]
pub struct Pending {
    pub name: MethodName,
    /// By argument, the receiver first: the variables it may come from.
    pub arguments: Rc<[Vec<Node>]>,
    pub result: Node,
    /// Where its targets are noted, and how its arguments become parameters there.
    pub noted: Vec<Noted>,
    /// Whether code outside makes it.
    pub outside: bool,
    /// Whether its arguments have escaped.
    pub left: bool,
    /// Whether it is noted at its callers that it leaves the analysed code.
    pub noted_left: bool,
    /// Of the call that a function object passes on.
    pub passed_on: Option<PassedOn>,
}

/// Where a target of a call is noted: an operation of a method, and how the arguments there become parameters ([`Target`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Noted {
    pub method: MethodId,
    pub operation: u32,
    pub shift: i32,
    pub first: u32,
}

/// A function object.
#[derive(Clone, Debug)]
pub struct Function<'a> {
    pub lambda: &'a Lambda,
    pub method: MethodId,
    pub operation: u32,
    pub captured: Rc<[Vec<Node>]>,
}

/// What a call entered, for callers that come later: the shift counts from theirs, and so does the first argument if there is none here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Entered {
    pub method: MethodId,
    pub shift: i32,
    pub first: Option<u32>,
}

/// What is known of a call that a function object passes on, for callers that come later.
#[derive(Debug, Default)]
pub struct PassedOn {
    pub(super) entered: HashSet<Entered, FixedHasher>,
    pub(super) left: bool,
    /// Calls that this one is passed on as, and by how much their arguments are shifted.
    pub(super) to: HashSet<(CallId, i32), FixedHasher>,
}
