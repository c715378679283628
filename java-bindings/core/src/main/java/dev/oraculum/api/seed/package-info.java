/**
 * Tests with slots that build what a branch looks at (EvoObj): a {@link dev.oraculum.api.seed.Branch} has a {@link
 * dev.oraculum.api.seed.ConstructionGraph}, and of that a {@link dev.oraculum.api.seed.SeedTemplate} is made.
 */
package dev.oraculum.api.seed;
