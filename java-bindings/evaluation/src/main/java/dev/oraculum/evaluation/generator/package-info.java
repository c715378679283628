/**
 * A small generator of regression tests, for experiments that need generated assertions of a release: feedback-directed random sequences of
 * calls, after Randoop.
 */
package dev.oraculum.evaluation.generator;
