/**
 * Seed templates and object construction graphs (EvoObj) for other test generators. {@link dev.oraculum.spi.SeedTemplates} is the way in; a
 * {@link dev.oraculum.spi.Branch} has an {@link dev.oraculum.spi.ObjectConstructionGraph}, and of that a {@link
 * dev.oraculum.spi.SeedTemplate} is made. This package needs {@code java.base} only; the implementation is in {@code
 * dev.oraculum:oraculum}.
 */
package dev.oraculum.spi;
