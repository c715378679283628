//! Which candidates become assertions: for each call that a test is about one that says what came of it, then greedily whatever kills the
//! most mutants that nothing chosen kills (a set cover; Chvatal 1979 has the bound), and what the others make needless goes.

use std::collections::BTreeMap;

/// By mutant whether it is killed.
pub type Kills = Vec<bool>;

/// Something that could be asserted.
#[derive(Clone, Debug)]
pub struct Candidate {
    pub test: usize,
    /// What it costs a reader.
    pub cost: u32,
    /// The call that it says something of, by its place in the test, and how near it is to it, 0 the nearest; `None`: it is about no call
    /// that wants an assertion.
    pub subject: Option<(usize, u32)>,
    /// As long as that of every other candidate.
    pub kills: Kills,
}

/// Places of the chosen candidates, ascending. They kill every mutant that any candidate kills.
pub fn choose(candidates: &[Candidate]) -> Vec<usize> {
    let mut chosen = subjects(candidates);
    let wanted = chosen.len();
    let mut open: Kills = vec![true; candidates.first().map_or(0, |c| c.kills.len())];
    let close = |open: &mut Kills, c: &Candidate| open.iter_mut().zip(&c.kills).for_each(|(o, &k)| *o &= !k);
    chosen.iter().for_each(|&place| close(&mut open, &candidates[place]));
    loop {
        let gain = |c: &Candidate| c.kills.iter().zip(&open).filter(|&(&k, &o)| k && o).count();
        let best = candidates.iter().enumerate().map(|(place, c)| (gain(c), std::cmp::Reverse((c.cost, place)))).max();
        let Some((1.., std::cmp::Reverse((_, place)))) = best else { break };
        close(&mut open, &candidates[place]);
        chosen.push(place);
    }
    // The last ones killed the least.
    for at in (wanted..chosen.len()).rev() {
        let others = || chosen.iter().enumerate().filter(|&(other, _)| other != at).map(|(_, &place)| &candidates[place]);
        let needless = candidates[chosen[at]].kills.iter().enumerate().all(|(mutant, &k)| !k || others().any(|c| c.kills[mutant]));
        if needless {
            chosen.remove(at);
        }
    }
    chosen.sort_unstable();
    chosen
}

/// For each call what it gave, if that can be said. Else the candidate that is the nearest to it, of those that kill if there are such:
/// what an object shows that no mutant of the call changes, most likely says nothing of the call. Of several the one that kills the most.
fn subjects(candidates: &[Candidate]) -> Vec<usize> {
    let mut best: BTreeMap<(usize, usize), usize> = BTreeMap::new();
    let rank = |place: usize| {
        let c = &candidates[place];
        let killed = c.kills.iter().filter(|&&k| k).count();
        let nearness = c.subject.map(|(_, nearness)| nearness);
        (nearness != Some(0), nearness != Some(0) && killed == 0, nearness, std::cmp::Reverse(killed), c.cost, place)
    };
    for (place, candidate) in candidates.iter().enumerate() {
        if let Some((call, _)) = candidate.subject {
            let entry = best.entry((candidate.test, call)).or_insert(place);
            if rank(place) < rank(*entry) {
                *entry = place;
            }
        }
    }
    best.into_values().collect()
}
