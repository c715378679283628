package dev.oraculum.ranking;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/** Reads what a worker reports of dynamic def-use chains (docs/formats.md, "Flow records"). */
public final class FlowRecords {
    private FlowRecords() {}

    /**
     * What one assertion used in one test.
     *
     * @param test index into the unit's list of tests
     * @param site number of the assertion in the plan
     * @param times how often it was executed
     * @param threw how often of those it threw
     * @param anomalies ids of those that reach it, ascending
     */
    public record Reached(int test, int site, int times, int threw, List<Integer> anomalies) {
        public Reached {
            anomalies = List.copyOf(anomalies);
        }
    }

    /**
     * The records of a batch, as they come.
     *
     * @throws IllegalArgumentException if the bytes are no flow records
     */
    public static List<Reached> decode(byte[] batch) {
        ByteBuffer in = ByteBuffer.wrap(batch).order(ByteOrder.LITTLE_ENDIAN);
        List<Reached> records = new ArrayList<>();
        while (in.hasRemaining()) {
            int start = in.position();
            try {
                records.add(record(in, start));
            } catch (BufferUnderflowException e) {
                throw new IllegalArgumentException("the flow record at byte " + start + " is cut off", e);
            }
        }
        return records;
    }

    private static Reached record(ByteBuffer in, int start) {
        int length = in.getInt();
        int test = in.getInt();
        int site = in.getInt();
        int times = in.getInt();
        int threw = in.getInt();
        int count = in.getInt();
        if (count < 0 || length != 20 + 4L * count) {
            throw new IllegalArgumentException("the flow record at byte " + start + " says to be " + length + " bytes long, with " + count
                    + " anomalies");
        }
        List<Integer> anomalies = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            anomalies.add(in.getInt());
        }
        return new Reached(test, site, times, threw, anomalies);
    }
}
