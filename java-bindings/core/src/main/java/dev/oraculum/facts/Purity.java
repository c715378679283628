package dev.oraculum.facts;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Which calls are free of side effects: nothing that they can reach writes a static field, a field or array element of an object that
 * existed before the call, enters a monitor or runs native code (and with that, does I/O, reads the clock or a source of randomness).
 * The engine decides it ({@code dev.oraculum.program.EnginePurity}).
 */
@FunctionalInterface
public interface Purity {
    /**
     * A call of an instance method without parameters.
     *
     * @param receiver internal name of the receiver's static type
     */
    record Call(String receiver, String name, String descriptor) {}

    /**
     * What is known of a call.
     *
     * @param impurity why it may have a side effect; null: it has none
     * @param reaches whether it has none and may run the method that was asked about
     */
    record Answer(String impurity, boolean reaches) {
        public boolean isPure() {
            return impurity == null;
        }
    }

    /**
     * What a method may write of objects that existed before it was called.
     *
     * @param fields names of fields, of whatever class
     * @param elements whether elements of arrays
     * @param inside whether something in an object of the JDK
     */
    record Writes(Set<String> fields, boolean elements, boolean inside) {
        public Writes {
            fields = Set.copyOf(fields);
        }

        /** Whether it writes nothing. */
        public boolean isEmpty() {
            return fields.isEmpty() && !elements && !inside;
        }
    }

    /** What a method may write; empty: it runs code that is not known. */
    default Optional<Writes> writes(ClassPath classPath, ResolvedMethod method) {
        return Optional.empty();
    }

    /**
     * What is known of calls; all that a run needs are best asked about at once.
     *
     * @param about the method that they may reach; null: none is of interest
     */
    Map<Call, Answer> of(ClassPath classPath, Collection<Call> calls, ResolvedMethod about);
}
