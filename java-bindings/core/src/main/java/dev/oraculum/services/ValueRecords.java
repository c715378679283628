package dev.oraculum.services;

import dev.oraculum.api.evidence.Schema;
import dev.oraculum.api.evidence.ValueType;
import dev.oraculum.api.evidence.Variable;
import dev.oraculum.spi.PointVariable;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Values of variables, given as objects, in the layout of state records (docs/formats.md, "States as binary records"): presence, values,
 * tail.
 */
final class ValueRecords {
    /** The engine refuses longer tails. */
    private static final int MOST_TAIL_BYTES = 1 << 20;

    private final List<Variable> variables;

    ValueRecords(Schema schema) {
        this.variables = schema.variables();
    }

    static Variable variable(PointVariable variable) {
        return new Variable(
                variable.name(), ValueType.of(variable.type()), variable.receiver(), variable.java(), variable.entry(),
                variable.javaType());
    }

    /**
     * The values of one state.
     *
     * @param counts whether a variable counts; others are not there, whatever their value is
     * @throws IllegalArgumentException there are more or fewer values than variables, or one is no value of its variable's type
     */
    byte[] encode(List<?> values, Predicate<Variable> counts) {
        int n = variables.size();
        if (values.size() != n) {
            throw new IllegalArgumentException(
                    "there are " + values.size() + " values of " + n + " variables (" + variables.stream().map(Variable::name).toList()
                            + ")");
        }
        int presence = (n + 7) / 8;
        Growing record = new Growing(presence + 8 * n + 64);
        record.skip(presence + 8 * n);
        Map<Object, Long> identities = new IdentityHashMap<>();
        // Identities are numbered among the variables first.
        for (int i = 0; i < n; i++) {
            if (variables.get(i).type() == ValueType.REFERENCE && counts.test(variables.get(i))) {
                identity(values.get(i), identities);
            }
        }
        int tail = presence + 8 * n;
        for (int i = 0; i < n; i++) {
            Variable variable = variables.get(i);
            Object value = values.get(i);
            boolean there = counts.test(variable) && (value != null || variable.type() == ValueType.REFERENCE);
            if (!there) {
                continue;
            }
            long bits;
            if (variable.type().isContents()) {
                int begin = record.position() - tail;
                long count = contents(record, i, variable, value, identities);
                bits = begin | count << 32;
            } else {
                bits = bits(variable.type(), value, identities, i, variable);
            }
            record.set(i >> 3, (byte) (1 << (i & 7)));
            record.setLong(presence + 8 * i, bits);
        }
        if (record.position() - tail > MOST_TAIL_BYTES) {
            throw new IllegalArgumentException("the texts and elements of the values take " + (record.position() - tail)
                    + " bytes, more than " + MOST_TAIL_BYTES + ": leave the longest out (null)");
        }
        return record.bytes();
    }

    private static long identity(Object object, Map<Object, Long> identities) {
        return object == null ? 0 : identities.computeIfAbsent(object, key -> (long) identities.size() + 1);
    }

    private static long bits(ValueType type, Object value, Map<Object, Long> identities, int place, Variable variable) {
        switch (type) {
            case REFERENCE:
                return identity(value, identities);
            case BOOLEAN:
                if (value instanceof Boolean bit) {
                    return bit ? 1 : 0;
                }
                break;
            case CHAR:
                if (value instanceof Character character) {
                    return character;
                }
                break;
            case FLOAT:
                if (value instanceof Float number) {
                    return Double.doubleToLongBits(number);
                }
                break;
            case DOUBLE:
                if (value instanceof Double || value instanceof Float) {
                    return Double.doubleToLongBits(((Number) value).doubleValue());
                }
                break;
            default:
                if (value instanceof Long && type == ValueType.LONG
                        || value instanceof Integer && (type == ValueType.LONG || type == ValueType.INT)
                        || value instanceof Short && type != ValueType.BYTE
                        || value instanceof Byte) {
                    return ((Number) value).longValue();
                }
        }
        throw new IllegalArgumentException("value " + place + " (`" + variable.name() + "`, " + variable.type().notation() + ") "
                + (value == null ? "has a null" : "is, or has, a " + value.getClass().getName()) + ": expected " + expected(type));
    }

    private static String expected(ValueType type) {
        return switch (type) {
            case BOOLEAN -> "a Boolean";
            case CHAR -> "a Character";
            case FLOAT -> "a Float";
            case DOUBLE -> "a Double or Float";
            case LONG -> "a Long, Integer, Short or Byte";
            case INT -> "an Integer, Short or Byte";
            case SHORT -> "a Short or Byte";
            case BYTE -> "a Byte";
            default -> "an object";
        };
    }

    /** Writes contents; the number of code units or elements. */
    private static long contents(Growing record, int place, Variable variable, Object value, Map<Object, Long> identities) {
        if (variable.type() == ValueType.TEXT) {
            if (value instanceof String text) {
                record.putText(text);
                return text.length();
            }
            throw new IllegalArgumentException(
                    "value " + place + " (`" + variable.name() + "`, text) is a " + value.getClass().getName() + ": expected a String");
        }
        Object[] elements;
        if (value instanceof Collection<?> collection) {
            elements = collection.toArray();
        } else if (value instanceof Object[] array) {
            elements = array;
        } else if (value.getClass().isArray()) {
            elements = new Object[Array.getLength(value)];
            Arrays.setAll(elements, i -> Array.get(value, i));
        } else {
            throw new IllegalArgumentException("value " + place + " (`" + variable.name() + "`, " + variable.type().notation() + ") is a "
                    + value.getClass().getName() + ": expected an array or a collection");
        }
        ValueType element = variable.type().element();
        for (Object one : elements) {
            if (element != ValueType.TEXT) {
                record.putLong(bits(element, one, identities, place, variable));
            } else if (one == null) {
                record.putInt(-1);
            } else if (one instanceof String text) {
                record.putInt(text.length());
                record.putText(text);
            } else {
                throw new IllegalArgumentException("value " + place + " (`" + variable.name() + "`, " + variable.type().notation()
                        + ") has a " + one.getClass().getName() + ": expected a String");
            }
        }
        return elements.length;
    }

    /** Bytes, little-endian, as many as it takes. */
    static final class Growing {
        private ByteBuffer bytes;

        Growing(int expected) {
            bytes = allocate(expected);
        }

        private static ByteBuffer allocate(int capacity) {
            return ByteBuffer.allocate(capacity).order(ByteOrder.LITTLE_ENDIAN);
        }

        private ByteBuffer room(int more) {
            if (bytes.remaining() < more) {
                ByteBuffer larger = allocate(Math.max(Math.addExact(bytes.position(), more), Math.multiplyExact(bytes.capacity(), 2)));
                larger.put(bytes.flip());
                bytes = larger;
            }
            return bytes;
        }

        int position() {
            return bytes.position();
        }

        void skip(int count) {
            room(count).position(bytes.position() + count);
        }

        /** Sets bits of a byte that is there. */
        void set(int at, byte bits) {
            bytes.put(at, (byte) (bytes.get(at) | bits));
        }

        void setLong(int at, long number) {
            bytes.putLong(at, number);
        }

        Growing putShort(int number) {
            room(2).putShort((short) number);
            return this;
        }

        Growing putByte(int number) {
            room(1).put((byte) number);
            return this;
        }

        Growing putInt(int number) {
            room(4).putInt(number);
            return this;
        }

        Growing putLong(long number) {
            room(8).putLong(number);
            return this;
        }

        Growing put(byte[] all) {
            room(all.length).put(all);
            return this;
        }

        void putText(String text) {
            ByteBuffer into = room(2 * text.length());
            for (int i = 0; i < text.length(); i++) {
                into.putChar(text.charAt(i));
            }
        }

        byte[] bytes() {
            return Arrays.copyOf(bytes.array(), bytes.position());
        }

        /** What was written, for the engine, in a direct buffer. */
        ByteBuffer direct() {
            ByteBuffer direct = ByteBuffer.allocateDirect(bytes.position());
            direct.put(bytes.array(), 0, bytes.position());
            return direct.flip();
        }
    }
}
