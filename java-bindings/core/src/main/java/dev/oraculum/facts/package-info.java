/**
 * What the class files of the project under test say, without loading them: the class path ({@link dev.oraculum.facts.ClassPath}), its
 * types ({@link dev.oraculum.facts.Hierarchy}), the method a user names ({@link dev.oraculum.facts.MethodReference}), and which methods are
 * side-effect free, which the engine knows ({@link dev.oraculum.facts.Purity}). What is recorded of a method is planned in {@code
 * dev.oraculum.capture}; what the code does is forwarded to the engine in {@code dev.oraculum.program}.
 *
 * <p>Nothing here runs or links code under test.
 */
package dev.oraculum.facts;
