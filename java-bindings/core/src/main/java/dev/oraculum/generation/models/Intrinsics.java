package dev.oraculum.generation.models;

import java.util.Arrays;

/** What models ask of the engine that interprets them. It knows these methods by name; here is what they do where nobody interprets. */
final class Intrinsics {
    private Intrinsics() {}

    /** The model does not go on here: what its caller gets is unknown, and so is the receiver from now on. */
    static RuntimeException unmodelled() {
        return new UnsupportedOperationException("not modelled");
    }

    /** A number as it is in this execution, whatever it is made of; where it is unknown the model does not go on. */
    static int concrete(int value) {
        return value;
    }

    /** An array of the type of another. */
    static <T> T[] like(T[] array, int length) {
        T[] made = Arrays.copyOf(array, length);
        Arrays.fill(made, null);
        return made;
    }
}
