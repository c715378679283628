/**
 * States of a method, right and wrong ones: the {@link dev.oraculum.api.evidence.Schema} of their variables, and {@link
 * dev.oraculum.api.evidence.Evidence}, which an engine has and which takes them unit by unit.
 */
package dev.oraculum.api.evidence;
