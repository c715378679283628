//! Text of an assertion to tokens: Java's lexical grammar (JLS §3), as far as assertions need it.

use crate::assertion::names::{is_identifier_part, is_identifier_start};

/// What is wrong with the bytes `start..end` of the text.
#[derive(Debug)]
pub(super) struct Fault {
    start: usize,
    end: usize,
    message: String,
}

impl Fault {
    pub(super) fn new(start: usize, end: usize, message: impl Into<String>) -> Self {
        Self { start, end, message: message.into() }
    }

    /// The message, the position, the line and a caret line below it.
    pub(super) fn in_text(&self, text: &str) -> String {
        let line_start = text[..self.start].rfind('\n').map_or(0, |i| i + 1);
        let line = text[line_start..].lines().next().unwrap_or("");
        let column = text[line_start..self.start].chars().count();
        let marked = text[self.start..self.end.min(line_start + line.len()).max(self.start)].chars().count().max(1);
        let place = match text[..line_start].matches('\n').count() {
            0 if !text.contains('\n') => format!("column {}", column + 1),
            above => format!("line {}, column {}", above + 1, column + 1),
        };
        // One column a character, whatever it is, so that the caret stands below it.
        let shown: String = line.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        format!("assertion, {place}: {}\n  {shown}\n  {}{}", self.message, " ".repeat(column), "^".repeat(marked))
    }
}

/// A token and the bytes `start..end` of the text that it takes.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Token {
    pub kind: TokenKind,
    pub start: usize,
    pub end: usize,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum TokenKind {
    Identifier(String),
    /// `` `any text` ``: a variable's name as it is, for names that are no Java path.
    Quoted(String),
    /// `\result`, `\old`, `\forall`: the word after the backslash.
    Jml(String),
    /// An integer literal without its sign. Only decimal ones may not exceed the type's maximum (by one, if negated).
    Integer {
        magnitude: u64,
        long: bool,
        decimal: bool,
    },
    Float(f32),
    Double(f64),
    /// A character literal's code unit.
    Char(u16),
    /// The code units of a string literal.
    Text(Vec<u16>),
    Symbol(&'static str),
    End,
}

const SYMBOLS: [&str; 30] = [
    "<==>", "==>", "==", "!=", "<=", ">=", "<<", ">>>", ">>", "&&", "||", "<", ">", "!", "~", "&", "|", "^", "+", "-", "*", "/", "%", "(",
    ")", ".", ",", ";", "[", "]",
];

/// What Java has and assertions have not, and what to say about it.
const FOREIGN: [(&str, &str); 11] = [
    ("===", "`===` is no Java operator: write `==`"),
    ("++", "an assertion must not change the state: `++` is not allowed"),
    ("--", "an assertion must not change the state: `--` is not allowed (for a negative operand write `a - -b`)"),
    ("->", "lambdas are not part of the assertion language"),
    ("=>", "`=>` is no operator: implication is `==>`, at least is `>=`"),
    ("=", "an assertion must not change the state: compare with `==`"),
    ("?", "the conditional operator is not part of the assertion language: write `(c ==> a) && (!c ==> b)`"),
    ("\"\"\"", "text blocks are not part of the assertion language: write `\"..\"`"),
    ("{", "blocks are not part of the assertion language"),
    ("//", "comments are not part of the assertion language"),
    ("/*", "comments are not part of the assertion language"),
];

/// All tokens of the text, `End` last.
pub(super) fn tokenize(text: &str) -> Result<Vec<Token>, Fault> {
    let mut tokens = Vec::new();
    let mut at = 0;
    loop {
        at += text[at..].len() - text[at..].trim_start().len();
        let (kind, end) = token(text, at)?;
        let done = kind == TokenKind::End;
        tokens.push(Token { kind, start: at, end });
        if done {
            return Ok(tokens);
        }
        at = end;
    }
}

/// The token that starts at byte `at`, and where it ends.
fn token(text: &str, at: usize) -> Result<(TokenKind, usize), Fault> {
    let rest = &text[at..];
    let Some(first) = rest.chars().next() else { return Ok((TokenKind::End, at)) };
    if is_identifier_start(first) {
        let word = identifier(rest);
        return Ok((TokenKind::Identifier(word.to_owned()), at + word.len()));
    }
    if first.is_ascii_digit() || (first == '.' && rest[1..].starts_with(|c: char| c.is_ascii_digit())) {
        return number(text, at);
    }
    match first {
        '\'' => return character(text, at),
        '\\' => {
            let word = identifier(&rest[1..]);
            if word.is_empty() {
                return Err(Fault::new(at, at + 1, "expected `\\result`, `\\old(..)`, `\\forall` or `\\exists` after the backslash"));
            }
            return Ok((TokenKind::Jml(word.to_owned()), at + 1 + word.len()));
        }
        '`' => return quoted(text, at),
        '"' if !rest.starts_with("\"\"\"") => return string(text, at),
        _ => {}
    }
    let symbol = SYMBOLS.iter().filter(|s| rest.starts_with(**s)).max_by_key(|s| s.len());
    let foreign = FOREIGN.iter().filter(|(s, _)| rest.starts_with(s)).max_by_key(|(s, _)| s.len());
    match (symbol, foreign) {
        // The longest one counts: `==>` is not `=`, but `===` is not `==` either.
        (Some(symbol), None) => return Ok((TokenKind::Symbol(symbol), at + symbol.len())),
        (Some(symbol), Some((other, _))) if symbol.len() >= other.len() => return Ok((TokenKind::Symbol(symbol), at + symbol.len())),
        (_, Some((foreign, message))) => return Err(Fault::new(at, at + foreign.len(), *message)),
        (None, None) => {}
    }
    Err(Fault::new(at, at + first.len_utf8(), format!("unexpected character {}", printable(first))))
}

/// The identifier at the start of the text; empty if there is none.
pub(super) fn identifier(text: &str) -> &str {
    if !text.starts_with(is_identifier_start) {
        return "";
    }
    &text[..text.find(|c| !is_identifier_part(c)).unwrap_or(text.len())]
}

/// `` `name` ``; a backquote in the name is doubled.
fn quoted(text: &str, at: usize) -> Result<(TokenKind, usize), Fault> {
    let mut name = String::new();
    let mut chars = text[at + 1..].char_indices().peekable();
    while let Some((i, c)) = chars.next() {
        if c != '`' {
            name.push(c);
        } else if chars.next_if(|&(_, next)| next == '`').is_some() {
            name.push('`');
        } else {
            return Ok((TokenKind::Quoted(name), at + 1 + i + 1));
        }
    }
    Err(Fault::new(at, text.len(), "this quoted name has no closing backquote"))
}

/// An integer or floating-point literal (JLS §3.10.1, §3.10.2).
fn number(text: &str, at: usize) -> Result<(TokenKind, usize), Fault> {
    let rest = &text[at..];
    let end = at + number_length(rest);
    let literal = &text[at..end];
    let fault = |message: String| Err(Fault::new(at, end, message));
    let digits: String = literal.chars().filter(|&c| c != '_').collect();
    let lower = digits.to_ascii_lowercase();
    if literal.ends_with('_') || literal.contains("_.") || literal.contains("._") {
        return fault(format!("`{literal}` is no number: `_` goes between digits"));
    }

    let radix_prefix = [("0x", 16), ("0b", 2)].into_iter().find(|(prefix, _)| lower.starts_with(prefix));
    let floating = radix_prefix.is_none() && lower.contains(['.', 'e', 'f', 'd']);
    if floating {
        let (body, single) = match lower.strip_suffix('f') {
            Some(body) => (body, true),
            None => (lower.strip_suffix('d').unwrap_or(&lower), false),
        };
        let Ok(value) = body.parse::<f64>() else { return fault(format!("`{literal}` is no number")) };
        // Parsed as float directly: rounding twice may be one unit off.
        let single_value = body.parse::<f32>().unwrap_or(f32::NAN);
        let (infinite, zero) = if single { (single_value.is_infinite(), single_value == 0.0) } else { (value.is_infinite(), value == 0.0) };
        if infinite {
            return fault(format!("`{literal}` is too large for a {}", if single { "float" } else { "double" }));
        }
        if zero && body.split('e').next().is_some_and(|mantissa| mantissa.contains(|c: char| ('1'..='9').contains(&c))) {
            return fault(format!("`{literal}` is too small for a {}", if single { "float" } else { "double" }));
        }
        return Ok((if single { TokenKind::Float(single_value) } else { TokenKind::Double(value) }, end));
    }

    let (body, long) = match lower.strip_suffix('l') {
        Some(body) => (body, true),
        None => (lower.as_str(), false),
    };
    let (body, radix) = match radix_prefix {
        Some((prefix, radix)) => (&body[prefix.len()..], radix),
        None if body.len() > 1 && body.starts_with('0') => (&body[1..], 8),
        None => (body, 10),
    };
    if body.is_empty() || !body.chars().all(|c| c.is_digit(radix)) {
        return fault(match radix {
            8 => format!("`{literal}` is no octal number (that is what a leading 0 says)"),
            _ => format!("`{literal}` is no number"),
        });
    }
    let Ok(magnitude) = u64::from_str_radix(body, radix) else {
        return fault(format!("`{literal}` is too large for a long"));
    };
    let decimal = radix == 10;
    // A decimal literal may be one above the maximum, for the minus before it; the parser decides.
    let most = match (decimal, long) {
        (true, false) => 1 << 31,
        (true, true) => 1 << 63,
        (false, false) => u64::from(u32::MAX),
        (false, true) => u64::MAX,
    };
    if magnitude > most {
        let hint = if long { "" } else { ": append `L` for a long" };
        return fault(format!("`{literal}` is too large for {}{hint}", if long { "a long" } else { "an int" }));
    }
    Ok((TokenKind::Integer { magnitude, long, decimal }, end))
}

/// Length of the number at the start of the text, with whatever letters and digits stick to it.
fn number_length(text: &str) -> usize {
    let hexadecimal = text.starts_with("0x") || text.starts_with("0X");
    let mut previous = '\0';
    for (i, c) in text.char_indices() {
        let exponent_sign = (c == '+' || c == '-') && (previous == 'e' || previous == 'E') && !hexadecimal;
        if !(is_identifier_part(c) || c == '.' || exponent_sign) {
            return i;
        }
        previous = c;
    }
    text.len()
}

/// A character literal (JLS §3.10.4).
fn character(text: &str, at: usize) -> Result<(TokenKind, usize), Fault> {
    let rest = &text[at + 1..];
    let end_of_line = at + 1 + rest.find('\n').unwrap_or(rest.len());
    let (unit, length) = match rest.chars().next() {
        None | Some('\n' | '\'') => return Err(Fault::new(at, end_of_line.min(at + 2), "this character literal is empty")),
        Some('\\') => escape(rest).map_err(|(length, message)| Fault::new(at + 1, (at + 1 + length).min(end_of_line), message))?,
        Some(c) => match u16::try_from(u32::from(c)) {
            Ok(unit) => (unit, c.len_utf8()),
            Err(_) => return Err(Fault::new(at, at + 1 + c.len_utf8(), format!("{} does not fit in a char", printable(c)))),
        },
    };
    if rest[length..].starts_with('\'') {
        Ok((TokenKind::Char(unit), at + 1 + length + 1))
    } else {
        Err(Fault::new(at, at + 1 + length, "a character literal is one character between apostrophes"))
    }
}

/// A string literal (JLS §3.10.5).
fn string(text: &str, at: usize) -> Result<(TokenKind, usize), Fault> {
    let mut units = Vec::new();
    let mut next = at + 1;
    loop {
        let rest = &text[next..];
        match rest.chars().next() {
            None | Some('\n') => return Err(Fault::new(at, next, "this string literal has no closing quotation mark")),
            Some('"') => return Ok((TokenKind::Text(units), next + 1)),
            Some('\\') => {
                let line = rest.find('\n').unwrap_or(rest.len());
                let fault = |(length, message)| Fault::new(next, next + std::cmp::min(length, line), message);
                let (unit, length) = escape(rest).map_err(fault)?;
                units.push(unit);
                next += length;
            }
            Some(c) => {
                units.extend_from_slice(c.encode_utf16(&mut [0; 2]));
                next += c.len_utf8();
            }
        }
    }
}

/// The escape sequence at the start of the text: its code unit and length, or the length to mark and what is wrong.
fn escape(text: &str) -> Result<(u16, usize), (usize, String)> {
    let body = &text[1..];
    let simple = match body.chars().next() {
        Some('b') => 8,
        Some('t') => 9,
        Some('n') => 10,
        Some('f') => 12,
        Some('r') => 13,
        Some('s') => 32,
        Some(c @ ('\'' | '"' | '\\')) => c as u16,
        Some('0'..='7') => {
            let digits = body.bytes().take(3).take_while(|b| (b'0'..=b'7').contains(b)).count();
            let value = u16::from_str_radix(&body[..digits], 8).expect("octal digits");
            return if value < 256 { Ok((value, 1 + digits)) } else { Err((1 + digits, "an octal escape ends at \\377".into())) };
        }
        Some('u') => {
            let us = body.bytes().take_while(|&b| b == b'u').count();
            let digits: String = body[us..].chars().take(4).filter(char::is_ascii_hexdigit).collect();
            if digits.len() < 4 {
                return Err((1 + us + digits.len(), "`\\u` takes four hexadecimal digits".into()));
            }
            return Ok((u16::from_str_radix(&digits, 16).expect("four hexadecimal digits"), 1 + us + 4));
        }
        other => return Err((1 + other.map_or(0, char::len_utf8), "unknown escape sequence".into())),
    };
    Ok((simple, 2))
}

fn printable(c: char) -> String {
    if c.is_control() || c.is_whitespace() { format!("U+{:04X}", u32::from(c)) } else { format!("`{c}`") }
}
