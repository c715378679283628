/**
 * The JVM's own verdict on recorded states, in a process of its own: an assertion that was compiled over recorded values is loaded and run
 * here, never in the supervisor. Nothing of the code under test is needed.
 */
package dev.oraculum.runtime.states;
