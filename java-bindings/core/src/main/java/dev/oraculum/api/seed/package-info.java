/**
 * Tests with slots that build what a branch looks at (EvoObj): a {@link dev.oraculum.api.seed.Branch} has a {@link
 * dev.oraculum.api.seed.ConstructionGraph}, and of that a {@link dev.oraculum.api.seed.SeedTemplate} is made. {@link
 * dev.oraculum.api.seed.Explain} asks for both of the branches of a line.
 */
package dev.oraculum.api.seed;
