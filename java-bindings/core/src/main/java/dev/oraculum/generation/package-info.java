/**
 * What the generation of tests needs of Java: the facts of the types that tests of a class may use ({@link
 * dev.oraculum.generation.TypeFacts}), for the engine, which searches.
 *
 * <p>Nothing here runs or links code under test: all is read from bytes. ASM types stay inside this package.
 */
package dev.oraculum.generation;
