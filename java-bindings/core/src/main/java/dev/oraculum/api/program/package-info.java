/** What the engine says of a program from its class files: who may call whom, and what methods may read and write. */
package dev.oraculum.api.program;
