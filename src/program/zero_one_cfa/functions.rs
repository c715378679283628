//! Calls of function objects: lambdas and method references.
//!
//! A method reference to a virtual method makes a call of its own, whose receiver is captured or the first argument. That call is told
//! apart by who called the function object, as long as that was code. When its receiver is a function object again
//! (`function::apply`), the next call is one for each function object, whoever calls it: function objects that call each other would
//! bring forth calls without end otherwise.

use super::calls::{CallId, Entered, Function, Noted, PassedOn, Pending};
use super::nodes::Node;
use super::objects::{LIBRARY, Object, Site as Made};
use super::solver::Solver;
use super::types::Filter;
use crate::program::call_graph::{Target, handle};
use crate::program::facts::{MethodId, access};
use crate::program::hierarchy::Selection;
use std::rc::Rc;

/// No method has more parameters (JVMS 4.3.3): a larger shift says the same, that no argument becomes a parameter.
const MOST_PARAMETERS: i32 = 255;

/// Callers of a function object as callers of the call that it passes on.
fn through(at: Noted, shift: i32) -> Noted {
    Noted { shift: (at.shift + shift).clamp(-MOST_PARAMETERS, MOST_PARAMETERS), first: at.first.max(1), ..at }
}

impl Solver<'_> {
    /// The call of a function object.
    pub(super) fn invoke(&mut self, call: CallId, object: Object) {
        let Some(made) = self.lambdas.get(&object).cloned() else { return };
        let name = self.calls[call].name;
        let interface = made.lambda.interface;
        let default = self.program.class(interface.owner).map(|k| self.hierarchy.select(self.program, k, name.name, name.descriptor));
        match default {
            Some(Selection::Known(method)) if self.program.methods[method].code.is_some() => return self.enter(call, method, object),
            _ if name.name != interface.name => {
                self.leave(call);
                return self.nodes.put(self.escape, object);
            }
            _ => {}
        }
        let target = match self.hierarchy.resolve(self.program, &made.lambda.implementation) {
            Selection::Known(method) => Some(method).filter(|&m| self.program.methods[m].code.is_some()),
            Selection::Library => None,
        };
        let private = target.filter(|&m| self.program.methods[m].is(access::PRIVATE));
        if handle::is_virtual(made.lambda.handle) && private.is_none() {
            return if self.calls[call].passed_on.is_some() {
                self.pass_on_for_all(call, object, &made)
            } else {
                self.pass_on(call, &made)
            };
        }
        self.call_implementation(call, target, &made);
    }

    /// The call of a known method, or of one in a library.
    fn call_implementation(&mut self, call: CallId, target: Option<MethodId>, made: &Function) {
        let captured = made.captured.len() as i32;
        let (arguments, result) = (self.calls[call].arguments.clone(), self.calls[call].result);
        let all: Vec<Vec<Node>> = made.captured.iter().chain(arguments.iter().skip(1)).cloned().collect();
        let makes = handle::makes_object(made.lambda.handle);
        let Some(method) = target else {
            self.leave_with(&all, result, made.lambda.implementation);
            if makes {
                self.nodes.put(result, LIBRARY);
            }
            return self.noted_leave(call);
        };
        let receiver = usize::from(!self.program.methods[method].is(access::STATIC) && !makes);
        self.note_entered(call, Entered { method, shift: captured - receiver as i32, first: Some(1) });
        self.note(made.method, made.operation, Target::new(method, -(receiver as i32)));
        let this = self.receiver(method);
        if receiver == 1 {
            let filter = Filter::Subtypes(self.program.methods[method].class);
            all.first().into_iter().flatten().for_each(|&from| self.connect(from, this, filter));
        }
        if makes {
            let object = self.make(Made::Operation(made.method, made.operation), self.program.methods[method].class);
            self.nodes.put(this, object);
            self.nodes.put(result, object);
        }
        self.pass_arguments(&all[receiver..], method, 0, result);
        self.reach(method);
    }

    // ---- calls that are passed on ------------------------------------------------------------------------------------

    /// The call that a method reference to a virtual method makes when code calls it.
    fn pass_on(&mut self, call: CallId, made: &Function) {
        let Pending { arguments, result, noted, outside, .. } = &self.calls[call];
        let (arguments, result, outside) = (arguments.clone(), *result, *outside);
        // Argument 0 of the call is the function object; its receiver is captured or argument 1.
        let shift = made.captured.len() as i32 - 1;
        let mut passed: Vec<Noted> = noted.iter().map(|&at| through(at, shift)).collect();
        passed.push(Noted { method: made.method, operation: made.operation, shift: -1, first: 0 });
        let all: Rc<[Vec<Node>]> = made.captured.iter().chain(arguments.iter().skip(1)).cloned().collect();
        let name = made.lambda.implementation;
        let passed_on = Some(PassedOn::default());
        let inner = self.pend(Pending { name, arguments: all, result, noted: passed, outside, left: false, noted_left: false, passed_on });
        self.await_receivers(inner);
    }

    /// The one call that a method reference makes for all calls that were passed on already.
    fn pass_on_for_all(&mut self, call: CallId, object: Object, made: &Function) {
        let arity = self.types.signature(made.lambda.interface.descriptor).parameters.len();
        let captured = made.captured.len();
        let inner = match self.passed_on.get(&object) {
            Some(&known) => known,
            None => {
                let variables = self.nodes.add(arity + 1);
                let own = (0..arity).map(|at| vec![variables + 1 + at as Node]);
                let inner = self.pend(Pending {
                    name: made.lambda.implementation,
                    arguments: made.captured.iter().cloned().chain(own).collect(),
                    result: variables,
                    noted: vec![Noted { method: made.method, operation: made.operation, shift: -1, first: 0 }],
                    outside: false,
                    left: false,
                    noted_left: false,
                    passed_on: Some(PassedOn::default()),
                });
                self.passed_on.insert(object, inner);
                self.await_receivers(inner);
                inner
            }
        };
        let parameters = self.calls[inner].arguments.clone();
        let arguments = self.calls[call].arguments.clone();
        for (sources, own) in arguments.iter().skip(1).zip(parameters.iter().skip(captured)) {
            sources.iter().for_each(|&from| self.connect(from, own[0], Filter::Any));
        }
        let (from, to) = (self.calls[inner].result, self.calls[call].result);
        self.connect(from, to, Filter::Any);
        let shift = captured as i32 - 1;
        if let Some(passed_on) = &mut self.calls[call].passed_on {
            passed_on.to.insert((inner, shift));
        }
        let callers = self.calls[call].noted.clone();
        self.add_callers(inner, callers.into_iter().map(|at| through(at, shift)).collect(), self.calls[call].outside);
    }

    /// More callers of a call that is passed on: what it entered is noted at them, too, and they are callers of what it is passed on as.
    fn add_callers(&mut self, call: CallId, callers: Vec<Noted>, outside: bool) {
        let mut open = vec![(call, callers, outside)];
        while let Some((call, callers, outside)) = open.pop() {
            let pending = &mut self.calls[call];
            let new: Vec<Noted> = callers.into_iter().filter(|at| !pending.noted.contains(at)).collect();
            let newly_outside = outside && !pending.outside;
            if new.is_empty() && !newly_outside {
                continue;
            }
            pending.noted.extend(&new);
            pending.outside |= outside;
            let Some(passed_on) = &pending.passed_on else { continue };
            let mut entered: Vec<Entered> = passed_on.entered.iter().copied().collect();
            entered.sort_unstable_by_key(|e| (e.method, e.shift, e.first));
            let left = passed_on.left;
            for &(next, shift) in &passed_on.to {
                open.push((next, new.iter().map(|&at| through(at, shift)).collect(), outside));
            }
            for entered in entered {
                self.note_at(&new, outside, entered);
            }
            for at in new.iter().filter(|_| left) {
                self.leaves(at.method, at.operation);
            }
        }
    }

    // ---- what callers see --------------------------------------------------------------------------------------------

    /// A call enters a method: that is noted at all its callers.
    pub(super) fn note_entered(&mut self, call: CallId, entered: Entered) {
        let (callers, outside) = (self.calls[call].noted.clone(), self.calls[call].outside);
        self.note_at(&callers, outside, entered);
        if let Some(passed_on) = &mut self.calls[call].passed_on {
            passed_on.entered.insert(entered);
        }
    }

    fn note_at(&mut self, callers: &[Noted], outside: bool, entered: Entered) {
        let Entered { method, shift, first } = entered;
        for at in callers {
            self.note(at.method, at.operation, Target { method, shift: at.shift + shift, first: first.unwrap_or(at.first) });
        }
        if outside {
            self.called_back[method] = true;
        }
    }

    /// A call leaves the analysed code: that is noted at all its callers.
    pub(super) fn noted_leave(&mut self, call: CallId) {
        // Callers that come later see it in what is passed on.
        if std::mem::replace(&mut self.calls[call].noted_left, true) {
            return;
        }
        for at in self.calls[call].noted.clone() {
            self.leaves(at.method, at.operation);
        }
        if let Some(passed_on) = &mut self.calls[call].passed_on {
            passed_on.left = true;
        }
    }
}
