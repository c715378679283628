package dev.oraculum.agent;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The {@link ChokePoint}s of memory: whatever of {@code sun.misc.Unsafe} reads and writes that of objects. */
final class MemoryPoints {
    private static final String OWNER = "sun/misc/Unsafe";
    private static final String OBJECT = "Ljava/lang/Object;";
    /** Of a hook that is told an object and a place in it, arguments 0 and 1. */
    private static final String PLACE = "(Ljava/lang/Object;J)V";

    /**
     * A type of values.
     *
     * @param name as it is written in names of methods
     * @param hook that knows how many bytes a value takes; of a reference at least four
     */
    private record Value(String name, String descriptor, String hook) {
        ChokePoint place(String prefix, String more, String returned) {
            return place(prefix, "", more, returned);
        }

        ChokePoint place(String prefix, String suffix, String more, String returned) {
            return point(prefix + name + suffix, "(" + OBJECT + "J" + more + ")" + returned, hook, PLACE, "0", "1");
        }
    }

    private static final Value INT = new Value("Int", "I", "intAt");
    private static final Value LONG = new Value("Long", "J", "longAt");
    private static final Value REFERENCE = new Value("Object", OBJECT, "intAt");
    private static final List<Value> NUMBERS = List.of(
            new Value("Byte", "B", "byteAt"), new Value("Short", "S", "shortAt"), new Value("Char", "C", "shortAt"), INT, LONG,
            new Value("Float", "F", "intAt"), new Value("Double", "D", "longAt"));

    private MemoryPoints() {}

    static List<ChokePoint> all() {
        return Stream.of(values(), atomic(), blocks()).flatMap(List::stream).toList();
    }

    private static List<ChokePoint> values() {
        List<ChokePoint> points = new ArrayList<>();
        List<Value> all = new ArrayList<>(NUMBERS);
        all.add(REFERENCE);
        all.add(new Value("Boolean", "Z", "byteAt"));
        for (Value value : all) {
            for (String how : List.of("", "Volatile")) {
                points.add(value.place("get", how, "", value.descriptor()));
                points.add(value.place("put", how, value.descriptor(), "V"));
            }
        }
        return points;
    }

    private static List<ChokePoint> atomic() {
        List<ChokePoint> points = new ArrayList<>();
        for (Value value : List.of(INT, LONG, REFERENCE)) {
            points.add(value.place("putOrdered", value.descriptor(), "V"));
            points.add(value.place("compareAndSwap", value.descriptor().repeat(2), "Z"));
            points.add(value.place("getAndSet", value.descriptor(), value.descriptor()));
        }
        for (Value value : List.of(INT, LONG)) {
            points.add(value.place("getAndAdd", value.descriptor(), value.descriptor()));
        }
        return points;
    }

    private static List<ChokePoint> blocks() {
        String copy = "(" + OBJECT + "J" + OBJECT + "JJ)V";
        return List.of(
                point("setMemory", "(" + OBJECT + "JJB)V", "bytes", "(" + OBJECT + "JJ)V", "0", "1", "2"),
                point("copyMemory", copy, "copy", copy, "0", "1", "2", "3", "4"));
    }

    private static ChokePoint point(String method, String descriptor, String hook, String hookDescriptor, String... arguments) {
        return ChokePoint.asks(OWNER, method, descriptor, "MemoryHooks." + hook, hookDescriptor, arguments);
    }
}
