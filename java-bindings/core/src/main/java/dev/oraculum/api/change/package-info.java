/** Which code of a project has changed since a revision of its repository: what a run may be restricted to. */
package dev.oraculum.api.change;
