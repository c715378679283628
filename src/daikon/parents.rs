//! Points that front ends declare and never sample: what holds of the objects and of the class, whenever one of the points is passed that
//! name it as their parent (Daikon Developer Manual, "Dataflow hierarchy").

use super::decls::PointDeclaration;
use crate::evidence::dataset::Bits;
use crate::invariants::samples::{Column, Data, Place, Samples, Var};
use crate::invariants::trace::Point;
use hashbrown::HashMap;

/// Which points have which as parents: places among the points, children first.
pub struct Relations(Vec<(usize, usize)>);

/// The variables of a child that stand for those of its parent; `None`: the parent's has none there.
type Columns = Vec<Option<Var>>;

impl Relations {
    /// The relations that the points declare, `user` ones left out, as Daikon leaves them out by default: a class that another uses.
    pub fn of(declarations: &[PointDeclaration]) -> Self {
        let by_name: HashMap<&[u8], usize> = declarations.iter().enumerate().map(|(i, d)| (d.title.plain(), i)).collect();
        let mut relations: Vec<(usize, usize)> = Vec::new();
        for (child, declaration) in declarations.iter().enumerate() {
            let named = declaration.parents.iter().filter_map(|parent| by_name.get(&parent.point[..]).copied());
            relations.extend(named.filter(|p| *p != child).map(|parent| (child, parent)));
        }
        relations.sort_unstable();
        relations.dedup();
        Self(relations)
    }

    pub fn pairs(&self) -> &[(usize, usize)] {
        &self.0
    }

    fn children_of(&self, parent: usize) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().filter(move |r| r.1 == parent).map(|r| r.0)
    }

    /// Gives the points of objects and classes that have no samples those of their children. A class gets those of its objects, too.
    pub fn fill(&self, points: &mut [Point], declarations: &[PointDeclaration]) {
        let is_made = |p: &Point| p.samples.rows == 0 && p.name.is_of_class();
        let mut open: Vec<usize> = (0..points.len()).filter(|p| is_made(&points[*p])).collect();
        // Objects before the classes that they are of; of a circle, which no front end writes, whatever comes first.
        while !open.is_empty() {
            let ready = open.iter().position(|p| self.children_of(*p).all(|child| child == *p || !open.contains(&child)));
            let parent = open.remove(ready.unwrap_or(0));
            let children: Vec<usize> = self.children_of(parent).collect();
            let of: Vec<(&Samples, Columns)> =
                children.iter().map(|c| (&points[*c].samples, columns(&declarations[*c], &points[*c], &declarations[parent]))).collect();
            points[parent].samples = together(&points[parent].samples, &of);
        }
    }
}

/// For each variable of the parent the one of the child that names it as its own.
fn columns(child: &PointDeclaration, point: &Point, parent: &PointDeclaration) -> Columns {
    let ids: Vec<&[u8]> = child.parents.iter().filter(|p| parent.title.is_plain(&p.point)).map(|p| &p.relation[..]).collect();
    let stands_for = |v: &super::decls::VariableDeclaration, wanted: &super::decls::VariableDeclaration| {
        v.parents.iter().any(|p| {
            let named = p.variable.as_deref().map_or_else(|| v.title == wanted.title, |name| wanted.title.is_plain(name));
            parent.title.is_plain(&p.point) && ids.contains(&&p.relation[..]) && named
        })
    };
    let find = |wanted| {
        let found = child.variables.iter().position(|v| stands_for(v, wanted));
        // An object is its own, or its class's, under the same name.
        found.or_else(|| (point.name.place == Place::Object).then(|| child.variables.iter().position(|v| v.title == wanted.title))?)
    };
    parent.variables.iter().map(find).collect()
}

/// The samples of all children, one after the other, as those of the parent.
fn together(parent: &Samples, children: &[(&Samples, Columns)]) -> Samples {
    let mut samples = Samples { rows: children.iter().map(|(c, _)| c.rows).sum(), ..Samples::default() };
    for (var, variable) in parent.variables.iter().enumerate() {
        let mut data = Data::empty(variable.kind, variable.shape);
        let mut present = Bits::zeros(samples.rows);
        for (child, columns) in children {
            let same = |v: &Var| (child.variables[*v].kind, child.variables[*v].shape) == (variable.kind, variable.shape);
            let column = columns[var].filter(same).map(|v| &child.columns[v]);
            for row in 0..child.rows {
                match column {
                    Some(column) => {
                        present.set(data.rows(), column.has(row));
                        data.push_from(&column.data, row);
                    }
                    None => data.push_absent(),
                }
            }
        }
        samples.push(variable.clone(), Column { data, present: Some(present) });
    }
    samples
}
