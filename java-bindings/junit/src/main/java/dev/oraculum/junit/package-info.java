/**
 * Oracles that {@code oraculum select --record} recorded, checked while JUnit tests run: {@link dev.oraculum.junit.OracleCheck} for
 * Jupiter. The JVM of the tests needs Oraculum's agent; docs/guide/junit.md says how it gets it.
 */
package dev.oraculum.junit;
