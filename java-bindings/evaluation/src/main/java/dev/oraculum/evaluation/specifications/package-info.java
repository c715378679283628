/**
 * Does {@code improve} find the specification of a small method? Methods of our own with specifications written by hand, and an automatic
 * judge over all calls of bounded size.
 */
package dev.oraculum.evaluation.specifications;
