//! Simpler forms of a literal, for people to read: what the search left behind has more digits and stranger characters than the test needs.
//!
//! Numbers keep their sign and their size, more or less: 0 and 1 would be simpler still, but with them sums, products and comparisons that
//! are wrong often look as if they were right.

use super::statement::Statement;

/// A text of so many characters needs no shortening.
const SHORT_TEXT: usize = 8;
/// A whole number of so many digits does not, either.
const SHORT_NUMBER: usize = 3;

/// The forms to try, the simplest first; each is simpler than the literal by [`complexity`], so that trying comes to an end.
pub fn simpler(literal: &Statement) -> Vec<Statement> {
    let forms: Vec<Statement> = match literal {
        Statement::Int(v) => whole(i64::from(*v)).into_iter().map(|w| Statement::Int(w as i32)).collect(),
        Statement::Long(v) => whole(*v).into_iter().map(Statement::Long).collect(),
        Statement::Double(v) => rounded(*v).into_iter().map(Statement::Double).collect(),
        Statement::Float(v) => rounded(f64::from(*v)).into_iter().map(|r| Statement::Float(r as f32)).collect(),
        Statement::Text(text) => shorter(text).into_iter().map(Statement::Text).collect(),
        _ => Vec::new(),
    };
    forms.into_iter().filter(|form| complexity(form) < complexity(literal)).collect()
}

/// How much there is to read: digits and characters; strange ones count more.
pub fn complexity(literal: &Statement) -> usize {
    match literal {
        Statement::Int(v) => v.to_string().len(),
        Statement::Long(v) => v.to_string().len(),
        Statement::Float(v) => v.to_string().len(),
        Statement::Double(v) => v.to_string().len(),
        Statement::Text(text) => text.chars().map(|c| if is_plain(c) { 1 } else { 2 }).sum(),
        _ => 0,
    }
}

/// Two leading digits, with zeros behind them or without.
fn whole(value: i64) -> Vec<i64> {
    let digits = value.unsigned_abs().to_string().len();
    if digits <= SHORT_NUMBER || matches!(value, i64::MIN | i64::MAX) || [i32::MIN, i32::MAX].map(i64::from).contains(&value) {
        return Vec::new();
    }
    vec![value / 10i64.pow(digits as u32 - 2)]
}

/// Few digits behind the point, or none.
fn rounded(value: f64) -> Vec<f64> {
    if !value.is_finite() || value.abs() >= 1e15 {
        return Vec::new();
    }
    [0, 1, 2]
        .map(|places| (value * 10f64.powi(places)).round() / 10f64.powi(places))
        .into_iter()
        .filter(|&r| r != 0.0 && r.abs() != 1.0)
        .collect()
}

/// A half of it, then smaller parts left out, then letters for what cannot be read.
fn shorter(text: &str) -> Vec<String> {
    let characters: Vec<char> = text.chars().collect();
    let mut forms = Vec::new();
    if characters.len() > SHORT_TEXT {
        for parts in [2, 4] {
            for part in 0..parts {
                let (from, to) = (characters.len() * part / parts, characters.len() * (part + 1) / parts);
                forms.push(characters[..from].iter().chain(&characters[to..]).collect());
            }
        }
    }
    if characters.iter().any(|&c| !is_plain(c)) {
        forms.push(characters.iter().filter(|&&c| is_plain(c)).collect());
        forms.push(characters.iter().map(|&c| if is_plain(c) { c } else { 'a' }).collect());
    }
    forms
}

/// A character that is printed as one in every font and needs no escape in Java.
fn is_plain(c: char) -> bool {
    (' '..='~').contains(&c) && !matches!(c, '"' | '\\')
}

#[cfg(test)]
mod tests {
    use super::{complexity, simpler};
    use crate::generation::statement::Statement;
    use proptest::prelude::*;

    #[test]
    fn forms_of_literals() {
        assert_eq!(simpler(&Statement::Int(-38237)), [Statement::Int(-38)]);
        assert_eq!(simpler(&Statement::Int(i32::MAX)), []);
        assert_eq!(simpler(&Statement::Long(999)), []);
        assert_eq!(simpler(&Statement::Double(-3823.7312)), [-3824.0, -3823.7, -3823.73].map(Statement::Double));
        assert_eq!(simpler(&Statement::Double(0.25)), [Statement::Double(0.3)]);
        assert_eq!(simpler(&Statement::Double(1.04)), []);
        assert_eq!(simpler(&Statement::Double(f64::NAN)), []);
        assert_eq!(simpler(&Statement::Text("a\u{1}b".into())), ["ab", "aab"].map(|t| Statement::Text(t.into())));
        let halves = ["fghij", "abcde"].map(|t| Statement::Text(t.into()));
        assert_eq!(simpler(&Statement::Text("abcdefghij".into()))[..2], halves);
    }

    proptest! {
        #[test]
        fn each_form_is_simpler(whole: i64, real: f64, text: String) {
            for literal in [Statement::Long(whole), Statement::Int(whole as i32), Statement::Double(real), Statement::Text(text)] {
                for form in simpler(&literal) {
                    prop_assert!(complexity(&form) < complexity(&literal), "{form:?} of {literal:?}");
                }
            }
        }
    }
}
