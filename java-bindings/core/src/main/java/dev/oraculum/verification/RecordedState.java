package dev.oraculum.verification;

import dev.oraculum.api.ValueType;
import dev.oraculum.api.Variable;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A state as {@link dev.oraculum.api.Evidence#readStates} gives it, with objects in the place of identities: equal identities are the same object, and one whose contents
 * are in use is a {@link Holder} of them.
 */
final class RecordedState {
    private final List<Variable> variables;
    /** By variable: the kind of object that holds its contents; null for what is no contents, or not in use. */
    private final Holder[] holders;
    /** By variable: the reference that the object's text is, for contents read at the exit from a variable itself; else -1. */
    private final int[] ownReferences;
    /** Objects that hold nothing in use; any state's identity may be the same object as another state's. */
    private final Map<Long, Object> plain = new HashMap<>();

    private final long[] values;
    private final boolean[] present;
    private final Object[] references;
    private final Object[] contents;
    /** By variable: contents as a String or as a list of boxes, strings and identities. */
    private final Object[] decoded;
    private byte flags;

    /** @param used the variables whose contents an assertion reads */
    RecordedState(List<Variable> variables, List<Variable> used) {
        this.variables = variables;
        int n = variables.size();
        holders = new Holder[n];
        ownReferences = new int[n];
        values = new long[n];
        present = new boolean[n];
        references = new Object[n];
        contents = new Object[n];
        decoded = new Object[n];
        for (int v = 0; v < n; v++) {
            Variable variable = variables.get(v);
            ownReferences[v] = -1;
            if (variable.type().isContents() && used.contains(variable)) {
                holders[v] = Holder.of(variable);
                for (int r = 0; r < n; r++) {
                    boolean receiver = variables.get(r).name().equals(variable.receiver());
                    if (receiver && Variables.java(variables.get(r)).equals(Variables.java(variable))) {
                        ownReferences[v] = r;
                    }
                }
            }
        }
    }

    /** The type as which a reference is read: that of what it holds, if that is in use. */
    String javaType(int reference) {
        for (int v = 0; v < holders.length; v++) {
            if (ownReferences[v] == reference) {
                return holders[v].javaType();
            }
        }
        return "java.lang.Object";
    }

    /** Whether the contents of a variable are an object of their own, not that of its receiver: {@link #contents} has it. */
    boolean isOwnObject(int variable) {
        return holders[variable] != null && ownReferences[variable] < 0;
    }

    Holder holder(int variable) {
        return holders[variable];
    }

    /** Reads the state at the buffer's position and moves past it. */
    void read(ByteBuffer in) {
        int length = in.getInt();
        int end = in.position() + length;
        flags = in.get();
        int presence = in.position();
        in.position(presence + (variables.size() + 7) / 8);
        for (int v = 0; v < values.length; v++) {
            present[v] = (in.get(presence + v / 8) >> (v % 8) & 1) != 0;
            values[v] = in.getLong();
        }
        int tail = in.position();
        for (int v = 0; v < values.length; v++) {
            ValueType type = variables.get(v).type();
            if (type.isContents() && present[v]) {
                in.position(tail + (int) values[v]);
                int count = (int) (values[v] >>> 32);
                decoded[v] = type == ValueType.TEXT ? text(in, count) : elements(in, type.element(), count);
            }
        }
        in.position(end);
        makeObjects();
    }

    private static String text(ByteBuffer in, int length) {
        char[] text = new char[length];
        for (int i = 0; i < length; i++) {
            text[i] = in.getChar();
        }
        return new String(text);
    }

    private static List<Object> elements(ByteBuffer in, ValueType element, int count) {
        List<Object> elements = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            if (element == ValueType.TEXT) {
                int length = in.getInt();
                elements.add(length == -1 ? null : text(in, length));
            } else {
                elements.add(box(element, in.getLong()));
            }
        }
        return elements;
    }

    /** A value as Java boxes it; a reference as its identity. */
    private static Object box(ValueType type, long bits) {
        return switch (type) {
            case BOOLEAN -> bits != 0;
            case BYTE -> (byte) bits;
            case SHORT -> (short) bits;
            case CHAR -> (char) bits;
            case INT -> (int) bits;
            case FLOAT -> (float) Double.longBitsToDouble(bits);
            case DOUBLE -> Double.longBitsToDouble(bits);
            default -> bits;
        };
    }

    private void makeObjects() {
        // Of several variables that refer to one object, the one that tells most of it decides what it is.
        Map<Long, Integer> sources = new HashMap<>();
        for (int v = 0; v < holders.length; v++) {
            if (ownReferences[v] >= 0 && present[v]) {
                int here = v;
                sources.merge(values[ownReferences[v]], here, (a, b) -> holders[b].isMoreSpecificThan(holders[a]) ? b : a);
            }
        }
        Map<Long, Object> held = new HashMap<>();
        sources.forEach((identity, source) -> held.put(identity, holders[source].empty(decoded[source])));
        sources.forEach((identity, source) -> fill(source, held.get(identity), held));
        for (int v = 0; v < values.length; v++) {
            if (variables.get(v).type() == ValueType.REFERENCE) {
                references[v] = object(values[v], held);
            }
            contents[v] = null;
            if (isOwnObject(v) && present[v]) {
                contents[v] = holders[v].empty(decoded[v]);
                fill(v, contents[v], held);
            }
        }
    }

    private void fill(int variable, Object holder, Map<Long, Object> held) {
        if (decoded[variable] instanceof List<?> elements) {
            boolean identities = holders[variable].type().element() == ValueType.REFERENCE;
            List<Object> objects = new ArrayList<>();
            elements.forEach(element -> objects.add(identities ? object((Long) element, held) : element));
            holders[variable].fill(holder, objects);
        }
    }

    private Object object(long identity, Map<Long, Object> held) {
        if (identity == 0) {
            return null;
        }
        Object object = held.get(identity);
        return object != null ? object : plain.computeIfAbsent(identity, id -> new Object());
    }

    boolean isCorrect() {
        return (flags & 1) != 0;
    }

    /** The engine's verdict. */
    boolean holds() {
        return (flags & 2) != 0;
    }

    /** By variable: the bits of a number or boolean. */
    long[] values() {
        return values;
    }

    boolean[] present() {
        return present;
    }

    /** By variable: what a reference refers to. */
    Object[] references() {
        return references;
    }

    /** By variable: the object that holds contents which are in use and not those of a reference itself; null where these are absent. */
    Object[] contents() {
        return contents;
    }

    /** The state for a reader. */
    String describe() {
        StringBuilder text = new StringBuilder();
        for (int v = 0; v < values.length; v++) {
            ValueType type = variables.get(v).type();
            Object value = !present[v] ? "absent" : type == ValueType.CHAR ? (Object) values[v] : type.isContents() ? decoded[v] : box(type, values[v]);
            text.append(v == 0 ? "" : ", ").append(variables.get(v).name()).append(" = ").append(value);
        }
        return text.toString();
    }
}
