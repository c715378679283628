/**
 * The program that tasks of the Gradle plugin run, in a JVM of its own: it reads what a task asks for, calls {@link
 * dev.oraculum.api.Oraculum}, and leaves reports and how the job ended. docs/formats.md ("What a Gradle task and its runner say to each
 * other") has the files.
 */
package dev.oraculum.gradle.job;
