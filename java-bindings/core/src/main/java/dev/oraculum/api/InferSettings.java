package dev.oraculum.api;

import dev.oraculum.internal.Requests;

/**
 * Settings of the inference of likely invariants; the defaults are Daikon's where it has the setting.
 *
 * @param confidence that an invariant must have, 0 to 1
 * @param oneOf how many values "one of" may name, 1 to 100
 * @param interestingBoundsOnly whether bounds are reported from -1 to 2 only, as Daikon does
 * @param modulus whether remainders are reported; off in Daikon
 * @param shifts whether {@code x >> y == 0} is; on in Daikon, and mostly noise
 * @param linearTernary whether linear relations of three variables are
 * @param functions whether variables that are functions of two others are; off in Daikon
 * @param subscripts whether elements and parts of sequences at the places that variables name are looked at
 * @param maxDerived how many variables may be derived at a program point
 * @param objects whether what holds wherever an object is seen from outside is reported once, for its class
 * @param maxLineBytes bytes that a line of a trace may have, 1 or more
 * @param maxTraceBytes bytes that the files of a trace may have together, unpacked, 1 or more
 * @param maxSampleBytes bytes that the samples of a trace may take in memory, 1 or more
 */
public record InferSettings(
        double confidence,
        int oneOf,
        boolean interestingBoundsOnly,
        boolean modulus,
        boolean shifts,
        boolean linearTernary,
        boolean functions,
        boolean subscripts,
        int maxDerived,
        boolean objects,
        long maxLineBytes,
        long maxTraceBytes,
        long maxSampleBytes) {
    public InferSettings {
        if (!(confidence >= 0 && confidence <= 1)) {
            throw new IllegalArgumentException("confidence is " + confidence + ": expected 0 to 1");
        }
        if (oneOf < 1 || oneOf > 100) {
            throw new IllegalArgumentException("oneOf is " + oneOf + ": expected 1 to 100");
        }
        if (maxDerived < 0) {
            throw new IllegalArgumentException("maxDerived is " + maxDerived + ": expected 0 or more");
        }
        if (maxLineBytes < 1 || maxTraceBytes < 1 || maxSampleBytes < 1) {
            throw new IllegalArgumentException(
                    "maxLineBytes is " + maxLineBytes + ", maxTraceBytes " + maxTraceBytes + ", maxSampleBytes " + maxSampleBytes + ": expected 1 or more");
        }
    }

    /** The engine's own. */
    public static InferSettings defaults() {
        return new InferSettings(0.99, 3, false, true, false, true, true, true, 256, true, 64L << 20, 64L << 30, 8L << 30);
    }

    /**
     * These settings with another value of one of them.
     *
     * @param value a number, a boolean, or one of these as text
     * @throws IllegalArgumentException there is no such setting, it has another type, or the value is out of range
     */
    public InferSettings with(String name, Object value) {
        return Requests.withSetting(InferSettings.class, this, name, value);
    }

    public InferSettings withConfidence(double limit) {
        return new InferSettings(
                limit, oneOf, interestingBoundsOnly, modulus, shifts, linearTernary, functions, subscripts, maxDerived, objects, maxLineBytes, maxTraceBytes, maxSampleBytes);
    }
}
