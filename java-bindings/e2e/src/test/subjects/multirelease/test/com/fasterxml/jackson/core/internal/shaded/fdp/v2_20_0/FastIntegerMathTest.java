package com.fasterxml.jackson.core.internal.shaded.fdp.v2_20_0;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A class that the jar has once for each of several releases of Java. */
class FastIntegerMathTest {
    @ParameterizedTest
    @ValueSource(longs = {0, 1, 2, 3, -1, -2, 1L << 31, 1L << 32, 1L << 33, 1L << 62, Long.MIN_VALUE, Long.MAX_VALUE, 0x123456789abcdefL, -0x123456789abcdefL})
    void unsignedMultiplyHigh(long value) {
        assertEquals(0, FastIntegerMath.unsignedMultiplyHigh(value, 0));
        assertEquals(value >>> 1, FastIntegerMath.unsignedMultiplyHigh(value, 1L << 63));
        assertEquals(value >>> 32, FastIntegerMath.unsignedMultiplyHigh(1L << 32, value));
        assertEquals(value == 0 ? 0 : value - 1, FastIntegerMath.unsignedMultiplyHigh(value, -1));
    }
}
