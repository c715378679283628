/**
 * The program that build plugins run, in a JVM of its own: it reads what a plugin asks for, calls {@link dev.oraculum.api.Oraculum}, and
 * leaves reports and how the job ended. docs/formats.md ("What a build plugin and the runner say to each other") has the files.
 */
package dev.oraculum.runner;
