package dev.oraculum.api.improve;

/**
 * What the synthesis has proven: no combination of its atoms, of whatever size, without false positives has fewer false negatives.
 *
 * @param atoms number of atoms with distinct truth
 * @param fn false negatives that no combination of them avoids
 */
public record Floor(int atoms, long fn) {}
