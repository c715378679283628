//! Whether the search or symbolic execution makes the next tests: a portfolio of two, in which tests go to what has paid off lately.
//!
//! A gain is a goal that no test covered before. Costs are counts, so that equal generations are equal: a test that runs costs one, and
//! the work of symbolic execution as many as would take as long, about (`generate.symbolicWork`). Of the last of these
//! (`generate.portfolioWindow`), each member has its gains and its costs, and gets a share of what comes next in proportion to its gains by
//! cost: probability matching, by turns in place of draws. Neither gets less than `generate.leastShare`: what has paid nothing lately may
//! pay again. While neither has, the search has the rest.
//!
//! Symbolic execution enters when the search has run `generate.symbolicAfter` tests without a gain: most classes have easy goals, and for
//! these no test has to be replayed.

use super::settings::{Engine, Settings};
use std::collections::VecDeque;

/// Who makes tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Member {
    Search,
    Paths,
}

#[derive(Clone, Copy, Debug)]
struct Spent {
    member: Member,
    cost: u64,
    gains: u64,
}

#[derive(Debug)]
pub struct Portfolio {
    engine: Engine,
    /// Of `paths`: tests that come from random choices, first of all.
    first: u64,
    /// Of `hybrid`: tests without a gain after which symbolic execution enters.
    after: u64,
    window: u64,
    least: f64,
    /// The oldest first; no more than the window needs.
    recent: VecDeque<Spent>,
    /// The cost of these.
    cost: u64,
    /// Tests of the search.
    searched: u64,
    /// Symbolic execution has had a turn.
    has_entered: bool,
}

impl Portfolio {
    pub fn new(settings: &Settings) -> Self {
        Self {
            engine: settings.engine,
            first: settings.first_tests,
            after: settings.symbolic_after,
            window: settings.portfolio_window,
            least: settings.least_share,
            recent: VecDeque::new(),
            cost: 0,
            searched: 0,
            has_entered: false,
        }
    }

    /// Who makes the next tests, if it has any to make.
    ///
    /// - `tests`: that have run;
    /// - `last_gain`: how many had run at the last gain.
    pub fn next(&self, tests: u64, last_gain: u64) -> Member {
        let paths = match self.engine {
            Engine::Search => false,
            Engine::Paths => self.searched >= self.first,
            Engine::Hybrid if self.has_entered => (self.cost_of(Member::Paths) as f64) < self.share_of_paths() * self.cost as f64,
            Engine::Hybrid => tests >= last_gain.saturating_add(self.after),
        };
        if paths { Member::Paths } else { Member::Search }
    }

    /// Whether only one member makes tests from now on.
    pub fn has_ended_search(&self) -> bool {
        self.engine == Engine::Paths && self.searched >= self.first
    }

    /// A member has taken its turn; what it gains may be known later.
    pub fn spend(&mut self, member: Member, cost: u64) {
        match member {
            Member::Search => self.searched += cost,
            Member::Paths => self.has_entered = true,
        }
        self.add(Spent { member, cost, gains: 0 });
    }

    /// Tests of a member have run, and were the first to cover so many goals.
    pub fn gain(&mut self, member: Member, gains: u64) {
        self.add(Spent { member, cost: 0, gains });
    }

    fn add(&mut self, spent: Spent) {
        self.recent.push_back(spent);
        self.cost += spent.cost;
        while let Some(oldest) = self.recent.front().filter(|oldest| self.cost - oldest.cost >= self.window) {
            self.cost -= oldest.cost;
            self.recent.pop_front();
        }
    }

    fn cost_of(&self, member: Member) -> u64 {
        self.recent.iter().filter(|s| s.member == member).map(|s| s.cost).sum()
    }

    /// Between the least share and what that leaves.
    fn share_of_paths(&self) -> f64 {
        let rate = |member| {
            let gains: u64 = self.recent.iter().filter(|s| s.member == member).map(|s| s.gains).sum();
            gains as f64 / self.cost_of(member).max(1) as f64
        };
        let (search, paths) = (rate(Member::Search), rate(Member::Paths));
        let share = if paths > 0.0 { paths / (search + paths) } else { 0.0 };
        share.clamp(self.least, 1.0 - self.least)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn portfolio(engine: Engine) -> Portfolio {
        let settings =
            Settings { engine, first_tests: 100, symbolic_after: 300, portfolio_window: 1000, least_share: 0.1, ..Settings::default() };
        Portfolio::new(&settings)
    }

    /// Plays turns of 50 each; by turn what a member gains. Which share of the second half of the turns paths had.
    fn share(gains: impl Fn(Member, usize) -> u64) -> f64 {
        const TURNS: usize = 400;
        let mut portfolio = portfolio(Engine::Hybrid);
        let mut of_paths = 0;
        for turn in 0..TURNS {
            // Without a gain, so that symbolic execution enters.
            let member = portfolio.next(1_000, 0);
            portfolio.spend(member, 50);
            portfolio.gain(member, gains(member, turn));
            of_paths += usize::from(turn >= TURNS / 2 && member == Member::Paths);
        }
        of_paths as f64 / (TURNS / 2) as f64
    }

    #[test]
    fn a_search_alone_has_all_turns_and_paths_have_them_after_the_first_tests() {
        assert_eq!(portfolio(Engine::Search).next(1_000_000, 0), Member::Search);
        let mut paths = portfolio(Engine::Paths);
        assert_eq!((paths.next(0, 0), paths.has_ended_search()), (Member::Search, false));
        paths.spend(Member::Search, 60);
        assert_eq!(paths.next(0, 0), Member::Search);
        paths.spend(Member::Search, 60);
        assert_eq!((paths.next(0, 0), paths.has_ended_search()), (Member::Paths, true));
        assert!(!portfolio(Engine::Hybrid).has_ended_search());
    }

    #[test]
    fn paths_enter_when_the_search_has_stagnated() {
        let mut portfolio = portfolio(Engine::Hybrid);
        portfolio.spend(Member::Search, 900);
        assert_eq!(portfolio.next(900, 700), Member::Search);
        assert_eq!(portfolio.next(1_000, 700), Member::Paths);
        portfolio.spend(Member::Paths, 50);
        assert_eq!(portfolio.next(1_050, 700), Member::Paths, "it has not had its least share by now");
        portfolio.spend(Member::Paths, 60);
        assert_eq!(portfolio.next(1_110, 700), Member::Search);
    }

    #[test]
    fn shares_are_those_of_the_gains_by_cost() {
        // Of 20 turns in the window, one more or less.
        let is = |share: f64, about: f64| assert!((share - about).abs() < 0.06, "{share}, not {about}");
        is(share(|_, _| 0), 0.1);
        is(share(|member, _| u64::from(member == Member::Paths)), 0.9);
        is(share(|member, _| u64::from(member == Member::Search)), 0.1);
        is(share(|_, _| 2), 0.5);
        is(share(|member, _| if member == Member::Paths { 3 } else { 1 }), 0.75);
    }

    #[test]
    fn what_has_paid_long_ago_counts_no_longer() {
        let mut portfolio = portfolio(Engine::Hybrid);
        portfolio.spend(Member::Paths, 100);
        portfolio.gain(Member::Paths, 50);
        assert_eq!(portfolio.next(0, 0), Member::Search, "all of the window was its own");
        portfolio.spend(Member::Search, 500);
        assert_eq!(portfolio.next(0, 0), Member::Paths);
        portfolio.spend(Member::Search, 1_000);
        portfolio.spend(Member::Paths, 120);
        assert_eq!(portfolio.next(0, 0), Member::Search);
    }
}
