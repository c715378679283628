/**
 * Generating tests of a class: {@link dev.oraculum.api.generate.Generate} is the request, {@link dev.oraculum.api.generate.GenerateReport}
 * what a job answers. {@link dev.oraculum.api.generate.Explain} says what a branch looks at.
 */
package dev.oraculum.api.generate;
