/**
 * Subjects of `make specifications`: small methods with example tests, of which the specification is known. Their assertions are in the
 * evaluation module, beside the judge.
 */
package dev.oraculum.subjects.specified;
