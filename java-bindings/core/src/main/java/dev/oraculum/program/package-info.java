/**
 * What the code of classes does, collected for the engine's program graphs: {@link dev.oraculum.program.ProgramFacts} reads class
 * files, one pass each, and writes them as batches of compact binary records (docs/formats.md, "Program facts"). What follows from
 * the facts (definition-use chains, control dependence, call graphs) is computed by the engine.
 *
 * <p>Nothing here runs or links code under test. ASM types stay inside this package.
 */
package dev.oraculum.program;
