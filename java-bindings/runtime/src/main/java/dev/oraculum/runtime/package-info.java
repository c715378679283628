/** Probes, the state recorder and the kill switch: visible to every class of the JVM under test, so without any dependency. */
package dev.oraculum.runtime;
