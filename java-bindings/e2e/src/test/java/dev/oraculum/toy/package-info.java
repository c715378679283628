/**
 * A recording kind as an example: how often each method of a class is entered, and with what largest int. The whole kind is this folder
 * and a line in {@code META-INF/services/dev.oraculum.kinds.RecordingKind}; CONTRIBUTING.md explains it.
 */
package dev.oraculum.toy;
