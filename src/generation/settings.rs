//! How tests are generated.

use crate::Result;
use crate::path::settings::Policy as PathPolicy;
use crate::seed::settings::Settings as SeedSettings;
use crate::settings::{choice, settings};

choice! {
    /// How tests are searched for.
    #[derive(Default)]
    pub enum Algorithm {
        /// DynaMOSA (Panichella, Kifetew and Tonella, TSE 2018): goals become active when the branches that they depend on are covered.
        #[default]
        "dynamosa" = Dynamosa,
        /// MOSA (the same authors, ICST 2015): all goals from the beginning.
        "mosa" = Mosa,
        /// Monotonic GA (Campos, Ge, Albunian, Fraser, Eler and Arcuri, IST 2018): a population of whole suites.
        "monotonic" = Monotonic,
        /// Feedback-directed random tests (Pacheco and others, ICSE 2007).
        "random" = Random,
    }
}

choice! {
    /// What makes the tests of a class.
    #[derive(Default)]
    pub enum Engine {
        /// A search: which one, `generate.algorithm` says.
        #[default]
        "search" = Search,
        /// Symbolic execution of the first tests, which are made at random: each further test takes an alternative to the path of one
        /// before (TARDIS, section 3).
        "paths" = Paths,
        /// The search, and symbolic execution of its tests: what has covered more lately makes more of the next.
        "hybrid" = Hybrid,
    }
}

choice! {
    /// When a search tries seed templates (EvoObj: Lin, Ong, Sun, Fraser and Dong, ESEC/FSE 2021).
    #[derive(Default)]
    pub enum TemplateUse {
        /// After each generation one, with the probability `generate.seed.applicationProbability` (section 3.3).
        #[default]
        "paper" = Paper,
        /// In place of each test that is made anew after the first generation, with that probability, as the authors' code does.
        "fresh" = Fresh,
        /// As `paper`, and in place of each test of the first generation with that probability.
        "initial" = Initial,
        /// Never.
        "off" = Off,
    }
}

settings! {
    /// Settings of the generation of tests.
    pub struct Settings with prefix "generate." {
        /// What makes tests: `search`; `paths`, symbolic execution of tests that are made at random, where each further test takes an
        /// alternative to the path of one before; or `hybrid`, both: of the next tests, those that made more of the gains lately make
        /// more.
        engine: Engine = Engine::Hybrid, paper Engine::Search,
            "ours: docs/results/symbolic.md; paths: TARDIS; dynamic symbolic execution: DART, PLDI 2005";
        /// How tests are searched for.
        algorithm: Algorithm = Algorithm::Dynamosa, "DynaMOSA, TSE 2018";
        /// Tests of a population, and those that each generation makes anew.
        population: usize = 50, in 2..=10_000, "DynaMOSA, TSE 2018";
        /// Tests of a batch of the random algorithm.
        random_batch: usize = 256, in 1..=65_536, "ours";
        /// Sequences among which the random algorithm extends the longest.
        longest_of: usize = 1, in 1..=1000, "ours";
        /// Share of the calls of the random algorithm that are made again on the same object, up to eight times, with other arguments:
        /// objects that hold much are rare otherwise.
        repeat_share: f64 = 0.0, in 0.0..=1.0, "ours; Pacheco and others, ICSE 2007, section 3.2, repeat calls as they are";
        /// Share of random tests that are changed copies of tests that did something new, where what tests do is wanted and is said.
        changed_share: f64 = 0.0, in 0.0..=1.0, "ours; as fuzzers change inputs that reach something new";
        /// Statements of a test, at most.
        max_statements: usize = 40, in 1..=1000, "EvoSuite 1.2.0: chromosome_length";
        /// Share of the offspring that are crossed over.
        crossover_rate: f64 = 0.75, in 0.0..=1.0, "EvoSuite 1.2.0";
        /// Share of a generation that is made without parents of the population: half of these anew, half from the archive.
        fresh_share: f64 = 0.1, in 0.0..=1.0, "EvoSuite 1.2.0: p_test_insertion";
        /// Tests among which the best becomes a parent.
        tournament: usize = 10, in 1..=1000, "EvoSuite 1.2.0: MOSA's tournament";
        /// Share of arguments that are null, where a type allows it.
        null_share: f64 = 0.1, in 0.0..=1.0, "EvoSuite 1.2.0: null_probability";
        /// Share of primitive arguments that reuse a value of the test.
        reuse_primitives: f64 = 0.5, in 0.0..=1.0, "EvoSuite 1.2.0: primitive_reuse_probability";
        /// Share of other arguments that do.
        reuse_objects: f64 = 0.9, in 0.0..=1.0, "EvoSuite 1.2.0: object_reuse_probability";
        /// Share of literals that are constants of the code under test; of texts and their characters, of those that are made of these.
        constants_share: f64 = 0.5, in 0.0..=1.0, "EvoSuite 1.2.0: primitive_pool";
        /// Of characters and texts that are constants, the share of those that classes have which the code under test calls or extends.
        collaborators_share: f64 = 0.2, in 0.0..=1.0, paper 0.0, "ours";
        /// Of texts that are constants, the share of those that other code of the program has compared while tests ran, or that containers
        /// hold which were asked for a text.
        others_share: f64 = 0.2, in 0.0..=1.0, paper 0.0, "ours";
        /// Share of what a method reads, bytes, texts or streams, that a method of the program has written before, if there is one that
        /// writes such.
        round_trips: f64 = 0.2, in 0.0..=1.0, paper 0.0, "ours";
        /// Share of objects of an interface that are made up although a class of the program implements it; those of the JDK never are.
        stub_share: f64 = 0.05, in 0.0..=1.0, "ours";
        /// Of new texts that are made of constants of the code, the share that match a regular expression among these, if there is one.
        patterns_share: f64 = 0.4, in 0.0..=1.0, "ours";
        /// Standard deviation of numbers.
        spread: f64 = 2048.0, in 0.0..=1e9, "EvoSuite 1.2.0: max_int";
        /// Share of numbers that are at an edge of what code distinguishes: 0, 1, -1, 2, 10, 100, the greatest and the least; of reals also
        /// infinities and NaN.
        edge_share: f64 = 0.1, in 0.0..=1.0, "ours";
        /// Standard deviation of what a mutation adds to a number.
        delta_spread: f64 = 20.0, in 0.0..=1e9, "EvoSuite 1.2.0: max_delta";
        /// Share of mutated literals that are replaced, and not changed a little.
        replacement_share: f64 = 0.2, in 0.0..=1.0, "EvoSuite 1.2.0: random_perturbation";
        /// Characters of a new string, at most.
        max_string: usize = 20, in 0..=10_000, "EvoSuite 1.2.0: string_length";
        /// Elements of a new array, at most.
        max_array: u32 = 10, in 0..=10_000, "EvoSuite 1.2.0: array_limit";
        /// Share of new texts, of those not named by the code, that have up to three characters, each one of two: they are often equal,
        /// prefixes of each other, or palindromes.
        plain_texts: f64 = 0.0, in 0.0..=1.0, "ours; small scope hypothesis, Jackson and Damon, TSE 1996";
        /// Share of whole numbers named by the code that are multiplied by a small one: of 400 comes 1200, which 400 divides.
        multiples_share: f64 = 0.0, in 0.0..=1.0, "ours";
        /// Share of new arrays of bytes and characters that are made of a text.
        text_arrays: f64 = 0.5, in 0.0..=1.0, "ours";
        /// How deep objects are built that others need.
        max_depth: u32 = 10, in 1..=100, "EvoSuite 1.2.0: max_recursion";
        /// Chance that another statement is inserted after one was.
        insertion: f64 = 0.5, in 0.0..1.0, "EvoSuite 1.2.0: p_statement_insertion";
        /// Share of inserted statements that call the class under test; the others call objects of the test.
        target_share: f64 = 0.55, in 0.0..=1.0, "EvoSuite 1.2.0: insertion_uut .5, _parameter .4, _environment .1";
        /// Share of the calls of the class under test that are such as may lead to a goal that no test covers, as far as the code of the
        /// class tells; they may be on what a method of it gave. Of the tests that are made from the archive, the same share only get one
        /// such call more. Not of the algorithm `random`.
        open_share: f64 = 0.5, in 0.0..=1.0, paper 0.0, "ours; EvoSuite calls a method no more whose goals are covered";
        /// Statement budget of a test: loop iterations and calls of code under test, kibibytes that it allocates at once (arrays, and what
        /// the JDK makes as long as it is told), and calls of made-up objects, of which each takes 10 more than the one before.
        ticks: u64 = 100_000, in 1.., "EvoSuite 1.2.0: max_loop_iterations 10000";
        /// Tests for which the search aims at an infection (weak mutation): that an instruction leaves another state than a mutant of it
        /// would. They count from the first that comes to the place. Those that infect are the first to be tried on the mutant. `0`: no
        /// weak mutation, as it has not killed more mutants of the classes that were measured. The algorithms `dynamosa` and `mosa` aim at
        /// it.
        weak_mutation: u64 = 0, in 0..=1_000_000_000, "ours; weak mutation: Howden, TSE 1982; as goals: EvoSuite 1.2.0";
        /// Mutants of the class that the tests run on, to choose their assertions; of more, as many at even distances.
        mutants: usize = 1000, in 0..=100_000, "EvoSuite 1.2.0: max_mutants_per_class";
        /// Variants of the tests that the smallest round tries on the mutants which survive, to keep those that kill some. Rounds grow, up
        /// to eight times, as long as they kill none.
        variants: usize = 200, in 0..=100_000, "ours; Fraser and Zeller, TSE 2012, breed tests for mutants";
        /// After as many variants as so many of the smallest rounds have, without a mutant more killed, no more are tried.
        variant_rounds: usize = 40, in 0..=100_000, "ours";
        /// Share of the variants that only call the mutant's method once more, where tests can call it, or else one that leads to it: most
        /// tests that reach a mutant do so by way of other methods, and see nothing of what the method gives.
        variant_calls: f64 = 0.3, in 0.0..=1.0, "ours";
        /// Tests without a gain after which a search may end, at least; see `generate.patienceFactor`.
        patience: usize = 50_000, in 1..=1_000_000_000, "ours";
        /// A search ends when so many times the tests that it had run at its last gain have brought no other, and also
        /// `generate.patience` tests.
        patience_factor: usize = 5, in 0..=1_000_000, "ours";
        /// When seed templates are tried: tests that build the objects which a branch looks at, of a branch that no test covers. `paper`:
        /// after each generation one; `fresh`: among the tests that are made anew; `initial`: as `paper`, and in the first generation; each
        /// with the probability `generate.seed.applicationProbability`.
        templates: TemplateUse = TemplateUse::Paper, "EvoObj, ESEC/FSE 2021, section 3.3; fresh: its authors' code; initial: ours";
        /// With `paper` and `fresh`, tests that run before the first template: the call graph that templates need is made meanwhile.
        /// Where tests may use more than a hundred types it takes longer: the number is multiplied by the square of the hundreds. The
        /// first generation never has any.
        templates_after: u64 = 500, in 0..=1_000_000, paper 0, "ours";
        /// Share of the tests made anew, not of the archive, that are clones of an existing test, mutated up to twice; where there are
        /// existing tests. All of these also run as they are, before the search.
        carved_clones: f64 = 0.2, in 0.0..=1.0, "EvoSuite 1.2.0: seed_clone; The Seed is Strong, ICST 2012";
        /// Share of objects that are made as an existing test makes one, where one does.
        carved_objects: f64 = 0.3, in 0.0..=1.0, "EvoSuite 1.2.0: p_object_pool";
        /// With `paths`, tests that are made at random, before all others are alternatives to the paths of tests.
        first_tests: u64 = 500, in 1..=1_000_000_000, "ours";
        /// With `hybrid`, tests without a gain after which symbolic execution gets its first turn.
        symbolic_after: u64 = 1000, in 1..=1_000_000_000, "ours";
        /// With `hybrid`, how far back gains count for the shares of the search and of symbolic execution: so many tests, and as much work
        /// of symbolic execution as these are.
        portfolio_window: u64 = 2000, in 1..=1_000_000_000, "ours";
        /// With `hybrid`, the share that each of both has at least.
        least_share: f64 = 0.1, in 0.0..=0.5, "ours";
        /// Work of symbolic execution that counts as a test: terms that are evaluated. An instruction that is replayed counts as 15 of
        /// these, a clause of a path as 2400.
        symbolic_work: u64 = 10_000, in 1..=1_000_000_000, "ours";
        /// Which of the alternatives to the paths of tests is tried next: `knn`, by what became of those like it; `fifo`, the oldest;
        /// `random`, any. Those that lead to a branch which no test covers come first.
        path_policy: PathPolicy = PathPolicy::Knn, "TARDIS, section 4";
        /// Tests that each turn of symbolic execution replays, at most. Solved ones are replayed besides.
        symbolic_replays: usize = 20, in 1..=10_000, "ours";
        /// Alternatives that each of its turns gives to the solver, at most.
        symbolic_alternatives: usize = 50, in 1..=100_000, "ours";
        /// Instructions of the JVM that a replay executes, at most.
        symbolic_steps: u64 = 50_000, in 1..=1_000_000_000, "ours";
        /// Terms that the solver evaluates for an alternative, at most.
        symbolic_evaluations: u64 = 100_000, in 1..=1_000_000_000, "ours";
        /// What a library of Z3, where one is given, may take for an alternative that the own solver leaves open, in Z3's units (`rlimit`).
        solver_resources: u64 = 100_000, in 1..=4_000_000_000, "ours";
        nested
        /// Of seed templates.
        seed: SeedSettings = SeedSettings::default();
    }
}

impl Settings {
    /// Whether it is of use what code beside the class under test compares.
    pub fn looks_beside(&self) -> bool {
        self.others_share > 0.0
    }

    /// # Errors
    /// `InvalidInput`: a value is out of its range.
    pub fn check(&self) -> Result<()> {
        self.check_ranges()?;
        self.seed.check()
    }
}
