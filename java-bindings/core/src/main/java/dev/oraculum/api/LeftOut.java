package dev.oraculum.api;

/**
 * A variable, test or class that is not used.
 *
 * @param name of the variable, test or class
 * @param reason why, for a reader
 */
public record LeftOut(String name, String reason) {}
