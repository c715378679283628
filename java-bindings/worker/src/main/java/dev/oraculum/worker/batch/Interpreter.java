package dev.oraculum.worker.batch;

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

/** Runs the statements of tests, on the thread that asks. What a statement gives is in a slot, by its place. */
final class Interpreter {
    /** Elements of an array that a test makes: a damaged batch must not use up the heap. */
    private static final int MAX_LENGTH = 1 << 20;
    private static final int MAX_OPERANDS = 256;
    private static final int NO_MEMBER = -1;
    /** Stands for the one that a call on null throws. Many observations are such calls, and the JVM takes long to throw it. */
    private static final NullPointerException NO_RECEIVER = new NullPointerException();

    private final String target;
    private final Members members;
    private final List<String> typeNames;
    private final Class<?>[] types;
    private final ClassLoader loader;

    private final AnswerOutput values = new AnswerOutput();
    private final Object[] operands = new Object[MAX_OPERANDS];
    private Object[] slots = new Object[64];

    // Of the batch.
    private BatchInput in;
    /** What statements give is written. */
    private boolean says;

    // Of the statement.
    /** Its place. */
    private int at;
    /** It is run; else it is only read. */
    private boolean running;
    /** It is an observation. */
    private boolean observing;
    /** How much was written of values before it. */
    private int valuesBefore;
    /** The member that it calls. */
    private int member = NO_MEMBER;

    Interpreter(Class<?> target, Members members, List<String> typeNames) {
        this.target = target.getName();
        this.loader = target.getClassLoader();
        this.members = members;
        this.typeNames = List.copyOf(typeNames);
        this.types = new Class<?>[typeNames.size()];
    }

    /** @param values whether it is wanted what statements give */
    void open(BatchInput batch, boolean values) {
        in = batch;
        says = values;
    }

    /** A test of so many statements, observations among them. */
    void begin(int count) {
        values.clear();
        if (slots.length < count) {
            slots = new Object[Math.max(count, 2 * slots.length)];
        }
    }

    /** The test is over: nothing of it is kept. */
    void end(int count) {
        Arrays.fill(slots, 0, count, null);
    }

    /** Reads the statement at a place, and then runs it. */
    void run(int place) throws Throwable {
        valuesBefore = values.size();
        running = true;
        statement(place);
    }

    /** Reads it, and runs nothing. */
    void skip(int place) {
        running = false;
        try {
            statement(place);
        } catch (DamagedBatch e) {
            throw e;
        } catch (Throwable t) {
            throw new AssertionError("what is only read does nothing", t);
        }
    }

    /** Reads an observation, and then runs it. */
    void observe(int place) throws Throwable {
        observing = true;
        try {
            run(place);
        } finally {
            observing = false;
        }
    }

    /** What the statement that was run last has said is forgotten. */
    void forget() {
        values.cut(valuesBefore);
        slots[at] = null;
    }

    /** What the statements of the test gave, each once; what a test says of its end may be added. */
    AnswerOutput values() {
        return values;
    }

    /** Whether the code means an exception of the statement that was run last. */
    boolean isMeant(Throwable thrown) {
        return member != NO_MEMBER && Thrown.isMeant(thrown, members.declaredBy(member), target);
    }

    private void statement(int place) throws Throwable {
        at = place;
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
                    if (says) {
                        Values.writeObserved(value, values);
                    }
                }
            }
            case Statements.STATE -> {
                Object value = slot();
                if (running) {
                    slots[at] = null;
                    if (says) {
                        Fields.write(value, values);
                    }
                }
            }
            case Statements.RECEIVED -> {
                Object value = slot();
                if (running) {
                    slots[at] = null;
                    if (says) {
                        Values.writeObserved(Stubs.received(value), values);
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
        if (says) {
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
        if (says) {
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
            if (observing && members.hasReceiver(number) && operands[0] == null) {
                throw NO_RECEIVER;
            }
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
