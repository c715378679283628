package dev.oraculum.api;

/**
 * A variable or test that the engine does not use.
 *
 * @param name of the variable or test
 * @param reason why, for a reader
 */
public record LeftOut(String name, String reason) {}
