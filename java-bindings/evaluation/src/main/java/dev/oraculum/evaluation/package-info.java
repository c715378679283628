/** Runs Oraculum on the subjects of the papers and writes the tables of docs/results. */
package dev.oraculum.evaluation;
