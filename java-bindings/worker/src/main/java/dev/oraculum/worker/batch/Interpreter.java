package dev.oraculum.worker.batch;

import dev.oraculum.runtime.StaticState;
import dev.oraculum.runtime.StopSignal;
import dev.oraculum.runtime.TestParts;
import dev.oraculum.worker.SequenceRunner;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Runs the tests of batches, statement by statement, on the thread that asks. What a statement gives is in a slot, by its place. */
final class Interpreter {
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

    /** Elements of an array that a test makes: a damaged batch must not use up the heap. */
    private static final int MAX_LENGTH = 1 << 20;
    private static final int MAX_OPERANDS = 256;
    private static final int NO_MEMBER = -1;

    private final String target;
    private final Members members;
    private final List<String> typeNames;
    private final Class<?>[] types;
    private final ClassLoader loader;
    private final Surroundings surroundings = new Surroundings();

    private final AnswerOutput out = new AnswerOutput();
    private final AnswerOutput values = new AnswerOutput();
    private final Object[] operands = new Object[MAX_OPERANDS];
    private Object[] slots = new Object[64];

    // Of the running batch.
    private BatchInput in;
    private TestParts parts;
    private SequenceRunner.Clock clock;
    private int flags;

    // Of the running test.
    /** Statements are run; else they are only read. */
    private boolean running;
    /** The statement that runs or is read. */
    private int at;
    /** It is an observation. */
    private boolean observing;
    /** How much was written of values before it. */
    private int valuesBefore;
    /** The member that it calls. */
    private int member = NO_MEMBER;
    private boolean batchIsOver;

    Interpreter(Class<?> target, Members members, List<String> typeNames) {
        this.target = target.getName();
        this.loader = target.getClassLoader();
        this.members = members;
        this.typeNames = List.copyOf(typeNames);
        this.types = new Class<?>[typeNames.size()];
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
    private String test(long ticks) throws Throwable {
        int begin = out.size();
        values.clear();
        at = 0;
        String fault = null;
        String unusable = null;
        int count = 0;
        boolean begun = false;
        try {
            count = in.count("number of statements");
            int own = count - (has(OBSERVATIONS) ? in.below(count + 1L, "number of observations") : 0);
            if (slots.length < count) {
                slots = new Object[Math.max(count, 2 * slots.length)];
            }
            begun = true;
            unusable = run(count, own, ticks);
            running = false;
            for (at++; at < count; at++) {
                statement();
            }
        } catch (DamagedBatch e) {
            fault = e.getMessage();
        } finally {
            running = false;
            Arrays.fill(slots, 0, Math.min(count, slots.length), null);
        }
        if (fault != null || unusable != null) {
            out.cut(begin);
            damaged(out, fault == null ? unusable : fault, flags);
        } else {
            coverage();
            compared();
            out.append(values);
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
        running = true;
        try {
            for (; at < count && status == PASSED; at++) {
                valuesBefore = values.size();
                if (at < own) {
                    statement();
                    if (has(OTHERS_FIRST)) {
                        parts.letOthersRest();
                    }
                } else {
                    observation();
                }
                status = parts.isRefused() ? REFUSED : parts.isOverBudget() || parts.isTestOverBudget() ? OVER_BUDGET : PASSED;
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
            if (!e.isOfMember()) {
                throw e;
            }
            return e.getMessage();
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

    /**
     * Looks at what there is behind a last statement that threw. What can no longer be asked gives nothing: the test has its end.
     *
     * @param sound the JVM can still be asked
     * @return why this test cannot be run, though those after it may; null: it can
     */
    private String behindThrow(int count, boolean sound) {
        String unusable = null;
        boolean asked = sound;
        for (at++; at < count; at++) {
            valuesBefore = values.size();
            running = asked;
            try {
                observation();
                asked &= !parts.isRefused() && !parts.isOverBudget() && !parts.isTestOverBudget() && !clock.isTimeUp();
            } catch (DamagedBatch e) {
                if (!e.isOfMember()) {
                    parts.end(true);
                    throw e;
                }
                unusable = e.getMessage();
                asked = false;
            } catch (Throwable t) {
                batchIsOver |= t instanceof OutOfMemoryError && !isOfOneArray(t);
                asked = false;
            }
            if (!asked) {
                values.cut(valuesBefore);
                if (has(VALUES)) {
                    Values.writeNothing(values);
                }
            }
        }
        return unusable;
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
        observing = true;
        try {
            statement();
        } catch (DamagedBatch | StopSignal | OutOfMemoryError e) {
            throw e;
        } catch (Throwable t) {
            if (parts.isRefused() || parts.isOverBudget() || parts.isTestOverBudget()) {
                throw t;
            }
            values.cut(valuesBefore);
            slots[at] = null;
            if (has(VALUES)) {
                Values.writeThrown(t, values);
            }
        } finally {
            observing = false;
        }
    }

    private void end(int status, Throwable thrown) {
        out.write(status);
        if (status != PASSED) {
            out.number(at);
            values.cut(valuesBefore);
        }
        if (status == THREW) {
            out.text(thrown.getClass().getName());
            out.write(isMeant(thrown) ? 1 : 0);
            if (has(VALUES)) {
                Values.write(message(thrown), values);
            }
        }
    }

    private boolean isMeant(Throwable thrown) {
        try {
            return member != NO_MEMBER && Thrown.isMeant(thrown, members.declaredBy(member), target);
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

    // ---- statements ---------------------------------------------------------------------------------------------

    /** Reads a statement, and then runs it. */
    private void statement() throws Throwable {
        member = NO_MEMBER;
        int tag = in.read();
        switch (tag) {
            case Statements.INVOKE -> invoke(true);
            case Statements.GET -> invoke(false);
            case Statements.SET -> set();
            case Statements.ARRAY -> {
                int number = in.below(types.length, "type");
                int length = in.below(MAX_LENGTH, "length of an array");
                if (running) {
                    Class<?> type = type(number);
                    if (!type.isArray()) {
                        throw new DamagedBatch(type.getName() + " is no array", true);
                    }
                    give(Array.newInstance(type.getComponentType(), length));
                }
            }
            case Statements.ELEMENT -> {
                Object whole = slot();
                int index = in.below(Integer.MAX_VALUE, "index");
                if (running) {
                    give(element(whole, index));
                }
            }
            case Statements.STORE -> {
                Object array = slot();
                int index = in.below(Integer.MAX_VALUE, "index");
                Object value = slot();
                if (running) {
                    store(array, index, value);
                    giveNothing();
                }
            }
            case Statements.STUB -> {
                int number = in.below(types.length, "type");
                List<Stubs.Answer> answers = answers();
                if (running) {
                    Class<?> type = type(number);
                    if (!type.isInterface()) {
                        throw new DamagedBatch(type.getName() + " is no interface", true);
                    }
                    give(Stubs.make(type, answers));
                }
            }
            case Statements.CONTENTS -> {
                Object value = slot();
                if (running) {
                    slots[at] = null;
                    if (has(VALUES)) {
                        Values.writeObserved(value, values);
                    }
                }
            }
            case Statements.STATE -> {
                Object value = slot();
                if (running) {
                    slots[at] = null;
                    if (has(VALUES)) {
                        Fields.write(value, values);
                    }
                }
            }
            default -> {
                Object value = literal(tag);
                if (running) {
                    give(value);
                }
            }
        }
    }

    /** Some lists make an element that is asked for, behind their last one. */
    private static Object element(Object whole, int index) {
        if (whole instanceof List<?> list) {
            return list.get(Objects.checkIndex(index, list.size()));
        }
        if (whole instanceof Optional<?> optional) {
            return optional.orElseThrow();
        }
        if (whole instanceof Collection<?> || whole instanceof Map<?, ?>) {
            Collection<?> all = whole instanceof Map<?, ?> map ? map.values() : (Collection<?>) whole;
            Iterator<?> iterator = all.iterator();
            for (int i = 0; i < index; i++) {
                iterator.next();
            }
            return iterator.next();
        }
        return Array.get(whole, index);
    }

    private Object literal(int tag) {
        return switch (tag) {
            case Statements.NULL -> null;
            case Statements.BOOLEAN -> in.number() != 0;
            case Statements.BYTE -> (byte) in.signed();
            case Statements.SHORT -> (short) in.signed();
            case Statements.CHAR -> (char) in.below(1 << Character.SIZE, "a code unit");
            case Statements.INT -> (int) in.signed();
            case Statements.LONG -> in.signed();
            case Statements.FLOAT -> Float.intBitsToFloat((int) in.bigEndian(Float.BYTES));
            case Statements.DOUBLE -> Double.longBitsToDouble(in.bigEndian(Double.BYTES));
            case Statements.STRING -> in.text();
            case Statements.CLASS -> {
                int number = in.below(types.length, "type");
                yield running ? type(number) : null;
            }
            default -> throw new DamagedBatch("there is no statement " + tag);
        };
    }

    private void give(Object value) {
        slots[at] = value;
        if (has(VALUES)) {
            int same = Values.hasIdentity(value) ? earlier(value) : -1;
            if (same >= 0) {
                Values.writeSame(same, values);
            } else if (observing) {
                Values.writeObserved(value, values);
            } else {
                Values.write(value, values);
            }
        }
    }

    /** The first slot that has an object; -1: none before has. */
    private int earlier(Object value) {
        for (int slot = 0; slot < at; slot++) {
            if (slots[slot] == value) {
                return slot;
            }
        }
        return -1;
    }

    private void giveNothing() {
        if (has(VALUES)) {
            Values.writeNothing(values);
        }
    }

    private Object slot() {
        int slot = in.below(at, "slot");
        return slots[slot];
    }

    private List<Stubs.Answer> answers() {
        List<Stubs.Answer> answers = new ArrayList<>();
        for (int i = in.below(members.size() + 1L, "number of answers"); i > 0; i--) {
            String method = members.key(in.below(members.size(), "member"));
            Object first = slot();
            int then = in.below(at + 1L, "slot");
            answers.add(new Stubs.Answer(method, first, then == 0 ? first : slots[then - 1]));
        }
        return answers;
    }

    private void invoke(boolean executable) throws Throwable {
        int number = in.below(members.size(), "member");
        if (members.isField(number) == executable) {
            throw new DamagedBatch("member " + number + (executable ? " is a field" : " is no field"));
        }
        int count = members.operands(number);
        for (int i = 0; i < count; i++) {
            operands[i] = slot();
        }
        if (running) {
            member = number;
            Object result = members.call(number, operands);
            if (members.givesNothing(number)) {
                giveNothing();
            } else {
                give(result);
            }
        }
    }

    private void set() throws Throwable {
        int number = in.below(members.size(), "member");
        if (!members.isField(number)) {
            throw new DamagedBatch("member " + number + " is no field");
        }
        for (int i = 0; i <= members.operands(number); i++) {
            operands[i] = slot();
        }
        if (running) {
            members.set(number, operands);
            giveNothing();
        }
    }

    /** As Java stores: a primitive is widened to the type of the elements, a reference that does not fit throws. */
    private static void store(Object array, int index, Object value) {
        if (array instanceof Object[] references) {
            references[index] = value;
        } else {
            Array.set(array, index, array == null ? value : Conversions.to(array.getClass().getComponentType(), value));
        }
    }

    /** A type, by its number. */
    private Class<?> type(int number) {
        if (types[number] == null) {
            String descriptor = typeNames.get(number);
            try {
                types[number] = MethodType.fromMethodDescriptorString("()" + descriptor, loader).returnType();
            } catch (TypeNotPresentException | IllegalArgumentException | LinkageError e) {
                throw new DamagedBatch(descriptor + " cannot be used: " + e, true);
            }
        }
        return types[number];
    }
}
