/**
 * Writes an assertion into the Java source of its method, as a unified diff. Everything goes by the JDK's own parser and by positions in
 * the text, so whatever is not touched keeps its form: comments, indentation, line ends.
 */
package dev.oraculum.patch;
