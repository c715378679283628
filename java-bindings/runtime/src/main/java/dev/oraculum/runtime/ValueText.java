package dev.oraculum.runtime;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * Writes a value as text that is the same in every run in which the value is: primitives and boxes by value, strings by
 * content, enum constants by name, arrays and the JDK's collections by class, size and first elements, other objects by class
 * and fields; nothing by identity. Bounded in depth and length; {@link ObjectState} hashes what is beyond.
 *
 * <p>No code under test is called: of its objects only fields are read, and of collections only those classes of the JDK
 * that call nobody when they are iterated.
 */
final class ValueText {
    /** Characters of a string that are written; of a longer one, length and hash follow. */
    private static final int TEXT_LIMIT = 1024;
    private static final int ELEMENT_LIMIT = 16;
    private static final int DEPTH_LIMIT = 2;
    /** References looked at for one value. */
    private static final int NODE_LIMIT = 64;

    private static final ThreadLocal<ValueText> MINE = ThreadLocal.withInitial(ValueText::new);

    private final StringBuilder out = new StringBuilder();
    private boolean busy;
    private int nodes;
    private boolean cut;

    private ValueText() {}

    /** The writer of this thread. */
    static ValueText mine() {
        return MINE.get();
    }

    /** False if this thread is in the middle of a value: then what happens is not the code under test. */
    boolean begin() {
        if (busy) {
            return false;
        }
        busy = true;
        out.setLength(0);
        nodes = 0;
        cut = false;
        return true;
    }

    void end() {
        busy = false;
    }

    /** Whether the value has more than was written: beyond the bounds, or inside an object that only {@link ObjectState} reads. */
    boolean isCut() {
        return cut;
    }

    void appendIndex(int index) {
        out.append('[').append(index).append("] = ");
    }

    void append(Object value) {
        try {
            append(value, DEPTH_LIMIT);
        } catch (RuntimeException unreadable) {
            // A collection that another thread changes under our hands.
            out.append("?");
        }
    }

    /** A hash over the characters. */
    long hash() {
        long hash = 1125899906842597L;
        for (int i = 0; i < out.length(); i++) {
            hash = 31 * hash + out.charAt(i);
        }
        return hash;
    }

    @Override
    public String toString() {
        return out.toString();
    }

    /** A primitive value in the text of Java. */
    static String of(long bits, char sort) {
        return switch (sort) {
            case 'Z' -> (bits & 1) != 0 ? "true" : "false";
            case 'B' -> Integer.toString((byte) bits);
            case 'S' -> Integer.toString((short) bits);
            case 'C' -> {
                StringBuilder text = new StringBuilder("'");
                escape((char) bits, text, '\'');
                yield text.append('\'').toString();
            }
            case 'F' -> Float.toString((float) Double.longBitsToDouble(bits));
            case 'D' -> Double.toString(Double.longBitsToDouble(bits));
            default -> Long.toString(bits);
        };
    }

    private void append(Object value, int depth) {
        if (value == null) {
            out.append("null");
        } else if (value instanceof String text) {
            appendText(text);
        } else if (value instanceof Character character) {
            out.append(of(character, 'C'));
        } else if (value instanceof Double || value instanceof Float || value instanceof Boolean) {
            out.append(value);
        } else if (value instanceof Integer || value instanceof Long || value instanceof Short || value instanceof Byte) {
            out.append(((Number) value).longValue());
        } else if (value instanceof Enum<?> constant) {
            out.append(ObjectShape.nameOf(constant.getDeclaringClass())).append('.').append(constant.name());
        } else if (value instanceof Class<?> type) {
            out.append(ObjectShape.nameOf(type)).append(".class");
        } else if (++nodes > NODE_LIMIT) {
            cut = true;
            out.append("..");
        } else if (value.getClass().isArray()) {
            appendArray(value, depth);
        } else {
            appendObject(value, depth);
        }
    }

    private void appendText(String text) {
        out.append('"');
        int shown = Math.min(text.length(), TEXT_LIMIT);
        for (int i = 0; i < shown; i++) {
            escape(text.charAt(i), out, '"');
        }
        out.append('"');
        if (shown < text.length()) {
            out.append("..").append(text.length()).append('#').append(Integer.toHexString(text.hashCode()));
        }
    }

    private static void escape(char c, StringBuilder out, char quote) {
        if (c == quote || c == '\\') {
            out.append('\\').append(c);
        } else if (c == '\n') {
            out.append("\\n");
        } else if (c == '\r') {
            out.append("\\r");
        } else if (c == '\t') {
            out.append("\\t");
        } else if (c < ' ' || c == 127 || Character.isSurrogate(c)) {
            out.append(String.format("\\u%04x", (int) c));
        } else {
            out.append(c);
        }
    }

    private void appendArray(Object array, int depth) {
        int length = Array.getLength(array);
        out.append(ObjectShape.nameOf(array.getClass().getComponentType())).append('[').append(length).append(']');
        if (length == 0 || depth == 0) {
            cut |= length > 0;
            return;
        }
        boolean primitive = array.getClass().getComponentType().isPrimitive();
        out.append('{');
        for (int i = 0; i < Math.min(length, ELEMENT_LIMIT); i++) {
            out.append(i == 0 ? "" : ", ");
            append(Array.get(array, i), depth - 1);
        }
        if (length > ELEMENT_LIMIT) {
            out.append(", ..");
            if (primitive) {
                out.append('#').append(Integer.toHexString(hashOfPrimitives(array)));
            }
            cut |= !primitive;
        }
        out.append('}');
    }

    static int hashOfPrimitives(Object array) {
        if (array instanceof byte[] bytes) {
            return Arrays.hashCode(bytes);
        } else if (array instanceof char[] chars) {
            return Arrays.hashCode(chars);
        } else if (array instanceof int[] ints) {
            return Arrays.hashCode(ints);
        } else if (array instanceof long[] longs) {
            return Arrays.hashCode(longs);
        } else if (array instanceof double[] doubles) {
            return Arrays.hashCode(doubles);
        } else if (array instanceof float[] floats) {
            return Arrays.hashCode(floats);
        } else if (array instanceof short[] shorts) {
            return Arrays.hashCode(shorts);
        }
        return Arrays.hashCode((boolean[]) array);
    }

    private void appendObject(Object value, int depth) {
        ObjectShape shape = ObjectShape.of(value.getClass());
        out.append(shape.name());
        switch (shape.kind()) {
            case TEXT -> {
                out.append('(');
                appendText(value.toString());
                out.append(')');
            }
            case DATE -> out.append('(').append(((java.util.Date) value).getTime()).append(')');
            case ORDERED -> appendElements((Collection<?>) value, depth, true);
            case UNORDERED -> appendElements((Collection<?>) value, depth, false);
            case ORDERED_MAP -> appendElements(((Map<?, ?>) value).entrySet(), depth, true);
            case UNORDERED_MAP -> appendElements(((Map<?, ?>) value).entrySet(), depth, false);
            case FIELDS -> appendFields(value, shape.fields(), depth);
            case CLOSED -> cut |= JdkState.reads(value);
        }
    }

    private void appendElements(Collection<?> elements, int depth, boolean ordered) {
        int size = elements.size();
        out.append('[').append(size).append(']');
        // Of a large unordered one, which elements come first depends on hash codes, and these may be identities.
        if (size == 0 || depth == 0 || !ordered && size > ELEMENT_LIMIT) {
            cut |= size > 0;
            return;
        }
        List<String> texts = ordered ? null : new ArrayList<>();
        int begin = out.append('{').length();
        int written = 0;
        for (Iterator<?> iterator = elements.iterator(); written < ELEMENT_LIMIT && iterator.hasNext(); written++) {
            if (ordered && written > 0) {
                out.append(", ");
            }
            Object element = iterator.next();
            if (element instanceof Map.Entry<?, ?> entry && element.getClass().getClassLoader() == null) {
                append(entry.getKey(), depth - 1);
                out.append('=');
                append(entry.getValue(), depth - 1);
            } else {
                append(element, depth - 1);
            }
            if (!ordered) {
                texts.add(out.substring(begin));
                out.setLength(begin);
            }
        }
        if (ordered) {
            out.append(size > ELEMENT_LIMIT ? ", .." : "");
            cut |= size > ELEMENT_LIMIT;
        } else {
            texts.sort(null);
            out.append(String.join(", ", texts));
        }
        out.append('}');
    }

    private void appendFields(Object value, Field[] fields, int depth) {
        if (fields.length == 0 || depth == 0) {
            cut |= fields.length > 0;
            return;
        }
        out.append('{');
        for (int i = 0; i < fields.length; i++) {
            out.append(i == 0 ? "" : ", ").append(fields[i].getName()).append('=');
            try {
                append(fields[i].get(value), depth - 1);
            } catch (IllegalAccessException closed) {
                out.append('?');
            }
        }
        out.append('}');
    }
}
