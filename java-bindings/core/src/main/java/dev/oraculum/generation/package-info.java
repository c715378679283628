/**
 * The generation of tests of a class, Java's part: the facts of the types that tests may use ({@link
 * dev.oraculum.generation.TypeFacts}), read from bytes, for the engine, which searches; its batches run in workers ({@link
 * dev.oraculum.generation.GenerationRun}); what it keeps written as JUnit classes ({@link
 * dev.oraculum.generation.TestWriter}), of which only what compiles and passes stays ({@link dev.oraculum.generation.SuiteCheck}).
 */
package dev.oraculum.generation;
