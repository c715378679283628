/**
 * What other test generators ask Oraculum for. Seed templates and object construction graphs (EvoObj): {@link
 * dev.oraculum.spi.SeedTemplates} is the way in; a {@link dev.oraculum.spi.Branch} has an {@link
 * dev.oraculum.spi.ObjectConstructionGraph}, and of that a {@link dev.oraculum.spi.SeedTemplate} is made. Path selection (TARDIS): a {@link
 * dev.oraculum.spi.PathSelector} says which alternative of an executed path to make a test for next. This package needs {@code java.base}
 * only; the implementation is in {@code dev.oraculum:oraculum}.
 */
package dev.oraculum.spi;
