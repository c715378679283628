package dev.oraculum.runtime.flow;

import java.util.Arrays;

/**
 * The calls of one thread on which labels travel. Woven code announces a call with the labels of its operands; a woven callee that
 * recognises the call as its own takes them as its parameters' and leaves that of its result. A call that no woven callee takes was one
 * of untracked code: its result, and what it may have changed, has the labels of all it was given and of all that was returned to it by
 * woven code that it called back.
 *
 * <p>Every woven method remembers at which depth it was entered, and announces its calls one deeper, so nothing has to be undone when an
 * exception passes.
 */
public final class Calls {
    private static final ThreadLocal<Calls> MINE = ThreadLocal.withInitial(Calls::new);
    /** The calls of the thread that asked last. */
    private static Calls last = MINE.get();

    private final Thread thread = Thread.currentThread();
    private FlowRun run;
    private Frame[] frames = {new Frame()};
    private int top;

    /** Assertions that were called while there was no label. */
    private int[] quietSites = new int[4];
    private int quiet;

    /** The labels of the parameters of the method that has just been entered: those of a call, or the same for all. */
    private int[] parameters = {};
    private int known;
    private int others;
    /** Whether that method took the call. */
    private boolean took;

    /** An announced call. The first is that of the method that entered woven code, which nobody announced. */
    static final class Frame {
        int method;
        boolean pure;
        boolean ofObject;
        boolean taken;
        int result;
        /** What woven code returned that was called back. */
        int callbacks;
        /** Labels of the operands; at 0 the receiver, of static calls the first argument. */
        int[] labels = new int[8];
        int labelled;
        Object[] operands = new Object[8];
        int handed;
        /** Of an assertion; -1: it is none. */
        int site = -1;
        /** Whether calls of woven code under it add their operands. */
        boolean collects;
        /** The call under which this one is made, if that collects. */
        Frame collector;

        void reset() {
            method = 0;
            pure = false;
            ofObject = false;
            taken = false;
            result = 0;
            callbacks = 0;
            labelled = 0;
            Arrays.fill(operands, 0, handed, null);
            handed = 0;
            site = -1;
            collects = false;
            collector = null;
        }

        int label(int index) {
            return index < labelled ? labels[index] : 0;
        }
    }

    private Calls() {}

    /** The calls of this thread. */
    static Calls mine() {
        Calls calls = last;
        if (calls.thread != Thread.currentThread()) {
            calls = MINE.get();
            last = calls;
        }
        FlowRun current = Flow.run;
        if (calls.run != current && (calls.run == null || !FlowSession.isStray())) {
            calls.restart(current);
        }
        return calls;
    }

    /** Of this thread, whose calls these are. */
    Thread thread() {
        return thread;
    }

    /** The test whose calls these are: of a stray thread, one that has ended. */
    FlowRun run() {
        return run;
    }

    private void restart(FlowRun current) {
        for (Frame frame : frames) {
            frame.reset();
        }
        top = 0;
        quiet = 0;
        if (current != null && FlowSession.isStray()) {
            run = current.closed();
            return;
        }
        run = current;
        if (current != null) {
            current.register(this);
        }
    }

    // ---- the caller

    /** @param depth of the calling method, as {@link #depth} gave it */
    Calls begin(int method, int depth) {
        int index = (depth >> 1) + 1;
        while (index >= frames.length) {
            int length = frames.length;
            frames = Arrays.copyOf(frames, 2 * length);
            for (int i = length; i < frames.length; i++) {
                frames[i] = new Frame();
            }
        }
        top = index;
        Frame frame = frames[index];
        if (frame.site >= 0) {
            run.threw(frame);
        }
        frame.reset();
        frame.method = method & ~Names.PURE;
        frame.pure = (method & Names.PURE) != 0;
        Frame caller = frames[index - 1];
        frame.collector = caller.collects && !caller.taken ? caller : null;
        return this;
    }

    void label(int label, int index) {
        Frame frame = frames[top];
        if (index >= frame.labels.length) {
            frame.labels = Arrays.copyOf(frame.labels, index + 8);
        }
        while (frame.labelled < index) {
            frame.labels[frame.labelled++] = 0;
        }
        frame.labels[index] = label;
        frame.labelled = Math.max(frame.labelled, index + 1);
        if (frame.collector != null) {
            frame.collector.callbacks = run.union(frame.collector.callbacks, label);
        }
    }

    void operand(Object operand, int index, boolean isReceiver) {
        Frame frame = frames[top];
        frame.ofObject |= isReceiver;
        if (operand == null) {
            return;
        }
        if (index >= frame.operands.length) {
            frame.operands = Arrays.copyOf(frame.operands, index + 8);
        }
        frame.operands[index] = operand;
        frame.handed = Math.max(frame.handed, index + 1);
        if (frame.collector != null) {
            frame.collector.callbacks = run.union(frame.collector.callbacks, run.objects.everything(operand));
        }
    }

    /** The announced call has returned. */
    int end(int depth) {
        int index = (depth >> 1) + 1;
        top = index - 1;
        Frame frame = frames[index];
        int label = frame.taken ? frame.result : run.untracked(frame);
        frame.reset();
        return label;
    }

    /** As {@link #end}, of a constructor: the label of a reference to the new object. */
    int endNew(Object created, int depth) {
        int index = (depth >> 1) + 1;
        top = index - 1;
        Frame frame = frames[index];
        int label = frame.taken ? 0 : run.constructed(frame, created);
        frame.reset();
        return label;
    }

    /** A call that was not announced, since there was no label yet: whoever was entered left its label at the bottom. */
    int endUnannounced(int method) {
        Frame bottom = frames[0];
        int label = bottom.method == (method & ~Names.PURE) ? bottom.result : bottom.callbacks;
        bottom.reset();
        top = 0;
        return label;
    }

    /** The labels of the operands of the call announced last, which is one no more. */
    int[] withdraw() {
        Frame frame = frames[top];
        top = Math.max(0, top - 1);
        int[] labels = Arrays.copyOf(frame.labels, frame.labelled);
        frame.reset();
        return labels;
    }

    void assertion(int site, boolean collects) {
        frames[top].site = site;
        frames[top].collects = collects;
    }

    void collect() {
        frames[top].collects = true;
    }

    /** An assertion is called while there is no label: no method on the stack knows its depth. */
    void quietAssertion(int site) {
        if (quiet == quietSites.length) {
            quietSites = Arrays.copyOf(quietSites, 2 * quiet);
        }
        quietSites[quiet++] = site;
    }

    void endQuietAssertion(int site) {
        if (quiet > 0 && quietSites[quiet - 1] == site) {
            quiet--;
            run.executed(site, frames[0].callbacks);
            frames[0].reset();
        }
    }

    int endAssertion(int depth) {
        int index = (depth >> 1) + 1;
        top = index - 1;
        Frame frame = frames[index];
        int label = frame.taken ? frame.result : run.used(frame);
        run.executed(frame.site, label);
        frame.reset();
        return label;
    }

    /** Assertions that have begun and not ended have thrown. */
    void finish() {
        for (Frame frame : frames) {
            if (frame.site >= 0) {
                run.threw(frame);
            }
            frame.reset();
        }
        while (quiet > 0) {
            run.failed(quietSites[--quiet], 0);
        }
        top = 0;
    }

    // ---- the callee

    /** @param self the receiver; null for static methods and constructors */
    Calls enter(int method, Object self) {
        Frame frame = frames[top];
        known = 0;
        others = 0;
        took = false;
        boolean announced = top > 0 && !frame.taken; // Or it is a static initializer, a thread's run method, the test.
        if (announced && frame.method == method && (self == null || frame.operands[0] == self)) {
            took = frame.taken = true;
            parameters(frame.labels, 0, frame.labelled);
        } else if (!announced || !isFunctionOf(frame, method)) {
            int[] captured = run.objects.capturedOf(method);
            if (captured != null) {
                parameters(captured, 0, captured.length);
            }
            others = announced ? run.given(frame) : 0;
        }
        return this;
    }

    /** Whether a function that was among the operands is entered. */
    private boolean isFunctionOf(Frame frame, int method) {
        for (int i = 0; i < frame.handed; i++) {
            ObjectLabels.Function function = run.objects.function(frame.operands[i]);
            if (function != null && function.method() == method) {
                parameters(function.captured(), 0, function.captured().length);
                if (i == 0 && frame.ofObject) {
                    // The call was one of the function itself.
                    took = frame.taken = true;
                    parameters(frame.labels, 1, frame.labelled);
                } else {
                    others = run.given(frame);
                }
                return true;
            }
        }
        return false;
    }

    private void parameters(int[] labels, int from, int to) {
        if (known + to > parameters.length) {
            parameters = Arrays.copyOf(parameters, known + to + 8);
        }
        for (int i = from; i < to; i++) {
            parameters[known++] = labels[i];
        }
    }

    int parameter(int index) {
        return index < known ? parameters[index] : others;
    }

    /** Where the method that has just been entered is, and, in the lowest bit, whether it took the call. */
    int depth() {
        return top << 1 | (took ? 1 : 0);
    }

    void leave(int depth, int method, int label) {
        Frame frame = frames[depth >> 1];
        if (depth >> 1 == 0) {
            frame.method = method;
            frame.result = label;
            frame.callbacks = run.union(frame.callbacks, label);
        } else if ((depth & 1) != 0) {
            frame.result = label;
        } else if (!frame.taken) {
            frame.callbacks = run.union(frame.callbacks, label);
        }
    }
}
