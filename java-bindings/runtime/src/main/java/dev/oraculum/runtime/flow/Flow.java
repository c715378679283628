package dev.oraculum.runtime.flow;

import dev.oraculum.runtime.StatePlan.Moment;

/**
 * What woven code calls to carry labels along. As long as the test has no label each probe is a look at one flag; it is not volatile, since
 * the thread that begins the first label sees it at once, and others may take their time.
 *
 * <p>Nothing is thrown into code under test but what {@link FlowSession} is told to throw.
 */
public final class Flow {
    /** Whether the running test has a label yet. */
    static boolean active;
    /** Whether the running test has anomalies, so that it may come to have labels. */
    static boolean tracking;
    /** Whether a test runs. */
    static boolean counting;
    /** The test under way or just ended; null: none. */
    static FlowRun run;

    private Flow() {}

    // ---- values

    public static int union(int a, int b) {
        return a == b || b == 0 ? a : a == 0 ? b : unite(a, b);
    }

    private static int unite(int a, int b) {
        try {
            FlowRun current = run;
            return current == null ? 0 : current.labels.union(a, b);
        } catch (Throwable t) {
            return FlowSession.contain(t);
        }
    }

    /** The label of a field about to be read, and of the reference it is read by. */
    public static int field(Object object, int field, int reference) {
        if (!active) {
            return reference;
        }
        try {
            return union(reference, run.objects.field(object, field));
        } catch (Throwable t) {
            return FlowSession.contain(t);
        }
    }

    public static void setField(Object object, int field, int label) {
        if (active && object != null) {
            try {
                run.objects.setField(object, field, label);
            } catch (Throwable t) {
                FlowSession.contain(t);
            }
        }
    }

    public static int staticField(int field) {
        if (!active) {
            return 0;
        }
        try {
            return run.objects.staticField(field);
        } catch (Throwable t) {
            return FlowSession.contain(t);
        }
    }

    public static void setStaticField(int field, int label) {
        if (active) {
            try {
                run.objects.setStaticField(field, label);
            } catch (Throwable t) {
                FlowSession.contain(t);
            }
        }
    }

    /** @param operands the labels of the array's reference and of the index */
    public static int element(Object array, int index, int operands) {
        if (!active || array == null) {
            return operands;
        }
        try {
            return union(operands, run.objects.element(array, index));
        } catch (Throwable t) {
            return FlowSession.contain(t);
        }
    }

    public static void setElement(Object array, int index, int label) {
        if (active && array != null) {
            try {
                run.objects.setElement(array, index, label);
            } catch (Throwable t) {
                FlowSession.contain(t);
            }
        }
    }

    public static int length(Object array, int reference) {
        if (!active || array == null) {
            return reference;
        }
        try {
            return union(reference, run.objects.length(array));
        } catch (Throwable t) {
            return FlowSession.contain(t);
        }
    }

    public static void setLength(Object array, int label) {
        if (active) {
            try {
                run.objects.setLength(array, label);
            } catch (Throwable t) {
                FlowSession.contain(t);
            }
        }
    }

    /** An object holds what has the label: a thrown exception. */
    public static void addContents(Object object, int label) {
        if (active && object != null) {
            try {
                run.objects.addContents(object, label);
            } catch (Throwable t) {
                FlowSession.contain(t);
            }
        }
    }

    public static void arraycopy(Object from, int fromIndex, Object to, int toIndex, int count, int label) {
        if (active) {
            try {
                run.objects.copyElements(from, fromIndex, to, toIndex, count, label);
            } catch (Throwable t) {
                FlowSession.contain(t);
            }
        }
    }

    public static void copied(Object copy, Object original, int offset) {
        if (active && copy != null) {
            try {
                run.objects.copy(original, copy, offset);
            } catch (Throwable t) {
                FlowSession.contain(t);
            }
        }
    }

    // ---- calls, as the caller sees them

    /**
     * A call is about to be made.
     *
     * @param method its number in {@link Names}
     * @param depth of the calling method
     * @return to hand over the labels of operands to; null: there are none
     */
    public static Calls begin(int method, int depth) {
        if (!active) {
            return null;
        }
        try {
            return Calls.mine().begin(method, depth);
        } catch (Throwable t) {
            FlowSession.contain(t);
            return null;
        }
    }

    public static void label(Calls calls, int label, int index) {
        if (calls != null && label != 0) {
            try {
                calls.label(label, index);
            } catch (Throwable t) {
                FlowSession.contain(t);
            }
        }
    }

    public static void operand(Object operand, Calls calls, int index) {
        if (calls != null) {
            try {
                calls.operand(operand, index, false);
            } catch (Throwable t) {
                FlowSession.contain(t);
            }
        }
    }

    public static void receiver(Object receiver, Calls calls) {
        if (calls != null) {
            try {
                calls.operand(receiver, 0, true);
            } catch (Throwable t) {
                FlowSession.contain(t);
            }
        }
    }

    /** The call just announced is about the code that it runs: operands of calls in there count as returned to it. */
    public static void collect(Calls calls) {
        if (calls != null) {
            calls.collect();
        }
    }

    /** The call has returned. */
    public static int end(Calls calls, int depth, int method) {
        if (calls == null && !active) {
            return 0;
        }
        try {
            return calls == null ? Calls.mine().endUnannounced(method) : calls.end(depth);
        } catch (Throwable t) {
            return FlowSession.contain(t);
        }
    }

    /** A constructor has returned. */
    public static int endNew(Object created, Calls calls, int depth) {
        if (calls == null) {
            return 0;
        }
        try {
            return calls.endNew(created, depth);
        } catch (Throwable t) {
            return FlowSession.contain(t);
        }
    }

    /** A function object has been made of a method, and announced as a call. */
    public static void function(Object function, Calls calls, int method) {
        if (!tracking) {
            return;
        }
        try {
            int[] captured = calls == null ? new int[0] : calls.withdraw();
            run.objects.setFunction(function, new ObjectLabels.Function(method, captured));
        } catch (Throwable t) {
            FlowSession.contain(t);
        }
    }

    /** A call of untracked code has made a view of something: both hold the same. */
    public static void view(Object view, Object underlying) {
        if (tracking && view != null && underlying != null) {
            try {
                run.objects.setView(view, underlying);
            } catch (Throwable t) {
                FlowSession.contain(t);
            }
        }
    }

    // ---- calls, as the callee sees them

    public static Calls enter(int method, Object self) {
        if (!active) {
            return null;
        }
        try {
            return Calls.mine().enter(method, self);
        } catch (Throwable t) {
            FlowSession.contain(t);
            return null;
        }
    }

    public static int parameter(Calls calls, int index) {
        return calls == null ? 0 : calls.parameter(index);
    }

    public static int depth(Calls calls) {
        return calls == null ? 0 : calls.depth();
    }

    public static void leave(int label, int depth, int method) {
        if (active) {
            try {
                Calls.mine().leave(depth, method, label);
            } catch (Throwable t) {
                FlowSession.contain(t);
            }
        }
    }

    // ---- where labels begin

    /** A planned method is entered. */
    public static int invocation(int method) {
        if (!counting) {
            return -1;
        }
        try {
            return FlowSession.ignores() ? -1 : run.invocation(method);
        } catch (Throwable t) {
            FlowSession.contain(t);
            return -1;
        }
    }

    /** The label that begins in a root at the entry. */
    public static int entryRoot(Object value, int invocation, int root) {
        return root(invocation, Moment.ENTRY, root, value);
    }

    public static int entryRoot(int invocation, int root) {
        return root(invocation, Moment.ENTRY, root, null);
    }

    public static int exitRoot(Object value, int invocation, int root) {
        return root(invocation, Moment.EXIT, root, value);
    }

    public static int exitRoot(int invocation, int root) {
        return root(invocation, Moment.EXIT, root, null);
    }

    private static int root(int invocation, Moment moment, int root, Object value) {
        if (invocation < 0 || !active) {
            return 0;
        }
        try {
            return run.begin(invocation, moment, root, value);
        } catch (Throwable t) {
            return FlowSession.contain(t);
        }
    }

    // ---- where they end

    /** An assertion is about to be called. */
    public static Calls assertion(int site, boolean collects, int depth) {
        if (run == null) {
            return null;
        }
        try {
            Calls calls = Calls.mine();
            if (!active) {
                calls.quietAssertion(site);
                return null;
            }
            calls.begin(0, depth).assertion(site, collects);
            return calls;
        } catch (Throwable t) {
            FlowSession.contain(t);
            return null;
        }
    }

    public static int endAssertion(Calls calls, int depth, int site) {
        if (run == null) {
            return 0;
        }
        try {
            if (calls == null) {
                Calls.mine().endQuietAssertion(site);
                return 0;
            }
            return calls.endAssertion(depth);
        } catch (Throwable t) {
            return FlowSession.contain(t);
        }
    }

    /** An operand of a call in a try block whose exception is asserted. */
    public static int used(int before, Object operand, int label) {
        if (!active) {
            return 0;
        }
        try {
            int all = union(before, label);
            return operand == null ? all : union(all, run.objects.everything(operand));
        } catch (Throwable t) {
            return FlowSession.contain(t);
        }
    }

    /** The asserted exception has come. */
    public static void caught(int label, int site) {
        if (run != null) {
            try {
                Calls.mine().run().executed(site, label);
            } catch (Throwable t) {
                FlowSession.contain(t);
            }
        }
    }

    /** It has not. */
    public static void failed(int label, int site) {
        if (run != null) {
            try {
                Calls.mine().run().failed(site, label);
            } catch (Throwable t) {
                FlowSession.contain(t);
            }
        }
    }
}
