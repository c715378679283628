pub struct Figures { pub program: super::programs::Program, pub pool: super::pool::Pool, pub runs: Vec<Vec<Vec<bool>>> }
pub fn page(all: &[Figures]) -> (String, String) {
    let mut out = String::new();
    for f in all {
        use super::pool::Truth::*;
        out += &format!("{}: paths {} longest {} feasible {} infeasible {} unsat {}\n", f.program.name, f.pool.paths.len(), f.pool.longest(), f.pool.count(Feasible), f.pool.count(Infeasible), f.pool.count(Unsatisfiable));
        for (p, runs) in super::replay::POLICIES.iter().zip(&f.runs) {
            let at = |n: usize| runs.iter().map(|r| r.iter().take(n).filter(|b| **b).count() as f64).sum::<f64>() / runs.len() as f64;
            out += &format!("   {:20} {:6.1} {:6.1} {:6.1}  attempts {}\n", p.name, at(20), at(50), at(100), runs.iter().map(Vec::len).sum::<usize>() / runs.len());
        }
    }
    (out, String::new())
}
