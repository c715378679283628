//! One population: its forest of trees, its individuals, and the step from one generation to the next (Algorithm 1, "select and
//! reproduce").

use super::crossover::{Parent, cross};
use super::fitness::Objective;
use super::history::PopulationFigures;
use super::individual::Individual;
use super::input::InputAssertion;
use super::migration::{emigrants, replaced};
use super::mutation::mutate;
use super::node_selector::{Differences, Variables};
use super::selection::{Covers, tournament};
use super::settings::Settings;
use super::tree_factory::{TreeFactory, Vocabulary};
use crate::assertion::ast::{Expr, Type};
use crate::assertion::eval::dag::{Kind, Node, NodeId, Nodes};
use crate::assertion::eval::forest::{Assessment, Forest};
use crate::assertion::eval::frame::Frame;
use crate::assertion::eval::kernel::Kernels;
use crate::assertion::eval::sketch::{Draft, Sketch};
use crate::compute::control::Control;
use crate::compute::pool;
use crate::compute::rng::{Source, Stream};
use crate::evidence::dataset::Bits;
use hashbrown::HashTable;
use rand::RngExt;
use rayon::iter::{IntoParallelIterator, ParallelIterator};

/// What both populations read.
#[derive(Debug)]
pub struct Context<'a> {
    pub frame: &'a Frame,
    pub vocabulary: &'a Vocabulary<'a>,
    pub differences: &'a Differences,
    pub settings: &'a Settings,
    pub source: Source,
    pub control: &'a Control,
}

/// One of the two populations.
#[derive(Debug)]
pub struct Population {
    pub objective: Objective,
    pub forest: Forest,
    pub individuals: Vec<Individual>,
    /// Nodes of the forest after the last compaction.
    live_nodes: usize,
}

/// The evaluation was interrupted; the population is unusable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interrupted;

/// A drafted offspring.
struct Offspring {
    root: NodeId,
    tie: u32,
}

/// Pairs of parents, or initial individuals, per piece of parallel work.
const CHUNK: usize = 64;
/// Nodes beyond twice the live ones that may pile up before the forest is compacted. Few: what is live then stays in the second-level
/// cache, which saves more than compacting costs.
const GARBAGE: usize = 2_048;

impl Population {
    /// The initial population: the input's fragments, random trees, and mutants of the fragments in turn.
    pub fn initial(context: &Context, objective: Objective, input: &InputAssertion) -> Result<Self, Interrupted> {
        let Context { frame, settings, .. } = *context;
        let mut forest = Forest::new(frame, Kernels::best());
        // Those for whose derived terms there was no room are left out.
        let mut fragments: Vec<NodeId> = input.fragments().iter().filter_map(|e| forest.add_expr(e)).collect();
        if fragments.is_empty() {
            fragments.push(forest.dag.add(Node::literal(1, Type::Boolean)));
        }
        if !evaluate(context, &mut forest, &fragments) {
            return Err(Interrupted);
        }
        fragments.dedup();
        let size = settings.population_size as usize;
        let random = ((size as f64 * settings.random_initial_share).round() as usize).min(size);
        fragments.truncate(size);
        let discriminating: Vec<Variables> = fragments.iter().map(|&f| context.differences.discriminating(frame, &forest, f)).collect();
        let factory = TreeFactory::new(context.vocabulary, settings, 0);
        let make = |sketch: &mut Sketch, index: usize, rng: &mut Stream| -> NodeId {
            if index < fragments.len() {
                fragments[index]
            } else if index < fragments.len() + random {
                factory.random_tree(sketch, Kind::Boolean, rng)
            } else {
                let which = (index - fragments.len() - random) % fragments.len();
                let discriminating = rng.random_bool(settings.state_diff_probability).then_some(&discriminating[which]);
                mutate(sketch, fragments[which], &factory, settings, discriminating, rng)
            }
        };
        let drafts = in_chunks(size, |range| {
            let mut sketch = Sketch::new(&forest.dag);
            let offspring = range
                .map(|index| {
                    let mut rng = context.source.stream([objective.index(), 0, index as u64]);
                    let root = make(&mut sketch, index, &mut rng);
                    Offspring { root, tie: rng.random() }
                })
                .collect();
            (sketch.finish(), offspring)
        });
        let mut population = Self { objective, forest, individuals: Vec::new(), live_nodes: 0 };
        population.individuals = population.absorb(context, drafts, size)?;
        population.mark_surplus(settings);
        Ok(population)
    }

    /// Makes the next generation.
    pub fn step(&mut self, context: &Context, generation: u32) -> Result<PopulationFigures, Interrupted> {
        let Context { settings, .. } = *context;
        let size = settings.population_size as usize;
        let elites = if generation.is_multiple_of(settings.elitism_every) {
            self.objective.best(&self.individuals, settings.elites as usize)
        } else {
            Vec::new()
        };
        let wanted = size - elites.len();
        let drafts = self.breed(context, generation, wanted.div_ceil(2));
        let nodes_before = self.forest.dag.len();
        let offspring = self.absorb(context, drafts, wanted)?;
        let new_nodes = self.forest.dag.len() - nodes_before;
        let offspring_nodes: u64 = offspring.iter().map(|i| u64::from(i.size)).sum();
        let cache_hit_rate = 1.0 - new_nodes as f64 / offspring_nodes.max(1) as f64;
        let mut next: Vec<Individual> = elites.into_iter().map(|i| self.individuals[i]).collect();
        next.extend(offspring);
        self.individuals = next;
        self.mark_surplus(settings);
        self.compact();
        Ok(self.figures(wanted as u32, cache_hit_rate))
    }

    /// Drafts the offspring of that many pairs of parents.
    fn breed(&self, context: &Context, generation: u32, pairs: usize) -> Vec<(Draft, Vec<Offspring>)> {
        let Context { frame, settings, .. } = *context;
        let covers = (settings.tournament_probability < 1.0).then(|| Covers::new(frame, &self.forest, &self.individuals, self.objective));
        let factory = TreeFactory::new(context.vocabulary, settings, generation);
        in_chunks(pairs, |range| {
            let mut sketch = Sketch::new(&self.forest.dag);
            let mut offspring = Vec::with_capacity(2 * range.len());
            for pair in range {
                let mut rng = context.source.stream([self.objective.index(), u64::from(generation), pair as u64]);
                let parents = self.select_parents(settings, covers.as_ref(), &mut rng);
                for root in self.reproduce(context, &factory, &mut sketch, parents, &mut rng) {
                    offspring.push(Offspring { root, tie: rng.random() });
                }
            }
            (sketch.finish(), offspring)
        })
    }

    fn select_parents(&self, settings: &Settings, covers: Option<&Covers>, rng: &mut Stream) -> [NodeId; 2] {
        let play = |rng: &mut Stream| tournament(&self.individuals, self.objective, settings.tournament_size, rng);
        let [first, second] = match covers {
            Some(covers) if !rng.random_bool(settings.tournament_probability) => {
                let first = rng.random_range(0..self.individuals.len() as u32) as usize;
                // The paper does not say what happens where no individual complements the first parent.
                let second = covers.best_match(&self.forest, &self.individuals, first, rng).unwrap_or_else(|| play(rng));
                [first, second]
            }
            _ => [play(rng), play(rng)],
        };
        [self.individuals[first].root, self.individuals[second].root]
    }

    fn reproduce(
        &self,
        context: &Context,
        factory: &TreeFactory,
        sketch: &mut Sketch,
        parents: [NodeId; 2],
        rng: &mut Stream,
    ) -> [NodeId; 2] {
        let settings = context.settings;
        // The false negatives of an offspring are not known yet when it is mutated: those of its parent stand for them.
        let mut discriminating: [Option<Variables>; 2] = [None, None];
        let find = |i: usize| context.differences.discriminating(context.frame, &self.forest, parents[i]);
        let mut offspring = parents;
        if rng.random_bool(settings.crossover_probability) {
            let by_state_diff = [0, 1].map(|_| rng.random_bool(settings.state_diff_probability));
            for i in (0..2).filter(|&i| by_state_diff[i]) {
                discriminating[i] = Some(find(i));
            }
            let parents = [0, 1].map(|i| Parent { root: parents[i], discriminating: discriminating[i].as_ref() });
            offspring = cross(sketch, parents, settings, rng);
        }
        for (i, root) in offspring.iter_mut().enumerate() {
            if rng.random_bool(settings.mutation_probability) {
                let by_state_diff = rng.random_bool(settings.state_diff_probability);
                let discriminating = by_state_diff.then(|| &*discriminating[i].get_or_insert_with(|| find(i)));
                *root = mutate(sketch, *root, factory, settings, discriminating, rng);
            }
        }
        offspring
    }

    /// Takes the drafts into the forest, in order, and evaluates them.
    fn absorb(&mut self, context: &Context, drafts: Vec<(Draft, Vec<Offspring>)>, wanted: usize) -> Result<Vec<Individual>, Interrupted> {
        let mut roots = Vec::with_capacity(wanted);
        let mut ties = Vec::with_capacity(wanted);
        for (draft, mut offspring) in drafts {
            offspring.truncate(wanted - roots.len());
            self.forest.dag.absorb(&draft, offspring.iter_mut().map(|o| &mut o.root));
            for Offspring { root, tie } in offspring {
                roots.push(root);
                ties.push(tie);
            }
        }
        if !evaluate(context, &mut self.forest, &roots) {
            return Err(Interrupted);
        }
        Ok(roots.into_iter().zip(ties).map(|(root, tie)| self.individual(root, tie)).collect())
    }

    /// Marks the individuals whose behaviour enough others before them have.
    fn mark_surplus(&mut self, settings: &Settings) {
        let Some(copies) = settings.behaviour_copies else { return };
        let mut seen: HashTable<(u64, u32)> = HashTable::with_capacity(self.individuals.len());
        for individual in &mut self.individuals {
            // The behaviour is a hash already.
            let of = individual.behaviour;
            let mut entry = seen.entry(of, |known| known.0 == of, |known| known.0).or_insert((of, 0));
            let (_, before) = entry.get_mut();
            individual.surplus = *before >= copies;
            *before += 1;
        }
    }

    fn individual(&self, root: NodeId, tie: u32) -> Individual {
        let Assessment { deficiencies, behaviour } = self.forest.assessment(root);
        Individual { root, deficiencies, behaviour, surplus: false, size: self.forest.dag.node(root).size, tie }
    }

    /// Copies of the trees that leave for the other population.
    pub fn emigrants(&self, count: usize) -> Vec<Expr> {
        emigrants(&self.individuals, count).into_iter().map(|i| self.forest.dag.expr(self.individuals[i].root)).collect()
    }

    /// Takes in trees from the other population in place of the least fit.
    pub fn receive(&mut self, context: &Context, generation: u32, immigrants: &[Expr]) -> Result<(), Interrupted> {
        let roots: Vec<NodeId> = immigrants.iter().filter_map(|e| self.forest.add_expr(e)).collect();
        if !evaluate(context, &mut self.forest, &roots) {
            return Err(Interrupted);
        }
        let mut rng = context.source.stream([self.objective.index(), u64::from(generation), IMMIGRATION]);
        for (place, root) in replaced(&self.individuals, self.objective, roots.len()).into_iter().zip(roots) {
            self.individuals[place] = self.individual(root, rng.random());
        }
        self.mark_surplus(context.settings);
        Ok(())
    }

    /// Forgets trees that no individual has, once there are many: memory stays bounded over any number of generations.
    fn compact(&mut self) {
        if self.forest.dag.len() > 2 * self.live_nodes + GARBAGE {
            let renumbering = self.forest.retain(self.individuals.iter().map(|i| i.root));
            self.individuals.iter_mut().for_each(|i| i.root = renumbering[i.root as usize]);
            self.live_nodes = self.forest.dag.len();
        }
    }

    /// The fittest individual.
    pub fn fittest(&self) -> &Individual {
        let key = |i: &&Individual| (self.objective.fitness(i), i.tie);
        self.individuals.iter().min_by_key(key).expect("a population is not empty")
    }

    pub fn figures(&self, offspring: u32, cache_hit_rate: f64) -> PopulationFigures {
        let best = self.fittest();
        let mut seen = Bits::zeros(self.forest.dag.len());
        let mut distinct = 0;
        for individual in &self.individuals {
            let root = individual.root as usize;
            distinct += u32::from(!seen.get(root));
            seen.set(root, true);
        }
        PopulationFigures {
            false_positives: best.deficiencies.false_positives,
            false_negatives: best.deficiencies.false_negatives,
            size: best.size,
            mean_size: self.individuals.iter().map(|i| f64::from(i.size)).sum::<f64>() / self.individuals.len() as f64,
            distinct,
            offspring,
            cache_hit_rate,
        }
    }
}

/// The stream of immigrants, besides those of pairs, which are numbered from 0.
const IMMIGRATION: u64 = u64::MAX;

fn evaluate(context: &Context, forest: &mut Forest, roots: &[NodeId]) -> bool {
    forest.evaluate(context.frame, roots.iter().copied(), &|| context.control.interruption().is_some())
}

/// Runs pieces of `0..all`, in parallel inside a pool, and returns their results in order.
fn in_chunks<T: Send>(all: usize, piece: impl Fn(std::ops::Range<usize>) -> T + Sync) -> Vec<T> {
    let chunks = 0..all.div_ceil(CHUNK);
    let run = |i: usize| piece(i * CHUNK..all.min((i + 1) * CHUNK));
    if pool::inside() { chunks.into_par_iter().map(run).collect() } else { chunks.map(run).collect() }
}

#[cfg(test)]
mod tests {
    use super::super::fixtures::min_method;
    use super::*;

    fn with_context(settings: &Settings, check: impl FnOnce(&Context)) {
        let data = min_method();
        let frame = Frame::new(&data);
        let differences = Differences::new(&data, &frame);
        let vocabulary = Vocabulary::new(&data, &frame, &differences, settings);
        let control = Control::unlimited();
        check(&Context {
            frame: &frame,
            vocabulary: &vocabulary,
            differences: &differences,
            settings,
            source: Source::new(1),
            control: &control,
        });
    }

    #[test]
    fn memory_stays_bounded_over_the_generations() {
        let settings = Settings { population_size: 100, elites: 5, migrants: 10, ..Settings::default() };
        with_context(&settings, |context| {
            let input = InputAssertion::single(Expr::Bool(true));
            let mut population = Population::initial(context, Objective::FalsePositives, &input).unwrap();
            let mut largest = 0;
            for generation in 1..=1_000 {
                population.step(context, generation).unwrap();
                largest = largest.max(population.forest.dag.len());
            }
            // 100 trees of at most 50 nodes live; what piles up is bounded by twice that and the garbage of one generation.
            assert!(largest < 2 * (100 * 50 + 100) + GARBAGE, "{largest} nodes");
        });
    }

    #[test]
    fn elites_pass_on_unchanged_in_the_generations_that_the_setting_names() {
        let settings = Settings { population_size: 60, elites: 4, elitism_every: 2, ..Settings::default() };
        with_context(&settings, |context| {
            let input = InputAssertion::single(Expr::Bool(true));
            let mut population = Population::initial(context, Objective::FalseNegatives, &input).unwrap();
            for generation in 1..=6 {
                let best = population.objective.best(&population.individuals, 4);
                let best: Vec<Expr> = best.iter().map(|&i| population.forest.dag.expr(population.individuals[i].root)).collect();
                let figures = population.step(context, generation).unwrap();
                assert_eq!(population.individuals.len(), 60);
                let first: Vec<Expr> = population.individuals[..4].iter().map(|i| population.forest.dag.expr(i.root)).collect();
                let even = generation % 2 == 0;
                assert_eq!(figures.offspring, if even { 60 - best.len() as u32 } else { 60 });
                if even {
                    assert_eq!(first[..best.len()], best);
                }
            }
        });
    }

    #[test]
    fn the_initial_population_has_the_fragments_random_trees_and_mutants() {
        use crate::assertion::ast::BinaryOp::{And, Eq, Le};
        let settings = Settings { population_size: 40, random_initial_share: 0.5, ..Settings::default() };
        with_context(&settings, |context| {
            let equal = Expr::binary(Eq, Expr::Var(2), Expr::Var(0));
            let smaller = Expr::binary(Le, Expr::Var(2), Expr::Var(1));
            let complete = Expr::binary(And, equal.clone(), smaller.clone());
            let input = InputAssertion::single(complete.clone());
            let population = Population::initial(context, Objective::FalsePositives, &input).unwrap();
            let trees: Vec<Expr> = population.individuals.iter().map(|i| population.forest.dag.expr(i.root)).collect();
            assert_eq!(trees.len(), 40);
            assert_eq!(trees[..3], [complete, equal, smaller]);
        });
    }

    #[test]
    fn copies_of_one_behaviour_beyond_the_setting_are_surplus() {
        let settings = Settings { population_size: 80, behaviour_copies: Some(2), ..Settings::default() };
        with_context(&settings, |context| {
            let input = InputAssertion::single(Expr::Bool(true));
            let population = Population::initial(context, Objective::FalsePositives, &input).unwrap();
            let mut seen = std::collections::HashMap::new();
            for individual in &population.individuals {
                let states = context.frame.to_dataset_rows(&population.forest.bits(individual.root));
                let before = seen.entry(states.words).or_insert(0);
                assert_eq!(individual.surplus, *before >= 2);
                *before += 1;
            }
            assert!(population.individuals.iter().any(|i| i.surplus) && population.individuals.iter().any(|i| !i.surplus));
        });
    }

    #[test]
    fn immigrants_take_the_places_of_the_least_fit() {
        let settings = Settings { population_size: 30, ..Settings::default() };
        with_context(&settings, |context| {
            let input = InputAssertion::single(Expr::Bool(true));
            let mut population = Population::initial(context, Objective::FalsePositives, &input).unwrap();
            let least = replaced(&population.individuals, population.objective, 1)[0];
            let immigrant = Expr::binary(crate::assertion::ast::BinaryOp::Le, Expr::Var(2), Expr::Var(0));
            population.receive(context, 1, std::slice::from_ref(&immigrant)).unwrap();
            assert_eq!(population.forest.dag.expr(population.individuals[least].root), immigrant);
            assert_eq!(population.individuals.len(), 30);
        });
    }
}
