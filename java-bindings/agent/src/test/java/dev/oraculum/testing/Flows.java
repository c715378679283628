package dev.oraculum.testing;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A decoded flow record: of one assertion in one test. */
public record Flows(int test, int times, int threw, List<Integer> anomalies) {
    /** By site. */
    public static Map<Integer, Flows> decode(byte[] batch) {
        ByteBuffer in = ByteBuffer.wrap(batch).order(ByteOrder.LITTLE_ENDIAN);
        Map<Integer, Flows> flows = new TreeMap<>();
        while (in.hasRemaining()) {
            int end = in.getInt() + in.position();
            int test = in.getInt();
            int site = in.getInt();
            int times = in.getInt();
            int threw = in.getInt();
            List<Integer> anomalies = new ArrayList<>();
            for (int i = in.getInt(); i > 0; i--) {
                anomalies.add(in.getInt());
            }
            if (in.position() != end) {
                throw new AssertionError("a record of site " + site + " ends elsewhere");
            }
            flows.put(site, new Flows(test, times, threw, anomalies));
        }
        return flows;
    }
}
