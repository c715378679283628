/**
 * Values of oracle data, recorded while tests run: {@link dev.oraculum.recording.DataPlanner} says where data are defined,
 * {@link dev.oraculum.execution.WorkerPool} runs the tests under that plan, on the original and on mutants, and
 * {@link dev.oraculum.recording.DataRecords} reads what they leave behind.
 */
package dev.oraculum.recording;
