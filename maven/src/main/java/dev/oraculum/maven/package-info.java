/**
 * The Maven plugin: goals for the jobs of Oraculum, and pages of their results. docs/guide/maven.md shows it.
 *
 * <p>A goal finds out where its module has code, tests, a JDK and options; {@code dev.oraculum.job} does the rest, in a JVM of its own.
 */
package dev.oraculum.maven;
