//! What is recorded of a state, and which states become evidence. Workers record; the engine assembles ([`super::assemble`]).

use crate::settings::{choice, settings};

choice! {
    /// What happens to an incorrect state that occurs more than once.
    #[derive(Default)]
    pub enum Duplicates {
        /// One row, whoever produced it: false negatives count distinct states.
        #[default]
        "drop" = Drop,
        /// A row each: a state that many mutants reach weighs more.
        "keep" = Keep,
    }
}

choice! {
    /// What happens to a mutant's state whose entry part differs from that of the correct state of the same invocation: an earlier call
    /// of the mutant spoiled an object, and this one may have done nothing wrong.
    #[derive(Default)]
    pub enum InheritedCorruption {
        /// It is evidence, as in the GAssert paper.
        "keep" = Keep,
        /// It is dropped. A state without a correct partner stays.
        #[default]
        "drop" = Drop,
    }
}

settings! {
    /// Settings of recording and of the assembly. The last two are the engine's, the others are for whoever records.
    pub struct Settings with prefix "" {
        /// Whether is recorded what strings, arrays, collections and maps hold, or only their sizes.
        contents: bool = true, paper false, "ours: GAssert, section 3.2, has sizes only";
        /// Elements of an array, collection or map that is recorded; longer ones are not looked at.
        max_elements: usize = 256, "ours: a bound on memory";
        /// Characters of a string that is recorded; longer ones are not looked at.
        max_characters: usize = 1024, "ours: a bound on memory";
        /// Whether of a class only the public observers are called, or every one that code in the method's class may call.
        public_observers_only: bool = false, paper true, "ours: GAssert, section 3.2, looks at public methods";
        /// Whether fields of other objects than the receiver are recorded where code in the method's class may name them and no observer
        /// tells them: `this.head.value`, of the nodes of a list.
        fields_of_objects: bool = true, paper false, "ours: GAssert, section 3.2, looks at public methods";
        /// Whether a mutant's state counts although an earlier call had already spoiled what the method was given.
        inherited_corruption: InheritedCorruption = InheritedCorruption::Drop, paper InheritedCorruption::Keep,
            "ours: GAssert, section 3.1, drops duplicates and likely equivalent states only";
        /// Share of the tests, and of their states, that may be left out because contents cannot be read there, too long ones for example;
        /// beyond it the contents are left out.
        unreadable_share: f64 = UNREADABLE_SHARE, in 0.0..=1.0, "ours: GAssert has no contents";
        /// Tests that are generated for the method's class, beside the project's; those that bring the method into new states are run on
        /// its mutants, too. What the method does in them counts as right. 0: the project's tests are all there is.
        generated_tests: usize = 3000, in 0..=1_000_000, paper 0,
            "ours; in GAssert, section 3, an assessor, OASIs, generates tests and mutations";
        /// Tests that are generated to attack an assertion that was found, others than those of the evidence. States in which it is false
        /// become evidence, and the search goes on with them; what is true in all of their states is the result. 0: nobody attacks.
        assessor_tests: usize = 30_000, in 0..=10_000_000, paper 0, "GAssert, section 3, has OASIs as its assessor; the number is ours";
    }
}

/// Share of the tests, and of their correct states, that may be left out for the sake of contents that cannot be read there.
pub const UNREADABLE_SHARE: f64 = 0.1;
