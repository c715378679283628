/**
 * What types of the JDK do, in Java: symbolic execution of a test interprets the byte code of these classes in place of the JDK's own,
 * which differs from release to release and has natives and arrays of nodes that say nothing of the test. A model has some of the methods
 * of its type, each as the JDK's documentation says; what it does not have is not known to the symbolic execution.
 */
package dev.oraculum.generation.models;
