//! Our own threads.
//!
//! The engine runs inside a JVM, on whatever thread called it. Its work happens on threads of its own, so that their number is ours
//! to choose, their stacks are large enough for every tree that we accept (a stack overflow in native code would end the JVM
//! without a word), and a debugger or thread dump shows whose they are. These threads never call into the JVM.

use crate::{Error, ErrorKind, Result};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Stack of each thread: recursion over expression trees is bounded by the tree's depth, and this holds some 100 000 levels.
pub const STACK_BYTES: usize = 32 << 20;

/// A named, sized pool of threads; dropping it ends them.
#[derive(Debug)]
pub struct Pool {
    threads: rayon::ThreadPool,
    /// Who has it for long.
    takers: AtomicUsize,
}

/// The pool is taken as long as this lives.
#[derive(Debug)]
pub struct Taken<'a>(&'a Pool);

impl Drop for Taken<'_> {
    fn drop(&mut self) {
        self.0.takers.fetch_sub(1, Ordering::SeqCst);
    }
}

impl Pool {
    /// A pool of that many threads; 0: one per processor available to this process.
    pub fn new(threads: usize) -> Result<Self> {
        rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .stack_size(STACK_BYTES)
            .thread_name(|i| format!("oraculum-{i}"))
            .build()
            .map(|threads| Self { threads, takers: AtomicUsize::new(0) })
            .map_err(|e| Error::new(ErrorKind::Internal, format!("could not start {threads} engine threads: {e}")))
    }

    /// Number of threads.
    pub fn threads(&self) -> usize {
        self.threads.current_num_threads()
    }

    /// Runs `work` on the pool's threads, where rayon's operations use this pool. A panic inside reaches the caller.
    pub fn run<R: Send>(&self, work: impl FnOnce() -> R + Send) -> R {
        self.threads.install(work)
    }

    /// Says that the threads will be busy for long. It keeps nobody from running work there.
    #[must_use]
    pub fn take(&self) -> Taken<'_> {
        self.takers.fetch_add(1, Ordering::SeqCst);
        Taken(self)
    }

    /// Whether somebody has taken it: work that cannot wait is better run elsewhere.
    pub fn is_taken(&self) -> bool {
        self.takers.load(Ordering::SeqCst) > 0
    }
}

/// Whether the calling thread belongs to a pool. Elsewhere rayon's operations would start its global pool: threads without a name,
/// in the user's JVM, of a number and stack that are not ours to choose. What may run anywhere goes step by step there.
pub fn inside() -> bool {
    rayon::current_thread_index().is_some()
}

/// Runs what recurses over trees where there is room for it: the stack of a Java thread is small, and its end would be the JVM's.
pub fn with_deep_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().name("oraculum-deep".into()).stack_size(STACK_BYTES);
        match thread.spawn_scoped(scope, work).expect("a thread can be started").join() {
            Ok(value) => value,
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic::AssertUnwindSafe;

    #[test]
    fn work_runs_on_named_threads_of_the_requested_number() {
        let pool = Pool::new(3).unwrap();
        assert_eq!(pool.threads(), 3);
        let name = pool.run(|| std::thread::current().name().map(str::to_owned));
        assert!(name.unwrap().starts_with("oraculum-"));
    }

    #[test]
    fn it_is_taken_until_the_last_taker_has_gone() {
        let pool = Pool::new(1).unwrap();
        let (first, second) = (pool.take(), pool.take());
        drop(first);
        assert!(pool.is_taken());
        drop(second);
        assert!(!pool.is_taken());
    }

    #[test]
    fn only_the_pools_threads_are_inside() {
        assert!(!inside());
        assert!(Pool::new(1).unwrap().run(inside));
    }

    #[test]
    fn a_panic_inside_reaches_the_caller() {
        let pool = Pool::new(1).unwrap();
        let caught = std::panic::catch_unwind(AssertUnwindSafe(|| pool.run(|| panic!("inside"))));
        assert!(caught.is_err());
        assert_eq!(pool.run(|| 7), 7);
    }
}
