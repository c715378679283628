package dev.oraculum.recording;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Reads what a worker sends of the data of one test (docs/formats.md, "Data records"). */
public final class DataRecords {
    private DataRecords() {}

    /**
     * The traces of the data that a test defined at least once.
     *
     * @param batches as a {@link dev.oraculum.execution.UnitSink} gets them
     * @return by number of the datum in the plan
     */
    public static Map<Integer, DataTrace> decode(List<ByteBuffer> batches) {
        Map<Integer, DataTrace> traces = new TreeMap<>();
        for (ByteBuffer batch : batches) {
            ByteBuffer frames = batch.duplicate().order(ByteOrder.LITTLE_ENDIAN);
            while (frames.hasRemaining()) {
                int end = frames.getInt() + frames.position();
                frames.getInt();
                ByteBuffer record = frames.duplicate().order(ByteOrder.BIG_ENDIAN).limit(end);
                int datum = record.getInt();
                long count = record.getLong();
                long hash = record.getLong();
                long state = record.getLong();
                List<String> values = new ArrayList<>();
                List<Integer> states = new ArrayList<>();
                for (int i = record.getInt(); i > 0; i--) {
                    values.add(value(record));
                    states.add(record.getInt());
                }
                traces.put(datum, new DataTrace(count, hash, state, values, states));
                frames.position(end);
            }
        }
        return traces;
    }

    private static String value(ByteBuffer record) {
        byte[] text = new byte[record.getInt()];
        record.get(text);
        return new String(text, StandardCharsets.UTF_8);
    }
}
