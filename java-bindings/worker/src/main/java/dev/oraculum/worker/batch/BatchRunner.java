package dev.oraculum.worker.batch;

import dev.oraculum.runtime.StaticState;
import dev.oraculum.runtime.StopSignal;
import dev.oraculum.runtime.TestParts;
import dev.oraculum.worker.SequenceRunner;
import java.util.List;

/** Runs the tests of batches, one after the other, and answers how each ended and what it showed. */
final class BatchRunner {
    private static final int PASSED = 0;
    private static final int THREW = 1;
    private static final int OVER_BUDGET = 2;
    private static final int NOT_RUN = 3;
    private static final int REFUSED = 4;
    private static final int DAMAGED = 5;

    private static final int VALUES = 1;
    private static final int COVERAGE = 2;
    private static final int OBSERVATIONS = 4;
    private static final int COMPARED = 8;
    private static final int TOGETHER = 16;
    private static final int OTHERS_FIRST = 32;
    private static final int TEXTS_OF_OTHERS = 64;

    private final Interpreter statements;
    private final Surroundings surroundings = new Surroundings();
    private final AnswerOutput out = new AnswerOutput();

    // Of the running batch.
    private BatchInput in;
    private TestParts parts;
    private SequenceRunner.Clock clock;
    private int flags;
    private boolean batchIsOver;

    /** The statement of the running test that runs or is read. */
    private int at;

    BatchRunner(Interpreter statements) {
        this.statements = statements;
    }

    /** The answer to a batch that cannot be run at all. */
    static byte[] refuse(byte[] batch, String fault) {
        AnswerOutput out = new AnswerOutput();
        int tests = 1;
        int flags = 0;
        try {
            BatchInput in = new BatchInput(batch);
            flags = in.read();
            in.number();
            tests = in.count("number of tests");
        } catch (DamagedBatch e) {
            // Not even their number is known.
        }
        out.number(tests);
        for (int i = 0; i < tests; i++) {
            damaged(out, fault, flags);
        }
        return out.toByteArray();
    }

    private static void damaged(AnswerOutput out, String fault, int flags) {
        out.write(DAMAGED);
        out.text(fault);
        nothingSeen(out, flags);
    }

    /** Of a test that was not run. */
    private static void nothingSeen(AnswerOutput out, int flags) {
        if ((flags & COVERAGE) != 0) {
            out.write(0);
            out.write(0);
        }
        if ((flags & COMPARED) != 0) {
            out.write(0);
        }
        if ((flags & TEXTS_OF_OTHERS) != 0) {
            out.write(0);
        }
    }

    /** Runs a batch, in the test that has begun. */
    byte[] run(byte[] batch, SequenceRunner.Clock time) throws Throwable {
        clock = time;
        out.clear();
        in = new BatchInput(batch);
        int tests;
        int together;
        long ticks;
        try {
            flags = in.read();
            ticks = in.number();
            tests = in.count("number of tests");
            together = has(TOGETHER) ? in.below(tests + 1L, "number of tests that run together") : 1;
        } catch (DamagedBatch e) {
            return refuse(batch, e.getMessage());
        }
        statements.open(in, has(VALUES));
        parts = new TestParts();
        batchIsOver = false;
        out.number(tests);
        String fault = null;
        boolean left = false;
        for (int i = 0; i < tests; i++) {
            if (fault == null && !batchIsOver) {
                clock.beginTest();
                fault = test(ticks);
                // A test may interrupt its own thread; the next one knows nothing of it.
                Thread.interrupted();
                left = together == 0 || (i + 1) % together != 0;
                if (!left) {
                    StaticState.restore();
                }
                batchIsOver |= clock.isTimeUp();
            } else if (fault == null) {
                out.write(NOT_RUN);
                nothingSeen(out, flags);
            } else {
                damaged(out, fault, flags);
            }
        }
        if (left) {
            StaticState.restore();
        }
        return out.toByteArray();
    }

    // ---- a test -------------------------------------------------------------------------------------------------

    /** @return why this test and those after it cannot be read; null: they can */
    private String test(long ticks) {
        int begin = out.size();
        at = 0;
        String fault = null;
        String unusable = null;
        int count = 0;
        boolean begun = false;
        try {
            count = in.count("number of statements");
            int own = count - (has(OBSERVATIONS) ? in.below(count + 1L, "number of observations") : 0);
            statements.begin(count);
            begun = true;
            unusable = run(count, own, ticks);
            for (at++; at < count; at++) {
                statements.skip(at);
            }
        } catch (DamagedBatch e) {
            fault = e.getMessage();
        } finally {
            if (begun) {
                statements.end(count);
            }
        }
        if (fault != null || unusable != null) {
            out.cut(begin);
            damaged(out, fault == null ? unusable : fault, flags);
        } else {
            coverage();
            compared();
            out.append(statements.values());
        }
        if (begun) {
            parts.clear();
        }
        return fault;
    }

    /**
     * Runs the statements up to the one that ends the test, and writes how it ended.
     *
     * @param own statements before the observations: of these one that throws ends nothing
     * @return why this test cannot be run, though those after it may; null: it can
     */
    private String run(int count, int own, long ticks) {
        int status = PASSED;
        String unusable = null;
        parts.begin(ticks);
        try {
            for (; at < count && status == PASSED; at++) {
                if (at < own) {
                    statements.run(at);
                    if (has(OTHERS_FIRST)) {
                        parts.letOthersRest();
                    }
                } else {
                    observation();
                }
                status = isLost() ? parts.isRefused() ? REFUSED : OVER_BUDGET : PASSED;
            }
            if (status == PASSED && clock.isTimeUp() && count > 0) {
                // What the interrupt has changed nobody knows.
                status = OVER_BUDGET;
            }
            if (status != PASSED) {
                at--;
            }
            end(status, null);
        } catch (DamagedBatch e) {
            parts.end(true);
            return unusable(e);
        } catch (Throwable t) {
            boolean over = t instanceof StopSignal || parts.isOverBudget() || clock.isTimeUp();
            status = parts.isRefused() ? REFUSED : over ? OVER_BUDGET : THREW;
            end(status, t);
            batchIsOver |= t instanceof OutOfMemoryError && !isOfOneArray(t);
            if (status == THREW && at == own - 1) {
                unusable = behindThrow(count, !(t instanceof VirtualMachineError));
            }
        }
        batchIsOver |= parts.isTestOverBudget() || parts.isClassLost();
        parts.end(status != PASSED);
        return unusable;
    }

    /** Why the test cannot be run. A batch that cannot be read on is thrown on. */
    private static String unusable(DamagedBatch damaged) {
        if (!damaged.isOfMember()) {
            throw damaged;
        }
        return damaged.getMessage();
    }

    /** Whether the test was refused something, or has no ticks left. */
    private boolean isLost() {
        return parts.isRefused() || parts.isOverBudget() || parts.isTestOverBudget();
    }

    /**
     * Looks at what there is behind a last statement that threw. What can no longer be asked gives nothing: the test has its end.
     *
     * @param sound the JVM can still be asked
     * @return why this test cannot be run, though those after it may; null: it can
     */
    private String behindThrow(int count, boolean sound) {
        boolean asked = sound;
        for (at++; at < count; at++) {
            try {
                if (asked) {
                    observation();
                    asked = !isLost() && !clock.isTimeUp();
                    if (!asked) {
                        statements.forget();
                    }
                } else {
                    statements.skip(at);
                }
            } catch (DamagedBatch e) {
                if (!e.isOfMember()) {
                    parts.end(true);
                }
                return unusable(e);
            } catch (Throwable t) {
                batchIsOver |= t instanceof OutOfMemoryError && !isOfOneArray(t);
                asked = false;
                statements.forget();
            }
            if (!asked && has(VALUES)) {
                Values.writeNothing(statements.values());
            }
        }
        return null;
    }

    /**
     * Whether only a single array was too large: that leaves the heap as it was. When memory has run out otherwise, nobody knows what else
     * was lost.
     */
    private static boolean isOfOneArray(Throwable error) {
        // HotSpot's words for what no heap can have. Of others, a collection was tried just now.
        if ("Requested array size exceeds VM limit".equals(error.getMessage())) {
            return true;
        }
        Runtime jvm = Runtime.getRuntime();
        return jvm.totalMemory() - jvm.freeMemory() < jvm.maxMemory() / 4;
    }

    /** A statement that only looks: that it throws is what is seen. */
    private void observation() throws Throwable {
        try {
            statements.observe(at);
        } catch (DamagedBatch | StopSignal | OutOfMemoryError e) {
            throw e;
        } catch (Throwable t) {
            if (isLost()) {
                throw t;
            }
            statements.forget();
            if (has(VALUES)) {
                Values.writeThrown(t, statements.values());
            }
        }
    }

    private void end(int status, Throwable thrown) {
        out.write(status);
        if (status != PASSED) {
            out.number(at);
            statements.forget();
        }
        if (status == THREW) {
            out.text(thrown.getClass().getName());
            out.write(isMeant(thrown) ? 1 : 0);
            if (has(VALUES)) {
                Values.write(message(thrown), statements.values());
            }
        }
    }

    private boolean isMeant(Throwable thrown) {
        try {
            return statements.isMeant(thrown);
        } catch (Throwable t) {
            // An exception of the program runs its own code when it is asked for its stack.
            return false;
        }
    }

    /** What it says, in words of the program's code; null: nothing. */
    private static String message(Throwable thrown) {
        try {
            return Thrown.ownMessage(thrown);
        } catch (Throwable t) {
            return null;
        }
    }

    private boolean has(int flag) {
        return (flags & flag) != 0;
    }

    private void coverage() {
        if (!has(COVERAGE)) {
            return;
        }
        int goals = parts.goals();
        int reached = 0;
        int near = 0;
        for (int goal = 0; goal < goals; goal++) {
            long bits = parts.bits(goal);
            if (bits == 0) {
                reached++;
            } else if (!parts.isFar(goal)) {
                near++;
            }
        }
        out.number(reached);
        int last = 0;
        for (int goal = 0; goal < goals && reached > 0; goal++) {
            if (parts.bits(goal) == 0) {
                out.number(goal - last);
                last = goal;
                reached--;
            }
        }
        out.number(near);
        last = 0;
        for (int goal = 0; goal < goals && near > 0; goal++) {
            long bits = parts.bits(goal);
            if (bits != 0 && !parts.isFar(goal)) {
                out.number(goal - last);
                out.bigEndian(bits, Long.BYTES);
                last = goal;
                near--;
            }
        }
    }

    private void compared() {
        if (has(COMPARED)) {
            compared(parts.comparedTexts());
        }
        if (has(TEXTS_OF_OTHERS)) {
            compared(parts.textsOfOthers());
        }
    }

    private void compared(List<String> found) {
        List<String> texts = found.stream().filter(text -> !surroundings.has(text)).toList();
        out.number(texts.size());
        texts.forEach(out::text);
    }
}
