//! The dynamic pool: texts that the code under test has compared with others while the tests ran (Fraser and Arcuri, "The Seed is Strong",
//! ICST 2012). They are what it distinguishes, also where it computes them; of its constants most are messages. Texts that other code has
//! compared, or that containers hold which were asked for one, are kept apart: there are more of them, and fewer decide something.

use super::assertions::candidates::has_address;
use super::patterns::Pattern;
use super::statement::{Statement, TestCase};

/// Texts that are kept: those that were compared last (EvoSuite 1.2.0: dynamic_pool_size).
const SIZE: usize = 50;

/// The texts that were compared last, each once, the oldest first.
#[derive(Debug)]
pub struct Compared {
    texts: Vec<String>,
    of_others: Vec<String>,
    /// Of those that are regular expressions, as many; they stay when the texts go.
    patterns: Vec<(String, Pattern)>,
}

impl Compared {
    pub const NONE: Self = Self { texts: Vec::new(), of_others: Vec::new(), patterns: Vec::new() };

    pub fn texts(&self) -> &[String] {
        &self.texts
    }

    pub fn of_others(&self) -> &[String] {
        &self.of_others
    }

    /// Adds what a test has compared. Its own texts and parts of them teach nothing, and would drown the others: one operand of most
    /// comparisons comes from the test. Addresses differ from run to run.
    pub fn learn(&mut self, test: &TestCase, compared: Vec<String>) {
        for text in compared.into_iter().filter(|text| teaches(test, text)) {
            self.learn_pattern(&text);
            keep(&mut self.texts, text);
        }
    }

    /// The same of what other code has compared, and of what containers hold.
    pub fn learn_of_others(&mut self, test: &TestCase, compared: Vec<String>) {
        for text in compared.into_iter().filter(|text| teaches(test, text)) {
            keep(&mut self.of_others, text);
        }
    }

    fn learn_pattern(&mut self, text: &str) {
        if self.patterns.len() < SIZE
            && self.patterns.iter().all(|(known, _)| known != text)
            && let Some(pattern) = Pattern::of(text)
        {
            self.patterns.push((text.to_owned(), pattern));
        }
    }

    /// Regular expressions among the texts.
    pub fn patterns(&self) -> impl ExactSizeIterator<Item = &Pattern> {
        self.patterns.iter().map(|(_, pattern)| pattern)
    }
}

fn teaches(test: &TestCase, text: &str) -> bool {
    let own = || test.steps.iter().any(|step| matches!(&step.statement, Statement::Text(given) if given.contains(text)));
    !text.is_empty() && !own() && !has_address(text)
}

/// As the one that came last.
fn keep(texts: &mut Vec<String>, text: String) {
    texts.retain(|known| *known != text);
    texts.push(text);
    if texts.len() > SIZE {
        texts.remove(0);
    }
}

#[cfg(test)]
mod tests {
    use super::super::types::{Name, Type};
    use super::*;

    fn test(texts: &[&str]) -> TestCase {
        let mut test = TestCase::default();
        for &text in texts {
            test.push(Statement::Text(text.to_owned()), Type::class(Name(0)));
        }
        test
    }

    fn learnt(pool: &mut Compared, test: &TestCase, compared: &[&str]) -> Vec<String> {
        pool.learn(test, compared.iter().map(|&t| t.to_owned()).collect());
        pool.texts().to_vec()
    }

    #[test]
    fn what_is_compared_is_kept_once_and_what_the_test_has_is_not() {
        let mut pool = Compared::NONE;
        assert_eq!(learnt(&mut pool, &test(&["one, two"]), &["two", "three", "", "four"]), ["three", "four"]);
        assert_eq!(learnt(&mut pool, &test(&[]), &["two", "three", "p.Key@1f2e3d4c"]), ["four", "two", "three"]);
    }

    #[test]
    fn what_other_code_compares_is_kept_apart() {
        let mut pool = Compared::NONE;
        pool.learn(&test(&[]), vec!["own".to_owned()]);
        pool.learn_of_others(&test(&["given"]), vec!["given".to_owned(), "of others".to_owned()]);
        assert_eq!((pool.texts(), pool.of_others()), (&["own".to_owned()][..], &["of others".to_owned()][..]));
    }

    #[test]
    fn the_oldest_go() {
        let mut pool = Compared::NONE;
        let all: Vec<String> = (0..60).map(|i| format!("text {i}")).collect();
        pool.learn(&test(&[]), all.clone());
        assert_eq!(pool.texts(), &all[10..]);
    }
}
