//! What a test in a package may name, call and touch (JLS 6.6).

use crate::program::facts::{ClassId, FieldId, MethodId, Program, access};

/// The view of a test in a package.
#[derive(Clone, Copy, Debug)]
pub struct Accessibility<'a> {
    program: &'a Program,
    /// Internal, with `/` at the end; empty: the unnamed one.
    package: &'a str,
}

impl<'a> Accessibility<'a> {
    /// Of a test in the package of a method.
    pub fn beside(program: &'a Program, method: MethodId) -> Self {
        Self { program, package: package_of(program.symbols.text(program.classes[program.methods[method].class].name)) }
    }

    /// Of a test in a package: its internal name, with `/` at the end.
    #[cfg(test)]
    pub fn of(program: &'a Program, package: &'a str) -> Self {
        Self { program, package }
    }

    pub fn package(&self) -> &'a str {
        self.package
    }

    /// Whether a test may name a class.
    pub fn can_name(&self, class: ClassId) -> bool {
        let program = self.program;
        let name = program.symbols.text(program.classes[class].name);
        let same_package = package_of(name) == self.package;
        // Of a nested class, those around it count, too.
        name.match_indices('$').map(|(at, _)| &name[..at]).chain([name]).all(|outer| {
            let class = program.symbols.find(outer).and_then(|s| program.class(s));
            class.is_none_or(|c| {
                let access = program.classes[c].access;
                access & access::SYNTHETIC == 0 && (access & access::PUBLIC != 0 || access & access::PRIVATE == 0 && same_package)
            })
        }) && !is_local(name)
    }

    /// Whether a test may call a method, or construct by it; abstract methods included.
    pub fn can_call(&self, method: MethodId) -> bool {
        let program = self.program;
        let method = &program.methods[method];
        let name = program.symbols.text(method.name);
        self.can_name(method.class)
            && !method.is(access::SYNTHETIC | access::BRIDGE | access::PRIVATE)
            && name != "<clinit>"
            && (method.is(access::PUBLIC) || package_of(program.symbols.text(program.classes[method.class].name)) == self.package)
    }

    /// Whether a test may read a field, and write it if it is not final.
    pub fn can_touch(&self, field: FieldId) -> bool {
        let program = self.program;
        let field = &program.fields[field];
        let class = program.class(field.class);
        let same_package = package_of(program.symbols.text(field.class)) == self.package;
        class.is_some_and(|c| self.can_name(c))
            && field.access & (access::SYNTHETIC | access::PRIVATE) == 0
            && (field.access & access::PUBLIC != 0 || same_package)
    }
}

/// The package of a class, with `/` at the end.
fn package_of(class: &str) -> &str {
    class.rfind('/').map_or("", |end| &class[..=end])
}

/// Whether a class is local or anonymous, by its name: nobody else can name it.
fn is_local(class: &str) -> bool {
    class.split('$').skip(1).any(|part| part.starts_with(|c: char| c.is_ascii_digit()))
}
