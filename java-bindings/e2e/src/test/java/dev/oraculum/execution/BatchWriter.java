package dev.oraculum.execution;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Writes batches of format {@code tests 9} by hand (docs/formats.md, "Test batches"). */
final class BatchWriter {
    private static final int INVOKE = 11;
    private static final int OBSERVATIONS = 4;
    private static final int TOGETHER = 16;

    private final String target;
    private final List<byte[]> members = new ArrayList<>();
    private final List<String> types = new ArrayList<>();

    BatchWriter(String target) {
        this.target = target;
    }

    /** @param flags 1 static, 2 of an interface */
    int member(int kind, String owner, String name, String descriptor, int flags) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(kind);
        for (String text : List.of(owner.replace('.', '/'), name, descriptor)) {
            text(out, text);
        }
        out.write(flags);
        members.add(out.toByteArray());
        return members.size() - 1;
    }

    int constructor(String owner, String descriptor) {
        return member(0, owner, "<init>", descriptor, 0);
    }

    int method(String owner, String name, String descriptor) {
        return member(1, owner, name, descriptor, 0);
    }

    int staticMethod(String owner, String name, String descriptor) {
        return member(1, owner, name, descriptor, 1);
    }

    int field(String owner, String name, String descriptor) {
        return member(2, owner, name, descriptor, 0);
    }

    int type(String descriptor) {
        types.add(descriptor);
        return types.size() - 1;
    }

    byte[] shared() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        text(out, target);
        number(out, members.size());
        members.forEach(out::writeBytes);
        number(out, types.size());
        types.forEach(type -> text(out, type));
        return out.toByteArray();
    }

    /** @param flags 1: values, 2: coverage, 4: observations, 8: compared texts */
    static byte[] batch(int flags, long ticks, List<Code> tests) {
        return batch(flags, ticks, 1, tests);
    }

    /** @param together static state is put back behind so many tests */
    static byte[] batch(int flags, long ticks, int together, List<Code> tests) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(together == 1 ? flags : flags | TOGETHER);
        number(out, ticks);
        number(out, tests.size());
        if (together != 1) {
            number(out, together);
        }
        for (Code test : tests) {
            number(out, test.statements);
            if ((flags & OBSERVATIONS) != 0) {
                number(out, test.observations());
            }
            out.writeBytes(test.out.toByteArray());
        }
        return out.toByteArray();
    }

    static void number(ByteArrayOutputStream out, long value) {
        long left = value;
        for (; (left & ~0x7fL) != 0; left >>>= 7) {
            out.write((int) (left & 0x7f | 0x80));
        }
        out.write((int) left);
    }

    private static void text(ByteArrayOutputStream out, String text) {
        number(out, text.length());
        text.chars().forEach(unit -> number(out, unit));
    }

    /** The statements of a test. */
    static final class Code {
        private final ByteArrayOutputStream out = new ByteArrayOutputStream();
        int statements;
        private int own = Integer.MAX_VALUE;

        /** What comes from here on are observations. */
        Code looking() {
            own = statements;
            return this;
        }

        int observations() {
            return Math.max(0, statements - own);
        }

        private Code add(int tag, long... numbers) {
            out.write(tag);
            Arrays.stream(numbers).forEach(number -> number(out, number));
            statements++;
            return this;
        }

        private static long signed(long value) {
            return value << 1 ^ value >> 63;
        }

        Code nothing() {
            return add(0);
        }

        Code bool(boolean value) {
            return add(1, value ? 1 : 0);
        }

        Code int8(int value) {
            return add(2, signed(value));
        }

        Code character(char value) {
            return add(4, value);
        }

        Code int32(int value) {
            return add(5, signed(value));
        }

        Code int64(long value) {
            return add(6, signed(value));
        }

        Code float64(double value) {
            add(8);
            for (int shift = 56; shift >= 0; shift -= 8) {
                out.write((int) (Double.doubleToRawLongBits(value) >> shift));
            }
            return this;
        }

        Code string(String value) {
            add(9);
            text(out, value);
            return this;
        }

        Code type(int type) {
            return add(10, type);
        }

        /** @param slots receiver and arguments */
        Code call(int member, int... slots) {
            return add(INVOKE, prepend(member, slots));
        }

        Code get(int member, int... receiver) {
            return add(12, prepend(member, receiver));
        }

        Code set(int member, int... receiverAndValue) {
            return add(13, prepend(member, receiverAndValue));
        }

        Code array(int type, int length) {
            return add(14, type, length);
        }

        Code element(int array, int index) {
            return add(15, array, index);
        }

        Code store(int array, int index, int value) {
            return add(16, array, index, value);
        }

        /** @param result slot of what the one method that is answered gives; -1: none is answered */
        Code stub(int type, int method, int result) {
            return result < 0 ? add(17, type, 0) : add(17, type, 1, method, result, 0);
        }

        Code statement(int tag) {
            return add(tag);
        }

        private static long[] prepend(int first, int... rest) {
            long[] all = new long[rest.length + 1];
            all[0] = first;
            for (int i = 0; i < rest.length; i++) {
                all[i + 1] = rest[i];
            }
            return all;
        }
    }
}
