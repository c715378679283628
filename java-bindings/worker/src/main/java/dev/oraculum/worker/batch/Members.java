package dev.oraculum.worker.batch;

import dev.oraculum.agent.CallTable;
import dev.oraculum.agent.CallTable.Kind;
import dev.oraculum.agent.CallTable.Member;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.util.Arrays;
import java.util.List;

/** The members that tests of a class use, by number. Each is looked up when it is used first: what does not link costs nobody else. */
final class Members {
    /** Members of one made class: it is made in a few milliseconds, when the first of them is used. */
    private static final int TABLE = 256;

    private static final String CALLS = Calls.class.getName().replace('.', '/');
    private static final String CONVERSIONS = Conversions.class.getName().replace('.', '/');
    private static final Class<?>[] NONE = {};

    /** How a member is reached. */
    private enum Way {
        UNKNOWN,
        TABLE,
        /** One of its parameters has a type that nobody outside may name: only a method handle passes a subtype of it. */
        HANDLE,
        BROKEN
    }

    private final List<Member> members;
    /** By member, operands it takes. */
    private final int[] operands;
    private final boolean[] hasReceiver;
    private final boolean[] givesNothing;
    private final Way[] ways;
    private final MethodHandle[] handles;
    private final String[] faults;
    /** By member, the exceptions it declares; null: nobody has asked yet. */
    private final Class<?>[][] declared;
    private final Calls[] tables;
    /** By made class, its own rights: it is no nestmate, so those of a test in the package. */
    private final MethodHandles.Lookup[] rights;
    /** With the rights of a class in the package of the tests. */
    private final MethodHandles.Lookup lookup;
    private final ClassLoader loader;

    /** @throws IllegalArgumentException a descriptor is none */
    Members(List<Member> members, Class<?> target) {
        this.members = members;
        this.loader = target.getClassLoader();
        this.lookup = lookup(target);
        int count = members.size();
        operands = new int[count];
        hasReceiver = new boolean[count];
        givesNothing = new boolean[count];
        ways = new Way[count];
        Arrays.fill(ways, Way.UNKNOWN);
        handles = new MethodHandle[count];
        faults = new String[count];
        declared = new Class<?>[count][];
        tables = new Calls[(count + TABLE - 1) / TABLE];
        rights = new MethodHandles.Lookup[tables.length];
        for (int i = 0; i < count; i++) {
            Member member = members.get(i);
            hasReceiver[i] = member.kind() != Kind.CONSTRUCTOR && !member.isStatic();
            operands[i] = (hasReceiver[i] ? 1 : 0) + (member.kind() == Kind.FIELD ? 0 : parameters(member.descriptor()));
            givesNothing[i] = member.descriptor().endsWith("V") && member.kind() == Kind.METHOD;
        }
    }

    /** Where the package cannot be entered, that of a module of the JDK, tests use what is public. */
    private static MethodHandles.Lookup lookup(Class<?> target) {
        MethodHandles.Lookup ours = MethodHandles.lookup();
        try {
            return MethodHandles.privateLookupIn(target, ours);
        } catch (IllegalAccessException e) {
            return ours;
        }
    }

    private static int parameters(String descriptor) {
        int count = 0;
        int at = 1;
        for (; at < descriptor.length() && descriptor.charAt(at) != ')'; at++, count++) {
            while (descriptor.charAt(at) == '[') {
                at++;
            }
            if (descriptor.charAt(at) == 'L') {
                at = descriptor.indexOf(';', at);
            }
            if (at < 0) {
                break;
            }
        }
        if (!descriptor.startsWith("(") || at <= 0 || at >= descriptor.length()) {
            throw new IllegalArgumentException("'" + descriptor + "' is no descriptor of a method");
        }
        return count;
    }

    int size() {
        return members.size();
    }

    /** Of a method its name and the descriptors of its parameters, as {@link Stubs} has it. */
    String key(int member) {
        Member of = members.get(member);
        return of.name() + of.descriptor().substring(0, of.descriptor().indexOf(')') + 1);
    }

    boolean isField(int member) {
        return members.get(member).kind() == Kind.FIELD;
    }

    /** How many operands a call takes; the write of a field takes one more. */
    int operands(int member) {
        return operands[member];
    }

    /** Whether the first operand is what it is called on. */
    boolean hasReceiver(int member) {
        return hasReceiver[member];
    }

    boolean givesNothing(int member) {
        return givesNothing[member];
    }

    /**
     * Calls a constructor or method, or reads a field.
     *
     * @throws DamagedBatch it does not link
     * @throws Throwable what it throws
     */
    Object call(int member, Object[] arguments) throws Throwable {
        if (ways[member] == Way.TABLE) {
            return tables[member / TABLE].call(member % TABLE, arguments);
        }
        link(member);
        return ways[member] == Way.TABLE
                ? tables[member / TABLE].call(member % TABLE, arguments)
                : handles[member].invokeExact(Arrays.copyOf(arguments, operands[member]));
    }

    /** Writes a field. */
    void set(int member, Object[] arguments) throws Throwable {
        if (ways[member] == Way.UNKNOWN || ways[member] == Way.BROKEN) {
            link(member);
        }
        tables[member / TABLE].set(member % TABLE, arguments);
    }

    /** The exceptions that a member declares. */
    Class<?>[] declaredBy(int member) {
        if (declared[member] == null) {
            declared[member] = lookUpExceptions(member);
        }
        return declared[member];
    }

    private Class<?>[] lookUpExceptions(int member) {
        try {
            Executable executable = lookup.revealDirect(handle(members.get(member), lookup)).reflectAs(Executable.class, lookup);
            return executable.getExceptionTypes();
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            return NONE;
        }
    }

    private void link(int number) {
        if (ways[number] == Way.BROKEN) {
            throw new DamagedBatch(faults[number], true);
        }
        Member member = members.get(number);
        try {
            MethodHandles.Lookup mayUse = rights(number / TABLE);
            MethodHandle handle = handle(member, mayUse);
            if (member.kind() == Kind.FIELD || isNameable(handle.type(), mayUse)) {
                ways[number] = Way.TABLE;
            } else {
                MethodHandle plain = handle.asFixedArity();
                handles[number] = plain.asType(plain.type().generic()).asSpreader(Object[].class, plain.type().parameterCount());
                ways[number] = Way.HANDLE;
            }
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            ways[number] = Way.BROKEN;
            faults[number] = member.owner().replace('/', '.') + "." + member.name() + member.descriptor() + " cannot be used: " + e;
            throw new DamagedBatch(faults[number], true);
        }
    }

    private static boolean isNameable(MethodType type, MethodHandles.Lookup mayUse) {
        for (Class<?> parameter : type.parameterArray()) {
            try {
                mayUse.accessClass(parameter);
            } catch (IllegalAccessException e) {
                return false;
            }
        }
        return true;
    }

    private MethodHandle handle(Member member, MethodHandles.Lookup mayUse) throws ReflectiveOperationException {
        Class<?> owner = Class.forName(member.owner().replace('/', '.'), false, loader);
        if (owner.isInterface() != member.isInterface()) {
            throw new IncompatibleClassChangeError(owner.getName() + (owner.isInterface() ? " is an interface" : " is a class"));
        }
        if (member.kind() == Kind.FIELD) {
            Class<?> type = MethodType.fromMethodDescriptorString("(" + member.descriptor() + ")V", loader).parameterType(0);
            return member.isStatic() ? mayUse.findStaticGetter(owner, member.name(), type) : mayUse.findGetter(owner, member.name(), type);
        }
        MethodType type = MethodType.fromMethodDescriptorString(member.descriptor(), loader);
        if (member.kind() == Kind.CONSTRUCTOR) {
            return mayUse.findConstructor(owner, type);
        }
        return member.isStatic() ? mayUse.findStatic(owner, member.name(), type) : mayUse.findVirtual(owner, member.name(), type);
    }

    /** Makes the class of some members, if it is not there. */
    private MethodHandles.Lookup rights(int number) throws ReflectiveOperationException {
        if (tables[number] == null) {
            String name = lookup.lookupClass().getPackageName().replace('.', '/');
            name += (name.isEmpty() ? "" : "/") + "OraculumCalls";
            List<Member> some = members.subList(number * TABLE, Math.min(members.size(), (number + 1) * TABLE));
            byte[] made = CallTable.make(name, CALLS, CONVERSIONS, some);
            // A hidden class: no agent weaves it, so that it costs a test no ticks, and it goes with the unit.
            rights[number] = lookup.defineHiddenClass(made, false);
            Constructor<?> constructor = rights[number].lookupClass().getDeclaredConstructor();
            constructor.setAccessible(true);
            tables[number] = (Calls) constructor.newInstance();
        }
        return rights[number];
    }
}
