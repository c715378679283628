package org.apache.commons.io;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.fail;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import org.junit.Test;

public class EndianUtilsTest {
    private static ByteArrayInputStream stream(int... bytes) {
        return new ByteArrayInputStream(array(bytes));
    }

    private static byte[] array(int... bytes) {
        byte[] array = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            array[i] = (byte) bytes[i];
        }
        return array;
    }

    @Test
    public void swapShort() {
        assertEquals((short) 0, EndianUtils.swapShort((short) 0));
        assertEquals((short) 0x0201, EndianUtils.swapShort((short) 0x0102));
        assertEquals((short) 0x7FFF, EndianUtils.swapShort((short) 0xFF7F));
        assertEquals((short) 0x80F0, EndianUtils.swapShort((short) 0xF080));
    }

    @Test
    public void swapInteger() {
        assertEquals(0, EndianUtils.swapInteger(0));
        assertEquals(0x04030201, EndianUtils.swapInteger(0x01020304));
        assertEquals(0x01000000, EndianUtils.swapInteger(0x00000001));
        assertEquals(0x11111111, EndianUtils.swapInteger(0x11111111));
        assertEquals(0xABCDEF10, EndianUtils.swapInteger(0x10EFCDAB));
    }

    @Test
    public void swapLong() {
        assertEquals(0, EndianUtils.swapLong(0));
        assertEquals(0x0807060504030201L, EndianUtils.swapLong(0x0102030405060708L));
        assertEquals(0xFFFFFFFFFFFFFFFFL, EndianUtils.swapLong(0xFFFFFFFFFFFFFFFFL));
    }

    @Test
    public void swapFloatAndDouble() {
        assertEquals(0.0f, EndianUtils.swapFloat(0.0f), 0);
        float f = Float.intBitsToFloat(0x01020304);
        assertEquals(Float.intBitsToFloat(0x04030201), EndianUtils.swapFloat(f), 0);
        assertEquals(0.0, EndianUtils.swapDouble(0.0), 0);
        double d = Double.longBitsToDouble(0x0102030405060708L);
        assertEquals(Double.longBitsToDouble(0x0807060504030201L), EndianUtils.swapDouble(d), 0);
    }

    @Test
    public void readShort() throws IOException {
        assertEquals((short) 0x0102, EndianUtils.readSwappedShort(array(0x02, 0x01), 0));
        assertEquals((short) 0x0102, EndianUtils.readSwappedShort(stream(0x02, 0x01)));
        assertEquals(0x00000102, EndianUtils.readSwappedUnsignedShort(array(0x02, 0x01), 0));
        assertEquals(0x0000FF01, EndianUtils.readSwappedUnsignedShort(array(0x01, 0xFF), 0));
        assertEquals(0x00000102, EndianUtils.readSwappedUnsignedShort(stream(0x02, 0x01)));
    }

    @Test
    public void readInteger() throws IOException {
        assertEquals(0x01020304, EndianUtils.readSwappedInteger(array(0x04, 0x03, 0x02, 0x01), 0));
        assertEquals(-1, EndianUtils.readSwappedInteger(array(0xFF, 0xFF, 0xFF, 0xFF), 0));
        assertEquals(0x01020304, EndianUtils.readSwappedInteger(stream(0x04, 0x03, 0x02, 0x01)));
    }

    @Test
    public void readUnsignedInteger() throws IOException {
        assertEquals(0x0000000001020304L, EndianUtils.readSwappedUnsignedInteger(array(0x04, 0x03, 0x02, 0x01), 0));
        assertEquals(0L, EndianUtils.readSwappedUnsignedInteger(array(0, 0, 0, 0), 0));
        assertEquals(0x7F000010L, EndianUtils.readSwappedUnsignedInteger(array(9, 0x10, 0, 0, 0x7F), 1));
        assertEquals(5L, EndianUtils.readSwappedUnsignedInteger(array(5, 0, 0, 0), 0));
        assertEquals(0x0000000001020304L, EndianUtils.readSwappedUnsignedInteger(stream(0x04, 0x03, 0x02, 0x01)));
        assertEquals(256L, EndianUtils.readSwappedUnsignedInteger(stream(0, 1, 0, 0)));
    }

    @Test
    public void readLong() throws IOException {
        assertEquals(0x0102030405060708L, EndianUtils.readSwappedLong(array(8, 7, 6, 5, 4, 3, 2, 1), 0));
        assertEquals(0x0102030405060708L, EndianUtils.readSwappedLong(stream(8, 7, 6, 5, 4, 3, 2, 1)));
    }

    @Test
    public void readFloatAndDouble() throws IOException {
        byte[] bytes = array(8, 7, 6, 5, 4, 3, 2, 1);
        assertEquals(Float.intBitsToFloat(0x05060708), EndianUtils.readSwappedFloat(bytes, 0), 0);
        assertEquals(Double.longBitsToDouble(0x0102030405060708L), EndianUtils.readSwappedDouble(bytes, 0), 0);
        assertEquals(Float.intBitsToFloat(0x05060708), EndianUtils.readSwappedFloat(stream(8, 7, 6, 5)), 0);
        assertEquals(Double.longBitsToDouble(0x0102030405060708L), EndianUtils.readSwappedDouble(stream(8, 7, 6, 5, 4, 3, 2, 1)), 0);
    }

    @Test
    public void writeToArrays() {
        byte[] bytes = new byte[4];
        EndianUtils.writeSwappedInteger(bytes, 0, 0x01020304);
        assertArrayEquals(array(4, 3, 2, 1), bytes);
        bytes = new byte[2];
        EndianUtils.writeSwappedShort(bytes, 0, (short) 0x0102);
        assertArrayEquals(array(2, 1), bytes);
        bytes = new byte[8];
        EndianUtils.writeSwappedLong(bytes, 0, 0x0102030405060708L);
        assertArrayEquals(array(8, 7, 6, 5, 4, 3, 2, 1), bytes);
    }

    @Test
    public void writeToStreams() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        EndianUtils.writeSwappedInteger(out, 0x01020304);
        EndianUtils.writeSwappedShort(out, (short) 0x0102);
        EndianUtils.writeSwappedFloat(out, Float.intBitsToFloat(0x01020304));
        assertArrayEquals(array(4, 3, 2, 1, 2, 1, 4, 3, 2, 1), out.toByteArray());
    }

    @Test
    public void endOfStream() throws IOException {
        try {
            EndianUtils.readSwappedDouble(stream());
            fail("EOFException expected");
        } catch (EOFException e) {
            // expected
        }
    }
}
