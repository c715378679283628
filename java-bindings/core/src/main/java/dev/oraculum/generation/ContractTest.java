package dev.oraculum.generation;

import dev.oraculum.generation.KeptTests.Kept;

/**
 * A test of a contract on objects that a kept test makes.
 *
 * @param place of the kept test in the list that is checked
 * @param test without assertions
 * @param type internal name of the objects' class
 * @param first slot of the object
 * @param second of the other; the same, if the contract is of one
 */
record ContractTest(Contract contract, int place, Kept test, String type, int first, int second) {}
