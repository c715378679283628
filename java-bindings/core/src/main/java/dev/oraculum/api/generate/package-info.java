/**
 * Generating tests: {@link dev.oraculum.api.generate.Generate} is the request for one class, {@link
 * dev.oraculum.api.generate.GenerateAll} for many; {@link dev.oraculum.api.generate.GenerateReport} and {@link
 * dev.oraculum.api.generate.GenerateAllReport} are what the jobs answer.
 */
package dev.oraculum.api.generate;
