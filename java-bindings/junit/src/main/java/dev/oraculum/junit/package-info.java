/**
 * Oracles that {@code oraculum select --record} recorded, checked while JUnit tests run: {@link dev.oraculum.junit.OracleCheck} for
 * Jupiter, {@link dev.oraculum.junit.OracleRule} for JUnit 4. And listeners by which a run of tests is recorded, of the JUnit Platform and
 * of JUnit 4. The JVM of the tests needs Oraculum's agent; docs/guide/junit.md says how it gets it. Without the agent,
 * {@link dev.oraculum.junit.ImproveAssertions} asks what tests should assert.
 */
package dev.oraculum.junit;
