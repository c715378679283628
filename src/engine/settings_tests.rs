//! What is generated from the tables is current, and the `paper` presets have the papers' numbers.

use super::*;
use crate::settings::values;
use serde_json::{Value, json};
use std::fmt::Write;
use std::fs;
use std::path::Path;

/// Compares a generated file with what it should be; `ORACULUM_WRITE=1 cargo test --lib generated` writes it instead.
fn current(path: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    if std::env::var_os("ORACULUM_WRITE").is_some() {
        fs::write(&path, text).unwrap();
    }
    let found = fs::read_to_string(&path).unwrap_or_default();
    assert!(found == text, "{} is not what the tables say: ORACULUM_WRITE=1 cargo test --lib generated", path.display());
}

#[test]
fn the_schema_of_the_java_side_is_generated() {
    let json = serde_json::to_string_pretty(&schema()).unwrap();
    current("java-bindings/core/src/main/resources/dev/oraculum/api/settings/settings.json", &(json + "\n"));
}

#[test]
fn the_page_of_settings_is_generated() {
    let mut page = String::from(include_str!("settings_page.md"));
    for group in schema().groups {
        let (title, name) = (group.title, group.name);
        write!(page, "\n## {title}\n\nGroup `{name}`. {}\n", about(name)).unwrap();
        for setting in group.settings {
            let (value, paper) = (written(&setting.default), written(&setting.paper));
            let published = if value == paper { String::new() } else { format!("; preset `paper`: `{paper}`") };
            let authors = setting.authors.as_ref().map_or_else(String::new, |value| format!("; preset `authors`: `{}`", written(value)));
            let none = if setting.optional { ", or `none`" } else { "" };
            writeln!(page, "\n### {}\n", setting.name).unwrap();
            writeln!(page, "{}\n", wrapped(&setting.documentation)).unwrap();
            writeln!(page, "- {}{none}; default: `{value}`{published}{authors}", first_upper(&setting.kind.expectation())).unwrap();
            writeln!(page, "- Source: {}", setting.source).unwrap();
        }
    }
    current("docs/settings.md", &page);
}

fn about(group: &str) -> &'static str {
    match group {
        "search" => "`SearchSettings`; on the command line `improve --set NAME=VALUE`.",
        "synthesis" => "`SynthesisSettings`, there without the prefix; on the command line `improve --set NAME=VALUE`. All are ours.",
        "states" => "`StateSettings`; on the command line options of `improve`, such as `--no-contents`.",
        "infer" => {
            "`InferSettings`; on the command line `infer --set NAME=VALUE`. What is published is Daikon as it comes: `--preset daikon`."
        }
        "rank" => "`RankSettings`; on the command line `rank --set NAME=VALUE`.",
        "select" => "`SelectSettings`; on the command line `select --set NAME=VALUE`.",
        "seed" => "`SeedSettings`. Its preset `paper` is EvoObj's.",
        "paths" => "`PathSettings`; `PathSelector` takes them by name. Presets: `paper`, and `authors`, their code.",
        "generate" => "`GenerateSettings`; on the command line `generate --set NAME=VALUE`.",
        other => panic!("{other}: say how it is given"),
    }
}

fn written(value: &Value) -> String {
    match value {
        Value::Null => "none".into(),
        Value::String(word) => word.clone(),
        other => other.to_string(),
    }
}

fn first_upper(text: &str) -> String {
    text[..1].to_uppercase() + &text[1..]
}

fn wrapped(text: &str) -> String {
    let (mut page, mut length) = (String::new(), 0);
    for word in text.split(' ') {
        if length + word.len() > 118 {
            page.push('\n');
            length = 0;
        } else if length > 0 {
            page.push(' ');
        }
        page.push_str(word);
        length += word.len() + 1;
    }
    page
}

#[test]
fn names_are_unique_and_every_setting_says_what_it_is_and_where_it_comes_from() {
    for group in schema().groups {
        let mut names = std::collections::BTreeSet::new();
        for setting in &group.settings {
            assert!(names.insert(setting.name.clone()), "{} twice", setting.name);
            assert!(setting.name.starts_with(group.prefix), "{}", setting.name);
            assert!(setting.documentation.ends_with('.') && !setting.source.is_empty(), "{}", setting.name);
        }
    }
}

#[test]
fn the_preset_of_improve_is_table_3_of_gassert() {
    // Section 3 and Table 3, as far as they say it; the probabilities of constants are the authors' code's.
    let published = json!({
        "populationSize": 1000, "minGenerations": 100, "maxGenerations": 10_000, "elitismEvery": 1, "elites": 10, "migrationEvery": 100,
        "migrants": 160, "crossoverProbability": 0.9, "mutationProbability": 0.2, "tournamentProbability": 0.5, "tournamentSize": 2,
        "mergingProbability": 0.5, "stateDiffProbability": 0.5, "maxSize": 50, "randomInitialShare": 0.5, "constantProbabilityInitial": 0.1,
        "constantProbabilityFinal": 0.3, "frequentConstantProbability": 0.1,
        // No preference for discriminating variables, no bound on copies, no shrinking at the end, no end for want of progress.
        "discriminatingVariableProbability": 0.0, "behaviourCopies": null, "shrinkGenerations": 0, "stagnationGenerations": null,
        "distinctVariables": false, "extendedGrammar": false, "derivedTermProbability": 0.0,
    });
    has(&values(&evolution::Settings::paper()), &published);
    evolution::Settings::paper().validate().unwrap();
    let states = json!({"contents": false, "publicObserversOnly": true, "inheritedCorruption": "keep"});
    has(&values(&evidence::settings::Settings::paper()), &states);
}

#[test]
fn the_preset_of_rank_is_zoomin_with_daikon_as_it_comes() {
    let published = json!({
        "threshold": 0.75, "profileFilter": true, "uniqueness": true, "uniquenessCount": "beforeFilter", "count": "events",
        "aggregate": "sum", "signs": false, "reliability": false, "diversified": false, "dataFlow": true, "nanEqualsNan": true, "top": 5,
    });
    let paper = values(&ranking::settings::Settings::paper());
    has(&paper, &published);
    let daikon = json!({"confidence": 0.99, "oneOf": 3, "interestingBoundsOnly": true, "modulus": false, "bits": false, "functions": false,
        "linearTernary": true, "classNames": true, "characters": false, "subsets": false, "subscripts": true, "slices": false});
    has(&paper["infer"], &daikon);
    ranking::settings::Settings::paper().check().unwrap();
}

#[test]
fn the_preset_of_select_is_the_best_of_sods() {
    let published = json!({"count": 10, "variant": "published", "alpha": 0.0, "paths": "sum", "uniformImpact": null, "shareSites": false,
        "conditions": false, "callGraph": "cfa"});
    assert_eq!(values(&selection::settings::Settings::paper()), published);
    selection::settings::Settings::paper().check().unwrap();
}

#[test]
fn the_presets_of_paths_are_tardis_and_its_authors_code() {
    let published = json!({"policy": "knn", "slicing": "objects", "fullMapping": false, "zerosVote": true, "correctLabels": true,
        "reclassifyAfter": 5, "fifoUntilInfeasible": false, "withinBucket": "similarity", "coveredWeight": 1.0, "attemptSeconds": 180});
    has(&values(&path::settings::Settings::paper()), &published);
    let code = json!({"slicing": "fields", "fullMapping": true, "zerosVote": false, "correctLabels": false, "reclassifyAfter": 5,
        "fifoUntilInfeasible": false});
    has(&values(&path::settings::Settings::authors()), &code);
}

fn has(values: &Value, published: &Value) {
    for (name, value) in published.as_object().unwrap() {
        assert_eq!(&values[name], value, "{name}");
    }
}

#[test]
fn the_defaults_of_the_assembly_are_those_of_the_table() {
    let (states, assembly) = (evidence::settings::Settings::default(), evidence::assemble::Settings::default());
    assert_eq!(states.inherited_corruption, assembly.inherited_corruption);
    assert!((states.unreadable_share - assembly.unreadable_share).abs() < f64::EPSILON);
}
