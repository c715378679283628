//! What every generation looked like.

use serde::{Deserialize, Serialize};
use std::fmt::Write;

/// One population after one generation.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PopulationFigures {
    /// The fittest individual, by the population's own fitness.
    pub false_positives: u32,
    pub false_negatives: u32,
    pub size: u32,
    pub mean_size: f64,
    /// Number of different trees.
    pub distinct: u32,
    /// Individuals made in this generation; elites are not counted.
    pub offspring: u32,
    /// Share of the offspring's nodes whose value was known already, from 0 to 1.
    pub cache_hit_rate: f64,
}

/// One generation; number 0 is the initial population.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct GenerationFigures {
    pub generation: u32,
    /// The population selected for few false positives.
    pub fp: PopulationFigures,
    /// The population selected for few false negatives.
    #[serde(rename = "fn")]
    pub fn_: PopulationFigures,
    /// The best assertion without false positives so far: its false negatives and its size.
    pub best_false_negatives: Option<u32>,
    pub best_size: Option<u32>,
}

/// The generations as comma-separated values, with a header line.
pub fn to_csv(history: &[GenerationFigures]) -> String {
    let mut csv = String::from("generation");
    for population in ["fp", "fn"] {
        for column in ["false_positives", "false_negatives", "size", "mean_size", "distinct", "offspring", "cache_hit_rate"] {
            write!(csv, ",{population}_{column}").expect("writing to a string cannot fail");
        }
    }
    csv.push_str(",best_false_negatives,best_size\n");
    for g in history {
        write!(csv, "{}", g.generation).expect("writing to a string cannot fail");
        for p in [g.fp, g.fn_] {
            write!(
                csv,
                ",{},{},{},{:.3},{},{},{:.4}",
                p.false_positives, p.false_negatives, p.size, p.mean_size, p.distinct, p.offspring, p.cache_hit_rate
            )
            .expect("writing to a string cannot fail");
        }
        let optional = |value: Option<u32>| value.map(|v| v.to_string()).unwrap_or_default();
        writeln!(csv, ",{},{}", optional(g.best_false_negatives), optional(g.best_size)).expect("writing to a string cannot fail");
    }
    csv
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn csv_has_a_header_and_one_line_per_generation_with_as_many_fields() {
        let p = PopulationFigures {
            false_positives: 1,
            false_negatives: 2,
            size: 3,
            mean_size: 4.5,
            distinct: 6,
            offspring: 7,
            cache_hit_rate: 0.25,
        };
        let g = GenerationFigures { generation: 0, fp: p, fn_: p, best_false_negatives: None, best_size: None };
        let last = GenerationFigures { generation: 1, best_false_negatives: Some(8), best_size: Some(9), ..g };
        let csv = to_csv(&[g, last]);
        let lines: Vec<&str> = csv.lines().collect();
        assert_eq!(lines.len(), 3);
        assert!(lines[0].starts_with("generation,fp_false_positives,") && lines[0].ends_with(",best_false_negatives,best_size"));
        assert_eq!(lines[1], "0,1,2,3,4.500,6,7,0.2500,1,2,3,4.500,6,7,0.2500,,");
        assert!(lines[2].ends_with(",8,9"));
        assert!(lines.iter().all(|l| l.split(',').count() == 17));
    }
}
