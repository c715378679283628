/** Tests of our own for libraries that publish none (guava) or none that reach the subject. They are run by Oraculum, not by our build. */
package dev.oraculum.evaluation.suites;
