/**
 * Checks a found assertion by means other than the engine's: its Java text is compiled by the JDK's compiler, once as it will stand in the
 * method, against the class under test, and once with every variable read from a recorded state; the latter is then run on every state and
 * must agree with the engine.
 */
package dev.oraculum.verification;
