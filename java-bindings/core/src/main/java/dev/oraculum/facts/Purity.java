package dev.oraculum.facts;

import java.util.Collection;
import java.util.Map;

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
     * What is known of calls; all that a run needs are best asked about at once.
     *
     * @param about the method that they may reach; null: none is of interest
     */
    Map<Call, Answer> of(ClassPath classPath, Collection<Call> calls, ResolvedMethod about);
}
