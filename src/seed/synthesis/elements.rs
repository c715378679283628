//! Elements of arrays and collections: put in where the test has the container, else by what its owner offers.

use super::super::accessors::{Accessor, Wanted};
use super::super::containers;
use super::super::template::{Action, Number, ValueId, class_of, signature};
use super::super::values::{NodeId, NodeKind};
use super::{Link, Scope, State, Synthesis};
use crate::program::facts::access;

impl Synthesis<'_> {
    pub(super) fn element(&mut self, scope: &mut Scope, node: NodeId, container: NodeId, index: &[NodeId]) {
        let known = index.iter().find_map(|&i| scope.value(i));
        let Some(holder) = scope.value(container) else { return self.element_through(scope, node, container, known) };
        let of = self.type_of(holder).to_owned();
        if let Some(component) = of.strip_prefix('[') {
            let value = self.make(scope, Some(node), component);
            let index = match known.filter(|&k| self.fits(k, "I")) {
                Some(known) => known,
                None => {
                    let length = self.length_of(holder);
                    self.whole("I", 0, length - 1)
                }
            };
            scope.states[node as usize] = State::Value(value);
            scope.links.push(Link::PutElement { array: holder, index, value });
        } else if let Some((class, keyed)) =
            class_of(&of).and_then(containers::implementation).and_then(|c| containers::insertion(c).map(|(_, _, keyed)| (c, keyed)))
        {
            let declared = self.element_type(scope, container);
            let value = self.make(scope, Some(node), &declared);
            let key = keyed.then(|| match known {
                Some(known) => self.boxed(known),
                None => self.slot("Ljava/lang/String;", false),
            });
            let value = self.boxed(value);
            scope.states[node as usize] = State::Value(value);
            scope.links.push(Link::Insert { container: holder, class, key, value });
        } else {
            let reason = format!("elements of {} cannot be put in", of.replace('/', "."));
            self.skip(scope, node, reason, false);
        }
    }

    /// An element of what only its owner can put elements into.
    fn element_through(&mut self, scope: &mut Scope, node: NodeId, container: NodeId, index: Option<ValueId>) {
        let (field, object) = match scope.kind(container) {
            NodeKind::Field { field, object } => (*field, Some(*object)),
            NodeKind::Global(field) => (*field, None),
            _ => return scope.states[node as usize] = State::Skipped,
        };
        let ways = self.ways(scope, Wanted::PutElement(field), object);
        let scores: Vec<f64> = ways.iter().map(|(a, _)| a.score).collect();
        let Some((accessor, object)) = (!ways.is_empty()).then(|| self.draw(&scores)).and_then(|w| ways.into_iter().nth(w)) else {
            let (reason, infeasible) = self.why_unset(field);
            let reason = format!("no accessible method puts elements into it, and {reason}");
            let infeasible = infeasible && self.accessors.to(Wanted::PutElement(field)).is_empty();
            return self.skip(scope, node, reason, infeasible);
        };
        // A key that is read off the element: the element shall have what the branch looks it up by.
        if let Some(index) = index {
            for &key in &accessor.index {
                if let NodeKind::Field { field, object } = accessor.nodes[key as usize].kind
                    && accessor.value.contains(&object)
                {
                    scope.presets.entry(node).or_default().push((field, index));
                }
            }
        }
        let parameter = self.passed(&accessor, &accessor.value);
        let value = parameter.map(|p| {
            let of = self.text(self.analysis.program.methods[accessor.method].descriptor).to_owned();
            self.make(scope, Some(node), signature(&of).0[p as usize])
        });
        scope.states[node as usize] = value.map_or(State::Through, State::Value);
        scope.links.push(Link::Set { accessor: Box::new(accessor), object, value, index });
        self.set_presets(scope, node);
    }

    /// Fields that an element shall have and its constructor did not set.
    fn set_presets(&mut self, scope: &mut Scope, node: NodeId) {
        for (field, value) in scope.presets.get(&node).cloned().unwrap_or_default() {
            let child = scope.fields(node).into_iter().find(|(_, f)| *f == field).map(|(child, _)| child);
            if child.is_some_and(|c| scope.states[c as usize] != State::Open) {
                continue;
            }
            let declared = &self.analysis.program.fields[field];
            let holder = scope.value(node);
            if declared.access & access::FINAL == 0 && self.accessors.accessible.can_touch(field) {
                scope.links.push(Link::Assign { field, object: holder, value });
            } else {
                let ways: Vec<_> = self.ways(scope, Wanted::Write(field), Some(node));
                let usable = |a: &Accessor| self.passed(a, &a.value).is_some_and(|p| self.is_argument(value, a.method, p));
                let ways: Vec<_> = ways.into_iter().filter(|(a, _)| usable(a)).collect();
                let scores: Vec<f64> = ways.iter().map(|(a, _)| a.score).collect();
                let Some((accessor, object)) = (!ways.is_empty()).then(|| self.draw(&scores)).and_then(|w| ways.into_iter().nth(w)) else {
                    continue;
                };
                scope.links.push(Link::Set { accessor: Box::new(accessor), object, value: Some(value), index: None });
            }
            if let Some(child) = child {
                scope.states[child as usize] = State::Value(value);
            }
        }
    }

    /// The type of a container's elements: what methods put into the field that holds it.
    fn element_type(&mut self, scope: &Scope, container: NodeId) -> String {
        let field = match scope.kind(container) {
            NodeKind::Field { field, .. } | NodeKind::Global(field) => *field,
            _ => return "Ljava/lang/Object;".into(),
        };
        let all = self.accessors.to(Wanted::PutElement(field));
        let put = all.iter().find_map(|a| self.passed(a, &a.value).map(|p| (a.method, p)));
        let declared =
            put.map(|(method, p)| signature(self.text(self.analysis.program.methods[method].descriptor)).0[p as usize].to_owned());
        declared.unwrap_or_else(|| "Ljava/lang/Object;".into())
    }

    fn length_of(&self, array: ValueId) -> i64 {
        let length = match self.statements[array].action {
            Action::NewArray { length } => Some(length),
            _ => None,
        };
        match length.map(|l| &self.statements[l].action) {
            Some(Action::Primitive { constant: Number::Whole(length) }) => *length,
            // Of an array that is there already nothing is known.
            _ => i64::from(self.settings.max_array_length),
        }
    }
}
