//! What surrounds the algorithms: requests and results, randomness, threads, progress and cancel.
