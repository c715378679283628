package dev.oraculum.testing;

import dev.oraculum.runtime.StatePlan;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A decoded state record: values by variable name, null where absent; contents are Strings and lists. */
public record State(int test, int invocation, int exit, Map<String, Object> values) {
    public static List<State> decode(StatePlan plan, byte[] batch) {
        ByteBuffer in = ByteBuffer.wrap(batch).order(ByteOrder.LITTLE_ENDIAN);
        List<State> states = new ArrayList<>();
        while (in.hasRemaining()) {
            int end = in.getInt() + in.position();
            int test = in.getInt();
            int invocation = in.getInt();
            int exit = in.getShort();
            states.add(new State(test, invocation, exit, values(plan.variables(), in, end)));
        }
        return states;
    }

    /** Reads presence, values and tail, up to {@code end}. */
    static Map<String, Object> values(List<StatePlan.Variable> variables, ByteBuffer in, int end) {
        byte[] presence = new byte[(variables.size() + 7) / 8];
        in.get(presence);
        ByteBuffer tail = in.slice(in.position() + 8 * variables.size(), end - in.position() - 8 * variables.size())
                .order(ByteOrder.LITTLE_ENDIAN);
        Map<String, Object> values = new LinkedHashMap<>();
        for (int i = 0; i < variables.size(); i++) {
            StatePlan.Variable variable = variables.get(i);
            long bits = in.getLong();
            boolean present = (presence[i / 8] >> i % 8 & 1) != 0;
            values.put(variable.name(), !present ? null : variable.isContents() ? contents(variable, bits, tail)
                    : value(variable.sort(), bits));
        }
        if (tail.hasRemaining()) {
            throw new AssertionError(tail.remaining() + " bytes of the tail belong to no variable");
        }
        in.position(end);
        return values;
    }

    /** A String for a text, a list for a sequence or bag; contents lie in the tail in variable order, without gaps. */
    private static Object contents(StatePlan.Variable variable, long bits, ByteBuffer tail) {
        if (tail.position() != (int) bits) {
            throw new AssertionError(variable.name() + " starts at " + (int) bits + ", expected " + tail.position());
        }
        int count = (int) (bits >>> 32);
        if (variable.sort() == 'T') {
            return text(tail, count);
        }
        char element = variable.steps().get(variable.steps().size() - 1).descriptor().charAt(0);
        List<Object> elements = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            elements.add(element == 'T' ? text(tail, tail.getInt()) : value(element, tail.getLong()));
        }
        return elements;
    }

    private static String text(ByteBuffer tail, int length) {
        if (length < 0) {
            return null;
        }
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < length; i++) {
            text.append(tail.getChar());
        }
        return text.toString();
    }

    private static Object value(char sort, long bits) {
        return switch (sort) {
            case 'Z' -> bits == 1;
            case 'F', 'D' -> Double.longBitsToDouble(bits);
            default -> bits;
        };
    }
}
