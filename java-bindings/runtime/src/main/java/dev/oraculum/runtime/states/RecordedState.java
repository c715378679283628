package dev.oraculum.runtime.states;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A state as the engine hands it out (docs/formats.md, {@code fetch}), with objects in the place of identities: equal identities are the
 * same object, and one whose contents are in use is what {@link Held} makes of them.
 */
final class RecordedState {
    private final List<StateVariable> variables;
    /** Objects that hold nothing in use; any state's identity may be the same object as another state's. */
    private final Map<Long, Object> plain = new HashMap<>();

    private final long[] values;
    private final boolean[] present;
    private final Object[] references;
    private final Object[] contents;
    /** By variable: contents as a String or as a list of boxes, strings and identities. */
    private final Object[] decoded;
    private byte flags;

    RecordedState(List<StateVariable> variables) {
        this.variables = variables;
        int n = variables.size();
        values = new long[n];
        present = new boolean[n];
        references = new Object[n];
        contents = new Object[n];
        decoded = new Object[n];
    }

    private Held held(int variable) {
        return variables.get(variable).held();
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
            StateVariable variable = variables.get(v);
            if (variable.isContents() && present[v]) {
                in.position(tail + (int) values[v]);
                int count = (int) (values[v] >>> 32);
                decoded[v] = variable.sort() == 'T' ? text(in, count) : elements(in, variable.element(), count);
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

    private static List<Object> elements(ByteBuffer in, char element, int count) {
        List<Object> elements = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            if (element == 'T') {
                int length = in.getInt();
                elements.add(length == -1 ? null : text(in, length));
            } else {
                elements.add(box(element, in.getLong()));
            }
        }
        return elements;
    }

    /** A value as Java boxes it; a reference as its identity. */
    private static Object box(char sort, long bits) {
        return switch (sort) {
            case 'Z' -> bits != 0;
            case 'B' -> (byte) bits;
            case 'S' -> (short) bits;
            case 'C' -> (char) bits;
            case 'I' -> (int) bits;
            case 'F' -> (float) Double.longBitsToDouble(bits);
            case 'D' -> Double.longBitsToDouble(bits);
            default -> bits;
        };
    }

    private void makeObjects() {
        // Of several variables that refer to one object, the one that tells most of it decides what it is.
        Map<Long, Integer> sources = new HashMap<>();
        for (int v = 0; v < values.length; v++) {
            if (variables.get(v).own() >= 0 && present[v]) {
                int here = v;
                sources.merge(values[variables.get(v).own()], here, (a, b) -> held(b).isMoreSpecificThan(held(a)) ? b : a);
            }
        }
        Map<Long, Object> known = new HashMap<>();
        sources.forEach((identity, source) -> known.put(identity, held(source).empty(decoded[source])));
        sources.forEach((identity, source) -> fill(source, known.get(identity), known));
        for (int v = 0; v < values.length; v++) {
            if (variables.get(v).sort() == 'L') {
                references[v] = object(values[v], known);
            }
            contents[v] = null;
            if (variables.get(v).isOwnObject() && present[v]) {
                contents[v] = held(v).empty(decoded[v]);
                fill(v, contents[v], known);
            }
        }
    }

    private void fill(int variable, Object holder, Map<Long, Object> known) {
        if (decoded[variable] instanceof List<?> elements) {
            boolean identities = variables.get(variable).element() == 'L';
            List<Object> objects = new ArrayList<>();
            elements.forEach(element -> objects.add(identities ? object((Long) element, known) : element));
            held(variable).fill(holder, objects);
        }
    }

    private Object object(long identity, Map<Long, Object> known) {
        if (identity == 0) {
            return null;
        }
        Object object = known.get(identity);
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
            StateVariable variable = variables.get(v);
            Object value = !present[v] ? "absent" : variable.sort() == 'C' ? (Object) values[v] : variable.isContents() ? decoded[v]
                    : box(variable.sort(), values[v]);
            text.append(v == 0 ? "" : ", ").append(variable.name()).append(" = ").append(value);
        }
        return text.toString();
    }
}
