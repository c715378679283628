/**
 * Runs batches of generated tests, format {@code tests 9} (docs/formats.md, "Test batches"): {@link dev.oraculum.worker.batch.TestBatches}.
 *
 * <p>Members of the code under test are called by a class made for them, in the package and by the loader of the class under test ({@link
 * dev.oraculum.agent.CallTable}):
 * a test reaches what one in that package reaches. A batch is input from another process: one that is damaged is answered, never obeyed.
 */
package dev.oraculum.worker.batch;
