package dev.oraculum.worker.batch;

/** Reads what a batch is made of. Every count is checked against what is left, so that a damaged one asks for no memory. */
final class BatchInput {
    private final byte[] bytes;
    private int at;

    BatchInput(byte[] bytes) {
        this.bytes = bytes;
    }

    boolean isAtEnd() {
        return at == bytes.length;
    }

    int read() {
        if (at == bytes.length) {
            throw new DamagedBatch("it ends too early, at byte " + at);
        }
        return bytes[at++] & 0xff;
    }

    /** An unsigned number in groups of seven bits, the lowest first. */
    long number() {
        int first = read();
        return first < 0x80 ? first : more(first & 0x7f);
    }

    private long more(long begun) {
        long value = begun;
        for (int shift = 7; shift < 64; shift += 7) {
            int next = read();
            value |= (long) (next & 0x7f) << shift;
            if (next < 0x80) {
                return value;
            }
        }
        throw new DamagedBatch("a number has more than 64 bits, at byte " + at);
    }

    /** A number below a bound. */
    int below(long bound, String what) {
        long value = number();
        if (value < 0 || value >= bound) {
            throw new DamagedBatch(what + " " + Long.toUnsignedString(value) + " of " + bound + ", at byte " + at);
        }
        return (int) value;
    }

    /** How many of something follow, each of which takes a byte at least. */
    int count(String what) {
        return below(bytes.length - at + 1L, what);
    }

    /** A number whose lowest bit is its sign. */
    long signed() {
        long value = number();
        return value >>> 1 ^ -(value & 1);
    }

    long bigEndian(int count) {
        long value = 0;
        for (int i = 0; i < count; i++) {
            value = value << 8 | read();
        }
        return value;
    }

    String text() {
        char[] units = new char[count("length of a text")];
        for (int i = 0; i < units.length; i++) {
            units[i] = (char) below(1 << Character.SIZE, "a code unit");
        }
        return new String(units);
    }
}
