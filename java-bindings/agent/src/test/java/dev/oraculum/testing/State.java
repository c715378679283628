package dev.oraculum.testing;

import dev.oraculum.runtime.CapturePlan;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A decoded state record: values by variable name, null where absent. */
public record State(int test, int invocation, int exit, Map<String, Object> values) {
    public static List<State> decode(CapturePlan plan, byte[] batch) {
        ByteBuffer in = ByteBuffer.wrap(batch).order(ByteOrder.LITTLE_ENDIAN);
        List<State> states = new ArrayList<>();
        while (in.hasRemaining()) {
            int end = in.getInt() + in.position();
            int test = in.getInt();
            int invocation = in.getInt();
            int exit = in.getShort();
            byte[] presence = new byte[(plan.variables().size() + 7) / 8];
            in.get(presence);
            Map<String, Object> values = new LinkedHashMap<>();
            for (int i = 0; i < plan.variables().size(); i++) {
                CapturePlan.Variable variable = plan.variables().get(i);
                long bits = in.getLong();
                boolean present = (presence[i / 8] >> i % 8 & 1) != 0;
                values.put(variable.name(), present ? value(variable.sort(), bits) : null);
            }
            if (in.position() != end) {
                throw new AssertionError("record length " + end + " but read up to " + in.position());
            }
            states.add(new State(test, invocation, exit, values));
        }
        return states;
    }

    private static Object value(char sort, long bits) {
        return switch (sort) {
            case 'Z' -> bits == 1;
            case 'F', 'D' -> Double.longBitsToDouble(bits);
            default -> bits;
        };
    }
}
