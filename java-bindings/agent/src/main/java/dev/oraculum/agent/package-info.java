/** The -javaagent: weaves probes into the classes under test. */
package dev.oraculum.agent;
