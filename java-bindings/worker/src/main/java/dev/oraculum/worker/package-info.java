/**
 * The process that runs the tests of the user, commanded by a supervisor over the line of
 * {@link dev.oraculum.runtime.protocol}.
 *
 * <p>The classes of this package share the class loader with the code under test: they use the JUnit Platform Launcher
 * that the supervisor put on the class path, the agent, and otherwise {@code java.base} only. Of the Launcher they use
 * what every release from 1.4 to 6 has.
 */
package dev.oraculum.worker;
