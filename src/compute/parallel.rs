//! Work over a list, on the threads of the pool that we are in, or step by step outside of one. Results are in the order of the list
//! whatever the number of threads.

use super::pool;
use rayon::prelude::*;

/// Items that a thread takes at a time.
const BATCH: usize = 16;

/// The results of all items, one after the other.
pub fn flat_map<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> Vec<R> + Sync) -> Vec<R> {
    if pool::inside() {
        let batches: Vec<Vec<R>> = items.par_chunks(BATCH).map(|batch| batch.iter().flat_map(&work).collect()).collect();
        batches.into_iter().flatten().collect()
    } else {
        items.iter().flat_map(work).collect()
    }
}

/// The result of each item.
pub fn map<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    flat_map(items, |item| vec![work(item)])
}
