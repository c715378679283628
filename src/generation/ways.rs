//! Which calls lead a test into the methods that have goals: those of the methods themselves, those that call them, and those of types by
//! which a test has an object of a class that it cannot name; and copies by serialization ([`super::copies`]). EvoSuite calls a method no
//! more when all its goals are covered (its archives' `removeTestCall`); here calls that lead to an open goal are made more often, and the
//! others stay, as they may make the state for these.

use super::cluster::{Cluster, MemberId};
use super::facts::{MemberKind, TypeFacts};
use super::goals::{GoalId, Goals};
use super::serialization;
use super::types::Name;
use crate::{Error, Result};
use std::collections::{BTreeMap, BTreeSet};

/// What leads into a method.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum By {
    Call(MemberId),
    /// A copy of an object of this class.
    Copy(Name),
}

/// A call or a copy, and what it leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Way {
    pub by: By,
    /// The object that it is called on must come from the class under test, as one of these types; empty: any object does, and of a copy
    /// any of its class.
    pub on: BTreeSet<Name>,
    /// Places of methods with goals.
    methods: BTreeSet<u32>,
}

impl Way {
    fn new(by: By) -> Self {
        Self { by, on: BTreeSet::new(), methods: BTreeSet::new() }
    }
}

/// All calls that lead to methods with goals.
#[derive(Clone, Debug, Default)]
pub struct Ways {
    all: Vec<Way>,
    open: Vec<Way>,
    /// How many goals were covered when `open` was found.
    covered: Option<usize>,
}

impl Ways {
    /// # Errors
    /// `InvalidInput`: a place is out of range.
    pub fn new(facts: &TypeFacts, cluster: &Cluster) -> Result<Self> {
        let mut direct: BTreeMap<MemberId, Way> = BTreeMap::new();
        let mut through: BTreeMap<MemberId, Way> = BTreeMap::new();
        for (place, goals) in facts.goals.iter().enumerate() {
            let place = place as u32;
            let wrong = |what| Error::invalid_input(format!("goals of {}.{}{}: {what}", goals.class, goals.name, goals.descriptor));
            if goals.calls.iter().any(|&called| called as usize >= facts.goals.len()) {
                return Err(wrong("it calls a method that is not there"));
            }
            if goals.is.iter().any(|&ty| ty as usize >= facts.types.len()) {
                return Err(wrong("its class is a type that is not there"));
            }
            let reached = reached(facts, place);
            if let Some(member) = goals.member.and_then(|places| facts.member_number(places)) {
                let way = direct.entry(member).or_insert_with(|| Way::new(By::Call(member)));
                way.methods.extend(&reached);
            }
            if goals.class == facts.target {
                continue;
            }
            let names: BTreeSet<Name> = goals.is.iter().map(|&ty| cluster.types()[ty as usize].name).collect();
            // A test has no object of such a class as anything but an `Object`, and cannot tell it from others.
            if names.is_empty() {
                continue;
            }
            for member in overridden(&goals.name, &goals.descriptor, &names, cluster) {
                let way = through.entry(member).or_insert_with(|| Way::new(By::Call(member)));
                way.on.extend(&names);
                way.methods.extend(&reached);
            }
        }
        let copies = if cluster.copying().is_some() { by_copies(facts, cluster) } else { Vec::new() };
        Ok(Self { all: direct.into_values().chain(through.into_values()).chain(copies).collect(), ..Self::default() })
    }

    /// Looks again which lead to goals that are wanted and not covered, where more are covered than before.
    pub fn find_open(&mut self, goals: &Goals, covered: usize, is_covered: impl Fn(GoalId) -> bool) {
        if self.covered == Some(covered) {
            return;
        }
        self.covered = Some(covered);
        let mut open = vec![false; goals.methods.len()];
        for (id, goal) in goals.goals.iter().enumerate() {
            open[goal.method as usize] |= goal.wanted && !is_covered(id as GoalId);
        }
        let leads = |way: &&Way| way.methods.iter().any(|&method| open[method as usize]);
        self.open = self.all.iter().filter(leads).cloned().collect();
    }

    /// The calls of a method itself; if tests cannot call it, those that lead to it.
    pub fn to(&self, goals: &Goals, method: u32) -> Vec<Way> {
        let own = goals.methods[method as usize].member;
        let is_own = |way: &&Way| own.is_some_and(|member| way.by == By::Call(member));
        let calls: Vec<Way> = self.all.iter().filter(is_own).cloned().collect();
        if calls.is_empty() { self.all.iter().filter(|way| way.methods.contains(&method)).cloned().collect() } else { calls }
    }

    /// Those that lead to open goals, as they were looked for last.
    pub fn open(&self) -> &[Way] {
        &self.open
    }
}

/// Copies of objects of the class under test, and of those nested in it that a test has, whose hooks have goals. Those of the others are
/// reached by copies of the class under test, if at all: one of them may stand for it in what is written.
fn by_copies(facts: &TypeFacts, cluster: &Cluster) -> Vec<Way> {
    let mut copies: BTreeMap<Name, Way> = BTreeMap::new();
    for (place, goals) in facts.goals.iter().enumerate().filter(|(_, g)| serialization::is_hook(&g.name, &g.descriptor)) {
        let named = cluster.names.find(&goals.class).filter(|&name| cluster.known(name).is_some_and(|t| t.accessible));
        let class = named.unwrap_or(cluster.target);
        copies.entry(class).or_insert_with(|| Way::new(By::Copy(class))).methods.extend(reached(facts, place as u32));
    }
    copies.into_values().collect()
}

/// The methods that a method calls, itself among them, and those that these call.
fn reached(facts: &TypeFacts, from: u32) -> BTreeSet<u32> {
    let mut found = BTreeSet::from([from]);
    let mut open = vec![from];
    while let Some(method) = open.pop() {
        for &called in &facts.goals[method as usize].calls {
            if found.insert(called) {
                open.push(called);
            }
        }
    }
    found
}

/// Methods of some types, or of `Object`, that one with such a name and parameters overrides.
fn overridden<'a>(
    name: &'a str,
    descriptor: &'a str,
    types: &'a BTreeSet<Name>,
    cluster: &'a Cluster,
) -> impl Iterator<Item = MemberId> + 'a {
    let parameters = |descriptor: &'a str| descriptor.split(')').next();
    (0..cluster.members.len() as MemberId).filter(move |&id| {
        let member = cluster.member(id);
        let overrides = member.kind == MemberKind::Method && !member.is_static && member.name == name;
        overrides
            && parameters(&member.descriptor) == parameters(descriptor)
            && (types.contains(&member.owner) || member.owner == cluster.object)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generation::maker::Maker;
    use crate::generation::settings::Settings;
    use crate::generation::statement::{Statement, TestCase};
    use crate::generation::tests::{class, maker, member, point};
    use serde_json::{Value, json};

    const SET: MemberId = 1;
    const AS_NUMBER: MemberId = 2;
    const TO_INT: MemberId = 4;

    /// `Box.set` calls the private `check`; `Box.asNumber` gives a private class as the interface `Numeric`, of which `toInt` is one.
    fn facts() -> TypeFacts {
        let members = vec![
            member("constructor", "<init>", "()V", &[], "Lp/Box;"),
            member("method", "set", "(I)V", &["I"], "V"),
            member("method", "asNumber", "()Lp/Numeric;", &[], "Lp/Numeric;"),
            member("method", "size", "()I", &[], "I"),
        ];
        let mut numeric = class("p/Numeric", json!([]), &[], vec![member("method", "toInt", "()I", &[], "I")]);
        numeric["kind"] = json!("interface");
        numeric["abstract"] = json!(true);
        let other = class("p/Other", json!([]), &["Lp/Numeric;"], vec![member("constructor", "<init>", "()V", &[], "Lp/Other;")]);
        let goals = |class: &str, name: &str, descriptor: &str, member: Value, is: Value, calls: Value| {
            json!({"class": class, "name": name, "descriptor": descriptor, "member": member, "is": is, "calls": calls,
                "blocks": [{"next": [], "handlers": []}], "points": [point("entry", 0, 1, 1)]})
        };
        let facts = json!({"version": 1, "target": "p/Box",
        "types": [class("p/Box", json!([]), &[], members), numeric, other],
        "literals": {"ints": [], "longs": [], "floats": [], "doubles": [], "strings": []}, "casts": [],
        "goals": [
            goals("p/Box", "set", "(I)V", json!([0, 1]), json!([0]), json!([2])),
            goals("p/Box", "asNumber", "()Lp/Numeric;", json!([0, 2]), json!([0]), json!([])),
            goals("p/Box", "check", "(I)V", json!(null), json!([0]), json!([])),
            goals("p/Box$Number", "toInt", "()I", json!(null), json!([1]), json!([])),
        ]});
        serde_json::from_value(facts).unwrap()
    }

    fn member_of(way: &Way) -> MemberId {
        let By::Call(member) = way.by else { panic!("{way:?}") };
        member
    }

    /// The calls that lead to what is left when some goals are covered; a method has one goal.
    fn open(covered: &[GoalId]) -> Vec<MemberId> {
        let facts = facts();
        let goals = Goals::new(&facts).unwrap();
        let mut ways = Ways::new(&facts, &Cluster::new(&facts).unwrap()).unwrap();
        ways.find_open(&goals, covered.len(), |goal| covered.contains(&goal));
        ways.open().iter().map(member_of).collect()
    }

    #[test]
    fn calls_that_lead_to_open_goals_are_found() {
        assert_eq!(open(&[]), [SET, AS_NUMBER, TO_INT]);
        assert_eq!(open(&[0, 1, 3]), [SET], "it calls what nobody else can");
        assert_eq!(open(&[0, 1, 2]), [TO_INT], "of the interface that the private class has");
        assert!(open(&[0, 1, 2, 3]).is_empty());
    }

    #[test]
    fn calls_of_a_method_are_its_own_or_lead_to_it() {
        let facts = facts();
        let ways = Ways::new(&facts, &Cluster::new(&facts).unwrap()).unwrap();
        let goals = Goals::new(&facts).unwrap();
        let to = |method| ways.to(&goals, method).iter().map(member_of).collect::<Vec<_>>();
        assert_eq!([to(0), to(1)], [[SET], [AS_NUMBER]]);
        assert_eq!(to(2), [SET], "nobody but it calls what is private");
        assert_eq!(to(3), [TO_INT]);
    }

    #[test]
    fn an_object_of_a_class_that_nobody_can_name_comes_from_the_class_under_test() {
        let facts = facts();
        let goals = Goals::new(&facts).unwrap();
        let cluster = Cluster::new(&facts).unwrap();
        let mut ways = Ways::new(&facts, &cluster).unwrap();
        ways.find_open(&goals, 3, |goal| goal < 3);
        let settings = Settings { open_share: 1.0, ..Settings::default() };
        for seed in 0..50 {
            let mut test = TestCase::default();
            let mut maker = Maker { open: ways.open(), ..maker(&cluster, &settings, seed) };
            maker.insert_call(&mut test).unwrap();
            let Statement::Invoke { member: TO_INT, receiver: Some(number), .. } = test.steps[test.len() - 1].statement else {
                panic!("{test:?}")
            };
            let gives = &test.steps[number as usize].statement;
            assert!(matches!(gives, Statement::Invoke { member: AS_NUMBER, .. }), "{seed}: {test:?}");
        }
    }

    #[test]
    fn a_class_that_a_test_has_as_nothing_but_an_object_adds_no_calls() {
        let with_text = |is: Vec<u32>| {
            let mut facts = facts();
            let mut types = json!({"name": "java/lang/Object", "kind": "class", "abstract": false, "accessible": true, "parameters": [],
                "superclass": null, "interfaces": [], "sam": null});
            types["members"] = json!([member("method", "toString", "()Ljava/lang/String;", &[], "Ljava/lang/String;")]);
            facts.types.push(serde_json::from_value(types).unwrap());
            facts.goals[3].name = "toString".to_owned();
            facts.goals[3].descriptor = "()Ljava/lang/String;".to_owned();
            facts.goals[3].is = is;
            Ways::new(&facts, &Cluster::new(&facts).unwrap()).unwrap().all.len()
        };
        assert_eq!((with_text(vec![]), with_text(vec![1])), (2, 3));
    }

    #[test]
    fn places_that_are_not_there_are_refused() {
        let cluster = Cluster::new(&facts()).unwrap();
        let mut wrong = facts();
        wrong.goals[0].calls = vec![4];
        assert!(Ways::new(&wrong, &cluster).unwrap_err().to_string().contains("p/Box.set(I)V: it calls a method that is not there"));
        let mut wrong = facts();
        wrong.goals[3].is = vec![3];
        assert!(Ways::new(&wrong, &cluster).unwrap_err().to_string().contains("its class is a type that is not there"));
    }
}
