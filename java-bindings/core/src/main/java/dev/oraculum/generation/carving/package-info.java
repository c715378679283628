/**
 * Sequences of calls carved out of the tests that a project has, read from their class files: nothing is run. They are seeds of the search
 * for further tests (Fraser and Arcuri, "The Seed is Strong", ICST 2012; Rojas, Fraser and Arcuri, STVR 2016).
 */
package dev.oraculum.generation.carving;
