/**
 * Improving the assertion of a method: {@link dev.oraculum.api.improve.Improve} for one method, {@link dev.oraculum.api.improve.ImproveAll}
 * for many, and {@link dev.oraculum.api.improve.ImproveRequest}, what is searched for. An {@link dev.oraculum.api.improve.ImproveReport} is
 * what a job answers; an {@link dev.oraculum.api.improve.Improvement} what the engine does.
 */
package dev.oraculum.api.improve;
