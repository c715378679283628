/**
 * Runs the tests of a project in worker JVMs: starts them, commands them, stops what runs away, and says what became
 * of each unit of work.
 *
 * <p>{@link dev.oraculum.execution.WorkerPool} is the way in. The supervisor never loads a class under test; all that
 * crosses the line is in {@link dev.oraculum.runtime.protocol.Message}.
 *
 * <p>The kill ladder, mildest first: (1) the budget of loop iterations and calls that the probes count, deterministic;
 * (2) {@code Thread.interrupt}; (3) JVMTI StopThread, never while a static initializer is on the stack; (4) the worker
 * is destroyed and another one started. Rungs 1 to 3 are climbed inside the worker, the last one here.
 */
package dev.oraculum.execution;
