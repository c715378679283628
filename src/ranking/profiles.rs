//! Coverage profiles: the statements that an invocation executed, each distinct set once, and how similar two of them are (ZoomIn,
//! section 3.2).

use super::invocations::Records;
use super::plan::ProfileMode;
use hashbrown::HashMap;

/// The number of a distinct profile.
pub type ProfileId = u32;

/// A set of statements: the words of its bitset from the first that is not empty to the last, so that what is executed together, being
/// written together, takes little room.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Profile {
    /// Place of the first word.
    start: u32,
    words: Box<[u64]>,
    size: u32,
}

impl Profile {
    fn of(bits: &[u64]) -> Self {
        let start = bits.iter().position(|word| *word != 0).unwrap_or(bits.len());
        let end = bits.iter().rposition(|word| *word != 0).map_or(start, |last| last + 1);
        let words: Box<[u64]> = bits[start..end].into();
        let size = words.iter().map(|word| word.count_ones()).sum();
        Self { start: if words.is_empty() { 0 } else { start as u32 }, words, size }
    }

    /// Number of statements.
    pub fn size(&self) -> u32 {
        self.size
    }

    /// Number of statements that both have.
    pub fn common(&self, other: &Self) -> u32 {
        let start = self.start.max(other.start);
        let from = |p: &'_ Self| (start - p.start) as usize;
        let (a, b) = (self.words.get(from(self)..), other.words.get(from(other)..));
        let (Some(a), Some(b)) = (a, b) else { return 0 };
        a.iter().zip(b).map(|(x, y)| (x & y).count_ones()).sum()
    }
}

/// A degree of similarity, exact: the statements that both profiles have, of those that one of them has.
#[derive(Clone, Copy, Debug)]
pub struct Similarity {
    common: u32,
    all: u32,
}

impl Similarity {
    pub fn of(a: &Profile, b: &Profile) -> Self {
        let common = a.common(b);
        Self { common, all: a.size() + b.size() - common }
    }

    /// What profiles of those sizes can reach at most.
    fn bound(a: u32, b: u32) -> Self {
        Self { common: a.min(b), all: a.max(b) }
    }

    /// In 0..=1; two empty profiles are the same.
    pub fn degree(self) -> f64 {
        if self.all == 0 { 1.0 } else { f64::from(self.common) / f64::from(self.all) }
    }

    fn compare(self, other: Self) -> std::cmp::Ordering {
        let of = |s: Self| if s.all == 0 { (1, 1) } else { (u64::from(s.common), u64::from(s.all)) };
        let ((a, b), (c, d)) = (of(self), of(other));
        (a * d).cmp(&(c * b))
    }
}

/// All distinct profiles of both runs.
#[derive(Debug, Default)]
pub struct Profiles {
    profiles: Vec<Profile>,
    ids: HashMap<Profile, ProfileId>,
}

impl Profiles {
    pub fn get(&self, id: ProfileId) -> &Profile {
        &self.profiles[id as usize]
    }

    fn intern(&mut self, bits: &[u64]) -> ProfileId {
        let profile = Profile::of(bits);
        if let Some(&id) = self.ids.get(&profile) {
            return id;
        }
        let id = self.profiles.len() as ProfileId;
        self.profiles.push(profile.clone());
        self.ids.insert(profile, id);
        id
    }

    /// The profile of each invocation of a run whose records are sorted.
    pub fn of_run(&mut self, records: &Records, statements: u32, mode: ProfileMode) -> Vec<ProfileId> {
        let mut bits = vec![0u64; (statements as usize).div_ceil(64)];
        let mut ids: Vec<ProfileId> = Vec::with_capacity(records.invocations().len());
        let mut before: Option<(u32, ProfileId)> = None;
        for invocation in records.invocations() {
            let continued = before.filter(|(test, _)| mode == ProfileMode::Cumulative && *test == invocation.test);
            if continued.is_none() {
                bits.fill(0);
            }
            let mut grown = continued.is_none();
            for statement in records.statements(invocation) {
                let (word, mask) = (&mut bits[statement as usize / 64], 1 << (statement % 64));
                grown |= *word & mask == 0;
                *word |= mask;
            }
            let id = match continued {
                Some((_, id)) if !grown => id,
                _ => self.intern(&bits),
            };
            before = Some((invocation.test, id));
            ids.push(id);
        }
        ids
    }
}

/// A profile that similar ones are looked for to, among those of several methods: what it has in common with another is counted once.
pub struct Wanted<'a> {
    profiles: &'a Profiles,
    profile: &'a Profile,
    /// By profile; [`UNKNOWN`]: not counted yet.
    common: Vec<u32>,
}

const UNKNOWN: u32 = u32::MAX;

impl<'a> Wanted<'a> {
    pub fn new(profiles: &'a Profiles, id: ProfileId) -> Self {
        Self { profiles, profile: profiles.get(id), common: vec![UNKNOWN; profiles.profiles.len()] }
    }

    fn common(&mut self, with: ProfileId) -> u32 {
        let known = &mut self.common[with as usize];
        if *known == UNKNOWN {
            *known = self.profile.common(self.profiles.get(with));
        }
        *known
    }
}

/// The profiles that the manual run has of one method, in the order of their sizes.
#[derive(Debug, Default)]
pub struct ManualProfiles {
    by_size: Vec<Candidate>,
}

#[derive(Clone, Copy, Debug)]
struct Candidate {
    size: u32,
    profile: ProfileId,
    /// The first invocation that has it.
    row: u32,
}

/// The manual execution that is most similar to a generated one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MostSimilar {
    /// Degree of similarity, in 0..=1.
    pub dos: f64,
    /// Of the manual run.
    pub row: u32,
}

impl ManualProfiles {
    /// `rows`: the invocations of the method in the manual run, ascending, with their profiles.
    pub fn of(profiles: &Profiles, rows: impl Iterator<Item = (u32, ProfileId)>) -> Self {
        let mut first: HashMap<ProfileId, u32> = HashMap::new();
        rows.for_each(|(row, profile)| _ = first.entry(profile).or_insert(row));
        let candidate = |(profile, row): (ProfileId, u32)| Candidate { size: profiles.get(profile).size(), profile, row };
        let mut by_size: Vec<Candidate> = first.into_iter().map(candidate).collect();
        by_size.sort_unstable_by_key(|c| (c.size, c.row));
        Self { by_size }
    }

    /// Number of distinct profiles.
    pub fn len(&self) -> usize {
        self.by_size.len()
    }

    pub fn is_empty(&self) -> bool {
        self.by_size.is_empty()
    }

    /// The most similar one, of several the one that came first; `None`: the method was not executed by a manual test.
    pub fn most_similar(&self, to: &mut Wanted) -> Option<MostSimilar> {
        let size = to.profile.size();
        let middle = self.by_size.partition_point(|c| c.size < size);
        let mut best: Option<(Similarity, u32)> = None;
        // From its own size away on both sides, as long as the sizes allow for as much similarity as was found.
        let mut look = |candidate: &Candidate| {
            let bound = Similarity::bound(size, candidate.size);
            if best.is_some_and(|(found, _)| bound.compare(found).is_lt()) {
                return false;
            }
            let common = to.common(candidate.profile);
            let similarity = Similarity { common, all: size + candidate.size - common };
            let better = best.is_none_or(|(found, row)| similarity.compare(found).then(row.cmp(&candidate.row)).is_gt());
            if better {
                best = Some((similarity, candidate.row));
            }
            true
        };
        let (mut up, mut down) = (self.by_size[middle..].iter(), self.by_size[..middle].iter().rev());
        let (mut going_up, mut going_down) = (true, true);
        while going_up || going_down {
            going_up = going_up && up.next().is_some_and(&mut look);
            going_down = going_down && down.next().is_some_and(&mut look);
        }
        best.map(|(similarity, row)| MostSimilar { dos: similarity.degree(), row })
    }
}

#[cfg(test)]
#[path = "profiles_tests.rs"]
mod tests;
