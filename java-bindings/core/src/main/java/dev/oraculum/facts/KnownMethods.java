package dev.oraculum.facts;

import java.util.Arrays;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.objectweb.asm.Type;

/**
 * Methods of the JDK whose effects are taken as known: natives that have no code to analyse, immutable
 * values, and read-only methods of interfaces and much overridden classes, by their contract. The less depends on a JDK's
 * insides, the more every JDK agrees on what is an observer.
 */
final class KnownMethods {
    private static final long NOTHING = 0;
    private static final long RECEIVER = 1;
    private static final long THIRD = 4;

    /** By owner and name: the arguments they write. */
    private static final Map<String, Long> WRITES = Map.ofEntries(
            Map.entry("java/lang/Object.getClass", NOTHING),
            Map.entry("java/lang/Object.clone", NOTHING),
            Map.entry("java/lang/Class.isArray", NOTHING),
            Map.entry("java/lang/Class.isInstance", NOTHING),
            Map.entry("java/lang/Class.isInterface", NOTHING),
            Map.entry("java/lang/Class.isPrimitive", NOTHING),
            Map.entry("java/lang/Class.isAssignableFrom", NOTHING),
            Map.entry("java/lang/Class.desiredAssertionStatus", NOTHING),
            Map.entry("java/lang/Class.getComponentType", NOTHING),
            Map.entry("java/lang/System.arraycopy", THIRD),
            Map.entry("java/lang/Throwable.<init>", RECEIVER),
            Map.entry("java/lang/Throwable.fillInStackTrace", RECEIVER),
            Map.entry("java/lang/reflect/Array.getLength", NOTHING),
            Map.entry("java/lang/reflect/Array.newArray", NOTHING),
            // They build their messages through functional interfaces.
            Map.entry("java/util/Objects.checkIndex", NOTHING),
            Map.entry("jdk/internal/util/Preconditions.checkIndex", NOTHING));

    /**
     * Immutable values and the arithmetic on them: their methods only compute, however a JDK implements them, unless they are
     * given something that could be written or called back.
     */
    private static final Set<String> VALUE_CLASSES = Set.of(
            "java/lang/Math",
            "java/lang/StrictMath",
            "java/lang/Boolean",
            "java/lang/Byte",
            "java/lang/Short",
            "java/lang/Character",
            "java/lang/Integer",
            "java/lang/Long",
            "java/lang/Float",
            "java/lang/Double",
            "java/lang/String",
            "java/math/BigInteger",
            "java/math/BigDecimal");

    private static final Set<String> NOT_COMPUTING = Set.of("java/lang/Math.random", "java/lang/String.intern");

    /** Read-only by contract for every type below the key. */
    private static final Map<String, Set<String>> CONTRACTS = Map.of(
            "java/util/Collection", Set.of("size", "isEmpty"),
            "java/util/Map", Set.of("size", "isEmpty"),
            "java/util/List", Set.of("get"),
            "java/lang/CharSequence", Set.of("length", "isEmpty", "charAt"));

    private KnownMethods() {}

    /** The arguments that a JDK method writes, if they are known without looking at its code. */
    static OptionalLong written(String owner, String name, String descriptor) {
        String key = owner + "." + name;
        Long written = WRITES.get(key);
        if (written != null) {
            return OptionalLong.of(written);
        }
        boolean constructs = name.equals("<init>");
        boolean computes = VALUE_CLASSES.contains(owner)
                && !NOT_COMPUTING.contains(key)
                && Arrays.stream(Type.getArgumentTypes(descriptor)).allMatch(KnownMethods::isValue);
        return computes ? OptionalLong.of(constructs ? RECEIVER : NOTHING) : OptionalLong.empty();
    }

    private static boolean isValue(Type type) {
        return type.getSort() < Type.ARRAY
                || (type.getSort() == Type.OBJECT && VALUE_CLASSES.contains(type.getInternalName()));
    }

    /** Whether a call on a receiver of that JDK type is read-only by contract. */
    static boolean isReadOnlyByContract(Hierarchy hierarchy, String owner, String name) {
        return CONTRACTS.entrySet().stream()
                .anyMatch(contract -> contract.getValue().contains(name) && hierarchy.isSubtype(owner, contract.getKey()));
    }
}
