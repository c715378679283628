/**
 * Plans what is recorded of methods: which variables a state has, at which exits ({@link dev.oraculum.capture.CapturePlanner}), and which
 * an invocation has ({@link dev.oraculum.capture.InvocationVariables}). Class files are read ({@code dev.oraculum.facts}), never loaded.
 */
package dev.oraculum.capture;
