/**
 * Why a branch is not reached: {@link dev.oraculum.api.seed.Explain} asks for the object construction graphs and the seed templates
 * (EvoObj) of the branches of a line. These are in {@link dev.oraculum.spi}.
 */
package dev.oraculum.api.seed;
