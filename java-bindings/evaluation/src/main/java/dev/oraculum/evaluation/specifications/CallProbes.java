package dev.oraculum.evaluation.specifications;

/**
 * Stands in for the runtime's {@code Probes} in classes that this judge weaves: the same weaving hands the same values over, and here they
 * are kept, so that they can be altered before a state is recorded of them.
 */
public final class CallProbes {
    private static RootValues last;

    private CallProbes() {}

    /** The invocation that ended last: of nested ones the outermost. */
    static RootValues last() {
        return last;
    }

    static void forget() {
        last = null;
    }

    /** As {@code Probes.enterPlanned}. */
    public static RootValues enterPlanned(int plan) {
        return new RootValues();
    }

    /** As {@code Probes.value}. */
    public static void value(int value, RootValues invocation, int root) {
        invocation.put(value, root);
    }

    /** As {@code Probes.value}. */
    public static void value(long value, RootValues invocation, int root) {
        invocation.put(value, root);
    }

    /** As {@code Probes.value}. */
    public static void value(float value, RootValues invocation, int root) {
        invocation.put(value, root);
    }

    /** As {@code Probes.value}. */
    public static void value(double value, RootValues invocation, int root) {
        invocation.put(value, root);
    }

    /** As {@code Probes.value}. */
    public static void value(Object value, RootValues invocation, int root) {
        invocation.put(value, root);
    }

    /** As {@code Probes.entered}. */
    public static void entered(RootValues invocation) {
        invocation.entered();
    }

    /** As {@code Probes.exit}. */
    public static void exit(RootValues invocation, int exit) {
        invocation.exited(exit);
        last = invocation;
    }
}
