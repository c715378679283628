/**
 * JUnit tests out of what tests did: {@link dev.oraculum.replay.CallRecords} reads the calls that a test made,
 * {@link dev.oraculum.replay.CallSlice} takes those that one of them needs, {@link dev.oraculum.replay.ReplayWriter} writes them down as
 * Java with the recorded results asserted, and {@link dev.oraculum.replay.Replays} keeps what compiles and passes.
 */
package dev.oraculum.replay;
