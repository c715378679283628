/**
 * What runs in the JVM of a user's own tests: an agent that weaves the definitions of an oracle's data, and compares what they are given.
 * {@code dev.oraculum.junit} asks it by name ({@link dev.oraculum.junitagent.Session}), so that the two need not share a class loader.
 */
package dev.oraculum.junitagent;
