//! Seed templates: code that builds the objects which a branch looks at, with slots for a search to fill (EvoObj: Lin, Ong, Sun, Fraser
//! and Dong, "Graph-based seed object synthesis for search-based unit testing", ESEC/FSE 2021).
//!
//! A branch over `order.getCustomer().getAddress().country` cannot be reached by small steps: an order without a customer throws before
//! the condition is evaluated, and nothing says how far it is away. A template is a test that has the customer and the address already.
//!
//! - [`analysis`]: what is known of each method: definitions that reach uses, control dependence, who calls it.
//! - [`values`]: where the values of operations come from, across calls, back to the inputs of a method.
//! - [`containers`]: the collections of the JDK: which calls add elements, which return them.
//! - [`graph`]: the object construction graph of a branch (section 3.1).
//! - [`accessibility`]: what a test in a package may name, call and touch.
//! - [`accessors`]: the methods that may set or get a field, and their scores (section 3.2.2).
//! - [`template`]: statements and slots, as data.
//! - [`synthesis`]: from a graph to a template (section 3.2.1).

pub mod accessibility;
pub mod accessors;
pub mod analysis;
pub mod containers;
pub mod graph;
pub mod settings;
pub mod synthesis;
pub mod template;
pub mod values;

#[cfg(test)]
pub(crate) mod test_program;
#[cfg(test)]
pub(crate) mod tests;
