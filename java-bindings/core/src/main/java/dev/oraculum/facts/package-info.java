/**
 * What the class files of the project under test say, without loading them: the class path ({@link
 * dev.oraculum.facts.ClassPath}), the method a user names ({@link dev.oraculum.facts.MethodReference}), which methods are
 * side-effect free ({@link dev.oraculum.facts.Purity}), and which variables a method's exit has ({@link
 * dev.oraculum.facts.CapturePlanner}).
 *
 * <p>Nothing here runs or links code under test. ASM types stay inside this package.
 */
package dev.oraculum.facts;
