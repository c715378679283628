/**
 * What build plugins share: the jobs with their options, the JVM that a job runs in, and how it ended, in words of a plugin's own. A plugin
 * adds where its build has code, tests, a JDK and a log.
 *
 * <p>It is written for Java 8: a build may run on an older JVM than Oraculum.
 */
package dev.oraculum.job;
