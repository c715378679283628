//! Literals at random, and changes of them (Fraser and Arcuri, TSE 2013, section 3.3): numbers, characters, texts, class objects.
//!
//! A share of them is *named* by the code under test: a constant of it, or a text that it has compared (Fraser and Arcuri, "The Seed is
//! Strong", ICST 2012). Code over text rarely looks at a text as a whole: it looks for a character, a keyword, a prefix. So a named text is
//! not only a text of its own: texts are made and changed with the characters that the code names, with whole constants within them, and
//! with pieces of constants. Where it looks at a whole text, it is often by a regular expression: [`super::patterns`].

use super::cluster::Constants;
use super::facts::TypeKind;
use super::maker::Maker;
use super::statement::{Slot, Statement, TestCase};
use super::types::{Argument, Primitive, Type};
use rand::RngExt;

/// Values at the edges of what code distinguishes.
const EDGES: [i64; 8] = [0, 1, -1, 2, 10, 100, i32::MAX as i64, i32::MIN as i64];
/// The largest factor of a constant.
const FACTORS: i64 = 12;
/// Share of named characters that are beside one or unlikely ones, and of new texts that are numbers.
const EDGE_SHARE: f64 = 0.1;
/// A text grows to so many times the characters of a new one, at most; constants of the code may be longer.
const LONGEST: usize = 4;

impl<'a> Maker<'a> {
    /// The sum of twelve uniform numbers: nearly normal, of deviation 1, and the same on every processor.
    fn normal(&mut self) -> f64 {
        (0..12).map(|_| self.rng.random::<f64>()).sum::<f64>() - 6.0
    }

    pub(super) fn literal(&mut self, test: &mut TestCase, primitive: Primitive) -> Slot {
        let statement = self.primitive(primitive);
        test.push(statement, Type::Primitive(primitive))
    }

    /// A value of a primitive type.
    pub fn primitive(&mut self, primitive: Primitive) -> Statement {
        match primitive {
            Primitive::Boolean => Statement::Boolean(self.chance(0.5)),
            Primitive::Byte => Statement::Byte(self.whole() as i8),
            Primitive::Short => Statement::Short(self.whole() as i16),
            Primitive::Char => Statement::Char(self.code_unit()),
            Primitive::Int => Statement::Int(self.whole() as i32),
            Primitive::Long => Statement::Long(self.long()),
            Primitive::Float => {
                let constant = self.constant(&self.cluster.constants.floats);
                Statement::Float(constant.unwrap_or_else(|| self.real() as f32))
            }
            Primitive::Double => {
                let constant = self.constant(&self.cluster.constants.doubles);
                Statement::Double(constant.unwrap_or_else(|| self.real()))
            }
        }
    }

    /// With the share of the setting, one of some constants.
    fn constant<T: Copy>(&mut self, constants: &[T]) -> Option<T> {
        if self.chance(self.settings.constants_share) { self.choose(constants).copied() } else { None }
    }

    // ---- numbers -------------------------------------------------------------------------------------------------

    fn whole(&mut self) -> i64 {
        if self.chance(self.settings.edge_share) {
            return EDGES[self.rng.random_range(0..EDGES.len())];
        }
        match self.constant(&self.cluster.constants.ints) {
            Some(constant) => i64::from(constant) * self.factor(),
            None => (self.normal() * self.settings.spread).round() as i64,
        }
    }

    /// What a constant of the code is multiplied by.
    fn factor(&mut self) -> i64 {
        let multiplies = self.settings.multiples_share > 0.0 && self.chance(self.settings.multiples_share);
        if multiplies { self.rng.random_range(2..=FACTORS) } else { 1 }
    }

    fn long(&mut self) -> i64 {
        let constant = self.constant(&self.cluster.constants.longs);
        constant.unwrap_or_else(|| self.whole())
    }

    fn real(&mut self) -> f64 {
        const EDGES: [f64; 8] = [0.0, -0.0, 1.0, -1.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 0.5];
        if self.chance(self.settings.edge_share) {
            return EDGES[self.rng.random_range(0..EDGES.len())];
        }
        let real = self.normal() * self.settings.spread;
        // Few digits, so that people can read them.
        if self.chance(0.5) { real.round() } else { (real * 100.0).round() / 100.0 }
    }

    // ---- characters ----------------------------------------------------------------------------------------------

    /// A value of type `char`: one that the code names, or, rarely, its neighbour, where ranges of characters end; else a printable one.
    fn code_unit(&mut self) -> u16 {
        if self.chance(self.settings.constants_share)
            && let Some(named) = self.named_unit()
        {
            let step = if !self.chance(EDGE_SHARE) {
                0
            } else if self.chance(0.5) {
                1
            } else {
                u16::MAX
            };
            return named.wrapping_add(step);
        }
        self.rng.random_range(32..127)
    }

    /// Half of the time a constant that is a character, else a character of a named text: the letters of messages would drown the few that
    /// decide something. Rarely a constant that is more likely a number.
    fn named_unit(&mut self) -> Option<u16> {
        let Constants { characters, other_units, .. } = self.named_constants();
        if !other_units.is_empty() && self.chance(EDGE_SHARE) {
            return self.choose(other_units).copied();
        }
        if !characters.is_empty() && (!self.has_named_texts() || self.chance(0.5)) {
            return self.choose(characters).copied();
        }
        let units: Vec<u16> = self.named_text()?.encode_utf16().collect();
        self.choose(&units).copied()
    }

    /// A character of a text, which has no half of a surrogate pair.
    fn character(&mut self) -> char {
        let unit = self.code_unit();
        char::from_u32(u32::from(unit)).unwrap_or_else(|| char::from(self.rng.random_range(32u8..127)))
    }

    // ---- texts ---------------------------------------------------------------------------------------------------

    fn has_named_texts(&self) -> bool {
        let compared = !self.compared.texts().is_empty() || self.has_compared_by_others();
        !self.cluster.constants.strings.is_empty() || compared || self.has_texts_of_collaborators()
    }

    fn has_texts_of_collaborators(&self) -> bool {
        self.settings.collaborators_share > 0.0 && !self.cluster.collaborators.strings.is_empty()
    }

    fn has_compared_by_others(&self) -> bool {
        self.settings.looks_beside() && !self.compared.of_others().is_empty()
    }

    /// Constants of the code, or, with the share of the setting, of the classes that it calls or extends.
    fn named_constants(&mut self) -> &'a Constants {
        let Constants { characters, strings, .. } = &self.cluster.collaborators;
        let others = self.settings.collaborators_share > 0.0 && (!characters.is_empty() || !strings.is_empty());
        if others && self.chance(self.settings.collaborators_share) { &self.cluster.collaborators } else { &self.cluster.constants }
    }

    /// A constant of the code, or, half of the time, a text that it has compared; with the share of the setting one that other code has.
    fn named_text(&mut self) -> Option<&'a str> {
        let (mut strings, compared) = (&self.named_constants().strings, self.compared.texts());
        if self.has_compared_by_others() && ((strings.is_empty() && compared.is_empty()) || self.chance(self.settings.others_share)) {
            return self.choose(self.compared.of_others()).map(String::as_str);
        }
        if strings.is_empty() && compared.is_empty() && self.has_texts_of_collaborators() {
            strings = &self.cluster.collaborators.strings;
        }
        let lately = !compared.is_empty() && (strings.is_empty() || self.chance(0.5));
        self.choose(if lately { compared } else { strings }).map(String::as_str)
    }

    /// A text that matches a regular expression of the code, if there is one.
    fn matching(&mut self) -> Option<String> {
        let (constants, compared) = (&self.cluster.constants.patterns, self.compared);
        let count = constants.len() + compared.patterns().len();
        if count == 0 || !self.chance(self.settings.patterns_share) {
            return None;
        }
        let chosen = self.rng.random_range(0..count);
        constants.iter().chain(compared.patterns()).nth(chosen)?.draw(&mut self.rng)
    }

    /// A text: a constant of the code, what matches one, a piece of one, one among other characters; else some characters, or a number.
    pub(super) fn text(&mut self) -> String {
        if self.has_named_texts() && self.chance(self.settings.constants_share) {
            if let Some(matching) = self.matching() {
                return matching;
            }
            return match self.rng.random_range(0..6) {
                0 => self.piece().into_iter().collect(),
                1 => {
                    let mut characters = self.characters();
                    self.insert_piece(&mut characters);
                    characters.into_iter().collect()
                }
                _ => self.named_text().unwrap_or_default().to_owned(),
            };
        }
        if self.settings.plain_texts > 0.0 && self.chance(self.settings.plain_texts) {
            let length = self.rng.random_range(0..=3);
            return (0..length).map(|_| if self.chance(0.5) { 'a' } else { 'b' }).collect();
        }
        if self.chance(EDGE_SHARE) {
            return self.whole().to_string();
        }
        self.characters().into_iter().collect()
    }

    fn characters(&mut self) -> Vec<char> {
        let length = self.rng.random_range(0..=self.settings.max_string);
        (0..length).map(|_| self.character()).collect()
    }

    /// A constant of the code, or, half of the time, only some neighbouring characters of it.
    fn piece(&mut self) -> Vec<char> {
        let Some(constant) = self.named_text() else { return Vec::new() };
        let characters: Vec<char> = constant.chars().collect();
        if characters.is_empty() || self.chance(0.5) {
            return characters;
        }
        let from = self.rng.random_range(0..characters.len());
        let to = self.rng.random_range(from..characters.len());
        characters[from..=to].to_vec()
    }

    /// Puts a constant, or a piece of one, before, behind or into a text. Nothing happens if the text would become too long.
    fn insert_piece(&mut self, characters: &mut Vec<char>) {
        let piece = self.piece();
        if characters.len() + piece.len() > LONGEST * self.settings.max_string {
            return;
        }
        let at = match self.rng.random_range(0..3) {
            0 => 0,
            1 => characters.len(),
            _ => self.rng.random_range(0..=characters.len()),
        };
        characters.splice(at..at, piece);
    }

    /// Deletes, replaces or inserts characters; each position changes with a chance of one in the length (Fraser and Arcuri, TSE 2013).
    /// What is inserted may be a constant of the code.
    fn edited(&mut self, text: &str) -> String {
        if self.chance(self.settings.replacement_share) {
            return self.text();
        }
        let mut characters: Vec<char> = text.chars().collect();
        let length = characters.len().max(1);
        match self.rng.random_range(0..3) {
            0 => {
                let mut at = 0;
                let gone: Vec<bool> = characters.iter().map(|_| self.rng.random_range(0..length) == 0).collect();
                characters.retain(|_| {
                    at += 1;
                    !gone[at - 1]
                });
            }
            1 => {
                for character in &mut characters {
                    if self.rng.random_range(0..length) == 0 {
                        *character = self.character();
                    }
                }
            }
            _ if self.has_named_texts() && self.chance(self.settings.constants_share) => {
                self.insert_piece(&mut characters);
            }
            _ => {
                let mut chance = 1.0;
                while self.chance(chance) && characters.len() < LONGEST * self.settings.max_string {
                    let at = self.rng.random_range(0..=characters.len());
                    let character = self.character();
                    characters.insert(at, character);
                    chance *= 0.5;
                }
            }
        }
        characters.into_iter().collect()
    }

    // ---- class objects -------------------------------------------------------------------------------------------

    /// What a class object of a type is of: javac holds the literal to what its argument says, `Class<? extends Shape>`. Of a box it may be
    /// the primitive, whose class object has that type, too.
    pub(super) fn class_literal(&mut self, ty: &Type) -> Type {
        let cluster = self.cluster;
        let argument = if let Type::Class(_, arguments) = ty { arguments.first() } else { None };
        match argument {
            Some(Argument::Is(of)) => self.class_object_of(of),
            Some(Argument::Extends(bound)) if bound.name().is_some_and(|name| name != cluster.object) => {
                let name = bound.name().expect("looked at");
                let known = cluster.types().iter().filter(|t| t.accessible).map(|t| Type::class(t.name));
                let mut candidates: Vec<Type> = known.chain(cluster.classes.iter().cloned()).collect();
                candidates.retain(|c| c.name().is_some_and(|n| n == name || cluster.is_subclass(n, name)));
                self.choose(&candidates).cloned().unwrap_or_else(|| Type::class(name))
            }
            _ => self.any_class(),
        }
    }

    fn class_object_of(&mut self, of: &Type) -> Type {
        let primitive = of.name().and_then(|name| self.cluster.unboxed(name)).map(Type::Primitive);
        match primitive {
            Some(primitive) if self.cluster.classes.contains(&primitive) && self.chance(0.5) => primitive,
            _ => self.cluster.erase(of, &[]),
        }
    }

    /// A class that the code names, or a usual one: also of arrays, which code that is given class objects often tells from others.
    pub(super) fn any_class(&mut self) -> Type {
        let cluster = self.cluster;
        if !cluster.classes.is_empty() && self.chance(self.settings.constants_share) {
            return self.choose(&cluster.classes).expect("there is one").clone();
        }
        let usual = [cluster.string, cluster.boxed(Primitive::Int), cluster.target];
        let enums = cluster.types().iter().filter(|t| t.kind == TypeKind::Enum).map(|t| t.name);
        let mut candidates: Vec<Type> = usual.into_iter().chain(enums).map(Type::class).collect();
        candidates.extend([Type::class(cluster.string), Type::Primitive(Primitive::Int)].map(|of| Type::Array(Box::new(of))));
        candidates.extend(cluster.casts.iter().cloned());
        candidates.retain(|c| c.name().and_then(|n| cluster.known(n)).is_none_or(|t| t.accessible));
        self.choose(&candidates).cloned().unwrap_or_else(|| Type::class(cluster.string))
    }

    // ---- changes -------------------------------------------------------------------------------------------------

    /// A literal near another, or another one of its type. `None`: there is nothing else.
    pub fn changed(&mut self, statement: &Statement, ty: &Type) -> Option<Statement> {
        if self.chance(self.settings.replacement_share)
            && let Type::Primitive(primitive) = ty
        {
            return Some(self.primitive(*primitive));
        }
        let scale = self.scale();
        let delta = (self.normal() * scale).round();
        let whole = if delta == 0.0 { 1 } else { delta as i64 };
        Some(match statement {
            Statement::Boolean(b) => Statement::Boolean(!b),
            Statement::Byte(v) => Statement::Byte(v.wrapping_add(whole as i8)),
            Statement::Short(v) => Statement::Short(v.wrapping_add(whole as i16)),
            Statement::Char(v) => Statement::Char(v.wrapping_add(whole as u16)),
            Statement::Int(v) => Statement::Int(v.wrapping_add(whole as i32)),
            Statement::Long(v) => Statement::Long(v.wrapping_add(whole)),
            Statement::Float(v) => Statement::Float(self.nudged(f64::from(*v)) as f32),
            Statement::Double(v) => Statement::Double(self.nudged(*v)),
            Statement::Text(text) => Statement::Text(self.edited(text)),
            Statement::Class(_) => Statement::Class(self.class_literal(ty)),
            _ => return None,
        })
    }

    /// Deviation of a change: the setting's, or a tenth or twentieth of it, so that the last steps to an exact value are found.
    fn scale(&mut self) -> f64 {
        self.settings.delta_spread / [1.0, 10.0, 20.0][self.rng.random_range(0..3)]
    }

    fn nudged(&mut self, value: f64) -> f64 {
        let scale = self.scale();
        let delta = self.normal() * scale;
        match self.rng.random_range(0..3) {
            0 => value + delta,
            1 => value + delta.round(),
            _ => (value * 10.0).round() / 10.0 + self.normal(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::cluster::Cluster;
    use super::super::compared::Compared;
    use super::super::facts::TypeFacts;
    use super::super::settings::Settings;
    use super::super::statement::TestCase;
    use super::super::tests::{lock_facts, maker};
    use super::*;
    use std::collections::BTreeSet;

    fn cluster(ints: &[i32], strings: &[&str]) -> Cluster {
        let mut facts: TypeFacts = lock_facts();
        facts.literals.ints = ints.to_vec();
        facts.literals.strings = strings.iter().map(|&s| s.to_owned()).collect();
        Cluster::new(&facts).unwrap()
    }

    /// Results of 4000 draws, each of a stream of its own.
    fn drawn<'a, T>(cluster: &'a Cluster, settings: &'a Settings, draw: impl Fn(&mut Maker<'a>) -> T) -> Vec<T> {
        (0..4000).map(|seed| draw(&mut maker(cluster, settings, seed))).collect()
    }

    fn share<T>(all: &[T], of: impl Fn(&T) -> bool) -> f64 {
        all.iter().filter(|one| of(one)).count() as f64 / all.len() as f64
    }

    #[test]
    fn half_of_the_characters_are_those_that_the_code_names_and_some_are_beside_them() {
        let cluster = cluster(&[3, 9], &["\u{44}\u{416}"]);
        let settings = Settings::default();
        let units = drawn(&cluster, &settings, |m| m.code_unit());
        let of = |wanted: u16| share(&units, |&u| u == wanted);
        assert!((0.2..0.25).contains(&of(9)), "a number: {}", of(9));
        assert!((0.09..0.14).contains(&of(0x416)), "a character of a text: {}", of(0x416));
        assert!(of(8) > 0.0 && of(10) > 0.0 && of(0x415) > 0.0 && of(0x417) > 0.0, "neighbours");
        assert_eq!(of(3), 0.0, "a small number is no character");
        let none = Settings { constants_share: 0.0, ..settings };
        assert!(drawn(&cluster, &none, |m| m.code_unit()).iter().all(|u| (32..127).contains(u)));
    }

    #[test]
    fn constants_that_are_hardly_characters_are_rare() {
        let cluster = cluster(&[',' as i32, 1024], &[]);
        let settings = Settings { constants_share: 1.0, ..Settings::default() };
        let units = drawn(&cluster, &settings, |m| m.code_unit());
        assert!((0.06..0.14).contains(&share(&units, |&u| (1023..=1025).contains(&u))));
        assert!(share(&units, |&u| u == u16::from(b',')) > 0.75);
    }

    #[test]
    fn a_share_of_what_is_named_is_of_the_classes_that_the_code_calls() {
        let mut of_code = cluster(&['<' as i32], &["own"]);
        of_code.collaborators.characters = vec![u16::from(b'{')];
        of_code.collaborators.strings = vec!["%TAG".to_owned()];
        let shares = |cluster: &Cluster, collaborators_share: f64| {
            let settings = Settings { constants_share: 1.0, collaborators_share, ..Settings::default() };
            let texts = drawn(cluster, &settings, |m| m.text());
            let units = drawn(cluster, &settings, |m| m.code_unit());
            (share(&units, |&u| u == u16::from(b'{')), share(&texts, |t| t.contains("%TAG")), share(&texts, |t| t.contains("own")))
        };
        let (unit, text, own) = shares(&of_code, 0.2);
        assert!((0.06..0.15).contains(&unit) && (0.12..0.25).contains(&text) && own > 0.5, "{unit} {text} {own}");
        assert_eq!((shares(&of_code, 0.0).0, shares(&of_code, 0.0).1), (0.0, 0.0));
        // Where the code names none, theirs are all there are.
        let mut of_others = cluster(&[], &[]);
        of_others.collaborators.strings = vec!["%TAG".to_owned()];
        assert!(shares(&of_others, 0.2).1 > 0.5);
        assert_eq!(shares(&of_others, 0.0).1, 0.0);
    }

    #[test]
    fn a_share_of_texts_is_of_what_other_code_compares() {
        let mut compared = Compared::NONE;
        compared.learn_of_others(&TestCase::default(), vec!["property".to_owned()]);
        let share_of = |cluster: &Cluster, others_share: f64| {
            let settings = Settings { constants_share: 1.0, others_share, ..Settings::default() };
            let texts: Vec<String> = (0..4000)
                .map(|seed| {
                    let mut maker = maker(cluster, &settings, seed);
                    maker.compared = &compared;
                    maker.text()
                })
                .collect();
            share(&texts, |t| t.contains("property"))
        };
        assert!((0.12..0.25).contains(&share_of(&cluster(&[], &["own"]), 0.2)));
        assert!(share_of(&cluster(&[], &[]), 0.2) > 0.5, "where there are no others");
        assert_eq!(share_of(&cluster(&[], &["own"]), 0.0), 0.0);
        assert_eq!(share_of(&cluster(&[], &[]), 0.0), 0.0);
    }

    #[test]
    fn a_text_has_no_half_of_a_surrogate_pair() {
        let cluster = cluster(&[0xd800, 0xdfff], &["\u{1f600}"]);
        let settings = Settings { constants_share: 1.0, ..Settings::default() };
        assert!(share(&drawn(&cluster, &settings, |m| m.code_unit()), |u| (0xd800..0xe000).contains(u)) > 0.9, "a char may be one");
        assert!(drawn(&cluster, &settings, |m| m.character()).iter().all(|c| c.is_ascii() || matches!(c, '\u{d7ff}' | '\u{e000}')));
    }

    #[test]
    fn texts_are_constants_pieces_of_them_and_constants_among_other_characters() {
        let cluster = cluster(&[], &["Überschrift"]);
        let settings = Settings::default();
        let texts = drawn(&cluster, &settings, |m| m.text());
        let of = |wanted: &dyn Fn(&str) -> bool| share(&texts, |t| wanted(t));
        assert!((0.34..0.42).contains(&of(&|t| t == "Überschrift")));
        assert!(of(&|t| t.len() > 1 && t != "Überschrift" && "Überschrift".contains(t)) > 0.025, "a piece");
        let within = |wanted: &dyn Fn(&str) -> bool| of(&|t| t != "Überschrift" && t.contains("Überschrift") && wanted(t));
        assert!(within(&|t| t.starts_with('Ü')) > 0.01, "before other characters");
        assert!(within(&|t| t.ends_with('t')) > 0.01, "behind them");
        assert!(within(&|t| !t.starts_with('Ü') && !t.ends_with('t')) > 0.005, "between them");
        assert!(of(&|t| t.parse::<i64>().is_ok()) > 0.03, "a number");
        assert!(texts.iter().all(|t| t.chars().count() <= 4 * settings.max_string));
    }

    #[test]
    fn constants_are_multiplied_as_often_as_asked_for() {
        let mut cluster = cluster(&[], &[]);
        cluster.constants.ints = vec![400];
        let multiples = |multiples_share: f64| {
            let settings = Settings { multiples_share, constants_share: 1.0, edge_share: 0.0, ..Settings::default() };
            share(&drawn(&cluster, &settings, |m| m.whole()), |number| *number != 400 && number % 400 == 0)
        };
        assert!(multiples(0.0) == 0.0);
        assert!((0.45..0.55).contains(&multiples(0.5)), "{}", multiples(0.5));
    }

    #[test]
    fn plain_texts_are_often_equal_and_edges_as_frequent_as_asked_for() {
        let cluster = cluster(&[], &[]);
        let settings = Settings { plain_texts: 0.8, edge_share: 0.5, ..Settings::default() };
        let texts = drawn(&cluster, &settings, |m| m.text());
        let is_plain = |t: &String| t.len() <= 3 && t.chars().all(|c| matches!(c, 'a' | 'b'));
        assert!((0.78..0.86).contains(&share(&texts, is_plain)), "{}", share(&texts, is_plain));
        assert!(share(&drawn(&cluster, &Settings::default(), |m| m.text()), is_plain) < 0.1);
        let numbers = drawn(&cluster, &settings, |m| m.whole());
        assert!((0.47..0.54).contains(&share(&numbers, |n| EDGES.contains(n))), "{}", share(&numbers, |n| EDGES.contains(n)));
    }

    #[test]
    fn class_objects_are_of_what_their_type_allows() {
        let cluster = cluster(&[], &[]);
        let name = |text: &str| cluster.names.find(text).unwrap_or_else(|| panic!("{text}"));
        let class = |argument| Type::Class(cluster.class, Box::new([argument]));
        let of = |ty: &Type| {
            let mut all = drawn(&cluster, &Settings::default(), |m| m.class_literal(ty));
            all.sort();
            all.dedup();
            all
        };
        let collection = Type::Class(name("java/util/List"), Box::new([Argument::Any]));
        let below = [name("java/util/ArrayList"), name("java/util/List")].map(Type::class);
        let found = of(&class(Argument::Extends(collection.clone())));
        assert_eq!(found.iter().collect::<BTreeSet<_>>(), below.iter().collect());
        assert_eq!(of(&class(Argument::Is(collection))), [Type::class(name("java/util/List"))]);
        for free in [Argument::Any, Argument::Extends(Type::class(cluster.object)), Argument::Super(Type::class(cluster.string))] {
            assert!(of(&class(free)).len() > 2);
        }
        assert_eq!(of(&class(Argument::Is(Type::class(cluster.string)))), [Type::class(cluster.string)]);
        let mut naming = cluster.clone();
        naming.classes = vec![Type::Primitive(Primitive::Long), Type::class(name("java/util/List"))];
        let named = |argument| {
            let ty = Type::Class(naming.class, Box::new([argument]));
            drawn(&naming, &Settings::default(), |m| m.class_literal(&ty)).into_iter().collect::<BTreeSet<_>>()
        };
        let long = Type::class(naming.boxed(Primitive::Long));
        assert_eq!(named(Argument::Is(long.clone())), BTreeSet::from([Type::Primitive(Primitive::Long), long]));
        assert!(naming.classes.iter().all(|class| named(Argument::Any).contains(class)));
        assert!(named(Argument::Any).contains(&Type::Array(Box::new(Type::Primitive(Primitive::Int)))));
    }

    #[test]
    fn compared_texts_are_drawn_as_often_as_constants() {
        let cluster = cluster(&[], &["constant"]);
        let settings = Settings::default();
        let mut compared = Compared::NONE;
        compared.learn(&TestCase::default(), vec!["compared".to_owned()]);
        let texts = drawn(&cluster, &settings, |m| {
            m.compared = &compared;
            m.text()
        });
        let of = |wanted: &str| share(&texts, |t| t == wanted);
        assert!((0.17..0.21).contains(&of("constant")) && (0.17..0.21).contains(&of("compared")), "{} {}", of("constant"), of("compared"));
        assert!(share(&texts, |t| t != "compared" && t.contains("compared")) > 0.01, "among other characters");
    }

    /// Three constants in a row are no constant: only changes that put one beside another come there.
    #[test]
    fn changes_put_constants_together_and_texts_stay_short() {
        let cluster = cluster(&[], &["key", "=", "value"]);
        let settings = Settings { max_string: 10, ..Settings::default() };
        let found = |settings: &Settings| {
            let mut maker = maker(&cluster, settings, 1);
            let mut text = String::new();
            for _ in 0..60_000 {
                text = maker.edited(&text);
                assert!(text.chars().count() <= 40, "{text}");
                if text.contains("key=value") {
                    return true;
                }
            }
            false
        };
        assert!(found(&settings));
        assert!(!found(&Settings { constants_share: 0.0, ..settings.clone() }), "without constants it would be luck");
    }

    /// A constant that is longer than texts may become is used whole, and grows no more.
    #[test]
    fn long_constants_do_not_grow() {
        let long = "x".repeat(500);
        let cluster = cluster(&[], &[&long]);
        let settings = Settings::default();
        let mut maker = maker(&cluster, &settings, 1);
        let mut text = long.clone();
        for _ in 0..2_000 {
            text = maker.edited(&text);
            assert!(text.chars().count() <= 500);
        }
    }
}
