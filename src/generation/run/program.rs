//! What a generation asks of the program under test, and is told: its facts and types for templates, its class files for symbolic
//! execution.

use super::{Generation, Phase};
use crate::Result;
use crate::generation::facts::TypeFact;
use crate::generation::round_trips::RoundTrips;
use crate::generation::settings::{Engine, TemplateUse};
use crate::generation::symbolic::Symbolic;
use crate::generation::templates::{Known, Templates};
use std::cell::RefCell;
use std::path::Path;

impl Generation {
    /// Whether the next batch may have templates, for which the program under test must be known ([`Generation::set_program`]). Without
    /// it, the batch is made without templates.
    pub fn needs_program(&self) -> bool {
        let begun = self.rounds > 0 && self.progress.tests as f64 >= self.settings.templates_after as f64 * self.share_of_program();
        self.may_need_program() && (begun || self.settings.templates == TemplateUse::Initial)
    }

    /// How much longer the call graph takes than that of a class with a hundred types, about: it grows faster than the program.
    fn share_of_program(&self) -> f64 {
        const TYPES: f64 = 100.0;
        (self.cluster.types().len() as f64 / TYPES).max(1.0).powi(2)
    }

    /// Whether a batch to come may have templates, if the search goes on: who can may find out about the program meanwhile.
    pub fn may_need_program(&self) -> bool {
        let searching = matches!(self.phase, Phase::Search(_)) && self.progress.covered < self.progress.goals;
        let uses_templates = self.settings.templates != TemplateUse::Off && self.settings.engine != Engine::Paths;
        self.templates.is_none() && searching && uses_templates
    }

    /// Whether symbolic execution needs the class files of the program under test for the next batch ([`Generation::set_classes`]). Without
    /// them, the batch is made without it.
    pub fn needs_classes(&self) -> bool {
        self.is_turn_of_paths() && self.symbolic.as_ref().is_some_and(Symbolic::needs_classes)
    }

    /// The class files of the program under test, by internal name; those that cannot be read are left out.
    pub fn set_classes(&mut self, files: Vec<(String, Vec<u8>)>) {
        if let Some(symbolic) = &mut self.symbolic {
            symbolic.set_classes(files, &self.goals);
        }
    }

    /// Symbolic execution solves with a library of Z3, too, for what its own solver leaves open.
    ///
    /// `program`: `oraculum-solver`, in whose process the library is.
    ///
    /// # Returns
    /// What the library calls itself.
    ///
    /// # Errors
    /// A sentence: it cannot be used, or nothing is solved here. The search goes on without it.
    pub fn use_solver_library(&mut self, program: &Path, library: &Path) -> std::result::Result<String, String> {
        match &mut self.symbolic {
            Some(symbolic) => symbolic.use_library(program, library, &self.settings),
            None => Err("a library of a solver is of no use: `generate.engine` is `search`".to_owned()),
        }
    }

    /// Classes that no files say.
    #[cfg(test)]
    pub(in crate::generation) fn set_decoded_classes(&mut self, classes: crate::symbolic::class_file::Classes) {
        if let Some(symbolic) = &mut self.symbolic {
            symbolic.know(classes, &self.goals);
        }
    }

    /// Settings of the templates.
    pub fn seed_settings(&self) -> &crate::seed::settings::Settings {
        &self.settings.seed
    }

    /// The program under test, of which templates are made.
    pub fn set_program(&mut self, known: Known) {
        self.templates = Some(RefCell::new(Templates::new(known, &self.cluster)));
    }

    /// Classes that templates name and the type facts lack, by internal name, sorted, for [`Generation::add_types`]; each is said once.
    pub fn take_wanted_types(&mut self) -> Vec<String> {
        self.templates.as_ref().map_or_else(Vec::new, |templates| templates.borrow_mut().take_wanted())
    }

    /// Adds types that the facts did not have; the members of those that were known keep their numbers.
    ///
    /// # Errors
    /// `InvalidInput`: a type is damaged, or known.
    pub fn add_types(&mut self, facts: &[TypeFact]) -> Result<()> {
        self.cluster.add_types(facts)?;
        self.shared.add_types(&self.cluster);
        self.round_trips = RoundTrips::of(&self.cluster);
        if let Some(templates) = &self.templates {
            templates.borrow_mut().know_more(&self.cluster);
        }
        Ok(())
    }
}
