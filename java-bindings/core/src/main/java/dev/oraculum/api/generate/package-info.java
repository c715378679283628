/**
 * Generating tests of a class: {@link dev.oraculum.api.generate.Generate} is the request, {@link dev.oraculum.api.generate.GenerateReport}
 * what a job answers.
 */
package dev.oraculum.api.generate;
