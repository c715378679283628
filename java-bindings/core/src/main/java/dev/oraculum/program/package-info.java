/**
 * What the code of classes does, collected for the engine's program graphs: {@link dev.oraculum.program.ProgramFacts} reads class
 * files, one pass each, and writes them as batches of compact binary records (docs/formats.md, "Program facts"). What follows from
 * the facts (definition-use chains, control dependence, call graphs, effects) is computed by the engine. {@link
 * dev.oraculum.program.EnginePurity} brings it facts of the JDK, too, as far as it asks for them.
 *
 * <p>Nothing here runs or links code under test. ASM types stay inside this package.
 */
package dev.oraculum.program;
