//! How seed templates are made.

use crate::Result;
use crate::program::call_graph::Algorithm;
use crate::settings::settings;

settings! {
    /// Settings of seed templates. The paper's text names the parameters; the numbers marked as the authors' code's stand there only.
    pub struct Settings with prefix "" {
        /// Of a search: how likely it tries, after each generation, the template of one branch that is not covered yet.
        application_probability: f64 = 0.3, in 0.0..=1.0, "EvoObj, section 5.1 (p_app)";
        /// How many calls deep the branch's values are followed.
        call_depth: u32 = 5, in 0..=20, "EvoObj, section 5.1 (t_dep)";
        /// How many calls may lie between a setter or getter and the access to the field.
        accessor_depth: u32 = 3, in 0..=10, "EvoObj's code: search depth 3";
        /// How often a node of the graph waits for its parents before it is left out.
        requeues: u32 = 5, in 0..=1000, "EvoObj's code";
        /// How many statements a template may have.
        max_statements: usize = 200, in 1..=10_000, "EvoObj, section 5.1: maximum length of a generated test";
        /// How likely an array's element is assigned where a method of its owner could set it, too.
        assign_element_probability: f64 = 0.8, in 0.0..=1.0, "EvoObj's code: 80 % against 20 %";
        /// The longest array that a template makes; the shortest has one element.
        max_array_length: u32 = 10, in 1..=1000, "EvoObj's code: 1 to 10";
        /// How many objects that no branch asks for may be inside each other.
        construction_depth: u32 = 5, in 1..=50, "ours; EvoSuite has 10";
        /// How many nodes a graph may have.
        max_nodes: usize = 2000, in 1..=1_000_000, "ours";
        /// How many calls are followed for one graph.
        max_calls: usize = 2000, in 1..=1_000_000, "ours";
        /// How many calls are followed for what one setter writes.
        max_accessor_calls: usize = 50, in 1..=1_000_000, "ours";
        /// How many call paths to a field are scored.
        max_paths: usize = 200, in 1..=100_000, "ours";
        /// How calls are followed: by what objects variables may hold (0-1-CFA), or by what classes are used at all, which is faster.
        call_graph: Algorithm = Algorithm::Cfa, "ours: the authors' code follows the static type of the receiver";
    }
}

impl Settings {
    /// # Errors
    /// `InvalidInput`: what is out of range, and the range.
    pub fn check(&self) -> Result<()> {
        self.check_ranges()
    }
}
