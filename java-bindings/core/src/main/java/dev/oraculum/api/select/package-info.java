/**
 * Selecting the variables that are worth asserting on (SODS): {@link dev.oraculum.api.select.Select} is the request, {@link
 * dev.oraculum.api.select.SelectReport} what a job answers, {@link dev.oraculum.api.select.Selection} what the engine does. What is
 * selected is an {@link dev.oraculum.api.select.OracleDatum}.
 */
package dev.oraculum.api.select;
