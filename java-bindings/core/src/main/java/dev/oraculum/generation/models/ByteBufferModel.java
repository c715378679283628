package dev.oraculum.generation.models;

import java.nio.BufferOverflowException;
import java.nio.BufferUnderflowException;

/** {@link java.nio.ByteBuffer} over an array. */
final class ByteBufferModel extends BufferModel {
    private final byte[] bytes;
    private final int offset;
    private boolean littleEndian;

    private ByteBufferModel(byte[] bytes, int offset, int capacity, int position, int limit) {
        super(capacity, position, limit);
        this.bytes = bytes;
        this.offset = offset;
    }

    public static ByteBufferModel allocate(int capacity) {
        if (capacity < 0) {
            throw new IllegalArgumentException();
        }
        return new ByteBufferModel(new byte[capacity], 0, capacity, 0, capacity);
    }

    public static ByteBufferModel wrap(byte[] bytes) {
        return new ByteBufferModel(bytes, 0, bytes.length, 0, bytes.length);
    }

    public static ByteBufferModel wrap(byte[] bytes, int from, int length) {
        if (length > bytes.length - from || from < 0 || length < 0) {
            throw new IndexOutOfBoundsException();
        }
        return new ByteBufferModel(bytes, 0, bytes.length, from, from + length);
    }

    @Override
    public ByteBufferModel position(int to) {
        super.position(to);
        return this;
    }

    @Override
    public ByteBufferModel limit(int to) {
        super.limit(to);
        return this;
    }

    @Override
    public ByteBufferModel mark() {
        super.mark();
        return this;
    }

    @Override
    public ByteBufferModel reset() {
        super.reset();
        return this;
    }

    @Override
    public ByteBufferModel clear() {
        super.clear();
        return this;
    }

    @Override
    public ByteBufferModel flip() {
        super.flip();
        return this;
    }

    @Override
    public ByteBufferModel rewind() {
        super.rewind();
        return this;
    }

    public ByteBufferModel slice() {
        return new ByteBufferModel(bytes, offset + position(), remaining(), 0, remaining());
    }

    public ByteBufferModel duplicate() {
        ByteBufferModel other = new ByteBufferModel(bytes, offset, capacity(), position(), limit());
        other.markAs(this);
        return other;
    }

    public ByteBufferModel compact() {
        int rest = remaining();
        for (int i = 0; i < rest; i++) {
            bytes[offset + i] = bytes[offset + position() + i];
        }
        super.limit(capacity());
        super.position(rest);
        forgetMark();
        return this;
    }

    public boolean hasArray() {
        return true;
    }

    public byte[] array() {
        return bytes;
    }

    public int arrayOffset() {
        return offset;
    }

    public boolean isReadOnly() {
        return false;
    }

    public boolean isDirect() {
        return false;
    }

    public ByteOrderModel order() {
        return littleEndian ? ByteOrderModel.LITTLE_ENDIAN : ByteOrderModel.BIG_ENDIAN;
    }

    public ByteBufferModel order(ByteOrderModel order) {
        littleEndian = order != ByteOrderModel.BIG_ENDIAN;
        return this;
    }

    private int read(int count) {
        int place = take(count);
        if (place < 0) {
            throw new BufferUnderflowException();
        }
        return offset + place;
    }

    private int written(int count) {
        int place = take(count);
        if (place < 0) {
            throw new BufferOverflowException();
        }
        return offset + place;
    }

    private long number(int place, int count) {
        long number = 0;
        for (int i = 0; i < count; i++) {
            number = number << 8 | bytes[place + (littleEndian ? count - 1 - i : i)] & 0xff;
        }
        return number;
    }

    private void set(int place, int count, long number) {
        for (int i = 0; i < count; i++) {
            bytes[place + (littleEndian ? i : count - 1 - i)] = (byte) (number >> 8 * i);
        }
    }

    public byte get() {
        return bytes[read(1)];
    }

    public byte get(int index) {
        return bytes[offset + at(index, 1)];
    }

    public ByteBufferModel get(byte[] into) {
        return get(into, 0, into.length);
    }

    public ByteBufferModel get(byte[] into, int from, int length) {
        if (length > into.length - from || from < 0 || length < 0) {
            throw new IndexOutOfBoundsException();
        }
        int place = read(length);
        for (int i = 0; i < length; i++) {
            into[from + i] = bytes[place + i];
        }
        return this;
    }

    public short getShort() {
        return (short) number(read(2), 2);
    }

    public short getShort(int index) {
        return (short) number(offset + at(index, 2), 2);
    }

    public char getChar() {
        return (char) number(read(2), 2);
    }

    public char getChar(int index) {
        return (char) number(offset + at(index, 2), 2);
    }

    public int getInt() {
        return (int) number(read(4), 4);
    }

    public int getInt(int index) {
        return (int) number(offset + at(index, 4), 4);
    }

    public long getLong() {
        return number(read(8), 8);
    }

    public long getLong(int index) {
        return number(offset + at(index, 8), 8);
    }

    public float getFloat() {
        return Float.intBitsToFloat(getInt());
    }

    public double getDouble() {
        return Double.longBitsToDouble(getLong());
    }

    public ByteBufferModel put(byte value) {
        bytes[written(1)] = value;
        return this;
    }

    public ByteBufferModel put(int index, byte value) {
        bytes[offset + at(index, 1)] = value;
        return this;
    }

    public ByteBufferModel put(byte[] from) {
        return put(from, 0, from.length);
    }

    public ByteBufferModel put(byte[] from, int first, int length) {
        if (length > from.length - first || first < 0 || length < 0) {
            throw new IndexOutOfBoundsException();
        }
        int place = written(length);
        for (int i = 0; i < length; i++) {
            bytes[place + i] = from[first + i];
        }
        return this;
    }

    public ByteBufferModel putShort(short value) {
        set(written(2), 2, value);
        return this;
    }

    public ByteBufferModel putShort(int index, short value) {
        set(offset + at(index, 2), 2, value);
        return this;
    }

    public ByteBufferModel putChar(char value) {
        set(written(2), 2, value);
        return this;
    }

    public ByteBufferModel putInt(int value) {
        set(written(4), 4, value);
        return this;
    }

    public ByteBufferModel putInt(int index, int value) {
        set(offset + at(index, 4), 4, value);
        return this;
    }

    public ByteBufferModel putLong(long value) {
        set(written(8), 8, value);
        return this;
    }

    public ByteBufferModel putLong(int index, long value) {
        set(offset + at(index, 8), 8, value);
        return this;
    }
}
