/**
 * What code under test may do outside of its own JVM and its scratch folder (docs/containment.md). Woven JDK methods call
 * {@link FileHooks}, {@link SystemHooks} and {@link GlobalHooks}; the worker says by {@link Containment} when tests run, and on what.
 */
package dev.oraculum.runtime.containment;
