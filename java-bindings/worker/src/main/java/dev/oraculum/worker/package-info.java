/** The process that runs the tests of the user, commanded by a supervisor. */
package dev.oraculum.worker;
