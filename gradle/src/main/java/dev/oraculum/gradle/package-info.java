/**
 * The Gradle plugin {@code dev.oraculum}: tasks for the jobs of Oraculum, and the block {@code oraculum { .. }} that configures them.
 *
 * <p>One jar is for Gradle 4.4.1 and newer. What is here uses only what 4.4.1 has; {@code Modern} and {@code Toolchains} use what came
 * later, and are loaded where it is there. A test compares every reference with an old and a new API.
 */
package dev.oraculum.gradle;
