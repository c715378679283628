package dev.oraculum.execution;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What an answer of format {@code tests 9} says of a test (docs/formats.md, "Test batches").
 *
 * @param statement the last one that ran; -1: all
 * @param exception of status 1 its class, of 5 why
 * @param meant of status 1
 * @param distances by goal; 0: reached
 * @param compared texts
 * @param values of the statements that were executed, of status 1 the message of the exception, and of observations, as text
 */
record BatchAnswer(
        int status,
        int statement,
        String exception,
        boolean meant,
        Map<Integer, Double> distances,
        List<String> compared,
        List<String> values) {
    /** @param flags of the batch */
    static List<BatchAnswer> read(ByteBuffer in, int flags, List<BatchWriter.Code> tests) {
        List<BatchAnswer> answers = new ArrayList<>();
        int count = (int) number(in);
        for (int i = 0; i < count; i++) {
            int status = in.get();
            int statement = status == 1 || status == 2 || status == 4 ? (int) number(in) : -1;
            String exception = status == 1 || status == 5 ? text(in) : "";
            boolean meant = status == 1 && in.get() == 1;
            Map<Integer, Double> distances = new TreeMap<>();
            if ((flags & 2) != 0) {
                goals(in, distances, false);
                goals(in, distances, true);
            }
            List<String> compared = new ArrayList<>();
            for (long left = (flags & 8) != 0 ? number(in) : 0; left > 0; left--) {
                compared.add(text(in));
            }
            List<String> values = new ArrayList<>();
            if ((flags & 1) != 0 && status != 3 && status != 5) {
                BatchWriter.Code test = tests.get(i);
                boolean all = status == 0 || status == 1 && statement + 1 == test.statements - test.observations();
                int executed = all ? test.statements : status == 1 ? statement + 1 : statement;
                while (values.size() < executed) {
                    values.add(value(in));
                }
            }
            answers.add(new BatchAnswer(status, statement, exception, meant, distances, compared, values));
        }
        if (in.hasRemaining()) {
            throw new IllegalArgumentException(in.remaining() + " bytes behind the answers");
        }
        return answers;
    }

    private static void goals(ByteBuffer in, Map<Integer, Double> distances, boolean near) {
        int goal = 0;
        for (long left = number(in); left > 0; left--) {
            goal += (int) number(in);
            distances.put(goal, near ? in.getDouble() : 0.0);
        }
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

    private static String value(ByteBuffer in) {
        int tag = in.get();
        switch (tag) {
            case 0:
                return "nothing";
            case 1:
                return "null";
            case 2:
                return "" + (number(in) == 1);
            case 3, 4, 6, 7:
                return (tag == 6 ? "" : tag + ":") + signed(in);
            case 5:
                return "'" + (char) number(in) + "'";
            case 8:
                return "" + in.getFloat();
            case 9:
                return "" + in.getDouble();
            case 10:
                return '"' + text(in) + '"';
            case 30:
                return text(in) + "." + text(in);
            case 31:
                return text(in);
            case 32: {
                StringBuilder array = new StringBuilder(text(in)).append('[');
                int length = (int) number(in);
                array.append(length).append(']');
                for (int i = 0; i < Math.min(16, length); i++) {
                    array.append(i == 0 ? "" : ",").append(value(in));
                }
                return array.toString();
            }
            case 33:
                return container(in);
            case 34:
                return "slot " + number(in);
            case 35:
                return "class " + text(in);
            case 36:
                return in.get() == 0 ? "empty" : "optional " + value(in);
            case 37:
                return "threw " + text(in);
            default:
                throw new IllegalArgumentException("no value " + tag);
        }
    }

    private static String container(ByteBuffer in) {
        StringBuilder container = new StringBuilder(text(in)).append('#');
        long size = number(in);
        int contents = in.get();
        container.append(size);
        for (long i = 0; i < (contents == 3 ? 2 * size : contents == 0 ? 0 : size); i++) {
            container.append(i == 0 ? ":" : ",").append(value(in));
        }
        return container.toString();
    }
}
