/**
 * How good the tests of {@code generate} are, on classes that nobody looked at: drawn by {@link
 * dev.oraculum.evaluation.generation.SubjectRule},
 * judged by plain JUnit, JaCoCo and PIT.
 */
package dev.oraculum.evaluation.generation;
