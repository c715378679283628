//! Elements of arrays and containers as objects that can be asked: of what is in one an assertion can say plain values only.

use super::inspectors::calls;
use super::observation::{Observation, Whole, elements, is_near, is_own, type_of};
use crate::generation::cluster::{Cluster, MemberId};
use crate::generation::statement::{Slot, TestCase};
use crate::generation::types::Type;
use std::collections::BTreeSet;

/// Observations of elements of a test, and of what these show, at most.
const MOST_OF_ELEMENTS: usize = 100;

/// Of an array or a list, the elements whose inspectors are asked: enough to see that they are made as they should be.
const ASKED_ELEMENTS: u32 = 2;

/// The first elements of the arrays and containers of a test, and of those that inspectors show, with what they show in turn: that a list
/// has three objects says nothing of these. `giving`: the statements of the test that come to their ends.
pub fn asked(
    cluster: &Cluster,
    test: &TestCase,
    giving: usize,
    shown: &[Observation],
    inspectors: &BTreeSet<MemberId>,
) -> Vec<Observation> {
    let own = test.steps[..giving].iter().enumerate().filter(|(_, step)| !is_own(cluster, &step.statement));
    let own = own.filter_map(|(slot, step)| Some((slot as Slot, elements(cluster, &step.ty)?)));
    let by = |(at, observation): (usize, &Observation)| {
        let (Observation::Call { member, on } | Observation::Field { member, on }) = observation else { return None };
        let ty = &cluster.member(*member).result;
        // A generic class without arguments has containers of anything.
        let said = matches!(ty, Type::Array(_)) || !is_raw(cluster, type_of(cluster, test, shown, *on));
        Some(((test.len() + at) as Slot, elements(cluster, ty).filter(|_| said)?))
    };
    let mut wholes: Vec<_> = own.chain(shown.iter().enumerate().filter_map(by)).collect();
    wholes.sort_by_key(|&(of, _)| !is_near(cluster, test, shown, of));
    let mut found = Vec::new();
    for (of, elements) in wholes {
        let Some(class) = elements.ty.name().filter(|&class| cluster.known(class).is_some_and(|known| known.accessible)) else { continue };
        let asked = if matches!(elements.whole, Whole::Array | Whole::List) { ASKED_ELEMENTS } else { 1 };
        for index in 0..asked {
            let on = (test.len() + shown.len() + found.len()) as Slot;
            let calls: Vec<_> = calls(cluster, class, on, inspectors).collect();
            if !calls.is_empty() && found.len() + calls.len() < MOST_OF_ELEMENTS {
                found.push(Observation::Element { of, index });
                found.extend(calls);
            }
        }
    }
    found
}

fn is_raw(cluster: &Cluster, ty: &Type) -> bool {
    let Type::Class(name, arguments) = ty else { return false };
    arguments.is_empty() && cluster.known(*name).is_some_and(|known| !known.variables.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generation::assertions::candidates::{Expected, expected};
    use crate::generation::assertions::observation::Observed;
    use crate::generation::assertions::observers;
    use crate::generation::assertions::values::{Contents, Run, Value};
    use crate::generation::statement::{Statement, Step};
    use crate::generation::tests::{class, member};
    use crate::generation::types::parse;
    use crate::generation::wire::End;
    use serde_json::json;

    /// A journal, generic by its owner, that gives its entries as an array, as a list, and in a page that has a list of them.
    fn cluster() -> Cluster {
        let owner = json!([{"name": "O", "bounds": ["Ljava/lang/Object;"]}]);
        let entries = member("method", "entries", "()[Lp/Entry;", &[], "[Lp/Entry;");
        let list = member("method", "list", "()Ljava/util/List;", &[], "Ljava/util/List<+Lp/Entry;>;");
        let anything = member("method", "any", "()Ljava/util/List;", &[], "Ljava/util/List<*>;");
        let page = member("method", "page", "()Lp/Page;", &[], "Lp/Page;");
        let on_page = member("method", "shown", "()Ljava/util/ArrayList;", &[], "Ljava/util/ArrayList<Lp/Entry;>;");
        let of_jdk = ["List", "Set", "Optional", "Map", "Iterator"].map(|name| class(&format!("java/util/{name}"), json!([]), &[], vec![]));
        let types = [
            class("p/Journal", owner, &[], vec![entries, list, anything, page]),
            class("p/Page", json!([]), &[], vec![on_page]),
            class("p/Entry", json!([]), &[], vec![member("method", "text", "()Ljava/lang/String;", &[], "Ljava/lang/String;")]),
        ];
        let types = [types.to_vec(), of_jdk.to_vec()].concat();
        let facts = json!({"version": 1, "target": "p/Journal", "types": types,
            "literals": {"ints": [], "longs": [], "floats": [], "doubles": [], "strings": []}, "casts": [], "goals": []});
        Cluster::new(&serde_json::from_value(facts).unwrap()).unwrap()
    }

    /// What is asked of the elements that an object of a type leads to: the way there, by names.
    fn asked_of(cluster: &mut Cluster, ty: &str, inspectors: std::ops::Range<MemberId>) -> Vec<String> {
        let ty = parse(ty, &mut cluster.names).unwrap();
        let test = TestCase { steps: vec![Step { statement: Statement::Invoke { member: 0, receiver: None, arguments: vec![] }, ty }] };
        let observations = observers::of(cluster, &test, false, &inspectors.collect());
        let observed = Observed { test, observations };
        fn way(cluster: &Cluster, observed: &Observed, slot: Slot) -> String {
            match observed.behind(slot) {
                None => "it".into(),
                Some(Observation::Call { member, on }) => format!("{}.{}", way(cluster, observed, on), cluster.member(member).name),
                Some(Observation::Element { of, index }) => format!("{}[{index}]", way(cluster, observed, of)),
                Some(other) => panic!("{other:?}"),
            }
        }
        let calls = observed.observations.iter().filter_map(|&observation| match observation {
            Observation::Call { member, on } if matches!(observed.behind(on), Some(Observation::Element { .. })) => {
                assert_eq!(observed.type_of(cluster, on).descriptor(&cluster.names), "Lp/Entry;");
                Some(format!("{}.{}", way(cluster, &observed, on), cluster.member(member).name))
            }
            _ => None,
        });
        calls.collect()
    }

    #[test]
    fn the_first_elements_of_arrays_and_containers_are_asked() {
        let mut cluster = cluster();
        let both = |whole: &str| [0, 1].map(|index| format!("{whole}[{index}].text"));
        let all = [both("it.entries"), both("it.list"), both("it.page.shown")].concat();
        assert_eq!(asked_of(&mut cluster, "Lp/Journal<Ljava/lang/String;>;", 0..6), all);
        assert_eq!(asked_of(&mut cluster, "[Lp/Entry;", 0..6), both("it"));
        assert_eq!(asked_of(&mut cluster, "Ljava/util/List<Lp/Entry;>;", 0..6), both("it"));
        // Without its argument its lists are of anything, but arrays are not.
        assert_eq!(asked_of(&mut cluster, "Lp/Journal;", 0..6), [both("it.entries"), both("it.page.shown")].concat());
        // An entry that has no inspector.
        assert!(asked_of(&mut cluster, "Lp/Journal<Ljava/lang/String;>;", 0..5).is_empty());
        let one = ["it[0].text"];
        assert_eq!(asked_of(&mut cluster, "Ljava/util/Set<Lp/Entry;>;", 0..6), one);
        assert_eq!(asked_of(&mut cluster, "Ljava/util/Optional<Lp/Entry;>;", 0..6), one);
        assert_eq!(asked_of(&mut cluster, "Ljava/util/Map<Lp/Page;+Lp/Entry;>;", 0..6), one);
        assert!(asked_of(&mut cluster, "Ljava/util/Map<Lp/Entry;*>;", 0..6).is_empty());
        assert!(asked_of(&mut cluster, "Ljava/util/Iterator<Lp/Entry;>;", 0..6).is_empty());
    }

    /// Of a map without an order, what its first value shows is said only if it is the only one; of a list, however many there are.
    #[test]
    fn the_first_of_several_without_an_order_is_none() {
        let mut cluster = cluster();
        let mut said = |ty: &str, size: u64| {
            let ty = parse(ty, &mut cluster.names).unwrap();
            let test = TestCase { steps: vec![Step { statement: Statement::Invoke { member: 0, receiver: None, arguments: vec![] }, ty }] };
            let observations =
                vec![Observation::Contents { of: 0 }, Observation::Element { of: 0, index: 0 }, Observation::Call { member: 5, on: 2 }];
            let container = Value::Container { size, contents: Contents::Unsaid };
            let empty = Value::Container { size: 0, contents: Contents::Unsaid };
            let values = vec![empty, container, Value::Object("p.Entry".into()), Value::Text("a".into())];
            expected(&cluster, &Observed { test, observations }, &Run { end: End::Passed, values }, 3)
        };
        let text = Some(Expected::Value(Value::Text("a".into())));
        assert_eq!(said("Ljava/util/Map<Lp/Page;Lp/Entry;>;", 1), text);
        assert_eq!(said("Ljava/util/Map<Lp/Page;Lp/Entry;>;", 2), None);
        assert_eq!(said("Ljava/util/Set<Lp/Entry;>;", 2), None);
        assert_eq!(said("Ljava/util/List<Lp/Entry;>;", 2), text);
    }
}
