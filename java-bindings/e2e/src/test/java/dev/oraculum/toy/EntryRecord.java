package dev.oraculum.toy;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.TreeMap;

/**
 * What is read of it afterwards.
 *
 * @param test place of the test in its unit
 * @param entries by method
 * @param largest by method that takes an int and was entered
 */
record EntryRecord(int test, Map<String, Integer> entries, Map<String, Long> largest) {
    static EntryRecord read(EntryPlan plan, int test, ByteBuffer body) {
        Map<String, Integer> entries = new TreeMap<>();
        Map<String, Long> largest = new TreeMap<>();
        for (String method : plan.methods()) {
            entries.put(method, body.getInt());
            long value = body.getLong();
            if (value > Long.MIN_VALUE) {
                largest.put(method, value);
            }
        }
        return new EntryRecord(test, entries, largest);
    }
}
