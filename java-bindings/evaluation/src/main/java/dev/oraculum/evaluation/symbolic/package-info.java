/** What symbolic execution is worth: searches with it, without it, and it alone, on fixtures and on classes of libraries. */
package dev.oraculum.evaluation.symbolic;
