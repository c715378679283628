/** Kinds of recording: what can be recorded of tests, a folder each, made known in {@link dev.oraculum.kinds.RecordingKinds}. */
package dev.oraculum.kinds;
