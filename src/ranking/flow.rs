//! Which anomalies reached which assertion: what the generated tests' run under the flow plan has told.

use hashbrown::HashMap;

/// The anomalies that reached each executed assertion site, by test. Equal sets are kept once.
#[derive(Debug, Default)]
pub struct Flow {
    sets: Vec<Vec<u32>>,
    ids: HashMap<Vec<u32>, u32>,
    reached: HashMap<(u32, u32), u32>,
}

impl Flow {
    /// Adds what reached a site in a test; more of the same site and test is united.
    pub fn add(&mut self, test: u32, site: u32, mut anomalies: Vec<u32>) {
        if let Some(before) = self.reached.get(&(test, site)) {
            anomalies.extend(&self.sets[*before as usize]);
        }
        anomalies.sort_unstable();
        anomalies.dedup();
        let set = match self.ids.get(&anomalies) {
            Some(&set) => set,
            None => {
                let set = self.sets.len() as u32;
                self.sets.push(anomalies.clone());
                self.ids.insert(anomalies, set);
                set
            }
        };
        self.reached.insert((test, site), set);
    }

    /// Test, site and set of all executed sites, ascending.
    pub fn reached(&self) -> Vec<(u32, u32, u32)> {
        let mut reached: Vec<_> = self.reached.iter().map(|(&(test, site), &set)| (test, site, set)).collect();
        reached.sort_unstable();
        reached
    }

    /// The anomalies of a set, ascending.
    pub fn set(&self, id: u32) -> &[u32] {
        &self.sets[id as usize]
    }
}
