package dev.oraculum.runtime;

/**
 * What woven code calls. Each probe is one invokestatic that leaves the operand stack as it was, so stack map frames pass
 * through unchanged.
 *
 * <p>A recorded method is woven as {@code t = enterPlanned(0); value(x, t, 0); .. entered(t); .. value(x, t, 0); .. exit(t, 2)}:
 * at the entry it hands over the plan's entry roots, before each planned exit the exit roots, in the plan's order.
 * Whatever goes wrong in here ends recording, never the user's test; only a {@link StopSignal} gets out.
 */
public final class Probes {
    private static final int BITS_OF_A_TICK = 1024 * Byte.SIZE;

    private Probes() {}

    /** Counts one loop iteration or method call of code under test. */
    public static void tick() {
        if (OtherThreads.ARE_LATE) {
            OtherThreads.giveWay();
        }
        TickBudget.tick();
    }

    /** Counts as so many iterations. */
    public static void ticks(long count) {
        if (OtherThreads.ARE_LATE) {
            OtherThreads.giveWay();
        }
        TickBudget.take(count);
    }

    /** Code under test is about to allocate so many elements: large ones count as iterations. */
    public static void allocation(int length, int bits) {
        long ticks = ticksOfAllocation(length, bits);
        if (ticks > 0) {
            TickBudget.take(ticks);
        }
    }

    /** Likewise an array of arrays. */
    public static void allocation(int outer, int inner, int bits) {
        long ticks = ticksOfAllocation((long) Math.max(0, outer) * Math.max(0, inner), bits);
        if (ticks > 0) {
            TickBudget.take(ticks);
        }
    }

    /**
     * A tick a kibibyte, so that a test of 100 000 ticks may have 100 MB: classes that begin with a large buffer can still be tested.
     *
     * @param bits of an element, a power of two
     */
    public static long ticksOfAllocation(long length, int bits) {
        return length <= 0 ? 0 : length / (BITS_OF_A_TICK / bits);
    }

    /**
     * The method of a state plan is entered.
     *
     * @param plan its place in the set of plans
     */
    public static Invocation enterPlanned(int plan) {
        Recording recording = Recorder.recording(plan);
        return recording == null ? null : recording.enter();
    }

    /** A method of an invocation plan is entered. */
    public static Invocation enter(int method) {
        InvocationRecording invocations = Recorder.recording(InvocationRecording.class);
        return invocations == null ? null : invocations.enter(method);
    }

    /**
     * A constructor of an invocation plan is about to call another constructor of its object.
     *
     * @param callee place of that one in the plan, or -1
     */
    public static void constructs(Invocation invocation, int callee) {
        if (invocation != null) {
            invocation.recording.constructs(invocation, callee);
        }
    }

    /** The other constructor has returned. */
    public static void constructed(Invocation invocation) {
        if (invocation != null) {
            invocation.recording.constructed(invocation);
        }
    }

    /** A statement of an invocation plan is executed. */
    public static void statement(int statement) {
        Statements.executed(statement);
    }

    public static void value(int value, Invocation invocation, int root) {
        if (invocation != null) {
            invocation.root(root, (long) value);
        }
    }

    public static void value(long value, Invocation invocation, int root) {
        if (invocation != null) {
            invocation.root(root, value);
        }
    }

    public static void value(float value, Invocation invocation, int root) {
        if (invocation != null) {
            invocation.root(root, Double.doubleToLongBits(value));
        }
    }

    public static void value(double value, Invocation invocation, int root) {
        if (invocation != null) {
            invocation.root(root, Double.doubleToLongBits(value));
        }
    }

    public static void value(Object value, Invocation invocation, int root) {
        if (invocation != null) {
            invocation.root(root, value);
        }
    }

    /** All entry roots are handed over. */
    public static void entered(Invocation invocation) {
        if (invocation != null) {
            invocation.recording.entered(invocation);
        }
    }

    /** All exit roots are handed over: the state is complete. */
    public static void exit(Invocation invocation, int exit) {
        if (invocation != null) {
            invocation.recording.exit(invocation, exit);
        }
    }

    /** In place of {@code System.exit}. */
    public static void exitJvm(int status) {
        throw Recorder.exitAttempt(status);
    }

    /** In place of {@code Runtime.exit} and {@code Runtime.halt}. */
    public static void exitJvm(Runtime runtime, int status) {
        exitJvm(status);
    }

    // ---- data: a variable has been given a value

    public static void datum(int value, int datum) {
        DataRecording.datum((long) value, datum);
    }

    public static void datum(long value, int datum) {
        DataRecording.datum(value, datum);
    }

    public static void datum(float value, int datum) {
        DataRecording.datum(Double.doubleToLongBits(value), datum);
    }

    public static void datum(double value, int datum) {
        DataRecording.datum(Double.doubleToLongBits(value), datum);
    }

    public static void datum(Object value, int datum) {
        DataRecording.datum(value, datum);
    }

    public static void element(int index, int value, int datum) {
        DataRecording.element(index, (long) value, datum);
    }

    public static void element(int index, long value, int datum) {
        DataRecording.element(index, value, datum);
    }

    public static void element(int index, float value, int datum) {
        DataRecording.element(index, Double.doubleToLongBits(value), datum);
    }

    public static void element(int index, double value, int datum) {
        DataRecording.element(index, Double.doubleToLongBits(value), datum);
    }

    public static void element(int index, Object value, int datum) {
        DataRecording.element(index, value, datum);
    }

    /** A static initializer of code under test begins. */
    public static void initializerBegins() {
        Initializers.begin();
    }

    public static void initializerEnds() {
        Initializers.end();
    }

    /** A class is ready: its static initializer has come to its end. */
    public static void classReady(Class<?> type) {
        StaticState.ready(type);
    }

    /** A test calls something; operands are the receiver, if there is one, and the arguments. */
    public static void callBegins(Object[] operands, String callee) {
        CallRecording.callBegins(operands, callee);
    }

    /** The call has returned; a new object is the result of its constructor. */
    public static void callEnds(Object result, String callee) {
        CallRecording.callEnds(result, callee);
    }

    // ---- places of any kind of plan: what needs no probe of its own

    /**
     * A place of a plan is reached.
     *
     * @param plan its place in the set of plans
     * @param site as its weaving has numbered it
     */
    public static void site(int plan, int site) {
        try {
            Recording recording = Recorder.active(plan);
            if (recording != null) {
                recording.at(site);
            }
        } catch (Throwable t) {
            Recorder.contain(t);
        }
    }

    /** The same with a value. */
    public static void site(int value, int plan, int site) {
        site((long) value, plan, site);
    }

    public static void site(float value, int plan, int site) {
        site(Double.doubleToLongBits(value), plan, site);
    }

    public static void site(double value, int plan, int site) {
        site(Double.doubleToLongBits(value), plan, site);
    }

    public static void site(long value, int plan, int site) {
        try {
            Recording recording = Recorder.active(plan);
            if (recording != null) {
                recording.at(site, value);
            }
        } catch (Throwable t) {
            Recorder.contain(t);
        }
    }

    public static void site(Object value, int plan, int site) {
        try {
            Recording recording = Recorder.active(plan);
            if (recording != null) {
                recording.at(site, value);
            }
        } catch (Throwable t) {
            Recorder.contain(t);
        }
    }
}
