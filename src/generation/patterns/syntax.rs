//! Regular expressions of `java.util.regex.Pattern`, as far as texts that match them need them: what only restricts where a match may be
//! (anchors, looking ahead and behind) is read and has no text; greedy, reluctant and possessive are one.

use std::iter::Peekable;
use std::str::Chars;

/// What matches.
#[derive(Clone, Debug, PartialEq)]
pub enum Node {
    /// One of the set.
    One(Set),
    Literal(char),
    Sequence(Vec<Node>),
    /// One of two or more.
    Choice(Vec<Node>),
    /// A capturing group, by its number.
    Group(usize, Box<Node>),
    /// What a group has matched.
    Back(usize),
    Repeated {
        node: Box<Node>,
        least: u32,
        /// None: any number.
        most: Option<u32>,
    },
}

/// A set of characters.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Set {
    pub negated: bool,
    pub items: Vec<Item>,
    /// Sets that the character is to be in, too (`&&`).
    pub and: Vec<Set>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    Range(char, char),
    Set(Set),
}

impl Set {
    /// Of ranges, in the order in which characters of them are likely.
    fn of(ranges: &[(char, char)], negated: bool) -> Self {
        Self { negated, items: ranges.iter().map(|&(first, last)| Item::Range(first, last)).collect(), and: Vec::new() }
    }

    pub fn contains(&self, character: char) -> bool {
        let is_item = |item: &Item| match item {
            Item::Range(first, last) => (*first..=*last).contains(&character),
            Item::Set(set) => set.contains(character),
        };
        self.items.iter().any(is_item) != self.negated && self.and.iter().all(|set| set.contains(character))
    }
}

const DIGITS: &[(char, char)] = &[('0', '9')];
const LETTERS: &[(char, char)] = &[('a', 'z'), ('A', 'Z')];
const LOWER: &[(char, char)] = &[('a', 'z')];
const UPPER: &[(char, char)] = &[('A', 'Z')];
const ALPHANUMERIC: &[(char, char)] = &[('a', 'z'), ('A', 'Z'), ('0', '9')];
const WORD: &[(char, char)] = &[('a', 'z'), ('A', 'Z'), ('0', '9'), ('_', '_')];
const SPACE: &[(char, char)] = &[(' ', ' '), ('\t', '\t'), ('\n', '\n'), ('\u{b}', '\r')];
const BLANK: &[(char, char)] = &[(' ', ' '), ('\t', '\t')];
const LINE_END: &[(char, char)] = &[('\n', '\n'), ('\u{b}', '\r'), ('\u{85}', '\u{85}'), ('\u{2028}', '\u{2029}')];
const PUNCTUATION: &[(char, char)] = &[('!', '/'), (':', '@'), ('[', '`'), ('{', '~')];
const HEXADECIMAL: &[(char, char)] = &[('0', '9'), ('a', 'f'), ('A', 'F')];
const CONTROL: &[(char, char)] = &[('\0', '\u{1f}'), ('\u{7f}', '\u{7f}')];
const VISIBLE: &[(char, char)] = &[('!', '~')];
const PRINTABLE: &[(char, char)] = &[(' ', '~')];
const ASCII: &[(char, char)] = &[(' ', '~'), ('\0', '\u{7f}')];
/// Of Unicode's classes, a few beyond ASCII: which classes there are is the JVM's affair, these are in them on every release.
const WIDE_LETTERS: &[(char, char)] = &[('a', 'z'), ('A', 'Z'), ('\u{e0}', '\u{f6}'), ('\u{3b1}', '\u{3c1}')];
const WIDE_UPPER: &[(char, char)] = &[('A', 'Z'), ('\u{c0}', '\u{d6}')];
const WIDE_LOWER: &[(char, char)] = &[('a', 'z'), ('\u{e0}', '\u{f6}')];

/// How deep groups and sets are read.
const DEEPEST: usize = 50;

/// A regular expression; `None`: Java would not take it, or it is deeper than anybody writes.
pub fn parse(text: &str) -> Option<(Node, usize)> {
    let mut reader = Reader { rest: text.chars().peekable(), names: Vec::new(), groups: 0, comments: false, depth: 0 };
    let node = reader.choice()?;
    if reader.rest.peek().is_some() { None } else { Some((node, reader.groups)) }
}

struct Reader<'a> {
    rest: Peekable<Chars<'a>>,
    names: Vec<(String, usize)>,
    groups: usize,
    /// White space and comments are passed over (`(?x)`).
    comments: bool,
    depth: usize,
}

impl Reader<'_> {
    fn takes(&mut self, character: char) -> bool {
        self.rest.next_if_eq(&character).is_some()
    }

    /// Up to a character, which is passed.
    fn until(&mut self, end: char) -> Option<String> {
        let mut text = String::new();
        loop {
            match self.rest.next()? {
                c if c == end => return Some(text),
                c => text.push(c),
            }
        }
    }

    fn number(&mut self) -> Option<u32> {
        let mut number = None;
        while let Some(digit) = self.rest.peek().and_then(|c| c.to_digit(10)) {
            self.rest.next();
            number = Some(number.unwrap_or(0u32).checked_mul(10)?.checked_add(digit)?);
        }
        number
    }

    fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        if self.depth == DEEPEST {
            return None;
        }
        self.depth += 1;
        let found = read(self);
        self.depth -= 1;
        found
    }

    fn choice(&mut self) -> Option<Node> {
        self.deeper(|reader| {
            let before = reader.comments;
            let mut branches = vec![reader.sequence()?];
            while reader.takes('|') {
                branches.push(reader.sequence()?);
            }
            // A flag holds to the end of its group.
            reader.comments = before;
            Some(if branches.len() == 1 { branches.pop()? } else { Node::Choice(branches) })
        })
    }

    fn sequence(&mut self) -> Option<Node> {
        let mut nodes = Vec::new();
        loop {
            match self.rest.peek() {
                None | Some('|' | ')') => return Some(Node::Sequence(nodes)),
                Some(c) if self.comments && c.is_ascii_whitespace() => {
                    self.rest.next();
                }
                Some('#') if self.comments => while self.rest.next_if(|&c| c != '\n').is_some() {},
                Some(_) => {
                    let atom = self.atom()?;
                    // Of a quoted part only the last character is repeated.
                    if let Some(last) = atom.split_last() {
                        nodes.extend_from_slice(last.1);
                        nodes.push(self.repeated(last.0.clone())?);
                    } else if matches!(self.rest.peek(), Some('*' | '+' | '?')) {
                        self.repeated(Node::Sequence(Vec::new()))?;
                    }
                }
            }
        }
    }

    fn repeated(&mut self, mut node: Node) -> Option<Node> {
        loop {
            let (least, most) = match self.rest.peek() {
                Some('*') => (0, None),
                Some('+') => (1, None),
                Some('?') => (0, Some(1)),
                Some('{') => {
                    self.rest.next();
                    let least = self.number()?;
                    let most = if self.takes(',') { self.number() } else { Some(least) };
                    if self.rest.peek() != Some(&'}') || most.is_some_and(|most| most < least) {
                        return None;
                    }
                    (least, most)
                }
                _ => return Some(node),
            };
            self.rest.next();
            // Reluctant or possessive.
            self.rest.next_if(|&c| c == '?' || c == '+');
            node = Node::Repeated { node: Box::new(node), least, most };
        }
    }

    /// What a repetition behind it repeats: the last of it.
    fn atom(&mut self) -> Option<Vec<Node>> {
        let one = |node| Some(vec![node]);
        match self.rest.next()? {
            '(' => self.group(),
            '[' => one(Node::One(self.set()?)),
            '.' => one(Node::One(Set::of(PRINTABLE, false))),
            '^' | '$' => Some(Vec::new()),
            '*' | '+' | '?' | '{' => None,
            '\\' => self.escape(),
            c => one(Node::Literal(c)),
        }
    }

    /// Behind `(`.
    fn group(&mut self) -> Option<Vec<Node>> {
        if !self.takes('?') {
            return self.capturing(None);
        }
        match self.rest.next()? {
            ':' | '>' => self.inside().map(|node| vec![node]),
            '=' | '!' => self.looking(),
            '<' => match self.rest.peek()? {
                '=' | '!' => {
                    self.rest.next();
                    self.looking()
                }
                _ => {
                    let name = self.until('>')?;
                    let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic()) && name.chars().all(|c| c.is_ascii_alphanumeric());
                    if is_name { self.capturing(Some(name)) } else { None }
                }
            },
            first => self.flags(first),
        }
    }

    fn capturing(&mut self, name: Option<String>) -> Option<Vec<Node>> {
        self.groups += 1;
        let number = self.groups;
        self.names.extend(name.map(|name| (name, number)));
        Some(vec![Node::Group(number, Box::new(self.inside()?))])
    }

    fn inside(&mut self) -> Option<Node> {
        let node = self.choice()?;
        if self.takes(')') { Some(node) } else { None }
    }

    fn looking(&mut self) -> Option<Vec<Node>> {
        self.inside().map(|_| Vec::new())
    }

    /// Behind `(?`: flags for a group, or for what follows.
    fn flags(&mut self, first: char) -> Option<Vec<Node>> {
        let (mut on, mut comments) = (true, self.comments);
        let mut flag = first;
        loop {
            match flag {
                '-' if on => on = false,
                'x' => comments = on,
                'i' | 'd' | 'm' | 's' | 'u' | 'U' => {}
                ':' => {
                    let before = std::mem::replace(&mut self.comments, comments);
                    let node = self.inside()?;
                    self.comments = before;
                    return Some(vec![node]);
                }
                ')' => {
                    self.comments = comments;
                    return Some(Vec::new());
                }
                _ => return None,
            }
            flag = self.rest.next()?;
        }
    }

    /// Behind a backslash, outside of sets.
    fn escape(&mut self) -> Option<Vec<Node>> {
        match self.rest.peek()? {
            'b' | 'B' | 'A' | 'G' | 'Z' | 'z' => {
                let anchor = self.rest.next();
                if anchor == Some('b') && self.rest.peek() == Some(&'{') {
                    self.until('}')?;
                }
                Some(Vec::new())
            }
            'Q' => {
                self.rest.next();
                Some(self.quoted().chars().map(Node::Literal).collect())
            }
            'R' => {
                self.rest.next();
                Some(vec![Node::One(Set::of(LINE_END, false))])
            }
            'X' => {
                self.rest.next();
                Some(vec![Node::One(Set::of(PRINTABLE, false))])
            }
            'k' => {
                self.rest.next();
                if !self.takes('<') {
                    return None;
                }
                let name = self.until('>')?;
                let number = self.names.iter().find(|known| known.0 == name)?.1;
                Some(vec![Node::Back(number)])
            }
            digit @ '1'..='9' => {
                let number = digit.to_digit(10)? as usize;
                self.rest.next();
                Some(vec![Node::Back(number)])
            }
            _ => Some(vec![match self.character_or_class()? {
                Item::Range(first, _) => Node::Literal(first),
                Item::Set(set) => Node::One(set),
            }]),
        }
    }

    fn quoted(&mut self) -> String {
        let mut text = String::new();
        while let Some(c) = self.rest.next() {
            if c == '\\' && self.takes('E') {
                break;
            }
            text.push(c);
        }
        text
    }

    /// Behind a backslash, anywhere.
    fn character_or_class(&mut self) -> Option<Item> {
        let class = |ranges, negated| Some(Item::Set(Set::of(ranges, negated)));
        let one = |c: char| Some(Item::Range(c, c));
        match self.rest.next()? {
            'd' => class(DIGITS, false),
            'D' => class(DIGITS, true),
            's' => class(SPACE, false),
            'S' => class(SPACE, true),
            'w' => class(WORD, false),
            'W' => class(WORD, true),
            'h' => class(BLANK, false),
            'H' => class(BLANK, true),
            'v' => class(LINE_END, false),
            'V' => class(LINE_END, true),
            'p' => self.named(false),
            'P' => self.named(true),
            't' => one('\t'),
            'n' => one('\n'),
            'r' => one('\r'),
            'f' => one('\u{c}'),
            'a' => one('\u{7}'),
            'e' => one('\u{1b}'),
            'c' => one(char::from_u32(u32::from(self.rest.next()?) ^ 64)?),
            'x' if self.takes('{') => {
                let digits = self.until('}')?;
                one(char::from_u32(u32::from_str_radix(&digits, 16).ok()?)?)
            }
            'x' => one(self.code(2)?),
            'u' => one(self.code(4)?),
            '0' => {
                let mut code = 0;
                for _ in 0..3 {
                    let Some(digit) = self.rest.peek().and_then(|c| c.to_digit(8)).filter(|d| code * 8 + d < 256) else { break };
                    self.rest.next();
                    code = code * 8 + digit;
                }
                one(char::from_u32(code)?)
            }
            c if c.is_ascii_alphanumeric() => None,
            c => one(c),
        }
    }

    fn code(&mut self, digits: usize) -> Option<char> {
        let mut code = 0;
        for _ in 0..digits {
            code = code * 16 + self.rest.next()?.to_digit(16)?;
        }
        char::from_u32(code)
    }

    /// Behind `\p`. A class that is not known here has some letters: most are of letters.
    fn named(&mut self, negated: bool) -> Option<Item> {
        let name = if self.takes('{') { self.until('}')? } else { self.rest.next()?.to_string() };
        let plain = name.rsplit('=').next()?.trim_start_matches("Is").trim_start_matches("java");
        let ranges = match plain {
            "Lower" => LOWER,
            "Upper" => UPPER,
            "ASCII" => ASCII,
            "Alpha" => LETTERS,
            "Digit" | "Nd" | "N" | "DIGIT" => DIGITS,
            "Alnum" => ALPHANUMERIC,
            "Punct" | "P" | "PUNCTUATION" | "Punctuation" => PUNCTUATION,
            "Graph" => VISIBLE,
            "Print" => PRINTABLE,
            "Blank" => BLANK,
            "Cntrl" | "Cc" | "CONTROL" | "ISOControl" => CONTROL,
            "XDigit" | "Hex_Digit" => HEXADECIMAL,
            "Space" | "White_Space" | "WhiteSpace" | "Whitespace" => SPACE,
            "Z" | "Zs" | "SpaceChar" => &[(' ', ' ')],
            "Lu" | "UpperCase" | "Uppercase" => WIDE_UPPER,
            "Ll" | "LowerCase" | "Lowercase" => WIDE_LOWER,
            "LetterOrDigit" | "IdentifierPart" | "UnicodeIdentifierPart" => ALPHANUMERIC,
            "S" | "Sm" | "Sc" => &[('$', '$'), ('+', '+'), ('<', '>')],
            _ => WIDE_LETTERS,
        };
        Some(Item::Set(Set::of(ranges, negated)))
    }

    /// Behind `[`.
    fn set(&mut self) -> Option<Set> {
        self.deeper(|reader| {
            let negated = reader.takes('^');
            let mut set = reader.part(true)?;
            set.negated = negated;
            Some(set)
        })
    }

    /// What stands in a set, to its end, which is passed.
    fn part(&mut self, is_first: bool) -> Option<Set> {
        let mut set = Set::default();
        loop {
            match self.rest.next()? {
                ']' if !(is_first && set.items.is_empty() && set.and.is_empty()) => return Some(set),
                '[' => set.items.push(Item::Set(self.set()?)),
                '&' if self.takes('&') => {
                    let more = self.part(false)?;
                    // `[a&&]` and `[a&&&&b]`: nothing to be in.
                    if !more.items.is_empty() {
                        set.and.push(Set { and: Vec::new(), ..more.clone() });
                    }
                    set.and.extend(more.and);
                    return Some(set);
                }
                c if self.comments && c.is_ascii_whitespace() => {}
                '\\' if self.rest.peek() == Some(&'Q') => {
                    self.rest.next();
                    set.items.extend(self.quoted().chars().map(|c| Item::Range(c, c)));
                }
                c => {
                    let first = if c == '\\' { self.character_or_class()? } else { Item::Range(c, c) };
                    let item = match first {
                        Item::Range(first, _) => Item::Range(first, self.range_end()?.unwrap_or(first)),
                        class => class,
                    };
                    if matches!(item, Item::Range(first, last) if first > last) {
                        return None;
                    }
                    set.items.push(item);
                }
            }
        }
    }

    /// Behind a character of a set: the end of the range that it begins, if it does.
    fn range_end(&mut self) -> Option<Option<char>> {
        let mut ahead = self.rest.clone();
        if ahead.next() != Some('-') || matches!(ahead.peek()?, ']' | '[') {
            return Some(None);
        }
        self.rest.next();
        let end = match self.rest.next()? {
            '\\' => match self.character_or_class()? {
                Item::Range(end, _) => end,
                Item::Set(_) => return None,
            },
            c => c,
        };
        Some(Some(end))
    }
}
