package dev.oraculum.api.evidence;

import java.util.List;

/**
 * A finished unit, as the evidence holds it.
 *
 * @param index its place
 * @param id its name
 * @param kind original or mutant
 * @param status the word it was finished with ({@code completed}, {@code timedOut}, ..): opaque to the engine
 * @param tests its tests, in the order that the records' test indices refer to
 * @param outcome the text it was finished with, opaque to the engine
 * @param states number of states it left behind
 */
public record UnitRecord(long index, String id, UnitKind kind, String status, List<String> tests, String outcome, long states) {
    public UnitRecord {
        tests = List.copyOf(tests);
    }
}
