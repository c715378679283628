/**
 * Mutants of the method under test, made by PIT's engine from class files: nothing is loaded, nothing is run.
 */
package dev.oraculum.mutation;
