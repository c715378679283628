package dev.oraculum.runtime;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.util.List;

/**
 * Reads one variable of a plan from its root.
 *
 * <p>Members are looked up in the class of that name among the supertypes of the object at hand, not by name through some
 * class loader, so the same plan serves every loader that defines the class.
 */
public final class VariableReader {
    /** In place of a value that cannot be read because something on the way to it is null. */
    static final Object ABSENT = new Object();

    private final StatePlan.Variable variable;
    private final StepReader[] steps;
    private final ContentsReader contents;
    private final boolean callsObserver;

    public VariableReader(StatePlan.Variable variable, StatePlan.Limits limits) {
        this(variable, limits, new ArrayCopies());
    }

    VariableReader(StatePlan.Variable variable, StatePlan.Limits limits, ArrayCopies copies) {
        this.variable = variable;
        List<StatePlan.Step> path = variable.steps();
        int last = path.size() - 1;
        this.contents = variable.isContents() ? new ContentsReader(path.get(last), limits, copies) : null;
        this.steps = new StepReader[contents == null ? path.size() : last];
        for (int i = 0; i < steps.length; i++) {
            steps[i] = path.get(i).kind() == StatePlan.StepKind.LENGTH ? null : new StepReader(path.get(i));
        }
        this.callsObserver = path.stream().anyMatch(step -> step.kind() == StatePlan.StepKind.METHOD);
    }

    StatePlan.Variable variable() {
        return variable;
    }

    boolean isReference() {
        return variable.sort() == 'L';
    }

    /** Reads what the object that {@link #read} found holds; null for a variable of another kind. */
    ContentsReader contents() {
        return contents;
    }

    /** Whether reading calls methods of the code under test, or of the JDK. */
    boolean callsObserver() {
        return callsObserver;
    }

    /** Steps from the root to the value, or to what holds the contents. */
    int length() {
        return steps.length;
    }

    /** Whether another reader's object is on the way to this one's value, or is what holds its contents. */
    boolean passes(VariableReader other) {
        StatePlan.Variable first = other.variable;
        return other.isReference()
                && first.root() == variable.root()
                && first.moment() == variable.moment()
                && other.steps.length <= steps.length
                && first.steps().equals(variable.steps().subList(0, other.steps.length));
    }

    /**
     * Follows the path from a reference root; of contents, up to what holds them.
     *
     * @return the value, boxed if it is no reference; {@code null} for a null reference and for a value that cannot be read on this JVM;
     *     {@link #ABSENT}
     * @throws Throwable what an observer threw
     */
    public Object read(Object root) throws Throwable {
        return read(root, 0);
    }

    /**
     * The same from a place on the way.
     *
     * @param from what the first steps led to
     * @param done how many
     */
    Object read(Object from, int done) throws Throwable {
        Object value = from;
        for (int i = done; i < steps.length; i++) {
            if (value == null) {
                return ABSENT;
            }
            StepReader step = steps[i];
            value = step == null ? (Object) Array.getLength(value) : (Object) step.get(value.getClass()).invokeExact(value);
        }
        return value;
    }

    /**
     * The bits of a primitive as its type holds them. On the stack and in locals every small type is an int, which a mutant may have made
     * any; what is returned or stored is narrowed by the JVM in the same way (JVMS ireturn, putfield).
     */
    long narrowed(long bits) {
        return switch (variable.sort()) {
            case 'Z' -> bits & 1;
            case 'B' -> (byte) bits;
            case 'S' -> (short) bits;
            case 'C' -> (char) bits;
            default -> bits;
        };
    }

    /** The 64 bits that stand for a boxed value in a record; one bit pattern for all NaNs, as Java programs see it. */
    static long bits(Object value) {
        if (value instanceof Double || value instanceof Float) {
            return Double.doubleToLongBits(((Number) value).doubleValue());
        }
        if (value instanceof Boolean) {
            return (Boolean) value ? 1 : 0;
        }
        if (value instanceof Character) {
            return (Character) value;
        }
        return ((Number) value).longValue();
    }

    /** Handles of type (Object)Object for one member, per class of receiver. */
    private static final class StepReader extends ClassValue<MethodHandle> {
        private static final MethodType TYPE = MethodType.methodType(Object.class, Object.class);
        private final StatePlan.Step step;

        StepReader(StatePlan.Step step) {
            this.step = step;
        }

        @Override
        protected MethodHandle computeValue(Class<?> receiver) {
            Class<?> owner = supertype(receiver, step.owner().replace('/', '.'));
            if (owner == null) {
                return unreadable(receiver.getName() + " is no " + step.owner());
            }
            try {
                return find(privateLookup(owner), owner).asType(TYPE);
            } catch (ReflectiveOperationException | SecurityException e) {
                return unreadable(e.toString());
            }
        }

        /** A member that the plan promised and this JVM refuses: absent from now on. */
        private MethodHandle unreadable(String reason) {
            Recorder.report("cannot read " + step.owner() + "." + step.name() + ": " + reason);
            return MethodHandles.dropArguments(MethodHandles.constant(Object.class, null), 0, Object.class);
        }

        private MethodHandle find(MethodHandles.Lookup lookup, Class<?> owner) throws ReflectiveOperationException {
            ClassLoader loader = owner.getClassLoader();
            if (step.kind() == StatePlan.StepKind.METHOD) {
                return lookup.findVirtual(
                        owner, step.name(), MethodType.fromMethodDescriptorString(step.descriptor(), loader));
            }
            Class<?> type =
                    MethodType.fromMethodDescriptorString("()" + step.descriptor(), loader).returnType();
            return lookup.findGetter(owner, step.name(), type);
        }

        /** Full access where the class's module allows it; its public members otherwise (the JDK's own classes). */
        private static MethodHandles.Lookup privateLookup(Class<?> owner) {
            try {
                return MethodHandles.privateLookupIn(owner, MethodHandles.lookup());
            } catch (IllegalAccessException e) {
                return MethodHandles.publicLookup();
            }
        }

        private static Class<?> supertype(Class<?> type, String name) {
            for (Class<?> c = type; c != null; c = c.getSuperclass()) {
                if (c.getName().equals(name)) {
                    return c;
                }
                for (Class<?> i : c.getInterfaces()) {
                    Class<?> found = supertype(i, name);
                    if (found != null) {
                        return found;
                    }
                }
            }
            return null;
        }
    }
}
