package dev.oraculum.kinds.coverage;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.BitSet;

/**
 * What one test reached of the goals of a {@link CoveragePlan} (docs/formats.md, "Coverage records").
 *
 * @param test its place in the unit
 * @param distances by goal: 0 reached; infinite: the branch was not executed, or the line, method or handler not reached
 */
public record CoverageRecord(int test, double[] distances) {
    /** Whether a goal was reached. */
    public boolean reached(int goal) {
        return distances[goal] == 0;
    }

    static byte[] write(int test, long[] bits) {
        BitSet reached = new BitSet();
        int near = 0;
        for (int i = 0; i < bits.length; i++) {
            if (bits[i] == 0) {
                reached.set(i);
            } else if (Double.longBitsToDouble(bits[i]) < Double.POSITIVE_INFINITY) {
                near++;
            }
        }
        byte[] set = Arrays.copyOf(reached.toByteArray(), (bits.length + 7) / 8);
        int length = 4 + set.length + 4 + 12 * near;
        ByteBuffer out = ByteBuffer.allocate(4 + length).order(ByteOrder.LITTLE_ENDIAN).putInt(length).putInt(test).put(set).putInt(near);
        for (int i = 0; i < bits.length; i++) {
            if (bits[i] != 0 && Double.longBitsToDouble(bits[i]) < Double.POSITIVE_INFINITY) {
                out.putInt(i).putLong(bits[i]);
            }
        }
        return out.array();
    }

    /** @throws IllegalArgumentException if it is no record of so many goals */
    static CoverageRecord read(int goals, int test, ByteBuffer body) {
        int bytes = (goals + 7) / 8;
        if (body.remaining() < bytes + 4) {
            throw new IllegalArgumentException("a coverage record of " + body.remaining() + " bytes for " + goals + " goals");
        }
        byte[] set = new byte[bytes];
        body.get(set);
        BitSet reached = BitSet.valueOf(set);
        double[] distances = new double[goals];
        for (int i = 0; i < goals; i++) {
            distances[i] = reached.get(i) ? 0 : Double.POSITIVE_INFINITY;
        }
        int near = body.getInt();
        if (near < 0 || body.remaining() != 12L * near) {
            throw new IllegalArgumentException("a coverage record has " + body.remaining() + " bytes for " + near + " distances");
        }
        for (int i = 0; i < near; i++) {
            int goal = body.getInt();
            double distance = body.getDouble();
            if (goal < 0 || goal >= goals || !(distance > 0)) {
                throw new IllegalArgumentException("a coverage record has distance " + distance + " for goal " + goal + " of " + goals);
            }
            distances[goal] = distance;
        }
        return new CoverageRecord(test, distances);
    }
}
