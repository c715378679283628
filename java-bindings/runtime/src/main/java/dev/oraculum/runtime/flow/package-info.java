/**
 * Dynamic def-use chains: labels that follow anomalous values through woven code to the assertions that use them.
 */
package dev.oraculum.runtime.flow;
