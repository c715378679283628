/**
 * Models of collections, readers and other types of the JDK. Symbolic execution of a test interprets the byte code of a model in place of
 * the JDK's code: that differs from release to release, and parts of it are native. A model has some of the methods of its type; each does
 * what the JDK's documentation says. After a call of a method that the model does not have, symbolic execution knows nothing of the object.
 */
package dev.oraculum.generation.models;
