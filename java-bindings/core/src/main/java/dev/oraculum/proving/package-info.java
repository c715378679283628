/**
 * Tries assertions on the project itself: what is patched is compiled and run by the project's tests, with assertions enabled, and further
 * runs of the tests give correct states that the evidence does not have.
 */
package dev.oraculum.proving;
