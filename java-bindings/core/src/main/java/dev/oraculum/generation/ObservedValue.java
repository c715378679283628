package dev.oraculum.generation;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * What a statement of a test gave (docs/formats.md, "Test batches").
 *
 * @param kind what it is
 * @param value of {@link Kind#LITERAL} the value, as its box, or a string; of {@link Kind#CONSTANT} the name; else null
 * @param className binary name of a constant's enum, or of another object's class; else null
 */
public record ObservedValue(Kind kind, Object value, String className) {
    /** What a statement may give. */
    public enum Kind {
        /** Nothing, or nothing that is known. */
        NOTHING,
        NULL,
        /** A value of a primitive type, boxed or not, or a string. */
        LITERAL,
        /** A constant of an enum. */
        CONSTANT,
        /** Another object. */
        OBJECT
    }

    private static final ObservedValue NOTHING = new ObservedValue(Kind.NOTHING, null, null);
    private static final ObservedValue NULL = new ObservedValue(Kind.NULL, null, null);

    /**
     * How a test ended.
     *
     * @param passed whether it came to its end
     * @param exception binary name of what its last statement threw; null: it threw nothing, or did not end by itself
     * @param values of the statements that came to their ends
     */
    public record OfTest(boolean passed, String exception, List<ObservedValue> values) {
        public OfTest {
            values = List.copyOf(values);
        }
    }

    /**
     * Reads the answer to a batch that asked for values and no coverage.
     *
     * @param tests those of the batch
     * @throws IllegalArgumentException it is no such answer
     */
    static List<OfTest> read(ByteBuffer answer, List<KeptTests.Kept> tests) {
        try {
            ByteBuffer in = answer.duplicate();
            if (number(in) != tests.size()) {
                throw new IllegalArgumentException("an answer of another number of tests than " + tests.size());
            }
            List<OfTest> all = new ArrayList<>();
            for (KeptTests.Kept test : tests) {
                all.add(ofTest(in, test.steps().size()));
            }
            return all;
        } catch (BufferUnderflowException e) {
            throw new IllegalArgumentException("an answer that ends too early", e);
        }
    }

    private static OfTest ofTest(ByteBuffer in, int steps) {
        int status = in.get();
        int executed = status == 1 || status == 2 || status == 4 ? (int) number(in) : status == 0 ? steps : 0;
        String text = status == 1 || status == 5 ? text(in) : null;
        if (status == 1) {
            in.get();
        }
        List<ObservedValue> values = new ArrayList<>();
        for (int i = 0; i < executed; i++) {
            values.add(value(in));
        }
        return new OfTest(status == 0, status == 1 ? text : null, values);
    }

    private static ObservedValue value(ByteBuffer in) {
        int tag = in.get();
        switch (tag) {
            case 0:
                return NOTHING;
            case 1:
                return NULL;
            case 2:
                return literal(number(in) == 1);
            case 3:
                return literal((byte) signed(in));
            case 4:
                return literal((short) signed(in));
            case 5:
                return literal((char) number(in));
            case 6:
                return literal((int) signed(in));
            case 7:
                return literal(signed(in));
            case 8:
                return literal(in.getFloat());
            case 9:
                return literal(in.getDouble());
            case 10:
                return literal(text(in));
            case 30: {
                String className = text(in);
                return new ObservedValue(Kind.CONSTANT, text(in), className);
            }
            case 31:
                return new ObservedValue(Kind.OBJECT, null, text(in));
            case 32: {
                String className = text(in);
                for (long left = Math.min(16, number(in)); left > 0; left--) {
                    value(in);
                }
                return new ObservedValue(Kind.OBJECT, null, className);
            }
            case 33: {
                String className = text(in);
                number(in);
                return new ObservedValue(Kind.OBJECT, null, className);
            }
            default:
                throw new IllegalArgumentException("no value has tag " + tag);
        }
    }

    private static ObservedValue literal(Object value) {
        return new ObservedValue(Kind.LITERAL, value, null);
    }

    private static long number(ByteBuffer in) {
        long value = 0;
        for (int shift = 0; ; shift += 7) {
            int next = in.get();
            value |= (long) (next & 0x7f) << shift;
            if (next >= 0) {
                return value;
            }
        }
    }

    private static long signed(ByteBuffer in) {
        long value = number(in);
        return value >>> 1 ^ -(value & 1);
    }

    private static String text(ByteBuffer in) {
        StringBuilder text = new StringBuilder();
        for (long left = number(in); left > 0; left--) {
            text.append((char) number(in));
        }
        return text.toString();
    }
}
