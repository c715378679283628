/**
 * Would a maintainer merge what {@code improve} finds? Methods of real libraries by a rule, each assertion attacked by the library's own
 * tests and by generated ones.
 */
package dev.oraculum.evaluation.merging;
