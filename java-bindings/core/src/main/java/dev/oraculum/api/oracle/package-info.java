/**
 * Values of selected data as an oracle: {@link dev.oraculum.api.oracle.RecordOracle} records an {@link dev.oraculum.api.oracle.Oracle}, and
 * {@link dev.oraculum.api.oracle.Check} compares a later version of the code with it.
 */
package dev.oraculum.api.oracle;
