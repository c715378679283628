/** What has changed: by git, as methods of class files; and by content, as what the result of a class depends on. */
package dev.oraculum.changes;
