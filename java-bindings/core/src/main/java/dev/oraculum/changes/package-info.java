/** What git says has changed, as methods of class files. */
package dev.oraculum.changes;
