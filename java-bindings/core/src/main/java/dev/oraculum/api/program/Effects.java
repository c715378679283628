package dev.oraculum.api.program;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.function.Predicate;

/**
 * What methods may read and write, themselves or by what they call.
 *
 * @param methods in the order in which they were asked for
 */
public record Effects(List<OfMethod> methods) {
    /** @param method {@code pkg/Class.name(descriptor)} */
    public record OfMethod(String method, List<Effect> effects) {
        /**
         * Whether the method writes nothing that existed before the call and enters no monitor, where the calls that leave the known code
         * are harmless.
         */
        public boolean isPure(Predicate<String> harmless) {
            return effects.stream().allMatch(e -> e.access() == Access.READ || e.access() == Access.LEAVE && harmless.test(e.of()));
        }
    }

    /**
     * An effect on objects that existed before the call.
     *
     * @param of {@code pkg/Class.name} of a field, {@code pkg/Class.name(descriptor)} of a method that is left to; null: an element of an
     *     array, or a monitor
     * @param base whose field or element it is; null for a monitor and for a call that leaves the known code
     * @param parameter which parameter, from 0; null for other bases
     * @param path the calls that lead to it, and at last the access itself; there is no shorter way
     */
    public record Effect(Access access, String of, Base base, Integer parameter, List<Step> path) {}

    /** What is done. */
    public enum Access {
        @JsonProperty("read")
        READ,
        @JsonProperty("write")
        WRITE,
        /** A monitor is entered, whosever it is. */
        @JsonProperty("lock")
        LOCK,
        /** A method is called whose code is not known. */
        @JsonProperty("leave")
        LEAVE
    }

    /** Whose field or element. */
    public enum Base {
        @JsonProperty("receiver")
        RECEIVER,
        @JsonProperty("parameter")
        PARAMETER,
        @JsonProperty("static")
        STATIC,
        /** An object from a field, an array, or a call. */
        @JsonProperty("other")
        OTHER
    }

    /**
     * An operation on the way to an effect.
     *
     * @param operation its number, as in the facts
     * @param line in the source; 0: unknown
     */
    public record Step(String method, int operation, int line) {}
}
